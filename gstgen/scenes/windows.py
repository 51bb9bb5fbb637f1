"""Windows: spread over the outer walls of their room, in rows above each other where the room is high."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.openings import Facade, Opening, Stretch
from gstgen.scenes.programme import KindRules, RoomSpec

_CORNER_M = 0.15  # between a window and the corner of its room
_HEAD_M = 0.1  # between a window and the ceiling
_ROW_GAP_M = 0.4  # between rows of windows
_SILL_M = 0.06  # least height of a sill


@dataclass
class _Row:
    """A stretch of wall at the height of one row of windows."""

    stretch: Stretch
    z0_m: float
    z1_m: float
    hang: bool  # windows hang from the row's top; they stand on its bottom in upper rows
    items: list[InventoryItem] = field(default_factory=list)

    def spare_m(self, gap_m: float) -> float:
        used = sum(w.size_m[1] + gap_m for w in self.items)
        return self.stretch.end_m - self.stretch.start_m - used


def place_windows(facade: Facade, specs: Sequence[RoomSpec], rules: KindRules) -> None:
    """Fit all listed windows; those of an outdoor room are the windows of the rooms behind."""
    indoor = [s for s in specs if not s.outdoor]
    listed = [w for s in indoor for w in s.windows]
    for spec in indoor:
        _RoomWindows(facade, spec, rules).place(spec.windows, report=True)
    for spec in (s for s in specs if s.outdoor):
        left = list(listed)
        alone = []
        for item in spec.windows:
            if item in left:
                left.remove(item)
            else:
                alone.append(item)
        if len(alone) < len(spec.windows):
            facade.out.notes.append(
                f"{len(spec.windows) - len(alone)} windows listed for {spec.id} are those of the rooms behind"
            )
        beside = [
            s for s in indoor if any(set(facade.walls[i].rooms) == {s.id, spec.id} for i in facade.outer_walls(s.id))
        ]
        for host in sorted(beside, key=lambda s: (s.role != "social", -s.area_m2)):
            alone = _RoomWindows(facade, host, rules).place(alone, report=False)
        _report(facade, spec.id, alone, "no wall beside it has space for it")
    blind = [s.id for s in indoor if not facade.outer_walls(s.id)]
    if blind:
        facade.out.notes.append(f"rooms inside the building, without a window: {', '.join(blind)}")


def _report(facade: Facade, room: str, items: Sequence[InventoryItem], reason: str) -> None:
    facade.out.unplaced += [{"item": f"{i.category}-{i.model}", "room": room, "reason": reason} for i in items]


class _RoomWindows:
    """Packs windows into the outer walls of one room, tallest and widest first."""

    def __init__(self, facade: Facade, spec: RoomSpec, rules: KindRules) -> None:
        self.facade, self.spec, self.rules = facade, spec, rules
        self.gap_m = facade.settings.window_gap_m
        self.rows: list[_Row] = []
        self.tops: dict[int, float] = {}  # upper edge of the last row of each wall

    def place(self, items: Sequence[InventoryItem], report: bool) -> list[InventoryItem]:
        """Cut the windows; returns those that found no wall, and lists them as unplaced when asked to."""
        walls = self.facade.outer_walls(self.spec.id)
        left = []
        for item in sorted(items, key=lambda w: (-round(w.size_m[2], 1), -w.size_m[1], w.model)):
            if not self._put(item, walls):
                left.append(item)
        for row in self.rows:
            self._cut(row)
        if report:
            tall = [i for i in left if i.size_m[2] > self.spec.height_m - _HEAD_M - _SILL_M]
            _report(self.facade, self.spec.id, tall, "it is taller than the walls of the room")
            _report(
                self.facade,
                self.spec.id,
                [i for i in left if i not in tall],
                "no outer wall of the room has space for it" if walls else "the room has no outer wall",
            )
        return left

    def _put(self, item: InventoryItem, walls: Sequence[int]) -> bool:
        fits = [r for r in self.rows if self._fits(r, item)]
        if not fits:
            for wall in walls:
                self.rows += self._new_rows(item, wall)
            fits = [r for r in self.rows if self._fits(r, item)]
        if not fits:
            return False
        max(fits, key=lambda r: (round(r.spare_m(self.gap_m), 6), -r.stretch.wall, -r.stretch.start_m)).items.append(
            item
        )
        return True

    def _fits(self, row: _Row, item: InventoryItem) -> bool:
        return item.size_m[2] <= row.z1_m - row.z0_m + 1e-6 and row.spare_m(self.gap_m) >= item.size_m[1] - 1e-9

    def _new_rows(self, item: InventoryItem, wall: int) -> list[_Row]:
        """The next row of a wall, as high as the item asks for; none above the ceiling or where it is too wide."""
        height, ceiling = item.size_m[2], self.spec.height_m - _HEAD_M
        low, high = self.facade.inner_range(wall)
        if high - low - 2 * _CORNER_M < item.size_m[1]:
            return []
        if wall in self.tops:
            bottom = self.tops[wall] + _ROW_GAP_M
            top = bottom + height
            hang = False
        else:
            top = min(max(self.rules.window_top, height + _SILL_M), ceiling)
            bottom, hang = top - height, True
        if top > ceiling + 1e-9 or bottom < 0.02:
            return []
        rows = [_Row(stretch, bottom, top, hang) for stretch in self.facade.stretches(wall, bottom, top, _CORNER_M)]
        if any(r.spare_m(self.gap_m) >= item.size_m[1] for r in rows):
            self.tops[wall] = top
            return rows
        if not hang:
            return []
        # A door leaves no place beside it: try above it.
        over = [o.z1_m for o in self.facade.out.openings if o.wall == wall]
        bottom = max(over, default=ceiling) + _ROW_GAP_M
        if bottom + height > ceiling:
            return []
        self.tops[wall] = bottom + height
        return [
            _Row(s, bottom, bottom + height, False)
            for s in self.facade.stretches(wall, bottom, bottom + height, _CORNER_M)
        ]

    def _cut(self, row: _Row) -> None:
        _, side = self.facade.inside(row.stretch.wall)
        width = row.stretch.end_m - row.stretch.start_m
        gap = (width - sum(w.size_m[1] for w in row.items)) / (len(row.items) + 1)
        u = row.stretch.start_m
        for item in row.items:
            u += gap
            z1 = row.z1_m if row.hang else row.z0_m + item.size_m[2]
            z0 = z1 - item.size_m[2]
            self.facade.add(
                Opening("window", row.stretch.wall, u, u + item.size_m[1], z0, z1, item.category, item.model, side)
            )
            u += item.size_m[1]
