"""Triangles -> masks of a map or a floor grid: clipped to a height slab, filled by exact scan lines.

Pixel (row, column) covers [column, column + 1) x [row, row + 1) in the coordinates that `to_pixels` returns, so the
same code serves image maps (`MapTransform.to_pixels`) and floor grids (`grid_to_pixels`).
"""

from __future__ import annotations

from collections.abc import Callable

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
    pixels = _project(polygons, to_pixels)
    return _fill_convex(pixels, shape, touched)


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
    triangles = np.asarray(triangles_m, float).reshape(-1, 3, 3)
    mask = np.zeros(shape, bool)
    if not len(triangles):
        return mask
    z = triangles[..., 2]
    if not ((z.max(1) >= z_low_m) & (z.min(1) <= z_high_m)).any():
        return mask
    corners = _project(triangles, to_pixels).reshape(-1, 2)
    low = np.clip(np.floor(corners.min(0)).astype(int) - 2, 0, [shape[1], shape[0]])
    high = np.clip(np.ceil(corners.max(0)).astype(int) + 2, 0, [shape[1], shape[0]])
    if (high <= low).any():
        return mask
    window = (int(high[1] - low[1]), int(high[0] - low[0]))

    def to_window(points_m: Array) -> Array:
        return _project(points_m, to_pixels) - low

    part = rasterise_slab(triangles, z_low_m, z_high_m, to_window, window, touched)
    if (z.max() > z_high_m) or (z.min() < z_low_m):
        outline = part if touched else rasterise_slab(triangles, z_low_m, z_high_m, to_window, window, True)
        plates = rasterise_slab(triangles, -np.inf, np.inf, to_window, window, touched)
        part |= plates & ndimage.binary_fill_holes(outline)
    mask[low[1] : high[1], low[0] : high[0]] = part
    return mask


def _project(points_m: Array, to_pixels: ToPixels | ArrayLike) -> Array:
    if callable(to_pixels):
        return to_pixels(points_m)
    matrix = np.asarray(to_pixels, float)
    return np.asarray(points_m[..., :2] @ matrix[:2, :2].T + matrix[:2, 2], float)


def _fill_convex(polygons_px: Array, shape: tuple[int, int], touched: bool) -> Mask:
    """Union of convex polygons (N, K, 2) in (column, row): each row's span from the edges clipped to that row."""
    height, width = shape
    if not len(polygons_px):
        return np.zeros(shape, bool)
    points = _snap(polygons_px if touched else polygons_px - 0.5)
    y_min, y_max = points[..., 1].min(1), points[..., 1].max(1)
    first, last = _span(y_min, y_max, height, touched)
    keep = last >= first
    points, first, last = points[keep], first[keep], last[keep]
    # One entry a (polygon, row); chunked so that memory stays bounded on large maps.
    rows_of = last - first + 1
    change = np.zeros((height, width + 1), np.int32)
    start = 0
    limits = np.cumsum(rows_of)
    while start < len(points):
        base = limits[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(limits, base + 1_000_000, side="right")))
        _add_spans(change, points[start:stop], first[start:stop], rows_of[start:stop], touched)
        start = stop
    return np.cumsum(change, axis=1)[:, :width] > 0


def _add_spans(
    change: NDArray[np.int32], points: Array, first: NDArray[np.int64], rows_of: NDArray[np.int64], touched: bool
) -> None:
    width = change.shape[1] - 1
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
    x_first, x_last = _span(left, right, width, touched)
    hit = x_last >= x_first
    np.add.at(change, (row[hit], x_first[hit]), 1)
    np.add.at(change, (row[hit], x_last[hit] + 1), -1)


def _snap(values: Array) -> Array:
    nearest = np.round(values)
    return np.where(np.abs(values - nearest) < _SNAP_PX, nearest, values)


def _span(
    low: Array, high: Array, size: int, touched: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First and last pixel of an interval: centres in [low, high] (already shifted by half a pixel), or touched.

    Touching a border only from one side does not count; an interval of no width on a border touches both pixels.
    """
    if touched:
        point = high <= low
        first = np.where(point, np.ceil(low) - 1, np.floor(low))
        last = np.where(point, np.floor(high), np.ceil(high) - 1)
    else:
        first, last = np.ceil(low), np.floor(high)
    return (
        np.clip(first, 0, size).astype(np.int64),
        np.clip(last, -1, size - 1).astype(np.int64),
    )
