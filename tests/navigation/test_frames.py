"""The first look at frames lets no bare one pass."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gstgen.geometry.cameras import pose_from_heading, poses_from_headings
from gstgen.navigation.frames import has_run


@given(st.lists(st.lists(st.integers(0, 4), min_size=9, max_size=9), min_size=1, max_size=6), st.integers(1, 9))
def test_a_label_is_counted_wherever_it_stands(rows: list[list[int]], length: int) -> None:
    expected = [any(row.count(label) >= length for label in row if label > 0) for row in rows]
    assert has_run(np.array(rows, np.int64), length).tolist() == expected


@given(st.integers(0, 2**32 - 1))
def test_what_covers_all_rays_covers_the_first_look(seed: int) -> None:
    """Of 32 x 26 rays 81 % lie on one wall, anywhere: a quarter of the rays says that it may be bare."""
    random = np.random.default_rng(seed)
    labels = np.full(32 * 26, 7, np.int64)
    labels[random.permutation(len(labels))[: int(0.19 * len(labels))]] = random.integers(0, 5)
    coarse = labels.reshape(26, 32)[::2, ::2].reshape(1, -1)
    needed = int(np.ceil(coarse.size - 0.19 * labels.size))
    assert has_run(coarse, needed).all()


def test_poses_of_many_headings_are_those_of_each() -> None:
    random = np.random.default_rng(0)
    places, headings, pitches = random.normal(size=(20, 3)), random.uniform(-200, 400, 20), random.uniform(-80, 80, 20)
    each = [pose_from_heading(p, h, q) for p, h, q in zip(places, headings, pitches, strict=True)]
    np.testing.assert_allclose(poses_from_headings(places, headings, pitches), each, atol=1e-12)
