import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gstgen.evaluation import metrics

finite = st.floats(allow_nan=False, allow_infinity=False)
decimals = st.integers(1, 400).map(lambda tenths: tenths / 10)
degrees = st.integers(-180, 180)


@pytest.mark.parametrize(
    ("prediction", "truth", "score"),
    [
        (1.0, 2.0, 0.0),  # |p - y| / y = 0.5 is not < 0.5
        (9.5, 10, 0.9),  # 0.05 is not < 0.05
        (3.8, 4, 0.9),
        (1.9, 2, 0.9),
        (10.5, 10, 0.9),
        (13.2, 13.2, 1.0),
        (0.33, 0.3, 0.8),  # 0.1 exactly: floats say 0.10000000000000009
        (0.15, 0.3, 0.0),
        (1.01, 2.0, 0.1),
        (0.0, 5.0, 0.0),
        (-5.0, 5.0, 0.0),
        (1e308, 5.0, 0.0),
    ],
)
def test_mra_golden_values(prediction, truth, score):
    assert metrics.mra(prediction, truth) == score


@pytest.mark.parametrize("theta", range(50, 100, 5))
@pytest.mark.parametrize("truth_tenths", [1, 3, 7, 20, 40, 66, 132, 333])
def test_mra_excludes_every_boundary(theta, truth_tenths):
    """p = y (1 - (1 - theta)) lies exactly on a threshold and fails it, whatever the float error."""
    truth = truth_tenths / 10
    on_boundary = truth_tenths * theta / 1000
    passed_below = (theta - 50) // 5
    assert metrics.mra(float(f"{on_boundary:.4f}"), truth) == passed_below / 10


@pytest.mark.parametrize("truth", [0, -1.0, math.nan, math.inf])
def test_mra_refuses_an_impossible_truth(truth):
    with pytest.raises(ValueError, match=r"positive|finite"):
        metrics.mra(1.0, truth)


@pytest.mark.parametrize(
    ("prediction", "truth", "score"),
    [
        (0, 0, 1.0),
        (15, 0, 2 / 3),
        (14.999, 0, 1.0),
        (-15, 0, 2 / 3),
        (30, 0, 1 / 3),
        (45, 0, 0.0),
        (44.999999, 0, 1 / 3),
        (-179, 179, 1.0),
        (-180, 180, 1.0),
        (350, -10, 1.0),
        (1000, 0, 0.0),  # 80 degrees off; min(d, 360 - d) without the wrap would be negative and score 1
        (725, 0, 1.0),
    ],
)
def test_angle_golden_values(prediction, truth, score):
    assert metrics.angle(prediction, truth) == score


@pytest.mark.parametrize(
    ("prediction", "truth", "score"),
    [
        ((391, 698), (391, 698), 1.0),
        ((60, 80), (0, 0), 0.8),  # exactly 100
        ((59, 80), (0, 0), 1.0),
        ((90, 120), (0, 0), 0.6),
        ((120, 160), (0, 0), 0.4),
        ((150, 200), (0, 0), 0.2),
        ((180, 240), (0, 0), 0.0),
        ((1e308, -1e308), (0, 0), 0.0),
    ],
)
def test_point_golden_values(prediction, truth, score):
    assert metrics.point(prediction, truth) == score


def test_point_needs_two_numbers_on_both_sides():
    with pytest.raises(ValueError, match=r"shorter|longer"):
        metrics.point((1, 2, 3), (1, 2))


def test_choice_is_exact():
    assert metrics.choice("C", "C") == 1.0
    assert metrics.choice("B", "C") == 0.0


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_no_metric_scores_a_number_that_is_none(bad):
    for call in (lambda: metrics.mra(bad, 1.0), lambda: metrics.angle(bad, 0), lambda: metrics.point((bad, 0), (0, 0))):
        with pytest.raises(ValueError, match="finite"):
            call()


@given(finite, decimals)
def test_mra_is_a_share_and_perfect_only_near_the_truth(prediction, truth):
    score = metrics.mra(prediction, truth)
    assert 0.0 <= score <= 1.0
    assert metrics.mra(truth, truth) == 1.0
    if score == 1.0:
        assert abs(prediction - truth) <= 0.05 * truth + 1e-9


@given(decimals, decimals, decimals)
def test_mra_never_rises_when_moving_away(truth, near, far):
    near, far = sorted((near, far))
    assert metrics.mra(truth + far, truth) <= metrics.mra(truth + near, truth)


@given(finite, finite)
def test_angle_error_is_symmetric_and_bounded(a, b):
    error = metrics.angle_error_deg(a, b)
    assert error == metrics.angle_error_deg(b, a)
    assert 0 <= error <= 180
    assert 0.0 <= metrics.angle(a, b) <= 1.0


@given(degrees, degrees, st.integers(-3, 3), st.integers(-180, 180))
def test_angle_error_ignores_full_turns_common_rotation_and_mirror(a, b, turns, common):
    error = metrics.angle_error_deg(a, b)
    assert metrics.angle_error_deg(a + 360 * turns, b) == error
    assert metrics.angle_error_deg(a + common, b + common) == error
    assert metrics.angle_error_deg(-a, -b) == error


@given(st.tuples(finite, finite), st.tuples(st.integers(0, 999), st.integers(0, 999)))
def test_point_is_a_share_and_symmetric(prediction, truth):
    score = metrics.point(prediction, truth)
    assert 0.0 <= score <= 1.0
    assert score == metrics.point(truth, prediction)
    assert metrics.point(truth, truth) == 1.0
