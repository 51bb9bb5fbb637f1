"""Parameters of stage report; the values live in `conf/report/default.yaml`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ReportSettings(BaseModel):
    """What the pages show and how large their pictures are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    strip_frames: int = Field(ge=2, le=60)
    strip_frame_px: int = Field(ge=40, le=640)
    view_px: int = Field(ge=80, le=800)
    example_px: int = Field(ge=80, le=800)
    jpeg_quality: int = Field(ge=20, le=100)
    histogram_bins: int = Field(ge=4, le=100)
    floor_coverage: bool
    coverage_every_s: float = Field(gt=0.0, le=10.0)
