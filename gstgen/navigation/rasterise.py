"""Triangles -> masks of a map or a floor grid: clipped to a height slab, filled by exact scan lines.

Pixel (row, column) covers [column, column + 1) x [row, row + 1) in the coordinates that `to_pixels` returns, so the
same code serves image maps (`MapTransform.to_pixels`) and floor grids (`grid_to_pixels`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage

from gstgen.geometry.maps import GridTransform
from gstgen.scenes.mesh import SceneGeometry

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
ToPixels = Callable[[Array], Array]

# Coordinates this close to a pixel border (in pixels) lie on it: a mirrored scene then gives the mirrored mask.
_SNAP_PX = 1e-6


def grid_to_pixels(grid: GridTransform) -> ToPixels:
    """World points (..., 2 or 3) -> continuous (column, row) of a floor grid, for `rasterise_slab`."""
    origin = np.asarray(grid.origin_xy_m)

    def to_pixels(points_m: Array) -> Array:
        return np.asarray((points_m[..., :2] - origin) / grid.resolution_m, float)

    return to_pixels


def instance_triangles(geometry: SceneGeometry, instance_id: str) -> Array:
    """World corners (N, 3, 3), metres, of every triangle of an instance; (0, 3, 3) for one without a mesh."""
    parts = geometry.meshes.get(instance_id, [])
    if not parts:
        return np.zeros((0, 3, 3))
    return np.concatenate([p.vertices[p.faces] for p in parts]).astype(np.float64)


def clip_to_slab(triangles_m: ArrayLike, z_low_m: float, z_high_m: float) -> tuple[Array, NDArray[np.int64]]:
    """Parts of triangles (N, 3, 3) with z_low <= z <= z_high: convex polygons (M, 5, 3) and corner counts (M).

    Corners past the count repeat the last one. Triangles outside the slab are left out.
    """
    polygons = np.asarray(triangles_m, float).reshape(-1, 3, 3)
    z = polygons[..., 2]
    polygons = polygons[(z.max(1) >= z_low_m) & (z.min(1) <= z_high_m)] if len(polygons) else polygons
    counts = np.full(len(polygons), 3)
    for sign, bound in ((1.0, z_low_m), (-1.0, z_high_m)):
        polygons, counts = _clip(polygons, counts, sign, bound)
    keep = counts > 0
    polygons, counts = polygons[keep], counts[keep]
    padded = np.zeros((len(polygons), 5, 3))
    index = np.minimum(np.arange(5)[None, :], counts[:, None] - 1)
    padded[:] = np.take_along_axis(polygons, index[..., None], axis=1)
    return padded, counts


def _clip(polygons: Array, counts: NDArray[np.int64], sign: float, bound: float) -> tuple[Array, NDArray[np.int64]]:
    """Sutherland-Hodgman against one horizontal plane, all polygons at once."""
    n, k, _ = polygons.shape
    distance = sign * (polygons[..., 2] - bound)
    if not n or (distance >= 0).all():
        return polygons, counts
    used = np.arange(k)[None, :] < counts[:, None]
    following = np.where(np.arange(k)[None, :] + 1 < counts[:, None], np.arange(k)[None, :] + 1, 0)
    next_points = np.take_along_axis(polygons, following[..., None], axis=1)
    next_distance = np.take_along_axis(distance, following, axis=1)
    inside = distance >= 0
    crosses = used & (inside != (next_distance >= 0))
    gap = np.where(crosses, distance - next_distance, 1.0)
    cut = polygons + (next_points - polygons) * (distance / gap)[..., None]
    cut[..., 2] = np.where(crosses, bound, cut[..., 2])
    points = np.stack([polygons, cut], 2).reshape(n, 2 * k, 3)
    emitted = np.stack([used & inside, crosses], 2).reshape(n, 2 * k)
    order = np.argsort(~emitted, axis=1, kind="stable")[:, : k + 1]
    return np.take_along_axis(points, order[..., None], axis=1), emitted.sum(1)


def rasterise_slab(
    triangles_m: ArrayLike,
    z_low_m: float,
    z_high_m: float,
    to_pixels: ToPixels | ArrayLike,
    shape: tuple[int, int],
    touched: bool = False,
) -> Mask:
    """Mask (H, W) of the triangles (N, 3, 3) within a height slab, seen from above.

    A pixel is set when its centre is covered or, with `touched`, when a triangle touches its inside at all (so thin
    rods and vertical faces count). `to_pixels` maps world points to (column, row), or is a 3x3 `world_to_image`.
    """
    polygons, _ = clip_to_slab(triangles_m, z_low_m, z_high_m)
    mask, faces = _fill_convex(_project(polygons, to_pixels), shape, touched)
    return faces.added_to(mask) if touched else mask


def rasterise_solid(
    triangles_m: ArrayLike,
    z_low_m: float,
    z_high_m: float,
    to_pixels: ToPixels | ArrayLike,
    shape: tuple[int, int],
    touched: bool = False,
) -> Mask:
    """Like `rasterise_slab`, for the triangles of one body: the inside of a body taller than the slab is set as well.

    The slab of a wardrobe holds only its sides. Pixels that these enclose count when the body has a surface
    above or below them; a hole through the body stays open.
    """
    mask = np.zeros(shape, bool)
    add_solid(mask, triangles_m, z_low_m, z_high_m, to_pixels, touched)
    return mask


def add_solid(
    mask: Mask,
    triangles_m: ArrayLike,
    z_low_m: float,
    z_high_m: float,
    to_pixels: ToPixels | ArrayLike,
    touched: bool = False,
) -> None:
    """Set the pixels of `rasterise_solid` in an existing mask; only the body's own window is touched."""
    shape = mask.shape
    triangles = np.asarray(triangles_m, float).reshape(-1, 3, 3)
    if not len(triangles):
        return
    z = triangles[..., 2]
    if not ((z.max(1) >= z_low_m) & (z.min(1) <= z_high_m)).any():
        return
    corners = _project(triangles, to_pixels).reshape(-1, 2)
    low = np.clip(np.floor(corners.min(0)).astype(int) - 2, 0, [shape[1], shape[0]])
    high = np.clip(np.ceil(corners.max(0)).astype(int) + 2, 0, [shape[1], shape[0]])
    if (high <= low).any():
        return
    window = (int(high[1] - low[1]), int(high[0] - low[0]))

    def to_window(points_m: Array) -> Array:
        return np.asarray(_project(points_m, to_pixels) - low, float)

    slab = _project(clip_to_slab(triangles, z_low_m, z_high_m)[0], to_window)
    part, faces = _fill_convex(slab, window, touched)
    if (z.max() > z_high_m) or (z.min() < z_low_m):
        # What encloses: every pixel that a side touches, faces on a pixel border included.
        outline, edges = (part.copy(), faces) if touched else _fill_convex(slab, window, True)
        plates, _ = _fill_convex(_project(triangles, to_window), window, touched)
        part |= plates & ndimage.binary_fill_holes(edges.added_to(outline))
    if touched:
        part = faces.added_to(part)
    mask[low[1] : high[1], low[0] : high[0]] |= part


def _project(points_m: Array, to_pixels: ToPixels | ArrayLike) -> Array:
    if callable(to_pixels):
        return np.asarray(to_pixels(points_m), float)
    matrix = np.asarray(to_pixels, float)
    return np.asarray(points_m[..., :2] @ matrix[:2, :2].T + matrix[:2, 2], float)


@dataclass(frozen=True)
class _BorderFaces:
    """Vertical faces that lie exactly on pixel borders: between columns (H, W + 1), between rows (H + 1, W)."""

    between_columns: Mask
    between_rows: Mask

    def added_to(self, mask: Mask) -> Mask:
        """A face on a border touches both its pixels, unless the body already fills one side of it."""
        padded = np.pad(mask, 1)
        columns = self.between_columns & ~(padded[1:-1, :-1] | padded[1:-1, 1:])
        rows = self.between_rows & ~(padded[:-1, 1:-1] | padded[1:, 1:-1])
        return mask | columns[:, :-1] | columns[:, 1:] | rows[:-1] | rows[1:]


def _fill_convex(polygons_px: Array, shape: tuple[int, int], touched: bool) -> tuple[Mask, _BorderFaces]:
    """Union of convex polygons (N, K, 2) in (column, row): each row's span from the edges clipped to that row."""
    height, width = shape
    inner = np.zeros((height, width + 1), np.int32)
    columns = np.zeros((height, width + 2), np.int32)
    rows = np.zeros((height + 1, width + 1), np.int32)
    points = _snap(polygons_px if touched else polygons_px - 0.5)
    if len(points):
        y_min, y_max = points[..., 1].min(1), points[..., 1].max(1)
        if touched:
            flat = (y_min == y_max) & (y_min == np.round(y_min)) & (y_min >= 0) & (y_min <= height)
            x_first, x_last = _span(points[flat, :, 0].min(1), points[flat, :, 0].max(1), width, True)
            _add(rows, y_min[flat].astype(np.int64), x_first, x_last)
            points, y_min, y_max = points[~flat], y_min[~flat], y_max[~flat]
        first, last = _span(y_min, y_max, height, touched)
        keep = last >= first
        points, first, rows_of = points[keep], first[keep], (last - first + 1)[keep]
        # One entry a (polygon, row); chunked so that memory stays bounded on large maps.
        limits = np.cumsum(rows_of)
        start = 0
        while start < len(points):
            base = limits[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(limits, base + 1_000_000, side="right")))
            _add_spans(inner, columns, points[start:stop], first[start:stop], rows_of[start:stop], touched)
            start = stop
    return _summed(inner), _BorderFaces(_summed(columns), _summed(rows))


def _summed(change: NDArray[np.int32]) -> Mask:
    return np.cumsum(change, axis=1)[:, :-1] > 0


def _add(change: NDArray[np.int32], row: NDArray[np.int64], first: NDArray[np.int64], last: NDArray[np.int64]) -> None:
    hit = last >= first
    np.add.at(change, (row[hit], first[hit]), 1)
    np.add.at(change, (row[hit], last[hit] + 1), -1)


def _add_spans(
    inner: NDArray[np.int32],
    columns: NDArray[np.int32],
    points: Array,
    first: NDArray[np.int64],
    rows_of: NDArray[np.int64],
    touched: bool,
) -> None:
    width = inner.shape[1] - 1
    owner = np.repeat(np.arange(len(points)), rows_of)
    row = np.arange(len(owner)) - np.repeat(np.cumsum(rows_of) - rows_of, rows_of) + first[owner]
    low = row.astype(float)
    high = low + 1.0 if touched else low
    left, right = np.full(len(owner), np.inf), np.full(len(owner), -np.inf)
    corners = points.shape[1]
    for i in range(corners):
        a, b = points[owner, i], points[owner, (i + 1) % corners]
        flip = a[:, 1] > b[:, 1]
        a, b = np.where(flip[:, None], b, a), np.where(flip[:, None], a, b)
        meets = (a[:, 1] <= high) & (b[:, 1] >= low)
        rise = b[:, 1] - a[:, 1]
        slope = np.divide(b[:, 0] - a[:, 0], rise, out=np.zeros_like(rise), where=rise > 0)
        x_low = np.where(a[:, 1] >= low, a[:, 0], a[:, 0] + slope * (low - a[:, 1]))
        x_high = np.where(b[:, 1] <= high, b[:, 0], a[:, 0] + slope * (high - a[:, 1]))
        left = np.where(meets, np.minimum(left, np.minimum(x_low, x_high)), left)
        right = np.where(meets, np.maximum(right, np.maximum(x_low, x_high)), right)
    hit = right >= left
    row, left, right = row[hit], _snap(left[hit]), _snap(right[hit])
    if touched:
        face = (left == right) & (left == np.round(left)) & (left >= 0) & (left <= width)
        at = left[face].astype(np.int64)
        _add(columns, row[face], at, at)
        row, left, right = row[~face], left[~face], right[~face]
    _add(inner, row, *_span(left, right, width, touched))


def _snap(values: Array) -> Array:
    nearest = np.round(values)
    return np.where(np.abs(values - nearest) < _SNAP_PX, nearest, values)


def _span(low: Array, high: Array, size: int, touched: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First and last pixel whose inside an interval touches, or whose centre it holds (shifted by half a pixel)."""
    first = np.floor(low) if touched else np.ceil(low)
    last = np.maximum(np.ceil(high) - 1, first) if touched else np.floor(high)
    return np.clip(first, 0, size).astype(np.int64), np.clip(last, -1, size - 1).astype(np.int64)
