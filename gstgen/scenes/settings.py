"""Parameters of the scene sources; values live in `conf/source/default.yaml`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator


class SourceSettings(BaseModel):
    """How generated homes are built. Lengths in metres."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    assets: Literal["auto"] | tuple[str, ...]
    attempts: int = Field(ge=1, le=30)
    plan_steps_per_room: int = Field(ge=10, le=10000)
    area_factor: float = Field(ge=0.8, le=3.0)
    fill_limit: float = Field(gt=0.05, le=0.6)
    grow_factor: float = Field(gt=1.0, le=2.0)
    min_placed_share: float = Field(ge=0.5, le=1.0)

    wall_m: float = Field(ge=0.08, le=0.4)
    height_m: tuple[float, float]
    door_clear_m: float = Field(ge=0.7, le=1.5)
    door_height_m: float = Field(ge=1.9, le=2.4)
    door_leaf_m: float = Field(ge=0.03, le=0.06)
    door_frame_m: float = Field(ge=0.02, le=0.08)
    corner_m: float = Field(ge=0.02, le=0.5)
    lane_m: float = Field(ge=0.5, le=1.5)
    passage_m: float = Field(ge=0.8, le=3.0)
    passage_min_m: float = Field(ge=0.9, le=3.0)
    passage_max_m: float = Field(ge=0.9, le=4.0)
    passage_height_m: float = Field(ge=1.9, le=2.6)
    extra_passage_share: float = Field(ge=0.0, le=1.0)
    window_top_m: float = Field(ge=1.5, le=2.4)
    window_gap_m: float = Field(ge=0.05, le=2.0)

    agent_radius_m: float = Field(ge=0.1, le=0.5)
    agent_margin_m: float = Field(ge=0.0, le=0.2)
    agent_height_m: float = Field(ge=1.0, le=2.2)
    wall_gap_m: float = Field(ge=0.015, le=0.1)
    worktop_m: float = Field(ge=0.7, le=1.0)

    window_radiance: float = Field(ge=0.0, le=100.0)
    lamp_radiance: float = Field(ge=0.0, le=500.0)

    @field_validator("height_m")
    @classmethod
    def _ascending(cls, value: tuple[float, float]) -> tuple[float, float]:
        if not 2.3 <= value[0] <= value[1] <= 6.0:
            raise ValueError("a range of room heights runs from low to high within 2.3 and 6 m")
        return value
