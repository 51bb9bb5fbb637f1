"""Parameters of the simulators; values live in `conf/render/` and `conf/simulator/`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from gstgen.simulators.omnigibson.settings import OmniGibsonSettings


class BakeSettings(BaseModel):
    """How the light of a scene is computed; part of the key of the bake cache."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    structure_texel_m: float = Field(ge=0.02, le=1.0)
    furniture_texel_m: float = Field(ge=0.02, le=1.0)
    coarse_factor: float = Field(ge=1.0, le=8.0)
    max_texels: int = Field(ge=10_000, le=64_000_000)
    min_chart_m2: float = Field(gt=0.0)
    lamp_rays: int = Field(ge=1, le=1024)
    window_rays: int = Field(ge=1, le=1024)
    occlusion_rays: int = Field(ge=1, le=1024)
    bounce_rays: int = Field(ge=1, le=4096)
    bounces: int = Field(ge=0, le=8)
    occlusion_m: float = Field(gt=0.0)
    light_clearance_m: float = Field(ge=0.0)
    denoise_passes: int = Field(ge=0, le=5)
    high_quality_factor: float = Field(ge=1.0, le=16.0)


class LookSettings(BaseModel):
    """How surfaces answer to light, beyond what is computed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ambient_share: float = Field(ge=0.0, le=1.0)
    darkest: float = Field(ge=0.0, le=0.5)
    relief_depth: float = Field(ge=0.0, le=2.0)
    lamp_glow: float = Field(ge=0.0, le=8.0)
    level_gloss: float = Field(ge=0.0, le=1.0)
    upright_gloss: float = Field(ge=0.0, le=1.0)
    top_gloss: float = Field(ge=0.0, le=1.0)
    reflected_lamp: float = Field(ge=0.0, le=100.0)
    reflected_window: float = Field(ge=0.0, le=100.0)
    reflected_walls: float = Field(ge=0.0, le=1.0)
    floor_gleam_px: int = Field(ge=16, le=512)
    top_gleam_px: int = Field(ge=16, le=512)
    crevice_shade: float = Field(ge=0.0, le=1.0)
    crevice_m: float = Field(gt=0.0, le=1.0)
    contact_shade: float = Field(ge=0.0, le=1.0)
    contact_m: float = Field(gt=0.0, le=1.0)

    @model_validator(mode="after")
    def _shades_leave_light(self) -> LookSettings:
        if self.crevice_shade + self.contact_shade >= 1:
            raise ValueError("crevice_shade and contact_shade together take away less than all light")
        return self


class RenderSettings(BaseModel):
    """How frames are made (`conf/render/default.yaml` explains each key)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    quality: Literal["draft", "standard", "high"]
    supersample: float = Field(ge=1.0, le=3.0)
    detail_error_px: float = Field(ge=0.0, le=4.0)
    near_m: float = Field(gt=0.0, le=0.5)
    far_m: float = Field(ge=10.0, le=10_000.0)
    max_triangles: int = Field(ge=1)
    texture_size_px: int = Field(ge=16, le=2048)
    alpha_cut: float = Field(gt=0.0, lt=1.0)
    exposure: float = Field(gt=0.0, le=8.0)
    exposure_adaptation: float = Field(ge=0.0, le=1.0)
    exposure_range: tuple[float, float]
    lamp_balance: float = Field(ge=0.0, le=1.0)
    contrast: float = Field(gt=0.0, le=1.5)
    gl_threads: int = Field(ge=0, le=32)
    look: LookSettings
    bake: BakeSettings

    @model_validator(mode="after")
    def _range_holds_one(self) -> RenderSettings:
        low, high = self.exposure_range
        if not 0 < low <= 1 <= high <= 8:
            raise ValueError("exposure_range is a least and a largest gain with 1 between them, at most 8")
        return self


class SimulatorSettings(BaseModel):
    """Which simulator renders, and on which device."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Literal["embedded", "omnigibson"]
    device_index: int | None = Field(ge=0)
    omnigibson: OmniGibsonSettings | None

    @model_validator(mode="after")
    def _has_its_part(self) -> SimulatorSettings:
        if (self.name == "omnigibson") != (self.omnigibson is not None):
            raise ValueError("choose the simulator as a group: simulator=omnigibson or simulator=embedded")
        return self
