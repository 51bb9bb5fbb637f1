"""Could a view be another place? It is compared with poses elsewhere, by surfaces and by looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.perception.covisibility import Keys, overlap
from gstgen.perception.raycast import Hits
from gstgen.scenes.model import Scene

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Aliases:
    """Of each view (V): the most it shares, surfaces and looks, with any pose farther away than the limit."""

    surface: Array
    look: Array


def look_labels(scene: Scene) -> NDArray[np.int64]:
    """What each instance id looks like, as a number: objects by category and model, structure by kind and finish.

    Index = instance id; two instances with the same number cannot be told apart by what they are.
    """
    finish = {room.id: repr(sorted(room.finish.items())) if room.finish else room.type for room in scene.rooms}
    texts = [""]
    texts += [f"object {o.category} {o.model}" for o in scene.objects]
    texts += [f"{s.kind} {[finish.get(room, '') for room in s.rooms]}" for s in scene.structure]
    number = {text: i for i, text in enumerate(dict.fromkeys(texts))}
    return np.array([number[text] for text in texts], np.int64)


def coarse_picture(hits: Hits, labels: NDArray[np.int64], columns: int) -> tuple[NDArray[np.int64], Array]:
    """Labels and log distances (P) of every so many rays of a view, about `columns` across."""
    step = max(1, hits.instance.shape[1] // columns)
    part = np.s_[step // 2 :: step, step // 2 :: step]
    distance = np.minimum(hits.distance_m[part].ravel(), 1e3)
    return labels[hits.instance[part].ravel().astype(np.int64)], np.log(np.maximum(distance, 1e-3))


def find_aliases(
    positions_m: Array,
    keys: Sequence[Keys],
    pictures: Sequence[tuple[NDArray[np.int64], Array]],
    other_positions_m: Array,
    other_keys: Sequence[Keys],
    other_pictures: Sequence[tuple[NDArray[np.int64], Array]],
    distance_m: float,
    depth_ratio: float,
) -> Aliases:
    """Compare views with other poses that lie at least `distance_m` away on the floor.

    Surfaces: the share that both show, the smaller of both directions. Looks: the share of the coarse picture where
    both show the same kind of thing at about the same distance.
    """
    gap = np.hypot(*(positions_m[:, None, :2] - other_positions_m[None, :, :2]).transpose(2, 0, 1))
    elsewhere = gap >= distance_m
    shared = np.where(elsewhere, overlap(keys, other_keys).copy_share, 0.0)
    look = np.zeros(len(keys))
    if len(other_pictures):
        label = np.stack([p[0] for p in other_pictures])
        depth = np.stack([p[1] for p in other_pictures])
        tolerance = np.log1p(depth_ratio)
        for i, (own_label, own_depth) in enumerate(pictures):
            same = (label == own_label) & (np.abs(depth - own_depth) < tolerance)
            look[i] = float(np.where(elsewhere[i], same.mean(1), 0.0).max())
    return Aliases(shared.max(1, initial=0.0), look)
