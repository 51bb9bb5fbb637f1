"""How much of what one picture shows another one shows, by the surface points that rays meet.

A surface point is named by the cube of the world it lies in and the way it faces: the two sides of a thin wall are
different places. All are integer keys, so hundreds of views against thousands of frames are two sparse products.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse
from numpy.typing import ArrayLike, NDArray

from gstgen.geometry.cameras import Camera
from gstgen.perception.raycast import RayCaster

Keys = NDArray[np.int64]
Array = NDArray[np.float64]

_BITS = 20  # of a cube's index along one axis
_HALF = 1 << (_BITS - 1)
# Points are moved this far off their surface, so that a wall in the border of two cubes falls into one of them.
_LIFT_M = 0.013


def surface_keys(points_m: ArrayLike, normals: ArrayLike, voxel_m: float) -> Keys:
    """Keys (N) of surface points (N, 3) with unit normals (N, 3) turned to the viewer; -1 where a point is not finite.

    Raises ValueError for a point too far out to be numbered (500,000 cubes from the origin).
    """
    points = np.asarray(points_m, float).reshape(-1, 3)
    facing = np.asarray(normals, float).reshape(-1, 3)
    found = np.isfinite(points).all(1)
    cube = np.floor((np.where(found[:, None], points, 0.0) + _LIFT_M * facing) / voxel_m).astype(np.int64) + _HALF
    if ((cube < 0) | (cube >= 2 * _HALF)).any():
        raise ValueError("a surface point lies too far from the origin")
    axis = np.abs(facing).argmax(1)
    side = 2 * axis + (np.take_along_axis(facing, axis[:, None], 1)[:, 0] < 0)
    key = ((cube[:, 0] << _BITS | cube[:, 1]) << _BITS | cube[:, 2]) << 3 | side
    return np.where(found, key, -1)


def picture_keys(
    caster: RayCaster, camera: Camera, poses: Iterable[ArrayLike], columns: int, voxel_m: float
) -> list[Keys]:
    """Surface keys (rays) of what a camera sees from each pose, on a grid of about `columns` rays across."""
    stride = max(1, camera.width // columns)
    keys = []
    for pose in poses:
        hits = caster.view(camera, pose, stride)
        keys.append(surface_keys(hits.point_m, hits.normal, voxel_m))
    return keys


@dataclass(frozen=True)
class Overlap:
    """Of V views with F frames. `share` (V): of the view's points that any frame showed. `frame_share` (V, F): that
    one frame showed. `copy_share` (V, F): the smaller of that and the share of the frame that the view shows."""

    share: Array
    frame_share: Array
    copy_share: Array


def overlap(views: Sequence[Keys], frames: Sequence[Keys]) -> Overlap:
    """Co-visibility of views and frames, each given by the keys of its rays (-1 = a ray that met nothing)."""
    vocabulary = np.unique(np.concatenate([*frames, np.zeros(0, np.int64)]))
    vocabulary = vocabulary[vocabulary >= 0]
    of_frames, of_views = _counts(frames, vocabulary), _counts(views, vocabulary)
    frame_rays, view_rays = _rays(frames), _rays(views)
    share = np.asarray(of_views.sum(1)).ravel() / view_rays
    frame_share = (of_views @ _presence(of_frames).T).toarray() / view_rays[:, None]
    back = (_presence(of_views) @ of_frames.T).toarray() / frame_rays[None, :]
    return Overlap(share, frame_share, np.minimum(frame_share, back))


def _rays(pictures: Sequence[Keys]) -> Array:
    """Rays of each picture that met a surface, at least 1 so that it divides."""
    return np.array([max(int((keys >= 0).sum()), 1) for keys in pictures], float)


def _counts(pictures: Sequence[Keys], vocabulary: Keys) -> scipy.sparse.csr_array:
    """Sparse (pictures, vocabulary): rays of each picture that meet each known key; whole, so sums are exact."""
    if not len(vocabulary) or not pictures:
        return scipy.sparse.csr_array((len(pictures), len(vocabulary)), dtype=np.int64)
    rows, columns, values = [], [], []
    for row, keys in enumerate(pictures):
        unique, counts = np.unique(keys[keys >= 0], return_counts=True)
        place = np.minimum(np.searchsorted(vocabulary, unique), len(vocabulary) - 1)
        known = vocabulary[place] == unique
        columns.append(place[known])
        values.append(counts[known])
        rows.append(np.full(int(known.sum()), row))
    data = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
    return scipy.sparse.csr_array(data, shape=(len(pictures), len(vocabulary)), dtype=np.int64)


def _presence(counts: scipy.sparse.csr_array) -> scipy.sparse.csr_array:
    ones = np.ones(counts.nnz, np.int64)
    return scipy.sparse.csr_array((ones, counts.indices, counts.indptr), shape=counts.shape)
