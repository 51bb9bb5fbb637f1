"""H.264 video in segments: each closed group of pictures is encoded alone, and a video is their join by stream copy.

Two videos that share a group share its bytes, so that a variant of a video (a drawn box) costs only the groups it
changes. The bytes depend on frames and `Encoding` alone: one thread, no scene cuts, no B-frames, no metadata.
"""

from __future__ import annotations

import contextlib
import fcntl
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RunError

# The supplemental unit in which x264 writes its own name and options.
H264_SEI = 6
# The largest pipe that an unprivileged process may ask for.
PIPE_BYTES = 1 << 20


@dataclass(frozen=True)
class Encoding:
    """Size in pixels, frames a second, frames of a group of pictures, x264 preset and constant rate factor."""

    width: int
    height: int
    fps: int
    gop: int
    preset: str
    crf: int


@cache
def ffmpeg_path() -> str:
    """The ffmpeg binary that comes with imageio-ffmpeg."""
    return str(imageio_ffmpeg.get_ffmpeg_exe())


def encode_segment(frames: Iterable[NDArray[np.uint8]], path: Path, encoding: Encoding) -> None:
    """Encode 1 to `encoding.gop` RGB frames, (H, W, 3) uint8, as one closed group of pictures in an mp4 file.

    Raises ValueError for a frame of another size or type (ffmpeg would silently shift the stream) or for a wrong
    number of frames, RunError when ffmpeg fails.
    """
    shape = (encoding.height, encoding.width, 3)
    data: list[NDArray[np.uint8]] = []
    for frame in frames:
        if frame.shape != shape or frame.dtype != np.uint8:
            raise ValueError(f"frame {len(data)} of {path.name} is {frame.shape} {frame.dtype}, not {shape} uint8")
        data.append(np.ascontiguousarray(frame))
    if not 1 <= len(data) <= encoding.gop:
        raise ValueError(f"a segment has 1 to {encoding.gop} frames, not {len(data)}")
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-video_size", f"{encoding.width}x{encoding.height}"]
    source += ["-framerate", str(encoding.fps), "-i", "pipe:0"]
    codec = ["-c:v", "libx264", "-preset", encoding.preset, "-crf", str(encoding.crf), "-pix_fmt", "yuv420p"]
    codec += ["-g", str(encoding.gop), "-keyint_min", str(encoding.gop), "-sc_threshold", "0", "-bf", "0"]
    codec += ["-x264-params", "open-gop=0", "-threads", "1", "-filter_threads", "1"]
    codec += ["-sws_flags", "bicubic+accurate_rnd+bitexact", "-flags:v", "+bitexact"]
    # Said in the file, so that every player undoes the conversion that was made.
    codec += ["-colorspace", "smpte170m", "-color_range", "tv"]
    codec += ["-color_primaries", "bt709", "-color_trc", "iec61966-2-1"]
    codec += ["-bsf:v", f"filter_units=remove_types={H264_SEI}"]
    _ffmpeg([*source, *codec, *_container(path)], path, [frame.data for frame in data])


def join_segments(segments: Sequence[Path], path: Path, frames: int) -> None:
    """Join segments in order into one mp4 by stream copy; `frames` is the number of frames it must have.

    Raises RunError when ffmpeg fails or the number of frames differs.
    """
    lines = [f"file 'file:{_quoted(segment.resolve())}'\n" for segment in segments]
    source = ["-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe,fd", "-i", "pipe:0"]
    _ffmpeg([*source, "-c", "copy", *_container(path)], path, ["".join(lines).encode()])
    found = frame_count(path)
    if found != frames:
        raise RunError(f"{path.name} has {found} frames instead of {frames}")


def frame_count(path: Path) -> int:
    """Number of frames that a video file's header states."""
    capture = _open(path)
    try:
        return int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
    finally:
        capture.release()


def spread_frames(count: int, wanted: int) -> list[int]:
    """Up to `wanted` frame numbers of `count`, evenly spread, the first and the last among them."""
    return sorted({int(i) for i in np.linspace(0, count - 1, min(wanted, count)).round()})


def read_frames(path: Path, indices: Iterable[int] | None = None) -> Iterator[NDArray[np.uint8]]:
    """Decode a video: RGB frames (H, W, 3) uint8; all of them, or those of `indices` in the order asked for.

    Frames are counted by decoding from the start, never by seeking. Raises RunError for a file that cannot be read
    and for an index past its end.
    """
    capture = _open(path)
    try:
        if indices is None:
            while True:
                ok, image = capture.read()
                if not ok:
                    return
                yield _rgb(image)
        wanted = list(indices)
        kept: dict[int, NDArray[np.uint8]] = {}
        for index in range(max(wanted, default=-1) + 1):
            if not capture.grab():
                raise RunError(f"{path.name} has only {index} frames; frame {max(wanted)} was asked for")
            if index in wanted:
                kept[index] = _rgb(capture.retrieve()[1])
        yield from (kept[index] for index in wanted)
    finally:
        capture.release()


def _rgb(image: Any) -> NDArray[np.uint8]:
    return np.ascontiguousarray(image[:, :, ::-1], np.uint8)


def _open(path: Path) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    if not capture.isOpened():
        raise RunError(f"cannot read the video {path}")
    return capture


def _container(path: Path) -> list[str]:
    options = ["-an", "-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"]
    return [*options, "-movflags", "+faststart", "-f", "mp4", "-y", str(path)]


def _quoted(path: Path) -> str:
    return str(path).replace("'", "'\\''")


def _ffmpeg(arguments: list[str], path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    """Run ffmpeg with the chunks on its standard input; it writes `path`."""
    command = [ffmpeg_path(), "-nostdin", "-hide_banner", "-loglevel", "error", *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        # A frame through the default 64 KiB costs a quarter of its encoding in switches; a full quota of pipe memory
        # or another kernel leaves it at that.
        with contextlib.suppress(OSError, AttributeError):
            fcntl.fcntl(process.stdin, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        # An ffmpeg that stopped early says why on its standard error.
        with contextlib.suppress(BrokenPipeError):
            for chunk in chunks:
                rest = memoryview(chunk).cast("B")
                while rest:
                    rest = rest[process.stdin.write(rest) :]
        process.stdin.close()
        message = process.stderr.read().decode(errors="replace").strip()
    if process.returncode:
        reason = message.splitlines()[-1] if message else "no message"
        raise RunError(f"ffmpeg could not write {path.name} (status {process.returncode}): {reason}")
