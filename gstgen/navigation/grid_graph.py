"""Exact paths over a part of the navigable cells: 16 neighbours each, pulled taut afterwards."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse import csgraph

from gstgen.errors import RunError
from gstgen.navigation.floor_map import FloorMap

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

# Half of the 16 directions; the other half are the same edges backwards.
_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))


class GridGraph:
    """Graph of cells (N, 2) of a floor map, all of them navigable; a node is an index into `cells`.

    An edge exists where every point on it keeps the agent's clearance. `comfort_m` is the clearance that people like
    to keep; an edge with less costs up to (1 + comfort_weight) times its length on comfortable paths.
    """

    def __init__(self, floor_map: FloorMap, cells: Indices, comfort_m: float, comfort_weight: float) -> None:
        self.floor_map, self.cells = floor_map, cells
        self.points_m = floor_map.grid.to_world(cells)
        self._low = cells.min(0)
        self._node = np.full(tuple(cells.max(0) - self._low + 1), -1, np.int64)
        self._node[tuple((cells - self._low).T)] = np.arange(len(cells))
        self._radius = floor_map.agent_radius_m - 1e-6
        start, stop, length = self._edges()
        squeeze = comfort_cost(floor_map, cells, comfort_m, comfort_weight)
        self._plain = symmetric_graph(start, stop, length, len(cells))
        self._comfortable = symmetric_graph(start, stop, length * (squeeze[start] + squeeze[stop]) / 2, len(cells))

    def _edges(self) -> tuple[Indices, Indices, Array]:
        starts, stops, lengths = [], [], []
        resolution = self.floor_map.grid.resolution_m
        for step in _STEPS:
            node = self._at(self.cells + step)
            source = np.flatnonzero(node >= 0)
            free = segments_are_free(self.floor_map, self.points_m[source], self.points_m[node[source]], 3)
            starts.append(source[free])
            stops.append(node[source[free]])
            lengths.append(np.full(int(free.sum()), resolution * float(np.hypot(*step))))
        return np.concatenate(starts), np.concatenate(stops), np.concatenate(lengths)

    def _at(self, cells: Indices) -> Indices:
        """Node of each cell (N, 2); -1 where there is none."""
        local = cells - self._low
        inside = ((local >= 0) & (local < self._node.shape)).all(1)
        return np.where(inside, self._node[tuple(np.where(inside[:, None], local, 0).T)], -1)

    def nearest_nodes(self, points_m: ArrayLike) -> Indices:
        """Node of each world point (N, 2): its own cell, or the nearest one of the graph."""
        points = np.asarray(points_m, float).reshape(-1, 2)
        nodes = self._at(self.floor_map.grid.to_cells(points))
        for i in np.flatnonzero(nodes < 0):
            nodes[i] = np.argmin(((self.points_m - points[i]) ** 2).sum(1))
        return nodes

    def distances_m(self, source: int, limit_m: float) -> Array:
        """Shortest path lengths (N) from a node to every node, on the grid (not pulled taut); inf beyond the limit."""
        return np.asarray(csgraph.dijkstra(self._plain, indices=source, limit=limit_m))

    def distance_matrix_m(self, nodes: ArrayLike) -> Array:
        """Shortest path lengths (N, N) between nodes."""
        index = np.asarray(nodes, np.int64)
        return np.asarray(csgraph.dijkstra(self._plain, indices=index))[:, index]

    def tree(self, source: int, comfortable: bool) -> GridTree:
        """Paths from a node to all others."""
        graph = self._comfortable if comfortable else self._plain
        before = csgraph.dijkstra(graph, indices=source, return_predecessors=True)[1]
        return GridTree(self, source, before)


class GridTree:
    """Shortest path tree of one node of a `GridGraph`."""

    def __init__(self, graph: GridGraph, source: int, before: NDArray[np.int32]) -> None:
        self._graph, self.source, self._before = graph, source, before

    def path(self, goal: int, taut: bool) -> Array:
        """World points (N, 2) from the source to a node, cell by cell or pulled taut; RunError if unreachable."""
        points = self._graph.points_m[walk_back(self._before, self.source, goal)]
        return pull_taut(self._graph.floor_map, points) if taut else points


def walk_back(before: NDArray[np.int32], source: int, goal: int) -> list[int]:
    """Nodes from a source to a goal along a tree of predecessors; RunError if the goal is not in it."""
    nodes = [goal]
    while nodes[-1] != source:
        previous = int(before[nodes[-1]])
        if previous < 0:
            raise RunError("no path between two navigable places: the floor map is not one connected part")
        nodes.append(previous)
    return nodes[::-1]


def symmetric_graph(start: Indices, stop: Indices, cost: Array, count: int) -> sparse.csr_matrix:
    """Sparse matrix of edges that cost the same both ways."""
    both = (np.concatenate([start, stop]), np.concatenate([stop, start]))
    return sparse.csr_matrix((np.concatenate([cost, cost]), both), shape=(count, count))


def comfort_cost(floor_map: FloorMap, cells: Indices, comfort_m: float, comfort_weight: float) -> Array:
    """Cost of a metre at cells (N, 2): 1 with comfortable clearance, 1 + comfort_weight with none to spare."""
    radius = floor_map.agent_radius_m - 1e-6
    clearance = floor_map.clearance_m[tuple(cells.T)].astype(float)
    room = np.clip((clearance - radius) / max(comfort_m - radius, 1e-6), 0.0, 1.0)
    return np.asarray(1.0 + comfort_weight * (1.0 - room), float)


def segments_are_free(floor_map: FloorMap, a_m: Array, b_m: Array, samples: int) -> NDArray[np.bool_]:
    """Whether straight walks between points (N, 2) keep the agent's clearance at inner points of equal spacing."""
    radius = floor_map.agent_radius_m - 1e-6
    # Clearance changes by no more than the way walked, so a roomy end settles most cases without a look.
    length = np.linalg.norm(b_m - a_m, axis=1)
    slack = floor_map.grid.resolution_m
    open_questions = np.flatnonzero(floor_map.clearance_at(a_m) - length < radius + slack)
    free = np.ones(len(a_m), bool)
    a, step = a_m[open_questions], b_m[open_questions] - a_m[open_questions]
    fits = np.ones(len(a), bool)
    for t in np.arange(1, samples + 1) / (samples + 1):
        fits &= floor_map.clearance_at(a + step * t) >= radius
    free[open_questions] = fits
    return free


def segment_is_free(floor_map: FloorMap, a_m: ArrayLike, b_m: ArrayLike) -> bool:
    """Whether a straight walk between two points keeps the agent's clearance."""
    a, b = np.asarray(a_m, float), np.asarray(b_m, float)
    count = int(np.ceil(np.linalg.norm(b - a) / (floor_map.grid.resolution_m / 4))) + 1
    t = np.linspace(0.0, 1.0, count + 1)[:, None]
    return bool((floor_map.clearance_at(a + (b - a) * t) >= floor_map.agent_radius_m - 1e-6).all())


def pull_taut(floor_map: FloorMap, points_m: Array) -> Array:
    """Shorten a polyline (N, 2) by straight walks between its points until none is left, then cut its corners."""
    points = points_m
    while len(points) > 2:
        kept, i = [points[0]], 0
        while i < len(points) - 1:
            i = _farthest_visible(floor_map, points, i)
            kept.append(points[i])
        if len(kept) == len(points):
            break
        points = np.array(kept)
    return _cut_corners(floor_map, points)


def _farthest_visible(floor_map: FloorMap, points: Array, i: int) -> int:
    reach, step = i + 1, 1
    while reach + step < len(points) and segment_is_free(floor_map, points[i], points[reach + step]):
        reach += step
        step *= 2
    while step >= 1:
        if reach + step < len(points) and segment_is_free(floor_map, points[i], points[reach + step]):
            reach += step
        step //= 2
    return reach


def _cut_corners(floor_map: FloorMap, points: Array) -> Array:
    """Slide each inner corner towards the line between its neighbours as far as the clearance allows."""
    points = points.copy()
    for _ in range(3):
        for i in range(1, len(points) - 1):
            before, corner, after = points[i - 1], points[i], points[i + 1]
            chord = after - before
            t = float(np.clip((corner - before) @ chord / max(chord @ chord, 1e-12), 0.0, 1.0))
            low, high = 0.0, 1.0
            for _ in range(6):
                share = (low + high) / 2
                moved = corner + (before + t * chord - corner) * share
                free = segment_is_free(floor_map, before, moved) and segment_is_free(floor_map, moved, after)
                low, high = (share, high) if free else (low, share)
            points[i] = corner + (before + t * chord - corner) * low
    return points
