"""Scene sources: one module each; triangles are found again from a scene's `source`."""

from __future__ import annotations

from gstgen.errors import RequestError
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import procedural


def load_geometry(scene: Scene) -> SceneGeometry:
    """Triangles of a scene in world metres, made by the source that made the scene."""
    if scene.source == "procedural":
        return procedural.geometry(scene)
    raise RequestError(f"scene {scene.id!r} comes from the source {scene.source!r}, which this version does not know")
