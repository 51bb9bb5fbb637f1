"""A scene's triangles as flat arrays, cleaned: what the baker and the rasteriser both work on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Scene

Floats = NDArray[np.float32]

MIN_DOUBLE_AREA_M2 = 1e-12  # below this a cross product is rounding noise and has no direction
BUILDING = ("wall", "floor", "ceiling")
LARGEST_LAMP_M = 2.5  # objects larger than this are no lamps
LAMP_SLACK_M = 0.06  # lights hang this far out of the lamp that holds them
GLOW_REACH_M = 0.28  # from here on a lamp does not shine through its shade
SAMPLED_PX = 64  # of a texture's side, for its mean colour


@dataclass(frozen=True)
class TriangleSet:
    """All triangles of a scene, world metres.

    vertices, normals (V, 3); uvs (V, 2); faces (F, 3) int32; material (F) index into `materials`; instance (F)
    uint32 id of `Scene.instance_ids`; building (F): part of a wall, floor or ceiling; area_m2 (F);
    face_normals (F, 3): unit, on the side that the vertex normals point to. `dropped` counts what was left out
    or repaired, by reason. colors (materials, 3): sRGB in the mean, texture included. glow (V) 0..1: how much of the
    lamp that an object holds shines through it there.
    """

    vertices: Floats
    normals: Floats
    uvs: Floats
    faces: NDArray[np.int32]
    material: NDArray[np.int32]
    instance: NDArray[np.uint32]
    building: NDArray[np.bool_]
    area_m2: Floats
    face_normals: Floats
    materials: tuple[Material, ...]
    dropped: dict[str, int]
    colors: Floats
    glow: Floats

    def corners(self, faces: NDArray[np.int64] | NDArray[np.bool_] | slice = slice(None)) -> Floats:
        """World corners (n, 3, 3) of some triangles."""
        return self.vertices[self.faces[faces]]

    def kind_mask(self, *kinds: str) -> NDArray[np.bool_]:
        """(F) whether a face's material is of one of the kinds."""
        return np.array([m.kind in kinds for m in self.materials] or [False])[self.material]


def collect_triangles(scene: Scene, geometry: SceneGeometry) -> TriangleSet:
    """Gather and clean the triangles of every instance, in the order of the scene's ids.

    Raises RequestError when the geometry holds an instance that the scene does not know.
    """
    ids = scene.instance_ids
    unknown = sorted(set(geometry.meshes) - set(ids))
    if unknown:
        raise RequestError(f"scene {scene.id}: triangles of {unknown[0]!r} belong to no instance of scene.json")
    dropped: dict[str, int] = {}
    building_ids = {s.id for s in scene.structure if s.kind in BUILDING}
    parts: list[tuple[int, bool, _CleanPart]] = []
    for name in scene.instance_names[1:]:
        for part in geometry.meshes.get(name, []):
            clean = _clean(part, dropped)
            if clean is not None:
                parts.append((ids[name], name in building_ids, clean))
    return _join(parts, geometry, _lamps(scene), dropped)


def _lamps(scene: Scene) -> list[tuple[int, NDArray[np.float64]]]:
    """(id of the object, place of the light (3) in world metres) of every lamp that an object holds."""
    places = [np.array(light.center_m) for light in scene.lights if light.kind == "lamp"]
    if not scene.objects or not places:
        return []
    middle = np.array([o.box.center_m for o in scene.objects])
    turned = np.abs(np.array([o.box.rotation for o in scene.objects]))
    size = np.einsum("nij,nj->ni", turned, np.array([o.box.size_m for o in scene.objects]))
    low, high = middle - size / 2 - LAMP_SLACK_M, middle + size / 2 + LAMP_SLACK_M
    volume = np.where(size.max(1) < LARGEST_LAMP_M, size.prod(1), np.inf)
    held = []
    for place in places:
        around = np.where(((place > low) & (place < high)).all(1), volume, np.inf)
        if np.isfinite(around).any():
            # The smallest: a lamp on a shelf lies in the box of the shelf, too.
            held.append((1 + int(np.argmin(around)), place))
    return held


def _glow(
    count: int, parts: list[tuple[int, bool, _CleanPart]], lamps: list[tuple[int, NDArray[np.float64]]]
) -> Floats:
    """(V) 1 at the lamp that an object holds, falling off within GLOW_REACH_M."""
    lit: dict[int, list[NDArray[np.float64]]] = {}
    for owner, place in lamps:
        lit.setdefault(owner, []).append(place)
    glow, start = np.zeros(count, np.float32), 0
    for owner, _, part in parts:
        end = start + len(part.part.vertices)
        for place in lit.get(owner, []):
            away = np.linalg.norm(part.part.vertices - place, axis=1)
            glow[start:end] = np.maximum(glow[start:end], np.exp(-((away / GLOW_REACH_M) ** 2)))
        start = end
    return glow


def _mean_colors(geometry: SceneGeometry) -> Floats:
    """(materials, 3) sRGB in the mean, of a sample of each texture."""
    means: dict[str, Floats] = {}
    for key in {m.texture for m in geometry.materials if m.texture is not None}:
        image = geometry.textures.get(key)
        if image is not None and image.ndim == 3 and image.shape[2] >= 3 and 0 not in image.shape:
            step = max(1, max(image.shape[:2]) // SAMPLED_PX)
            means[key] = (image[::step, ::step, :3].reshape(-1, 3).mean(0) / 255).astype(np.float32)
    white = np.ones(3, np.float32)
    colors = [np.array(m.color, np.float32) * means.get(m.texture or "", white) for m in geometry.materials]
    return np.array(colors, np.float32).reshape(-1, 3)


@dataclass(frozen=True)
class _CleanPart:
    part: MeshPart
    area_m2: Floats
    face_normals: Floats


def _count(dropped: dict[str, int], reason: str, number: int) -> None:
    if number:
        dropped[reason] = dropped.get(reason, 0) + int(number)


def _clean(part: MeshPart, dropped: dict[str, int]) -> _CleanPart | None:
    """The part without unusable triangles and with finite normals and uvs; None when nothing is left."""
    faces = np.asarray(part.faces, np.int32).reshape(-1, 3)
    vertices = np.asarray(part.vertices, np.float32).reshape(-1, 3)
    if not len(faces):
        return None
    inside = ((faces >= 0) & (faces < len(vertices))).all(1)
    _count(dropped, "triangles with a missing vertex", (~inside).sum())
    faces = faces[inside]
    finite = np.asarray(np.isfinite(vertices).all(1))[faces].all(1)
    _count(dropped, "triangles with a non-finite vertex", (~finite).sum())
    faces = faces[finite]
    a, b, c = (vertices[faces[:, k]].astype(np.float64) for k in range(3))
    cross = np.cross(b - a, c - a)
    double_area = np.linalg.norm(cross, axis=1)
    solid = double_area > MIN_DOUBLE_AREA_M2
    _count(dropped, "triangles without area", (~solid).sum())
    faces, cross, double_area = faces[solid], cross[solid], double_area[solid]
    if not len(faces):
        return None
    if np.shape(part.normals) != vertices.shape and _inside_out(vertices, faces):
        _count(dropped, "closed parts turned inside out", 1)
        faces, cross = faces[:, ::-1], -cross
    face_normals = cross / double_area[:, None]
    normals = _usable_normals(part, vertices, faces, face_normals * double_area[:, None], dropped)
    opposed = np.einsum("ij,ij->i", normals[faces].sum(1), face_normals) < 0
    face_normals[opposed] *= -1
    clean = MeshPart(part.material, vertices, normals, _usable_uvs(part, len(vertices), dropped), faces)
    return _CleanPart(clean, (double_area / 2).astype(np.float32), face_normals.astype(np.float32))


def _inside_out(vertices: Floats, faces: NDArray[np.int32]) -> bool:
    """Whether faces enclose a body and wind clockwise seen from outside; open surfaces have no outside."""
    spots = vertices[faces].astype(np.float64)
    middle = spots.reshape(-1, 3).mean(0)
    volume = np.einsum("ij,ij->i", spots[:, 0] - middle, np.cross(spots[:, 1] - middle, spots[:, 2] - middle)).sum()
    if volume >= 0:
        return False
    # Corners that lie in one place are one: sources split vertices where texture coordinates differ.
    _, place = np.unique(vertices, axis=0, return_inverse=True)
    welded = place.reshape(-1)[faces].astype(np.int64)
    edges = np.concatenate([welded[:, [0, 1]], welded[:, [1, 2]], welded[:, [2, 0]]])
    forth, back = (np.sort(edges[:, k] * len(vertices) + edges[:, 1 - k]) for k in range(2))
    return bool(np.array_equal(forth, back))


def _usable_normals(
    part: MeshPart,
    vertices: Floats,
    faces: NDArray[np.int32],
    weighted: NDArray[np.float64],
    dropped: dict[str, int],
) -> Floats:
    """Unit vertex normals; missing ones come from the faces around the vertex."""
    normals = np.asarray(part.normals, np.float32)
    if normals.shape != vertices.shape:
        _count(dropped, "parts without normals", 1)
        normals = np.zeros_like(vertices)
    length = np.linalg.norm(normals, axis=1)
    bad = ~(np.isfinite(length) & (length > 0.1))
    if bad.any():
        total = np.zeros((len(vertices), 3))
        for k in range(3):
            for axis in range(3):
                total[:, axis] += np.bincount(faces[:, k], weighted[:, axis], len(vertices))
        size = np.linalg.norm(total, axis=1, keepdims=True)
        repaired = np.where(size > 0, total / np.maximum(size, 1e-30), (0.0, 0.0, 1.0))
        normals = np.where(bad[:, None], repaired, normals)
        length = np.where(bad, 1.0, length)
    return np.asarray(normals / length[:, None], np.float32)


def _usable_uvs(part: MeshPart, count: int, dropped: dict[str, int]) -> Floats:
    uvs = np.asarray(part.uvs, np.float32)
    if uvs.shape != (count, 2):
        _count(dropped, "parts without texture coordinates", 1)
        return np.zeros((count, 2), np.float32)
    return np.nan_to_num(uvs, nan=0.0, posinf=0.0, neginf=0.0)


def _join(
    parts: list[tuple[int, bool, _CleanPart]],
    geometry: SceneGeometry,
    lamps: list[tuple[int, NDArray[np.float64]]],
    dropped: dict[str, int],
) -> TriangleSet:
    sizes = [len(p.part.vertices) for _, _, p in parts]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    counts = np.array([len(p.part.faces) for _, _, p in parts], np.int64)

    def stack(arrays: Sequence[NDArray[Any]], width: tuple[int, ...], dtype: type) -> NDArray[Any]:
        return np.concatenate([np.zeros((0, *width), dtype), *arrays]).astype(dtype, copy=False)

    def repeat(values: Sequence[int], dtype: type) -> NDArray[Any]:
        return np.repeat(np.array(values, dtype), counts)

    return TriangleSet(
        vertices=stack([p.part.vertices for _, _, p in parts], (3,), np.float32),
        normals=stack([p.part.normals for _, _, p in parts], (3,), np.float32),
        uvs=stack([p.part.uvs for _, _, p in parts], (2,), np.float32),
        faces=stack([p.part.faces + start for (_, _, p), start in zip(parts, starts, strict=False)], (3,), np.int32),
        material=repeat([p.part.material for _, _, p in parts], np.int32),
        instance=repeat([i for i, _, _ in parts], np.uint32),
        building=repeat([b for _, b, _ in parts], np.bool_),
        area_m2=stack([p.area_m2 for _, _, p in parts], (), np.float32),
        face_normals=stack([p.face_normals for _, _, p in parts], (3,), np.float32),
        materials=tuple(geometry.materials),
        dropped=dropped,
        colors=_mean_colors(geometry),
        glow=_glow(int(starts[-1]), parts, lamps),
    )
