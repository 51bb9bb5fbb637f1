"""Lights and structure of generated buildings: which lamps shine, totals kept, gardens, beams, added lamps."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import shapely
from generated_homes import default_settings

from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.beams import ceiling_beams
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placed_objects import build_objects
from gstgen.scenes.placement import Placed
from gstgen.scenes.scene_lights import LAMP_SIZE_M, MAX_LIGHTS, build_lights, lamp_places
from gstgen.scenes.structure import rectangles
from gstgen.scenes.walls import WallSegment


def placed(category: str, center: tuple[float, float, float], size: tuple[float, float, float], support="ceiling"):
    return Placed(InventoryItem(category, "abc", size), OrientedBox.create(center, size), support)


def room(size=(4.0, 3.0), things=(), height=2.6, outdoor=False, name="office_0", polygon=None):
    return SimpleNamespace(
        spec=SimpleNamespace(id=name, type=name.rsplit("_", 1)[0]), polygon=polygon or shapely.box(0, 0, *size),
        height_m=height, placed=tuple(things), failed=(), notes=(), outdoor=outdoor,
    )  # fmt: skip


def building(*rooms):
    return SimpleNamespace(rooms=rooms, walls=(), openings=SimpleNamespace(openings=[], unplaced=[], notes=[]))


def flux(light) -> float:
    area = np.linalg.norm(np.cross(light.edge_u_m, light.edge_v_m))
    return float(np.mean(light.radiance) * area)


def downlights(nx: int, ny: int, size: tuple[float, float], height: float):
    return [
        placed("downlight", ((i + 0.5) * size[0] / nx, (j + 0.5) * size[1] / ny, height - 0.03), (0.1, 0.1, 0.06))
        for i in range(nx)
        for j in range(ny)
    ]


def test_listed_ceiling_lamps_replace_the_added_one():
    lamps = downlights(2, 2, (4.0, 3.0), 2.6)
    assert lamp_places(room(things=lamps)) == []
    lights = build_lights(building(room(things=lamps)), default_settings())
    assert len(lights) == 4
    for light, lamp in zip(lights, lamps, strict=True):
        assert np.allclose(light.center_m[:2], lamp.box.center_m[:2])
        assert light.center_m[2] < lamp.box.bounds_m[0][2]
        assert light.normal == (0.0, 0.0, -1.0)


def test_rooms_are_lit_by_area_however_many_lamps_are_listed():
    s = default_settings()
    one = sum(flux(light) for light in build_lights(building(room()), s))
    many = sum(flux(light) for light in build_lights(building(room(things=downlights(5, 4, (4.0, 3.0), 2.6))), s))
    assert many == pytest.approx(one)
    large = sum(flux(light) for light in build_lights(building(room((20.0, 12.0))), s))
    assert large == pytest.approx(20 * one)


def test_hundreds_of_lamps_become_few_panels_of_the_same_flux():
    s, size = default_settings(), (70.0, 60.0)
    hall = room(size, downlights(25, 20, size, 8.0), 8.0)
    side = [room((4.0, 3.0), downlights(2, 2, (4.0, 3.0), 2.6), name=f"office_{k}") for k in range(1, 6)]
    lights = build_lights(building(hall, *side), s)
    assert len(lights) <= MAX_LIGHTS
    own = [light for light in lights if light.room == "office_0"]
    assert sum(flux(light) for light in own) == pytest.approx(
        s.lamp_radiance * 0.36**2 * 4200 / 12 * np.mean([1, 0.93, 0.82])
    )
    # The panels tile the ceiling: their centres lie over all of it, none reaches out of the room.
    centers = np.array([light.center_m for light in own])
    assert centers[:, 0].max() - centers[:, 0].min() > 50
    for light in own:
        for axis in (0, 1):
            half = (abs(light.edge_u_m[axis]) + abs(light.edge_v_m[axis])) / 2
            assert light.center_m[axis] - half >= 0
            assert light.center_m[axis] + half <= size[axis]
    assert {light.room for light in lights} == {f"office_{k}" for k in range(6)}


def test_gardens_get_sky_and_sun_but_no_ceiling_lamp():
    lamp = placed("garden_light", (1.0, 1.0, 0.3), (0.2, 0.2, 0.6), "floor")
    garden = room((10.0, 8.0), [lamp], 6.0, outdoor=True, name="garden_0")
    assert lamp_places(garden) == []
    sky, sun, small = build_lights(building(garden), default_settings())
    assert (sky.kind, sky.normal) == ("window", (0.0, 0.0, -1.0))
    assert np.allclose([sky.edge_u_m[0], sky.edge_v_m[1]], [10.0, 8.0])
    assert sun.center_m[2] > 50
    assert np.dot(sun.normal, (0, 0, -1)) > 0.5
    assert np.allclose(np.array(sun.center_m) + 120 * np.array(sun.normal), (5.0, 4.0, 0.0))
    assert small.normal == (0.0, 0.0, 1.0)
    assert small.center_m[2] > 0.6


def test_added_lamps_hang_clear_of_what_reaches_the_ceiling():
    pillar = placed("pillar", (2.0, 1.5, 1.3), (0.6, 0.6, 2.6), "floor")
    (place,) = lamp_places(room(things=[pillar]))
    half = LAMP_SIZE_M[0] / 2
    assert not shapely.box(place[0] - half, place[1] - half, place[0] + half, place[1] + half).intersects(
        shapely.Polygon(pillar.box.footprint_m)
    )
    places = lamp_places(room((20.0, 12.0), [pillar]))
    assert len(places) == 11  # of a grid of 4 x 3, less the one at the pillar
    objects = build_objects(building(room((20.0, 12.0), [pillar])), 7, ())
    lamps = [o for o in objects if o.category == "room_light"]
    assert len(lamps) == 11
    assert all(o.model == "generated" for o in lamps)
    assert len({o.id for o in lamps}) == 11
    assert all(o.box.bounds_m[1][2] == pytest.approx(2.6) for o in lamps)


def test_a_lamp_of_an_l_hangs_inside_it():
    corner = shapely.Polygon([(0, 0), (6, 0), (6, 1.5), (1.5, 1.5), (1.5, 6), (0, 6)])
    for x, y in lamp_places(room(polygon=corner)):
        assert corner.contains(shapely.Point(x, y).buffer(0.2))


def test_shelves_that_carry_things_on_boards_get_a_mesh_with_those_boards():
    shelf = placed("bookcase", (1.0, 1.0, 1.0), (0.3, 0.9, 2.0), "floor")
    inside = Placed(
        InventoryItem("vase", "v", (0.1, 0.1, 0.1)), OrientedBox.create((1.0, 1.0, 0.5), (0.1, 0.1, 0.1)), 0
    )
    above = Placed(
        InventoryItem("vase", "w", (0.1, 0.1, 0.1)), OrientedBox.create((1.0, 1.0, 2.05), (0.1, 0.1, 0.1)), 0
    )
    carried = build_objects(building(room(things=[shelf, inside])), 7, ())
    assert carried[0].asset["carries_inside"] is True
    assert carried[1].support == carried[0].id
    plain = build_objects(building(room(things=[shelf, above])), 7, ())
    assert "carries_inside" not in plain[0].asset


def test_beams_span_high_halls_and_avoid_lamps():
    hall = room((30.0, 12.0), height=6.0)
    beams = ceiling_beams(hall)
    assert len(beams) == 6
    assert all(y0 == 0.0 and y1 == 12.0 for _, y0, _, y1, _ in beams)
    middle = (beams[2][0] + beams[2][2]) / 2
    lamp = placed("downlight", (middle, 5.0, 5.97), (0.2, 0.2, 0.06))
    assert len(ceiling_beams(room((30.0, 12.0), [lamp], 6.0))) == 5
    assert ceiling_beams(room((4.0, 3.0))) == []


def test_rectangles_make_up_an_l():
    corner = shapely.Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 5), (0, 5)])
    parts = [shapely.box(*r) for r in rectangles(corner)]
    assert shapely.union_all(parts).equals(corner)
    assert sum(p.area for p in parts) == pytest.approx(corner.area)


def test_glass_fronts_do_not_burn_out_their_rooms():
    def lit(width: float):
        window = SimpleNamespace(kind="window", wall=0, u0_m=1.0, u1_m=1.0 + width, z0_m=0.5, z1_m=2.5, side="high")
        wall = WallSegment("x", 0.0, 0.0, 12.0, 0.0, 12.0, None, "office_0", True, True)
        home = building(room((12.0, 5.0)))
        home.walls, home.openings.openings = (wall,), [window]
        return next(light for light in build_lights(home, default_settings()) if light.kind == "window")

    small, large = lit(2.0), lit(10.0)
    assert small.radiance[1] == pytest.approx(default_settings().window_radiance)
    assert 0.3 * small.radiance[1] <= large.radiance[1] < 0.7 * small.radiance[1]
    assert flux(large) > flux(small)


def test_light_leaves_below_beams():
    hall = room((30.0, 12.0), downlights(3, 3, (30.0, 12.0), 6.0), 6.0)
    depth = ceiling_beams(hall)[0][4]
    lights = build_lights(building(hall), default_settings())
    assert max(light.center_m[2] for light in lights) < 6.0 - depth
