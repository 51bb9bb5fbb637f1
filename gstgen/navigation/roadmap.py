"""Shortest and comfortable paths over the navigable cells of a floor map, on floors of any size."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gstgen.navigation.block_graph import BlockGraph
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.grid_graph import GridGraph, GridTree
from gstgen.navigation.settings import RoadmapSettings

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


class Roadmap:
    """Paths between navigable cells; a node is an index into `cells` (N, 2), `points_m` (N, 2) their centres.

    Up to `max_cells` navigable cells the search is exact on the grid. Larger floors are searched block by block, and
    only the ways that are used are refined on the cells near them.
    """

    def __init__(self, floor_map: FloorMap, settings: RoadmapSettings, comfort_m: float, comfort_weight: float) -> None:
        self.floor_map = floor_map
        self.cells: Indices = np.argwhere(floor_map.navigable)
        self.points_m = floor_map.grid.to_world(self.cells)
        self._comfort = (comfort_m, comfort_weight)
        self._fine: GridGraph | None = None
        self._blocks: BlockGraph | None = None
        if len(self.cells) <= settings.max_cells:
            self._fine = GridGraph(floor_map, self.cells, *self._comfort)
        else:
            size = math.ceil(math.sqrt(len(self.cells) / settings.max_cells))
            self._blocks = BlockGraph(floor_map, size, settings.corridor_m, *self._comfort)

    @property
    def is_exact(self) -> bool:
        """Whether distances come from the cells themselves."""
        return self._fine is not None

    def nearest_nodes(self, points_m: ArrayLike) -> Indices:
        """Node of each world point (N, 2): its own cell, or the nearest navigable one."""
        points = np.asarray(points_m, float).reshape(-1, 2)
        cells = self.floor_map.grid.to_cells(points)
        nx = self.floor_map.grid.shape[1]
        keys = self.cells[:, 0] * nx + self.cells[:, 1]  # ascending, as argwhere lists them
        at = np.minimum(np.searchsorted(keys, cells[:, 0] * nx + cells[:, 1]), len(keys) - 1)
        for i in np.flatnonzero((self.cells[at] != cells).any(1)):
            at[i] = np.argmin(((self.points_m - points[i]) ** 2).sum(1))
        return np.asarray(at, np.int64)

    def distance_matrix_m(self, nodes: ArrayLike) -> Array:
        """Path lengths (N, N) between nodes on the grid; on large floors between the middles of their blocks."""
        if self._fine is not None:
            return self._fine.distance_matrix_m(nodes)
        assert self._blocks is not None
        return self._blocks.distance_matrix_m(self._blocks.nodes_at(self.cells[np.asarray(nodes, np.int64)]))

    def distances_m(self, source: int, nodes: ArrayLike) -> Array:
        """Path lengths (N) from one node to others, as in `distance_matrix_m`."""
        index = np.asarray(nodes, np.int64)
        if self._fine is not None:
            return self._fine.distances_m(source, np.inf)[index]
        assert self._blocks is not None
        here, *there = self._blocks.nodes_at(self.cells[np.concatenate([[source], index])])
        return self._blocks.distances_m(int(here))[there]

    def shortest_path(self, start_m: ArrayLike, goal_m: ArrayLike) -> Array:
        """Shortest path as a taut polyline (N, 2) between two world points' nodes; RunError if there is none."""
        nodes = self.nearest_nodes(np.array([start_m, goal_m], float))
        return self.tree(int(nodes[0]), comfortable=False).path(int(nodes[1]), taut=True)

    def tree(self, source: int, comfortable: bool) -> GridTree | BlockTree:
        """Paths from a node to all others."""
        if self._fine is not None:
            return self._fine.tree(source, comfortable)
        assert self._blocks is not None
        return BlockTree(self, self._blocks, source, comfortable)

    def comfortable_path(self, start: int, goal: int) -> Array:
        """Comfortable path between two nodes, cell by cell, as world points (N, 2); RunError if there is none."""
        return self.tree(start, comfortable=True).path(goal, taut=False)

    def nearby(self, node: int, reach_m: float) -> GridGraph:
        """The exact graph of the cells within a square around a node, the whole floor where that is small."""
        if self._fine is not None:
            return self._fine
        reach = int(np.ceil(reach_m / self.floor_map.grid.resolution_m))
        inside = (np.abs(self.cells - self.cells[node]) <= reach).all(1)
        return GridGraph(self.floor_map, self.cells[inside], *self._comfort)


class BlockTree:
    """Shortest path tree over blocks; each path is refined when it is asked for."""

    def __init__(self, roadmap: Roadmap, blocks: BlockGraph, source: int, comfortable: bool) -> None:
        self._roadmap, self._blocks, self._source, self._comfortable = roadmap, blocks, source, comfortable
        self._before = blocks.predecessors(int(blocks.nodes_at(roadmap.cells[[source]])[0]), comfortable)

    def path(self, goal: int, taut: bool) -> Array:
        """World points (N, 2) from the source to a node, cell by cell or pulled taut; RunError if unreachable."""
        cells = self._roadmap.cells
        return self._blocks.refined(self._before, cells[self._source], cells[goal], self._comfortable, taut)


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
