"""Plants, flowers, vases, trees."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit
from gstgen.scenes.mesh import Material

_GREENS: tuple[F.Color, ...] = ((0.34, 0.52, 0.26), (0.28, 0.44, 0.24), (0.42, 0.56, 0.30), (0.30, 0.48, 0.34))


def _leaf_finish(kit: Kit) -> Finish:
    return Finish(Material("leaf", kit.palette.color(_GREENS), "parametric/leaf/plain", gloss=0.15), 1.0)


def leaf(
    kit: Kit,
    base: np.ndarray,
    heading: float,
    length: float,
    width: float,
    rise: float,
    droop: float,
    finish: Finish,
    segments: int = 5,
) -> None:
    """One blade: starts at `base`, rises at the angle `rise` (radians) and bends down by `droop` along its length."""
    t = np.linspace(0, 1, segments + 1)
    angle = rise - droop * t
    step = length / segments
    along = np.concatenate([[0.0], np.cumsum(np.cos(angle[:-1]) * step)])
    up = np.concatenate([[0.0], np.cumsum(np.sin(angle[:-1]) * step)])
    half = width / 2 * np.sin(np.pi * (0.06 + 0.94 * t) ** 0.8) + 0.0004
    c, s = math.cos(heading), math.sin(heading)
    center = np.stack([base[0] + along * c, base[1] + along * s, base[2] + up], 1)
    side = np.array([-s, c, 0.0])
    fold = np.stack([np.zeros_like(half), np.zeros_like(half), 0.35 * half], 1)
    grid = np.stack([center - side * half[:, None] + fold, center, center + side * half[:, None] + fold], 0)
    kit.sheet(grid, finish, unit_uv=True)


def pot(kit: Kit, radius: float, height: float, finish: Finish, stretch: tuple[float, float]) -> None:
    """Plant pot with a rim and earth."""
    profile = [
        (0.0, 0.0),
        (0.72 * radius, 0.0),
        (0.95 * radius, 0.85 * height),
        (radius, 0.86 * height),
        (radius, height),
        (0.9 * radius, height),
        (0.88 * radius, 0.88 * height),
    ]
    kit.lathe(profile, finish, segments=kit.few(22, 8), stretch=stretch)
    kit.lathe([(0.88 * radius, 0.88 * height), (0.0, 0.92 * height)], F.SOIL, segments=kit.few(18, 8), stretch=stretch)


def pot_plant(kit: Kit, style: str) -> None:
    """Plant in a pot: bushy, palm (arching fronds), snake (upright blades), bamboo (canes), succulent."""
    sx, sy, sz = kit.size
    rim = min(0.16, 0.34 * min(sx, sy))
    pot_height = min(0.35, (0.30 if style != "succulent" else 0.5) * sz, 2.2 * rim)
    glaze = kit.pick(kit.palette.ceramic(), F.plain("terracotta", (0.66, 0.46, 0.36), 0.05), F.CERAMIC, F.WICKER)
    pot(kit, rim, pot_height, glaze, (1.0, 1.0))
    soil = 0.9 * pot_height
    green = _leaf_finish(kit)
    reach = 0.5 * min(sx, sy)
    rest = sz - soil
    rng = kit.rng
    if style == "snake":
        for k in range(kit.few(12, 8)):
            a = 2.4 * k
            base = np.array(
                [0.55 * rim * math.cos(a) * rng.uniform(0.2, 1), 0.55 * rim * math.sin(a) * rng.uniform(0.2, 1), soil]
            )
            leaf(
                kit,
                base,
                a,
                rest * rng.uniform(0.65, 1.0),
                min(0.06, 0.35 * reach),
                rng.uniform(1.35, 1.52),
                rng.uniform(-0.05, 0.15),
                green,
                5,
            )
    elif style == "palm":
        stem = 0.35 * rest if rest > 0.5 else 0.08 * rest
        if stem > 0.03:
            kit.bar((0, 0, soil), (0, 0, soil + stem), 0.12 * rim, F.BARK, 0.10 * rim)
        for k in range(kit.few(22, 12)):
            a = 2.4 * k + rng.uniform(-0.3, 0.3)
            rise = rng.uniform(0.7, 1.45)
            length = min(1.25 * reach / max(math.cos(rise - 0.5), 0.35), 1.1 * (rest - stem))
            leaf(
                kit,
                np.array([0, 0, soil + stem]),
                a,
                length * rng.uniform(0.85, 1),
                max(0.018, 0.10 * length),
                rise,
                rng.uniform(1.0, 1.9),
                green,
                kit.few(6, 3),
            )
    elif style == "bamboo":
        for k in range(kit.few(5, 3)):
            a = 2 * math.pi * k / 5 + rng.uniform(-0.4, 0.4)
            x, y = 0.4 * rim * math.cos(a), 0.4 * rim * math.sin(a)
            top = soil + rest * rng.uniform(0.7, 0.96)
            tip = np.array([x * 1.8, y * 1.8, top])
            kit.bar(
                (x, y, soil), tip, 0.012 * sz + 0.001, F.plain("cane", (0.47, 0.55, 0.30), 0.2), 0.008 * sz + 0.001, 7
            )
            for j in range(kit.few(9, 3)):
                z = 0.25 + 0.75 * j / kit.few(8, 2)
                base = np.array([x, y, soil]) * (1 - z) + tip * z
                leaf(
                    kit,
                    base,
                    rng.uniform(0, 6.28),
                    0.75 * reach * rng.uniform(0.6, 1.1),
                    0.14 * reach,
                    rng.uniform(0.1, 0.9),
                    rng.uniform(0.6, 1.3),
                    green,
                    kit.few(4, 2),
                )
    elif style == "succulent":
        for ring, (count, rise, size) in enumerate(((9, 0.25, 1.0), (7, 0.7, 0.85), (5, 1.1, 0.65))):
            for k in range(kit.few(count, count // 2 + 1)):
                a = 2 * math.pi * (k + 0.5 * ring) / kit.few(count, count // 2 + 1)
                leaf(kit, np.array([0, 0, soil]), a, size * reach, 0.42 * reach, rise, -0.5, green, kit.few(4, 2))
    else:
        stems = kit.few(8, 4)
        for k in range(stems):
            a = 2.4 * k
            spread = reach * rng.uniform(0.15, 0.8)
            top = soil + rest * rng.uniform(0.45, 0.92)
            tip = np.array([spread * math.cos(a), spread * math.sin(a), top])
            kit.tube(
                [
                    (0.2 * rim * math.cos(a), 0.2 * rim * math.sin(a), soil),
                    (0.5 * tip[0], 0.5 * tip[1], soil + 0.6 * (top - soil)),
                    tuple(tip),
                ],
                0.004 * sz + 0.001,
                F.plain("stem", (0.36, 0.42, 0.24), 0.05),
                kit.few(5, 3),
            )
            for j in range(kit.few(6, 3)):
                t = 0.45 + 0.55 * j / 5
                base = np.array([0.5 * tip[0] * t * 1.6, 0.5 * tip[1] * t * 1.6, soil + (top - soil) * t])
                base[:2] = np.clip(base[:2], -abs(tip[:2]), abs(tip[:2]))
                leaf(
                    kit,
                    base,
                    a + rng.uniform(-1.5, 1.5),
                    0.5 * reach * rng.uniform(0.7, 1.2),
                    0.30 * reach,
                    rng.uniform(0.1, 1.0),
                    rng.uniform(0.6, 1.4),
                    green,
                    kit.few(4, 2),
                )


def flowers(kit: Kit, style: str) -> None:
    """Bunch of blossoms on stems; style vase puts them in one."""
    sx, sy, sz = kit.size
    reach = 0.5 * min(sx, sy)
    start = 0.0
    if style == "vase":
        start = 0.42 * sz
        kit.lathe(
            [(0.0, 0.0), (0.22, 0.0), (0.30, 0.16 * sz), (0.16, 0.34 * sz), (0.22, start), (0.19, start)],
            kit.palette.ceramic(),
            segments=20,
            stretch=(sx, sy),
            crease=60,
        )
    color = kit.palette.color(((0.90, 0.86, 0.80), (0.86, 0.70, 0.36), (0.78, 0.52, 0.62), (0.56, 0.52, 0.74)))
    bloom, green = F.plain("petal", color, 0.05), _leaf_finish(kit)
    for k in range(kit.few(9, 6)):
        a, spread = 2.4 * k, reach * (0.25 + 0.6 * (k % 3) / 2)
        tip = np.array([spread * math.cos(a), spread * math.sin(a), sz * (0.80 + 0.16 * ((k * 7) % 5) / 4)])
        kit.tube(
            [
                (0.02 * math.cos(a), 0.02 * math.sin(a), 0.8 * start),
                (0.5 * tip[0], 0.5 * tip[1], 0.6 * (start + tip[2])),
                tuple(tip),
            ],
            0.010 * reach + 0.0008,
            F.plain("stem", (0.36, 0.46, 0.26)),
            kit.few(5, 3),
        )
        r = 0.26 * reach
        if kit.small:
            with kit.frame(tip):
                kit.lathe([(0.3 * r, -0.1 * r), (1.1 * r, 0.35 * r), (0.0, 0.1 * r)], bloom, segments=6, crease=70)
            continue
        _blossom(kit, tip, r, bloom)
        base = tip * np.array([0.4, 0.4, 0.55]) + np.array([0, 0, 0.3 * start])
        leaf(kit, base, a + 1, 0.6 * reach, 0.2 * reach, 0.7, 0.9, green, 3)


def _blossom(kit: Kit, tip: np.ndarray, r: float, bloom: Finish) -> None:
    for j in range(6):
        b = 2 * math.pi * j / 6
        petal = tip + np.array([0.6 * r * math.cos(b), 0.6 * r * math.sin(b), 0.1 * r])
        kit.sphere(petal, (0.5 * r, 0.5 * r, 0.22 * r), bloom, 7, 4)
    pollen = F.plain("pollen", (0.72, 0.54, 0.22))
    kit.sphere(tip + np.array([0, 0, 0.2 * r]), (0.35 * r, 0.35 * r, 0.3 * r), pollen, 7, 4)


_VASES = (
    [(0.0, 0.0), (0.30, 0.0), (0.44, 0.25), (0.5, 0.48), (0.36, 0.74), (0.20, 0.86), (0.26, 1.0), (0.22, 1.0)],
    [(0.0, 0.0), (0.40, 0.0), (0.46, 0.5), (0.5, 1.0), (0.45, 1.0), (0.40, 0.55)],
    [(0.0, 0.0), (0.5, 0.12), (0.5, 0.30), (0.22, 0.52), (0.13, 0.70), (0.13, 0.92), (0.2, 1.0), (0.16, 1.0)],
    [
        (0.0, 0.0),
        (0.26, 0.0),
        (0.20, 0.06),
        (0.40, 0.30),
        (0.5, 0.62),
        (0.44, 0.9),
        (0.32, 0.97),
        (0.38, 1.0),
        (0.33, 1.0),
    ],
)


def vase(kit: Kit, style: str) -> None:
    """Ceramic vase in one of several profiles."""
    sx, sy, sz = kit.size
    profile = _VASES[int(kit.rng.integers(len(_VASES)))]
    kit.lathe(
        [(r, z * sz) for r, z in profile[1:]],
        kit.palette.ceramic(),
        segments=kit.few(26, 9),
        stretch=(sx, sy),
        smooth=True,
    )
