"""Small versions of `make prove-render`: ids and depth against Embree, equal bytes for any number of workers."""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path

import numpy as np

from gstgen.geometry.cameras import pose_from_heading
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.embedded.simulator import EmbeddedSimulator
from gstgen.simulators.pool import SimulatorPool
from tests.benchmarks.prove import IdProof, compare_with_rays, frame_hash, leafy_ids
from tests.benchmarks.scenes import CAMERA
from tests.simulators.conftest import Factory, render_settings, small_scene

SMALL = tuple[Scene, SceneGeometry]
POSES = [
    pose_from_heading((0.4, 0.5, 1.5), 35.0, -10.0),
    pose_from_heading((3.6, 2.2, 1.6), 200.0, -15.0),
    pose_from_heading((6.8, 2.8, 1.5), -135.0, -10.0),
]


def test_ids_and_depth_agree_with_rays(make_simulator: Factory, small_scene: SMALL) -> None:
    scene, geometry = small_scene
    proof = compare_with_rays(make_simulator(), scene, geometry, CAMERA, POSES, 30_000)
    assert proof.pixels == 90_000
    assert proof.agreement >= 0.999
    assert proof.elsewhere == 0
    assert proof.planar > 40_000
    assert proof.depth_mm < 1.0


def test_the_comparison_finds_what_is_wrong(make_simulator: Factory, small_scene: SMALL) -> None:
    """A table that is drawn but not there, and a floor 2 mm too low."""
    scene, geometry = small_scene
    meshes = {name: parts for name, parts in geometry.meshes.items() if name != "table_abc_0"}
    floor = geometry.meshes["floor_living_0"][0]
    lowered = dataclasses.replace(floor, vertices=floor.vertices - np.float32([0, 0, 0.002]))
    other = SceneGeometry(geometry.materials, geometry.textures, {**meshes, "floor_living_0": [lowered]})
    proof = compare_with_rays(make_simulator(), scene, other, CAMERA, POSES[:1], 20_000)
    assert proof.elsewhere > 500
    assert proof.depth_mm > 1.5


def test_pixels_on_leaves_are_counted_apart(small_scene: SMALL) -> None:
    scene, geometry = small_scene
    assert not len(leafy_ids(scene, geometry))
    materials = [dataclasses.replace(m, kind="cutout") if m.name == "green" else m for m in geometry.materials]
    leafy = SceneGeometry(materials, geometry.textures, geometry.meshes)
    assert leafy_ids(scene, leafy).tolist() == [scene.instance_ids["table_abc_0"]]


def test_proofs_add_up() -> None:
    total = IdProof(pixels=10, agree=9, at_edges=1, depth_mm=0.5) + IdProof(pixels=30, agree=30, depth_mm=0.2)
    assert (total.pixels, total.agree, total.at_edges, total.depth_mm) == (40, 39, 1, 0.5)
    assert total.agreement == 39 / 40


class SmallSimulator(EmbeddedSimulator):
    """Loads the small scene, wherever it is told to look."""

    def load(self, scene_folder: Path) -> Scene:
        scene, geometry = small_scene.__wrapped__()
        self.load_geometry(scene, geometry)
        return scene


def test_frames_are_the_same_bytes_with_one_and_two_workers(tmp_path: Path) -> None:
    factory = partial(SmallSimulator, render_settings(quality="draft"), tmp_path, workers=1)
    hashes = []
    for workers in (2, 1):
        with SimulatorPool(factory, tmp_path / "scene", workers) as pool:
            hashes.append(list(pool.map(frame_hash, POSES)))
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0])) == len(POSES)
