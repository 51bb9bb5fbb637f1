"""Stage audit: what blind guessers reach on the questions of a dataset; strict fails, prune repairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from gstgen.audit.report import QUOTA_COLUMNS, Auditor, markdown, quota_cells
from gstgen.audit.selecting import select
from gstgen.audit.supply import difficulty_supply
from gstgen.dataset.records import Record, read_records
from gstgen.dataset.selection import write_removed
from gstgen.dataset.store import write_json, write_text
from gstgen.evaluation.items import read_questions
from gstgen.stages.base import Report, Ticker

if TYPE_CHECKING:
    from gstgen.config import Settings

PRUNED, QUOTA = "audit", "quota"


def run_dataset(root: Path, settings: Settings, scenes: list[str] | None, out: Path, console: Console) -> Report:
    """Write `audit.json`, `audit.md` and `removed.json` into `out`; with a quota or `audit.prune` also the selection.

    A run that selects starts from all questions and replaces the root's selection; one that does not judges the
    questions that the selection left. The report's facts hold the failing tasks; the caller decides what they mean.
    """
    limits = settings.audit
    selects = limits.prune or limits.quota.fills
    question_set = read_questions(root, scenes, ignore_removed_by=(PRUNED, QUOTA) if selects else ())
    asked = {q.uid for q in question_set.questions}
    records: list[Record] = []
    for scene in question_set.scenes:
        records += [r for r in read_records(root / "scenes" / scene / "qa" / "qa.jsonl") if r.uid in asked]
    auditor = Auditor(root, limits, settings.evaluate, settings.seed)
    found = select(
        auditor,
        question_set.questions,
        records,
        settings.questions.balance,
        lambda line: console.print(f"audit: {line}", highlight=False),
        lambda items: Ticker().track(items, len(items), "audit"),
    )
    rows = list(found.rows)
    supply, why_none = difficulty_supply(root, question_set.scenes, settings.questions.levels.table)
    report = {
        "questions": len(asked) - len(found.pruned) - len(found.left),
        "candidates": len(asked),
        "questions_sha256": question_set.sha256,
        "scenes": list(question_set.scenes),
        "settings": {**limits.model_dump(mode="json"), "seed": settings.seed},
        "tasks": rows,
        "removed": dict(found.pruned),
        "quota": list(found.accounts) if limits.quota.fills else [],
        "supply": supply,
        "supply_why_none": why_none,
    }
    write_json(out / "audit.json", report)
    write_text(out / "audit.md", markdown(report))
    by_uid = {r.uid: r.to_json() for r in records}
    pruned = sorted(found.pruned.items())
    write_json(out / "removed.json", [{**by_uid[uid], "removed_because": why} for uid, why in pruned])
    if selects:
        write_removed(root, PRUNED, found.pruned, by_uid.values())
        write_removed(root, QUOTA, dict.fromkeys(found.left, "the quota was full"), by_uid.values())
    if limits.quota.fills:
        _print_quota(console, found.accounts)
    _print(console, rows)
    failing = [f"{r['short']} {r['variant']}" for r in rows if r["verdict"] == "fails"]
    facts = {"failing": failing, "removed": len(found.pruned), "not_needed": len(found.left)}
    return Report(facts={**facts, "questions": report["questions"]})


def _print_quota(console: Console, accounts: Sequence[dict[str, Any]]) -> None:
    table = Table(title="the quota over all scenes, before pruning", title_justify="left")
    for name in QUOTA_COLUMNS:
        table.add_column(name, justify="right" if name in ("wanted", "supply", "chosen") else "left")
    for facts in accounts:
        table.add_row(*quota_cells(facts))
    console.print(table)


def _print(console: Console, rows: list[dict[str, Any]]) -> None:
    table = Table(title="audit: blind guessers against the best constant", title_justify="left")
    for name in ("task", "variant", "n", "best constant", "text forest", "worst blind", "lower bound", "verdict"):
        table.add_column(name, justify="left" if name in ("task", "variant", "worst blind", "verdict") else "right")
    for row in rows:
        scores, margins, worst = row["scores"], row["margins"], row["worst"]
        table.add_row(
            row["short"], row["variant"], str(row["n"]), f"{scores['best_constant']:.1f}",
            f"{scores['text_forest']:.1f}", worst, f"{margins[worst][0]:+.1f}", row["verdict"],
        )  # fmt: skip
    console.print(table)
