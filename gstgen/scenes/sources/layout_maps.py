"""The layout pictures of a BEHAVIOR scene, read directly: rooms, walls, where one can walk.

Square pictures, 1 cm a pixel, the world's origin in the middle, rows growing with +y (`geometry.usd.layout_grid`).
OmniGibson's own loader loses rooms (1.1.1 joins rooms of one type) and erodes free space twice, so it is not used.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.errors import RequestError
from gstgen.geometry.maps import GridTransform
from gstgen.geometry.usd import layout_grid
from gstgen.scenes.outlines import prism

Mask = NDArray[np.bool_]

M_PER_PX = 0.01
FREE = 255
# Rooms smaller than this are specks of the picture.
MIN_ROOM_M2 = 0.3
_SIMPLIFY_M = 0.03
# Maps in which doors do not block, best first; the last one has closed doors.
WALKABLE = ("floor_trav_open_door_0.png", "floor_trav_no_door_0.png", "floor_trav_0.png")
EMPTY_ROOMS = "floor_trav_no_obj_0.png"


@dataclass(frozen=True)
class LayoutMaps:
    """What the pictures say, on one grid of cells: rooms (id, type, polygon), free floor, floor of the empty house."""

    grid: GridTransform
    rooms: tuple[tuple[str, str, shapely.Polygon], ...]
    room_cells: Mask
    walkable: Mask
    walkable_file: str
    without_objects: Mask
    notes: tuple[str, ...]

    def blocked(self, grid: GridTransform) -> Mask:
        """Cells of another grid whose centre is not free on the walkable map (what lies outside of it is blocked)."""
        cells = np.stack(np.meshgrid(np.arange(grid.shape[0]), np.arange(grid.shape[1]), indexing="ij"), -1)
        own = self.grid.to_cells(grid.to_world(cells))
        inside = self.grid.inside(own)
        safe = np.where(inside[..., None], own, 0)
        return np.asarray(~(inside & self.walkable[safe[..., 0], safe[..., 1]]))

    def wall_parts(self, cell_m: float, reach_m: float, low_m: float, high_m: float) -> list[dict[str, Any]]:
        """Prisms where walls stand: around the rooms, where no map is free (not even without objects or doors)."""
        reach = max(1, round(reach_m / self.grid.resolution_m))
        near = ndimage.distance_transform_edt(~self.room_cells) <= reach
        open_floor = self.without_objects | self.walkable
        wall = near & ~open_floor & ~ndimage.binary_erosion(self.room_cells, iterations=3)
        step = max(1, round(cell_m / self.grid.resolution_m))
        ny, nx = (n // step for n in wall.shape)
        coarse = wall[: ny * step, : nx * step].reshape(ny, step, nx, step).mean((1, 3)) >= 0.5
        x0, y0 = self.grid.origin_xy_m
        size = step * self.grid.resolution_m
        parts = []
        for row0, column0, row1, column1 in rectangles(coarse):
            left, right = x0 + column0 * size, x0 + column1 * size
            bottom, top = y0 + row0 * size, y0 + row1 * size
            parts.append(prism([(left, bottom), (right, bottom), (right, top), (left, top)], low_m, high_m))
        return parts


def read_layout(scene_dir: Path) -> LayoutMaps:
    """Read a scene's `layout/` and the data set's room names; RequestError names the file that is missing."""
    folder = scene_dir / "layout"
    instance = _read(folder / "floor_insseg_0.png")
    semantic = _read(folder / "floor_semseg_0.png")
    if instance.shape != semantic.shape or instance.shape[0] != instance.shape[1]:
        raise RequestError(f"the layout pictures in {folder} differ in size or are not square: reinstall the data set")
    categories = _room_categories(scene_dir)
    grid = layout_grid(len(instance), M_PER_PX)
    names, notes = name_rooms(instance, semantic, categories)
    rooms = []
    for number, (room_id, room_type) in names.items():
        polygon = _outline(instance == number, grid)
        if polygon is None or polygon.area < MIN_ROOM_M2:
            notes.append(f"room {room_id} is a speck on the map and left out")
            continue
        rooms.append((room_id, room_type, polygon))
    walkable_file = next((name for name in WALKABLE if (folder / name).is_file()), None)
    if walkable_file is None:
        raise RequestError(f"{folder} has no traversability map ({', '.join(WALKABLE)}): reinstall the data set")
    walkable = _resized(_read(folder / walkable_file), instance.shape) == FREE
    empty = folder / EMPTY_ROOMS
    without = (_resized(_read(empty), instance.shape) == FREE) if empty.is_file() else walkable
    if walkable_file == WALKABLE[-1]:
        notes.append("the map has closed doors: rooms behind them are cut off")
    return LayoutMaps(grid, tuple(rooms), instance > 0, walkable, walkable_file, without, tuple(notes))


def name_rooms(
    instance: NDArray[np.uint8], semantic: NDArray[np.uint8], categories: list[str]
) -> tuple[dict[int, tuple[str, str]], list[str]]:
    """Pixel id -> (`<type>_<n>`, type): the type is the list's line `semantic id`, n follows the order of ids."""
    names: dict[int, tuple[str, str]] = {}
    notes: list[str] = []
    counts: dict[str, int] = {}
    for number in sorted(set(np.unique(instance).tolist()) - {0}):
        found = np.bincount(semantic[instance == number])
        kind = int(found.argmax())
        if not 1 <= kind <= len(categories):
            notes.append(f"room {number} of the layout has no type and is left out")
            continue
        room_type = categories[kind - 1]
        counts[room_type] = counts.get(room_type, -1) + 1
        names[number] = (f"{room_type}_{counts[room_type]}", room_type)
    return names, notes


def rectangles(mask: Mask) -> list[tuple[int, int, int, int]]:
    """Half-open rectangles (row0, column0, row1, column1) that tile a mask: runs of a row, joined downwards."""
    open_runs: dict[tuple[int, int], int] = {}
    out = []
    for row in range(len(mask) + 1):
        runs = set()
        if row < len(mask):
            padded = np.concatenate([[False], mask[row], [False]]).astype(np.int8)
            edges = np.flatnonzero(np.diff(padded))
            runs = {(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)}
        for run in [r for r in open_runs if r not in runs]:
            out.append((open_runs.pop(run), run[0], row, run[1]))
        for run in runs:
            open_runs.setdefault(run, row)
    return sorted(out)


def _room_categories(scene_dir: Path) -> list[str]:
    path = scene_dir.parents[1] / "metadata" / "room_categories.txt"
    if not path.is_file():
        raise RequestError(f"the data set has no {path}: reinstall it")
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _outline(mask: Mask, grid: GridTransform) -> shapely.Polygon | None:
    """World polygon of the largest piece of a room's pixels."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    ring = max(contours, key=cv2.contourArea)[:, 0, ::-1]  # (row, column)
    if len(ring) < 4:
        return None
    # Contours run through pixel centres: half a pixel is missing all around.
    polygon = shapely.Polygon(grid.to_world(ring)).buffer(M_PER_PX / 2, join_style="mitre")
    polygon = polygon.simplify(_SIMPLIFY_M)
    if polygon.geom_type != "Polygon" or polygon.is_empty:
        return None
    return shapely.Polygon(polygon.exterior)


def _read(path: Path) -> NDArray[np.uint8]:
    if not path.is_file():
        raise RequestError(f"the layout picture {path} is missing: reinstall the data set")
    picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise RequestError(f"the layout picture {path} cannot be read: reinstall the data set")
    return np.asarray(picture, np.uint8)


def _resized(picture: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    if picture.shape == shape:
        return picture
    resized = cv2.resize(picture, (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST)
    return np.asarray(resized, np.uint8)
