"""Chairs, sofas, stools and benches. Builders take a kit and a style; x is the front."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gstgen.scenes.assets.levels import sofa_depth_m
from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit


def _seat_height(kit: Kit, share: float = 0.55, top: float = 0.46) -> float:
    return min(top, share * kit.size[2])


def straight_chair(kit: Kit, style: str) -> None:
    """Dining chair: slats, ladder, spindles, bent panel, or upholstered."""
    sx, sy, sz = kit.size
    frame = kit.palette.wood_or_paint()
    seat = _seat_height(kit, 0.58, 0.47)
    leg = min(0.038, 0.09 * sy)
    hx, hy = sx / 2, sy / 2
    lean = min(0.10 * sx, 0.07)
    back_x = -hx + leg / 2 + lean
    cloth = kit.palette.upholstery()
    for side in (-1.0, 1.0):
        y = side * (hy - leg / 2)
        kit.beam((hx - leg / 2, y, 0), (hx - leg / 2 - 0.01, y, seat - 0.015), leg, leg, frame, 0.005)
        kit.beam((back_x - 0.5 * lean, y, 0), (back_x, y, seat), leg, leg, frame, 0.005)
        kit.beam((back_x, y, seat - 0.02), (-hx + leg / 2, y, sz), leg, leg * 0.9, frame, 0.005)
        kit.box((back_x, y - leg / 3, seat - 0.07), (hx - leg / 2, y + leg / 3, seat - 0.02), frame, 0.003)
        if style in ("slats", "ladder", "spindles"):
            kit.bar((back_x - 0.3 * lean, y, seat * 0.45), (hx - leg / 2, y, seat * 0.45), leg * 0.28, frame)
    kit.box((hx - leg, -hy + leg / 2, seat - 0.07), (hx - leg * 0.4, hy - leg / 2, seat - 0.02), frame, 0.003)
    kit.box(
        (back_x - leg * 0.3, -hy + leg / 2, seat - 0.07), (back_x + leg * 0.3, hy - leg / 2, seat - 0.02), frame, 0.003
    )
    if style == "upholstered" or kit.rng.uniform() < 0.35:
        kit.cushion(
            (back_x - 0.01, -hy + 0.004, seat - 0.022), (hx - 0.002, hy - 0.004, seat + 0.028), cloth, 0.025, 0.006
        )
    else:
        kit.box((back_x - 0.01, -hy + 0.003, seat - 0.02), (hx, hy - 0.003, seat + 0.005), frame, 0.008)

    def back_at(z: float) -> float:
        return back_x + (-hx + leg / 2 - back_x) * (z - seat) / (sz - seat)

    inner = hy - leg
    rail = min(0.07, 0.2 * (sz - seat))
    top = sz - rail / 2
    if style == "upholstered":
        low = seat + 0.05
        with kit.frame(
            (back_at((low + sz) / 2), 0, (low + sz) / 2), tilt_deg=-math.degrees(math.atan2(lean, sz - seat))
        ):
            h = (sz - low) / 2
            kit.cushion((-0.028, -inner - leg * 0.4, -h), (0.028, inner + leg * 0.4, h), cloth, 0.025, 0.006)
        return
    kit.box((back_at(top) - 0.011, -inner, top - rail / 2), (back_at(top) + 0.011, inner, sz), frame, 0.005)
    low = seat + 0.28 * (sz - seat)
    if style == "ladder":
        for k in range(3):
            z = low + (top - rail - low) * k / 2.6
            kit.box((back_at(z) - 0.008, -inner, z - 0.024), (back_at(z) + 0.008, inner, z + 0.024), frame, 0.004)
    elif style == "panel":
        z0, z1 = low, top - rail
        x = back_at((z0 + z1) / 2)
        kit.box((x - 0.008, -inner, z0), (x + 0.008, inner, z1), frame, 0.005)
    else:
        count = max(3, round(sy / 0.085))
        kit.box((back_at(low) - 0.009, -inner, low - 0.022), (back_at(low) + 0.009, inner, low + 0.022), frame, 0.004)
        for k in range(count):
            y = inner * (2 * (k + 0.5) / count - 1)
            ends = (back_at(low), y, low), (back_at(top - rail / 2), y, top - rail / 2)
            if style == "slats":
                kit.beam(*ends, min(0.035, inner / count * 1.2), 0.010, frame)
            else:
                kit.bar(*ends, 0.008, frame, segments=8)


@dataclass(frozen=True)
class _Covers:
    cloth: Finish
    wood: Finish
    legs: Finish


def sofa(kit: Kit, style: str) -> None:
    """Sofa or armchair: as many seats as the width gives; style boxy, round or wood (bare wooden frame).

    A box too deep for one row of seats gets a corner sofa, a large one seats on three sides.
    """
    sx, sy, sz = kit.size
    wood = kit.palette.wood()
    covers = _Covers(kit.palette.upholstery(), wood, kit.pick(wood, kit.palette.metal()))
    deep = sofa_depth_m(kit.size)
    if deep == sx:
        _seat_row(kit, style, (sx, sy, sz), covers, (True, True))
        _accents(kit)
        return
    wide = sy > 2 * deep + 1.2 and sx > 2 * deep
    with kit.frame((-sx / 2 + deep / 2, 0, 0)):
        _seat_row(kit, style, (deep, sy, sz), covers, (False, not wide))
    length = sx - deep
    for side in (-1.0, 1.0) if wide else (-1.0,):
        # The back of a return is outside; its far end has the arm.
        with kit.frame((-sx / 2 + deep + length / 2, side * (sy / 2 - deep / 2), 0), yaw_deg=-side * 90):
            _seat_row(kit, style, (deep, length, sz), covers, (side < 0, side > 0))


def _seat_row(kit: Kit, style: str, size: tuple[float, float, float], covers: _Covers, arms: tuple[bool, bool]) -> None:
    """One row of seats; `arms`: at its right and its left end (-y, +y)."""
    sx, sy, sz = size
    hx, hy = sx / 2, sy / 2
    foot = min(0.12, 0.14 * sz) if style != "boxy" else min(0.07, 0.09 * sz)
    seat = min(0.45, 0.56 * sz)
    arm = min(0.22, 0.16 * sy + 0.02) if style != "wood" else min(0.07, 0.10 * sy)
    arm_top = min(seat + 0.20, 0.80 * sz)
    back = min(0.26, 0.28 * sx)
    cloth, wood = covers.cloth, covers.wood
    for x in (-hx + 0.09 * sx, hx - 0.09 * sx):
        for y in (-hy + 0.06 * sy, hy - 0.06 * sy):
            kit.bar((x, y, 0), (x, y, foot + 0.02), 0.018, covers.legs, 0.026)
    base_top = foot + 0.45 * (seat - foot)
    sides = [side for side, there in zip((-1.0, 1.0), arms, strict=True) if there]
    if style == "wood":
        for side in sides:
            y = side * (hy - arm / 2)
            kit.box((-hx, y - arm / 2, arm_top - 0.04), (hx, y + arm / 2, arm_top), wood, 0.012)
            for x in (-hx + 0.05, hx - 0.05):
                kit.box((x - 0.025, y - arm / 3, 0), (x + 0.025, y + arm / 3, arm_top - 0.03), wood, 0.008)
            kit.box((-hx + 0.05, y - arm / 4, base_top - 0.05), (hx - 0.05, y + arm / 4, base_top), wood, 0.005)
        kit.box((-hx + 0.03, -hy + arm, foot + 0.02), (hx - 0.04, hy - arm, base_top), wood, 0.01)
    else:
        radius = 0.03 if style == "boxy" else 0.07
        kit.cushion((-hx + 0.01, -hy + 0.01, foot), (hx - 0.01, hy - 0.01, base_top), cloth, 0.02)
        for side in sides:
            y0, y1 = sorted((side * hy, side * (hy - arm)))
            if style == "round":
                kit.cushion((-hx, y0, foot), (hx, y1, arm_top), cloth, min(radius * 1.4, 0.45 * arm), 0.0, 3)
            else:
                kit.cushion((-hx, y0, foot), (hx, y1, arm_top), cloth, radius)
        kit.cushion(
            (-hx, -hy + 0.3 * arm * arms[0], foot),
            (-hx + 0.62 * back, hy - 0.3 * arm * arms[1], sz * (0.96 if style == "boxy" else 1.0)),
            cloth,
            radius,
        )
    start, end = -hy + arm * arms[0], hy - arm * arms[1]
    seats = max(1, round((end - start) / 0.68)) if all(arms) else max(1, round((end - start) / 0.85))
    for k in range(seats):
        y0 = start + (end - start) * k / seats + 0.004
        y1 = start + (end - start) * (k + 1) / seats - 0.004
        kit.cushion((-hx + 0.5 * back, y0, base_top), (hx, y1, seat), cloth, 0.045, 0.012)
        with kit.frame((-hx + 0.62 * back, (y0 + y1) / 2, seat - 0.02), tilt_deg=-9):
            half = (y1 - y0) / 2
            kit.cushion((-0.02, -half, 0.0), (0.50 * back + 0.02, half, 0.97 * (sz - seat)), cloth, 0.055, 0.02)


def _accents(kit: Kit) -> None:
    """Two cushions of another cloth at the ends of a wide sofa, now and then."""
    sx, sy, sz = kit.size
    if sy <= 1.5 or kit.carries or kit.rng.uniform() >= 0.7:
        return
    accent = kit.palette.cloth()
    seat, arm, back = min(0.45, 0.56 * sz), min(0.22, 0.16 * sy + 0.02), min(0.26, 0.28 * sx)
    for side in (-1.0, 1.0):
        size = min(0.40, 0.95 * (sz - seat))
        with kit.frame(
            (-sx / 2 + back + 0.13, side * (sy / 2 - arm - 0.26), seat + 0.52 * size),
            tilt_deg=-20,
            yaw_deg=-side * 12,
        ):
            kit.cushion((-0.045, -size / 2, -size / 2), (0.045, size / 2, size / 2), accent, 0.035, 0.03)


def ottoman(kit: Kit, style: str) -> None:
    """Footstool: tufted block, or round pouf."""
    sx, sy, sz = kit.size
    cloth = kit.palette.upholstery()
    if style == "pouf":
        r = 0.5
        profile = [
            (0.0, 0.0),
            (0.40 * r * 2, 0.0),
            (0.97 * r, 0.12 * sz),
            (r, 0.5 * sz),
            (0.97 * r, 0.86 * sz),
            (0.8 * r, 0.98 * sz),
            (0.0, sz),
        ]
        kit.lathe(profile, cloth, segments=28, stretch=(sx, sy), crease=70)
        return
    foot = 0.18 * sz
    legs = kit.palette.wood()
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            kit.bar((x * sx * 0.42, y * sy * 0.42, 0), (x * sx * 0.42, y * sy * 0.42, foot + 0.01), 0.016, legs, 0.024)
    kit.cushion((-sx / 2 + 0.008, -sy / 2 + 0.008, foot), (sx / 2 - 0.008, sy / 2 - 0.008, 0.66 * sz), cloth, 0.02)
    columns, rows = max(1, round(sy / 0.32)), max(1, round(sx / 0.32))
    for i in range(rows):
        for j in range(columns):
            x0, y0 = -sx / 2 + sx * i / rows, -sy / 2 + sy * j / columns
            kit.cushion((x0, y0, 0.64 * sz), (x0 + sx / rows, y0 + sy / columns, sz * 0.96), cloth, 0.04, 0.012)


def stool(kit: Kit, style: str) -> None:
    """Backless stool: round or square top, four legs with rungs, or a pedestal."""
    sx, sy, sz = kit.size
    frame = kit.palette.wood_or_paint() if style != "pedestal" else kit.palette.metal()
    cloth = kit.palette.upholstery()
    padded = kit.rng.uniform() < 0.5 or style == "pedestal"
    thick = min(0.06 if padded else 0.035, 0.25 * sz)
    top = cloth if padded else frame
    if style == "square":
        kit.cushion((-sx / 2, -sy / 2, sz - thick), (sx / 2, sy / 2, sz), top, min(0.02, 0.4 * thick))
    else:
        profile = [
            (0.0, sz - thick),
            (0.48, sz - thick),
            (0.5, sz - 0.6 * thick),
            (0.5, sz - 0.3 * thick),
            (0.46, sz),
            (0.0, sz),
        ]
        kit.lathe(profile, top, segments=24, stretch=(sx, sy), crease=50)
    if style == "pedestal":
        kit.lathe(
            [(0.0, 0.0), (0.42, 0.0), (0.40, 0.02), (0.08, 0.04), (0.0, 0.04)], frame, segments=24, stretch=(sx, sy)
        )
        kit.bar((0, 0, 0.03), (0, 0, sz - thick), 0.03, frame)
        if sz > 0.55:
            angle = np.linspace(0, 2 * math.pi, 20, endpoint=False)
            ring = np.stack([0.3 * sx * np.cos(angle), 0.3 * sy * np.sin(angle), np.full(20, 0.35 * sz)], 1)
            kit.tube(ring, 0.01, frame, 6, closed=True)
            kit.bar((-0.3 * sx, 0, 0.35 * sz), (0.3 * sx, 0, 0.35 * sz), 0.008, frame)
        return
    spread, inset = 0.46, 0.34
    corners = [(x, y) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
    for x, y in corners:
        kit.bar(
            (x * spread * sx * 0.98, y * spread * sy * 0.98, 0),
            (x * inset * sx, y * inset * sy, sz - thick),
            0.015,
            frame,
            0.019,
        )
    for level in (0.3, 0.55) if sz > 0.5 else (0.35,):
        f = spread + (inset - spread) * level
        for x in (-1.0, 1.0):
            kit.bar((x * f * sx, -f * sy, level * sz), (x * f * sx, f * sy, level * sz), 0.009, frame, segments=8)
        for y in (-1.0, 1.0):
            z = level * sz + 0.03
            kit.bar((-f * sx, y * f * sy, z), (f * sx, y * f * sy, z), 0.009, frame, segments=8)


def swivel_chair(kit: Kit, style: str) -> None:
    """Office chair: star base with castors, gas lift, seat, back, arm rests."""
    sx, sy, sz = kit.size
    frame = kit.pick(F.BLACK_PLASTIC, F.GREY_METAL, F.CHROME)
    cloth = (
        F.leather((0.20, 0.20, 0.21))
        if style == "leather"
        else F.fabric(kit.palette.color(((0.22, 0.23, 0.25), (0.30, 0.33, 0.38), (0.24, 0.30, 0.42))))
    )
    seat = min(0.50, 0.48 * sz)
    for k in range(5):
        a = 2 * math.pi * (k + 0.5) / 5
        c, s = math.cos(a), math.sin(a)
        reach = 0.90
        kit.beam((0, 0, 0.10), (reach * sx / 2 * c, reach * sy / 2 * s, 0.065), 0.035, 0.028, frame, 0.008)
        kit.bar(
            (reach * sx / 2 * c - 0.02 * s, reach * sy / 2 * s + 0.02 * c, 0.028),
            (reach * sx / 2 * c + 0.02 * s, reach * sy / 2 * s - 0.02 * c, 0.028),
            0.028,
            F.RUBBER,
        )
    kit.bar((0, 0, 0.07), (0, 0, 0.14), 0.035, frame)
    kit.bar((0, 0, 0.12), (0, 0, seat - 0.08), 0.024, F.CHROME)
    kit.box((-0.10, -0.09, seat - 0.10), (0.10, 0.09, seat - 0.06), F.BLACK_PLASTIC, 0.008)
    half = 0.40 * sy
    kit.cushion((-0.36 * sx, -half, seat - 0.07), (0.42 * sx, half, seat + 0.01), cloth, 0.04, 0.012)
    back = 0.38 * sx
    height = sz - seat - 0.10
    with kit.frame((-back, 0, seat + 0.10), tilt_deg=-7):
        if style == "leather":
            for k in range(3):
                z = height * k / 3
                kit.cushion((-0.03, -half * 0.95, z), (0.045, half * 0.95, z + height / 3), cloth, 0.035, 0.015)
        else:
            kit.cushion((-0.02, -half * 0.9, 0), (0.02, half * 0.9, height), cloth, 0.02)
            kit.box((-0.035, -0.04, -0.10), (-0.018, 0.04, height * 0.7), F.BLACK_PLASTIC, 0.005)
    kit.beam((-0.12, 0, seat - 0.08), (-back - 0.01, 0, seat + 0.16), 0.06, 0.018, F.BLACK_PLASTIC, 0.004)
    for side in (-1.0, 1.0):
        y = side * (sy / 2 - 0.035)
        kit.tube(
            [(0.02, side * half * 0.8, seat - 0.07), (0.02, y, seat - 0.06), (0.02, y, seat + 0.18)],
            0.014,
            F.BLACK_PLASTIC,
        )
        kit.cushion((-0.12, y - 0.03, seat + 0.18), (0.14, y + 0.03, seat + 0.21), F.BLACK_PLASTIC, 0.012)


def lounge_chair(kit: Kit, style: str) -> None:
    """Shell lounge chair on a star base (plywood shell, leather pads)."""
    sx, sy, sz = kit.size
    shell = F.wood(kit.pick("walnut", "cherry", "oak"), 0.3)
    pad = F.leather(kit.palette.color(F.LEATHER_COLORS[:4]))
    seat = 0.42 * sz
    for k in range(5):
        a = 2 * math.pi * k / 5
        kit.beam(
            (0, 0, 0.07), (0.40 * sx * math.cos(a), 0.40 * sy * math.sin(a), 0.03), 0.04, 0.025, F.BLACK_METAL, 0.008
        )
    kit.bar((0, 0, 0.05), (0, 0, seat - 0.05), 0.03, F.BLACK_METAL)
    half = 0.40 * sy
    with kit.frame((0, 0, seat), tilt_deg=-8):
        kit.cushion((-0.40 * sx, -half, -0.035), (0.48 * sx, half, -0.008), shell, 0.012)
        kit.cushion((-0.38 * sx, -half * 0.94, -0.01), (0.48 * sx, half * 0.94, 0.10), pad, 0.045, 0.015)
    for low, high, depth in ((seat + 0.02, 0.72 * sz, 0.0), (0.73 * sz, sz, 0.06)):
        with kit.frame((-0.30 * sx - depth, 0, low), tilt_deg=-20):
            h = (high - low) * 1.02
            kit.cushion((-0.045, -half, 0), (-0.02, half, h), shell, 0.012)
            kit.cushion((-0.03, -half * 0.94, 0.01), (0.06, half * 0.94, h - 0.01), pad, 0.04, 0.015)
    for side in (-1.0, 1.0):
        y = side * (sy / 2 - 0.04)
        kit.cushion((-0.26 * sx, y - 0.04, seat + 0.14), (0.24 * sx, y + 0.04, seat + 0.19), pad, 0.024)
        kit.beam((-0.15 * sx, side * half * 0.9, seat), (-0.05 * sx, y, seat + 0.15), 0.03, 0.015, F.BLACK_METAL)


def bench(kit: Kit, style: str) -> None:
    """Bench: planks on two frames; padded in style `padded`; with a back in style `garden`."""
    sx, sy, sz = kit.size
    if sx > 1.5 and sz <= 0.62:
        _bench_round(kit)
        return
    if sz > 0.62:
        style = "garden"  # so high only with a back
    frame = kit.palette.wood() if style != "metal" else kit.palette.metal()
    top = kit.palette.wood() if style == "metal" else frame
    seat = min(0.45, 0.55 * sz) if style == "garden" else sz
    for y in np.linspace(-sy / 2 + 0.10, sy / 2 - 0.10, max(2, math.ceil(sy / 1.8) + 1)):
        for x in (-1.0, 1.0):
            kit.box(
                (x * (sx / 2 - 0.03) - 0.025, y - 0.025, 0),
                (x * (sx / 2 - 0.03) + 0.025, y + 0.025, seat - 0.03),
                frame,
                0.005,
            )
        kit.box((-sx / 2 + 0.03, y - 0.02, seat - 0.09), (sx / 2 - 0.03, y + 0.02, seat - 0.03), frame, 0.004)
    planks = max(2, round(sx / 0.10))
    for k in range(planks):
        x0 = -sx / 2 + sx * k / planks
        kit.box((x0 + 0.004, -sy / 2, seat - 0.03), (x0 + sx / planks - 0.004, sy / 2, seat), top, 0.005)
    if style == "padded":
        kit.cushion(
            (-sx / 2, -sy / 2, seat - 0.005), (sx / 2, sy / 2, seat + 0.05), kit.palette.upholstery(), 0.022, 0.006
        )
    if style == "garden":
        for side in (-1.0, 1.0):
            y = side * (sy / 2 - 0.04)
            kit.beam((-sx / 2 + 0.08, y, seat - 0.05), (-sx / 2 + 0.03, y, sz), 0.05, 0.05, frame, 0.006)
            kit.box((-sx / 2 + 0.06, y - 0.025, seat + 0.19), (sx / 2 - 0.02, y + 0.025, seat + 0.22), frame, 0.006)
            kit.box((sx / 2 - 0.08, y - 0.025, seat), (sx / 2 - 0.03, y + 0.025, seat + 0.20), frame, 0.006)
        count = max(2, round((sz - seat) / 0.13))
        for k in range(count):
            z = seat + 0.10 + (sz - seat - 0.12) * (k + 0.5) / count
            kit.box(
                (-sx / 2 + 0.035, -sy / 2 + 0.02, z - 0.035), (-sx / 2 + 0.06, sy / 2 - 0.02, z + 0.035), top, 0.005
            )


def _bench_round(kit: Kit) -> None:
    """Benches along the back and both sides of a deep box."""
    sx, sy, sz = kit.size
    wood, deep = kit.palette.wood(), 0.45
    runs = (
        ((-sx / 2, -sy / 2), (-sx / 2 + deep, sy / 2)),
        ((-sx / 2 + deep, -sy / 2), (sx / 2, -sy / 2 + deep)),
        ((-sx / 2 + deep, sy / 2 - deep), (sx / 2, sy / 2)),
    )
    for (x0, y0), (x1, y1) in runs:
        kit.box((x0, y0, sz - 0.06), (x1, y1, sz), wood, 0.01)
        kit.box((x0 + 0.06, y0 + 0.06, 0.05), (x1 - 0.06, y1 - 0.06, sz - 0.06), F.darker(wood))
        kit.box((x0 + 0.10, y0 + 0.10, 0), (x1 - 0.10, y1 - 0.10, 0.05), F.DARK_GREY)


def beanbag(kit: Kit, style: str) -> None:
    """Soft sack with a hollow."""
    sx, sy, sz = kit.size
    profile = [
        (0.0, 0.0),
        (0.42, 0.0),
        (0.50, 0.14 * sz),
        (0.49, 0.34 * sz),
        (0.38, 0.66 * sz),
        (0.22, 0.90 * sz),
        (0.08, 0.99 * sz),
        (0.0, sz),
    ]
    kit.lathe(profile, kit.palette.cloth(), segments=26, stretch=(sx, sy), crease=80, smooth=True)


def crib(kit: Kit, style: str) -> None:
    """Cot with barred sides, or high chair-like playpen."""
    sx, sy, sz = kit.size
    frame = kit.palette.wood_or_paint()
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            kit.box(
                (x * (sx / 2 - 0.025) - 0.025, y * (sy / 2 - 0.025) - 0.025, 0),
                (x * (sx / 2 - 0.025) + 0.025, y * (sy / 2 - 0.025) + 0.025, sz),
                frame,
                0.006,
            )
    low = 0.28 * sz
    for x in (-1.0, 1.0):
        for z in (low, sz - 0.06):
            kit.box(
                (x * (sx / 2 - 0.025) - 0.012, -sy / 2 + 0.03, z - 0.03),
                (x * (sx / 2 - 0.025) + 0.012, sy / 2 - 0.03, z + 0.03),
                frame,
                0.004,
            )
        count = max(3, round(sy / 0.10))
        for k in range(count):
            y = (sy / 2 - 0.05) * (2 * (k + 0.5) / count - 1)
            kit.bar((x * (sx / 2 - 0.025), y, low), (x * (sx / 2 - 0.025), y, sz - 0.06), 0.009, frame, segments=6)
    for y in (-1.0, 1.0):
        kit.box(
            (-sx / 2 + 0.03, y * (sy / 2 - 0.025) - 0.010, low),
            (sx / 2 - 0.03, y * (sy / 2 - 0.025) + 0.010, sz - 0.04),
            frame,
            0.004,
        )
    kit.cushion(
        (-sx / 2 + 0.04, -sy / 2 + 0.04, low),
        (sx / 2 - 0.04, sy / 2 - 0.04, low + 0.13),
        F.fabric((0.88, 0.88, 0.84)),
        0.04,
    )
    kit.cushion(
        (-0.20 * sx, -sy / 2 + 0.06, low + 0.12),
        (0.20 * sx, -sy / 2 + 0.30, low + 0.18),
        F.fabric((0.70, 0.78, 0.80)),
        0.03,
        0.01,
    )
