"""Scenes that allow little: each ends with what was possible, or with one line that says why nothing was."""

import pytest

from gstgen.errors import RunError
from gstgen.navigation.exploration import ExplorationPlanner
from gstgen.navigation.floor_map import FloorMap, build_floor_map
from gstgen.navigation.plan import TrajectoryPlan, plan_trajectories
from gstgen.navigation.settings import FloorMapSettings, TrajectorySettings
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene


def planned(builder, floor: FloorMapSettings, trajectory: TrajectorySettings) -> tuple[FloorMap, TrajectoryPlan]:  # type: ignore[no-untyped-def]
    few = {"count": 1, "clips": trajectory.clips.model_copy(update={"count": 0}), "min_duration_s": 5.0}
    scene = builder.scene("bad")
    floor_map = build_floor_map(scene, builder.geometry, floor)
    plan = plan_trajectories(scene, builder.geometry, floor_map, trajectory.model_copy(update=few), 7)
    return floor_map, plan


def walled_hall(builder) -> None:  # type: ignore[no-untyped-def]
    builder.room("hall_0", 0, 0, 6, 4)
    for k, (x0, y0, x1, y1) in enumerate([(-0.1, 0, 0, 4), (6, 0, 6.1, 4), (0, -0.1, 6, 0), (0, 4, 6, 4.1)]):
        builder.part("wall", f"wall_{k}", [([x0, y0, 0], [x1, y1, 2.6])])


def test_a_scene_without_objects_says_that_nothing_can_be_asked_for(  # type: ignore[no-untyped-def]
    builder, floor_settings, trajectory_settings
) -> None:
    walled_hall(builder)
    _, plan = planned(builder, floor_settings, trajectory_settings)
    coverage = plan.facts["coverage"]
    assert coverage["targets"] == 0
    assert coverage["rooms"] == ["hall_0"]
    assert 0.3 < coverage["floor"] < 1.0
    assert any("0 objects" in note for note in plan.facts["notes"])


def test_one_object_is_shown(builder, floor_settings, trajectory_settings) -> None:  # type: ignore[no-untyped-def]
    walled_hall(builder)
    builder.furniture("chair_a_0", (5.5, 3.5), (0.5, 0.5, 0.9))
    _, plan = planned(builder, floor_settings, trajectory_settings)
    assert plan.facts["coverage"]["objects"] == 1.0
    assert plan.facts["coverage"]["unseen"] == []
    assert [n for n in plan.facts["notes"] if "of the floor that can be seen" not in n] == []


def test_what_lies_behind_a_closed_wall_is_named(builder, floor_settings, trajectory_settings) -> None:  # type: ignore[no-untyped-def]
    """Two rooms with a gap that no agent fits through: an island, its room and its objects are reported."""
    builder.room("hall_0", 0, 0, 6, 4)
    builder.room("storage_room_0", 6.1, 0, 9, 4)
    builder.part("wall", "wall_0", [([6.0, 0.3, 0], [6.1, 4, 2.6])])
    builder.part("wall", "wall_1", [([-0.1, 0, 0], [0, 4, 2.6])])
    builder.furniture("chair_a_0", (2.0, 2.0), (0.5, 0.5, 0.9))
    builder.furniture("bookcase_a_0", (8.7, 2.0), (0.4, 1.0, 1.8))
    floor_map, plan = planned(builder, floor_settings, trajectory_settings)
    assert [i.room for i in floor_map.islands] == ["storage_room_0"]
    assert plan.facts["coverage"]["rooms"] == ["hall_0"]
    assert plan.facts["coverage"]["unseen"] == [{"object": "bookcase_a_0", "reason": "room_without_access"}]
    notes = " ".join(plan.facts["notes"])
    assert "storage_room_0" in notes
    assert "1 parts of the floor" in notes


def test_one_tiny_room_gives_a_short_video_and_says_so(builder, floor_settings, trajectory_settings) -> None:  # type: ignore[no-untyped-def]
    builder.room("closet_0", 0, 0, 0.75, 0.75)
    builder.furniture("chair_a_0", (2.0, 0.4), (0.5, 0.5, 0.9))
    long = trajectory_settings.model_copy(update={"min_duration_s": 30.0})
    scene = builder.scene("closet")
    floor_map = build_floor_map(scene, builder.geometry, floor_settings)
    few = {"count": 1, "clips": long.clips.model_copy(update={"count": 0})}
    plan = plan_trajectories(scene, builder.geometry, floor_map, long.model_copy(update=few), 7)
    assert plan.explorations[0].facts["under_budget_s"] > 0
    assert any("shorter than min_duration_s" in note for note in plan.facts["notes"])


def test_a_floor_outside_every_room_is_one_line(builder, floor_settings, trajectory_settings) -> None:  # type: ignore[no-untyped-def]
    walled_hall(builder)
    scene = builder.scene("bad")
    floor_map = build_floor_map(scene, builder.geometry, floor_settings)
    floor_map.room_index[:] = -1
    with pytest.raises(RunError, match="no room has floor") as caught:
        plan_trajectories(scene, builder.geometry, floor_map, trajectory_settings, 7)
    assert "\n" not in str(caught.value)


def test_long_videos_fill_their_time_with_further_rounds(builder, floor_settings, trajectory_settings) -> None:  # type: ignore[no-untyped-def]
    walled_hall(builder)
    builder.furniture("chair_a_0", (5.5, 3.5), (0.5, 0.5, 0.9))
    builder.furniture("sofa_a_0", (0.6, 2.0), (0.9, 2.0, 0.8))
    scene = builder.scene("long")
    floor_map = build_floor_map(scene, builder.geometry, floor_settings)
    update = {
        "count": 1,
        "min_duration_s": 70.0,
        "max_duration_s": 110.0,
        "clips": trajectory_settings.clips.model_copy(update={"count": 0}),
    }
    plan = plan_trajectories(scene, builder.geometry, floor_map, trajectory_settings.model_copy(update=update), 7)
    (exploration,) = plan.explorations
    assert 70.0 <= exploration.times_s[-1] <= 110.0
    assert exploration.facts["bare_wall_frames"] == 0


def test_a_later_exploration_that_fails_is_left_out_and_told(
    flat: tuple[Scene, SceneGeometry],
    flat_map: FloorMap,
    trajectory_settings: TrajectorySettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = trajectory_settings.model_copy(
        update={"count": 3, "clips": trajectory_settings.clips.model_copy(update={"count": 0})}
    )
    usual = ExplorationPlanner.plan

    def failing(planner: ExplorationPlanner, index: int, *rest: object) -> object:
        if index == 1:
            raise RunError("bare walls everywhere")
        return usual(planner, index, *rest)

    monkeypatch.setattr(ExplorationPlanner, "plan", failing)
    plan = plan_trajectories(*flat, flat_map, settings, 7)
    assert [e.name for e in plan.explorations] == ["exploration_0"]
    assert any("exploration_1" in note and "bare walls everywhere" in note for note in plan.facts["notes"])
    monkeypatch.setattr(ExplorationPlanner, "plan", lambda planner, *_: failing(planner, 1))
    with pytest.raises(RunError, match="bare walls"):
        plan_trajectories(*flat, flat_map, settings, 7)
