"""The boards that levels promises are where the triangles of the meshes are, and nothing is in the way above them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.assets import library
from gstgen.scenes.assets.levels import Level, levels
from gstgen.scenes.assets.parametric.categories import recipe
from gstgen.scenes.mesh import SceneGeometry
from gstgen.scenes.model import SceneObject

Size = tuple[float, float, float]
# Bodies of the inventories that have inner boards, small and large, deep and shallow.
CARRIERS: list[tuple[str, Size]] = [
    ("bookcase", (0.16, 0.47, 0.30)), ("bookcase", (0.36, 1.92, 1.82)), ("bookcase", (0.20, 5.56, 0.84)),
    ("shelf", (0.30, 7.01, 2.70)), ("shelf", (0.33, 0.51, 0.29)),
    ("grocery_shelf", (0.40, 1.50, 2.75)), ("grocery_shelf", (0.91, 4.88, 2.32)),
    ("grocery_shelf", (0.84, 1.16, 0.95)), ("grocery_shelf", (1.70, 1.70, 0.90)),
    ("snack_rack", (0.23, 0.64, 0.48)), ("magazine_stand", (0.47, 2.22, 1.76)),
    ("candy_dispenser_shelf", (0.52, 0.79, 2.17)),
    ("bottom_cabinet", (0.45, 0.43, 0.54)), ("bottom_cabinet", (0.65, 1.23, 1.97)),
    ("bottom_cabinet_no_top", (3.06, 0.70, 0.73)), ("bottom_cabinet_no_top", (0.45, 0.16, 0.60)),
    ("metal_bottom_cabinet", (0.66, 1.33, 0.93)), ("top_cabinet", (0.24, 0.57, 0.20)),
    ("top_cabinet", (0.37, 1.13, 1.02)), ("wardrobe", (0.67, 4.48, 2.30)),
    ("commercial_kitchen_shelf", (0.43, 3.59, 0.70)), ("dish_rack_cart", (0.39, 0.82, 0.88)),
    ("free_weight_rack", (0.49, 1.35, 0.83)), ("display_case", (0.60, 1.24, 2.11)),
    ("display_case", (0.60, 0.77, 1.00)), ("grocery_fridge", (0.64, 2.93, 2.02)), ("fridge", (0.80, 1.79, 2.02)),
    ("wine_fridge", (0.45, 1.16, 2.11)), ("display_fridge", (0.56, 0.36, 0.99)), ("freezer", (0.88, 2.31, 0.85)),
    ("serving_cart", (0.41, 0.79, 0.88)), ("lab_table", (0.82, 2.27, 1.38)), ("lab_table", (2.17, 2.14, 1.05)),
    ("cubicle", (1.45, 1.44, 1.21)), ("tray", (0.40, 0.57, 0.02)), ("commercial_kitchen_table", (0.70, 1.80, 0.94)),
    ("furniture_sink", (0.71, 1.94, 1.37)), ("multi_station_furniture_sink", (0.61, 3.09, 0.96)),
]  # fmt: skip
TOPS: list[tuple[str, Size]] = [
    ("breakfast_table", (0.95, 2.27, 0.83)), ("breakfast_table", (0.90, 0.90, 0.75)),
    ("coffee_table", (0.68, 1.09, 0.37)), ("coffee_table", (0.75, 0.75, 0.45)), ("console_table", (0.30, 0.92, 0.53)),
    ("pedestal_table", (0.90, 0.90, 0.70)), ("conference_table", (0.71, 1.80, 0.72)), ("stand", (0.54, 0.62, 0.45)),
    ("desk", (0.60, 1.40, 0.77)), ("reception_desk", (0.61, 2.42, 0.81)), ("checkout_counter", (1.01, 3.06, 0.99)),
    ("bar", (0.65, 2.71, 1.10)), ("countertop", (0.56, 1.02, 0.03)), ("nightstand", (0.48, 0.78, 0.35)),
    ("bottom_cabinet", (0.45, 0.43, 0.54)), ("metal_bottom_cabinet", (0.66, 1.33, 0.93)),
    ("cedar_chest", (0.40, 0.53, 0.26)), ("bookcase", (0.30, 0.80, 0.50)), ("shelf", (0.35, 0.78, 0.05)),
    ("piano", (0.63, 1.51, 1.09)), ("washer", (0.55, 0.61, 0.84)), ("microwave", (0.38, 0.51, 0.30)),
    ("place_mat", (0.46, 0.57, 0.004)), ("coaster", (0.10, 0.10, 0.005)), ("chopping_board", (0.26, 0.36, 0.03)),
    ("mousepad", (0.69, 0.85, 0.01)), ("table_runner", (2.07, 0.34, 0.01)), ("pedestal", (0.39, 2.59, 0.10)),
    ("wood_fireplace", (0.74, 1.75, 1.31)), ("display_case", (0.60, 0.77, 1.00)), ("dishwasher", (0.57, 0.52, 0.71)),
    ("clothes_dryer", (0.63, 0.60, 0.85)), ("gas_fireplace", (0.48, 2.26, 0.84)), ("toy_box", (0.19, 0.29, 0.30)),
]  # fmt: skip


def triangles(category: str, size: Size, style: str, seed: int, carries: bool) -> np.ndarray:
    """(F, 3, 3) corners in the object's frame, z from the bottom of the box."""
    asset = {"source": "parametric", "style": style, "seed": seed, "suite": 3, "carries_inside": carries}
    box = OrientedBox(np.array([0.0, 0.0, size[2] / 2]), np.array(size), np.eye(3))
    geometry = SceneGeometry()
    parts = library.object_parts(SceneObject("thing", category, "m", box, None, "floor", asset), geometry)
    return np.concatenate([p.vertices[p.faces].astype(float) for p in parts])


def heights_at(tri: np.ndarray, x: float, y: float) -> np.ndarray:
    """Heights of all surfaces that a vertical line meets."""
    a, b, c = tri[:, 0], tri[:, 1], tri[:, 2]
    det = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
    with np.errstate(all="ignore"):
        v = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (y - a[:, 1])) / det
        w = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (x - a[:, 0]) * (b[:, 1] - a[:, 1])) / det
        z = a[:, 2] + v * (b[:, 2] - a[:, 2]) + w * (c[:, 2] - a[:, 2])
        inside = (np.abs(det) > 1e-12) & (v >= -1e-5) & (w >= -1e-5) & (v + w <= 1 + 1e-5)
    return z[inside]


def crossing(tri: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Which triangles meet a box (separating axes)."""
    center, half = (lower + upper) / 2, (upper - lower) / 2
    t = tri - center
    near = (t.min(1) <= half).all(1) & (t.max(1) >= -half).all(1)
    edges = np.stack([t[:, 1] - t[:, 0], t[:, 2] - t[:, 1], t[:, 0] - t[:, 2]], 1)
    axes = [np.cross(edges[:, k], np.eye(3)[j]) for k in range(3) for j in range(3)]
    axes.append(np.cross(edges[:, 0], edges[:, 1]))
    for axis in axes:
        spread = np.einsum("fij,fj->fi", t, axis)
        radius = np.abs(axis) @ half
        near &= (spread.min(1) <= radius + 1e-12) & (spread.max(1) >= -radius - 1e-12)
    return near


def check(tri: np.ndarray, level: Level, size: Size, name: str) -> None:
    for x in np.linspace(level.x0_m + 1e-4, level.x1_m - 1e-4, 5) + 1.1e-5:
        for y in np.linspace(level.y0_m + 1e-4, level.y1_m - 1e-4, 7) + 1.7e-5:
            z = heights_at(tri, x, y)
            assert len(z), f"{name}: nothing under ({x:.3f}, {y:.3f})"
            assert np.abs(z - level.z_m).min() < 1e-3, f"{name}: no board at {level.z_m:.3f} under ({x:.3f}, {y:.3f})"
    top = min(level.z_m + level.clear_m, max(size[2] + 0.5, level.z_m + 0.5))
    lower = np.array([level.x0_m, level.y0_m, level.z_m + 1.5e-3])
    inside = crossing(tri, lower, np.array([level.x1_m, level.y1_m, top]))
    assert not inside.any(), f"{name}: {inside.sum()} triangles above {level}, such as {tri[inside][0].round(3)}"


@pytest.mark.parametrize(("category", "size"), CARRIERS)
def test_boards_are_where_levels_says_and_free(category: str, size: Size) -> None:
    inner = [level for level in levels(category, size) if level.inner]
    assert inner
    for number, style in enumerate(dict.fromkeys(recipe(category).styles)):
        tri = triangles(category, size, style, number, True)
        for level in inner:
            check(tri, level, size, f"{category}:{style}")


@pytest.mark.parametrize(("category", "size"), TOPS)
def test_tops_are_flat(category: str, size: Size) -> None:
    tops = [level for level in levels(category, size) if not level.inner]
    assert len(tops) == 1
    for number, style in enumerate(dict.fromkeys(recipe(category).styles)):
        check(triangles(category, size, style, number, False), tops[0], size, f"{category}:{style}")


@pytest.mark.parametrize(("category", "size"), [*CARRIERS, *TOPS])
def test_levels_lie_in_the_box_and_apart(category: str, size: Size) -> None:
    found = levels(category, size)
    assert [level.z_m for level in found] == sorted(level.z_m for level in found)
    for level in found:
        assert 0 < level.z_m <= size[2] + 1e-9
        assert -size[0] / 2 <= level.x0_m < level.x1_m <= size[0] / 2
        assert -size[1] / 2 <= level.y0_m < level.y1_m <= size[1] / 2
        assert level.clear_m > 0.05
        if not level.inner:
            assert level.z_m == size[2]
            assert math.isinf(level.clear_m)
    for a in found:
        for b in found:
            overlap = min(a.x1_m, b.x1_m) > max(a.x0_m, b.x0_m) and min(a.y1_m, b.y1_m) > max(a.y0_m, b.y0_m)
            if a is not b and overlap and a.z_m < b.z_m and math.isfinite(a.clear_m):
                assert a.z_m + a.clear_m < b.z_m


@pytest.mark.parametrize(
    ("category", "size", "parts"),
    [("desk", (1.60, 1.61, 0.75), 2), ("desk", (2.0, 2.79, 0.75), 2), ("bar", (2.70, 9.30, 1.40), 3)],
)
def test_deep_tops_run_round_corners(category: str, size: Size, parts: int) -> None:
    tops = levels(category, size)
    assert len(tops) == parts
    assert all(not level.inner and level.z_m == size[2] for level in tops)
    asset = library.choose_asset(category, "abcdef", size, 5, library.available_sources(), carries_on_top=True)
    assert asset["source"] == "parametric"  # an artist's corner has another outline
    for number, style in enumerate(dict.fromkeys(recipe(category).styles)):
        tri = triangles(category, size, style, number, False)
        for level in tops:
            check(tri, level, size, f"{category}:{style}")


@pytest.mark.parametrize("size", [(0.97, 2.20, 0.88), (2.02, 2.85, 0.93), (4.50, 4.75, 0.91)])
def test_seats_of_sofas_are_where_levels_says(size: Size) -> None:
    (seat,) = levels("sofa", size)
    for number, style in enumerate(dict.fromkeys(recipe("sofa").styles)):
        tri = triangles("sofa", size, style, number, True)
        for x in np.linspace(seat.x0_m + 0.05, seat.x1_m - 0.05, 3):
            for y in np.linspace(seat.y0_m + 0.05, seat.y1_m - 0.05, 5):
                # Soft: cushions swell; not where two of them meet.
                assert abs(heights_at(tri, x + 0.011, y + 0.023).max() - seat.z_m) < 0.06, (style, x, y)


def test_what_carries_nothing_has_no_level() -> None:
    for category in ("straight_chair", "toilet", "apple", "lamp", "picture", "tree"):
        assert levels(category, (0.6, 0.6, 0.8)) == ()
    assert levels("fridge", (0.64, 0.63, 1.68)) == ()  # a kitchen's fridge keeps its doors shut


def test_a_body_that_carries_is_built_in_code_and_stays_empty() -> None:
    size = (0.36, 1.92, 1.82)
    sources = library.available_sources()
    asset = library.choose_asset("bookcase", "abcdef", size, 5, sources, carries_inside=True)
    assert asset["source"] == "parametric"
    assert asset["carries_inside"] is True
    full = triangles("bookcase", size, asset["style"], asset["seed"], False)
    assert len(triangles("bookcase", size, asset["style"], asset["seed"], True)) < len(full) / 2
    with pytest.raises(ValueError, match="no inner level"):
        library.choose_asset("toilet", "abcdef", (0.6, 0.4, 0.8), 5, sources, carries_inside=True)
