"""Stage `report`: a page for each scene that shows what the finished stages made, and a list of all pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from gstgen.dataset.store import atomic_folder, read_cached, write_json, write_text
from gstgen.report.filters import Thresholds
from gstgen.report.floor import measure_floor
from gstgen.report.index import index_html, page_folder, summary
from gstgen.report.page import ScenePage
from gstgen.report.reading import existing_scenes, read_scene_files
from gstgen.scenes.sources import load_geometry
from gstgen.stages.base import Ticker

if TYPE_CHECKING:
    from gstgen.config import Settings

SUMMARY = "summary.json"


def run_dataset(settings: Settings, scenes: list[str], console: Console) -> Path:
    """Write `reports/scene-<id>/` of the scenes and `reports/index.html` over all pages there are; returns the list."""
    folder = settings.output / "reports"
    for scene in Ticker().track(scenes, len(scenes), "report"):
        with atomic_folder(folder / page_folder(scene)) as out:
            write_scene(settings, scene, out)
    present = set(existing_scenes(settings.output))
    summaries = [read_cached(path) for path in sorted(folder.glob(f"scene-*/{SUMMARY}"))]
    listed = [s for s in summaries if s is not None and s["scene"] in present]
    write_text(folder / "index.html", index_html(listed))
    console.print(f"report: {len(scenes)} scenes, open {folder / 'index.html'}", highlight=False)
    return folder / "index.html"


def write_scene(settings: Settings, scene: str, out: Path) -> None:
    """Write a scene's page, its pictures and its line of the list into a folder."""
    files = read_scene_files(settings.output, scene)
    wanted = settings.report
    floor = None
    if wanted.floor_coverage and files.scene is not None and files.explorations:
        geometry = load_geometry(files.scene)
        floor = measure_floor(files, geometry, settings.trajectory, wanted.coverage_every_s)
    thresholds = Thresholds(settings.view, settings.video.targets)
    write_text(out / "index.html", ScenePage(files, floor, thresholds, wanted, out).html())
    write_json(out / SUMMARY, summary(files, floor.share if floor is not None else None))
