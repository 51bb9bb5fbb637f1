"""Cabinets, shelves, wardrobes, chests and baskets; fronts face +x."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.carriers import bookcase, open_cabinet
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit
from gstgen.scenes.assets.parametric.tables import drawer_front

_FRONT = 0.018


def door(
    kit: Kit,
    x: float,
    y0: float,
    y1: float,
    z0: float,
    z1: float,
    face: Finish,
    handle: Finish,
    shaker: bool,
    hinge_left: bool,
    low_handle: bool,
) -> None:
    """A cabinet door on the plane x: flat or framed, with a bar handle at the free side."""
    gap = min(0.004, 0.02 * (y1 - y0), 0.03 * (z1 - z0))
    kit.box((x - _FRONT, y0 + gap / 2, z0 + gap / 2), (x - _FRONT + 0.001, y1 - gap / 2, z1 - gap / 2), F.SHADOW)
    inner = F.darker(face) if shaker else face
    kit.box((x - _FRONT, y0 + gap, z0 + gap), (x - (0.010 if shaker else 0.0), y1 - gap, z1 - gap), inner, 0.003)
    if shaker:
        rail = min(0.06, 0.22 * (y1 - y0), 0.22 * (z1 - z0))
        ring = [(y0 + gap, z0 + gap), (y1 - gap, z0 + gap), (y1 - gap, z1 - gap), (y0 + gap, z1 - gap)]
        hole = [(y0 + rail, z0 + rail), (y0 + rail, z1 - rail), (y1 - rail, z1 - rail), (y1 - rail, z0 + rail)]
        kit.prism(ring, "yz", x - 0.010, x, face, [hole])
    y = y0 + 0.035 if hinge_left else y1 - 0.035
    half = min(0.06, 0.25 * (z1 - z0))
    middle = z0 + half + 0.05 if low_handle else z1 - half - 0.05
    if z1 - z0 < 0.3:
        middle = (z0 + z1) / 2
    kit.box((x + 0.012, y - 0.005, middle - half), (x + 0.021, y + 0.005, middle + half), handle, 0.003)
    for s in (-0.8, 0.8):
        kit.bar((x, y, middle + s * half), (x + 0.014, y, middle + s * half), 0.004, handle, segments=6)


def _carcass(kit: Kit, z0: float, z1: float, body: Finish, front: float) -> None:
    sx, sy, _ = kit.size
    kit.box((-sx / 2, -sy / 2, z0), (front, sy / 2, z1), body)


def bottom_cabinet(kit: Kit, style: str) -> None:
    """Base cabinet on a plinth: doors, drawers, or both; `-open` has no worktop of its own."""
    if kit.carries:
        open_cabinet(kit, "bottom_cabinet")
        return
    sx, sy, sz = kit.size
    suite, palette = kit.suite, kit.palette
    face = suite.front if kit.rng.uniform() < 0.6 else palette.wood_or_paint()
    handle, shaker = suite.handle, suite.framed
    open_top = style.endswith("open")
    kind = style.removesuffix("-open")
    plinth = min(0.08, 0.10 * sz)
    thick = 0.0 if open_top else min(0.03, 0.06 * sz)
    front = sx / 2 - 0.023
    h = sz - thick
    kit.box((-sx / 2, -sy / 2 + 0.004, 0), (front - 0.06 * sx - 0.02, sy / 2 - 0.004, plinth), F.DARK_GREY)
    _carcass(kit, plinth, h, face, front - _FRONT - 0.001)
    if not open_top:
        top = face if kit.rng.uniform() < 0.5 else palette.wood()
        kit.box((-sx / 2, -sy / 2, h), (sx / 2 - 0.01, sy / 2, sz), top, 0.005)
    columns = max(1, round(sy / 0.5))
    knob = kit.rng.uniform() < 0.3
    width = sy / columns
    for k in range(columns):
        y0, y1 = -sy / 2 + width * k, -sy / 2 + width * (k + 1)
        if kind == "drawers":
            rows = max(2, min(5, round((h - plinth) / 0.22)))
            for r in range(rows):
                drawer_front(
                    kit,
                    front,
                    y0,
                    y1,
                    plinth + (h - plinth) * r / rows,
                    plinth + (h - plinth) * (r + 1) / rows,
                    face,
                    handle,
                    knob,
                )
        else:
            split = h - min(0.17, 0.28 * h) if kind == "mixed" else h
            door(kit, front, y0, y1, plinth, split, face, handle, shaker, k % 2 == 1 or columns == 1, False)
            if kind == "mixed":
                drawer_front(kit, front, y0, y1, split, h, face, handle, knob)


def top_cabinet(kit: Kit, style: str) -> None:
    """Wall cabinet: doors in the suite's finish, or glazed; a lift-up front when it is low."""
    if kit.carries:
        open_cabinet(kit, "top_cabinet")
        return
    sx, sy, sz = kit.size
    suite = kit.suite
    face, handle, shaker = suite.front, suite.handle, suite.framed
    front = sx / 2 - 0.021
    columns = max(1, round(sy / 0.45))
    width = sy / columns
    if style == "glazed":
        _hollow(kit, 0.0, sz, face, front - _FRONT)
        kit.box((-sx / 2 + 0.02, -sy / 2 + 0.018, 0.5 * sz), (front - 0.03, sy / 2 - 0.018, 0.5 * sz + 0.015), face)
        for k in range(columns):
            y0, y1 = -sy / 2 + width * k + 0.002, -sy / 2 + width * (k + 1) - 0.002
            rail = min(0.05, 0.2 * width, 0.2 * sz)
            ring = [(y0, 0.002), (y1, 0.002), (y1, sz - 0.002), (y0, sz - 0.002)]
            hole = [(y0 + rail, rail), (y0 + rail, sz - rail), (y1 - rail, sz - rail), (y1 - rail, rail)]
            kit.prism(ring, "yz", front - _FRONT, front, face, [hole])
            kit.box((front - 0.012, y0 + rail, rail), (front - 0.008, y1 - rail, sz - rail), F.glass())
            kit.bar(
                (front, y1 - rail / 2 if k % 2 == 0 else y0 + rail / 2, rail),
                (sx / 2, y1 - rail / 2 if k % 2 == 0 else y0 + rail / 2, rail),
                0.008,
                handle,
            )
        return
    _carcass(kit, 0, sz, face, front - _FRONT - 0.001)
    for k in range(columns):
        y0, y1 = -sy / 2 + width * k, -sy / 2 + width * (k + 1)
        if sz < 0.26:
            drawer_front(kit, front, y0, y1, 0, sz, face, handle, False)
        else:
            door(kit, front, y0, y1, 0, sz, face, handle, shaker, k % 2 == 1, True)


def _hollow(kit: Kit, z0: float, z1: float, body: Finish, front: float, board: float = 0.018) -> None:
    """Open box: sides, top, bottom, thin back."""
    sx, sy, _ = kit.size
    board = min(board, 0.1 * sy, 0.2 * (z1 - z0))
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * (sy / 2 - board)))
        kit.box((-sx / 2, y0, z0), (front, y1, z1), body, 0.002)
    for z in (z0, z1 - board):
        kit.box((-sx / 2, -sy / 2 + board, z), (front - 0.002, sy / 2 - board, z + board), body)
    kit.box((-sx / 2, -sy / 2 + board, z0 + board), (-sx / 2 + 0.006, sy / 2 - board, z1 - board), body)


def wall_shelf(kit: Kit, style: str) -> None:
    """One board with brackets, or an open rack when it is tall."""
    sx, sy, sz = kit.size
    if sz > 0.2:
        bookcase(kit, style if style != "board" else "frame")
        return
    wood = kit.palette.wood_or_paint()
    thick = min(0.03, 0.6 * sz)
    kit.box((-sx / 2, -sy / 2, sz - thick), (sx / 2, sy / 2, sz), wood, 0.004)
    if sz > thick + 0.005:
        for y in (-0.32 * sy, 0.32 * sy):
            kit.box((-sx / 2, y - 0.01, 0), (0.2 * sx, y + 0.01, sz - thick), F.BLACK_METAL)


def wardrobe(kit: Kit, style: str) -> None:
    """Tall closet: hinged doors over optional drawers, or sliding doors, one of them mirrored."""
    if kit.carries:
        open_cabinet(kit, "wardrobe")
        return
    sx, sy, sz = kit.size
    face = kit.palette.wood_or_paint()
    handle = kit.palette.handle()
    plinth, crown = min(0.07, 0.04 * sz), min(0.04, 0.03 * sz)
    front = sx / 2 - 0.024
    kit.box((-sx / 2, -sy / 2 + 0.01, 0), (front - 0.03, sy / 2 - 0.01, plinth), F.DARK_GREY)
    kit.box((-sx / 2, -sy / 2 + 0.006, plinth), (front - _FRONT - 0.001, sy / 2 - 0.006, sz - crown), face)
    kit.box((-sx / 2, -sy / 2, sz - crown), (sx / 2, sy / 2, sz), face, 0.006)
    top = sz - crown
    if style == "sliding":
        count = max(2, round(sy / 0.9))
        for k in range(count):
            y0, y1 = -sy / 2 + sy * k / count, -sy / 2 + sy * (k + 1) / count
            x = front if k % 2 == 0 else front - 0.012
            kit.box((x - 0.012, y0, plinth), (x, y1, top), face, 0.003)
            for y in (y0 + 0.015, y1 - 0.015):
                kit.box((x - 0.002, y - 0.014, plinth), (x + 0.006, y + 0.014, top), F.GREY_METAL, 0.002)
            if k % 2 == 0:
                kit.box((x, y0 + 0.03, plinth + 0.03), (x + 0.003, y1 - 0.03, top - 0.03), F.MIRROR)
        return
    drawers = 0.22 * sz if style == "drawers" else 0.0
    count = max(2, round(sy / 0.5))
    for k in range(count):
        y0, y1 = -sy / 2 + sy * k / count, -sy / 2 + sy * (k + 1) / count
        door(kit, front, y0, y1, plinth + drawers, top, face, handle, style != "flat", k % 2 == 1, drawers > 0)
    if drawers:
        rows, columns = 2, max(1, count // 2)
        for r in range(rows):
            for c in range(columns):
                drawer_front(
                    kit,
                    front,
                    -sy / 2 + sy * c / columns,
                    -sy / 2 + sy * (c + 1) / columns,
                    plinth + drawers * r / rows,
                    plinth + drawers * (r + 1) / rows,
                    face,
                    handle,
                    False,
                )


def nightstand(kit: Kit, style: str) -> None:
    """Small table with drawers, or one drawer over an open shelf."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood_or_paint()
    handle = kit.palette.handle()
    thick = min(0.025, 0.06 * sz)
    legs = min(0.12, 0.22 * sz)
    front = sx / 2 - 0.02
    kit.box((-sx / 2, -sy / 2, sz - thick), (sx / 2, sy / 2, sz), wood, 0.005)
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            kit.bar(
                (x * (sx / 2 - 0.045), y * (sy / 2 - 0.045), 0),
                (x * (sx / 2 - 0.045), y * (sy / 2 - 0.045), legs + 0.01),
                0.014,
                wood,
                0.022,
            )
    low = legs if style == "drawers" else 0.55 * sz
    kit.box((-sx / 2 + 0.01, -sy / 2 + 0.01, low), (front - 0.019, sy / 2 - 0.01, sz - thick), wood)
    rows = 2 if style == "drawers" else 1
    for r in range(rows):
        drawer_front(
            kit,
            front,
            -sy / 2 + 0.01,
            sy / 2 - 0.01,
            low + (sz - thick - low) * r / rows,
            low + (sz - thick - low) * (r + 1) / rows,
            wood,
            handle,
            True,
        )
    if style != "drawers":
        for y in (-1.0, 1.0):
            y0, y1 = sorted((y * (sy / 2 - 0.01), y * (sy / 2 - 0.03)))
            kit.box((-sx / 2 + 0.01, y0, legs), (front, y1, low), wood)
        kit.box((-sx / 2 + 0.01, -sy / 2 + 0.01, legs), (front, sy / 2 - 0.01, legs + 0.018), wood)


def chest(kit: Kit, style: str) -> None:
    """Blanket chest with a lid, bands and a lock plate."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    lid = 0.74 * sz
    kit.box((-sx / 2 + 0.01, -sy / 2 + 0.01, 0.05 * sz), (sx / 2 - 0.012, sy / 2 - 0.01, lid - 0.004), wood, 0.006)
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2 - 0.004, sy / 2, 0.12 * sz), wood, 0.006)
    if style == "domed":
        a = np.linspace(0, math.pi, 11)
        arc = np.stack([0.5 * sx * np.cos(a) * 0.99, lid + (sz - lid) * np.sin(a)], 1)
        kit.prism(arc[:, ::-1], "zx", -sy / 2, sy / 2, wood)
    else:
        kit.box((-sx / 2, -sy / 2, lid), (sx / 2 - 0.004, sy / 2, sz), wood, 0.008)
    metal = kit.pick(F.BRASS, F.BLACK_METAL)
    kit.box((sx / 2 - 0.012, -0.03, lid - 0.18 * sz), (sx / 2, 0.03, lid + 0.05 * sz), metal, 0.003)
    for y in (-0.36 * sy, 0.36 * sy):
        kit.box((sx / 2 - 0.013, y - 0.015, 0.1 * sz), (sx / 2 - 0.001, y + 0.015, lid), metal, 0.002)


def locker(kit: Kit, style: str) -> None:
    """Metal lockers: doors with slots and a latch."""
    sx, sy, sz = kit.size
    paint = F.plain(
        "locker paint", kit.palette.color(((0.55, 0.60, 0.64), (0.36, 0.44, 0.52), (0.62, 0.63, 0.60))), 0.3
    )
    front = sx / 2 - 0.01
    kit.box((-sx / 2, -sy / 2, 0.03 * sz), (front - 0.006, sy / 2, sz), paint)
    kit.box((-sx / 2, -sy / 2 + 0.01, 0), (front - 0.03, sy / 2 - 0.01, 0.03 * sz), F.DARK_GREY)
    columns, rows = max(1, round(sy / 0.35)), 2 if sz > 1.2 and kit.rng.uniform() < 0.4 else 1
    for c in range(columns):
        for r in range(rows):
            y0, y1 = -sy / 2 + sy * c / columns + 0.004, -sy / 2 + sy * (c + 1) / columns - 0.004
            z0, z1 = 0.04 * sz + 0.95 * sz * r / rows + 0.004, 0.04 * sz + 0.95 * sz * (r + 1) / rows - 0.004
            kit.box((front - 0.006, y0, z0), (front, y1, z1), paint, 0.003)
            for s in range(3):
                z = z1 - 0.08 - 0.035 * s
                kit.box((front, y0 + 0.3 * (y1 - y0), z), (front + 0.002, y1 - 0.3 * (y1 - y0), z + 0.008), F.DARK_GREY)
            kit.box(
                (front, y1 - 0.05, (z0 + z1) / 2 - 0.03), (sx / 2, y1 - 0.035, (z0 + z1) / 2 + 0.03), F.CHROME, 0.002
            )


def basket(kit: Kit, style: str) -> None:
    """Open or lidded container: round or square; wicker, cloth or plastic."""
    sx, sy, sz = kit.size
    shape, material = style.split("-")
    power = 2.0 if shape == "round" else 6.0
    finish = {
        "wicker": F.WICKER,
        "cloth": kit.palette.cloth(),
        "plastic": F.plain("tub", kit.palette.color(F.CERAMIC_COLORS), 0.2),
        "wood": kit.palette.wood(),
    }[material]
    wall = min(0.015, 0.06 * min(sx, sy))
    count = kit.few(28, 14) if shape == "round" else kit.few(32, 16)

    def ring(scale: float, inset: float, z: float) -> np.ndarray:
        outline = shapes.superellipse(scale * sx / 2 - inset, scale * sy / 2 - inset, power, count)
        return np.column_stack([outline, np.full(count, z)])

    rings = [
        ring(0.84, 0, 0.0),
        ring(0.92, 0, 0.5 * sz),
        ring(0.985, 0, 0.97 * sz),
        ring(1.0, 0, 0.98 * sz),
        ring(1.0, 0, sz),
        ring(1.0, 2 * wall, sz),
        ring(0.92, wall, 0.5 * sz),
        ring(0.84, wall, wall),
    ]
    kit.loft(np.array(rings), finish)
    if material == "cloth" and not kit.small:
        kit.tube(ring(0.99, 0.0, 0.94 * sz), 0.006, F.fabric((0.80, 0.76, 0.68)), 6, closed=True)


def hall_tree(kit: Kit, style: str) -> None:
    """Entry piece: bench with drawers, back panel, coat hooks, top shelf."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood_or_paint()
    seat = min(0.5, 0.25 * sz)
    kit.box((-sx / 2, -sy / 2, 0.04), (sx / 2 - 0.022, sy / 2, seat - 0.03), wood)
    kit.box((-sx / 2, -sy / 2, seat - 0.03), (sx / 2, sy / 2, seat), wood, 0.006)
    count = max(2, round(sy / 0.6))
    for k in range(count):
        drawer_front(
            kit,
            sx / 2 - 0.004,
            -sy / 2 + sy * k / count,
            -sy / 2 + sy * (k + 1) / count,
            0.05,
            seat - 0.04,
            wood,
            F.BLACK_METAL,
            True,
        )
    kit.cushion(
        (-sx / 2 + 0.05, -sy / 2 + 0.03, seat), (sx / 2 - 0.02, sy / 2 - 0.03, seat + 0.06), kit.palette.cloth(), 0.03
    )
    planks = max(3, round(sy / 0.14))
    for k in range(planks):
        y0 = -sy / 2 + sy * k / planks
        kit.box((-sx / 2, y0 + 0.001, seat), (-sx / 2 + 0.02, y0 + sy / planks - 0.001, sz), wood, 0.003)
    kit.box((-sx / 2, -sy / 2, sz - 0.03), (-sx / 2 + 0.6 * sx, sy / 2, sz), wood, 0.005)
    kit.box((-sx / 2, -sy / 2, 0.82 * sz), (-sx / 2 + 0.5 * sx, sy / 2, 0.82 * sz + 0.025), wood, 0.005)
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * (sy / 2 - 0.025)))
        kit.box((-sx / 2, y0, seat), (-sx / 2 + 0.4 * sx, y1, sz - 0.03), wood, 0.004)
    hooks = max(3, round(sy / 0.25))
    for k in range(hooks):
        y = (sy / 2 - 0.08) * (2 * (k + 0.5) / hooks - 1)
        z = 0.74 * sz
        kit.tube(
            [(-sx / 2 + 0.02, y, z), (-sx / 2 + 0.07, y, z - 0.03), (-sx / 2 + 0.10, y, z + 0.02)],
            0.007,
            F.BLACK_METAL,
            6,
        )


def coatrack(kit: Kit, style: str) -> None:
    """Standing coat rack: pole, feet, hooks, a hat and a coat shape on one side."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    kit.bar((0, 0, 0.10), (0, 0, sz), 0.022, wood, 0.018)
    for k in range(4):
        a = math.pi * (k / 2 + 0.25)
        c, s = math.cos(a) * sx * 0.62, math.sin(a) * sy * 0.62
        kit.tube([(0, 0, 0.22), (0.5 * c, 0.5 * s, 0.10), (c, s, 0.012)], 0.014, wood)
        for z in (0.97, 0.78):
            kit.tube(
                [(0, 0, z * sz - 0.08), (0.34 * c, 0.34 * s, z * sz - 0.06), (0.42 * c, 0.42 * s, z * sz)],
                0.008,
                wood,
                6,
            )
    kit.sphere((0, 0, sz - 0.02), 0.028, wood, 10, 6)


def magazine_rack(kit: Kit, style: str) -> None:
    """Slatted holder with magazines."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    for x in (-1.0, 1.0):
        for k in range(4):
            z = sz * (0.1 + 0.22 * k)
            px = x * sx / 2 * (0.6 + 0.38 * z / sz)
            kit.box((px - 0.006, -sy / 2, z), (px + 0.006, sy / 2, z + 0.11 * sz), wood, 0.002)
        for y in (-1.0, 1.0):
            kit.beam(
                (x * 0.2 * sx, y * (sy / 2 - 0.008), 0),
                (x * (sx / 2 - 0.008), y * (sy / 2 - 0.008), 0.85 * sz),
                0.016,
                0.016,
                wood,
            )
    for k in range(5):
        x = sx * (0.18 * k - 0.36) * 0.8
        kit.box(
            (x - 0.003, -0.42 * sy, 0.12 * sz),
            (x + 0.003, 0.42 * sy, sz * (0.82 + 0.18 * (k % 2))),
            F.plain("magazine", kit.palette.color(F.CLOTH_COLORS), 0.2),
        )


def room_divider(kit: Kit, style: str) -> None:
    """Folding screen of framed panels in a zigzag."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    cloth = F.fabric((0.86, 0.83, 0.76))
    count = max(2, round(sy / 0.45))
    width = sy / count
    for k in range(count):
        x0, x1 = (-1 if k % 2 else 1) * (sx / 2 - 0.012), (1 if k % 2 else -1) * (sx / 2 - 0.012)
        y0 = -sy / 2 + width * k
        a, b = np.array([x0, y0 + 0.004, 0.0]), np.array([x1, y0 + width - 0.004, 0.0])
        up = np.array([0, 0, 1.0])
        for end in (a, b):
            kit.beam(end, end + up * sz, 0.022, 0.022, wood)
        for z in (0.03 * sz, 0.5 * sz, 0.97 * sz):
            kit.beam(a + up * z, b + up * z, 0.016, min(0.03, 0.06 * sz), wood)
        kit.panel((a + b) / 2 + up * sz / 2, (b - a) / 2, up * sz * 0.47, cloth)


def railing(kit: Kit, style: str) -> None:
    """Balusters between a rail and a base, along the longer side; a skirting board in style board."""
    sx, sy, sz = kit.size
    along_y = sy >= sx
    length, depth = (sy, sx) if along_y else (sx, sy)
    wood = kit.palette.wood_or_paint()
    with kit.frame((0, 0, 0), yaw_deg=0.0 if along_y else 90.0):
        if style == "board":
            kit.box((-depth / 2, -length / 2, 0), (depth / 2, length / 2, sz), F.WHITE, 0.1 * min(depth, sz))
            return
        rail = min(0.05, 0.3 * sz)
        kit.box((-depth / 2, -length / 2, sz - rail), (depth / 2, length / 2, sz), wood, 0.01)
        kit.box((-0.4 * depth, -length / 2, 0), (0.4 * depth, length / 2, 0.6 * rail), wood, 0.01)
        count = int(np.clip(round(length / 0.12), 2, 60))
        for k in range(count):
            y = length * ((k + 0.5) / count - 0.5)
            kit.bar((0, y, 0.5 * rail), (0, y, sz - 0.5 * rail), min(0.012, 0.3 * depth), wood, segments=6)
