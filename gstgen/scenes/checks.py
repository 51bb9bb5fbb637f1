"""Invariants of a generated scene, recomputed from `Scene` alone: nothing intersects, floats or blocks the way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.errors import RunError
from gstgen.geometry.maps import GridTransform
from gstgen.scenes.assets.levels import Level, levels
from gstgen.scenes.model import Scene, SceneObject, Structure
from gstgen.scenes.prisms import Prisms

TOLERANCE_M = 1e-3
_FINE_M, _COARSE_M = 0.025, 0.05  # cells of the grid on which ways are looked for, in small and in large scenes
_LARGE_M2 = 600.0
_CARRIED_SHARE = 0.5  # of the footprint must lie on what carries a thing ...
_BACKED_SHARE = 0.25  # ... less if it also hangs on the wall behind it, like a worktop
_LANE_M = 0.5  # depth before a door that must be free over its clear width
_CUT_OFF_SHARE = 0.01  # of the free floor may be cut off ...
_CUT_OFF_M2 = 4.0  # ... but never more than this


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
    """Pairs of objects that share more than a millimetre; things on inner boards may be in what carries them."""
    prisms = Prisms([o.box for o in scene.objects])
    within = _enclosing(scene, prisms)
    for i, j in prisms.overlapping(TOLERANCE_M):
        if j not in within[i] and i not in within[j]:
            yield f"{scene.objects[i].id} cuts into {scene.objects[j].id}"


def _enclosing(scene: Scene, prisms: Prisms) -> list[frozenset[int]]:
    """For each object those that carry it (directly or not) on an inner board under which it fits."""
    index = {o.id: k for k, o in enumerate(scene.objects)}
    parent = [index.get(o.support) for o in scene.objects]
    out: list[frozenset[int]] = []
    for k in range(len(scene.objects)):
        found, here = set(), k
        seen = {k}
        while (carrier := parent[here]) is not None and carrier not in seen:
            seen.add(carrier)
            level = _level_under(scene.objects[carrier], prisms, here, carrier)
            if level is not None and level.inner:
                ceiling = float(prisms.low[carrier]) + level.z_m + level.clear_m
                if prisms.high[k] <= ceiling + TOLERANCE_M:
                    found.add(carrier)
            here = carrier
        out.append(frozenset(found))
    return out


def _level_under(base: SceneObject, prisms: Prisms, k: int, carrier: int) -> Level | None:
    """The level of a carrier on which a thing stands, wholly within its rectangle."""
    if base.box.rotation[2, 2] < 1.0 - 1e-9:
        return None
    height = float(prisms.low[k] - prisms.low[carrier])
    near = [v for v in levels(base.category, _size(base)) if abs(v.z_m - height) <= TOLERANCE_M]
    if not near:
        return None
    local = (prisms.corners_m[k] - base.box.center_m) @ base.box.rotation
    low, high = local[:, :2].min(0) + TOLERANCE_M, local[:, :2].max(0) - TOLERANCE_M
    for level in near:
        if level.x0_m <= low[0] and level.y0_m <= low[1] and level.x1_m >= high[0] and level.y1_m >= high[1]:
            return level
    return None


def _size(obj: SceneObject) -> tuple[float, float, float]:
    return float(obj.box.size_m[0]), float(obj.box.size_m[1]), float(obj.box.size_m[2])


def outside_rooms(scene: Scene) -> Iterator[str]:
    """Objects that reach through a wall or the floor of their room, or through its ceiling where it has one."""
    prisms = Prisms([o.box for o in scene.objects])
    roofed = {room for s in scene.structure if s.kind == "ceiling" for room in s.rooms}
    outlines = {r.id: r.polygon.buffer(TOLERANCE_M) for r in scene.rooms}
    tops = {r.id: r.height_m for r in scene.rooms}
    for outline in outlines.values():
        shapely.prepare(outline)
    for k, obj in enumerate(scene.objects):
        room = obj.room or ""
        if not outlines[room].contains(prisms.footprints[k]):
            yield f"{obj.id} reaches through a wall of {room}"
        low, high = prisms.low[k] - scene.floor_z_m, prisms.high[k] - scene.floor_z_m
        if low < -TOLERANCE_M or (room in roofed and high > tops[room] + TOLERANCE_M):
            yield f"{obj.id} reaches through the floor or ceiling of {room}"


def unsupported(scene: Scene) -> Iterator[str]:
    """Objects that neither stand on, hang on nor lie on what they claim to."""
    prisms = Prisms([o.box for o in scene.objects])
    index = {o.id: k for k, o in enumerate(scene.objects)}
    walls = {r.id: r.polygon.exterior for r in scene.rooms}
    heights = {r.id: r.height_m for r in scene.rooms}
    for k, obj in enumerate(scene.objects):
        room = obj.room or ""
        low, high = float(prisms.low[k]) - scene.floor_z_m, float(prisms.high[k]) - scene.floor_z_m
        if obj.support == "floor":
            rests = abs(low) <= TOLERANCE_M
        elif obj.support == "ceiling":
            rests = abs(high - heights[room]) <= TOLERANCE_M
        elif obj.support == "wall":
            rests = walls[room].distance(prisms.footprints[k]) <= TOLERANCE_M
        elif obj.support in index:
            rests = _is_carried(scene, prisms, k, index[obj.support], walls[room])
        else:
            rests = False
        if not rests:
            yield f"{obj.id} does not rest on its support ({obj.support})"


def _is_carried(scene: Scene, prisms: Prisms, k: int, carrier: int, wall: shapely.LinearRing) -> bool:
    """Whether a thing touches a board of its carrier from above, or the top of its box with enough of itself."""
    base = scene.objects[carrier]
    level = _level_under(base, prisms, k, carrier)
    if level is not None:
        return bool(prisms.high[k] - prisms.low[k] <= level.clear_m + TOLERANCE_M)
    if abs(float(prisms.low[k] - prisms.high[carrier])) > TOLERANCE_M:
        return False
    footprint = prisms.footprints[k]
    share = footprint.intersection(prisms.footprints[carrier]).area / footprint.area
    backed = wall.distance(footprint) <= TOLERANCE_M
    return bool(share >= (_BACKED_SHARE if backed else _CARRIED_SHARE))


def blocked_doors(scene: Scene, agent_height_m: float) -> Iterator[str]:
    """Objects in the clear width of a door or passage, or where its leaf stands."""
    prisms = Prisms([o.box for o in scene.objects])
    obstacles = np.nonzero(_obstacles(prisms, scene.floor_z_m, agent_height_m))[0]
    shrunk = shapely.buffer(prisms.footprints[obstacles], -TOLERANCE_M, join_style="mitre")
    tree = shapely.STRtree(shrunk)
    for door in scene.structure:
        if door.kind != "door":
            continue
        for k in sorted(tree.query(_lane(door), predicate="intersects").tolist()):
            yield f"{scene.objects[obstacles[k]].id} stands in the way of {door.id}"
        leaf = leaf_polygon(door)
        for k in sorted(tree.query(leaf, predicate="intersects").tolist()) if leaf is not None else []:
            yield f"{scene.objects[obstacles[k]].id} stands where {door.id} opens"


def unreachable(scene: Scene, agent_radius_m: float, agent_height_m: float) -> Iterator[str]:
    """Rooms that an agent of a radius cannot reach from the others, and cut-off floor of more than a little."""
    grid, free = free_space(scene, agent_radius_m, agent_height_m)
    labels, count = ndimage.label(free)
    if count == 0:
        yield "no free floor at all"
        return
    sizes = np.bincount(labels.ravel())[1:]
    main = labels == int(np.argmax(sizes)) + 1
    lost = int(sizes.sum() - sizes.max())
    if lost > min(_CUT_OFF_SHARE * sizes.sum(), _CUT_OFF_M2 / grid.resolution_m**2):
        yield f"{lost * grid.resolution_m**2:.1f} m2 ({lost / sizes.sum():.0%}) of the free floor are cut off"
    for room in scene.rooms:
        rows, columns, inside = _cells_in(grid, room.polygon)
        if not (main[rows, columns] & inside).any():
            yield f"{room.id} cannot be entered"


def free_space(scene: Scene, agent_radius_m: float, agent_height_m: float) -> tuple[GridTransform, NDArray[np.bool_]]:
    """Grid (H, W) of where the centre of an agent may be: floor and doorways minus obstacles, eroded by its radius."""
    doors = [d for d in scene.structure if d.kind == "door" and d.parameters["leaf"] != "closed"]
    holes = [_hole(d) for d in doors]
    prisms = Prisms([o.box for o in scene.objects])
    solid = _obstacles(prisms, scene.floor_z_m, agent_height_m)
    leaves = [leaf for d in doors if (leaf := leaf_polygon(d)) is not None]
    bounds = np.array([p.bounds for p in [*(r.polygon for r in scene.rooms), *holes]])
    lower, upper = bounds[:, :2].min(0), bounds[:, 2:].max(0)
    area = sum(r.polygon.area for r in scene.rooms)
    grid = GridTransform.covering(lower, upper, _FINE_M if area < _LARGE_M2 else _COARSE_M)
    mask = np.zeros(grid.shape, bool)
    for polygon in [*(r.polygon for r in scene.rooms), *holes]:
        rows, columns, inside = _cells_in(grid, polygon)
        mask[rows, columns] |= inside
    for polygon in [*prisms.footprints[solid], *leaves]:
        rows, columns, inside = _cells_in(grid, _thick(polygon, grid.resolution_m))
        mask[rows, columns] &= ~inside
    distance = ndimage.distance_transform_edt(mask) * grid.resolution_m
    return grid, distance - grid.resolution_m / 2 >= agent_radius_m


def _cells_in(grid: GridTransform, polygon: shapely.Polygon) -> tuple[slice, slice, NDArray[np.bool_]]:
    """Rows, columns and mask of the cells of a window whose centre lies in a polygon."""
    x0, y0, x1, y1 = polygon.bounds
    ox, oy = grid.to_world(np.array([0, 0]))
    step = grid.resolution_m
    height, width = grid.shape
    c0, c1 = int(np.clip(np.ceil((x0 - ox) / step), 0, width)), int(np.clip(np.floor((x1 - ox) / step) + 1, 0, width))
    r0, r1 = int(np.clip(np.ceil((y0 - oy) / step), 0, height)), int(np.clip(np.floor((y1 - oy) / step) + 1, 0, height))
    rows, columns = slice(r0, max(r0, r1)), slice(c0, max(c0, c1))
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    if abs(polygon.area - (x1 - x0) * (y1 - y0)) < 1e-9:
        return rows, columns, np.ones(shape, bool)
    shapely.prepare(polygon)
    y, x = np.meshgrid(oy + np.arange(rows.start, rows.stop) * step, ox + np.arange(columns.start, columns.stop) * step,
                       indexing="ij")  # fmt: skip
    return rows, columns, np.asarray(shapely.contains_xy(polygon, x, y), bool)


def _thick(polygon: shapely.Polygon, thickness_m: float) -> shapely.Polygon:
    """A footprint that no row of cells slips through: thin ones are grown to a thickness."""
    thin = 2 * polygon.area / max(polygon.length, 1e-9)  # nearly the thickness of a thin rectangle
    return polygon.buffer((thickness_m - thin) / 2, join_style="mitre") if thin < thickness_m else polygon


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


def _obstacles(prisms: Prisms, floor_z_m: float, height_m: float) -> NDArray[np.bool_]:
    """(N) what an agent cannot walk over or under."""
    blocks: NDArray[np.bool_] = (prisms.low - floor_z_m < height_m) & (prisms.high - floor_z_m > 0.05)
    return blocks
