"""Furniture that belongs together, as groups in a frame with its back to a wall (+x into the room)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from gstgen.scenes.box_index import Box
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import HUNG_X_UP, HUNG_Y_UP, Group, Part

_RUG = 1  # number of the rug in a seat group that has one
_SIDE_GAP_M = 0.03
_CHAIR_GAP_M = 0.04
_PULLED_M, _TURNED_DEG = 0.10, 9.0  # how far chairs are pulled out and turned at most
_BORNE_SHARE = 0.3  # of a worktop must lie on the unit that bears it; otherwise the wall holds it


def single(item: InventoryItem, gap_m: float, front_m: float = 0.0, long: bool = False) -> Group:
    """One thing with its back to the wall; `long` turns its longer side along the wall."""
    sx, sy, sz = item.size_m
    turned = long and sx > sy
    depth, width = (sy, sx) if turned else (sx, sy)
    part = Part(item, gap_m + depth / 2, 0.0, yaw_deg=90.0 if turned else 0.0)
    clear: tuple[Box, ...] = ()
    if front_m > 0:
        x = gap_m + depth
        clear = ((x + 0.005, -width / 2 + 0.03, 0.06, x + front_m, width / 2 - 0.03, min(sz, 1.6)),)
    return Group((part,), clear)


def hung(item: InventoryItem, z_m: float | None, z_center_m: float | None, up: str | None) -> Group:
    """One thing on the wall; `up` names its object axis that points up when its z axis points into the room."""
    pose = HUNG_Y_UP if up == "y" else HUNG_X_UP if up == "x" else None
    part = Part(item, 0.0, 0.0, pose=pose, support="wall")
    depth, width, height = (float(v) for v in part.extent_m)
    z = z_m if z_m is not None else (z_center_m or 1.5) - height / 2
    part = Part(item, depth / 2, 0.0, z, pose=pose, support="wall")
    clear: tuple[Box, ...] = ((depth + 0.001, -width / 2, z, depth + 0.45, width / 2, z + height),)
    return Group((part,), clear)


def seat_groups(
    sofa: InventoryItem,
    table: InventoryItem | None,
    rug: InventoryItem | None,
    chairs: Sequence[InventoryItem],
    gap_m: float,
) -> Iterator[tuple[Group, list[InventoryItem]]]:
    """A sofa with a coffee table (on a rug) before it and armchairs beside it: richest first, with what each uses."""
    depth = sofa.size_m[0]
    base = Part(sofa, gap_m + depth / 2, 0.0)
    counts = range(min(len(chairs), 2), -1, -1) if table else [0]
    for count in counts:
        for rug_used in [rug, None] if rug and table else [None]:
            parts, used = [base], [sofa]
            far = gap_m + depth
            if table:
                tx, ty, _ = table.size_m
                turned = tx > ty
                td, tw = (ty, tx) if turned else (tx, ty)
                center = far + 0.42 + td / 2
                z, support = 0.0, "floor"
                rug_part: Part | None = None
                if rug_used and rug_fits(table, rug_used):
                    rd, rw = (rug_used.size_m[0], rug_used.size_m[1])
                    flip = (rd < rw) != (td < tw)
                    center = max(center, far + 0.12 + (rw if flip else rd) / 2)
                    rug_part = Part(rug_used, center, 0.0, yaw_deg=90.0 if flip else 0.0)
                    parts.append(rug_part)
                    used.append(rug_used)
                    z, support = rug_used.size_m[2], len(parts) - 1  # type: ignore[assignment]
                elif rug_used:
                    continue
                parts.append(Part(table, center, 0.0, z, yaw_deg=90.0 if turned else 0.0, support=support))
                used.append(table)
                far = center + td / 2
                for k in range(count):
                    parts.append(_armchair_beside(chairs[k], center, tw / 2 + 0.38, 1 if k == 0 else -1, rug_part))
                    used.append(chairs[k])
            clear: Box = (far + 0.005, -0.4, 0.06, far + 0.45, 0.4, 1.0)
            yield Group(tuple(parts), (clear,)), used


def _armchair_beside(chair: InventoryItem, x_m: float, reach_m: float, side: int, rug: Part | None) -> Part:
    """An armchair at the end of a coffee table: wholly on the rug, or beside it."""
    deep, wide = chair.size_m[0], chair.size_m[1]
    if rug is not None:
        half_x, half_y = float(rug.extent_m[0]) / 2, float(rug.extent_m[1]) / 2
        if half_y - 0.02 > reach_m:
            if half_y >= reach_m + deep and half_x >= wide / 2:
                return Part(chair, x_m, side * (reach_m + deep / 2), rug.item.size_m[2], -90.0 * side, _RUG)
            reach_m = half_y + 0.02
    return Part(chair, x_m, side * (reach_m + deep / 2), yaw_deg=-90.0 * side)


def rug_fits(table: InventoryItem, rug: InventoryItem) -> bool:
    """Whether a table stands wholly on a rug, in one of the two orientations."""
    t, r = sorted(table.size_m[:2]), sorted(rug.size_m[:2])
    return t[0] <= r[0] and t[1] <= r[1]


def bed_groups(
    bed: InventoryItem, stands: Sequence[InventoryItem], lamps: Sequence[InventoryItem], gap_m: float
) -> Iterator[tuple[Group, list[InventoryItem]]]:
    """A bed with its head to the wall and nightstands (with lamps) at its sides: richest first."""
    length, width, _ = bed.size_m
    base = Part(bed, gap_m + length / 2, 0.0)
    for count in range(min(len(stands), 2), -1, -1):
        for sides in itertools.permutations((1, -1), count) if count else [()]:
            parts, used = [base], [bed]
            for k, side in enumerate(sides):
                stand = stands[k]
                sx, sy, sz = stand.size_m
                y = side * (width / 2 + _SIDE_GAP_M + sy / 2)
                parts.append(Part(stand, gap_m + sx / 2, y))
                used.append(stand)
                if k < len(lamps) and max(lamps[k].size_m[:2]) <= min(sx, sy):
                    parts.append(Part(lamps[k], gap_m + sx / 2, y, sz, support=len(parts) - 1))
                    used.append(lamps[k])
            foot: Box = (gap_m + length + 0.005, -width / 2 + 0.1, 0.06, gap_m + length + 0.5, width / 2 - 0.1, 1.0)
            free = [s for s in (1, -1) if s not in sides] or [1]
            y0, y1 = sorted((free[0] * (width / 2 + 0.005), free[0] * (width / 2 + 0.5)))
            side_clear: Box = (gap_m + 0.7, y0, 0.06, gap_m + length, y1, 1.0)
            yield Group(tuple(parts), (foot, side_clear)), used


def pulled_out(chair: InventoryItem, x_m: float, y_m: float, yaw_deg: int, random: Generator | None) -> Part:
    """A chair whose front is at a point (x, y) of a table's edge; somebody pulled it out a bit and turned it.

    `yaw_deg`: its heading, a multiple of 90. Without `random` it stands straight.
    """
    turn = float(random.uniform(-_TURNED_DEG, _TURNED_DEG)) if random is not None else 0.0
    gap = _CHAIR_GAP_M + (float(random.uniform(0.0, _PULLED_M)) if random is not None else 0.0)
    reach = float(Part(chair, 0.0, 0.0, yaw_deg=turn).extent_m[0]) / 2
    ux, uy = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[yaw_deg % 360]
    return Part(chair, x_m - ux * (gap + reach), y_m - uy * (gap + reach), yaw_deg=yaw_deg + turn)


def desk_group(desk: InventoryItem, chair: InventoryItem, gap_m: float, random: Generator | None = None) -> Group:
    """A desk with its longer side to the wall and a chair before it that faces it."""
    sx, sy, _ = desk.size_m
    turned = sx > sy * 1.2
    depth = sy if turned else sx
    seat = pulled_out(chair, gap_m + depth, 0.0, 180, random)
    far = seat.bounds[3]
    clear: Box = (far + 0.005, -0.25, 0.06, far + 0.3, 0.25, 1.0)
    return Group((Part(desk, gap_m + depth / 2, 0.0, yaw_deg=90.0 if turned else 0.0), seat), (clear,))


def bar_group(top: InventoryItem, stools: Sequence[InventoryItem], z_m: float) -> Group:
    """A wall-hung worktop as a bar, with chairs before it that face it."""
    depth, width, _ = top.size_m
    parts = [Part(top, depth / 2, 0.0, z_m, support="wall")]
    count = len(stools)
    for k, stool in enumerate(stools):
        y = (k - (count - 1) / 2) * max(width / count, stool.size_m[1] + 0.06)
        parts.append(Part(stool, depth + _CHAIR_GAP_M + stool.size_m[0] / 2, y, yaw_deg=180.0))
    return Group(tuple(parts))


def dining_groups(
    table: InventoryItem,
    chairs: Sequence[InventoryItem],
    against_wall: bool,
    gap_m: float,
    random: Generator | None = None,
) -> Iterator[tuple[Group, list[InventoryItem]]]:
    """A table with chairs around it that face it, most first; `against_wall` leaves one short side to the wall."""
    sx, sy, _ = table.size_m
    turned = against_wall == (sy > sx)  # the longer side runs away from the wall, or across the group's front
    dx, dy = (sy, sx) if turned else (sx, sy)
    cx = gap_m + dx / 2 if against_wall else 0.0
    base = Part(table, cx, 0.0, yaw_deg=90.0 if turned else 0.0)
    for count in range(min(len(chairs), 8), 0, -1):
        parts, used = [base], [table]
        for chair, (x, y, yaw) in zip(chairs[:count], _seats(dx, dy, chairs[:count], against_wall), strict=False):
            parts.append(pulled_out(chair, cx + x, y, yaw, random))
            used.append(chair)
        bounds = [p.bounds for p in parts]
        ring: Box = (
            max(min(b[0] for b in bounds) - 0.3, 0.0 if against_wall else -9.0),
            min(b[1] for b in bounds) - 0.3,
            0.06,
            max(b[3] for b in bounds) + 0.3,
            max(b[4] for b in bounds) + 0.3,
            1.0,
        )
        yield Group(tuple(parts), (ring,)), used


def _seats(dx: float, dy: float, chairs: Sequence[InventoryItem], against_wall: bool) -> list[tuple[float, float, int]]:
    """Points on a table's edge (its frame) and the heading of a chair there, in the order to fill them."""
    width = max(c.size_m[1] for c in chairs)
    along_x, along_y = max(1, int(dx / (width + 0.1))), max(1, int(dy / (width + 0.1)))
    need = len(chairs)
    long_x = dx > dy

    def side(count: int, length: float) -> list[float]:
        return [(k + 0.5) * length / count - length / 2 for k in range(count)]

    if long_x:
        pairs = min(along_x, max(1, -(-need // 2)) if need <= 2 * along_x else along_x)
        seats = [s for u in side(pairs, dx) for s in ((u, -dy / 2, 90), (u, dy / 2, 270))]
        ends: list[tuple[float, float, int]] = [(dx / 2, 0.0, 180)] + ([] if against_wall else [(-dx / 2, 0.0, 0)])
    else:
        pairs = min(along_y, max(1, -(-need // 2)) if need <= 2 * along_y else along_y)
        seats = [s for u in side(pairs, dy) for s in ((dx / 2, u, 180), (-dx / 2, u, 0))]
        if against_wall:
            seats = [s for s in seats if s[0] > 0]
        ends = [(0.0, dy / 2, 270), (0.0, -dy / 2, 90)]
    return seats + ends


def worktop_groups(
    top: InventoryItem, units: Sequence[InventoryItem], height_m: float, gap_m: float
) -> Iterator[tuple[Group, list[InventoryItem]]]:
    """A worktop slab with low units under it: as many as its width takes, then fewer.

    The slab lies on units whose height is near `height_m`, else it is hung on the wall at that height.
    """
    depth, width, _ = top.size_m
    chosen: list[InventoryItem] = []
    left = width + 0.02
    for unit in units:
        if unit.size_m[1] + 0.004 <= left and unit.size_m[0] <= depth + 0.15:
            chosen.append(unit)
            left -= unit.size_m[1] + 0.004
    for count in range(len(chosen), -1, -1):
        row = chosen[:count]
        bearer = max((u.size_m[2] for u in row), default=0.0)
        carried = 0.72 <= bearer <= 0.98
        z = bearer if carried else height_m
        y = -sum(u.size_m[1] + 0.004 for u in row) / 2
        parts, used = [], []
        for unit in row:
            parts.append(Part(unit, gap_m + unit.size_m[0] / 2, y + unit.size_m[1] / 2))
            used.append(unit)
            y += unit.size_m[1] + 0.004
        support: str | int = "wall"
        if carried:
            widest = max((k for k, u in enumerate(row) if u.size_m[2] == bearer), key=lambda k: row[k].size_m[1])
            if row[widest].size_m[0] * row[widest].size_m[1] > _BORNE_SHARE * depth * width:
                support = widest
        parts.append(Part(top, depth / 2, 0.0, z, support=support))
        reach = max([depth, *(gap_m + u.size_m[0] for u in row)])
        clear: Box = (reach + 0.005, -width / 2 + 0.03, 0.06, reach + 0.5, width / 2 - 0.03, 1.4)
        yield Group(tuple(parts), (clear,)), [*used, top]


def hooded(stove: InventoryItem, hood: InventoryItem, gap_m: float, hood_z_m: float) -> Group:
    """A stove with its hood above."""
    base = single(stove, gap_m, 0.55)
    return Group((*base.parts, Part(hood, hood.size_m[0] / 2, 0.0, hood_z_m, support="wall")), base.clear)
