"""The checks notice each way in which a layout can break its own rules."""

from __future__ import annotations

import dataclasses

import pytest
import shapely
from hand_made import thing, two_room_scene

from gstgen.errors import RunError
from gstgen.scenes import checks
from gstgen.scenes.assets.levels import levels
from gstgen.scenes.model import Room

SHELF_M = (0.3, 0.9, 1.8)


def shelf():
    return thing("bookcase_s_0", (2.5, 2.84, 0.9), SHELF_M, yaw=-90.0)


def board():
    return next(v for v in levels("bookcase", SHELF_M) if v.inner and v.z_m > 0.5)


def messages(scene):
    return [
        *checks.collisions(scene),
        *checks.outside_rooms(scene),
        *checks.unsupported(scene),
        *checks.blocked_doors(scene, 1.8),
        *checks.unreachable(scene, 0.25, 1.8),
    ]


def test_a_sound_scene_passes():
    checks.check_scene(two_room_scene(), 0.25, 1.8)


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (thing("box_a_0", (1.0, 2.2, 0.45), (0.2, 0.2, 0.5), "bed_a_0"), "cuts into"),
        (thing("box_a_0", (0.0, 0.5, 0.1), (0.3, 0.3, 0.2)), "reaches through a wall"),
        (thing("box_a_0", (3.0, 0.3, 2.45), (0.3, 0.3, 0.3), "wall"), "floor or ceiling"),
        (thing("box_a_0", (3.0, 0.3, 0.5), (0.2, 0.2, 0.2)), "does not rest"),
        (thing("box_a_0", (2.0, 0.5, 1.0), (0.2, 0.2, 0.2), "wall"), "does not rest"),
        (thing("box_a_0", (3.0, 0.3, 2.0), (0.2, 0.2, 0.2), "ceiling"), "does not rest"),
        (thing("box_a_0", (2.9, 2.2, 0.8), (0.4, 0.4, 0.2), "table_a_0"), "does not rest"),
        (thing("box_a_0", (1.0, 0.3, 0.1), (0.2, 0.2, 0.2), "nobody_a_0"), "does not rest"),
        (thing("box_a_0", (3.7, 1.4, 0.1), (0.2, 0.2, 0.2)), "stands in the way"),
        (thing("box_a_0", (3.5, 1.03, 0.1), (0.2, 0.2, 0.2)), "opens"),
        (thing("box_a_0", (2.6, 1.5, 0.5), (0.1, 3.0, 1.0)), "cut off"),
    ],
)
def test_a_broken_rule_is_named(extra, words):
    scene = two_room_scene(extra)
    assert any(words in m for m in messages(scene)), messages(scene)
    with pytest.raises(RunError, match="try another seed"):
        checks.check_scene(scene, 0.25, 1.8)


def test_a_thing_may_stand_on_an_inner_board():
    z = board().z_m
    book = thing("hardback_h_0", (2.5, 2.84, z + 0.1), (0.2, 0.1, 0.2), "bookcase_s_0")
    assert messages(two_room_scene(shelf(), book)) == []


@pytest.mark.parametrize(
    ("dz", "dx", "height"), [(0.02, 0.0, 0.2), (0.0, 0.42, 0.2), (0.0, 0.0, 0.6)], ids=["floats", "sticks out", "tall"]
)
def test_a_thing_beside_a_board_is_named(dz, dx, height):
    z = board().z_m + dz
    book = thing("hardback_h_0", (2.5 + dx, 2.84, z + height / 2), (0.2, 0.1, height), "bookcase_s_0")
    found = messages(two_room_scene(shelf(), book))
    assert any("does not rest" in m for m in found)
    assert any("cuts into" in m for m in found)


def test_two_things_on_a_board_must_not_cut_each_other():
    z = board().z_m
    books = [thing(f"hardback_h_{k}", (2.5 + 0.05 * k, 2.84, z + 0.1), (0.2, 0.1, 0.2), "bookcase_s_0") for k in (0, 1)]
    assert any("cuts into" in m for m in messages(two_room_scene(shelf(), *books)))


def test_trees_may_grow_under_the_sky():
    tree = thing("tree_t_0", (1.0, 0.5, 3.0), (0.4, 0.4, 6.0))
    scene = two_room_scene(tree)
    assert any("ceiling" in m for m in messages(scene))
    open_air = tuple(s for s in scene.structure if "bedroom_0" not in s.rooms or s.kind != "ceiling")
    without = tuple(o for o in scene.objects if o.support != "ceiling")
    assert messages(dataclasses.replace(scene, structure=open_air, objects=without)) == []


def test_rooms_may_have_corners_and_heights_of_their_own():
    scene = two_room_scene()
    corner = shapely.Polygon([(0, 0), (4, 0), (4, 3), (1.5, 3), (1.5, 1.0), (0, 1.0)])
    rooms = (Room("bedroom_0", "bedroom", corner, 3.0), scene.rooms[1])
    objects = tuple(o for o in scene.objects if o.id not in ("lamp_a_0",))
    found = messages(dataclasses.replace(scene, rooms=rooms, objects=objects))
    assert found == ["bed_a_0 reaches through a wall of bedroom_0"]


def test_a_panel_thinner_than_a_cell_still_blocks():
    panel = thing("panel_a_0", (2.61, 1.5, 1.0), (0.006, 3.0, 2.0))
    assert any("cut off" in m for m in messages(two_room_scene(panel)))
