"""Parameters of the catalogue: what the benchmark holds out, and the stage that lists, draws and measures scenes."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from gstgen.scenes import catalogue
from gstgen.scenes.audit import AuditSettings
from gstgen.scenes.families import SceneKind


class BenchSettings(BaseModel):
    """The held-out scenes (`conf/bench/default.yaml` explains each key)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exclude: tuple[str, ...]
    max_room_similarity: float = Field(gt=0.5, le=1.0)
    max_wall_similarity: float = Field(gt=0.5, le=1.0)

    @field_validator("exclude")
    @classmethod
    def _benchmark_names(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for name in value:
            if catalogue.find(name).split != "bench":
                raise ValueError(f"{name} is no benchmark scene")
        return value


class TrainSettings(BaseModel):
    """Which training scenes a sweep makes (`conf/train/default.yaml` explains each key)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scenes: int = Field(ge=1, le=1_000_000)
    kinds: tuple[SceneKind, ...] = Field(min_length=1)
    first: int = Field(ge=0, lt=1_000_000)


class ScenesSettings(BaseModel):
    """What stage=scenes shows (`conf/scenes/default.yaml` explains each key)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    names: tuple[str, ...]
    kind: SceneKind | None
    source: Literal["behavior", "family", "artvip", "hypersim", "sweethome3d"] | None
    families: int = Field(ge=0, le=100_000)
    first: int = Field(ge=0, le=999_999)
    draw: bool
    views: int = Field(ge=0, le=8)
    quality: Literal["draft", "standard", "high"]
    plan_width_px: int = Field(ge=200, le=4000)
    plan_height_px: int = Field(ge=200, le=4000)
    view_width_px: int = Field(ge=64, le=2000)
    view_height_px: int = Field(ge=64, le=2000)
    view_hfov_deg: float = Field(ge=30.0, le=120.0)
    eye_m: float = Field(ge=0.5, le=2.0)
    sheet_columns: int = Field(ge=1, le=8)
    sheet_rows: int = Field(ge=1, le=8)
    table: str | None = Field(pattern=r"^[A-Za-z0-9_-]+$")
    meshes: bool
    audit: AuditSettings

    @field_validator("names")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(catalogue.find(name).name for name in value)
