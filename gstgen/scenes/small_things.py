"""Where small things stand: before the seats of desks and tables, upright on shelves, in stacks, or where it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gstgen.geometry.angles import rotation_z
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import HUNG_X_UP, Array, Placed
from gstgen.scenes.rules import furnishing_table, rule_of
from gstgen.scenes.tops import Board, Score

# Axes of a flat thing (columns front, left, up) that stands on its short edge between its like.
UPRIGHT = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
_SEAT_M = 0.45  # a chair's front is at most so far from the edge of its table
_STACKED_SHARE = 0.75  # of the things that may lie on their like
_PILLOWS_AT = (-0.7, 0.7, -0.25, 0.25, 0.0)  # share of half the width at which one after another leans
_CROWDED = 3  # stacks may be so many times as high where nothing else is free


@dataclass(frozen=True)
class Seat:
    """A place at a carrier, in its frame: the point of the edge before the sitter, and the way the sitter looks."""

    edge: Array  # (2)
    ahead: Array  # (2) unit vector

    @property
    def rotation(self) -> Array:
        """Axes of a thing that faces the sitter."""
        return rotation_z(float(np.degrees(np.arctan2(-self.ahead[1], -self.ahead[0]))))

    def at(self, ahead_m: float, left_m: float) -> Array:
        """Point of the carrier's frame."""
        left = np.array([-self.ahead[1], self.ahead[0]])
        point: Array = self.edge + ahead_m * self.ahead + left_m * left
        return point


def stand_things(f: Furnisher) -> None:
    """Place all that likes to stand on something, carriers and large things first."""
    table = furnishing_table()
    first = {c: k for k, c in enumerate(table["carriers_first"])}
    items = [i for i in f.left if likes_top(i)]
    items.sort(key=lambda i: (first.get(i.category, len(first)), -i.size_m[0] * i.size_m[1], i.category, i.model))
    f.take([item for item in items if stand_thing(f, item)])


def likes_top(item: InventoryItem) -> bool:
    """Whether a thing stands on others by its rule; small pot plants do too."""
    if rule_of(item)["place"] == "top":
        return True
    return item.category == "pot_plant" and item.size_m[2] <= furnishing_table()["small_plant_m"]


def stand_thing(f: Furnisher, item: InventoryItem) -> bool:
    """Stand a thing on what it likes best of the room's furniture, else on anything; what stands is not taken yet."""
    ranked = list(_ranked(f, item, _supports(item)))
    if f.space.random.random() < _STACKED_SHARE and _stack(f, item, ranked, 1):
        return True
    for index in ranked:
        if _on_new(f, item, index, _is_reached):
            return True
    if rule_of(item).get("only"):
        return any(_on_new(f, item, index, _any_board) for index in ranked) or _stack(f, item, ranked, _CROWDED)
    others = [k for k in f.tops.carriers() if k not in set(ranked) and _carries_anything(f.space.placed[k].item)]
    if any(_on_new(f, item, index, _is_open) for index in others):
        return True
    if any(_on_new(f, item, index, _any_board) for index in [*ranked, *others]):
        return True
    return _stack(f, item, ranked, _CROWDED)


def _on_new(f: Furnisher, item: InventoryItem, index: int, accept: Callable[[Board], bool]) -> bool:
    """Before a seat or anywhere on a carrier, unless it was too full for the same thing before."""
    key = (item, index, accept.__name__)
    if key in f.tops.too_full:
        return False
    if _before_seat(f, item, index) or _on(f, item, index, accept):
        return True
    f.tops.too_full.add(key)
    return False


def _supports(item: InventoryItem) -> list[str]:
    table = furnishing_table()
    return list(rule_of(item).get("supports") or table["supports_any"])


def _ranked(f: Furnisher, item: InventoryItem, supports: list[str]) -> Iterator[int]:
    """Carriers of the room in the order of liking; things of a kind gather, ornaments spread."""
    placed = f.space.placed
    gathers = item.category not in furnishing_table()["spread"]
    rank = {c: k for k, c in reversed(list(enumerate(supports)))}

    def key(index: int) -> tuple[int, float, int]:
        carried = f.tops.carried(index)
        same = sum(placed[k].item.category == item.category for k in carried)
        return rank[placed[index].item.category], -same if gathers else len(carried), index

    yield from sorted((k for k in f.tops.carriers() if placed[k].item.category in rank), key=key)


def _carries_anything(item: InventoryItem) -> bool:
    """Not beds and sofas, mats, trays and cutting boards: they carry only what asks for them."""
    return item.category not in furnishing_table()["soft"] and (item.size_m[2] >= 0.1 or max(item.size_m[:2]) >= 1.2)


def _is_open(board: Board) -> bool:
    return not np.isfinite(board.level.clear_m)


def _any_board(board: Board) -> bool:
    return True


def _is_reached(board: Board) -> bool:
    """A top, or a board of a piece that is always open."""
    return _is_open(board) or board.carrier in furnishing_table()["open_shelves"]


def _before_seat(f: Furnisher, item: InventoryItem, index: int) -> bool:
    """At its usual place before somebody who sits at a desk or table, the seat that has fewest of its kind first."""
    spot = furnishing_table()["before_seat"].get(item.category)
    if spot is None:
        return False
    found = seats(f, index)
    placed = f.space.placed
    mine = [placed[index].box.to_local(placed[k].box.center_m)[:2] for k in f.tops.carried(index)
            if placed[k].item.category == item.category]  # fmt: skip
    for seat in sorted(found, key=lambda s: sum(float(np.linalg.norm(m - s.at(*spot))) < 0.35 for m in mine)):
        target = seat.at(*spot)

        def score(x: Array, y: Array, target: Array = target) -> Array:
            away: Array = np.hypot(x - target[0], y - target[1])
            return away

        if f.tops.put(item, index, score, inner=None, rotation=seat.rotation, accept=_is_open):
            return True
    return False


def seats(f: Furnisher, index: int) -> list[Seat]:
    """The places at a placed table or desk that a chair faces."""
    base = f.space.placed[index]
    half = np.asarray(base.item.size_m[:2]) / 2
    out = []
    for chair in f.space.placed:
        if chair.item.category not in furnishing_table()["chairs"]:
            continue
        center = base.box.to_local(chair.box.center_m)[:2]
        front = (base.box.rotation.T @ chair.box.rotation[:, 0])[:2]
        axis = int(np.argmax(np.abs(center) - half))
        sign = float(np.sign(center[axis]))
        gap = abs(center[axis]) - half[axis] - chair.item.size_m[0] / 2
        ahead = np.zeros(2)
        ahead[axis] = -sign
        if gap > _SEAT_M or abs(center[1 - axis]) > half[1 - axis] or front @ ahead < 0.7:
            continue
        edge = center.copy()
        edge[axis] = sign * half[axis]
        out.append(Seat(edge, ahead))
    return out


def _stack(f: Furnisher, item: InventoryItem, ranked: list[int], times: int) -> bool:
    """On top of its like: books, plates, papers, `times` as high as is usual."""
    highest = times * furnishing_table()["stacks"].get(item.category, 0)
    if not highest:
        return False
    placed = f.space.placed
    for index in ranked:
        for k in f.tops.carried(index):
            here, count = k, 1
            while f.tops.carried(here):
                here, count = f.tops.carried(here)[0], count + 1
            below = placed[here]
            if below.item.category != item.category or count >= highest or below.box.rotation[2, 2] < 0.99:
                continue
            if item.size_m[0] > below.item.size_m[0] * 1.05 or item.size_m[1] > below.item.size_m[1] * 1.05:
                continue
            yaw = float(f.space.random.uniform(-6.0, 6.0)) if item.category not in ("plate", "bowl") else 0.0
            if f.tops.put_on_thing(item, here, yaw):
                return True
    return False


def _on(f: Furnisher, item: InventoryItem, index: int, accept: Callable[[Board], bool]) -> bool:
    """Somewhere on a carrier's boards: upright beside its like on shelves, else loosely on tops."""
    table, r = furnishing_table(), rule_of(item)
    base = f.space.placed[index]
    score = _score(f, item, base)
    if item.category in table["upright"]:
        inside = lambda board: accept(board) and not _is_open(board)  # noqa: E731
        shelf = _row_score(f, base)
        if f.tops.put(item, index, shelf, inner=True, rotation=UPRIGHT, gap_m=0.002, accept=inside):
            return True
    if item.category == "pillow":
        leaning = _leaning_score(f, item, index)
        return f.tops.put(item, index, leaning, inner=None, rotation=HUNG_X_UP, accept=accept)
    for rotation in _rotations(f, item, base):
        if f.tops.put(item, index, score, inner=None, rotation=rotation,
                      overhang_m=r.get("overhang", 0.0), accept=accept):  # fmt: skip
            return True
    return False


def _rotations(f: Furnisher, item: InventoryItem, base: Placed) -> list[Array]:
    """Headings to try: loose things lie a little askew, what is too deep is turned."""
    loose = float(furnishing_table()["loose_deg"].get(item.category, 0.0))
    askew = [rotation_z(float(f.space.random.uniform(-loose, loose)))] if loose else []
    return [*askew, np.eye(3), rotation_z(90.0)]


def _score(f: Furnisher, item: InventoryItem, base: Placed) -> Score:
    """Tall things to the back, flat ones to the middle, with a favourite place along the front."""
    size = base.item.size_m
    tall = item.size_m[2] > 0.12
    at_y = float(f.space.random.uniform(-0.4, 0.4)) * size[1]
    weight = 0.25 if tall else 0.1
    spread: dict[str, Any] = {"scale": 0.12 * min(size[0], size[1])}

    def score(x: Array, y: Array) -> Array:
        back = (x + size[0] / 2) if tall else np.abs(x)
        cost: Array = weight * back + 0.5 * np.abs(y - at_y) + f.space.random.random(len(x)) * spread["scale"]
        return cost

    return score


def _leaning_score(f: Furnisher, item: InventoryItem, index: int) -> Score:
    """Against the back, at the ends first."""
    base = f.space.placed[index]
    here = sum(f.space.placed[k].item.category == item.category for k in f.tops.carried(index))
    at_y = _PILLOWS_AT[here % len(_PILLOWS_AT)] * base.item.size_m[1] / 2
    return lambda x, y: 2.0 * x + 0.3 * np.abs(y - at_y)


def _row_score(f: Furnisher, base: Placed) -> Score:
    """From one end of a shelf on, fronts in a line."""
    side = 1.0 if base.item.model < "m" else -1.0
    return lambda x, y: side * y - 0.6 * x
