"""Fingerprints: what a change of settings redoes, and what it must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from gstgen import entry
from gstgen.config import SCENE_STAGES, Settings, parse_settings
from gstgen.stages.plan import NEEDS, distractors_of, fingerprint, with_needs


def _settings(*overrides: str) -> Settings:
    return parse_settings(entry._compose(["scene=Rs_int", *overrides]))


def _changed(*overrides: str) -> set[str]:
    before, after = _settings(), _settings(*overrides)
    return {s for s in SCENE_STAGES if fingerprint(before, "Rs_int", s) != fingerprint(after, "Rs_int", s)}


@pytest.mark.parametrize(
    ("override", "redone"),
    [
        ("workers=7", set()),
        ("output=elsewhere", set()),
        ("force=true", set()),
        ("debug=true", set()),
        ("questions.per_task=9", {"qa"}),
        ("view.count=30", {"current_view", "qa"}),
        ("topdown.margin=0.03", {"topdown", "qa"}),
        ("video.crf=21", {"video", "current_view", "qa"}),
        ("video.fps=5", {"trajectory", "video", "current_view", "qa"}),
        ("trajectory.count=2", {"trajectory", "video", "current_view", "qa"}),
        ("render.quality=high", {"video", "topdown", "current_view", "qa"}),
        ("source.wall_m=0.15", set(SCENE_STAGES)),
        ("seed=8", set(SCENE_STAGES)),
        ("distractors=5", {"qa"}),
    ],
)
def test_change_redoes_exactly_what_depends_on_it(override: str, redone: set[str]) -> None:
    assert _changed(override) == redone


def test_needs_are_closed_and_in_order() -> None:
    for stage in SCENE_STAGES:
        closed = with_needs((stage,))
        assert closed[-1] == stage
        assert all(need in closed for member in closed for need in NEEDS[member])
        assert list(closed) == [s for s in SCENE_STAGES if s in closed]


def test_distractors_do_not_depend_on_what_exists(tmp_path: Path) -> None:
    (tmp_path / "scenes" / "Merom_1_int").mkdir(parents=True)
    assert distractors_of(_settings(f"output={tmp_path}"), "Rs_int") == distractors_of(_settings(), "Rs_int")
    assert "Rs_int" not in distractors_of(_settings(), "Rs_int")
    assert len(set(distractors_of(_settings(), "Rs_int"))) == _settings().distractors
