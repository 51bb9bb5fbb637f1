"""Floor plans of homes: a slicing tree found by simulated annealing, with notches cut from the outline.

A plan is a tiling of a rectangle by rooms and notches (places outside the home). Rectangles run along wall centre
lines, on a 5 cm grid. The method is Wong and Liu's annealing of Polish expressions (1986) with a cost of our own: short
sides, long shapes, missing windows, and the cheapest tree of doors between the rooms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gstgen.randomness import rng
from gstgen.scenes.programme import RoomSpec, door_cost
from gstgen.scenes.rectilinear import Rect

GRID_M = 0.05
HORIZONTAL, VERTICAL = -1, -2  # operators of the Polish expression: side by side along x, stacked along y


@dataclass(frozen=True)
class FloorPlan:
    """Rooms (by id, each a union of rectangles) and notches on wall centre lines, metres, and what made them."""

    rooms: dict[str, tuple[Rect, ...]]
    notches: tuple[Rect, ...]
    expression: tuple[int, ...]
    cost: float


@dataclass(frozen=True)
class PlanParameters:
    """What the plan must leave room for, metres."""

    wall_m: float  # wall thickness
    door_m: float  # shared inner wall that a door needs
    steps_per_room: int  # of the annealing


def make_plan(
    specs: Sequence[RoomSpec],
    areas_m2: Sequence[float],
    parameters: PlanParameters,
    seed: int,
    name: str,
    start: tuple[int, ...] | None = None,
) -> FloorPlan:
    """Anneal a plan whose rooms have the given inner areas; `start` resumes from an earlier plan's expression."""
    return _Annealer(specs, areas_m2, parameters, seed, name).run(start)


class _Annealer:
    def __init__(
        self, specs: Sequence[RoomSpec], areas: Sequence[float], parameters: PlanParameters, seed: int, name: str
    ) -> None:
        random = rng(seed, "plan", name)
        self.specs, self.parameters, self.random = specs, parameters, random
        self.count = len(specs)
        t = parameters.wall_m
        gross = [(math.sqrt(a) + t) ** 2 for a in areas]
        notches = 1 if self.count < 8 else int(random.integers(1, 3))
        self.areas = gross + [sum(gross) * float(random.uniform(0.06, 0.12)) / notches for _ in range(notches)]
        aspect = float(np.exp(random.uniform(-0.35, 0.35)))
        total = sum(self.areas)
        self.width, self.height = self._snap(math.sqrt(total * aspect)), self._snap(math.sqrt(total / aspect))
        self.pair_cost = [[door_cost(a, b) for b in specs] for a in specs]
        self.window_m = [sum(w.size_m[1] + 0.35 for w in s.windows) for s in specs]
        self.front = _front_room(specs)
        self.walked = [s.role in ("circulation", "social") for s in specs]

    @staticmethod
    def _snap(value: float) -> float:
        return round(value / GRID_M) * GRID_M

    def run(self, start: tuple[int, ...] | None) -> FloorPlan:
        random = self.random
        best: list[int] | None = None
        best_cost = math.inf
        rounds = 1 if start else 3 if self.count < 10 else 2
        steps = self.parameters.steps_per_room * self.count // (4 if start else 1)
        for _ in range(rounds):
            current = list(start) if start else self._random_expression()
            cost = self._cost(self._rectangles(current))
            hot = 8.0 if not start else 0.5
            for step in range(steps):
                temperature = hot * (0.02 / hot) ** (step / steps)
                candidate = self._move(current)
                if candidate is None:
                    continue
                new = self._cost(self._rectangles(candidate))
                if new <= cost or random.random() < math.exp((cost - new) / temperature):
                    current, cost = candidate, new
                    if cost < best_cost:
                        best, best_cost = list(current), cost
            if best is None:
                best, best_cost = current, cost
        assert best is not None
        rectangles = self._rectangles(best)
        rooms: dict[str, tuple[Rect, ...]] = {spec.id: (rectangles[i],) for i, spec in enumerate(self.specs)}
        return FloorPlan(rooms, tuple(rectangles[self.count :]), tuple(best), best_cost)

    def _random_expression(self) -> list[int]:
        order = [int(i) for i in self.random.permutation(len(self.areas))]
        expression = [order[0]]
        for leaf in order[1:]:
            expression += [leaf, int(self.random.choice((HORIZONTAL, VERTICAL)))]
        return expression

    def _move(self, expression: list[int]) -> list[int] | None:
        """A neighbouring expression: two leaves swapped, operators flipped, or a leaf and an operator exchanged."""
        random = self.random
        new = list(expression)
        kind = int(random.integers(4))
        leaves = [i for i, v in enumerate(new) if v >= 0]
        operators = [i for i, v in enumerate(new) if v < 0]
        if kind == 0:
            a, b = random.choice(len(leaves), 2, replace=False)
            i, j = leaves[int(a)], leaves[int(b)]
            new[i], new[j] = new[j], new[i]
            return new
        if kind == 1:
            i = operators[int(random.integers(len(operators)))]
            new[i] = HORIZONTAL + VERTICAL - new[i]
            return new
        i = int(random.integers(len(new) - 1))
        if (new[i] >= 0) == (new[i + 1] >= 0):
            return None
        new[i], new[i + 1] = new[i + 1], new[i]
        depth = 0
        for value in new:
            depth += 1 if value >= 0 else -1
            if depth < 1:
                return None
        return new

    def _rectangles(self, expression: list[int]) -> list[Rect]:
        """Rectangle of each leaf: areas add up the tree, sides are cut in proportion down the tree."""
        nodes: list[tuple[int, int, int, float]] = []  # value, left, right, area
        stack: list[int] = []
        for value in expression:
            if value >= 0:
                nodes.append((value, -1, -1, self.areas[value]))
            else:
                right, left = stack.pop(), stack.pop()
                nodes.append((value, left, right, nodes[left][3] + nodes[right][3]))
            stack.append(len(nodes) - 1)
        out: list[Rect] = [(0.0, 0.0, 0.0, 0.0)] * len(self.areas)
        todo = [(stack[0], 0.0, 0.0, self.width, self.height)]
        while todo:
            index, x0, y0, x1, y1 = todo.pop()
            value, left, right, area = nodes[index]
            if value >= 0:
                out[value] = (x0, y0, x1, y1)
                continue
            share = nodes[left][3] / area
            if value == HORIZONTAL:
                cut = self._snap(x0 + (x1 - x0) * share)
                todo += [(left, x0, y0, cut, y1), (right, cut, y0, x1, y1)]
            else:
                cut = self._snap(y0 + (y1 - y0) * share)
                todo += [(left, x0, y0, x1, cut), (right, x0, cut, x1, y1)]
        return out

    def _cost(self, rectangles: list[Rect]) -> float:
        t, n = self.parameters.wall_m, self.count
        cost = 0.0
        outer = [0.0] * n
        for i, spec in enumerate(self.specs):
            x0, y0, x1, y1 = rectangles[i]
            w, h = x1 - x0 - t, y1 - y0 - t
            short, long = min(w, h), max(w, h)
            if short < spec.side_m:
                cost += 3.0 + 12.0 * (spec.side_m - short)
            if long > spec.max_aspect * short:
                cost += 1.0 + 4.0 * (long / max(short, 0.1) - spec.max_aspect)
            outer[i] = self._outline_m(rectangles[i])
        edges: list[tuple[float, int, int]] = []
        for i in range(n):
            for j in range(i):
                if shared_wall_m(rectangles[i], rectangles[j]) >= self.parameters.door_m + t:
                    edges.append((self.pair_cost[i][j], j, i))
        for notch in rectangles[n:]:
            cost += self._notch_cost(notch)
            for i in range(n):
                outer[i] += max(shared_wall_m(notch, rectangles[i]), 0.0)
        for i in range(n):
            missing = self.window_m[i] - (outer[i] - t)
            if missing > 0:
                cost += 1.0 + 2.0 * missing
        if outer[self.front] < self.parameters.door_m + t:
            cost += 8.0
        return cost + self._door_tree_cost(edges)

    def _door_tree_cost(self, edges: list[tuple[float, int, int]]) -> float:
        """Cost of the cheapest tree of doors: 30 a room out of reach, 4 for a way that leads through a private one."""
        tree = _cheapest_tree(self.count, edges)
        cost = sum(weight for weight, _, _ in tree) + 30.0 * (self.count - 1 - len(tree))
        ways = [0] * self.count
        for _, i, j in tree:
            ways[i] += self.walked[j]
            ways[j] += self.walked[i]
        return cost + 4.0 * sum(w - 1 for w, walked in zip(ways, self.walked, strict=True) if not walked and w > 1)

    def _outline_m(self, rect: Rect) -> float:
        """Length of a rectangle's sides on the outline of the whole plan."""
        x0, y0, x1, y1 = rect
        length = 0.0
        if x0 <= 0.0 or x1 >= self.width:
            length += (y1 - y0) * ((x0 <= 0.0) + (x1 >= self.width))
        if y0 <= 0.0 or y1 >= self.height:
            length += (x1 - x0) * ((y0 <= 0.0) + (y1 >= self.height))
        return length

    def _notch_cost(self, notch: Rect) -> float:
        x0, y0, x1, y1 = notch
        w, h = x1 - x0, y1 - y0
        on_x, on_y = x0 <= 0.0 or x1 >= self.width, y0 <= 0.0 or y1 >= self.height
        cost = 0.0 if on_x and on_y else 1.5 if on_x or on_y else 40.0
        if (x0 <= 0.0 and x1 >= self.width) or (y0 <= 0.0 and y1 >= self.height):
            cost += 6.0  # a strip along a whole side changes nothing
        if min(w, h) < 1.0:
            cost += 4.0
        return cost + max(0.0, max(w, h) / max(min(w, h), 0.1) - 2.5)


def shared_wall_m(a: Rect, b: Rect) -> float:
    """Length of the common side of two rectangles of a tiling (0 when they only meet at a corner or not at all)."""
    touch = 1e-6
    if abs(a[0] - b[2]) < touch or abs(a[2] - b[0]) < touch:
        return max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
    if abs(a[1] - b[3]) < touch or abs(a[3] - b[1]) < touch:
        return max(0.0, min(a[2], b[2]) - max(a[0], b[0]))
    return 0.0


def _front_room(specs: Sequence[RoomSpec]) -> int:
    """Index of the room with the front door."""
    order = ("entryway", "corridor", "living_room", "dining_room", "storage_room")
    ranked = sorted(range(len(specs)), key=lambda i: (order.index(specs[i].type) if specs[i].type in order else 9, i))
    return ranked[0]


def front_room(specs: Sequence[RoomSpec]) -> str:
    """Id of the room with the front door: an entryway, else a corridor, else a living room."""
    return specs[_front_room(specs)].id


def _cheapest_tree(count: int, edges: list[tuple[float, int, int]]) -> list[tuple[float, int, int]]:
    """Edges (cost, room, room) of the cheapest spanning tree of doors, or forest where a room cannot be reached."""
    parent = list(range(count))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    tree: list[tuple[float, int, int]] = []
    for weight, i, j in sorted(edges):
        a, b = root(i), root(j)
        if a != b:
            parent[a] = b
            tree.append((weight, i, j))
            if len(tree) == count - 1:
                break
    return tree
