"""Work on atlases of light texels: edge-aware smoothing, filling of holes, change of resolution."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from gstgen.simulators.embedded.charts import TexelGrid

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Window = tuple[slice, slice]

KERNEL = (0.5, 0.25)  # linear B-spline, by distance


class Smoother:
    """A-trous smoothing over the valid texels of each chart and room; edges in the channels' mean stay.

    `room` (H, W): index of the room that a texel looks into; texels in none (-1: doorways) mix with any, so that light
    goes through doors but not through a wall thinner than a texel.
    """

    def __init__(self, grid: TexelGrid, valid: Mask, room: NDArray[np.int32]) -> None:
        self._chart = np.where(valid, grid.chart_of, -1)
        self._room = room
        self._pairs: dict[int, list[tuple[Window, Window, Mask, np.float32]]] = {}

    def __call__(self, image: Floats, passes: int, tolerance: float, floor: float) -> Floats:
        """(H, W, C) -> (H, W, C).

        `tolerance`: relative step in brightness that counts as an edge (0: none); `floor`: brightness that is dark.
        """
        for number in range(passes):
            image = self._once(image, 1 << number, tolerance, floor)
        return image

    def _neighbours(self, step: int) -> list[tuple[Window, Window, Mask, np.float32]]:
        """Windows of texels and of their neighbours at a distance, which pairs mix, and their weight."""
        if step not in self._pairs:
            chart, room, pairs = self._chart, self._room, []
            height, width = chart.shape
            for dy, dx in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
                rows, columns = _shifted(height, dy * step), _shifted(width, dx * step)
                if rows is None or columns is None:
                    continue
                to, source = (rows[0], columns[0]), (rows[1], columns[1])
                alike = (chart[to] == chart[source]) & (chart[source] >= 0)
                alike &= (room[to] == room[source]) | (room[to] < 0) | (room[source] < 0)
                pairs.append((to, source, alike, np.float32(KERNEL[abs(dy)] * KERNEL[abs(dx)])))
            self._pairs[step] = pairs
        return self._pairs[step]

    def _once(self, image: Floats, step: int, tolerance: float, floor: float) -> Floats:
        center = np.float32(KERNEL[0] ** 2)
        # One plane a channel: contiguous arrays are several times faster here than trailing channels.
        planes = [np.ascontiguousarray(image[..., c]) for c in range(image.shape[2])]
        totals = [plane * center for plane in planes]
        weight = np.full(self._chart.shape, center, np.float32)
        bright = np.ascontiguousarray(image.mean(2))
        for to, source, alike, share in self._neighbours(step):
            gain = alike * share
            if tolerance > 0:
                a, b = bright[to], bright[source]
                edge = (a - b) / (np.float32(0.25 * tolerance) * (a + b) + np.float32(tolerance * floor))
                edge *= edge
                gain = share / (
                    1 + edge + np.float32(0.5) * edge * edge
                )  # close to exp(-edge), at a third of the price
            weight[to] += gain
            for total, plane in zip(totals, planes, strict=True):
                total[to] += gain * plane[source]
        return np.stack([total / weight for total in totals], 2)


def _shifted(size: int, offset: int) -> tuple[slice, slice] | None:
    if abs(offset) >= size:
        return None
    return slice(max(0, -offset), size - max(0, offset)), slice(max(0, offset), size - max(0, -offset))


def fill(image: Floats, valid: Mask, grid: TexelGrid, default: NDArray[np.float64]) -> Floats:
    """Give texels that are not valid the value of the nearest valid one of their chart, else `default` (C)."""
    result = image.copy()
    for (x, y), (w, h) in zip(grid.origin, grid.size, strict=True):
        good = valid[y : y + h, x : x + w]
        if good.all():
            continue
        if not good.any():
            result[y : y + h, x : x + w] = default
            continue
        rows, columns = distance_transform_edt(~good, return_distances=False, return_indices=True)
        result[y : y + h, x : x + w] = image[y : y + h, x : x + w][rows, columns]
    return result


class Resampler:
    """Moves values between a fine and a coarse atlas of the same charts; rooms (H, W) and (h, w) as in Smoother."""

    def __init__(
        self, fine: TexelGrid, coarse: TexelGrid, fine_room: NDArray[np.int32], coarse_room: NDArray[np.int32]
    ) -> None:
        self._in_coarse = _kept_in_room(*_positions(fine, coarse), fine_room, coarse_room)
        self._in_fine = _positions(coarse, fine)

    def upsample(self, coarse: Floats) -> Floats:
        """Coarse (h, w, C) -> fine (H, W, C), bilinear inside each chart and room."""
        x, y = self._in_coarse
        return _remap(coarse, x, y)

    def downsample(self, fine: Floats) -> Floats:
        """Fine (H, W, C) -> coarse (h, w, C): the value at each coarse texel's centre."""
        x, y = self._in_fine
        return _remap(fine, x, y)


def _remap(image: Floats, x: Floats, y: Floats) -> Floats:
    moved = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # at most 4 channels
    return np.asarray(moved, np.float32).reshape(*x.shape, image.shape[2])


def _positions(of: TexelGrid, inside: TexelGrid) -> tuple[Floats, Floats]:
    """For every texel of `of`, its position (x, y) in the atlas `inside`; zero between charts."""
    chart = of.chart_of
    indices = np.indices(chart.shape)
    known = chart >= 0
    number = chart[known]
    result = []
    for axis, index in ((0, indices[1]), (1, indices[0])):
        position = np.zeros(chart.shape, np.float32)
        share = (index[known] - of.origin[number, axis]) / (of.size[number, axis] - 1)
        position[known] = share * (inside.size[number, axis] - 1) + inside.origin[number, axis]
        result.append(position)
    return result[0], result[1]


def _kept_in_room(x: Floats, y: Floats, own: NDArray[np.int32], rooms: NDArray[np.int32]) -> tuple[Floats, Floats]:
    """Positions (x, y) among texels of `rooms`, moved onto the nearest texel of the `own` room where a blend would mix
    rooms."""
    height, width = rooms.shape
    corners = []
    for dy in (0, 1):
        for dx in (0, 1):
            column = np.minimum(x.astype(np.int32) + dx, width - 1)
            row = np.minimum(y.astype(np.int32) + dy, height - 1)
            corners.append((column, row, rooms[row, column]))
    mixed = (own >= 0) & np.logical_or.reduce([(room >= 0) & (room != own) for _, _, room in corners])
    best = np.full(x.shape, np.inf, np.float32)
    new_x, new_y = x.copy(), y.copy()
    for column, row, room in corners:
        distance = np.where(room == own, (x - column) ** 2 + (y - row) ** 2, np.float32(np.inf))
        nearer = mixed & (distance < best)
        best[nearer] = distance[nearer]
        new_x[nearer], new_y[nearer] = column[nearer], row[nearer]
    return new_x, new_y
