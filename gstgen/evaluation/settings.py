"""Settings of the evaluation."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, model_validator


class EvaluateSettings(BaseModel):
    """How scores are summed up and what the reference rows are made of; values in `conf/evaluate`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    confidence: float = Field(gt=0.5, lt=1.0)
    bootstrap_samples: int = Field(ge=100, le=100_000)
    reference_draws: int = Field(ge=1, le=1000)
    random_distance_m: tuple[float, float]
    constant_point_step: int = Field(ge=1, le=100)
    constant_distance_step_m: float = Field(ge=0.01, le=1.0)
    named_examples: int = Field(ge=1, le=1000)

    @model_validator(mode="after")
    def _range(self) -> EvaluateSettings:
        low, high = self.random_distance_m
        if not 0.0 < low < high <= 1000.0:
            raise ValueError(f"random_distance_m={list(self.random_distance_m)} must rise within (0, 1000] m")
        return self
