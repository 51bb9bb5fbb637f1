"""Backs of walls that nobody can see are left out, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.scenes.mesh import Material
from gstgen.simulators.embedded.backs import backed_faces
from gstgen.simulators.embedded.triangles import TriangleSet


def sheet(y: float, facing: float, width: float = 2.0) -> np.ndarray:
    """(2, 3, 3) an upright rectangle from x = 0, wound so that its normal is (0, facing, 0)."""
    a, b, c, d = (np.array([x, y, z]) for x, z in ((0.0, 0.0), (width, 0.0), (width, 2.5), (0.0, 2.5)))
    quad = np.array([[a, b, c], [a, c, d]])
    return quad if facing < 0 else quad[:, ::-1]


def triangle_set(sheets: list[np.ndarray], instance: list[int], building: bool = True) -> TriangleSet:
    corners = np.concatenate(sheets).astype(np.float32)
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(cross, axis=1, keepdims=True)
    count = len(corners)
    return TriangleSet(
        vertices=corners.reshape(-1, 3),
        normals=np.repeat(cross / size, 3, 0),
        uvs=np.zeros((3 * count, 2), np.float32),
        faces=np.arange(3 * count, dtype=np.int32).reshape(-1, 3),
        material=np.zeros(count, np.int32),
        instance=np.repeat(np.array(instance, np.uint32), 2),
        building=np.full(count, building),
        area_m2=size[:, 0] / 2,
        face_normals=(cross / size).astype(np.float32),
        materials=(Material("paint", (1.0, 1.0, 1.0)),),
        dropped={},
        colors=np.ones((1, 3), np.float32),
        glow=np.zeros(3 * count, np.float32),
    )


def test_both_sides_of_a_wall_hide_each_others_backs() -> None:
    assert backed_faces(triangle_set([sheet(0.0, -1), sheet(0.14, 1)], [1, 1])).all()


@pytest.mark.parametrize(
    ("sheets", "instance"),
    [
        ([sheet(0.0, -1)], [1]),  # a single sheet is seen from both sides
        ([sheet(0.0, -1), sheet(0.14, 1)], [1, 2]),  # the other may be hidden, or not be there
        ([sheet(0.0, -1), sheet(3.0, 1)], [1, 1]),  # a room lies between them
        ([sheet(0.0, 1), sheet(0.14, -1)], [1, 1]),  # they look at each other
        ([sheet(0.0, -1), sheet(0.14, -1)], [1, 1]),  # both look the same way
    ],
)
def test_backs_that_can_be_seen_stay(sheets: list[np.ndarray], instance: list[int]) -> None:
    assert not backed_faces(triangle_set(sheets, instance)).any()


def test_a_shorter_other_side_covers_nothing_that_stands_out() -> None:
    found = backed_faces(triangle_set([sheet(0.0, -1), sheet(0.14, 1, width=1.0)], [1, 1]))
    assert found.tolist() == [False, False, True, True]


def test_furniture_is_left_alone() -> None:
    assert not backed_faces(triangle_set([sheet(0.0, -1), sheet(0.14, 1)], [1, 1], building=False)).any()


def test_surfaces_wound_against_their_normals_are_left_alone() -> None:
    wall = triangle_set([sheet(0.0, -1), sheet(0.14, 1)], [1, 1])
    object.__setattr__(wall, "faces", wall.faces[:, ::-1])
    assert not backed_faces(wall).any()
