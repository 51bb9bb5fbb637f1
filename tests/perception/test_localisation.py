"""Placing a picture by matching points: right poses, wrong places, nothing to match."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from furnished import CAMERA, SETTINGS, furnished

from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.perception.localisation import (
    Evidence,
    Features,
    Landmarks,
    Localiser,
    find_features,
    fit_pose,
    locate_features,
    match_features,
    shrink,
    solve_pose,
)
from gstgen.perception.raycast import RayCaster

LIMITS = SETTINGS.localise
SCENE, GEOMETRY = furnished()
CASTER = RayCaster(SCENE, GEOMETRY)
SMALL = CAMERA.resized(400, 320)


def picture(pose: np.ndarray) -> np.ndarray:
    """What a camera sees of rooms papered with noise: smooth, so that it looks alike from other places."""
    hits = CASTER.view(SMALL, pose)
    points = np.nan_to_num(hits.point_m)
    value = np.zeros(points.shape[:2])
    random = np.random.default_rng(3)
    for wave in random.normal(0, 9, (40, 3)):
        value += np.sign(np.sin(points @ wave + hits.instance * 1.7))
    grey = np.clip(128 + 9 * value, 0, 255).astype(np.uint8)
    return np.repeat(cv2.GaussianBlur(grey, (3, 3), 0)[..., None], 3, -1)


FRAMES = [(x, y, h) for x, y in ((1.0, 2.0), (2.5, 2.0), (5.5, 2.0), (7.0, 2.0)) for h in range(0, 360, 45)]


@cache
def localiser() -> Localiser:
    marks = []
    for number, (x, y, heading) in enumerate(FRAMES):
        pose = pose_from_heading((x, y, 1.5), heading, -10.0)
        features = find_features(picture(pose), LIMITS)
        marks.append(locate_features(CASTER, SMALL, "exploration_0", number, pose, features))
    return Localiser(marks, LIMITS)


def shares(*frames: int) -> np.ndarray:
    out = np.zeros(len(FRAMES))
    out[list(frames)] = 0.5
    return out


@pytest.mark.parametrize(("x", "y", "heading"), [(1.4, 2.3, 20.0), (6.0, 1.7, 60.0), (6.6, 2.2, 190.0)])
def test_a_view_near_frames_is_placed(x: float, y: float, heading: float) -> None:
    truth = pose_from_heading((x, y, 1.6), heading, -4.0)
    found = localiser().locate(picture(truth), SMALL, truth, shares())  # found among all frames, by looks alone
    assert found.localised
    assert found.best is not None
    assert found.best.inliers >= LIMITS.min_inliers
    assert found.best.position_error_m < 0.1
    assert found.best.rotation_error_deg < 3
    assert np.hypot(FRAMES[found.best.frame][0] - x, FRAMES[found.best.frame][1] - y) < 2.5
    again = localiser().locate(picture(truth), SMALL, truth, shares())
    assert again == found


def test_a_place_that_looks_right_elsewhere_is_the_best_wrong_one() -> None:
    """The picture of one place with the truth said to be another: as if both looked the same."""
    pose = pose_from_heading((1.4, 2.3, 1.6), 20.0, -4.0)
    elsewhere = pose_from_heading((6.4, 2.3, 1.6), 20.0, -4.0)
    found = localiser().locate(picture(pose), SMALL, elsewhere, shares(17))
    assert not found.localised
    assert found.best is not None
    assert found.best_wrong is not None
    assert found.best_wrong.inliers == found.best.inliers
    assert found.best_wrong.position_error_m == pytest.approx(5.0, abs=0.2)
    record = found.to_json()
    assert record["best_wrong"]["distance_m"] == found.best_wrong.position_error_m
    assert record["best_frame"] == {"video": "exploration_0", "frame": found.best.frame}


def test_a_bare_picture_is_placed_nowhere() -> None:
    truth = pose_from_heading((1.4, 2.3, 1.6), 20.0, -4.0)
    found = localiser().locate(np.full((320, 400, 3), 200, np.uint8), SMALL, truth, shares(0))
    assert found.to_json() == {
        "localised": False, "inliers": 0, "best_frame": None, "position_error_m": None, "rotation_error_deg": None,
        "best_wrong": None,
    }  # fmt: skip
    nothing = Localiser([], LIMITS).locate(picture(truth), SMALL, truth, np.zeros(0))
    assert not nothing.localised


def test_a_pose_comes_back_from_points_with_outliers() -> None:
    random = np.random.default_rng(5)
    truth = pose_from_heading((3.0, -1.0, 1.4), 77.0, -12.0)
    camera = Camera.from_hfov(640, 512, 90.0)
    local = np.stack([random.uniform(-2, 2, 80), random.uniform(-1.5, 1.5, 80), random.uniform(2, 6, 80)], 1)
    points = local @ truth[:3, :3].T + truth[:3, 3]
    pixels, _ = project_points(camera, truth, points)
    noisy = pixels + random.normal(0, 0.3, pixels.shape)
    noisy[::2] = random.uniform(0, 500, (40, 2))
    pose = solve_pose(noisy, points, camera, LIMITS)
    assert pose is not None
    assert pose == pytest.approx(truth, abs=0.05)
    assert fit_pose(pixels, points, camera, pose) == pytest.approx(truth, abs=1e-4)
    fitted, inliers = Evidence(np.arange(80) // 2, noisy, points).refine(pose, camera, LIMITS)
    assert fitted == pytest.approx(truth, abs=0.02)
    assert inliers == 40  # features, not matches
    assert solve_pose(noisy[:3], points[:3], camera, LIMITS) is None


def test_points_behind_the_camera_never_agree() -> None:
    truth = pose_from_heading((0, 0, 1.5), 0.0, 0.0)
    behind = np.array([[-2.0, 0.1 * i, 1.5] for i in range(30)])
    mirrored = np.array([[2.0, -0.1 * i, 1.5] for i in range(30)])
    pixels, _ = project_points(SMALL, truth, mirrored)
    assert Evidence(np.arange(30), pixels, behind).refine(truth, SMALL, LIMITS)[1] == 0


def test_matches_are_one_to_one_and_clear() -> None:
    random = np.random.default_rng(1)
    descriptors = random.integers(0, 256, (50, 32), np.uint8)
    a, b = Features(np.zeros((50, 2)), descriptors), Features(np.zeros((50, 2)), descriptors[::-1].copy())
    pairs = match_features(a, b, 0.8)
    assert pairs.tolist() == [[i, 49 - i] for i in range(50)]
    twice = Features(np.zeros((100, 2)), np.concatenate([descriptors, descriptors]))
    assert len(match_features(a, twice, 0.8)) == 0  # two that fit equally well are no match
    assert len(match_features(twice, a, 0.8)) == 50
    nothing = Features(np.zeros((0, 2)), np.zeros((0, 32), np.uint8))
    assert match_features(nothing, b, 0.8).shape == (0, 2)
    assert match_features(a, nothing, 0.8).shape == (0, 2)


def test_features_that_meet_nothing_are_no_landmarks() -> None:
    pose = pose_from_heading((2.0, 2.0, 10.0), 0.0, 30.0)  # above the ceiling, into the sky
    features = Features(np.array([[200.0, 160.0]]), np.zeros((1, 32), np.uint8))
    mark = locate_features(CASTER, SMALL, "exploration_0", 0, pose, features)
    assert isinstance(mark, Landmarks)
    assert len(mark.points_m) == len(mark.features.pixels) == 0


def test_large_views_are_shrunk_with_their_camera() -> None:
    camera = Camera.from_hfov(1920, 1536, 90.0)
    small, changed = shrink(np.zeros((1536, 1920, 3), np.uint8), camera, 640)
    assert small.shape == (512, 640, 3)
    assert (changed.width, changed.height, changed.fx) == (640, 512, pytest.approx(320.0))
    same, kept = shrink(small, changed, 640)
    assert same is small
    assert kept is changed
