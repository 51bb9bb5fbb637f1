"""Stage verify: recomputes every answer and looks at the pixels."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gstgen.dataset.store import write_json
from gstgen.dataset.verify import verify_dataset
from gstgen.stages.base import Report, Ticker

if TYPE_CHECKING:
    from gstgen.config import Settings


def run_dataset(root: Path, settings: Settings, scenes: list[str], out: Path, ticker: Ticker) -> Report:
    """Write `verify.json` into `out`; the report's facts count questions, checks and mismatches (0 = passed)."""
    findings = verify_dataset(root, scenes, settings.verify, ticker, settings.workers or os.cpu_count() or 1)
    write_json(out / "verify.json", findings.to_json())
    report = Report()
    report.facts = {
        "questions": findings.questions,
        "checks": dict(sorted(findings.checks.items())),
        "mismatches": len(findings.mismatches),
        "first": findings.mismatches[:3],
    }
    return report
