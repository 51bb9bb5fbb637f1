"""The medium and hard levels: which floor is covered, from triangles alone (never from a rendered picture)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import mapbox_earcut
import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.geometry.maps import MapTransform
from gstgen.navigation.rasterise import instance_triangles, rasterise_slab, rasterise_solid
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.topdown.settings import TopdownSettings

Mask = NDArray[np.bool_]
Triangles = NDArray[np.float64]  # (N, 3, 3) world corners, metres

# Surfaces this close to the highest point of a wall are its top.
_TOP_M = 0.05


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
    """Rasterise a scene's walls and furniture into the pixels of a map.

    Bits of floor that furniture encloses (the seam of a sofa, the inside of a lampshade) count as covered.
    """
    low, high = _slab_m(scene, settings)
    doors = _cover(_bodies(geometry, _structure(scene, "door")), transform, low, high)
    furniture = _cover(_bodies(geometry, [o.id for o in scene.objects]), transform, low, high)
    walls = _walls(scene, geometry, transform, settings)
    rooms, gaps = (_polygon_mask(polygon, transform) for polygon in _rooms_and_gaps(scene, settings.max_wall_m))
    floor = (rooms | gaps) & ~walls
    # A shaft between walls is enclosed like a doorway, but leads nowhere: keep only what belongs to a room.
    labels, _ = ndimage.label(floor)
    kept = np.unique(labels[rooms & floor])
    floor &= np.isin(labels, kept[kept > 0])
    covered = doors | furniture
    patches, _ = ndimage.label(floor & ~covered)
    small = np.bincount(patches.ravel()) * transform.m_per_px**2 < settings.min_patch_m2
    return Occupancy(floor, covered | (floor & small[patches]))


def doorways(scene: Scene, geometry: SceneGeometry, transform: MapTransform, settings: TopdownSettings) -> Mask:
    """Mask (H, W) of the openings between rooms with the space under their casings, without walls, jambs and leaves."""
    low, high = _slab_m(scene, settings)
    _, gaps = _rooms_and_gaps(scene, settings.max_wall_m)
    leaves = _drawn(_bodies(geometry, _structure(scene, "door")), transform, low, high, touched=False)
    walls = _walls(scene, geometry, transform, settings)
    return _polygon_mask(gaps.buffer(settings.casing_m, join_style="mitre"), transform) & ~walls & ~leaves


def _slab_m(scene: Scene, settings: TopdownSettings) -> tuple[float, float]:
    return scene.floor_z_m + settings.low_m, scene.floor_z_m + settings.high_m


def _structure(scene: Scene, *kinds: str) -> list[str]:
    return [s.id for s in scene.structure if s.kind in kinds]


def _bodies(geometry: SceneGeometry, ids: Iterable[str]) -> list[Triangles]:
    """World triangles (N, 3, 3) of each instance that has any."""
    return [triangles for triangles in (instance_triangles(geometry, i) for i in ids) if len(triangles)]


def _walls(scene: Scene, geometry: SceneGeometry, transform: MapTransform, settings: TopdownSettings) -> Mask:
    """Pixels of walls and windows in the slab, walls filled.

    The slab holds only the sides of a wall, and where walls or door frames meet it they may be left out, so no outline
    closes. But a wall has one surface above the slab, its top; over an opening there is another one below that.
    """
    low, high = _slab_m(scene, settings)
    walls = _bodies(geometry, _structure(scene, "wall", "window"))
    doors = _bodies(geometry, _structure(scene, "door"))
    tops, others = [np.zeros((0, 3, 3))], [np.zeros((0, 3, 3))]
    for triangles in walls:
        is_top = triangles[..., 2].min(1) >= max(high, triangles[..., 2].max() - _TOP_M)
        tops.append(triangles[is_top])
        others.append(triangles[~is_top])
    shape = (transform.height, transform.width)
    under = _lying(np.concatenate([*others, *doors]))
    top = rasterise_slab(_lying(np.concatenate(tops)), high, np.inf, transform.to_pixels, shape)
    below = rasterise_slab(under, high, np.inf, transform.to_pixels, shape)
    return _cover(walls, transform, low, high) | (top & ~below)


def _lying(triangles: Triangles) -> Triangles:
    """Triangles that are not upright: only these cover floor."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lying: NDArray[np.bool_] = np.abs(normal[:, 2]) > 0.1 * np.linalg.norm(normal, axis=1)
    return triangles[lying]


def _rooms_and_gaps(scene: Scene, max_wall_m: float) -> tuple[shapely.Geometry, shapely.Geometry]:
    """The rooms' floors, and the slits between them that an inner wall or a doorway fills."""
    polygons = [room.polygon for room in scene.rooms]
    if not polygons:
        polygons = [shapely.Polygon(s.box.footprint_m) for s in scene.structure if s.kind == "floor"]
    rooms = shapely.union_all(polygons)
    reach = max_wall_m / 2
    closed = rooms.buffer(reach, join_style="mitre").buffer(-reach, join_style="mitre")
    return rooms, shapely.difference(closed, rooms)


def _polygon_mask(geometry: shapely.Geometry, transform: MapTransform) -> Mask:
    """Pixels whose centre lies in world polygons."""
    triangles = [_triangulated(p) for p in shapely.get_parts(geometry) if shapely.get_dimensions(p) == 2]
    flat = np.concatenate([*triangles, np.zeros((0, 3, 3))])
    return rasterise_slab(flat, 0.0, 0.0, transform.to_pixels, (transform.height, transform.width))


def _triangulated(polygon: shapely.Polygon) -> NDArray[np.float64]:
    """Triangles (N, 3, 3) at z = 0 that fill a polygon with its holes."""
    rings = [np.asarray(ring.coords)[:-1] for ring in (polygon.exterior, *polygon.interiors)]
    points = np.concatenate(rings)
    ends = np.cumsum([len(ring) for ring in rings]).astype(np.uint32)
    faces = mapbox_earcut.triangulate_float64(points, ends).reshape(-1, 3).astype(np.int64)
    return np.column_stack([points, np.zeros(len(points))])[faces]


def _cover(bodies: Sequence[Triangles], transform: MapTransform, low: float, high: float) -> Mask:
    """Pixels that any of the bodies covers between two heights (world z, metres).

    A pixel counts when its centre is covered. What is too thin for that anywhere near (a glass pane without
    thickness, a chair leg on a coarse map) counts where it touches a pixel at all, so that nothing vanishes.
    """
    covered = _drawn(bodies, transform, low, high, touched=False)
    touched = _drawn(bodies, transform, low, high, touched=True)
    near = np.ones((3, 3), bool)
    thin = touched & ~ndimage.binary_dilation(covered, near)
    return np.asarray(covered | (touched & ndimage.binary_dilation(thin, near)))


def _drawn(bodies: Sequence[Triangles], transform: MapTransform, low: float, high: float, touched: bool) -> Mask:
    """Union of bodies between two heights, by pixel centres or by touch."""
    # A body that ends inside the slab has its top there and needs no filling: all of them are drawn at once.
    short = [triangles for triangles in bodies if triangles[..., 2].max() <= high]
    merged = np.concatenate([*short, np.zeros((0, 3, 3))])
    shape = (transform.height, transform.width)
    # Most triangles lie wholly in the slab; cutting costs more than drawing.
    cut = merged[..., 2].min(1) < low
    mask = rasterise_slab(merged[~cut], low, high, transform.to_pixels, shape, touched)
    mask |= rasterise_slab(merged[cut], low, high, transform.to_pixels, shape, touched)
    for triangles in bodies:
        if triangles[..., 2].max() > high:
            mask |= rasterise_solid(triangles, low, high, transform.to_pixels, shape, touched)
    return mask
