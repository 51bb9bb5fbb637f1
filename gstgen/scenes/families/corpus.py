"""What the real inventories teach: rooms by kind and type, and the plausible models of each category."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from functools import cache

import yaml

from gstgen.resources import resource_folder
from gstgen.scenes.families.tables import SceneKind, family_tables
from gstgen.scenes.inventory import InventoryItem, InventoryRoom, Size, load_inventory, models_by_category


@dataclass(frozen=True)
class RealRoom:
    """A room of a real inventory and the scene that lists it."""

    scene: str
    kind: str
    room: InventoryRoom
    richness: float  # things per room of its scene

    @property
    def area_m2(self) -> float | None:
        """Area of its floor model, None when it has none."""
        return None if self.room.floor_m is None else self.room.floor_m[0] * self.room.floor_m[1]


@cache
def _rooms() -> dict[tuple[str, str], tuple[RealRoom, ...]]:
    path = resource_folder("scenes") / "catalogue.yaml"
    out: dict[tuple[str, str], list[RealRoom]] = {}
    for row in yaml.safe_load(path.read_text(encoding="utf-8"))["scenes"]:
        listed = load_inventory(row["name"]).rooms
        richness = sum(len(r.items) for r in listed) / len(listed)
        for room in listed:
            out.setdefault((row["kind"], room.type), []).append(RealRoom(row["name"], row["kind"], room, richness))
    return {key: tuple(rooms) for key, rooms in out.items()}


@cache
def real_rooms(kind: SceneKind, room_type: str) -> tuple[RealRoom, ...]:
    """Real rooms of a type: of the kind, and of kinds like it where the kind has too few.

    Empty when no inventory has a room of the type.
    """
    tables, rooms = family_tables(), _rooms()
    pool = list(rooms.get((kind, room_type), ()))
    for other in tables.borrow[kind]:
        if len(pool) >= tables.min_pool:
            break
        pool += rooms.get((other, room_type), ())
    if not pool:
        pool = [room for (_, found), listed in sorted(rooms.items()) if found == room_type for room in listed]
    return tuple(pool)


@cache
def richness_of_scenes(kind: SceneKind) -> tuple[float, ...]:
    """Things per room of each real scene of a kind."""
    found = {r.scene: r.richness for (of, _), rooms in _rooms().items() if of == kind for r in rooms}
    return tuple(found[name] for name in sorted(found))


@cache
def plausible_models(category: str) -> tuple[tuple[str, Size], ...]:
    """Models (name, size in metres) of a category without those of absurd size, sorted by name.

    A model is left out when a side is more than `outlier_factor` times larger or smaller than the category's median,
    or beyond 3.5 robust standard deviations (and by more than half).
    """
    listed = models_by_category().get(category, ())
    if not listed:
        return ()
    limit = math.log(family_tables().contents.outlier_factor)
    kept = list(listed)
    for axis in range(3):
        logs = [math.log(max(size[axis], 1e-3)) for _, size in listed]
        median = statistics.median(logs)
        spread = 1.4826 * statistics.median(abs(v - median) for v in logs)
        reach = min(limit, max(3.5 * spread, math.log(1.5)))
        kept = [m for m in kept if abs(math.log(max(m[1][axis], 1e-3)) - median) <= reach]
    return tuple(kept)


def is_plausible(item: InventoryItem) -> bool:
    """Whether an item's model is one of its category's plausible ones (always so where none is known)."""
    models = plausible_models(item.category)
    return not models or any(name == item.model for name, _ in models)
