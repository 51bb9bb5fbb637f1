"""The settings tree: composed by Hydra from `conf/`, checked here, frozen afterwards.

Every value comes from `conf/`; the models have no defaults. Groups keep their model beside the code they steer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from gstgen.audit.settings import AuditSettings
from gstgen.dataset.shards import ShardSettings
from gstgen.dataset.verify import VerifySettings
from gstgen.errors import RequestError
from gstgen.evaluation.settings import EvaluateSettings
from gstgen.inference.settings import InferSettings
from gstgen.media.settings import VideoSettings
from gstgen.navigation.settings import FloorMapSettings, TrajectorySettings
from gstgen.perception.settings import ViewSettings
from gstgen.questions.settings import QuestionSettings
from gstgen.report.settings import ReportSettings
from gstgen.scenes.catalogue import canonical_name
from gstgen.scenes.catalogue_settings import BenchSettings, ScenesSettings, TrainSettings
from gstgen.scenes.settings import SourceSettings
from gstgen.simulators.selftest_settings import SelftestSettings
from gstgen.simulators.settings import RenderSettings, SimulatorSettings
from gstgen.topdown.settings import TopdownSettings

SCENE_STAGES = ("scene", "trajectory", "video", "topdown", "current_view", "qa")
DATASET_STAGES = ("audit", "shard", "verify", "infer", "evaluate", "report")
ALL_STAGES = (*SCENE_STAGES, "shard", "verify")
CATALOGUE_STAGE = "scenes"  # lists, draws and measures scenes; belongs to no dataset
CHECK_STAGES = ("selftest",)  # asked for by name, never part of `all`
STAGES = (*SCENE_STAGES, *CHECK_STAGES, *DATASET_STAGES, CATALOGUE_STAGE)


class Settings(BaseModel):
    """Everything a run depends on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: tuple[str, ...]
    scene: str | None
    split: Literal["bench", "train"] | None
    sweep: Literal["bench", "train"] | None
    seed: int = Field(ge=0, lt=2**63)
    output: Path
    workers: int | None = Field(ge=1, le=256)
    force: bool
    debug: bool
    predictions: str | None
    distractors: int = Field(ge=3, le=20)

    source: SourceSettings
    floor_map: FloorMapSettings
    trajectory: TrajectorySettings
    video: VideoSettings
    topdown: TopdownSettings
    view: ViewSettings
    questions: QuestionSettings
    shard: ShardSettings
    verify: VerifySettings
    audit: AuditSettings
    infer: InferSettings
    evaluate: EvaluateSettings
    report: ReportSettings
    selftest: SelftestSettings
    render: RenderSettings
    simulator: SimulatorSettings
    scenes: ScenesSettings
    bench: BenchSettings
    train: TrainSettings

    @field_validator("scene")
    @classmethod
    def _one_spelling(cls, value: str | None) -> str | None:
        return None if value is None else canonical_name(value)

    @field_validator("stage", mode="before")
    @classmethod
    def _stages(cls, value: Any) -> tuple[str, ...]:
        if not isinstance(value, (str, list, tuple)):
            raise ValueError(f"stage={value} is no stage; stages are all, {', '.join(STAGES)}")
        asked = [value] if isinstance(value, str) else list(value)
        names: list[str] = []
        for name in asked:
            if name != "all" and name not in STAGES:
                raise ValueError(f"unknown stage {name!r}; stages are all, {', '.join(STAGES)}")
            names += ALL_STAGES if name == "all" else [name]
        if not names:
            raise ValueError(f"no stage asked for; stages are all, {', '.join(STAGES)}")
        return tuple(s for s in STAGES if s in names)

    @model_validator(mode="after")
    def _one_rate(self) -> Settings:
        if self.trajectory.fps != self.video.fps:  # a frame is filmed at every pose
            raise ValueError(
                f"trajectory.fps={self.trajectory.fps} and video.fps={self.video.fps} differ; set video.fps alone"
            )
        return self


def parse_settings(values: dict[str, Any]) -> Settings:
    """Check composed values; a wrong one raises RequestError with key, cause and range in one line."""
    unknown = sorted(values.keys() - Settings.model_fields.keys())
    if unknown:
        raise RequestError(f"unknown key {unknown[0]!r}; --cfg job lists every key")
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        problems = []
        for item in error.errors():
            key = ".".join(str(part) for part in item["loc"])
            message = item["msg"].removeprefix("Value error, ")
            if item["type"] == "multiple_of" and item.get("ctx", {}).get("multiple_of") == 2:
                message = "must be an even number"
            message = message[0].lower() + message[1:]
            if key in ("", "stage"):  # a rule over several groups names its keys itself
                problems.append(message)
            elif isinstance(item["input"], dict):  # a rule over several keys of a group
                problems.append(f"{key}: {message}")
            else:
                problems.append(f"{key}={item['input']}: {message}")
        raise RequestError("; ".join(problems)) from error
    endless = next(_not_finite(settings.model_dump()), None)
    if endless is not None:
        raise RequestError(f"{endless[0]}={endless[1]}: input should be a finite number")
    return settings


def _not_finite(value: Any, key: str = "") -> Iterator[tuple[str, float]]:
    """(key, value) of every infinite number or NaN: no setting means one, and no fingerprint could hold it."""
    if isinstance(value, float) and not math.isfinite(value):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _not_finite(inner, f"{key}.{name}" if key else str(name))
    elif isinstance(value, (list, tuple)):
        for index, inner in enumerate(value):
            yield from _not_finite(inner, f"{key}.{index}")
