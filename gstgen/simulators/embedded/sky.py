"""The cloud pattern of the sky: tileable noise, the same on every run."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.randomness import rng

SIZE_PX = 256
OCTAVES = (4, 8, 16, 32, 64)


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
