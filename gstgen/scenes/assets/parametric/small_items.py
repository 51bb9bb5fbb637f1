"""Small household things: dishes, cutlery, bottles, food, toys, bags, clothes."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit


def vessel(kit: Kit, style: str) -> None:
    """Open dish: bowl, plate, tray, casserole, ashtray; round."""
    sx, sy, sz = kit.size
    profiles = {
        "bowl": [(0.0, 0.0), (0.24, 0.0), (0.26, 0.06), (0.42, 0.45), (0.5, 1.0), (0.475, 1.0), (0.40, 0.5), (0.22, 0.14), (0.0, 0.12)],
        "plate": [(0.0, 0.0), (0.28, 0.0), (0.34, 0.3), (0.5, 0.95), (0.495, 1.0), (0.33, 0.5), (0.0, 0.35)],
        "pan": [(0.0, 0.0), (0.46, 0.0), (0.5, 0.1), (0.5, 1.0), (0.47, 1.0), (0.46, 0.15), (0.0, 0.12)],
        "ashtray": [(0.0, 0.0), (0.44, 0.0), (0.5, 0.9), (0.42, 1.0), (0.36, 0.4), (0.0, 0.3)],
    }
    finish = kit.pick(kit.palette.ceramic(), F.CERAMIC) if style != "pan" else kit.pick(F.STEEL, F.plain("enamel", (0.30, 0.38, 0.44), 0.5))
    kit.lathe([(r, z * sz) for r, z in profiles[style]], finish, segments=26, stretch=(sx, sy), crease=50)


def tray(kit: Kit, style: str) -> None:
    """Flat tray with a rim, or a board with a handle hole (style board)."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    if style == "board":
        outline = shapes.rounded_rectangle(sx, sy, 0.08 * min(sx, sy))
        hole = shapes.superellipse(0.035 * max(sx, sy), 0.035 * max(sx, sy), 2, 14, (0, 0.42 * sy) if sy > sx else (0.42 * sx, 0))
        kit.prism(outline, "xy", 0, sz, wood, [hole[::-1]])
        return
    rim = min(0.012, 0.08 * min(sx, sy))
    outline = shapes.rounded_rectangle(sx, sy, 0.1 * min(sx, sy))
    inner = shapes.rounded_rectangle(sx - 2 * rim, sy - 2 * rim, 0.1 * min(sx, sy) - 0.5 * rim)
    kit.prism(outline, "xy", 0, sz, wood, [inner[::-1]])
    kit.prism(inner, "xy", 0, 0.4 * sz, wood)


def cup(kit: Kit, style: str) -> None:
    """Mug or tea cup with a handle along y; gravy boat with a spout."""
    sx, sy, sz = kit.size
    glaze = kit.pick(kit.palette.ceramic(), F.CERAMIC)
    d = min(sx, sy)
    if style == "boat":
        kit.lathe([(0.0, 0.0), (0.28, 0.0), (0.42, 0.5 * sz), (0.42, 0.9 * sz), (0.39, 0.9 * sz), (0.0, 0.3 * sz)], glaze, segments=22, stretch=(sx, sy))
        kit.prism([(0.36 * sx, -0.14 * sy), (sx / 2, 0.0), (0.36 * sx, 0.14 * sy)], "xy", 0.75 * sz, sz, glaze)
        kit.tube([(-0.38 * sx, 0, 0.8 * sz), (-0.5 * sx, 0, 0.6 * sz), (-0.38 * sx, 0, 0.3 * sz)], 0.04 * d, glaze)
        return
    long_y = sy >= sx
    body = [(0.0, 0.0), (0.40, 0.0), (0.46, 0.08 * sz), (0.48, sz), (0.43, sz), (0.41, 0.1 * sz), (0.0, 0.08 * sz)] if style == "mug" else [(0.0, 0.0), (0.24, 0.0), (0.36, 0.3 * sz), (0.48, sz), (0.45, sz), (0.30, 0.25 * sz), (0.0, 0.15 * sz)]
    handle = abs(sx - sy) if abs(sx - sy) > 0.15 * d else 0.28 * d
    shift = -handle / 2
    center = (0.0, shift) if long_y else (shift, 0.0)
    kit.lathe(body, glaze, center, 22, (d, d))
    kit.lathe([(0.42 * d, 0.8 * sz), (0.0, 0.8 * sz)], F.plain("drink", (0.30, 0.20, 0.13), 0.4), center, 18)
    arc = [(0.46 * d, 0.8 * sz), (0.46 * d + handle * 0.9, 0.72 * sz), (0.46 * d + handle * 0.9, 0.38 * sz), (0.44 * d, 0.25 * sz)]
    points = [(0.0, shift + r, z) if long_y else (shift + r, 0.0, z) for r, z in arc]
    kit.tube(points, 0.055 * d, glaze)


def bottle(kit: Kit, style: str) -> None:
    """Bottle, jar, carafe, shaker: body, neck, cap, label."""
    sx, sy, sz = kit.size
    stretch = (sx, sy)
    tint = {"beer": (0.34, 0.24, 0.14), "oil": (0.52, 0.54, 0.22), "water": (0.62, 0.74, 0.80), "shampoo": (0.52, 0.62, 0.66), "jar": (0.78, 0.80, 0.78), "carafe": (0.74, 0.80, 0.82), "shaker": (0.80, 0.80, 0.80)}[style]
    body = F.plain("bottle", tint, 0.6)
    if style in ("jar", "shaker"):
        kit.lathe([(0.0, 0.0), (0.46, 0.0), (0.5, 0.05 * sz), (0.5, 0.76 * sz), (0.42, 0.82 * sz), (0.0, 0.82 * sz)], body, segments=22, stretch=stretch)
        kit.lathe([(0.46, 0.8 * sz), (0.46, sz * 0.98), (0.42, sz), (0.0, sz)], kit.pick(F.CHROME, F.wood("oak"), F.BRASS), segments=22, stretch=stretch)
    elif style == "carafe":
        kit.lathe([(0.0, 0.0), (0.4, 0.0), (0.5, 0.2 * sz), (0.42, 0.5 * sz), (0.18, 0.75 * sz), (0.26, sz), (0.24, sz)], body, segments=22, stretch=stretch, crease=60)
        return
    else:
        shoulder = 0.8 if style == "shampoo" else 0.62
        neck = 0.15 if style != "shampoo" else 0.22
        kit.lathe([(0.0, 0.0), (0.47, 0.0), (0.5, 0.03 * sz), (0.5, shoulder * sz), (0.38, (shoulder + 0.07) * sz), (neck, (shoulder + 0.14) * sz), (neck, 0.94 * sz), (0.0, 0.94 * sz)], body, segments=20, stretch=stretch)
        kit.lathe([(neck + 0.03, 0.92 * sz), (neck + 0.03, sz), (0.0, sz)], kit.pick(F.BRASS, F.WHITE_PLASTIC, F.DARK_GREY), segments=14, stretch=stretch)
    label = F.plain("label", kit.palette.color(((0.90, 0.88, 0.80), (0.60, 0.66, 0.60), (0.80, 0.70, 0.48))))
    kit.lathe([(0.505, 0.2 * sz), (0.505, 0.5 * sz)], label, segments=20, stretch=stretch)


def drinking_glass(kit: Kit, style: str) -> None:
    """Tumbler or stemmed glass; a little wine shows what it is."""
    sx, sy, sz = kit.size
    pane = F.glass(alpha=0.3)
    if style == "stem":
        kit.lathe([(0.0, 0.0), (0.42, 0.0), (0.06, 0.05 * sz), (0.05, 0.45 * sz), (0.3, 0.55 * sz), (0.5, 0.75 * sz), (0.42, sz)], pane, segments=22, stretch=(sx, sy), crease=60)
        kit.lathe([(0.0, 0.5 * sz), (0.28, 0.56 * sz), (0.44, 0.70 * sz), (0.0, 0.70 * sz)], F.plain("wine", (0.62, 0.55, 0.30), 0.5), segments=18, stretch=(sx, sy))
        return
    if style == "metal":
        kit.lathe([(0.0, 0.0), (0.42, 0.0), (0.10, 0.1 * sz), (0.09, 0.45 * sz), (0.4, 0.6 * sz), (0.5, sz), (0.46, sz), (0.3, 0.65 * sz)], F.BRASS, segments=22, stretch=(sx, sy), crease=60)
        return
    kit.lathe([(0.0, 0.0), (0.42, 0.0), (0.5, sz), (0.47, sz), (0.40, 0.06 * sz), (0.0, 0.05 * sz)], pane, segments=22, stretch=(sx, sy))
    kit.lathe([(0.0, 0.06 * sz), (0.41, 0.06 * sz), (0.45, 0.6 * sz), (0.0, 0.6 * sz)], F.plain("water", (0.66, 0.78, 0.82), 0.7), segments=18, stretch=(sx, sy))


def utensil(kit: Kit, style: str) -> None:
    """Cutlery and kitchen tools lying along x: spoon, fork, knife, spatula, whisk, tongs, stick (pencil, pen, pestle)."""
    sx, sy, sz = kit.size
    metal = F.STEEL
    handle = kit.pick(F.STEEL, F.BLACK_PLASTIC, F.wood("oak")) if style in ("knife", "spatula", "whisk") else metal
    if style == "woodspoon":
        metal = handle = F.wood("pine")
    if style == "stick":
        paint = kit.pick(F.plain("pencil", (0.78, 0.62, 0.24)), F.plain("pencil", (0.28, 0.40, 0.52)), F.DARK_GREY)
        r = 0.5
        with kit.frame((-sx / 2, 0, sz / 2), tilt_deg=90):
            kit.lathe([(0.0, 0.0), (r, 0.0), (r, 0.86 * sx), (0.15 * r, 0.985 * sx), (0.0, sx)], paint, segments=8, stretch=(sz, sy), crease=20)
        return
    h = 0.4 * sz
    kit.box((-sx / 2, -min(0.3 * sy, 0.01), 0.3 * h), (0.15 * sx, min(0.3 * sy, 0.01), 0.3 * h + max(0.5 * h, 0.001)), handle, 0.001)
    if style in ("spoon", "woodspoon"):
        kit.sphere((0.32 * sx, 0, sz / 2), (0.18 * sx, sy / 2, sz / 2), metal, 14, 8)
    elif style == "fork":
        kit.box((0.1 * sx, -sy / 2, 0.2 * sz), (0.28 * sx, sy / 2, 0.7 * sz), metal, 0.0008)
        for k in range(4):
            y = sy * ((k + 0.5) / 4 - 0.5)
            kit.box((0.26 * sx, y - 0.08 * sy, 0.2 * sz), (sx / 2, y + 0.08 * sy, sz), metal)
    elif style == "knife":
        kit.prism([(0.1 * sx, -sy / 2), (0.42 * sx, -sy / 2), (sx / 2, 0.1 * sy), (0.44 * sx, sy / 2), (0.1 * sx, sy / 2)], "xy", 0.3 * sz, 0.6 * sz, metal)
        kit.box((-sx / 2, -0.32 * sy, 0), (0.12 * sx, 0.32 * sy, sz), handle, 0.2 * sz)
    elif style == "whisk":
        for k in range(4):
            a = math.pi * k / 4
            t = np.linspace(0, math.pi, 9)
            loop = np.stack([0.1 * sx + 0.4 * sx * np.sin(t), 0.5 * sy * np.cos(t) * math.cos(a), sz / 2 + 0.5 * sz * np.cos(t) * math.sin(a)], 1)
            kit.tube(loop, 0.02 * sy, F.STEEL, 5)
    elif style == "tongs":
        for s in (-1, 1):
            kit.beam((-sx / 2, 0, sz / 2), (0.4 * sx, s * 0.4 * sy, sz / 2), 0.1 * sy, 0.8 * sz, F.STEEL)
            kit.box((0.36 * sx, s * 0.4 * sy - 0.1 * sy, 0), (sx / 2, s * 0.4 * sy + 0.1 * sy, sz), F.STEEL)
    else:
        kit.prism(shapes.rounded_rectangle(0.34 * sx, sy, 0.2 * sy, 4, (0.33 * sx, 0)), "xy", 0.2 * sz, sz, F.BLACK_PLASTIC)


def fruit(kit: Kit, style: str) -> None:
    """Apple, orange, banana, cake slice, cone."""
    sx, sy, sz = kit.size
    if style == "banana":
        t = np.linspace(-1, 1, 9)
        rings = []
        for a in t:
            r = max(0.04, (1 - a**4)) * 0.5
            angle = np.linspace(0, 2 * math.pi, 9)[:-1]
            rings.append([(0.5 * sx * a, 0.24 * sy * (1 - 2 * a**2) + 0.5 * sy * r * math.cos(b), sz / 2 + sz * r * math.sin(b)) for b in angle])
        kit.loft(np.array(rings), F.plain("banana", (0.86, 0.74, 0.32), 0.2), crease=80)
    elif style == "slice":
        for k, color in enumerate(((0.84, 0.74, 0.56), (0.93, 0.89, 0.80), (0.80, 0.68, 0.48), (0.36, 0.24, 0.16))):
            kit.box((-sx / 2, -sy / 2, sz * k / 4), (sx / 2, sy / 2, sz * (k + 1) / 4), F.plain("cake", color, 0.0), 0.03 * sz)
    elif style == "cone":
        for k in range(6):
            t = k / 6
            kit.lathe([(0.5 * (1 - 0.7 * t), sz * t), (0.3 * (1 - 0.7 * t), sz * (t + 0.16)), (0.0, sz * (t + 1 / 6))], F.BARK, segments=12, stretch=(sx, sy))
    else:
        color = {"apple": (0.62, 0.68, 0.34), "orange": (0.88, 0.60, 0.25)}[style]
        dip = 0.12 if style == "apple" else 0.03
        profile = [(0.0, dip * sz), (0.16, 0.02 * sz), (0.38, 0.14 * sz), (0.5, 0.5 * sz), (0.42, 0.82 * sz), (0.2, 0.96 * sz), (0.0, (0.96 - dip) * sz)]
        kit.lathe(profile, F.plain(style, color, 0.3), segments=20, stretch=(sx, sy), crease=80)
        kit.bar((0, 0, 0.8 * sz), (0.03 * sx, 0, sz), 0.025 * sx, F.BARK, segments=6)


def figure(kit: Kit, style: str) -> None:
    """Statue, bust, trophy or toy figure."""
    sx, sy, sz = kit.size
    stone: Finish = kit.pick(F.marble("white"), F.plain("bronze", (0.42, 0.34, 0.22), 0.4), F.plain("plaster", (0.86, 0.84, 0.79)))
    if style == "toy":
        color = kit.palette.color(((0.76, 0.64, 0.42), (0.52, 0.62, 0.70), (0.62, 0.52, 0.44)))
        fur = F.fabric(color)
        kit.sphere((-0.05 * sx, 0, 0.34 * sz), (0.34 * sx, 0.30 * sy, 0.34 * sz), fur)
        kit.sphere((0.05 * sx, 0, 0.74 * sz), (0.25 * sx, 0.25 * sy, 0.24 * sz), fur)
        for y in (-1, 1):
            kit.sphere((0.03 * sx, y * 0.20 * sy, 0.92 * sz), (0.07 * sx, 0.09 * sy, 0.09 * sz), fur, 8, 6)
            kit.sphere((0.30 * sx, y * 0.24 * sy, 0.1 * sz), (0.22 * sx, 0.13 * sy, 0.1 * sz), fur, 10, 6)
            kit.sphere((0.12 * sx, y * 0.38 * sy, 0.42 * sz), (0.13 * sx, 0.13 * sy, 0.1 * sz), fur, 10, 6)
            kit.sphere((0.27 * sx, y * 0.09 * sy, 0.80 * sz), 0.02 * sz, F.BLACK_PLASTIC, 8, 5)
        kit.sphere((0.30 * sx, 0, 0.70 * sz), (0.05 * sx, 0.08 * sy, 0.06 * sz), F.plain("snout", (0.84, 0.78, 0.66)), 8, 5)
        return
    base = F.marble("dark")
    kit.box((-0.42 * sx, -0.42 * sy, 0), (0.42 * sx, 0.42 * sy, 0.10 * sz), base, 0.004)
    if style == "trophy":
        kit.lathe([(0.06, 0.1 * sz), (0.05, 0.38 * sz), (0.3, 0.55 * sz), (0.40, 0.95 * sz), (0.37, 0.95 * sz), (0.0, 0.6 * sz)], F.BRASS, segments=20, stretch=(sx, sy), crease=60)
        for y in (-1, 1):
            kit.tube([(0, y * 0.38 * sy, 0.9 * sz), (0, y * 0.5 * sy, 0.8 * sz), (0, y * 0.3 * sy, 0.58 * sz)], 0.02 * sy, F.BRASS)
        kit.lathe([(0.0, 0.93 * sz), (0.36, 0.94 * sz), (0.1, 0.98 * sz), (0.0, sz)], F.BRASS, segments=18, stretch=(sx, sy))
        return
    if style == "bust":
        kit.lathe([(0.16, 0.1 * sz), (0.12, 0.2 * sz), (0.40, 0.30 * sz), (0.46, 0.45 * sz), (0.16, 0.56 * sz), (0.13, 0.66 * sz)], stone, segments=20, stretch=(0.8 * sx, sy), crease=70)
        kit.sphere((0.02 * sx, 0, 0.80 * sz), (0.24 * sx, 0.19 * sy, 0.20 * sz), stone)
        kit.sphere((0.26 * sx, 0, 0.78 * sz), (0.05 * sx, 0.04 * sy, 0.05 * sz), stone, 8, 5)
    else:
        kit.lathe([(0.0, 0.1 * sz), (0.40, 0.1 * sz), (0.26, 0.36 * sz), (0.20, 0.52 * sz), (0.30, 0.68 * sz), (0.24, 0.76 * sz), (0.10, 0.81 * sz)], stone, segments=18, stretch=(sx, sy), crease=70)
        kit.sphere((0.03 * sx, 0, 0.90 * sz), (0.15 * sx, 0.14 * sy, 0.10 * sz), stone)
        for y in (-1, 1):
            kit.tube([(0, y * 0.26 * sy, 0.73 * sz), (0.14 * sx, y * 0.42 * sy, 0.58 * sz), (0.30 * sx, y * 0.16 * sy, 0.52 * sz)], 0.07 * min(sx, sy), stone)


def die(kit: Kit, style: str) -> None:
    """Dice: a rounded cube with pips."""
    sx, sy, sz = kit.size
    kit.cushion((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, sz), F.plain("die", kit.palette.color(((0.90, 0.89, 0.84), (0.42, 0.56, 0.66), (0.82, 0.70, 0.42))), 0.3), 0.14 * min(sx, sy, sz))
    r = 0.09 * min(sx, sy)
    for x, y in ((-0.25, -0.25), (0.25, 0.25), (0, 0), (-0.25, 0.25), (0.25, -0.25)):
        kit.bar((x * sx, y * sy, sz - 0.001), (x * sx, y * sy, sz + 0.001), r, F.BLACK_PLASTIC, segments=10)
    for y, z in ((-0.25, 0.25), (0.25, 0.75)):
        kit.bar((sx / 2 - 0.001, y * sy, z * sz), (sx / 2 + 0.001, y * sy, z * sz), r, F.BLACK_PLASTIC, segments=10)


def bag(kit: Kit, style: str) -> None:
    """Hand bag, briefcase, suitcase."""
    sx, sy, sz = kit.size
    skin = F.leather(kit.palette.color(F.LEATHER_COLORS[:4]))
    if style in ("briefcase", "suitcase"):
        lying = sz < 0.7 * min(sx, sy)
        body = skin if style == "briefcase" else F.plain("shell", kit.palette.color(F.PAINT_COLORS[2:]), 0.3)
        margin = 0.06 * max(sx, sy)
        kit.cushion((-sx / 2, -sy / 2, 0), ((sx / 2 - margin) if lying else sx / 2, sy / 2, sz if lying else sz - margin), body, 0.16 * min(sx, sy, sz))
        if lying:
            kit.box((-sx / 2 - 0.001, -sy / 2 - 0.001, 0.47 * sz), (sx / 2 - margin + 0.001, sy / 2 + 0.001, 0.53 * sz), F.GREY_METAL)
            kit.tube([(sx / 2 - margin, -0.14 * sy, sz / 2), (sx / 2 - 0.006, -0.12 * sy, sz / 2), (sx / 2 - 0.006, 0.12 * sy, sz / 2), (sx / 2 - margin, 0.14 * sy, sz / 2)], 0.006, F.BLACK_PLASTIC)
            for y in (-0.3, 0.3):
                kit.box((sx / 2 - margin, y * sy - 0.03 * sy, 0.4 * sz), (sx / 2 - margin + 0.006, y * sy + 0.03 * sy, 0.6 * sz), F.BRASS)
        else:
            kit.tube([(0, -0.14 * sy, sz - margin), (0, -0.12 * sy, sz - 0.006), (0, 0.12 * sy, sz - 0.006), (0, 0.14 * sy, sz - margin)], 0.006, F.BLACK_PLASTIC)
        return
    body_top = 0.62 * sz
    ring = [np.column_stack([shapes.superellipse(a * sx / 2, b * sy / 2, 4, 24), np.full(24, z)]) for a, b, z in ((0.9, 0.94, 0.0), (1.0, 1.0, 0.3 * body_top), (0.5, 0.9, body_top))]
    kit.loft(np.array(ring), skin, crease=70)
    t = np.linspace(0, math.pi, 11)
    for x in (-0.12, 0.12):
        kit.tube(np.stack([np.full(11, x * sx), 0.30 * sy * np.cos(t), body_top - 0.01 + (sz - body_top) * np.sin(t)], 1), 0.018 * sy, skin, 6)
    kit.box((0.24 * sx, -0.05 * sy, 0.72 * body_top), (0.42 * sx, 0.05 * sy, 0.86 * body_top), F.BRASS, 0.003)


def shoe(kit: Kit, style: str) -> None:
    """Shoe along x (toe at +x): trainer, sandal, heel."""
    sx, sy, sz = kit.size
    color = kit.palette.color(((0.85, 0.85, 0.83), (0.34, 0.40, 0.46), (0.40, 0.30, 0.24), (0.20, 0.20, 0.21)))
    upper = F.leather(color)
    t = np.linspace(0, 1, 24, endpoint=False) * 2 * math.pi
    width = (0.38 + 0.12 * np.cos(t)) * np.sin(t)
    sole = np.stack([0.5 * sx * np.cos(t), 0.5 * sy * width / np.abs(width).max()], 1)
    if style == "heel":
        kit.bar((-0.42 * sx, 0, 0), (-0.40 * sx, 0, 0.5 * sz), 0.03 * sx, upper, 0.10 * sx)
        kit.sphere((0.28 * sx, 0, 0.16 * sz), (0.22 * sx, sy / 2, 0.16 * sz), upper)
        kit.beam((0.2 * sx, 0, 0.06 * sz), (-0.46 * sx, 0, 0.55 * sz), 0.7 * sy, 0.06 * sz, upper, 0.004)
        kit.sphere((-0.36 * sx, 0, 0.74 * sz), (0.13 * sx, 0.36 * sy, 0.26 * sz), upper)
        return
    kit.prism(sole, "xy", 0, 0.2 * sz, F.plain("sole", (0.80, 0.78, 0.73)) if style == "trainer" else F.BARK)
    if style == "sandal":
        for x in (-0.22, 0.24):
            a = np.linspace(0, math.pi, 9)
            strap = [[(x * sx + d, 0.42 * sy * math.cos(b), 0.18 * sz + 0.82 * sz * math.sin(b)) for b in a] for d in (-0.06 * sx, 0.06 * sx)]
            kit.sheet(np.array(strap)[::-1], upper)
        return
    rings = []
    for z, back, front, w in ((0.2, -0.48, 0.48, 0.96), (0.42, -0.47, 0.44, 0.94), (0.62, -0.44, 0.14, 0.74), (1.0, -0.44, 0.02, 0.62)):
        cx, rx = (back + front) / 2 * sx, (front - back) / 2 * sx
        rings.append(np.column_stack([cx + rx * np.cos(t), w * sole[:, 1], np.full(24, z * sz)]))
    kit.loft(np.array(rings), upper, cap_start=False, crease=70)
    for k in range(3):
        kit.bar((0.06 * sx + 0.08 * sx * k, -0.18 * sy, (0.72 - 0.12 * k) * sz), (0.06 * sx + 0.08 * sx * k, 0.18 * sy, (0.72 - 0.12 * k) * sz), 0.02 * sz + 0.001, F.WHITE, segments=6)


def hat(kit: Kit, style: str) -> None:
    """Brimmed hat or lid with a knob."""
    sx, sy, sz = kit.size
    if style == "lid":
        metal = kit.pick(F.STEEL, F.CERAMIC, F.glass(alpha=0.4))
        kit.lathe([(0.0, 0.0), (0.48, 0.0), (0.5, 0.15 * sz), (0.36, 0.45 * sz), (0.0, 0.55 * sz)], metal, segments=26, stretch=(sx, sy), crease=50)
        kit.lathe([(0.05, 0.5 * sz), (0.05, 0.7 * sz), (0.11, 0.85 * sz), (0.09, sz), (0.0, sz)], F.BLACK_PLASTIC, segments=14, stretch=(sx, sy))
        return
    felt = kit.palette.cloth()
    kit.lathe([(0.0, 0.02 * sz), (0.5, 0.0), (0.5, 0.05 * sz), (0.29, 0.10 * sz), (0.27, 0.8 * sz), (0.18, sz), (0.0, 0.9 * sz)], felt, segments=26, stretch=(sx, sy), crease=60)
    kit.lathe([(0.295, 0.10 * sz), (0.288, 0.30 * sz)], F.DARK_GREY, segments=26, stretch=(sx, sy))


def spectacles(kit: Kit, style: str) -> None:
    """Glasses: two rims, bridge, temples folded out along -x."""
    sx, sy, sz = kit.size
    frame = kit.pick(F.BLACK_PLASTIC, F.BRASS)
    lens = F.plain("dark lens", (0.20, 0.19, 0.18), 0.7) if style == "sun" else F.glass()
    t = np.linspace(0, 2 * math.pi, 20, endpoint=False)
    r = 0.03 * sy
    for y in (-1, 1):
        rim = np.stack([np.full(20, sx / 2 - r), y * 0.25 * sy + 0.22 * sy * np.cos(t), sz / 2 + 0.47 * sz * np.sin(t)], 1)
        kit.tube(rim, 0.5 * r, frame, 5, closed=True)
        kit.prism(rim[:, 1:], "yz", sx / 2 - r - 0.0006, sx / 2 - r + 0.0006, lens)
        kit.tube([(sx / 2 - r, y * 0.47 * sy, 0.7 * sz), (-0.3 * sx, y * 0.49 * sy, 0.7 * sz), (-sx / 2, y * 0.48 * sy, 0.3 * sz)], 0.5 * r, frame, 5)
    kit.bar((sx / 2 - r, -0.05 * sy, 0.6 * sz), (sx / 2 - r, 0.05 * sy, 0.6 * sz), 0.5 * r, frame, segments=6)


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
                kit.lathe([(0.0, z), (0.5, z), (0.5, z + 0.08 * length), (0.0, z + 0.08 * length)], wood, segments=20, stretch=stretch)
            kit.lathe([(0.34, 0.08 * length), (0.36, 0.25 * length), (0.05, 0.5 * length), (0.36, 0.75 * length), (0.34, 0.92 * length)], F.glass(), segments=18, stretch=stretch, crease=70)
            kit.lathe([(0.0, 0.08 * length), (0.32, 0.09 * length), (0.30, 0.22 * length), (0.0, 0.34 * length)], F.plain("sand", (0.80, 0.70, 0.50)), segments=16, stretch=stretch)
            for k in range(3):
                a = 2 * math.pi * k / 3
                x, y = 0.42 * stretch[0] * math.cos(a), 0.42 * stretch[1] * math.sin(a)
                kit.bar((x, y, 0.05 * length), (x, y, 0.95 * length), 0.03 * min(stretch), wood, segments=6)
        return
    r = 0.36 * sz
    kit.lathe([(0.0, 0.0), (0.36, 0.0), (0.34, 0.03 * sz), (0.06, 0.07 * sz), (0.05, 0.2 * sz)], kit.palette.wood(), segments=20, stretch=(sx, sy))
    ball = shapes.sphere((0, 0, 0.56 * sz), (min(r, 0.46 * sx), min(r, 0.46 * sy), r), 24, 14)
    uvs = np.stack([ball.uvs[:, 0] / np.ptp(ball.uvs[:, 0]), ball.uvs[:, 1] / np.ptp(ball.uvs[:, 1]) + 0.5], 1)
    kit.add(shapes.Surface(ball.vertices, ball.normals, uvs, ball.faces), F.picture("map", "world"), shift_uv=False)
    t = np.linspace(-math.pi / 2, math.pi / 2, 13)
    kit.tube(np.stack([np.zeros(13), 0.49 * sy * np.cos(t), 0.56 * sz + 0.43 * sz * np.sin(t)], 1), 0.012, F.BRASS, 6)


def abacus(kit: Kit, style: str) -> None:
    """Frame with rods and beads."""
    sx, sy, sz = kit.size
    wood = F.wood("pine")
    for y in (-1, 1):
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


def holder(kit: Kit, style: str) -> None:
    """Pencil holder with pencils, knife block with knives, desk organiser."""
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    if style == "knives":
        kit.prism([(0.0, -0.5 * sx), (0.75 * sz, -0.5 * sx), (0.95 * sz, -0.1 * sx), (0.0, 0.35 * sx)], "zx", -sy / 2, sy / 2, wood)
        for r in range(2):
            for c in range(3):
                y, x = sy * (0.28 * (c - 1)), -0.36 * sx + 0.18 * sx * r
                kit.beam((x, y, (0.72 + 0.08 * r) * sz), (x + 0.26 * sx, y, (0.92 + 0.08 * r) * sz), 0.14 * sy, 0.05 * sz, F.BLACK_PLASTIC, 0.003)
        kit.box((-0.5 * sx, -sy / 2, 0), (0.5 * sx, sy / 2, 0.04 * sz), wood)
        return
    if style == "organizer":
        kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.12 * sz), wood)
        for y in np.linspace(-sy / 2, sy / 2 - 0.008, 4):
            kit.box((-sx / 2, y, 0), (sx / 2, y + 0.008, 0.9 * sz), wood)
        for x in (-sx / 2, sx / 2 - 0.008):
            kit.box((x, -sy / 2, 0), (x + 0.008, sy / 2, 0.8 * sz), wood)
        kit.box((-0.3 * sx, -0.3 * sy, 0.1 * sz), (0.3 * sx, -0.05 * sy, sz), F.PAPER)
        return
    d = 0.9
    kit.lathe([(0.0, 0.0), (0.46 * d, 0.0), (0.5 * d, 0.62 * sz), (0.45 * d, 0.62 * sz), (0.42 * d, 0.05 * sz), (0.0, 0.05 * sz)], kit.palette.ceramic(), segments=20, stretch=(sx, sy))
    for k in range(6):
        a = 2.4 * k
        paint = F.plain("pencil", ((0.78, 0.62, 0.24), (0.30, 0.42, 0.52), (0.40, 0.52, 0.38))[k % 3])
        kit.bar((0.1 * sx * math.cos(a + 3), 0.1 * sy * math.sin(a + 3), 0.06 * sz), (0.46 * sx * math.cos(a), 0.46 * sy * math.sin(a), sz * (0.86 + 0.14 * (k % 2))), 0.04 * min(sx, sy), paint, 0.03 * min(sx, sy), 6)


def carton(kit: Kit, style: str) -> None:
    """Packet or box: printed front, tape, lid seam."""
    sx, sy, sz = kit.size
    card = F.plain("card", kit.palette.color(((0.72, 0.58, 0.42), (0.80, 0.78, 0.72), (0.56, 0.62, 0.66))), 0.0)
    kit.box((-sx / 2, -sy / 2, 0), (0.48 * sx, sy / 2, sz), card, 0.02 * min(sx, sy, sz))
    kit.front_panel(sx / 2, 0, sz / 2, 0.86 * sy, 0.86 * sz, F.picture("cover", int(kit.rng.integers(1000))))
    kit.box((-sx / 2, -0.05 * sy, sz - 0.0005), (0.48 * sx, 0.05 * sy, sz + 0.0005), F.plain("tape", (0.80, 0.72, 0.56), 0.3))


def trash_can(kit: Kit, style: str) -> None:
    """Waste bin: pedal bin, swing-top, or public bin with an opening and dome."""
    sx, sy, sz = kit.size
    body = kit.pick(F.STEEL, F.DARK_GREY, F.plain("bin green", (0.32, 0.42, 0.36), 0.2), F.LIGHT_GREY)
    if style == "public":
        kit.lathe([(0.0, 0.0), (0.46, 0.0), (0.48, 0.03 * sz), (0.48, 0.66 * sz), (0.0, 0.66 * sz)], body, segments=28, stretch=(sx, sy))
        for k in range(4):
            a = math.pi * (k / 2 + 0.25)
            kit.bar((0.42 * sx * math.cos(a), 0.42 * sy * math.sin(a), 0.64 * sz), (0.42 * sx * math.cos(a), 0.42 * sy * math.sin(a), 0.84 * sz), 0.02, F.BLACK_METAL, segments=8)
        kit.lathe([(0.40, 0.655 * sz), (0.0, 0.665 * sz)], F.BLACK_PLASTIC, segments=24, stretch=(sx, sy))
        kit.lathe([(0.0, 0.83 * sz), (0.5, 0.83 * sz), (0.5, 0.86 * sz), (0.36, 0.95 * sz), (0.0, sz)], F.BLACK_METAL, segments=28, stretch=(sx, sy), crease=50)
        for z in (0.12, 0.55):
            kit.lathe([(0.487, z * sz), (0.487, (z + 0.03) * sz)], F.BLACK_METAL, segments=28, stretch=(sx, sy))
        return
    if style == "swing":
        ring = [np.column_stack([shapes.superellipse(a * sx / 2, a * sy / 2, 5, 28), np.full(28, z * sz)]) for a, z in ((0.82, 0.0), (0.98, 0.76), (1.0, 0.76), (1.0, 0.82), (0.8, 0.97), (0.6, 1.0))]
        kit.loft(np.array(ring), body, crease=40)
        with kit.frame((0.36 * sx, 0, 0.895 * sz), tilt_deg=0):
            kit.box((-0.05 * sx, -0.3 * sy, -0.045 * sz), (0.1 * sx, 0.3 * sy, 0.03 * sz), F.BLACK_PLASTIC, 0.01)
        return
    kit.lathe([(0.0, 0.0), (0.47, 0.0), (0.49, 0.05 * sz), (0.49, 0.84 * sz), (0.0, 0.84 * sz)], body, segments=28, stretch=(sx, sy))
    kit.lathe([(0.495, 0.84 * sz), (0.5, 0.87 * sz), (0.40, 0.96 * sz), (0.0, sz)], F.BLACK_PLASTIC, segments=28, stretch=(sx, sy), crease=50)
    kit.lathe([(0.5, 0.0), (0.5, 0.05 * sz), (0.48, 0.06 * sz)], F.BLACK_PLASTIC, segments=28, stretch=(sx, sy))
    kit.box((0.40 * sx, -0.14 * sy, 0.0), (0.52 * sx, 0.14 * sy, 0.03 * sz + 0.004), F.BLACK_PLASTIC, 0.003)


def plain_block(kit: Kit, style: str) -> None:
    """Last resort: a rounded box, reported as approximated."""
    sx, sy, sz = kit.size
    kit.cushion((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, sz), F.plain("block", kit.palette.color(F.PAINT_COLORS), 0.1), 0.12 * min(sx, sy, sz))


def grill(kit: Kit, style: str) -> None:
    """Barbecue: kettle or box on legs with wheels."""
    sx, sy, sz = kit.size
    kit.lathe([(0.0, 0.5 * sz), (0.30, 0.52 * sz), (0.44, 0.66 * sz), (0.45, 0.74 * sz), (0.36, 0.90 * sz), (0.0, 0.96 * sz)], F.BLACK_METAL, segments=26, stretch=(sx, 0.72 * sy), crease=60)
    kit.bar((-0.06, 0, 0.96 * sz), (0.06, 0, 0.98 * sz), 0.02, F.wood("oak"))
    for x in (-1, 1):
        for y in (-1, 1):
            kit.bar((x * 0.42 * sx, y * 0.3 * sy, 0), (x * 0.2 * sx, y * 0.18 * sy, 0.58 * sz), 0.016, F.GREY_METAL)
    for y in (-1, 1):
        kit.bar((-0.4 * sx, y * 0.3 * sy - 0.015, 0.09), (-0.4 * sx, y * 0.3 * sy + 0.015, 0.09), 0.09, F.RUBBER, segments=16)
        kit.box((-0.3 * sx, y * 0.36 * sy, 0.66 * sz), (0.3 * sx, y * sy / 2, 0.69 * sz), F.wood("oak"), 0.005)
    kit.bar((0, 0, sz - 0.03), (0, 0, sz), 0.015, F.GREY_METAL)
