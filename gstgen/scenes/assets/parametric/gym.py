"""Sports: machines, weights, apparatus, nets, stands."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric.carriers import required_shelving
from gstgen.scenes.assets.parametric.kit import Kit
from gstgen.scenes.assets.parametric.surface import unit

_PAD = F.leather((0.20, 0.20, 0.22))


def _pad(kit: Kit, lower: tuple[float, float, float], upper: tuple[float, float, float]) -> None:
    kit.cushion(lower, upper, _PAD, 0.02, segments=1)


def bench_press(kit: Kit, style: str) -> None:
    """Weight bench: `flat`, or `press` with uprights and a loaded bar."""
    sx, sy, sz = kit.size
    frame = kit.pick(F.BLACK_METAL, F.LIGHT_GREY, F.plain("yellow frame", (0.80, 0.66, 0.26), 0.3))
    wide = min(0.30, 0.5 * sy)
    seat = sz if style == "flat" else min(0.45, 0.45 * sz)
    _pad(kit, (-sx / 2, -wide / 2, seat - 0.07), (sx / 2 if style == "flat" else 0.42 * sx, wide / 2, seat))
    kit.box((-0.42 * sx, -0.03, seat - 0.13), (0.42 * sx, 0.03, seat - 0.07), frame)
    for x in (-0.40 * sx, 0.36 * sx):
        kit.box((x - 0.03, -0.03, 0.03), (x + 0.03, 0.03, seat - 0.1), frame)
        kit.box((x - 0.03, -sy / 2, 0), (x + 0.03, sy / 2, 0.05), frame)
    if style == "flat":
        return
    up = -0.36 * sx
    for y in (-1.0, 1.0):
        kit.box((up - 0.03, y * 0.32 * sy - 0.025, 0), (up + 0.03, y * 0.32 * sy + 0.025, sz - 0.06), frame)
        kit.box((up, y * 0.32 * sy - 0.025, sz - 0.14), (up + 0.09, y * 0.32 * sy + 0.025, sz - 0.10), frame)
        kit.box((-sx / 2, y * 0.32 * sy - 0.03, 0), (0.1 * sx, y * 0.32 * sy + 0.03, 0.05), frame)
        for k in range(2):
            a = y * (0.40 + 0.05 * k) * sy
            kit.bar((up + 0.06, a - 0.012, sz - 0.09), (up + 0.06, a + 0.012, sz - 0.09), 0.09, F.RUBBER, segments=16)
    kit.bar((up + 0.06, -sy / 2, sz - 0.09), (up + 0.06, sy / 2, sz - 0.09), 0.014, F.CHROME, segments=8)
    kit.box((up - 0.02, -0.33 * sy, sz - 0.05), (up + 0.02, 0.33 * sy, sz), frame)


def cardio(kit: Kit, style: str) -> None:
    """`bike`: saddle, flywheel, handlebar; `elliptical`: pedals on arms, swinging poles, a flywheel in front."""
    sx, sy, sz = kit.size
    frame, shell = kit.pick(F.LIGHT_GREY, F.BLACK_METAL), F.BLACK_PLASTIC
    for x in (-0.46 * sx, 0.42 * sx):
        kit.box((x - 0.03, -sy / 2, 0), (x + 0.03, sy / 2, 0.06), frame, 0.01)
    kit.box((-0.46 * sx, -0.04, 0.02), (0.42 * sx, 0.04, 0.10), frame)
    wheel = 0.22 * min(sx, sz)
    hub = (-0.26 * sx, 0.0, wheel + 0.10)
    kit.bar((hub[0], -0.07, hub[2]), (hub[0], 0.07, hub[2]), wheel, shell, segments=24)
    kit.bar((hub[0], -0.075, hub[2]), (hub[0], 0.075, hub[2]), 0.5 * wheel, F.GREY_METAL, segments=18)
    post = (-0.30 * sx, 0.0, 0.80 * sz)
    kit.beam((hub[0], 0, hub[2]), post, 0.07, 0.09, frame)
    kit.box((post[0] - 0.02, -0.14, 0.80 * sz), (post[0] + 0.03, 0.14, 0.96 * sz), shell, 0.01)
    kit.front_panel(post[0] + 0.032, 0, 0.89 * sz, 0.2, 0.1, F.picture("screen", "off", gloss=0.6))
    if style == "bike":
        kit.bar((0.18 * sx, 0, 0.1), (0.22 * sx, 0, 0.62 * sz), 0.035, frame)
        kit.cushion((0.10 * sx, -0.12, 0.62 * sz), (0.36 * sx, 0.12, 0.69 * sz), _PAD, 0.03)
        bars = [(-0.30 * sx, -0.22, sz - 0.02), (-0.22 * sx, -0.22, 0.88 * sz), (-0.28 * sx, 0, 0.82 * sz),
                (-0.22 * sx, 0.22, 0.88 * sz), (-0.30 * sx, 0.22, sz - 0.02)]  # fmt: skip
        kit.tube(bars, 0.018, shell)
        for y in (-1.0, 1.0):
            kit.beam((0.0, y * 0.09, hub[2]), (0.10 * sx, y * 0.12, hub[2] - y * 0.12), 0.02, 0.03, F.GREY_METAL)
            kit.box(
                (0.06 * sx, y * 0.20 - 0.05, hub[2] - y * 0.12 - 0.02),
                (0.14 * sx, y * 0.20 + 0.05, hub[2] - y * 0.12 + 0.02),
                F.RUBBER,
            )
        kit.bar((0.0, -0.05, hub[2]), (0.0, 0.05, hub[2]), 0.11, shell, segments=16)
        kit.beam((hub[0], 0, hub[2]), (0.2 * sx, 0, 0.3 * sz), 0.08, 0.10, frame)
        return
    for y in (-1.0, 1.0):
        side = y * 0.32 * sy
        kit.beam((hub[0], side, hub[2] + y * 0.1), (0.46 * sx, side, 0.14 + 0.03 * (y + 1)), 0.05, 0.05, frame)
        kit.box((0.10 * sx, side - 0.08, 0.26 + 0.05 * y), (0.30 * sx, side + 0.08, 0.31 + 0.05 * y), F.RUBBER, 0.01)
        kit.tube(
            [
                (hub[0] + 0.05, side, 0.30 * sz),
                (hub[0] + 0.02, side, 0.72 * sz),
                (hub[0] + 0.16 + 0.06 * y, y * 0.42 * sy, sz - 0.02),
            ],
            0.02,
            shell,
        )


def plates(kit: Kit, style: str) -> None:
    """Weight: a disc lying, a short dumbbell, or a kettle bell when it is tall."""
    sx, sy, sz = kit.size
    if sz > 1.5 * max(sx, sy):
        kit.bar((0, 0, 0), (0, 0, sz), 0.25 * min(sx, sy), F.CHROME, segments=8)
        for k in range(5):
            kit.lathe(
                [
                    (0.0, (0.05 + 0.16 * k) * sz),
                    (0.5, (0.05 + 0.16 * k) * sz),
                    (0.5, (0.17 + 0.16 * k) * sz),
                    (0.0, (0.17 + 0.16 * k) * sz),
                ],
                F.RUBBER,
                segments=14,
                stretch=(sx, sy),
            )
        return
    disc = kit.pick(F.RUBBER, F.GREY_METAL)
    kit.lathe([(0.07, 0.0), (0.46, 0.0), (0.5, 0.3 * sz), (0.5, 0.7 * sz), (0.46, sz), (0.40, sz), (0.37, 0.8 * sz),
               (0.17, 0.8 * sz), (0.14, sz), (0.07, sz)], disc, segments=14, stretch=(sx, sy))  # fmt: skip


def barbell(kit: Kit, style: str) -> None:
    """Bar with weights at both ends."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    kit.bar((-sx / 2, 0, sz / 2), (sx / 2, 0, sz / 2), 0.16 * min(sy, sz), F.CHROME, segments=8)
    for s in (-1.0, 1.0):
        for k, r in enumerate((0.5, 0.5, 0.4)):
            x = s * (0.42 - 0.035 * k) * sx
            kit.bar((x - 0.014 * sx, 0, sz / 2), (x + 0.014 * sx, 0, sz / 2), r * min(sy, sz), F.RUBBER, segments=16)


def weight_rack(kit: Kit, style: str) -> None:
    """Rack of two or three steel boards on end frames, with dumbbells unless the scene puts things there."""
    body = required_shelving(kit, "free_weight_rack")
    sx, sy, sz = kit.size
    metal = F.BLACK_METAL
    for y in (-1.0, 1.0):
        y0, y1 = sorted((y * sy / 2, y * (sy / 2 - body.side_m)))
        kit.box((-sx / 2, y0, 0), (sx / 2, y1, 0.06), metal)
        kit.box((-sx / 2, y0, 0.06), (-sx / 2 + 0.3 * sx, y1, sz), metal)
        for z in body.heights_m():
            kit.box((-sx / 2, y0, z - 0.06), (sx / 2, y1, z - 0.002), metal)
    for z in body.heights_m():
        kit.box((-sx / 2 + body.back_m, -sy / 2, z - body.board_m), (sx / 2 - 0.004, sy / 2, z), F.GREY_METAL)
        if kit.carries:
            continue
        count = max(2, int(sy / 0.26))
        for k in range(count):
            y = (sy - 0.16) * ((k + 0.5) / count - 0.5)
            r = 0.05 + 0.012 * (k % 3)
            kit.bar((-0.16 * sx, y, z + r), (0.2 * sx, y, z + r), 0.016, F.CHROME, segments=6)
            for x in (-0.2 * sx, 0.2 * sx):
                kit.bar((x - 0.04, y, z + r), (x + 0.04, y, z + r), r, F.RUBBER, segments=10)


def parallel_bars(kit: Kit, style: str) -> None:
    """Two wooden rails on four posts over a base frame."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    for y in (-1.0, 1.0):
        py = y * 0.28 * sy
        kit.box((-sx / 2, py - 0.02, sz - 0.05), (sx / 2, py + 0.02, sz), F.wood("ash"), 0.012)
        for x in (-0.34 * sx, 0.34 * sx):
            kit.bar((x, py, 0.06), (x, py, sz - 0.04), 0.025, F.CHROME)
        kit.box(
            (-0.42 * sx, y * sy / 2 - 0.04 * (y + 1), 0), (0.42 * sx, y * sy / 2 - 0.04 * (y - 1), 0.07), F.BLACK_METAL
        )
    for x in (-0.34 * sx, 0.34 * sx):
        kit.box((x - 0.05, -sy / 2, 0), (x + 0.05, sy / 2, 0.07), F.BLACK_METAL)


def pommel_horse(kit: Kit, style: str) -> None:
    """Padded horse with two pommels on splayed legs."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    hide = F.leather((0.60, 0.42, 0.28))
    kit.cushion((-sx / 2, -0.28 * sy, 0.62 * sz), (sx / 2, 0.28 * sy, 0.90 * sz), hide, 0.10)
    for x in (-0.16 * sx, 0.16 * sx):
        kit.tube(
            [
                (x, -0.16 * sy, 0.88 * sz),
                (x, -0.12 * sy, sz - 0.02),
                (x, 0.12 * sy, sz - 0.02),
                (x, 0.16 * sy, 0.88 * sz),
            ],
            0.02,
            F.wood("pine"),
        )
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            kit.bar(
                (x * 0.30 * sx, y * (sy / 2 - 0.03), 0), (x * 0.20 * sx, y * 0.18 * sy, 0.66 * sz), 0.026, F.GREY_METAL
            )


def net(kit: Kit, style: str) -> None:
    """Volleyball net between two posts."""
    sx, sy, sz = kit.size
    for y in (-1.0, 1.0):
        kit.bar((0, y * (sy / 2 - 0.06), 0), (0, y * (sy / 2 - 0.06), sz), 0.05, F.LIGHT_GREY)
        kit.lathe(
            [(0.5, 0.0), (0.5, 0.06), (0.0, 0.06)], F.BLACK_METAL, (0.0, y * (sy / 2 - 0.06)), 16, (sx, min(sx, 0.12))
        )
    low, high = 0.62 * sz, 0.97 * sz
    half = sy / 2 - 0.10
    for z in (low, high):
        kit.box((-0.004, -half, z - 0.03), (0.004, half, z + 0.03), F.WHITE)
    cord = F.plain("cord", (0.30, 0.30, 0.32), 0.0)
    for k in range(24):
        y = half * (2 * k / 23 - 1)
        kit.box((-0.002, y - 0.005, low), (0.002, y + 0.005, high), cord)
    for k in range(1, 5):
        z = low + (high - low) * k / 5
        kit.box((-0.002, -half, z - 0.005), (0.002, half, z + 0.005), cord)


def basketball_hoop(kit: Kit, style: str) -> None:
    """Backboard with a ring on a frame that hangs from the ceiling."""
    sx, sy, sz = kit.size
    wide, high = min(1.8, sy), min(1.05, 0.5 * sz)
    front = sx / 2 - min(0.65, 0.2 * sx)
    kit.box((front - 0.04, -wide / 2, 0), (front, wide / 2, high), F.WHITE_PLASTIC, 0.01)
    mark = F.plain("mark", (0.74, 0.46, 0.30), 0.1)
    for y0, y1, z0, z1 in (
        (-0.3, 0.3, 0.30, 0.34),
        (-0.3, 0.3, 0.71, 0.75),
        (-0.3, -0.26, 0.30, 0.75),
        (0.26, 0.3, 0.30, 0.75),
    ):
        kit.box((front, y0, z0 * high / 1.05), (front + 0.004, y1, z1 * high / 1.05), mark)
    t = np.linspace(0, 2 * math.pi, 17)[:-1]
    r = min(0.23, 0.24 * wide, 0.45 * (sx / 2 - front))
    ring = np.stack([sx / 2 - r - 0.012 + r * np.cos(t), r * np.sin(t), np.full(16, 0.26 * high)], 1)
    kit.tube(ring, 0.012, mark, 6, closed=True)
    for k in range(12):
        a = 2 * math.pi * k / 12
        c = np.array([sx / 2 - r - 0.012, 0.0])
        kit.beam(
            (c[0] + r * math.cos(a), r * math.sin(a), 0.26 * high),
            (c[0] + 0.6 * r * math.cos(a + 0.4), 0.6 * r * math.sin(a + 0.4), 0.02),
            0.006,
            0.006,
            F.WHITE,
        )
    frame = F.GREY_METAL
    for y in (-1.0, 1.0):
        kit.beam(
            (front - 0.05, y * 0.3 * wide, 0.5 * high), (-sx / 2 + 0.1, y * 0.46 * sy, sz - 0.04), 0.06, 0.06, frame
        )
        kit.beam((front - 0.05, y * 0.3 * wide, high), (front - 0.2, y * 0.46 * sy, sz - 0.04), 0.06, 0.06, frame)
        kit.box((-sx / 2, y * 0.46 * sy - 0.04, sz - 0.08), (front, y * 0.46 * sy + 0.04, sz), frame)
    kit.box((-sx / 2, -sy / 2, sz - 0.06), (-sx / 2 + 0.08, sy / 2, sz), frame)


def stadium_stand(kit: Kit, style: str) -> None:
    """Rising rows of benches on steps; the lowest row is at the front (+x)."""
    sx, sy, sz = kit.size
    rows = max(2, round(min(sx / 0.8, sz / 0.35)))
    deep, rise = sx / rows, (sz - 0.42) / max(rows - 1, 1)
    concrete = F.plain("concrete", (0.66, 0.66, 0.64), 0.0)
    seat = kit.pick(F.plain("seat", (0.34, 0.48, 0.62), 0.2), F.wood("pine"), F.plain("seat", (0.42, 0.54, 0.44), 0.2))
    for k in range(rows):
        x0 = sx / 2 - (k + 1) * deep
        floor = k * rise
        if k:
            kit.box((-sx / 2, -sy / 2, floor - rise), (x0 + deep, sy / 2, floor), concrete)
        kit.box((x0 + 0.1 * deep, -sy / 2, floor + 0.36), (x0 + 0.55 * deep, sy / 2, floor + 0.42), seat)
        for y in np.linspace(-sy / 2 + 0.1, sy / 2 - 0.1, max(2, round(sy / 2))):
            kit.box((x0 + 0.25 * deep, y - 0.03, floor), (x0 + 0.35 * deep, y + 0.03, floor + 0.36), F.GREY_METAL)


def ball(kit: Kit, style: str) -> None:
    """Football: white ball with dark patches."""
    sx, sy, sz = kit.size
    kit.sphere((0, 0, sz / 2), (0.5 * sx, 0.5 * sy, 0.5 * sz), F.WHITE_PLASTIC, 12, 8)
    golden = (1 + math.sqrt(5)) / 2
    dark = F.plain("patch", (0.18, 0.18, 0.20), 0.2)
    signs = [(a, b * golden) for a in (-1.0, 1.0) for b in (-1.0, 1.0)]
    corners = [c for a, b in signs for c in ((0.0, a, b), (a, b, 0.0), (b, 0.0, a))]
    for corner in corners:
        out = np.array(corner, float) / math.sqrt(1 + golden**2)
        side = unit(np.cross(out, np.array([0.3, 0.2, 0.9])))
        other = np.cross(out, side)
        t = np.linspace(0, 2 * math.pi, 6)[:-1]
        disc = out * 0.475 + 0.14 * (np.cos(t)[:, None] * side + np.sin(t)[:, None] * other)
        rim = disc * 0.5 / np.linalg.norm(disc, axis=1, keepdims=True)
        grid = np.stack([np.concatenate([rim, rim[:1]]) * 1.002, np.tile(out * 0.503, (6, 1))])
        kit.sheet(grid * np.array([sx, sy, sz]) + np.array([0, 0, sz / 2]), dark, crease=60)


def massage_bed(kit: Kit, style: str) -> None:
    """Padded couch on legs with a head rest at its far end and a roll."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    hide = F.leather((0.62, 0.52, 0.42))
    top = 0.86 * sz
    kit.cushion((-0.36 * sx, -sy / 2, top - 0.10), (sx / 2, sy / 2, top), hide, 0.03)
    kit.cushion((-sx / 2, -0.3 * sy, top - 0.08), (-0.38 * sx, 0.3 * sy, top + 0.02), hide, 0.03)
    kit.bar(
        (0.24 * sx, -0.42 * sy, top + 0.5 * (sz - top)),
        (0.24 * sx, 0.42 * sy, top + 0.5 * (sz - top)),
        0.5 * (sz - top),
        F.WHITE,
        segments=14,
    )
    kit.box((-0.34 * sx, -0.46 * sy, top - 0.16), (0.48 * sx, 0.46 * sy, top - 0.10), F.wood("oak"))
    for x in (-0.30, 0.44):
        for y in (-0.42, 0.42):
            kit.box((x * sx - 0.03, y * sy - 0.03, 0), (x * sx + 0.03, y * sy + 0.03, top - 0.12), F.wood("oak"))
    kit.box((-0.30 * sx, -0.40 * sy, 0.2 * sz), (0.44 * sx, 0.40 * sy, 0.2 * sz + 0.02), F.wood("oak"))
