"""What earlier stages left on disk for one scene, as typed values with paths relative to the dataset root."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.records import LocalisationPart
from gstgen.dataset.store import read_json
from gstgen.errors import RunError
from gstgen.geometry.cameras import Camera
from gstgen.geometry.maps import MapTransform
from gstgen.scenes.model import Scene, SceneObject

Array = NDArray[np.float64]
SAME_PLACE_M = 0.01  # views whose cameras are closer than this share a `pos` index in uids


@dataclass(frozen=True)
class Video:
    """A plain video and its per-instance records."""

    name: str
    index: int
    kind: str
    file: str
    frames: int
    fps: float
    instances: dict[str, Any]
    places_m: Array  # (frames, 3) camera centres, world

    @property
    def length_s(self) -> float:
        return self.frames / self.fps

    def last_seen_s(self, object_id: str) -> float | None:
        """Seconds between the last frame that shows an object and the end of the video."""
        track = self.instances.get(object_id, {}).get("track", [])
        return (self.frames - 1 - max(int(row[0]) for row in track)) / self.fps if track else None


@dataclass(frozen=True)
class Target:
    """An object that a video shows well enough to be asked about; `annotated` is the video with it boxed, if made."""

    video: Video
    object: SceneObject
    annotated: str | None
    evidence_frames: tuple[int, ...]


@dataclass(frozen=True)
class View:
    """A current view: place and heading numbers for uids, camera, what it shows, what videos share with it."""

    name: str
    pos: int
    orient: int
    file: str
    camera: Camera
    T_world_camera: Array
    visible: dict[str, int]
    glass_visible: dict[str, int]
    box_px: dict[str, tuple[int, int, int, int]]
    room: str | None
    overlap: dict[str, dict[str, Any]]
    alias_share: float | None  # how much a picture taken elsewhere is like it, by surfaces or by looks
    localisation: LocalisationPart | None  # None where stage current_view did not measure it

    def shows(self, object_id: str) -> bool:
        """Whether any pixel of an object is in either id layer."""
        return self.visible.get(object_id, 0) > 0 or self.glass_visible.get(object_id, 0) > 0

    @property
    def wrong_inliers(self) -> int | None:
        """Points that agree on the best wrong place, 0 without one; None where it was not measured."""
        found = self.localisation
        return None if found is None else found.best_wrong.inliers if found.best_wrong else 0

    def overlap_share(self, video: Video) -> float:
        """Share of the view's surface points that a video showed, 0 where nothing is known of it."""
        return min(float(self.overlap.get(video.name, {}).get("share", 0.0)), 1.0)


@dataclass(frozen=True)
class MapLevel:
    """One top-down picture of a scene."""

    level: str
    file: str
    transform: MapTransform


@dataclass(frozen=True)
class Path2D:
    """A path on the floor: (N, 2) world metres."""

    name: str
    points_m: Array
    length_m: float


@dataclass(frozen=True)
class Clip:
    """A short filmed path and paths like it that were not filmed."""

    video: Video
    path: Path2D
    alternatives: tuple[Path2D, ...]


@dataclass(frozen=True)
class SceneInputs:
    """Everything questions about one scene are made of."""

    scene: Scene
    videos: tuple[Video, ...]
    targets: tuple[Target, ...]
    views: tuple[View, ...]
    maps: dict[str, MapLevel]
    clips: tuple[Clip, ...]
    area_m2: float

    @classmethod
    def read(cls, root: Path, scene_id: str) -> SceneInputs:
        """Read the finished stages of a scene below the dataset root."""
        folder = f"scenes/{scene_id}"
        scene = Scene.read(root / folder / "scene" / "scene.json")
        videos = _read_videos(root, f"{folder}/video")
        maps, area_m2 = read_maps(root, scene_id)
        return cls(
            scene=scene,
            videos=tuple(v for v in videos.values() if v.kind == "exploration"),
            targets=_read_targets(root, f"{folder}/video", videos, scene),
            views=_read_views(root, f"{folder}/current_view"),
            maps=maps,
            clips=_read_clips(root, f"{folder}/trajectory", videos),
            area_m2=area_m2,
        )

    def rooms_between(self, room_a: str | None, room_b: str | None) -> int | None:
        """Doorways on the shortest way between two rooms; None where it is unknown or there is no way."""
        return rooms_between(self.scene, room_a, room_b)


def rooms_between(scene: Scene, room_a: str | None, room_b: str | None) -> int | None:
    """Doorways on the shortest way between two rooms of a scene; None where a room is unknown or there is no way."""
    rooms = {r.id for r in scene.rooms}
    if room_a not in rooms or room_b not in rooms:
        return None
    doors = [s.rooms for s in scene.structure if s.kind == "door" and len(s.rooms) == 2]
    steps = {str(room_a): 0}
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        for pair in doors:
            if here in pair:
                there = pair[1] if pair[0] == here else pair[0]
                if there not in steps:
                    steps[there] = steps[here] + 1
                    queue.append(there)
    return steps.get(str(room_b))


def read_maps(root: Path, scene_id: str) -> tuple[dict[str, MapLevel], float]:
    """The top-down levels of a scene and its floor area in square metres."""
    folder = f"scenes/{scene_id}/topdown"
    data = read_json(root / folder / "topdown.json")
    levels = {}
    for level, item in data["levels"].items():
        transform = MapTransform(np.array(item["world_to_image"], float), int(item["width"]), int(item["height"]))
        levels[level] = MapLevel(level, f"{folder}/{item['file']}", transform)
    return levels, float(data["area_m2"])


def _number(name: str) -> int:
    match = re.search(r"(\d+)$", name)
    if match is None:
        raise RunError(
            f"{name!r} ends with no number, so questions about it have no name; run the stage that wrote it again"
        )
    return int(match.group(1))


def _read_videos(root: Path, folder: str) -> dict[str, Video]:
    videos = {}
    for name in read_json(root / folder / "videos.json")["videos"]:
        data = read_json(root / folder / f"{name}.json")
        videos[name] = Video(
            name=name,
            index=_number(name),
            kind=data["kind"],
            file=f"{folder}/{data['file']}",
            frames=int(data["frames"]),
            fps=float(data["fps"]),
            instances=data["instances"],
            places_m=np.array(data["T_world_camera"], float)[:, :3, 3],
        )
    return videos


def _read_targets(root: Path, folder: str, videos: dict[str, Video], scene: Scene) -> tuple[Target, ...]:
    objects = {o.id: o for o in scene.objects}
    data = read_json(root / folder / "videos.json")
    boxed = {(item["video"], item["object"]): f"{folder}/{item['annotated']}" for item in data["targets"]}
    targets = []
    # `recognisable` also lists objects that are shown well but have no annotated video: names can ask about them.
    for item in data.get("recognisable", data["targets"]):
        if item["object"] not in objects:
            raise RunError(f"{folder}/videos.json names a target {item['object']!r} that scene.json does not have")
        annotated = boxed.get((item["video"], item["object"]))
        frames = tuple(int(f) for f in item["evidence_frames"])
        targets.append(Target(videos[item["video"]], objects[item["object"]], annotated, frames))
    return tuple(targets)


def _read_views(root: Path, folder: str) -> tuple[View, ...]:
    places: list[Array] = []
    counts: list[int] = []
    views = []
    for item in read_json(root / folder / "views.json")["views"]:
        camera = item["camera"]
        pose = np.array(camera["T_world_camera"], float)
        pos = next((i for i, p in enumerate(places) if np.linalg.norm(p - pose[:3, 3]) < SAME_PLACE_M), len(places))
        if pos == len(places):
            places.append(pose[:3, 3])
            counts.append(0)
        views.append(
            View(
                name=item["name"],
                pos=pos,
                orient=counts[pos],
                file=f"{folder}/{item['file']}",
                camera=Camera.from_matrix(camera["K"], int(camera["width"]), int(camera["height"])),
                T_world_camera=pose,
                visible={k: int(v) for k, v in item["visible"].items()},
                glass_visible={k: int(v) for k, v in item["glass_visible"].items()},
                box_px={k: (int(b[0]), int(b[1]), int(b[2]), int(b[3])) for k, b in item["box_px"].items()},
                room=item["room"],
                overlap=item["overlap"],
                alias_share=_alias_share(item.get("numbers", {})),
                localisation=_localisation(item.get("numbers", {})),
            )
        )
        counts[pos] += 1
    return tuple(views)


def _alias_share(numbers: dict[str, Any]) -> float | None:
    found = [float(numbers[key]) for key in ("alias_surface", "alias_look") if key in numbers]
    return max(found, default=None)


def _localisation(numbers: dict[str, Any]) -> LocalisationPart | None:
    found = numbers.get("localisation")
    return LocalisationPart.model_validate(found) if found is not None else None


def _read_clips(root: Path, folder: str, videos: dict[str, Video]) -> tuple[Clip, ...]:
    clips = []
    for item in read_json(root / folder / "trajectories.json")["clips"]:
        alternatives = tuple(_read_path(a) for a in item["alternatives"])
        clips.append(Clip(videos[item["name"]], _read_path(item), alternatives))
    return tuple(clips)


def _read_path(item: dict[str, Any]) -> Path2D:
    return Path2D(item["name"], np.array(item["points_m"], float).reshape(-1, 2), float(item["length_m"]))
