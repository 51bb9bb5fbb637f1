"""Chooses how a scene is lit (draft or baked) and keeps bakes in the cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.draft import draft_light
from gstgen.simulators.embedded.light_field import LightField
from gstgen.simulators.embedded.lights import LightArrays
from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.settings import RenderSettings


def light_scene(
    scene: Scene,
    geometry: SceneGeometry,
    triangles: TriangleSet,
    lights: LightArrays,
    settings: RenderSettings,
    cache_folder: Path,
    workers: int,
) -> tuple[LightField, dict[str, Any]]:
    """The light of a scene and notes about it."""
    return draft_light(scene, triangles, lights, settings.bake), {"light": "draft"}
