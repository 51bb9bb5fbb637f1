"""Flat things on walls: pictures, mirrors, clocks, switches. They face +x, or +z when they lie in the x-y plane.

The image of a picture that lies in the x-y plane has its top at object +x; a viewer in front (at +z) sees +y left.
"""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit


def _frame(kit: Kit, width: float, finish: Finish, back: bool = True) -> None:
    """Mitred-looking frame over the whole front."""
    sx, sy, sz = kit.size
    outer = [(-sy / 2, 0.0), (sy / 2, 0.0), (sy / 2, sz), (-sy / 2, sz)]
    hole = [
        (-sy / 2 + width, width),
        (-sy / 2 + width, sz - width),
        (sy / 2 - width, sz - width),
        (sy / 2 - width, width),
    ]
    kit.prism(outer, "yz", -sx / 2, sx / 2, finish, [hole])
    if back:
        kit.box(
            (-sx / 2, -sy / 2 + 0.5 * width, 0.5 * width),
            (-sx / 2 + 0.3 * sx, sy / 2 - 0.5 * width, sz - 0.5 * width),
            F.DARK_GREY,
        )


def picture(kit: Kit, style: str) -> None:
    """Painting: framed with a mat, framed bare, or canvas; up = +z (object +x when lying flat)."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    image = F.picture("picture", int(kit.rng.integers(10_000)))
    if style == "canvas":
        kit.box((-sx / 2, -sy / 2, 0), (0.49 * sx, sy / 2, sz), F.fabric((0.88, 0.86, 0.80)))
        kit.front_panel(sx / 2, 0, sz / 2, sy, sz, image)
        return
    width = min(0.03, 0.08 * min(sy, sz))
    frame = kit.pick(F.wood("walnut"), F.wood("oak"), F.BLACK_METAL, F.BRASS, F.WHITE)
    _frame(kit, width, frame)
    inner_y, inner_z = sy - 2 * width, sz - 2 * width
    x = 0.1 * sx
    if style == "mat":
        kit.box((-0.3 * sx, -inner_y / 2, width), (x, inner_y / 2, sz - width), F.PAPER)
        mat = 0.12 * min(inner_y, inner_z)
        kit.front_panel(x + 0.02 * sx, 0, sz / 2, inner_y - 2 * mat, inner_z - 2 * mat, image)
    else:
        kit.front_panel(x, 0, sz / 2, inner_y, inner_z, image)


def mirror(kit: Kit, style: str) -> None:
    """Wall mirror: framed, frameless with a bevel edge, or round in a ring."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    frame = kit.pick(F.wood("oak"), F.BLACK_METAL, F.BRASS, F.wood("walnut"), F.WHITE)
    if style == "round":
        outer = shapes.superellipse(sy / 2, sz / 2, 2.0, 44, (0, sz / 2))
        width = 0.05 * min(sy, sz)
        inner = shapes.superellipse(sy / 2 - width, sz / 2 - width, 2.0, 44, (0, sz / 2))
        kit.prism(outer, "yz", -sx / 2, sx / 2, frame, [inner[::-1]])
        kit.prism(inner, "yz", -sx / 2, 0.2 * sx, F.MIRROR)
        return
    if style == "bare":
        kit.box((-sx / 2, -sy / 2, 0), (0.3 * sx, sy / 2, sz), F.GREY_METAL)
        kit.front_panel(sx / 2, 0, sz / 2, sy * 0.996, sz * 0.996, F.MIRROR)
        return
    width = min(0.045, 0.08 * min(sy, sz))
    _frame(kit, width, frame)
    kit.front_panel(0.1 * sx, 0, sz / 2, sy - 2 * width, sz - 2 * width, F.MIRROR)


def standing_mirror(kit: Kit, style: str) -> None:
    """Full-length mirror tilted in a stand; one without the depth for that leans flat in a broad frame."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    if sx < 0.2:
        width = min(0.07, 0.12 * sy)
        _frame(kit, width, kit.pick(wood, F.BRASS, F.BLACK_METAL))
        kit.front_panel(0.2 * sx, 0, sz / 2, sy - 2 * width, sz - 2 * width, F.MIRROR)
        return
    for y in (-1.0, 1.0):
        py = y * (sy / 2 - 0.02)
        kit.beam((-sx / 2 + 0.02, py, 0.012), (0, py, 0.66 * sz), 0.03, 0.025, wood, 0.004)
        kit.beam((sx / 2 - 0.02, py, 0.012), (0, py, 0.66 * sz), 0.03, 0.025, wood, 0.004)
    with kit.frame((0.16 * sx, 0, 0.04), tilt_deg=-7):
        h, half = 0.95 * sz, sy / 2 - 0.045
        outline = shapes.rounded_rectangle(2 * half, h, 0.08 * sy, 5, (0, h / 2))
        hole = shapes.rounded_rectangle(2 * half - 0.06, h - 0.06, 0.06 * sy, 5, (0, h / 2))
        kit.prism(outline, "yz", -0.015, 0.015, wood, [hole[::-1]])
        kit.prism(hole, "yz", -0.012, 0.005, F.MIRROR)


def picture_frame(kit: Kit, style: str) -> None:
    """Photo frame standing on its strut."""
    sx, sy, sz = kit.size
    frame = kit.pick(F.wood("oak"), F.BRASS, F.CHROME, F.WHITE)
    width = 0.09 * min(sy, sz)
    lean = math.degrees(math.atan2(0.4 * sx, sz))
    with kit.frame((0.25 * sx, 0, 0), tilt_deg=-lean):
        outer = [(-sy / 2, 0.0), (sy / 2, 0.0), (sy / 2, sz), (-sy / 2, sz)]
        hole = [
            (-sy / 2 + width, width),
            (-sy / 2 + width, sz - width),
            (sy / 2 - width, sz - width),
            (sy / 2 - width, width),
        ]
        kit.prism(outer, "yz", -0.1 * sx, 0.05 * sx, frame, [hole])
        kit.box((-0.08 * sx, -sy / 2 + width, width), (-0.05 * sx, sy / 2 - width, sz - width), F.DARK_GREY)
        kit.front_panel(
            -0.03 * sx, 0, sz / 2, sy - 2 * width, sz - 2 * width, F.picture("picture", int(kit.rng.integers(10_000)))
        )
    kit.beam((-0.49 * sx, 0, 0.02 * sz), (-0.10 * sx, 0, 0.55 * sz), 0.18 * sy, 0.03 * sx, F.DARK_GREY)


def electric_switch(kit: Kit, style: str) -> None:
    """Wall switch: plate with one or two rockers."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    plate = 0.55
    kit.box((-sx / 2, -sy / 2, 0), (-sx / 2 + plate * sx, sy / 2, sz), F.WHITE_PLASTIC, 0.15 * sx)
    count = 2 if style == "double" else 1
    width = 0.7 * sy / count
    for k in range(count):
        y = 0.7 * sy * ((k + 0.5) / count - 0.5)
        x = -sx / 2 + plate * sx
        kit.box(
            (x - 0.02 * sx, y - 0.47 * width, 0.18 * sz), (x + 0.04 * sx, y + 0.47 * width, 0.82 * sz), F.LIGHT_GREY
        )
        with kit.frame((x + 0.02 * sx, y, sz / 2), tilt_deg=6):
            kit.box((0, -0.42 * width, -0.28 * sz), (0.28 * sx, 0.42 * width, 0.28 * sz), F.WHITE_PLASTIC, 0.05 * sx)


def wall_socket(kit: Kit, style: str) -> None:
    """Power outlet: plate, round well, two holes."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    count = 2 if sy > 1.6 * sz else 1
    kit.box((-sx / 2, -sy / 2, 0), (0.3 * sx, sy / 2, sz), F.WHITE_PLASTIC, 0.2 * sx)
    for k in range(count):
        y = sy * ((k + 0.5) / count - 0.5)
        r = 0.34 * min(sy / count, sz)
        with kit.frame((0.3 * sx, y, sz / 2), tilt_deg=90):
            kit.lathe(
                [(r, 0.0), (r, 0.2 * sx), (0.86 * r, 0.2 * sx), (0.84 * r, 0.02 * sx), (0.0, 0.02 * sx)],
                F.WHITE_PLASTIC,
                segments=20,
            )
            for s in (-1.0, 1.0):
                kit.bar(
                    (0, s * 0.42 * r, 0.02 * sx), (0, s * 0.42 * r, 0.04 * sx), 0.12 * r, F.BLACK_PLASTIC, segments=8
                )


def wall_clock(kit: Kit, style: str) -> None:
    """Round wall clock."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    rim = kit.pick(F.BLACK_METAL, F.wood("oak"), F.CHROME)
    outer = shapes.superellipse(sy / 2, sz / 2, 2.0, 40, (0, sz / 2))
    inner = shapes.superellipse(0.45 * sy, 0.45 * sz, 2.0, 40, (0, sz / 2))
    kit.prism(outer, "yz", -sx / 2, sx / 2, rim, [inner[::-1]])
    kit.prism(inner, "yz", -sx / 2, 0.1 * sx, F.PAPER)
    kit.front_panel(0.12 * sx, 0, sz / 2, 0.66 * sy, 0.66 * sz, F.picture("clock", "light"))


def sign(kit: Kit, style: str) -> None:
    """Decorative sign, map or card: a printed board."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    board: Finish = F.PAPER if style != "sign" else kit.palette.wood()
    kit.box((-sx / 2, -sy / 2, 0), (0.45 * sx, sy / 2, sz), board, 0.1 * sx)
    if style == "map":
        kit.front_panel(sx / 2, 0, sz / 2, 0.96 * sy, 0.94 * sz, F.picture("map", "world"))
    elif style == "card":
        kit.front_panel(sx / 2, 0, sz / 2, 0.94 * sy, 0.92 * sz, F.picture("picture", 5 * int(kit.rng.integers(900))))
    elif style == "black":
        kit.front_panel(sx / 2, 0, sz / 2, 0.97 * sy, 0.94 * sz, F.plain("slate", (0.24, 0.32, 0.29), 0.0))
        kit.box((0.3 * sx, -0.47 * sy, 0.01 * sz), (sx / 2, 0.47 * sy, 0.04 * sz), F.wood("oak"))
    elif style == "white":
        kit.front_panel(sx / 2, 0, sz / 2, 0.96 * sy, 0.94 * sz, F.WHITE)
        kit.box((0.3 * sx, -0.3 * sy, 0), (sx / 2, 0.3 * sy, 0.03 * sz), F.GREY_METAL)
    else:
        kit.front_panel(sx / 2, 0, sz / 2, 0.9 * sy, 0.86 * sz, F.picture("cover", int(kit.rng.integers(1000))))


def disc(kit: Kit, style: str) -> None:
    """Small round device on a wall or ceiling: detector, alarm, sprinkler."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    with kit.frame((-sx / 2, 0, sz / 2), tilt_deg=90):
        kit.lathe(
            [(0.5, 0.0), (0.5, 0.35 * sx), (0.42, 0.6 * sx), (0.0, 0.7 * sx)],
            F.WHITE_PLASTIC,
            segments=24,
            stretch=(sz, sy),
            crease=30,
        )
        kit.lathe([(0.2, 0.6 * sx), (0.16, sx), (0.0, sx)], F.LIGHT_GREY, segments=16, stretch=(sz, sy))


def hook(kit: Kit, style: str) -> None:
    """Coat hook or nail in the wall."""
    sx, sy, sz = kit.size
    if style == "nail":
        r = 0.3 * min(sy, sz)
        kit.bar((-sx / 2, 0, sz / 2), (0.4 * sx, 0, sz / 2), 0.5 * r, F.GREY_METAL, segments=8)
        with kit.frame((0.4 * sx, 0, sz / 2), tilt_deg=90):
            kit.lathe([(0.5, 0.0), (0.5, 0.1 * sx), (0.0, 0.1 * sx)], F.GREY_METAL, segments=12, stretch=(sz, sy))
        return
    metal = kit.palette.handle()
    kit.box((-sx / 2, -sy / 2, 0.25 * sz), (-0.4 * sx, sy / 2, sz), F.wood("oak"), 0.05 * sx)
    count = max(1, round(sy / 0.08))
    for k in range(count):
        y = sy * ((k + 0.5) / count - 0.5)
        kit.tube(
            [(-0.4 * sx, y, 0.6 * sz), (0.0, y, 0.08 * sz), (0.36 * sx, y, 0.12 * sz), (0.46 * sx, y, 0.7 * sz)],
            0.06 * min(sz, sx) + 0.001,
            metal,
            6,
        )


def fireplace(kit: Kit, style: str) -> None:
    """Fireplace: mantel and pilasters round a brick firebox with logs (wood) or a glass front (gas)."""
    sx, sy, sz = kit.size
    stone: Finish = kit.pick(F.marble("white"), F.WHITE, F.BRICK)
    front = sx / 2 - 0.05
    half = 0.33 * sy
    top = 0.70 * sz
    if style == "gas":
        half, top = 0.40 * sy, 0.62 * sz
    low = 0.08 * sz
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * half, y * (sy / 2 - 0.02)))
        kit.box((-sx / 2, y0, 0), (front, y1, 0.9 * sz), stone, 0.006)
        kit.box((front - 0.02, y0 + 0.02, 0.04), (front + 0.02, y1 - 0.02, 0.86 * sz), stone, 0.01)
    kit.box((-sx / 2, -half, top), (front, half, 0.9 * sz), stone, 0.004)
    kit.box((-sx / 2, -sy / 2, 0.92 * sz), (sx / 2, sy / 2, sz), stone, 0.012)
    kit.box((-sx / 2, -sy / 2 + 0.015, 0.89 * sz), (sx / 2 - 0.03, sy / 2 - 0.015, 0.93 * sz), stone, 0.008)
    kit.box((-sx / 2, -half, 0), (sx / 2, half, low), F.granite("dark"), 0.005)
    kit.box((-sx / 2, -half, low), (-sx / 2 + 0.08 * sx, half, top), F.BRICK)
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * half, y * (half - 0.02)))
        kit.box((-sx / 2, y0, low), (front - 0.04, y1, top), F.BRICK)
    for k in range(4):
        y, x = (k % 2 - 0.5) * 0.2 * half, -0.1 * sx + 0.05 * (k // 2)
        kit.bar(
            (x, y - 0.5 * half, low + 0.06 + 0.05 * k),
            (x + 0.04, y + 0.5 * half, low + 0.06 + 0.05 * k),
            0.045,
            F.BARK,
            segments=9,
        )
    if style == "gas":
        kit.box((front - 0.015, -half, low), (front - 0.008, half, top), F.glass())
        kit.box((front - 0.02, -half, low), (front, half, low + 0.03), F.BLACK_METAL)
    else:
        for y in np.linspace(-0.7 * half, 0.7 * half, 7):
            kit.bar((0.1 * sx, y, low + 0.03), (0.1 * sx, y, low + 0.16), 0.007, F.BLACK_METAL, segments=6)
        kit.bar(
            (0.1 * sx, -0.72 * half, low + 0.1), (0.1 * sx, 0.72 * half, low + 0.1), 0.007, F.BLACK_METAL, segments=6
        )


def grandfather_clock(kit: Kit, style: str) -> None:
    """Long-case clock: plinth, glazed case with pendulum, hooded dial."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.16 * sz), wood, 0.008)
    kit.box((-sx / 2, -0.42 * sy, 0.16 * sz), (0.2 * sx, 0.42 * sy, 0.70 * sz), wood)
    outer = [(-0.42 * sy, 0.17 * sz), (0.42 * sy, 0.17 * sz), (0.42 * sy, 0.69 * sz), (-0.42 * sy, 0.69 * sz)]
    hole = [(-0.30 * sy, 0.22 * sz), (-0.30 * sy, 0.65 * sz), (0.30 * sy, 0.65 * sz), (0.30 * sy, 0.22 * sz)]
    kit.prism(outer, "yz", 0.2 * sx, 0.42 * sx, wood, [hole])
    kit.box((0.36 * sx, -0.30 * sy, 0.22 * sz), (0.37 * sx, 0.30 * sy, 0.65 * sz), F.glass())
    kit.bar((0.26 * sx, 0, 0.34 * sz), (0.26 * sx, 0, 0.68 * sz), 0.012 * sy + 0.001, F.BRASS, segments=6)
    with kit.frame((0.26 * sx, 0, 0.33 * sz), tilt_deg=90):
        kit.lathe([(0.0, -0.01), (0.12 * sy, 0.0), (0.0, 0.01)], F.BRASS, segments=18)
    kit.box((-sx / 2, -sy / 2, 0.70 * sz), (0.44 * sx, sy / 2, 0.93 * sz), wood, 0.006)
    kit.prism([(-sy / 2, 0.93 * sz), (sy / 2, 0.93 * sz), (0.0, sz)], "yz", -sx / 2, 0.46 * sx, wood)
    size = min(0.8 * sy, 0.21 * sz)
    kit.front_panel(0.445 * sx, 0, 0.815 * sz, size, size, F.picture("clock", "light"))
    kit.box((0.40 * sx, -0.52 * sy, 0.02), (0.5 * sx, 0.52 * sy, 0.05 * sz), wood, 0.004)
