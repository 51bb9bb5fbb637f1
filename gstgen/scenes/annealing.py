"""Search for a floor plan: simulated annealing of slicing trees (Wong and Liu's Polish expressions, 1986).

The cost is our own: short sides, long shapes, missing windows, rooms that ought to touch, corridors that lead nowhere,
and the cheapest doors that join all rooms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gstgen.scenes.door_tree import Edge, door_tree
from gstgen.scenes.programme import RoomSpec, door_costs, front_rooms, near_cost
from gstgen.scenes.rectilinear import Rect
from gstgen.scenes.slicing import BESIDE, GRID_M, STACKED, WRAPS, Slicer, is_valid

_WINDOW_SPACE_M = 0.35  # of wall that a window needs beside its own width
_HIGH_M = 4.5  # rooms from this height on have windows in rows
_DOOR_EVERY_M = 3.5  # of a corridor: a longer one with few doors leads nowhere
_DEAR_DOOR = 5.0  # a door between rooms that ought not to have one
_LONG_OUTLINE = 2.0  # width over depth from which on an outline is long
_HOT, _COLD = 4.0, 0.03  # temperatures, in units of cost
_STALE_SHARE = 0.35  # of the steps without a better plan end a round that has no faults
_LEAST_M = 0.5  # inner width of anything
_UNSOUND = 200.0  # fault of a room that is narrower
_SPAN = (0.35, 2.8)  # outlines are no longer than this


@dataclass(frozen=True)
class Draft:
    """A plan before it is measured out: expression, width over depth of the outline, gross areas of the notches."""

    expression: tuple[int, ...]
    aspect: float
    notches_m2: tuple[float, ...] = ()


@dataclass(frozen=True)
class Measured:
    """A draft measured out: rectangles of each room and notch, size of the outline, and what is wrong with it."""

    rooms: list[list[Rect]]
    notches: list[Rect]
    width_m: float
    height_m: float
    faults: float
    cost: float

    @property
    def is_sound(self) -> bool:
        """Whether every room has an inside."""
        return self.faults < _UNSOUND


class Planner:
    """Judges, measures out and improves drafts of one set of rooms (without outdoor ones)."""

    def __init__(
        self,
        specs: Sequence[RoomSpec],
        kind: str,
        wall_m: float,
        door_m: float,
        bent: Sequence[bool],
    ) -> None:
        self.specs, self.kind, self.wall_m, self.door_m = specs, kind, wall_m, door_m
        self.count = len(specs)
        self.wanted = [s.area_m2 for s in specs]
        self.widths = [s.width_m + wall_m if s.width_m else 0.0 for s in specs]
        self.can_wrap = [s.arm_m is not None for s in specs]
        self.bent = list(bent)
        self.walked = [s.walked_through for s in specs]
        self.hosts = [s.role == "private" for s in specs]
        self.pair_cost = door_costs(specs, kind)
        self.near = near_cost(specs)
        self.corridors = [i for i, s in enumerate(specs) if s.role == "circulation" and s.type != "entryway"]
        self.window_m = [self._window_m(s) for s in specs]
        fronts = front_rooms(specs, kind)
        best = specs[fronts[0]].type
        self.fronts = [i for i in fronts if specs[i].type == best]

    @staticmethod
    def _window_m(spec: RoomSpec) -> float:
        """Outer wall that the windows of a room need, in as many rows as its height allows."""
        if spec.height_m < _HIGH_M:
            return sum(w.size_m[1] + _WINDOW_SPACE_M for w in spec.windows)
        usable = spec.height_m - 0.3
        return sum((w.size_m[1] + _WINDOW_SPACE_M) * min(1.0, (w.size_m[2] + 0.4) / usable) for w in spec.windows)

    # --- measuring out ----------------------------------------------------------------------------------------------

    def measure(self, draft: Draft, rounds: int = 4) -> Measured:
        """Rectangles whose inner areas are those wanted, as near as the grid and the corridors allow."""
        gross = self._gross()
        areas = gross + list(draft.notches_m2)
        widths = self.widths + [0.0] * len(draft.notches_m2)
        total = self._total(areas)
        for step in range(rounds + 1):
            slicer = Slicer(areas, widths)
            width, height = self._outline(total, draft.aspect)
            rects = slicer.rectangles(draft.expression, width, height)
            if step == rounds:
                break
            got = [self._inner_m2(r) for r in rects[: self.count]]
            ratio = []
            for i, spec in enumerate(self.specs):
                factor = self.wanted[i] / max(got[i], 0.25 * self.wanted[i])
                if len(rects[i]) == 1 and not self.widths[i]:
                    short, long = self._sides(rects[i][0])
                    if factor > 0.8:
                        factor = max(
                            factor, min(1.25, spec.side_m / max(short, 0.5)), min(1.25, spec.long_m / max(long, 0.5))
                        )
                ratio.append(1.0 if self.widths[i] else min(factor, 1.6))
            areas = [a * f for a, f in zip(areas, ratio, strict=False)] + areas[self.count :]
            flexible = [i for i in range(len(areas)) if not widths[i]]
            share = sum(areas[i] for i in flexible) / max(1e-6, sum(self._gross_m2(rects[i]) for i in flexible))
            total = width * height * share
        faults, cost = self._judge(rects, width, height)
        return Measured(rects[: self.count], [r[0] for r in rects[self.count :]], width, height, faults, cost)

    def _gross(self) -> list[float]:
        return [(math.sqrt(a) + self.wall_m) ** 2 for a in self.wanted]

    def _total(self, areas: Sequence[float]) -> float:
        flexible = sum(a for a, w in zip(areas, [*self.widths, *[0.0] * len(areas)], strict=False) if not w)
        side = math.sqrt(flexible)
        return flexible + sum(0.8 * w * side for w in self.widths)

    @staticmethod
    def _outline(total_m2: float, aspect: float) -> tuple[float, float]:
        width = max(1.0, math.sqrt(total_m2 * aspect))
        return round(width / GRID_M) / 20.0, round(max(1.0, total_m2 / width) / GRID_M) / 20.0

    @staticmethod
    def _gross_m2(rects: Sequence[Rect]) -> float:
        return sum((r[2] - r[0]) * (r[3] - r[1]) for r in rects)

    def _inner_m2(self, rects: Sequence[Rect]) -> float:
        t = self.wall_m
        if len(rects) == 1:
            x0, y0, x1, y1 = rects[0]
            return (x1 - x0 - t) * (y1 - y0 - t)
        x0, y0 = min(r[0] for r in rects), min(r[1] for r in rects)
        x1, y1 = max(r[2] for r in rects), max(r[3] for r in rects)
        return (x1 - x0 - t) * (y1 - y0 - t) - ((x1 - x0) * (y1 - y0) - self._gross_m2(rects))

    def _sides(self, rect: Rect) -> tuple[float, float]:
        w, h = rect[2] - rect[0] - self.wall_m, rect[3] - rect[1] - self.wall_m
        return (w, h) if w < h else (h, w)

    # --- judging ----------------------------------------------------------------------------------------------------

    def _judge(
        self, rects: Sequence[Sequence[Rect]], width: float, height: float, limit: float = math.inf
    ) -> tuple[float, float]:
        """(faults, cost): what is wrong with a plan, and that plus the cost of its doors; infinite beyond `limit`."""
        t, n = self.wall_m, self.count
        ratio = width / height if width > height else height / width
        faults = max(0.0, ratio - _LONG_OUTLINE)
        for i, spec in enumerate(self.specs):
            faults += self._shape_faults(i, spec, rects[i])
        notches = [r[0] for r in rects[n:]]
        for notch in notches:
            faults += _notch_cost(notch, width, height)
        if faults > limit:
            return math.inf, math.inf
        need = self.door_m + t
        outer = [0.0] * n
        for i in range(n):
            for rect in rects[i]:
                x0, y0, x1, y1 = rect
                outer[i] += (y1 - y0) * ((x0 <= 0.0) + (x1 >= width)) + (x1 - x0) * ((y0 <= 0.0) + (y1 >= height))
                for notch in notches:
                    outer[i] += _shared(rect, notch)
            window = self.window_m[i]
            missing = window - (outer[i] - t)
            if window and missing > 0.0:
                faults += 1.0 + 2.0 * min(missing, 4.0)
        if not any(outer[i] >= need + 0.2 for i in self.fronts):
            faults += 8.0
        if faults > limit:
            return math.inf, math.inf
        edges = self._edges(rects, need)
        touching = {(j, i) for _, j, i in edges}
        for i, others, price in self.near:
            if not any(((i, j) if i < j else (j, i)) in touching for j in others):
                faults += price
        tree = door_tree(n, edges, self.walked, self.hosts)
        for i in self.corridors:
            if tree.degree[i] < min(2, n - 1):
                faults += 3.0
            length = self._gross_m2(rects[i]) / max(self.specs[i].side_m, 1.0)
            faults += 0.3 * max(0.0, length - 2.0 - _DOOR_EVERY_M * tree.degree[i])
            if self.widths[i]:
                faults += 0.15 * max(0.0, outer[i] - 2.0 * self.widths[i] - 1.0)  # a gallery with rooms on one side
        dear = sum(c for c, _, _ in tree.edges if c >= _DEAR_DOOR)
        return faults + tree.penalties + dear, faults + tree.cost

    def _edges(self, rects: Sequence[Sequence[Rect]], need: float) -> list[Edge]:
        """Pairs of rooms between which a door fits."""
        edges: list[Edge] = []
        for i in range(1, self.count):
            costs, mine = self.pair_cost[i], rects[i]
            for j in range(i):
                theirs = rects[j]
                if len(mine) == 1 and len(theirs) == 1:
                    a, b = mine[0], theirs[0]
                    if a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3] or _shared(a, b) < need:
                        continue
                elif not any(_shared(a, b) >= need for a in mine for b in theirs):
                    continue
                edges.append((costs[j], j, i))
        return edges

    def _shape_faults(self, i: int, spec: RoomSpec, rects: Sequence[Rect]) -> float:
        t = self.wall_m
        if len(rects) == 1:
            x0, y0, x1, y1 = rects[0]
            w, h = x1 - x0 - t, y1 - y0 - t
            short, long = (w, h) if w < h else (h, w)
            cost = 0.8 if self.bent[i] else 0.0
            if short < _LEAST_M:
                cost += _UNSOUND * (1.0 + _LEAST_M - short)
            if short < spec.side_m - 0.011:
                cost += 2.0 + 12.0 * (spec.side_m - short)
            if long < spec.long_m:
                cost += 1.0 + 4.0 * (spec.long_m - long)
            if long > spec.max_aspect * short:
                cost += 1.0 + 4.0 * (long / max(short, 0.1) - spec.max_aspect)
            elif long < spec.min_aspect * short:
                cost += 1.5 * (spec.min_aspect - long / max(short, 0.1))
            if self.widths[i]:
                cost += 0.5 * max(0.0, 2.0 - long)
                if short > spec.side_m + 0.06:  # a corridor that fills a room's place
                    cost += 3.0 + short - spec.side_m
            return cost
        upright, lying = rects
        arm = spec.arm_m or spec.side_m
        if self.widths[i]:
            arm = spec.side_m - 0.011
        least = min(upright[2] - upright[0], lying[3] - lying[1]) - t
        reach = min(upright[3] - upright[1], upright[2] - upright[0] + lying[2] - lying[0]) - t
        notch = min(lying[2] - lying[0], upright[3] - upright[1] - (lying[3] - lying[1]))
        cost = 0.0 if self.bent[i] or self.widths[i] else 3.0
        narrowest = min(min(r[2] - r[0], r[3] - r[1]) for r in rects) - t
        if narrowest < _LEAST_M and min(least, lying[2] - lying[0]) < _LEAST_M:
            cost += _UNSOUND * (1.0 + _LEAST_M - narrowest)
        if least < arm:
            cost += 2.0 + 12.0 * (arm - least)
        if reach < spec.side_m:
            cost += 2.0 + 12.0 * (spec.side_m - reach)
        if notch < 0.6:
            cost += 2.0
        return cost

    # --- searching --------------------------------------------------------------------------------------------------

    def search(self, start: Draft, steps: int, random: np.random.Generator, hot: float = _HOT) -> tuple[Draft, float]:
        """Anneal a draft; returns the best one and its cost."""
        areas = self._gross() + list(start.notches_m2)
        slicer = Slicer(areas, self.widths + [0.0] * len(start.notches_m2))
        total = self._total(areas)
        current, aspect = list(start.expression), start.aspect

        def judge(expression: list[int], shape: float, limit: float = math.inf) -> tuple[float, float]:
            width, height = self._outline(total, shape)
            return self._judge(slicer.rectangles(expression, width, height), width, height, limit)

        faults, cost = judge(current, aspect)
        best, best_aspect, best_cost, best_faults, best_step = list(current), aspect, cost, faults, 0
        if len(current) == 1:
            return start, cost
        draws, at = random.random((steps, 5)), 0
        stale = int(_STALE_SHARE * steps)
        for step in range(steps):
            u = draws[at]
            at += 1
            temperature = hot * (_COLD / hot) ** (step / steps)
            if u[0] < 0.1:
                candidate: list[int] | None = current
                shape = min(max(aspect * math.exp(0.5 * (u[1] - 0.5)), _SPAN[0]), _SPAN[1])
            else:
                candidate, shape = self._moved(current, u), aspect
            if candidate is None:
                continue
            limit = cost - temperature * math.log(max(u[4], 1e-12))
            faults, new = judge(candidate, shape, limit)
            if new <= limit:
                current, aspect, cost = candidate, shape, new
                if cost < best_cost - 1e-9:
                    best, best_aspect, best_cost, best_faults, best_step = list(current), aspect, cost, faults, step
            elif step - best_step > stale and best_faults <= 0.0:
                break
        return Draft(tuple(best), best_aspect, start.notches_m2), best_cost

    def _moved(self, expression: list[int], u: np.ndarray) -> list[int] | None:
        """A neighbouring expression, or None where the move makes no tree."""
        size = len(expression)
        if u[0] < 0.45:  # swap two leaves
            leaves = [i for i, v in enumerate(expression) if v >= 0]
            i, j = leaves[int(u[1] * len(leaves))], leaves[int(u[2] * len(leaves))]
            if i == j:
                return None
            new = list(expression)
            new[i], new[j] = new[j], new[i]
        elif u[0] < 0.65:  # another operator
            operators = [i for i, v in enumerate(expression) if v < 0]
            i = operators[int(u[1] * len(operators))]
            new = list(expression)
            if u[2] < 0.7 or not any(self.can_wrap):
                new[i] = STACKED if new[i] == BESIDE else BESIDE
            else:
                new[i] = WRAPS[int(u[3] * 4)]
        elif u[0] < 0.8:  # an operand and an operator change places
            i = int(u[1] * (size - 1))
            if (expression[i] >= 0) == (expression[i + 1] >= 0):
                return None
            new = list(expression)
            new[i], new[i + 1] = new[i + 1], new[i]
        else:
            moved = _transplanted(expression, int(u[1] * len(expression)), u[2], u[3])
            if moved is None:
                return None
            new = moved
        return new if is_valid(new, self.can_wrap) else None


def _transplanted(expression: list[int], at: int, where: float, how: float) -> list[int] | None:
    """A leaf taken out and put beside another subtree."""
    if expression[at] < 0 or len(expression) < 3:
        return None
    leaf, joint, depth = expression[at], at, 1
    while depth > 1 or joint == at:  # up to the operator that joins the leaf
        joint += 1
        depth += 1 if expression[joint] >= 0 else -1
    rest = expression[:at] + expression[at + 1 : joint] + expression[joint + 1 :]
    end = int(where * len(rest))
    operator = BESIDE if how < 0.5 else STACKED
    if (how * 2.0) % 1.0 < 0.5:
        return [*rest[: end + 1], leaf, operator, *rest[end + 1 :]]
    begin, depth = end, 1 if rest[end] >= 0 else -1
    while depth < 1:
        begin -= 1
        depth += 1 if rest[begin] >= 0 else -1
    return [*rest[:begin], leaf, *rest[begin : end + 1], operator, *rest[end + 1 :]]


def _shared(a: Rect, b: Rect) -> float:
    """Length of the common side of two rectangles of a tiling."""
    if a[0] == b[2] or a[2] == b[0]:
        length = (a[3] if a[3] < b[3] else b[3]) - (a[1] if a[1] > b[1] else b[1])
    elif a[1] == b[3] or a[3] == b[1]:
        length = (a[2] if a[2] < b[2] else b[2]) - (a[0] if a[0] > b[0] else b[0])
    else:
        return 0.0
    return length if length > 0.0 else 0.0


def _notch_cost(notch: Rect, width: float, height: float) -> float:
    x0, y0, x1, y1 = notch
    w, h = x1 - x0, y1 - y0
    on_x, on_y = x0 <= 0.0 or x1 >= width, y0 <= 0.0 or y1 >= height
    cost = 0.0 if on_x and on_y else 1.5 if on_x or on_y else 40.0
    if (x0 <= 0.0 and x1 >= width) or (y0 <= 0.0 and y1 >= height):
        cost += 6.0  # a strip along a whole side changes nothing
    if min(w, h) < 1.0:
        cost += 4.0
    return cost + max(0.0, max(w, h) / max(min(w, h), 0.1) - 3.5)
