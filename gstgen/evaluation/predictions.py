"""Predictions from files: JSONL or JSON of {uid, pred}, {uid: pred}, or a folder with one result file a task."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gstgen.errors import RequestError
from gstgen.evaluation.items import Question
from gstgen.evaluation.parsing import parse
from gstgen.questions.tasks import BY_NAME, official_name, official_uid

_PREDICTION_KEYS = ("pred", "prediction")


@dataclass
class Problems:
    """Everything odd about a set of predictions, by name: where it was seen (uids, or file:line)."""

    seen: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, where: str) -> None:
        """Note one case."""
        self.seen.setdefault(name, []).append(where)


@dataclass(frozen=True)
class Predictions:
    """Raw predictions by uid, where they come from, a hash of that source, and what was odd about it."""

    source: str
    sha256: str | None
    by_uid: Mapping[str, Any]
    problems: Problems


@dataclass(frozen=True)
class _Entry:
    where: str
    data: Any
    file_task: str


def load_predictions(path: Path, questions: Iterable[Question]) -> Predictions:
    """Read a file or a folder; RequestError where nothing in it can be used as a prediction.

    Of several predictions of one uid the last counts. Unknown uids, duplicates, lines that cannot be read, records
    without uid or prediction, unknown or wrong task names, and a `gt` that is not the question's answer are noted.
    """
    known = {question.uid: question for question in questions}
    problems, digest = Problems(), hashlib.sha256()
    by_uid: dict[str, Any] = {}
    for file in _files(path):
        content = _read(file)
        digest.update(file.name.encode() + b"\0" + content)
        for entry in _entries(file, content, problems):
            _take(entry, known, by_uid, problems)
    if not by_uid:
        odd = ", ".join(f"{name}: {len(where)}" for name, where in sorted(problems.seen.items())) or "it is empty"
        raise RequestError(
            f'{path} holds no prediction for these questions ({odd}); a line is {{"uid": ..., "pred": ...}}'
        )
    return Predictions(path.name, digest.hexdigest(), by_uid, problems)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if path.exists() and not path.is_dir():
        raise RequestError(f"predictions={path} is neither a file nor a folder")
    if not path.exists():
        raise RequestError(
            f"predictions={path} does not exist; give a file, a folder of result files, random, constant or oracle"
        )
    folder = path / "results" if (path / "results").is_dir() else path
    files = sorted(file for file in folder.iterdir() if file.suffix in (".json", ".jsonl") and file.is_file())
    if not files:
        raise RequestError(f"predictions={path} has no .json or .jsonl file; expected one result file a task")
    return files


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise RequestError(f"cannot read predictions {file}: {error.strerror}") from error


def _entries(file: Path, content: bytes, problems: Problems) -> list[_Entry]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RequestError(f"predictions {file} is not UTF-8 text; expected JSON or JSONL") from error
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return _lines(file, text, problems)
    if isinstance(data, dict) and isinstance(data.get("results"), list):
        data = data["results"]
    if isinstance(data, dict) and "uid" not in data:
        data = [_keyed(uid, value) for uid, value in data.items()]
    items = data if isinstance(data, list) else [data]
    return [_Entry(f"{file.name}[{index}]", item, file.stem) for index, item in enumerate(items)]


def _keyed(uid: str, value: Any) -> dict[str, Any]:
    """One item of a {uid: prediction} or {uid: record} mapping as a record."""
    is_record = isinstance(value, dict) and any(key in value for key in _PREDICTION_KEYS)
    return {**value, "uid": uid} if is_record else {"uid": uid, "pred": value}


def _lines(file: Path, text: str, problems: Problems) -> list[_Entry]:
    entries = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{file.name}:{number}"
        try:
            entries.append(_Entry(where, json.loads(line), file.stem))
        except (ValueError, RecursionError):
            problems.add("unreadable_lines", where)
    return entries


def _take(entry: _Entry, known: Mapping[str, Question], by_uid: dict[str, Any], problems: Problems) -> None:
    data = entry.data
    if not isinstance(data, dict) or not isinstance(data.get("uid"), str):
        problems.add("records_without_uid", entry.where)
        return
    key = next((key for key in _PREDICTION_KEYS if key in data), None)
    if key is None:
        problems.add("records_without_pred", entry.where)
        return
    uid = data["uid"] if data["uid"] in known else official_uid(data["uid"])
    question = known.get(uid)
    if question is None:
        problems.add("unknown_uids", data["uid"])
        return
    if uid != data["uid"]:
        problems.add("old_names", data["uid"])
    _check_task(entry, question, problems)
    if "gt" in data and parse(question.kind, data["gt"], question.letters).value != question.value:
        problems.add("gt_differs", uid)
    if uid in by_uid:
        problems.add("duplicates", uid)
    by_uid[uid] = data[key]


def _check_task(entry: _Entry, question: Question, problems: Problems) -> None:
    """The record's task must be the question's; without one, a result file's name may tell it."""
    stated = entry.data.get("task")
    name = stated if isinstance(stated, str) else entry.file_task
    try:
        task = BY_NAME[official_name(name)]
    except KeyError:
        if stated is not None:
            problems.add("unknown_tasks", f"{question.uid} ({stated})")
        return
    if task is not question.task:
        problems.add("wrong_tasks", f"{question.uid} ({name})")
    elif name not in (task.name, task.short, task.uid_name):
        problems.add("old_names", name)
