"""Schools: desks in rows before a board, laboratory tables with stools, rows of computers, an infirmary."""

from __future__ import annotations

from collections.abc import Sequence

from gstgen.scenes.arranging.frame import Frame, depth_of, extent, frames, moved, width_of
from gstgen.scenes.arranging.hall import hang_screen
from gstgen.scenes.arranging.runs import in_rows, line_up, side_by_side, standing
from gstgen.scenes.arranging.seating import CHAIR_GAP_M, Place, chairs_of_one_model, lay_table, table_group
from gstgen.scenes.arranging.supply import Shares, Supply
from gstgen.scenes.arranging.tabletop import TableTop, lay_papers, lay_work
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part

_BOARDS = ("blackboard", "whiteboard", "projection_screen", "wall_mounted_tv")
_CHAIRS = ("straight_chair", "swivel_chair", "armchair", "taboret")
_STOOLS = ("taboret", "music_stool", "straight_chair")
_PAPERS = ("globe", "notebook", "folder", "pencil", "pen", "clipboard", "tray", "microscope", "petri_dish")
_FRONT_M = 2.2  # from the board to the first row
_AISLE_M = 0.9
_ASIDE_M = 0.7  # from the outer seats to the walls
_BEHIND_M = 0.5  # from the chairs of a row to the desks behind


def classroom(f: Furnisher) -> None:
    """Desks in rows that face the board, each with its chairs behind it; the teacher's desk before the board."""
    found = hang_screen(f, _BOARDS)
    storage(f)
    if found is None:
        return
    wall, y = found
    _teacher(f, wall, y)
    desks = f.pool("desk")
    supply = Supply(f)
    seats = supply.count(*_CHAIRS)
    shares = Shares(supply, len(desks), _PAPERS)
    cells: list[Group] = []
    total = sum(_units(d) for d in desks)
    carry = 0.0
    for desk in sorted(desks, key=lambda d: (d.size_m[1], d.model)):
        drawn = supply.draw("desk", fits=lambda i: i == desk)  # noqa: B023
        if drawn is None:
            continue
        carry += min(seats / max(total, 1), 1.0) * _units(drawn)
        count = round(carry)
        carry -= count
        cells.append(_desk(supply, drawn, chairs_of_one_model(supply, count, _CHAIRS), shares))
    left = _facing_rows(f, wall, cells)
    supply.give_back(left)
    for desk in f.pool("desk"):
        line_up(f, [standing(desk, f.settings.wall_gap_m)], front_m=0.4)


def _units(desk: InventoryItem) -> int:
    return max(1, round(desk.size_m[1] / 0.75)) if desk.size_m[1] < 1.7 else 2


def _desk(supply: Supply, desk: InventoryItem, chairs: Sequence[InventoryItem], shares: Shares) -> Group:
    """A pupil's desk whose chairs stand at the side away from the board (+x)."""
    sy = desk.size_m[1]
    n = max(len(chairs), 1)
    parts = [Part(desk, 0.0, 0.0)]
    places = [Place("back", (k - (n - 1) / 2) * sy / n, sy / n) for k in range(n)]

    def lay(top: TableTop, drawn: Supply) -> None:
        lay_work(top, drawn)
        lay_papers(top, drawn, shares.next())

    lay_table(parts, 0, places, supply, lay)
    for chair, place in zip(chairs, places, strict=False):
        x = -desk.size_m[0] / 2 - CHAIR_GAP_M - chair.size_m[0] / 2
        pitch = max(place.along_m, -1e9) if n == 1 else place.along_m * max(1.0, (chair.size_m[1] + 0.05) * n / sy)
        parts.append(Part(chair, x, pitch))
    return Group(tuple(parts))


def _facing_rows(f: Furnisher, wall: Frame, cells: Sequence[Group]) -> list[Group]:
    """Rows of cells whose +x looks at a wall: apart where the room is wide, else in runs with aisles between."""
    if not cells:
        return []
    low, high = wall.span
    rect = wall.rect((_FRONT_M, wall.depth_m - 0.3), (low + _ASIDE_M, high - _ASIDE_M))
    doubles = _paired(cells)
    deep = max(depth_of(c) for c in doubles)
    wide = max(width_of(c) for c in doubles)
    rows = max(0, int((wall.depth_m - _FRONT_M - 0.3 + _BEHIND_M) / (deep + _BEHIND_M)))
    options = []
    for per_run in range(1, 5):
        runs = int((wall.length_m - 2 * _ASIDE_M + _AISLE_M) / (per_run * wide + _AISLE_M))
        options.append((min(rows * runs * per_run, len(doubles)), -per_run))
    per_run = -max(options)[1]
    whole = [doubles[k : k + per_run] for k in range(0, len(doubles), per_run)]
    groups = [side_by_side(part, 0.01) for part in whole]
    left = in_rows(f, groups, rect, (wall.turn + 2) % 4, (_AISLE_M, _BEHIND_M), stretch=1.8)
    single = [c for g, part in zip(groups, whole, strict=True) if any(g is x for x in left) for c in part]
    return in_rows(f, single, rect, (wall.turn + 2) % 4, (_AISLE_M, _BEHIND_M)) if per_run > 1 else single


def _paired(cells: Sequence[Group]) -> list[Group]:
    """Narrow cells two by two, so that all are about as wide as the widest."""
    wide = max(1.25, *(width_of(c) for c in cells))
    out: list[Group] = []
    waiting: list[Group] = []
    for cell in cells:
        if 2 * (width_of(cell)) > 1.25 * wide:
            out.append(cell)
            continue
        waiting.append(cell)
        if len(waiting) == 2:
            out.append(side_by_side(waiting, 0.01))
            waiting = []
    return out + waiting


def _teacher(f: Furnisher, wall: Frame, y: float) -> None:
    """A desk with a chair between it and the board, to one side."""
    supply = Supply(f)
    if supply.count("desk", "console_table") < 2:
        return
    desk = supply.draw("desk", fits=lambda i: i.size_m[1] >= 1.2) or supply.draw("desk")
    assert desk is not None
    chair = supply.draw("swivel_chair", "armchair", "straight_chair")
    parts = [Part(desk, 0.0, 0.0)]

    def lay(top: TableTop, drawn: Supply) -> None:
        lay_work(top, drawn)
        lay_papers(top, drawn, {"globe": 1, "folder": 1, "notebook": 1, "pen": 1, "pencil_holder": 1})

    lay_table(parts, 0, [Place("back", 0.0, desk.size_m[1])], supply, lay)
    if chair is not None:
        parts.append(Part(chair, -desk.size_m[0] / 2 - CHAIR_GAP_M - chair.size_m[0] / 2, 0.0))
    group = Group(tuple(parts))
    x = 0.45 - extent(group)[0]
    for at in (y + 1.6, y - 1.6, y + 2.4, y - 2.4, y):
        if f.space.place_at(moved(group, x, 0.0), wall.point(0.0, at), wall.turn):
            f.take(group.items)
            return
    supply.give_back([group])


def storage(f: Furnisher) -> None:
    """Cupboards and shelves along the walls."""
    for category in ("bottom_cabinet", "bookcase", "lab_exhaust_hood", "filing_cabinet"):
        pool = sorted(f.pool(category), key=lambda i: (-i.size_m[2], i.model))
        line_up(f, [standing(i, f.settings.wall_gap_m) for i in pool], front_m=0.6, gap_m=0.01)


# --- laboratories ----------------------------------------------------------------------------------------------------


def laboratory(f: Furnisher) -> None:
    """Laboratory tables in rows with stools at both sides; pupils' desks before the board."""
    found = hang_screen(f, _BOARDS)
    storage(f)
    wall = found[0] if found else frames(f.space)[0]
    if found is not None:
        _teacher(f, *found)
    supply = Supply(f)
    islands = [t for t in f.pool("lab_table", "desk") if t.category == "lab_table" or t.size_m[1] >= 1.9]
    stools = supply.count("taboret", "music_stool")
    cells = []
    for number, table in enumerate(islands):
        drawn = supply.draw(table.category, fits=lambda i: i == table)  # noqa: B023
        if drawn is None:
            continue
        share = min(-(-supply.count("taboret", "music_stool") // (len(islands) - number)), 8)
        chairs = chairs_of_one_model(supply, share if stools else 0, _STOOLS)
        cells.append(table_group(drawn, chairs, sides=("front", "back")))
    low, high = wall.span
    cells.sort(key=lambda c: -(width_of(c)))
    rect = wall.rect((_FRONT_M, wall.depth_m - 0.8), (low + 0.8, high - 0.8))
    left = in_rows(f, cells, rect, (wall.turn + 2) % 4, (_AISLE_M, _AISLE_M), stretch=1.5)
    still = []
    for group in left:
        if f.anywhere(group, 0.2):
            f.take(group.items)
        else:
            still.append(group)
    supply.give_back(still)
    _pupils(f, wall)


def _pupils(f: Furnisher, wall: Frame) -> None:
    """Small desks with a chair each, where there is room before the board, else at the walls."""
    supply = Supply(f)
    cells = []
    desks = f.pool("desk")
    shares = Shares(supply, len(desks), ("notebook", "pencil", "pen", "clipboard"))
    for desk in desks:
        drawn = supply.draw("desk", fits=lambda i: i == desk)  # noqa: B023
        if drawn is not None:
            cells.append(_desk(supply, drawn, chairs_of_one_model(supply, 1, ("straight_chair",)), shares))
    supply.give_back(_facing_rows(f, wall, cells))
    for desk in f.pool("desk"):
        extra = Supply(f)
        drawn = extra.draw("desk", fits=lambda i: i == desk)  # noqa: B023
        if drawn is None:
            continue
        chairs = chairs_of_one_model(extra, 1, ("straight_chair",))
        parts = [Part(drawn, f.settings.wall_gap_m + drawn.size_m[0] / 2, 0.0)]
        if chairs:
            x = f.settings.wall_gap_m + drawn.size_m[0] + CHAIR_GAP_M + chairs[0].size_m[0] / 2
            parts.append(Part(chairs[0], x, 0.0, yaw_deg=180.0))
        extra.give_back(line_up(f, [Group(tuple(parts))], front_m=0.4))


# --- infirmary --------------------------------------------------------------------------------------------------------


def infirmary(f: Furnisher) -> None:
    """Beds with their heads to the wall and screens between them, a desk with a chair, cupboards."""
    supply = Supply(f)
    gap = f.settings.wall_gap_m
    beds = f.pool("hospital_bed")
    cells = []
    for bed in beds:
        supply.draw("hospital_bed", fits=lambda i: i == bed)  # noqa: B023
        sx, sy, _ = bed.size_m
        parts = [Part(bed, gap + sx / 2, 0.0)]
        y = sy / 2 + 0.3
        stand = supply.draw("stand", "nightstand", "serving_cart")
        if stand is not None:
            parts.append(Part(stand, gap + stand.size_m[0] / 2, y + stand.size_m[1] / 2 - 0.2))
            y += stand.size_m[1]
        screen = supply.draw("bed_screen")
        if screen is not None:
            thick, wide, _ = screen.size_m
            parts.append(Part(screen, gap + wide / 2, y + thick / 2, yaw_deg=90.0))
        clear = ((gap + sx, -sy / 2, 0.06, gap + sx + 0.7, sy / 2, 1.6),)
        cells.append(Group(tuple(parts), clear))
    supply.give_back(line_up(f, cells, front_m=0.7, gap_m=0.65))
    for desk in f.pool("desk"):
        extra = Supply(f)
        extra.draw("desk", fits=lambda i: i == desk)  # noqa: B023
        parts = [Part(desk, gap + desk.size_m[0] / 2, 0.0)]
        lay_table(parts, 0, [Place("front", 0.0, desk.size_m[1])], extra, lay_work)
        chairs = chairs_of_one_model(extra, 1, ("swivel_chair", "straight_chair"))
        if chairs:
            x = gap + desk.size_m[0] + CHAIR_GAP_M + chairs[0].size_m[0] / 2
            parts.append(Part(chairs[0], x, 0.0, yaw_deg=180.0))
        extra.give_back(line_up(f, [Group(tuple(parts))], front_m=0.5))
    storage(f)
