"""Families: members are sane, varied, deterministic, and their statistics lie within those of the real inventories."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from gstgen.scenes import catalogue
from gstgen.scenes.families import KINDS, FamilyName, family_inventory, family_programme, has_upper_level
from gstgen.scenes.families.corpus import plausible_models, real_rooms
from gstgen.scenes.families.tables import family_tables
from gstgen.scenes.inventory import InventoryItem, load_inventory

HOMES = 200
OTHERS = 25
SEED = 7


@cache
def members(kind):
    return [family_inventory(FamilyName(kind, n), SEED) for n in range(HOMES if kind == "home" else OTHERS)]


@cache
def real(kind):
    found = [e for e in catalogue.entries().values() if e.source == "behavior" and e.kind == kind]
    return [load_inventory(e.name) for e in found]


def objects(inventory):
    return sum(len(r.items) for r in inventory.rooms)


def outside(real_values, sampled, slack):
    """What is wrong with a sample; empty when it lies within the spread of the real values.

    The criterion: the sample's median lies between the real minimum and maximum (from 10 real values on between their
    10 % and 90 % quantiles), and at least 95 % of the sample lies within 0.6 of the minimum and 1.4 of the maximum.
    One or two real values say little of a spread: then both need only lie within 0.4 of the minimum and 1.6 of the
    maximum. `slack` is added on both sides, for small counts.
    """
    low, high = min(real_values), max(real_values)
    tails, reach = (low, high), (0.6 * low, 1.4 * high)
    if len(real_values) >= 10:
        tails = np.quantile(real_values, [0.1, 0.9])
    if len(real_values) < 3:
        tails = reach = (0.4 * low, 1.6 * high)
    faults = []
    if not tails[0] - slack <= np.median(sampled) <= tails[1] + slack:
        faults.append(f"median {np.median(sampled)} not within {tails}")
    inside = np.mean([reach[0] - slack <= v <= reach[1] + slack for v in sampled])
    if inside < 0.95:
        faults.append(f"only {inside:.0%} within {low} to {high}")
    return faults


@pytest.mark.parametrize("kind", KINDS)
def test_counts_lie_within_the_spread_of_the_real_inventories(kind):
    assert outside([len(i.rooms) for i in real(kind)], [len(i.rooms) for i in members(kind)], slack=1) == []
    assert outside([objects(i) for i in real(kind)], [objects(i) for i in members(kind)], slack=0) == []
    per_type = {}
    for inventory in members(kind):
        for room in inventory.rooms:
            per_type.setdefault(room.type, []).append(len(room.items))
    for room_type, counts in per_type.items():
        pool = [len(r.room.items) for r in real_rooms(kind, room_type)]
        assert outside(pool, counts, slack=3) == [], room_type


def test_the_criterion_can_fail():
    homes = [objects(i) for i in real("home")]
    sampled = [objects(i) for i in members("home")]
    assert outside(homes, [4 * n for n in sampled], 0)
    assert outside(homes, [n // 8 for n in sampled], 0)
    rooms = [len(i.rooms) for i in real("home")]
    assert outside(rooms, [len(i.rooms) + 8 for i in members("home")], 1)


def test_categories_are_as_frequent_as_in_real_rooms():
    """The share of rooms that have a category, for the commonest rooms of homes."""
    for room_type in ("bedroom", "bathroom", "living_room", "kitchen"):
        pool = [{i.category for i in r.room.items} for r in real_rooms("home", room_type)]
        ours = [{i.category for i in r.items} for m in members("home") for r in m.rooms if r.type == room_type]
        common = {c for c, n in Counter(c for room in pool for c in room).items() if n >= 0.3 * len(pool)}
        for category in common:
            wanted = np.mean([category in room for room in pool])
            found = np.mean([category in room for room in ours])
            assert abs(found - wanted) < 0.3, (room_type, category, wanted, found)


def test_a_home_has_what_a_home_needs():
    for number in range(HOMES):
        programme = family_programme(FamilyName("home", number))
        types = Counter(r.type for r in programme.rooms)
        assert types["bathroom"], number
        assert types["living_room"] or types["kitchen"], number
        if programme.level == "single":
            assert types["bedroom"], number
        if programme.level == "lower":
            assert types["staircase"] == 1, number
            upper = Counter(r.type for r in family_programme(FamilyName("home", number, upper=True)).rooms)
            assert upper["bedroom"], number
            assert upper["staircase"] == 1, number
        if len(programme.rooms) > 8:
            assert types["corridor"] or types["entryway"], number


def test_levels():
    two = [n for n in range(HOMES) if has_upper_level("home", n)]
    assert 0.05 * HOMES < len(two) < 0.4 * HOMES
    single = next(n for n in range(HOMES) if n not in two)
    with pytest.raises(ValueError, match="one level"):
        family_programme(FamilyName("home", single, upper=True))


@pytest.mark.parametrize("kind", KINDS)
def test_no_member_copies_a_real_scene(kind):
    """No member has the rooms of one real scene: neither its list of things nor its models."""
    copies = [Counter((r.type, r.items) for r in i.rooms) for i in real(kind)]
    for member in members(kind):
        assert Counter((r.type, r.items) for r in member.rooms) not in copies
        furnished = [r for r in member.rooms if len(r.items) > 8]
        originals = [{r.room.items for r in real_rooms(kind, room.type)} for room in furnished]
        same = [room.id for room, listed in zip(furnished, originals, strict=True) if room.items in listed]
        assert len(same) <= len(furnished) / 4, (member.scene, same)


def test_members_differ():
    lists = {tuple(r.items for r in m.rooms) for m in members("home")}
    assert len(lists) == HOMES
    programmes = {tuple((r.type, r.floor_m) for r in family_programme(FamilyName("home", n)).rooms) for n in range(50)}
    assert len(programmes) == 50


def test_the_seed_changes_what_rooms_hold_but_not_which_rooms_there_are():
    name = FamilyName("home", 12)
    one, again, other = family_inventory(name, 7), family_inventory(name, 7), family_inventory(name, 8)
    assert one == again
    assert [(r.id, r.floor_m) for r in one.rooms] == [(r.id, r.floor_m) for r in other.rooms]
    assert [r.items for r in one.rooms] != [r.items for r in other.rooms]


@pytest.mark.parametrize("kind", KINDS)
def test_models_have_plausible_sizes(kind):
    table = family_tables().kinds[kind]
    for member in members(kind)[:OTHERS]:
        for room in member.rooms:
            tall = table.outdoor_max_height_m if room.type == "garden" else table.max_height_m
            for item in room.items:
                models = plausible_models(item.category)
                if any(size[2] <= tall for _, size in models):
                    assert (item.model, item.size_m) in models, (member.scene, room.id, item)
                    assert item.size_m[2] <= tall


def test_followers_come_with_their_leaders():
    """Whatever the real room had of a group, the sampled room has a leader wherever the real one had."""
    rows = [r for r in family_tables().together if r.followers != ("pillow",)]
    for member in members("home"):
        for room in member.rooms:
            present = {i.category for i in room.items}
            for row in rows:
                if "bed" in row.leaders and "nightstand" in present & set(row.followers):
                    assert "bed" in present, (member.scene, room.id)
                if "standing_tv" in present & set(row.followers) and not present & set(row.leaders):
                    pool = [{i.category for i in r.room.items} for r in real_rooms("home", room.type)]
                    assert any("standing_tv" in p and not p & set(row.leaders) for p in pool), (member.scene, room.id)


def test_every_room_has_its_fixtures():
    for member in members("home"):
        for room in member.rooms:
            categories = {i.category for i in room.items}
            if room.type == "bedroom":
                assert "bed" in categories
            if room.type == "kitchen":
                assert "fridge" in categories


def test_absurd_models_are_left_out():
    models = plausible_models("bookcase")
    heights = [size[2] for _, size in models]
    assert len(models) > 5
    assert max(heights) < 9 * min(heights)
    assert plausible_models("no_such_category") == ()


def test_one_entry_point_for_both_sorts_of_scenes():
    assert catalogue.inventory_of(catalogue.find("Rs_int"), 7) == load_inventory("Rs_int")
    family = catalogue.inventory_of(catalogue.find("home/12"), 7)
    assert family.scene == "home_000012"
    assert "sampled after real rooms" in family.notes[0]
    assert all(isinstance(i, InventoryItem) for r in family.rooms for i in r.items)
