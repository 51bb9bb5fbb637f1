"""The part of a picture in which sky is drawn."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.simulators.embedded.targets import MARGIN_PX, around


def test_nothing_is_drawn_where_no_pixel_is_empty() -> None:
    assert around(np.zeros((8, 10), bool), 1.5, (15, 12)) is None


def test_a_rectangle_holds_every_empty_pixel_and_its_margin() -> None:
    empty = np.zeros((80, 100), bool)
    empty[30, 40] = empty[50, 60] = True
    x, y, width, height = around(empty, 1.5, (150, 120)) or (0, 0, 0, 0)
    assert x <= (40 - MARGIN_PX + 1) * 1.5
    assert x + width >= (61 + MARGIN_PX - 1) * 1.5
    assert y <= (30 - MARGIN_PX + 1) * 1.5
    assert y + height >= (51 + MARGIN_PX - 1) * 1.5
    assert width < 50
    assert height < 50


@pytest.mark.parametrize("scale", [1.5, 2.0, 3.0])
def test_a_rectangle_stays_inside_the_picture(scale: float) -> None:
    size = (round(9 * scale), round(7 * scale))
    assert around(np.ones((7, 9), bool), scale, size) == (0, 0, *size)
