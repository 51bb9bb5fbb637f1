"""Furniture meshes for scenes: which one an object gets, its triangles, and the credits of the artists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from gstgen.errors import RequestError
from gstgen.randomness import rng
from gstgen.scenes.assets import artist
from gstgen.scenes.assets.levels import levels
from gstgen.scenes.assets.parametric import categories, textures
from gstgen.scenes.assets.parametric.kit import Mesh
from gstgen.scenes.mesh import MeshPart, SceneGeometry
from gstgen.scenes.model import SceneObject

Size = tuple[float, float, float]


def available_sources() -> list[str]:
    """Names of the installed libraries of artist models; parametric meshes are always there."""
    return artist.available_sources()


def choose_asset(
    category: str,
    model: str,
    size_m: Size,
    seed: int,
    sources: Sequence[str],
    carries_inside: bool = False,
    carries_on_top: bool = False,
) -> dict[str, Any]:
    """Where the mesh of an object comes from, as JSON for `SceneObject.asset`.

    An artist model of the category whose proportions fit `size_m` (front, left, up), drawn by (seed, category, model)
    so that one model looks the same all over a scene; else a parametric style. `"approximated": true` marks a
    category without a builder of its own. `sources` are names of `available_sources()`; empty: parametric only.
    `carries_inside`: things stand on inner levels (`levels.levels`), so the mesh is one built in code whose boards lie
    exactly there and are free of things of its own (`"carries_inside": true`).
    `carries_on_top`: things stand on the top of its box, so an artist model must have a flat top there; a body whose
    tops run round a corner is built in code.
    Raises RequestError for a source that is unknown or not installed, ValueError for a body without inner levels.
    """
    for source in sources:
        artist.require(source)
    if carries_inside and not any(level.inner for level in levels(category, size_m)):
        raise ValueError(f"a {category} of {size_m} m has no inner level to carry things on")
    number = int(rng(seed, "asset", category, model).integers(2**31))
    tops = [level for level in levels(category, size_m) if not level.inner]
    round_corner = carries_on_top and len(tops) > 1  # an artist's corner desk has another outline
    if sources and not carries_inside and not round_corner:
        chosen = artist.choose(category, size_m, rng(seed, "artist", category, model), sources, carries_on_top)
        if chosen is not None:
            return chosen.reference()
    recipe = categories.recipe(category)
    reference: dict[str, Any] = {
        "source": "parametric",
        "style": recipe.styles[number % len(recipe.styles)],
        "seed": number,
        "suite": int(rng(seed, "suite").integers(2**31)),
    }
    if recipe.approximated:
        reference["approximated"] = True
    if carries_inside:
        reference["carries_inside"] = True
    return reference


@lru_cache(maxsize=256)
def _parametric(category: str, style: str, size_m: Size, seed: int, suite: int, carries: bool) -> Mesh:
    return categories.build(category, style, size_m, seed, suite, carries)


def _whole(part: MeshPart) -> MeshPart:
    """Without triangles that lost their area when they were rounded to world float32."""
    a, b, c = (part.vertices[part.faces[:, i]].astype(np.float64) for i in range(3))
    kept = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 0
    if kept.all():
        return part
    return MeshPart(part.material, part.vertices, part.normals, part.uvs, part.faces[kept])


def object_parts(obj: SceneObject, geometry: SceneGeometry) -> list[MeshPart]:
    """World-frame triangles that fill `obj.box`, with its materials and textures registered in `geometry`.

    Raises RequestError when the object's artist library is missing or damaged, or the reference is not known.
    """
    size = (float(obj.box.size_m[0]), float(obj.box.size_m[1]), float(obj.box.size_m[2]))
    source = obj.asset.get("source")
    parts = []
    if source == "parametric":
        asset = obj.asset
        if asset["style"] not in categories.recipe(obj.category).styles:
            raise RequestError(
                f"object {obj.id}: no parametric style {asset['style']!r} of {obj.category}; rebuild the scene"
            )
        carries = asset.get("carries_inside", False)
        mesh = _parametric(obj.category, asset["style"], size, asset["seed"], asset["suite"], carries)
        for finish, surface in mesh.surfaces:
            key = finish.material.texture
            if key is not None and key not in geometry.textures:
                geometry.textures[key] = textures.texture(key)
            parts.append(
                MeshPart(
                    geometry.material(finish.material),
                    surface.vertices.astype(np.float32),
                    surface.normals.astype(np.float32),
                    surface.uvs.astype(np.float32),
                    surface.faces.astype(np.int32),
                )
            )
    elif artist.is_artist(obj.asset):
        parts = artist.parts(obj.asset, size, geometry)
    else:
        raise RequestError(f"object {obj.id}: unknown asset source {source!r}; rebuild the scene")
    return [_whole(part.transformed(obj.box.rotation, obj.box.center_m)) for part in parts]


def credits(objects: Iterable[SceneObject]) -> list[str]:
    """One line for each artist model used (name, creator, licence, source package), sorted, without repeats."""
    lines = {artist.credit(o.asset) for o in objects if artist.is_artist(o.asset)}
    return sorted(lines)


def remarks(objects: Iterable[SceneObject], sources: Iterable[str]) -> list[str]:
    """What a scene's artist models are shown without, and which models of the sources cannot be used; one line each.

    Reads the models of the objects. RequestError for a library that cannot be read.
    """
    found: dict[tuple[str, str], int] = {}
    for obj in objects:
        if artist.is_artist(obj.asset):
            size = (float(obj.box.size_m[0]), float(obj.box.size_m[1]), float(obj.box.size_m[2]))
            for remark in artist.remarks(obj.asset, size):
                key = (obj.asset["key"], remark)
                found[key] = found.get(key, 0) + 1
    shown = [f"model {key!r} of {count} objects: {remark}" for (key, remark), count in sorted(found.items())]
    return [*artist.problems(list(sources)), *shown]
