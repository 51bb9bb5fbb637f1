"""Settings of the video stage and of the drawings on frames and maps (values: `conf/video/default.yaml`)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from gstgen.geometry.cameras import Camera
from gstgen.media.encoder import Encoding
from gstgen.perception.targets import TargetSettings

Preset = Literal["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow"]


class FrameCheckSettings(BaseModel):
    """When a plain frame counts as bare wall, as black, or as showing a red blob that could pass for a box."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bare_cover: float = Field(gt=0, le=1)
    bare_other: float = Field(ge=0, lt=1)
    black_mean_level: float = Field(ge=0, le=255)
    red_min_level: int = Field(ge=0, le=255)
    red_max_other_level: int = Field(ge=0, le=255)
    red_blob_px: int = Field(ge=1)


class PathStyle(BaseModel):
    """How a path is drawn on a map: red stroke, blue dot at its start."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stroke_px: float = Field(gt=0, le=100)
    dot_radius_px: float = Field(gt=0, le=100)
    opacity: float = Field(gt=0, le=1)


class VideoSettings(BaseModel):
    """Format of the videos, the drawn box, and the choice of targets."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fps: int = Field(ge=1, le=60)
    width: int = Field(ge=64, le=4096, multiple_of=2)
    height: int = Field(ge=64, le=4096, multiple_of=2)
    hfov_deg: float = Field(ge=20, le=140)
    gop: int = Field(ge=1, le=300)
    preset: Preset
    crf: int = Field(ge=0, le=51)
    box_thickness_px: int = Field(ge=1, le=32)
    annotate_min_px: int = Field(ge=1)
    targets_per_video: int = Field(ge=0, le=1000)
    targets: TargetSettings
    frame_checks: FrameCheckSettings
    path_style: PathStyle

    @property
    def camera(self) -> Camera:
        """The pinhole camera of every video frame."""
        return Camera.from_hfov(self.width, self.height, self.hfov_deg)

    @property
    def encoding(self) -> Encoding:
        """What the encoder needs to know."""
        return Encoding(self.width, self.height, self.fps, self.gop, self.preset, self.crf)
