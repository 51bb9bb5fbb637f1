"""Scenes that a simulator loaded and described: boxes and outlines of instances, never their meshes.

Shared by the sources `behavior` and `usd`. The triangles of such a scene are prisms around its objects (`outlines`):
an approximation for planning, ray casts and maps. Pictures and masks always come from the simulator itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import shapely
import yaml

from gstgen.geometry.boxes import OrientedBox
from gstgen.resources import resource_folder
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Room, Scene, SceneObject, Structure, StructureKind
from gstgen.scenes.outlines import add_parts, prism

# Two surfaces this near touch.
_TOUCH_M = 0.04
# A floor or a ceiling thicker than this is a hull around more than a slab: only its inner side counts.
_SLAB_M = 0.10
APPROXIMATION = (
    "planning, ray casts and the medium and hard maps use upright outlines of objects instead of their meshes; "
    "pictures and masks are the simulator's own"
)


@cache
def structure_kinds() -> dict[str, StructureKind]:
    """Category -> kind of structure (scenes/behavior_structure.yaml)."""
    path = resource_folder("scenes") / "behavior_structure.yaml"
    table = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {category: kind for kind, categories in table.items() for category in categories}


def geometry(scene: Scene) -> SceneGeometry:
    """Prisms of a described scene, from its `scene.json` alone."""
    out = SceneGeometry()
    for obj in scene.objects:
        add_parts(out, obj.id, obj.asset["parts"])
    for part in scene.structure:
        add_parts(out, part.id, part.parameters["parts"])
    return out


def read_floor_z(entries: list[dict[str, Any]]) -> float:
    """Height of the floor: the median top of the floor instances, 0 where there is none (metres)."""
    tops = [e["bounds_m"][1][2] for e in entries if structure_kinds().get(e["category"]) == "floor" and e["bounds_m"]]
    return float(np.median(tops)) if tops else 0.0


def read_ceiling_z(entries: list[dict[str, Any]], floor_z_m: float) -> float:
    """Height of the ceiling: the median underside of the ceilings, else the median top of walls, else 2.5 m up."""
    kinds = structure_kinds()
    solid = [e for e in entries if e["bounds_m"]]
    under = [e["bounds_m"][0][2] for e in solid if kinds.get(e["category"]) == "ceiling"]
    over = [e["bounds_m"][1][2] for e in solid if kinds.get(e["category"]) == "wall"]
    for heights in (under, over):
        if heights and float(np.median(heights)) > floor_z_m + 1.5:
            return float(np.median(heights))
    return floor_z_m + 2.5


def read_objects(
    entries: list[dict[str, Any]], rooms: tuple[Room, ...], source: str, floor_z_m: float, ceiling_z_m: float
) -> tuple[tuple[SceneObject, ...], list[str]]:
    """The things of a scene (no structure), and the names of instances without any extent, which are left out."""
    solid = [e for e in entries if e["category"] not in structure_kinds()]
    empty = [e["name"] for e in solid if e["box"] is None]
    solid = [e for e in solid if e["box"] is not None]
    objects = []
    for entry in solid:
        box = OrientedBox.from_json(entry["box"])
        objects.append(
            SceneObject(
                id=entry["name"],
                category=entry["category"],
                model=entry["model"],
                box=box,
                room=_room_of(entry, box, rooms),
                support=_support(entry, solid, floor_z_m, ceiling_z_m),
                asset={"source": source, "parts": entry["parts"], "glass": entry["glass"]},
            )
        )
    return tuple(objects), empty


def read_structure(
    entries: list[dict[str, Any]], rooms: tuple[Room, ...], wall_parts: list[dict[str, Any]] | None
) -> tuple[Structure, ...]:
    """Walls, floors, ceilings, doors and windows as instances.

    With `wall_parts` (from a layout map) the walls' own outlines are dropped: one mesh often holds the walls of a
    whole floor, and its hull would be solid. Each of these parts goes to the smallest wall whose bounds hold its
    middle, or to an instance `walls_from_map` that no picture ever shows.
    """
    out, walls = [], []
    for entry in entries:
        kind = structure_kinds().get(entry["category"])
        if kind is None or entry["box"] is None:
            continue
        box = OrientedBox.from_json(entry["box"])
        parts = entry["parts"]
        if kind == "wall" and wall_parts is not None:
            parts = []
            walls.append((float(np.prod(box.size_m)), entry["name"], entry["bounds_m"], parts))
        elif kind in ("floor", "ceiling"):
            parts = [_slab(part, kind) for part in parts]
        listed = tuple(r for r in entry["rooms"] if any(room.id == r for room in rooms))
        out.append(Structure(entry["name"], kind, listed, box, {"parts": parts}))
    spare: list[dict[str, Any]] = []
    for part in wall_parts or []:
        x, y = np.mean(part["outline_m"], axis=0)
        owner = next((w for w in sorted(walls, key=lambda w: w[:2]) if _holds(w[2], x, y)), None)
        (owner[3] if owner else spare).append(part)
    if spare:
        points = np.concatenate([np.asarray(p["outline_m"]) for p in spare])
        z = [z for p in spare for z in p["z_m"]]
        box = OrientedBox.from_bounds((*points.min(0), min(z)), (*points.max(0), max(z)))
        out.append(Structure("walls_from_map", "wall", (), box, {"parts": spare}))
    return tuple(out)


def _slab(part: dict[str, Any], kind: str) -> dict[str, Any]:
    low, high = part["z_m"]
    if kind == "floor":
        return prism(part["outline_m"], max(low, high - _SLAB_M), high)
    return prism(part["outline_m"], low, min(high, low + _SLAB_M))


def _holds(bounds_m: list[list[float]], x: float, y: float) -> bool:
    (x0, y0, _), (x1, y1, _) = bounds_m
    return x0 - _TOUCH_M <= x <= x1 + _TOUCH_M and y0 - _TOUCH_M <= y <= y1 + _TOUCH_M


def _room_of(entry: dict[str, Any], box: OrientedBox, rooms: tuple[Room, ...]) -> str | None:
    """The room that the simulator lists first, else the one that holds the box's centre."""
    known = {room.id for room in rooms}
    for name in entry["rooms"]:
        if name in known:
            return str(name)
    centre = shapely.Point(box.center_m[:2])
    return next((room.id for room in rooms if room.polygon.covers(centre)), None)


def _support(entry: dict[str, Any], entries: list[dict[str, Any]], floor_z_m: float, ceiling_z_m: float) -> str:
    """What carries an object, from heights and outlines: floor, another object, ceiling; a wall for the rest."""
    (x0, y0, z0), (x1, y1, z1) = entry["bounds_m"]
    if z0 <= floor_z_m + _TOUCH_M:
        return "floor"
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    for other in entries:
        if other is not entry:
            (ox0, oy0, oz0), (ox1, oy1, oz1) = other["bounds_m"]
            inside = ox0 <= x <= ox1 and oy0 <= y <= oy1
            if inside and oz0 < z0 <= oz1 + _TOUCH_M:
                return str(other["name"])
    return "ceiling" if z1 >= ceiling_z_m - _TOUCH_M else "wall"
