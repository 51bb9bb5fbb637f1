"""Top-down selection: which of four buildings, seen from above, an exploration video shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.records import DifficultyPart, EvidencePart, TruthPart
from gstgen.media.pictures import read_png
from gstgen.questions import wording
from gstgen.questions.candidates import Asking, ChoiceCandidate, MapCopy, Option, rgb
from gstgen.questions.edited_plans import EDITED_LEVELS, edited_set, possible_edits
from gstgen.questions.inputs import MapLevel, Video, read_maps
from gstgen.questions.settings import OptionKind
from gstgen.questions.tasks import TOPDOWN_SELECTION, Level, Task
from gstgen.randomness import rng
from gstgen.scenes.model import Scene
from gstgen.topdown.compare import map_similarity, normalised_map
from gstgen.topdown.edits import Edit

Mask = NDArray[np.bool_]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
STEP = "TDS other scenes"


@dataclass(frozen=True)
class OtherScene:
    """A scene whose maps may stand beside this one's."""

    id: str
    maps: dict[str, MapLevel]
    same_kind: bool
    similarity: float  # to this scene's, of the free floor, under the 8 symmetries


def other_scenes(asking: Asking, root: Path, scenes: tuple[str, ...]) -> list[OtherScene]:
    """The listed scenes whose layout differs from this one, those of the same kind alone while there are three."""
    limits = asking.settings.topdown_selection
    own = free_floor(root, asking.inputs.maps["medium"])
    found = []
    for scene_id in scenes:
        maps, _ = read_maps(root, scene_id)
        same_size = all(_size(maps[k]) == _size(asking.inputs.maps[k]) for k in LEVELS)
        if scene_id == asking.inputs.scene.id or not same_size:
            asking.funnel.drop(STEP, "same_scene" if same_size else "picture_size_differs")
            continue
        similarity = map_similarity(own, free_floor(root, maps["medium"]))
        if similarity > limits.max_map_similarity:
            asking.funnel.drop(STEP, "max_map_similarity")
        else:
            asking.funnel.accept(STEP)
            kind = Scene.read(root / "scenes" / scene_id / "scene" / "scene.json").kind
            found.append(OtherScene(scene_id, maps, kind == asking.inputs.scene.kind, similarity))
    same = [s for s in found if s.same_kind]
    return same if limits.same_kind_first and len(same) >= 3 else found


def free_floor(root: Path, level: MapLevel) -> Mask:
    """White pixels (H, W) of a map."""
    mask: Mask = rgb(read_png(root / level.file)).min(axis=2) > 127
    return mask


def mirror_similarity(free: Mask) -> float:
    """Overlap of a layout with its mirror image, best of four quarter turns; 1 = nobody could tell them apart."""
    plain = normalised_map(free)
    mirrored = normalised_map(free[:, ::-1])
    turned = [np.rot90(mirrored, k) for k in range(4)]
    return max(float((plain & t).sum() / (plain | t).sum()) for t in turned)


def candidates(asking: Asking, root: Path, scenes: tuple[str, ...]) -> list[ChoiceCandidate]:
    """For each level, exploration video and kind of option set one question."""
    limits = asking.settings.topdown_selection
    others = other_scenes(asking, root, scenes)
    mirrors_differ = mirror_similarity(free_floor(root, asking.inputs.maps["medium"])) <= limits.max_map_similarity
    found = []
    for level in LEVELS:
        task = TOPDOWN_SELECTION[level]
        edits = possible_edits(asking, root, level) if "edits" in limits.kinds and level in EDITED_LEVELS else []
        for video in asking.inputs.videos:
            for kind in limits.kinds:
                if kind == "edits":
                    found += _edited(asking, root, task, level, video, edits, mirrors_differ)
                    continue
                needed = 3 if kind == "scenes" else 1
                reason = "too_few_other_scenes" if len(others) < needed else None
                if kind == "mirror_pairs" and not mirrors_differ:
                    reason = reason or "mirror_image_looks_the_same"
                if reason:
                    asking.funnel.drop(task.short, reason)
                    continue
                asking.funnel.accept(task.short)
                found.append(_candidate(asking, task, level, video, kind, others))
    return found


def _edited(
    asking: Asking, root: Path, task: Task, level: Level, video: Video, edits: Sequence[Edit], mirrored: bool
) -> list[ChoiceCandidate]:
    """The question whose wrong options are edited plans, where there can be one."""
    if level not in EDITED_LEVELS:
        return []
    made = edited_set(asking, root, level, video, edits, mirrored)
    if isinstance(made, str):
        asking.funnel.drop(task.short, made)
        return []
    asking.funnel.accept(task.short)
    return [_question(asking, task, level, video, "edits", made.options, made.similarity)]


def _candidate(
    asking: Asking,
    task: Task,
    level: Level,
    video: Video,
    kind: Literal["scenes", "mirror_pairs"],
    others: list[OtherScene],
) -> ChoiceCandidate:
    scene = asking.inputs.scene.id
    generator = rng(asking.seed, "questions", "other scenes", scene, level, video.name, kind)
    picked = [others[int(i)] for i in generator.permutation(len(others))]
    own = asking.inputs.maps[level].file
    options = [Option(scene, "none", MapCopy(own, False))]
    if kind == "scenes":
        shown = picked[:3]
        options += [Option(o.id, "none", MapCopy(o.maps[level].file, False)) for o in shown]
    else:
        # Both buildings come with their mirror images, so that no option stands out as half of a pair.
        shown = picked[:1]
        other = picked[0].maps[level].file
        options.append(Option(scene, "mirror", MapCopy(own, True)))
        options += [
            Option(picked[0].id, "none", MapCopy(other, False)),
            Option(picked[0].id, "mirror", MapCopy(other, True)),
        ]
    first, second, third, fourth = options
    similarity = min(max(o.similarity for o in shown), 1.0)
    return _question(asking, task, level, video, kind, (first, second, third, fourth), similarity)


def _question(
    asking: Asking,
    task: Task,
    level: Level,
    video: Video,
    kind: OptionKind,
    options: tuple[Option, Option, Option, Option],
    similarity: float,
) -> ChoiceCandidate:
    """A question whose first option is the right one; `similarity` is that of the likest other plan."""
    mark = {"scenes": (), "mirror_pairs": ("mirror",), "edits": ("edit",)}[kind]
    uid = asking.uid(task, f"video_{video.index}", *mark)
    return ChoiceCandidate(
        task=task,
        uid=uid,
        bins={"kind": kind, "video": video.name},
        video=video.file,
        texts=wording.topdown_selection(asking.voice(uid), level),
        options=options,
        truth=TruthPart(scene=asking.inputs.scene.id, transform="none"),
        map=None,
        evidence=EvidencePart(video=video.file),
        difficulty=DifficultyPart(
            scene_area_m2=asking.inputs.area_m2,
            video_length_s=video.length_s,
            option_similarity=similarity,
        ),
    )


def _size(level: MapLevel) -> tuple[int, int]:
    return level.transform.width, level.transform.height
