"""The atomic store: nothing half-written is ever taken for finished."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gstgen.dataset.store import (
    atomic_folder,
    files_of,
    is_done,
    locked,
    read_done,
    read_json,
    remove_leftovers,
    write_done,
    write_json,
    write_npz,
)
from gstgen.errors import RunError


def _finish(folder: Path, text: str, mark: str = "mark") -> None:
    with atomic_folder(folder) as out:
        (out / "a.txt").write_text(text)
        write_done(out, mark, {"total": 1.0}, {"funnel": {}, "facts": {}})


def test_finished_folder_is_done_and_other_fingerprint_is_not(tmp_path: Path) -> None:
    _finish(tmp_path / "stage", "one")
    assert is_done(tmp_path / "stage", "mark")
    assert not is_done(tmp_path / "stage", "other")
    assert not is_done(tmp_path / "absent", "mark")


@pytest.mark.parametrize("damage", ["change", "remove", "add", "truncate_marker"])
def test_damaged_folder_is_not_done(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "stage"
    _finish(folder, "one")
    if damage == "change":
        (folder / "a.txt").write_text("two")
    elif damage == "remove":
        (folder / "a.txt").unlink()
    elif damage == "add":
        (folder / "b.txt").write_text("stray")
    else:
        marker = folder / "_done.json"
        marker.write_bytes(marker.read_bytes()[:-20])
    assert not is_done(folder, "mark")


def test_error_inside_keeps_the_old_folder_and_leaves_no_temporary(tmp_path: Path) -> None:
    folder = tmp_path / "stage"
    _finish(folder, "old")

    def interrupted() -> None:
        with atomic_folder(folder) as out:
            (out / "a.txt").write_text("new")
            raise RuntimeError("boom")

    with pytest.raises(RuntimeError, match="boom"):
        interrupted()
    assert (folder / "a.txt").read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["stage"]


def test_replacing_swaps_the_whole_folder(tmp_path: Path) -> None:
    _finish(tmp_path / "stage", "old")
    with atomic_folder(tmp_path / "stage") as out:
        (out / "b.txt").write_text("new")
    assert sorted(files_of(tmp_path / "stage")) == ["b.txt"]


def test_killed_writer_leaves_nothing_that_counts_as_finished(tmp_path: Path) -> None:
    code = textwrap.dedent(
        """
        import sys, time
        from pathlib import Path
        from gstgen.dataset.store import atomic_folder
        with atomic_folder(Path(sys.argv[1]) / "stage") as out:
            (out / "a.txt").write_text("half")
            print("ready", flush=True)
            time.sleep(60)
        """
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGKILL)
    assert not (tmp_path / "stage").exists()
    assert remove_leftovers(tmp_path) == 1
    assert list(tmp_path.iterdir()) == []


def test_json_refuses_nan_and_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    write_json(path, {"b": 1, "a": 0.1})
    assert path.read_text().index('"a"') < path.read_text().index('"b"')
    with pytest.raises(ValueError, match="JSON compliant"):
        write_json(path, {"a": float("nan")})
    assert read_json(path) == {"a": 0.1, "b": 1}


def test_npz_bytes_depend_on_the_arrays_alone(tmp_path: Path) -> None:
    first = {"b": np.arange(6, dtype=np.uint32).reshape(2, 3), "a": np.array(["x", "yy"])}
    write_npz(tmp_path / "1.npz", first)
    write_npz(tmp_path / "2.npz", dict(reversed(first.items())))
    assert (tmp_path / "1.npz").read_bytes() == (tmp_path / "2.npz").read_bytes()
    loaded = np.load(tmp_path / "1.npz")
    assert np.array_equal(loaded["b"], first["b"])
    assert loaded["a"].tolist() == ["x", "yy"]


def test_unreadable_marker_reads_as_not_done(tmp_path: Path) -> None:
    folder = tmp_path / "stage"
    folder.mkdir()
    (folder / "_done.json").write_bytes(b"\xff\xfe{")
    assert read_done(folder) is None


def test_written_files_are_readable_by_others(tmp_path: Path) -> None:
    write_json(tmp_path / "x.json", {})
    assert os.stat(tmp_path / "x.json").st_mode & 0o777 == 0o644


HOLDING = """
import sys, time
from pathlib import Path
from gstgen.dataset.store import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """A lock file that another process holds."""
    path = tmp_path / ".lock"
    with subprocess.Popen([sys.executable, "-c", HOLDING, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield path, process
        process.kill()


def test_a_lock_that_is_held_is_named_and_given_up(held, capsys) -> None:
    path, process = held
    with pytest.raises(RunError, match=f"held by process {process.pid} on .* stop it"), locked(path, 0.05, 0.3):
        raise AssertionError("the lock was not held")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert f"process {process.pid}" in said[0]
    assert str(path) in said[0]


def test_a_lock_of_a_killed_process_is_free(held, capsys) -> None:
    path, process = held
    process.kill()
    process.wait()
    with locked(path, 0.05, 5.0):
        assert f"process {os.getpid()} " in path.read_text()
    assert path.read_text() == ""
    assert capsys.readouterr().err == ""
