"""Patterns of tile, stone, brick, concrete and plaster."""

from __future__ import annotations

from functools import partial

import numpy as np

from gstgen.scenes.patterns import SIZE_PX, Floats, Pattern, cells, noise, place_in_parts, shaded, tones


def tiles(
    color: Floats,
    random: np.random.Generator,
    across: int,
    down: int,
    spread: float = 0.02,
    grout: float = 0.74,
    line_px: int = 1,
    bond: bool = False,
    mottled: float = 0.012,
) -> Floats:
    """Rectangular tiles with grout of a half-width in pixels; `bond` shifts every other row by half a tile."""
    row, border_v = place_in_parts(down)
    column, border_u = place_in_parts(across)
    half = SIZE_PX // across // 2
    shift = np.where(bond & (row % 2 == 1), half, 0)
    u = (np.arange(SIZE_PX)[None] + shift[:, None]) % SIZE_PX
    number = row[:, None] * across + column[u]
    to_border = np.minimum(border_v[:, None], border_u[u])
    tone = tones(random, across * down, spread)[number]
    cloud = mottled * noise(random, 10.0) + 0.4 * mottled * noise(random, 0.8)
    image = color * (tone * (1.0 + cloud))[..., None]
    image *= np.where(to_border == line_px, 0.95, 1.0)[..., None]
    joint = np.full(3, grout * float(np.clip(color, 0.3, 1.0).mean())) * np.array([1.0, 0.99, 0.96])
    return np.asarray(np.where((to_border < line_px)[..., None], joint, image), np.float32)


def checker(color: Floats, random: np.random.Generator, count: int, dark: float) -> Floats:
    """Square tiles in two tones."""
    base = tiles(color, random, count, count, 0.015)
    part, _ = place_in_parts(count)
    odd = ((part[:, None] + part[None]) % 2)[..., None]
    return base * (1.0 - dark * odd).astype(np.float32)


def terrazzo(color: Floats, random: np.random.Generator) -> Floats:
    """Chips of three tones in a fine ground."""
    field, hue = noise(random, 3.0), noise(random, 6.0)
    image = shaded(color, 0.012 * noise(random, 1.0))
    for low, high, tint in (
        (1.5, 9.0, (0.78, 0.75, 0.72)),
        (-9.0, -1.5, (1.09, 1.06, 1.0)),
        (0.0, 0.035, (0.88, 0.82, 0.76)),
    ):
        chip = (field > low) & (field < high)
        image[chip] = (color * np.array(tint, np.float32)) * (1.0 + 0.1 * hue[chip])[..., None]
    return image


def marble(color: Floats, random: np.random.Generator, slabs: int = 2) -> Floats:
    """Slabs with soft clouds and veins that wander."""
    warp = noise(random, 24.0) + 0.35 * noise(random, 6.0)
    broad, fine = np.exp(-9.0 * np.abs(warp)), np.exp(-14.0 * np.abs(noise(random, 14.0) + 0.5 * warp))
    vein = 0.8 * broad * (0.5 + 0.5 * np.tanh(noise(random, 40.0))) + 0.35 * fine
    clouds = 0.03 * noise(random, 30.0) + 0.01 * noise(random, 3.0)
    depth = 0.30 if float(color.mean()) > 0.45 else -0.9  # light veins in dark stone
    image = shaded(color, clouds, -depth * vein)
    part, border = place_in_parts(slabs)
    tone = tones(random, slabs * slabs, 0.015).reshape(slabs, slabs)[np.ix_(part, part)]
    joint = np.minimum(border[:, None], border[None]) < 1
    return np.asarray(image * (tone * np.where(joint, 0.82, 1.0))[..., None], np.float32)


def slate(color: Floats, random: np.random.Generator) -> Floats:
    """Split stone tiles of differing tones."""
    relief = 0.05 * noise(random, 5.0, 14.0) + 0.03 * noise(random, 1.0, 3.0)
    base = tiles(color, random, 3, 3, spread=0.07, grout=0.7, line_px=2)
    return np.asarray(base * (1.0 + relief[..., None]), np.float32)


def flagstone(color: Floats, random: np.random.Generator, count: int) -> Floats:
    """Irregular slabs with joints."""
    number, _, border = cells(random, count, regular=0.35)
    wide = border | np.roll(border, 1, 0) | np.roll(border, 1, 1) | np.roll(border, -1, 0)
    tone = tones(random, int(number.max()) + 1, 0.08)[number]
    image = color * (tone * (1.0 + 0.03 * noise(random, 6.0) + 0.02 * noise(random, 1.0)))[..., None]
    return np.asarray(np.where(wide[..., None], color * 0.62, image), np.float32)


def brick(color: Floats, random: np.random.Generator, painted: bool = False) -> Floats:
    """Bricks in running bond, four a row, twelve rows."""
    spread, grout = (0.012, 0.86) if painted else (0.10, 1.15)
    base = tiles(color, random, 4, 12, spread=spread, grout=grout, line_px=2, bond=True, mottled=0.03)
    return base * (1.0 + 0.025 * noise(random, 0.8))[..., None]


def plaster(color: Floats, random: np.random.Generator) -> Floats:
    """Smooth paint with the relief of a roller."""
    return shaded(color, 0.007 * noise(random, 1.2) + 0.006 * noise(random, 8.0) - 0.02)


def render(color: Floats, random: np.random.Generator) -> Floats:
    """Rough outside plaster."""
    return shaded(color, 0.035 * noise(random, 1.0) + 0.02 * noise(random, 3.0) + 0.012 * noise(random, 40.0) - 0.02)


def concrete(color: Floats, random: np.random.Generator) -> Floats:
    """Clouds, fine grain."""
    return shaded(color, 0.02 * noise(random, 18.0) + 0.018 * noise(random, 60.0) + 0.015 * noise(random, 0.8))


def cast_concrete(color: Floats, random: np.random.Generator) -> Floats:
    """Concrete cast in boards 1.2 x 0.6 m with tie holes."""
    image = concrete(color, random)
    part, border = place_in_parts(2)
    rows, border_v = place_in_parts(4)
    tone = tones(random, 8, 0.02).reshape(4, 2)[np.ix_(rows, part)]
    joint = np.minimum(border_v[:, None], border[None]) < 1
    image *= (tone * np.where(joint, 0.88, 1.0))[..., None]
    for row in range(4):
        for column in range(2):
            for share in (0.2, 0.8):
                y, x = (row * 2 + 1) * SIZE_PX // 8, round((column + share) * SIZE_PX / 2)
                image[y - 3 : y + 3, x - 2 : x + 2] *= 0.7
    return image


def gravel(color: Floats, random: np.random.Generator, count: int, spread: float) -> Floats:
    """Stones of many tones, darker between them."""
    number, distance, border = cells(random, count)
    tone = tones(random, int(number.max()) + 1, spread)[number]
    hollow = np.clip(1.08 - 0.35 * distance / max(float(distance.std()) * 3, 1e-6), 0.55, 1.1)
    return np.asarray(color * (tone * hollow * np.where(border, 0.8, 1.0))[..., None], np.float32)


PATTERNS: dict[str, Pattern] = {
    "tiles_10": Pattern(partial(tiles, across=10, down=10), (1.0, 1.0)),
    "tiles_20": Pattern(partial(tiles, across=6, down=6), (1.2, 1.2)),
    "tiles_30": Pattern(partial(tiles, across=4, down=4), (1.2, 1.2)),
    "tiles_45": Pattern(partial(tiles, across=3, down=3), (1.35, 1.35)),
    "tiles_60": Pattern(partial(tiles, across=2, down=2, mottled=0.02), (1.2, 1.2)),
    "tiles_long": Pattern(partial(tiles, across=2, down=4, bond=True, mottled=0.02), (1.2, 1.2)),  # 30 x 60 cm
    "quarry_tiles": Pattern(partial(tiles, across=8, down=8, spread=0.06, grout=0.55), (1.2, 1.2)),  # 15 cm
    "mosaic": Pattern(partial(tiles, across=20, down=20, spread=0.07, grout=0.85), (0.8, 0.8)),  # 4 cm
    "checker_30": Pattern(partial(checker, count=4, dark=0.35), (1.2, 1.2)),
    "checker_bold": Pattern(partial(checker, count=4, dark=0.78), (1.6, 1.6)),
    "terrazzo": Pattern(terrazzo, (1.0, 1.0)),
    "marble": Pattern(marble, (1.2, 1.2)),  # slabs of 60 cm
    "marble_large": Pattern(marble, (1.8, 1.8)),
    "slate": Pattern(slate, (1.2, 1.2)),  # 40 cm
    "wall_tiles_15": Pattern(partial(tiles, across=6, down=6, spread=0.01, grout=0.88), (0.9, 0.9)),
    "wall_tiles_20": Pattern(partial(tiles, across=4, down=4, spread=0.01, grout=0.86), (0.8, 0.8)),
    "wall_tiles_long": Pattern(partial(tiles, across=2, down=4, spread=0.012, grout=0.86), (1.2, 1.2)),
    "metro_tiles": Pattern(
        partial(tiles, across=4, down=8, spread=0.015, grout=0.80, line_px=2, bond=True), (0.8, 0.8)
    ),
    "brick": Pattern(brick, (0.9, 0.9)),
    "painted_brick": Pattern(partial(brick, painted=True), (0.9, 0.9)),
    "plaster": Pattern(plaster, (1.6, 1.6), tinted=True),
    "render": Pattern(render, (1.6, 1.6), tinted=True),
    "concrete": Pattern(concrete, (2.4, 2.4), tinted=True),
    "cast_concrete": Pattern(cast_concrete, (2.4, 2.4), tinted=True),
    "flagstone": Pattern(partial(flagstone, count=25), (2.0, 2.0)),
    "stone_wall": Pattern(partial(flagstone, count=60), (1.6, 1.6)),
    "paving": Pattern(partial(tiles, across=3, down=3, spread=0.04, grout=0.7, line_px=2, mottled=0.03), (1.5, 1.5)),
    "paving_bond": Pattern(
        partial(tiles, across=6, down=12, spread=0.06, grout=0.7, line_px=2, bond=True, mottled=0.03), (1.2, 1.2)
    ),
    "gravel": Pattern(partial(gravel, count=3600, spread=0.12), (1.2, 1.2)),
    "asphalt": Pattern(partial(gravel, count=14000, spread=0.06), (1.2, 1.2)),
}
