"""A box that the pictures alone cannot place is placed by the medium map."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import synthetic_home as home

from gstgen.dataset.records import Record, iter_raw
from gstgen.dataset.verify_map import MapChecks, largest_patch
from gstgen.dataset.verify_media import Media
from gstgen.dataset.verify_pixels import PixelChecks
from gstgen.geometry.boxes import OrientedBox


@pytest.fixture
def checks(finished):
    settings, media = home.verify_settings(), Media(finished.root)
    return MapChecks(media, settings, PixelChecks(media, settings))


@pytest.fixture(scope="module")
def records(finished):
    """One question about each target."""
    every = (Record.model_validate(data) for _, data in iter_raw(finished.qa / "qa.jsonl"))
    return {r.geometry.target.id: r for r in every if r.geometry.target is not None}


def moved(record, offset):
    center = np.array(record.geometry.target.center_m) + offset
    target = record.geometry.target.model_copy(update={"center_m": tuple(center.tolist())})
    return record.model_copy(update={"geometry": record.geometry.model_copy(update={"target": target})})


def test_sound_boxes_fit_the_map(checks, records):
    assert records
    assert {r.geometry.target.id: checks.footprint(r) for r in records.values()} == dict.fromkeys(records)


@pytest.mark.parametrize("heading_deg", range(0, 360, 45))
def test_every_target_that_lies_30_cm_off_is_caught(checks, records, heading_deg):
    turn = math.radians(heading_deg)
    offset = np.array([0.3 * math.cos(turn), 0.3 * math.sin(turn), 0.0])
    assert [r.uid for r in records.values() if checks.footprint(moved(r, offset)) is None] == []


def test_a_thing_above_the_map_is_not_asked_of_it(checks, records):
    assert all(checks.footprint(moved(r, (0.3, 0.0, 3.0))) is None for r in records.values())


def test_what_hangs_on_a_wall_is_at_one(checks, records):
    record = next(r for r in records.values() if r.geometry.target.category == "coffee_table")
    scene, target = checks.pixels.scene(home.MAIN), record.geometry.target
    box = OrientedBox(np.array(target.center_m), np.array(target.size_m), np.array(target.rotation))
    hung = [replace(o, support="wall", box=box) if o.id == target.id else o for o in scene.objects]
    checks.pixels._scenes[home.MAIN] = replace(scene, objects=tuple(hung))
    assert "hangs on a wall" in (checks.footprint(record) or "")


def test_the_largest_patch_counts_connected_pixels():
    mask = np.zeros((6, 6), bool)
    assert largest_patch(mask) == 0
    mask[0, 0] = mask[1, 1] = mask[4, 4] = True
    assert largest_patch(mask) == 2
