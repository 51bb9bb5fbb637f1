"""Segments, splicing, exactness of frames, and no metadata."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gstgen.errors import RunError
from gstgen.media.encoder import Encoding, encode_segment, ffmpeg_path, frame_count, join_segments, read_frames
from gstgen.media.overlay import draw_box

ENCODING = Encoding(width=96, height=64, fps=10, gop=5, preset="veryfast", crf=20)
Frame = NDArray[np.uint8]


def moving_frames(count: int) -> list[Frame]:
    """A bright square that moves 4 px a frame over a smooth ground: each frame is recognisable."""
    ground = np.linspace(40, 120, ENCODING.width)[None, :, None] * np.ones((ENCODING.height, 1, 3))
    frames = []
    for i in range(count):
        frame = ground.astype(np.uint8)
        frame[20:36, 4 * i : 4 * i + 8] = (240, 240, 240)
        frames.append(frame)
    return frames


def encode_groups(frames: list[Frame], folder: Path, prefix: str) -> list[Path]:
    paths = []
    for number, start in enumerate(range(0, len(frames), ENCODING.gop)):
        path = folder / f"{prefix}{number}.mp4"
        encode_segment(frames[start : start + ENCODING.gop], path, ENCODING)
        paths.append(path)
    return paths


def packet_hashes(path: Path) -> list[str]:
    command = [ffmpeg_path(), "-v", "error", "-i", str(path), "-c", "copy", "-f", "framemd5", "-"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_spliced_video_differs_only_in_touched_groups(tmp_path: Path) -> None:
    frames = moving_frames(18)
    plain = encode_groups(frames, tmp_path, "plain")
    marked = [draw_box(f, (4 * i, 20, 4 * i + 8, 36), 2) if 6 <= i <= 8 else f for i, f in enumerate(frames)]
    encode_segment(marked[5:10], tmp_path / "touched.mp4", ENCODING)
    join_segments(plain, tmp_path / "plain.mp4", 18)
    join_segments([plain[0], tmp_path / "touched.mp4", *plain[2:]], tmp_path / "marked.mp4", 18)

    a, b = packet_hashes(tmp_path / "plain.mp4"), packet_hashes(tmp_path / "marked.mp4")
    assert len(a) == len(b) == 18
    assert [i for i in range(18) if a[i].split(",")[-1] != b[i].split(",")[-1]] == [5, 6, 7, 8, 9]
    assert [line.split(",")[2] for line in a] == [line.split(",")[2] for line in b]

    shown, decoded = list(read_frames(tmp_path / "plain.mp4")), list(read_frames(tmp_path / "marked.mp4"))
    assert len(shown) == len(decoded) == frame_count(tmp_path / "marked.mp4") == 18
    for i in [*range(5), *range(10, 18)]:
        assert np.array_equal(shown[i], decoded[i])
    for i, frame in enumerate(decoded):
        assert abs(int(frame.astype(int)[28, 4 * i + 4].mean()) - 240) < 12, i  # no frame slipped
        red = frame[:, :, 0].astype(int) - frame[:, :, 1] > 120
        assert bool(red.any()) == (6 <= i <= 8)


def test_wrong_frames_are_refused(tmp_path: Path) -> None:
    good = moving_frames(1)[0]
    for bad in (good[:-2], good[:, :-2], good[..., :1], good.astype(np.float32)):
        with pytest.raises(ValueError, match="frame 1 of"):
            encode_segment([good, bad], tmp_path / "x.mp4", ENCODING)
    for count in (0, ENCODING.gop + 1):
        with pytest.raises(ValueError, match="1 to 5 frames"):
            encode_segment([good] * count, tmp_path / "x.mp4", ENCODING)
    assert not list(tmp_path.iterdir())


def test_equal_frames_give_equal_bytes_without_metadata(tmp_path: Path) -> None:
    frames = moving_frames(7)
    for name in ("a", "b"):
        join_segments(encode_groups(frames, tmp_path, name), tmp_path / f"{name}.mp4", 7)
    data = (tmp_path / "a.mp4").read_bytes()
    assert data == (tmp_path / "b.mp4").read_bytes()
    for mark in (b"x264", b"Lavf", b"Lavc", str(tmp_path).encode()):
        assert mark not in data
    assert data.count(b"ilst") == data.count(b"\0\0\0\x08ilst")  # every list of tags is empty
    assert data.index(b"moov") < data.index(b"mdat")
    command = [ffmpeg_path(), "-i", str(tmp_path / "a.mp4")]
    facts = subprocess.run(command, capture_output=True, text=True, check=False).stderr  # it wants an output: status 1
    assert "h264" in facts
    assert "yuv420p" in facts
    assert "96x64" in facts
    assert "10 fps" in facts
    assert "Duration: 00:00:00.70" in facts


def test_frames_by_index_and_past_the_end(tmp_path: Path) -> None:
    frames = moving_frames(7)
    join_segments(encode_groups(frames, tmp_path, "s"), tmp_path / "v.mp4", 7)
    every = list(read_frames(tmp_path / "v.mp4"))
    some = list(read_frames(tmp_path / "v.mp4", [6, 0, 6, 3]))
    assert all(np.array_equal(a, every[i]) for a, i in zip(some, (6, 0, 6, 3), strict=True))
    with pytest.raises(RunError, match="only 7 frames"):
        list(read_frames(tmp_path / "v.mp4", [7]))
    with pytest.raises(RunError, match="cannot read"):
        list(read_frames(tmp_path / "none.mp4"))


def test_join_counts_frames_and_copes_with_odd_names(tmp_path: Path) -> None:
    folder = tmp_path / "it's a [folder]"
    folder.mkdir()
    segments = encode_groups(moving_frames(6), folder, "seg ment'")
    with pytest.raises(RunError, match="6 frames instead of 5"):
        join_segments(segments, folder / "v.mp4", 5)
    with pytest.raises(RunError, match="could not write w"):
        join_segments([folder / "missing.mp4"], folder / "w.mp4", 1)


def test_ffmpeg_that_stops_early_says_why(tmp_path: Path) -> None:
    large = Encoding(width=640, height=512, fps=10, gop=5, preset="bogus", crf=20)
    with pytest.raises(RunError, match=r"could not write x.mp4 \(status \d+\): "):
        encode_segment([np.zeros((512, 640, 3), np.uint8)] * 5, tmp_path / "x.mp4", large)
    with pytest.raises(RunError, match="could not write x"):
        encode_segment(moving_frames(2), tmp_path / "no folder" / "x.mp4", ENCODING)
