"""The report for people: rich tables for a terminal, the same as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table

_PROBLEM_TEXT = {
    "duplicates": "uids with more than one prediction (the last one counts)",
    "gt_differs": "records whose gt is not the question's answer: made for other questions?",
    "missing_predictions": "questions without a prediction (score 0)",
    "missing_tasks": "tasks without any prediction",
    "old_names": "old task names, read as the official ones",
    "records_without_pred": "records without pred",
    "records_without_uid": "records without uid",
    "unknown_tasks": "records of unknown tasks (matched by uid)",
    "unknown_uids": "predictions of unknown uids (ignored)",
    "unreadable_lines": "lines that are not JSON",
    "wrong_tasks": "records that name another task than their question's (matched by uid)",
}


_TEXT_COLUMNS = ("Variant", "Reason", "Examples")
_REFERENCE_LABELS = {
    "oracle": "Oracle",
    "random": "Random",
    "shuffled": "Shuffled answers",
    "constant": "Best constant",
    "constant_per_category": "Constant per category",
}


_ABOVE_CONSTANT = "% above constant"


@dataclass(frozen=True)
class _Grid:
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def rich_tables(report: dict[str, Any]) -> list[Table]:
    """Tables for a terminal, the main one first."""
    tables = []
    for grid in _grids(report):
        table = Table(
            title=grid.title,
            caption=grid.note or None,
            title_justify="left",
            caption_justify="left",
            box=box.SIMPLE_HEAD,
            pad_edge=False,
            padding=(0, 1, 0, 0),
        )
        for index, column in enumerate(grid.columns):
            table.add_column(column, justify="right" if index and column not in _TEXT_COLUMNS else "left")
        for row in grid.rows:
            table.add_row(*row, style="bold" if row[0].startswith("Mean") else None)
        tables.append(table)
    return tables


def markdown(report: dict[str, Any]) -> str:
    """The whole report as Markdown."""
    parts = ["# Evaluation", ""]
    predictions, questions = report["predictions"], report["questions"]
    parts += [
        f"- predictions: {predictions['source']}, {predictions['answered']} of {questions['count']} questions answered"
        + (f", sha256 {predictions['sha256']}" if predictions["sha256"] else ""),
        f"- questions: {questions['count']} in {', '.join(questions['scenes'])}, sha256 {questions['sha256']}",
        "- settings: " + ", ".join(f"{key}={value}" for key, value in sorted(report["settings"].items()))
        + f", sha256 {report['settings_sha256']}",
        "",
    ]  # fmt: skip
    for grid in _grids(report):
        parts += [f"## {grid.title}", "", _markdown_row(grid.columns), _markdown_row(["---"] * len(grid.columns))]
        parts += [_markdown_row(row) for row in grid.rows]
        parts += ["", *([grid.note, ""] if grid.note else [])]
    return "\n".join(parts)


def _grids(report: dict[str, Any]) -> list[_Grid]:
    grids = [_scores(report), _comparison(report)]
    if report["local"]:
        grids.append(_local(report))
    if report["local_gaps"]:
        grids.append(_gaps(report))
    if report["levels"]:
        grids.append(_by_level(report))
    grids += [grid for grid in (_failures(report), _problems(report)) if grid.rows]
    return grids


def _scores(report: dict[str, Any]) -> _Grid:
    columns = ("Task", "n", "Score", _interval_name(report), "Unreadable", "Missing")
    rows = [(f"{row['task']} ({row['short']})", *_score_cells(row)) for row in report["tasks"]]
    mean = report["mean"]
    if mean["tasks"]:
        rows.append((f"Mean of {mean['tasks']} tasks", *_score_cells(mean)))
    absent = report["tasks_without_questions"]
    note = f"No question of: {', '.join(absent)}." if absent else ""
    return _Grid(f"Scores of {report['predictions']['source']}", columns, tuple(rows), note)


def _comparison(report: dict[str, Any]) -> _Grid:
    """One row a method, one column a task, as on the leaderboard."""
    tasks = report["tasks"]
    rows = [
        (
            f"This: {report['predictions']['source']}",
            _number(report["mean"].get("score")),
            *(_number(t.get("score")) for t in tasks),
        )
    ]
    for name, label in _REFERENCE_LABELS.items():
        mean = report["mean"].get("references", {}).get(name)
        rows.append((label, _number(mean), *(_number(t.get("references", {}).get(name)) for t in tasks)))
    above = [report["mean"].get("above_constant"), *(t.get("above_constant") for t in tasks)]
    rows.append((_ABOVE_CONSTANT, *map(_number, above)))
    for name, row in report["published"]["tasks"].items():
        values = [row[task["task"]] for task in tasks]
        rows.append((f"Publ. {name}", _number(sum(values) / len(values)), *map(_number, values)))
    note = (
        "Scores are 0-100. Random and shuffled are means of several draws (conf/evaluate). Constants are fitted on "
        "these very answers; the one per target category is an upper bound that small categories "
        f"inflate. {_ABOVE_CONSTANT}: 0 = no better than the best constant, 100 = all right. "
        "Published rows are of other questions."
    )
    return _Grid("Beside reference rows", ("Row", "Mean", *(t["short"] for t in tasks)), tuple(rows), note)


def _local(report: dict[str, Any]) -> _Grid:
    references = ("Random", "Shuffled", "Best const.", "per category", _ABOVE_CONSTANT)
    columns = ("Task", "Variant", "n", "Score", _interval_name(report), "Unreadable", "Missing", *references)
    rows = [
        (
            row["short"],
            row["variant"],
            *_score_cells(row),
            *(_number(row["references"][name]) for name in list(_REFERENCE_LABELS)[1:]),
            _number(row["above_constant"]),
        )
        for row in report["local"]
    ]
    published = "; ".join(
        f"{model} {row['global']:.2f} / {row['local_video']:.2f} / {row['local_image']:.2f}"
        for model, row in report["published"]["local_direction"].items()
    )
    note = (
        "The target is visible in the current view, so its direction lies within the field of view and a constant near "
        f"0 scores high whatever is chosen: judge by the last column. "
        f"Published direction (global / video / image): {published}."
    )
    return _Grid("Local variants", columns, tuple(rows), note)


def _gaps(report: dict[str, Any]) -> _Grid:
    rows = [
        (gap["short"], str(gap["pairs"]), str(gap["unpaired"]), f"{gap['gap']:+.2f}", _interval(gap))
        for gap in report["local_gaps"]
    ]
    columns = ("Task", "Pairs", "Unpaired", "Image - video", _interval_name(report))
    return _Grid("Paired gap: local image minus local video, same view and target", columns, tuple(rows))


def _by_level(report: dict[str, Any]) -> _Grid:
    """Scores by difficulty; the last row is the gap between the hardest and the easiest level of each task."""
    tasks = report["tasks"]
    rows = []
    for row in report["levels"]:
        cells = [row["tasks"].get(t["task"]) for t in tasks]
        name = row["level"] or "no level"
        scores = [f"{c['score']:.1f} ({c['n']})" if c else "-" for c in cells]
        rows.append((name, str(row["n"]), f"{row['score']:.1f}", *scores))
    gaps = [_level_gap(report["levels"], t["task"]) for t in tasks]
    known = [g for g in gaps if g is not None]
    mean = f"{sum(known) / len(known):+.1f}" if known else "-"
    rows.append(("gap", "", mean, *("-" if g is None else f"{g:+.1f}" for g in gaps)))
    note = (
        "Levels are ranges of a question's difficulty numbers (conf/questions); a question counts at the first of "
        "extreme, hard, easy, medium that holds. In brackets: questions. Gap: hardest minus easiest. Compare columns, "
        "not means: levels hold different tasks."
    )
    columns = ("Level", "n", "Mean", *(t["short"] for t in tasks))
    return _Grid("Scores by difficulty", columns, tuple(rows), note)


def _level_gap(levels: Sequence[dict[str, Any]], task: str) -> float | None:
    """Score of the hardest minus the easiest level that have questions of a task; None with fewer than two."""
    scores = [row["tasks"][task]["score"] for row in levels if row["level"] is not None and task in row["tasks"]]
    return float(scores[-1] - scores[0]) if len(scores) >= 2 else None


def _failures(report: dict[str, Any]) -> _Grid:
    rows = [
        (f"{row['short']} {row['variant']}", reason, str(count))
        for row in [*report["tasks"], *report["local"]]
        if row["n"]
        for reason, count in row["parse_failure_reasons"].items()
    ]
    return _Grid("Answers that could not be read", ("Task", "Reason", "n"), tuple(rows))


def _problems(report: dict[str, Any]) -> _Grid:
    rows = [
        (_PROBLEM_TEXT.get(name, name), str(item["count"]), ", ".join(item["examples"]))
        for name, item in report["problems"].items()
    ]
    return _Grid("Problems of the predictions", ("What", "n", "Examples"), tuple(rows))


def _score_cells(row: dict[str, Any]) -> tuple[str, ...]:
    if not row["n"]:
        return ("0", "-", "-", "-", "-")
    return (str(row["n"]), _number(row["score"]), _interval(row), str(row["parse_failures"]), str(row["missing"]))


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _interval(row: dict[str, Any]) -> str:
    low, high = row["interval"]
    return f"{low:.2f} .. {high:.2f}"


def _interval_name(report: dict[str, Any]) -> str:
    return f"{100 * report['settings']['confidence']:g} % interval"


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
