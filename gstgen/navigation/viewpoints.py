"""Places worth standing at: together they show the floor and the objects, and every room has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RunError
from gstgen.geometry.cameras import Camera, project_points
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.settings import SightSettings, ViewpointSettings
from gstgen.navigation.sight import TargetSight
from gstgen.perception.raycast import RayCaster

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Indices = NDArray[np.int64]


class FloorCells:
    """Coarse cells of free floor (F, 3) and whether a place sees them."""

    def __init__(self, floor_map: FloorMap, floor_z_m: float, caster: RayCaster, settings: SightSettings) -> None:
        self._caster, self._range_m = caster, settings.floor_range_m
        grid, size = floor_map.grid, settings.floor_cell_m
        free = grid.to_world(np.argwhere(floor_map.free))
        block = np.floor(free / size).astype(np.int64)
        keys, count = np.unique(block, axis=0, return_counts=True)
        enough = count >= 0.5 * (size / grid.resolution_m) ** 2
        centers = (keys[enough] + 0.5) * size
        self.points_m = np.concatenate([centers, np.full((len(centers), 1), floor_z_m + 0.02)], 1)
        self.cell_m2 = size**2

    def seen_from(self, eyes_m: Array) -> Mask:
        """(N, F): whether floor cells are in range and in line of sight of eyes (N, 3)."""
        out = np.zeros((len(eyes_m), len(self.points_m)), bool)
        for i, eye in enumerate(eyes_m):
            near = np.linalg.norm(self.points_m - eye, axis=1) <= self._range_m
            out[i, near] = ~self._caster.occluded(eye, self.points_m[near])
        return out

    def shown_by(self, camera: Camera, poses: Array) -> Mask:
        """(F): floor cells that at least one of the poses (N, 4, 4) has in its picture."""
        shown = np.zeros(len(self.points_m), bool)
        for pose in poses:
            todo = np.flatnonzero(~shown)
            if not len(todo):
                break
            pixels, depth = project_points(camera, pose, self.points_m[todo])
            with np.errstate(invalid="ignore"):
                inside = (depth > 0) & (pixels >= 0).all(1) & (pixels < [camera.width, camera.height]).all(1)
            todo = todo[inside]
            todo = todo[np.linalg.norm(self.points_m[todo] - pose[:3, 3], axis=1) <= self._range_m]
            shown[todo] = ~self._caster.occluded(pose[:3, 3], self.points_m[todo])
        return shown


@dataclass(frozen=True)
class Candidates:
    """Places on the navigable floor.

    eyes_m (N, 3), room (N), views (N, H, T): targets shown well to each heading, floor (N, F): floor cells seen,
    comfort (N): clearance as a share of what is comfortable.
    """

    eyes_m: Array
    room: NDArray[np.int16]
    views: Mask
    floor: Mask
    comfort: Array
    cell_m2: float

    @property
    def targets(self) -> Mask:
        """(N, T): targets that a place can show well."""
        return np.asarray(self.views.any(1), bool)

    @property
    def seeable(self) -> Mask:
        """(T): targets that at least one place can show well."""
        return np.asarray(self.views.any((0, 1)), bool)


def find_candidates(
    floor_map: FloorMap,
    sight: TargetSight,
    floor: FloorCells,
    headings_deg: Array,
    eye_z_m: float,
    comfort_m: float,
    settings: ViewpointSettings,
) -> Candidates:
    """The roomiest navigable cell of every block of the floor and room; see `Candidates`."""
    cells = np.argwhere(floor_map.navigable)
    points = floor_map.grid.to_world(cells)
    clearance = floor_map.clearance_m[tuple(cells.T)].astype(float)
    room = floor_map.room_index[tuple(cells.T)]
    block = np.floor(points / settings.candidate_spacing_m).astype(np.int64)
    order = np.lexsort((cells[:, 1], cells[:, 0], -np.round(clearance, 4), room, block[:, 1], block[:, 0]))
    key = np.column_stack([block, room])[order]
    first = np.concatenate([[True], (np.diff(key, axis=0) != 0).any(1)])
    chosen = order[first]
    # Nobody squeezes into a gap to look around, unless the room has no better place.
    roomy = clearance[chosen] >= settings.min_clearance_m
    chosen = chosen[(roomy | ~np.isin(room[chosen], room[chosen][roomy])) & (room[chosen] >= 0)]
    eyes = np.column_stack([points[chosen], np.full(len(chosen), eye_z_m)])
    comfort = np.minimum(clearance[chosen] / comfort_m, 1.0)
    return Candidates(
        eyes, room[chosen], sight.shown_to(eyes, headings_deg), floor.seen_from(eyes), comfort, floor.cell_m2
    )


def choose_viewpoints(
    candidates: Candidates,
    worth: Array,
    allowed: Mask,
    rooms: Sequence[int],
    visited_m: Array,
    settings: ViewpointSettings,
) -> tuple[Indices, Array]:
    """Greedy coverage: candidate indices in the order chosen and what each added.

    `worth` (T) weighs the targets. One place of every room comes first, then whatever adds most, with spacing,
    down to the last place that adds anything. `allowed` (N) limits the choice where it leaves a room any place;
    places far from those of earlier tours, `visited_m` (V, 2), are preferred.
    """
    chosen: list[int] = []
    gains: list[float] = []
    targets = candidates.targets
    seen = np.zeros(targets.shape[1], bool)
    floor = np.zeros(candidates.floor.shape[1], bool)
    missing = list(rooms)
    bonus = settings.comfort_weight * candidates.comfort
    if len(visited_m):
        gap = np.linalg.norm(candidates.eyes_m[:, None, :2] - visited_m[None], axis=2).min(1)
        bonus = bonus + settings.novelty_weight * np.minimum(gap / settings.novelty_m, 1.0)
    while len(chosen) < max(settings.max_count, len(rooms)):
        gain = (targets & ~seen) @ worth
        gain = gain + settings.floor_weight * candidates.cell_m2 * (candidates.floor & ~floor).sum(1)
        score = gain + bonus
        usable = allowed.copy()
        if chosen:
            gaps = candidates.eyes_m[:, None, :2] - candidates.eyes_m[chosen][None, :, :2]
            usable &= (np.linalg.norm(gaps, axis=2) >= settings.min_spacing_m).all(1)
        if missing:
            within = np.isin(candidates.room, missing)
            if not within.any():
                raise RunError("a room has navigable floor but no place to stand: lower viewpoints.candidate_spacing_m")
            usable = within & usable if (within & usable).any() else within
        if not usable.any():
            break
        best = int(np.argmax(np.where(usable, score, -np.inf)))
        chosen.append(best)
        gains.append(float(gain[best]))
        seen |= targets[best]
        floor |= candidates.floor[best]
        missing = [r for r in missing if r != candidates.room[best]]
    return np.array(chosen, np.int64), np.array(gains)
