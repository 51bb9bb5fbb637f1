"""The lights of a generated building: daylight through windows, listed and added lamps, sky and sun over gardens."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray

from gstgen.geometry.angles import heading_vector
from gstgen.scenes.beams import ceiling_beams
from gstgen.scenes.inventory import Size
from gstgen.scenes.layout import FurnishedRoom, Home
from gstgen.scenes.model import Light
from gstgen.scenes.placement import Placed
from gstgen.scenes.settings import SourceSettings

Array = NDArray[np.float64]

# Lamps that light a room from its ceiling, with the light of each relative to the others.
CEILING_LIGHTS = {
    "room_light": 4.0, "square_light": 4.0, "rectangular_light": 4.0, "chandelier": 5.0, "paper_lantern": 3.0,
    "track_light": 3.0, "downlight": 1.0, "spotlight": 1.0, "light_bulb": 1.0, "fairy_light": 1.0,
}  # fmt: skip
# Lamps that add to it: share of a ceiling lamp's radiance, and where the light leaves.
SMALL_LIGHTS = {"floor_lamp": "up", "table_lamp": "up", "garden_light": "up", "glass_lantern": "up",
                "wall_mounted_light": "front"}  # fmt: skip
LAMP_SIZE_M: Size = (0.4, 0.4, 0.09)
MAX_LIGHTS = 100
_LAMP_AREA_M2 = 0.36 * 0.36  # that `lamp_radiance` is meant for, in a room of
_LAMP_ROOM_M2 = 12.0
_LAMP_PITCH_M = 4.5  # of added lamps in a large room
_ONE_LAMP_M2, _ONE_LAMP_M = 32.0, 9.0  # rooms that are larger or longer get several
_GLAZED_SHARE = 0.18  # glass to floor: rooms with more get dimmer daylight, as the eye and the camera adapt to it
_LEAST_DAYLIGHT = 0.3
_SMALL_SHARE = 0.5
_SUN_DISTANCE_M, _SUN_SIDE_M = 120.0, 6.0
_SUN_ELEVATION_DEG, _SUN_COLOR = 48.0, (1.08, 1.0, 0.86)
_SKY_COLOR = (0.90, 1.0, 1.14)
_SKY_HEIGHT_M = 6.0


def lamp_places(room: FurnishedRoom) -> list[tuple[float, float]]:
    """Where ceiling lamps hang that the inventory does not list: none beside listed ones or under the open sky.

    One in the middle of a room, a grid in a large one; not where something stands or hangs as high.
    """
    if room.outdoor or any(p.item.category in CEILING_LIGHTS for p in room.placed):
        return []
    polygon = room.polygon
    middle = polygon.centroid if polygon.contains(polygon.centroid.buffer(0.4)) else polygon.representative_point()
    places = [(float(middle.x), float(middle.y))]
    x0, y0, x1, y1 = polygon.bounds
    if polygon.area > _ONE_LAMP_M2 or max(x1 - x0, y1 - y0) > _ONE_LAMP_M:
        nx, ny = (max(1, round((b - a) / _LAMP_PITCH_M)) for a, b in ((x0, x1), (y0, y1)))
        grid = [
            (x0 + (i + 0.5) / nx * (x1 - x0), y0 + (j + 0.5) / ny * (y1 - y0))
            for i, j in itertools.product(range(nx), range(ny))
        ]
        places = [p for p in grid if polygon.contains(shapely.Point(p).buffer(0.4))] or places
    under = room.height_m - LAMP_SIZE_M[2] - 0.01
    high = [shapely.Polygon(p.box.footprint_m) for p in room.placed if p.box.bounds_m[1][2] > under]
    if not high:
        return places
    taken, half = shapely.union_all(high), LAMP_SIZE_M[0] / 2 + 0.01
    free = [(x, y) for x, y in places if not taken.intersects(shapely.box(x - half, y - half, x + half, y + half))]
    return free or [_beside(polygon, taken, places[0], half)]


def _beside(
    polygon: shapely.Polygon, taken: shapely.Geometry, wanted: tuple[float, float], half: float
) -> tuple[float, float]:
    """The free place for a lamp nearest to a wanted one, on a grid of 10 cm."""
    x0, y0, x1, y1 = polygon.bounds
    xs, ys = np.meshgrid(np.arange(x0 + half, x1 - half, 0.1), np.arange(y0 + half, y1 - half, 0.1))
    points = np.stack([xs.ravel(), ys.ravel()], 1)
    points = points[np.argsort(np.linalg.norm(points - wanted, axis=1), kind="stable")]
    inner = polygon.buffer(-half)
    for x, y in points:
        square = shapely.box(x - half, y - half, x + half, y + half)
        if inner.contains(shapely.Point(x, y)) and not taken.intersects(square):
            return float(x), float(y)
    return wanted


def build_lights(home: Home, settings: SourceSettings) -> tuple[Light, ...]:
    """All lights, at most `MAX_LIGHTS`: neighbours are merged into panels that send out the same in total."""
    groups: list[list[Light]] = [*_windows(home, settings)]
    for room in home.rooms:
        if room.outdoor:
            groups += [[light] for light in _open_sky(room, settings)]
        else:
            groups.append(_ceiling_lamps(room, settings))
        groups += [[light] for light in _small_lamps(room, settings)]
    return _merged([g for g in groups if g], MAX_LIGHTS)


def _windows(home: Home, settings: SourceSettings) -> list[list[Light]]:
    """A portal for each window, grouped by the wall that it is in."""
    outdoor = {r.spec.id for r in home.rooms if r.outdoor}
    area = {r.spec.id: r.polygon.area for r in home.rooms}
    by_wall: dict[tuple[int, str], list[Light]] = {}
    for o in home.openings.openings:
        if o.kind != "window":
            continue
        wall = home.walls[o.wall]
        room = wall.high if o.side == "high" else wall.low
        other = wall.low if o.side == "high" else wall.high
        if room is None or room in outdoor or (other is not None and other not in outdoor):
            continue  # no daylight behind it
        inward = 1.0 if o.side == "high" else -1.0
        x, y = wall.point((o.u0_m + o.u1_m) / 2, 0.0)
        u, n = ((1.0, 0.0), (0.0, inward)) if wall.along == "x" else ((0.0, 1.0), (inward, 0.0))
        width, height = o.u1_m - o.u0_m, o.z1_m - o.z0_m
        r = settings.window_radiance
        by_wall.setdefault((o.wall, room), []).append(Light(
            "window", room, (x, y, (o.z0_m + o.z1_m) / 2),
            (u[0] * width, u[1] * width, 0.0), (0.0, 0.0, height),
            (n[0], n[1], 0.0), (0.95 * r, r, 1.06 * r),
        ))  # fmt: skip
    glass: dict[str, float] = {}
    for (_, room), group in by_wall.items():
        glass[room] = glass.get(room, 0.0) + sum(_area(light) for light in group)
    dim = {
        room: float(np.clip(_GLAZED_SHARE * area[room] / size, _LEAST_DAYLIGHT, 1.0)) for room, size in glass.items()
    }
    return [[_scaled(light, dim[room]) for light in group] for (_, room), group in by_wall.items()]


def _area(light: Light) -> float:
    return float(np.linalg.norm(np.cross(light.edge_u_m, light.edge_v_m)))


def _scaled(light: Light, factor: float) -> Light:
    r, g, b = light.radiance
    return replace(light, radiance=(factor * r, factor * g, factor * b))


def _room_flux(area_m2: float, settings: SourceSettings) -> float:
    """Radiance x area that the ceiling lamps of a room send out together."""
    return settings.lamp_radiance * _LAMP_AREA_M2 * max(area_m2 / _LAMP_ROOM_M2, 0.6)


def _ceiling_lamps(room: FurnishedRoom, settings: SourceSettings) -> list[Light]:
    """The listed lamps on the ceiling, or the added ones, which share the room's light.

    Where there are beams the light leaves below them: panels between beams would burn spots into their sides.
    """
    beams = ceiling_beams(room)
    highest = room.height_m - 0.002 - (beams[0][4] if beams else 0.0)
    flux = _room_flux(room.polygon.area, settings)
    listed = [p for p in room.placed if p.item.category in CEILING_LIGHTS]
    if not listed:
        places = lamp_places(room)
        z = min(room.height_m - LAMP_SIZE_M[2] - 0.002, highest)
        r = flux / len(places) / _LAMP_AREA_M2
        return [_panel(room.spec.id, (x, y, z), 0.36, r) for x, y in places]
    total = sum(CEILING_LIGHTS[p.item.category] for p in listed)
    out = []
    for p in listed:
        low, high = p.box.bounds_m
        side = float(np.clip(0.9 * min(high[0] - low[0], high[1] - low[1]), 0.06, 0.8))
        share = CEILING_LIGHTS[p.item.category] / total
        center = (float(p.box.center_m[0]), float(p.box.center_m[1]), min(float(low[2]) - 0.002, highest))
        out.append(_panel(room.spec.id, center, side, flux * share / side**2))
    return out


def _small_lamps(room: FurnishedRoom, settings: SourceSettings) -> list[Light]:
    """Standing, table and wall lamps."""
    return [_small_lamp(room.spec.id, p, settings) for p in room.placed if p.item.category in SMALL_LIGHTS]


def _small_lamp(room: str, p: Placed, settings: SourceSettings) -> Light:
    x, y, z = (float(v) for v in p.box.center_m)
    radiance = _SMALL_SHARE * settings.lamp_radiance
    if SMALL_LIGHTS[p.item.category] == "up":
        side = min(0.6 * min(p.item.size_m[:2]), 0.4)
        return _panel(room, (x, y, z + p.item.size_m[2] / 2 + 0.002), side, radiance, up=True)
    front = heading_vector(p.box.yaw_deg)
    depth, side = p.item.size_m[0] / 2 + 0.002, min(0.7 * min(p.item.size_m[1:]), 0.3)
    across = (-float(front[1]) * side, float(front[0]) * side, 0.0)
    center = (x + depth * float(front[0]), y + depth * float(front[1]), z)
    return Light(
        "lamp", room, center, across, (0.0, 0.0, side), (float(front[0]), float(front[1]), 0.0), _warm(radiance)
    )


def _open_sky(room: FurnishedRoom, settings: SourceSettings) -> list[Light]:
    """The sky over a garden: a window that lies above all of it; and the sun: a small, far, strong lamp."""
    x0, y0, x1, y1 = room.polygon.bounds
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    r = settings.sky_radiance
    sky = Light(
        "window", room.spec.id, (*middle, _SKY_HEIGHT_M), (x1 - x0, 0.0, 0.0), (0.0, y1 - y0, 0.0), (0.0, 0.0, -1.0),
        (_SKY_COLOR[0] * r, _SKY_COLOR[1] * r, _SKY_COLOR[2] * r),
    )  # fmt: skip
    elevation = np.radians(_SUN_ELEVATION_DEG)
    azimuth = np.radians(-60.0 if x1 - x0 > y1 - y0 else 205.0)
    towards = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    across = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    up = np.cross(towards, across)
    s = settings.sun_radiance
    cx, cy, cz = (float(v) for v in np.array([*middle, 0.0]) + _SUN_DISTANCE_M * towards)
    ux, uy, uz = (float(v) for v in _SUN_SIDE_M * across)
    vx, vy, vz = (float(v) for v in _SUN_SIDE_M * up)
    nx, ny, nz = (float(v) for v in -towards)
    color = (_SUN_COLOR[0] * s, _SUN_COLOR[1] * s, _SUN_COLOR[2] * s)
    sun = Light("lamp", room.spec.id, (cx, cy, cz), (ux, uy, uz), (vx, vy, vz), (nx, ny, nz), color)
    return [sky, sun]


def _warm(radiance: float) -> tuple[float, float, float]:
    return radiance, 0.93 * radiance, 0.82 * radiance


def _panel(room: str, center: tuple[float, float, float], side_m: float, radiance: float, up: bool = False) -> Light:
    normal = (0.0, 0.0, 1.0 if up else -1.0)
    return Light("lamp", room, center, (side_m, 0.0, 0.0), (0.0, side_m, 0.0), normal, _warm(radiance))


def _merged(groups: Sequence[list[Light]], most: int) -> tuple[Light, ...]:
    """All lights when there are at most `most`; else groups are cut into fewer panels, in proportion."""
    total = sum(len(g) for g in groups)
    if total <= most:
        return tuple(light for g in groups for light in g)
    spare = max(most - len(groups), 0)
    out: list[Light] = []
    for group in groups:
        wanted = 1 + int(spare * (len(group) - 1) / max(total - len(groups), 1))
        out += [_one(part) for part in _split(group, wanted)]
    return tuple(out)


def _split(lights: list[Light], parts: int) -> list[list[Light]]:
    """Cut a group into parts of neighbours, always across its longer side."""
    if parts <= 1 or len(lights) <= 1:
        return [lights]
    places = np.array([light.center_m for light in lights])
    axis = int(np.argmax(np.ptp(places, axis=0)))
    order = np.argsort(places[:, axis], kind="stable")
    first = max(1, round(len(lights) * (parts // 2) / parts))
    low, high = [lights[i] for i in order[:first]], [lights[i] for i in order[first:]]
    return _split(low, parts // 2) + _split(high, parts - parts // 2)


def _one(lights: list[Light]) -> Light:
    """A panel over all of some lights that face one way and have like edges, with their total flux."""
    if len(lights) == 1:
        return lights[0]
    first = lights[0]
    u, v = np.array(first.edge_u_m), np.array(first.edge_v_m)
    directions = [u / np.linalg.norm(u), v / np.linalg.norm(v)]
    centers = np.array([light.center_m for light in lights])
    flux = np.zeros(3)
    spans = []
    for light in lights:
        flux += np.array(light.radiance) * _area(light)
    for direction, name in zip(directions, ("edge_u_m", "edge_v_m"), strict=True):
        along = centers @ direction
        half = np.array([np.linalg.norm(getattr(light, name)) for light in lights]) / 2
        spans.append((float((along - half).min()), float((along + half).max())))
    normal = np.array(first.normal)
    center = sum(
        (d * (a + b) / 2 for d, (a, b) in zip(directions, spans, strict=True)),
        normal * float((centers @ normal).mean()),
    )
    edges = [d * (b - a) for d, (a, b) in zip(directions, spans, strict=True)]
    radiance = flux / float(np.linalg.norm(np.cross(*edges)))

    def triple(values: Array) -> tuple[float, float, float]:
        x, y, z = (float(c) for c in values)
        return x, y, z

    return Light(
        first.kind,
        first.room,
        triple(np.asarray(center)),
        triple(edges[0]),
        triple(edges[1]),
        first.normal,
        triple(radiance),
    )
