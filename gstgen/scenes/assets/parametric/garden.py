"""Gardens: trees and bushes of leaf sprays, climbing and hanging plants, lawns, paths, stones."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit
from gstgen.scenes.assets.parametric.surface import Array, Surface, unit
from gstgen.scenes.mesh import Material

_TINTS: tuple[F.Color, ...] = ((1.0, 1.0, 0.92), (0.90, 1.0, 0.86), (1.0, 0.98, 0.76), (0.84, 0.94, 0.94))


_COVER = 2.4  # area of the sprays over the area of a crown
_SPRAY_M = 0.8  # widest spray of a tree: near it, leaves keep the size of leaves


def foliage(kit: Kit, variant: str) -> Finish:
    """Leaves of a kind (`foliage.py`), cut out, in one of a few greens."""
    tint = kit.palette.color(_TINTS)
    return Finish(Material(f"{variant} leaves", tint, f"parametric/foliage/{variant}", "cutout"))


def sprays(kit: Kit, centers: ArrayLike, outs: ArrayLike, sizes: ArrayLike, rolls: ArrayLike, finish: Finish) -> None:
    """Squares of leaves (N centres) that face `outs`, turned by `rolls` (radians), `sizes` wide.

    Their normals are `outs`, so that a crown shades as one body.
    """
    direction = unit(np.asarray(outs, float))
    side = unit(np.cross(direction, np.array([0.31, 0.17, 0.94])))
    other = np.cross(direction, side)
    middles, turned = np.asarray(centers, float), np.asarray(rolls, float)
    c, s, half = np.cos(turned)[:, None], np.sin(turned)[:, None], np.asarray(sizes)[:, None] / 2
    right, up = (side * c + other * s) * half, (other * c - side * s) * half
    vertices = np.stack([middles - right - up, middles + right - up, middles + right + up, middles - right + up], 1)
    count = len(vertices)
    uvs = np.tile(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float), (count, 1))
    faces = (4 * np.arange(count)[:, None, None] + np.array([[0, 1, 2], [0, 2, 3]])).reshape(-1, 3)
    surface = Surface(vertices.reshape(-1, 3), np.repeat(direction, 4, 0), uvs, faces)
    kit.add(surface, finish, shift_uv=False)


def crown(kit: Kit, center: Array, radii: Array, size: float, finish: Finish, most: int, shape: str = "round") -> None:
    """Leaf sprays about `size` wide over an ellipsoid (or a cone), at most `most`; inside, a dark body."""
    a, b, c = (float(r) ** 1.6 for r in radii)
    area = 4 * math.pi * ((a * b + a * c + b * c) / 3) ** (1 / 1.6)
    count = int(np.clip(_COVER * area / size**2, 30, most))
    generator = kit.rng
    angle = math.pi * (3 - math.sqrt(5)) * np.arange(count)
    z = 1 - 2 * (np.arange(count) + 0.5) / count
    dark = F.plain("inner leaves", (0.20, 0.28, 0.15), 0.0)
    if shape == "cone":
        profile = [(0.0, -0.9), (0.62, -0.86), (0.40, -0.2), (0.16, 0.5), (0.0, 0.85)]
        body = shapes.lathe([(r, h * radii[2]) for r, h in profile], 9, (radii[0], radii[1]), 80.0)
        kit.add(_moved(body, center), dark)
        outs = np.stack([np.cos(angle), np.sin(angle), np.full(count, 0.5)], 1)
        reach = 0.12 + 0.80 * (1 - z) / 2
        spots = np.stack([reach * outs[:, 0], reach * outs[:, 1], 0.92 * z], 1)
    else:
        kit.sphere(center, 0.64 * radii, dark, 9, 6)
        r = np.sqrt(np.maximum(0.0, 1 - z * z))
        outs = np.stack([r * np.cos(angle), r * np.sin(angle), z], 1)
        spots = outs * generator.uniform(0.62, 0.95, (count, 1))
        outs = unit(outs / radii)
    tilts = outs + generator.uniform(-0.45, 0.45, (count, 3))
    sizes = size * generator.uniform(0.8, 1.2, count)
    sprays(kit, center + spots * radii, tilts, sizes, generator.uniform(0, 6.28, count), finish)


def _moved(surface: Surface, offset: Array) -> Surface:
    return Surface(surface.vertices + np.asarray(offset), surface.normals, surface.uvs, surface.faces)


def tree(kit: Kit, style: str) -> None:
    """Tree: `broad` crown of several clouds, `slim` upright crown, `conifer` cone."""
    sx, sy, sz = kit.size
    girth = max(0.04, min(0.025 * sz, 0.07 * min(sx, sy)))
    lean = 0.02 * sz
    bark = Finish(Material("bark", (1.0, 0.98, 0.94), "parametric/bark/plain"), 0.5)
    low = {"broad": 0.30, "slim": 0.16, "conifer": 0.08}[style]
    with kit.frame((0, 0, 0), tilt_deg=float(kit.rng.uniform(0.5, 2.0)), yaw_deg=float(kit.rng.uniform(0, 360))):
        flare = min(0.25, 0.05 * sz)
        trunk = [(1.7 * girth, 0.0), (1.2 * girth, 0.4 * flare), (girth, flare), (0.8 * girth, 0.4 * sz)]
        kit.lathe([*trunk, (0.4 * girth, 0.66 * sz)], bark, segments=10, crease=60)
    if style == "conifer":
        radii = np.array([0.5 * sx, 0.5 * sy, (1 - low) / 2 * sz])
        size = min(0.42 * min(sx, sy), 1.1)
        crown(kit, np.array([0, 0, (1 + low) / 2 * sz]), radii, size, foliage(kit, "needle"), 900, "cone")
        return
    leaves = foliage(kit, kit.pick("broad", "fine"))
    size = min(0.36 * min(sx, sy), _SPRAY_M)
    if style == "slim":
        radii = np.array([0.47 * sx, 0.47 * sy, (1 - low) / 2 * sz])
        crown(kit, np.array([0.3 * lean, 0, (1 + low) / 2 * sz]), radii, size, leaves, 900)
        return
    height = (1 - low) * sz
    for x, y, z, r in _CLOUDS:
        at = np.array([x * sx, y * sy, low * sz + z * height])
        kit.bar((0.5 * lean, 0, low * sz), at, 0.45 * girth, bark, 0.2 * girth, 6)
        crown(kit, at, np.array([r * sx, r * sy, 0.30 * height]), size, leaves, 460)


# Clouds of a broad crown: place as shares of the box (height from the crown's foot), radius.
_CLOUDS = (
    (0.0, 0.0, 0.70, 0.30),
    (0.24, 0.05, 0.42, 0.26),
    (-0.16, 0.22, 0.46, 0.25),
    (-0.12, -0.24, 0.40, 0.26),
    (0.05, -0.02, 0.50, 0.32),
)


def bush(kit: Kit, style: str) -> None:
    """Bush to the ground: `round`, clipped `hedge` when it is long, or a `clump` of blades."""
    sx, sy, sz = kit.size
    if style == "clump":
        blades = foliage(kit, "grass")
        for k in range(70):
            a, r = 2.4 * k, 0.34 * math.sqrt((k + 0.5) / 70)
            foot = np.array([r * sx * math.cos(a), r * sy * math.sin(a), 0.0])
            height = sz * (0.62 + 0.38 * ((k * 3) % 7) / 6)
            _tuft(kit, foot, a + kit.rng.uniform(-1, 1), 0.26 * max(sx, sy), height, 0.5 * r * max(sx, sy), blades)
        return
    leaves = foliage(kit, kit.pick("broad", "fine", "fine"))
    size = min(0.5, 0.42 * min(sx, sy, 1.6 * sz))
    ratio = max(sx, sy) / min(sx, sy)
    if ratio > 2.2:
        count = min(9, round(1.6 * ratio))
        for k in range(count):
            t = (k + 0.5) / count - 0.5
            at = np.array([t * sx if sx > sy else 0.0, t * sy if sy > sx else 0.0, 0.5 * sz])
            radii = np.array(
                [0.62 * sx / count if sx > sy else 0.5 * sx, 0.62 * sy / count if sy > sx else 0.5 * sy, 0.5 * sz]
            )
            crown(kit, at, radii, size, leaves, 2400 // count)
        return
    clouds = (
        (0.0, 0.0, 0.52, 0.42, 0.48),
        (0.20, 0.12, 0.42, 0.28, 0.42),
        (-0.20, 0.10, 0.38, 0.28, 0.38),
        (0.02, -0.22, 0.40, 0.27, 0.40),
    )
    for x, y, z, r, h in clouds:
        crown(kit, np.array([x * sx, y * sy, z * sz]), np.array([r * sx, r * sy, h * sz]), size, leaves, 500)


def _tuft(kit: Kit, foot: Array, heading: float, width: float, height: float, lean: float, finish: Finish) -> None:
    """A sheet of blades on its foot that leans outwards at its top."""
    across = np.array([-math.sin(heading + 0.9), math.cos(heading + 0.9), 0.0]) * width / 2
    over = np.array([math.cos(heading), math.sin(heading), 0.0]) * lean
    up = (np.array([0, 0, height]) + over) / 2
    flat = shapes.panel(foot + up, across, up)
    normal = np.tile(unit(np.array([foot[0], foot[1], height])), (4, 1))
    kit.add(Surface(flat.vertices, normal, flat.uvs, flat.faces), finish, shift_uv=False)


def climbing(kit: Kit, style: str) -> None:
    """`vine`: leaves along a drooping stem; `hanging`: a basket on chains with leaves over its rim."""
    sx, sy, sz = kit.size
    leaves = foliage(kit, "broad" if style == "vine" else kit.pick("fine", "broad"))
    generator = kit.rng
    if style == "vine":
        long_x = sx >= sy
        count = 34
        t = (np.arange(count) + 0.5) / count
        across = generator.uniform(-0.3, 0.3, count)
        x, y = (0.92 * (t - 0.5), across) if long_x else (across, 0.92 * (t - 0.5))
        spots = np.stack([x * sx, y * sy, 0.5 * sz + 0.28 * sz * np.cos(6.28 * t)], 1)
        outs = generator.uniform(-1, 1, (count, 3)) + np.array([0.3, 0, 0.9])
        size = np.full(count, 0.5 * min(sx, sy, 1.4 * sz))
        sprays(kit, spots, outs, size, generator.uniform(0, 6.28, count), leaves)
        ends = ((-0.5, 0.7), (-0.25, 0.45), (0.0, 0.25), (0.25, 0.5), (0.5, 0.75))
        kit.tube([(e * sx if long_x else 0.0, 0.0 if long_x else e * sy, z * sz) for e, z in ends], 0.008, F.BARK, 5)
        return
    pot = 0.42 * sz
    r = min(0.22 * min(sx, sy), 0.5 * pot)
    kit.lathe(
        [(0.0, 0.12 * sz), (0.7 * r, 0.14 * sz), (r, pot), (0.9 * r, pot), (0.0, 0.9 * pot)], F.WICKER, segments=16
    )
    for k in range(3):
        turn = 2 * math.pi * k / 3
        kit.bar((r * math.cos(turn), r * math.sin(turn), pot), (0, 0, sz), 0.004, F.GREY_METAL, segments=5)
    a, low = 2.4 * np.arange(36), generator.uniform(0.0, 1.0, 36)
    wide = (0.30 + 0.27 * (1 - low)) / 1.6
    spots = np.stack([wide * sx * np.cos(a), wide * sy * np.sin(a), 0.16 * sz + 0.5 * sz * low], 1)
    outs = np.stack([np.cos(a), np.sin(a), 0.5 + low], 1) + generator.uniform(-0.3, 0.3, (36, 3))
    sprays(kit, spots, outs, np.full(36, 0.40 * min(sx, sy)), generator.uniform(0, 6.28, 36), leaves)


def plant_stem(kit: Kit, style: str) -> None:
    """Cut stem with a few leaves, lying."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    kit.bar((0, 0, 0), (0.05 * sx, 0, 0.95 * sz), 0.05 * min(sx, sy), F.plain("stem", (0.40, 0.50, 0.28)), segments=5)
    green = F.plain("leaf", (0.36, 0.52, 0.28), 0.1)
    for k in range(8):
        a, z = 2.4 * k, sz * (0.25 + 0.09 * k)
        tip = np.array([0.48 * sx * math.cos(a), 0.48 * sy * math.sin(a), z + 0.14 * sz])
        base = np.array([0.0, 0.0, z])
        side = np.array([-math.sin(a) * 0.16 * sx, math.cos(a) * 0.16 * sy, 0.0])
        middle = (base + tip) / 2
        kit.sheet(np.array([[base, middle - side, tip], [base + 1e-4, middle + side, tip + 1e-4]]), green)


def ground(kit: Kit, style: str) -> None:
    """A piece of ground with bevelled edges: turf, paving, concrete, hedge (ground cover), sand in a frame."""
    sx, sy, sz = kit.size
    if style == "sand":
        wood = F.wood("pine")
        rim = 0.12
        x, y = sx / 2 - rim, sy / 2 - rim
        outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
        kit.prism(outline, "xy", 0, sz, wood, [[(-x, -y), (-x, y), (x, y), (x, -y)]])
        kit.box((-x, -y, 0), (x, y, 0.7 * sz), F.plain("sand", (0.82, 0.74, 0.56), 0.0))
        return
    finish = {"turf": F.TURF, "paving": F.PAVING, "concrete": F.CONCRETE, "hedge": F.TURF}[style]
    inset = min(sz, 0.06 * min(sx, sy)) if style in ("turf", "hedge") else min(0.3 * sz, 0.02)
    rings = [
        [(-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)]
        for x, y, z in ((sx / 2, sy / 2, 0.0), (sx / 2, sy / 2, 0.2 * sz), (sx / 2 - inset, sy / 2 - inset, sz))
    ]
    kit.loft(np.array(rings), finish, crease=20)


def pool(kit: Kit, style: str) -> None:
    """Basin of water: `tiled` with a coping, or a round inflatable `ring`."""
    sx, sy, sz = kit.size
    water = F.plain("water", (0.44, 0.70, 0.78), 0.8)
    if style == "ring":
        color = F.plain("inflatable", (0.40, 0.60, 0.74), 0.4)
        for k in range(3):
            z0, z1 = sz * k / 3, sz * (k + 1) / 3
            kit.lathe(
                [
                    (0.40, z0),
                    (0.48, z0),
                    (0.5, (z0 + z1) / 2),
                    (0.48, z1),
                    (0.40, z1),
                    (0.38, (z0 + z1) / 2),
                    (0.40, z0),
                ],
                F.darker(color, 1.0 - 0.12 * (k % 2)),
                segments=28,
                stretch=(sx, sy),
                crease=70,
            )
        kit.lathe([(0.42, 0.6 * sz), (0.0, 0.6 * sz)], water, segments=28, stretch=(sx, sy))
        return
    rim = min(0.3, 0.1 * min(sx, sy))
    x, y = sx / 2 - rim, sy / 2 - rim
    outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
    hole = [(-x, -y), (-x, y), (x, y), (x, -y)]
    kit.prism(outline, "xy", 0, 0.94 * sz, F.plain("pool wall", (0.66, 0.80, 0.84), 0.4), [hole])
    kit.prism(outline, "xy", 0.94 * sz, sz, F.plain("coping", (0.84, 0.82, 0.77), 0.1), [hole])
    kit.box((-x, -y, 0), (x, y, 0.86 * sz), water)
    for s in (-0.25, 0.25):
        kit.tube(
            [(x - 0.3, s * 0.6, 0.86 * sz), (x - 0.05, s * 0.6, sz - 0.012), (x + 0.1, s * 0.6, sz - 0.012)],
            0.012,
            F.CHROME,
            6,
        )
