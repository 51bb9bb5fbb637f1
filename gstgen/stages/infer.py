"""Stage infer: ask a model the questions of a dataset; the answers are what stage evaluate reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from gstgen.dataset.records import read_records
from gstgen.dataset.store import locked
from gstgen.evaluation.items import read_questions
from gstgen.inference.routes import open_route
from gstgen.inference.run import ANSWERS, ask_all, run_name
from gstgen.stages.base import Ticker

if TYPE_CHECKING:
    from gstgen.config import Settings


def run_dataset(root: Path, settings: Settings, scenes: list[str] | None, console: Console) -> dict[str, Any]:
    """Write `predictions/<name>/`; returns counts, tokens and cost. Raises as `inference.run.ask_all` does."""
    question_set = read_questions(root, scenes)
    route = open_route(settings.infer, root)
    asked = {q.uid for q in question_set.questions}
    files = [root / "scenes" / scene / "qa" / "qa.jsonl" for scene in question_set.scenes]
    records = [r for file in files for r in read_records(file) if r.uid in asked]
    out = root / "predictions" / run_name(settings.infer)
    with locked(out / ".lock"):
        facts = ask_all(records, question_set.sha256, route, settings.infer, out, Ticker())
    cost = "" if facts["cost_usd"] is None else f", {facts['cost_usd']:.2f} USD"
    console.print(
        f"infer: {facts['answers']} answers ({facts['asked']} asked now), {facts['prompt_tokens']} + "
        f"{facts['answer_tokens']} tokens{cost}; next: stage=evaluate predictions={out / ANSWERS}",
        highlight=False,
    )
    return facts
