"""The official tasks of GST-Bench: names, order, what each shows and asks, and the names of the past."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Metric = Literal["point", "angle", "mra", "choice"]
Modality = Literal["visual", "semantic"]
Variant = Literal["global", "local_video", "local_image"]
Level = Literal["easy", "medium", "hard"]

VARIANTS: tuple[Variant, ...] = ("global", "local_video", "local_image")


@dataclass(frozen=True)
class Task:
    """One of the twelve tasks: official name, short name, metric, what a uid calls it, and what it needs."""

    name: str
    short: str
    metric: Metric
    uid_name: str
    uses_view: bool = False
    uses_map: bool = False
    modality: Modality | None = None
    level: Level | None = None

    @property
    def has_target(self) -> bool:
        """Whether the question is about one object."""
        return self.modality is not None

    @property
    def has_local_variants(self) -> bool:
        """Whether the target may also be shown in the current view (GST-Bench-Local)."""
        return self.has_target and self.uses_view


def _task(name: str, short: str, metric: Metric, uid_name: str | None = None, **uses: object) -> Task:
    return Task(name, short, metric, uid_name or name, **uses)  # type: ignore[arg-type]


_SELF = "Self_Localization_Global"
_OBJECT = "Object_Localization"
_GLOBAL = "Global_Structure_Understanding"

POSITION = _task(f"{_SELF}_Position", "Pos", "point", uses_view=True, uses_map=True)
ORIENTATION = _task(f"{_SELF}_Orientation", "Ori", "angle", uses_view=True, uses_map=True)
DIRECTION: dict[Modality, Task] = {
    "visual": _task(f"{_OBJECT}_Egocentric_Direction_visual", "ED_v", "angle", uses_view=True, modality="visual"),
    "semantic": _task(f"{_OBJECT}_Egocentric_Direction_semantic", "ED_s", "angle", uses_view=True, modality="semantic"),
}
DISTANCE: dict[Modality, Task] = {
    "visual": _task(f"{_OBJECT}_Egocentric_Distance_visual", "EDist_v", "mra", uses_view=True, modality="visual"),
    "semantic": _task(f"{_OBJECT}_Egocentric_Distance_semantic", "EDist_s", "mra", uses_view=True, modality="semantic"),
}
GLOBAL_POSITION: dict[Modality, Task] = {
    "visual": _task(f"{_OBJECT}_Global_Position_visual", "GP_v", "point", uses_map=True, modality="visual"),
    "semantic": _task(f"{_OBJECT}_Global_Position_semantic", "GP_s", "point", uses_map=True, modality="semantic"),
}
TOPDOWN_SELECTION: dict[Level, Task] = {
    "easy": _task(f"{_GLOBAL}_Topdown_Selection_Easy", "TDS_E", "choice", "Topdown_Selection_Easy", level="easy"),
    "medium": _task(
        f"{_GLOBAL}_Topdown_Selection_Medium", "TDS_M", "choice", "Topdown_Selection_Medium", level="medium"
    ),
    "hard": _task(f"{_GLOBAL}_Topdown_Selection_Hard", "TDS_H", "choice", "Topdown_Selection_Hard", level="hard"),
}
TRAJECTORY_SELECTION = _task(
    f"{_GLOBAL}_Trajectory_Selection", "Traj", "choice", "Trajectory_Selection", level="medium"
)

# In the leaderboard's order.
TASKS: tuple[Task, ...] = (
    POSITION,
    ORIENTATION,
    DIRECTION["visual"],
    DIRECTION["semantic"],
    DISTANCE["visual"],
    DISTANCE["semantic"],
    GLOBAL_POSITION["visual"],
    GLOBAL_POSITION["semantic"],
    TOPDOWN_SELECTION["easy"],
    TOPDOWN_SELECTION["medium"],
    TOPDOWN_SELECTION["hard"],
    TRAJECTORY_SELECTION,
)
TASK_NAMES: tuple[str, ...] = tuple(t.name for t in TASKS)
BY_NAME: dict[str, Task] = {t.name: t for t in TASKS}

# Seen in published files; read by the evaluation, never written.
_OLD_PARTS = (
    ("Trajection_Selection", "Trajectory_Selection"),
    ("Scene_Structure_Understanding_", f"{_GLOBAL}_"),
    ("Scene_Structure_", f"{_GLOBAL}_"),
    ("Egocentric_Localization_Global_Position", f"{_OBJECT}_Global_Position"),
)


def official_name(name: str) -> str:
    """The official name for an official or old task name; KeyError names an unknown one."""
    known = official_uid(name)
    if known not in BY_NAME:
        matches = [t.name for t in TASKS if known in (t.uid_name, t.short)]
        if len(matches) != 1:
            raise KeyError(f"unknown task {name!r}")
        known = matches[0]
    return known


def official_uid(uid: str) -> str:
    """A uid (or name) with the old names in it replaced by the official ones."""
    for old, new in _OLD_PARTS:
        uid = uid.replace(old, new)
    return uid
