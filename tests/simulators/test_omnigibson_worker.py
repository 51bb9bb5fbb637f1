"""Workers that crash, hang, stay black or give up: told apart, replaced, given up. Red markers, doors, leftovers."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import numpy as np
import pytest

from gstgen.errors import RequestError, RunError
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.scenes.mesh import Material, SceneGeometry
from gstgen.scenes.model import Scene, Structure
from gstgen.simulators.omnigibson import simulator as module
from gstgen.simulators.omnigibson.framing import MapCamera, fits, frame_shot, joint_size, viewer_size
from gstgen.simulators.omnigibson.simulator import stop_workers
from gstgen.simulators.omnigibson.symptoms import explain
from tests.simulators.conftest import box_part
from tests.simulators.omnigibson_double import harness

SMALL = tuple[Scene, SceneGeometry]
CAMERA = Camera.from_hfov(64, 48, 90.0)
POSES = [pose_from_heading((0.4, 0.5, 1.5), 35.0, -10.0), pose_from_heading((3.6, 2.2, 1.6), 200.0, -15.0)]
IMPATIENT = {"start_s": 60.0, "step_s": 1.5}


@pytest.mark.parametrize(
    ("fault", "kind"), [("crash:2", "crash"), ("hang:2", "hang"), ("black:2", "black"), ("quit:2", "crash")]
)
def test_a_new_worker_takes_over(small_scene: SMALL, tmp_path: Path, fault: str, kind: str) -> None:
    """The first worker fails at the second picture; the request is repeated by another and the result is whole."""
    once = {"OMNIGIBSON_DOUBLE_FAULT": fault, "OMNIGIBSON_DOUBLE_FAULT_ONCE": str(tmp_path / "once")}
    with harness.on_the_double("3.9.2", **once):
        simulator = harness.make(tmp_path, *small_scene, "3.9.2", watchdog={**IMPATIENT, "attempts": 2})
        simulator.hide(["table_abc_0"])
        frames = list(simulator.render(CAMERA, POSES, ["rgb", "instance"]))
        stop_workers()
    assert [f["kind"] for f in simulator.notes["worker failures"]] == [kind]
    assert len(frames) == 2
    table = small_scene[0].instance_ids
    assert not any((f.instance == table["table_abc_0"]).any() for f in frames)  # what was hidden stays hidden
    assert all(f.rgb.any() for f in frames)


def test_a_scene_is_given_up_in_one_line(small_scene: SMALL, tmp_path: Path) -> None:
    with harness.on_the_double("3.9.2", OMNIGIBSON_DOUBLE_FAULT="error:1"):
        simulator = harness.make(tmp_path, *small_scene, "3.9.2", watchdog={**IMPATIENT, "attempts": 1})
        with pytest.raises(
            RunError, match=r"two_rooms is given up after 1 workers \(error\).*remap table.*embedded"
        ) as e:
            list(simulator.render(CAMERA, POSES, ["rgb"]))
        assert "\n" not in str(e.value)
        assert not module._running


def test_a_full_gpu_is_named_at_once(small_scene: SMALL, tmp_path: Path) -> None:
    with harness.on_the_double("3.9.2", OMNIGIBSON_DOUBLE_FAULT="oom:1"):
        simulator = harness.make(tmp_path, *small_scene, "3.9.2")
        with pytest.raises(RequestError, match=r"out of memory.*device_index.*simulator=embedded"):
            list(simulator.render(CAMERA, POSES, ["rgb"]))
        assert len(simulator.notes["worker failures"]) == 1  # not tried again


def with_door(scene: Scene, geometry: SceneGeometry) -> tuple[Scene, SceneGeometry]:
    """The small scene with a closed door in its doorway."""
    box = OrientedBox.from_bounds((4.02, 1.8, 0.0), (4.08, 2.7, 2.05))
    closed = SceneGeometry(list(geometry.materials), geometry.textures, dict(geometry.meshes))
    closed.add("door_0", [box_part(closed, box, Material("oak", (0.6, 0.4, 0.2)))])
    door = Structure("door_0", "door", ("living_room_0", "bedroom_0"), box)
    return dataclasses.replace(scene, structure=(*scene.structure, door)), closed


def test_markers_doors_and_description(small_scene: SMALL, tmp_path: Path) -> None:
    """Neither a switch's red marker nor a closed door is seen; boxes come out as they went in; nothing is left."""
    scene, geometry = with_door(*small_scene)
    with harness.on_the_double("3.9.2"):
        simulator = harness.make(tmp_path, scene, geometry, "3.9.2", toggle="table_abc_0", doors="hidden")
        at_the_door = pose_from_heading((3.0, 2.2, 1.4), 0.0, 0.0)
        simulator.hide(scene.instance_ids)
        assert not next(simulator.render(CAMERA, POSES, ["instance"])).instance.any()
        simulator.show()
        frames = list(simulator.render(CAMERA, [*POSES, at_the_door], ["rgb", "instance"]))
        description = simulator.describe(scene.id)
        (_, worker), *_ = module._running
        folder, pid = worker._folder, worker._process.pid
        stop_workers()
    assert not any((frame.instance == scene.instance_ids["door_0"]).any() for frame in frames)
    for frame in frames:
        red = (frame.rgb[..., 0] > 80) & (frame.rgb[..., 1:].max(-1) == 0)
        assert not red.any()
    assert description["notes"]["toggle markers hidden"] == 1
    entries = {e["name"]: e for e in description["objects"]}
    for item in scene.objects:
        if not geometry.meshes[item.id]:
            assert entries[item.id]["box"] is None
            continue
        box = entries[item.id]["box"]
        np.testing.assert_allclose(box["center_m"], item.box.center_m, atol=1e-5)
        np.testing.assert_allclose(box["size_m"], item.box.size_m, atol=1e-5)
        np.testing.assert_allclose(box["rotation"], item.box.rotation, atol=1e-5)
        outline = np.array(entries[item.id]["parts"][0]["outline_m"])
        assert len(outline) == 4
        np.testing.assert_allclose(outline.min(0), item.box.bounds_m[0][:2], atol=1e-3)
    assert entries["window_0"]["glass"]
    assert entries["door_0"]["box"] is not None
    assert entries["door_0"]["parts"] == []  # a hidden door is in nobody's way
    assert not folder.exists()
    assert not Path(f"/proc/{pid}").exists()
    assert os.getpid() == worker.pid_of_owner


def test_viewers_are_as_small_as_they_can_be() -> None:
    plain = Camera.from_hfov(640, 512, 90.0)
    assert viewer_size(plain) == (640, 512)
    odd = Camera(301, 260, 170.0, 180.0, 130.0, 140.0)
    width, height = viewer_size(odd)
    assert (width - 301) % 2 == 0
    assert fits(odd, (width, height))
    assert not fits(odd, (width + 1, height))
    assert not fits(plain, (638, 512))
    assert joint_size((350, 170), (640, 512)) == (640, 512)
    assert fits(plain, joint_size(viewer_size(plain), (1920, 1080)))
    with pytest.raises(ValueError, match="too small"):
        frame_shot(plain, np.eye(4), (320, 256), MapCamera(400.0, False))
    shot = frame_shot(plain, np.eye(4), (1280, 720), MapCamera(400.0, False))
    assert (shot.rows[0], shot.rows[-1], shot.columns[0], shot.columns[-1]) == (104, 615, 320, 959)


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("x\nAssertionError: Isaac Sim version must be one of [(5, 1, 0)]\n", "5.1.0 with OmniGibson 3.8"),
        ("KeyError: 'ISAAC_PATH'", "Isaac Sim is absent"),
        ("[Error] vkCreateInstance failed. Vulkan 1.1 is not supported", "no Vulkan device"),
        ("VkResult: ERROR_DEVICE_LOST", "580.65.06"),
        ("FileNotFoundError: /data/omnigibson.key", "key"),
        ("AssertionError: Data path /data does not exist!", "data set is absent"),
        ("torch.OutOfMemoryError: CUDA out of memory", "out of memory"),
        ("ModuleNotFoundError: No module named 'torch'", "PyTorch"),
    ],
)
def test_symptoms(log: str, words: str) -> None:
    cause = explain(log)
    assert cause is not None
    assert words in cause
    assert "simulator=embedded" in cause
    assert explain("a render error of another kind") is None
