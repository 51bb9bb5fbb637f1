"""USD's conventions, converted here and nowhere else: quaternions xyzw, cameras looking along -z, lenses in mm.

A USD (OpenGL) camera has x right, y up and looks along its -z axis; ours has x right, y down and looks along +z. The
two differ by half a turn about x, so the identity quaternion of a USD camera looks straight down with +y up.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gstgen.geometry.maps import GridTransform

Array = NDArray[np.float64]

# Camera axes: column signs that turn (right, down, forward) into (right, up, backward) and back.
_FLIP = np.array([1.0, -1.0, -1.0])


def quaternion_xyzw(rotation: ArrayLike) -> Array:
    """Unit quaternion (x, y, z, w) with w >= 0 of a rotation matrix (3x3)."""
    m = np.asarray(rotation, np.float64)
    # The largest of the four components is computed first: the others follow without loss of digits.
    squares = np.array(
        [
            1 + m[0, 0] - m[1, 1] - m[2, 2],
            1 - m[0, 0] + m[1, 1] - m[2, 2],
            1 - m[0, 0] - m[1, 1] + m[2, 2],
            1 + np.trace(m),
        ]
    )
    largest = int(np.argmax(squares))
    s = 2.0 * math.sqrt(max(float(squares[largest]), 0.0))
    x, y, z, w = {
        0: (s / 4, (m[0, 1] + m[1, 0]) / s, (m[0, 2] + m[2, 0]) / s, (m[2, 1] - m[1, 2]) / s),
        1: ((m[0, 1] + m[1, 0]) / s, s / 4, (m[1, 2] + m[2, 1]) / s, (m[0, 2] - m[2, 0]) / s),
        2: ((m[0, 2] + m[2, 0]) / s, (m[1, 2] + m[2, 1]) / s, s / 4, (m[1, 0] - m[0, 1]) / s),
        3: ((m[2, 1] - m[1, 2]) / s, (m[0, 2] - m[2, 0]) / s, (m[1, 0] - m[0, 1]) / s, s / 4),
    }[largest]
    q = np.array([x, y, z, w], np.float64)
    q /= np.linalg.norm(q)
    return -q if q[3] < 0 else q


def rotation_from_xyzw(quaternion: ArrayLike) -> Array:
    """Rotation matrix (3x3) of a quaternion (x, y, z, w) of any length but 0."""
    x, y, z, w = np.asarray(quaternion, np.float64) / np.linalg.norm(np.asarray(quaternion, np.float64))
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def to_usd_camera(T_world_camera: ArrayLike) -> tuple[Array, Array]:
    """Our pose (4x4) -> position (3) in metres and orientation (x, y, z, w) of a USD camera with the same view."""
    pose = np.asarray(T_world_camera, np.float64)
    return pose[:3, 3].copy(), quaternion_xyzw(pose[:3, :3] * _FLIP)


def from_usd_camera(position_m: ArrayLike, orientation_xyzw: ArrayLike) -> Array:
    """Position (3) and orientation (x, y, z, w) of a USD camera -> our pose (4x4)."""
    pose = np.eye(4)
    pose[:3, :3] = rotation_from_xyzw(orientation_xyzw) * _FLIP
    pose[:3, 3] = np.asarray(position_m, np.float64)
    return pose


def focal_length_mm(focal_px: float, width_px: int, horizontal_aperture_mm: float) -> float:
    """Focal length that gives square pixels: fx = fy = focal_px = width * focal length / aperture."""
    return focal_px * horizontal_aperture_mm / width_px


def transform_row_points(matrix: ArrayLike, points: ArrayLike) -> Array:
    """Points (N, 3) through a 4x4 matrix of USD (`Gf.Matrix4d`): row vectors, the translation in the last row."""
    m, p = np.asarray(matrix, np.float64), np.asarray(points, np.float64).reshape(-1, 3)
    return p @ m[:3, :3] + m[3, :3]


def layout_grid(size_px: int, m_per_px: float) -> GridTransform:
    """Grid of a square BEHAVIOR layout picture: the origin in the middle, rows growing with +y, columns with +x."""
    half_m = size_px / 2 * m_per_px
    return GridTransform((-half_m, -half_m), m_per_px, (size_px, size_px))
