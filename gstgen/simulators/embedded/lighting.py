"""Chooses how a scene is lit (draft or baked) and keeps bakes in a cache, keyed by everything they depend on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.bake import bake_light
from gstgen.simulators.embedded.cache_files import DAMAGE, locked, write_arrays
from gstgen.simulators.embedded.draft import draft_light
from gstgen.simulators.embedded.light_field import LightField
from gstgen.simulators.embedded.lights import LightArrays, OpenAir
from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.settings import RenderSettings

BAKE_VERSION = 20  # raise when the same inputs give other light: old cache entries are then left alone


def light_scene(
    scene: Scene,
    geometry: SceneGeometry,
    triangles: TriangleSet,
    lights: LightArrays,
    open_air: OpenAir,
    settings: RenderSettings,
    cache_folder: Path,
    workers: int,
) -> tuple[LightField, dict[str, Any]]:
    """The light of a scene, and notes about it. Bakes once a content; other processes wait for the one that bakes."""
    if settings.quality == "draft":
        return draft_light(scene, triangles, lights, open_air, settings.bake), {"light": "draft"}
    factor = settings.bake.high_quality_factor if settings.quality == "high" else 1.0
    folder = cache_folder / "bakes"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_key(scene, geometry, lights, open_air, settings, factor)}.npz"
    facts = {"light": f"baked ({settings.quality})"}
    with locked(path):
        if path.exists():
            try:
                stored = _read(path)
            except DAMAGE as error:
                facts["damaged entry of the light cache baked anew"] = f"{path.name}: {type(error).__name__}"
            else:
                if _fits(stored, triangles):
                    return stored, facts
                facts["damaged entry of the light cache baked anew"] = f"{path.name}: of another scene"
        light = bake_light(scene, geometry, triangles, lights, open_air, settings.bake, factor, workers)
        _write(path, light)
        # What later runs will read, to the bit: the cache stores less precision.
        return _read(path), facts


def _key(
    scene: Scene,
    geometry: SceneGeometry,
    lights: LightArrays,
    open_air: OpenAir,
    settings: RenderSettings,
    ray_factor: float,
) -> str:
    digest = hashlib.sha256(geometry.content_hash().encode())
    content = {
        "version": BAKE_VERSION,
        "bake": settings.bake.model_dump(),
        "ray_factor": ray_factor,
        "instances": scene.instance_names,
        "building": [(s.id, s.kind) for s in scene.structure],
        "rooms": [r.to_json() for r in scene.rooms],
        "lights": [a.tolist() for a in (lights.center, lights.edge_u, lights.edge_v, lights.normal, lights.power)],
        "light_rooms": lights.room,
        "windows": lights.window.tolist(),
        "open air": [sorted(open_air.rooms), open_air.radiance.tolist()],
    }
    digest.update(json.dumps(content, sort_keys=True).encode())
    return digest.hexdigest()


def _fits(light: LightField, triangles: TriangleSet) -> bool:
    """Whether a stored light field has the shapes that the scene needs, and finite numbers."""
    count = len(triangles.faces)
    shapes = light.mapped.shape == (count,) and light.texel_uv.shape == (count, 3, 2)
    shapes = shapes and light.vertex.shape == (len(triangles.vertices), 3) and light.lightmap.ndim == 3
    return bool(shapes and all(np.isfinite(a).all() for a in (light.lightmap, light.vertex, light.median)))


def _write(path: Path, light: LightField) -> None:
    write_arrays(
        path,
        {
            "lightmap": np.minimum(light.lightmap, 6e4).astype(np.float16),
            "mapped": light.mapped,
            "texel_uv": light.texel_uv,
            "vertex": np.minimum(light.vertex, 6e4).astype(np.float16),
            "median": np.asarray(light.median, np.float64),
        },
    )


def _read(path: Path) -> LightField:
    with np.load(path, allow_pickle=False) as data:
        return LightField(
            lightmap=data["lightmap"].astype(np.float32),
            mapped=data["mapped"],
            texel_uv=data["texel_uv"],
            vertex=data["vertex"].astype(np.float32),
            median=float(data["median"]),
        )
