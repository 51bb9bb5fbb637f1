"""The simulator protocol on top of a worker process."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError, RunError
from gstgen.geometry.cameras import Camera, OrthographicCamera
from gstgen.scenes.model import Scene
from gstgen.simulators.omnigibson.framing import fits, joint_size, viewer_size
from gstgen.simulators.omnigibson.settings import OmniGibsonSettings
from gstgen.simulators.omnigibson.supervisor import Worker, WorkerFailure, interpreter, worker_environment
from gstgen.simulators.omnigibson.symptoms import EMBEDDED, explain
from gstgen.simulators.protocol import Frame, Modality, checked_modalities

Array = NDArray[np.float64]

# What a scene is described with before any picture size is known.
FIRST_SIZE = (640, 512)
# The worker of this process: it outlives the simulator object, so that the stages of a scene share one loading.
_running: list[tuple[tuple[Any, ...], Worker]] = []


class OmniGibsonSimulator:
    """Renders one scene through a worker process; see `gstgen.simulators.protocol.Simulator`.

    `load` reads `scene.json` alone; the worker starts at the first request, with a viewer as large as the first
    picture, and anew when a picture does not fit. What is hidden travels with every request. A worker that crashes,
    hangs or gives black pictures is replaced and the request repeated; after `watchdog.attempts` the scene is given up
    with a RunError that says which of the three it was. `notes` keeps them.
    """

    name = "omnigibson"

    def __init__(self, settings: OmniGibsonSettings, device_index: int | None = None) -> None:
        self._settings, self._device_index = settings, device_index
        self._scene: Scene | None = None
        self._scene_id = ""
        self._hidden: set[str] = set()
        self.notes: dict[str, Any] = {"worker failures": []}

    @property
    def version(self) -> dict[str, Any]:
        """Versions that a running worker reported; only the name before that."""
        facts: dict[str, Any] = {"simulator": self.name}
        for _, worker in _running:
            facts |= worker.facts.get("versions", {})
        return facts

    def load(self, scene_folder: Path) -> Scene:
        """Read the scene that `stage=scene` described; starts nothing."""
        scene = Scene.read(scene_folder / "scene.json")
        self._scene, self._scene_id, self._hidden = scene, scene.id, set()
        return scene

    def describe(self, scene_id: str) -> dict[str, Any]:
        """What OmniGibson loads for a scene: instances with category, rooms, box and outlines (plain JSON)."""
        self._scene, self._scene_id = None, scene_id
        answer, _ = self._ask({"do": "describe"}, FIRST_SIZE)
        description: dict[str, Any] = answer["description"]
        return {**description, "versions": self.version}

    def render(
        self, camera: Camera | OrthographicCamera, poses: Iterable[Array], modalities: Iterable[Modality]
    ) -> Iterator[Frame]:
        """A frame for each pose, in order; what is hidden is read for each group of poses."""
        wanted = checked_modalities(modalities)
        if self._scene is None:
            raise RuntimeError("render before load")
        return self._frames(camera, poses, wanted)

    def _frames(
        self, camera: Camera | OrthographicCamera, poses: Iterable[Array], wanted: frozenset[str]
    ) -> Iterator[Frame]:
        group: list[Array] = []
        for pose in poses:
            group.append(np.asarray(pose, np.float64))
            if len(group) == self._settings.passes.poses_per_request:
                yield from self._group(camera, group, wanted)
                group = []
        if group:
            yield from self._group(camera, group, wanted)

    def _group(
        self, camera: Camera | OrthographicCamera, poses: Sequence[Array], wanted: frozenset[str]
    ) -> list[Frame]:
        assert self._scene is not None
        request = {
            "do": "render",
            "camera": dict(vars(camera)),
            "poses": [pose.tolist() for pose in poses],
            "modalities": sorted(wanted),
            "hidden": sorted(self._hidden),
            "instance_ids": self._scene.instance_ids,
        }
        answer, frames = self._ask(request, viewer_size(camera), camera, len(poses))
        self.notes["session"] = answer["facts"]
        return frames

    def hide(self, ids: Iterable[str]) -> None:
        """Leave instances out of the following renders, until `show`; KeyError names an unknown one."""
        if self._scene is None:
            raise RuntimeError("hide before load")
        table = self._scene.instance_ids
        for name in ids:
            if name not in table:
                raise KeyError(f"scene {self._scene.id} has no instance {name!r}")
            self._hidden.add(name)

    def show(self) -> None:
        """Bring every hidden instance back."""
        self._hidden.clear()

    def close(self) -> None:
        """Safe to call twice. The worker goes on until another scene is loaded or this process ends.

        A child process ends without cleaning up, so there the worker ends now.
        """
        if multiprocessing.parent_process() is not None:
            stop_workers()

    def _ask(
        self,
        request: dict[str, Any],
        size: tuple[int, int],
        camera: Camera | OrthographicCamera | None = None,
        frames: int = 0,
    ) -> tuple[dict[str, Any], list[Frame]]:
        """An answer and its frames, from as many workers as it takes and the settings allow."""
        failures: list[WorkerFailure] = []
        for _ in range(self._settings.watchdog.attempts):
            try:
                worker = self._worker(size, camera)
                answer, number = worker.ask(request)
                try:
                    return answer, [Frame(**worker.take_frame(number, index)) for index in range(frames)]
                except FileNotFoundError as error:
                    worker.kill()
                    raise WorkerFailure("error", f"a result is missing ({error.filename})", "rendering", "") from error
            except WorkerFailure as failure:
                stop_workers()
                failures.append(failure)
                self.notes["worker failures"].append(failure.to_json())
                cause = explain(failure.log + "\n" + failure.text)
                print(f"gstgen: OmniGibson worker of {self._scene_id}: {failure}", file=sys.stderr)
                if cause is not None:
                    raise RequestError(f"scene {self._scene_id}: {cause}") from failure
        kinds = ", ".join(failure.kind for failure in failures)
        raise RunError(
            f"scene {self._scene_id} is given up after {len(failures)} workers ({kinds}); the last: {failures[-1]}; "
            f"{_last_line(failures[-1].log)}try again, {EMBEDDED}"
        ) from failures[-1]

    def _worker(self, size: tuple[int, int], camera: Camera | OrthographicCamera | None) -> Worker:
        """The running worker if it has this scene and a viewer that is large enough, else a new one."""
        settings = self._settings
        usd = settings.stages.get(self._scene_id)
        key = (self._scene_id, usd, self._device_index, settings)
        for running_key, worker in _running:
            viewer = tuple(worker.facts.get("viewer_px", (0, 0)))
            fitting = camera is None or fits(camera, (viewer[0], viewer[1]))
            if running_key == key and worker.pid_of_owner == os.getpid() and worker.alive and fitting:
                return worker
            if running_key == key and camera is not None:
                size = joint_size(viewer_size(camera), (viewer[0], viewer[1]))  # so that two sizes do not take turns
        stop_workers()
        job = {
            "launch": {
                "scene": self._scene_id,
                "usd": None if usd is None else str(usd),
                "width": size[0],
                "height": size[1],
                "gpu": self._device_index,
                "light_intensity": settings.light_intensity,
                "path_tracing": settings.path_tracing,
            },
            "settings": settings.model_dump(mode="json"),
        }
        watchdog = settings.watchdog
        worker = Worker(
            interpreter(settings.python), job, worker_environment(settings.data_path), watchdog.start_s, watchdog.step_s
        )
        _running.append((key, worker))
        worker.wait_ready()
        return worker


def stop_workers() -> None:
    """End the worker of this process; one inherited through a fork is left to its owner."""
    for _, worker in _running:
        if worker.pid_of_owner == os.getpid():
            worker.stop()
    _running.clear()


def _last_line(log: str) -> str:
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    return f"it printed {lines[-1][:200]!r}; " if lines else ""
