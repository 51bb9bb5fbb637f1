from __future__ import annotations

import numpy as np
import pytest
import synthetic_home as home

from gstgen.dataset.records import TruthPart
from gstgen.questions import topdown_selection, trajectory_selection
from gstgen.questions.candidates import Asking
from gstgen.questions.inputs import SceneInputs
from gstgen.questions.trajectory_selection import separation_m, thinned
from gstgen.stages.base import Funnel


@pytest.fixture
def asking(finished):
    def make(**changes):
        settings = home.question_settings(**changes)
        return Asking(SceneInputs.read(finished.root, finished.scene), settings, "scene16", "media", 7, Funnel(), False)

    return make


def options_of(**changes):
    """Settings of top-down selection without edited plans, which other tests look at."""
    return home.question_settings().topdown_selection.model_dump() | {"kinds": ["scenes", "mirror_pairs"]} | changes


def test_three_other_scenes_or_two_pairs_of_mirror_images(asking, finished):
    found = topdown_selection.candidates(asking(topdown_selection=options_of()), finished.root, home.OTHERS)
    assert len(found) == 3 * 2 * 2
    for candidate in found:
        shown = [(o.scene, o.transform) for o in candidate.options]
        assert shown[0] == (home.MAIN, "none")
        assert candidate.truth == TruthPart(scene=home.MAIN, transform="none")
        if candidate.bins["kind"] == "scenes":
            assert len({s for s, _ in shown}) == 4
            assert {t for _, t in shown} == {"none"}
        else:
            assert sorted(t for _, t in shown) == ["mirror", "mirror", "none", "none"]
            assert len({s for s, _ in shown}) == 2


def test_questions_of_different_videos_show_different_sets(asking, finished):
    found = topdown_selection.candidates(asking(), finished.root, home.OTHERS)
    sets = {(c.task.level, frozenset(o.scene for o in c.options)) for c in found if c.bins["kind"] == "scenes"}
    assert len(sets) > 3


def test_too_few_scenes_leave_only_mirror_pairs(asking, finished):
    ask = asking(topdown_selection=options_of())
    found = topdown_selection.candidates(ask, finished.root, home.OTHERS[:2])
    assert {c.bins["kind"] for c in found} == {"mirror_pairs"}
    assert ask.funnel.steps["TDS_H"]["dropped"] == {"too_few_other_scenes": 2}


def test_the_scene_itself_and_its_like_are_no_distractors(asking, finished):
    ask = asking()
    others = topdown_selection.other_scenes(ask, finished.root, (home.MAIN, home.OTHERS[0]))
    assert [o.id for o in others] == [home.OTHERS[0]]
    assert ask.funnel.steps[topdown_selection.STEP]["dropped"] == {"same_scene": 1}
    strict = asking(topdown_selection=options_of(max_map_similarity=0.05))
    assert topdown_selection.other_scenes(strict, finished.root, home.OTHERS) == []


def test_a_symmetric_layout_cannot_be_told_from_its_mirror_image():
    free = np.zeros((64, 64), bool)
    free[10:30, 20:44] = True
    assert topdown_selection.mirror_similarity(free) > 0.95
    free[30:60, 20:26] = True
    free[30:36, 20:60] = True
    assert topdown_selection.mirror_similarity(free) < 0.9


def test_paths_of_another_length_or_too_near_are_left_out(asking):
    ask = asking()
    clip = ask.inputs.clips[0]
    style = home.STYLE
    assert len(trajectory_selection.candidates(ask, style)) == 3
    other = clip.alternatives[0]
    same = type(clip)(
        clip.video, clip.path, (*clip.alternatives[:2], type(other)("x", clip.path.points_m, clip.path.length_m))
    )
    far = type(clip)(
        clip.video, clip.path, tuple(type(a)(a.name, a.points_m, 2 * a.length_m) for a in clip.alternatives)
    )
    for spoiled, reason in ((same, "min_separation_m"), (far, "max_length_difference_share")):
        one = asking()
        object.__setattr__(one.inputs, "clips", (spoiled,))
        assert trajectory_selection.candidates(one, style) == []
        step = "Traj alternatives"
        assert one.funnel.steps[step]["dropped"][reason] >= 1


def test_separation_of_paths():
    line = np.array([[0.0, 0.0], [4.0, 0.0]])
    assert separation_m(line, line + np.array([0, 1])) == pytest.approx(1.0)
    assert separation_m(line, line[::-1]) == pytest.approx(0.0, abs=1e-9)


def test_thinned_paths_keep_their_ends():
    path = np.stack([np.linspace(0, 1, 500), np.zeros(500)], -1)
    kept = thinned(path, 20)
    assert len(kept) == 20
    assert kept[0] == (0.0, 0.0)
    assert kept[-1] == (1.0, 0.0)
    assert len(thinned(path[:3], 20)) == 3


def edited(ask, finished):
    found = topdown_selection.candidates(ask, finished.root, home.OTHERS)
    return [c for c in found if c.bins["kind"] == "edits"]


def test_edited_plans_are_a_square_of_two_changes(asking, finished):
    found = edited(asking(), finished)
    assert found
    assert {c.task.level for c in found} <= {"medium", "hard"}
    for candidate in found:
        assert candidate.options[0].transform == "none"
        assert candidate.options[0].edits is None
        pictures = [o.job.draw(finished.root) > 127 for o in candidate.options]
        apart = [[int((a ^ b).sum()) for b in pictures] for a in pictures]
        # One change, the other, both: seen from any option the three others lie as far as seen from the plan.
        one, two, both = apart[0][1:]
        if "mirror" not in {e.kind for o in candidate.options for e in o.edits or ()} | {
            o.transform for o in candidate.options
        }:
            assert abs(one + two - both) <= 0.02 * pictures[0].sum()
        assert min(one, two, both) > 0
        assert candidate.difficulty.option_similarity < 1.0


def test_edited_plans_ask_only_for_what_the_video_showed(asking, finished):
    ask = asking()
    for video in ask.inputs.videos:
        video.instances.clear()
        object.__setattr__(video, "places_m", np.full((video.frames, 3), 99.0))
    assert edited(ask, finished) == []
    assert any("edits_min_seen_s" in v["dropped"] or "no_edit" in v["dropped"] for v in ask.funnel.steps.values())


def test_edits_may_be_left_out(asking, finished):
    assert edited(asking(topdown_selection=options_of()), finished) == []
