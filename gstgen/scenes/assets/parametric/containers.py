"""Holders, packets, waste bins, a grill, and the plain block of last resort."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit


def holder(kit: Kit, style: str) -> None:
    """Pencil holder with pencils, knife block with knives, desk organiser."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    if style == "knives":
        kit.prism(
            [(0.0, -0.5 * sx), (0.75 * sz, -0.5 * sx), (0.95 * sz, -0.1 * sx), (0.0, 0.35 * sx)],
            "zx",
            -sy / 2,
            sy / 2,
            wood,
        )
        for r in range(2):
            for c in range(3):
                y, x = sy * (0.28 * (c - 1)), -0.36 * sx + 0.18 * sx * r
                kit.beam(
                    (x, y, (0.72 + 0.08 * r) * sz),
                    (x + 0.26 * sx, y, (0.92 + 0.08 * r) * sz),
                    0.14 * sy,
                    0.05 * sz,
                    F.BLACK_PLASTIC,
                    0.003,
                )
        kit.box((-0.5 * sx, -sy / 2, 0), (0.5 * sx, sy / 2, 0.04 * sz), wood)
        return
    if style == "organizer":
        kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.12 * sz), wood)
        for y in np.linspace(-sy / 2, sy / 2 - 0.008, 4):
            kit.box((-sx / 2, y, 0), (sx / 2, y + 0.008, 0.9 * sz), wood)
        for x in (-sx / 2, sx / 2 - 0.008):
            kit.box((x, -sy / 2, 0), (x + 0.008, sy / 2, 0.8 * sz), wood)
        kit.box((-0.3 * sx, -0.3 * sy, 0.1 * sz), (0.3 * sx, -0.05 * sy, sz), F.PAPER)
        return
    d = 0.9
    kit.lathe(
        [
            (0.0, 0.0),
            (0.46 * d, 0.0),
            (0.5 * d, 0.62 * sz),
            (0.45 * d, 0.62 * sz),
            (0.42 * d, 0.05 * sz),
            (0.0, 0.05 * sz),
        ],
        kit.palette.ceramic(),
        segments=20,
        stretch=(sx, sy),
    )
    for k in range(6):
        a = 2.4 * k
        paint = F.plain("pencil", ((0.78, 0.62, 0.24), (0.30, 0.42, 0.52), (0.40, 0.52, 0.38))[k % 3])
        kit.bar(
            (0.1 * sx * math.cos(a + 3), 0.1 * sy * math.sin(a + 3), 0.06 * sz),
            (0.46 * sx * math.cos(a), 0.46 * sy * math.sin(a), sz * (0.86 + 0.14 * (k % 2))),
            0.04 * min(sx, sy),
            paint,
            0.03 * min(sx, sy),
            6,
        )


def trash_can(kit: Kit, style: str) -> None:
    """Waste bin: pedal bin, swing-top, or public bin with an opening and dome."""
    sx, sy, sz = kit.size
    body = kit.pick(F.STEEL, F.DARK_GREY, F.plain("bin green", (0.32, 0.42, 0.36), 0.2), F.LIGHT_GREY)
    if style == "public":
        kit.lathe(
            [(0.0, 0.0), (0.46, 0.0), (0.48, 0.03 * sz), (0.48, 0.66 * sz), (0.0, 0.66 * sz)],
            body,
            segments=28,
            stretch=(sx, sy),
        )
        for k in range(4):
            a = math.pi * (k / 2 + 0.25)
            kit.bar(
                (0.42 * sx * math.cos(a), 0.42 * sy * math.sin(a), 0.64 * sz),
                (0.42 * sx * math.cos(a), 0.42 * sy * math.sin(a), 0.84 * sz),
                0.02,
                F.BLACK_METAL,
                segments=8,
            )
        kit.lathe([(0.40, 0.655 * sz), (0.0, 0.665 * sz)], F.BLACK_PLASTIC, segments=24, stretch=(sx, sy))
        kit.lathe(
            [(0.0, 0.83 * sz), (0.5, 0.83 * sz), (0.5, 0.86 * sz), (0.36, 0.95 * sz), (0.0, sz)],
            F.BLACK_METAL,
            segments=28,
            stretch=(sx, sy),
            crease=50,
        )
        for z in (0.12, 0.55):
            kit.lathe([(0.487, z * sz), (0.487, (z + 0.03) * sz)], F.BLACK_METAL, segments=28, stretch=(sx, sy))
        return
    count = kit.few(28, 20)
    if style == "swing":
        ring = [
            np.column_stack([shapes.superellipse(a * sx / 2, a * sy / 2, 5, count), np.full(count, z * sz)])
            for a, z in ((0.82, 0.0), (0.98, 0.76), (1.0, 0.76), (1.0, 0.82), (0.8, 0.97), (0.6, 1.0))
        ]
        kit.loft(np.array(ring), body, crease=40)
        with kit.frame((0.36 * sx, 0, 0.895 * sz), tilt_deg=0):
            kit.box((-0.05 * sx, -0.3 * sy, -0.045 * sz), (0.1 * sx, 0.3 * sy, 0.03 * sz), F.BLACK_PLASTIC, 0.01)
        return
    kit.lathe(
        [(0.0, 0.0), (0.47, 0.0), (0.49, 0.05 * sz), (0.49, 0.84 * sz), (0.0, 0.84 * sz)],
        body,
        segments=28,
        stretch=(sx, sy),
    )
    kit.lathe(
        [(0.495, 0.84 * sz), (0.5, 0.87 * sz), (0.40, 0.96 * sz), (0.0, sz)],
        F.BLACK_PLASTIC,
        segments=28,
        stretch=(sx, sy),
        crease=50,
    )
    kit.lathe([(0.5, 0.0), (0.5, 0.05 * sz), (0.48, 0.06 * sz)], F.BLACK_PLASTIC, segments=28, stretch=(sx, sy))
    kit.box((0.40 * sx, -0.14 * sy, 0.0), (0.52 * sx, 0.14 * sy, 0.03 * sz + 0.004), F.BLACK_PLASTIC, 0.003)


def grill(kit: Kit, style: str) -> None:
    """Barbecue: kettle or box on legs with wheels."""
    sx, sy, sz = kit.size
    kit.lathe(
        [(0.0, 0.5 * sz), (0.30, 0.52 * sz), (0.44, 0.66 * sz), (0.45, 0.74 * sz), (0.36, 0.90 * sz), (0.0, 0.96 * sz)],
        F.BLACK_METAL,
        segments=26,
        stretch=(sx, 0.72 * sy),
        crease=60,
    )
    kit.bar((-0.06, 0, 0.96 * sz), (0.06, 0, 0.98 * sz), 0.02, F.wood("oak"))
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            kit.bar((x * 0.42 * sx, y * 0.3 * sy, 0), (x * 0.2 * sx, y * 0.18 * sy, 0.58 * sz), 0.016, F.GREY_METAL)
    for y in (-1.0, 1.0):
        kit.bar(
            (-0.4 * sx, y * 0.3 * sy - 0.015, 0.09),
            (-0.4 * sx, y * 0.3 * sy + 0.015, 0.09),
            0.09,
            F.RUBBER,
            segments=16,
        )
        kit.box((-0.3 * sx, y * 0.36 * sy, 0.66 * sz), (0.3 * sx, y * sy / 2, 0.69 * sz), F.wood("oak"), 0.005)
    kit.bar((0, 0, sz - 0.03), (0, 0, sz), 0.015, F.GREY_METAL)


def plain_block(kit: Kit, style: str) -> None:
    """Last resort: a rounded box, reported as approximated."""
    sx, sy, sz = kit.size
    kit.cushion(
        (-sx / 2, -sy / 2, 0),
        (sx / 2, sy / 2, sz),
        F.plain("block", kit.palette.color(F.PAINT_COLORS), 0.1),
        0.12 * min(sx, sy, sz),
    )
