"""Off-screen buffers and what is read from them."""

from __future__ import annotations

import cv2
import moderngl
import numpy as np
from numpy.typing import NDArray

MARGIN_PX = 2  # around pixels without anything: gaps begin between the centres of pixels


class Targets:
    """Off-screen colour, id and depth buffers of one size."""

    def __init__(self, context: moderngl.Context, size: tuple[int, int]) -> None:
        self.size = size
        self._color = context.texture(size, 4)
        self._id = context.texture(size, 1, dtype="u4")
        self._depth = context.depth_texture(size)
        self._pixels = np.empty((size[1], size[0], 4), np.uint8)
        self._depths = np.empty((size[1], size[0]), np.float32)
        self._zeros = context.buffer(bytes(4 * size[0] * size[1]))
        self.both = context.framebuffer([self._color, self._id], self._depth)
        self.rgb = context.framebuffer([self._color], self._depth)
        self.ids = context.framebuffer([self._id], self._depth)
        self.depth_only = context.framebuffer([], self._depth)

    def clear_rgb(self, color: tuple[float, float, float]) -> None:
        self.rgb.clear(*color, 1.0, depth=1.0)

    def clear_ids(self) -> None:
        # Copied in as integers: a clear with floats leaves undefined values in an integer target.
        self._id.write(self._zeros)

    def clear_depth(self) -> None:
        self.depth_only.clear(depth=1.0)

    def read_rgb(self) -> NDArray[np.uint8]:
        """(H, W, 4); holds until the next read."""
        self._color.read_into(self._pixels)
        return self._pixels

    def read_ids(self) -> NDArray[np.uint32]:
        """(H, W), the caller's own."""
        ids = np.empty((self.size[1], self.size[0]), np.uint32)
        self._id.read_into(ids)
        return ids

    def read_depth(self) -> NDArray[np.float32]:
        """(H, W) depth buffer 0..1; holds until the next read."""
        self._depth.read_into(self._depths)
        return self._depths

    def release(self) -> None:
        for item in (self.both, self.rgb, self.ids, self.depth_only, self._color, self._id, self._depth, self._zeros):
            item.release()


def averaged(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """(H, W, 3) picture at `size`. Up to twice as many samples are averaged by twos, more of them by area."""
    if (image.shape[1], image.shape[0]) != size:
        how = cv2.INTER_LINEAR_EXACT if image.shape[1] <= 2 * size[0] else cv2.INTER_AREA
        image = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_RGBA2RGB), np.uint8)


def around(empty: NDArray[np.bool_], scale: float, size: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """Rectangle (x, y, width, height) of a picture `scale` times as large, around the empty pixels if any."""
    rows, columns = np.flatnonzero(empty.any(1)), np.flatnonzero(empty.any(0))
    if not len(rows):
        return None
    x0, y0 = (max(0, int((low[0] - MARGIN_PX) * scale)) for low in (columns, rows))
    x1, y1 = (
        min(most, round((high[-1] + 1 + MARGIN_PX) * scale)) for high, most in zip((columns, rows), size, strict=True)
    )
    return x0, y0, x1 - x0, y1 - y0
