"""Far plants lose leaves in small steps; the leaves that stay keep their place and the plant its look."""

from __future__ import annotations

import numpy as np

from gstgen.simulators.embedded.foliage import SHARES, STEPS, add_leaf_levels


def plant(leaves: int, seed: int = 0) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Upright square cards of 0.2 m in a ball of 1 m; the colour tells the card."""
    random = np.random.default_rng(seed)
    middle = random.normal(size=(leaves, 3))
    middle /= np.linalg.norm(middle, axis=1, keepdims=True)
    square = np.array([[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1]]) * 0.1
    places = (middle[:, None] + square).reshape(-1, 3).astype(np.float32)
    colour = np.repeat(np.arange(leaves), 4)
    indices = (np.arange(leaves)[:, None] * 4 + np.array([0, 1, 2, 0, 2, 3])).ravel().astype(np.uint32)
    return {"P": places, "C": colour}, indices


def test_leaves_stay_in_place_and_cover_the_same_area() -> None:
    attributes, indices = plant(400)
    first, count = np.array([0, 0]), np.array([0, len(indices)])
    out, buffer, firsts, counts, leaf_m = add_leaf_levels(attributes, indices, first, count)
    assert np.array_equal(buffer[: len(indices)], indices)
    assert np.isinf(leaf_m[0])
    assert 0.2 < leaf_m[1] < 0.4
    before = set(range(400))
    for level, share in enumerate(SHARES, start=1):
        corners = buffer[firsts[level, 1] :][: counts[level, 1]].reshape(-1, 3)
        cards = set(out["C"][corners].ravel().tolist())
        assert len(cards) == np.ceil(share * 400)
        assert cards <= before  # nothing comes back as one walks away
        before = cards
        u, v = (out["P"][corners[:, k]] - out["P"][corners[:, 0]] for k in (1, 2))
        assert abs(np.linalg.norm(np.cross(u, v), axis=1).sum() / 2 / (400 * 0.04) - 1) < 0.02
        for card in sorted(cards)[:5]:
            old = attributes["P"][attributes["C"] == card].mean(0)
            new = out["P"][np.unique(corners[(out["C"][corners] == card).all(1)])].mean(0)
            assert np.allclose(old, new, atol=1e-5)
    assert list(STEPS) == sorted(STEPS)


def test_what_is_no_plant_is_left_alone() -> None:
    few, indices = plant(10)
    _, buffer, firsts, counts, leaf_m = add_leaf_levels(few, indices, np.array([0]), np.array([len(indices)]))
    assert np.array_equal(buffer, indices)
    assert np.isinf(leaf_m).all()
    assert (counts == len(indices)).all()
    assert (firsts == 0).all()
