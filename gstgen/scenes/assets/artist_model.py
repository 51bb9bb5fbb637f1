"""One artist model read into surfaces: materials, simplification, orientation, normals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError
from gstgen.scenes.assets.artist_material import Palette
from gstgen.scenes.assets.obj import ObjMesh
from gstgen.scenes.assets.orient import outward
from gstgen.scenes.assets.parametric.surface import Surface, compact, smoothed, unit, weld
from gstgen.scenes.assets.sh3f import Library, to_object_frame
from gstgen.scenes.assets.simplify import carry_uvs, simplify
from gstgen.scenes.mesh import Material

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

# Triangles a model may keep: small things are never seen large, and frames cost what their triangles cost.
TRIANGLE_BUDGET = 6000
SMALL_M = 0.35  # longest side of a small thing
SMALL_BUDGET = 300
_TRIANGLES_PER_M = 3500  # of its longest side
_LEAST_TRIANGLES = 1800
_CREASE_DEG = 44.0


@dataclass(frozen=True)
class ArtistModel:
    """A loaded model: surfaces by material in the object frame, centred, catalogue metres; its textures."""

    size_m: Array  # extents; 0 along an axis in which the model is flat
    surfaces: tuple[tuple[Material, Surface], ...]
    textures: dict[str, NDArray[np.uint8]]
    remarks: tuple[str, ...] = ()  # what was missing or damaged and is shown without

    @property
    def triangle_count(self) -> int:
        return sum(len(s.faces) for _, s in self.surfaces)


def quarter_turned(turn_deg: float) -> bool:
    """Whether a turn about the vertical exchanges front and side."""
    return round(turn_deg / 90) % 2 == 1


def load(library: Library, key: str, front_fix_deg: float, lamp: bool, small: bool = False) -> ArtistModel:
    """Read, turn, simplify and clean one model; RequestError names what is missing or damaged.

    `front_fix_deg` corrects a wrong front (about the vertical); a `lamp` has its shades and bulbs lit.
    """
    entry = library.entry(key)
    mesh, definitions, remarks = library.mesh(entry)
    palette = Palette(library, entry, definitions, lamp)
    made = [palette.material(*group) for group in mesh.groups]
    table: dict[Material, int] = {}
    tag_of_group = np.array([-1 if m is None else table.setdefault(m, len(table)) for m in made])
    visible = tag_of_group[mesh.group] >= 0
    corners, tag = mesh.corners[visible], tag_of_group[mesh.group[visible]]
    if not len(corners):
        raise RequestError(f"{library.path}: model {entry.model!r} has no visible faces")
    positions, linear = to_object_frame(mesh.positions, entry, front_fix_deg)
    used = positions[np.unique(corners[..., 0])]
    lower, upper = used.min(0), used.max(0)
    extent = upper - lower
    flat = extent < 1e-4 * max(float(extent.max()), 1e-12)
    size_m = entry.size_m[[1, 0, 2]] if quarter_turned(front_fix_deg) else entry.size_m
    scale = np.where(flat, 1.0, size_m / np.where(flat, 1.0, extent))
    positions = (positions - (lower + upper) / 2) * scale
    if np.linalg.det(linear) < 0:
        corners = corners[:, ::-1]
    order = list(table)
    blocking = np.array([material.kind not in ("glass", "cutout") for material in order])
    normal_map = linear / scale[:, None]
    surfaces = _surfaces(mesh, positions, normal_map, corners, tag, blocking, bool(palette.textures), small)
    return ArtistModel(
        np.where(flat, 0.0, size_m),
        tuple((order[t], s) for t, s in surfaces),
        palette.textures,
        (*remarks, *palette.remarks),
    )


def _distinct(faces: Indices) -> Indices:
    """Indices of the faces with three vertices, each place once: sheets modelled with two sides would flicker."""
    sound = np.flatnonzero((faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0]))
    low, middle, high = np.sort(faces[sound], axis=1).T
    count = int(faces.max()) + 1
    _, first = np.unique((low * count + middle) * count + high, return_index=True)
    return sound[np.sort(first)]


def _surfaces(
    mesh: ObjMesh,
    positions: Array,
    normal_map: Array,
    corners: Indices,
    tag: Indices,
    blocking: NDArray[np.bool_],
    textured: bool,
    small: bool,
) -> list[tuple[int, Surface]]:
    """Surfaces by material tag: simplified, turned outwards, with the file's normals or creased ones.

    Faces that nobody can see are left out; `blocking` says of each tag whether it hides what lies behind it.
    """
    uvs = np.zeros((*corners.shape[:2], 2))
    if len(mesh.texture_coordinates):
        uv_index = corners[..., 1]
        uvs = np.where(uv_index[..., None] >= 0, mesh.texture_coordinates[np.maximum(uv_index, 0)], 0.0)
    place = weld(positions)
    vertices = np.zeros((int(place.max()) + 1, 3))
    vertices[place] = positions
    faces = place[corners[..., 0]]
    kept = _distinct(faces)
    faces, uvs, tag, corners = faces[kept], uvs[kept], tag[kept], corners[kept]
    given = None
    budget, limit = SMALL_BUDGET, SMALL_BUDGET
    if not small:
        longest_m = float(np.ptp(vertices[np.unique(faces)], axis=0).max())
        limit = TRIANGLE_BUDGET
        budget = int(np.clip(_TRIANGLES_PER_M * longest_m, _LEAST_TRIANGLES, 0.95 * limit))
    if len(faces) > budget:
        moved = simplify(vertices, faces, tag, budget, limit)
        uvs = carry_uvs(vertices, faces, uvs, *moved) if textured else uvs[moved[2]]
        vertices, faces, tag = moved[0], moved[1], tag[moved[2]]
    elif len(mesh.normals) and corners[..., 2].min() >= 0:
        given = mesh.normals[corners[..., 2]] @ normal_map.T
        if np.linalg.norm(given, axis=-1).min() < 1e-9 or not np.isfinite(given).all():
            given = None
    turned, seen = outward(vertices, faces, blocking[tag])
    turned = turned[:, None]
    faces = np.where(turned, faces[:, ::-1], faces)
    uvs = np.where(turned[..., None], uvs[:, ::-1], uvs)
    if given is None:
        normals = smoothed(vertices, faces, _CREASE_DEG)[0]
    else:
        given = np.where(turned[..., None], given[:, ::-1], given)
        corner = vertices[faces]
        winding = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
        against = (given.sum(1) * winding).sum(1) < 0
        normals = unit(np.where(against[:, None, None], -given, given)).reshape(-1, 3)
    points, flat_uvs = vertices[faces.ravel()], uvs.reshape(-1, 2)
    found = []
    for t in np.unique(tag):
        chosen = np.repeat((tag == t) & seen, 3)
        order = np.arange(int(chosen.sum())).reshape(-1, 3)
        surface = compact(Surface(points[chosen], normals[chosen], flat_uvs[chosen], order))
        if len(surface.faces):
            found.append((int(t), surface))
    return found
