"""All trajectories of a scene: explorations first, then clips that start elsewhere; what they cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RunError
from gstgen.navigation.clip_choice import ChosenClip, ClipPlanner
from gstgen.navigation.clips import ClipPath
from gstgen.navigation.coverage import CoverageReport
from gstgen.navigation.exploration import Exploration, ExplorationPlanner
from gstgen.navigation.filming import Filmer, Shot
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.roadmap import Roadmap, path_length_m
from gstgen.navigation.settings import TrajectorySettings
from gstgen.navigation.sight import TargetSight
from gstgen.navigation.viewpoints import FloorCells, find_candidates
from gstgen.perception.raycast import RayCaster
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Trajectory:
    """A filmed path: poses `T_world_camera` (N, 4, 4) at `times_s` (N) and its numbers."""

    name: str
    poses: Array
    times_s: Array
    facts: dict[str, Any]


@dataclass(frozen=True)
class Alternative:
    """A path that was not filmed."""

    name: str
    points_m: Array
    length_m: float
    turns: int


@dataclass(frozen=True)
class Clip:
    """A short filmed path, its line on the map (N, 2) and the paths beside it."""

    trajectory: Trajectory
    points_m: Array
    turns: int
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True)
class TrajectoryPlan:
    """Everything to film in a scene, with coverage numbers and counts of clip groups by outcome."""

    explorations: tuple[Trajectory, ...]
    clips: tuple[Clip, ...]
    facts: dict[str, Any]
    clip_outcomes: dict[str, int]


def plan_trajectories(
    scene: Scene, geometry: SceneGeometry, floor_map: FloorMap, settings: TrajectorySettings, seed: int
) -> TrajectoryPlan:
    """Plan explorations and clips; RunError when not even one exploration without faults can be found."""
    caster = RayCaster(scene, geometry)
    camera = settings.camera
    sight = TargetSight(scene, geometry, caster, camera.camera, camera.pitch_spread_deg, settings.sight, seed)
    floor = FloorCells(floor_map, scene.floor_z_m, caster, settings.sight)
    roadmap = Roadmap(floor_map, settings.roadmap, settings.motion.comfort_m, settings.motion.comfort_weight)
    eye_z = scene.floor_z_m + camera.height_m
    filmer = Filmer(scene, caster, sight, settings)
    headings, pitches = filmer.panorama.headings_deg, filmer.panorama.pitches_deg
    comfort_m = settings.motion.comfort_m
    candidates = find_candidates(floor_map, sight, floor, headings, pitches, eye_z, comfort_m, settings.viewpoints)
    planner = ExplorationPlanner(scene.id, floor_map, roadmap, candidates, floor, filmer, settings, seed)
    report = CoverageReport(floor_map, sight, candidates, settings)
    explorations, shortfalls = _explore(planner, report, settings)
    starts = [e.path_m[0] for e in explorations]
    clip_planner = ClipPlanner(scene.id, floor_map, roadmap, filmer, settings, seed, starts)
    clips = [_clip(i, chosen, floor_map) for i, chosen in enumerate(clip_planner.plan())]
    filmed = [
        _trajectory(f"exploration_{i}", e.shot, floor_map, {**e.facts, "coverage": report.of([e])})
        for i, e in enumerate(explorations)
    ]
    facts = {
        "coverage": report.of(explorations),
        "rooms_without_access": floor_map.rooms_without_access(),
        "rooms": len(scene.rooms),
        "notes": [
            *_notes(scene, floor_map, len(sight.targets), explorations),
            *shortfalls,
            *_clip_notes(len(clips), settings.clips.count),
        ],
    }
    return TrajectoryPlan(tuple(filmed), tuple(clips), facts, dict(clip_planner.outcomes))


def _explore(
    planner: ExplorationPlanner, report: CoverageReport, settings: TrajectorySettings
) -> tuple[list[Exploration], list[str]]:
    """`count` explorations, more while too little is shown, and a line for what remains; RunError without even one."""
    wanted = settings.coverage
    explorations: list[Exploration] = []
    notes: list[str] = []
    reached = report.of(explorations)
    for index in range(settings.max_count):
        enough = reached["floor"] >= wanted.floor and reached["objects"] >= wanted.objects
        if index >= settings.count and enough:
            break
        try:
            exploration = planner.plan(index, explorations)
        except RunError as error:
            if not explorations:
                raise
            notes.append(f"exploration_{index} and later ones are left out: {error}")
            break
        before, reached = reached, report.of([*explorations, exploration])
        if index >= settings.count and all(reached[key] <= before[key] for key in ("floor", "objects")):
            reached = before
            break
        explorations.append(exploration)
    for key, share in (("floor", wanted.floor), ("objects", wanted.objects)):
        if reached[key] < share:
            notes.append(
                f"{len(explorations)} explorations show {reached[key]:.1%} of the {key} that can be seen, "
                f"{share:.0%} were wanted: raise trajectory.count or trajectory.max_duration_s"
            )
    return explorations, notes


def _clip_notes(found: int, wanted: int) -> list[str]:
    if found == wanted:
        return []
    return [
        f"{found} of {wanted} clips: the floor has no more groups of paths alike enough to be told apart by looking"
    ]


def _notes(scene: Scene, floor_map: FloorMap, targets: int, explorations: Sequence[Exploration]) -> list[str]:
    """What a scene did not allow, a line each."""
    notes = []
    if not targets:
        notes.append(f"none of the {len(scene.objects)} objects is worth asking about, so no question has a target")
    closed = floor_map.rooms_without_access()
    if closed:
        notes.append(f"rooms that cannot be entered: {', '.join(closed)}")
    if floor_map.islands:
        area_m2 = sum(i.area_m2 for i in floor_map.islands)
        notes.append(f"{len(floor_map.islands)} parts of the floor, {area_m2:.1f} m2, cannot be reached")
    for index, exploration in enumerate(explorations):
        if exploration.facts["under_budget_s"] > 0:
            short_s = exploration.facts["under_budget_s"]
            notes.append(f"exploration_{index} is {short_s} s shorter than min_duration_s: too little to walk")
    return notes


def _trajectory(name: str, shot: Shot, floor_map: FloorMap, facts: dict[str, Any]) -> Trajectory:
    positions = shot.poses[:, :2, 3]
    dt = np.diff(shot.times_s)
    speed = np.linalg.norm(np.diff(positions, axis=0), axis=1) / dt if len(dt) else np.zeros(1)
    rate = np.abs(shot.heading_rates_deg_s) if len(dt) else np.zeros(1)
    numbers = {
        "length_m": path_length_m(positions),
        "duration_s": float(shot.times_s[-1]),
        "min_clearance_m": float(floor_map.clearance_at(positions).min()),
        "top_speed_m_s": float(speed.max()),
        "top_yaw_rate_deg_s": float(rate.max()),
        "bare_wall_frames": int(shot.bare.sum()),
        "near_share": float(shot.near_share.mean()),
        "objects_seen_well": int((shot.shown_frames > 0).sum()),
    }
    rounded = {k: round(v, 3) if isinstance(v, float) else v for k, v in {**facts, **numbers}.items()}
    return Trajectory(name, shot.poses, shot.times_s, {**rounded, "length_m": numbers["length_m"]})


def _clip(index: int, chosen: ChosenClip, floor_map: FloorMap) -> Clip:
    name, path = f"clip_{index}", chosen.path
    facts = {
        "turns": path.turns,
        "start_room": floor_map.room_ids[path.start_room] if path.start_room >= 0 else None,
        "same_start_room": chosen.same_start_room,
    }
    alternatives = tuple(_alternative(f"{name}_alternative_{i}", other) for i, other in enumerate(chosen.others))
    return Clip(_trajectory(name, chosen.shot, floor_map, facts), path.points_m, path.turns, alternatives)


def _alternative(name: str, path: ClipPath) -> Alternative:
    return Alternative(name, path.points_m, path.length_m, path.turns)
