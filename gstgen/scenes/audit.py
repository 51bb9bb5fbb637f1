"""An audit of a scene that shares nothing with the generator's own checks: boxes, floor, supports from `Scene` alone.

`gstgen.scenes.checks` guards the generator while it works; this recomputes the same claims by other means (polygons in
a search tree, a painted floor), so that a fault of one is not a fault of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from scipy import ndimage

from gstgen.scenes.model import Scene, SceneObject, Structure

Mask = NDArray[np.bool_]
_SHIFT = 4  # binary digits of a pixel that cv2 draws polygons with


class AuditSettings(BaseModel):
    """What counts as a fault. Lengths in metres."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cell_m: float = Field(gt=0.0, le=0.1)
    agent_radius_m: float = Field(gt=0.0, le=0.5)
    agent_height_m: float = Field(gt=0.5, le=2.5)
    step_m: float = Field(ge=0.0, le=0.2)
    overlap_m: float = Field(gt=0.0, le=0.02)
    contact_m: float = Field(gt=0.0, le=0.05)
    carried_share: float = Field(gt=0.0, le=1.0)


@dataclass
class Findings:
    """Faults of a scene by sort, each a line; `navigable` says whether one free area touches every room."""

    overlaps: list[str] = field(default_factory=list)
    through_structure: list[str] = field(default_factory=list)
    floating: list[str] = field(default_factory=list)
    unreachable: list[str] = field(default_factory=list)
    cut_off_share: float = 0.0

    @property
    def navigable(self) -> bool:
        """Whether one connected free area touches every room."""
        return not self.unreachable

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "navigable": self.navigable}


@dataclass(frozen=True)
class _Solid:
    """An object as a footprint and a height range."""

    obj: SceneObject
    outline: shapely.Polygon
    low: float
    high: float


def audit(scene: Scene, settings: AuditSettings) -> Findings:
    """Everything that boxes alone can tell."""
    solids = [_solid(o) for o in scene.objects]
    found = Findings()
    found.overlaps = list(_overlaps(solids, settings))
    found.through_structure = [*_outside(scene, solids, settings), *_in_leaves(scene, solids, settings)]
    found.floating = list(_floating(scene, solids, settings))
    walk = walkable(scene, settings)
    found.unreachable, found.cut_off_share = walk.unreachable, walk.cut_off_share
    return found


def overlapping_pairs(scene: Scene, overlap_m: float) -> list[tuple[int, int]]:
    """Index pairs of objects whose boxes share more than `overlap_m` in plan and in height."""
    return list(_pairs([_solid(o) for o in scene.objects], overlap_m))


def _solid(obj: SceneObject) -> _Solid:
    low, high = obj.box.bounds_m
    return _Solid(obj, shapely.Polygon(obj.box.footprint_m), float(low[2]), float(high[2]))


def _pairs(solids: list[_Solid], overlap_m: float) -> Iterator[tuple[int, int]]:
    if not solids:
        return
    shrunk = [s.outline.buffer(-overlap_m / 2, join_style="mitre") for s in solids]
    tree = shapely.STRtree(shrunk)
    for i, outline in enumerate(shrunk):
        for j in sorted(int(k) for k in tree.query(outline, predicate="intersects")):
            if i < j and min(solids[i].high, solids[j].high) - max(solids[i].low, solids[j].low) > overlap_m:
                yield i, j


def _overlaps(solids: list[_Solid], settings: AuditSettings) -> Iterator[str]:
    """Pairs that share space, but for a thing on an inner board of the piece that carries it."""
    carriers = {s.obj.id: s.obj.support for s in solids}

    def carried(a: str, b: str) -> bool:
        while (a := carriers.get(a, "floor")) in carriers:
            if a == b:
                return True
        return False

    for i, j in _pairs(solids, settings.overlap_m):
        a, b = solids[i].obj.id, solids[j].obj.id
        if not carried(a, b) and not carried(b, a):
            yield f"{a} and {b}"


def _outside(scene: Scene, solids: list[_Solid], settings: AuditSettings) -> Iterator[str]:
    """Objects that reach out of their room through a wall, the floor or the ceiling."""
    grown = {r.id: r.polygon.buffer(settings.overlap_m, join_style="mitre") for r in scene.rooms}
    heights = {r.id: r.height_m for r in scene.rooms}
    roofed = {room for s in scene.structure if s.kind == "ceiling" for room in s.rooms}
    for s in solids:
        room = s.obj.room
        if room not in grown:
            yield f"{s.obj.id} is in no room"
            continue
        if not grown[room].covers(s.outline):
            yield f"{s.obj.id} through a wall of {room}"
        if s.low < scene.floor_z_m - settings.overlap_m:
            yield f"{s.obj.id} through the floor"
        if room in roofed and s.high > scene.floor_z_m + heights[room] + settings.overlap_m:
            yield f"{s.obj.id} through the ceiling"


def _in_leaves(scene: Scene, solids: list[_Solid], settings: AuditSettings) -> Iterator[str]:
    """Objects where an open door leaf stands."""
    for door in scene.structure:
        leaf = _leaf(door)
        if leaf is None:
            continue
        inner = shapely.Polygon(leaf).buffer(-settings.overlap_m, join_style="mitre")
        top = scene.floor_z_m + float(door.parameters["z1_m"])
        for s in solids:
            if (
                s.low < top - settings.overlap_m
                and s.high > scene.floor_z_m + settings.step_m
                and s.outline.intersects(inner)
            ):
                yield f"{s.obj.id} in the leaf of {door.id}"


def _floating(scene: Scene, solids: list[_Solid], settings: AuditSettings) -> Iterator[str]:
    rooms = {r.id: r for r in scene.rooms}
    by_id = {s.obj.id: s for s in solids}
    for s in solids:
        support, room = s.obj.support, rooms.get(s.obj.room or "")
        if support == "floor":
            held = abs(s.low - scene.floor_z_m) <= settings.contact_m
        elif support == "ceiling":
            held = room is not None and abs(s.high - scene.floor_z_m - room.height_m) <= settings.contact_m
        elif support == "wall":
            held = room is not None and room.polygon.boundary.distance(s.outline) <= settings.contact_m
        elif support in by_id:
            below = by_id[support]
            share = below.outline.intersection(s.outline).area / max(s.outline.area, 1e-9)
            on_top = abs(s.low - below.high) <= settings.contact_m
            inside = below.low <= s.low < below.high  # on a board: only the mesh can tell which
            held = share >= settings.carried_share and (on_top or inside)
        else:
            held = False
        if not held:
            yield f"{s.obj.id} on {support}"


# --- the floor an agent can use ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Walkable:
    """Cells (H, W) where an agent's centre may be; row 0 is the lowest y. `origin_m` is the corner of cell (0, 0)."""

    cells: Mask
    rooms: dict[str, Mask]
    origin_m: tuple[float, float]
    cell_m: float
    unreachable: list[str]
    cut_off_share: float

    def centers_m(self, mask: Mask) -> NDArray[np.float64]:
        """World points (N, 2) of the cells of a mask."""
        rows, columns = np.nonzero(mask)
        points: NDArray[np.float64] = (np.stack([columns, rows], 1) + 0.5) * self.cell_m + np.array(self.origin_m)
        return points


def walkable(scene: Scene, settings: AuditSettings) -> Walkable:
    """Paint floor, doorways and obstacles, and keep what is farther from anything than the agent's radius."""
    polygons = {r.id: r.polygon for r in scene.rooms}
    x0, y0, x1, y1 = shapely.union_all(list(polygons.values())).bounds
    pad = 0.5
    origin = (x0 - pad, y0 - pad)
    cell = settings.cell_m
    shape = (int(np.ceil((y1 - y0 + 2 * pad) / cell)), int(np.ceil((x1 - x0 + 2 * pad) / cell)))

    def paint(outline: Any) -> Mask:
        canvas = np.zeros(shape, np.uint8)
        points = (np.asarray(outline, float) - origin) / cell - 0.5
        cv2.fillPoly(canvas, [np.round(points * 2**_SHIFT).astype(np.int32)], 1, shift=_SHIFT)
        return canvas.astype(bool)

    inner = ndimage.generate_binary_structure(2, 2)
    rooms = {name: ndimage.binary_erosion(paint(p.exterior.coords), inner) for name, p in polygons.items()}
    free = np.zeros(shape, bool)
    for mask in rooms.values():
        free |= mask
    for door in scene.structure:
        hole = _doorway(door, 3 * cell)
        if hole is not None:
            free |= ndimage.binary_erosion(paint(hole), inner)
    floor = scene.floor_z_m
    for obj in scene.objects:
        low, high = obj.box.bounds_m
        if high[2] > floor + settings.step_m and low[2] < floor + settings.agent_height_m:
            free &= ~paint(obj.box.footprint_m)
    for door in scene.structure:
        leaf = _leaf(door)
        if leaf is not None:
            free &= ~paint(leaf)
    cells = ndimage.distance_transform_edt(free) * cell >= settings.agent_radius_m
    labels, count = ndimage.label(cells)
    touched = {name: set(np.unique(labels[mask & cells]).tolist()) - {0} for name, mask in rooms.items()}
    if count == 0:
        return Walkable(cells, rooms, origin, cell, sorted(rooms), 1.0)
    # The area that touches most rooms; the larger one of two.
    sizes = np.bincount(labels.ravel(), minlength=count + 1)
    main = max(range(1, count + 1), key=lambda k: (sum(k in t for t in touched.values()), int(sizes[k])))
    unreachable = sorted(name for name, found in touched.items() if main not in found)
    share = 1.0 - float(sizes[main] / sizes[1:].sum())
    return Walkable(labels == main, rooms, origin, cell, unreachable, round(share, 4))


def _doorway(door: Structure, overlap_m: float) -> NDArray[np.float64] | None:
    """Corners (4, 2) of the hole of a door or passage that can be walked through, a little into both rooms."""
    p = door.parameters
    if door.kind != "door" or p.get("leaf") not in ("open", "none"):
        return None
    frame = float(p.get("frame_m", 0.0))
    reach = float(p["thickness_m"]) / 2 + overlap_m
    return _rectangle(p, float(p["u0_m"]) + frame, float(p["u1_m"]) - frame, -reach, reach)


def _leaf(door: Structure) -> NDArray[np.float64] | None:
    """Corners (4, 2) of a leaf that stands open at a right angle to its wall."""
    p = door.parameters
    if door.kind != "door" or p.get("leaf") != "open":
        return None
    frame, thick = float(p["frame_m"]), float(p["leaf_m"])
    a, b = float(p["u0_m"]) + frame, float(p["u1_m"]) - frame
    u0, u1 = (a, a + thick) if p["hinge"] == "start" else (b - thick, b)
    side = 1.0 if p["side"] == "high" else -1.0
    start = side * float(p["thickness_m"]) / 2
    return _rectangle(p, u0, u1, start, start + side * (b - a))


def _rectangle(p: dict[str, Any], u0: float, u1: float, v0: float, v1: float) -> NDArray[np.float64]:
    line = float(p["line_m"])
    corners = np.array([(u0, line + v0), (u1, line + v0), (u1, line + v1), (u0, line + v1)])
    return corners if p["along"] == "x" else corners[:, ::-1]
