"""Slicing trees: how a Polish expression of rooms, corridors and open corners cuts a rectangle into rooms.

An operand is a leaf: a room, or a notch (a place outside the building). Operators, after their two operands:
`BESIDE` (left, right), `STACKED` (below, above), and `WRAPS[corner]`, where a room lies as an L around the second
operand, which sits in that corner. Corridors have a width and take the length that their place gives them; everything
else gets floor in proportion to its area.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from gstgen.scenes.rectilinear import Rect

GRID_M = 0.05
BESIDE, STACKED = -1, -2
WRAPS = (-3, -4, -5, -6)  # corner of the wrapped part: low x low y, high x low y, high x high y, low x high y

_CELLS = 20.0  # grid cells a metre


class Slicer:
    """Turns expressions into rectangles. `areas` are the leaves' gross areas, `widths` gross corridor widths (or 0)."""

    def __init__(self, areas: Sequence[float], widths: Sequence[float]) -> None:
        self.areas = list(areas)
        self.widths = list(widths)

    def rectangles(self, expression: Sequence[int], width_m: float, height_m: float) -> list[list[Rect]]:
        """Rectangles of every leaf on the grid, in a rectangle at the origin: one, or two for the room of a wrap."""
        leaf_areas, leaf_widths = self.areas, self.widths
        # Per node: operator or leaf, operands, flexible area, widths of corridors across x and across y, own width.
        values: list[int] = []
        lefts: list[int] = []
        rights: list[int] = []
        areas: list[float] = []
        across_x: list[float] = []
        across_y: list[float] = []
        widths: list[float] = []
        stack: list[int] = []
        for value in expression:
            left = right = -1
            area = fixed_x = fixed_y = width = 0.0
            if value >= 0:
                width = leaf_widths[value]
                if not width:
                    area = leaf_areas[value]
            else:
                right, left = stack.pop(), stack.pop()
                area = areas[left] + areas[right]
                wide_a, wide_b = widths[left], widths[right]
                if value < STACKED:
                    fixed_x, fixed_y = wide_a + across_x[right], wide_a + across_y[right]
                elif wide_a and wide_b:  # corridors in a row are one corridor to those around them
                    area, width = 0.0, max(wide_a, wide_b)
                else:
                    share = areas[left] / area if area else 0.5
                    if value == BESIDE:
                        fixed_x = (wide_a or across_x[left]) + (wide_b or across_x[right])
                        fixed_y = across_y[left] * share + across_y[right] * (1.0 - share)
                    else:
                        fixed_x = across_x[left] * share + across_x[right] * (1.0 - share)
                        fixed_y = (wide_a or across_y[left]) + (wide_b or across_y[right])
            stack.append(len(values))
            values.append(value)
            lefts.append(left)
            rights.append(right)
            areas.append(area)
            across_x.append(fixed_x)
            across_y.append(fixed_y)
            widths.append(width)
        out: list[list[Rect]] = [[] for _ in leaf_areas]
        todo = [(stack[0], 0.0, 0.0, width_m, height_m)]
        while todo:
            index, x0, y0, x1, y1 = todo.pop()
            value = values[index]
            if value >= 0:
                out[value].append((x0, y0, x1, y1))
                continue
            left, right = lefts[index], rights[index]
            area = areas[index]
            wide_a, wide_b = widths[left], widths[right]
            if value < STACKED:
                wrapped, arms = self._wrap(value, wide_a, areas[right] / area if area else 0.5, (x0, y0, x1, y1))
                todo.append((right, *wrapped))
                out[values[left]] += arms
                continue
            low, high, fixed = (x0, x1, across_x) if value == BESIDE else (y0, y1, across_y)
            if wide_a and wide_b:  # two corridors in a row share the length
                cut = (low + high) / 2
            else:
                fixed_a, fixed_b = wide_a or fixed[left], wide_b or fixed[right]
                cut = low + fixed_a + (high - low - fixed_a - fixed_b) * (areas[left] / area if area else 0.5)
            cut = round(cut * _CELLS) / _CELLS
            if value == BESIDE:
                todo.append((left, x0, y0, cut, y1))
                todo.append((right, cut, y0, x1, y1))
            else:
                todo.append((left, x0, y0, x1, cut))
                todo.append((right, x0, cut, x1, y1))
        return out

    @staticmethod
    def _wrap(operator: int, width: float, share: float, rect: Rect) -> tuple[Rect, list[Rect]]:
        """The wrapped part in its corner and the two arms around it: of a width, or what the part's share leaves."""
        x0, y0, x1, y1 = rect
        side = math.sqrt(share)
        inner_x = x1 - x0 - width if width else (x1 - x0) * side
        inner_y = y1 - y0 - width if width else (y1 - y0) * side
        corner = WRAPS[0] - operator
        bx = x0 if corner in (0, 3) else round((x1 - inner_x) * _CELLS) / _CELLS
        by = y0 if corner < 2 else round((y1 - inner_y) * _CELLS) / _CELLS
        ex = x1 if corner in (1, 2) else round((x0 + inner_x) * _CELLS) / _CELLS
        ey = y1 if corner >= 2 else round((y0 + inner_y) * _CELLS) / _CELLS
        upright = (ex, y0, x1, y1) if bx == x0 else (x0, y0, bx, y1)
        lying = (bx, ey, ex, y1) if by == y0 else (bx, y0, ex, by)
        return (bx, by, ex, ey), [upright, lying]


def is_valid(expression: Sequence[int], can_wrap: Sequence[bool]) -> bool:
    """Whether an expression is a tree in which only leaves that `can_wrap` wrap something that is not a notch alone."""
    stack: list[int] = []  # a leaf, or -1 for a subtree
    for value in expression:
        if value >= 0:
            stack.append(value)
            continue
        if len(stack) < 2:
            return False
        right, left = stack.pop(), stack.pop()
        if value <= WRAPS[0]:
            rooms = len(can_wrap)
            if not 0 <= left < rooms or not can_wrap[left] or right >= rooms:
                return False
        stack.append(-1)
    return len(stack) == 1


def chain(parts: Sequence[Sequence[int]], operator: int) -> list[int]:
    """Expressions side by side (or stacked), in order."""
    out = list(parts[0])
    for part in parts[1:]:
        out += [*part, operator]
    return out
