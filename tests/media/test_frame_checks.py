"""Which plain frames a viewer would object to."""

from __future__ import annotations

import numpy as np

from gstgen.media.frame_checks import is_bare, is_black, largest_red_blob
from gstgen.media.settings import FrameCheckSettings
from gstgen.perception.instances import frame_statistics

SETTINGS = FrameCheckSettings(
    bare_cover=0.9, bare_other=0.01, black_mean_level=8, red_min_level=200, red_max_other_level=60, red_blob_px=12
)
WALL, CHAIR = 7, 1


def bare(other_px: int, other: int = CHAIR, cover: int = WALL, nothing_px: int = 0) -> bool:
    image = np.full((100, 100), cover, np.uint32)
    image.ravel()[:other_px] = other
    if nothing_px:
        image.ravel()[-nothing_px:] = 0
    return is_bare(frame_statistics(image), image.size, {WALL, 8}, SETTINGS)


def test_bare_wall() -> None:
    assert bare(0)
    assert bare(99)  # under 1 %
    assert not bare(100)
    assert not bare(100, other=8)  # another structure instance is something to see
    assert not bare(0, cover=CHAIR)
    assert bare(0, nothing_px=1000)
    assert not bare(0, nothing_px=1001)
    assert not is_bare(frame_statistics(np.zeros((4, 4), np.uint32)), 16, {WALL}, SETTINGS)


def test_black() -> None:
    assert is_black(np.full((4, 4, 3), 7, np.uint8), SETTINGS)
    assert not is_black(np.full((4, 4, 3), 8, np.uint8), SETTINGS)


def test_red_blobs_are_saturated_connected_and_large_enough() -> None:
    frame = np.full((40, 40, 3), (180, 120, 90), np.uint8)
    assert largest_red_blob(frame, SETTINGS) is None
    frame[5:8, 5:9] = (255, 20, 20)  # 12 px
    frame[20, ::2] = (255, 0, 0)  # many single pixels
    assert largest_red_blob(frame, SETTINGS) is None
    frame[8, 9] = (201, 60, 60)  # touches at a corner
    blob = largest_red_blob(frame, SETTINGS)
    assert blob is not None
    assert blob.sum() == 13
    assert blob[5, 5]
    frame[5:9, 5:10] = (150, 20, 20)  # a dark red chair is none
    assert largest_red_blob(frame, SETTINGS) is None
