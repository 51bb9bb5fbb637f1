"""Lamps: floor, table, wall and ceiling. Ceiling lamps hang from the top of their box."""

from __future__ import annotations

import math

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric.kit import Kit


def _shade(kit: Kit, z0: float, z1: float, low: float, high: float, stretch: tuple[float, float] = (1.0, 1.0)) -> None:
    """Open cone that glows, with dark rims, a bulb and a spider inside."""
    t = 0.006 * max(low, high)
    kit.lathe([(low, z0), (high, z1), (high - t, z1), (low - t, z0), (low, z0)], F.SHADE, segments=28, stretch=stretch)
    middle = (z0 + z1) / 2
    r = 0.16 * low * min(stretch)
    kit.sphere((0, 0, middle), (r, r, 1.3 * r), F.BULB, 10, 6)


def floor_lamp(kit: Kit, style: str) -> None:
    """Standing lamp: shade on a pole, tripod, arc, or uplighter bowl."""
    sx, sy, sz = kit.size
    metal = kit.palette.metal() if kit.rng.uniform() < 0.7 else F.BRASS
    r = 0.5
    shade = min(0.26 * sz, 0.34)
    if style == "tripod":
        wood = kit.palette.wood()
        for k in range(3):
            a = 2 * math.pi * k / 3 + 0.5
            kit.bar(
                (0.95 * r * sx * math.cos(a), 0.95 * r * sy * math.sin(a), 0), (0.03, 0, 0.80 * sz), 0.014, wood, 0.016
            )
        kit.bar((0, 0, 0.74 * sz), (0, 0, sz - 0.5 * shade), 0.018, metal)
        _shade(kit, sz - shade, sz, 0.46, 0.36, (sx, sy))
        return
    base = min(0.4, 0.16 / min(sx, sy)) if min(sx, sy) > 0.32 else 0.46
    kit.lathe(
        [(0.0, 0.0), (base, 0.0), (base, 0.018), (base * 0.9, 0.028), (0.0, 0.03)], metal, segments=28, stretch=(sx, sy)
    )
    if style == "uplight":
        kit.bar((0, 0, 0.02), (0, 0, sz - 0.1), 0.013, metal)
        bowl = 0.11 * sz
        kit.lathe(
            [(0.08, sz - bowl), (0.38, sz - 0.5 * bowl), (0.5, sz), (0.47, sz - 0.02 * bowl)],
            metal,
            segments=28,
            stretch=(sx, sy),
            crease=60,
        )
        kit.lathe([(0.47, sz - 0.05 * bowl), (0.0, sz - 0.05 * bowl)], F.DIFFUSER, segments=28, stretch=(sx, sy))
        return
    kit.bar((0, 0, 0.02), (0, 0, sz - 0.5 * shade), 0.012, metal)
    for z in (0.35 * sz, 0.7 * sz):
        kit.bar((0, 0, z), (0, 0, z + 0.03), 0.017, metal)
    if style == "drum":
        _shade(kit, sz - shade, sz, 0.5, 0.5, (sx, sy))
    else:
        _shade(kit, sz - shade, sz, 0.5, 0.30, (sx, sy))
    kit.bar(
        (0, 0.3 * shade * 0.5, sz - 1.25 * shade), (0, 0.3 * shade * 0.5, sz - 0.8 * shade), 0.002, F.BRASS, segments=5
    )


def table_lamp(kit: Kit, style: str) -> None:
    """Table lamp: ceramic body, candlestick or block under a shade; style desk is a jointed lamp."""
    sx, sy, sz = kit.size
    if style == "desk":
        metal = kit.pick(F.BLACK_METAL, F.CHROME, F.plain("lamp paint", kit.palette.color(F.PAINT_COLORS), 0.3))
        kit.lathe(
            [(0.0, 0.0), (0.5, 0.0), (0.5, 0.03 * sz), (0.0, 0.05 * sz)],
            metal,
            (-0.1 * sx, 0.0),
            stretch=(0.7 * sx, sy),
        )
        joint, head = (-0.34 * sx, 0.0, 0.52 * sz), (0.12 * sx, 0.0, 0.90 * sz)
        kit.bar((-0.1 * sx, 0, 0.04 * sz), joint, 0.014 * sz + 0.002, metal)
        kit.bar(joint, head, 0.012 * sz + 0.002, metal)
        kit.sphere(joint, 0.03 * sz, metal, 10, 6)
        with kit.frame(head, tilt_deg=35):
            kit.lathe(
                [(0.10, 0.05), (0.34, -0.22), (0.32, -0.22), (0.08, 0.03)],
                metal,
                segments=22,
                stretch=(min(sx, sz), sy),
            )
            kit.lathe(
                [(0.0, -0.19), (0.30, -0.19), (0.26, -0.185), (0.0, -0.18)],
                F.BULB,
                segments=18,
                stretch=(min(sx, sz), sy),
            )
        return
    shade = 0.44 * sz
    top = sz - 0.72 * shade
    glaze = kit.palette.ceramic()
    if style == "ceramic":
        kit.lathe(
            [
                (0.20, 0.0),
                (0.22, 0.02 * sz),
                (0.30, 0.16 * sz),
                (0.31, 0.26 * sz),
                (0.18, 0.42 * sz),
                (0.07, 0.52 * sz),
                (0.06, top),
            ],
            glaze,
            segments=22,
            stretch=(sx, sy),
            smooth=True,
        )
    elif style == "block":
        wood = kit.palette.wood()
        kit.box((-0.20 * sx, -0.20 * sy, 0), (0.20 * sx, 0.20 * sy, 0.46 * sz), wood, 0.01)
        kit.bar((0, 0, 0.45 * sz), (0, 0, top), 0.05 * sx, F.BRASS)
    else:
        metal = kit.pick(F.BRASS, F.BLACK_METAL, F.CHROME)
        kit.lathe(
            [
                (0.0, 0.0),
                (0.30, 0.0),
                (0.30, 0.025 * sz),
                (0.10, 0.07 * sz),
                (0.05, 0.12 * sz),
                (0.09, 0.18 * sz),
                (0.045, 0.24 * sz),
                (0.045, 0.5 * sz),
                (0.0, top),
            ],
            metal,
            segments=18,
            stretch=(sx, sy),
            smooth=True,
        )
    drum = kit.rng.uniform() < 0.4
    _shade(kit, sz - shade, sz, 0.5, 0.5 if drum else 0.30, (sx, sy))


def ceiling_lamp(kit: Kit, style: str) -> None:
    """Ceiling lamp: flat boxes become a plafond; taller ones a pendant (dome, globe, drum)."""
    sx, sy, sz = kit.size
    flat = sz < 0.45 * max(sx, sy)
    elongated = max(sx, sy) > 1.6 * min(sx, sy)
    if flat and elongated:
        kit.box((-sx / 2, -sy / 2, 0.6 * sz), (sx / 2, sy / 2, sz), F.WHITE, 0.003)
        kit.cushion((-0.48 * sx, -0.48 * sy, 0), (0.48 * sx, 0.48 * sy, 0.75 * sz), F.DIFFUSER, 0.4 * sz)
        return
    if flat:
        kit.lathe(
            [(0.0, 0.8 * sz), (0.46, 0.72 * sz), (0.5, 0.8 * sz), (0.5, sz), (0.0, sz)],
            kit.pick(F.CHROME, F.WHITE, F.BRASS),
            segments=32,
            stretch=(sx, sy),
        )
        kit.lathe(
            [(0.0, 0.0), (0.28, 0.10 * sz), (0.42, 0.35 * sz), (0.47, 0.74 * sz)],
            F.DIFFUSER,
            segments=32,
            stretch=(sx, sy),
            crease=80,
        )
        return
    metal = kit.pick(F.BLACK_METAL, F.BRASS, F.CHROME)
    kit.lathe([(0.0, sz - 0.03), (0.10, sz - 0.02), (0.13, sz), (0.0, sz)], metal, segments=20, stretch=(sx, sy))
    body = min(0.5 * sz, 0.62 * max(sx, sy))
    kit.bar((0, 0, 0.8 * body), (0, 0, sz - 0.02), 0.006, metal, segments=8)
    if style == "globe":
        kit.sphere((0, 0, body / 2), (sx / 2, sy / 2, body / 2), F.DIFFUSER, 24, 14)
        kit.bar((0, 0, body * 0.96), (0, 0, body * 1.1), 0.05 * min(sx, sy) + 0.01, metal)
    elif style == "drum":
        kit.lathe(
            [(0.5, 0.0), (0.5, body), (0.49, body), (0.49, 0.0), (0.5, 0.0)], F.SHADE, segments=32, stretch=(sx, sy)
        )
        kit.lathe(
            [(0.0, 0.03 * body), (0.485, 0.03 * body), (0.485, 0.05 * body), (0.0, 0.05 * body)],
            F.DIFFUSER,
            segments=32,
            stretch=(sx, sy),
        )
    else:
        dome = [(0.5, 0.0), (0.48, 0.25 * body), (0.38, 0.62 * body), (0.18, 0.92 * body), (0.0, body)]
        paint = kit.pick(metal, F.plain("lamp paint", kit.palette.color(F.PAINT_COLORS), 0.3))
        kit.lathe(dome, paint, segments=28, stretch=(sx, sy), smooth=True)
        kit.lathe(
            [(r * 0.97, z * 0.95 + 0.005) for r, z in dome[::-1]], F.WHITE, segments=28, stretch=(sx, sy), smooth=True
        )
        kit.sphere((0, 0, 0.35 * body), 0.16 * min(sx, sy), F.BULB, 14, 8)


def chandelier(kit: Kit, style: str) -> None:
    """Arms with candle bulbs round a turned stem."""
    sx, sy, sz = kit.size
    metal = kit.pick(F.BRASS, F.BLACK_METAL)
    low = 0.08 * sz
    kit.bar((0, 0, 0.5 * sz), (0, 0, sz), 0.007, metal, segments=8)
    kit.lathe(
        [
            (0.0, 0.0),
            (0.03, 0.02 * sz),
            (0.06, 0.1 * sz),
            (0.02, 0.2 * sz),
            (0.05, 0.32 * sz),
            (0.02, 0.5 * sz),
            (0.0, 0.52 * sz),
        ],
        metal,
        segments=14,
        stretch=(sx, sy),
    )
    kit.lathe([(0.0, 0.96 * sz), (0.08, sz), (0.0, sz)], metal, segments=14, stretch=(sx, sy))
    count = 8 if max(sx, sy) > 0.7 else 6
    for k in range(count):
        a = 2 * math.pi * k / count
        c, s = 0.46 * sx * math.cos(a), 0.46 * sy * math.sin(a)
        kit.tube(
            [(0.05 * c, 0.05 * s, 0.22 * sz), (0.4 * c, 0.4 * s, low), (0.8 * c, 0.8 * s, low), (c, s, 0.24 * sz)],
            0.008,
            metal,
            6,
        )
        kit.lathe([(0.01, 0.24 * sz), (0.035, 0.25 * sz), (0.035, 0.26 * sz), (0.0, 0.26 * sz)], metal, (c, s), 10)
        kit.bar((c, s, 0.26 * sz), (c, s, 0.36 * sz), 0.010, F.WAX, segments=8)
        kit.sphere((c, s, 0.40 * sz), (0.014, 0.014, 0.045 * sz), F.BULB, 8, 6)


def wall_light(kit: Kit, style: str) -> None:
    """Lamp on a wall: glowing shade on a bracket; wide ones carry several globes."""
    sx, sy, sz = kit.size
    metal = kit.pick(F.CHROME, F.BLACK_METAL, F.BRASS)
    count = max(1, round(sy / max(0.16, sz)))
    kit.box(
        (-sx / 2, -0.46 * sy if count > 1 else -0.2 * sy, 0.3 * sz),
        (-sx / 2 + 0.12 * sx, 0.46 * sy if count > 1 else 0.2 * sy, 0.62 * sz),
        metal,
        0.004,
    )
    r = min(0.48 * sy / count, 0.40 * sx)
    for k in range(count):
        y = sy * ((k + 0.5) / count - 0.5)
        x = sx / 2 - r
        kit.tube(
            [(-sx / 2 + 0.1 * sx, y, 0.45 * sz), (x, y, 0.42 * sz), (x, y, 0.3 * sz)],
            0.04 * min(sx, sz) + 0.003,
            metal,
            6,
        )
        with kit.frame((x, y, 0.0)):
            if style == "globe":
                kit.sphere((0, 0, 0.6 * sz), (r, r, 0.4 * sz), F.DIFFUSER, 16, 10)
                kit.bar((0, 0, 0.0), (0, 0, 0.3 * sz), 0.3 * r, metal)
            else:
                kit.lathe(
                    [(0.68 * r, 0.0), (r, sz), (0.96 * r, sz), (0.64 * r, 0.0), (0.68 * r, 0.0)], F.SHADE, segments=22
                )
                kit.sphere((0, 0, 0.45 * sz), 0.35 * r, F.BULB, 8, 6)


def downlight(kit: Kit, style: str) -> None:
    """Recessed spot or flat panel in the ceiling."""
    sx, sy, sz = kit.size
    if style == "panel" or max(sx, sy) > 1.6 * min(sx, sy):
        kit.box((-sx / 2, -sy / 2, 0.3 * sz), (sx / 2, sy / 2, sz), F.WHITE, 0.2 * sz)
        kit.box((-0.46 * sx, -0.46 * sy, 0), (0.46 * sx, 0.46 * sy, 0.4 * sz), F.DIFFUSER)
        return
    kit.lathe(
        [(0.36, 0.0), (0.5, 0.0), (0.5, 0.25 * sz), (0.42, 0.3 * sz), (0.42, sz), (0.0, sz)],
        F.WHITE,
        segments=26,
        stretch=(sx, sy),
    )
    kit.lathe([(0.0, 0.1 * sz), (0.36, 0.1 * sz)], F.DIFFUSER, segments=26, stretch=(sx, sy))
    kit.lathe([(0.36, 0.1 * sz), (0.36, 0.0)], F.LIGHT_GREY, segments=26, stretch=(sx, sy))


def track_light(kit: Kit, style: str) -> None:
    """Rail along the longer side with turned spots."""
    sx, sy, sz = kit.size
    along_y = sy >= sx
    length, width = (sy, sx) if along_y else (sx, sy)
    metal = kit.pick(F.WHITE, F.BLACK_METAL)
    with kit.frame((0, 0, 0), yaw_deg=0 if along_y else 90):
        kit.box((-0.2 * width, -length / 2, 0.8 * sz), (0.2 * width, length / 2, sz), metal)
        count = max(2, round(length / 0.45))
        for k in range(count):
            y = length * ((k + 0.5) / count - 0.5)
            kit.bar((0, y, 0.55 * sz), (0, y, 0.82 * sz), 0.006, metal)
            with kit.frame((0, y, 0.42 * sz), roll_deg=25 * (-1) ** k):
                r = 0.42 * width
                kit.lathe(
                    [(0.0, 0.4 * sz), (0.6 * r, 0.36 * sz), (r, -0.36 * sz), (0.9 * r, -0.36 * sz)], metal, segments=16
                )
                kit.lathe([(0.0, -0.3 * sz), (0.88 * r, -0.3 * sz)], F.BULB, segments=16)


def garden_light(kit: Kit, style: str) -> None:
    """Bollard: post with a glowing head under a cap."""
    sx, sy, sz = kit.size
    kit.lathe(
        [(0.0, 0.0), (0.5, 0.0), (0.5, 0.02 * sz), (0.32, 0.04 * sz), (0.32, 0.78 * sz), (0.0, 0.78 * sz)],
        F.BLACK_METAL,
        segments=18,
        stretch=(sx, sy),
    )
    kit.lathe([(0.34, 0.78 * sz), (0.34, 0.94 * sz)], F.DIFFUSER, segments=18, stretch=(sx, sy))
    kit.lathe(
        [(0.0, 0.93 * sz), (0.46, 0.94 * sz), (0.4, 0.98 * sz), (0.0, sz)], F.BLACK_METAL, segments=18, stretch=(sx, sy)
    )


def candle(kit: Kit, style: str) -> None:
    """Candle, alone or in a holder."""
    sx, sy, sz = kit.size
    if style == "holder":
        metal = kit.pick(F.BRASS, F.BLACK_METAL, F.CHROME)
        kit.lathe(
            [
                (0.0, 0.0),
                (0.5, 0.0),
                (0.48, 0.03 * sz),
                (0.14, 0.07 * sz),
                (0.10, 0.3 * sz),
                (0.2, 0.36 * sz),
                (0.10, 0.42 * sz),
                (0.10, 0.52 * sz),
                (0.34, 0.56 * sz),
                (0.34, 0.60 * sz),
                (0.0, 0.6 * sz),
            ],
            metal,
            segments=20,
            stretch=(sx, sy),
            crease=60,
        )
        kit.lathe([(0.17, 0.58 * sz), (0.15, 0.96 * sz), (0.0, 0.96 * sz)], F.WAX, segments=14, stretch=(sx, sy))
    else:
        kit.lathe(
            [(0.0, 0.0), (0.5, 0.0), (0.5, 0.93 * sz), (0.46, 0.95 * sz), (0.0, 0.93 * sz)],
            F.WAX,
            segments=18,
            stretch=(sx, sy),
        )
    kit.bar((0, 0, 0.9 * sz), (0, 0, sz), max(0.0012, 0.02 * min(sx, sy)), F.BLACK_PLASTIC, segments=5)
