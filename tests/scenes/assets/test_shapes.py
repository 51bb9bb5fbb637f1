"""The shapes that furniture is made of: closed, outward, smooth where they should be."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.scenes.assets.parametric import shapes
from gstgen.scenes.assets.parametric.surface import Surface, compact, face_normals

SQUARE = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
RINGS = np.array([np.column_stack([shapes.superellipse(1.0, 0.5, 3.0, 16), np.full(16, z)]) for z in (0.0, 0.5, 1.0)])
CLOSED: dict[str, tuple[Surface, float]] = {
    "box": (shapes.box((0, 0, 0), (1, 2, 3)), 6.0),
    "bevelled box": (shapes.box((0, 0, 0), (1, 2, 3), 0.01), 6.0),
    "cushion": (shapes.cushion((0, 0, 0), (1, 2, 3), 0.05), 6.0),
    "cylinder": (shapes.cylinder((0, 0, 0), (0, 1, 2), 0.5, segments=64), np.pi * 0.25 * 5**0.5),
    "cone": (shapes.cylinder((1, 0, 0), (1, 0, 3), 0.5, 0.0, segments=64), np.pi * 0.25),
    "sphere": (shapes.sphere((1, 1, 1), (1, 2, 3), 48, 32), 4 / 3 * np.pi * 6),
    "lathe": (shapes.lathe([(0, 0), (0.5, 0), (0.5, 2), (0, 2)], 64), np.pi * 0.5),
    "tube": (shapes.tube([(0, 0, 0), (0, 0, 1), (0, 0, 2)], 0.5, 64), np.pi * 0.5),
    "prism": (shapes.prism(SQUARE, "xy", 0, 1), 4.0),
    "prism yz": (shapes.prism(SQUARE, "yz", 0, 1), 4.0),
    "prism zx": (shapes.prism(SQUARE, "zx", 0, 1), 4.0),
    "prism with a hole": (
        shapes.prism(SQUARE, "xy", 0, 1, [[(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)]]),
        3.0,
    ),
    "loft": (shapes.loft(RINGS), 1.7),
}


@pytest.mark.parametrize("name", sorted(CLOSED))
def test_closed_shapes_wind_outwards(name: str) -> None:
    surface, volume = CLOSED[name]
    a, b, c = (surface.vertices[surface.faces[:, i]] for i in range(3))
    assert (a * np.cross(b, c)).sum() / 6 == pytest.approx(volume, rel=0.06)
    sides = face_normals(surface.vertices, surface.faces)
    assert ((sides * surface.normals[surface.faces].sum(1)).sum(1) >= -1e-12).all()
    assert np.allclose(np.linalg.norm(surface.normals, axis=1), 1)


def test_puffed_cushion_swells_outwards() -> None:
    surface = shapes.cushion((-1, -1, -1), (1, 1, 1), 0.1, 0.2)
    assert surface.vertices.max() == pytest.approx(1.2, abs=0.01)
    sides = face_normals(surface.vertices, surface.faces)
    assert ((sides * surface.vertices[surface.faces].mean(1)).sum(1) > 0).all()


def test_cylinder_is_smooth_round_and_sharp_at_its_caps() -> None:
    surface = shapes.cylinder((0, 0, 0), (0, 0, 1), 0.5, segments=12)
    upright = np.abs(surface.normals[:, 2])
    assert (np.isclose(upright, 0) | np.isclose(upright, 1)).all()


def test_grain_follows_the_length_of_a_board() -> None:
    board = shapes.box((0, 0, 0), (0.1, 3.0, 0.02))
    top = board.normals[:, 2] > 0.5
    assert np.ptp(board.uvs[top, 0]) == pytest.approx(3.0)
    assert np.ptp(board.uvs[top, 1]) == pytest.approx(0.1)


def test_panel_faces_the_viewer_and_is_not_mirrored() -> None:
    panel = shapes.panel((0, 0, 0), (0, 1, 0), (0, 0, 1))
    assert np.allclose(panel.normals, [1, 0, 0])
    right = panel.vertices[panel.uvs[:, 0] > 0.5]
    assert (right[:, 1] > 0).all()


def test_compact_drops_degenerate_triangles_and_shares_vertices() -> None:
    flat = Surface(np.zeros((3, 3)), np.tile([0.0, 0, 1], (3, 1)), np.zeros((3, 2)), np.array([[0, 1, 2]]))
    assert len(compact(flat).faces) == 0
    doubled = shapes.loft(RINGS)
    assert len(compact(doubled).vertices) < len(doubled.vertices)
