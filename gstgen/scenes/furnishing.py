"""Furnish a room: what goes first, which things belong together, and where the rest finds a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from gstgen.geometry.angles import heading_vector
from gstgen.resources import resource_folder
from gstgen.scenes import groups
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Array, Candidates, Group, Part, Placed, RoomSpace
from gstgen.scenes.settings import SourceSettings

Items = list[InventoryItem]
Score = Callable[[Array, NDArray[np.int64], Array, Array], Array]

_UNITS = ("bottom_cabinet_no_top", "bottom_cabinet", "dishwasher", "oven")
_SINKS = ("furniture_sink", "pedestal_sink", "wall_mounted_sink", "multi_station_furniture_sink")
_KITCHEN = ("countertop", "oven", "stove", "fridge", "dishwasher")


@cache
def furnishing_table() -> dict[str, Any]:
    """The table `scenes/furnishing.yaml`."""
    data: dict[str, Any] = yaml.safe_load((resource_folder("scenes") / "furnishing.yaml").read_text(encoding="utf-8"))
    return data


def rule(category: str) -> dict[str, Any]:
    """How a category is placed; things that the table does not know stand in a corner."""
    found: dict[str, Any] = furnishing_table()["categories"].get(category, {"place": "corner"})
    return found


class Furnisher:
    """Places the items of one room into its space; `failed` holds what found no place, with a reason."""

    def __init__(self, space: RoomSpace, items: Sequence[InventoryItem], settings: SourceSettings, switches: Sequence[tuple[float, float, int]]) -> None:
        self.space, self.settings = space, settings
        self.left: Items = list(items)
        self.failed: list[tuple[InventoryItem, str]] = []
        self.notes: list[str] = []
        self.switch_places = list(switches)

    def run(self) -> None:
        """Place everything: fixtures, groups, single things by size, then what stands on or hangs beside them."""
        self._switches()
        if any(i.category in _KITCHEN for i in self.left):
            self._kitchen()
        self._beds()
        self._sofas()
        self._bathroom()
        self._desks()
        self._dining()
        self._bars()
        self._singles()
        self._tops()
        self._hung()
        self._rugs()

    # --- pool ---------------------------------------------------------------------------------------------------

    def _pool(self, *categories: str) -> Items:
        return [i for i in self.left if i.category in categories]

    def _take(self, used: Iterable[InventoryItem]) -> None:
        for item in used:
            self.left.remove(item)

    def _fail(self, item: InventoryItem, reason: str) -> None:
        self.left.remove(item)
        self.failed.append((item, reason))

    # --- scores (lower is better) --------------------------------------------------------------------------------

    def _noise(self, count: int, scale: float) -> Array:
        return self.space.random.random(count) * scale

    def _corner_first(self) -> Score:
        return lambda origin, wall, corner, middle: np.minimum(corner, 1.5) + self._noise(len(corner), 0.6)

    def _middle_first(self) -> Score:
        favourite = self.space.random.random(4) * 1.2
        return lambda origin, wall, corner, middle: middle * 0.6 + favourite[wall] + self._noise(len(corner), 0.3)

    def _near(self, points: Sequence[Array], spread: float = 0.2) -> Score:
        """Near any of some points (in plan), corners preferred a little."""
        targets = np.array(points)[:, :2]

        def score(origin: Array, wall: NDArray[np.int64], corner: Array, middle: Array) -> Array:
            gap = np.linalg.norm(origin[:, None] - targets[None], axis=-1).min(1)
            return gap + 0.1 * np.minimum(corner, 1.0) + self._noise(len(corner), spread)

        return score

    def _facing(self, target: Placed) -> Score:
        """Opposite a seat: on the line of its front, looking back at it."""
        seat, front = target.box.center_m[:2], heading_vector(target.box.yaw_deg)

        def score(origin: Array, wall: NDArray[np.int64], corner: Array, middle: Array) -> Array:
            offset = origin - seat
            ahead, aside = offset @ front, np.abs(offset @ np.array([-front[1], front[0]]))
            turned = np.array([heading_vector(90.0 * w) @ front for w in range(4)])[wall]
            return aside + 2.0 * (turned + 1.0) + np.where(ahead > 0.8, 0.0, 5.0) + self._noise(len(corner), 0.05)

        return score

    def _at_wall(self, group: Group, score: Score) -> bool:
        return self.space.place(group, self.space.wall_candidates(group, score))

    def _anywhere(self, group: Group, towards: float = 0.4) -> bool:
        """Somewhere on the floor, the middle of the room preferred."""
        x0, y0, x1, y1 = self.space.rect
        center = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
        candidates = self.space.free_candidates(
            lambda origin, turn: towards * np.linalg.norm(origin - center, axis=1) + self._noise(len(turn), 0.5)
        )
        return self.space.place(group, candidates)

    def _first(self, variants: Iterable[tuple[Group, Items]], place: Callable[[Group], bool]) -> Items | None:
        """Place the first variant that fits; returns what it used."""
        for group, used in variants:
            if place(group):
                self._take(used)
                return used
        return None

    # --- fixtures and groups ---------------------------------------------------------------------------------------

    def _switches(self) -> None:
        for item in self._pool("electric_switch"):
            group = groups.hung(item, None, rule("electric_switch")["z_center"], None)
            spots = self.switch_places or None
            done = False
            if spots:
                targets = [np.array(s[:2]) for s in spots]
                done = self._at_wall(group, self._near(targets, 0.0))
                if done:
                    here = self.space.placed[-1].box.center_m[:2]
                    nearest = min(range(len(spots)), key=lambda k: float(np.linalg.norm(np.array(spots[k][:2]) - here)))
                    self.switch_places.pop(nearest)
            if not done and not self._at_wall(group, self._corner_first()):
                self._fail(item, "no free wall for a switch")
                continue
            self._take([item])

    def _kitchen(self) -> None:
        gap, s = self.settings.wall_gap_m, self.settings
        anchors: list[Array] = []

        def beside(group: Group) -> bool:
            score = self._near(anchors, 0.05) if anchors else self._corner_first()
            return self._at_wall(group, score)

        def remember() -> None:
            anchors.append(self.space.placed[-1].box.center_m)

        hoods = self._pool("range_hood")
        for stove in self._pool("stove"):
            variants = [(groups.hooded(stove, hoods[0], gap, rule("range_hood")["z"]), [stove, hoods.pop(0)])] if hoods else []
            if self._first([*variants, (groups.single(stove, gap, 0.55), [stove])], beside):
                remember()
        if self._pool("countertop"):
            for sink in self._pool("furniture_sink"):
                if self._first([(groups.single(sink, gap, 0.55), [sink])], beside):
                    remember()
        for top in self._pool("countertop"):
            if self._pool("straight_chair") and not self._pool(*_UNITS[2:], "furniture_sink", "top_cabinet"):
                break  # a bar in a living room
            low = [u for c in _UNITS for u in self._pool(c) if u.size_m[2] < 0.98]
            if self._first(groups.worktop_groups(top, low, s.worktop_m, gap), beside):
                remember()
        for fridge in self._pool("fridge", "oven", "dishwasher"):
            if self._first([(groups.single(fridge, gap, 0.55), [fridge])], beside):
                remember()
        for cabinet in self._pool("bottom_cabinet_no_top"):
            if self._first([(groups.single(cabinet, gap, 0.35), [cabinet])], beside):
                remember()
        for cabinet in self._pool("top_cabinet"):
            if self._first([(groups.hung(cabinet, rule("top_cabinet")["z"], None, None), [cabinet])], beside):
                continue

    def _beds(self) -> None:
        gap = self.settings.wall_gap_m
        for bed in self._pool("bed", "crib"):
            stands = [c for c in self._pool("bottom_cabinet") if c.size_m[2] <= 0.75 and c.size_m[1] <= 0.75]
            stands.sort(key=lambda c: (abs(c.size_m[2] - 0.5), c.model))
            variants = groups.bed_groups(bed, stands if bed.category == "bed" else [], self._pool("table_lamp"), gap)
            score = self._middle_first()
            self._first(variants, lambda group, score=score: self._at_wall(group, score))  # type: ignore[misc]

    def _sofas(self) -> None:
        gap = self.settings.wall_gap_m
        for sofa in sorted(self._pool("sofa"), key=lambda i: -i.size_m[1]):
            tables = sorted(self._pool("coffee_table"), key=lambda i: -i.size_m[1])
            rugs = self._pool("carpet")
            variants = list(
                groups.seat_groups(sofa, tables[0] if tables else None, rugs[0] if rugs else None, self._pool("armchair"), gap)
            )
            if tables:
                variants += list(groups.seat_groups(sofa, None, None, [], gap))
            score = self._middle_first()
            first = len(self.space.placed)
            if self._first(variants, lambda group, score=score: self._at_wall(group, score)):  # type: ignore[misc]
                self._television(self.space.placed[first])

    def _television(self, seat: Placed) -> None:
        """A stand with the television on it, or a wall-hung one, opposite a seat."""
        gap = self.settings.wall_gap_m
        for tv in self._pool("wall_mounted_tv")[:1]:
            r = rule("wall_mounted_tv")
            if self._at_wall(groups.hung(tv, None, r["z_center"], None), self._facing(seat)):
                self._take([tv])
                self._keep_sight(seat, self.space.placed[-1])
        for tv in self._pool("standing_tv")[:1]:
            r = rule("standing_tv")
            for category in r["supports"]:
                stands = [s for s in self._pool(category) if 0.2 <= s.size_m[2] <= 0.8 and s.size_m[0] >= tv.size_m[0]]
                stands = [s for s in stands if s.size_m[1] + 2 * r["overhang"] >= tv.size_m[1]]
                for stand in sorted(stands, key=lambda s: (-s.size_m[1], s.model))[:1]:
                    base = groups.single(stand, gap, 0.6)
                    top = Part(tv, base.parts[0].x_m, 0.0, stand.size_m[2], support=0)
                    if self._at_wall(Group((*base.parts, top), base.clear), self._facing(seat)):
                        self._take([stand, tv])
                        self._keep_sight(seat, self.space.placed[-1])
                        return

    def _keep_sight(self, seat: Placed, tv: Placed) -> None:
        """Nothing that is higher than a coffee table goes between a seat and its television if it can be helped."""
        a, b = seat.box.center_m[:2], tv.box.center_m[:2]
        if float(np.dot(seat.box.rotation[:2, 0], tv.box.rotation[:2, 0])) > -0.9:
            return
        low, high = np.minimum(a, b), np.maximum(a, b)
        across = np.abs(seat.box.rotation[:2, 1])
        middle, half = (low + high) / 2, np.where(across > 0.5, 0.4, (high - low) / 2)
        self.space.fronts.append((*(middle - half), 0.5, *(middle + half), 1.6))

    def _bathroom(self) -> None:
        gap = self.settings.wall_gap_m
        order = ("bathtub", "shower_stall", "toilet", *_SINKS)
        for category in order:
            for item in self._pool(category):
                r = rule(category)
                group = groups.single(item, gap, r.get("front", 0.0), r.get("long", False))
                if not self._at_wall(group, self._corner_first()):
                    self._fail(item, "no wall space with room before it")
                    continue
                self._take([item])
                mirrors = self._pool("mirror")
                if category in _SINKS and mirrors:
                    self._mirror(mirrors[0], self.space.placed[-1])

    def _mirror(self, mirror: InventoryItem, sink: Placed) -> None:
        height = max(1.5, float(sink.box.bounds_m[1][2]) + 0.05 + mirror.size_m[2] / 2)
        group = groups.hung(mirror, None, height, None)
        group = Group(group.parts)
        if self._at_wall(group, self._near([sink.box.center_m - 0.3 * sink.box.rotation[:, 0]], 0.0)):
            self._take([mirror])

    def _desks(self) -> None:
        gap = self.settings.wall_gap_m
        for chair in self._pool("swivel_chair"):
            desks = [*self._pool("desk"), *self._pool("breakfast_table"), *self._pool("console_table")]
            for desk in desks[:1]:
                group = groups.desk_group(desk, chair, gap)
                if self._at_wall(group, self._corner_first()):
                    self._take([desk, chair])

    def _dining(self) -> None:
        gap = self.settings.wall_gap_m
        tables = [*self._pool("breakfast_table"), *self._pool("coffee_table"), *self._pool("pool_table")[:0]]
        for table in sorted(tables, key=lambda t: -t.size_m[0] * t.size_m[1]):
            chairs = self._chairs(table)
            if not chairs:
                return
            wall_first = bool(self.space.random.random() < 0.4)
            score = self._corner_first()
            for against in (wall_first, not wall_first):
                place = (lambda g: self._at_wall(g, score)) if against else self._anywhere  # noqa: B023
                if self._first(groups.dining_groups(table, chairs, against, gap), place):
                    break

    def _chairs(self, table: InventoryItem) -> Items:
        """Chairs of one model for a table: of the model with most chairs, so that others stay for another table."""
        pool = self._pool("straight_chair") or self._pool("armchair")
        if self._pool("countertop") and not self._pool(*_UNITS[2:]) and len(pool) > 2:
            models = sorted({c.model for c in pool}, key=lambda m: (sum(c.model == m for c in pool), m))
            if len(models) > 1:
                pool = [c for c in pool if c.model != models[0]]
        if pool and pool[0].category == "armchair" and max(pool[0].size_m[:2]) > 0.65:
            return []
        return sorted(pool, key=lambda c: c.model)

    def _bars(self) -> None:
        for top in self._pool("countertop"):
            chairs = self._pool("straight_chair")[:2]
            for count in range(len(chairs), -1, -1):
                if self._at_wall(groups.bar_group(top, chairs[:count], self.settings.worktop_m), self._middle_first()):
                    self._take([top, *chairs[:count]])
                    break
            else:
                self._fail(top, "no free wall for a worktop")

    # --- the rest ----------------------------------------------------------------------------------------------------

    def _singles(self) -> None:
        floor = [i for i in self.left if rule(i.category)["place"] in ("wall", "corner", "free") and not self._likes_top(i)]
        for item in sorted(floor, key=lambda i: (-i.size_m[0] * i.size_m[1], i.model)):
            self._single(item, rule(item.category)["place"])

    def _likes_top(self, item: InventoryItem) -> bool:
        return item.category == "pot_plant" and item.size_m[2] <= furnishing_table()["small_plant_m"]

    def _single(self, item: InventoryItem, place: str) -> bool:
        r = rule(item.category)
        group = groups.single(item, self.settings.wall_gap_m, r.get("front", 0.0), r.get("long", False))
        bare = groups.single(item, self.settings.wall_gap_m, 0.0, r.get("long", False))
        sideways = groups.single(item, self.settings.wall_gap_m, 0.0, True)
        turned = float(self.space.random.choice((0.0, 12.0, -15.0, 30.0))) if place == "free" else 0.0
        middle = Group((Part(item, 0.0, 0.0, yaw_deg=turned),))
        tries: list[Callable[[], bool]] = [lambda: self._anywhere(middle)] if place == "free" else []
        if r.get("diagonal") and self.space.random.random() < 0.7:
            tries.append(lambda: self._in_corner(item))
        score = self._middle_first() if place == "wall" else self._corner_first()
        tries += [lambda: self._at_wall(g, score) for g in (group, bare, sideways)]  # noqa: B023
        tries += [] if place == "free" else [lambda: self._anywhere(middle, -0.4)]
        if any(attempt() for attempt in tries):
            self._take([item])
            return True
        self._fail(item, "no floor space that leaves the room walkable")
        return False

    def _in_corner(self, item: InventoryItem) -> bool:
        """Across a corner of the room, facing its middle."""
        part = Part(item, 0.0, 0.0, yaw_deg=45.0)
        reach = float(part.extent_m[0]) / 2 + self.settings.wall_gap_m
        group = Group((Part(item, reach, reach, yaw_deg=45.0),))
        x0, y0, x1, y1 = self.space.rect
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        return self.space.place(group, Candidates(corners, np.arange(4), np.full(4, -1), self._noise(4, 1.0)))

    def _tops(self) -> None:
        low, high = furnishing_table()["flat_top_m"]
        tops = [i for i in self.left if rule(i.category)["place"] == "top" or self._likes_top(i)]
        for item in sorted(tops, key=lambda i: (-i.size_m[0] * i.size_m[1], i.model)):
            r = rule(item.category)
            supports = r.get("supports") or ["coffee_table", "console_table", "bottom_cabinet", "breakfast_table", "desk", "bookcase"]
            if not self._on_top(item, supports, r.get("overhang", 0.0), low, high):
                self.notes.append(f"{item.category}-{item.model} stands on the floor: nothing near carries it")
                self._single(item, r.get("else", "corner"))

    def _on_top(self, item: InventoryItem, supports: Sequence[str], overhang: float, low: float, high: float) -> bool:
        space = self.space
        ranked = sorted(
            (supports.index(p.item.category), k) for k, p in enumerate(space.placed) if p.item.category in supports
        )
        for _, k in ranked:
            base = space.placed[k]
            top = float(base.box.bounds_m[1][2])
            if not low <= top <= high:
                continue
            if self._stand_on(item, base, k, top, overhang):
                return True
        return False

    def _stand_on(self, item: InventoryItem, base: Placed, index: int, top: float, overhang: float) -> bool:
        """Try places on a top, its middle and back preferred, facing the way the support faces."""
        sx, sy = base.box.size_m[0], base.box.size_m[1]
        turn = round(base.box.yaw_deg / 90.0) % 4
        for flip in (0, 1):
            ix, iy = (item.size_m[0], item.size_m[1]) if not flip else (item.size_m[1], item.size_m[0])
            dx, dy = (sx - ix) / 2, (sy + 2 * overhang - iy) / 2
            if dx < 0 or dy < 0:
                continue
            x, y = np.meshgrid(np.linspace(-dx, dx, 5), np.linspace(-dy, dy, 9))
            points = base.box.to_world(np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], 1))[:, :2]
            group = Group((Part(item, 0.0, 0.0, top, support="floor"),))
            score = self._noise(len(points), 0.4) + 0.3 * np.abs(x.ravel()) + 0.1 * np.abs(y.ravel())
            turns = np.full(len(points), (turn + flip) % 4, np.int64)
            if self.space.place(group, Candidates(points, turns, np.full(len(points), -1), score)):
                last = self.space.placed[-1]
                self.space.placed[-1] = Placed(last.item, last.box, index)
                self._take([item])
                return True
        return False

    def _hung(self) -> None:
        hung = [i for i in self.left if rule(i.category)["place"] == "hung"]
        for item in sorted(hung, key=lambda i: (-max(i.size_m), i.category, i.model)):
            r = rule(item.category)
            score = self._middle_first()
            heights = [r.get("z_center")] if "z_center" in r else [None]
            if "z_center" in r:
                heights += [r["z_center"] + 0.3, r["z_center"] - 0.25]
            for height in heights:
                group = groups.hung(item, r.get("z"), height, r.get("up"))
                if self._at_wall(group, score) or self._at_wall(Group(group.parts), score):
                    self._take([item])
                    break
            else:
                self._fail(item, "no free wall space at its height")

    def _rugs(self) -> None:
        for rug in self._pool("carpet"):
            x0, y0, x1, y1 = self.space.rect
            spots = [p.box.center_m[:2] for p in self.space.placed if p.item.category == "carpet"]
            center = np.array([(x0 + x1) / 2, (y0 + y1) / 2])

            def score(origin: Array, turn: NDArray[np.int64]) -> Array:
                far = 0.5 * np.linalg.norm(origin - center, axis=1) + self._noise(len(turn), 0.3)  # noqa: B023
                for spot in spots:  # noqa: B023
                    far += np.maximum(0.0, 2.0 - np.linalg.norm(origin - spot, axis=1))
                return far

            if self.space.place(Group((Part(rug, 0.0, 0.0),)), self.space.free_candidates(score)):
                self._take([rug])
            else:
                self._fail(rug, "no free floor for a rug")
        for item in list(self.left):
            self._fail(item, f"no rule places a {item.category} here")
