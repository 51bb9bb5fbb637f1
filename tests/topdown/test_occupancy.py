from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely
from two_rooms import SETTINGS, WALLS, box_part, two_rooms

from gstgen.geometry.maps import MapTransform
from gstgen.scenes.mesh import MeshPart
from gstgen.scenes.model import Room
from gstgen.topdown.occupancy import occupancy

# 1/16 m a pixel: every edge of the handmade scene lies on a pixel border.
M_PER_PX = 1 / 16


@pytest.fixture(scope="module")
def transform() -> MapTransform:
    return MapTransform.centered((3.0, 1.5), M_PER_PX, 144, 80)


@pytest.fixture(scope="module")
def maps(transform):
    return occupancy(*two_rooms(), transform, SETTINGS)


def area_px(*sides_m: float) -> int:
    return round(np.prod(sides_m) / M_PER_PX**2)


def test_floor_plan_has_exactly_rooms_and_doorway(maps):
    assert maps.floor.sum() == area_px(4, 3) + area_px(2, 3) + area_px(0.25, 1)
    assert set(np.unique(maps.hard)) == {0, 255}


def test_furniture_covers_exactly_its_footprint(maps):
    table, wardrobe = area_px(1, 0.5), area_px(1, 0.5)
    leaf = area_px(1, 0.0625)
    assert maps.floor.sum() - maps.free.sum() == table + wardrobe + leaf


@pytest.mark.parametrize(
    ("where", "point", "hard", "medium"),
    [
        ("open floor", (3.7, 0.2), True, True),
        ("doorway", (4.1, 1.5), True, True),
        ("doorway below the lintel's edge", (4.1, 1.1), True, True),
        ("inner wall", (4.1, 0.5), False, False),
        ("window", (6.4, 1.5), False, False),
        ("outside", (6.8, 1.5), False, False),
        ("under the table top", (1.5, 1.2), True, False),
        ("inside the tall wardrobe", (0.5, 2.8), True, False),
        ("on the carpet", (3.0, 1.0), True, True),
        ("under the lamp", (3.2, 2.2), True, True),
        ("door leaf", (5.0, 2.03), True, False),
    ],
)
def test_points(maps, transform, where, point, hard, medium):
    u, v = transform.to_pixels(point).astype(int)
    assert (bool(maps.floor[v, u]), bool(maps.free[v, u])) == (hard, medium), where


def test_mirrored_scene_gives_mirrored_map(maps):
    mirrored = occupancy(*two_rooms(mirrored=True), MapTransform.centered((-3.0, 1.5), M_PER_PX, 144, 80), SETTINGS)
    assert np.array_equal(mirrored.floor, maps.floor[:, ::-1])
    assert np.array_equal(mirrored.free, maps.free[:, ::-1])


def test_shaft_between_walls_is_not_floor(transform, maps):
    """A niche narrower than a thick wall, closed on all sides, is no doorway."""
    scene, geometry = two_rooms()
    narrow = Room("room_1", "hall", shapely.box(4.5, 0, 6.25, 3), 2.5)
    geometry.meshes["wall_inner_low"] = []
    geometry.meshes["wall_inner_high"] = []
    geometry.add("wall_inner_low", [box_part((4, 0, 0), (4.0625, 3, 2.5)), box_part((4.4375, 0, 0), (4.5, 3, 2.5))])
    shaft = occupancy(replace(scene, rooms=(scene.rooms[0], narrow)), geometry, transform, SETTINGS)
    u, v = transform.to_pixels((4.25, 1.5)).astype(int)
    assert not shaft.floor[v, u]
    assert shaft.floor.sum() == area_px(4, 3) + area_px(1.75, 3)


def test_thin_pane_leaves_a_line(transform):
    scene, geometry = two_rooms()
    geometry.meshes["door_0"] = []
    geometry.add("door_0", [box_part((4.25, 1.03, 0), (5.25, 1.03, 2.0))])
    u, v = transform.to_pixels((5.0, 1.03)).astype(int)
    assert not occupancy(scene, geometry, transform, SETTINGS).free[v, u]


def without_faces(part: MeshPart, *outward: tuple[int, int, int]) -> MeshPart:
    """A box without the faces that look in the given directions."""
    normal = part.normals[part.faces[:, 0]]
    keep = ~np.any([(normal == direction).all(1) for direction in outward], axis=0)
    return replace(part, faces=part.faces[keep])


def test_walls_left_open_where_others_meet_them_are_solid(transform, maps):
    """Ends, jambs and the underside of a lintel are often left out: a door frame has the underside then."""
    scene, geometry = two_rooms()
    ends, under = ((0, 1, 0), (0, -1, 0)), (0, 0, -1)
    for name in ("inner_low", "inner_high"):
        geometry.meshes[f"wall_{name}"] = [without_faces(box_part(*WALLS[name]), *ends, under)]
    geometry.meshes["wall_lintel"] = []
    geometry.add("wall_inner_low", [without_faces(box_part(*WALLS["lintel"]), *ends, under)])
    geometry.add("door_0", [box_part((4, 1, 1.9375), (4.25, 2, 2.0))])
    opened = occupancy(scene, geometry, transform, SETTINGS)
    assert np.array_equal(opened.floor, maps.floor)


@pytest.mark.parametrize(("side_m", "free"), [(0.25, False), (0.5, True)])
def test_a_small_bit_of_floor_inside_furniture_is_covered(transform, side_m, free):
    """A ring of boxes around (3, 1) leaves a square of floor."""
    scene, geometry = two_rooms()
    low, high = 3 - side_m / 2, 3 + side_m / 2
    bottom, top = 1 - side_m / 2, 1 + side_m / 2
    ring = [
        box_part((low - 0.25, bottom, 0), (low, top, 1)),
        box_part((high, bottom, 0), (high + 0.25, top, 1)),
        box_part((low - 0.25, bottom - 0.25, 0), (high + 0.25, bottom, 1)),
        box_part((low - 0.25, top, 0), (high + 0.25, top + 0.25, 1)),
    ]
    geometry.add("table_a_0", ring)
    u, v = transform.to_pixels((3.0, 1.0)).astype(int)
    maps = occupancy(scene, geometry, transform, SETTINGS)
    assert maps.floor[v, u]
    assert maps.free[v, u] == free
