"""Explorations: tours through every room that show the floor and the objects."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RunError
from gstgen.navigation.filming import Filmer, Look, Shot
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.grid_graph import GridTree
from gstgen.navigation.motion import Stop, Walk, join_legs, smooth_paths, time_walk
from gstgen.navigation.roadmap import BlockTree, Roadmap, path_length_m
from gstgen.navigation.settings import GazeSettings, TrajectorySettings
from gstgen.navigation.tour import lower_bound_m, short_tour, tour_length_m
from gstgen.navigation.viewpoints import Candidates, choose_viewpoints
from gstgen.randomness import rng

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Exploration:
    """One planned tour: its shot, its viewpoints (V, 2) and what the plan knows about it."""

    shot: Shot
    places_m: Array
    facts: dict[str, Any]

    @property
    def path_m(self) -> Array:
        """Positions (N, 2) of the camera."""
        return self.shot.poses[:, :2, 3]


class ExplorationPlanner:
    """Plans explorations one after the other; later ones care most for what earlier ones did not show."""

    def __init__(
        self,
        scene_id: str,
        floor_map: FloorMap,
        roadmap: Roadmap,
        candidates: Candidates,
        filmer: Filmer,
        settings: TrajectorySettings,
        seed: int,
    ) -> None:
        self._scene_id, self._map, self._roadmap, self._filmer = scene_id, floor_map, roadmap, filmer
        self._candidates, self._settings, self._seed = candidates, settings, seed
        self._nodes = roadmap.nearest_nodes(candidates.eyes_m[:, :2])
        self.rooms = sorted({int(r) for r in np.unique(floor_map.room_index[floor_map.navigable]) if r >= 0})
        order = rng(seed, scene_id, "start rooms").permutation(len(self.rooms))
        self._trees: dict[int, GridTree | BlockTree] = {}
        self._legs: dict[tuple[int, int], Array] = {}
        self._start_rooms = [self.rooms[i] for i in order]

    def plan(self, index: int, shown_before: NDArray[np.int64], visited_m: Array) -> Exploration:
        """Exploration `index`, given how many frames of earlier ones show each target (T) and their viewpoints (V, 2).

        Raises RunError when it cannot be.
        """
        settings = self._settings
        reasons = []
        for attempt in range(settings.attempts):
            generator = rng(self._seed, self._scene_id, "exploration", index, attempt)
            exploration, fault = self._try(index, shown_before, visited_m, generator)
            if exploration is not None:
                return exploration
            reasons.append(fault)
        raise RunError(
            f"scene {self._scene_id}: no exploration without faults in {settings.attempts} attempts "
            f"({'; '.join(reasons)}); raise trajectory.attempts or change the seed"
        )

    def _try(
        self, index: int, shown_before: NDArray[np.int64], visited_m: Array, generator: np.random.Generator
    ) -> tuple[Exploration | None, str]:
        settings = self._settings
        seen = shown_before >= settings.sight.min_frames
        worth = np.where(seen, settings.viewpoints.seen_weight, 1.0) * self._candidates.seeable
        allowed = generator.uniform(size=len(self._nodes)) < settings.viewpoints.keep_share
        chosen, gains = choose_viewpoints(
            self._candidates, worth, allowed, self.rooms, visited_m, settings.gaze.looks, settings.viewpoints
        )
        start_room = self._start_rooms[index % len(self._start_rooms)] if self.rooms else -1
        distance = self._roadmap.distance_matrix_m(self._nodes[chosen])
        worthy = int((gains >= settings.viewpoints.min_gain).sum())
        least = min(max(len(self.rooms), 2), len(chosen))
        tour, walk, looks = self._fit(chosen, distance, start_room, worth, max(worthy, least), least)
        shot = self._filmer.film(walk, looks, worth, settings.gaze.forward_weight, generator)
        fault = self._fault(shot)
        if fault:
            return None, fault
        path = shot.poses[:, :2, 3]
        facts = {
            "viewpoints": len(tour),
            "start_room": self._map.room_ids[start_room] if start_room >= 0 else None,
            "tour_m": round(tour_length_m(distance, tour), 3),
            "lower_bound_m": round(lower_bound_m(distance[np.ix_(tour, tour)]), 3),
            "over_budget_s": round(max(float(shot.times_s[-1]) - settings.max_duration_s, 0.0), 1),
            "length_m": path_length_m(path),
        }
        return Exploration(shot, self._candidates.eyes_m[chosen[tour], :2], facts), ""

    def _fit(
        self, chosen: NDArray[np.int64], distance: Array, start_room: int, worth: Array, count: int, least: int
    ) -> tuple[list[int], Walk, list[Look]]:
        """Tour over as many of the first viewpoints (they come in order of worth) as the wanted duration takes."""
        settings = self._settings

        def build(n: int) -> tuple[list[int], Walk, list[Look]]:
            tour = self._tour(chosen[:n], distance[:n, :n], start_room)
            return (tour, *self._walk(chosen[tour], worth))

        best = build(count)
        while best[1].duration_s > settings.max_duration_s and count > least:
            count -= 1
            best = build(count)
        while best[1].duration_s < settings.min_duration_s and count < len(chosen):
            count += 1
            longer = build(count)
            if longer[1].duration_s > settings.max_duration_s:
                break
            best = longer
        return best

    def _fault(self, shot: Shot) -> str:
        if shot.bare.any():
            return f"{int(shot.bare.sum())} frames of bare wall"
        visited = set(np.unique(self._map.room_at(shot.poses[:, :2, 3])).tolist())
        missed = [self._map.room_ids[r] for r in self.rooms if r not in visited]
        if missed:
            return f"rooms not entered: {', '.join(missed)}"
        if (self._map.clearance_at(shot.poses[:, :2, 3]) < self._map.agent_radius_m - 1e-3).any():
            return "clearance below the agent's radius"
        return ""

    def _tour(self, chosen: NDArray[np.int64], distance: Array, start_room: int) -> list[int]:
        inside = np.flatnonzero(self._candidates.room[chosen] == start_room)
        tours = [short_tour(distance, int(start)) for start in (inside if len(inside) else [0])]
        return min(tours, key=lambda t: tour_length_m(distance, t))

    def _walk(self, places: NDArray[np.int64], worth: Array) -> tuple[Walk, list[Look]]:
        """The timed walk over candidate places in order, and the looks at them."""
        settings = self._settings
        legs = [self._leg(int(self._nodes[a]), int(self._nodes[b])) for a, b in itertools.pairwise(places)]
        if not legs:
            here = self._candidates.eyes_m[places[0], :2]
            legs = [np.array([here, here])]
        path, ends = join_legs(legs)
        arcs = [0.0, *ends][: len(places)]
        unseen = worth > 0
        stops, looks_at = [], []
        for k, place in enumerate(places):
            arriving = _direction(legs[k - 1], -1) if k else None
            leaving = _direction(legs[k], 0) if k < len(legs) else None
            headings, unseen = self._choose_looks(int(place), unseen, worth)
            headings = order_looks(headings, arriving, leaving)
            offsets, stay = schedule_looks(headings, arriving, leaving, settings.gaze)
            stops.append(Stop(arcs[k], stay))
            looks_at.append(list(zip(headings, offsets, strict=True)))
        walk = time_walk(self._map, path, stops, settings.motion)
        looks = []
        for (begin, end), planned in zip(walk.stays, looks_at, strict=True):
            for heading, offset in planned:
                looks.append(Look(heading, begin + offset, min(begin + offset + settings.gaze.hold_s, end)))
        return walk, looks

    def _leg(self, a: int, b: int) -> Array:
        """Comfortable, smooth path between two nodes; the same both ways."""
        key = (min(a, b), max(a, b))
        if key not in self._legs:
            if key[0] not in self._trees:
                self._trees[key[0]] = self._roadmap.tree(key[0], comfortable=True)
            cells = self._trees[key[0]].path(key[1], taut=False)
            (self._legs[key],) = smooth_paths(self._map, [cells], self._settings.motion.comfort_m)
        leg = self._legs[key]
        return leg if a == key[0] else leg[::-1]

    def _choose_looks(self, place: int, unseen: Mask, worth: Array) -> tuple[list[float], Mask]:
        """Headings at a place that show what is still unseen, best first; at least one."""
        headings = self._filmer.panorama.headings_deg
        shown = self._candidates.views.at(place)
        worth_of_view = self._filmer.view_worth(self._candidates.eyes_m[place])
        chosen: list[float] = []
        unseen = unseen.copy()
        for _ in range(self._settings.gaze.looks):
            gain = (shown & unseen) @ worth * (worth_of_view > 0)
            if gain.max(initial=0.0) <= 0:
                break
            # Among headings that show nearly as much, the one with the best view around it.
            good = gain >= self._settings.gaze.look_share * gain.max()
            best = int(np.argmax(np.where(good, worth_of_view, -np.inf)))
            chosen.append(float(headings[best]))
            unseen &= ~shown[best]
        return chosen, unseen


def _direction(leg: Array, at: int) -> float | None:
    """Walking direction in degrees at the start (0) or the end (-1) of a leg."""
    ends = (leg[0], leg[min(4, len(leg) - 1)]) if at == 0 else (leg[-min(5, len(leg))], leg[-1])
    step = ends[1] - ends[0]
    return float(np.degrees(np.arctan2(step[1], step[0]))) if np.linalg.norm(step) > 1e-6 else None


def _turn(a: float | None, b: float | None) -> float:
    return 0.0 if a is None or b is None else abs((b - a + 180.0) % 360.0 - 180.0)


def order_looks(headings: Sequence[float], arriving: float | None, leaving: float | None) -> list[float]:
    """The order of looks that turns least between arriving and leaving."""

    def turning(order: Iterable[float]) -> float:
        return sum(_turn(a, b) for a, b in itertools.pairwise([arriving, *order, leaving]))

    return list(min(itertools.permutations(headings), key=turning))


def schedule_looks(
    headings: list[float], arriving: float | None, leaving: float | None, settings: GazeSettings
) -> tuple[list[float], float]:
    """Seconds after arrival at which each look begins, and the length of the stay.

    Turning starts before the stay and ends after it: half of the first and last turn is done while walking. Looks
    beyond `max_stay_s` are dropped from `headings` in place.
    """
    offsets: list[float] = []
    now = 0.0
    before = arriving
    for heading in list(headings):
        begin = now + _turn(before, heading) / settings.pan_deg_s * (0.5 if before is arriving else 1.0)
        if offsets and begin + settings.hold_s > settings.max_stay_s:
            del headings[len(offsets) :]
            break
        offsets.append(begin)
        now, before = begin + settings.hold_s, heading
    return offsets, now if offsets else 0.0
