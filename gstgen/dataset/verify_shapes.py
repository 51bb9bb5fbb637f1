"""Small image geometry of the verification, apart from the code that made the pictures."""

from __future__ import annotations

import itertools
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]
Box = tuple[int, int, int, int]
NEAR_M = 0.02  # a box that reaches behind the camera is cut here


def box_corners(target: Any) -> Array:
    """(8, 3) corners of anything with center_m, size_m, rotation (columns = axes)."""
    half = np.array(target.size_m, float) / 2
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    corners: Array = np.array(target.center_m, float) + (signs * half) @ np.array(target.rotation, float).T
    return corners


def project_box(corners: Array, T_world_camera: Array, K: Array) -> Array:
    """Convex outline (N, 2) in pixels of a box seen by a camera, cut at the near plane; empty when all behind it."""
    T = np.asarray(T_world_camera, float)
    local = (corners - T[:3, 3]) @ T[:3, :3]
    points = [p for p in local if p[2] > NEAR_M]
    for i, j in itertools.combinations(range(8), 2):
        if bin(i ^ j).count("1") == 1 and (local[i, 2] > NEAR_M) != (local[j, 2] > NEAR_M):
            share = (NEAR_M - local[i, 2]) / (local[j, 2] - local[i, 2])
            points.append(local[i] + share * (local[j] - local[i]))
    if len(points) < 3:
        return np.zeros((0, 2))
    p = np.array(points)
    pixels = np.stack([K[0, 0] * p[:, 0] / p[:, 2] + K[0, 2], K[1, 1] * p[:, 1] / p[:, 2] + K[1, 2]], -1)
    return convex_hull(pixels)


def convex_hull(points: Array) -> Array:
    """Corners (N, 2) of the convex hull, in order."""
    hull: Array = cv2.convexHull(np.asarray(points, np.float32)).reshape(-1, 2).astype(np.float64)
    return hull


def outside_by(hull: Array, points: Array) -> Array:
    """How far points (M, 2) lie beyond the lines of a convex hull's sides (negative inside); inf for an empty hull."""
    if len(hull) < 3:
        return np.full(len(points), np.inf)
    normal, offset = _sides(hull)
    distances: Array = np.max(points @ normal.T - offset, axis=1)
    return distances


def _sides(hull: Array) -> tuple[Array, Array]:
    """Outward unit normals (N, 2) and offsets (N) of a hull's sides: a point p lies `p @ normal - offset` outside."""
    a, b = hull, np.roll(hull, -1, axis=0)
    normal = np.stack([b[:, 1] - a[:, 1], a[:, 0] - b[:, 0]], -1)
    length = np.linalg.norm(normal, axis=1)
    a, normal = a[length > 1e-9], normal[length > 1e-9] / length[length > 1e-9, None]
    if ((hull.mean(0) - a[0]) @ normal[0]) > 0:
        normal = -normal
    return normal, np.sum(a * normal, axis=1)


def mask_box(mask: Mask) -> Box | None:
    """Half-open rectangle (x1, y1, x2, y2) of a mask (H, W), None when it is empty."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if len(rows) == 0:
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def hull_share(mask: Mask, hull: Array, margin_px: float) -> float:
    """Share of a mask's pixels (their centres) inside a hull whose sides are moved outwards by a margin.

    The grown hull is convex, so it holds one run of columns of each row: what `outside_by` finds, for a whole mask.
    """
    box = mask_box(mask)
    if box is None:
        raise ValueError("an empty mask has no share")
    if len(hull) < 3:
        return 0.0
    x1, y1, x2, y2 = box
    part = mask[y1:y2, x1:x2]
    normal, offset = _sides(hull)
    # For each side and row: normal_x * column <= room.
    room = margin_px + offset[:, None] - normal[:, 1:] * (np.arange(y1, y2) + 0.5)
    left, right, upright = normal[:, 0] < 0, normal[:, 0] > 0, normal[:, 0] == 0
    low = np.max(room[left] / normal[left, :1], axis=0, initial=-np.inf)
    high = np.min(room[right] / normal[right, :1], axis=0, initial=np.inf)
    high = np.where((room[upright] >= 0).all(0), high, -np.inf)
    columns = np.arange(x1, x2) + 0.5
    inside = part & (columns >= low[:, None]) & (columns <= high[:, None])
    return np.count_nonzero(inside) / np.count_nonzero(part)


def rect_iou(hull: Array, box: Box, width: int, height: int) -> float:
    """Overlap of a hull's rectangle, clipped to the picture, with a half-open box."""
    if len(hull) == 0:
        return 0.0
    low = np.clip(hull.min(0), 0, [width, height])
    high = np.clip(hull.max(0), 0, [width, height])
    x1, y1, x2, y2 = box
    overlap = max(min(high[0], x2) - max(low[0], x1), 0.0) * max(min(high[1], y2) - max(low[1], y1), 0.0)
    union = (high[0] - low[0]) * (high[1] - low[1]) + (x2 - x1) * (y2 - y1) - overlap
    return float(overlap / union)


def differs(a: NDArray[Any], b: NDArray[Any]) -> Mask:
    """Pixels (H, W) whose channels (H, W, C) are not all equal."""
    unequal = a != b
    some: Mask = unequal[..., 0]
    for channel in range(1, unequal.shape[2]):
        some = some | unequal[..., channel]
    return some


def redness(picture: Picture) -> Array:
    """How far red stands above green and blue, (H, W)."""
    p = picture.astype(np.float64)
    return p[..., 0] - np.maximum(p[..., 1], p[..., 2])


def blueness(picture: Picture) -> Array:
    """How far blue stands above red and green, (H, W)."""
    p = picture.astype(np.float64)
    return p[..., 2] - np.maximum(p[..., 0], p[..., 1])


def drawn_side_shares(
    picture: Picture, plain: Picture, box: Box, tolerance_px: float, contrast: float
) -> dict[str, float]:
    """For each side of a box, the share of it along which a red line runs just outside, within a tolerance.

    A line is what is red and has turned so since the `plain` picture (a wall of brick is no line), unless that was too
    red for a line to stand out. Near the border of the picture a line may move inwards by the tolerance, because it
    cannot lie outside.
    """
    height, width = picture.shape[:2]
    x1, y1, x2, y2 = box
    reach = int(np.ceil(tolerance_px))
    # Only the surroundings of the box are looked at.
    red = np.zeros((height, width), bool)
    near = slice(max(y1 - reach, 0), y2 + reach), slice(max(x1 - reach, 0), x2 + reach)
    red_before, red_now = redness(plain[near]), redness(picture[near])
    red[near] = (red_now >= contrast) & ((red_now - red_before >= contrast) | (red_before >= 255 - 2 * contrast))

    def span(edge: int, outwards: int, size: int) -> slice:
        free = edge if outwards < 0 else size - edge
        inwards = 1 if free >= reach else reach
        low, high = (edge - reach, edge + inwards) if outwards < 0 else (edge - inwards, edge + reach)
        return slice(max(low, 0), min(high, size))

    return {
        "left": float(red[y1:y2, span(x1, -1, width)].any(1).mean()),
        "right": float(red[y1:y2, span(x2, 1, width)].any(1).mean()),
        "top": float(red[span(y1, -1, height), x1:x2].any(0).mean()),
        "bottom": float(red[span(y2, 1, height), x1:x2].any(0).mean()),
    }


def distance_to_path(points: Array, path: Array) -> Array:
    """Distance of points (M, 2) to a polyline (N, 2), metres."""
    a, b = path[:-1], path[1:]
    ab = b - a
    length2 = np.maximum((ab**2).sum(1), 1e-12)
    ap = points[:, None] - a[None]
    share = np.clip((ap * ab).sum(-1) / length2, 0.0, 1.0)
    return np.asarray(np.linalg.norm(ap - share[..., None] * ab, axis=-1).min(1))


def dense_path(path: Array, step_m: float) -> Array:
    """Points every `step_m` along a polyline (N, 2), both ends kept."""
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    at = np.linspace(0.0, along[-1], max(2, int(along[-1] / step_m) + 1))
    return np.stack([np.interp(at, along, path[:, k]) for k in (0, 1)], -1)
