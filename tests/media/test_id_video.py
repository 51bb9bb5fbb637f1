"""The archive of id images: readable by numpy, exact, equal bytes for equal arrays."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from gstgen.errors import RunError
from gstgen.media.id_video import IdVideo, IdVideoWriter, pack_array

RNG = np.random.default_rng(5)
NAMES = ["", "chair_a_0", "wall_0"]
GROUPS = [RNG.integers(0, 3, (4, 6, 8)).astype(np.uint32), RNG.integers(0, 2**32, (2, 6, 8), dtype=np.uint32)]


def write(path: Path) -> None:
    with IdVideoWriter(path, NAMES) as writer:
        writer.add(0, pack_array(GROUPS[0]), None)
        writer.add(1, pack_array(GROUPS[1]), pack_array(GROUPS[1] + 1))


def test_numpy_reads_what_was_written(tmp_path: Path) -> None:
    write(tmp_path / "v.ids.npz")
    assert zipfile.ZipFile(tmp_path / "v.ids.npz").testzip() is None
    with np.load(tmp_path / "v.ids.npz") as data:
        assert data.files == ["names", "gop_000000", "gop_000001", "glass_000001"]
        assert data["names"].tolist() == NAMES
        assert data["gop_000001"].dtype == np.uint32
        assert np.array_equal(data["gop_000000"], GROUPS[0])
        assert np.array_equal(data["glass_000001"], GROUPS[1] + 1)


def test_equal_bytes_whenever_it_is_written(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert {info.date_time for info in zipfile.ZipFile(tmp_path / "a").infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_frames_by_number(tmp_path: Path) -> None:
    write(tmp_path / "v.ids.npz")
    video = IdVideo(tmp_path / "v.ids.npz")
    assert video.names == NAMES
    for index, (group, offset) in enumerate([(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]):
        instance, glass = video.frame(index, 4)
        assert np.array_equal(instance, GROUPS[group][offset])
        assert np.array_equal(glass, GROUPS[1][offset] + 1 if group else np.zeros((6, 8)))
    with pytest.raises(RunError, match="no frame 8"):
        video.frame(8, 4)
    video.close()


def test_unfinished_archive_is_refused(tmp_path: Path) -> None:
    def stop_halfway() -> None:
        with IdVideoWriter(tmp_path / "v.ids.npz", NAMES) as writer:
            writer.add(0, pack_array(GROUPS[0]), None)
            raise KeyError

    with pytest.raises(KeyError):
        stop_halfway()
    with pytest.raises(RunError, match="cannot read"):
        IdVideo(tmp_path / "v.ids.npz")
