"""The worker process: loads one scene, answers requests, writes results as files.

`python -m gstgen.simulators.omnigibson.worker FOLDER`; the folder holds `job.json`. It ends with its parent.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.geometry.cameras import Camera, OrthographicCamera
from gstgen.simulators.omnigibson import exchange, launch
from gstgen.simulators.omnigibson.behavior_world import BehaviorWorld
from gstgen.simulators.omnigibson.framing import MapCamera
from gstgen.simulators.omnigibson.session import Session
from gstgen.simulators.omnigibson.settings import OmniGibsonSettings
from gstgen.simulators.omnigibson.stage_world import StageWorld, reference_stage
from gstgen.simulators.omnigibson.viewer import BlackPicture, Viewer
from gstgen.simulators.omnigibson.world import World

POLL_S = 0.005


def main(folder: Path) -> None:
    """Load, say so, then serve until asked to stop or left alone."""
    parent = os.getppid()
    _die_with_parent()
    progress: Callable[[str], None] = lambda step: exchange.say_progress(folder, step)  # noqa: E731 - a closure
    job = exchange.read_json(folder / exchange.JOB)
    settings = OmniGibsonSettings.model_validate(job["settings"])
    try:
        world, session, facts = _load(launch.LaunchJob(**job["launch"]), settings, progress)
    except BlackPicture as error:
        exchange.write_json(exchange.answer_path(folder, exchange.READY), {"status": "black", "text": str(error)})
        return
    exchange.write_json(exchange.answer_path(folder, exchange.READY), {"status": "ok", "facts": facts})
    number = exchange.READY + 1
    while os.getppid() == parent:
        path = exchange.request_path(folder, number)
        if not path.exists():
            time.sleep(POLL_S)
            continue
        request = exchange.read_json(path)
        if request["do"] == "stop":
            break
        try:
            answer = _answer(world, session, settings, request, folder, number)
        except BlackPicture as error:
            answer = {"status": "black", "text": str(error)}
        except Exception as error:  # whatever OmniGibson raises is for the parent to judge
            traceback.print_exc()
            answer = {"status": "error", "text": f"{type(error).__name__}: {error}"}
        exchange.write_json(exchange.answer_path(folder, number), answer)
        number += 1
    progress("closing")
    launch.shut_down()


def _load(
    job: launch.LaunchJob, settings: OmniGibsonSettings, progress: Callable[[str], None]
) -> tuple[World, Session, dict[str, Any]]:
    progress("starting Isaac Sim and loading the scene")
    environment, simulator = launch.launch(job)
    world: BehaviorWorld | StageWorld
    if job.usd is None:
        world = BehaviorWorld(environment.scene)
        progress("hiding markers, setting doors")
        world.prepare(settings.doors)
    else:
        progress("referencing the USD stage")
        reference_stage(simulator, job.usd)
        world = StageWorld(simulator)
        world.prepare()
    progress("setting up the camera")
    passes = settings.passes
    viewer = Viewer(
        simulator, world.label_modality, settings.horizontal_aperture_mm, passes.per_pose, passes.black_retries
    )
    viewer.settle(passes.warm_up, lambda step: progress(f"warming up: {step}"))
    maps = MapCamera(settings.map_camera_height_m, settings.map_projection == "orthographic")
    session = Session(world, viewer, maps, passes.after_change, progress)
    return world, session, {"versions": launch.versions(), "notes": world.notes, "viewer_px": list(viewer.size)}


def _answer(
    world: World, session: Session, settings: OmniGibsonSettings, request: dict[str, Any], folder: Path, number: int
) -> dict[str, Any]:
    if request["do"] == "describe":
        description = world.describe(settings.outline_tolerance_m, settings.max_parts)
        return {"status": "ok", "description": description}
    frames = session.render(
        _camera(request["camera"]),
        [np.array(pose, np.float64) for pose in request["poses"]],
        frozenset(request["modalities"]),
        frozenset(request["hidden"]),
        request["instance_ids"],
    )
    count = 0
    for count, frame in enumerate(frames, 1):
        layers = {name: layer for name, layer in vars(frame).items() if layer is not None}
        exchange.write_arrays(exchange.frame_path(folder, number, count - 1), layers)
    return {"status": "ok", "frames": count, "facts": session.facts()}


def _die_with_parent() -> None:
    """Even a worker that hangs in the renderer must not outlive the run and hold the GPU (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1 = PR_SET_PDEATHSIG


def _camera(data: dict[str, Any]) -> Camera | OrthographicCamera:
    return OrthographicCamera(**data) if "m_per_px" in data else Camera(**data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
