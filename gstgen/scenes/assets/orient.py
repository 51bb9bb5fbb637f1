"""Turn the faces of a model so that they wind outwards: artists' models are drawn two-sided and often inside out."""

from __future__ import annotations

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from gstgen.scenes.assets.simplify import shells

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

_DIRECTIONS = 24
_SAMPLES = 1500  # faces that rays start from, over the whole model
_CHECKED = 4000  # faces looked at one by one
_MIXED = 0.01  # share of free rays on the inside from which some faces of a patch may be turned the wrong way
_MAX_PER_PATCH = 16
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

    def __init__(self, corner: Array, normal: Array) -> None:
        """`corner` (F, 3, 3), unit `normal` (F, 3)."""
        self.corner, self.normal = corner, normal
        self.size = float(np.ptp(corner.reshape(-1, 3), axis=0).max())
        self.scene = EmbreeScene()
        self.mesh = TriangleMesh(self.scene, np.ascontiguousarray(corner, np.float32))

    def shares(self, sample: Indices) -> tuple[Array, Array]:
        """Free and cast rays, each (S, 2): on the front and on the back of some faces."""
        directions = _sphere(_DIRECTIONS)
        slope = self.normal[sample] @ directions.T
        side = np.where(slope >= 0, 1.0, -1.0)[..., None]
        origins = self.corner[sample].mean(1)[:, None] + side * self.normal[sample][:, None] * (2e-4 * self.size)
        hit = self.scene.run(
            np.ascontiguousarray(origins.reshape(-1, 3), np.float32),
            np.ascontiguousarray(np.broadcast_to(directions, origins.shape).reshape(-1, 3), np.float32),
            dists=np.full(slope.size, 4 * self.size, np.float32),
            query="OCCLUDED",
        )
        free, useful = (np.asarray(hit) < 0).reshape(slope.shape), np.abs(slope) > 0.1
        facing = np.stack([useful & (slope > 0), useful & (slope < 0)], 2)
        return (free[..., None] & facing).sum(1).astype(float), facing.sum(1).astype(float)


def _patch_shares(rays: _Rays, area: Array, patch: Indices, number: int) -> tuple[Array, Array]:
    """Share of rays that leave the model from the front and from the back of each patch, from its largest faces."""
    order = np.lexsort((-area, patch))
    rank = np.arange(len(patch)) - np.searchsorted(patch[order], patch[order])
    sample = order[rank < max(1, min(_MAX_PER_PATCH, _SAMPLES // number))]
    free, cast = (values * area[sample][:, None] for values in rays.shares(sample))
    seen = np.stack([np.bincount(patch[sample], free[:, k], number) for k in (0, 1)])
    total = np.stack([np.bincount(patch[sample], cast[:, k], number) for k in (0, 1)])
    front, back = seen / np.maximum(total, 1e-20)
    return front, back


def outward(vertices: Array, faces: Indices) -> NDArray[np.bool_]:
    """(F,) which faces of a welded mesh must be turned so that they wind outwards, decided by patch.

    A closed patch: by its volume. An open one: the side that sees more of the outside is the outside, by volume when
    neither does. A sheet that sees as much from either side: away from the model's middle, and rather up than down.
    Then single faces that see the outside from their back alone are turned: artists mix windings within a patch.
    """
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
    rays = _Rays(corner, normal / np.maximum(area, 1e-20)[:, None])
    front, back = _patch_shares(rays, area, patch, number)
    sheet = np.minimum(front, back) > _SHEET * np.maximum(front, back)
    hidden = np.maximum(front, back) < _SEEN
    solid = (open_share == 0) | (hidden & (open_share < _NEARLY_CLOSED))
    inside_out = np.where(solid, volume < 0, np.where(sheet, lean < 0, back > front))
    turned = inside_out[patch]
    mixed = np.flatnonzero((np.where(inside_out, front, back) > _MIXED)[patch])
    mixed = np.sort(mixed[np.argsort(-area[mixed], kind="stable")[:_CHECKED]])
    if len(mixed):
        free, _ = rays.shares(mixed)
        free = np.where(turned[mixed][:, None], free[:, ::-1], free)
        turned[mixed] ^= (free[:, 0] == 0) & (free[:, 1] > 0)
    return np.asarray(turned, bool)
