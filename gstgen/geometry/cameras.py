"""Cameras and poses.

A pose is `T_world_camera` (4x4, float64): columns are the camera's x (right), y (down), z (forward) axes and
its centre in world metres.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gstgen.geometry.angles import heading_deg

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """Pinhole camera: size in pixels and intrinsics `K` (3x3, pixels; pixel centres at integer + 0.5)."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float

    @classmethod
    def from_hfov(cls, width: int, height: int, hfov_deg: float) -> Camera:
        """Square pixels, principal point in the middle, horizontal field of view in degrees."""
        if not 1.0 <= hfov_deg < 179.0:
            raise ValueError(f"horizontal field of view {hfov_deg} deg is outside [1, 179)")
        f = width / 2.0 / math.tan(math.radians(hfov_deg) / 2.0)
        return cls(width, height, f, f, width / 2.0, height / 2.0)

    @classmethod
    def from_matrix(cls, K: ArrayLike, width: int, height: int) -> Camera:
        """From a 3x3 intrinsic matrix without skew."""
        k = np.asarray(K, dtype=np.float64)
        return cls(width, height, float(k[0, 0]), float(k[1, 1]), float(k[0, 2]), float(k[1, 2]))

    @property
    def K(self) -> Array:
        """Intrinsic matrix, 3x3, pixels."""
        return np.array([[self.fx, 0.0, self.cx], [0.0, self.fy, self.cy], [0.0, 0.0, 1.0]])

    def resized(self, width: int, height: int) -> Camera:
        """The same view at another size (both axes scale on their own)."""
        sx, sy = width / self.width, height / self.height
        return Camera(width, height, self.fx * sx, self.fy * sy, self.cx * sx, self.cy * sy)


@dataclass(frozen=True)
class OrthographicCamera:
    """Parallel camera looking along its z axis; the pose's centre projects to the image centre.

    `m_per_px` is the size of a pixel on a plane across the view, in metres, on both axes.
    """

    width: int
    height: int
    m_per_px: float


def pose_from_heading(position_m: ArrayLike, heading: float, pitch_deg: float) -> Array:
    """Pose (4x4) at a world position, level horizon, heading in degrees, pitch in degrees (negative looks down)."""
    yaw, pitch = math.radians(heading), math.radians(pitch_deg)
    forward = np.array([math.cos(yaw) * math.cos(pitch), math.sin(yaw) * math.cos(pitch), math.sin(pitch)])
    right = np.array([math.sin(yaw), -math.cos(yaw), 0.0])
    pose = np.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2] = right, np.cross(forward, right), forward
    pose[:3, 3] = np.asarray(position_m, dtype=np.float64)
    return pose


def poses_from_headings(positions_m: ArrayLike, headings: ArrayLike, pitches_deg: ArrayLike) -> Array:
    """`pose_from_heading` of many at once: poses (N, 4, 4) for positions (N, 3), headings (N) and pitches (N)."""
    yaw, pitch = np.radians(np.asarray(headings, float)), np.radians(np.asarray(pitches_deg, float))
    flat, zero = np.cos(pitch), np.zeros(len(yaw))
    poses = np.tile(np.eye(4), (len(yaw), 1, 1))
    poses[:, :3, 0] = np.stack([np.sin(yaw), -np.cos(yaw), zero], -1)
    poses[:, :3, 1] = np.stack([np.cos(yaw) * np.sin(pitch), np.sin(yaw) * np.sin(pitch), -flat], -1)
    poses[:, :3, 2] = np.stack([np.cos(yaw) * flat, np.sin(yaw) * flat, np.sin(pitch)], -1)
    poses[:, :3, 3] = np.asarray(positions_m, float)
    return poses


def pose_looking_down(center_xy_m: ArrayLike, height_m: float) -> Array:
    """Pose (4x4) straight down with image up = world +y, image right = world +x: the map's orientation."""
    x, y = np.asarray(center_xy_m, dtype=np.float64)
    pose = np.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2] = (1, 0, 0), (0, -1, 0), (0, 0, -1)
    pose[:3, 3] = (x, y, height_m)
    return pose


def pose_heading_deg(T_world_camera: ArrayLike) -> float:
    """Heading of the camera's forward axis projected on the floor, degrees."""
    return heading_deg(np.asarray(T_world_camera, dtype=np.float64)[:3, 2])


def pose_pitch_deg(T_world_camera: ArrayLike) -> float:
    """Pitch of the camera's forward axis above the horizon, degrees (negative looks down)."""
    forward = np.asarray(T_world_camera, dtype=np.float64)[:3, 2]
    return math.degrees(math.asin(float(np.clip(forward[2], -1.0, 1.0))))


def invert_pose(T: ArrayLike) -> Array:
    """Inverse of a rigid 4x4 transform."""
    t = np.asarray(T, dtype=np.float64)
    out = np.eye(4)
    out[:3, :3] = t[:3, :3].T
    out[:3, 3] = -t[:3, :3].T @ t[:3, 3]
    return out


def transform_points(T: ArrayLike, points: ArrayLike) -> Array:
    """Apply a 4x4 rigid transform to points (..., 3)."""
    t, p = np.asarray(T, dtype=np.float64), np.asarray(points, dtype=np.float64)
    return p @ t[:3, :3].T + t[:3, 3]


def project_points(camera: Camera, T_world_camera: ArrayLike, points_m: ArrayLike) -> tuple[Array, Array]:
    """World points (..., 3) -> pixels (..., 2) and planar depth z in metres (...).

    Points at or behind the camera plane get NaN pixels; their depth says so (z <= 0).
    """
    local = transform_points(invert_pose(T_world_camera), points_m)
    z = local[..., 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        safe = np.where(z > 1e-9, z, np.nan)
        pixels = np.stack(
            [camera.fx * local[..., 0] / safe + camera.cx, camera.fy * local[..., 1] / safe + camera.cy], -1
        )
    return pixels, z


def pixel_rays(camera: Camera, pixels: ArrayLike | None = None) -> Array:
    """Camera-frame rays with z = 1 through pixels (..., 2); all pixel centres (H, W, 3) when none are given."""
    if pixels is None:
        u, v = np.meshgrid(np.arange(camera.width) + 0.5, np.arange(camera.height) + 0.5)
    else:
        p = np.asarray(pixels, dtype=np.float64)
        u, v = p[..., 0], p[..., 1]
    return np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones_like(u)], -1)


def backproject_depth(camera: Camera, T_world_camera: ArrayLike, depth_m: ArrayLike) -> Array:
    """Planar depth (H, W) in metres -> world points (H, W, 3); NaN where depth is not finite."""
    depth = np.asarray(depth_m, dtype=np.float64)
    points = pixel_rays(camera) * np.where(np.isfinite(depth), depth, np.nan)[..., None]
    return transform_points(T_world_camera, points)


def gl_view_projection(
    camera: Camera | OrthographicCamera, T_world_camera: ArrayLike, near_m: float, far_m: float
) -> Array:
    """4x4 world -> clip matrix for a renderer whose image row 0 is the bottom of the framebuffer.

    Clip y is flipped so that framebuffer row 0 holds image row 0 (top): a plain read-back is top-down, and
    front faces appear clockwise. Depth range is OpenGL's [-1, 1].
    """
    view = invert_pose(T_world_camera)
    projection = np.zeros((4, 4))
    n, f = near_m, far_m
    if isinstance(camera, OrthographicCamera):
        projection[0, 0] = 2.0 / (camera.width * camera.m_per_px)
        projection[1, 1] = 2.0 / (camera.height * camera.m_per_px)
        projection[2, 2] = 2.0 / (f - n)
        projection[2, 3] = -(f + n) / (f - n)
        projection[3, 3] = 1.0
    else:
        projection[0, 0] = 2.0 * camera.fx / camera.width
        projection[0, 2] = 2.0 * camera.cx / camera.width - 1.0
        projection[1, 1] = 2.0 * camera.fy / camera.height
        projection[1, 2] = 2.0 * camera.cy / camera.height - 1.0
        projection[2, 2] = (f + n) / (f - n)
        projection[2, 3] = -2.0 * f * n / (f - n)
        projection[3, 2] = 1.0
    return projection @ view


def camera_to_json(camera: Camera, T_world_camera: ArrayLike) -> dict[str, Any]:
    """The record's form: {T_world_camera 4x4, K 3x3, width, height}."""
    return {
        "T_world_camera": np.asarray(T_world_camera, dtype=np.float64).tolist(),
        "K": camera.K.tolist(),
        "width": camera.width,
        "height": camera.height,
    }
