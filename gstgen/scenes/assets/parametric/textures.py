"""Textures made in code: tileable materials (256 x 256) named `parametric/<kind>/<variant>`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gstgen.randomness import rng
from gstgen.scenes.assets.parametric import foliage, labels, pictures, prints

SIZE_PX = 256
Image = NDArray[np.uint8]
Array = NDArray[np.float64]

# Dark and light colour (sRGB 0..1) and strength of the rings of each wood.
_WOODS: dict[str, tuple[tuple[float, float, float], tuple[float, float, float], float]] = {
    "oak": ((0.60, 0.44, 0.27), (0.80, 0.63, 0.42), 0.7),
    "pine": ((0.78, 0.60, 0.38), (0.92, 0.77, 0.55), 0.8),
    "walnut": ((0.31, 0.21, 0.14), (0.50, 0.36, 0.25), 0.8),
    "cherry": ((0.47, 0.27, 0.16), (0.64, 0.40, 0.25), 0.6),
    "honey": ((0.62, 0.38, 0.15), (0.80, 0.53, 0.24), 0.6),
    "wenge": ((0.24, 0.18, 0.15), (0.36, 0.28, 0.23), 0.9),
    "ash": ((0.70, 0.64, 0.55), (0.86, 0.81, 0.73), 0.9),
    "grey": ((0.44, 0.41, 0.38), (0.62, 0.59, 0.55), 0.9),
}
WOODS = tuple(_WOODS)


def _noise(generator: np.random.Generator, scale_u: float, scale_v: float) -> Array:
    """Tileable smooth noise in 0..1 whose features are about scale_u x scale_v of the picture."""
    spectrum = np.fft.rfft2(generator.standard_normal((SIZE_PX, SIZE_PX)))
    fv = np.fft.fftfreq(SIZE_PX)[:, None] * SIZE_PX
    fu = np.fft.rfftfreq(SIZE_PX)[None, :] * SIZE_PX
    spectrum *= np.exp(-0.5 * ((fu * scale_u) ** 2 + (fv * scale_v) ** 2))
    spectrum[0, 0] = 0.0
    field = np.fft.irfft2(spectrum, s=(SIZE_PX, SIZE_PX))
    noise: Array = np.clip(0.5 + field / (4.0 * max(float(field.std()), 1e-12)), 0.0, 1.0)
    return np.asarray(noise, np.float64)


def _grid() -> tuple[Array, Array]:
    axis = (np.arange(SIZE_PX) + 0.5) / SIZE_PX
    u, v = np.meshgrid(axis, axis)
    return u, v


def to_image(color: Array, alpha: Array | None = None) -> Image:
    """(H, W, 3) floats 0..1 (and alpha) -> (H, W, 4) uint8; rounded so that platforms agree."""
    image = np.full((*color.shape[:2], 4), 255, np.uint8)
    image[..., :3] = np.round(np.clip(color, 0, 1) * 255)
    if alpha is not None:
        image[..., 3] = np.round(np.clip(alpha, 0, 1) * 255)
    return image


def _mix(dark: tuple[float, float, float], light: tuple[float, float, float], amount: Array) -> Array:
    low, high = np.asarray(dark, float), np.asarray(light, float)
    return np.asarray(low + (high - low) * amount[..., None], np.float64)


def _wood(variant: str) -> Image:
    dark, light, rings = _WOODS[variant]
    generator = rng(0, "texture", "wood", variant)
    _, v = _grid()
    warp = _noise(generator, 0.20, 0.04) - 0.5
    band = 0.5 + 0.5 * np.sin(2 * np.pi * (5 * v + 1.6 * warp))
    fibre = _noise(generator, 0.06, 0.0018)
    broad = _noise(generator, 0.25, 0.08)
    amount = 0.35 * rings * band + 0.35 * fibre + (0.65 - 0.35 * rings) * broad
    return to_image(_mix(dark, light, np.clip(0.15 + 1.0 * amount, 0, 1)))


def _fabric(variant: str) -> Image:
    generator = rng(0, "texture", "fabric", variant)
    u, v = _grid()
    weave = np.sin(2 * np.pi * 32 * u) * np.sin(2 * np.pi * 32 * v)
    fine, broad = _noise(generator, 0.006, 0.006), _noise(generator, 0.06, 0.06)
    tone = 0.86 + 0.05 * weave + 0.16 * (fine - 0.5) + 0.10 * (broad - 0.5)
    if variant == "herringbone":
        tone += 0.07 * np.sign(np.sin(2 * np.pi * (16 * v + 4 * np.abs(2 * ((4 * u) % 1) - 1))))
    elif variant == "stripe":
        tone -= 0.20 * (np.sin(2 * np.pi * 8 * u) > 0.35)
    return to_image(np.repeat(tone[..., None], 3, 2))


def _leather(variant: str) -> Image:
    generator = rng(0, "texture", "leather", variant)
    cell = np.abs(_noise(generator, 0.012, 0.012) - 0.5) * 2
    tone = 0.84 + 0.16 * np.clip(cell * 2, 0, 1) - 0.06 + 0.10 * (_noise(generator, 0.12, 0.12) - 0.5)
    return to_image(np.repeat(tone[..., None], 3, 2))


def _brushed(variant: str) -> Image:
    generator = rng(0, "texture", "brushed", variant)
    tone = 0.90 + 0.08 * (_noise(generator, 0.15, 0.002) - 0.5) + 0.03 * (_noise(generator, 0.3, 0.3) - 0.5)
    return to_image(np.repeat(tone[..., None], 3, 2))


def _marble(variant: str) -> Image:
    generator = rng(0, "texture", "marble", variant)
    cloud = _noise(generator, 0.10, 0.10)
    veins = 1 - np.clip(np.abs(_noise(generator, 0.05, 0.09) + 0.6 * (cloud - 0.5) - 0.5) * 14, 0, 1)
    light, dark = (
        ((0.93, 0.92, 0.90), (0.66, 0.65, 0.64)) if variant == "white" else ((0.20, 0.20, 0.21), (0.46, 0.45, 0.43))
    )
    return to_image(_mix(light, dark, np.clip(0.75 * veins**2 + 0.25 * (1 - cloud), 0, 1)))


def _granite(variant: str) -> Image:
    generator = rng(0, "texture", "granite", variant)
    base = {"grey": (0.55, 0.54, 0.53), "dark": (0.20, 0.20, 0.21), "beige": (0.72, 0.66, 0.57)}[variant]
    speckle = _noise(generator, 0.006, 0.006)
    tone = 1.0 + 0.5 * (speckle - 0.5) + 0.2 * (_noise(generator, 0.03, 0.03) - 0.5)
    tone += 0.35 * (_noise(generator, 0.008, 0.008) > 0.80) - 0.25 * (_noise(generator, 0.009, 0.009) > 0.80)
    return to_image(np.asarray(base) * tone[..., None])


def _wicker(variant: str) -> Image:
    generator = rng(0, "texture", "wicker", variant)
    u, v = _grid()
    column, row = np.floor(u * 16), np.floor(v * 16)
    over = (column + row) % 2 == 0
    strand = np.where(over, np.sin(np.pi * ((v * 16) % 1)), np.sin(np.pi * ((u * 16) % 1)))
    along = np.where(over, np.sin(np.pi * ((u * 16) % 1)), np.sin(np.pi * ((v * 16) % 1)))
    amount = np.clip(strand, 0, 1) ** 0.6 * (0.65 + 0.35 * along) + 0.15 * (_noise(generator, 0.02, 0.02) - 0.5)
    return to_image(_mix((0.26, 0.17, 0.09), (0.79, 0.62, 0.40), amount))


def _pile(variant: str) -> Image:
    generator = rng(0, "texture", "pile", variant)
    tone = 0.82 + 0.30 * (_noise(generator, 0.005, 0.005) - 0.5) + 0.16 * (_noise(generator, 0.04, 0.04) - 0.5)
    return to_image(np.repeat(tone[..., None], 3, 2))


def _grille(variant: str) -> Image:
    u, v = _grid()
    dots = np.hypot((u * 24) % 1 - 0.5, (v * 24) % 1 - 0.5) < 0.32
    return to_image(np.repeat(np.where(dots, 0.25, 0.95)[..., None], 3, 2))


def _bark(variant: str) -> Image:
    generator = rng(0, "texture", "bark", variant)
    ridge = np.abs(_noise(generator, 0.08, 0.015) - 0.5) * 2
    return to_image(_mix((0.20, 0.14, 0.09), (0.48, 0.37, 0.26), np.clip(ridge * 2, 0, 1)))


def _leaf(variant: str) -> Image:
    generator = rng(0, "texture", "leaf", variant)
    u, v = _grid()
    rib = np.exp(-((v - 0.5) ** 2) / 0.0008)
    side = 0.5 + 0.5 * np.sin(2 * np.pi * (14 * u - 7 * np.abs(v - 0.5)))
    tone = 0.72 + 0.10 * side + 0.22 * rib + 0.12 * (_noise(generator, 0.03, 0.03) - 0.5)
    return to_image(tone[..., None] * np.array([1.0, 1.0, 0.9]))


def _soil(variant: str) -> Image:
    generator = rng(0, "texture", "soil", variant)
    return to_image(_mix((0.13, 0.09, 0.06), (0.34, 0.25, 0.18), _noise(generator, 0.012, 0.012)))


def _brick(variant: str) -> Image:
    generator = rng(0, "texture", "brick", variant)
    u, v = _grid()
    row = np.floor(v * 8)
    x = (u * 4 + 0.5 * (row % 2)) % 4
    inside = (np.abs(x % 1 - 0.5) < 0.47) & (np.abs((v * 8) % 1 - 0.5) < 0.43)
    tint = generator.uniform(0.8, 1.1, (8, 4))[row.astype(int), np.floor(x).astype(int)]
    face = np.asarray((0.58, 0.37, 0.29)) * (tint * (0.85 + 0.3 * _noise(generator, 0.01, 0.01)))[..., None]
    return to_image(np.where(inside[..., None], face, np.asarray((0.72, 0.70, 0.66))))


def _turf(variant: str) -> Image:
    generator = rng(0, "texture", "turf", variant)
    blades, patch = _noise(generator, 0.004, 0.012), _noise(generator, 0.08, 0.08)
    return to_image(_mix((0.24, 0.33, 0.16), (0.50, 0.60, 0.32), 0.65 * blades + 0.35 * patch))


def _paving(variant: str) -> Image:
    generator = rng(0, "texture", "paving", variant)
    u, v = _grid()
    column, row = np.floor(u * 4), np.floor(v * 4)
    joint = (np.abs((u * 4) % 1 - 0.5) > 0.48) | (np.abs((v * 4) % 1 - 0.5) > 0.48)
    tint = generator.uniform(0.86, 1.06, (4, 4))[row.astype(int), column.astype(int)]
    face = np.asarray((0.66, 0.63, 0.58)) * (tint * (0.88 + 0.24 * _noise(generator, 0.008, 0.008)))[..., None]
    return to_image(np.where(joint[..., None], np.asarray((0.40, 0.38, 0.35)), face))


def _shingle(variant: str) -> Image:
    generator = rng(0, "texture", "shingle", variant)
    u, v = _grid()
    row = np.floor(v * 8)
    x = u * 8 + 0.5 * (row % 2)
    tint = generator.uniform(0.8, 1.1, (8, 9))[row.astype(int), np.floor(x).astype(int)]
    edge = np.minimum((v * 8) % 1, 0.5) * 0.6 + 0.7
    gap = np.abs(x % 1 - 0.5) > 0.47
    face = np.asarray((0.50, 0.40, 0.35)) * (tint * edge * (0.9 + 0.2 * _noise(generator, 0.01, 0.01)))[..., None]
    return to_image(np.where(gap[..., None], face * 0.6, face))


def _concrete(variant: str) -> Image:
    generator = rng(0, "texture", "concrete", variant)
    tone = 0.66 + 0.16 * (_noise(generator, 0.06, 0.06) - 0.5) + 0.10 * (_noise(generator, 0.006, 0.006) - 0.5)
    return to_image(tone[..., None] * np.array([1.0, 0.99, 0.97]))


_MAKERS: dict[str, Callable[[str], Image]] = {
    "wood": _wood,
    "fabric": _fabric,
    "leather": _leather,
    "brushed": _brushed,
    "marble": _marble,
    "granite": _granite,
    "wicker": _wicker,
    "pile": _pile,
    "grille": _grille,
    "bark": _bark,
    "leaf": _leaf,
    "soil": _soil,
    "brick": _brick,
    "turf": _turf,
    "paving": _paving,
    "shingle": _shingle,
    "concrete": _concrete,
    **pictures.MAKERS,
    **foliage.MAKERS,
    **labels.MAKERS,
    **prints.MAKERS,
}


@lru_cache(maxsize=512)
def texture(key: str) -> Image:
    """The picture (256, 256, 4) uint8 sRGB, row 0 on top, of a key `parametric/<kind>/<variant>`."""
    _, kind, variant = key.split("/")
    return _MAKERS[kind](variant)
