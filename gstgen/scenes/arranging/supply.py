"""Drawing things for a group one by one, and giving them back when the group finds no place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group


class Supply:
    """What is left in a room, by category, in listed order. What was drawn can be given back until it is settled."""

    def __init__(self, f: Furnisher, *categories: str) -> None:
        """Of the categories named; of all without one."""
        self._left: dict[str, list[InventoryItem]] = {}
        for item in f.left:
            if not categories or item.category in categories:
                self._left.setdefault(item.category, []).append(item)
        self._used: list[InventoryItem] = []

    def count(self, *categories: str) -> int:
        """How many things of some categories are left."""
        return sum(len(self._left.get(c, [])) for c in categories)

    def peek(self, *categories: str, fits: Callable[[InventoryItem], bool] | None = None) -> InventoryItem | None:
        """The next thing of the first category that has one (that fits), without drawing it."""
        for category in categories:
            for item in self._left.get(category, []):
                if fits is None or fits(item):
                    return item
        return None

    def draw(self, *categories: str, fits: Callable[[InventoryItem], bool] | None = None) -> InventoryItem | None:
        """Draw the next thing of the first category that has one (that fits)."""
        item = self.peek(*categories, fits=fits)
        if item is not None:
            self._left[item.category].remove(item)
            self._used.append(item)
        return item

    def mark(self) -> int:
        """A point to which `back` returns."""
        return len(self._used)

    def back(self, mark: int = 0) -> None:
        """Give back what was drawn since a mark."""
        while len(self._used) > mark:
            item = self._used.pop()
            self._left[item.category].insert(0, item)

    def give_back(self, groups: Iterable[Group]) -> None:
        """Give back the things of groups that found no place; what else was drawn is settled."""
        self._used = [item for group in groups for item in group.items]
        self.back()


class Shares:
    """Deals things of some categories out evenly over a number of seats, at most `most` of each to one."""

    def __init__(self, supply: Supply, seats: int, categories: Sequence[str], most: int = 4) -> None:
        self._count = {c: supply.count(c) for c in categories if supply.count(c)}
        self._seats, self._most, self._seat = max(seats, 1), most, 0

    def next(self) -> dict[str, int]:
        """How many of each category the next seat gets."""
        k, n = self._seat, self._seats
        self._seat += 1
        return {c: min(self._most, m * (k + 1) // n - m * k // n) for c, m in self._count.items()}
