"""Axis-aligned boxes with skins: what all makers of building triangles share. Lengths in world metres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.surfaces import add_texture, material, texture_coordinates, texture_key

Array = NDArray[np.float64]
Range = tuple[float, float]
Parameters = dict[str, Any]
FACES = ("-x", "+x", "-y", "+y", "-z", "+z")
WALL_FACES = ("-u", "+u", "-v", "+v", "-z", "+z")

GLASS = Material("window glass", (0.86, 0.93, 0.95), kind="glass", alpha=0.15, gloss=1.0)
FROSTED = Material("frosted glass", (0.90, 0.94, 0.95), kind="glass", alpha=0.78, gloss=0.4)
METAL = Material("brushed metal", (0.72, 0.72, 0.71), gloss=0.7)


@dataclass(frozen=True)
class Skin:
    """What a face wears: the index of a material, and the finish whose pattern it shows (None: plain)."""

    material: int
    finish: dict[str, Any] | None = None


class Skins:
    """Registers materials and finishes with a geometry; `draw_textures` draws what was used."""

    def __init__(self, geometry: SceneGeometry, finishes: dict[str, dict[str, Any]]) -> None:
        self.geometry, self.rooms = geometry, finishes
        self._used: dict[str, dict[str, Any]] = {}
        self._skins: dict[str, Skin] = {}

    def of(self, finish: dict[str, Any]) -> Skin:
        """The skin of a finish."""
        key = f"{texture_key(finish)} {finish['color']} {finish['gloss']} {finish.get('angle_deg', 0)}"
        if key not in self._skins:
            self._used[texture_key(finish)] = finish
            self._skins[key] = Skin(self.geometry.material(material(finish)), finish)
        return self._skins[key]

    def plain(self, name: str, color: Sequence[float], gloss: float = 0.2) -> Skin:
        """A skin without a pattern."""
        r, g, b = (float(c) for c in color)
        return Skin(self.geometry.material(Material(name, (r, g, b), gloss=gloss)))

    def raw(self, value: Material) -> Skin:
        """A skin of a material."""
        return Skin(self.geometry.material(value))

    def draw_textures(self) -> None:
        """Draw the patterns of all skins handed out so far."""
        for finish in self._used.values():
            add_texture(finish, self.geometry)


class Quads:
    """Collects quads by material; `u` runs along a wall, `v` across it from its centre line, `z` up."""

    def __init__(self, skins: Skins) -> None:
        self.skins = skins
        self._quads: dict[int, list[tuple[Array, Array, dict[str, Any] | None]]] = {}

    def parts(self) -> list[MeshPart]:
        """One mesh part a material, vertices shared by nothing (flat normals)."""
        out = []
        for index, quads in self._quads.items():
            corners = np.concatenate([q[0] for q in quads])
            normals = np.repeat(np.array([q[1] for q in quads]), 4, axis=0)
            uvs = np.concatenate([_coordinates(*q) for q in quads])
            base = 4 * np.arange(len(quads))[:, None]
            faces = np.concatenate([np.add(base, (0, 1, 2)), np.add(base, (0, 2, 3))])
            out.append(
                MeshPart(
                    index,
                    corners.astype(np.float32),
                    normals.astype(np.float32),
                    uvs.astype(np.float32),
                    faces.astype(np.int32),
                )
            )
        return out

    def box(self, lower: Sequence[float], upper: Sequence[float], skins: dict[str, Skin] | Skin) -> None:
        """Faces of an axis-aligned box: all of one skin, or those named."""
        named = dict.fromkeys(FACES, skins) if isinstance(skins, Skin) else skins
        lo, hi = np.minimum(lower, upper), np.maximum(lower, upper)
        for face, skin in named.items():
            axis, positive = "xyz".index(face[1]), face[0] == "+"
            a, b = (axis + 1) % 3, (axis + 2) % 3
            corners = np.empty((4, 3))
            corners[:, axis] = hi[axis] if positive else lo[axis]
            corners[:, a] = (lo[a], hi[a], hi[a], lo[a])
            corners[:, b] = (lo[b], lo[b], hi[b], hi[b])
            normal = np.zeros(3)
            normal[axis] = 1.0 if positive else -1.0
            quads = self._quads.setdefault(skin.material, [])
            quads.append((corners if positive else corners[::-1], normal, skin.finish))

    def slab(
        self, p: Parameters, u: Range, v: Range, z: Range, skins: dict[str, Skin] | Skin, hidden: Sequence[str] = ()
    ) -> None:
        """A box given along (`u`), across (`v`) and up (`z`) a wall; faces named in u, v, z.

        `hidden` faces lie on another solid and are left out: drawn there, they would flicker through at the edge.
        """
        if isinstance(skins, Skin):
            skins = {f: skins for f in WALL_FACES if f not in hidden}
        swap = p["along"] == "y"
        line = p["line_m"]
        lower, upper = (u[0], line + v[0], z[0]), (u[1], line + v[1], z[1])
        if swap:
            lower, upper = (lower[1], lower[0], lower[2]), (upper[1], upper[0], upper[2])
        axis = {"u": "y", "v": "x", "z": "z"} if swap else {"u": "x", "v": "y", "z": "z"}
        self.box(lower, upper, {face[0] + axis[face[1]]: skin for face, skin in skins.items()})


def ascending(a: float, b: float) -> Range:
    """The two in order."""
    return (a, b) if a <= b else (b, a)


def _coordinates(corners: Array, normal: Array, finish: dict[str, Any] | None) -> Array:
    """Texture coordinates from places in the plane of an axis-aligned quad: (x, y) of floors, (run, z) of walls."""
    axis = int(np.argmax(np.abs(normal)))
    plane = corners[:, {0: (1, 2), 1: (0, 2), 2: (0, 1)}[axis]]
    return plane if finish is None else texture_coordinates(finish, plane)
