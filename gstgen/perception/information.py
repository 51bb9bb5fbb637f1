"""How much a view tells: a bare wall, one big thing, something in front of the lens."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.perception.raycast import Hits
from gstgen.perception.settings import ViewSettings

# Hits on structure are one flat piece when instance, direction (in steps of about 7 degrees) and offset agree.
_NORMAL_STEPS = 8
_OFFSET_M = 0.1


@dataclass(frozen=True)
class Information:
    """Shares are of all rays of the view; a ray into the open belongs to a piece of its own."""

    plane_share: float  # largest flat piece of structure
    object_share: float  # largest single object
    objects_share: float  # all objects together
    objects: int
    surfaces: int  # objects and flat pieces of structure
    depth_range_m: float  # 10th to 90th percentile of distance
    near_share: float

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def failure(self, settings: ViewSettings) -> str | None:
        """Name of the first threshold that the view misses; None for an informative view."""
        checks = (
            ("max_near_share", self.near_share > settings.max_near_share),
            ("max_plane_share", self.plane_share > settings.max_plane_share),
            ("max_object_share", self.object_share > settings.max_object_share),
            ("min_objects", self.objects < settings.min_objects),
            ("min_object_share", self.objects_share < settings.min_object_share),
            ("min_surfaces", self.surfaces < settings.min_surfaces),
            ("min_depth_range_m", self.depth_range_m < settings.min_depth_range_m),
        )
        return next((name for name, failed in checks if failed), None)


def information(hits: Hits, object_count: int, settings: ViewSettings) -> Information:
    """Describe a view from its ray hits; instance ids 1..object_count are objects, higher ones structure."""
    instance = hits.instance.ravel().astype(np.int64)
    total = len(instance)
    is_object = (instance >= 1) & (instance <= object_count)
    objects = np.bincount(instance[is_object], minlength=object_count + 1) / total
    pieces = _pieces(hits, ~is_object) / total
    distance = hits.distance_m.ravel()
    found = distance[np.isfinite(distance)]
    spread = float(np.subtract(*np.percentile(found, [90, 10]))) if len(found) else 0.0
    return Information(
        plane_share=float(pieces.max(initial=0.0)),
        object_share=float(objects.max(initial=0.0)),
        objects_share=float(objects.sum()),
        objects=int((objects >= max(settings.min_surface_share, 1e-12)).sum()),
        surfaces=int((objects >= max(settings.min_surface_share, 1e-12)).sum())
        + int((pieces >= settings.min_surface_share).sum()),
        depth_range_m=spread,
        near_share=float((distance < settings.near_m).mean()),
    )


def _pieces(hits: Hits, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Ray counts of the flat pieces among the chosen rays."""
    if not chosen.any():
        return np.zeros(0, np.int64)
    normal = hits.normal.reshape(-1, 3)[chosen]
    point = np.nan_to_num(hits.point_m.reshape(-1, 3)[chosen])
    key = hits.instance.ravel()[chosen].astype(np.int64)
    for axis in range(3):
        key = (key << 5) | (np.round(normal[:, axis] * _NORMAL_STEPS).astype(np.int64) + _NORMAL_STEPS)
    offset = np.round(np.einsum("ij,ij->i", normal, point) / _OFFSET_M).astype(np.int64)
    key = (key << 20) | ((offset + (1 << 19)) & ((1 << 20) - 1))
    return np.asarray(np.unique(key, return_counts=True)[1], np.int64)
