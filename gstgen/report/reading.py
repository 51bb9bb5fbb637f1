"""What there is of a scene on disk. Stages that are missing or damaged are None."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.config import SCENE_STAGES
from gstgen.dataset.records import Record, read_records
from gstgen.dataset.store import DONE, TEMPORARY, files_of, read_done, read_json
from gstgen.navigation.floor_map import FloorMap
from gstgen.scenes.model import Scene

Array = NDArray[np.float64]


@dataclass(frozen=True)
class FilmedPath:
    """A trajectory: its entry in `trajectories.json`, its poses (N, 4, 4), its video's record where it was filmed."""

    entry: dict[str, Any]
    poses: Array
    video: dict[str, Any] | None

    @property
    def name(self) -> str:
        """For example `exploration_0`."""
        return str(self.entry["name"])


@dataclass(frozen=True)
class SceneFiles:
    """Everything a page is made of; `done` are the markers of the finished stages, `damaged` says what is wrong."""

    id: str
    root: Path
    done: dict[str, dict[str, Any]]
    damaged: dict[str, str]  # stage -> the first file that is not what the stage wrote
    scene: Scene | None
    floor_map: FloorMap | None
    fps: float
    explorations: tuple[FilmedPath, ...]
    clips: tuple[FilmedPath, ...]
    coverage: dict[str, Any] | None
    notes: tuple[str, ...]  # what the scene did not allow
    videos: dict[str, Any] | None
    views: tuple[dict[str, Any], ...]
    maps: dict[str, Any] | None
    records: tuple[Record, ...]

    @property
    def missing(self) -> list[str]:
        """Stages that are not finished."""
        return [stage for stage in SCENE_STAGES if stage not in self.done and stage not in self.damaged]

    def folder(self, stage: str) -> Path:
        """Where a stage's files lie."""
        return self.root / "scenes" / self.id / stage


def existing_scenes(root: Path) -> list[str]:
    """Scenes of a dataset root of which at least one stage is finished, sorted."""
    folder = root / "scenes"
    found = {
        path.parent.parent.relative_to(folder).as_posix()
        for stage in SCENE_STAGES
        for path in folder.glob(f"**/{stage}/{DONE}")
    }
    return sorted(scene for scene in found if not is_leftover(scene))


def is_leftover(scene: str) -> bool:
    """Whether a folder below `scenes/` is what a killed run left of a stage that it replaced."""
    return any(part.startswith(TEMPORARY) for part in scene.split("/"))


def read_scene_files(root: Path, scene: str) -> SceneFiles:
    """Read the finished stages of a scene; of a stage with a damaged file nothing is read."""
    folder = root / "scenes" / scene
    damaged = {stage: wrong for stage in SCENE_STAGES if (wrong := _damage(folder / stage)) is not None}
    done = {
        stage: mark
        for stage in SCENE_STAGES
        if stage not in damaged and (mark := read_done(folder / stage)) is not None
    }
    paths = read_json(folder / "trajectory" / "trajectories.json") if "trajectory" in done else None

    def filmed(key: str) -> tuple[FilmedPath, ...]:
        return tuple(_path(folder, entry, "video" in done) for entry in (paths or {}).get(key, []))

    return SceneFiles(
        id=scene,
        root=root,
        done=done,
        damaged=damaged,
        scene=Scene.read(folder / "scene" / "scene.json") if "scene" in done else None,
        floor_map=FloorMap.load(folder / "scene" / "floor_map.npz") if "scene" in done else None,
        fps=float(paths["fps"]) if paths else 0.0,
        explorations=filmed("explorations"),
        clips=filmed("clips"),
        coverage=(paths or {}).get("coverage"),
        notes=tuple((paths or {}).get("notes", ())),
        videos=read_json(folder / "video" / "videos.json") if "video" in done else None,
        views=tuple(read_json(folder / "current_view" / "views.json")["views"]) if "current_view" in done else (),
        maps=read_json(folder / "topdown" / "topdown.json") if "topdown" in done else None,
        records=tuple(read_records(folder / "qa" / "qa.jsonl")) if "qa" in done else (),
    )


def _damage(folder: Path) -> str | None:
    """The first file of a stage that is missing or other than the stage wrote it; None where all is well."""
    if not (folder / DONE).is_file():
        return None
    done = read_done(folder)
    if done is None or not _is_marker(done):
        return DONE
    try:
        found = files_of(folder)
    except OSError as error:
        return str(error.filename)
    wrote = done["files"]
    return min((name for name in found.keys() | wrote.keys() if found.get(name) != wrote.get(name)), default=None)


def _is_marker(done: dict[str, Any]) -> bool:
    """Whether files, funnel and facts of a marker have the shape that a stage gives them."""
    parts = (done.get("files"), done.get("facts"), done.get("funnel"))
    if not all(isinstance(part, dict) for part in parts):
        return False
    return all(
        isinstance(step, dict)
        and isinstance(step.get("accepted"), int)
        and isinstance(step.get("dropped"), dict)
        and all(isinstance(count, int) for count in step["dropped"].values())
        for step in done["funnel"].values()
    )


def _path(folder: Path, entry: dict[str, Any], has_video: bool) -> FilmedPath:
    with np.load(folder / "trajectory" / entry["file"], allow_pickle=False) as arrays:
        poses = arrays["T_world_camera"]
    record = folder / "video" / f"{entry['name']}.json"
    video = None
    if has_video and record.is_file():
        full = read_json(record)
        video = {key: full[key] for key in ("file", "frames", "fps", "width", "height")}
    return FilmedPath(entry, poses, video)
