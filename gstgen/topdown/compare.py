"""How alike two maps are, whatever their place, scale, quarter turn or mirror image."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE_PX = 96  # normalised maps are compared at this size; the free area then covers a quarter of it
AREA_SHARE = 0.25


def normalised_map(free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Free space (H, W) centred in a square of `SIDE_PX` and scaled to a fixed area; what falls outside is cut.

    Raises ValueError for a map without free space.
    """
    rows, columns = np.nonzero(free)
    if rows.size == 0:
        raise ValueError("a map without free space cannot be compared")
    scale = SIDE_PX * math.sqrt(AREA_SHARE / rows.size)
    center_u, center_v = columns.mean() + 0.5, rows.mean() + 0.5
    half = SIDE_PX / 2
    # cv2 works with pixel centres at integers: half a pixel less on both sides.
    move = half + scale / 2 - 0.5
    shift = np.array([[scale, 0.0, move - scale * center_u], [0.0, scale, move - scale * center_v]])
    source = free.astype(np.float32)
    if scale < 1:  # average over the pixels that become one, or thin walls would vanish by chance
        source = cv2.GaussianBlur(source, (0, 0), 0.4 / scale).astype(np.float32)
    warped = cv2.warpAffine(source, shift, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR)
    result: NDArray[np.bool_] = np.asarray(warped) > 0.5
    return result


def symmetries(square: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """The eight quarter turns and mirror images of a square map."""
    turned = [np.rot90(square, k) for k in range(4)]
    return turned + [image[:, ::-1] for image in turned]


def map_similarity(free_a: NDArray[np.bool_], free_b: NDArray[np.bool_]) -> float:
    """Best overlap (intersection over union, 0..1) of two maps' free space.

    Both are scaled to the same area; all eight symmetries and every shift are tried, so the same layout drawn at
    another place, scale or orientation scores near 1.
    """
    a, b = normalised_map(free_a), normalised_map(free_b)
    padded = (2 * SIDE_PX, 2 * SIDE_PX)
    spectrum = np.fft.rfft2(a, padded)
    total = int(a.sum()) + int(b.sum())
    best = 0.0
    for image in symmetries(b):
        shared = np.fft.irfft2(spectrum * np.conj(np.fft.rfft2(image, padded)), padded).max()
        shared = min(round(float(shared)), total // 2)
        best = max(best, shared / (total - shared))
    return best
