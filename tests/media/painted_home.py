"""A tiny scene and a simulator that paints its boxes: fast stand-ins for a home and a renderer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import shapely

from gstgen.dataset.store import read_json, write_json
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.scenes.model import Room, Scene, SceneObject, Structure
from gstgen.simulators.protocol import Frame


def upright_box(x_m: float, y_m: float, height_m: float) -> OrientedBox:
    return OrientedBox.create([x_m, y_m, height_m / 2], [0.5, 0.7, height_m])


def write_scene(folder: Path) -> Scene:
    """Four boxes before a wall (the first has id 1), a glass pane in front of the last; `scene.json` in `folder`."""
    places = {"chair_a_0": (3, 1.2), "sofa_b_0": (3, -0.2), "table_c_0": (3.6, -1.6), "carpet_d_0": (2.5, 0.5)}
    heights = {"carpet_d_0": 0.02}
    objects = tuple(
        SceneObject(name, name.split("_")[0], "m", upright_box(x, y, heights.get(name, 0.8)), "hall_0", "floor")
        for name, (x, y) in places.items()
    )
    room = Room("hall_0", "hall", shapely.box(0, -3, 5, 3), 2.5)
    wall = Structure("wall_0", "wall", ("hall_0",), OrientedBox.create([5, 0, 1.25], [0.1, 8, 4]))
    pane = Structure("window_0", "window", ("hall_0",), OrientedBox.create([2.9, -1.3, 1], [0.02, 0.6, 2]))
    scene = Scene(
        "s",
        "procedural",
        None,
        "home",
        (room,),
        objects,
        (wall, pane),
        (),
        0.0,
        "CC0",
        (),
        notes={"glass": ["window_0"]},
    )
    write_json(folder / "scene.json", scene.to_json())
    return scene


def write_trajectories(folder: Path) -> None:
    """One exploration of 45 frames that sways, one clip of 7 frames that ends close to the bare wall."""
    sway = [pose_from_heading([0.02 * i, 0.0, 1.2], 12 * np.sin(i / 6), -8.0) for i in range(45)]
    walk = [pose_from_heading([4.6, 0.0, 1.3], 0.0, 0.0)] * 2 + sway[:5]
    folder.mkdir(parents=True, exist_ok=True)
    for name, poses in (("exploration_0", sway), ("clip_0", walk)):
        np.savez(folder / f"{name}.npz", T_world_camera=np.stack(poses), time_s=np.arange(len(poses)) / 10)
    entries = {
        "explorations": [{"name": "exploration_0", "file": "exploration_0.npz", "frames": 45}],
        "clips": [{"name": "clip_0", "file": "clip_0.npz", "frames": 7}],
    }
    write_json(folder / "trajectories.json", {"fps": 10, **entries})


class Painter:
    """Fills the outline of each box's corners, far ones first; boxes behind the camera are left out."""

    name = "painter"

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self.hidden: set[str] = set()
        self.renders = 0

    @property
    def version(self) -> dict[str, Any]:
        return {"painter": "1"}

    def load(self, scene_folder: Path) -> Scene:
        self.scene = Scene.from_json(read_json(scene_folder / "scene.json"))
        return self.scene

    def render(self, camera: Camera, poses: Iterable[Any], modalities: Iterable[str]) -> Iterator[Frame]:
        assert self.scene is not None
        ids = self.scene.instance_ids
        glass_names = self.scene.notes["glass"]
        for pose in poses:
            self.renders += 1
            layers = {False: np.zeros((camera.height, camera.width), np.int32)}
            layers[True] = layers[False].copy()
            rgb = np.full((camera.height, camera.width, 3), (150, 160, 170), np.uint8)
            items = [i for i in (*self.scene.objects, *self.scene.structure) if i.id not in self.hidden]
            for item in sorted(items, key=lambda i: -float(np.linalg.norm(i.box.center_m - pose[:3, 3]))):
                pixels, depth = project_points(camera, pose, item.box.corners_m)
                if depth.min() <= 0.05:
                    continue
                outline = cv2.convexHull(np.clip(np.round(pixels - 0.5), -5000, 5000).astype(np.int32))
                cv2.fillConvexPoly(layers[item.id in glass_names], outline, ids[item.id])
                if item.id not in glass_names:
                    number = ids[item.id]
                    cv2.fillConvexPoly(rgb, outline, (60 + 5 * number, 220 - 25 * number, 60 + 25 * number))
            yield Frame(rgb=rgb, instance=layers[False].astype(np.uint32), glass=layers[True].astype(np.uint32))

    def hide(self, ids: Iterable[str]) -> None:
        self.hidden |= set(ids)

    def show(self) -> None:
        self.hidden.clear()

    def close(self) -> None:
        self.scene = None
