"""What is too large, mirrored, unlit or lost: a clear line or a correct picture; the same bytes from any worker."""

from __future__ import annotations

import dataclasses
import pickle
from functools import partial
from pathlib import Path

import moderngl
import numpy as np
import pytest

from gstgen.errors import RequestError, RunError
from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, pose_from_heading
from gstgen.scenes.mesh import Material, SceneGeometry
from gstgen.scenes.model import Scene, SceneObject
from gstgen.simulators.embedded.limits import MAX_TEXTURE_PX, bounded_textures
from gstgen.simulators.embedded.simulator import EmbeddedSimulator
from gstgen.simulators.pool import SimulatorPool
from tests.simulators.conftest import Factory, box_part, render_settings

CAMERA = Camera.from_hfov(96, 80, 90.0)
POSE = pose_from_heading((0.0, 0.0, 0.5), 0.0, 0.0)


def one_box(material: Material) -> tuple[Scene, SceneGeometry]:
    box = OrientedBox.create((2.0, 0.0, 0.5), (1.0, 1.0, 1.0))
    item = SceneObject("box_m_0", "box", "m", box, None, "floor")
    geometry = SceneGeometry()
    geometry.add("box_m_0", [box_part(geometry, box, material)])
    return Scene("bare", "test", None, "home", (), (item,), (), (), 0.0, "", ()), geometry


def test_too_many_triangles_are_refused_with_their_memory(make_simulator: Factory) -> None:
    scene, geometry = one_box(Material("red", (1, 0, 0)))
    part = geometry.meshes["box_m_0"][0]
    geometry.meshes["box_m_0"] = [dataclasses.replace(part, faces=np.tile(part.faces, (1_000_000, 1)))]
    with pytest.raises(RequestError, match=r"12,000,000 triangles, which take about 12 GB.*render.max_triangles") as e:
        make_simulator(scene, geometry)
    assert "\n" not in str(e.value)


def test_huge_textures_are_resampled_and_noted(make_simulator: Factory) -> None:
    scene, geometry = one_box(Material("t", (1, 1, 1), texture="wide"))
    geometry.textures["wide"] = np.zeros((64, 16384, 4), np.uint8)
    geometry.textures["wide"][..., 1:] = 255
    small, notes = bounded_textures(geometry)
    assert small.textures["wide"].shape == (64, MAX_TEXTURE_PX, 4)
    assert geometry.textures["wide"].shape == (64, 16384, 4)
    assert notes == {"textures resampled for their size": 1}
    simulator = make_simulator(scene, geometry)
    red, green, blue = next(simulator.render(CAMERA, [POSE], ["rgb"])).rgb[40, 48].astype(int)
    assert red < 20
    assert min(green, blue) > 60
    assert simulator.notes["textures resampled for their size"] == 1


def test_huge_textures_become_the_mean_of_their_pixels() -> None:
    _, geometry = one_box(Material("t", (1, 1, 1), texture="stripes"))
    stripes = np.zeros((16, 16384, 3), np.uint8)
    stripes[:, ::8] = 240  # one pixel of those that become one: a sample would find it always or never
    geometry.textures["stripes"] = stripes
    small = bounded_textures(geometry)[0].textures["stripes"]
    assert np.abs(small.astype(int) - 30).max() <= 1


@pytest.mark.parametrize("quality", ["draft", "standard"])
def test_mirrored_winding_looks_the_same(make_simulator: Factory, quality: str) -> None:
    scene, geometry = one_box(Material("red", (1, 0.5, 0.5)))
    flipped = SceneGeometry(geometry.materials, {}, {})
    part = geometry.meshes["box_m_0"][0]
    flipped.add("box_m_0", [dataclasses.replace(part, faces=part.faces[:, ::-1].copy())])
    a, b = (
        next(make_simulator(scene, g, quality=quality).render(CAMERA, [POSE], ["rgb", "instance", "depth"]))
        for g in (geometry, flipped)
    )
    assert np.array_equal(a.instance, b.instance)
    assert np.allclose(a.depth, b.depth, atol=1e-5)
    assert np.abs(a.rgb.astype(int) - b.rgb).mean() < 2
    assert a.rgb[40, 48].min() > 30


@pytest.mark.parametrize("quality", ["draft", "standard"])
def test_without_lights_there_is_light(make_simulator: Factory, small_scene, quality: str) -> None:
    scene, geometry = small_scene
    simulator = make_simulator(dataclasses.replace(scene, lights=()), geometry, quality=quality)
    frame = next(simulator.render(CAMERA, [pose_from_heading((1.0, 1.0, 1.5), 20, -10)], ["rgb"]))
    assert 60 < frame.rgb.mean() < 250
    assert simulator.notes["lights guessed, one a room"] == len(scene.rooms)


def test_a_lost_context_is_one_clear_line(make_simulator: Factory, monkeypatch: pytest.MonkeyPatch) -> None:
    simulator = make_simulator()
    next(simulator.render(CAMERA, [POSE], ["instance"]))
    monkeypatch.setattr(moderngl.Context, "error", property(lambda _: "GL_UNKNOWN_ERROR"))
    with pytest.raises(
        RunError, match=r"reported GL_UNKNOWN_ERROR while it drew a frame.*repeat the command"
    ) as caught:
        next(simulator.render(CAMERA, [POSE], ["instance"]))
    assert "\n" not in str(caught.value)


class FromPickle(EmbeddedSimulator):
    """Loads a pickled scene and its triangles from a folder."""

    def load(self, scene_folder: Path) -> Scene:
        scene, geometry = pickle.loads((scene_folder / "scene.pickle").read_bytes())
        self.load_geometry(scene, geometry)
        return scene


def film(simulator: EmbeddedSimulator, scene: Scene, poses: list[np.ndarray]) -> bytes:
    layers = ["rgb", "instance", "depth", "glass"]
    frames = simulator.render(Camera.from_hfov(160, 128, 90.0), poses, layers)
    return b"".join(getattr(frame, layer).tobytes() for frame in frames for layer in layers)


def test_frames_are_the_same_bytes_from_one_or_two_workers(tmp_path: Path, small_scene, cache_folder: Path) -> None:
    folder = tmp_path / "scene"
    folder.mkdir()
    (folder / "scene.pickle").write_bytes(pickle.dumps(small_scene))
    poses = [pose_from_heading((x, 1.5, 1.5), h, -10.0) for x in (1.0, 3.6, 5.5) for h in (0.0, 100.0, 200.0)]
    factory = partial(FromPickle, render_settings(quality="draft"), cache_folder, None, 1)
    results = []
    for workers, size in ((1, 9), (2, 2)):
        with SimulatorPool(factory, folder, workers) as pool:
            groups = [poses[i : i + size] for i in range(0, len(poses), size)]
            results.append(b"".join(pool.map(film, groups)))
    assert results[0] == results[1]
