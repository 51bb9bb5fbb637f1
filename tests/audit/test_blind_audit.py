"""The audit finds planted leaks, stays quiet without one, and pruning brings a task back."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
import yaml

from gstgen.audit import cues
from gstgen.audit.guessing import constant_guesses, folds_of, guesses, score_table
from gstgen.audit.report import Auditor, Items, markdown, prune
from gstgen.audit.settings import AuditSettings
from gstgen.evaluation.items import Question
from gstgen.evaluation.scoring import score_value
from gstgen.evaluation.settings import EvaluateSettings
from gstgen.media.pictures import write_png
from gstgen.questions.tasks import BY_NAME, TASKS, TRAJECTORY_SELECTION
from gstgen.resources import resource_folder

CATEGORIES = ("sofa", "lamp", "bed", "fridge", "desk", "piano")
DIRECTION = BY_NAME["Object_Localization_Egocentric_Direction_semantic"]
DISTANCE = BY_NAME["Object_Localization_Egocentric_Distance_semantic"]
POSITION = BY_NAME["Object_Localization_Global_Position_semantic"]


def settings(**changes):
    values = yaml.safe_load((resource_folder("conf") / "audit" / "default.yaml").read_text())
    return AuditSettings.model_validate({**values, "trees": 60, "bootstrap_samples": 300, **changes})


def evaluate():
    return EvaluateSettings.model_validate(
        yaml.safe_load((resource_folder("conf") / "evaluate" / "default.yaml").read_text()) | {"reference_draws": 2}
    )


def auditor(root=None, **changes):
    return Auditor(root, settings(**changes), evaluate(), 7)


def items(task, values, categories, scenes=20):
    questions, records = [], []
    for index, (value, category) in enumerate(zip(values, categories, strict=True)):
        uid = f"q{index:04d}"
        questions.append(Question(uid, task, f"scene{index % scenes}", "global", str(value), value, "ABCD", category))
        records.append(
            SimpleNamespace(uid=uid, texts=("a video", f"where is the {category}?"), images=("v.png",), video="v.mp4")
        )
    return Items(task, "global", questions, records)


def balanced(task, count, generator):
    if task.metric == "angle":
        values = [float(a) for a in generator.integers(-179, 181, count)]
    elif task.metric == "mra":
        values = [round(float(d), 1) for d in generator.uniform(1.0, 9.0, count)]
    else:
        values = [(float(x), float(y)) for x, y in generator.integers(0, 1000, (count, 2))]
    return items(task, values, [CATEGORIES[int(i)] for i in generator.integers(0, 6, count)])


@pytest.mark.parametrize("task", [DIRECTION, DISTANCE, POSITION], ids=lambda t: t.short)
def test_answers_that_do_not_hang_on_the_words_hold(task):
    row = auditor().row(balanced(task, 200, np.random.default_rng(3)))
    assert row["verdict"] == "holds"
    assert row["scores"]["text_forest"] <= row["scores"]["best_constant"] + 1.0


def test_a_category_that_gives_the_direction_away_fails():
    generator = np.random.default_rng(0)
    categories = [CATEGORIES[int(i)] for i in generator.integers(0, 6, 200)]
    values = [float(CATEGORIES.index(c) * 60 - 150 + generator.integers(-15, 16)) for c in categories]
    row = auditor().row(items(DIRECTION, values, categories))
    assert row["verdict"] == "fails"
    assert row["worst"] == "text_forest"
    assert row["scores"]["text_forest"] > 80
    assert row["margins"]["text_forest"][0] > 40


def test_a_category_that_gives_the_distance_away_fails():
    generator = np.random.default_rng(0)
    categories = [CATEGORIES[int(i)] for i in generator.integers(0, 6, 200)]
    values = [round(1.0 + 2.5 * CATEGORIES.index(c) + float(generator.uniform(-0.2, 0.2)), 1) for c in categories]
    row = auditor().row(items(DISTANCE, values, categories))
    assert row["verdict"] == "fails"


def test_few_questions_get_no_verdict():
    row = auditor().row(balanced(DIRECTION, 99, np.random.default_rng(1)))
    assert row["verdict"] == "too few"
    assert "too few" in markdown(
        {"questions": 99, "settings": settings().model_dump(), "tasks": [row], "removed": {}, "quota": [], "supply": {}}
    )


def test_pruning_takes_out_what_is_guessed_until_the_margin_holds():
    generator = np.random.default_rng(0)
    mixed = balanced(DIRECTION, 300, generator)
    told = {"piano": 90.0, "desk": -90.0}
    values = [told.get(q.category, q.value) for q in mixed.questions]
    leaking = [i for i, q in enumerate(mixed.questions) if q.category in told]
    questions = items(DIRECTION, values, [q.category for q in mixed.questions])
    judge = auditor(margin_points=1.0)
    assert judge.row(questions)["verdict"] == "fails"
    row, removed = prune(judge, questions, lambda line: None)
    assert row["verdict"] == "holds"
    assert 0 < len(removed) <= 90
    chosen = [int(uid[1:]) for uid in removed]
    assert np.mean([i in leaking for i in chosen]) > 0.7
    assert set(removed.values()) == {"text_forest guesses it"}


def test_pruning_stops_at_its_limit_and_says_so():
    generator = np.random.default_rng(0)
    categories = [CATEGORIES[int(i)] for i in generator.integers(0, 6, 200)]
    values = [float(CATEGORIES.index(c) * 60 - 150) for c in categories]
    row, removed = prune(auditor(max_pruned_share=0.1), items(DIRECTION, values, categories), lambda line: None)
    assert row["verdict"] == "fails"
    assert "max_pruned_share" in row["pruning"]
    assert len(removed) <= 20


def test_a_scene_never_trains_the_guesser_of_its_own_questions():
    questions = balanced(DIRECTION, 200, np.random.default_rng(0)).questions
    folds = folds_of(questions, 5, 7)
    for scene in {q.scene for q in questions}:
        assert len({int(f) for f, q in zip(folds, questions, strict=True) if q.scene == scene}) == 1
    assert np.bincount(folds).min() >= 20
    # With fewer scenes than folds the questions themselves are dealt.
    few = items(DIRECTION, [1.0] * 40, ["sofa"] * 40, scenes=2).questions
    assert len(set(folds_of(few, 5, 7).tolist())) == 5


@pytest.mark.parametrize("task", [DIRECTION, DISTANCE, POSITION], ids=lambda t: t.short)
def test_the_float_table_agrees_with_the_exact_metric(task):
    questions = balanced(task, 30, np.random.default_rng(5)).questions
    values = guesses(questions, evaluate())[::7]
    table = score_table(questions, values)
    exact = np.array([[score_value(q, v) for q in questions] for v in values])
    assert np.abs(table - exact).max() < 1e-9
    assert len(constant_guesses(table, folds_of(questions, 5, 7))) == 30


def square(side, turns=0, x=0.0):
    points = [(x, 0.0), (x + side, 0.0)]
    if turns:
        points.append((x + side, side))
    return SimpleNamespace(points_m=tuple(points))


def paths(count, right_side, others, generator, right_turns=1, other_turns=1):
    questions, records = [], []
    for index in range(count):
        place = int(generator.integers(4))
        length = right_side(generator)
        lengths = [length if k == place else others(generator, length) for k in range(4)]
        options = [square(lengths[k], right_turns if k == place else other_turns) for k in range(4)]
        letter = "ABCD"[place]
        questions.append(
            Question(f"p{index:04d}", TRAJECTORY_SELECTION, f"s{index % 20}", "global", letter, letter, "ABCD", None)
        )
        seconds = 2 * length / 0.5 if right_turns else length / 0.5
        records.append(
            SimpleNamespace(
                uid=f"p{index:04d}", texts=("clip", "A", "B", "C", "D", "which?"), images=("a", "b", "c", "d"),
                video="c.mp4", options=tuple("ABCD"), answer=letter, official=TRAJECTORY_SELECTION,
                geometry=SimpleNamespace(options=tuple(options)), difficulty=SimpleNamespace(video_length_s=seconds),
            )
        )  # fmt: skip
    return Items(TRAJECTORY_SELECTION, "global", questions, records)


def test_a_clip_whose_length_picks_the_path_is_found():
    task = paths(
        120, lambda g: g.uniform(2, 6), lambda g, length: length * g.choice([0.5, 0.7, 1.6]), np.random.default_rng(0)
    )
    row = auditor().row(task)
    assert row["scores"]["nearest_length"] > 90
    assert row["verdict"] == "fails"


def test_a_count_of_turns_that_picks_the_path_is_found():
    task = paths(120, lambda g: g.uniform(2, 6), lambda g, length: length, np.random.default_rng(0), 1, 0)
    assert auditor().row(task)["scores"]["turn_count"] == 100


def test_turns_that_differ_at_one_angle_alone_are_found():
    """All paths turn once by more than 60 degrees; the right one bends by 35 degrees besides."""
    task = paths(120, lambda g: g.uniform(2, 6), lambda g, length: length, np.random.default_rng(0))
    bend = np.deg2rad(90.0 + 35.0)
    for record in task.records:
        option = record.geometry.options[record.options.index(record.answer)]
        x, y = option.points_m[-1]
        option.points_m = (*option.points_m, (x + float(np.cos(bend)), y + float(np.sin(bend))))
    assert auditor(turn_deg=[40.0, 60.0]).row(task)["scores"]["turn_count"] == pytest.approx(25)
    assert auditor(turn_deg=[30.0, 60.0]).row(task)["scores"]["turn_count"] == 100


def test_matched_paths_are_at_chance():
    task = paths(400, lambda g: g.uniform(2, 6), lambda g, length: length, np.random.default_rng(0))
    row = auditor().row(task)
    assert row["scores"]["nearest_length"] == pytest.approx(25)
    assert row["scores"]["turn_count"] == pytest.approx(25)
    assert row["verdict"] == "holds"


def test_a_right_path_that_is_always_the_longest_is_found_by_options_alone():
    task = paths(
        200, lambda g: g.uniform(4, 6), lambda g, length: length * g.uniform(0.6, 0.9), np.random.default_rng(0)
    )
    row = auditor().row(task)
    assert row["scores"]["options_forest"] > 90


def test_turns_are_counted_on_corners_not_on_curves_of_small_steps():
    angle = np.linspace(0, np.pi / 2, 50)
    arc = SimpleNamespace(points_m=tuple(zip(np.sin(angle), 1 - np.cos(angle), strict=True)))
    assert cues.turn_count(square(2.0, 1), 40.0) == 1
    assert cues.turn_count(square(2.0, 0), 40.0) == 0
    assert cues.turn_count(arc, 40.0) == 2  # 90 degrees in two steps of more than 40


def test_the_picture_with_the_videos_colours_is_found(tmp_path, monkeypatch):
    red, blue = np.full((40, 60, 3), (200, 20, 20), np.uint8), np.full((40, 60, 3), (20, 20, 200), np.uint8)
    write_png(tmp_path / "a.png", blue)
    write_png(tmp_path / "b.png", red)
    transparent = np.dstack([red, np.zeros((40, 60), np.uint8)])
    write_png(tmp_path / "c.png", transparent)
    monkeypatch.setattr(cues, "frame_count", lambda path: 5)
    monkeypatch.setattr(cues, "read_frames", lambda path, indices: iter([red]))
    record = SimpleNamespace(video="v.mp4", images=("a.png", "b.png", "c.png"), options=tuple("ABC"), answer="B")
    scores = cues.colour_scores([record], tmp_path, settings())
    assert scores.tolist() == [[0.0, 1.0, 0.0]]  # what is transparent has no colour
    assert cues.expected_scores(scores, [record]).tolist() == [1.0]


def test_every_task_can_be_guessed():
    generator = np.random.default_rng(2)
    for task in TASKS:
        if task.metric != "choice":
            assert set(auditor().row(balanced(task, 40, generator))["scores"]) >= {
                "random",
                "best_constant",
                "text_forest",
            }


def test_the_report_is_plain_json():
    row = auditor().row(balanced(DIRECTION, 120, np.random.default_rng(1)))
    assert json.loads(json.dumps(row)) == row
