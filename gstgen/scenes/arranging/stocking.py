"""Filling shelves: things of one kind side by side in blocks, spread evenly over the boards that suit them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from gstgen.geometry.angles import rotation_z
from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.arranging.facings import show
from gstgen.scenes.assets.levels import Level
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Placed
from gstgen.scenes.rules import rule_of

_FULL = 0.72  # share of the boards' area that things standing in rows can cover
_SPREAD = 1.2  # a shelf gets at most so many times its even share
_REACH_M = 2.1


def fill(
    f: Furnisher,
    bases: Sequence[int],
    items: Sequence[InventoryItem],
    usable: Callable[[Level], bool] | None = None,
) -> list[InventoryItem]:
    """Stock items on placed objects, in order, each getting its share of the whole; returns what did not fit.

    Things of a category stay together; a shelf takes what comes next on the list until its share is full.
    """
    queue = list(items)
    room = {b: _area(f, b, usable) for b in bases}
    chosen = [b for b in bases if room[b] > 0.01]
    for number, base in enumerate(chosen):
        if not queue:
            break
        need = sum(_footprint(i) for i in queue)
        share = room[base] * min(need / sum(room[b] for b in chosen[number:]), 4.0)
        part: list[InventoryItem] = []
        covered = 0.0
        while queue and (covered < share or not part):
            # A kind is not torn apart for a handful of things.
            item = queue.pop(0)
            part.append(item)
            covered += _footprint(item)
        while queue and queue[0] == part[-1] and covered < share * _SPREAD:
            covered += _footprint(queue[0])
            part.append(queue.pop(0))
        queue = without(part, show(f, base, part)) + queue
    for base in chosen:
        if not queue:
            break
        queue = without(queue, show(f, base, queue))
    return queue


def _area(f: Furnisher, base: int, usable: Callable[[Level], bool] | None) -> float:
    return sum(
        b.depth_m * b.width_m
        for b in f.tops.boards(base)
        if b.level.z_m <= _REACH_M and (not usable or usable(b.level))
    )


def _footprint(item: InventoryItem) -> float:
    return (item.size_m[0] + 0.006) * (item.size_m[1] + 0.006)


def without(items: Sequence[InventoryItem], placed: Sequence[InventoryItem]) -> list[InventoryItem]:
    """Items less others, one for one, in order."""
    counts: dict[InventoryItem, int] = {}
    for item in placed:
        counts[item] = counts.get(item, 0) + 1
    left = []
    for item in items:
        if counts.get(item, 0):
            counts[item] -= 1
        else:
            left.append(item)
    return left


def by_kind(items: Sequence[InventoryItem]) -> list[InventoryItem]:
    """Items with those of a category together, and in it those of a model."""
    return sorted(items, key=lambda i: (i.category, i.model))


def bases_of(f: Furnisher, *categories: str) -> list[int]:
    """Placed objects of some categories that carry things, in the order they were placed."""
    placed = f.space.placed
    return [k for k, p in enumerate(placed) if p.item.category in categories and f.tops.boards(k)]


def stock_room(f: Furnisher, least: int = 12) -> None:
    """Stock what there is plenty of: every kind goes to the carriers it likes best as long as they have room.

    `least`: fewer things of one liking are left to stand singly.
    """
    classes: dict[tuple[str, ...], list[InventoryItem]] = {}
    for item in f.left:
        r = rule_of(item)
        if r["place"] == "top" and r.get("supports"):
            classes.setdefault(tuple(r["supports"]), []).append(item)
    for supports, items in sorted(classes.items(), key=lambda c: (len(_carriers(f, c[0])), -len(c[1]), c[0])):
        if len(items) < least:
            continue
        queue = by_kind(items)
        for category in supports:
            if not queue:
                break
            bases = bases_of(f, category)
            free = sum(_free_area(f, b) for b in bases)
            if free <= 0.02:
                continue
            part: list[InventoryItem] = []
            covered = 0.0
            while queue and covered + _footprint(queue[0]) <= free * _FULL:
                covered += _footprint(queue[0])
                part.append(queue.pop(0))
            queue = fill(f, bases, part) + queue


def _carriers(f: Furnisher, supports: tuple[str, ...]) -> set[str]:
    return {p.item.category for p in f.space.placed} & set(supports)


def _free_area(f: Furnisher, base: int) -> float:
    total = 0.0
    for board in f.tops.boards(base):
        if board.level.z_m > _REACH_M:
            continue
        taken = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in board.taken)
        high = 2.0 if math.isinf(board.level.clear_m) else 1.0
        total += max(0.0, high * board.depth_m * board.width_m - taken)
    return total


def pile(
    f: Furnisher, bases: Sequence[int], items: Sequence[InventoryItem], most: int, limit_m: float = 0.5
) -> list[InventoryItem]:
    """Stand equal things on boards in piles of at most `most` and at most a height; returns what found no place."""
    left: list[InventoryItem] = []
    queue = by_kind(items)
    while queue:
        item = queue[0]
        same = sum(1 for i in queue if i == item)
        wanted = max(1, min(most, same, int(limit_m / item.size_m[2])))
        count = next((c for n in range(wanted, 0, -1) if (c := _pile(f, bases, item, n))), 0)
        if not count:
            left += [i for i in queue if i == item]
            queue = [i for i in queue if i != item]
            continue
        f.take([item] * count)
        queue = queue[count:]
    return left


def _pile(f: Furnisher, bases: Sequence[int], item: InventoryItem, count: int) -> int:
    """Stand `count` equal things on one another on the first carrier with a board that takes them all.

    Returns how many stand (0: no board takes them).
    """
    high = count * item.size_m[2]
    turns = (np.eye(3), rotation_z(90.0))
    for base in bases:
        for turn in turns:
            placed = f.tops.put(
                item,
                base,
                lambda x, y: y - 0.4 * x,
                inner=None,
                rotation=turn,
                gap_m=0.01,
                accept=lambda b: high <= b.level.clear_m - 1e-6 and b.level.z_m <= _REACH_M,
            )
            if placed:
                return 1 + _raise(f, base, item, count - 1)
    return 0


def _raise(f: Furnisher, base: int, item: InventoryItem, more: int) -> int:
    """Put up to `more` of the same on what was placed last, inside or on top of a carrier; returns how many stand."""
    placed = f.space.placed
    carrier, first = placed[base], placed[-1].box
    inside = bool(first.bounds_m[1][2] < carrier.box.bounds_m[1][2] - 1e-3)
    for k in range(1, more + 1):
        center = first.center_m + np.array([0.0, 0.0, k * item.size_m[2]])
        thing = Placed(item, OrientedBox(center, first.size_m, first.rotation), len(placed) - 1)
        if inside:
            f.space.stand([thing], solid=False)
        elif not f.space.stand_if_free(thing, base):
            return k - 1
    return more
