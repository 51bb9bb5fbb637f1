"""Beds and bedding, rugs and other soft things."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.levels import bed_mattress_m
from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit

_SHEETS: tuple[F.Color, ...] = ((0.90, 0.90, 0.88), (0.82, 0.84, 0.84), (0.86, 0.82, 0.76))
_COVERS: tuple[F.Color, ...] = (
    (0.44, 0.52, 0.60),
    (0.62, 0.66, 0.60),
    (0.74, 0.68, 0.58),
    (0.52, 0.48, 0.54),
    (0.34, 0.40, 0.46),
    (0.80, 0.78, 0.74),
    (0.56, 0.44, 0.38),
)


def _duvet(kit: Kit, x0: float, x1: float, half: float, top: float, drop: float, finish: Finish) -> None:
    """Blanket over a mattress: flat top with soft waves and hanging sides."""
    columns, rows = 17, 15
    s = np.linspace(-1, 1, columns)
    reach = half + drop
    arc = s * reach
    y = np.clip(arc, -half, half)
    over = np.maximum(np.abs(arc) - half, 0)
    grid = np.zeros((rows, columns, 3))
    phase = kit.rng.uniform(0, 6, 3)
    for i, t in enumerate(np.linspace(0, 1, rows)):
        x = x0 + (x1 - x0) * t
        wave = 0.008 * np.sin(9 * t + phase[0]) * np.cos(2.2 * s + phase[1]) * (np.abs(s) < 0.9)
        flare = 0.012 * np.sin(16 * t + phase[2]) * (over > 0.02)
        grid[i, :, 0] = x
        grid[i, :, 1] = y + np.sign(s) * (0.012 * (over > 0) + flare)
        grid[i, :, 2] = top + wave + 0.02 * (1 - s**4) - over
    kit.sheet(grid[:, ::-1], finish)
    end = grid[-1].copy()
    skirt = np.stack(
        [
            end,
            end + np.array([0.02, 0, 0]),
            end + np.array([0.025, 0, 0]) - np.array([0, 0, 1.0]) * np.minimum(drop, end[:, 2:3] - 0.05),
        ]
    )
    kit.sheet(skirt[:, ::-1], finish)


def bed(kit: Kit, style: str) -> None:
    """Bed with the headboard at -x, pillows and blanket: styles panel, slats, upholstered, low."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood_or_paint()
    cloth = kit.palette.upholstery()
    head = 0.06
    mattress_top = bed_mattress_m(kit.size) if style != "low" or kit.carries else min(0.45, 0.75 * sz)
    base_top = mattress_top - min(0.22, 0.4 * mattress_top)
    x0 = -sx / 2 + head
    side = 0.035
    if style == "upholstered":
        kit.cushion((-sx / 2, -sy / 2, 0.05), (x0 + 0.03, sy / 2, sz), cloth, 0.035)
        panels = max(2, round(sy / 0.4))
        for k in range(panels):
            y0 = -sy / 2 + sy * k / panels
            kit.cushion(
                (x0 - 0.02, y0 + 0.004, base_top), (x0 + 0.05, y0 + sy / panels - 0.004, sz - 0.03), cloth, 0.03, 0.01
            )
        kit.cushion((x0, -sy / 2 + 0.005, 0.08), (sx / 2 - 0.005, sy / 2 - 0.005, base_top), cloth, 0.03)
    else:
        for y in (-1.0, 1.0):
            kit.box(
                (-sx / 2, y * (sy / 2 - 0.035) - 0.035, 0), (x0, y * (sy / 2 - 0.035) + 0.035, sz - 0.02), wood, 0.008
            )
            kit.box(
                (sx / 2 - 0.06, y * (sy / 2 - 0.03) - 0.03, 0),
                (sx / 2 - 0.005, y * (sy / 2 - 0.03) + 0.03, base_top + 0.06),
                wood,
                0.008,
            )
            kit.box(
                (x0, y * (sy / 2 - side / 2) - side / 2, base_top - 0.14),
                (sx / 2 - 0.03, y * (sy / 2 - side / 2) + side / 2, base_top + 0.02),
                wood,
                0.005,
            )
        kit.box(
            (sx / 2 - 0.045, -sy / 2 + 0.05, base_top - 0.14),
            (sx / 2 - 0.015, sy / 2 - 0.05, base_top + 0.04),
            wood,
            0.005,
        )
        kit.box((-sx / 2, -sy / 2 - 0.0, sz - 0.07), (x0, sy / 2, sz), wood, 0.01)
        if style == "slats":
            count = max(5, round(sy / 0.13))
            for k in range(count):
                y = (sy / 2 - 0.09) * (2 * (k + 0.5) / count - 1)
                kit.box((-sx / 2 + 0.015, y - 0.02, base_top - 0.05), (x0 - 0.015, y + 0.02, sz - 0.05), wood, 0.004)
        else:
            kit.box(
                (-sx / 2 + 0.01, -sy / 2 + 0.06, base_top - 0.08), (x0 - 0.02, sy / 2 - 0.06, sz - 0.05), wood, 0.004
            )
    sheet = F.fabric(kit.palette.color(_SHEETS))
    inner = sy / 2 - side - 0.005
    kit.cushion((x0 + 0.01, -inner, base_top - 0.02), (sx / 2 - 0.05, inner, mattress_top), sheet, 0.06)
    pillow_depth = min(0.42, 0.22 * sx)
    cover = F.fabric(kit.palette.color(_COVERS), kit.pick("plain", "plain", "stripe"))
    drop = max(0.06, min(0.26, mattress_top - 0.12))
    if kit.carries:  # a bedspread: what lies on it is the scene's
        _duvet(kit, x0 + 0.02, sx / 2 - 0.035, inner + 0.015, mattress_top + 0.012, drop, cover)
        return
    _duvet(kit, x0 + pillow_depth + 0.12, sx / 2 - 0.035, inner + 0.015, mattress_top + 0.012, drop, cover)
    fold = x0 + pillow_depth + 0.12
    kit.cushion(
        (fold - 0.02, -inner - 0.01, mattress_top - 0.02), (fold + 0.22, inner + 0.01, mattress_top + 0.05), sheet, 0.03
    )
    count = 2 if sy > 1.15 else 1
    pillow = F.fabric(kit.palette.color(_SHEETS))
    for k in range(count):
        y = (2 * (k + 0.5) / count - 1) * inner
        half = inner / count * 0.88
        with kit.frame((x0 + 0.02, y, mattress_top + 0.05), tilt_deg=-24):
            kit.cushion((-0.01, -half, -0.04), (pillow_depth, half, 0.07), pillow, 0.055, 0.025)


def bunk_bed(kit: Kit, style: str) -> None:
    """Two beds above each other with a ladder."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood_or_paint()
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            kit.box(
                (x * (sx / 2 - 0.035) - 0.035, y * (sy / 2 - 0.035) - 0.035, 0),
                (x * (sx / 2 - 0.035) + 0.035, y * (sy / 2 - 0.035) + 0.035, sz),
                wood,
                0.006,
            )
    for z in (0.18 * sz, 0.66 * sz):
        for y in (-1.0, 1.0):
            kit.box(
                (-sx / 2 + 0.05, y * (sy / 2 - 0.03) - 0.015, z),
                (sx / 2 - 0.05, y * (sy / 2 - 0.03) + 0.015, z + 0.13),
                wood,
                0.004,
            )
        kit.cushion(
            (-sx / 2 + 0.05, -sy / 2 + 0.05, z + 0.04),
            (sx / 2 - 0.05, sy / 2 - 0.05, z + 0.20),
            F.fabric(kit.palette.color(_COVERS)),
            0.05,
        )
        kit.cushion(
            (-sx / 2 + 0.08, -0.36 * sy, z + 0.18),
            (-sx / 2 + 0.42, 0.36 * sy, z + 0.29),
            F.fabric(_SHEETS[0]),
            0.05,
            0.01,
        )
    for y in (-1.0, 1.0):
        kit.box(
            (-sx / 2 + 0.05, y * (sy / 2 - 0.03) - 0.012, 0.90 * sz),
            (sx / 2 - 0.05, y * (sy / 2 - 0.03) + 0.012, 0.96 * sz),
            wood,
            0.004,
        )
    for x in (-1.0, 1.0):
        for z in (0.42, 0.90):
            kit.box(
                (x * (sx / 2 - 0.03) - 0.012, -sy / 2 + 0.05, z * sz),
                (x * (sx / 2 - 0.03) + 0.012, sy / 2 - 0.05, z * sz + 0.08),
                wood,
                0.004,
            )
    for k in range(5):
        kit.bar(
            (sx / 2 - 0.45, sy / 2 - 0.02, 0.12 * sz * (k + 1)),
            (sx / 2 - 0.05, sy / 2 - 0.02, 0.12 * sz * (k + 1)),
            0.014,
            wood,
        )
    kit.box((sx / 2 - 0.48, sy / 2 - 0.04, 0), (sx / 2 - 0.43, sy / 2, 0.95 * sz), wood, 0.004)


def pillow(kit: Kit, style: str) -> None:
    """A plump cushion."""
    sx, sy, sz = kit.size
    thick = min(sx, sy, sz)
    lower, upper = np.array([-sx / 2, -sy / 2, 0]), np.array([sx / 2, sy / 2, sz])
    weave = kit.pick("plain", "herringbone", "stripe")
    kit.cushion(
        lower * 0.92, upper * 0.92, F.fabric(kit.palette.color(F.CLOTH_COLORS), weave), 0.42 * thick, 0.12 * thick, 3
    )


def folded(kit: Kit, style: str) -> None:
    """Folded blanket, quilt or towel: soft layers."""
    sx, sy, sz = kit.size
    cloth = F.fabric(kit.palette.color(_COVERS), kit.pick("plain", "stripe"))
    layers = max(2, min(5, round(sz / 0.04)))
    for k in range(layers):
        shrink = float(kit.rng.uniform(0.94, 1.0)) if k else 1.0
        z0, z1 = sz * k / layers, sz * (k + 1) / layers
        kit.cushion(
            (-shrink * sx / 2, -shrink * sy / 2, z0), (shrink * sx / 2, shrink * sy / 2, z1), cloth, 0.48 * (z1 - z0)
        )


def hammock(kit: Kit, style: str) -> None:
    """Cloth slung between two ends along the longer side."""
    sx, sy, sz = kit.size
    cloth = F.fabric(kit.palette.color(_COVERS), "stripe")
    t = np.linspace(-1, 1, 17)
    s = np.linspace(-1, 1, 9)
    grid = np.zeros((17, 9, 3))
    for i, a in enumerate(t):
        wide = 0.16 + 0.84 * (1 - a**2) ** 0.5
        grid[i, :, 0], grid[i, :, 1] = s * wide * sx / 2, a * 0.82 * sy / 2
        grid[i, :, 2] = sz * (0.08 + 0.72 * a**2) + 0.2 * sz * s**2 * wide
    kit.sheet(grid[:, ::-1], cloth)
    for side in (-1.0, 1.0):
        for k in range(5):
            kit.bar(
                (s[2 * k] * 0.16 * sx / 2, side * 0.82 * sy / 2, 0.80 * sz),
                (0, side * sy / 2, sz),
                0.006,
                F.fabric((0.80, 0.75, 0.64)),
                segments=6,
            )


def carpet(kit: Kit, style: str) -> None:
    """Rug with a pattern; style plain has a border only, round is an ellipse."""
    sx, sy, sz = kit.size
    edge = F.fabric(kit.palette.color(_COVERS))
    number = int(kit.rng.integers(1000))
    rug = F.picture("rug", number)
    if style == "round":
        kit.prism(shapes.superellipse(sx / 2, sy / 2, 2.0, 40), "xy", 0, 0.85 * sz, edge)
        kit.lathe(
            [(0.485, 0.85 * sz), (0.47, sz), (0.0, sz)], F.Finish(F.PILE.material, 0.4), segments=40, stretch=(sx, sy)
        )
        return
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.9 * sz), edge)
    if style == "fringe":
        kit.panel((0, 0, sz), (0, 0.5 * sy, 0), (-0.5 * sx, 0, 0), rug)
        ends = [(-0.48 * sx, 0.0), (0.48 * sx, 0.0)] if sx > sy else [(0.0, -0.48 * sy), (0.0, 0.48 * sy)]
        for x, y in ends:
            half = (0.02 * sx, sy / 2) if sx > sy else (sx / 2, 0.02 * sy)
            kit.box((x - half[0], y - half[1], 0), (x + half[0], y + half[1], 0.96 * sz), F.fabric((0.86, 0.83, 0.76)))
        return
    kit.panel((0, 0, sz), (0, 0.5 * sy, 0), (-0.5 * sx, 0, 0), rug)


def curtain(kit: Kit, style: str) -> None:
    """Hanging cloth in folds on a rod, across y, in two halves."""
    sx, sy, sz = kit.size
    cloth = F.fabric(kit.palette.color(_COVERS))
    kit.bar((0, -sy / 2, sz - 0.02), (0, sy / 2, sz - 0.02), 0.012, kit.palette.metal())
    folds = max(4, round(sy / 0.14))
    for side in (-1.0, 1.0):
        s = np.linspace(0.04, 0.98, 4 * folds + 1)
        grid = np.zeros((4, len(s), 3))
        for i, t in enumerate((0.0, 0.3, 0.7, 1.0)):
            grid[i, :, 1] = side * sy / 2 * s
            grid[i, :, 0] = 0.46 * sx * np.sin(2 * math.pi * folds * s) * (0.7 + 0.3 * t)
            grid[i, :, 2] = (sz - 0.02) * (1 - t)
        kit.sheet(grid if side < 0 else grid[:, ::-1], cloth)
