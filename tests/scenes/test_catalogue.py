"""The catalogue: official numbers, near names, distractors."""

from __future__ import annotations

import pytest

from gstgen.errors import RequestError
from gstgen.scenes import catalogue


def test_official_numbers():
    known = catalogue.entries()
    assert len(known) == 51
    numbers = {name: entry.number for name, entry in known.items()}
    assert (numbers["Beechwood_0_garden"], numbers["Rs_int"], numbers["school_biology"]) == (0, 16, 46)
    assert (numbers["gates_bedroom"], numbers["school_gym"], numbers["Benevolence_0_int"]) == (20, 50, 3)
    assert sorted(numbers.values()) == list(range(51))
    # Official numbers follow the alphabet with capitals first, which is how strings compare.
    assert sorted(numbers, key=numbers.__getitem__) == sorted(numbers)


def test_unknown_scene_names_near_ones():
    with pytest.raises(RequestError, match=r"unknown scene 'rs_int'.*Rs_int") as error:
        catalogue.find("rs_int")
    assert "\n" not in str(error.value)
    with pytest.raises(RequestError, match=r"unknown scene"):
        catalogue.find("")


def test_scene_without_generator_says_so():
    with pytest.raises(RequestError, match=r"school_gym.*does not make it.*Rs_int"):
        catalogue.find_generated("school_gym")


@pytest.mark.parametrize("name", ["Rs_int", "Wainscott_1_int", "Beechwood_0_int"])
def test_distractors_are_alike_and_can_be_made(name):
    own = catalogue.find(name)
    chosen = catalogue.distractors(name, 4, seed=7)
    assert len(set(chosen)) == 4
    assert name not in chosen
    for other in map(catalogue.find, chosen):
        assert (other.kind, other.split, other.generator) == (own.kind, own.split, True)
    assert chosen == catalogue.distractors(name, 4, seed=7)
    assert {tuple(catalogue.distractors(name, 4, seed=s)) for s in range(8)} != {tuple(chosen)}


def test_distractors_prefer_similar_size():
    known = catalogue.entries()
    near = {d for s in range(30) for d in catalogue.distractors("Benevolence_0_int", 4, s)}
    assert max(known[d].area_m2 for d in near) < max(e.area_m2 for e in known.values() if e.generator)


def test_too_few_distractors():
    with pytest.raises(RequestError, match=r"only .* possible distractor"):
        catalogue.distractors("Rs_int", 40, 7)
