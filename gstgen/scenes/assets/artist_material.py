"""Scene materials of artist models: colours, pictures, glass, mirrors, lit lamps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.assets.builtin_colors import builtin_color, neutral_color
from gstgen.scenes.assets.mtl import MtlMaterial
from gstgen.scenes.assets.sh3f import CatalogueEntry, Library
from gstgen.scenes.mesh import Material, MaterialKind

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

TEXTURE_PX = 512
_DARKEST = 0.15  # sRGB: darker surfaces show no shape
_DARK = 0.25
_TINT = 0.3  # how much of a material's hue is laid over its picture
_BULB = re.compile(r"bulb|bombeta|emit|fluores|flurores|inside", re.I)
_SHADE = re.compile(r"shade|pantall|tela_lamp|^lamp$|white_glass|^glass$|squares|border_multi|yellow_multi", re.I)


def mute_red(rgb: Array) -> Array:
    """Soften saturated reds (..., 3) in 0..1: pure red is the colour of annotations."""
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    amount = np.clip((0.55 - np.maximum(g, b) / np.maximum(r, 1e-6)) / 0.25, 0, 1) * np.clip((r - 0.2) / 0.2, 0, 1)
    muted = np.stack([0.88 * r, np.maximum(g, 0.42 * r), np.maximum(b, 0.36 * r)], -1)
    return rgb + (muted - rgb) * amount[..., None]


def _soften(image: Picture) -> Picture:
    """A picture with its strong reds muted, and lifted as a whole where it is nearly black."""
    rgb = image[..., :3]
    solid = image[..., 3] >= 128
    mean = float(rgb[solid].mean()) / 255 if solid.any() else 1.0
    if mean < _DARKEST:
        levels = np.arange(256) / 255
        rgb = np.round(255 * (levels + (1 - levels) * (_DARKEST - mean) / (1 - mean))).astype(np.uint8)[rgb]
    r, other = rgb[..., 0], np.maximum(rgb[..., 1], rgb[..., 2])
    red = (r > 60) & (other < 0.6 * r)
    if red.any():
        rgb = rgb.copy()
        rgb[red] = np.round(mute_red(rgb[red] / 255.0) * 255)
    return np.concatenate([rgb, image[..., 3:]], axis=-1)


@dataclass
class Palette:
    """Turns the materials of one model into scene materials; collects its textures and what is missing."""

    library: Library
    entry: CatalogueEntry
    definitions: dict[str, MtlMaterial]
    lamp: bool  # shades and bulbs are lit
    textures: dict[str, Picture] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def _picture(self, reference: str) -> str | None:
        """Key of a picture among the textures; None, with a remark, when there is none."""
        key = f"{self.library.path.stem}/{self.entry.key}/{reference}"
        if key not in self.textures:
            try:
                self.textures[key] = _soften(self.library.picture(self.entry, reference, TEXTURE_PX))
            except ValueError as error:
                self._remark(str(error))
                return None
        return key

    def _remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)

    def material(self, name: str, part: str) -> Material | None:
        """The material of an OBJ group (material name, group name); None for one that is invisible."""
        source = self.definitions.get(name)
        if source is None:
            color_of_name = builtin_color(name)
            if color_of_name is None:
                self._remark(f"material {name!r} is not defined")
            source = MtlMaterial(diffuse=color_of_name or neutral_color())
        pane, mirror = part.startswith("sweethome3d_window_pane"), part.startswith("sweethome3d_window_mirror")
        if source.opacity < 0.02 and not pane:
            return None
        key = None if source.picture is None else self._picture(source.picture)
        color = np.asarray(source.diffuse, float)
        kind: MaterialKind = "opaque"
        if key is not None:
            # The picture carries the colour; a strong tint on top of it is an exporter's leftover.
            color = 1 - _TINT * (1 - color / color.max()) if color.max() > 0.06 else np.ones(3)
            if (self.textures[key][..., 3] < 128).mean() > 0.005:
                kind = "cutout"
        else:
            if color.max() < _DARK:
                color = _DARKEST + color * (_DARK - _DARKEST) / _DARK
            color = mute_red(np.minimum(color, 0.93))
        gloss = float(np.clip(np.mean(source.specular) * min(source.shininess / 60.0, 1.0), 0.0, 0.6))
        alpha, emission = 1.0, 0.0
        if mirror:
            kind, gloss = "mirror", 1.0
        elif pane or source.opacity < 0.9:
            kind, alpha, gloss = "glass", float(np.clip(0.25 if pane else source.opacity, 0.15, 0.9)), 0.9
        if self.lamp and (_BULB.search(name) or _SHADE.search(name)):
            kind, alpha = "emissive", 1.0
            emission = 2.5 if _BULB.search(name) else 1.1
            color = np.maximum(color, 0.75) if key is None else np.ones(3)
        rgb = (round(float(color[0]), 4), round(float(color[1]), 4), round(float(color[2]), 4))
        return Material(name or "artist", rgb, key, kind, alpha, round(gloss, 3), emission)
