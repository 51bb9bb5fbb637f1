"""The raw USD calls of `stage_world`, on the real `pxr` (package usd-core) where it is installed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.omnigibson.stage_world import (
    LABEL_ATTRIBUTES,
    ROOT,
    StageWorld,
    category_of,
    semantic_label,
    set_prim_visible,
)
from tests.simulators.test_omnigibson_gpu import write_usd


@pytest.fixture
def stage(tmp_path: Path, small_scene: tuple[Scene, SceneGeometry]) -> Any:
    usd = pytest.importorskip("pxr.Usd", reason="usd-core is not installed")
    file = write_usd(tmp_path / "two_rooms.usd", small_scene[1])
    stage = usd.Stage.CreateInMemory()
    stage.DefinePrim("/World", "Xform")
    stage.DefinePrim(ROOT, "Xform").GetReferences().AddReference(str(file))
    return stage


def test_a_written_stage_is_read_as_it_was(stage: Any, small_scene: tuple[Scene, SceneGeometry]) -> None:
    scene, geometry = small_scene
    world = StageWorld(SimpleNamespace(stage=stage))  # type: ignore[arg-type]
    shown = {name for name, parts in geometry.meshes.items() if parts}
    description = world.describe(0.005, 24)
    entries = {entry["name"]: entry for entry in description["objects"]}
    assert set(entries) == shown
    assert set(world.glass_instances) == {"window_0", "vitrine_abc_0"}
    for item in scene.objects:
        if item.id in shown:
            low, high = item.box.bounds_m
            np.testing.assert_allclose(entries[item.id]["bounds_m"], [low, high], atol=1e-5)
    assert world.name_of(f"{ROOT}/table_abc_0/mesh_0") == "table_abc_0"
    assert world.name_of("/World/elsewhere") is None


def test_hiding_and_showing_panes_leaves_the_rest_alone(stage: Any) -> None:
    from pxr import UsdGeom

    def shown(path: str) -> bool:
        prim = stage.GetPrimAtPath(path)
        return bool(UsdGeom.Imageable(prim).ComputeVisibility() != UsdGeom.Tokens.invisible)

    world = StageWorld(SimpleNamespace(stage=stage))  # type: ignore[arg-type]
    world.set_visible(["window_0", "table_abc_0"], False)
    world.set_panes_visible(frozenset({"window_0", "table_abc_0"}), False)
    world.set_panes_visible(frozenset({"window_0", "table_abc_0"}), True)
    assert not shown(f"{ROOT}/window_0/mesh_0")
    assert not shown(f"{ROOT}/window_0/mesh_1")
    assert shown(f"{ROOT}/vitrine_abc_0/mesh_0")
    world.set_visible(["window_0", "table_abc_0"], True)
    assert shown(f"{ROOT}/window_0/mesh_0")
    assert shown(f"{ROOT}/window_0/mesh_1")


def test_showing_a_mesh_shows_what_is_above_it(stage: Any) -> None:
    """The trap that the stand-in imitates: real USD shows the hidden ancestor and hides its other children."""
    from pxr import UsdGeom

    window = stage.GetPrimAtPath(f"{ROOT}/window_0")
    pane, frame = window.GetChildren()
    set_prim_visible(window, False)
    set_prim_visible(pane, True)
    assert UsdGeom.Imageable(pane).ComputeVisibility() != UsdGeom.Tokens.invisible
    assert UsdGeom.Imageable(frame).ComputeVisibility() == UsdGeom.Tokens.invisible


def test_labels_of_either_schema(stage: Any) -> None:
    from pxr import Sdf

    prim = stage.GetPrimAtPath(f"{ROOT}/table_abc_0")
    assert semantic_label(prim) is None
    assert category_of(prim) == "table_abc"
    prim.CreateAttribute(LABEL_ATTRIBUTES[1], Sdf.ValueTypeNames.TokenArray).Set(["Coffee Table"])
    assert category_of(prim) == "coffee_table"
    prim.CreateAttribute(LABEL_ATTRIBUTES[0], Sdf.ValueTypeNames.String).Set("desk")
    assert category_of(prim) == "desk"
