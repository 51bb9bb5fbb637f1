"""Stage `topdown`: the three maps of a scene and the check that the photo-realistic one lines up with it."""

from __future__ import annotations

from pathlib import Path

from gstgen.dataset.store import write_json
from gstgen.errors import RunError
from gstgen.media.pictures import write_png
from gstgen.randomness import rng
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import load_geometry
from gstgen.stages.base import Report, StageContext
from gstgen.stages.simulation import simulator_factory
from gstgen.topdown.easy import Alignment, check_alignment, objects_to_check, render_easy
from gstgen.topdown.framing import frame_levels
from gstgen.topdown.occupancy import occupancy
from gstgen.topdown.settings import TopdownSettings


def run(context: StageContext, out: Path) -> Report:
    """Write `easy.png`, `medium.png`, `hard.png` and `topdown.json`; RunError when the easy level does not line up."""
    settings = context.settings.topdown
    with context.ticker.timed("load"):
        scene = Scene.read(context.folder("scene") / "scene.json")
        geometry = load_geometry(scene)
    levels = frame_levels(scene, settings)
    with context.ticker.timed("occupancy"):
        maps = occupancy(scene, geometry, levels["medium"], settings)
    simulator = simulator_factory(context, whole=True)()
    try:
        with context.ticker.timed("simulator"):
            simulator.load(context.folder("scene"))
        with context.ticker.timed("easy"):
            picture = render_easy(simulator, scene, geometry, levels["easy"], settings)
        with context.ticker.timed("alignment"):
            chosen = objects_to_check(scene, geometry, settings, rng(context.settings.seed, "topdown", scene.id))
            checks = check_alignment(simulator, scene, geometry, levels["easy"], settings, chosen)
    finally:
        simulator.close()
    write_png(out / "easy.png", picture)
    write_png(out / "medium.png", maps.medium)
    write_png(out / "hard.png", maps.hard)
    entries = {
        level: {
            "file": f"{level}.png",
            "width": transform.width,
            "height": transform.height,
            "world_to_image": transform.world_to_image.tolist(),
        }
        for level, transform in levels.items()
    }
    m2 = levels["medium"].m_per_px ** 2
    area_m2, free_m2 = float(maps.floor.sum() * m2), float(maps.free.sum() * m2)
    write_json(out / "topdown.json", {"levels": entries, "area_m2": area_m2, "kind": scene.kind})
    report = _judge(scene.id, checks, settings)
    report.facts |= {
        "area_m2": area_m2,
        "free_m2": free_m2,
        "m_per_px": {level: transform.m_per_px for level, transform in levels.items()},
    }
    return report


def _judge(scene: str, checks: list[Alignment], settings: TopdownSettings) -> Report:
    """Count what lines up; a picture of which most does not is no map."""
    report = Report()
    failed = []
    for check in checks:
        failure = check.failure(settings)
        if failure is None:
            report.funnel.accept("alignment")
        else:
            report.funnel.drop("alignment", failure)
            failed.append(check)
    if len(failed) > settings.check_max_failed_share * len(checks):
        worst = max(failed, key=lambda check: check.error_px)
        raise RunError(
            f"the easy map of {scene} does not line up: {len(failed)} of {len(checks)} objects are off, "
            f"{worst.object_id} by {worst.error_px:.1f} px"
        )
    overlaps = [check.iou for check in checks if check.iou is not None]
    report.facts = {
        "aligned_objects": len(checks) - len(failed),
        "misaligned": [check.to_json() for check in failed],
        "worst_error_px": max((check.error_px for check in checks), default=None),
        "worst_iou": min(overlaps, default=None),
        "large_objects": len(overlaps),
    }
    return report
