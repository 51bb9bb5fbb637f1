"""No property of a drawn path may tell which one was filmed."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binom

from gstgen.navigation import clip_choice
from gstgen.navigation.clip_choice import ChosenClip, ClipPlanner
from gstgen.navigation.clips import ClipPath, count_swings, count_turns, cut_path, find_paths, path_difference_m, slowed
from gstgen.navigation.filming import Shot
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.motion import time_walk
from gstgen.navigation.roadmap import Roadmap, path_length_m
from gstgen.navigation.settings import TrajectorySettings

SEEDS = 80
SHOT = Shot(*[np.zeros(0)] * len(Shot.__dataclass_fields__))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def settings(trajectory_settings: TrajectorySettings) -> TrajectorySettings:
    clips = trajectory_settings.clips.model_copy(update={"count": 1, "starts": 40})
    return trajectory_settings.model_copy(update={"clips": clips, "attempts": 1})


@pytest.fixture(scope="module")
def roadmap(flat_map: FloorMap, settings: TrajectorySettings) -> Roadmap:
    return Roadmap(flat_map, settings.roadmap, settings.motion.comfort_m, settings.motion.comfort_weight)


@pytest.fixture(scope="module")
def pool(flat_map: FloorMap, roadmap: Roadmap, settings: TrajectorySettings) -> list[ClipPath]:
    return find_paths("flat", flat_map, roadmap, settings.clips, settings.motion, 7, 0)


@pytest.fixture
def choose(flat_map, roadmap, settings, pool, monkeypatch):  # type: ignore[no-untyped-def]
    """Choose one clip from the same paths with a seed; `fails` says which paths cannot be filmed."""
    monkeypatch.setattr(clip_choice, "find_paths", lambda *_: list(pool))

    def run(seed: int, fails: Callable[[ClipPath], bool] = lambda _: False) -> tuple[list[ChosenClip], dict[str, int]]:
        planner = ClipPlanner("flat", flat_map, roadmap, SimpleNamespace(), settings, seed, [])  # type: ignore[arg-type]
        monkeypatch.setattr(planner, "_film", lambda _, path: "bare_wall" if fails(path) else SHOT)
        return planner.plan(), planner.outcomes

    return run


def members(chosen: ChosenClip) -> list[ClipPath]:
    return [chosen.path, *chosen.others]


def test_a_groups_paths_have_one_length_one_duration_and_as_many_turns(choose, settings) -> None:  # type: ignore[no-untyped-def]
    for seed in range(5):
        for chosen in choose(seed)[0]:
            paths = members(chosen)
            assert len(paths) == settings.clips.alternatives + 1
            lengths = [path_length_m(p.points_m) for p in paths]
            assert max(lengths) - min(lengths) <= 2 * settings.clips.length_slack_m
            assert np.ptp([p.walk.duration_s for p in paths]) < 1e-9
            limits = settings.clips
            assert len({count_turns(p.points_m, limits.turn_tolerance_m, limits.turn_deg) for p in paths}) == 1
            for angle in limits.swing_deg:
                assert len({count_swings(p.points_m, angle) for p in paths}) == 1
            for i, a in enumerate(paths):
                assert all(path_difference_m(a.points_m, b.points_m) >= limits.min_difference_m for b in paths[:i])
            for p in paths:  # the drawn line is what would be walked
                walked = p.walk.positions(np.linspace(0, p.walk.duration_s, 200))
                assert np.linalg.norm(walked[:, None] - p.points_m[None], axis=2).min(1).max() < 0.06


def test_every_path_of_a_group_can_be_filmed(choose) -> None:  # type: ignore[no-untyped-def]
    """Otherwise the one that was filmed would be among those that can be."""

    def fails(path: ClipPath) -> bool:
        return bool(path.points_m[-1, 1] > 5.5)  # ends in the kitchen's north

    found = 0
    for seed in range(6):
        clips, outcomes = choose(seed, fails)
        for chosen in clips:
            assert not any(fails(p) for p in members(chosen))
            found += 1
        assert outcomes["filmed"] + outcomes.get("no_matched_group", 0) == 1
    assert found >= 3


def test_nothing_but_chance_chooses_what_is_filmed(choose, pool) -> None:  # type: ignore[no-untyped-def]
    """Guessers that take the extreme of some number: none may be right more often than one in four."""
    place = {p.path_m.tobytes(): i for i, p in enumerate(pool)}
    numbers: dict[str, Callable[[ClipPath], float]] = {
        "length": lambda p: p.length_m,
        "straight": lambda p: float(np.linalg.norm(p.points_m[-1] - p.points_m[0])),
        "extent": lambda p: float(np.ptp(p.points_m, axis=0).prod()),
        "turning": lambda p: float(np.abs(np.diff(np.unwrap(np.arctan2(*np.diff(p.points_m, axis=0).T)))).sum()),
        "end east": lambda p: float(p.points_m[-1, 0]),
        "start north": lambda p: float(p.points_m[0, 1]),
        "points": lambda p: len(p.points_m),
        "order": lambda p: place[p.path_m.tobytes()],
    }
    right = dict.fromkeys([f"{end} {name}" for name in numbers for end in ("most", "least", "middle")], 0.0)
    groups = 0
    for seed in range(SEEDS):
        for chosen in choose(seed)[0]:
            groups += 1
            for name, number in numbers.items():
                values = np.round([number(p) for p in members(chosen)], 9)
                guesses = {"most": values, "least": -values, "middle": -np.abs(values - np.median(values))}
                for end, score in guesses.items():
                    best = score >= score.max() - 1e-12
                    right[f"{end} {name}"] += float(best[0]) / best.sum()
    assert groups >= 0.9 * SEEDS
    low, high = binom.interval(0.9999, groups, 0.25)
    assert {name: wins for name, wins in right.items() if not low <= wins <= high} == {}


def test_a_path_is_cut_and_slowed(flat_map, settings) -> None:  # type: ignore[no-untyped-def]
    line = np.array([[1.0, 2.8], [3.0, 2.8], [3.0, 3.2]])
    cut = cut_path(line, 2.2)
    assert path_length_m(cut) == pytest.approx(2.2)
    assert cut[-1] == pytest.approx([3.0, 3.0])
    assert cut_path(line, 2.0).tolist() == [[1.0, 2.8], [3.0, 2.8]]
    walk = time_walk(flat_map, line, [], settings.motion)
    slow = slowed(walk, walk.duration_s * 1.2)
    times = np.linspace(0, walk.duration_s, 50)
    assert slow.positions(times * 1.2) == pytest.approx(walk.positions(times))


def test_a_wide_curve_swings_without_a_sharp_bend() -> None:
    angle = np.radians(np.linspace(0, 180, 200))
    curve = 2.0 * np.stack([np.cos(angle), np.sin(angle)], 1)
    assert count_swings(curve, 35.0) == 5
    assert count_swings(np.stack([np.linspace(0, 5, 50), np.zeros(50)], 1), 35.0) == 0
