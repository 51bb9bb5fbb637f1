"""Which objects a place or a pose shows well: large enough, whole in the picture, mostly unhidden."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.navigation.rasterise import instance_triangles
from gstgen.navigation.settings import SightSettings
from gstgen.perception.raycast import RayCaster
from gstgen.randomness import rng
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene, SceneObject

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

_RAYS_AT_ONCE = 400_000


class TargetSight:
    """The scene's objects worth asking about and tests of how well they are seen.

    `targets` (T) fixes the order of the last axis of every result.
    """

    def __init__(
        self,
        scene: Scene,
        geometry: SceneGeometry,
        caster: RayCaster,
        camera: Camera,
        pitch_deg: float,
        pitch_spread_deg: float,
        settings: SightSettings,
        seed: int,
    ) -> None:
        self.settings, self.camera, self._caster = settings, camera, caster
        self._pitch_deg, self._pitch_spread_deg = pitch_deg, pitch_spread_deg
        self.targets = [o for o in scene.objects if _worthy(o, settings) and geometry.meshes.get(o.id)]
        ids = scene.instance_ids
        self.instance = np.array([ids[o.id] for o in self.targets], np.uint32)
        shape = (len(self.targets), settings.samples, 3)
        samples = [_surface_points(geometry, o.id, settings.samples, seed, scene.id) for o in self.targets]
        self._samples = np.array(samples, float).reshape(shape)
        self._corners = np.array([o.box.corners_m for o in self.targets], float).reshape(-1, 8, 3)
        self._center = np.array([o.box.center_m for o in self.targets], float).reshape(-1, 3)
        self._axes = np.array([o.box.rotation for o in self.targets], float).reshape(-1, 3, 3)
        size = np.array([o.box.size_m for o in self.targets], float).reshape(-1, 3)
        self._faces_m2 = np.stack([size[:, 1] * size[:, 2], size[:, 0] * size[:, 2], size[:, 0] * size[:, 1]], 1)

    def visible_ratio(self, eyes_m: Array) -> Array:
        """(N, T): part of each target's surface samples that nothing else hides from eyes (N, 3)."""
        n, t = len(eyes_m), len(self.targets)
        out = np.zeros((n, t))
        if not t:
            return out
        points = self._samples.reshape(-1, 3)
        owner = np.repeat(self.instance, self.settings.samples)
        chunk = max(1, _RAYS_AT_ONCE // len(points))
        for start in range(0, n, chunk):
            eyes = eyes_m[start : start + chunk]
            rays = points[None] - eyes[:, None]
            origins = np.repeat(eyes, len(points), axis=0)
            hits = self._caster.cast(origins, rays.reshape(-1, 3)).instance.reshape(len(eyes), -1)
            own = (hits == owner).reshape(len(eyes), t, -1)
            out[start : start + chunk] = own.mean(2)
        return out

    def pixels(self, eyes_m: Array, ratio: Array) -> Array:
        """(N, T): estimated visible pixels when the camera faces the target, from its box and visible ratio (N, T)."""
        offset = self._center[None] - eyes_m[:, None]
        distance = np.maximum(np.linalg.norm(offset, axis=2), 0.1)
        direction = offset / distance[..., None]
        facing = np.abs(np.einsum("nti,tij->ntj", direction, self._axes))
        area = (facing * self._faces_m2[None]).sum(2) * self.settings.box_fill
        return np.asarray(area * self.camera.fx**2 / distance**2 * ratio, float)

    def shown_to(self, eyes_m: Array, headings_deg: Array) -> Mask:
        """(N, H, T): whether a camera at an eye (N, 3) that faces a heading (H) shows a target well.

        It must do so over the whole range of pitch, since the hand is never quite still.
        """
        out = np.zeros((len(eyes_m), len(headings_deg), len(self.targets)), bool)
        ratio = self.visible_ratio(eyes_m)
        good = (ratio >= self.settings.min_visible_ratio) & (self.pixels(eyes_m, ratio) >= self.settings.min_px)
        eye, target = np.nonzero(good)
        offset = self._corners[target] - eyes_m[eye, None]
        inside = np.ones((len(eye), len(headings_deg)), bool)
        for pitch in (self._pitch_deg - self._pitch_spread_deg, self._pitch_deg + self._pitch_spread_deg):
            for k, heading in enumerate(headings_deg):
                pose = pose_from_heading(np.zeros(3), float(heading), pitch)
                inside[:, k] &= self._in_picture(pose, offset.reshape(-1, 3)).reshape(-1, 8).all(1)
        out[eye, :, target] = inside
        return out

    def _in_picture(self, pose: Array, points_m: Array) -> Mask:
        border, camera = self.settings.border_px, self.camera
        pixels, depth = project_points(camera, pose, points_m)
        u, v = pixels[:, 0], pixels[:, 1]
        with np.errstate(invalid="ignore"):
            inside = (depth > 0) & (u > border) & (u < camera.width - border)
            return np.asarray(inside & (v > border) & (v < camera.height - border), bool)

    def shown_by(self, poses: Array) -> Mask:
        """(N, T): whether poses (N, 4, 4) show a target well, whole box within the picture."""
        eyes = np.asarray(poses, float)[:, :3, 3]
        ratio = self.visible_ratio(eyes)
        good = (ratio >= self.settings.min_visible_ratio) & (self.pixels(eyes, ratio) >= self.settings.min_px)
        for i, pose in enumerate(np.asarray(poses, float)):
            candidates = np.flatnonzero(good[i])
            inside = self._in_picture(pose, self._corners[candidates].reshape(-1, 3))
            good[i, candidates] = inside.reshape(-1, 8).all(1)
        return np.asarray(good, bool)


def _worthy(item: SceneObject, settings: SightSettings) -> bool:
    longest = float(item.box.size_m.max())
    if item.category in settings.excluded_categories or not settings.min_size_m <= longest <= settings.max_size_m:
        return False
    return not (item.on_floor and item.box.size_m[2] < settings.min_height_m)


def _surface_points(geometry: SceneGeometry, object_id: str, count: int, seed: int, scene_id: str) -> Array:
    """Points (count, 3) spread over an object's triangles by area."""
    triangles = instance_triangles(geometry, object_id)
    area = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1) / 2
    generator = rng(seed, scene_id, "sight", object_id)
    along = np.cumsum(area) / max(float(area.sum()), 1e-12)
    at = (np.arange(count) + generator.uniform(0.0, 1.0, count)) / count
    chosen = triangles[np.minimum(np.searchsorted(along, at), len(triangles) - 1)]
    u, v = generator.uniform(0.0, 1.0, (2, count))
    flip = u + v > 1
    u, v = np.where(flip, 1 - u, u), np.where(flip, 1 - v, v)
    return np.asarray(
        chosen[:, 0] + u[:, None] * (chosen[:, 1] - chosen[:, 0]) + v[:, None] * (chosen[:, 2] - chosen[:, 0]), float
    )
