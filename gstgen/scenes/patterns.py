"""Seamless patterns of building surfaces, drawn in code: what every pattern shares. Images are (512, 512, 3) float32.

Rows run down (row 0 on top), so that row index falls along a wall's height; columns run along u.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import scipy.fft
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Draw = Callable[[Floats, np.random.Generator], Floats]
SIZE_PX = 512


@dataclass(frozen=True)
class Pattern:
    """How a pattern is drawn in a base colour (sRGB 0..1), and the metres (u, v) that one image covers.

    `tinted`: drawn once in white and multiplied by the colour, so that all colours share one image.
    """

    draw: Draw
    tile_m: tuple[float, float]
    tinted: bool = False


@lru_cache(maxsize=64)
def _transfer(sigma_v: float, sigma_u: float) -> Floats:
    fv = np.fft.fftfreq(SIZE_PX)[:, None] * sigma_v
    fu = np.fft.rfftfreq(SIZE_PX)[None] * sigma_u
    return np.exp(-2 * np.pi**2 * (fv**2 + fu**2)).astype(np.float32)


def noise(random: np.random.Generator, sigma_v: float, sigma_u: float | None = None) -> Floats:
    """(n, n) periodic smooth noise with mean 0 and standard deviation 1; sigmas in pixels down and across."""
    white = random.standard_normal((SIZE_PX, SIZE_PX), dtype=np.float32)
    spectrum = scipy.fft.rfft2(white) * _transfer(sigma_v, sigma_v if sigma_u is None else sigma_u)
    spectrum[0, 0] = 0
    smooth = scipy.fft.irfft2(spectrum, s=(SIZE_PX, SIZE_PX))
    return np.asarray(smooth / max(float(smooth.std()), 1e-9), np.float32)


def shaded(color: NDArray[np.floating], *layers: NDArray[np.floating]) -> Floats:
    """(n, n, 3) the colour, brightened by 1 + the sum of some layers."""
    total = np.ones((SIZE_PX, SIZE_PX), np.float32)
    for layer in layers:
        total += layer
    return np.asarray(color * total[..., None], np.float32)


def tones(random: np.random.Generator, count: int, spread: float) -> Floats:
    """(count) factors around 1 of pieces of one material, without outliers."""
    return np.asarray(1.0 + spread * np.clip(random.standard_normal(count), -1.7, 1.7), np.float32)


def edges_px(count: int) -> Ints:
    """(count + 1) pixel borders of equal parts of the image."""
    return np.round(np.linspace(0, SIZE_PX, count + 1)).astype(np.int64)


def place_in_parts(count: int) -> tuple[Ints, Ints]:
    """(n) which of `count` equal parts each pixel lies in, and its distance in pixels to the part's nearer border."""
    borders = edges_px(count)
    pixel = np.arange(SIZE_PX)
    part = np.searchsorted(borders, pixel, side="right") - 1
    return part, np.minimum(pixel - borders[part], borders[part + 1] - 1 - pixel)


def cells(random: np.random.Generator, count: int, regular: float = 0.0) -> tuple[Ints, Floats, NDArray[np.bool_]]:
    """Periodic Voronoi cells of about `count` points: number (n, n), distance to the point in pixels, cell borders.

    `regular` 0..1: from points anywhere to a grid that is hardly disturbed.
    """
    side = max(2, round(count**0.5))
    grid = (np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).reshape(-1, 2) + 0.5) / side
    loose = grid + (1 - regular) * random.uniform(-0.5, 0.5, grid.shape) / side
    points = np.round(loose * SIZE_PX).astype(int) % SIZE_PX
    pad = 2 * SIZE_PX // side
    mask = np.ones((SIZE_PX, SIZE_PX), np.uint8)
    number = np.full((SIZE_PX, SIZE_PX), -1, np.int64)
    mask[points[:, 1], points[:, 0]] = 0
    number[points[:, 1], points[:, 0]] = np.arange(len(points))
    padded = np.pad(mask, pad, mode="wrap")
    distance, labels = cv2.distanceTransformWithLabels(
        padded, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
    )
    table = np.zeros(int(labels.max()) + 1, np.int64)
    at_points = padded == 0
    table[labels[at_points]] = np.pad(number, pad, mode="wrap")[at_points]
    inner = slice(pad, pad + SIZE_PX)
    cell = table[labels]
    border = (cell != np.roll(cell, 1, 0)) | (cell != np.roll(cell, 1, 1))
    return cell[inner, inner], np.asarray(distance[inner, inner], np.float32), border[inner, inner]
