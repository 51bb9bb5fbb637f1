"""Wrong labels of many kinds, made from sound records in memory, to see whether the verification catches each.

A mutation changes a record's plain values (consistently, where a generator's fault would be consistent), or what its
media show: files are read through `Overlay`, so that the dataset itself is never touched.
"""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from gstgen.dataset.records import Record, flat_question, iter_raw, uid_text
from gstgen.dataset.verify import Checkers, checks_of, guarded
from gstgen.dataset.verify_media import Media, beside
from gstgen.dataset.verify_settings import VerifySettings
from gstgen.scenes.model import Scene

Data = dict[str, Any]


class Overlay(Media):
    """The media of a source of which some videos, pictures and JSON values are replaced."""

    def __init__(self, source: Media, spoiled: Spoiled) -> None:
        super().__init__(source.root)
        self._source, self._spoiled = source, spoiled
        self.view_layers, self._group, self.names = source.view_layers, source._group, source.names
        self.present_in_view = source.present_in_view

    def frame(self, path: str, frame: int) -> Any:
        return self._source.frame(self._spoiled.files.get(path, path), frame)

    def _picture(self, path: str) -> Any:
        return self._spoiled.pictures[path] if path in self._spoiled.pictures else self._source.picture(path)

    def _json(self, path: str) -> Any:
        return self._spoiled.values[path] if path in self._spoiled.values else self._source.json(path)


@dataclass
class Spoiled:
    """A wrong question: its record, and what lies in the place of its media."""

    data: Data
    files: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    boxes: dict[str, list[float]] = field(default_factory=dict)  # object -> centre that the scene claims, too


@dataclass
class Source:
    """A sound scene: where mutations find other videos, views and objects."""

    root: Path
    scene_id: str

    def __post_init__(self) -> None:
        self.home = f"scenes/{self.scene_id}"
        self.media = Media(self.root)
        self.scene = Scene.read(self.root / self.home / "scene" / "scene.json")
        self.rows: list[Data] = [data for _, data in iter_raw(self.root / self.home / "qa" / "qa.jsonl")]
        self.views: list[Data] = self.media.json(f"{self.home}/current_view/views.json")["views"]

    def task(self, data: Data) -> Any:
        return Record.model_validate(data).official

    def annotated(self, data: Data) -> list[str]:
        """Annotated copies of the plain video with other objects boxed."""
        stem = data["evidence"]["video"].rsplit("/", 1)[1].removesuffix(".mp4")
        folder = self.root / self.home / "video" / "annotated"
        own = data["video"]
        names = sorted(p.name for p in folder.glob(f"{stem}_obj_*.mp4"))
        return [p for n in names if (p := f"{self.home}/video/annotated/{n}") != own]


def answer(data: Data) -> None:
    """Recompute answer and distances, as a generator that believes its inputs would."""
    g, metric = data["geometry"], Record.model_validate(data).official.metric
    if "target" in g:
        center = np.array(g["target"]["center_m"])
    if "camera" in g:
        pose = np.array(g["camera"]["T_world_camera"])
        eye, ahead = pose[:3, 3], pose[:2, 2]
    if "target" in g and "camera" in g:
        delta = center - eye
        local = np.abs(np.array(g["target"]["rotation"]).T @ delta) - np.array(g["target"]["size_m"]) / 2
        data["difficulty"] |= {
            "distance_m": float(np.linalg.norm(delta)),
            "planar_distance_m": float(np.linalg.norm(delta[:2])),
            "surface_distance_m": float(np.linalg.norm(np.maximum(local, 0.0))),
        }
    if metric == "mra":
        data["answer"] = data["answer_value"] = round(float(np.linalg.norm(center - eye)), 1)
    elif metric == "angle" and "target" in g:
        turn = math.atan2(center[1] - eye[1], center[0] - eye[0]) - math.atan2(ahead[1], ahead[0])
        set_angle(data, math.degrees(turn))
    elif metric == "angle":
        set_angle(data, math.degrees(math.atan2(ahead[1], ahead[0])) - 90.0)
    elif metric == "point":
        m, where = np.array(g["map"]["world_to_image"]), center if "target" in g else eye
        pixel = (m @ [where[0], where[1], 1.0])[:2] / (g["map"]["width"], g["map"]["height"]) * 1000
        set_point(data, *(int(v) for v in np.clip(np.floor(pixel), 0, 999)))


def place_of_view(data: Data, view: Data) -> None:
    """Say of the view's place among the videos what views.json says of another view."""
    found = view.get("numbers", {}).get("localisation")
    for numbers, names in (
        (data["evidence"], ["localisation"]),
        (data["difficulty"], ["view_inliers", "wrong_inliers"]),
    ):
        for name in names:
            numbers.pop(name, None)
    if found is not None:
        data["evidence"]["localisation"] = copy.deepcopy(found)
        wrong = found["best_wrong"]["inliers"] if found["best_wrong"] else 0
        data["difficulty"] |= {"view_inliers": found["inliers"], "wrong_inliers": wrong}


def set_angle(data: Data, angle: float) -> None:
    value = -((-round(angle) + 180) % 360 - 180)
    data["answer_value"], data["answer"] = value, str(value)


def set_point(data: Data, x: int, y: int) -> None:
    data["answer_value"], data["answer"] = [x, y], f"<point>{x} {y}</point>"


def set_texts(data: Data, texts: list[str]) -> None:
    data["texts"], data["question"] = texts, flat_question(texts, data["video"] is not None)


def angle_mirrored(source: Source, data: Data, task: Any) -> Spoiled | None:
    """Left and right are exchanged."""
    if task.metric != "angle" or data["answer_value"] in (0, 180):
        return None
    set_angle(data, -data["answer_value"])
    return Spoiled(data)


def axes_swapped(source: Source, data: Data, task: Any) -> Spoiled | None:
    """x and y of a point are exchanged."""
    if task.metric != "point" or data["answer_value"][0] == data["answer_value"][1]:
        return None
    set_point(data, *data["answer_value"][::-1])
    return Spoiled(data)


def wrong_definition(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The distance to the nearest surface instead of the centre."""
    other = data["difficulty"].get("surface_distance_m")
    if task.metric != "mra" or round(other, 1) == data["answer"]:
        return None
    data["answer"] = data["answer_value"] = max(round(other, 1), 0.1)
    return Spoiled(data)


def box_shifted(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The target's box lies 30 cm off, in one of eight directions, and the answer follows it."""
    if not task.has_target:
        return None
    direction = sum(map(ord, data["uid"])) % 8 * math.pi / 4
    center = data["geometry"]["target"]["center_m"]
    center[0], center[1] = center[0] + 0.3 * math.cos(direction), center[1] + 0.3 * math.sin(direction)
    answer(data)
    return Spoiled(data)


def scene_shifted(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The same, and the scene agrees: only the pixels know better."""
    spoiled = box_shifted(source, data, task)
    if spoiled is None or data["variant"] == "local_image":
        return None
    target = data["geometry"]["target"]
    spoiled.boxes[target["id"]] = target["center_m"]
    return spoiled


def other_instance(source: Source, data: Data, task: Any) -> Spoiled | None:
    """Another object of the scene is taken for the target, with its own box and answer."""
    if not task.has_target:
        return None
    old = data["geometry"]["target"]
    others = [o for o in source.scene.objects if o.id != old["id"] and o.category != old["category"]]
    item = others[sum(map(ord, data["uid"])) % len(others)]
    data["uid"] = data["uid"].replace(uid_text(old["id"]), uid_text(item.id))
    data["geometry"]["target"] = {"id": item.id, "category": item.category, **item.box.to_json()}
    answer(data)
    return Spoiled(data) if data["answer_value"] and data["answer_value"] != [] else None


def category_renamed(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The object is called by another category, in the record and in the question."""
    if task.modality != "semantic":
        return None
    target = data["geometry"]["target"]
    word = target["category"].replace("_", " ")
    new = next(o.category for o in source.scene.objects if o.category != target["category"])
    texts = [t.replace(word, new.replace("_", " ")) for t in data["texts"]]
    target["category"] = new
    set_texts(data, texts)
    return Spoiled(data)


def words_renamed(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The question alone names another thing."""
    if task.modality != "semantic":
        return None
    word = data["geometry"]["target"]["category"].replace("_", " ")
    texts = [t.replace(word, "harpsichord") for t in data["texts"]]
    if texts == data["texts"]:
        return None
    set_texts(data, texts)
    return Spoiled(data)


def stale_evidence(source: Source, data: Data, task: Any) -> Spoiled | None:
    """An evidence frame that does not show the target."""
    if not task.has_target or data["variant"] == "local_image":
        return None
    video = source.media.json(beside(data["evidence"]["video"], ".json"))
    shown = {row[0] for row in video["instances"][data["geometry"]["target"]["id"]]["track"]}
    hidden = [f for f in range(video["frames"]) if f not in shown]
    if not hidden:
        return None
    data["evidence"]["target_frames"] = [hidden[len(hidden) // 2], *data["evidence"]["target_frames"][1:]]
    return Spoiled(data)


def stale_view_frame(source: Source, data: Data, task: Any) -> Spoiled | None:
    """Another frame is said to overlap the view most."""
    if not data["evidence"].get("view_frames"):
        return None
    data["evidence"]["view_frames"] = [data["evidence"]["view_frames"][0] + 1]
    return Spoiled(data)


def other_place(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The view is said to be like another frame of the video than was measured."""
    found = data["evidence"].get("localisation")
    if not found or "best_frame" not in found:
        return None
    found["best_frame"]["frame"] += 1
    return Spoiled(data)


def target_in_sight(source: Source, data: Data, task: Any) -> Spoiled | None:
    """A view that shows the target; camera and answer are that view's."""
    if data["variant"] != "global" or "camera" not in data["geometry"] or not task.has_target:
        return None
    target = data["geometry"]["target"]["id"]
    view = next((v for v in source.views if v["visible"].get(target)), None)
    if view is None:
        return None
    name = f"{source.home}/current_view/{view['file']}"
    data["geometry"]["camera"] = copy.deepcopy(view["camera"])
    data["evidence"]["view"], data["images"][0] = name, name
    place_of_view(data, view)
    answer(data)
    return Spoiled(data)


def other_view(source: Source, data: Data, task: Any) -> Spoiled | None:
    """Another view's picture is shown."""
    if "camera" not in data["geometry"] or data["variant"] != "global":
        return None
    own = data["images"][0]
    other = next(p for v in source.views if (p := f"{source.home}/current_view/{v['file']}") != own)
    data["images"][0] = other
    return Spoiled(data)


def turned_camera(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The heading of the camera is 20 degrees off, in the record and in views.json; the answer follows."""
    if "camera" not in data["geometry"] or task.metric != "angle":
        return None
    pose = np.array(data["geometry"]["camera"]["T_world_camera"])
    c, s = math.cos(math.radians(20)), math.sin(math.radians(20))
    pose[:3, :3] = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ pose[:3, :3]
    data["geometry"]["camera"]["T_world_camera"] = pose.tolist()
    answer(data)
    path = f"{source.home}/current_view/views.json"
    views = copy.deepcopy(source.media.json(path))
    for view in views["views"]:
        if data["evidence"]["view"].endswith(f"/{view['file']}"):
            view["camera"]["T_world_camera"] = pose.tolist()
    return Spoiled(data, values={path: views})


def map_mirrored(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The answer is read off the map's mirror image."""
    if task.metric != "point" or abs(data["answer_value"][0] - 499.5) < 3:
        return None
    set_point(data, 999 - data["answer_value"][0], data["answer_value"][1])
    return Spoiled(data)


def map_matrix_flipped(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The map's matrix points up where it should point down; the answer follows."""
    if task.metric != "point":
        return None
    m = data["geometry"]["map"]["world_to_image"]
    m[1][1], m[1][2] = -m[1][1], data["geometry"]["map"]["height"] - m[1][2]
    pixel = 999 - data["answer_value"][1]
    set_point(data, data["answer_value"][0], pixel)
    return Spoiled(data)


def map_shifted(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The map's matrix is 40 cm off; the answer follows."""
    if task.metric != "point":
        return None
    m = data["geometry"]["map"]["world_to_image"]
    m[0][2] += 0.4 * m[0][0]
    answer(data)
    return Spoiled(data)


def letter_swapped(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The answer is the letter of another option."""
    if task.metric != "choice":
        return None
    data["answer"] = data["answer_value"] = "BCDA"["ABCD".index(data["answer"])]
    return Spoiled(data)


def pictures_swapped(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The pictures of two options have changed places, the right one among them."""
    if task.metric != "choice":
        return None
    own = data["images"]["ABCD".index(data["answer"])]
    other = next(p for p in data["images"] if p != own)
    return Spoiled(data, pictures={own: source.media.picture(other), other: source.media.picture(own)})


def truth_renamed(source: Source, data: Data, task: Any) -> Spoiled | None:
    """Another option is taken for the truth: a path that was not filmed, a building that was not walked through."""
    if task.metric != "choice":
        return None
    g = data["geometry"]
    wrong = next(o for o in g["options"] if o["letter"] != data["answer"])
    g["truth"] = {k: wrong[k] for k in g["truth"]}
    data["answer"] = data["answer_value"] = wrong["letter"]
    return Spoiled(data)


def other_clip(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The video of another clip, or of another walk, is shown."""
    if data["video"] is None or task.modality == "visual":
        return None
    folder = source.root / source.home / "video"
    kind = data["video"].rsplit("/", 1)[1].rsplit("_", 1)[0]
    others = [
        p for n in sorted(folder.glob(f"{kind}_*.mp4")) if (p := f"{source.home}/video/{n.name}") != data["video"]
    ]
    if not others:
        return None
    data["video"] = others[0]
    return Spoiled(data)


def box_elsewhere(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The mp4 marks another object."""
    if task.modality != "visual" or data["variant"] == "local_image":
        return None
    others = source.annotated(data)
    return Spoiled(data, files={data["video"]: others[len(data["uid"]) % len(others)]}) if others else None


def box_missing(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The mp4 marks nothing."""
    if task.modality != "visual" or data["variant"] == "local_image":
        return None
    return Spoiled(data, files={data["video"]: data["evidence"]["video"]})


def view_box_elsewhere(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The box on the current view is drawn 40 px (of 640) too far left."""
    if task.modality != "visual" or data["variant"] == "global":
        return None
    shown, plain = source.media.picture(data["images"][0]), source.media.picture(data["evidence"]["view"])
    changed = (shown[..., :3] != plain[..., :3]).any(2)
    step = -(shown.shape[1] // 16)
    picture = np.where(np.roll(changed, step, 1)[..., None], (255, 0, 0), plain[..., :3]).astype(np.uint8)
    return Spoiled(data, pictures={data["images"][0]: picture})


def stale_difficulty(source: Source, data: Data, task: Any) -> Spoiled | None:
    """The target is said to have been seen later than it was."""
    if data["difficulty"].get("seconds_since_seen_s") is None:
        return None
    data["difficulty"]["seconds_since_seen_s"] += 1.0
    return Spoiled(data)


MUTATIONS: tuple[Callable[[Source, Data, Any], Spoiled | None], ...] = (
    angle_mirrored, axes_swapped, wrong_definition, box_shifted, scene_shifted, other_instance, category_renamed,
    words_renamed, stale_evidence, stale_view_frame, other_place, target_in_sight, other_view, turned_camera,
    map_mirrored, map_matrix_flipped, map_shifted, letter_swapped, pictures_swapped, truth_renamed, other_clip,
    box_elsewhere, box_missing, view_box_elsewhere, stale_difficulty,
)  # fmt: skip


def spoil(source: Source, mutation: Callable[[Source, Data, Any], Spoiled | None]) -> Iterator[tuple[str, Spoiled]]:
    """Every question that a mutation applies to, made wrong; with the uid it had."""
    for row in source.rows:
        data = copy.deepcopy(row)
        spoiled = mutation(source, data, source.task(row))
        if spoiled is not None:
            yield row["uid"], spoiled


def caught_by(source: Source, spoiled: Spoiled, settings: VerifySettings) -> list[str]:
    """The checks that object to a wrong question; empty when it escapes."""
    try:
        record = Record.model_validate(spoiled.data)
    except ValidationError:
        return ["schema"]
    media = Overlay(source.media, spoiled)
    if any(not media.exists(path) for path in record.media):
        return ["media exist"]
    checkers = Checkers.over(media, settings)
    for object_id, center in spoiled.boxes.items():
        object.__setattr__(checkers.pixels.scene(source.scene_id).object(object_id).box, "center_m", np.array(center))
    return [kind for kind, (check, _) in checks_of(record, checkers).items() if guarded(check, record) is not None]


@dataclass
class Tally:
    """How many wrong questions of one kind there were, how many were caught, by what; the first that escaped."""

    made: int = 0
    caught: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    escaped: list[str] = field(default_factory=list)


def prove(sources: list[Source], settings: VerifySettings, limit: int) -> dict[str, Tally]:
    """Up to `limit` wrong questions of each kind, dealt over the scenes and evenly over each scene's questions."""
    tallies = {}
    share = -(-limit // max(1, len(sources)))
    for mutation in MUTATIONS:
        tally = tallies[mutation.__name__] = Tally()
        for source in sources:
            every = list(spoil(source, mutation))
            picked = every[:: max(1, len(every) // share)][:share]
            for uid, spoiled in picked:
                checks = caught_by(source, spoiled, settings)
                tally.made += 1
                tally.caught += bool(checks)
                tally.checks.update(checks)
                if not checks:
                    tally.escaped.append(uid)
    return tallies
