"""Stage `scene`: generate the scene, measure its free floor, check that it makes sense."""

from __future__ import annotations

import dataclasses
from dataclasses import asdict
from pathlib import Path

from gstgen.dataset.store import write_json
from gstgen.navigation.floor_map import build_floor_map
from gstgen.navigation.validation import check_scene
from gstgen.scenes import catalogue
from gstgen.scenes.assets import library
from gstgen.scenes.sources import load_geometry
from gstgen.scenes.sources.procedural import generate
from gstgen.stages.base import Report, StageContext
from gstgen.stages.simulation import described_scene
from gstgen.stages.split_check import check_split


def run(context: StageContext, out: Path) -> Report:
    """Write `scene.json` and `floor_map.npz`; RunError when no agent fits anywhere."""
    report = Report()
    blocked = None
    if context.settings.simulator.omnigibson is not None:
        with context.ticker.timed("load"):
            scene, blocked = described_scene(context)
    else:
        with context.ticker.timed("layout"):
            scene = generate(context.scene, context.settings.seed, context.settings.source)
        if catalogue.find(context.scene).split == "train":
            with context.ticker.timed("split check"):
                found = check_split(scene, context.settings, context.cache)
            scene = dataclasses.replace(scene, notes={**scene.notes, "split_check": found})
    with context.ticker.timed("meshes"):
        lacking = library.remarks(scene.objects, scene.notes.get("assets", ()))
        scene = dataclasses.replace(scene, notes={**scene.notes, "meshes": lacking})
        geometry = load_geometry(scene)
    with context.ticker.timed("floor map"):
        floor_map = build_floor_map(scene, geometry, context.settings.floor_map, blocked)
    faults = check_scene(scene, geometry, floor_map, context.settings.floor_map)
    if "listed" in scene.notes:  # a generated scene says what it was asked for
        unplaced = scene.notes["unplaced"]
        report.funnel.accept("listed", scene.notes["listed"] - len(unplaced))
        for entry in unplaced:
            report.funnel.drop("listed", entry["reason"])
    rooms = len(faults.rooms_without_access)
    report.funnel.accept("rooms", len(scene.rooms) - rooms)
    if rooms:
        report.funnel.drop("rooms", "rooms_without_access", rooms)
    wrong = {k: v for k, v in asdict(faults).items() if k != "rooms_without_access"}
    report.funnel.accept("objects", len(scene.objects) - len(set().union(*wrong.values())))
    for reason, ids in wrong.items():
        if ids:
            report.funnel.drop("objects", reason, len(ids))
    report.facts = {"faults": asdict(faults), "floor_map": floor_map.facts(), "scene": scene.notes}
    write_json(out / "scene.json", scene.to_json())
    floor_map.save(out / "floor_map.npz")
    return report
