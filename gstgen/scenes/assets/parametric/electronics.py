"""Screens, computers, loudspeakers and other devices; fronts face +x."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit

_OFF = F.picture("screen", "off", gloss=0.7)


def television(kit: Kit, style: str) -> None:
    """Flat television on a foot, on two feet, or bare for the wall."""
    sx, sy, sz = kit.size
    foot = 0.0 if style == "wall" else min(0.09, 0.13 * sz)
    thick = min(0.05, 0.6 * sx) if style != "wall" else sx
    x = 0.0 if style != "wall" else -sx / 2 + thick / 2
    kit.box((x - thick / 2, -sy / 2, foot), (x + thick / 2, sy / 2, sz), F.BLACK_PLASTIC, min(0.006, 0.2 * thick))
    bezel = min(0.012, 0.04 * sz)
    kit.front_panel(x + thick / 2 + 0.0008, 0, (foot + sz) / 2 + bezel / 2, sy - 2 * bezel, sz - foot - 3 * bezel, _OFF)
    kit.box((x + thick / 2, -0.03, foot + 0.3 * bezel), (x + thick / 2 + 0.001, 0.03, foot + 0.9 * bezel), F.GREY_METAL)
    if style == "wall":
        return
    kit.box(
        (x - 0.7 * thick, -0.22 * sy, foot + 0.2 * (sz - foot)),
        (x - thick / 2, 0.22 * sy, foot + 0.65 * (sz - foot)),
        F.BLACK_PLASTIC,
        0.008,
    )
    if style == "feet":
        for y in (-0.36 * sy, 0.36 * sy):
            for end in (-sx / 2, sx / 2):
                kit.beam((0, y, foot + 0.01), (end - math.copysign(0.008, end), y, 0.006), 0.02, 0.012, F.DARK_GREY)
    else:
        kit.box((-0.02, -0.05, 0.01), (0.01, 0.05, foot + 0.05), F.BLACK_PLASTIC, 0.004)
        kit.prism(shapes.superellipse(sx / 2, 0.24 * sy, 3.5, 32), "xy", 0, 0.016, F.BLACK_PLASTIC)


def monitor(kit: Kit, style: str) -> None:
    """Computer monitor: shining desktop on a neck and plate."""
    sx, sy, sz = kit.size
    low = 0.28 * sz
    t = min(0.03, 0.3 * sx)
    x = 0.12 * sx
    kit.box((x - t, -sy / 2, low), (x, sy / 2, sz), F.BLACK_PLASTIC, 0.004)
    kit.front_panel(
        x + 0.0008, 0, (low + sz) / 2, 0.95 * sy, 0.93 * (sz - low), F.picture("screen", "desktop", emission=0.7)
    )
    kit.beam((-0.1 * sx, 0, 0.01), (x - t, 0, low + 0.3 * (sz - low)), 0.06, 0.025, F.GREY_METAL, 0.004)
    kit.prism(shapes.rounded_rectangle(sx, 0.5 * sy, 0.03), "xy", 0, min(0.012, 0.05 * sz), F.GREY_METAL)


def laptop(kit: Kit, style: str) -> None:
    """Notebook computer: closed when its box is flat, else open with keys and a lit screen."""
    sx, sy, sz = kit.size
    shell = kit.pick(F.plain("laptop shell", (0.70, 0.71, 0.73), 0.5), F.DARK_GREY)
    if sz < 0.35 * sx:
        base = 0.55 * sz
        kit.prism(shapes.rounded_rectangle(sx, sy, 0.03 * sx), "xy", 0.08 * sz, base, shell)
        kit.prism(shapes.rounded_rectangle(sx, sy, 0.03 * sx), "xy", base + 0.04 * sz, sz, shell)
        kit.box((-0.47 * sx, -0.46 * sy, 0), (0.47 * sx, 0.46 * sy, 0.1 * sz), F.BLACK_PLASTIC)
        kit.bar(
            (-0.5 * sx + 0.3 * sz, -0.4 * sy, base), (-0.5 * sx + 0.3 * sz, 0.4 * sy, base), 0.28 * sz, F.BLACK_PLASTIC
        )
        kit.top_panel(0, 0, sz + 0.0003, 0.12 * sx, 0.12 * sx, F.CHROME)
        return
    thick = min(0.02, 0.08 * sz)
    depth = 0.78 * sx
    x1 = sx / 2
    kit.box((x1 - depth, -sy / 2, 0), (x1, sy / 2, thick), shell, 0.004)
    kit.top_panel(x1 - 0.64 * depth, 0, thick + 0.0005, 0.5 * depth, 0.9 * sy, F.picture("keyboard", "dark"))
    kit.box((x1 - 0.30 * depth, -0.14 * sy, thick), (x1 - 0.06 * depth, 0.14 * sy, thick + 0.0006), F.LIGHT_GREY)
    lean = math.degrees(math.atan2(sx - depth, sz))
    with kit.frame((x1 - depth, 0, thick), tilt_deg=-lean):
        height = (sz - thick) / math.cos(math.radians(lean))
        kit.box((-0.006, -sy / 2, 0), (0, sy / 2, height), shell, 0.002)
        kit.front_panel(0.0008, 0, height / 2, 0.94 * sy, 0.9 * height, F.picture("screen", "desktop", emission=0.7))


def keyboard(kit: Kit, style: str) -> None:
    """Computer keyboard; keys as a picture on a wedge."""
    sx, sy, sz = kit.size
    kit.prism(
        [(0.0, -sx / 2), (sz * 0.95, -sx / 2), (sz * 0.55, sx / 2), (0.0, sx / 2)],
        "zx",
        -sy / 2,
        sy / 2,
        F.BLACK_PLASTIC,
    )
    slope = 0.4 * sz / sx
    kit.panel(
        (0, 0, 0.76 * sz),
        (0, 0.485 * sy, 0),
        (-0.46 * sx, 0, 0.46 * sx * slope),
        F.picture("keyboard", kit.pick("dark", "light")),
    )


def mouse(kit: Kit, style: str) -> None:
    """Computer mouse: a rounded hump with a wheel."""
    sx, sy, sz = kit.size
    rings = []
    for t, z in ((1.0, 0.0), (1.0, 0.35), (0.86, 0.75), (0.5, 0.97), (0.15, 1.0)):
        outline = shapes.superellipse(t * sx / 2, t * sy / 2, 2.6, 22, (-0.1 * sx * z, 0))
        rings.append(np.column_stack([outline, np.full(22, z * sz)]))
    kit.loft(np.array(rings), kit.pick(F.BLACK_PLASTIC, F.WHITE_PLASTIC, F.LIGHT_GREY), crease=70)
    kit.bar((0.2 * sx, -0.06 * sy, 0.88 * sz), (0.2 * sx, 0.06 * sy, 0.88 * sz), 0.09 * sz, F.RUBBER)


def loudspeaker(kit: Kit, style: str) -> None:
    """Speaker box: two drivers on the front of a wooden or black box; tall ones stand on a plinth."""
    sx, sy, sz = kit.size
    box = kit.pick(F.wood("honey", 0.3), F.BLACK_PLASTIC, F.wood("walnut", 0.3))
    front = sx / 2 - 0.03 * sx
    kit.box((-sx / 2, -sy / 2, 0.0), (front, sy / 2, sz), box, 0.004)
    kit.box((front, -0.46 * sy, 0.02 * sz), (front + 0.015 * sx, 0.46 * sy, 0.98 * sz), F.DARK_GREY)
    wide = sy > 1.2 * sz
    r = 0.36 * min(sy / (2 if wide else 1), sz / (1 if wide else 2))
    if wide:
        spots = [(-0.25 * sy, 0.5 * sz, 1.0), (0.25 * sy, 0.5 * sz, 1.0)]
    else:
        spots = [(0.0, 0.30 * sz, 1.0), (0.0, 0.74 * sz, 0.6)]
        if sz > 2.2 * sy:
            spots = [(0.0, 0.30 * sz, 1.0), (0.0, 0.58 * sz, 1.0), (0.0, 0.84 * sz, 0.5)]
            r = 0.36 * sy
    for y, z, share in spots:
        with kit.frame((front + 0.012 * sx, y, z), tilt_deg=90):
            q = r * share
            kit.lathe(
                [
                    (q, 0.0),
                    (q, 0.03 * sx),
                    (0.86 * q, 0.04 * sx),
                    (0.80 * q, 0.01 * sx),
                    (0.3 * q, -0.01 * sx + 0.005),
                    (0.28 * q, 0.012),
                    (0.0, 0.02),
                ],
                F.RUBBER,
                segments=kit.few(22, 8),
                crease=60,
            )
            if kit.small:
                continue
            kit.tube(
                np.stack(
                    [
                        0.93 * q * np.cos(np.linspace(0, 6.2832, 20, endpoint=False)),
                        0.93 * q * np.sin(np.linspace(0, 6.2832, 20, endpoint=False)),
                        np.full(20, 0.035 * sx),
                    ],
                    1,
                ),
                0.04 * q,
                F.GREY_METAL,
                5,
                closed=True,
            )


def sound_system(kit: Kit, style: str) -> None:
    """Hi-fi block: display, knob, slots."""
    sx, sy, sz = kit.size
    front = 0.47 * sx
    kit.box((-sx / 2, -sy / 2, 0.06 * sz), (front, sy / 2, sz), F.DARK_GREY, 0.004)
    for y in (-0.38, 0.38):
        for x in (-0.38, 0.38):
            kit.bar((x * sx, y * sy, 0), (x * sx, y * sy, 0.08 * sz), 0.03 * sy, F.RUBBER, segments=10)
    kit.front_panel(front + 0.0008, -0.1 * sy, 0.72 * sz, 0.5 * sy, 0.26 * sz, _OFF)
    kit.bar(
        (front, 0.32 * sy, 0.5 * sz), (sx / 2, 0.32 * sy, 0.5 * sz), min(0.11 * sy, 0.3 * sz), F.CHROME, segments=18
    )
    for k in range(5):
        y = -0.34 * sy + 0.12 * sy * k
        kit.box((front, y - 0.03 * sy, 0.25 * sz), (front + 0.02 * sx, y + 0.03 * sy, 0.34 * sz), F.LIGHT_GREY)


def telephone(kit: Kit, style: str) -> None:
    """Desk phone: sloped body, handset at its left, keys and display."""
    sx, sy, sz = kit.size
    body = kit.pick(F.BLACK_PLASTIC, F.LIGHT_GREY, F.DARK_GREY)
    kit.prism([(0.0, -sx / 2), (0.7 * sz, -sx / 2), (0.28 * sz, sx / 2), (0.0, sx / 2)], "zx", -sy / 2, sy / 2, body)
    slope = 0.42 * sz / sx

    def at(x: float) -> float:
        return 0.7 * sz - slope * (x + sx / 2)

    kit.panel(
        (-0.25 * sx, 0.15 * sy, at(-0.25 * sx) + 0.001), (0, 0.24 * sy, 0), (-0.14 * sx, 0, 0.14 * sx * slope), _OFF
    )
    for r in range(4):
        for c in range(3):
            x, y = 0.02 * sx + 0.11 * sx * r, 0.03 * sy + 0.13 * sy * c
            kit.box(
                (x - 0.035 * sx, y - 0.045 * sy, at(x) - 0.004),
                (x + 0.035 * sx, y + 0.045 * sy, at(x) + 0.02 * sz + 0.003),
                F.WHITE_PLASTIC,
            )
    y = -0.30 * sy
    for x in (-0.36 * sx, 0.36 * sx):
        kit.box(
            (x - 0.13 * sx, y - 0.15 * sy, at(x) - 0.02 * sz),
            (x + 0.13 * sx, y + 0.15 * sy, at(x) + 0.24 * sz),
            F.BLACK_PLASTIC,
            0.02 * sy,
        )
    kit.beam(
        (-0.36 * sx, y, at(-0.36 * sx) + 0.24 * sz),
        (0.36 * sx, y, at(0.36 * sx) + 0.24 * sz),
        0.16 * sy,
        0.12 * sz,
        F.BLACK_PLASTIC,
        0.01,
    )


def printer(kit: Kit, style: str) -> None:
    """Desktop printer: body, paper tray with sheets, output slot, panel."""
    sx, sy, sz = kit.size
    body = kit.pick(F.WHITE_PLASTIC, F.LIGHT_GREY, F.DARK_GREY)
    kit.cushion((-sx / 2, -sy / 2, 0), (0.38 * sx, sy / 2, 0.85 * sz), body, 0.02)
    kit.box((-0.3 * sx, -0.46 * sy, 0.85 * sz), (0.3 * sx, 0.46 * sy, 0.9 * sz), F.DARK_GREY, 0.01)
    kit.box((0.36 * sx, -0.38 * sy, 0.25 * sz), (0.385 * sx, 0.38 * sy, 0.48 * sz), F.BLACK_PLASTIC)
    kit.box((0.2 * sx, -0.36 * sy, 0.26 * sz), (sx / 2, 0.36 * sy, 0.29 * sz), F.PAPER)
    with kit.frame((-0.42 * sx, 0, 0.8 * sz), tilt_deg=-15):
        kit.box((-0.01, -0.34 * sy, 0), (0, 0.34 * sy, 0.2 * sz), F.PAPER)
    kit.front_panel(0.381 * sx, 0.3 * sy, 0.68 * sz, 0.2 * sy, 0.12 * sz, _OFF)


def camera(kit: Kit, style: str) -> None:
    """Photo camera: body, lens, finder."""
    sx, sy, sz = kit.size
    kit.cushion((-sx / 2, -sy / 2, 0), (0.0, sy / 2, 0.82 * sz), F.BLACK_PLASTIC, 0.1 * sz)
    kit.bar((0, 0, 0.4 * sz), (sx / 2, 0, 0.4 * sz), 0.34 * sz, F.DARK_GREY, segments=20)
    kit.bar((0.49 * sx, 0, 0.4 * sz), (0.502 * sx, 0, 0.4 * sz), 0.26 * sz, F.BLACK_GLASS, segments=18)
    kit.box((-0.4 * sx, -0.14 * sy, 0.8 * sz), (-0.05 * sx, 0.14 * sy, sz), F.BLACK_PLASTIC, 0.004)
    kit.bar((-0.25 * sx, 0.36 * sy, 0.8 * sz), (-0.25 * sx, 0.36 * sy, 0.9 * sz), 0.06 * sy, F.CHROME)


def iron(kit: Kit, style: str) -> None:
    """Clothes iron: sole plate, body, handle."""
    sx, sy, sz = kit.size
    outline = [
        (sx / 2, 0.0),
        (0.2 * sx, 0.42 * sy),
        (-0.2 * sx, sy / 2),
        (-sx / 2, 0.42 * sy),
        (-sx / 2, -0.42 * sy),
        (-0.2 * sx, -sy / 2),
        (0.2 * sx, -0.42 * sy),
    ]
    kit.prism(outline, "xy", 0, 0.08 * sz, F.CHROME)
    kit.loft(
        np.array(
            [
                [(0.96 * x, 0.96 * y, 0.08 * sz) for x, y in outline],
                [(0.7 * x - 0.04 * sx, 0.66 * y, 0.5 * sz) for x, y in outline],
            ]
        ),
        F.plain("iron body", (0.36, 0.48, 0.58), 0.4),
    )
    kit.tube(
        [(0.26 * sx, 0, 0.48 * sz), (0.2 * sx, 0, 0.86 * sz), (-0.3 * sx, 0, 0.92 * sz), (-0.42 * sx, 0, 0.5 * sz)],
        0.09 * sz,
        F.BLACK_PLASTIC,
    )


def hair_dryer(kit: Kit, style: str) -> None:
    """Hair dryer lying on its side."""
    sx, sy, sz = kit.size
    r = sz / 2
    kit.bar((-0.5 * sx, -0.22 * sy, r), (0.5 * sx, -0.22 * sy, r), r, F.DARK_GREY, 0.75 * r, 18)
    kit.bar((-0.2 * sx, -0.1 * sy, r), (-0.1 * sx, sy / 2, r), 0.55 * r, F.BLACK_PLASTIC, 0.5 * r)
    kit.sphere((-0.48 * sx, -0.22 * sy, r), (0.3 * r, r, r), F.GREY_METAL, 14, 8)
