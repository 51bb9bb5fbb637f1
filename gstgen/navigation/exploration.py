"""Explorations: tours through every room that show the floor and the objects, and shorter ones to what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

from gstgen.errors import RunError
from gstgen.navigation.filming import Filmer, Shot
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.roadmap import Roadmap, path_length_m
from gstgen.navigation.settings import TrajectorySettings
from gstgen.navigation.tour import lower_bound_m, tour_length_m
from gstgen.navigation.touring import Tour, Tourist
from gstgen.navigation.viewpoints import Candidates, FloorCells, best_looks, choose_viewpoints
from gstgen.randomness import rng

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

# Viewpoints are chosen for so many times the longest tour: their time is estimated at first.
_SURPLUS = 1.5


@dataclass(frozen=True)
class Exploration:
    """One planned tour: its shot, its viewpoints (V, 2), floor cells shown (F) and what the plan knows about it."""

    shot: Shot
    places_m: Array
    floor: Mask
    facts: dict[str, Any]

    @property
    def path_m(self) -> Array:
        """Positions (N, 2) of the camera."""
        return self.shot.poses[:, :2, 3]


@dataclass(frozen=True)
class _Aim:
    """What an exploration is for.

    worth (T): of showing each target well. floor_worth (F): of showing each floor cell. rooms: to enter, none = any.
    visited_m (V, 2): viewpoints of earlier tours to keep away from. keep_share: of the candidates to choose from.
    looks_at_floor: whether it stops for floor, too; else what is seen in passing has to do.
    """

    worth: Array
    floor_worth: Array
    rooms: tuple[int, ...]
    start_room: int
    visited_m: Array
    keep_share: float
    looks_at_floor: bool


class ExplorationPlanner:
    """Plans explorations one after the other; later ones care most for what earlier ones did not show."""

    def __init__(
        self,
        scene_id: str,
        floor_map: FloorMap,
        roadmap: Roadmap,
        candidates: Candidates,
        floor: FloorCells,
        filmer: Filmer,
        settings: TrajectorySettings,
        seed: int,
    ) -> None:
        self._scene_id, self._map, self._roadmap, self._filmer = scene_id, floor_map, roadmap, filmer
        self._candidates, self._floor, self._settings, self._seed = candidates, floor, settings, seed
        self._tourist = Tourist(floor_map, roadmap, candidates, floor, filmer, settings)
        self.rooms = sorted({int(r) for r in np.unique(floor_map.room_index[floor_map.navigable]) if r >= 0})
        order = rng(seed, scene_id, "start rooms").permutation(len(self.rooms))
        self._start_rooms = [self.rooms[i] for i in order]

    def plan(self, index: int, before: Sequence[Exploration]) -> Exploration:
        """Exploration `index`, given the earlier ones.

        Those beyond `settings.count` go straight to what is not shown yet, without a visit to every room. Raises
        RunError when it cannot be.
        """
        settings = self._settings
        aim = self._aim(index, before)
        reasons = []
        failed_m = np.zeros((0, 2))
        for attempt in range(settings.attempts):
            generator = rng(self._seed, self._scene_id, "exploration", index, attempt)
            tour, shot = self._try(aim, failed_m, generator)
            fault = self._fault(shot, aim.rooms)
            if not fault:
                return self._exploration(tour, shot, aim)
            reasons.append(fault)
            failed_m = np.concatenate([failed_m, shot.poses[shot.bare, :2, 3]])
        raise RunError(
            f"scene {self._scene_id}: no exploration without faults in {settings.attempts} attempts "
            f"({'; '.join(reasons)}); raise trajectory.attempts or change the seed"
        )

    def _aim(self, index: int, before: Sequence[Exploration]) -> _Aim:
        settings, limits = self._settings, self._settings.viewpoints
        shown = np.sum([e.shot.shown_frames for e in before], axis=0) if before else np.zeros(1, np.int64)
        seen = shown >= settings.sight.min_frames
        floor_seen = np.any([e.floor for e in before], axis=0) if before else np.zeros(1, bool)
        extra = index >= settings.count
        again = settings.coverage.seen_weight if extra else limits.seen_weight
        start_room = self._start_rooms[index % len(self._start_rooms)] if self.rooms and not extra else -1
        return _Aim(
            worth=np.where(seen, again, 1.0) * self._candidates.seeable,
            floor_worth=limits.floor_weight
            * self._candidates.cell_m2
            * np.where(floor_seen, again, 1.0)
            * self._candidates.floor_seeable,
            rooms=() if extra else tuple(self.rooms),
            start_room=start_room,
            visited_m=np.zeros((0, 2)) if extra or not before else np.concatenate([e.places_m for e in before]),
            keep_share=1.0 if extra else limits.keep_share,
            looks_at_floor=extra,
        )

    def _try(self, aim: _Aim, failed_m: Array, generator: np.random.Generator) -> tuple[Tour, Shot]:
        """A tour without viewpoints near `failed_m` (F, 2) and its shot."""
        gaze = self._settings.gaze
        tour = self._tour(aim, failed_m, generator)
        shot = self._filmer.film(tour.walk, tour.looks, aim.worth, gaze.forward_weight, generator, gaze.rescue_passes)
        return tour, shot

    def _exploration(self, tour: Tour, shot: Shot, aim: _Aim) -> Exploration:
        settings = self._settings
        distance = self._tourist.distance_matrix_m(tour.places)
        duration_s = float(shot.times_s[-1])
        facts = {
            "viewpoints": len(tour.places),
            "start_room": self._map.room_ids[aim.start_room] if aim.start_room >= 0 else None,
            "every_room": bool(aim.rooms) or not self.rooms,
            "tour_m": round(tour_length_m(distance, range(len(tour.places))), 3),
            "lower_bound_m": round(lower_bound_m(distance), 3),
            "over_budget_s": round(max(duration_s - self._tourist.budget_s, 0.0), 1),
            "under_budget_s": round(max(settings.min_duration_s - duration_s, 0.0), 1),
            "length_m": path_length_m(shot.poses[:, :2, 3]),
        }
        stride = max(int(settings.fps / 2), 1)
        floor = self._floor.shown_by(settings.camera.camera, shot.poses[::stride])
        return Exploration(shot, self._candidates.eyes_m[list(tour.places), :2], floor, facts)

    def _tour(self, aim: _Aim, failed_m: Array, generator: np.random.Generator) -> Tour:
        """Every room's best viewpoint and what else the duration takes; more rounds when one is not long enough."""
        settings, limits, looks = self._settings, self._settings.viewpoints, self._settings.gaze.looks
        tour: Tour | None = None
        left, floor_left, visited_m = aim.worth, aim.floor_worth, aim.visited_m
        sound = np.ones(len(self._candidates.eyes_m), bool)
        if len(failed_m):
            sound = KDTree(failed_m).query(self._candidates.eyes_m[:, :2])[0] >= settings.avoid_m
        while tour is None or tour.walk.duration_s < settings.min_duration_s:
            rooms = () if tour else aim.rooms
            before = tour.places if tour else ()
            allowed = generator.uniform(size=len(sound)) < aim.keep_share
            allowed &= sound
            itinerary = self._tourist.itinerary(before[-1:])
            longest_s = _SURPLUS * self._tourist.budget_s
            chosen, gains = choose_viewpoints(
                self._candidates, left, floor_left, allowed, rooms, visited_m, itinerary, longest_s, looks, limits
            )
            # Nobody walks to where they stand.
            elsewhere = ~np.isin(chosen, before[-1:])
            chosen, gains = chosen[elsewhere], gains[elsewhere]
            if tour and not len(chosen):
                break
            least = 1 if tour else min(max(len(rooms), 2), len(chosen))
            wanted = least if tour else int((gains >= limits.min_gain).sum())
            longer = self._tourist.extend(
                tour, chosen, least, wanted, aim.start_room, aim.worth, aim.floor_worth * aim.looks_at_floor
            )
            if tour and longer.walk.duration_s > self._tourist.budget_s:
                break
            tour = longer
            fresh = list(tour.places[len(before) :])
            for place in fresh:
                covered = best_looks(self._candidates.views.at(place), left, looks)[1]
                left = np.where(covered, left * limits.seen_weight, left)
            visited_m = np.concatenate([visited_m, self._candidates.eyes_m[fresh, :2]])
        return tour

    def _fault(self, shot: Shot, rooms: Sequence[int]) -> str:
        if shot.bare.any():
            return f"{int(shot.bare.sum())} frames of bare wall"
        visited = set(np.unique(self._map.room_at(shot.poses[:, :2, 3])).tolist())
        missed = [self._map.room_ids[r] for r in rooms if r not in visited]
        if missed:
            return f"rooms not entered: {', '.join(missed)}"
        if (self._map.clearance_at(shot.poses[:, :2, 3]) < self._map.agent_radius_m - 1e-3).any():
            return "clearance below the agent's radius"
        return ""
