"""Check what a record says around its answer: which media it shows, how it names the target, evidence, difficulty."""

from __future__ import annotations

import csv
import importlib.resources
from functools import cache
from typing import Any

import numpy as np

from gstgen.dataset.records import Record
from gstgen.dataset.verify_media import Media, beside
from gstgen.dataset.verify_pixels import PixelChecks
from gstgen.scenes.model import Scene

SLACK = 1e-6
# A path is stored at no more than some hundred of its points.
PATH_SLACK_SHARE = 0.02


class FactChecks:
    """Checks of references, words and numbers; they read JSON and id images."""

    def __init__(self, media: Media, pixels: PixelChecks) -> None:
        self.media, self.pixels = media, pixels

    def shown_video(self, record: Record) -> str | None:
        """The video is one of the scene's, of the right kind, and the evidence is about it."""
        shown, plain = record.video, record.evidence.video
        if shown is None:
            return f"the evidence names {plain}, but no video is shown" if plain is not None else None
        if plain is None:
            return "the evidence names no video"
        home = f"scenes/{record.scene}/video/"
        if not plain.startswith(home):
            return f"{plain} is no video of {record.scene}"
        kind = self.media.json(beside(plain, ".json"))["kind"]
        truth = record.geometry.truth
        wanted = "clip" if truth is not None and truth.points_m is not None else "exploration"
        if kind != wanted:
            return f"{plain} is a video of kind {kind}, the task shows {wanted}s"
        if record.official.modality == "visual":
            return None if shown.startswith(f"{home}annotated/") else f"{shown} is no annotated video of {record.scene}"
        return None if shown == plain else f"{shown} is shown, the evidence is about {plain}"

    def words(self, record: Record) -> str | None:
        """Semantic questions name the target and show no box; visual ones speak of the red box."""
        target, text = record.geometry.target, " ".join(record.texts).lower()
        assert target is not None
        name = target.category.lower().replace("_", " ")
        if record.official.modality == "semantic":
            if name not in text:
                return f"the question does not say {name!r}"
            return "the question speaks of a red box" if "red box" in text else None
        return None if "red" in text else "the question does not speak of the red box"

    def unique_name(self, record: Record) -> str | None:
        """Semantic tasks: no other object of the scene goes by the target's name, a synonym or a longer name."""
        target = record.geometry.target
        assert target is not None
        mine, synsets = target.category, _synsets()
        own = synsets.get(mine)
        for item in self.pixels.scene(record.scene).objects:
            other = item.category
            if item.id == target.id:
                continue
            if other == mine:
                return f"{item.id} is a {mine}, too"
            if own is not None and synsets.get(other) == own:
                return f"{item.id} is a {own}, too"
            if other.endswith(f"_{mine}"):
                return f"{item.id} may be called a {mine}, too"
        return None

    def view_frames(self, record: Record) -> str | None:
        """The frames that overlap the view are those of views.json, and show something that the view shows."""
        view, video = record.evidence.view, record.evidence.video
        if view is None or video is None:
            return None
        entry = self.pixels.view_entry(view)
        known = (entry or {}).get("overlap", {}).get(_stem(video), {}).get("best_frame")
        if record.evidence.view_frames != (() if known is None else (int(known),)):
            return f"frames {list(record.evidence.view_frames)}, views.json says {known}"
        numbers = self.media.present_in_view(beside(view, ".ids.npz"))
        shown = {name for name, number in self.media.names(beside(view, ".ids.npz")).items() if number in numbers}
        ids_file = beside(video, ".ids.npz")
        for frame in record.evidence.view_frames:
            present = self.media.present_in_frame(ids_file, frame)
            if not shown & {name for name, n in self.media.names(ids_file).items() if n in present}:
                return f"frame {frame} and the view show nothing in common"
        return None

    def localisation(self, record: Record) -> str | None:
        """What the evidence says of the view's place among the videos is what stage current_view measured, and its
        frames are of videos of the scene; a question without a video has none."""
        view, stated = record.evidence.view, record.evidence.localisation
        entry = (self.pixels.view_entry(view) if view else None) or {}
        found = entry.get("numbers", {}).get("localisation") if record.evidence.video else None
        if found is None or stated is None:
            return None if found is stated is None else f"localisation {stated}, views.json says {found}"
        mine = stated.model_dump(mode="json")
        wrong = [name for name in found if mine.get(name) != found[name]]
        if wrong:
            return f"localisation.{wrong[0]} {mine.get(wrong[0])}, views.json says {found[wrong[0]]}"
        for place in (stated.best_frame, stated.best_wrong.frame if stated.best_wrong else None):
            path = f"scenes/{record.scene}/video/{place.video}.json" if place else None
            if place and path and not place.frame < self.media.json(path)["frames"]:
                return f"{place.video} has no frame {place.frame}"
        return None

    def difficulty(self, record: Record) -> str | None:
        """Length, seconds since the target was seen, overlap, rooms between and area, from what the stages wrote."""
        stated, expected = record.difficulty, self._numbers(record)
        for name, found in expected.items():
            value = getattr(stated, name)
            if (value is None) != (found is None):
                return f"{name} {value}, recomputed {found}"
            slack = PATH_SLACK_SHARE * (found or 0.0) if name == "path_length_m" else SLACK
            if found is not None and abs(value - found) > slack:
                return f"{name} {value}, recomputed {found:.4f}"
        return None

    def _numbers(self, record: Record) -> dict[str, float | None]:
        g, video, view = record.geometry, record.evidence.video, record.evidence.view
        numbers: dict[str, float | None] = {
            "scene_area_m2": float(self.media.json(f"scenes/{record.scene}/topdown/topdown.json")["area_m2"]),
            "video_length_s": None,
        }
        data: dict[str, Any] = self.media.json(beside(video, ".json")) if video else {}
        if video:
            numbers["video_length_s"] = data["frames"] / data["fps"]
        if g.target is not None:
            track = data["instances"].get(g.target.id, {}).get("track", []) if video else []
            last = max((int(row[0]) for row in track), default=None)
            numbers["seconds_since_seen_s"] = None if last is None else (data["frames"] - 1 - last) / data["fps"]
        if view is not None:
            entry = self.pixels.view_entry(view) or {}
            share = entry.get("overlap", {}).get(_stem(video), {}).get("share", 0.0) if video else None
            numbers["overlap_share"] = None if share is None else min(float(share), 1.0)
            found = entry.get("numbers", {}).get("localisation") if video else None
            numbers["view_inliers"] = None if found is None else found["inliers"]
            numbers["wrong_inliers"] = None if found is None else (found["best_wrong"] or {"inliers": 0})["inliers"]
            if g.target is not None:
                scene = self.pixels.scene(record.scene)
                numbers["rooms_between"] = _doorways(scene, entry.get("room"), scene.object(g.target.id).room)
        if g.truth is not None and g.truth.points_m is not None:
            steps = np.diff(np.array(g.truth.points_m), axis=0)
            numbers["path_length_m"] = float(np.linalg.norm(steps, axis=1).sum())
        return numbers


def _stem(video: str) -> str:
    return video.rsplit("/", 1)[-1].rsplit(".", 1)[0]


def _doorways(scene: Scene, start: str | None, end: str | None) -> int | None:
    """Fewest doorways between two rooms, by growing the set of rooms that can be reached."""
    names = {room.id for room in scene.rooms}
    if start not in names or end not in names:
        return None
    doors = [set(s.rooms) for s in scene.structure if s.kind == "door" and len(s.rooms) == 2]
    reached, steps = {start}, 0
    while end not in reached:
        wider = reached.union(*(pair for pair in doors if pair & reached))
        if wider == reached:
            return None
        reached, steps = wider, steps + 1
    return steps


@cache
def _synsets() -> dict[str, str]:
    """Category -> synset, from the table of the installed package bddl."""
    table = importlib.resources.files("bddl").joinpath("generated_data", "category_mapping.csv")
    rows = csv.reader(table.read_text(encoding="utf-8").splitlines())
    head = next(rows)
    category, synset = head.index("category"), head.index("synset")
    return {row[category]: row[synset] for row in rows if row[synset]}
