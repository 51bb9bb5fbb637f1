"""Checks of a scene before anything is filmed in it: reachable rooms, walls respected, plausible sizes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.settings import FloorMapSettings
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene


@dataclass(frozen=True)
class SceneFaults:
    """Ids of what fails a check, sorted; empty tuples for a sound scene."""

    rooms_without_access: tuple[str, ...]
    through_wall: tuple[str, ...]
    implausible_size: tuple[str, ...]
    without_mesh: tuple[str, ...]


def check_scene(scene: Scene, geometry: SceneGeometry, floor_map: FloorMap, settings: FloorMapSettings) -> SceneFaults:
    """Faults of a scene. An object is through a wall when its mesh leaves the outline of its room.

    Objects that belong to a wall (doors, pictures and other things with support "wall") may sink into it.
    """
    polygons = {room.id: room.polygon for room in scene.rooms}
    through, odd, bare = [], [], []
    for item in scene.objects:
        if not geometry.meshes.get(item.id):
            bare.append(item.id)
            continue
        lower, upper = geometry.bounds_m(item.id)
        if not settings.min_object_m <= float((upper - lower).max()) <= settings.max_object_m:
            odd.append(item.id)
        polygon = polygons.get(item.room or "")
        if polygon is None or item.support == "wall":
            continue
        points = np.concatenate([p.vertices[:, :2] for p in geometry.meshes[item.id]]).astype(float)
        outline = polygon.buffer(settings.wall_slack_m, join_style="mitre")
        shapely.prepare(outline)
        if not shapely.contains_xy(outline, points[:, 0], points[:, 1]).all():
            through.append(item.id)
    return SceneFaults(
        rooms_without_access=tuple(floor_map.rooms_without_access()),
        through_wall=tuple(sorted(through)),
        implausible_size=tuple(sorted(odd)),
        without_mesh=tuple(sorted(bare)),
    )
