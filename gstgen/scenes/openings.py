"""Doors, open passages and windows of a floor plan: which rooms they join, where they sit in a wall, how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from gstgen.scenes.programme import RoomSpec
from gstgen.scenes.rectilinear import Rect
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.walls import WallSegment

OpeningKind = Literal["door", "front_door", "passage", "window"]
Side = Literal["low", "high"]
Hinge = Literal["start", "end"]

_TOUCH_M2 = 0.003  # common floor of a leaf and a way that does not matter
_BLOCKED_M2 = 2.0  # what a leaf in the way counts as
JAMB_GAP_M = 0.12  # of wall between an opening and the next


@dataclass(frozen=True)
class Opening:
    """A hole in a wall: `u0_m`..`u1_m` along it, `z0_m`..`z1_m` above the floor, metres.

    A `door` stands open: `side` is the side of the wall it opens to, `hinge` the end of the hole that carries the
    leaf, which stands at 90 degrees. A `front_door` is shut (also gates, garage and lift doors and terrace doors, as
    `category` says); `leaves` is 2 where it is wide. A `passage` has no leaf, or one that slid away. Of these two and
    of windows `side` is the inside, the side of the room that is not outdoors.
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
    hinge: Hinge = "start"
    leaves: int = 1


@dataclass
class Openings:
    """All openings, what the inventory listed that found no place, and what was added or merged."""

    openings: list[Opening] = field(default_factory=list)
    unplaced: list[dict[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Stretch:
    """A free stretch of a wall at some height."""

    wall: int
    start_m: float
    end_m: float


class Facade:
    """The walls of a building with what was cut into them so far."""

    def __init__(self, specs: Sequence[RoomSpec], walls: Sequence[WallSegment], settings: SourceSettings) -> None:
        self.specs = {s.id: s for s in specs}
        self.walls, self.settings = walls, settings
        self.out = Openings()
        self.lanes: list[Rect] = []
        self.leaves: list[Rect] = []  # where open leaves stand
        self._by_wall: dict[int, list[Opening]] = {}

    def add(self, opening: Opening) -> None:
        """Cut an opening; doors and passages keep the floor before them free."""
        self.out.openings.append(opening)
        self._by_wall.setdefault(opening.wall, []).append(opening)
        if opening.kind != "window":
            self.lanes += self.lanes_of(opening)
        if opening.kind == "door":
            self.leaves.append(self.leaf_of(opening))

    def lanes_of(self, opening: Opening) -> list[Rect]:
        """Floor that an opening keeps free."""
        return lane_rects(self.walls[opening.wall], opening, self.settings.wall_m, self.settings.lane_m)

    def leaf_of(self, opening: Opening) -> Rect:
        """Floor that the open leaf of a door takes."""
        s = self.settings
        return leaf_rect(self.walls[opening.wall], opening, s.wall_m, s.door_leaf_m, s.door_frame_m)

    def inner_range(self, index: int) -> tuple[float, float]:
        """The part of a wall that both its rooms see."""
        wall, half = self.walls[index], self.settings.wall_m / 2
        return wall.node_start_m + half, wall.node_end_m - half

    def inside(self, index: int) -> tuple[str | None, Side]:
        """The indoor room of an outer wall and the side it lies on; None between two indoor rooms or without one."""
        wall = self.walls[index]
        rooms: list[tuple[str, Side]] = []
        for room, side in ((wall.low, "low"), (wall.high, "high")):
            if room is not None and not self.specs[room].outdoor:
                rooms.append((room, side))  # type: ignore[arg-type]
        return rooms[0] if len(rooms) == 1 else (None, "low")

    def outer_walls(self, room: str) -> list[int]:
        """Walls between an indoor room and the open, or of an outdoor room and what lies beyond the grounds."""
        if self.specs[room].outdoor:
            return [i for i, w in enumerate(self.walls) if w.rooms == (room,)]
        return [i for i in range(len(self.walls)) if self.inside(i)[0] == room]

    def street_walls(self, room: str) -> list[int]:
        """Walls between a room and what lies beyond building and grounds."""
        return [i for i, w in enumerate(self.walls) if w.rooms == (room,)]

    def stretches(self, index: int, z0_m: float, z1_m: float, margin_m: float) -> list[Stretch]:
        """Free stretches of a wall between two heights, `margin_m` off its corners."""
        low, high = self.inner_range(index)
        taken = sorted(
            (o.u0_m - JAMB_GAP_M, o.u1_m + JAMB_GAP_M)
            for o in self._by_wall.get(index, [])
            if o.z0_m < z1_m + JAMB_GAP_M and o.z1_m > z0_m - JAMB_GAP_M
        )
        out, at = [], low + margin_m
        for a, b in [*taken, (high - margin_m, high)]:
            if a - at > 0.05:
                out.append(Stretch(index, at, a))
            at = max(at, b)
        return out

    def clash(self, opening: Opening) -> float:
        """Floor (square metres) before an opening that others keep free too, and much more for a leaf in the way."""
        lanes = self.lanes_of(opening)
        shared = sum(overlap(m, lane) for m in lanes for lane in self.lanes)
        blocked = any(overlap(m, leaf) > _TOUCH_M2 for m in lanes for leaf in self.leaves)
        if opening.kind == "door":
            leaf = self.leaf_of(opening)
            blocked |= any(overlap(leaf, lane) > _TOUCH_M2 for lane in self.lanes)
        return shared + (_BLOCKED_M2 if blocked else 0.0)


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


def overlap(a: Rect, b: Rect) -> float:
    """Common area of two rectangles, square metres."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
