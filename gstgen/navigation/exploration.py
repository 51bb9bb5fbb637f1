"""Explorations: tours through every room that show the floor and the objects."""

from __future__ import annotations

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
from gstgen.navigation.viewpoints import Candidates, best_looks, choose_viewpoints
from gstgen.randomness import rng

Array = NDArray[np.float64]


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
        self._tourist = Tourist(floor_map, roadmap, candidates, filmer, settings)
        self.rooms = sorted({int(r) for r in np.unique(floor_map.room_index[floor_map.navigable]) if r >= 0})
        order = rng(seed, scene_id, "start rooms").permutation(len(self.rooms))
        self._start_rooms = [self.rooms[i] for i in order]

    def plan(self, index: int, shown_before: NDArray[np.int64], visited_m: Array) -> Exploration:
        """Exploration `index`, given how many frames of earlier ones show each target (T) and their viewpoints (V, 2).

        Raises RunError when it cannot be.
        """
        settings = self._settings
        reasons = []
        failed_m = np.zeros((0, 2))
        for attempt in range(settings.attempts):
            generator = rng(self._seed, self._scene_id, "exploration", index, attempt)
            exploration, fault = self._try(index, shown_before, visited_m, failed_m, generator)
            if not fault:
                return exploration
            reasons.append(fault)
            failed_m = np.concatenate([failed_m, exploration.path_m[exploration.shot.bare]])
        raise RunError(
            f"scene {self._scene_id}: no exploration without faults in {settings.attempts} attempts "
            f"({'; '.join(reasons)}); raise trajectory.attempts or change the seed"
        )

    def _try(
        self,
        index: int,
        shown_before: NDArray[np.int64],
        visited_m: Array,
        failed_m: Array,
        generator: np.random.Generator,
    ) -> tuple[Exploration, str]:
        """An exploration without viewpoints near `failed_m` (F, 2), and what is wrong with it ("" if nothing is)."""
        settings = self._settings
        seen = shown_before >= settings.sight.min_frames
        worth = np.where(seen, settings.viewpoints.seen_weight, 1.0) * self._candidates.seeable
        start_room = self._start_rooms[index % len(self._start_rooms)] if self.rooms else -1
        tour = self._tour(worth, visited_m, failed_m, start_room, generator)
        gaze = settings.gaze
        shot = self._filmer.film(tour.walk, tour.looks, worth, gaze.forward_weight, generator, gaze.rescue_passes)
        distance = self._roadmap.distance_matrix_m(self._tourist.nodes[list(tour.places)])
        duration_s = float(shot.times_s[-1])
        facts = {
            "viewpoints": len(tour.places),
            "start_room": self._map.room_ids[start_room] if start_room >= 0 else None,
            "tour_m": round(tour_length_m(distance, range(len(tour.places))), 3),
            "lower_bound_m": round(lower_bound_m(distance), 3),
            "over_budget_s": round(max(duration_s - self._tourist.budget_s, 0.0), 1),
            "under_budget_s": round(max(settings.min_duration_s - duration_s, 0.0), 1),
            "length_m": path_length_m(shot.poses[:, :2, 3]),
        }
        return Exploration(shot, self._candidates.eyes_m[list(tour.places), :2], facts), self._fault(shot)

    def _tour(
        self, worth: Array, visited_m: Array, failed_m: Array, start_room: int, generator: np.random.Generator
    ) -> Tour:
        """Every room's best viewpoint and what else the duration takes; more rounds when one is not long enough."""
        settings, limits, looks = self._settings, self._settings.viewpoints, self._settings.gaze.looks
        tour: Tour | None = None
        left = worth
        sound = np.ones(len(self._candidates.eyes_m), bool)
        if len(failed_m):
            sound = KDTree(failed_m).query(self._candidates.eyes_m[:, :2])[0] >= settings.avoid_m
        while tour is None or tour.walk.duration_s < settings.min_duration_s:
            rooms = [] if tour else self.rooms
            before = tour.places if tour else ()
            allowed = generator.uniform(size=len(sound)) < limits.keep_share
            allowed &= sound
            chosen, gains = choose_viewpoints(self._candidates, left, allowed, rooms, visited_m, looks, limits)
            # Nobody walks to where they stand.
            elsewhere = ~np.isin(chosen, before[-1:])
            chosen, gains = chosen[elsewhere], gains[elsewhere]
            if tour and not len(chosen):
                break
            least = 1 if tour else min(max(len(rooms), 2), len(chosen))
            wanted = least if tour else int((gains >= limits.min_gain).sum())
            longer = self._tourist.extend(tour, chosen, least, wanted, start_room, worth)
            if tour and longer.walk.duration_s > self._tourist.budget_s:
                break
            tour = longer
            fresh = list(tour.places[len(before) :])
            for place in fresh:
                covered = best_looks(self._candidates.views.at(place), left, looks)[1]
                left = np.where(covered, left * limits.seen_weight, left)
            visited_m = np.concatenate([visited_m, self._candidates.eyes_m[fresh, :2]])
        return tour

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
