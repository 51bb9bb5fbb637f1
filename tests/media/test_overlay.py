"""Boxes hug their target, paths look the same in either direction of drawing and never twice as dark."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.media.overlay import draw_box, draw_path
from gstgen.media.settings import PathStyle

STYLE = PathStyle(stroke_px=6.0, dot_radius_px=8.0, opacity=0.5)


def test_box_surrounds_the_mask_without_covering_it() -> None:
    picture = np.full((60, 80, 3), 90, np.uint8)
    out = draw_box(picture, (20, 10, 50, 40), 3)
    red = (out == (255, 0, 0)).all(2)
    ys, xs = np.nonzero(red)
    assert (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1) == (17, 7, 53, 43)
    assert not red[10:40, 20:50].any()
    assert red.sum() == 36 * 36 - 30 * 30
    assert (out[~red] == 90).all()
    assert (picture == 90).all()


@pytest.mark.parametrize("box", [(0, 0, 80, 60), (0, 5, 20, 60), (78, 58, 80, 60), (10, 10, 11, 11)])
def test_box_at_the_border_stays_whole(box: tuple[int, int, int, int]) -> None:
    red = (draw_box(np.zeros((60, 80, 3), np.uint8), box, 3) == (255, 0, 0)).all(2)
    ys, xs = np.nonzero(red)
    left, top, right, bottom = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1
    assert left <= box[0]
    assert top <= box[1]
    assert right >= box[2]
    assert bottom >= box[3]
    for side in (red[top, left:right], red[bottom - 1, left:right], red[top:bottom, left], red[top:bottom, right - 1]):
        assert side.all()


@pytest.mark.parametrize("box", [(5, 5, 5, 9), (5, 9, 8, 9), (-1, 0, 5, 5), (0, 0, 81, 5)])
def test_empty_or_outside_box_is_refused(box: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="is empty or leaves"):
        draw_box(np.zeros((60, 80, 3), np.uint8), box, 3)


def test_path_colours_and_places() -> None:
    white = np.full((100, 200, 3), 255, np.uint8)
    out = draw_path(white, [(30.0, 50.0), (170.0, 50.0)], STYLE)
    stroke, dot = np.array([255, 128, 128]), np.array([128, 128, 255])
    assert np.abs(out[50, 100].astype(int) - stroke).max() <= 1
    assert np.abs(out[50, 30].astype(int) - dot).max() <= 1
    assert (out[50, 190] == 255).all()
    # Symmetric about y = 50, the line between rows 49 and 50: rows 47..52 are covered by 6 px.
    column = (255 - out[:, 100, 1].astype(float)) / 127
    assert abs(column.sum() - STYLE.stroke_px) < 0.6
    assert np.allclose(column[40:50], column[50:60][::-1], atol=0.3)  # a quarter of a pixel of rounding
    # The dot is centred on the first point.
    blue = 255 - out[:, :, 0].astype(float)
    ys, xs = np.mgrid[:100, :200] + 0.5
    assert abs((blue * xs).sum() / blue.sum() - 30) < 0.2
    assert abs((blue * ys).sum() / blue.sum() - 50) < 0.2
    assert abs((blue > 60).sum() - np.pi * STYLE.dot_radius_px**2) < 20


def test_crossing_path_is_not_darker_and_black_stays_visible() -> None:
    cross = draw_path(np.full((100, 100, 3), 255, np.uint8), [(10, 80), (20, 50), (90, 50), (50, 90), (50, 10)], STYLE)
    assert np.abs(cross[50, 50].astype(int) - (255, 128, 128)).max() <= 1
    on_black = draw_path(np.zeros((100, 100, 3), np.uint8), [(10, 50), (90, 50)], STYLE)
    assert on_black[50, 60, 0] > 100


def test_path_of_one_point_and_wrong_shape() -> None:
    out = draw_path(np.full((50, 50, 3), 255, np.uint8), [(25, 25)], STYLE)
    assert np.abs(out[25, 25].astype(int) - (128, 128, 255)).max() <= 1
    with pytest.raises(ValueError, match="points"):
        draw_path(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 2)), STYLE)
