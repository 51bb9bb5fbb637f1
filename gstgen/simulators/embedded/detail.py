"""Levels of detail: for every instance, lists of fewer triangles over the same vertices, one for each tolerated error.

A level keeps some of the vertices and draws the rest of the triangles between those, so that it costs indices alone.
Each connected part of a shape is simplified as far as it bears. Instances of one shape (most things on the shelves of
a shop) are done once.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import fast_simplification
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from gstgen.simulators.embedded.cache_files import DAMAGE, locked, write_arrays
from gstgen.simulators.embedded.distances import squared_to_triangles

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

VERSION = 1  # raise when the same shapes give other levels: old cache entries are then left alone
ERRORS_M = (0.0025, 0.006, 0.015, 0.04, 0.1)  # of the levels: the farthest that a vertex left out lies off the rest
SHARES = (0.5, 0.25, 0.12, 0.06)  # of the triangles: what is tried for each part
MIN_FACES = 24  # shapes of fewer are drawn as they are
LEAST_FACES = 4
MIN_SAVING = 0.8  # a level has at most this share of the triangles of the one before
SAME_M = 1e-4  # shapes whose edges differ by less are the same
APART = 1e5  # makes places weigh more than looks where the vertex of a corner is chosen
NEIGHBOURS = 3


def cached_levels(
    indices: NDArray[np.uint32], first: Indices, count: Indices, points: Array, looks: Array, cache_folder: Path
) -> tuple[NDArray[np.uint32], Indices, Indices]:
    """`add_levels`, kept below the cache folder by content; a damaged entry is made anew."""
    digest = hashlib.sha256(f"{VERSION} {ERRORS_M} {SHARES} {MIN_FACES} {MIN_SAVING}".encode())
    for array in (indices, first, count, points, looks):
        digest.update(f"{array.dtype} {array.shape}".encode())
        digest.update(array.tobytes())
    folder = cache_folder / "levels"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{digest.hexdigest()}.npz"
    with locked(path):
        try:
            with np.load(path, allow_pickle=False) as stored:
                added, firsts, counts = stored["added"], stored["first"], stored["count"]
            if firsts.shape == counts.shape == (len(ERRORS_M) + 1, len(first)) and added.ndim == 1:
                return np.concatenate([indices, added]), firsts, counts
        except DAMAGE:
            path.unlink(missing_ok=True)
        everything, firsts, counts = add_levels(indices, first, count, points, looks)
        write_arrays(path, {"added": everything[len(indices) :], "first": firsts, "count": counts})
        return everything, firsts, counts


def add_levels(
    indices: NDArray[np.uint32], first: Indices, count: Indices, points: Array, looks: Array
) -> tuple[NDArray[np.uint32], Indices, Indices]:
    """Index buffer with levels, and where each lies: first, count (levels, instances).

    indices: corners; first, count (instances): each instance's range, whose vertices no other instance shares; points
    (V, 3): metres; looks (V, k): what a vertex shows (colour, texture place), about 0..1. Level 0 is the input, level
    k is off by ERRORS_M[k - 1] at most; where nothing more can be saved, a level is the one before.
    """
    firsts, counts = np.tile(first, (len(ERRORS_M) + 1, 1)), np.tile(count, (len(ERRORS_M) + 1, 1))
    known: dict[bytes, list[Indices]] = {}
    blocks, length = [indices], len(indices)
    for instance in np.flatnonzero(count >= 3 * MIN_FACES):
        own = indices[first[instance] : first[instance] + count[instance]].astype(np.int64)
        base = int(own.min())
        own -= base
        size = int(own.max()) + 1
        mesh = points[base : base + size]
        edge = np.linalg.norm(mesh[own] - mesh[np.roll(own.reshape(-1, 3), 1, 1).ravel()], axis=1)
        key = own.tobytes() + np.round(edge / SAME_M).astype(np.int32).tobytes()
        if key not in known:
            known[key] = simplified(own.reshape(-1, 3), mesh, looks[base : base + size])
        for number, corners in enumerate(known[key], start=1):
            if len(corners) > MIN_SAVING * counts[number - 1, instance]:
                continue
            firsts[number:, instance], counts[number:, instance] = length, len(corners)
            blocks.append((corners + base).astype(np.uint32))
            length += len(corners)
    return np.concatenate(blocks), firsts, counts


def simplified(faces: Indices, points: Array, looks: Array) -> list[Indices]:
    """Corners (3 n) of a shape's triangles for each of ERRORS_M."""
    _, source, place = np.unique(points, axis=0, return_index=True, return_inverse=True)
    # Numbered by first use: the same numbers however an instance is turned.
    order = np.argsort(source, kind="stable")
    rank = np.empty(len(source), np.int64)
    rank[order] = np.arange(len(source))
    place, source = rank[place.ravel()], source[order]
    spots, welded = points[source] - points.mean(0), place[faces]
    part, tries = _parts(welded, len(spots)), []
    for share in SHARES:
        kept = _kept_vertices(spots, welded[_distinct(welded)], max(LEAST_FACES, int(share * len(faces))))
        drawn = _drawn(kept[welded])
        tries.append((kept, drawn, _part_errors(spots, kept, kept[welded[drawn]], part)))
    tree = cKDTree(np.column_stack([spots[place] * APART, looks]))
    levels = []
    for error in ERRORS_M:
        choice = np.zeros(int(part.max()) + 1, np.int64)
        for number, (_, _, errors) in enumerate(tries, start=1):
            choice[errors <= error] = number
        own = choice[part[welded[:, 0]]]
        pieces = [faces[own == 0].ravel()]
        for number, (kept, drawn, _) in enumerate(tries, start=1):
            some = drawn[own[drawn] == number]
            wanted = np.column_stack([spots[kept[welded[some].ravel()]] * APART, looks[faces[some].ravel()]])
            pieces.append(np.asarray(tree.query(wanted)[1], np.int64).reshape(-1))
        levels.append(np.concatenate(pieces))
    return levels


def _distinct(faces: Indices) -> NDArray[np.bool_]:
    return np.asarray((faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0]))


def _parts(faces: Indices, count: int) -> Indices:
    """(V) number of the connected part of each vertex."""
    a, b = faces[:, [0, 1]].ravel(), faces[:, [1, 2]].ravel()
    graph = coo_matrix((np.ones(len(a), np.int8), (a, b)), (count, count))
    return np.asarray(connected_components(graph, directed=False)[1], np.int64)


def _drawn(faces: Indices) -> Indices:
    """Which faces are left when each is drawn once."""
    left = np.flatnonzero(_distinct(faces))
    _, single = np.unique(np.sort(faces[left], 1), axis=0, return_index=True)
    return left[np.sort(single)]


def _kept_vertices(spots: Array, faces: Indices, target: int) -> Indices:
    """(V) for each vertex the one that stands for it: of those that collapsed into one, the nearest to its place."""
    tips, fins = _fins(spots, faces)
    points = np.concatenate([spots, tips]).astype(np.float32)
    triangles = np.concatenate([faces, fins]).astype(np.int32)
    target += int(len(fins) * target / len(faces))
    _, _, collapses = fast_simplification.simplify(
        points, triangles, target_count=target, agg=5.0, return_collapses=True
    )
    new, _, group = fast_simplification.replay_simplification(points, triangles, collapses)
    kept = np.arange(len(spots))
    group = group[: len(spots)]
    known = np.flatnonzero(group >= 0)  # vertices of no triangle stand for themselves
    group = group[known]
    distance = np.linalg.norm(spots[known] - new[group], axis=1)
    order = np.lexsort([known, distance, group])
    starts = np.flatnonzero(np.diff(group[order], prepend=-1) > 0)  # none where nothing is left
    nearest = np.zeros(len(new), np.int64)
    nearest[group[order[starts]]] = known[order[starts]]
    kept[known] = nearest[group]
    return kept


def _fins(spots: Array, faces: Indices) -> tuple[Array, Indices]:
    """Upright triangles on open edges, and their tips: without them a flat leaf would shrink for nothing."""
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    _, first, uses = np.unique(edges[:, 0] * len(spots) + edges[:, 1], return_index=True, return_counts=True)
    open_edges = first[uses == 1]
    a, b = spots[edges[open_edges, 0]], spots[edges[open_edges, 1]]
    corners = spots[faces[open_edges % len(faces)]]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-20)
    tips = (a + b) / 2 + normal * np.linalg.norm(b - a, axis=1, keepdims=True)
    return tips, np.column_stack([edges[open_edges], len(spots) + np.arange(len(open_edges))])


def _part_errors(spots: Array, kept: Indices, faces: Indices, part: Indices) -> Array:
    """(parts) largest distance of a part's vertices to what is drawn near them; of a part that is gone, its size."""
    parts = int(part.max()) + 1
    errors = np.zeros(parts)
    left = np.zeros(parts, bool)
    left[part[faces.ravel()]] = True
    for number in np.flatnonzero(~left):
        errors[number] = np.linalg.norm(np.ptp(spots[part == number], axis=0))
    moved = np.flatnonzero((kept != np.arange(len(kept))) & left[part])
    if not len(moved):
        return errors
    corner = faces.ravel()
    order = np.argsort(corner, kind="stable")
    start = np.searchsorted(corner[order], np.arange(len(kept) + 1))
    used = np.flatnonzero(np.diff(start))
    near = cKDTree(spots[used]).query(spots[moved], k=min(NEIGHBOURS, len(used)))[1].reshape(len(moved), -1)
    target = np.column_stack([kept[moved], used[near]])
    number = start[target + 1] - start[target]
    flat, amount = target.ravel(), number.ravel()
    begin = np.concatenate([[0], np.cumsum(amount)[:-1]])
    within = np.arange(amount.sum()) - np.repeat(begin, amount)
    triangle = order[np.repeat(start[flat], amount) + within] // 3
    each = number.sum(1)
    squared = squared_to_triangles(np.repeat(spots[moved], each, 0), spots[faces[triangle]])
    distance = np.sqrt(np.minimum.reduceat(squared, np.concatenate([[0], np.cumsum(each)[:-1]])))
    np.maximum.at(errors, part[moved], distance)
    return errors
