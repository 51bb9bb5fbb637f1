"""Parameters of the scene sources; values live in `conf/source/default.yaml`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class SourceSettings(BaseModel):
    """How generated scenes are built; what differs by kind of building is in scenes/rooms.yaml. Lengths in metres."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    assets: Literal["auto"] | tuple[str, ...]
    attempts: int = Field(ge=1, le=30)
    plan_steps_per_room: int = Field(ge=10, le=10000)
    plan_rounds: int = Field(ge=1, le=20)
    room_tries: int = Field(ge=1, le=10)
    area_factor: float = Field(ge=0.7, le=3.0)
    grow_factor: float = Field(gt=1.0, le=2.0)
    min_placed_share: float = Field(ge=0.5, le=1.0)

    wall_m: float = Field(ge=0.08, le=0.4)
    door_leaf_m: float = Field(ge=0.03, le=0.06)
    door_frame_m: float = Field(ge=0.02, le=0.08)
    corner_m: float = Field(ge=0.02, le=0.5)
    lane_m: float = Field(ge=0.5, le=1.5)
    extra_passage_share: float = Field(ge=0.0, le=1.0)
    extra_door_share: float = Field(ge=0.0, le=1.0)
    window_gap_m: float = Field(ge=0.05, le=2.0)

    agent_radius_m: float = Field(ge=0.1, le=0.5)
    agent_margin_m: float = Field(ge=0.0, le=0.2)
    agent_height_m: float = Field(ge=1.0, le=2.2)
    wall_gap_m: float = Field(ge=0.015, le=0.1)
    worktop_m: float = Field(ge=0.7, le=1.0)

    window_radiance: float = Field(ge=0.0, le=100.0)
    lamp_radiance: float = Field(ge=0.0, le=500.0)
    sky_radiance: float = Field(ge=0.0, le=100.0)
    sun_radiance: float = Field(ge=0.0, le=10000.0)
