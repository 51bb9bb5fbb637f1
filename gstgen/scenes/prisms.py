"""Boxes with one vertical axis as footprints and height ranges, thousands at once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from gstgen.geometry.boxes import OrientedBox

Array = NDArray[np.float64]
_SIGNS = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))


class Prisms:
    """`low`, `high` (N) heights and `footprints` (N polygons) of boxes; `corners_m` (N, 8, 3).

    ValueError for a box without a vertical axis.
    """

    def __init__(self, boxes: Sequence[OrientedBox]) -> None:
        count = len(boxes)
        rotation = np.array([b.rotation for b in boxes], float).reshape(count, 3, 3)
        size = np.array([b.size_m for b in boxes], float).reshape(count, 3)
        center = np.array([b.center_m for b in boxes], float).reshape(count, 3)
        upright = np.abs(rotation[:, 2]).max(1, initial=0.0) if count else np.zeros(0)
        if (upright < 1.0 - 1e-9).any():
            raise ValueError(f"box {int(np.argmin(upright))}: no axis of it is vertical")
        local = _SIGNS[None] * size[:, None]
        self.corners_m: Array = np.einsum("nij,nkj->nki", rotation, local) + center[:, None]
        self.low: Array = self.corners_m[..., 2].min(1, initial=np.inf)
        self.high: Array = self.corners_m[..., 2].max(1, initial=-np.inf)
        up = np.abs(rotation[:, 2]).argmax(1) if count else np.zeros(0, int)
        first, second = (up + 1) % 3, (up + 2) % 3
        each = np.arange(count)
        a = rotation[each, :2, first] * (size[each, first] / 2)[:, None]
        b = rotation[each, :2, second] * (size[each, second] / 2)[:, None]
        middle = center[:, :2]
        ring = np.stack([middle - a - b, middle + a - b, middle + a + b, middle - a + b], 1)
        self.footprints: NDArray[np.object_] = shapely.polygons(ring) if count else np.zeros(0, object)

    def overlapping(self, tolerance_m: float) -> list[tuple[int, int]]:
        """Pairs (i < j) that share more than a tolerance in every direction."""
        tree = shapely.STRtree(self.footprints)
        i, j = tree.query(self.footprints)
        keep = i < j
        i, j = i[keep], j[keep]
        bounds = shapely.bounds(self.footprints).reshape(-1, 4)
        shared = np.minimum(bounds[i, 2:], bounds[j, 2:]) - np.maximum(bounds[i, :2], bounds[j, :2])
        keep = (shared > tolerance_m).all(1)
        keep &= np.minimum(self.high[i], self.high[j]) - np.maximum(self.low[i], self.low[j]) > tolerance_m
        i, j = i[keep], j[keep]
        shrunk = shapely.buffer(self.footprints, -tolerance_m / 2, join_style="mitre")
        keep = shapely.intersects(shrunk[i], shrunk[j])
        return sorted(zip(i[keep].tolist(), j[keep].tolist(), strict=True))
