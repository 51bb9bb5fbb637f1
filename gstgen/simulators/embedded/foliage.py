"""Fewer and larger leaves on plants far away: thousands of cut-out cards would cost more than all else in a garden."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from gstgen.randomness import rng

Indices = NDArray[np.int64]
Attributes = dict[str, NDArray[Any]]

# Shares of a plant's leaves, level by level: small steps, so that nobody sees one change to the next in a video.
SHARES = (0.85, 0.72, 0.6, 0.5, 0.42)
FULL_PX = 40.0  # leaves that show at this size or larger are all drawn; of smaller ones a share in proportion
# Levels begin where a pixel is this share of a leaf.
STEPS = tuple(1 / (FULL_PX * share) for share in SHARES)
LEAF_FACES = 8  # a part of more triangles is no leaf
MIN_LEAVES = 40
GROWTH = 0.5  # exponent on the share: the area of all leaves stays


def add_leaf_levels(
    attributes: Attributes, indices: NDArray[np.uint32], first: Indices, count: Indices
) -> tuple[Attributes, NDArray[np.uint32], Indices, Indices, NDArray[np.float64]]:
    """Vertex arrays and index buffer with levels: attributes, indices, first, count, leaf_m.

    first, count (instances): each instance's range, whose vertices no other instance shares; they come back as
    (levels, instances). leaf_m (instances): mean size of an instance's leaves, infinite where it has no levels.
    """
    firsts, counts = np.tile(first, (len(SHARES) + 1, 1)), np.tile(count, (len(SHARES) + 1, 1))
    leaf_m = np.full(len(first), np.inf)
    blocks, pieces = [indices], {name: [values] for name, values in attributes.items()}
    length, vertices = len(indices), len(attributes["P"])
    for instance in np.flatnonzero(count >= 3 * MIN_LEAVES):
        own = indices[first[instance] : first[instance] + count[instance]].astype(np.int64)
        base = int(own.min())
        own = (own - base).reshape(-1, 3)
        size = int(own.max()) + 1
        leaf = _leaves(own, size)
        number = int(leaf.max()) + 1
        if number < MIN_LEAVES or len(own) > LEAF_FACES * number:
            continue
        spots = attributes["P"][base : base + size].astype(np.float64)
        amount = np.bincount(leaf, minlength=number)
        middle = np.column_stack([np.bincount(leaf, spots[:, k], number) for k in range(3)]) / amount[:, None]
        away = spots - middle[leaf]
        leaf_m[instance] = 2 * float(np.linalg.norm(away, axis=1).mean())
        rank = rng(0, "leaves", number).permutation(number)
        for level, share in enumerate(SHARES, start=1):
            kept = own[rank[leaf[own[:, 0]]] < share * number].ravel()
            used, corners = np.unique(kept, return_inverse=True)
            for name, values in attributes.items():
                pieces[name].append(values[base + used])
            pieces["P"][-1] = (middle[leaf[used]] + away[used] * share**-GROWTH).astype(np.float32)
            blocks.append((corners.ravel() + vertices).astype(np.uint32))
            firsts[level, instance], counts[level, instance] = length, len(kept)
            length, vertices = length + len(kept), vertices + len(used)
    joined = {name: np.concatenate(values) for name, values in pieces.items()}
    return joined, np.concatenate(blocks), firsts, counts, leaf_m


def _leaves(faces: Indices, count: int) -> Indices:
    """(V) number of the connected part of each vertex."""
    a, b = faces[:, [0, 1]].ravel(), faces[:, [1, 2]].ravel()
    graph = coo_matrix((np.ones(len(a), np.int8), (a, b)), (count, count))
    return np.asarray(connected_components(graph, directed=False)[1], np.int64)
