"""Writes data sets and USD stages that the stand-in loads, from a scene and its triangles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import shapely

from gstgen.geometry.usd import quaternion_xyzw
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene, Structure

CATEGORY_OF_KIND = {
    "wall": "walls",
    "floor": "floors",
    "ceiling": "ceilings",
    "door": "door",
    "window": "openable_window",
}
ROOM_TYPES = ("bathroom", "bedroom", "corridor", "kitchen", "living_room")  # others follow


def write_dataset(root: Path, scene: Scene, geometry: SceneGeometry, version: str = "3.9.2", toggle: str = "") -> Path:
    """A data folder with one scene; `toggle` names an object that carries a red switch marker. Returns the folder."""
    old = version.startswith("1.")
    dataset = root / ("og_dataset" if old else "behavior-1k-assets")
    folder = dataset / "scenes" / scene.id
    for name in ("json", "layout"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (dataset / "metadata").mkdir(exist_ok=True)
    (dataset / "VERSION").write_text("1.0.0\n" if old else "3.9.0rc9\n")
    (root / "omnigibson.key").write_text("not a real key")
    (dataset / "metadata" / "room_categories.txt").write_text("\n".join(room_types(scene)) + "\n")
    entries = object_entries(scene, geometry, toggle)
    (folder / "double.json").write_text(json.dumps(entries))
    registry = {e["name"]: {"root_link": {"pos": e["position"], "ori": e["orientation"]}} for e in entries}
    info = {e["name"]: {"args": {"category": e["category"], "in_rooms": e["in_rooms"]}} for e in entries}
    state = {"object_registry": registry} if old else {"registry": {"object_registry": registry}}
    (folder / "json" / f"{scene.id}_best.json").write_text(
        json.dumps({"objects_info": {"init_info": info}, "state": state})
    )
    write_layout(folder / "layout", scene)
    return root


def object_entries(scene: Scene, geometry: SceneGeometry, toggle: str = "") -> list[dict[str, Any]]:
    """Objects and structure as the stand-in's objects."""
    named = [(o.id, o.category, o.model, o.room, o.box) for o in scene.objects]
    named += [(s.id, CATEGORY_OF_KIND[s.kind], "none", s.rooms[0] if s.rooms else None, s.box) for s in scene.structure]
    out = []
    for name, category, model, room, box in named:
        entry = {
            "name": name,
            "category": category,
            "model": model,
            "in_rooms": None if room is None else [room],
            "position": box.center_m.tolist(),
            "orientation": quaternion_xyzw(box.rotation).tolist(),
            "scale": [0.5, 2.0, 1.25],
            "meshes": meshes_of(geometry, name),
        }
        if name == toggle:
            entry["toggle"] = cube(box.center_m + np.array([0, 0, box.size_m[2] / 2 + 0.1]), 0.1)
        out.append(entry)
    return out


def meshes_of(geometry: SceneGeometry, name: str) -> list[dict[str, Any]]:
    """Triangles of an instance in world metres."""
    out = []
    for part in geometry.meshes.get(name, []):
        material = geometry.materials[part.material]
        out.append(
            {
                "points": part.vertices.astype(float).tolist(),
                "faces": part.faces.tolist(),
                "color": list(material.color),
                "material": f"/Looks/{'clear_glass' if material.kind == 'glass' else material.name}",
            }
        )
    return out


def cube(center: np.ndarray, side: float) -> dict[str, Any]:
    """A pure red cube: what a switch's marker looks like."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * side / 2 + center
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [[q[0], q[i], q[i + 1]] for q in quads for i in (1, 2)]
    return {"points": corners.tolist(), "faces": faces, "color": [1.0, 0.0, 0.0], "material": "/Looks/red"}


def write_layout(folder: Path, scene: Scene) -> None:
    """The layout pictures: 1 cm a pixel, origin in the middle, rows growing with +y, 20 m or as much as it takes."""
    reach_m = max(9.0, *(np.abs(r.polygon.bounds).max() for r in scene.rooms))
    size = 200 * round(reach_m + 1)

    def mask(polygon: shapely.Polygon) -> np.ndarray:
        picture = np.zeros((size, size), np.uint8)
        pixels = np.asarray(polygon.exterior.coords)[:-1] * 100 + size / 2 - 0.5
        cv2.fillPoly(picture, [np.round(pixels).astype(np.int32)], 1)
        return picture.astype(bool)

    instance, semantic = np.zeros((size, size), np.uint8), np.zeros((size, size), np.uint8)
    for number, room in enumerate(scene.rooms, 1):
        inside = mask(room.polygon)
        instance[inside] = 3 * number
        semantic[inside] = room_types(scene).index(room.type) + 1
    hull = shapely.union_all([r.polygon for r in scene.rooms])
    free = mask(hull.buffer(0.1, join_style="mitre").buffer(-0.1, join_style="mitre"))
    doors = shapely.union_all([shapely.Polygon(p.box.footprint_m) for p in scene.structure if p.kind == "door"])
    for part in scene.structure:
        if part.id == "wall_middle":  # the doorway is where the map is free
            (x0, y0, _), (x1, y1, _) = part.box.bounds_m
            free &= ~(mask(shapely.box(x0, y0, x1, 1.8)) | mask(shapely.box(x0, 2.7, x1, y1)))
        elif part.kind == "wall" and inner(part, hull):
            rest = shapely.Polygon(part.box.footprint_m) - doors
            for piece in shapely.get_parts(rest)[shapely.area(shapely.get_parts(rest)) > 0]:
                free &= ~mask(piece)
    things = np.zeros_like(free)
    for item in scene.objects:
        if item.support == "floor" and item.box.bounds_m[0][2] < 0.5:
            things |= mask(shapely.Polygon(item.box.footprint_m))
    for name, picture in (
        ("floor_insseg_0", instance),
        ("floor_semseg_0", semantic),
        ("floor_trav_no_obj_0", free),
        ("floor_trav_no_door_0", free & ~things),
        ("floor_trav_0", free & ~things),
    ):
        grey = picture if picture.dtype == np.uint8 else picture.astype(np.uint8) * 255
        cv2.imwrite(str(folder / f"{name}.png"), grey)


def room_types(scene: Scene) -> list[str]:
    """The data set's numbered types of rooms."""
    return [*ROOM_TYPES, *sorted({r.type for r in scene.rooms} - set(ROOM_TYPES))]


def inner(wall: Structure, hull: shapely.Geometry) -> bool:
    """Whether a wall stands between rooms: outer ones are where the rooms end."""
    return bool(hull.contains(shapely.Point(wall.box.center_m[:2])))


def write_stage(path: Path, scene: Scene, geometry: SceneGeometry) -> Path:
    """A stage file for the stand-in: one Xform a thing, named by its category, with labelled and moved meshes."""
    nodes = []
    for entry in object_entries(scene, geometry):
        shift = np.array([0.25, -0.5, 0.125])
        matrix = np.eye(4)
        matrix[:3, 3] = shift
        meshes = [
            {
                "name": f"mesh_{i}",
                "type": "Mesh",
                "matrix": matrix.tolist(),
                "points": (np.array(m["points"]) - shift).tolist(),
                "faces": m["faces"],
                "color": m["color"],
                "material": m["material"],
            }
            for i, m in enumerate(entry["meshes"])
        ]
        kinds = {v: k for k, v in CATEGORY_OF_KIND.items()}
        label = {"semantic:Semantics:params:semanticData": kinds.get(entry["category"], entry["category"])}
        nodes.append({"name": entry["name"], "type": "Xform", "attributes": label, "children": meshes})
    path.write_text(json.dumps([{"name": "home", "type": "Xform", "children": nodes}]))
    return path
