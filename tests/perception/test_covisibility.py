from __future__ import annotations

import time

import numpy as np
import pytest
from furnished import CAMERA, furnished, walk

from gstgen.geometry.cameras import pose_from_heading, project_points
from gstgen.perception.covisibility import overlap, picture_keys, surface_keys
from gstgen.perception.raycast import RayCaster


def random_pictures(random: np.random.Generator, count: int, rays: int, places: int) -> list[np.ndarray]:
    pictures = []
    for _ in range(count):
        keys = random.integers(0, places, rays) * 7919 + (random.integers(0, places) << 20)
        keys[random.random(rays) < 0.2] = -1
        pictures.append(np.where(random.random(rays) < 0.5, random.integers(0, places, rays), keys))
    return pictures


def test_overlap_against_brute_force():
    random = np.random.default_rng(3)
    views, frames = random_pictures(random, 7, 60, 40), random_pictures(random, 9, 60, 40)
    result = overlap(views, frames)
    for i, view in enumerate(views):
        own = [k for k in view.tolist() if k >= 0]
        shown = {k for frame in frames for k in frame.tolist()}
        assert result.share[i] == pytest.approx(sum(k in shown for k in own) / len(own))
        for j, frame in enumerate(frames):
            other = [k for k in frame.tolist() if k >= 0]
            there = sum(k in set(other) for k in own) / len(own)
            back = sum(k in set(own) for k in other) / len(other)
            assert result.frame_share[i, j] == pytest.approx(there)
            assert result.copy_share[i, j] == pytest.approx(min(there, back))


def test_nothing_to_compare():
    view = np.array([1, 2, -1])
    assert overlap([view], []).share.tolist() == [0.0]
    assert overlap([view], []).frame_share.shape == (1, 0)
    nothing = overlap([np.array([-1, -1])], [view])
    assert (nothing.share.tolist(), nothing.copy_share.tolist()) == ([0.0], [[0.0]])


def test_keys_know_cube_and_side():
    points = [(1.0, 1.1, 1.2), (1.01, 1.11, 1.21), (1.0, 1.1, 1.2), (2.0, 1.1, 1.2), (np.nan,) * 3]
    normals = [(1, 0, 0), (0.9, 0.1, -0.1), (-1, 0, 0), (1, 0, 0), (0, 0, 0)]
    a, same, behind, elsewhere, nothing = surface_keys(points, normals, 0.25)
    assert a == same
    assert len({a, behind, elsewhere}) == 3
    assert nothing == -1


def test_a_wall_on_the_border_of_two_cubes_is_one_place():
    """x = 1 lies between two cubes: noise of a ray cast may not split the wall in two."""
    noise = np.random.default_rng(0).normal(0, 1e-6, 200)
    points = np.column_stack([1.0 + noise, np.full(200, 0.6), np.full(200, 0.6)])
    assert len(np.unique(surface_keys(points, np.tile([1.0, 0, 0], (200, 1)), 0.25))) == 1


def test_a_point_too_far_out_is_refused():
    with pytest.raises(ValueError, match="too far"):
        surface_keys([(1e7, 0, 0)], [(1, 0, 0)], 0.25)


def test_what_a_picture_shares_with_others():
    caster = RayCaster(*furnished())
    here = pose_from_heading((1.0, 2.0, 1.5), 80.0, -10.0)
    beside = pose_from_heading((1.3, 2.0, 1.5), 100.0, -10.0)
    other_room = pose_from_heading((7.0, 2.0, 1.5), 0.0, -10.0)
    views = picture_keys(caster, CAMERA, [here], 32, 0.25)
    frames = picture_keys(caster, CAMERA, [here, beside, other_room], 32, 0.25)
    same, near, away = overlap(views, frames).frame_share[0]
    assert same == 1.0
    assert 0.4 < near < 1.0
    assert away < 0.05
    assert overlap(views, picture_keys(caster, CAMERA, walk().T_world_camera, 32, 0.25)).share[0] > 0.7


def test_two_hundred_views_against_a_thousand_frames_take_a_moment():
    random = np.random.default_rng(1)
    views, frames = random_pictures(random, 200, 800, 5000), random_pictures(random, 1000, 800, 5000)
    start = time.perf_counter()
    overlap(views, frames)
    assert time.perf_counter() - start < 12.0


def test_shares_agree_with_depth_compared_point_by_point():
    """A surface point of a view is shown by a frame that has it in its picture with nothing in front."""
    scene, geometry = furnished()
    caster = RayCaster(scene, geometry)
    frames = walk().T_world_camera[::6]
    places = [(1.5, 2.2, 60), (2.5, 1.8, 200), (6.0, 2.2, 20), (5.0, 1.7, 250), (3.0, 2.1, 0), (7.0, 2.0, 160)]
    views = [pose_from_heading((x, y, 1.5), heading, -5.0) for x, y, heading in places]
    keys = [picture_keys(caster, CAMERA, poses, 64, 0.25) for poses in (views, frames)]
    found = overlap(*keys).frame_share
    exact = np.zeros_like(found)
    for i, view in enumerate(views):
        hits = caster.view(CAMERA, view, 10)
        points = (hits.point_m + 1e-4 * hits.normal)[hits.triangle >= 0]
        for j, frame in enumerate(frames):
            pixels, depth = project_points(CAMERA, frame, points)
            inside = (depth > 0) & (np.nan_to_num(pixels, nan=-1.0) >= 0).all(1)
            inside &= (np.nan_to_num(pixels, nan=1e9) < [CAMERA.width, CAMERA.height]).all(1)
            exact[i, j] = (inside & ~caster.occluded(frame[:3, 3], points)).mean()
    assert np.abs(found - exact).mean() < 0.05
    assert np.abs(found - exact).max() < 0.25
    assert np.corrcoef(found.ravel(), exact.ravel())[0, 1] > 0.97
    assert (found.argmax(1) == exact.argmax(1)).mean() > 0.6
