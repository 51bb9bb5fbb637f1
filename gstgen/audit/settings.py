"""Parameters of stage audit; the values live in `conf/audit/default.yaml`."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator


class QuotaSettings(BaseModel):
    """How many questions a task keeps over all scenes (null = all), and what an uneven spread of a property costs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_task: int | None = Field(ge=0, le=1_000_000)
    local_per_task: int | None = Field(ge=0, le=1_000_000)
    weights: dict[str, float]
    exchange_rounds: int = Field(ge=0, le=100)
    refill_rounds: int = Field(ge=0, le=20)

    @field_validator("weights")
    @classmethod
    def _not_negative(cls, value: dict[str, float]) -> dict[str, float]:
        if any(not 0.0 <= weight < 1e6 for weight in value.values()):
            raise ValueError("a weight is negative or not finite")
        return value

    @property
    def fills(self) -> bool:
        """Whether any quota is set."""
        return self.per_task is not None or self.local_per_task is not None

    def weight(self, name: str) -> float:
        """Cost of one even share of a property's bin; properties without a weight are not spread."""
        return self.weights.get(name, 0.0)


class AuditSettings(BaseModel):
    """How hard the blind guessers try, what margin fails a task, and how pruning may repair it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    strict: bool
    prune: bool
    quota: QuotaSettings
    margin_points: float = Field(ge=0.0, le=100.0)
    confidence: float = Field(gt=0.5, lt=1.0)
    min_items: int = Field(ge=2)
    folds: int = Field(ge=2, le=50)
    trees: int = Field(ge=10, le=5000)
    min_leaf: int = Field(ge=1, le=1000)
    bootstrap_samples: int = Field(ge=100, le=100_000)
    histogram_frames: int = Field(ge=1, le=500)
    histogram_bins: int = Field(ge=2, le=32)
    turn_deg: tuple[Annotated[float, Field(gt=0.0, lt=180.0)], ...] = Field(min_length=1)
    prune_share_a_round: float = Field(gt=0.0, le=0.5)
    max_pruned_share: float = Field(ge=0.0, le=0.9)
