"""Each threshold drops what it should and nothing else; targets spread over rooms and categories."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.perception.targets import (
    AmodalView,
    EvidenceFrame,
    Rejection,
    Target,
    TargetSettings,
    amodal_views,
    angular_speeds_deg_s,
    find_candidates,
    judge_occlusion,
    spread_targets,
)
from gstgen.scenes.model import Room, Scene, SceneObject, Structure
from gstgen.simulators.protocol import Frame

CAMERA = Camera.from_hfov(200, 100, 90.0)
SETTINGS = TargetSettings(
    excluded_categories=("carpet",),
    min_size_m=0.3,
    max_size_m=3.0,
    min_height_m=0.1,
    min_frame_px=50,
    min_frames=3,
    min_best_px=400,
    border_margin_px=2,
    max_angular_speed_deg_s=30.0,
    min_visible_ratio=0.7,
    max_visible_ratio=1.05,
    evidence_frames=2,
    evidence_gap_s=0.5,
)


def an_object(
    name: str = "chair_a_0", size: tuple[float, float, float] = (0.6, 0.6, 1.0), room: str = "kitchen_0", **other: Any
) -> SceneObject:
    box = OrientedBox.create([0.0, 0.0, size[2] / 2], size)
    return SceneObject(name, name.partition("_")[0], "a", box, room, other.get("support", "floor"))


def a_scene(*objects: SceneObject) -> Scene:
    room = Room("kitchen_0", "kitchen", shapely.box(0, 0, 4, 4), 2.5)
    wall = Structure("wall_0", "wall", ("kitchen_0",), OrientedBox.create([0, 2, 1], [4, 0.1, 2.5]))
    return Scene("s", "procedural", None, "home", (room,), objects, (wall,), (), 0.0, "CC0", ())


def still(frames: int) -> NDArray[np.float64]:
    return np.stack([pose_from_heading([0, 0, 1.5], 0.0, 0.0)] * frames)


def turning(frames: int, step_deg: float) -> NDArray[np.float64]:
    return np.stack([pose_from_heading([0, 0, 1.5], i * step_deg, -10.0) for i in range(frames)])


def track(*rows: tuple[int, int, int, int, int, int]) -> NDArray[np.int64]:
    return np.array(rows, np.int64)


GOOD = track(*[(i, 50, 30, 90, 60, 900) for i in range(10)])


def reasons(scene: Scene, tracks: dict[int, NDArray[np.int64]], poses: NDArray[np.float64]) -> list[str]:
    candidates, rejections = find_candidates(scene, tracks, poses, 10.0, CAMERA, SETTINGS)
    assert len(candidates) + len(rejections) == len(scene.objects)
    return [r.reason for r in rejections]


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (an_object("carpet_a_0", (1.0, 1.0, 0.5)), "excluded_categories"),
        (an_object(size=(0.2, 0.2, 0.2)), "min_size_m"),
        (an_object(size=(3.2, 0.5, 0.5)), "max_size_m"),
        (an_object(size=(1.0, 1.0, 0.05)), "min_height_m"),
    ],
)
def test_unfit_objects(item: SceneObject, reason: str) -> None:
    assert reasons(a_scene(item), {1: GOOD}, still(10)) == [reason]


def test_flat_thing_on_a_table_is_fit() -> None:
    laptop = an_object("laptop_a_0", (0.4, 0.3, 0.02), support="table_a_0")
    assert reasons(a_scene(laptop), {1: GOOD}, still(10)) == []


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (GOOD[:2], "min_frames"),
        (track(*[(i, 50, 30, 60, 40, 49) for i in range(10)]), "min_frames"),
        (track(*[(i, 50, 30, 70, 50, 399) for i in range(10)]), "min_best_px"),
        (track(*[(i, 1, 30, 60, 60, 900) for i in range(10)]), "border_margin_px"),
        (track(*[(i, 50, 30, 90, 99, 900) for i in range(10)]), "border_margin_px"),
        (track(*[(i, 150, 30, 199, 60, 900) for i in range(10)]), "border_margin_px"),
    ],
)
def test_what_the_film_must_show(rows: NDArray[np.int64], reason: str) -> None:
    assert reasons(a_scene(an_object()), {1: rows}, still(10)) == [reason]


def test_structure_and_unseen_objects_are_no_candidates() -> None:
    scene = a_scene(an_object("chair_a_0"), an_object("chair_a_1"))
    candidates, rejections = find_candidates(scene, {1: GOOD, 3: GOOD}, still(10), 10.0, CAMERA, SETTINGS)
    assert [c.item.id for c in candidates] == ["chair_a_0"]
    assert rejections == [Rejection("chair_a_1", "never_seen")]


def test_fast_turns_blur() -> None:
    assert reasons(a_scene(an_object()), {1: GOOD}, turning(10, 2.9)) == []
    assert reasons(a_scene(an_object()), {1: GOOD}, turning(10, 3.1)) == ["max_angular_speed_deg_s"]


def test_angular_speed_counts_every_axis_and_both_neighbours() -> None:
    assert np.allclose(angular_speeds_deg_s(turning(5, 1e-4), 10.0), 1e-3 * np.cos(np.radians(10)) ** 0, rtol=1e-3)
    poses = np.stack([pose_from_heading([0, 0, 0], 0.0, p) for p in (0.0, 0.0, 6.0, 6.0)])
    assert np.allclose(angular_speeds_deg_s(poses, 10.0), [0, 60, 60, 0], atol=1e-6)
    assert angular_speeds_deg_s(still(1), 10.0).tolist() == [0.0]
    back = np.stack([pose_from_heading([0, 0, 0], h, 0.0) for h in (0.0, 180.0)])
    assert np.allclose(angular_speeds_deg_s(back, 1.0), 180.0)


def test_evidence_is_best_first_and_spread_over_time() -> None:
    pixels = [500, 900, 910, 905, 450, 400, 400, 800, 700, 600]
    rows = track(*[(i, 50, 30, 90, 60, p) for i, p in enumerate(pixels)])
    (candidate,), _ = find_candidates(a_scene(an_object()), {1: rows}, still(10), 10.0, CAMERA, SETTINGS)
    assert [e.frame for e in candidate.evidence] == [2, 7]
    assert candidate.frames_on_screen == 10


def a_target(name: str, pixels: int = 900, room: str = "kitchen_0") -> Target:
    frames = tuple(EvidenceFrame(f, (50, 30, 90, 60), pixels - f, 1.0) for f in (3, 20))
    return Target(an_object(name, room=room), 10, frames)


def test_occlusion_keeps_the_frames_that_show_enough() -> None:
    target = a_target("chair_a_0")
    whole, hidden = AmodalView(1000, (50, 20, 90, 60)), AmodalView(3000, (50, 20, 120, 80))
    cut, gone = AmodalView(1000, (0, 20, 90, 60)), AmodalView(0, None)
    kept = judge_occlusion(target, [hidden, whole], CAMERA, SETTINGS)
    assert isinstance(kept, Target)
    assert [e.frame for e in kept.evidence] == [20]
    assert kept.evidence[0].visible_ratio == 880 / 1000
    assert kept.numbers()["best_frame"] == 20
    assert judge_occlusion(target, [hidden, hidden], CAMERA, SETTINGS) == Rejection("chair_a_0", "min_visible_ratio")
    assert judge_occlusion(target, [cut, gone], CAMERA, SETTINGS) == Rejection("chair_a_0", "border_margin_px")


def test_spread_over_objects_categories_and_rooms() -> None:
    targets = [
        a_target("chair_a_0", 5000),
        a_target("chair_a_1", 4000),
        a_target("sofa_a_0", 900, "living_room_0"),
        a_target("table_a_0", 3000),
    ]
    assert [t.item.id for t in spread_targets(targets, 3, Counter())] == ["chair_a_0", "sofa_a_0", "table_a_0"]
    again = spread_targets(targets, 2, Counter(["chair_a_0", "sofa_a_0", "table_a_0"]))
    assert again[0].item.id == "chair_a_1"
    assert len(spread_targets(targets, 10, Counter())) == 4
    assert spread_targets(targets, 0, Counter()) == []


class TwoLayers:
    """A simulator whose pictures say what is hidden: object 2 covers the left half of object 1."""

    name = "two_layers"

    def __init__(self) -> None:
        self.hidden: set[str] = set()
        self.shown = 0

    @property
    def version(self) -> dict[str, Any]:
        return {}

    def load(self, scene_folder: Path) -> Scene:
        raise AssertionError

    def render(self, camera: Any, poses: Iterable[Any], modalities: Iterable[str]) -> Iterator[Frame]:
        for _ in poses:
            image = np.zeros((100, 200), np.uint32)
            if "chair_a_0" not in self.hidden:
                image[20:40, 20:60] = 1
            if "chair_a_1" not in self.hidden:
                image[20:40, 20:40] = 2
            yield Frame(instance=image, glass=np.zeros_like(image))

    def hide(self, ids: Iterable[str]) -> None:
        self.hidden |= set(ids)

    def show(self) -> None:
        self.hidden.clear()
        self.shown += 1

    def close(self) -> None:
        pass


def test_amodal_view_hides_everything_else_and_shows_it_again() -> None:
    scene, simulator = a_scene(an_object("chair_a_0"), an_object("chair_a_1")), TwoLayers()
    assert amodal_views(simulator, scene, CAMERA, still(2), "chair_a_0") == [AmodalView(800, (20, 20, 60, 40))] * 2
    assert simulator.hidden == set()
    assert simulator.shown == 1


def test_an_id_that_belongs_to_another_category_is_no_target() -> None:
    rows = np.array([[k, 50, 20, 90, 60, 1000] for k in range(5)])
    scene = a_scene(an_object("chair_a_0"))
    wrong = dataclasses.replace(scene.objects[0], category="table")
    still_poses = np.repeat(np.eye(4)[None], 5, axis=0)
    for objects, expected in (((wrong,), ["mislabelled_instance"]), (scene.objects, [])):
        _, rejections = find_candidates(a_scene(*objects), {1: rows}, still_poses, 10.0, CAMERA, SETTINGS)
        assert [r.reason for r in rejections] == expected


def test_more_pixels_than_the_object_alone_has_are_a_wrong_label() -> None:
    evidence = EvidenceFrame(0, (50, 20, 90, 60), 1000, 0.0)
    candidate = Target(an_object(), 5, (evidence,))
    for alone, reason in (
        (AmodalView(700, (50, 20, 90, 60)), "mislabelled_instance"),
        (AmodalView(0, None), "mislabelled_instance"),
    ):
        assert judge_occlusion(candidate, [alone], CAMERA, SETTINGS) == Rejection("chair_a_0", reason)
    assert isinstance(judge_occlusion(candidate, [AmodalView(1000, (50, 20, 90, 60))], CAMERA, SETTINGS), Target)
