"""One artist model read into surfaces: materials, simplification, orientation, normals."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError
from gstgen.scenes.assets.builtin_colors import builtin_color, neutral_color
from gstgen.scenes.assets.obj import MtlMaterial, ObjMesh
from gstgen.scenes.assets.orient import outward
from gstgen.scenes.assets.parametric.surface import Surface, compact, smoothed, unit, weld
from gstgen.scenes.assets.sh3f import CatalogueEntry, Library, to_object_frame
from gstgen.scenes.assets.simplify import carry_uvs, simplify
from gstgen.scenes.mesh import Material, MaterialKind

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

SOURCE = "sweethome3d-furniture"
# Triangles a model may keep: small things are never seen large, and frames cost what their triangles cost.
TRIANGLE_BUDGET = 6000
_TRIANGLES_PER_M = 3500  # of its longest side
_LEAST_TRIANGLES = 1800
TEXTURE_PX = 512
_CREASE_DEG = 44.0
_BULB = re.compile(r"bulb|bombeta|emit|fluores|flurores|inside", re.I)
_SHADE = re.compile(r"shade|pantall|tela_lamp|^lamp$|white_glass|^glass$|squares|border_multi|yellow_multi", re.I)


def mute_red(rgb: Array) -> Array:
    """Soften saturated reds (..., 3) in 0..1: pure red is the colour of annotations."""
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    amount = np.clip((0.55 - np.maximum(g, b) / np.maximum(r, 1e-6)) / 0.25, 0, 1) * np.clip((r - 0.2) / 0.2, 0, 1)
    muted = np.stack([0.88 * r, np.maximum(g, 0.42 * r), np.maximum(b, 0.36 * r)], -1)
    return rgb + (muted - rgb) * amount[..., None]


def _mute_picture(image: NDArray[np.uint8]) -> None:
    """`mute_red` on the strongly red pixels of a texture, in place."""
    r, other = image[..., 0], np.maximum(image[..., 1], image[..., 2])
    red = (r > 60) & (other < 0.6 * r)
    image[red, :3] = np.round(mute_red(image[red, :3] / 255.0) * 255)


@dataclass(frozen=True)
class ArtistModel:
    """A loaded model: surfaces by material in the object frame, centred, catalogue metres; its textures."""

    size_m: Array  # extents; 0 along an axis in which the model is flat
    surfaces: tuple[tuple[Material, Surface], ...]
    textures: dict[str, NDArray[np.uint8]]

    @property
    def triangle_count(self) -> int:
        return sum(len(s.faces) for _, s in self.surfaces)


def _material(
    entry: CatalogueEntry,
    library: Library,
    group: tuple[str, str],
    materials: dict[str, MtlMaterial],
    lamp: bool,
    textures: dict[str, NDArray[np.uint8]],
) -> Material | None:
    """The scene material of an OBJ group; None for one that is invisible."""
    name, part = group
    source = materials.get(name)
    if source is None:
        source = MtlMaterial(diffuse=builtin_color(name) or neutral_color())
    pane, mirror = part.startswith("sweethome3d_window_pane"), part.startswith("sweethome3d_window_mirror")
    if source.opacity < 0.02 and not pane:
        return None
    color = np.asarray(source.diffuse, float)
    key, alpha = None, 1.0
    kind: MaterialKind = "opaque"
    if source.picture is not None:
        key = f"{SOURCE}/{library.path.stem}/{entry.key}/{source.picture}"
        if key not in textures:
            image = library.picture(entry, source.picture, TEXTURE_PX)
            if image is None:
                key = None
            else:
                _mute_picture(image)
                textures[key] = image
    if key is not None:
        # The picture carries the colour; a strong tint on top of it is an exporter's leftover.
        color = np.maximum(color / color.max(), 0.85) if color.max() > 0.06 else np.ones(3)
        if (textures[key][..., 3] < 128).mean() > 0.005:
            kind = "cutout"
    elif float(color.max()) < 0.22:
        color = 0.12 + color * (0.22 - 0.12) / 0.22
    if key is None:
        color = mute_red(np.minimum(color, 0.93))
    gloss = float(np.clip(np.mean(source.specular) * min(source.shininess / 60.0, 1.0), 0.0, 0.6))
    emission = 0.0
    if mirror:
        kind, gloss = "mirror", 1.0
    elif pane or source.opacity < 0.9:
        kind, alpha, gloss = "glass", float(np.clip(0.25 if pane else source.opacity, 0.15, 0.9)), 0.9
    if lamp and (_BULB.search(name) or _SHADE.search(name)):
        kind, alpha = "emissive", 1.0
        emission = 2.5 if _BULB.search(name) else 1.1
        color = np.maximum(color, 0.75) if key is None else np.ones(3)
    rgb = (round(float(color[0]), 4), round(float(color[1]), 4), round(float(color[2]), 4))
    return Material(name or "artist", rgb, key, kind, alpha, round(gloss, 3), emission)


def load(library: Library, key: str, front_fix_deg: float, lamp: bool) -> ArtistModel:
    """Read, turn, simplify and clean one model; RequestError names what is missing or damaged.

    `front_fix_deg` corrects a wrong front (about the vertical); a `lamp` has its shades and bulbs lit.
    """
    entry = library.entry(key)
    mesh, definitions = library.mesh(entry)
    textures: dict[str, NDArray[np.uint8]] = {}
    made = [_material(entry, library, group, definitions, lamp, textures) for group in mesh.groups]
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
    scale = np.where(flat, 1.0, entry.size_m / np.where(flat, 1.0, extent))
    positions = (positions - (lower + upper) / 2) * scale
    if np.linalg.det(linear) < 0:
        corners = corners[:, ::-1]
    surfaces = _surfaces(mesh, positions, linear / scale[:, None], corners, tag, bool(textures))
    order = list(table)
    return ArtistModel(np.where(flat, 0.0, entry.size_m), tuple((order[t], s) for t, s in surfaces), textures)


def _distinct(faces: Indices) -> Indices:
    """Indices of the faces with three vertices, each place once: sheets modelled with two sides would flicker."""
    sound = np.flatnonzero((faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0]))
    low, middle, high = np.sort(faces[sound], axis=1).T
    count = int(faces.max()) + 1
    _, first = np.unique((low * count + middle) * count + high, return_index=True)
    return sound[np.sort(first)]


def _surfaces(
    mesh: ObjMesh, positions: Array, normal_map: Array, corners: Indices, tag: Indices, textured: bool
) -> list[tuple[int, Surface]]:
    """Surfaces by material tag: simplified, turned outwards, with the file's normals or creased ones."""
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
    longest_m = float(np.ptp(vertices[np.unique(faces)], axis=0).max())
    budget = int(np.clip(_TRIANGLES_PER_M * longest_m, _LEAST_TRIANGLES, TRIANGLE_BUDGET))
    if len(faces) > budget:
        moved = simplify(vertices, faces, tag, budget)
        uvs = carry_uvs(vertices, faces, uvs, *moved) if textured else uvs[moved[2]]
        vertices, faces, tag = moved[0], moved[1], tag[moved[2]]
    elif len(mesh.normals) and corners[..., 2].min() >= 0:
        given = mesh.normals[corners[..., 2]] @ normal_map.T
        if np.linalg.norm(given, axis=-1).min() < 1e-9 or not np.isfinite(given).all():
            given = None
    turned = outward(vertices, faces)[:, None]
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
        chosen = np.repeat(tag == t, 3)
        order = np.arange(int(chosen.sum())).reshape(-1, 3)
        surface = compact(Surface(points[chosen], normals[chosen], flat_uvs[chosen], order))
        if len(surface.faces):
            found.append((int(t), surface))
    return found
