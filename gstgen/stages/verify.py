"""Stage verify: recomputes every answer and looks at the pixels."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gstgen.config import SCENE_STAGES
from gstgen.dataset.store import files_of, read_done, write_json
from gstgen.dataset.verify import Findings, verify_dataset
from gstgen.stages.base import Report, Ticker

if TYPE_CHECKING:
    from gstgen.config import Settings


def run_dataset(root: Path, settings: Settings, scenes: list[str], out: Path, ticker: Ticker) -> Report:
    """Write `verify.json` into `out`; the report's facts count questions, checks and mismatches (0 = passed)."""
    findings = verify_dataset(root, scenes, settings.verify, ticker, settings.workers or os.cpu_count() or 1)
    for scene in scenes:
        for stage in SCENE_STAGES:
            _compare_files(findings, root, f"scenes/{scene}/{stage}")
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
