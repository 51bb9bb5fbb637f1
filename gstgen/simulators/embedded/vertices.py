"""Vertices that carry light themselves: where to sample them, which ones share a sample, how to smooth over them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from gstgen.simulators.embedded.ray_jobs import SAMPLE_LIFT_M
from gstgen.simulators.embedded.triangles import TriangleSet

Floats = NDArray[np.float32]

INWARD_M = 0.03  # samples move this far towards the middle of the faces around, off corners that touch other things
CELL_M = 0.015  # vertices in one cell with a like normal share a sample
NORMAL_STEPS = 2.5
NEIGHBOURS = 12
REACH_M = 0.10
REACH_CELLS = 3.0  # where cells are large, so that a sample inside something always has a neighbour that is not
SIGMA_SHARE = 0.5  # of the reach
NORMAL_WEIGHT_M = 0.12  # opposite normals count as twice this far apart


@dataclass(frozen=True)
class VertexSamples:
    """points, normals (n, 3): where light is computed; of_vertex (V): the sample of every vertex (0 if it has none).

    Vertices in one cell of `cell_m` with like normals share a sample.
    """

    points: Floats
    normals: Floats
    of_vertex: NDArray[np.int64]
    used: NDArray[np.int64]
    cell_m: float

    def spread(self, light: Floats) -> Floats:
        """Light of samples (n, 3) -> of vertices (V, 3); zero at vertices without a sample."""
        result = np.zeros((len(self.of_vertex), 3), np.float32)
        result[self.used] = light[self.of_vertex[self.used]]
        return result


def vertex_samples(triangles: TriangleSet, faces: NDArray[np.bool_], most: int) -> VertexSamples:
    """Samples for the vertices of some faces (F mask): at most about `most`, by sharing them over larger cells."""
    corners = triangles.faces[faces]
    count = len(triangles.vertices)
    is_used = np.zeros(count, bool)
    is_used[corners] = True
    used = np.flatnonzero(is_used)
    if not len(used):
        empty = np.zeros((0, 3), np.float32)
        return VertexSamples(empty, empty, np.zeros(count, np.int64), used, CELL_M)
    middle = triangles.vertices[corners].mean(1)
    total, number = np.zeros((count, 3)), np.zeros(count)
    for k in range(3):
        number += np.bincount(corners[:, k], minlength=count)
        for axis in range(3):
            total[:, axis] += np.bincount(corners[:, k], middle[:, axis], count)
    inward = total[used] / number[used, None] - triangles.vertices[used]
    length = np.linalg.norm(inward, axis=1, keepdims=True)
    inward *= np.minimum(0.25, INWARD_M / np.maximum(length, 1e-6))
    points = (triangles.vertices[used] + inward + triangles.normals[used] * SAMPLE_LIFT_M).astype(np.float32)
    normals = triangles.normals[used]
    cell_m = CELL_M
    first, inverse = _shared(points, normals, cell_m)
    while len(first) > most:
        cell_m *= 1.5
        first, inverse = _shared(points, normals, cell_m)
    of_vertex = np.zeros(count, np.int64)
    of_vertex[used] = inverse
    return VertexSamples(
        np.ascontiguousarray(points[first]), np.ascontiguousarray(normals[first]), of_vertex, used, cell_m
    )


def _shared(points: Floats, normals: Floats, cell_m: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first point of every cell with its like normals, and the number of its cell for each point."""
    cell = np.column_stack([np.round(points / cell_m), np.round(normals * NORMAL_STEPS)]).astype(np.int64)
    cell -= cell.min(0)
    key = np.zeros(len(cell), np.int64)
    for column, size in zip(cell.T, cell.max(0) + 1, strict=True):
        key = key * size + column
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return first, inverse.reshape(-1)


class VertexSmoother:
    """Averages light over samples that are near and look the same way."""

    def __init__(self, samples: VertexSamples, valid: NDArray[np.bool_], workers: int) -> None:
        if not len(samples.points):
            self._index = np.zeros((0, 1), np.int64)
            self._weight = np.zeros((0, 1), np.float32)
            return
        place = np.concatenate([samples.points, samples.normals * NORMAL_WEIGHT_M], 1)
        reach_m = max(REACH_M, REACH_CELLS * samples.cell_m)
        nearest = min(NEIGHBOURS, len(place))
        distance, index = cKDTree(place).query(
            place, k=np.arange(1, nearest + 1), workers=workers, distance_upper_bound=reach_m
        )
        found = np.isfinite(distance)
        self._index = np.where(found, index, 0)
        trust = np.where(valid[self._index], 1.0, 1e-3)  # samples inside other things count only where nothing else is
        weight = np.where(found, np.exp(-((np.where(found, distance, 0) / (SIGMA_SHARE * reach_m)) ** 2)) * trust, 0)
        self._weight = (weight / weight.sum(1, keepdims=True)).astype(np.float32)

    def __call__(self, light: Floats) -> Floats:
        """(n, C) -> (n, C)."""
        return np.asarray(np.einsum("nkc,nk->nc", light[self._index], self._weight), np.float32)
