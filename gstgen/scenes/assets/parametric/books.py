"""Books and the small things that fill a shelf."""

from __future__ import annotations

from gstgen.scenes.assets.parametric import finishes as F
from gstgen.scenes.assets.parametric.finishes import Finish
from gstgen.scenes.assets.parametric.kit import Kit

_SPINES: tuple[F.Color, ...] = (
    (0.30, 0.36, 0.46),
    (0.48, 0.36, 0.28),
    (0.78, 0.74, 0.64),
    (0.33, 0.42, 0.36),
    (0.25, 0.25, 0.27),
    (0.62, 0.52, 0.34),
    (0.52, 0.56, 0.60),
    (0.50, 0.32, 0.28),
    (0.86, 0.84, 0.78),
)


def spine(kit: Kit) -> Finish:
    """Cloth or paper of a book's cover."""
    return F.plain("book cover", kit.palette.color(_SPINES), 0.1)


def fill_shelf(kit: Kit, x0: float, x1: float, y0: float, y1: float, z: float, clear: float) -> None:
    """A run of upright books with a gap or an ornament, on the board at height z with `clear` metres above."""
    if clear < 0.06 or y1 - y0 < 0.08:
        return
    y = y0 + 0.004
    end = y0 + (y1 - y0) * kit.rng.uniform(0.45, 0.98)
    depth = min(x1 - x0, 0.24)
    back = min(x1 - 0.02 - depth, x0 + 0.02) if x1 - 0.02 - depth > x0 else x0
    while y < end:
        cover = spine(kit)
        for _ in range(int(kit.rng.integers(1, 5))):
            thick = float(kit.rng.uniform(0.016, 0.045))
            if y + thick > end:
                break
            height = clear * float(kit.rng.uniform(0.62, 0.95))
            front = back + depth * float(kit.rng.uniform(0.82, 1.0))
            kit.box((back, y, z), (front, y + thick - 0.001, z + height), cover)
            y += thick
        else:
            continue
        break
    room = y1 - y
    if room > 0.14:
        middle, r = y + room / 2, min(0.055, 0.3 * room, 0.3 * depth)
        h = min(clear * 0.7, 0.2)
        if kit.rng.uniform() < 0.5:
            kit.lathe(
                [(0.0, z), (0.6 * r, z), (r, z + 0.4 * h), (0.5 * r, z + 0.8 * h), (0.6 * r, z + h), (0.0, z + h)],
                kit.palette.ceramic(),
                ((back + depth * 0.6), middle),
                14,
            )
        else:
            for k in range(3):
                kit.box(
                    (back, middle - 0.42 * min(room, 0.24), z + 0.03 * k),
                    (back + depth * 0.9, middle + 0.42 * min(room, 0.24), z + 0.03 * k + 0.028),
                    spine(kit),
                )


def book(kit: Kit, style: str) -> None:
    """One book or magazine lying flat: covers, pages, printed front; spiral in style `notebook`."""
    sx, sy, sz = kit.size
    thin = (int(kit.rng.integers(1000)),)
    cover = spine(kit)
    board = min(0.003, 0.2 * sz)
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, board), cover)
    kit.box((-sx / 2 + 0.01 * sx, -sy / 2, board), (sx / 2 - 0.01 * sx, sy / 2 - 0.02 * sy, sz - board), F.PAPER)
    kit.box((-sx / 2, -sy / 2, sz - board), (sx / 2, sy / 2, sz - 0.02 * sz), cover)
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, -sy / 2 + 0.02 * sy, sz - 0.02 * sz), cover)
    front = F.picture("cover", thin[0])
    kit.top_panel(0, 0, sz, sx, sy, front)
    if style == "notebook":
        for k in range(9):
            x = sx * (0.1 * k - 0.4)
            kit.bar((x, -sy / 2, 0), (x, -sy / 2, sz), 0.015 * sx, F.GREY_METAL, segments=6)


def binder(kit: Kit, style: str) -> None:
    """Lever-arch file lying: two covers, a spine with a label, sheets."""
    sx, sy, sz = kit.size
    tints: tuple[F.Color, ...] = (
        (0.30, 0.42, 0.58),
        (0.36, 0.52, 0.42),
        (0.62, 0.60, 0.56),
        (0.64, 0.42, 0.34),
        (0.40, 0.41, 0.44),
    )
    cover = F.plain("binder", kit.palette.color(tints), 0.15)
    board = min(0.003, 0.2 * sz)
    kit.box((-sx / 2, -sy / 2, 0), (sx / 2, sy / 2, board), cover)
    kit.box((-sx / 2, -sy / 2, sz - board), (sx / 2, sy / 2, sz), cover)
    kit.box((-sx / 2, -sy / 2, board), (sx / 2, -sy / 2 + board, sz - board), cover)
    kit.box((-0.48 * sx, -sy / 2 + board, board), (0.48 * sx, 0.47 * sy, 0.8 * sz), F.PAPER)
    kit.top_panel(0.1 * sx, 0, sz * 1.001, 0.22 * sx, 0.5 * sy, F.PAPER)
