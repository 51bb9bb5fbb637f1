"""Shapes that furniture is made of. All return a `Surface` in metres; faces wind counter-clockwise from outside."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import mapbox_earcut
import numpy as np
from numpy.typing import ArrayLike

from gstgen.scenes.assets.parametric.surface import Array, Faces, Surface, project_uvs, smoothed, unit


def _box_template() -> tuple[Array, Array, Array, Faces, Faces]:
    """Signs, in-face axes and normals of the 24 face corners, faces of the six sides, faces of the bevels."""
    signs: list[Array] = []
    in_face: list[Array] = []
    normals: list[Array] = []
    sides: list[tuple[int, int, int]] = []
    bevels: list[tuple[int, int, int]] = []
    index: dict[tuple[int, tuple[float, ...]], int] = {}
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (-1.0, 1.0):
            base = len(signs)
            for su, sv in ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)):
                sign, mask, normal = np.zeros(3), np.ones(3), np.zeros(3)
                sign[axis], sign[u], sign[v] = side, su, sv
                mask[axis], normal[axis] = 0.0, side
                index[axis, tuple(sign)] = len(signs)
                signs.append(sign)
                in_face.append(mask)
                normals.append(normal)
            a, b, c, d = (base, base + 1, base + 2, base + 3) if side > 0 else (base, base + 3, base + 2, base + 1)
            sides += [(a, b, c), (a, c, d)]
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for su in (-1.0, 1.0):
            for sv in (-1.0, 1.0):
                ends = []
                for s in (-1.0, 1.0):
                    sign = np.zeros(3)
                    sign[axis], sign[u], sign[v] = s, su, sv
                    ends.append((index[u, tuple(sign)], index[v, tuple(sign)]))
                (a, b), (c, d) = ends
                quad = (a, c, d, b) if su * sv < 0 else (a, b, d, c)
                bevels += [(quad[0], quad[1], quad[2]), (quad[0], quad[2], quad[3])]
    for corner in itertools.product((-1.0, 1.0), repeat=3):
        first, second, third = (index[axis, corner] for axis in range(3))
        bevels.append((first, second, third) if math.prod(corner) > 0 else (third, second, first))
    return np.array(signs), np.array(in_face), np.array(normals), np.array(sides), np.array(bevels)


_SIGNS, _IN_FACE, _NORMALS, _SIDES, _BEVELS = _box_template()
_SIDES_AND_BEVELS = np.concatenate([_SIDES, _BEVELS])


def _grid_faces(rows: int, columns: int) -> Faces:
    """Triangles of a grid of rows x columns vertices (row-major)."""
    grid_c, grid_r = np.meshgrid(np.arange(columns - 1), np.arange(rows - 1))
    r, c = grid_r.ravel(), grid_c.ravel()
    d = c + 1
    a, b, e, f = r * columns + c, r * columns + d, (r + 1) * columns + d, (r + 1) * columns + c
    return np.concatenate([np.stack([a, b, e], 1), np.stack([a, e, f], 1)])


def box(lower: ArrayLike, upper: ArrayLike, bevel_m: float = 0.0) -> Surface:
    """Axis-aligned box between two corners; a bevel gives narrow rounded-looking edges (44 triangles, else 12)."""
    lo, hi = np.minimum(lower, upper).astype(float), np.maximum(lower, upper).astype(float)
    half, center = (hi - lo) / 2, (lo + hi) / 2
    bevel = min(bevel_m, 0.45 * float(half.min()))
    vertices = center + _SIGNS * (half - _IN_FACE * bevel)
    return Surface(vertices, _NORMALS, project_uvs(vertices, _NORMALS), _SIDES_AND_BEVELS if bevel > 0 else _SIDES)


def cushion(
    lower: ArrayLike, upper: ArrayLike, radius_m: float, puff_m: float = 0.0, segments: int | None = None
) -> Surface:
    """Box with round edges; `puff_m` swells the middle of every face (the box bounds then exceed the corners)."""
    lo, hi = np.minimum(lower, upper).astype(float), np.maximum(lower, upper).astype(float)
    half, center = (hi - lo) / 2, (lo + hi) / 2
    radius = min(radius_m, 0.98 * float(half.min()))
    inner = half - radius
    if segments is None:
        segments = 2 if radius > 0.04 and puff_m == 0 else 1
    t = np.tan(np.linspace(0, math.pi / 4, segments + 1)) * radius
    middle = 2 if puff_m > 0 else 1
    parts = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        lines = []
        for k in (u, v):
            mid = np.linspace(-inner[k], inner[k], middle + 1)
            lines.append(np.concatenate([-(inner[k] + t[:0:-1]), mid, inner[k] + t[1:]]))
        gu, gv = np.meshgrid(lines[0], lines[1])
        for side in (-1.0, 1.0):
            points = np.zeros((gu.size, 3))
            points[:, u], points[:, v], points[:, axis] = gu.ravel(), gv.ravel(), side * half[axis]
            core = np.clip(points, -inner, inner)
            normals = unit(points - core)
            vertices = core + normals * radius
            faces = _grid_faces(len(lines[1]), len(lines[0]))
            parts.append((vertices, normals, faces if side > 0 else faces[:, ::-1]))
    offsets = np.cumsum([0, *(len(p[0]) for p in parts)])
    vertices = np.concatenate([p[0] for p in parts])
    normals = np.concatenate([p[1] for p in parts])
    faces = np.concatenate([p[2] + o for p, o in zip(parts, offsets[:-1], strict=True)])
    if puff_m > 0:
        relative = np.abs(vertices) / half
        swell = np.stack(
            [(1 - relative[:, (k + 1) % 3] ** 2) * (1 - relative[:, (k + 2) % 3] ** 2) for k in range(3)], 1
        )
        vertices = vertices + normals * (np.maximum(swell, 0) * np.abs(normals)).sum(1, keepdims=True) * puff_m
        uvs = project_uvs(vertices, normals)
        corner_normals, corner_faces, source = smoothed(vertices, faces, 75.0)
        return Surface(center + vertices[source], corner_normals, uvs[source], corner_faces)
    return Surface(center + vertices, normals, project_uvs(vertices, normals), faces)


def _axes_frame(direction: Array) -> tuple[Array, Array, Array]:
    """Right-handed unit vectors (side, other side, along)."""
    along = unit(direction)
    helper = np.array([0.0, 0.0, 1.0]) if abs(along[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    side = unit(np.cross(helper, along))
    return side, np.cross(along, side), along


def cylinder(
    start: ArrayLike,
    end: ArrayLike,
    radius_m: float,
    end_radius_m: float | None = None,
    segments: int = 12,
    caps: bool = True,
) -> Surface:
    """Cylinder or cone between two points; grain runs along its axis."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    r0, r1 = radius_m, radius_m if end_radius_m is None else end_radius_m
    side, other, along = _axes_frame(b - a)
    length = float(np.linalg.norm(b - a))
    angle = np.linspace(0, 2 * math.pi, segments + 1)
    ring = np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * other
    slope = unit(ring * length + along * (r0 - r1))
    vertices = np.concatenate([a + ring * r0, b + ring * r1])
    girth = angle * max(r0, r1)
    uvs = np.concatenate(
        [np.stack([np.zeros_like(girth), girth], 1), np.stack([np.full_like(girth, length), girth], 1)]
    )
    normals = np.concatenate([slope, slope])
    faces = [_grid_faces(2, segments + 1)]
    if caps:
        for center, radius, sign in ((a, r0, -1.0), (b, r1, 1.0)):
            if radius < 1e-6:
                continue
            base = len(vertices)
            vertices = np.concatenate([vertices, center + ring[:-1] * radius])
            normals = np.concatenate([normals, np.tile(along * sign, (segments, 1))])
            uvs = np.concatenate([uvs, np.stack([np.cos(angle[:-1]), np.sin(angle[:-1])], 1) * radius])
            k = np.arange(1, segments - 1)
            fan = np.stack([np.zeros_like(k), k, k + 1], 1)
            faces.append(base + (fan if sign > 0 else fan[:, ::-1]))
    return Surface(vertices, normals, uvs, np.concatenate(faces))


def lathe(
    profile: Sequence[tuple[float, float]],
    segments: int = 20,
    stretch: tuple[float, float] = (1.0, 1.0),
    crease_deg: float = 40.0,
) -> Surface:
    """Surface of revolution about z through (radius, z) points, listed up the outside.

    `stretch` makes it elliptic (x, y). Points on the axis close it.
    """
    points = np.asarray(profile, float)
    angle = np.linspace(0, 2 * math.pi, segments + 1)
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    ring = np.stack([np.cos(angle) * stretch[0], np.sin(angle) * stretch[1]], 1)
    vertices = np.concatenate([np.column_stack([ring * r, np.full(len(angle), z)]) for r, z in points])
    girth = max(float(points[:, 0].max()), 1e-6)
    uvs = np.concatenate([np.stack([angle * girth, np.full(len(angle), s)], 1) for s in length])
    faces = _grid_faces(len(points), segments + 1)
    normals, corner_faces, source = smoothed(vertices, faces, crease_deg)
    return Surface(vertices[source], normals, uvs[source], corner_faces)


def sphere(center: ArrayLike, radii: ArrayLike, segments: int = 14, rings: int = 8) -> Surface:
    """Ellipsoid with three radii."""
    r = np.broadcast_to(np.asarray(radii, float), 3)
    theta = np.linspace(0, 2 * math.pi, segments + 1)
    phi = np.linspace(-math.pi / 2, math.pi / 2, rings + 1)
    p, t = np.meshgrid(phi, theta, indexing="ij")
    ball = np.stack([np.cos(p) * np.cos(t), np.cos(p) * np.sin(t), np.sin(p)], -1).reshape(-1, 3)
    uvs = np.stack([t.ravel() * r[:2].max(), p.ravel() * r[2]], 1)
    return Surface(np.asarray(center, float) + ball * r, unit(ball / r), uvs, _grid_faces(rings + 1, segments + 1))


def tube(points: ArrayLike, radius_m: float, segments: int = 8, closed: bool = False) -> Surface:
    """Round bar along a polyline (N, 3), with flat ends unless closed; the section is carried without twist."""
    path = np.asarray(points, float)
    step = np.roll(path, -1, 0) - np.roll(path, 1, 0) if closed else np.gradient(path, axis=0)
    tangents = unit(step)
    side, _, _ = _axes_frame(tangents[0])
    rings = []
    angle = np.linspace(0, 2 * math.pi, segments + 1)
    for tangent in tangents:
        side = unit(side - tangent * float(side @ tangent))
        rings.append(np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * np.cross(tangent, side))
    if closed:
        path, rings = np.concatenate([path, path[:1]]), [*rings, rings[0]]
    normals = np.concatenate(rings)
    vertices = np.concatenate([p + ring * radius_m for p, ring in zip(path, rings, strict=True)])
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    uvs = np.concatenate([np.stack([np.full(len(angle), s), angle * radius_m], 1) for s in length])
    faces = [_grid_faces(len(path), segments + 1)]
    if not closed:
        for i, sign in ((0, -1.0), (len(path) - 1, 1.0)):
            base = len(vertices)
            vertices = np.concatenate([vertices, path[i] + rings[i][:-1] * radius_m])
            normals = np.concatenate([normals, np.tile(tangents[i] * sign, (segments, 1))])
            uvs = np.concatenate([uvs, np.zeros((segments, 2))])
            k = np.arange(1, segments - 1)
            fan = np.stack([np.zeros_like(k), k, k + 1], 1)
            faces.append(base + (fan if sign > 0 else fan[:, ::-1]))
    return Surface(vertices, normals, uvs, np.concatenate(faces))


def _turned(loop: ArrayLike, counter_clockwise: bool) -> Array:
    """A closed outline (N, 2) in the wanted sense."""
    points = np.asarray(loop, float)
    ahead = np.roll(points, -1, 0)
    area = float((points[:, 0] * ahead[:, 1] - points[:, 1] * ahead[:, 0]).sum())
    return points if (area > 0) == counter_clockwise else points[::-1]


_PLANES = {"xy": (0, 1, 2), "yz": (1, 2, 0), "zx": (2, 0, 1)}


def prism(
    outline: ArrayLike,
    plane: str,
    lower: float,
    upper: float,
    holes: Sequence[ArrayLike] = (),
    crease_deg: float = 40.0,
) -> Surface:
    """Straight extrusion of an outline with holes in plane xy, yz or zx, between two levels of the remaining axis."""
    loops = [_turned(outline, True), *(_turned(hole, False) for hole in holes)]
    flat = np.concatenate(loops)
    ends = np.cumsum([len(loop) for loop in loops]).astype(np.uint32)
    cap = mapbox_earcut.triangulate_float64(flat, ends).reshape(-1, 3).astype(np.int64)
    a, b, c = (flat[cap[:, i]] for i in range(3))
    turned = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) < (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    cap[turned] = cap[turned][:, ::-1]
    u, v, w = _PLANES[plane]
    count = len(flat)
    vertices = np.zeros((2 * count, 3))
    vertices[:, u], vertices[:, v] = np.tile(flat[:, 0], 2), np.tile(flat[:, 1], 2)
    vertices[:count, w], vertices[count:, w] = lower, upper
    sides = []
    start = 0
    for end in ends.astype(int):
        i = np.arange(start, end)
        j = np.concatenate([i[1:], i[:1]])
        sides += [np.stack([i, j, j + count], 1), np.stack([i, j + count, i + count], 1)]
        start = end
    faces = np.concatenate([cap[:, ::-1], cap + count, *sides])
    normals, corner_faces, source = smoothed(vertices, faces, crease_deg)
    return Surface(vertices[source], normals, project_uvs(vertices[source], normals), corner_faces)


def loft(rings: ArrayLike, cap_start: bool = True, cap_end: bool = True, crease_deg: float = 50.0) -> Surface:
    """Skin over closed rings (R, N, 3), each counter-clockwise seen from the far end; flat fans close the ends."""
    points = np.asarray(rings, float)
    points = np.concatenate([points, points[:, :1]], axis=1)
    count, around = points.shape[:2]
    vertices = points.reshape(-1, 3)
    widest = points[int(np.argmax(np.linalg.norm(np.diff(points, axis=1), axis=2).sum(1)))]
    u = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(widest, axis=0), axis=1))])
    v = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=2).mean(1))])
    uvs = np.stack([np.tile(u, count), np.repeat(v, around)], 1)
    faces = [_grid_faces(count, around)]
    for ring, close, sign in ((0, cap_start, -1), (count - 1, cap_end, 1)):
        if close:
            base = len(vertices)
            middle = points[ring, :-1].mean(0)
            vertices = np.concatenate([vertices, points[ring], middle[None]])
            spread = points[ring] - middle
            axes = np.argsort(np.ptp(spread, axis=0))[1:]
            uvs = np.concatenate([uvs, spread[:, axes], np.zeros((1, 2))])
            i = base + np.arange(around - 1)
            fan = np.stack([np.full(around - 1, base + around), i, i + 1], 1)
            faces.append(fan if sign > 0 else fan[:, ::-1])
    normals, corner_faces, source = smoothed(vertices, np.concatenate(faces), crease_deg)
    return Surface(vertices[source], normals, uvs[source], corner_faces)


def spline(points: Sequence[tuple[float, float]], steps: int = 3) -> list[tuple[float, float]]:
    """Smooth curve through 2-D points (Catmull-Rom), with `steps` pieces between neighbours; radii stay >= 0."""
    p = np.asarray(points, float)
    padded = np.concatenate([2 * p[:1] - p[1:2], p, 2 * p[-1:] - p[-2:-1]])
    out = []
    for k in range(len(p) - 1):
        a, b, c, d = padded[k : k + 4]
        for t in np.linspace(0, 1, steps, endpoint=False):
            q = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
            out.append((max(float(q[0]), 0.0), float(q[1])))
    return [*out, (float(p[-1, 0]), float(p[-1, 1]))]


def sheet(grid: ArrayLike, crease_deg: float = 60.0, unit_uv: bool = False) -> Surface:
    """Open surface through a grid of points (R, C, 3); uvs follow its rows and columns in metres (or 0..1)."""
    points = np.asarray(grid, float)
    rows, columns = points.shape[:2]
    vertices = points.reshape(-1, 3)
    v = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points[:, columns // 2], axis=0), axis=1))])
    u = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points[rows // 2], axis=0), axis=1))])
    if unit_uv:
        u, v = u / max(u[-1], 1e-9), v / max(v[-1], 1e-9)
    uvs = np.stack([np.tile(u, rows), np.repeat(v, columns)], 1)
    normals, corner_faces, source = smoothed(vertices, _grid_faces(rows, columns), crease_deg)
    return Surface(vertices[source], normals, uvs[source], corner_faces)


def panel(center: ArrayLike, right: ArrayLike, up: ArrayLike) -> Surface:
    """Flat picture: `right` and `up` are half edge vectors seen from its front (normal = right x up); uvs 0..1."""
    c, r, t = (np.asarray(v, float) for v in (center, right, up))
    vertices = np.stack([c - r - t, c + r - t, c + r + t, c - r + t])
    normals = np.tile(unit(np.cross(r, t)), (4, 1))
    uvs = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    return Surface(vertices, normals, uvs, np.array([[0, 1, 2], [0, 2, 3]], np.int64))


def rounded_rectangle(
    size_u: float, size_v: float, radius: float, steps: int = 4, center: tuple[float, float] = (0.0, 0.0)
) -> Array:
    """(N, 2) outline, counter-clockwise, of a rectangle with round corners."""
    r = min(radius, 0.499 * size_u, 0.499 * size_v)
    corners = []
    for k, (su, sv) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angle = np.radians(90 * k + np.linspace(0, 90, steps + 1))
        middle = np.array([su * (size_u / 2 - r), sv * (size_v / 2 - r)])
        corners.append(middle + r * np.stack([np.cos(angle), np.sin(angle)], 1))
    return np.asarray(np.concatenate(corners) + np.asarray(center), float)


def superellipse(
    radius_u: float, radius_v: float, power: float = 2.0, count: int = 24, center: tuple[float, float] = (0.0, 0.0)
) -> Array:
    """(count, 2) closed outline, counter-clockwise; power 2 is an ellipse, more is boxier."""
    angle = np.linspace(0, 2 * math.pi, count, endpoint=False)
    c, s = np.cos(angle), np.sin(angle)
    return np.stack(
        [
            center[0] + radius_u * np.sign(c) * np.abs(c) ** (2 / power),
            center[1] + radius_v * np.sign(s) * np.abs(s) ** (2 / power),
        ],
        1,
    )
