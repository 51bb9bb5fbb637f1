"""The placement engine on small rooms with known answers."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gstgen.scenes import groups
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import HUNG_Y_UP, Group, Part, RoomSpace

CUPBOARD = InventoryItem("bookcase", "a", (0.4, 0.8, 2.0))
PICTURE = InventoryItem("picture", "b", (0.46, 0.69, 0.02))


def room(width=3.0, depth=3.0, seeds=((1.5, 0.05),)):
    return RoomSpace(shapely.box(0.0, 0.0, width, depth), 2.6, 0.28, 1.8, np.random.default_rng(0), list(seeds))


def first(origin, wall, corner, middle):
    return np.arange(len(wall), dtype=float)


def test_back_to_the_wall_front_into_the_room():
    for wall in range(4):
        space = room()

        def only(origin, walls, corner, middle, wall=wall):
            return np.where(walls == wall, middle, 100.0)

        assert space.place(groups.single(CUPBOARD, 0.02), space.wall_candidates(groups.single(CUPBOARD, 0.02), only))
        box = space.placed[0].box
        assert box.yaw_deg == pytest.approx((0.0, 90.0, 180.0, -90.0)[wall])
        behind = box.center_m[:2] - box.rotation[:2, 0] * (0.2 + 0.02)
        assert min(abs(behind[0]), abs(behind[0] - 3), abs(behind[1]), abs(behind[1] - 3)) < 1e-9


def test_nothing_overlaps_and_the_room_stays_walkable():
    space = room()
    group = groups.single(CUPBOARD, 0.02)
    placed = 0
    while space.place(group, space.wall_candidates(group, first)):
        placed += 1
        assert space.is_walkable
        assert placed < 20
    assert placed >= 4
    boxes = space.solids.array
    for i in range(len(boxes)):
        for j in range(i):
            low, high = np.maximum(boxes[i, :3], boxes[j, :3]), np.minimum(boxes[i, 3:], boxes[j, 3:])
            assert not np.all(high - low > 1e-3)


def test_a_door_is_never_blocked():
    space = room(seeds=((1.5, 0.05), (1.5, 2.95)))
    barrier = Group((Part(InventoryItem("bench", "c", (0.4, 2.9, 0.5)), 0.25, 0.0),))
    candidates = space.free_candidates(lambda origin, turn: np.zeros(len(turn)))
    assert not space.place(barrier, candidates, tests=500) or space.is_walkable


def test_a_lane_is_kept_and_a_rug_may_lie_in_it():
    space = room()
    space.lanes.append((0.0, 0.0, 0.03, 3.0, 3.0, 2.1))
    assert not space.place(groups.single(CUPBOARD, 0.02), space.wall_candidates(groups.single(CUPBOARD, 0.02), first))
    rug = Group((Part(InventoryItem("carpet", "d", (0.8, 1.2, 0.016)), 0.0, 0.0),))
    assert space.place(rug, space.free_candidates(lambda origin, turn: np.zeros(len(turn))))


def test_a_picture_keeps_its_axes_and_looks_into_the_room():
    space = room()
    group = groups.hung(PICTURE, None, 1.5, "y")
    assert space.place(group, space.wall_candidates(group, first))
    box = space.placed[0].box
    assert box.size_m.tolist() == list(PICTURE.size_m)
    assert box.rotation[:, 1] == pytest.approx([0, 0, 1])  # object +y is up
    assert np.linalg.det(box.rotation) == pytest.approx(1.0)
    into = box.rotation[:2, 2]
    assert np.dot(into, np.array([1.5, 1.5]) - box.center_m[:2]) > 0
    assert box.center_m[2] == pytest.approx(1.5)
    assert np.linalg.det(HUNG_Y_UP) == pytest.approx(1.0)


def test_too_large_a_thing_is_refused():
    space = room(width=1.5, depth=1.5, seeds=())
    sofa = groups.single(InventoryItem("sofa", "e", (1.0, 2.2, 0.8)), 0.02)
    assert not space.place(sofa, space.wall_candidates(sofa, first))
    assert space.placed == []


def test_chairs_face_their_table():
    table, chair = (
        InventoryItem("breakfast_table", "t", (0.8, 1.4, 0.7)),
        InventoryItem("straight_chair", "c", (0.45, 0.45, 0.8)),
    )
    group, used = next(groups.dining_groups(table, [chair] * 6, False, 0.02))
    assert len(used) == 7
    base = group.parts[0]
    for part in group.parts[1:]:
        front = part.rotation[:2, 0]
        ahead = np.array([base.x_m - part.x_m, base.y_m - part.y_m])
        edge = np.array([part.x_m, part.y_m]) + front * (0.45 / 2 + 0.05)
        assert front @ ahead > 0
        low, high = np.array(base.bounds[:2]), np.array(base.bounds[3:5])
        assert np.all(edge > low - 1e-9)
        assert np.all(edge < high + 1e-9)
