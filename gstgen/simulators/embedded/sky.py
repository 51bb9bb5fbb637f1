"""What lies outside: the cloud pattern of the sky, and a panorama of the horizon. The same for a scene on every run."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.randomness import rng

SIZE_PX = 256
OCTAVES = (4, 8, 16, 32, 64)
PANORAMA_PX = (128, 2048)
# Tangent of the elevation at the panorama's lower and upper edge.
PANORAMA_SPAN = (-0.03, 0.33)
_HAZE = np.array([0.86, 0.90, 0.93])
_BUILT_UP = ("office", "restaurant", "grocery", "hotel", "hall", "gym")


def cloud_texture() -> NDArray[np.uint8]:
    """(256, 256) grey noise that repeats without a seam."""
    generator = rng(0, "sky")
    total = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    for cells in OCTAVES:
        lattice = generator.random((cells, cells), dtype=np.float32)
        padded = np.pad(lattice, 2, mode="wrap")
        step = SIZE_PX // cells
        # Resampled with its own wrapped border, then cropped: the seam falls inside equal values.
        large = cv2.resize(padded, ((cells + 4) * step, (cells + 4) * step), interpolation=cv2.INTER_CUBIC)
        total += large[2 * step : 2 * step + SIZE_PX, 2 * step : 2 * step + SIZE_PX] / cells**0.9
    total -= total.min()
    return np.asarray(np.round(total / total.max() * 255), np.uint8)


def panorama(scene_id: str, kind: str) -> NDArray[np.uint8]:
    """(128, 2048, 4) RGBA of the horizon all round, row 0 at the top: hills, houses and trees, paler with distance."""
    return _Panorama(rng(0, "outside", scene_id), kind in _BUILT_UP).image()


class _Panorama:
    def __init__(self, random: np.random.Generator, built_up: bool) -> None:
        self._random, self._built_up = random, built_up
        self._height, self._width = PANORAMA_PX
        self._rgb = np.zeros((self._height, self._width, 3))
        self._cover = np.zeros((self._height, self._width))

    def image(self) -> NDArray[np.uint8]:
        self._hills()
        for distance in (0.75, 0.5, 0.3):
            if self._built_up or self._random.random() < 0.8:
                self._houses(distance)
            self._trees(distance)
        out = np.dstack([self._rgb, self._cover])
        return np.asarray(np.round(np.clip(out, 0, 1) * 255), np.uint8)

    def _row_of(self, tangent: NDArray[np.float64]) -> NDArray[np.float64]:
        low, high = PANORAMA_SPAN
        return (high - tangent) / (high - low) * self._height

    def _paint(self, top: NDArray[np.float64], color: NDArray[np.float64], columns: NDArray[np.int64]) -> None:
        """Fill some columns from a row down; `color` (3) or (rows, columns, 3)."""
        rows = np.arange(self._height)[:, None]
        mask = np.clip(rows - top[None] + 0.5, 0, 1)
        block = self._rgb[:, columns]
        self._rgb[:, columns] = block + (color - block) * mask[..., None]
        self._cover[:, columns] = np.maximum(self._cover[:, columns], mask)

    def _wave(self, waves: int, low: int) -> NDArray[np.float64]:
        """(columns) periodic noise of mean 0, about -1..1."""
        angle = np.arange(self._width) / self._width * 2 * np.pi
        total = np.zeros(self._width)
        for k in range(low, low + waves):
            total += np.sin(k * angle + self._random.uniform(0, 2 * np.pi)) / np.sqrt(k - low + 1.0)
        return total / max(float(np.abs(total).max()), 1e-9)

    def _hills(self) -> None:
        tangent = 0.035 + 0.025 * self._wave(6, 2) + 0.004 * self._wave(12, 20)
        self._paint(self._row_of(tangent), 0.75 * _HAZE + 0.25 * np.array([0.45, 0.55, 0.45]), np.arange(self._width))

    def _trees(self, distance: float) -> None:
        """A row of crowns, each a rough dome of its own green."""
        haze = 0.15 + 0.5 * distance
        count = int(self._random.integers(26, 60))
        rows = np.arange(self._height)[:, None]
        for _ in range(count):
            middle = int(self._random.integers(self._width))
            half = max(6, int(self._random.uniform(14, 42) * (1.1 - distance)))
            columns = np.arange(middle - half, middle + half + 1) % self._width
            across = np.linspace(-1, 1, len(columns))
            height = self._random.uniform(0.06, 0.2) * (1.15 - distance)
            rough = 1.0 + 0.10 * np.sin(across * self._random.uniform(6, 14) + self._random.uniform(0, 6))
            tangent = height * (1 - np.abs(across) ** self._random.uniform(1.6, 3.0)) * rough - 0.01
            green = np.array([0.30, 0.42, 0.20]) * self._random.uniform(0.8, 1.25)
            green = green + self._random.uniform(-0.03, 0.05) * np.array([1.0, 0.3, -0.2])
            top = self._row_of(tangent)
            light = np.clip(1.12 - 0.012 * (rows - top[None]), 0.75, 1.12) + 0.05 * self._random.standard_normal(
                (self._height, len(columns))
            )
            color = (1 - haze) * green * light[..., None] + haze * _HAZE
            self._paint(top, color, columns)

    def _houses(self, distance: float) -> None:
        """Houses with a gable, or blocks with rows of windows in a town."""
        haze = 0.2 + 0.5 * distance
        for _ in range(int(self._random.integers(3, 9)) * (2 if self._built_up else 1)):
            middle = int(self._random.integers(self._width))
            half = max(10, int(self._random.uniform(22, 58) * (1.15 - distance)))
            columns = np.arange(middle - half, middle + half + 1) % self._width
            height = self._random.uniform(0.05, 0.09) * (1.2 - distance)
            if self._built_up:
                height *= self._random.uniform(1.2, 3.0)
            wall = np.array([0.86, 0.82, 0.75]) * self._random.uniform(0.75, 1.08)
            eaves = np.full(len(columns), float(self._row_of(np.array(height))))
            if not self._built_up:
                across = np.abs(np.linspace(-1.06, 1.06, len(columns)))
                roof = np.array([[0.52, 0.30, 0.25], [0.38, 0.36, 0.36], [0.45, 0.33, 0.28]])[
                    int(self._random.integers(3))
                ]
                ridge = self._row_of(height + 0.6 * height * (1 - across))
                self._paint(ridge, (1 - haze) * roof + haze * _HAZE, columns)
                columns, eaves = columns[2:-2], eaves[2:-2]
            self._paint(eaves, self._facade(wall, eaves[0], len(columns), haze), columns)

    def _facade(self, wall: NDArray[np.float64], top: float, width: int, haze: float) -> NDArray[np.float64]:
        """(rows, columns, 3) a wall with rows of windows below a row."""
        color = np.broadcast_to(wall, (self._height, width, 3)).copy()
        rows = np.arange(self._height) - top
        row_mask = ((rows % 9) > 3) & ((rows % 9) < 8) & (rows > 2)
        column_mask = (np.arange(width) % 10 > 3) & (np.arange(width) % 10 < 8)
        column_mask[:3] = column_mask[-3:] = False
        color[np.ix_(row_mask, column_mask)] = (0.42, 0.48, 0.55)
        return (1 - haze) * color + haze * _HAZE
