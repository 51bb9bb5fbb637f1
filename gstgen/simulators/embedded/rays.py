"""Rays for the bake: an Embree scene, and well spread directions over hemispheres and lights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from gstgen.simulators.embedded.lights import LightArrays

Floats = NDArray[np.float32]
GOLDEN = np.float32(0.61803399)
NOTICED = np.float32(7e-4)  # irradiance / pi below which a light gets no shadow rays


@dataclass(frozen=True)
class Hits:
    """First hits of n rays: triangle (n) or -1; distance_m (n); u, v (n): barycentric weights of corners 1 and 2."""

    triangle: NDArray[np.int32]
    distance_m: Floats
    u: Floats
    v: Floats


class RayScene:
    """Triangles to shoot at. Built once, then safe to use in forked processes."""

    def __init__(self, corners: Floats) -> None:
        self._empty = len(corners) == 0
        self._scene = EmbreeScene()
        if not self._empty:
            self._mesh = TriangleMesh(self._scene, np.ascontiguousarray(corners, np.float32))
            # Embree builds its tree at the first ray: here, not once in every child process.
            self._scene.run(np.zeros((1, 3), np.float32), np.ones((1, 3), np.float32))

    def blocked(self, origins: Floats, directions: Floats, reach_m: Floats) -> NDArray[np.bool_]:
        """(n) whether something lies on the first `reach_m` metres of each ray."""
        if self._empty or not len(origins):
            return np.zeros(len(origins), bool)
        found = self._scene.run(origins, directions, dists=np.maximum(reach_m, 1e-4), query="OCCLUDED")
        return np.asarray(found >= 0)

    def first_hits(self, origins: Floats, directions: Floats, reach_m: float = 1e4) -> Hits:
        """First hit of each ray within reach; beyond it triangle is -1 and distance the reach."""
        count = len(origins)
        if self._empty or not count:
            zeros = np.zeros(count, np.float32)
            return Hits(np.full(count, -1, np.int32), np.full(count, reach_m, np.float32), zeros, zeros)
        reach = np.full(count, reach_m, np.float32)
        found = self._scene.run(origins, directions, dists=reach, query="INTERSECT", output=True)
        missed = found["primID"] < 0
        distance = np.where(missed, np.float32(reach_m), found["tfar"])
        return Hits(found["primID"], distance, found["u"], found["v"])


def hemisphere_rays(points: Floats, normals: Floats, count: int, random: np.random.Generator) -> tuple[Floats, Floats]:
    """`count` cosine-weighted rays a point: origins and directions (n * count, 3), point-major."""
    n = len(points)
    start = random.random((n, 2), dtype=np.float32)
    k = np.arange(count, dtype=np.float32)
    u = (k + start[:, 1:]) / np.float32(count)
    angle = np.float32(2 * np.pi) * ((k * GOLDEN + start[:, :1]) % np.float32(1))
    radius, height = np.sqrt(u), np.sqrt(np.maximum(1 - u, 0))
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    tangent, bitangent = _frame(normals)
    directions = np.empty((n, count, 3), np.float32)
    for axis in range(3):  # one at a time: see light_strength
        directions[..., axis] = (
            tangent[:, axis, None] * x + bitangent[:, axis, None] * y + normals[:, axis, None] * height
        )
    return np.repeat(points, count, 0), directions.reshape(-1, 3)


def _frame(normals: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors across each normal, without branches (Duff et al. 2017)."""
    x, y, z = normals.T
    sign = np.where(z >= 0, np.float32(1), np.float32(-1))
    a = -1 / (sign + z)
    b = x * y * a
    tangent = np.stack([1 + sign * x * x * a, sign * b, -sign * x], 1)
    return tangent, np.stack([b, sign + y * y * a, -y], 1)


def light_strength(points: Floats, normals: Floats, lights: LightArrays) -> Floats:
    """(n, lights) rough unshadowed irradiance of each light, for choosing which ones get rays."""
    d2: Floats = np.full((len(points), len(lights)), 0.1, np.float32)
    facing, sent = np.zeros_like(d2), np.zeros_like(d2)
    # One axis at a time: contiguous planes are many times faster here than a trailing axis of three.
    for axis in range(3):
        to_light = lights.center[:, axis].astype(np.float32) - points[:, axis, None]
        d2 += to_light * to_light
        facing += to_light * normals[:, axis, None]
        sent -= to_light * lights.normal[:, axis].astype(np.float32)
    facing += np.float32(0.3) * np.sqrt(d2)
    strength = np.maximum(facing, 0) * np.maximum(sent, 0) / (d2 * d2)
    return np.asarray(strength * lights.power.mean(1).astype(np.float32), np.float32)


def area_light(
    scene: RayScene,
    points: Floats,
    normals: Floats,
    light: NDArray[np.int64],
    lights: LightArrays,
    count: int,
    clearance_m: float,
    random: np.random.Generator,
) -> Floats:
    """(n, 3) irradiance / pi from one light a point (`light` (n)), shadows from `count` rays."""
    n = len(points)
    start = random.random((n, 2), dtype=np.float32)
    k = np.arange(count, dtype=np.float32)
    along_u = ((k + start[:, :1]) / np.float32(count)) % 1 - np.float32(0.5)
    along_v = (k * GOLDEN + start[:, 1:]) % 1 - np.float32(0.5)
    center = (lights.center[light] - points).astype(np.float32)
    edge_u, edge_v = lights.edge_u[light].astype(np.float32), lights.edge_v[light].astype(np.float32)
    shining = lights.normal[light].astype(np.float32)
    d2 = np.zeros((n, count), np.float32)
    cosine, sent = np.zeros_like(d2), np.zeros_like(d2)
    target = []
    for axis in range(3):  # one at a time: see light_strength
        along = edge_u[:, axis, None] * along_u + edge_v[:, axis, None] * along_v + center[:, axis, None]
        d2 += along * along
        cosine += along * normals[:, axis, None]
        sent -= along * shining[:, axis, None]
        target.append(along)
    distance = np.sqrt(d2) + np.float32(1e-6)
    # Closer than this a light would burn a spot; its fitting hides that in a real room.
    weight = cosine * sent / (d2 * np.float32(np.pi * count) * np.maximum(d2, np.float32(0.12)) + np.float32(1e-12))
    power = lights.power[light].mean(1).astype(np.float32)[:, None]
    used = np.flatnonzero((cosine > 0) & (sent > 0) & (weight * power * np.float32(count) > NOTICED))
    reach = distance.ravel()[used]
    blocked = scene.blocked(
        points[used // count],
        np.stack([axis.ravel()[used] / reach for axis in target], 1),
        reach - np.float32(clearance_m),
    )
    open_weight = np.zeros(n * count, np.float32)
    open_weight[used] = np.where(blocked, 0, weight.ravel()[used])
    total = open_weight.reshape(n, count).sum(1)
    return np.asarray(total[:, None] * lights.power[light], np.float32)
