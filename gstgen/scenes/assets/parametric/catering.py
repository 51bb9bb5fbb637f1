"""Professional kitchens and bars: cooking blocks, machines, dispensers, racks, serving pieces."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit


def _steel_body(kit: Kit, top: float, legs: float = 0.12) -> None:
    """Steel cabinet on round feet up to a height, a kick rail and two door seams at the front."""
    sx, sy, _ = kit.size
    kit.box((-sx / 2, -sy / 2, legs), (sx / 2 - 0.02, sy / 2, top), F.STEEL, 0.004)
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            px, py = x * (sx / 2 - 0.06), y * (sy / 2 - 0.06)
            kit.bar((px, py, 0), (px, py, legs), 0.025, F.CHROME, segments=8)
    doors = max(1, round(sy / 0.55))
    for k in range(doors):
        w = sy / doors
        y0 = -sy / 2 + k * w
        kit.box((sx / 2 - 0.02, y0 + 0.01, legs + 0.02), (sx / 2 - 0.004, y0 + w - 0.01, top - 0.16), F.STEEL, 0.003)
        kit.box((sx / 2 - 0.004, y0 + 0.15 * w, top - 0.24), (sx / 2, y0 + 0.85 * w, top - 0.22), F.GREY_METAL)


def _knobs(kit: Kit, x: float, z: float, count: int, width: float) -> None:
    for k in range(count):
        y = width * ((k + 0.5) / count - 0.5)
        kit.bar((x - 0.02, y, z), (x + 0.018, y, z), 0.022, F.BLACK_PLASTIC, segments=10)


def cooking_block(kit: Kit, style: str) -> None:
    """Steel block: `griddle` plate with a splash rim, `fryer` with two basins, `kettle` (tilting pot)."""
    sx, sy, sz = kit.size
    work = min(0.90, 0.92 * sz)
    _steel_body(kit, work)
    _knobs(kit, sx / 2 - 0.005, work - 0.08, max(2, round(sy / 0.25)), 0.8 * sy)
    if style == "griddle":
        plate = F.plain("griddle", (0.24, 0.24, 0.25), 0.4)
        kit.box((-sx / 2 + 0.03, -sy / 2 + 0.03, work), (sx / 2 - 0.08, sy / 2 - 0.03, work + 0.012), plate)
        rim = min(sz, work + 0.12)
        kit.box((-sx / 2, -sy / 2, work), (-sx / 2 + 0.02, sy / 2, sz), F.STEEL)
        for y in (-1.0, 1.0):
            y0, y1 = sorted((y * sy / 2, y * (sy / 2 - 0.015)))
            kit.prism([(work, -sx / 2), (work, sx / 2 - 0.1), (rim, -sx / 2)], "zx", y0, y1, F.STEEL)
        kit.box((sx / 2 - 0.08, -sy / 2 + 0.01, work - 0.02), (sx / 2, sy / 2 - 0.01, work + 0.004), F.STEEL)
        return
    if style == "fryer":
        basins = max(1, round(sy / 0.4))
        for k in range(basins):
            y = sy * ((k + 0.5) / basins - 0.5)
            w = 0.36 * sy / basins
            kit.box((-0.3 * sx, y - w, work), (0.26 * sx, y + w, work + 0.004), F.plain("oil", (0.44, 0.32, 0.14), 0.6))
            outline = [
                (-0.34 * sx, y - 1.14 * w),
                (0.30 * sx, y - 1.14 * w),
                (0.30 * sx, y + 1.14 * w),
                (-0.34 * sx, y + 1.14 * w),
            ]
            hole = [(-0.3 * sx, y - w), (-0.3 * sx, y + w), (0.26 * sx, y + w), (0.26 * sx, y - w)]
            kit.prism(outline, "xy", work, work + 0.02, F.STEEL, [hole])
            kit.box((-0.24 * sx, y - 0.6 * w, work + 0.004), (0.16 * sx, y + 0.6 * w, work + 0.03), F.GRILLE)
            kit.beam((0.16 * sx, y, work + 0.03), (0.46 * sx, y, work + 0.07), 0.03, 0.02, F.BLACK_PLASTIC)
        kit.box((-sx / 2, -sy / 2, work), (-sx / 2 + 0.06, sy / 2, sz), F.STEEL)
        return
    r = 0.44
    kit.lathe(
        [(0.0, 0.5 * sz), (r, 0.5 * sz), (r, 0.97 * sz), (0.40, 0.97 * sz), (0.38, 0.6 * sz)],
        F.STEEL,
        segments=28,
        stretch=(0.9 * sx, 0.8 * sy),
    )
    kit.lathe([(0.45, 0.955 * sz), (0.40, sz), (0.0, sz)], F.CHROME, segments=28, stretch=(0.9 * sx, 0.8 * sy))
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * 0.38 * sy))
        kit.box((-0.2 * sx, y0, 0.3 * sz), (0.2 * sx, y1, 0.9 * sz), F.STEEL, 0.01)


def steel_table(kit: Kit, style: str) -> None:
    """Work table of steel with a lower board at a quarter of its height, square legs; wooden in style `bench`."""
    sx, sy, sz = kit.size
    top = F.STEEL if style == "steel" else kit.palette.wood()
    leg = F.CHROME if style == "steel" else top
    kit.box((-sx / 2, -sy / 2, sz - 0.04), (sx / 2, sy / 2, sz), top, 0.004)
    z = 0.25 * sz
    kit.box((-sx / 2 + 0.03, -sy / 2 + 0.03, z - 0.02), (sx / 2 - 0.03, sy / 2 - 0.03, z), top)
    half = 0.02 if style == "steel" else 0.03
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            px, py = x * (sx / 2 - 0.035), y * (sy / 2 - 0.035)
            kit.box((px - half, py - half, 0), (px + half, py + half, sz - 0.04), leg)


def stand_mixer(kit: Kit, style: str) -> None:
    """Mixer: column, head, bowl and whisk; floor model when it is tall."""
    sx, sy, sz = kit.size
    body = kit.pick(F.WHITE_PLASTIC, F.STEEL, F.plain("enamel", (0.60, 0.68, 0.70), 0.4))
    wide = 0.7 * sy
    kit.box((-sx / 2, -wide / 2, 0), (sx / 2, wide / 2, 0.08 * sz), body, 0.01)
    kit.box((-sx / 2, -0.3 * wide, 0.08 * sz), (-0.22 * sx, 0.3 * wide, 0.8 * sz), body, 0.02)
    kit.cushion((-sx / 2, -0.34 * wide, 0.66 * sz), (0.42 * sx, 0.34 * wide, sz), body, 0.05)
    kit.lathe(
        [(0.0, 0.10 * sz), (0.26, 0.10 * sz), (0.44, 0.30 * sz), (0.48, 0.52 * sz), (0.44, 0.52 * sz), (0.0, 0.2 * sz)],
        F.STEEL,
        (0.16 * sx, 0.0),
        24,
        (min(sx, sy) * 0.9, min(sx, sy) * 0.9),
    )
    kit.bar((0.16 * sx, 0, 0.36 * sz), (0.16 * sx, 0, 0.68 * sz), 0.05 * sy, F.CHROME, segments=8)
    kit.tube(
        [(0.16 * sx, -sy / 2, 0.42 * sz), (0.16 * sx, -0.46 * sy, 0.5 * sz), (0.16 * sx, -0.4 * sy, 0.52 * sz)],
        0.01,
        F.CHROME,
    )
    kit.tube(
        [(0.16 * sx, sy / 2, 0.42 * sz), (0.16 * sx, 0.46 * sy, 0.5 * sz), (0.16 * sx, 0.4 * sy, 0.52 * sz)],
        0.01,
        F.CHROME,
    )


def slicer(kit: Kit, style: str) -> None:
    """Food slicer: base, round blade, carriage."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.24 * sz), F.STEEL, 0.02)
    kit.bar((0.05 * sx, -0.04 * sy, 0.58 * sz), (0.05 * sx, 0.04 * sy, 0.58 * sz), 0.42 * sz, F.CHROME, segments=28)
    kit.bar((0.05 * sx, -0.06 * sy, 0.58 * sz), (0.05 * sx, 0.06 * sy, 0.58 * sz), 0.14 * sz, F.LIGHT_GREY, segments=18)
    kit.box((-0.42 * sx, 0.10 * sy, 0.28 * sz), (0.36 * sx, 0.46 * sy, 0.33 * sz), F.STEEL)
    kit.box((-0.42 * sx, 0.10 * sy, 0.33 * sz), (-0.36 * sx, 0.46 * sy, 0.8 * sz), F.STEEL)
    kit.bar((0.36 * sx, 0.3 * sy, 0.3 * sz), (0.36 * sx, 0.3 * sy, 0.62 * sz), 0.03 * sx, F.BLACK_PLASTIC, segments=10)


def pot(kit: Kit, style: str) -> None:
    """Cooking pot: `sauce` with side handles and lid, `cauldron` on feet, `slow` cooker, `wok` with a long handle."""
    sx, sy, sz = kit.size
    if style == "wok":
        kit.lie_along_longest()
        sx, sy, sz = kit.size
        r, shift = sy, -(sx - sy) / 2
        kit.lathe(
            [
                (0.0, 0.0),
                (0.18, 0.0),
                (0.36, 0.34 * sz),
                (0.5, 0.9 * sz),
                (0.48, 0.92 * sz),
                (0.33, 0.38 * sz),
                (0.0, 0.06 * sz),
            ],
            F.BLACK_METAL,
            (shift, 0.0),
            18,
            (r, r),
        )
        kit.beam((shift + 0.46 * r, 0, 0.82 * sz), (sx / 2, 0, 0.96 * sz), 0.10 * sy, 0.07 * sz, F.wood("pine"))
        return
    round_d = (0.84 * sx, 0.84 * sy)
    if style == "cauldron":
        kit.lathe(
            [
                (0.0, 0.06 * sz),
                (0.30, 0.10 * sz),
                (0.5, 0.40 * sz),
                (0.5, 0.62 * sz),
                (0.42, 0.84 * sz),
                (0.46, 0.90 * sz),
                (0.40, 0.90 * sz),
                (0.0, 0.7 * sz),
            ],
            F.BLACK_METAL,
            segments=20,
            stretch=(sx, sy),
            crease=60,
        )
        for k in range(3):
            a = 2 * math.pi * k / 3
            kit.bar(
                (0.3 * sx * math.cos(a), 0.3 * sy * math.sin(a), 0),
                (0.2 * sx * math.cos(a), 0.2 * sy * math.sin(a), 0.2 * sz),
                0.04 * sx,
                F.BLACK_METAL,
            )
        kit.tube(
            [
                (0, -0.44 * sy, 0.84 * sz),
                (0, -0.2 * sy, sz - 0.01),
                (0, 0.2 * sy, sz - 0.01),
                (0, 0.44 * sy, 0.84 * sz),
            ],
            0.01,
            F.GREY_METAL,
            6,
        )
        return
    if style == "slow":
        shell = kit.pick(F.STEEL, F.DARK_GREY)
        kit.lathe([(0.0, 0.0), (0.44, 0.0), (0.48, 0.1 * sz), (0.5, 0.74 * sz)], shell, segments=20, stretch=round_d)
        kit.lathe(
            [(0.5, 0.72 * sz), (0.52, 0.76 * sz), (0.34, 0.90 * sz), (0.0, 0.94 * sz)],
            F.CHROME,
            segments=20,
            stretch=round_d,
            crease=60,
        )
        kit.bar((0, 0, 0.93 * sz), (0, 0, sz), 0.06 * sx, F.BLACK_PLASTIC, segments=10)
        for y in (-1.0, 1.0):
            y0, y1 = sorted((y * 0.40 * sy, y * sy / 2))
            kit.box((-0.12 * sx, y0, 0.6 * sz), (0.12 * sx, y1, 0.68 * sz), F.BLACK_PLASTIC, 0.005)
        kit.bar((0.40 * sx, 0, 0.24 * sz), (0.5 * sx, 0, 0.24 * sz), 0.07 * sx, F.BLACK_PLASTIC, segments=10)
        return
    long_y = sy >= sx
    d = (0.94 * sx, 0.80 * sy) if long_y else (0.80 * sx, 0.94 * sy)
    metal = kit.pick(F.STEEL, F.plain("enamel", (0.42, 0.52, 0.60), 0.5), F.STEEL)
    kit.lathe([(0.0, 0.0), (0.46, 0.0), (0.5, 0.08 * sz), (0.5, 0.78 * sz)], metal, segments=16, stretch=d)
    kit.lathe(
        [(0.52, 0.77 * sz), (0.52, 0.80 * sz), (0.3, 0.88 * sz), (0.0, 0.9 * sz)],
        metal,
        segments=16,
        stretch=d,
        crease=60,
    )
    kit.bar((0, 0, 0.88 * sz), (0, 0, sz), 0.05 * min(sx, sy), F.BLACK_PLASTIC, segments=8)
    for s in (-1.0, 1.0):
        if long_y:
            kit.tube(
                [
                    (-0.12 * sx, s * 0.39 * sy, 0.66 * sz),
                    (0, s * 0.49 * sy, 0.66 * sz),
                    (0.12 * sx, s * 0.39 * sy, 0.66 * sz),
                ],
                0.01 * sy,
                metal,
                5,
            )
        else:
            kit.tube(
                [
                    (s * 0.39 * sx, -0.12 * sy, 0.66 * sz),
                    (s * 0.49 * sx, 0, 0.66 * sz),
                    (s * 0.39 * sx, 0.12 * sy, 0.66 * sz),
                ],
                0.01 * sx,
                metal,
                5,
            )


def teapot(kit: Kit, style: str) -> None:
    """Teapot along its longest side: belly, lid, spout, handle."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    glaze = kit.pick(kit.palette.ceramic(), F.CERAMIC, F.BLACK_METAL)
    d = min(sy, 0.62 * sx)
    kit.lathe(
        [(0.0, 0.0), (0.28, 0.0), (0.48, 0.30 * sz), (0.46, 0.55 * sz), (0.24, 0.76 * sz)],
        glaze,
        segments=14,
        stretch=(d, sy),
        crease=60,
    )
    kit.lathe(
        [(0.26, 0.75 * sz), (0.16, 0.86 * sz), (0.06, 0.9 * sz), (0.08, 0.97 * sz), (0.0, sz)],
        glaze,
        segments=12,
        stretch=(d, d),
    )
    kit.bar((0.40 * d, 0, 0.30 * sz), (sx / 2, 0, 0.72 * sz), 0.09 * d, glaze, 0.045 * d)
    kit.tube(
        [
            (-0.36 * d, 0, 0.66 * sz),
            (-sx / 2 + 0.03 * d, 0, 0.66 * sz),
            (-sx / 2 + 0.03 * d, 0, 0.36 * sz),
            (-0.44 * d, 0, 0.26 * sz),
        ],
        0.04 * d,
        glaze,
    )


def dispenser(kit: Kit, style: str) -> None:
    """Drinks machine on a counter: `urn` of juice, `tower` with a nozzle and tray, `tap` for beer, `pump` jar."""
    sx, sy, sz = kit.size
    if style == "tap":
        kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.06 * sz), F.STEEL)
        kit.bar((-0.1 * sx, 0, 0.06 * sz), (-0.1 * sx, 0, 0.66 * sz), 0.10 * min(sx, sy), F.CHROME, segments=14)
        kit.bar(
            (-0.1 * sx, -0.44 * sy, 0.66 * sz),
            (-0.1 * sx, 0.44 * sy, 0.66 * sz),
            0.11 * min(sx, sy),
            F.CHROME,
            segments=14,
        )
        for y in (-0.30, 0.0, 0.30):
            kit.tube(
                [(0, y * sy, 0.66 * sz), (0.24 * sx, y * sy, 0.66 * sz), (0.26 * sx, y * sy, 0.52 * sz)],
                0.014,
                F.BRASS,
                6,
            )
            kit.bar((0.02 * sx, y * sy, 0.70 * sz), (0.02 * sx, y * sy, sz), 0.018, F.BLACK_PLASTIC, 0.026, 8)
        return
    if style == "pump":
        kit.lathe(
            [(0.0, 0.0), (0.46, 0.0), (0.5, 0.04 * sz), (0.5, 0.62 * sz), (0.34, 0.70 * sz), (0.0, 0.70 * sz)],
            F.plain("jam", kit.palette.color(((0.66, 0.30, 0.30), (0.86, 0.62, 0.28), (0.50, 0.30, 0.42))), 0.5),
            segments=16,
            stretch=(sx, sy),
        )
        kit.lathe([(0.36, 0.69 * sz), (0.36, 0.76 * sz), (0.0, 0.78 * sz)], F.CHROME, segments=14, stretch=(sx, sy))
        kit.tube(
            [(0, 0, 0.74 * sz), (0, 0, 0.985 * sz), (0.44 * sx, 0, 0.97 * sz), (0.47 * sx, 0, 0.86 * sz)],
            0.05 * sx,
            F.CHROME,
            6,
        )
        return
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.07 * sz), F.DARK_GREY, 0.005)
    kit.box((-sx / 2, -sy / 2 + 0.01, 0.07 * sz), (0.02 * sx, sy / 2 - 0.01, sz), kit.pick(F.STEEL, F.DARK_GREY), 0.01)
    kit.box((0.02 * sx, -sy / 2 + 0.01, 0.62 * sz), (sx / 2, sy / 2 - 0.01, sz), F.DARK_GREY, 0.015)
    kit.front_panel(sx / 2 + 0.001, 0, 0.83 * sz, 0.8 * sy, 0.24 * sz, F.picture("page", "keys"))
    for y in (-0.2, 0.2):
        kit.bar((0.30 * sx, y * sy, 0.54 * sz), (0.30 * sx, y * sy, 0.62 * sz), 0.03 * sy, F.CHROME, segments=8)
    kit.box((0.06 * sx, -0.4 * sy, 0.07 * sz), (0.46 * sx, 0.4 * sy, 0.09 * sz), F.GRILLE)


def oden(kit: Kit, style: str) -> None:
    """Counter cooker: steel basin in compartments with broth and pieces."""
    sx, sy, sz = kit.size
    outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
    wall = 0.04 * max(sx, sy)
    x, y = sx / 2 - wall, sy / 2 - wall
    kit.prism(outline, "xy", 0, sz, F.STEEL, [[(-x, -y), (-x, y), (x, y), (x, -y)]])
    kit.box((-x, -y, 0.1 * sz), (x, y, 0.72 * sz), F.plain("broth", (0.62, 0.46, 0.28), 0.5))
    for k in (-1, 0, 1):
        kit.box((-x, k * 0.5 * y - 0.004, 0.7 * sz), (x, k * 0.5 * y + 0.004, 0.92 * sz), F.STEEL)
    kit.box((-0.004, -y, 0.7 * sz), (0.004, y, 0.92 * sz), F.STEEL)
    tones = ((0.88, 0.82, 0.68), (0.56, 0.40, 0.28), (0.80, 0.66, 0.44))
    for k in range(8):
        px, py = (-0.5 if k % 2 else 0.5) * x, (-0.75 + 0.5 * (k // 2)) * y
        kit.bar((px, py, 0.66 * sz), (px, py, 0.80 * sz), 0.16 * y, F.plain("piece", tones[k % 3]), segments=10)


def popcorn_machine(kit: Kit, style: str) -> None:
    """Glass case with a kettle, heaps of popcorn, a coloured roof."""
    sx, sy, sz = kit.size
    shell = F.plain("popcorn case", (0.66, 0.34, 0.28), 0.3)
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.16 * sz), shell, 0.005)
    kit.box((-sx / 2, -sy / 2, 0.80 * sz), (sx / 2, sy / 2, 0.90 * sz), shell, 0.005)
    roof = [
        np.column_stack([shapes.rounded_rectangle(a * sx, a * sy, 0.02, 1), np.full(8, z)])
        for a, z in ((1.0, 0.90 * sz), (0.5, sz))
    ]
    kit.loft(np.array(roof), shell, crease=20)
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            px, py = x * (sx / 2 - 0.012), y * (sy / 2 - 0.012)
            kit.box((px - 0.012, py - 0.012, 0.16 * sz), (px + 0.012, py + 0.012, 0.80 * sz), F.BRASS)
    pane = F.glass(alpha=0.12)
    kit.front_panel(sx / 2 - 0.01, 0, 0.48 * sz, sy - 0.05, 0.64 * sz, pane)
    for y in (-1.0, 1.0):
        kit.panel((0, y * (sy / 2 - 0.01), 0.48 * sz), (-y * 0.46 * sx, 0, 0), (0, 0, 0.32 * sz), pane)
    corn = F.plain("popcorn", (0.92, 0.86, 0.66), 0.0)
    for k in range(14):
        a, r = 2.4 * k, 0.36 * math.sqrt((k + 0.5) / 14)
        kit.sphere(
            (r * sx * math.cos(a), r * sy * math.sin(a), 0.22 * sz + 0.05 * sz * (k % 3)),
            (0.12 * sx, 0.12 * sy, 0.09 * sz),
            corn,
            7,
            4,
        )
    kit.lathe(
        [(0.0, 0.56 * sz), (0.20, 0.58 * sz), (0.20, 0.70 * sz), (0.0, 0.72 * sz)],
        F.STEEL,
        segments=16,
        stretch=(sx, sy),
    )


def serving_dome(kit: Kit, style: str) -> None:
    """Cake under glass or bare: `cloche`, `stand` (cake on a foot), `tiers` of plates with pastries."""
    sx, sy, sz = kit.size
    china = F.CERAMIC
    if style == "cloche":
        kit.lathe(
            [(0.0, 0.0), (0.5, 0.0), (0.5, 0.08 * sz), (0.0, 0.08 * sz)], F.wood("oak"), segments=20, stretch=(sx, sy)
        )
        kit.lathe(
            [(0.44, 0.08 * sz), (0.44, 0.5 * sz), (0.34, 0.78 * sz), (0.0, 0.90 * sz)],
            F.glass(alpha=0.18),
            segments=20,
            stretch=(sx, sy),
            crease=60,
        )
        kit.sphere((0, 0, 0.95 * sz), (0.05 * sx, 0.05 * sy, 0.05 * sz), F.CHROME, 10, 6)
        kit.lathe(
            [(0.30, 0.08 * sz), (0.30, 0.36 * sz), (0.0, 0.36 * sz)],
            F.plain("cake", (0.80, 0.66, 0.46)),
            segments=16,
            stretch=(sx, sy),
        )
        return
    if style == "stand":
        kit.lathe(
            [
                (0.0, 0.0),
                (0.26, 0.0),
                (0.06, 0.14 * sz),
                (0.06, 0.44 * sz),
                (0.5, 0.50 * sz),
                (0.5, 0.55 * sz),
                (0.0, 0.52 * sz),
            ],
            china,
            segments=20,
            stretch=(sx, sy),
        )
        kit.lathe(
            [(0.38, 0.54 * sz), (0.38, 0.92 * sz), (0.34, sz), (0.0, sz)],
            F.plain("cake", (0.46, 0.32, 0.24), 0.1),
            segments=18,
            stretch=(sx, sy),
        )
        return
    tiers = 3
    for k in range(tiers):
        share, z = 1.0 - 0.24 * k, sz * (0.04 + 0.30 * k)
        kit.prism(shapes.superellipse(share * sx / 2, share * sy / 2, 2.4, 24), "xy", z, z + 0.03 * sz, china)
        for j in range(6 - k):
            a = 2 * math.pi * j / (6 - k)
            tint = ((0.84, 0.70, 0.48), (0.50, 0.34, 0.26), (0.90, 0.78, 0.76))[(j + k) % 3]
            kit.bar(
                (0.34 * share * sx * math.cos(a), 0.34 * share * sy * math.sin(a), z + 0.03 * sz),
                (0.34 * share * sx * math.cos(a), 0.34 * share * sy * math.sin(a), z + 0.16 * sz),
                0.05 * min(sx, sy),
                F.plain("pastry", tint),
                segments=10,
            )
    kit.bar((0, 0, 0), (0, 0, sz), 0.02 * min(sx, sy), F.CHROME, segments=8)
    kit.box((-0.1 * sx, -0.1 * sy, 0), (0.1 * sx, 0.1 * sy, 0.04 * sz), china)


def ceiling_rack(kit: Kit, style: str) -> None:
    """Rail with hooks and ladles or pans hanging from it; a hanging shelf of rails when it is tall."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    rail = max(0.006, min(0.012, 0.3 * sy))
    kit.bar((-sx / 2, 0, sz - rail), (sx / 2, 0, sz - rail), rail, F.CHROME, segments=8)
    for s in (-1.0, 1.0):
        kit.box((s * 0.46 * sx - 0.01, -sy / 2, sz - 2 * rail), (s * 0.46 * sx + 0.01, sy / 2, sz), F.CHROME)
    count = max(2, round(sx / 0.18))
    finishes: tuple[Finish, ...] = (F.STEEL, F.BLACK_METAL, F.CHROME)
    for k in range(count):
        x = 0.9 * sx * ((k + 0.5) / count - 0.5)
        drop = sz * (0.9 if k % 2 else 0.6)
        kit.bar((x, 0, sz - rail), (x, 0, sz - drop), 0.4 * rail, F.CHROME, segments=5)
        if sz > 0.3 and k % 2:
            r = min(0.09, 0.3 * sz)
            kit.bar((x, -0.3 * sy, r), (x, 0.3 * sy, r), r, finishes[k % 3], segments=16)
            kit.bar((x, 0, r), (x, 0, sz - drop + 0.02), 0.012, finishes[k % 3], segments=6)
    kit.box((-0.01, -sy / 2, 0), (0.01, sy / 2, 0.3 * rail), F.CHROME)
