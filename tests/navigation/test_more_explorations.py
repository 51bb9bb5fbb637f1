"""Explorations beyond the wanted count, and the order in which places are taken."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from gstgen.errors import RunError
from gstgen.navigation.exploration import ExplorationPlanner
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.itinerary import Itinerary
from gstgen.navigation.plan import TrajectoryPlan, plan_trajectories
from gstgen.navigation.settings import TrajectorySettings
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene


def planned(
    flat: tuple[Scene, SceneGeometry], flat_map: FloorMap, settings: TrajectorySettings, objects: float, extra: float
) -> TrajectoryPlan:
    update = {
        "count": 1,
        "min_duration_s": 6.0,
        "max_duration_s": 8.0,
        "coverage": settings.coverage.model_copy(update={"objects": objects, "floor": 0.0, "extra_share": extra}),
        "clips": settings.clips.model_copy(update={"count": 0}),
    }
    return plan_trajectories(*flat, flat_map, settings.model_copy(update=update), 7)


def test_explorations_are_added_until_enough_is_shown(
    flat: tuple[Scene, SceneGeometry], flat_map: FloorMap, trajectory_settings: TrajectorySettings
) -> None:
    few = planned(flat, flat_map, trajectory_settings, 1.0, 0.0)
    (only,) = few.explorations
    assert only.facts["every_room"]
    shown = few.facts["coverage"]["objects"]
    assert shown < 1.0
    assert any("of the objects that can be seen, 100% were wanted" in note for note in few.facts["notes"])
    more = planned(flat, flat_map, trajectory_settings, 1.0, 4.0)
    assert 2 <= len(more.explorations) <= 5
    assert more.facts["coverage"]["objects"] > shown
    assert (more.explorations[0].poses == only.poses).all()
    assert not any(e.facts["every_room"] for e in more.explorations[1:])
    # Each one added shows something that those before did not.
    enough = planned(flat, flat_map, trajectory_settings, shown, 4.0)
    assert len(enough.explorations) == 1
    assert not any("were wanted" in note for note in enough.facts["notes"])


def test_an_added_exploration_that_fails_is_told(
    flat: tuple[Scene, SceneGeometry],
    flat_map: FloorMap,
    trajectory_settings: TrajectorySettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = ExplorationPlanner.plan

    def failing(planner: ExplorationPlanner, index: int, *rest: object) -> object:
        if index:
            raise RunError("bare walls everywhere")
        return usual(planner, index, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(ExplorationPlanner, "plan", failing)
    plan = planned(flat, flat_map, trajectory_settings, 1.0, 2.0)
    assert len(plan.explorations) == 1
    assert any("exploration_1" in note and "bare walls everywhere" in note for note in plan.facts["notes"])


def test_an_itinerary_inserts_each_place_where_it_costs_least() -> None:
    points = np.random.default_rng(3).uniform(0.0, 10.0, (9, 2))
    distance = np.linalg.norm(points[:, None] - points[None], axis=2)
    itinerary = Itinerary(lambda place: distance[place], len(points), 0.5, 3.0)
    assert (itinerary.extra_s() == 3.0).all()
    order: list[int] = []
    total_s = 0.0
    for place in (4, 1, 7, 0):
        by_hand = [
            min(_length(distance, [*order[:k], p, *order[k:]]) for k in range(len(order) + 1))
            - _length(distance, order)
            for p in range(len(points))
        ]
        assert itinerary.extra_s() == pytest.approx(np.maximum(by_hand, 0.0) / 0.5 + 3.0)
        total_s += float(itinerary.extra_s()[place])
        itinerary.add(place)
        at = min(range(len(order) + 1), key=lambda k: _length(distance, [*order[:k], place, *order[k:]]))
        order.insert(at, place)
        assert itinerary.total_s == pytest.approx(total_s)


def _length(distance: np.ndarray, order: list[int]) -> float:
    return float(sum(distance[a, b] for a, b in itertools.pairwise(order)))
