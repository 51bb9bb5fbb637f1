"""The record of a question: one JSON object a line of `qa.jsonl`, complete enough to recompute its answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, model_validator

from gstgen.dataset.store import write_text
from gstgen.errors import RunError
from gstgen.questions.tasks import BY_NAME, TRAJECTORY_SELECTION, Task, Variant

VIDEO_MARK, IMAGE_MARK = "<video>", "<image>"
LETTERS = ("A", "B", "C", "D")
_UID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_POINT = re.compile(r"<point>(\d{1,3}) (\d{1,3})</point>")


def _relative(path: str) -> str:
    """A neutral path: relative to the dataset root, posix, without dots or blanks in between."""
    parts = PurePosixPath(path).parts
    odd = not parts or path.startswith("/") or "\\" in path or ":" in path or path != PurePosixPath(path).as_posix()
    if odd or any(part in ("..", ".") for part in parts):
        raise ValueError(f"{path!r} is not a plain path relative to the dataset root")
    return path


RelativePath = Annotated[str, AfterValidator(_relative)]
Letter = Literal["A", "B", "C", "D"]
Vector3 = tuple[FiniteFloat, FiniteFloat, FiniteFloat]
Matrix3 = tuple[Vector3, Vector3, Vector3]
Vector4 = tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat]
Matrix4 = tuple[Vector4, Vector4, Vector4, Vector4]
PathPoints = tuple[tuple[FiniteFloat, FiniteFloat], ...]
PointValue = Annotated[int, Field(ge=0, le=999)]


class Part(BaseModel):
    """A part of a record: frozen, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CameraPart(Part):
    """Pose (columns: right, down, forward, centre in world metres) and pinhole matrix in pixels."""

    T_world_camera: Matrix4
    K: Matrix3
    width: int = Field(gt=0)
    height: int = Field(gt=0)

    @model_validator(mode="after")
    def _rigid(self) -> CameraPart:
        _check_rotation(np.array(self.T_world_camera)[:3, :3], "T_world_camera")
        if self.T_world_camera[3] != (0.0, 0.0, 0.0, 1.0):
            raise ValueError("the last row of T_world_camera is not 0 0 0 1")
        return self


class TargetPart(Part):
    """The asked object: its oriented box, `rotation` columns are the box axes (front, left, up) in the world."""

    id: str = Field(min_length=1)
    category: str = Field(min_length=1)
    center_m: Vector3
    size_m: Vector3
    rotation: Matrix3

    @model_validator(mode="after")
    def _box(self) -> TargetPart:
        _check_rotation(np.array(self.rotation), "rotation")
        if min(self.size_m) <= 0:
            raise ValueError("a box side is not positive")
        return self


class MapPart(Part):
    """The top-down picture the answer refers to; `world_to_image` maps world x, y (metres) to its pixels."""

    level: Literal["easy", "medium", "hard"]
    width: int = Field(gt=0)
    height: int = Field(gt=0)
    world_to_image: Matrix3

    @model_validator(mode="after")
    def _upright(self) -> MapPart:
        m = np.array(self.world_to_image)
        if not (m[0, 0] > 0 > m[1, 1] and m[0, 1] == m[1, 0] == 0 and tuple(m[2]) == (0, 0, 1)):
            raise ValueError("world_to_image is not upright: right must be +x and up +y")
        return self


class EditPart(Part):
    """A change of an edited map: what moved how far, and the half-open pixel box outside which nothing changed.

    `mirror` (always the last) turns the whole map left to right; boxes are those of the map before.
    """

    kind: Literal["door", "wall", "furniture", "mirror"]
    box_px: tuple[int, int, int, int]
    moved_m: float = Field(ge=0)


class OptionPart(Part):
    """What one option shows: a scene's map (maybe transformed), or a path drawn on this scene's map."""

    letter: Letter
    scene: str
    transform: Literal["none", "mirror", "edit"]
    trajectory: str | None = None
    points_m: PathPoints | None = None
    edits: tuple[EditPart, ...] | None = None

    @model_validator(mode="after")
    def _edited(self) -> OptionPart:
        if (self.transform == "edit") != bool(self.edits):
            raise ValueError("an option lists its edits where, and only where, it is an edited map")
        return self


class TruthPart(Part):
    """What the right option shows: {scene, transform}, or {trajectory, points_m} of the filmed clip."""

    scene: str | None = None
    transform: Literal["none", "mirror", "edit"] | None = None
    trajectory: str | None = None
    points_m: PathPoints | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> TruthPart:
        by_scene = self.scene is not None and self.transform is not None
        by_path = self.trajectory is not None and self.points_m is not None
        if by_scene == by_path or (self.scene is not None) != by_scene or (self.trajectory is not None) != by_path:
            raise ValueError("truth is either {scene, transform} or {trajectory, points_m}")
        return self


class DefinitionsPart(Part):
    """In words, what the number means."""

    distance: str | None = None
    direction: str | None = None
    orientation: str | None = None


class GeometryPart(Part):
    """Everything the answer follows from; parts a task does not use are absent."""

    camera: CameraPart | None = None
    target: TargetPart | None = None
    map: MapPart | None = None
    options: tuple[OptionPart, ...] | None = None
    truth: TruthPart | None = None
    definitions: DefinitionsPart | None = None


class FramePart(Part):
    """A frame of a scene's video, by the video's name."""

    video: str = Field(min_length=1)
    frame: int = Field(ge=0)


class WrongPlacePart(Part):
    """The wrong place that most matching points agree on, and how far it is from where the view was taken."""

    inliers: int = Field(ge=0)
    frame: FramePart
    distance_m: FiniteFloat = Field(ge=0.0)
    rotation_deg: FiniteFloat = Field(ge=0.0, le=180.0)


class LocalisationPart(Part):
    """Whether points that match the scene's videos give the view's pose back, as stage current_view measured it.

    `inliers` agree on the best pose; frame and errors are absent where no pose fits, `best_wrong` where no wrong
    place is like the view.
    """

    localised: bool
    inliers: int = Field(ge=0)
    best_frame: FramePart | None = None
    position_error_m: FiniteFloat | None = Field(default=None, ge=0.0)
    rotation_error_deg: FiniteFloat | None = Field(default=None, ge=0.0, le=180.0)
    best_wrong: WrongPlacePart | None = None


class EvidencePart(Part):
    """Where to look: frames of the plain video (a file) that show the target best, and that overlap the view most."""

    video: RelativePath | None = None
    view: RelativePath | None = None
    target_frames: tuple[Annotated[int, Field(ge=0)], ...] = ()
    view_frames: tuple[Annotated[int, Field(ge=0)], ...] = ()
    localisation: LocalisationPart | None = None  # of the view


class DifficultyPart(Part):
    """Numbers that make a question hard or easy; absent where they mean nothing."""

    seconds_since_seen_s: FiniteFloat | None = None  # target's last frame to the video's end
    rooms_between: int | None = Field(default=None, ge=0)  # doorways from the camera's room to the target's
    distance_m: FiniteFloat | None = None  # camera to box centre, 3-D, unrounded
    planar_distance_m: FiniteFloat | None = None
    surface_distance_m: FiniteFloat | None = None
    overlap_share: FiniteFloat | None = Field(default=None, ge=0.0, le=1.0)  # of the view, shown by the video
    path_length_m: FiniteFloat | None = None
    scene_area_m2: FiniteFloat = Field(gt=0)
    video_length_s: FiniteFloat | None = Field(default=None, gt=0)
    alias_share: FiniteFloat | None = Field(default=None, ge=0.0)  # likeness of the view to one taken elsewhere
    view_inliers: int | None = Field(default=None, ge=0)  # points that agree on the view's best pose in the videos
    wrong_inliers: int | None = Field(default=None, ge=0)  # points that agree on the best wrong place; 0 without one
    option_similarity: FiniteFloat | None = Field(default=None, ge=0.0, le=1.0)  # nearest other building's map
    option_separation_m: FiniteFloat | None = Field(default=None, ge=0.0)  # nearest other path to the right one
    level: Literal["easy", "medium", "hard", "extreme"] | None = None  # hard ones first, then easy, medium


class SimulatorPart(Part):
    """What rendered the pictures."""

    name: str
    version: str


class ProvenancePart(Part):
    """Where the record comes from; nothing of the machine or the hour."""

    seed: int = Field(ge=0)
    settings: str
    code_version: str
    simulator: SimulatorPart
    scene_source: str
    inventory: str | None
    asset_licences: tuple[str, ...]


class Record(Part):
    """One question with its answer. Paths are relative to the dataset root."""

    uid: str
    task: str
    scene: str
    scene_number: int | None = Field(ge=0)
    split: Literal["bench", "train"]
    variant: Variant
    video: RelativePath | None
    images: tuple[RelativePath, ...]
    texts: tuple[str, ...]
    question: str
    options: tuple[Letter, ...]
    answer: str | FiniteFloat
    answer_value: int | FiniteFloat | tuple[PointValue, PointValue] | Letter
    geometry: GeometryPart
    evidence: EvidencePart
    difficulty: DifficultyPart
    provenance: ProvenancePart

    @property
    def official(self) -> Task:
        """The task this record belongs to."""
        return BY_NAME[self.task]

    @property
    def media(self) -> tuple[str, ...]:
        """All media files, the video first."""
        return ((self.video,) if self.video else ()) + self.images

    @model_validator(mode="after")
    def _consistent(self) -> Record:
        if self.task not in BY_NAME:
            raise ValueError(f"{self.task!r} is not an official task name")
        task = BY_NAME[self.task]
        _check_uid(self, task)
        _check_media(self, task)
        _check_geometry(self, task)
        _check_answer(self, task)
        return self

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; absent parts of geometry, evidence and difficulty are left out."""
        data = self.model_dump(mode="json")
        for name in ("geometry", "evidence", "difficulty"):
            data[name] = _without_none(data[name])
        return data


def scene_prefix(scene: str, scene_number: int | None) -> str:
    """First part of a uid: `scene<official number>`, or the scene's id in uid letters."""
    return f"scene{scene_number}" if scene_number is not None else uid_text(scene)


def uid_text(text: str) -> str:
    """A name with every character that a uid may not hold replaced by a dash."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", text)


def flat_question(texts: Iterable[str], has_video: bool) -> str:
    """The texts with a mark for each medium between them: texts[0], video, texts[1], image, texts[2], ..."""
    parts: list[str] = []
    for i, text in enumerate(texts):
        if i:
            parts.append(VIDEO_MARK if has_video and i == 1 else IMAGE_MARK)
        parts.append(text)
    return "\n".join(parts)


def point_answer(x: int, y: int) -> str:
    """The official form of a point."""
    return f"<point>{x} {y}</point>"


def record_line(record: Record) -> str:
    """The record as one line of JSON (no newline)."""
    return json.dumps(record.to_json(), sort_keys=True, ensure_ascii=False, allow_nan=False)


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write `qa.jsonl` atomically."""
    write_text(path, "".join(record_line(r) + "\n" for r in records))


def iter_raw(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number (from 1) and plain object of each line; RunError names a line that is no JSON object."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            data = json.loads(line)
        except json.JSONDecodeError as error:
            raise RunError(
                f"{path} line {number} is not JSON ({error.msg}); run stage=qa again with force=true"
            ) from error
        if not isinstance(data, dict):
            raise RunError(f"{path} line {number} is not an object; run stage=qa again with force=true")
        yield number, data


def read_records(path: Path) -> list[Record]:
    """Read and check a `qa.jsonl`; RunError names the first line that is not a record."""
    records = []
    for number, data in iter_raw(path):
        try:
            records.append(Record.model_validate(data))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "record"
            uid = str(data.get("uid", "no uid"))[:200]
            raise RunError(
                f"{path} line {number}: {uid}: {where}: {first['msg']}; run stage=qa again with force=true"
            ) from error
    return records


def _without_none(data: Any) -> Any:
    if isinstance(data, dict):
        return {k: _without_none(v) for k, v in data.items() if v is not None}
    if isinstance(data, list):
        return [_without_none(v) for v in data]
    return data


def _check_rotation(rotation: Any, name: str) -> None:
    if np.abs(rotation @ rotation.T - np.eye(3)).max() > 1e-5 or np.linalg.det(rotation) < 0:
        raise ValueError(f"{name} is not a right-handed rotation")


def _check_uid(record: Record, task: Task) -> None:
    start = f"{scene_prefix(record.scene, record.scene_number)}_{task.uid_name}_"
    if not _UID.fullmatch(record.uid) or not record.uid.startswith(start):
        raise ValueError(f"uid {record.uid!r} does not start with {start!r} or holds other characters")
    target = record.geometry.target
    if target is not None and not record.uid.startswith(f"{start}{uid_text(target.id)}_"):
        raise ValueError(f"uid {record.uid!r} does not name the target {target.id}")


def _check_media(record: Record, task: Task) -> None:
    if (record.video is None) != (record.variant == "local_image"):
        raise ValueError("a video belongs to every variant but local_image")
    if record.variant != "global" and not task.has_local_variants:
        raise ValueError(f"{task.short} has no local variants")
    images = 4 if task.metric == "choice" else int(task.uses_view) + int(task.uses_map)
    if len(record.images) != images:
        raise ValueError(f"{task.short} shows {images} images, not {len(record.images)}")
    if len(record.texts) != len(record.media) + 1:
        raise ValueError(f"{len(record.texts)} texts do not interleave with {len(record.media)} media")
    if any(VIDEO_MARK in t or IMAGE_MARK in t for t in record.texts):
        raise ValueError("a text holds a media mark")
    if record.question != flat_question(record.texts, record.video is not None):
        raise ValueError("question is not the flat form of texts")
    marks = record.question.count(VIDEO_MARK), record.question.count(IMAGE_MARK)
    if marks != (int(record.video is not None), len(record.images)):
        raise ValueError(f"{marks} marks do not match the media")


def _check_geometry(record: Record, task: Task) -> None:
    g = record.geometry
    choice = task.metric == "choice"
    needs = {
        "camera": (g.camera is not None, task.uses_view),
        "target": (g.target is not None, task.has_target),
        "map": (g.map is not None, task.uses_map or task is TRAJECTORY_SELECTION),
        "options": (g.options is not None, choice),
        "truth": (g.truth is not None, choice),
    }
    for name, (present, wanted) in needs.items():
        if present != wanted:
            raise ValueError(f"geometry.{name} is {'not used by' if present else 'missing for'} {task.short}")
    letters = tuple(o.letter for o in g.options) if g.options is not None else ()
    if letters != record.options or letters not in ((), LETTERS):
        raise ValueError(f"options {record.options} and geometry.options {letters} differ or are not A to D")


def _check_answer(record: Record, task: Task) -> None:
    answer, value = record.answer, record.answer_value
    if task.metric == "angle":
        ok = type(value) is int and -180 < value <= 180 and answer == str(value)
    elif task.metric == "mra":
        ok = isinstance(value, float) and value > 0 and round(value, 1) == value and answer == value
    elif task.metric == "point":
        ok = isinstance(value, tuple) and answer == point_answer(*value)
    else:
        ok = value in LETTERS and answer == value
    if not ok:
        raise ValueError(f"answer {answer!r} / {value!r} is not a {task.metric} answer")
