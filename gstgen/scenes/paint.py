"""Wall paints: colours drawn in CIE LCh, so that those of one building go together and differ to the eye."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Color = tuple[float, float, float]

_XYZ_FROM_RGB = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_RGB_FROM_XYZ = np.linalg.inv(_XYZ_FROM_RGB)
_WHITE = np.array([0.9505, 1.0, 1.089])
WANTED_DIFFERENCE = 11.0  # CIE76 between paints of a building; lowered step by step where a range cannot give it
MAX_SRGB = 0.94


@dataclass(frozen=True)
class PaintRange:
    """Ranges of lightness (0..100), chroma and hue (degrees)."""

    light: tuple[float, float]
    chroma: tuple[float, float]
    hue: tuple[float, float]


def lch_to_srgb(light: float, chroma: float, hue_deg: float) -> Color:
    """CIE LCh (D65) -> sRGB 0..1, clipped."""
    a, b = chroma * np.cos(np.radians(hue_deg)), chroma * np.sin(np.radians(hue_deg))
    fy = (light + 16.0) / 116.0
    f = np.array([fy + a / 500.0, fy, fy - b / 200.0])
    xyz = np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * _WHITE
    linear = np.clip(_RGB_FROM_XYZ @ xyz, 0.0, 1.0)
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    r, g, b_ = (round(float(min(c, MAX_SRGB)), 3) for c in srgb)
    return r, g, b_


def srgb_to_lab(color: Color) -> Array:
    """sRGB 0..1 -> CIE Lab (D65)."""
    c = np.asarray(color, float)
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    t = _XYZ_FROM_RGB @ linear / _WHITE
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


class PaintPicker:
    """Draws paints that differ from all drawn before."""

    def __init__(self, range_: PaintRange, random: np.random.Generator) -> None:
        self._range, self._random = range_, random
        self._taken: list[Array] = []

    def draw(self) -> Color:
        """A paint as unlike the others as the range allows."""
        best: tuple[float, Color] | None = None
        for tries in range(60):
            r = self._range
            light, chroma, hue = (float(self._random.uniform(*bounds)) for bounds in (r.light, r.chroma, r.hue))
            color = lch_to_srgb(light, chroma, hue)
            lab = srgb_to_lab(color)
            gap = min((float(np.linalg.norm(lab - other)) for other in self._taken), default=np.inf)
            if best is None or gap > best[0]:
                best = gap, color
            if best[0] >= WANTED_DIFFERENCE * (1.0 - tries / 60):
                break
        assert best is not None
        self._taken.append(srgb_to_lab(best[1]))
        return best[1]
