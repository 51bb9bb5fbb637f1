"""Checks of plain frames: bare wall, black, saturated red blobs that could pass for a drawn box."""

from __future__ import annotations

from collections.abc import Set

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.media.settings import FrameCheckSettings
from gstgen.perception.instances import InstanceStatistics


def is_bare(
    statistics: InstanceStatistics, frame_px: int, structure_ids: Set[int], settings: FrameCheckSettings
) -> bool:
    """Whether one structure instance fills a frame of `frame_px` pixels and no other instance is worth a look."""
    shares = statistics.pixels / frame_px
    if len(shares) == 0:
        return False
    largest = int(np.argmax(shares))
    if int(statistics.ids[largest]) not in structure_ids or shares[largest] < settings.bare_cover:
        return False
    return not bool((np.delete(shares, largest) >= settings.bare_other).any())


def is_black(rgb: NDArray[np.uint8], settings: FrameCheckSettings) -> bool:
    """Whether a frame (H, W, 3) shows nothing for want of light."""
    return sum(cv2.mean(rgb)[:3]) / 3 < settings.black_mean_level


def largest_red_blob(rgb: NDArray[np.uint8], settings: FrameCheckSettings) -> NDArray[np.bool_] | None:
    """Mask (H, W) of the largest connected saturated-red blob, when it has more than `red_blob_px` pixels."""
    low = (settings.red_min_level, 0, 0)
    high = (255, settings.red_max_other_level, settings.red_max_other_level)
    red = cv2.inRange(rgb, np.array(low), np.array(high))
    if cv2.countNonZero(red) <= settings.red_blob_px:
        return None
    _, labels, stats, _ = cv2.connectedComponentsWithStats(red, connectivity=8)
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    if stats[largest, cv2.CC_STAT_AREA] <= settings.red_blob_px:
        return None
    return np.asarray(labels == largest)
