"""Spoil the questions of a real dataset in many ways and print how many of each kind the verification catches.

python tests/dataset/prove_verify.py data/gst [questions of each kind, 50 unless told]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from label_mutations import MUTATIONS, Source, prove
from omegaconf import OmegaConf
from rich.console import Console
from rich.table import Table

from gstgen.dataset.verify_settings import VerifySettings
from gstgen.resources import resource_folder


def main(arguments: list[str]) -> int:
    """Print the table; 1 when anything escaped, 2 without questions."""
    root, limit = Path(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 50
    scenes = sorted(p.parent.parent.name for p in (root / "scenes").glob("*/qa/qa.jsonl"))
    if not scenes:
        print(f"prove-verify: {root} holds no questions; run stage=all scene=Rs_int first", file=sys.stderr)
        return 2
    started = time.perf_counter()
    conf = resource_folder("conf")
    groups = OmegaConf.create({name: OmegaConf.load(conf / name / "default.yaml") for name in ("verify", "topdown")})
    settings = VerifySettings.model_validate(OmegaConf.to_container(groups, resolve=True)["verify"])
    tallies = prove([Source(root, scene) for scene in scenes], settings, limit)
    table = Table(title=f"wrong labels of {len(scenes)} scenes that stage verify catches", title_justify="left")
    for name in ("kind", "what is wrong", "caught", "of", "by (most often)"):
        table.add_column(name, justify="right" if name in ("caught", "of") else "left")
    for mutation in MUTATIONS:
        tally = tallies[mutation.__name__]
        by = ", ".join(f"{kind} {n}" for kind, n in tally.checks.most_common(2))
        what = " ".join((mutation.__doc__ or "").split())
        table.add_row(mutation.__name__, what, str(tally.caught), str(tally.made), by)
    Console(width=180).print(table)
    escaped = {name: t.escaped for name, t in tallies.items() if t.escaped}
    for name, uids in escaped.items():
        print(f"escaped: {name}: {', '.join(uids[:5])}")
    made = sum(t.made for t in tallies.values())
    caught = sum(t.caught for t in tallies.values())
    print(f"{caught} of {made} wrong labels caught, in {time.perf_counter() - started:.0f} s")
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
