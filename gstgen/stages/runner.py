"""Run a checked request: stages in order, skipped when done, each in a folder that is renamed into place."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from gstgen.config import CATALOGUE_STAGE, Settings
from gstgen.dataset.store import atomic_folder, locked, read_done, remove_leftovers, write_done
from gstgen.stages import dataset_stages, scenes
from gstgen.stages.base import Stage, StageContext, Ticker, make_root
from gstgen.stages.isolation import run_in_child
from gstgen.stages.plan import (
    DISTRACTOR_STAGES,
    code_version,
    distractors_of,
    fingerprint,
    pending,
    split_of,
    with_needs,
)
from gstgen.stages.simulation import simulator_provenance

# Stages that render in their own process; the others leave rendering to workers.
ISOLATED = ("topdown",)
PLAIN_WIDTH = 160  # columns of tables that go to a file or a pipe


def run(settings: Settings) -> None:
    """Run everything the settings ask for and print the funnel and the time table."""
    console = Console(stderr=True)
    if not console.is_terminal:
        console = Console(stderr=True, width=PLAIN_WIDTH)
    started = time.perf_counter()
    root = settings.output
    if CATALOGUE_STAGE in settings.stage:
        scenes.run_catalogue(settings, console)
        if settings.stage == (CATALOGUE_STAGE,):
            return
    make_root(root)
    rows: list[tuple[str, str, dict[str, Any], bool]] = []
    stages = with_needs(settings.stage)
    if stages and settings.scene is not None:
        if "qa" in stages:
            for other in distractors_of(settings, settings.scene):
                rows += _run_scene(settings, other, DISTRACTOR_STAGES, console)
        rows += _run_scene(settings, settings.scene, stages, console)
        _print_funnel(console, settings.scene, stages, root)
    rows += dataset_stages.run(settings, console)
    _print_times(console, rows, time.perf_counter() - started)


def _run_scene(
    settings: Settings, scene: str, stages: tuple[str, ...], console: Console
) -> list[tuple[str, str, dict[str, Any], bool]]:
    """Run the stages of one scene under its lock; returns (scene, stage, seconds, skipped) rows."""
    folder = settings.output / "scenes" / scene
    rows: list[tuple[str, str, dict[str, Any], bool]] = []
    with locked(folder / ".lock"):
        remove_leftovers(folder)
        todo = pending(settings, scene, stages)
        for stage in stages:
            if stage not in todo:
                done = read_done(folder / stage) or {}
                rows.append((scene, stage, done.get("seconds", {}), True))
                continue
            console.print(f"[bold]{scene}[/bold] {stage} ...", highlight=False)
            rows.append((scene, stage, _run_stage(settings, scene, stage), False))
    return rows


def _run_stage(settings: Settings, scene: str, stage: str) -> dict[str, float]:
    module: Stage = importlib.import_module(f"gstgen.stages.{stage}")
    mark = fingerprint(settings, scene, stage)
    ticker = Ticker()
    context = StageContext(
        settings=settings,
        scene=scene,
        root=settings.output,
        ticker=ticker,
        distractors=distractors_of(settings, scene) if stage == "qa" else (),
        provenance={
            "seed": settings.seed,
            "fingerprint": mark,
            "code_version": code_version(),
            "split": split_of(settings, scene),
            **simulator_provenance(settings, settings.output / "scenes" / scene / "scene"),
        },
    )
    isolated = stage in ISOLATED and settings.simulator.name == "embedded"
    started = time.perf_counter()
    with atomic_folder(context.folder(stage)) as out:
        report = run_in_child(module, context, out) if isolated else module.run(context, out)
        seconds = {"total": time.perf_counter() - started, **ticker.seconds}
        write_done(out, mark, seconds, {"funnel": report.funnel.to_json(), "facts": report.facts})
    return seconds


def _print_funnel(console: Console, scene: str, stages: Iterable[str], root: Path) -> None:
    table = Table(title=f"{scene}: what each filter kept and dropped", title_justify="left")
    for column in ("stage", "step", "accepted", "dropped", "why"):
        table.add_column(column, justify="right" if column in ("accepted", "dropped") else "left")
    for stage in stages:
        done = read_done(root / "scenes" / scene / stage) or {}
        for step, counts in done.get("funnel", {}).items():
            dropped = counts["dropped"]
            reasons = ", ".join(f"{reason} {n}" for reason, n in sorted(dropped.items(), key=lambda item: -item[1]))
            table.add_row(stage, step, str(counts["accepted"]), str(sum(dropped.values())), reasons)
    console.print(table)


def _print_times(console: Console, rows: list[tuple[str, str, dict[str, Any], bool]], total_s: float) -> None:
    table = Table(title="where the time went", title_justify="left")
    for column in ("scene", "stage", "seconds", "parts"):
        table.add_column(column, justify="right" if column == "seconds" else "left")
    for scene, stage, seconds, skipped in rows:
        parts = ", ".join(f"{k} {v:.1f}" for k, v in seconds.items() if k != "total")
        table.add_row(scene, stage, "done before" if skipped else f"{seconds.get('total', 0.0):.1f}", parts)
    table.add_row("", "all", f"{total_s:.1f}", "")
    console.print(table)
