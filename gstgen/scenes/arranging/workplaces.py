"""Work places: cubicles and desks with screens in rows back to back, or one at a wall."""

from __future__ import annotations

from collections.abc import Sequence

from gstgen.scenes.arranging.frame import depth_of, extent, merged, moved, width_of
from gstgen.scenes.arranging.runs import in_rows, inner_rect, line_up, side_by_side
from gstgen.scenes.arranging.seating import CHAIR_GAP_M, Place, lay_table
from gstgen.scenes.arranging.supply import Shares, Supply
from gstgen.scenes.arranging.tabletop import TableTop, lay_papers, lay_work
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part

AISLE_M = 1.0
_CROSS_M = 1.2
_LONGEST_RUN_M = 9.5
SIT = ("swivel_chair", "straight_chair", "eames_chair")
_BESIDE = ("hamper", "trash_can", "shredder", "desktop_computer", "bottom_cabinet")  # on the floor by a seat
PAPERS = ("folder", "notebook", "notepad", "paper_sheet", "hardback", "pen", "pencil", "water_glass", "saucer",
           "gooseneck_microphone", "clipboard", "magazine_rack", "paperback_book")  # fmt: skip


def cubicles(f: Furnisher) -> None:
    """Cubicles back to back in runs, each with its chair, screen and papers, a cabinet between neighbours."""
    count = len(f.pool("cubicle"))
    if not count:
        return
    supply = Supply(f)
    shares = Shares(supply, count, PAPERS)
    cells = [_cubicle(supply, shares) for _ in range(count)]
    spare = supply.count("bottom_cabinet") > 4
    _cells_at_walls(f, _place_cells(f, cells, True, AISLE_M + (0.3 if spare else 0.0)), supply)


def _cubicle(supply: Supply, shares: Shares) -> Group:
    """A cubicle with its back at x = 0, its chair before it, a cabinet beside it."""
    cubicle = supply.draw("cubicle")
    assert cubicle is not None
    sx, sy, _ = cubicle.size_m
    parts = [Part(cubicle, sx / 2, 0.0)]
    places = [Place("front", 0.0, sy)]
    before = len(parts)
    lay_table_at(parts, 0, places, supply, shares)
    assert len(parts) >= before
    chair = supply.draw(*SIT)
    if chair is not None:
        parts.append(Part(chair, sx + CHAIR_GAP_M + chair.size_m[0] / 2, 0.0, yaw_deg=180.0))
    cabinet = supply.draw("bottom_cabinet", fits=lambda i: i.size_m[1] <= 0.6)
    if cabinet is not None:
        parts.append(Part(cabinet, sx - cabinet.size_m[0] / 2, sy / 2 + 0.01 + cabinet.size_m[1] / 2))
    return Group(tuple(parts))


def lay_table_at(
    parts: list[Part], number: int, places: Sequence[Place], supply: Supply, shares: Shares, work: bool = True
) -> None:
    """Lay work places and papers before places of a table anywhere in the frame; adds to `parts`."""

    def lay(top: TableTop, drawn: Supply) -> None:
        if work:
            lay_work(top, drawn)
        lay_papers(top, drawn, shares.next())

    lay_table(parts, number, places, supply, lay)


def _place_cells(f: Furnisher, cells: Sequence[Group], double: bool, margin_m: float) -> list[Group]:
    """Stand work places in runs with aisles between them, the way that holds most of the two; returns what is left.

    `double`: cells have their backs at x = 0 and stand back to back; else they are reached from two sides.
    """
    if not cells:
        return []
    rect = inner_rect(f, margin_m)
    deep = max(depth_of(c) for c in cells) * (2 if double else 1)
    wide = max(width_of(c) for c in cells)
    size = (rect[2] - rect[0], rect[3] - rect[1])
    options: list[tuple[int, float, int, int]] = []
    for turn in (0, 1):
        ahead, along = size if turn == 0 else size[::-1]
        rows = int((ahead + AISLE_M) / (deep + AISLE_M))
        for per_run in range(1, max(1, int(_LONGEST_RUN_M / wide)) + 1):
            runs = int((along + _CROSS_M) / (per_run * wide + _CROSS_M))
            each = per_run * (2 if double else 1)
            held = min(rows * runs * each, len(cells))
            # Of what holds all, the way that covers the room best and whose runs are not short.
            total = -(-len(cells) // each)
            need = -(-total // max(runs, 1))
            fill = min(1.0, need * (deep + 1.8 * AISLE_M) / max(ahead, 0.1))
            fill *= min(1.0, min(runs, total) * (per_run * wide + 1.8 * _CROSS_M) / max(along, 0.1))
            fill += 0.03 * min(per_run, 6)
            options.append((held, fill, turn, per_run))
    _, _, turn, per_run = max(options)
    count = per_run * (2 if double else 1)
    whole = [list(cells[k : k + count]) for k in range(0, len(cells), count)]
    runs_of = [_double(part, per_run) if double else side_by_side(part, 0.02) for part in whole]
    left = in_rows(f, runs_of, rect, turn, (_CROSS_M, AISLE_M))
    return [cell for run, part in zip(runs_of, whole, strict=True) if any(run is r for r in left) for cell in part]


def _double(cells: Sequence[Group], per_side: int) -> Group:
    """Cells with their backs at x = 0 as two rows back to back that begin at the same end."""
    front = side_by_side(cells[:per_side])
    if len(cells) <= per_side:
        return front
    back = moved(side_by_side(cells[per_side:]), -0.004, 0.0, 180)
    return merged([front, moved(back, 0.0, extent(front)[1] - extent(back)[1])])


def _cells_at_walls(f: Furnisher, cells: Sequence[Group], supply: Supply) -> None:
    """Work places with their backs to the walls; what finds no place there either gets back on the list."""
    left = line_up(f, cells, front_m=0.7, gap_m=0.01)
    supply.give_back(in_rows(f, left, inner_rect(f, 0.7), 0, (0.7, 0.9)))


def desk_rows(f: Furnisher) -> None:
    """Desks with screens as rows back to back; a desk with two seats stands free with one at either side."""
    desks = f.pool("desk")
    if len(desks) < 3:
        for desk in desks[:2]:
            one_desk(f, desk)
        return
    supply = Supply(f)
    seats = max(supply.count("monitor", "laptop"), min(supply.count(*SIT), 2 * len(desks)))
    per_desk = 2 if seats >= 1.7 * len(desks) else 1
    shares = Shares(supply, len(desks) * per_desk, PAPERS)
    cells = []
    for _ in desks:
        drawn = supply.draw("desk")
        if drawn is None:
            break
        sides = ("front", "back") if per_desk == 2 else ("front",)
        cells.append(_work_cell(supply, drawn, sides, shares))
    spare = supply.count("bottom_cabinet") > 4
    left = _place_cells(f, cells, per_desk == 1, AISLE_M + (0.3 if spare else 0.0))
    if per_desk == 1:
        left = line_up(f, left, front_m=0.7, gap_m=0.01)
    supply.give_back(left)
    for desk in f.pool("desk"):
        one_desk(f, desk)


def _work_cell(supply: Supply, desk: InventoryItem, sides: Sequence[str], shares: Shares) -> Group:
    """A desk with a work place at each of some sides; its back lies at x = 0 when there is only one."""
    sx, sy, _ = desk.size_m
    parts = [Part(desk, sx / 2 if len(sides) == 1 else 0.0, 0.0)]
    places = [Place(s, 0.0, sy) for s in sides]
    lay_table_at(parts, 0, places, supply, shares)
    for side in sides:
        chair = supply.draw(*SIT)
        sign = 1.0 if side == "front" else -1.0
        edge = parts[0].x_m + sign * sx / 2
        offset, beside = 0.0, supply.peek(*_BESIDE, fits=lambda i: i.size_m[2] <= 0.62)
        if beside is not None and chair is not None:
            room = sy - chair.size_m[1] - beside.size_m[1] - 0.04
            if room < -0.25:
                beside = None
        if chair is not None:
            if beside is not None:
                offset = max(-(sy - chair.size_m[1]) / 2, -(beside.size_m[1] + 0.04) / 2) if sy < 1.9 else 0.0
            x = edge + sign * (CHAIR_GAP_M + chair.size_m[0] / 2)
            parts.append(Part(chair, x, sign * offset, yaw_deg=180.0 if side == "front" else 0.0))
            if beside is not None:
                supply.draw(beside.category, fits=lambda i: i == beside)  # noqa: B023
                y = offset + chair.size_m[1] / 2 + 0.04 + beside.size_m[1] / 2
                x = edge + sign * (CHAIR_GAP_M + beside.size_m[0] / 2)
                parts.append(Part(beside, x, sign * y, yaw_deg=0.0 if side == "front" else 180.0))
    return Group(tuple(parts))


def one_desk(f: Furnisher, desk: InventoryItem) -> None:
    """A desk at a wall with a chair before it."""
    supply = Supply(f)
    drawn = supply.draw("desk", fits=lambda i: i == desk)
    if drawn is None:
        return
    shares = Shares(supply, max(1, len(f.pool("desk"))), PAPERS)
    cell = _work_cell(supply, drawn, ("front",), shares)
    group = Group(moved(cell, f.settings.wall_gap_m, 0.0).parts)
    line_one(f, supply, group)


def line_one(f: Furnisher, supply: Supply, group: Group) -> bool:
    """Place one group at a wall; what was drawn for it goes back when it finds no place."""
    left = line_up(f, [group], front_m=0.5)
    supply.give_back(left)
    return not left
