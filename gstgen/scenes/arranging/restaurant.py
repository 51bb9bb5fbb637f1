"""Restaurants: laid tables in rows, booths and banquettes along the walls, a bar with stools, a kitchen line."""

from __future__ import annotations

from gstgen.scenes.arranging.frame import depth_of, extent, main_frames, merged, moved, width_of
from gstgen.scenes.arranging.runs import inner_rect, line_up, pack_rows, side_by_side, standing
from gstgen.scenes.arranging.seating import (
    CHAIR_GAP_M,
    Place,
    capacity,
    chairs_of_one_model,
    lay_table,
    table_group,
)
from gstgen.scenes.arranging.shelves import hang_shelves
from gstgen.scenes.arranging.stocking import bases_of, pile, stock_room
from gstgen.scenes.arranging.supply import Supply
from gstgen.scenes.arranging.tabletop import TableTop, lay_papers, lay_place
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part
from gstgen.scenes.rules import rule

_TABLES = ("breakfast_table", "pedestal_table", "dining_table", "console_table", "coffee_table")
_CHAIRS = ("straight_chair", "armchair", "eames_chair")
_STOOLS = ("taboret", "music_stool", "bar_stool")
_AISLE_M = 0.9
_HIGH_M = 0.95  # higher tables and counters get stools
_CONDIMENTS = ("bottle_of_catsup", "bottle_of_mustard", "jar_of_sugar", "pepper_shaker", "salt_shaker", "menu", "tray",
               "candle_holder", "vase", "magazine")  # fmt: skip
_HOT = ("stove", "oven", "flat_top_grill", "deep_fryer", "electric_cauldron", "burner")
_PILED = {"tray": 8, "plate": 14, "bowl": 5, "soda_cup": 3, "mug": 2, "saucer": 8}
_WET = ("commercial_kitchen_sink", "furniture_sink", "dishwasher", "metal_bottom_cabinet", "bottom_cabinet")
_COLD = ("fridge", "freezer", "wine_fridge", "bookcase")


def is_restaurant(f: Furnisher) -> bool:
    """Whether a dining room serves guests: more than two tables, or a bar or booths."""
    return len(f.pool(*_TABLES)) > 2 or bool(f.pool("booth", "bar"))


def dining(f: Furnisher) -> None:
    """Booths and banquettes at the walls first, then free tables in rows, all laid for their guests."""
    if not is_restaurant(f):
        return
    _bars(f)
    _booths(f)
    _banquettes(f)
    _free_tables(f)
    hang_shelves(f)
    for category in ("shelf", "fridge", "bookcase"):
        line_up(f, [standing(i, f.settings.wall_gap_m) for i in f.pool(category)], front_m=0.6)
    stock_room(f)


def _lay(top: TableTop, supply: Supply) -> None:
    lay_place(top, supply)


def _lay_condiments(parts: list[Part], supply: Supply, number: int = 0) -> None:
    """Bottles and shakers in the middle of a table, one of each."""
    table = parts[number]

    def lay(top: TableTop, drawn: Supply) -> None:
        lay_papers(top, drawn, dict.fromkeys(_CONDIMENTS, 1))

    # An island in the middle that the guests' places keep free when there is room.
    spot = Place("front", 0.0, min(table.item.size_m[1], 0.5))
    before = len(parts)
    lay_table(parts, number, [spot], supply, lay)
    taken = [p.bounds for p in parts[1:before] if p.support == number]
    kept: list[Part] = []
    for part in parts[before:]:
        b = part.bounds
        if any(min(b[3], t[3]) - max(b[0], t[0]) > 0 and min(b[4], t[4]) - max(b[1], t[1]) > 0 for t in taken):
            supply.give_back([Group((part,))])
        else:
            kept.append(part)
    parts[before:] = kept


# --- at the walls ----------------------------------------------------------------------------------------------------


def _booths(f: Furnisher) -> None:
    """Two benches face each other across a table that stands with its end to the wall."""
    supply = Supply(f)
    gap = f.settings.wall_gap_m
    cells = []
    benches = [b for b in f.pool("bench") if b.size_m[2] > 0.75 and b.size_m[1] <= 1.7]
    while len(benches) >= 2:
        table = supply.draw("booth") or supply.draw("breakfast_table", fits=lambda i: i.size_m[1] <= 1.8)
        if table is None:
            break
        first, second = benches.pop(0), benches.pop(0)
        supply.draw("bench", fits=lambda i: i == first)  # noqa: B023
        supply.draw("bench", fits=lambda i: i == second)  # noqa: B023
        deep, across = max(table.size_m[:2]), min(table.size_m[:2])
        turned = table.size_m[1] >= table.size_m[0]
        parts = [Part(table, gap + deep / 2, 0.0, yaw_deg=90.0 if turned else 0.0)]
        sides = ("front", "back") if turned else ("left", "right")
        lengths = deep / 2
        places = [Place("left" if turned else s, o * lengths / 2, lengths * 0.95) for s in sides[:1] for o in (-1, 1)]
        places += [Place("right" if turned else s, o * lengths / 2, lengths * 0.95) for s in sides[1:] for o in (-1, 1)]
        lay_table(parts, 0, places, supply, _lay)
        _lay_condiments(parts, supply)
        for bench, sign in ((first, 1.0), (second, -1.0)):
            y = sign * (across / 2 + 0.06 + bench.size_m[0] / 2)
            parts.append(Part(bench, gap + bench.size_m[1] / 2, y, yaw_deg=-90.0 * sign))
        cells.append(Group(tuple(parts)))
    supply.give_back(line_up(f, cells, front_m=0.9, gap_m=0.01))


def _banquettes(f: Furnisher) -> None:
    """Long benches and sofas with their backs to the wall, small tables before them, chairs opposite."""
    seats = [b for b in f.pool("bench", "sofa") if 1.2 <= b.size_m[1] <= 6.5 and b.size_m[0] <= 1.25]
    for bench in sorted(seats, key=lambda b: -b.size_m[1]):
        supply = Supply(f)
        supply.draw(bench.category, fits=lambda i: i == bench)  # noqa: B023
        gap = f.settings.wall_gap_m
        parts = [Part(bench, gap + bench.size_m[0] / 2, 0.0)]
        small = lambda i: max(i.size_m[:2]) <= 1.3 and i.size_m[2] <= _HIGH_M  # noqa: E731
        table = supply.peek(*_TABLES, fits=small)
        if table is not None:
            sx, sy, _ = table.size_m
            pitch = max(sy + 0.35, 0.95)
            count = min(len(f.pool(table.category)), max(1, int((bench.size_m[1] + 0.3) / pitch)))
            for k in range(count):
                one = supply.draw(table.category, fits=lambda i: i.model == table.model)  # noqa: B023
                if one is None:
                    break
                y = (k - (count - 1) / 2) * pitch
                x = gap + bench.size_m[0] + 0.05 + sx / 2
                number = len(parts)
                parts.append(Part(one, x, y))
                chairs = chairs_of_one_model(supply, capacity(sy, 0.5), _CHAIRS)
                width = sy / max(len(chairs), 1)
                places = [Place("front", (j - (len(chairs) - 1) / 2) * width, width) for j in range(len(chairs))]
                places.append(Place("back", 0.0, sy))
                lay_table(parts, number, places, supply, _lay)
                for chair, place in zip(chairs, places, strict=False):
                    parts.append(
                        Part(chair, x + sx / 2 + CHAIR_GAP_M + chair.size_m[0] / 2, y + place.along_m, yaw_deg=180.0)
                    )
        group = Group(tuple(parts))
        supply.give_back(line_up(f, [group], front_m=0.8))
    for bench in f.pool("bench", "sofa"):
        line_up(f, [standing(bench, f.settings.wall_gap_m)], front_m=0.5)


# --- free tables ---------------------------------------------------------------------------------------------------


def _free_tables(f: Furnisher) -> None:
    """Tables in rows, each with its share of the chairs; high ones with stools."""
    supply = Supply(f)
    tables = sorted(f.pool(*_TABLES, "booth"), key=lambda t: (-t.size_m[0] * t.size_m[1], t.model))
    if supply.count("console_table") and not supply.count("breakfast_table"):
        tables = [t for t in tables if t.category != "console_table"]
    cells: list[Group] = []
    for high, kinds in ((True, (*_STOOLS, *_CHAIRS)), (False, (*_CHAIRS, "taboret"))):
        some = [t for t in tables if (t.size_m[2] > _HIGH_M) == high]
        total, seats, carry = sum(_capacity(t) for t in some), supply.count(*kinds), 0.0
        if high and not supply.count(*_STOOLS):
            seats = 0 if not tables or len(some) < len(tables) else seats
        for table in some:
            drawn = supply.draw(table.category, fits=lambda i: i == table)  # noqa: B023
            if drawn is None:
                continue
            carry += min(seats, total) * _capacity(table) / max(total, 1)
            count = min(round(carry), _capacity(drawn) + 2)
            carry -= count
            chairs = chairs_of_one_model(supply, count, kinds)
            group = table_group(drawn, chairs, supply, _lay)
            parts = list(group.parts)
            _lay_condiments(parts, supply)
            cells.append(Group(tuple(parts)))
    x0, y0, x1, y1 = f.space.rect
    turn = 0 if x1 - x0 >= y1 - y0 else 1
    # Long groups lie along the rows.
    cells = [moved(c, 0.0, 0.0, 90) if width_of(c) < depth_of(c) else c for c in cells]
    left = pack_rows(f, cells, _open_floor(f), turn, (_AISLE_M, _AISLE_M))
    still = []
    for group in left:
        roomy = Group(group.parts, (_ring(group, 0.5),))
        if f.anywhere(roomy, 0.2):
            f.take(group.items)
        else:
            still.append(group)
    supply.give_back(still)


def _capacity(table: InventoryItem) -> int:
    sx, sy, _ = table.size_m
    longer, shorter = max(sx, sy), min(sx, sy)
    return 2 * capacity(longer, 0.5) + (2 if shorter >= 0.8 else 0)


def _ring(group: Group, width_m: float) -> tuple[float, float, float, float, float, float]:
    x0, y0, x1, y1 = extent(group)
    return (x0 - width_m, y0 - width_m, 0.06, x1 + width_m, y1 + width_m, 1.2)


def _open_floor(f: Furnisher) -> tuple[float, float, float, float]:
    """The bounds of the floor that furniture at the walls leaves, less an aisle."""
    x0, y0, x1, y1 = f.space.rect
    depth = {0: 0.0, 1: 0.0, 2: 0.0, 3: 0.0}
    for wall in main_frames(f.space):
        covered: dict[float, float] = {}
        for p in f.space.placed:
            low, high = p.box.bounds_m
            if low[2] > 1.5 or p.support not in ("floor",):
                continue
            (xa, ya), (xb, yb) = wall.local(low[0], low[1]), wall.local(high[0], high[1])
            if min(xa, xb) < 0.4 * wall.depth_m and max(xa, xb) < 0.45 * wall.depth_m:
                covered[max(xa, xb)] = covered.get(max(xa, xb), 0.0) + abs(yb - ya)
        # A few things at the wall do not push the rows away from it.
        depth[wall.edge.side] = _cover(covered, wall.length_m)
    rect = (x0 + depth[0] + _AISLE_M, y0 + depth[1] + _AISLE_M, x1 - depth[2] - _AISLE_M, y1 - depth[3] - _AISLE_M)
    if rect[2] - rect[0] < 1.0 or rect[3] - rect[1] < 1.0:
        return inner_rect(f, _AISLE_M)
    return rect


def _cover(covered: dict[float, float], length: float) -> float:
    total = 0.0
    for depth in sorted(covered, reverse=True):
        total += covered[depth]
        if total > 0.35 * length:
            return depth
    return 0.0


# --- bar -----------------------------------------------------------------------------------------------------------


def bar_room(f: Furnisher) -> None:
    """A room that is a bar: the counter with its shelf behind, stools before it, bottles on the boards."""
    _bars(f)
    hang_shelves(f)
    for category in ("shelf", "wine_fridge", "fridge", "display_case", "bookcase", "bottom_cabinet"):
        line_up(f, [standing(i, f.settings.wall_gap_m) for i in f.pool(category)], front_m=0.6, gap_m=0.004)
    stock_room(f)


def _bars(f: Furnisher) -> None:
    """Counters a man's width before a wall with a shelf at their back, stools along the front."""
    for counter in sorted(f.pool("bar"), key=lambda i: -i.size_m[1]):
        supply = Supply(f)
        supply.draw("bar", fits=lambda i: i == counter)  # noqa: B023
        sx, sy, _ = counter.size_m
        stools = chairs_of_one_model(supply, capacity(sy, 0.5), _STOOLS) if len(f.pool("bar")) == 1 or sy > 1.5 else []
        shelf = supply.peek("shelf", "bookcase", fits=lambda i: i.size_m[2] > 1.0 and i.size_m[1] <= sy + 0.5)  # noqa: B023
        for behind in (1.0, 0.0):
            mark = supply.mark()
            parts: list[Part] = []
            x = f.settings.wall_gap_m
            if behind and shelf is not None:
                supply.draw(shelf.category, fits=lambda i: i == shelf)  # noqa: B023
                parts.append(Part(shelf, x + shelf.size_m[0] / 2, 0.0))
                x += shelf.size_m[0]
            x += behind * 0.95
            parts.append(Part(counter, x + sx / 2, 0.0))
            pitch = sy / max(len(stools), 1)
            for k, stool in enumerate(stools):
                at = x + sx + CHAIR_GAP_M + stool.size_m[0] / 2
                parts.append(Part(stool, at, (k - (len(stools) - 1) / 2) * pitch, yaw_deg=180.0))
            if not line_up(f, [Group(tuple(parts))], front_m=0.7, middle=True):
                break
            supply.back(mark)
        else:
            bare = standing(counter, f.settings.wall_gap_m)
            line_up(f, [bare], front_m=0.6)


# --- kitchen -------------------------------------------------------------------------------------------------------


def is_commercial(f: Furnisher) -> bool:
    """Whether a kitchen cooks for guests."""
    return bool(f.pool("commercial_kitchen_table", "flat_top_grill", "deep_fryer", "commercial_kitchen_sink"))


def kitchen(f: Furnisher) -> None:
    """The hot line under its hood along the longest wall, sinks, cupboards and coolers along others, tables between."""
    if not is_commercial(f):
        return
    gap = f.settings.wall_gap_m
    hot = [i for c in _HOT for i in f.pool(c) if i.size_m[2] > 0.5]
    line = [standing(i, gap) for i in hot]
    hoods = f.pool("range_hood")
    if hoods and line:
        run = moved(side_by_side(line, 0.01), 0.0, 0.0)
        hood = hoods[0]
        z = max(rule("range_hood").get("z", 1.6), 1.9)
        if z + hood.size_m[2] > f.space.height_m:
            z = f.space.height_m - hood.size_m[2]
        over = Group((Part(hood, hood.size_m[0] / 2, 0.0, z, support="wall"),))
        if not line_up(f, [merged([run, over])], front_m=0.9):
            line = []
    line_up(f, [g for g in line if all(i in f.left for i in g.items)], front_m=0.9, gap_m=0.01)
    for categories in (_WET, _COLD):
        groups = [standing(i, gap) for c in categories for i in f.pool(c) if i.size_m[2] > 0.25]
        line_up(f, groups, front_m=0.8, gap_m=0.01, most=6)
    _islands(f)
    hang_shelves(f)
    for category in ("shelf", "serving_cart", "dish_rack_cart", "stand"):
        line_up(f, [standing(i, gap) for i in f.pool(category)], front_m=0.5)
    piles(f)
    stock_room(f, 6)


def piles(f: Furnisher) -> None:
    """Crockery in piles on the shelves, then on the tables, as far as there is much of it."""
    for category, most in _PILED.items():
        pool = f.pool(category)
        if len(pool) >= 8:
            pile(f, bases_of(f, *rule(category)["supports"]), pool, most)


def _islands(f: Furnisher) -> None:
    """Work tables as islands in the middle, two back to back; at the walls where the room is too narrow."""
    tables = sorted(f.pool("commercial_kitchen_table"), key=lambda i: (-i.size_m[1], i.model))
    cells: list[Group] = []
    k = 0
    while k < len(tables):
        mate = tables[k + 1] if k + 1 < len(tables) else None
        front = Part(tables[k], tables[k].size_m[0] / 2, 0.0)
        if mate is not None and mate.size_m[:2] == tables[k].size_m[:2]:
            cells.append(Group((front, Part(mate, -mate.size_m[0] / 2, 0.0, yaw_deg=180.0))))
            k += 2
        else:
            cells.append(Group((front,)))
            k += 1
    x0, y0, x1, y1 = f.space.rect
    turn = 1 if x1 - x0 >= y1 - y0 else 0
    left = pack_rows(f, cells, _open_floor(f), turn, (0.95, 0.95))
    for group in left:
        single = [standing(p.item, f.settings.wall_gap_m) for p in group.parts]
        for one in line_up(f, single, front_m=0.7, gap_m=0.01):
            if f.anywhere(Group((Part(one.parts[0].item, 0.0, 0.0),)), 0.2):
                f.take(one.items)
