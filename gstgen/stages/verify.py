"""Stage verify: recomputes every answer and looks at the pixels; one mismatch fails the run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gstgen.dataset.store import write_json
from gstgen.dataset.verify import verify_dataset
from gstgen.errors import RunError
from gstgen.stages.base import Report

if TYPE_CHECKING:
    from gstgen.config import Settings


def run_dataset(root: Path, settings: Settings, scenes: list[str], out: Path) -> Report:
    """Write `verify.json` into `out`; RunError names the first mismatches when there are any."""
    findings = verify_dataset(root, scenes, settings.verify)
    write_json(out / "verify.json", findings.to_json())
    wrong = findings.mismatches
    if wrong:
        first = "; ".join(f"{m['uid']}: {m['check']}: {m['numbers']}" for m in wrong[:3])
        raise RunError(f"{len(wrong)} mismatches in {findings.questions} questions ({first}); see {out / 'verify.json'}")
    report = Report()
    report.facts = {"questions": findings.questions, "checks": dict(sorted(findings.checks.items())), "mismatches": 0}
    return report
