"""Finishes of buildings: rooms differ, buildings differ, every kind of building has finishes for every room."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest

from gstgen.scenes.finishes import RoomLook, building_style, room_finishes, table
from gstgen.scenes.paint import PaintPicker, PaintRange, lch_to_srgb, srgb_to_lab
from gstgen.scenes.surfaces import PATTERNS

KINDS = ("home", "office", "school", "restaurant", "grocery", "hotel", "hall", "gym", "garden")
HOME = ["living_room", "kitchen", "bathroom", "bathroom", "bedroom", "bedroom", "bedroom", "corridor"]


def looks(types):
    return [RoomLook(f"{t}_{k}", t, t == "garden", k % 2 == 0) for k, t in enumerate(types)]


def finishes(name, kind, types, seed):
    return room_finishes(name, kind, looks(types), building_style(name, kind, seed).facade, seed)


@pytest.mark.parametrize("seed", range(6))
def test_rooms_of_a_home_can_be_told_apart(seed):
    chosen = finishes("a", "home", HOME, seed)
    walls = [f["wall"] for f in chosen.values()]
    for a, b in itertools.combinations(walls, 2):
        gap = np.linalg.norm(srgb_to_lab(tuple(a["color"])) - srgb_to_lab(tuple(b["color"])))
        assert gap > 2.0 or a["kind"] != b["kind"]
    for one, other in itertools.combinations([k for k in chosen if k.startswith("bedroom")], 2):
        a, b = chosen[one]["floor"], chosen[other]["floor"]
        assert (a["kind"], a["color"]) != (b["kind"], b["color"])


def test_twenty_six_offices_differ():
    chosen = finishes("b", "office", ["private_office"] * 26, 3)
    keys = {json.dumps(f["wall"]["color"]) + json.dumps(f.get("accent", {}).get("color")) for f in chosen.values()}
    assert len(keys) == 26


def test_buildings_differ_and_repeat():
    one, again, other = (finishes(n, "home", HOME, s) for n, s in (("a", 1), ("a", 1), ("a", 2)))
    assert json.dumps(one) == json.dumps(again)
    assert json.dumps(one) != json.dumps(other)
    assert building_style("a", "home", 1) == building_style("a", "home", 1)
    assert len({json.dumps(building_style(str(k), "home", 1).facade) for k in range(8)}) > 4


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_known_patterns_and_colours(kind):
    data = table()
    types = sorted({*data["floors"]["any"], *data["floors"].get(kind, {}), *data["walls"]["any"]} - {"default"})
    chosen = finishes("c", kind, [*types, "no_such_room"], 5)
    for room, finish in chosen.items():
        for part in ("floor", "wall", *(["ceiling"] if not room.startswith("garden") else [])):
            assert finish[part]["kind"] in PATTERNS
            assert all(0 <= c <= 1 for c in finish[part]["color"])
        assert 0 < finish.get("dado", {"height_m": 1.0})["height_m"] <= 2.6
    assert "ceiling" not in chosen[next(r for r in chosen if r.startswith("garden"))]


def test_the_table_names_only_what_exists():
    data = table()
    for row in data["finishes"].values():
        assert set(row["patterns"]) <= set(PATTERNS)
        assert row.get("colors", "wood") in data["colors"]
    for treatment in data["treatments"].values():
        assert {treatment[k] for k in ("base", "dado", "accent") if k in treatment} <= set(data["finishes"])
    for group, names in (("floors", data["finishes"]), ("walls", data["treatments"]), ("ceilings", data["finishes"])):
        for own in data[group].values():
            rows = own.values() if all(isinstance(v, dict) for v in own.values()) else [own]
            for weights in rows:
                assert set(weights) <= set(names), (group, weights)


def test_paints_keep_to_their_range():
    picker = PaintPicker(PaintRange((70.0, 80.0), (5.0, 15.0), (40.0, 90.0)), np.random.default_rng(0))
    labs = np.array([srgb_to_lab(picker.draw()) for _ in range(10)])
    assert labs[:, 0].min() > 69
    assert labs[:, 0].max() < 81
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(labs, 2)) > 2.0
    assert np.allclose(srgb_to_lab(lch_to_srgb(60.0, 20.0, 50.0))[0], 60.0, atol=0.5)
