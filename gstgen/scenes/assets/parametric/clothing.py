"""Bags, shoes, hats, spectacles."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit


def bag(kit: Kit, style: str) -> None:
    """Hand bag, briefcase, suitcase."""
    sx, sy, sz = kit.size
    skin = F.leather(kit.palette.color(F.LEATHER_COLORS[:4]))
    if style in ("briefcase", "suitcase"):
        lying = sz < 0.7 * min(sx, sy)
        body = skin if style == "briefcase" else F.plain("shell", kit.palette.color(F.PAINT_COLORS[2:]), 0.3)
        margin = 0.06 * max(sx, sy)
        kit.cushion(
            (-sx / 2, -sy / 2, 0),
            ((sx / 2 - margin) if lying else sx / 2, sy / 2, sz if lying else sz - margin),
            body,
            0.16 * min(sx, sy, sz),
        )
        if lying:
            kit.box(
                (-sx / 2 - 0.001, -sy / 2 - 0.001, 0.47 * sz),
                (sx / 2 - margin + 0.001, sy / 2 + 0.001, 0.53 * sz),
                F.GREY_METAL,
            )
            kit.tube(
                [
                    (sx / 2 - margin, -0.14 * sy, sz / 2),
                    (sx / 2 - 0.006, -0.12 * sy, sz / 2),
                    (sx / 2 - 0.006, 0.12 * sy, sz / 2),
                    (sx / 2 - margin, 0.14 * sy, sz / 2),
                ],
                0.006,
                F.BLACK_PLASTIC,
            )
            for y in (-0.3, 0.3):
                kit.box(
                    (sx / 2 - margin, y * sy - 0.03 * sy, 0.4 * sz),
                    (sx / 2 - margin + 0.006, y * sy + 0.03 * sy, 0.6 * sz),
                    F.BRASS,
                )
        else:
            kit.tube(
                [
                    (0, -0.14 * sy, sz - margin),
                    (0, -0.12 * sy, sz - 0.006),
                    (0, 0.12 * sy, sz - 0.006),
                    (0, 0.14 * sy, sz - margin),
                ],
                0.006,
                F.BLACK_PLASTIC,
            )
        return
    body_top, count, steps = 0.62 * sz, kit.few(24, 12), kit.few(11, 6)
    ring = [
        np.column_stack([shapes.superellipse(a * sx / 2, b * sy / 2, 4, count), np.full(count, z)])
        for a, b, z in ((0.9, 0.94, 0.0), (1.0, 1.0, 0.3 * body_top), (0.5, 0.9, body_top))
    ]
    kit.loft(np.array(ring), skin, crease=70)
    t = np.linspace(0, math.pi, steps)
    for x in (-0.12, 0.12):
        kit.tube(
            np.stack([np.full(steps, x * sx), 0.30 * sy * np.cos(t), body_top - 0.01 + (sz - body_top) * np.sin(t)], 1),
            0.018 * sy,
            skin,
            6,
        )
    kit.box((0.24 * sx, -0.05 * sy, 0.72 * body_top), (0.42 * sx, 0.05 * sy, 0.86 * body_top), F.BRASS, 0.003)


def shoe(kit: Kit, style: str) -> None:
    """Shoe along x (toe at +x): trainer, sandal, heel."""
    sx, sy, sz = kit.size
    color = kit.palette.color(((0.85, 0.85, 0.83), (0.34, 0.40, 0.46), (0.40, 0.30, 0.24), (0.20, 0.20, 0.21)))
    upper = F.leather(color)
    t = np.linspace(0, 1, kit.few(24, 14), endpoint=False) * 2 * math.pi
    width = (0.38 + 0.12 * np.cos(t)) * np.sin(t)
    sole = np.stack([0.5 * sx * np.cos(t), 0.5 * sy * width / np.abs(width).max()], 1)
    if style == "heel":
        kit.bar((-0.43 * sx, 0, 0), (-0.41 * sx, 0, 0.62 * sz), 0.022 * sx, upper, 0.08 * sx)
        stations = (
            (0.5, 0.0, 0.08, 0.12),
            (0.42, 0.0, 0.22, 0.40),
            (0.22, 0.02, 0.36, 0.5),
            (0.0, 0.13, 0.52, 0.43),
            (-0.2, 0.36, 0.70, 0.34),
            (-0.40, 0.58, 1.0, 0.34),
            (-0.5, 0.62, 0.96, 0.2),
        )
        rings = [
            [(x * sx, wide * sy * math.cos(a), (low + high + (high - low) * math.sin(a)) / 2 * sz) for a in t[::2]]
            for x, low, high, wide in stations
        ]
        kit.loft(np.array(rings)[:, ::-1], upper, crease=80)
        return
    kit.prism(sole, "xy", 0, 0.2 * sz, F.plain("sole", (0.80, 0.78, 0.73)) if style == "trainer" else F.BARK)
    if style == "sandal":
        for x in (-0.22, 0.24):
            a = np.linspace(0, math.pi, 9)
            strap = [
                [(x * sx + d, 0.42 * sy * math.cos(b), 0.18 * sz + 0.82 * sz * math.sin(b)) for b in a]
                for d in (-0.06 * sx, 0.06 * sx)
            ]
            kit.sheet(np.array(strap)[::-1], upper)
        return
    sections: list[NDArray[np.float64]] = []
    for z, back, front, w in (
        (0.2, -0.48, 0.48, 0.96),
        (0.42, -0.47, 0.44, 0.94),
        (0.62, -0.44, 0.14, 0.74),
        (1.0, -0.44, 0.02, 0.62),
    ):
        cx, rx = (back + front) / 2 * sx, (front - back) / 2 * sx
        sections.append(np.column_stack([cx + rx * np.cos(t), w * sole[:, 1], np.full(len(t), z * sz)]))
    kit.loft(np.array(sections), upper, cap_start=False, crease=70)
    for k in range(3):
        kit.bar(
            (0.06 * sx + 0.08 * sx * k, -0.18 * sy, (0.72 - 0.12 * k) * sz),
            (0.06 * sx + 0.08 * sx * k, 0.18 * sy, (0.72 - 0.12 * k) * sz),
            0.02 * sz + 0.001,
            F.WHITE,
            segments=6,
        )


def hat(kit: Kit, style: str) -> None:
    """Brimmed hat or lid with a knob."""
    sx, sy, sz = kit.size
    if style == "lid":
        metal = kit.pick(F.STEEL, F.CERAMIC, F.glass(alpha=0.4))
        kit.lathe(
            [(0.0, 0.0), (0.48, 0.0), (0.5, 0.15 * sz), (0.36, 0.45 * sz), (0.0, 0.55 * sz)],
            metal,
            segments=26,
            stretch=(sx, sy),
            crease=50,
        )
        kit.lathe(
            [(0.05, 0.5 * sz), (0.05, 0.7 * sz), (0.11, 0.85 * sz), (0.09, sz), (0.0, sz)],
            F.BLACK_PLASTIC,
            segments=14,
            stretch=(sx, sy),
        )
        return
    felt = kit.palette.cloth()
    kit.lathe(
        [
            (0.0, 0.02 * sz),
            (0.5, 0.0),
            (0.5, 0.05 * sz),
            (0.29, 0.10 * sz),
            (0.27, 0.8 * sz),
            (0.18, sz),
            (0.0, 0.9 * sz),
        ],
        felt,
        segments=26,
        stretch=(sx, sy),
        crease=60,
    )
    kit.lathe([(0.295, 0.10 * sz), (0.288, 0.30 * sz)], F.DARK_GREY, segments=26, stretch=(sx, sy))


def spectacles(kit: Kit, style: str) -> None:
    """Glasses: two rims, bridge, temples folded out along -x."""
    sx, sy, sz = kit.size
    frame = kit.pick(F.BLACK_PLASTIC, F.BRASS)
    lens = F.plain("dark lens", (0.20, 0.19, 0.18), 0.7) if style == "sun" else F.glass()
    count = kit.few(20, 8)
    t = np.linspace(0, 2 * math.pi, count, endpoint=False)
    r = 0.03 * sy
    for y in (-1.0, 1.0):
        rim = np.stack(
            [np.full(count, sx / 2 - r), y * 0.25 * sy + 0.22 * sy * np.cos(t), sz / 2 + 0.47 * sz * np.sin(t)], 1
        )
        kit.tube(rim, 0.5 * r, frame, kit.few(5, 3), closed=True)
        kit.prism(rim[:, 1:], "yz", sx / 2 - r - 0.0006, sx / 2 - r + 0.0006, lens)
        kit.tube(
            [
                (sx / 2 - r, y * 0.47 * sy, 0.7 * sz),
                (-0.3 * sx, y * 0.49 * sy, 0.7 * sz),
                (-sx / 2, y * 0.48 * sy, 0.3 * sz),
            ],
            0.5 * r,
            frame,
            kit.few(5, 4),
        )
    kit.bar((sx / 2 - r, -0.05 * sy, 0.6 * sz), (sx / 2 - r, 0.05 * sy, 0.6 * sz), 0.5 * r, frame, segments=6)
