"""Wavefront OBJ and MTL texts as arrays: n-gons, negative indices, mixed corner forms, missing normals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import mapbox_earcut
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class ObjMesh:
    """Triangles of an OBJ file. `corners` (F, 3, 3) holds (position, texture, normal) indices, -1 where absent."""

    positions: Array
    texture_coordinates: Array
    normals: Array
    corners: Indices
    group: Indices  # (F,) index into `groups`
    groups: tuple[tuple[str, str], ...]  # (material, object or group name)
    libraries: tuple[str, ...]


@dataclass
class MtlMaterial:
    """A material of an MTL file: diffuse and specular colour 0..1, opacity, shininess, diffuse picture."""

    diffuse: tuple[float, float, float] = (0.7, 0.7, 0.7)
    specular: tuple[float, float, float] = (0.0, 0.0, 0.0)
    opacity: float = 1.0
    shininess: float = 20.0
    picture: str | None = None


def _numbers(lines: list[bytes], columns: int) -> Array:
    """First `columns` numbers of each line (after its keyword)."""
    if not lines:
        return np.zeros((0, columns))
    rows = [line.split()[1 : columns + 1] for line in lines]
    if any(len(row) < columns for row in rows):
        rows = [row + [b"0"] * (columns - len(row)) for row in rows]
    return np.fromstring(b" ".join(chain.from_iterable(rows)), np.float64, sep=" ").reshape(-1, columns)


def _corner_indices(tokens: list[bytes]) -> Indices:
    """(C, 3) raw OBJ numbers (1-based, negative from the end, 0 = absent) of all face corners."""
    text = b" ".join(tokens)
    total, slashes, doubles = len(tokens), text.count(b"/"), text.count(b"//")
    dangling = b"/ " in text or text.endswith(b"/")
    columns = np.zeros((total, 3), np.int64)
    if slashes == 0:
        columns[:, 0] = np.fromstring(text, np.int64, sep=" ")
    elif doubles == total and slashes == 2 * total and not dangling:
        columns[:, [0, 2]] = np.fromstring(text.replace(b"//", b" "), np.int64, sep=" ").reshape(-1, 2)
    elif doubles == 0 and slashes in (total, 2 * total) and not dangling and _uniform(tokens, slashes // total):
        width = slashes // total + 1
        columns[:, :width] = np.fromstring(text.replace(b"/", b" "), np.int64, sep=" ").reshape(-1, width)
    else:
        for i, token in enumerate(tokens):
            for k, part in enumerate(token.split(b"/")[:3]):
                if part:
                    columns[i, k] = int(part)
    return columns


def _uniform(tokens: list[bytes], slashes: int) -> bool:
    return all(token.count(b"/") == slashes for token in tokens)


def _convex(points: Array) -> NDArray[np.bool_]:
    """Which planar polygons (P, N, 3) are convex or have no area: a fan serves these."""
    after = np.roll(points, -1, 1)
    normal = np.cross(points - points[:, :1], after - points[:, :1]).sum(1)
    length = np.linalg.norm(normal, axis=1)
    edges = after - points
    turns = (np.cross(np.roll(edges, 1, 1), edges) * (normal / np.maximum(length, 1e-30)[:, None])[:, None]).sum(2)
    convex = turns.min(1) >= -1e-3 * np.maximum(np.abs(turns).max(1), 1e-30)
    return np.asarray(convex | (length <= 0), bool)


def _fan(count: int) -> Indices:
    return np.stack([np.zeros(count - 2, np.int64), np.arange(1, count - 1), np.arange(2, count)], 1)


def _ear_clip(points: Array) -> Indices:
    """Triangles (T, 3) of a concave planar polygon (N, 3), as indices into it; a fan when clipping fails."""
    n = len(points)
    normal = np.cross(points - points[0], np.roll(points, -1, 0) - points[0]).sum(0)
    normal /= np.linalg.norm(normal)
    u = np.cross(normal, [1.0, 0.0, 0.0] if abs(normal[0]) < 0.8 else [0.0, 1.0, 0.0])
    u /= np.linalg.norm(u)
    flat = np.stack([points @ u, points @ np.cross(normal, u)], 1)
    flat = (flat - flat.min(0)) / max(float(np.ptp(flat)), 1e-30)
    triangles = mapbox_earcut.triangulate_float64(flat, np.array([n], np.uint32)).astype(np.int64).reshape(-1, 3)
    if not len(triangles):
        return _fan(n)
    a, b, c = (flat[triangles[:, i]] for i in range(3))
    turned = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0]) < 0
    triangles[turned] = triangles[turned][:, ::-1]
    return triangles


def _rolled(positions: Array, corners: Indices, index: Indices) -> Indices:
    """Polygons (P, N) of corner numbers, each started at its lowest vertex along a fixed odd direction.

    Two polygons on the same vertices, such as the two sides of a sheet, are then cut into the same triangles.
    """
    first = np.argmin(positions[corners[index, 0]] @ np.array([0.577, 1.234, 2.891]), axis=1)
    turn = (first[:, None] + np.arange(index.shape[1])) % index.shape[1]
    return np.take_along_axis(index, turn, axis=1)


def _cuts(points: Array) -> NDArray[np.bool_]:
    """Which quads (Q, 4, 3) the diagonal from their first to their third corner cuts into two sound triangles."""
    first = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    second = np.cross(points[:, 2] - points[:, 0], points[:, 3] - points[:, 0])
    size = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    return np.asarray((first * second).sum(1) >= -1e-9 * size)


def _triangulate(positions: Array, corners: Indices, counts: Indices) -> tuple[Indices, Indices]:
    """Corner numbers of triangles (F, 3) and the polygon of each: quads by the good diagonal, larger ones by ears."""
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    three = np.flatnonzero(counts == 3)
    found = [starts[three][:, None] + np.arange(3)]
    owner = [three]
    four = np.flatnonzero(counts == 4)
    if len(four):
        quad = _rolled(positions, corners, starts[four][:, None] + np.arange(4))
        sound = _cuts(positions[corners[quad, 0]])
        quad = np.where(sound[:, None], quad, np.roll(quad, -1, axis=1))
        found += [quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]]
        owner += [four, four]
    for size in np.unique(counts[counts > 4]):
        polygons = np.flatnonzero(counts == size)
        index = _rolled(positions, corners, starts[polygons][:, None] + np.arange(size))
        points = positions[corners[index, 0]]
        convex = _convex(points)
        found.append(index[convex][:, _fan(int(size))].reshape(-1, 3))
        owner.append(np.repeat(polygons[convex], size - 2))
        for k in np.flatnonzero(~convex):
            triangles = index[k][_ear_clip(points[k])]
            found.append(triangles)
            owner.append(np.full(len(triangles), polygons[k]))
    faces, owners = np.concatenate(found), np.concatenate(owner)
    order = np.argsort(owners, kind="stable")
    return faces[order], owners[order]


def parse_obj(data: bytes) -> ObjMesh:
    """Parse an OBJ file; ValueError when it has no faces or an index points nowhere."""
    lines = data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").replace(b"\r", b"\n").split(b"\n")
    vertex, texture, normal, faces, libraries = [], [], [], [], []
    groups: dict[tuple[str, str], int] = {}
    material, name = "", ""
    runs: list[tuple[int, int]] = []
    relative: dict[int, tuple[int, int, int]] = {}
    for raw in lines:
        line = raw.lstrip()
        head = line[:2]
        if head in (b"v ", b"v\t"):
            vertex.append(line)
        elif head == b"vt":
            texture.append(line)
        elif head == b"vn":
            normal.append(line)
        elif head in (b"f ", b"f\t"):
            faces.append(line)
            if b"-" in line:
                relative[len(faces) - 1] = (len(vertex), len(texture), len(normal))
        elif head in (b"us", b"g ", b"o ", b"g", b"mt"):
            text = line.decode("latin-1").strip()
            keyword, _, value = text.partition(" ")
            if keyword == "usemtl":
                material = value.strip()
            elif keyword in ("g", "o"):
                name = value.strip()
            elif keyword == "mtllib":
                libraries.append(value.strip())
                continue
            else:
                continue
            runs.append((len(faces), groups.setdefault((material, name), len(groups))))
    if not faces:
        raise ValueError("no faces")
    if not runs or runs[0][0] > 0:
        runs.insert(0, (0, groups.setdefault(("", ""), len(groups))))
    tokens = [line.split()[1:] for line in faces]
    counts = np.fromiter(map(len, tokens), np.int64, len(tokens))
    corners = _corner_indices(list(chain.from_iterable(tokens)))
    seen = np.zeros((len(faces), 3), np.int64)
    for face, sizes in relative.items():
        seen[face] = sizes
    corners = np.where(corners > 0, corners - 1, np.where(corners < 0, np.repeat(seen, counts, axis=0) + corners, -1))
    positions = _numbers(vertex, 3)
    if corners[:, 0].min() < 0 or corners[:, 0].max() >= len(positions):
        raise ValueError("a face points to a vertex that does not exist")
    limits = np.array([len(positions), len(texture), len(normal)])
    corners = np.where(corners < limits, corners, -1)
    bounds = np.array([start for start, _ in runs] + [len(faces)])
    polygon_group = np.repeat(np.array([g for _, g in runs], np.int64), np.diff(bounds))
    triangles, owner = _triangulate(positions, corners, counts)
    return ObjMesh(
        positions,
        _numbers(texture, 2),
        _numbers(normal, 3),
        corners[triangles],
        polygon_group[owner],
        tuple(groups),
        tuple(libraries),
    )


def _color(text: str, default: tuple[float, float, float]) -> tuple[float, float, float]:
    values = text.split()[:3]
    try:
        numbers = [min(max(float(v), 0.0), 1.0) for v in values]
    except ValueError:
        return default
    return (numbers[0], numbers[1], numbers[2]) if len(numbers) == 3 else default


def parse_mtl(data: bytes) -> dict[str, MtlMaterial]:
    """Materials of an MTL file by name; values that cannot be read keep their defaults."""
    materials: dict[str, MtlMaterial] = {}
    current: MtlMaterial | None = None
    for raw in data.decode("latin-1").splitlines():
        keyword, _, value = raw.strip().replace("\t", " ").partition(" ")
        value = value.strip()
        if keyword == "newmtl":
            current = materials.setdefault(value, MtlMaterial())
        elif current is None or not value:
            continue
        elif keyword == "Kd":
            current.diffuse = _color(value, current.diffuse)
        elif keyword == "Ks":
            current.specular = _color(value, current.specular)
        elif keyword == "map_Kd":
            current.picture = value
        elif keyword in ("d", "Tr", "Ns"):
            try:
                number = float(value.split()[-1])
            except ValueError:
                continue
            if keyword == "Ns":
                current.shininess = number
            else:
                current.opacity = number if keyword == "d" else 1.0 - number
    return materials
