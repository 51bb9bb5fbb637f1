"""Parameters of the questions; the values live in `conf/questions/default.yaml`."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from gstgen.questions.difficulty import NUMBERS, DifficultyLevel, Range
from gstgen.topdown.edit_settings import EditSettings

RangeT = TypeVar("RangeT", Range, Range | None)
Level = Literal["easy", "medium", "hard"]
OptionKind = Literal["scenes", "mirror_pairs", "edits"]


class FilterSettings(BaseModel):
    """Named thresholds that a question must pass; each is the name of a reason in the funnel."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    min_view_overlap_share: float = Field(ge=0.0, le=1.0)
    min_distance_m: float = Field(gt=0.0, le=10.0)
    max_elevation_deg: float = Field(gt=0.0, le=90.0)
    max_angular_width_deg: float = Field(gt=0.0, le=180.0)
    definition_tolerance_m: float = Field(ge=0.0, le=10.0)
    definition_tolerance_share: float = Field(ge=0.0, le=1.0)
    local_min_pixel_share: float = Field(gt=0.0, le=1.0)
    local_min_border_share: float = Field(ge=0.0, lt=0.5)
    local_max_area_share: float = Field(gt=0.0, le=1.0)
    local_min_rectangle_overlap: float = Field(ge=0.0, le=1.0)


class BalanceSettings(BaseModel):
    """Bins of the answers, and how much an uneven spread of each property costs in the greedy choice."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    angle_sectors: int = Field(ge=1, le=72)
    distance_edges_m: tuple[float, ...] = Field(min_length=1)
    map_cells: int = Field(ge=1, le=20)
    answer_weight: float = Field(ge=0.0)
    item_weight: float = Field(ge=0.0)
    spread_weight: float = Field(ge=0.0)

    @field_validator("distance_edges_m")
    @classmethod
    def _ascending(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if any(b <= a for a, b in pairwise(value)):
            raise ValueError("distance edges must ascend")
        return value


class TopdownSelectionSettings(BaseModel):
    """Which option sets top-down selection makes for each exploration video."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kinds: tuple[OptionKind, ...] = Field(min_length=1)
    max_map_similarity: float = Field(gt=0.0, le=1.0)
    same_kind_first: bool
    edits: EditSettings


class TrajectorySelectionSettings(BaseModel):
    """Which paths may stand beside the filmed one (`media.settings.PathStyle` says how all are drawn)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_length_difference_share: float = Field(gt=0.0, le=1.0)
    min_separation_m: float = Field(ge=0.0, le=10.0)
    max_path_points: int = Field(ge=2, le=1000)


class DifficultySettings(BaseModel):
    """The ranges that make up each level: number -> [low, high], null = open."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    easy: dict[str, Range]
    medium: dict[str, Range]
    hard: dict[str, Range]
    extreme: dict[str, Range]

    @field_validator("easy", "medium", "hard", "extreme")
    @classmethod
    def _known(cls, value: dict[str, Range]) -> dict[str, Range]:
        return checked_ranges(value)

    @property
    def table(self) -> dict[DifficultyLevel, dict[str, Range]]:
        """Levels by name."""
        return {"easy": self.easy, "medium": self.medium, "hard": self.hard, "extreme": self.extreme}


def checked_ranges(value: dict[str, RangeT]) -> dict[str, RangeT]:
    """The same ranges; ValueError for an unknown number or a range that runs backwards."""
    for name, limits in value.items():
        low, high = limits or (None, None)
        if name not in NUMBERS:
            raise ValueError(f"{name!r} is no difficulty number; there are {', '.join(NUMBERS)}")
        if low is not None and high is not None and low > high:
            raise ValueError(f"{name}=[{low:g}, {high:g}] runs backwards")
    return value


class QuestionSettings(BaseModel):
    """Everything that stage qa depends on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_task: int = Field(ge=0, le=10_000)
    local_per_task: int = Field(ge=0, le=10_000)
    map_level: Level
    train_paraphrases: bool
    difficulty: DifficultyLevel | None
    ranges: dict[str, Range | None]
    levels: DifficultySettings
    evidence_frames: int = Field(ge=1, le=100)
    box_line_px: float = Field(gt=0.0, le=64.0)
    filters: FilterSettings
    balance: BalanceSettings
    topdown_selection: TopdownSelectionSettings
    trajectory_selection: TrajectorySelectionSettings
    synonyms: tuple[tuple[str, ...], ...]

    @field_validator("ranges")
    @classmethod
    def _known_ranges(cls, value: dict[str, Range | None]) -> dict[str, Range | None]:
        return checked_ranges(value)
