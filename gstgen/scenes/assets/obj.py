"""Wavefront OBJ texts as arrays: n-gons, negative indices, mixed corner forms, missing normals, damaged lines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.assets.number_text import Words, decimals, references
from gstgen.scenes.assets.polygons import triangulate

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

# Keywords without meaning for a surface: comments apart, smoothing, lines, points and free-form leftovers.
_IGNORED = frozenset((b"s", b"l", b"p", b"vp", b"usemap", b"maplib", b"lod", b"shadow_obj", b"trace_obj"))


@dataclass(frozen=True)
class ObjMesh:
    """Triangles of an OBJ file. `corners` (F, 3, 3) holds (position, texture, normal) indices, -1 where absent."""

    positions: Array
    texture_coordinates: Array
    normals: Array
    corners: Indices
    group: Indices  # (F,) index into `groups`
    groups: tuple[tuple[str, str], ...]  # (material, object or group name), those with triangles
    libraries: tuple[str, ...]
    remarks: tuple[str, ...]  # what was left out


def _keyword(words: Words, word: bytes) -> Indices:
    """Lines whose first word is this."""
    first = words.first_word[:-1]
    found = first < words.first_word[1:]
    first = np.minimum(first, len(words.start) - 1)
    found &= words.length[first] == len(word)
    for k, letter in enumerate(word):
        found &= words.text[np.minimum(words.start[first] + k, len(words.text) - 1)] == letter
    return np.flatnonzero(found)


def _table(words: Words, lines: Indices, columns: int) -> Array:
    """(L, columns) first numbers of each line, NaN for what is missing or no number."""
    first = words.first_word[lines][:, None] + 1 + np.arange(columns)
    present = first < words.first_word[lines + 1][:, None]
    found = np.full(first.shape, np.nan)
    found[present] = decimals(words, first[present])
    return found


def _faces(words: Words, lines: Indices) -> tuple[Indices, Indices, NDArray[np.bool_]]:
    """OBJ numbers (C, 3) of all corners (1-based, negative from the end), corners a face, sound corners."""
    counts = words.first_word[lines + 1] - words.first_word[lines] - 1
    before = np.cumsum(counts) - counts
    chosen = np.arange(int(counts.sum())) + np.repeat(words.first_word[lines] + 1 - before, counts)
    numbers, sound = references(words, chosen)
    return numbers, counts, sound


def _runs(words: Words, faces: Indices, known: Indices) -> tuple[list[int], list[tuple[str, str]], list[str], int]:
    """Where in the faces a material or group starts, which, the material libraries, and lines that mean nothing."""
    other = np.ones(len(words.first_word) - 1, bool)
    other[known] = False
    first = np.minimum(words.first_word[:-1], len(words.start) - 1)
    other &= (words.first_word[:-1] < words.first_word[1:]) & (words.text[words.start[first]] != ord("#"))
    starts, names, libraries, unread = [0], [("", "")], [], 0
    for line in np.flatnonzero(other):
        keyword = words.word(int(words.first_word[line]))
        if keyword == b"mtllib":
            libraries.append(words.rest(int(line)))
        elif keyword in (b"usemtl", b"g", b"o"):
            material, name = names[-1]
            rest = words.rest(int(line))
            names.append((rest, name) if keyword == b"usemtl" else (material, rest))
            starts.append(int(np.searchsorted(faces, line)))
        else:
            unread += keyword not in _IGNORED
    return starts, names, libraries, unread


def parse_obj(data: bytes) -> ObjMesh:
    """Parse an OBJ file; ValueError when it has no faces. What cannot be read is left out and told in `remarks`."""
    words = Words.of(data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").replace(b"\r", b"\n"))
    if not len(words.start):
        raise ValueError("it is empty")
    kinds = [_keyword(words, keyword) for keyword in (b"v", b"vt", b"vn", b"f")]
    faces = kinds[3]
    positions, coordinates, normals = (_table(words, kinds[k], columns) for k, columns in enumerate((3, 2, 3)))
    starts, names, libraries, unread = _runs(words, faces, np.concatenate(kinds))
    corners, counts, sound = _faces(words, faces)
    seen = np.repeat(np.stack([np.searchsorted(kind, faces) for kind in kinds[:3]], 1), counts, axis=0)
    corners = np.where(corners > 0, corners - 1, np.where(corners < 0, seen + corners, -1))
    corners = np.where(corners < [len(positions), len(coordinates), len(normals)], np.maximum(corners, -1), -1)
    sound &= np.append(np.isfinite(positions).all(1), False)[corners[:, 0]]
    polygon = np.repeat(np.arange(len(counts)), counts)
    whole = np.bincount(polygon[~sound], minlength=len(counts)) == 0
    surface = whole & (counts >= 3)  # a face of two corners is a line
    if not surface.any():
        raise ValueError("it has no faces whose vertices exist")
    corners = corners[surface[polygon]]
    triangles, owner = triangulate(positions, corners[:, 0], counts[surface])
    number: dict[tuple[str, str], int] = {}
    run_group = np.array([number.setdefault(name, len(number)) for name in names])
    group = np.repeat(run_group, np.diff([*starts, len(faces)]))[surface][owner]
    used, group = np.unique(group, return_inverse=True)
    remarks = [f"{unread} lines that cannot be read"] if unread else []
    if not whole.all():
        remarks.append(f"{int((~whole).sum())} of {len(whole)} faces without sound vertices")
    table = list(number)
    return ObjMesh(
        np.where(np.isfinite(positions), positions, 0.0),
        np.where(np.isfinite(coordinates), coordinates, 0.0),
        normals,
        corners[triangles],
        group.ravel().astype(np.int64),
        tuple(table[g] for g in used),
        tuple(libraries),
        tuple(remarks),
    )
