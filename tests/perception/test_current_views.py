from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from furnished import CAMERA, SETTINGS, floor_map, furnished, walk

from gstgen.geometry.angles import wrap_deg
from gstgen.geometry.cameras import pose_from_heading, pose_heading_deg, pose_pitch_deg
from gstgen.perception.aliasing import coarse_picture, find_aliases, look_labels
from gstgen.perception.candidates import draw_candidates, separation
from gstgen.perception.covisibility import surface_keys
from gstgen.perception.current_views import Film, View, ViewSearch, choose_views
from gstgen.perception.information import information
from gstgen.perception.raycast import RayCaster
from gstgen.randomness import rng
from gstgen.stages.base import Funnel

SCENE, GEOMETRY = furnished()
CASTER = RayCaster(SCENE, GEOMETRY)
TARGETS = frozenset({"sofa_a_0", "bed_a_0", "plant_a_0", "dresser_a_0"})


def search(seed: int = 7, film: Film | None = None, **changes: object) -> tuple[list[View], Funnel]:
    funnel = Funnel()
    settings = SETTINGS.model_copy(update=changes)
    films = [film or walk()]
    found = ViewSearch(SCENE, floor_map(SCENE), CASTER, CAMERA, films, CAMERA, TARGETS, settings, funnel)
    return found.run(rng(seed, "view")), funnel


@cache
def chosen() -> tuple[list[View], Funnel]:
    return search()


def look(x: float, y: float, heading: float, pitch: float = -10.0, height: float = 1.5):
    return CASTER.view(CAMERA, pose_from_heading((x, y, height), heading, pitch), 20)


def verdict(x: float, y: float, heading: float, pitch: float = -10.0) -> str | None:
    return information(look(x, y, heading, pitch), len(SCENE.objects), SETTINGS).failure(SETTINGS)


def test_enough_views_are_chosen_from_both_rooms():
    views, funnel = chosen()
    assert len(views) == SETTINGS.count
    assert {v.candidate.room for v in views} == {0, 1}
    assert len({int(v.candidate.heading_deg % 360 // 90) for v in views}) >= 3
    assert funnel.to_json()["choice"]["accepted"] == len(views)


def test_views_stay_off_the_trajectory():
    """Recomputed without the code under test."""
    samples = walk().T_world_camera
    for view in chosen()[0]:
        pose = view.candidate.T_world_camera
        for sample in samples:
            gap = np.linalg.norm(sample[:2, 3] - pose[:2, 3])
            turn = np.degrees(np.arccos(np.clip(_flat(sample) @ _flat(pose), -1, 1)))
            assert gap >= SETTINGS.min_distance_m or turn > SETTINGS.min_heading_deg


def _flat(pose):
    forward = pose[:2, 2]
    return forward / np.linalg.norm(forward)


def test_poses_are_where_and_how_the_settings_say():
    for view in chosen()[0]:
        pose = view.candidate.T_world_camera
        assert floor_map(SCENE).is_navigable(pose[:2, 3])
        assert SETTINGS.min_height_m <= pose[2, 3] <= SETTINGS.max_height_m
        assert SETTINGS.min_pitch_deg - 1e-6 <= pose_pitch_deg(pose) <= SETTINGS.max_pitch_deg + 1e-6
        assert abs(wrap_deg(pose_heading_deg(pose) - view.candidate.heading_deg)) < 1e-6


def test_views_overlap_the_video_and_are_no_copies():
    for view in chosen()[0]:
        numbers = view.overlap["exploration_0"]
        assert numbers.share >= SETTINGS.min_share
        assert numbers.best_frame_share >= SETTINGS.min_frame_share
        assert numbers.copy_share <= SETTINGS.max_copy_share
        assert numbers.best_frame_share <= numbers.share + 1e-12
        assert numbers.best_frame % SETTINGS.frame_step == 0


def test_same_seed_same_views_and_other_seed_others():
    poses = [v.candidate.T_world_camera.tobytes() for v in chosen()[0]]
    assert [v.candidate.T_world_camera.tobytes() for v in search()[0]] == poses
    assert [v.candidate.T_world_camera.tobytes() for v in search(seed=8)[0]] != poses


def test_targets_are_hidden_in_most_and_seen_in_some():
    views = chosen()[0]
    assert any(v.targets_seen for v in views)
    assert all(v.targets_seen <= len(TARGETS) / 2 for v in views)


@pytest.mark.parametrize(
    ("x", "y", "heading", "rule"),
    [
        (0.4, 2.0, 180.0, "max_near_share"),  # nose to the wall
        (3.2, 3.3, 0.0, "max_plane_share"),  # a wall and nothing else
        (4.6, 2.0, -10.0, None),
        (3.5, 2.0, 180.0, None),
    ],
)
def test_walls_are_not_views(x, y, heading, rule):
    assert verdict(x, y, heading) == rule


def test_one_object_in_front_of_the_lens_is_no_view():
    assert verdict(5.0, 2.75, 90.0) in ("max_object_share", "max_plane_share", "max_near_share")


def test_a_copy_of_a_frame_is_rejected():
    """A film that stands where candidates stand: with the distance rule off, only the copy rule is left."""
    drawn = draw_candidates(floor_map(SCENE), 0.0, SETTINGS, rng(7, "view"))
    film = Film("exploration_0", np.array([c.T_world_camera for c in drawn]))
    views, funnel = search(film=film, min_distance_m=0.0, frame_step=1, max_rounds=1)
    dropped = funnel.to_json()["overlap with the videos"]["dropped"]
    assert views == []
    assert funnel.to_json()["overlap with the videos"]["accepted"] == 0
    assert dropped.keys() == {"max_copy_share"}


def test_a_film_of_one_room_gives_no_views_of_the_other():
    poses = np.array([pose_from_heading((6.5, 1.8, 1.5), h, -15.0) for h in range(-80, 81, 5)])
    views, funnel = search(film=Film("exploration_0", poses))
    assert views
    assert {v.candidate.room for v in views} == {1}
    assert funnel.to_json()["overlap with the videos"]["dropped"]["min_share"] > 0


def test_separation_counts_only_headings_of_near_samples():
    here = pose_from_heading((0, 0, 1.5), 170.0, 0.0)
    samples = [pose_from_heading((0.3, 0, 1.4), -170.0, -10.0), pose_from_heading((2, 0, 1.5), 170.0, 0.0)]
    gap = separation([here], samples, 0.5)
    assert gap.distance_m[0] == pytest.approx(0.3)
    assert gap.heading_deg[0] == pytest.approx(20.0)
    assert separation([here], samples[1:], 0.5).heading_deg[0] == 180.0
    assert np.isinf(separation([here], np.zeros((0, 4, 4)), 0.5).distance_m[0])


def test_an_identical_place_elsewhere_is_found():
    labels = look_labels(SCENE)
    hits = look(2.0, 2.0, 135.0)
    keys, picture = surface_keys(hits.point_m, hits.normal, 0.25), coarse_picture(hits, labels, 12)
    other = look(6.2, 2.0, 30.0)
    other_keys, other_picture = surface_keys(other.point_m, other.normal, 0.25), coarse_picture(other, labels, 12)
    here, there = np.array([[2.0, 2.0, 1.5]]), np.array([[6.2, 2.0, 1.5], [2.1, 2.0, 1.5]])

    def against(second_keys, second_picture):
        return find_aliases(
            here, [keys], [picture], there, [other_keys, second_keys], [other_picture, second_picture], 1.5, 0.2
        )

    twin_near = against(keys, picture)  # the second pose is near: the same place
    assert twin_near.look[0] < SETTINGS.max_alias_look
    assert twin_near.surface[0] < 0.1
    there[1, 0] = 7.5
    twin_far = against(keys, picture)
    assert twin_far.look[0] == 1.0
    assert twin_far.surface[0] == 1.0


def test_choice_lets_no_two_views_stand_together():
    views, funnel = search(count=60, pool_factor=1.0)
    assert funnel.to_json()["choice"]["accepted"] == len(views) < 60
    for i, a in enumerate(views):
        for b in views[:i]:
            gap = np.linalg.norm(a.candidate.position_m[:2] - b.candidate.position_m[:2])
            turn = abs(float(wrap_deg(a.candidate.heading_deg - b.candidate.heading_deg)))
            assert gap >= SETTINGS.min_view_distance_m or turn >= SETTINGS.min_view_heading_deg


def test_choice_of_nothing():
    assert choose_views([], {}, SETTINGS, Funnel()) == []
