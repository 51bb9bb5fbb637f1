"""The conformance suite of the simulators on OmniGibson's stand-in, in both versions and with USD stages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from gstgen.geometry.cameras import Camera, OrthographicCamera, pose_looking_down
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.omnigibson.simulator import OmniGibsonSimulator, stop_workers
from tests.simulators import test_conformance
from tests.simulators.omnigibson_double import harness
from tests.simulators.test_conformance import (  # noqa: F401 - collected here, with this module's simulators
    ALL,
    CAMERA,
    POSES,
    mask_box,
    nothing_hidden,
    only,
    test_a_known_box_projects_where_the_pose_says,
    test_depth_is_infinite_exactly_where_nothing_is,
    test_depth_lies_on_the_box,
    test_glass_behind_things_is_not_seen,
    test_glass_has_its_own_layer,
    test_hidden_things_vanish_and_come_back,
    test_ids_agree_with_rays,
    test_ids_do_not_depend_on_the_order_of_instances,
    test_left_is_left_and_up_is_up,
    test_sky_outside_and_white_around_maps,
)

SMALL = tuple[Scene, SceneGeometry]
exact_map_test = test_conformance.test_a_known_box_projects_on_the_map
Maker = Callable[..., OmniGibsonSimulator]


@pytest.fixture(scope="module")
def make_simulator(small_scene: SMALL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Maker]:
    numbers = itertools.count(1)
    folder = tmp_path_factory.mktemp("omnigibson")

    def make(scene: Scene | None = None, geometry: SceneGeometry | None = None, **_: object) -> OmniGibsonSimulator:
        root = folder / ("0" if scene is None else str(next(numbers)))
        return harness.make(root, scene or small_scene[0], geometry or small_scene[1], "3.9.2")

    with harness.on_the_double("3.9.2"):
        yield make
        stop_workers()


@pytest.fixture(scope="module")
def simulator(make_simulator: Maker) -> OmniGibsonSimulator:
    return make_simulator()


def test_a_known_box_projects_on_the_map(simulator: OmniGibsonSimulator, small_scene: SMALL) -> None:
    """From far above, one pixel at an edge may show the box's side; all others lie on its top."""
    scene = small_scene[0]
    only(simulator, scene, "table_abc_0")
    camera = OrthographicCamera(350, 170, 0.02)
    frame = next(simulator.render(camera, [pose_looking_down((3.5, 1.5), 5.0)], ["instance", "depth"]))
    corners = scene.object("table_abc_0").box.corners_m
    x, y = (corners[:, 0] - 3.5) / 0.02 + 175, -(corners[:, 1] - 1.5) / 0.02 + 85
    np.testing.assert_allclose(mask_box(frame.instance > 0), [x.min(), y.min(), x.max(), y.max()], atol=1.0)
    depth = frame.depth[frame.instance > 0]
    assert np.mean(np.abs(depth - (5.0 - 0.72)) < 1e-3) > 0.97
    assert depth.max() <= 5.0 + 1e-3


def test_pictures_are_of_the_pose_that_was_asked_for(simulator: OmniGibsonSimulator) -> None:
    """The stand-in's pictures lag three renders behind: forwards and backwards give the same pictures."""
    camera = Camera.from_hfov(96, 80, 90.0)
    forward = [f.instance for f in simulator.render(camera, POSES, ["instance"])]
    backward = [f.instance for f in simulator.render(camera, POSES[::-1], ["instance"])]
    for a, b in zip(forward, reversed(backward), strict=True):
        assert np.array_equal(a, b)


def test_layers_do_not_depend_on_what_else_is_asked_for(simulator: OmniGibsonSimulator) -> None:
    alone = next(simulator.render(CAMERA, POSES[:1], ["instance"]))
    everything = next(simulator.render(CAMERA, POSES[:1], ALL))
    assert alone.rgb is None
    assert alone.depth is None
    assert np.array_equal(alone.instance, everything.instance)


@pytest.mark.parametrize("way", ["1.1.1", "3.9.2 stage", "1.1.1 stage"])
def test_other_versions_and_usd_stages(way: str, small_scene: SMALL, tmp_path: Path) -> None:
    version, _, stage = way.partition(" ")
    with harness.on_the_double(version):
        simulator = harness.make(tmp_path, *small_scene, version, stage=bool(stage))
        try:
            for check in (test_left_is_left_and_up_is_up, test_hidden_things_vanish_and_come_back,
                          test_glass_has_its_own_layer):  # fmt: skip
                check(simulator, small_scene)
            test_depth_lies_on_the_box(simulator, small_scene, "table_abc_0")
            test_pictures_are_of_the_pose_that_was_asked_for(simulator)
        finally:
            stop_workers()
    assert simulator.notes["worker failures"] == []


def test_a_true_orthographic_camera_gives_the_same_map(small_scene: SMALL, tmp_path: Path) -> None:
    with harness.on_the_double("3.9.2"):
        simulator = harness.make(tmp_path, *small_scene, "3.9.2", map_projection="orthographic")
        try:
            exact_map_test(simulator, small_scene)
            test_depth_lies_on_the_box(simulator, small_scene, "table_abc_0")  # perspective again afterwards
        finally:
            stop_workers()
