"""Which numbers of views and video targets the filters look at, and where their thresholds stand in the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gstgen.perception.settings import ViewSettings
from gstgen.perception.targets import TargetSettings
from gstgen.report.charts import Limit


@dataclass(frozen=True)
class Thresholds:
    """The settings that hold the thresholds."""

    view: ViewSettings
    targets: TargetSettings


@dataclass(frozen=True)
class Shown:
    """A number of a view or target: what it is, how to read it (None where it is not known), its thresholds' keys."""

    title: str
    read: Callable[[dict[str, Any]], float | None]
    keys: tuple[str, ...]

    def limits(self, thresholds: Thresholds) -> list[Limit]:
        """The thresholds to draw; the key is written as a person would set it."""
        found = []
        for key in self.keys:
            group, _, rest = key.partition(".")
            value: Any = thresholds.view if group == "view" else thresholds.targets
            for name in rest.split("."):
                value = getattr(value, name)
            found.append(Limit(rest.rpartition(".")[2], float(value)))
        return found


def _number(*path: str) -> Callable[[dict[str, Any]], float | None]:
    def read(item: dict[str, Any]) -> float | None:
        value: Any = item.get("numbers")
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        return float(value) if isinstance(value, (int, float)) else None

    return read


def _placed(key: str) -> Callable[[dict[str, Any]], float | None]:
    return _number("localisation", key)


def _most_overlap(key: str) -> Callable[[dict[str, Any]], float | None]:
    def read(item: dict[str, Any]) -> float | None:
        return max((float(o[key]) for o in item.get("overlap", {}).values() if key in o), default=None)

    return read


def _height(item: dict[str, Any]) -> float | None:
    return float(item["camera"]["T_world_camera"][2][3])


SHOWN_VIEWS = (
    Shown("shown by one exploration", _most_overlap("share"), ("view.min_share",)),
    Shown("shown by its best frame", _most_overlap("best_frame_share"), ("view.min_frame_share",)),
    Shown("shared both ways with one frame", _most_overlap("copy_share"), ("view.max_copy_share",)),
    Shown("surfaces shared with a place elsewhere", _number("alias_surface"), ("view.max_alias_surface",)),
    Shown("looks like a place elsewhere", _number("alias_look"), ("view.max_alias_look",)),
    Shown("points that agree with the best pose", _placed("inliers"), ("view.localise.min_inliers",)),
    Shown("error of the best pose, m", _placed("position_error_m"), ("view.localise.max_position_error_m",)),
    Shown("rotation of the best pose, deg", _placed("rotation_error_deg"), ("view.localise.max_rotation_error_deg",)),
    Shown("largest flat piece", _number("plane_share"), ("view.max_plane_share",)),
    Shown("largest object", _number("object_share"), ("view.max_object_share",)),
    Shown("all objects", _number("objects_share"), ("view.min_object_share",)),
    Shown("number of objects", _number("objects"), ("view.min_objects",)),
    Shown("number of surfaces", _number("surfaces"), ("view.min_surfaces",)),
    Shown("range of depth, m", _number("depth_range_m"), ("view.min_depth_range_m",)),
    Shown("nearer than near_m", _number("near_share"), ("view.max_near_share",)),
    Shown("to the nearest sample, m (or the heading differs)", _number("nearest_sample_m"), ("view.min_distance_m",)),
    Shown(
        "heading off near samples, deg (or far away)",
        _number("heading_from_near_samples_deg"),
        ("view.min_heading_deg",),
    ),
    Shown("clearance, m", _number("clearance_m"), ("view.min_clearance_m",)),
    Shown("pitch, deg", _number("pitch_deg"), ("view.min_pitch_deg", "view.max_pitch_deg")),
    Shown("height in the world, m", _height, ()),
)

SHOWN_TARGETS = (
    Shown("target: visible pixels in the best frame", _number("best_px"), ("targets.min_best_px",)),
    Shown("target: frames on screen", _number("frames_on_screen"), ("targets.min_frames",)),
    Shown("target: visible share in the best frame", _number("best_visible_ratio"), ("targets.min_visible_ratio",)),
    Shown(
        "target: turning in the best frame, deg/s",
        _number("best_angular_speed_deg_s"),
        ("targets.max_angular_speed_deg_s",),
    ),
)
