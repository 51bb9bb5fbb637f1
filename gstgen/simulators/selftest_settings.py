"""Parameters of the self-test of a simulator; `conf/selftest/default.yaml` explains each key."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class SelftestSettings(BaseModel):
    """What is looked at, and how far it may be off."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    poses: int = Field(ge=1, le=200)
    width: int = Field(ge=64, le=4096)
    height: int = Field(ge=64, le=4096)
    hfov_deg: float = Field(ge=30.0, le=150.0)
    eye_m: tuple[float, float]
    distance_m: tuple[float, float]
    min_side_m: float = Field(gt=0.0)
    min_pixels: int = Field(ge=1)
    box_slack_px: float = Field(ge=0.0)
    min_box_iou: float = Field(ge=0.0, le=1.0)
    min_flip_gain: float = Field(ge=0.0, le=1.0)
    depth_slack_m: float = Field(ge=0.0)
    min_depth_share: float = Field(ge=0.0, le=1.0)
    floor_slack_m: float = Field(ge=0.0)
    min_named_share: float = Field(ge=0.0, le=1.0)
    max_stale_share: float = Field(ge=0.0, le=1.0)
    max_black_level: float = Field(ge=0.0, le=255.0)
    map_m_per_px: float = Field(gt=0.0, le=0.2)
    map_slack_px: float = Field(ge=0.0)
