from __future__ import annotations

import pytest

from gstgen.questions.tasks import BY_NAME, TASK_NAMES, TASKS, official_name


def test_official_names_in_the_leaderboards_order():
    assert TASK_NAMES == (
        "Self_Localization_Global_Position",
        "Self_Localization_Global_Orientation",
        "Object_Localization_Egocentric_Direction_visual",
        "Object_Localization_Egocentric_Direction_semantic",
        "Object_Localization_Egocentric_Distance_visual",
        "Object_Localization_Egocentric_Distance_semantic",
        "Object_Localization_Global_Position_visual",
        "Object_Localization_Global_Position_semantic",
        "Global_Structure_Understanding_Topdown_Selection_Easy",
        "Global_Structure_Understanding_Topdown_Selection_Medium",
        "Global_Structure_Understanding_Topdown_Selection_Hard",
        "Global_Structure_Understanding_Trajectory_Selection",
    )
    assert [t.short for t in TASKS] == [
        "Pos", "Ori", "ED_v", "ED_s", "EDist_v", "EDist_s", "GP_v", "GP_s", "TDS_E", "TDS_M", "TDS_H", "Traj",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "short"),
    [
        ("Trajection_Selection", "Traj"),
        ("Global_Structure_Understanding_Trajection_Selection", "Traj"),
        ("Egocentric_Localization_Global_Position_visual", "GP_v"),
        ("Scene_Structure_Topdown_Selection_Easy", "TDS_E"),
        ("Scene_Structure_Understanding_Topdown_Selection_Hard", "TDS_H"),
        ("Topdown_Selection_Medium", "TDS_M"),
    ],
)
def test_old_names_are_read(old, short):
    assert BY_NAME[official_name(old)].short == short


def test_official_names_stay_and_others_are_refused():
    assert [official_name(n) for n in TASK_NAMES] == list(TASK_NAMES)
    with pytest.raises(KeyError, match="Something_Else"):
        official_name("Something_Else")


def test_only_direction_and_distance_have_local_variants():
    assert [t.short for t in TASKS if t.has_local_variants] == ["ED_v", "ED_s", "EDist_v", "EDist_s"]
