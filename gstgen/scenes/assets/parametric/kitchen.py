"""Kitchen and laundry appliances, sinks, hoods; fronts face +x."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.levels import sink_bowl_m, sink_top_m
from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.carriers import cooled_case
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit
from gstgen.scenes.assets.parametric.storage import door
from gstgen.scenes.assets.parametric.tables import drawer_front


def _bar_handle(
    kit: Kit, start: tuple[float, float, float], end: tuple[float, float, float], radius: float = 0.009
) -> None:
    """Bar in front of a face with two posts behind it."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    kit.bar(a, b, radius, F.CHROME, segments=8)
    for t in (0.08, 0.92):
        p = a + (b - a) * t
        kit.bar(p - [0.035, 0, 0], p, radius * 0.8, F.CHROME, segments=6)


def fridge(kit: Kit, style: str) -> None:
    """Refrigerator: freezer below or above, or two tall doors, with bar handles and a plinth."""
    if kit.carries or (kit.category == "freezer" and kit.size[2] <= 1.25):
        cooled_case(kit, style)
        return
    sx, sy, sz = kit.size
    body = kit.suite.appliance
    front = sx / 2 - 0.045
    thick = 0.05
    kit.box((-sx / 2, -sy / 2, 0.02), (front - thick, sy / 2, sz), F.LIGHT_GREY if body is F.STEEL else body, 0.008)
    kit.box((-sx / 2 + 0.03, -sy / 2 + 0.02, 0), (front - thick - 0.01, sy / 2 - 0.02, 0.07), F.BLACK_PLASTIC)
    low, gap = 0.06, 0.004
    if style == "double":
        for side in (-1.0, 1.0):
            y0, y1 = sorted((side * sy / 2, side * gap / 2))
            kit.box((front - thick + 0.004, y0, low), (front, y1, sz - 0.002), body, 0.008)
            y = side * 0.045
            _bar_handle(kit, (sx / 2 - 0.009, y, 0.38 * sz), (sx / 2 - 0.009, y, 0.80 * sz))
        kit.box((front, -0.30 * sy, 0.52 * sz), (front + 0.004, -0.15 * sy, 0.70 * sz), F.BLACK_GLASS)
        return
    split = 0.36 * sz if style == "bottom" else 0.70 * sz
    for z0, z1 in ((low, split - gap / 2), (split + gap / 2, sz - 0.002)):
        kit.box((front - thick + 0.004, -sy / 2, z0), (front, sy / 2, z1), body, 0.008)
    y = -sy / 2 + 0.05
    _bar_handle(kit, (sx / 2 - 0.009, y, split + 0.05), (sx / 2 - 0.009, y, min(split + 0.45, sz - 0.06)))
    if style == "bottom":
        _bar_handle(kit, (sx / 2 - 0.009, -0.32 * sy, split - 0.07), (sx / 2 - 0.009, 0.32 * sy, split - 0.07))
    else:
        _bar_handle(kit, (sx / 2 - 0.009, y, max(low + 0.1, split - 0.45)), (sx / 2 - 0.009, y, split - 0.05))


def _knobs(kit: Kit, x: float, z: float, width: float, count: int, radius: float) -> None:
    for k in range(count):
        y = width * ((k + 0.5) / count - 0.5)
        kit.bar((x, y, z), (x + 0.018, y, z), radius, F.BLACK_PLASTIC, radius * 0.85, 12)


def _burners(kit: Kit, z: float, x0: float, x1: float, y0: float, y1: float, gas: bool) -> None:
    columns = 3 if y1 - y0 > 0.7 else 2
    r = 0.30 * min((x1 - x0) / 2, (y1 - y0) / columns)
    for i in range(2):
        for j in range(columns):
            x, y = x0 + (x1 - x0) * (i + 0.5) / 2, y0 + (y1 - y0) * (j + 0.5) / columns
            if gas:
                kit.bar((x, y, z), (x, y, z + 0.012), 0.45 * r, F.BLACK_METAL, 0.35 * r, 12)
                for a in (0.0, math.pi / 2):
                    c, s = 1.25 * r * math.cos(a), 1.25 * r * math.sin(a)
                    kit.beam((x - c, y - s, z + 0.022), (x + c, y + s, z + 0.022), 0.010, 0.010, F.BLACK_METAL)
                for c, s in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    kit.box(
                        (x + 1.2 * r * c - 0.005, y + 1.2 * r * s - 0.005, z),
                        (x + 1.2 * r * c + 0.005, y + 1.2 * r * s + 0.005, z + 0.022),
                        F.BLACK_METAL,
                    )
            else:
                angle = np.linspace(0, 2 * math.pi, 24, endpoint=False)
                ring = np.stack([x + r * np.cos(angle), y + r * np.sin(angle), np.full(24, z)], 1)
                kit.tube(ring, 0.0025, F.LIGHT_GREY, 4, closed=True)


def stove(kit: Kit, style: str) -> None:
    """Oven with window and handle; styles gas and ceramic carry a cooktop, builtin does not."""
    sx, sy, sz = kit.size
    body = kit.suite.appliance
    front = sx / 2 - 0.05
    top = sz - (0.03 if style == "gas" else 0.0)
    kit.box((-sx / 2, -sy / 2, 0.03), (front - 0.03, sy / 2, top), body if body is not F.STEEL else F.DARK_GREY, 0.004)
    kit.box((-sx / 2 + 0.03, -sy / 2 + 0.02, 0), (front - 0.05, sy / 2 - 0.02, 0.06), F.BLACK_PLASTIC)
    panel = min(0.11, 0.16 * sz)
    kit.box((front - 0.03, -sy / 2, top - panel), (front, sy / 2, top), body, 0.004)
    _knobs(kit, front, top - panel / 2, 0.9 * sy, 5 if style != "builtin" else 2, min(0.02, 0.3 * panel))
    if style == "builtin":
        kit.front_panel(front + 0.002, 0, top - panel / 2, 0.3 * sy, 0.6 * panel, F.picture("screen", "off", gloss=0.6))
    drawer = 0.20 * sz if style != "builtin" else 0.06 * sz
    door_top = top - panel - 0.006
    kit.box((front - 0.028, -sy / 2, drawer + 0.004), (front, sy / 2, door_top), body, 0.006)
    kit.box(
        (front - 0.003, -0.36 * sy, drawer + 0.2 * (door_top - drawer)),
        (front + 0.002, 0.36 * sy, drawer + 0.72 * (door_top - drawer)),
        F.BLACK_GLASS,
        0.002,
    )
    _bar_handle(kit, (sx / 2 - 0.009, -0.40 * sy, door_top - 0.05), (sx / 2 - 0.009, 0.40 * sy, door_top - 0.05))
    kit.box((front - 0.028, -sy / 2, 0.05), (front - 0.002, sy / 2, drawer - 0.002), body, 0.004)
    if style in ("gas", "ceramic"):
        z = top - 0.001
        kit.box((-sx / 2 + 0.01, -sy / 2 + 0.01, z - 0.004), (front - 0.02, sy / 2 - 0.01, z + 0.002), F.BLACK_GLASS)
        _burners(kit, z + 0.002, -sx / 2 + 0.03, front - 0.04, -sy / 2 + 0.02, sy / 2 - 0.02, style == "gas")


def cooktop(kit: Kit, style: str) -> None:
    """Built-in hob: glass or steel plate with burners and knobs."""
    sx, sy, sz = kit.size
    plate = max(0.3 * sz, sz - 0.03)
    kit.box(
        (-sx / 2, -sy / 2, 0),
        (sx / 2, sy / 2, plate),
        F.BLACK_GLASS if style == "ceramic" else F.STEEL,
        min(0.006, 0.3 * plate),
    )
    _burners(kit, plate, -sx / 2 + 0.02, sx / 2 - 0.10, -sy / 2 + 0.02, sy / 2 - 0.02, style == "gas")
    for k in range(4):
        y = 0.4 * sy * ((k + 0.5) / 4 - 0.5)
        kit.bar((sx / 2 - 0.05, y, plate), (sx / 2 - 0.05, y, sz), min(0.016, 0.03 * sy), F.BLACK_PLASTIC, segments=10)


def dishwasher(kit: Kit, style: str) -> None:
    """Dishwasher: one door with a control strip and handle."""
    sx, sy, sz = kit.size
    body = kit.suite.appliance
    front = sx / 2 - 0.045
    kit.box((-sx / 2, -sy / 2 + 0.003, 0.08 * sz), (front - 0.02, sy / 2 - 0.003, sz), F.LIGHT_GREY)
    kit.box((-sx / 2, -sy / 2 + 0.01, 0), (front - 0.06, sy / 2 - 0.01, 0.1 * sz), F.BLACK_PLASTIC)
    strip = min(0.10, 0.16 * sz)
    kit.box((front - 0.02, -sy / 2, 0.09 * sz), (front, sy / 2, sz - strip - 0.004), body, 0.006)
    kit.box(
        (front - 0.02, -sy / 2, sz - strip), (front, sy / 2, sz), body if style == "strip" else F.BLACK_GLASS, 0.005
    )
    kit.front_panel(
        front + 0.001, 0.22 * sy, sz - strip / 2, 0.24 * sy, 0.45 * strip, F.picture("screen", "off", gloss=0.6)
    )
    for k in range(4):
        y = -0.38 * sy + 0.05 * k
        kit.bar((front, y, sz - strip / 2), (front + 0.004, y, sz - strip / 2), 0.009, F.LIGHT_GREY, segments=8)
    _bar_handle(kit, (sx / 2 - 0.009, -0.36 * sy, sz - strip - 0.05), (sx / 2 - 0.009, 0.36 * sy, sz - strip - 0.05))


def microwave(kit: Kit, style: str) -> None:
    """Microwave oven: dark window, handle, key pad at the right."""
    sx, sy, sz = kit.size
    body = kit.pick(F.STEEL, F.WHITE_PLASTIC, F.DARK_GREY)
    front = sx / 2 - 0.03
    kit.box((-sx / 2, -sy / 2, 0.012), (front - 0.02, sy / 2, sz), body, 0.006)
    for x in (-0.4, 0.35):
        for y in (-0.42, 0.42):
            kit.bar((x * sx, y * sy, 0), (x * sx, y * sy, 0.014), 0.015, F.RUBBER, segments=8)
    split = 0.26 * sy
    kit.box((front - 0.02, -sy / 2, 0.014), (front, split - 0.002, sz - 0.002), body, 0.005)
    kit.box((front - 0.02, split, 0.014), (front, sy / 2, sz - 0.002), F.BLACK_PLASTIC, 0.005)
    kit.box((front - 0.002, -0.44 * sy, 0.16 * sz), (front + 0.002, split - 0.09 * sy, 0.86 * sz), F.BLACK_GLASS, 0.001)
    _bar_handle(
        kit, (sx / 2 - 0.008, split - 0.04 * sy, 0.18 * sz), (sx / 2 - 0.008, split - 0.04 * sy, 0.84 * sz), 0.008
    )
    middle = (split + sy / 2) / 2
    kit.front_panel(
        front + 0.002,
        middle,
        0.82 * sz,
        0.8 * (sy / 2 - split),
        0.13 * sz,
        F.picture("screen", "off", color=(0.75, 0.95, 0.95), gloss=0.5),
    )
    for r in range(4):
        for c in range(3):
            y, z = middle + (c - 1) * 0.27 * (sy / 2 - split), (0.64 - 0.13 * r) * sz
            kit.box(
                (front, y - 0.08 * (sy / 2 - split), z - 0.035 * sz),
                (front + 0.003, y + 0.08 * (sy / 2 - split), z + 0.035 * sz),
                F.LIGHT_GREY,
            )


def washer(kit: Kit, style: str) -> None:
    """Front-loading washer or dryer: round door, drawer, dial, display."""
    sx, sy, sz = kit.size
    body = kit.pick(F.WHITE_PLASTIC, F.WHITE_PLASTIC, F.LIGHT_GREY)
    front = sx / 2 - 0.05
    kit.box((-sx / 2, -sy / 2, 0.02), (front, sy / 2, sz), body, 0.01)
    kit.box((-sx / 2 + 0.03, -sy / 2 + 0.02, 0), (front - 0.02, sy / 2 - 0.02, 0.03), F.BLACK_PLASTIC)
    kit.box(
        (front, -sy / 2 + 0.006, sz - 0.15 * sz),
        (front + 0.008, sy / 2 - 0.006, sz - 0.012),
        F.LIGHT_GREY if body is not F.LIGHT_GREY else F.DARK_GREY,
        0.003,
    )
    r = 0.33 * min(sy, 0.82 * sz)
    z = 0.47 * sz
    with kit.frame((front, 0, z), tilt_deg=90):
        kit.lathe(
            [(r, 0.0), (1.0 * r, 0.02), (0.92 * r, 0.035), (0.72 * r, 0.03), (0.70 * r, 0.014)],
            F.CHROME if style == "washer" else F.DARK_GREY,
            segments=32,
        )
        kit.lathe([(0.72 * r, 0.026), (0.45 * r, 0.045), (0.0, 0.049)], F.BLACK_GLASS, segments=28, crease=70)
    kit.box((front + 0.03, 0.86 * r, z - 0.05), (front + 0.05, 1.02 * r, z + 0.05), F.LIGHT_GREY, 0.006)
    kit.box((front + 0.008, -sy / 2 + 0.03, sz - 0.135 * sz), (front + 0.014, -0.18 * sy, sz - 0.03), body, 0.003)
    kit.bar((front + 0.008, 0.0, sz - 0.085 * sz), (front + 0.03, 0.0, sz - 0.085 * sz), 0.03, F.CHROME, 0.026, 18)
    kit.front_panel(
        front + 0.009, 0.28 * sy, sz - 0.085 * sz, 0.24 * sy, 0.06 * sz, F.picture("screen", "off", gloss=0.6)
    )


def range_hood(kit: Kit, style: str) -> None:
    """Extractor: canopy with a chimney, or a slim box with filters below."""
    sx, sy, sz = kit.size
    body = kit.pick(F.STEEL, F.STEEL, F.WHITE_PLASTIC)
    low = min(0.06, 0.2 * sz)
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, low), body, 0.004)
    kit.box((-0.42 * sx, -0.42 * sy, -0.004), (0.42 * sx, 0.42 * sy, 0.002), F.GRILLE)
    cw, cd = min(0.30, 0.4 * sy) / 2, min(0.26, 0.6 * sx)
    if sz > 0.25:
        bend = low + 0.40 * (sz - low)
        rings = []
        for x0, x1, hy, z in (
            (-sx / 2, sx / 2, sy / 2, low),
            (-sx / 2, -sx / 2 + cd, cw, bend),
            (-sx / 2, -sx / 2 + cd, cw, sz),
        ):
            rings.append([(x0, -hy, z), (x1, -hy, z), (x1, hy, z), (x0, hy, z)])
        kit.loft(np.array(rings), body, cap_start=False, crease=20)
    else:
        kit.box((-sx / 2, -sy / 2, low), (sx / 2 - 0.15 * sx, sy / 2, sz), body, 0.004)
    for k in range(4):
        kit.bar(
            (sx / 2 - 0.004, 0.05 * (k - 1.5), low / 2),
            (sx / 2 + 0.003, 0.05 * (k - 1.5), low / 2),
            0.008,
            F.BLACK_PLASTIC,
            segments=8,
        )


def faucet(kit: Kit, x: float, y: float, z: float, height: float, reach: float) -> None:
    """Gooseneck tap whose spout reaches towards +x."""
    kit.bar((x, y, z), (x, y, z + 0.03), 0.024, F.CHROME, 0.018)
    r, rise = reach / 2, min(reach / 2, 0.45 * height)
    angle = np.linspace(math.pi, -0.1, 9)
    arc = np.stack([x + r + r * np.cos(angle), np.full(9, y), z + height - 0.011 - rise + rise * np.sin(angle)], 1)
    kit.tube(np.concatenate([[[x, y, z]], arc]), 0.011, F.CHROME)
    kit.bar((x, y + 0.02, z + 0.05), (x + 0.01, y + 0.07, z + 0.075), 0.006, F.CHROME)


def basin(
    kit: Kit,
    cx: float,
    cy: float,
    top: float,
    half_x: float,
    half_y: float,
    depth: float,
    finish: Finish,
    rim: float,
    power: float = 5.0,
    count: int = 28,
) -> None:
    """Sunken bowl with a raised rim, open at the top, drain in the middle; the hole in the worktop is the caller's."""
    rings = []
    for shrink, z in (
        (rim, 0.001),
        (rim, 0.008),
        (0.0, 0.008),
        (-0.01, -0.35 * depth),
        (-0.03, -0.85 * depth),
        (-0.08, -depth),
    ):
        outline = shapes.superellipse(half_x + shrink, half_y + shrink, power, count, (cx, cy))
        rings.append(np.column_stack([outline, np.full(count, top + z)]))
    kit.loft(np.array(rings), finish, cap_start=False, crease=40)
    kit.bar((cx, cy, top - depth + 0.0005), (cx, cy, top - depth + 0.004), 0.022, F.CHROME, segments=14)


def worktop_with_hole(
    kit: Kit, z0: float, z1: float, finish: Finish, holes: list[tuple[float, float, float, float]], power: float = 5.0
) -> None:
    """Slab over the whole footprint with openings (cx, cy, half x, half y)."""
    sx, sy, _ = kit.size
    outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
    cut = [shapes.superellipse(hx, hy, power, 24, (cx, cy))[::-1] for cx, cy, hx, hy in holes]
    kit.prism(outline, "xy", z0, z1, finish, cut)


def sink_cabinet(kit: Kit, style: str) -> None:
    """Sink set in a cabinet: steel for kitchens, ceramic for bathrooms; `double` has two bowls."""
    sx, sy, sz = kit.size
    top = sink_top_m(kit.size)
    tap = sz - top
    face, handle, shaker = kit.suite.front, kit.suite.handle, kit.suite.framed
    slab = kit.suite.worktop
    if kit.category.startswith("commercial"):
        face, slab = F.STEEL, F.STEEL
    bowl: Finish = kit.pick(F.STEEL, F.CERAMIC)
    front = sx / 2 - 0.035
    plinth = min(0.09, 0.1 * top)
    kit.box((-sx / 2, -sy / 2 + 0.004, 0), (front - 0.07, sy / 2 - 0.004, plinth), F.DARK_GREY)
    depth = min(0.17, 0.25 * top)
    kit.box((-sx / 2, -sy / 2 + 0.002, plinth), (front - 0.019, sy / 2 - 0.002, top - 0.03 - depth), face)
    kit.box((front - 0.03, -sy / 2 + 0.002, top - 0.03 - depth), (front - 0.019, sy / 2 - 0.002, top - 0.03), face)
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * (sy / 2 - 0.002), y * (sy / 2 - 0.02)))
        kit.box((-sx / 2, y0, top - 0.03 - depth), (front - 0.019, y1, top - 0.03), face)
    count = 2 if style == "double" else 1
    half_x, half_y = sink_bowl_m(kit.size, count)
    cx = 0.03 * sx
    centers = [sy * ((k + 0.5) / count - 0.5) * (0.9 if count > 1 else 0.0) for k in range(count)]
    worktop_with_hole(kit, top - 0.03, top, slab, [(cx, cy, half_x, half_y) for cy in centers])
    for cy in centers:
        basin(kit, cx, cy, top, half_x, half_y, depth, bowl, 0.016)
        faucet(kit, cx - half_x - 0.035, cy, top, tap, min(0.16, half_x))
    doors = max(2, round(sy / 0.5))
    split = top - 0.03 - min(0.16, 0.22 * top)
    for k in range(doors):
        y0, y1 = -sy / 2 + sy * k / doors, -sy / 2 + sy * (k + 1) / doors
        door(kit, front, y0, y1, plinth, split, face, handle, shaker, k % 2 == 1, False)
        drawer_front(kit, front, y0, y1, split, top - 0.032, face, handle, False)


def drop_in_sink(kit: Kit, style: str) -> None:
    """Only the bowls and tap of a sink to be set into a worktop."""
    sx, sy, sz = kit.size
    tap = 0.45 * sz
    top = sz - tap
    count = 2 if sy > 0.65 else 1
    half_x = 0.36 * sx
    holes = [(0.04 * sx, sy * ((k + 0.5) / count - 0.5) * 0.94, half_x, 0.41 * sy / count) for k in range(count)]
    worktop_with_hole(kit, top - 0.012, top, F.STEEL, holes)
    for cx, cy, hx, hy in holes:
        basin(kit, cx, cy, top, hx, hy, top - 0.004, F.STEEL, 0.01)
    faucet(kit, -0.42 * sx, 0, top, tap, min(0.18, 0.35 * sx))


def coffee_maker(kit: Kit, style: str) -> None:
    """Filter machine: tank and column at the back, warming plate, jug."""
    sx, sy, sz = kit.size
    body = kit.pick(F.BLACK_PLASTIC, F.STEEL, F.DARK_GREY)
    kit.cushion((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.1 * sz), body, 0.02)
    kit.cushion((-sx / 2, -sy / 2, 0.05 * sz), (-0.1 * sx, sy / 2, sz), body, 0.02)
    kit.cushion((-sx / 2, -sy / 2, 0.68 * sz), (0.46 * sx, sy / 2, sz), body, 0.025)
    r = 0.36 * min(sx * 0.6, sy)
    c = (0.18 * sx, 0.0)
    kit.lathe(
        [
            (0.0, 0.11 * sz),
            (r, 0.11 * sz),
            (1.05 * r, 0.3 * sz),
            (0.75 * r, 0.52 * sz),
            (0.8 * r, 0.56 * sz),
            (0.0, 0.56 * sz),
        ],
        F.plain("coffee jug", (0.20, 0.16, 0.14), 0.8),
        c,
        18,
    )
    kit.tube(
        [
            (c[0] + r, 0, 0.2 * sz),
            (c[0] + 1.7 * r, 0, 0.24 * sz),
            (c[0] + 1.6 * r, 0, 0.46 * sz),
            (c[0] + 0.8 * r, 0, 0.5 * sz),
        ],
        0.008,
        F.BLACK_PLASTIC,
    )
    kit.bar((0.46 * sx, 0.2 * sy, 0.8 * sz), (0.48 * sx, 0.2 * sy, 0.8 * sz), 0.05 * sz, F.CHROME, segments=12)


def blender(kit: Kit, style: str) -> None:
    """Stand mixer jug on a motor base."""
    sx, sy, sz = kit.size
    base = kit.pick(F.STEEL, F.BLACK_PLASTIC, F.WHITE_PLASTIC)
    kit.lathe(
        [(0.0, 0.0), (0.46, 0.0), (0.48, 0.03 * sz), (0.34, 0.3 * sz), (0.0, 0.3 * sz)],
        base,
        segments=20,
        stretch=(sx, sy),
    )
    kit.lathe(
        [(0.26, 0.3 * sz), (0.28, 0.33 * sz), (0.42, 0.88 * sz), (0.40, 0.88 * sz), (0.25, 0.33 * sz)],
        F.glass(),
        segments=20,
        stretch=(sx, sy),
    )
    kit.lathe(
        [(0.43, 0.87 * sz), (0.44, 0.93 * sz), (0.18, 0.94 * sz), (0.17, sz), (0.0, sz)],
        F.BLACK_PLASTIC,
        segments=20,
        stretch=(sx, sy),
    )
    kit.tube(
        [(0, 0.40 * sy, 0.84 * sz), (0, 0.5 * sy, 0.78 * sz), (0, 0.48 * sy, 0.5 * sz), (0, 0.32 * sy, 0.44 * sz)],
        0.012,
        F.BLACK_PLASTIC,
    )
    kit.bar((0.40 * sx, 0, 0.14 * sz), (0.48 * sx, 0, 0.13 * sz), 0.05 * sz, F.CHROME, segments=12)
