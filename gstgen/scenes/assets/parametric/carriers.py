"""Bodies with boards exactly where `levels.shelving` has them: bookcases, open cabinets, shop shelves, fridges."""

from __future__ import annotations

import itertools

from gstgen.scenes.assets.levels import Shelving, shelving
from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric.books import fill_shelf
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit

_BOARD_END_M = 0.003  # of a board behind the front of its body


def required_shelving(kit: Kit, stand_in: str) -> Shelving:
    """The boards of what is built; of another category where its own has none at that size."""
    found = shelving(kit.category, kit.size) or shelving(stand_in, kit.size)
    if found is None:
        raise ValueError(f"{stand_in} of {kit.size} has no boards")
    return found


def case(kit: Kit, body: Shelving, finish: Finish, board: Finish, top: Finish, shut_below: bool = True) -> None:
    """Sides, dividers of the bays, thin back, boards, closing top and a plinth, all of flat panels."""
    sx, sy, sz = kit.size
    front = sx / 2
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * (sy / 2 - body.side_m)))
        kit.box((-sx / 2, y0, 0), (front, y1, body.top_m), finish, 0.0015)
    kit.box((-sx / 2, -sy / 2, body.top_m), (front, sy / 2, sz), top, 0.003)
    lowest = body.base_m - body.board_m
    bays = body.bay_edges_m(sy)
    kit.box((-sx / 2, -sy / 2 + body.side_m, lowest), (-sx / 2 + body.back_m, sy / 2 - body.side_m, body.top_m), finish)
    for (_, y0), (y1, _) in itertools.pairwise(bays):
        kit.box((-sx / 2 + body.back_m, y0, lowest), (front - 0.002, y1, body.top_m), finish)
    if shut_below and lowest > 0.01:
        kit.box((-sx / 2, -sy / 2 + body.side_m, 0), (front - 0.02 - 0.06 * sx, sy / 2 - body.side_m, lowest), F.SHADOW)
        kit.box(
            (front - 0.02 - 0.06 * sx, -sy / 2 + body.side_m, 0),
            (front - 0.01 - 0.06 * sx, sy / 2 - body.side_m, lowest),
            F.darker(finish),
        )
    for z in body.heights_m():
        for y0, y1 in bays:
            kit.box((-sx / 2 + body.back_m, y0, z - body.board_m), (front - _BOARD_END_M, y1, z), board)


def _frame(kit: Kit, body: Shelving, metal: Finish, board: Finish) -> None:
    """Upright posts at the corners of every bay, cross bars behind, boards between."""
    sx, sy, sz = kit.size
    bays = body.bay_edges_m(sy)
    gaps = [(-sy / 2, bays[0][0]), *((a[1], b[0]) for a, b in itertools.pairwise(bays))]
    gaps.append((bays[-1][1], sy / 2))
    deep = min(body.side_m, 0.2 * sx)
    for y0, y1 in gaps:
        for x0, x1 in ((-sx / 2, -sx / 2 + deep), (sx / 2 - deep, sx / 2)):
            kit.box((x0, y0, 0), (x1, y1, sz), metal)
        for z in (*body.heights_m(), sz):
            kit.box((-sx / 2 + deep, y0, z - body.board_m), (sx / 2 - deep, y1, z), metal)
    for y0, y1 in bays:
        for z in body.heights_m():
            kit.box((-sx / 2 + 0.002, y0, z - body.board_m), (sx / 2 - _BOARD_END_M, y1, z), board)
        kit.box((-sx / 2, y0, body.top_m), (sx / 2, y1, sz), board)
        if body.heights_m()[0] > 0.05 and len(body.heights_m()) > 1:
            low, high = body.heights_m()[-1], body.top_m
            kit.beam((-sx / 2 + 0.003, y0, low), (-sx / 2 + 0.003, y1, high), 0.012, 0.004, metal)
            kit.beam((-sx / 2 + 0.003, y1, low), (-sx / 2 + 0.003, y0, high), 0.012, 0.004, metal)


def bookcase(kit: Kit, style: str) -> None:
    """Open shelves: `plain` panels, `cube` with more dividers, `frame` of metal posts, `steel` for stores.

    Filled with books and a few things unless the scene puts its own there.
    """
    body = required_shelving(kit, "bookcase")
    sx, sy, _ = kit.size
    if style == "steel":
        _frame(kit, body, F.GREY_METAL, F.LIGHT_GREY)
        return
    wood = kit.palette.wood_or_paint()
    if style == "frame":
        _frame(kit, body, F.BLACK_METAL, wood)
    else:
        case(kit, body, wood, wood, wood)
    if kit.carries:
        return
    for z in body.heights_m():
        clear = body.pitch_m - body.board_m - 0.01
        for y0, y1 in body.bay_edges_m(sy):
            if style == "cube" and y1 - y0 > 0.6:
                middle = (y0 + y1) / 2
                kit.box((-sx / 2 + body.back_m, middle - 0.009, z), (sx / 2 - 0.004, middle + 0.009, z + clear), wood)
                spans = [(y0, middle - 0.009), (middle + 0.009, y1)]
            else:
                spans = [(y0, y1)]
            for a, b in spans:
                fill_shelf(kit, -sx / 2 + 0.012, sx / 2 - 0.012, a, b, z, clear)


def open_cabinet(kit: Kit, stand_in: str) -> None:
    """A cabinet or wardrobe without doors, in the finish of the scene's fitted furniture."""
    body = required_shelving(kit, stand_in)
    face = F.STEEL if kit.category.startswith("metal") else kit.suite.front
    inside = F.LIGHT_GREY if kit.category.startswith("metal") else face
    case(kit, body, face, inside, face)


def shop_shelf(kit: Kit, style: str) -> None:
    """Shop shelving: cantilevered boards with price rails before a back (`steel`), between wooden ends (`wood`);
    low ones are bins."""
    body = required_shelving(kit, "grocery_shelf")
    if body.open_top:
        _bin(kit, body, style)
        return
    sx, sy, sz = kit.size
    steel = kit.pick(F.WHITE_PLASTIC, F.LIGHT_GREY, F.WHITE_PLASTIC)
    board = kit.palette.wood() if style == "wood" else steel
    back = F.plain("perforated back", (0.86, 0.86, 0.84), 0.1) if style == "steel" else F.darker(board)
    rail = kit.pick(F.LIGHT_GREY, F.plain("price rail", (0.30, 0.46, 0.40), 0.3), F.plain("rail", (0.84, 0.66, 0.30)))
    panel = (-body.back_m / 2, body.back_m / 2) if body.double else (-sx / 2, -sx / 2 + body.back_m)
    kit.box((panel[0], -sy / 2 + 0.01, 0), (panel[1], sy / 2 - 0.01, sz), back)
    posts = max(2, round(sy / 1.2) + 1)
    for k in range(posts):
        y = -sy / 2 + 0.02 + (sy - 0.04) * k / (posts - 1)
        kit.box((panel[0] + 0.001, y - 0.018, 0), (panel[1] + 0.003, y + 0.018, sz), F.GREY_METAL)
    lowest = body.base_m - body.board_m
    behind = -sx / 2 + (0.03 if body.double else 0.0)
    kit.box((behind, -sy / 2 + 0.01, 0), (sx / 2 - 0.03, sy / 2 - 0.01, lowest), F.DARK_GREY)
    for k, z in enumerate(body.heights_m()):
        kit.box((-sx / 2, -sy / 2, z - body.board_m), (sx / 2 - 0.012, sy / 2, z), board)
        for x in (sx / 2, *((-sx / 2 + 0.012,) if body.double else ())):
            kit.box((x - 0.012, -sy / 2 + 0.002, z - 0.045), (x, sy / 2 - 0.002, z - 0.001), rail)
        if k and style == "steel":
            for y in (-sy / 2 + 0.012, sy / 2 - 0.012):
                kit.box((panel[1], y - 0.004, z - 0.07), (0.6 * sx / 2, y + 0.004, z - body.board_m), F.GREY_METAL)
    if style == "wood":
        for y in (-1.0, 1.0):
            y0, y1 = sorted((y * sy / 2, y * (sy / 2 - body.side_m)))
            kit.box((-sx / 2, y0, 0), (sx / 2, y1, sz), board)
    if sz > body.top_m + 0.15:
        kit.box((panel[0], -sy / 2 + 0.03, body.top_m), (panel[1] + 0.02, sy / 2 - 0.03, sz - 0.01), rail)


def _bin(kit: Kit, body: Shelving, style: str) -> None:
    """Low island of a shop: an open tray on posts with a board below, or on a panelled body."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood() if style == "wood" else kit.pick(F.wood("pine"), F.wood("ash"), F.wood("oak"))
    metal = F.BLACK_METAL if style == "wood" else F.GREY_METAL
    top = body.heights_m()[-1]
    skirt = min(0.12, 0.4 * top)
    side = body.side_m
    for x in (-1.0, 1.0):
        x0, x1 = sorted((x * sx / 2, x * (sx / 2 - side)))
        kit.box((x0, -sy / 2, top - skirt), (x1, sy / 2, sz), wood, 0.003)
        y0, y1 = sorted((x * sy / 2, x * (sy / 2 - side)))
        kit.box((-sx / 2 + side, y0, top - skirt), (sx / 2 - side, y1, sz), wood, 0.003)
    kit.box((-sx / 2 + side, -sy / 2 + side, top - body.board_m), (sx / 2 - side, sy / 2 - side, top), wood)
    if len(body.heights_m()) == 1:
        kit.box((-sx / 2 + 0.05, -sy / 2 + 0.05, 0.08), (sx / 2 - 0.05, sy / 2 - 0.05, top - 0.02), F.darker(wood))
        kit.box((-sx / 2 + 0.08, -sy / 2 + 0.08, 0), (sx / 2 - 0.08, sy / 2 - 0.08, 0.09), F.DARK_GREY)
        return
    z = body.heights_m()[0]
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            px, py = x * (sx / 2 - 0.5 * side), y * (sy / 2 - 0.5 * side)
            half = 0.5 * side
            kit.box((px - half, py - half, 0), (px + half, py + half, top - skirt), metal)
    kit.box((-sx / 2 + side, -sy / 2 + side, z - body.board_m), (sx / 2 - side, sy / 2 - side, z), wood)
    kit.box((-sx / 2 + 0.06, -sy / 2 + 0.06, 0), (sx / 2 - 0.06, sy / 2 - 0.06, z - body.board_m), F.DARK_GREY)


def cooled_case(kit: Kit, style: str) -> None:
    """Shop fridge with glass doors and lit boards; a low freezer is an open chest."""
    body = required_shelving(kit, "grocery_fridge")
    sx, sy, sz = kit.size
    shell = kit.pick(F.WHITE_PLASTIC, F.DARK_GREY, F.LIGHT_GREY)
    inside = F.plain("lit white", (0.94, 0.95, 0.95), 0.2)
    if body.open_top:
        _chest_freezer(kit, body, shell, inside)
        return
    front = sx / 2 - body.front_m + 0.004
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * (sy / 2 - body.side_m)))
        kit.box((-sx / 2, y0, 0), (front, y1, sz), shell, 0.004)
    kit.box((-sx / 2, -sy / 2 + body.side_m, 0), (front, sy / 2 - body.side_m, body.base_m - body.board_m), shell)
    kit.box((-sx / 2, -sy / 2 + body.side_m, body.top_m), (front, sy / 2 - body.side_m, sz), shell)
    low = body.base_m - body.board_m
    kit.box((-sx / 2, -sy / 2 + body.side_m, low), (-sx / 2 + body.back_m, sy / 2 - body.side_m, body.top_m), inside)
    kit.box((front - 0.02, -sy / 2 + 0.02, 0.02), (front + 0.008, sy / 2 - 0.02, low - 0.02), F.GRILLE)
    header = kit.pick(
        F.plain("sign", (0.30, 0.46, 0.62), 0.3), F.plain("sign", (0.28, 0.48, 0.40), 0.3), F.BLACK_PLASTIC
    )
    kit.box((front - 0.01, -sy / 2 + 0.01, body.top_m + 0.02), (front + 0.03, sy / 2 - 0.01, sz - 0.01), header)
    for k in range(2):
        y = (-1, 1)[k] * (sy / 2 - body.side_m)
        y0, y1 = sorted((y, y - (-1, 1)[k] * 0.003))
        kit.box((-sx / 2 + body.back_m, y0, low), (front - 0.01, y1, body.top_m), inside)
    for z in body.heights_m():
        kit.box(
            (-sx / 2 + body.back_m, -sy / 2 + body.side_m + 0.003, z - body.board_m),
            (front - 0.003, sy / 2 - body.side_m - 0.003, z),
            inside,
        )
    doors = max(1, round(sy / 0.75))
    width = sy / doors
    rail = min(0.035, 0.1 * width)
    for k in range(doors):
        y0, y1 = -sy / 2 + k * width + 0.003, -sy / 2 + (k + 1) * width - 0.003
        z0, z1 = low - 0.01, body.top_m + 0.01
        ring = [(y0, z0), (y1, z0), (y1, z1), (y0, z1)]
        hole = [(y0 + rail, z0 + rail), (y0 + rail, z1 - rail), (y1 - rail, z1 - rail), (y1 - rail, z0 + rail)]
        kit.prism(ring, "yz", front + 0.002, front + 0.03, F.BLACK_METAL, [hole])
        kit.front_panel(
            front + 0.016, (y0 + y1) / 2, (z0 + z1) / 2, y1 - y0 - 2 * rail, z1 - z0 - 2 * rail, F.glass(alpha=0.12)
        )
        y = y1 - rail / 2 if k % 2 == 0 else y0 + rail / 2
        middle = (z0 + z1) / 2
        kit.box((front + 0.03, y - 0.01, middle - 0.2), (sx / 2, y + 0.01, middle + 0.2), F.CHROME)


def _chest_freezer(kit: Kit, body: Shelving, shell: Finish, inside: Finish) -> None:
    sx, sy, sz = kit.size
    wall, floor = body.side_m - 0.004, body.heights_m()[0]
    outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
    x, y = sx / 2 - wall, sy / 2 - wall
    hole = [(-x, -y), (-x, y), (x, y), (x, -y)]
    kit.prism(outline, "xy", 0.10, 0.93 * sz, shell, [hole])
    kit.prism(outline, "xy", 0.93 * sz, sz, F.DARK_GREY, [hole])
    kit.box((-sx / 2 + 0.03, -sy / 2 + 0.03, 0), (sx / 2 - 0.03, sy / 2 - 0.03, 0.10), F.DARK_GREY)
    kit.box((-x, -y, 0.11), (x, y, floor), inside)
    lining = [(-x, -y), (x, -y), (x, y), (-x, y)]
    inner = [(-x + 0.003, -y + 0.003), (-x + 0.003, y - 0.003), (x - 0.003, y - 0.003), (x - 0.003, -y + 0.003)]
    kit.prism(lining, "xy", floor, 0.92 * sz, inside, [inner])
    band = kit.pick(F.plain("band", (0.30, 0.50, 0.66), 0.3), F.plain("band", (0.40, 0.58, 0.44), 0.3), F.STEEL)
    kit.box((sx / 2 - 0.02, -sy / 2 + 0.002, 0.60 * sz), (sx / 2, sy / 2 - 0.002, 0.72 * sz), band)


def display_case(kit: Kit, style: str) -> None:
    """Glass case: base, corner posts, glass walls and boards, a header with light when it is tall."""
    body = required_shelving(kit, "display_case")
    sx, sy, sz = kit.size
    wood = kit.pick(kit.palette.wood(), F.WHITE, F.DARK_GREY)
    post = kit.pick(F.CHROME, F.BLACK_METAL, F.GREY_METAL)
    low = body.base_m - body.board_m
    kit.box((-sx / 2, -sy / 2, 0.05), (sx / 2, sy / 2, low), wood, 0.004)
    kit.box((-sx / 2 + 0.02, -sy / 2 + 0.02, 0), (sx / 2 - 0.03, sy / 2 - 0.02, 0.05), F.DARK_GREY)
    wide = 0.022
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            x0, x1 = sorted((x * sx / 2, x * (sx / 2 - wide)))
            y0, y1 = sorted((y * sy / 2, y * (sy / 2 - wide)))
            kit.box((x0, y0, low), (x1, y1, body.top_m), post)
    pane = F.glass(alpha=0.10)
    middle, half = (low + body.top_m) / 2, (body.top_m - low) / 2
    kit.panel((sx / 2 - 0.008, 0, middle), (0, sy / 2 - wide, 0), (0, 0, half), pane)
    for y in (-1.0, 1.0):
        kit.panel((0, y * (sy / 2 - 0.008), middle), (-y * (sx / 2 - wide), 0, 0), (0, 0, half), pane)
    kit.box((-sx / 2, -sy / 2 + wide, low), (-sx / 2 + 0.012, sy / 2 - wide, body.top_m), F.darker(wood))
    for k, z in enumerate(body.heights_m()):
        shelf = wood if k == 0 else F.glass((0.80, 0.90, 0.88), alpha=0.35)
        kit.box((-sx / 2 + 0.014, -sy / 2 + 0.024, z - body.board_m), (sx / 2 - 0.024, sy / 2 - 0.024, z), shelf)
    if sz > 1.2:
        kit.box((-sx / 2, -sy / 2, body.top_m), (sx / 2, sy / 2, sz), wood, 0.004)
        kit.box((-0.3 * sx, -0.4 * sy, body.top_m - 0.003), (0.3 * sx, 0.4 * sy, body.top_m), F.DIFFUSER)
    else:
        kit.box((-sx / 2 + wide, -sy / 2 + wide, body.top_m), (sx / 2 - wide, sy / 2 - wide, sz), pane)
        for y in (-1.0, 1.0):
            y0, y1 = sorted((y * sy / 2, y * (sy / 2 - wide)))
            kit.box((-sx / 2, y0, body.top_m), (sx / 2, y1, sz), post)
            x0, x1 = sorted((y * sx / 2, y * (sx / 2 - wide)))
            kit.box((x0, -sy / 2 + wide, body.top_m), (x1, sy / 2 - wide, sz), post)
