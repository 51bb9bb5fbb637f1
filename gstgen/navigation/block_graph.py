"""A coarse graph of large floors: square blocks of cells, cut where they are not connected."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage
from scipy.sparse import csgraph

from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.grid_graph import GridGraph, comfort_cost, segments_are_free, symmetric_graph, walk_back

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Mask = NDArray[np.bool_]

_NEIGHBOURS = ((0, 1), (1, 0), (1, 1), (1, -1))
_LEAPS = ((1, 2), (2, 1), (1, -2), (2, -1))


class BlockGraph:
    """Nodes are the connected pieces of navigable cells within blocks of `size` x `size` cells.

    Two pieces are neighbours when cells of theirs touch, so the graph is connected exactly where the floor is. Lengths
    are those of walks between the pieces' middles; `path` refines the way it finds on the cells near it, at most
    `corridor_m` to either side.
    """

    def __init__(
        self, floor_map: FloorMap, size: int, corridor_m: float, comfort_m: float, comfort_weight: float
    ) -> None:
        self._map, self._size, self._corridor_m = floor_map, size, corridor_m
        self._comfort = (comfort_m, comfort_weight)
        self._piece, count = _pieces(floor_map.navigable, size)
        self._middle = self._middles(count)
        self.points_m = floor_map.grid.to_world(self._middle)
        start, stop, length = self._edges(count)
        squeeze = comfort_cost(floor_map, self._middle, comfort_m, comfort_weight)
        self._from: dict[int, Array] = {}  # lengths from nodes asked for
        self._plain = symmetric_graph(start, stop, length, count)
        self._comfortable = symmetric_graph(start, stop, length * (squeeze[start] + squeeze[stop]) / 2, count)

    def _middles(self, count: int) -> Indices:
        """(count, 2): the cell of each piece that is nearest to the middle of its block."""
        cells = np.argwhere(self._piece >= 0)
        piece = self._piece[tuple(cells.T)]
        off = np.abs(cells % self._size - (self._size - 1) / 2)
        order = np.lexsort((cells[:, 1], cells[:, 0], (off**2).sum(1), piece))
        _, first = np.unique(piece[order], return_index=True)
        return cells[order[first]]

    def _edges(self, count: int) -> tuple[Indices, Indices, Array]:
        starts, stops, lengths = [], [], []
        resolution = self._map.grid.resolution_m
        for step in _NEIGHBOURS:
            a, b, touch_a, touch_b = self._touching(step, count)
            straight = np.linalg.norm(self.points_m[a] - self.points_m[b], axis=1)
            free = segments_are_free(self._map, self.points_m[a], self.points_m[b], 3 * self._size)
            bent = [np.linalg.norm(self._middle[n] - t, axis=1) for n, t in ((a, touch_a), (b, touch_b))]
            around = (bent[0] + bent[1] + float(np.hypot(*step))) * resolution
            starts.append(a)
            stops.append(b)
            lengths.append(np.where(free, straight, around))
        block = self._middle // self._size
        main = np.full(tuple(block.max(0) + 1), -1, np.int64)
        cells = np.bincount(self._piece[self._piece >= 0], minlength=count)
        order = np.argsort(cells, kind="stable")
        main[tuple(block[order].T)] = order  # the largest piece of a block is written last
        for step in _LEAPS:
            target = block + step
            inside = ((target >= 0) & (target < main.shape)).all(1)
            node = np.where(inside, main[tuple(np.where(inside[:, None], target, 0).T)], -1)
            source = np.flatnonzero(node >= 0)
            a, b = source, node[source]
            free = segments_are_free(self._map, self.points_m[a], self.points_m[b], 5 * self._size)
            starts.append(a[free])
            stops.append(b[free])
            lengths.append(np.linalg.norm(self.points_m[a[free]] - self.points_m[b[free]], axis=1))
        return _shortest_of_each(np.concatenate(starts), np.concatenate(stops), np.concatenate(lengths), count)

    def _touching(self, step: tuple[int, int], count: int) -> tuple[Indices, Indices, Indices, Indices]:
        """Pairs of pieces with cells one step apart, and for each pair such two cells (the nearest to the middles)."""
        dy, dx = step
        ny, nx = self._piece.shape
        here = (slice(0, ny - dy), slice(max(-dx, 0), nx - max(dx, 0)))
        there = (slice(dy, ny), slice(max(dx, 0), nx - max(-dx, 0)))
        differ = (self._piece[here] != self._piece[there]) & (self._piece[here] >= 0) & (self._piece[there] >= 0)
        cell_a: Indices = np.argwhere(differ) + np.array([0, max(-dx, 0)])
        cell_b: Indices = cell_a + np.array(step)
        a, b = self._piece[tuple(cell_a.T)].astype(np.int64), self._piece[tuple(cell_b.T)].astype(np.int64)
        way = np.linalg.norm(cell_a - self._middle[a], axis=1) + np.linalg.norm(cell_b - self._middle[b], axis=1)
        order = np.lexsort((way, a * count + b))
        _, first = np.unique((a * count + b)[order], return_index=True)
        kept = order[first]
        return a[kept], b[kept], cell_a[kept], cell_b[kept]

    def nodes_at(self, cells: Indices) -> Indices:
        """The piece of each navigable cell (N, 2)."""
        return np.asarray(self._piece[tuple(cells.T)], np.int64)

    def distance_matrix_m(self, nodes: ArrayLike) -> Array:
        """Lengths (N, N) of ways between the middles of pieces: a little more than those of the refined paths."""
        index = np.asarray(nodes, np.int64)
        return np.array([self.distances_m(int(n))[index] for n in index], float).reshape(len(index), len(index))

    def distances_m(self, source: int) -> Array:
        """Lengths from one piece to all; see `distance_matrix_m`."""
        if source not in self._from:
            self._from[source] = np.asarray(csgraph.dijkstra(self._plain, indices=source))
        return self._from[source]

    def predecessors(self, source: int, comfortable: bool) -> NDArray[np.int32]:
        """Shortest path tree of a piece."""
        graph = self._comfortable if comfortable else self._plain
        return np.asarray(csgraph.dijkstra(graph, indices=source, return_predecessors=True)[1])

    def refined(self, before: NDArray[np.int32], start: Indices, goal: Indices, comfortable: bool, taut: bool) -> Array:
        """World points (N, 2) from a cell (2) to another one along a tree of predecessors, exact near the way."""
        ends = self.nodes_at(np.array([start, goal]))
        chain = walk_back(before, int(ends[0]), int(ends[1]))
        graph = GridGraph(self._map, self._corridor(chain), *self._comfort)
        first, last = graph.nearest_nodes(self._map.grid.to_world(np.array([start, goal])))
        return graph.tree(int(first), comfortable).path(int(last), taut)

    def _corridor(self, chain: list[int]) -> Indices:
        """Navigable cells near a chain of pieces."""
        reach = int(np.ceil(self._corridor_m / self._map.grid.resolution_m)) + self._size
        middles = self._middle[chain]
        low = np.maximum(middles.min(0) - reach, 0)
        high = np.minimum(middles.max(0) + reach + 1, self._piece.shape)
        window = (slice(low[0], high[0]), slice(low[1], high[1]))
        off = np.ones(tuple(high - low), bool)
        # Pieces may lie more than a block apart (leaps), so the line between their middles counts too.
        steps = np.linspace(0.0, 1.0, 4)[:, None, None]
        line = np.round(middles[:-1] + (middles[1:] - middles[:-1]) * steps).astype(np.int64).reshape(-1, 2)
        off[tuple((np.concatenate([line, middles]) - low).T)] = False
        near = ndimage.distance_transform_edt(off) * self._map.grid.resolution_m <= self._corridor_m
        near |= np.isin(self._piece[window], chain)
        cells: Indices = np.argwhere(near & self._map.navigable[window]) + low
        return cells


def _pieces(navigable: Mask, size: int) -> tuple[NDArray[np.int32], int]:
    """Number of each cell's piece (-1 where not navigable) and the count of pieces."""
    ny, nx = (-(-n // size) * size for n in navigable.shape)
    padded = np.zeros((ny, nx), bool)
    padded[: navigable.shape[0], : navigable.shape[1]] = navigable
    # An empty line between blocks keeps labels from growing over their borders.
    apart = np.zeros((ny // size, size + 1, nx // size, size + 1), bool)
    apart[:, :size, :, :size] = padded.reshape(ny // size, size, nx // size, size)
    labels, count = ndimage.label(apart.reshape(ny // size * (size + 1), -1), structure=np.ones((3, 3)))
    together = labels.reshape(apart.shape)[:, :size, :, :size].reshape(ny, nx)
    return np.asarray(together[: navigable.shape[0], : navigable.shape[1]], np.int32) - 1, int(count)


def _shortest_of_each(a: Indices, b: Indices, length: Array, count: int) -> tuple[Indices, Indices, Array]:
    """One edge a pair, since a sparse matrix would add up several."""
    low, high = np.minimum(a, b), np.maximum(a, b)
    order = np.lexsort((length, low * count + high))
    _, first = np.unique((low * count + high)[order], return_index=True)
    kept = order[first]
    return low[kept], high[kept], length[kept]
