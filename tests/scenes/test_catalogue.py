"""The catalogue: official numbers, spellings, near names, what has no loader, distractors."""

from __future__ import annotations

import pytest

from gstgen.errors import RequestError
from gstgen.scenes import catalogue
from gstgen.scenes.families import KINDS, has_upper_level
from gstgen.scenes.inventory import load_inventory


def benchmark():
    return {name: entry for name, entry in catalogue.entries().items() if entry.split == "bench"}


def test_official_numbers():
    known = benchmark()
    assert len(known) == 51
    numbers = {name: entry.number for name, entry in known.items()}
    assert (numbers["Beechwood_0_garden"], numbers["Rs_int"], numbers["school_biology"]) == (0, 16, 46)
    assert (numbers["gates_bedroom"], numbers["school_gym"], numbers["Benevolence_0_int"]) == (20, 50, 3)
    assert sorted(numbers.values()) == list(range(51))
    # Official numbers follow the alphabet with capitals first, which is how strings compare.
    assert sorted(numbers, key=numbers.__getitem__) == sorted(numbers)
    assert all(entry.number is None for entry in catalogue.entries().values() if entry.split != "bench")


def test_sizes_are_those_of_the_inventories():
    for entry in benchmark().values():
        assert entry.rooms == len(load_inventory(entry.name).rooms), entry.name


def test_other_sources_are_listed_with_licence_and_split():
    counts = {}
    for entry in catalogue.entries().values():
        counts[entry.source] = counts.get(entry.source, 0) + 1
        assert entry.licence
    assert counts == {"behavior": 51, "artvip": 12, "sweethome3d": 9}
    assert {e.split for e in catalogue.entries().values() if e.source != "behavior"} == {"train"}


@pytest.mark.parametrize("typed", ["home/000123", "home/123", "home_000123", "home_123", "Home/0000123"])
def test_every_spelling_of_a_family_member_is_one_scene(typed):
    entry = catalogue.find(typed)
    assert (entry.name, entry.title) == ("home_000123", "home/000123")
    assert (entry.kind, entry.split, entry.number, entry.source) == ("home", "train", None, "family")
    assert catalogue.canonical_name(typed) == "home_000123"
    assert entry.rooms
    assert entry.area_m2


def test_canonical_name_leaves_other_names():
    assert [catalogue.canonical_name(n) for n in ("Rs_int", "hall_arch_wood", "")] == ["Rs_int", "hall_arch_wood", ""]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_family(kind):
    assert catalogue.find(f"{kind}/000007").indoor == (kind != "garden")
    assert catalogue.find(f"{kind}/999999").name == f"{kind}_999999"


def test_numbers_out_of_range():
    with pytest.raises(RequestError, match=r"home/1000000.*0 to 999999"):
        catalogue.find("home/1000000")


def test_two_levels_are_two_scenes():
    number = next(n for n in range(100) if has_upper_level("home", n))
    lower, upper = catalogue.find(f"home/{number}"), catalogue.find(f"home/{number}_upper")
    assert (lower.level, upper.level) == ("lower", "upper")
    assert upper.name == f"home_{number:06d}_upper"
    single = next(n for n in range(100) if not has_upper_level("home", n))
    assert catalogue.find(f"home/{single}").level == "single"
    with pytest.raises(RequestError, match=r"has one level only \(others have: home/"):
        catalogue.find(f"home/{single}_upper")
    with pytest.raises(RequestError, match=r"one level only"):
        catalogue.find("office/3_upper")
    assert catalogue.find("house_double_floor_upper").level == "upper"


@pytest.mark.parametrize(
    ("typed", "near"),
    [("rs_int", "Rs_int"), ("hotl/000123", "hotel/000123"), ("artvip_kitchn", "artvip_kitchen"), ("Rs_in", "Rs_int")],
)
def test_unknown_scene_names_near_ones(typed, near):
    with pytest.raises(RequestError, match=rf"unknown scene '{typed}'.*{near}") as error:
        catalogue.find(typed)
    assert "\n" not in str(error.value)


def test_nothing_near():
    with pytest.raises(RequestError, match=r"unknown scene ''; what works: .*Rs_int"):
        catalogue.find("")


@pytest.mark.parametrize(
    ("name", "lack"),
    [
        ("artvip_interactive_kitchen", r"ArtVIP.*loader for USD"),
        ("ai_001_010", r"HyperSim.*loader"),
        ("sweethome3d_Studio", r"Sweet Home 3D"),
    ],
)
def test_a_scene_without_loader_says_what_is_missing_and_what_works(name, lack):
    assert catalogue.find(name).split == "train"
    with pytest.raises(RequestError, match=rf"{name}.*{lack}.* is missing; what works: .*home/000000") as error:
        catalogue.find_generated(name)
    assert "\n" not in str(error.value)


def test_a_file_has_no_loader():
    with pytest.raises(RequestError, match=r"'my/flat.usdz' is a file, for which gstgen has no loader"):
        catalogue.find("my/flat.usdz")


@pytest.mark.parametrize("name", ["Rs_int", "Wainscott_1_int", "Beechwood_0_int", "home/000123", "home/000015"])
def test_distractors_are_alike_and_can_be_made(name):
    own = catalogue.find(name)
    chosen = catalogue.distractors(name, 4, seed=7)
    assert len(set(chosen)) == 4
    assert own.name not in chosen
    for other in map(catalogue.find, chosen):
        assert (other.kind, other.split, other.generator) == (own.kind, own.split, True)
        assert own.family is None or other.level == own.level
    assert chosen == catalogue.distractors(name, 4, seed=7)
    assert {tuple(catalogue.distractors(name, 4, seed=s)) for s in range(8)} != {tuple(chosen)}


def test_distractors_do_not_depend_on_the_spelling():
    assert catalogue.distractors("home/123", 4, 7) == catalogue.distractors("home_000123", 4, 7)


def test_distractors_prefer_similar_size():
    known = catalogue.entries()
    near = {d for s in range(30) for d in catalogue.distractors("Benevolence_0_int", 4, s)}
    assert max(known[d].area_m2 for d in near) < max(e.area_m2 for e in benchmark().values() if e.generator)
    own = catalogue.find("home/000123")
    areas = [catalogue.find(d).area_m2 for s in range(5) for d in catalogue.distractors(own.name, 4, s)]
    assert all(0.5 < area / own.area_m2 < 2.0 for area in areas)


@pytest.mark.parametrize("name", ["hotel_gym_spa", "hotel_suite_small", "grocery_store_asian"])
def test_small_benchmark_kinds_are_widened_within_the_benchmark(name, monkeypatch):
    import dataclasses

    made = {n: dataclasses.replace(e, generator=e.split == "bench") for n, e in catalogue.entries().items()}
    monkeypatch.setattr(catalogue, "entries", lambda: made)
    own = made[name]
    choice = catalogue.choose_distractors(name, 4, seed=7)
    assert len(set(choice.names)) == 4
    assert {made[n].split for n in choice.names} == {"bench"}
    same = {e.name for e in made.values() if e.kind == own.kind and e.name != name}
    assert same <= set(choice.names)
    assert set(choice.widened) == set(choice.names) - same
    assert all(made[n].indoor for n in choice.widened)


def test_excluded_scenes_are_no_options():
    all_ = {d for s in range(20) for d in catalogue.distractors("Rs_int", 4, s)}
    some = sorted(all_)[0]
    assert all(some not in catalogue.distractors("Rs_int", 4, s, [some]) for s in range(20))


def test_too_few_distractors():
    with pytest.raises(RequestError, match=r"only .* possible distractor"):
        catalogue.distractors("Rs_int", 60, 7)
