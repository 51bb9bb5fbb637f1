"""What any simulator must do, on a small scene whose boxes are known. Runs on every kind in `make_simulator`."""

from __future__ import annotations

import dataclasses
import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from gstgen.geometry.cameras import (
    Camera,
    OrthographicCamera,
    backproject_depth,
    pixel_rays,
    pose_from_heading,
    pose_looking_down,
    project_points,
)
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from tests.simulators.conftest import Factory

SMALL = tuple[Scene, SceneGeometry]
CAMERA = Camera.from_hfov(320, 256, 90.0)
POSES = [
    pose_from_heading((0.4, 0.5, 1.5), 35.0, -10.0),
    pose_from_heading((3.6, 2.2, 1.6), 200.0, -15.0),
    pose_from_heading((2.2, 2.6, 1.2), -80.0, -5.0),
]
ALL = ("rgb", "instance", "depth", "glass")


def only(simulator, scene: Scene, name: str):
    simulator.hide(set(scene.instance_ids) - {name})


@pytest.fixture(autouse=True)
def nothing_hidden(simulator):
    simulator.show()
    yield
    simulator.show()


def mask_box(mask: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1], float)


@pytest.mark.parametrize("name", ["cabinet_abc_0", "table_abc_0"])
@pytest.mark.parametrize("camera", [CAMERA, Camera(301, 260, 170.0, 180.0, 130.0, 140.0)])
def test_a_known_box_projects_where_the_pose_says(simulator, small_scene: SMALL, name: str, camera: Camera) -> None:
    scene = small_scene[0]
    only(simulator, scene, name)
    seen = 0
    for pose, frame in zip(POSES, simulator.render(camera, POSES, ["instance"]), strict=True):
        pixels, depth = project_points(camera, pose, scene.object(name).box.corners_m)
        mask = frame.instance == scene.instance_ids[name]
        inside = depth.min() > 0.1 and (pixels > 1).all() and (pixels < (camera.width - 1, camera.height - 1)).all()
        if not inside:
            continue
        seen += 1
        np.testing.assert_allclose(mask_box(mask), [*pixels.min(0), *pixels.max(0)], atol=1.0)
    assert seen


def test_a_known_box_projects_on_the_map(simulator, small_scene: SMALL) -> None:
    scene = small_scene[0]
    only(simulator, scene, "table_abc_0")
    camera = OrthographicCamera(350, 170, 0.02)
    frame = next(simulator.render(camera, [pose_looking_down((3.5, 1.5), 5.0)], ["instance", "depth"]))
    corners = scene.object("table_abc_0").box.corners_m
    expected_x = (corners[:, 0] - 3.5) / 0.02 + 175
    expected_y = -(corners[:, 1] - 1.5) / 0.02 + 85
    box = mask_box(frame.instance > 0)
    expected = [expected_x.min(), expected_y.min(), expected_x.max(), expected_y.max()]
    np.testing.assert_allclose(box, expected, atol=1.0)
    assert frame.depth[frame.instance > 0] == pytest.approx(5.0 - 0.72, abs=1e-3)


@pytest.mark.parametrize("name", ["cabinet_abc_0", "table_abc_0", "bed_abc_0"])
def test_depth_lies_on_the_box(simulator, small_scene: SMALL, name: str) -> None:
    scene = small_scene[0]
    box, seen = scene.object(name).box, 0
    poses = [*POSES, pose_from_heading((4.5, 2.5, 1.5), -40.0, -10.0)]
    for pose, frame in zip(poses, simulator.render(CAMERA, poses, ["instance", "depth"]), strict=True):
        points = backproject_depth(CAMERA, pose, frame.depth)[frame.instance == scene.instance_ids[name]]
        seen += len(points)
        outside = np.abs(box.to_local(points)) - box.size_m / 2
        assert np.abs(outside.max(1)).max(initial=0) < 1e-3
    assert seen


def test_depth_is_infinite_exactly_where_nothing_is(simulator) -> None:
    frame = next(simulator.render(CAMERA, POSES[1:2], ["instance", "depth"]))
    assert (frame.instance == 0).any()
    assert np.array_equal(np.isinf(frame.depth), frame.instance == 0)
    assert frame.depth.dtype == np.float32
    assert frame.instance.dtype == np.uint32


def test_left_is_left_and_up_is_up(simulator, small_scene: SMALL) -> None:
    ids = small_scene[0].instance_ids
    # Looking along +x from the west: the cabinet (y = 2.5) stands left of the table (y = 1.0).
    frame = next(simulator.render(CAMERA, [pose_from_heading((0.2, 1.5, 1.5), 0.0, -15.0)], ["instance"]))
    rows, columns = np.indices(frame.instance.shape)

    def middle(name: str) -> tuple[float, float]:
        mask = frame.instance == ids[name]
        return columns[mask].mean(), rows[mask].mean()

    assert middle("cabinet_abc_0")[0] < middle("table_abc_0")[0]
    assert middle("ceiling_living_0")[1] < middle("floor_living_0")[1]


def test_hidden_things_vanish_and_come_back(simulator, small_scene: SMALL) -> None:
    ids = small_scene[0].instance_ids
    before = next(simulator.render(CAMERA, POSES[:1], ALL))
    assert (before.instance == ids["table_abc_0"]).any()
    simulator.hide(["table_abc_0"])
    without = next(simulator.render(CAMERA, POSES[:1], ALL))
    assert not (without.instance == ids["table_abc_0"]).any()
    other = before.instance != ids["table_abc_0"]
    assert np.array_equal(before.instance[other], without.instance[other])
    simulator.show()
    after = next(simulator.render(CAMERA, POSES[:1], ALL))
    assert np.array_equal(before.rgb, after.rgb)
    assert np.array_equal(before.instance, after.instance)
    with pytest.raises(KeyError, match="sofa"):
        simulator.hide(["sofa_abc_0"])


def test_glass_has_its_own_layer(simulator, small_scene: SMALL) -> None:
    ids = small_scene[0].instance_ids
    for pose, name, behind in (
        (pose_from_heading((5.5, 2.6, 1.5), -112.0, -20.0), "vitrine_abc_0", "wall_south"),
        (pose_from_heading((3.0, 1.7, 1.5), 180.0, 0.0), "window_0", None),
    ):
        frame = next(simulator.render(CAMERA, [pose], ALL))
        pane = frame.glass == ids[name]
        assert pane.sum() > 100
        assert set(np.unique(frame.glass)) <= {0, ids[name]}
        expected = 0 if behind is None else ids[behind]
        assert (frame.instance[pane] == expected).sum() > 50
    # The opaque bar of the window is in the instance layer, with the window's id.
    assert (frame.instance == ids["window_0"]).any()
    assert not ((frame.instance == ids["window_0"]) & (frame.glass > 0)).any()


def test_glass_behind_things_is_not_seen(simulator, small_scene: SMALL) -> None:
    ids = small_scene[0].instance_ids
    frame = next(simulator.render(CAMERA, [pose_from_heading((0.5, 1.0, 1.4), 180.0, 0.0)], ["instance", "glass"]))
    assert (frame.glass == ids["window_0"]).any()
    frame = next(simulator.render(CAMERA, [pose_from_heading((0.5, 1.0, 1.4), 90.0, 0.0)], ["instance", "glass"]))
    assert not (frame.glass == ids["vitrine_abc_0"]).any()


def test_ids_agree_with_rays(simulator, small_scene: SMALL) -> None:
    scene, geometry = small_scene
    corners, owner = [], []
    for name, parts in geometry.meshes.items():
        for part in parts:
            if geometry.materials[part.material].kind != "glass":
                corners.append(part.vertices[part.faces])
                owner += [scene.instance_ids[name]] * len(part.faces)
    rays = EmbreeScene()
    mesh = TriangleMesh(rays, np.concatenate(corners))
    owner = np.array(owner)
    agree = total = 0
    directions = pixel_rays(CAMERA).reshape(-1, 3)
    for pose, frame in zip(POSES, simulator.render(CAMERA, POSES, ["instance"]), strict=True):
        pick = np.random.default_rng(3).choice(len(directions), 4000, replace=False)
        world = (directions[pick] @ pose[:3, :3].T).astype(np.float32)
        hits = rays.run(np.tile(pose[:3, 3].astype(np.float32), (len(pick), 1)), world)
        expected = np.where(hits < 0, 0, owner[np.maximum(hits, 0)])
        agree += (frame.instance.ravel()[pick] == expected).sum()
        total += len(pick)
    assert mesh is not None
    assert agree / total >= 0.995


def test_ids_do_not_depend_on_the_order_of_instances(simulator, make_simulator: Factory, small_scene: SMALL) -> None:
    scene, geometry = small_scene
    turned = dataclasses.replace(scene, objects=scene.objects[::-1], structure=scene.structure[::-1])
    reordered = SceneGeometry(geometry.materials, geometry.textures, dict(reversed(geometry.meshes.items())))
    other = make_simulator(turned, reordered)
    names, other_names = np.array(scene.instance_names), np.array(turned.instance_names)
    for a, b in zip(
        simulator.render(CAMERA, POSES, ["instance", "glass"]),
        other.render(CAMERA, POSES, ["instance", "glass"]),
        strict=True,
    ):
        assert np.array_equal(names[a.instance], other_names[b.instance])
        assert np.array_equal(names[a.glass], other_names[b.glass])


def test_layers_do_not_depend_on_what_else_is_asked_for(simulator, make_simulator: Factory) -> None:
    plain = make_simulator(supersample=1.0)
    alone = next(simulator.render(CAMERA, POSES[:1], ["instance"]))
    assert alone.rgb is None
    assert alone.depth is None
    for frame in (
        next(simulator.render(CAMERA, POSES[:1], ALL)),
        next(plain.render(CAMERA, POSES[:1], ALL)),
        next(plain.render(CAMERA, POSES[:1], ["instance", "rgb"])),
    ):
        assert np.array_equal(alone.instance, frame.instance)


def test_supersampling_changes_edges_only(simulator, make_simulator: Factory) -> None:
    smooth = next(simulator.render(CAMERA, POSES[:1], ["rgb"])).rgb.astype(int)
    rough = next(make_simulator(supersample=1.0).render(CAMERA, POSES[:1], ["rgb"])).rgb.astype(int)
    assert smooth.shape == rough.shape == (256, 320, 3)
    assert np.median(np.abs(smooth - rough)) <= 1
    assert (np.abs(smooth - rough).max(2) > 24).mean() < 0.1


def test_sky_outside_and_white_around_maps(simulator, small_scene: SMALL) -> None:
    frame = next(simulator.render(CAMERA, [pose_from_heading((3.0, 1.7, 1.5), 180.0, 10.0)], ["rgb", "instance"]))
    sky = frame.rgb[frame.instance == 0]
    assert len(sky) > 500
    assert sky.min() > 120
    simulator.hide([n for n in small_scene[0].instance_ids if n.startswith("ceiling")])
    camera = OrthographicCamera(400, 200, 0.02)
    frame = next(simulator.render(camera, [pose_looking_down((3.5, 1.5), 5.0)], ["rgb", "instance"]))
    around = frame.rgb[frame.instance == 0]
    assert len(around) > 500
    assert (around == 255).all(1).mean() > 0.97  # the rest is averaged with what stands beside it


def test_frames_are_the_same_bytes_everywhere(simulator, make_simulator: Factory, tmp_path: Path) -> None:
    def digest(renderer) -> str:
        total = hashlib.sha256()
        for frame in renderer.render(CAMERA, POSES, ALL):
            for layer in (frame.rgb, frame.instance, frame.depth, frame.glass):
                total.update(np.ascontiguousarray(layer).tobytes())
        return total.hexdigest()

    expected = digest(simulator)
    second = make_simulator()
    assert digest(second) == expected
    assert digest(simulator) == expected  # two at once in one process
    code = (
        "import sys, hashlib, numpy as np\n"
        "from pathlib import Path\n"
        "from tests.simulators import conftest, test_conformance as t\n"
        "scene, geometry = conftest.small_scene.__wrapped__()\n"
        "s = conftest.EmbeddedSimulator(conftest.render_settings(quality='draft'), Path(sys.argv[1]), workers=2)\n"
        "s.load_geometry(scene, geometry)\n"
        "h = hashlib.sha256()\n"
        "for f in s.render(t.CAMERA, t.POSES, t.ALL):\n"
        "    for layer in (f.rgb, f.instance, f.depth, f.glass):\n"
        "        h.update(np.ascontiguousarray(layer).tobytes())\n"
        "print(h.hexdigest())\n"
    )
    root = Path(__file__).parents[2]
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True, cwd=root
    )
    assert result.stdout.strip() == expected
