"""The tools that rooms are arranged with: frames of walls, runs, rows, places at tables, drawing and giving back."""

from __future__ import annotations

import numpy as np
import pytest
from public_rooms import empty_room, faults, furnisher, item

from gstgen.scenes.arranging import stocking
from gstgen.scenes.arranging.frame import extent, frames, main_frames, merged, moved, subtract
from gstgen.scenes.arranging.runs import in_rows, inner_rect, line_up, pack_rows, side_by_side, standing
from gstgen.scenes.arranging.seating import places_around, table_group
from gstgen.scenes.arranging.supply import Shares, Supply
from gstgen.scenes.arranging.tabletop import lay_place
from gstgen.scenes.placement import Group, Part

CHAIR = item("straight_chair", (0.5, 0.5, 0.9))
TABLE = item("breakfast_table", (0.9, 1.8, 0.75))


@pytest.mark.parametrize("side", range(4))
def test_a_wall_frame_agrees_with_a_group_placed_there(side):
    space = empty_room(6.0, 4.0)
    wall = next(w for w in frames(space) if w.edge.side == side)
    shelf = item("bookcase", (0.3, 0.8, 1.0))
    assert space.place_at(Group((Part(shelf, 0.15, 0.0),)), wall.point(0.0, 1.4), wall.turn)
    x, y = wall.local(*space.placed[0].box.center_m[:2])
    assert (x, y) == (pytest.approx(0.15), pytest.approx(1.4))
    assert wall.local(*wall.point(1.2, -0.3)) == (pytest.approx(1.2), pytest.approx(-0.3))
    taken = [s for s in wall.free_spans(space, (0.0, 0.3), (0.0, 0.9)) if s[0] < 1.4 < s[1]]
    assert not taken


def test_what_is_left_of_a_stretch():
    assert subtract([(0.0, 5.0)], [(1.0, 2.0), (4.5, 9.0)]) == [(0.0, 1.0), (2.0, 4.5)]
    assert subtract([(0.0, 1.0)], [(-1.0, 2.0)]) == []


def test_a_turned_group_keeps_what_carries_what():
    table = Group((Part(TABLE, 0.0, 0.0), Part(item("plate", (0.2, 0.2, 0.02)), 0.3, 0.5, 0.75, support=0)))
    pair = merged([table, moved(table, 2.0, 0.0, 90)])
    assert [p.support for p in pair.parts] == ["floor", 0, "floor", 2]
    assert (pair.parts[3].x_m, pair.parts[3].y_m) == (pytest.approx(1.5), pytest.approx(0.3))
    assert extent(moved(table, 0.0, 0.0, 90)) == pytest.approx((-0.9, -0.45, 0.9, 0.45))


def test_a_run_fills_walls_and_returns_the_rest():
    lockers = [item("locker", (0.4, 0.4, 1.8))] * 80
    f = furnisher(empty_room(6.0, 4.0), lockers, "corridor")
    left = line_up(f, [standing(i, 0.02) for i in lockers], front_m=0.5)
    assert len(left) == len(f.left)
    assert 0 < len(left) < 50
    assert len(f.space.placed) == 80 - len(left)
    assert list(faults(f)) == []


def test_a_run_keeps_out_of_the_way_of_windows_only_where_it_is_high():
    f = furnisher(empty_room(3.0, 3.0), [], "corridor")
    f.space.lanes.append((0.0, 0.0, 0.9, 3.0, 0.25, 2.0))  # a window along the lower wall
    wall = next(w for w in main_frames(f.space) if w.edge.side == 1)
    assert wall.free_spans(f.space, (0.0, 0.3), (0.0, 0.8)) == [(-1.5, 1.5)]
    assert wall.free_spans(f.space, (0.0, 0.3), (0.0, 1.8)) == []


@pytest.mark.parametrize("turn", range(4))
def test_rows_fill_a_rectangle_and_face_the_same_way(turn):
    items = [CHAIR] * 12
    f = furnisher(empty_room(8.0, 6.0), items, "hall")
    left = in_rows(f, [Group((Part(i, 0.0, 0.0),)) for i in items], inner_rect(f, 1.0), turn, (0.4, 0.6))
    assert not left
    assert not f.left
    assert list(faults(f)) == []
    headings = {round(p.box.yaw_deg) % 360 for p in f.space.placed}
    assert headings == {90 * turn}


def test_groups_of_different_sizes_share_rows():
    small, large = item("pedestal_table", (0.7, 0.7, 0.75)), item("breakfast_table", (1.0, 2.4, 0.75))
    items = [large] * 3 + [small] * 6
    f = furnisher(empty_room(9.0, 7.0), items, "dining_room")
    assert pack_rows(f, [Group((Part(i, 0.0, 0.0),)) for i in items], inner_rect(f, 1.0), 0, (0.9, 0.9)) == []
    assert list(faults(f)) == []


def test_rows_that_do_not_fit_are_returned():
    items = [TABLE] * 5
    f = furnisher(empty_room(2.4, 2.4), items, "dining_room")
    groups = [Group((Part(i, 0.0, 0.0),)) for i in items]
    assert len(pack_rows(f, groups, inner_rect(f, 0.9), 0, (0.9, 0.9))) == 5
    assert len(f.left) == 5


@pytest.mark.parametrize("count", range(1, 13))
def test_chairs_round_a_table_face_it_and_do_not_touch(count):
    places = places_around(0.9, 1.8, 0.5, count)
    assert len(places) == min(count, 8)
    group = table_group(TABLE, [CHAIR] * count)
    boxes = group.bounds
    assert len(boxes) == len(places) + 1
    for i in range(len(boxes)):
        for j in range(i):
            shared = np.minimum(boxes[i, 3:], boxes[j, 3:]) - np.maximum(boxes[i, :3], boxes[j, :3])
            assert not np.all(shared > 1e-6)
    for part in group.parts[1:]:
        ahead = part.rotation[:2, 0]
        assert ahead @ -np.array([part.x_m, part.y_m]) > 0


def test_long_sides_are_seated_before_the_ends():
    assert {p.side for p in places_around(0.9, 1.8, 0.5, 4)} == {"front", "back"}
    assert {p.side for p in places_around(1.8, 0.9, 0.5, 4)} == {"left", "right"}


def test_what_is_given_back_can_be_drawn_again():
    f = furnisher(empty_room(4.0, 4.0), [CHAIR, CHAIR, TABLE], "dining_room")
    supply = Supply(f)
    one, other = supply.draw("straight_chair"), supply.draw("straight_chair")
    assert supply.draw("straight_chair") is None
    supply.give_back([Group((Part(one, 0.0, 0.0), Part(other, 1.0, 0.0)))])
    assert supply.count("straight_chair") == 2


def test_shares_deal_everything_out():
    pens = [item("pen", (0.1, 0.01, 0.01))] * 7
    f = furnisher(empty_room(4.0, 4.0), pens, "office")
    shares = Shares(Supply(f), 3, ("pen", "folder"))
    dealt = [shares.next()["pen"] for _ in range(3)]
    assert sum(dealt) == 7
    assert max(dealt) - min(dealt) <= 1


def test_side_by_side_is_centred():
    run = side_by_side([Group((Part(TABLE, 0.0, 0.0),))] * 3, 0.1)
    assert extent(run) == pytest.approx((-0.45, -2.8, 0.45, 2.8))


def test_shelves_share_the_goods_evenly():
    shelf = item("grocery_shelf", (0.6, 1.2, 1.9))
    cans = [item("can_of_soda", (0.07, 0.07, 0.12), "x")] * 60 + [item("box_of_rice", (0.06, 0.15, 0.2), "y")] * 40
    f = furnisher(empty_room(8.0, 6.0), [shelf] * 4, "grocery_store")
    line_up(f, [standing(shelf, 0.02)] * 1 + [standing(shelf, 0.02) for _ in range(3)])
    f.left = list(cans)
    assert stocking.fill(f, stocking.bases_of(f, "grocery_shelf"), stocking.by_kind(cans)) == []
    per_shelf = [sum(p.support == k for p in f.space.placed) for k in range(4)]
    assert min(per_shelf) >= 10
    assert not f.left


def test_plates_stand_in_piles_that_clear_the_board_above():
    board = item("shelf", (0.4, 1.0, 1.4))
    plates = [item("plate", (0.24, 0.24, 0.03))] * 50
    f = furnisher(empty_room(4.0, 4.0), [board], "kitchen")
    line_up(f, [standing(board, 0.02)])
    f.left = list(plates)
    left = stocking.pile(f, stocking.bases_of(f, "shelf"), plates, most=12)
    assert not left
    assert not f.left
    assert list(faults(f)) == []
    tops = sorted(p.box.bounds_m[1][2] for p in f.space.placed if p.item.category == "plate")
    assert tops[-1] <= 1.4 + 1e-6


@pytest.mark.parametrize("size", [(0.9, 0.9, 0.75), (0.9, 1.8, 0.75), (1.0, 3.3, 0.75), (1.6, 0.8, 0.75)])
@pytest.mark.parametrize("count", [2, 4, 6, 8])
def test_settings_of_neighbours_do_not_overlap(size, count):
    table = item("breakfast_table", size)
    things = [item("plate", (0.23, 0.23, 0.02)), item("tablefork", (0.19, 0.02, 0.01)),
              item("table_knife", (0.2, 0.02, 0.01)), item("wineglass", (0.08, 0.08, 0.18))]  # fmt: skip
    f = furnisher(empty_room(6.0, 6.0), [table, *[CHAIR] * count, *things * 8], "dining_room")
    supply = Supply(f)
    group = table_group(table, [CHAIR] * count, supply, lay_place)
    boxes = group.bounds
    laid = [k for k, p in enumerate(group.parts) if p.support == 0]
    assert sum(group.parts[k].item.category == "plate" for k in laid) >= min(len(group.items) - 1, 2)
    for n, i in enumerate(laid):
        assert np.all(boxes[i, :2] >= boxes[0, :2] - 1e-6)
        assert np.all(boxes[i, 3:5] <= boxes[0, 3:5] + 1e-6)
        for j in laid[:n]:
            shared = np.minimum(boxes[i, 3:], boxes[j, 3:]) - np.maximum(boxes[i, :3], boxes[j, :3])
            assert not np.all(shared > 1e-6), (group.parts[i].item.category, group.parts[j].item.category)
