"""Gardens: the ground around one, two or three sides of a building."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from gstgen.scenes.programme import RoomSpec, front_rooms
from gstgen.scenes.rectilinear import Rect
from gstgen.scenes.slicing import GRID_M

_SURROUND_SHARE = 3.0  # one larger than this may lie around three sides
_LEAST_DEPTH_M = 4.0  # a garden that would be narrower around two sides lies along one


def lay_grounds(
    specs: Sequence[RoomSpec],
    rooms: dict[str, tuple[Rect, ...]],
    outdoor: Sequence[RoomSpec],
    kind: str,
    door_m: float,
    random: np.random.Generator,
) -> dict[str, tuple[Rect, ...]]:
    """Add outdoor rooms to a building, which fills its bounds.

    A first outdoor room lies where most social rooms open to it and the front room keeps a wall to the street; more of
    them share its sides in turn. The whole is moved back to the origin.
    """
    out = _at_origin(rooms)
    for spec in outdoor:
        x0, y0, x1, y1 = _bounds(out)
        options = _options(x1 - x0, y1 - y0, spec.area_m2, random)
        fronts = front_rooms(specs, kind)
        front = specs[fronts[0]].id
        best = min(
            range(len(options)),
            key=lambda k: (_cost(options[k], specs, out, front, door_m) + 0.3 * float(random.random()), k),
        )
        out = _at_origin({**out, spec.id: options[best]})
    return out


def _at_origin(rooms: dict[str, tuple[Rect, ...]]) -> dict[str, tuple[Rect, ...]]:
    x0, y0, _, _ = _bounds(rooms)
    return {room: tuple(_moved(r, -x0, -y0) for r in rects) for room, rects in rooms.items()}


def _bounds(rooms: dict[str, tuple[Rect, ...]]) -> Rect:
    rects = [r for own in rooms.values() for r in own]
    return min(r[0] for r in rects), min(r[1] for r in rects), max(r[2] for r in rects), max(r[3] for r in rects)


def _moved(rect: Rect, dx: float, dy: float) -> Rect:
    x0, y0, x1, y1 = rect
    return _snap(x0 + dx), _snap(y0 + dy), _snap(x1 + dx), _snap(y1 + dy)


def _snap(value: float) -> float:
    return round(value / GRID_M) / 20.0


def _options(width: float, height: float, area: float, random: np.random.Generator) -> list[tuple[Rect, ...]]:
    """Shapes of the given area around a building of a size at the origin: strips, Ls, or Us for large ones."""
    size = width * height
    out: list[tuple[Rect, ...]] = []
    d = (-(width + height) + math.sqrt((width + height) ** 2 + 4 * area)) / 2
    if d < _LEAST_DEPTH_M:
        across, along = _snap(max(_LEAST_DEPTH_M, area / width)), _snap(max(_LEAST_DEPTH_M, area / height))
        return [
            ((0.0, -across, width, 0.0),),
            ((0.0, height, width, height + across),),
            ((-along, 0.0, 0.0, height),),
            ((width, 0.0, width + along, height),),
        ]
    if area > _SURROUND_SHARE * size and random.random() < 0.5:
        # (W + 2d)(H + d) - W H = area
        for w, h, upright in ((width, height, False), (height, width, True)):
            b = w + 2 * h
            d = _snap(max(_LEAST_DEPTH_M, (-b + math.sqrt(b * b + 8 * area)) / 4))
            low = ((-d, 0.0, 0.0, h), (w, 0.0, w + d, h), (-d, h, w + d, h + d))
            high = ((-d, 0.0, 0.0, h), (w, 0.0, w + d, h), (-d, -d, w + d, 0.0))
            for shape in (low, high):
                out.append(tuple((r[1], r[0], r[3], r[2]) if upright else r for r in shape))
        return out
    d = _snap(d)
    for left in (True, False):
        for below in (True, False):
            side = (-d, 0.0, 0.0, height) if left else (width, 0.0, width + d, height)
            xs = (-d, width) if left else (0.0, width + d)
            row = (xs[0], -d, xs[1], 0.0) if below else (xs[0], height, xs[1], height + d)
            out.append((side, row))
    return out


def _cost(
    shape: Sequence[Rect], specs: Sequence[RoomSpec], rooms: dict[str, tuple[Rect, ...]], front: str, door_m: float
) -> float:
    """What is wrong with a place of the garden: no social room opens to it, the front room has no street left."""
    cost, opens = 0.0, False
    x0, y0, x1, y1 = _bounds(rooms)
    for spec in specs:
        touching = max(_common(a, b) for a in shape for b in rooms.get(spec.id, ()))
        if touching >= door_m and spec.walked_through:
            opens = True
            cost -= {"living_room": 1.5, "dining_room": 0.8, "kitchen": 0.6}.get(spec.type, 0.2)
        if spec.id == front:
            outer = sum(
                (r[3] - r[1]) * ((r[0] <= x0) + (r[2] >= x1)) + (r[2] - r[0]) * ((r[1] <= y0) + (r[3] >= y1))
                for r in rooms[spec.id]
            )
            if outer - sum(_common(a, b) for a in shape for b in rooms[spec.id]) < door_m:
                cost += 3.0
    return cost if opens else cost + 20.0


def _common(a: Rect, b: Rect) -> float:
    """Length of the common side of two rectangles that do not overlap."""
    touch = 1e-6
    if abs(a[0] - b[2]) < touch or abs(a[2] - b[0]) < touch:
        return max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
    if abs(a[1] - b[3]) < touch or abs(a[3] - b[1]) < touch:
        return max(0.0, min(a[2], b[2]) - max(a[0], b[0]))
    return 0.0
