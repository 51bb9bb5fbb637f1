"""What walls hide is left out; what might be seen never is."""

from __future__ import annotations

import numpy as np

from gstgen.geometry.cameras import Camera, gl_view_projection, pose_from_heading
from gstgen.simulators.embedded.occlusion import hidden_boxes
from gstgen.simulators.embedded.raster import Raster
from tests.simulators.conftest import Factory

CAMERA = Camera.from_hfov(160, 128, 90.0)
NEAR_M, FAR_M = 0.05, 200.0


def clip_corners(low: tuple[float, ...], high: tuple[float, ...], pose: np.ndarray) -> np.ndarray:
    corners = np.array(np.meshgrid(*zip(low, high, strict=True), indexing="ij")).reshape(3, 8).T
    homogeneous = np.column_stack([corners, np.ones(8)])
    return (homogeneous @ gl_view_projection(CAMERA, pose, NEAR_M, FAR_M).T)[None]


def depth_of(metres: float) -> float:
    return (FAR_M / (FAR_M - NEAR_M)) * (1 - NEAR_M / metres)


def test_boxes_against_a_wall_with_a_door() -> None:
    pose = pose_from_heading((0.0, 0.0, 1.5), 0.0, 0.0)
    depth = np.full((128, 160), depth_of(3.0), np.float32)
    assert hidden_boxes(clip_corners((4, -1, 0), (5, 1, 1), pose), depth)[0]
    assert not hidden_boxes(clip_corners((2, -1, 0), (5, 1, 1), pose), depth)[0]  # begins before the wall
    assert not hidden_boxes(clip_corners((-1, -1, 0), (5, 1, 1), pose), depth)[0]  # reaches behind the camera
    depth[:, 60:64] = 1.0  # a gap, straight ahead and a little to the left
    assert not hidden_boxes(clip_corners((4, -1, 0), (5, 1, 3), pose), depth)[0]
    assert hidden_boxes(clip_corners((4, -3.9, 0), (5, -2, 1), pose), depth)[0]


def test_no_pixel_changes(make_simulator: Factory, monkeypatch) -> None:
    culled, complete = make_simulator(), make_simulator()
    counts = {"culled": 0, "complete": 0}
    visible = Raster._visible
    poses = [
        pose_from_heading((x, y, 1.5), h, -10.0) for x, y in ((1, 0.6), (3.5, 2), (6, 2.5)) for h in range(0, 360, 40)
    ]

    def counted(raster, view, hidden):
        ids = visible(raster, view, hidden)
        counts["culled" if raster is culled._raster else "complete"] += len(ids)
        return ids

    monkeypatch.setattr(Raster, "_visible", counted)
    assert complete._upload is not None
    complete._upload.occluder[:] = False
    for a, b in zip(
        culled.render(CAMERA, poses, ["instance", "glass", "depth"]),
        complete.render(CAMERA, poses, ["instance", "glass", "depth"]),
        strict=True,
    ):
        assert np.array_equal(a.instance, b.instance)
        assert np.array_equal(a.glass, b.glass)
        assert np.array_equal(a.depth, b.depth)
    assert counts["culled"] < counts["complete"]
