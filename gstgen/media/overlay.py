"""What is drawn on pictures: the red box of a target on a frame, a path on a top-down map."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from gstgen.media.settings import PathStyle

BOX_COLOR = (255, 0, 0)
PATH_COLOR = (255, 0, 0)
START_COLOR = (0, 0, 255)
# Paths are rasterised at this multiple of the map's size and averaged down.
SUPERSAMPLING = 4


def draw_box(picture: NDArray[np.uint8], box_px: Sequence[int], thickness_px: int) -> NDArray[np.uint8]:
    """A copy of an RGB picture (H, W, 3) with a pure red frame around a half-open pixel box (x1, y1, x2, y2).

    The frame lies outside the box, so that nothing of the target is covered, except where the picture ends: there
    it moves inwards and stays whole. Raises ValueError for an empty box or one that leaves the picture.
    """
    height, width = picture.shape[:2]
    x1, y1, x2, y2 = (int(v) for v in box_px)
    if not (0 <= x1 < x2 <= width and 0 <= y1 < y2 <= height):
        raise ValueError(f"box {(x1, y1, x2, y2)} is empty or leaves the {width}x{height} picture")
    t = thickness_px
    left, top, right, bottom = max(x1 - t, 0), max(y1 - t, 0), min(x2 + t, width), min(y2 + t, height)
    out = picture.copy()
    for rows, columns in (
        (slice(top, top + t), slice(left, right)),
        (slice(max(bottom - t, 0), bottom), slice(left, right)),
        (slice(top, bottom), slice(left, left + t)),
        (slice(top, bottom), slice(max(right - t, 0), right)),
    ):
        out[rows, columns] = BOX_COLOR
    return out


def draw_path(picture: NDArray[np.uint8], points_px: ArrayLike, style: PathStyle) -> NDArray[np.uint8]:
    """A copy of an RGB map (H, W, 3) with a path, points (N >= 1, 2) in pixels: translucent red, blue dot at its start.

    Anti-aliased; where the path crosses itself it is not drawn twice, and the dot replaces the stroke under it.
    """
    points = np.asarray(points_px, float)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) == 0:
        raise ValueError(f"a path has points (N, 2), not {points.shape}")
    height, width = picture.shape[:2]
    stroke = np.zeros((height * SUPERSAMPLING, width * SUPERSAMPLING), np.uint8)
    dot = stroke.copy()
    # OpenCV's integer coordinates are pixel centres; ours are at integer + 0.5. Sixteenths of a pixel by `shift`.
    fine = np.round((points * SUPERSAMPLING - 0.5) * 16).astype(np.int32)
    thickness = max(1, round(style.stroke_px * SUPERSAMPLING))
    cv2.polylines(stroke, [fine.reshape(-1, 1, 2)], False, 255, thickness, cv2.LINE_8, 4)
    radius = round(style.dot_radius_px * SUPERSAMPLING * 16)
    cv2.circle(dot, (int(fine[0, 0]), int(fine[0, 1])), radius, 255, -1, cv2.LINE_8, 4)
    dot_cover = cv2.resize(dot, (width, height), interpolation=cv2.INTER_AREA).astype(float)[..., None] / 255
    stroke_cover = cv2.resize(stroke, (width, height), interpolation=cv2.INTER_AREA).astype(float)[..., None] / 255
    stroke_alpha = stroke_cover * (1 - dot_cover) * style.opacity
    dot_alpha = dot_cover * style.opacity
    mixed = picture * (1 - stroke_alpha - dot_alpha)
    mixed = mixed + stroke_alpha * np.array(PATH_COLOR) + dot_alpha * np.array(START_COLOR)
    return np.asarray(np.clip(np.rint(mixed), 0, 255), np.uint8)
