"""Bit-exact tar files: no times, no owners, members in the given order; written under a temporary name and renamed."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path

from gstgen.dataset.store import TEMPORARY

BLOCK = 512
RECORD = 20 * BLOCK  # tar files end at a multiple of this
LONG_NAME = 100  # a longer name takes two more blocks in the GNU format

Member = tuple[str, bytes | Path]


def member_bytes(name: str, content: bytes | Path) -> int:
    """Bytes a member takes in a tar file, headers and padding included."""
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    header = BLOCK if len(name.encode()) <= LONG_NAME else 3 * BLOCK
    return header + -(-size // BLOCK) * BLOCK


def write_tar(path: Path, members: Iterable[Member]) -> str:
    """Write a tar file whose bytes depend on names and contents alone; returns its SHA-256 (hexadecimal).

    Flushed to disk and renamed into place, so that nobody meets half a file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=TEMPORARY)
    try:
        with os.fdopen(handle, "wb") as raw:
            stream = _Hashing(raw)
            with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT, bufsize=RECORD) as archive:
                for member, content in members:
                    _add(archive, member, content)
            raw.flush()
            os.fsync(raw.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return stream.sha256.hexdigest()


def _add(archive: tarfile.TarFile, name: str, content: bytes | Path) -> None:
    info = tarfile.TarInfo(name)  # owner 0, group 0, no names, time 0
    info.mode = 0o644
    if isinstance(content, bytes):
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
        return
    info.size = content.stat().st_size
    with content.open("rb") as source:
        archive.addfile(info, source)


class _Hashing(io.RawIOBase):
    """A write-only stream that hashes what passes."""

    def __init__(self, raw: io.BufferedWriter) -> None:
        self.sha256 = hashlib.sha256()
        self._raw = raw

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._raw.tell()

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.sha256.update(data)
        return self._raw.write(data)
