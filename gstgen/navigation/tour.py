"""Order of the viewpoints: a short open tour from one of several starts, and a lower bound to judge it by."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

_GAIN_M = 1e-9
_SEGMENT = 3
_FIRST_TOURS = 3


def short_tour(distance_m: Array, starts: Sequence[int]) -> list[int]:
    """Visit every place once from the best of `starts`: nearest neighbours, then 2-opt and moving short stretches.

    `distance_m` (N, N) is symmetric. The tour is open: it does not return. Equal inputs give equal tours.
    """
    n = len(distance_m)
    # A depot before the tour: free to go to the allowed starts, far from all others.
    far = float(distance_m[np.isfinite(distance_m)].sum()) + 1.0
    d = np.full((n + 1, n + 1), far)
    d[:n, :n] = distance_m
    d[n, list(starts)] = d[list(starts), n] = 0.0
    first = sorted((_nearest_neighbours(d, n, int(s)) for s in starts), key=lambda t: tour_length_m(d, t))
    tours = [_improved(d, np.array(t, np.int64)) for t in first[:_FIRST_TOURS]]
    best = min(tours, key=lambda t: tour_length_m(d, t))
    return [int(i) for i in best[1:]]


def _nearest_neighbours(d: Array, depot: int, start: int) -> list[int]:
    tour, left = [depot, start], np.ones(len(d), bool)
    left[tour] = False
    while left.any():
        tour.append(int(np.argmin(np.where(left, d[tour[-1]], np.inf))))
        left[tour[-1]] = False
    return tour


def _improved(d: Array, tour: Indices) -> Indices:
    while True:
        for move in (_reversed, _moved):
            better = move(d, tour)
            if better is not None:
                tour = better
                break
        else:
            return tour


def _reversed(d: Array, tour: Indices) -> Indices | None:
    """The best 2-opt move: a stretch walked the other way round."""
    n = len(tour)
    here, following = tour[:-1], tour[1:]
    # Replacing edges (i, i + 1) and (j, j + 1); beyond the end there is no edge.
    after = np.append(tour[1:], -1)
    gain = d[here, following][:, None] - d[here[:, None], tour[None]]
    edge = np.append(d[here, following], 0.0)
    joined = np.where(after[None] >= 0, d[following[:, None], after[None]], 0.0)
    gain = np.where(np.arange(n)[None] > np.arange(1, n)[:, None], gain + edge[None] - joined, -np.inf)
    i, j = np.unravel_index(int(np.argmax(gain)), gain.shape)
    if gain[i, j] <= _GAIN_M:
        return None
    out = tour.copy()
    out[i + 1 : j + 1] = out[i + 1 : j + 1][::-1]
    return out


def _moved(d: Array, tour: Indices) -> Indices | None:
    """The best move of one to three consecutive places to elsewhere, either way round (or-opt)."""
    best_gain, best = _GAIN_M, None
    for size in range(1, min(_SEGMENT, len(tour) - 2) + 1):
        for i in range(1, len(tour) - size + 1):
            head, tail = tour[i], tour[i + size - 1]
            rest = np.concatenate([tour[:i], tour[i + size :]])
            removed = d[tour[i - 1], head]
            if i + size < len(tour):
                removed += d[tail, tour[i + size]] - d[tour[i - 1], tour[i + size]]
            following = np.append(rest[1:], -1)
            edge = np.where(following >= 0, d[rest, following], 0.0)
            for a, b in ((head, tail), (tail, head)):
                added = d[rest, a] + np.where(following >= 0, d[b, following], 0.0) - edge
                k = int(np.argmin(added))
                if removed - added[k] > best_gain:
                    stretch = tour[i : i + size] if a == head else tour[i : i + size][::-1]
                    best_gain, best = float(removed - added[k]), np.concatenate([rest[: k + 1], stretch, rest[k + 1 :]])
    return best


def tour_length_m(distance_m: Array, tour: Sequence[int] | Indices) -> float:
    """Length of an open tour."""
    order = np.asarray(tour)
    return float(distance_m[order[:-1], order[1:]].sum())


def lower_bound_m(distance_m: Array) -> float:
    """Length of the minimum spanning tree: no open tour over the same places is shorter."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(distance_m)))
    n = len(distance_m)
    graph.add_weighted_edges_from((i, j, float(distance_m[i, j])) for i in range(n) for j in range(i))
    return float(nx.minimum_spanning_tree(graph).size(weight="weight"))
