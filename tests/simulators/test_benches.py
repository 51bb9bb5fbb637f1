"""The benches' own machinery, without any peer installed: exports, reports, a peer that does not run, sheets."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from tests.benchmarks import gallery, render, scaling
from tests.benchmarks.peer import FAR_M, NEAR_M, Export, planar_depth

SMALL = tuple[Scene, SceneGeometry]


def test_an_export_holds_every_triangle_that_is_not_glass(small_scene: SMALL, tmp_path: Path) -> None:
    scene, geometry = small_scene
    solid = render.without_glass(geometry)
    export = render.export_scene(scene, solid, [np.eye(4)])
    export.save(tmp_path / "export.npz")
    back = Export.load(tmp_path / "export.npz")
    count = sum(len(p.faces) for parts in solid.meshes.values() for p in parts)
    assert sum(len(p.faces) for p in back.parts) == count
    assert count < sum(len(p.faces) for parts in geometry.meshes.values() for p in parts)
    assert {p.instance for p in back.parts} <= set(scene.instance_ids.values())
    assert scene.instance_ids["vitrine_abc_0"] not in {p.instance for p in back.parts}
    for one, other in zip(export.parts, back.parts, strict=True):
        assert np.array_equal(one.vertices[one.faces], other.vertices[other.faces])
    assert back.vertical_fov_deg == pytest.approx(2 * np.degrees(np.arctan(256 / 320)))


def test_depth_buffers_become_planar_metres() -> None:
    z = np.array([0.1, 1.0, 30.0])
    buffer = (FAR_M - NEAR_M * FAR_M / z) / (FAR_M - NEAR_M)
    np.testing.assert_allclose(planar_depth(np.append(buffer, 1.0)), [*z, np.inf])


def contestant(key: str, **cost_ms: list[float]) -> render.Contestant:
    found = render.Contestant(key, process=None, name=key)  # type: ignore[arg-type]
    found.cost_ms = {mode.replace("_", " ").replace("x", "."): cost for mode, cost in cost_ms.items()}
    found.same_ids = [1.0]
    return found


def test_a_peer_that_did_not_run_has_no_figure(capsys: pytest.CaptureFixture[str]) -> None:
    ours = contestant("ours", **{"1x0_rgb": [8.0, 10.0, 30.0], "1x0_all": [10.0, 20.0, 90.0]})
    figures = render.report([ours, contestant("mujoco", rgb=[40.0], all=[50.0]), contestant("vtk")])
    assert figures == {"cpu_ms": 20.0, "mujoco_ratio": 2.5, "vtk_ratio": None}
    assert "null" in json.dumps(figures)
    assert "4.00" in capsys.readouterr().out  # 40 ms of colours against our 10


def test_a_peer_that_cannot_start_is_named_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = render.start("not_there", sys.executable, tmp_path)
    assert found.fault
    assert found.cost_ms == {}
    out = capsys.readouterr().out
    assert out.startswith("not_there does not run here: ")
    assert out.count("\n") == 1


def test_a_sheet_holds_all_pictures_with_their_shape() -> None:
    red = np.full((100, 400, 3), (200, 0, 0), np.uint8)
    sheet = gallery.contact_sheet([("a", red), ("b", red), ("c", red), ("d", red)])
    width, height = gallery.THUMB_PX
    assert sheet.shape == (2 * (height + gallery.CAPTION_PX), 3 * width, 3)
    assert (sheet == (200, 0, 0)).all(2).sum() == pytest.approx(4 * width * width / 4, rel=0.01)


def test_the_scaling_scene_has_what_it_says() -> None:
    for triangles, instances in ((3_000, 100), (20_000, 1_000), (30_000, 10)):
        scene, geometry = scaling.wall_of_things(triangles, instances)
        count = sum(len(p.faces) for parts in geometry.meshes.values() for p in parts)
        assert len(scene.objects) == instances
        assert count == pytest.approx(triangles, rel=0.25)
    assert scaling.pss_mb() > 10
