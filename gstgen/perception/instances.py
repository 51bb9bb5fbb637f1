"""Pixels and boxes of instances: of one id image, and over a whole video."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes.model import SceneObject

Ids = NDArray[np.uint32]
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class InstanceStatistics:
    """Instances in one view, ascending by id: `ids` (n), visible `pixels` (n), half-open `boxes` (n, 4) x1 y1 x2 y2.

    An instance without a pixel is not listed, nor is 0 (nothing).
    """

    ids: Rows
    pixels: Rows
    boxes: Rows

    def as_dict(self) -> dict[int, tuple[int, tuple[int, int, int, int]]]:
        """Id -> (pixels, box)."""
        rows = zip(self.ids.tolist(), self.pixels.tolist(), self.boxes.tolist(), strict=True)
        return {i: (pixels, (box[0], box[1], box[2], box[3])) for i, pixels, box in rows}


def frame_statistics(instance: Ids, glass: Ids | None = None) -> InstanceStatistics:
    """Statistics of an id image (H, W); a pixel of the `glass` layer (H, W) counts for the glass instance too.

    Works on runs of equal ids along the rows: cheap however many instances the scene has.
    """
    runs = _runs(instance)
    if glass is not None and glass.any():
        # A pixel is counted once for an instance that is in both layers.
        runs = np.concatenate([runs, _runs(np.where(glass == instance, 0, glass))])
    runs = runs[runs[:, 0] != 0]
    if len(runs) == 0:
        return InstanceStatistics(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, 4), np.int64))
    runs = runs[np.argsort(runs[:, 0], kind="stable")]
    ids, row, start, stop = runs.T
    first = np.flatnonzero(np.r_[True, ids[1:] != ids[:-1]])
    boxes = np.stack(
        [
            np.minimum.reduceat(start, first),
            np.minimum.reduceat(row, first),
            np.maximum.reduceat(stop, first),
            np.maximum.reduceat(row, first) + 1,
        ],
        axis=1,
    )
    return InstanceStatistics(ids[first], np.add.reduceat(stop - start, first), boxes)


def _runs(image: NDArray[np.uint32]) -> Rows:
    """Runs of equal ids along rows, (n, 4): id, row, first column, one past the last column."""
    height, width = image.shape
    changes = np.empty((height, width), bool)
    changes[:, 0] = True
    np.not_equal(image[:, 1:], image[:, :-1], out=changes[:, 1:])
    starts = np.flatnonzero(changes)
    stops = np.append(starts[1:], height * width)
    row = starts // width
    return np.stack([image.ravel()[starts].astype(np.int64), row, starts - row * width, stops - row * width], axis=1)


@dataclass
class InstanceTracks:
    """Statistics of the frames of one video, collected frame by frame."""

    _rows: list[Rows] = field(default_factory=list)

    def add(self, frame: int, statistics: InstanceStatistics) -> None:
        """Add the statistics of a frame (index in the video); frames come in order."""
        n = len(statistics.ids)
        index = np.full((n, 1), frame, np.int64)
        self._rows.append(np.hstack([statistics.ids[:, None], index, statistics.boxes, statistics.pixels[:, None]]))

    def tracks(self) -> dict[int, Rows]:
        """Instance id -> rows (n, 6): frame, x1, y1, x2, y2, pixels, ascending by frame."""
        rows = np.concatenate([np.zeros((0, 7), np.int64), *self._rows])
        if len(rows) == 0:
            return {}
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        ids, first = np.unique(rows[:, 0], return_index=True)
        return {int(i): part[:, 1:] for i, part in zip(ids, np.split(rows, first[1:]), strict=True)}


def instance_record(item: SceneObject, instance_id: int, track: Rows) -> dict[str, Any]:
    """The per-instance record of a video.

    `box_semantic` is the instance's value in the id images, `semantic` its category; `bbox3` is the oriented box:
    centre and size (along its own axes) in metres, rotation columns = its axes in the world. The best frame is the
    one with most visible pixels, the earliest of equals.
    """
    best = track[int(np.argmax(track[:, 5]))]
    areas = (track[:, 3] - track[:, 1]) * (track[:, 4] - track[:, 2])
    return {
        "category": item.category,
        "box_semantic": instance_id,
        "bbox3": {
            "translation": item.box.center_m.tolist(),
            "size": item.box.size_m.tolist(),
            "rotation": item.box.rotation.tolist(),
        },
        "semantic": item.category,
        "max_pixel_count": int(track[:, 5].max()),
        "max_bbox_area": int(areas.max()),
        "appear_frames": len(track),
        "best_bbox": best[1:5].tolist(),
        "best_frame_idx": int(best[0]),
        "track": track.tolist(),
    }


def object_records(
    objects: Iterable[SceneObject], instance_ids: dict[str, int], tracks: dict[int, Rows]
) -> dict[str, dict[str, Any]]:
    """Object id -> record of every object that a video shows in at least one frame; structure has none."""
    return {
        item.id: instance_record(item, instance_ids[item.id], tracks[instance_ids[item.id]])
        for item in objects
        if instance_ids[item.id] in tracks
    }
