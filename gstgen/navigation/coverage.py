"""What explorations cover: rooms entered, floor shown, objects shown well, and why others are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.navigation.exploration import Exploration
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.settings import TrajectorySettings
from gstgen.navigation.sight import TargetSight
from gstgen.navigation.viewpoints import Candidates, FloorCells

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class _Shown:
    """Floor cells (F) and targets (T) that were shown, and the indices of rooms entered."""

    floor: Mask
    targets: Mask
    rooms: frozenset[int]


class CoverageReport:
    """Coverage of single explorations and of all together.

    `floor` is a share of the floor that can be seen from where one can stand, `objects` a share of the targets that
    can be seen well from there. `unseen` lists every target that was not, with the reason: `not_on_this_tour` when a
    better tour could have shown it, else the limit of the place (`Views.limits`, `room_without_access`).
    """

    def __init__(
        self,
        floor_map: FloorMap,
        sight: TargetSight,
        floor: FloorCells,
        candidates: Candidates,
        settings: TrajectorySettings,
        explorations: Sequence[Exploration],
    ) -> None:
        self._map, self._sight, self._floor, self._settings = floor_map, sight, floor, settings
        self._seeable_floor = candidates.floor_seeable
        self._limits = candidates.views.limits()
        closed = set(floor_map.rooms_without_access())
        for t, item in enumerate(sight.targets):
            if self._limits[t] and item.room in closed:
                self._limits[t] = "room_without_access"
        self._explorations = explorations
        self._parts = [self._shown(e) for e in explorations]

    def single(self, index: int) -> dict[str, Any]:
        """Coverage of one exploration."""
        return self._describe(self._parts[index])

    def union(self) -> dict[str, Any]:
        """Coverage of all explorations together; frames that show an object well add up over them."""
        parts = self._parts
        frames = np.sum([e.shot.shown_frames for e in self._explorations], axis=0)
        return self._describe(
            _Shown(
                np.any([p.floor for p in parts], axis=0),
                np.asarray(frames >= self._settings.sight.min_frames, bool),
                frozenset().union(*(p.rooms for p in parts)),
            )
        )

    def _shown(self, exploration: Exploration) -> _Shown:
        poses = exploration.shot.poses
        stride = max(int(self._settings.fps / 2), 1)
        rooms = np.unique(self._map.room_at(exploration.path_m))
        return _Shown(
            self._floor.shown_by(self._settings.camera.camera, poses[::stride]),
            np.asarray(exploration.shot.shown_frames >= self._settings.sight.min_frames, bool),
            frozenset(int(r) for r in rooms if r >= 0),
        )

    def _describe(self, shown: _Shown) -> dict[str, Any]:
        # A place between the candidates may show what none of them does.
        possible = np.array([not limit for limit in self._limits], bool) | shown.targets
        floor_possible = self._seeable_floor | shown.floor
        return {
            "floor": _share(shown.floor, floor_possible),
            "objects": _share(shown.targets, possible),
            "rooms": [self._map.room_ids[r] for r in sorted(shown.rooms)],
            "targets": len(self._limits),
            "targets_seeable": int(possible.sum()),
            "targets_seen_well": int(shown.targets.sum()),
            "unseen": [
                {"object": item.id, "reason": limit or "not_on_this_tour"}
                for item, limit, seen in zip(self._sight.targets, self._limits, shown.targets, strict=True)
                if not seen
            ],
        }


def _share(part: Mask, whole: Mask) -> float:
    """Share of a set that a part of it makes; all of nothing is 1."""
    return round(float(part.sum() / whole.sum()), 4) if whole.any() else 1.0
