from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest
import synthetic_home as home
from hypothesis import given
from hypothesis import strategies as st

from gstgen.questions import balance
from gstgen.randomness import rng

SETTINGS = home.question_settings().balance


@dataclass(frozen=True)
class Item:
    uid: str
    bins: dict[str, str]


def items(answers):
    return [Item(f"u{i:03d}", {"answer": a, "item": str(i)}) for i, a in enumerate(answers)]


def test_answers_are_spread_over_bins_of_very_different_supply():
    pool = items(["common"] * 60 + ["rare"] * 3 + ["single"])
    chosen = balance.choose(pool, 9, SETTINGS, rng(1, "x"))
    assert Counter(c.bins["answer"] for c in chosen) == {"single": 1, "rare": 3, "common": 5}


def test_the_same_thing_is_asked_again_last():
    pool = [Item(f"u{i}", {"answer": "a", "item": str(i % 3), "video": str(i)}) for i in range(9)]
    chosen = balance.choose(pool, 6, SETTINGS, rng(1, "x"))
    assert Counter(c.bins["item"] for c in chosen) == {"0": 2, "1": 2, "2": 2}


@given(st.lists(st.sampled_from("abcde"), max_size=40), st.integers(0, 12), st.randoms())
def test_choice_depends_on_content_not_on_order(answers, count, random):
    pool = items(answers)
    shuffled = list(pool)
    random.shuffle(shuffled)
    chosen = balance.choose(pool, count, SETTINGS, rng(3, "x"))
    assert balance.choose(shuffled, count, SETTINGS, rng(3, "x")) == chosen
    assert len(chosen) == len({c.uid for c in chosen}) == min(count, len(pool))
    used, have = Counter(c.bins["answer"] for c in chosen), Counter(answers)
    # No bin is used twice more than another that still has candidates.
    for a in used:
        assert all(used[a] <= used[b] + 1 or used[b] == have[b] for b in have)


@given(st.floats(-180, 180))
def test_every_angle_has_its_sector(angle):
    assert balance.angle_bin(angle, SETTINGS) in balance.angle_bins(SETTINGS)


def test_sectors_are_centred_on_ahead_and_left():
    assert balance.angle_bins(SETTINGS) == [
        "0 deg",
        "45 deg",
        "90 deg",
        "135 deg",
        "180 deg",
        "-135 deg",
        "-90 deg",
        "-45 deg",
    ]
    assert balance.angle_bin(-22, SETTINGS) == "0 deg"
    assert balance.angle_bin(-170, SETTINGS) == balance.angle_bin(170, SETTINGS) == "180 deg"


@pytest.mark.parametrize(("distance", "name"), [(0.3, "<1.5 m"), (1.5, "1.5-2 m"), (3.9, "3-4 m"), (50, ">=11 m")])
def test_distance_bins(distance, name):
    assert balance.distance_bin(distance, SETTINGS) == name


def test_map_cells():
    assert balance.cell_bin((0, 999), SETTINGS) == "cell 0,3"
    assert balance.cell_bin((249, 250), SETTINGS) == "cell 0,1"


def test_letters_come_in_rounds_of_four():
    dealt = balance.letters(10, rng(5, "letters"))
    assert len(dealt) == 10
    assert sorted(dealt[:4]) == sorted(dealt[4:8]) == ["A", "B", "C", "D"]


def test_first_letters_differ_between_seeds():
    assert len({balance.letters(1, rng(seed, "letters"))[0] for seed in range(30)}) == 4


def test_what_could_not_be_filled_is_said():
    pool = items(["0 deg", "0 deg", "45 deg"])
    facts = balance.account(pool, pool[:1], 4, balance.angle_bins(SETTINGS))
    assert facts["unfilled_bins"]["45 deg"] == "more bins than questions"
    assert facts["unfilled_bins"]["90 deg"] == "no candidate"
    assert facts["short"].startswith("3 fewer")
