"""Tables, desks, counters and carts."""

from __future__ import annotations

import numpy as np

from gstgen.scenes.assets.levels import DEEP_BAR_M, DEEP_DESK_M, cart_boards_m, corner_desk_m, island_bar_m
from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit


def _top_finish(kit: Kit) -> Finish:
    top: Finish = kit.pick(kit.palette.wood(), kit.palette.wood(), F.marble("white"), F.WHITE)
    return top


def _legs(kit: Kit, height: float, finish: Finish, inset: float, width: float, taper: float = 1.0) -> None:
    sx, sy, _ = kit.size
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            px, py = x * (sx / 2 - inset - width / 2), y * (sy / 2 - inset - width / 2)
            if taper < 1.0:
                kit.bar((px, py, 0), (px, py, height), width / 2 * taper, finish, width / 2)
            else:
                kit.box((px - width / 2, py - width / 2, 0), (px + width / 2, py + width / 2, height), finish, 0.006)


def _apron(kit: Kit, top: float, depth: float, inset: float, finish: Finish) -> None:
    sx, sy, _ = kit.size
    for x in (-1.0, 1.0):
        kit.box(
            (x * (sx / 2 - inset) - 0.010, -sy / 2 + inset, top - depth),
            (x * (sx / 2 - inset) + 0.010, sy / 2 - inset, top),
            finish,
        )
    for y in (-1.0, 1.0):
        kit.box(
            (-sx / 2 + inset, y * (sy / 2 - inset) - 0.010, top - depth),
            (sx / 2 - inset, y * (sy / 2 - inset) + 0.010, top),
            finish,
        )


def table(kit: Kit, style: str) -> None:
    """Table: styles legs, turned, trestle, shelf (lower board), glass, oval, pedestal, frame (metal hoops)."""
    sx, sy, sz = kit.size
    top = _top_finish(kit)
    wooden = (top.material.texture or "").startswith("parametric/wood")
    under = top if wooden else kit.pick(F.BLACK_METAL, kit.palette.wood())
    thick = min(0.035, 0.10 * sz)
    inset = min(0.03, 0.05 * min(sx, sy))
    width = min(0.065, 0.12 * min(sx, sy))
    if style == "pedestal":
        profile = [(0.0, sz - thick), (0.49, sz - thick), (0.5, sz - 0.5 * thick), (0.49, sz), (0.0, sz)]
        kit.lathe(profile, top, segments=36, stretch=(sx, sy), crease=60)
        r = 0.5 * min(sx, sy)
        foot = min(0.06 * sz + 0.01, 0.05)
        kit.lathe(
            [
                (0.0, 0.0),
                (0.62 * r, 0.0),
                (0.60 * r, foot),
                (0.20 * r, 1.8 * foot),
                (0.11 * r, 0.25 * sz),
                (0.10 * r, 0.8 * sz),
                (0.25 * r, sz - thick),
            ],
            under,
            segments=24,
        )
        return
    if style == "oval":
        kit.prism(shapes.superellipse(sx / 2, sy / 2, 2.4, 40), "xy", sz - thick, sz, top)
        for x in (-1.0, 1.0):
            for y in (-1.0, 1.0):
                kit.bar(
                    (x * 0.36 * sx, y * 0.38 * sy, 0),
                    (x * 0.27 * sx, y * 0.30 * sy, sz - thick),
                    0.3 * width,
                    under,
                    0.5 * width,
                )
        kit.prism(shapes.superellipse(0.30 * sx, 0.32 * sy, 2.4, 24), "xy", sz - thick - 0.05, sz - thick, under)
        return
    if style == "glass":
        frame = kit.palette.metal() if kit.rng.uniform() < 0.5 else kit.palette.wood()
        bar = min(0.05, 0.1 * min(sx, sy))
        outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
        hole = [
            (-sx / 2 + bar, -sy / 2 + bar),
            (-sx / 2 + bar, sy / 2 - bar),
            (sx / 2 - bar, sy / 2 - bar),
            (sx / 2 - bar, -sy / 2 + bar),
        ]
        kit.prism(outline, "xy", sz - thick, sz, frame, [hole])
        kit.box((-sx / 2 + bar, -sy / 2 + bar, sz - 0.5 * thick), (sx / 2 - bar, sy / 2 - bar, sz), F.glass())
        _legs(kit, sz - thick, frame, 0.0, bar)
        kit.box(
            (-sx / 2 + bar, -sy / 2 + bar, 0.22 * sz),
            (sx / 2 - bar, sy / 2 - bar, 0.22 * sz + 0.018),
            kit.palette.wood(),
            0.004,
        )
        return
    kit.box((-sx / 2, -sy / 2, sz - thick), (sx / 2, sy / 2, sz), top, 0.006)
    height = sz - thick
    if style == "trestle":
        for y in (-1.0, 1.0):
            py = y * (sy / 2 - 0.16 * sy)
            for x in (-1.0, 1.0):
                kit.beam((x * (sx / 2 - width), py, 0), (x * 0.16 * sx, py, height), width, 0.7 * width, under, 0.005)
            kit.box((-0.34 * sx, py - width * 0.4, height - 0.05), (0.34 * sx, py + width * 0.4, height), under, 0.004)
        kit.box((-0.02, -0.34 * sy, 0.45 * height), (0.02, 0.34 * sy, 0.45 * height + 0.06), under, 0.004)
    elif style == "frame":
        bar = min(0.045, 0.09 * min(sx, sy))
        for y in (-1.0, 1.0):
            py = y * (sy / 2 - inset - bar)
            for x in (-1.0, 1.0):
                kit.beam(
                    (x * (sx / 2 - inset - bar / 2), py, 0),
                    (x * (sx / 2 - inset - bar / 2), py, height),
                    bar,
                    bar,
                    F.BLACK_METAL,
                    0.003,
                )
            for z in (bar / 2, height - bar / 2):
                kit.box(
                    (-sx / 2 + inset, py - bar / 2, z - bar / 2),
                    (sx / 2 - inset, py + bar / 2, z + bar / 2),
                    F.BLACK_METAL,
                    0.003,
                )
    else:
        _apron(kit, height, min(0.08, 0.16 * sz), inset + width / 2, under)
        _legs(kit, height, under, inset, width, 0.55 if style == "turned" else 1.0)
    if style == "shelf":
        z = 0.25 * sz
        kit.box((-sx / 2 + inset, -sy / 2 + inset, z), (sx / 2 - inset, sy / 2 - inset, z + 0.02), under, 0.004)


def drawer_front(
    kit: Kit, x: float, y0: float, y1: float, z0: float, z1: float, face: Finish, handle: Finish, knob: bool
) -> None:
    """A front with a gap round it and a knob or bar handle, on the plane x (facing +x)."""
    gap = min(0.004, 0.03 * (z1 - z0))
    kit.box((x - 0.018, y0 + gap / 2, z0 + gap / 2), (x - 0.017, y1 - gap / 2, z1 - gap / 2), F.SHADOW)
    kit.box((x - 0.018, y0 + gap, z0 + gap), (x, y1 - gap, z1 - gap), face, 0.003)
    y, z = (y0 + y1) / 2, (z0 + z1) / 2
    if knob:
        kit.bar((x, y, z), (x + 0.012, y, z), 0.005, handle, segments=8)
        kit.sphere((x + 0.015, y, z), 0.012, handle, 10, 6)
    else:
        half = min(0.07, 0.3 * (y1 - y0))
        kit.box((x + 0.014, y - half, z - 0.005), (x + 0.022, y + half, z + 0.005), handle, 0.003)
        for s in (-0.8, 0.8):
            kit.bar((x, y + s * half, z), (x + 0.016, y + s * half, z), 0.004, handle, segments=6)


def desk(kit: Kit, style: str) -> None:
    """Desk with the knee space towards +x: styles pedestal (drawers), legs (drawers under the top), frame, panel."""
    if min(kit.size[:2]) >= DEEP_DESK_M:
        _corner_desk(kit)
        return
    sx, sy, sz = kit.size
    wood = kit.palette.wood_or_paint()
    top = kit.pick(wood, F.WHITE, kit.palette.wood())
    handle = kit.palette.handle()
    thick = min(0.03, 0.06 * sz)
    h = sz - thick
    kit.box((-sx / 2, -sy / 2, h), (sx / 2, sy / 2, sz), top, 0.005)
    knob = kit.rng.uniform() < 0.5
    front = sx / 2 - 0.03
    if style == "frame":
        for y in (-1.0, 1.0):
            py = y * (sy / 2 - 0.05)
            for x in (-1.0, 1.0):
                kit.box(
                    (x * (sx / 2 - 0.04) - 0.02, py - 0.02, 0),
                    (x * (sx / 2 - 0.04) + 0.02, py + 0.02, h),
                    F.BLACK_METAL,
                    0.003,
                )
            kit.box((-sx / 2 + 0.02, py - 0.02, 0), (sx / 2 - 0.02, py + 0.02, 0.035), F.BLACK_METAL, 0.003)
            kit.box((-sx / 2 + 0.02, py - 0.02, h - 0.04), (sx / 2 - 0.02, py + 0.02, h), F.BLACK_METAL, 0.003)
        kit.box((-sx / 2 + 0.04, -sy / 2 + 0.05, 0.6 * h), (-sx / 2 + 0.055, sy / 2 - 0.05, h - 0.04), wood)
        return
    if style == "legs":
        _legs(kit, h, wood, 0.02, 0.05, 0.6)
        kit.box((-sx / 2 + 0.03, -sy / 2 + 0.03, h - 0.12), (front - 0.02, sy / 2 - 0.03, h), wood)
        count = max(2, round(sy / 0.5))
        for k in range(count):
            w = (sy - 0.08) / count
            y0 = -sy / 2 + 0.04 + w * k
            drawer_front(kit, front, y0, y0 + w, h - 0.12, h - 0.005, wood, handle, knob)
        return
    kit.box((-sx / 2 + 0.02, -sy / 2 + 0.02, 0.25 * h), (-sx / 2 + 0.04, sy / 2 - 0.02, h), wood)
    sides = (-1, 1) if style == "pedestal" and sy > 1.3 else (1,)
    width = min(0.42, 0.34 * sy)
    for side in (-1.0, 1.0):
        if side in sides:
            y0, y1 = sorted((side * (sy / 2 - 0.01), side * (sy / 2 - width)))
            kit.box((-sx / 2 + 0.02, y0, 0.0), (front - 0.019, y1, h), wood)
            rows = 3
            for k in range(rows):
                drawer_front(
                    kit,
                    front,
                    y0,
                    y1,
                    0.04 + (h - 0.05) * k / rows,
                    0.04 + (h - 0.05) * (k + 1) / rows,
                    wood,
                    handle,
                    knob,
                )
        else:
            y = side * (sy / 2 - 0.02)
            kit.box((-sx / 2 + 0.02, y - 0.012, 0), (sx / 2 - 0.03, y + 0.012, h), wood, 0.003)


def _corner_desk(kit: Kit) -> None:
    """Desk round a corner: two tops on end panels, drawers under the end of the second."""
    _, _, sz = kit.size
    wood = kit.palette.wood_or_paint()
    top, handle = kit.pick(wood, F.WHITE, kit.palette.wood()), kit.palette.handle()
    thick = min(0.03, 0.06 * sz)
    h = sz - thick
    back, wing = corner_desk_m(kit.size)
    for x0, y0, x1, y1 in (back, wing):
        kit.box((x0, y0, h), (x1, y1, sz), top, 0.004)
    x0, y0, x1, y1 = back
    kit.box((x0 + 0.02, y0 + 0.03, 0.25 * h), (x0 + 0.04, y1 - 0.03, h), wood)
    kit.box((x0 + 0.02, y1 - 0.04, 0), (x1 - 0.03, y1 - 0.02, h), wood)
    x0, y0, x1, y1 = wing
    kit.box((x0, y0 + 0.02, 0.25 * h), (x1 - 0.02, y0 + 0.04, h), wood)
    width = min(0.45, 0.5 * (x1 - x0))
    kit.box((x1 - width, y0 + 0.04, 0), (x1 - 0.02, y1 - 0.05, h), wood)
    with kit.frame((x1 - width / 2 - 0.01, 0, 0), yaw_deg=90):
        for k in range(3):
            low, high = 0.04 + (h - 0.05) * k / 3, 0.04 + (h - 0.05) * (k + 1) / 3
            drawer_front(kit, y1 - 0.03, -width / 2 + 0.02, width / 2 - 0.02, low, high, wood, handle, False)


def countertop(kit: Kit, style: str) -> None:
    """Worktop slab; matches the suite of the scene."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, sz), kit.suite.worktop, min(0.006, 0.2 * sz))


def support_panel(kit: Kit, style: str) -> None:
    """Upright board under the end of a worktop, in the scene's cabinet finish."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, sz), kit.suite.front, min(0.002, 0.1 * sy))


def bar_counter(kit: Kit, style: str) -> None:
    """Bar: panelled body, overhanging top, foot rail at the front."""
    if kit.category == "bar" and kit.size[0] >= DEEP_BAR_M:
        _island_bar(kit)
        return
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    top = kit.pick(F.granite("dark"), kit.palette.wood(), F.marble("white"))
    thick = min(0.05, 0.07 * sz)
    kit.box((-sx / 2, -sy / 2, sz - thick), (sx / 2, sy / 2, sz), top, 0.008)
    kit.box((-sx / 2 + 0.03, -sy / 2 + 0.03, 0.04 * sz), (sx / 2 - 0.14 * sx, sy / 2 - 0.03, sz - thick), wood)
    kit.box((-sx / 2 + 0.05, -sy / 2 + 0.05, 0), (sx / 2 - 0.18 * sx, sy / 2 - 0.05, 0.05 * sz), F.DARK_GREY)
    count = max(2, round(sy / 0.55))
    for k in range(count):
        w = (sy - 0.06) / count
        y0 = -sy / 2 + 0.03 + w * k
        kit.box(
            (sx / 2 - 0.14 * sx, y0 + 0.05, 0.14 * sz),
            (sx / 2 - 0.14 * sx + 0.012, y0 + w - 0.05, sz - thick - 0.06),
            wood,
            0.006,
        )
    kit.bar((sx / 2 - 0.03, -sy / 2 + 0.05, 0.18 * sz), (sx / 2 - 0.03, sy / 2 - 0.05, 0.18 * sz), 0.018, F.BRASS)
    for y in np.linspace(-sy / 2 + 0.1, sy / 2 - 0.1, count + 1):
        kit.bar((sx / 2 - 0.14 * sx, y, 0.18 * sz), (sx / 2 - 0.03, y, 0.18 * sz), 0.010, F.BRASS, segments=8)


def _island_bar(kit: Kit) -> None:
    """Bar on three sides of the people behind it, panelled outside, with a foot rail along its front."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    top = kit.pick(F.granite("dark"), kit.palette.wood(), F.marble("white"))
    thick = min(0.05, 0.07 * sz)
    for x0, y0, x1, y1 in island_bar_m(kit.size):
        kit.box((x0, y0, sz - thick), (x1, y1, sz), top, 0.006)
        a, b = (x0 + 0.05, x1 - 0.14) if x1 == sx / 2 else (x0 + 0.03, x1 + 0.1)
        kit.box((a, y0 + 0.08, 0.06), (b, y1 - 0.08, sz - thick), wood)
        kit.box((a + 0.03, y0 + 0.11, 0), (b - 0.03, y1 - 0.11, 0.06), F.DARK_GREY)
    count = max(2, round(sy / 0.55))
    face = sx / 2 - 0.14
    for k in range(count):
        w = (sy - 0.2) / count
        y0 = -sy / 2 + 0.1 + w * k
        kit.box((face, y0 + 0.05, 0.14 * sz), (face + 0.012, y0 + w - 0.05, sz - thick - 0.06), wood, 0.006)
    kit.bar((sx / 2 - 0.03, -sy / 2 + 0.1, 0.18 * sz), (sx / 2 - 0.03, sy / 2 - 0.1, 0.18 * sz), 0.018, F.BRASS)
    for y in np.linspace(-sy / 2 + 0.15, sy / 2 - 0.15, count + 1):
        kit.bar((face, y, 0.18 * sz), (sx / 2 - 0.03, y, 0.18 * sz), 0.010, F.BRASS, segments=8)


def pool_table(kit: Kit, style: str) -> None:
    """Billiard table: green cloth, wooden rails, pockets, balls."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    rail = min(0.12, 0.1 * min(sx, sy))
    bed = 0.92 * sz
    kit.box(
        (-sx / 2 + rail, -sy / 2 + rail, bed - 0.05), (sx / 2 - rail, sy / 2 - rail, bed), F.fabric((0.22, 0.46, 0.36))
    )
    outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
    hole = [
        (-sx / 2 + rail, -sy / 2 + rail),
        (-sx / 2 + rail, sy / 2 - rail),
        (sx / 2 - rail, sy / 2 - rail),
        (sx / 2 - rail, -sy / 2 + rail),
    ]
    kit.prism(outline, "xy", bed - 0.10, sz, wood, [hole])
    kit.box((-sx / 2 + 0.05, -sy / 2 + 0.05, 0.62 * sz), (sx / 2 - 0.05, sy / 2 - 0.05, bed - 0.04), wood, 0.01)
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            px, py = x * (sx / 2 - 0.16), y * (sy / 2 - 0.20)
            kit.bar((px, py, 0), (px, py, 0.64 * sz), 0.05, wood, 0.075)
    long_y = sy > sx
    spots = [(x * (sx / 2 - rail), y * (sy / 2 - rail)) for x in (-1.0, 1.0) for y in (-1, 1)]
    spots += (
        [(x * (sx / 2 - 0.8 * rail), 0) for x in (-1.0, 1.0)]
        if long_y
        else [(0, y * (sy / 2 - 0.8 * rail)) for y in (-1.0, 1.0)]
    )
    for x, y in spots:
        kit.bar((x, y, bed), (x, y, sz + 0.002), 0.055, F.BLACK_PLASTIC, segments=14)
    balls = ((0.93, 0.92, 0.88), (0.80, 0.68, 0.28), (0.26, 0.36, 0.58), (0.30, 0.46, 0.36), (0.18, 0.18, 0.19))
    for color in balls:
        x, y = kit.rng.uniform(-0.3, 0.3) * sx, kit.rng.uniform(-0.3, 0.3) * sy
        kit.sphere((x, y, bed + 0.028), 0.028, F.plain("ball", color, 0.6), 12, 8)


def serving_cart(kit: Kit, style: str) -> None:
    """Trolley: two trays in a tubular frame on wheels."""
    sx, sy, sz = kit.size
    metal = kit.palette.metal()
    tray = kit.palette.wood()
    wheel = min(0.05, 0.09 * sz)
    low, high = cart_boards_m(kit.size)
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            px, py = x * (sx / 2 - 0.012), y * (sy / 2 - 0.02)
            kit.bar((px, py, 1.6 * wheel), (px, py, sz - 0.01), 0.012, metal)
            wx = x * (sx / 2 - wheel)
            kit.bar((wx, py - 0.012, wheel), (wx, py + 0.012, wheel), wheel, F.RUBBER, segments=14)
    for y in (-1.0, 1.0):
        py = y * (sy / 2 - 0.02)
        kit.bar((-sx / 2 + 0.012, py, sz - 0.012), (sx / 2 - 0.012, py, sz - 0.012), 0.012, metal)
        y0, y1 = sorted((y * sy / 2, y * (sy / 2 - 0.02)))
        kit.box((-0.1 * sx, y0, 0.9 * high), (0.1 * sx, y1, 0.92 * high), metal)
    for z in (low, high):
        kit.box((-sx / 2 + 0.004, -sy / 2 + 0.01, z - 0.02), (sx / 2 - 0.004, sy / 2 - 0.01, z), tray)
        for x in (-1.0, 1.0):
            px = x * (sx / 2 - 0.008)
            kit.bar((px, -sy / 2 + 0.02, z + 0.04), (px, sy / 2 - 0.02, z + 0.04), 0.006, metal, segments=8)


def piano(kit: Kit, style: str) -> None:
    """Upright piano: cabinet, key shelf with white and black keys, pedals."""
    sx, sy, sz = kit.size
    body = kit.pick(F.plain("black lacquer", (0.17, 0.17, 0.18), 0.7), F.wood("walnut", 0.5), F.wood("cherry", 0.5))
    back = -sx / 2 + 0.5 * sx
    kit.box((-sx / 2, -sy / 2, 0.02), (back, sy / 2, sz - 0.03), body, 0.006)
    kit.box((-sx / 2, -sy / 2, sz - 0.03), (back + 0.02, sy / 2, sz), body, 0.006)
    key = 0.62 * sz
    kit.box((back, -sy / 2, key - 0.09), (sx / 2, sy / 2, key), body, 0.006)
    for y in (-1.0, 1.0):
        kit.box(
            (back, y * (sy / 2 - 0.025) - 0.025, key),
            (sx / 2 - 0.02, y * (sy / 2 - 0.025) + 0.025, key + 0.10),
            body,
            0.02,
        )
        kit.box(
            (sx / 2 - 0.11, y * (sy / 2 - 0.05) - 0.035, 0),
            (sx / 2 - 0.04, y * (sy / 2 - 0.05) + 0.035, key - 0.08),
            body,
            0.01,
        )
    span = sy - 0.12
    white = max(14, round(span / 0.0235))
    kit.box(
        (back + 0.01, -span / 2, key), (sx / 2 - 0.03, span / 2, key + 0.022), F.plain("ivory", (0.93, 0.92, 0.87), 0.3)
    )
    step = span / white
    for k in range(white - 1):
        y = -span / 2 + step * (k + 1)
        kit.box((back + 0.01, y - 0.0008, key), (sx / 2 - 0.029, y + 0.0008, key + 0.0225), F.DARK_GREY)
        if k % 7 not in (2, 6):
            kit.box(
                (back + 0.01, y - 0.005, key + 0.02),
                (sx / 2 - 0.03 - 0.36 * (sx / 2 - back), y + 0.005, key + 0.033),
                F.BLACK_PLASTIC,
            )
    with kit.frame((back + 0.015, 0, key + 0.16), tilt_deg=-12):
        kit.box((-0.01, -0.3 * sy, 0), (0.005, 0.3 * sy, 0.20), body, 0.004)
        kit.box((0.005, -0.13, 0.02), (0.008, 0.13, 0.19), F.PAPER)
    for y in (-0.08, 0.0, 0.08):
        kit.box((back, y - 0.012, 0.04), (back + 0.10, y + 0.012, 0.055), F.BRASS, 0.004)


def treadmill(kit: Kit, style: str) -> None:
    """Running machine: deck with belt; the console stands at +x, the runner looks towards +x."""
    sx, sy, sz = kit.size
    deck = 0.14 * sz
    kit.box((-sx / 2, -sy / 2 + 0.05, 0.04), (sx / 2 - 0.10, sy / 2 - 0.05, deck), F.DARK_GREY, 0.02)
    kit.box((-sx / 2 + 0.03, -0.30 * sy, deck), (sx / 2 - 0.42, 0.30 * sy, deck + 0.012), F.RUBBER)
    for y in (-1.0, 1.0):
        kit.box(
            (-sx / 2 + 0.03, y * 0.36 * sy - 0.05, deck - 0.01),
            (sx / 2 - 0.42, y * 0.36 * sy + 0.05, deck + 0.018),
            F.LIGHT_GREY,
            0.006,
        )
        kit.beam(
            (sx / 2 - 0.28, y * (sy / 2 - 0.05), 0),
            (sx / 2 - 0.16, y * (sy / 2 - 0.05), 0.86 * sz),
            0.06,
            0.09,
            F.GREY_METAL,
            0.012,
        )
        kit.tube(
            [
                (sx / 2 - 0.18, y * (sy / 2 - 0.05), 0.80 * sz),
                (sx / 2 - 0.5, y * (sy / 2 - 0.05), 0.78 * sz),
                (sx / 2 - 0.6, y * (sy / 2 - 0.05), 0.70 * sz),
            ],
            0.02,
            F.RUBBER,
        )
        kit.bar((-sx / 2 + 0.05, y * (sy / 2 - 0.08), 0), (-sx / 2 + 0.05, y * (sy / 2 - 0.08), 0.06), 0.03, F.RUBBER)
    kit.cushion((sx / 2 - 0.42, -0.34 * sy, 0.02), (sx / 2, 0.34 * sy, deck + 0.08), F.BLACK_PLASTIC, 0.05)
    with kit.frame((sx / 2 - 0.20, 0, 0.80 * sz), tilt_deg=30):
        kit.cushion((-0.05, -sy / 2 + 0.03, 0), (0.02, sy / 2 - 0.03, 0.23 * sz), F.BLACK_PLASTIC, 0.02)
        kit.panel((-0.053, 0, 0.12 * sz), (0, -0.24 * sy, 0), (0, 0, 0.07 * sz), F.picture("screen", "off", gloss=0.6))
