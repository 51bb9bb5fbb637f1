"""How a stage gets its simulators: the settings' choice, as a factory that travels to worker processes."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gstgen.config import Settings
from gstgen.dataset.store import read_json
from gstgen.geometry.maps import GridTransform
from gstgen.scenes import catalogue
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import behavior, usd_stage
from gstgen.simulators import create
from gstgen.simulators.omnigibson.simulator import OmniGibsonSimulator
from gstgen.simulators.protocol import Simulator
from gstgen.stages.base import StageContext

Blocked = Callable[[GridTransform], NDArray[np.bool_]]


def worker_count(context: StageContext) -> int:
    """Worker processes that the settings ask for; as many as there are cores without a wish."""
    cores = context.settings.workers or os.cpu_count() or 1
    omnigibson = context.settings.simulator.omnigibson
    return cores if omnigibson is None else min(cores, omnigibson.processes)


def simulator_factory(context: StageContext, whole: bool = False) -> Callable[[], Simulator]:
    """A picklable maker of the simulator that the settings name; `whole` saves making levels of detail for maps."""
    s = context.settings
    render = s.render.model_copy(update={"detail_error_px": 0.0}) if whole else s.render
    device, part = s.simulator.device_index, s.simulator.omnigibson
    return partial(create, s.simulator.name, render, context.cache, device, worker_count(context), part)


def simulator_provenance(settings: Settings, scene_folder: Path) -> dict[str, str]:
    """What records say of a simulator that is no part of this code: its version when it loaded the scene."""
    path = scene_folder / "scene.json"
    if settings.simulator.omnigibson is None or not path.is_file():
        return {}
    versions = read_json(path)["notes"]["versions"]
    return {"simulator_version": ", ".join(f"{k} {v}" for k, v in sorted(versions.items()) if k != "simulator")}


def described_scene(context: StageContext) -> tuple[Scene, Blocked | None]:
    """The scene that OmniGibson loads, and what its walking map blocks; starts the simulator."""
    settings = context.settings.simulator.omnigibson
    assert settings is not None
    description = OmniGibsonSimulator(settings, context.settings.simulator.device_index).describe(context.scene)
    if context.scene in settings.stages:
        return usd_stage.build_scene(context.scene, settings.stages[context.scene], description), None
    kind = catalogue.find(context.scene).kind
    scene, maps = behavior.build_scene(context.scene, kind, description, settings.wall_cell_m, settings.wall_reach_m)
    return scene, maps.blocked
