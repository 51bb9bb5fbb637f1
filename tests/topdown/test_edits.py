"""Edited plans: nothing but what moved changes, everything can be undone, nothing is drawn that no plan has."""

from __future__ import annotations

import numpy as np
import pytest
import yaml

from gstgen.resources import resource_folder
from gstgen.topdown.edit_settings import EditSettings
from gstgen.topdown.edits import Doorway, _pieces, door_moves, furniture_moves, mirror, wall_moves

M_PER_PX = 0.05


def settings(**changes):
    path = resource_folder("conf") / "questions" / "default.yaml"
    values = yaml.safe_load(path.read_text())["topdown_selection"]["edits"]
    return EditSettings.model_validate({**values, **changes})


def plan():
    """Two rooms of 6 x 5 m side by side and one of 12 x 4 m below, walls of 3 px, doorways of 18 px with casings."""
    floor = np.zeros((200, 260), bool)
    floor[8:108, 10:130] = floor[8:108, 133:253] = floor[111:191, 10:253] = True
    floor[108:111, 30:48] = True
    floor[40:58, 130:133] = True
    floor[107:112, 29:30] = floor[107:112, 48:49] = False  # casings stand out by a pixel
    return floor


DOORS = [Doorway("door_0", (30, 108, 48, 111)), Doorway("door_1", (130, 40, 133, 58))]


def rooms(floor):
    left, right, low = (np.zeros_like(floor) for _ in range(3))
    left[8:108, 10:130] = right[8:108, 133:253] = low[111:191, 10:253] = True
    return [("left", left), ("right", right), ("low", low)]


def picture(mask):
    return mask.astype(np.uint8) * np.uint8(255)


def test_a_door_moves_along_its_wall_and_leaves_a_wall():
    floor = plan()
    moves = list(door_moves(floor, DOORS, M_PER_PX, settings()))
    assert {m.shown for m in moves} == {(("door_0",),), (("door_1",),)}
    for move in moves:
        changed = move.apply(picture(floor)) > 127
        assert changed.sum() == floor.sum()
        x1, y1, x2, y2 = move.box_px
        outside = np.ones_like(floor)
        outside[y1:y2, x1:x2] = False
        assert not ((changed ^ floor) & outside).any()
        assert 1.0 <= move.moved_m <= 3.0
        assert _pieces(changed, M_PER_PX) == _pieces(floor, M_PER_PX)
        assert np.array_equal(move.apply(move.apply(picture(floor))), picture(floor))  # undone by the same exchange


def test_a_door_that_alone_joins_a_room_does_not_leave_it():
    floor = plan()
    # A wall between the left part of the room below and the rest: the door may not move to the other side of it.
    floor[111:191, 70:73] = False
    for move in door_moves(floor, DOORS[:1], M_PER_PX, settings()):
        assert _pieces(move.apply(picture(floor)) > 127, M_PER_PX) <= _pieces(floor, M_PER_PX)


def test_a_wall_moves_by_whole_rows_and_back():
    floor = plan()
    moves = list(wall_moves(floor, DOORS, rooms(floor), M_PER_PX, settings()))
    assert moves
    for move in moves:
        changed = move.apply(picture(floor)) > 127
        assert changed.shape == floor.shape
        assert (changed != floor).any()
        # Every row and column of the edited plan stands in the plan as it is: nothing was invented.
        axis_lines = changed if move.rows else changed.T
        known = {line.tobytes() for line in np.ascontiguousarray(floor if move.rows else floor.T)}
        assert {line.tobytes() for line in np.ascontiguousarray(axis_lines)} <= known
        x1, y1, x2, y2 = move.box_px
        outside = np.ones_like(floor)
        outside[y1:y2, x1:x2] = False
        assert not ((changed ^ floor) & outside).any()


def test_no_opening_is_made_narrower():
    floor = plan()
    for move in wall_moves(floor, DOORS, rooms(floor), M_PER_PX, settings()):
        taken = (move.take, move.take + move.width)
        for door in DOORS:
            x1, y1, x2, y2 = door.box_px
            if (x2 - x1 > y2 - y1) != move.rows:
                low, high = (y1, y2) if move.rows else (x1, x2)
                assert taken[1] <= low or taken[0] >= high


def test_a_thick_wall_with_a_doorway_does_not_grow():
    floor = plan()
    thick = np.concatenate([floor[:, :131], np.repeat(floor[:, 131:132], 6, 1), floor[:, 131:]], 1)  # 0.45 m
    for move in wall_moves(thick, DOORS[:1], [], M_PER_PX, settings()):
        assert move.rows or not 128 <= move.put <= 142


def furnished():
    floor = plan()
    free = floor.copy()
    free[9:25, 10:40] = False  # a sofa along the left wall's corner, 1.5 x 0.8 m
    free[60:76, 190:206] = False  # a table in the open
    free[111:125, 100:130] = False  # a sideboard along the wall of the room below
    feet = []
    for name, (y1, y2, x1, x2) in {
        "sofa": (9, 25, 10, 40),
        "table": (60, 76, 190, 206),
        "sideboard": (111, 125, 100, 130),
    }.items():
        mask = np.zeros_like(floor)
        mask[y1:y2, x1:x2] = True
        feet.append((name, mask))
    return floor, free, feet


def test_furniture_slides_along_its_wall_clear_of_doors_and_other_things():
    floor, free, feet = furnished()
    moves = list(furniture_moves(floor, free, DOORS, feet, M_PER_PX, settings()))
    assert {m.shown[0][0] for m in moves} >= {"table", "sideboard"}
    for move in moves:
        changed = move.apply(picture(free)) > 127
        assert changed.sum() == free.sum()
        assert not (changed & ~floor).any()
        assert 0.7 <= move.moved_m <= 3.0
        if move.shown[0][0] == "sideboard":
            assert move.shift[1] == 0  # it keeps to its wall
        near_door = np.zeros_like(floor)
        near_door[96:123, 18:60] = True
        assert not ((free & ~changed) & near_door).any()


def test_what_no_object_explains_stays_where_it_is():
    floor, free, feet = furnished()
    free[60:76, 206:216] = False  # hangs on to the table, and is no object's
    moves = list(furniture_moves(floor, free, DOORS, feet, M_PER_PX, settings()))
    assert not any("table" in m.shown[0] for m in moves)


@pytest.mark.parametrize("spoil", [True, False])
def test_an_edit_says_whether_another_left_its_ground_alone(spoil):
    floor, free, feet = furnished()
    move = next(m for m in furniture_moves(floor, free, DOORS, feet, M_PER_PX, settings()) if "table" in m.shown[0])
    other = picture(free)
    if spoil:
        other[move.box_px[1] : move.box_px[3], move.box_px[0] : move.box_px[2]] = 0
    assert move.holds(other) != spoil


def test_the_mirror_image_is_its_own_undoing():
    floor = picture(plan())
    edit = mirror(260, 200)
    assert np.array_equal(edit.apply(edit.apply(floor)), floor)
    assert edit.holds(floor)
