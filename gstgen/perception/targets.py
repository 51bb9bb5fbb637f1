"""Choice of recognisable targets in a video; each rejection carries the name of its threshold.

First what the statistics of the video tell (size, border, motion), then how much of the target is hidden, which
needs renders of the target alone for a few of its best frames, last a spread over categories and rooms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from gstgen.errors import RunError
from gstgen.geometry.cameras import Camera
from gstgen.perception.instances import Rows, frame_statistics
from gstgen.scenes.model import Scene, SceneObject
from gstgen.simulators.protocol import Simulator

Poses = NDArray[np.float64]
Box = tuple[int, int, int, int]


class TargetSettings(BaseModel):
    """Thresholds of a recognisable target."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    excluded_categories: tuple[str, ...]
    min_size_m: float = Field(ge=0)
    max_size_m: float = Field(gt=0)
    min_height_m: float = Field(ge=0)
    min_frame_px: int = Field(ge=1)
    min_frames: int = Field(ge=1)
    min_best_px: int = Field(ge=1)
    border_margin_px: int = Field(ge=0)
    max_angular_speed_deg_s: float = Field(gt=0)
    min_visible_ratio: float = Field(ge=0, le=1)
    max_visible_ratio: float = Field(ge=1)
    evidence_frames: int = Field(ge=1, le=100)
    evidence_gap_s: float = Field(ge=0)


@dataclass(frozen=True)
class EvidenceFrame:
    """A frame that shows a target well: index, half-open box, visible pixels, camera rotation, visible/amodal ratio."""

    frame: int
    box_px: Box
    pixels: int
    angular_speed_deg_s: float
    visible_ratio: float | None = None

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "box_px": list(self.box_px)}


@dataclass(frozen=True)
class Target:
    """A candidate or an accepted target of one video; `evidence` has the frame with most visible pixels first."""

    item: SceneObject
    frames_on_screen: int
    evidence: tuple[EvidenceFrame, ...]

    def numbers(self) -> dict[str, Any]:
        """What the thresholds looked at."""
        best = self.evidence[0]
        return {
            "frames_on_screen": self.frames_on_screen,
            "best_frame": best.frame,
            "best_px": best.pixels,
            "best_visible_ratio": best.visible_ratio,
            "best_angular_speed_deg_s": best.angular_speed_deg_s,
            "evidence": [frame.to_json() for frame in self.evidence],
        }


@dataclass(frozen=True)
class Rejection:
    """Why an object is no target: the name of the threshold or rule that it fails."""

    object_id: str
    reason: str


@dataclass(frozen=True)
class AmodalView:
    """The target rendered alone: all its pixels and their half-open box (None without a pixel)."""

    pixels: int
    box_px: Box | None


def angular_speeds_deg_s(poses: Poses, fps: float) -> NDArray[np.float64]:
    """Rotation speed of the camera at every frame, degrees a second: the larger of the two steps beside it.

    `poses` is (N, 4, 4), the result (N). A video of one frame stands still.
    """
    if len(poses) < 2:
        return np.zeros(len(poses))
    relative = np.swapaxes(poses[:-1, :3, :3], 1, 2) @ poses[1:, :3, :3]
    # Sine from the skew part as well: the arc cosine of the trace alone loses small angles.
    skew = relative - np.swapaxes(relative, 1, 2)
    sine = np.sqrt((skew[:, [0, 0, 1], [1, 2, 2]] ** 2).sum(1)) / 2
    cosine = (np.trace(relative, axis1=1, axis2=2) - 1) / 2
    steps = np.degrees(np.arctan2(sine, cosine)) * fps
    return np.asarray(np.maximum(np.append(steps, steps[-1]), np.insert(steps, 0, steps[0])), np.float64)


def find_candidates(
    scene: Scene, tracks: dict[int, Rows], poses: Poses, fps: float, camera: Camera, settings: TargetSettings
) -> tuple[list[Target], list[Rejection]]:
    """Objects of a video that pass every threshold but the occlusion one, and why the others do not.

    `tracks` maps instance ids to rows (frame, x1, y1, x2, y2, pixels). Structure is never a candidate.
    """
    speeds = angular_speeds_deg_s(poses, fps)
    ids = scene.instance_ids
    candidates: list[Target] = []
    rejections: list[Rejection] = []
    for item in scene.objects:
        verdict = _unfit(item, settings) or _film_verdict(item, tracks.get(ids[item.id]), speeds, fps, camera, settings)
        if isinstance(verdict, Target):
            candidates.append(verdict)
        else:
            rejections.append(Rejection(item.id, verdict))
    return candidates, rejections


def _unfit(item: SceneObject, settings: TargetSettings) -> str | None:
    """Why an object is no target whatever a video shows."""
    named = re.fullmatch(rf"(.+)_{re.escape(item.model)}_\d+", item.id)
    if named is not None and named[1] != item.category:
        return "mislabelled_instance"  # the id says <category>_<model>_<number>, and another category than the scene
    if item.category in settings.excluded_categories:
        return "excluded_categories"
    longest = float(item.box.size_m.max())
    if longest < settings.min_size_m:
        return "min_size_m"
    if longest > settings.max_size_m:
        return "max_size_m"
    lower, upper = item.box.bounds_m
    if item.on_floor and upper[2] - lower[2] < settings.min_height_m:
        return "min_height_m"
    return None


def _film_verdict(
    item: SceneObject,
    track: Rows | None,
    speeds: NDArray[np.float64],
    fps: float,
    camera: Camera,
    settings: TargetSettings,
) -> Target | str:
    """The candidate with its best frames, or the threshold that no frame passes."""
    if track is None:
        return "never_seen"
    on_screen = track[track[:, 5] >= settings.min_frame_px]
    if len(on_screen) < settings.min_frames:
        return "min_frames"
    rows = on_screen[on_screen[:, 5] >= settings.min_best_px]
    if len(rows) == 0:
        return "min_best_px"
    rows = rows[[_inside(row[1:5], camera, settings.border_margin_px) for row in rows]]
    if len(rows) == 0:
        return "border_margin_px"
    rows = rows[speeds[rows[:, 0]] <= settings.max_angular_speed_deg_s]
    if len(rows) == 0:
        return "max_angular_speed_deg_s"
    chosen: list[EvidenceFrame] = []
    for frame, x1, y1, x2, y2, pixels in rows[np.argsort(-rows[:, 5], kind="stable")].tolist():
        if all(abs(frame - other.frame) >= settings.evidence_gap_s * fps for other in chosen):
            chosen.append(EvidenceFrame(frame, (x1, y1, x2, y2), pixels, float(speeds[frame])))
        if len(chosen) == settings.evidence_frames:
            break
    return Target(item, len(on_screen), tuple(chosen))


def _inside(box: Sequence[int] | NDArray[np.int64], camera: Camera, margin_px: int) -> bool:
    """Whether a half-open box keeps a margin from the picture's border."""
    x1, y1, x2, y2 = (int(v) for v in box)
    return min(x1, y1, camera.width - x2, camera.height - y2) >= margin_px


def amodal_views(
    simulator: Simulator, scene: Scene, camera: Camera, poses: Iterable[Poses], object_id: str
) -> list[AmodalView]:
    """Render an object alone from each pose (4x4): everything else is hidden, and shown again afterwards."""
    instance_id = scene.instance_ids[object_id]
    simulator.hide(name for name in scene.instance_ids if name != object_id)
    try:
        views = []
        for frame in simulator.render(camera, poses, ["instance", "glass"]):
            if frame.instance is None:
                raise RunError(f"the simulator {simulator.name} left out a layer that was asked for")
            pixels, box = frame_statistics(frame.instance, frame.glass).as_dict().get(instance_id, (0, None))
            views.append(AmodalView(pixels, box))
        return views
    finally:
        simulator.show()


def judge_occlusion(
    candidate: Target, views: Sequence[AmodalView], camera: Camera, settings: TargetSettings
) -> Target | Rejection:
    """Keep the evidence frames (one amodal view each) where the whole target is in the picture and mostly visible."""
    kept = []
    whole = labelled = False
    for evidence, view in zip(candidate.evidence, views, strict=True):
        # More pixels than the target has when it is alone carry its id but belong to something else.
        if evidence.pixels > view.pixels * settings.max_visible_ratio:
            continue
        labelled = True
        if view.box_px is None or not _inside(view.box_px, camera, settings.border_margin_px):
            continue
        whole = True
        ratio = evidence.pixels / view.pixels
        if ratio >= settings.min_visible_ratio:
            kept.append(replace(evidence, visible_ratio=ratio))
    if kept:
        return replace(candidate, evidence=tuple(kept))
    if not labelled:
        return Rejection(candidate.item.id, "mislabelled_instance")
    return Rejection(candidate.item.id, "min_visible_ratio" if whole else "border_margin_px")


def spread_targets(targets: Sequence[Target], limit: int, used: Counter[str]) -> list[Target]:
    """At most `limit` targets, spread over objects, categories and rooms.

    `used` counts how often an object was chosen for other videos of the scene: fresh ones come first. Then the
    rarest category and room so far win, then the most visible pixels. The result is in the order of choice.
    """
    rest = list(targets)
    chosen: list[Target] = []
    categories: Counter[str] = Counter()
    rooms: Counter[str | None] = Counter()
    while rest and len(chosen) < limit:
        best = min(
            rest,
            key=lambda t: (
                used[t.item.id],
                categories[t.item.category],
                rooms[t.item.room],
                -t.evidence[0].pixels,
                t.item.id,
            ),
        )
        rest.remove(best)
        chosen.append(best)
        categories[best.item.category] += 1
        rooms[best.item.room] += 1
    return chosen
