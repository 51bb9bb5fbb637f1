"""Free space of a scene on a 5 cm grid, from triangles: where the floor is free, where an agent can stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage

from gstgen.dataset.store import write_npz
from gstgen.errors import RunError
from gstgen.geometry.maps import GridTransform
from gstgen.navigation.rasterise import add_solid, grid_to_pixels, instance_triangles
from gstgen.navigation.settings import FloorMapSettings
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene

Mask = NDArray[np.bool_]

# Rows of cells tested against a polygon together: bounds the memory on large floors.
_ROWS_AT_ONCE = 256


@dataclass(frozen=True)
class Island:
    """Floor where an agent would fit but that the rest of the scene does not reach."""

    area_m2: float
    room: str | None
    center_xy_m: tuple[float, float]


@dataclass(frozen=True)
class FloorMap:
    """Masks (ny, nx) on `grid`, index [iy, ix].

    free: floor that nothing covers between the slab's heights. clearance_m: distance from a cell's centre to the
    nearest cell that is not free (float32, 0 where not free). navigable: the largest connected part of the cells
    with clearance of at least the agent's radius. room_index: index into `room_ids`, -1 outside every room.
    """

    grid: GridTransform
    free: Mask
    navigable: Mask
    room_index: NDArray[np.int16]
    clearance_m: NDArray[np.float32]
    room_ids: tuple[str, ...]
    islands: tuple[Island, ...]
    agent_radius_m: float

    @property
    def navigable_area_m2(self) -> float:
        """Area of the navigable cells."""
        return float(self.navigable.sum()) * self.grid.resolution_m**2

    def clearance_at(self, points_m: ArrayLike) -> NDArray[np.float64]:
        """Clearance in metres at world points (..., 2), between cells bilinear; 0 off the grid."""
        p = np.asarray(points_m, float)[..., :2]
        c = (p - np.asarray(self.grid.origin_xy_m)) / self.grid.resolution_m - 0.5
        flat = c.reshape(-1, 2)
        values = ndimage.map_coordinates(self.clearance_m, [flat[:, 1], flat[:, 0]], order=1, mode="constant", cval=0.0)
        return np.asarray(values, float).reshape(p.shape[:-1])

    @cached_property
    def clearance_fields(self) -> NDArray[np.float64]:
        """(ny, nx, 3): clearance in metres and its smoothed slope in x and y, for walks that keep away from things."""
        clearance = self.clearance_m.astype(float)
        up_y, up_x = np.gradient(ndimage.gaussian_filter(clearance, 1.5) / self.grid.resolution_m)
        return np.stack([clearance, up_x, up_y], -1)

    def is_navigable(self, points_m: ArrayLike) -> Mask:
        """Whether world points (..., 2) lie in navigable cells."""
        cells = self.grid.to_cells(points_m)
        inside = self.grid.inside(cells)
        safe = np.where(inside[..., None], cells, 0)
        return inside & self.navigable[safe[..., 0], safe[..., 1]]

    def room_at(self, points_m: ArrayLike) -> NDArray[np.int16]:
        """Room index at world points (..., 2); -1 outside every room and off the grid."""
        cells = self.grid.to_cells(points_m)
        inside = self.grid.inside(cells)
        safe = np.where(inside[..., None], cells, 0)
        return np.where(inside, self.room_index[safe[..., 0], safe[..., 1]], -1).astype(np.int16)

    def rooms_without_access(self) -> list[str]:
        """Rooms in which no cell is navigable."""
        seen = set(np.unique(self.room_index[self.navigable]).tolist())
        return [name for i, name in enumerate(self.room_ids) if i not in seen]

    def save(self, path: Path) -> None:
        """Write `floor_map.npz`."""
        write_npz(
            path,
            {
                "origin_xy_m": np.array(self.grid.origin_xy_m),
                "resolution_m": np.array(self.grid.resolution_m),
                "free": self.free,
                "navigable": self.navigable,
                "room_index": self.room_index,
                "clearance_m": self.clearance_m,
                "room_ids": np.array(self.room_ids, dtype=np.str_),
                "agent_radius_m": np.array(self.agent_radius_m),
                "island_area_m2": np.array([i.area_m2 for i in self.islands]),
                "island_room": np.array([i.room or "" for i in self.islands], dtype=np.str_),
                "island_center_xy_m": np.array([i.center_xy_m for i in self.islands]).reshape(-1, 2),
            },
        )

    @classmethod
    def load(cls, path: Path) -> FloorMap:
        """Read `floor_map.npz`."""
        with np.load(path, allow_pickle=False) as data:
            x, y = data["origin_xy_m"].tolist()
            ny, nx = data["free"].shape
            islands = zip(data["island_area_m2"], data["island_room"], data["island_center_xy_m"], strict=True)
            return cls(
                grid=GridTransform((x, y), float(data["resolution_m"]), (ny, nx)),
                free=data["free"],
                navigable=data["navigable"],
                room_index=data["room_index"],
                clearance_m=data["clearance_m"],
                room_ids=tuple(data["room_ids"].tolist()),
                islands=tuple(Island(float(a), str(r) or None, (float(c[0]), float(c[1]))) for a, r, c in islands),
                agent_radius_m=float(data["agent_radius_m"]),
            )

    def facts(self) -> dict[str, Any]:
        """Numbers for a stage's report."""
        return {
            "free_area_m2": round(float(self.free.sum()) * self.grid.resolution_m**2, 3),
            "navigable_area_m2": round(self.navigable_area_m2, 3),
            "islands": [{k: v for k, v in asdict(i).items()} for i in self.islands],
            "rooms_without_access": self.rooms_without_access(),
        }


def build_floor_map(
    scene: Scene,
    geometry: SceneGeometry,
    settings: FloorMapSettings,
    blocked: Callable[[GridTransform], Mask] | None = None,
) -> FloorMap:
    """Rasterise everything between the slab's heights; RunError when no agent fits anywhere.

    `blocked` gives further cells (ny, nx) of a grid that are not free: what a source knows beyond its triangles.
    """
    polygons = _floor_polygons(scene)
    if not polygons:
        raise RunError(f"scene {scene.id} has no floor: it lists neither rooms nor floor structures")
    bounds = np.array(shapely.union_all(polygons).bounds)
    grid = GridTransform.covering(bounds[:2], bounds[2:], settings.resolution_m)
    room_index = np.full(grid.shape, -1, np.int16)
    for i, room in enumerate(scene.rooms):
        window = _window(grid, room.polygon)
        part = room_index[window]
        part[_inside(grid, room.polygon)[window] & (part < 0)] = i
    union = shapely.union_all(polygons)
    reach = settings.max_wall_m / 2
    # Closing joins rooms through their doorways; the walls beside the doorways are taken away as obstacles.
    joined = union.buffer(reach, join_style="mitre").buffer(-reach, join_style="mitre")
    free = _inside(grid, joined) & ~_obstacles(scene, geometry, grid, settings)
    if blocked is not None:
        free &= ~blocked(grid)
    # The inside of a hollow wall is no floor: keep what is connected with a room's floor.
    labels, _ = ndimage.label(free)
    in_room = room_index >= 0 if scene.rooms else _inside(grid, union)
    kept = np.unique(labels[free & in_room])
    free &= np.isin(labels, kept)
    clearance = _clearance(free, settings.resolution_m)
    fits = clearance >= settings.agent_radius_m
    labels, count = ndimage.label(fits, structure=np.ones((3, 3)))
    if not count:
        raise RunError(
            f"scene {scene.id} has no free floor for an agent of radius {settings.agent_radius_m} m: "
            "lower floor_map.agent_radius_m or use a scene with more room"
        )
    sizes = np.bincount(labels.ravel())[1:]
    largest = int(np.argmax(sizes)) + 1
    windows = ndimage.find_objects(labels)
    islands = [_island(k, windows[k - 1], labels, grid, room_index, scene) for k in range(1, count + 1) if k != largest]
    islands = sorted((i for i in islands if i.area_m2 >= settings.min_island_m2), key=lambda i: -i.area_m2)
    return FloorMap(
        grid=grid,
        free=free,
        navigable=labels == largest,
        room_index=room_index,
        clearance_m=clearance,
        room_ids=tuple(r.id for r in scene.rooms),
        islands=tuple(islands),
        agent_radius_m=settings.agent_radius_m,
    )


def _floor_polygons(scene: Scene) -> list[shapely.Polygon]:
    if scene.rooms:
        return [room.polygon for room in scene.rooms]
    return [shapely.Polygon(s.box.footprint_m) for s in scene.structure if s.kind == "floor"]


def _inside(grid: GridTransform, polygon: shapely.Geometry) -> Mask:
    """Cells whose centre lies in a world polygon."""
    mask = np.zeros(grid.shape, bool)
    window = _window(grid, polygon)
    part = mask[window]
    shapely.prepare(polygon)
    for start in range(0, len(part), _ROWS_AT_ONCE):
        rows = part[start : start + _ROWS_AT_ONCE]
        y, x = np.indices(rows.shape)
        centers = grid.to_world(np.stack([y + window[0].start + start, x + window[1].start], -1))
        rows[:] = shapely.contains_xy(polygon, centers[..., 0], centers[..., 1])
    return mask


def _window(grid: GridTransform, polygon: shapely.Geometry) -> tuple[slice, slice]:
    """Cells that hold a polygon's bounds."""
    x0, y0, x1, y1 = polygon.bounds
    low = np.maximum(grid.to_cells([x0, y0]) - 1, 0)
    high = np.minimum(grid.to_cells([x1, y1]) + 2, grid.shape)
    return slice(int(low[0]), int(high[0])), slice(int(low[1]), int(high[1]))


def _obstacles(scene: Scene, geometry: SceneGeometry, grid: GridTransform, settings: FloorMapSettings) -> Mask:
    low, high = scene.floor_z_m + settings.low_m, scene.floor_z_m + settings.high_m
    mask = np.zeros(grid.shape, bool)
    to_pixels = grid_to_pixels(grid)
    for instance_id in geometry.meshes:
        triangles = instance_triangles(geometry, instance_id)
        add_solid(mask, triangles, low, high, to_pixels, touched=True)
    return mask


def _clearance(free: Mask, resolution_m: float) -> NDArray[np.float32]:
    """Distance from cell centres to the nearest edge of a cell that is not free (the outside is not free)."""
    padded = np.pad(free, 1)
    to_center = ndimage.distance_transform_edt(padded)[1:-1, 1:-1]
    return np.asarray(np.maximum(to_center - 0.5, 0.0) * resolution_m, np.float32)


def _island(
    label: int,
    window: tuple[slice, slice],
    labels: NDArray[np.int32],
    grid: GridTransform,
    room_index: NDArray[np.int16],
    scene: Scene,
) -> Island:
    part = labels[window] == label
    cells = np.argwhere(part) + np.array([window[0].start, window[1].start])
    x, y = grid.to_world(cells).mean(0)
    rooms = room_index[window][part]
    rooms = rooms[rooms >= 0]
    room = scene.rooms[int(np.bincount(rooms).argmax())].id if len(rooms) else None
    return Island(round(len(cells) * grid.resolution_m**2, 4), room, (round(float(x), 3), round(float(y), 3)))
