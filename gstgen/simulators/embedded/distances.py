"""Distances of points to triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def squared_to_triangles(points: Array, corners: Array) -> Array:
    """Squared distances of points (n, 3) to triangles (n, 3, 3), one each; a triangle without area is its edges."""
    best = np.full(len(points), np.inf)
    for k in range(3):
        a, along = corners[:, k], corners[:, (k + 1) % 3] - corners[:, k]
        t = np.einsum("ij,ij->i", points - a, along) / np.maximum(np.einsum("ij,ij->i", along, along), 1e-30)
        gap = points - a - along * np.clip(t, 0, 1)[:, None]
        best = np.minimum(best, np.einsum("ij,ij->i", gap, gap))
    u, v, w = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0], points - corners[:, 0]
    uu, uv, vv = (np.einsum("ij,ij->i", p, q) for p, q in ((u, u), (u, v), (v, v)))
    wu, wv = np.einsum("ij,ij->i", w, u), np.einsum("ij,ij->i", w, v)
    size = uu * vv - uv * uv
    flat = size < 1e-30
    size = np.where(flat, 1.0, size)
    s, t = (vv * wu - uv * wv) / size, (uu * wv - uv * wu) / size
    inside = ~flat & (s >= 0) & (t >= 0) & (s + t <= 1)
    gap = w - u * s[:, None] - v * t[:, None]
    return np.where(inside, np.einsum("ij,ij->i", gap, gap), best)
