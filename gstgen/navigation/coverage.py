"""What explorations cover: rooms entered, floor shown, objects shown well, and why others are not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.navigation.exploration import Exploration
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.settings import TrajectorySettings
from gstgen.navigation.sight import TargetSight
from gstgen.navigation.viewpoints import Candidates

Mask = NDArray[np.bool_]


class CoverageReport:
    """Coverage of single explorations and of several together.

    `floor` is a share of the floor that can be seen from where one can stand, `objects` a share of the targets that
    can be seen well from there. `unseen` lists every target that was not, with the reason: `not_on_this_tour` when a
    better tour could have shown it, else the limit of the place (`Views.limits`, `room_without_access`).
    """

    def __init__(
        self,
        floor_map: FloorMap,
        sight: TargetSight,
        candidates: Candidates,
        settings: TrajectorySettings,
    ) -> None:
        self._map, self._sight, self._settings = floor_map, sight, settings
        self._seeable_floor = candidates.floor_seeable
        self._limits = candidates.views.limits()
        closed = set(floor_map.rooms_without_access())
        for t, item in enumerate(sight.targets):
            if self._limits[t] and item.room in closed:
                self._limits[t] = "room_without_access"

    def of(self, explorations: Sequence[Exploration]) -> dict[str, Any]:
        """Coverage of explorations together; frames that show an object well add up over them."""
        floor = np.zeros(len(self._seeable_floor), bool)
        frames = np.zeros(len(self._limits), np.int64)
        rooms: set[int] = set()
        for exploration in explorations:
            floor |= exploration.floor
            frames += exploration.shot.shown_frames
            rooms |= {int(r) for r in np.unique(self._map.room_at(exploration.path_m)) if r >= 0}
        return self._describe(floor, np.asarray(frames >= self._settings.sight.min_frames, bool), rooms)

    def _describe(self, floor: Mask, targets: Mask, rooms: set[int]) -> dict[str, Any]:
        # A place between the candidates may show what none of them does.
        possible = np.array([not limit for limit in self._limits], bool) | targets
        floor_possible = self._seeable_floor | floor
        return {
            "floor": _share(floor, floor_possible),
            "objects": _share(targets, possible),
            "rooms": [self._map.room_ids[r] for r in sorted(rooms)],
            "targets": len(self._limits),
            "targets_seeable": int(possible.sum()),
            "targets_seen_well": int(targets.sum()),
            "unseen": [
                {"object": item.id, "reason": limit or "not_on_this_tour"}
                for item, limit, seen in zip(self._sight.targets, self._limits, targets, strict=True)
                if not seen
            ],
        }


def _share(part: Mask, whole: Mask) -> float:
    """Share of a set that a part of it makes; all of nothing is 1."""
    return round(float(part.sum() / whole.sum()), 4) if whole.any() else 1.0
