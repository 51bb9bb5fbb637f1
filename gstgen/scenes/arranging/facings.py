"""Goods on the boards of a shelf the way shops show them: every board full along its front, each kind in a block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gstgen.geometry.angles import rotation_z
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Placed
from gstgen.scenes.tops import Board, standing_box

_GAP_M = 0.006
_HIGH_M = 2.1  # nobody reaches a higher board
_WAYS = ((1, 1), (2, 1), (3, 1), (5, 1), (99, 1), (3, 2), (99, 2), (99, 4))  # rows behind one another, things on top
_LOOSE_M = 0.25  # at most so much stays free between two kinds


@dataclass(frozen=True)
class _Column:
    """Equal things behind and on one another: the middle of the front one, its heading, how many, in what pattern."""

    board: Board
    item: InventoryItem
    y_m: float
    yaw_deg: float
    count: int
    high: int


def show(f: Furnisher, base: int, items: Sequence[InventoryItem]) -> list[InventoryItem]:
    """Stand items on the boards of a placed object so that its fronts look full; returns what stands.

    The boards are filled from the top down and from end to end; with few things they stand one deep with gaps
    between kinds, with many they stand deeper and on one another. Shelves with two fronts are filled from both.
    """
    boards = [b for b in f.tops.boards(base)[::-1] if b.level.z_m <= _HIGH_M]
    runs = _runs(items)
    if not boards or not runs:
        return []
    best: list[_Column] = []
    for deep, high in _WAYS:
        columns = _lay_out(boards, runs, deep, high)
        if sum(c.count for c in columns) > sum(c.count for c in best):
            best = columns
        if sum(c.count for c in columns) == len(items):
            break
    placed = [item for column in best for item in _stand(f, base, column)]
    f.take(placed)
    return placed


def _runs(items: Sequence[InventoryItem]) -> list[tuple[InventoryItem, int]]:
    counts: dict[InventoryItem, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return list(counts.items())


def _faces_back(board: Board) -> bool:
    """Whether a board is reached from behind: it lies wholly behind the middle of a shelf with two fronts."""
    return board.level.x1_m <= 0.0


def _shape(board: Board, item: InventoryItem) -> tuple[float, float, float] | None:
    """Depth, width and turn of a thing on a board, its front to the front if it fits so; None when it does not."""
    sx, sy, sz = item.size_m
    if sz > board.level.clear_m - 1e-6:
        return None
    for depth, width, yaw in ((sx, sy, 0.0), (sy, sx, 90.0)):
        if depth <= board.depth_m + 1e-6 and width <= board.width_m + 1e-6:
            return depth, width, yaw
    return None


def _lay_out(boards: Sequence[Board], runs: Sequence[tuple[InventoryItem, int]], deep: int, high: int) -> list[_Column]:
    """Columns of things on the boards; loose when there is more board than goods."""
    spans = [_free(b) for b in boards]
    wide = sum(b - a for some in spans for a, b in some)
    needed = 0.0
    for item, count in runs:
        shapes = [(s, b) for b in boards if (s := _shape(b, item)) is not None]
        if shapes:
            (depth, width, _), board = shapes[0]
            needed += math.ceil(count / _in_column(board, item, depth, deep, high)) * (width + _GAP_M)
    loose = min(_LOOSE_M, max(0.0, 0.92 * wide - needed) / (len(runs) + 1))
    out: list[_Column] = []
    at = 0
    for item, total in runs:
        left = total
        for step in range(len(boards)):
            number = (at + step) % len(boards)
            board = boards[number]
            shape = _shape(board, item)
            if shape is None:
                continue
            depth, width, yaw = shape
            each = _in_column(board, item, depth, deep, high)
            for span in spans[number]:
                while left > 0 and span[1] - span[0] >= width - 1e-6:
                    count = min(left, each)
                    pile = _pile(board, item, high)
                    turn = (yaw + 180.0) % 360.0 if _faces_back(board) else yaw
                    out.append(_Column(board, item, span[0] + width / 2, turn, count, pile))
                    span[0] += width + _GAP_M
                    left -= count
            if left <= 0:
                at = number
                break
        for some in spans[at]:
            some[0] += loose
            break
    return out


def _pile(board: Board, item: InventoryItem, high: int) -> int:
    return max(1, min(high, int(min(board.level.clear_m, 0.6) / max(item.size_m[2], 1e-3))))


def _in_column(board: Board, item: InventoryItem, depth: float, deep: int, high: int) -> int:
    fit = int((board.depth_m + _GAP_M + 1e-6) / (depth + _GAP_M))
    return max(1, min(deep, fit)) * _pile(board, item, high)


def _free(board: Board) -> list[list[float]]:
    """Free ranges along a board between what stands there already."""
    level = board.level
    spans, start = [], level.y0_m
    # Boards of one height share notes of what stands there: neighbouring bays, the other side of the shelf.
    here = [t for t in board.taken if t[0] < level.x1_m and t[2] > level.x0_m and t[1] < level.y1_m and t[3] > start]
    for _, y0, _, y1 in sorted(here, key=lambda r: r[1]):
        if y0 - _GAP_M - start > 0.02:
            spans.append([start, y0 - _GAP_M])
        start = max(start, y1 + _GAP_M)
    if level.y1_m - start > 0.02:
        spans.append([start, level.y1_m])
    return spans


def _stand(f: Furnisher, base: int, column: _Column) -> list[InventoryItem]:
    """Stand a column, pile behind pile from the front edge; what meets something ends it."""
    space, carrier, level, item = f.space, f.space.placed[base], column.board.level, column.item
    turn = rotation_z(column.yaw_deg)
    depth = float(np.abs(turn[0, :2]) @ np.asarray(item.size_m[:2]))
    sheltered = level.inner and math.isfinite(level.clear_m)
    back = _faces_back(column.board)
    out: list[InventoryItem] = []
    for row in range(-(-column.count // column.high)):
        offset = depth / 2 + row * (depth + _GAP_M)
        x = level.x0_m + offset if back else level.x1_m - offset
        below: int = base
        for k in range(min(column.high, column.count - row * column.high)):
            box = standing_box(carrier, item, (x, column.y_m), level.z_m + k * item.size_m[2], turn)
            thing = Placed(item, box, below)
            if sheltered:
                space.stand([thing], solid=False)
            elif not space.stand_if_free(thing, base if level.inner else None):
                break
            below = len(space.placed) - 1
            out.append(item)
    return out
