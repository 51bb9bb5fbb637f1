"""Scene sources: one module each; triangles are found again from a scene's `source`."""

from __future__ import annotations

import json

from gstgen.errors import RequestError
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import described, procedural

_MAKERS = {"procedural": procedural.geometry, "behavior": described.geometry, "usd": described.geometry}
# The scene that was loaded last, by its content: the stages of one run all want the same one, and workers inherit it.
_last: list[tuple[str, SceneGeometry]] = []


def load_geometry(scene: Scene) -> SceneGeometry:
    """Triangles of a scene in world metres, made by the source that made the scene; shared, so not to be changed."""
    make = _MAKERS.get(scene.source)
    if make is None:
        raise RequestError(
            f"scene {scene.id!r} comes from the source {scene.source!r}, which this version does not know"
        )
    key = json.dumps(scene.to_json(), sort_keys=True)
    if not _last or _last[0][0] != key:
        _last[:] = [(key, make(scene))]
    return _last[0][1]
