"""The numeric answers of the question types, from camera, box and map alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from gstgen.geometry.angles import heading_deg, round_deg, wrap_deg
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import pose_heading_deg


@dataclass(frozen=True)
class Distances:
    """Camera centre to box in metres: to its centre (3-D), the same on the floor, to the nearest surface point."""

    center_m: float
    planar_m: float
    surface_m: float


def egocentric_direction_deg(T_world_camera: ArrayLike, target_center_m: ArrayLike) -> int:
    """Signed heading difference from the camera's forward axis to the target, left positive, in (-180, 180]."""
    T = np.asarray(T_world_camera, float)
    target = heading_deg(np.asarray(target_center_m, float)[:2] - T[:2, 3])
    return round_deg(float(wrap_deg(target - pose_heading_deg(T))))


def distances_m(T_world_camera: ArrayLike, box: OrientedBox) -> Distances:
    """The three distances between a camera centre and an oriented box, unrounded metres."""
    eye = np.asarray(T_world_camera, float)[:3, 3]
    delta = box.center_m - eye
    surface = np.linalg.norm(box.nearest_point(eye) - eye)
    return Distances(float(np.linalg.norm(delta)), float(np.linalg.norm(delta[:2])), float(surface))


def map_orientation_deg(T_world_camera: ArrayLike) -> int:
    """Heading of the camera on the top-down image: 0 = image up (world +y), counter-clockwise positive."""
    return round_deg(float(wrap_deg(pose_heading_deg(T_world_camera) - 90.0)))
