"""Statistics of id images against a recount pixel by pixel, and the record of a moving box."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from gstgen.geometry.boxes import OrientedBox
from gstgen.perception.instances import InstanceTracks, frame_statistics, instance_record, object_records
from gstgen.scenes.model import SceneObject

Ids = NDArray[np.uint32]


def recount(instance: Ids, glass: Ids) -> dict[int, tuple[int, tuple[int, int, int, int]]]:
    found = {}
    for value in (set(np.unique(instance)) | set(np.unique(glass))) - {0}:
        ys, xs = np.nonzero((instance == value) | (glass == value))
        found[int(value)] = (len(xs), (int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1))
    return found


def id_images(values: st.SearchStrategy[int]) -> st.SearchStrategy[Ids]:
    return arrays(np.uint32, (9, 13), elements=values)


@settings(deadline=None)
@given(id_images(st.integers(0, 6)), id_images(st.sampled_from([0, 0, 0, 1, 5, 9])))
def test_statistics_equal_a_recount(instance: Ids, glass: Ids) -> None:
    statistics = frame_statistics(instance, glass)
    assert statistics.as_dict() == recount(instance, glass)
    assert (np.diff(statistics.ids) > 0).all()
    assert frame_statistics(instance).as_dict() == recount(instance, np.zeros_like(instance))


@given(id_images(st.sampled_from([0, 1, 2, 2**32 - 1])))
def test_flipped_image_flips_boxes(instance: Ids) -> None:
    width = instance.shape[1]
    plain, flipped = frame_statistics(instance), frame_statistics(np.ascontiguousarray(instance[:, ::-1]))
    assert plain.ids.tolist() == flipped.ids.tolist()
    assert plain.pixels.tolist() == flipped.pixels.tolist()
    x1, y1, x2, y2 = plain.boxes.T
    assert np.array_equal(flipped.boxes, np.stack([width - x2, y1, width - x1, y2], 1))


def test_background_and_empty_layers_are_no_instances() -> None:
    nothing = frame_statistics(np.zeros((4, 5), np.uint32))
    assert nothing.as_dict() == {}
    assert nothing.boxes.shape == (0, 4)
    full = frame_statistics(np.full((4, 5), 100_000, np.uint32), np.zeros((4, 5), np.uint32))
    assert full.as_dict() == {100_000: (20, (0, 0, 5, 4))}


def test_statistics_are_fast() -> None:
    """A furnished frame costs under 3 ms on the reference machine; the limit here only catches another order."""
    rng = np.random.default_rng(1)
    image = np.kron(rng.integers(0, 2000, (32, 40), dtype=np.uint32), np.ones((16, 16), np.uint32))
    frame_statistics(image, image)
    start = time.perf_counter()
    for _ in range(5):
        frame_statistics(image)
    assert (time.perf_counter() - start) / 5 < 0.03


def square(x: int, y: int, size: int) -> Ids:
    image = np.zeros((40, 60), np.uint32)
    image[y : y + size, x : x + size] = 1
    return image


def an_object(index: int = 0) -> SceneObject:
    box = OrientedBox.create([1.0, 2.0, 0.5], [0.6, 0.8, 1.0], 90.0)
    return SceneObject(f"chair_abcdef_{index}", "chair", "abcdef", box, "kitchen_0", "floor")


def test_record_of_a_moving_box() -> None:
    """The first object of a scene (id 1) moves right and grows; it is unseen in frames 0 and 3."""
    tracks = InstanceTracks()
    for frame, image in enumerate(
        [square(0, 0, 0), square(5, 6, 4), square(10, 6, 8), square(0, 0, 0), square(20, 6, 8)]
    ):
        tracks.add(frame, frame_statistics(image))
    objects, ids = [an_object(0), an_object(1)], {"chair_abcdef_0": 1, "chair_abcdef_1": 2}
    records = object_records(objects, ids, tracks.tracks())
    assert list(records) == ["chair_abcdef_0"]
    record = records["chair_abcdef_0"]
    assert record["track"] == [[1, 5, 6, 9, 10, 16], [2, 10, 6, 18, 14, 64], [4, 20, 6, 28, 14, 64]]
    assert record["best_frame_idx"] == 2
    assert record["best_bbox"] == [10, 6, 18, 14]
    assert record["max_pixel_count"] == 64
    assert record["max_bbox_area"] == 64
    assert record["appear_frames"] == 3
    assert record["bbox3"]["translation"] == [1.0, 2.0, 0.5]
    assert record["bbox3"]["size"] == [0.6, 0.8, 1.0]
    assert np.allclose(record["bbox3"]["rotation"], [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    assert record["category"] == "chair"


def test_largest_box_may_lie_in_another_frame() -> None:
    track = np.array([[0, 0, 0, 10, 10, 90], [1, 0, 0, 20, 20, 80]])
    record = instance_record(an_object(), 1, track)
    assert (record["max_pixel_count"], record["best_frame_idx"], record["max_bbox_area"]) == (90, 0, 400)


@pytest.mark.parametrize("frames", [0, 3])
def test_no_instance_no_track(frames: int) -> None:
    tracks = InstanceTracks()
    for frame in range(frames):
        tracks.add(frame, frame_statistics(np.zeros((4, 4), np.uint32)))
    assert tracks.tracks() == {}
