"""Ray casts against a scene's triangles (Embree): which instance a ray meets, how far, is a segment free."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Hits:
    """What rays met, each array with the rays' leading shape.

    instance uint32 (0 = nothing), distance_m along the ray (inf), normal unit world vector turned towards the
    ray's origin (0), point_m world (nan), triangle int64: index into the caster's triangles (-1).
    """

    instance: NDArray[np.uint32]
    distance_m: Array
    normal: Array
    point_m: Array
    triangle: NDArray[np.int64]

    def reshape(self, *shape: int) -> Hits:
        """The same hits with another leading shape."""
        return Hits(
            self.instance.reshape(shape),
            self.distance_m.reshape(shape),
            self.normal.reshape(*shape, 3),
            self.point_m.reshape(*shape, 3),
            self.triangle.reshape(shape),
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
        self._scene = rtcore_scene.EmbreeScene()
        if len(self.triangles_m):
            TriangleMesh(self._scene, self.triangles_m)

    def cast(self, origins_m: ArrayLike, directions: ArrayLike) -> Hits:
        """First hits of rays from (N, 3) along (N, 3) (any length; distances are metres)."""
        origins = np.asarray(origins_m, np.float64).reshape(-1, 3)
        rays = np.asarray(directions, np.float64).reshape(-1, 3)
        rays = rays / np.linalg.norm(rays, axis=1, keepdims=True)
        origins = np.broadcast_to(origins, rays.shape)
        n = len(rays)
        triangle, distance = self._first(origins, rays, None)
        found = triangle >= 0
        safe = np.where(found, triangle, 0)
        instance = np.zeros(n, np.uint32)
        normal = np.zeros((n, 3))
        point = np.full((n, 3), np.nan)
        if found.any():
            instance[found] = self.triangle_instance[safe[found]]
            facing = self.triangle_normal[safe[found]]
            away = np.einsum("ij,ij->i", facing, rays[found]) > 0
            normal[found] = np.where(away[:, None], -facing, facing)
            point[found] = origins[found] + rays[found] * distance[found, None]
        return Hits(instance, np.where(found, distance, np.inf), normal, point, triangle)

    def occluded(self, a_m: ArrayLike, b_m: ArrayLike) -> NDArray[np.bool_]:
        """Whether something lies between points a (N, 3) and b (N, 3); a surface at b itself does not count."""
        a, b = np.broadcast_arrays(np.asarray(a_m, np.float64), np.asarray(b_m, np.float64))
        a, b = a.reshape(-1, 3), b.reshape(-1, 3)
        length = np.linalg.norm(b - a, axis=1)
        rays = (b - a) / np.maximum(length, 1e-12)[:, None]
        reach = np.maximum(length - _END_SLACK_M, 0.0)
        triangle, _ = self._first(a, rays, reach)
        return (triangle >= 0) & (length > _END_SLACK_M)

    def view(self, camera: Camera, T_world_camera: ArrayLike, stride: int = 1) -> Hits:
        """What a camera sees on every `stride`-th pixel centre of its picture: hits of shape (rows, columns)."""
        start = (stride - 1) / 2 + 0.5
        u, v = np.meshgrid(np.arange(start, camera.width, stride), np.arange(start, camera.height, stride))
        rays = pixel_rays(camera, np.stack([u, v], -1))
        pose = np.asarray(T_world_camera, float)
        hits = self.cast(pose[:3, 3], rays.reshape(-1, 3) @ pose[:3, :3].T)
        return hits.reshape(*u.shape)

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
