"""Sanitary ware and bathroom fittings; fronts face +x, walls are at -x."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit
from gstgen.scenes.assets.parametric.kitchen import basin, faucet, worktop_with_hole


def _ring(
    cx: float, cy: float, rx: float, ry: float, z: float, power: float = 2.3, count: int = 24
) -> NDArray[np.float64]:
    return np.column_stack([shapes.superellipse(rx, ry, power, count, (cx, cy)), np.full(count, z)])


def toilet(kit: Kit, style: str) -> None:
    """Toilet with cistern, seat and lid (closed or up)."""
    sx, sy, sz = kit.size
    seat = min(0.42, 0.60 * sz)
    tank = 0.27 * sx
    bowl_x0 = -sx / 2 + tank
    cx, rx = (bowl_x0 + sx / 2) / 2 - 0.01, (sx / 2 - bowl_x0) / 2 + 0.01
    ry = 0.46 * sy
    rings = [
        _ring(cx - 0.18 * rx, 0, 0.80 * rx, 0.56 * ry, 0.0, 3.0),
        _ring(cx - 0.18 * rx, 0, 0.74 * rx, 0.50 * ry, 0.08 * seat, 2.6),
        _ring(cx - 0.16 * rx, 0, 0.70 * rx, 0.50 * ry, 0.45 * seat),
        _ring(cx - 0.04 * rx, 0, 0.90 * rx, 0.86 * ry, 0.78 * seat),
        _ring(cx, 0, rx, ry, 0.93 * seat),
    ]
    kit.loft(np.array(rings), F.CERAMIC, cap_end=False)
    up = style == "open"
    inner = [
        _ring(cx, 0, rx, ry, 0.93 * seat),
        _ring(cx, 0, 0.74 * rx, 0.70 * ry, 0.93 * seat),
        _ring(cx, 0, 0.6 * rx, 0.55 * ry, 0.66 * seat),
        _ring(cx, 0, 0.3 * rx, 0.28 * ry, 0.5 * seat),
    ]
    kit.loft(np.array(inner), F.CERAMIC, cap_start=False)
    ring_seat = [
        _ring(cx, 0, 1.0 * rx, 1.04 * ry, 0.935 * seat),
        _ring(cx, 0, 1.0 * rx, 1.04 * ry, 0.97 * seat),
        _ring(cx, 0, 0.70 * rx, 0.66 * ry, 0.97 * seat),
        _ring(cx, 0, 0.70 * rx, 0.66 * ry, 0.935 * seat),
    ]
    kit.loft(np.array(ring_seat), F.WHITE_PLASTIC, cap_start=False, cap_end=False)
    if up:
        with kit.frame((bowl_x0 + 0.02, 0, 0.97 * seat), tilt_deg=-80):
            kit.loft(np.array([_ring(rx, 0, rx, 1.02 * ry, 0.0), _ring(rx, 0, rx, 1.02 * ry, 0.018)]), F.WHITE_PLASTIC)
    else:
        kit.loft(
            np.array(
                [
                    _ring(cx, 0, rx, 1.04 * ry, 0.972 * seat),
                    _ring(cx, 0, rx, 1.04 * ry, 0.995 * seat),
                    _ring(cx, 0, 0.94 * rx, 0.96 * ry, 1.015 * seat),
                ]
            ),
            F.WHITE_PLASTIC,
        )
    kit.cushion((-sx / 2, -0.44 * sy, 0.84 * seat), (bowl_x0 + 0.01, 0.44 * sy, sz - 0.05), F.CERAMIC, 0.03)
    kit.cushion((-sx / 2, -sy / 2, sz - 0.055), (bowl_x0 + 0.02, sy / 2, sz - 0.012), F.CERAMIC, 0.018)
    kit.bar((-sx / 2 + tank / 2, 0, sz - 0.014), (-sx / 2 + tank / 2, 0, sz), 0.028, F.CHROME, segments=14)
    kit.box((-sx / 2 + 0.3 * tank, -0.2 * sy, 0.10), (bowl_x0 + 0.05, 0.2 * sy, 0.86 * seat), F.CERAMIC, 0.02)


def bidet(kit: Kit, style: str) -> None:
    """Bidet or urinal-like bowl: open ceramic oval with a tap at the back."""
    sx, sy, sz = kit.size
    h = 0.86 * sz
    rings = [
        _ring(0, 0, 0.36 * sx, 0.30 * sy, 0),
        _ring(0, 0, 0.32 * sx, 0.28 * sy, 0.4 * h),
        _ring(0, 0, 0.49 * sx, 0.49 * sy, 0.92 * h),
        _ring(0, 0, sx / 2, sy / 2, h),
        _ring(0.03 * sx, 0, 0.40 * sx, 0.38 * sy, h),
        _ring(0.03 * sx, 0, 0.30 * sx, 0.26 * sy, 0.55 * h),
    ]
    kit.loft(np.array(rings), F.CERAMIC)
    faucet(kit, -0.40 * sx, 0, h, sz - h, 0.2 * sx)


def urinal(kit: Kit, style: str) -> None:
    """Wall urinal: tall shell with a hollow front and a flush pipe."""
    sx, sy, sz = kit.size
    body = 0.9 * sz
    rings = []
    for t, depth, wide in ((0.0, 0.45, 0.50), (0.10, 0.80, 0.86), (0.22, 1.0, 1.0), (0.30, 1.0, 1.0)):
        rings.append(_ring(-sx / 2 + depth * sx / 2, 0, depth * sx / 2, wide * sy / 2, t * body, 3.0))
    for t, depth, wide in ((0.30, 0.86, 0.84), (0.20, 0.70, 0.66)):
        rings.append(_ring(-sx / 2 + 0.04 + depth * sx / 2, 0, depth * sx / 2 - 0.04, wide * sy / 2, t * body, 2.4))
    kit.loft(np.array(rings), F.CERAMIC)
    outline = [
        (-sy / 2, 0.28 * body),
        (sy / 2, 0.28 * body),
        (sy / 2, 0.9 * body),
        (0.36 * sy, body),
        (-0.36 * sy, body),
        (-sy / 2, 0.9 * body),
    ]
    kit.prism(outline, "yz", -sx / 2, -sx / 2 + 0.18 * sx, F.CERAMIC)
    for y in (-1.0, 1.0):
        kit.cushion(
            (-sx / 2 + 0.1 * sx, y * 0.44 * sy - 0.06 * sy, 0.26 * body),
            (0.05 * sx, y * 0.44 * sy + 0.06 * sy, 0.92 * body),
            F.CERAMIC,
            0.05 * sy,
        )
    kit.bar((-sx / 2 + 0.03, 0, 0.9 * body), (-sx / 2 + 0.03, 0, sz), 0.014, F.CHROME)


def pedestal_sink(kit: Kit, style: str) -> None:
    """Wash basin on a column, or hung on the wall without one, with a tap."""
    sx, sy, sz = kit.size
    tap = min(0.16, 0.16 * sz)
    top = sz - tap
    bowl = min(0.20, 0.4 * top)
    half_x, half_y = 0.34 * sx, 0.36 * sy
    cx = 0.06 * sx
    body = [
        _ring(-0.05 * sx, 0, 0.22 * sx, 0.20 * sy, top - bowl - 0.02, 3.0),
        _ring(-0.01 * sx, 0, 0.40 * sx, 0.38 * sy, top - 0.6 * bowl, 2.8),
        _ring(0, 0, 0.5 * sx, 0.5 * sy, top - 0.05, 3.4),
        _ring(0, 0, 0.5 * sx, 0.5 * sy, top - 0.012, 3.4),
    ]
    kit.loft(np.array(body), F.CERAMIC, cap_end=False)
    flat = shapes.superellipse(0.5 * sx, 0.5 * sy, 3.4, 32)
    hole = shapes.superellipse(half_x, half_y, 2.6, 28, (cx, 0))[::-1]
    kit.prism(flat, "xy", top - 0.013, top, F.CERAMIC, [hole])
    basin(kit, cx, 0, top, half_x, half_y, bowl * 0.8, F.CERAMIC, 0.008, 2.6)
    faucet(kit, cx - half_x - 0.03, 0, top, tap, min(0.13, 0.25 * sx))
    if style == "pedestal":
        kit.loft(
            np.array(
                [
                    _ring(-0.12 * sx, 0, 0.19 * sx, 0.17 * sy, 0, 3),
                    _ring(-0.12 * sx, 0, 0.15 * sx, 0.13 * sy, 0.1 * top, 3),
                    _ring(-0.10 * sx, 0, 0.13 * sx, 0.11 * sy, 0.6 * top, 3),
                    _ring(-0.05 * sx, 0, 0.20 * sx, 0.18 * sy, top - bowl, 3),
                ]
            ),
            F.CERAMIC,
        )
    else:
        kit.tube(
            [
                (-0.05 * sx, 0, top - bowl),
                (-0.05 * sx, 0, top - bowl - 0.12),
                (-0.25 * sx, 0, top - bowl - 0.14),
                (-sx / 2 + 0.01, 0, top - bowl - 0.14),
            ],
            0.018,
            F.CHROME,
        )
        kit.box((-sx / 2, -0.04, max(0.0, top - bowl - 0.30)), (-sx / 2 + 0.012, 0.04, top - bowl), F.CERAMIC)
        if top > 0.6:
            kit.bar((-sx / 2 + 0.03, 0.07, 0), (-sx / 2 + 0.03, 0.07, top - bowl), 0.009, F.CHROME, segments=8)


def tabletop_sink(kit: Kit, style: str) -> None:
    """Vessel basin that stands on a worktop, with a tall tap."""
    sx, sy, sz = kit.size
    h = 0.5 * sz
    rings = [
        _ring(0.06 * sx, 0, 0.26 * sx, 0.30 * sy, 0),
        _ring(0.06 * sx, 0, 0.42 * sx, 0.48 * sy, 0.8 * h),
        _ring(0.06 * sx, 0, 0.44 * sx, 0.5 * sy, h),
        _ring(0.06 * sx, 0, 0.41 * sx, 0.46 * sy, h),
        _ring(0.06 * sx, 0, 0.3 * sx, 0.32 * sy, 0.3 * h),
    ]
    kit.loft(np.array(rings), F.CERAMIC)
    faucet(kit, -sx / 2 + 0.03, 0, 0, sz, 0.42 * sx)


def bathtub(kit: Kit, style: str) -> None:
    """Bath: panelled or free-standing, long side along the longer of x and y, with a tap."""
    sx, sy, sz = kit.size
    along_x = sx >= sy
    tap = min(0.14, 0.2 * sz)
    top = sz - tap
    wall = 0.075
    hx, hy = sx / 2 - wall, sy / 2 - wall
    depth = 0.78 * top
    if style == "free":
        rings = [
            _ring(0, 0, 0.38 * sx, 0.36 * sy, 0.0, 2.4, 36),
            _ring(0, 0, 0.44 * sx, 0.43 * sy, 0.5 * top, 2.4, 36),
            _ring(0, 0, 0.5 * sx, 0.5 * sy, top, 2.4, 36),
            _ring(0, 0, 0.5 * sx - 0.03, 0.5 * sy - 0.03, top, 2.4, 36),
            _ring(0, 0, 0.41 * sx, 0.39 * sy, 0.45 * top, 2.4, 36),
            _ring(0, 0, 0.34 * sx, 0.31 * sy, 0.16 * top, 2.4, 36),
        ]
        kit.loft(np.array(rings), F.CERAMIC)
        spot = (-0.44 * sx, 0.0) if along_x else (0.0, -0.44 * sy)
        yaw = 0.0 if along_x else 90.0
    else:
        worktop_with_hole(kit, top - 0.04, top, F.CERAMIC, [(0, 0, hx, hy)], 6.0)
        for x in (-1.0, 1.0):
            x0, x1 = sorted((x * (sx / 2 - 0.004), x * (sx / 2 - 0.02)))
            kit.box((x0, -sy / 2 + 0.004, 0), (x1, sy / 2 - 0.004, top - 0.04), F.WHITE)
        for y in (-1.0, 1.0):
            y0, y1 = sorted((y * (sy / 2 - 0.004), y * (sy / 2 - 0.02)))
            kit.box((-sx / 2 + 0.02, y0, 0), (sx / 2 - 0.02, y1, top - 0.04), F.WHITE)
        rings = []
        for shrink, z in ((0.0, 0.0), (0.015, -0.3), (0.05, -0.85), (0.12, -1.0)):
            rings.append(_ring(0, 0, hx - shrink, hy - shrink, top + z * depth, 6.0, 36))
        kit.loft(np.array(rings), F.CERAMIC, cap_start=False)
        spot = (-sx / 2 + 0.04, 0.0) if along_x else (0.0, -sy / 2 + 0.04)
        yaw = 0.0 if along_x else 90.0
    with kit.frame((*spot, top), yaw_deg=yaw):
        kit.bar((0, 0, 0), (0, 0, tap * 0.8), 0.018, F.CHROME)
        kit.tube([(0, 0, tap * 0.8), (0.06, 0, tap), (0.13, 0, tap * 0.85), (0.14, 0, tap * 0.6)], 0.012, F.CHROME)
        for y in (-0.09, 0.09):
            kit.bar((0, y, 0), (0, y, 0.04), 0.02, F.CHROME, 0.014)


def shower_stall(kit: Kit, style: str) -> None:
    """Shower cabin: tray, glass walls in a metal frame, tiled back, riser with head and mixer."""
    sx, sy, sz = kit.size
    metal = kit.pick(F.CHROME, F.CHROME, F.BLACK_METAL)
    tray = min(0.12, 0.06 * sz)
    worktop_with_hole(kit, 0, tray, F.CERAMIC, [(0, 0, sx / 2 - 0.05, sy / 2 - 0.05)], 8.0)
    kit.box((-sx / 2 + 0.04, -sy / 2 + 0.04, 0), (sx / 2 - 0.04, sy / 2 - 0.04, 0.55 * tray), F.CERAMIC)
    kit.bar((0.2 * sx, 0, 0.55 * tray), (0.2 * sx, 0, 0.55 * tray + 0.004), 0.05, F.CHROME, segments=16)
    post = 0.022
    corners = [(x * (sx / 2 - post / 2), y * (sy / 2 - post / 2)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    for x, y in corners:
        kit.box((x - post / 2, y - post / 2, tray), (x + post / 2, y + post / 2, sz), metal, 0.003)
    tile = F.plain("wall panel", (0.86, 0.88, 0.88), 0.5)
    kit.box((-sx / 2, -sy / 2 + post, tray), (-sx / 2 + 0.008, sy / 2 - post, sz - 0.02), tile)
    for z in np.arange(tray + 0.25, sz - 0.1, 0.25):
        kit.box((-sx / 2, -sy / 2 + post, z), (-sx / 2 + 0.0085, sy / 2 - post, z + 0.004), F.LIGHT_GREY)
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        for z in (tray + post / 2, sz - post / 2):
            kit.beam((x0, y0, z), (x1, y1, z), post * 0.9, post, metal)
    pane = F.glass()
    kit.box((-sx / 2 + post, -sy / 2 + 0.008, tray), (sx / 2 - post, -sy / 2 + 0.013, sz - post), pane)
    kit.box((-sx / 2 + post, sy / 2 - 0.013, tray), (sx / 2 - post, sy / 2 - 0.008, sz - post), pane)
    for y0, y1, x in ((-sy / 2 + post, 0.01, sx / 2 - 0.008), (-0.01, sy / 2 - post, sx / 2 - 0.018)):
        kit.box((x - 0.005, y0, tray), (x, y1, sz - post), pane)
        edge = y1 if y1 < 0.1 * sy else y0
        kit.box((x - 0.008, edge - 0.008, tray), (x + 0.003, edge + 0.008, sz - post), metal)
    kit.bar((sx / 2 - 0.03, -0.06, 0.45 * sz), (sx / 2 - 0.03, -0.06, 0.58 * sz), 0.010, metal)
    x = -sx / 2 + 0.05
    kit.bar((x, 0, 0.45 * sz), (x, 0, 0.92 * sz), 0.010, F.CHROME)
    kit.tube([(x, 0, 0.92 * sz), (x + 0.05, 0, 0.955 * sz), (x + 0.3 * sx, 0, 0.955 * sz)], 0.010, F.CHROME)
    kit.bar((x + 0.3 * sx, 0, 0.955 * sz), (x + 0.3 * sx, 0, 0.935 * sz), 0.02, F.CHROME, min(0.11, 0.14 * sx), 18)
    kit.box((x - 0.03, -0.12, 0.44 * sz), (x + 0.03, 0.12, 0.44 * sz + 0.05), F.CHROME, 0.012)


def shower_fitting(kit: Kit, style: str) -> None:
    """Wall fitting: riser, mixer, hand or rain head; a mere tray when the box is flat."""
    sx, sy, sz = kit.size
    if sz < 0.2:
        worktop_with_hole(kit, 0, sz, F.CERAMIC, [(0, 0, 0.45 * sx, 0.45 * sy)], 8.0)
        kit.box((-0.46 * sx, -0.46 * sy, 0), (0.46 * sx, 0.46 * sy, 0.55 * sz), F.CERAMIC)
        kit.bar((0, 0, 0.55 * sz), (0, 0, 0.62 * sz), 0.05 * min(sx, sy), F.CHROME, segments=16)
        return
    r = min(0.5 * sy, 0.32 * sx)
    x = -sx / 2 + 0.03
    kit.bar((x, 0, 0), (x, 0, 0.97 * sz), 0.011, F.CHROME)
    kit.tube([(x, 0, 0.95 * sz), (x + 0.03, 0, sz - 0.012), (sx / 2 - r, 0, sz - 0.012)], 0.011, F.CHROME)
    kit.bar((sx / 2 - r, 0, sz - 0.015), (sx / 2 - r, 0, sz - 0.05), 0.02, F.CHROME, r, 22)
    kit.box(
        (-sx / 2, -min(0.13, 0.5 * sy), 0.08 * sz),
        (-sx / 2 + 0.06, min(0.13, 0.5 * sy), 0.08 * sz + 0.05),
        F.CHROME,
        0.014,
    )


def towel_rack(kit: Kit, style: str) -> None:
    """Towel rail on two posts, with a towel over it when there is height; ladder for tall ones."""
    sx, sy, sz = kit.size
    metal = kit.pick(F.CHROME, F.BLACK_METAL, F.BRASS)
    r = min(0.010, 0.2 * sz, 0.2 * sx)
    plate = min(sz, 0.05) / 2
    rows = max(1, round(sz / 0.14)) if sz > 0.2 else 1
    x = sx / 2 - r
    for y in (-1.0, 1.0):
        py = y * (sy / 2 - plate)
        for k in range(rows if rows > 1 else 1):
            z = sz / 2 if rows == 1 else 0.04 + (sz - 0.08) * k / (rows - 1)
            kit.bar((-sx / 2, py, z), (-sx / 2 + 0.15 * sx, py, z), plate, metal, segments=14)
            kit.bar((-sx / 2, py, z), (x, py, z), r, metal, segments=8)
        if rows > 1:
            kit.bar((x, py, 0), (x, py, sz), r, metal, segments=8)
    for k in range(rows):
        z = sz / 2 if rows == 1 else 0.04 + (sz - 0.08) * k / (rows - 1)
        kit.bar((x, -sy / 2, z), (x, sy / 2, z), r, metal, segments=8)
    if style == "towel":
        cloth = F.fabric(kit.palette.color(((0.86, 0.86, 0.84), (0.50, 0.60, 0.66), (0.70, 0.66, 0.58))))
        z = sz / 2 if rows == 1 else sz - 0.04
        low = 0.0 if rows == 1 else max(0.0, z - 0.4)
        kit.cushion((x - 1.6 * r, -0.30 * sy, low), (x + r, 0.30 * sy, z + 1.4 * r), cloth, 1.2 * r)


def radiator(kit: Kit, style: str) -> None:
    """Heating radiator: columns between two headers, or a ribbed panel, with a valve."""
    sx, sy, sz = kit.size
    paint = F.plain("radiator paint", (0.90, 0.90, 0.88), 0.35)
    low = 0.10 * sz
    count = max(3, round(sy / 0.055))
    for k in range(count):
        y = (sy / 2 - 0.03) * (2 * k / (count - 1) - 1)
        if style == "columns":
            for x in (-0.3 * sx, 0.3 * sx):
                kit.bar((x, y, low), (x, y, sz), min(0.2 * sx, 0.018), paint, segments=8)
        else:
            kit.box((-sx / 2 + 0.4 * sx, y - 0.018, low), (sx / 2, y + 0.018, sz), paint, min(0.008, 0.2 * sx))
    if style != "columns":
        kit.box((-sx / 2 + 0.3 * sx, -sy / 2 + 0.01, low), (sx / 2 - 0.1 * sx, sy / 2 - 0.01, sz), paint, 0.004)
    for z in (low + 0.04 * sz, sz - 0.06 * sz):
        kit.bar((0, -sy / 2, z), (0, sy / 2, z), min(0.3 * sx, 0.02), paint, segments=10)
    for y in (-0.4 * sy, 0.4 * sy):
        kit.bar((0, y, 0), (0, y, low + 0.02), min(0.2 * sx, 0.012), paint, segments=8)
        kit.box((-sx / 2, y - 0.015, 0.6 * sz), (0, y + 0.015, 0.65 * sz), paint)


def soap_dispenser(kit: Kit, style: str) -> None:
    """Pump bottle."""
    sx, sy, sz = kit.size
    glaze = kit.palette.ceramic()
    kit.lathe(
        [
            (0.0, 0.0),
            (0.44, 0.0),
            (0.46, 0.02 * sz),
            (0.46, 0.6 * sz),
            (0.2, 0.72 * sz),
            (0.18, 0.78 * sz),
            (0.0, 0.78 * sz),
        ],
        glaze,
        segments=18,
        stretch=(min(sx, sy), min(sx, sy)),
    )
    kit.bar((0, 0, 0.76 * sz), (0, 0, 0.97 * sz), 0.06 * min(sx, sy), F.CHROME, segments=8)
    kit.box((-0.08 * sx, -0.08 * sy, 0.93 * sz), (sx / 2, 0.08 * sy, sz), F.CHROME, 0.002)
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.02 * sz), F.CHROME, 0.001)


def wall_dispenser(kit: Kit, style: str) -> None:
    """Paper, towel or soap dispenser on the wall."""
    sx, sy, sz = kit.size
    body: Finish = kit.pick(F.WHITE_PLASTIC, F.STEEL, F.DARK_GREY)
    if style == "drum" and min(sy, sz) > 0.15:
        kit.bar((-sx / 2, 0, 0.52 * sz), (0.42 * sx, 0, 0.52 * sz), 0.48 * min(sy, sz), body, 0.46 * min(sy, sz), 24)
        kit.bar((0.42 * sx, 0, 0.52 * sz), (0.44 * sx, 0, 0.52 * sz), 0.16 * min(sy, sz), F.BLACK_GLASS, segments=16)
        kit.box((-0.1 * sx, -0.2 * sy, 0), (0.1 * sx, 0.2 * sy, 0.12 * sz), F.PAPER)
        kit.box((0.42 * sx, -0.03 * sy, 0.76 * sz), (sx / 2, 0.03 * sy, 0.84 * sz), F.GREY_METAL)
        kit.box((-sx / 2, -sy / 2, 0.2 * sz), (-0.46 * sx, sy / 2, sz), body)
        return
    if style in ("roll", "drum"):
        r = 0.5 * min(sz, sx) * 0.92
        kit.box((-sx / 2, -0.2 * sy, 0.35 * sz), (-sx / 2 + 0.1 * sx, 0.2 * sy, sz), F.CHROME, 0.003)
        kit.bar((0.5 * sx - r, -0.42 * sy, r), (0.5 * sx - r, 0.42 * sy, r), r, F.PAPER, segments=22)
        kit.bar((0.5 * sx - r, -sy / 2, r), (0.5 * sx - r, sy / 2, r), 0.22 * r, F.CHROME)
        kit.tube(
            [(0.5 * sx - r, sy / 2 - 0.006, r), (-sx / 2, sy / 2 - 0.006, 0.7 * sz), (-sx / 2, 0, 0.7 * sz)],
            0.006,
            F.CHROME,
            6,
        )
        return
    kit.cushion((-sx / 2, -sy / 2, 0.06 * sz), (sx / 2, sy / 2, sz), body, 0.18 * min(sx, sy, sz))
    kit.box((sx / 2 - 0.002, -0.2 * sy, 0.25 * sz), (sx / 2 + 0.001, 0.2 * sy, 0.5 * sz), F.BLACK_GLASS)
    kit.box((-0.1 * sx, -0.3 * sy, 0), (0.2 * sx, 0.3 * sy, 0.08 * sz), F.PAPER)


def bath_bits(kit: Kit, style: str) -> None:
    """Soap bar, soap dish, scale."""
    sx, sy, sz = kit.size
    if style == "scale":
        kit.prism(shapes.rounded_rectangle(sx, sy, 0.08 * min(sx, sy)), "xy", 0.2 * sz, 0.9 * sz, F.BLACK_GLASS)
        kit.box((0.26 * sx, -0.18 * sy, 0.9 * sz), (0.40 * sx, 0.18 * sy, sz), F.LIGHT_GREY)
        kit.box((-0.4 * sx, -0.4 * sy, 0), (0.4 * sx, 0.4 * sy, 0.25 * sz), F.BLACK_PLASTIC)
        return
    if style == "dish":
        kit.loft(
            np.array(
                [
                    _ring(0, 0, 0.36 * sx, 0.36 * sy, 0),
                    _ring(0, 0, sx / 2, sy / 2, sz),
                    _ring(0, 0, 0.45 * sx, 0.44 * sy, sz),
                    _ring(0, 0, 0.34 * sx, 0.33 * sy, 0.3 * sz),
                ]
            ),
            F.CERAMIC,
        )
        return
    kit.cushion(
        (-sx / 2, -sy / 2, 0),
        (sx / 2, sy / 2, sz),
        F.plain("soap", (0.86, 0.82, 0.70), 0.3),
        0.45 * min(sx, sy, sz),
        0,
        3,
    )


def sauna(kit: Kit, style: str) -> None:
    """Sauna bench in steps, or heater with stones."""
    sx, sy, sz = kit.size
    if style == "heater":
        kit.box((-sx / 2, -sy / 2, 0.1 * sz), (sx / 2, sy / 2, 0.82 * sz), F.STEEL, 0.01)
        for x in (-0.4, 0.4):
            for y in (-0.4, 0.4):
                kit.bar((x * sx, y * sy, 0), (x * sx, y * sy, 0.12 * sz), 0.02, F.BLACK_METAL)
        for _ in range(28):
            x, y = kit.rng.uniform(-0.42, 0.42, 2)
            r = kit.rng.uniform(0.06, 0.10) * min(sx, sy)
            kit.sphere(
                (x * sx, y * sy, 0.84 * sz + 0.3 * r),
                (r, 0.8 * r, 0.7 * r),
                F.plain("stone", (0.42, 0.41, 0.40), 0.0),
                8,
                5,
            )
        return
    wood = F.wood("pine")
    steps = 2 if sz < 1.0 else 3
    for k in range(steps):
        x0, x1 = -sx / 2, -sx / 2 + sx * (steps - k) / steps
        z = sz * (k + 1) / steps
        start = -sx / 2 + sx * (steps - k - 1) / steps
        boards = max(3, round((x1 - start) / 0.11))
        for b in range(boards):
            a = start + (x1 - start) * b / boards
            kit.box((a + 0.005, -sy / 2, z - 0.03), (a + (x1 - start) / boards - 0.005, sy / 2, z), wood, 0.004)
        kit.box((x1 - 0.05, -sy / 2, z - 0.14), (x1 - 0.025, sy / 2, z - 0.03), wood)
        for y in np.linspace(-sy / 2 + 0.05, sy / 2 - 0.05, max(2, round(sy / 0.9))):
            kit.box((x1 - 0.09, y - 0.03, 0), (x1 - 0.05, y + 0.03, z - 0.03), wood)
            kit.box((x0, y - 0.02, z - 0.10), (x1 - 0.05, y + 0.02, z - 0.03), wood)
