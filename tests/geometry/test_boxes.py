import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gstgen.geometry.angles import rotation_z
from gstgen.geometry.boxes import OrientedBox

from .strategies import boxes, circular_error, headings, metres, points, sizes

fractions = st.tuples(*[st.floats(-0.5, 0.5)] * 3)


def test_axes_are_front_left_up():
    box = OrientedBox.create([1, 2, 0.5], [4, 2, 1], yaw_deg=90)
    assert box.to_world([2, 0, 0]) == pytest.approx([1, 4, 0.5])  # front looks along +y
    assert box.to_world([0, 1, 0]) == pytest.approx([0, 2, 0.5])  # left of it is -x
    assert box.to_world([0, 0, 0.5]) == pytest.approx([1, 2, 1.0])
    lower, upper = box.bounds_m
    assert lower == pytest.approx([0, 0, 0])
    assert upper == pytest.approx([2, 4, 1])


def test_corner_bits_are_front_left_up():
    corners = OrientedBox.from_bounds([0, 0, 0], [1, 2, 3]).corners_m
    assert corners.tolist() == [[f, l * 2, u * 3] for f in (0, 1) for l in (0, 1) for u in (0, 1)]


@given(boxes, points)
def test_local_and_world_are_inverse(box, point):
    assert box.to_world(box.to_local(point)) == pytest.approx(point, abs=1e-9)


@given(boxes)
def test_json_round_trip_is_exact(box):
    again = OrientedBox.from_json(box.to_json())
    for name in ("center_m", "size_m", "rotation"):
        assert (getattr(again, name) == getattr(box, name)).all()


@given(boxes, headings)
def test_yaw_is_the_heading_of_the_front(box, yaw):
    turned = OrientedBox(box.center_m, box.size_m, rotation_z(yaw))
    assert circular_error(turned.yaw_deg, yaw) < 1e-9


@given(boxes, fractions)
def test_points_inside_are_contained_and_their_own_nearest(box, fraction):
    inside = box.to_world(np.array(fraction) * box.size_m)
    assert box.contains(inside, margin_m=1e-9)
    assert box.nearest_point(inside) == pytest.approx(inside, abs=1e-9)
    lower, upper = box.bounds_m
    assert (inside >= lower - 1e-9).all()
    assert (inside <= upper + 1e-9).all()


@given(boxes, points, fractions)
def test_no_point_of_the_box_is_nearer_than_the_nearest(box, point, fraction):
    nearest = box.nearest_point(point)
    assert box.contains(nearest, margin_m=1e-9)
    rival = box.to_world(np.array(fraction) * box.size_m)
    assert np.linalg.norm(nearest - point) <= np.linalg.norm(rival - point) + 1e-9


@given(boxes)
def test_corners_span_the_size(box):
    corners = box.corners_m
    assert corners.mean(0) == pytest.approx(box.center_m, abs=1e-9)
    assert np.linalg.norm(corners[7] - corners[0]) == pytest.approx(np.linalg.norm(box.size_m))
    local = box.to_local(corners)
    assert local.max(0) - local.min(0) == pytest.approx(box.size_m)


@given(boxes)
def test_footprint_is_counter_clockwise_with_the_area_of_the_base(box):
    outline = box.footprint_m
    x, y = outline.T
    area = 0.5 * np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)
    assert area == pytest.approx(box.size_m[0] * box.size_m[1], rel=1e-6)


@given(sizes, st.floats(0.5, 30), headings)
def test_angular_width_of_a_wall_seen_head_on(width, gap, direction):
    depth = 0.5
    viewer = np.array([3.0, -2.0, 1.5])
    forward = rotation_z(direction) @ [1, 0, 0]
    box = OrientedBox.create(viewer + forward * (gap + depth / 2), [depth, width, 1.0], direction)
    expected = 2 * math.degrees(math.atan2(width / 2, gap))
    assert box.angular_width_deg(viewer) == pytest.approx(expected, abs=1e-6)


@given(boxes, metres, metres)
def test_angular_width_is_below_half_a_turn_outside_and_full_inside(box, x, y):
    viewer = np.array([x, y, 1.0])
    outside = np.abs(box.to_local([x, y, box.center_m[2]])) - box.size_m / 2
    assume(outside[:2].max() > 1e-6)
    assert 0.0 < box.angular_width_deg(viewer) <= 180.0 + 1e-6
    assert box.angular_width_deg(box.center_m) == 360.0
