"""Parameters of the floor map and of the trajectories; values live in `conf/floor_map` and `conf/trajectory`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, model_validator

from gstgen.geometry.cameras import Camera


class FloorMapSettings(BaseModel):
    """What counts as free floor."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    resolution_m: float = Field(ge=0.01, le=0.25)
    low_m: float = Field(ge=0.0, le=1.0)
    high_m: float = Field(gt=0.0, le=3.0)
    agent_radius_m: float = Field(gt=0.0, le=1.0)
    max_wall_m: float = Field(gt=0.0, le=3.0)
    min_island_m2: float = Field(ge=0.0)
    wall_slack_m: float = Field(ge=0.0, le=1.0)
    min_object_m: float = Field(gt=0.0)
    max_object_m: float = Field(gt=0.0)


class CameraSettings(BaseModel):
    """The camera that films, as far as planning needs it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    width: int = Field(ge=16, le=4096)
    height: int = Field(ge=16, le=4096)
    hfov_deg: float = Field(ge=30.0, le=150.0)
    height_m: float = Field(gt=0.2, le=2.5)
    height_spread_m: float = Field(ge=0.0, le=0.3)
    pitch_deg: float = Field(ge=-45.0, le=45.0)
    low_pitch_deg: float = Field(ge=-60.0, le=45.0)
    pitch_spread_deg: float = Field(ge=0.0, le=15.0)

    @model_validator(mode="after")
    def _low_is_low(self) -> CameraSettings:
        if self.low_pitch_deg > self.pitch_deg:
            raise ValueError(f"low_pitch_deg={self.low_pitch_deg} must not be above pitch_deg={self.pitch_deg}")
        return self

    @property
    def camera(self) -> Camera:
        """The pinhole camera at the video's size."""
        return Camera.from_hfov(self.width, self.height, self.hfov_deg)


class SightSettings(BaseModel):
    """When an object counts as seen well, and which objects are worth it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    excluded_categories: tuple[str, ...]
    min_size_m: float = Field(ge=0.0)
    max_size_m: float = Field(gt=0.0)
    min_height_m: float = Field(ge=0.0)
    samples: int = Field(ge=4, le=500)
    box_fill: float = Field(gt=0.0, le=1.0)
    min_px: float = Field(gt=0.0)
    border_px: float = Field(ge=0.0)
    min_visible_ratio: float = Field(ge=0.0, le=1.0)
    min_frames: int = Field(ge=1)
    floor_cell_m: float = Field(ge=0.05, le=2.0)
    floor_range_m: float = Field(gt=0.0)


class ViewpointSettings(BaseModel):
    """Choice of the places to visit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    candidate_spacing_m: float = Field(gt=0.05, le=5.0)
    max_candidates: int = Field(ge=10, le=100000)
    keep_share: float = Field(gt=0.0, le=1.0)
    min_spacing_m: float = Field(ge=0.0)
    min_clearance_m: float = Field(ge=0.0)
    floor_weight: float = Field(ge=0.0)
    comfort_weight: float = Field(ge=0.0)
    seen_weight: float = Field(ge=0.0, le=1.0)
    novelty_weight: float = Field(ge=0.0)
    novelty_m: float = Field(gt=0.0)
    min_gain: float = Field(ge=0.0)
    max_count: int = Field(ge=1)


class CoverageSettings(BaseModel):
    """What all explorations together are to show, and how many more may be planned for that."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    floor: float = Field(ge=0.0, le=1.0)
    objects: float = Field(ge=0.0, le=1.0)
    extra_share: float = Field(ge=0.0, le=5.0)
    seen_weight: float = Field(ge=0.0, le=1.0)


class RoadmapSettings(BaseModel):
    """How finely paths are searched."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_cells: int = Field(ge=100)
    corridor_m: float = Field(ge=0.1, le=10.0)


class MotionSettings(BaseModel):
    """How a person walks and turns."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    comfort_m: float = Field(gt=0.0)
    comfort_weight: float = Field(ge=0.0)
    cruise_m_s: float = Field(gt=0.0, le=3.0)
    max_speed_m_s: float = Field(gt=0.0, le=3.0)
    acceleration_m_s2: float = Field(gt=0.0)
    turn_deg_s: float = Field(gt=0.0)
    step_s: float = Field(ge=0.02, le=1.0)
    noise_period_s: float = Field(gt=0.0)

    @model_validator(mode="after")
    def _cruise_below_limit(self) -> MotionSettings:
        if self.cruise_m_s > self.max_speed_m_s:
            raise ValueError(f"cruise_m_s={self.cruise_m_s} must not be above max_speed_m_s={self.max_speed_m_s}")
        return self


class GazeSettings(BaseModel):
    """Where the camera looks: limits of its turning, and what a heading is worth a second."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_rate_deg_s: float = Field(gt=0.0, le=360.0)
    max_acceleration_deg_s2: float = Field(gt=0.0)
    step_s: float = Field(ge=0.05, le=2.0)
    heading_step_deg: float = Field(ge=0.5, le=45.0)
    hold_s: float = Field(ge=0.0)
    pitch_rate_deg_s: float = Field(gt=0.0, le=60.0)
    pan_deg_s: float = Field(gt=0.0)
    looks: int = Field(ge=0, le=4)
    look_share: float = Field(ge=0.0, le=1.0)
    min_look_gain: float = Field(gt=0.0)
    max_stay_s: float = Field(ge=0.0)
    content_weight: float = Field(ge=0.0)
    content_share: float = Field(gt=0.0, le=1.0)
    depth_weight: float = Field(ge=0.0)
    depth_m: float = Field(gt=0.0)
    wall_weight: float = Field(ge=0.0)
    wall_share: float = Field(ge=0.0, lt=1.0)
    near_weight: float = Field(ge=0.0)
    near_m: float = Field(gt=0.0)
    near_share: float = Field(ge=0.0, lt=1.0)
    close_weight: float = Field(ge=0.0)
    close_m: float = Field(gt=0.0)
    close_share: float = Field(ge=0.0, lt=1.0)
    forward_weight: float = Field(ge=0.0)
    clip_forward_weight: float = Field(ge=0.0)
    turn_weight: float = Field(ge=0.0)
    jerk_weight: float = Field(ge=0.0)
    look_weight: float = Field(ge=0.0)
    target_weight: float = Field(ge=0.0)
    bare_weight: float = Field(gt=0.0)
    bare_cover: float = Field(gt=0.0, le=1.0)
    bare_other: float = Field(ge=0.0, le=1.0)
    margin: float = Field(ge=0.0, lt=1.0)
    passes: int = Field(ge=1, le=10)
    rescue_passes: int = Field(ge=0, le=20)

    @model_validator(mode="after")
    def _steps_fit(self) -> GazeSettings:
        step, dt = self.heading_step_deg, self.step_s
        if abs(360.0 / step - round(360.0 / step)) > 1e-6:
            raise ValueError(f"heading_step_deg={step} must divide 360")
        if step > min(self.max_rate_deg_s * dt, self.max_acceleration_deg_s2 * dt * dt) + 1e-9:
            raise ValueError(f"heading_step_deg={step} is more than the limits of turning allow in step_s={dt}")
        return self


class ClipSettings(BaseModel):
    """Short independent trajectories and the paths that could be mistaken for them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    count: int = Field(ge=0, le=50)
    alternatives: int = Field(ge=3, le=9)
    min_length_m: float = Field(gt=0.0)
    max_length_m: float = Field(gt=0.0, le=1000.0)
    lengths: int = Field(ge=1, le=20)
    length_tolerance: float = Field(gt=0.0, le=0.5)
    length_slack_m: float = Field(gt=0.0, le=0.5)
    min_difference_m: float = Field(gt=0.0)
    start_gap_m: float = Field(ge=0.0)
    turn_deg: float = Field(gt=0.0, le=180.0)
    turn_tolerance_m: float = Field(gt=0.0)
    swing_deg: tuple[float, ...]
    self_gap_m: float = Field(ge=0.0)
    starts: int = Field(ge=1)
    start_rooms: int = Field(ge=1)
    vias_per_start: int = Field(ge=1)
    goals_per_via: int = Field(ge=1)

    @model_validator(mode="after")
    def _range_in_order(self) -> ClipSettings:
        if self.min_length_m >= self.max_length_m:
            raise ValueError(f"min_length_m={self.min_length_m} must be below max_length_m={self.max_length_m}")
        return self


class TrajectorySettings(BaseModel):
    """Explorations and clips of a scene."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    count: int = Field(ge=1, le=50)
    fps: float = Field(gt=0.0, le=60.0)
    min_duration_s: float = Field(ge=1.0, le=7200.0)
    max_duration_s: float = Field(ge=1.0, le=7200.0)
    usual_area_m2: float = Field(ge=0.0)
    extra_s_per_100_m2: float = Field(ge=0.0)
    detour_share: float = Field(ge=0.0, le=5.0)
    check_width: int = Field(ge=8, le=640)
    check_height: int = Field(ge=8, le=640)
    avoid_m: float = Field(ge=0.0)
    attempts: int = Field(ge=1, le=20)
    camera: CameraSettings
    sight: SightSettings
    viewpoints: ViewpointSettings
    coverage: CoverageSettings
    roadmap: RoadmapSettings
    motion: MotionSettings
    gaze: GazeSettings
    clips: ClipSettings

    @property
    def max_count(self) -> int:
        """Most explorations: `count` and those that coverage may add."""
        return self.count + round(self.count * self.coverage.extra_share)

    def budget_s(self, navigable_area_m2: float) -> float:
        """Longest duration of a tour over a floor of some area, unless entering every room takes longer."""
        beyond = max(navigable_area_m2 - self.usual_area_m2, 0.0)
        return self.max_duration_s + self.extra_s_per_100_m2 * beyond / 100.0

    @model_validator(mode="after")
    def _durations_in_order(self) -> TrajectorySettings:
        if self.min_duration_s > self.max_duration_s:
            raise ValueError(
                f"min_duration_s={self.min_duration_s} must not be above max_duration_s={self.max_duration_s}"
            )
        return self
