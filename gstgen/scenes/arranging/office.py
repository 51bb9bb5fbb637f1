"""Offices: rows of desks and cubicles, meetings around a table, an executive's desk, seats before a screen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gstgen.scenes.arranging import lounge
from gstgen.scenes.arranging.frame import Frame, extent, main_frames, moved
from gstgen.scenes.arranging.runs import in_rows, inner_rect, line_up, standing
from gstgen.scenes.arranging.seating import (
    CHAIR_GAP_M,
    Place,
    chair_part,
    chairs_of_one_model,
    places_around,
    table_group,
)
from gstgen.scenes.arranging.supply import Shares, Supply
from gstgen.scenes.arranging.tabletop import TableTop, lay_papers, lay_work
from gstgen.scenes.arranging.workplaces import PAPERS, SIT, cubicles, desk_rows, lay_table_at, line_one, one_desk
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part

_COUNTERS = ("multi_station_furniture_sink", "furniture_sink", "commercial_kitchen_table")
_WALL_UNITS = (
    "bookcase",
    "vending_machine",
    "photocopier",
    "fridge",
    "locker",
    "bottom_cabinet",
    "metal_bottom_cabinet",
)


def shared(f: Furnisher) -> None:
    """An open office: cubicles, rows of desks, then tables; cabinets and machines along the walls."""
    cubicles(f)
    desk_rows(f)
    tables(f)
    storage(f)
    lounge.clusters(f)


def private(f: Furnisher) -> None:
    """A room with a desk of its own: the desk free in the room when it is large, chairs for visitors before it."""
    _large_desk(f)
    storage(f, last=("bottom_cabinet",))
    lounge.clusters(f)


def meeting(f: Furnisher) -> None:
    """A table, or several pushed together, with chairs around it."""
    tables(f)
    storage(f)


def break_room(f: Furnisher) -> None:
    """A counter and machines along the walls, tables with chairs, easy chairs around low tables."""
    line_up(f, [standing(i, f.settings.wall_gap_m) for i in f.pool("desk", *_COUNTERS)], front_m=0.7, gap_m=0.004)
    storage(f)
    _high_table(f)
    tables(f)
    lounge.clusters(f)


def lobby(f: Furnisher) -> None:
    """A counter that faces the room with chairs behind it, groups of easy chairs."""
    reception(f)
    lounge.clusters(f)
    storage(f)


# --- tables ---------------------------------------------------------------------------------------------------------

_TABLES = ("conference_table", "pedestal_table", "breakfast_table")


def tables(f: Furnisher) -> None:
    """Tables with the chairs of the room around them; equal long tables are pushed together into one."""
    together = _pushed_together(f)
    tables_left = [t for t in f.pool(*_TABLES) if t.size_m[2] >= 0.55]
    if not tables_left and together:
        return
    supply = Supply(f)
    sit = SIT if supply.count("monitor", "keyboard") else (*SIT, "armchair")
    chairs = supply.count(*sit)
    groups: list[Group] = []
    for number, table in enumerate(sorted(tables_left, key=lambda t: -t.size_m[0] * t.size_m[1])):
        drawn = supply.draw(table.category, fits=lambda i: i == table)  # noqa: B023
        if drawn is None:
            continue
        share = round(chairs * drawn.size_m[0] * drawn.size_m[1] / max(_area(tables_left[number:]), 0.1))
        share = max(0, min(share, chairs, 12))
        seats = chairs_of_one_model(supply, share, sit)
        chairs -= len(seats)
        groups.append(_meeting_table(supply, drawn, seats))
    _settle_free(f, supply, groups)


def _area(items: Sequence[InventoryItem]) -> float:
    return sum(i.size_m[0] * i.size_m[1] for i in items)


def _meeting_table(supply: Supply, table: InventoryItem, seats: Sequence[InventoryItem]) -> Group:
    work = supply.count("monitor") > 0
    shares = Shares(supply, max(len(seats), 1), PAPERS)

    def lay(top: TableTop, drawn: Supply) -> None:
        if work:
            lay_work(top, drawn)
        lay_papers(top, drawn, shares.next())

    sides = ("front", "back") if work else ("front", "back", "left", "right")
    return table_group(table, seats, supply, lay, sides)


def _pushed_together(f: Furnisher) -> bool:
    """Four or more equal long tables become one, two wide, with the chairs around."""
    pool = [t for t in f.pool("conference_table") if t.size_m[1] > 1.8 * t.size_m[0]]
    if len(pool) < 4 or len({t.model for t in pool}) > 1:
        return False
    supply = Supply(f)
    sx, sy, _ = pool[0].size_m
    columns = len(pool) // 2
    parts: list[Part] = []
    for k in range(2 * columns):
        table = supply.draw("conference_table", fits=lambda i: i == pool[0])
        assert table is not None
        parts.append(Part(table, (-1 if k % 2 else 1) * (sx / 2 + 0.002), (k // 2 - (columns - 1) / 2) * (sy + 0.004)))
    dx, dy = 2 * sx + 0.004, columns * (sy + 0.004)
    chairs = chairs_of_one_model(supply, supply.count(*SIT), SIT)
    width = max((c.size_m[1] for c in chairs), default=0.6)
    places = places_around(dx, dy, width, len(chairs))
    shares = Shares(supply, max(1, len(places)), PAPERS)
    for chair, place in zip(chairs, places, strict=False):
        parts.append(chair_part(chair, place, dx, dy))
    for number in range(2 * columns):
        side = "back" if number % 2 else "front"
        low = parts[number].y_m - sy / 2
        mine = [p for p in places if p.side == side and low - 0.01 <= p.along_m <= low + sy + 0.01]
        here = [Place(side, p.along_m - parts[number].y_m, min(p.width_m, 0.6)) for p in mine]
        lay_table_at(parts, number, here, supply, shares, work=False)
    group = Group(tuple(parts))
    return _settle_free(f, supply, [group])


def _settle_free(f: Furnisher, supply: Supply, groups: Sequence[Group]) -> bool:
    """Stand groups in the middle of the room, in rows when there are several, else wherever there is room."""
    if not groups:
        return False
    x0, y0, x1, y1 = f.space.rect
    long_x = x1 - x0 >= y1 - y0
    left: list[Group] = []
    for group in groups:
        gx0, gy0, gx1, gy1 = extent(group)
        left.append(moved(group, 0.0, 0.0, 90) if (gy1 - gy0 > gx1 - gx0) == long_x else group)
    if len(left) == 1:
        if f.space.place_at(left[0], ((x0 + x1) / 2, (y0 + y1) / 2), 0):
            f.take(left[0].items)
            left = []
    else:
        left = in_rows(f, left, inner_rect(f, 0.75), 0 if not long_x else 1, (0.9, 0.9))
    still = []
    for group in left:
        if f.anywhere(group, 0.5):
            f.take(group.items)
        else:
            still.append(group)
    supply.give_back(still)
    return len(still) < len(groups)


def _high_table(f: Furnisher) -> None:
    """A long high table with stools around it."""
    supply = Supply(f)
    table = supply.peek("breakfast_table", "bar", fits=lambda i: i.size_m[2] > 0.85)
    if table is None or not supply.count("taboret", "music_stool"):
        return
    supply.draw(table.category, fits=lambda i: i == table)
    stools = chairs_of_one_model(supply, 20, ("taboret", "music_stool"))
    shares = Shares(supply, len(stools), ("water_glass", "coffee_cup"))

    def lay(top: TableTop, drawn: Supply) -> None:
        lay_papers(top, drawn, shares.next())

    _settle_free(f, supply, [table_group(table, stools, supply, lay)])


# --- one large desk, reception ----------------------------------------------------------------------------------


def _large_desk(f: Furnisher) -> None:
    """The desk of one who receives visitors: he sits behind it with his face to the room."""
    supply = Supply(f)
    desk = supply.peek("desk", "countertop", fits=lambda i: i.size_m[2] > 0.3)
    if desk is None:
        top = supply.peek("countertop", fits=lambda i: i.size_m[1] >= 1.0)
        if top is not None:
            _wall_desk(f, supply, top)
        return
    chairs = sorted(f.pool(*SIT), key=lambda c: -c.size_m[2])
    visitors = chairs[1:3]
    sx, sy, _ = desk.size_m
    if len(chairs) < 2 and sx * sy < 2.0:
        one_desk(f, desk)
        return
    supply.draw("desk", fits=lambda i: i == desk)
    parts = [Part(desk, 0.0, 0.0)]
    shares = Shares(supply, 1, PAPERS)
    lay_table_at(parts, 0, [Place("back", 0.0, sy)], supply, shares)
    if chairs:
        supply.draw(chairs[0].category, fits=lambda i: i == chairs[0])
        parts.append(Part(chairs[0], -sx / 2 - CHAIR_GAP_M - chairs[0].size_m[0] / 2, 0.0))
    for k, chair in enumerate(visitors):
        supply.draw(chair.category, fits=lambda i: i == chair)  # noqa: B023
        y = (k - (len(visitors) - 1) / 2) * (chair.size_m[1] + 0.2)
        parts.append(Part(chair, sx / 2 + CHAIR_GAP_M + chair.size_m[0] / 2, y, yaw_deg=180.0))
    group = Group(tuple(parts))
    x0 = extent(group)[0]
    for gap in (0.75, 0.45, 0.1):
        shifted = moved(group, gap - x0, 0.0)
        for wall in _quiet_walls(f):
            for y in (0.0, 0.4, -0.4, 0.8, -0.8):
                if abs(y) < wall.length_m / 2 and f.space.place_at(shifted, wall.point(0.0, y), wall.turn):
                    f.take(shifted.items)
                    return
    supply.back()
    for wall_desk in f.pool("desk"):
        one_desk(f, wall_desk)


def _wall_desk(f: Furnisher, supply: Supply, top: InventoryItem) -> None:
    """A worktop on the wall as a desk, with a cabinet under it and a chair before it."""
    supply.draw("countertop", fits=lambda i: i == top)
    depth, width, thick = top.size_m
    z = 0.74 - thick
    parts = [Part(top, depth / 2, 0.0, z, support="wall")]
    lay_table_at(parts, 0, [Place("front", 0.0, width)], supply, Shares(supply, 1, PAPERS))
    cabinet = supply.draw("bottom_cabinet", fits=lambda i: i.size_m[2] <= z and i.size_m[0] <= depth)
    if cabinet is not None:
        parts.append(Part(cabinet, f.settings.wall_gap_m + cabinet.size_m[0] / 2, width / 2 - cabinet.size_m[1] / 2))
    chair = supply.draw(*SIT)
    if chair is not None:
        parts.append(Part(chair, depth + CHAIR_GAP_M + chair.size_m[0] / 2, 0.0, yaw_deg=180.0))
    line_one(f, supply, Group(tuple(parts)))


def _quiet_walls(f: Furnisher) -> list[Frame]:
    """Walls of the room, those farthest from its doors first."""
    doors = np.array(f.space.seeds, float).reshape(-1, 2)

    def far(wall: Frame) -> float:
        if not len(doors):
            return 0.0
        return float(min(wall.local(x, y)[0] for x, y in doors))

    return sorted(main_frames(f.space), key=lambda w: (-round(far(w), 2), w.edge.side))


def reception(f: Furnisher) -> None:
    """A reception desk a little before the quietest wall, its chairs behind it."""
    supply = Supply(f)
    desk = supply.draw("reception_desk") or supply.draw("desk")
    if desk is None:
        return
    sx, sy, _ = desk.size_m
    parts = [Part(desk, 0.0, 0.0)]
    seats = chairs_of_one_model(supply, max(1, min(3, supply.count("monitor"))), ("swivel_chair",))
    pitch = sy / max(len(seats), 1)
    places = [Place("back", (k - (len(seats) - 1) / 2) * pitch, pitch) for k in range(max(len(seats), 1))]
    lay_table_at(parts, 0, places, supply, Shares(supply, len(places), ()))
    for seat, place in zip(seats, places, strict=False):
        parts.append(Part(seat, -sx / 2 - CHAIR_GAP_M - seat.size_m[0] / 2, place.along_m))
    group = Group(tuple(parts))
    behind = max(1.05, 0.75 - extent(group)[0] - sx / 2)
    for wall in _quiet_walls(f):
        for y in (0.0, 1.0, -1.0, 2.0, -2.0):
            if f.space.place_at(moved(group, behind + sx / 2, 0.0), wall.point(0.0, y), wall.turn):
                f.take(group.items)
                return
    supply.back()


# --- walls -----------------------------------------------------------------------------------------------------------


def storage(f: Furnisher, last: Sequence[str] = ()) -> None:
    """Cabinets, shelves and machines in runs along the walls, those of one category together."""
    order = [c for c in _WALL_UNITS if c not in last] + list(last)
    for category in order:
        pool = sorted(f.pool(category), key=lambda i: (-i.size_m[2], i.model))
        if pool:
            line_up(f, [standing(i, f.settings.wall_gap_m) for i in pool], front_m=0.6, gap_m=0.004, most=8)
