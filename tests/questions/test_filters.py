from __future__ import annotations

import numpy as np
import pytest
import synthetic_home as home

from gstgen.geometry.answers import Distances
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.geometry.maps import MapTransform
from gstgen.questions import filters
from gstgen.questions.inputs import Video, View
from gstgen.scenes.model import SceneObject

LIMITS = home.question_settings().filters.model_copy(update={"local_min_border_share": 0.01})
VIDEO = Video("exploration_0", 0, "exploration", "v.mp4", 10, 10.0, {}, np.zeros((10, 3)))
POSE = pose_from_heading((0, 0, 1.5), 0, 0)


def view(visible=None, glass=None, boxes=None, share=0.5):
    overlap = {"exploration_0": {"share": share}}
    camera = Camera.from_hfov(320, 256, 90)
    return View(
        "view_000", 0, 0, "v.png", camera, POSE, visible or {}, glass or {}, boxes or {}, None, overlap, None, None
    )


def item(center=(4, 0, 1.5), size=(1, 1, 1)):
    return SceneObject("a_b_0", "a", "b", OrientedBox.create(center, size), None, "floor")


def test_overlap_with_the_video_is_needed():
    assert filters.view_in_video(view(share=0.5), VIDEO, LIMITS) is None
    assert filters.view_in_video(view(share=0.0), VIDEO, LIMITS) == "min_view_overlap_share"
    other = Video("exploration_1", 1, "exploration", "w.mp4", 10, 10.0, {}, np.zeros((10, 3)))
    assert filters.view_in_video(view(), other, LIMITS) == "min_view_overlap_share"


def test_one_pixel_in_either_layer_is_visible():
    assert filters.invisible(view(), "a_b_0") is None
    assert filters.invisible(view(visible={"a_b_0": 1}), "a_b_0") == "target_visible"
    assert filters.invisible(view(glass={"a_b_0": 1}), "a_b_0") == "target_visible"


@pytest.mark.parametrize(
    ("pixels", "box", "reason"),
    [
        (0, None, "target_not_visible"),
        (20, (140, 100, 180, 140), "local_min_pixel_share"),
        (900, (0, 100, 40, 140), "local_min_border_share"),
        (70_000, (5, 5, 315, 251), "local_max_area_share"),
        (500, (140, 100, 150, 150), "local_min_rectangle_overlap"),
        (1600, (137, 105, 183, 151), None),
    ],
)
def test_a_local_target_is_whole_large_and_not_hidden(pixels, box, reason):
    shown = view({"a_b_0": pixels} if pixels else {}, boxes={"a_b_0": box} if box else {})
    assert filters.clearly_visible(shown, item(), LIMITS) == reason


def test_direction_must_be_clear():
    assert filters.clear_direction(POSE, item().box, LIMITS) is None
    assert filters.clear_direction(POSE, item((0.5, 0, 3.0)).box, LIMITS) == "max_elevation_deg"
    assert filters.clear_direction(POSE, item((2, 0, 1.5), (1, 3, 1)).box, LIMITS) == "max_angular_width_deg"
    assert filters.clear_direction(POSE, item((0.1, 0, 1.4), (1, 1, 0.1)).box, LIMITS) is not None


def test_definitions_of_distance_must_agree():
    assert filters.definitions_agree(Distances(4.0, 3.9, 3.1), LIMITS) is None
    assert filters.definitions_agree(Distances(4.0, 2.9, 3.9), LIMITS) == "planar_distance_differs"
    assert filters.definitions_agree(Distances(4.0, 3.9, 2.9), LIMITS) == "surface_distance_differs"
    # Half a metre counts where a quarter of the distance is less.
    assert filters.definitions_agree(Distances(1.2, 0.8, 0.75), LIMITS) is None


def test_standing_at_the_target_is_too_near():
    assert filters.far_enough(Distances(0.9, 0.8, 0.5), LIMITS) == "min_distance_m"


def test_points_must_fall_on_the_map():
    transform = MapTransform.fit((0, 0), (4, 2), 64, 64, 0.1)
    assert filters.on_map(np.array([[0, 0], [4, 2]]), transform) is None
    assert filters.on_map(np.array([[0, 0], [40, 2]]), transform) == "off_the_map"
