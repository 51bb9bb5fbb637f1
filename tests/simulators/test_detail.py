"""Levels of detail stay within their error, share vertices, and change next to nothing that is seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, OrthographicCamera, pose_from_heading, pose_looking_down
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Scene, SceneObject
from gstgen.simulators.embedded import detail
from gstgen.simulators.embedded.detail import ERRORS_M, add_levels, cached_levels, simplified
from gstgen.simulators.embedded.distances import squared_to_triangles
from tests.simulators.conftest import Factory


def ball(radius_m: float) -> tuple[np.ndarray, np.ndarray]:
    mesh = trimesh.creation.icosphere(3, radius_m)
    return np.asarray(mesh.faces, np.int64), np.asarray(mesh.vertices, np.float64)


def farthest(points: np.ndarray, corners: np.ndarray) -> float:
    """Largest distance of points to a set of triangles."""
    n, m = len(points), len(corners)
    squared = squared_to_triangles(np.repeat(points, m, 0), np.tile(corners, (n, 1, 1))).reshape(n, m)
    return float(np.sqrt(squared.min(1).max()))


def test_distances_to_triangles() -> None:
    corner = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], float)
    for point, expected in (
        ((0.2, 0.2, 3.0), 3.0), ((2.0, 0.0, 0.0), 1.0), ((1.0, 1.0, 0.0), np.sqrt(0.5)), ((-3.0, -4.0, 0.0), 5.0)
    ):  # fmt: skip
        assert np.sqrt(squared_to_triangles(np.array([point]), corner)[0]) == pytest.approx(expected)
    line = np.array([[[0, 0, 0], [1, 0, 0], [2, 0, 0]]], float)
    assert squared_to_triangles(np.array([[1.5, 2.0, 0.0]]), line)[0] == pytest.approx(4.0)


def test_every_level_keeps_its_error_and_saves() -> None:
    faces, points = ball(0.3)
    levels = simplified(faces, points, np.zeros((len(points), 1)))
    sizes = [len(corners) // 3 for corners in levels]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 0.1 * len(faces)
    for error, corners in zip(ERRORS_M, levels, strict=True):
        assert farthest(points, points[corners.reshape(-1, 3)]) <= error + 1e-9


def test_levels_are_kept_and_damaged_ones_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faces, points = ball(0.3)
    shape = (faces.ravel().astype(np.uint32), np.array([0]), np.array([faces.size]), points, np.zeros((len(points), 1)))
    made = add_levels(*shape)
    assert all(map(np.array_equal, cached_levels(*shape, tmp_path), made))
    (entry,) = (tmp_path / "levels").glob("*.npz")
    with monkeypatch.context() as patch:
        patch.setattr(detail, "add_levels", None)  # a second time nothing is made
        assert all(map(np.array_equal, cached_levels(*shape, tmp_path), made))
    for damage in (b"", entry.read_bytes()[:200], b"PK no archive"):
        entry.write_bytes(damage)
        assert all(map(np.array_equal, cached_levels(*shape, tmp_path), made))
    cached_levels(*shape[:3], points * 2, shape[4], tmp_path)
    assert len(list((tmp_path / "levels").glob("*.npz"))) == 2


def test_flat_leaves_do_not_shrink() -> None:
    """An open sheet has no error in its own plane but along its edge, and that edge must stay."""
    n = 12
    x, y = np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 0.4, n), indexing="ij")
    points = np.column_stack([x.ravel(), y.ravel(), np.zeros(n * n)])
    a = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)).ravel()
    faces = np.concatenate([np.column_stack([a, a + n, a + n + 1]), np.column_stack([a, a + n + 1, a + 1])])
    finest = simplified(faces, points, np.zeros((len(points), 1)))[0].reshape(-1, 3)
    u, v = points[finest[:, 1]] - points[finest[:, 0]], points[finest[:, 2]] - points[finest[:, 0]]
    assert np.linalg.norm(np.cross(u, v), axis=1).sum() / 2 == pytest.approx(0.4, rel=0.02)
    assert len(finest) < len(faces) / 2


def test_corners_keep_their_looks_and_their_instance() -> None:
    """Two instances of one shape, a seam of two colours: no corner may take a vertex of the other side or instance."""
    faces, points = ball(0.3)
    doubled = np.concatenate([points, points, points + 5, points + 5])
    upper = points[faces].mean(1)[:, 2] > 0
    own = np.where(upper[:, None], faces, faces + len(points))
    indices = np.concatenate([own, own + 2 * len(points)]).ravel().astype(np.uint32)
    count = np.array([0, len(own) * 3, len(own) * 3])
    colour = (np.arange(len(doubled)) // len(points) % 2).astype(float)[:, None]
    # As in a batch: only vertices that are used, in order.
    used, compact = np.unique(indices, return_inverse=True)
    buffer, first, counts = add_levels(
        compact.astype(np.uint32), np.array([0, 0, count[1]]), count, doubled[used], colour[used]
    )
    assert np.array_equal(counts[:, 1], counts[:, 2])
    assert counts[-1, 1] < 0.2 * count[1]
    for level in range(len(ERRORS_M) + 1):
        for instance, middle in ((1, 0.0), (2, 5.0)):
            corners = buffer[first[level, instance] :][: counts[level, instance]].reshape(-1, 3)
            place, look = doubled[used][corners], colour[used][corners][..., 0]
            assert np.abs(place - middle).max() < 0.31
            assert (look == (place.mean(1)[:, 2] <= middle)[:, None]).mean() > 0.9


def test_far_things_lose_triangles_but_hardly_a_pixel(make_simulator: Factory) -> None:
    geometry = SceneGeometry()
    material = geometry.material(Material("red", (1, 0, 0)))
    objects = []
    faces, points = ball(0.4)
    for number, x in enumerate((1.5, 4.0, 12.0, 30.0)):
        center = np.array([x, (number - 1.5) * x * 0.4, 1.5])
        part = MeshPart(
            material, *(a.astype(np.float32) for a in (points + center, points / 0.4, points[:, :2])), faces
        )  # type: ignore[call-arg]
        geometry.add(f"ball_m_{number}", [part])
        box = OrientedBox.create(tuple(center), (0.8, 0.8, 0.8))
        objects.append(SceneObject(f"ball_m_{number}", "ball", "m", box, None, "floor"))
    scene = Scene("balls", "test", None, "home", (), tuple(objects), (), (), 0.0, "", ())
    camera, pose = Camera.from_hfov(640, 512, 90.0), pose_from_heading((0, 0, 1.5), 0.0, 0.0)
    coarse, exact = make_simulator(scene, geometry), make_simulator(scene, geometry, detail_error_px=0.0)
    a, b = (next(s.render(camera, [pose], ["instance"])).instance for s in (coarse, exact))
    assert 0 < (a != b).mean() < 1e-3
    assert np.array_equal(np.unique(a), np.unique(b))
    top, above = OrthographicCamera(640, 512, 0.1), pose_looking_down((15.0, 0.0), 5.0)
    a, b = (next(s.render(top, [above], ["instance"])).instance for s in (coarse, exact))
    assert np.array_equal(a, b)
