"""Draft light: lamps and windows of the same room by formula, no rays."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.charts import find_charts, texel_grid, texel_points, texel_sizes_m
from gstgen.simulators.embedded.light_field import LightField, median_level
from gstgen.simulators.embedded.lights import LightArrays, OpenAir
from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.settings import BakeSettings

Array = NDArray[np.float64]

AMBIENT = 0.16
AMBIENT_UP = 0.05  # more from above than from below
NEAREST_D2_M2 = 0.3  # squared distances below this count as this: no burnt spots beside lamps
CONTACT_M = 0.25
CONTACT_DEPTH = 0.45


def draft_light(
    scene: Scene, triangles: TriangleSet, lights: LightArrays, open_air: OpenAir, settings: BakeSettings
) -> LightField:
    """A light field in about a second: ambient, unshadowed lights of the point's own room, soft contact shadows."""
    charts = find_charts(triangles, settings.min_chart_m2)
    grid = texel_grid(charts, texel_sizes_m(charts, settings) * settings.coarse_factor)
    points, normals = texel_points(charts, grid, 0.003, 0.012)
    light = _formula(scene, points, normals, lights, open_air)
    building = charts.building[grid.chart_of.ravel()[grid.pixels]]
    light[building] *= _contact(scene, points[building])[:, None]
    lightmap = np.zeros((grid.height * grid.width, 3), np.float32)
    lightmap[grid.pixels] = light
    vertex = np.zeros((len(triangles.vertices), 3), np.float32)
    used = np.unique(triangles.faces[charts.of_face < 0])
    vertex[used] = _formula(
        scene, triangles.vertices[used].astype(np.float64), triangles.normals[used].astype(np.float64), lights, open_air
    )
    inside = light[building].astype(np.float32)
    return LightField(
        lightmap=lightmap.reshape(grid.height, grid.width, 3),
        mapped=charts.of_face >= 0,
        texel_uv=grid.face_uv(charts),
        vertex=vertex,
        median=median_level(inside, np.ones(len(inside), np.float32)),
    )


def _room_of(scene: Scene, points: Array) -> NDArray[np.int64]:
    room = np.full(len(points), -1)
    for index, candidate in enumerate(scene.rooms):
        inside = shapely.contains_xy(candidate.polygon, points[:, 0], points[:, 1])
        room[inside & (room < 0)] = index
    return room


def _formula(scene: Scene, points: Array, normals: Array, lights: LightArrays, open_air: OpenAir) -> Array:
    light = np.full((len(points), 3), AMBIENT) + AMBIENT_UP * normals[:, 2:3]
    room = _room_of(scene, points + 0.1 * normals)
    index = {r.id: i for i, r in enumerate(scene.rooms)}
    outdoors = np.append(open_air.mask(scene), False)[room]
    light[outdoors] += (0.5 + 0.5 * normals[outdoors, 2:3]) * open_air.radiance
    for number in range(len(lights)):
        same = np.flatnonzero(room == index.get(lights.room[number], -2))
        to_light = lights.center[number] - points[same]
        d2 = np.einsum("ij,ij->i", to_light, to_light)
        distance = np.sqrt(d2) + 1e-9
        # Half-wrapped cosines stand in for the extent of the light and for bounces.
        facing = np.clip(np.einsum("ij,ij->i", to_light, normals[same]) / distance * 0.75 + 0.25, 0, 1)
        sent = np.clip(-np.einsum("ij,j->i", to_light, lights.normal[number]) / distance * 0.8 + 0.2, 0, 1)
        strength = facing * sent / (np.pi * np.maximum(d2, NEAREST_D2_M2))
        light[same] += strength[:, None] * lights.power[number]
    return light


def _contact(scene: Scene, points: Array) -> Array:
    """Factor 1 - CONTACT_DEPTH .. 1 that darkens building surfaces beside and below objects."""
    openness = np.ones(len(points))
    if not len(points):
        return openness
    for item in scene.objects:
        low, high = item.box.bounds_m
        near = np.flatnonzero(((points > low - 3 * CONTACT_M) & (points < high + 3 * CONTACT_M)).all(1))
        outside = np.maximum(np.abs(item.box.to_local(points[near])) - item.box.size_m / 2, 0.0)
        distance = np.linalg.norm(outside, axis=1)
        openness[near] = np.minimum(openness[near], 1 - CONTACT_DEPTH * np.exp(-distance / CONTACT_M))
    return openness
