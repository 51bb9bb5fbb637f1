"""Layouts: rooms grow until their things fit, and what cannot fit is refused in one line."""

from __future__ import annotations

import math

import pytest
from generated_homes import default_settings

from gstgen.errors import RunError
from gstgen.scenes import catalogue, layout
from gstgen.scenes.inventory import Inventory, InventoryItem, InventoryRoom
from gstgen.scenes.layout import furnish_home
from gstgen.scenes.programme import room_specs

S = default_settings()
TOILET = InventoryItem("toilet", "t", (0.6, 0.4, 0.7))
DOOR = InventoryItem("door", "d", (0.15, 0.8, 2.0))


def inventory(**rooms):
    listed = tuple(InventoryRoom(r, r.rsplit("_", 1)[0], None, tuple(items)) for r, items in rooms.items())
    return Inventory("test", listed, ())


def placed(home):
    return [(r.spec.id, p.item, tuple(p.box.center_m)) for r in home.rooms for p in r.placed]


def test_same_seed_same_layout_and_another_seed_another():
    found = catalogue.inventory_of(catalogue.find("Rs_int"), 5)
    first, again, other = (furnish_home(found, S, seed, "home") for seed in (5, 5, 6))
    assert first.plan == again.plan
    assert placed(first) == placed(again)
    assert first.plan != other.plan


def test_a_thing_larger_than_any_room_is_refused_in_one_line():
    block = InventoryItem("statue", "s", (4.0, 4.0, 9.0))  # taller than a home may be
    with pytest.raises(RunError, match=r"no layout for test with seed 1 \(.* of 3 things .*area_factor") as error:
        furnish_home(
            inventory(bathroom_0=[TOILET, block], corridor_0=[DOOR]), S.model_copy(update={"attempts": 2}), 1, "home"
        )
    assert "\n" not in str(error.value)


def test_a_failing_room_grows_and_the_draft_is_kept(monkeypatch):
    areas = []
    make = layout.make_plan

    def watched(specs, *args):
        areas.append((sum(s.area_m2 for s in specs if s.type == "bathroom"), args[-1] is None))
        return make(specs, *args)

    monkeypatch.setattr(layout, "make_plan", watched)
    crowd = [InventoryItem("statue", "s", (4.0, 4.0, 9.0)), TOILET]
    with pytest.raises(RunError):
        furnish_home(
            inventory(bathroom_0=crowd, bedroom_0=[], living_room_0=[DOOR]), S.model_copy(update={"attempts": 3}), 1
        )
    assert [fresh for _, fresh in areas] == [True, False, False]
    assert areas[0][0] < areas[1][0] < areas[2][0]


def test_rooms_hold_what_stands_in_them():
    """A room is large enough for its largest thing and a corridor long enough for what lines its walls."""
    tub = InventoryItem("hammam_bench", "h", (4.6, 6.2, 1.1))
    lockers = [InventoryItem("locker", "l", (0.5, 1.0, 1.8))] * 12
    specs = {s.id: s for s in room_specs(inventory(hammam_0=[tub], corridor_0=lockers), "gym", 1)}
    assert specs["hammam_0"].side_m >= 4.6 + 0.6
    assert specs["hammam_0"].area_m2 >= specs["hammam_0"].side_m * 6.2
    assert specs["corridor_0"].long_m >= 6.0
    assert specs["corridor_0"].width_m >= 0.5 + 1.0
    grown = specs["corridor_0"].grown(1.2)
    assert (grown.width_m > specs["corridor_0"].width_m, grown.long_m > specs["corridor_0"].long_m) == (True, True)


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("Rs_int", 2.3, 2.9), ("grocery_store_convenience", 4.0, 5.0), ("hall_glass_ceiling", 6.0, 12.0),
     ("restaurant_diner", 3.0, 4.1)],
)  # fmt: skip
def test_heights_follow_the_kind(name, low, high):
    entry = catalogue.find(name)
    specs = room_specs(catalogue.inventory_of(entry, 3), entry.kind, 3)
    assert low <= max(s.height_m for s in specs if not s.outdoor) <= high
    for spec in specs:
        assert spec.height_m >= 2.3


def test_a_garden_is_under_the_sky_and_around_the_house():
    entry = catalogue.find("Rs_garden")
    home = furnish_home(catalogue.inventory_of(entry, 3), S, 3, entry.kind)
    garden = next(r for r in home.rooms if r.spec.id == "garden_0")
    assert garden.outdoor
    assert garden.height_m >= max(float(p.box.bounds_m[1][2]) for p in garden.placed)
    assert home.height_m < 5.0
    assert garden.polygon.area > 90
    assert not math.isinf(garden.height_m)
    assert min(v for rects in home.plan.rooms.values() for r in rects for v in r) == 0.0
