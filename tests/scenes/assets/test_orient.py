"""Faces are turned outwards whatever the artist's winding was."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.scenes.assets.orient import outward
from gstgen.scenes.assets.parametric.shapes import box, lathe, sphere
from gstgen.scenes.assets.parametric.surface import weld


def welded(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    place = weld(vertices)
    points = np.zeros((place.max() + 1, 3))
    points[place] = vertices
    return points, place[faces]


@pytest.mark.parametrize("inside_out", [False, True])
def test_closed_and_open_shells(inside_out: bool) -> None:
    ball = sphere((0, 0, 0), 1.0, 16, 10)
    shade = lathe([(0.8, 2.0), (0.5, 3.0)], 24)  # open at both ends
    vertices = np.concatenate([ball.vertices, shade.vertices])
    faces = np.concatenate([ball.faces, shade.faces + len(ball.vertices)])
    points, faces = welded(vertices, faces)
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    turned, _ = outward(points, faces[:, ::-1] if inside_out else faces)
    assert (turned == inside_out).all()


def test_each_patch_of_a_mixed_model_is_judged_alone() -> None:
    lower, upper = box((0, 0, 0), (1, 1, 1)), box((0, 0, 1.2), (1, 1, 2))
    points, faces = welded(
        np.concatenate([lower.vertices, upper.vertices]), np.concatenate([lower.faces, upper.faces[:, ::-1] + 24])
    )
    turned, _ = outward(points, faces)
    assert turned.tolist() == [False] * 12 + [True] * 12


def test_a_sheet_lies_with_its_face_up() -> None:
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    assert outward(points, np.array([[2, 1, 0], [3, 2, 0]]))[0].all()
    assert not outward(points, np.array([[0, 1, 2], [0, 2, 3]]))[0].any()


def test_single_faces_of_a_patch_that_only_their_back_shows_are_turned() -> None:
    cube = box((0, 0, 0), (1, 1, 1))
    points, faces = welded(cube.vertices, cube.faces)
    mixed = faces.copy()
    mixed[3], mixed[7] = mixed[3, ::-1], mixed[7, ::-1]
    turned, _ = outward(points, mixed)
    assert np.flatnonzero(turned).tolist() == [3, 7]


def test_what_nobody_can_see_is_told_unless_it_lies_behind_glass() -> None:
    case, inside = box((0, 0, 0), (1, 1, 1)), box((0.4, 0.4, 0.4), (0.6, 0.6, 0.6))
    points, faces = welded(
        np.concatenate([case.vertices, inside.vertices]), np.concatenate([case.faces, inside.faces + 24])
    )
    _, seen = outward(points, faces)
    assert seen.tolist() == [True] * 12 + [False] * 12
    glass = np.arange(24) < 12
    turned, seen = outward(points, faces, ~glass)
    assert seen.all()
    assert not turned.any()


def test_a_large_face_covered_in_its_middle_is_seen() -> None:
    table, vase = box((-2, -2, -0.1), (2, 2, 0)), box((-1.2, -1.2, 0.002), (1.2, 1.2, 1))
    points, faces = welded(
        np.concatenate([table.vertices, vase.vertices]), np.concatenate([table.faces, vase.faces + 24])
    )
    _, seen = outward(points, faces)
    assert seen[:12].all()
