"""Starts OmniGibson with one scene: macros first, then the environment. Runs in the worker alone."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gstgen.simulators.omnigibson import api

# Headless Isaac Sim wants simulation steps and pictures at the same rate; physics is a multiple of it.
FREQUENCY_HZ = 30
PHYSICS_HZ = 120


@dataclass(frozen=True)
class LaunchJob:
    """What to load: a BEHAVIOR scene by name, or (with `usd`) an empty scene that a USD stage goes into."""

    scene: str
    usd: str | None
    width: int
    height: int
    gpu: int | None
    light_intensity: float | None
    path_tracing: bool


def launch(job: LaunchJob) -> tuple[api.Environment, api.Simulator]:
    """Start Isaac Sim, load the scene, play and reset it; takes minutes."""
    import omnigibson as og  # type: ignore[import-not-found]  # noqa: PLC0415 - exists only where the worker runs

    set_macros(job)
    environment: api.Environment = og.Environment(configs=configuration(job))
    simulator: api.Simulator = og.sim
    if job.path_tracing:
        use_path_tracing()
    return environment, simulator


def set_macros(job: LaunchJob) -> None:
    """Global settings; OmniGibson refuses a change after it has read one, so this comes before the launch.

    Object states are off: with them come the red and green spheres of switches. Setting a macro that a version does not
    know does no harm. `ENABLE_HQ_RENDERING` turns reflections and indirect light on in 1.1.1, which 3.x keeps on
    anyway; there it asks for 60 Hz and changes nothing that we need.
    """
    from omnigibson.macros import gm  # type: ignore[import-not-found]  # noqa: PLC0415 - as above

    gm.HEADLESS = True
    gm.USE_GPU_DYNAMICS = False
    gm.ENABLE_FLATCACHE = False
    gm.ENABLE_OBJECT_STATES = False
    gm.ENABLE_TRANSITION_RULES = False
    gm.RENDER_VIEWER_CAMERA = True  # its instance masks work where those of other cameras crash
    gm.ENABLE_HQ_RENDERING = "DATASET_PATH" in gm
    if job.gpu is not None:
        gm.GPU_ID = job.gpu
    if job.light_intensity is not None:
        gm.FORCE_LIGHT_INTENSITY = job.light_intensity


def configuration(job: LaunchJob) -> dict[str, Any]:
    """The environment's configuration; no robot, no task, whole scenes (filters differ between versions)."""
    scene: dict[str, Any]
    if job.usd is None:
        scene = {"type": "InteractiveTraversableScene", "scene_model": job.scene, "include_robots": False}
    else:
        scene = {"type": "Scene", "use_floor_plane": False, "use_skybox": True}
    return {
        "env": {
            "action_frequency": FREQUENCY_HZ,
            "rendering_frequency": FREQUENCY_HZ,
            "physics_frequency": PHYSICS_HZ,
        },
        "render": {"viewer_width": job.width, "viewer_height": job.height},
        "scene": scene,
    }


def use_path_tracing() -> None:
    """Unverified on a GPU: the renderer's mode is a setting of Kit. The self-test's pictures show whether it took."""
    import carb.settings  # type: ignore[import-not-found]  # noqa: PLC0415 - part of Isaac Sim

    carb.settings.get_settings().set("/rtx/rendermode", "PathTracing")


def editing(simulator: api.Simulator) -> AbstractContextManager[None]:
    """Around raw edits of the stage: 3.x wants them announced. Not around OmniGibson's own setters, which do so."""
    if hasattr(simulator, "editing_usd"):
        return simulator.editing_usd()
    return nullcontext()


def versions() -> dict[str, str]:
    """Names and versions for provenance."""
    import omnigibson as og  # noqa: PLC0415 - exists only where the worker runs

    facts = {"omnigibson": str(og.__version__)}
    isaac = Path(os.environ.get("ISAAC_PATH", "/nonexistent")) / "VERSION"  # set when Isaac Sim starts
    if isaac.is_file():
        facts["isaac_sim"] = isaac.read_text(encoding="utf-8").strip()
    return facts


def shut_down() -> None:
    """Close Isaac Sim; ends the process, often with a crash. Everything must be on disk by now."""
    import omnigibson as og  # noqa: PLC0415 - exists only where the worker runs

    og.shutdown()
