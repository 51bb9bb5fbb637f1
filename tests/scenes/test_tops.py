"""Things on boards: nothing overlaps, sticks out or reaches the board above."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gstgen.geometry.angles import rotation_z
from gstgen.scenes.assets.levels import levels
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part, RoomSpace
from gstgen.scenes.prisms import Prisms
from gstgen.scenes.small_things import UPRIGHT
from gstgen.scenes.tops import Tops, carries_inside

TABLE = InventoryItem("breakfast_table", "t", (0.9, 1.6, 0.75))
SHELF = InventoryItem("bookcase", "b", (0.35, 0.9, 1.9))
CAN = InventoryItem("can_of_soda", "c", (0.07, 0.07, 0.13))
BOOK = InventoryItem("hardback", "h", (0.24, 0.17, 0.03))


def room_with(item, turn=0):
    space = RoomSpace(shapely.box(0, 0, 5, 5), 2.6, 0.28, 1.8, np.random.default_rng(0), [(1.0, 0.02)])
    assert space.place_at(Group((Part(item, 0.0, 0.0),)), (2.5, 2.5), turn)
    return space, Tops(space)


def overlaps(space, inner_of=None):
    """Pairs of placed things that cut into each other, a carrier with inner boards aside."""
    pairs = Prisms([p.box for p in space.placed]).overlapping(1e-4)
    return [p for p in pairs if inner_of is None or inner_of not in p]


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_stocked_shelf_holds_its_things_on_boards(turn):
    space, tops = room_with(SHELF, turn)
    placed = tops.stock(0, [CAN] * 150)
    assert len(placed) == 150
    assert not overlaps(space, inner_of=0)
    base = space.placed[0].box
    heights = {round(v.z_m, 6): v for v in levels(SHELF.category, SHELF.size_m)}
    for thing in space.placed[1:]:
        assert thing.support == 0
        local = base.to_local(thing.box.corners_m)
        level = heights[round(float(local[:, 2].min() + SHELF.size_m[2] / 2), 6)]
        assert local[:, 0].min() >= level.x0_m - 1e-6
        assert local[:, 0].max() <= level.x1_m + 1e-6
        assert local[:, 1].min() >= level.y0_m - 1e-6
        assert local[:, 1].max() <= level.y1_m + 1e-6
        assert thing.box.yaw_deg == pytest.approx(base.yaw_deg)
    assert carries_inside(space.placed) == {0}


def test_too_many_things_are_stacked_and_what_does_not_fit_is_left():
    space, tops = room_with(SHELF)
    placed = tops.stock(0, [CAN] * 2000)
    assert 250 < len(placed) < 2000
    assert not overlaps(space, inner_of=0)
    stacked = [p for p in space.placed[1:] if p.support != 0]
    assert stacked
    for p in stacked:
        assert p.box.bounds_m[0][2] == pytest.approx(space.placed[p.support].box.bounds_m[1][2])


def test_things_on_a_top_keep_apart_and_inside():
    space, tops = room_with(TABLE, 1)
    count = sum(tops.put(BOOK, 0, rotation=rotation_z(15.0 * k)) for k in range(40))
    assert 8 < count < 40
    assert not overlaps(space)
    outline = shapely.Polygon(space.placed[0].box.footprint_m).buffer(1e-6)
    assert all(outline.contains(shapely.Polygon(p.box.footprint_m)) for p in space.placed[1:])
    assert carries_inside(space.placed) == frozenset()


def test_a_thing_taller_than_the_bay_finds_no_board():
    _, tops = room_with(SHELF)
    tall = InventoryItem("vase", "v", (0.1, 0.1, 0.9))
    assert not tops.put(tall, 0, inner=True)


def test_books_stand_in_a_row():
    space, tops = room_with(SHELF)
    for _ in range(6):
        assert tops.put(BOOK, 0, lambda x, y: y - 0.6 * x, inner=True, rotation=UPRIGHT, gap_m=0.002)
    books = space.placed[1:]
    assert {round(float(b.box.bounds_m[0][2]), 6) for b in books} == {round(float(books[0].box.bounds_m[0][2]), 6)}
    assert all(b.box.bounds_m[1][2] - b.box.bounds_m[0][2] == pytest.approx(BOOK.size_m[0]) for b in books)
    y = sorted(float(b.box.center_m[1]) for b in books)
    assert np.diff(y) == pytest.approx([BOOK.size_m[2] + 0.002] * 5, abs=1e-4)


def test_nothing_stands_where_something_hangs_above():
    space, tops = room_with(TABLE)
    space.solids.append((0.0, 0.0, 0.85, 5.0, 5.0, 2.0))
    assert not tops.put(CAN, 0)
    assert tops.put(BOOK, 0)


def test_what_a_group_put_on_a_top_is_known():
    space = RoomSpace(shapely.box(0, 0, 5, 5), 2.6, 0.28, 1.8, np.random.default_rng(0), [(1.0, 0.02)])
    lamp = InventoryItem("table_lamp", "l", (0.8, 1.5, 0.4))
    assert space.place_at(Group((Part(TABLE, 0.0, 0.0), Part(lamp, 0.0, 0.0, 0.75, support=0))), (2.5, 2.5))
    tops = Tops(space)
    assert tops.carried(0) == [1]
    assert not tops.put(BOOK, 0)
