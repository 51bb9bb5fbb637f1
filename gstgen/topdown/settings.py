"""Parameters of the top-down maps; the values live in `conf/topdown/default.yaml`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class TopdownSettings(BaseModel):
    """Sizes, heights and the self-check of the three levels."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    easy_width_px: int = Field(ge=16, le=4096)
    easy_height_px: int = Field(ge=16, le=4096)
    map_width_px: int = Field(ge=16, le=4096)
    map_height_px: int = Field(ge=16, le=4096)
    margin: float = Field(ge=0.0, lt=0.5)
    border_m: float = Field(ge=0.0, le=5.0)
    cut_height_m: float = Field(gt=0.0, le=20.0)
    low_m: float = Field(ge=0.0, le=2.0)
    high_m: float = Field(gt=0.0, le=20.0)
    min_patch_m2: float = Field(ge=0.0)
    max_wall_m: float = Field(gt=0.0, le=3.0)
    casing_m: float = Field(ge=0.0, le=1.0)
    check_objects: int = Field(ge=0)
    check_max_error_px: float = Field(gt=0.0)
    check_min_side_px: int = Field(ge=1)
    check_min_iou: float = Field(ge=0.0, le=1.0)
    check_max_failed_share: float = Field(ge=0.0, le=1.0)
