"""A camera at a pose as OpenGL needs it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import Camera, OrthographicCamera, gl_view_projection
from gstgen.simulators.settings import RenderSettings

Array = NDArray[np.float64]
AnyCamera = Camera | OrthographicCamera


class View:
    """A camera at a pose: matrices for drawing, and depth in metres."""

    def __init__(self, camera: AnyCamera, T_world_camera: Array, settings: RenderSettings) -> None:
        self.orthographic = isinstance(camera, OrthographicCamera)
        self.size = (camera.width, camera.height)
        self._near, self._far = settings.near_m, settings.far_m
        self.matrix = gl_view_projection(camera, T_world_camera, self._near, self._far)
        self.eye = T_world_camera[:3, 3]
        self.focal_px = 0.0 if isinstance(camera, OrthographicCamera) else max(camera.K[0, 0], camera.K[1, 1])
        self.tolerance_m = np.zeros(0)  # by id: how far a surface may be off; set when it is known what is in view
        self.outside = np.zeros(0, bool)  # by id: whether the eye is surely outside of an instance; set likewise
        direction = T_world_camera[:3, 2]
        self.gl_eye = (*direction, 0.0) if self.orthographic else (*self.eye, 1.0)
        turned = self.matrix.copy()
        turned[:, 3] += turned[:, :3] @ self.eye  # the same view from the origin: clip space -> directions
        self.clip_to_direction = np.asarray(np.linalg.inv(turned), np.float64)

    def tolerance(self, clip: Array, error_px: float) -> Array:
        """(n) metres that show as `error_px` on the nearest part of boxes (n, 8, 4); 0 for maps, which are exact."""
        if self.orthographic:
            return np.zeros(len(clip))
        return np.asarray(np.maximum(clip[..., 3].min(1), 0.0) * (error_px / self.focal_px))

    def metres(self, depth: NDArray[np.float32]) -> NDArray[np.float32]:
        """Depth buffer 0..1 -> planar z."""
        near, far = np.float32(self._near), np.float32(self._far)
        if self.orthographic:
            return np.asarray(near + depth * (far - near), np.float32)
        return np.asarray(near * far / (far - depth * (far - near)), np.float32)
