"""Floor plans and walls: tilings without gaps."""

from __future__ import annotations

import pytest
import shapely

from gstgen.scenes.inventory import load_inventory
from gstgen.scenes.plan import FloorPlan, PlanParameters, make_plan
from gstgen.scenes.programme import room_specs
from gstgen.scenes.rectilinear import edges, inner_polygon, voids
from gstgen.scenes.walls import wall_segments

WALL_M = 0.14


def _rects(plan):
    return [rect for own in plan.rooms.values() for rect in own]


def plan_of(name, seed):
    specs = room_specs(load_inventory(name), "home", seed)
    plan = make_plan(specs, [s.area_m2 for s in specs], "home", PlanParameters(WALL_M, 1.1, 80, 2), seed, name)
    assert plan is not None
    return specs, plan


@pytest.mark.parametrize(("name", "seed"), [("Rs_int", 1), ("Pomaria_1_int", 2), ("Merom_1_int", 3)])
def test_rooms_and_notches_tile_a_rectangle(name, seed):
    specs, plan = plan_of(name, seed)
    boxes = [shapely.box(*r) for r in [*_rects(plan), *plan.notches]]
    union = shapely.union_all(boxes)
    assert union.area == pytest.approx(sum(b.area for b in boxes), abs=1e-6)
    assert union.area == pytest.approx(union.envelope.area, abs=1e-6)
    assert set(plan.rooms) == {s.id for s in specs}
    for rect in _rects(plan):
        assert all(abs(v / 0.05 - round(v / 0.05)) < 1e-6 for v in rect)


L_SHAPE = ((0.0, 0.0, 4.0, 2.0), (0.0, 2.0, 1.5, 5.0))


def test_an_l_shaped_room_has_six_walls_and_one_void():
    polygon = inner_polygon(L_SHAPE, 0.1)
    assert polygon.area == pytest.approx(3.8 * 1.8 + 1.3 * 3.0)
    assert [(e.side, e.fixed_m) for e in edges(polygon)] == [(0, 0.1), (1, 0.1), (2, 1.4), (2, 3.9), (3, 1.9), (3, 4.9)]
    assert voids(polygon) == ((1.4, 1.9, 3.9, 4.9),)
    assert polygon.area + sum(shapely.box(*v).area for v in voids(polygon)) == pytest.approx(polygon.envelope.area)


def test_a_room_in_two_pieces_is_refused():
    with pytest.raises(ValueError, match="one polygon"):
        inner_polygon(((0, 0, 1, 1), (3, 3, 4, 4)), 0.0)


def test_an_l_shaped_room_has_no_wall_along_its_seam():
    plan = FloorPlan({"a": L_SHAPE, "b": ((1.5, 2.0, 4.0, 5.0),)}, (), None, 0.0)
    walls = wall_segments(plan, 0.2)
    assert sorted((w.along, w.line_m) for w in walls if len(w.rooms) == 2) == [
        ("x", 2.0),
        ("y", 1.5),
    ]


def test_same_seed_same_plan():
    assert plan_of("Rs_int", 5)[1] == plan_of("Rs_int", 5)[1]
    assert plan_of("Rs_int", 5)[1] != plan_of("Rs_int", 6)[1]


@pytest.mark.parametrize(("name", "seed"), [("Rs_int", 1), ("Wainscott_0_int", 2), ("Benevolence_2_int", 4)])
def test_walls_fill_exactly_what_the_rooms_leave(name, seed):
    """Walls neither overlap nor leave a gap: they are the rooms grown to their outer faces, less the floors."""
    _, plan = plan_of(name, seed)
    half = WALL_M / 2
    pieces = []
    for wall in wall_segments(plan, WALL_M):
        (ax, ay), (bx, by) = wall.point(wall.start_m, -half), wall.point(wall.end_m, half)
        pieces.append(shapely.box(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))
    union = shapely.union_all(pieces)
    assert union.area == pytest.approx(sum(p.area for p in pieces), abs=1e-6)
    grown = shapely.union_all([shapely.box(r[0] - half, r[1] - half, r[2] + half, r[3] + half) for r in _rects(plan)])
    inner = [inner_polygon(own, half) for own in plan.rooms.values()]
    assert union.symmetric_difference(grown.difference(shapely.union_all(inner))).area < 1e-6
