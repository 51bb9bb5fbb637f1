"""What the rooms of a family member hold: each follows a real room of its type, with other models and counts."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import numpy as np

from gstgen.randomness import rng
from gstgen.scenes.families.corpus import RealRoom, is_plausible, plausible_models, real_rooms, richness_of_scenes
from gstgen.scenes.families.names import FamilyName
from gstgen.scenes.families.programme import PlannedRoom, family_programme
from gstgen.scenes.families.tables import ContentsTable, KindTable, family_tables
from gstgen.scenes.inventory import Inventory, InventoryItem, InventoryRoom, Size

_OUTDOOR = frozenset({"garden"})
Key = tuple[str, str]  # category, model


def family_inventory(name: FamilyName, seed: int) -> Inventory:
    """The inventory of a member: its rooms depend on kind and number alone, what they hold on the seed too.

    ValueError for the upper level of a member that has only one.
    """
    programme = family_programme(name)
    random = rng(seed, "family", name.id)
    allowed = max(1, math.ceil(len(programme.rooms) / 3))  # rooms that may follow one real scene: never most of them
    # Rich homes are rich in every room: the rooms followed come from scenes about as full as one drawn for the member.
    styles = richness_of_scenes(name.kind)
    richness = styles[int(random.integers(len(styles)))]
    used: Counter[str] = Counter()
    rooms, bases, swapped = [], [], 0
    for planned in programme.rooms:
        base = _base(name, planned, used, allowed, richness, random)
        if base is None:
            rooms.append(InventoryRoom(planned.id, planned.type, planned.floor_m, ()))
            continue
        used[base.scene] += 1
        bases.append(f"{planned.id}: {base.scene}/{base.room.id}")
        items, exchanged = _Contents(name, planned, base, random).sample()
        swapped += exchanged
        rooms.append(InventoryRoom(planned.id, planned.type, planned.floor_m, items))
    total = sum(len(r.items) for r in rooms)
    note = (
        f"sampled after real rooms ({'; '.join(bases)}); {swapped} of {total} things are other models of their category"
    )
    return Inventory(name.id, tuple(rooms), (note,))


def _base(
    name: FamilyName,
    planned: PlannedRoom,
    used: Counter[str],
    allowed: int,
    richness: float,
    random: np.random.Generator,
) -> RealRoom | None:
    """The real room to follow: of similar size, from a scene of similar richness that was not followed much yet.

    None when no inventory has a room of the type.
    """
    pool = real_rooms(name.kind, planned.type)
    if not pool:
        return None
    core = frozenset(family_tables().core.get(planned.type, ()))
    pool = tuple(r for r in pool if any(i.category in core for i in r.room.items)) or pool
    pool = tuple(r for r in pool if used[r.scene] < allowed) or pool
    area = planned.floor_m[0] * planned.floor_m[1]
    weights = np.array(
        [
            math.exp(
                -2.5 * abs(math.log(area / (r.area_m2 or math.e * area))) - 1.5 * abs(math.log(r.richness / richness))
            )
            * (1.0 if r.kind == name.kind else family_tables().borrowed_weight)
            for r in pool
        ]
    )
    return pool[int(random.choice(len(pool), p=weights / weights.sum()))]


@cache
def _together() -> dict[str, tuple[frozenset[str], ...]]:
    """Sets of leaders by follower: one of each follower's sets has to be in the room."""
    out: dict[str, list[frozenset[str]]] = {}
    for row in family_tables().together:
        for follower in row.followers:
            out.setdefault(follower, []).append(frozenset(row.leaders))
    return {follower: tuple(sets) for follower, sets in out.items()}


class _Contents:
    """The things of one room, changed step by step from a real one's."""

    def __init__(self, name: FamilyName, planned: PlannedRoom, base: RealRoom, random: np.random.Generator) -> None:
        tables = family_tables()
        self.table: ContentsTable = tables.contents
        self.kind: KindTable = tables.kinds[name.kind]
        self.building = frozenset(tables.building)
        self.fixed = frozenset(tables.fixed.get(planned.type, ()))
        self.random, self.base, self.planned = random, base, planned
        self.pool = real_rooms(name.kind, planned.type)
        self.counts: dict[Key, int] = dict(sorted(Counter((i.category, i.model) for i in base.room.items).items()))
        self.sizes: dict[Key, Size] = {(i.category, i.model): i.size_m for i in base.room.items}

    def sample(self) -> tuple[tuple[InventoryItem, ...], int]:
        """The room's things, and how many of them are of another model than the real room's."""
        self._crowds()
        self._drop()
        self._add()
        return self._exchange()

    def _of(self, category: str) -> int:
        return sum(n for (c, _), n in self.counts.items() if c == category)

    def _present(self) -> set[str]:
        return {category for (category, _), n in self.counts.items() if n}

    def _led(self, category: str, present: set[str]) -> bool:
        """Whether a thing has what it goes with in the room."""
        sets = _together().get(category)
        return sets is None or any(leaders & present for leaders in sets)

    def _leads(self, category: str, present: set[str]) -> bool:
        """Whether something present would lose its last leader without the category."""
        rest = present - {category}
        return any(not self._led(other, rest) and self._led(other, present) for other in rest)

    def _crowds(self) -> None:
        """Numbers of what comes in crowds (chairs, shelves, goods) follow the size of the room."""
        area = self.planned.floor_m[0] * self.planned.floor_m[1]
        low, high = self.table.crowd_factor
        ratio = area / self.base.area_m2 if self.base.area_m2 else 1.0
        factor = min(max(ratio, low), high) * float(
            self.random.uniform(1.0 - self.table.crowd_jitter, 1.0 + self.table.crowd_jitter)
        )
        crowds = {c for c in self._present() if self._of(c) >= self.table.crowd}
        for key in self.counts:
            if key[0] in crowds and key[0] not in self.fixed:
                self.counts[key] = max(1, math.floor(self.counts[key] * factor + self.random.random()))

    def _drop(self) -> None:
        """Leave out loose things: one piece or the whole category."""
        for category in sorted(self._present() - self.building - self.fixed):
            if self._of(category) >= self.table.crowd or self.random.random() >= self.table.drop_share:
                continue
            if self._leads(category, self._present()):
                continue
            keys = [k for k in self.counts if k[0] == category and self.counts[k]]
            if self.random.random() < 0.5:
                for key in keys:
                    self.counts[key] = 0
            else:
                self.counts[keys[int(self.random.integers(len(keys)))]] -= 1

    def _add(self) -> None:
        """Add loose things of another real room of the type."""
        others = [r for r in self.pool if r.room is not self.base.room]
        if not others:
            return
        donor = others[int(self.random.integers(len(others)))]
        offered = Counter((i.category, i.model) for i in donor.room.items)
        sizes = {(i.category, i.model): i.size_m for i in donor.room.items}
        present = self._present()
        # Leaders come before what follows them.
        order = sorted(offered, key=lambda k: (k[0] in _together(), k))
        for key in order:
            category = key[0]
            if category in self.building or category in self.fixed or category in self._present() - present:
                continue
            if category in present or self.random.random() >= self.table.add_share:
                continue
            if self._led(category, self._present()):
                self.counts[key] = min(offered[key], self.table.add_max)
                self.sizes[key] = sizes[key]

    def _exchange(self) -> tuple[tuple[InventoryItem, ...], int]:
        items: list[InventoryItem] = []
        exchanged = 0
        for key, count in sorted(self.counts.items()):
            if not count:
                continue
            item = InventoryItem(*key, self.sizes[key])
            other = self._other_model(item)
            exchanged += count * (other != item)
            items += [other] * count
        return tuple(sorted(items, key=lambda i: (i.category, i.model))), exchanged

    def _other_model(self, item: InventoryItem) -> InventoryItem:
        """Another plausible model of the category and of similar size; the same one by chance or when there is none."""
        tall = self.kind.max_height_m
        if self.planned.type in _OUTDOOR and self.kind.outdoor_max_height_m is not None:
            tall = self.kind.outdoor_max_height_m
        absurd = not is_plausible(item) or item.size_m[2] > tall
        if not absurd and self.random.random() >= self.table.swap_share:
            return item
        models = [m for m in plausible_models(item.category) if m[0] != item.model and m[1][2] <= tall]
        logs = np.array([[abs(math.log(max(a, 1e-3) / max(b, 1e-3))) for a, b in zip(s, item.size_m, strict=True)]
                         for _, s in models]).reshape(-1, 3)  # fmt: skip
        if absurd:
            near = np.arange(len(models))
        else:
            near = np.flatnonzero((logs <= math.log(self.table.swap_max_factor)).all(1))
        if not near.size:
            return item
        weights = np.exp(-2.0 * logs[near].sum(1))
        name, size = models[int(near[int(self.random.choice(near.size, p=weights / weights.sum()))])]
        return InventoryItem(item.category, name, size)
