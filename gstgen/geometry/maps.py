"""Top-down maps: world metres <-> map pixels, grid cells, and the normalised [0, 999] points of answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
POINT_SCALE = 1000  # answers are floor(pixel / size * 1000), clipped to [0, 999]


@dataclass(frozen=True)
class MapTransform:
    """`world_to_image` (3x3, homogeneous, world x/y metres -> pixels) of a map of `width` x `height` pixels.

    Image up = world +y and image right = world +x with equal scales, so the linear part has a negative determinant.
    """

    world_to_image: Array
    width: int
    height: int

    @classmethod
    def centered(cls, center_xy_m: ArrayLike, m_per_px: float, width: int, height: int) -> MapTransform:
        """The map whose middle is a world point, at a scale."""
        x, y = np.asarray(center_xy_m, float)
        s = 1.0 / m_per_px
        return cls(
            np.array([[s, 0.0, width / 2 - s * x], [0.0, -s, height / 2 + s * y], [0.0, 0.0, 1.0]]), width, height
        )

    @classmethod
    def fit(cls, lower_m: ArrayLike, upper_m: ArrayLike, width: int, height: int, margin: float) -> MapTransform:
        """Letterbox world bounds (x, y) into the image, leaving a margin (fraction of the size) on each side."""
        lower, upper = np.asarray(lower_m, float)[:2], np.asarray(upper_m, float)[:2]
        extent = np.maximum(upper - lower, 1e-6)
        m_per_px = float(np.max(extent / (np.array([width, height]) * (1 - 2 * margin))))
        return cls.centered((lower + upper) / 2, m_per_px, width, height)

    @property
    def m_per_px(self) -> float:
        """Metres a pixel."""
        return 1.0 / float(self.world_to_image[0, 0])

    @property
    def center_m(self) -> Array:
        """World point (2) at the middle of the image."""
        return self.to_world([self.width / 2, self.height / 2])

    def to_pixels(self, points_m: ArrayLike) -> Array:
        """World points (..., 2 or 3) -> pixels (..., 2)."""
        p = np.asarray(points_m, float)[..., :2]
        pixels: Array = p @ self.world_to_image[:2, :2].T + self.world_to_image[:2, 2]
        return pixels

    def to_world(self, pixels: ArrayLike) -> Array:
        """Pixels (..., 2) -> world x, y (..., 2) in metres."""
        inverse = np.linalg.inv(self.world_to_image)
        points: Array = np.asarray(pixels, float) @ inverse[:2, :2].T + inverse[:2, 2]
        return points

    def to_point(self, point_m: ArrayLike) -> tuple[int, int]:
        """World point -> the answer's normalised point, integers in [0, 999], x right, y down."""
        u, v = self.to_pixels(point_m)
        x = int(np.clip(np.floor(u / self.width * POINT_SCALE), 0, POINT_SCALE - 1))
        y = int(np.clip(np.floor(v / self.height * POINT_SCALE), 0, POINT_SCALE - 1))
        return x, y

    def contains(self, point_m: ArrayLike) -> bool:
        """Whether a world point falls on the image."""
        u, v = self.to_pixels(point_m)
        return bool(0 <= u < self.width and 0 <= v < self.height)


@dataclass(frozen=True)
class GridTransform:
    """Floor grid, index [iy, ix], iy grows with world +y; `origin_xy_m` is the lower-left corner of cell [0, 0]."""

    origin_xy_m: tuple[float, float]
    resolution_m: float
    shape: tuple[int, int]

    @classmethod
    def covering(cls, lower_m: ArrayLike, upper_m: ArrayLike, resolution_m: float, pad_cells: int = 2) -> GridTransform:
        """Smallest grid over world bounds (x, y) with a border of cells."""
        lower, upper = np.asarray(lower_m, float)[:2], np.asarray(upper_m, float)[:2]
        start = np.floor(lower / resolution_m) - pad_cells
        stop = np.ceil(upper / resolution_m) + pad_cells
        nx, ny = (stop - start).astype(int)
        return cls((float(start[0] * resolution_m), float(start[1] * resolution_m)), resolution_m, (int(ny), int(nx)))

    def to_cells(self, points_m: ArrayLike) -> NDArray[np.int64]:
        """World points (..., 2 or 3) -> integer cells (..., 2) as (iy, ix); may lie outside the grid."""
        p = np.asarray(points_m, float)[..., :2]
        ij = np.floor((p - np.asarray(self.origin_xy_m)) / self.resolution_m).astype(np.int64)
        cells: NDArray[np.int64] = ij[..., ::-1]
        return cells

    def to_world(self, cells: ArrayLike) -> Array:
        """Cells (..., 2) as (iy, ix) -> world x, y (..., 2) of the cell centres."""
        c = np.asarray(cells, float)[..., ::-1]
        points: Array = (c + 0.5) * self.resolution_m + np.asarray(self.origin_xy_m)
        return points

    def inside(self, cells: ArrayLike) -> NDArray[np.bool_]:
        """Whether cells (..., 2) lie on the grid."""
        c = np.asarray(cells)
        return (c[..., 0] >= 0) & (c[..., 1] >= 0) & (c[..., 0] < self.shape[0]) & (c[..., 1] < self.shape[1])
