"""The boards and tops on which things stand, from category and size alone.

Meshes built in code that carry things inside are made from the same numbers, so that what stands at a level touches
its board. Lengths in metres; frame of a level: the object's (+x front, +y left), z from the bottom of its box.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Size = tuple[float, float, float]
Rectangle = tuple[float, float, float, float]  # x0, y0, x1, y1


@dataclass(frozen=True)
class Level:
    """A rectangle to stand things on: `z_m` above the box's bottom, corners in plan about the box's centre.

    `clear_m` is the free height above it (infinite under an open top). `inner`: below the top of the box, so that
    only a mesh built in code (`library.choose_asset(..., carries_inside=True)`) has it there. Several tops at the
    same height are those of a body round a corner; `choose_asset(..., carries_on_top=True)` builds it in code too.
    """

    z_m: float
    x0_m: float
    y0_m: float
    x1_m: float
    y1_m: float
    clear_m: float
    inner: bool


@dataclass(frozen=True)
class Shelving:
    """How a body with boards is made: wall thicknesses, lowest board, pitch, and where the boards end.

    `bays`: boards between upright panels of at most `bay_m`; `double`: a panel in the middle, reached from two sides.
    """

    side_m: float
    back_m: float
    front_m: float  # from the front of the box to the front of what may stand on a board
    base_m: float  # top of the lowest board
    top_m: float  # underside of what closes the body above
    board_m: float
    pitch_m: float
    rows: int
    bays: int
    double: bool
    open_top: bool

    def heights_m(self) -> list[float]:
        """Tops of the boards, lowest first."""
        return [self.base_m + k * self.pitch_m for k in range(self.rows)]

    def bay_edges_m(self, width_m: float) -> list[tuple[float, float]]:
        """Free width (y0, y1) of each bay between its panels, right to left seen from the front."""
        inside = width_m - 2 * self.side_m
        pitch = (inside + self.side_m) / self.bays
        first = -width_m / 2 + self.side_m
        return [(first + k * pitch, first + (k + 1) * pitch - self.side_m) for k in range(self.bays)]


_MARGIN_M = 0.004  # of a level to the panels round it, and of its free height to the board above

# Wanted distance of boards, widest bay, thickness of sides, height of the lowest board, of the part above the boards.
_OPEN_SHELVES: dict[str, tuple[float, float, float, float, float]] = {
    "bookcase": (0.34, 1.0, 0.022, 0.07, 0.022),
    "shelf": (0.38, 1.2, 0.022, 0.10, 0.022),
    "wall_shelf": (0.32, 1.2, 0.022, 0.022, 0.022),
    "bookshelf": (0.34, 1.0, 0.022, 0.07, 0.022),
    "rack": (0.42, 2.0, 0.03, 0.10, 0.022),
    "shelving_unit": (0.42, 1.2, 0.03, 0.10, 0.022),
    "commercial_kitchen_shelf": (0.36, 1.9, 0.03, 0.03, 0.022),
    "dish_rack_cart": (0.30, 1.2, 0.025, 0.14, 0.022),
    "bottom_cabinet": (0.36, 0.9, 0.018, 0.10, 0.03),
    "bottom_cabinet_no_top": (0.36, 0.9, 0.018, 0.10, 0.018),
    "metal_bottom_cabinet": (0.40, 1.0, 0.018, 0.14, 0.03),
    "cabinet": (0.36, 0.9, 0.018, 0.10, 0.03),
    "sideboard": (0.34, 0.9, 0.018, 0.10, 0.03),
    "top_cabinet": (0.32, 0.9, 0.018, 0.018, 0.018),
    "wardrobe": (0.42, 0.9, 0.022, 0.10, 0.03),
    "free_weight_rack": (0.36, 3.0, 0.05, 0.20, 0.0),
}
# The same for shop furniture: no upright panels, cantilevered boards.
_SHOP_SHELVES: dict[str, tuple[float, float]] = {
    "grocery_shelf": (0.37, 0.14),
    "snack_rack": (0.30, 0.08),
    "candy_dispenser_shelf": (0.40, 0.14),
    "dry_food_dispenser_shelf": (0.40, 0.14),
    "magazine_stand": (0.38, 0.14),
}
_COOLED = ("grocery_fridge", "display_fridge", "wine_fridge", "fridge", "freezer")
_CASES = ("display_case", "display_cabinet")

# Flat tops at the top of the box, and how much of each side stays free for edges and round corners.
_TOPS: dict[str, float] = {
    **dict.fromkeys(
        ("breakfast_table", "coffee_table", "console_table", "dining_table", "pedestal_table", "conference_table",
         "side_table", "table", "stand", "garden_coffee_table", "picnic_table", "game_table", "drafting_table",
         "desk", "vanity", "computer_desk", "reception_desk", "checkout_counter", "commercial_kitchen_table",
         "workbench", "bar", "buffet", "podium", "countertop", "shelf_board", "table_top", "pedestal"),
        0.01,
    ),
    **dict.fromkeys(
        ("bottom_cabinet", "metal_bottom_cabinet", "cabinet", "dresser", "sideboard", "tv_stand", "filing_cabinet",
         "chest_of_drawers", "nightstand", "bedside_table", "cedar_chest", "toy_box", "bookcase", "bookshelf",
         "piano", "wood_fireplace", "gas_fireplace", "fireplace"),
        0.015,
    ),
    **dict.fromkeys(("washer", "clothes_dryer", "dryer", "dishwasher", "microwave"), 0.07),
    "place_mat": 0.01, "coaster": 0.01, "chopping_board": 0.01, "mousepad": 0.02, "table_runner": 0.01,
    "paver": 0.05,
}  # fmt: skip
# Tables may be round: with a nearly square plan only the square inside the circle is safe, and an oval's box too.
_ROUND = frozenset({"breakfast_table", "coffee_table", "pedestal_table", "side_table", "stand", "coaster"})
_ALWAYS_ROUND = frozenset({"pedestal_table", "coaster", "coffee_table", "chopping_board"})
_ROUND_SHARE = 0.68
CORNER_SOFA_M = 1.4  # a deeper sofa runs round a corner
_MAX_TOP_M = 1.45  # nobody puts things on a higher top


def shelving(category: str, size_m: Size) -> Shelving | None:
    """The boards inside a body of `size_m` (front, left, up); None where the category has none at that size."""
    sx, sy, sz = size_m
    if category in _OPEN_SHELVES:
        pitch, bay, side, base, over = _OPEN_SHELVES[category]
        if category in ("shelf", "wall_shelf") and sz <= 0.2:
            return None
        if category == "top_cabinet" or sz < 0.45:
            base = min(base, 0.022)
        side, base, over = min(side, 0.06 * sy), min(base, 0.15 * sz), min(over, 0.12 * sz)
        board = min(0.02, base)
        rows = max(1, round((sz - over - base) / pitch))
        bays = max(1, math.ceil((sy - side) / (bay + side) - 1e-9))
        step = (sz - over - base + board) / rows
        return Shelving(side, min(0.008, 0.1 * sx), 0.02, base, sz - over, board, step, rows, bays, False, False)
    if category in _SHOP_SHELVES:
        return _shop(category, size_m)
    if category in _COOLED:
        return _cooled(category, size_m)
    if category in _CASES:
        high = sz > 1.2
        base, over = (0.16, 0.10) if high else (min(0.40, 0.4 * sz), 0.02)
        rows = max(1, round((sz - over - base) / (0.42 if high else 0.30)))
        step = (sz - over - base + 0.01) / rows
        return Shelving(0.03, 0.03, 0.035, base, sz - over, 0.01, step, rows, 1, False, False)
    return None


def _shop(category: str, size_m: Size) -> Shelving:
    sx, _, sz = size_m
    pitch, base = _SHOP_SHELVES[category]
    side, board, front = 0.03, 0.03, 0.015
    low = sz <= 1.15
    double = sx > 0.72 and not low
    back = 0.05 if double else min(0.04, 0.1 * sx)  # of the panel in the middle, or at the back
    base = min(base, 0.2 * sz)
    if low and category == "grocery_shelf":
        # A bin: one deep tray under the open sky, a board below where the arms reach it.
        rim = min(0.10, 0.12 * sz)
        rows = 2 if sx <= 1.0 else 1
        step = sz - rim - base
        start = base if rows == 2 else sz - rim
        return Shelving(side, side, side + _MARGIN_M, start, sz, board, step, rows, 1, False, True)
    reach = min(sz, 2.05)
    rows = max(1, math.floor((reach - base) / pitch + 0.25))
    step = (sz - base) / rows if sz <= 2.05 else (reach - base) / rows
    return Shelving(side, back, front, base, min(sz, base + rows * step), board, step, rows, 1, double, False)


def _cooled(category: str, size_m: Size) -> Shelving | None:
    sx, sy, sz = size_m
    if category == "freezer" and sz <= 1.25:
        floor = 0.45 * sz
        return Shelving(0.07, 0.07, 0.07, floor, sz, 0.02, sz - floor, 1, 1, False, True)
    if category == "fridge" and sy < 1.2 and sz < 2.15:
        return None  # a kitchen's fridge has closed doors
    side = min(0.05, 0.08 * sy)
    base, over = min(0.18, 0.12 * sz), min(0.16, 0.1 * sz)
    rows = max(1, round((sz - over - base) / (0.36 if sz > 1.2 else 0.26)))
    step = (sz - over - base + 0.015) / rows
    return Shelving(side, 0.06, min(0.08, 0.15 * sx), base, sz - over, 0.015, step, rows, 1, False, False)


def _boards(category: str, size_m: Size) -> list[Level]:
    body = shelving(category, size_m)
    if body is None:
        return []
    sx, sy, _ = size_m
    front, back = sx / 2 - body.front_m, -sx / 2 + body.back_m + _MARGIN_M
    spans = [(back, front)]
    if body.double:
        half = body.back_m / 2 + _MARGIN_M
        spans = [(half, front), (-front, -half)]
    found = []
    for k, z in enumerate(body.heights_m()):
        last = k == body.rows - 1
        clear = math.inf if last and body.open_top else body.pitch_m - body.board_m - _MARGIN_M
        if last and not body.open_top:
            clear = body.top_m - z - _MARGIN_M
        for y0, y1 in body.bay_edges_m(sy):
            for x0, x1 in spans:
                if x1 - x0 > 0.03 and y1 - y0 > 0.05 and clear > 0.05:
                    found.append(Level(z, x0, y0 + _MARGIN_M, x1, y1 - _MARGIN_M, clear, True))
    return found


def _cart(size_m: Size) -> list[Level]:
    sx, sy, _ = size_m
    x, y = sx / 2 - 0.03, sy / 2 - 0.05
    low, high = cart_boards_m(size_m)
    return [Level(low, -x, -y, x, y, high - low - 0.05, True), Level(high, -x, -y, x, y, math.inf, True)]


def cart_boards_m(size_m: Size) -> tuple[float, float]:
    """Tops of the lower and the upper board of a trolley."""
    return 0.22 * size_m[2], 0.84 * size_m[2]


def _lab_table(size_m: Size) -> list[Level]:
    """Worktop, with a reagent shelf over its middle (an island) or its back (against a wall)."""
    sx, sy, sz = size_m
    work, y = lab_worktop_m(size_m), sy / 2 - 0.02
    x0, x1 = lab_shelf_m(size_m)
    front = Level(work, x1 + 0.01, -y, sx / 2 - 0.02, y, math.inf, True)
    rest = [Level(work, -sx / 2 + 0.02, -y, x0 - 0.01, y, math.inf, True)] if x0 > -sx / 2 + 0.1 else []
    return [front, *rest, Level(sz, x0 + 0.01, -sy / 2 + 0.1, x1 - 0.01, sy / 2 - 0.1, math.inf, True)]


def lab_worktop_m(size_m: Size) -> float:
    """Height of a lab table's worktop."""
    return min(0.92, 0.78 * size_m[2])


def lab_shelf_m(size_m: Size) -> tuple[float, float]:
    """(x0, x1) of a lab table's reagent shelf."""
    sx = size_m[0]
    if sx >= 1.2:
        return -0.15, 0.15
    return -sx / 2, -sx / 2 + min(0.24, 0.3 * sx)


def _cubicle(size_m: Size) -> list[Level]:
    """The worktop along the back panel of an office cubicle."""
    sx, sy, sz = size_m
    depth = min(0.70, 0.5 * sx)
    x0, y = -sx / 2 + 0.05, sy / 2 - 0.05
    return [Level(min(0.73, 0.65 * sz), x0, -y, x0 + depth - 0.06, y, math.inf, True)]


def _tray(size_m: Size) -> list[Level]:
    sx, sy, _ = size_m
    if min(sx, sy) < 0.12:
        return []
    x, y = 0.40 * sx, 0.40 * sy
    return [Level(tray_floor_m(size_m), -x, -y, x, y, math.inf, True)]


def tray_floor_m(size_m: Size) -> float:
    """Height of a tray's floor."""
    return min(0.3 * size_m[2], 0.006)


def bed_mattress_m(size_m: Size) -> float:
    """Height of the mattress of a bed that carries things."""
    return min(0.55, 0.66 * size_m[2])


def _bed(size_m: Size) -> list[Level]:
    """The blanket, from headboard to foot: a bed that carries things has no pillows of its own."""
    sx, sy, _ = size_m
    x0 = -sx / 2 + 0.12
    return [Level(bed_mattress_m(size_m) + 0.02, x0, -sy / 2 + 0.08, sx / 2 - 0.08, sy / 2 - 0.08, math.inf, True)]


def _sofa(size_m: Size) -> list[Level]:
    """The seat before the backrest; of a corner sofa, that of the row along its back."""
    sx, sy, sz = size_m
    deep = sofa_depth_m(size_m)
    arm, back = min(0.22, 0.16 * sy + 0.02), min(0.26, 0.28 * deep)
    if sy < 1.2:
        return []
    y = sy / 2 - (arm + 0.02 if deep == sx else deep + 0.02)
    if y < 0.15:
        return []
    return [Level(min(0.45, 0.56 * sz), -sx / 2 + 1.12 * back + 0.05, -y, -sx / 2 + deep - 0.03, y, math.inf, True)]


def sofa_depth_m(size_m: Size) -> float:
    """Depth of a sofa's rows of seats; less than its box's when it runs round a corner."""
    sx, sy, _ = size_m
    return sx if sx <= CORNER_SOFA_M or sy < 1.2 else min(0.95, 0.5 * sx, 0.5 * sy)


def _sink(size_m: Size) -> list[Level]:
    """The worktop beside the bowl of a sink cabinet, or between its two bowls."""
    sx, sy, _ = size_m
    z, half = sink_top_m(size_m), sink_bowl_m(size_m, 1)[1]
    x0, x1, y0, y1 = -sx / 2 + 0.02, sx / 2 - 0.08, half + 0.03, sy / 2 - 0.02
    if y1 - y0 < 0.08 or x1 - x0 < 0.08:
        return []
    return [Level(z, x0, -y1, x1, -y0, math.inf, True), Level(z, x0, y0, x1, y1, math.inf, True)]


def _double_sink(size_m: Size) -> list[Level]:
    sx, sy, _ = size_m
    half = 0.225 * sy - sink_bowl_m(size_m, 2)[1] - 0.03
    if half < 0.05 or sx < 0.2:
        return []
    return [Level(sink_top_m(size_m), -sx / 2 + 0.02, -half, sx / 2 - 0.08, half, math.inf, True)]


def sink_top_m(size_m: Size) -> float:
    """Height of a sink cabinet's worktop; the tap takes the rest."""
    return size_m[2] - min(0.28, 0.24 * size_m[2])


def sink_bowl_m(size_m: Size, count: int) -> tuple[float, float]:
    """Half sizes (front, left) of each of its bowls."""
    return min(0.19, 0.32 * size_m[0]), min(0.27, 0.40 * size_m[1] / count)


_SPECIAL: dict[str, Callable[[Size], list[Level]]] = {
    **dict.fromkeys(("serving_cart", "tool_cart", "bar_cart", "trolley"), _cart),
    "lab_table": _lab_table,
    "cubicle": _cubicle,
    "tray": _tray,
    "bed": _bed,
    "sofa": _sofa,
    "furniture_sink": _sink,
    "multi_station_furniture_sink": _double_sink,
}


def _under(category: str, size_m: Size) -> list[Level]:
    """The lower board of a table that always has one."""
    sx, sy, sz = size_m
    if category not in ("commercial_kitchen_table", "workbench"):
        return []
    z, x, y = 0.25 * sz, sx / 2 - 0.07, sy / 2 - 0.07
    return [Level(z, -x, -y, x, y, 0.75 * sz - 0.14, True)] if x > 0.06 and y > 0.06 else []


def _top(category: str, size_m: Size) -> list[Level]:
    sx, sy, sz = size_m
    if category in ("shelf", "wall_shelf"):
        inset = 0.01
    elif category in _TOPS:
        inset = _TOPS[category]
    elif category in _CASES and sz <= 1.2:
        inset = 0.03
    else:
        return []
    if sz > _MAX_TOP_M and category not in ("shelf", "wall_shelf"):
        return []
    if category in ("shelf", "wall_shelf") and sz > 0.2:
        return []  # its upper closing board is no place for things within reach
    x, y = sx / 2 - min(inset, 0.3 * sx), sy / 2 - min(inset, 0.3 * sy)
    if category in _ALWAYS_ROUND or (category in _ROUND and 0.85 < sx / sy < 1.18):
        x, y = _ROUND_SHARE * sx / 2, _ROUND_SHARE * sy / 2
    if category == "desk" and min(sx, sy) >= DEEP_DESK_M:
        return [_slab(sz, part, inset) for part in corner_desk_m(size_m)]
    if category == "bar" and sx >= DEEP_BAR_M:
        return [_slab(sz, part, inset) for part in island_bar_m(size_m)]
    front = 0.0 if category == "piano" else x  # before it lie the keys
    return [Level(sz, -x, -y, front, y, math.inf, False)]


def _slab(z_m: float, part: Rectangle, inset_m: float) -> Level:
    x0, y0, x1, y1 = part
    return Level(z_m, x0 + inset_m, y0 + inset_m, x1 - inset_m, y1 - inset_m, math.inf, False)


DEEP_DESK_M = 1.1  # a deeper desk runs round a corner
DEEP_BAR_M = 1.3  # a deeper bar runs round three sides of the people behind it


def corner_desk_m(size_m: Size) -> tuple[Rectangle, Rectangle]:
    """The two tops of a desk round a corner: along its back, and forward along its right side."""
    sx, sy, _ = size_m
    deep = min(0.75, 0.45 * min(sx, sy))
    back = (-sx / 2, -sy / 2, -sx / 2 + deep, sy / 2)
    return back, (-sx / 2 + deep, -sy / 2, sx / 2, -sy / 2 + deep)


def island_bar_m(size_m: Size) -> tuple[Rectangle, Rectangle, Rectangle]:
    """The tops of a deep bar: along its front, and back along both sides."""
    sx, sy, _ = size_m
    deep = 0.65
    front = (sx / 2 - deep, -sy / 2, sx / 2, sy / 2)
    right = (-sx / 2, -sy / 2, sx / 2 - deep, -sy / 2 + deep)
    return front, right, (-sx / 2, sy / 2 - deep, sx / 2 - deep, sy / 2)


def levels(category: str, size_m: Size) -> tuple[Level, ...]:
    """The levels of an object of a category and size (front, left, up), bottom first; empty when it carries nothing."""
    size = (float(size_m[0]), float(size_m[1]), float(size_m[2]))
    found = [*_boards(category, size), *_under(category, size), *_top(category, size)]
    if category in _SPECIAL:
        found += _SPECIAL[category](size)
    return tuple(sorted(found, key=lambda level: (level.z_m, level.x0_m, level.y0_m)))
