"""From what the renderer labels to the protocol's layers: instances by name, glass in front of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.protocol import Frame

Ids = NDArray[np.uint32]
Depth = NDArray[np.float32]

# A pixel shows glass when hiding the panes moves its surface away by more than this.
GLASS_GAP_M = 0.001
# Labels that mean "no object": nothing is counted for them.
NOTHING = frozenset({"background", "BACKGROUND"})


def to_instances(
    raw: NDArray[np.int64],
    labels: Mapping[int, str],
    name_of: Callable[[str], str | None],
    table: Mapping[str, int],
    unknown: Counter[str],
) -> Ids:
    """Raw ids (H, W) -> the scene's instance ids; pixels of labels that are no instance become 0 and are counted."""
    values, inverse, counts = np.unique(raw, return_inverse=True, return_counts=True)
    mapped = np.zeros(len(values), np.uint32)
    for index, value in enumerate(values.tolist()):
        label = labels.get(value, f"id {value} without a label")
        name = name_of(label)
        if name is not None and name in table:
            mapped[index] = table[name]
        elif label not in NOTHING:
            unknown[label] += int(counts[index])
    return mapped[inverse.reshape(raw.shape)]


def glass_layer(with_glass: Ids, depth_m: Depth, behind_depth_m: Depth, glass_ids: NDArray[np.uint32]) -> Ids:
    """The nearest pane in front of the first opaque surface, 0 = none.

    `with_glass` and `depth_m` are the first surfaces, `behind_depth_m` the first ones without panes. Only instances
    that have panes count, so that sampling differences at other edges do not.
    """
    with np.errstate(invalid="ignore"):
        moved = behind_depth_m - depth_m > GLASS_GAP_M + 1e-4 * np.abs(depth_m)
    moved |= np.isinf(behind_depth_m) & np.isfinite(depth_m)
    return np.where(moved & np.isin(with_glass, glass_ids), with_glass, np.uint32(0))


def make_frame(
    rgb: NDArray[np.uint8], instance: Ids, depth_m: Depth, glass: Ids, wanted: frozenset[str], white_around: bool
) -> Frame:
    """The protocol's frame: depth is infinite where there is no instance, maps are white there."""
    if white_around:
        rgb = rgb.copy()
        rgb[(instance == 0) & (glass == 0)] = 255
    depth = np.where(instance == 0, np.float32(np.inf), depth_m)
    return Frame(
        rgb=rgb if "rgb" in wanted else None,
        depth=depth if "depth" in wanted else None,
        instance=instance if "instance" in wanted else None,
        glass=glass if "glass" in wanted else None,
    )
