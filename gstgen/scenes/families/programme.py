"""Which rooms a family member has and how large they are: a function of its kind and number alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from gstgen.errors import RunError
from gstgen.randomness import rng
from gstgen.scenes.families.corpus import real_rooms
from gstgen.scenes.families.names import FamilyName
from gstgen.scenes.families.tables import KindTable, Profile, SceneKind, family_tables

_TRIES = 1000
_SQUARE_M = 2.0  # side of a floor of which no inventory knows the size


@dataclass(frozen=True)
class PlannedRoom:
    """A room to fill: id `<type>_<n>`, type and floor (metres)."""

    id: str
    type: str
    floor_m: tuple[float, float]


@dataclass(frozen=True)
class Programme:
    """The rooms of one level."""

    name: FamilyName
    level: Literal["single", "lower", "upper"]
    rooms: tuple[PlannedRoom, ...]

    @property
    def area_m2(self) -> float:
        """Sum of the floors."""
        return sum(r.floor_m[0] * r.floor_m[1] for r in self.rooms)


def has_upper_level(kind: SceneKind, number: int) -> bool:
    """Whether a family member has a second level."""
    table = family_tables().kinds[kind]
    if _profile(kind, number, table).upper is None:
        return False
    return bool(rng(number, "family", kind, "levels").random() < table.two_levels)


@lru_cache(maxsize=65536)
def family_programme(name: FamilyName) -> Programme:
    """The rooms of a member. ValueError for the upper level of a member that has only one."""
    table = family_tables().kinds[name.kind]
    profile = _profile(name.kind, name.number, table)
    two = has_upper_level(name.kind, name.number)
    if name.upper and not two:
        raise ValueError(f"{name.kind} {name.number} has one level only")
    rooms: Mapping[str, tuple[float, ...]] = profile.rooms
    low, high = table.rooms_total
    if two and profile.upper is not None:
        if name.upper:
            rooms, (low, high) = profile.upper.rooms, profile.upper.rooms_total
        else:
            rooms = {t: w for t, w in rooms.items() if t not in profile.upper.lower_without} | {"staircase": (0.0, 1.0)}
    random = rng(name.number, "family", name.kind, "rooms", int(name.upper))
    counts = _counts(rooms, low, high, table.needs_one_of, random)
    planned = []
    for room_type, count in sorted(counts.items()):
        for index in range(count):
            floor = _floor(name.kind, room_type, table, random)
            planned.append(PlannedRoom(f"{room_type}_{index}", room_type, floor))
    if not two:
        return Programme(name, "single", tuple(planned))
    return Programme(name, "upper" if name.upper else "lower", tuple(planned))


def _profile(kind: SceneKind, number: int, table: KindTable) -> Profile:
    weights = np.array([p.weight for p in table.profiles])
    return table.profiles[int(rng(number, "family", kind, "profile").choice(len(weights), p=weights / weights.sum()))]


def _counts(
    rooms: Mapping[str, tuple[float, ...]],
    low: int,
    high: int,
    one_of: tuple[str, ...],
    random: np.random.Generator,
) -> dict[str, int]:
    for _ in range(_TRIES):
        counts = {t: int(random.choice(len(w), p=np.array(w) / sum(w))) for t, w in sorted(rooms.items())}
        if low <= sum(counts.values()) <= high and (not one_of or any(counts.get(t) for t in one_of)):
            return counts
    raise RunError(f"scenes/families.yaml: no draw of {', '.join(sorted(rooms))} has between {low} and {high} rooms")


def _floor(kind: SceneKind, room_type: str, table: KindTable, random: np.random.Generator) -> tuple[float, float]:
    """A floor between two real ones of the type (geometric mean with random weight), with the shape of one of them."""
    floors = [r.room.floor_m for r in real_rooms(kind, room_type) if r.room.floor_m is not None]
    if not floors:
        return _SQUARE_M, _SQUARE_M
    a, b = (floors[int(i)] for i in random.integers(len(floors), size=2))
    share = float(random.random())
    area = math.exp(share * math.log(a[0] * a[1]) + (1.0 - share) * math.log(b[0] * b[1]))
    area *= float(random.uniform(0.92, 1.08))
    if area >= table.large_floor_m2:
        area *= math.exp(float(random.uniform(*np.log(table.large_floor_factor))))
    aspect = math.exp(float(random.normal(0.0, 0.08))) * a[0] / a[1]
    return round(math.sqrt(area * aspect), 2), round(math.sqrt(area / aspect), 2)
