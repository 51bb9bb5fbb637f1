"""Exposure follows the room, smoothly, and depends on the place of the camera alone."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import shapely
from pydantic import ValidationError

from gstgen.geometry.cameras import Camera, OrthographicCamera, pose_from_heading, pose_looking_down
from gstgen.simulators.embedded.exposure import Exposure, gain_curve
from tests.simulators.conftest import Factory, render_settings

TWO = Exposure((shapely.box(0, 0, 4, 3), shapely.box(4.1, 0, 7, 3)), (0.8, 1.4))


def gain(x: float, y: float = 1.5) -> float:
    return TWO.gain(np.array([x, y, 1.5]))


def test_deep_in_a_room_its_own_gain_holds_and_nothing_jumps() -> None:
    assert gain(1.0) == pytest.approx(0.8, abs=0.01)
    assert gain(6.9) == pytest.approx(1.4, abs=0.01)
    walk = np.array([gain(x) for x in np.arange(0, 7, 0.03)])
    assert np.abs(np.diff(walk)).max() < 0.02  # a step of a slow video
    assert gain(100.0) == pytest.approx(1.0)


def test_curves_keep_black_white_and_order() -> None:
    assert np.array_equal(gain_curve(1.0), np.arange(256))
    for value in (0.8, 1.4):
        curve = gain_curve(value).astype(int)
        assert (np.diff(curve) >= 0).all()
        assert (curve[0], curve[255]) == (0, 255)
        assert (curve[128] > 128) == (value > 1)


def test_a_dim_room_is_lifted_and_a_map_is_not(make_simulator: Factory, small_scene) -> None:
    scene, geometry = small_scene
    lights = tuple(
        dataclasses.replace(light, radiance=tuple(0.03 * v for v in light.radiance))
        if light.room == "bedroom_0"
        else light
        for light in scene.lights
    )
    dim = dataclasses.replace(scene, lights=lights)
    same = {"quality": "standard", "lamp_balance": 0.0, "exposure_range": (0.8, 1.4)}
    follow, fixed = (make_simulator(dim, geometry, **same, exposure_adaptation=a) for a in (0.7, 0.0))
    camera = Camera.from_hfov(96, 80, 90.0)
    lift = {}
    for room, pose in (
        ("bedroom", pose_from_heading((6.5, 2.0, 1.5), 250, -10)),
        ("living", pose_from_heading((0.5, 2.0, 1.5), -20, -10)),
    ):
        a, b = (next(s.render(camera, [pose], ["rgb"])).rgb.mean() for s in (follow, fixed))
        lift[room] = a / b
    assert lift["bedroom"] > 1.03
    assert lift["living"] < 0.97
    # The same pose after another journey: the same bytes.
    poses = [pose_from_heading((x, 2.0, 1.5), 200, -10) for x in (0.5, 3.9, 6.5)]
    forward = [f.rgb for f in follow.render(camera, poses, ["rgb"])]
    backward = [f.rgb for f in follow.render(camera, poses[::-1], ["rgb"])][::-1]
    assert all(np.array_equal(a, b) for a, b in zip(forward, backward, strict=True))
    above = OrthographicCamera(96, 80, 0.1), [pose_looking_down((3.5, 1.5), 4.0)], ["rgb"]
    assert np.array_equal(next(follow.render(*above)).rgb, next(fixed.render(*above)).rgb)


def test_a_range_without_one_is_refused() -> None:
    with pytest.raises(ValidationError, match="exposure_range"):
        render_settings(exposure_range=(1.1, 1.4))
