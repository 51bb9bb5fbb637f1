"""Places worth standing at: together they show the floor and the objects, and every room has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist

from gstgen.errors import RunError
from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.itinerary import Itinerary
from gstgen.navigation.settings import SightSettings, ViewpointSettings
from gstgen.navigation.sight import TargetSight, Views
from gstgen.perception.raycast import RayCaster

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Indices = NDArray[np.int64]

_EYES_AT_ONCE = 64
# Few, so that cells shown by the first need no test with the rest.
_POSES_AT_ONCE = 16


class FloorCells:
    """Coarse cells of free floor (F, 3) and whether a place sees them."""

    def __init__(self, floor_map: FloorMap, floor_z_m: float, caster: RayCaster, settings: SightSettings) -> None:
        self._caster, self._range_m = caster, settings.floor_range_m
        grid, size = floor_map.grid, settings.floor_cell_m
        free = grid.to_world(np.argwhere(floor_map.free))
        block = np.floor(free / size).astype(np.int64)
        low = block.min(0, initial=0)
        wide = int((block - low).max(initial=0)) + 1
        keys, count = np.unique((block[:, 0] - low[0]) * wide + block[:, 1] - low[1], return_counts=True)
        enough = count >= 0.5 * (size / grid.resolution_m) ** 2
        centers = (np.stack(np.divmod(keys[enough], wide), 1) + low + 0.5) * size
        self.points_m = np.concatenate([centers, np.full((len(centers), 1), floor_z_m + 0.02)], 1)
        self.cell_m2 = size**2

    def _in_range(self, eyes_m: Array) -> tuple[Indices, Indices]:
        """Pairs (eye, cell) of eyes (N, 3) and the cells within range."""
        # In order of x the cells near an eye are one stretch; a tree would hand them out as lists of Python numbers.
        x_m = self.points_m[:, 0]
        first = np.searchsorted(x_m, eyes_m[:, 0].min(initial=np.inf) - self._range_m)
        last = np.searchsorted(x_m, eyes_m[:, 0].max(initial=-np.inf) + self._range_m, side="right")
        near = cdist(eyes_m, self.points_m[first:last], "sqeuclidean") <= self._range_m**2
        eye, cell = np.nonzero(near)
        return eye, cell + first

    def seen_from(self, eyes_m: Array) -> sparse.csr_matrix:
        """(N, F) of 0 and 1: whether floor cells are in range and in line of sight of eyes (N, 3)."""
        rows, columns = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for start in range(0, len(eyes_m), _EYES_AT_ONCE):
            part = eyes_m[start : start + _EYES_AT_ONCE]
            eye, cell = self._in_range(part)
            free = ~self._caster.occluded(part[eye], self.points_m[cell])
            rows.append(eye[free] + start)
            columns.append(cell[free])
        row, column = np.concatenate(rows), np.concatenate(columns)
        shape = (len(eyes_m), len(self.points_m))
        return sparse.csr_matrix((np.ones(len(row), np.float32), (row, column)), shape=shape)

    def shown_by(self, camera: Camera, poses: Array) -> Mask:
        """(F): floor cells that at least one of the poses (N, 4, 4) has in its picture."""
        shown = np.zeros(len(self.points_m), bool)
        if not len(self.points_m):
            return shown
        for start in range(0, len(poses), _POSES_AT_ONCE):
            part = poses[start : start + _POSES_AT_ONCE]
            frame, cell = self._in_range(part[:, :3, 3])
            hidden = ~shown[cell]
            frame, cell = frame[hidden], cell[hidden]
            local = np.einsum("pi,pij->pj", self.points_m[cell] - part[frame, :3, 3], part[frame, :3, :3])
            pixels, depth = project_points(camera, np.eye(4), local)
            with np.errstate(invalid="ignore"):
                inside = (depth > 0) & (pixels >= 0).all(1) & (pixels < [camera.width, camera.height]).all(1)
            frame, cell = frame[inside], cell[inside]
            free = ~self._caster.occluded(part[frame, :3, 3], self.points_m[cell])
            shown[cell[free]] = True
        return shown

    def framed(self, camera: Camera, eye_m: Array, directions_deg: Array, cells: Indices) -> Mask:
        """(D, C): which of some cells (C) lie within the picture in each direction (D: heading, pitch) of an eye (3).

        Whether something hides them is not asked.
        """
        offset = self.points_m[cells] - eye_m
        out = np.zeros((len(directions_deg), len(cells)), bool)
        for d, (heading, pitch) in enumerate(directions_deg):
            pixels, depth = project_points(camera, pose_from_heading(np.zeros(3), float(heading), float(pitch)), offset)
            with np.errstate(invalid="ignore"):
                out[d] = (depth > 0) & (pixels >= 0).all(1) & (pixels < [camera.width, camera.height]).all(1)
        return out


@dataclass(frozen=True)
class Candidates:
    """Places on the navigable floor.

    eyes_m (N, 3), room (N), views: targets (T) shown well in each direction, floor (N, F): floor cells seen,
    comfort (N): clearance as a share of what is comfortable.
    """

    eyes_m: Array
    room: NDArray[np.int16]
    views: Views
    floor: sparse.csr_matrix
    comfort: Array
    cell_m2: float

    @property
    def targets(self) -> Mask:
        """(N, T): targets that a place can show well."""
        return self.views.anywhere()

    @property
    def floor_seeable(self) -> Mask:
        """(F): floor cells that at least one place sees."""
        return np.asarray(np.bincount(self.floor.indices, minlength=self.floor.shape[1]) > 0, bool)

    @property
    def seeable(self) -> Mask:
        """(T): targets that at least one place can show well."""
        return np.asarray(np.bincount(self.views.target, minlength=self.views.shape[2]) > 0, bool)


def find_candidates(
    floor_map: FloorMap,
    sight: TargetSight,
    floor: FloorCells,
    headings_deg: Array,
    pitches_deg: Array,
    eye_z_m: float,
    comfort_m: float,
    settings: ViewpointSettings,
) -> Candidates:
    """The roomiest navigable cell of every block of the floor and room; see `Candidates`."""
    cells = np.argwhere(floor_map.navigable)
    points = floor_map.grid.to_world(cells)
    clearance = floor_map.clearance_m[tuple(cells.T)]
    room = floor_map.room_index[tuple(cells.T)]
    spacing = max(settings.candidate_spacing_m, float(np.sqrt(floor_map.navigable_area_m2 / settings.max_candidates)))
    block = np.floor(points / spacing).astype(np.int64)
    block -= block.min(0)
    key = (block[:, 0] * (block[:, 1].max() + 1) + block[:, 1]) * (len(floor_map.room_ids) + 1) + room + 1
    order = np.lexsort((-np.round(clearance, 4), key))
    first = np.concatenate([[True], np.diff(key[order]) != 0])
    chosen = order[first]
    # Nobody squeezes into a gap to look around, unless the room has no better place.
    roomy = clearance[chosen] >= settings.min_clearance_m
    inside = room[chosen] >= 0 if floor_map.room_ids else np.ones(len(chosen), bool)
    chosen = chosen[(roomy | ~np.isin(room[chosen], room[chosen][roomy])) & inside]
    if not len(chosen):
        raise RunError("no room has floor to stand on: the navigable floor lies outside every room")
    eyes = np.column_stack([points[chosen], np.full(len(chosen), eye_z_m)])
    comfort = np.minimum(clearance[chosen] / comfort_m, 1.0)
    pitches = np.broadcast_to(pitches_deg, (len(eyes), len(pitches_deg)))
    views = sight.shown_to(eyes, headings_deg, pitches)
    return Candidates(eyes, room[chosen], views, floor.seen_from(eyes), comfort, floor.cell_m2)


def choose_viewpoints(
    candidates: Candidates,
    worth: Array,
    floor_worth: Array,
    allowed: Mask,
    rooms: Sequence[int],
    visited_m: Array,
    itinerary: Itinerary,
    longest_s: float,
    looks: int,
    settings: ViewpointSettings,
) -> tuple[Indices, Array]:
    """Greedy coverage: candidate indices in the order chosen and what each added.

    `worth` (T) weighs the targets, `floor_worth` (F) the floor cells; a place adds what its best `looks` directions
    show of the targets, and the floor around it. One place of every room comes
    first, then whatever adds most for the time it costs on the `itinerary`, with spacing, until that lasts
    `longest_s`. `allowed` (N) limits the choice where it leaves a room any place; places far from those of earlier
    tours, `visited_m` (V, 2), are preferred.
    """
    chosen: list[int] = []
    gains: list[float] = []
    left = worth.copy()
    floor_left = np.array(floor_worth, np.float32)
    missing = set(rooms)
    base = settings.comfort_weight * candidates.comfort
    if len(visited_m):
        gap = KDTree(visited_m).query(candidates.eyes_m[:, :2])[0]
        base = base + settings.novelty_weight * np.minimum(gap / settings.novelty_m, 1.0)
    # Chance must not leave a small place without any.
    allowed = allowed if allowed.any() else np.ones(len(allowed), bool)
    apart = np.ones(len(allowed), bool)
    objects = _worth_of_looks(candidates.views, left, looks, np.ones(len(allowed), bool))
    while len(chosen) < max(settings.max_count, len(rooms)) and (missing or itinerary.total_s < longest_s):
        gain = candidates.floor @ floor_left + objects
        usable = allowed & apart
        if missing:
            within = np.isin(candidates.room, list(missing))
            if not within.any():
                raise RunError("a room has navigable floor but no place to stand: lower viewpoints.candidate_spacing_m")
            usable = within & usable if (within & usable).any() else within
        if not usable.any():
            break
        # Comfort and novelty speak for a place; they are no reason to visit a place that shows nothing.
        value = gain + base if missing else gain * (1.0 + base)
        best = int(np.argmax(np.where(usable, value / itinerary.extra_s(), -np.inf)))
        itinerary.add(best)
        chosen.append(best)
        gains.append(float(gain[best]))
        covered = best_looks(candidates.views.at(best), left, looks)[1] & (left > 0)
        left[covered] = 0.0
        # The worth of places that show none of these is as before.
        stale = np.zeros(len(allowed), bool)
        stale[candidates.views.place[covered[candidates.views.target]]] = True
        objects[stale] = _worth_of_looks(candidates.views, left, looks, stale)[stale]
        floor_left[candidates.floor[best].indices] = 0.0
        missing.discard(int(candidates.room[best]))
        apart &= (
            np.linalg.norm(candidates.eyes_m[:, :2] - candidates.eyes_m[best, :2], axis=1) >= settings.min_spacing_m
        )
    return np.array(chosen, np.int64), np.array(gains)


def best_looks(shown: Mask, worth: Array, looks: int) -> tuple[list[int], Mask]:
    """Greedy choice of up to `looks` directions at a place: their indices and the targets (T) that they show.

    `shown` (D, T) tells what each direction shows, `worth` (T) what showing it is worth.
    """
    covered = np.zeros(shown.shape[1], bool)
    chosen: list[int] = []
    for _ in range(looks):
        gain = shown @ np.where(covered, 0.0, worth)
        best = int(np.argmax(gain))
        if gain[best] <= 0:
            break
        chosen.append(best)
        covered |= shown[best]
    return chosen, covered


def _worth_of_looks(views: Views, worth: Array, looks: int, places: Mask) -> Array:
    """(N): what up to `looks` directions of some places (N) show together, chosen as `best_looks` does; else 0."""
    total = np.zeros(views.shape[0])
    left = worth[views.target]
    pairs = np.flatnonzero((left > 0) & places[views.place])
    if not len(pairs):
        return total
    place, left, shown = views.place[pairs], left[pairs], views.shown[pairs]
    first = np.flatnonzero(np.concatenate([[True], np.diff(place) != 0]))
    group = np.cumsum(np.concatenate([[0], (np.diff(place) != 0).astype(np.int64)]))
    for _ in range(looks):
        gain = np.add.reduceat(shown * left[:, None], first, axis=0)
        best = gain.argmax(1)
        total[place[first]] += gain[np.arange(len(first)), best]
        left = np.where(shown[np.arange(len(place)), best[group]], 0.0, left)
    return total
