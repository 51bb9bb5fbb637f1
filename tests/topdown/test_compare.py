from __future__ import annotations

import cv2
import numpy as np
import pytest

from gstgen.topdown.compare import map_similarity, normalised_map, symmetries


def plan(seed: int) -> np.ndarray:
    """Rooms of random rectangles, with walls between them, off centre on a 512 x 640 map."""
    random = np.random.default_rng(seed)
    free = np.zeros((512, 640), bool)
    x = 60
    for _ in range(4):
        width, top, height = random.integers(60, 130), random.integers(40, 200), random.integers(80, 250)
        free[top : top + height, x : x + width] = True
        free[top + 30 : top + 50, x + width : x + width + 8] = True
        x += width + 8
    return free


@pytest.mark.parametrize("index", range(8))
def test_symmetric_copies_are_the_same(index):
    square = np.zeros((700, 700), bool)
    square[94:606, 30:670] = plan(1)
    assert map_similarity(square, symmetries(square)[index]) > 0.97


def test_scale_and_place_do_not_matter():
    free = plan(2)
    small = cv2.resize(free.astype(np.uint8), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA) > 0
    moved = np.zeros((512, 640), bool)
    moved[200 : 200 + small.shape[0], 300 : 300 + small.shape[1]] = small
    assert map_similarity(free, moved) > 0.9


def test_other_layouts_differ_and_order_does_not_matter():
    values = [map_similarity(plan(a), plan(b)) for a, b in ((1, 2), (2, 3), (4, 5))]
    assert max(values) < 0.8
    assert map_similarity(plan(1), plan(2)) == pytest.approx(map_similarity(plan(2), plan(1)), abs=0.01)


def test_symmetries_are_eight_different_images():
    images = symmetries(normalised_map(plan(3)))
    assert len({image.tobytes() for image in images}) == 8


def test_a_map_without_floor_is_refused():
    with pytest.raises(ValueError, match="without free space"):
        map_similarity(np.zeros((8, 8), bool), plan(1))
