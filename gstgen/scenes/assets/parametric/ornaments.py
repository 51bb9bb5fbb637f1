"""Statues, toys, a guitar, a globe, stones."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit
from gstgen.scenes.assets.parametric.surface import Surface


def figure(kit: Kit, style: str) -> None:
    """Statue, bust, trophy or toy figure."""
    sx, sy, sz = kit.size
    stone: Finish = kit.pick(
        F.marble("white"), F.plain("bronze", (0.42, 0.34, 0.22), 0.4), F.plain("plaster", (0.86, 0.84, 0.79))
    )
    if style == "toy":
        color = kit.palette.color(((0.76, 0.64, 0.42), (0.52, 0.62, 0.70), (0.62, 0.52, 0.44)))
        fur = F.fabric(color)
        sides, rings = kit.few(12, 6), kit.few(8, 3)
        kit.sphere((-0.05 * sx, 0, 0.34 * sz), (0.34 * sx, 0.30 * sy, 0.34 * sz), fur, sides, rings)
        kit.sphere((0.05 * sx, 0, 0.74 * sz), (0.25 * sx, 0.25 * sy, 0.24 * sz), fur, sides, rings)
        for y in (-1.0, 1.0):
            kit.sphere(
                (0.03 * sx, y * 0.20 * sy, 0.92 * sz),
                (0.07 * sx, 0.09 * sy, 0.09 * sz),
                fur,
                kit.few(8, 4),
                kit.few(6, 2),
            )
            kit.sphere(
                (0.30 * sx, y * 0.24 * sy, 0.1 * sz),
                (0.22 * sx, 0.13 * sy, 0.1 * sz),
                fur,
                kit.few(10, 5),
                kit.few(6, 3),
            )
            kit.sphere(
                (0.12 * sx, y * 0.38 * sy, 0.42 * sz),
                (0.13 * sx, 0.13 * sy, 0.1 * sz),
                fur,
                kit.few(10, 5),
                kit.few(6, 3),
            )
            kit.sphere((0.27 * sx, y * 0.09 * sy, 0.80 * sz), 0.02 * sz, F.BLACK_PLASTIC, kit.few(8, 4), kit.few(5, 2))
        kit.sphere(
            (0.30 * sx, 0, 0.70 * sz),
            (0.05 * sx, 0.08 * sy, 0.06 * sz),
            F.plain("snout", (0.84, 0.78, 0.66)),
            kit.few(8, 5),
            kit.few(5, 3),
        )
        return
    base = F.marble("dark")
    kit.box((-0.42 * sx, -0.42 * sy, 0), (0.42 * sx, 0.42 * sy, 0.10 * sz), base, 0.004)
    if style == "trophy":
        kit.lathe(
            [
                (0.06, 0.1 * sz),
                (0.05, 0.38 * sz),
                (0.3, 0.55 * sz),
                (0.40, 0.95 * sz),
                (0.37, 0.95 * sz),
                (0.0, 0.6 * sz),
            ],
            F.BRASS,
            segments=20,
            stretch=(sx, sy),
            crease=60,
        )
        for y in (-1.0, 1.0):
            kit.tube(
                [(0, y * 0.38 * sy, 0.9 * sz), (0, y * 0.5 * sy, 0.8 * sz), (0, y * 0.3 * sy, 0.58 * sz)],
                0.02 * sy,
                F.BRASS,
            )
        kit.lathe(
            [(0.0, 0.93 * sz), (0.36, 0.94 * sz), (0.1, 0.98 * sz), (0.0, sz)], F.BRASS, segments=18, stretch=(sx, sy)
        )
        return
    if style == "bust":
        kit.lathe(
            [
                (0.16, 0.1 * sz),
                (0.12, 0.2 * sz),
                (0.40, 0.30 * sz),
                (0.46, 0.45 * sz),
                (0.16, 0.56 * sz),
                (0.13, 0.66 * sz),
            ],
            stone,
            segments=20,
            stretch=(0.8 * sx, sy),
            crease=70,
        )
        kit.sphere((0.02 * sx, 0, 0.80 * sz), (0.24 * sx, 0.19 * sy, 0.20 * sz), stone)
        kit.sphere((0.26 * sx, 0, 0.78 * sz), (0.05 * sx, 0.04 * sy, 0.05 * sz), stone, 8, 5)
    else:
        kit.lathe(
            [
                (0.0, 0.1 * sz),
                (0.40, 0.1 * sz),
                (0.26, 0.36 * sz),
                (0.20, 0.52 * sz),
                (0.30, 0.68 * sz),
                (0.24, 0.76 * sz),
                (0.10, 0.81 * sz),
            ],
            stone,
            segments=18,
            stretch=(sx, sy),
            crease=70,
        )
        kit.sphere((0.03 * sx, 0, 0.90 * sz), (0.15 * sx, 0.14 * sy, 0.10 * sz), stone)
        for y in (-1.0, 1.0):
            kit.tube(
                [
                    (0, y * 0.26 * sy, 0.73 * sz),
                    (0.14 * sx, y * 0.42 * sy, 0.58 * sz),
                    (0.30 * sx, y * 0.16 * sy, 0.52 * sz),
                ],
                0.07 * min(sx, sy),
                stone,
            )


def die(kit: Kit, style: str) -> None:
    """Dice: a rounded cube with pips."""
    sx, sy, sz = kit.size
    kit.cushion(
        (-sx / 2, -sy / 2, 0),
        (sx / 2, sy / 2, sz),
        F.plain("die", kit.palette.color(((0.90, 0.89, 0.84), (0.42, 0.56, 0.66), (0.82, 0.70, 0.42))), 0.3),
        0.14 * min(sx, sy, sz),
    )
    r = 0.09 * min(sx, sy)
    for x, y in ((-0.25, -0.25), (0.25, 0.25), (0, 0), (-0.25, 0.25), (0.25, -0.25)):
        kit.bar((x * sx, y * sy, sz - 0.001), (x * sx, y * sy, sz + 0.001), r, F.BLACK_PLASTIC, segments=10)
    for y, z in ((-0.25, 0.25), (0.25, 0.75)):
        kit.bar((sx / 2 - 0.001, y * sy, z * sz), (sx / 2 + 0.001, y * sy, z * sz), r, F.BLACK_PLASTIC, segments=10)


def guitar(kit: Kit, style: str) -> None:
    """Acoustic guitar lying on its back, neck along +x."""
    sx, sy, sz = kit.size
    wood = F.wood("honey", 0.4)
    t = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    x = -0.26 * sx + 0.24 * sx * np.cos(t)
    waist = 1 - 0.28 * np.exp(-(((np.cos(t) - 0.15) / 0.3) ** 2)) - 0.18 * (np.cos(t) > 0.15) * (np.cos(t) - 0.15)
    body = np.stack([x, 0.5 * sy * np.sin(t) * waist], 1)
    kit.prism(body, "xy", 0, 0.8 * sz, F.wood("walnut", 0.4))
    kit.prism(body * [1, 0.96], "xy", 0.8 * sz, 0.82 * sz, wood)
    kit.bar((-0.16 * sx, 0, 0.82 * sz), (-0.16 * sx, 0, 0.83 * sz), 0.14 * sy, F.BLACK_PLASTIC, segments=22)
    kit.box((-0.1 * sx, -0.07 * sy, 0.75 * sz), (0.4 * sx, 0.07 * sy, 0.96 * sz), F.wood("wenge"), 0.003)
    kit.box((0.38 * sx, -0.1 * sy, 0.7 * sz), (sx / 2, 0.1 * sy, 0.92 * sz), F.wood("walnut"), 0.003)
    kit.box((-0.40 * sx, -0.16 * sy, 0.82 * sz), (-0.37 * sx, 0.16 * sy, 0.9 * sz), F.wood("wenge"))
    for k in range(6):
        y = 0.02 * sy * (k - 2.5)
        kit.bar((-0.38 * sx, y, 0.98 * sz), (0.42 * sx, y, 0.98 * sz), 0.0012, F.BRASS, segments=4)


def globe(kit: Kit, style: str) -> None:
    """Terrestrial globe on a stand, or hourglass lying or standing."""
    sx, sy, sz = kit.size
    if style == "hourglass":
        wood = kit.palette.wood()
        lying = sx > 1.4 * sz
        length, d = (sx, (sy, sz)) if lying else (sz, (sx, sy))
        with kit.frame((-sx / 2, 0, sz / 2) if lying else (0, 0, 0), tilt_deg=90 if lying else 0):
            stretch = (d[1], d[0]) if lying else d
            for z in (0.0, 0.92 * length):
                kit.lathe(
                    [(0.0, z), (0.5, z), (0.5, z + 0.08 * length), (0.0, z + 0.08 * length)],
                    wood,
                    segments=20,
                    stretch=stretch,
                )
            kit.lathe(
                [
                    (0.34, 0.08 * length),
                    (0.36, 0.25 * length),
                    (0.05, 0.5 * length),
                    (0.36, 0.75 * length),
                    (0.34, 0.92 * length),
                ],
                F.glass(),
                segments=18,
                stretch=stretch,
                crease=70,
            )
            kit.lathe(
                [(0.0, 0.08 * length), (0.32, 0.09 * length), (0.30, 0.22 * length), (0.0, 0.34 * length)],
                F.plain("sand", (0.80, 0.70, 0.50)),
                segments=16,
                stretch=stretch,
            )
            for k in range(3):
                a = 2 * math.pi * k / 3
                x, y = 0.42 * stretch[0] * math.cos(a), 0.42 * stretch[1] * math.sin(a)
                kit.bar((x, y, 0.05 * length), (x, y, 0.95 * length), 0.03 * min(stretch), wood, segments=6)
        return
    r = 0.36 * sz
    kit.lathe(
        [(0.0, 0.0), (0.36, 0.0), (0.34, 0.03 * sz), (0.06, 0.07 * sz), (0.05, 0.2 * sz)],
        kit.palette.wood(),
        segments=20,
        stretch=(sx, sy),
    )
    ball = shapes.sphere((0, 0, 0.56 * sz), (min(r, 0.46 * sx), min(r, 0.46 * sy), r), kit.few(24, 10), kit.few(14, 7))
    uvs = np.stack([ball.uvs[:, 0] / np.ptp(ball.uvs[:, 0]), ball.uvs[:, 1] / np.ptp(ball.uvs[:, 1]) + 0.5], 1)
    kit.add(Surface(ball.vertices, ball.normals, uvs, ball.faces), F.picture("map", "world"), shift_uv=False)
    count = kit.few(13, 6)
    t = np.linspace(-math.pi / 2, math.pi / 2, count)
    kit.tube(
        np.stack([np.zeros(count), 0.49 * sy * np.cos(t), 0.56 * sz + 0.43 * sz * np.sin(t)], 1),
        0.012,
        F.BRASS,
        kit.few(6, 4),
    )


def abacus(kit: Kit, style: str) -> None:
    """Frame with rods and beads."""
    sx, sy, sz = kit.size
    wood = F.wood("pine")
    for y in (-1.0, 1.0):
        kit.box((-0.12 * sx, y * (sy / 2 - 0.02) - 0.02, 0), (0.12 * sx, y * (sy / 2 - 0.02) + 0.02, sz), wood, 0.004)
        kit.box((-sx / 2, y * (sy / 2 - 0.02) - 0.02, 0), (sx / 2, y * (sy / 2 - 0.02) + 0.02, 0.06 * sz), wood, 0.004)
    for z in (0.08, 0.96):
        kit.box((-0.1 * sx, -sy / 2 + 0.03, (z - 0.03) * sz), (0.1 * sx, sy / 2 - 0.03, (z + 0.03) * sz), wood)
    colors = ((0.44, 0.58, 0.68), (0.84, 0.70, 0.36), (0.48, 0.62, 0.46), (0.72, 0.50, 0.40), (0.58, 0.52, 0.66))
    for k in range(5):
        z = (0.2 + 0.16 * k) * sz
        kit.bar((0, -sy / 2 + 0.03, z), (0, sy / 2 - 0.03, z), 0.004, F.GREY_METAL, segments=6)
        bead = F.plain("bead", colors[k], 0.3)
        for j in range(6):
            y = -sy / 2 + 0.07 + 0.062 * sy * j + 0.12 * sy * (j > 3)
            kit.sphere((0, y, z), (0.06 * sz, 0.03 * sy, 0.06 * sz), bead, 10, 6)


def stone(kit: Kit, style: str) -> None:
    """Boulder: a lumpy ball."""
    sx, sy, sz = kit.size
    grey = F.plain("stone", (0.50, 0.49, 0.47), 0.0)
    kit.sphere((0, 0, sz / 2), (sx / 2, sy / 2, sz / 2), grey, 14, 8)
    for _ in range(kit.few(5, 2)):
        x, y, z = kit.rng.uniform(-0.3, 0.3, 3)
        kit.sphere((x * sx, y * sy, (0.45 + 0.5 * z) * sz), (0.3 * sx, 0.3 * sy, 0.3 * sz), grey, 10, 6)
