"""Stage `trajectory`: plan explorations and clips, write their poses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from gstgen.dataset.store import write_json, write_npz
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.plan import Clip, Trajectory, plan_trajectories
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import load_geometry
from gstgen.stages.base import Report, StageContext


def run(context: StageContext, out: Path) -> Report:
    """Write `trajectories.json` and `<name>.npz` of every trajectory; RunError when no fault-free one is found."""
    report = Report()
    folder = context.folder("scene")
    scene = Scene.read(folder / "scene.json")
    floor_map = FloorMap.load(folder / "floor_map.npz")
    settings = context.settings.trajectory
    with context.ticker.timed("meshes"):
        geometry = load_geometry(scene)
    with context.ticker.timed("plan"):
        plan = plan_trajectories(scene, geometry, floor_map, settings, context.settings.seed)
    for trajectory in (*plan.explorations, *(clip.trajectory for clip in plan.clips)):
        write_npz(out / f"{trajectory.name}.npz", {"T_world_camera": trajectory.poses, "time_s": trajectory.times_s})
    write_json(
        out / "trajectories.json",
        {
            "fps": settings.fps,
            "explorations": [_entry(t) for t in plan.explorations],
            "clips": [_clip_entry(clip) for clip in plan.clips],
            "coverage": plan.facts["coverage"],
            "notes": plan.facts["notes"],
        },
    )
    report.funnel.accept("clip", plan.clip_outcomes["filmed"])
    for reason, count in plan.clip_outcomes.items():
        if reason != "filmed" and count:
            report.funnel.drop("clip", reason, count)
    coverage = plan.facts["coverage"]
    report.funnel.accept("object seen well", coverage["targets_seen_well"])
    for unseen in coverage["unseen"]:
        report.funnel.drop("object seen well", unseen["reason"])
    report.facts = dict(plan.facts)
    return report


def _entry(trajectory: Trajectory) -> dict[str, Any]:
    return {
        "name": trajectory.name,
        "file": f"{trajectory.name}.npz",
        "frames": len(trajectory.poses),
        **trajectory.facts,
    }


def _clip_entry(clip: Clip) -> dict[str, Any]:
    return {
        **_entry(clip.trajectory),
        "turns": clip.turns,
        "points_m": np.asarray(clip.points_m).tolist(),
        "alternatives": [
            {"name": a.name, "length_m": a.length_m, "turns": a.turns, "points_m": a.points_m.tolist()}
            for a in clip.alternatives
        ],
    }
