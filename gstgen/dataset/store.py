"""Atomic files and folders, content hashes, and the marker that says a stage is done.

Everything is written under a temporary name beside its target, flushed to disk and renamed, so that a killed
process or a full disk leaves nothing that a later run takes for finished.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RunError

DONE = "_done.json"
TEMPORARY = ".partial-"
LOCK_NOTICE_S = 5.0
# Another scene's long videos may be filmed under a lock.
LOCK_PATIENCE_S = 6 * 3600.0
LOCK_POLL_S = 0.1
HOLDER_CHARACTERS = 200
_hashes: dict[tuple[int, ...], str] = {}


def to_json_text(data: Any) -> str:
    """Canonical JSON: sorted keys, full float precision, no NaN, a final newline."""
    return json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file atomically and durably."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=TEMPORARY)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text atomically; lone surrogates (broken text from outside) become their escapes."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_json(path: Path, data: Any) -> None:
    """Write canonical JSON atomically."""
    write_text(path, to_json_text(data))


def read_json(path: Path) -> Any:
    """Read a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


def read_cached(path: Path) -> Any:
    """Read a JSON file that can be made again: None when it is missing or damaged."""
    try:
        return read_json(path)
    except (OSError, ValueError):
        return None


def write_npz(path: Path, arrays: Mapping[str, NDArray[Any]], level: int = 6) -> None:
    """Write a compressed `.npz` whose bytes depend on the arrays alone (fixed dates, sorted names), atomically."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name in sorted(arrays):
            payload = io.BytesIO()
            np.lib.format.write_array(payload, np.asarray(arrays[name], order="C"), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, payload.getvalue(), compresslevel=level)
    write_bytes(path, buffer.getvalue())


def sha256_file(path: Path) -> str:
    """SHA-256 of a file's bytes, hexadecimal; what nobody wrote since this process hashed it is not read again."""
    status = path.stat()
    key = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    if key not in _hashes:
        digest = hashlib.sha256()
        with path.open("rb") as stream:
            while chunk := stream.read(1 << 20):
                digest.update(chunk)
        _hashes[key] = digest.hexdigest()
    return _hashes[key]


def hash_json(data: Any) -> str:
    """SHA-256 of canonical JSON, hexadecimal."""
    return hashlib.sha256(to_json_text(data).encode("utf-8")).hexdigest()


def files_of(folder: Path) -> dict[str, str]:
    """Relative path -> SHA-256 of every file below a folder but the done marker, sorted."""
    paths = sorted(p for p in folder.rglob("*") if p.is_file() and p.name != DONE)
    return {p.relative_to(folder).as_posix(): sha256_file(p) for p in paths}


@contextmanager
def atomic_folder(target: Path) -> Iterator[Path]:
    """A temporary folder beside `target`; renamed over it when the block ends without an error, removed otherwise."""
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=target.parent, prefix=f"{TEMPORARY}{target.name}-"))
    os.chmod(temporary, 0o755)
    try:
        yield temporary
        for path in temporary.rglob("*"):
            if path.is_file():
                _fsync(path)
        _fsync(temporary)
        replaced = None
        if target.exists():
            replaced = Path(tempfile.mkdtemp(dir=target.parent, prefix=TEMPORARY))
            os.replace(target, replaced / target.name)
        os.replace(temporary, target)
        _fsync(target.parent)
        if replaced is not None:
            shutil.rmtree(replaced)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _fsync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_leftovers(folder: Path) -> int:
    """Delete temporary files and folders that a killed run left directly in a folder; returns how many.

    Call it only while holding the folder's lock, so that nobody else's work in progress is touched.
    """
    leftovers = [p for p in folder.glob(f"{TEMPORARY}*")] if folder.is_dir() else []
    for path in leftovers:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return len(leftovers)


def write_done(folder: Path, fingerprint: str, seconds: Mapping[str, float], report: Mapping[str, Any]) -> None:
    """Write the marker: fingerprint, files with SHA-256, seconds, and the stage's report (funnel, facts)."""
    write_json(
        folder / DONE,
        {
            "fingerprint": fingerprint,
            "files": files_of(folder),
            "seconds": {k: round(v, 3) for k, v in seconds.items()},
            **report,
        },
    )


def read_done(folder: Path) -> dict[str, Any] | None:
    """The marker of a finished stage, or None when there is none or it cannot be read."""
    path = folder / DONE
    try:
        data = read_json(path)
    except (FileNotFoundError, NotADirectoryError, json.JSONDecodeError, UnicodeDecodeError):
        return None
    return data if isinstance(data, dict) and {"fingerprint", "files"} <= data.keys() else None


def is_done(folder: Path, fingerprint: str) -> bool:
    """Whether a stage finished with this fingerprint and its files are still what it wrote."""
    done = read_done(folder)
    return done is not None and done["fingerprint"] == fingerprint and files_of(folder) == done["files"]


@contextmanager
def locked(path: Path, notice_s: float = LOCK_NOTICE_S, patience_s: float = LOCK_PATIENCE_S) -> Iterator[None]:
    """Hold an exclusive lock on a lock file, which meanwhile names the process that holds it.

    Waits for another process that has it: says so on standard error after `notice_s`, raises RunError after
    `patience_s`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8") as stream:
        _wait_for_lock(stream, path, notice_s, patience_s)
        stream.truncate(0)
        stream.write(f"process {os.getpid()} on {os.uname().nodename}")
        stream.flush()
        try:
            yield
        finally:
            stream.truncate(0)
            fcntl.flock(stream, fcntl.LOCK_UN)


def _wait_for_lock(stream: TextIO, path: Path, notice_s: float, patience_s: float) -> None:
    started, told = time.monotonic(), False
    while True:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            waited_s = time.monotonic() - started
        stream.seek(0)
        holder = stream.read(HOLDER_CHARACTERS).strip() or "another process"
        if waited_s >= patience_s:
            raise RunError(
                f"{path} has been held by {holder} for {waited_s:.0f} s; let that run end or stop it, then repeat yours"
            )
        if waited_s >= notice_s and not told:
            told = True
            print(
                f"gstgen: waiting for {holder}, which holds {path} (gives up after {patience_s:.0f} s)",
                file=sys.stderr,
                flush=True,
            )
        time.sleep(min(LOCK_POLL_S, max(patience_s - waited_s, 0.0)))
