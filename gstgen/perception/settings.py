"""Parameters of the current views; the values live in `conf/view/default.yaml`."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

Share = Annotated[float, Field(ge=0.0, le=1.0)]


class LocaliseSettings(BaseModel):
    """How a machine tries to place a view by the videos, and what counts as placed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    width_px: int = Field(ge=64, le=4096)
    features: int = Field(ge=50, le=20000)
    corner_threshold: int = Field(ge=1, le=255)
    every: int = Field(ge=1, le=1000)
    frames: int = Field(ge=1, le=1000)
    rival_every: int = Field(ge=1)
    rivals: int = Field(ge=0, le=1000)
    shortlist_features: int = Field(ge=10, le=20000)
    shortlist_bits: int = Field(ge=0, le=256)
    ratio: float = Field(gt=0.0, le=1.0)
    iterations: int = Field(ge=10, le=100000)
    reprojection_px: float = Field(gt=0.0, le=50.0)
    confidence: float = Field(gt=0.5, lt=1.0)
    min_matches: int = Field(ge=4)
    refinements: int = Field(ge=0, le=20)
    min_inliers: int = Field(ge=4)
    max_position_error_m: float = Field(gt=0.0)
    max_rotation_error_deg: float = Field(gt=0.0, le=180.0)
    wrong_distance_m: float = Field(gt=0.0)
    wrong_rotation_deg: float = Field(gt=0.0, le=180.0)
    spare_factor: float = Field(ge=1.0, le=20.0)


class ViewSettings(BaseModel):
    """Where current views may be taken, what they must show, how they are chosen and drawn."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    count: int = Field(ge=1, le=10000)
    width: int = Field(ge=16, le=8192)
    height: int = Field(ge=16, le=8192)
    hfov_deg: float | None = Field(ge=30.0, le=140.0)

    # Where
    candidates: int = Field(ge=1, le=100000)
    max_rounds: int = Field(ge=1, le=100)
    pool_factor: float = Field(ge=1.0, le=50.0)
    min_height_m: float = Field(gt=0.0, le=3.0)
    max_height_m: float = Field(gt=0.0, le=3.0)
    min_pitch_deg: float = Field(ge=-80.0, le=80.0)
    max_pitch_deg: float = Field(ge=-80.0, le=80.0)
    min_clearance_m: float = Field(ge=0.0, le=5.0)
    min_distance_m: float = Field(ge=0.0, le=20.0)
    min_heading_deg: float = Field(ge=0.0, le=180.0)

    # What they show
    ray_columns: int = Field(ge=8, le=512)
    near_m: float = Field(ge=0.0, le=5.0)
    max_near_share: Share
    max_plane_share: Share
    max_object_share: Share
    min_objects: int = Field(ge=0)
    min_object_share: Share
    min_surfaces: int = Field(ge=0)
    min_surface_share: Share
    min_depth_range_m: float = Field(ge=0.0)

    # What the video showed of it
    voxel_m: float = Field(gt=0.01, le=2.0)
    frame_step: int = Field(ge=1, le=1000)
    min_share: Share
    min_frame_share: Share
    max_copy_share: Share

    # Could it be elsewhere
    alias_distance_m: float = Field(ge=0.0)
    alias_columns: int = Field(ge=4, le=128)
    alias_depth_ratio: float = Field(gt=0.0, le=1.0)
    max_alias_surface: Share
    max_alias_look: Share

    # Choice among the accepted
    min_view_distance_m: float = Field(ge=0.0)
    min_view_heading_deg: float = Field(ge=0.0, le=180.0)
    heading_sectors: int = Field(ge=1, le=72)
    min_target_view_share: Share
    min_hidden_target_share: Share
    ids_compression: int = Field(ge=0, le=9)

    # Could a machine place it
    require_localised: bool
    localise: LocaliseSettings

    @model_validator(mode="after")
    def _ordered(self) -> ViewSettings:
        if self.min_height_m > self.max_height_m:
            raise ValueError("min_height_m is above max_height_m")
        if self.min_pitch_deg > self.max_pitch_deg:
            raise ValueError("min_pitch_deg is above max_pitch_deg")
        return self
