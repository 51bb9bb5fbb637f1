"""How a picture that was asked for is cut out of what the viewer renders.

The viewer has one size as long as its process lives, square pixels and the principal point in the middle. Any pinhole
picture with the same axes is a cut-out of such a view; a parallel view from above is taken from far away, and the rest
of its parallax is removed with the depth of every pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import Camera, OrthographicCamera

Array = NDArray[np.float64]

NEAR_M = 0.01
# The parallel view is exact, before its parallax is removed, this far below the plane that the camera's pose lies in.
REFERENCE_DEPTH_M = 1.5


@dataclass(frozen=True)
class Shot:
    """What the viewer has to render, and which of its pixels make the picture.

    rows (H) and columns (W) are indices into the viewer's picture; `back_m` is how far the viewer stands behind the
    pose that was asked for; `parallel` asks for a true orthographic camera.
    """

    T_world_camera: Array
    focal_px: float
    near_m: float
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    back_m: float = 0.0
    parallel: bool = False


@dataclass(frozen=True)
class MapCamera:
    """How parallel views are taken: height above the plane of the pose, and whether the renderer does it itself."""

    height_m: float
    orthographic: bool


def viewer_size(camera: Camera | OrthographicCamera) -> tuple[int, int]:
    """Smallest viewer (width, height) that shows a camera's whole picture at its own resolution."""
    if isinstance(camera, OrthographicCamera):
        return camera.width, camera.height
    focal = max(camera.fx, camera.fy)
    width = math.ceil(2 * focal * _reach(camera.cx, camera.width, camera.fx) - 1e-6)
    height = math.ceil(2 * focal * _reach(camera.cy, camera.height, camera.fy) - 1e-6)
    return width + (width - camera.width) % 2, height + (height - camera.height) % 2


def fits(camera: Camera | OrthographicCamera, size: tuple[int, int]) -> bool:
    """Whether a viewer of (width, height) can show a camera's picture pixel by pixel."""
    needed = viewer_size(camera)
    return all(n <= s and (s - n) % 2 == 0 for n, s in zip(needed, size, strict=True))


def joint_size(needed: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Smallest viewer that shows pictures of both sizes; odd and even ones do not go together: then only `needed`."""
    wider = tuple(max(n, o + (n - o) % 2) for n, o in zip(needed, other, strict=True))
    return wider[0], wider[1]


def frame_shot(camera: Camera | OrthographicCamera, pose: Array, size: tuple[int, int], maps: MapCamera) -> Shot:
    """The view to render for a picture. ValueError for a viewer that is too small."""
    if not fits(camera, size):
        raise ValueError(f"a viewer of {size[0]}x{size[1]} px is too small; {viewer_size(camera)} is needed")
    if isinstance(camera, OrthographicCamera):
        return _overhead(camera, pose, size, maps)
    focal = max(camera.fx, camera.fy)
    return Shot(
        T_world_camera=pose,
        focal_px=focal,
        near_m=NEAR_M,
        rows=_indices(camera.height, camera.cy, camera.fy, focal, size[1]),
        columns=_indices(camera.width, camera.cx, camera.fx, focal, size[0]),
    )


def cut(shot: Shot, layer: NDArray[Any]) -> NDArray[Any]:
    """The part (H, W, ...) of a viewer's layer that was asked for."""
    return np.ascontiguousarray(layer[shot.rows][:, shot.columns])


def remove_parallax(shot: Shot, depth_m: NDArray[np.float32], layers: list[NDArray[Any]]) -> list[NDArray[Any]]:
    """Layers (H, W, ...) of a perspective overhead picture, moved to where a parallel camera sees them.

    `depth_m` is planar from the viewer. The nearest surface wins; gaps behind edges take their nearest neighbour.
    """
    height, width = depth_m.shape
    flat = depth_m.ravel().astype(np.float64)
    reference = shot.back_m + REFERENCE_DEPTH_M
    scale = np.where(np.isfinite(flat), flat, reference) / reference
    rows, columns = (index.ravel() for index in np.indices((height, width)))
    y = np.floor((rows + 0.5 - height / 2) * scale + height / 2).astype(np.int64)
    x = np.floor((columns + 0.5 - width / 2) * scale + width / 2).astype(np.int64)
    inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    source = np.flatnonzero(inside)
    source = source[np.argsort(-flat[source], kind="stable")]  # the nearest is written last
    taken = np.full(height * width, -1, np.int64)
    taken[y[source] * width + x[source]] = source
    taken = taken.reshape(height, width)
    if (taken < 0).any():
        from scipy import ndimage  # noqa: PLC0415 - slow to import, and maps alone need it

        near = ndimage.distance_transform_edt(taken < 0, return_distances=False, return_indices=True)
        taken = taken[tuple(near)]
    return [np.ascontiguousarray(layer.reshape(height * width, *layer.shape[2:])[taken]) for layer in layers]


def _overhead(camera: OrthographicCamera, pose: Array, size: tuple[int, int], maps: MapCamera) -> Shot:
    rows = np.arange(camera.height) + (size[1] - camera.height) // 2
    columns = np.arange(camera.width) + (size[0] - camera.width) // 2
    if maps.orthographic:
        return Shot(pose, 1.0 / camera.m_per_px, NEAR_M, rows, columns, 0.0, True)
    moved = pose.copy()
    moved[:3, 3] -= maps.height_m * pose[:3, 2]
    focal = (maps.height_m + REFERENCE_DEPTH_M) / camera.m_per_px
    # What lies above the pose's plane is cut off by the near plane, so roofs and lamps need not be touched.
    return Shot(moved, focal, maps.height_m, rows, columns, maps.height_m)


def _reach(center: float, length: int, focal: float) -> float:
    """Tangent of the largest angle between the optical axis and a border."""
    return max(center, length - center) / focal


def _indices(length: int, center: float, focal: float, viewer_focal: float, viewer_length: int) -> NDArray[np.int64]:
    rays = (np.arange(length) + 0.5 - center) / focal
    # The small shift decides ties between two pixels the same way everywhere.
    index = np.floor(rays * viewer_focal + viewer_length / 2 + 1e-9).astype(np.int64)
    return np.asarray(np.clip(index, 0, viewer_length - 1), np.int64)
