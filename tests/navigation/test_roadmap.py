import itertools

import networkx as nx
import numpy as np
import pytest
import shapely

from gstgen.errors import RunError
from gstgen.navigation.floor_map import FloorMap, build_floor_map
from gstgen.navigation.motion import smooth_paths
from gstgen.navigation.roadmap import Roadmap, path_length_m, resample
from gstgen.navigation.settings import FloorMapSettings, RoadmapSettings
from gstgen.navigation.tour import lower_bound_m, short_tour, tour_length_m

RADIUS_M = 0.25
EXACT = RoadmapSettings(max_cells=1_000_000, corridor_m=0.8)
COARSE = RoadmapSettings(max_cells=400, corridor_m=0.8)


def optimum_m(room: shapely.Polygon, boxes: list[shapely.Polygon], start: np.ndarray, goal: np.ndarray) -> float:
    """Visibility graph over the corners of obstacles grown by the agent's radius, rounded as by a disc."""
    grown = [b.buffer(RADIUS_M, quad_segs=8) for b in boxes]
    free = room.buffer(-RADIUS_M).difference(shapely.union_all([g.buffer(-1e-6) for g in grown]))
    points = [start, goal]
    for polygon in getattr(free, "geoms", [free]):
        for ring in (polygon.exterior, *polygon.interiors):
            points += [np.array(c) for c in ring.coords[:-1]]
    slack = free.buffer(1e-4)
    shapely.prepare(slack)
    graph = nx.Graph()
    for i, j in itertools.combinations(range(len(points)), 2):
        if slack.covers(shapely.LineString([points[i], points[j]])):
            graph.add_edge(i, j, weight=float(np.linalg.norm(points[i] - points[j])))
    return float(nx.shortest_path_length(graph, 0, 1, weight="weight"))


GOLDEN = {
    "one table": ([(2.0, 0.0, 2.6, 2.2)], (0.5, 0.5), (3.5, 0.5)),
    "slalom": ([(1.2, 0.0, 1.5, 2.6), (2.6, 1.2, 2.9, 4.0)], (0.4, 0.4), (3.6, 3.6)),
    "islands": ([(0.9, 0.9, 1.6, 1.7), (2.3, 0.6, 3.1, 1.4), (1.7, 2.3, 2.9, 3.1)], (0.4, 0.5), (3.6, 3.5)),
    "nothing": ([], (0.5, 0.5), (3.5, 3.5)),
}


@pytest.mark.parametrize("search", [EXACT, COARSE], ids=["exact", "coarse"])
@pytest.mark.parametrize("name", GOLDEN)
def test_shortest_path_is_near_the_visibility_graph(  # type: ignore[no-untyped-def]
    builder, floor_settings: FloorMapSettings, name: str, search: RoadmapSettings
) -> None:
    boxes, start, goal = GOLDEN[name]
    builder.room("hall_0", 0, 0, 4, 4)
    for k, (x0, y0, x1, y1) in enumerate(boxes):
        builder.furniture(f"block_a_{k}", ((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0, y1 - y0, 1.0))
    floor_map = build_floor_map(builder.scene(), builder.geometry, floor_settings)
    path = Roadmap(floor_map, search, 0.45, 1.5).shortest_path(start, goal)
    shapes = [shapely.box(*b) for b in boxes]
    best = optimum_m(shapely.box(0, 0, 4, 4), shapes, path[0], path[-1])
    assert best * 0.97 <= path_length_m(path) <= best * 1.1
    line = shapely.LineString(path)
    assert all(line.distance(s) >= RADIUS_M - 0.04 for s in shapes)


def test_path_through_the_flat_goes_through_its_doors(flat_map: FloorMap) -> None:
    path = Roadmap(flat_map, EXACT, 0.45, 1.5).shortest_path([2.2, 6.0], [6.5, 2.5])
    dense = resample(path, 0.02)
    assert (flat_map.clearance_at(dense) >= RADIUS_M - 1e-3).all()
    line = shapely.LineString(path)
    assert line.intersects(shapely.box(1.6, 4.0, 2.5, 4.15))
    assert line.intersects(shapely.box(5.0, 2.6, 5.15, 3.5))


def test_comfortable_paths_keep_clearance_and_are_little_longer(flat_map: FloorMap) -> None:
    roadmap = Roadmap(flat_map, EXACT, 0.45, 1.5)
    a, b = (int(n) for n in roadmap.nearest_nodes([[2.2, 6.2], [6.0, 0.5]]))
    (smooth,) = smooth_paths(flat_map, [roadmap.tree(a, comfortable=True).path(b, taut=False)], 0.45)
    taut = roadmap.tree(a, comfortable=False).path(b, taut=True)
    assert path_length_m(taut) <= path_length_m(smooth) <= 1.2 * path_length_m(taut)
    assert (flat_map.clearance_at(resample(smooth, 0.02)) >= RADIUS_M - 5e-3).all()
    assert flat_map.clearance_at(resample(smooth, 0.1)).mean() > flat_map.clearance_at(resample(taut, 0.1)).mean()
    assert smooth[0] == pytest.approx(roadmap.points_m[a])
    assert smooth[-1] == pytest.approx(roadmap.points_m[b])


def test_unreachable_place_is_a_run_error(flat_map: FloorMap) -> None:
    roadmap = Roadmap(flat_map, EXACT, 0.45, 1.5)
    tree = roadmap.tree(0, comfortable=False)
    tree._before[:] = -9999
    with pytest.raises(RunError, match="no path"):
        tree.path(5, taut=False)


def test_tours_are_short_and_bounded() -> None:
    generator = np.random.default_rng(4)
    for _ in range(5):
        points = generator.uniform(0, 10, (7, 2))
        distance = np.linalg.norm(points[:, None] - points[None], axis=2)
        tour = short_tour(distance, [2])
        assert tour[0] == 2
        assert sorted(tour) == list(range(7))
        best = min(tour_length_m(distance, [2, *rest]) for rest in itertools.permutations([0, 1, 3, 4, 5, 6]))
        length = tour_length_m(distance, tour)
        assert best - 1e-9 <= length <= 1.1 * best
        assert lower_bound_m(distance) <= best + 1e-9


def test_lonely_viewpoint_is_a_tour() -> None:
    assert short_tour(np.zeros((1, 1)), [0]) == [0]
    assert lower_bound_m(np.zeros((1, 1))) == 0.0


def test_large_floors_keep_every_connection_and_lengths(flat_map: FloorMap) -> None:
    exact, coarse = Roadmap(flat_map, EXACT, 0.45, 1.5), Roadmap(flat_map, COARSE, 0.45, 1.5)
    assert exact.is_exact
    assert not coarse.is_exact
    nodes = exact.nearest_nodes([[2.2, 6.2], [6.0, 0.5], [2.5, 2.5], [8.0, 2.0]])
    assert (nodes == coarse.nearest_nodes(exact.points_m[nodes])).all()
    fine, rough = exact.distance_matrix_m(nodes), coarse.distance_matrix_m(nodes)
    apart = ~np.eye(len(nodes), dtype=bool)
    assert np.isfinite(rough).all()
    assert (np.abs(rough - fine)[apart] <= 0.15 * fine[apart] + 0.6).all()
    path = coarse.comfortable_path(int(nodes[0]), int(nodes[1]))
    assert (flat_map.clearance_at(resample(path, 0.02)) >= RADIUS_M - 1e-3).all()
    assert path[[0, -1]] == pytest.approx(exact.points_m[nodes[:2]])


def test_nearby_cells_of_a_large_floor_are_exact(flat_map: FloorMap) -> None:
    exact, coarse = Roadmap(flat_map, EXACT, 0.45, 1.5), Roadmap(flat_map, COARSE, 0.45, 1.5)
    (start,) = exact.nearest_nodes([[2.5, 2.5]])
    near = coarse.nearby(int(start), 1.5)
    assert len(near.cells) < len(exact.cells)
    assert np.abs(near.points_m - exact.points_m[start]).max() <= 1.5 + 1e-9
    (origin,) = near.nearest_nodes(exact.points_m[[start]])
    whole = exact.nearby(int(start), 1.5).distances_m(int(start), np.inf)[exact.nearest_nodes(near.points_m)]
    close = whole < 1.0
    assert near.distances_m(int(origin), np.inf)[close] == pytest.approx(whole[close])
