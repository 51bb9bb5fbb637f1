"""The stages on OmniGibson's stand-in, as on a render node: described scene, film, maps, views."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from gstgen.dataset.store import read_json
from gstgen.entry import main
from gstgen.geometry.cameras import Camera, project_points
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import load_geometry
from gstgen.simulators.omnigibson.simulator import stop_workers
from tests.simulators.omnigibson_double import harness
from tests.simulators.omnigibson_double.data import write_dataset

SMALL = [
    "pipeline=smoke", "simulator=omnigibson", "scene=Rs_int", "workers=1",
    "simulator.omnigibson.passes.warm_up=4", "simulator.omnigibson.passes.per_pose=5",
    "simulator.omnigibson.passes.after_change=3",
    "video.fps=2", "video.width=160", "video.height=128", "video.targets_per_video=2",
    "video.targets.min_frames=2", "video.targets.min_best_px=100", "video.targets.min_frame_px=10",
    "video.annotate_min_px=10", "trajectory.sight.min_px=110", "trajectory.sight.min_frames=2",
    "topdown.easy_width_px=320", "topdown.easy_height_px=180", "topdown.map_width_px=160", "topdown.map_height_px=128",
    "view.count=4", "view.width=160", "view.height=128",
]  # fmt: skip


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A render node: GPU, Vulkan, the stand-in as OmniGibson, and a data set made of generated scenes."""
    assert main(["scene=Rs_int", "stage=scene", "pipeline=smoke", f"output={tmp_path / 'generated'}"]) == 0
    scene = Scene.read(tmp_path / "generated/scenes/Rs_int/scene/scene.json")
    write_dataset(tmp_path / "data", scene, load_geometry(scene), "3.9.2")
    tools, site = tmp_path / "bin", tmp_path / "site"
    tools.mkdir()
    smi = tools / "nvidia-smi"
    smi.write_text("#!/bin/sh\necho 'NVIDIA RTX A6000, 580.65.06, 49140, 48000'\n")
    smi.chmod(0o755)
    (tmp_path / "nvidia_icd.json").write_text("{}")
    shutil.copytree(harness.SITE, site)
    for variable, value in {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "VK_DRIVER_FILES": str(tmp_path / "nvidia_icd.json"),
        "PYTHONPATH": str(site),
        "OMNIGIBSON_DOUBLE_VERSION": "3.9.2",
        "OMNIGIBSON_DATA_PATH": str(tmp_path / "data"),
        "GSTGEN_ACCEPT_NVIDIA_EULA": "true",
        "GSTGEN_ACCEPT_BEHAVIOR_LICENCE": "true",
    }.items():
        monkeypatch.setenv(variable, value)
    return tmp_path


def test_stages_film_map_and_look_at_a_described_scene(node: Path) -> None:
    output = node / "out"
    try:
        assert main([*SMALL, f"output={output}", "stage=[scene,trajectory]"]) == 0
        stop_workers()  # the next one's viewer is as small as the videos
        assert main([*SMALL, f"output={output}", "stage=[video,current_view,topdown]"]) == 0
    finally:
        stop_workers()
    scene = output / "scenes/Rs_int"
    described = Scene.read(scene / "scene/scene.json")
    categories = {o.id: o.category for o in described.objects}
    assert len(categories) > 50
    videos = read_json(scene / "video/videos.json")
    assert len(videos["videos"]) >= 3
    assert videos["targets"]
    for target in videos["targets"]:
        record = read_json(scene / "video" / f"{target['video']}.json")
        instance = record["instances"][target["object"]]
        assert instance["semantic"] == categories[target["object"]]
        for frame in target["evidence_frames"]:
            # The object's box is where the camera of that frame says, so pictures, ids and poses belong together.
            box = next(o.box for o in described.objects if o.id == target["object"])
            camera = Camera.from_matrix(record["K"], record["width"], record["height"])
            pixels, depth = project_points(camera, record["T_world_camera"][frame], box.corners_m)
            _, x0, y0, x1, y1, _ = next(row for row in instance["track"] if row[0] == frame)
            assert (depth > 0).all()
            assert (pixels.min(0) <= (x0 + 2, y0 + 2)).all()
            assert (pixels.max(0) >= (x1 - 2, y1 - 2)).all()
    views = read_json(scene / "current_view/views.json")["views"]
    assert len(views) == 4
    assert all(set(view["visible"]) <= set(described.instance_ids) for view in views)
    assert (scene / "topdown/easy.png").is_file()
