"""Which way the faces of a model look and which of them can be seen at all, by rays that leave it.

Artists' models are drawn two-sided and often inside out, and much of them lies inside of them.
"""

from __future__ import annotations

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from gstgen.scenes.assets.simplify import shells

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

_DIRECTIONS = 24
_MORE_DIRECTIONS = 41  # for faces of which no ray got out
_LARGE_SHARE = 0.002  # of the model's whole area: such a face may be covered in the middle and seen elsewhere
_NEARLY_CLOSED = 0.1  # a patch with fewer open edges than this share bounds a solid
_SEEN = 0.15  # share of free rays from which a side counts as seeing the outside
_SHEET = 0.5  # a patch whose sides see the outside this equally is a sheet


def _sphere(count: int) -> Array:
    """Evenly spread unit vectors (count, 3): a Fibonacci spiral."""
    k = np.arange(count) + 0.5
    z = 1 - 2 * k / count
    angle = np.pi * (1 + 5**0.5) * k
    r = np.sqrt(1 - z * z)
    return np.stack([r * np.cos(angle), r * np.sin(angle), z], 1)


def _patches(faces: Indices) -> tuple[Indices, Array]:
    """(F,) number of the patch of each face (neighbours whose windings agree) and the open share of its edges."""
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    count = int(faces.max()) + 1
    forward, backward = start * count + end, end * count + start
    order = np.argsort(forward, kind="stable")
    place = np.searchsorted(forward[order], backward)
    twin = order[np.minimum(place, len(order) - 1)]
    # Only an edge of two faces says that their windings agree; where boards meet, four faces share one.
    low, high = np.minimum(start, end), np.maximum(start, end)
    _, edge, uses = np.unique(low * count + high, return_inverse=True, return_counts=True)
    met = (forward[twin] == backward) & (uses[edge] == 2)
    owner = np.repeat(np.arange(len(faces)), 3)
    pairs = np.stack([owner[met], owner[twin[met]], owner[met]], 1)
    alone = np.stack([np.arange(len(faces))] * 3, 1)
    patch = shells(np.concatenate([alone, pairs]), len(faces))[: len(faces)]
    edges = np.bincount(patch[owner])
    return patch, np.bincount(patch[owner], ~met) / edges


class _Rays:
    """Rays from the faces of a model: which ones leave it."""

    def __init__(self, corner: Array, normal: Array, blocking: NDArray[np.bool_]) -> None:
        """`corner` (F, 3, 3), unit `normal` (F, 3), faces that rays do not pass (F,)."""
        self.corner, self.normal = corner, normal
        self.size = float(np.ptp(corner.reshape(-1, 3), axis=0).max())
        self.scene = EmbreeScene()
        self.mesh = TriangleMesh(self.scene, np.ascontiguousarray(corner[blocking], np.float32))
        self.empty = not blocking.any()

    def free(self, sample: Indices, weights: Array, count: int) -> tuple[Array, Array]:
        """Free and cast rays, each (S, 2): in `count` directions on the front and on the back of some faces.

        They start at the points of a face with these weights (P, 3) of its corners.
        """
        directions = _sphere(count)
        slope = self.normal[sample] @ directions.T
        side = np.where(slope >= 0, 1.0, -1.0)[..., None]
        off = side * self.normal[sample][:, None] * (2e-4 * self.size)
        free = np.zeros(slope.shape)
        for weight in weights:
            origins = (self.corner[sample] * weight[:, None]).sum(1)[:, None] + off
            free += self._leaving(origins, directions)
        useful = np.abs(slope) > 0.1
        facing = np.stack([useful & (slope > 0), useful & (slope < 0)], 2)
        return (free[..., None] * facing).sum(1), facing.sum(1).astype(float) * len(weights)

    def _leaving(self, origins: Array, directions: Array) -> NDArray[np.bool_]:
        if self.empty:
            return np.ones(origins.shape[:2], bool)
        hit = self.scene.run(
            np.ascontiguousarray(origins.reshape(-1, 3), np.float32),
            np.ascontiguousarray(np.broadcast_to(directions, origins.shape).reshape(-1, 3), np.float32),
            dists=np.full(origins.shape[0] * origins.shape[1], 4 * self.size, np.float32),
            query="OCCLUDED",
        )
        return np.asarray((np.asarray(hit) < 0).reshape(origins.shape[:2]))


def _lattice(steps: int) -> Array:
    """Weights (P, 3) of the middles of the small triangles when a triangle's sides are cut into `steps`."""
    upright = [(i + 1 / 3, j + 1 / 3) for i in range(steps) for j in range(steps - i)]
    turned = [(i + 2 / 3, j + 2 / 3) for i in range(steps) for j in range(steps - i - 1)]
    found = np.array(upright + turned) / steps
    return np.column_stack([found, 1 - found.sum(1)])


def _seen(rays: _Rays, free: Array, area: Array, blocking: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(F,) faces that anybody can see: looked at again from more points before one is given up."""
    seen = np.asarray((free.sum(1) > 0) | ~blocking)
    for steps, least in ((2, 0.0), (6, _LARGE_SHARE * float(area.sum()))):
        hidden = np.flatnonzero(~seen & (area >= least))
        if len(hidden):
            seen[hidden] = rays.free(hidden, _lattice(steps), _MORE_DIRECTIONS)[0].sum(1) > 0
    return seen


def outward(
    vertices: Array, faces: Indices, blocking: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(F,) which faces of a welded mesh must be turned so that they wind outwards, and which can be seen.

    `blocking` (F,): faces that are not looked through (default all). Decided by patch. A closed one: by its volume.
    An open one: the side that sees more of the outside is the outside, by volume when neither does. A sheet that sees
    as much from either side: away from the model's middle, and rather up than down. Then single faces that see the
    outside from their back alone are turned: artists mix windings within a patch.
    """
    blocking = np.ones(len(faces), bool) if blocking is None else blocking
    patch, open_share = _patches(faces)
    number = len(open_share)
    corner = vertices[faces]
    normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    area = np.linalg.norm(normal, axis=1)
    count = np.bincount(patch)
    middle = np.stack([np.bincount(patch, corner.mean(1)[:, k], number) / count for k in range(3)], 1)[patch]
    spread = corner - middle[:, None]
    volume = np.bincount(patch, (spread[:, 0] * np.cross(spread[:, 1], spread[:, 2])).sum(1), number)
    low, high = corner.min((0, 1)), corner.max((0, 1))
    away = (corner.mean(1) - (low + high) / 2) / float((high - low).max()) + np.array([0.0, 0.0, 0.5])
    lean = np.bincount(patch, (normal * away).sum(1), number)
    rays = _Rays(corner, normal / np.maximum(area, 1e-20)[:, None], blocking)
    free, cast = rays.free(np.arange(len(faces)), _lattice(1), _DIRECTIONS)
    got_out, tried = (
        np.stack([np.bincount(patch, values[:, k] * area, number) for k in (0, 1)]) for values in (free, cast)
    )
    front, back = got_out / np.maximum(tried, 1e-20)
    sheet = np.minimum(front, back) > _SHEET * np.maximum(front, back)
    hidden = np.maximum(front, back) < _SEEN
    clear = np.bincount(patch, ~blocking, number) > 0
    solid = (open_share == 0) | ((hidden | clear) & (open_share < _NEARLY_CLOSED))
    turned = np.where(solid, volume < 0, np.where(sheet, lean < 0, back > front))[patch]
    outside = np.where(turned[:, None], free[:, ::-1], free)
    turned ^= (outside[:, 0] == 0) & (outside[:, 1] > 0)
    return np.asarray(turned, bool), _seen(rays, free, area, blocking)
