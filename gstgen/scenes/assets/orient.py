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
    met = forward[twin] == backward
    owner = np.repeat(np.arange(len(faces)), 3)
    pairs = np.stack([owner[met], owner[twin[met]], owner[met]], 1)
    alone = np.stack([np.arange(len(faces))] * 3, 1)
    patch = shells(np.concatenate([alone, pairs]), len(faces))[: len(faces)]
    edges = np.bincount(patch[owner])
    return patch, np.bincount(patch[owner], ~met) / edges


def _free_shares(corner: Array, normal: Array, area: Array, patch: Indices, number: int) -> tuple[Array, Array]:
    """Share of rays that leave the model from the front and from the back of each patch, from its largest faces."""
    order = np.lexsort((-area, patch))
    rank = np.arange(len(patch)) - np.searchsorted(patch[order], patch[order])
    sample = order[rank < max(1, min(_MAX_PER_PATCH, _SAMPLES // number))]
    size = float(np.ptp(corner.reshape(-1, 3), axis=0).max())
    directions = _sphere(_DIRECTIONS)
    slope = normal[sample] @ directions.T
    side = np.where(slope >= 0, 1.0, -1.0)
    origins = corner[sample].mean(1)[:, None] + side[..., None] * normal[sample][:, None] * (2e-4 * size)
    scene = EmbreeScene()
    mesh = TriangleMesh(scene, np.ascontiguousarray(corner, np.float32))
    hit = scene.run(
        np.ascontiguousarray(origins.reshape(-1, 3), np.float32),
        np.ascontiguousarray(np.broadcast_to(directions, origins.shape).reshape(-1, 3), np.float32),
        dists=np.full(slope.size, 4 * size, np.float32),
        query="OCCLUDED",
    )
    del mesh
    free, useful = (np.asarray(hit) < 0).reshape(slope.shape), np.abs(slope) > 0.1
    shares = []
    for facing in (slope > 0, slope < 0):
        seen = np.bincount(patch[sample], (free & useful & facing).sum(1) * area[sample], number)
        cast = np.bincount(patch[sample], (useful & facing).sum(1) * area[sample], number)
        shares.append(seen / np.maximum(cast, 1e-20))
    return shares[0], shares[1]


def outward(vertices: Array, faces: Indices) -> NDArray[np.bool_]:
    """(F,) which faces of a welded mesh must be turned so that they wind outwards, decided by patch.

    A closed patch: by its volume. An open one: the side that sees more of the outside is the outside, by volume when
    neither does. A sheet that sees as much from either side: away from the model's middle, and rather up than down.
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
    front, back = _free_shares(corner, normal / np.maximum(area, 1e-20)[:, None], area, patch, number)
    sheet = np.minimum(front, back) > _SHEET * np.maximum(front, back)
    hidden = np.maximum(front, back) < _SEEN
    solid = (open_share == 0) | (hidden & (open_share < _NEARLY_CLOSED))
    turned = np.where(solid, volume < 0, np.where(sheet, lean < 0, back > front))
    return np.asarray(turned[patch])
