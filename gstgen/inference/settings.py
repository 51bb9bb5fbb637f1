"""Parameters of stage infer; the values live in `conf/infer/default.yaml`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class InferSettings(BaseModel):
    """Which model is asked, what it is shown, and how hard a server may be pressed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    route: Literal["endpoint", "callable"]
    name: str | None = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    model: str | None
    base_url: str | None
    api_key_env: str = Field(min_length=1)
    callable: str | None
    system: str | None
    frames: int = Field(ge=1, le=4096)
    frame_side_px: int = Field(ge=32, le=4096)
    image_side_px: int = Field(ge=32, le=8192)
    jpeg_quality: int = Field(ge=1, le=100)
    temperature: float | None = Field(ge=0.0, le=2.0)
    max_tokens: int | None = Field(ge=1, le=1_000_000)
    limit: int | None = Field(ge=1)
    concurrency: int = Field(ge=1, le=256)
    requests_per_minute: float | None = Field(gt=0.0)
    timeout_s: float = Field(gt=0.0, le=3600.0)
    retries: int = Field(ge=0, le=20)
    max_failures: int = Field(ge=1)
    usd_per_million_prompt_tokens: float | None = Field(ge=0.0)
    usd_per_million_answer_tokens: float | None = Field(ge=0.0)
