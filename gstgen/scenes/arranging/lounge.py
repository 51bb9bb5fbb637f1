"""Easy chairs and sofas around low tables, as clusters in the open floor of large rooms."""

from __future__ import annotations

from gstgen.scenes.arranging.frame import extent
from gstgen.scenes.arranging.runs import in_rows, inner_rect
from gstgen.scenes.arranging.seating import table_group
from gstgen.scenes.arranging.supply import Supply
from gstgen.scenes.arranging.tabletop import TableTop, lay_papers
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.placement import Group

_EASY = ("armchair", "rocking_chair", "eames_chair", "ottoman", "straight_chair", "taboret")
_LOW_M = 0.62
_ON = ("water_glass", "coffee_cup", "saucer", "hardback", "magazine", "paperback_book", "plate")


def _roomy(group: Group) -> Group:
    """A group that likes to keep a little distance from everything else."""
    x0, y0, x1, y1 = extent(group)
    return Group(group.parts, ((x0 - 0.6, y0 - 0.6, 0.06, x1 + 0.6, y1 + 0.6, 1.2),))


def clusters(f: Furnisher, aisle_m: float = 0.9) -> None:
    """Share the room's easy chairs among its low and round tables and stand the clusters in the open floor."""
    supply = Supply(f)
    low = [
        t
        for t in f.pool("coffee_table", "pedestal_table", "stand", "garden_coffee_table")
        if t.size_m[2] < _LOW_M or t.category == "pedestal_table"
    ]
    chairs = [c for c in _EASY if supply.count(c)]
    if not low or not chairs or f.pool("sofa", "bed"):
        return
    groups: list[Group] = []
    for number, table in enumerate(sorted(low, key=lambda t: -t.size_m[0] * t.size_m[1])):
        left = supply.count(*chairs)
        share = min(4, -(-left // (len(low) - number)))
        if share < 1:
            break
        supply.draw(table.category, fits=lambda i: i == table)  # noqa: B023
        first = supply.peek(*chairs)
        assert first is not None
        seats = [s for s in (supply.draw(first.category) for _ in range(share)) if s is not None]
        shares = {c: min(2, supply.count(c)) for c in _ON}

        def lay(top: TableTop, drawn: Supply, shares: dict[str, int] = shares) -> None:
            lay_papers(top, drawn, dict.fromkeys((c for c, n in shares.items() if n), 1))

        groups.append(_roomy(table_group(table, seats, supply, lay)))
    rect = inner_rect(f, 0.9)
    biggest = max((max(extent(g)[2] - extent(g)[0], extent(g)[3] - extent(g)[1]) for g in groups), default=0.0)
    left_over = in_rows(f, groups, rect, 0, (aisle_m, aisle_m)) if len(groups) > 2 and biggest < 5.0 else groups
    still = []
    for group in left_over:
        if f.anywhere(group, 0.3):
            f.take(group.items)
        else:
            still.append(group)
    supply.give_back(still)
