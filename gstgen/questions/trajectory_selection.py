"""Trajectory selection: which of four drawn paths a short clip was filmed along."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from gstgen.dataset.records import DifficultyPart, EvidencePart, TruthPart
from gstgen.media.settings import PathStyle
from gstgen.questions import filters, wording
from gstgen.questions.candidates import Asking, ChoiceCandidate, DrawnPath, Option, map_part
from gstgen.questions.inputs import Clip, Path2D
from gstgen.questions.tasks import TRAJECTORY_SELECTION
from gstgen.randomness import rng

DENSE_STEP_M = 0.05  # paths are compared at points this close
Points = tuple[tuple[float, float], ...]


def candidates(asking: Asking, style: PathStyle) -> list[ChoiceCandidate]:
    """One question a clip that has three other paths of its length, drawn apart from it and from one another."""
    found = []
    for clip in asking.inputs.clips:
        others = _other_paths(asking, clip)
        if others is None:
            asking.funnel.drop(TRAJECTORY_SELECTION.short, "too_few_alternatives")
            continue
        asking.funnel.accept(TRAJECTORY_SELECTION.short)
        found.append(_candidate(asking, clip, others, style))
    return found


def _other_paths(asking: Asking, clip: Clip) -> list[Path2D] | None:
    """Three alternatives that pass the rules, taken in random order; None when there are not enough."""
    limits = asking.settings.trajectory_selection
    step = f"{TRAJECTORY_SELECTION.short} alternatives"
    transform = asking.inputs.maps["medium"].transform
    chosen: list[Path2D] = []
    generator = rng(asking.seed, "questions", "alternatives", asking.inputs.scene.id, clip.path.name)
    for index in generator.permutation(len(clip.alternatives)):
        other = clip.alternatives[int(index)]
        reason = filters.on_map(other.points_m, transform)
        if abs(other.length_m - clip.path.length_m) > limits.max_length_difference_share * clip.path.length_m:
            reason = reason or "max_length_difference_share"
        if any(separation_m(other.points_m, p.points_m) < limits.min_separation_m for p in (clip.path, *chosen)):
            reason = reason or "min_separation_m"
        if reason is None and len(chosen) == 3:
            reason = "not_needed"
        if reason:
            asking.funnel.drop(step, reason)
            continue
        asking.funnel.accept(step)
        chosen.append(other)
    return chosen if len(chosen) == 3 else None


def separation_m(path_a: NDArray[np.float64], path_b: NDArray[np.float64]) -> float:
    """Mean distance in metres between two paths, (N, 2) and (M, 2), each point to the other's nearest, both ways."""
    a, b = _dense(path_a), _dense(path_b)
    return float((cKDTree(b).query(a)[0].mean() + cKDTree(a).query(b)[0].mean()) / 2)


def _dense(path: NDArray[np.float64]) -> NDArray[np.float64]:
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    at = np.linspace(0.0, along[-1], max(2, int(along[-1] / DENSE_STEP_M) + 1))
    return np.stack([np.interp(at, along, path[:, k]) for k in (0, 1)], -1)


def thinned(path: NDArray[np.float64], count: int) -> Points:
    """At most `count` points of a path, both ends kept."""
    keep = np.unique(np.round(np.linspace(0, len(path) - 1, min(count, len(path)))).astype(int))
    return tuple((float(x), float(y)) for x, y in path[keep])


def _candidate(asking: Asking, clip: Clip, others: list[Path2D], style: PathStyle) -> ChoiceCandidate:
    scene = asking.inputs.scene.id
    level = asking.inputs.maps["medium"]
    count = asking.settings.trajectory_selection.max_path_points
    options = []
    for path in (clip.path, *others):
        points = thinned(path.points_m, count)
        job = DrawnPath(level.file, level.transform, points, style)
        options.append(Option(scene, "none", job, path.name, points))
    first, second, third, fourth = options
    uid = asking.uid(TRAJECTORY_SELECTION, f"clip_{clip.video.index}")
    return ChoiceCandidate(
        task=TRAJECTORY_SELECTION,
        uid=uid,
        bins={"video": clip.video.name},
        video=clip.video.file,
        texts=wording.trajectory_selection(asking.voice(uid)),
        options=(first, second, third, fourth),
        truth=TruthPart(trajectory=clip.path.name, points_m=first.points_m),
        map=map_part(level),
        evidence=EvidencePart(video=clip.video.file),
        difficulty=DifficultyPart(
            path_length_m=clip.path.length_m,
            scene_area_m2=asking.inputs.area_m2,
            video_length_s=clip.video.length_s,
            option_separation_m=min(separation_m(clip.path.points_m, o.points_m) for o in others),
        ),
    )
