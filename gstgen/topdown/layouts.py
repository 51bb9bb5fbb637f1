"""How alike two room layouts are, whatever their place, scale, quarter turn or mirror image.

`compare.map_similarity` compares free space, whose outline is alike in many homes; here rooms and wall lines count.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

SIDE_PX = 128  # layouts are compared at this size; all rooms together then cover a quarter of it
AREA_SHARE = 0.25
Labels = NDArray[np.int32]  # (H, W): 0 = no room, else 1 + the room's index
_SHIFT = 4  # binary digits of a pixel that cv2 draws polygons with


@dataclass(frozen=True)
class LayoutSimilarity:
    """Both 0..1, 1 for the same layout: the overlap of rooms and the agreement of wall lines."""

    rooms: float
    walls: float


def label_map(rooms: Mapping[str, shapely.Polygon]) -> Labels:
    """Rooms centred in a square of `SIDE_PX` and scaled to a fixed total area. ValueError without any area."""
    shapes = [rooms[name] for name in sorted(rooms)]
    joined = shapely.union_all(shapes)
    if joined.area <= 0.0:
        raise ValueError("a layout without rooms cannot be compared")
    scale = SIDE_PX * math.sqrt(AREA_SHARE / joined.area)
    center = np.array(joined.centroid.coords[0])
    labels = np.zeros((SIDE_PX, SIDE_PX), np.int32)
    for index, shape in enumerate(shapes):
        points = (np.asarray(shape.exterior.coords) - center) * scale + SIDE_PX / 2 - 0.5
        cv2.fillPoly(labels, [np.round(points * 2**_SHIFT).astype(np.int32)], index + 1, shift=_SHIFT)
    return labels


def area_bound(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """The largest room overlap that two layouts with these room areas (any unit) can have."""
    first, second = (np.array(sorted(v.values())) / max(sum(v.values()), 1e-9) for v in (a, b))
    ratio = np.minimum(first[:, None], second[None]) / np.maximum(np.maximum(first[:, None], second[None]), 1e-9)
    return float((first * ratio.max(1)).sum() + (second * ratio.max(0)).sum()) / 2


def layout_similarity(a: Labels, b: Labels) -> LayoutSimilarity:
    """The best of the eight symmetries, each shifted to where the floors overlap most (by the overlap of rooms)."""
    padded = (2 * SIDE_PX, 2 * SIDE_PX)
    spectrum = np.fft.rfft2((a > 0).astype(float), padded)
    best = LayoutSimilarity(0.0, 0.0)
    turned = [np.rot90(b, k) for k in range(4)]
    for image in [*turned, *(t[:, ::-1] for t in turned)]:
        shared = np.fft.irfft2(spectrum * np.conj(np.fft.rfft2((image > 0).astype(float), padded)), padded)
        row, column = (int(v) for v in np.unravel_index(int(np.argmax(shared)), padded))
        moved = _shifted(image, (row + SIDE_PX) % (2 * SIDE_PX) - SIDE_PX, (column + SIDE_PX) % (2 * SIDE_PX) - SIDE_PX)
        rooms = _room_overlap(a, moved)
        if rooms > best.rooms:
            best = LayoutSimilarity(rooms, _wall_agreement(a, moved))
    return best


def _shifted(labels: Labels, rows: int, columns: int) -> Labels:
    out = np.zeros_like(labels)
    height, width = labels.shape
    y0, y1, x0, x1 = max(rows, 0), min(height + rows, height), max(columns, 0), min(width + columns, width)
    if y0 < y1 and x0 < x1:
        out[y0:y1, x0:x1] = labels[y0 - rows : y1 - rows, x0 - columns : x1 - columns]
    return out


def _room_overlap(a: Labels, b: Labels) -> float:
    """Mean over both layouts' rooms, by area, of the best intersection over union with a room of the other."""
    width = int(b.max()) + 1
    table = np.bincount((a * width + b).ravel(), minlength=(int(a.max()) + 1) * width).reshape(-1, width)
    areas_a, areas_b = table.sum(1)[1:], table.sum(0)[1:]
    shared = table[1:, 1:]
    overlap = shared / np.maximum(areas_a[:, None] + areas_b[None] - shared, 1)
    total = int(areas_a.sum() + areas_b.sum())
    return float((areas_a * overlap.max(1)).sum() + (areas_b * overlap.max(0)).sum()) / max(total, 1)


def _wall_agreement(a: Labels, b: Labels) -> float:
    """F1 score of wall pixels that lie within a pixel of the other layout's walls."""
    walls = [_walls(a), _walls(b)]
    near = [cv2.dilate(w.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) for w in walls]
    hits = [float((walls[0] & near[1]).sum()) / max(int(walls[0].sum()), 1),
            float((walls[1] & near[0]).sum()) / max(int(walls[1].sum()), 1)]  # fmt: skip
    return 2 * hits[0] * hits[1] / max(hits[0] + hits[1], 1e-9)


def _walls(labels: Labels) -> NDArray[np.bool_]:
    """Pixels whose right or lower neighbour belongs to another room, or to none."""
    out = np.zeros(labels.shape, bool)
    out[:, :-1] |= labels[:, :-1] != labels[:, 1:]
    out[:-1] |= labels[:-1] != labels[1:]
    return out
