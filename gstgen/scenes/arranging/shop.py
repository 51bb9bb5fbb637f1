"""Shops: gondolas in parallel aisles, coolers along the walls, bins of fruit, tills near the door, stocked boards."""

from __future__ import annotations

from collections.abc import Sequence

from gstgen.scenes.arranging.frame import Frame, depth_of, extent, main_frames, merged, moved, width_of
from gstgen.scenes.arranging.hall import pillars
from gstgen.scenes.arranging.runs import in_rows, inner_rect, line_up, side_by_side, standing
from gstgen.scenes.arranging.seating import Place, lay_table
from gstgen.scenes.arranging.shelves import hang_shelves
from gstgen.scenes.arranging.stocking import bases_of, by_kind, fill, stock_room, without
from gstgen.scenes.arranging.supply import Supply
from gstgen.scenes.arranging.tabletop import TableTop
from gstgen.scenes.assets.levels import shelving
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part
from gstgen.scenes.rules import rule_of

AISLE_M = 1.2
_CROSS_M = 1.6
_COOLED = ("grocery_fridge", "fridge", "freezer", "display_fridge", "wine_fridge")
_AT_WALL = ("snack_rack", "candy_dispenser_shelf", "dry_food_dispenser_shelf", "magazine_stand", "display_case",
            "bookcase", "bottom_cabinet", "oven", "photocopier", "furniture_sink")  # fmt: skip
_GONDOLAS = ("grocery_shelf", "rack")
_LOW_M = 1.15  # a lower shelf is a bin reached from all sides
_LONGEST_ROW_M = 16.0
_SMALL = ("snack_rack", "magazine_stand", "candy_dispenser_shelf", "dry_food_dispenser_shelf", "display_case")


def shop(f: Furnisher) -> None:
    """Lay out a shop and stock it."""
    pillars(f)
    _tills(f)
    _gates(f)
    hang_shelves(f, first_m=0.3, most=5)  # boards from knee to eye height make a wall of shelves
    _coolers(f)
    _gondolas(f)
    for category in _AT_WALL:
        line_up(f, [standing(i, f.settings.wall_gap_m) for i in f.pool(category)], front_m=0.9, gap_m=0.01)
    _carts(f)
    _stock(f)


# --- tills -----------------------------------------------------------------------------------------------------------


def _door_wall(f: Furnisher) -> tuple[Frame, float] | None:
    """The wall with the way in and where along it the door is: the wall with fewest doors, the longest of these."""
    doors: dict[int, list[float]] = {}
    walls = main_frames(f.space)
    for x, y in f.space.seeds:
        for number, wall in enumerate(walls):
            away, along = wall.local(x, y)
            if away < 0.3 and abs(along) <= wall.length_m / 2:
                doors.setdefault(number, []).append(along)
    if not doors:
        return None
    best = min(doors, key=lambda n: (len(doors[n]), -walls[n].length_m, n))
    return walls[best], min(doors[best], key=abs)


def _tills(f: Furnisher) -> None:
    """Checkout counters in a row inside the door, end on to it, each with its register."""
    supply = Supply(f)
    counters = sorted(f.pool("checkout_counter"), key=lambda i: -i.size_m[1])
    cells = []
    for counter in counters:
        supply.draw("checkout_counter", fits=lambda i: i == counter)  # noqa: B023
        parts = [Part(counter, 0.0, 0.0, yaw_deg=90.0)]
        lay_table(parts, 0, [Place("left", 0.0, counter.size_m[1])], supply, _lay_till)
        cells.append(Group(tuple(parts)))
    where = _door_wall(f)
    if where is None or not cells:
        supply.give_back(cells)
        return
    wall, door = where
    run = side_by_side(cells, 0.95)
    x0, y0, _, y1 = extent(run)
    for side in (1.0, -1.0):
        for off in (1.0, 0.6, 1.6, 2.4, 0.2):
            y = door + side * (off + (y1 - y0) / 2)
            if f.space.place_at(moved(run, 1.3 - x0, 0.0), wall.point(0.0, y), wall.turn):
                f.take(run.items)
                return
    still = []
    for cell in cells:
        if f.anywhere(cell, 0.3):
            f.take(cell.items)
        else:
            still.append(cell)
    supply.give_back(still)


def _lay_till(top: TableTop, supply: Supply) -> None:
    for category in ("cash_register", "credit_card_terminal", "digital_scale"):
        item = supply.peek(category)
        if item is not None and (top.somewhere(item) is not None or top.somewhere(item, 270) is not None):
            supply.draw(category)


# --- coolers, gondolas, bins -----------------------------------------------------------------------------------------


def _coolers(f: Furnisher) -> None:
    """Upright coolers along the quietest long wall; chest freezers back to back like bins when there are several."""
    for category in _COOLED:
        pool = sorted(f.pool(category), key=lambda i: (-i.size_m[2], -i.size_m[1]))
        line_up(f, [standing(i, f.settings.wall_gap_m, long=True) for i in pool], front_m=1.1, gap_m=0.004)
    singles = [
        i for c in _GONDOLAS for i in f.pool(c) if i.size_m[2] > 1.9 and not _is_double(i) and i.size_m[1] <= 3.2
    ]
    # Tall shelves that are reached from one side stand at the walls first; what finds none goes back to back.
    line_up(f, [standing(i, f.settings.wall_gap_m) for i in singles], front_m=1.1, gap_m=0.0)


def _makes_a_row(item: InventoryItem) -> bool:
    """Whether a piece is large enough to stand in an aisle; small racks stand at the walls."""
    return item.size_m[1] >= 0.75 and (item.category in _GONDOLAS or item.size_m[0] > 0.9)


def _is_double(item: InventoryItem) -> bool:
    body = shelving(item.category, item.size_m)
    return body is not None and body.double


def _gondolas(f: Furnisher) -> None:
    """Shelves in rows along the room's longer side with an aisle between rows; low bins in rows of their own."""
    pool = [i for c in (*_GONDOLAS, "snack_rack") for i in f.pool(c) if _makes_a_row(i)]
    if not pool:
        return
    tall = [i for i in pool if i.size_m[2] > _LOW_M]
    low = [i for i in pool if i.size_m[2] <= _LOW_M]
    rect = _floor(f)
    long_x = rect[2] - rect[0] >= rect[3] - rect[1]
    length = max(rect[2] - rect[0], rect[3] - rect[1])
    limit = min(_LONGEST_ROW_M, length)
    rows = _rows(_units(tall), limit) + _rows(_units(low), limit)
    _place_rows(f, rows, long_x)
    for item in [i for c in _GONDOLAS for i in f.pool(c)]:
        if line_up(f, [standing(item, f.settings.wall_gap_m)], front_m=0.9) and f.anywhere(Group((Part(item, 0, 0),))):
            f.take([item])


def _floor(f: Furnisher) -> tuple[float, float, float, float]:
    """The floor less what stands along the walls and an aisle."""
    x0, y0, x1, y1 = inner_rect(f, AISLE_M)
    reach = {0: 0.0, 1: 0.0, 2: 0.0, 3: 0.0}
    for wall in main_frames(f.space):
        near = [wall.local(*p.box.center_m[:2])[0] for p in f.space.placed if p.item.category in (*_COOLED, *_GONDOLAS)]
        depth = [2 * d for d in near if d < 0.7]
        reach[wall.edge.side] = max(depth, default=0.0)
    return (x0 + reach[0], y0 + reach[1], x1 - reach[2], y1 - reach[3])


def _units(items: Sequence[InventoryItem]) -> list[Group]:
    """Pieces of a row: shelves reached from two sides alone, others two back to back, fronts at +x and -x."""
    order = sorted(items, key=lambda i: (-round(i.size_m[2], 1), -round(i.size_m[0], 1), -i.size_m[1], i.model))
    units: list[Group] = []
    waiting: list[InventoryItem] = []
    for item in order:
        if _is_double(item) or (item.size_m[2] <= _LOW_M and item.size_m[0] > 1.0):
            turned = item.size_m[0] > item.size_m[1]
            units.append(Group((Part(item, 0.0, 0.0, yaw_deg=90.0 if turned else 0.0),)))
            continue
        mate = next((w for w in waiting if abs(w.size_m[1] - item.size_m[1]) <= 0.25 * item.size_m[1]), None)
        if mate is None:
            waiting.append(item)
            continue
        waiting.remove(mate)
        front = Part(mate, 0.004 + mate.size_m[0] / 2, 0.0)
        back = Part(item, -0.004 - item.size_m[0] / 2, 0.0, yaw_deg=180.0)
        units.append(Group((front, back)))
    return units + [Group((Part(w, 0.0, 0.0),)) for w in waiting]


def _rows(units: Sequence[Group], limit_m: float) -> list[Group]:
    """Units end to end in rows of at most a length; units of one depth together."""
    rows: list[list[Group]] = []
    lengths: list[float] = []
    for unit in sorted(units, key=lambda u: (-round(depth_of(u), 1), -width_of(u))):
        size = width_of(unit)
        for k, row in enumerate(rows):
            if lengths[k] + size <= limit_m and abs(depth_of(row[0]) - depth_of(unit)) < 0.45:
                row.append(unit)
                lengths[k] += size + 0.01
                break
        else:
            rows.append([unit])
            lengths.append(size + 0.01)
    return [side_by_side(row, 0.01) for row in rows]


def _place_rows(f: Furnisher, rows: Sequence[Group], long_x: bool) -> None:
    """Rows side by side with equal aisles; short rows share a line with a cross aisle between them."""
    rect = _floor(f)
    along = rect[2] - rect[0] if long_x else rect[3] - rect[1]
    across = rect[3] - rect[1] if long_x else rect[2] - rect[0]
    lines: list[list[Group]] = []
    for row in sorted(rows, key=lambda r: -width_of(r)):
        for line in lines:
            used = sum(width_of(r) + _CROSS_M for r in line)
            if used + width_of(row) <= along and abs(depth_of(line[0]) - depth_of(row)) < 0.6:
                line.append(row)
                break
        else:
            lines.append([row])
    lines.sort(key=lambda line: -sum(width_of(r) for r in line))
    fits: list[list[Group]] = []
    width = 0.0
    for line in lines:
        deep = max(depth_of(r) for r in line)
        if width + deep <= across + 1e-6:
            fits.append(line)
            width += deep + AISLE_M
    aisle = AISLE_M
    if len(fits) > 1:
        bare = sum(max(depth_of(r) for r in line) for line in fits)
        aisle = min(2.2, (across - bare) / (len(fits) - 1))
    total = sum(max(depth_of(r) for r in line) for line in fits) + aisle * (len(fits) - 1)
    at = (rect[1] if long_x else rect[0]) + (across - total) / 2
    turn = 1 if long_x else 0
    left = [r for line in lines if not any(line is x for x in fits) for r in line]
    for line in fits:
        deep = max(depth_of(r) for r in line)
        span = sum(width_of(r) for r in line) + _CROSS_M * (len(line) - 1)
        u = (rect[0] if long_x else rect[1]) + (along - span) / 2
        for row in line:
            left += _place_row(f, row, at + deep / 2, u + width_of(row) / 2, turn, long_x)
            u += width_of(row) + _CROSS_M
        at += deep + aisle
    units = [u for row in left for u in _pieces(row)]
    in_rows(f, units, rect, turn, (AISLE_M, AISLE_M))


def _place_row(f: Furnisher, row: Group, v: float, u: float, turn: int, long_x: bool) -> list[Group]:
    """Place a row at its line, shifted a little when a pillar stands there; its pieces singly when it must be."""
    x0, y0, x1, y1 = extent(row)
    centred = moved(row, -(x0 + x1) / 2, -(y0 + y1) / 2)
    for shift in (0.0, 0.5, -0.5, 1.0, -1.0):
        point = (u + shift, v) if long_x else (v, u + shift)
        if f.space.place_at(centred, point, turn):
            f.take(centred.items)
            return []
    pieces = _pieces(centred)
    point = (u, v) if long_x else (v, u)
    left = []
    for piece in pieces:
        if f.space.place_at(piece, point, turn):
            f.take(piece.items)
        else:
            px0, py0, px1, py1 = extent(piece)
            left.append(moved(piece, -(px0 + px1) / 2, -(py0 + py1) / 2))
    return left


def _pieces(row: Group) -> list[Group]:
    """The units of a row (parts at about the same place along it), each as a group."""
    units: list[list[Part]] = []
    for part in row.parts:
        low, high = part.bounds[1], part.bounds[4]
        for unit in units:
            b = unit[0].bounds
            if min(high, b[4]) - max(low, b[1]) > 0.5 * min(high - low, b[4] - b[1]):
                unit.append(part)
                break
        else:
            units.append([part])
    return [merged([Group((p,)) for p in unit]) for unit in units]


def _gates(f: Furnisher) -> None:
    """Turnstiles side by side before the way in."""
    where = _door_wall(f)
    gates = f.pool("turnstile")
    if where is None or not gates:
        return
    wall, door = where
    run = side_by_side([Group((Part(g, 0.0, 0.0),)) for g in gates], 0.02)
    _, y0, x1, y1 = extent(run)
    for x in (1.9, 1.4, 2.6):
        for y in (door - (y0 + y1) / 2, door + 1.0 - y0, door - 1.0 - y1):
            if f.space.place_at(moved(run, x + x1, 0.0), wall.point(0.0, y), wall.turn):
                f.take(run.items)
                return


def _carts(f: Furnisher) -> None:
    """Trolleys and baskets in a row by the door's wall."""
    carts = [standing(i, f.settings.wall_gap_m, front_m=0.0) for i in f.pool("shopping_cart")]
    where = _door_wall(f)
    walls = [where[0]] if where else None
    left = line_up(f, carts, walls=walls, front_m=0.7, gap_m=0.02)
    line_up(f, left, front_m=0.6, gap_m=0.02)
    baskets = f.pool("shopping_basket")
    for start in range(0, len(baskets), 5):
        pile = baskets[start : start + 5]
        parts, z = [], 0.0
        for k, basket in enumerate(pile):
            x = f.settings.wall_gap_m + basket.size_m[0] / 2
            parts.append(Part(basket, x, 0.0, z, support="floor" if k == 0 else k - 1))
            z += basket.size_m[2]
        line_up(f, [Group(tuple(parts))], walls=walls, front_m=0.5)


# --- stocking -------------------------------------------------------------------------------------------------------


def _is_fresh(item: InventoryItem) -> bool:
    """Fruit, vegetables and what they lie in: the table names a display case second for them alone."""
    return list(rule_of(item).get("supports", ()))[:2] == ["grocery_shelf", "display_case"]


def _stock(f: Furnisher) -> None:
    """Fresh things in the bins, cool ones in the coolers, the rest on the shelves, each kind in one block."""
    shelves = bases_of(f, *_GONDOLAS)
    placed = f.space.placed
    bins = [b for b in shelves if placed[b].item.size_m[2] <= _LOW_M]
    tall = [b for b in shelves if placed[b].item.size_m[2] > _LOW_M]
    goods = [i for i in f.left if "grocery_shelf" in rule_of(i).get("supports", ())]
    fresh = by_kind([i for i in goods if _is_fresh(i)])
    rest = by_kind([i for i in goods if not _is_fresh(i)])
    coolers = bases_of(f, "grocery_fridge", "fridge", "display_fridge", "wine_fridge", "freezer")
    cold = [i for i in rest if rule_of(i)["supports"][0] in ("grocery_fridge", "freezer")]
    if coolers and cold:
        rest = by_kind([*without(rest, cold), *fill(f, coolers, cold)])
    over = fill(f, bins or tall, fresh)
    small = bases_of(f, *_SMALL)
    some = [i for i in rest if max(i.size_m) < 0.2][: 40 * len(small)]
    rest = [*without(rest, some), *fill(f, small, some)]
    over += fill(f, tall or bins, by_kind(rest))
    if over and bins and tall:
        over = fill(f, [*tall, *bins], by_kind(over))
    stock_room(f, 1)
