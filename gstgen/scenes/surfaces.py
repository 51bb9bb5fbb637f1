"""Seamless textures made in code, and the surface finishes of rooms. Textures are (512, 512, 4) uint8 sRGB."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.randomness import rng
from gstgen.scenes.mesh import Material, SceneGeometry

Array = NDArray[np.float64]
Color = tuple[float, float, float]
SIZE_PX = 512

# Side of the square of floor or wall that one texture covers, metres.
TILE_M = {
    "planks": 1.2,
    "herringbone": 1.2,
    "tiles": 1.2,
    "checker": 1.2,
    "carpet": 0.9,
    "plaster": 1.6,
    "terrazzo": 1.0,
    "vinyl": 1.0,
    "concrete": 2.0,
    "wall_tiles": 0.9,
}


def material(finish: dict[str, Any]) -> Material:
    """The material of a finish {kind, color, seed, gloss}; plaster is one grey texture tinted by the colour."""
    kind, color = finish["kind"], tuple(finish["color"])
    tint = color if kind == "plaster" else (1.0, 1.0, 1.0)
    return Material(f"{kind} {finish['seed']}", tint, texture=texture_key(finish), gloss=float(finish["gloss"]))


def texture_key(finish: dict[str, Any]) -> str:
    """Name of a finish's texture in `SceneGeometry.textures`."""
    if finish["kind"] == "plaster":
        return "surface/plaster"
    color = "-".join(f"{c:.3f}" for c in finish["color"])
    return f"surface/{finish['kind']}/{finish['seed']}/{color}"


def add_textures(finishes: Iterable[dict[str, Any]], geometry: SceneGeometry) -> None:
    """Draw the textures of finishes that the geometry lacks."""
    for finish in finishes:
        key = texture_key(finish)
        if key not in geometry.textures:
            plain = finish["kind"] == "plaster"
            color = (1.0, 1.0, 1.0) if plain else tuple(finish["color"])
            geometry.textures[key] = texture(finish["kind"], color, 0 if plain else int(finish["seed"]))


def texture(kind: str, color: Color, seed: int) -> NDArray[np.uint8]:
    """Draw a texture of a kind in a base colour (sRGB 0..1)."""
    random = rng(seed, "texture", kind)
    rgb = _KINDS[kind](np.array(color), random)
    out = np.empty((SIZE_PX, SIZE_PX, 4), np.uint8)
    out[..., :3] = np.clip(np.round(rgb * 255.0), 0, 255)
    out[..., 3] = 255
    return out


def _noise(random: np.random.Generator, sigma: tuple[float, float] | float) -> Array:
    """Periodic smooth noise with mean 0 and standard deviation 1."""
    noise = ndimage.gaussian_filter(random.standard_normal((SIZE_PX, SIZE_PX)), sigma, mode="wrap")
    scaled: Array = (noise - noise.mean()) / max(float(noise.std()), 1e-9)
    return scaled


def _planks(color: Array, random: np.random.Generator) -> Array:
    rows, n = 8, SIZE_PX
    h = n // rows
    grain = 0.045 * _noise(random, (0.7, 22.0)) + 0.03 * _noise(random, (2.0, 60.0))
    image = np.empty((n, n, 3))
    seams = np.zeros((n, n))
    for row in range(rows):
        start = int(random.integers(n))
        cut = int(random.integers(int(0.38 * n), int(0.62 * n)))
        tones = random.normal(1.0, 0.05, 2)
        warm = random.normal(0.0, 0.008, (2, 1)) * np.array([1.0, 0.0, -1.0])
        x = (np.arange(n) - start) % n
        second = x >= cut
        tone = np.where(second[:, None], tones[1] + warm[1], tones[0] + warm[0])
        image[row * h : (row + 1) * h] = color * tone[None]
        seams[row * h] = seams[(row + 1) * h - 1] = 0.5
        seams[row * h : (row + 1) * h, start] = 1.0
        seams[row * h : (row + 1) * h, (start + cut) % n] = 1.0
        roll = int(random.integers(n))
        grain[row * h : (row + 1) * h] = np.roll(grain[row * h : (row + 1) * h], roll, axis=1)
    return image * (1.0 + grain[..., None]) * (1.0 - 0.38 * seams[..., None])


def _herringbone(color: Array, random: np.random.Generator) -> Array:
    """Blocks of four strips whose direction alternates, as in basket-weave parquet."""
    n, block = SIZE_PX, SIZE_PX // 4
    along = 1.0 + 0.05 * _noise(random, (0.8, 18.0)) + 0.03 * _noise(random, (2.0, 40.0))
    image = np.empty((n, n, 3))
    strip = block // 4
    for i in range(4):
        for j in range(4):
            ys, xs = slice(i * block, (i + 1) * block), slice(j * block, (j + 1) * block)
            part = along[ys, xs, None] * color
            tones = np.repeat(random.normal(1.0, 0.08, 4), strip)
            part = part * tones[:, None, None]
            part[::strip] *= 0.66
            part[:, 0] *= 0.66
            image[ys, xs] = part if (i + j) % 2 == 0 else part.transpose(1, 0, 2)
    return image


def _tiles(
    color: Array, random: np.random.Generator, count: int = 4, spread: float = 0.02, grout: float = 0.72
) -> Array:
    place = np.arange(SIZE_PX) * count / SIZE_PX  # in tiles
    number, inside = place.astype(int), np.minimum(place % 1.0, 1.0 - place % 1.0) * SIZE_PX / count
    tone = random.normal(1.0, spread, (count, count))[np.ix_(number, number)]
    image: Array = color * (tone * (1.0 + 0.008 * _noise(random, 14.0) + 0.006 * _noise(random, 1.0)))[..., None]
    line, bevel = inside < 2.0, inside < 4.0
    image *= np.where(bevel[:, None] | bevel[None, :], 0.97, 1.0)[..., None]
    joint = (line[:, None] | line[None, :])[..., None]
    tiled: Array = np.where(joint, np.clip(color, 0.35, 1.0).mean() * grout * np.ones(3), image)
    return tiled


def _wall_tiles(color: Array, random: np.random.Generator) -> Array:
    return _tiles(color, random, count=6, spread=0.012, grout=0.9)


def _checker(color: Array, random: np.random.Generator) -> Array:
    base = _tiles(color, random, count=4, spread=0.015)
    size = SIZE_PX // 4
    dark = np.kron(np.indices((4, 4)).sum(0) % 2, np.ones((size, size)))[..., None]
    return base * (1.0 - 0.3 * dark)


def _carpet(color: Array, random: np.random.Generator) -> Array:
    pile = 0.06 * _noise(random, 0.8) + 0.03 * _noise(random, 3.0) + 0.012 * _noise(random, 30.0)
    return color * (1.0 + pile)[..., None]


def _plaster(color: Array, random: np.random.Generator) -> Array:
    relief = 0.008 * _noise(random, 1.2) + 0.004 * _noise(random, 6.0)
    return color * np.clip(0.98 + relief, 0.0, 1.0)[..., None]


def _terrazzo(color: Array, random: np.random.Generator) -> Array:
    field, hue = _noise(random, 3.2), _noise(random, 6.0)
    image = color * (1.0 + 0.012 * _noise(random, 1.0))[..., None]
    for low, high, tint in (
        (1.5, 9.0, (0.80, 0.77, 0.74)),
        (-9.0, -1.5, (1.08, 1.05, 1.0)),
        (0.0, 0.03, (0.9, 0.85, 0.79)),
    ):
        chip = (field > low) & (field < high)
        image[chip] = (color * np.array(tint)) * (1.0 + 0.1 * hue[chip])[..., None]
    return image


def _vinyl(color: Array, random: np.random.Generator) -> Array:
    image = color * (1.0 + 0.010 * _noise(random, 2.0) + 0.008 * _noise(random, 24.0))[..., None]
    size = SIZE_PX // 2
    x = np.arange(SIZE_PX) % size
    line = (x < 2)[:, None] | (x < 2)[None, :]
    return np.where(line[..., None], image * 0.86, image)


def _concrete(color: Array, random: np.random.Generator) -> Array:
    return (
        color
        * (1.0 + 0.018 * _noise(random, 18.0) + 0.015 * _noise(random, 60.0) + 0.015 * _noise(random, 0.8))[..., None]
    )


_KINDS: dict[str, Callable[[Array, np.random.Generator], Array]] = {
    "planks": _planks,
    "herringbone": _herringbone,
    "tiles": _tiles,
    "wall_tiles": _wall_tiles,
    "checker": _checker,
    "carpet": _carpet,
    "plaster": _plaster,
    "terrazzo": _terrazzo,
    "vinyl": _vinyl,
    "concrete": _concrete,
}

_WOODS: tuple[Color, ...] = (
    (0.80, 0.60, 0.40),
    (0.68, 0.47, 0.30),
    (0.86, 0.71, 0.53),
    (0.52, 0.36, 0.25),
    (0.74, 0.66, 0.56),
)
_STONES: tuple[Color, ...] = (
    (0.86, 0.85, 0.82),
    (0.70, 0.71, 0.70),
    (0.80, 0.74, 0.65),
    (0.66, 0.71, 0.74),
    (0.76, 0.76, 0.77),
)
_FABRICS: tuple[Color, ...] = (
    (0.72, 0.67, 0.60),
    (0.58, 0.60, 0.64),
    (0.66, 0.58, 0.52),
    (0.62, 0.66, 0.60),
    (0.52, 0.46, 0.50),
)
# Light, muted wall paints that differ in hue: no two rooms of a home (of up to twelve) have the same.
_PAINTS: tuple[Color, ...] = (
    (0.91, 0.89, 0.84), (0.87, 0.82, 0.73), (0.80, 0.84, 0.78), (0.77, 0.82, 0.87), (0.83, 0.80, 0.76),
    (0.88, 0.79, 0.73), (0.78, 0.85, 0.84), (0.84, 0.82, 0.87), (0.90, 0.86, 0.74), (0.86, 0.88, 0.90),
    (0.86, 0.80, 0.81), (0.82, 0.85, 0.72),
)  # fmt: skip
_FLOORS = {
    "wood": (("planks", "planks", "herringbone"), _WOODS, 0.35),
    "tile": (("tiles", "checker", "terrazzo"), _STONES, 0.45),
    "kitchen": (("vinyl", "tiles", "checker"), _STONES, 0.35),
    "soft": (("carpet",), _FABRICS, 0.0),
    "plain": (("concrete", "vinyl"), _STONES, 0.15),
}
_FLOOR_OF = {
    "bathroom": "tile", "utility_room": "tile", "sauna": "tile", "entryway": "tile",
    "kitchen": "kitchen", "pantry_room": "kitchen",
    "bedroom": "soft", "childs_room": "soft", "closet": "soft", "television_room": "soft",
    "garage": "plain", "storage_room": "plain", "exercise_room": "plain", "empty_room": "plain", "staircase": "plain",
}  # fmt: skip


def room_finishes(scene: str, rooms: list[tuple[str, str]], seed: int) -> dict[str, dict[str, Any]]:
    """Finishes {floor, wall, ceiling} by room id for rooms [(id, type)], so that rooms can be told apart.

    Wood is one kind throughout a home; other floors and all wall colours differ from room to room.
    """
    random = rng(seed, "finish", scene)
    wood = _WOODS[int(random.integers(len(_WOODS)))]
    wood_kind = str(random.choice(_FLOORS["wood"][0]))
    order = random.permutation(len(_PAINTS))
    out: dict[str, dict[str, Any]] = {}
    for k, (room_id, type_) in enumerate(rooms):
        family = _FLOOR_OF.get(type_, "wood")
        kinds, palette, gloss = _FLOORS[family]
        kind = wood_kind if family == "wood" else str(random.choice(kinds))
        color = wood if family == "wood" else palette[int(random.integers(len(palette)))]
        shade = [round(float(np.clip(c * random.normal(1.0, 0.02), 0.2, 0.92)), 3) for c in color]
        paint = _PAINTS[int(order[k % len(_PAINTS)])]
        wall = [round(float(np.clip(c + random.normal(0.0, 0.012), 0.0, 0.94)), 3) for c in paint]
        wall_kind = "wall_tiles" if type_ in ("bathroom", "sauna") else "plaster"
        floor_seed = 1 if family == "wood" else 2 + k
        out[room_id] = {
            "floor": {
                "kind": kind,
                "color": list(wood) if family == "wood" else shade,
                "seed": floor_seed,
                "gloss": gloss,
            },
            "wall": {
                "kind": wall_kind,
                "color": wall,
                "seed": 2 + k,
                "gloss": 0.3 if wall_kind == "wall_tiles" else 0.02,
            },
            "ceiling": {"kind": "plaster", "color": [0.93, 0.93, 0.92], "seed": 0, "gloss": 0.0},
        }
    return out
