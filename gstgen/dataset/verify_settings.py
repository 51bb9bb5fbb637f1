"""Tolerances of the verification; the values live in `conf/verify/default.yaml`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

REFERENCE_WIDTH_PX = 640


class VerifySettings(BaseModel):
    """How far pixels may stray from what the records say."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hull_margin_px: float = Field(ge=0.0, le=50.0)
    min_hull_share: float = Field(gt=0.0, le=1.0)
    min_best_rect_iou: float = Field(ge=0.0, le=1.0)
    box_tolerance_px: float = Field(gt=0.0, le=50.0)
    min_red_share: float = Field(gt=0.0, le=1.0)
    min_contrast: float = Field(gt=0.0, le=255.0)
    max_stray_red_share: float = Field(ge=0.0, le=1.0)
    path_tolerance_m: float = Field(gt=0.0, le=5.0)
    min_edited_px: int = Field(ge=1, le=100_000)
    anchor_objects: int = Field(ge=0, le=100)
    map_tolerance_px: float = Field(ge=0.0, le=50.0)
    map_reach_m: float = Field(gt=0.0, le=10.0)
    map_low_m: float = Field(ge=0.0, le=5.0)
    map_high_m: float = Field(gt=0.0, le=10.0)
    map_patch_m2: float = Field(ge=0.0, le=5.0)
    map_side_m: float = Field(gt=0.0, le=1.0)
    map_hung_m: float = Field(gt=0.0, le=1.0)
    max_loose_m2: float = Field(ge=0.0, le=5.0)

    def scaled(self, length_px: float, width_px: int) -> float:
        """A length given for 640 px wide pictures, in a picture of another width (never smaller)."""
        return length_px * max(1.0, width_px / REFERENCE_WIDTH_PX)
