"""Rooms as unions of rectangles: inner outlines, the straight walls around them, what of their bounds lies outside."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry.polygon import orient

Rect = tuple[float, float, float, float]  # x0, y0, x1, y1, metres

_ROUND = 6  # decimals of a metre


@dataclass(frozen=True)
class Edge:
    """A straight inner wall: the room lies on the side it faces (0 = +x, 1 = +y, 2 = -x, 3 = -y).

    `fixed_m` is its coordinate across (x for sides 0 and 2), `start_m` < `end_m` its range along.
    """

    side: int
    fixed_m: float
    start_m: float
    end_m: float


def inner_polygon(rects: Sequence[Rect], half_wall_m: float) -> shapely.Polygon:
    """The floor inside the walls of a room whose rectangles run on wall centre lines.

    ValueError when the rectangles do not make one polygon without holes.
    """
    joined = shapely.union_all([shapely.box(*r) for r in rects], grid_size=10.0**-_ROUND)
    inner = joined.buffer(-half_wall_m, join_style="mitre").simplify(10.0 ** -(_ROUND + 1))
    if not isinstance(inner, shapely.Polygon) or inner.is_empty or inner.interiors:
        raise ValueError("a room is not one polygon without holes")
    return shapely.Polygon([(round(x, _ROUND), round(y, _ROUND)) for x, y in orient(inner).exterior.coords])


def edges(polygon: shapely.Polygon) -> tuple[Edge, ...]:
    """The walls around a rectilinear polygon, sorted. ValueError for a slanting side."""
    out = []
    ring = list(orient(polygon).exterior.coords)  # counter-clockwise: the inside lies to the left
    for (xa, ya), (xb, yb) in itertools.pairwise(ring):
        if abs(xa - xb) < 1e-9:
            side = 2 if yb > ya else 0
            out.append(Edge(side, xa, min(ya, yb), max(ya, yb)))
        elif abs(ya - yb) < 1e-9:
            side = 1 if xb > xa else 3
            out.append(Edge(side, ya, min(xa, xb), max(xa, xb)))
        else:
            raise ValueError("a side of the room is not parallel to an axis")
    return tuple(sorted(out, key=lambda e: (e.side, e.fixed_m, e.start_m)))


def voids(polygon: shapely.Polygon) -> tuple[Rect, ...]:
    """Disjoint rectangles that fill the polygon's bounds around it (none for a rectangle)."""
    x0, y0, x1, y1 = polygon.bounds
    xs = sorted({round(x, _ROUND) for x, _ in polygon.exterior.coords} | {x0, x1})
    out: list[Rect] = []
    for xa, xb in itertools.pairwise(xs):
        if xb - xa < 1e-9:
            continue
        column = shapely.box(xa, y0, xb, y1).difference(polygon)
        for part in shapely.get_parts(column):
            if part.area > 1e-9:
                out.append(tuple(float(v) for v in part.bounds))  # type: ignore[arg-type]
    return tuple(sorted(out))
