"""Laboratory: glassware, stands, instruments, benches."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.levels import lab_shelf_m, lab_worktop_m
from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit

_LIQUIDS: tuple[F.Color, ...] = ((0.46, 0.66, 0.78), (0.80, 0.70, 0.36), (0.54, 0.70, 0.52), (0.74, 0.52, 0.62))
_GLASSES: dict[str, tuple[tuple[tuple[float, float], ...], float]] = {
    # (radius, height) up the outside and how high the liquid stands.
    "erlenmeyer": (((0.0, 0.0), (0.47, 0.0), (0.5, 0.05), (0.18, 0.66), (0.16, 0.96), (0.20, 1.0)), 0.30),
    "round": (((0.0, 0.0), (0.30, 0.05), (0.48, 0.24), (0.48, 0.38), (0.28, 0.58), (0.13, 0.66), (0.13, 1.0)), 0.34),
    "cylinder": (((0.0, 0.0), (0.5, 0.0), (0.46, 0.04), (0.28, 0.06), (0.28, 0.97), (0.34, 1.0)), 0.50),
    "beaker": (((0.0, 0.0), (0.44, 0.0), (0.46, 0.04), (0.46, 0.94), (0.5, 1.0)), 0.45),
    "dish": (((0.0, 0.0), (0.48, 0.0), (0.5, 0.2), (0.5, 1.0), (0.46, 1.0), (0.45, 0.5), (0.0, 0.5)), 0.0),
    "tube": (((0.0, 0.0), (0.30, 0.02), (0.44, 0.06), (0.44, 0.97), (0.5, 1.0)), 0.40),
    "funnel": (((0.10, 0.0), (0.12, 0.42), (0.5, 1.0)), 0.0),
    "buret": (((0.0, 0.0), (0.10, 0.0), (0.10, 0.10), (0.24, 0.14), (0.24, 1.0)), 0.55),
}


def glassware(kit: Kit, style: str) -> None:
    """Laboratory glass with some liquid; lies down when its box does."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    profile, level = _GLASSES[style]
    pane = F.glass((0.84, 0.90, 0.90), alpha=0.34)
    kit.lathe([(r, z * sz) for r, z in profile], pane, segments=10, stretch=(sx, sy), crease=60)
    if level:
        inside = [(0.94 * r, z * sz) for r, z in profile if z < level and r > 0]
        inside = inside or [(0.4, 0.01 * sz)]
        top = (0.94 * float(np.interp(level, [z for _, z in profile], [r for r, _ in profile])), level * sz)
        liquid = F.plain("liquid", kit.palette.color(_LIQUIDS), 0.6)
        kit.lathe([*inside, top, (0.0, level * sz)], liquid, segments=10, stretch=(sx, sy))
    if style in ("buret", "cylinder"):
        kit.lathe([(0.285, 0.6 * sz), (0.285, 0.61 * sz)], F.DARK_GREY, segments=10, stretch=(sx, sy))


def spirit_lamp(kit: Kit, style: str) -> None:
    """Squat glass lamp with a wick."""
    sx, sy, sz = kit.size
    kit.lathe(
        [(0.0, 0.0), (0.44, 0.0), (0.5, 0.3 * sz), (0.30, 0.58 * sz), (0.18, 0.64 * sz)],
        F.plain("spirit", (0.56, 0.66, 0.76), 0.7),
        segments=10,
        stretch=(sx, sy),
        crease=60,
    )
    kit.lathe([(0.20, 0.62 * sz), (0.20, 0.78 * sz), (0.0, 0.78 * sz)], F.BRASS, segments=10, stretch=(sx, sy))
    kit.bar((0, 0, 0.78 * sz), (0, 0, sz), 0.06 * sx, F.WHITE, 0.03 * sx)


def tube_rack(kit: Kit, style: str) -> None:
    """Rack with test tubes; a bare clamp stand when it is tall."""
    sx, sy, sz = kit.size
    if sz > 1.6 * max(sx, sy):
        stand(kit, "clamp")
        return
    wood = F.wood("ash")
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.10 * sz), wood)
    kit.box((-sx / 2, -sy / 2, 0.56 * sz), (sx / 2, sy / 2, 0.64 * sz), wood)
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * 0.46 * sy))
        kit.box((-sx / 2, y0, 0.10 * sz), (sx / 2, y1, 0.56 * sz), wood)
    for k in range(6):
        y = 0.84 * sy * ((k + 0.5) / 6 - 0.5)
        tint = F.plain("liquid", _LIQUIDS[k % 4], 0.6)
        kit.bar((0, y, 0.12 * sz), (0, y, 0.5 * sz), 0.045 * sy, tint, segments=6)
        kit.bar((0, y, 0.5 * sz), (0, y, sz), 0.05 * sy, F.glass(alpha=0.35), segments=6)


def stand(kit: Kit, style: str) -> None:
    """Retort stand: base, rod, clamp (`clamp`), a pair of them (`buret`), or a ring (`flask`)."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.05 * sz), F.plain("cast base", (0.62, 0.64, 0.64), 0.3))
    r = min(0.006, 0.06 * min(sx, sy))
    kit.bar((-0.32 * sx, 0, 0.04 * sz), (-0.32 * sx, 0, sz), r, F.CHROME, segments=6)
    heights = (0.62, 0.82) if style == "buret" else (0.70,)
    for z in heights:
        kit.bar((-0.34 * sx, 0, z * sz), (0.26 * sx, 0, z * sz), 0.8 * r, F.CHROME, segments=6)
        kit.box((-0.40 * sx, -2.4 * r, z * sz - 2.4 * r), (-0.24 * sx, 2.4 * r, z * sz + 2.4 * r), F.DARK_GREY)
        for s in (-1.0, 1.0):
            kit.beam((0.2 * sx, 0, z * sz), (0.46 * sx, s * 0.2 * sy, z * sz), 2 * r, 2 * r, F.GREY_METAL)


def clamp(kit: Kit, style: str) -> None:
    """Wooden or steel holder for a test tube, lying."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    for s in (-1.0, 1.0):
        kit.beam((-sx / 2, s * 0.1 * sy, sz / 2), (sx / 2, s * 0.4 * sy, sz / 2), 0.2 * sy, sz, F.wood("ash"))
    kit.box((-0.1 * sx, -sy / 2, 0.2 * sz), (0.02 * sx, sy / 2, 0.8 * sz), F.CHROME)


def microscope(kit: Kit, style: str) -> None:
    """Microscope: foot, arm, stage, tube with an eyepiece."""
    sx, sy, sz = kit.size
    body = kit.pick(F.WHITE_PLASTIC, F.LIGHT_GREY)
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.08 * sz), body, 0.008)
    kit.prism(
        [(0.05 * sz, -0.48 * sx), (0.05 * sz, -0.22 * sx), (0.70 * sz, -0.20 * sx), (0.72 * sz, -0.42 * sx)][::-1],
        "zx",
        -0.16 * sy,
        0.16 * sy,
        body,
    )
    kit.box((-0.25 * sx, -0.36 * sy, 0.34 * sz), (0.34 * sx, 0.36 * sy, 0.38 * sz), F.BLACK_METAL)
    kit.box((-0.3 * sx, -0.15 * sy, 0.62 * sz), (0.18 * sx, 0.15 * sy, 0.74 * sz), body, 0.01)
    kit.bar((0.06 * sx, 0, 0.42 * sz), (0.06 * sx, 0, 0.62 * sz), 0.12 * sy, F.CHROME, 0.16 * sy, 10)
    kit.bar((0.05 * sx, 0, 0.72 * sz), (0.34 * sx, 0, 0.97 * sz), 0.12 * sy, body, segments=10)
    kit.bar((0.32 * sx, 0, 0.95 * sz), (0.40 * sx, 0, sz), 0.14 * sy, F.BLACK_PLASTIC, segments=10)
    for y in (-1.0, 1.0):
        kit.bar(
            (-0.32 * sx, y * 0.15 * sy, 0.24 * sz),
            (-0.32 * sx, y * 0.28 * sy, 0.24 * sz),
            0.055 * sz,
            F.DARK_GREY,
            segments=10,
        )


def stirrer(kit: Kit, style: str) -> None:
    """Magnetic stirrer: box with a plate and a knob."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (0.46 * sx, sy / 2, 0.84 * sz), F.WHITE_PLASTIC)
    kit.lathe([(0.44, 0.84 * sz), (0.44, sz), (0.0, sz)], F.GREY_METAL, segments=10, stretch=(0.9 * sx, 0.9 * sy))
    for y in (-0.22, 0.22):
        kit.bar((0.46 * sx, y * sy, 0.4 * sz), (0.5 * sx, y * sy, 0.4 * sz), 0.08 * sy, F.DARK_GREY, segments=8)


def terrarium(kit: Kit, style: str) -> None:
    """Glass tank on a base with earth, a stone, a branch and leaves."""
    sx, sy, sz = kit.size
    x, y = sx / 2, sy / 2
    kit.box((-x, -y, 0), (x, y, 0.06 * sz), F.BLACK_PLASTIC)
    kit.box((-x, -y, 0.95 * sz), (x, y, sz), F.BLACK_PLASTIC)
    kit.box((-0.96 * x, -0.96 * y, 0.06 * sz), (0.96 * x, 0.96 * y, 0.20 * sz), F.SOIL)
    pane = F.glass(alpha=0.14)
    middle, half = 0.505 * sz, 0.445 * sz
    kit.panel((x, 0, middle), (0, y, 0), (0, 0, half), pane)
    kit.panel((-x, 0, middle), (0, -y, 0), (0, 0, half), pane)
    for s in (-1.0, 1.0):
        kit.panel((0, s * y, middle), (-s * x, 0, 0), (0, 0, half), pane)
        for t in (-1.0, 1.0):
            kit.box(
                (s * x - 0.006 * (s + 1), t * y - 0.006 * (t + 1), 0.06 * sz),
                (s * x - 0.006 * (s - 1), t * y - 0.006 * (t - 1), 0.95 * sz),
                F.BLACK_PLASTIC,
            )
    kit.sphere(
        (-0.2 * sx, 0.2 * sy, 0.22 * sz), (0.18 * sx, 0.16 * sy, 0.10 * sz), F.plain("stone", (0.56, 0.54, 0.50)), 8, 5
    )
    kit.tube(
        [(0.3 * sx, -0.3 * sy, 0.18 * sz), (0.05 * sx, 0, 0.5 * sz), (-0.2 * sx, 0.25 * sy, 0.75 * sz)],
        0.02 * sz,
        F.BARK,
        6,
    )
    for k in range(9):
        a = 2.4 * k
        green = F.plain("fern", (0.36, 0.50, 0.28), 0.05)
        base = (0.22 * sx * math.cos(a), 0.24 * sy * math.sin(a), 0.2 * sz)
        tip = (0.42 * sx * math.cos(a), 0.44 * sy * math.sin(a), (0.36 + 0.04 * (k % 4)) * sz)
        kit.beam(base, tip, 0.05 * sx, 0.004, green)


def molecule(kit: Kit, style: str) -> None:
    """Teaching model: balls and sticks on a stand."""
    sx, sy, sz = kit.size
    kit.lathe(
        [(0.0, 0.0), (0.40, 0.0), (0.40, 0.03 * sz), (0.0, 0.04 * sz)], F.BLACK_PLASTIC, segments=14, stretch=(sx, sy)
    )
    kit.bar((0, 0, 0.03 * sz), (0, 0, 0.40 * sz), 0.012 * sz, F.CHROME, segments=6)
    colors = ((0.34, 0.36, 0.40), (0.72, 0.40, 0.34), (0.88, 0.86, 0.80), (0.38, 0.52, 0.68))
    center = np.array([0.0, 0.0, 0.62 * sz])
    r = 0.12 * min(sx, sy, 0.7 * sz)
    sides, rings = kit.few(12, 6), kit.few(8, 4)
    kit.sphere(center, 1.5 * r, F.plain("atom", colors[0], 0.5), sides, rings)
    reach = np.array([sx / 2, sy / 2, 0.38 * sz])
    directions = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0.5, 0.5, -0.7))
    for k, direction in enumerate(directions[: kit.few(6, 4)]):
        out = np.array(direction, float)
        tip = center + out * (reach - np.abs(out) * r)
        kit.bar(center, tip, 0.3 * r, F.LIGHT_GREY, segments=kit.few(6, 3))
        kit.sphere(tip, r, F.plain("atom", colors[1 + k % 3], 0.5), sides, rings)


def lab_table(kit: Kit, style: str) -> None:
    """Laboratory bench: cabinets, resistant worktop, reagent shelf with sockets over it."""
    sx, sy, sz = kit.size
    work = lab_worktop_m(kit.size)
    x0, x1 = lab_shelf_m(kit.size)
    face = kit.pick(F.WHITE, F.plain("lab front", (0.70, 0.76, 0.78), 0.2), F.wood("ash"))
    top = F.plain("epoxy", (0.24, 0.26, 0.28), 0.35)
    kit.box((-sx / 2, -sy / 2, work - 0.035), (sx / 2, sy / 2, work), top, 0.004)
    kit.box((-sx / 2 + 0.05, -sy / 2 + 0.04, 0.09), (sx / 2 - 0.06, sy / 2 - 0.04, work - 0.035), face)
    kit.box((-sx / 2 + 0.10, -sy / 2 + 0.08, 0), (sx / 2 - 0.12, sy / 2 - 0.08, 0.09), F.DARK_GREY)
    columns = max(2, round(sy / 0.55))
    sides = (1.0, -1.0) if sx >= 1.2 else (1.0,)
    for side in sides:
        for k in range(columns):
            w = (sy - 0.08) / columns
            y0 = -sy / 2 + 0.04 + k * w
            face_x = side * (sx / 2 - (0.06 if side > 0 else 0.05))
            a, b = sorted((face_x, face_x + side * 0.016))
            kit.box((a, y0 + 0.004, 0.10), (b, y0 + w - 0.004, work - 0.20), face)
            kit.box((a, y0 + 0.004, work - 0.19), (b, y0 + w - 0.004, work - 0.045), face)
            for z in (work - 0.115, work - 0.24):
                a, b = sorted((face_x + side * 0.016, face_x + side * 0.03))
                kit.box((a, y0 + 0.3 * w, z - 0.006), (b, y0 + 0.7 * w, z + 0.006), F.STEEL)
    kit.box((x0, -sy / 2 + 0.08, sz - 0.025), (x1, sy / 2 - 0.08, sz), F.WHITE)
    posts = max(2, round(sy / 1.0) + 1)
    for k in range(posts):
        y = -sy / 2 + 0.10 + (sy - 0.20) * k / (posts - 1)
        middle = (x0 + x1) / 2
        kit.box((middle - 0.02, y - 0.02, work), (middle + 0.02, y + 0.02, sz - 0.025), F.GREY_METAL)
    box_y = 0.36 * sy
    kit.box(((x0 + x1) / 2 - 0.05, -box_y, work), ((x0 + x1) / 2 + 0.05, box_y, work + 0.09), F.LIGHT_GREY)


def fume_hood(kit: Kit, style: str) -> None:
    """Exhaust hood: base cabinet, chamber with a glass sash, top box."""
    sx, sy, sz = kit.size
    shell = F.plain("hood", (0.80, 0.83, 0.84), 0.2)
    low, high = 0.40 * sz, 0.82 * sz
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2 - 0.02, sy / 2, low), shell, 0.005)
    kit.box((-sx / 2, -sy / 2, low), (sx / 2, sy / 2, low + 0.03), F.DARK_GREY)
    kit.box((-sx / 2, -sy / 2, high), (sx / 2 - 0.01, sy / 2, sz), shell, 0.005)
    kit.box((-sx / 2, -sy / 2, low), (-sx / 2 + 0.03, sy / 2, high), F.WHITE)
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * (sy / 2 - 0.06)))
        kit.box((-sx / 2, y0, low), (sx / 2 - 0.02, y1, high), shell)
    middle = low + 0.66 * (high - low)
    kit.front_panel(sx / 2 - 0.05, 0, middle, sy - 0.12, 0.64 * (high - low), F.glass(alpha=0.16))
    kit.box(
        (sx / 2 - 0.06, -sy / 2 + 0.06, low + 0.32 * (high - low)),
        (sx / 2 - 0.02, sy / 2 - 0.06, low + 0.37 * (high - low)),
        F.GREY_METAL,
    )
    for k in range(2):
        y0 = -sy / 2 + 0.02 + k * (sy / 2 - 0.02)
        kit.box((sx / 2 - 0.02, y0, 0.06), (sx / 2, y0 + sy / 2 - 0.03, low - 0.03), F.WHITE)
    kit.prism(
        shapes.rounded_rectangle(0.3 * sy, 0.05 * sz, 0.01, 2, (0, high + 0.5 * (sz - high))),
        "yz",
        sx / 2 - 0.011,
        sx / 2,
        F.BLACK_PLASTIC,
    )
