"""Stage `current_view`: off-trajectory views that the videos make it possible to place, rendered with exact ids."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.dataset.store import read_json, write_json
from gstgen.errors import RunError
from gstgen.geometry.cameras import Camera
from gstgen.media.encoder import read_frames
from gstgen.media.pictures import read_png
from gstgen.navigation.floor_map import FloorMap
from gstgen.perception.current_views import Film, View, ViewSearch
from gstgen.perception.localisation import Landmarks, Localiser, find_features, locate_features, one_thread, shrink
from gstgen.perception.raycast import RayCaster
from gstgen.perception.settings import ViewSettings
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
    spare = settings.localise.spare_factor if settings.require_localised else 1.0
    drawn = settings.model_copy(update={"count": math.ceil(settings.count * spare)})
    with context.ticker.timed("film surfaces"):
        film_camera = context.settings.video.camera
        search = ViewSearch(scene, floor_map, caster, camera, films, film_camera, targets, drawn, report.funnel)
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
    with context.ticker.timed("localise"), one_thread():
        localiser = Localiser(_landmarks(context, search, caster, films), settings.localise)
        shares = search.frame_shares(views, settings.localise.every)
        for job, view, share in context.ticker.track(
            zip(jobs, views, shares, strict=True), len(jobs), "localise views"
        ):
            picture, small = shrink(read_png(out / f"{job.name}.png"), camera, settings.localise.width_px)
            view.localisation = localiser.locate(picture, small, job.T_world_camera, share)
    kept = _keep_localised(jobs, views, settings, report)
    views, shown = [views[i] for i in kept], [shown[i] for i in kept]
    rooms = [floor_map.room_ids[v.candidate.room] if v.candidate.room >= 0 else None for v in views]
    records = [view_record(*entry) for entry in zip(jobs[: len(views)], views, rooms, shown, strict=True)]
    write_json(out / "views.json", {"views": records})
    report.facts = _facts(views, rooms, records, targets)
    return report


def _landmarks(context: StageContext, search: ViewSearch, caster: RayCaster, films: Sequence[Film]) -> list[Landmarks]:
    """Features of the videos' frames with the world points that they show."""
    settings = context.settings.view.localise
    numbers = search.landmark_frames(settings.every)
    marks = []
    for film in films:
        frames = read_frames(context.folder("video") / f"{film.name}.mp4", numbers[film.name])
        for number, picture in zip(numbers[film.name], frames, strict=True):
            features = find_features(picture, settings)
            pose = film.T_world_camera[number]
            marks.append(locate_features(caster, context.settings.video.camera, film.name, number, pose, features))
    return marks


def _keep_localised(jobs: list[ViewJob], views: list[View], settings: ViewSettings, report: Report) -> list[int]:
    """Numbers of the views that stay, with `view.require_localised` the localised ones; the files are named anew.

    RunError when none is left.
    """
    placed = [view.localisation is not None and view.localisation.localised for view in views]
    if not settings.require_localised:
        return list(range(len(views)))
    kept = [i for i, found in enumerate(placed) if found][: settings.count]
    report.funnel.accept("localised", len(kept))
    if not all(placed):
        report.funnel.drop("localised", "require_localised", len(placed) - sum(placed))
    if sum(placed) > len(kept):
        report.funnel.drop("localised", "count", sum(placed) - len(kept))
    if not kept:
        raise RunError(
            f"none of {len(views)} current views was localised by the videos; set view.require_localised=false"
        )
    for i, job in enumerate(jobs):
        for ending in (".png", ".ids.npz"):
            path = job.folder / f"{job.name}{ending}"
            if i in kept:  # in rising order, so no name is taken yet
                path.replace(job.folder / f"{jobs[kept.index(i)].name}{ending}")
            else:
                path.unlink()
    return kept


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
        "localised": sum(v.localisation is not None and v.localisation.localised for v in views),
        "most_alias_look": max(view.alias_look for view in views),
    }
