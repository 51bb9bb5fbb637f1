"""Stage `report`: a page for each scene that shows what the finished stages made, and a list of all pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from gstgen.dataset.store import atomic_folder, read_cached, write_json, write_text
from gstgen.report.filters import Thresholds
from gstgen.report.floor import measure_floor
from gstgen.report.index import Summary, index_html, page_folder, read_summary, summary
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
            line = write_scene(settings, scene, out)
        for bad in line.damaged:
            console.print(
                f"report: stage {bad} of {scene} is damaged and left out; stage={bad} scene={scene} makes it anew",
                highlight=False,
            )
    present = set(existing_scenes(settings.output))
    listed = []
    for path in sorted(folder.glob(f"scene-*/{SUMMARY}")):
        kept = read_summary(read_cached(path))
        if kept is None:
            console.print(f"report: {path} is damaged; stage=report without a scene makes it anew", highlight=False)
        elif kept.scene in present:
            listed.append(kept)
    write_text(folder / "index.html", index_html(listed))
    console.print(f"report: {len(scenes)} scenes, open {folder / 'index.html'}", highlight=False)
    return folder / "index.html"


def write_scene(settings: Settings, scene: str, out: Path) -> Summary:
    """Write a scene's page, its pictures and its line of the list into a folder; returns the line."""
    files = read_scene_files(settings.output, scene)
    wanted = settings.report
    floor = None
    if wanted.floor_coverage and files.scene is not None and files.explorations:
        geometry = load_geometry(files.scene)
        floor = measure_floor(files, geometry, settings.trajectory, wanted.coverage_every_s)
    thresholds = Thresholds(settings.view, settings.video.targets)
    write_text(out / "index.html", ScenePage(files, floor, thresholds, wanted, out).html())
    line = summary(files, floor.share if floor is not None else None)
    write_json(out / SUMMARY, line.model_dump(mode="json"))
    return line
