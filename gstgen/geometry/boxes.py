"""Oriented boxes: centre, size along the object's axes (front, left, up) and rotation into the world."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
import shapely.geometry.polygon
from numpy.typing import ArrayLike, NDArray

from gstgen.geometry.angles import heading_deg, rotation_z, wrap_deg

Array = NDArray[np.float64]


@dataclass(frozen=True)
class OrientedBox:
    """Box in the world: `center_m` (3), `size_m` (3, front/left/up), `rotation` (3x3, columns = box axes)."""

    center_m: Array
    size_m: Array
    rotation: Array

    @classmethod
    def create(cls, center_m: ArrayLike, size_m: ArrayLike, yaw_deg: float = 0.0) -> OrientedBox:
        """Upright box whose front (+x of the object) points to the heading `yaw_deg`."""
        return cls(np.asarray(center_m, float).copy(), np.asarray(size_m, float).copy(), rotation_z(yaw_deg))

    @classmethod
    def from_bounds(cls, lower_m: ArrayLike, upper_m: ArrayLike) -> OrientedBox:
        """Axis-aligned box between two corners."""
        lower, upper = np.asarray(lower_m, float), np.asarray(upper_m, float)
        return cls((lower + upper) / 2, upper - lower, np.eye(3))

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> OrientedBox:
        return cls(
            np.array(data["center_m"], float), np.array(data["size_m"], float), np.array(data["rotation"], float)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "center_m": self.center_m.tolist(),
            "size_m": self.size_m.tolist(),
            "rotation": self.rotation.tolist(),
        }

    @property
    def yaw_deg(self) -> float:
        """Heading of the box's front axis, degrees."""
        return heading_deg(self.rotation[:, 0])

    @property
    def corners_m(self) -> Array:
        """(8, 3) world corners; index bits are (front, left, up), 0 = negative side."""
        signs = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))
        return self.center_m + (signs * self.size_m) @ self.rotation.T

    @property
    def bounds_m(self) -> tuple[Array, Array]:
        """World axis-aligned bounds (lower (3), upper (3))."""
        corners = self.corners_m
        return corners.min(0), corners.max(0)

    @property
    def footprint_m(self) -> Array:
        """(N, 2) outline of the box seen from above, counter-clockwise: the hull of its corners."""
        hull = shapely.MultiPoint(self.corners_m[:, :2]).convex_hull
        return np.asarray(shapely.geometry.polygon.orient(hull).exterior.coords)[:-1]

    def to_local(self, points_m: ArrayLike) -> Array:
        """World points (..., 3) -> box frame (..., 3), metres from the centre."""
        return (np.asarray(points_m, float) - self.center_m) @ self.rotation

    def to_world(self, points_m: ArrayLike) -> Array:
        """Box-frame points (..., 3) -> world."""
        return np.asarray(points_m, float) @ self.rotation.T + self.center_m

    def contains(self, points_m: ArrayLike, margin_m: float = 0.0) -> NDArray[np.bool_]:
        """Whether world points (..., 3) lie inside the box grown by a margin."""
        inside: NDArray[np.bool_] = np.all(np.abs(self.to_local(points_m)) <= self.size_m / 2 + margin_m, axis=-1)
        return inside

    def nearest_point(self, point_m: ArrayLike) -> Array:
        """Point of the solid box nearest to a world point (3)."""
        local = np.clip(self.to_local(point_m), -self.size_m / 2, self.size_m / 2)
        return self.to_world(local)

    def angular_width_deg(self, point_m: ArrayLike) -> float:
        """Angle that the box's footprint spans seen from a world point, degrees; 360 from inside it."""
        viewer = np.asarray(point_m, float)
        outline = self.footprint_m
        if shapely.Polygon(outline).covers(shapely.Point(viewer[:2])):
            return 360.0
        offsets = outline - viewer[:2]
        center = heading_deg(self.center_m[:2] - viewer[:2])
        relative = wrap_deg(np.degrees(np.arctan2(offsets[:, 1], offsets[:, 0])) - center)
        return float(relative.max() - relative.min())
