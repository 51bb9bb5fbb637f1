"""The questions of a dataset as the evaluation needs them, read from `scenes/<id>/qa/qa.jsonl`."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gstgen.dataset.selection import is_removed, read_removed
from gstgen.dataset.store import hash_json
from gstgen.errors import RequestError
from gstgen.evaluation.metrics import exact
from gstgen.evaluation.parsing import Kind, Value
from gstgen.questions.tasks import BY_NAME, VARIANTS, Task, official_name

LOCAL_SUFFIXES = {"local_video": "_local_video", "local_image": "_local_image"}


@dataclass(frozen=True)
class Question:
    """One question: what identifies it, its true answer (official form and value), and the target's category."""

    uid: str
    task: Task
    scene: str
    variant: str
    answer: Any
    value: Value
    letters: str
    category: str | None
    level: str | None = None  # of difficulty

    @property
    def kind(self) -> Kind:
        """What the parser has to read."""
        return "distance" if self.task.metric == "mra" else self.task.metric

    @property
    def stem(self) -> str:
        """The uid without the mark of a local variant: equal for questions about the same view and target."""
        return self.uid.removesuffix(LOCAL_SUFFIXES.get(self.variant, ""))


@dataclass(frozen=True)
class QuestionSet:
    """Questions sorted by uid, their scenes, and a hash of the full records."""

    questions: tuple[Question, ...]
    scenes: tuple[str, ...]
    sha256: str


def read_questions(root: Path, scenes: Sequence[str] | None, ignore_removed_by: Collection[str] = ()) -> QuestionSet:
    """The questions of all (or the given) scenes of a dataset, without those that `selection.json` takes out.

    What those in `ignore_removed_by` took out counts as there. RequestError without questions or with a broken one.
    """
    folder = root / "scenes"
    found = {path.parent.parent.relative_to(folder).as_posix(): path for path in folder.glob("**/qa/qa.jsonl")}
    wanted = sorted(found) if scenes is None else list(dict.fromkeys(scenes))
    for scene in wanted:
        if scene not in found:
            raise RequestError(f"{root} has no questions of scene {scene}; run stage=qa scene={scene} first")
    if not wanted:
        raise RequestError(f"{root} holds no questions (scenes/<id>/qa/qa.jsonl); run stage=all scene=Rs_int first")
    removed = read_removed(root)
    records = [
        (question, data)
        for scene in wanted
        for question, data in _read_lines(found[scene])
        if not (removed and is_removed(removed, data, ignore_removed_by))
    ]
    if not records:
        raise RequestError(f"the scenes {', '.join(wanted)} of {root} hold no question; run stage=qa with force=true")
    questions = sorted((question for question, _ in records), key=lambda question: question.uid)
    for first, second in itertools.pairwise(questions):
        if first.uid == second.uid:
            raise RequestError(f"uid {first.uid} stands twice in the questions of {root}; run stage=verify")
    raw = sorted((data for _, data in records), key=lambda data: str(data["uid"]))
    return QuestionSet(tuple(questions), tuple(wanted), hash_json(raw))


def _read_lines(path: Path) -> list[tuple[Question, dict[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(f"cannot read {path} ({error}); run stage=qa again with force=true") from error
    result = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            json.dumps(data, allow_nan=False)  # NaN and infinity are no JSON, but Python reads them
            result.append((_question(data), data))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            detail = f"{type(error).__name__}: {error}"
            raise RequestError(
                f"{path} line {number} is not a question ({_named(line)}{detail}); run stage=qa again with force=true"
            ) from error
    return result


def _named(line: str) -> str:
    """The uid of a line that may not be JSON, for a message."""
    found = re.search(r'"uid": *"([^"]{1,200})"', line)
    return f"{found.group(1)}: " if found else ""


def _question(data: dict[str, Any]) -> Question:
    task = BY_NAME[official_name(data["task"])]
    if data["variant"] not in VARIANTS:
        raise ValueError(f"unknown variant {data['variant']!r}")
    letters = "".join(data.get("options") or "ABCD")
    target = (data.get("geometry") or {}).get("target") or {}
    return Question(
        uid=str(data["uid"]),
        task=task,
        scene=str(data["scene"]),
        variant=data["variant"],
        answer=data["answer"],
        value=_true_value(task, data["answer_value"], letters),
        letters=letters,
        category=target.get("category"),
        level=(data.get("difficulty") or {}).get("level"),
    )


def _true_value(task: Task, value: Any, letters: str) -> Value:
    if task.metric == "choice":
        if not isinstance(value, str) or len(value) != 1 or value not in letters:
            raise ValueError(f"answer {value!r} is no option of {letters}")
        return value
    if task.metric == "point":
        x, y = value
        exact(x), exact(y)
        return float(x), float(y)
    if exact(value) <= 0 and task.metric == "mra":
        raise ValueError(f"distance {value} is not positive")
    return float(value)
