"""From viewpoints in order to a timed walk with looks, and how many viewpoints a wanted duration takes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.navigation.filming import Filmer
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.itinerary import Itinerary
from gstgen.navigation.looks import Look, order_looks, schedule_looks
from gstgen.navigation.motion import Stop, Walk, join_legs, smooth_paths, time_walk
from gstgen.navigation.roadmap import Roadmap
from gstgen.navigation.settings import TrajectorySettings
from gstgen.navigation.tour import short_tour
from gstgen.navigation.viewpoints import Candidates, FloorCells

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Tour:
    """Candidate places in the order visited, the walk over them and the looks at them.

    `rounds` are the indices of places at which a round begins: objects are looked at afresh from there on.
    """

    places: tuple[int, ...]
    rounds: tuple[int, ...]
    walk: Walk
    looks: tuple[Look, ...]


class Tourist:
    """Builds tours over candidate places of one scene."""

    def __init__(
        self,
        floor_map: FloorMap,
        roadmap: Roadmap,
        candidates: Candidates,
        floor: FloorCells,
        filmer: Filmer,
        settings: TrajectorySettings,
    ) -> None:
        self._map, self._roadmap, self._filmer, self._settings = floor_map, roadmap, filmer, settings
        self._candidates, self._floor = candidates, floor
        self.nodes = roadmap.nearest_nodes(candidates.eyes_m[:, :2])
        self.budget_s = settings.budget_s(floor_map.navigable_area_m2)
        self._legs: dict[tuple[int, int], Array] = {}
        self._away_m: dict[int, Array] = {}
        self._framed: dict[int, tuple[Indices, Mask]] = {}

    def itinerary(self, start: Sequence[int]) -> Itinerary:
        """An itinerary over the candidates that begins with the given ones."""
        settings = self._settings
        count, stay_s = len(self.nodes), settings.gaze.max_stay_s if settings.gaze.looks else 0.0
        itinerary = Itinerary(self._distances_m, count, settings.motion.cruise_m_s, stay_s)
        for place in start:
            itinerary.add(place)
        return itinerary

    def distance_matrix_m(self, places: Sequence[int] | Indices) -> Array:
        """Path lengths (P, P) between candidate places."""
        index = np.asarray(places, np.int64)
        return np.array([self._distances_m(int(p))[index] for p in index], float).reshape(len(index), len(index))

    def _distances_m(self, place: int) -> Array:
        """Path lengths (N) from a candidate place to all."""
        if place not in self._away_m:
            self._away_m[place] = self._roadmap.distances_m(int(self.nodes[place]), self.nodes)
        return self._away_m[place]

    def extend(
        self,
        before: Tour | None,
        chosen: Indices,
        least: int,
        wanted: int,
        start_room: int,
        worth: Array,
        floor_worth: Array,
    ) -> Tour:
        """The tour `before` and then as many of the first of `chosen` as the wanted duration takes.

        `chosen` comes in order of worth. The tour has `wanted` of them where that fits, never fewer than `least`.
        Looks are for targets and floor cells as their `worth` (T) and `floor_worth` (F) say.
        """
        settings = self._settings
        done = before.places if before else ()
        rounds = (*(before.rounds if before else ()), len(done))
        asked = np.array([*done[-1:], *chosen], np.int64)
        distance = self.distance_matrix_m(asked)
        built: dict[int, Tour] = {}

        def build(n: int) -> Tour:
            if n not in built:
                order = asked[: n + len(done[-1:])]
                inside = np.flatnonzero(self._candidates.room[order] == start_room).tolist()
                starts = [0] if done or not inside else inside
                tour = short_tour(distance[: len(order), : len(order)], starts)
                places = (*done[:-1], *(int(order[i]) for i in tour))
                built[n] = Tour(places, rounds, *self._walk(places, rounds, worth, floor_worth))
            return built[n]

        def lasts(n: int) -> float:
            return build(n).walk.duration_s

        wanted = max(wanted, least)
        budget = self.budget_s if before else max(self.budget_s, lasts(least) * (1.0 + settings.detour_share))
        if lasts(wanted) > budget:
            count = _first(lambda n: lasts(n) > budget, least, wanted)
            return build(max(count - 1, least))
        if lasts(wanted) < settings.min_duration_s:
            count = _first(lambda n: lasts(n) >= settings.min_duration_s, wanted, len(chosen))
            while count > wanted and lasts(count) > budget:
                count -= 1
            return build(count)
        return build(wanted)

    def _walk(
        self, places: tuple[int, ...], rounds: tuple[int, ...], worth: Array, floor_worth: Array
    ) -> tuple[Walk, tuple[Look, ...]]:
        """The timed walk over candidate places in order, and the looks at them."""
        settings = self._settings
        legs = [self._leg(int(self.nodes[a]), int(self.nodes[b])) for a, b in itertools.pairwise(places)]
        if not legs:
            here = self._candidates.eyes_m[places[0], :2]
            legs = [np.array([here, here])]
        path, ends = join_legs(legs)
        arcs = [0.0, *ends][: len(places)]
        left, floor_left = worth, floor_worth
        stops, looks_at = [], []
        for k, place in enumerate(places):
            arriving = _direction(legs[k - 1], -1) if k else None
            leaving = _direction(legs[k], 0) if k < len(legs) else None
            if k in rounds:
                left, floor_left = worth, floor_worth
            pitch_of, left, floor_left = self._choose_looks(place, left, floor_left)
            headings = order_looks(list(pitch_of), arriving, leaving)
            offsets, stay = schedule_looks(headings, arriving, leaving, settings.gaze)
            stops.append(Stop(arcs[k], stay))
            looks_at.append([(h, pitch_of[h], offset) for h, offset in zip(headings, offsets, strict=True)])
        walk = time_walk(self._map, path, stops, settings.motion)
        looks = []
        for (begin, end), planned in zip(walk.stays, looks_at, strict=True):
            for heading, pitch, offset in planned:
                looks.append(Look(heading, pitch, begin + offset, min(begin + offset + settings.gaze.hold_s, end)))
        return walk, tuple(looks)

    def _leg(self, a: int, b: int) -> Array:
        """Comfortable, smooth path between two nodes; the same both ways."""
        key = (min(a, b), max(a, b))
        if key not in self._legs:
            cells = self._roadmap.comfortable_path(*key)
            (self._legs[key],) = smooth_paths(self._map, [cells], self._settings.motion.comfort_m)
        leg = self._legs[key]
        return leg if a == key[0] else leg[::-1]

    def _choose_looks(self, place: int, left: Array, floor_left: Array) -> tuple[dict[float, float], Array, Array]:
        """Headings at a place that show what is still unseen, best first, each with its pitch; the worth left then."""
        directions = self._filmer.directions_deg
        shown = self._candidates.views.at(place)
        worth_of_view = self._filmer.view_worth(self._candidates.eyes_m[place])
        chosen: dict[float, float] = {}
        left, floor_left = left.copy(), floor_left.copy()
        cells, framed = self._floor_views(place) if floor_left.any() else (np.zeros(0, np.int64), None)
        for _ in range(self._settings.gaze.looks):
            gain = shown @ left
            if framed is not None:
                gain = gain + framed @ floor_left[cells]
            gain = gain * (worth_of_view > 0)
            gain[np.isin(directions[:, 0], list(chosen))] = 0.0  # one pitch a heading
            if gain.max(initial=0.0) < self._settings.gaze.min_look_gain:
                break
            # Among directions that show nearly as much, the one with the best view around it.
            good = gain >= self._settings.gaze.look_share * gain.max()
            best = int(np.argmax(np.where(good, worth_of_view, -np.inf)))
            chosen[float(directions[best, 0])] = float(directions[best, 1])
            left[shown[best]] = 0.0
            if framed is not None:
                floor_left[cells[framed[best]]] = 0.0
        return chosen, left, floor_left

    def _floor_views(self, place: int) -> tuple[Indices, Mask]:
        """Floor cells (C) that a place sees and which of them each direction (D, C) has in its picture."""
        if place not in self._framed:
            cells = np.asarray(self._candidates.floor[place].indices, np.int64)
            camera, directions = self._settings.camera.camera, self._filmer.directions_deg
            eye_m = self._candidates.eyes_m[place]
            self._framed[place] = (cells, self._floor.framed(camera, eye_m, directions, cells))
        return self._framed[place]


def _first(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The first number from `low` on for which a condition holds, by halving; `high` when it is the only one left."""
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _direction(leg: Array, at: int) -> float | None:
    """Walking direction in degrees at the start (0) or the end (-1) of a leg."""
    ends = (leg[0], leg[min(4, len(leg) - 1)]) if at == 0 else (leg[-min(5, len(leg))], leg[-1])
    step = ends[1] - ends[0]
    return float(np.degrees(np.arctan2(step[1], step[0]))) if np.linalg.norm(step) > 1e-6 else None
