import cmath
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gstgen.geometry.angles import heading_deg, heading_vector, rotation_z, round_deg, wrap_deg

from .strategies import circular_error, headings


@pytest.mark.parametrize(
    ("angle", "wrapped"),
    [(0, 0), (180, 180), (-180, 180), (181, -179), (-181, 179), (360, 0), (540, 180), (-540, 180), (720.5, 0.5)],
)
def test_wrap_golden_values(angle, wrapped):
    assert wrap_deg(angle) == wrapped


def test_wrap_keeps_the_shape():
    assert wrap_deg([[190, -190], [0, 360]]).tolist() == [[-170, 170], [0, 0]]
    assert wrap_deg(190).shape == ()


@given(st.floats(-1e6, 1e6))
def test_wrap_stays_in_its_range_and_on_the_circle(angle):
    wrapped = float(wrap_deg(angle))
    assert -180.0 < wrapped <= 180.0
    assert circular_error(wrapped, angle) < 1e-6
    assert float(wrap_deg(wrapped)) == pytest.approx(wrapped, abs=1e-9)


@pytest.mark.parametrize("tiny", [1e-14, 1e-17, 5e-324])
def test_wrap_does_not_fall_on_the_open_end(tiny):
    for angle in (-180.0, -180.0 - tiny, np.nextafter(-180.0, -np.inf), np.nextafter(180.0, np.inf)):
        assert -180.0 < float(wrap_deg(angle)) <= 180.0


@pytest.mark.parametrize(
    ("angle", "rounded"),
    [
        (179.4, 179),
        (179.6, 180),
        (180.4, 180),
        (-179.6, 180),
        (-180.0, 180),
        (-179.4, -179),
        (180.6, -179),
        (359.6, 0),
        (0.5, 0),
        (1.5, 2),
        (-0.4, 0),
    ],
)
def test_round_is_first_rounded_then_wrapped(angle, rounded):
    result = round_deg(angle)
    assert result == rounded
    assert type(result) is int


@given(st.floats(-1e5, 1e5))
def test_round_stays_in_its_range_and_near(angle):
    result = round_deg(angle)
    assert -180 < result <= 180
    assert circular_error(result, angle) <= 0.5 + 1e-9


@given(st.floats(-1e4, 1e4), st.integers(-5, 5))
def test_round_ignores_full_turns(angle, turns):
    """Half to even survives full turns, because 360 is even."""
    exact = round(angle * 4) / 4  # quarters are exact in binary, so a turn adds no float error
    assert round_deg(exact + 360 * turns) == round_deg(exact)


@given(headings)
def test_heading_and_vector_are_inverse(angle):
    assert circular_error(heading_deg(heading_vector(angle)), angle) < 1e-9


@given(headings)
def test_heading_is_counter_clockwise_from_x(angle):
    vector = heading_vector(angle)
    assert complex(*vector) == pytest.approx(cmath.exp(1j * math.radians(angle)), abs=1e-9)
    assert heading_deg([0.0, 2.0]) == pytest.approx(90.0)
    assert heading_deg([-1.0, 0.0, 5.0]) == pytest.approx(180.0)


@pytest.mark.parametrize("vector", [[0, 0, 1], [1e-12, 0, 3], [0, 0]])
def test_a_vertical_vector_has_no_heading(vector):
    with pytest.raises(ValueError, match="no heading"):
        heading_deg(vector)


@given(headings, headings)
def test_rotation_adds_to_a_heading(angle, turn):
    vector = rotation_z(turn) @ [*heading_vector(angle), 0.7]
    assert circular_error(heading_deg(vector), angle + turn) < 1e-9
    assert vector[2] == 0.7
    assert np.linalg.det(rotation_z(turn)) == pytest.approx(1.0)
