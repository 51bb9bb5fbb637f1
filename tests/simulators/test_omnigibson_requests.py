"""What a person sees when OmniGibson cannot run: one line, the fix, the embedded way, exit code 2, nothing written.

Machines are stood in for by a fake nvidia-smi, Vulkan manifests, interpreters' packages and data folders.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gstgen.entry import main
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.omnigibson import preflight
from gstgen.simulators.omnigibson.simulator import stop_workers
from tests.simulators.omnigibson_double import harness
from tests.simulators.omnigibson_double.data import write_dataset

ACCEPTED = ["simulator.omnigibson.accept_nvidia_eula=true", "simulator.omnigibson.accept_behavior_licence=true"]
GPU = "NVIDIA RTX A6000, 580.65.06, 49140, 48000"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory, small_scene: tuple[Scene, SceneGeometry]) -> Path:
    scene, geometry = small_scene
    return write_dataset(tmp_path_factory.mktemp("data"), dataclasses.replace(scene, id="Rs_int"), geometry)


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dataset: Path) -> Path:
    """A render node on which everything is in place: GPU, Vulkan, the stand-in's packages, a data set with Rs_int."""
    tools = tmp_path / "bin"
    tools.mkdir()
    write_smi(tools, GPU)
    icd = tmp_path / "nvidia_icd.json"
    icd.write_text("{}")
    monkeypatch.setenv("PATH", str(tools) + os.pathsep + os.environ["PATH"])
    monkeypatch.setenv("VK_DRIVER_FILES", str(icd))
    monkeypatch.setenv("PYTHONPATH", str(harness.SITE))
    monkeypatch.setenv("OMNIGIBSON_DOUBLE_VERSION", "3.9.2")
    monkeypatch.delenv("OMNIGIBSON_DATA_PATH", raising=False)
    shutil.copytree(dataset, tmp_path / "data")
    # The stand-in computes its version; the probe reads it from the text.
    package = tmp_path / "site/omnigibson"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "3.9.2"\n')
    for name in ("torch", "isaacsim"):
        (tmp_path / "site" / name).mkdir()
        (tmp_path / "site" / name / "__init__.py").write_text("")
    (tmp_path / "site/isaacsim/VERSION").write_text("5.1.0-rc.19\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    return tmp_path


def write_smi(folder: Path, line: str, status: int = 0) -> None:
    path = folder / "nvidia-smi"
    path.write_text(f"#!/bin/sh\necho '{line}'\nexit {status}\n")
    path.chmod(0o755)


def remove(path: Path) -> None:
    path.rename(path.with_name(path.name + ".gone"))


def hide_smi(node: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight.shutil, "which", lambda _: None)


Situation = Callable[[Path, pytest.MonkeyPatch], object]
# name -> (what is different, further arguments, words of the answer)
SITUATIONS: dict[str, tuple[Situation, list[str], list[str]]] = {
    "no GPU": (hide_smi, ACCEPTED, ["no NVIDIA GPU", "--gpus all"]),
    "GPU not reachable": (
        lambda n, _: write_smi(n / "bin", "NVIDIA-SMI has failed because it could not communicate", 9),
        ACCEPTED, ["no usable NVIDIA GPU", "could not communicate", "reload the driver"],
    ),
    "no such GPU": (lambda n, _: None, [*ACCEPTED, "simulator.device_index=3"], ["no GPU number 3", "device_index"]),
    "old driver": (
        lambda n, _: write_smi(n / "bin", "NVIDIA RTX A6000, 470.10, 49140, 48000"), ACCEPTED, ["470.10", "525.60"],
    ),
    "full GPU": (
        lambda n, _: write_smi(n / "bin", "NVIDIA RTX A6000, 580.65.06, 49140, 900"), ACCEPTED, ["0.9 of 51.5 GB free"],
    ),
    "no Vulkan": (
        lambda n, m: m.setenv("VK_DRIVER_FILES", str(n / "none.json")),
        ACCEPTED, ["Vulkan", "NVIDIA_DRIVER_CAPABILITIES"],
    ),
    "no OmniGibson": (lambda n, _: remove(n / "site/omnigibson"), ACCEPTED, ["OmniGibson is absent", "python"]),
    "no PyTorch": (lambda n, _: remove(n / "site/torch"), ACCEPTED, ["PyTorch is absent"]),
    "no Isaac Sim": (lambda n, _: remove(n / "site/isaacsim"), ACCEPTED, ["Isaac Sim is absent"]),
    "wrong Isaac Sim": (
        lambda n, _: (n / "site/isaacsim/VERSION").write_text("4.5.0"), ACCEPTED, ["3.9.2", "4.5.0", "install 5.1"],
    ),
    "no interpreter": (lambda n, _: None, [*ACCEPTED, "simulator.omnigibson.python=/none/python"], ["/none/python"]),
    "no data set": (
        lambda n, _: remove(n / "data/behavior-1k-assets"),
        ACCEPTED, ["data set is absent", "download_behavior_1k_assets"],
    ),
    "no key": (lambda n, _: remove(n / "data/omnigibson.key"), ACCEPTED, ["omnigibson.key is absent"]),
    "other data set": (
        lambda n, _: (n / "data/behavior-1k-assets/VERSION").write_text("1.0.0"), ACCEPTED, ["version 1.0.0", "3.9.2"],
    ),
    "EULA not accepted": (lambda n, _: None, ACCEPTED[1:], ["EULA", "accept_nvidia_eula=true"]),
    "licence not accepted": (lambda n, _: None, ACCEPTED[:1], ["BEHAVIOR data", "accept_behavior_licence=true"]),
    "scene not in the data set": (lambda n, _: None, [*ACCEPTED, "scene=Merom_1_int"], ["Merom_1_int", "Rs_int"]),
    "USD file absent": (
        lambda n, _: None,
        [*ACCEPTED, "scene=my_flat", "+simulator.omnigibson.stages.my_flat=/none/flat.usd"], ["/none/flat.usd"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_cannot_work_is_said_in_one_line(
    name: str, node: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    change, arguments, words = SITUATIONS[name]
    change(node, monkeypatch)
    started = time.monotonic()
    request = ["stage=selftest", "simulator=omnigibson", f"output={node / 'out'}"]
    if not any(a.startswith("scene=") for a in arguments):
        request.append("scene=Rs_int")
    status = main([*request, f"simulator.omnigibson.data_path={node / 'data'}", *arguments])
    said = capsys.readouterr().err.strip()
    assert status == 2, said
    assert "\n" not in said
    for word in [*words, "simulator=embedded"]:
        assert word in said, said
    assert time.monotonic() - started < 30
    assert not (node / "out").exists()


def test_a_name_that_nobody_knows(node: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["stage=scene", "scene=Rs_intt", "simulator=omnigibson", f"output={node / 'out'}", *ACCEPTED]
    assert main(arguments) == 2
    assert "near names: Rs_int" in capsys.readouterr().err


def test_from_the_data_set_to_a_passed_self_test(
    node: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one command of a render node, on the stand-in: scene, floor map, ten pictures, report."""
    monkeypatch.setenv("PYTHONPATH", str(harness.SITE))
    monkeypatch.setenv("GSTGEN_ACCEPT_NVIDIA_EULA", "true")
    monkeypatch.setenv("GSTGEN_ACCEPT_BEHAVIOR_LICENCE", "true")
    arguments = [
        "stage=selftest", "scene=Rs_int", "simulator=omnigibson", f"output={node / 'out'}",
        f"simulator.omnigibson.data_path={node / 'data'}", "simulator.omnigibson.passes.warm_up=4",
        "simulator.omnigibson.passes.per_pose=5", "simulator.omnigibson.doors=as_authored",
        "selftest.width=320", "selftest.height=256", "selftest.poses=3",
    ]  # fmt: skip
    try:
        status = main(arguments)
    finally:
        stop_workers()
    said = capsys.readouterr().err
    assert status == 0, said
    report = json.loads((node / "out/reports/selftest-Rs_int-omnigibson/selftest.json").read_text())
    assert report["passed"]
    assert report["versions"]["omnigibson"] == "3.9.2"
    assert len(report["checks"]) == 10
    scene = Scene.read(node / "out/scenes/Rs_int/scene/scene.json")
    assert [r.id for r in scene.rooms] == ["living_room_0", "bedroom_0"]
    np.testing.assert_allclose(sorted(r.polygon.area for r in scene.rooms), [8.7, 12.0], rtol=0.02)
    assert scene.floor_z_m == pytest.approx(0.0, abs=1e-6)
    assert scene.object("table_abc_0").support == "floor"
    assert scene.object("lamp_abc_0").support == "ceiling"
    assert scene.notes["moved since loading"] == []
    assert scene.notes["instances without extent"] == ["empty_abc_0"]
    assert all("vertices" not in str(o.asset) for o in scene.objects)
    walls = [s for s in scene.structure if s.kind == "wall" and s.parameters["parts"]]
    assert walls
    with np.load(node / "out/scenes/Rs_int/scene/floor_map.npz") as floor_map:
        x, y = floor_map["origin_xy_m"]
        cell = lambda px, py: (int((py - y) / 0.05), int((px - x) / 0.05))  # noqa: E731 - short
        assert floor_map["navigable"][cell(4.05, 2.25)]  # through the doorway
        assert not floor_map["navigable"][cell(4.05, 1.0)]  # not through the wall
        assert not floor_map["free"][cell(5.9, 1.0)]  # not through the bed
