"""Smaller things of many rooms: cups to go, lanterns, bulbs, diffusers, first-aid boxes, erasers, toys."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit


def paper_cup(kit: Kit, style: str) -> None:
    """`soda` with a lid and straw, plain `paper`, or a `beer` glass with foam."""
    sx, sy, sz = kit.size
    if style == "beer":
        kit.lathe(
            [(0.0, 0.0), (0.40, 0.0), (0.42, 0.05 * sz), (0.48, 0.86 * sz)],
            F.plain("beer", (0.80, 0.58, 0.22), 0.6),
            segments=10,
            stretch=(sx, sy),
            crease=50,
        )
        kit.lathe(
            [(0.48, 0.84 * sz), (0.5, 0.96 * sz), (0.3, sz), (0.0, sz)],
            F.plain("foam", (0.95, 0.93, 0.86)),
            segments=10,
            stretch=(sx, sy),
            crease=50,
        )
        return
    top = 0.80 * sz if style == "soda" else sz
    tint = kit.palette.color(((0.80, 0.36, 0.30), (0.36, 0.52, 0.66), (0.90, 0.88, 0.82)))
    kit.lathe(
        [(0.0, 0.0), (0.34, 0.0), (0.47, top), (0.44, top)], F.plain("cup", tint, 0.1), segments=10, stretch=(sx, sy)
    )
    kit.lathe([(0.395, 0.3 * top), (0.435, 0.66 * top)], F.PAPER, segments=10, stretch=(sx, sy))
    if style == "soda":
        kit.lathe(
            [(0.5, 0.78 * sz), (0.5, 0.82 * sz), (0.42, 0.86 * sz), (0.0, 0.86 * sz)],
            F.WHITE_PLASTIC,
            segments=10,
            stretch=(sx, sy),
        )
        kit.bar((0, 0, 0.84 * sz), (0.1 * sx, 0, sz), 0.04 * sx, F.WHITE_PLASTIC, segments=5)
    else:
        kit.lathe(
            [(0.45, 0.9 * top), (0.0, 0.9 * top)],
            F.plain("drink", (0.36, 0.24, 0.16), 0.4),
            segments=10,
            stretch=(sx, sy),
        )


def lantern(kit: Kit, style: str) -> None:
    """`paper`: ribbed shade on a cord; `glass`: panes in a frame with a candle; `bulb`; `linear`: a bar on cords."""
    sx, sy, sz = kit.size
    if style == "linear":
        _linear_light(kit)
        return
    if style == "paper":
        tall = min(sz, 1.05 * max(sx, sy))
        shade = F.glowing("paper lantern", (1.0, 0.90, 0.76), 1.0)
        count = 9
        profile = [(0.18, 0.0)]
        for k in range(1, count):
            a = math.pi * (0.12 + 0.76 * k / count)
            profile.append(
                (
                    0.5 * math.sin(a) * (1.0 if k % 2 else 0.97),
                    tall * (0.5 - 0.5 * math.cos(a) / math.cos(0.12 * math.pi)),
                )
            )
        kit.lathe([*profile, (0.18, tall)], shade, segments=20, stretch=(sx, sy), crease=30)
        for z in (0.0, tall - 0.012):
            kit.lathe(
                [(0.0, z), (0.19, z), (0.19, z + 0.012), (0.0, z + 0.012)],
                F.BLACK_PLASTIC,
                segments=16,
                stretch=(sx, sy),
            )
        if sz > tall + 0.02:
            kit.bar((0, 0, tall), (0, 0, sz), 0.004, F.BLACK_PLASTIC, segments=5)
            kit.lathe([(0.06, sz - 0.02), (0.06, sz), (0.0, sz)], F.BLACK_PLASTIC, segments=12)
        return
    if style == "bulb":
        kit.stand_along_longest()
        sx, sy, sz = kit.size
        kit.lathe(
            [(0.18, 0.26 * sz), (0.40, 0.46 * sz), (0.5, 0.70 * sz), (0.28, 0.94 * sz), (0.0, sz)],
            F.BULB,
            segments=10,
            stretch=(sx, sy),
            crease=80,
        )
        kit.lathe([(0.0, 0.0), (0.08, 0.0), (0.2, 0.06 * sz), (0.2, 0.28 * sz)], F.BRASS, segments=10, stretch=(sx, sy))
        return
    metal = kit.pick(F.BLACK_METAL, F.BRASS)
    kit.box((-0.46 * sx, -0.46 * sy, 0), (0.46 * sx, 0.46 * sy, 0.05 * sz), metal)
    kit.box((-0.46 * sx, -0.46 * sy, 0.66 * sz), (0.46 * sx, 0.46 * sy, 0.70 * sz), metal)
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            kit.box(
                (x * 0.40 * sx - 0.03 * sx, y * 0.40 * sy - 0.03 * sy, 0.05 * sz),
                (x * 0.40 * sx + 0.03 * sx, y * 0.40 * sy + 0.03 * sy, 0.66 * sz),
                metal,
            )
    pane = F.glass(alpha=0.12)
    for k in range(4):
        with kit.frame((0, 0, 0), yaw_deg=90.0 * k):
            a, b = (sx, sy) if k % 2 == 0 else (sy, sx)
            kit.front_panel(0.40 * a, 0, 0.355 * sz, 0.74 * b, 0.6 * sz, pane)
    hood = [
        np.column_stack([shapes.rounded_rectangle(a * sx, a * sy, 0.005, 1), np.full(8, z * sz)])
        for a, z in ((1.0, 0.70), (0.3, 0.86))
    ]
    kit.loft(np.array(hood), metal, crease=20)
    t = np.linspace(0, 2 * math.pi, 13)[:-1]
    loop = np.stack([np.zeros(12), 0.12 * sz * np.cos(t), 0.91 * sz + (0.09 * sz - 0.004) * np.sin(t)], 1)
    kit.tube(loop, 0.004, metal, 5, closed=True)
    kit.bar((0, 0, 0.05 * sz), (0, 0, 0.30 * sz), 0.16 * min(sx, sy), F.WAX, segments=10)
    kit.sphere((0, 0, 0.35 * sz), (0.03 * sx, 0.03 * sy, 0.04 * sz), F.BULB, 6, 4)


def _linear_light(kit: Kit) -> None:
    """A lit profile that hangs on two cords from a rail."""
    sx, sy, sz = kit.size
    tall = min(0.07, 0.4 * sz)
    kit.box((-sx / 2, -sy / 2, 0.25 * tall), (sx / 2, sy / 2, tall), F.BLACK_METAL, 0.002)
    kit.box((-0.44 * sx, -0.49 * sy, 0), (0.44 * sx, 0.49 * sy, 0.25 * tall), F.DIFFUSER)
    cord = min(0.003, 0.2 * min(sx, sy))
    for s in (-0.36, 0.36):
        x, y = (0.0, s * sy) if sy >= sx else (s * sx, 0.0)
        kit.bar((x, y, tall), (x, y, sz - 0.02), cord, F.BLACK_PLASTIC, segments=5)
    kit.box((-0.3 * sx, -0.4 * sy, sz - 0.02), (0.3 * sx, 0.4 * sy, sz), F.BLACK_METAL)


def string_lights(kit: Kit, style: str) -> None:
    """Bulbs on sagging cords."""
    sx, sy, sz = kit.size
    cord = F.BLACK_PLASTIC
    for row in range(3):
        y = sy * (row / 2 - 0.5) * 0.98
        t = np.linspace(-0.5, 0.5, 13)
        sag = sz - 0.01 - 0.85 * sz * (1 - 4 * t**2)
        points = np.stack([t * sx, np.full(13, y), sag], 1)
        kit.tube(points, 0.005, cord, 5)
        for p in points[1:-1]:
            kit.sphere(p - np.array([0, 0, 0.03]), 0.025, F.BULB, 8, 5)
    for x in (-1.0, 1.0):
        kit.bar(
            (x * (sx / 2 - 0.005), -sy / 2, sz - 0.01),
            (x * (sx / 2 - 0.005), sy / 2, sz - 0.01),
            0.005,
            cord,
            segments=5,
        )


def diffuser(kit: Kit, style: str) -> None:
    """Bottle with scented reeds."""
    sx, sy, sz = kit.size
    d = min(0.6 * sx, 0.6 * sy)
    kit.lathe(
        [(0.0, 0.0), (0.46, 0.0), (0.5, 0.05 * sz), (0.48, 0.26 * sz), (0.2, 0.34 * sz), (0.2, 0.40 * sz)],
        F.plain("scent", (0.66, 0.58, 0.40), 0.6),
        segments=12,
        stretch=(d, d),
        crease=50,
    )
    for k in range(6):
        a = 2.4 * k
        kit.bar(
            (0, 0, 0.1 * sz),
            (0.47 * sx * math.cos(a), 0.47 * sy * math.sin(a), sz * (0.94 + 0.06 * (k % 2))),
            0.003 + 0.004 * d,
            F.wood("pine"),
            segments=5,
        )


def aid_kit(kit: Kit, style: str) -> None:
    """First-aid case with a cross on its largest side and a handle; `eraser` is a felt block."""
    if style == "eraser":
        kit.lie_along_longest()
        sx, sy, sz = kit.size
        kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.45 * sz), F.fabric((0.34, 0.36, 0.40)))
        kit.box((-sx / 2, -sy / 2, 0.45 * sz), (sx / 2, sy / 2, sz), F.wood("pine"))
        return
    sx, sy, sz = kit.size
    case = F.plain("aid case", (0.90, 0.90, 0.87), 0.2)
    kit.box((-sx / 2, -sy / 2, 0), (0.94 * sx / 2, sy / 2, 0.98 * sz), case)
    kit.box((0.94 * sx / 2, -0.2 * sy, 0.4 * sz), (sx / 2, 0.2 * sy, 0.6 * sz), F.DARK_GREY)
    kit.top_panel(0, 0, sz, 0.7 * sx, 0.7 * sy, F.picture("page", "cross"))


def toy(kit: Kit, style: str) -> None:
    """Sand toys: bucket and spade side by side."""
    sx, sy, sz = kit.size
    tints = ((0.82, 0.64, 0.28), (0.34, 0.54, 0.68), (0.48, 0.62, 0.38))
    tint = kit.palette.color(tints)
    plastic = F.plain("toy", tint, 0.3)
    kit.lathe(
        [(0.0, 0.0), (0.34, 0.0), (0.46, sz), (0.42, sz), (0.30, 0.1 * sz)],
        plastic,
        (0.0, -0.22 * sy),
        10,
        (0.5 * sy, 0.5 * sy),
    )
    kit.box((-sx / 2, 0.24 * sy, 0), (-0.1 * sx, sy / 2, 0.12 * sz), F.plain("spade", tints[1], 0.3))
    kit.box((-0.12 * sx, 0.33 * sy, 0), (sx / 2, 0.41 * sy, 0.16 * sz), F.plain("spade", tints[1], 0.3))


def music_stool(kit: Kit, style: str) -> None:
    """Bar or music stool: round seat on a post, foot ring, round base; a low back when it is tall."""
    sx, sy, sz = kit.size
    back = sz > 0.85
    seat = 0.74 * sz if back else sz
    hide = kit.palette.upholstery()
    d = min(sx, sy)
    kit.lathe([(0.0, 0.0), (0.5, 0.0), (0.5, 0.012), (0.08, 0.04)], F.CHROME, segments=24, stretch=(sx, sy))
    kit.bar((0, 0, 0.03), (0, 0, seat - 0.05), 0.03, F.CHROME)
    t = np.linspace(0, 2 * math.pi, 21)[:-1]
    kit.tube(
        np.stack([0.36 * d * np.cos(t), 0.36 * d * np.sin(t), np.full(20, 0.3 * seat)], 1),
        0.012,
        F.CHROME,
        6,
        closed=True,
    )
    kit.bar((-0.36 * d, 0, 0.3 * seat), (0.36 * d, 0, 0.3 * seat), 0.01, F.CHROME, segments=6)
    kit.lathe(
        [(0.0, seat - 0.07), (0.42, seat - 0.07), (0.46, seat - 0.04), (0.42, seat), (0.0, seat)],
        hide,
        segments=24,
        stretch=(sx, sy),
        crease=50,
    )
    if back:
        a = np.linspace(0.65 * math.pi, 1.35 * math.pi, 9)
        arc = np.stack([0.42 * sx * np.cos(a), 0.42 * sy * np.sin(a)], 1)
        rows = [
            np.column_stack([arc * s, np.full(9, z)])
            for s, z in (
                (1.0, 0.86 * sz),
                (1.06, 0.93 * sz),
                (1.08, sz),
                (1.0, sz),
                (0.94, 0.93 * sz),
                (0.96, 0.86 * sz),
                (1.0, 0.86 * sz),
            )
        ]
        kit.sheet(np.array(rows)[::-1], hide)
        for k in (1, 7):
            kit.bar(
                (0.36 * sx * math.cos(a[k]), 0.36 * sy * math.sin(a[k]), seat - 0.05),
                (*arc[k], 0.9 * sz),
                0.012,
                F.CHROME,
                segments=6,
            )


def cork(kit: Kit, style: str) -> None:
    """Cork of a bottle."""
    sx, sy, sz = kit.size
    kit.lathe(
        [(0.0, 0.0), (0.44, 0.0), (0.5, sz), (0.0, sz)],
        F.plain("cork", (0.74, 0.58, 0.40), 0.0),
        segments=8,
        stretch=(sx, sy),
    )


def kitchen_tool(kit: Kit, style: str) -> None:
    """Long-handled tools lying: ladle, skimmer, server, masher, cleaver, fork; markers and chopsticks."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    if style == "marker":
        tint = kit.palette.color(((0.24, 0.24, 0.26), (0.28, 0.40, 0.62), (0.34, 0.52, 0.36), (0.66, 0.32, 0.28)))
        kit.bar((-sx / 2, 0, sz / 2), (0.3 * sx, 0, sz / 2), 0.46 * min(sy, sz), F.WHITE_PLASTIC, segments=6)
        kit.bar(
            (0.1 * sx, 0, sz / 2), (sx / 2, 0, sz / 2), min(sy, sz) / 2, F.plain("marker cap", tint, 0.3), segments=6
        )
        return
    if style == "sticks":
        for s in (-1.0, 1.0):
            kit.beam(
                (-sx / 2, s * 0.3 * sy, sz / 2), (sx / 2, s * 0.2 * sy, sz / 2), 0.3 * sy, 0.9 * sz, F.wood("cherry")
            )
        return
    handle = kit.pick(F.BLACK_PLASTIC, F.wood("oak"), F.STEEL)
    if style == "cleaver":
        kit.box((-0.05 * sx, -sy / 2, 0.35 * sz), (sx / 2, sy / 2, 0.6 * sz), F.STEEL)
        kit.box((-sx / 2, 0.1 * sy, 0), (-0.05 * sx, 0.42 * sy, sz), handle)
        return
    low = 0.3 * sz if style in ("ladle", "server") else 0.0
    kit.beam((-sx / 2, 0, 0.85 * sz), (0.16 * sx, 0, low + 0.2 * (sz - low)), 0.18 * sy, 0.14 * sz + 0.002, handle)
    head = 0.33 * sx
    if style == "ladle":
        kit.lathe(
            [(0.0, 0.0), (0.36, 0.18 * sz), (0.5, 0.62 * sz), (0.46, 0.62 * sz), (0.3, 0.22 * sz), (0.0, 0.08 * sz)],
            F.STEEL,
            (0.5 * sx - 0.5 * sy, 0.0),
            10,
            (sy, sy),
        )
    elif style == "skimmer":
        kit.prism(shapes.superellipse(0.18 * sx, sy / 2, 2, 14, (0.32 * sx, 0)), "xy", 0, 0.25 * sz, F.GRILLE)
    elif style == "masher":
        for k in range(3):
            y = (k - 1) * 0.34 * sy
            kit.box((head, y - 0.1 * sy, 0), (sx / 2, y + 0.1 * sy, 0.3 * sz), F.STEEL)
        kit.box((head - 0.06 * sx, -sy / 2, 0), (head, sy / 2, 0.5 * sz), F.STEEL)
    else:
        kit.box((0.14 * sx, -sy / 2, 0), (0.24 * sx, sy / 2, 0.4 * sz), F.STEEL)
        for k in range(4 if style == "server" else 2):
            count = 4 if style == "server" else 2
            y = sy * ((k + 0.5) / count - 0.5)
            kit.box((0.22 * sx, y - 0.07 * sy, 0), (sx / 2, y + 0.07 * sy, 0.35 * sz), F.STEEL)
