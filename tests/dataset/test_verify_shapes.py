"""A drawn red box is told from red things."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.dataset.verify_shapes import drawn_side_shares

BOX = (20, 12, 40, 28)
BRICK, WHITE, SCARLET = (150, 70, 55), (240, 240, 240), (230, 20, 20)


def _shares(wall: tuple[int, int, int], drawn: bool) -> list[float]:
    plain = np.full((40, 60, 3), wall, np.uint8)
    picture = plain.copy()
    if drawn:
        x1, y1, x2, y2 = BOX
        picture[y1 - 2 : y2 + 2, x1 - 2 : x2 + 2] = (255, 0, 0)
        picture[y1:y2, x1:x2] = plain[y1:y2, x1:x2]
    return list(drawn_side_shares(picture, plain, BOX, 4.0, 45.0).values())


@pytest.mark.parametrize("wall", [BRICK, WHITE])
def test_only_a_line_that_was_drawn_counts(wall: tuple[int, int, int]) -> None:
    assert _shares(wall, drawn=True) == [1.0] * 4
    assert _shares(wall, drawn=False) == [0.0] * 4


def test_a_box_on_what_is_as_red_itself_is_not_missed() -> None:
    assert _shares(SCARLET, drawn=True) == [1.0] * 4
