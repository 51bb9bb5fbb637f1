"""Stage `selftest`: does the simulator keep the conventions that everything else relies on?

Renders pictures of objects whose boxes are known and compares: where the box projects, which way is left and up, where
the depth lies, which names the masks carry, what hiding does, whether a picture is of its own pose, where things are on
the map. Writes a report and pictures to `reports/selftest-<scene>-<simulator>/`, also when a check fails.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from gstgen.dataset.store import atomic_folder, write_json, write_text
from gstgen.errors import RunError
from gstgen.geometry.cameras import Camera
from gstgen.media.pictures import write_png
from gstgen.navigation.floor_map import FloorMap
from gstgen.perception.raycast import RayCaster
from gstgen.randomness import rng
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import load_geometry
from gstgen.simulators.convention_checks import Check, ConventionChecks
from gstgen.simulators.convention_shots import choose_shots
from gstgen.stages.base import Report, StageContext
from gstgen.stages.simulation import simulator_factory


def run(context: StageContext, out: Path) -> Report:
    """Check the simulator on the scene; RunError names what failed and where the pictures are."""
    settings = context.settings.selftest
    scene = Scene.read(context.folder("scene") / "scene.json")
    floor_map = FloorMap.load(context.folder("scene") / "floor_map.npz")
    random = rng(context.settings.seed, "selftest", scene.id)
    camera = Camera.from_hfov(settings.width, settings.height, settings.hfov_deg)
    with context.ticker.timed("choose poses"):
        caster = RayCaster(scene, load_geometry(scene))
        shots = choose_shots(scene, floor_map, caster, camera, settings, random)
    if not shots:
        raise RunError(f"no object of {scene.id} can be looked at from the free floor; nothing can be checked")
    simulator = simulator_factory(context)()
    started = time.perf_counter()
    try:
        simulator.load(context.folder("scene"))
        checks = ConventionChecks(simulator, scene, camera, settings)
        results = checks.run(shots)
    finally:
        simulator.close()
    seconds = time.perf_counter() - started
    name = f"selftest-{scene.id}-{simulator.name}"
    facts: dict[str, Any] = {
        "scene": scene.id,
        "simulator": simulator.name,
        "poses": len(shots),
        "checks": [check.to_json() for check in results],
        "passed": all(check.passed for check in results),
        "notes": {
            k: v for k, v in getattr(simulator, "notes", {}).items() if isinstance(v, (int, float, str, list, dict))
        },
    }
    with atomic_folder(context.root / "reports" / name) as folder:
        for number, picture in enumerate(checks.pictures):
            write_png(folder / f"pose_{number:02d}.png", picture)
        if checks.map_picture is not None:
            write_png(folder / "map.png", checks.map_picture)
        write_json(folder / "selftest.json", {**facts, "versions": simulator.version, "seconds": round(seconds, 2)})
        write_text(folder / "report.md", _text(facts, results, seconds, len(checks.pictures)))
    write_json(out / "selftest.json", {"passed": facts["passed"], "report": f"reports/{name}"})
    report = Report(facts={"checks": {check.name: check.passed for check in results}})
    for check in results:
        if check.passed:
            report.funnel.accept("checks")
        else:
            report.funnel.drop("checks", check.name)
    failed = [check for check in results if not check.passed]
    if failed:
        raise RunError(
            f"the self-test of {simulator.name} on {scene.id} failed: "
            + "; ".join(f"{check.name}: {check.text}" for check in failed)
            + f"; look at {context.root / 'reports' / name / 'report.md'}"
        )
    return report


def _text(facts: dict[str, Any], results: list[Check], seconds: float, pictures: int) -> str:
    """The report that a person reads."""
    verdict = "passed" if facts["passed"] else "FAILED"
    lines = [f"# Self-test of `{facts['simulator']}` on {facts['scene']}: {verdict}", ""]
    lines += [f"{facts['poses']} poses, {seconds:.1f} s.", "", "| check | result | measured |", "|---|---|---|"]
    lines += [f"| {c.name} | {'ok' if c.passed else '**failed**'} | {c.text} |" for c in results]
    lines += ["", "Pictures: the looked-at object's mask is tinted, its projected box drawn; they must agree.", ""]
    lines += [f"![pose {n}](pose_{n:02d}.png)" for n in range(pictures)] + ["", "![map](map.png)", ""]
    return "\n".join(lines)
