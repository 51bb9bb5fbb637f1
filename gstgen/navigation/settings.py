"""Parameters of the floor map and of the trajectories; values live in `conf/floor_map` and `conf/trajectory`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class FloorMapSettings(BaseModel):
    """What counts as free floor."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    resolution_m: float = Field(gt=0.0, le=0.25)
    low_m: float = Field(ge=0.0, le=1.0)
    high_m: float = Field(gt=0.0, le=3.0)
    agent_radius_m: float = Field(gt=0.0, le=1.0)
    max_wall_m: float = Field(gt=0.0, le=3.0)
    min_island_m2: float = Field(ge=0.0)
    wall_slack_m: float = Field(ge=0.0, le=1.0)
    min_object_m: float = Field(gt=0.0)
    max_object_m: float = Field(gt=0.0)
