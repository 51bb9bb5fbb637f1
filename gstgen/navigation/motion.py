"""A walk along a path: smooth, with clearance, bounded speed, and stops; positions over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.navigation.floor_map import FloorMap
from gstgen.navigation.roadmap import path_length_m, resample
from gstgen.navigation.settings import MotionSettings
from gstgen.navigation.spline import evaluate_bspline

Array = NDArray[np.float64]

_SPACING_M = 0.1
_ALONG_M = 0.01
_MIN_SPEED_M_S = 0.1
_ROUNDS = 50
_SLOWER = 0.6


@dataclass(frozen=True)
class Stop:
    """A stay at a place of the path: arc length in metres, seconds."""

    at_m: float
    stay_s: float


@dataclass(frozen=True)
class Walk:
    """A timed walk: spline control points (K, 2) one `step_s` apart and the whole time in seconds.

    `stays` (begin, end) in seconds, one for each stop, in order.
    """

    control_m: Array
    step_s: float
    duration_s: float
    stays: tuple[tuple[float, float], ...]

    def positions(self, times_s: Array) -> Array:
        """World x, y (N, 2) at times (N)."""
        return evaluate_bspline(self.control_m, self.step_s, times_s)

    def velocities(self, times_s: Array) -> Array:
        """World velocity (N, 2) in m/s at times (N), by central differences."""
        half = self.step_s / 4
        return (self.positions(times_s + half) - self.positions(np.maximum(times_s - half, 0.0))) / (2 * half)


def smooth_paths(floor_map: FloorMap, paths_m: Sequence[Array], comfort_m: float) -> list[Array]:
    """Round polylines (N, 2) off and push them away from obstacles; ends stay, clearance is kept at every point.

    All paths move together in one array, which is many times faster than one by one.
    """
    sampled = [resample(path, _SPACING_M) for path in paths_m]
    if not sampled:
        return []
    points = np.concatenate(sampled)
    counts = np.array([len(p) for p in sampled])
    ends = np.cumsum(counts)
    free = np.ones(len(points), bool)
    free[ends - 1] = free[ends - counts] = False
    inner = np.flatnonzero(free)
    # The outside has no clearance, so no point of a path ever needs a value beyond the grid.
    fields = floor_map.clearance_fields
    start = _sample(floor_map, fields, points)[inner, 0]
    floor_m = np.minimum(start, floor_map.agent_radius_m + 0.01)
    for k in range(_ROUNDS):
        here = points[inner]
        field = _sample(floor_map, fields, here)
        # Pushing ends before smoothing does, so that none of its steps remain in the line.
        lack = np.clip(comfort_m - field[:, :1], 0.0, None) * max(1.0 - 1.5 * k / _ROUNDS, 0.0)
        moved = here + 0.5 * ((points[inner - 1] + points[inner + 1]) / 2 - here) + 0.2 * lack * field[:, 1:]
        fits = _sample(floor_map, fields, moved)[:, 0] >= floor_m
        points[inner] = np.where(fits[:, None], moved, here)
    return np.split(points, ends[:-1])


def _sample(floor_map: FloorMap, fields: Array, points_m: Array) -> Array:
    """Bilinear values (N, C) of cell fields (ny, nx, C) at world points (N, 2) within the grid."""
    grid = floor_map.grid
    cells = (points_m - np.asarray(grid.origin_xy_m)) / grid.resolution_m - 0.5
    low = np.clip(np.floor(cells).astype(np.int64), 0, np.array(grid.shape[::-1]) - 2)
    t = (cells - low)[:, None, :]
    x, y = low[:, 0], low[:, 1]
    below = fields[y, x] * (1 - t[:, :, 0]) + fields[y, x + 1] * t[:, :, 0]
    above = fields[y + 1, x] * (1 - t[:, :, 0]) + fields[y + 1, x + 1] * t[:, :, 0]
    return np.asarray(below * (1 - t[:, :, 1]) + above * t[:, :, 1], float)


def join_legs(legs: Sequence[Array]) -> tuple[Array, list[float]]:
    """One polyline from consecutive legs, and the arc length at which each leg ends."""
    parts, ends, total = [], [], 0.0
    for i, leg in enumerate(legs):
        parts.append(leg if i == 0 else leg[1:])
        total += path_length_m(leg)
        ends.append(total)
    return np.concatenate(parts), ends


def time_walk(floor_map: FloorMap, path_m: Array, stops: Sequence[Stop], settings: MotionSettings) -> Walk:
    """Walk a path (N, 2): cruise, slow in corners, stand at the stops.

    The spline cuts corners a little; where that would cost the agent's clearance the walk is slowed down there, which
    brings the curve back onto the path.
    """
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path_m, axis=0), axis=1))])
    keep = np.concatenate([[True], np.diff(along) > 1e-9])
    along, path = along[keep], path_m[keep]
    s = np.linspace(0.0, along[-1], max(int(np.ceil(along[-1] / _ALONG_M)), 1) + 1)
    limit = _speed_limits(s, along, path, stops, settings)
    walk = _timed(s, limit, along, path, stops, settings)
    for _ in range(12):
        times = np.arange(0.0, walk.duration_s, 0.05)
        short = floor_map.clearance_at(walk.positions(times)) < floor_map.agent_radius_m
        if not short.any():
            break
        where = np.interp(times[short], *_arc_lengths(s, limit, stops, settings))
        near = np.zeros(len(s), bool)
        for at in where:
            near |= np.abs(s - at) < 0.3
        limit = np.where(near, np.maximum(limit * _SLOWER, 0.05), limit)
        walk = _timed(s, limit, along, path, stops, settings)
    return walk


def _speed_limits(s: Array, along: Array, path: Array, stops: Sequence[Stop], settings: MotionSettings) -> Array:
    limit = np.full(len(s), settings.cruise_m_s)
    if len(path) > 2:
        step = np.diff(path, axis=0)
        heading = np.unwrap(np.arctan2(step[:, 1], step[:, 0]))
        bend = np.degrees(np.abs(np.diff(heading))) / np.maximum((np.diff(along)[:-1] + np.diff(along)[1:]) / 2, 1e-3)
        bend = np.interp(s, along[1:-1], ndimage.uniform_filter1d(bend, 3, mode="nearest"))
        limit = np.minimum(limit, settings.turn_deg_s / np.maximum(bend, 1e-6))
    limit = np.maximum(limit, _MIN_SPEED_M_S)
    for at in [0.0, float(s[-1]), *(stop.at_m for stop in stops if stop.stay_s > 0)]:
        limit[np.argmin(np.abs(s - at))] = _MIN_SPEED_M_S
    return np.asarray(limit, float)


def _arc_lengths(s: Array, limit: Array, stops: Sequence[Stop], settings: MotionSettings) -> tuple[Array, Array]:
    """Times and arc lengths of the walk as two matching arrays; a stay repeats its arc length."""
    ds = float(s[1] - s[0]) if len(s) > 1 else _ALONG_M
    squared = limit**2
    gain = 2 * settings.acceleration_m_s2 * ds
    for i in range(1, len(s)):
        squared[i] = min(squared[i], squared[i - 1] + gain)
    for i in range(len(s) - 2, -1, -1):
        squared[i] = min(squared[i], squared[i + 1] + gain)
    speed = np.sqrt(squared)
    spent = np.concatenate([[0.0], np.cumsum(ds / ((speed[1:] + speed[:-1]) / 2))]) if len(s) > 1 else np.zeros(1)
    times, places = [], []
    delay, begin = 0.0, 0
    for stop in sorted(stops, key=lambda stop: stop.at_m):
        i = int(np.argmin(np.abs(s - stop.at_m)))
        times.append(spent[begin : i + 1] + delay)
        places.append(s[begin : i + 1])
        delay += stop.stay_s
        begin = i
    times.append(spent[begin:] + delay)
    places.append(s[begin:])
    return np.concatenate(times), np.concatenate(places)


def _timed(s: Array, limit: Array, along: Array, path: Array, stops: Sequence[Stop], settings: MotionSettings) -> Walk:
    times, places = _arc_lengths(s, limit.copy(), stops, settings)
    duration = float(times[-1])
    count = int(np.ceil(duration / settings.step_s)) + 2
    at = np.interp(np.arange(count) * settings.step_s, times, places)
    control = np.stack([np.interp(at, along, path[:, 0]), np.interp(at, along, path[:, 1])], 1)
    stays = []
    for stop in sorted(stops, key=lambda stop: stop.at_m):
        standing = times[np.abs(places - s[np.argmin(np.abs(s - stop.at_m))]) < 1e-9]
        stays.append((float(standing.min()), float(standing.max())))
    return Walk(control, settings.step_s, duration, tuple(stays))
