"""The table `scenes/families.yaml`, checked."""

from __future__ import annotations

import math
from functools import cache
from typing import Literal, get_args

import yaml
from pydantic import BaseModel, ConfigDict, Field

from gstgen.resources import resource_folder

SceneKind = Literal["home", "office", "school", "restaurant", "grocery", "hotel", "hall", "gym", "garden"]
KINDS: tuple[SceneKind, ...] = get_args(SceneKind)


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class UpperLevel(_Table):
    """The second level of a profile, and the room types that its lower level then goes without."""

    rooms_total: tuple[int, int]
    lower_without: tuple[str, ...]
    rooms: dict[str, tuple[float, ...]]


class Profile(_Table):
    """One sort of member: relative frequencies of 0, 1, 2, ... rooms of each type."""

    weight: float = Field(gt=0)
    rooms: dict[str, tuple[float, ...]]
    upper: UpperLevel | None = None


class KindTable(_Table):
    """What members of a kind look like. Heights in metres."""

    rooms_total: tuple[int, int]
    max_height_m: float
    profiles: tuple[Profile, ...]
    two_levels: float = 0.0
    large_floor_m2: float = math.inf
    large_floor_factor: tuple[float, float] = (1.0, 1.0)
    needs_one_of: tuple[str, ...] = ()
    outdoor_max_height_m: float | None = None


class ContentsTable(_Table):
    """How a member's room differs from the real room it follows."""

    swap_share: float = Field(ge=0, le=1)
    swap_max_factor: float = Field(ge=1)
    drop_share: float = Field(ge=0, le=1)
    add_share: float = Field(ge=0, le=1)
    add_max: int = Field(ge=0)
    crowd: int = Field(ge=2)
    crowd_factor: tuple[float, float]
    crowd_jitter: float = Field(ge=0, lt=1)
    outlier_factor: float = Field(gt=1)


class Together(_Table):
    """Categories that come only with one of their leaders."""

    leaders: tuple[str, ...]
    followers: tuple[str, ...]


class FamilyTables(_Table):
    """The whole table."""

    kinds: dict[SceneKind, KindTable]
    borrow: dict[SceneKind, tuple[SceneKind, ...]]
    min_pool: int = Field(ge=1)
    borrowed_weight: float = Field(gt=0, le=1)
    core: dict[str, tuple[str, ...]]
    contents: ContentsTable
    building: tuple[str, ...]
    fixed: dict[str, tuple[str, ...]]
    together: tuple[Together, ...]


@cache
def family_tables() -> FamilyTables:
    """The table `scenes/families.yaml`."""
    path = resource_folder("scenes") / "families.yaml"
    return FamilyTables.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
