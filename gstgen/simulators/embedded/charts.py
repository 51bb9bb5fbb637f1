"""Planar charts: groups of coplanar triangles that share a rectangle of light texels in one atlas."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.embedded.triangles import TriangleSet
from gstgen.simulators.settings import BakeSettings

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

# Rounding of normals and plane offsets that counts as "the same plane"; the shift keeps round dimensions off the
# edges of the rounding.
NORMAL_STEPS = 100
OFFSET_STEP_M = 0.004
OFFSET_SHIFT = 0.317
BUILDING_GAP_M = 0.3  # coplanar walls farther apart than this are charts of their own
# A face is flat when its vertex normals agree with it, or when it is large and they disagree so much that they were
# averaged over hard edges. In between lie the facets of gently curved things (cloth), which light by their vertices.
FLAT_AGREEMENT = 0.9995
CURVED_AGREEMENT = 0.9
HARD_EDGED = ((0.05, -1.0), (0.012, 0.55))  # (area from, square metres; agreement from)
MAX_DEVIATION_M = 0.002  # of a corner from its chart's plane: samples lie only a little above it
MIN_FILL = 0.1  # share of its rectangle that a furniture chart must cover to be worth texels


@dataclass(frozen=True)
class Charts:
    """n charts. normal, tangent, bitangent (n, 3); offset_m (n) along the normal; rect_m (n, 4): x0, y0, width,
    height in (tangent, bitangent); building (n); of_face (F): chart or -1; uv (F, 3, 2): 0..1 inside the rectangle.
    """

    normal: Array
    tangent: Array
    bitangent: Array
    offset_m: Array
    rect_m: Array
    building: NDArray[np.bool_]
    of_face: Ints
    uv: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.normal)


def find_charts(triangles: TriangleSet, min_chart_m2: float) -> Charts:
    """Charts over the whole building and the large flat faces of furniture (opaque ones only)."""
    flat = _flat_faces(triangles)
    usable = ~triangles.kind_mask("glass", "emissive", "cutout", "mirror")
    candidates = np.flatnonzero(usable & (triangles.building | flat))
    group = _coplanar_groups(triangles, candidates)
    group = _split_at_gaps(triangles, candidates, group)
    area = np.bincount(group, triangles.area_m2[candidates])
    candidates, group = _kept(candidates, group, triangles.building[candidates] | (area[group] >= min_chart_m2))
    charts = _frames(triangles, candidates, group)
    flat_enough = _deviation_m(triangles, charts, candidates, group) <= MAX_DEVIATION_M
    filled = np.bincount(group, triangles.area_m2[candidates]) >= MIN_FILL * _rect_area(charts)
    candidates, group = _kept(candidates, group, flat_enough & (charts.building | filled)[group])
    charts = _frames(triangles, candidates, group)
    # Without the faces that deviated the plane has moved; what still deviates is lit by its vertices.
    flat_enough = _deviation_m(triangles, charts, candidates, group) <= MAX_DEVIATION_M
    return _frames(triangles, *_kept(candidates, group, flat_enough))


def _kept(faces: Ints, group: Ints, keep: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Some of the faces, their groups numbered anew without gaps."""
    return faces[keep], np.unique(group[keep], return_inverse=True)[1].reshape(-1)


def _deviation_m(triangles: TriangleSet, charts: Charts, faces: Ints, group: Ints) -> Array:
    """(n) largest distance of each face's corners from the plane of its chart."""
    along = np.einsum("ikj,ij->ik", triangles.corners(faces).astype(np.float64), charts.normal[group])
    return np.asarray(np.abs(along - charts.offset_m[group, None]).max(1))


def _rect_area(charts: Charts) -> Array:
    return charts.rect_m[:, 2] * charts.rect_m[:, 3]


def _flat_faces(triangles: TriangleSet) -> NDArray[np.bool_]:
    agreement = np.ones(len(triangles.faces), np.float32)
    for k in range(3):
        normal = triangles.normals[triangles.faces[:, k]]
        agreement = np.minimum(agreement, np.abs(np.einsum("ij,ij->i", normal, triangles.face_normals)))
    flat = agreement > FLAT_AGREEMENT
    for area, limit in HARD_EDGED:
        flat |= (triangles.area_m2 > area) & (agreement > limit) & (agreement < CURVED_AGREEMENT)
    return flat


def _coplanar_groups(triangles: TriangleSet, faces: Ints) -> Ints:
    """Group number per face: same instance (walls: any wall), same normal, same plane."""
    normal = triangles.face_normals[faces].astype(np.float64)
    offset = np.einsum("ij,ij->i", normal, triangles.vertices[triangles.faces[faces, 0]].astype(np.float64))
    upright = triangles.building[faces] & (np.abs(normal[:, 2]) < 0.5)
    owner = np.where(upright, 0, triangles.instance[faces].astype(np.int64))
    steps = np.round(normal * NORMAL_STEPS).astype(np.int64) + NORMAL_STEPS
    plane = np.round(offset / OFFSET_STEP_M + OFFSET_SHIFT).astype(np.int64) + 2**20
    side = 2 * NORMAL_STEPS + 1
    key = ((owner * side + steps[:, 0]) * side + steps[:, 1]) * side + steps[:, 2]
    _, key = np.unique(key, return_inverse=True)
    return np.unique(key.reshape(-1) * 2**21 + plane, return_inverse=True)[1].reshape(-1)


def _split_at_gaps(triangles: TriangleSet, faces: Ints, group: Ints) -> Ints:
    """Cut groups of coplanar walls where nothing of them lies for a while along the wall."""
    upright = triangles.building[faces] & (np.abs(triangles.face_normals[faces, 2]) < 0.5)
    result, next_group = group.copy(), int(group.max(initial=-1)) + 1
    for number in np.unique(group[upright]):
        members = np.flatnonzero(group == number)
        nx, ny = triangles.face_normals[faces[members[0]], :2].astype(np.float64)
        corners = triangles.corners(faces[members]).astype(np.float64)
        along = (corners[..., 1] * nx - corners[..., 0] * ny) / math.hypot(nx, ny)
        low, high = along.min(1), along.max(1)
        order = np.argsort(low, kind="stable")
        reach = np.maximum.accumulate(high[order])
        cuts = np.concatenate([[False], low[order][1:] > reach[:-1] + BUILDING_GAP_M])
        piece = np.cumsum(cuts)
        result[members[order]] = np.where(piece == 0, number, next_group + piece - 1)
        next_group += int(piece[-1])
    return np.unique(result, return_inverse=True)[1].reshape(-1)


def _frames(triangles: TriangleSet, faces: Ints, group: Ints) -> Charts:
    count = int(group.max(initial=-1)) + 1
    area = triangles.area_m2[faces].astype(np.float64)
    normal = np.stack([np.bincount(group, triangles.face_normals[faces, k] * area, count) for k in range(3)], 1)
    normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    building = np.zeros(count, bool)
    building[group] = triangles.building[faces]
    level = np.abs(normal[:, 2]) > 0.9
    tangent = np.where(level[:, None], (1.0, 0.0, 0.0), np.cross((0.0, 0.0, 1.0), normal))
    tangent = np.where(building[:, None], tangent, _side_of_largest(triangles, faces, group, count))
    tangent -= normal * np.einsum("ij,ij->i", normal, tangent)[:, None]
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    bitangent = np.cross(normal, tangent)
    corners = triangles.corners(faces).astype(np.float64)
    x = np.einsum("ikj,ij->ik", corners, tangent[group])
    y = np.einsum("ikj,ij->ik", corners, bitangent[group])
    along = np.einsum("ikj,ij->ik", corners, normal[group]).mean(1)
    offset = np.bincount(group, along * area, count) / np.bincount(group, area, count)
    rect = np.empty((count, 4))
    for column, values in ((0, x), (1, y)):
        low, high = np.full(count, np.inf), np.full(count, -np.inf)
        np.minimum.at(low, group, values.min(1))
        np.maximum.at(high, group, values.max(1))
        rect[:, column], rect[:, column + 2] = low, np.maximum(high - low, 1e-4)
    of_face = np.full(len(triangles.faces), -1, np.int64)
    of_face[faces] = group
    uv = np.zeros((len(triangles.faces), 3, 2), np.float32)
    uv[faces, :, 0] = (x - rect[group, 0, None]) / rect[group, 2, None]
    uv[faces, :, 1] = (y - rect[group, 1, None]) / rect[group, 3, None]
    return Charts(normal, tangent, bitangent, offset, rect, building, of_face, uv)


def _side_of_largest(triangles: TriangleSet, faces: Ints, group: Ints, count: int) -> Array:
    """(count, 3) an edge of each chart's largest triangle: texels then run along turned furniture.

    The second longest edge, since the longest is the diagonal of a halved rectangle.
    """
    largest = np.zeros(count, np.int64)
    order = np.argsort(triangles.area_m2[faces], kind="stable")
    largest[group[order]] = faces[order]
    corners = triangles.corners(largest).astype(np.float64) if count else np.zeros((0, 3, 3))
    edges = np.roll(corners, -1, axis=1) - corners
    middle = np.argsort(np.linalg.norm(edges, axis=2), axis=1, kind="stable")[:, 1]
    return edges[np.arange(count), middle]


@dataclass(frozen=True)
class TexelGrid:
    """Texels of every chart at one resolution, packed in an atlas of `height` x `width`.

    size, origin (n, 2): texels and atlas corner (x, y) of each chart; chart_of (height, width): chart or -1;
    face_of (height, width): a triangle that the texel touches or -1. The first and last texel centres of a chart lie
    on the edges of its rectangle.
    """

    width: int
    height: int
    size: Ints
    origin: Ints
    chart_of: NDArray[np.int32]
    face_of: NDArray[np.int32]

    @property
    def covered(self) -> NDArray[np.bool_]:
        """(height, width) whether the texel touches a triangle."""
        return self.face_of >= 0

    @property
    def pixels(self) -> Ints:
        """Flat atlas indices of the covered texels."""
        return np.flatnonzero(self.covered)

    def face_texels(self, charts: Charts) -> NDArray[np.float32]:
        """(F, 3, 2) atlas position of each corner in texels, 0.5 = the first texel's centre; zero without a chart."""
        texels = np.zeros((len(charts.of_face), 3, 2), np.float32)
        has = charts.of_face >= 0
        of = charts.of_face[has]
        texels[has] = charts.uv[has] * (self.size[of, None, :] - 1) + self.origin[of, None, :] + 0.5
        return texels

    def face_uv(self, charts: Charts) -> NDArray[np.float32]:
        """(F, 3, 2) the same as texture coordinates 0..1 of the atlas."""
        return np.asarray(self.face_texels(charts) / np.array([self.width, self.height]), np.float32)


def texel_sizes_m(charts: Charts, settings: BakeSettings) -> Array:
    """(n) texel side of each chart; grown evenly when the atlas would exceed its budget."""
    side = np.where(charts.building, settings.structure_texel_m, settings.furniture_texel_m)
    wanted = float((_rect_area(charts) / np.maximum(side, 1e-9) ** 2).sum())
    return side * max(1.0, math.sqrt(wanted / settings.max_texels))


def texel_grid(charts: Charts, side_m: Array) -> TexelGrid:
    """Pack the charts on shelves, tallest first, and find the texels that their triangles touch."""
    size = np.maximum(2, np.ceil(charts.rect_m[:, 2:] / side_m[:, None]).astype(np.int64) + 1)
    total = int((size[:, 0] * size[:, 1]).sum())
    width = max(256, 1 << math.ceil(math.log2(max(1.0, math.sqrt(total)))), int(size[:, 0].max(initial=1)))
    origin = np.zeros_like(size)
    x = y = shelf = 0
    for index in np.lexsort((np.arange(len(size)), -size[:, 1])):
        w, h = size[index]
        if x + w > width:
            x, y, shelf = 0, y + shelf, 0
        origin[index] = x, y
        x, shelf = x + int(w), max(shelf, int(h))
    height = max(16, y + shelf)
    chart_of = np.full((height, width), -1, np.int32)
    for index, ((x0, y0), (w, h)) in enumerate(zip(origin, size, strict=True)):
        chart_of[y0 : y0 + h, x0 : x0 + w] = index
    grid = TexelGrid(width, height, size, origin, chart_of, np.full((height, width), -1, np.int32))
    faces = np.flatnonzero(charts.of_face >= 0)
    outlines = np.round((grid.face_texels(charts)[faces] - 0.5) * 16).astype(np.int32)
    of = charts.of_face[faces]
    outlines -= origin[of][:, None].astype(np.int32) * 16
    for face, outline, chart in zip(faces.tolist(), outlines, of, strict=True):
        (x0, y0), (w, h) = origin[chart], size[chart]
        # Drawn inside its own rectangle, so that no triangle marks a neighbour's texels.
        window = grid.face_of[y0 : y0 + h, x0 : x0 + w]
        cv2.fillConvexPoly(window, outline, face, shift=4)
        cv2.polylines(window, [outline], True, face, 1, shift=4)
    return grid


def texel_points(charts: Charts, grid: TexelGrid, lift_m: float, inset_m: float) -> tuple[Array, Array]:
    """World points and normals (n, 3) of the covered texels (order of `grid.pixels`), lifted off the surface."""
    pixels = grid.pixels
    chart = grid.chart_of.ravel()[pixels]
    step = np.stack([pixels % grid.width, pixels // grid.width], 1) - grid.origin[chart]
    extent = charts.rect_m[chart, 2:]
    inset = np.minimum(inset_m, extent * 0.2)
    along = np.clip(step / (grid.size[chart] - 1) * extent, inset, extent - inset) + charts.rect_m[chart, :2]
    points = (
        along[:, :1] * charts.tangent[chart]
        + along[:, 1:] * charts.bitangent[chart]
        + charts.normal[chart] * (charts.offset_m[chart, None] + lift_m)
    )
    return points, charts.normal[chart]
