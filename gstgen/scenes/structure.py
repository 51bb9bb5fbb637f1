"""The building as instances: walls, boards along them, floors, ceilings, doors, windows, fences, eaves.

Each `Structure` carries plain parameters from which `shell` makes its triangles again.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry.polygon import orient

from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.beams import ceiling_beams
from gstgen.scenes.finishes import BuildingStyle
from gstgen.scenes.layout import FurnishedRoom, Home
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Structure, StructureKind
from gstgen.scenes.openings import Opening
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.shell import SKIRTING_DEPTH_M, SKIRTING_HEIGHT_M, SLAB_M, structure_parts
from gstgen.scenes.shell_doors import CASING_M
from gstgen.scenes.shell_quads import Skins
from gstgen.scenes.walls import WallSegment

Finishes = dict[str, dict[str, Any]]
Run = tuple[float, float]

FENCE_HEIGHT_M = {"boards": 1.8, "hedge": 1.7, "stone": 1.4}
_INNER_FENCE_M = 0.7  # between two gardens
_HEDGE_DEPTH_M = 0.45
_FENCE_STYLE = {"hedge": "hedge", "stone_wall": "stone", "panelling": "boards"}  # by pattern
_SLIT_M, _BEFORE_M = 0.045, 0.02
_RAIL_M = (0.045, 0.015)  # height, depth
_RAILED = ("raised_panels", "painted_panels", "panelling")
_TERRACE_M, _PATH_M = (5.0, 3.0), (1.4, 7.0)  # along the wall, away from it
_EAVES_M = (0.45, 0.16)  # reach, height of the board
_SAME_ROOF_M = 1.0  # rooms whose heights differ by less share a roof edge
_INTO_WALL_M = 0.001  # how far ceilings reach into the walls
_GLASS_DOORS = ("sliding_door", "french_door")
_STEEL = (0.66, 0.67, 0.68)
_FRONT_PANE_M = 0.3  # windows that begin lower are glass fronts


def build_structure(
    home: Home, finishes: Finishes, style: BuildingStyle, settings: SourceSettings
) -> tuple[Structure, ...]:
    """All structure of a furnished building, ids `<kind or model>_<n>`, boxes around the triangles."""
    return _Builder(home, finishes, style, settings).run()


class _Builder:
    def __init__(self, home: Home, finishes: Finishes, style: BuildingStyle, settings: SourceSettings) -> None:
        self.home, self.style, self.settings = home, style, settings
        self.rooms = {r.spec.id: r for r in home.rooms}
        self.heights = sorted(r.height_m for r in home.rooms if not r.outdoor)
        self.trim = list(style.trim_color)
        self.skins = Skins(SceneGeometry(), finishes)
        self.finishes = finishes
        self.out: list[Structure] = []
        self.counts: dict[str, int] = {}

    def run(self) -> tuple[Structure, ...]:
        holes: dict[int, list[Opening]] = {}
        for opening in self.home.openings.openings:
            holes.setdefault(opening.wall, []).append(opening)
        for index, wall in enumerate(self.home.walls):
            own = sorted(holes.get(index, []), key=lambda o: o.u0_m)
            if self._indoor(wall):
                self._wall(wall, own)
            else:
                self._fence(wall, own)
        for room in self.home.rooms:
            self._floor_and_ceiling(room)
        for opening in self.home.openings.openings:
            wall = self.home.walls[opening.wall]
            if opening.kind == "window":
                self._window(wall, opening)
            else:
                self._door(wall, opening)
        return tuple(self.out)

    def _add(self, stem: str, kind: StructureKind, rooms: tuple[str, ...], parameters: dict[str, Any]) -> None:
        self.counts[stem] = self.counts.get(stem, -1) + 1
        name = f"{stem}_{self.counts[stem]}"
        draft = Structure(name, kind, rooms, OrientedBox.from_bounds((0, 0, 0), (1, 1, 1)), parameters)
        parts = structure_parts(draft, self.skins)
        points = np.concatenate([p.vertices for p in parts]).astype(np.float64)
        box = OrientedBox.from_bounds(points.min(0), points.max(0))
        self.out.append(Structure(name, kind, rooms, box, parameters))

    # --- walls ----------------------------------------------------------------------------------------------------

    def _indoor(self, wall: WallSegment) -> list[FurnishedRoom]:
        """The rooms under a roof that a wall bounds."""
        return [self.rooms[r] for r in wall.rooms if not self.rooms[r].outdoor]

    def _line(self, wall: WallSegment) -> dict[str, Any]:
        return {"along": wall.along, "line_m": wall.line_m, "thickness_m": self.settings.wall_m}

    def _height(self, wall: WallSegment) -> float:
        """As high as the higher of its rooms; outer walls as high as the roof over them."""
        inside = self._indoor(wall)
        height = max(r.height_m for r in inside)
        if len(inside) == 2:
            return height
        return max(h for h in self.heights if h <= height + _SAME_ROOF_M)

    def _wall(self, wall: WallSegment, holes: Sequence[Opening]) -> None:
        height = self._height(wall)
        line = self._line(wall)
        self._add("wall", "wall", wall.rooms, {
            "shape": "wall", **line, "start_m": wall.start_m, "end_m": wall.end_m, "height_m": height,
            "low": wall.low, "high": wall.high, "cap_start": self._room_at(wall, wall.start_m - _BEFORE_M),
            "cap_end": self._room_at(wall, wall.end_m + _BEFORE_M), "outside": self.style.facade,
            "trim": self.trim, "openings": [_hole(o) for o in holes],
        })  # fmt: skip
        for side, room in (("low", wall.low), ("high", wall.high)):
            if room is None or self.rooms[room].outdoor:
                self._eaves(wall, line, side, height)
            elif bands := self._bands(wall, room, side, holes):
                self._add(
                    "skirting", "wall", (room,),
                    {"shape": "boards", **line, "side": side, "bands": bands, "trim": self.trim},
                )  # fmt: skip

    def _room_at(self, wall: WallSegment, u: float) -> str | None:
        """The room before an end of a wall, if any: ends show at corners that stand into a room."""
        point = shapely.Point(wall.point(u))
        return next((name for name, room in self.rooms.items() if room.polygon.contains(point)), None)

    def _bands(self, wall: WallSegment, room: str, side: str, holes: Sequence[Opening]) -> list[dict[str, Any]]:
        """Boards on a room's side of a wall: the skirting, and a rail over panelling."""
        runs = skirting_runs(wall, self.rooms[room].polygon, side, self.settings.wall_m)
        doors = [o for o in holes if o.z0_m < SKIRTING_HEIGHT_M]
        bands = [(_cut(runs, doors), 0.0, SKIRTING_HEIGHT_M, SKIRTING_DEPTH_M)]
        dado = self.finishes[room].get("dado")
        if dado and dado["kind"] in _RAILED:
            z0, z1 = dado["height_m"], dado["height_m"] + _RAIL_M[0]
            bands.append((_cut(runs, [o for o in holes if o.z0_m - 0.03 < z1 and o.z1_m > z0]), z0, z1, _RAIL_M[1]))
        return [
            {"runs_m": [list(r) for r in own], "z0_m": z0, "z1_m": z1, "depth_m": depth}
            for own, z0, z1, depth in bands
            if own
        ]

    def _eaves(self, wall: WallSegment, line: dict[str, Any], side: str, height: float) -> None:
        """Only where a garden lets anybody see it."""
        if not any(r.outdoor for r in self.home.rooms):
            return
        reach = _EAVES_M[0]
        self._add("eaves", "ceiling", wall.rooms, {
            "shape": "eaves", **line, "side": side, "height_m": height, "reach_m": reach, "board_m": _EAVES_M[1],
            "start_m": wall.start_m - (reach if wall.cap_start else 0.0),
            "end_m": wall.end_m + (reach if wall.cap_end else 0.0),
            "color": [0.36, 0.34, 0.33],
        })  # fmt: skip

    def _fence(self, wall: WallSegment, holes: Sequence[Opening]) -> None:
        finish = self.style.fence
        kind = _FENCE_STYLE[finish["kind"]]
        height = FENCE_HEIGHT_M[kind]
        if len(wall.rooms) == 2:
            height = min(height, _INNER_FENCE_M)
        self._add("fence", "wall", wall.rooms, {
            "shape": "fence", **self._line(wall), "start_m": wall.start_m, "end_m": wall.end_m, "height_m": height,
            "low": wall.low, "high": wall.high, "style": kind, "finish": finish, "outward_m": _HEDGE_DEPTH_M,
            "openings": [_hole(o) for o in holes],
        })  # fmt: skip

    # --- floors and ceilings ----------------------------------------------------------------------------------------

    def _floor_and_ceiling(self, room: FurnishedRoom) -> None:
        name = room.spec.id
        rects = [[float(c) for c in r] for r in self.home.plan.rooms[name]]
        ground = {"shape": "floor", "room": name, "rects_m": rects}
        if room.outdoor:
            self._add("floor", "floor", (name,), {**ground, "zones": self._zones(room)})
            return
        self._add("floor", "floor", (name,), ground)
        beams = ceiling_beams(room)
        finish = self.finishes[name]["ceiling"]
        inner = rectangles(room.polygon.buffer(_INTO_WALL_M, join_style="mitre"))
        walls = [self._height(w) for w in self.home.walls if name in w.rooms]
        top = max([room.height_m + SLAB_M, *[h for h in walls if h <= room.height_m + _SAME_ROOF_M]])
        parameters = {
            "shape": "ceiling", "room": name, "rects_m": inner, "height_m": room.height_m, "top_m": top, "beams": beams,
        }  # fmt: skip
        if beams:
            parameters["beam_finish"] = finish if finish["kind"] != "ceiling_tiles" else self.finishes[name]["wall"]
        self._add("ceiling", "ceiling", (name,), parameters)

    def _zones(self, room: FurnishedRoom) -> list[dict[str, Any]]:
        """Paved ground of a garden: a terrace before each door of the house, a path behind each gate."""
        out = []
        for o in self.home.openings.openings:
            wall = self.home.walls[o.wall]
            if o.kind == "window" or room.spec.id not in wall.rooms:
                continue
            inside = self._indoor(wall)
            side, depth = _TERRACE_M if inside else _PATH_M
            sign = 1.0 if wall.high == room.spec.id else -1.0
            middle, v = (o.u0_m + o.u1_m) / 2, sign * self.settings.wall_m / 2
            half = max(side / 2, (o.u1_m - o.u0_m) / 2 + 0.2)
            (xa, ya), (xb, yb) = wall.point(middle - half, v), wall.point(middle + half, v + sign * depth)
            area = room.polygon.intersection(shapely.box(min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)))
            parts = [p for p in shapely.get_parts(area) if p.area > 0.95 * shapely.box(*p.bounds).area > 0.5]
            out += [{"rect_m": [float(c) for c in p.bounds], "finish": self.style.paving} for p in parts]
        return out

    # --- doors and windows ------------------------------------------------------------------------------------------

    def _opening(self, wall: WallSegment, o: Opening) -> dict[str, Any]:
        return {
            **self._line(wall), "side": o.side, "u0_m": o.u0_m, "u1_m": o.u1_m, "z0_m": o.z0_m, "z1_m": o.z1_m,
            "category": o.category, "model": o.model, "trim": self.trim,
        }  # fmt: skip

    def _window(self, wall: WallSegment, o: Opening) -> None:
        inner = self.rooms[(wall.high if o.side == "high" else wall.low) or wall.rooms[0]]
        front = o.z0_m < _FRONT_PANE_M or o.u1_m - o.u0_m > 3.0
        plain = front or o.category == "fixed_window"
        self._add(f"{o.category}_{o.model}", "window", wall.rooms, {
            "shape": "window", **self._opening(wall, o), "style": "plain" if plain else self.style.window_style,
            "frosted": inner.spec.type == "bathroom", "color": list(self.style.window_color),
        })  # fmt: skip

    def _door(self, wall: WallSegment, o: Opening) -> None:
        leaf = {"door": "open", "passage": "none"}.get(o.kind, "closed")
        parameters = {
            **self._opening(wall, o), "hinge": o.hinge, "leaf": leaf, "leaf_m": self.settings.door_leaf_m,
            "frame_m": self.settings.door_frame_m,
        }  # fmt: skip
        stem = f"{o.category}_{o.model or 'passage'}"
        if not self._indoor(wall):
            height = FENCE_HEIGHT_M[_FENCE_STYLE[self.style.fence["kind"]]]
            self._add(stem, "door", wall.rooms, {"shape": "gate", **parameters, "height_m": height})
            return
        style, color = self._leaf_style(wall, o)
        self._add(stem, "door", wall.rooms, {
            "shape": "door", **parameters, "casing_m": self._casing(wall, o), "style": style, "color": color,
            "leaves": o.leaves,
        })  # fmt: skip

    def _casing(self, wall: WallSegment, o: Opening) -> list[float]:
        """Width of the casing on both sides: up to the corner where only a slit would be left before it."""
        half = self.settings.wall_m / 2
        gaps = (o.u0_m - wall.node_start_m - half, wall.node_end_m - half - o.u1_m)
        return [gap if 0 < gap < CASING_M + _SLIT_M else CASING_M for gap in gaps]

    def _leaf_style(self, wall: WallSegment, o: Opening) -> tuple[str, list[float]]:
        if o.category in _GLASS_DOORS:
            return "glass", list(self.style.window_color)
        if o.category == "elevator_door":
            return "flush", list(_STEEL)
        if o.category == "garage_door":
            return "sectional", list(self.trim)
        color = list(self.style.door_color)
        private = any(self.rooms[r].spec.type == "bathroom" for r in wall.rooms)
        if self.style.door_style in ("glazed", "vision") and (private or o.kind == "front_door"):
            return "flush" if self.style.door_style == "vision" else "panelled", color
        return self.style.door_style, color


def skirting_runs(wall: WallSegment, polygon: shapely.Polygon, side: str, wall_m: float) -> list[Run]:
    """Where a wall shows in a room: the edges of the room's outline on it, a little longer round outer corners."""
    face = wall.line_m + (wall_m / 2 if side == "high" else -wall_m / 2)
    corners = np.asarray(orient(polygon).exterior.coords)[:-1]
    count = len(corners)
    axis = 0 if wall.along == "x" else 1
    out = []
    for k in range(count):
        a, b = corners[k], corners[(k + 1) % count]
        if abs(a[1 - axis] - face) > 1e-6 or abs(b[1 - axis] - face) > 1e-6:
            continue
        grow = [SKIRTING_DEPTH_M if _reflex(corners, i % count) else 0.0 for i in (k, k + 1)]
        ends = [(float(a[axis]), grow[0]), (float(b[axis]), grow[1])]
        (low, before), (high, after) = sorted(ends)
        # Where the outline goes on, another wall takes over at the junction.
        reach = wall_m / 2 + 1e-6
        start = low - before if low >= wall.node_start_m - reach else wall.node_start_m
        end = high + after if high <= wall.node_end_m + reach else wall.node_end_m
        if end - start > 0.005:
            out.append((start, end))
    return sorted(out)


def _hole(o: Opening) -> dict[str, Any]:
    return {"u0_m": o.u0_m, "u1_m": o.u1_m, "z0_m": o.z0_m, "z1_m": o.z1_m, "kind": o.kind}


def _reflex(corners: np.ndarray[Any, Any], k: int) -> bool:
    """Whether a room's outline (counter-clockwise) turns outwards at a corner, so that walls stand into the room."""
    before, here, after = corners[k - 1], corners[k], corners[(k + 1) % len(corners)]
    a, b = here - before, after - here
    return bool(a[0] * b[1] - a[1] * b[0] < 0)


def _cut(runs: Sequence[Run], holes: Sequence[Opening]) -> list[Run]:
    """Runs less the openings with their casings."""
    out = list(runs)
    for o in holes:
        low, high = o.u0_m - CASING_M, o.u1_m + CASING_M
        out = [part for a, b in out for part in ((a, min(b, low)), (max(a, high), b)) if part[1] - part[0] > 0.005]
    return out


def rectangles(polygon: shapely.Polygon) -> list[list[float]]:
    """Rectangles that make up a rectilinear polygon: rows between its corners' heights."""
    ys = sorted({round(float(y), 9) for _, y in polygon.exterior.coords})
    x0, _, x1, _ = polygon.bounds
    out = []
    for low, high in itertools.pairwise(ys):
        row = polygon.intersection(shapely.box(x0, low, x1, high))
        out += [[float(c) for c in part.bounds] for part in shapely.get_parts(row) if part.area > 1e-9]
    return out
