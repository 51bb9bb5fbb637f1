"""Upright prisms that stand for objects whose meshes may not leave their simulator.

A part is plain JSON: {"z_m": [bottom, top], "outline_m": [[x, y], ...] (convex, counter-clockwise), "glass": bool}.
It says where an object is, as a floor plan would; a scene made of parts is an approximation, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry

Array = NDArray[np.float64]

SOLID = Material("outline", (0.7, 0.7, 0.7))
PANE = Material("outline glass", (0.8, 0.9, 0.95), kind="glass", alpha=0.2)
_MIN_SIDE_M = 0.002


def outline_part(points_m: ArrayLike, tolerance_m: float, glass: bool = False) -> dict[str, Any] | None:
    """The upright prism around world points (N, 3): convex outline, simplified by a tolerance; None without extent."""
    points = np.asarray(points_m, np.float64).reshape(-1, 3)
    if len(points) == 0 or not np.isfinite(points).all():
        return None
    hull = shapely.MultiPoint(points[:, :2]).convex_hull
    if hull.area < _MIN_SIDE_M**2:  # a vertical pane, a thin bar: give it a body
        hull = hull.buffer(_MIN_SIDE_M / 2, cap_style="square", join_style="mitre")
    simple = shapely.Polygon(hull.simplify(tolerance_m).exterior)
    ring = np.asarray(shapely.geometry.polygon.orient(simple if simple.area > 0 else hull).exterior.coords)[:-1]
    low, high = float(points[:, 2].min()), float(points[:, 2].max())
    return prism(ring, low, max(high, low + _MIN_SIDE_M), glass)


def prism(outline_m: ArrayLike, low_m: float, high_m: float, glass: bool = False) -> dict[str, Any]:
    """A part from its outline (N, 2) and heights (world z)."""
    ring = np.round(np.asarray(outline_m, np.float64), 4)
    return {"z_m": [round(float(low_m), 4), round(float(high_m), 4)], "outline_m": ring.tolist(), "glass": glass}


def object_parts(pieces: Sequence[tuple[Array, bool]], tolerance_m: float, max_parts: int) -> list[dict[str, Any]]:
    """Parts of an object from its pieces (world points (N, 3), glass); one part for all where there are too many."""
    if len(pieces) > max_parts:
        solid = [points for points, glass in pieces if not glass]
        pieces = [(np.concatenate(solid or [points for points, _ in pieces]), not solid)]
    parts = (outline_part(points, tolerance_m, glass) for points, glass in pieces)
    return [part for part in parts if part is not None]


def add_parts(geometry: SceneGeometry, instance_id: str, parts: Iterable[dict[str, Any]]) -> None:
    """Triangles of parts, added to an instance (which exists afterwards even without any)."""
    geometry.add(instance_id, [_mesh(geometry, part) for part in parts])


def _mesh(geometry: SceneGeometry, part: dict[str, Any]) -> MeshPart:
    """Closed prism with flat normals, faces counter-clockwise from outside."""
    ring = np.asarray(part["outline_m"], np.float64)
    low, high = part["z_m"]
    n = len(ring)
    following = np.roll(ring, -1, axis=0)
    sides = np.stack(
        [
            np.column_stack([ring, np.full(n, low)]),
            np.column_stack([following, np.full(n, low)]),
            np.column_stack([following, np.full(n, high)]),
            np.column_stack([ring, np.full(n, high)]),
        ],
        axis=1,
    )
    along = following - ring
    outward = np.column_stack([along[:, 1], -along[:, 0], np.zeros(n)])
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-12)
    quads = np.arange(4 * n).reshape(n, 4)
    fan = np.array([(0, i, i + 1) for i in range(1, n - 1)], np.int32)
    top, bottom = 4 * n, 5 * n
    vertices = np.concatenate(
        [
            sides.reshape(-1, 3),
            np.column_stack([ring, np.full(n, high)]),
            np.column_stack([ring, np.full(n, low)]),
        ]
    )
    up = np.tile((0.0, 0.0, 1.0), (n, 1))
    normals = np.concatenate([np.repeat(outward, 4, axis=0), up, -up])
    faces = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]], fan + top, fan[:, ::-1] + bottom])
    return MeshPart(
        geometry.material(PANE if part["glass"] else SOLID),
        vertices.astype(np.float32),
        normals.astype(np.float32),
        np.zeros((len(vertices), 2), np.float32),
        faces.astype(np.int32),
    )
