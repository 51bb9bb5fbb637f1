"""Which part of the world the maps show: one centre for all levels of a scene."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RunError
from gstgen.geometry.maps import MapTransform
from gstgen.scenes.model import Scene
from gstgen.topdown.settings import TopdownSettings

LEVELS = ("easy", "medium", "hard")


def floor_bounds_m(scene: Scene) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """World bounds (lower (2), upper (2)) of the rooms, or of the floor slabs where a scene has no rooms.

    Objects do not count: a stray far one must not shrink the home to a dot. Raises RunError without a floor.
    """
    bounds = [room.polygon.bounds for room in scene.rooms]
    if not bounds:
        for part in scene.structure:
            if part.kind == "floor":
                lower, upper = part.box.bounds_m
                bounds.append((*lower[:2], *upper[:2]))
    if not bounds:
        raise RunError(f"scene {scene.id} has neither rooms nor floors, so there is nothing to map")
    corners = np.array(bounds, float)
    return corners[:, :2].min(0), corners[:, 2:].max(0)


def frame_levels(scene: Scene, settings: TopdownSettings) -> dict[str, MapTransform]:
    """The transform of each level, letterboxed around the same centre."""
    lower, upper = floor_bounds_m(scene)
    lower, upper = lower - settings.border_m, upper + settings.border_m
    sizes = {
        "easy": (settings.easy_width_px, settings.easy_height_px),
        "medium": (settings.map_width_px, settings.map_height_px),
        "hard": (settings.map_width_px, settings.map_height_px),
    }
    return {level: MapTransform.fit(lower, upper, *sizes[level], settings.margin) for level in LEVELS}
