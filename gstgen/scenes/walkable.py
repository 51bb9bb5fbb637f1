"""Where an agent can be in a room, on a 5 cm grid: one piece that touches every door, whatever is placed.

An obstacle cannot cut the free space when the free cells around it stay joined near by, so only a small window is
looked at first, then a wider one, then the whole room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.scenes.plan import GRID_M
from gstgen.scenes.rectilinear import Edge, Rect

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Box = tuple[float, float, float, float, float, float]  # x0, y0, z0, x1, y1, z1

_STEP_M = 0.05  # an agent walks over lower things
_WINDOWS_M = (0.1, 1.5, 6.0)  # margins around an obstacle in which its surroundings must stay joined
_SPECK_CELLS = 6  # cells that may be cut off in a room ...
_SPECK_SHARE = 1e-3  # ... or this share of its cells


@dataclass(frozen=True)
class Cut:
    """Cells that an obstacle takes from the free space: a window's rows and columns, a mask in it, lost specks."""

    rows: slice
    columns: slice
    taken: Mask
    specks: int = 0


class FreeSpace:
    """Cells (row = y, column = x) that the centre of an agent may be in.

    `forgiving`: what is cut off before anything is placed does not count (nooks beside doors), only what comes later.
    """

    def __init__(
        self,
        rect: Rect,
        voids: Sequence[Rect],
        edges: Sequence[Edge],
        reach_m: float,
        agent_height_m: float,
        forgiving: bool = False,
    ) -> None:
        self._forgiving = forgiving
        x0, y0, x1, y1 = rect
        self.reach_m, self.agent_height_m = reach_m, agent_height_m
        nx, ny = max(1, round((x1 - x0) / GRID_M)), max(1, round((y1 - y0) / GRID_M))
        self._low, self._cell_m = (x0, y0), ((x1 - x0) / nx, (y1 - y0) / ny)
        self.x = x0 + (np.arange(nx) + 0.5) * self._cell_m[0]
        self.y = y0 + (np.arange(ny) + 0.5) * self._cell_m[1]
        inside_x = (self.x >= x0 + reach_m) & (self.x <= x1 - reach_m)
        inside_y = (self.y >= y0 + reach_m) & (self.y <= y1 - reach_m)
        self.cells: Mask = inside_y[:, None] & inside_x[None, :]
        self._edges = tuple(edges)
        self._seeds: list[tuple[int, int]] = []
        self._joined: bool | None = None
        self._specks = 0
        for void in voids:
            self.block((void[0], void[1], 0.0, void[2], void[3], 1.0))

    def cell(self, x_m: float, y_m: float) -> tuple[int, int]:
        """Row and column nearest to a point."""
        column = int(np.clip((x_m - self._low[0]) / self._cell_m[0], 0, len(self.x) - 1))
        row = int(np.clip((y_m - self._low[1]) / self._cell_m[1], 0, len(self.y) - 1))
        return row, column

    def add_door(self, x_m: float, y_m: float) -> None:
        """Open the way from a door's point at a wall into the room; it may be nearer to the walls beside it."""
        r = self.reach_m + 2 * GRID_M
        for edge in self._edges:
            u, v = (y_m, x_m) if edge.side in (0, 2) else (x_m, y_m)
            if abs(v - edge.fixed_m) > 2 * GRID_M or not edge.start_m <= u <= edge.end_m:
                continue
            across, along = (self.x, self.y) if edge.side in (0, 2) else (self.y, self.x)
            depth = (across - edge.fixed_m) * (1.0 if edge.side < 2 else -1.0)
            way, width = (depth > 0.0) & (depth < r), np.abs(along - u) <= GRID_M
            self.cells |= width[:, None] & way[None, :] if edge.side in (0, 2) else way[:, None] & width[None, :]
        self._seeds.append(self.cell(x_m, y_m))
        self._joined = None

    def block(self, box: Box) -> None:
        """Take an obstacle's cells without a look at what it cuts off (door leaves); `joined` tells afterwards."""
        found = self._shadow([box], 0.0)
        if found is not None:
            rows, columns, shadow = found
            self.cells[rows, columns] &= ~shadow
        self._joined = None

    @property
    def joined(self) -> bool:
        """Whether the free cells are one piece (specks aside, which are dropped) that reaches every door."""
        if self._joined is None:
            self._joined = self._settle()
        return self._joined

    def _settle(self) -> bool:
        labels, count = ndimage.label(self.cells)
        if count == 0:
            return False
        sizes = np.bincount(labels.ravel())[1:]
        main = int(np.argmax(sizes)) + 1
        lost = int(sizes.sum() - sizes.max())
        if any(labels[seed] != main for seed in self._seeds) or not (self._forgiving or self._few(lost)):
            return False
        self._specks += 0 if self._forgiving else lost
        self.cells = labels == main
        return True

    def _few(self, cells: int) -> bool:
        return self._specks + cells <= max(_SPECK_CELLS, int(_SPECK_SHARE * self.cells.size))

    def is_obstacle(self, box: Box) -> bool:
        """Whether an agent cannot walk under or over a box."""
        return box[2] < self.agent_height_m and box[5] > _STEP_M

    def cut(self, boxes: Iterable[Box]) -> Cut | None:
        """What boxes take from the free space; None when they would cut it or block a door."""
        if not self.joined:
            return None
        obstacles = [b for b in boxes if self.is_obstacle(b)]
        nothing = Cut(slice(0, 0), slice(0, 0), np.zeros((0, 0), bool))
        if not obstacles:
            return nothing
        for margin_m in (*_WINDOWS_M, None):
            found = self._shadow(obstacles, margin_m)
            if found is None:
                return nothing
            rows, columns, shadow = found
            local = self.cells[rows, columns]
            taken = local & shadow
            if not taken.any():
                return nothing
            if margin_m == _WINDOWS_M[0] and self._hits_seed(rows, columns, taken):
                return None
            rest = local & ~shadow
            labels, count = ndimage.label(rest)
            pieces = np.unique(labels[_beside(taken) & rest]) if count > 1 else np.arange(1, count + 1)
            if len(pieces) == 1:
                return Cut(rows, columns, taken)
            if margin_m is None:
                return self._without_specks(rows, columns, taken, labels, pieces)
            sizes = np.bincount(labels.ravel())
            rim = self._rim(rows, columns, labels)
            small = [int(p) for p in pieces if sizes[p] <= _SPECK_CELLS and int(p) not in rim]
            if len(pieces) - len(small) == 1 and not self._hits_seed(rows, columns, np.isin(labels, small)):
                lost = np.isin(labels, small)
                if self._few(int(lost.sum())):
                    return Cut(rows, columns, taken | lost, int(lost.sum()))
            large = [int(p) for p in pieces if not self._few(int(sizes[p]))]
            if len(large) > 1 and any(p not in rim for p in large):
                return None  # one of them ends inside the window: nothing outside joins it to the others
        return None

    def apply(self, cut: Cut) -> None:
        """Take the cells of a cut."""
        self.cells[cut.rows, cut.columns] &= ~cut.taken
        self._specks += cut.specks

    def _rim(self, rows: slice, columns: slice, labels: NDArray[np.int32]) -> set[int]:
        """Labels at those sides of a window beyond which the room goes on."""
        sides = [
            labels[0] if rows.start > 0 else [],
            labels[-1] if rows.stop < len(self.y) else [],
            labels[:, 0] if columns.start > 0 else [],
            labels[:, -1] if columns.stop < len(self.x) else [],
        ]
        return set(np.concatenate(sides).astype(int).tolist())

    def _without_specks(
        self, rows: slice, columns: slice, taken: Mask, labels: NDArray[np.int32], pieces: NDArray[np.int32]
    ) -> Cut | None:
        """The cut of the whole room when all that it separates are specks."""
        if not len(pieces):
            return None
        sizes = np.bincount(labels.ravel())
        main = max((int(p) for p in pieces), key=lambda p: int(sizes[p]))
        if not self._few(int(sizes[1:].sum() - sizes[main])):
            return None
        lost = (labels > 0) & (labels != main)
        if not self._few(int(lost.sum())) or self._hits_seed(rows, columns, lost):
            return None
        return Cut(rows, columns, taken | lost, int(lost.sum()))

    def _hits_seed(self, rows: slice, columns: slice, mask: Mask) -> bool:
        inside = [
            (row - rows.start, column - columns.start)
            for row, column in self._seeds
            if rows.start <= row < rows.stop and columns.start <= column < columns.stop
        ]
        return any(mask[cell] for cell in inside)

    def _shadow(self, boxes: Sequence[Box], margin_m: float | None) -> tuple[slice, slice, Mask] | None:
        """Rows, columns and mask of cells whose centre is nearer than the reach to a box seen from above.

        The window is that of all boxes with a margin (the whole room without one); None outside the room.
        """
        edge = self.reach_m + (margin_m or 0.0) + GRID_M
        if margin_m is None:
            rows, columns = slice(0, len(self.y)), slice(0, len(self.x))
        else:
            rows = self._range(min(b[1] for b in boxes) - edge, max(b[4] for b in boxes) + edge, 1)
            columns = self._range(min(b[0] for b in boxes) - edge, max(b[3] for b in boxes) + edge, 0)
        if rows.start >= rows.stop or columns.start >= columns.stop:
            return None
        shadow = np.zeros((rows.stop - rows.start, columns.stop - columns.start), bool)
        r = self.reach_m
        for box in boxes:
            sub_y = self._range(box[1] - r - GRID_M, box[4] + r + GRID_M, 1)
            sub_x = self._range(box[0] - r - GRID_M, box[3] + r + GRID_M, 0)
            if sub_y.start >= sub_y.stop or sub_x.start >= sub_x.stop:
                continue
            x, y = self.x[sub_x], self.y[sub_y]
            dx = np.maximum(np.maximum(box[0] - x, x - box[3]), 0.0)
            dy = np.maximum(np.maximum(box[1] - y, y - box[4]), 0.0)
            shadow[
                sub_y.start - rows.start : sub_y.stop - rows.start,
                sub_x.start - columns.start : sub_x.stop - columns.start,
            ] |= (dy**2)[:, None] + (dx**2)[None, :] < r**2
        return rows, columns, shadow

    def _range(self, low_m: float, high_m: float, axis: int) -> slice:
        size = len(self.x) if axis == 0 else len(self.y)
        start = int(np.floor((low_m - self._low[axis]) / self._cell_m[axis]))
        stop = int(np.ceil((high_m - self._low[axis]) / self._cell_m[axis]))
        return slice(min(max(start, 0), size), min(max(stop, 0), size))


def _beside(mask: Mask) -> Mask:
    """Cells of a mask and their four neighbours."""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    out[:, 1:] |= mask[:, :-1]
    out[:, :-1] |= mask[:, 1:]
    return out
