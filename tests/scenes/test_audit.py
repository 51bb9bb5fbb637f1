"""The audit on scenes by hand with one fault each, and on generated ones."""

from __future__ import annotations

import numpy as np
import pytest
import yaml
from generated_homes import make_scene
from hand_made import thing, two_room_scene

from gstgen.resources import resource_folder
from gstgen.scenes.audit import AuditSettings, audit
from gstgen.scenes.audit_meshes import audit_meshes
from gstgen.scenes.mesh import MeshPart, SceneGeometry
from gstgen.scenes.sources import procedural


@pytest.fixture(scope="module")
def settings():
    text = (resource_folder("conf") / "scenes" / "default.yaml").read_text(encoding="utf-8")
    return AuditSettings.model_validate(yaml.safe_load(text)["audit"])


def faults(found):
    return [*found.overlaps, *found.through_structure, *found.floating, *found.unreachable]


def test_a_sound_scene_has_no_faults(settings):
    found = audit(two_room_scene(), settings)
    assert faults(found) == []
    assert found.navigable
    assert found.cut_off_share == 0.0


@pytest.mark.parametrize(
    ("extra", "sort", "text"),
    [
        (thing("chair_a_0", (1.0, 1.8, 0.4), (0.5, 0.5, 0.8)), "overlaps", "bed_a_0 and chair_a_0"),
        # The boxes around the outlines overlap, the turned outlines do so only at 20 degrees.
        (thing("chair_a_0", (2.2, 2.2, 0.4), (0.5, 0.5, 0.8), yaw=20.0), "overlaps", "bed_a_0 and chair_a_0"),
        (thing("chair_a_0", (0.2, 0.5, 0.4), (0.5, 0.5, 0.8)), "through_structure", "chair_a_0 through a wall"),
        (thing("chair_a_0", (1.0, 0.5, 0.36), (0.5, 0.5, 0.8)), "through_structure", "chair_a_0 through the floor"),
        (thing("rack_a_0", (1.0, 0.5, 1.3), (0.5, 0.5, 2.6)), "through_structure", "rack_a_0 through the ceiling"),
        (
            thing("stick_a_0", (3.6, 1.06, 0.4), (0.3, 0.02, 0.8)),
            "through_structure",
            "stick_a_0 in the leaf of door_0",
        ),
        (thing("chair_a_0", (1.0, 0.5, 0.41), (0.5, 0.5, 0.8)), "floating", "chair_a_0 on floor"),
        (thing("lamp_b_0", (1.0, 0.5, 2.4), (0.3, 0.3, 0.1), "ceiling"), "floating", "lamp_b_0 on ceiling"),
        (thing("clock_a_0", (2.0, 1.0, 1.5), (0.1, 0.3, 0.3), "wall"), "floating", "clock_a_0 on wall"),
        (thing("cup_a_0", (6.0, 1.5, 0.76), (0.1, 0.1, 0.1), "table_a_0", "kitchen_0"), "floating", "cup_a_0 on"),
        (thing("cup_a_0", (7.0, 1.0, 0.75), (0.1, 0.1, 0.1), "table_a_0", "kitchen_0"), "floating", "cup_a_0 on"),
        (thing("cup_a_0", (7.0, 1.0, 0.75), (0.1, 0.1, 0.1), "shelf_x_0", "kitchen_0"), "floating", "cup_a_0 on"),
        (thing("chair_a_0", (1.0, 0.5, 0.4), (0.5, 0.5, 0.8), room=None), "through_structure", "is in no room"),
    ],
)
def test_each_fault_is_found(extra, sort, text, settings):
    found = audit(two_room_scene(extra), settings)
    assert any(text in line for line in getattr(found, sort)), vars(found)


def test_a_turned_thing_beside_another_does_not_overlap(settings):
    beside = thing("chair_a_0", (2.4, 2.2, 0.4), (0.5, 0.5, 0.8), yaw=45.0)
    assert audit(two_room_scene(beside), settings).overlaps == []


def test_what_stands_on_an_inner_board_may_share_its_carriers_box(settings):
    shelf = thing("shelf_a_0", (7.8, 0.3, 1.0), (0.4, 0.6, 2.0), room="kitchen_0")
    book = thing("book_a_0", (7.8, 0.3, 1.1), (0.1, 0.2, 0.2), "shelf_a_0", "kitchen_0")
    other = thing("book_a_1", (7.8, 0.3, 1.15), (0.1, 0.2, 0.2), "shelf_a_0", "kitchen_0")
    assert audit(two_room_scene(shelf, book), settings).overlaps == []
    assert audit(two_room_scene(shelf, book, other), settings).overlaps == ["book_a_0 and book_a_1"]


def test_a_blocked_door_makes_a_room_unreachable(settings):
    block = thing("crate_a_0", (4.6, 1.5, 0.4), (0.6, 1.2, 0.8), room="kitchen_0")
    assert audit(two_room_scene(block), settings).unreachable == ["bedroom_0"]
    narrow = thing("crate_a_0", (4.6, 1.9, 0.4), (0.6, 0.9, 0.8), room="kitchen_0")
    assert not audit(two_room_scene(narrow), settings).navigable
    low = thing("rug_a_0", (4.6, 1.5, 0.01), (0.6, 1.2, 0.02), room="kitchen_0")
    high = thing("shelf_a_0", (4.6, 1.5, 2.2), (0.6, 1.2, 0.4), "wall", room="kitchen_0")
    assert audit(two_room_scene(low, high), settings).navigable


def box_geometry(scene):
    out = SceneGeometry()
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
    faces = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
                      [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]])  # fmt: skip
    for obj in scene.objects:
        points = obj.box.to_world(corners * obj.box.size_m).astype(np.float32)
        part = MeshPart(0, points, np.zeros_like(points), np.zeros((8, 2), np.float32), faces.astype(np.int32))
        out.meshes[obj.id] = [part]
    return out


def test_meshes_that_cross_and_meshes_that_hover(settings):
    through = thing("pole_a_0", (6.2, 2.2, 0.6), (0.1, 0.1, 1.2), room="kitchen_0")
    scene = two_room_scene(through)
    found = audit_meshes(scene, box_geometry(scene), settings)
    assert found.mesh_overlaps == ["table_a_0 and pole_a_0"]
    assert found.mesh_floating == []
    hovering = box_geometry(scene)
    hovering.meshes["vase_a_0"][0].vertices[:, 2] += 0.02
    found = audit_meshes(scene, hovering, settings)
    assert found.mesh_floating == ["vase_a_0 on table_a_0"]


@pytest.mark.parametrize("name", ["Rs_int", "home_000000", "hall_000000", "hotel_suite_small"])
def test_generated_scenes_pass(name, settings):
    scene = make_scene(name, 7)
    found = audit(scene, settings)
    assert faults(found) == []
    assert found.navigable
    assert len(scene.notes["unplaced"]) <= 0.05 * scene.notes["listed"]


def test_generated_meshes_do_not_cross(settings):
    scene = make_scene("Rs_int", 7)
    found = audit_meshes(scene, procedural.geometry(scene), settings)
    assert (found.mesh_overlaps, found.mesh_floating) == ([], [])
