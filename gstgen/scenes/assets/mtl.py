"""Wavefront MTL texts: the materials of an OBJ file."""

from __future__ import annotations

import math
from dataclasses import dataclass

Color = tuple[float, float, float]


@dataclass
class MtlMaterial:
    """A material of an MTL file: diffuse and specular colour 0..1, opacity, shininess, diffuse picture."""

    diffuse: Color = (0.7, 0.7, 0.7)
    specular: Color = (0.0, 0.0, 0.0)
    opacity: float = 1.0
    shininess: float = 20.0
    picture: str | None = None


def _finite(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _color(text: str) -> Color | None:
    numbers = [_finite(word) for word in text.split()[:3]]
    clipped = [min(max(n, 0.0), 1.0) for n in numbers if n is not None]
    return (clipped[0], clipped[1], clipped[2]) if len(clipped) == 3 else None


def parse_mtl(data: bytes) -> tuple[dict[str, MtlMaterial], int]:
    """Materials of an MTL file by name, and how many of its values cannot be read; these keep their defaults."""
    materials: dict[str, MtlMaterial] = {}
    current: MtlMaterial | None = None
    unread = 0
    for raw in data.decode("latin-1").splitlines():
        keyword, _, value = raw.strip().replace("\t", " ").partition(" ")
        value = value.strip()
        if keyword == "newmtl":
            current = materials.setdefault(value, MtlMaterial())
        elif current is None or not value:
            continue
        elif keyword == "map_Kd":
            current.picture = value
        elif keyword in ("Kd", "Ks"):
            color = _color(value)
            if color is None:
                unread += 1
            elif keyword == "Kd":
                current.diffuse = color
            else:
                current.specular = color
        elif keyword in ("d", "Tr", "Ns"):
            number = _finite(value.split()[-1])
            if number is None:
                unread += 1
            elif keyword == "Ns":
                current.shininess = number
            else:
                current.opacity = number if keyword == "d" else 1.0 - number
    return materials, unread
