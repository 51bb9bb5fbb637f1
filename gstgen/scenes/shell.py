"""Triangles of the building: walls with their openings, floors, ceilings, boards along walls, and what others make.

Everything is axis-aligned boxes in world metres, made from a `Structure`'s parameters and the finishes of the rooms.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from gstgen.scenes.mesh import MeshPart, SceneGeometry
from gstgen.scenes.model import Scene, Structure
from gstgen.scenes.shell_doors import door
from gstgen.scenes.shell_outdoor import eaves, fence, gate
from gstgen.scenes.shell_quads import FACES, Parameters, Quads, Range, Skin, Skins
from gstgen.scenes.shell_windows import window

SKIRTING_HEIGHT_M, SKIRTING_DEPTH_M = 0.08, 0.012
SLAB_M = 0.1
_CAP_M = 0.002  # less than light samples lie off their surface
_OPEN_KINDS = ("door", "front_door", "passage", "window", "gate")
_CONCRETE = (0.72, 0.71, 0.69)


def add_shell(scene: Scene, geometry: SceneGeometry) -> None:
    """Add the triangles of all structure of a procedural scene."""
    skins = Skins(geometry, {room.id: room.finish for room in scene.rooms})
    for structure in scene.structure:
        geometry.add(structure.id, structure_parts(structure, skins))
    skins.draw_textures()


def structure_parts(structure: Structure, skins: Skins) -> list[MeshPart]:
    """Parts of one structure in world metres."""
    quads = Quads(skins)
    _MAKERS[structure.parameters["shape"]](quads, structure.parameters)
    return quads.parts()


def _skins_of(quads: Quads, p: Parameters, room: str | None, looks: str) -> list[tuple[float, Skin]]:
    """Skins of a wall's face in a room that looks one way, from the floor up: (height up to which it goes, skin)."""
    skins = quads.skins
    if room is None:
        return [(p["height_m"], skins.of(p["outside"]))]
    finish = skins.rooms[room]
    accent = finish.get("accent")
    body = skins.of(accent if accent and accent["side"] == looks else finish["wall"])
    dado = finish.get("dado")
    return [*([(dado["height_m"], skins.of(dado))] if dado else []), (p["height_m"], body)]


def _side_skins(quads: Quads, p: Parameters, side: str) -> list[tuple[float, Skin]]:
    # The low side of a wall along x looks towards -y.
    return _skins_of(quads, p, p[side], ("-" if side == "low" else "+") + ("y" if p["along"] == "x" else "x"))


def _cap_skins(quads: Quads, p: Parameters, end: str) -> list[tuple[float, Skin]]:
    """Of an end: what it shows to the room before it or to the outside; inside other walls it does not matter."""
    return _skins_of(quads, p, p[f"cap_{end}"], ("-" if end == "start" else "+") + p["along"])


def wall(quads: Quads, p: Parameters) -> None:
    """A wall cut into cells by its openings and the edges of its finishes, so that no two faces meet in a T."""
    half, height = p["thickness_m"] / 2, p["height_m"]
    holes = p["openings"]
    sides = {side: _side_skins(quads, p, side) for side in ("low", "high")}
    caps = {end: _cap_skins(quads, p, end) for end in ("start", "end")}
    us = sorted({p["start_m"], p["end_m"], *[h[k] for h in holes for k in ("u0_m", "u1_m")]})
    bands = [z for side in (*sides.values(), *caps.values()) for z, _ in side if z < height]
    zs = sorted({0.0, height, *bands, *[h[k] for h in holes for k in ("z0_m", "z1_m")]})
    trim = quads.skins.plain("white paint", p["trim"])

    def at(side: list[tuple[float, Skin]], z: float) -> Skin:
        return next(skin for top, skin in side if z < top or top == side[-1][0])

    def hole(i: int, j: int, kinds: tuple[str, ...] = _OPEN_KINDS) -> bool:
        if not (0 <= i < len(us) - 1 and 0 <= j < len(zs) - 1):
            return False
        u, z = (us[i] + us[i + 1]) / 2, (zs[j] + zs[j + 1]) / 2
        return any(h["u0_m"] < u < h["u1_m"] and h["z0_m"] < z < h["z1_m"] for h in holes if h["kind"] in kinds)

    for i in range(len(us) - 1):
        for j in range(len(zs) - 1):
            if hole(i, j):
                continue
            u, z = (us[i], us[i + 1]), (zs[j], zs[j + 1])
            middle = (z[0] + z[1]) / 2
            rest = {"-v": at(sides["low"], middle), "+v": at(sides["high"], middle)}
            if i == 0:
                rest["-u"] = at(caps["start"], middle)
            if i == len(us) - 2:
                rest["+u"] = at(caps["end"], middle)
            for face, cell in (("-u", (i - 1, j)), ("+u", (i + 1, j)), ("-z", (i, j - 1)), ("+z", (i, j + 1))):
                if hole(*cell, ("window",)):  # door frames cover the other reveals
                    rest[face] = trim
            quads.slab(p, u, (-half, half), z, rest)
            if j == len(zs) - 2:
                # Set a little inwards, so that light never takes the ceilings of rooms beside for this wall's inside.
                quads.slab(p, u, (-half, half), (z[0], z[1] - _CAP_M), {"+z": trim})


def boards(quads: Quads, p: Parameters) -> None:
    """Boards along one side of a wall: skirting, and a rail on top of panelling."""
    skin = quads.skins.plain("white paint", p["trim"])
    half = p["thickness_m"] / 2
    high = p["side"] == "high"
    for band in p["bands"]:
        depth = band["depth_m"]
        v = (half, half + depth) if high else (-half - depth, -half)
        hidden = ("-v" if high else "+v", *(("-z",) if band["z0_m"] <= 0 else ()))
        for u0, u1 in band["runs_m"]:
            quads.slab(p, (u0, u1), v, (band["z0_m"], band["z1_m"]), skin, hidden=hidden)


def floor(quads: Quads, p: Parameters) -> None:
    """A slab whose top is the room's floor, out to the middle of the walls around it; and other ground laid into it."""
    skins = quads.skins
    top, below = skins.of(skins.rooms[p["room"]]["floor"]), skins.plain("concrete edge", _CONCRETE, 0.0)
    zones = [(zone["rect_m"], skins.of(zone["finish"])) for zone in p.get("zones", ())]
    for rect in p["rects_m"]:
        for cell in _cells(rect, [zone for zone, _ in zones]):
            x, y = (cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2
            own = next((skin for (x0, y0, x1, y1), skin in zones if x0 < x < x1 and y0 < y < y1), top)
            quads.box((cell[0], cell[1], -SLAB_M), (cell[2], cell[3], 0.0), {"+z": own})
        quads.box((rect[0], rect[1], -SLAB_M), (rect[2], rect[3], 0.0), {"-z": below})


def _cells(rect: Sequence[float], zones: Sequence[Sequence[float]]) -> list[tuple[float, float, float, float]]:
    """A rectangle cut by the edges of others, so that no two faces meet in a T."""
    x0, y0, x1, y1 = rect
    xs = sorted({x0, x1, *(x for zone in zones for x in (zone[0], zone[2]) if x0 < x < x1)})
    ys = sorted({y0, y1, *(y for zone in zones for y in (zone[1], zone[3]) if y0 < y < y1)})
    return [(a, c, b, d) for a, b in itertools.pairwise(xs) for c, d in itertools.pairwise(ys)]


def ceiling(quads: Quads, p: Parameters) -> None:
    """The underside and the top of a room's ceiling, which ends just inside the walls, and beams below it.

    Its edges lie in the walls: drawn there, light would take them for something that shines. Its top is as high as the
    walls, so that no daylight falls on them from above.
    """
    skins, z = quads.skins, p["height_m"]
    below = skins.of(skins.rooms[p["room"]]["ceiling"])
    above = skins.plain("concrete edge", _CONCRETE, 0.0)
    for x0, y0, x1, y1 in p["rects_m"]:
        quads.box((x0, y0, z), (x1, y1, p["top_m"]), {"-z": below, "+z": above})
    if p["beams"]:
        beam = skins.of(p["beam_finish"])
        for x0, y0, x1, y1, depth in p["beams"]:
            quads.box((x0, y0, z - depth), (x1, y1, z), {f: beam for f in FACES if f != "+z"})


_MAKERS: dict[str, Callable[[Quads, dict[str, Any]], None]] = {
    "wall": wall,
    "boards": boards,
    "floor": floor,
    "ceiling": ceiling,
    "door": door,
    "window": window,
    "fence": fence,
    "gate": gate,
    "eaves": eaves,
}

__all__ = ["SKIRTING_DEPTH_M", "SKIRTING_HEIGHT_M", "SLAB_M", "Range", "add_shell", "structure_parts"]
