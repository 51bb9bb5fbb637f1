"""The medium and hard levels: which floor is covered, from triangles alone (never from a rendered picture)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.geometry.maps import MapTransform
from gstgen.navigation.rasterise import instance_triangles, rasterise_solid
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.topdown.settings import TopdownSettings

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Occupancy:
    """Masks (H, W) of one map. `floor` is what bare walls leave, doorways open; `covered` what stands on it."""

    floor: Mask
    covered: Mask

    @property
    def free(self) -> Mask:
        """Floor that no furniture, door leaf or wall covers."""
        return self.floor & ~self.covered

    @property
    def hard(self) -> NDArray[np.uint8]:
        """Floor plan picture (H, W): white floor, black walls and outside."""
        return self.floor.astype(np.uint8) * np.uint8(255)

    @property
    def medium(self) -> NDArray[np.uint8]:
        """Occupancy picture (H, W): white free floor, everything else black."""
        return self.free.astype(np.uint8) * np.uint8(255)


def occupancy(scene: Scene, geometry: SceneGeometry, transform: MapTransform, settings: TopdownSettings) -> Occupancy:
    """Rasterise a scene's walls and furniture into the pixels of a map."""
    low, high = scene.floor_z_m + settings.low_m, scene.floor_z_m + settings.high_m
    upright = [s.id for s in scene.structure if s.kind in ("wall", "window")]
    walls = _cover(geometry, upright, transform, low, high)
    doors = _cover(geometry, [s.id for s in scene.structure if s.kind == "door"], transform, low, high)
    furniture = _cover(geometry, [o.id for o in scene.objects], transform, low, high)
    rooms, joined = _floor(scene, transform, settings.max_wall_m)
    floor = joined & ~walls
    # A shaft between walls is enclosed like a doorway, but leads nowhere: keep only what belongs to a room.
    labels, _ = ndimage.label(floor)
    kept = np.unique(labels[rooms & floor])
    floor &= np.isin(labels, kept[kept > 0])
    return Occupancy(floor, doors | furniture)


def _floor(scene: Scene, transform: MapTransform, max_wall_m: float) -> tuple[Mask, Mask]:
    """Masks of the rooms' floors, and of the same with the gaps of inner walls between them closed."""
    polygons = [room.polygon for room in scene.rooms]
    if not polygons:
        polygons = [shapely.Polygon(s.box.footprint_m) for s in scene.structure if s.kind == "floor"]
    union = shapely.union_all(polygons)
    reach = max_wall_m / 2
    closed = union.buffer(reach, join_style="mitre").buffer(-reach, join_style="mitre")
    return _polygon_mask(union, transform), _polygon_mask(shapely.union(union, closed), transform)


def _polygon_mask(polygon: shapely.Geometry, transform: MapTransform) -> Mask:
    """Pixels whose centre lies in a world polygon."""
    u, v = np.meshgrid(np.arange(transform.width) + 0.5, np.arange(transform.height) + 0.5)
    points = transform.to_world(np.stack([u, v], -1))
    shapely.prepare(polygon)
    mask: Mask = shapely.contains_xy(polygon, points[..., 0], points[..., 1])
    return mask


def _cover(geometry: SceneGeometry, ids: Iterable[str], transform: MapTransform, low: float, high: float) -> Mask:
    """Pixels that any of the instances covers between two heights (world z, metres).

    A pixel counts when its centre is covered. What is too thin for that anywhere near (a glass pane without
    thickness, a chair leg on a coarse map) counts where it touches a pixel at all, so that nothing vanishes.
    """
    shape = (transform.height, transform.width)
    covered, touched = np.zeros(shape, bool), np.zeros(shape, bool)
    for instance_id in ids:
        triangles = instance_triangles(geometry, instance_id)
        covered |= rasterise_solid(triangles, low, high, transform.to_pixels, shape)
        touched |= rasterise_solid(triangles, low, high, transform.to_pixels, shape, touched=True)
    near = np.ones((3, 3), bool)
    thin = touched & ~ndimage.binary_dilation(covered, near)
    return np.asarray(covered | (touched & ndimage.binary_dilation(thin, near)))
