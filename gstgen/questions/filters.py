"""Named rules a question must pass; each returns the name of the first rule that fails, None when all hold."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from gstgen.geometry.answers import Distances
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import project_points
from gstgen.geometry.maps import MapTransform
from gstgen.questions.inputs import Video, View
from gstgen.questions.settings import FilterSettings
from gstgen.scenes.model import SceneObject


def view_in_video(view: View, video: Video, settings: FilterSettings) -> str | None:
    """The video must have shown enough of what the view shows."""
    return "min_view_overlap_share" if view.overlap_share(video) < settings.min_view_overlap_share else None


def invisible(view: View, object_id: str) -> str | None:
    """Global variants: not one pixel of the target in either id layer."""
    return "target_visible" if view.shows(object_id) else None


def clearly_visible(view: View, item: SceneObject, settings: FilterSettings) -> str | None:
    """Local variants: the target is in the picture, whole, hardly hidden and large enough, but does not fill it."""
    pixels, box = view.visible.get(item.id, 0), view.box_px.get(item.id)
    if pixels == 0 or box is None:
        return "target_not_visible"
    width, height = view.camera.width, view.camera.height
    if pixels < settings.local_min_pixel_share * width * height:
        return "local_min_pixel_share"
    border = settings.local_min_border_share * height
    x1, y1, x2, y2 = box
    if min(x1, y1, width - x2, height - y2) < border:
        return "local_min_border_share"
    if (x2 - x1) * (y2 - y1) > settings.local_max_area_share * width * height:
        return "local_max_area_share"
    if _rectangle_overlap(view, item.box, box) < settings.local_min_rectangle_overlap:
        return "local_min_rectangle_overlap"
    return None


def _rectangle_overlap(view: View, box: OrientedBox, seen_px: tuple[int, int, int, int]) -> float:
    """IoU of what is seen of a target with the rectangle of its projected box: low where something hides much of it."""
    pixels, depth = project_points(view.camera, view.T_world_camera, box.corners_m)
    if depth.min() <= 0:
        return 0.0
    (u1, v1), (u2, v2) = pixels.min(0), pixels.max(0)
    x1, y1, x2, y2 = seen_px
    shared = max(min(u2, x2) - max(u1, x1), 0.0) * max(min(v2, y2) - max(v1, y1), 0.0)
    return float(shared / ((u2 - u1) * (v2 - v1) + (x2 - x1) * (y2 - y1) - shared))


def far_enough(distances: Distances, settings: FilterSettings) -> str | None:
    """The camera does not stand at the target."""
    return "min_distance_m" if distances.center_m < settings.min_distance_m else None


def clear_direction(T_world_camera: ArrayLike, box: OrientedBox, settings: FilterSettings) -> str | None:
    """The target is neither nearly above or below nor so wide that its direction is anybody's guess."""
    eye = np.asarray(T_world_camera, float)[:3, 3]
    rise = box.center_m - eye
    if math.degrees(math.atan2(abs(rise[2]), math.hypot(rise[0], rise[1]))) > settings.max_elevation_deg:
        return "max_elevation_deg"
    if box.angular_width_deg(eye) > settings.max_angular_width_deg:
        return "max_angular_width_deg"
    return None


def definitions_agree(distances: Distances, settings: FilterSettings) -> str | None:
    """Planar and nearest-surface distance are close to the answer: |other - d| <= max(tolerance, share * d)."""
    d = distances.center_m
    tolerance = max(settings.definition_tolerance_m, settings.definition_tolerance_share * d)
    if abs(distances.planar_m - d) > tolerance:
        return "planar_distance_differs"
    if abs(distances.surface_m - d) > tolerance:
        return "surface_distance_differs"
    return None


def on_map(points_m: ArrayLike, transform: MapTransform) -> str | None:
    """Every point (N, 2 or 3; world metres) falls on the map picture."""
    return None if all(transform.contains(p) for p in np.atleast_2d(np.asarray(points_m, float))) else "off_the_map"
