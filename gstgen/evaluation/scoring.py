"""Score predictions: one score in [0, 1] and at most one failure a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gstgen.evaluation import metrics
from gstgen.evaluation.items import Question
from gstgen.evaluation.parsing import Value, parse

MISSING = "missing"


@dataclass(frozen=True)
class Score:
    """What a prediction earns; `failure` is None, the parser's reason, or `missing` without a prediction."""

    score: float
    value: Value | None
    failure: str | None


def score_value(question: Question, value: Value) -> float:
    """The metric of the question's task, in [0, 1], for a value of its kind."""
    metric = question.task.metric
    if metric == "choice":
        return metrics.choice(str(value), str(question.value))
    truth = question.value
    if isinstance(value, tuple) and isinstance(truth, tuple):
        return metrics.point(value, truth)
    if isinstance(value, float) and isinstance(truth, float):
        return metrics.angle(value, truth) if metric == "angle" else metrics.mra(value, truth)
    raise TypeError(f"{question.uid}: {value!r} is not a value of metric {metric}")


def score(question: Question, raw: Any) -> Score:
    """Parse a raw prediction and score it; what cannot be read scores 0 and keeps its reason."""
    parsed = parse(question.kind, raw, question.letters)
    if parsed.value is None:
        return Score(0.0, None, parsed.failure)
    return Score(score_value(question, parsed.value), parsed.value, None)


def score_all(questions: Iterable[Question], predictions: Mapping[str, Any]) -> dict[str, Score]:
    """Scores by uid; a question without a prediction scores 0 as `missing`."""
    return {
        question.uid: score(question, predictions[question.uid])
        if question.uid in predictions
        else Score(0.0, None, MISSING)
        for question in questions
    }
