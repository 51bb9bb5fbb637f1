"""Stage `current_view`: off-trajectory views that the videos make it possible to place, rendered with exact ids."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.dataset.store import read_json, write_json
from gstgen.errors import RunError
from gstgen.geometry.cameras import Camera
from gstgen.navigation.floor_map import FloorMap
from gstgen.perception.current_views import Film, View, ViewSearch
from gstgen.perception.raycast import RayCaster
from gstgen.perception.view_pictures import ViewJob, render_view, view_record
from gstgen.randomness import rng
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import load_geometry
from gstgen.simulators.pool import SimulatorPool
from gstgen.stages.base import Report, StageContext
from gstgen.stages.simulation import simulator_factory, worker_count


def run(context: StageContext, out: Path) -> Report:
    """Write `view_NNN.png`, `view_NNN.ids.npz` and `views.json`; RunError when no place passes every filter."""
    settings = context.settings.view
    report = Report()
    with context.ticker.timed("load"):
        scene = Scene.read(context.folder("scene") / "scene.json")
        floor_map = FloorMap.load(context.folder("scene") / "floor_map.npz")
        caster = RayCaster(scene, load_geometry(scene))
        films = read_films(context.folder("trajectory"))
        targets = frozenset(t["object"] for t in read_json(context.folder("video") / "videos.json")["targets"])
    hfov = settings.hfov_deg if settings.hfov_deg is not None else context.settings.video.hfov_deg
    camera = Camera.from_hfov(settings.width, settings.height, hfov)
    with context.ticker.timed("film surfaces"):
        film_camera = context.settings.video.camera
        search = ViewSearch(scene, floor_map, caster, camera, films, film_camera, targets, settings, report.funnel)
    with context.ticker.timed("choose"):
        views = search.run(rng(context.settings.seed, "current_view", scene.id))
    if not views:
        raise RunError(f"no current view of {scene.id} passes every filter: {report.funnel.to_json()}")
    jobs = [
        ViewJob(f"view_{i:03d}", camera, view.candidate.T_world_camera, out, settings.ids_compression)
        for i, view in enumerate(views)
    ]
    with context.ticker.timed("render"):
        workers = min(worker_count(context), len(jobs))
        with SimulatorPool(simulator_factory(context), context.folder("scene"), workers) as pool:
            results = pool.map(render_view, jobs)
            shown = list(context.ticker.track(results, len(jobs), "render views"))
    rooms = [floor_map.room_ids[v.candidate.room] if v.candidate.room >= 0 else None for v in views]
    records = [view_record(*entry) for entry in zip(jobs, views, rooms, shown, strict=True)]
    write_json(out / "views.json", {"views": records})
    report.facts = _facts(views, rooms, records, targets)
    return report


def read_films(folder: Path) -> list[Film]:
    """The explorations of the trajectory stage."""
    films = []
    for entry in read_json(folder / "trajectories.json")["explorations"]:
        with np.load(folder / entry["file"], allow_pickle=False) as arrays:
            films.append(Film(entry["name"], arrays["T_world_camera"]))
    return films


def _facts(
    views: list[View], rooms: list[str | None], records: list[dict[str, Any]], targets: frozenset[str]
) -> dict[str, Any]:
    """Spread of the views and what they leave to ask about; visibility is to the pixel."""
    seen = [targets & (record["visible"].keys() | record["glass_visible"].keys()) for record in records]
    sectors = Counter(int(view.candidate.heading_deg % 360 // 45) for view in views)
    return {
        "views": len(views),
        "rooms": dict(sorted(Counter(room or "" for room in rooms).items())),
        "heading_sectors": [sectors[i] for i in range(8)],
        "targets": len(targets),
        "views_that_show_a_target": sum(bool(s) for s in seen),
        "hidden_targets_per_view": float(np.mean([len(targets) - len(s) for s in seen])),
        "least_share": min(max(o.share for o in view.overlap.values()) for view in views),
        "most_copy_share": max(o.copy_share for view in views for o in view.overlap.values()),
        "most_alias_look": max(view.alias_look for view in views),
    }
