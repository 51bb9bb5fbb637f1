"""The stages over a whole dataset: shards, verification, evaluation. One finaliser at a time, under the root's lock."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from gstgen.config import DATASET_STAGES, SCENE_STAGES, Settings
from gstgen.dataset.selection import read_removed
from gstgen.dataset.store import (
    atomic_folder,
    files_of,
    hash_json,
    is_done,
    locked,
    read_done,
    remove_leftovers,
    sha256_file,
    write_bytes,
    write_done,
)
from gstgen.errors import RunError
from gstgen.inference.run import ANSWERS
from gstgen.report.reading import existing_scenes
from gstgen.stages import audit, evaluate, infer, report, shard, verify
from gstgen.stages.base import Ticker
from gstgen.stages.plan import code_version, finished_scenes

ROOT_FILES = ("manifest.json", "README.md")
Row = tuple[str, str, dict[str, Any], bool]


def run(settings: Settings, console: Console) -> list[Row]:
    """Run the dataset stages that were asked for; returns (scene, stage, seconds, skipped) rows."""
    asked = [s for s in DATASET_STAGES if s in settings.stage]
    if not asked:
        return []
    root = settings.output
    rows: list[Row] = []
    with locked(root / ".lock"):
        remove_leftovers(root)
        remove_leftovers(root / "reports")
        scenes = finished_scenes(root)
        chosen = [settings.scene] if settings.scene is not None else scenes
        if "audit" in asked:  # before the shards: it may take questions out of them
            rows.append(("", "audit", *_audit(settings, scenes, console)))
        if "shard" in asked:
            rows.append(("", "shard", *_shard(settings, scenes)))
        if "verify" in asked:
            rows.append(("", "verify", *_verify(settings, chosen, console)))
    subset = None if settings.scene is None else chosen
    if "infer" in asked:  # takes hours and changes nothing of the dataset: without the root's lock
        started = time.perf_counter()
        infer.run_dataset(root, settings, subset, console)
        rows.append(("", "infer", {"total": time.perf_counter() - started}, False))
    if "evaluate" in asked:
        with locked(root / ".lock"):
            rows.append(("", "evaluate", *_evaluate(settings, subset)))
    if "report" in asked:
        started = time.perf_counter()
        with locked(root / ".lock"):
            every = [settings.scene] if settings.scene is not None else existing_scenes(root)
            report.run_dataset(settings, every, console)
        rows.append(("", "report", {"total": time.perf_counter() - started}, False))
    return rows


def _questions_hash(root: Path, scenes: list[str]) -> dict[str, str]:
    """What the dataset stages depend on: the finished stages of every scene with questions."""
    marks = {}
    for scene in scenes:
        for stage in SCENE_STAGES:
            done = read_done(root / "scenes" / scene / stage)
            if done is None:
                raise RunError(f"stage {stage} of {scene} is not finished; run stage=qa scene={scene} first")
            marks[f"{scene}/{stage}"] = hash_json([done["fingerprint"], done["files"]])
    return marks


def _shard(settings: Settings, scenes: list[str]) -> tuple[dict[str, float], bool]:
    """Shards, manifest and card always cover every finished scene of the root."""
    root, target = settings.output, settings.output / "shards"
    mark = hash_json(
        {
            "code": code_version(),
            "settings": settings.shard.model_dump(mode="json"),
            "scenes": _questions_hash(root, scenes),
            "removed": read_removed(root),
        }
    )
    if not settings.force and is_done(target, mark) and _root_files_match(root, target):
        return {}, True
    started = time.perf_counter()
    with atomic_folder(target) as out:
        report = shard.run_dataset(root, settings, scenes, out)
        contents = {name: (out / name).read_bytes() for name in ROOT_FILES}
        for name in ROOT_FILES:
            (out / name).unlink()
        for path in sorted((out / "shards").iterdir()):
            os.replace(path, out / path.name)
        (out / "shards").rmdir()
        hashes = {}
        for name, data in contents.items():
            write_bytes(root / name, data)
            hashes[name] = sha256_file(root / name)
        seconds = {"total": time.perf_counter() - started}
        write_done(out, mark, seconds, {"funnel": report.funnel.to_json(), "facts": {**report.facts, "root": hashes}})
    return seconds, False


def _root_files_match(root: Path, target: Path) -> bool:
    """Whether manifest and card are those that were written with the shards."""
    done = read_done(target) or {}
    hashes = done.get("facts", {}).get("root", {})
    return bool(hashes) and all((root / n).is_file() and sha256_file(root / n) == h for n, h in hashes.items())


def _verify(settings: Settings, scenes: list[str], console: Console) -> tuple[dict[str, float], bool]:
    """Recompute every answer; a passed verification of the same content is not repeated."""
    root = settings.output
    target = root / "reports" / ("verify" if settings.scene is None else f"verify-{settings.scene.replace('/', '-')}")
    mark = hash_json(
        {
            "code": code_version(),
            "settings": settings.verify.model_dump(mode="json"),
            "scenes": _questions_hash(root, scenes),
            "contents": {
                f"{s}/{stage}": files_of(root / "scenes" / s / stage) for s in scenes for stage in SCENE_STAGES
            },
        }
    )
    seconds: dict[str, float] = {}
    # Asked for by itself, it is always done anew; as the end of a longer run, only when something changed.
    asked_alone = settings.stage == ("verify",)
    skipped = not settings.force and not asked_alone and is_done(target, mark)
    if not skipped:
        started = time.perf_counter()
        if target.exists():
            shutil.rmtree(target)
        with atomic_folder(target) as out:
            report = verify.run_dataset(root, settings, scenes, out, Ticker())
            seconds = {"total": time.perf_counter() - started}
            # A failed verification keeps its report but is never taken for done.
            passed = report.facts["mismatches"] == 0
            write_done(out, mark if passed else "failed", seconds, {"funnel": {}, "facts": report.facts})
    facts = (read_done(target) or {})["facts"]
    checks = sum(facts["checks"].values())
    console.print(
        f"verify: {facts['questions']} questions, {checks} checks, {facts['mismatches']} mismatches "
        f"({target / 'verify.json'})",
        highlight=False,
    )
    if facts["mismatches"]:
        first = "; ".join(f"{m['uid']}: {m['check']}: {m['numbers']}" for m in facts["first"])
        raise RunError(f"verify found {facts['mismatches']} mismatches ({first}); {target / 'verify.json'} lists them")
    return seconds, skipped


def _audit(settings: Settings, scenes: list[str], console: Console) -> tuple[dict[str, float], bool]:
    """Audit every finished scene of the root together; with `audit.strict` a failing task fails the run."""
    started = time.perf_counter()
    with atomic_folder(settings.output / "reports" / "audit") as out:
        report = audit.run_dataset(settings.output, settings, scenes, out, console)
    failing = report.facts["failing"]
    if failing and settings.audit.strict:
        raise RunError(
            f"audit: blind guessers beat the best constant by more than audit.margin_points on {', '.join(failing)} "
            f"({settings.output / 'reports' / 'audit' / 'audit.md'}); audit.prune=true takes such questions out"
        )
    return {"total": time.perf_counter() - started}, False


def _evaluate(settings: Settings, scenes: list[str] | None) -> tuple[dict[str, float], bool]:
    started = time.perf_counter()
    path = Path(settings.predictions or "predictions")
    name = path.parent.name if path.name == ANSWERS and path.parent.name else path.stem
    with atomic_folder(settings.output / "reports" / f"evaluate-{name}") as out:
        evaluate.run_dataset(settings.output, settings, scenes, out, settings.predictions)
    return {"total": time.perf_counter() - started}, False
