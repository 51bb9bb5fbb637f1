"""Stage audit: what blind guessers reach on the questions of a dataset; strict fails, prune repairs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from gstgen.audit.report import Auditor, groups, markdown, prune
from gstgen.dataset.records import Record, read_records
from gstgen.dataset.selection import write_removed
from gstgen.dataset.store import write_json, write_text
from gstgen.evaluation.items import read_questions
from gstgen.stages.base import Report, Ticker

if TYPE_CHECKING:
    from gstgen.config import Settings

BY = "audit"


def run_dataset(root: Path, settings: Settings, scenes: list[str] | None, out: Path, console: Console) -> Report:
    """Write `audit.json`, `audit.md` and `removed.json` into `out`, and with `audit.prune` the root's selection.

    The report's facts hold the failing tasks; the caller decides whether they fail the run.
    """
    question_set = read_questions(root, scenes, ignore_removed_by=BY)
    records: list[Record] = []
    for scene in question_set.scenes:
        records += read_records(root / "scenes" / scene / "qa" / "qa.jsonl")
    auditor = Auditor(root, settings.audit, settings.evaluate, settings.seed)
    items = groups(question_set.questions, records)
    rows: list[dict[str, Any]] = []
    removed: dict[str, str] = {}
    for group in Ticker().track(items, len(items), "audit"):
        if settings.audit.prune:
            row, taken = prune(auditor, group, lambda line: console.print(f"audit: {line}", highlight=False))
            removed |= taken
        else:
            row = auditor.row(group)
        rows.append(row)
    report = {
        "questions": len(question_set.questions),
        "questions_sha256": question_set.sha256,
        "scenes": list(question_set.scenes),
        "settings": {**settings.audit.model_dump(mode="json"), "seed": settings.seed},
        "tasks": rows,
        "removed": removed,
    }
    write_json(out / "audit.json", report)
    write_text(out / "audit.md", markdown(report))
    by_uid = {r.uid: r.to_json() for r in records}
    write_json(out / "removed.json", [{**by_uid[uid], "removed_because": why} for uid, why in sorted(removed.items())])
    if settings.audit.prune:
        write_removed(root, BY, removed, by_uid.values())
    _print(console, rows)
    failing = [f"{r['short']} {r['variant']}" for r in rows if r["verdict"] == "fails"]
    return Report(facts={"failing": failing, "removed": len(removed), "questions": len(question_set.questions)})


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
