"""Homes' rooms: every category has a place, and things stand where people put them."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from public_rooms import empty_room, faults, item, real_room

from gstgen.scenes import catalogue
from gstgen.scenes.ceilings import row_spots
from gstgen.scenes.furnisher import Furnisher, WindowSpot
from gstgen.scenes.furnishing import furnish
from gstgen.scenes.inventory import load_inventory
from gstgen.scenes.programme import OPENING_CATEGORIES
from gstgen.scenes.rules import furnishing_table, is_known, rule_of
from gstgen.scenes.tops import carries_inside

PLACES = {"wall", "corner", "free", "top", "hung", "rug", "ceiling", "window", "worktop", "switch", "ground"}


class Settings:
    """What furnishing reads of the source's settings."""

    wall_gap_m = 0.02
    worktop_m = 0.86


def furnished(items, width=5.0, depth=4.5, height=2.6, room_type="living_room", windows=()):
    f = Furnisher(empty_room(width, depth, height), items, Settings(), windows=windows, room_type=room_type)
    furnish(f)
    assert not f.left
    assert not f.space.placed or not list(faults(f))
    return f


def only(f, category):
    found = [p for p in f.space.placed if p.item.category == category]
    assert len(found) == 1
    return found[0]


def carrier_of(f, thing):
    return f.space.placed[thing.support]


def test_every_category_of_the_inventories_has_a_place():
    listed = {
        i.category
        for entry in catalogue.entries().values()
        if entry.number is not None
        for room in load_inventory(entry.name).rooms
        for i in room.items
    }
    assert len(listed) > 500
    assert not {c for c in listed - OPENING_CATEGORIES if not is_known(c)}


def test_the_tables_name_kinds_of_places_and_carriers_that_exist():
    table = furnishing_table()["categories"]
    assert {r["place"] for r in table.values()} <= PLACES
    assert {r["else"] for r in table.values() if "else" in r} <= PLACES
    carriers = {c for r in table.values() for c in r.get("supports", ())} | set(furnishing_table()["supports_any"])
    assert not {c for c in carriers if not is_known(c)}


def test_unknown_things_are_placed_by_size_and_shape():
    assert rule_of(item("thingamajig", (0.1, 0.1, 0.2)))["place"] == "top"
    assert rule_of(item("thingamajig", (0.03, 1.5, 1.0)))["place"] == "hung"
    assert rule_of(item("thingamajig", (0.8, 1.5, 1.0)))["place"] == "corner"
    f = furnished([item("thingamajig", (0.1, 0.1, 0.2)), item("desk", (0.6, 1.4, 0.75))])
    assert carrier_of(f, only(f, "thingamajig")).item.category == "desk"
    assert any("thingamajig" in n for n in f.notes)


def test_the_lamp_stands_on_the_nightstand_beside_the_bed():
    bed, stand = item("bed", (2.1, 1.6, 0.9)), item("nightstand", (0.45, 0.5, 0.5))
    f = furnished([bed, stand, item("table_lamp", (0.2, 0.2, 0.4)), item("pillow", (0.45, 0.6, 0.15))])
    lamp, pillow = only(f, "table_lamp"), only(f, "pillow")
    assert carrier_of(f, lamp).item == stand
    assert carrier_of(f, pillow).item == bed
    gap = np.linalg.norm(only(f, "nightstand").box.center_m[:2] - only(f, "bed").box.center_m[:2])
    assert gap < 1.6
    assert carries_inside(f.space.placed) == {f.space.placed.index(only(f, "bed"))}


def test_the_television_faces_the_sofa_and_the_rug_lies_under_the_table():
    f = furnished(
        [
            item("sofa", (0.9, 2.1, 0.85)),
            item("coffee_table", (0.6, 1.1, 0.42)),
            item("carpet", (1.6, 2.0, 0.02)),
            item("console_table", (0.4, 1.4, 0.5)),
            item("standing_tv", (0.2, 1.1, 0.65)),
            item("picture", (0.5, 0.7, 0.03)),
        ]
    )
    sofa, tv = only(f, "sofa"), only(f, "standing_tv")
    assert carrier_of(f, tv).item.category == "console_table"
    assert float(sofa.box.rotation[:2, 0] @ tv.box.rotation[:2, 0]) == pytest.approx(-1.0)
    assert float(sofa.box.rotation[:2, 0] @ (tv.box.center_m - sofa.box.center_m)[:2]) > 1.0
    assert carrier_of(f, only(f, "coffee_table")).item.category == "carpet"
    picture = only(f, "picture")
    assert 1.3 < picture.box.center_m[2] < 1.9
    behind = sofa.box.center_m[:2] - sofa.box.rotation[:2, 0] * 0.45
    assert np.linalg.norm(picture.box.center_m[:2] - behind) < 0.5


def test_the_screen_and_keyboard_face_the_chair():
    f = furnished(
        [
            item("desk", (0.7, 1.5, 0.75)),
            item("swivel_chair", (0.6, 0.6, 0.95)),
            item("monitor", (0.2, 0.55, 0.45)),
            item("keyboard", (0.15, 0.45, 0.02)),
            item("mouse", (0.11, 0.06, 0.04)),
        ],
        room_type="private_office",
    )
    chair = only(f, "swivel_chair").box.center_m
    desk = only(f, "desk").box
    screen, keys, mouse = (only(f, c).box for c in ("monitor", "keyboard", "mouse"))
    towards = (chair - desk.center_m)[:2]
    assert float(screen.rotation[:2, 0] @ towards) > 0
    assert np.linalg.norm((keys.center_m - chair)[:2]) < np.linalg.norm((screen.center_m - chair)[:2])
    assert np.linalg.norm((mouse.center_m - keys.center_m)[:2]) < 0.6


def test_chairs_are_pulled_out_and_turned_a_little():
    f = furnished([item("breakfast_table", (0.9, 1.6, 0.75)), *[item("straight_chair", (0.5, 0.45, 0.9))] * 4])
    turns = {round((p.box.yaw_deg + 45.0) % 90.0 - 45.0, 3) for p in f.space.placed[1:]}
    assert len(turns) > 1
    assert all(abs(t) < 10.0 for t in turns)


def test_blinds_hang_before_windows_and_lamps_under_the_ceiling():
    window = WindowSpot(2.5, 4.5, 3, 1.4, 0.9, 2.1)
    items = [item("window_blind", (0.06, 1.5, 1.4)), *[item("square_light", (0.6, 0.6, 0.05))] * 6]
    f = furnished(items, windows=[window])
    blind = only(f, "window_blind")
    assert blind.box.center_m[0] == pytest.approx(2.5)
    assert blind.box.bounds_m[1][1] == pytest.approx(4.5)
    lamps = [p for p in f.space.placed if p.item.category == "square_light"]
    assert len(lamps) == 6
    assert all(p.support == "ceiling" and p.box.bounds_m[1][2] == pytest.approx(2.6) for p in lamps)


@pytest.mark.parametrize("count", [1, 2, 5, 7, 12, 40])
def test_rows_of_lamps_cover_an_l_shaped_room_evenly(count):
    outline = shapely.Polygon([(0, 0), (10, 0), (10, 3), (4, 3), (4, 8), (0, 8)])
    spots = row_spots(outline, count)
    assert len(spots) == count
    assert shapely.contains_xy(outline, spots[:, 0], spots[:, 1]).all()
    if count > 1:
        gaps = np.linalg.norm(spots[:, None] - spots[None], axis=-1)
        np.fill_diagonal(gaps, np.inf)
        assert gaps.min() > 0.35 * math.sqrt(outline.area / count)


def test_what_finds_no_place_is_named_with_a_reason():
    f = Furnisher(empty_room(2.0, 2.2), [item("sofa", (0.9, 2.4, 0.85))] * 2, Settings(), room_type="living_room")
    furnish(f)
    assert len(f.failed) == 2
    assert all(reason for _, reason in f.failed)


def test_parts_of_the_ground_are_left_to_the_structure():
    f = furnished([item("lawn", (10.0, 10.0, 0.1))], room_type="garden")
    assert [i.category for i in f.ground] == ["lawn"]


@pytest.mark.parametrize(
    "room",
    [
        ("house_double_floor_upper", "bedroom_0", 5.2, 4.6, 2.7, "home"),
        ("Beechwood_0_int", "kitchen_0", 5.0, 4.2, 2.6, "home"),
        ("hotel_suite_large", "bedroom_0", 10.5, 7.0, 3.0, "hotel"),
        ("Rs_int", "living_room_0", 6.5, 5.0, 2.6, "home"),
        ("Wainscott_0_int", "bathroom_0", 3.2, 2.8, 2.6, "home"),
    ],
    ids=lambda r: f"{r[0]}-{r[1]}",
)
def test_rooms_of_homes_hold_all_that_is_listed(room):
    f = real_room(*room)
    assert list(faults(f))[:5] == []
    assert f.space.is_walkable
    assert [i.category for i, _ in f.failed if i.category != "fixed_window"] == []
