"""What a camera would see at a place, for every heading at once, from one panorama of rays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.navigation.settings import GazeSettings
from gstgen.perception.raycast import Hits, RayCaster
from gstgen.scenes.model import Scene

Array = NDArray[np.float64]

_AZIMUTH_STEP_DEG = 5.0
_ELEVATION_STEP_DEG = 6.0
_PLACES_AT_ONCE = 200
_MIDDLE = 1 / 3
# Triangles of one structure plane agree in direction (about 2 degrees) and offset.
_NORMAL_STEPS, _OFFSET_M = 30, 0.05


@dataclass(frozen=True)
class Outlook:
    """Per place and heading (N, H): numbers of the view in that direction, shares of the picture.

    wall_share: the largest flat piece of structure. other_share: the largest instance beside it. content: worth of
    the objects in view. near_share: surfaces nearer than a limit. depth: mean of min(distance, limit) / limit.
    close_share: part of the picture's middle (a third of its width and height) that is nearer than another limit.
    """

    wall_share: Array
    other_share: Array
    content: Array
    near_share: Array
    depth: Array
    close_share: Array


class StructurePlanes:
    """Groups a ray caster's triangles into flat pieces of structure (coplanar ones together; 0 = no structure)."""

    def __init__(self, scene: Scene, caster: RayCaster) -> None:
        self.first_structure = len(scene.objects) + 1
        piece = np.zeros(len(caster.triangles_m) + 1, np.int64)  # the last entry serves index -1 (nothing)
        structure = np.flatnonzero(caster.triangle_instance >= self.first_structure)
        if len(structure):
            normal = caster.triangle_normal[structure]
            offset = np.einsum("ij,ij->i", normal, caster.triangles_m[structure, 0].astype(np.float64))
            key = np.concatenate([np.round(normal * _NORMAL_STEPS), np.round(offset / _OFFSET_M)[:, None]], 1)
            _, group = np.unique(key.astype(np.int64), axis=0, return_inverse=True)
            piece[structure] = group.reshape(-1) + 1
        self._piece = piece
        self.count = int(piece.max())

    def of(self, hits: Hits) -> NDArray[np.int64]:
        """Piece index of every hit, 0 for objects and nothing."""
        return self._piece[hits.triangle]


def bare_shares(instance: NDArray[np.uint32], piece: NDArray[np.int64], first_structure: int) -> tuple[float, float]:
    """Largest structure share and the largest share of another instance, of all hits of one view.

    Structure is counted by flat piece and by instance; the pair of the larger share is returned. What lies in the
    piece never counts as another instance, whatever part of the building it belongs to.
    """
    ids = instance.ravel().astype(np.int64)
    pieces = piece.ravel()
    total = len(ids)
    by_piece, by_id = np.bincount(pieces), np.bincount(ids)
    by_piece[0] = 0
    built = by_id.copy()
    built[:first_structure] = 0
    if max(by_piece.max(initial=0), built.max(initial=0)) == 0:
        return 0.0, 1.0
    covered = pieces == by_piece.argmax() if by_piece.max() >= built.max(initial=0) else ids == built.argmax()
    rest = np.bincount(ids[~covered & (ids > 0)])
    return float(covered.sum() / total), float(rest.max(initial=0) / total)


class Panorama:
    """Casts panoramas and sums them up for `headings_deg` (H) at each of `pitches_deg` (L)."""

    def __init__(
        self, scene: Scene, caster: RayCaster, camera: Camera, pitches_deg: Sequence[float], settings: GazeSettings
    ) -> None:
        self.planes = StructurePlanes(scene, caster)
        self._caster, self._settings = caster, settings
        self._instances = len(scene.instance_names)
        self._first_structure = self.planes.first_structure
        self.headings_deg = np.arange(0.0, 360.0, settings.heading_step_deg)
        tall = math.degrees(math.atan2(camera.height / 2, camera.fy)) + _ELEVATION_STEP_DEG
        rows = np.arange(max(min(pitches_deg) - tall, -88.0), min(max(pitches_deg) + tall, 88.0), _ELEVATION_STEP_DEG)
        elevation, azimuth = np.meshgrid(np.radians(rows), np.radians(np.arange(0.0, 360.0, _AZIMUTH_STEP_DEG)))
        self.directions = np.stack(
            [np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)], -1
        ).reshape(-1, 3)
        self.pitches_deg = np.asarray(pitches_deg, float)
        solid = np.cos(elevation).ravel()
        self._weights = [self._view_weights(camera, pitch, solid, 1.0) for pitch in pitches_deg]
        self._middle = [self._view_weights(camera, pitch, solid, _MIDDLE) for pitch in pitches_deg]

    def _view_weights(self, camera: Camera, pitch_deg: float, solid: Array, part: float) -> sparse.csr_matrix:
        """(H, R) share that each ray stands for of the middle `part` of the picture when the camera faces a heading."""
        weights = np.zeros((len(self.headings_deg), len(self.directions)))
        for i, heading in enumerate(self.headings_deg):
            local = self.directions @ pose_from_heading(np.zeros(3), float(heading), pitch_deg)[:3, :3]
            z = np.maximum(local[:, 2], 1e-6)
            inside = (local[:, 2] > 0) & (np.abs(local[:, 0] / z) <= part * camera.width / 2 / camera.fx)
            inside &= np.abs(local[:, 1] / z) <= part * camera.height / 2 / camera.fy
            weights[i, inside] = solid[inside] / z[inside] ** 3
        # Sparse products run on one thread in a fixed order, so plans do not depend on the machine's cores.
        return sparse.csr_matrix(weights / weights.sum(1, keepdims=True))

    def cast(self, eyes_m: Array) -> Hits:
        """Hits of the panoramas at eyes (N, 3): shape (N, R)."""
        origins = np.repeat(eyes_m, len(self.directions), axis=0)
        rays = np.tile(self.directions, (len(eyes_m), 1))
        return self._caster.cast(origins, rays).reshape(len(eyes_m), len(self.directions))

    def outlook(self, eyes_m: Array, pitch_deg: Array, worth: Array) -> Outlook:
        """Numbers of the views from eyes (N, 3) at the levels nearest to their pitch (N).

        `worth` (instances + 1) weighs each instance as content.
        """
        level = np.abs(pitch_deg[:, None] - self.pitches_deg[None]).argmin(1)
        shape = (len(eyes_m), len(self.headings_deg))
        out = Outlook(*(np.zeros(shape) for _ in range(6)))
        for start in range(0, len(eyes_m), _PLACES_AT_ONCE):
            hits = self.cast(eyes_m[start : start + _PLACES_AT_ONCE])
            pieces = self.planes.of(hits)
            for j in range(len(hits.instance)):
                views = self._weights[level[start + j]]
                instance = hits.instance[j].astype(np.int64)
                self._describe(out, start + j, views, instance, pieces[j], hits.distance_m[j], worth)
                middle = self._middle[level[start + j]]
                out.close_share[start + j] = middle @ (hits.distance_m[j] < self._settings.close_m)
        return out

    def _describe(
        self,
        out: Outlook,
        at: int,
        weights: sparse.csr_matrix,
        instance: NDArray[np.int64],
        piece: NDArray[np.int64],
        distance_m: Array,
        worth: Array,
    ) -> None:
        settings = self._settings
        # One column a (piece, instance) pair; everything else is a sum of these.
        pairs, pair = np.unique(piece * self._instances + instance, return_inverse=True)
        share = weights @ np.eye(len(pairs))[pair.reshape(-1)]
        of_piece, of_id = pairs // self._instances, pairs % self._instances
        ids, by_id = _grouped(share, of_id)
        pieces, by_piece = _grouped(share * (of_piece > 0), of_piece)
        out.content[at] = (np.minimum(by_id / settings.content_share, 1.0) * worth[ids]).sum(1)
        out.wall_share[at] = np.maximum(by_piece.max(1), (by_id * (ids >= self._first_structure)).max(1))
        outside = share * (of_piece[None] != pieces[by_piece.argmax(1)][:, None])
        out.other_share[at] = (_grouped(outside, of_id)[1] * (ids > 0)).max(1)
        out.near_share[at] = weights @ (distance_m < settings.near_m)
        out.depth[at] = weights @ (np.minimum(distance_m, settings.depth_m) / settings.depth_m)


def _grouped(share: Array, label: NDArray[np.int64]) -> tuple[NDArray[np.int64], Array]:
    """Columns of (H, P) summed by label (P): the labels in order and the sums (H, labels)."""
    order = np.argsort(label, kind="stable")
    labels, start = np.unique(label[order], return_index=True)
    return labels, np.add.reduceat(share[:, order], start, axis=1)
