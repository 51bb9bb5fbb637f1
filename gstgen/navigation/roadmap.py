"""Shortest and comfortable paths over the navigable cells of a floor map."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse import csgraph

from gstgen.errors import RunError
from gstgen.navigation.floor_map import FloorMap

Array = NDArray[np.float64]

# Half of the 16 directions; the other half are the same edges backwards.
_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))


class Roadmap:
    """Grid graph of the navigable cells with 16 neighbours each, refined by pulling paths taut.

    An edge exists where every point on it keeps the agent's clearance. `comfort_m` is the clearance that people like
    to keep; an edge with less costs up to (1 + comfort_weight) times its length on comfortable paths.
    """

    def __init__(self, floor_map: FloorMap, comfort_m: float, comfort_weight: float) -> None:
        self.floor_map = floor_map
        self.cells = np.argwhere(floor_map.navigable)
        self.points_m = floor_map.grid.to_world(self.cells)
        self._node = np.full(floor_map.grid.shape, -1, np.int64)
        self._node[tuple(self.cells.T)] = np.arange(len(self.cells))
        self._radius = floor_map.agent_radius_m - 1e-6
        start, stop, length = self._edges()
        clearance = floor_map.clearance_m[tuple(self.cells.T)].astype(float)
        room = np.clip((clearance - self._radius) / max(comfort_m - self._radius, 1e-6), 0.0, 1.0)
        squeeze = 1.0 + comfort_weight * (1.0 - (room[start] + room[stop]) / 2)
        self._plain = self._graph(start, stop, length)
        self._comfortable = self._graph(start, stop, length * squeeze)

    def _edges(self) -> tuple[NDArray[np.int64], NDArray[np.int64], Array]:
        starts, stops, lengths = [], [], []
        resolution = self.floor_map.grid.resolution_m
        for step in _STEPS:
            target = self.cells + step
            inside = self.floor_map.grid.inside(target)
            node = np.where(inside, self._node[tuple(np.where(inside[:, None], target, 0).T)], -1)
            source = np.flatnonzero(node >= 0)
            a, b = self.points_m[source], self.points_m[node[source]]
            free = np.ones(len(source), bool)
            for t in (0.25, 0.5, 0.75):
                free &= self.floor_map.clearance_at(a + (b - a) * t) >= self._radius
            starts.append(source[free])
            stops.append(node[source[free]])
            lengths.append(np.full(int(free.sum()), resolution * float(np.hypot(*step))))
        return np.concatenate(starts), np.concatenate(stops), np.concatenate(lengths)

    def _graph(self, start: NDArray[np.int64], stop: NDArray[np.int64], cost: Array) -> sparse.csr_matrix:
        n = len(self.cells)
        both = (np.concatenate([start, stop]), np.concatenate([stop, start]))
        return sparse.csr_matrix((np.concatenate([cost, cost]), both), shape=(n, n))

    def nearest_nodes(self, points_m: ArrayLike) -> NDArray[np.int64]:
        """Node of each world point (N, 2): its own cell, or the nearest navigable one."""
        points = np.asarray(points_m, float).reshape(-1, 2)
        nodes = [int(np.argmin(((self.points_m - p) ** 2).sum(1))) for p in points]
        return np.array(nodes, np.int64)

    def distances_m(self, source: int) -> Array:
        """Shortest path lengths (N) from a node to every node, on the grid (not pulled taut); inf if unreachable."""
        return np.asarray(csgraph.dijkstra(self._plain, indices=source))

    def distance_matrix_m(self, nodes: ArrayLike) -> Array:
        """Shortest path lengths (N, N) between nodes."""
        index = np.asarray(nodes, np.int64)
        return np.asarray(csgraph.dijkstra(self._plain, indices=index))[:, index]

    def shortest_path(self, start_m: ArrayLike, goal_m: ArrayLike) -> Array:
        """Shortest path as a taut polyline (N, 2) between two world points' nodes; RunError if there is none."""
        nodes = self.nearest_nodes(np.array([start_m, goal_m], float))
        return self.tree(int(nodes[0]), comfortable=False).path(int(nodes[1]), taut=True)

    def tree(self, source: int, comfortable: bool) -> PathTree:
        """Paths from a node to all others."""
        graph = self._comfortable if comfortable else self._plain
        _, before = csgraph.dijkstra(graph, indices=source, return_predecessors=True)
        return PathTree(self, source, before)

    def segment_is_free(self, a_m: ArrayLike, b_m: ArrayLike) -> bool:
        """Whether a straight walk between two points keeps the agent's clearance."""
        a, b = np.asarray(a_m, float), np.asarray(b_m, float)
        count = int(np.ceil(np.linalg.norm(b - a) / (self.floor_map.grid.resolution_m / 4))) + 1
        t = np.linspace(0.0, 1.0, count + 1)[:, None]
        return bool((self.floor_map.clearance_at(a + (b - a) * t) >= self._radius).all())

    def pull_taut(self, points_m: Array) -> Array:
        """Shorten a polyline by straight walks between its points until none is left."""
        points = points_m
        while len(points) > 2:
            kept, i = [points[0]], 0
            while i < len(points) - 1:
                i = self._farthest_visible(points, i)
                kept.append(points[i])
            if len(kept) == len(points):
                break
            points = np.array(kept)
        return self._cut_corners(points)

    def _farthest_visible(self, points: Array, i: int) -> int:
        reach, step = i + 1, 1
        while reach + step < len(points) and self.segment_is_free(points[i], points[reach + step]):
            reach += step
            step *= 2
        while step >= 1:
            if reach + step < len(points) and self.segment_is_free(points[i], points[reach + step]):
                reach += step
            step //= 2
        return reach

    def _cut_corners(self, points: Array) -> Array:
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
                    free = self.segment_is_free(before, moved) and self.segment_is_free(moved, after)
                    low, high = (share, high) if free else (low, share)
                points[i] = corner + (before + t * chord - corner) * low
        return points


class PathTree:
    """Shortest path tree of one source node."""

    def __init__(self, roadmap: Roadmap, source: int, before: NDArray[np.int32]) -> None:
        self._roadmap, self.source, self._before = roadmap, source, before

    def path(self, goal: int, taut: bool) -> Array:
        """World points (N, 2) from the source to a node, cell by cell or pulled taut; RunError if unreachable."""
        nodes = [goal]
        while nodes[-1] != self.source:
            previous = int(self._before[nodes[-1]])
            if previous < 0:
                raise RunError("no path between two navigable places: the floor map is not one connected part")
            nodes.append(previous)
        points = self._roadmap.points_m[nodes[::-1]]
        return self._roadmap.pull_taut(points) if taut else points


def path_length_m(points_m: ArrayLike) -> float:
    """Length of a polyline (N, 2 or 3)."""
    points = np.asarray(points_m, float)
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def resample(points_m: ArrayLike, spacing_m: float) -> Array:
    """Points at equal arc length along a polyline (N, 2), ends kept, at most `spacing_m` apart."""
    points = np.asarray(points_m, float)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    count = max(int(np.ceil(along[-1] / spacing_m)), 1)
    at = np.linspace(0.0, along[-1], count + 1)
    return np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], 1)
