"""Dishes, cups, bottles, glasses, cutlery and food."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.levels import tray_floor_m
from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit


def vessel(kit: Kit, style: str) -> None:
    """Open dish: bowl, plate, tray, casserole, ashtray; round."""
    sx, sy, sz = kit.size
    profiles = {
        "bowl": [
            (0.0, 0.0),
            (0.24, 0.0),
            (0.26, 0.06),
            (0.42, 0.45),
            (0.5, 1.0),
            (0.475, 1.0),
            (0.40, 0.5),
            (0.22, 0.14),
            (0.0, 0.12),
        ],
        "plate": [(0.0, 0.0), (0.28, 0.0), (0.34, 0.3), (0.5, 0.95), (0.495, 1.0), (0.33, 0.5), (0.0, 0.35)],
        "pan": [(0.0, 0.0), (0.46, 0.0), (0.5, 0.1), (0.5, 1.0), (0.47, 1.0), (0.46, 0.15), (0.0, 0.12)],
        "ashtray": [(0.0, 0.0), (0.44, 0.0), (0.5, 0.9), (0.42, 1.0), (0.36, 0.4), (0.0, 0.3)],
    }
    finish = (
        kit.pick(kit.palette.ceramic(), F.CERAMIC)
        if style != "pan"
        else kit.pick(F.STEEL, F.plain("enamel", (0.30, 0.38, 0.44), 0.5))
    )
    profile = [(r, z * sz) for r, z in profiles[style]]
    if style == "plate":
        well = F.darker(finish, 0.94)
        kit.add(shapes.lathe(profile[-2:], 16, (sx, sy)), well)
        profile = profile[:-1]
    # Round things that lie in sight on every table: more sides than other small ones get.
    kit.add(shapes.lathe(profile, 16 if kit.small else 26, (sx, sy), 30.0), finish)


def tray(kit: Kit, style: str) -> None:
    """Flat tray with a rim, or a board with a handle hole (style board)."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood() if style == "board" else kit.pick(kit.palette.wood(), F.STEEL, F.DARK_GREY)
    if style == "board":
        outline = shapes.rounded_rectangle(sx, sy, 0.08 * min(sx, sy))
        hole = shapes.superellipse(
            0.035 * max(sx, sy), 0.035 * max(sx, sy), 2, 14, (0, 0.42 * sy) if sy > sx else (0.42 * sx, 0)
        )
        kit.prism(outline, "xy", 0, sz, wood, [hole[::-1]])
        return
    rim = min(0.012, 0.08 * min(sx, sy))
    outline = shapes.rounded_rectangle(sx, sy, 0.1 * min(sx, sy))
    inner = shapes.rounded_rectangle(sx - 2 * rim, sy - 2 * rim, 0.1 * min(sx, sy) - 0.5 * rim)
    kit.prism(outline, "xy", 0, sz, wood, [inner[::-1]])
    kit.prism(inner, "xy", 0, tray_floor_m(kit.size), wood)


def cup(kit: Kit, style: str) -> None:
    """Mug or tea cup with a handle along y; gravy boat with a spout."""
    sx, sy, sz = kit.size
    glaze = kit.pick(kit.palette.ceramic(), F.CERAMIC)
    d = min(sx, sy)
    if style == "boat":
        kit.lathe(
            [(0.0, 0.0), (0.28, 0.0), (0.42, 0.5 * sz), (0.42, 0.9 * sz), (0.39, 0.9 * sz), (0.0, 0.3 * sz)],
            glaze,
            segments=22,
            stretch=(sx, sy),
        )
        kit.prism([(0.36 * sx, -0.14 * sy), (sx / 2, 0.0), (0.36 * sx, 0.14 * sy)], "xy", 0.75 * sz, sz, glaze)
        kit.tube([(-0.38 * sx, 0, 0.8 * sz), (-0.5 * sx, 0, 0.6 * sz), (-0.38 * sx, 0, 0.3 * sz)], 0.04 * d, glaze)
        return
    long_y = sy >= sx
    body = (
        [(0.0, 0.0), (0.40, 0.0), (0.46, 0.08 * sz), (0.48, sz), (0.43, sz), (0.41, 0.1 * sz), (0.0, 0.08 * sz)]
        if style == "mug"
        else [(0.0, 0.0), (0.24, 0.0), (0.36, 0.3 * sz), (0.48, sz), (0.45, sz), (0.30, 0.25 * sz), (0.0, 0.15 * sz)]
    )
    handle = abs(sx - sy) if abs(sx - sy) > 0.15 * d else 0.28 * d
    shift = -handle / 2
    center = (0.0, shift) if long_y else (shift, 0.0)
    kit.lathe(body, glaze, center, 22, (d, d))
    kit.lathe([(0.42 * d, 0.8 * sz), (0.0, 0.8 * sz)], F.plain("drink", (0.30, 0.20, 0.13), 0.4), center, 18)
    arc = [
        (0.46 * d, 0.8 * sz),
        (0.46 * d + handle * 0.9, 0.72 * sz),
        (0.46 * d + handle * 0.9, 0.38 * sz),
        (0.44 * d, 0.25 * sz),
    ]
    points = [(0.0, shift + r, z) if long_y else (shift + r, 0.0, z) for r, z in arc]
    kit.tube(points, 0.055 * d, glaze)


def carafe(kit: Kit, style: str) -> None:
    """Carafe, salt or pepper `shaker` with a cap, `lipstick`."""
    sx, sy, sz = kit.size
    stretch = (sx, sy)
    glaze = F.plain("carafe", (0.74, 0.80, 0.82), 0.6)
    if style == "carafe":
        profile = [(0.0, 0.0), (0.4, 0.0), (0.5, 0.2 * sz), (0.42, 0.5 * sz), (0.18, 0.75 * sz), (0.26, sz), (0.24, sz)]
        kit.lathe(profile, glaze, segments=22, stretch=stretch, crease=60)
        return
    if style == "lipstick":
        kit.stand_along_longest()
        sx, sy, sz = kit.size
        kit.lathe([(0.0, 0.0), (0.5, 0.0), (0.5, 0.55 * sz), (0.40, 0.56 * sz)], F.BLACK_PLASTIC, stretch=(sx, sy))
        kit.lathe([(0.40, 0.55 * sz), (0.40, 0.72 * sz), (0.0, 0.72 * sz)], F.BRASS, stretch=(sx, sy))
        rouge = F.plain("lipstick", (0.66, 0.30, 0.32), 0.3)
        kit.lathe([(0.34, 0.72 * sz), (0.34, 0.92 * sz), (0.2, sz), (0.0, sz)], rouge, stretch=(sx, sy))
        return
    filled = kit.pick(F.plain("salt", (0.92, 0.92, 0.90), 0.3), F.plain("pepper", (0.36, 0.33, 0.31), 0.3))
    profile = [(0.0, 0.0), (0.46, 0.0), (0.5, 0.05 * sz), (0.46, 0.76 * sz), (0.42, 0.78 * sz)]
    kit.lathe(profile, filled, segments=22, stretch=stretch)
    cap = [(0.45, 0.76 * sz), (0.45, sz * 0.94), (0.36, sz), (0.0, sz)]
    kit.lathe(cap, kit.pick(F.CHROME, F.wood("oak"), F.BRASS), segments=22, stretch=stretch)


def drinking_glass(kit: Kit, style: str) -> None:
    """Tumbler or stemmed glass; a little wine shows what it is."""
    sx, sy, sz = kit.size
    pane = F.glass(alpha=0.3)
    if style == "stem":
        kit.lathe(
            [
                (0.0, 0.0),
                (0.42, 0.0),
                (0.06, 0.05 * sz),
                (0.05, 0.45 * sz),
                (0.3, 0.55 * sz),
                (0.5, 0.75 * sz),
                (0.42, sz),
            ],
            pane,
            segments=22,
            stretch=(sx, sy),
            crease=60,
        )
        kit.lathe(
            [(0.0, 0.5 * sz), (0.28, 0.56 * sz), (0.44, 0.70 * sz), (0.0, 0.70 * sz)],
            F.plain("wine", (0.62, 0.55, 0.30), 0.5),
            segments=18,
            stretch=(sx, sy),
        )
        return
    if style == "metal":
        kit.lathe(
            [
                (0.0, 0.0),
                (0.42, 0.0),
                (0.10, 0.1 * sz),
                (0.09, 0.45 * sz),
                (0.4, 0.6 * sz),
                (0.5, sz),
                (0.46, sz),
                (0.3, 0.65 * sz),
            ],
            F.BRASS,
            segments=22,
            stretch=(sx, sy),
            crease=60,
        )
        return
    kit.lathe(
        [(0.0, 0.0), (0.42, 0.0), (0.5, sz), (0.47, sz), (0.40, 0.06 * sz), (0.0, 0.05 * sz)],
        pane,
        segments=22,
        stretch=(sx, sy),
    )
    kit.lathe(
        [(0.0, 0.06 * sz), (0.41, 0.06 * sz), (0.45, 0.6 * sz), (0.0, 0.6 * sz)],
        F.plain("water", (0.66, 0.78, 0.82), 0.7),
        segments=18,
        stretch=(sx, sy),
    )


def utensil(kit: Kit, style: str) -> None:
    """Cutlery and kitchen tools lying along x; `stick` is a pencil, pen or pestle."""
    sx, sy, sz = kit.size
    metal = F.STEEL
    handle = kit.pick(F.STEEL, F.BLACK_PLASTIC, F.wood("oak")) if style in ("knife", "spatula", "whisk") else metal
    if style == "woodspoon":
        metal = handle = F.wood("pine")
    if style == "stick":
        paint = kit.pick(F.plain("pencil", (0.78, 0.62, 0.24)), F.plain("pencil", (0.28, 0.40, 0.52)), F.DARK_GREY)
        r = 0.5
        with kit.frame((-sx / 2, 0, sz / 2), tilt_deg=90):
            kit.lathe(
                [(0.0, 0.0), (r, 0.0), (r, 0.86 * sx), (0.15 * r, 0.985 * sx), (0.0, sx)],
                paint,
                segments=8,
                stretch=(sz, sy),
                crease=20,
            )
        return
    h = 0.4 * sz
    kit.box(
        (-sx / 2, -min(0.3 * sy, 0.01), 0.3 * h),
        (0.15 * sx, min(0.3 * sy, 0.01), 0.3 * h + max(0.5 * h, 0.001)),
        handle,
        0.001,
    )
    if style in ("spoon", "woodspoon"):
        kit.sphere((0.32 * sx, 0, sz / 2), (0.18 * sx, sy / 2, sz / 2), metal, 14, 8)
    elif style == "fork":
        kit.box((0.1 * sx, -sy / 2, 0.2 * sz), (0.28 * sx, sy / 2, 0.7 * sz), metal, 0.0008)
        for k in range(4):
            y = sy * ((k + 0.5) / 4 - 0.5)
            kit.box((0.26 * sx, y - 0.08 * sy, 0.2 * sz), (sx / 2, y + 0.08 * sy, sz), metal)
    elif style == "knife":
        kit.prism(
            [(0.1 * sx, -sy / 2), (0.42 * sx, -sy / 2), (sx / 2, 0.1 * sy), (0.44 * sx, sy / 2), (0.1 * sx, sy / 2)],
            "xy",
            0.3 * sz,
            0.6 * sz,
            metal,
        )
        kit.box((-sx / 2, -0.32 * sy, 0), (0.12 * sx, 0.32 * sy, sz), handle, 0.2 * sz)
    elif style == "whisk":
        for k in range(4):
            a = math.pi * k / 4
            t = np.linspace(0, math.pi, kit.few(9, 6))
            loop = np.stack(
                [
                    0.1 * sx + 0.4 * sx * np.sin(t),
                    0.5 * sy * np.cos(t) * math.cos(a),
                    sz / 2 + 0.5 * sz * np.cos(t) * math.sin(a),
                ],
                1,
            )
            kit.tube(loop, 0.02 * sy, F.STEEL, kit.few(5, 4))
    elif style == "tongs":
        for s in (-1.0, 1.0):
            kit.beam((-sx / 2, 0, sz / 2), (0.4 * sx, s * 0.4 * sy, sz / 2), 0.1 * sy, 0.8 * sz, F.STEEL)
            kit.box((0.36 * sx, s * 0.4 * sy - 0.1 * sy, 0), (sx / 2, s * 0.4 * sy + 0.1 * sy, sz), F.STEEL)
    else:
        kit.prism(
            shapes.rounded_rectangle(0.34 * sx, sy, 0.2 * sy, 4, (0.33 * sx, 0)), "xy", 0.2 * sz, sz, F.BLACK_PLASTIC
        )


def cake(kit: Kit, style: str) -> None:
    """`slice` of layered cake, or a pine `cone`."""
    sx, sy, sz = kit.size
    if style == "slice":
        for k, color in enumerate(((0.84, 0.74, 0.56), (0.93, 0.89, 0.80), (0.80, 0.68, 0.48), (0.36, 0.24, 0.16))):
            kit.box(
                (-sx / 2, -sy / 2, sz * k / 4),
                (sx / 2, sy / 2, sz * (k + 1) / 4),
                F.plain("cake", color, 0.0),
                0.03 * sz,
            )
    elif style == "cone":
        for k in range(6):
            share = k / 6
            kit.lathe(
                [
                    (0.5 - 0.35 * share, sz * share),
                    (0.3 - 0.21 * share, sz * (share + 0.16)),
                    (0.0, sz * (share + 1 / 6)),
                ],
                F.BARK,
                segments=12,
                stretch=(sx, sy),
            )
