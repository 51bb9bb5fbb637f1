"""From the finish of a surface (JSON in `scene.json`) to its material, its texture and its texture coordinates.

A finish is {"kind": a pattern, "color": sRGB, "seed", "gloss"} and, where the pattern lies turned, "angle_deg".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.errors import RequestError
from gstgen.randomness import rng
from gstgen.scenes import patterns_mineral, patterns_soft, patterns_wood
from gstgen.scenes.mesh import Material, SceneGeometry
from gstgen.scenes.patterns import SIZE_PX, Pattern

Array = NDArray[np.float64]
Color = tuple[float, float, float]

PATTERNS: dict[str, Pattern] = {**patterns_wood.PATTERNS, **patterns_mineral.PATTERNS, **patterns_soft.PATTERNS}


def pattern(kind: str) -> Pattern:
    """The pattern of a name. RequestError for an unknown one."""
    if kind not in PATTERNS:
        raise RequestError(f"scene.json names an unknown surface {kind!r}; rebuild the scene")
    return PATTERNS[kind]


def material(finish: dict[str, Any]) -> Material:
    """The material of a finish; tinted patterns are one pale texture multiplied by the colour."""
    r, g, b = (float(c) for c in finish["color"])
    tint = (r, g, b) if pattern(finish["kind"]).tinted else (1.0, 1.0, 1.0)
    return Material(
        f"{finish['kind']} {finish['seed']}", tint, texture=texture_key(finish), gloss=float(finish["gloss"])
    )


def texture_key(finish: dict[str, Any]) -> str:
    """Name of a finish's texture in `SceneGeometry.textures`."""
    if pattern(finish["kind"]).tinted:
        return f"surface/{finish['kind']}"
    color = "-".join(f"{c:.3f}" for c in finish["color"])
    return f"surface/{finish['kind']}/{finish['seed']}/{color}"


def add_texture(finish: dict[str, Any], geometry: SceneGeometry) -> None:
    """Draw the texture of a finish where the geometry lacks it."""
    key = texture_key(finish)
    if key not in geometry.textures:
        tinted = pattern(finish["kind"]).tinted
        r, g, b = (1.0, 1.0, 1.0) if tinted else (float(c) for c in finish["color"])
        geometry.textures[key] = texture(finish["kind"], (r, g, b), 0 if tinted else int(finish["seed"]))


def add_textures(finishes: Iterable[dict[str, Any]], geometry: SceneGeometry) -> None:
    """Draw the textures of some finishes."""
    for finish in finishes:
        add_texture(finish, geometry)


@lru_cache(maxsize=64)
def texture(kind: str, color: Color, seed: int) -> NDArray[np.uint8]:
    """A pattern in a base colour (sRGB 0..1): (512, 512, 4) uint8 sRGB, read-only, the same on every call."""
    rgb = pattern(kind).draw(np.array(color, np.float32), rng(seed, "texture", kind))
    out = np.empty((SIZE_PX, SIZE_PX, 4), np.uint8)
    out[..., :3] = np.clip(np.round(rgb * 255.0), 0, 255)
    out[..., 3] = 255
    out.setflags(write=False)
    return out


def texture_coordinates(finish: dict[str, Any], plane_m: Array) -> Array:
    """(n, 2) texture coordinates of places in a surface's plane, metres: (x, y) of floors, (run, height) of walls."""
    u_m, v_m = pattern(finish["kind"]).tile_m
    angle = float(np.radians(finish.get("angle_deg", 0.0)))
    cosine, sine = np.cos(angle), np.sin(angle)
    turned = plane_m @ np.array([[cosine, -sine], [sine, cosine]])
    return np.asarray(turned / np.array([u_m, v_m]))
