"""What a floor plan has to provide: a specification of each room, from its inventory and the table of room types."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import yaml

from gstgen.errors import RequestError
from gstgen.randomness import rng
from gstgen.resources import resource_folder
from gstgen.scenes.inventory import Inventory, InventoryItem, InventoryRoom

WINDOW_CATEGORIES = frozenset({"openable_window", "fixed_window", "window"})
DOOR_CATEGORIES = frozenset({"door", "sliding_door", "french_door", "garage_door", "elevator_door", "gate"})
OPENING_CATEGORIES = WINDOW_CATEGORIES | DOOR_CATEGORIES
# Doors that never stand open: they lead out of what is laid out.
CLOSED_CATEGORIES = frozenset({"garage_door", "elevator_door", "gate"})

_DWELLINGS = ("home", "garden")
_BATH_BEHIND_BEDROOM = 6.0  # cost of a door between the first bathroom and one of several bedrooms

Range = tuple[float, float]
# Where things are placed that take no floor (`place` in scenes/furnishing*.yaml).
_OFF_FLOOR = frozenset({"ceiling", "ground", "hung", "rug", "switch", "top"})
_OUTLINE_CATEGORIES = frozenset({"background", "rail_fence", "roof", "stone_wall"})  # around a garden, not in it
_FLAT_M, _SMALL_M2 = 0.2, 0.04  # lower or smaller things leave the floor free
_BEYOND = 1.6  # real floors that are larger than their type's range are believed up to this multiple of it
_RUN_SHARE = 0.6  # of the things along a corridor's walls that its length must hold: it has two walls
_WALK_M = 0.8  # beside the largest thing of a room
_LARGE_M2, _LARGE_FILL = 8.0, 0.7  # things of this size fill a room without making it crowded
_WINDOW_SILL_M, _WINDOW_HEAD_M, _WINDOW_ROW_GAP_M = 0.1, 0.15, 0.4


@dataclass(frozen=True)
class KindRules:
    """How buildings of a kind are built; see scenes/rooms.yaml for the meaning. Lengths in metres."""

    height: Range
    height_limit: float
    lowered_share: float
    lowered: Range
    area_factor: float
    fill: float
    door_clear: float
    door_height: float
    wide_door: float
    passage: float
    passage_min: float
    passage_max: float
    passage_height: float
    window_top: float
    notches: Range
    stretch: float
    front: tuple[str, ...]
    corridors: Range | None = None


@dataclass(frozen=True)
class RoomSpec:
    """A room to lay out. Lengths are inner sizes in metres; doors and windows are the inventory's.

    `width_m` is the width of a corridor whose length follows from the plan (None: a room of `area_m2`). `long_m` is the
    least longer side. `arm_m` is the least width of an arm when the room is an L (None: always a rectangle).
    """

    id: str
    type: str
    role: str
    area_m2: float
    side_m: float
    max_aspect: float
    items: tuple[InventoryItem, ...]  # without doors and windows
    doors: tuple[InventoryItem, ...]
    windows: tuple[InventoryItem, ...]
    height_m: float = 2.6
    long_m: float = 0.0
    width_m: float | None = None
    arm_m: float | None = None
    bend_share: float = 0.0  # of the plans in which it is to be an L
    min_aspect: float = 1.0

    def grown(self, factor: float) -> RoomSpec:
        """The same room with more floor; a corridor gets wider and longer."""
        if self.width_m is None:
            return replace(self, area_m2=self.area_m2 * factor)
        width = round(min(self.width_m * math.sqrt(factor), self.width_m + 0.2), 2)
        return replace(self, width_m=width, side_m=width, long_m=max(self.long_m, 2.0) * factor)

    @property
    def outdoor(self) -> bool:
        """Whether it is open to the sky."""
        return self.role == "outdoor"

    @property
    def walked_through(self) -> bool:
        """Whether ways to other rooms may lead through it."""
        return self.role in ("circulation", "social")


@cache
def room_tables() -> dict[str, Any]:
    """The table `scenes/rooms.yaml`."""
    data: dict[str, Any] = yaml.safe_load((resource_folder("scenes") / "rooms.yaml").read_text(encoding="utf-8"))
    return data


@cache
def kind_rules(kind: str) -> KindRules:
    """The rules of a kind of building (home, office ...); KeyError for an unknown one."""
    row = room_tables()["kinds"][kind]
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    return KindRules(**values)


def room_specs(inventory: Inventory, kind: str, seed: int, area_factor: float = 1.0) -> tuple[RoomSpec, ...]:
    """Specifications of all rooms.

    A floor is as large as its inventory's floor model times the factors of the kind and of the caller, within its
    type's range, and at least so large that what stands on it leaves enough of it free. RequestError for an unknown
    room type.
    """
    rules = kind_rules(kind)
    random = rng(seed, "rooms", inventory.scene)
    base = round(float(random.uniform(*rules.height)), 2)
    return tuple(
        _Spec(room, kind, rules, rng(seed, "room", inventory.scene, room.id), base, area_factor).make()
        for room in inventory.rooms
    )


class _Spec:
    """Works out the specification of one room."""

    def __init__(
        self,
        room: InventoryRoom,
        kind: str,
        rules: KindRules,
        random: Any,
        base_height_m: float,
        area_factor: float,
    ) -> None:
        tables = room_tables()
        if room.type not in tables["room_types"]:
            raise RequestError(
                f"the procedural source does not know how to lay out a room of type {room.type!r} ({room.id})"
            )
        self.row = {**tables["room_types"][room.type], **tables["overrides"].get(kind, {}).get(room.type, {})}
        self.room, self.rules, self.random = room, rules, random
        self.base_height_m, self.area_factor = base_height_m, area_factor
        self.outdoor = self.row["role"] == "outdoor"
        self.items = tuple(i for i in room.items if i.category not in OPENING_CATEGORIES)
        self.windows = tuple(_upright(i) for i in room.items if i.category in WINDOW_CATEGORIES)
        self.standing = [i for i in self.items if stands_on_floor(i)]

    def make(self) -> RoomSpec:
        room, row = self.room, self.row
        side, long = float(row["side"]), 0.0
        for item in self.standing:
            short_m, long_m = sorted(item.size_m[:2])
            if self.outdoor or long_m < 0.8:
                continue
            side = max(side, short_m + _WALK_M)
            long = max(long, long_m + 0.12)
        width = self._width() if room.type == "corridor" else None
        if width is not None and self.standing:
            run = sum(max(i.size_m[:2]) for i in self.standing)
            long = max(long + _WALK_M, _RUN_SHARE * run + _WALK_M)
        area = max(self._area(), side * max(side, long) if width is None else 0.0)
        return RoomSpec(
            id=room.id,
            type=room.type,
            role=row["role"],
            area_m2=area,
            side_m=side if width is None else width,
            max_aspect=max(row["aspect"], long / side),
            items=self.items,
            doors=tuple(_upright(i) for i in room.items if i.category in DOOR_CATEGORIES),
            windows=self.windows,
            height_m=self._height(area),
            long_m=long,
            width_m=width,
            arm_m=row.get("arm"),
            bend_share=row.get("bend", 0.0),
            min_aspect=row.get("min_aspect", 1.0),
        )

    def _area(self) -> float:
        low, high = self.row["area"]
        floor = self.room.floor_m
        hint = floor[0] * floor[1] if floor else low
        bound = self.row.get("bound_width")
        if floor and bound and min(floor) > 1.5 * bound:
            hint = (sum(floor) - bound) * bound  # a corridor around a corner: its floor model only bounds it
        high = max(high, min(hint, _BEYOND * high)) if floor else high
        hint *= self.rules.area_factor * self.area_factor
        sizes = [i.size_m[0] * i.size_m[1] for i in self.standing]
        large = 0.0 if self.outdoor else sum(s for s in sizes if s > _LARGE_M2)
        fill = self.row.get("fill", self.rules.fill)
        return float(max(min(max(hint, low), high), (sum(sizes) - large) / fill + large / _LARGE_FILL))

    def _width(self) -> float | None:
        """Width of a corridor: room to pass beside the deepest thing that stands along its wall."""
        if self.rules.corridors is None:
            return None
        low, high = self.rules.corridors
        deepest = max((min(i.size_m[:2]) for i in self.standing), default=0.0)
        wanted = float(self.random.uniform(low, high))
        return math.ceil(max(wanted, min(deepest + 1.15, high + 0.9)) * 20.0) / 20.0

    def _height(self, area_m2: float) -> float:
        """The building's room height, lower in some service rooms, higher where tall things or windows need it."""
        height = float(self.random.uniform(*self.row["height"])) if "height" in self.row else self.base_height_m
        tallest = max((i.size_m[2] for i in self.items if i in self.standing), default=0.0)
        if self.outdoor:
            return max(height, tallest + 0.5)
        low, high = self.rules.lowered
        if self.room.type in ("bathroom", "corridor", "closet", "storage_room", "kitchen", "locker_room", "copy_room"):
            lower = self.random.random() < self.rules.lowered_share
            height -= float(self.random.uniform(low, high)) if lower and self.room.type != "kitchen" else 0.0
        need = max(tallest + 0.02, self._window_rows_m(area_m2))
        return round(max(height, 2.3, min(need, self.rules.height_limit)), 2)

    def _window_rows_m(self, area_m2: float) -> float:
        """Height of the rows of windows that the walls of a room of this area need."""
        wall_m = 2.6 * math.sqrt(area_m2)  # about two thirds of the way around
        rows: list[list[float]] = []  # width used, height of the tallest
        for item in sorted(self.windows, key=lambda w: -w.size_m[2]):
            row = next((r for r in rows if r[0] + item.size_m[1] + 0.4 <= wall_m), None)
            if row is None:
                rows.append([item.size_m[1] + 0.4, item.size_m[2]])
            else:
                row[0] += item.size_m[1] + 0.4
        if not rows:
            return 0.0
        if "height" not in self.row:  # only halls are high enough to stack windows
            rows = rows[:1]
        return sum(r[1] for r in rows) + _WINDOW_ROW_GAP_M * (len(rows) - 1) + _WINDOW_SILL_M + _WINDOW_HEAD_M


def _upright(item: InventoryItem) -> InventoryItem:
    """An opening with its size as thickness, width, height: some models lie on their back."""
    x, y, z = item.size_m
    if z >= min(x, y):
        return item
    return InventoryItem(item.category, item.model, (z, max(x, y), min(x, y)))


def stands_on_floor(item: InventoryItem) -> bool:
    """Whether an item covers floor that nobody can walk on."""
    if item.size_m[2] <= _FLAT_M or item.size_m[0] * item.size_m[1] <= _SMALL_M2:
        return False
    if item.category in _OUTLINE_CATEGORIES:
        return False
    return _places().get(item.category) not in _OFF_FLOOR


@cache
def _places() -> dict[str, str]:
    """Where categories go, from the tables of furnishing."""
    places: dict[str, str] = {}
    for path in sorted(resource_folder("scenes").glob("furnishing*.yaml")):
        rows = yaml.safe_load(path.read_text(encoding="utf-8")).get("categories", {})
        places.update({category: row["place"] for category, row in rows.items() if "place" in row})
    return places


def door_cost(a: RoomSpec, b: RoomSpec, kind: str) -> float:
    """Cost of a door between two rooms: the lower, the likelier in a building of the kind."""
    table = _cost_table(kind)
    pair = (min(a.type, b.type), max(a.type, b.type))
    if pair in table:
        return table[pair]
    return table[(min(a.role, b.role), max(a.role, b.role))]


def door_costs(specs: Sequence[RoomSpec], kind: str) -> list[list[float]]:
    """Cost of a door between any two rooms. A home's first bathroom is for everybody: not behind a bedroom."""
    costs = [[door_cost(a, b, kind) for b in specs] for a in specs]
    if kind not in _DWELLINGS:
        return costs
    baths = sorted((s.id, i) for i, s in enumerate(specs) if s.type == "bathroom")
    private = [i for i, s in enumerate(specs) if s.role == "private"]
    if baths and len(private) > 1:
        bath = baths[0][1]
        for i in private:
            costs[i][bath] = costs[bath][i] = max(costs[i][bath], _BATH_BEHIND_BEDROOM)
    return costs


def opens_freely(a: RoomSpec, b: RoomSpec, kind: str) -> bool:
    """Whether two rooms like an open passage instead of a door."""
    pair = {a.type, b.type}
    tables = room_tables()
    closed = any(pair == set(p) for p in tables["closed_pairs"].get(kind, ()))
    return not closed and any(pair == set(p) for p in tables["open_pairs"])


def near_cost(specs: Sequence[RoomSpec]) -> tuple[tuple[int, tuple[int, ...], float], ...]:
    """(room, rooms of which it ought to touch one, cost where it does not), as indices."""
    out = []
    for first, second, cost in room_tables()["near"]:
        others = tuple(i for i, s in enumerate(specs) if s.type == second)
        out += [(i, others, float(cost)) for i, s in enumerate(specs) if s.type == first and others]
    return tuple(out)


def front_rooms(specs: Sequence[RoomSpec], kind: str) -> tuple[int, ...]:
    """Indices of the rooms that may have the front door, best first; any other indoor room comes last."""
    order = kind_rules(kind).front
    indoor = [i for i, s in enumerate(specs) if not s.outdoor]
    return tuple(
        sorted(indoor, key=lambda i: (order.index(specs[i].type) if specs[i].type in order else len(order), i))
    )


@cache
def _cost_table(kind: str) -> dict[tuple[str, str], float]:
    tables = room_tables()
    rows = [*tables["role_cost"], *tables["type_cost"], *tables["kind_cost"].get(kind, ())]
    return {(min(a, b), max(a, b)): float(cost) for a, b, cost in rows}
