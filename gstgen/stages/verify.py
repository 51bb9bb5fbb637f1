"""Stage verify: recomputes every answer and looks at the pixels."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gstgen.config import SCENE_STAGES
from gstgen.dataset.records import iter_raw
from gstgen.dataset.selection import SELECTION, read_removed
from gstgen.dataset.store import files_of, read_done, write_json
from gstgen.dataset.verify import Findings, verify_dataset
from gstgen.errors import RequestError
from gstgen.stages.base import Report, Ticker

if TYPE_CHECKING:
    from gstgen.config import Settings


def run_dataset(root: Path, settings: Settings, scenes: list[str], out: Path, ticker: Ticker) -> Report:
    """Write `verify.json` into `out`; the report's facts count questions, checks and mismatches (0 = passed)."""
    findings = verify_dataset(root, scenes, settings.verify, ticker, settings.workers or os.cpu_count() or 1)
    for scene in scenes:
        for stage in SCENE_STAGES:
            _compare_files(findings, root, f"scenes/{scene}/{stage}")
    if settings.scene is None:
        findings.note(SELECTION, "selection is about questions", selection_problem(root, scenes))
    if (root / "shards").is_dir():
        _compare_files(findings, root, "shards")
    write_json(out / "verify.json", findings.to_json())
    report = Report()
    report.facts = {
        "questions": findings.questions,
        "checks": dict(sorted(findings.checks.items())),
        "mismatches": len(findings.mismatches),
        "first": findings.mismatches[:3],
    }
    return report


def selection_problem(root: Path, scenes: list[str]) -> str | None:
    """What is wrong with `selection.json`: unreadable, or about questions that are not there."""
    try:
        removed = read_removed(root)
    except RequestError as error:
        return str(error)
    known = {
        str(data.get("uid")) for scene in scenes for _, data in iter_raw(root / "scenes" / scene / "qa" / "qa.jsonl")
    }
    unknown = sorted(removed.keys() - known)
    if not unknown:
        return None
    return f"{len(unknown)} uids are of no question, the first is {unknown[0]}; run stage=audit again"


def _compare_files(findings: Findings, root: Path, folder: str) -> None:
    """Every file of a finished stage must still be what the stage wrote: nothing changed, lost or added since."""
    done = read_done(root / folder)
    if done is None:
        findings.note(folder, "files are as written", "the stage is not finished")
        return
    now, then = files_of(root / folder), done["files"]
    for name in sorted(now.keys() | then.keys()):
        problem = None
        if name not in now:
            problem = "lost since"
        elif name not in then:
            problem = "added since"
        elif now[name] != then[name]:
            problem = "changed since"
        findings.note(f"{folder}/{name}", "files are as written", problem)
