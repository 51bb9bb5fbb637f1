"""The part of a picture in which sky is drawn."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.geometry.maps import MapTransform
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.targets import MARGIN_PX, around
from gstgen.topdown.easy import overhead_camera
from tests.simulators.conftest import Factory


def test_nothing_is_drawn_where_no_pixel_is_empty() -> None:
    assert around(np.zeros((8, 10), bool), 1.5, (15, 12)) is None


def test_a_rectangle_holds_every_empty_pixel_and_its_margin() -> None:
    empty = np.zeros((80, 100), bool)
    empty[30, 40] = empty[50, 60] = True
    x, y, width, height = around(empty, 1.5, (150, 120)) or (0, 0, 0, 0)
    assert x <= (40 - MARGIN_PX + 1) * 1.5
    assert x + width >= (61 + MARGIN_PX - 1) * 1.5
    assert y <= (30 - MARGIN_PX + 1) * 1.5
    assert y + height >= (51 + MARGIN_PX - 1) * 1.5
    assert width < 50
    assert height < 50


@pytest.mark.parametrize("scale", [1.5, 2.0, 3.0])
def test_a_rectangle_stays_inside_the_picture(scale: float) -> None:
    size = (round(9 * scale), round(7 * scale))
    assert around(np.ones((7, 9), bool), scale, size) == (0, 0, *size)


@pytest.mark.parametrize("supersample", [1.0, 1.5])
def test_a_frame_does_not_depend_on_the_size_of_earlier_ones(
    make_simulator: Factory, small_scene: tuple[Scene, SceneGeometry], supersample: float
) -> None:
    above, pose = overhead_camera(MapTransform.centered((3.0, 1.5), 0.02, 400, 240), small_scene[1])
    large, out = Camera.from_hfov(320, 256, 90.0), pose_from_heading((-3.0, 1.5, 1.5), 0.0, 10.0)
    small = Camera.from_hfov(64, 48, 90.0)
    simulator = make_simulator(supersample=supersample)
    outputs = ["rgb", "instance", "depth", "glass"]
    fresh = [next(simulator.render(c, [p], outputs)) for c, p in ((above, pose), (large, out))]
    next(simulator.render(small, [out], outputs))
    again = [next(simulator.render(c, [p], outputs)) for c, p in ((above, pose), (large, out))]
    for before, after in zip(fresh, again, strict=True):
        for output in outputs:
            assert np.array_equal(getattr(before, output), getattr(after, output)), output
