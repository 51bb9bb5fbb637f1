"""Patterns of surfaces: seamless, seeded, of the colour asked for, quick; texture coordinates in metres."""

from __future__ import annotations

import time

import numpy as np
import pytest

from gstgen.errors import RequestError
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.patterns import SIZE_PX
from gstgen.scenes.surfaces import (
    PATTERNS,
    add_textures,
    material,
    texture,
    texture_coordinates,
    texture_key,
)


@pytest.mark.parametrize("kind", sorted(PATTERNS))
def test_patterns_are_seamless_and_of_their_colour(kind):
    color = (0.7, 0.6, 0.5)
    started = time.process_time()
    image = texture.__wrapped__(kind, color, 3)[..., :3].astype(float)
    assert time.process_time() - started < 0.5  # a tenth of it on a quiet machine
    assert image.shape == (SIZE_PX, SIZE_PX, 3)
    assert np.array_equal(texture.__wrapped__(kind, color, 3)[..., :3], image)
    for axis in (0, 1):
        steps = np.abs(np.diff(image, axis=axis)).mean(axis=tuple({0, 1, 2} - {axis}))
        seam = np.abs(image.take(0, axis) - image.take(-1, axis)).mean()
        assert seam <= 1.2 * steps.max() + 2.0  # a joint may lie there
    # The mean stays near the colour; two-tone checks, joints and figures may darken it.
    mean = image.mean((0, 1)) / 255
    assert 0.5 * np.array(color)[0] < mean[0] < 1.1 * color[0]
    assert mean[0] >= mean[2]


@pytest.mark.parametrize("kind", ["planks", "herringbone", "marble", "gravel", "hedge", "terrazzo"])
def test_seeds_differ(kind):
    assert not np.array_equal(texture(kind, (0.7, 0.6, 0.5), 3), texture(kind, (0.7, 0.6, 0.5), 4))


def test_planks_and_tiles_have_real_sizes():
    image = texture("planks", (0.8, 0.6, 0.4), 1)[..., :3].astype(float).mean(2)
    dark = np.flatnonzero(image.mean(1) < np.median(image.mean(1)) * 0.92)
    rows = 1 + (np.diff(dark) > 5).sum() - (dark[0] < 5 and dark[-1] > SIZE_PX - 5)
    width = PATTERNS["planks"].tile_m[1] / rows
    assert 0.09 <= width <= 0.20
    for kind, pattern in PATTERNS.items():
        assert 0.4 < min(pattern.tile_m) <= max(pattern.tile_m) < 3.0, kind


def test_tinted_patterns_share_one_image():
    geometry = SceneGeometry()
    reds, blues = (
        {"kind": "plaster", "color": c, "seed": s, "gloss": 0.0}
        for c, s in (([0.8, 0.2, 0.2], 1), ([0.2, 0.2, 0.8], 2))
    )
    add_textures([reds, blues], geometry)
    assert len(geometry.textures) == 1
    assert material(reds).color == (0.8, 0.2, 0.2)
    assert material(reds).texture == material(blues).texture == texture_key(blues)
    tiles = {"kind": "tiles_30", "color": [0.8, 0.8, 0.7], "seed": 9, "gloss": 0.4}
    add_textures([tiles], geometry)
    assert len(geometry.textures) == 2
    assert material(tiles).color == (1.0, 1.0, 1.0)


def test_texture_coordinates_are_metres_over_the_tile():
    finish = {"kind": "planks", "color": [0.8, 0.6, 0.4], "seed": 1, "gloss": 0.3}
    u_m, v_m = PATTERNS["planks"].tile_m
    corners = np.array([[0.0, 0.0], [u_m, 0.0], [0.0, v_m]])
    assert np.allclose(texture_coordinates(finish, corners), [[0, 0], [1, 0], [0, 1]])
    turned = texture_coordinates({**finish, "angle_deg": 90.0}, np.array([[0.0, u_m], [v_m, 0.0]]))
    assert np.allclose(np.abs(turned), [[1, 0], [0, 1]], atol=1e-9)


def test_textures_are_cached_and_cannot_be_changed():
    image = texture("carpet", (0.5, 0.5, 0.5), 1)
    assert texture("carpet", (0.5, 0.5, 0.5), 1) is image
    with pytest.raises(ValueError, match=r"read-only"):
        image[0, 0] = 0


def test_an_unknown_pattern_is_refused():
    with pytest.raises(RequestError, match=r"rebuild the scene"):
        material({"kind": "velvet", "color": [1, 1, 1], "seed": 0, "gloss": 0.0})
