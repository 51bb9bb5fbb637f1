"""Patterns of carpet, vinyl, wallpaper, fabric, ceiling tiles, lawn and leaves."""

from __future__ import annotations

from functools import partial

import numpy as np

from gstgen.scenes.patterns import SIZE_PX, Floats, Pattern, cells, noise, place_in_parts, shaded, tones


def carpet(color: Floats, random: np.random.Generator, pile: float = 0.05) -> Floats:
    """Loops and slow clouds."""
    return shaded(color, pile * noise(random, 0.8) + 0.025 * noise(random, 3.0) + 0.012 * noise(random, 30.0))


def carpet_tiles(color: Floats, random: np.random.Generator, quarter: bool) -> Floats:
    """4 x 4 squares of 50 cm whose pile direction alternates (`quarter`) or whose tones differ."""
    part, border = place_in_parts(4)
    lines = 0.05 * noise(random, 0.7, 5.0) + 0.02 * noise(random, 2.0, 20.0)
    odd = (part[:, None] + part[None]) % 2 == 1
    tone = tones(random, 16, 0.03 if quarter else 0.10)[part[:, None] * 4 + part[None]]
    fibres = np.where(odd, lines.T, lines) if quarter else lines
    tone = tone * np.where(odd & quarter, 0.965, 1.0)
    seam = np.minimum(border[:, None], border[None]) < 1
    return shaded(color * (tone * np.where(seam, 0.92, 1.0))[..., None], fibres)


def patterned_carpet(color: Floats, random: np.random.Generator) -> Floats:
    """A woven figure that repeats, as in hotels."""
    u, v = np.meshgrid(*[np.arange(SIZE_PX) * 2 * np.pi / SIZE_PX] * 2)
    a, b = 4, (2, 4, 8)[int(random.integers(0, 3))]  # multiples: other frequencies beat, which looks like moire
    figure = np.cos(a * u) * np.cos(a * v) + 0.6 * np.cos(b * (u + v)) + 0.6 * np.cos(b * (u - v))
    band = np.where(figure > 0.55, 0.22, np.where(figure < -0.75, -0.25, 0.0))
    return carpet(color, random) * np.asarray(1.0 + band, np.float32)[..., None]


def vinyl(color: Floats, random: np.random.Generator, seams: int) -> Floats:
    """Speckled sheet or tiles, `seams` joints along each side."""
    specks = noise(random, 1.3)
    chips = np.where(specks > 1.9, -0.10, np.where(specks < -1.9, 0.07, 0.0))
    image = shaded(color, chips, 0.01 * noise(random, 24.0))
    _, border = place_in_parts(seams)
    line = np.minimum(border[:, None], border[None]) < 1
    return image * np.where(line, 0.9, 1.0).astype(np.float32)[..., None]


def linoleum(color: Floats, random: np.random.Generator) -> Floats:
    """Streaks that run one way."""
    return shaded(color, 0.03 * noise(random, 2.0, 18.0) + 0.02 * noise(random, 8.0, 50.0) + 0.01 * noise(random, 0.8))


def rubber(color: Floats, random: np.random.Generator) -> Floats:
    """Granules with a few light ones, in mats."""
    specks = noise(random, 1.2)
    image = shaded(color, 0.05 * noise(random, 0.8))
    image[specks > 2.0] = np.clip(color * 1.9 + 0.12, 0, 0.8)
    _, border = place_in_parts(1)
    seam = np.minimum(border[:, None], border[None]) < 1
    return image * np.where(seam, 0.8, 1.0).astype(np.float32)[..., None]


def stripes(color: Floats, random: np.random.Generator) -> Floats:
    """Upright stripes of two tones."""
    count = int(random.integers(5, 9))
    part, _ = place_in_parts(2 * count)
    tone = np.where(part % 2 == 0, 1.0, 0.93)
    return shaded(color * tone[None, :, None], 0.006 * noise(random, 1.0))


def damask(color: Floats, random: np.random.Generator) -> Floats:
    """Rounded figures in staggered rows."""
    k = int(random.integers(2, 4))
    u, v = np.meshgrid(*[np.arange(SIZE_PX) * 2 * np.pi / SIZE_PX] * 2)
    base = np.cos(k * u) * np.cos(k * v)
    curl = np.cos(3 * k * u + 1.5 * np.cos(k * v)) * np.cos(2 * k * v + 1.2 * np.cos(k * u))
    figure = base + 0.45 * curl
    tone = np.where(figure > 0.45, -0.10, 0.0) + np.where(np.abs(figure - 0.2) < 0.05, -0.05, 0.0)
    return shaded(color, np.asarray(tone, np.float32), 0.006 * noise(random, 1.0))


def leaves(color: Floats, random: np.random.Generator) -> Floats:
    """A print of leaves: pointed ovals in staggered places."""
    image = shaded(color, 0.006 * noise(random, 1.0))
    step = SIZE_PX // 4
    half = 0.38 * step
    y, x = np.meshgrid(np.arange(step), np.arange(step), indexing="ij")
    tint = np.array([0.82, 0.90, 0.80] if color[1] >= color[0] else [0.90, 0.84, 0.78], np.float32)
    for row in range(4):
        for column in range(4):
            angle = float(random.uniform(0, np.pi))
            dx, dy = x - step / 2, y - step / 2
            along, across = dx * np.cos(angle) + dy * np.sin(angle), dy * np.cos(angle) - dx * np.sin(angle)
            width = 0.30 * half * np.clip(1 - (along / half) ** 2, 0, 1)
            leaf = (np.abs(across) < width) & (np.abs(across) > 1.5)
            left = round((column + 0.5 * (row % 2)) * step + random.uniform(-8, 8))
            top = round(row * step + random.uniform(-8, 8))
            iy, ix = (y[leaf] + top) % SIZE_PX, (x[leaf] + left) % SIZE_PX
            image[iy, ix] *= tint
    return image


def fabric(color: Floats, random: np.random.Generator) -> Floats:
    """A plain weave."""
    return shaded(color, 0.03 * noise(random, 0.7, 4.0) + 0.03 * noise(random, 4.0, 0.7))


def ceiling_tiles(color: Floats, random: np.random.Generator) -> Floats:
    """Mineral tiles of 60 cm in a metal grid."""
    specks = noise(random, 1.5)
    image = shaded(color, np.where(specks > 1.7, -0.11, 0.0).astype(np.float32), 0.006 * noise(random, 20.0))
    _, border = place_in_parts(2)
    edge = np.minimum(border[:, None], border[None])
    bar, shadow = edge < 5, (edge >= 5) & (edge < 7)
    image[shadow] *= 0.82
    image[bar] = np.clip(color * 0.97, 0, 1)
    return image


def lawn(color: Floats, random: np.random.Generator) -> Floats:
    """Blades of many greens, paler and darker patches."""
    blades = 0.16 * noise(random, 1.6, 0.8) + 0.10 * noise(random, 0.8, 1.6)
    patch = noise(random, 28.0)
    image = shaded(color, blades, 0.05 * patch + 0.03 * noise(random, 7.0))
    return image * (1.0 + 0.05 * patch[..., None] * np.array([1.0, 0.3, -0.4], np.float32))


def hedge(color: Floats, random: np.random.Generator) -> Floats:
    """Small leaves that overlap, dark between them."""
    number, distance, border = cells(random, 1600)
    tone = tones(random, int(number.max()) + 1, 0.22)[number]
    deep = np.clip(1.15 - 0.5 * distance / max(float(distance.max()), 1e-6) - 0.25 * border, 0.3, 1.2)
    depth = 1.0 + 0.18 * noise(random, 16.0)
    return np.asarray(color * np.clip(tone * deep * depth, 0.15, 1.7)[..., None], np.float32)


PATTERNS: dict[str, Pattern] = {
    "carpet": Pattern(carpet, (0.9, 0.9)),
    "carpet_loop": Pattern(partial(carpet, pile=0.09), (0.7, 0.7)),
    "carpet_tiles": Pattern(partial(carpet_tiles, quarter=True), (2.0, 2.0)),
    "carpet_tiles_mixed": Pattern(partial(carpet_tiles, quarter=False), (2.0, 2.0)),
    "patterned_carpet": Pattern(patterned_carpet, (1.2, 1.2)),
    "vinyl_sheet": Pattern(partial(vinyl, seams=1), (2.0, 2.0)),
    "vinyl_tiles": Pattern(partial(vinyl, seams=4), (1.8, 1.8)),  # 45 cm
    "linoleum": Pattern(linoleum, (1.6, 1.6)),
    "rubber": Pattern(rubber, (1.0, 1.0)),
    "wallpaper_stripes": Pattern(stripes, (0.8, 0.8)),
    "wallpaper_damask": Pattern(damask, (0.6, 0.6)),
    "wallpaper_leaves": Pattern(leaves, (0.8, 0.8)),
    "fabric": Pattern(fabric, (0.5, 0.5)),
    "ceiling_tiles": Pattern(ceiling_tiles, (1.2, 1.2)),
    "lawn": Pattern(lawn, (1.6, 1.6)),
    "hedge": Pattern(hedge, (1.1, 1.1)),
}
