"""Pictures of scenes: a plan and eye-level views of each, and sheets of many."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from gstgen.config import Settings
from gstgen.dataset.store import TEMPORARY, write_json
from gstgen.errors import RunError
from gstgen.geometry.angles import heading_deg
from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.media.pictures import read_png, write_png
from gstgen.scenes.audit import Walkable, walkable
from gstgen.scenes.catalogue import CatalogueEntry
from gstgen.scenes.catalogue_settings import ScenesSettings
from gstgen.scenes.model import Room, Scene
from gstgen.scenes.plan_drawing import draw_plan
from gstgen.scenes.sources.procedural import generate
from gstgen.simulators import create
from gstgen.stages.base import Ticker, make_root
from gstgen.stages.parallel import run_jobs

Picture = NDArray[np.uint8]
_PITCH_DEG = -8.0
_SHEET_SCALE = 0.5


@dataclass(frozen=True)
class Drawn:
    """A picture on disk, or why there is none."""

    path: Path | None
    error: str | None


def draw(settings: Settings, chosen: Sequence[CatalogueEntry], console: Console) -> list[Path]:
    """Write `<id>.png` for each scene and `sheet_NN.png` to `<output>/reports/scenes/`; returns the sheets.

    RunError at the end when some scene could not be made; the others are drawn all the same.
    """
    make_root(settings.output)
    folder = settings.output / "reports" / "scenes"
    folder.mkdir(parents=True, exist_ok=True)
    results: dict[str, Drawn] = {}
    workers = settings.workers or os.cpu_count() or 1
    for name, drawn in run_jobs(partial(draw_scene, settings), [e.name for e in chosen], workers, Ticker(), "draw"):
        results[name] = drawn
        console.print(f"{name}: {drawn.path or drawn.error}", highlight=False)
    ready = [path for e in chosen if (path := results[e.name].path) is not None]
    sheets = _write_sheets(folder, ready, settings.scenes)
    for sheet in sheets:
        console.print(f"sheet: {sheet}", highlight=False)
    failed = [f"{name} ({d.error})" for name, d in sorted(results.items()) if d.error is not None]
    if failed:
        raise RunError(f"{len(failed)} of {len(chosen)} scenes could not be drawn: {'; '.join(failed[:3])}")
    return sheets


def draw_scene(settings: Settings, name: str) -> Drawn:
    """Generate a scene, draw its plan, render its views and write them as one picture."""
    wanted = settings.scenes
    folder = settings.output / "reports" / "scenes"
    try:
        scene = generate(name, settings.seed, settings.source)
    except RunError as error:
        return Drawn(None, str(error))
    unplaced = len(scene.notes["unplaced"])
    title = (
        f"{name}   {scene.kind}   {len(scene.rooms)} rooms   {sum(r.polygon.area for r in scene.rooms):.0f} m2   "
        f"{scene.notes['listed'] - unplaced}/{scene.notes['listed']} placed"
    )
    plan = draw_plan(scene, wanted.plan_width_px, wanted.plan_height_px, title)
    views = _render_views(settings, scene) if wanted.views else []
    path = folder / f"{name}.png"
    write_png(path, _compose(plan, views))
    return Drawn(path, None)


def _render_views(settings: Settings, scene: Scene) -> list[Picture]:
    wanted = settings.scenes
    camera = Camera.from_hfov(wanted.view_width_px, wanted.view_height_px, wanted.view_hfov_deg)
    poses = eye_level_poses(scene, wanted.views, wanted)
    render = settings.render.model_copy(update={"quality": wanted.quality})
    simulator = create("embedded", render, settings.output / "cache", None, 1)
    try:
        with tempfile.TemporaryDirectory(prefix=TEMPORARY, dir=settings.output / "reports" / "scenes") as folder:
            write_json(Path(folder) / "scene.json", scene.to_json())
            simulator.load(Path(folder))
            frames = [f.rgb for f in simulator.render(camera, poses, ("rgb",))]
    finally:
        simulator.close()
    return [f for f in frames if f is not None]


def eye_level_poses(scene: Scene, count: int, settings: ScenesSettings) -> list[NDArray[np.float64]]:
    """Poses (4x4) in the largest rooms: from the free spot farthest from the middle, looking to the middle.

    Where there are fewer rooms than poses, the next ones of a room look from the spot farthest from those before.
    """
    walk = walkable(scene, settings.audit)
    rooms = sorted(scene.rooms, key=lambda r: (-r.polygon.area, r.id))
    poses: list[NDArray[np.float64]] = []
    taken: dict[str, list[NDArray[np.float64]]] = {}
    for index in range(count):
        room = rooms[index % len(rooms)]
        spots = _spots(walk, room)
        if not len(spots):
            continue
        middle = np.array(room.polygon.centroid.coords[0])
        away = taken.setdefault(room.id, []) or [middle]
        gaps = np.min([np.linalg.norm(spots - point, axis=1) for point in away], axis=0)
        spot = spots[int(np.argmax(gaps))]
        taken[room.id].append(spot)
        position = (*spot, scene.floor_z_m + settings.eye_m)
        poses.append(pose_from_heading(position, heading_deg(middle - spot), _PITCH_DEG))
    return poses


def _spots(walk: Walkable, room: Room) -> NDArray[np.float64]:
    """Points (N, 2) of a room where an agent may stand."""
    return walk.centers_m(walk.cells & walk.rooms[room.id])


def _compose(plan: Picture, views: list[Picture]) -> Picture:
    """The plan with the views in columns to its right."""
    if not views:
        return plan
    height, width = views[0].shape[:2]
    rows = max(1, plan.shape[0] // height)
    columns = math.ceil(len(views) / rows)
    out = np.full((max(plan.shape[0], rows * height), plan.shape[1] + columns * width, 3), 255, np.uint8)
    out[: plan.shape[0], : plan.shape[1]] = plan
    for index, view in enumerate(views):
        x, y = plan.shape[1] + (index // rows) * width, (index % rows) * height
        out[y : y + height, x : x + width] = view
    return out


def _write_sheets(folder: Path, paths: list[Path], settings: ScenesSettings) -> list[Path]:
    """Pictures at half size, `sheet_columns` by `sheet_rows` on a sheet; sheets of an earlier run are replaced."""
    for old in folder.glob("sheet_*.png"):
        old.unlink()
    each = settings.sheet_columns * settings.sheet_rows
    out = []
    for number, start in enumerate(range(0, len(paths), each)):
        tiles = [_half(read_png(p)) for p in paths[start : start + each]]
        height, width = (max(t.shape[k] for t in tiles) for k in (0, 1))
        columns = min(settings.sheet_columns, len(tiles))
        sheet = np.full((math.ceil(len(tiles) / columns) * height, columns * width, 3), 255, np.uint8)
        for index, tile in enumerate(tiles):
            y, x = divmod(index, columns)
            sheet[y * height : y * height + tile.shape[0], x * width : x * width + tile.shape[1]] = tile
        out.append(folder / f"sheet_{number:02d}.png")
        write_png(out[-1], sheet)
    return out


def _half(picture: Picture) -> Picture:
    size = (round(picture.shape[1] * _SHEET_SCALE), round(picture.shape[0] * _SHEET_SCALE))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
