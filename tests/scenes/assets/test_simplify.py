"""Simplification keeps outlines, small parts, materials and texture coordinates."""

from __future__ import annotations

import numpy as np

from gstgen.scenes.assets.parametric.shapes import box, sphere
from gstgen.scenes.assets.parametric.surface import weld
from gstgen.scenes.assets.simplify import carry_uvs, simplify


def welded(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    place = weld(vertices)
    points = np.zeros((place.max() + 1, 3))
    points[place] = vertices
    faces = place[faces]
    sound = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    return points, faces[sound]


def disc(rings: int, around: int) -> tuple[np.ndarray, np.ndarray]:
    """Flat round sheet: its outline is all that an error by planes cannot see."""
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)
    points = [[0.0, 0.0, 0.0]]
    points += [[r * np.cos(a), r * np.sin(a), 0.0] for r in np.linspace(1 / rings, 1, rings) for a in angle]
    faces = [[0, 1 + k, 1 + (k + 1) % around] for k in range(around)]
    for ring in range(rings - 1):
        for k in range(around):
            a, b = 1 + ring * around + k, 1 + ring * around + (k + 1) % around
            faces += [[a, a + around, b], [b, a + around, b + around]]
    return np.array(points), np.array(faces)


def area(points: np.ndarray, faces: np.ndarray) -> float:
    a, b, c = (points[faces[:, i]] for i in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def test_ball_keeps_its_bounds_and_surface() -> None:
    ball = sphere((0, 0, 0), (1, 2, 0.5), 80, 60)
    points, faces = welded(ball.vertices, ball.faces)
    new, small, source = simplify(points, faces, np.zeros(len(faces), int), 800)
    assert 400 < len(small) <= 1100
    assert np.allclose(np.ptp(new[small.ravel()], axis=0), [2, 4, 1], rtol=0.03)
    assert abs(area(new, small) / area(points, faces) - 1) < 0.02
    assert len(source) == len(small)


def test_round_sheet_keeps_its_outline() -> None:
    points, faces = disc(30, 60)
    new, small, _ = simplify(points, faces, np.zeros(len(faces), int), 300)
    assert len(small) < 900
    assert abs(area(new, small) / np.pi - 1) < 0.02


def test_border_between_materials_stays() -> None:
    points, faces = disc(30, 60)
    tag = (points[faces].mean(1)[:, 0] > 0).astype(int)
    new, small, source = simplify(points, faces, tag, 400)
    right = area(new, small[tag[source] == 1])
    assert abs(right / (np.pi / 2) - 1) < 0.05


def test_small_parts_do_not_vanish() -> None:
    ball = sphere((0, 0, 0), (1, 1, 1), 120, 90)
    points, faces = [ball.vertices], [ball.faces]
    offset = len(ball.vertices)
    for k in range(12):
        bar = sphere((3 + 0.1 * k, 0, 0), (0.02, 0.02, 0.5), 12, 10)
        points.append(bar.vertices)
        faces.append(bar.faces + offset)
        offset += len(bar.vertices)
    vertices, triangles = welded(np.concatenate(points), np.concatenate(faces))
    new, small, _ = simplify(vertices, triangles, np.zeros(len(triangles), int), 900)
    middles = new[small].mean(1)
    for k in range(12):
        mine = np.abs(middles[:, 0] - 3 - 0.1 * k) < 0.05
        assert mine.sum() >= 4
        assert np.ptp(new[small[mine].ravel()][:, 2]) > 0.7


def test_texture_coordinates_follow_a_plane() -> None:
    points, faces = disc(20, 40)
    uvs = points[faces][..., :2] * [0.5, 0.5] + 0.5
    new, small, source = simplify(points, faces, np.zeros(len(faces), int), 200)
    carried = carry_uvs(points, faces, uvs, new, small, source)
    assert np.allclose(carried, new[small][..., :2] * 0.5 + 0.5, atol=1e-3)


def test_leaves_are_thinned_out_but_cover_the_plant() -> None:
    rng = np.random.default_rng(5)
    points, faces = [], []
    for k in range(2000):
        leaf = box((-0.05, -0.02, 0), (0.05, 0.02, 0.001))
        points.append(leaf.vertices + rng.uniform(-1, 1, 3))
        faces.append(leaf.faces + 24 * k)
    vertices, triangles = np.concatenate(points), np.concatenate(faces)
    new, small, _ = simplify(vertices, triangles, np.zeros(len(triangles), int), 6000)
    assert len(small) <= 7200
    assert np.allclose(np.ptp(new[small.ravel()], axis=0), np.ptp(vertices, axis=0), rtol=0.02)
