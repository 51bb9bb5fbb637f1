"""Pictures of leaves with cut-out alpha, for crowns, bushes, vines and lawns."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PilImage
from PIL import ImageDraw

from gstgen.randomness import rng

Pixels = NDArray[np.uint8]
_N = 512
# Leaf length and width (shares of the picture), how many, and the hue of each kind of foliage.
_KINDS: dict[str, tuple[float, float, int, tuple[float, float, float]]] = {
    "broad": (0.115, 0.062, 300, (74, 108, 52)),
    "fine": (0.075, 0.032, 560, (66, 98, 54)),
    "needle": (0.13, 0.014, 520, (48, 82, 56)),
    "grass": (0.40, 0.020, 220, (92, 124, 58)),
}


def _leaf(x: float, y: float, angle: float, length: float, width: float) -> list[tuple[float, float]]:
    c, s = math.cos(angle), math.sin(angle)
    outline = ((0.0, 0.0), (0.3, 0.45), (0.65, 0.40), (1.0, 0.0), (0.65, -0.40), (0.3, -0.45))
    return [(x + c * u * length - s * v * width, y + s * u * length + c * v * width) for u, v in outline]


def _foliage(variant: str) -> Pixels:
    """A round spray of leaves, denser in the middle; what is between them is transparent."""
    length, width, count, hue = _KINDS[variant]
    generator = rng(0, "texture", "foliage", variant)
    background = tuple(int(0.72 * v) for v in hue)
    color = PilImage.new("RGB", (_N, _N), background)
    alpha = PilImage.new("L", (_N, _N), 0)
    ink, cut = ImageDraw.Draw(color), ImageDraw.Draw(alpha)
    for k in range(count):
        t = k / count
        radius = 0.47 * math.sqrt(generator.uniform(0.0, 1.0)) * _N
        around = generator.uniform(0, 2 * math.pi)
        if variant == "grass":
            x, y, angle = generator.uniform(0.04, 0.96) * _N, float(_N), -math.pi / 2 + generator.uniform(-0.35, 0.35)
        else:
            x, y = _N / 2 + 0.8 * radius * math.cos(around), _N / 2 + 0.8 * radius * math.sin(around)
            angle = around + generator.uniform(-1.2, 1.2)
        shade = 0.72 + 0.5 * t + generator.uniform(-0.12, 0.12)
        fill = tuple(int(min(255, v * shade)) for v in hue)
        size = generator.uniform(0.7, 1.15) * _N
        outline = _leaf(x, y, angle, length * size, width * size)
        ink.polygon(outline, fill=fill)
        cut.polygon(outline, fill=255)
    image = color.convert("RGBA")
    image.putalpha(alpha)
    pixels = np.asarray(image, float)
    weight = pixels[..., 3:] / 255.0 + 1e-3
    half = (pixels[..., :3] * weight).reshape(_N // 2, 2, _N // 2, 2, 3).sum((1, 3))
    total = weight.reshape(_N // 2, 2, _N // 2, 2, 1).sum((1, 3))
    opacity = pixels[..., 3].reshape(_N // 2, 2, _N // 2, 2).mean((1, 3))
    return np.dstack([np.round(half / total), np.round(opacity)]).astype(np.uint8)


MAKERS: dict[str, Callable[[str], Pixels]] = {"foliage": _foliage}
