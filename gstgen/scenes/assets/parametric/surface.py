"""Plain triangle surfaces and the vector work they share: normals, texture coordinates, clean-up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Faces = NDArray[np.int64]


@dataclass(frozen=True)
class Surface:
    """Vertices (V, 3) metres, unit normals (V, 3), uvs (V, 2) in metres of surface, faces (F, 3)."""

    vertices: Array
    normals: Array
    uvs: Array
    faces: Faces


def unit(vectors: Array) -> Array:
    """Normalised along the last axis; zero vectors become +z."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(np.where(length > 1e-12, vectors / np.maximum(length, 1e-12), np.array([0.0, 0.0, 1.0])))


def face_normals(vertices: Array, faces: Faces) -> Array:
    """(F, 3) normals whose length is twice the triangle's area."""
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    return np.cross(b - a, c - a)


def project_uvs(vertices: Array, normals: Array, long_axis: int | None = None) -> Array:
    """Texture coordinates in metres by projection along each normal's main axis.

    u runs along `long_axis` (default: the surface's longest extent) wherever that axis lies in the face, so that
    wood grain follows the length of a part.
    """
    if long_axis is None:
        long_axis = int(np.argmax(np.ptp(vertices, axis=0)))
    dominant = np.argmax(np.abs(normals), axis=1)
    u_axis = np.where(dominant == long_axis, (long_axis + 1) % 3, long_axis)
    v_axis = 3 - dominant - u_axis
    rows = np.arange(len(vertices))
    return np.stack([vertices[rows, u_axis], vertices[rows, v_axis]], axis=1)


def weld(vertices: Array, resolution: float = 1e-5) -> NDArray[np.int64]:
    """Number of the place of each vertex; vertices closer than `resolution` of the extent share it."""
    lower = vertices.min(0)
    scale = max(float(np.ptp(vertices, axis=0).max()), 1e-9)
    grid = np.round((vertices - lower) / (scale * resolution)).astype(np.int64)
    key = (grid[:, 0] << 40) | (grid[:, 1] << 20) | grid[:, 2]
    return np.unique(key, return_inverse=True)[1].ravel()


def smoothed(vertices: Array, faces: Faces, crease_deg: float = 40.0) -> tuple[Array, Faces, NDArray[np.int64]]:
    """Normals with creases: corners of faces that meet below the angle share a normal.

    Returns corner normals (3F, 3), new faces (F, 3) that index corners, and the source vertex of each corner.
    Vertices at the same place are treated as one.
    """
    corners = faces.ravel()
    area_normals = face_normals(vertices, faces)
    units = unit(area_normals)
    place = weld(vertices)[corners]
    face_of = np.repeat(np.arange(len(faces)), 3)
    order = np.argsort(place, kind="stable")
    counts = np.bincount(place)
    starts = np.concatenate([[0], np.cumsum(counts)])[:-1]
    degree = counts[place]
    first = np.repeat(np.arange(len(corners)), degree)
    offset = np.arange(int(degree.sum())) - np.repeat(np.cumsum(degree) - degree, degree)
    second = order[np.repeat(starts[place], degree) + offset]
    near = (units[face_of[first]] * units[face_of[second]]).sum(1) > np.cos(np.radians(crease_deg))
    first, second = first[near], second[near]
    summed = np.stack(
        [np.bincount(first, area_normals[face_of[second], k], minlength=len(corners)) for k in range(3)], axis=1
    )
    flat = np.linalg.norm(summed, axis=1) < 1e-14
    summed[flat] = units[face_of[flat]]
    return unit(np.asarray(summed, float)), np.arange(len(corners)).reshape(-1, 3), corners


def merged(surfaces: list[Surface]) -> Surface:
    """One surface of several."""
    offsets = np.cumsum([0, *(len(s.vertices) for s in surfaces)])
    return Surface(
        np.concatenate([s.vertices for s in surfaces]),
        np.concatenate([s.normals for s in surfaces]),
        np.concatenate([s.uvs for s in surfaces]),
        np.concatenate([s.faces + o for s, o in zip(surfaces, offsets[:-1], strict=True)]),
    )


def compact(surface: Surface, min_area_m2: float = 1e-12) -> Surface:
    """Without degenerate triangles (in float32) and unused or repeated vertices."""
    vertices32 = surface.vertices.astype(np.float32).astype(np.float64)
    area = np.linalg.norm(face_normals(vertices32, surface.faces), axis=1) / 2
    faces = surface.faces[area > min_area_m2]
    table = np.concatenate([surface.vertices, surface.normals, surface.uvs], axis=1).astype(np.float32)
    used = np.unique(faces)
    keys = np.ascontiguousarray(table[used]).view(np.dtype((np.void, table.shape[1] * 4))).ravel()
    _, index, inverse = np.unique(keys, return_index=True, return_inverse=True)
    remap = np.zeros(len(table), np.int64)
    remap[used] = inverse.ravel()
    kept = used[index]
    return Surface(surface.vertices[kept], surface.normals[kept], surface.uvs[kept], remap[faces])
