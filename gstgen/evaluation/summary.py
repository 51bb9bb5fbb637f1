"""Sum scores up: one row a task in the leaderboard's order, the mean of the tasks, local variants, problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gstgen.dataset.store import hash_json
from gstgen.errors import RunError
from gstgen.evaluation import baselines
from gstgen.evaluation.intervals import percentile_interval, resampled_means
from gstgen.evaluation.items import Question, QuestionSet
from gstgen.evaluation.leaderboard import PUBLISHED, PUBLISHED_LOCAL_DIRECTION, PUBLISHED_MEANS
from gstgen.evaluation.predictions import Predictions
from gstgen.evaluation.scoring import MISSING, Score, score, score_value
from gstgen.evaluation.settings import EvaluateSettings
from gstgen.questions.difficulty import LEVELS
from gstgen.questions.tasks import TASKS, VARIANTS, Task, Variant

Groups = Mapping[tuple[str, Variant], Sequence[Question]]

REFERENCES = ("oracle", "random", "shuffled", "constant", "constant_per_category")


def summarize(
    question_set: QuestionSet,
    predictions: Predictions,
    scores: Mapping[str, Score],
    settings: EvaluateSettings,
    seed: int,
) -> dict[str, Any]:
    """The whole report as plain JSON; scores are 0-100. Nothing in it depends on the machine or the hour."""
    questions = question_set.questions
    groups = {
        (task.name, variant): [q for q in questions if q.task is task and q.variant == variant]
        for task in TASKS
        for variant in VARIANTS
    }
    main = [_row(task, groups[task.name, "global"], scores, settings, seed) for task in TASKS]
    local = [
        _row(task, groups[task.name, variant], scores, settings, seed)
        for task in TASKS
        for variant in VARIANTS[1:]
        if groups[task.name, variant]
    ]
    values = {**settings.model_dump(mode="json"), "seed": seed}
    return {
        "predictions": {
            "source": predictions.source,
            "sha256": predictions.sha256,
            "answered": sum(q.uid in predictions.by_uid for q in questions),
        },
        "questions": {
            "count": len(questions),
            "scenes": list(question_set.scenes),
            "sha256": question_set.sha256,
        },
        "settings": values,
        "settings_sha256": hash_json(values),
        "tasks": main,
        "mean": _mean([row for row in main if row["n"]], groups, scores, settings, seed),
        "tasks_without_questions": [row["task"] for row in main if not row["n"]],
        "local": local,
        "local_gaps": [gap for task in TASKS if (gap := _gap(task, groups, scores, settings, seed))],
        "levels": _levels(questions, scores, settings, seed),
        "problems": _problems(predictions, questions, settings),
        "published": {"tasks": PUBLISHED, "means": PUBLISHED_MEANS, "local_direction": PUBLISHED_LOCAL_DIRECTION},
    }


def _row(
    task: Task, questions: Sequence[Question], scores: Mapping[str, Score], settings: EvaluateSettings, seed: int
) -> dict[str, Any]:
    row: dict[str, Any] = {"task": task.name, "short": task.short, "metric": task.metric, "n": len(questions)}
    if not questions:
        return row
    variant = questions[0].variant
    values = _values(questions, scores)
    means = resampled_means(values, settings.bootstrap_samples, seed, task.name, variant)
    failures = Counter(s.failure for q in questions if (s := scores[q.uid]).failure is not None)
    missing = failures.pop(MISSING, 0)
    references = _references(questions, settings, seed)
    return row | {
        "variant": variant,
        "score": _percent(np.mean(values)),
        "interval": [_percent(limit) for limit in percentile_interval(means, settings.confidence)],
        "missing": missing,
        "parse_failures": sum(failures.values()),
        "parse_failure_reasons": dict(sorted(failures.items())),
        "references": references,
        "above_constant": _above_constant(_percent(np.mean(values)), references["constant"]),
    }


def _above_constant(score: float, constant: float) -> float | None:
    """How much of the way from the best constant to 100 a score goes, all in percent.

    0 = as good as a constant, negative = worse; None where the constant is right throughout.
    """
    return None if constant >= 100.0 else round(100.0 * (score - constant) / (100.0 - constant), 2)


def _references(questions: Sequence[Question], settings: EvaluateSettings, seed: int) -> dict[str, Any]:
    by_category = baselines.category_constant_values(questions, settings)
    shuffled = baselines.shuffled_scores(questions, settings, seed)
    constant = baselines.best_constant(questions, settings)
    return {
        "oracle": _oracle(questions),
        "random": _percent(np.mean(baselines.random_scores(questions, settings, seed))),
        "shuffled": None if shuffled is None else _percent(np.mean(shuffled)),
        "constant": _percent(np.mean([score_value(q, constant) for q in questions])),
        "constant_value": baselines.official_form(constant),
        "constant_per_category": _percent(np.mean([score_value(q, by_category[q.uid]) for q in questions])),
        "categories": len({q.category for q in questions}),
    }


def _oracle(questions: Sequence[Question]) -> float:
    """The answers themselves, through the parser: 100, or the questions are broken."""
    for question in questions:
        result = score(question, question.answer)
        if result.score != 1.0:
            reason = result.failure or f"answer_value {question.value}"
            raise RunError(
                f"{question.uid}: its own answer {question.answer!r} scores less than 100 ({reason}); run stage=verify"
            )
    return 100.0


def _mean(
    rows: Sequence[dict[str, Any]],
    groups: Groups,
    scores: Mapping[str, Score],
    settings: EvaluateSettings,
    seed: int,
) -> dict[str, Any]:
    """Plain mean over the tasks that have questions; the interval resamples questions within each task."""
    if not rows:
        return {"tasks": 0}
    resampled = [
        resampled_means(
            _values(groups[row["task"], "global"], scores), settings.bootstrap_samples, seed, row["task"], "global"
        )
        for row in rows
    ]
    references = {}
    for name in REFERENCES:
        values = [row["references"][name] for row in rows]
        references[name] = _mean_or_none(values)
    return {
        "tasks": len(rows),
        "n": sum(row["n"] for row in rows),
        "score": _percent(np.mean([np.mean(_values(groups[row["task"], "global"], scores)) for row in rows])),
        "interval": [_percent(limit) for limit in percentile_interval(np.mean(resampled, axis=0), settings.confidence)],
        "missing": sum(row["missing"] for row in rows),
        "parse_failures": sum(row["parse_failures"] for row in rows),
        "references": references,
        "above_constant": _mean_or_none([row["above_constant"] for row in rows]),
    }


def _mean_or_none(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(float(np.mean(known)), 2) if known and len(known) == len(values) else None


def _gap(
    task: Task,
    groups: Groups,
    scores: Mapping[str, Score],
    settings: EvaluateSettings,
    seed: int,
) -> dict[str, Any] | None:
    """Local image minus local video over pairs that ask about the same view and target."""
    video = {q.stem: scores[q.uid].score for q in groups[task.name, "local_video"]}
    image = {q.stem: scores[q.uid].score for q in groups[task.name, "local_image"]}
    stems = sorted(video.keys() & image.keys())
    if not stems:
        return None
    gaps = [image[stem] - video[stem] for stem in stems]
    means = resampled_means(gaps, settings.bootstrap_samples, seed, task.name, "local_gap")
    return {
        "task": task.name,
        "short": task.short,
        "pairs": len(stems),
        "unpaired": len(video.keys() ^ image.keys()),
        "gap": _percent(np.mean(gaps)),
        "interval": [_percent(limit) for limit in percentile_interval(means, settings.confidence)],
    }


def _levels(
    questions: Sequence[Question], scores: Mapping[str, Score], settings: EvaluateSettings, seed: int
) -> list[dict[str, Any]]:
    """One row a level of difficulty (global questions): the mean of its tasks, and each task's score and number."""
    rows = []
    asked = [q for q in questions if q.variant == "global"]
    for level in (*LEVELS, None):
        mine = [q for q in asked if q.level == level]
        if not mine:
            continue
        tasks, resampled = {}, []
        for task in TASKS:
            values = _values([q for q in mine if q.task is task], scores)
            if values:
                tasks[task.name] = {"n": len(values), "score": _percent(np.mean(values))}
                name = f"level {level}"
                resampled.append(resampled_means(values, settings.bootstrap_samples, seed, task.name, name))
        limits = percentile_interval(np.mean(resampled, axis=0), settings.confidence)
        rows.append(
            {
                "level": level,
                "n": len(mine),
                "score": round(float(np.mean([t["score"] for t in tasks.values()])), 2),
                "interval": [_percent(limit) for limit in limits],
                "tasks": tasks,
            }
        )
    return rows


def _problems(
    predictions: Predictions, questions: Sequence[Question], settings: EvaluateSettings
) -> dict[str, dict[str, Any]]:
    seen = {name: list(where) for name, where in predictions.problems.seen.items()}
    missing = [q.uid for q in questions if q.uid not in predictions.by_uid]
    if missing:
        seen["missing_predictions"] = missing
    by_task: dict[str, list[bool]] = {}
    for question in questions:
        by_task.setdefault(question.task.name, []).append(question.uid in predictions.by_uid)
    empty = [task.name for task in TASKS if task.name in by_task and not any(by_task[task.name])]
    if empty:
        seen["missing_tasks"] = empty
    return {
        name: {"count": len(where), "examples": sorted(set(where))[: settings.named_examples]}
        for name, where in sorted(seen.items())
    }


def _values(questions: Sequence[Question], scores: Mapping[str, Score]) -> list[float]:
    return [scores[question.uid].score for question in questions]


def _percent(share: float | np.floating[Any]) -> float:
    return round(100.0 * float(share), 2)
