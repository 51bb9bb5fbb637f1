"""The pictures of chosen views and what they show, to the pixel."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gstgen.dataset.store import write_npz
from gstgen.geometry.cameras import Camera, camera_to_json
from gstgen.media.pictures import write_png
from gstgen.perception.current_views import View
from gstgen.perception.instances import frame_statistics
from gstgen.scenes.model import Scene
from gstgen.simulators.protocol import Simulator


@dataclass(frozen=True)
class ViewJob:
    """A picture to make: its name, camera and pose, where the files go and the zlib level of the ids."""

    name: str
    camera: Camera
    T_world_camera: np.ndarray[Any, np.dtype[np.float64]]
    folder: Path
    ids_compression: int


def render_view(simulator: Simulator, scene: Scene, job: ViewJob) -> dict[str, Any]:
    """Write `<name>.png` and `<name>.ids.npz`; returns what the picture shows.

    `visible` and `glass_visible`: object id -> pixels in the `instance` and `glass` layer; `box_px`: object id -> its
    half-open extent in either. Structure is left out: it is never asked about.
    """
    frame = next(iter(simulator.render(job.camera, [job.T_world_camera], ("rgb", "instance", "glass"))))
    assert frame.rgb is not None
    assert frame.instance is not None
    assert frame.glass is not None
    write_png(job.folder / f"{job.name}.png", frame.rgb)
    names = scene.instance_names
    arrays = {"names": np.array(names, dtype=np.str_), "instance": frame.instance, "glass": frame.glass}
    write_npz(job.folder / f"{job.name}.ids.npz", arrays, job.ids_compression)
    objects = len(scene.objects)

    def named(pixels: dict[int, Any]) -> dict[str, Any]:
        return {names[i]: value for i, value in pixels.items() if i <= objects}

    solid, panes = frame_statistics(frame.instance).as_dict(), frame_statistics(frame.glass).as_dict()
    either = frame_statistics(frame.instance, frame.glass).as_dict()
    return {
        "visible": named({i: pixels for i, (pixels, _) in solid.items()}),
        "glass_visible": named({i: pixels for i, (pixels, _) in panes.items()}),
        "box_px": named({i: list(box) for i, (_, box) in either.items()}),
    }


def view_record(job: ViewJob, view: View, room: str | None, shown: dict[str, Any]) -> dict[str, Any]:
    """An entry of `views.json`."""
    return {
        "name": job.name,
        "file": f"{job.name}.png",
        "ids_file": f"{job.name}.ids.npz",
        "camera": camera_to_json(job.camera, job.T_world_camera),
        "room": room,
        "overlap": {name: found.to_json() for name, found in view.overlap.items()},
        "numbers": view.numbers(),
        **shown,
    }
