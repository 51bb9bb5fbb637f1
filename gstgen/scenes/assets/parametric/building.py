"""Parts of buildings that inventories list as objects: doors, windows, blinds, pillars, stairs, handles, ducts."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit

Loop = list[tuple[float, float]]


def _ring(y0: float, y1: float, z0: float, z1: float, width: float) -> tuple[Loop, Loop]:
    """Outline and clockwise hole of a rectangular frame in the yz plane."""
    outer = [(y0, z0), (y1, z0), (y1, z1), (y0, z1)]
    hole = [(y0 + width, z0 + width), (y0 + width, z1 - width), (y1 - width, z1 - width), (y1 - width, z0 + width)]
    return outer, hole


def door(kit: Kit, style: str) -> None:
    """`leaf`: frame, panelled leaf, handles; `double`; `sliding` glass; `lift` steel leaves; `garage` sections."""
    sx, sy, sz = kit.size
    frame = min(0.06, 0.06 * sy)
    trim = kit.pick(F.WHITE, kit.palette.wood())
    leaves = 2 if style in ("sliding", "lift") or sy > 1.25 else 1
    if style == "garage":
        kit.box((-0.3 * sx, -sy / 2, sz - 0.06), (0.5 * sx, sy / 2, sz), F.GREY_METAL)
        rows = max(4, round(sz / 0.5))
        for k in range(rows):
            z0 = (sz - 0.06) * k / rows
            kit.box(
                (-0.5 * sx, -sy / 2, z0 + 0.006),
                (-0.5 * sx + 0.05, sy / 2, z0 + (sz - 0.06) / rows - 0.006),
                F.WHITE,
                0.01,
            )
        for y in (-1.0, 1.0):
            kit.box(
                (-0.46 * sx, y * (sy / 2 - 0.04) - 0.03, sz - 0.16),
                (0.5 * sx, y * (sy / 2 - 0.04) + 0.03, sz - 0.06),
                F.GREY_METAL,
            )
        return
    outer: Loop = [(-sy / 2, 0.0), (sy / 2, 0.0), (sy / 2, sz), (-sy / 2, sz)]
    hole: Loop = [
        (-sy / 2 + frame, 0.001),
        (-sy / 2 + frame, sz - frame),
        (sy / 2 - frame, sz - frame),
        (sy / 2 - frame, 0.001),
    ]
    metal = F.STEEL if style == "lift" else F.BLACK_METAL
    thick = min(0.045, 0.5 * sx)
    kit.prism(
        outer,
        "yz",
        -sx / 2 if style != "leaf" else -0.40 * sx,
        sx / 2 if style != "leaf" else 0.40 * sx,
        trim if style == "leaf" else metal,
        [hole],
    )
    width = (sy - 2 * frame) / leaves
    wood = kit.pick(F.WHITE, kit.palette.wood(), kit.palette.wood())
    for k in range(leaves):
        y0, y1 = -sy / 2 + frame + k * width + 0.002, -sy / 2 + frame + (k + 1) * width - 0.002
        top = sz - frame - 0.002
        if style == "lift":
            kit.box((-thick / 2, y0, 0.004), (thick / 2, y1, top), F.STEEL, 0.003)
            continue
        if style == "sliding":
            x = (0.12 if k % 2 else -0.12) * sx
            ring = _ring(y0, y1, 0.004, top, min(0.05, 0.12 * width))
            kit.prism(ring[0], "yz", x - 0.3 * thick, x + 0.3 * thick, metal, [ring[1]])
            kit.front_panel(x, (y0 + y1) / 2, top / 2, 0.92 * width, 0.96 * top, F.glass(alpha=0.16))
            continue
        kit.box((-thick / 2, y0, 0.004), (thick / 2, y1, top), wood, 0.002)
        rail = 0.16 * width
        for z0, z1 in ((0.10 * sz, 0.42 * sz), (0.50 * sz, 0.92 * sz)):
            for s in (-1.0, 1.0):
                a, b = sorted((s * thick / 2, s * (thick / 2 + 0.008)))
                panel = _ring(y0 + rail, y1 - rail, z0, z1, 0.02)
                kit.prism(panel[0], "yz", a, b, wood, [panel[1]])
        y = y1 - 0.07 if k == 0 and leaves == 2 else y0 + 0.07
        inward = -1.0 if y > (y0 + y1) / 2 else 1.0
        for s in (-1.0, 1.0):
            kit.bar((s * thick / 2, y, 0.48 * sz), (s * (sx / 2 - 0.01), y, 0.48 * sz), 0.012, F.CHROME, segments=8)
            kit.bar(
                (s * (sx / 2 - 0.01), y, 0.48 * sz),
                (s * (sx / 2 - 0.01), y + inward * 0.11, 0.48 * sz),
                0.01,
                F.CHROME,
                segments=8,
            )


def window(kit: Kit, style: str) -> None:
    """Frame with panes: `fixed` in a grid of mullions, `casement` with two sashes and a handle, `blind` of slats."""
    sx, sy, sz = kit.size
    if style == "blind":
        kit.box((-sx / 2, -sy / 2, sz - min(0.06, 0.1 * sz)), (sx / 2, sy / 2, sz), F.WHITE_PLASTIC)
        count = int(np.clip(sz / 0.055, 6, 60))
        for k in range(count):
            z = (sz - 0.07) * (k + 0.5) / count
            with kit.frame((0, 0, z), tilt_deg=28):
                kit.box((-0.40 * sx, -0.49 * sy, -0.0015), (0.40 * sx, 0.49 * sy, 0.0015), F.WHITE)
        for y in (-0.32, 0.32):
            kit.box((0.40 * sx, y * sy - 0.004, 0), (0.41 * sx, y * sy + 0.004, sz), F.LIGHT_GREY)
        kit.box((-0.3 * sx, -sy / 2, 0), (0.3 * sx, sy / 2, 0.02), F.WHITE_PLASTIC)
        return
    trim = kit.pick(F.WHITE, F.DARK_GREY, F.WHITE)
    width = min(0.06, 0.1 * min(sy, sz))
    ring = _ring(-sy / 2, sy / 2, 0.0, sz, width)
    kit.prism(ring[0], "yz", -sx / 2, sx / 2, trim, [ring[1]])
    columns = max(2 if style == "casement" else 1, round(sy / 1.1))
    rows = 1 if style == "casement" else max(1, round(sz / 1.6))
    for k in range(1, columns):
        y = (sy - 2 * width) * (k / columns - 0.5)
        kit.box((-0.35 * sx, y - width / 2, width), (0.35 * sx, y + width / 2, sz - width), trim)
    for k in range(1, rows):
        z = width + (sz - 2 * width) * k / rows
        kit.box((-0.35 * sx, -sy / 2 + width, z - width / 2), (0.35 * sx, sy / 2 - width, z + width / 2), trim)
    kit.front_panel(0, 0, sz / 2, sy - 2 * width, sz - 2 * width, F.glass(alpha=0.14))
    if style == "casement":
        kit.box((0.35 * sx, -0.015, 0.45 * sz), (0.5 * sx, 0.015, 0.55 * sz), F.CHROME)


def pillar(kit: Kit, style: str) -> None:
    """Column: `round` with base and capital, or `square` clad."""
    sx, sy, sz = kit.size
    stone = kit.pick(F.CONCRETE, F.WHITE, F.plain("plaster", (0.84, 0.82, 0.77), 0.05), F.marble("white"))
    foot = min(0.25, 0.08 * sz)
    if style == "square":
        kit.box((-0.46 * sx, -0.46 * sy, foot), (0.46 * sx, 0.46 * sy, sz - 0.6 * foot), stone)
        kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, foot), F.darker(stone), 0.008)
        kit.box((-sx / 2, -sy / 2, sz - 0.6 * foot), (sx / 2, sy / 2, sz), F.darker(stone), 0.008)
        return
    profile = [(0.5, 0.0), (0.5, 0.4 * foot), (0.46, 0.6 * foot), (0.46, 0.8 * foot), (0.41, foot), (0.38, sz - foot),
               (0.44, sz - 0.6 * foot), (0.5, sz - 0.4 * foot), (0.5, sz)]  # fmt: skip
    kit.lathe([(0.0, 0.0), *profile, (0.0, sz)], stone, segments=28, stretch=(sx, sy), crease=30)


def beam(kit: Kit, style: str) -> None:
    """Wall, beam or soffit without a name: a plain plastered block; `truss` is an open steel frame."""
    sx, sy, sz = kit.size
    if style == "slab":
        kit.box(
            (-sx / 2, -sy / 2, 0),
            (sx / 2, sy / 2, sz),
            kit.pick(F.CONCRETE, F.plain("plaster", (0.86, 0.84, 0.80), 0.0)),
            0.006,
        )
        return
    bar = min(0.05, 0.12 * min(sx, sy))
    corners = [(x * (sx / 2 - bar / 2), y * (sy / 2 - bar / 2)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    for x, y in corners:
        kit.box((x - bar / 2, y - bar / 2, 0), (x + bar / 2, y + bar / 2, sz), F.GREY_METAL)
    steps = max(2, round(sz / max(sx, sy, 0.3)))
    for k in range(steps + 1):
        z = bar / 2 + (sz - bar) * k / steps
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            kit.beam((*a, z), (*b, z), 0.7 * bar, 0.7 * bar, F.GREY_METAL)
            if k < steps:
                kit.beam((*a, z), (*b, z + (sz - bar) / steps), 0.4 * bar, 0.4 * bar, F.GREY_METAL)


def stairs(kit: Kit, style: str) -> None:
    """Straight flight rising towards -x, with strings, treads and a rail; a `ladder` leaning or lying."""
    if style == "ladder":
        kit.stand_along_longest()
        sx, sy, sz = kit.size
        for y in (-1.0, 1.0):
            y0, y1 = sorted((y * sy / 2, y * (sy / 2 - 0.03)))
            kit.box((-sx / 2, y0, 0), (sx / 2, y1, sz), F.LIGHT_GREY, 0.004)
        count = max(4, round(sz / 0.28))
        for k in range(count):
            z = sz * (k + 0.5) / count
            kit.box((-0.3 * sx, -sy / 2 + 0.03, z - 0.012), (0.3 * sx, sy / 2 - 0.03, z + 0.012), F.LIGHT_GREY)
        return
    sx, sy, sz = kit.size
    floor = sz - 0.95
    count = max(4, round(floor / 0.18))
    wood = kit.palette.wood()
    for k in range(count):
        x1 = sx / 2 - sx * k / count
        z1 = floor * (k + 1) / count
        kit.box((x1 - sx / count - 0.02, -sy / 2 + 0.04, z1 - 0.04), (x1, sy / 2 - 0.04, z1), wood, 0.004)
        kit.box(
            (x1 - sx / count, -sy / 2 + 0.05, max(z1 - floor / count, 0)),
            (x1 - sx / count + 0.015, sy / 2 - 0.05, z1 - 0.03),
            F.WHITE,
        )
    for y in (-1.0, 1.0):
        side = y * (sy / 2 - 0.02)
        kit.beam((sx / 2, side, 0.0), (-sx / 2, side, floor - 0.05), 0.04, 0.22, wood)
        kit.beam((sx / 2, side, 0.9), (-sx / 2, side, sz - 0.03), 0.05, 0.05, wood)
        for k in range(count):
            x = sx / 2 - sx * (k + 0.5) / count
            z = floor * (k + 0.5) / count
            kit.bar((x, side, z), (x, side, z + 0.9), 0.012, F.BLACK_METAL, segments=6)


def grab_bar(kit: Kit, style: str) -> None:
    """Handrail on a wall; `corner` runs along two sides."""
    sx, sy, sz = kit.size
    r = min(0.016, 0.5 * sz)
    metal = F.CHROME
    if style == "corner":
        kit.tube(
            [(-sx / 2 + r, -sy / 2 + r, sz / 2), (-sx / 2 + r, sy / 2 - r, sz / 2), (sx / 2 - r, sy / 2 - r, sz / 2)],
            r,
            metal,
        )
        for x, y in ((-sx / 2 + r, -sy / 2 + 0.02), (-sx / 2 + r, sy / 2 - r), (sx / 2 - 0.02, sy / 2 - r)):
            kit.box((x - r, y - r, 0), (x + r, y + r, sz), metal)
        return
    x = sx / 2 - r
    kit.tube(
        [
            (-sx / 2, -sy / 2 + 0.03, sz / 2),
            (x, -sy / 2 + 0.03, sz / 2),
            (x, sy / 2 - 0.03, sz / 2),
            (-sx / 2, sy / 2 - 0.03, sz / 2),
        ],
        r,
        metal,
    )
    for y in (-1.0, 1.0):
        kit.box((-sx / 2, y * (sy / 2 - 0.03) - 0.03, 0), (-sx / 2 + 0.006, y * (sy / 2 - 0.03) + 0.03, sz), metal)


def bed_screen(kit: Kit, style: str) -> None:
    """Ward curtain: rail on hangers with cloth in folds."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    kit.bar((-sx / 2, 0, sz - 0.02), (sx / 2, 0, sz - 0.02), 0.016, F.CHROME, segments=8)
    count = max(12, round(sx / 0.05))
    t = np.linspace(-0.5, 0.5, count + 1)
    wave = 0.45 * sy * np.sin(2 * math.pi * t * sx / 0.28)
    rows = [
        np.stack([t * sx, wave * (0.4 + 0.6 * (1 - h)), np.full(count + 1, 0.12 * sz + h * 0.86 * sz)], 1)
        for h in (0.0, 0.6, 1.0)
    ]
    kit.sheet(np.array(rows), F.fabric((0.72, 0.80, 0.80)), crease=70)
    for k in range(3):
        x = (k - 1) * 0.48 * sx
        kit.bar((x, 0, 0), (x, 0, sz), 0.014, F.CHROME, segments=8)
        kit.box((x - 0.02, -sy / 2, 0), (x + 0.02, sy / 2, 0.03), F.CHROME)


def ceiling_unit(kit: Kit, style: str) -> None:
    """On ceilings: `air` cassette with louvres, `fan` of blades under a motor, `projector` on a pole."""
    sx, sy, sz = kit.size
    if style == "air":
        kit.box((-sx / 2, -sy / 2, 0.2 * sz), (sx / 2, sy / 2, sz), F.WHITE_PLASTIC, 0.1 * sz)
        kit.box((-0.3 * sx, -0.3 * sy, 0), (0.3 * sx, 0.3 * sy, 0.25 * sz), F.GRILLE)
        for s in (-1.0, 1.0):
            kit.box((s * 0.42 * sx - 0.02, -0.34 * sy, 0), (s * 0.42 * sx + 0.02, 0.34 * sy, 0.25 * sz), F.DARK_GREY)
            kit.box((-0.34 * sx, s * 0.42 * sy - 0.02, 0), (0.34 * sx, s * 0.42 * sy + 0.02, 0.25 * sz), F.DARK_GREY)
        return
    if style == "fan":
        wood = kit.palette.wood()
        hub = 0.22 * sz
        kit.bar((0, 0, hub), (0, 0, sz), 0.018, F.BRASS)
        kit.lathe([(0.0, sz - 0.05), (0.07, sz - 0.04), (0.07, sz)], F.BRASS, segments=16)
        kit.lathe([(0.0, 0.08 * sz), (0.11, 0.10 * sz), (0.12, 0.30 * sz), (0.05, 0.40 * sz)], F.BRASS, segments=18)
        kit.sphere((0, 0, 0.06 * sz), (0.10, 0.10, 0.06 * sz), F.DIFFUSER, 14, 8)
        for k in range(5):
            a = 2 * math.pi * k / 5
            r = 0.5 * math.hypot(sx * math.cos(a), sy * math.sin(a))
            with kit.frame((0, 0, 0.24 * sz), yaw_deg=math.degrees(a), roll_deg=10):
                kit.box((0.10, -0.07, -0.004), (r, 0.07, 0.004), wood)
        return
    kit.bar((0, 0, 0.3 * sz), (0, 0, sz), 0.02, F.WHITE_PLASTIC)
    kit.lathe([(0.06, sz - 0.02), (0.06, sz), (0.0, sz)], F.WHITE_PLASTIC, segments=16)
    kit.box((-sx / 2, -sy / 2, 0), (0.46 * sx, sy / 2, min(0.3 * sz, 0.16)), F.WHITE_PLASTIC, 0.015)
    kit.bar(
        (0.46 * sx, 0.18 * sy, min(0.15 * sz, 0.08)),
        (0.5 * sx, 0.18 * sy, min(0.15 * sz, 0.08)),
        min(0.10 * sz, 0.04),
        F.BLACK_GLASS,
        segments=14,
    )


def statue(kit: Kit, style: str) -> None:
    """Fountain-like garden sculpture: basin, pedestal, figure of stacked turned forms."""
    sx, sy, sz = kit.size
    stone: Finish = F.CONCRETE
    kit.lathe(
        [(0.0, 0.0), (0.5, 0.0), (0.5, 0.12 * sz), (0.45, 0.14 * sz), (0.43, 0.08 * sz), (0.0, 0.07 * sz)],
        stone,
        segments=32,
        stretch=(sx, sy),
    )
    kit.lathe(
        [(0.43, 0.10 * sz), (0.0, 0.10 * sz)], F.plain("water", (0.46, 0.66, 0.72), 0.8), segments=28, stretch=(sx, sy)
    )
    d = min(sx, sy)
    kit.lathe(
        [
            (0.10, 0.06 * sz),
            (0.07, 0.16 * sz),
            (0.06, 0.34 * sz),
            (0.24, 0.42 * sz),
            (0.26, 0.45 * sz),
            (0.06, 0.44 * sz),
            (0.045, 0.66 * sz),
            (0.14, 0.71 * sz),
            (0.15, 0.73 * sz),
            (0.04, 0.72 * sz),
            (0.05, 0.86 * sz),
            (0.02, 0.95 * sz),
            (0.0, sz),
        ],
        stone,
        segments=24,
        stretch=(d, d),
        crease=50,
    )


def floor_fan(kit: Kit, style: str) -> None:
    """Fan on a stand: round cage, blades, pole, foot."""
    sx, sy, sz = kit.size
    r = min(0.5 * sy, 0.24 * sz)
    kit.prism(shapes.superellipse(0.42 * min(sx, sy), 0.42 * min(sx, sy), 2, 24), "xy", 0, 0.03 * sz, F.WHITE_PLASTIC)
    kit.box((-sx / 2, -0.02, 0), (-0.2 * sx, 0.02, 0.02), F.WHITE_PLASTIC)
    hub = sz - r
    kit.bar((-0.1 * sx, 0, 0.03 * sz), (-0.1 * sx, 0, hub), 0.018, F.WHITE_PLASTIC)
    kit.bar((-0.2 * sx, 0, hub), (0.1 * sx, 0, hub), 0.08, F.WHITE_PLASTIC, 0.06, 14)
    t = np.linspace(0, 2 * math.pi, 25)[:-1]
    for x, scale in ((0.12 * sx, 1.0), (0.5 * sx - 0.005, 0.75), (0.3 * sx, 1.0)):
        ring = np.stack([np.full(24, x), (r - 0.005) * scale * np.cos(t), hub + (r - 0.005) * scale * np.sin(t)], 1)
        kit.tube(ring, 0.005, F.CHROME, 5, closed=True)
    for k in range(16):
        a = 2 * math.pi * k / 16
        c, s = math.cos(a) * (r - 0.005), math.sin(a) * (r - 0.005)
        kit.tube(
            [
                (0.12 * sx, c, hub + s),
                (0.3 * sx, c, hub + s),
                (0.5 * sx - 0.005, 0.75 * c, hub + 0.75 * s),
                (0.5 * sx - 0.005, 0.1 * c, hub + 0.1 * s),
            ],
            0.0025,
            F.CHROME,
            4,
        )
    for k in range(4):
        with kit.frame((0.2 * sx, 0, hub), roll_deg=90.0 * k):
            kit.beam((0, 0, 0.04), (0.04, 0, 0.86 * r), 0.45 * r, 0.006, F.plain("blade", (0.56, 0.70, 0.80), 0.4))


def trough(kit: Kit, style: str) -> None:
    """Long wash trough on a wall with a row of taps."""
    sx, sy, sz = kit.size
    high = 0.55 * sz
    outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
    x, y = sx / 2 - 0.04, sy / 2 - 0.04
    kit.prism(outline, "xy", 0.1 * high, high, F.CERAMIC, [[(-x + 0.08, -y), (-x + 0.08, y), (x, y), (x, -y)]])
    kit.box((-x, -y, 0), (x, y, 0.3 * high), F.CERAMIC)
    kit.box((-sx / 2, -sy / 2, high), (-sx / 2 + 0.02, sy / 2, sz), F.CERAMIC)
    count = max(2, round(sy / 0.6))
    for k in range(count):
        at = sy * ((k + 0.5) / count - 0.5)
        kit.tube(
            [
                (-sx / 2 + 0.05, at, high),
                (-sx / 2 + 0.05, at, 0.86 * sz),
                (-sx / 2 + 0.18, at, 0.86 * sz),
                (-sx / 2 + 0.18, at, 0.76 * sz),
            ],
            0.012,
            F.CHROME,
            8,
        )


def stone_bench(kit: Kit, style: str) -> None:
    """Heated benches of a bath: two steps of tiled stone round a corner."""
    sx, sy, sz = kit.size
    stone, edge = F.marble("white"), F.plain("tile", (0.60, 0.70, 0.72), 0.4)
    deep = 0.28 * min(sx, sy)
    for k, (height, wide) in enumerate(((0.42, 2 * deep), (1.0, deep))):
        low = 0.0 if k == 0 else 0.42 * sz
        for lower, upper in (
            ((-sx / 2, -sy / 2), (-sx / 2 + wide, sy / 2)),
            ((-sx / 2 + wide, -sy / 2), (sx / 2, -sy / 2 + wide)),
        ):
            kit.box((*lower, low), (*upper, height * sz - 0.03), edge)
            kit.box((*lower, height * sz - 0.03), (*upper, height * sz), stone)


def screen(kit: Kit, style: str) -> None:
    """Projection screen let down from its casing."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    case = min(0.10, 0.08 * sz)
    kit.box((-sx / 2, -sy / 2, sz - case), (sx / 2, sy / 2, sz), F.WHITE_PLASTIC, 0.01)
    kit.box((-0.05 * sx, -0.48 * sy, 0.03), (0.05 * sx, 0.48 * sy, sz - case), F.BLACK_PLASTIC)
    kit.front_panel(0.08 * sx, 0, 0.5 * sz, 0.92 * sy, 0.86 * sz, F.plain("screen cloth", (0.95, 0.95, 0.94)))
    kit.box((-0.2 * sx, -0.49 * sy, 0), (0.2 * sx, 0.49 * sy, 0.03), F.WHITE_PLASTIC)
