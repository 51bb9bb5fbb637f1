"""Reference rows that see no picture: oracle, random, shuffled, best constant, best constant per category.

The constants are fitted on the evaluated answers themselves: they are what a blind guesser could reach at best, and
the one per category is an upper bound that small categories inflate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.evaluation.items import Question
from gstgen.evaluation.metrics import ANGLE_THRESHOLDS_DEG, MRA_TWENTIETHS, POINT_THRESHOLDS
from gstgen.evaluation.parsing import Value
from gstgen.evaluation.scoring import score_value
from gstgen.evaluation.settings import EvaluateSettings
from gstgen.geometry.maps import POINT_SCALE
from gstgen.randomness import rng

Array = NDArray[np.float64]
WORDS = ("oracle", "random", "constant")


def official_form(value: Value) -> str:
    """A value as the benchmark writes it: `-134`, `13.2`, `<point>391 698</point>`, `C`."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "<point>" + " ".join(f"{coordinate:g}" for coordinate in value) + "</point>"
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


def random_values(question: Question, settings: EvaluateSettings, seed: int, draws: int) -> list[Value]:
    """Even guesses over the answer's range, the same for a uid whatever other questions there are."""
    generator = rng(seed, "evaluate", "random", question.uid)
    metric = question.task.metric
    if metric == "choice":
        return [question.letters[i] for i in generator.integers(0, len(question.letters), draws)]
    if metric == "point":
        return [(float(x), float(y)) for x, y in generator.integers(0, POINT_SCALE, (draws, 2))]
    if metric == "angle":
        return [float(angle) for angle in generator.integers(-179, 181, draws)]
    return [round(float(distance), 1) for distance in generator.uniform(*settings.random_distance_m, draws)]


def random_scores(questions: Sequence[Question], settings: EvaluateSettings, seed: int) -> list[float]:
    """Mean score of random guesses for each question."""
    draws = settings.reference_draws
    return [_mean_score(question, random_values(question, settings, seed, draws)) for question in questions]


def shuffled_scores(questions: Sequence[Question], settings: EvaluateSettings, seed: int) -> list[float] | None:
    """Mean score of answers of other questions of the same task; None where there is only one question."""
    if len(questions) < 2:
        return None
    scores = []
    for index, question in enumerate(questions):
        steps = rng(seed, "evaluate", "shuffled", question.uid).integers(1, len(questions), settings.reference_draws)
        scores.append(_mean_score(question, [questions[(index + step) % len(questions)].value for step in steps]))
    return scores


def best_constant(questions: Sequence[Question], settings: EvaluateSettings) -> Value:
    """The one prediction that scores best on these questions (of one task); the first of equals."""
    metric = questions[0].task.metric
    if metric == "choice":
        letters = sorted({letter for question in questions for letter in question.letters})
        return max(letters, key=lambda letter: sum(question.value == letter for question in questions))
    candidates, totals = _numeric_totals(questions, settings)
    best = candidates[int(np.argmax(np.round(totals, 9)))]
    return (float(best[0]), float(best[1])) if metric == "point" else float(best[0])


def constant_values(questions: Sequence[Question], settings: EvaluateSettings) -> dict[str, Value]:
    """The best constant for each uid: one value for the task."""
    value = best_constant(questions, settings)
    return {question.uid: value for question in questions}


def category_constant_values(questions: Sequence[Question], settings: EvaluateSettings) -> dict[str, Value]:
    """The best constant for each uid: one value for each target category (for the task where there is no target)."""
    groups: dict[str, list[Question]] = {}
    for question in questions:
        groups.setdefault(question.category or "", []).append(question)
    chosen = [constant_values(group, settings) for _, group in sorted(groups.items())]
    return {uid: value for values in chosen for uid, value in values.items()}


def predictions_for(word: str, questions: Sequence[Question], settings: EvaluateSettings, seed: int) -> dict[str, Any]:
    """Raw predictions by uid for `oracle`, `random` or `constant`, in the official form."""
    if word == "oracle":
        return {question.uid: question.answer for question in questions}
    if word == "random":
        return {q.uid: official_form(random_values(q, settings, seed, 1)[0]) for q in questions}
    groups: dict[tuple[str, str], list[Question]] = {}
    for question in questions:
        groups.setdefault((question.task.name, question.variant), []).append(question)
    chosen = [constant_values(group, settings) for _, group in sorted(groups.items())]
    return {uid: official_form(value) for values in chosen for uid, value in values.items()}


def _mean_score(question: Question, values: Sequence[Value]) -> float:
    return sum(score_value(question, value) for value in values) / len(values)


def _numeric_totals(questions: Sequence[Question], settings: EvaluateSettings) -> tuple[Array, Array]:
    """Candidates (C, dims) and their summed scores (C,), in floats: they choose, the metric scores."""
    metric = questions[0].task.metric
    if metric == "point":
        truth = np.array([question.value for question in questions], dtype=np.float64)
        axis = np.arange(0, POINT_SCALE, settings.constant_point_step, dtype=np.float64)
        candidates = np.stack(np.meshgrid(axis, axis, indexing="ij"), -1).reshape(-1, 2)
        return candidates, _chunked(candidates, lambda part: _hits(_distances(part, truth), POINT_THRESHOLDS))
    truth = np.array([question.value for question in questions], dtype=np.float64)
    if metric == "angle":
        candidates = np.arange(-179.0, 181.0)[:, None]
        difference = np.abs(candidates - truth) % 360.0
        return candidates, _hits(np.minimum(difference, 360.0 - difference), ANGLE_THRESHOLDS_DEG)
    step = settings.constant_distance_step_m
    candidates = np.round(np.arange(1, int(np.ceil(truth.max() / step)) + 1) * step, 6)[:, None]
    tolerances = [twentieths / 20 - 1e-12 for twentieths in MRA_TWENTIETHS]
    return candidates, _hits(np.abs(candidates - truth) / truth, tolerances)


def _distances(candidates: Array, truth: Array) -> Array:
    return np.asarray(np.hypot(candidates[:, None, 0] - truth[:, 0], candidates[:, None, 1] - truth[:, 1]))


def _hits(errors: Array, thresholds: Sequence[float]) -> Array:
    """(C, N) errors -> (C,) sum over questions of the share of thresholds passed."""
    passed = np.zeros(len(errors))
    for threshold in thresholds:
        passed += (errors < threshold).sum(axis=1)
    return passed / len(thresholds)


def _chunked(candidates: Array, total: Any) -> Array:
    """Totals of many candidates in parts, so that memory stays small."""
    return np.concatenate([total(part) for part in np.array_split(candidates, max(1, len(candidates) // 1000))])
