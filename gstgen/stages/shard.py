"""Stage shard: the finaliser over every scene with questions: shards, manifest, dataset card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gstgen.dataset.card import dataset_card
from gstgen.dataset.shards import manifest, read_dataset, write_manifest, write_shards
from gstgen.dataset.store import write_text
from gstgen.stages.base import Report

if TYPE_CHECKING:
    from gstgen.config import Settings


def run_dataset(root: Path, settings: Settings, scenes: list[str], out: Path) -> Report:
    """Write `shards/`, `manifest.json` and `README.md` below `out` (the dataset root, or a folder beside it)."""
    dataset = read_dataset(root, scenes)
    shards = write_shards(root, out, dataset, settings.shard)
    data = manifest(root, dataset, shards)
    write_manifest(out, data)
    write_text(out / "README.md", dataset_card(data))
    report = Report()
    report.facts = {"questions": data["counts"]["questions"], "shards": len(shards)}
    return report
