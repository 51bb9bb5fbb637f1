"""A room as a place to put furniture: collisions, keep-clear zones, and free space for an agent, on a 5 cm grid.

Groups of parts are described in a frame with +x away from the wall behind them (or towards the group's front) and
placed by listing candidates, scoring them and taking the best one that fits and leaves the room walkable; or at exact
places, alone or in blocks that are checked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from gstgen.geometry.angles import rotation_z
from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.box_index import SLACK_M, Box, BoxIndex
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.plan import GRID_M
from gstgen.scenes.rectilinear import Edge, Rect, edges, voids
from gstgen.scenes.walkable import Cut, FreeSpace

Array = NDArray[np.float64]
Pose = tuple["Group", Sequence[float] | Array, int]  # a group, the origin of its frame (x, y), quarter turns

# Object axes (columns front, left, up) of a flat thing hung on a wall, in the group's frame: +z away from the wall.
HUNG_Y_UP = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
HUNG_X_UP = np.array([[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]])
CARRIER = "carrier"  # the support of parts that stand on the placed object named when the group is placed
_MAX_FREE = 6000  # candidates over the floor of a room
_TESTS, _HUGE_CELLS = 40, 400_000
_FIRST_CHUNK = 48  # candidates that are tested first


@dataclass(frozen=True)
class Part:
    """An item in a group's frame: centre x, y and bottom z in metres, heading in degrees.

    `support` is "floor", "wall", "ceiling", `CARRIER` or the number of the part of the same group that carries it.
    """

    item: InventoryItem
    x_m: float
    y_m: float
    z_m: float = 0.0
    yaw_deg: float = 0.0
    support: str | int = "floor"
    pose: NDArray[np.float64] | None = None

    @cached_property
    def rotation(self) -> Array:
        """Object axes in the group's frame."""
        turn = rotation_z(self.yaw_deg)
        return turn if self.pose is None else turn @ self.pose

    @cached_property
    def extent_m(self) -> Array:
        """Size of its axis-aligned bounds in the group's frame."""
        extent: Array = np.abs(self.rotation) @ np.asarray(self.item.size_m)
        return extent

    @cached_property
    def bounds(self) -> Box:
        """Axis-aligned bounds in the group's frame."""
        ex, ey, ez = (float(v) for v in self.extent_m / (2.0, 2.0, 1.0))
        return (self.x_m - ex, self.y_m - ey, self.z_m, self.x_m + ex, self.y_m + ey, self.z_m + ez)


@dataclass(frozen=True)
class Group:
    """Parts placed together, and boxes (group frame) that must be free of everything else when it is placed."""

    parts: tuple[Part, ...]
    clear: tuple[Box, ...] = ()

    @cached_property
    def bounds(self) -> Array:
        """Bounds (K, 6) of the parts in the group's frame."""
        return np.array([p.bounds for p in self.parts], float)

    @cached_property
    def is_sound(self) -> bool:
        """Whether no part cuts into another, but for what it stands in (things on inner boards)."""
        b = self.bounds
        shared = np.minimum(b[:, None, 3:], b[None, :, 3:]) - np.maximum(b[:, None, :3], b[None, :, :3])
        pairs = np.argwhere(np.triu(np.all(shared > SLACK_M, axis=-1), 1))
        return all(i in self._carriers(j) or j in self._carriers(i) for i, j in pairs.tolist())

    def _carriers(self, number: int) -> set[int]:
        """Numbers of the parts that carry a part, directly or not."""
        out: set[int] = set()
        support = self.parts[number].support
        while isinstance(support, int) and support not in out:
            out.add(support)
            support = self.parts[support].support
        return out

    @property
    def items(self) -> list[InventoryItem]:
        """The items of its parts."""
        return [p.item for p in self.parts]


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
    height_m: float  # of the ceiling; infinite under the sky
    reach_m: float  # radius kept free around the agent's centre
    agent_height_m: float
    random: np.random.Generator
    seeds: list[tuple[float, float]]  # a point in front of each door, which must stay connected
    margin_m: float = (
        0.0  # part of the reach that is only kept for safety: nooks that an agent fits in without it count
    )
    placed: list[Placed] = field(default_factory=list)
    solids: BoxIndex = field(default_factory=BoxIndex)  # placed things and door leaves
    lanes: BoxIndex = field(default_factory=BoxIndex)  # never enter: door lanes, window niches
    fronts: BoxIndex = field(default_factory=BoxIndex)  # better not enter: the space in front of furniture
    rect: Rect = field(init=False)
    edges: tuple[Edge, ...] = field(init=False)
    free: FreeSpace = field(init=False)
    nooks: FreeSpace | None = field(init=False, default=None)  # the free space without the margin

    def __post_init__(self) -> None:
        x0, y0, x1, y1 = (float(v) for v in self.polygon.bounds)
        self.rect = (x0, y0, x1, y1)
        self.edges = edges(self.polygon)
        outside = voids(self.polygon)
        # Parts of the bounds that lie outside the room are solid from floor to ceiling.
        self.lanes.extend([(v[0], v[1], -1.0, v[2], v[3], min(self.height_m, 1e3) + 1.0) for v in outside])
        self.free = FreeSpace(self.rect, outside, self.edges, self.reach_m, self.agent_height_m)
        if self.margin_m > 0:
            radius = self.reach_m - self.margin_m
            self.nooks = FreeSpace(self.rect, outside, self.edges, radius, self.agent_height_m, forgiving=True)
        for x, y in self.seeds:
            for space in self._grids:
                space.add_door(x, y)

    @property
    def is_walkable(self) -> bool:
        """Whether the free space of the room as it stands is one piece that reaches every door."""
        return all(space.joined for space in self._grids)

    @property
    def _grids(self) -> list[FreeSpace]:
        return [self.free] if self.nooks is None else [self.free, self.nooks]

    def _cut(self, boxes: Array) -> list[Cut] | None:
        """What boxes (K, 6) take from the free space; None when they would cut it or block a door."""
        rows: list[Box] = [tuple(b) for b in boxes.tolist()]
        cuts = []
        for space in self._grids:
            cut = space.cut(rows)
            if cut is None:
                return None
            cuts.append(cut)
        return cuts

    def _apply(self, cuts: Sequence[Cut]) -> None:
        for space, cut in zip(self._grids, cuts, strict=True):
            space.apply(cut)

    def block(self, box: Box) -> None:
        """Add an obstacle that is no furniture (a door leaf)."""
        self.solids.append(box)
        for space in self._grids:
            space.block(box)

    # --- candidates -------------------------------------------------------------------------------------------

    def wall_candidates(
        self, group: Group, score: Callable[[Array, NDArray[np.int64], Array, Array], Array]
    ) -> Candidates:
        """Places with the group's back to each wall, every 5 cm, flush to corners and to what stands there already.

        `score` gets origins (N, 2), walls (N), distance to the nearer corner (N) and to the wall's middle (N).
        """
        boxes = group.bounds
        low, high = boxes[:, 1].min(), boxes[:, 4].max()  # extent along the wall in the group's frame
        depth = max(float(boxes[:, 3].max()), GRID_M)
        solids = self.solids.array
        rows = []
        for edge in self.edges:  # side 0 has the front to +x, 1 to +y, 2 to -x, 3 to -y
            wall, across = edge.side, 0 if edge.side in (0, 2) else 1
            # Group +y runs with +y at wall 0, with -x at wall 1, with -y at wall 2, with +x at wall 3.
            left, right = (low, high) if wall in (0, 3) else (-high, -low)
            start, stop = edge.start_m - left + 0.02, edge.end_m - right - 0.02
            if stop < start:
                continue
            near0, near1 = (edge.fixed_m, edge.fixed_m + depth) if wall < 2 else (edge.fixed_m - depth, edge.fixed_m)
            near = solids[(solids[:, across] < near1) & (solids[:, across + 3] > near0)]
            ends = near[:, [1 - across, 4 - across]]
            u = np.concatenate(
                [np.arange(start, stop, GRID_M), [stop], ends[:, 1] - left + 0.004, ends[:, 0] - right - 0.004]
            )
            u = u[(u >= start - 1e-9) & (u <= stop + 1e-9)]
            corner = np.minimum(u - start, stop - u)
            middle = np.abs(u - (start + stop) / 2)
            fixed = np.full_like(u, edge.fixed_m)
            origin = np.stack([fixed, u] if across == 0 else [u, fixed], 1)
            rows.append((origin, np.full(len(u), wall, np.int64), corner, middle))
        if not rows:
            empty = np.zeros(0)
            return Candidates(np.zeros((0, 2)), np.zeros(0, np.int64), np.zeros(0, np.int64), empty)
        origin, wall_of, corner, middle = (np.concatenate([r[k] for r in rows]) for k in range(4))
        return Candidates(origin, wall_of, wall_of, score(origin, wall_of, corner, middle))

    def free_candidates(
        self,
        score: Callable[[Array, NDArray[np.int64]], Array],
        step_m: float = 0.1,
        within: Rect | None = None,
        turns: Sequence[int] = (0, 1, 2, 3),
    ) -> Candidates:
        """Places all over the floor (or a part of it) in quarter turns, thinned out in large rooms.

        `score` gets origins (N, 2) and turns (N).
        """
        x0, y0, x1, y1 = within or self.rect
        step = max(step_m, float(np.sqrt((x1 - x0) * (y1 - y0) * len(turns) / _MAX_FREE)))
        x, y = np.meshgrid(np.arange(x0 + 0.05, x1, step), np.arange(y0 + 0.05, y1, step))
        points = np.stack([x.ravel(), y.ravel()], 1)
        if step > step_m:
            points = points + self.random.uniform(-0.5, 0.5, points.shape) * (step - step_m)
        origin = np.tile(points, (len(turns), 1))
        turn = np.repeat(np.array(turns, np.int64), len(points))
        return Candidates(origin, turn, np.full(len(turn), -1), score(origin, turn))

    # --- placing ----------------------------------------------------------------------------------------------

    def place(self, group: Group, candidates: Candidates, tests: int | None = None, carrier: int | None = None) -> bool:
        """Place a group at its best candidate that fits; first clear of the fronts of other furniture, then anyhow.

        `tests` bounds how many places are tried for walkability in either round (default: fewer in huge rooms).
        """
        if tests is None:
            tests = _TESTS if self.free.cells.size < _HUGE_CELLS else _TESTS // 4
        order = np.argsort(candidates.score, kind="stable")
        later: list[int] = []
        tried, start, size = 0, 0, _FIRST_CHUNK
        while start < len(order) and tried < tests:
            chunk = order[start : start + size]
            start, size = start + size, min(2 * size, 2048)
            poses = candidates.origin[chunk], candidates.turn[chunk]
            fits = self._fits(group, *poses)
            strict = fits.copy()
            strict[fits] = self._clear(group, poses[0][fits], poses[1][fits])
            later += chunk[fits & ~strict].tolist()
            for index in chunk[strict].tolist():
                tried += 1
                if self._try(group, candidates.origin[index], int(candidates.turn[index]), carrier):
                    return True
                if tried >= tests:
                    break
        return any(
            self._try(group, candidates.origin[index], int(candidates.turn[index]), carrier) for index in later[:tests]
        )

    def fits_at(self, group: Group, origin: Sequence[float] | Array, turn: int = 0) -> bool:
        """Whether a group collides with nothing at an exact place (walkability is not looked at)."""
        return bool(self._fits(group, np.asarray([origin], float), np.array([turn % 4]))[0])

    def place_at(
        self, group: Group, origin: Sequence[float] | Array, turn: int = 0, carrier: int | None = None
    ) -> bool:
        """Place a group at exactly one place (x, y of its frame, quarter turns) if it fits and all stays walkable.

        Its `clear` boxes are not tested, only remembered. `carrier`: index of the placed object that carries the
        parts whose support is `CARRIER`.
        """
        return self.fits_at(group, origin, turn) and self._try(group, np.asarray(origin, float), turn % 4, carrier)

    def place_block(self, poses: Sequence[Pose]) -> bool:
        """Place many groups at exact places, all or none: one collision test and one look at the free space."""
        if not poses:
            return True
        if not all(group.is_sound for group, _, _ in poses):
            return False
        boxes = [_turned(group.bounds, turn % 4, origin) for group, origin, turn in poses]
        flat = np.concatenate(boxes)
        owner = np.repeat(np.arange(len(boxes)), [len(b) for b in boxes])
        if not self._inside(flat[None])[0] or self._touches_any(flat).any() or _clash(flat, owner):
            return False
        cuts = self._cut(flat)
        if cuts is None:
            return False
        for group, origin, turn in poses:
            self._commit(group, turn % 4, np.asarray(origin, float), (), None)
        self._apply(cuts)
        return True

    def place_many(self, poses: Sequence[Pose]) -> list[bool]:
        """Place groups at exact places, each that fits: whole blocks at once, halved where they do not fit."""
        if self.place_block(poses):
            return [True] * len(poses)
        if len(poses) <= 1:
            return [False] * len(poses)
        half = len(poses) // 2
        return [*self.place_many(poses[:half]), *self.place_many(poses[half:])]

    def stand(self, things: Sequence[Placed], solid: bool = True) -> None:
        """Add things whose place was checked; without `solid` inside the box of what carries them."""
        self.placed += things
        if solid:
            self.solids.extend(np.array([np.concatenate(t.box.bounds_m) for t in things]))

    def stand_if_free(self, thing: Placed, within: int | None = None) -> bool:
        """Add a thing that stands on or hangs from something if it collides with nothing and blocks no way.

        `within`: index of a placed object whose box may enclose the thing (its carrier, on a board below its top).
        """
        box = np.concatenate(thing.box.bounds_m)
        if not self._inside(box[None, None])[0] or self.lanes.hits(box[None, None])[0]:
            return False
        but = None if within is None else np.concatenate(self.placed[within].box.bounds_m)
        if self.solids.hits_box(box, but):
            return False
        cuts = self._cut(box[None])
        if cuts is None:
            return False
        self.stand([thing])
        self._apply(cuts)
        return True

    def hang_before_window(self, thing: Placed) -> bool:
        """Add a thing that may hang in the niche before a window, where nothing else goes."""
        box = np.concatenate(thing.box.bounds_m)
        if not self._inside(box[None, None])[0] or self.solids.hits_box(box):
            return False
        cuts = self._cut(box[None])
        if cuts is None:
            return False
        self.stand([thing])
        self._apply(cuts)
        return True

    # --- tests ------------------------------------------------------------------------------------------------

    def _fits(self, group: Group, origin: Array, turn: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(N) whether the parts lie in the room and collide with nothing at places (N, 2), (N)."""
        if not group.is_sound:
            return np.zeros(len(turn), bool)
        boxes = _spread(group.bounds, origin, turn)
        ok = self._inside(boxes)
        ok[ok] = ~self.lanes.hits(boxes[ok])
        ok[ok] = ~self.solids.hits(boxes[ok])
        return ok

    def _clear(self, group: Group, origin: Array, turn: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(N) whether places respect the space in front of other furniture and have their own."""
        ok = np.logical_not(self.fronts.hits(_spread(group.bounds, origin, turn)))
        if group.clear and ok.any():
            zones = _spread(np.array(group.clear, float), origin, turn)
            x0, y0, x1, y1 = self.rect
            within = (zones[..., 0] >= x0 - 0.02) & (zones[..., 1] >= y0 - 0.02)
            within &= (zones[..., 3] <= x1 + 0.02) & (zones[..., 4] <= y1 + 0.02)
            ok &= within.all(1)
            ok[ok] = ~self.solids.hits(zones[ok])
        return ok

    def _inside(self, boxes: Array) -> NDArray[np.bool_]:
        x0, y0, x1, y1 = self.rect
        inside = (boxes[..., 0] >= x0 - SLACK_M) & (boxes[..., 1] >= y0 - SLACK_M)
        inside &= (boxes[..., 3] <= x1 + SLACK_M) & (boxes[..., 4] <= y1 + SLACK_M)
        inside &= (boxes[..., 5] <= self.height_m + SLACK_M) & (boxes[..., 2] >= -SLACK_M)
        return np.asarray(inside.all(1), bool)

    def _touches_any(self, boxes: Array) -> NDArray[np.bool_]:
        hit: NDArray[np.bool_] = self.lanes.hits(boxes[:, None]) | self.solids.hits(boxes[:, None])
        return hit

    def _try(self, group: Group, origin: Array, turn: int, carrier: int | None) -> bool:
        """Place a group that collides with nothing if the room stays walkable."""
        cuts = self._cut(_turned(group.bounds, turn, origin))
        if cuts is None:
            return False
        self._commit(group, turn, origin, cuts, carrier)
        return True

    def _commit(self, group: Group, turn: int, origin: Array, cuts: Sequence[Cut], carrier: int | None) -> None:
        base = len(self.placed)
        rotation = rotation_z(90.0 * turn)
        for part in group.parts:
            center = rotation @ np.array([part.x_m, part.y_m, 0.0]) + np.array([origin[0], origin[1], 0.0])
            center[2] = part.z_m + part.extent_m[2] / 2
            box = OrientedBox(center, np.asarray(part.item.size_m, float), np.round(rotation @ part.rotation, 12))
            support: str | int = base + part.support if isinstance(part.support, int) else part.support
            if support == CARRIER:
                if carrier is None:
                    raise ValueError("a part stands on a carrier that was not named")
                support = carrier
            self.placed.append(Placed(part.item, box, support))
        self.solids.extend(_turned(group.bounds, turn, origin))
        if group.clear:
            self.fronts.extend(_turned(np.array(group.clear, float), turn, origin))
        if cuts:
            self._apply(cuts)


def row_origins(
    group: Group, rect: Rect, turn: int, gap_m: tuple[float, float], count: int, columns: int | None = None
) -> Array:
    """Origins (N, 2) of a grid of equal groups centred in a rectangle, row by row from the side that `turn` faces.

    N is at most `count` and what the rectangle holds; `columns` bounds the length of a row.
    """
    box = group.bounds
    depth, width = box[:, 3].max() - box[:, 0].min(), box[:, 4].max() - box[:, 1].min()
    middle = np.array([(box[:, 3].max() + box[:, 0].min()) / 2, (box[:, 4].max() + box[:, 1].min()) / 2])
    room = np.array([rect[2] - rect[0], rect[3] - rect[1]])
    along_m, ahead_m = (room[1], room[0]) if turn % 2 == 0 else (room[0], room[1])
    per_row = min(int((along_m + gap_m[0] + 1e-9) / (width + gap_m[0])), columns or count)
    rows = int((ahead_m + gap_m[1] + 1e-9) / (depth + gap_m[1]))
    if per_row < 1 or rows < 1:
        return np.zeros((0, 2))
    rows = min(rows, -(-count // per_row))
    u = (np.arange(per_row) - (per_row - 1) / 2) * (width + gap_m[0])
    v = ((rows - 1) / 2 - np.arange(rows)) * (depth + gap_m[1])
    local = np.stack([np.repeat(v, per_row), np.tile(u, rows)], 1)[:count] - middle
    center = np.array([(rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2])
    spots: Array = local @ rotation_z(90.0 * (turn % 4))[:2, :2].T + center
    return spots


def _turned(boxes: Array, turn: int, origin: Sequence[float] | Array) -> Array:
    """Boxes (K, 6) turned by quarter turns about z and moved to an origin (x, y)."""
    x0, y0, z0, x1, y1, z1 = boxes.T
    for _ in range(turn):
        x0, y0, x1, y1 = -y1, x0, -y0, x1
    ox, oy = float(origin[0]), float(origin[1])
    return np.stack([x0 + ox, y0 + oy, z0, x1 + ox, y1 + oy, z1], 1)


def _spread(boxes: Array, origin: Array, turn: NDArray[np.int64]) -> Array:
    """Boxes (K, 6) at each of N places: (N, K, 6)."""
    quarter = np.stack([_turned(boxes, k, (0.0, 0.0)) for k in range(4)])[turn]
    quarter[..., 0:2] += origin[:, None]
    quarter[..., 3:5] += origin[:, None]
    return quarter


def _clash(boxes: Array, owner: NDArray[np.int64]) -> bool:
    """Whether boxes (N, 6) of different owners share space."""
    tree = shapely.STRtree(shapely.box(boxes[:, 0], boxes[:, 1], boxes[:, 3], boxes[:, 4]))
    a, b = tree.query(tree.geometries)
    pairs = owner[a] != owner[b]
    a, b = boxes[a[pairs]], boxes[b[pairs]]
    shared = np.minimum(a[:, 3:], b[:, 3:]) - np.maximum(a[:, :3], b[:, :3])
    return bool(np.any(np.all(shared > SLACK_M, axis=1)))
