"""Single public rooms, furnished without a building around them, and facts about what stands in them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import shapely
from generated_homes import default_settings

from gstgen.randomness import rng
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.furnishing import furnish
from gstgen.scenes.inventory import InventoryItem, load_inventory
from gstgen.scenes.placement import Placed, RoomSpace
from gstgen.scenes.programme import OPENING_CATEGORIES

REACH_M = 0.31


def item(category: str, size_m: tuple[float, float, float], model: str = "m") -> InventoryItem:
    return InventoryItem(category, model, size_m)


def empty_room(width_m: float, depth_m: float, height_m: float = 3.2, seed: int = 0) -> RoomSpace:
    """A room with one door in the middle of its left wall."""
    space = RoomSpace(
        shapely.box(0.0, 0.0, width_m, depth_m), height_m, REACH_M, 1.8, rng(seed, "room"), [(0.03, depth_m / 2)]
    )
    space.lanes.append((0.0, depth_m / 2 - 0.6, 0.03, 0.8, depth_m / 2 + 0.6, 2.2))
    return space


def furnisher(space: RoomSpace, items: Sequence[InventoryItem], room_type: str, kind: str = "office") -> Furnisher:
    return Furnisher(space, items, default_settings(), room_type=room_type, kind=kind)


@cache
def real_room(scene: str, room_id: str, width_m: float, depth_m: float, height_m: float, kind: str) -> Furnisher:
    """A room of a real inventory, fully furnished."""
    listed = next(r for r in load_inventory(scene).rooms if r.id == room_id)
    items = [i for i in listed.items if i.category not in OPENING_CATEGORIES]
    f = furnisher(empty_room(width_m, depth_m, height_m), items, listed.type, kind)
    furnish(f)
    return f


def faults(f: Furnisher) -> Iterator[str]:
    """What intersects, floats, reaches out of the room or blocks it, by other means than the engine's."""
    placed = f.space.placed
    low = np.array([p.box.bounds_m[0] for p in placed])
    high = np.array([p.box.bounds_m[1] for p in placed])
    prints = [shapely.Polygon(p.box.footprint_m).buffer(-5e-4, join_style="mitre") for p in placed]
    tree = shapely.STRtree(prints)
    for a, b in zip(*tree.query(prints, predicate="intersects"), strict=True):
        level = a < b and min(high[a, 2], high[b, 2]) - max(low[a, 2], low[b, 2]) > 1e-3
        if level and b not in carriers(placed, a) and a not in carriers(placed, b):
            yield f"{placed[a].item.category} {a} cuts {placed[b].item.category} {b}"
    outside = f.space.polygon.buffer(1e-3)
    for k, thing in enumerate(placed):
        name = f"{thing.item.category} {k}"
        if not outside.contains(shapely.Polygon(thing.box.footprint_m)):
            yield f"{name} leaves the room"
        if thing.support == "floor" and abs(low[k, 2]) > 1e-3:
            yield f"{name} does not stand on the floor"
        if thing.support == "ceiling" and abs(high[k, 2] - f.space.height_m) > 1e-3:
            yield f"{name} does not hang from the ceiling"
        if thing.support == "wall" and f.space.polygon.exterior.distance(shapely.Polygon(thing.box.footprint_m)) > 1e-3:
            yield f"{name} does not touch a wall"
        if isinstance(thing.support, int):
            below = placed[thing.support]
            shared = shapely.Polygon(below.box.footprint_m).intersection(shapely.Polygon(thing.box.footprint_m)).area
            if shared < 0.2 * shapely.Polygon(thing.box.footprint_m).area:
                yield f"{name} is not above what carries it"
    if not f.space.is_walkable:
        yield "the room cannot be walked through"


def carriers(placed: Sequence[Placed], index: int) -> set[int]:
    """Everything a thing stands on, directly or not."""
    out: set[int] = set()
    support = placed[index].support
    while isinstance(support, int):
        out.add(support)
        support = placed[support].support
    return out


def all_of(f: Furnisher, *categories: str) -> list[Placed]:
    return [p for p in f.space.placed if p.item.category in categories]


def heading(thing: Placed) -> int:
    return round(math.degrees(math.atan2(thing.box.rotation[1, 0], thing.box.rotation[0, 0])) / 90.0) % 4
