"""Small pictures of a page: strips of videos, views, pictures of questions; JPEG."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.store import write_bytes
from gstgen.errors import RunError
from gstgen.media.encoder import frame_count, read_frames, spread_frames
from gstgen.media.pictures import read_png
from gstgen.report.settings import ReportSettings

Picture = NDArray[np.uint8]
_ROW = 6  # frames side by side in a strip
_PAPER = 255


def shrunk(picture: Picture, width_px: int) -> Picture:
    """An RGB picture at a width of at most `width_px`; grey becomes RGB, what is transparent white."""
    if picture.ndim == 2:
        picture = np.repeat(picture[..., None], 3, -1)
    if picture.shape[2] == 4:
        alpha = picture[..., 3:].astype(np.float64) / 255.0
        picture = np.round(picture[..., :3] * alpha + _PAPER * (1 - alpha)).astype(np.uint8)
    height, width = picture.shape[:2]
    if width <= width_px:
        return picture
    size = (width_px, max(round(height * width_px / width), 1))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def write_jpeg(path: Path, picture: Picture, quality: int) -> None:
    """Write an RGB picture (H, W, 3)."""
    done, data = cv2.imencode(".jpg", np.ascontiguousarray(picture[:, :, ::-1]), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RunError(f"{path.name} could not be encoded as JPEG")
    write_bytes(path, data.tobytes())


def write_strip(video: Path, out: Path, settings: ReportSettings) -> list[int]:
    """Evenly spread frames of a video, each with its number, in rows; returns the numbers."""
    numbers = spread_frames(frame_count(video), settings.strip_frames)
    tiles = []
    for number, frame in zip(numbers, read_frames(video, numbers), strict=True):
        tile = shrunk(frame, settings.strip_frame_px).copy()
        for colour, width in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(tile, str(number), (5, 14), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, width, cv2.LINE_AA)
        tiles.append(tile)
    blank = np.full_like(tiles[0], _PAPER)
    columns = min(_ROW, len(tiles))
    tiles += [blank] * (-len(tiles) % columns)
    rows = [np.hstack(tiles[i : i + columns]) for i in range(0, len(tiles), columns)]
    write_jpeg(out, np.vstack(rows), settings.jpeg_quality)
    return numbers


def write_small(source: Path, out: Path, width_px: int, quality: int) -> None:
    """A PNG of the dataset as a small JPEG."""
    write_jpeg(out, shrunk(read_png(source), width_px), quality)
