"""Triangles and light -> vertex arrays: one batch a kind of surface, one index range an instance."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.mesh import Material, SceneGeometry
from gstgen.simulators.embedded import foliage
from gstgen.simulators.embedded.backs import backed_faces
from gstgen.simulators.embedded.detail import ERRORS_M, cached_levels
from gstgen.simulators.embedded.light_field import WHITE, LightField, display_light, tone
from gstgen.simulators.embedded.relief import with_relief
from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.settings import LookSettings, RenderSettings

Surface = Literal[
    "plain", "textured", "shiny", "mapped", "mapped_textured", "front", "top", "gloss", "mirror", "cutout", "glass"
]
# In the order they are drawn: what is cheap and near first, what it hides costs less then.
SURFACES: tuple[Surface, ...] = (
    "plain", "textured", "shiny", "mapped", "mapped_textured", "front", "top", "gloss", "mirror", "cutout", "glass",
)  # fmt: skip
LEVELLED: tuple[Surface, ...] = ("plain", "textured", "shiny")  # with levels of detail; the others have few triangles
MIN_GLOW = 0.02
LEVEL = 0.9  # upward part of a unit normal from which on a surface counts as level
BACKED: tuple[Surface, ...] = ("mapped", "mapped_textured", "gloss")  # may hold triangles with hidden backs
REFLECTING: tuple[Surface, ...] = ("gloss", "top")  # their alpha is the material's gloss
SHEENED: tuple[Surface, ...] = ("shiny", "front")  # their alpha says how much they mirror

# The vertex attributes of each surface: P position, C colour, L lightmap, T texture and layer, N normal.
ATTRIBUTES: dict[Surface, str] = {
    "plain": "PC", "textured": "PCT", "mapped": "PCL", "mapped_textured": "PCLT",
    "shiny": "PCTN", "front": "PCLTN", "top": "PCLT",
    "cutout": "PCT", "gloss": "PCLT", "mirror": "PCN", "glass": "PCN",
}  # fmt: skip


@dataclass(frozen=True)
class Batch:
    """Vertex arrays of one surface kind; `first`, `count` (levels, instances + 1): index range by level and id.

    Level 0 is exact; level k is for those who tolerate steps[k - 1] times the instance's unit_m (instances + 1).
    backed (instances + 1): how many indices at the start of a range are of triangles whose backs nobody sees.
    """

    attributes: dict[str, NDArray[np.generic]]
    indices: NDArray[np.uint32]
    first: NDArray[np.int64]
    count: NDArray[np.int64]
    steps: tuple[float, ...]
    unit_m: NDArray[np.float64]
    backed: NDArray[np.int64]

    def ranges(self, ids: NDArray[np.int64], tolerance_m: NDArray[np.float64]) -> tuple[NDArray[np.int64], ...]:
        """First index and number of indices of instances, each at the coarsest level within its tolerance."""
        level = np.searchsorted(self.steps, tolerance_m / self.unit_m[ids], side="right")
        return self.first[level, ids], self.count[level, ids]


@dataclass(frozen=True)
class TextureStack:
    """Square RGBA textures (n, S, S, 4), bottom row first; layer 0 is white. `layer` maps texture keys."""

    pixels: NDArray[np.uint8]
    layer: dict[str, int]
    mean: dict[str, tuple[float, float, float]]
    notes: dict[str, int]


def stack_textures(geometry: SceneGeometry, settings: RenderSettings, max_layers: int) -> TextureStack:
    """Resample every texture that a material uses; those beyond the driver's layers become their mean colour."""
    size_px = settings.texture_size_px
    lift = np.round(lifted(np.arange(256) / 255, settings.look.darkest) * 255).astype(np.uint8)
    used = sorted({m.texture for m in geometry.materials if m.texture is not None})
    notes: dict[str, int] = {}
    layers: list[NDArray[np.uint8]] = [np.full((size_px, size_px, 4), 255, np.uint8)]
    layer: dict[str, int] = {}
    mean: dict[str, tuple[float, float, float]] = {}
    for key in used:
        image = geometry.textures.get(key)
        if image is None or image.ndim != 3 or image.shape[2] not in (3, 4) or 0 in image.shape:
            notes["textures missing or unreadable"] = notes.get("textures missing or unreadable", 0) + 1
            continue
        mean[key] = _mean_color(image)
        if len(layers) >= max_layers:
            notes["textures beyond the driver's layers"] = notes.get("textures beyond the driver's layers", 0) + 1
            continue
        if image.shape[2] == 3:
            image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
        shrink = image.shape[0] > size_px or image.shape[1] > size_px
        how = cv2.INTER_AREA if shrink else cv2.INTER_LINEAR
        layer[key] = len(layers)
        resized = cv2.resize(np.ascontiguousarray(image), (size_px, size_px), interpolation=how)
        pixels = np.asarray(resized, np.uint8)
        pixels[..., :3] = lift[pixels[..., :3]]
        layers.append(with_relief(pixels, settings.look.relief_depth)[::-1])
    return TextureStack(np.stack(layers), layer, mean, notes)


def lifted(color: NDArray[np.floating], darkest: float) -> NDArray[np.floating]:
    """Display colours with as much light added as a surface of level `darkest` sends back; white stays white."""
    return np.asarray(np.sqrt(darkest**2 + (1 - darkest**2) * color**2))


def _mean_color(image: NDArray[np.uint8]) -> tuple[float, float, float]:
    """Colour of the mean light of an image (H, W, 3 or 4), from counts of its levels: large ones are not copied."""
    squares = (np.arange(256) / 255.0) ** 2
    counts = [cv2.calcHist([image], [channel], None, [256], [0, 256]).ravel() for channel in range(3)]
    r, g, b = (float(np.sqrt(count.astype(np.float64) @ squares / count.sum(dtype=np.float64))) for count in counts)
    return r, g, b


def surface_of(
    material: Material, textured: bool, look: LookSettings
) -> tuple[Surface, Surface, Surface, Surface, Surface]:
    """Surfaces of a material's triangles: lit by vertices; lit by texels on the building, on floors, on furniture and
    on level furniture."""
    if material.kind in ("glass", "mirror", "cutout"):
        return (material.kind,) * 5
    if material.kind == "emissive":
        return ("textured" if textured else "plain",) * 5
    shiny = material.gloss >= look.upright_gloss
    alone: Surface = "shiny" if shiny else "textured" if textured else "plain"
    mapped: Surface = "mapped_textured" if textured else "mapped"
    level = material.gloss >= look.level_gloss
    return (alone, mapped, "gloss" if level else mapped, "front" if shiny else mapped, "top" if level else mapped)


def build_batches(
    triangles: TriangleSet,
    light: LightField,
    textures: TextureStack,
    settings: RenderSettings,
    floors: NDArray[np.bool_],
    cache_folder: Path,
) -> dict[Surface, Batch]:
    """All batches that have triangles; `floors` (instances + 1) marks the ids of floors; levels of detail: cached."""
    levels_folder = cache_folder if settings.detail_error_px > 0 else None
    codes = {surface: number for number, surface in enumerate(SURFACES)}
    table = np.array(
        [[codes[s] for s in surface_of(m, m.texture in textures.layer, settings.look)] for m in triangles.materials]
        or [[0] * 5]
    )
    case = light.mapped.astype(np.int64)
    level = light.mapped & (triangles.face_normals[:, 2] > LEVEL)
    case[level & floors[triangles.instance]] = 2
    case[light.mapped & ~triangles.building] = 3
    case[level & ~triangles.building] = 4
    surface = table[triangles.material, case] if len(triangles.faces) else np.zeros(0, int)
    vertex_light = display_light(light.vertex, light.median, settings)
    lit = np.flatnonzero(triangles.glow > MIN_GLOW)
    shining = np.float32(settings.look.lamp_glow**2) * triangles.glow[lit, None] ** 2
    vertex_light[lit] = np.minimum(np.sqrt(vertex_light[lit] ** 2 + shining), WHITE)
    backed = backed_faces(triangles)
    batches: dict[Surface, Batch] = {}
    for name in SURFACES:
        faces = np.flatnonzero(surface == codes[name])
        if len(faces):
            if name not in BACKED:
                backed[faces] = False
            faces = faces[np.lexsort([~backed[faces], triangles.instance[faces]])]
            own = np.bincount(triangles.instance[faces[backed[faces]]].astype(np.int64), minlength=len(floors)) * 3
            batches[name] = _batch(
                name, faces, triangles, light, vertex_light, textures, own, levels_folder, settings.look.darkest
            )
    return batches


def _batch(
    name: Surface,
    faces: NDArray[np.int64],
    triangles: TriangleSet,
    light: LightField,
    vertex_light: NDArray[np.float32],
    textures: TextureStack,
    backed: NDArray[np.int64],
    levels_folder: Path | None,
    darkest: float,
) -> Batch:
    wanted, instances = ATTRIBUTES[name], len(backed)
    vertex = triangles.faces[faces].reshape(-1).astype(np.int64)
    if "L" in wanted:
        texel = np.round(np.clip(light.texel_uv[faces].reshape(-1, 2), 0, 1) * 65535).astype(np.int64)
        _, pick, inverse = np.unique(
            (vertex << 32) | (texel[:, 0] << 16) | texel[:, 1], return_index=True, return_inverse=True
        )
    else:
        texel = np.zeros((len(vertex), 2), np.int64)
        _, pick, inverse = np.unique(vertex, return_index=True, return_inverse=True)
    corner_material = np.repeat(triangles.material[faces], 3)[pick]
    vertex = vertex[pick]
    attributes: dict[str, NDArray[np.generic]] = {
        "P": triangles.vertices[vertex],
        "C": _colors(name, corner_material, vertex_light[vertex], triangles.glow[vertex], triangles, textures, darkest),
    }
    if "L" in wanted:
        attributes["L"] = texel[pick].astype(np.uint16)
    if "T" in wanted:
        layers = np.array([textures.layer.get(m.texture or "", 0) for m in triangles.materials], np.float32)
        attributes["T"] = np.column_stack([triangles.uvs[vertex], layers[corner_material]]).astype(np.float32)
    if "N" in wanted:
        attributes["N"] = triangles.normals[vertex]
    owners = triangles.instance[faces].astype(np.int64)
    count = np.bincount(owners, minlength=instances) * 3
    first = np.concatenate([[0], np.cumsum(count)[:-1]])
    indices = inverse.reshape(-1).astype(np.uint32)
    if name == "cutout":
        attributes, indices, firsts, counts, leaf_m = foliage.add_leaf_levels(attributes, indices, first, count)
        return Batch(attributes, indices, firsts, counts, foliage.STEPS, leaf_m, backed)
    if name not in LEVELLED or levels_folder is None:
        return Batch(attributes, indices, first[None], count[None], (), np.ones(instances), backed)
    looks = attributes["C"][:, :3].astype(np.float64) / 255
    if "T" in wanted:
        looks = np.column_stack([looks, attributes["T"][:, :2]])
    indices, firsts, counts = cached_levels(
        indices, first, count, attributes["P"].astype(np.float64), looks, levels_folder
    )
    return Batch(attributes, indices, firsts, counts, ERRORS_M, np.ones(instances), backed)


def _colors(
    name: Surface,
    material: NDArray[np.int32],
    light: NDArray[np.float32],
    glow: NDArray[np.float32],
    triangles: TriangleSet,
    textures: TextureStack,
    darkest: float,
) -> NDArray[np.uint8]:
    """(n, 4) vertex colours: what the fragment shader multiplies or shows; alpha = gloss, sheen or opacity."""
    tint = np.zeros((len(triangles.materials), 3), np.float32)
    alpha = np.ones(len(triangles.materials), np.float32)
    emission = np.zeros(len(triangles.materials), np.float32)
    for index, m in enumerate(triangles.materials):
        scale = (1.0, 1.0, 1.0) if m.texture is None or m.texture in textures.layer else textures.mean.get(m.texture)
        tint[index] = np.array(m.color) * (scale or (1.0, 1.0, 1.0))
        if m.kind == "opaque" and m.texture not in textures.layer:
            tint[index] = lifted(tint[index], darkest)  # pictures are lifted themselves
        alpha[index] = m.gloss if name in REFLECTING else m.alpha
        if name in SHEENED:
            # Bright polish stands for metal and enamel, dark polish for glass and varnish, which mirror far less.
            alpha[index] = m.gloss * (0.1 + 1.1 * m.gloss * triangles.colors[index].mean())
        emission[index] = max(m.emission, 1.0) if m.kind == "emissive" else 0.0
    rgb: NDArray[np.floating] = tint[material]
    opacity: NDArray[np.floating] = alpha[material]
    shining = emission[material, None] * (1 + glow[:, None])
    shown = np.where(shining > 0, rgb * np.sqrt(shining), rgb * light)
    if name in ("textured", "cutout", "shiny"):
        rgb = shown / WHITE
    elif name == "plain":
        rgb = tone(shown)
    elif name in ("mirror", "glass"):
        rgb = rgb * np.minimum(light, 1.0)
    if name == "shiny":
        # What is hidden from the room's light is hidden from what would be mirrored, too; a lamp outshines it.
        opacity = opacity * np.minimum(light.mean(1), 1.0) ** 2 * (1 - glow)
    return np.round(np.clip(np.column_stack([rgb, opacity]), 0, 1) * 255).astype(np.uint8)
