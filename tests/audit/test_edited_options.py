"""Edited plans give nothing away: a forest that sees the four options alone stays at chance, and would find a star."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
import yaml

from gstgen.audit import cues
from gstgen.audit.settings import AuditSettings
from gstgen.media.pictures import write_png
from gstgen.questions.tasks import TOPDOWN_SELECTION
from gstgen.resources import resource_folder
from gstgen.topdown.edit_settings import EditSettings
from gstgen.topdown.edits import Doorway, door_moves, wall_moves

M_PER_PX = 0.06
PLANS = 48


def conf(group):
    return yaml.safe_load((resource_folder("conf") / group / "default.yaml").read_text())


def house(generator):
    """Four rooms around a cross of walls at a random place, with a doorway in three of its arms."""
    width, height = (int(v) for v in generator.integers(150, 230, 2))
    x, y = int(width * generator.uniform(0.4, 0.6)), int(height * generator.uniform(0.4, 0.6))
    floor = np.zeros((height + 16, width + 16), bool)
    floor[8 : 8 + height, 8 : 8 + width] = True
    floor[:, 8 + x : 11 + x] = floor[8 + y : 11 + y, :] = False
    doors = []
    for name, (low, high, upright) in {
        "a": (8, 8 + y, True), "b": (11 + y, 8 + height, True), "c": (8, 8 + x, False),
    }.items():  # fmt: skip
        at = int(generator.integers(low + 6, high - 24))
        if upright:
            floor[at : at + 15, 8 + x : 11 + x] = True
            doors.append(Doorway(name, (8 + x, at, 11 + x, at + 15)))
        else:
            floor[8 + y : 11 + y, at : at + 15] = True
            doors.append(Doorway(name, (at, 8 + y, at + 15, 11 + y)))
    return floor, doors


def sets(kind, generator):
    """Pictures of the four options of each plan, the right one first."""
    limits = EditSettings.model_validate(conf("questions")["topdown_selection"]["edits"])
    found = []
    while len(found) < PLANS:
        floor, doors = house(generator)
        plain = floor.astype(np.uint8) * np.uint8(255)
        edits = [*door_moves(floor, doors, M_PER_PX, limits), *wall_moves(floor, doors, [], M_PER_PX, limits)]
        order = [edits[int(i)] for i in generator.permutation(len(edits))]
        pairs = [
            pair
            for pair in (sorted(p, key=lambda e: e.kind) for p in combinations(order, 2))
            if pair[1].holds(pair[0].apply(plain)) and {e.kind for e in pair} == {"door", "wall"}
        ]
        if not pairs or len(order) < 3:
            continue
        first, second = pairs[0]
        if kind == "square":
            found.append([plain, first.apply(plain), second.apply(plain), second.apply(first.apply(plain))])
        else:  # every wrong plan is one edit from the right one
            found.append([plain, *(e.apply(plain) for e in order[:3])])
    return found


def accuracy(kind, tmp_path):
    generator = np.random.default_rng(3)
    records = []
    for number, pictures in enumerate(sets(kind, generator)):
        place = int(generator.integers(4))
        order = [int(i) + 1 for i in generator.permutation(3)]
        order.insert(place, 0)
        for letter, index in zip("ABCD", order, strict=True):
            write_png(tmp_path / f"{number}_{letter}.png", pictures[index])
        records.append(
            SimpleNamespace(
                official=TOPDOWN_SELECTION["hard"], options=tuple("ABCD"), answer="ABCD"[place],
                images=tuple(f"{number}_{letter}.png" for letter in "ABCD"),
            )
        )  # fmt: skip
    settings = AuditSettings.model_validate({**conf("audit"), "trees": 60})
    folds = np.arange(len(records)) % 4
    features = np.array([cues.option_features(r, tmp_path, settings) for r in records])
    return float(cues.expected_scores(cues.option_scores(records, features, folds, settings, 7), records).mean())


@pytest.mark.parametrize(("kind", "low", "high"), [("square", 0.05, 0.45), ("star", 0.5, 1.0)])
def test_only_a_star_of_edits_shows_its_middle(tmp_path, kind, low, high):
    assert low <= accuracy(kind, tmp_path) <= high
