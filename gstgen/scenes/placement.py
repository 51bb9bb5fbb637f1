"""A room as a place to put furniture: collisions, keep-clear zones, and free space for an agent, on a 5 cm grid.

Groups of parts are described in a frame with +x away from the wall behind them (or towards the group's front) and
placed by listing candidates, scoring them and taking the best one that fits and leaves the room walkable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.geometry.angles import rotation_z
from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.plan import GRID_M
from gstgen.scenes.rectilinear import Edge, Rect, edges, voids

Array = NDArray[np.float64]
Box = tuple[float, float, float, float, float, float]  # x0, y0, z0, x1, y1, z1

_SLACK_M = 1e-4
# Object axes (columns front, left, up) of a flat thing hung on a wall, in the group's frame: +z away from the wall.
HUNG_Y_UP = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
HUNG_X_UP = np.array([[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]])


@dataclass(frozen=True)
class Part:
    """An item in a group's frame: centre x, y and bottom z in metres, heading in degrees.

    `support` is "floor", "wall", "ceiling" or the number of the part of the same group that carries it.
    """

    item: InventoryItem
    x_m: float
    y_m: float
    z_m: float = 0.0
    yaw_deg: float = 0.0
    support: str | int = "floor"
    pose: NDArray[np.float64] | None = None

    @property
    def rotation(self) -> Array:
        """Object axes in the group's frame."""
        turn = rotation_z(self.yaw_deg)
        return turn if self.pose is None else turn @ self.pose

    @property
    def extent_m(self) -> Array:
        """Size of its axis-aligned bounds in the group's frame."""
        extent: Array = np.abs(self.rotation) @ np.asarray(self.item.size_m)
        return extent

    @property
    def bounds(self) -> Box:
        """Axis-aligned bounds in the group's frame."""
        ex, ey, ez = self.extent_m / (2.0, 2.0, 1.0)
        return (self.x_m - ex, self.y_m - ey, self.z_m, self.x_m + ex, self.y_m + ey, self.z_m + ez)


@dataclass(frozen=True)
class Group:
    """Parts placed together, and boxes (group frame) that must be free of everything else when it is placed."""

    parts: tuple[Part, ...]
    clear: tuple[Box, ...] = ()


@dataclass(frozen=True)
class Placed:
    """An item in the world; `support` is a word or the index of another placed item of the room."""

    item: InventoryItem
    box: OrientedBox
    support: str | int


@dataclass(frozen=True)
class Candidates:
    """Places of a group's frame: origins (N, 2), quarter turns, wall numbers (-1 = free), scores (lower is better)."""

    origin: Array
    turn: NDArray[np.int64]
    wall: NDArray[np.int64]
    score: Array


@dataclass
class RoomSpace:
    """The inside of a room (rectilinear polygon, metres) with what stands in it. `rect` is its bounds."""

    polygon: shapely.Polygon
    height_m: float
    reach_m: float  # radius kept free around the agent's centre
    agent_height_m: float
    random: np.random.Generator
    seeds: list[tuple[float, float]]  # a point in front of each door, which must stay connected
    placed: list[Placed] = field(default_factory=list)
    solids: list[Box] = field(default_factory=list)  # placed things and door leaves
    lanes: list[Box] = field(default_factory=list)  # never enter: door lanes, window niches
    rect: Rect = field(init=False)
    edges: tuple[Edge, ...] = field(init=False)
    fronts: list[Box] = field(default_factory=list)  # better not enter: the space in front of furniture

    def __post_init__(self) -> None:
        x0, y0, x1, y1 = self.rect = self._bounds()
        self.edges = edges(self.polygon)
        # Parts of the bounds that lie outside the room are solid from floor to ceiling.
        self.lanes += [(v[0], v[1], -1.0, v[2], v[3], self.height_m + 1.0) for v in voids(self.polygon)]
        nx, ny = max(1, round((x1 - x0) / GRID_M)), max(1, round((y1 - y0) / GRID_M))
        self._x = x0 + (np.arange(nx) + 0.5) * (x1 - x0) / nx
        self._y = y0 + (np.arange(ny) + 0.5) * (y1 - y0) / ny
        r = self.reach_m
        inside_x = (self._x >= x0 + r) & (self._x <= x1 - r)
        inside_y = (self._y >= y0 + r) & (self._y <= y1 - r)
        self._free = inside_y[:, None] & inside_x[None, :]
        for void in voids(self.polygon):
            self._free &= ~self._shadow((void[0], void[1], 0.0, void[2], void[3], 1.0))
        for sx, sy in self.seeds:  # the corridor from a door into the room, narrower than the reach from the walls
            self._open_towards(sx, sy)

    def _bounds(self) -> Rect:
        x0, y0, x1, y1 = self.polygon.bounds
        return float(x0), float(y0), float(x1), float(y1)

    def _open_towards(self, sx: float, sy: float) -> None:
        """Free the way from a point in a doorway into the room: it is narrower than the reach from the walls."""
        r = self.reach_m + 2 * GRID_M
        for edge in self.edges:
            u, v = (sy, sx) if edge.side in (0, 2) else (sx, sy)
            if abs(v - edge.fixed_m) > 2 * GRID_M or not edge.start_m <= u <= edge.end_m:
                continue
            across, along = (self._x, self._y) if edge.side in (0, 2) else (self._y, self._x)
            depth = (across - edge.fixed_m) * (1.0 if edge.side < 2 else -1.0)
            way, width = (depth > 0.0) & (depth < r), np.abs(along - u) <= GRID_M
            self._free |= width[:, None] & way[None, :] if edge.side in (0, 2) else way[:, None] & width[None, :]

    # --- free space -------------------------------------------------------------------------------------------

    def _shadow(self, box: Box) -> NDArray[np.bool_]:
        """Cells whose centre is nearer than the reach to a box seen from above."""
        dx = np.maximum(np.maximum(box[0] - self._x, self._x - box[3]), 0.0)
        dy = np.maximum(np.maximum(box[1] - self._y, self._y - box[4]), 0.0)
        shadow: NDArray[np.bool_] = (dy**2)[:, None] + (dx**2)[None, :] < self.reach_m**2
        return shadow

    def _is_obstacle(self, box: Box) -> bool:
        return box[2] < self.agent_height_m and box[5] > 0.05

    def _after(self, boxes: Sequence[Box]) -> NDArray[np.bool_]:
        free = self._free
        for box in boxes:
            if self._is_obstacle(box):
                free = free & ~self._shadow(box)
        return free

    @property
    def is_walkable(self) -> bool:
        """Whether the room as it stands can be walked through."""
        return self._walkable(self._free)

    def _walkable(self, free: NDArray[np.bool_]) -> bool:
        """Whether free cells are one piece (specks aside) that reaches every door."""
        labels, count = ndimage.label(free)
        if count == 0:
            return False
        if count > 1:
            sizes = np.bincount(labels.ravel())[1:]
            if np.sum(sizes) - sizes.max() > 6:
                return False
            main = int(np.argmax(sizes)) + 1
        else:
            main = 1
        return all(labels[self._cell(x, y)] == main for x, y in self.seeds)

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        ix = int(np.argmin(np.abs(self._x - x)))
        iy = int(np.argmin(np.abs(self._y - y)))
        return iy, ix

    # --- candidates -------------------------------------------------------------------------------------------

    def wall_candidates(
        self, group: Group, score: Callable[[Array, NDArray[np.int64], Array, Array], Array]
    ) -> Candidates:
        """Places with the group's back to each wall, every 5 cm, flush to corners and to what stands there already.

        `score` gets origins (N, 2), walls (N), distance to the nearer corner (N) and to the wall's middle (N).
        """
        boxes = _bounds(group)
        low, high = boxes[:, 1].min(), boxes[:, 4].max()  # extent along the wall in the group's frame
        rows = []
        for edge in self.edges:  # side 0 has the front to +x, 1 to +y, 2 to -x, 3 to -y
            wall, along = edge.side, (edge.start_m, edge.end_m)
            # Group +y runs with +y at wall 0, with -x at wall 1, with -y at wall 2, with +x at wall 3.
            left, right = (low, high) if wall in (0, 3) else (-high, -low)
            start, stop = along[0] - left + 0.02, along[1] - right - 0.02
            if stop < start:
                continue
            marks = [*np.arange(start, stop, GRID_M), stop]
            for solid in self.solids:
                a, b = (solid[1], solid[4]) if wall in (0, 2) else (solid[0], solid[3])
                marks += [b - left + 0.004, a - right - 0.004]
            u = np.array([m for m in marks if start - 1e-9 <= m <= stop + 1e-9])
            corner = np.minimum(u - start, stop - u)
            middle = np.abs(u - (start + stop) / 2)
            fixed = edge.fixed_m
            origin = np.stack([np.full_like(u, fixed), u] if wall in (0, 2) else [u, np.full_like(u, fixed)], 1)
            rows.append((origin, np.full(len(u), wall), corner, middle))
        if not rows:
            empty = np.zeros(0)
            return Candidates(np.zeros((0, 2)), np.zeros(0, np.int64), np.zeros(0, np.int64), empty)
        origin = np.concatenate([r[0] for r in rows])
        wall_of = np.concatenate([r[1] for r in rows]).astype(np.int64)
        scores = score(origin, wall_of, np.concatenate([r[2] for r in rows]), np.concatenate([r[3] for r in rows]))
        return Candidates(origin, wall_of, wall_of, scores)

    def free_candidates(self, score: Callable[[Array, NDArray[np.int64]], Array], step_m: float = 0.1) -> Candidates:
        """Places all over the floor in the four quarter turns. `score` gets origins (N, 2) and turns (N)."""
        x0, y0, x1, y1 = self.rect
        x, y = np.meshgrid(np.arange(x0 + 0.05, x1, step_m), np.arange(y0 + 0.05, y1, step_m))
        points = np.stack([x.ravel(), y.ravel()], 1)
        origin = np.tile(points, (4, 1))
        turn = np.repeat(np.arange(4), len(points)).astype(np.int64)
        return Candidates(origin, turn, np.full(len(turn), -1), score(origin, turn))

    # --- placing ----------------------------------------------------------------------------------------------

    def place(self, group: Group, candidates: Candidates, tests: int = 40) -> bool:
        """Place a group at its best candidate that fits; first clear of the fronts of other furniture, then anyhow."""
        if not len(candidates.score):
            return False
        fits, strict = self._fits(group, candidates)
        for allowed in (fits & strict, fits):
            order = np.argsort(candidates.score, kind="stable")
            order = order[allowed[order]]
            for tried, index in enumerate(order):
                if tried >= tests:
                    break
                boxes = _turned(_bounds(group), int(candidates.turn[index]), candidates.origin[index])
                free = self._after([tuple(b) for b in boxes])
                if self._walkable(free):
                    self._commit(group, int(candidates.turn[index]), candidates.origin[index], free)
                    return True
        return False

    def _fits(self, group: Group, c: Candidates) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """(N) whether the parts fit without collision, (N) whether fronts are respected too."""
        x0, y0, x1, y1 = self.rect
        count = len(c.score)
        fits, strict = np.ones(count, bool), np.ones(count, bool)
        parts = _bounds(group)
        clear = np.array(group.clear, float).reshape(-1, 6)
        solids = np.array([*self.solids], float).reshape(-1, 6)
        lanes = np.array([*self.lanes], float).reshape(-1, 6)
        fronts = np.array([*self.fronts], float).reshape(-1, 6)
        for turn in range(4):
            rows = np.nonzero(c.turn == turn)[0]
            if not len(rows):
                continue
            shift = np.concatenate([c.origin[rows], np.zeros((len(rows), 1))], 1)
            shift = np.concatenate([shift, shift], 1)[:, None, :]
            boxes = shift + _turned(parts, turn, (0.0, 0.0))[None]
            inside = (boxes[..., 0] >= x0 - _SLACK_M) & (boxes[..., 1] >= y0 - _SLACK_M)
            inside &= (boxes[..., 3] <= x1 + _SLACK_M) & (boxes[..., 4] <= y1 + _SLACK_M)
            inside &= boxes[..., 5] <= self.height_m + _SLACK_M
            ok = inside.all(1) & ~_hits(boxes, solids) & ~_hits(boxes, lanes)
            good = ~_hits(boxes, fronts)
            if len(clear):
                zones = shift + _turned(clear, turn, (0.0, 0.0))[None]
                within = (zones[..., 0] >= x0 - 0.02) & (zones[..., 1] >= y0 - 0.02)
                within &= (zones[..., 3] <= x1 + 0.02) & (zones[..., 4] <= y1 + 0.02)
                good &= within.all(1) & ~_hits(zones, solids)
            fits[rows], strict[rows] = ok, good
        return fits, strict

    def _commit(self, group: Group, turn: int, origin: Array, free: NDArray[np.bool_]) -> None:
        base = len(self.placed)
        rotation = rotation_z(90.0 * turn)
        for part in group.parts:
            center = rotation @ np.array([part.x_m, part.y_m, 0.0]) + np.array([origin[0], origin[1], 0.0])
            center[2] = part.z_m + part.extent_m[2] / 2
            box = OrientedBox(center, np.asarray(part.item.size_m, float), np.round(rotation @ part.rotation, 12))
            support = base + part.support if isinstance(part.support, int) else part.support
            self.placed.append(Placed(part.item, box, support))
        self.solids += [tuple(b) for b in _turned(_bounds(group), turn, origin)]
        if group.clear:
            self.fronts += [tuple(b) for b in _turned(np.array(group.clear, float), turn, origin)]
        self._free = free

    def block(self, box: Box) -> None:
        """Add an obstacle that is no furniture (a door leaf)."""
        self.solids.append(box)
        self._free = self._after([box])


def _bounds(group: Group) -> Array:
    return np.array([p.bounds for p in group.parts], float)


def _turned(boxes: Array, turn: int, origin: Sequence[float] | Array) -> Array:
    """Boxes (K, 6) turned by quarter turns about z and moved to an origin (x, y)."""
    x0, y0, z0, x1, y1, z1 = boxes.T
    for _ in range(turn):
        x0, y0, x1, y1 = -y1, x0, -y0, x1
    ox, oy = float(origin[0]), float(origin[1])
    return np.stack([x0 + ox, y0 + oy, z0, x1 + ox, y1 + oy, z1], 1)


def _hits(boxes: Array, others: Array) -> NDArray[np.bool_]:
    """(N) whether any of the K boxes (N, K, 6) shares space with any of the others (M, 6)."""
    if not len(others):
        return np.zeros(len(boxes), bool)
    low = np.maximum(boxes[:, :, None, :3], others[None, None, :, :3])
    high = np.minimum(boxes[:, :, None, 3:], others[None, None, :, 3:])
    hit: NDArray[np.bool_] = np.all(high - low > _SLACK_M, axis=-1).any((1, 2))
    return hit
