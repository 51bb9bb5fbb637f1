"""Ray casts against a scene's triangles (Embree): which instance a ray meets, how far, is a segment free."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh
from numpy.typing import ArrayLike, NDArray

from gstgen.geometry.cameras import Camera, pixel_rays
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene

Array = NDArray[np.float64]

# A segment's end may touch a surface (a point sampled on it) and still be seen.
_END_SLACK_M = 1e-3
_RAYS_AT_ONCE = 200_000


@dataclass(frozen=True)
class Hits:
    """What rays met, each array with the rays' leading shape.

    instance uint32 (0 = nothing), distance_m along the ray (inf), triangle int64: index into the caster's triangles
    (-1), origin_m and direction (unit) of the rays, triangle_normal of the caster's triangles (not of the rays).
    """

    instance: NDArray[np.uint32]
    distance_m: Array
    triangle: NDArray[np.int64]
    origin_m: Array
    direction: Array
    triangle_normal: Array

    @property
    def normal(self) -> Array:
        """Unit world normals (..., 3) turned towards the rays' origins; 0 where nothing was met."""
        found = self.triangle >= 0
        out = np.zeros(self.direction.shape)
        if found.any():
            facing = self.triangle_normal[self.triangle[found]]
            away = (facing * self.direction[found]).sum(1) > 0
            out[found] = np.where(away[:, None], -facing, facing)
        return out

    @property
    def point_m(self) -> Array:
        """World points (..., 3) that were met; nan where nothing was."""
        reach = np.where(np.isfinite(self.distance_m), self.distance_m, np.nan)
        return self.origin_m + self.direction * reach[..., None]

    def __getitem__(self, index: int) -> Hits:
        """The hits at an index of the first axis."""
        return replace(
            self,
            instance=self.instance[index],
            distance_m=self.distance_m[index],
            triangle=self.triangle[index],
            origin_m=self.origin_m[index],
            direction=self.direction[index],
        )

    def reshape(self, *shape: int) -> Hits:
        """The same hits with another leading shape."""
        return replace(
            self,
            instance=self.instance.reshape(shape),
            distance_m=self.distance_m.reshape(shape),
            triangle=self.triangle.reshape(shape),
            origin_m=self.origin_m.reshape(*shape, 3),
            direction=self.direction.reshape(*shape, 3),
        )


class RayCaster:
    """All triangles of a scene in one Embree tree; ids are `Scene.instance_ids`. Deterministic.

    Glass is left out unless `include_glass`, so what lies behind it is met, as in the `instance` layer.
    Triangles without area are left out, too. Raises KeyError for a mesh that is no instance of the scene.
    """

    def __init__(self, scene: Scene, geometry: SceneGeometry, include_glass: bool = False) -> None:
        ids = scene.instance_ids
        corners, owners = [], []
        for name, parts in geometry.meshes.items():
            for part in parts:
                if geometry.materials[part.material].kind == "glass" and not include_glass:
                    continue
                corners.append(part.vertices[part.faces])
                owners.append(np.full(len(part.faces), ids[name], np.uint32))
        triangles = np.concatenate(corners) if corners else np.zeros((0, 3, 3), np.float32)
        instance = np.concatenate(owners) if owners else np.zeros(0, np.uint32)
        normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]).astype(np.float64)
        length = np.linalg.norm(normal, axis=1)
        solid = length > 1e-12
        self.triangles_m = np.ascontiguousarray(triangles[solid], np.float32)
        self.triangle_instance = instance[solid]
        self.triangle_normal = normal[solid] / length[solid, None]
        self._owner = np.append(self.triangle_instance, np.uint32(0))  # the last entry serves index -1 (nothing)
        self._scene = rtcore_scene.EmbreeScene()
        if len(self.triangles_m):
            TriangleMesh(self._scene, self.triangles_m)

    def cast(self, origins_m: ArrayLike, directions: ArrayLike) -> Hits:
        """First hits of rays from (N, 3) along (N, 3) (any length; distances are metres)."""
        origins = np.asarray(origins_m, np.float64).reshape(-1, 3)
        rays = np.asarray(directions, np.float64).reshape(-1, 3)
        rays = rays / np.linalg.norm(rays, axis=1, keepdims=True)
        origins = np.broadcast_to(origins, rays.shape)
        triangle, distance = self._first(origins, rays, None)
        distance = np.where(triangle >= 0, distance, np.inf)
        return Hits(self._owner[triangle], distance, triangle, origins, rays, self.triangle_normal)

    def occluded(self, a_m: ArrayLike, b_m: ArrayLike) -> NDArray[np.bool_]:
        """Whether something lies between points a (N, 3) and b (N, 3); a surface at b itself does not count."""
        a, b = np.broadcast_arrays(np.asarray(a_m, np.float64), np.asarray(b_m, np.float64))
        a, b = a.reshape(-1, 3), b.reshape(-1, 3)
        length = np.linalg.norm(b - a, axis=1)
        rays = (b - a) / np.maximum(length, 1e-12)[:, None]
        reach = np.maximum(length - _END_SLACK_M, 0.0)
        triangle, _ = self._first(a, rays, reach)
        return np.asarray((triangle >= 0) & (length > _END_SLACK_M), bool)

    def view(self, camera: Camera, T_world_camera: ArrayLike, stride: int = 1) -> Hits:
        """What a camera sees on every `stride`-th pixel centre of its picture: hits of shape (rows, columns)."""
        return next(self.views(camera, [T_world_camera], stride))

    def views(self, camera: Camera, poses: Iterable[ArrayLike], stride: int = 1) -> Iterator[Hits]:
        """`view` of many poses (4x4 each), in order; faster than one by one."""
        start = (stride - 1) / 2 + 0.5
        u, v = np.meshgrid(np.arange(start, camera.width, stride), np.arange(start, camera.height, stride))
        local = pixel_rays(camera, np.stack([u, v], -1)).reshape(-1, 3)
        waiting = iter(poses)
        at_once = max(_RAYS_AT_ONCE // len(local), 1)
        while batch := list(itertools.islice(waiting, at_once)):
            stack = np.asarray(batch, float)
            rays = local[None] @ np.swapaxes(stack[:, :3, :3], 1, 2)
            hits = self.cast(np.repeat(stack[:, :3, 3], len(local), axis=0), rays.reshape(-1, 3))
            hits = hits.reshape(len(stack), *u.shape)
            for i in range(len(stack)):
                yield hits[i]

    def _first(self, origins: Array, rays: Array, reach_m: Array | None) -> tuple[NDArray[np.int64], Array]:
        if not len(self.triangles_m) or not len(rays):
            return np.full(len(rays), -1), np.full(len(rays), np.inf)
        limits = None if reach_m is None else np.ascontiguousarray(reach_m, np.float32)
        out = self._scene.run(
            np.ascontiguousarray(origins, np.float32),
            np.ascontiguousarray(rays, np.float32),
            dists=limits,
            query="INTERSECT",
            output=True,
        )
        return out["primID"].astype(np.int64), out["tfar"].astype(np.float64)
