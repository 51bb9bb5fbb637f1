"""What a floor plan has to provide: a specification of each room, from its inventory and the table of room types."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from gstgen.errors import RequestError
from gstgen.resources import resource_folder
from gstgen.scenes.inventory import Inventory, InventoryItem, InventoryRoom

WINDOW_CATEGORIES = frozenset({"openable_window", "window"})
DOOR_CATEGORIES = frozenset({"door", "sliding_door"})
OPENING_CATEGORIES = WINDOW_CATEGORIES | DOOR_CATEGORIES


@dataclass(frozen=True)
class RoomSpec:
    """A room to lay out. Lengths are inner sizes in metres; doors and windows are the inventory's."""

    id: str
    type: str
    role: str
    area_m2: float
    side_m: float
    max_aspect: float
    items: tuple[InventoryItem, ...]  # without doors and windows
    doors: tuple[InventoryItem, ...]
    windows: tuple[InventoryItem, ...]


@cache
def home_tables() -> dict[str, Any]:
    """The table `scenes/home.yaml`."""
    data: dict[str, Any] = yaml.safe_load((resource_folder("scenes") / "home.yaml").read_text(encoding="utf-8"))
    return data


def room_specs(inventory: Inventory, area_factor: float, fill_limit: float) -> tuple[RoomSpec, ...]:
    """Specifications of all rooms.

    A floor is as large as its inventory's floor model times `area_factor`, within its type's range, and at least so
    large that what stands on it fills at most `fill_limit` of it. RequestError for an unknown room type.
    """
    return tuple(_spec(room, area_factor, fill_limit) for room in inventory.rooms)


def _spec(room: InventoryRoom, area_factor: float, fill_limit: float) -> RoomSpec:
    types = home_tables()["room_types"]
    if room.type not in types:
        raise RequestError(
            f"the procedural source does not know how to lay out a room of type {room.type!r} ({room.id})"
        )
    row = types[room.type]
    items = tuple(i for i in room.items if i.category not in OPENING_CATEGORIES)
    low, high = row["area_m2"]
    hint = room.floor_m[0] * room.floor_m[1] * area_factor if room.floor_m else low
    footprint = sum(i.size_m[0] * i.size_m[1] for i in items if i.size_m[2] > 0.2 and i.size_m[0] * i.size_m[1] > 0.04)
    area = max(min(max(hint, low), high), footprint / fill_limit)
    return RoomSpec(
        id=room.id,
        type=room.type,
        role=row["role"],
        area_m2=area,
        side_m=row["side_m"],
        max_aspect=row["aspect"],
        items=items,
        doors=tuple(i for i in room.items if i.category in DOOR_CATEGORIES),
        windows=tuple(i for i in room.items if i.category in WINDOW_CATEGORIES),
    )


def door_cost(a: RoomSpec, b: RoomSpec) -> float:
    """Cost of a door between two rooms: the lower, the likelier in a home."""
    table = _cost_table()
    pair = (min(a.type, b.type), max(a.type, b.type))
    if pair in table:
        return table[pair]
    return table[(min(a.role, b.role), max(a.role, b.role))]


def opens_freely(a: RoomSpec, b: RoomSpec) -> bool:
    """Whether two rooms like an open passage instead of a door."""
    pair = {a.type, b.type}
    return any(pair == set(p) for p in home_tables()["open_pairs"])


@cache
def _cost_table() -> dict[tuple[str, str], float]:
    tables = home_tables()
    return {(min(a, b), max(a, b)): float(cost) for a, b, cost in [*tables["role_cost"], *tables["type_cost"]]}
