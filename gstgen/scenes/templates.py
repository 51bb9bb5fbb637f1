"""First drafts of floor plans: a corridor between two rows of rooms, a hall with a row behind, or any order."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from gstgen.scenes.annealing import Draft
from gstgen.scenes.programme import RoomSpec, kind_rules
from gstgen.scenes.slicing import BESIDE, STACKED, WRAPS, chain

_SPINE_ROOMS = 6  # buildings with a corridor and so many rooms start from a corridor between two rows
_HALL_SHARE = 0.5  # a room of this share of the floor is a hall
_DAY_TYPES = frozenset(
    {"living_room", "dining_room", "kitchen", "pantry_room", "entryway", "lobby", "bar", "break_room"}
)


def first_drafts(
    specs: Sequence[RoomSpec], kind: str, random: np.random.Generator, count: int, notched: bool
) -> list[Draft]:
    """Drafts to start the search from, `count` of them; `notched` ones may leave corners of the outline open."""
    maker = _Maker(specs, kind, random, notched)
    return [maker.make(number) for number in range(count)]


def has_spine(specs: Sequence[RoomSpec]) -> bool:
    """Whether a building starts from rooms on both sides of a corridor."""
    return len(specs) >= _SPINE_ROOMS and any(s.width_m for s in specs)


class _Maker:
    def __init__(self, specs: Sequence[RoomSpec], kind: str, random: np.random.Generator, notched: bool) -> None:
        self.specs, self.random, self.notched = specs, random, notched
        self.areas = [s.area_m2 for s in specs]
        self.rules = kind_rules(kind)
        self.corridors = [i for i, s in enumerate(specs) if s.width_m]
        self.rooms = [i for i, s in enumerate(specs) if not s.width_m]
        self.total_m2 = sum(self.areas[i] for i in self.rooms)
        self.hall = max(self.rooms, key=lambda i: self.areas[i], default=0)

    def make(self, number: int) -> Draft:
        if len(self.specs) == 1:
            return Draft((0,), self._aspect())
        if self.rooms and self.areas[self.hall] > _HALL_SHARE * self.total_m2 and len(self.specs) > 2:
            return self._hall(number)
        if has_spine(self.specs):
            return self._spine(number)
        return self._any()

    def _aspect(self) -> float:
        stretch = self.rules.stretch
        return float(np.exp(self.random.uniform(-stretch, stretch)))

    def _notches(self) -> tuple[float, ...]:
        low, high = self.rules.notches
        if not self.notched or high <= 0.0 or len(self.specs) < 3:
            return ()
        count = 1 if len(self.specs) < 8 else int(self.random.integers(1, 3))
        return (self.total_m2 * float(self.random.uniform(low, high)) / count,) * count

    def _any(self) -> Draft:
        """Leaves in any order, cut in any direction."""
        notches = self._notches()
        order = [int(i) for i in self.random.permutation(len(self.specs) + len(notches))]
        expression = [order[0]]
        for leaf in order[1:]:
            expression += [leaf, int(self.random.choice((BESIDE, STACKED)))]
        return Draft(tuple(expression), self._aspect(), notches)

    def _spine(self, number: int) -> Draft:
        """Day rooms at one end, the others on both sides of a corridor, straight or around a corner."""
        main, *others = self.corridors
        day = [i for i in self.rooms if self.specs[i].type in _DAY_TYPES or self.areas[i] > 0.3 * self.total_m2]
        rest = [i for i in self._shuffled(self.rooms) if i not in day]
        rows: tuple[list[list[int]], list[list[int]]] = ([], [])
        floor = [0.0, 0.0]
        for room in sorted(rest, key=lambda i: -self.areas[i]):
            side = 0 if floor[0] <= floor[1] else 1
            floor[side] += self.areas[room]
            small = self.areas[room] < 6.0 and rows[side]
            if small and len(rows[side][-1]) == 1:
                rows[side][-1] = [*rows[side][-1], room, STACKED]
            else:
                rows[side].append([room])
        for corridor in others:
            row = rows[int(self.random.integers(2))]
            row.insert(int(self.random.integers(len(row) + 1)), [corridor])
        notches = self._notches()
        for k in range(len(notches)):
            rows[k % 2].append([len(self.specs) + k])
        for row in rows:
            if len(row) > 1 and self.random.random() < 0.5:
                row.reverse()
        block: list[int]
        if number % 2 and rows[0] and rows[1]:
            block = [main, *chain(rows[0], BESIDE), WRAPS[int(self.random.integers(4))]]
            block = [*block, *chain(rows[1], STACKED), BESIDE]
        else:
            block = chain([chain(r, BESIDE) for r in (rows[0], [[main]], rows[1]) if r], STACKED)
        if not day:
            return Draft(tuple(block), self._aspect(), notches)
        social = chain([[i] for i in self._shuffled(day)], STACKED)
        parts = [social, block] if self.random.random() < 0.5 else [block, social]
        return Draft(tuple(chain(parts, BESIDE)), max(self._aspect(), 1.0), notches)

    def _hall(self, number: int) -> Draft:
        """A row of rooms behind a hall; what the row does not need stays outside."""
        back = [i for i in self.rooms if i != self.hall]
        open_to = [i for i in back if self.specs[i].walked_through and self.specs[i].type != "kitchen"]
        row = [[i] for i in self._shuffled(back) if i not in open_to]
        shape = float(np.exp(self.random.uniform(0.0, self.rules.stretch)))
        width = math.sqrt(self.areas[self.hall] * shape)
        need = sum(self.areas[i] for i in back if i not in open_to)
        depth = max([math.sqrt(self.areas[i] / 1.3) for i in back if i not in open_to] + [need / width, 2.5])
        spare = depth * width - need - sum(depth * (self.specs[i].width_m or 0.0) for i in self.corridors)
        if self.corridors:
            row.insert(min(1, len(row)), chain([[i] for i in self.corridors], STACKED))
        notches: tuple[float, ...] = ()
        if self.notched and spare > 0.2 * depth * width:
            notches = (spare / 2,) * 2 if number % 2 and spare > 2.0 * depth**2 else (spare,)
            row.append([len(self.specs)])
            if len(notches) == 2:
                row.insert(0, [len(self.specs) + 1])
        front = chain([[self.hall], *[[i] for i in open_to]], BESIDE)
        if not row:
            return Draft(tuple(front), shape)
        whole = [*chain(row, BESIDE), *front, STACKED]
        return Draft(tuple(whole), min(max(width / (self.total_m2 / width + 1.0), 0.4), 2.5), notches)

    def _shuffled(self, rooms: Sequence[int]) -> list[int]:
        return [rooms[int(i)] for i in self.random.permutation(len(rooms))]
