"""Parameters of stage audit; the values live in `conf/audit/default.yaml`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class AuditSettings(BaseModel):
    """How hard the blind guessers try, what margin fails a task, and how pruning may repair it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    strict: bool
    prune: bool
    margin_points: float = Field(ge=0.0, le=100.0)
    confidence: float = Field(gt=0.5, lt=1.0)
    min_items: int = Field(ge=2)
    folds: int = Field(ge=2, le=50)
    trees: int = Field(ge=10, le=5000)
    min_leaf: int = Field(ge=1, le=1000)
    bootstrap_samples: int = Field(ge=100, le=100_000)
    histogram_frames: int = Field(ge=1, le=500)
    histogram_bins: int = Field(ge=2, le=32)
    turn_deg: float = Field(gt=0.0, lt=180.0)
    prune_share_a_round: float = Field(gt=0.0, le=0.5)
    max_pruned_share: float = Field(ge=0.0, le=0.9)
