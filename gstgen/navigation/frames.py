"""What planned frames show: bare walls, near surfaces, targets; only frames whose pose changed are looked at again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import Camera, pixel_rays
from gstgen.navigation.panorama import StructurePlanes, bare_shares
from gstgen.navigation.settings import GazeSettings
from gstgen.navigation.sight import TargetSight
from gstgen.perception.raycast import Hits, RayCaster

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

# Frames are examined for targets at this stride: neighbours in time show the same.
TARGET_STRIDE = 2
# Rays of a first look at a frame: every so many in both directions of those that judge it.
_COARSE = 2
_FRAMES_AT_ONCE = 800
# Whole turns more or less change a pose's last digits only.
_SAME_POSE = 1e-9


class FrameExaminer:
    """Judges frames by a small picture of rays (`camera`).

    A first look casts a part of the rays. A frame that it shows to have no piece of structure on as many of them as a
    bare frame needs at least is not bare, whatever the other rays meet; only the rest are judged by all rays.
    """

    def __init__(self, caster: RayCaster, camera: Camera, planes: StructurePlanes, settings: GazeSettings) -> None:
        self._caster, self._camera, self._planes, self._settings = caster, camera, planes, settings
        rays = pixel_rays(camera)
        self._coarse_rays = rays[::_COARSE, ::_COARSE].reshape(-1, 3)
        missed = (1.0 - settings.bare_cover) * camera.width * camera.height
        self._needed = max(int(np.ceil(len(self._coarse_rays) - missed - 1e-9)), 1)

    def examine(self, poses: Array) -> tuple[Mask, Array]:
        """Bare-wall flags (N) and shares of surfaces nearer than `near_m` (N) of the frames of poses (N, 4, 4)."""
        near = np.zeros(len(poses))
        suspect = np.zeros(len(poses), bool)
        for start in range(0, len(poses), _FRAMES_AT_ONCE):
            part = slice(start, start + _FRAMES_AT_ONCE)
            hits = self._coarse(poses[part])
            near[part] = (hits.distance_m < self._settings.near_m).mean(1)
            suspect[part] = self._may_be_covered(hits)
        bare = np.zeros(len(poses), bool)
        doubtful = np.flatnonzero(suspect)
        for i, hits in zip(doubtful, self._caster.views(self._camera, poses[doubtful]), strict=True):
            cover, other = bare_shares(hits.instance, self._planes.of(hits), self._planes.first_structure)
            bare[i] = cover >= self._settings.bare_cover and other < self._settings.bare_other
        return bare, near

    def _coarse(self, poses: Array) -> Hits:
        """First look at poses (N, 4, 4): hits (N, R)."""
        rays = self._coarse_rays[None] @ np.swapaxes(poses[:, :3, :3], 1, 2)
        origins = np.repeat(poses[:, :3, 3], len(self._coarse_rays), axis=0)
        return self._caster.cast(origins, rays.reshape(-1, 3)).reshape(len(poses), len(self._coarse_rays))

    def _may_be_covered(self, hits: Hits) -> Mask:
        """(N): whether one piece or one instance of structure has as many of a frame's rays as a bare frame needs."""
        pieces, ids = self._planes.of(hits), hits.instance.astype(np.int64)
        ids = np.where(ids >= self._planes.first_structure, ids, 0)
        return has_run(pieces, self._needed) | has_run(ids, self._needed)


def has_run(labels: NDArray[np.int64], length: int) -> Mask:
    """(N): whether some label above 0 occurs at least `length` times in a row of labels (N, R)."""
    ordered = np.sort(labels, axis=1)
    last = ordered[:, length - 1 :]
    return np.asarray(((last == ordered[:, : last.shape[1]]) & (last > 0)).any(1), bool)


@dataclass(frozen=True)
class Seen:
    """What frames show: bare (N), near_share (N), targets (ceil(N / TARGET_STRIDE), T) shown well."""

    poses: Array
    bare: Mask
    near_share: Array
    targets: Mask

    @property
    def shown_frames(self) -> NDArray[np.int64]:
        """(T): frames that show each target well, estimated from every `TARGET_STRIDE`-th one."""
        return np.asarray(self.targets.sum(0) * TARGET_STRIDE, np.int64)


def look_again(poses: Array, before: Seen | None, examiner: FrameExaminer, sight: TargetSight) -> Seen:
    """What poses (N, 4, 4) show; frames whose pose is as before keep what they showed then."""
    if before is None:
        return Seen(poses, *examiner.examine(poses), sight.shown_by(poses[::TARGET_STRIDE]))
    changed = np.asarray((np.abs(poses - before.poses) > _SAME_POSE).any((1, 2)), bool)
    bare, near, targets = before.bare.copy(), before.near_share.copy(), before.targets.copy()
    bare[changed], near[changed] = examiner.examine(poses[changed])
    targets[changed[::TARGET_STRIDE]] = sight.shown_by(poses[::TARGET_STRIDE][changed[::TARGET_STRIDE]])
    return Seen(poses, bare, near, targets)
