"""Stage evaluate: score predictions against the questions of a dataset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from gstgen.dataset.store import write_json, write_text
from gstgen.errors import RequestError
from gstgen.evaluation import baselines
from gstgen.evaluation.items import Question, QuestionSet, read_questions
from gstgen.evaluation.predictions import Predictions, Problems, load_predictions
from gstgen.evaluation.scoring import Score, score_all
from gstgen.evaluation.summary import summarize
from gstgen.evaluation.tables import markdown, rich_tables
from gstgen.stages.base import Report

if TYPE_CHECKING:
    from gstgen.config import Settings

_PLAIN_WIDTH = 140  # columns of a table that goes to a file or a pipe


def run_dataset(root: Path, settings: Settings, scenes: list[str] | None, out: Path, predictions: str | None) -> Report:
    """Write `report.json`, `report.md` and `items.jsonl` (one line a question) into `out`; print the tables.

    `predictions` is a file, a folder of result files, or one of oracle, random, constant. Raises RequestError where
    the questions or the predictions cannot be read, RunError where a question's own answer does not score 100.
    """
    question_set = read_questions(root, scenes)
    given = _predictions(question_set, settings, predictions)
    scores = score_all(question_set.questions, given.by_uid)
    report = summarize(question_set, given, scores, settings.evaluate, settings.seed)
    write_json(out / "report.json", report)
    write_text(out / "report.md", markdown(report))
    write_text(out / "items.jsonl", "".join(_item_line(q, given, scores[q.uid]) for q in question_set.questions))
    console = Console() if Console().is_terminal else Console(width=_PLAIN_WIDTH)
    for table in rich_tables(report):
        console.print(table)
    facts = {"predictions": given.source, "questions": len(question_set.questions), "mean": report["mean"]}
    return Report(facts=facts)


def _predictions(question_set: QuestionSet, settings: Settings, asked: str | None) -> Predictions:
    if not asked:
        raise RequestError("stage=evaluate needs predictions=FILE (or predictions=random, =constant, =oracle)")
    if asked not in baselines.WORDS:
        return load_predictions(Path(asked), question_set.questions)
    by_uid = baselines.predictions_for(asked, question_set.questions, settings.evaluate, settings.seed)
    return Predictions(asked, None, by_uid, Problems())


def _item_line(question: Question, given: Predictions, score: Score) -> str:
    item = {
        "uid": question.uid,
        "task": question.task.name,
        "variant": question.variant,
        "gt": question.answer,
        "pred": _plain(given.by_uid.get(question.uid)),
        "read_as": score.value,
        "failure": score.failure,
        "score": score.score,
    }
    return json.dumps(item, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def _plain(raw: object) -> object:
    """A raw prediction that strict JSON can hold: NaN and infinities become text."""
    try:
        json.dumps(raw, allow_nan=False)
    except ValueError:
        return repr(raw)
    return raw
