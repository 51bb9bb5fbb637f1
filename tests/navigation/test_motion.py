import numpy as np
import pytest

from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.gaze import forward_cost, plan_gaze
from gstgen.navigation.looks import Look, order_looks, pitch_track, schedule_looks
from gstgen.navigation.motion import Stop, time_walk
from gstgen.navigation.settings import TrajectorySettings
from gstgen.navigation.spline import evaluate_bspline


def test_spline_derivatives_stay_within_the_differences() -> None:
    control = np.random.default_rng(0).uniform(-5, 5, (30, 2))
    times = np.linspace(0, 29 * 0.5, 4000)
    curve = evaluate_bspline(control, 0.5, times)
    step = times[1] - times[0]
    first = np.abs(np.diff(curve, axis=0)) / step
    second = np.abs(np.diff(curve, 2, axis=0)) / step**2
    assert (first.max(0) <= np.abs(np.diff(control, axis=0)).max(0) / 0.5 + 1e-6).all()
    assert (second.max(0) <= np.abs(np.diff(control, 2, axis=0)).max(0) / 0.25 + 1e-2).all()


def test_spline_of_a_constant_is_constant() -> None:
    assert evaluate_bspline([3.0, 3.0, 3.0], 0.5, [0.0, 0.7, 99.0]) == pytest.approx([3, 3, 3])


def test_walk_keeps_speed_clearance_and_stops(flat_map: FloorMap, trajectory_settings: TrajectorySettings) -> None:
    motion = trajectory_settings.motion
    # A sharp bend right at the doorway: cutting it would scrape the frame.
    path = np.array([[2.05, 5.6], [2.05, 4.6], [2.05, 3.7], [3.6, 3.6], [4.0, 2.5]])
    walk = time_walk(flat_map, path, [Stop(0.0, 1.0), Stop(1.0, 2.0)], motion)
    times = np.arange(0, walk.duration_s, 0.02)
    positions = walk.positions(times)
    speed = np.linalg.norm(np.diff(positions, axis=0), axis=1) / 0.02
    assert speed.max() <= motion.cruise_m_s + 1e-6
    assert (flat_map.clearance_at(positions) >= flat_map.agent_radius_m - 1e-6).all()
    (a0, a1), (b0, b1) = walk.stays
    assert a1 - a0 == pytest.approx(1.0, abs=0.1)
    assert b1 - b0 == pytest.approx(2.0, abs=0.1)
    standing = (times > b0 + 0.5) & (times < b1 - 0.5)
    assert np.linalg.norm(positions[standing] - [2.05, 4.6], axis=1).max() < 0.03
    acceleration = np.abs(np.diff(speed[::10])) / 0.2
    assert np.percentile(acceleration, 95) < 3 * motion.acceleration_m_s2


def test_gaze_follows_worth_within_its_limits(trajectory_settings: TrajectorySettings) -> None:
    gaze = trajectory_settings.gaze
    count = round(360 / gaze.heading_step_deg)
    worth = np.random.default_rng(2).uniform(0, 5, (60, count))
    worth[:10, 0] = 50
    worth[40:, count // 2] = 50
    plan = plan_gaze(worth, gaze)
    assert plan.control_deg[0] % 360 == 0
    assert plan.control_deg[-1] % 360 == 180
    times = np.arange(0, 29.5, 0.01)
    heading = plan.headings_deg(times)
    rate = np.diff(heading) / 0.01
    assert np.abs(rate).max() <= gaze.max_rate_deg_s + 1e-6
    assert np.abs(np.diff(rate)).max() / 0.01 <= gaze.max_acceleration_deg_s2 + 1e-3


def test_gaze_is_the_best_of_all_small_plans(trajectory_settings: TrajectorySettings) -> None:
    """Against brute force over rates, on few steps."""
    gaze = trajectory_settings.gaze.model_copy(
        update={"heading_step_deg": 45.0, "max_rate_deg_s": 90.0, "max_acceleration_deg_s2": 180.0, "step_s": 0.5}
    )
    worth = np.random.default_rng(7).uniform(0, 3, (6, 8))

    def value(start: int, rates: list[int]) -> float:
        total, heading, before = worth[0, start] * 0.5, start, 0
        for k, rate in enumerate(rates, start=1):
            heading += rate
            total += (worth[k, heading % 8] - gaze.turn_weight * rate**2) * 0.5 - gaze.jerk_weight * abs(rate - before)
            before = rate
        return total

    options = np.array(np.meshgrid(*[[-1, 0, 1]] * 5)).reshape(5, -1).T.tolist()
    allowed = [o for o in options if all(abs(b - a) <= 1 for a, b in zip([0, *o], o, strict=False))]
    best = max(value(start, rates) for start in range(8) for rates in allowed)
    plan = plan_gaze(worth, gaze).control_deg / 45
    assert value(int(plan[0]), np.diff(plan).astype(int).tolist()) == pytest.approx(best)


def test_walking_sideways_costs_more_than_a_glance() -> None:
    cost = forward_cost(np.array([[0.7, 0.0], [0.0, 0.0]]), np.array([0.0, 30.0, 90.0, 180.0]), 0.7, 1.0)
    assert cost[0, 0] == 0
    assert cost[0, 1] < 0.1
    assert cost[0, 2] == pytest.approx(1)
    assert cost[0, 3] > 4
    assert (cost[1] == 0).all()


def test_looks_are_ordered_by_turning_and_fit_the_stay(trajectory_settings: TrajectorySettings) -> None:
    assert order_looks([120.0, 20.0, 60.0], 0.0, 150.0) == [20.0, 60.0, 120.0]
    assert order_looks([170.0, -170.0], 160.0, -160.0) == [170.0, -170.0]
    headings = [0.0, 90.0, 180.0, 270.0]
    offsets, stay = schedule_looks(headings, 0.0, None, trajectory_settings.gaze)
    assert len(offsets) == len(headings) < 4
    assert stay <= trajectory_settings.gaze.max_stay_s
    assert offsets == sorted(offsets)
    assert schedule_looks([], 0.0, 10.0, trajectory_settings.gaze) == ([], 0.0)


def test_pitch_goes_down_for_a_look_and_up_again_at_its_rate() -> None:
    times = np.arange(0.0, 10.0, 0.1)
    pitch = pitch_track([Look(0.0, -30.0, 4.0, 5.0)], -10.0, 20.0, times)
    assert pitch[(times >= 4.0) & (times <= 5.0)] == pytest.approx(-30.0)
    assert pitch[times < 2.9] == pytest.approx(-10.0)
    assert pitch[times > 6.1] == pytest.approx(-10.0)
    assert np.abs(np.diff(pitch)).max() / 0.1 <= 20.0 + 1e-9
