"""Fewer triangles for detailed models, without cracks, keeping outlines, material borders and texture coordinates."""

from __future__ import annotations

import fast_simplification
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


def _fins(vertices: Array, faces: Indices, tag: Indices) -> tuple[Array, Indices]:
    """Upright triangles on open edges and material borders: they make moving these edges sideways expensive."""
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    face = np.tile(np.arange(len(faces)), 3)
    key = edges[:, 0] * len(vertices) + edges[:, 1]
    order = np.argsort(key, kind="stable")
    key, face, edges = key[order], face[order], edges[order]
    first = np.concatenate([[True], key[1:] != key[:-1]])
    start = np.flatnonzero(first)
    count = np.diff(np.concatenate([start, [len(key)]]))
    low, high = np.minimum.reduceat(tag[face], start), np.maximum.reduceat(tag[face], start)
    chosen = start[(count == 1) | (low != high)]
    a, b = vertices[edges[chosen, 0]], vertices[edges[chosen, 1]]
    corner = vertices[faces[face[chosen]]]
    normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-20)
    tips = (a + b) / 2 + normal * np.linalg.norm(b - a, axis=1, keepdims=True)
    fins = np.column_stack([edges[chosen], len(vertices) + np.arange(len(chosen))])
    return tips, fins


def simplify(vertices: Array, faces: Indices, tag: Indices, budget: int) -> tuple[Array, Indices, Indices]:
    """Quadric edge collapse of a welded mesh to about `budget` triangles.

    `tag` (F,) is the material of each face. Returns new vertices, faces and the source face of each new face.
    """
    tips, fins = _fins(vertices, faces, tag)
    points = np.concatenate([vertices, tips]).astype(np.float32)
    triangles = np.concatenate([faces, fins]).astype(np.int32)
    target = int(budget * len(triangles) / len(faces))
    kept = np.arange(len(faces))
    for _ in range(3):
        _, _, collapses = fast_simplification.simplify(points, triangles, target_count=target, agg=5.0, return_collapses=True)
        new_points, _, mapping = fast_simplification.replay_simplification(points, triangles, collapses)
        mapped = mapping[faces]
        distinct = (mapped[:, 0] != mapped[:, 1]) & (mapped[:, 1] != mapped[:, 2]) & (mapped[:, 2] != mapped[:, 0])
        kept = np.flatnonzero(distinct)
        if len(kept) <= 1.15 * budget or target <= budget // 4:
            break
        target = int(target * budget / len(kept))
    return new_points.astype(np.float64), mapped[kept].astype(np.int64), kept


def carry_uvs(old: Array, old_faces: Indices, old_uvs: Array, new: Array, new_faces: Indices, source: Indices) -> Array:
    """Texture coordinates (F, 3, 2) of new corners: the plane map of the source face, extended to where they moved."""
    a, b, c = (old[old_faces[source][:, i]] for i in range(3))
    u, v = b - a, c - a
    uu, uv, vv = (u * u).sum(1), (u * v).sum(1), (v * v).sum(1)
    determinant = np.maximum(uu * vv - uv * uv, 1e-12 * np.maximum(uu * vv, 1e-30))
    base = old_uvs[source]
    out = np.empty((len(new_faces), 3, 2))
    for k in range(3):
        w = new[new_faces[:, k]] - a
        wu, wv = (w * u).sum(1), (w * v).sum(1)
        s = np.clip((vv * wu - uv * wv) / determinant, -2.0, 3.0)
        t = np.clip((uu * wv - uv * wu) / determinant, -2.0, 3.0)
        out[:, k] = base[:, 0] + s[:, None] * (base[:, 1] - base[:, 0]) + t[:, None] * (base[:, 2] - base[:, 0])
    return out
