"""A room of a plan as a place to furnish: its floor, the ways that stay clear, its windows and switches."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from gstgen.scenes.furnisher import WindowSpot
from gstgen.scenes.openings import Opening, lane_rects, leaf_rect
from gstgen.scenes.placement import RoomSpace
from gstgen.scenes.programme import RoomSpec
from gstgen.scenes.rectilinear import Rect, inner_polygon
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.walls import WallSegment

_CASING_M = 0.06  # beside and above a door
_HANDLE_M = 0.06  # off the leaf, on both sides
_NICHE_M = 0.25  # depth before a window that tall things keep clear of
_SWITCH_M = 0.17  # from a door to its switch


class Site:
    """The floor of one room with the openings of its walls. Lengths in metres."""

    def __init__(
        self,
        spec: RoomSpec,
        outer: Sequence[Rect],
        walls: Sequence[WallSegment],
        openings: Sequence[Opening],
        settings: SourceSettings,
    ) -> None:
        self.spec, self.walls, self.settings = spec, walls, settings
        self.polygon = inner_polygon(outer, settings.wall_m / 2)
        self.openings = [o for o in openings if spec.id in walls[o.wall].rooms]

    def space(self, random: np.random.Generator) -> RoomSpace | None:
        """The empty room; None when its doors alone leave no way through it."""
        s = self.settings
        height = math.inf if self.spec.outdoor else self.spec.height_m
        seeds = [self._seed_point(o) for o in self.openings if o.kind in ("door", "passage")]
        reach = s.agent_radius_m + s.agent_margin_m
        space = RoomSpace(self.polygon, height, reach, s.agent_height_m, random, seeds, s.agent_margin_m)
        for opening in self.openings:
            wall = self.walls[opening.wall]
            if opening.kind == "window":
                space.lanes.append(self._niche(opening))
                continue
            for lane in self._lanes(opening):
                space.lanes.append((lane[0], lane[1], 0.03, lane[2], lane[3], opening.z1_m + _CASING_M))
            if opening.kind == "door" and self.spec.id == (wall.low if opening.side == "low" else wall.high):
                leaf = leaf_rect(wall, opening, s.wall_m, s.door_leaf_m, s.door_frame_m)
                grow = (_HANDLE_M, 0.0) if wall.along == "x" else (0.0, _HANDLE_M)
                space.block(
                    (leaf[0] - grow[0], leaf[1] - grow[1], 0.0, leaf[2] + grow[0], leaf[3] + grow[1], opening.z1_m)
                )
        return space if space.is_walkable else None

    def windows(self) -> list[WindowSpot]:
        """The windows as the room sees them."""
        out = []
        for opening in self.openings:
            if opening.kind != "window":
                continue
            wall, inward = self.walls[opening.wall], self._inward(opening)
            x, y = wall.point((opening.u0_m + opening.u1_m) / 2, inward * self.settings.wall_m / 2)
            side = (1 if inward > 0 else 3) if wall.along == "x" else (0 if inward > 0 else 2)
            out.append(WindowSpot(x, y, side, opening.u1_m - opening.u0_m, opening.z0_m, opening.z1_m))
        return out

    def switch_places(self) -> list[tuple[float, float, int]]:
        """Points on the walls beside doors, on the side away from the hinge first."""
        half = self.settings.wall_m / 2
        inside = self.polygon.buffer(-0.1, join_style="mitre")
        out = []
        for opening in self.openings:
            if opening.kind == "window":
                continue
            wall, inward = self.walls[opening.wall], self._inward(opening)
            order = (opening.u1_m + _SWITCH_M, opening.u0_m - _SWITCH_M)
            if opening.kind == "door" and opening.hinge == "end":
                order = order[::-1]
            for u in order:
                if inside.contains(shapely.Point(wall.point(u, inward * (half + 0.11)))):
                    out.append((*wall.point(u, inward * half), 0))
                    break
        return out

    def _inward(self, opening: Opening) -> float:
        return 1.0 if self.walls[opening.wall].high == self.spec.id else -1.0

    def _lanes(self, opening: Opening) -> list[Rect]:
        wall = self.walls[opening.wall]
        rects = lane_rects(wall, opening, self.settings.wall_m, self.settings.lane_m)
        sides = [r for r in (wall.low, wall.high) if r is not None]
        grow = (_CASING_M, 0.0) if wall.along == "x" else (0.0, _CASING_M)
        return [
            (r[0] - grow[0], r[1] - grow[1], r[2] + grow[0], r[3] + grow[1])
            for r, side in zip(rects, sides, strict=True)
            if side == self.spec.id
        ]

    def _seed_point(self, opening: Opening) -> tuple[float, float]:
        """A point just inside the room, in the middle of a door's clear width."""
        s = self.settings
        u0, u1 = opening.u0_m, opening.u1_m
        if opening.kind == "door":
            u0, u1 = u0 + s.door_frame_m, u1 - s.door_frame_m
            if opening.hinge == "start":
                u0 += s.door_leaf_m
            else:
                u1 -= s.door_leaf_m
        return self.walls[opening.wall].point((u0 + u1) / 2, self._inward(opening) * (s.wall_m / 2 + 0.03))

    def _niche(self, opening: Opening) -> tuple[float, float, float, float, float, float]:
        """The space before a window that tall things keep clear of."""
        wall, half = self.walls[opening.wall], self.settings.wall_m / 2
        v0, v1 = (half, half + _NICHE_M) if self._inward(opening) > 0 else (-half - _NICHE_M, -half)
        (xa, ya), (xb, yb) = wall.point(opening.u0_m - 0.07, v0), wall.point(opening.u1_m + 0.07, v1)
        return min(xa, xb), min(ya, yb), opening.z0_m - 0.06, max(xa, xb), max(ya, yb), opening.z1_m + 0.06
