"""Input that real sources bring: broken triangles, missing parts, odd cameras, many instances."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gstgen.errors import RequestError
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, OrthographicCamera, pose_from_heading
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Scene, SceneObject
from gstgen.simulators import create
from gstgen.simulators.embedded.batches import Batch, TextureStack
from gstgen.simulators.embedded.exposure import Exposure
from gstgen.simulators.embedded.raster import Raster, SceneUpload
from tests.simulators.conftest import Factory, box_part, render_settings

CAMERA = Camera.from_hfov(96, 80, 90.0)
POSE = pose_from_heading((0.0, 0.0, 0.5), 0.0, 0.0)


def bare_scene(*names: str) -> Scene:
    box = OrientedBox.create((2.0, 0.0, 0.5), (1.0, 1.0, 1.0))
    objects = tuple(SceneObject(n, n.split("_")[0], "m", box, None, "floor") for n in names)
    return Scene("bare", "test", None, "home", (), objects, (), (), 0.0, "", ())


def test_broken_triangles_are_dropped_and_counted(make_simulator: Factory) -> None:
    scene, geometry = bare_scene("box_m_0"), SceneGeometry()
    part = box_part(geometry, scene.objects[0].box, Material("red", (1, 0, 0)))
    vertices = np.concatenate([part.vertices, [[np.nan, 0, 0]]]).astype(np.float32)
    faces = np.concatenate([part.faces, [[0, 1, 24], [0, 0, 1], [0, 1, 99]]]).astype(np.int32)
    none = np.zeros((0, 3), np.float32)
    geometry.add("box_m_0", [MeshPart(part.material, vertices, none, np.zeros((0, 2), np.float32), faces)])
    simulator = make_simulator(scene, geometry)
    frame = next(simulator.render(CAMERA, [POSE], ["rgb", "instance", "depth"]))
    assert simulator.notes["triangles with a non-finite vertex"] == 1
    assert simulator.notes["triangles without area"] == 1
    assert simulator.notes["triangles with a missing vertex"] == 1
    assert simulator.notes["parts without normals"] == 1
    assert set(np.unique(frame.instance)) == {0, 1}
    assert frame.depth[40, 48] == pytest.approx(1.5, abs=1e-3)


@pytest.mark.parametrize("quality", ["draft", "standard"])
def test_nothing_at_all_renders_as_sky(make_simulator: Factory, quality: str) -> None:
    scene, geometry = bare_scene("box_m_0"), SceneGeometry()
    geometry.add("box_m_0", [])
    simulator = make_simulator(scene, geometry, quality=quality)
    frame = next(simulator.render(CAMERA, [POSE], ["rgb", "instance", "depth", "glass"]))
    assert not frame.instance.any()
    assert not frame.glass.any()
    assert np.isinf(frame.depth).all()
    assert simulator.notes["instances without triangles"] == 1


def test_a_camera_inside_a_mesh_sees_its_inside(make_simulator: Factory) -> None:
    scene, geometry = bare_scene("box_m_0"), SceneGeometry()
    geometry.add("box_m_0", [box_part(geometry, scene.objects[0].box, Material("red", (1, 0, 0)))])
    frame = next(
        make_simulator(scene, geometry).render(CAMERA, [pose_from_heading((2.0, 0.0, 0.5), 30, 0)], ["instance"])
    )
    assert (frame.instance == 1).all()


def test_ids_beyond_sixteen_bits_are_exact(make_simulator: Factory) -> None:
    scene, geometry = bare_scene("box_m_0"), SceneGeometry()
    many = tuple(dataclasses.replace(scene.objects[0], id=f"box_m_{i}") for i in range(100_000))
    scene = dataclasses.replace(scene, objects=many)
    expected = []
    for row, number in enumerate((99_999, 65_536, 70_001, 3)):
        box = OrientedBox.create((2.0, 0.75 - 0.5 * row, 0.5), (0.1, 0.4, 0.4))
        geometry.add(f"box_m_{number}", [box_part(geometry, box, Material("red", (1, 0, 0)))])
        expected.append(number + 1)
    frame = next(make_simulator(scene, geometry).render(CAMERA, [POSE], ["instance"]))
    assert set(np.unique(frame.instance)) == {0, *expected}


def test_a_hundred_thousand_instances_are_drawn_with_exact_ids() -> None:
    rows, columns, size = 250, 400, 0.01
    number = rows * columns
    # One square a pixel, seen straight on along parallel rays; the second half lies nearer and is drawn first.
    x = np.arange(number) % columns * size - columns / 2 * size
    y = np.arange(number) // columns * size - rows / 2 * size
    z = np.where(np.arange(number) < number // 2, 0.0, 0.5)
    low = np.column_stack([x, y, z])
    corner = np.array([(0, 0, 0), (size, 0, 0), (size, size, 0), (0, size, 0)])
    square = np.array([0, 1, 2, 0, 2, 3], np.uint32)
    batch = Batch(
        {
            "P": (low[:, None] + corner).reshape(-1, 3).astype(np.float32),
            "C": np.full((4 * number, 4), 200, np.uint8),
        },
        (4 * np.arange(number, dtype=np.uint32)[:, None] + square).ravel(),
        np.concatenate([[0], 6 * np.arange(number)])[None],
        np.concatenate([[0], np.full(number, 6)])[None],
        (),
        np.ones(number + 1),
        np.zeros(number + 1, np.int64),
    )
    nothing = np.full((1, 3), np.inf)
    upload = SceneUpload(
        batches={"plain": batch},
        textures=TextureStack(np.full((1, 16, 16, 4), 255, np.uint8), {}, {}, {}),
        lightmap=np.zeros((1, 1, 3), np.uint8),
        low=np.concatenate([nothing, low]),
        high=np.concatenate([-nothing, low + np.array([size, size, 0.0])]),
        rooms=(),
        room_of=np.zeros(number + 1, np.int64),
        occluder=np.zeros(number + 1, bool),
        horizon=np.zeros((4, 8, 4), np.uint8),
        ground_m=0.0,
        exposure=Exposure((), ()),
    )
    pose = np.eye(4)
    pose[:3, :3] = np.diag([1.0, -1.0, -1.0])
    pose[:3, 3] = (0.0, 0.0, 2.0)
    raster = Raster(upload, render_settings(), None)
    try:
        camera = OrthographicCamera(columns, rows, size)
        frame = raster.frame(camera, pose, frozenset({"instance"}), np.zeros(number + 1, bool))
    finally:
        raster.close()
    assert np.array_equal(frame.instance, 1 + np.arange(number).reshape(rows, columns)[::-1])


def test_a_closed_body_that_winds_backwards_without_normals_is_lit_from_outside(make_simulator: Factory) -> None:
    shown = {}
    for turned in (False, True):
        scene, geometry = bare_scene("box_m_0"), SceneGeometry()
        part = box_part(geometry, scene.objects[0].box, Material("grey", (0.6, 0.6, 0.6)))
        faces = part.faces[:, ::-1] if turned else part.faces
        none = np.zeros((0, 3), np.float32)
        geometry.add("box_m_0", [MeshPart(part.material, part.vertices, none, part.uvs, np.ascontiguousarray(faces))])
        simulator = make_simulator(scene, geometry)
        shown[turned] = next(simulator.render(CAMERA, [POSE], ["rgb"])).rgb
        assert ("closed parts turned inside out" in simulator.notes) == turned
    assert np.array_equal(shown[False], shown[True])


def test_an_open_surface_without_normals_is_left_as_it_winds(make_simulator: Factory) -> None:
    scene, geometry = bare_scene("box_m_0"), SceneGeometry()
    part = box_part(geometry, scene.objects[0].box, Material("grey", (0.6, 0.6, 0.6)))
    none = np.zeros((0, 3), np.float32)
    backwards = np.ascontiguousarray(part.faces[2:, ::-1])
    geometry.add("box_m_0", [MeshPart(part.material, part.vertices, none, part.uvs, backwards)])
    assert "closed parts turned inside out" not in make_simulator(scene, geometry).notes


def test_textures_of_any_kind(make_simulator: Factory) -> None:
    scene, geometry = bare_scene("a_m_0", "b_m_0"), SceneGeometry()
    geometry.textures["rgb"] = np.full((1, 700, 3), 200, np.uint8)
    left, right = OrientedBox.create((2, 1, 0.5), (1, 1, 1)), OrientedBox.create((2, -1, 0.5), (1, 1, 1))
    geometry.add("a_m_0", [box_part(geometry, left, Material("t", (1, 1, 1), texture="rgb"))])
    geometry.add("b_m_0", [box_part(geometry, right, Material("m", (1, 1, 1), texture="not there"))])
    simulator = make_simulator(scene, geometry)
    frame = next(simulator.render(CAMERA, [POSE], ["rgb", "instance"]))
    assert simulator.notes["textures missing or unreadable"] == 1
    assert set(np.unique(frame.instance)) == {0, 1, 2}


def test_holes_of_cutouts_let_ids_through(make_simulator: Factory) -> None:
    scene, geometry = bare_scene("leaf_m_0"), SceneGeometry()
    image = np.full((64, 64, 4), 255, np.uint8)
    image[:, 32:, 3] = 0
    geometry.textures["leaf"] = image
    box = OrientedBox.create((2, 0, 0.5), (0.02, 1, 1))
    geometry.add("leaf_m_0", [box_part(geometry, box, Material("leaf", (1, 1, 1), texture="leaf", kind="cutout"))])
    frame = next(make_simulator(scene, geometry).render(CAMERA, [POSE], ["rgb", "instance", "depth"]))
    share = (frame.instance == 1).sum() / (96 / 4) ** 2
    assert 0.4 < share < 0.6


def test_unknown_geometry_and_requests_are_named(make_simulator: Factory, cache_folder) -> None:
    scene, geometry = bare_scene("box_m_0"), SceneGeometry()
    geometry.add("ghost_m_0", [])
    with pytest.raises(RequestError, match="ghost_m_0"):
        make_simulator(scene, geometry)
    geometry = SceneGeometry()
    with pytest.raises(RequestError, match="normals"):
        make_simulator(scene, geometry).render(CAMERA, [POSE], ["normals"])
    with pytest.raises(RequestError, match="unity"):
        create("unity", render_settings(), cache_folder)


def test_closing_twice_is_safe_and_rendering_goes_on(make_simulator: Factory) -> None:
    simulator = make_simulator()
    first = next(simulator.render(CAMERA, [POSE], ["rgb"])).rgb
    simulator.close()
    simulator.close()
    assert np.array_equal(first, next(simulator.render(CAMERA, [POSE], ["rgb"])).rgb)
