import cmath
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gstgen.geometry.answers import distances_m, egocentric_direction_deg, map_orientation_deg
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.geometry.maps import MapTransform

from .strategies import boxes, circular_error, far_from_half, headings, metres, pitches, points, poses, rotated


def direction_by_complex_numbers(position, heading, target):
    """The direction without any of our code: degrees, left positive, not rounded."""
    ray = complex(target[0] - position[0], target[1] - position[1])
    return math.degrees(cmath.phase(ray / cmath.exp(1j * math.radians(heading))))


@pytest.mark.parametrize(
    ("heading", "target", "direction"),
    [
        (0, [5, 0], 0),
        (0, [0, 5], 90),
        (0, [0, -5], -90),
        (0, [-5, 0], 180),
        (0, [-5, -1e-9], 180),  # just right of straight behind is +180, never -180
        (90, [5, 0], -90),
        (179, [-5, -0.2], 3),
        (-170, [-5, 0.5], -16),
        (720 + 45, [5, 5], 0),
    ],
)
def test_direction_golden_values(heading, target, direction):
    pose = pose_from_heading([0, 0, 1.5], heading, -10)
    assert egocentric_direction_deg(pose, [*target, 0.4]) == direction


@pytest.mark.parametrize(("heading", "orientation"), [(90, 0), (0, -90), (180, 90), (-90, 180), (135, 45), (89.6, 0)])
def test_orientation_golden_values(heading, orientation):
    assert map_orientation_deg(pose_from_heading([3, 4, 1.5], heading, -10)) == orientation


@given(points, headings, pitches, points)
def test_direction_agrees_with_complex_numbers(position, heading, pitch, target):
    assume(math.hypot(target[0] - position[0], target[1] - position[1]) > 0.01)
    expected = direction_by_complex_numbers(position, heading, target)
    assume(far_from_half(expected))
    result = egocentric_direction_deg(pose_from_heading(position, heading, pitch), target)
    assert -180 < result <= 180
    assert circular_error(result, round(expected)) == 0


@given(points, headings, pitches, points)
def test_a_mirrored_scene_negates_angles(position, heading, pitch, target):
    """x -> -x (the map's left and right swapped) negates direction and orientation; distances stay."""
    assume(math.hypot(target[0] - position[0], target[1] - position[1]) > 0.01)
    assume(far_from_half(direction_by_complex_numbers(position, heading, target)) and far_from_half(heading))
    pose = pose_from_heading(position, heading, pitch)
    flip = np.array([-1, 1, 1])
    mirrored = pose_from_heading(flip * position, 180 - heading, pitch)
    direction = egocentric_direction_deg(pose, target)
    assert circular_error(egocentric_direction_deg(mirrored, flip * target), -direction) == 0
    assert circular_error(map_orientation_deg(mirrored), -map_orientation_deg(pose)) == 0


@given(boxes, poses)
def test_a_mirrored_scene_keeps_distances(box, pose):
    flip = np.diag([-1.0, 1.0, 1.0])
    mirrored_box = OrientedBox(flip @ box.center_m, box.size_m, flip @ box.rotation @ np.diag([1.0, -1.0, 1.0]))
    mirrored_pose = np.array(pose)
    mirrored_pose[0, 3] *= -1
    a, b = distances_m(pose, box), distances_m(mirrored_pose, mirrored_box)
    assert (a.center_m, a.planar_m, a.surface_m) == pytest.approx((b.center_m, b.planar_m, b.surface_m), abs=1e-9)
    assert np.linalg.det(mirrored_box.rotation) == pytest.approx(1.0)


@given(points, headings, pitches, points, st.sampled_from([90, 180, 270]), points)
def test_a_turned_and_shifted_scene_keeps_what_the_camera_sees(position, heading, pitch, target, turn, shift):
    assume(math.hypot(target[0] - position[0], target[1] - position[1]) > 0.01)
    assume(far_from_half(direction_by_complex_numbers(position, heading, target)) and far_from_half(heading))
    pose = pose_from_heading(position, heading, pitch)
    marker = np.eye(4)
    marker[:3, 3] = target
    turned_pose, turned_target = rotated(pose, turn, shift), rotated(marker, turn, shift)[:3, 3]
    assert egocentric_direction_deg(turned_pose, turned_target) == egocentric_direction_deg(pose, target)
    assert circular_error(map_orientation_deg(turned_pose), map_orientation_deg(pose) + turn) == 0


@given(points, headings, points)
def test_pitch_changes_no_answer(position, heading, target):
    assume(math.hypot(target[0] - position[0], target[1] - position[1]) > 0.01)
    assume(far_from_half(direction_by_complex_numbers(position, heading, target)) and far_from_half(heading))
    level, down = (pose_from_heading(position, heading, pitch) for pitch in (0, -35))
    assert egocentric_direction_deg(level, target) == egocentric_direction_deg(down, target)
    assert map_orientation_deg(level) == map_orientation_deg(down)


@given(st.floats(-44, 44), headings)
def test_left_in_the_picture_is_positive(direction, heading):
    """Answer and picture agree: a target on the left half of a level view has a positive direction."""
    assume(abs(direction) > 1)
    pose = pose_from_heading([1, 2, 1.5], heading, 0)
    angle = math.radians(heading + direction)
    target = [1 + 4 * math.cos(angle), 2 + 4 * math.sin(angle), 1.5]
    pixels, _ = project_points(Camera.from_hfov(640, 512, 90), pose, target)
    assert (pixels[0] < 320) == (egocentric_direction_deg(pose, target) > 0)


@given(metres, metres, headings)
def test_orientation_is_the_heading_seen_on_the_map(x, y, heading):
    """A step forward moves on the image by the orientation, counter-clockwise from up."""
    assume(far_from_half(heading))
    pose = pose_from_heading([x, y, 1.5], heading, -10)
    image = MapTransform.centered([x, y], 0.01, 640, 512)
    ahead = [x + math.cos(math.radians(heading)), y + math.sin(math.radians(heading))]
    du, dv = image.to_pixels(ahead) - image.to_pixels([x, y])
    on_image = math.degrees(math.atan2(-du, -dv))  # 0 = up, left positive
    assert circular_error(map_orientation_deg(pose), on_image) <= 0.5 + 1e-6


@given(boxes, poses)
def test_distances_are_ordered(box, pose):
    d = distances_m(pose, box)
    assert 0.0 <= d.surface_m <= d.center_m + 1e-9
    assert d.planar_m <= d.center_m + 1e-9
    assert d.center_m - d.surface_m <= np.linalg.norm(box.size_m) / 2 + 1e-9


def test_distances_golden_values():
    box = OrientedBox.create([3, 4, 0.5], [2, 2, 1], 0)
    d = distances_m(pose_from_heading([0, 0, 0.5], 0, 0), box)
    assert (d.center_m, d.planar_m) == (5.0, 5.0)
    assert d.surface_m == pytest.approx(math.hypot(2, 3))
    inside = distances_m(pose_from_heading([3, 4, 0.6], 0, 0), box)
    assert inside.surface_m == 0.0
    assert inside.center_m == pytest.approx(0.1)
    assert inside.planar_m == 0.0
