"""Walls of a floor plan: straight segments between junctions, each between two regions, that close at corners."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from gstgen.scenes.plan import FloorPlan
from gstgen.scenes.rectilinear import Rect

_TOUCH_M = 1e-6


@dataclass(frozen=True)
class WallSegment:
    """A wall along x or y. `line_m` is its centre line's other coordinate; `start_m`..`end_m` its solid extent.

    `node_start_m`..`node_end_m` are the junctions on centre lines. `low` and `high` are the rooms on the side of the
    smaller and the larger coordinate across the wall (None = outside). A closed end shows its cap to the outside.
    """

    along: str  # "x" or "y"
    line_m: float
    start_m: float
    end_m: float
    node_start_m: float
    node_end_m: float
    low: str | None
    high: str | None
    cap_start: bool
    cap_end: bool

    @property
    def rooms(self) -> tuple[str, ...]:
        """The rooms on its two sides, low side first."""
        return tuple(r for r in (self.low, self.high) if r is not None)

    def point(self, u: float, v: float = 0.0) -> tuple[float, float]:
        """World x, y of a place `u` along the wall (absolute coordinate) and `v` across from its centre line."""
        return (u, self.line_m + v) if self.along == "x" else (self.line_m + v, u)


def wall_segments(plan: FloorPlan, thickness_m: float) -> tuple[WallSegment, ...]:
    """All walls of a plan, a solid without gaps or overlaps.

    Each junction's square belongs to one of the walls that meet there, a straight-through one if there is one.
    """
    raw = [*_raw(plan.rooms, "x"), *_raw(plan.rooms, "y")]
    incident: dict[tuple[float, float], dict[str, int]] = {}
    for index, (along, line, start, end, _, _) in enumerate(raw):
        for u, name in ((start, "+"), (end, "-")):
            node = (round(u, 6), round(line, 6)) if along == "x" else (round(line, 6), round(u, 6))
            incident.setdefault(node, {})[name + along] = index
    owner = {node: _owner(arms) for node, arms in incident.items()}
    half = thickness_m / 2
    out = []
    for index, (along, line, start, end, low, high) in enumerate(raw):
        ends, caps = [], []
        for u, sign in ((start, -1.0), (end, 1.0)):
            node = (round(u, 6), round(line, 6)) if along == "x" else (round(line, 6), round(u, 6))
            own = owner[node] == index
            ends.append(u + sign * half * (1 if own else -1))
            straight_on = ("-" if sign < 0 else "+") + along in incident[node]
            caps.append(own and not straight_on)
        out.append(WallSegment(along, line, ends[0], ends[1], start, end, low, high, caps[0], caps[1]))
    return tuple(out)


def _owner(arms: dict[str, int]) -> int:
    """The wall that owns a junction: of a straight pair the one that ends there, else the first in a fixed order."""
    for along in ("x", "y"):
        if "-" + along in arms and "+" + along in arms:
            return arms["-" + along]
    return next(arms[name] for name in ("-x", "+x", "-y", "+y") if name in arms)


def _raw(
    rooms: dict[str, tuple[Rect, ...]], along: str
) -> list[tuple[str, float, float, float, str | None, str | None]]:
    """(along, line, start, end, room below, room above) of every stretch of line where the region changes across."""
    swap = along == "y"
    rects = [(k, (r[1], r[0], r[3], r[2]) if swap else r) for k, own in rooms.items() for r in own]  # u0, v0, u1, v1
    lines = sorted({round(v, 6) for _, r in rects for v in (r[1], r[3])})
    out: list[tuple[str, float, float, float, str | None, str | None]] = []
    for line in lines:
        touching = [r for _, r in rects if abs(r[1] - line) < _TOUCH_M or abs(r[3] - line) < _TOUCH_M]
        cuts = sorted({round(u, 6) for r in touching for u in (r[0], r[2])})
        stretches: list[tuple[str, float, float, float, str | None, str | None]] = []
        for start, end in itertools.pairwise(cuts):
            middle = (start + end) / 2
            low = next((k for k, r in rects if abs(r[3] - line) < _TOUCH_M and r[0] < middle < r[2]), None)
            high = next((k for k, r in rects if abs(r[1] - line) < _TOUCH_M and r[0] < middle < r[2]), None)
            if low == high:  # outside, or the seam between two rectangles of one room
                continue
            if stretches and stretches[-1][4:] == (low, high) and abs(stretches[-1][3] - start) < _TOUCH_M:
                stretches[-1] = (*stretches[-1][:3], end, low, high)
            else:
                stretches.append((along, line, start, end, low, high))
        out += stretches
    return out
