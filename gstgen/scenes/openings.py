"""Doors, open passages and windows of a floor plan: which rooms they join, where they sit in a wall, how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import shapely

from gstgen.randomness import rng
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.plan import FloorPlan, front_room
from gstgen.scenes.programme import RoomSpec, door_cost, opens_freely
from gstgen.scenes.rectilinear import Rect, inner_polygon
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.walls import WallSegment

OpeningKind = Literal["door", "front_door", "passage", "window"]
Side = Literal["low", "high"]


@dataclass(frozen=True)
class Opening:
    """A hole in a wall: `u0_m`..`u1_m` along it, `z0_m`..`z1_m` above the floor, metres.

    Doors: `side` is the side of the wall they open to, `hinge` the end of the hole that carries the leaf, which stands
    at 90 degrees when open. Windows: `side` is the inside.
    """

    kind: OpeningKind
    wall: int
    u0_m: float
    u1_m: float
    z0_m: float
    z1_m: float
    category: str
    model: str
    side: Side
    hinge: Literal["start", "end"] = "start"


@dataclass
class Openings:
    """All openings, the pairs of rooms that they join, and what the inventory listed that found no place."""

    openings: list[Opening] = field(default_factory=list)
    unplaced: list[dict[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def place_openings(
    specs: Sequence[RoomSpec],
    plan: FloorPlan,
    walls: Sequence[WallSegment],
    settings: SourceSettings,
    seed: int,
    name: str,
) -> Openings:
    """Join all rooms by doors or passages, then fit the front door and the windows into the outer walls."""
    return _Placer(specs, plan, walls, settings, seed, name).run()


class _Placer:
    def __init__(
        self,
        specs: Sequence[RoomSpec],
        plan: FloorPlan,
        walls: Sequence[WallSegment],
        settings: SourceSettings,
        seed: int,
        name: str,
    ) -> None:
        self.specs = {s.id: s for s in specs}
        self.walls, self.settings = walls, settings
        # Outlines on wall centre lines.
        self.outlines = {room: inner_polygon(rects, 0.0) for room, rects in plan.rooms.items()}
        self.random = rng(seed, "openings", name)
        self.doors_left: dict[str, list[InventoryItem]] = {s.id: list(s.doors) for s in specs}
        self.out = Openings()
        self.lanes: list[Rect] = []

    def run(self) -> Openings:
        front = front_room(list(self.specs.values()))
        front_item = self.doors_left[front].pop(0) if self.doors_left[front] else None
        for wall, passage in self._edges():
            self._join(wall, passage)
        self._front_door(front, front_item)
        for spec in self.specs.values():
            self._windows(spec)
        left = sum(len(v) for v in self.doors_left.values())
        if left:
            self.out.notes.append(
                f"{left} listed doors merged with the door of the room behind or not needed by this plan"
            )
        return self.out

    def _edges(self) -> list[tuple[int, bool]]:
        """Walls that get a door (False) or a passage (True): the cheapest tree, open pairs, doors listed twice."""
        need = self.settings.door_clear_m + 2 * self.settings.door_frame_m + self.settings.door_leaf_m + 0.1
        edges = []
        for index, wall in enumerate(self.walls):
            if wall.low is None or wall.high is None or self._inner_m(wall) < need:
                continue
            cost = door_cost(self.specs[wall.low], self.specs[wall.high])
            edges.append((cost + 0.1 * float(self.random.random()), index))
        edges.sort()
        group = {room: room for room in self.specs}
        chosen: list[tuple[int, bool]] = []
        degree = dict.fromkeys(self.specs, 0)
        spare: list[tuple[float, int]] = []
        for cost, index in edges:
            a, b = self.walls[index].rooms
            if group[a] != group[b]:
                old = group[a]
                group = {room: group[b] if g == old else g for room, g in group.items()}
                chosen.append((index, opens_freely(self.specs[a], self.specs[b])))
                degree[a] += 1
                degree[b] += 1
            else:
                spare.append((cost, index))
        for cost, index in spare:
            a, b = self.walls[index].rooms
            open_pair = opens_freely(self.specs[a], self.specs[b])
            listed = len(self.doors_left[a]) > degree[a] and len(self.doors_left[b]) > degree[b]
            if (open_pair and self.random.random() < self.settings.extra_passage_share) or (listed and cost < 3.0):
                chosen.append((index, open_pair))
                degree[a] += 1
                degree[b] += 1
        return chosen

    def _inner_m(self, wall: WallSegment) -> float:
        return wall.node_end_m - wall.node_start_m - self.settings.wall_m

    def _inner_range(self, wall: WallSegment) -> tuple[float, float]:
        return wall.node_start_m + self.settings.wall_m / 2, wall.node_end_m - self.settings.wall_m / 2

    def _take(self, a: str, b: str | None) -> InventoryItem | None:
        """A listed door for the wall between two rooms; the other room's entry of the same model is the same door."""
        for room, other in ((a, b), (b, a)):
            if room is not None and self.doors_left[room]:
                item = self.doors_left[room].pop(0)
                if other is not None and item in self.doors_left[other]:
                    self.doors_left[other].remove(item)
                return item
        return None

    def _join(self, index: int, passage: bool) -> None:
        wall, s = self.walls[index], self.settings
        a, b = wall.rooms
        item = None if passage else self._take(a, b)
        if passage or (item is not None and item.size_m[1] > s.passage_min_m):
            wanted = item.size_m[1] if item else s.passage_m
            low, high = self._inner_range(wall)
            width = min(wanted, s.passage_max_m, high - low - 2 * s.corner_m)
            middle = low + s.corner_m + width / 2 + float(self.random.random()) * (high - low - 2 * s.corner_m - width)
            model = item.model if item else ""
            self._add(
                Opening(
                    "passage",
                    index,
                    middle - width / 2,
                    middle + width / 2,
                    0.0,
                    s.passage_height_m,
                    "door",
                    model,
                    "low",
                )
            )
            return
        if item is None:
            model = "generated"
            self.out.notes.append(f"door between {a} and {b} added: the inventory lists none")
        else:
            model = item.model
        clear = max(s.door_clear_m, min(item.size_m[1], 0.9) if item else 0.0)
        width = clear + s.door_leaf_m + 2 * s.door_frame_m
        self._add(self._best_door(index, width, model))

    def _best_door(self, index: int, width: float, model: str) -> Opening:
        """The place of a door leaf: at an end of the wall, so that the open leaf stands along the crossing wall."""
        wall, s = self.walls[index], self.settings
        low, high = self._inner_range(wall)
        height = s.door_height_m + s.door_frame_m
        best: tuple[float, Opening] | None = None
        for hinge in ("start", "end"):
            u0 = low + s.corner_m if hinge == "start" else high - s.corner_m - width
            for side in ("low", "high"):
                room = wall.low if side == "low" else wall.high
                assert room is not None
                opening = Opening("door", index, u0, u0 + width, 0.0, height, "door", model, side, hinge)
                score = 0.2 * float(self.random.random())
                if not self._corner(wall, room, hinge):
                    score += 2.0
                if self.specs[room].role in ("circulation", "social"):
                    score += 0.8  # leaves open into the room behind
                leaf = leaf_rect(wall, opening, s.wall_m, s.door_leaf_m, s.door_frame_m)
                score += 5.0 * sum(_overlap(leaf, lane) for lane in self.lanes)
                mine = self._lanes(opening)
                score += 3.0 * sum(_overlap(m, lane) for m in mine for lane in self.lanes)
                if not self.outlines[room].buffer(-0.1, join_style="mitre").contains(shapely.box(*leaf)):
                    score += 4.0
                if best is None or score < best[0]:
                    best = (score, opening)
        assert best is not None
        return best[1]

    def _corner(self, wall: WallSegment, room: str, hinge: str) -> bool:
        """Whether the wall's end at the hinge is a corner of the room's outline."""
        node = shapely.Point(wall.point(wall.node_start_m if hinge == "start" else wall.node_end_m))
        return any(node.distance(shapely.Point(c)) < 1e-6 for c in self.outlines[room].exterior.coords)

    def _add(self, opening: Opening) -> None:
        self.out.openings.append(opening)
        self.lanes += self._lanes(opening)

    def _lanes(self, opening: Opening) -> list[Rect]:
        return lane_rects(self.walls[opening.wall], opening, self.settings.wall_m, self.settings.lane_m)

    def _front_door(self, room: str, item: InventoryItem | None) -> None:
        s = self.settings
        width = s.door_clear_m + s.door_leaf_m + 2 * s.door_frame_m
        options = [
            (self._inner_m(w), i)
            for i, w in enumerate(self.walls)
            if w.rooms == (room,) and self._inner_m(w) > width + 2 * s.corner_m
        ]
        if not options:
            self.out.notes.append(f"no front door: {room} has no outer wall that is long enough")
            return
        _, index = max(options)
        wall = self.walls[index]
        low, high = self._inner_range(wall)
        side: Side = "low" if wall.low else "high"
        candidates: list[tuple[float, int, Opening]] = []
        for share in (0.5, 0.0, 1.0, 0.25, 0.75):
            u0 = low + 0.1 + share * (high - low - width - 0.2)
            opening = Opening(
                "front_door",
                index,
                u0,
                u0 + width,
                0.0,
                s.door_height_m + s.door_frame_m,
                "door",
                item.model if item else "generated",
                side,
            )
            clash = sum(_overlap(m, lane) for m in self._lanes(opening) for lane in self.lanes)
            candidates.append((round(clash, 3), len(candidates), opening))
        if item is None:
            self.out.notes.append(f"front door of {room} added: the inventory lists none")
        self._add(min(candidates)[2])

    def _windows(self, spec: RoomSpec) -> None:
        """Spread a room's windows over the free stretches of its outer walls."""
        s = self.settings
        stretches: list[tuple[int, float, float]] = []
        for index, wall in enumerate(self.walls):
            if wall.rooms != (spec.id,):
                continue
            low, high = self._inner_range(wall)
            taken = sorted((o.u0_m - 0.12, o.u1_m + 0.12) for o in self.out.openings if o.wall == index)
            edges = [low + 0.15, *[u for pair in taken for u in pair], high - 0.15]
            stretches += [(index, a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 0.3]
        filled: dict[int, list[InventoryItem]] = {}
        for item in sorted(spec.windows, key=lambda w: (-w.size_m[1], w.model)):
            best = None
            for k, (_, a, b) in enumerate(stretches):
                used = sum(w.size_m[1] + s.window_gap_m for w in filled.get(k, []))
                spare = (b - a) - used - item.size_m[1]
                if spare >= 0 and (best is None or spare > best[0]):
                    best = (spare, k)
            if best is None:
                name = f"{item.category}-{item.model}"
                self.out.unplaced.append(
                    {"item": name, "room": spec.id, "reason": "no outer wall of the room has space for it"}
                )
                continue
            filled.setdefault(best[1], []).append(item)
        for k, items in sorted(filled.items()):
            index, a, b = stretches[k]
            wall = self.walls[index]
            gap = (b - a - sum(w.size_m[1] for w in items)) / (len(items) + 1)
            u = a
            for item in items:
                u += gap
                top = s.window_top_m
                bottom = top - item.size_m[2]
                side: Side = "low" if wall.low else "high"
                self.out.openings.append(
                    Opening("window", index, u, u + item.size_m[1], bottom, top, item.category, item.model, side)
                )
                u += item.size_m[1]


def leaf_rect(wall: WallSegment, opening: Opening, wall_m: float, leaf_m: float, frame_m: float) -> Rect:
    """Floor rectangle of an open door leaf, at 90 degrees to its wall."""
    length = opening.u1_m - opening.u0_m - 2 * frame_m
    u0 = opening.u0_m + frame_m if opening.hinge == "start" else opening.u1_m - frame_m - leaf_m
    v0, v1 = (wall_m / 2, wall_m / 2 + length) if opening.side == "high" else (-wall_m / 2 - length, -wall_m / 2)
    (xa, ya), (xb, yb) = wall.point(u0, v0), wall.point(u0 + leaf_m, v1)
    return min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)


def lane_rects(wall: WallSegment, opening: Opening, wall_m: float, depth_m: float) -> list[Rect]:
    """Floor rectangles that must stay clear in front of a door or passage, one on each side that is a room."""
    out = []
    for room, v0, v1 in ((wall.low, -wall_m / 2 - depth_m, 0.0), (wall.high, 0.0, wall_m / 2 + depth_m)):
        if room is not None:
            (xa, ya), (xb, yb) = wall.point(opening.u0_m, v0), wall.point(opening.u1_m, v1)
            out.append((min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)))
    return out


def _overlap(a: Rect, b: Rect) -> float:
    """Common area of two rectangles, square metres."""
    return float(
        np.clip(min(a[2], b[2]) - max(a[0], b[0]), 0, None) * np.clip(min(a[3], b[3]) - max(a[1], b[1]), 0, None)
    )
