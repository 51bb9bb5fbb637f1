"""The state of furnishing one room: what is left, what found no place, and the tastes that score places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.angles import heading_vector
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Array, Group, Part, Placed, RoomSpace
from gstgen.scenes.rectilinear import Rect
from gstgen.scenes.rules import furnishing_table
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.tops import Tops

_SERVED_M = 1.5  # what stands so near to an anchor belongs to it

Items = list[InventoryItem]
Score = Callable[[Array, NDArray[np.int64], Array, Array], Array]


@dataclass(frozen=True)
class WindowSpot:
    """A window seen from the room: the middle of its sill's line on the inner wall, that wall's side, its size, metres.

    `side`: 0 = the room lies to +x of the wall, 1 = +y, 2 = -x, 3 = -y.
    """

    x_m: float
    y_m: float
    side: int
    width_m: float
    z0_m: float
    z1_m: float


class Furnisher:
    """Places the items of one room into its space; `failed` holds what found no place, with a reason."""

    def __init__(
        self,
        space: RoomSpace,
        items: Sequence[InventoryItem],
        settings: SourceSettings,
        switches: Sequence[tuple[float, float, int]] = (),
        windows: Sequence[WindowSpot] = (),
        room_type: str = "",
        kind: str = "home",
    ) -> None:
        self.space, self.settings, self.room_type, self.kind = space, settings, room_type, kind
        self.left: Items = list(items)
        self.failed: list[tuple[InventoryItem, str]] = []
        self.notes: list[str] = []
        self.switch_places = list(switches)
        self.windows = list(windows)
        self.tops = Tops(space)
        self.ground: Items = []  # parts of the ground outside, which the structure makes

    def pool(self, *categories: str) -> Items:
        """What is left of some categories, in listed order."""
        return [i for i in self.left if i.category in categories]

    def take(self, used: Iterable[InventoryItem]) -> None:
        """Strike things that were placed off the list; ValueError for one that is not on it."""
        need = Counter(used)
        kept: Items = []
        for item in self.left:
            if need.get(item, 0):
                need[item] -= 1
            else:
                kept.append(item)
        if sum(need.values()):
            raise ValueError(f"{next(i for i, n in need.items() if n)} is not left to place")
        self.left = kept

    def fail(self, item: InventoryItem, reason: str) -> None:
        """Give a thing up."""
        self.left.remove(item)
        self.failed.append((item, reason))

    def anchors(self, category: str) -> list[Array]:
        """Centres of what a category likes to be near: of the best kind that the room has, those without one first.

        An anchor that has a thing of the category within a metre and a half is left out while others are free.
        """
        placed = self.space.placed
        for wanted in furnishing_table()["near"].get(category, ()):
            found = [p.box.center_m for p in placed if p.item.category == wanted]
            served = [p.box.center_m for p in placed if p.item.category == category]
            free = [a for a in found if all(np.linalg.norm((a - s)[:2]) > _SERVED_M for s in served)]
            if found:
                return free or found
        return []

    # --- scores (lower is better) --------------------------------------------------------------------------------

    def noise(self, count: int, scale: float) -> Array:
        """Uniform noise (count) from 0 to a scale."""
        noise: Array = self.space.random.random(count) * scale
        return noise

    def corner_first(self) -> Score:
        """Near a corner of the room."""
        return lambda origin, wall, corner, middle: np.minimum(corner, 1.5) + self.noise(len(corner), 0.6)

    def middle_first(self) -> Score:
        """At the middle of a wall, of one that is chosen once."""
        favourite = self.space.random.random(4) * 1.2
        return lambda origin, wall, corner, middle: middle * 0.6 + favourite[wall] + self.noise(len(corner), 0.3)

    def near(self, points: Sequence[Array], spread: float = 0.2) -> Score:
        """Near any of some points (in plan), corners preferred a little."""
        targets = np.array(points)[:, :2]

        def score(origin: Array, wall: NDArray[np.int64], corner: Array, middle: Array) -> Array:
            gap = np.linalg.norm(origin[:, None] - targets[None], axis=-1).min(1)
            near: Array = gap + 0.1 * np.minimum(corner, 1.0) + self.noise(len(corner), spread)
            return near

        return score

    def facing(self, target: Placed) -> Score:
        """Opposite a seat: on the line of its front, looking back at it."""
        seat, front = target.box.center_m[:2], heading_vector(target.box.yaw_deg)

        def score(origin: Array, wall: NDArray[np.int64], corner: Array, middle: Array) -> Array:
            offset = origin - seat
            ahead, aside = offset @ front, np.abs(offset @ np.array([-front[1], front[0]]))
            turned = np.array([heading_vector(90.0 * w) @ front for w in range(4)])[wall]
            away: Array = aside + 2.0 * (turned + 1.0) + np.where(ahead > 0.8, 0.0, 5.0) + self.noise(len(corner), 0.05)
            return away

        return score

    # --- places --------------------------------------------------------------------------------------------------

    def at_wall(self, group: Group, score: Score) -> bool:
        """Place a group with its back to a wall."""
        return self.space.place(group, self.space.wall_candidates(group, score))

    def anywhere(
        self, group: Group, towards: float = 0.4, near: Array | None = None, within: Rect | None = None
    ) -> bool:
        """Somewhere on the floor, near a point (in plan; the middle of the room without one)."""
        x0, y0, x1, y1 = within or self.space.rect
        center = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) if near is None else near[:2]
        candidates = self.space.free_candidates(
            lambda origin, turn: towards * np.linalg.norm(origin - center, axis=1) + self.noise(len(turn), 0.5),
            within=within,
        )
        return self.space.place(group, candidates)

    def first(self, variants: Iterable[tuple[Group, Items]], place: Callable[[Group], bool]) -> Items | None:
        """Place the first variant that fits; returns what it used."""
        for group, used in variants:
            if place(group):
                self.take(used)
                return used
        return None

    def on_ceiling(self, item: InventoryItem, spots: Sequence[Sequence[float]] | Array, turn: int = 0) -> bool:
        """Hang a thing from the ceiling at the first of some spots (x, y) where it collides with nothing; take it."""
        z = self.space.height_m - item.size_m[2]
        if not 0.0 <= z < np.inf:
            return False
        group = Group((Part(item, 0.0, 0.0, z, support="ceiling"),))
        if any(self.space.place_at(group, spot, turn) for spot in spots):
            self.take([item])
            return True
        return False
