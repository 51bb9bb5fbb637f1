"""Which objects a place or a pose shows well: large enough, whole in the picture, mostly unhidden."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from gstgen.geometry.cameras import Camera, pose_from_heading, project_points
from gstgen.navigation.rasterise import instance_triangles
from gstgen.navigation.settings import SightSettings
from gstgen.perception.raycast import RayCaster
from gstgen.randomness import rng
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene, SceneObject

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Indices = NDArray[np.int64]

_RAYS_AT_ONCE = 400_000
_EYES_AT_ONCE = 256


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
        pitch_spread_deg: float,
        settings: SightSettings,
        seed: int,
    ) -> None:
        self.settings, self.camera, self._caster = settings, camera, caster
        self._pitch_spread_deg = pitch_spread_deg
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
        # No box looks larger than its three faces' areas taken as one vector; farther away it is too small.
        largest_m2 = np.linalg.norm(self._faces_m2, axis=1) * settings.box_fill
        self._reach_m2 = np.maximum(largest_m2 * camera.fx**2 / settings.min_px * 1.01, 0.01)

    def visible_ratio(self, eyes_m: Array, targets: Indices) -> Array:
        """(P): part of each target's surface samples that nothing else hides from an eye; eyes (P, 3), targets (P)."""
        out = np.zeros(len(eyes_m))
        count = self.settings.samples
        chunk = max(1, _RAYS_AT_ONCE // count)
        for start in range(0, len(eyes_m), chunk):
            which = targets[start : start + chunk]
            eyes = np.repeat(eyes_m[start : start + chunk], count, axis=0)
            hits = self._caster.cast(eyes, self._samples[which].reshape(-1, 3) - eyes).instance
            out[start : start + chunk] = (hits.reshape(-1, count) == self.instance[which][:, None]).mean(1)
        return out

    def large_enough(self, eyes_m: Array) -> tuple[Indices, Indices, Array]:
        """Pairs (eye, target) that would give enough pixels if nothing hid the target, and these estimated pixels.

        The estimate is for a camera that faces the target, from its box.
        """
        near = cdist(eyes_m, self._center, "sqeuclidean") <= self._reach_m2
        eye, target = np.nonzero(near)
        offset = self._center[target] - eyes_m[eye]
        distance = np.maximum(np.linalg.norm(offset, axis=1), 0.1)
        facing = np.abs(np.einsum("pi,pij->pj", offset / distance[:, None], self._axes[target]))
        area = (facing * self._faces_m2[target]).sum(1) * self.settings.box_fill
        pixels = area * self.camera.fx**2 / distance**2
        enough = pixels >= self.settings.min_px
        return eye[enough], target[enough], pixels[enough]

    def unhidden(self, eyes_m: Array) -> tuple[Indices, Indices, Mask]:
        """Pairs (eye, target) of targets that are large and unhidden enough from eyes (N, 3), whatever the heading.

        Also (T): targets that are large enough from some eye if nothing hides them.
        """
        eyes, targets = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        large = np.zeros(len(self.targets), bool)
        for start in range(0, len(eyes_m), _EYES_AT_ONCE):
            part = eyes_m[start : start + _EYES_AT_ONCE]
            eye, target, pixels = self.large_enough(part)
            large[target] = True
            good = self._good(part[eye], target, pixels)
            eyes.append(eye[good] + start)
            targets.append(target[good])
        return np.concatenate(eyes), np.concatenate(targets), large

    def _good(self, eyes_m: Array, targets: Indices, pixels: Array) -> Mask:
        ratio = self.visible_ratio(eyes_m, targets)
        return (ratio >= self.settings.min_visible_ratio) & (pixels * ratio >= self.settings.min_px)

    def shown_to(self, eyes_m: Array, headings_deg: Array, pitch_deg: Array) -> Views:
        """In which directions a camera at eyes (N, 3) shows which targets well.

        The directions of an eye are its pitches (N, L) times the headings (H), headings running fastest. A target
        must be whole over the range of pitch to both sides, since the hand is never quite still.
        """
        eye, target, large = self.unhidden(eyes_m)
        levels, count = pitch_deg.shape[1], len(headings_deg)
        inside = np.zeros((len(eye), levels, count), bool)
        offset = self._corners[target] - eyes_m[eye, None]
        middle = (self._center[target] - eyes_m[eye])[:, None]
        rounded = np.round(pitch_deg[eye])
        for level in range(levels):
            for pitch in np.unique(rounded[:, level]):
                pairs = np.flatnonzero(rounded[:, level] == pitch)
                for k, heading in enumerate(headings_deg):
                    # A box that is whole in the picture has its centre there, too.
                    left = pairs
                    for points in (middle, offset):
                        for end in (pitch - self._pitch_spread_deg, pitch + self._pitch_spread_deg):
                            pose = pose_from_heading(np.zeros(3), float(heading), float(end))
                            seen = self._in_picture(pose, points[left].reshape(-1, 3))
                            left = left[seen.reshape(len(left), points.shape[1]).all(1)]
                    inside[left, level, k] = True
        shown = inside.reshape(len(eye), levels * count)
        some = shown.any(1)
        shape = (len(eyes_m), levels * count, len(self.targets))
        free = np.bincount(target, minlength=len(self.targets)) > 0
        return Views(shape, eye[some], target[some], shown[some], large, np.asarray(free, bool))

    def _in_picture(self, pose: Array, points_m: Array) -> Mask:
        border, camera = self.settings.border_px, self.camera
        pixels, depth = project_points(camera, pose, points_m)
        u, v = pixels[:, 0], pixels[:, 1]
        with np.errstate(invalid="ignore"):
            inside = (depth > 0) & (u > border) & (u < camera.width - border)
            return np.asarray(inside & (v > border) & (v < camera.height - border), bool)

    def shown_by(self, poses: Array) -> Mask:
        """(N, T): whether poses (N, 4, 4) show a target well, whole box within the picture."""
        views = np.asarray(poses, float)
        out = np.zeros((len(views), len(self.targets)), bool)
        for start in range(0, len(views), _EYES_AT_ONCE):
            part = views[start : start + _EYES_AT_ONCE]
            frame, target, pixels = self.large_enough(part[:, :3, 3])
            local = np.einsum("pki,pij->pkj", self._corners[target] - part[frame, None, :3, 3], part[frame, :3, :3])
            inside = self._in_picture(np.eye(4), local.reshape(-1, 3)).reshape(-1, 8).all(1)
            frame, target, pixels = frame[inside], target[inside], pixels[inside]
            out[frame + start, target] = self._good(part[frame, :3, 3], target, pixels)
        return out


@dataclass(frozen=True)
class Views:
    """Which targets (T) each place (N) shows in each direction (D), held as the pairs that some direction shows.

    place (P) ascending, target (P), shown (P, D). large (T): targets that are large enough from some place if nothing
    hides them, free (T): those that are unhidden, too.
    """

    shape: tuple[int, int, int]
    place: Indices
    target: Indices
    shown: Mask
    large: Mask
    free: Mask

    def at(self, place: int) -> Mask:
        """(D, T) of one place."""
        out = np.zeros(self.shape[1:], bool)
        pairs = slice(*np.searchsorted(self.place, [place, place + 1]))
        out[:, self.target[pairs]] = self.shown[pairs].T
        return out

    def limited_to(self, allowed: Mask) -> Views:
        """Without the directions of places (N, D) that are not allowed."""
        shown = self.shown & allowed[self.place]
        some = shown.any(1)
        return Views(self.shape, self.place[some], self.target[some], shown[some], self.large, self.free)

    def limits(self) -> list[str]:
        """(T): why no place shows a target; "" where one does."""
        seen = np.bincount(self.target, minlength=self.shape[2]) > 0
        options = ["", "never_whole_in_picture", "hidden"]
        return [str(r) for r in np.select([seen, self.free, self.large], options, "too_small_from_anywhere")]

    def anywhere(self) -> Mask:
        """(N, T): whether a place shows a target in any direction."""
        out = np.zeros((self.shape[0], self.shape[2]), bool)
        out[self.place, self.target] = True
        return out


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
