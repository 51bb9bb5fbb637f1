"""Contact shade on floors: around what touches them, the same for thin and thick things, nowhere else."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gstgen.geometry.boxes import OrientedBox
from gstgen.geometry.cameras import OrthographicCamera
from gstgen.scenes.mesh import Material, SceneGeometry
from gstgen.scenes.model import Scene, SceneObject
from gstgen.simulators.embedded.draft import draft_light
from gstgen.simulators.embedded.grounding import grounded
from gstgen.simulators.embedded.lights import balanced, light_arrays, scene_lights, split_sky
from gstgen.simulators.embedded.triangles import collect_triangles
from tests.simulators.conftest import Factory, box_part, render_settings

SMALL = tuple[Scene, SceneGeometry]
CAMERA = OrthographicCamera(160, 120, 0.0125)  # 2 m x 1.5 m from above
CENTER = (2.6, 1.6)


def only(small: SMALL, *boxes: OrientedBox, kind: str = "opaque") -> SMALL:
    """The building of the small scene with boxes as its only furniture."""
    scene, old = small
    geometry = SceneGeometry(list(old.materials), dict(old.textures))
    for part in scene.structure:
        geometry.add(part.id, old.meshes[part.id])
    items = []
    for number, box in enumerate(boxes):
        items.append(SceneObject(f"leg_m_{number}", "leg", "m", box, scene.rooms[0].id, "floor"))
        material = Material("paint", (0.9, 0.9, 0.9), kind=kind, alpha=0.3)  # type: ignore[arg-type]
        geometry.add(items[-1].id, [box_part(geometry, box, material)])
    return dataclasses.replace(scene, objects=tuple(items)), geometry


def shade(made: SMALL) -> np.ndarray:
    """(H, W) share of display light left in the light map."""
    scene, geometry = made
    triangles = collect_triangles(scene, geometry)
    lights, _ = scene_lights(scene)
    shining, air = split_sky(scene, lights)
    settings = render_settings(quality="draft")
    light = draft_light(scene, triangles, balanced(light_arrays(shining), scene, 0.8, air), air, settings.bake)
    kinds = np.array(["", *("" for _ in scene.objects), *(s.kind for s in scene.structure)])
    shown = np.ones_like(light.lightmap)
    return grounded(shown, triangles, light, kinds == "floor", render_settings().look)[..., 0]


def floor_picture(make: Factory, made: SMALL) -> np.ndarray:
    pose = np.eye(4)
    pose[:3, :3] = np.diag([1.0, -1.0, -1.0])
    pose[:3, 3] = (*CENTER, 2.0)
    frame = next(make(*made, quality="draft").render(CAMERA, [pose], ["rgb", "instance"]))
    return np.where(frame.instance == 1, np.nan, frame.rgb.mean(2)) if made[0].objects else frame.rgb.mean(2)


@pytest.mark.parametrize("side_m", [0.03, 0.3])
def test_floors_are_darker_around_what_stands_there(make_simulator: Factory, small_scene: SMALL, side_m: float) -> None:
    box = OrientedBox.create((*CENTER, 0.3), (side_m, side_m, 0.6))
    bare, stood = (
        floor_picture(make_simulator, only(small_scene)),
        floor_picture(make_simulator, only(small_scene, box)),
    )
    ratio = stood / bare
    edge = int(side_m / 2 / 0.0125)
    beside = np.nanmean(ratio[58:62, 80 + edge + 2 : 80 + edge + 6])
    away = np.nanmean(ratio[58:62, 150:158])
    assert beside < 0.85 * away


def test_nothing_is_shaded_without_contact(small_scene: SMALL) -> None:
    hanging = OrientedBox.create((*CENTER, 1.2), (0.4, 0.4, 0.6))
    kept = shade(only(small_scene, hanging))
    assert (kept == 1).all()
    kept = shade(only(small_scene))
    assert (kept == 1).all()
    glass = OrientedBox.create((*CENTER, 0.3), (0.4, 0.4, 0.6))
    kept = shade(only(small_scene, glass, kind="glass"))
    assert (kept == 1).all()


def test_only_floors_are_shaded_and_never_black(small_scene: SMALL) -> None:
    kept = shade(only(small_scene, OrientedBox.create((*CENTER, 0.3), (0.4, 0.4, 0.6))))
    assert 0.4 <= kept.min() < 0.7
    assert kept.max() == 1
    assert 0 < (kept < 0.95).mean() < 0.1
