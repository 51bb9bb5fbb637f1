from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from two_rooms import SETTINGS, two_rooms

from gstgen.errors import RunError
from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.model import SceneObject
from gstgen.topdown.framing import LEVELS, frame_levels

SCENE = two_rooms()[0]


def test_levels_share_the_centre_and_letterbox_the_home():
    levels = frame_levels(SCENE, SETTINGS)
    assert tuple(levels) == LEVELS
    for transform in levels.values():
        assert np.allclose(transform.center_m, (3.125, 1.5))
        corners = transform.to_pixels([(0, 0), (6.25, 3)])
        assert corners.min() > 0
        assert (corners < (transform.width, transform.height)).all()
    assert (levels["easy"].width, levels["easy"].height) == (1920, 1080)
    assert (levels["hard"].width, levels["hard"].height) == (640, 512)


@pytest.mark.parametrize("size", [(640, 512), (512, 640), (641, 333)])
def test_round_trip_on_maps_that_are_not_square(size):
    settings = SETTINGS.model_copy(update={"map_width_px": size[0], "map_height_px": size[1]})
    transform = frame_levels(SCENE, settings)["medium"]
    points = np.random.default_rng(0).uniform((0, 0), size, (500, 2))
    assert np.abs(transform.to_pixels(transform.to_world(points)) - points).max() < 1e-6
    assert np.linalg.det(transform.world_to_image[:2, :2]) < 0


def test_a_far_object_does_not_shrink_the_home():
    stray = SceneObject("tree_a_0", "tree", "a", OrientedBox.create((500, 0, 1), (1, 1, 2)), None, "floor")
    far = replace(SCENE, objects=(*SCENE.objects, stray))
    assert frame_levels(far, SETTINGS)["easy"].m_per_px == frame_levels(SCENE, SETTINGS)["easy"].m_per_px


def test_floors_stand_in_for_rooms_and_nothing_is_an_error():
    bare = replace(SCENE, rooms=())
    assert np.allclose(frame_levels(bare, SETTINGS)["hard"].center_m, (3.125, 1.5))
    with pytest.raises(RunError, match="neither rooms nor floors"):
        frame_levels(replace(bare, structure=()), SETTINGS)
