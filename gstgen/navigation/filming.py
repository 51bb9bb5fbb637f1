"""From a walk to camera poses: plan the gaze, look at the frames it gives, plan again where they fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.cameras import poses_from_headings
from gstgen.navigation.frames import FrameExaminer, Seen, look_again
from gstgen.navigation.gaze import GazePlan, forward_cost, plan_gaze, view_worth
from gstgen.navigation.looks import Look, pitch_track
from gstgen.navigation.motion import Walk
from gstgen.navigation.panorama import Panorama
from gstgen.navigation.settings import TrajectorySettings
from gstgen.navigation.sight import TargetSight, Views
from gstgen.navigation.spline import evaluate_bspline, slow_variation
from gstgen.perception.raycast import RayCaster
from gstgen.scenes.model import Scene

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

# A heading this near to a planned look counts as looking there (standard deviation, degrees).
_LOOK_WIDTH_DEG = 10.0
# A frame that failed makes headings within this many degrees and seconds costly in the next pass.
_AVOID_DEG, _AVOID_S = 15.0, 0.75
# Control points of the pitch; a spline through them keeps its changes smooth.
_PITCH_STEP_S = 0.2


@dataclass(frozen=True)
class Shot:
    """Poses (N, 4, 4) at times (N) and what they show.

    shown_frames (T): frames that show each target well. bare (N): frames of bare wall. near_share (N): part of the
    picture nearer than `gaze.near_m`.
    """

    poses: Array
    times_s: Array
    shown_frames: NDArray[np.int64]
    bare: Mask
    near_share: Array

    @property
    def heading_rates_deg_s(self) -> Array:
        """(N - 1) rates of turning between frames."""
        forward = self.poses[:, :2, 2]
        heading = np.unwrap(np.arctan2(forward[:, 1], forward[:, 0]))
        return np.degrees(np.diff(heading)) / np.diff(self.times_s)


class Filmer:
    """Turns walks into shots for one scene."""

    def __init__(self, scene: Scene, caster: RayCaster, sight: TargetSight, settings: TrajectorySettings) -> None:
        self._settings, self.sight = settings, sight
        camera = settings.camera
        pitches = (camera.pitch_deg, camera.low_pitch_deg)
        self.panorama = Panorama(scene, caster, camera.camera, pitches, settings.gaze)
        check_camera = camera.camera.resized(settings.check_width, settings.check_height)
        self._examiner = FrameExaminer(caster, check_camera, self.panorama.planes, settings.gaze)
        self._eye_z_m = scene.floor_z_m + camera.height_m
        self._content = np.zeros(len(scene.instance_names))
        self._view_worth: dict[tuple[float, ...], Array] = {}
        self._content[1 : len(scene.objects) + 1] = 0.3  # objects nobody asks about are still better than wall

    @property
    def directions_deg(self) -> Array:
        """(D, 2): heading and pitch of every direction of a look, headings running fastest."""
        panorama = self.panorama
        pitch, heading = np.meshgrid(panorama.pitches_deg, panorama.headings_deg, indexing="ij")
        return np.stack([heading.ravel(), pitch.ravel()], 1)

    def view_worth(self, eye_m: Array) -> Array:
        """Worth (D) of looking from a place (3) in each direction, all objects being equal."""
        key = tuple(np.round(eye_m, 6).tolist())
        if key not in self._view_worth:
            content = self._content.copy()
            content[self.sight.instance] = 1.0
            pitches = self.panorama.pitches_deg
            eyes = np.repeat(np.asarray(eye_m, float)[None], len(pitches), axis=0)
            outlook = self.panorama.outlook(eyes, pitches, content)
            self._view_worth[key] = view_worth(outlook, self._settings.gaze).ravel()
        return self._view_worth[key]

    def film(
        self,
        walk: Walk,
        looks: Sequence[Look],
        target_worth: Array,
        forward_weight: float,
        generator: np.random.Generator,
        rescue_passes: int,
    ) -> Shot:
        """Plan the camera along a walk; `target_worth` (T) is what showing each target well is worth.

        While frames of bare wall are left, up to `rescue_passes` more rounds tilt the camera down there.
        """
        settings, gaze = self._settings, self._settings.gaze
        count = int(np.floor(walk.duration_s * settings.fps)) + 1
        times = np.asarray(np.arange(count) / settings.fps, float)
        nodes = np.asarray(np.arange(int(np.ceil(walk.duration_s / gaze.step_s)) + 2) * gaze.step_s, float)
        node_eyes = np.column_stack([walk.positions(nodes), np.full(len(nodes), self._eye_z_m)])
        content = self._content.copy()
        content[self.sight.instance] = np.clip(target_worth, 0.3, 1.0)
        level, rate = settings.camera.pitch_deg, gaze.pitch_rate_deg_s
        node_pitch = pitch_track(looks, level, rate, nodes)
        outlook = self.panorama.outlook(node_eyes, node_pitch, content)
        headings = self.panorama.headings_deg
        worth = view_worth(outlook, gaze)
        decent = worth > 0
        worth -= forward_cost(walk.velocities(nodes), headings, settings.motion.cruise_m_s, forward_weight)
        for look in looks:
            off = (headings - look.heading_deg + 180.0) % 360.0 - 180.0
            when = (nodes >= look.begin_s) & (nodes <= look.end_s)
            worth[when] += gaze.look_weight * np.exp(-((off / _LOOK_WIDTH_DEG) ** 2))[None]
        fine = np.arange(0.0, walk.duration_s + 2 * _PITCH_STEP_S, _PITCH_STEP_S)
        height = settings.camera.height_spread_m * self._variation(walk, times, generator)
        sway = settings.camera.pitch_spread_deg * self._variation(walk, times, generator)
        tilts = list(looks)
        pitch = evaluate_bspline(pitch_track(tilts, level, rate, fine), _PITCH_STEP_S, times) + sway
        eyes = np.column_stack([walk.positions(times), self._eye_z_m + height])
        # A small thing on a large bare wall is not worth a look.
        views = self.sight.shown_to(node_eyes, headings, node_pitch[:, None]).limited_to(decent)
        seeable = views.anywhere().any(0)
        best = seen = None
        for number in range(gaze.passes + rescue_passes):
            plan = plan_gaze(worth, gaze)
            poses = poses_from_headings(eyes, np.mod(plan.headings_deg(times), 360.0), pitch)
            seen = look_again(poses, seen, self._examiner, self.sight)
            if best is None or self._rank(seen, target_worth) > self._rank(best, target_worth):
                best = seen
            missing = (seen.shown_frames < settings.sight.min_frames) & (target_worth > 0)
            done = not seen.bare.any() and not (missing & seeable).any()
            if done or (number >= gaze.passes - 1 and not best.bare.any()):
                break
            self._avoid(worth, nodes, times[seen.bare], plan)
            if number < gaze.passes - 1:
                self._attract(worth, np.flatnonzero(missing & seeable), views, target_worth)
            elif seen.bare.any():
                # Where no heading helps, the floor in front of the wall does.
                low = settings.camera.low_pitch_deg
                tilts += [Look(0.0, low, t - _PITCH_STEP_S, t + _PITCH_STEP_S) for t in times[seen.bare]]
                pitch = evaluate_bspline(pitch_track(tilts, level, rate, fine), _PITCH_STEP_S, times) + sway
        assert best is not None
        return Shot(best.poses, times, best.shown_frames, best.bare, best.near_share)

    def _variation(self, walk: Walk, times: Array, generator: np.random.Generator) -> Array:
        return slow_variation(generator, walk.duration_s, self._settings.motion.noise_period_s, times)

    def _rank(self, shot: Seen, target_worth: Array) -> tuple[int, float]:
        shown = shot.shown_frames >= self._settings.sight.min_frames
        return (-int(shot.bare.sum()), float(target_worth[shown].sum()))

    def _avoid(self, worth: Array, nodes: Array, failed_s: Array, plan: GazePlan) -> None:
        """Make the headings of failed frames costly around their time."""
        headings = self.panorama.headings_deg
        for time, heading in zip(failed_s, plan.headings_deg(failed_s), strict=True):
            off = np.abs((headings - heading + 180.0) % 360.0 - 180.0)
            near = np.ix_(np.abs(nodes - time) <= _AVOID_S, off <= _AVOID_DEG)
            worth[near] -= self._settings.gaze.bare_weight / 4

    def _attract(self, worth: Array, missing: NDArray[np.int64], views: Views, target_worth: Array) -> None:
        """Make headings that show missing targets worth more, each at the longest stretch that can show it."""
        for target in missing:
            pairs = np.flatnonzero(views.target == target)
            runs = np.split(pairs, np.flatnonzero(np.diff(views.place[pairs]) > 1) + 1)
            run = max(runs, key=len)
            middle = run[max(len(run) // 2 - 1, 0) : len(run) // 2 + 2]
            worth[views.place[middle]] += self._settings.gaze.target_weight * target_worth[target] * views.shown[middle]
