"""Polished things mirror their room, lit lamps shine through their shades, mirrors are as bright as walls."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import Camera, OrthographicCamera, pose_from_heading
from gstgen.scenes.mesh import Material, MeshPart, SceneGeometry
from gstgen.scenes.model import Light, Scene, SceneObject
from gstgen.simulators.embedded.batches import lifted, surface_of
from tests.simulators.conftest import Factory, box_part, render_settings

LOOK = render_settings().look
CAMERA = Camera.from_hfov(96, 80, 60.0)
SMALL = tuple[Scene, SceneGeometry]


def with_box(small: SMALL, box: OrientedBox, material: Material, *lights: Light) -> SMALL:
    scene, old = small
    geometry = SceneGeometry(list(old.materials), dict(old.textures), {k: list(v) for k, v in old.meshes.items()})
    item = SceneObject("thing_m_0", "thing", "m", box, scene.rooms[0].id, "floor")
    scene = dataclasses.replace(scene, objects=(*scene.objects, item), lights=(*scene.lights, *lights))
    geometry.add("thing_m_0", [box_part(geometry, box, material)])
    return scene, geometry


def picture_of(make: Factory, made: SMALL, eye: tuple[float, float, float], heading: float, pitch: float) -> np.ndarray:
    """(n, 3) colours of the thing's pixels."""
    frame = next(
        make(*made, quality="draft").render(CAMERA, [pose_from_heading(eye, heading, pitch)], ["rgb", "instance"])
    )
    return frame.rgb[frame.instance == made[0].instance_ids["thing_m_0"]].astype(float)


def test_polish_decides_which_program_draws_a_surface() -> None:
    dull, polished = Material("a", (1, 1, 1)), Material("b", (1, 1, 1), gloss=0.6)
    assert surface_of(dull, False, LOOK) == ("plain", "mapped", "mapped", "mapped", "mapped")
    assert surface_of(polished, False, LOOK) == ("shiny", "mapped", "gloss", "front", "top")
    assert surface_of(dataclasses.replace(polished, gloss=0.15), True, LOOK)[0] == "textured"
    assert set(surface_of(dataclasses.replace(polished, kind="mirror"), False, LOOK)) == {"mirror"}


@pytest.mark.parametrize("size", [(0.9, 0.9, 0.75), (0.12, 0.12, 0.75)])  # lit by texels; by vertices
def test_polish_shows_and_dull_things_stay_as_they_are(
    make_simulator: Factory, small_scene: SMALL, size: tuple[float, float, float]
) -> None:
    box = OrientedBox.create((2.0, 1.5, size[2] / 2), size)
    eye, heading, pitch = (0.6, 1.5, 1.3), 0.0, -25.0
    seen = {}
    for gloss in (0.0, 0.85):
        made = with_box(small_scene, box, Material("steel", (0.5, 0.5, 0.5), gloss=gloss))
        seen[gloss] = picture_of(make_simulator, made, eye, heading, pitch)
    assert seen[0.0].shape == seen[0.85].shape
    assert np.abs(seen[0.85] - seen[0.0]).mean() > 4
    assert seen[0.85].max() <= 255


def test_maps_show_no_sheen(make_simulator: Factory, small_scene: SMALL) -> None:
    box = OrientedBox.create((2.0, 1.5, 0.4), (0.9, 0.9, 0.8))
    camera = OrthographicCamera(96, 80, 0.05)
    pose = np.eye(4)
    pose[:3, :3] = np.diag([1.0, -1.0, -1.0])
    pose[:3, 3] = (2.0, 1.5, 2.0)
    shown = []
    for gloss in (0.0, 0.85):
        made = with_box(small_scene, box, Material("steel", (0.5, 0.5, 0.5), gloss=gloss))
        shown.append(next(make_simulator(*made, quality="draft").render(camera, [pose], ["rgb"])).rgb.astype(int))
    assert np.abs(shown[0] - shown[1]).max() <= 1


def test_the_shade_of_a_lit_lamp_glows(make_simulator: Factory, small_scene: SMALL) -> None:
    box = OrientedBox.create((2.0, 1.5, 1.2), (0.16, 0.16, 0.2))
    lamp = Light("lamp", small_scene[0].rooms[0].id, (2.0, 1.5, 1.2), (0.1, 0, 0), (0, 0.1, 0), (0, 0, -1), (1, 1, 1))
    shade = Material("shade", (0.4, 0.45, 0.2))
    off = picture_of(make_simulator, with_box(small_scene, box, shade), (0.8, 1.5, 1.2), 0.0, 0.0)
    lit = picture_of(make_simulator, with_box(small_scene, box, shade, lamp), (0.8, 1.5, 1.2), 0.0, 0.0)
    assert lit.mean() > off.mean() + 15
    assert lit[:, 1].mean() > lit[:, 2].mean() + 20  # the shade's own colour


def test_a_mirror_is_as_bright_as_the_wall(make_simulator: Factory, small_scene: SMALL) -> None:
    box = OrientedBox.create((3.97, 1.5, 1.4), (0.04, 0.8, 0.8))
    eye = (1.5, 1.5, 1.4)
    wall = picture_of(make_simulator, with_box(small_scene, box, Material("wall", (0.86, 0.85, 0.82))), eye, 0.0, 0.0)
    glass = Material("glass", (0.9, 0.95, 1.0), kind="mirror", gloss=1.0)
    mirror = picture_of(make_simulator, with_box(small_scene, box, glass), eye, 0.0, 0.0)
    assert mirror.mean() > 0.9 * wall.mean()


def test_polished_parts_without_usable_normals_are_finite(make_simulator: Factory, small_scene: SMALL) -> None:
    scene, geometry = with_box(
        small_scene, OrientedBox.create((2.0, 1.5, 0.4), (0.1, 0.1, 0.8)), Material("steel", (0.5, 0.5, 0.5), gloss=0.9)
    )
    part = geometry.meshes["thing_m_0"][0]
    none = np.full_like(part.normals, np.nan)
    geometry.meshes["thing_m_0"] = [MeshPart(part.material, part.vertices, none, part.uvs, part.faces)]
    seen = picture_of(make_simulator, (scene, geometry), (0.6, 1.5, 1.0), 0.0, 0.0)
    assert 20 < seen.mean() < 250


def test_reflections_do_not_depend_on_earlier_frames(make_simulator: Factory, small_scene: SMALL) -> None:
    # A slab that reaches out of its room reads reflections beside its room's part of the atlas.
    made = with_box(
        small_scene, OrientedBox.create((2.0, 1.5, 0.05), (9.0, 9.0, 0.1)), Material("slab", (0.5, 0.5, 0.5), gloss=0.9)
    )
    simulator = make_simulator(*made, quality="draft")
    here = pose_from_heading((2.0, 1.5, 1.5), 0.0, -40.0)
    fresh = next(simulator.render(CAMERA, [here], ["rgb"])).rgb
    for heading in (90.0, 180.0, 270.0):
        next(simulator.render(CAMERA, [pose_from_heading((6.0, 1.5, 1.5), heading, -40.0)], ["rgb"]))
    assert np.array_equal(next(simulator.render(CAMERA, [here], ["rgb", "instance", "glass"])).rgb, fresh)


def test_black_paint_is_no_hole_and_white_stays_white() -> None:
    levels = lifted(np.array([0.0, 0.5, 1.0]), 0.12)
    assert levels[0] == pytest.approx(0.12)
    assert levels[1] == pytest.approx(0.5, abs=0.02)
    assert levels[2] == pytest.approx(1.0)
