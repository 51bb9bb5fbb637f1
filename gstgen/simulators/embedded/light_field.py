"""Light that reaches the surfaces of a scene, and how it becomes display values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.settings import RenderSettings

Floats = NDArray[np.float32]

# Display values are gamma-2 (square roots of linear light), which is close to sRGB and makes shading one product.
# `tone` reaches white here.
WHITE = 1.6
# A white matt surface in median light shows at this value before `tone`.
MEDIAN_DISPLAY = 0.80


@dataclass(frozen=True)
class LightField:
    """Irradiance / pi, linear RGB: a white matt surface sends out exactly this radiance.

    lightmap (H, W, 3): texels of the planar charts; mapped (F): which triangles use it; texel_uv (F, 3, 2): their
    corners in it, 0..1; vertex (V, 3): for all other triangles. median: typical square-root luminance indoors.
    """

    lightmap: Floats
    mapped: NDArray[np.bool_]
    texel_uv: Floats
    vertex: Floats
    median: float


def median_level(light: Floats, weight: Floats) -> float:
    """Weighted median of the square root of luminance of (n, 3) light; 1 when there is no light at all."""
    level = np.sqrt(np.maximum(light.mean(1), 0.0))
    lit = (level > 1e-4) & (weight > 0)
    if not lit.any():
        return 1.0
    level, weight = level[lit], weight[lit]
    order = np.argsort(level, kind="stable")
    total = np.cumsum(weight[order], dtype=np.float64)
    return float(level[order][np.searchsorted(total, total[-1] / 2)])


def display_light(light: Floats, median: float, settings: RenderSettings) -> Floats:
    """Linear light -> the factor on a surface's sRGB colour, clipped at WHITE; gamma 2, exposed, contrast applied."""
    level = np.sqrt(np.maximum(light, 0.0) / np.float32(median**2) + np.float32(settings.look.ambient_share))
    # The contrast exponent acts on brightness alone, so that coloured light keeps its hue.
    bright = np.maximum(level.mean(-1, keepdims=True), 1e-4)
    shaped = level * bright ** np.float32(settings.contrast - 1.0)
    return np.asarray(np.minimum(shaped * np.float32(MEDIAN_DISPLAY * settings.exposure), WHITE), np.float32)


def tone(value: Floats) -> Floats:
    """The tone curve of the shaders: display value 0..WHITE -> 0..1."""
    clipped = np.minimum(value, WHITE)
    return np.asarray(np.minimum(clipped * (1.25 - 0.39 * clipped), 1.0), np.float32)
