"""Recompute every answer from the record alone, with formulas of its own (nothing shared with the code that asked).

Each function returns None, or the numbers that disagree.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.records import Record

Array = NDArray[np.float64]
SLACK = 1e-6


def eye_m(record: Record) -> Array:
    """Camera centre (3), world metres."""
    assert record.geometry.camera is not None
    return np.array(record.geometry.camera.T_world_camera)[:3, 3]


def forward(record: Record) -> Array:
    """Viewing direction (3), world."""
    assert record.geometry.camera is not None
    return np.array(record.geometry.camera.T_world_camera)[:3, 2]


def center_m(record: Record) -> Array:
    """Centre of the target's box (3), world metres."""
    assert record.geometry.target is not None
    return np.array(record.geometry.target.center_m)


def circle_difference_deg(a: float, b: float) -> float:
    """Smallest difference of two angles, degrees."""
    return abs((a - b + 180.0) % 360.0 - 180.0)


def direction_deg(record: Record) -> float:
    """Turn from the viewing direction to the target on the floor: angle of two plane vectors, left positive."""
    f, d = forward(record)[:2], (center_m(record) - eye_m(record))[:2]
    return math.degrees(math.atan2(f[0] * d[1] - f[1] * d[0], f[0] * d[0] + f[1] * d[1]))


def orientation_deg(record: Record) -> float:
    """Angle of the viewing direction drawn on the map picture: 0 = up, counter-clockwise positive."""
    assert record.geometry.map is not None
    du, dv = np.array(record.geometry.map.world_to_image)[:2, :2] @ forward(record)[:2]
    return math.degrees(math.atan2(-du, -dv))


def three_distances_m(record: Record) -> tuple[float, float, float]:
    """Camera to the box centre in space, on the floor, and to the nearest point of the solid box."""
    assert record.geometry.target is not None
    delta = center_m(record) - eye_m(record)
    along = np.abs(np.array(record.geometry.target.rotation).T @ delta)
    beyond = np.maximum(along - np.array(record.geometry.target.size_m) / 2, 0.0)
    return math.sqrt(float(delta @ delta)), math.hypot(delta[0], delta[1]), math.sqrt(float(beyond @ beyond))


def map_pixel(record: Record, point_m: Array) -> Array:
    """World point -> pixel (2) of the record's map."""
    assert record.geometry.map is not None
    u, v, w = np.array(record.geometry.map.world_to_image) @ np.array([point_m[0], point_m[1], 1.0])
    return np.array([u / w, v / w])


def check_direction(record: Record) -> str | None:
    """Integer answer against the recomputed direction."""
    return _angle(record, direction_deg(record))


def check_orientation(record: Record) -> str | None:
    """Integer answer against the recomputed orientation."""
    return _angle(record, orientation_deg(record))


def _angle(record: Record, found: float) -> str | None:
    if circle_difference_deg(float(record.answer), found) > 0.5 + SLACK:
        return f"answer {record.answer} deg, recomputed {found:.3f} deg"
    return None


def check_distance(record: Record) -> str | None:
    """Answer and the recorded distances against the recomputed ones."""
    found = three_distances_m(record)
    if abs(float(record.answer) - found[0]) > 0.05 + SLACK:
        return f"answer {record.answer} m, recomputed {found[0]:.4f} m"
    return check_recorded_distances(record)


def check_recorded_distances(record: Record) -> str | None:
    """The unrounded distances of `difficulty` against the recomputed ones."""
    d = record.difficulty
    for name, stated, found in zip(
        ("distance_m", "planar_distance_m", "surface_distance_m"),
        (d.distance_m, d.planar_distance_m, d.surface_distance_m),
        three_distances_m(record),
        strict=True,
    ):
        if stated is None or abs(stated - found) > SLACK:
            return f"{name} {stated}, recomputed {found:.6f}"
    return None


def check_point(record: Record) -> str | None:
    """Normalised point against the projected camera (self-localisation) or box centre (object position)."""
    assert record.geometry.map is not None
    where = center_m(record) if record.geometry.target is not None else eye_m(record)
    scaled = map_pixel(record, where) / (record.geometry.map.width, record.geometry.map.height) * 1000
    allowed = [{int(np.clip(math.floor(s + e), 0, 999)) for e in (-SLACK, 0.0, SLACK)} for s in scaled]
    value = record.answer_value
    assert isinstance(value, tuple)
    if value[0] not in allowed[0] or value[1] not in allowed[1]:
        return f"answer {value}, recomputed ({scaled[0]:.3f}, {scaled[1]:.3f})"
    return None


def check_letter(record: Record) -> str | None:
    """Exactly one option shows the truth, and it has the answer's letter."""
    truth, options = record.geometry.truth, record.geometry.options
    assert truth is not None
    assert options is not None
    if truth.points_m is not None:
        matches = [o.letter for o in options if (o.trajectory, o.points_m) == (truth.trajectory, truth.points_m)]
    else:
        matches = [o.letter for o in options if (o.scene, o.transform) == (truth.scene, truth.transform)]
    if matches != [record.answer]:
        return f"answer {record.answer}, options that show the truth: {matches}"
    return None


def check_answer(record: Record) -> str | None:
    """The check of the record's task."""
    metric = record.official.metric
    if metric == "point":
        return check_point(record)
    if metric == "choice":
        return check_letter(record)
    if metric == "mra":
        return check_distance(record)
    if record.geometry.target is None:
        return check_orientation(record)
    return check_direction(record) or check_recorded_distances(record)
