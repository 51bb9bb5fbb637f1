"""Fewer triangles for detailed models, without cracks, keeping outlines, small parts, material borders and uvs."""

from __future__ import annotations

import fast_simplification
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

# A part of the model that loses this share of its extent has been destroyed; it is then done on its own.
_MAX_SHRINK = 0.12
_MIN_PART_FACES = 16
_FINEST_CELL = 1e-3  # of the model's extent
_RESTORED_SHARE = 0.6  # of the limit that parts done on their own may use where the rest alone exceeds it
# Leaves and petals: many separate parts of few triangles. Some are left out and the rest enlarged.
_LEAF_FACES = 40
_MAX_LEAF_SCALE = 1.7


def shells(faces: Indices, vertex_count: int) -> Indices:
    """(F,) number of the connected part that each face belongs to."""
    a = np.concatenate([faces[:, 0], faces[:, 1]])
    b = np.concatenate([faces[:, 1], faces[:, 2]])
    graph = coo_matrix((np.ones(len(a), np.int8), (a, b)), (vertex_count, vertex_count))
    label = connected_components(graph, directed=False)[1]
    return np.unique(label[faces[:, 0]], return_inverse=True)[1].ravel().astype(np.int64)


def _fins(vertices: Array, faces: Indices, tag: Indices) -> tuple[Array, Indices]:
    """Upright triangles on open edges and material borders: they make moving these edges sideways expensive."""
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    face = np.tile(np.arange(len(faces)), 3)
    key = edges[:, 0] * len(vertices) + edges[:, 1]
    order = np.argsort(key, kind="stable")
    key, face, edges = key[order], face[order], edges[order]
    start = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
    count = np.diff(np.concatenate([start, [len(key)]]))
    low, high = np.minimum.reduceat(tag[face], start), np.maximum.reduceat(tag[face], start)
    chosen = start[(count == 1) | (low != high)]
    a, b = vertices[edges[chosen, 0]], vertices[edges[chosen, 1]]
    normal = _normals(vertices, faces[face[chosen]])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-20)
    tips = (a + b) / 2 + normal * np.linalg.norm(b - a, axis=1, keepdims=True)
    return tips, np.column_stack([edges[chosen], len(vertices) + np.arange(len(chosen))])


def _collapse(vertices: Array, faces: Indices, tag: Indices, budget: int) -> tuple[Array, Indices, Indices]:
    """Edge collapse to about `budget` faces: new vertices, faces, source face of each."""
    tips, fins = _fins(vertices, faces, tag)
    points = np.concatenate([vertices, tips]).astype(np.float32)
    triangles = np.concatenate([faces, fins]).astype(np.int32)
    target = int(budget * len(triangles) / len(faces))
    for _ in range(2):
        _, left, collapses = fast_simplification.simplify(
            points, triangles, target_count=target, agg=5.0, return_collapses=True
        )
        new, _, mapping = fast_simplification.replay_simplification(points, triangles, collapses)
        mapped = mapping[faces]
        distinct = (mapped[:, 0] != mapped[:, 1]) & (mapped[:, 1] != mapped[:, 2]) & (mapped[:, 2] != mapped[:, 0])
        kept = np.flatnonzero(distinct)
        if len(kept) <= 1.3 * budget or len(left) > 1.02 * target:  # few enough, or nothing more can be collapsed
            break
        target = int(target * budget / len(kept))
    # A merged vertex may fly off along a flat direction of its error: keep it near the vertices that it stands for.
    place = mapping[: len(vertices)]
    kept_on = np.flatnonzero(place >= 0)  # vertices without faces stand for nothing
    place = place[kept_on]
    low, high = _bounds(vertices[kept_on], place, len(new))
    used = np.unique(place)
    low, high, moved = low[used], high[used], new.astype(np.float64)
    margin = 0.05 * np.linalg.norm(high - low, axis=1, keepdims=True)
    moved[used] = np.clip(moved[used], low - margin, high + margin)
    small = mapped[kept].astype(np.int64)
    # A face that a collapse folded over is turned back, or it would be lit from behind.
    folded = (_normals(moved, small) * _normals(vertices, faces[kept])).sum(1) < 0
    small[folded] = small[folded][:, ::-1]
    return moved, small, kept


def _normals(vertices: Array, faces: Indices) -> Array:
    corner = vertices[faces]
    return np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])


def _bounds(points: Array, group: Indices, count: int) -> tuple[Array, Array]:
    """(count, 3) lowest and highest point of each group; infinite for an empty one."""
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    if len(group):
        order = np.argsort(group, kind="stable")
        start = np.flatnonzero(np.diff(group[order], prepend=-1))
        present, ordered = group[order[start]], points[order]
        low[present] = np.minimum.reduceat(ordered, start)
        high[present] = np.maximum.reduceat(ordered, start)
    return low, high


def _part_bounds(points: Array, faces: Indices, part: Indices, count: int) -> tuple[Array, Array]:
    """(count, 3) bounds of parts that share no vertex; `part` (F,) is the one of each face."""
    owner = np.full(len(points), -1, np.int64)
    owner[faces.ravel()] = np.repeat(part, 3)
    used = np.flatnonzero(owner >= 0)
    return _bounds(points[used], owner[used], count)


def _thin_out(vertices: Array, faces: Indices, shell: Indices, budget: int) -> tuple[Array, Indices, Indices] | None:
    """Foliage: some of the small parts, enlarged about their middles to cover as much; None for other models."""
    size = np.bincount(shell)
    leaf = size <= _LEAF_FACES
    total = int(size[leaf].sum())
    if leaf.sum() < 200 or total < 0.4 * len(faces):
        return None
    room = max(budget - int(size[~leaf].sum()), int(0.6 * budget))
    share = min(1.0, room / total)
    step = np.floor(np.arange(len(size) + 1) * share)
    low, high = _part_bounds(vertices, faces, shell, len(size))
    edge = 0.01 * (high.max(0) - low.min(0))
    outermost = ((low < low.min(0) + edge) | (high > high.max(0) - edge)).any(1)
    kept = ~leaf | outermost | (step[1:] != step[:-1])
    chosen = np.flatnonzero(kept[shell])
    new_faces = faces[chosen]
    scale = min(share**-0.5, _MAX_LEAF_SCALE)
    vertex_shell = np.zeros(len(vertices), np.int64)
    vertex_shell[new_faces.ravel()] = np.repeat(shell[chosen], 3)
    count = np.maximum(np.bincount(vertex_shell, minlength=len(size)), 1)
    middle = np.stack([np.bincount(vertex_shell, vertices[:, k], len(size)) / count for k in range(3)], 1)[vertex_shell]
    grown = np.where(leaf[vertex_shell][:, None], middle + (vertices - middle) * scale, vertices)
    return np.clip(grown, low.min(0), high.max(0)), new_faces, chosen


def simplify(
    vertices: Array, faces: Indices, tag: Indices, budget: int, limit: int | None = None
) -> tuple[Array, Indices, Indices]:
    """A welded mesh with about `budget` triangles (somewhat more where small parts would vanish), at most `limit`.

    `tag` (F,) is the material of each face. Returns new vertices, faces and the source face of each new face. Small
    parts are given up only where they alone would use up the limit.
    """
    most = limit if limit is not None else len(faces)
    shell = shells(faces, len(vertices))
    thinned = _thin_out(vertices, faces, shell, budget)
    if thinned is not None:
        vertices, rest, chosen = thinned
        if len(rest) <= min(1.2 * budget, most):
            return vertices, rest, chosen
        points, small, source = _within(most, *_collapse(vertices, rest, tag[chosen], budget), tag[chosen])
        return points, small, chosen[source]
    points, small, source = _collapse(vertices, faces, tag, budget)
    parts, restored = _restored(vertices, faces, tag, shell, (points, small, source), budget, most)
    room = most - sum(len(part[1]) for part in restored)
    whole = ~np.isin(shell[source], parts)
    restored.insert(0, _within(room, points, small[whole], source[whole], tag))
    offsets = np.cumsum([0, *(len(part[0]) for part in restored)])
    return (
        np.concatenate([part[0] for part in restored]),
        np.concatenate([part[1] + offset for part, offset in zip(restored, offsets[:-1], strict=True)]),
        np.concatenate([part[2] for part in restored]),
    )


def _clustered(vertices: Array, faces: Indices, cell: float) -> tuple[Array, Indices, Indices]:
    """Vertices of each cell of a grid put into their middle: vertices, faces that are left, source face of each."""
    grid = np.floor((vertices - vertices.min(0)) / cell).astype(np.int64)
    place = np.unique(grid, axis=0, return_inverse=True)[1].ravel()
    count = np.bincount(place)
    middle = np.stack([np.bincount(place, vertices[:, k]) / count for k in range(3)], 1)
    merged = place[faces]
    kept = (merged[:, 0] != merged[:, 1]) & (merged[:, 1] != merged[:, 2]) & (merged[:, 2] != merged[:, 0])
    return middle, merged[kept], np.flatnonzero(kept)


def _within(limit: int, points: Array, small: Indices, source: Indices, tag: Indices) -> tuple[Array, Indices, Indices]:
    """A reduced mesh with never more than `limit` faces.

    Collapsing stops early among slivers; merging what lies close together lets it go on.
    """
    cell = _FINEST_CELL * float(np.ptp(points[np.unique(small)], axis=0).max()) if len(small) else 0.0
    while len(small) > limit:
        points, merged, kept = _clustered(points, small, cell)
        small, source = merged, source[kept]
        if len(small) > limit:
            points, small, kept = _collapse(points, merged, tag[source], int(0.95 * limit))
            source = source[kept]
        cell *= 1.5
    return points, small, source


def _restored(
    vertices: Array,
    faces: Indices,
    tag: Indices,
    shell: Indices,
    reduced: tuple[Array, Indices, Indices],
    budget: int,
    limit: int,
) -> tuple[list[int], list[tuple[Array, Indices, Indices]]]:
    """Parts that a reduction destroyed, each reduced on its own: their numbers, their results. The largest first."""
    points, small, source = reduced
    count = int(shell.max()) + 1
    low, high = _part_bounds(vertices, faces, shell, count)
    new_low, new_high = _part_bounds(points, small, shell[source], count)
    lost = np.where(np.isfinite(new_low), (new_low - low) + (high - new_high), high - low).max(1)
    extent = np.linalg.norm(high - low, axis=1)
    broken = np.flatnonzero(lost > _MAX_SHRINK * extent)
    broken = broken[np.argsort(-extent[broken], kind="stable")]
    rest = int((~np.isin(shell[source], broken)).sum())
    most = max(limit - rest, int(_RESTORED_SHARE * limit))
    order = np.argsort(shell, kind="stable")
    start = np.searchsorted(shell[order], np.arange(count + 1))
    parts, found, used = [], [], 0
    for part in broken:
        members = order[start[part] : start[part + 1]]
        places, local = np.unique(faces[members], return_inverse=True)
        own = vertices[places], local.reshape(-1, 3).astype(np.int64), np.arange(len(members))
        target = max(_MIN_PART_FACES, int(1.5 * budget * len(members) / len(faces)))
        if len(members) > target:
            own = _collapse(own[0], own[1], tag[members], target)
        used += len(own[1])
        if used > most:
            break
        parts.append(int(part))
        found.append((own[0], own[1], members[own[2]]))
    return parts, found


def _charts(faces: Indices, uvs: Array) -> Indices:
    """(F,) number of the texture chart of each face: faces joined where vertex and texture coordinates agree."""
    u, v = (np.unique(np.round(uvs[..., k] * 1e5).astype(np.int64), return_inverse=True)[1].ravel() for k in (0, 1))
    coordinate = np.unique(u * (int(v.max()) + 1) + v, return_inverse=True)[1].ravel()
    joint = np.unique(faces.ravel() * (int(coordinate.max()) + 1) + coordinate, return_inverse=True)[1].ravel()
    return shells(joint.reshape(-1, 3), int(joint.max()) + 1)


def carry_uvs(old: Array, old_faces: Indices, old_uvs: Array, new: Array, new_faces: Indices, source: Indices) -> Array:
    """Texture coordinates (F, 3, 2) of new corners: the plane map of the nearest old face of the same chart."""
    chart = _charts(old_faces, old_uvs).astype(np.float64)
    apart = 4.0 * float(np.ptp(old, axis=0).max())
    corners = np.column_stack([old[old_faces.ravel()], np.repeat(chart, 3) * apart])
    wanted = np.column_stack([new[new_faces.ravel()], np.repeat(chart[source], 3) * apart])
    face = cKDTree(corners).query(wanted)[1] // 3
    a, b, c = (old[old_faces[face][:, i]] for i in range(3))
    u, v, w = b - a, c - a, wanted[:, :3] - a
    uu, uv, vv, wu, wv = (u * u).sum(1), (u * v).sum(1), (v * v).sum(1), (w * u).sum(1), (w * v).sum(1)
    determinant = np.maximum(uu * vv - uv * uv, 1e-9 * np.maximum(uu * vv, 1e-30))
    s = np.clip((vv * wu - uv * wv) / determinant, -1.0, 2.0)[:, None]
    t = np.clip((uu * wv - uv * wu) / determinant, -1.0, 2.0)[:, None]
    base = old_uvs[face]
    carried = base[:, 0] + s * (base[:, 1] - base[:, 0]) + t * (base[:, 2] - base[:, 0])
    return np.asarray(carried.reshape(-1, 3, 2), np.float64)
