"""Scenes too large for the machine: refused in one line, or made smaller where nobody can see it."""

from __future__ import annotations

import dataclasses

import cv2
import numpy as np

from gstgen.errors import RequestError
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene

KILOBYTES_A_TRIANGLE = 1.0  # measured on shops of a million triangles, bake and renderer together
MAX_TEXTURE_PX = 2048  # the renderer's own textures are no larger


def check_size(scene: Scene, geometry: SceneGeometry, max_triangles: int) -> None:
    """RequestError when a scene has more triangles than `max_triangles`; says what memory they would take."""
    triangles = sum(len(part.faces) for parts in geometry.meshes.values() for part in parts)
    if triangles > max_triangles:
        gigabytes = triangles * KILOBYTES_A_TRIANGLE / 1e6
        raise RequestError(
            f"scene {scene.id} has {triangles:,} triangles, which take about {gigabytes:.2g} GB of memory; "
            f"simplify its meshes or raise render.max_triangles={max_triangles}"
        )


def bounded_textures(geometry: SceneGeometry) -> tuple[SceneGeometry, dict[str, int]]:
    """The geometry with textures of at most MAX_TEXTURE_PX a side, and a note when some were larger."""
    large = {
        key: image
        for key, image in geometry.textures.items()
        if image.ndim == 3 and 0 not in image.shape and max(image.shape[:2]) > MAX_TEXTURE_PX
    }
    if not large:
        return geometry, {}
    small = dict(geometry.textures)
    for key, image in large.items():
        size = (min(image.shape[1], MAX_TEXTURE_PX), min(image.shape[0], MAX_TEXTURE_PX))
        small[key] = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return dataclasses.replace(geometry, textures=small), {"textures resampled for their size": len(large)}
