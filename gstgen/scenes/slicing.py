"""Slicing trees: how a Polish expression of rooms, corridors and open corners cuts a rectangle into rooms.

An operand is a leaf: a room, or a notch (a place outside the building). Operators, after their two operands:
`BESIDE` (left, right), `STACKED` (below, above), and `WRAPS[corner]`, where a room lies as an L around the second
operand, which sits in that corner. Corridors have a width and take the length that their place gives them; everything
else gets floor in proportion to its area.
"""

from __future__ import annotations

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
        self.flexible_m2 = sum(a for a, w in zip(areas, widths, strict=True) if not w)

    def rectangles(self, expression: Sequence[int], width_m: float, height_m: float) -> list[list[Rect]]:
        """Rectangles of every leaf on the grid, in a rectangle at the origin: one, or two for the room of a wrap."""
        # A node is (operator or leaf, left, right, flexible area, widths of corridors across x, across y, own width).
        nodes: list[tuple[int, int, int, float, float, float, float]] = []
        stack: list[int] = []
        for value in expression:
            if value >= 0:
                width = self.widths[value]
                nodes.append((value, -1, -1, 0.0 if width else self.areas[value], 0.0, 0.0, width))
            else:
                right, left = stack.pop(), stack.pop()
                nodes.append(_joined(value, left, right, nodes[left], nodes[right]))
            stack.append(len(nodes) - 1)
        out: list[list[Rect]] = [[] for _ in self.areas]
        todo = [(stack[0], 0.0, 0.0, width_m, height_m)]
        while todo:
            index, x0, y0, x1, y1 = todo.pop()
            value, left, right, area, _, _, _ = nodes[index]
            if value >= 0:
                out[value].append((x0, y0, x1, y1))
                continue
            a, b = nodes[left], nodes[right]
            if value in (BESIDE, STACKED):
                low, high = (x0, x1) if value == BESIDE else (y0, y1)
                fixed_a, fixed_b = (a[4], b[4]) if value == BESIDE else (a[5], b[5])
                fixed_a, fixed_b = a[6] or fixed_a, b[6] or fixed_b
                if a[6] and b[6]:  # two corridors in a row share the length
                    cut = (low + high) / 2
                else:
                    share = a[3] / area if area else 0.5
                    cut = low + fixed_a + (high - low - fixed_a - fixed_b) * share
                cut = round(cut * _CELLS) / _CELLS
                if value == BESIDE:
                    todo.append((left, x0, y0, cut, y1))
                    todo.append((right, cut, y0, x1, y1))
                else:
                    todo.append((left, x0, y0, x1, cut))
                    todo.append((right, x0, cut, x1, y1))
                continue
            if a[6]:
                inner_x, inner_y = x1 - x0 - a[6], y1 - y0 - a[6]
            else:
                side = (b[3] / area) ** 0.5 if area else 0.5
                inner_x, inner_y = (x1 - x0) * side, (y1 - y0) * side
            inner_x, inner_y = round(inner_x * _CELLS) / _CELLS, round(inner_y * _CELLS) / _CELLS
            corner = -3 - value
            bx = x0 if corner in (0, 3) else round((x1 - inner_x) * _CELLS) / _CELLS
            by = y0 if corner < 2 else round((y1 - inner_y) * _CELLS) / _CELLS
            ex, ey = round((bx + inner_x) * _CELLS) / _CELLS, round((by + inner_y) * _CELLS) / _CELLS
            todo.append((right, bx, by, ex, ey))
            upright = (ex, y0, x1, y1) if bx == x0 else (x0, y0, bx, y1)
            lying = (bx, ey, ex, y1) if by == y0 else (bx, y0, ex, by)
            out[nodes[left][0]] += [upright, lying]
        return out


def _joined(
    value: int,
    left: int,
    right: int,
    a: tuple[int, int, int, float, float, float, float],
    b: tuple[int, int, int, float, float, float, float],
) -> tuple[int, int, int, float, float, float, float]:
    area = a[3] + b[3]
    if value in (BESIDE, STACKED):
        if a[6] and b[6]:
            return (value, left, right, 0.0, 0.0, 0.0, max(a[6], b[6]))
        share_a = a[3] / area if area else 0.5
        if value == BESIDE:
            across_x = (a[6] or a[4]) + (b[6] or b[4])
            across_y = a[5] * share_a + b[5] * (1.0 - share_a)
        else:
            across_x = a[4] * share_a + b[4] * (1.0 - share_a)
            across_y = (a[6] or a[5]) + (b[6] or b[5])
        return (value, left, right, area, across_x, across_y, 0.0)
    return (value, left, right, area, a[6] + b[4], a[6] + b[5], 0.0)


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
