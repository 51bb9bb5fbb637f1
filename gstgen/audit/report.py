"""Audit a set of questions: one row a task and classifier, margins over a constant answer, verdicts, pruning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.audit import cues
from gstgen.audit.guessing import Array, constant_guesses, folds_of, forest_guesses, guesses, score_table
from gstgen.audit.settings import AuditSettings
from gstgen.dataset.records import Record
from gstgen.evaluation import baselines
from gstgen.evaluation.intervals import Interval, percentile_interval, resampled_means
from gstgen.evaluation.items import Question
from gstgen.evaluation.scoring import score_value
from gstgen.evaluation.settings import EvaluateSettings
from gstgen.questions.tasks import TASKS, TRAJECTORY_SELECTION, VARIANTS, Task

# Guessers that do not watch the video; only they decide a verdict.
BLIND = ("text_forest", "options_forest", "nearest_length", "turn_count")


@dataclass(frozen=True)
class Items:
    """Questions of one task and variant with their records, in the same order."""

    task: Task
    variant: str
    questions: Sequence[Question]
    records: Sequence[Record]

    def subset(self, keep: NDArray[np.bool_]) -> Items:
        """The items where `keep` (N) holds."""
        return Items(
            self.task,
            self.variant,
            [q for q, k in zip(self.questions, keep, strict=True) if k],
            [r for r, k in zip(self.records, keep, strict=True) if k],
        )


@dataclass(frozen=True)
class Auditor:
    """What an audit depends on beside the questions."""

    root: Path
    settings: AuditSettings
    evaluate: EvaluateSettings
    seed: int

    def row(self, items: Items) -> dict[str, Any]:
        """Scores (0-100) of every guesser on one task and variant, margins and the verdict."""
        return self.summary(items, self.scores(items))

    def scores(self, items: Items) -> dict[str, Array]:
        """(N) score of each question for each guesser."""
        questions, s = list(items.questions), self.settings
        values = guesses(questions, self.evaluate)
        table = score_table(questions, values)
        folds = folds_of(questions, s.folds, self.seed)
        best = baselines.best_constant(questions, self.evaluate)
        by_category = baselines.category_constant_values(questions, self.evaluate)
        shuffled = baselines.shuffled_scores(questions, self.evaluate, self.seed)
        held = constant_guesses(table, folds)
        features = cues.text_features(items.records)
        blind = forest_guesses(questions, features, values, table, folds, s, self.seed)
        out = {
            "random": np.array(baselines.random_scores(questions, self.evaluate, self.seed)),
            "best_constant": np.array([score_value(q, best) for q in questions]),
            "constant_per_category": np.array([score_value(q, by_category[q.uid]) for q in questions]),
            "held_out_constant": np.array([score_value(q, values[i]) for q, i in zip(questions, held, strict=True)]),
            "text_forest": np.array([score_value(q, values[i]) for q, i in zip(questions, blind, strict=True)]),
        }
        if shuffled is not None:
            out["shuffled"] = np.array(shuffled)
        if items.task.metric == "choice":
            out["options_forest"] = cues.expected_scores(
                cues.option_scores(items.records, self.root, folds, s, self.seed), items.records
            )
            if items.task is TRAJECTORY_SELECTION:
                out["nearest_length"] = cues.expected_scores(cues.length_scores(items.records, folds), items.records)
                out["turn_count"] = cues.expected_scores(cues.turn_scores(items.records, s), items.records)
            else:
                out["colour_histogram"] = cues.expected_scores(
                    cues.colour_scores(items.records, self.root, s), items.records
                )
        return out

    def summary(self, items: Items, scores: dict[str, Array]) -> dict[str, Any]:
        """Scores (0-100) as a row: means, margins of the blind guessers and the verdict."""
        margins = {name: self.margin(items, scores, name) for name in BLIND if name in scores}
        enough = len(items.questions) >= self.settings.min_items
        worst = max(margins, key=lambda name: margins[name][0])
        failed = margins[worst][0] > self.settings.margin_points
        return {
            "task": items.task.name,
            "short": items.task.short,
            "variant": items.variant,
            "n": len(items.questions),
            "scores": {name: round(100.0 * float(values.mean()), 2) for name, values in scores.items()},
            "margins": {name: [round(v, 2) for v in interval] for name, interval in margins.items()},
            "worst": worst,
            "verdict": "too few" if not enough else "fails" if failed else "holds",
        }

    def margin(self, items: Items, scores: dict[str, Array], name: str) -> Interval:
        """Interval of the mean of (guesser minus best constant), in points."""
        difference = [100.0 * float(v) for v in scores[name] - scores["best_constant"]]
        means = resampled_means(
            difference, self.settings.bootstrap_samples, self.seed, "audit", items.task.name, items.variant, name
        )
        # A one-sided bound at `confidence`: the lower end of the interval that leaves out as much on both sides.
        return percentile_interval(means, 2.0 * self.settings.confidence - 1.0)


def groups(questions: Sequence[Question], records: Sequence[Record]) -> list[Items]:
    """Questions by task and variant, in the leaderboard's order."""
    by_uid = {r.uid: r for r in records}
    out = []
    for task in TASKS:
        for variant in VARIANTS:
            mine = [q for q in questions if q.task is task and q.variant == variant]
            if len(mine) >= 2:
                out.append(Items(task, variant, mine, [by_uid[q.uid] for q in mine]))
    return out


def prune(auditor: Auditor, items: Items, note: Callable[[str], None]) -> tuple[dict[str, Any], dict[str, str]]:
    """Take out questions until no blind guesser's margin fails; returns the last row and {uid: reason}.

    Each round takes out those that the worst guesser gains most on, against the best constant. Stops at
    `max_pruned_share` or before a task has fewer than `min_items` questions; the row then still fails.
    """
    limits, total = auditor.settings, len(items.questions)
    removed: dict[str, str] = {}
    while True:
        scores = auditor.scores(items)
        row = auditor.summary(items, scores)
        if row["verdict"] != "fails":
            return row, removed
        count = max(1, round(limits.prune_share_a_round * total))
        if len(items.questions) - count < limits.min_items or len(removed) + count > limits.max_pruned_share * total:
            row["pruning"] = f"stopped after {len(removed)} of {total}: max_pruned_share or min_items reached"
            return row, removed
        worst = row["worst"]
        gain = scores[worst] - scores["best_constant"]
        order = sorted(range(len(gain)), key=lambda i: (-gain[i], items.questions[i].uid))
        out = set(order[:count])
        removed |= {items.questions[i].uid: f"{worst} guesses it" for i in out}
        items = items.subset(np.array([i not in out for i in range(len(gain))]))
        note(
            f"{row['short']} {items.variant}: {worst} margin {row['margins'][worst][0]:+.1f}, {len(removed)} taken out"
        )


def markdown(report: dict[str, Any]) -> str:
    """The report as a page."""
    names = [
        "random",
        "shuffled",
        "best_constant",
        "held_out_constant",
        "constant_per_category",
        *BLIND,
        "colour_histogram",
    ]
    s = report["settings"]
    lines = [
        "# Audit: what can be answered without looking", "",
        f"{report['questions']} questions; k-fold guessers ({s['folds']} folds, whole scenes where there are enough). "
        f"A task fails when the {100 * s['confidence']:g} % lower bound of a blind guesser minus the best constant "
        f"exceeds {s['margin_points']:g} points with {s['min_items']} questions or more. The best constant is fitted "
        "on the same questions. colour_histogram watches the video and decides nothing.", "",
        "| task | variant | n | " + " | ".join(n.replace("_", " ") for n in names) + " | worst lower bound | verdict |",
        "|" + "---|" * (len(names) + 5),
    ]  # fmt: skip
    for row in report["tasks"]:
        cells = [f"{row['scores'][n]:.1f}" if n in row["scores"] else "" for n in names]
        margin = f"{row['worst'].replace('_', ' ')} {row['margins'][row['worst']][0]:+.1f}"
        lines.append(
            f"| {row['short']} | {row['variant']} | {row['n']} | "
            + " | ".join(cells)
            + f" | {margin} | {row['verdict']} |"
        )
    if report["removed"]:
        lines += ["", f"Taken out: {len(report['removed'])} questions (`removed.json`)."]
    return "\n".join(lines) + "\n"
