"""A furnished home from an inventory: plans are tried until every room holds its things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import shapely

from gstgen.errors import RunError
from gstgen.randomness import rng
from gstgen.scenes.furnisher import Furnisher, WindowSpot
from gstgen.scenes.furnishing import furnish
from gstgen.scenes.inventory import Inventory, InventoryItem
from gstgen.scenes.openings import Opening, Openings, lane_rects, leaf_rect, place_openings
from gstgen.scenes.placement import Placed, RoomSpace
from gstgen.scenes.plan import FloorPlan, PlanParameters, make_plan
from gstgen.scenes.programme import RoomSpec, room_specs
from gstgen.scenes.rectilinear import Rect, inner_polygon
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.walls import WallSegment, wall_segments


@dataclass(frozen=True)
class FurnishedRoom:
    """A room's specification, its inner floor polygon (metres), its height and what stands in it."""

    spec: RoomSpec
    polygon: shapely.Polygon
    height_m: float
    placed: tuple[Placed, ...]
    failed: tuple[tuple[InventoryItem, str], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Home:
    """Plan, walls, openings and furnished rooms of one home."""

    plan: FloorPlan
    walls: tuple[WallSegment, ...]
    openings: Openings
    rooms: tuple[FurnishedRoom, ...]
    height_m: float

    @property
    def missing(self) -> int:
        """How many listed things found no place."""
        return sum(len(r.failed) for r in self.rooms) + len(self.openings.unplaced)


def furnish_home(inventory: Inventory, settings: SourceSettings, seed: int) -> Home:
    """The best of several attempts; rooms that could not hold their things grow from one to the next.

    RunError when even the best leaves more than `1 - min_placed_share` of the inventory unplaced.
    """
    specs = room_specs(inventory, settings.area_factor, settings.fill_limit)
    areas = [s.area_m2 for s in specs]
    total = sum(len(r.items) for r in inventory.rooms)
    low, high = settings.height_m
    height = round(float(rng(seed, "height", inventory.scene).uniform(low, high)), 2)
    need = settings.door_clear_m + settings.door_leaf_m + 2 * settings.door_frame_m + 2 * settings.corner_m
    parameters = PlanParameters(settings.wall_m, need, settings.plan_steps_per_room)
    best: Home | None = None
    expression: tuple[int, ...] | None = None
    for attempt in range(settings.attempts):
        name = inventory.scene if attempt < settings.attempts // 2 else f"{inventory.scene}/again"
        if attempt == settings.attempts // 2:
            expression = None
        plan = make_plan(specs, areas, parameters, seed, name, expression)
        expression = plan.expression
        home = _furnish(specs, plan, settings, seed, inventory.scene, height)
        if home is None:
            expression = None
            areas = [a * settings.grow_factor**0.3 for a in areas]
            continue
        if best is None or home.missing < best.missing:
            best = home
        if home.missing == 0:
            break
        for index, room in enumerate(home.rooms):
            if room.failed or any(u["room"] == room.spec.id for u in home.openings.unplaced):
                areas[index] *= settings.grow_factor
    if best is None or best.missing > (1.0 - settings.min_placed_share) * total:
        lost = "no plan joined all rooms" if best is None else f"{best.missing} of {total} things found no place"
        raise RunError(
            f"no layout for {inventory.scene} with seed {seed} ({lost}); try another seed or raise source.area_factor"
        )
    return best


def _furnish(
    specs: Sequence[RoomSpec], plan: FloorPlan, settings: SourceSettings, seed: int, name: str, height: float
) -> Home | None:
    """Furnish a plan; None when its doors do not join all rooms or a door cannot be walked through."""
    walls = wall_segments(plan, settings.wall_m)
    openings = place_openings(specs, plan, walls, settings, seed, name)
    joined = {walls[o.wall].rooms for o in openings.openings if o.kind in ("door", "passage")}
    if not _connected([s.id for s in specs], joined):
        return None
    rooms = []
    for spec in specs:
        room = _furnish_room(spec, plan.rooms[spec.id], walls, openings.openings, settings, seed, name, height)
        if room is None:
            return None
        rooms.append(room)
    return Home(plan, walls, openings, tuple(rooms), height)


def _furnish_room(
    spec: RoomSpec,
    outer: Sequence[Rect],
    walls: Sequence[WallSegment],
    openings: Sequence[Opening],
    settings: SourceSettings,
    seed: int,
    name: str,
    height: float,
) -> FurnishedRoom | None:
    polygon = inner_polygon(outer, settings.wall_m / 2)
    mine = [o for o in openings if spec.id in walls[o.wall].rooms]
    reach = settings.agent_radius_m + settings.agent_margin_m
    seeds = [_seed_point(walls[o.wall], o, spec.id, settings, reach) for o in mine if o.kind in ("door", "passage")]
    space = RoomSpace(polygon, height, reach, settings.agent_height_m, rng(seed, "furnish", name, spec.id), seeds)
    switches, windows = [], []
    for opening in mine:
        wall = walls[opening.wall]
        if opening.kind == "window":
            windows.append(_window_spot(wall, opening, spec.id, settings))
            space.lanes.append(_window_niche(wall, opening, spec.id, settings))
            continue
        for lane in _room_lanes(wall, opening, spec.id, settings):
            space.lanes.append((lane[0], lane[1], 0.03, lane[2], lane[3], opening.z1_m + 0.06))
        if opening.kind == "door" and spec.id == (wall.low if opening.side == "low" else wall.high):
            leaf = leaf_rect(wall, opening, settings.wall_m, settings.door_leaf_m, settings.door_frame_m)
            # The handle stands off the leaf by 6 cm on both sides.
            grow = (0.06, 0.0) if wall.along == "x" else (0.0, 0.06)
            space.block((leaf[0] - grow[0], leaf[1] - grow[1], 0.0, leaf[2] + grow[0], leaf[3] + grow[1], opening.z1_m))
        switches += _switch_places(wall, opening, spec.id, settings.wall_m / 2, polygon)
    if not space.is_walkable:
        return None
    furnisher = Furnisher(space, spec.items, settings, switches, windows, spec.type)
    furnish(furnisher)
    return FurnishedRoom(spec, polygon, height, tuple(space.placed), tuple(furnisher.failed), tuple(furnisher.notes))


def _room_lanes(wall: WallSegment, opening: Opening, room: str, settings: SourceSettings) -> list[Rect]:
    rects = lane_rects(wall, opening, settings.wall_m, settings.lane_m)
    sides = [r for r in (wall.low, wall.high) if r is not None]
    casing = 0.06
    grow = (casing, 0.0) if wall.along == "x" else (0.0, casing)
    return [
        (r[0] - grow[0], r[1] - grow[1], r[2] + grow[0], r[3] + grow[1])
        for r, side in zip(rects, sides, strict=True)
        if side == room
    ]


def _seed_point(
    wall: WallSegment, opening: Opening, room: str, settings: SourceSettings, reach: float
) -> tuple[float, float]:
    """A point just inside a room, in the middle of a door's clear width."""
    u0, u1 = opening.u0_m, opening.u1_m
    if opening.kind == "door":
        u0, u1 = u0 + settings.door_frame_m, u1 - settings.door_frame_m
        if opening.hinge == "start":
            u0 += settings.door_leaf_m
        else:
            u1 -= settings.door_leaf_m
    v = settings.wall_m / 2 + 0.03
    return wall.point((u0 + u1) / 2, v if wall.high == room else -v)


def _window_niche(
    wall: WallSegment, opening: Opening, room: str, settings: SourceSettings
) -> tuple[float, float, float, float, float, float]:
    """The space before a window that tall things keep clear of."""
    half, depth = settings.wall_m / 2, 0.25
    v0, v1 = (half, half + depth) if wall.high == room else (-half - depth, -half)
    (xa, ya), (xb, yb) = wall.point(opening.u0_m - 0.07, v0), wall.point(opening.u1_m + 0.07, v1)
    return min(xa, xb), min(ya, yb), opening.z0_m - 0.06, max(xa, xb), max(ya, yb), opening.z1_m + 0.06


def _window_spot(wall: WallSegment, opening: Opening, room: str, settings: SourceSettings) -> WindowSpot:
    """A window as the room sees it."""
    inward = 1.0 if wall.high == room else -1.0
    x, y = wall.point((opening.u0_m + opening.u1_m) / 2, inward * settings.wall_m / 2)
    side = (1 if inward > 0 else 3) if wall.along == "x" else (0 if inward > 0 else 2)
    return WindowSpot(x, y, side, opening.u1_m - opening.u0_m, opening.z0_m, opening.z1_m)


def _switch_places(
    wall: WallSegment, opening: Opening, room: str, half_m: float, polygon: shapely.Polygon
) -> list[tuple[float, float, int]]:
    """Points on a room's wall beside a door, on the side away from the hinge first."""
    out = []
    inside, inward = polygon.buffer(-0.1, join_style="mitre"), 1.0 if wall.high == room else -1.0
    order = (opening.u1_m + 0.17, opening.u0_m - 0.17)
    if opening.kind == "door" and opening.hinge == "end":
        order = order[::-1]
    for u in order:
        if inside.contains(shapely.Point(wall.point(u, inward * (half_m + 0.11)))):
            out.append((*wall.point(u, inward * half_m), 0))
            break
    return out


def _connected(rooms: Sequence[str], joined: set[tuple[str, ...]]) -> bool:
    reached, edge = {rooms[0]}, [rooms[0]]
    while edge:
        here = edge.pop()
        for pair in joined:
            if here in pair:
                for other in pair:
                    if other not in reached:
                        reached.add(other)
                        edge.append(other)
    return len(reached) == len(rooms)
