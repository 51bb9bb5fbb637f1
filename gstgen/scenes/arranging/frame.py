"""A wall of a room as a frame to plan in: x away from the wall, y along it, and what of it is still free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gstgen.scenes.box_index import Box
from gstgen.scenes.placement import Array, Group, Part, RoomSpace
from gstgen.scenes.rectilinear import Edge, Rect

Span = tuple[float, float]
_SLACK_M = 1e-3


@dataclass(frozen=True)
class Frame:
    """The frame of a wall: origin at its middle, x into the room, y to the left of one who looks into the room.

    A group's frame turned by `turn` quarter turns has the same axes.
    """

    edge: Edge
    depth_m: float  # from the wall to the far side of the room's bounds

    @property
    def turn(self) -> int:
        """Quarter turns of the frame's axes."""
        return self.edge.side

    @property
    def length_m(self) -> float:
        """Length of the wall."""
        return self.edge.end_m - self.edge.start_m

    @property
    def span(self) -> Span:
        """Range of y along the wall."""
        return (-self.length_m / 2, self.length_m / 2)

    @property
    def _sign(self) -> float:
        return 1.0 if self.edge.side in (0, 3) else -1.0

    def point(self, x_m: float, y_m: float) -> tuple[float, float]:
        """World point of a point of the frame."""
        across = self.edge.fixed_m + (x_m if self.edge.side < 2 else -x_m)
        along = (self.edge.start_m + self.edge.end_m) / 2 + self._sign * y_m
        return (across, along) if self.edge.side in (0, 2) else (along, across)

    def local(self, x: float, y: float) -> tuple[float, float]:
        """Point of the frame of a world point."""
        across, along = (x, y) if self.edge.side in (0, 2) else (y, x)
        x_m = (across - self.edge.fixed_m) * (1.0 if self.edge.side < 2 else -1.0)
        return x_m, self._sign * (along - (self.edge.start_m + self.edge.end_m) / 2)

    def rect(self, x: Span, y: Span) -> Rect:
        """World rectangle of ranges in the frame."""
        (xa, ya), (xb, yb) = self.point(x[0], y[0]), self.point(x[1], y[1])
        return (min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb))

    def free_spans(self, space: RoomSpace, x: Span, z: Span, margin_m: float = 0.0, fronts: bool = False) -> list[Span]:
        """Ranges of y along the wall in which nothing stands at depths `x` and heights `z`.

        `margin_m` widens what stands there along the wall; `fronts` counts the space before furniture as taken.
        """
        x0, y0, x1, y1 = self.rect(x, self.span)
        kept = [space.fronts.array] if fronts else []
        boxes = np.concatenate([space.solids.array, space.lanes.array, *kept])
        hit = (boxes[:, 0] < x1 - _SLACK_M) & (boxes[:, 3] > x0 + _SLACK_M)
        hit &= (boxes[:, 1] < y1 - _SLACK_M) & (boxes[:, 4] > y0 + _SLACK_M)
        hit &= (boxes[:, 2] < z[1] - _SLACK_M) & (boxes[:, 5] > z[0] + _SLACK_M)
        taken = []
        for box in boxes[hit]:
            a, b = self.local(box[0], box[1])[1], self.local(box[3], box[4])[1]
            taken.append((min(a, b) - margin_m, max(a, b) + margin_m))
        return subtract([self.span], taken)


def frames(space: RoomSpace) -> list[Frame]:
    """The frames of all walls of a room, longest wall first."""
    x0, y0, x1, y1 = space.rect
    depth = {0: lambda e: x1 - e.fixed_m, 2: lambda e: e.fixed_m - x0, 1: lambda e: y1 - e.fixed_m}
    depth[3] = lambda e: e.fixed_m - y0
    found = [Frame(e, float(depth[e.side](e))) for e in space.edges]
    return sorted(found, key=lambda f: (-round(f.length_m, 6), f.edge.side, f.edge.fixed_m))


def subtract(spans: Sequence[Span], taken: Sequence[Span]) -> list[Span]:
    """What is left of ranges without others, in order; pieces shorter than a millimetre are dropped."""
    left = list(spans)
    for a, b in taken:
        left = [piece for s in left for piece in ((s[0], min(s[1], a)), (max(s[0], b), s[1])) if piece[1] > piece[0]]
    return sorted(s for s in left if s[1] - s[0] > _SLACK_M)


def main_frames(space: RoomSpace) -> list[Frame]:
    """The walls that lie on the bounds of the room and run over most of a side, longest first."""
    x0, y0, x1, y1 = space.rect
    side_m = {0: y1 - y0, 2: y1 - y0, 1: x1 - x0, 3: x1 - x0}
    bound = {0: x0, 1: y0, 2: x1, 3: y1}
    return [
        f
        for f in frames(space)
        if abs(f.edge.fixed_m - bound[f.edge.side]) < 1e-6 and f.length_m > 0.5 * side_m[f.edge.side]
    ]


def moved(group: Group, x_m: float, y_m: float, yaw_deg: int = 0) -> Group:
    """A group turned by a multiple of 90 degrees about its origin and then moved, still in one frame."""
    quarter = (yaw_deg // 90) % 4
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    parts = tuple(
        Part(
            p.item,
            x_m + cos * p.x_m - sin * p.y_m,
            y_m + sin * p.x_m + cos * p.y_m,
            p.z_m,
            p.yaw_deg + 90.0 * quarter,
            p.support,
            p.pose,
        )
        for p in group.parts
    )
    return Group(parts, tuple(_moved_box(b, x_m, y_m, cos, sin) for b in group.clear))


def merged(groups: Sequence[Group]) -> Group:
    """Several groups of one frame as one; numbers of carrying parts are shifted."""
    parts: list[Part] = []
    clear: list[Box] = []
    for group in groups:
        base = len(parts)
        for p in group.parts:
            support = p.support + base if isinstance(p.support, int) else p.support
            parts.append(Part(p.item, p.x_m, p.y_m, p.z_m, p.yaw_deg, support, p.pose))
        clear += group.clear
    return Group(tuple(parts), tuple(clear))


def extent(group: Group) -> tuple[float, float, float, float]:
    """Bounds (x0, y0, x1, y1) of a group's parts in its frame."""
    b: Array = group.bounds
    return float(b[:, 0].min()), float(b[:, 1].min()), float(b[:, 3].max()), float(b[:, 4].max())


def depth_of(group: Group) -> float:
    """Extent of a group along x."""
    x0, _, x1, _ = extent(group)
    return x1 - x0


def width_of(group: Group) -> float:
    """Extent of a group along y."""
    _, y0, _, y1 = extent(group)
    return y1 - y0


def _moved_box(box: Box, x_m: float, y_m: float, cos: int, sin: int) -> Box:
    xs = (cos * box[0] - sin * box[1], cos * box[3] - sin * box[4])
    ys = (sin * box[0] + cos * box[1], sin * box[3] + cos * box[4])
    return (min(xs) + x_m, min(ys) + y_m, box[2], max(xs) + x_m, max(ys) + y_m, box[5])
