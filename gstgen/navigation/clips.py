"""Short walks for the question which path was filmed: groups of paths alike in length, turns and start room.

A group is matched first, then chance decides which of its paths is filmed: neither length nor turns give it away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.motion import Walk, smooth_paths, time_walk
from gstgen.navigation.roadmap import Roadmap, path_length_m, resample
from gstgen.navigation.settings import ClipSettings, MotionSettings
from gstgen.randomness import rng

Array = NDArray[np.float64]

_POINT_GAP_M = 0.1


@dataclass(frozen=True)
class ClipPath:
    """A walk of a few metres: what would be filmed, its line on the map, and what it is matched by."""

    walk: Walk
    points_m: Array
    length_m: float
    turns: int
    start_room: int


@dataclass(frozen=True)
class ClipGroup:
    """Matched paths in the order in which they are tried for filming; the others are its alternatives."""

    members: tuple[ClipPath, ...]
    same_start_room: bool


def count_turns(points_m: Array, tolerance_m: float, turn_deg: float) -> int:
    """Bends of at least `turn_deg` of a line (N, 2) after wiggles within a tolerance are straightened."""
    line = np.asarray(shapely.LineString(points_m).simplify(tolerance_m).coords)
    step = np.diff(line, axis=0)
    heading = np.degrees(np.arctan2(step[:, 1], step[:, 0]))
    bend = np.abs((np.diff(heading) + 180.0) % 360.0 - 180.0)
    return int((bend >= turn_deg).sum())


def path_difference_m(a_m: Array, b_m: Array) -> float:
    """Mean distance from each line's points to the nearest point of the other, both ways averaged."""
    distance = cdist(a_m, b_m)
    return float((distance.min(0).mean() + distance.min(1).mean()) / 2)


def meets_itself(points_m: Array, gap_m: float) -> bool:
    """Whether a line (equally spaced points) comes back to within a gap of an earlier part."""
    spacing = path_length_m(points_m) / max(len(points_m) - 1, 1)
    skip = int(np.ceil(2.5 * gap_m / max(spacing, 1e-6)))
    near = cdist(points_m, points_m) < gap_m
    return bool(np.triu(near, skip).any())


def find_paths(
    scene_id: str,
    floor_map: FloorMap,
    roadmap: Roadmap,
    clips: ClipSettings,
    motion: MotionSettings,
    seed: int,
    batch: int,
) -> list[ClipPath]:
    """Random walks of the wanted length over a place in between, none crossing itself; each batch has others."""
    generator = rng(seed, scene_id, "clip paths", batch)
    rough: list[Array] = []
    # A few lengths instead of a range: matched groups become many times likelier.
    lengths = generator.uniform(clips.min_length_m, clips.max_length_m, clips.lengths)
    # Starts spread over the rooms in turn, so that small rooms are not left out.
    rooms = floor_map.room_index[tuple(roadmap.cells.T)]
    present = [r for r in np.unique(rooms) if r >= 0]
    for k in range(clips.starts if present else 0):
        start = int(generator.choice(np.flatnonzero(rooms == present[k % len(present)])))
        # No part of a clip is farther from its start than it is long.
        near = roadmap.nearby(start, clips.max_length_m)
        (origin,) = near.nearest_nodes(roadmap.points_m[[start]])
        from_start, tree = near.distances_m(int(origin)), near.tree(int(origin), comfortable=True)
        for _ in range(clips.vias_per_start):
            via_m = float(generator.uniform(0.25, 0.75) * generator.choice(lengths))
            via = _pick(generator, from_start, via_m)
            if via is None:
                continue
            before = tree.path(via, taut=False)
            from_via, onward = near.distances_m(via), near.tree(via, comfortable=True)
            for _ in range(clips.goals_per_via):
                rest = float(generator.choice(lengths)) - via_m
                goal = _pick(generator, from_via, rest) if rest > 0 else None
                if goal is not None:
                    rough.append(np.concatenate([before, onward.path(goal, taut=False)[1:]]))
    simple = [p for p in rough if not meets_itself(resample(p, _POINT_GAP_M), clips.self_gap_m)]
    found = [_as_path(floor_map, p, clips, motion) for p in smooth_paths(floor_map, simple, motion.comfort_m)]
    return [path for path in found if path is not None]


def _pick(generator: np.random.Generator, distance_m: Array, wanted_m: float) -> int | None:
    """A random node about so far away."""
    fits = np.flatnonzero(np.abs(distance_m - wanted_m) < 0.15)
    return int(generator.choice(fits)) if len(fits) else None


def _as_path(floor_map: FloorMap, smooth: Array, clips: ClipSettings, motion: MotionSettings) -> ClipPath | None:
    """The walk along a smooth path; None when its length or form does not fit."""
    if not clips.min_length_m <= path_length_m(smooth) <= clips.max_length_m:
        return None
    if meets_itself(resample(smooth, _POINT_GAP_M), clips.self_gap_m):
        return None
    walk = time_walk(floor_map, smooth, [], motion)
    times = np.linspace(0.0, walk.duration_s, max(int(walk.duration_s / 0.1), 2))
    points = resample(walk.positions(times), _POINT_GAP_M)
    turns = count_turns(points, clips.turn_tolerance_m, clips.turn_deg)
    return ClipPath(walk, points, path_length_m(points), turns, int(floor_map.room_at(points[0])))


def find_groups(paths: Sequence[ClipPath], clips: ClipSettings, scene_id: str, seed: int) -> Iterator[ClipGroup]:
    """Groups of `alternatives` + 1 matched, clearly different paths, best matched first; a path is used once.

    Groups of one start room come before groups that mix rooms. Start rooms take turns.
    """
    generator = rng(seed, scene_id, "clip groups")
    size = clips.alternatives + 1
    order = [int(i) for i in generator.permutation(len(paths))]
    used: set[int] = set()
    uses: dict[int, int] = {}
    for same_room in (True, False):
        progress = True
        while progress:
            progress = False
            left = sorted((i for i in order if i not in used), key=lambda i: uses.get(paths[i].start_room, 0))
            for first in left:
                group = _grow(first, [i for i in left if i != first], paths, clips, size, same_room)
                if group is None:
                    continue
                used.update(group)
                for i in group:
                    uses[paths[i].start_room] = uses.get(paths[i].start_room, 0) + 1
                members = [paths[group[int(i)]] for i in generator.permutation(size)]
                yield ClipGroup(tuple(members), len({m.start_room for m in members}) == 1)
                progress = True
                break


def _grow(
    first: int, others: Sequence[int], paths: Sequence[ClipPath], clips: ClipSettings, size: int, same_room: bool
) -> list[int] | None:
    group = [first]
    for i in others:
        candidate = paths[i]
        if candidate.turns != paths[first].turns or (same_room and candidate.start_room != paths[first].start_room):
            continue
        lengths = [paths[j].length_m for j in (*group, i)]
        if max(lengths) > min(lengths) * (1.0 + clips.length_tolerance):
            continue
        if any(path_difference_m(candidate.points_m, paths[j].points_m) < clips.min_difference_m for j in group):
            continue
        group.append(i)
        if len(group) == size:
            return group
    return None
