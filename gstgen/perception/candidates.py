"""Where a current view may be taken: poses over the navigable floor, off every trajectory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gstgen.geometry.angles import heading_deg, wrap_deg
from gstgen.geometry.cameras import pose_from_heading
from gstgen.navigation.floor_map import FloorMap
from gstgen.perception.settings import ViewSettings

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Candidate:
    """A possible camera: its pose, what made it, the room's index in the floor map (-1 = none)."""

    T_world_camera: Array
    heading_deg: float
    pitch_deg: float
    room: int
    clearance_m: float

    @property
    def position_m(self) -> Array:
        """Camera centre, world metres (3)."""
        return np.asarray(self.T_world_camera[:3, 3])


def draw_candidates(
    floor_map: FloorMap, floor_z_m: float, settings: ViewSettings, random: np.random.Generator
) -> list[Candidate]:
    """One round of poses: every room gets a share that grows with the root of its area; headings are stratified.

    Large rooms would otherwise take nearly all poses, and a small bathroom is a place as good as any.
    """
    open_cells = floor_map.navigable & (floor_map.clearance_m >= settings.min_clearance_m)
    if len(floor_map.room_ids):  # a pose in a doorway belongs to no room
        open_cells &= floor_map.room_index >= 0
    cells = np.argwhere(open_cells)
    if not len(cells):
        return []
    room = floor_map.room_index[cells[:, 0], cells[:, 1]]
    rooms, sizes = np.unique(room, return_counts=True)
    weight = np.sqrt(sizes) / np.sqrt(sizes).sum()
    result = []
    for index, share in zip(rooms, weight, strict=True):
        inside = cells[room == index]
        count = max(1, round(settings.candidates * float(share)))
        picked = inside[random.integers(0, len(inside), count)]
        jitter = random.uniform(-0.5, 0.5, (count, 2)) * floor_map.grid.resolution_m
        positions = floor_map.grid.to_world(picked) + jitter
        heights = random.uniform(settings.min_height_m, settings.max_height_m, count) + floor_z_m
        pitches = random.uniform(settings.min_pitch_deg, settings.max_pitch_deg, count)
        headings = wrap_deg((random.permutation(count) + random.uniform(0, 1, count)) * 360.0 / count)
        clearances = floor_map.clearance_m[picked[:, 0], picked[:, 1]]
        for i in range(count):
            heading, pitch = float(headings[i]), float(pitches[i])
            pose = pose_from_heading([*positions[i], heights[i]], heading, pitch)
            result.append(Candidate(pose, heading, pitch, int(index), float(clearances[i])))
    return result


@dataclass(frozen=True)
class Separation:
    """How far poses (N) are from a trajectory: metres on the floor to its nearest sample; the smallest difference in
    heading from the samples that are nearer than the limit (180 where none is)."""

    distance_m: Array
    heading_deg: Array


def separation(poses: ArrayLike, samples: ArrayLike, distance_m: float) -> Separation:
    """Separation of poses (N, 4, 4) from trajectory samples (M, 4, 4); infinite from no samples."""
    own, other = np.asarray(poses, float).reshape(-1, 4, 4), np.asarray(samples, float).reshape(-1, 4, 4)
    nearest, smallest = np.full(len(own), np.inf), np.full(len(own), 180.0)
    if not len(other):
        return Separation(nearest, smallest)
    other_heading = np.array([heading_deg(pose[:3, 2]) for pose in other])
    for i, pose in enumerate(own):
        gap = np.hypot(*(other[:, :2, 3] - pose[:2, 3]).T)
        nearest[i] = gap.min()
        close = gap < distance_m
        if close.any():
            smallest[i] = np.abs(wrap_deg(other_heading[close] - heading_deg(pose[:3, 2]))).min()
    return Separation(nearest, smallest)
