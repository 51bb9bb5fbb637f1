"""Short walks for the question which path was filmed: groups of paths that nothing but their place tells apart.

The paths of a group have the same length to the centimetre, would take the same time, have as many turns and start in
the same room. Each of them could be filmed; only then chance decides which one is. So no property of a drawn path says
anything about which was filmed: not its length, turns, end, extent or form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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

# m, places so much nearer or farther than wanted will do.
_PICK_M = 0.15
_POINT_GAP_M = 0.1
_CUTS = 6


@dataclass(frozen=True)
class ClipPath:
    """A walk of a few metres: the path, what would be filmed, its line on the map, and what it is matched by.

    turns: sharp bends; swings: by how large a turn of the heading counts, how often it turned by that.
    """

    path_m: Array
    walk: Walk
    points_m: Array
    length_m: float
    turns: int
    swings: tuple[int, ...]
    start_room: int


def count_turns(points_m: Array, tolerance_m: float, turn_deg: float) -> int:
    """Bends of at least `turn_deg` of a line (N, 2) after wiggles within a tolerance are straightened."""
    line = np.asarray(shapely.LineString(points_m).simplify(tolerance_m).coords)
    step = np.diff(line, axis=0)
    heading = np.degrees(np.arctan2(step[:, 1], step[:, 0]))
    bend = np.abs((np.diff(heading) + 180.0) % 360.0 - 180.0)
    return int((bend >= turn_deg).sum())


def count_swings(points_m: Array, turn_deg: float) -> int:
    """How often the heading of a line (N, 2) has changed by `turn_deg` since it last did: wide curves count, too."""
    step = np.diff(points_m, axis=0)
    heading = np.degrees(np.unwrap(np.arctan2(step[:, 1], step[:, 0])))
    last, count = heading[0], 0
    for value in heading[1:]:
        if abs(value - last) > turn_deg:
            count, last = count + 1, value
    return count


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
    # A few lengths instead of a range, the same in all batches: matched groups become many times likelier.
    lengths = rng(seed, scene_id, "clip lengths").uniform(clips.min_length_m, clips.max_length_m, clips.lengths)
    # A few rooms a batch, so that enough paths start in each to find some that match; the next batch has others.
    rooms = floor_map.room_index[tuple(roadmap.cells.T)]
    every = rng(seed, scene_id, "clip rooms").permutation([r for r in np.unique(rooms) if r >= 0])
    present = np.roll(every, -batch * clips.start_rooms)[: clips.start_rooms]
    for k in range(clips.starts if len(present) else 0):
        start = int(generator.choice(np.flatnonzero(rooms == present[k % len(present)])))
        # No part of a clip is farther from its start than it is long.
        near = roadmap.nearby(start, clips.max_length_m)
        (origin,) = near.nearest_nodes(roadmap.points_m[[start]])
        from_start, tree = near.distances_m(int(origin), clips.max_length_m), near.tree(int(origin), comfortable=True)
        for _ in range(clips.vias_per_start):
            via_m = float(generator.uniform(0.25, 0.75) * generator.choice(lengths))
            via = _pick(generator, from_start, via_m)
            if via is None:
                continue
            before = tree.path(via, taut=False)
            from_via, onward = near.distances_m(via, max(lengths) - via_m + _PICK_M), near.tree(via, comfortable=True)
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
    fits = np.flatnonzero(np.abs(distance_m - wanted_m) < _PICK_M)
    return int(generator.choice(fits)) if len(fits) else None


def _as_path(floor_map: FloorMap, smooth: Array, clips: ClipSettings, motion: MotionSettings) -> ClipPath | None:
    """The walk along a smooth path; None when its length or form does not fit."""
    if not clips.min_length_m <= path_length_m(smooth) <= clips.max_length_m:
        return None
    if meets_itself(resample(smooth, _POINT_GAP_M), clips.self_gap_m):
        return None
    return _walked(floor_map, smooth, clips, motion)


def _walked(floor_map: FloorMap, path_m: Array, clips: ClipSettings, motion: MotionSettings) -> ClipPath:
    walk = time_walk(floor_map, path_m, [], motion)
    points = _line(walk)
    turns = count_turns(points, clips.turn_tolerance_m, clips.turn_deg)
    swings = tuple(count_swings(points, angle) for angle in clips.swing_deg)
    return ClipPath(path_m, walk, points, path_length_m(points), turns, swings, int(floor_map.room_at(points[0])))


def _line(walk: Walk) -> Array:
    times = np.linspace(0.0, walk.duration_s, max(int(walk.duration_s / 0.1), 2))
    return resample(walk.positions(times), _POINT_GAP_M)


class PathPool:
    """Paths that groups are drawn from, by number; each pair is compared once, however often groups are looked for."""

    def __init__(self, clips: ClipSettings) -> None:
        self.paths: list[ClipPath] = []
        self._clips = clips
        self._apart: dict[tuple[int, int], bool] = {}

    def next_group(
        self, order: Sequence[int], uses: Mapping[int, int], same_room: bool, vain: set[tuple[object, ...]]
    ) -> list[int] | None:
        """Numbers of `alternatives` + 1 matched, clearly different paths; None when those in `order` hold no more.

        Start rooms with few uses so far come first; with `same_room` all paths of the group start in one room. `vain`
        remembers from which paths no group grew, as long as `order` only shrinks and `uses` stays.
        """
        left = sorted(order, key=lambda i: uses.get(self.paths[i].start_room, 0))
        kinds: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for i in left:
            kinds[self._kind(i, same_room)].append(i)
        for first in left:
            alike = kinds[self._kind(first, same_room)]
            tried = (same_room, first, len(alike), sum(uses.values()))
            if tried in vain:
                continue
            group = self._grow(first, alike)
            if group is not None:
                return group
            vain.add(tried)
        return None

    def _kind(self, number: int, same_room: bool) -> tuple[object, ...]:
        """What the paths of a group have in common."""
        path = self.paths[number]
        return (path.turns, path.swings, path.start_room if same_room else None)

    def _grow(self, first: int, alike: Sequence[int]) -> list[int] | None:
        clips, group = self._clips, [first]
        if len(alike) <= clips.alternatives:
            return None
        shortest = longest = self.paths[first].length_m
        for i in alike:
            length = self.paths[i].length_m
            low, high = min(shortest, length), max(longest, length)
            if i == first or high > low * (1.0 + clips.length_tolerance):
                continue
            if not all(self._are_apart(i, j) for j in group):
                continue
            group.append(i)
            shortest, longest = low, high
            if len(group) == clips.alternatives + 1:
                return group
        return None

    def _are_apart(self, i: int, j: int) -> bool:
        pair = (min(i, j), max(i, j))
        if pair not in self._apart:
            difference = path_difference_m(self.paths[i].points_m, self.paths[j].points_m)
            self._apart[pair] = difference >= self._clips.min_difference_m
        return self._apart[pair]


def made_alike(
    members: Sequence[ClipPath], floor_map: FloorMap, clips: ClipSettings, motion: MotionSettings
) -> list[ClipPath] | None:
    """The paths of a group cut to the shortest one's length and slowed down to the slowest one's time.

    None when they no longer match: a turn was cut off, what set two of them apart was, or a length cannot be met.
    """
    wanted = min(m.length_m for m in members)
    cut = [_cut(m, wanted, floor_map, clips, motion) for m in members]
    alike = [m for m in cut if m is not None]
    if len(alike) < len(members) or len({(m.turns, m.swings) for m in alike}) > 1:
        return None
    for i, a in enumerate(alike):
        if any(path_difference_m(a.points_m, b.points_m) < clips.min_difference_m for b in alike[:i]):
            return None
    slowest = max(m.walk.duration_s for m in alike)
    return [replace(m, walk=slowed(m.walk, slowest)) for m in alike]


def _cut(
    member: ClipPath, wanted_m: float, floor_map: FloorMap, clips: ClipSettings, motion: MotionSettings
) -> ClipPath | None:
    """A path shortened at its end until its line has a length; the walk cuts corners, so this takes a few rounds."""
    length = path_length_m(member.path_m)
    for _ in range(_CUTS):
        excess = member.length_m - wanted_m
        if abs(excess) <= clips.length_slack_m:
            return member
        length = min(length - excess, path_length_m(member.path_m))
        member = replace(_walked(floor_map, cut_path(member.path_m, length), clips, motion), path_m=member.path_m)
    return member if abs(member.length_m - wanted_m) <= clips.length_slack_m else None


def cut_path(path_m: Array, length_m: float) -> Array:
    """The first metres of a path (N, 2)."""
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path_m, axis=0), axis=1))])
    inside = along < length_m - 1e-9
    end = [np.interp(length_m, along, path_m[:, axis]) for axis in range(2)]
    return np.concatenate([path_m[inside], [end]])


def slowed(walk: Walk, duration_s: float) -> Walk:
    """The same walk evenly slowed down to a duration."""
    factor = duration_s / walk.duration_s
    stays = tuple((begin * factor, end * factor) for begin, end in walk.stays)
    return Walk(walk.control_m, walk.step_s * factor, duration_s, stays)
