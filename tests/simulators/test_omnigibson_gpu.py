"""The conformance suite on the real OmniGibson, for render nodes: `pytest -m gpu tests/simulators`.

The small scene is written as a USD file and loaded as a stage. Skipped, with the reason, where OmniGibson cannot run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gstgen.errors import RequestError
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import Scene
from gstgen.simulators.omnigibson.preflight import check_available
from gstgen.simulators.omnigibson.simulator import OmniGibsonSimulator, stop_workers
from tests.simulators.omnigibson_double import harness
from tests.simulators.test_conformance import (  # noqa: F401 - collected here, on the real simulator
    nothing_hidden,
    test_a_known_box_projects_where_the_pose_says,
    test_depth_is_infinite_exactly_where_nothing_is,
    test_depth_lies_on_the_box,
    test_glass_behind_things_is_not_seen,
    test_glass_has_its_own_layer,
    test_hidden_things_vanish_and_come_back,
    test_ids_agree_with_rays,
    test_left_is_left_and_up_is_up,
)
from tests.simulators.test_omnigibson_conformance import (  # noqa: F401 - as above
    test_a_known_box_projects_on_the_map,
    test_pictures_are_of_the_pose_that_was_asked_for,
)

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module")
def simulator(
    small_scene: tuple[Scene, SceneGeometry], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OmniGibsonSimulator]:
    scene, geometry = small_scene
    folder = tmp_path_factory.mktemp("omnigibson")
    stage = write_usd(folder / "two_rooms.usd", geometry)
    python = os.environ.get("GSTGEN_OMNIGIBSON_PYTHON")
    settings = harness.omnigibson_settings(
        python=python,
        stages={scene.id: stage},
        accept_nvidia_eula=os.environ.get("GSTGEN_ACCEPT_NVIDIA_EULA") == "true",
        accept_behavior_licence=os.environ.get("GSTGEN_ACCEPT_BEHAVIOR_LICENCE") == "true",
        passes={"warm_up": 60, "per_pose": 8, "after_change": 5, "black_retries": 3, "poses_per_request": 16},
        watchdog={"start_s": 1800.0, "step_s": 300.0, "attempts": 2},
    )
    try:
        check_available(settings, None)
    except RequestError as error:
        pytest.skip(str(error))
    simulator = OmniGibsonSimulator(settings)
    simulator.load(harness.write_scene(folder / "scene", scene))
    yield simulator
    stop_workers()


def write_usd(path: Path, geometry: SceneGeometry) -> Path:
    """A scene's triangles as a USD file in text form: one Xform an instance, one Mesh a part, preview materials."""
    looks, things = [], []
    for number, material in enumerate(geometry.materials):
        opacity = 0.2 if material.kind == "glass" else 1.0
        emission = material.color if material.kind == "emissive" else (0.0, 0.0, 0.0)
        looks.append(
            f'def Material "{material_name(geometry, number)}" {{\n'
            f"token outputs:surface.connect = </home/Looks/{material_name(geometry, number)}/shader.outputs:surface>\n"
            'def Shader "shader" {\nuniform token info:id = "UsdPreviewSurface"\n'
            f"color3f inputs:diffuseColor = {tuple(material.color)}\ncolor3f inputs:emissiveColor = {tuple(emission)}\n"
            f"float inputs:opacity = {opacity}\ntoken outputs:surface\n}}\n}}"
        )
    for name, parts in geometry.meshes.items():
        meshes = []
        for index, part in enumerate(parts):
            points = ", ".join(f"({x:.6f}, {y:.6f}, {z:.6f})" for x, y, z in part.vertices.tolist())
            indices = ", ".join(str(i) for i in part.faces.ravel().tolist())
            meshes.append(
                f'def Mesh "mesh_{index}" (prepend apiSchemas = ["MaterialBindingAPI"]) {{\n'
                f"bool doubleSided = 1\nint[] faceVertexCounts = [{', '.join(['3'] * len(part.faces))}]\n"
                f"int[] faceVertexIndices = [{indices}]\npoint3f[] points = [{points}]\n"
                f"rel material:binding = </home/Looks/{material_name(geometry, part.material)}>\n"
                'uniform token subdivisionScheme = "none"\n}'
            )
        things.append(f'def Xform "{name}" {{\n' + "\n".join(meshes) + "\n}")
    header = '#usda 1.0\n(\ndefaultPrim = "home"\nmetersPerUnit = 1\nupAxis = "Z"\n)\n'
    body = 'def Scope "Looks" {\n' + "\n".join(looks) + "\n}\n" + "\n".join(things)
    path.write_text(f'{header}def Xform "home" {{\n{body}\n}}\n')
    return path


def material_name(geometry: SceneGeometry, number: int) -> str:
    """Panes are told by their material's name."""
    material = geometry.materials[number]
    return f"{'glass_' if material.kind == 'glass' else ''}{material.name}_{number}"
