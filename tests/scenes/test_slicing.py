"""Slicing trees: corridors keep their width, rooms around a corner fill it, and everything tiles the outline."""

from __future__ import annotations

import itertools

import pytest
import shapely

from gstgen.scenes.slicing import BESIDE, STACKED, WRAPS, Slicer, chain, is_valid


def tiles(rects, width, height):
    boxes = [shapely.box(*r) for own in rects for r in own]
    union = shapely.union_all(boxes)
    outline = shapely.box(0, 0, width, height)
    return union.area == pytest.approx(sum(b.area for b in boxes)) and union.symmetric_difference(outline).area < 1e-6


def test_areas_cut_in_proportion():
    rects = Slicer([10.0, 20.0, 30.0], [0.0] * 3).rectangles([0, 1, BESIDE, 2, STACKED], 6.0, 10.0)
    assert rects == [[(0.0, 0.0, 2.0, 5.0)], [(2.0, 0.0, 6.0, 5.0)], [(0.0, 5.0, 6.0, 10.0)]]


@pytest.mark.parametrize("operator", [BESIDE, STACKED])
def test_a_corridor_keeps_its_width_whichever_way_it_runs(operator):
    expression = chain([[0], [1], [2]], operator)
    rects = Slicer([30.0, 0.0, 10.0], [0.0, 1.5, 0.0]).rectangles(expression, 8.0, 8.0)
    x0, y0, x1, y1 = rects[1][0]
    assert min(x1 - x0, y1 - y0) == pytest.approx(1.5)
    assert max(x1 - x0, y1 - y0) == pytest.approx(8.0)
    assert tiles(rects, 8.0, 8.0)


def test_corridors_in_a_row_share_the_length():
    rects = Slicer([20.0, 0.0, 0.0, 20.0], [0.0, 1.4, 1.6, 0.0]).rectangles(
        [0, 1, 2, STACKED, BESIDE, 3, BESIDE], 9.0, 6.0
    )
    for corridor in (1, 2):
        x0, y0, x1, y1 = rects[corridor][0]
        assert (x1 - x0, y1 - y0) == pytest.approx((1.6, 3.0))
    assert tiles(rects, 9.0, 6.0)


@pytest.mark.parametrize(("operator", "width"), list(itertools.product(WRAPS, (0.0, 1.5))))
def test_a_room_around_a_corner(operator, width):
    rects = Slicer([27.0, 9.0], [width, 0.0]).rectangles([0, 1, operator], 6.0, 6.0)
    assert len(rects[0]) == 2
    assert tiles(rects, 6.0, 6.0)
    inner = rects[1][0]
    corner = [(0, 0), (6, 0), (6, 6), (0, 6)][WRAPS.index(operator)]
    assert corner in [(inner[0], inner[1]), (inner[2], inner[1]), (inner[2], inner[3]), (inner[0], inner[3])]
    side = inner[2] - inner[0]
    assert side == pytest.approx(6.0 - width if width else 3.0)


@pytest.mark.parametrize(
    ("expression", "valid"),
    [
        ([0, 1, BESIDE, 2, STACKED], True),
        ([0, BESIDE, 1], False),
        ([0, 1, 2, BESIDE], False),
        ([0, 1, 2, BESIDE, WRAPS[0]], True),
        ([1, 0, WRAPS[0], 2, BESIDE], False),  # leaf 1 is always a rectangle
        ([0, 1, BESIDE, 2, WRAPS[1]], False),  # only one room can be an L
        ([0, 3, WRAPS[0], 1, BESIDE, 2, BESIDE], False),  # 3 is a notch: nothing lies in the corner
        ([3, 0, WRAPS[0], 1, BESIDE, 2, BESIDE], False),
    ],
)
def test_trees(expression, valid):
    assert is_valid(expression, [True, False, False]) is valid
