from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from two_rooms import SETTINGS, two_rooms

from gstgen.geometry.maps import MapTransform
from gstgen.navigation.rasterise import instance_triangles, rasterise_slab
from gstgen.scenes.mesh import Material
from gstgen.simulators.protocol import Frame
from gstgen.topdown.easy import check_alignment, hidden_from_above, objects_to_check, overhead_camera, render_easy

TRANSFORM = MapTransform.centered((3.0, 1.5), 0.02, 480, 270)


class FlatSimulator:
    """Draws footprints, highest instance on top, moved by a fault in pixels."""

    def __init__(self, shift_px: int = 0):
        self.scene, self.geometry = two_rooms()
        self.hidden: set[str] = set()
        self.shift_px = shift_px

    def hide(self, ids):
        self.hidden |= set(ids)

    def show(self):
        self.hidden = set()

    def render(self, camera, poses, modalities):
        for pose in poses:
            transform = MapTransform.centered(pose[:2, 3], camera.m_per_px, camera.width, camera.height)
            ids = np.zeros((camera.height, camera.width), np.uint32)
            tops = {n: self.geometry.bounds_m(n)[1][2] for n in self.geometry.meshes if n not in self.hidden}
            for name in sorted(tops, key=tops.get):
                triangles = instance_triangles(self.geometry, name)
                mask = rasterise_slab(triangles, -np.inf, pose[2, 3], transform.to_pixels, ids.shape)
                ids[np.roll(mask, self.shift_px, 1)] = self.scene.instance_ids[name]
            rgb = np.repeat((10 * ids[..., None]).astype(np.uint8), 3, axis=-1)
            yield Frame(rgb=rgb, instance=ids, glass=np.zeros_like(ids))


def test_ceilings_and_hanging_things_are_hidden():
    scene, geometry = two_rooms()
    assert hidden_from_above(scene, geometry, SETTINGS.cut_height_m) == ["ceiling_0", "lamp_a_0"]


@pytest.mark.parametrize(
    ("place", "point", "shown"),
    [
        ("table", (1.5, 1.2), "table_a_0"),
        ("wall", (4.1, 0.5), "wall_inner_low"),
        ("doorway below its lintel", (4.1, 1.5), "floor_0"),
        ("open door leaf", (5.0, 2.03), "door_0"),
    ],
)
def test_what_the_picture_shows(place, point, shown):
    simulator = FlatSimulator()
    rgb = render_easy(simulator, simulator.scene, simulator.geometry, TRANSFORM, SETTINGS)
    u, v = TRANSFORM.to_pixels(point).astype(int)
    assert rgb[v, u, 0] == 10 * simulator.scene.instance_ids[shown], place


def test_outside_is_white_and_inside_is_not():
    simulator = FlatSimulator()
    rgb = render_easy(simulator, simulator.scene, simulator.geometry, TRANSFORM, SETTINGS)
    u, v = TRANSFORM.to_pixels((1.5, 1.2)).astype(int)
    assert rgb[0, 0].tolist() == [255, 255, 255]
    assert (rgb[v, u] < 255).all()
    assert not simulator.hidden


def test_camera_looks_down_from_above_everything():
    camera, pose = overhead_camera(TRANSFORM, two_rooms()[1])
    assert pose[2, 3] > 2.6
    assert camera.m_per_px == pytest.approx(0.02)
    assert np.allclose(pose[:2, 3], (3.0, 1.5))


@pytest.mark.parametrize(("shift_px", "aligned"), [(0, True), (3, False)])
def test_alignment_sees_a_moved_picture(shift_px, aligned):
    simulator = FlatSimulator(shift_px)
    settings = SETTINGS.model_copy(update={"check_min_side_px": 20})
    names = ["table_a_0", "carpet_a_0"]
    results = check_alignment(simulator, simulator.scene, simulator.geometry, TRANSFORM, settings, names)
    assert [r.object_id for r in results] == names
    assert all((r.failure(settings) is None) == aligned for r in results)
    assert all(r.iou is not None for r in results)


def test_plants_are_not_checked():
    """Leaves end before the cards that they are cut out of."""
    scene, geometry = two_rooms()
    settings = SETTINGS.model_copy(update={"check_objects": 20})
    names = objects_to_check(scene, geometry, settings, np.random.default_rng(0))
    plant = names[0]
    part = geometry.meshes[plant][0]
    leaves = geometry.material(Material("leaves", (0.1, 0.4, 0.1), kind="cutout"))
    geometry.meshes[plant] = [*geometry.meshes[plant], dataclasses.replace(part, material=leaves)]
    assert objects_to_check(scene, geometry, settings, np.random.default_rng(0)) == names[1:]
