"""Could a machine place a view by the video? Features matched against frames of known depth, pose by PnP with RANSAC.

The answer stands in for a person's: where even matching of points comes back with the right pose, the view can be
placed; how many points agree on the best wrong place says how ambiguous it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import Camera, invert_pose, pixel_rays, project_points
from gstgen.perception.raycast import RayCaster
from gstgen.perception.settings import LocaliseSettings

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

# OpenCV counts pixels from the centre of the first one.
_HALF_PX = 0.5
_SEED = 7


@dataclass(frozen=True)
class Features:
    """Key points of a picture, strongest first: pixels (N, 2) and binary descriptors (N, 32) uint8."""

    pixels: Array
    descriptors: NDArray[np.uint8]

    def strongest(self, count: int) -> Features:
        """The first `count` of them."""
        return Features(self.pixels[:count], self.descriptors[:count])


@dataclass(frozen=True)
class Landmarks:
    """A filmed frame: its film and number, its features and the world points (N, 3) that they show."""

    film: str
    frame: int
    features: Features
    points_m: Array


@dataclass(frozen=True)
class Place:
    """A pose that a frame suggests for a view: inliers, and how far it is from where the view was taken."""

    film: str
    frame: int
    inliers: int
    position_error_m: float
    rotation_error_deg: float

    def to_json(self) -> dict[str, Any]:
        return {
            "inliers": self.inliers,
            "frame": {"video": self.film, "frame": self.frame},
            "distance_m": self.position_error_m,
            "rotation_deg": self.rotation_error_deg,
        }


@dataclass(frozen=True)
class Localisation:
    """The place with most inliers, whether it is the right one, and the best of the wrong places."""

    localised: bool
    best: Place | None
    best_wrong: Place | None

    def to_json(self) -> dict[str, Any]:
        """The record: localised, inliers, best_frame, both errors and best_wrong; None where no pose fits."""
        best = self.best
        return {
            "localised": self.localised,
            "inliers": best.inliers if best else 0,
            "best_frame": {"video": best.film, "frame": best.frame} if best else None,
            "position_error_m": best.position_error_m if best else None,
            "rotation_error_deg": best.rotation_error_deg if best else None,
            "best_wrong": self.best_wrong.to_json() if self.best_wrong else None,
        }


@contextmanager
def one_thread() -> Iterator[None]:
    """OpenCV in one thread: the same results on every machine, whatever else runs."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def find_features(picture: Picture, settings: LocaliseSettings) -> Features:
    """ORB features of an RGB picture (H, W, 3), at most `settings.features`."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    detector = cv2.ORB.create(nfeatures=settings.features, fastThreshold=settings.corner_threshold)
    found, descriptors = detector.detectAndCompute(grey, None)
    if not found or descriptors is None:
        return Features(np.zeros((0, 2)), np.zeros((0, 32), np.uint8))
    order = np.argsort([-p.response for p in found], kind="stable")
    pixels = np.array([p.pt for p in found], float)[order] + _HALF_PX
    return Features(pixels, np.ascontiguousarray(descriptors[order]))


def locate_features(
    caster: RayCaster, camera: Camera, film: str, frame: int, pose: Array, features: Features
) -> Landmarks:
    """The features of a frame that meet a surface, with the world points that they show."""
    rays = pixel_rays(camera, features.pixels) @ pose[:3, :3].T
    hits = caster.cast(pose[:3, 3], rays) if len(rays) else None
    points = hits.point_m if hits is not None else np.zeros((0, 3))
    met = np.isfinite(points).all(1)
    return Landmarks(film, frame, Features(features.pixels[met], features.descriptors[met]), points[met])


def match_features(a: Features, b: Features, ratio: float) -> NDArray[np.int64]:
    """Pairs (M, 2) of indices: clearly nearer than the second nearest of b, and the best of all that want the same."""
    if not len(a.descriptors) or len(b.descriptors) < 2:
        return np.zeros((0, 2), np.int64)
    found = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(a.descriptors, b.descriptors, 2)
    clear = [(m.distance, m.queryIdx, m.trainIdx) for m, n in found if m.distance < ratio * n.distance]
    best: dict[int, int] = {}
    for _, own, other in sorted(clear):
        best.setdefault(other, own)
    return np.array(sorted((own, other) for other, own in best.items()), np.int64).reshape(-1, 2)


def likeness(a: Features, b: Features, max_bits: int) -> int:
    """How many features are each other's nearest and differ by few bits: cheap, for choosing frames."""
    if not len(a.descriptors) or not len(b.descriptors):
        return 0
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(a.descriptors, b.descriptors)
    return sum(m.distance <= max_bits for m in matches)


class Localiser:
    """Places views among the landmarks of a scene's films."""

    def __init__(self, landmarks: Sequence[Landmarks], settings: LocaliseSettings) -> None:
        self._landmarks, self._settings = list(landmarks), settings
        # Neighbours in time look alike, so some of them stand for all.
        self._strong = {
            i: self._landmarks[i].features.strongest(settings.shortlist_features)
            for i in range(0, len(self._landmarks), settings.rival_every)
        }

    def locate(self, picture: Picture, camera: Camera, T_world_camera: Array, shares: Array) -> Localisation:
        """Place a picture (H, W, 3) of a known camera and compare with its true pose (4, 4).

        `shares` (landmarks): how much of the view each frame shows. The frames that show most are tried, and of all
        others those that look most alike: a wrong place among them wins if more of its points agree.
        """
        s = self._settings
        features = find_features(picture, s)
        marks = [self._landmarks[i] for i in self._frames_to_try(features, shares)]
        pairs = [match_features(features, mark.features, s.ratio) for mark in marks]
        own = np.concatenate([np.zeros(0, np.int64), *(p[:, 0] for p in pairs)])
        points = [m.points_m[p[:, 1]] for m, p in zip(marks, pairs, strict=True)]
        together = Evidence(own, features.pixels[own], np.concatenate([np.zeros((0, 3)), *points]))
        places = []
        for mark, pair in zip(marks, pairs, strict=True):
            pose = solve_pose(features.pixels[pair[:, 0]], mark.points_m[pair[:, 1]], camera, s)
            if pose is None:
                continue
            pose, inliers = together.refine(pose, camera, s)
            if inliers >= s.min_inliers:
                distance = float(np.linalg.norm(pose[:3, 3] - T_world_camera[:3, 3]))
                places.append(
                    Place(mark.film, mark.frame, inliers, distance, _rotation_between_deg(pose, T_world_camera))
                )
        best = max(places, key=lambda p: p.inliers, default=None)
        wrong = [
            p for p in places if p.position_error_m > s.wrong_distance_m or p.rotation_error_deg > s.wrong_rotation_deg
        ]
        right = (
            best is not None
            and best.position_error_m <= s.max_position_error_m
            and best.rotation_error_deg <= s.max_rotation_error_deg
        )
        return Localisation(right, best, max(wrong, key=lambda p: p.inliers, default=None))

    def _frames_to_try(self, features: Features, shares: Array) -> list[int]:
        s = self._settings
        seen = [int(i) for i in np.argsort(-shares, kind="stable")[: s.frames] if shares[i] > 0]
        strong = features.strongest(s.shortlist_features)
        alike = np.zeros(len(self._landmarks), np.int64)
        for i, other in self._strong.items():
            alike[i] = likeness(strong, other, s.shortlist_bits)
        alike[seen] = -1
        return seen + [int(i) for i in np.argsort(-alike, kind="stable")[: s.rivals] if alike[i] > 0]


def _rotation_between_deg(a: Array, b: Array) -> float:
    """Angle of the rotation that turns one pose (4, 4) into the other."""
    cosine = (np.trace(a[:3, :3].T @ b[:3, :3]) - 1.0) / 2.0
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


@dataclass(frozen=True)
class Evidence:
    """Matches of a view with all frames tried: index of its feature (M), pixels (M, 2), world points (M, 3)."""

    feature: NDArray[np.int64]
    pixels: Array
    points_m: Array

    def refine(self, pose: Array, camera: Camera, settings: LocaliseSettings) -> tuple[Array, int]:
        """A pose (4, 4) fitted to all matches that agree with it, and how many features of the view do."""
        agree = self._agreeing(pose, camera, settings.reprojection_px)
        for _ in range(settings.refinements):
            if agree.sum() < settings.min_inliers:
                break
            pose = fit_pose(self.pixels[agree], self.points_m[agree], camera, pose)
            agree = self._agreeing(pose, camera, settings.reprojection_px)
        return pose, len(np.unique(self.feature[agree]))

    def _agreeing(self, pose: Array, camera: Camera, reprojection_px: float) -> NDArray[np.bool_]:
        pixels, depth = project_points(camera, pose, self.points_m)
        gap = np.linalg.norm(np.where(depth[:, None] > 0, pixels, np.inf) - self.pixels, axis=1)
        return np.asarray(gap <= reprojection_px)


def solve_pose(pixels: Array, points_m: Array, camera: Camera, settings: LocaliseSettings) -> Array | None:
    """Pose (4, 4) of a camera that sees world points (N, 3) at pixels (N, 2) by RANSAC; None where too few agree."""
    if len(pixels) < max(settings.min_matches, 4):
        return None
    cv2.setRNGSeed(_SEED)
    found, turn, shift, inliers = cv2.solvePnPRansac(
        points_m,
        pixels,
        camera.K,
        None,
        iterationsCount=settings.iterations,
        reprojectionError=settings.reprojection_px,
        confidence=settings.confidence,
        flags=cv2.SOLVEPNP_AP3P,
    )
    if not found or inliers is None or len(inliers) < settings.min_matches:
        return None
    return _pose(turn, shift)


def fit_pose(pixels: Array, points_m: Array, camera: Camera, start: Array) -> Array:
    """Pose (4, 4) with the least reprojection error over all points, from one near it."""
    T_camera_world = invert_pose(start)
    turn, shift = cv2.Rodrigues(T_camera_world[:3, :3])[0], T_camera_world[:3, 3:].copy()
    return _pose(*cv2.solvePnPRefineLM(points_m, pixels, camera.K, None, turn, shift))


def _pose(turn: Any, shift: Any) -> Array:
    """T_world_camera of OpenCV's rotation vector and translation."""
    T_camera_world = np.eye(4)
    T_camera_world[:3, :3] = cv2.Rodrigues(turn)[0]
    T_camera_world[:3, 3] = np.asarray(shift).reshape(3)
    return invert_pose(T_camera_world)


def shrink(picture: Picture, camera: Camera, width_px: int) -> tuple[Picture, Camera]:
    """A picture and its camera at a width of at most `width_px`."""
    if camera.width <= width_px:
        return picture, camera
    height = round(camera.height * width_px / camera.width)
    small = cv2.resize(picture, (width_px, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), camera.resized(width_px, height)
