"""Difficulty: ranges, levels, and what asking for a level leaves."""

from __future__ import annotations

import json

import pytest
import synthetic_home as home
from dataset_fixtures import run_qa

from gstgen.audit.supply import difficulty_supply
from gstgen.config import parse_settings
from gstgen.dataset.records import DifficultyPart, read_records
from gstgen.dataset.store import write_json
from gstgen.entry import _compose
from gstgen.errors import RequestError, RunError
from gstgen.questions.difficulty import LEVELS, NUMBERS, fits, level_of

SOME = DifficultyPart(scene_area_m2=50.0, distance_m=4.0, rooms_between=1)


def test_ends_belong_to_a_range_and_null_is_open():
    assert fits(SOME, {"distance_m": (4.0, None), "rooms_between": (None, 1.0)})
    assert not fits(SOME, {"distance_m": (4.01, None)})
    assert not fits(SOME, {"rooms_between": (None, 0.0)})


def test_a_number_that_a_task_does_not_have_is_passed_over():
    assert fits(SOME, {"option_similarity": (0.9, None)})


def test_the_level_is_a_hard_one_that_holds_or_else_the_easiest():
    table = {"easy": {}, "medium": {"distance_m": (3.0, None)}, "hard": {"distance_m": (3.5, None)},
             "extreme": {"distance_m": (9.0, None)}}  # fmt: skip
    assert level_of(SOME, table) == "hard"
    assert level_of(SOME, {**table, "hard": table["extreme"]}) == "easy"
    assert level_of(SOME, {level: {"distance_m": (9.0, None)} for level in LEVELS}) is None


def test_asking_for_ranges_leaves_only_questions_within(finished, tmp_path):
    report = run_qa(finished.root, tmp_path / "qa", ranges={"distance_m": [None, 3.0]})
    records = read_records(tmp_path / "qa" / "qa.jsonl")
    distances = [r.difficulty.distance_m for r in records if r.difficulty.distance_m is not None]
    assert distances
    assert max(distances) <= 3.0
    dropped = report.funnel.to_json()["ED_v difficulty"]["dropped"]
    assert dropped["ranges"] > 0


def test_the_supply_counts_every_candidate_of_every_level(finished):
    facts = finished.report.facts["difficulty_supply"]
    assert set(facts["Pos"]) == set(LEVELS)
    records = read_records(finished.qa / "qa.jsonl")
    assert {r.difficulty.level for r in records} <= {*LEVELS, None}
    for record in records:
        levels = home.question_settings().levels.table
        assert record.difficulty.level == level_of(record.difficulty, levels)


def test_questions_about_a_view_carry_what_was_measured_of_its_place(finished):
    views = json.loads((finished.root / "scenes" / finished.scene / "current_view" / "views.json").read_text())["views"]
    measured = {f"scenes/{finished.scene}/current_view/{v['file']}": v["numbers"]["localisation"] for v in views}
    seen = set()
    for record in read_records(finished.qa / "qa.jsonl"):
        place, numbers = record.evidence.localisation, record.difficulty
        if record.evidence.view is None or record.video is None:
            assert place is None
            assert numbers.view_inliers is numbers.wrong_inliers is None
            continue
        found = measured[record.evidence.view]
        assert place is not None
        assert place.model_dump() == found
        assert numbers.view_inliers == found["inliers"]
        assert numbers.wrong_inliers == (found["best_wrong"]["inliers"] if found["best_wrong"] else 0)
        seen.add((found["localised"], found["best_wrong"] is None))
    assert seen == {(True, True), (True, False), (False, True)}


def test_a_view_can_be_asked_for_by_how_like_a_wrong_place_it_is(finished, tmp_path):
    run_qa(finished.root, tmp_path / "qa", ranges={"wrong_inliers": [1, None]})
    numbers = [r.difficulty.wrong_inliers for r in read_records(tmp_path / "qa" / "qa.jsonl")]
    assert min(n for n in numbers if n is not None) >= 1


def test_an_empty_level_is_explained_by_its_ranges(finished, tmp_path):
    folder = tmp_path / "scenes" / finished.scene / "qa"
    facts = {name: finished.report.facts[name] for name in ("difficulty_supply", "difficulty_limits")}
    write_json(folder / "_done.json", {"fingerprint": "f" * 64, "files": {}, "facts": facts})
    levels = home.question_settings().levels.table
    supply, why = difficulty_supply(tmp_path, [finished.scene], levels)
    assert supply["Pos"] == facts["difficulty_supply"]["Pos"]
    empty = [(task, level) for task, row in supply.items() for level, count in row.items() if not count]
    assert [tuple(line.split(":")[0].split()) for line in why] == empty
    (line,) = [line for line in why if line.startswith("Pos extreme")]
    count = facts["difficulty_limits"]["Pos"]["candidates"]
    assert f"{count} are out of scene_area_m2 [{levels['extreme']['scene_area_m2'][0]:g}, open]" in line


def test_a_level_that_no_question_reaches_is_an_error_that_names_the_filter(finished, tmp_path):
    with pytest.raises(RunError, match=r"no question.*difficulty"):
        run_qa(finished.root, tmp_path / "qa", ranges={"scene_area_m2": [1e6, None]})


def test_every_number_can_be_limited_on_the_command_line():
    ranges = parse_settings(_compose(["questions.ranges.distance_m=[2,null]"])).questions.ranges
    assert set(ranges) == set(NUMBERS)
    assert ranges["distance_m"] == (2.0, None)
    assert {name for name, limits in ranges.items() if limits is not None} == {"distance_m"}
    whole = parse_settings(_compose(["questions.ranges={distance_m: [2, 5], rooms_between: [1, null]}"]))
    assert whole.questions.ranges["rooms_between"] == (1.0, None)


@pytest.mark.parametrize("wrong", ["distance_m=[5,2]", "distance_m=3", "height_m=[1,2]"])
def test_a_wrong_range_is_one_line(wrong):
    with pytest.raises(RequestError, match="ranges"):
        parse_settings(_compose([f"questions.ranges.{wrong}"]))


HARDER_WHEN_MORE = {
    "seconds_since_seen_s", "rooms_between", "distance_m", "planar_distance_m", "surface_distance_m", "path_length_m",
    "scene_area_m2", "video_length_s", "alias_share", "wrong_inliers", "option_similarity",
}  # fmt: skip
HARDER_WHEN_LESS = {"overlap_share", "view_inliers", "option_separation_m"}


def test_each_number_means_the_same_in_every_level():
    """Easy levels bound a number from the hard side, hard ones from the easy side; extreme is no wider than hard."""
    assert set(NUMBERS) == HARDER_WHEN_MORE | HARDER_WHEN_LESS
    table = home.question_settings().levels.table
    for level, ranges in table.items():
        for name, (low, high) in ranges.items():
            towards_easy, towards_hard = (low, high) if name in HARDER_WHEN_MORE else (high, low)
            if level in ("easy", "medium"):
                assert towards_hard is not None, (level, name)
            if level in ("hard", "extreme"):
                assert towards_easy is not None, (level, name)
                assert towards_hard is None, (level, name)
    for name, (low, high) in table["hard"].items():
        tighter = table["extreme"][name]
        assert (tighter[0] >= low) if name in HARDER_WHEN_MORE else (tighter[1] <= high)
    for name, (low, high) in table["easy"].items():
        if name in table["medium"]:
            wider = table["medium"][name]
            assert (wider[1] >= high) if name in HARDER_WHEN_MORE else (wider[0] <= low)
