"""Fruit, vegetables, bread, sweets and other food, of few triangles each."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit

Profile = tuple[tuple[float, float], ...]

# (radius, height) up the outside as shares of the box, the colours it comes in, and what is on top.
_BODIES: dict[str, tuple[Profile, tuple[F.Color, ...], str]] = {
    "apple": (
        ((0.0, 0.08), (0.30, 0.02), (0.46, 0.28), (0.5, 0.55), (0.40, 0.82), (0.20, 0.93), (0.0, 0.84)),
        ((0.66, 0.30, 0.24), (0.62, 0.68, 0.32), (0.80, 0.68, 0.34), (0.70, 0.40, 0.28)), "stem",
    ),
    "orange": (
        ((0.0, 0.02), (0.30, 0.08), (0.48, 0.32), (0.5, 0.55), (0.38, 0.86), (0.14, 0.98), (0.0, 0.98)),
        ((0.88, 0.58, 0.24), (0.90, 0.64, 0.30)), "none",
    ),
    "tomato": (
        ((0.0, 0.05), (0.32, 0.02), (0.5, 0.36), (0.49, 0.6), (0.34, 0.88), (0.12, 0.94), (0.0, 0.88)),
        ((0.70, 0.32, 0.25), (0.74, 0.40, 0.28)), "star",
    ),
    "pear": (
        ((0.0, 0.03), (0.30, 0.02), (0.5, 0.26), (0.44, 0.48), (0.26, 0.72), (0.20, 0.88), (0.0, 0.93)),
        ((0.72, 0.72, 0.36), (0.66, 0.64, 0.30), (0.78, 0.66, 0.40)), "stem",
    ),
    "mango": (
        ((0.0, 0.0), (0.28, 0.06), (0.46, 0.30), (0.5, 0.56), (0.36, 0.86), (0.0, 1.0)),
        ((0.84, 0.62, 0.28), (0.80, 0.50, 0.30), (0.72, 0.64, 0.30)), "none",
    ),
    "lemon": (
        ((0.0, 0.0), (0.12, 0.08), (0.40, 0.24), (0.5, 0.5), (0.40, 0.76), (0.12, 0.92), (0.0, 1.0)),
        ((0.90, 0.82, 0.34), (0.88, 0.78, 0.28)), "none",
    ),
    "potato": (
        ((0.0, 0.0), (0.34, 0.08), (0.5, 0.34), (0.46, 0.62), (0.40, 0.84), (0.0, 1.0)),
        ((0.68, 0.54, 0.36), (0.62, 0.48, 0.32)), "none",
    ),
    "melon": (
        ((0.0, 0.0), (0.26, 0.06), (0.46, 0.28), (0.5, 0.5), (0.46, 0.72), (0.26, 0.94), (0.0, 1.0)),
        ((0.78, 0.70, 0.50), (0.74, 0.66, 0.44)), "none",
    ),
    "eggplant": (
        ((0.0, 0.0), (0.34, 0.04), (0.5, 0.22), (0.44, 0.46), (0.30, 0.72), (0.24, 0.84), (0.0, 0.88)),
        ((0.27, 0.18, 0.30), (0.31, 0.20, 0.33)), "cap",
    ),
    "zucchini": (
        ((0.0, 0.0), (0.40, 0.02), (0.5, 0.12), (0.47, 0.5), (0.42, 0.86), (0.26, 0.92), (0.0, 0.92)),
        ((0.28, 0.42, 0.22), (0.34, 0.48, 0.26)), "cap",
    ),
    "carrot": (
        ((0.0, 0.0), (0.10, 0.04), (0.30, 0.34), (0.46, 0.72), (0.5, 0.82), (0.30, 0.86), (0.0, 0.85)),
        ((0.86, 0.50, 0.22), (0.84, 0.54, 0.26)), "leaves",
    ),
    "pineapple": (
        ((0.0, 0.0), (0.36, 0.02), (0.5, 0.20), (0.48, 0.42), (0.32, 0.58), (0.0, 0.60)),
        ((0.70, 0.52, 0.26), (0.66, 0.50, 0.24)), "crown",
    ),
}  # fmt: skip
_GREEN = (0.36, 0.48, 0.26)


def body(kit: Kit, style: str) -> None:
    """Fruit or vegetable turned about its longest side: styles are the keys of its table."""
    if style in ("apple", "orange", "tomato"):
        pass
    else:
        kit.stand_along_longest()
    sx, sy, sz = kit.size
    profile, colors, top = _BODIES[style]
    skin = F.plain(style, kit.palette.color(colors), 0.25)
    kit.lathe([(r, z * sz) for r, z in profile], skin, segments=9, stretch=(sx, sy), crease=80)
    end = profile[-1][1] * sz
    green = F.plain("green", _GREEN, 0.1)
    if top == "stem":
        kit.bar((0, 0, end - 0.04 * sz), (0.03 * sx, 0, sz), 0.03 * min(sx, sy), F.BARK, segments=4)
    elif top in ("star", "cap"):
        r = 0.24 if top == "star" else 0.30
        kit.lathe(
            [(r, end - 0.03 * sz), (0.08, end + 0.04 * sz), (0.07, sz), (0.0, sz)], green, segments=6, stretch=(sx, sy)
        )
    elif top == "leaves":
        for k in range(4):
            a = math.pi * k / 2
            tip = (0.3 * sx * math.cos(a), 0.3 * sy * math.sin(a), sz)
            kit.bar((0, 0, end - 0.02 * sz), tip, 0.05 * sx, green, 0.02 * sx, 4)
    elif top == "crown":
        for k in range(8):
            a, lean = 2.4 * k, 0.12 + 0.30 * ((k * 3) % 8) / 8
            tip = (lean * sx * math.cos(a), lean * sy * math.sin(a), sz * (1.0 - 0.16 * (k % 3) / 2))
            kit.bar((0.1 * tip[0], 0.1 * tip[1], 0.56 * sz), tip, 0.10 * sx, green, 0.004 * sx, 4)


def half(kit: Kit, style: str) -> None:
    """Half a fruit, cut side up: apple or durian."""
    sx, sy, sz = kit.size
    skin, flesh = {
        "apple": ((0.68, 0.34, 0.27), (0.92, 0.87, 0.70)),
        "durian": ((0.58, 0.54, 0.28), (0.90, 0.82, 0.52)),
    }[style]
    kit.lathe(
        [(0.0, 0.0), (0.30, 0.10 * sz), (0.46, 0.5 * sz), (0.5, sz)],
        F.plain("skin", skin, 0.2),
        segments=10,
        stretch=(sx, sy),
        crease=80,
    )
    kit.lathe(
        [(0.5, 0.998 * sz), (0.10, 0.97 * sz), (0.0, 0.97 * sz)],
        F.plain("flesh", flesh, 0.1),
        segments=10,
        stretch=(sx, sy),
    )


def watermelon(kit: Kit, style: str) -> None:
    """Watermelon with stripes of two greens."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    profile = np.array([(0.0, 0.0), (0.30, 0.08), (0.47, 0.30), (0.5, 0.5), (0.47, 0.70), (0.30, 0.92), (0.0, 1.0)])
    dark, light = F.plain("dark rind", (0.22, 0.36, 0.20), 0.3), F.plain("light rind", (0.50, 0.62, 0.36), 0.3)
    count = 12
    for k in range(count):
        angle = 2 * math.pi * np.array([k, k + 1]) / count
        grid = np.stack(
            [np.stack([r * sx * np.cos(angle), r * sy * np.sin(angle), np.full(2, z * sz)], 1) for r, z in profile]
        )
        kit.sheet(grid, dark if k % 2 else light, crease=80)


def durian(kit: Kit, style: str) -> None:
    """Spiny fruit."""
    sx, sy, sz = kit.size
    shell = F.plain("durian", (0.60, 0.56, 0.28), 0.05)
    kit.sphere((0, 0, sz / 2), (0.43 * sx, 0.43 * sy, 0.43 * sz), shell, 8, 5)
    golden = math.pi * (3 - math.sqrt(5))
    count = 20
    for k in range(count):
        z = 1 - 2 * (k + 0.5) / count
        r, a = math.sqrt(1 - z * z), golden * k
        out = np.array([r * math.cos(a) * sx, r * math.sin(a) * sy, z * sz])
        center = np.array([0, 0, sz / 2])
        kit.bar(center + 0.40 * out, center + 0.5 * out, 0.09 * sx, shell, 0.0, 4)


def banana(kit: Kit, style: str) -> None:
    """One banana, or a bunch (style bunch) that fans out from its stem."""
    sx, sy, sz = kit.size
    peel = F.plain("banana", (0.88, 0.76, 0.34), 0.2)
    tip = F.plain("banana tip", (0.34, 0.28, 0.18), 0.1)
    if style == "bunch":
        for k in range(5):
            share = (k - 2) / 2
            t = np.linspace(0, 1, 5)
            y = 0.42 * sy * share * (0.25 + 0.75 * t)
            x = -0.46 * sx + 0.92 * sx * t
            z = 0.55 * sz + 0.40 * sz * (1 - 4 * (t - 0.5) ** 2) * (1 - 0.3 * abs(share)) - 0.5 * sz * t**3
            radius = 0.075 * sx * np.array([0.35, 0.9, 1.0, 0.85, 0.3])
            kit.loft(_bent(np.stack([x, y, z], 1), radius), peel, crease=85)
        kit.bar((-0.5 * sx, 0, 0.5 * sz), (-0.40 * sx, 0, 0.66 * sz), 0.05 * sx, tip, 0.09 * sx, 5)
        return
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    t = np.linspace(-1, 1, 6)
    path = np.stack([0.5 * sx * t, 0.25 * sy * (1 - 2 * t**2), np.full(6, sz / 2)], 1)
    kit.loft(_bent(path, 0.5 * sz * np.array([0.25, 0.8, 1.0, 1.0, 0.8, 0.25])), peel, crease=85)


def _bent(path: np.ndarray, radius: np.ndarray, sides: int = 6) -> np.ndarray:
    """Rings round a path that runs mainly along x."""
    angle = np.linspace(0, 2 * math.pi, sides + 1)[:-1]
    ring = np.stack([np.zeros(sides), np.cos(angle), np.sin(angle)], 1)
    return np.asarray(path[:, None] + radius[:, None, None] * ring)


def corn(kit: Kit, style: str) -> None:
    """Corn cob half in its husk."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    kit.lathe(
        [(0.0, 0.1 * sz), (0.40, 0.1 * sz), (0.44, 0.5 * sz), (0.30, 0.86 * sz), (0.0, sz)],
        F.plain("corn", (0.90, 0.78, 0.36), 0.2),
        segments=9,
        stretch=(sx, sy),
        crease=70,
    )
    kit.lathe(
        [(0.0, 0.0), (0.30, 0.03 * sz), (0.5, 0.26 * sz), (0.47, 0.5 * sz)],
        F.plain("husk", (0.52, 0.62, 0.32), 0.05),
        segments=7,
        stretch=(sx, sy),
        crease=20,
    )


def grapes(kit: Kit, style: str) -> None:
    """Bunch of grapes lying."""
    sx, sy, sz = kit.size
    skin = F.plain("grape", kit.palette.color(((0.34, 0.24, 0.40), (0.62, 0.68, 0.38))), 0.4)
    for k in range(7):
        t = k / 6
        a, wide = 2.4 * k, 0.34 * math.sin(math.pi * (0.25 + 0.7 * t))
        center = ((0.42 - 0.84 * t) * sx * 0.9, wide * sy * math.sin(a), sz * (0.3 + 0.4 * (k % 2)))
        kit.sphere(center, (0.20 * sx, 0.24 * sy, 0.36 * sz), skin, 6, 4)
    kit.bar((-0.5 * sx, 0, 0.5 * sz), (-0.3 * sx, 0, 0.4 * sz), 0.02 * sx, F.BARK, segments=4)


def croissant(kit: Kit, style: str) -> None:
    """Croissant: a bent spindle with ridges; `roll` is a round bread roll."""
    sx, sy, sz = kit.size
    crust = F.plain("crust", kit.palette.color(((0.76, 0.54, 0.30), (0.80, 0.60, 0.36))), 0.15)
    if style == "roll":
        kit.lathe(
            [(0.0, 0.0), (0.42, 0.04 * sz), (0.5, 0.34 * sz), (0.36, 0.8 * sz), (0.0, sz)],
            crust,
            segments=10,
            stretch=(sx, sy),
            crease=85,
        )
        kit.box(
            (-0.26 * sx, -0.03 * sy, 0.9 * sz), (0.26 * sx, 0.03 * sy, 0.99 * sz), F.plain("cut", (0.90, 0.80, 0.60))
        )
        return
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    t = np.linspace(-1, 1, 8)
    path = np.stack(
        [
            0.48 * sx * np.sin(1.3 * t) / math.sin(1.3),
            0.3 * sy - 0.62 * sy * (1 - np.cos(1.3 * t)),
            np.full(8, 0.5 * sz),
        ],
        1,
    )
    radius = 0.5 * sz * np.array([0.25, 0.6, 0.78, 1.0, 0.92, 0.78, 0.6, 0.25])
    kit.loft(_bent(path, radius), crust, crease=25)


def steak(kit: Kit, style: str) -> None:
    """Slab of meat with a rim of fat on a tray."""
    sx, sy, sz = kit.size
    tray = F.plain("foam tray", (0.90, 0.90, 0.88), 0.1)
    kit.prism(shapes.rounded_rectangle(sx, sy, 0.15 * min(sx, sy), 1), "xy", 0, 0.3 * sz, tray)
    outline = shapes.superellipse(0.42 * sx, 0.42 * sy, 2.6, 12)
    outline = outline * (1 + 0.10 * np.sin(3 * np.arange(12)))[:, None]
    kit.prism(outline, "xy", 0.3 * sz, 0.85 * sz, F.plain("fat", (0.90, 0.82, 0.74), 0.2))
    kit.prism(outline * 0.88, "xy", 0.3 * sz, sz, F.plain("meat", (0.56, 0.26, 0.24), 0.2))


def kebab(kit: Kit, style: str) -> None:
    """Skewer with pieces."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    kit.beam((-sx / 2, 0, sz / 2), (sx / 2, 0, sz / 2), 0.1 * sy, 0.1 * sz, F.wood("pine"))
    tones = ((0.50, 0.32, 0.22), (0.66, 0.36, 0.26), (0.46, 0.56, 0.30))
    for k in range(5):
        x = -0.28 * sx + 0.15 * sx * k
        kit.box((x, -sy / 2, 0), (x + 0.12 * sx, sy / 2, sz), F.plain("piece", tones[k % 3], 0.2))


def hamburger(kit: Kit, style: str) -> None:
    """Burger in its paper: bun, filling, wrap."""
    sx, sy, sz = kit.size
    paper = F.plain("wrap", (0.90, 0.86, 0.74), 0.05)
    kit.lathe([(0.0, 0.0), (0.44, 0.0), (0.5, 0.4 * sz), (0.46, 0.5 * sz)], paper, segments=10, stretch=(sx, sy))
    kit.lathe(
        [(0.47, 0.46 * sz), (0.47, 0.56 * sz), (0.0, 0.56 * sz)],
        F.plain("patty", (0.38, 0.24, 0.17)),
        segments=10,
        stretch=(sx, sy),
    )
    kit.lathe(
        [(0.46, 0.56 * sz), (0.40, 0.84 * sz), (0.2, 0.97 * sz), (0.0, sz)],
        F.plain("bun", (0.78, 0.56, 0.32), 0.2),
        segments=10,
        stretch=(sx, sy),
        crease=80,
    )


def sweet(kit: Kit, style: str) -> None:
    """Small sweets and sticks: `bar` of chocolate with ribs, `wafer`, wrapped `candy`, `cigar`, cake `box`."""
    if style in ("wafer", "cigar", "candy", "bar"):
        kit.lie_along_longest()
    sx, sy, sz = kit.size
    if style == "bar":
        cocoa = F.plain("chocolate", (0.32, 0.20, 0.14), 0.3)
        kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.6 * sz), cocoa)
        for k in range(5):
            x = -sx / 2 + sx * (k + 0.08) / 5
            kit.box((x, -0.46 * sy, 0.6 * sz), (x + 0.84 * sx / 5, 0.46 * sy, sz), cocoa)
    elif style == "wafer":
        for k, color in enumerate(((0.84, 0.68, 0.42), (0.50, 0.34, 0.24), (0.84, 0.68, 0.42))):
            kit.box((-sx / 2, -sy / 2, sz * k / 3), (sx / 2, sy / 2, sz * (k + 1) / 3), F.plain("wafer", color, 0.0))
    elif style == "cigar":
        leaf = F.plain("tobacco", (0.40, 0.27, 0.17), 0.05)
        kit.bar((-sx / 2, 0, sz / 2), (sx / 2, 0, sz / 2), sz / 2, leaf, segments=6)
        kit.bar(
            (0.20 * sx, 0, sz / 2),
            (0.30 * sx, 0, sz / 2),
            0.53 * sz,
            F.plain("band", (0.78, 0.62, 0.30), 0.4),
            segments=6,
        )
    else:
        wrap = F.plain("wrapper", kit.palette.color(((0.82, 0.56, 0.62), (0.56, 0.70, 0.80), (0.84, 0.74, 0.40))), 0.4)
        kit.sphere((0, 0, sz / 2), (0.28 * sx, sy / 2, sz / 2), wrap, 8, 5)
        for s in (-1.0, 1.0):
            kit.bar((s * 0.22 * sx, 0, sz / 2), (s * sx / 2, 0, sz / 2), 0.1 * sz, wrap, 0.45 * sz, 6)


def frail(kit: Kit, style: str) -> None:
    """Rush basket for fruit: low woven sides, two handles."""
    sx, sy, sz = kit.size
    rim = 0.72 * sz

    def ring(scale: float, z: float) -> np.ndarray:
        outline = shapes.rounded_rectangle(scale * sx, scale * sy, 0.3 * min(sx, sy), 2)
        return np.column_stack([outline, np.full(len(outline), z)])

    kit.loft(np.array([ring(0.86, 0.0), ring(1.0, rim), ring(0.95, rim), ring(0.82, 0.12 * sz)]), F.WICKER, crease=40)
    for s in (-1.0, 1.0):
        arc = [(s * 0.47 * sx, -0.2 * sy, rim), (s * 0.47 * sx, 0, sz), (s * 0.47 * sx, 0.2 * sy, rim)]
        kit.tube(arc, 0.012 * max(sx, sy), F.WICKER, 4)
