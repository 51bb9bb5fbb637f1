"""The placement engine on small rooms with known answers."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from scipy import ndimage

from gstgen.scenes import groups
from gstgen.scenes.box_index import SLACK_M, BoxIndex
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import HUNG_Y_UP, Group, Part, RoomSpace, row_origins

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


STOOL = InventoryItem("taboret", "s", (0.4, 0.4, 0.5))


def test_a_block_is_placed_whole_or_not_at_all():
    space = room(6.0, 6.0)
    stool = Group((Part(STOOL, 0.0, 0.0),))
    spots = [(1.5 + 1.2 * i, 1.5 + 1.2 * j) for i in range(3) for j in range(3)]
    assert not space.place_block([(stool, s, 0) for s in [*spots, (1.6, 1.5)]])
    assert space.placed == []
    assert space.place_block([(stool, s, 0) for s in spots])
    assert len(space.placed) == 9
    assert space.is_walkable


def test_many_are_placed_each_that_fits():
    space = room(6.0, 6.0)
    stool = Group((Part(STOOL, 0.0, 0.0),))
    spots = [(1.0, 3.0), (1.1, 3.0), (3.0, 3.0), (9.0, 3.0), (5.0, 3.0)]
    assert space.place_many([(stool, s, 0) for s in spots]) == [True, False, True, False, True]


def test_rows_fill_a_rectangle_from_the_side_that_they_face():
    stool = Group((Part(STOOL, 0.0, 0.0),))
    spots = row_origins(stool, (1.0, 1.0, 7.0, 5.0), 1, (0.8, 0.9), 10, columns=4)
    assert [round(float(y), 3) for y in spots[:, 1]] == [4.3] * 4 + [3.0] * 4 + [1.7] * 2
    assert spots[:4, 0].mean() == pytest.approx(4.0)
    space = room(8.0, 6.0)
    assert space.place_block([(stool, s, 1) for s in spots])
    assert all(p.box.yaw_deg == pytest.approx(90.0) for p in space.placed)


def test_a_group_that_cuts_itself_is_refused():
    space = room(6.0, 6.0)
    twice = Group((Part(STOOL, 0.0, 0.0), Part(STOOL, 0.2, 0.0)))
    assert not space.place_at(twice, (3.0, 3.0))
    assert not space.place_block([(twice, (3.0, 3.0), 0)])
    inside = Group((Part(STOOL, 0.0, 0.0), Part(PICTURE, 0.0, 0.0, 0.2, support=0)))
    assert inside.is_sound


def test_local_looks_agree_with_a_look_at_the_whole_room():
    rng = np.random.default_rng(3)
    for _ in range(6):
        space = room(5.0, 4.0, seeds=((1.5, 0.02), (4.98, 2.0)))
        assert space.is_walkable
        accepted = 0
        for _ in range(60):
            x, y = rng.uniform(0.0, 4.8), rng.uniform(0.0, 3.8)
            box = (x, y, 0.0, x + rng.uniform(0.1, 1.5), y + rng.uniform(0.1, 1.0), 0.8)
            cut = space.free.cut([box])
            if cut is None:
                continue
            space.free.apply(cut)
            accepted += 1
            _, count = ndimage.label(space.free.cells)
            assert count == 1
            assert all(space.free.cells[space.free.cell(*s)] for s in space.seeds)
        assert accepted > 3


def test_a_barrier_across_a_hall_is_seen_beyond_the_window():
    space = room(40.0, 30.0, seeds=((1.5, 0.02), (39.98, 20.0)))
    wall = (20.0, 0.0, 0.0, 20.2, 28.5, 2.0)
    cut = space.free.cut([wall])
    assert cut is not None
    space.free.apply(cut)
    assert space.free.cut([(20.0, 28.6, 0.0, 20.2, 30.0, 2.0)]) is None


def test_the_tree_finds_what_comparing_all_finds():
    rng = np.random.default_rng(5)
    low = rng.uniform(0, 20, (900, 3))
    index = BoxIndex(np.concatenate([low, low + rng.uniform(0.1, 0.6, (900, 3))], 1))
    low = rng.uniform(0, 20, (200, 2, 3))
    boxes = np.concatenate([low, low + rng.uniform(0.1, 1.0, (200, 2, 3))], 2)
    brute = []
    for group in boxes:
        shared = np.minimum(group[:, None, 3:], index.array[None, :, 3:])
        shared = shared - np.maximum(group[:, None, :3], index.array[None, :, :3])
        brute.append(bool(np.all(shared > SLACK_M, axis=-1).any()))
    assert index.hits(boxes).tolist() == brute
    assert 10 < sum(brute) < 190


def test_a_nook_that_only_the_bare_agent_fits_in_counts_too():
    def closed_nook(margin_m):
        space = RoomSpace(
            shapely.box(0, 0, 4, 4), 2.6, 0.31, 1.8, np.random.default_rng(0), [(0.3, 0.02)], margin_m=margin_m
        )
        chest = InventoryItem("cedar_chest", "n", (0.5, 0.85, 0.5))
        first = space.place_at(Group((Part(chest, 0.0, 0.0),)), (3.1, 3.57))  # leaves 0.65 x 0.86 m beside it
        return first and space.place_at(Group((Part(chest, 0.0, 0.0),)), (3.69, 2.71))

    assert closed_nook(0.0)
    assert not closed_nook(0.06)
