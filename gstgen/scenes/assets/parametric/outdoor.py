"""Structures of gardens and yards: pergola, arbour, fences, gates, playground, swings, parasol, roof, vehicles."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import garden, shapes
from gstgen.scenes.assets.parametric.kit import Kit


def pergola(kit: Kit, style: str) -> None:
    """Posts, beams and rafters; `arbor` has lattice sides and leaves on top."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    post = min(0.14, 0.06 * min(sx, sy))
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            px, py = x * (sx / 2 - 0.3 * min(1.0, sx / 3)), y * (sy / 2 - 0.3 * min(1.0, sy / 3))
            kit.box((px - post / 2, py - post / 2, 0), (px + post / 2, py + post / 2, 0.90 * sz), wood, 0.008)
        px = x * (sx / 2 - 0.3 * min(1.0, sx / 3))
        kit.box((px - 0.04, -sy / 2, 0.88 * sz), (px + 0.04, sy / 2, 0.95 * sz), wood)
    count = max(5, round(sy / 0.45))
    for k in range(count):
        y = (sy - 0.2) * (k / (count - 1) - 0.5)
        kit.box((-sx / 2, y - 0.025, 0.95 * sz), (sx / 2, y + 0.025, sz), wood)
    if style == "arbor":
        for y in (-1.0, 1.0):
            py = y * (sy / 2 - 0.3 * min(1.0, sy / 3))
            half = sx / 2 - 0.3 * min(1.0, sx / 3)
            for k in range(7):
                x = half * (2 * k / 6 - 1)
                kit.box((x - 0.012, py - 0.01, 0.1), (x + 0.012, py + 0.01, 0.88 * sz), wood)
            for k in range(8):
                z = 0.1 + (0.88 * sz - 0.1) * k / 7
                kit.box((-half, py - 0.012, z - 0.012), (half, py + 0.012, z + 0.012), wood)
        leaves = garden.foliage(kit, "broad")
        spots = kit.rng.uniform(-0.4, 0.4, (30, 3)) * [sx, sy, 0] + [0, 0, 0.92 * sz]
        outs = np.tile([0.2, 0.1, 1.0], (30, 1))
        garden.sprays(kit, spots, outs, np.full(30, 0.3 * min(sx, sy)), 2.4 * np.arange(30), leaves)


def fence(kit: Kit, style: str) -> None:
    """Barrier along its longer side: `slats` on posts, `wall` of stone with a cap, `gate` of two bar leaves."""
    along_y = kit.size[1] >= kit.size[0]
    sx, sy, sz = kit.size
    depth, length = (sx, sy) if along_y else (sy, sx)
    with kit.frame((0, 0, 0), yaw_deg=0.0 if along_y else 90.0):
        if style == "wall":
            kit.box((-0.42 * depth, -length / 2, 0), (0.42 * depth, length / 2, 0.94 * sz), F.BRICK)
            kit.box((-depth / 2, -length / 2, 0.94 * sz), (depth / 2, length / 2, sz), F.CONCRETE, 0.01)
            return
        if style == "gate":
            metal = F.BLACK_METAL
            for y in (-1.0, 1.0):
                y0, y1 = sorted((y * length / 2, y * (length / 2 - 0.12)))
                kit.box((-depth / 2, y0, 0), (depth / 2, y1, sz), F.CONCRETE, 0.01)
            half = length / 2 - 0.12
            for z in (0.08, 0.5, 0.86):
                kit.box((-0.02, -half, z * sz - 0.025), (0.02, half, z * sz + 0.025), metal)
            count = max(4, round(2 * half / 0.13))
            for k in range(count + 1):
                y = half * (2 * k / count - 1)
                kit.box((-0.012, y - 0.01, 0.03 * sz), (0.012, y + 0.01, 0.94 * sz), metal)
            kit.box((-0.03, -0.05, 0.42 * sz), (0.03, 0.05, 0.58 * sz), metal)
            return
        wood = kit.palette.wood_or_paint()
        posts = min(40, max(2, round(length / 2.0) + 1))
        for k in range(posts):
            y = (length - 0.1) * (k / (posts - 1) - 0.5)
            kit.box((-depth / 2, y - 0.05, 0), (depth / 2, y + 0.05, sz), wood)
        if sz > 1.3:
            rows = min(16, max(5, round(sz / 0.16)))
            for k in range(rows):
                z0 = sz * (0.03 + 0.95 * k / rows)
                kit.box((-0.2 * depth, -length / 2, z0), (0.2 * depth, length / 2, z0 + 0.82 * sz / rows), wood)
            return
        for z in (0.25, 0.80):
            kit.box((-0.3 * depth, -length / 2, z * sz - 0.03), (0.3 * depth, length / 2, z * sz + 0.03), wood)
        count = min(150, max(4, round(length / 0.14)))
        for k in range(count):
            y = (length - 0.1) * ((k + 0.5) / count - 0.5)
            kit.box((0.1 * depth, y - 0.035, 0.06 * sz), (0.35 * depth, y + 0.035, 0.97 * sz), wood)


def swings(kit: Kit, style: str) -> None:
    """A frame with seats on chains (`frame`), or one seat on ropes that hangs (`seat`)."""
    sx, sy, sz = kit.size
    wood, rope = kit.palette.wood(), F.plain("rope", (0.70, 0.62, 0.48), 0.0)
    if style == "seat":
        kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.03), wood, 0.006)
        for y in (-1.0, 1.0):
            kit.bar((0, y * (sy / 2 - 0.03), 0.02), (0, y * (sy / 2 - 0.03), sz), 0.012, rope, segments=6)
        return
    for y in (-1.0, 1.0):
        for x in (-1.0, 1.0):
            kit.bar(
                (x * (sx / 2 - 0.05), y * (sy / 2 - 0.05), 0), (x * 0.03, y * (sy / 2 - 0.25), sz - 0.05), 0.05, wood
            )
        kit.bar((-0.26 * sx, y * (sy / 2 - 0.15), 0.45 * sz), (0.26 * sx, y * (sy / 2 - 0.15), 0.45 * sz), 0.04, wood)
    kit.bar((0, -sy / 2 + 0.1, sz - 0.06), (0, sy / 2 - 0.1, sz - 0.06), 0.06, wood)
    for k in (-1.0, 1.0):
        y = k * 0.22 * sy
        kit.box((-0.1, y - 0.24, 0.45), (0.1, y + 0.24, 0.48), F.plain("seat", (0.34, 0.46, 0.58), 0.2), 0.006)
        for s in (-0.22, 0.22):
            kit.bar((0, y + s, 0.47), (0, y + s, sz - 0.06), 0.01, rope, segments=6)


def playground(kit: Kit, style: str) -> None:
    """Climbing frame: tower with a roof, a slide, a ladder, a bridge to a second platform."""
    sx, sy, sz = kit.size
    wood = F.wood("pine")
    deck = 0.42 * sz
    tower = min(1.6, 0.34 * min(sx, sy))
    towers = ((-sx / 2 + tower / 2, -sy / 2 + tower / 2), (-sx / 2 + tower / 2, sy / 2 - tower / 2))
    for k, (cx, cy) in enumerate(towers):
        top = sz * (0.78 if k == 0 else 0.62)
        for x in (-1.0, 1.0):
            for y in (-1.0, 1.0):
                px, py = cx + x * (tower / 2 - 0.05), cy + y * (tower / 2 - 0.05)
                kit.box((px - 0.05, py - 0.05, 0), (px + 0.05, py + 0.05, top), wood)
            kit.box(
                (cx + x * (tower / 2 - 0.05) - 0.02, cy - tower / 2, deck + 0.5),
                (cx + x * (tower / 2 - 0.05) + 0.02, cy + tower / 2, deck + 0.58),
                wood,
            )
        kit.box((cx - tower / 2, cy - tower / 2, deck - 0.06), (cx + tower / 2, cy + tower / 2, deck), wood)
        if k == 0:
            ridge = [(-0.5 * tower, top), (0.5 * tower, top), (0.0, sz)]
            kit.prism(
                [(cy + a, z) for a, z in ridge],
                "yz",
                cx - tower / 2,
                cx + tower / 2,
                F.plain("roof", (0.36, 0.50, 0.60), 0.2),
            )
    (ax, ay), (_, by) = towers
    planks = max(4, round((by - ay - tower) / 0.2))
    for k in range(planks):
        y = ay + tower / 2 + (by - ay - tower) * (k + 0.5) / planks
        kit.box((ax - 0.4, y - 0.08, deck - 0.05), (ax + 0.4, y + 0.08, deck - 0.01), wood)
    for x in (-0.4, 0.4):
        kit.box((ax + x - 0.02, ay + tower / 2, deck + 0.5), (ax + x + 0.02, by - tower / 2, deck + 0.56), wood)
    chute = F.plain("slide", (0.80, 0.64, 0.30), 0.4)
    start, end = ax + tower / 2, sx / 2
    kit.beam((start, ay, deck), (end, ay, 0.12), 0.5, 0.03, chute)
    for y in (-1.0, 1.0):
        kit.beam((start, ay + y * 0.26, deck + 0.08), (end, ay + y * 0.26, 0.20), 0.03, 0.14, chute)
    for k in range(6):
        z = deck * (k + 0.5) / 6
        kit.bar((ax + tower / 2 + 0.1, by - 0.3, z), (ax + tower / 2 + 0.1, by + 0.3, z), 0.02, wood, segments=6)
    for y in (-0.3, 0.3):
        kit.bar((ax + tower / 2 + 0.1, by + y, 0), (ax + tower / 2 + 0.1, by + y, deck + 0.5), 0.03, wood, segments=6)


def parasol(kit: Kit, style: str) -> None:
    """Garden parasol: pole on a base, eight-sided cloth, ribs."""
    sx, sy, sz = kit.size
    cloth = F.fabric(kit.palette.color(((0.86, 0.80, 0.66), (0.50, 0.60, 0.56), (0.70, 0.62, 0.52))))
    kit.lathe([(0.0, 0.0), (0.30, 0.0), (0.28, 0.06), (0.04, 0.10)], F.CONCRETE, segments=20)
    kit.bar((0, 0, 0.05), (0, 0, 0.96 * sz), 0.03, F.wood("oak"))
    kit.lathe(
        [(0.5, 0.70 * sz), (0.5, 0.76 * sz), (0.26, 0.90 * sz), (0.0, 0.98 * sz)],
        cloth,
        segments=8,
        stretch=(sx, sy),
        crease=20,
    )
    kit.lathe(
        [(0.0, 0.965 * sz), (0.255, 0.885 * sz), (0.495, 0.75 * sz)],
        F.darker(cloth),
        segments=8,
        stretch=(sx, sy),
        crease=20,
    )
    for k in range(8):
        a = 2 * math.pi * k / 8
        kit.bar(
            (0, 0, 0.68 * sz),
            (0.30 * sx * math.cos(a), 0.30 * sy * math.sin(a), 0.85 * sz),
            0.012,
            F.wood("oak"),
            segments=5,
        )
    kit.sphere((0, 0, sz - 0.02), 0.03, F.wood("oak"), 10, 6)


def roof(kit: Kit, style: str) -> None:
    """Pitched roof of shingles over the longer side."""
    sx, sy, sz = kit.size
    tiles = F.SHINGLE
    thick = min(0.12, 0.3 * sz)
    if sy >= sx:
        outline = [(0.0, -sx / 2), (0.0, sx / 2), (thick, sx / 2), (sz, 0.0), (thick, -sx / 2)]
        kit.prism([(z, x) for z, x in outline], "zx", -sy / 2, sy / 2, tiles)
    else:
        outline = [(-sy / 2, 0.0), (sy / 2, 0.0), (sy / 2, thick), (0.0, sz), (-sy / 2, thick)]
        kit.prism(outline, "yz", -sx / 2, sx / 2, tiles)


def _wheel(kit: Kit, x: float, y: float, radius: float, width: float) -> None:
    kit.bar((x, y - width / 2, radius), (x, y + width / 2, radius), radius, F.RUBBER, segments=22)
    kit.bar((x, y - 0.52 * width, radius), (x, y + 0.52 * width, radius), 0.62 * radius, F.CHROME, segments=16)


def car(kit: Kit, style: str) -> None:
    """Car along x, or a camper van (`camper`): body, windows, wheels, lamps; its front is +x."""
    sx, sy, sz = kit.size
    paint = F.plain(
        "car paint",
        kit.palette.color(
            ((0.30, 0.40, 0.52), (0.78, 0.78, 0.78), (0.24, 0.26, 0.28), (0.56, 0.58, 0.52), (0.86, 0.84, 0.78))
        ),
        0.7,
    )
    r = 0.22 * sz if style == "car" else 0.14 * sz
    low = 0.75 * r
    h = sx / 2
    if style == "car":
        body = [
            (-h, low),
            (-0.98 * h, 0.56 * sz),
            (-0.70 * h, 0.62 * sz),
            (0.34 * h, 0.60 * sz),
            (0.90 * h, 0.50 * sz),
            (h, 0.38 * sz),
            (h, low),
        ]
        cabin = [(-0.86 * h, 0.60 * sz), (-0.56 * h, sz), (0.02 * h, sz), (0.42 * h, 0.60 * sz)]
    else:
        body = [
            (-h, low),
            (-h, 0.94 * sz),
            (0.50 * h, sz),
            (0.72 * h, 0.74 * sz),
            (0.78 * h, 0.52 * sz),
            (h, 0.42 * sz),
            (h, low),
        ]
        cabin = [(0.40 * h, 0.54 * sz), (0.44 * h, 0.84 * sz), (0.62 * h, 0.80 * sz), (0.74 * h, 0.54 * sz)]
    kit.prism(
        [(z, x) for x, z in body],
        "zx",
        -sy / 2 + 0.04,
        sy / 2 - 0.04,
        paint,
        crease=30,
    )
    inner = 0.84 * sy / 2 if style == "car" else sy / 2 - 0.035
    pane = F.BLACK_GLASS
    loop = [(z, x) for x, z in cabin]
    kit.prism(loop, "zx", -inner, inner, pane)
    if style == "car":
        top = [(0.93 * sz, -0.60 * h), (0.93 * sz, 0.06 * h), (sz, 0.02 * h), (sz, -0.56 * h)]
        kit.prism(top, "zx", -inner - 0.004, inner + 0.004, paint)
        for x in (-0.30, 0.08):
            kit.box((x * h - 0.03, -inner - 0.006, 0.58 * sz), (x * h + 0.03, inner + 0.006, 0.96 * sz), paint)
    else:
        for x0, x1 in ((-0.8, -0.45), (-0.3, 0.1)):
            kit.box((x0 * h, -sy / 2 + 0.035, 0.56 * sz), (x1 * h, sy / 2 - 0.035, 0.78 * sz), pane)
        kit.box(
            (-h, -sy / 2 + 0.036, 0.34 * sz),
            (0.9 * h, sy / 2 - 0.036, 0.38 * sz),
            F.plain("stripe", (0.42, 0.54, 0.60), 0.4),
        )
    for x in (-0.60, 0.60):
        for y in (-1.0, 1.0):
            _wheel(kit, x * h, y * (sy / 2 - 0.11), r, 0.22)
    for y in (-1.0, 1.0):
        kit.box(
            (0.985 * h, y * 0.36 * sy - 0.12, 0.40 * sz * 0.9),
            (h, y * 0.36 * sy + 0.12, 0.44 * sz * 0.9),
            F.glowing("lamp", (0.96, 0.95, 0.90), 0.9),
        )
        kit.box(
            (-h, y * 0.38 * sy - 0.1, 0.44 * sz),
            (-0.97 * h, y * 0.38 * sy + 0.1, 0.52 * sz),
            F.plain("tail lamp", (0.56, 0.22, 0.20), 0.6),
        )
    kit.box((0.97 * h, -0.3 * sy, low), (h, 0.3 * sy, low + 0.10 * sz), F.BLACK_PLASTIC)


def two_wheeler(kit: Kit, style: str) -> None:
    """Bicycle or motorcycle along its longest side; one whose box is flat lies on its side."""
    sx, sy, sz = kit.size
    flat = sz < 0.6 * min(sx, sy)
    length, height, width = (sx, sy, sz) if flat else (sx, sz, sy)
    if not flat and sy > sx:
        length, width = sy, sx
    yaw = 90.0 if (not flat and sy > sx) else 0.0
    with (
        kit.frame((0, 0, width / 2) if flat else (0, 0, 0), yaw_deg=yaw, roll_deg=-90.0 if flat else 0.0),
        kit.frame((0, 0, -height / 2 if flat else 0)),
    ):
        _two_wheels(kit, style, length, height, width)


def _two_wheels(kit: Kit, style: str, length: float, height: float, width: float) -> None:
    motor = style == "motor"
    r = min(0.5 * height, 0.20 * length) if not motor else min(0.28 * height, 0.16 * length)
    thin = 0.03 if not motor else 0.13
    back, front = (-length / 2 + r, 0.0, r), (length / 2 - r, 0.0, r)
    t = np.linspace(0, 2 * math.pi, 21)[:-1]
    for hub in (back, front):
        ring = np.stack([hub[0] + (r - thin / 2) * np.cos(t), np.zeros(20), hub[2] + (r - thin / 2) * np.sin(t)], 1)
        kit.tube(ring, thin / 2, F.RUBBER, 8, closed=True)
        kit.bar(
            (hub[0], -0.03, hub[2]), (hub[0], 0.03, hub[2]), 0.10 * r if not motor else 0.55 * r, F.CHROME, segments=12
        )
        for k in range(0 if motor else 8):
            a = math.pi * k / 4
            kit.bar(
                hub,
                (hub[0] + (r - thin) * math.cos(a), 0.0, hub[2] + (r - thin) * math.sin(a)),
                0.003,
                F.CHROME,
                segments=4,
            )
    paint = F.plain("frame paint", kit.palette.color(((0.28, 0.40, 0.52), (0.26, 0.28, 0.30), (0.58, 0.50, 0.34))), 0.6)
    crank, seat, head = (
        (-0.06 * length, 0.0, 0.9 * r),
        (-0.16 * length, 0.0, 0.80 * height),
        (0.24 * length, 0.0, 0.82 * height),
    )
    if motor:
        kit.cushion(
            (-0.22 * length, -0.16 * width, 0.52 * height), (0.16 * length, 0.16 * width, 0.72 * height), paint, 0.06
        )
        kit.cushion(
            (-0.36 * length, -0.15 * width, 0.56 * height),
            (-0.05 * length, 0.15 * width, 0.66 * height),
            F.leather((0.18, 0.18, 0.19)),
            0.04,
        )
        kit.box(
            (-0.18 * length, -0.14 * width, 0.2 * height),
            (0.12 * length, 0.14 * width, 0.52 * height),
            F.GREY_METAL,
            0.02,
        )
        kit.bar((-0.34 * length, 0.2 * width, 0.26 * height), (0.0, 0.2 * width, 0.24 * height), 0.05, F.CHROME)
        kit.sphere((0.26 * length, 0, 0.74 * height), (0.05 * length, 0.12 * width, 0.08 * height), F.CHROME, 12, 8)
        for y in (-0.1, 0.1):
            kit.bar((front[0], y * width, front[2]), (0.22 * length, y * width, 0.82 * height), 0.025, F.CHROME)
            kit.bar((back[0], y * width, back[2]), (-0.1 * length, y * width, 0.3 * height), 0.03, F.GREY_METAL)
    else:
        for joint, end in ((crank, seat), (crank, head), (seat, head), (back, crank), (back, seat), (front, head)):
            kit.bar(joint, end, 0.016, paint, segments=8)
        kit.cushion(
            (seat[0] - 0.12, -0.06, 0.84 * height), (seat[0] + 0.10, 0.06, 0.90 * height), F.BLACK_PLASTIC, 0.02
        )
        kit.bar(seat, (seat[0], 0, 0.86 * height), 0.012, F.CHROME, segments=6)
        kit.bar((crank[0], -0.05, crank[2]), (crank[0], 0.05, crank[2]), 0.08, F.GREY_METAL, segments=14)
        for s in (-1.0, 1.0):
            kit.box(
                (crank[0] + s * 0.14 - 0.05, s * 0.10 - 0.04, crank[2] - 0.01),
                (crank[0] + s * 0.14 + 0.05, s * 0.10 + 0.04, crank[2] + 0.01),
                F.BLACK_PLASTIC,
            )
            kit.beam(
                (crank[0], s * 0.05, crank[2]), (crank[0] + s * 0.14, s * 0.06, crank[2]), 0.012, 0.02, F.GREY_METAL
            )
    grip = 0.97 * height
    kit.bar(head, (head[0] - 0.01, 0, grip), 0.016, F.CHROME, segments=8)
    kit.tube(
        [
            (head[0] - 0.12, -width / 2 + 0.02, grip),
            (head[0] + 0.03, -0.3 * width, grip),
            (head[0] + 0.03, 0.3 * width, grip),
            (head[0] - 0.12, width / 2 - 0.02, grip),
        ],
        0.014,
        F.BLACK_PLASTIC,
        8,
    )


def toy_car(kit: Kit, style: str) -> None:
    """Small car of plastic."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    paint = F.plain("toy paint", kit.palette.color(((0.34, 0.52, 0.66), (0.80, 0.66, 0.30), (0.62, 0.34, 0.30))), 0.4)
    r = 0.20 * sz
    kit.box((-sx / 2, -0.44 * sy, 0.6 * r), (sx / 2, 0.44 * sy, 0.56 * sz), paint, 0.02)
    rings = [
        np.column_stack([shapes.rounded_rectangle(a * sx, b * sy, 0.02, 1, (-0.06 * sx, 0)), np.full(8, z)])
        for a, b, z in ((0.56, 0.84, 0.56 * sz), (0.36, 0.74, 0.97 * sz), (0.30, 0.66, sz))
    ]
    kit.loft(np.array(rings), F.BLACK_GLASS, crease=20)
    for x in (-0.3, 0.3):
        for y in (-1.0, 1.0):
            kit.bar((x * sx, y * 0.36 * sy, r), (x * sx, y * sy / 2, r), r, F.RUBBER, segments=12)
