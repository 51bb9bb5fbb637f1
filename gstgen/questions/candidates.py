"""Questions before the choice: everything a record needs but letters, provenance and drawn pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.records import (
    LETTERS,
    CameraPart,
    DifficultyPart,
    EditPart,
    EvidencePart,
    GeometryPart,
    MapPart,
    OptionPart,
    TruthPart,
    uid_text,
)
from gstgen.geometry.maps import MapTransform
from gstgen.media.overlay import draw_box, draw_path
from gstgen.media.pictures import read_png
from gstgen.media.settings import PathStyle
from gstgen.questions.inputs import MapLevel, SceneInputs, View
from gstgen.questions.phrases import BENCH, Voice
from gstgen.questions.settings import QuestionSettings
from gstgen.questions.tasks import Task, Variant
from gstgen.stages.base import Funnel
from gstgen.topdown.edits import Edit

Picture = NDArray[np.uint8]
AnswerValue = int | float | tuple[int, int] | str


@dataclass(frozen=True)
class Asking:
    """What every competency works from: the scene, the settings, how uids start, and where rejections are counted."""

    inputs: SceneInputs
    settings: QuestionSettings
    uid_prefix: str
    media_folder: str  # below the dataset root
    seed: int
    funnel: Funnel
    paraphrased: bool  # training questions are worded in many ways, benchmark questions in one

    def voice(self, uid: str) -> Voice:
        """How the question of a uid is worded."""
        return Voice(self.seed, uid) if self.paraphrased else BENCH

    def uid(self, task: Task, *parts: str) -> str:
        """`<scene>_<task>_<parts>` in uid letters."""
        return "_".join([self.uid_prefix, task.uid_name, *map(uid_text, parts)])

    @property
    def map(self) -> MapLevel:
        """The top-down picture of localisation questions."""
        return self.inputs.maps[self.settings.map_level]


class PictureJob(Protocol):
    """A picture that is drawn only when its question was chosen."""

    def draw(self, root: Path) -> Picture:
        """RGB or RGBA pixels, from files below the dataset root."""


def rgb(picture: Picture) -> Picture:
    """Grey or RGB(A) pixels as RGB; transparent pixels keep their colour."""
    return np.repeat(picture[..., None], 3, axis=2) if picture.ndim == 2 else picture[..., :3]


@dataclass(frozen=True)
class BoxedView:
    """A current view with a red box around an object."""

    source: str
    box_px: tuple[int, int, int, int]
    line_px: int

    def draw(self, root: Path) -> Picture:
        return draw_box(rgb(read_png(root / self.source)), self.box_px, self.line_px)


@dataclass(frozen=True)
class MapCopy:
    """A scene's top-down picture under a neutral name, maybe mirrored left to right; always encoded anew."""

    source: str
    mirrored: bool

    def draw(self, root: Path) -> Picture:
        picture = read_png(root / self.source)
        return np.ascontiguousarray(picture[:, ::-1]) if self.mirrored else picture


@dataclass(frozen=True)
class EditedMap:
    """A scene's map with changes made to it, one after another."""

    source: str
    edits: tuple[Edit, ...]

    def draw(self, root: Path) -> Picture:
        picture = read_png(root / self.source)
        for edit in self.edits:
            picture = edit.apply(picture)
        return picture


@dataclass(frozen=True)
class DrawnPath:
    """A path on a map: points (N, 2) in world metres."""

    source: str
    transform: MapTransform
    points_m: tuple[tuple[float, float], ...]
    style: PathStyle

    def draw(self, root: Path) -> Picture:
        return draw_path(
            rgb(read_png(root / self.source)), self.transform.to_pixels(np.array(self.points_m)), self.style
        )


@dataclass(frozen=True)
class Candidate:
    """A question with its answer. Images that have a job are drawn when it is chosen; all paths below the root."""

    task: Task
    variant: Variant
    uid: str
    bins: Mapping[str, str]
    video: str | None
    images: tuple[str, ...]
    texts: tuple[str, ...]
    answer: str | float
    answer_value: AnswerValue
    geometry: GeometryPart
    evidence: EvidencePart
    difficulty: DifficultyPart
    options: tuple[str, ...] = ()
    jobs: Mapping[str, PictureJob] = field(default_factory=dict)


@dataclass(frozen=True)
class Option:
    """What one option shows, without its letter."""

    scene: str
    transform: Literal["none", "mirror", "edit"]
    job: PictureJob
    trajectory: str | None = None
    points_m: tuple[tuple[float, float], ...] | None = None
    edits: tuple[EditPart, ...] | None = None


@dataclass(frozen=True)
class ChoiceCandidate:
    """A question with four options, the right one first; letters are dealt after the choice."""

    task: Task
    uid: str
    bins: Mapping[str, str]
    video: str
    texts: tuple[str, ...]
    options: tuple[Option, Option, Option, Option]
    truth: TruthPart
    map: MapPart | None
    evidence: EvidencePart
    difficulty: DifficultyPart
    variant: Variant = "global"

    def lettered(self, letter: str, picture_stem: str, generator: np.random.Generator) -> Candidate:
        """The question with the right option at a letter and the others in random order.

        Option pictures are `<picture_stem>_<letter>.png` below the dataset root.
        """
        place = LETTERS.index(letter)
        order = [int(i) + 1 for i in generator.permutation(3)]
        order.insert(place, 0)
        parts, jobs = [], {}
        for name, index in zip(LETTERS, order, strict=True):
            option = self.options[index]
            jobs[f"{picture_stem}_{name}.png"] = option.job
            parts.append(
                OptionPart(
                    letter=name,
                    scene=option.scene,
                    transform=option.transform,
                    trajectory=option.trajectory,
                    points_m=option.points_m,
                    edits=option.edits,
                )
            )
        return Candidate(
            task=self.task,
            variant=self.variant,
            uid=self.uid,
            bins=self.bins,
            video=self.video,
            images=tuple(jobs),
            texts=self.texts,
            answer=letter,
            answer_value=letter,
            geometry=GeometryPart(map=self.map, options=tuple(parts), truth=self.truth),
            evidence=self.evidence,
            difficulty=self.difficulty,
            options=LETTERS,
            jobs=jobs,
        )


def map_part(level: MapLevel) -> MapPart:
    """The map of a record."""
    t = level.transform
    return MapPart.model_validate(
        {"level": level.level, "width": t.width, "height": t.height, "world_to_image": t.world_to_image.tolist()}
    )


def camera_part(view: View) -> CameraPart:
    """The camera of a record."""
    c = view.camera
    pose = view.T_world_camera.tolist()
    return CameraPart.model_validate({"T_world_camera": pose, "K": c.K.tolist(), "width": c.width, "height": c.height})
