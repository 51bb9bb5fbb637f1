"""A training scene must not be laid out like a held-out one: its rooms against those of the benchmark, same seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import shapely

from gstgen.config import Settings
from gstgen.dataset.store import hash_json, read_cached, write_json
from gstgen.errors import RunError
from gstgen.scenes import catalogue
from gstgen.scenes.catalogue import CatalogueEntry
from gstgen.scenes.first_plan import first_rooms, planned_areas_m2
from gstgen.scenes.model import Scene
from gstgen.stages.plan import code_version
from gstgen.topdown.layouts import area_bound, label_map, layout_similarity

Rooms = dict[str, shapely.Polygon]
# The rooms of a plan differ from the areas it was asked for: by so much at most in terms of the bound on the overlap.
_PLANNED_SLACK = 0.15
_OUTDOOR = "garden"  # grounds are alike everywhere: the rooms of the house count


def check_split(scene: Scene, settings: Settings, cache: Path) -> dict[str, Any]:
    """Compare a training scene with the benchmark's layouts of the same seed; returns what was found.

    The result names the nearest of the layouts whose room sizes allow an overlap beyond the limit, and counts them.
    These layouts are first plans without furniture, kept under `cache` by all they depend on.
    RunError when one has nearly the same rooms and walls, in any of the eight symmetries.
    """
    limits, half = settings.bench, settings.source.wall_m / 2
    own = _indoor({r.id: r.polygon.buffer(half, join_style="mitre") for r in scene.rooms})
    areas = {name: p.area for name, p in own.items()}
    labels = label_map(own)
    compared = 0
    nearest: dict[str, Any] = {}
    for entry in catalogue.entries().values():
        if entry.split != "bench":
            continue
        rooms = _bench_rooms(entry, areas, settings, cache)
        if rooms is None or area_bound(areas, {n: p.area for n, p in rooms.items()}) < limits.max_room_similarity:
            continue
        compared += 1
        found = layout_similarity(labels, label_map(rooms))
        if found.rooms > nearest.get("rooms", 0.0):
            nearest = {"scene": entry.name, "rooms": round(found.rooms, 4), "walls": round(found.walls, 4)}
        if found.rooms > limits.max_room_similarity and found.walls > limits.max_wall_similarity:
            raise RunError(
                f"scene {scene.id} with seed {settings.seed} is laid out like the held-out scene {entry.name} (rooms "
                f"{found.rooms:.2f}, walls {found.walls:.2f} alike); take another number or seed"
            )
    return {"nearest": nearest or None, "compared": compared}


def _indoor(rooms: Rooms) -> Rooms:
    inside = {n: p for n, p in rooms.items() if not n.startswith(_OUTDOOR)}
    return inside or rooms


def _bench_rooms(entry: CatalogueEntry, areas_m2: dict[str, float], settings: Settings, cache: Path) -> Rooms | None:
    """Indoor rooms of a benchmark scene's first plan, from the cache or planned now.

    None when the areas that a plan would be asked for are too far from `areas_m2` for any similarity that matters.
    """
    path = _kept(entry, "rooms", settings, cache)
    kept = read_cached(path)
    if isinstance(kept, dict) and kept.get("sha256") == hash_json(kept.get("rooms")):
        return {name: shapely.Polygon(points) for name, points in kept["rooms"].items()}
    if area_bound(areas_m2, _planned(entry, settings, cache)) < settings.bench.max_room_similarity - _PLANNED_SLACK:
        return None
    inventory = catalogue.inventory_of(entry, settings.seed)
    rooms = first_rooms(inventory, entry.kind, settings.seed, settings.source)
    if rooms is None:
        raise RunError(f"no floor plan of the held-out scene {entry.name} with seed {settings.seed}; take another seed")
    rooms = _indoor(rooms)
    corners = {name: [list(p) for p in shape.exterior.coords[:-1]] for name, shape in rooms.items()}
    write_json(path, {"rooms": corners, "sha256": hash_json(corners)})
    return rooms


def _planned(entry: CatalogueEntry, settings: Settings, cache: Path) -> dict[str, float]:
    """Indoor floor areas that a plan of a benchmark scene is asked for, from the cache or worked out now."""
    path = _kept(entry, "areas", settings, cache)
    kept = read_cached(path)
    if isinstance(kept, dict) and kept.get("sha256") == hash_json(kept.get("areas_m2")):
        return dict(kept["areas_m2"])
    inventory = catalogue.inventory_of(entry, settings.seed)
    planned = planned_areas_m2(inventory, entry.kind, settings.seed, settings.source)
    wanted = {n: a for n, a in planned.items() if not n.startswith(_OUTDOOR)}
    write_json(path, {"areas_m2": wanted, "sha256": hash_json(wanted)})
    return wanted


def _kept(entry: CatalogueEntry, what: str, settings: Settings, cache: Path) -> Path:
    source = settings.source.model_dump(mode="json")
    key = hash_json({"scene": entry.name, "seed": settings.seed, "source": source, "code": code_version()})
    return cache / "bench_layouts" / f"{entry.name}-{what}-{key[:16]}.json"
