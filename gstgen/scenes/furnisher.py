"""The state of furnishing one room: what is left, what found no place, and the tastes that score places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from gstgen.geometry.angles import heading_vector
from gstgen.resources import resource_folder
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Array, Group, Placed, RoomSpace
from gstgen.scenes.settings import SourceSettings

Items = list[InventoryItem]
Score = Callable[[Array, NDArray[np.int64], Array, Array], Array]


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

    def __init__(
        self,
        space: RoomSpace,
        items: Sequence[InventoryItem],
        settings: SourceSettings,
        switches: Sequence[tuple[float, float, int]],
    ) -> None:
        self.space, self.settings = space, settings
        self.left: Items = list(items)
        self.failed: list[tuple[InventoryItem, str]] = []
        self.notes: list[str] = []
        self.switch_places = list(switches)

    def pool(self, *categories: str) -> Items:
        return [i for i in self.left if i.category in categories]

    def take(self, used: Iterable[InventoryItem]) -> None:
        for item in used:
            self.left.remove(item)

    def fail(self, item: InventoryItem, reason: str) -> None:
        self.left.remove(item)
        self.failed.append((item, reason))

    # --- scores (lower is better) --------------------------------------------------------------------------------

    def noise(self, count: int, scale: float) -> Array:
        noise: Array = self.space.random.random(count) * scale
        return noise

    def corner_first(self) -> Score:
        return lambda origin, wall, corner, middle: np.minimum(corner, 1.5) + self.noise(len(corner), 0.6)

    def middle_first(self) -> Score:
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

    def at_wall(self, group: Group, score: Score) -> bool:
        return self.space.place(group, self.space.wall_candidates(group, score))

    def anywhere(self, group: Group, towards: float = 0.4, near: Array | None = None) -> bool:
        """Somewhere on the floor, near a point (in plan; the middle of the room without one)."""
        x0, y0, x1, y1 = self.space.rect
        center = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) if near is None else near[:2]
        candidates = self.space.free_candidates(
            lambda origin, turn: towards * np.linalg.norm(origin - center, axis=1) + self.noise(len(turn), 0.5)
        )
        return self.space.place(group, candidates)

    def first(self, variants: Iterable[tuple[Group, Items]], place: Callable[[Group], bool]) -> Items | None:
        """Place the first variant that fits; returns what it used."""
        for group, used in variants:
            if place(group):
                self.take(used)
                return used
        return None

    # --- fixtures and groups ---------------------------------------------------------------------------------------
