"""The stages scene and trajectory over the test flat: the files they promise, and that they are the same each time."""

import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.settings import FloorMapSettings, TrajectorySettings
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.stages import scene as scene_stage
from gstgen.stages import trajectory as trajectory_stage
from gstgen.stages.base import Report, StageContext, Ticker

Flat = tuple[Scene, SceneGeometry]


def context_for(root: Path, floor_map: FloorMapSettings, trajectory: TrajectorySettings) -> StageContext:
    simulator = SimpleNamespace(omnigibson=None)
    settings = SimpleNamespace(seed=7, source=None, floor_map=floor_map, trajectory=trajectory, simulator=simulator)
    known = {"settings": settings, "scene": "flat", "root": root, "ticker": Ticker()}
    others = {f.name: None for f in dataclasses.fields(StageContext) if f.name not in known}
    return StageContext(**known, **others)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def finished(
    flat: Flat,
    floor_settings: FloorMapSettings,
    trajectory_settings: TrajectorySettings,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, dict[str, Report]]:
    root = tmp_path_factory.mktemp("dataset")
    notes = {"listed": 17, "unplaced": [{"item": "piano-a", "room": "kitchen_0", "reason": "no_room"}]}
    scene = dataclasses.replace(flat[0], notes=notes)
    less = {"count": 1, "clips": trajectory_settings.clips.model_copy(update={"count": 1})}
    context = context_for(root, floor_settings, trajectory_settings.model_copy(update=less))
    reports = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scene_stage, "generate", lambda name, seed, source: scene)
        patch.setattr(scene_stage.catalogue, "find", lambda name: SimpleNamespace(split="bench"))
        for stage in (scene_stage, trajectory_stage):
            patch.setattr(stage, "load_geometry", lambda scene: flat[1])
        for name, stage in (("scene", scene_stage), ("trajectory", trajectory_stage)):
            context.folder(name).mkdir(parents=True)
            reports[name] = stage.run(context, context.folder(name))
    return root / "scenes" / "flat", reports


def test_scene_stage_writes_the_scene_and_its_floor(finished: tuple[Path, dict[str, Report]], flat: Flat) -> None:
    folder, reports = finished
    assert sorted(p.name for p in (folder / "scene").iterdir()) == ["floor_map.npz", "scene.json"]
    read = Scene.read(folder / "scene" / "scene.json")
    assert read.notes["meshes"] == []
    assert dataclasses.replace(read, notes={}).to_json() == json.loads(json.dumps(flat[0].to_json()))
    assert FloorMap.load(folder / "scene" / "floor_map.npz").rooms_without_access() == []
    funnel = reports["scene"].funnel.to_json()
    assert funnel["rooms"] == {"accepted": 3, "dropped": {}}
    assert funnel["listed"] == {"accepted": 16, "dropped": {"no_room": 1}}
    assert funnel["objects"]["accepted"] == len(flat[0].objects)
    json.dumps([r.facts for r in reports.values()], allow_nan=False)


def test_trajectory_stage_writes_what_it_lists(
    finished: tuple[Path, dict[str, Report]], trajectory_settings: TrajectorySettings
) -> None:
    folder, reports = finished
    listed = json.loads((folder / "trajectory" / "trajectories.json").read_text())
    names = [e["name"] for e in (*listed["explorations"], *listed["clips"])]
    assert names == ["exploration_0", "clip_0"]
    assert listed["fps"] == trajectory_settings.fps
    files = {p.name for p in (folder / "trajectory").iterdir()}
    assert files == {"trajectories.json", *(f"{n}.npz" for n in names)}
    for entry in (*listed["explorations"], *listed["clips"]):
        with np.load(folder / "trajectory" / entry["file"]) as data:
            poses, times = data["T_world_camera"], data["time_s"]
        assert poses.shape == (entry["frames"], 4, 4)
        assert poses.dtype == np.float64
        assert len(times) == entry["frames"]
        length = np.linalg.norm(np.diff(poses[:, :2, 3], axis=0), axis=1).sum()
        assert entry["length_m"] == pytest.approx(length)
        assert entry["bare_wall_frames"] == 0
    for clip in listed["clips"]:
        assert len(clip["alternatives"]) >= 3
        for path in (clip, *clip["alternatives"]):
            assert path["length_m"] > 0
            assert np.array(path["points_m"]).shape[1] == 2
            assert path["turns"] == clip["turns"]
    assert reports["trajectory"].funnel.to_json()["clip"]["accepted"] == 1
    assert 0.0 < listed["coverage"]["floor"] <= 1.0
    assert listed["coverage"] == reports["trajectory"].facts["coverage"]
