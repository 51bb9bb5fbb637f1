"""Whole public rooms: what stands in them intersects nothing, floats nowhere and looks like the room it is."""

from __future__ import annotations

import math

import numpy as np
import pytest
from public_rooms import all_of, carriers, empty_room, faults, furnisher, heading, item, real_room

from gstgen.scenes import arranging
from gstgen.scenes.inventory import load_inventory

ROOMS = [
    ("school_geography", "classroom_0", 10.6, 9.0, 3.4, "school"),
    ("school_biology", "bathroom_0", 8.6, 5.6, 3.0, "school"),
    ("school_gym", "locker_room_0", 11.6, 6.4, 3.2, "school"),
    ("office_cubicles_right", "shared_office_0", 13.0, 9.0, 3.2, "office"),
    ("office_large", "meeting_room_2", 9.5, 6.4, 3.2, "office"),
    ("restaurant_hotel", "dining_room_0", 19.0, 13.0, 3.8, "restaurant"),
    ("restaurant_asian", "kitchen_0", 9.6, 6.6, 3.6, "restaurant"),
    ("hotel_gym_spa", "gym_0", 19.0, 10.0, 4.0, "gym"),
    ("Rs_garden", "garden_0", 37.0, 25.0, math.inf, "garden"),
    ("grocery_store_half_stocked", "grocery_store_0", 14.5, 10.0, 4.6, "grocery"),
]


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r[1])
def test_nothing_intersects_floats_or_blocks_the_way(room):
    f = real_room(*room)
    assert list(faults(f))[:5] == []
    assert len(f.failed) <= 0.01 * len(f.space.placed) + 1


def test_the_same_seed_furnishes_a_room_the_same_way():
    listed = next(r for r in load_inventory("office_cubicles_right").rooms if r.id == "shared_office_0")

    def boxes():
        f = furnisher(empty_room(13.0, 9.0), listed.items, "shared_office")
        arranging.arrange(f, "shared_office")
        return [(p.item.model, *np.round(p.box.center_m, 9), p.support) for p in f.space.placed]

    assert boxes() == boxes()


def test_a_room_that_is_too_small_leaves_things_on_the_list():
    desks = [item("desk", (0.6, 1.4, 0.75))] * 30
    f = furnisher(empty_room(4.0, 3.5), desks, "shared_office")
    arranging.arrange(f, "shared_office")
    assert len(f.left) + len(f.space.placed) == 30
    assert f.left
    assert list(faults(f)) == []


def test_unknown_rooms_and_empty_lists_are_left_alone():
    f = furnisher(empty_room(4.0, 3.5), [], "shared_office")
    arranging.arrange(f, "shared_office")
    arranging.arrange(f, "attic")
    assert not f.space.placed


def test_pupils_look_at_the_board():
    f = real_room(*ROOMS[0])
    board = all_of(f, "blackboard")[0]
    towards = -board.box.rotation[:2, 0]
    desks = all_of(f, "desk")
    facing = [d for d in desks if float(d.box.rotation[:2, 0] @ towards) > 0.9]
    assert len(facing) >= 0.8 * len(desks)
    seated = 0
    for chair in all_of(f, "straight_chair"):
        ahead = chair.box.center_m[:2] + chair.box.rotation[:2, 0] * 0.6
        seated += any(np.abs(d.box.to_local(np.array([*ahead, 0.4])))[:2].max() < 0.8 for d in desks)
    assert seated >= 20


def test_every_cubicle_has_a_screen_and_a_chair_that_faces_it():
    f = real_room(*ROOMS[3])
    placed = f.space.placed
    for k, cubicle in enumerate(placed):
        if cubicle.item.category != "cubicle":
            continue
        on_top = {p.item.category for p in placed if p.support == k}
        assert {"monitor", "keyboard", "mouse"} <= on_top
        chairs = [
            c
            for c in all_of(f, "swivel_chair")
            if np.linalg.norm(c.box.center_m[:2] - cubicle.box.center_m[:2]) < 1.3
            and float(c.box.rotation[:2, 0] @ cubicle.box.rotation[:2, 0]) < -0.9
        ]
        assert chairs


def test_forks_lie_left_and_knives_right_of_the_plate():
    f = real_room(*ROOMS[5])
    placed = f.space.placed
    checked = 0
    for k, mat in enumerate(placed):
        if mat.item.category != "place_mat":
            continue
        on_mat = {p.item.category: p for p in placed if p.support == k}
        if not {"plate", "tablefork", "table_knife"} <= set(on_mat):
            continue
        table = placed[mat.support]
        chair = min(
            all_of(f, "armchair", "straight_chair", "bench"),
            key=lambda c: float(np.linalg.norm(c.box.center_m[:2] - mat.box.center_m[:2])),
        )
        ahead = mat.box.center_m[:2] - chair.box.center_m[:2]
        if chair.item.category == "bench" or np.linalg.norm(ahead) > 0.9:
            continue
        assert table.item.category.endswith("table")
        left = np.array([-ahead[1], ahead[0]])
        plate = on_mat["plate"].box.center_m[:2]
        assert (on_mat["tablefork"].box.center_m[:2] - plate) @ left > 0
        assert (on_mat["table_knife"].box.center_m[:2] - plate) @ left < 0
        checked += 1
    assert checked >= 20


def test_toilets_have_their_paper_within_reach():
    f = real_room(*ROOMS[1])
    papers = np.array([p.box.center_m[:2] for p in all_of(f, "toilet_paper_dispenser")])
    toilets = all_of(f, "toilet")
    assert len(toilets) == 5
    for toilet in toilets:
        assert np.linalg.norm(papers - toilet.box.center_m[:2], axis=1).min() < 1.1


def test_lockers_stand_in_runs_on_their_plinths():
    f = real_room(*ROOMS[2])
    placed = f.space.placed
    lockers = [p for p in placed if p.item.category == "locker"]
    assert len(lockers) == 53
    raised = [p for p in lockers if isinstance(p.support, int) and placed[p.support].item.category == "pedestal"]
    assert len(raised) >= 30
    for one in lockers:
        others = [np.linalg.norm(o.box.center_m[:2] - one.box.center_m[:2]) for o in lockers if o is not one]
        assert min(others) < 0.45


def test_goods_of_a_kind_stand_together_before_open_aisles():
    f = real_room(*ROOMS[9])
    placed = f.space.placed
    on: dict[str, set[int]] = {}
    count: dict[str, int] = {}
    for k, thing in enumerate(placed):
        under = carriers(placed, k)
        if any(placed[b].item.category == "grocery_shelf" for b in under):
            count[thing.item.category] = count.get(thing.item.category, 0) + 1
            on.setdefault(thing.item.category, set()).update(
                b for b in under if placed[b].item.category == "grocery_shelf"
            )
    assert sum(count.values()) > 2500
    kinds = [c for c in count if count[c] >= 20]
    assert np.mean([len(on[c]) for c in kinds]) < 2.6
    for shelf in all_of(f, "grocery_shelf"):
        front = shelf.box.center_m[:2] + shelf.box.rotation[:2, 0] * (shelf.item.size_m[0] / 2 + 0.45)
        row, column = f.space.free.cell(*front)
        assert f.space.free.cells[row - 4 : row + 5, column - 4 : column + 5].any(), shelf.item.model


def test_the_lawn_stays_open():
    f = real_room(*ROOMS[8])
    x0, y0, x1, y1 = f.space.rect
    trees = np.array([p.box.center_m[:2] for p in all_of(f, "tree")])
    assert len(trees) == 36
    rim = np.minimum.reduce([trees[:, 0] - x0, x1 - trees[:, 0], trees[:, 1] - y0, y1 - trees[:, 1]])
    assert np.median(rim) < 5.0
    assert f.space.free.cells.mean() > 0.25


def test_seats_of_an_audience_face_the_screen():
    chairs = [item("armchair", (0.55, 0.5, 0.85))] * 60
    f = furnisher(empty_room(13.0, 9.0), [*chairs, item("wall_mounted_tv", (0.05, 1.5, 1.0))], "conference_hall")
    arranging.arrange(f, "conference_hall")
    screen = all_of(f, "wall_mounted_tv")[0]
    seats = all_of(f, "armchair")
    assert len(seats) == 60
    assert {heading(s) for s in seats} == {(heading(screen) + 2) % 4}
