"""BEHAVIOR-1K scenes as OmniGibson loads them: its objects and boxes, the data set's room and walking maps.

Meshes and textures stay in the simulator (the data may only be used within it). `scene.json` gets names, boxes and
outlines; `geometry.described` makes prisms of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.scenes.model import Room, Scene
from gstgen.scenes.sources import described
from gstgen.scenes.sources.layout_maps import LayoutMaps, read_layout

SOURCE = "behavior"
MOVED_M = 0.1
LICENCE = "BEHAVIOR-1K data licence (non-commercial research; see https://behavior.stanford.edu)"


def build_scene(
    name: str, kind: str, description: dict[str, Any], wall_cell_m: float, wall_reach_m: float
) -> tuple[Scene, LayoutMaps]:
    """A scene from the simulator's description and its layout pictures; RequestError when those are missing."""
    scene_dir = Path(description["scene_dir"])
    entries = description["objects"]
    maps = read_layout(scene_dir)
    floor_z = described.read_floor_z(entries)
    ceiling_z = described.read_ceiling_z(entries, floor_z)
    rooms = tuple(Room(i, t, p, round(ceiling_z - floor_z, 4)) for i, t, p in maps.rooms)
    objects, empty = described.read_objects(entries, rooms, SOURCE, floor_z, ceiling_z)
    walls = maps.wall_parts(wall_cell_m, wall_reach_m, floor_z, ceiling_z)
    listed = listed_objects(scene_dir, name)
    poses = listed_poses(scene_dir, name) if listed else {}
    loaded = {entry["name"] for entry in entries}
    scene = Scene(
        id=name,
        source=SOURCE,
        inventory=f"{SOURCE}/{name}",
        kind=kind,
        rooms=rooms,
        objects=objects,
        structure=described.read_structure(entries, rooms, walls),
        lights=(),
        floor_z_m=round(floor_z, 4),
        licence=LICENCE,
        attribution=(
            f"Scene {name} of BEHAVIOR-1K (Stanford), rendered with OmniGibson; models and textures are not included.",
        ),
        notes={
            "geometry": described.APPROXIMATION,
            "walls": f"{len(walls)} blocks read from the layout pictures",
            "walking map": maps.walkable_file,
            "versions": description["versions"],
            "simulator": description["notes"],
            "instances without extent": empty,
            "listed in the scene file but not loaded": sorted(listed.keys() - loaded),
            "moved since loading": moved_objects(entries, poses),
            "remarks": list(maps.notes),
        },
    )
    return scene, maps


def listed_objects(scene_dir: Path, name: str) -> dict[str, dict[str, Any]]:
    """Objects of the scene file (`json/<name>_best.json`): name -> its arguments; empty where there is no such file."""
    path = scene_dir / "json" / f"{name}_best.json"
    if not path.is_file():
        return {}
    info = json.loads(path.read_text(encoding="utf-8")).get("objects_info", {}).get("init_info", {})
    return {key: dict(value.get("args", {})) for key, value in info.items()}


def moved_objects(entries: list[dict[str, Any]], poses: dict[str, tuple[np.ndarray, np.ndarray]]) -> list[str]:
    """Objects that are not where the scene file has them: pushed by physics, or the whole scene was shifted."""
    return sorted(
        entry["name"]
        for entry in entries
        if entry["name"] in poses
        and float(np.linalg.norm(np.asarray(entry["position_m"]) - poses[entry["name"]][0])) > MOVED_M
    )


def listed_poses(scene_dir: Path, name: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Pose of each object's root link in the scene file: position (3) in metres, orientation (x, y, z, w).

    1.x keeps them in `state.object_registry`, 3.x in `state.registry.object_registry`.
    """
    state = json.loads((scene_dir / "json" / f"{name}_best.json").read_text(encoding="utf-8"))["state"]
    registry = state.get("registry", state)["object_registry"]
    return {
        key: (np.array(value["root_link"]["pos"], float), np.array(value["root_link"]["ori"], float))
        for key, value in registry.items()
        if "root_link" in value
    }
