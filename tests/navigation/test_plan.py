"""Whole plans: every promise is recomputed from the stored poses, with code of its own."""

import math

import numpy as np
import pytest
import shapely

from gstgen.errors import RunError
from gstgen.navigation.clips import count_turns, meets_itself, path_difference_m
from gstgen.navigation.floor_map import FloorMap, build_floor_map
from gstgen.navigation.plan import Trajectory, TrajectoryPlan, plan_trajectories
from gstgen.navigation.settings import TrajectorySettings
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene

Flat = tuple[Scene, SceneGeometry]


@pytest.fixture(scope="module")
def plan(flat: Flat, flat_map: FloorMap, trajectory_settings: TrajectorySettings) -> TrajectoryPlan:
    return plan_trajectories(*flat, flat_map, trajectory_settings, 7)


def shots(plan: TrajectoryPlan) -> list[Trajectory]:
    return [*plan.explorations, *(clip.trajectory for clip in plan.clips)]


def part_boxes(geometry: SceneGeometry, scene: Scene) -> list[tuple[int, np.ndarray, np.ndarray, np.ndarray]]:
    """(instance, centre, half size, axes) of every box part: the test scene holds nothing but boxes."""
    out = []
    for name, parts in geometry.meshes.items():
        for part in parts:
            if geometry.materials[part.material].kind == "glass":
                continue
            corners = np.unique(np.round(part.vertices.astype(float), 5), axis=0)
            # Axes from the first three faces' normals: all boxes are upright.
            normal = part.normals[np.abs(part.normals[:, 2]) < 0.5][0].astype(float)
            axes = np.array([normal, [-normal[1], normal[0], 0], [0, 0, 1]])
            local = corners @ axes.T
            low, high = local.min(0), local.max(0)
            out.append((scene.instance_ids[name], ((low + high) / 2) @ axes, (high - low) / 2, axes))
    return out


def is_bare(scene: Scene, boxes: list, pose: np.ndarray) -> bool:  # type: ignore[type-arg]
    """A structure plane on >= 90 % of 20 x 16 rays and no other instance on 1 %, by the slab method on boxes."""
    u, v = np.meshgrid((np.arange(20) + 0.5) / 20 * 2 - 1, ((np.arange(16) + 0.5) / 16 * 2 - 1) * 512 / 640)
    rays = np.stack([u, v, np.ones_like(u)], -1).reshape(-1, 3) @ pose[:3, :3].T
    nearest = np.full(len(rays), np.inf)
    instance = np.zeros(len(rays), int)
    axis_of = np.zeros(len(rays), int)
    box_of = np.zeros(len(rays), int)
    for k, (number, center, half, axes) in enumerate(boxes):
        o, d = axes @ (pose[:3, 3] - center), rays @ axes.T
        with np.errstate(divide="ignore", invalid="ignore"):
            a, b = (-half - o) / d, (half - o) / d
        enter = np.minimum(a, b)
        t, out = enter.max(1), np.maximum(a, b).min(1)
        hit = (t <= out) & (t > 0) & (t < nearest)
        nearest[hit], instance[hit], box_of[hit], axis_of[hit] = t[hit], number, k, enter.argmax(1)[hit]
    structure = instance > len(scene.objects)
    if structure.mean() < 0.9:
        return False
    normal = np.array([axes for *_, axes in boxes])[box_of, axis_of]
    offset = (normal * (pose[:3, 3] + rays * np.where(np.isfinite(nearest), nearest, 0)[:, None])).sum(1)
    # A plane's offset carries its normal's sign, so both together make it one plane whatever box it belongs to.
    sign = np.sign(normal @ np.array([1.0, 1.1, 1.2]))[:, None]
    plane = np.round(np.column_stack([normal, offset]) * sign, 2)
    planes, count = np.unique(plane[structure], axis=0, return_counts=True)
    top = (plane == planes[count.argmax()]).all(1) & structure
    rest = np.bincount(instance[~top & (instance > 0)], minlength=1)
    return bool(top.mean() >= 0.9 and rest.max(initial=0) / len(rays) < 0.01)


def test_no_frame_of_bare_wall(plan: TrajectoryPlan, flat: Flat) -> None:
    boxes = part_boxes(flat[1], flat[0])
    bare = {t.name: sum(is_bare(flat[0], boxes, pose) for pose in t.poses) for t in shots(plan)}
    assert sum(bare.values()) == 0, bare


def test_the_bare_wall_test_can_fail(flat: Flat) -> None:
    boxes = part_boxes(flat[1], flat[0])
    close, back = np.eye(4), np.eye(4)
    close[:3, :3] = back[:3, :3] = np.array([[0, 0, 1], [-1, 0, 0], [0, -1, 0]], float)  # level, towards +x
    close[:3, 3], back[:3, 3] = (4.7, 2.2, 1.5), (1.0, 2.0, 1.5)
    assert is_bare(flat[0], boxes, close)
    assert not is_bare(flat[0], boxes, back)


def test_speed_and_turning_stay_within_the_limits(
    plan: TrajectoryPlan, trajectory_settings: TrajectorySettings
) -> None:
    for t in shots(plan):
        assert np.diff(t.times_s) == pytest.approx(1 / trajectory_settings.fps)
        speed = np.linalg.norm(np.diff(t.poses[:, :3, 3], axis=0), axis=1) * trajectory_settings.fps
        heading = np.unwrap(np.arctan2(t.poses[:, 1, 2], t.poses[:, 0, 2]))
        rate = np.degrees(np.diff(heading)) * trajectory_settings.fps
        assert speed.max() <= trajectory_settings.motion.max_speed_m_s + 1e-6
        assert np.abs(rate).max() <= min(trajectory_settings.gaze.max_rate_deg_s, 60.0) + 1e-6
        change = np.abs(np.diff(rate)).max() * trajectory_settings.fps
        assert change <= trajectory_settings.gaze.max_acceleration_deg_s2 + 1e-3
        assert t.facts["top_speed_m_s"] <= trajectory_settings.motion.max_speed_m_s


def test_camera_is_held_level_at_eye_height(plan: TrajectoryPlan, trajectory_settings: TrajectorySettings) -> None:
    camera = trajectory_settings.camera
    for t in shots(plan):
        assert np.abs(t.poses[:, 2, 3] - camera.height_m).max() <= camera.height_spread_m + 1e-9
        assert np.ptp(t.poses[:, 2, 3]) > 0
        pitch = np.degrees(np.arcsin(t.poses[:, 2, 2]))
        assert pitch.max() <= camera.pitch_deg + camera.pitch_spread_deg + 1e-6
        assert pitch.min() >= camera.low_pitch_deg - camera.pitch_spread_deg - 1e-6
        assert np.median(pitch) == pytest.approx(camera.pitch_deg, abs=6.0)
        noise_deg_s = 2 * camera.pitch_spread_deg / trajectory_settings.motion.noise_period_s
        rate = np.abs(np.diff(pitch)).max() * trajectory_settings.fps
        assert rate <= trajectory_settings.gaze.pitch_rate_deg_s + noise_deg_s
        assert np.abs(t.poses[:, 2, 0]).max() < 1e-9  # no roll
        assert np.swapaxes(t.poses[:, :3, :3], 1, 2) @ t.poses[:, :3, :3] == pytest.approx(
            np.broadcast_to(np.eye(3), (len(t.poses), 3, 3)), abs=1e-9
        )


def test_every_position_keeps_clear_of_walls_and_furniture(plan: TrajectoryPlan, flat: Flat) -> None:
    shapes = []
    for _, center, half, axes in part_boxes(flat[1], flat[0]):
        if center[2] - half[2] < 1.7 and center[2] + half[2] > 0.05:
            signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half[:2]
            shapes.append(shapely.Polygon(center[:2] + signs @ axes[:2, :2]))
    obstacles = shapely.union_all(shapes)
    for t in shots(plan):
        gaps = shapely.distance(shapely.points(t.poses[:, :2, 3]), obstacles)
        assert gaps.min() >= 0.25 - 0.015, t.name
        assert not shapely.LineString(t.poses[:, :2, 3]).intersects(obstacles)


def test_explorations_enter_every_room_and_show_the_objects(
    plan: TrajectoryPlan, flat: Flat, trajectory_settings: TrajectorySettings
) -> None:
    for t in plan.explorations:
        points = shapely.points(t.poses[:, :2, 3])
        assert all(shapely.contains(room.polygon, points).any() for room in flat[0].rooms)
        assert trajectory_settings.min_duration_s <= t.times_s[-1] <= trajectory_settings.max_duration_s
        assert t.facts["over_budget_s"] == t.facts["under_budget_s"] == 0
        assert t.facts["tour_m"] >= t.facts["lower_bound_m"]
    assert plan.facts["coverage"]["objects"] >= 0.9
    assert plan.facts["coverage"]["floor"] >= 0.8
    a, b = (t.poses[:, :2, 3] for t in plan.explorations)
    assert np.linalg.norm(a[0] - b[0]) > 0.5


def test_clips_start_elsewhere(plan: TrajectoryPlan, trajectory_settings: TrajectorySettings) -> None:
    starts = [t.poses[0, :2, 3] for t in shots(plan)]
    for i in range(len(plan.explorations), len(starts)):
        gaps = [np.linalg.norm(starts[i] - other) for k, other in enumerate(starts) if k != i]
        assert min(gaps) >= trajectory_settings.clips.start_gap_m - 0.05


def test_alternatives_match_the_clip_and_differ_from_it(
    plan: TrajectoryPlan, flat_map: FloorMap, trajectory_settings: TrajectorySettings
) -> None:
    clips = trajectory_settings.clips
    assert 1 <= len(plan.clips) <= clips.count
    assert any("clips" in note for note in plan.facts["notes"]) == (len(plan.clips) < clips.count)
    for clip in plan.clips:
        assert 6.0 <= clip.trajectory.times_s[-1] <= 14.0
        gap = np.linalg.norm(clip.points_m[:, None] - clip.trajectory.poses[None, :, :2, 3], axis=2)
        assert gap.min(1).max() < 0.1
        assert gap.min(0).max() < 0.1
        lines = [clip.points_m, *(a.points_m for a in clip.alternatives)]
        assert len(lines) == clips.alternatives + 1 >= 4
        lengths = [float(np.linalg.norm(np.diff(p, axis=0), axis=1).sum()) for p in lines]
        assert max(lengths) / min(lengths) <= 1 + clips.length_tolerance + 1e-3
        assert [a.length_m for a in clip.alternatives] == pytest.approx(lengths[1:])
        assert {count_turns(p, clips.turn_tolerance_m, clips.turn_deg) for p in lines} == {clip.turns}
        if clip.trajectory.facts["same_start_room"]:
            assert len({int(flat_map.room_at(p[0])) for p in lines}) == 1
        for i in range(len(lines)):
            for j in range(i):
                distance = np.linalg.norm(lines[i][:, None] - lines[j][None], axis=2)
                apart = (distance.min(0).mean() + distance.min(1).mean()) / 2
                assert apart >= clips.min_difference_m
        for p in lines:
            assert (flat_map.clearance_at(p) >= flat_map.agent_radius_m - 0.01).all()


def test_length_and_turns_do_not_tell_the_filmed_path(plan: TrajectoryPlan) -> None:
    """The filmed one is not always the shortest or always the longest of its group."""
    ranks = []
    for clip in plan.clips:
        lengths = [clip.trajectory.facts["length_m"], *(a.length_m for a in clip.alternatives)]
        ranks.append(sorted(lengths).index(lengths[0]))
    assert all(0 <= r < 4 for r in ranks)


def test_same_seed_same_plan_other_seed_another(
    plan: TrajectoryPlan, flat: Flat, flat_map: FloorMap, trajectory_settings: TrajectorySettings
) -> None:
    again = plan_trajectories(*flat, flat_map, trajectory_settings, 7)
    assert all((a.poses == b.poses).all() for a, b in zip(shots(plan), shots(again), strict=True))
    assert again.facts == plan.facts
    assert again.clip_outcomes == plan.clip_outcomes
    assert [c.points_m.tolist() for c in again.clips] == [c.points_m.tolist() for c in plan.clips]
    less = {"count": 1, "clips": trajectory_settings.clips.model_copy(update={"count": 0})}
    other = plan_trajectories(*flat, flat_map, trajectory_settings.model_copy(update=less), 8)
    mine, theirs = plan.explorations[0].poses, other.explorations[0].poses
    assert mine.shape != theirs.shape or not np.allclose(mine, theirs)


def test_too_small_a_scene_for_clips_has_none_and_says_so(builder, floor_settings, trajectory_settings) -> None:  # type: ignore[no-untyped-def]
    builder.room("closet_0", 0, 0, 2.0, 2.0)
    builder.part("wall", "wall_0", [([-0.1, -0.1, 0], [0, 2.1, 2.6])])
    builder.furniture("chair_a_0", (1.8, 1.8), (0.3, 0.3, 0.9))
    scene = builder.scene("closet")
    floor_map = build_floor_map(scene, builder.geometry, floor_settings)
    plan = plan_trajectories(scene, builder.geometry, floor_map, trajectory_settings, 7)
    assert plan.clips == ()
    assert plan.clip_outcomes == {"filmed": 0, "no_matched_group": 2}
    assert len(plan.explorations) == 2


def test_walls_alone_cannot_be_explored(builder, floor_settings, trajectory_settings) -> None:  # type: ignore[no-untyped-def]
    """A tiny empty cell shows nothing but wall, whatever the heading: one clear line."""
    builder.room("cell_0", 0, 0, 0.7, 0.7)
    for k, (x0, y0, x1, y1) in enumerate(
        [(-1, -1, 0, 1.7), (0.7, -1, 1.7, 1.7), (-1, -1, 1.7, 0), (-1, 0.7, 1.7, 1.7)]
    ):
        builder.part("wall", f"wall_{k}", [([x0, y0, -0.1], [x1, y1, 2.7])])
    scene = builder.scene("cell")
    floor_map = build_floor_map(scene, builder.geometry, floor_settings)
    strict = trajectory_settings.model_copy(
        update={"gaze": trajectory_settings.gaze.model_copy(update={"bare_cover": 0.4, "bare_other": 1.0, "passes": 1})}
    )
    with pytest.raises(RunError, match="bare wall") as caught:
        plan_trajectories(scene, builder.geometry, floor_map, strict, 7)
    assert "\n" not in str(caught.value)


def test_turns_differences_and_crossings() -> None:
    t = np.linspace(0, 1, 30)[:, None]
    line = np.hstack([t * 3, 0 * t])
    corner = np.concatenate([line, np.hstack([3 + 0 * t, t * 2])[1:]])
    wiggle = line + np.hstack([0 * t, 0.05 * np.sin(20 * t)])
    assert [count_turns(p, 0.2, 35.0) for p in (line, corner, wiggle)] == [0, 1, 0]
    assert path_difference_m(line, line[::-1]) == 0
    assert path_difference_m(line, line + np.array([0.0, 1.0])) == pytest.approx(1.0)
    angle = t[:, 0] * 2 * math.pi
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    assert meets_itself(circle, 0.3)
    assert not meets_itself(corner, 0.3)
