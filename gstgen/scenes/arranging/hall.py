"""Halls: rows of seats before a screen, pillars in regular rows, benches to wait on."""

from __future__ import annotations

import math

from gstgen.scenes import groups as pairs
from gstgen.scenes.arranging.frame import Frame, Span, main_frames, width_of
from gstgen.scenes.arranging.runs import in_rows, inner_rect, line_up, side_by_side, standing
from gstgen.scenes.arranging.seating import Place, chairs_of_one_model, lay_table, table_group
from gstgen.scenes.arranging.supply import Supply
from gstgen.scenes.arranging.tabletop import lay_place, lay_work
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part
from gstgen.scenes.rules import rule

_SCREENS = ("wall_mounted_tv", "projection_screen", "blackboard", "whiteboard")
_CHAIRS = ("straight_chair", "armchair", "eames_chair", "swivel_chair")
_TABLES = ("breakfast_table", "conference_table", "desk")
_ROW_M = 0.95  # free between the chairs of a row and the next row
_SEATS_M = 0.5  # the same where there are no tables
_GANG_M = 1.3  # aisles through the rows
_STAGE_M = 2.6  # free floor before the screen


def front_wall(f: Furnisher, width_m: float, z: Span) -> tuple[Frame, float] | None:
    """The wall for a board or screen of a width, and where along it (y): free there, far from the doors."""
    best: tuple[float, Frame, float] | None = None
    for wall in main_frames(f.space):
        spans = [s for s in wall.free_spans(f.space, (0.0, 0.5), z, 0.05) if s[1] - s[0] >= width_m]
        if not spans:
            continue
        y = min((max(s[0] + width_m / 2, min(s[1] - width_m / 2, 0.0)) for s in spans), key=abs)
        away = min((wall.local(*p)[0] for p in f.space.seeds), default=0.0)
        score = 0.6 * min(away, 4.0) - 1.2 * abs(y) - 0.1 * wall.length_m
        if best is None or score > best[0] + 1e-9:
            best = (score, wall, y)
    return None if best is None else (best[1], best[2])


def hang_screen(f: Furnisher, categories: tuple[str, ...] = _SCREENS) -> tuple[Frame, float] | None:
    """Hang the widest board or screen at the middle of the front wall; returns that wall and the middle's y.

    Without a screen the front wall is chosen all the same.
    """
    boards = sorted(f.pool(*categories), key=lambda i: -max(i.size_m))
    for board in boards:
        r = rule(board.category)
        group = pairs.hung(board, None, r.get("z_center", 1.5), r.get("up"))
        _, _, z0, _, _, z1 = group.parts[0].bounds
        if z0 < 0.6:
            raised = pairs.hung(board, 0.7, None, r.get("up"))
            group, z0, z1 = raised, 0.7, raised.parts[0].bounds[5]
        found = front_wall(f, float(group.parts[0].extent_m[1]) + 0.1, (z0, z1))
        if found is None:
            continue
        wall, y = found
        if f.space.place_at(Group(group.parts), wall.point(0.0, y), wall.turn):
            f.take([board])
            return wall, y
    return front_wall(f, 2.0, (0.8, 2.0))


def audience(f: Furnisher) -> None:
    """Rows of seats (with tables when there are any) that face a screen, a speaker's desk before it."""
    pillars(f)
    found = hang_screen(f)
    if found is None:
        return
    wall, y = found
    _speaker(f, wall, y)
    supply = Supply(f)
    seats = supply.count(*_CHAIRS)
    tables = [t for t in f.pool(*_TABLES) if t.size_m[1] >= 1.0] if supply.count("breakfast_table") else []
    cells = _table_cells(supply, tables, seats) if tables else _seat_rows(supply, seats)
    low, high = wall.span
    stage = min(_STAGE_M, 0.25 * wall.depth_m)
    rect = wall.rect((stage, wall.depth_m - 1.0), (low + 1.0, high - 1.0))
    turn = (wall.turn + 2) % 4
    gap = _ROW_M if tables else _SEATS_M
    left = in_rows(f, cells, rect, turn, (_GANG_M, gap), stretch=2.0)
    supply.give_back(left)


def _speaker(f: Furnisher, wall: Frame, y: float) -> None:
    """A desk with a laptop before the front wall, to one side of the screen."""
    supply = Supply(f, "desk", "laptop", "projector", "podium", "bottle_of_water", "swivel_chair")
    desk = supply.draw("podium", "desk")
    if desk is None:
        return
    parts = [Part(desk, 0.0, 0.0)]
    lay_table(parts, 0, [Place("back", 0.0, desk.size_m[1])], supply, lay_work)
    group = Group(tuple(parts))
    for at in (y + 0.3 * wall.length_m, y - 0.3 * wall.length_m, y + 1.0, y - 1.0):
        x = 1.0 + desk.size_m[0] / 2
        if f.space.place_at(group, wall.point(x, at), wall.turn):
            f.take(group.items)
            return
    supply.give_back([group])


def _table_cells(supply: Supply, tables: list[InventoryItem], seats: int) -> list[Group]:
    """Runs of tables with chairs at the side away from the front, and a place setting before each."""
    cells = []
    total = sum(t.size_m[1] for t in tables)
    carry = 0.0
    for table in sorted(tables, key=lambda t: (-t.size_m[1], t.model)):
        drawn = supply.draw(table.category, fits=lambda i: i == table)  # noqa: B023
        if drawn is None:
            continue
        carry += seats * drawn.size_m[1] / total
        count = round(carry)
        carry -= count
        chairs = chairs_of_one_model(supply, count, _CHAIRS)
        cells.append(table_group(drawn, chairs, supply, lay_place, sides=("back",)))
    runs = []
    per_run = max(1, int(7.5 / max(width_of(c) for c in cells)))
    for k in range(0, len(cells), per_run):
        runs.append(side_by_side(cells[k : k + per_run], 0.02))
    return runs


def _seat_rows(supply: Supply, seats: int) -> list[Group]:
    """Chairs side by side in blocks of up to ten."""
    chairs = chairs_of_one_model(supply, seats, _CHAIRS)
    cells = [Group((Part(c, 0.0, 0.0),)) for c in chairs]
    per_run = min(10, max(3, math.ceil(math.sqrt(len(cells)) / 1.2)))
    return [side_by_side(cells[k : k + per_run], 0.06) for k in range(0, len(cells), per_run)]


def pillars(f: Furnisher) -> None:
    """Pillars in two rows along the longer side of the room, evenly spaced; an odd one is left for a corner."""
    pool = sorted(f.pool("pillar"), key=lambda i: (-i.size_m[2], i.model))
    if len(pool) < 2:
        return
    x0, y0, x1, y1 = f.space.rect
    long_x = x1 - x0 >= y1 - y0
    width = (y1 - y0) if long_x else (x1 - x0)
    columns = -(-len(pool) // 2)
    rows = (0.22, 0.78) if width > 5.0 else (0.12, 0.88)
    for k, pillar in enumerate(pool):
        u, v = (k // 2 + 0.5) / columns, rows[k % 2]
        x, y = (x0 + u * (x1 - x0), y0 + v * (y1 - y0)) if long_x else (x0 + v * (x1 - x0), y0 + u * (y1 - y0))
        group = Group((Part(pillar, 0.0, 0.0),))
        if any(f.space.place_at(group, (x + dx, y + dy), 0) for dx, dy in ((0, 0), (0.8, 0), (-0.8, 0), (0, 0.8))):
            f.take([pillar])


def waiting(f: Furnisher) -> None:
    """A large empty hall: pillars in rows, benches back to back between them, cases and plants at the walls."""
    pillars(f)
    benches = f.pool("bench")
    if len(benches) > 2:
        x0, y0, x1, y1 = f.space.rect
        turn = 0 if x1 - x0 >= y1 - y0 else 1
        in_rows(f, [Group((Part(b, 0.0, 0.0),)) for b in benches], inner_rect(f, 2.0), turn, (1.5, 1.5), stretch=3.0)
    chairs = f.pool(*_CHAIRS)
    if len(chairs) > 4:
        supply = Supply(f)
        supply.give_back(in_rows(f, _seat_rows(supply, len(chairs)), inner_rect(f, 2.0), 0, (_GANG_M, 1.2)))
    for category in ("vending_machine", "display_case"):
        line_up(f, [standing(i, f.settings.wall_gap_m) for i in f.pool(category)], front_m=0.8)
