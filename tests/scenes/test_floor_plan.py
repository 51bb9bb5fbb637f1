"""Floor plans and walls: tilings without gaps, rooms of the sizes asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely
from generated_homes import open_plan, plan_of

from gstgen.scenes.grounds import lay_grounds
from gstgen.scenes.plan import FloorPlan
from gstgen.scenes.rectilinear import edges, inner_polygon, voids
from gstgen.scenes.walls import wall_segments

WALL_M = 0.14


def _rects(plan):
    return [rect for own in plan.rooms.values() for rect in own]


SCENES = [
    ("Rs_int", 1), ("Pomaria_1_int", 2), ("Merom_1_int", 3), ("Merom_0_garden", 1), ("house_single_floor", 1),
    ("gates_bedroom", 1),
    ("hotel_suite_large", 2), ("office_cubicles_left", 1), ("school_computer_lab_and_infirmary", 2),
    ("restaurant_hotel", 3), ("grocery_store_asian", 1), ("hall_glass_ceiling", 2), ("hotel_gym_spa", 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seed"), SCENES)
def test_rooms_and_notches_tile_a_rectangle(name, seed):
    _, specs, plan = plan_of(name, seed)
    boxes = [shapely.box(*r) for r in [*_rects(plan), *plan.notches]]
    union = shapely.union_all(boxes)
    assert union.area == pytest.approx(sum(b.area for b in boxes), abs=1e-6)
    assert union.area == pytest.approx(union.envelope.area, abs=1e-6)
    assert set(plan.rooms) == {s.id for s in specs}
    for rect in _rects(plan):
        assert all(abs(v / 0.05 - round(v / 0.05)) < 1e-6 for v in rect)


@pytest.mark.parametrize(("name", "seed"), SCENES)
def test_rooms_are_as_large_as_asked_and_wide_enough(name, seed):
    _, specs, plan = plan_of(name, seed)
    for spec in specs:
        rects = plan.rooms[spec.id]
        floor = inner_polygon(rects, WALL_M / 2)
        least = min(min(r[2] - r[0], r[3] - r[1]) for r in rects if len(rects) == 1) if len(rects) == 1 else None
        if spec.width_m is not None:
            if least is not None:
                assert least - WALL_M == pytest.approx(spec.width_m, abs=0.06)
            continue
        assert floor.area >= (0.85 if not spec.outdoor else 0.5) * spec.area_m2
        if least is not None and not spec.outdoor:
            assert least - WALL_M >= 0.8 * spec.side_m
        if len(rects) == 2 and not spec.outdoor:
            arm = floor.buffer(-0.4 * (spec.arm_m or 0.0), join_style="mitre")
            assert isinstance(arm, shapely.Polygon), f"an arm of {spec.id} is too narrow"


def test_some_homes_have_rooms_around_a_corner():
    bent = [plan_of("Rs_int", seed)[2] for seed in range(12)]
    count = sum(any(len(r) == 2 for r in plan.rooms.values()) for plan in bent)
    assert 1 <= count <= 11


def test_the_first_bathroom_is_not_behind_one_of_several_bedrooms():
    for seed in range(6):
        _, specs, plan = plan_of("Benevolence_2_int", seed)
        walls, found = open_plan("home", specs, plan, seed)
        beside = {r for o in found.openings if o.kind == "door" for r in walls[o.wall].rooms
                  if "bathroom_0" in walls[o.wall].rooms}  # fmt: skip
        assert "corridor_0" in beside


def test_a_garden_lies_along_the_house():
    for area in (60.0, 300.0, 2000.0):
        kind, specs, plan = plan_of("Rs_garden", 4)
        inner = [s for s in specs if not s.outdoor]
        house = {k: v for k, v in plan.rooms.items() if k != "garden_0"}
        garden = replace(next(s for s in specs if s.outdoor), area_m2=area)
        rooms = lay_grounds(inner, house, [garden], kind, 1.2, np.random.default_rng(1))
        built = shapely.union_all([shapely.box(*r) for k, own in rooms.items() if k != "garden_0" for r in own])
        ground = shapely.union_all([shapely.box(*r) for r in rooms["garden_0"]])
        assert ground.geom_type == "Polygon"
        assert ground.area == pytest.approx(max(area, 4.0), rel=0.35)
        assert ground.intersection(built).area < 1e-9
        assert ground.boundary.intersection(built.boundary).length > 3.0


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
    assert plan_of("Rs_int", 5)[2] == plan_of.__wrapped__("Rs_int", 5)[2]
    assert plan_of("Rs_int", 5)[2] != plan_of("Rs_int", 6)[2]


@pytest.mark.parametrize(("name", "seed"), [("Rs_int", 1), ("Wainscott_0_int", 2), ("Benevolence_2_int", 4)])
def test_walls_fill_exactly_what_the_rooms_leave(name, seed):
    """Walls neither overlap nor leave a gap: they are the rooms grown to their outer faces, less the floors."""
    _, _, plan = plan_of(name, seed)
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
