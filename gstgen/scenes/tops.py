"""Things that stand on the boards and tops of placed objects: single things at a good spot, and whole shelves in rows.

Boards come from `assets.levels`, in the frame of the object that carries them (+x its front, +y its left).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.angles import rotation_z
from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.assets.levels import Level, levels
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Placed, RoomSpace

if TYPE_CHECKING:
    from gstgen.scenes.furnisher import Furnisher

Array = NDArray[np.float64]
Score = Callable[[Array, Array], Array]  # x (N), y (N) in the carrier's frame -> lower is better

_EPS_M = 1e-6
_GRID = 9  # spots tried along the depth of a board
_FLUSH = 24  # neighbours beside which a thing may be set flush


@dataclass
class Board:
    """A level of a placed object and what stands on it: rectangles (x0, y0, x1, y1) in the object's frame, metres."""

    level: Level
    carrier: str  # category
    taken: list[tuple[float, float, float, float]] = field(default_factory=list)

    @property
    def depth_m(self) -> float:
        """Extent along the carrier's front axis."""
        return self.level.x1_m - self.level.x0_m

    @property
    def width_m(self) -> float:
        """Extent along the carrier's left axis."""
        return self.level.y1_m - self.level.y0_m

    def is_free(self, x: Array, y: Array, half_x: float, half_y: float, gap_m: float) -> NDArray[np.bool_]:
        """(N) whether rectangles of half sizes at centres (N) keep a gap to what stands there."""
        free = np.ones(len(x), bool)
        for x0, y0, x1, y1 in self.taken:
            apart = (x - half_x >= x1 + gap_m) | (x + half_x <= x0 - gap_m)
            apart |= (y - half_y >= y1 + gap_m) | (y + half_y <= y0 - gap_m)
            free &= apart
        return free


class Tops:
    """The boards of a room's placed objects, found when they are first asked for."""

    def __init__(self, space: RoomSpace) -> None:
        self.space = space
        self.too_full: set[tuple[InventoryItem, int, str]] = set()  # what found no spot on which carrier, in which way
        self._boards: dict[int, list[Board]] = {}
        self._seen, self._listed = 0, 0
        self._carriers: list[int] = []
        self._carried: dict[int, list[int]] = {}

    def boards(self, index: int, inner: bool | None = None) -> list[Board]:
        """Boards of a placed object, lowest first; `inner` chooses those below its top or its open tops alone."""
        self._look_at_new()
        if index not in self._boards:
            base = self.space.placed[index]
            upright = base.box.rotation[2, 2] > 1.0 - 1e-9
            found = levels(base.item.category, base.item.size_m) if upright else ()
            self._boards[index] = [Board(level, base.item.category) for level in found]
            for k in self._carried.get(index, ()):
                self._note(index, k)
        return [b for b in self._boards[index] if inner is None or b.level.inner == inner]

    def carriers(self) -> list[int]:
        """Indices of placed objects that have boards, in order."""
        self._look_at_new()
        return self._carriers

    def _look_at_new(self) -> None:
        """Things that were placed in groups stand on boards too."""
        placed = self.space.placed
        for k in range(self._listed, len(placed)):
            if placed[k].box.rotation[2, 2] > 1.0 - 1e-9 and _carries(placed[k].item):
                self._carriers.append(k)
        self._listed = len(placed)
        for k in range(self._seen, len(placed)):
            support = placed[k].support
            if isinstance(support, int):
                self._carried.setdefault(support, []).append(k)
                if support in self._boards:
                    self._note(support, k)
        self._seen = len(placed)

    def _note(self, index: int, k: int) -> None:
        base, box = self.space.placed[index].box, self.space.placed[k].box
        local = base.to_local(box.corners_m)
        low, high = local.min(0), local.max(0)
        bottom = float(low[2] + base.size_m[2] / 2)
        for board in self._boards[index]:
            if abs(board.level.z_m - bottom) < 1e-3:
                board.taken.append((float(low[0]), float(low[1]), float(high[0]), float(high[1])))

    # --- one thing --------------------------------------------------------------------------------------------

    def put(
        self,
        item: InventoryItem,
        index: int,
        score: Score | None = None,
        *,
        inner: bool | None = False,
        rotation: Array | None = None,
        overhang_m: float = 0.0,
        gap_m: float = 0.015,
        accept: Callable[[Board], bool] = lambda board: True,
    ) -> bool:
        """Stand a thing on a placed object at the best free spot of its boards, highest first.

        `rotation` (3, 3): its axes in the carrier's frame, one of them vertical (default: it faces the carrier's
        front); `overhang_m` is what may stick out of a top at each end along the front; `gap_m` stays free to its
        neighbours; `accept` chooses boards.
        """
        turn = np.eye(3) if rotation is None else rotation
        extent = np.abs(turn) @ np.asarray(item.size_m)
        for board in self.boards(index, inner)[::-1]:
            if extent[2] > board.level.clear_m - _EPS_M or not accept(board):
                continue
            spots = _spots(board, extent[:2] / 2, 0.0 if board.level.inner else overhang_m, gap_m)
            if not len(spots):
                continue
            x, y = spots.T
            cost = score(x, y) if score is not None else self.space.random.random(len(x))
            for k in np.argsort(cost, kind="stable")[:12]:
                if self._stand(item, index, board, (float(x[k]), float(y[k])), turn):
                    return True
        return False

    def _stand(self, item: InventoryItem, index: int, board: Board, spot: tuple[float, float], turn: Array) -> bool:
        thing = Placed(item, standing_box(self.space.placed[index], item, spot, board.level.z_m, turn), index)
        if board.level.inner and np.isfinite(board.level.clear_m):
            self.space.stand([thing], solid=False)
        elif not self.space.stand_if_free(thing, index if board.level.inner else None):
            return False
        half = (np.abs(turn) @ np.asarray(item.size_m))[:2] / 2
        board.taken.append((spot[0] - half[0], spot[1] - half[1], spot[0] + half[0], spot[1] + half[1]))
        self._remember(index)
        return True

    def _remember(self, index: int) -> None:
        """The last placed thing stands on a board that knows it already."""
        self._carried.setdefault(index, []).append(len(self.space.placed) - 1)
        self._seen = len(self.space.placed)

    def carried(self, index: int) -> list[int]:
        """Indices of what stands directly on a placed object."""
        self._look_at_new()
        return self._carried.get(index, [])

    def put_on_thing(self, item: InventoryItem, index: int, yaw_deg: float = 0.0) -> bool:
        """Lay a thing on the middle of another that carries nothing yet (a plate on a plate, a lid on a pot)."""
        if self.carried(index):
            return False
        base = self.space.placed[index]
        box = standing_box(base, item, (0.0, 0.0), float(base.box.size_m[2]), rotation_z(yaw_deg))
        return base.box.rotation[2, 2] > 1.0 - 1e-9 and self.space.stand_if_free(Placed(item, box, index))

    # --- whole shelves ----------------------------------------------------------------------------------------

    def stock(
        self, index: int, items: Sequence[InventoryItem], inner: bool | None = None, gap_m: float = 0.006
    ) -> list[InventoryItem]:
        """Fill the boards of a placed object with rows of equal things that face its front; returns what was placed.

        Equal things stand side by side and behind one another, no deeper than needed to fill the width; only when the
        boards are too small they are stacked. Boards are filled from the highest down.
        """
        boards = self.boards(index, inner)[::-1]
        runs = _runs(items)
        best: list[_Stack] = []
        if not boards:
            return []
        for share, high in ((0.35, 1), (0.6, 1), (0.8, 1), (1.0, 1), (1.0, 2), (1.0, 4)):
            stacks = _pack(boards, runs, share, high, gap_m)
            if sum(s.count for s in stacks) > sum(s.count for s in best):
                best = stacks
            if sum(s.count for s in stacks) == len(items):
                break
        return [item for stack in best for item in self._raise(index, stack)]

    def _raise(self, index: int, stack: _Stack) -> list[InventoryItem]:
        """Stand a stack on its board, as high as nothing hangs in its way."""
        out: list[InventoryItem] = []
        turn = rotation_z(stack.yaw_deg)
        if not self._stand(stack.item, index, stack.board, (stack.x_m, stack.y_m), turn):
            return out
        out.append(stack.item)
        sheltered = stack.board.level.inner and np.isfinite(stack.board.level.clear_m)
        base, z = self.space.placed[index], stack.board.level.z_m
        while len(out) < stack.count:
            z += stack.item.size_m[2]
            below = len(self.space.placed) - 1
            thing = Placed(stack.item, standing_box(base, stack.item, (stack.x_m, stack.y_m), z, turn), below)
            if sheltered:
                self.space.stand([thing], solid=False)
            elif not self.space.stand_if_free(thing, index if stack.board.level.inner else None):
                break
            out.append(stack.item)
        return out


def stock(f: Furnisher, base_index: int, items: Sequence[InventoryItem]) -> list[InventoryItem]:
    """Fill the boards of a placed object with rows of things (`Tops.stock`) and take what stands from what is left."""
    placed = f.tops.stock(base_index, items)
    f.take(placed)
    return placed


@dataclass(frozen=True)
class _Stack:
    """Equal things on top of one another at a spot of a board."""

    board: Board
    item: InventoryItem
    x_m: float
    y_m: float
    yaw_deg: float
    count: int


@lru_cache(maxsize=4096)
def _carries(item: InventoryItem) -> bool:
    return bool(levels(item.category, item.size_m))


def standing_box(
    base: Placed, item: InventoryItem, spot: tuple[float, float], z_m: float, rotation: Array
) -> OrientedBox:
    """The box of a thing at (x, y) of the frame of an upright carrier, its bottom `z_m` above the carrier's.

    `rotation` (3, 3): its axes in the carrier's frame.
    """
    height = float((np.abs(rotation) @ np.asarray(item.size_m))[2])
    local = np.array([spot[0], spot[1], -base.box.size_m[2] / 2 + z_m + height / 2])
    axes = np.round(base.box.rotation @ rotation, 12)
    return OrientedBox(base.box.to_world(local), np.asarray(item.size_m, float), axes)


def _spots(board: Board, half: Array, overhang_m: float, gap_m: float) -> Array:
    """Free centres (N, 2) for a rectangle of half sizes: a grid, and flush to what stands on the board already."""
    level = board.level
    x0, x1 = level.x0_m + half[0], level.x1_m - half[0]
    y0, y1 = level.y0_m + half[1] - overhang_m, level.y1_m - half[1] + overhang_m
    if x1 - x0 < -_EPS_M or y1 - y0 < -_EPS_M:
        return np.zeros((0, 2))
    x1, y1 = max(x0, x1), max(y0, y1)
    taken = np.array(board.taken[-_FLUSH:]).reshape(-1, 4)
    flush_y = np.concatenate([taken[:, 3] + gap_m + half[1] + _EPS_M, taken[:, 1] - gap_m - half[1] - _EPS_M])
    flush_x = np.concatenate([taken[-8:, 2] + gap_m + half[0] + _EPS_M, taken[-8:, 0] - gap_m - half[0] - _EPS_M])
    ys = np.unique(np.concatenate([np.linspace(y0, y1, 2 * _GRID - 1), flush_y[(flush_y >= y0) & (flush_y <= y1)]]))
    xs = np.unique(np.concatenate([np.linspace(x0, x1, _GRID), flush_x[(flush_x >= x0) & (flush_x <= x1)]]))
    x, y = (a.ravel() for a in np.meshgrid(xs, ys))
    free = board.is_free(x, y, float(half[0]), float(half[1]), gap_m)
    return np.stack([x[free], y[free]], 1)


def carries_inside(placed: Sequence[Placed]) -> frozenset[int]:
    """Indices of placed objects on whose inner boards something stands: their meshes need real boards."""
    out = set()
    for thing in placed:
        if isinstance(thing.support, int):
            base = placed[thing.support].box
            if thing.box.bounds_m[0][2] < base.bounds_m[1][2] - 1e-3:
                out.add(thing.support)
    return frozenset(out)


def _runs(items: Iterable[InventoryItem]) -> list[tuple[InventoryItem, int]]:
    """Equal things with how many there are, in order of appearance."""
    counts: dict[InventoryItem, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return list(counts.items())


def _pack(
    boards: Sequence[Board], runs: Sequence[tuple[InventoryItem, int]], share: float, high: int, gap_m: float
) -> list[_Stack]:
    """Columns of equal things from the left end of each board to its right, then on the next board.

    `share` of a board's depth is used, `high` things may stand on one another.
    """
    out: list[_Stack] = []
    ends = [_free_runs(b, gap_m) for b in boards]
    for item, total in runs:
        count = total
        for board, spans in zip(boards, ends, strict=True):
            shape = _shape(board, item)
            if shape is None:
                continue
            depth, width, yaw = shape
            stack = max(1, min(high, int((min(board.level.clear_m, 1.0) + _EPS_M) / max(item.size_m[2], 1e-3))))
            fit = int((board.depth_m + gap_m + _EPS_M) / (depth + gap_m))
            deep = max(1, round(fit * share))
            for span in spans:
                while count > 0 and span[1] - span[0] >= width - _EPS_M:
                    y = span[0] + width / 2
                    span[0] += width + gap_m
                    for k in range(deep):
                        if count <= 0:
                            break
                        x = board.level.x1_m - depth / 2 - k * (depth + gap_m)
                        here = min(stack, count)
                        out.append(_Stack(board, item, x, y, yaw, here))
                        count -= here
            if count <= 0:
                break
    return out


def _shape(board: Board, item: InventoryItem) -> tuple[float, float, float] | None:
    """Depth, width and heading of a thing on a board, its front to the front if it fits so; None when it does not."""
    if item.size_m[2] > board.level.clear_m - _EPS_M:
        return None
    sx, sy = item.size_m[:2]
    for depth, width, yaw in ((sx, sy, 0.0), (sy, sx, 90.0)):
        if depth <= board.depth_m + _EPS_M and width <= board.width_m + _EPS_M:
            return depth, width, yaw
    return None


def _free_runs(board: Board, gap_m: float) -> list[list[float]]:
    """Free ranges [y0, y1] along a board between what stands there already."""
    spans, start = [], board.level.y0_m
    for _, y0, _, y1 in sorted(board.taken, key=lambda r: r[1]):
        if y0 - gap_m - start > 0.02:
            spans.append([start, y0 - gap_m])
        start = max(start, y1 + gap_m)
    if board.level.y1_m - start > 0.02:
        spans.append([start, board.level.y1_m])
    return spans
