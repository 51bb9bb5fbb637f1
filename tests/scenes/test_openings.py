"""Doors, passages and windows on plans of every kind, and on small plans with known answers."""

from __future__ import annotations

import itertools

import pytest
import shapely
from generated_homes import default_settings, open_plan, plan_of

from gstgen.scenes.inventory import Inventory, InventoryItem, InventoryRoom
from gstgen.scenes.layout import place_openings
from gstgen.scenes.openings import lane_rects, leaf_rect
from gstgen.scenes.plan import FloorPlan
from gstgen.scenes.programme import kind_rules, room_specs
from gstgen.scenes.rectilinear import inner_polygon
from gstgen.scenes.walls import wall_segments

SCENES = [
    ("Rs_int", 1), ("Wainscott_0_int", 2), ("Rs_garden", 3), ("hotel_suite_small", 1), ("office_cubicles_right", 2),
    ("school_geography", 1), ("restaurant_diner", 4), ("grocery_store_cafe", 1), ("hall_train_station", 2),
    ("hotel_gym_spa", 3), ("gates_bedroom", 1),
]  # fmt: skip
S = default_settings()


def item(category, width, height):
    return InventoryItem(category, "m", (0.1, width, height))


def opened(rooms, rects, kind="home"):
    """Openings of rooms `{id: items}` on rectangles `{id: rects}`."""
    inventory = Inventory(
        "t", tuple(InventoryRoom(r, r.rsplit("_", 1)[0], None, tuple(i)) for r, i in rooms.items()), ()
    )
    specs = room_specs(inventory, kind, 1)
    plan = FloorPlan(rects, (), None, 0.0)
    walls = wall_segments(plan, S.wall_m)
    found = place_openings(specs, plan, walls, S, kind, 1, "t")
    return specs, walls, found


@pytest.mark.parametrize(("name", "seed"), SCENES)
def test_every_room_is_reached_by_an_agent(name, seed):
    kind, specs, plan = plan_of(name, seed)
    walls, found = open_plan(kind, specs, plan, seed)
    rooms = {s.id: s for s in specs}
    reached, edge = {specs[0].id}, [specs[0].id]
    ways = [o for o in found.openings if o.kind in ("door", "passage")]
    for o in ways:
        frame = S.door_frame_m
        clear = o.u1_m - o.u0_m - 2 * frame - (S.door_leaf_m if o.kind == "door" else 0.0)
        assert clear >= 0.8 - 1e-9, o
        assert 1.9 < o.z1_m <= min(rooms[r].height_m for r in walls[o.wall].rooms) - 0.1
    while edge:
        here = edge.pop()
        for o in ways:
            pair = walls[o.wall].rooms
            if here in pair:
                for other in set(pair) - reached:
                    reached.add(other)
                    edge.append(other)
    assert reached == set(rooms)
    assert sum(o.kind == "front_door" for o in found.openings) >= 1


@pytest.mark.parametrize(("name", "seed"), SCENES)
def test_openings_lie_in_their_wall_and_apart(name, seed):
    kind, specs, plan = plan_of(name, seed)
    walls, found = open_plan(kind, specs, plan, seed)
    rooms = {s.id: s for s in specs}
    by_wall = {}
    for o in found.openings:
        wall = walls[o.wall]
        assert wall.node_start_m + S.wall_m / 2 - 1e-9 <= o.u0_m < o.u1_m <= wall.node_end_m - S.wall_m / 2 + 1e-9
        assert 0.0 <= o.z0_m < o.z1_m
        by_wall.setdefault(o.wall, []).append(o)
        if o.kind in ("window", "front_door"):
            inside = wall.low if o.side == "low" else wall.high
            assert inside is not None
            assert sum(not rooms[r].outdoor for r in wall.rooms) <= 1
        if o.kind == "window":
            assert not rooms[inside].outdoor
            assert o.z1_m <= rooms[inside].height_m
    for own in by_wall.values():
        for a, b in itertools.combinations(own, 2):
            apart = max(a.u0_m, b.u0_m) - min(a.u1_m, b.u1_m), max(a.z0_m, b.z0_m) - min(a.z1_m, b.z1_m)
            assert max(apart) > -1e-9, (a, b)


@pytest.mark.parametrize(("name", "seed"), SCENES[:5])
def test_open_leaves_stay_in_their_room_and_off_other_ways(name, seed):
    kind, specs, plan = plan_of(name, seed)
    walls, found = open_plan(kind, specs, plan, seed)
    ways = [o for o in found.openings if o.kind in ("door", "passage")]
    for o in ways:
        if o.kind != "door":
            continue
        wall = walls[o.wall]
        room = wall.low if o.side == "low" else wall.high
        leaf = shapely.box(*leaf_rect(wall, o, S.wall_m, S.door_leaf_m, S.door_frame_m))
        assert inner_polygon(plan.rooms[room], S.wall_m / 2).buffer(1e-6).contains(leaf)
        for other in ways:
            if other is not o:
                lanes = lane_rects(walls[other.wall], other, S.wall_m, 0.3)
                assert all(leaf.intersection(shapely.box(*lane)).area < 0.02 for lane in lanes), (o, other)


@pytest.mark.parametrize(("name", "seed"), SCENES)
def test_windows_are_placed_or_named(name, seed):
    kind, specs, plan = plan_of(name, seed)
    _, found = open_plan(kind, specs, plan, seed)
    listed = sum(len(s.windows) for s in specs if not s.outdoor)
    placed = sum(o.kind == "window" for o in found.openings)
    lost = [u for u in found.unplaced if "window" in u["item"]]
    outdoor = sum(len(s.windows) for s in specs if s.outdoor)
    assert listed <= placed + len(lost) <= listed + outdoor
    assert all(u["reason"] and u["room"] for u in found.unplaced)
    assert placed >= 0.7 * listed - 1


def test_windows_of_a_high_hall_come_in_rows():
    windows = [item("fixed_window", 4.0, 2.0)] * 24
    rects = {"empty_room_0": ((0.0, 0.0, 20.0, 20.0),), "corridor_0": ((0.0, 20.0, 20.0, 22.0),)}
    specs, _, found = opened({"empty_room_0": windows, "corridor_0": []}, rects, "hall")
    assert specs[0].height_m >= 6.0
    assert sum(o.kind == "window" for o in found.openings) == 24
    assert len({round(o.z1_m, 3) for o in found.openings if o.kind == "window"}) >= 2


def test_a_window_taller_than_its_room_and_a_room_inside_are_named():
    rects = {
        "living_room_0": ((0.0, 0.0, 9.0, 4.0),),
        "bathroom_0": ((3.0, 4.0, 6.0, 7.0),),
        "kitchen_0": ((0.0, 7.0, 9.0, 10.0),),
        "bedroom_0": ((0.0, 4.0, 3.0, 7.0),),
        "bedroom_1": ((6.0, 4.0, 9.0, 7.0),),
        "corridor_0": ((9.0, 0.0, 10.5, 10.0),),
    }
    rooms = {r: [] for r in rects} | {
        "living_room_0": [item("fixed_window", 1.0, 5.0)],
        "bathroom_0": [item("openable_window", 0.5, 0.5)],
    }
    _, _, found = opened(rooms, rects)
    reasons = {u["room"]: u["reason"] for u in found.unplaced}
    assert "taller" in reasons["living_room_0"]
    assert reasons["bathroom_0"] == "the room has no outer wall"
    assert any("bathroom_0" in n and "without a window" in n for n in found.notes)


def test_a_garden_shares_the_windows_of_the_house_and_has_a_gate():
    window = item("openable_window", 1.0, 1.0)
    rects = {"living_room_0": ((0.0, 0.0, 6.0, 5.0),), "garden_0": ((6.0, 0.0, 16.0, 5.0), (0.0, 5.0, 16.0, 15.0))}
    rooms = {"living_room_0": [window, window], "garden_0": [window, window, window, item("gate", 2.0, 2.0)]}
    _, walls, found = opened(rooms, rects, "garden")
    assert sum(o.kind == "window" for o in found.openings) == 3
    assert found.unplaced == []
    gate = next(o for o in found.openings if o.category == "gate")
    assert walls[gate.wall].rooms == ("garden_0",)
    assert {walls[o.wall].rooms for o in found.openings if o.kind in ("door", "passage")} in (
        {("living_room_0", "garden_0")},
        {("garden_0", "living_room_0")},
    )


def test_a_bedroom_gets_a_door_and_its_wide_door_leads_outside():
    rects = {"corridor_0": ((0.0, 0.0, 6.0, 1.5),), "bedroom_0": ((0.0, 1.5, 6.0, 6.0),)}
    wide, narrow = item("door", 3.4, 2.9), item("door", 0.79, 1.83)
    rooms = {"corridor_0": [narrow, narrow], "bedroom_0": [wide, narrow]}
    _, walls, found = opened(rooms, rects)
    inner = [o for o in found.openings if len(walls[o.wall].rooms) == 2]
    assert [o.kind for o in inner] == ["door"]
    terrace = [o for o in found.openings if o.kind == "front_door" and walls[o.wall].rooms == ("bedroom_0",)]
    assert len(terrace) == 1
    assert (terrace[0].leaves, terrace[0].u1_m - terrace[0].u0_m) == (2, pytest.approx(2.2 + 2 * S.door_frame_m))


def test_lift_doors_find_a_wall_or_are_named():
    rects = {"lobby_0": ((0.0, 0.0, 8.0, 8.0),), "corridor_0": ((8.0, 3.0, 12.0, 5.0),)}
    rooms = {"lobby_0": [], "corridor_0": [item("elevator_door", 1.3, 2.8)] * 12}
    _, walls, found = opened(rooms, rects, "office")
    placed = [o for o in found.openings if o.category == "elevator_door"]
    assert any(walls[o.wall].rooms == ("lobby_0",) for o in placed)
    assert len(placed) + sum("elevator_door" in u["item"] for u in found.unplaced) == 12


def test_halls_have_wide_doors_and_kinds_differ():
    assert kind_rules("hall").wide_door > kind_rules("home").wide_door
    _, specs, plan = plan_of("hall_train_station", 2)
    _, found = open_plan("hall", specs, plan, 2)
    front = next(o for o in found.openings if o.kind == "front_door")
    assert front.u1_m - front.u0_m >= 2.4
    assert front.leaves == 2
