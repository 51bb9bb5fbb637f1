"""Relief of textures: grain is shaded on one side, flat colours and cut-out pictures stay as they are."""

from __future__ import annotations

import numpy as np

from gstgen.simulators.embedded.relief import LARGEST, with_relief

DEPTH = 0.55


def texture(level: np.ndarray, alpha: int = 255) -> np.ndarray:
    return np.dstack([level, level, level, np.full_like(level, alpha)]).astype(np.uint8)


def test_a_flat_colour_and_a_picture_with_holes_stay() -> None:
    flat = texture(np.full((32, 32), 120))
    assert np.array_equal(with_relief(flat, DEPTH), flat)
    leaf = texture(np.random.default_rng(1).integers(0, 255, (32, 32)))
    leaf[4, 4, 3] = 0
    assert np.array_equal(with_relief(leaf, DEPTH), leaf)


def test_a_thread_is_light_where_it_rises_and_dark_where_it_falls() -> None:
    level = np.full((32, 32), 120)
    level[:, 15:18] = 150
    row = with_relief(texture(level), DEPTH)[16, :, 0].astype(int)
    assert row[14] > 120
    assert row[18] < 120
    assert row[16] == 150
    assert row[5] == 120


def test_shading_is_bounded_keeps_the_mean_and_the_edges_of_a_repeating_pattern() -> None:
    wave = (np.sin(np.arange(64) * 2 * np.pi / 8) > 0) * 200 + 30
    rough = texture(np.tile(wave, (64, 1)))
    shaded = with_relief(rough, DEPTH)
    ratio = shaded[..., :3] / rough[..., :3]
    assert ratio.max() < 1 + LARGEST + 0.02
    assert ratio.min() > 1 - LARGEST - 0.02
    assert abs(ratio.mean() - 1) < 0.01
    assert np.array_equal(shaded[:, 0], shaded[:, 8])  # no seam where the pattern goes on


def test_faint_grain_is_raised_so_that_it_can_be_seen() -> None:
    plaster = np.random.default_rng(2).normal(230, 0.9, (64, 64)).round()
    before, after = texture(plaster), with_relief(texture(plaster), DEPTH)
    assert after[..., 0].std() > 1.5 * before[..., 0].std()
