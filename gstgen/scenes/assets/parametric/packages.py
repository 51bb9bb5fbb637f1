"""Packed products: boxes, cartons, bottles, cans, jars, bags, packs. Few triangles, a printed label each."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit
from gstgen.scenes.assets.parametric.labels import Label, label, words
from gstgen.scenes.assets.parametric.surface import Array, Faces, Surface
from gstgen.scenes.mesh import Material

Window = tuple[float, float, float, float]


def printed(mark: Label) -> Finish:
    """The finish of a label's sheet."""
    return Finish(Material("label", (1.0, 1.0, 1.0), mark.texture, gloss=0.05))


def _stretched(uvs: Array, window: Window) -> Array:
    u0, v0, u1, v1 = window
    return np.asarray(np.array([u0, v0]) + np.clip(uvs, 0, 1) * np.array([u1 - u0, v1 - v0]))


def print_panel(kit: Kit, center: Array, right: Array, up: Array, mark: Label, window: Window | None = None) -> None:
    """A label (or another window of its picture) over a rectangle of half edges `right`, `up`."""
    sheet = shapes.panel(center, right, up)
    part = Surface(sheet.vertices, sheet.normals, _stretched(sheet.uvs, window or mark.window), sheet.faces)
    kit.add(part, printed(mark), shift_uv=False)


def printed_box(kit: Kit, lower: Array, upper: Array, mark: Label) -> None:
    """A box with the label on its two largest upright sides (on top of a flat one), its ground colour elsewhere."""
    lo, hi = np.asarray(lower, float), np.asarray(upper, float)
    center, half = (lo + hi) / 2, (hi - lo) / 2
    flat = half[2] < 0.45 * min(half[0], half[1])
    main = 2 if flat else int(np.argmin(half[:2]))
    for axis in range(3):
        for side in (-1.0, 1.0):
            out, right, up = np.zeros(3), np.zeros(3), np.zeros(3)
            out[axis] = side
            if axis == 2:
                up[0], right[1] = -half[0] * side, half[1]
            else:
                up[2] = half[2]
                right = np.cross(up / half[2], out) * half[1 - axis]
            print_panel(kit, center + out * half, right, up, mark, None if axis == main else mark.patch)


def ring_label(
    kit: Kit, radius: float, z0: float, z1: float, mark: Label, stretch: tuple[float, float], segments: int = 12
) -> None:
    """A label printed twice round a body of as many sides, its middles near the front and the back."""
    half = segments // 2
    angle = 2 * math.pi * (np.arange(segments + 1) - half // 2) / segments
    around = np.concatenate([np.arange(half + 1), np.arange(half, segments + 1)])
    u = np.concatenate([np.linspace(0, 1, half + 1), np.linspace(0, 1, segments - half + 1)])
    ring = np.stack([radius * stretch[0] * np.cos(angle), radius * stretch[1] * np.sin(angle)], 1)[around]
    normals = np.stack([np.cos(angle) / stretch[0], np.sin(angle) / stretch[1]], 1)[around]
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    count = len(around)
    vertices = np.concatenate([np.column_stack([ring, np.full(count, z)]) for z in (z0, z1)])
    uvs = np.concatenate([np.stack([u, np.full(count, v)], 1) for v in (0.0, 1.0)])
    first = np.array([k for k in range(count - 1) if k != half])
    faces: Faces = np.concatenate(
        [
            np.stack([first, first + 1, first + 1 + count], 1),
            np.stack([first, first + 1 + count, first + count], 1),
        ]
    )
    normal3 = np.tile(np.column_stack([normals, np.zeros(count)]), (2, 1))
    kit.add(Surface(vertices, normal3, _stretched(uvs, mark.window), faces), printed(mark), shift_uv=False)


def _round(kit: Kit, profile: list[tuple[float, float]], finish: Finish, segments: int, crease: float = 40.0) -> None:
    sx, sy, _ = kit.size
    kit.lathe(profile, finish, segments=segments, stretch=(sx, sy), crease=crease)


def box(kit: Kit, style: str) -> None:
    """Printed packet; `tissue` with a tissue in a slot on top."""
    sx, sy, sz = kit.size
    mark = label(kit.category, "tall")
    top = 0.82 * sz if style == "tissue" else sz
    printed_box(kit, np.array([-sx / 2, -sy / 2, 0]), np.array([sx / 2, sy / 2, top]), mark)
    if style == "tissue":
        kit.prism(
            [(-0.2 * sy, top), (0.2 * sy, top), (0.14 * sy, sz), (0.0, 0.9 * sz), (-0.12 * sy, sz)],
            "yz", -0.04 * sx, 0.04 * sx, F.WHITE,
        )  # fmt: skip


def carton(kit: Kit, style: str) -> None:
    """Drink carton: `brick` with a cap, or `gable` top with a crimp; lies down when its box does."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    mark = label(kit.category, "tall")
    shoulder = 0.78 * sz if style == "gable" else 0.94 * sz
    printed_box(kit, np.array([-sx / 2, -sy / 2, 0]), np.array([sx / 2, sy / 2, shoulder]), mark)
    paint = F.plain("carton", mark.ground, 0.1)
    if style == "gable":
        ridge = 0.93 * sz
        kit.prism([(shoulder, -sx / 2), (shoulder, sx / 2), (ridge, 0.02 * sx), (ridge, -0.02 * sx)], "zx",
                  -sy / 2, sy / 2, paint)  # fmt: skip
        kit.box((-0.03 * sx, -sy / 2, ridge), (0.03 * sx, sy / 2, sz), paint)
        return
    kit.bar((0.12 * sx, 0, shoulder), (0.12 * sx, 0, sz), 0.16 * min(sx, sy), F.WHITE_PLASTIC, segments=6)


def punnet(kit: Kit, style: str) -> None:
    """Open tray of fruit, each a few triangles: berries, lemons, a crate of mixed fruit."""
    sx, sy, sz = kit.size
    text = words(kit.category)
    color = {
        "raspberries": (0.62, 0.28, 0.36), "lemons": (0.88, 0.78, 0.34), "fruit": (0.84, 0.58, 0.30),
    }.get(text, (0.72, 0.66, 0.40))  # fmt: skip
    wall = 0.03 * min(sx, sy)
    tray = F.wood("pine") if style == "crate" else F.plain("tray", (0.80, 0.86, 0.84), 0.5)
    rim = 0.72 * sz
    outline = [(-sx / 2, -sy / 2), (sx / 2, -sy / 2), (sx / 2, sy / 2), (-sx / 2, sy / 2)]
    x, y = sx / 2 - wall, sy / 2 - wall
    kit.prism(outline, "xy", 0, rim, tray, [[(-x, -y), (-x, y), (x, y), (x, -y)]])
    columns, rows = (3, 4) if sy >= sx else (4, 3)
    r = (x / columns, y / rows)
    high = sz - 0.5 * rim
    for i in range(columns):
        for j in range(rows):
            center = (-x + (2 * i + 1) * r[0], -y + (2 * j + 1) * r[1], 0.5 * rim)
            shade = 0.9 + 0.2 * float(kit.rng.uniform())
            tint = (min(color[0] * shade, 1.0), color[1] * shade, color[2] * shade)
            if style == "crate" and (i + 2 * j) % 3 == 0:
                tint = (0.52, 0.62, 0.30)
            finish = F.plain("fruit", (round(tint[0], 2), round(tint[1], 2), round(tint[2], 2)), 0.2)
            kit.add(_dome(center, (1.0 * r[0], 1.0 * r[1], high * float(kit.rng.uniform(0.86, 1.0)))), finish)


def _dome(center: tuple[float, float, float], radii: tuple[float, float, float]) -> Surface:
    """Upper half of a coarse ellipsoid."""
    profile = [(1.0, 0.0), (0.78, 0.62), (0.0, 1.0)]
    half = shapes.lathe([(r, z * radii[2]) for r, z in profile], 6, (radii[0], radii[1]), 80.0)
    return Surface(half.vertices + np.asarray(center), half.normals, half.uvs, half.faces)


def eggs(kit: Kit, style: str) -> None:
    """Egg carton: tray, lid with rounded bumps, a label on top."""
    sx, sy, sz = kit.size
    pulp = F.plain("pulp", (0.70, 0.66, 0.58), 0.0)
    mark = label(kit.category, "tall")
    split = 0.42 * sz
    rings = [
        np.column_stack([shapes.rounded_rectangle(a * sx, a * sy, 0.1 * min(sx, sy), 1), np.full(8, z)])
        for a, z in ((0.86, 0.0), (0.97, split), (1.0, split), (1.0, split + 0.02 * sz), (0.9, 0.94 * sz), (0.8, sz))
    ]
    kit.loft(np.array(rings), pulp, crease=35)
    print_panel(kit, np.array([0, 0, 1.0005 * sz]), np.array([0, 0.36 * sy, 0]), np.array([-0.3 * sx, 0, 0]), mark)


_GLASS_COLORS: dict[str, tuple[float, float, float]] = {
    "wine": (0.20, 0.28, 0.20), "champagne": (0.24, 0.32, 0.22), "beer": (0.38, 0.24, 0.13),
    "sake": (0.50, 0.60, 0.58), "whiskey": (0.60, 0.38, 0.18), "rum": (0.46, 0.27, 0.14), "tonic": (0.74, 0.82, 0.80),
    "water": (0.70, 0.81, 0.87), "coconut water": (0.84, 0.88, 0.84), "pop": (0.30, 0.18, 0.14),
    "soda": (0.44, 0.60, 0.70), "milk": (0.93, 0.93, 0.90), "soy milk": (0.90, 0.86, 0.76),
    "lemonade": (0.90, 0.86, 0.52), "tea": (0.52, 0.34, 0.18), "olive oil": (0.56, 0.56, 0.22),
    "cooking oil": (0.84, 0.72, 0.30), "lotion": (0.88, 0.84, 0.86), "shampoo": (0.52, 0.66, 0.74),
    "coffee": (0.28, 0.19, 0.13), "pesto": (0.40, 0.46, 0.22), "mustard": (0.80, 0.64, 0.22),
    "catsup": (0.62, 0.24, 0.18), "hot sauce": (0.64, 0.26, 0.18), "barbecue sauce": (0.32, 0.16, 0.11),
    "tomato juice": (0.66, 0.28, 0.20), "tomato paste": (0.60, 0.24, 0.18), "orange juice": (0.90, 0.62, 0.24),
    "carrot juice": (0.86, 0.52, 0.22), "apple juice": (0.82, 0.68, 0.30), "papaya juice": (0.88, 0.56, 0.32),
    "lime juice": (0.64, 0.74, 0.38), "fruit punch": (0.74, 0.36, 0.34), "strawberry juice": (0.80, 0.44, 0.44),
    "ginger beer": (0.52, 0.42, 0.22), "spaghetti sauce": (0.62, 0.26, 0.18), "strawberry jam": (0.58, 0.20, 0.24),
    "mayonnaise": (0.92, 0.89, 0.78), "garlic sauce": (0.88, 0.84, 0.72), "orange sauce": (0.84, 0.54, 0.24),
    "lemon sauce": (0.88, 0.80, 0.36), "soup": (0.76, 0.48, 0.28), "mushroom sauce": (0.54, 0.44, 0.34),
    "sugar": (0.92, 0.91, 0.88), "cocoa": (0.40, 0.26, 0.19), "cumin": (0.62, 0.48, 0.26),
    "clove": (0.40, 0.26, 0.18), "tumeric": (0.84, 0.62, 0.20), "chilli powder": (0.62, 0.28, 0.18),
    "peppercorns": (0.30, 0.28, 0.27), "pepper seasoning": (0.40, 0.36, 0.32), "sesame seed": (0.86, 0.78, 0.60),
    "kidney beans": (0.48, 0.22, 0.20),
}  # fmt: skip
_NECKS: dict[str, tuple[tuple[float, float], ...]] = {
    # (radius, height) of shoulder, neck and lip as shares; the cap follows.
    "wine": ((0.5, 0.62), (0.34, 0.72), (0.17, 0.78), (0.16, 0.97)),
    "beer": ((0.5, 0.56), (0.40, 0.68), (0.22, 0.80), (0.20, 0.96)),
    "juice": ((0.5, 0.66), (0.46, 0.74), (0.26, 0.86), (0.24, 0.90)),
    "soda": ((0.5, 0.60), (0.47, 0.70), (0.22, 0.88), (0.20, 0.92)),
    "squeeze": ((0.5, 0.74), (0.40, 0.84), (0.20, 0.88), (0.18, 0.90)),
    "flask": ((0.5, 0.68), (0.42, 0.76), (0.20, 0.80), (0.20, 0.90)),
}


def bottle(kit: Kit, style: str) -> None:
    """Bottle: `wine`, `beer`, `juice`, `soda`, `squeeze`, `flask` (square shoulders); lies down when its box does."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    text = words(kit.category)
    color = _GLASS_COLORS.get(text, (0.62, 0.70, 0.70))
    if style == "wine" and kit.rng.uniform() < 0.4:
        color = (0.56, 0.50, 0.30)
    if style == "beer" and kit.rng.uniform() < 0.5:
        color = (0.24, 0.36, 0.22)
    body = F.plain(f"bottle {text}", color, 0.6)
    neck = _NECKS[style]
    waist = [(0.46, 0.30), (0.46, 0.46)] if style == "soda" else []
    profile = [(0.0, 0.0), (0.44, 0.0), (0.5, 0.04), *waist, *neck, (0.0, neck[-1][1])]
    _round(kit, [(r, z * sz) for r, z in profile], body, 10, 50)
    cap = {"wine": F.plain("foil", (0.40, 0.22, 0.24), 0.3), "beer": F.BRASS, "soda": F.WHITE_PLASTIC}.get(
        style, kit.pick(F.WHITE_PLASTIC, F.plain("cap", label(kit.category, "wide").ground, 0.2))
    )
    lip, at = neck[-1]
    start = 0.86 if style == "wine" else at - 0.02
    _round(kit, [(lip + 0.03, start * sz), (lip + 0.03, sz), (0.0, sz)], cap, 7)
    mark = label(kit.category, "wide")
    low, high = (0.16, 0.50) if style != "soda" else (0.30, 0.54)
    ring_label(kit, 0.503, low * sz, high * sz, mark, (sx, sy), 10)


def can(kit: Kit, style: str) -> None:
    """Tin: `drink` can with tapered ends, `food` tin with rims, `lidded` with a plastic lid."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    mark = label(kit.category, "wide")
    low, high = (0.07, 0.88) if style == "drink" else (0.05, 0.95 if style == "food" else 0.90)
    ring_label(kit, 0.5 if style == "drink" else 0.488, low * sz, high * sz, mark, (sx, sy), 12)
    metal = F.CHROME
    if style == "drink":
        _round(kit, [(0.0, 0.01 * sz), (0.36, 0.0), (0.5, low * sz)], metal, 12, 30)
        _round(kit, [(0.5, high * sz), (0.40, 0.97 * sz), (0.40, sz), (0.37, 0.975 * sz), (0.0, 0.975 * sz)], metal, 12)
        return
    _round(kit, [(0.0, 0.0), (0.5, 0.0), (0.5, low * sz)], metal, 12)
    lid = F.WHITE_PLASTIC if style == "lidded" else metal
    _round(kit, [(0.5, high * sz), (0.5, sz), (0.46, sz), (0.45, 0.985 * sz), (0.0, 0.985 * sz)], lid, 12)


def jar(kit: Kit, style: str) -> None:
    """Glass jar with its filling and a lid; `spice` is slim with a coloured lid, `plain` has no label."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    text = words(kit.category)
    body = F.plain(f"jar {text}", _GLASS_COLORS.get(text, (0.76, 0.78, 0.74)), 0.6)
    profile = [(0.0, 0.0), (0.44, 0.0), (0.5, 0.05), (0.5, 0.74), (0.42, 0.82)]
    _round(kit, [(r, z * sz) for r, z in profile], body, 10, 50)
    lid = kit.pick(F.BRASS, F.WHITE_PLASTIC, F.CHROME) if style != "spice" else F.BLACK_PLASTIC
    _round(kit, [(0.42, 0.82 * sz), (0.46, 0.82 * sz), (0.46, sz), (0.0, sz)], lid, 10)
    if style != "plain":
        ring_label(kit, 0.503, 0.16 * sz, 0.62 * sz, label(kit.category, "wide"), (sx, sy), 10)


def cup(kit: Kit, style: str) -> None:
    """Tub or cup of yogurt or ice cream with a foil or board lid."""
    sx, sy, sz = kit.size
    mark = label(kit.category, "wide")
    ring_label(kit, 0.48, 0.06 * sz, 0.9 * sz, mark, (sx, sy), 12)
    _round(kit, [(0.0, 0.0), (0.46, 0.0), (0.48, 0.06 * sz)], F.WHITE_PLASTIC, 12)
    _round(kit, [(0.48, 0.9 * sz), (0.5, 0.93 * sz), (0.5, sz), (0.0, sz)], F.WHITE_PLASTIC, 12)


def bag(kit: Kit, style: str) -> None:
    """Bag: `pillow` with crimped ends (chips), `block` standing paper sack (flour), `net` of oranges."""
    sx, sy, sz = kit.size
    mark = label(kit.category, "tall")
    if style == "net":
        _net(kit)
        return
    lying = sz < 0.6 * min(sx, sy)
    # Built standing, its print to the front; a lying one shows it upwards.
    if lying:
        kit.face_thin_side()
        sx, sy, sz = kit.size
    bulge = _BLOCK if style == "block" else _PILLOW
    across, swell = np.array([-0.5, -0.36, 0.0, 0.36, 0.5]), np.array([0.0, 0.82, 1.0, 0.82, 0.0])
    # A lying bag is read from its front: its top lies at the back.
    with kit.frame((0, 0, sz) if lying else (0, 0, 0), roll_deg=180.0 if lying else 0.0):
        for side in (-1.0, 1.0):
            grid = np.zeros((len(bulge), len(across), 3))
            for i, (z, wide, thick) in enumerate(bulge):
                grid[i, :, 1] = side * across * wide * sy
                grid[i, :, 2] = z * sz
                grid[i, :, 0] = side * thick * sx / 2 * swell
            sheet = shapes.sheet(grid, 75.0, unit_uv=True)
            part = Surface(sheet.vertices, sheet.normals, _stretched(sheet.uvs, mark.window), sheet.faces)
            kit.add(part, printed(mark), shift_uv=False)


# (height, width, thickness) of the rows of a bag as shares of its box.
_PILLOW = (
    (0.0, 1.0, 0.04),
    (0.07, 0.97, 0.16),
    (0.26, 0.88, 0.90),
    (0.55, 0.86, 1.0),
    (0.92, 0.97, 0.20),
    (1.0, 1.0, 0.04),
)
_BLOCK = (
    (0.0, 0.92, 0.80),
    (0.02, 1.0, 0.96),
    (0.45, 1.0, 1.0),
    (0.86, 0.98, 0.86),
    (0.93, 0.96, 0.08),
    (1.0, 0.96, 0.04),
)


def _net(kit: Kit) -> None:
    sx, sy, sz = kit.size
    color = (0.88, 0.58, 0.22)
    r = 0.27
    spots = ((-0.23, -0.23, 0.27), (0.23, -0.23, 0.27), (-0.23, 0.23, 0.27), (0.23, 0.23, 0.27), (0.0, 0.0, 0.62))
    for k, (x, y, z) in enumerate(spots):
        tint = (color[0], round(color[1] * (0.94 + 0.03 * k), 3), color[2])
        kit.sphere((x * sx, y * sy, z * sz), (r * sx, r * sy, 0.27 * sz), F.plain("orange", tint, 0.2), 7, 4)
    kit.bar((0, 0, 0.8 * sz), (0, 0, sz), 0.05 * sx, F.plain("net", (0.80, 0.50, 0.24)), 0.12 * sx, 5)


def pack(kit: Kit, style: str) -> None:
    """Wrapped pack: `flat` bar in foil, `loaf` of bread in a clear bag, `brick` printed block."""
    sx, sy, sz = kit.size
    mark = label(kit.category, "tall")
    if style == "loaf":
        kit.lie_along_longest()
        sx, sy, sz = kit.size
        crust = F.plain("crust", (0.72, 0.52, 0.32), 0.05)
        outline = [(-0.46 * sy, 0.0), (0.46 * sy, 0.0), (0.46 * sy, 0.62 * sz), (0.5 * sy, 0.74 * sz),
                   (0.34 * sy, 0.96 * sz), (0.0, sz), (-0.34 * sy, 0.96 * sz), (-0.5 * sy, 0.74 * sz),
                   (-0.46 * sy, 0.62 * sz)]  # fmt: skip
        kit.prism(outline, "yz", -0.42 * sx, 0.38 * sx, crust, crease=50)
        kit.bar(
            (0.38 * sx, 0, 0.4 * sz), (0.5 * sx, 0, 0.5 * sz), 0.16 * sz, F.plain("bag", mark.ground, 0.3), 0.2 * sz, 6
        )
        kit.box((-0.5 * sx, -0.4 * sy, 0.1 * sz), (-0.42 * sx, 0.4 * sy, 0.7 * sz), F.plain("bag", mark.ground, 0.3))
        print_panel(
            kit, np.array([0, 0, 1.001 * sz]), np.array([0.0, 0.30 * sy, 0]), np.array([-0.24 * sx, 0, 0]), mark
        )
        return
    if style == "flat":
        inset = 0.04 * max(sx, sy)
        long_x = sx >= sy
        dx, dy = (inset, 0.0) if long_x else (0.0, inset)
        printed_box(kit, np.array([-sx / 2 + dx, -sy / 2 + dy, 0]), np.array([sx / 2 - dx, sy / 2 - dy, sz]), mark)
        foil = F.plain("foil", (0.78, 0.78, 0.76), 0.6)
        kit.box((-sx / 2, -sy / 2, 0.45 * sz), (sx / 2, sy / 2, 0.55 * sz), foil)
        return
    printed_box(kit, np.array([-sx / 2, -sy / 2, 0]), np.array([sx / 2, sy / 2, sz]), mark)


_CARDBOARD: tuple[F.Color, ...] = ((0.72, 0.57, 0.40), (0.66, 0.51, 0.35), (0.76, 0.62, 0.46))


def cardboard(kit: Kit, style: str) -> None:
    """Plain shipping carton: tape along the lid, a shipping label, or `open` flaps."""
    sx, sy, sz = kit.size
    card = F.plain("cardboard", kit.palette.color(_CARDBOARD), 0.0)
    top = 0.86 * sz if style == "open" else 0.998 * sz
    if style == "open":
        outline = [(-0.49 * sx, -0.49 * sy), (0.49 * sx, -0.49 * sy), (0.49 * sx, 0.49 * sy), (-0.49 * sx, 0.49 * sy)]
        x, y = 0.475 * sx, 0.475 * sy
        kit.prism(outline, "xy", 0, top, card, [[(-x, -y), (-x, y), (x, y), (x, -y)]])
        kit.box((-x, -y, 0.01 * sz), (x, y, 0.05 * sz), F.darker(card))
        for s in (-1.0, 1.0):
            kit.beam((s * 0.485 * sx, 0, top), (s * 0.5 * sx, 0, sz), 0.96 * sy, 0.01 * sx, card)
        kit.box((-sx / 2, -sy / 2, 0.3 * sz), (-0.485 * sx, -0.485 * sy, 0.31 * sz), card)
        kit.box((0.485 * sx, 0.485 * sy, 0.3 * sz), (sx / 2, sy / 2, 0.31 * sz), card)
        return
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, top), card)
    tape = F.plain("tape", (0.80, 0.72, 0.56), 0.3)
    kit.top_panel(0, 0, sz, sx, 0.14 * sy, tape)
    kit.front_panel(1.0005 * sx / 2, 0.2 * sy, 0.62 * sz, 0.34 * sy, 0.3 * sz, F.PAPER)
    kit.front_panel(1.001 * sx / 2, 0.2 * sy, 0.66 * sz, 0.26 * sy, 0.05 * sz, F.DARK_GREY)
