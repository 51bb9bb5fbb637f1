import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gstgen.evaluation import baselines
from gstgen.evaluation.items import Question
from gstgen.evaluation.parsing import parse
from gstgen.evaluation.scoring import score, score_value
from gstgen.questions.tasks import BY_NAME, TASKS

from .conftest import SETTINGS

ANGLE = BY_NAME["Self_Localization_Global_Orientation"]
POINT = BY_NAME["Self_Localization_Global_Position"]
DISTANCE = BY_NAME["Object_Localization_Egocentric_Distance_visual"]
CHOICE = BY_NAME["Global_Structure_Understanding_Trajectory_Selection"]


def ask(task, values, categories=None):
    categories = categories or [None] * len(values)
    return [
        Question(f"scene0_{i}", task, "s", "global", baselines.official_form(v), v, "ABCD", c)
        for i, (v, c) in enumerate(zip(values, categories, strict=True))
    ]


def mean(questions, values):
    return sum(score_value(q, values[q.uid]) for q in questions) / len(questions)


def test_best_constant_finds_the_crowd():
    assert abs(baselines.best_constant(ask(ANGLE, [170.0, 175.0, -175.0, 20.0]), SETTINGS)) > 160
    x, y = baselines.best_constant(ask(POINT, [(900.0, 100.0), (910.0, 110.0), (100.0, 900.0)]), SETTINGS)
    assert x > 800
    assert y < 200
    assert baselines.best_constant(ask(CHOICE, ["B", "C", "C", "A"]), SETTINGS) == "C"
    assert 3.5 < baselines.best_constant(ask(DISTANCE, [4.0, 4.1, 3.9, 12.0]), SETTINGS) < 4.5


@pytest.mark.parametrize("truth", [0.1, 0.3, 1.9, 4.0, 13.2])
def test_the_constant_for_one_distance_is_perfect(truth):
    questions = ask(DISTANCE, [truth])
    assert score_value(questions[0], baselines.best_constant(questions, SETTINGS)) == 1.0


def test_no_single_value_of_the_search_grid_beats_the_best_constant():
    questions = ask(DISTANCE, [0.6, 1.2, 1.3, 2.0, 3.3, 7.7, 7.9])
    best = baselines.best_constant(questions, SETTINGS)
    for tenths in range(1, 90):
        rival = mean(questions, dict.fromkeys((q.uid for q in questions), tenths / 10))
        assert rival <= mean(questions, dict.fromkeys((q.uid for q in questions), best)) + 1e-12


def test_a_constant_per_category_is_never_worse_than_one_constant():
    values = [30.0, 40.0, -120.0, -130.0, 90.0]
    questions = ask(ANGLE, values, ["sofa", "sofa", "lamp", "lamp", "sofa"])
    by_category = baselines.category_constant_values(questions, SETTINGS)
    assert mean(questions, by_category) >= mean(questions, baselines.constant_values(questions, SETTINGS))
    assert by_category["scene0_0"] == by_category["scene0_1"] != by_category["scene0_2"]


def test_random_depends_on_the_uid_and_the_seed_alone():
    questions = ask(POINT, [(1.0, 1.0)] * 30)
    alone = baselines.predictions_for("random", questions[7:8], SETTINGS, 7)
    together = baselines.predictions_for("random", questions, SETTINGS, 7)
    assert together[questions[7].uid] == alone[questions[7].uid]
    assert together != baselines.predictions_for("random", questions, SETTINGS, 8)
    assert len(set(together.values())) > 25


def test_random_scores_match_chance():
    """Even guesses of an angle score (30 + 60 + 90) / 360 / 3 = 1/6, of a letter 1/4, of a central point about 0.14."""
    for task, value, chance in ((ANGLE, 0.0, 1 / 6), (CHOICE, "A", 1 / 4), (POINT, (500.0, 500.0), 0.1414)):
        many = SETTINGS.model_copy(update={"reference_draws": 1000})
        scores = baselines.random_scores(ask(task, [value] * 10), many, 7)
        assert sum(scores) / len(scores) == pytest.approx(chance, abs=0.02)


def chance(task, value):
    """Expected score of even guesses over the answer's range, from areas and counts alone."""
    if task.metric == "choice":
        return 1 / 4
    if task.metric == "angle":
        return (29 + 59 + 89) / 360 / 3  # whole degrees less than 15, 30, 45 away
    if task.metric == "point":
        x, y = np.meshgrid(np.arange(1000.0), np.arange(1000.0))
        away = np.hypot(x - value[0], y - value[1])
        return float(np.mean([(away < t).mean() for t in (100, 150, 200, 250, 300)]))
    low, high = SETTINGS.random_distance_m
    inside = [max(0.0, min(high, value * (1 + s)) - max(low, value * (1 - s))) for s in np.arange(1, 11) / 20]
    return float(np.mean(inside)) / (high - low)


@pytest.mark.parametrize(("task", "value"), [
    (CHOICE, "D"), (ANGLE, -179.0), (ANGLE, 77.0), (POINT, (0.0, 0.0)), (POINT, (120.0, 900.0)),
    (POINT, (500.0, 480.0)),
    (DISTANCE, 1.1), (DISTANCE, 4.0), (DISTANCE, 9.8), (DISTANCE, 30.0),
])  # fmt: skip
def test_the_random_row_is_at_analytic_chance(task, value):
    many = SETTINGS.model_copy(update={"reference_draws": 1000})
    scores = baselines.random_scores(ask(task, [value] * 8), many, 7)
    assert sum(scores) / len(scores) == pytest.approx(chance(task, value), abs=0.015)


def test_shuffled_uses_other_questions_only():
    assert baselines.shuffled_scores(ask(CHOICE, ["A"]), SETTINGS, 7) is None
    assert baselines.shuffled_scores(ask(CHOICE, ["A", "B"]), SETTINGS, 7) == [0.0, 0.0]
    assert baselines.shuffled_scores(ask(CHOICE, ["A", "A"]), SETTINGS, 7) == [1.0, 1.0]


def values_of(task):
    return {
        "choice": st.sampled_from("ABCD"),
        "point": st.tuples(st.integers(0, 999).map(float), st.integers(0, 999).map(float)),
        "angle": st.integers(-179, 180).map(float),
        "mra": st.integers(1, 400).map(lambda tenths: tenths / 10),
    }[task.metric]


@st.composite
def task_and_values(draw):
    task = draw(st.sampled_from(TASKS))
    return task, draw(st.lists(values_of(task), min_size=1, max_size=6))


@settings(max_examples=60, deadline=None)
@given(task_and_values())
def test_every_word_gives_readable_predictions_and_the_oracle_scores_full(case):
    task, values = case
    questions = ask(task, values)
    for word in baselines.WORDS:
        predictions = baselines.predictions_for(word, questions, SETTINGS, 7)
        for question in questions:
            result = score(question, predictions[question.uid])
            assert result.failure is None
            assert 0.0 <= result.score <= 1.0
            assert word != "oracle" or result.score == 1.0


@given(task_and_values())
def test_the_official_form_reads_back(case):
    task, values = case
    for question in ask(task, values):
        assert parse(question.kind, baselines.official_form(question.value)).value == question.value
