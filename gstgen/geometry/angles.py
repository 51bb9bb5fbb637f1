"""Angles in degrees: wrapping, rounding, headings on the floor plane."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray


def wrap_deg(angle_deg: ArrayLike) -> NDArray[np.float64]:
    """Wrap degrees into (-180, 180]; keeps the input's shape (a 0-d array for a scalar)."""
    angle = np.asarray(angle_deg, dtype=np.float64)
    wrapped = -np.remainder(-angle + 180.0, 360.0) + 180.0
    # A tiny negative zero distance from -180 can round to exactly -180: that is +180 by definition.
    return np.where(wrapped <= -180.0, 180.0, wrapped)


def round_deg(angle_deg: float) -> int:
    """Integer degrees in (-180, 180]: rounded first (half to even), then wrapped."""
    rounded = round(float(angle_deg))
    wrapped = -((-rounded + 180) % 360) + 180
    return int(wrapped)


def heading_deg(direction: ArrayLike) -> float:
    """Heading of a world vector (x, y[, z]) projected on the floor: 0 = +x, counter-clockwise positive.

    Raises ValueError for a vector without a horizontal part, which has no heading.
    """
    vector = np.asarray(direction, dtype=np.float64)
    if math.hypot(vector[0], vector[1]) < 1e-9:
        raise ValueError("a vertical vector has no heading")
    return math.degrees(math.atan2(vector[1], vector[0]))


def heading_vector(angle_deg: float) -> NDArray[np.float64]:
    """Unit vector (x, y) on the floor for a heading in degrees."""
    radians = math.radians(angle_deg)
    return np.array([math.cos(radians), math.sin(radians)])


def rotation_z(angle_deg: float) -> NDArray[np.float64]:
    """3x3 rotation about world +z, counter-clockwise seen from above."""
    c, s = heading_vector(angle_deg)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
