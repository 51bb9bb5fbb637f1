"""Paper, thin sheets and small flat things: newspapers, notepads, menus, napkins, coasters, records."""

from __future__ import annotations

import math

import numpy as np

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.kit import Kit


def _written(kit: Kit, z: float, depth: float, width: float, style: str) -> None:
    """A printed page lying on top at height z."""
    variant = {"news": "news", "lines": "lines", "menu": "menu", "plan": "plan"}[style]
    kit.top_panel(0, 0, z, depth, width, F.picture("page", variant))


def newspaper(kit: Kit, style: str) -> None:
    """Folded newspaper: a few sheets with a fold, printed front."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (0.49 * sx, 0.99 * sy / 2, 0.45 * sz), F.PAPER)
    kit.box((-0.49 * sx, -0.99 * sy / 2, 0.5 * sz), (sx / 2, sy / 2, 0.99 * sz), F.PAPER)
    _written(kit, sz, sx, sy, "news")


def pad(kit: Kit, style: str) -> None:
    """Sheets on a base: `pad` with a bound edge, `sheet` loose, `menu`, `document` stapled, `plan` of a building."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.98 * sz), F.PAPER)
    _written(kit, sz, sx, sy, {"menu": "menu", "plan": "plan"}.get(style, "lines"))
    if style == "pad":
        kit.box((-sx / 2, -sy / 2, 0.5 * sz), (-0.42 * sx, sy / 2, sz), F.plain("binding", (0.28, 0.36, 0.46), 0.1))
    elif style == "document":
        kit.box((-0.44 * sx, 0.36 * sy, sz), (-0.42 * sx, 0.44 * sy, 1.02 * sz), F.CHROME)


def clipboard(kit: Kit, style: str) -> None:
    """Board with a sheet under a clip at its far end."""
    sx, sy, sz = kit.size
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.35 * sz), F.wood("oak"))
    kit.box((-0.40 * sx, -0.44 * sy, 0.35 * sz), (0.47 * sx, 0.44 * sy, 0.5 * sz), F.PAPER)
    _written_at = 0.52 * sz
    kit.top_panel(0.03 * sx, 0, _written_at, 0.85 * sx, 0.86 * sy, F.picture("page", "lines"))
    kit.box((-0.48 * sx, -0.22 * sy, 0.35 * sz), (-0.38 * sx, 0.22 * sy, sz), F.CHROME)


def napkin(kit: Kit, style: str) -> None:
    """Folded napkin: two layers, one set back."""
    sx, sy, sz = kit.size
    cloth = F.fabric(
        kit.palette.color(((0.90, 0.89, 0.86), (0.62, 0.66, 0.64), (0.80, 0.72, 0.60), (0.50, 0.42, 0.42)))
    )
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.55 * sz), cloth)
    kit.box((-sx / 2, -sy / 2, 0.55 * sz), (0.44 * sx, 0.40 * sy, sz), F.darker(cloth, 0.96))


def coaster(kit: Kit, style: str) -> None:
    """Flat pad for a glass or a mouse: `round`, `square` or `pad` with rounded corners."""
    sx, sy, sz = kit.size
    if style == "pad":
        kit.prism(shapes.rounded_rectangle(sx, sy, 0.06 * min(sx, sy), 2), "xy", 0, sz, F.fabric((0.30, 0.33, 0.38)))
        return
    finish = kit.pick(
        F.wood("oak"), F.wood("walnut"), F.plain("cork", (0.70, 0.54, 0.36), 0.0), F.leather((0.36, 0.26, 0.2))
    )
    if style == "round":
        kit.prism(shapes.superellipse(sx / 2, sy / 2, 2.0, 16), "xy", 0, sz, finish)
    else:
        kit.prism(shapes.rounded_rectangle(sx, sy, 0.12 * min(sx, sy), 2), "xy", 0, sz, finish)


def runner(kit: Kit, style: str) -> None:
    """Table runner of cloth with a border at both ends."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    cloth = kit.palette.cloth()
    band = F.darker(cloth, 0.75)
    kit.box((-0.46 * sx, -sy / 2, 0), (0.46 * sx, sy / 2, sz), cloth)
    for s in (-1.0, 1.0):
        x0, x1 = sorted((s * 0.46 * sx, s * sx / 2))
        kit.box((x0, -sy / 2, 0), (x1, sy / 2, sz), band)


def record(kit: Kit, style: str) -> None:
    """Gramophone record."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    vinyl = F.plain("vinyl", (0.15, 0.15, 0.16), 0.6)
    kit.prism(shapes.superellipse(sy / 2, sz / 2, 2.0, 28, (0, sz / 2)), "yz", -sx / 2, 0.45 * sx, vinyl)
    tint = kit.palette.color(((0.78, 0.62, 0.30), (0.36, 0.52, 0.62), (0.66, 0.38, 0.34)))
    middle = shapes.superellipse(0.17 * sy, 0.17 * sz, 2.0, 14, (0, sz / 2))
    kit.prism(middle, "yz", -0.4 * sx, sx / 2, F.plain("record label", tint, 0.1))


def poster(kit: Kit, style: str) -> None:
    """Printed board on a wall: `notices` pinned on cork, `elements` table, `score` board with digits."""
    kit.face_thin_side()
    sx, sy, sz = kit.size
    frame = F.wood("oak") if style == "notices" else F.BLACK_METAL if style == "score" else F.PAPER
    kit.box((-sx / 2, -sy / 2, 0), (0.4 * sx, sy / 2, sz), frame)
    emission = 0.0
    kit.front_panel(sx / 2, 0, sz / 2, 0.97 * sy, 0.96 * sz, F.picture("page", style, emission=emission))


def roll(kit: Kit, style: str) -> None:
    """Roll of toilet paper, upright or lying as its box is."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    r = 0.5
    kit.lathe([(0.18, 0.0), (r, 0.0), (r, sz), (0.18, sz)], F.WHITE, segments=10, stretch=(sx, sy))
    kit.lathe([(0.18, sz), (0.18, 0.0)], F.plain("tube", (0.66, 0.54, 0.40), 0.0), segments=10, stretch=(sx, sy))


def teddy(kit: Kit, style: str) -> None:
    """Sitting teddy bear."""
    sx, sy, sz = kit.size
    fur = F.fabric(kit.palette.color(((0.56, 0.42, 0.28), (0.72, 0.60, 0.44), (0.48, 0.38, 0.30))))
    kit.sphere((-0.08 * sx, 0, 0.30 * sz), (0.26 * sx, 0.28 * sy, 0.30 * sz), fur, 8, 5)
    kit.sphere((-0.02 * sx, 0, 0.72 * sz), (0.22 * sx, 0.25 * sy, 0.22 * sz), fur, 8, 5)
    for y in (-1.0, 1.0):
        kit.sphere((-0.04 * sx, y * 0.22 * sy, 0.92 * sz), (0.06 * sx, 0.09 * sy, 0.08 * sz), fur, 6, 3)
        kit.bar((0.0, y * 0.22 * sy, 0.14 * sz), (0.45 * sx, y * 0.30 * sy, 0.10 * sz), 0.10 * sz, fur, segments=6)
        kit.bar((0.0, y * 0.24 * sy, 0.46 * sz), (0.22 * sx, y * 0.44 * sy, 0.28 * sz), 0.07 * sz, fur, segments=6)
    kit.sphere((0.20 * sx, 0, 0.68 * sz), (0.07 * sx, 0.08 * sy, 0.06 * sz), F.fabric((0.84, 0.76, 0.62)), 6, 4)


def chess_set(kit: Kit, style: str) -> None:
    """Chess board with a few pieces standing on it."""
    sx, sy, sz = kit.size
    board = 0.35 * sz
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, 0.96 * board), F.wood("walnut"))
    kit.top_panel(0, 0, board, 0.9 * sx, 0.9 * sy, F.picture("page", "chess"))
    for side in (-1.0, 1.0):
        tint = F.plain("piece", (0.88, 0.82, 0.70), 0.3) if side > 0 else F.plain("piece", (0.24, 0.19, 0.16), 0.3)
        for k in range(8):
            x, y = side * 0.394 * sx, 0.9 * sy * ((k + 0.5) / 8 - 0.5)
            high = sz if k in (3, 4) else 0.85 * sz
            kit.bar((x, y, board), (x, y, high), 0.028 * sx, tint, 0.012 * sx, kit.few(6, 4))


def umbrella(kit: Kit, style: str) -> None:
    """Closed umbrella lying along its longest side."""
    kit.stand_along_longest()
    sx, sy, sz = kit.size
    cloth = F.fabric(kit.palette.color(((0.26, 0.30, 0.38), (0.42, 0.50, 0.44), (0.50, 0.42, 0.36))))
    kit.lathe([(0.0, 0.0), (0.06, 0.0), (0.10, 0.08 * sz), (0.5, 0.62 * sz), (0.36, 0.72 * sz), (0.10, 0.74 * sz)],
              cloth, segments=10, stretch=(sx, sy))  # fmt: skip
    kit.lathe([(0.12, 0.73 * sz), (0.12, 0.90 * sz)], F.BLACK_METAL, segments=8, stretch=(sx, sy))
    kit.lathe(
        [(0.0, 0.88 * sz), (0.22, 0.89 * sz), (0.24, 0.97 * sz), (0.0, sz)],
        F.wood("walnut"),
        segments=8,
        stretch=(sx, sy),
    )


def comb(kit: Kit, style: str) -> None:
    """Comb: a back and teeth; a toothbrush in style `brush`."""
    kit.lie_along_longest()
    sx, sy, sz = kit.size
    plastic = F.plain("plastic", kit.palette.color(((0.30, 0.34, 0.40), (0.66, 0.50, 0.36), (0.44, 0.62, 0.70))), 0.4)
    if style == "brush":
        kit.box((-sx / 2, -0.25 * sy, 0), (sx / 2, 0.25 * sy, 0.5 * sz), plastic)
        kit.box((0.30 * sx, -sy / 2, 0.3 * sz), (0.5 * sx, sy / 2, sz), F.WHITE_PLASTIC)
        return
    kit.box((-sx / 2, 0.1 * sy, 0), (sx / 2, sy / 2, sz), plastic)
    count = 10
    for k in range(count):
        x = sx * ((k + 0.25) / count - 0.5)
        kit.box((x, -sy / 2, 0.2 * sz), (x + 0.5 * sx / count, 0.1 * sy, 0.8 * sz), plastic)


def key_chain(kit: Kit, style: str) -> None:
    """Ring with two keys and a tag."""
    sx, sy, sz = kit.size
    t = np.linspace(0, 2 * math.pi, 9)[:-1]
    ring = np.stack([-0.3 * sx + 0.2 * sx * np.cos(t), 0.36 * sy * np.sin(t), np.full(8, 0.5 * sz)], 1)
    kit.tube(ring, 0.08 * sz, F.CHROME, 4, closed=True)
    for k, y in enumerate((-0.3, 0.1)):
        kit.box(
            (-0.1 * sx, y * sy, 0.1 * sz + 0.3 * k * sz),
            (0.5 * sx, (y + 0.1) * sy, 0.3 * sz + 0.3 * k * sz),
            (F.BRASS, F.CHROME)[k],
        )
        kit.box((0.3 * sx, (y + 0.1) * sy, 0.1 * sz), (0.44 * sx, (y + 0.2) * sy, 0.3 * sz), (F.BRASS, F.CHROME)[k])
    kit.box((-0.3 * sx, 0.28 * sy, 0), (0.2 * sx, 0.5 * sy, sz), F.leather((0.42, 0.29, 0.2)))
