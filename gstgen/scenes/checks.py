"""Invariants of a generated scene, recomputed from `Scene` alone: nothing intersects, floats or blocks the way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.errors import RunError
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.maps import GridTransform
from gstgen.scenes.model import Scene, Structure

TOLERANCE_M = 1e-3
_RESOLUTION_M = 0.05
_CARRIED_SHARE = 0.25  # of the footprint: a worktop also hangs on the wall behind it
_LANE_M = 0.5  # depth before a door that must be free over its clear width


def check_scene(scene: Scene, agent_radius_m: float, agent_height_m: float) -> None:
    """Raise RunError with the first few broken invariants of a generated scene."""
    broken = [
        *collisions(scene),
        *outside_rooms(scene),
        *unsupported(scene),
        *blocked_doors(scene, agent_height_m),
        *unreachable(scene, agent_radius_m, agent_height_m),
    ]
    if broken:
        more = f" and {len(broken) - 3} more" if len(broken) > 3 else ""
        raise RunError(
            f"the layout of {scene.id} breaks its own rules: {'; '.join(broken[:3])}{more}; try another seed"
        )


def collisions(scene: Scene) -> Iterator[str]:
    """Pairs of objects that share more than a millimetre."""
    solids = [_Prism(o.id, o.box) for o in scene.objects]
    for i, a in enumerate(solids):
        for b in solids[i + 1 :]:
            if a.cuts(b):
                yield f"{a.name} cuts into {b.name}"


def outside_rooms(scene: Scene) -> Iterator[str]:
    """Objects that reach through a wall, the floor or the ceiling of their room."""
    rooms = {r.id: r for r in scene.rooms}
    for obj in scene.objects:
        room = rooms[obj.room or ""]
        prism = _Prism(obj.id, obj.box)
        if not room.polygon.buffer(TOLERANCE_M).contains(prism.footprint):
            yield f"{obj.id} reaches through a wall of {room.id}"
        if prism.low < scene.floor_z_m - TOLERANCE_M or prism.high > scene.floor_z_m + room.height_m + TOLERANCE_M:
            yield f"{obj.id} reaches through the floor or ceiling of {room.id}"


def unsupported(scene: Scene) -> Iterator[str]:
    """Objects that neither stand on, hang on nor lie on what they claim to."""
    rooms = {r.id: r for r in scene.rooms}
    by_id = {o.id: o for o in scene.objects}
    for obj in scene.objects:
        room = rooms[obj.room or ""]
        prism = _Prism(obj.id, obj.box)
        if obj.support == "floor":
            rests = abs(prism.low - scene.floor_z_m) <= TOLERANCE_M
        elif obj.support == "ceiling":
            rests = abs(prism.high - scene.floor_z_m - room.height_m) <= TOLERANCE_M
        elif obj.support == "wall":
            rests = room.polygon.exterior.distance(prism.footprint) <= TOLERANCE_M
        else:
            below = _Prism(obj.support, by_id[obj.support].box)
            carried = below.footprint.intersection(prism.footprint).area / prism.footprint.area
            rests = abs(prism.low - below.high) <= TOLERANCE_M and carried >= _CARRIED_SHARE
        if not rests:
            yield f"{obj.id} does not rest on its support ({obj.support})"


def blocked_doors(scene: Scene, agent_height_m: float) -> Iterator[str]:
    """Objects in the clear width of a door or passage, or where its leaf stands."""
    obstacles = [o for o in scene.objects if _is_obstacle(o.box, scene.floor_z_m, agent_height_m)]
    for door in scene.structure:
        if door.kind != "door":
            continue
        lane, leaf = _lane(door), leaf_polygon(door)
        for obj in obstacles:
            footprint = shapely.Polygon(obj.box.footprint_m).buffer(-TOLERANCE_M)
            if footprint.intersects(lane):
                yield f"{obj.id} stands in the way of {door.id}"
            if leaf is not None and footprint.intersects(leaf):
                yield f"{obj.id} stands where {door.id} opens"


def unreachable(scene: Scene, agent_radius_m: float, agent_height_m: float) -> Iterator[str]:
    """Rooms that an agent of a radius cannot reach from the others, and cut-off floor of more than a few per cent."""
    grid, free = free_space(scene, agent_radius_m, agent_height_m)
    labels, count = ndimage.label(free)
    if count == 0:
        yield "no free floor at all"
        return
    sizes = np.bincount(labels.ravel())[1:]
    main = labels == int(np.argmax(sizes)) + 1
    if sizes.sum() - sizes.max() > 0.01 * sizes.sum():
        yield f"{1 - sizes.max() / sizes.sum():.0%} of the free floor is cut off"
    iy, ix = np.nonzero(main)
    points = grid.to_world(np.stack([iy, ix], 1))
    for room in scene.rooms:
        if not shapely.contains_xy(room.polygon, points[:, 0], points[:, 1]).any():
            yield f"{room.id} cannot be entered"


def free_space(scene: Scene, agent_radius_m: float, agent_height_m: float) -> tuple[GridTransform, NDArray[np.bool_]]:
    """Grid (H, W) of where the centre of an agent may be: floor and doorways minus obstacles, eroded by its radius."""
    floor = shapely.union_all([r.polygon for r in scene.rooms])
    doors = [d for d in scene.structure if d.kind == "door" and d.parameters["leaf"] != "closed"]
    floor = shapely.union_all([floor, *[_hole(d) for d in doors]])
    obstacles = [
        shapely.Polygon(o.box.footprint_m)
        for o in scene.objects
        if _is_obstacle(o.box, scene.floor_z_m, agent_height_m)
    ]
    leaves = [leaf for d in doors if (leaf := leaf_polygon(d)) is not None]
    free = floor.difference(shapely.union_all([*obstacles, *leaves]))
    bounds = floor.bounds
    grid = GridTransform.covering(bounds[:2], bounds[2:], _RESOLUTION_M / 2)
    iy, ix = np.indices(grid.shape)
    points = grid.to_world(np.stack([iy, ix], -1))
    shapely.prepare(free)
    mask = shapely.contains_xy(free, points[..., 0], points[..., 1])
    distance = ndimage.distance_transform_edt(mask) * grid.resolution_m
    return grid, distance - grid.resolution_m / 2 >= agent_radius_m


def leaf_polygon(door: Structure) -> shapely.Polygon | None:
    """Floor rectangle of a door's open leaf; None for a closed door or an open passage."""
    p = door.parameters
    if p["leaf"] != "open":
        return None
    half, sign = p["thickness_m"] / 2, 1.0 if p["side"] == "high" else -1.0
    length = p["u1_m"] - p["u0_m"] - 2 * p["frame_m"]
    u0 = p["u0_m"] + p["frame_m"] if p["hinge"] == "start" else p["u1_m"] - p["frame_m"] - p["leaf_m"]
    return _strip(p, u0, u0 + p["leaf_m"], sign * half, sign * (half + length))


def _clear_width(p: dict[str, object]) -> tuple[float, float]:
    """Range along the wall between the jambs, less the open leaf's thickness."""
    u0, u1, frame = float(p["u0_m"]), float(p["u1_m"]), float(p["frame_m"])  # type: ignore[arg-type]
    leaf = float(p["leaf_m"]) if p["leaf"] == "open" else 0.0  # type: ignore[arg-type]
    start, end = u0 + frame, u1 - frame
    return (start + leaf, end) if p["hinge"] == "start" else (start, end - leaf)


def _hole(door: Structure) -> shapely.Polygon:
    p = door.parameters
    half = p["thickness_m"] / 2 + 0.01
    return _strip(p, *_clear_width(p), -half, half)


def _lane(door: Structure) -> shapely.Polygon:
    p = door.parameters
    reach = p["thickness_m"] / 2 + _LANE_M
    return _strip(p, *_clear_width(p), -reach, reach)


def _strip(p: dict[str, object], u0: float, u1: float, v0: float, v1: float) -> shapely.Polygon:
    line = float(p["line_m"])  # type: ignore[arg-type]
    a, b = (u0, line + min(v0, v1)), (u1, line + max(v0, v1))
    if p["along"] == "y":
        a, b = (a[1], a[0]), (b[1], b[0])
    return shapely.box(a[0], a[1], b[0], b[1])


def _is_obstacle(box: OrientedBox, floor_z_m: float, height_m: float) -> bool:
    low, high = box.bounds_m
    return bool(low[2] - floor_z_m < height_m and high[2] - floor_z_m > 0.05)


class _Prism:
    """A box with one vertical axis as footprint and height range."""

    def __init__(self, name: str, box: OrientedBox) -> None:
        if np.abs(box.rotation[2]).max() < 1.0 - 1e-9:
            raise ValueError(f"{name}: no axis of the box is vertical")
        low, high = box.bounds_m
        self.name, self.low, self.high = name, float(low[2]), float(high[2])
        self.bounds = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        self.footprint = shapely.Polygon(box.footprint_m)

    def cuts(self, other: _Prism) -> bool:
        """Whether the two share more than the tolerance in every direction."""
        t = TOLERANCE_M
        a, b = self.bounds, other.bounds
        if min(self.high, other.high) - max(self.low, other.low) <= t:
            return False
        if min(a[2], b[2]) - max(a[0], b[0]) <= t or min(a[3], b[3]) - max(a[1], b[1]) <= t:
            return False
        shrunk = [p.footprint.buffer(-t / 2, join_style="mitre") for p in (self, other)]
        return bool(shrunk[0].intersects(shrunk[1]))
