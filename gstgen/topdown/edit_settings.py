"""How plans may be edited into wrong options; the values live in `conf/questions/default.yaml`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class EditSettings(BaseModel):
    """How far doors, walls and furniture move, and what must stay free."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    min_move_m: float = Field(ge=0.3, le=10.0)
    min_slide_m: float = Field(ge=0.3, le=10.0)
    min_move_px: int = Field(ge=4, le=1000)
    max_move_m: float = Field(ge=0.3, le=20.0)
    min_room_m: float = Field(ge=0.0, le=10.0)
    casing_m: float = Field(ge=0.0, le=1.0)
    min_furniture_m2: float = Field(gt=0.0, le=20.0)
    furniture_gap_m: float = Field(ge=0.0, le=2.0)
    door_clearance_m: float = Field(ge=0.0, le=3.0)
    min_changed_share: float = Field(ge=0.0, le=1.0)
    min_seen_s: float = Field(ge=0.0, le=600.0)
