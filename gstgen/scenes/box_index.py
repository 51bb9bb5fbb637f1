"""Axis-aligned boxes of one room with fast collision tests for many candidate places at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import shapely
from numpy.typing import NDArray

Array = NDArray[np.float64]
Box = tuple[float, float, float, float, float, float]  # x0, y0, z0, x1, y1, z1

SLACK_M = 1e-4  # boxes that share less touch
_TREE_FROM = 192  # fewer boxes are compared one by one
_BLOCK = 400_000  # comparisons at once, which bounds memory


class BoxIndex:
    """A growing list of boxes; beyond some 200 a tree answers which of them are near."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._data = np.zeros((16, 6))
        self._count = 0
        self._tree: shapely.STRtree | None = None
        self._in_tree = 0
        self.extend(boxes)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Box]:
        return iter([tuple(row) for row in self.array.tolist()])

    @property
    def array(self) -> Array:
        """All boxes (M, 6)."""
        return self._data[: self._count]

    def append(self, box: Box) -> None:
        """Add a box."""
        self.extend([box])

    def extend(self, boxes: Iterable[Box] | Array) -> None:
        """Add boxes (K, 6)."""
        rows = np.asarray(list(boxes), float).reshape(-1, 6)
        need = self._count + len(rows)
        if need > len(self._data):
            grown = np.zeros((max(need, 2 * len(self._data)), 6))
            grown[: self._count] = self.array
            self._data = grown
        self._data[self._count : need] = rows
        self._count = need

    def hits(self, boxes: Array) -> NDArray[np.bool_]:
        """(N) whether any of the K boxes (N, K, 6) shares space with one of the list."""
        n, k = boxes.shape[:2]
        hit = np.zeros(n, bool)
        if not self._count or not n:
            return hit
        low, high = boxes[..., :3].min((0, 1)), boxes[..., 3:].max((0, 1))
        if self._count > _TREE_FROM and n * k > 4:
            self._grow_tree()
            assert self._tree is not None
            flat = boxes.reshape(-1, 6)
            pairs = self._tree.query(shapely.box(flat[:, 0], flat[:, 1], flat[:, 3], flat[:, 4]))
            a, b = flat[pairs[0]], self._data[pairs[1]]
            shared = np.minimum(a[:, 3:], b[:, 3:]) - np.maximum(a[:, :3], b[:, :3])
            hit[pairs[0][np.all(shared > SLACK_M, axis=1)] // k] = True
            near = self._data[self._in_tree : self._count]
        else:
            near = self.array
        near = near[np.all((near[:, :3] < high) & (near[:, 3:] > low), axis=1)]
        if not len(near):
            return hit
        step = max(1, _BLOCK // (k * len(near)))
        for start in range(0, n, step):
            part = boxes[start : start + step, :, None, :]
            inside = np.ones((part.shape[0], k, len(near)), bool)
            for axis in range(3):
                shared = np.minimum(part[..., axis + 3], near[:, axis + 3]) - np.maximum(part[..., axis], near[:, axis])
                inside &= shared > SLACK_M
            hit[start : start + step] |= inside.any((1, 2))
        return hit

    def hits_box(self, box: Array, but: Array | None = None) -> bool:
        """Whether a box (6) shares space with one of the list, boxes equal to `but` aside."""
        rows = self.array
        shared = np.minimum(rows[:, 3:], box[3:]) - np.maximum(rows[:, :3], box[:3])
        near = rows[np.all(shared > SLACK_M, axis=1)]
        if but is not None and len(near):
            near = near[np.abs(near - but).max(1) > 1e-6]
        return len(near) > 0

    def _grow_tree(self) -> None:
        if self._tree is None or self._count - self._in_tree > max(64, self._in_tree // 8):
            rows = self.array
            self._tree = shapely.STRtree(shapely.box(rows[:, 0], rows[:, 1], rows[:, 3], rows[:, 4]))
            self._in_tree = self._count
