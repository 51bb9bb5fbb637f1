"""Triangles of the building: walls with their openings, floors, ceilings, skirting boards, doors and windows.

Everything is axis-aligned boxes in world metres, made from a `Structure`'s parameters alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Scene, Structure
from gstgen.scenes.surfaces import TILE_M, add_textures, material

Array = NDArray[np.float64]
FACES = ("-x", "+x", "-y", "+y", "-z", "+z")

_WHITE = Material("white paint", (0.93, 0.93, 0.91), gloss=0.2)
_OUTSIDE = Material("outside render", (0.86, 0.84, 0.80))
_GLASS = Material("window glass", (0.86, 0.93, 0.95), kind="glass", alpha=0.15, gloss=1.0)
_METAL = Material("brushed metal", (0.72, 0.72, 0.71), gloss=0.7)

SKIRTING_HEIGHT_M, SKIRTING_DEPTH_M = 0.08, 0.012
_CASING_M, _CASING_DEPTH_M = 0.055, 0.014
_SLAB_M = 0.1


def add_shell(scene: Scene, geometry: SceneGeometry) -> None:
    """Add the triangles of all structure of a procedural scene."""
    finishes = {room.id: room.finish for room in scene.rooms}
    add_textures((surface for finish in finishes.values() for surface in finish.values()), geometry)
    for structure in scene.structure:
        geometry.add(structure.id, structure_parts(structure, finishes, geometry))


def structure_parts(
    structure: Structure, finishes: dict[str, dict[str, Any]], geometry: SceneGeometry
) -> list[MeshPart]:
    """Parts of one structure in world metres; materials go into `geometry`."""
    build = _Builder(geometry, finishes)
    makers: dict[str, Callable[[dict[str, Any]], None]] = {
        "wall": build.wall,
        "skirting": build.skirting,
        "floor": build.floor,
        "ceiling": build.ceiling,
        "door": build.door,
        "window": build.window,
    }
    makers[structure.parameters["shape"]](structure.parameters)
    return build.parts()


class _Builder:
    """Collects quads by material; `u` runs along a wall, `v` across it, `z` up."""

    def __init__(self, geometry: SceneGeometry, finishes: dict[str, dict[str, Any]]) -> None:
        self.geometry, self.finishes = geometry, finishes
        self.quads: dict[int, list[tuple[Array, Array, float]]] = {}

    def parts(self) -> list[MeshPart]:
        """One mesh part a material, vertices shared by nothing (flat normals)."""
        out = []
        for index, quads in self.quads.items():
            corners = np.concatenate([q[0] for q in quads])
            normals = np.repeat(np.array([q[1] for q in quads]), 4, axis=0)
            uvs = np.concatenate([_planar_uv(q[0], q[1]) / q[2] for q in quads])
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

    def box(
        self, lower: Sequence[float], upper: Sequence[float], materials: dict[str, int] | int, tile_m: float = 1.0
    ) -> None:
        """Faces of an axis-aligned box: all of one material, or those named."""
        names = dict.fromkeys(FACES, materials) if isinstance(materials, int) else materials
        lo, hi = np.minimum(lower, upper), np.maximum(lower, upper)
        for face, index in names.items():
            axis, positive = "xyz".index(face[1]), face[0] == "+"
            a, b = (axis + 1) % 3, (axis + 2) % 3
            corners = np.empty((4, 3))
            corners[:, axis] = hi[axis] if positive else lo[axis]
            corners[:, a] = (lo[a], hi[a], hi[a], lo[a])
            corners[:, b] = (lo[b], lo[b], hi[b], hi[b])
            normal = np.zeros(3)
            normal[axis] = 1.0 if positive else -1.0
            self.quads.setdefault(index, []).append((corners if positive else corners[::-1], normal, tile_m))

    # --- frames along a wall ----------------------------------------------------------------------------------------

    def slab(
        self, p: dict[str, Any], u: tuple[float, float], v: tuple[float, float], z: tuple[float, float],
        materials: dict[str, int] | int, tile_m: float = 1.0, hidden: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """A box given along (`u`), across (`v`, from the centre line) and up (`z`) a wall; faces named in u, v, z.

        `hidden` faces lie on another solid and are left out: drawn there, they would flicker through at the edge.
        """
        if isinstance(materials, int):
            materials = {f: materials for f in ("-u", "+u", "-v", "+v", "-z", "+z") if f not in hidden}
        swap = p["along"] == "y"
        line = p["line_m"]
        lower, upper = (u[0], line + v[0], z[0]), (u[1], line + v[1], z[1])
        if swap:
            lower, upper = (lower[1], lower[0], lower[2]), (upper[1], upper[0], upper[2])
        axis = {"u": "y", "v": "x", "z": "z"} if swap else {"u": "x", "v": "y", "z": "z"}
        named = {face[0] + axis[face[1]]: index for face, index in materials.items()}
        self.box(lower, upper, named, tile_m)

    def paint(self, room: str | None, surface: str = "wall") -> tuple[int, float]:
        """Material and texture scale (metres) of a room's surface; the outside render without a room."""
        if room is None:
            return self.geometry.material(_OUTSIDE), 1.0
        finish = self.finishes[room][surface]
        return self.geometry.material(material(finish)), TILE_M[finish["kind"]]

    # --- shapes -----------------------------------------------------------------------------------------------

    def wall(self, p: dict[str, Any]) -> None:
        """A wall cut into cells by its openings, so that no two faces meet in a T."""
        half, height = p["thickness_m"] / 2, p["height_m"]
        holes = p["openings"]
        us = sorted({p["start_m"], p["end_m"], *[h[k] for h in holes for k in ("u0_m", "u1_m")]})
        zs = sorted({0.0, height, *[h[k] for h in holes for k in ("z0_m", "z1_m")]})
        low, low_tile = self.paint(p["low"])
        high, high_tile = self.paint(p["high"])
        inner = low if p["low"] else high
        white = self.geometry.material(_WHITE)
        outside = self.geometry.material(_OUTSIDE)

        def hole(i: int, j: int, kinds: tuple[str, ...] = ("door", "front_door", "passage", "window")) -> bool:
            if not (0 <= i < len(us) - 1 and 0 <= j < len(zs) - 1):
                return False
            u, z = (us[i] + us[i + 1]) / 2, (zs[j] + zs[j + 1]) / 2
            return any(h["u0_m"] < u < h["u1_m"] and h["z0_m"] < z < h["z1_m"] for h in holes if h["kind"] in kinds)

        for i in range(len(us) - 1):
            for j in range(len(zs) - 1):
                if hole(i, j):
                    continue
                u, z = (us[i], us[i + 1]), (zs[j], zs[j + 1])
                self.slab(p, u, (-half, half), z, {"-v": low}, low_tile)
                self.slab(p, u, (-half, half), z, {"+v": high}, high_tile)
                rest: dict[str, int] = {}
                if i == 0:
                    rest["-u"] = outside if p["cap_start"] else inner
                if i == len(us) - 2:
                    rest["+u"] = outside if p["cap_end"] else inner
                for face, cell in (("-u", (i - 1, j)), ("+u", (i + 1, j)), ("-z", (i, j - 1)), ("+z", (i, j + 1))):
                    if hole(*cell, ("window",)):  # door frames cover the other reveals
                        rest[face] = white
                if j == len(zs) - 2:
                    rest["+z"] = white
                if rest:
                    self.slab(p, u, (-half, half), z, rest)

    def skirting(self, p: dict[str, Any]) -> None:
        """Boards along one side of a wall."""
        white = self.geometry.material(_WHITE)
        half = p["thickness_m"] / 2
        high = p["side"] == "high"
        v = (half, half + SKIRTING_DEPTH_M) if high else (-half - SKIRTING_DEPTH_M, -half)
        wall_face = "-v" if high else "+v"
        for u0, u1 in p["runs_m"]:
            self.slab(p, (u0, u1), v, (0.0, SKIRTING_HEIGHT_M), white, hidden=("-z", wall_face))

    def floor(self, p: dict[str, Any]) -> None:
        """A slab whose top is the room's floor, out to the middle of the walls around it."""
        index, tile = self.paint(p["room"], "floor")
        sides = self.geometry.material(_OUTSIDE)
        for x0, y0, x1, y1 in p["rects_m"]:
            self.box((x0, y0, -_SLAB_M), (x1, y1, 0.0), {"+z": index}, tile)
            self.box((x0, y0, -_SLAB_M), (x1, y1, 0.0), {f: sides for f in FACES if f != "+z"})

    def ceiling(self, p: dict[str, Any]) -> None:
        """A slab whose underside is the room's ceiling."""
        index, tile = self.paint(p["room"], "ceiling")
        z = p["height_m"]
        sides = self.geometry.material(_OUTSIDE)
        for x0, y0, x1, y1 in p["rects_m"]:
            self.box((x0, y0, z), (x1, y1, z + _SLAB_M), {"-z": index}, tile)
            self.box((x0, y0, z), (x1, y1, z + _SLAB_M), {f: sides for f in FACES if f != "-z"})

    def door(self, p: dict[str, Any]) -> None:
        """Frame and casing in the hole, and a leaf: open at 90 degrees, closed, or none (an open passage)."""
        white = self.geometry.material(_WHITE)
        half = p["thickness_m"] / 2
        u0, u1, top = p["u0_m"], p["u1_m"], p["z1_m"]
        frame = p["frame_m"]
        for a, b, back in ((u0, u0 + frame, "-u"), (u1 - frame, u1, "+u")):
            self.slab(p, (a, b), (-half, half), (0.0, top), white, hidden=(back, "-z", "+z"))
        self.slab(p, (u0 + frame, u1 - frame), (-half, half), (top - frame, top), white, hidden=("-u", "+u", "+z"))
        lap, reach = 0.3 * frame, _CASING_M  # the casing covers the seam between frame and wall
        for v, back in (((half, half + _CASING_DEPTH_M), "-v"), ((-half - _CASING_DEPTH_M, -half), "+v")):
            self.slab(p, (u0 - reach, u0 + lap), v, (0.0, top + reach), white, hidden=(back, "-z"))
            self.slab(p, (u1 - lap, u1 + reach), v, (0.0, top + reach), white, hidden=(back, "-z"))
            self.slab(p, (u0 + lap, u1 - lap), v, (top - lap, top + reach), white, hidden=(back, "-u", "+u"))
        if p["leaf"] != "none":
            self._leaf(p, half, frame, top)

    def _leaf(self, p: dict[str, Any], half: float, frame: float, top: float) -> None:
        leaf = self.geometry.material(Material("door leaf", tuple(p["color"]), gloss=0.25))
        panel = self.geometry.material(Material("door panel", tuple(0.92 * c for c in p["color"]), gloss=0.25))
        metal = self.geometry.material(_METAL)
        t = p["leaf_m"]
        u0, u1 = p["u0_m"] + frame, p["u1_m"] - frame
        sign = 1.0 if p["side"] == "high" else -1.0
        z = (0.008, top - frame - 0.004)
        if p["leaf"] == "closed":
            v = (sign * half - sign * t, sign * half)
            v = (min(v), max(v))
            z = (0.0, top - frame)
            self.slab(p, (u0, u1), v, z, leaf, hidden=("-u", "+u", "-z", "+z"))
            self._panels(p, (u0, u1), v, z, panel, along=True)
            handle = u1 - 0.07 if p["hinge"] == "start" else u0 + 0.07
            for s in (-1, 1):
                face = v[1] if s > 0 else v[0]
                self.slab(
                    p, (handle - 0.06, handle + 0.06), _sorted(face + s * 0.03, face + s * 0.05), (1.02, 1.045), metal
                )
                self.slab(p, (handle - 0.012, handle + 0.012), _sorted(face, face + s * 0.05), (1.02, 1.045), metal)
            return
        length = u1 - u0 - 0.006
        u = (u0, u0 + t) if p["hinge"] == "start" else (u1 - t, u1)
        v = _sorted(sign * half, sign * (half + length))
        self.slab(p, u, v, z, leaf)
        self._panels(p, u, v, z, panel, along=False)
        far = sign * (half + length - 0.07)
        for s in (-1, 1):
            face = u[1] if s > 0 else u[0]
            self.slab(p, _sorted(face + s * 0.03, face + s * 0.05), (far - 0.06, far + 0.06), (1.02, 1.045), metal)
            self.slab(p, _sorted(face, face + s * 0.05), (far - 0.012, far + 0.012), (1.02, 1.045), metal)

    def _panels(
        self,
        p: dict[str, Any],
        u: tuple[float, float],
        v: tuple[float, float],
        z: tuple[float, float],
        index: int,
        along: bool,
    ) -> None:
        """Two raised panels on both faces of a leaf, 4 mm proud."""
        height = z[1] - z[0]
        for a, b in ((0.08, 0.44), (0.50, 0.94)):
            zz = (z[0] + a * height, z[0] + b * height)
            if along:
                inset = 0.16 * (u[1] - u[0])
                for vv, back in (((v[0] - 0.004, v[0]), "+v"), ((v[1], v[1] + 0.004), "-v")):
                    self.slab(p, (u[0] + inset, u[1] - inset), vv, zz, index, hidden=(back,))
            else:
                inset = 0.16 * (v[1] - v[0])
                for uu, back in (((u[0] - 0.004, u[0]), "+u"), ((u[1], u[1] + 0.004), "-u")):
                    self.slab(p, uu, (v[0] + inset, v[1] - inset), zz, index, hidden=(back,))

    def window(self, p: dict[str, Any]) -> None:
        """Frame, sashes with glazing bars, a pane, and a sill inside."""
        white = self.geometry.material(_WHITE)
        glass = self.geometry.material(_GLASS)
        half = p["thickness_m"] / 2
        inward = 1.0 if p["side"] == "high" else -1.0
        u0, u1, z0, z1 = p["u0_m"], p["u1_m"], p["z0_m"], p["z1_m"]
        # The frame sits towards the outside and leaves a reveal inside.
        v = _sorted(-inward * (half - 0.01), -inward * (half - 0.07))
        w = 0.05
        self.slab(p, (u0, u1), v, (z0, z0 + w), white, hidden=("-u", "+u", "-z"))
        self.slab(p, (u0, u1), v, (z1 - w, z1), white, hidden=("-u", "+u", "+z"))
        sashes = max(1, round((u1 - u0) / 0.75))
        for k in range(sashes + 1):
            middle = u0 + w / 2 + k * (u1 - u0 - w) / sashes
            ends = ("-u",) if k == 0 else ("+u",) if k == sashes else ()
            self.slab(p, (middle - w / 2, middle + w / 2), v, (z0 + w, z1 - w), white, hidden=("-z", "+z", *ends))
        center = (v[0] + v[1]) / 2
        self.slab(p, (u0 + w, u1 - w), (center, center + 0.001), (z0 + w, z1 - w), {"-v": glass})
        bar = _sorted(center - 0.012, center + 0.012)
        for k in range(sashes):
            a = u0 + w / 2 + k * (u1 - u0 - w) / sashes + w / 2
            b = u0 + w / 2 + (k + 1) * (u1 - u0 - w) / sashes - w / 2
            self.slab(p, ((a + b) / 2 - 0.011, (a + b) / 2 + 0.011), bar, (z0 + w, z1 - w), white, hidden=("-z", "+z"))
            for share in (1 / 3, 2 / 3):
                z = z0 + w + share * (z1 - z0 - 2 * w)
                self.slab(p, (a, b), bar, (z - 0.011, z + 0.011), white, hidden=("-u", "+u"))
        lining = _sorted(inward * half, -inward * (half - 0.07))
        away = "-v" if inward > 0 else "+v"
        self.slab(p, (u0, u1), lining, (z0, z0 + 0.012), white, hidden=("-u", "+u", "-z", "-v", "+v"))
        board = _sorted(inward * half, inward * (half + 0.03))
        self.slab(p, (u0 - 0.04, u1 + 0.04), board, (z0 - 0.025, z0 + 0.012), white, hidden=(away,))


def _sorted(a: float, b: float) -> tuple[float, float]:
    return (a, b) if a <= b else (b, a)


def _planar_uv(corners: Array, normal: Array) -> Array:
    """World coordinates in the plane of an axis-aligned quad: (x, y) of floors, (run, z) of walls."""
    axis = int(np.argmax(np.abs(normal)))
    pairs = {0: (1, 2), 1: (0, 2), 2: (0, 1)}
    return corners[:, pairs[axis]]
