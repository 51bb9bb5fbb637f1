"""Artist models of the Debian package `sweethome3d-furniture`: choice, loading, credits."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError
from gstgen.scenes.assets.builtin_colors import builtin_color, neutral_color
from gstgen.scenes.assets.obj import MtlMaterial, ObjMesh
from gstgen.scenes.assets.parametric.surface import Surface, compact, smoothed, unit, weld
from gstgen.scenes.assets.sh3f import CatalogueEntry, Library, to_object_frame
from gstgen.scenes.assets.simplify import carry_uvs, shells, simplify
from gstgen.scenes.mesh import Material, MaterialKind, MeshPart, SceneGeometry

SOURCE = "sweethome3d-furniture"
FOLDER = Path("/usr/share/sweethome3d/furniture")
# Widest ratio between the scales of two axes when a model is stretched to a box; more looks squashed.
MAX_STRETCH = 1.35
TRIANGLE_BUDGET = 6000
TEXTURE_PX = 512
_CREASE_DEG = 44.0
_LAMPS = re.compile(r"lamp|light|chandelier")
_BULB = re.compile(r"bulb|bombeta|emit|fluores|flurores|inside", re.I)
_SHADE = re.compile(r"shade|pantall|tela_lamp|^lamp$|white_glass|^glass$|squares|border_multi|yellow_multi", re.I)


@dataclass(frozen=True)
class ArtistRow:
    """A curated model: categories it may serve, catalogue key, native size (front, left, up), credits."""

    categories: tuple[str, ...]
    library: str
    key: str
    name: str
    size_m: tuple[float, float, float]
    licence: str
    creator: str
    front_fix_deg: float
    look: int

    def reference(self) -> dict[str, Any]:
        """What scene.json keeps."""
        return {
            "source": SOURCE,
            "library": self.library,
            "key": self.key,
            "name": self.name,
            "licence": self.licence,
            "creator": self.creator,
        }


@lru_cache(maxsize=1)
def curated() -> tuple[ArtistRow, ...]:
    """The rows of furniture.csv in file order."""
    text = resources.files("gstgen.scenes.assets").joinpath("furniture.csv").read_text(encoding="utf-8")
    rows = []
    for r in csv.DictReader(text.splitlines()):
        size = (float(r["depth_cm"]) / 100, float(r["width_cm"]) / 100, float(r["height_cm"]) / 100)
        categories = tuple(r["category"].split())
        rows.append(
            ArtistRow(
                categories,
                r["library"],
                r["key"],
                r["name"],
                size,
                r["licence"],
                r["creator"],
                float(r["front_fix_deg"]),
                int(r["look"]),
            )
        )
    return tuple(rows)


def installed() -> bool:
    """Whether any curated library is there."""
    return any((FOLDER / f"{library}.sh3f").is_file() for library in {row.library for row in curated()})


def require(source: str) -> None:
    """RequestError when a source is unknown or not installed."""
    if source != SOURCE:
        raise RequestError(f"unknown furniture source {source!r}; known: {SOURCE}")
    if not installed():
        raise RequestError(f"furniture library {SOURCE} is not installed; run: apt-get install {SOURCE}")


def stretch_ratio(native_m: tuple[float, float, float], size_m: tuple[float, float, float]) -> float:
    """Largest over smallest scale of the axes when a native box is stretched to a wanted one."""
    scale = np.asarray(size_m) / np.maximum(np.asarray(native_m), 1e-6)
    return float(scale.max() / max(float(scale.min()), 1e-9))


def choose(category: str, size_m: tuple[float, float, float], generator: np.random.Generator) -> ArtistRow | None:
    """One of the installed models of a category that fits the box; the best looking ones where there are some."""
    fitting = [
        row
        for row in curated()
        if category in row.categories
        and stretch_ratio(row.size_m, size_m) <= MAX_STRETCH
        and (FOLDER / f"{row.library}.sh3f").is_file()
    ]
    best = [row for row in fitting if row.look == 2] or [row for row in fitting if row.look == 1]
    return best[int(generator.integers(len(best)))] if best else None


@lru_cache(maxsize=8)
def _library(path: Path) -> Library:
    return Library(path)


def _row(asset: dict[str, Any]) -> ArtistRow:
    for row in curated():
        if row.library == asset.get("library") and row.key == asset.get("key"):
            return row
    raise RequestError(f"furniture model {asset.get('key')!r} of {asset.get('library')!r} is not in the curated list")


def mute_red(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
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

    size_m: NDArray[np.float64]  # extents; 0 along an axis in which the model is flat
    surfaces: tuple[tuple[Material, Surface], ...]
    textures: dict[str, NDArray[np.uint8]]

    @property
    def triangle_count(self) -> int:
        return sum(len(s.faces) for _, s in self.surfaces)


def _outward(vertices: NDArray[np.float64], faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Faces with closed shells turned so that they wind outwards (some models are inside out)."""
    place = weld(vertices)[faces]
    count = int(place.max()) + 1
    edges = np.concatenate([place[:, [0, 1]], place[:, [1, 2]], place[:, [2, 0]]])
    shell = shells(place, count)
    number = int(shell.max()) + 1
    ordered = np.sort(edges, axis=1)
    _, inverse, times = np.unique(ordered[:, 0] * count + ordered[:, 1], return_inverse=True, return_counts=True)
    open_edges = np.bincount(np.tile(shell, 3), (times[inverse.ravel()] == 1).astype(float), number)
    all_edges = np.bincount(np.tile(shell, 3), minlength=number)
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    area = np.bincount(shell, minlength=number)
    middle = np.stack([np.bincount(shell, (a + b + c)[:, k] / 3, number) / np.maximum(area, 1) for k in range(3)], 1)[
        shell
    ]
    volume = np.bincount(shell, ((a - middle) * np.cross(b - middle, c - middle)).sum(1), number)
    flip = ((volume < 0) & (open_edges < 0.05 * all_edges))[shell]
    return np.where(flip[:, None], faces[:, ::-1], faces)


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
        color = np.maximum(color / color.max(), 0.7) if color.max() > 0.06 else np.ones(3)
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
        if key is None:
            color = np.maximum(color, 0.75)
    rgb = (round(float(color[0]), 4), round(float(color[1]), 4), round(float(color[2]), 4))
    return Material(name or "artist", rgb, key, kind, alpha, round(gloss, 3), emission)


def load(library: Library, row: ArtistRow) -> ArtistModel:
    """Read, turn, simplify and clean one model; RequestError names what is missing or damaged."""
    entry = library.entry(row.key)
    mesh, definitions = library.mesh(entry)
    textures: dict[str, NDArray[np.uint8]] = {}
    lamp = any(_LAMPS.search(c) for c in row.categories)
    made = [_material(entry, library, group, definitions, lamp, textures) for group in mesh.groups]
    table: dict[Material, int] = {}
    tag_of_group = np.array([-1 if m is None else table.setdefault(m, len(table)) for m in made])
    visible = tag_of_group[mesh.group] >= 0
    corners, tag = mesh.corners[visible], tag_of_group[mesh.group[visible]]
    if not len(corners):
        raise RequestError(f"{library.path}: model {entry.model!r} has no visible faces")
    positions, linear = to_object_frame(mesh.positions, entry, row.front_fix_deg)
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


def _surfaces(
    mesh: ObjMesh,
    positions: NDArray[np.float64],
    normal_map: NDArray[np.float64],
    corners: NDArray[np.int64],
    tag: NDArray[np.int64],
    textured: bool,
) -> list[tuple[int, Surface]]:
    """Surfaces by material tag: own normals where the file has them all, else creased ones; simplified."""
    uv_index = corners[..., 1]
    uvs = np.zeros((*uv_index.shape, 2))
    if len(mesh.texture_coordinates):
        uvs = np.where(uv_index[..., None] >= 0, mesh.texture_coordinates[np.maximum(uv_index, 0)], 0.0)
    faces = _outward(positions, corners[..., 0])
    flipped = faces[:, 0] != corners[:, 0, 0]
    uvs[flipped] = uvs[flipped][:, ::-1]
    place = weld(positions)
    vertices = np.zeros((int(place.max()) + 1, 3))
    vertices[place] = positions
    faces = place[faces]
    sound = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    faces, uvs, tag, normal_index = (
        faces[sound],
        uvs[sound],
        tag[sound],
        np.where(flipped[:, None], corners[..., 2][:, ::-1], corners[..., 2])[sound],
    )
    normals = None
    if len(faces) > TRIANGLE_BUDGET:
        new_vertices, new_faces, source = simplify(vertices, faces, tag, TRIANGLE_BUDGET)
        moved = (new_vertices, new_faces, source)
        uvs = carry_uvs(vertices, faces, uvs, *moved) if textured else uvs[source]
        vertices, faces, tag = new_vertices, new_faces, tag[source]
    elif len(mesh.normals) and normal_index.min() >= 0:
        given = mesh.normals[normal_index] @ normal_map.T
        if np.linalg.norm(given, axis=-1).min() > 1e-9 and np.isfinite(given).all():
            winding = np.cross(
                vertices[faces[:, 1]] - vertices[faces[:, 0]], vertices[faces[:, 2]] - vertices[faces[:, 0]]
            )
            against = (given.sum(1) * winding).sum(1) < 0
            normals = unit(np.where(against[:, None, None], -given, given)).reshape(-1, 3)
    if normals is None:
        normals, _, _ = smoothed(vertices, faces, _CREASE_DEG)
    points = vertices[faces.ravel()]
    flat_uvs = uvs.reshape(-1, 2)
    found = []
    for t in np.unique(tag):
        chosen = np.repeat(tag == t, 3)
        count = int(chosen.sum())
        surface = compact(Surface(points[chosen], normals[chosen], flat_uvs[chosen], np.arange(count).reshape(-1, 3)))
        if len(surface.faces):
            found.append((int(t), surface))
    return found


@lru_cache(maxsize=512)
def _model(library: str, key: str) -> ArtistModel:
    path = FOLDER / f"{library}.sh3f"
    if not path.is_file():
        raise RequestError(f"{path} is not installed, but the scene uses it; run: apt-get install {SOURCE}")
    return load(_library(path), _row({"library": library, "key": key}))


def parts(asset: dict[str, Any], size_m: tuple[float, float, float], geometry: SceneGeometry) -> list[MeshPart]:
    """Object-frame triangles of a reference, stretched to the size; a model without thickness becomes two sheets."""
    model = _model(str(asset.get("library")), str(asset.get("key")))
    wanted = np.asarray(size_m)
    everything = np.concatenate([s.vertices for _, s in model.surfaces])
    lower, upper = everything.min(0), everything.max(0)
    flat = model.size_m <= 0
    scale = np.where(flat, 1.0, wanted / np.where(flat, 1.0, upper - lower))
    sheets = [np.zeros(3)] if not flat.any() else [np.where(flat, wanted / 2, 0.0), np.where(flat, -wanted / 2, 0.0)]
    out = []
    for material, surface in model.surfaces:
        if material.texture is not None:
            geometry.textures.setdefault(material.texture, model.textures[material.texture])
        vertices = (surface.vertices - (lower + upper) / 2) * scale
        normals = unit(surface.normals / scale)
        for offset in sheets:
            arrays = (vertices + offset).astype(np.float32), normals.astype(np.float32), surface.uvs.astype(np.float32)
            out.append(MeshPart(geometry.material(material), *arrays, surface.faces.astype(np.int32)))
    return out


def credit(asset: dict[str, Any]) -> str:
    """One line of attribution."""
    row = _row(asset)
    return f"{row.name} ({row.key}) by {row.creator}, {row.licence}, from the Debian package {SOURCE} ({row.library})"
