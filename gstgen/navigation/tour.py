"""Order of the viewpoints: a short open tour from a given start, and a lower bound to judge it by."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def short_tour(distance_m: Array, start: int) -> list[int]:
    """Visit every place once from `start`: nearest neighbour, then 2-opt and moving single places, to the end.

    `distance_m` (N, N) is symmetric. The tour is open: it does not return.
    """
    n = len(distance_m)
    tour, left = [start], [i for i in range(n) if i != start]
    while left:
        nearest = min(left, key=lambda i: (distance_m[tour[-1], i], i))
        tour.append(nearest)
        left.remove(nearest)
    improved = True
    while improved:
        improved = _two_opt(tour, distance_m) or _move_one(tour, distance_m)
    return tour


def _two_opt(tour: list[int], d: Array) -> bool:
    n = len(tour)
    for i in range(1, n - 1):
        for j in range(i + 1, n):
            before = d[tour[i - 1], tour[i]] + (d[tour[j], tour[j + 1]] if j + 1 < n else 0.0)
            after = d[tour[i - 1], tour[j]] + (d[tour[i], tour[j + 1]] if j + 1 < n else 0.0)
            if after < before - 1e-9:
                tour[i : j + 1] = tour[i : j + 1][::-1]
                return True
    return False


def _move_one(tour: list[int], d: Array) -> bool:
    now = tour_length_m(d, tour)
    for i in range(1, len(tour)):
        rest = tour[:i] + tour[i + 1 :]
        for j in range(1, len(tour)):
            moved = [*rest[:j], tour[i], *rest[j:]]
            if tour_length_m(d, moved) < now - 1e-9:
                tour[:] = moved
                return True
    return False


def tour_length_m(distance_m: Array, tour: Sequence[int]) -> float:
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
