"""Leaves out what stands behind walls: boxes against a small depth picture of the walls alone.

Conservative but for slits narrower than a pixel of that picture: a box is hidden only where walls are nearer than all
of it, over all of its outline grown by a block.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
BLOCK_PX = 8


def hidden_boxes(clip: Array, depth: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n) boxes that lie behind the depth picture.

    clip (n, 8, 4): corners in clip space; depth (H, W): depth buffer 0..1, row 0 = image top = clip y of -1.
    """
    height, width = depth.shape
    rows, columns = -(-height // BLOCK_PX), -(-width // BLOCK_PX)
    padded = np.ones((rows * BLOCK_PX, columns * BLOCK_PX), np.float32)
    padded[:height, :width] = depth
    farthest = padded.reshape(rows, BLOCK_PX, columns, BLOCK_PX).max((1, 3))
    ahead = np.asarray(((clip[..., 3] > 1e-6) & (clip[..., 2] > -clip[..., 3])).all(1))
    w = np.where(ahead[:, None], clip[..., 3], 1.0)
    x = (clip[..., 0] / w * 0.5 + 0.5) * width / BLOCK_PX
    y = (clip[..., 1] / w * 0.5 + 0.5) * height / BLOCK_PX
    nearest = (clip[..., 2] / w * 0.5 + 0.5).min(1)
    # A wall seen through a pixel's centre may leave part of that pixel open: one pixel more on every side.
    margin = 1.0 / BLOCK_PX
    x0 = np.clip(np.floor(x.min(1) - margin), 0, columns - 1).astype(np.int64)
    x1 = np.clip(np.floor(x.max(1) + margin), 0, columns - 1).astype(np.int64) + 1
    y0 = np.clip(np.floor(y.min(1) - margin), 0, rows - 1).astype(np.int64)
    y1 = np.clip(np.floor(y.max(1) + margin), 0, rows - 1).astype(np.int64) + 1
    return np.asarray(ahead & (nearest > _highest(farthest, x0, x1, y0, y1)))


def _highest(
    image: NDArray[np.float32],
    x0: NDArray[np.int64],
    x1: NDArray[np.int64],
    y0: NDArray[np.int64],
    y1: NDArray[np.int64],
) -> NDArray[np.float32]:
    """Maxima over many half-open, non-empty rectangles: each is covered by four overlapping ones of powers of two."""
    columns, rows = np.frexp(x1 - x0)[1] - 1, np.frexp(y1 - y0)[1] - 1
    result = np.zeros(len(x0), np.float32)
    wide = image
    for i in range(int(columns.max(initial=0)) + 1):
        if i:
            wide = np.maximum(wide[:, : -(1 << (i - 1))], wide[:, 1 << (i - 1) :])
        high = wide
        for j in range(int(rows.max(initial=0)) + 1):
            if j:
                high = np.maximum(high[: -(1 << (j - 1))], high[1 << (j - 1) :])
            some = np.flatnonzero((columns == i) & (rows == j))
            a, b = x0[some], x1[some] - (1 << i)
            c, d = y0[some], y1[some] - (1 << j)
            result[some] = np.maximum(np.maximum(high[c, a], high[c, b]), np.maximum(high[d, a], high[d, b]))
    return result
