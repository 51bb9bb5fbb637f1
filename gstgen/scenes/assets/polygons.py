"""Polygons of model files cut into triangles: concave ones by their ears, quads by the better diagonal."""

from __future__ import annotations

import mapbox_earcut
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


def _convex(points: Array) -> NDArray[np.bool_]:
    """Which planar polygons (P, N, 3) are convex or have no area: a fan serves these."""
    after = np.roll(points, -1, 1)
    normal = np.cross(points - points[:, :1], after - points[:, :1]).sum(1)
    length = np.linalg.norm(normal, axis=1)
    edges = after - points
    turns = (np.cross(np.roll(edges, 1, 1), edges) * (normal / np.maximum(length, 1e-30)[:, None])[:, None]).sum(2)
    convex = turns.min(1) >= -1e-3 * np.maximum(np.abs(turns).max(1), 1e-30)
    return np.asarray(convex | (length <= 0), bool)


def _fan(count: int) -> Indices:
    return np.stack([np.zeros(count - 2, np.int64), np.arange(1, count - 1), np.arange(2, count)], 1)


def _flattened(points: Array) -> Array:
    """Planar polygons (P, N, 3) in coordinates (P, N, 2) of their own planes, 0 to 1, seen counter-clockwise."""
    normal = np.cross(points - points[:, :1], np.roll(points, -1, 1) - points[:, :1]).sum(1)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    aside = np.where(np.abs(normal[:, :1]) < 0.8, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
    u = np.cross(normal, aside)
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    flat = np.stack([(points * u[:, None]).sum(2), (points * np.cross(normal, u)[:, None]).sum(2)], 2)
    extent = (flat.max((1, 2)) - flat.min((1, 2)))[:, None, None]
    return np.asarray((flat - flat.min(1, keepdims=True)) / np.maximum(extent, 1e-30))


def _ear_clip(flat: Array) -> Indices:
    """Triangles (T, 3) of a polygon (N, 2), as indices into it; a fan when clipping finds none."""
    n = len(flat)
    triangles = mapbox_earcut.triangulate_float64(flat, np.array([n], np.uint32)).astype(np.int64).reshape(-1, 3)
    return triangles if len(triangles) else _fan(n)


def _counter_clockwise(flat: Array, triangles: Indices) -> Indices:
    """Triangles (T, 3) of points (V, 2), the clockwise ones turned."""
    a, b, c = (flat[triangles[:, i]] for i in range(3))
    turned = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0]) < 0
    return np.where(turned[:, None], triangles[:, ::-1], triangles)


def _rolled(positions: Array, corners: Indices, index: Indices) -> Indices:
    """Polygons (P, N) of corner numbers, each started at its lowest vertex along a fixed odd direction.

    Two polygons on the same vertices, such as the two sides of a sheet, are then cut into the same triangles.
    """
    first = np.argmin(positions[corners[index]] @ np.array([0.577, 1.234, 2.891]), axis=1)
    turn = (first[:, None] + np.arange(index.shape[1])) % index.shape[1]
    return np.take_along_axis(index, turn, axis=1)


def _cuts(points: Array) -> NDArray[np.bool_]:
    """Which quads (Q, 4, 3) the diagonal from their first to their third corner cuts into two sound triangles."""
    first = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    second = np.cross(points[:, 2] - points[:, 0], points[:, 3] - points[:, 0])
    size = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    return np.asarray((first * second).sum(1) >= -1e-9 * size)


def triangulate(positions: Array, corners: Indices, counts: Indices) -> tuple[Indices, Indices]:
    """Corner numbers of triangles (F, 3) and the polygon of each, in the order of the polygons.

    `corners` (C,) are the vertices of all polygons in a row, `counts` (P,) how many each has (at least 3).
    """
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    three = np.flatnonzero(counts == 3)
    found = [starts[three][:, None] + np.arange(3)]
    owner = [three]
    four = np.flatnonzero(counts == 4)
    if len(four):
        quad = _rolled(positions, corners, starts[four][:, None] + np.arange(4))
        sound = _cuts(positions[corners[quad]])
        quad = np.where(sound[:, None], quad, np.roll(quad, -1, axis=1))
        found += [quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]]
        owner += [four, four]
    for size in np.unique(counts[counts > 4]):
        polygons = np.flatnonzero(counts == size)
        index = _rolled(positions, corners, starts[polygons][:, None] + np.arange(size))
        points = positions[corners[index]]
        convex = _convex(points)
        found.append(index[convex][:, _fan(int(size))].reshape(-1, 3))
        owner.append(np.repeat(polygons[convex], size - 2))
        concave = np.flatnonzero(~convex)
        if len(concave):
            flat = _flattened(points[concave])
            cut = [_ear_clip(polygon) + k * size for k, polygon in enumerate(flat)]
            triangles = _counter_clockwise(flat.reshape(-1, 2), np.concatenate(cut))
            found.append(index[concave].ravel()[triangles])
            owner.append(np.repeat(polygons[concave], [len(t) for t in cut]))
    faces, owners = np.concatenate(found), np.concatenate(owner)
    order = np.argsort(owners, kind="stable")
    return faces[order], owners[order]
