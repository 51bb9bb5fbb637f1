"""Audit a set of questions: one row a task and classifier, margins over a constant answer, verdicts, pruning."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.audit import cues
from gstgen.audit.guessing import Array, constant_guesses, folds_of, forest_guesses, guesses, score_table
from gstgen.audit.quota import why_unfilled
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

    @property
    def uids(self) -> tuple[str, ...]:
        """What identifies these items."""
        return tuple(q.uid for q in self.questions)

    def without(self, uids: Container[str]) -> Items:
        """The items that are not named."""
        return self.subset(np.array([q.uid not in uids for q in self.questions], bool))

    def subset(self, keep: NDArray[np.bool_]) -> Items:
        """The items where `keep` (N) holds."""
        return Items(
            self.task,
            self.variant,
            [q for q, k in zip(self.questions, keep, strict=True) if k],
            [r for r, k in zip(self.records, keep, strict=True) if k],
        )


@dataclass
class Memory:
    """What was seen in pictures and videos, by uid."""

    looks: dict[str, Array] = field(default_factory=dict)
    colours: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Auditor:
    """What an audit depends on beside the questions."""

    root: Path
    settings: AuditSettings
    evaluate: EvaluateSettings
    seed: int
    memory: Memory = field(default_factory=Memory)

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
                cues.option_scores(items.records, self._looks(items.records), folds, s, self.seed), items.records
            )
            if items.task is TRAJECTORY_SELECTION:
                out["nearest_length"] = cues.expected_scores(cues.length_scores(items.records, folds), items.records)
                out["turn_count"] = cues.expected_scores(cues.turn_scores(items.records, s), items.records)
            else:
                out["colour_histogram"] = self._colours(items.records)
        return out

    def _looks(self, records: Sequence[Record]) -> Array:
        """(N, 4, F) features of the options, each read once however often pruning asks again."""
        for record in records:
            if record.uid not in self.memory.looks:
                self.memory.looks[record.uid] = cues.option_features(record, self.root, self.settings)
        return np.array([self.memory.looks[r.uid] for r in records])

    def _colours(self, records: Sequence[Record]) -> Array:
        """(N) expected scores of the colour histograms, each video decoded once."""
        new = [r for r in records if r.uid not in self.memory.colours]
        if new:
            scores = cues.expected_scores(cues.colour_scores(new, self.root, self.settings), new)
            self.memory.colours |= {r.uid: float(v) for r, v in zip(new, scores, strict=True)}
        return np.array([self.memory.colours[r.uid] for r in records])

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


QUOTA_COLUMNS = ("task", "wanted", "supply", "chosen", "scenes", "categories", "objects", "not filled, and why")


def quota_cells(facts: dict[str, Any]) -> list[str]:
    """A row of the quota's table."""
    spread = [facts.get(f"by_{name}") for name in ("scene", "category", "object")]
    cells = [f"{s['used']} of {s['of']}, at most {s['most']} each" if s else "" for s in spread]
    return [facts["short"], *(str(facts[k]) for k in ("wanted", "supply", "chosen")), *cells, why_unfilled(facts)]


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
    if report["quota"]:
        lines += ["", "## The quota over all scenes", "", "| " + " | ".join(QUOTA_COLUMNS) + " |"]
        lines += ["|" + "---|" * len(QUOTA_COLUMNS)]
        lines += ["| " + " | ".join(quota_cells(facts)) + " |" for facts in report["quota"]]
    if report["supply"]:
        levels = list(next(iter(report["supply"].values())))
        lines += ["", "## What `questions.difficulty` can supply", ""]
        lines += ["Candidates of all scenes that fit each level, before any choice; one may fit several.", ""]
        lines += [f"| task | {' | '.join(levels)} |", "|" + "---|" * (len(levels) + 1)]
        lines += [f"| {task} | {' | '.join(str(row[k]) for k in levels)} |" for task, row in report["supply"].items()]
        if report["supply_why_none"]:
            lines += ["", "Why a level has none:", "", *(f"- {line}" for line in report["supply_why_none"])]
    return "\n".join(lines) + "\n"
