"""Patterns of wood: floors of planks and parquet, panelling, slats, cladding."""

from __future__ import annotations

import itertools
from functools import partial

import numpy as np

from gstgen.scenes.patterns import SIZE_PX, Floats, Pattern, edges_px, noise, place_in_parts, shaded, tones

_WARM = np.array([1.0, 0.15, -0.9], np.float32)  # how a warmer piece of the same wood differs


def _grain(random: np.random.Generator) -> Floats:
    """Fibres along u with a slow wave."""
    fine, broad = noise(random, 0.7, 26.0), noise(random, 2.2, 60.0)
    rings = np.sin(4.0 * noise(random, 5.0, 80.0) + 1.5 * broad)
    return np.asarray(0.035 * fine + 0.025 * broad + 0.02 * rings, np.float32)


def _pieces(random: np.random.Generator, count: int, spread: float) -> Floats:
    """(count, 3) factors of pieces of one wood."""
    light = tones(random, count, spread)[:, None]
    return np.asarray(light + (tones(random, count, 0.25 * spread)[:, None] - 1.0) * _WARM, np.float32)


def planks(color: Floats, random: np.random.Generator, rows: int, seam: float = 0.4, spread: float = 0.06) -> Floats:
    """Rows of planks along u, two lengths a row, joints staggered."""
    borders = edges_px(rows)
    grain = _grain(random)
    image = np.empty((SIZE_PX, SIZE_PX, 3), np.float32)
    dark = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    start = 0
    for a, b in itertools.pairwise(borders):
        start = (start + int(random.integers(SIZE_PX // 6, SIZE_PX // 2))) % SIZE_PX
        cut = int(random.integers(int(0.36 * SIZE_PX), int(0.64 * SIZE_PX)))
        pieces = _pieces(random, 2, spread)
        second = ((np.arange(SIZE_PX) - start) % SIZE_PX) >= cut
        fibres = np.roll(grain[a:b], int(random.integers(SIZE_PX)), axis=1)
        image[a:b] = color * np.where(second[:, None], pieces[1], pieces[0])[None] * (1 + fibres[..., None])
        dark[a] = dark[b - 1] = 0.5
        dark[a:b, start] = dark[a:b, (start + cut) % SIZE_PX] = 0.9
    return image * (1.0 - seam * dark[..., None])


def basket(color: Floats, random: np.random.Generator) -> Floats:
    """Blocks of four strips whose direction alternates, as in basket-weave parquet."""
    n, block = SIZE_PX, SIZE_PX // 4
    along = 1.0 + _grain(random)
    image = np.empty((n, n, 3), np.float32)
    strip = block // 4
    for i in range(4):
        for j in range(4):
            ys, xs = slice(i * block, (i + 1) * block), slice(j * block, (j + 1) * block)
            part = along[ys, xs, None] * color * np.repeat(_pieces(random, 4, 0.07), strip, axis=0)[:, None]
            part[::strip] *= 0.7
            part[:, 0] *= 0.7
            image[ys, xs] = part if (i + j) % 2 == 0 else part.transpose(1, 0, 2)
    return image


def herringbone(color: Floats, random: np.random.Generator, long: int = 4) -> Floats:
    """Strips of 1 x `long` units at right angles, each end against the next one's side."""
    period = 2 * long
    unit = SIZE_PX / period
    pixel = np.arange(SIZE_PX)
    cell, inside = (pixel / unit).astype(int), pixel / unit % 1.0
    x, y = cell[None, :], cell[:, None]
    step = (x - y) % period
    lying = step < long
    along = np.where(lying, step, period - 1 - step)
    anchor_x = np.where(lying, (x - step) % period, x)
    anchor_y = np.where(lying, y, (y - along) % period)
    number = (anchor_y * period + anchor_x) * 2 + lying
    pieces = _pieces(random, 2 * period * period, 0.075)
    grain = _grain(random)
    image = color * pieces[number] * (1.0 + np.where(lying, grain, grain.T))[..., None]
    u, v = np.broadcast_to(inside[None, :], step.shape), np.broadcast_to(inside[:, None], step.shape)
    across, lengthwise = np.where(lying, v, u), np.where(lying, u, v)
    line = 1.2 / unit
    seam = (across < line) | ((along == 0) & (lengthwise < line))
    return np.asarray(np.where(seam[..., None], image * 0.7, image), np.float32)


def boards(color: Floats, random: np.random.Generator, count: int, gap: float, gap_px: int, upright: bool) -> Floats:
    """Long boards with a dark gap: cladding, tongue-and-groove, slats, decking."""
    part, border = place_in_parts(count)
    grain = _grain(random)
    image = color * _pieces(random, count, 0.05)[part][:, None] * (1.0 + grain[..., None])
    shade = np.where(border < gap_px, 1.0 - gap, np.where(border == gap_px, 1.0 - 0.3 * gap, 1.0)).astype(np.float32)
    image = image * shade[:, None, None]
    return np.asarray(np.swapaxes(image, 0, 1) if upright else image, np.float32)


def raised_panels(color: Floats, random: np.random.Generator, painted: bool) -> Floats:
    """Two framed panels side by side, lit from above."""
    image = shaded(color, _grain(random).T * (0.15 if painted else 1.0))
    half = SIZE_PX // 2
    top, bottom, side, bevel = 60, SIZE_PX - 84, 44, 9
    for k in range(2):
        a, b = k * half + side, (k + 1) * half - side
        for d in range(bevel):
            image[top + d, a + d : b - d] *= 0.84
            image[bottom - d, a + d : b - d] *= 1.06
            image[top + d : bottom - d, a + d] *= 0.90
            image[top + d : bottom - d, b - d - 1] *= 1.03
        image[:, k * half : k * half + 2] *= 0.88
    return image


PATTERNS: dict[str, Pattern] = {
    "planks": Pattern(partial(planks, rows=9), (2.4, 1.26)),  # 14 cm
    "planks_narrow": Pattern(partial(planks, rows=12), (2.0, 1.2)),  # 10 cm
    "planks_wide": Pattern(partial(planks, rows=7, spread=0.05), (2.6, 1.33)),  # 19 cm
    "planks_mixed": Pattern(partial(planks, rows=10, spread=0.12), (2.2, 1.2)),  # 12 cm, of many tones
    "sports_wood": Pattern(partial(planks, rows=16, seam=0.22, spread=0.045), (1.8, 1.12)),  # 7 cm strips
    "parquet": Pattern(basket, (1.2, 1.2)),
    "herringbone": Pattern(herringbone, (0.88, 0.88)),  # 11 x 44 cm
    "herringbone_small": Pattern(partial(herringbone, long=5), (0.8, 0.8)),  # 8 x 40 cm
    "decking": Pattern(partial(boards, count=9, gap=0.75, gap_px=2, upright=False), (2.4, 1.26)),
    "cladding": Pattern(partial(boards, count=8, gap=0.35, gap_px=3, upright=False), (2.4, 1.2)),
    "panelling": Pattern(partial(boards, count=10, gap=0.3, gap_px=2, upright=True), (1.2, 2.4)),
    "slats": Pattern(partial(boards, count=16, gap=0.8, gap_px=6, upright=True), (0.8, 2.4)),
    "wood_ceiling": Pattern(partial(boards, count=10, gap=0.3, gap_px=2, upright=False), (2.4, 1.2)),
    "raised_panels": Pattern(partial(raised_panels, painted=False), (1.2, 1.0)),
    "painted_panels": Pattern(partial(raised_panels, painted=True), (1.2, 1.0)),
}
