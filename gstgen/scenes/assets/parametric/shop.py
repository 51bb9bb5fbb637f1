"""Shops, offices and halls: checkouts, carts, signs, machines, cubicles, telephones."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit


def checkout_counter(kit: Kit, style: str) -> None:
    """Checkout along its longer side: body, conveyor belt, steel edge; `reception` has a panelled front."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    panel = kit.pick(F.WHITE, F.LIGHT_GREY, wood)
    kit.box((-sx / 2, -sy / 2, sz - 0.05), (sx / 2, sy / 2, sz), F.LIGHT_GREY if style == "belt" else wood, 0.004)
    kit.box((-sx / 2 + 0.05, -sy / 2 + 0.03, 0.08), (sx / 2 - 0.03, sy / 2 - 0.03, sz - 0.05), panel)
    kit.box((-sx / 2 + 0.08, -sy / 2 + 0.06, 0), (sx / 2 - 0.06, sy / 2 - 0.06, 0.08), F.DARK_GREY)
    if style == "belt":
        long_y = sy >= sx
        x, y = (0.26 * sx, 0.42 * sy) if long_y else (0.42 * sx, 0.26 * sy)
        kit.top_panel(0.0, 0.0, sz + 0.0008, 2 * x, 2 * y, F.RUBBER)
        kit.box((sx / 2 - 0.03, -sy / 2 + 0.02, 0.30 * sz), (sx / 2 - 0.01, sy / 2 - 0.02, 0.36 * sz), F.RUBBER)
        return
    count = max(2, round(sy / 0.5))
    for k in range(count):
        w = (sy - 0.06) / count
        y0 = -sy / 2 + 0.03 + k * w
        kit.box((sx / 2 - 0.03, y0 + 0.01, 0.12), (sx / 2 - 0.008, y0 + w - 0.01, sz - 0.10), wood, 0.004)


def cash_register(kit: Kit, style: str) -> None:
    """Till: drawer, keys, a screen for each side, a scanner."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (0.46 * sx, sy / 2, 0.16 * sz), F.BLACK_PLASTIC, 0.006)
    kit.box((0.46 * sx, -0.46 * sy, 0.02 * sz), (sx / 2, 0.46 * sy, 0.14 * sz), F.DARK_GREY, 0.004)
    with kit.frame((0.16 * sx, -0.08 * sy, 0.16 * sz), tilt_deg=12):
        kit.box((-0.26 * sx, -0.34 * sy, 0), (0.26 * sx, 0.30 * sy, 0.05 * sz), F.LIGHT_GREY, 0.004)
        kit.top_panel(0, -0.02 * sy, 0.0505 * sz, 0.48 * sx, 0.6 * sy, F.picture("page", "keys"))
    kit.bar((-0.28 * sx, 0, 0.16 * sz), (-0.28 * sx, 0, 0.7 * sz), 0.035 * sx, F.DARK_GREY)
    kit.box((-0.33 * sx, -0.40 * sy, 0.56 * sz), (-0.23 * sx, 0.40 * sy, sz), F.BLACK_PLASTIC, 0.006)
    kit.front_panel(-0.229 * sx, 0, 0.78 * sz, 0.72 * sy, 0.38 * sz, F.picture("screen", "desktop", emission=0.7))
    kit.box((0.1 * sx, 0.34 * sy, 0.16 * sz), (0.3 * sx, 0.48 * sy, 0.34 * sz), F.WHITE_PLASTIC, 0.006)


def card_terminal(kit: Kit, style: str) -> None:
    """Card reader with a keypad."""
    sx, sy, sz = kit.size
    kit.prism(
        [(0.0, -sx / 2), (sz, -sx / 2), (0.4 * sz, sx / 2), (0.0, sx / 2)][::-1], "zx", -sy / 2, sy / 2, F.DARK_GREY
    )
    up = np.array([-0.46 * sx, 0, 0.28 * sz])
    kit.panel((0, 0, 0.71 * sz), (0, 0.42 * sy, 0), up, F.picture("page", "keys"))


def _wire_walls(kit: Kit, low: np.ndarray, high: np.ndarray, bars: tuple[int, int], rings: int, wire: float) -> None:
    """Wire basket between a lower and an upper rectangle (4, 3) of corners each."""
    for k in range(4):
        a, b, c, d = low[k], low[(k + 1) % 4], high[k], high[(k + 1) % 4]
        count = bars[k % 2]
        for j in range(count):
            t = j / count
            kit.beam(a * (1 - t) + b * t, c * (1 - t) + d * t, wire, wire, F.CHROME)
        for j in range(rings + 1):
            t = j / rings
            kit.beam(a * (1 - t) + c * t, b * (1 - t) + d * t, wire, wire, F.CHROME)


def shopping_cart(kit: Kit, style: str) -> None:
    """Wire cart with a handle (towards -x) and four castors; `basket` is the hand basket of plastic."""
    sx, sy, sz = kit.size
    if style == "basket":
        color = kit.palette.color(((0.34, 0.44, 0.58), (0.40, 0.54, 0.42), (0.62, 0.36, 0.32)))
        plastic = F.plain("basket", color, 0.2)
        rings = [
            np.column_stack([shapes.rounded_rectangle(a * sx, a * sy, 0.1 * min(sx, sy), 2), np.full(12, z * sz)])
            for a, z in ((0.80, 0.0), (0.98, 0.66), (1.0, 0.66), (1.0, 0.72), (0.95, 0.72), (0.78, 0.04))
        ]
        kit.loft(np.array(rings), plastic, crease=30)
        for s in (-1.0, 1.0):
            kit.tube(
                [
                    (s * 0.36 * sx, -0.46 * sy, 0.7 * sz),
                    (s * 0.2 * sx, -0.4 * sy, sz - 0.012),
                    (s * 0.2 * sx, 0.4 * sy, sz - 0.012),
                    (s * 0.36 * sx, 0.46 * sy, 0.7 * sz),
                ],
                0.012,
                F.DARK_GREY,
                6,
            )
        return
    base = 0.42 * sz
    low = np.array([(0.46, -0.34, 0.46), (0.46, 0.34, 0.46), (-0.30, 0.40, 0.50), (-0.30, -0.40, 0.50)]) * [sx, sy, sz]
    high = np.array([(0.5, -0.40, 0.80), (0.5, 0.40, 0.80), (-0.40, 0.49, 0.90), (-0.40, -0.49, 0.90)]) * [sx, sy, sz]
    _wire_walls(kit, low, high, (8, 12), 5, 0.005)
    for k in range(10):
        t = k / 9
        kit.beam(low[0] * (1 - t) + low[3] * t, low[1] * (1 - t) + low[2] * t, 0.005, 0.005, F.CHROME)
    for y in (-1.0, 1.0):
        kit.tube(
            [
                (0.46 * sx, y * 0.34 * sy, 0.12),
                (-0.36 * sx, y * 0.42 * sy, 0.12),
                (-0.40 * sx, y * 0.44 * sy, base),
                (-0.42 * sx, y * 0.46 * sy, 0.94 * sz),
            ],
            0.012,
            F.CHROME,
            6,
        )
        kit.beam((0.40 * sx, y * 0.34 * sy, 0.12), (0.2 * sx, y * 0.36 * sy, 0.46 * sz), 0.02, 0.02, F.CHROME)
        for x in (0.40, -0.36):
            kit.bar(
                (x * sx, y * 0.38 * sy - 0.015, 0.055),
                (x * sx, y * 0.38 * sy + 0.015, 0.055),
                0.055,
                F.RUBBER,
                segments=14,
            )
            kit.box(
                (x * sx - 0.012, y * 0.38 * sy - 0.02, 0.05), (x * sx + 0.012, y * 0.38 * sy + 0.02, 0.13), F.GREY_METAL
            )
    grip = F.plain("grip", (0.32, 0.46, 0.56), 0.2)
    kit.bar((-0.46 * sx, -sy / 2, 0.97 * sz), (-0.46 * sx, sy / 2, 0.97 * sz), 0.03 * sz, grip, segments=8)
    kit.beam((-sx / 2, 0, 0.97 * sz), (-0.42 * sx, 0, 0.97 * sz), 0.9 * sy, 0.01, grip)


def turnstile(kit: Kit, style: str) -> None:
    """Entrance gate: two posts with swinging bars."""
    sx, sy, sz = kit.size
    for y in (-1.0, 1.0):
        py = y * (sy / 2 - 0.10)
        kit.box((-0.3 * sx, py - 0.10, 0), (0.3 * sx, py + 0.10, 0.92 * sz), F.STEEL, 0.02)
        kit.box((-0.32 * sx, py - 0.10, 0.92 * sz), (0.32 * sx, py + 0.10, sz), F.BLACK_PLASTIC, 0.01)
        for k in range(3):
            z = (0.42 + 0.2 * k) * sz
            kit.bar((0.1 * sx, py, z), (0.1 * sx, y * 0.06 * sy, z), 0.018, F.CHROME, segments=8)
    for x in (-1.0, 1.0):
        a, b = sorted((x * sx / 2, x * 0.28 * sx))
        kit.box((a, -sy / 2, 0), (b, -sy / 2 + 0.05, 0.6 * sz), F.CHROME)
        kit.box((a, sy / 2 - 0.05, 0), (b, sy / 2, 0.6 * sz), F.CHROME)


def shop_sign(kit: Kit, style: str) -> None:
    """Hanging or standing board: `price`, `arrow` (signpost), `cross` (first aid box)."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    body = F.WHITE_PLASTIC if style != "arrow" else F.plain("sign green", (0.24, 0.44, 0.34), 0.2)
    kit.box((-sx / 2, -sy / 2, 0), (0.49 * sx, sy / 2, sz), body, 0.08 * sx)
    kit.front_panel(sx / 2, 0, sz / 2, 0.94 * sy, 0.94 * sz, F.picture("page", style))


def banner(kit: Kit, style: str) -> None:
    """Cloth hanging from a rod, striped or plain, weighted below."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    if sy > sz:
        kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, sz), F.fabric((0.86, 0.80, 0.68), "stripe"))
        return
    cloth = kit.palette.cloth()
    kit.bar((0, -sy / 2, sz - 0.012), (0, sy / 2, sz - 0.012), 0.012, F.wood("walnut"), segments=8)
    kit.box((-0.3 * sx, -0.46 * sy, 0), (0.3 * sx, 0.46 * sy, sz - 0.012), cloth)
    for z in (0.08, 0.80):
        kit.box((-sx / 2, -0.46 * sy, z * sz), (sx / 2, 0.46 * sy, (z + 0.05) * sz), F.fabric((0.84, 0.78, 0.64)))


def vending_machine(kit: Kit, style: str) -> None:
    """Machine with a lit window of goods, a keypad and a flap."""
    sx, sy, sz = kit.size
    shell = F.plain("vending", kit.palette.color(((0.24, 0.34, 0.48), (0.26, 0.28, 0.30), (0.52, 0.30, 0.28))), 0.3)
    kit.box((-sx / 2, -sy / 2, 0.03 * sz), (sx / 2 - 0.02, sy / 2, sz), shell, 0.015)
    kit.box((-sx / 2 + 0.03, -sy / 2 + 0.03, 0), (sx / 2 - 0.06, sy / 2 - 0.03, 0.03 * sz), F.BLACK_PLASTIC)
    wide = 0.66 * sy
    y = -sy / 2 + 0.03 * sy + wide / 2
    kit.box((sx / 2 - 0.02, y - wide / 2, 0.28 * sz), (sx / 2 - 0.008, y + wide / 2, 0.95 * sz), F.BLACK_METAL, 0.004)
    goods = F.picture("page", "shelves", emission=0.8)
    kit.front_panel(sx / 2 - 0.007, y, 0.615 * sz, 0.94 * wide, 0.64 * sz, goods)
    kit.box((sx / 2 - 0.02, -0.34 * sy, 0.10 * sz), (sx / 2 - 0.006, 0.16 * sy, 0.20 * sz), F.BLACK_PLASTIC, 0.004)
    kit.box((sx / 2 - 0.02, 0.26 * sy, 0.48 * sz), (sx / 2, 0.44 * sy, 0.72 * sz), F.DARK_GREY, 0.004)
    kit.front_panel(sx / 2 + 0.0005, 0.35 * sy, 0.60 * sz, 0.14 * sy, 0.16 * sz, F.picture("page", "keys"))


def copier(kit: Kit, style: str) -> None:
    """Office copier: paper drawers, output tray, glass with a lid, control panel; desktop when it is low."""
    sx, sy, sz = kit.size
    shell, dark = F.plain("office plastic", (0.84, 0.84, 0.82), 0.2), F.DARK_GREY
    low = 0.62 * sz
    kit.box((-sx / 2, -0.40 * sy, 0), (0.46 * sx, 0.40 * sy, low), shell, 0.01)
    rows = 3 if sz > 0.7 else 1
    for k in range(rows):
        z0, z1 = low * (0.04 + 0.9 * k / rows), low * (0.9 * (k + 1) / rows)
        kit.box((0.46 * sx, -0.37 * sy, z0), (0.49 * sx, 0.37 * sy, z1), shell, 0.004)
        kit.box((0.49 * sx, -0.1 * sy, (z0 + z1) / 2 - 0.012), (sx / 2, 0.1 * sy, (z0 + z1) / 2 + 0.012), dark)
    kit.box((-sx / 2, -0.40 * sy, low), (-0.36 * sx, 0.40 * sy, 0.78 * sz), shell)
    kit.box((-0.36 * sx, 0.30 * sy, low), (0.44 * sx, 0.40 * sy, 0.78 * sz), shell)
    kit.box((-0.3 * sx, -0.3 * sy, low), (0.36 * sx, 0.26 * sy, low + 0.012), F.PAPER)
    kit.box((-sx / 2, -0.42 * sy, 0.78 * sz), (0.46 * sx, 0.42 * sy, 0.88 * sz), shell, 0.008)
    kit.box((-0.48 * sx, -0.40 * sy, 0.885 * sz), (0.34 * sx, 0.40 * sy, sz), dark, 0.012)
    with kit.frame((0.40 * sx, -0.1 * sy, 0.88 * sz), tilt_deg=25):
        kit.box((-0.08 * sx, -0.2 * sy, 0), (0.10 * sx, 0.26 * sy, 0.02), dark)
        kit.top_panel(0.01 * sx, 0.03 * sy, 0.0205, 0.15 * sx, 0.40 * sy, F.picture("page", "keys"))
    kit.box((-0.3 * sx, -sy / 2, 0.44 * sz), (0.3 * sx, -0.40 * sy, 0.47 * sz), shell)
    kit.box((-0.2 * sx, 0.40 * sy, 0.3 * sz), (0.2 * sx, sy / 2, 0.33 * sz), shell)


def shredder(kit: Kit, style: str) -> None:
    """Paper shredder: bin with a head and a slot."""
    sx, sy, sz = kit.size
    kit.box((-0.46 * sx, -0.46 * sy, 0), (0.46 * sx, 0.46 * sy, 0.74 * sz), F.DARK_GREY, 0.012)
    kit.box((-sx / 2, -sy / 2, 0.74 * sz), (sx / 2, sy / 2, sz), F.BLACK_PLASTIC, 0.015)
    kit.box((-0.02, -0.36 * sy, sz - 0.002), (0.02, 0.36 * sy, sz + 0.001), F.GREY_METAL)
    kit.front_panel(0.461 * sx, 0, 0.4 * sz, 0.5 * sy, 0.3 * sz, F.LIGHT_GREY)


def stapler(kit: Kit, style: str) -> None:
    """Stapler: base and arm, along its longest side."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.2 * sz), F.BLACK_PLASTIC)
    kit.beam((-0.46 * sx, 0, 0.34 * sz), (0.46 * sx, 0, 0.80 * sz), 0.9 * sy, 0.34 * sz, F.DARK_GREY)
    kit.box((-0.5 * sx, -0.4 * sy, 0.2 * sz), (-0.36 * sx, 0.4 * sy, 0.6 * sz), F.BLACK_PLASTIC)
    kit.box((0.3 * sx, -0.3 * sy, 0.9 * sz), (0.44 * sx, 0.3 * sy, sz), F.CHROME)


def cubicle(kit: Kit, style: str) -> None:
    """Office place: cloth panels on three sides, open at the front (+x), a worktop along the back, a pedestal."""
    sx, sy, sz = kit.size
    cloth = F.fabric(kit.palette.color(((0.60, 0.62, 0.64), (0.52, 0.58, 0.62), (0.66, 0.63, 0.57))))
    trim, thick = F.GREY_METAL, 0.04
    work, depth = min(0.73, 0.65 * sz), min(0.70, 0.5 * sx)

    def wall(lower: tuple[float, float], upper: tuple[float, float]) -> None:
        (x0, y0), (x1, y1) = lower, upper
        kit.box((x0, y0, 0.06), (x1, y1, sz - 0.025), cloth)
        kit.box((x0, y0, 0), (x1, y1, 0.06), trim)
        kit.box((x0, y0, sz - 0.025), (x1, y1, sz), trim)

    wall((-sx / 2, -sy / 2), (-sx / 2 + thick, sy / 2))
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * (sy / 2 - thick)))
        wall((-sx / 2 + thick, y0), (sx / 2, y1))
    top = kit.pick(F.wood("ash"), F.LIGHT_GREY, F.wood("oak"))
    y = sy / 2 - thick
    kit.box((-sx / 2 + thick, -y, work - 0.03), (-sx / 2 + depth, y, work), top)
    kit.box((-sx / 2 + thick, -y, 0.2), (-sx / 2 + thick + 0.02, y, work - 0.03), trim)
    kit.box((-sx / 2 + depth - 0.10, -y, 0), (-sx / 2 + depth - 0.07, -y + 0.03, work - 0.03), trim)
    kit.box((-sx / 2 + depth - 0.10, y - 0.03, 0), (-sx / 2 + depth - 0.07, y, work - 0.03), trim)


def microphone(kit: Kit, style: str) -> None:
    """Gooseneck microphone on a base."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (0.1 * sx, sy / 2, 0.12 * sz), F.BLACK_PLASTIC, 0.004)
    kit.tube(
        [(-0.25 * sx, 0, 0.1 * sz), (-0.25 * sx, 0, 0.5 * sz), (-0.05 * sx, 0, 0.85 * sz), (0.3 * sx, 0, 0.95 * sz)],
        0.012 * sz,
        F.DARK_GREY,
        5,
    )
    kit.bar((0.28 * sx, 0, 0.94 * sz), (sx / 2, 0, 0.97 * sz), 0.03 * sz, F.BLACK_PLASTIC, 0.04 * sz, 8)


def phone_box(kit: Kit, style: str) -> None:
    """`pay` phone on a wall, or a `handset` lying."""
    sx, sy, sz = kit.size
    if style == "handset":
        kit.lie_along_longest()
        sx, sy, sz = kit.size
        for s in (-1.0, 1.0):
            kit.bar(
                (s * 0.38 * sx, 0, 0),
                (s * 0.38 * sx, 0, 0.7 * sz),
                0.46 * sy if sy < 0.24 * sx else 0.11 * sx,
                F.BLACK_PLASTIC,
                segments=12,
            )
        kit.cushion((-sx / 2, -0.2 * sy, 0.45 * sz), (sx / 2, 0.2 * sy, sz), F.BLACK_PLASTIC, 0.02)
        kit.box((-0.1 * sx, -sy / 2, 0.5 * sz), (0.1 * sx, sy / 2, 0.6 * sz), F.BLACK_PLASTIC)
        return
    kit.box((-sx / 2, -sy / 2, 0), (0.2 * sx, sy / 2, sz), F.STEEL, 0.01)
    kit.front_panel(0.201 * sx, 0.12 * sy, 0.52 * sz, 0.4 * sy, 0.26 * sz, F.picture("page", "keys"))
    kit.bar((0.34 * sx, -0.3 * sy, 0.40 * sz), (0.34 * sx, -0.3 * sy, 0.86 * sz), 0.12 * sx, F.BLACK_PLASTIC)
    for z in (0.42, 0.84):
        kit.bar((0.22 * sx, -0.3 * sy, z * sz), (sx / 2, -0.3 * sy, z * sz), 0.14 * sy, F.BLACK_PLASTIC, segments=12)
    kit.box((0.2 * sx, 0.0, 0.12 * sz), (0.26 * sx, 0.36 * sy, 0.28 * sz), F.GREY_METAL)


def water_cooler(kit: Kit, style: str) -> None:
    """Water cooler: cabinet with taps and a bottle on top; a wall fountain in style `fountain`."""
    sx, sy, sz = kit.size
    if style == "fountain":
        kit.box((-sx / 2, -0.42 * sy, 0), (0.1 * sx, 0.42 * sy, 0.84 * sz), F.STEEL, 0.01)
        kit.box((-sx / 2, -sy / 2, 0.74 * sz), (sx / 2, sy / 2, 0.84 * sz), F.STEEL, 0.015)
        kit.box((-0.2 * sx, -0.38 * sy, 0.835 * sz), (0.42 * sx, 0.38 * sy, 0.842 * sz), F.GREY_METAL)
        kit.box((-sx / 2, -sy / 2, 0.84 * sz), (-0.40 * sx, sy / 2, sz), F.STEEL, 0.006)
        kit.tube(
            [(0.1 * sx, 0.3 * sy, 0.84 * sz), (0.1 * sx, 0.3 * sy, 0.92 * sz), (0.1 * sx, 0.2 * sy, 0.94 * sz)],
            0.012,
            F.CHROME,
            6,
        )
        return
    body = 0.68 * sz if sz > 0.75 else 0.55 * sz
    kit.box((-sx / 2, -sy / 2, 0), (0.46 * sx, sy / 2, body), F.WHITE_PLASTIC, 0.015)
    kit.box((0.30 * sx, -0.36 * sy, 0.62 * body), (0.47 * sx, 0.36 * sy, 0.90 * body), F.LIGHT_GREY)
    for y, color in ((-0.16, (0.36, 0.50, 0.70)), (0.16, (0.68, 0.40, 0.34))):
        kit.box(
            (0.46 * sx, (y - 0.05) * sy, 0.74 * body),
            (sx / 2, (y + 0.05) * sy, 0.80 * body),
            F.plain("tap", color, 0.3),
        )
    bottle = F.plain("water bottle", (0.60, 0.76, 0.88), 0.7)
    kit.lathe(
        [(0.12, body), (0.14, body + 0.06 * sz), (0.42, body + 0.12 * sz), (0.42, 0.97 * sz), (0.36, sz), (0.0, sz)],
        bottle,
        segments=20,
        stretch=(sx, sy),
    )


def jukebox(kit: Kit, style: str) -> None:
    """Jukebox: arched body, glowing tubes, grille and selection window."""
    sx, sy, sz = kit.size
    arch = np.concatenate(
        [
            [(-sy / 2, 0.0), (sy / 2, 0.0)],
            np.stack([0.5 * sy * np.cos(t := np.linspace(0, math.pi, 13)), sz - 0.5 * sy + 0.5 * sy * np.sin(t)], 1),
        ]
    )
    kit.prism(arch, "yz", -sx / 2, 0.36 * sx, F.wood("walnut"))
    t = np.linspace(0, math.pi, 13)
    for r, tint in ((0.42, (0.96, 0.78, 0.44)), (0.34, (0.80, 0.60, 0.78))):
        tube = np.stack([np.full(13, 0.40 * sx), r * sy * np.cos(t), sz - 0.5 * sy + r * sy * np.sin(t)], 1)
        path = np.concatenate([[(0.40 * sx, r * sy, 0.1 * sz)], tube, [(0.40 * sx, -r * sy, 0.1 * sz)]])
        kit.tube(path, 0.03 * sy, F.glowing("neon", tint, 0.9), 8)
    kit.front_panel(0.37 * sx, 0, 0.72 * sz, 0.5 * sy, 0.2 * sz, F.picture("page", "menu", emission=0.5))
    kit.box((0.36 * sx, -0.26 * sy, 0.12 * sz), (0.42 * sx, 0.26 * sy, 0.46 * sz), F.GRILLE)
    kit.box((0.36 * sx, -0.28 * sy, 0.50 * sz), (sx / 2, 0.28 * sy, 0.56 * sz), F.CHROME)


def booth(kit: Kit, style: str) -> None:
    """Bench of a diner: padded seat and back on a base, seat towards +x."""
    sx, sy, sz = kit.size
    hide = F.leather(kit.palette.color(((0.44, 0.20, 0.18), (0.24, 0.34, 0.36), (0.30, 0.24, 0.22))))
    seat = min(0.46, 0.58 * sz)
    kit.box((-sx / 2, -sy / 2, 0), (0.42 * sx, sy / 2, 0.6 * seat), F.wood("walnut"))
    kit.cushion((-0.3 * sx, -sy / 2, 0.6 * seat), (sx / 2, sy / 2, seat), hide, 0.05)
    panels = max(3, round(sy / 0.2))
    for k in range(panels):
        y0 = -sy / 2 + sy * k / panels
        kit.cushion((-0.42 * sx, y0, seat - 0.02), (-0.22 * sx, y0 + sy / panels, sz), hide, 0.035, segments=1)
    kit.box((-sx / 2, -sy / 2, 0), (-0.40 * sx, sy / 2, sz), F.wood("walnut"), 0.005)


def pedestal(kit: Kit, style: str) -> None:
    """Low plinth with a recessed foot."""
    sx, sy, sz = kit.size
    stone = kit.pick(F.plain("concrete", (0.62, 0.62, 0.60), 0.05), F.wood("oak"), F.LIGHT_GREY)
    kit.box((-sx / 2, -sy / 2, 0.35 * sz), (sx / 2, sy / 2, sz), stone, 0.004)
    kit.box((-sx / 2 + 0.02, -sy / 2 + 0.02, 0), (sx / 2 - 0.02, sy / 2 - 0.02, 0.35 * sz), F.DARK_GREY)


def umbrella_rack(kit: Kit, style: str) -> None:
    """Round or square stand of bars with a drip tray."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.06 * sz), F.BLACK_METAL)
    for z in (0.5, 0.97):
        for x in (-1.0, 1.0):
            kit.beam(
                (x * 0.47 * sx, -sy / 2, z * sz), (x * 0.47 * sx, sy / 2, z * sz), 0.06 * sx, 0.06 * sz, F.BLACK_METAL
            )
            kit.beam(
                (-sx / 2, x * 0.47 * sy, z * sz), (sx / 2, x * 0.47 * sy, z * sz), 0.06 * sy, 0.06 * sz, F.BLACK_METAL
            )
    for k in range(5):
        for s in (-1.0, 1.0):
            t = (k / 4 - 0.5) * 0.94
            kit.bar((s * 0.47 * sx, t * sy, 0), (s * 0.47 * sx, t * sy, sz), 0.006, F.BLACK_METAL, segments=5)
            kit.bar((t * sx, s * 0.47 * sy, 0), (t * sx, s * 0.47 * sy, sz), 0.006, F.BLACK_METAL, segments=5)


def extinguisher(kit: Kit, style: str) -> None:
    """Fire extinguisher: bottle, valve, hose; it lies when its box does."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    paint = F.plain("extinguisher", (0.66, 0.24, 0.20), 0.4)
    kit.lathe(
        [
            (0.0, 0.0),
            (0.40, 0.0),
            (0.42, 0.04 * sz),
            (0.42, 0.66 * sz),
            (0.26, 0.78 * sz),
            (0.12, 0.82 * sz),
            (0.12, 0.88 * sz),
        ],
        paint,
        segments=14,
        stretch=(sx, sy),
        crease=50,
    )
    kit.lathe([(0.425, 0.30 * sz), (0.425, 0.52 * sz)], F.PAPER, segments=14, stretch=(sx, sy))
    kit.box((-0.1 * sx, -0.05 * sy, 0.86 * sz), (0.34 * sx, 0.05 * sy, 0.93 * sz), F.BLACK_METAL)
    kit.box((-0.1 * sx, -0.05 * sy, 0.95 * sz), (0.30 * sx, 0.05 * sy, sz), F.BLACK_METAL)
    kit.tube(
        [
            (-0.1 * sx, 0, 0.9 * sz),
            (-0.46 * sx, 0.2 * sy, 0.8 * sz),
            (-0.47 * sx, 0.46 * sy, 0.4 * sz),
            (-0.3 * sx, 0.47 * sy, 0.25 * sz),
        ],
        0.03 * max(sx, sy),
        F.RUBBER,
        6,
    )
