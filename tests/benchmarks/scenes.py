"""The fixed scenes that benches, proofs and the gallery draw, and places in them at a person's eye level."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.navigation.floor_map import FloorMap, build_floor_map
from gstgen.navigation.settings import FloorMapSettings
from gstgen.perception.raycast import RayCaster
from gstgen.resources import resource_folder
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.sources import load_geometry
from gstgen.scenes.sources.procedural import generate
from gstgen.simulators.settings import RenderSettings

SEED = 7
EYE_M = 1.5
PITCH_DEG = -8.0
CLEARANCE_M = 0.35  # from furniture and walls, of a place to stand
PLACES, HEADINGS = 14, 12  # tried in a room
SIGHT_M = 8.0  # things farther away do not count as shown
ELSEWHERE = 0.1  # how much things of other rooms count, seen through doors
ROOMY_M = 5.0  # a view that is this deep in the mean shows a room, one of a wall does not
PROBE = Camera.from_hfov(10, 8, 90.0)
CAMERA = Camera.from_hfov(640, 512, 90.0)


def conf(group: str) -> dict[str, Any]:
    """Values of conf/<group>/default.yaml."""
    return dict(yaml.safe_load((resource_folder("conf") / group / "default.yaml").read_text(encoding="utf-8")))


def render_settings(**changes: Any) -> RenderSettings:
    """The settings a user gets, with some keys changed."""
    return RenderSettings.model_validate({**conf("render"), **changes})


def make_scene(name: str) -> tuple[Scene, SceneGeometry]:
    """A scene of the catalogue as it comes back from its scene.json, and its triangles."""
    made = generate(name, SEED, SourceSettings.model_validate(conf("source")))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.json"
        path.write_text(json.dumps(made.to_json()), encoding="utf-8")
        scene = Scene.read(path)
    return scene, load_geometry(scene)


class Viewer:
    """Finds views of rooms that show much: deterministic, from the floor map and ray casts alone."""

    def __init__(self, scene: Scene, geometry: SceneGeometry) -> None:
        self._scene = scene
        self._caster = RayCaster(scene, geometry, include_glass=True)
        self._floor: FloorMap = build_floor_map(scene, geometry, FloorMapSettings.model_validate(conf("floor_map")))
        things = [(o.box.center_m, o.box.size_m.max(), {o.room}) for o in scene.objects if o.support != "ceiling"]
        things += [(s.box.center_m, 2.0, set(s.rooms)) for s in scene.structure if s.kind == "window"]
        self._centers = np.array([c for c, _, _ in things]).reshape(-1, 3)
        # What is large in the picture counts for more, but ten small things are worth more than one large one.
        self._worth = np.sqrt(np.clip([size for _, size, _ in things], 0.05, 2.0))
        self._rooms_of = [rooms for _, _, rooms in things]

    def rooms(self) -> list[str]:
        """Ids of the rooms with a place to stand, largest free floor first."""
        free = self._floor.navigable & (self._floor.clearance_m >= CLEARANCE_M)
        count = [(int((free & (self._floor.room_index == i)).sum()), r) for i, r in enumerate(self._floor.room_ids)]
        return [room for cells, room in sorted(count, key=lambda c: (-c[0], c[1])) if cells]

    def room_of_type(self, kind: str) -> str:
        """The first of `rooms` of a type; LookupError names the types there are."""
        types = {room.id: room.type for room in self._scene.rooms}
        for room in self.rooms():
            if types[room] == kind:
                return room
        raise LookupError(f"scene {self._scene.id} has no {kind} to stand in; it has {sorted(set(types.values()))}")

    def places(self, room: str, count: int) -> np.ndarray:
        """(n <= count, 2) places to stand in a room, far from each other, the first far from its middle."""
        inside = self._floor.room_index == self._floor.room_ids.index(room)
        cells = np.argwhere(self._floor.navigable & inside & (self._floor.clearance_m >= CLEARANCE_M))
        points = self._floor.grid.to_world(cells)
        distance = -np.linalg.norm(points - points.mean(0), axis=1)
        chosen: list[int] = []
        for _ in range(min(count, len(points))):
            chosen.append(int(np.argmin(distance)) if not chosen else int(np.argmax(distance)))
            gap = np.linalg.norm(points - points[chosen[-1]], axis=1)
            distance = gap if len(chosen) == 1 else np.minimum(distance, gap)
        return points[chosen]

    def best(self, room: str) -> np.ndarray:
        """T_world_camera (4, 4) of the view of a room that shows most of the things in it."""
        best, best_score = np.eye(4), -1.0
        worth = self._worth * np.where([room in rooms for rooms in self._rooms_of], 1.0, ELSEWHERE)
        for place in self.places(room, PLACES):
            eye = np.array([*place, self._scene.floor_z_m + EYE_M])
            near = np.flatnonzero(np.linalg.norm(self._centers - eye, axis=1) < SIGHT_M)
            # Short of the middle, which lies inside the thing.
            seen = near[~self._caster.occluded(eye, eye + 0.8 * (self._centers[near] - eye))]
            for step in range(HEADINGS):
                pose = pose_from_heading(eye, step * 360.0 / HEADINGS, PITCH_DEG)
                pixels, depth = project_points(CAMERA, pose, self._centers[seen])
                with np.errstate(invalid="ignore"):
                    inside = (depth > 0.6) & (pixels > 0).all(1) & (pixels < (CAMERA.width, CAMERA.height)).all(1)
                depths = np.minimum(self._caster.view(PROBE, pose).distance_m, ROOMY_M)
                score = float((worth[seen][inside] / np.sqrt(depth[inside])).sum()) * depths.mean() ** 2
                if score > best_score:
                    best, best_score = pose, score
        return best

    def scattered(self, count: int) -> list[np.ndarray]:
        """`count` poses over all rooms, headings turning by the golden angle."""
        if count < 1:
            return []
        rooms = self.rooms()
        each = -(-count // len(rooms))
        places = [place for room in rooms for place in self.places(room, each)]
        step = max(1, len(places) // count)
        return [
            pose_from_heading((*place, self._scene.floor_z_m + EYE_M), (i * 137.508) % 360.0, -10.0)
            for i, place in enumerate(places[::step][:count])
        ]
