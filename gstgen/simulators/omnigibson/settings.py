"""Parameters of the OmniGibson simulator; `conf/simulator/omnigibson.yaml` explains each key."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class RenderPassSettings(BaseModel):
    """How often the renderer is asked before a picture is taken."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    warm_up: int = Field(ge=0, le=1000)
    per_pose: int = Field(ge=5, le=200)
    after_change: int = Field(ge=3, le=200)
    black_retries: int = Field(ge=0, le=20)
    poses_per_request: int = Field(ge=1, le=256)


class WatchdogSettings(BaseModel):
    """When a silent worker is given up, and how often a new one tries."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start_s: float = Field(gt=0.0)
    step_s: float = Field(gt=0.0)
    attempts: int = Field(ge=1, le=10)


class OmniGibsonSettings(BaseModel):
    """Everything about OmniGibson that a person may set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    python: Path | None
    data_path: Path | None
    accept_nvidia_eula: bool
    accept_behavior_licence: bool
    stages: dict[str, Path]
    processes: int = Field(ge=1, le=16)
    min_driver: str = Field(pattern=r"^\d+(\.\d+)*$")
    min_vram_gb: float = Field(ge=0.0)
    doors: Literal["hidden", "open", "as_authored"]
    light_intensity: float | None = Field(gt=0.0)
    path_tracing: bool
    horizontal_aperture_mm: float = Field(gt=0.0)
    map_projection: Literal["perspective", "orthographic"]
    map_camera_height_m: float = Field(ge=20.0, le=5000.0)
    outline_tolerance_m: float = Field(gt=0.0, le=0.2)
    max_parts: int = Field(ge=1, le=256)
    wall_cell_m: float = Field(ge=0.02, le=0.25)
    wall_reach_m: float = Field(gt=0.0, le=1.0)
    passes: RenderPassSettings
    watchdog: WatchdogSettings
