"""Doors and passages: a tree that joins all rooms, some more ways, the front door, and doors that stay shut."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from gstgen.scenes.door_tree import Edge, door_tree
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.openings import Facade, Hinge, Opening, Side
from gstgen.scenes.plan import FloorPlan
from gstgen.scenes.programme import CLOSED_CATEGORIES, KindRules, RoomSpec, door_costs, front_rooms, opens_freely
from gstgen.scenes.rectilinear import inner_polygon

_EXTRA_COST = 3.0  # dearer pairs of rooms get no second way
_TALLEST_DOOR_M, _WIDEST_DOOR_M = 2.4, 1.05  # of ordinary doors
_LEAVES_M = 1.3  # a wider shut door has two leaves
_HEAD_M = 0.15  # between a door and the ceiling
_LEAST_SHUT_M = 0.75  # least width of a door that stays shut
_GROUNDS_DOORS = 3  # ways from the building into a garden


class DoorPlacer:
    """Joins the rooms of a plan; listed doors are used first, others are added and noted."""

    def __init__(
        self,
        facade: Facade,
        specs: Sequence[RoomSpec],
        plan: FloorPlan,
        kind: str,
        rules: KindRules,
        random: np.random.Generator,
    ) -> None:
        self.facade, self.kind, self.rules, self.random = facade, kind, rules, random
        self.specs, self.settings, self.walls = list(specs), facade.settings, facade.walls
        self.by_id = {s.id: s for s in specs}
        self.outlines = {room: inner_polygon(rects, 0.0) for room, rects in plan.rooms.items()}
        self.left: dict[str, list[InventoryItem]] = {s.id: list(s.doors) for s in specs}
        self.shut: dict[str, list[InventoryItem]] = {s.id: [] for s in specs}
        for room, items in self.left.items():
            self.shut[room] = [i for i in items if i.category in CLOSED_CATEGORIES]
            self.left[room] = [i for i in items if i.category not in CLOSED_CATEGORIES]

    def place_ways(self) -> bool:
        """Cut all doors and passages between rooms, and the front door. False when some room cannot be joined."""
        pairs = self._pairs()
        index = {s.id: i for i, s in enumerate(self.specs)}
        costs = door_costs(self.specs, self.kind)
        edges: list[Edge] = []
        for a, b in pairs:
            cost = costs[index[a]][index[b]] + 0.1 * float(self.random.random())
            edges.append((cost, index[a], index[b]))
        walked = [s.walked_through for s in self.specs]
        tree = door_tree(len(self.specs), edges, walked, [s.role == "private" for s in self.specs])
        front, front_item = self._front()
        joined = [(self.specs[i].id, self.specs[j].id) for _, i, j in [*tree.edges, *self._extra(edges, tree.edges)]]
        # Short walls leave no choice: they come first.
        for a, b in sorted(joined, key=lambda pair: (self._length_m(pairs[pair]), pair)):
            self._join(pairs[(a, b)], a, b)
        self._front_door(front, front_item)
        return tree.parts == 1

    def _pairs(self) -> dict[tuple[str, str], int]:
        """Rooms between which a door fits, and the longest wall between them."""
        s = self.settings
        need = self.rules.door_clear + 2 * s.door_frame_m + s.door_leaf_m + 2 * s.corner_m - 1e-6
        out: dict[tuple[str, str], tuple[float, int]] = {}
        order = {spec.id: i for i, spec in enumerate(self.specs)}
        for k, wall in enumerate(self.walls):
            if wall.low is None or wall.high is None:
                continue
            low, high = self.facade.inner_range(k)
            if high - low < need:
                continue
            a, b = sorted((wall.low, wall.high), key=order.__getitem__)
            if (a, b) not in out or out[(a, b)][0] < high - low - 1e-9:
                out[(a, b)] = (high - low, k)
        return {pair: k for pair, (_, k) in out.items()}

    def _length_m(self, wall: int) -> float:
        low, high = self.facade.inner_range(wall)
        return round(high - low, 3)

    def _extra(self, edges: Sequence[Edge], tree: Sequence[Edge]) -> list[Edge]:
        """Further ways: where rooms like to be open to each other, where doors are listed, and a few others."""
        used = {(i, j) for _, i, j in tree}
        degree = [0] * len(self.specs)
        for i, j in used:
            degree[i] += 1
            degree[j] += 1
        quota = self.settings.extra_door_share * len(tree)
        out = []
        spare = [e for e in edges if (e[1], e[2]) not in used]
        for edge in sorted(spare):
            cost, i, j = edge
            a, b = self.specs[i], self.specs[j]
            outside = a.outdoor or b.outdoor
            if cost >= _EXTRA_COST or not all(s.walked_through or s.outdoor for s in (a, b)):
                continue
            listed = len(self.left[a.id]) > degree[i] and len(self.left[b.id]) > degree[j]
            if outside:
                garden = i if a.outdoor else j
                wanted = listed and degree[garden] < _GROUNDS_DOORS
            else:
                open_pair = opens_freely(a, b, self.kind) and self.random.random() < self.settings.extra_passage_share
                wanted = open_pair or listed or (quota >= 1.0 or self.random.random() < quota)
                quota -= 0.0 if open_pair or listed else float(wanted)
            if wanted:
                out.append(edge)
                degree[i] += 1
                degree[j] += 1
        return out

    # --- inner doors ------------------------------------------------------------------------------------------------

    def _take(self, a: str, b: str, wide: bool | None) -> InventoryItem | None:
        """A listed door for the wall between two rooms; the other room's entry of the same model is the same door."""
        for room, other in ((a, b), (b, a)):
            for item in self.left[room]:
                if wide is not None and (item.size_m[1] > self.rules.passage_min) != wide:
                    continue
                self.left[room].remove(item)
                if item in self.left[other]:
                    self.left[other].remove(item)
                return item
        return None

    def _ceiling_m(self, *rooms: str | None) -> float:
        return min(self.by_id[r].height_m for r in rooms if r is not None) - _HEAD_M

    def _join(self, index: int, a: str, b: str) -> None:
        first, second = self.by_id[a], self.by_id[b]
        walked = first.walked_through and second.walked_through
        outside = first.outdoor or second.outdoor
        if opens_freely(first, second, self.kind):
            self._passage(index, self._take(a, b, wide=True))
            return
        item = self._take(a, b, wide=True) if outside else None
        item = item or self._take(a, b, wide=False)
        if item is None and walked:
            item = self._take(a, b, wide=True)
        if item is not None and (item.size_m[1] > self.rules.passage_min or item.category == "sliding_door"):
            self._passage(index, item)
            return
        if item is None:
            self.facade.out.notes.append(f"door between {a} and {b} added: the inventory lists none")
        listed = item.size_m[1] if item else 0.0
        clear = max(self.rules.door_clear, min(listed, _WIDEST_DOOR_M))
        s = self.settings
        low, high = self.facade.inner_range(index)
        width = min(clear + s.door_leaf_m + 2 * s.door_frame_m, high - low - 2 * s.corner_m)
        tall = max(self.rules.door_height, min(item.size_m[2] if item else 0.0, _TALLEST_DOOR_M))
        height = min(tall + s.door_frame_m, self._ceiling_m(a, b))
        category = item.category if item else "door"
        self.facade.add(self._best_door(index, width, height, category, item.model if item else "generated"))

    def _passage(self, index: int, item: InventoryItem | None) -> None:
        s, wall = self.settings, self.walls[index]
        low, high = self.facade.inner_range(index)
        room_m = high - low - 2 * s.corner_m
        wanted = item.size_m[1] if item else self.rules.passage * float(self.random.uniform(0.9, 1.3))
        least = self.rules.door_clear + 2 * s.door_frame_m
        width = min(max(wanted, least), self.rules.passage_max, room_m)
        tall = max(self.rules.passage_height, min(item.size_m[2], 2.8) if item else 0.0)
        height = min(tall, self._ceiling_m(*wall.rooms))
        category, model = (item.category, item.model) if item else ("door", "")
        side = self.facade.inside(index)[1]
        found: list[tuple[float, int, Opening]] = []
        for share in (float(self.random.random()), 0.5, 0.0, 1.0, 0.25, 0.75):
            u0 = low + s.corner_m + share * (room_m - width)
            opening = Opening("passage", index, u0, u0 + width, 0.0, height, category, model, side)
            found.append((round(self.facade.clash(opening), 3), len(found), opening))
        self.facade.add(min(found)[2])

    def _best_door(self, index: int, width: float, height: float, category: str, model: str) -> Opening:
        """The place of a door leaf: at an end of the wall, so that the open leaf stands along the crossing wall."""
        wall, s = self.walls[index], self.settings
        low, high = self.facade.inner_range(index)
        best: tuple[float, Opening] | None = None
        places: list[tuple[float, Hinge, bool]] = [
            (low + s.corner_m, "start", True),
            (high - s.corner_m - width, "end", True),
        ]
        spare = high - low - 2 * s.corner_m - width
        hinges: tuple[Hinge, Hinge] = ("start", "end")
        places += [(low + s.corner_m + f * spare, h, False) for f in (0.25, 0.5, 0.75) for h in hinges]
        sides: tuple[Side, Side] = ("low", "high")
        for u0, hinge, at_end in places:
            for side in sides:
                room = wall.low if side == "low" else wall.high
                assert room is not None
                opening = Opening("door", index, u0, u0 + width, 0.0, height, category, model, side, hinge)
                score = 0.2 * float(self.random.random())
                if not at_end or not self._corner(index, room, hinge):
                    score += 2.0  # the leaf stands free in the room
                if self.by_id[room].walked_through:
                    score += 0.8  # leaves open into the room behind
                if self.by_id[room].outdoor:
                    score += 1.5
                score += 3.0 * self.facade.clash(opening)
                leaf = shapely.box(*self.facade.leaf_of(opening))
                if not self.outlines[room].buffer(-0.1, join_style="mitre").contains(leaf):
                    score += 20.0
                if best is None or score < best[0]:
                    best = (score, opening)
        assert best is not None
        return best[1]

    def _corner(self, index: int, room: str, hinge: str) -> bool:
        """Whether the wall's end at the hinge is a corner of the room's outline."""
        wall = self.walls[index]
        node = shapely.Point(wall.point(wall.node_start_m if hinge == "start" else wall.node_end_m))
        return any(node.distance(shapely.Point(c)) < 1e-6 for c in self.outlines[room].exterior.coords)

    # --- doors to the outside ---------------------------------------------------------------------------------------

    def _front(self) -> tuple[str, InventoryItem | None]:
        """The room with the front door and the listed door for it: one that no other room lists."""
        need = self.rules.door_clear + 0.3
        rooms = [self.specs[i].id for i in front_rooms(self.specs, self.kind)]

        def widest(room: str, walls: Sequence[int]) -> float:
            return max((b - a for a, b in map(self.facade.inner_range, walls)), default=0.0)

        best = next((r for r in rooms if widest(r, self.facade.street_walls(r)) > need), None)
        room = best or next((r for r in rooms if widest(r, self.facade.outer_walls(r)) > need), rooms[0])
        others = [i for r, items in self.left.items() if r != room for i in items]
        alone = [i for i in self.left[room] if i not in others] or self.left[room]
        item = max(alone, key=lambda i: (i.size_m[2], -i.size_m[1]), default=None)
        if item is not None:
            self.left[room].remove(item)
        return room, item

    def _front_door(self, room: str, item: InventoryItem | None) -> None:
        hall = self.by_id[room].area_m2 > 150.0
        wanted = max(self.rules.wide_door if hall else self.rules.door_clear + 0.1, item.size_m[1] if item else 0.0)
        category, model = (item.category, item.model) if item else ("door", "generated")
        tall = item.size_m[2] if item else self.rules.door_height
        walls = self.facade.street_walls(room) or self.facade.outer_walls(room)
        if not self._shut_door(room, walls, min(wanted, 2.4), tall, category, model):
            self.facade.out.notes.append(f"no front door: {room} has no outer wall that is long enough")
        elif item is None:
            self.facade.out.notes.append(f"front door of {room} added: the inventory lists none")

    def _shut_door(
        self, room: str, walls: Sequence[int], width_m: float, height_m: float, category: str, model: str
    ) -> bool:
        """A closed door in the longest free stretch of some walls, away from other doors."""
        s = self.settings
        outdoor = self.by_id[room].outdoor
        ceiling = 10.0 if outdoor else self._ceiling_m(room)
        height = min(max(height_m, self.rules.door_height) + s.door_frame_m, ceiling)
        full = width_m + 2 * s.door_frame_m
        found: list[tuple[float, int, Opening]] = []
        for index in walls:
            side = self.facade.inside(index)[1]
            if outdoor:
                side = "low" if self.walls[index].low == room else "high"
            for stretch in self.facade.stretches(index, 0.0, height, 0.1):
                free = stretch.end_m - stretch.start_m
                width = min(full, free)
                if width < min(full, _LEAST_SHUT_M + 2 * s.door_frame_m):
                    continue
                leaves = 2 if width > _LEAVES_M else 1
                for share in (0.5, 0.0, 1.0, 0.25, 0.75):
                    u0 = stretch.start_m + share * (free - width)
                    opening = Opening(
                        "front_door", index, u0, u0 + width, 0.0, height, category, model, side, "start", leaves
                    )
                    score = self.facade.clash(opening) + 2.0 * (full - width) - 0.02 * min(free, 10.0)
                    found.append((round(score, 3), len(found), opening))
        if not found:
            return False
        self.facade.add(min(found)[2])
        return True

    def place_closed(self) -> None:
        """Garage and lift doors and gates: shut, in outer walls; what finds no wall is unplaced."""
        for spec in self.specs:
            for item in self.shut[spec.id]:
                if not self._closed(spec, item):
                    self.facade.out.unplaced.append(
                        {
                            "item": f"{item.category}-{item.model}",
                            "room": spec.id,
                            "reason": "no outer wall of the room has space for it",
                        }
                    )

    def _closed(self, spec: RoomSpec, item: InventoryItem) -> bool:
        """Cut a door that stays shut; a lift may also be in another room that people walk through."""
        hosts = [spec.id]
        if item.category == "elevator_door":
            walked = [s for s in self.specs if s.walked_through and s.id != spec.id]
            hosts += [s.id for s in sorted(walked, key=lambda s: (s.role != "circulation", s.id))]
        for host in hosts:
            walls = self.facade.street_walls(host) or self.facade.outer_walls(host)
            if self._shut_door(host, walls, item.size_m[1], item.size_m[2], item.category, item.model):
                if host != spec.id:
                    self.facade.out.notes.append(f"{item.category}-{item.model} of {spec.id} put into {host}")
                return True
        return False

    def place_exits(self) -> None:
        """Listed doors that joined no rooms: shut, where they can lead out; the others are noted."""
        merged = 0
        for spec in self.specs:
            kept = [i for i in self.left[spec.id] if self._leads_out(spec, i)]
            merged += len(self.left[spec.id]) - len(kept)
            for item in kept:
                width = min(item.size_m[1], self.rules.passage_max)
                walls = self.facade.outer_walls(spec.id)
                if not self._shut_door(spec.id, walls, width, item.size_m[2], item.category, item.model):
                    merged += 1
        if merged:
            self.facade.out.notes.append(
                f"{merged} listed doors merged with the door of the room behind or not needed by this plan"
            )

    def _leads_out(self, spec: RoomSpec, item: InventoryItem) -> bool:
        """Whether a door that joined no rooms is one to the outside: an exit of a public room, or a terrace door."""
        if spec.outdoor or not (spec.walked_through or spec.role == "private"):
            return False
        others = [i for r, items in self.left.items() if r != spec.id for i in items]
        if item in others:
            return False
        return self.kind not in ("home", "garden") or item.size_m[1] > self.rules.passage_min
