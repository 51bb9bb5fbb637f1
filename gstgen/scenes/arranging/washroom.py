"""Public washrooms and changing rooms: rows of toilets, urinals and sinks, runs of lockers with benches before them."""

from __future__ import annotations

from collections.abc import Sequence

from gstgen.scenes import groups as pairs
from gstgen.scenes.arranging.frame import extent, merged, moved
from gstgen.scenes.arranging.runs import in_rows, inner_rect, line_up, side_by_side, standing
from gstgen.scenes.arranging.supply import Supply
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part
from gstgen.scenes.rules import rule

_STALL_M = 0.95  # width of a place with a toilet
_SINKS = (
    "furniture_sink", "multi_station_furniture_sink", "pedestal_sink", "wall_mounted_sink",
    "multi_station_wall_mounted_sink", "commercial_kitchen_sink",
)  # fmt: skip
_BASINS = ("tabletop_sink", "multi_station_tabletop_sink", "drop_in_sink")
_SOAP = ("soap_dispenser", "wall_mounted_soap_dispenser", "shampoo_dispenser")
_MIRRORS = ("mirror", "standing_mirror")
_DRY = ("hand_dryer", "paper_towel_dispenser")
_WORKTOP_M = 0.82


def is_public(f: Furnisher) -> bool:
    """Whether a bathroom is one of a public building: several toilets, or urinals."""
    return len(f.pool("toilet")) >= 3 or bool(f.pool("urinal"))


def washroom(f: Furnisher) -> None:
    """Toilets in a row, each with a shower or stall between, urinals in a row, sinks with mirrors above."""
    if not is_public(f):
        return
    _sinks(f)
    _stalls(f)
    _urinals(f)
    _beside_sinks(f)


def _hung(item: InventoryItem, x: float, y: float, z_center: float | None = None, yaw: float = 0.0) -> Part:
    """A thing on the wall at x = 0 (or on a panel at x), upright, its middle at y."""
    r = rule(item.category)
    group = pairs.hung(item, None, z_center if z_center is not None else r.get("z_center", 1.2), r.get("up"))
    part = group.parts[0]
    return Part(item, x + part.x_m, y, part.z_m, part.yaw_deg + yaw, "wall", part.pose)


def _stalls(f: Furnisher) -> None:
    """A row of places with a toilet, its paper at the wall beside it; stalls stand between them as partitions."""
    supply = Supply(f)
    gap = f.settings.wall_gap_m
    cells: list[Group] = []
    for toilet in f.pool("toilet"):
        supply.draw("toilet", fits=lambda i: i == toilet)  # noqa: B023
        parts = [Part(toilet, gap + toilet.size_m[0] / 2, 0.0)]
        paper = supply.draw("toilet_paper_dispenser")
        width = _STALL_M
        if paper is not None:
            beside = toilet.size_m[1] / 2 + 0.06 + paper.size_m[1] / 2
            parts.append(_hung(paper, 0.0, beside))
            width = max(width, 2 * (beside + paper.size_m[1] / 2) + 0.02)
        stall = supply.draw("shower_stall")
        if stall is not None:
            parts.append(Part(stall, gap + stall.size_m[0] / 2, width / 2 + stall.size_m[1] / 2))
        x = gap + toilet.size_m[0]
        clear = ((x + 0.005, -0.3, 0.06, x + 0.6, 0.3, 1.6),)
        cells.append(Group(tuple(parts), clear))
    left = line_up(f, cells, front_m=0.75, gap_m=0.02)
    # A place that finds no room with its stall tries without.
    supply.give_back(left)
    for toilet in f.pool("toilet"):
        line_up(f, [standing(toilet, gap)], front_m=0.5)
    stalls = [standing(i, gap) for i in f.pool("shower_stall")]
    line_up(f, stalls, front_m=0.7, gap_m=0.004)


def _sinks(f: Furnisher) -> None:
    """Sinks side by side, or basins on a worktop, with mirrors and soap above them."""
    gap = f.settings.wall_gap_m
    supply = Supply(f)
    bowls = sorted(f.pool(*_SINKS), key=lambda i: (i.category, -i.size_m[1]))
    wide_mirror = supply.peek("mirror", fits=lambda i: i.size_m[1] > 2.0)
    cells: list[Group] = []
    for bowl in bowls:
        supply.draw(bowl.category, fits=lambda i: i == bowl)  # noqa: B023
        cells.append(_sink(f, supply, bowl, gap))
    if cells and wide_mirror is not None:
        run = _under_mirror(supply, cells, wide_mirror)
        left = line_up(f, [run], front_m=0.7)
        if not left:
            cells = []
    supply.give_back(line_up(f, cells, front_m=0.7, gap_m=0.03))
    _worktop(f)


def _sink(f: Furnisher, supply: Supply, bowl: InventoryItem, gap: float) -> Group:
    hung = rule(bowl.category)["place"] == "hung"
    if hung:
        parts = [_hung(bowl, 0.0, 0.0)]
        top = parts[0].z_m + bowl.size_m[2]
    else:
        parts = [Part(bowl, gap + bowl.size_m[0] / 2, 0.0)]
        top = bowl.size_m[2]
    parts += _above(supply, bowl.size_m[1], 0.0, top)
    x = gap + bowl.size_m[0]
    return Group(tuple(parts), ((x + 0.005, -0.3, 0.06, x + 0.6, 0.3, 1.6),))


def _above(supply: Supply, width: float, y: float, top: float) -> list[Part]:
    """A mirror that is no wider than the sink and a soap dispenser beside it, on the wall above."""
    parts: list[Part] = []
    mirror = supply.peek(*_MIRRORS, fits=lambda i: i.size_m[1] <= width + 0.02 and i.size_m[0] < 0.15)
    low = top + 0.12
    side = y
    if mirror is not None:
        supply.draw(mirror.category, fits=lambda i: i == mirror)
        parts.append(_hung(mirror, 0.0, y, max(1.5, low + mirror.size_m[2] / 2)))
        side = y + mirror.size_m[1] / 2
    soap = supply.peek(*_SOAP)
    if soap is not None:
        at = side + soap.size_m[1] / 2 + 0.03
        if mirror is None:
            at = y
        if at + soap.size_m[1] / 2 <= y + width / 2 + 0.02 or mirror is None:
            supply.draw(soap.category)
            parts.append(_hung(soap, 0.0, at, max(1.15, low + soap.size_m[2] / 2)))
    return parts


def _under_mirror(supply: Supply, cells: Sequence[Group], mirror: InventoryItem) -> Group:
    """Sinks side by side with one wide mirror above them."""
    run = side_by_side(cells, 0.03)
    hidden = [k for k, p in enumerate(run.parts) if p.item.category in _MIRRORS or p.item.category in _SOAP]
    kept = [p for k, p in enumerate(run.parts) if k not in hidden]
    supply.draw("mirror", fits=lambda i: i == mirror)
    top = max(float(p.bounds[5]) for p in kept)
    part = _hung(mirror, 0.0, 0.0, max(1.5, top + 0.12 + mirror.size_m[2] / 2))
    return Group((*kept, part), run.clear)


def _worktop(f: Furnisher) -> None:
    """Basins on a worktop that hangs on the wall, mirrors above; without a worktop basins hang themselves."""
    supply = Supply(f)
    basins = f.pool(*_BASINS)
    if not basins:
        return
    tops = f.pool("countertop")
    cells: list[Group] = []
    if tops:
        top = tops[0]
        supply.draw("countertop", fits=lambda i: i == top)
        depth, width, thick = top.size_m
        parts = [Part(top, depth / 2, 0.0, _WORKTOP_M - thick, support="wall")]
        room = [b for b in basins if b.size_m[0] <= depth + 0.02]
        count = min(len(room), int(width / (max((b.size_m[1] for b in room), default=1.0) + 0.08)))
        for k, basin in enumerate(room[:count]):
            supply.draw(basin.category, fits=lambda i: i == basin)  # noqa: B023
            y = (k - (count - 1) / 2) * width / count
            parts.append(Part(basin, depth / 2, y, _WORKTOP_M, support=0))
            parts += _above(supply, width / count, y, _WORKTOP_M + basin.size_m[2])
        cells.append(Group(tuple(parts), ((depth + 0.005, -width / 2, 0.06, depth + 0.6, width / 2, 1.6),)))
    else:
        for basin in basins:
            supply.draw(basin.category, fits=lambda i: i == basin)  # noqa: B023
            hung = _hung(basin, 0.0, 0.0, _WORKTOP_M)
            parts = [hung, *_above(supply, basin.size_m[1], 0.0, float(hung.bounds[5]))]
            x = basin.size_m[0]
            cells.append(Group(tuple(parts), ((x, -0.3, 0.06, x + 0.6, 0.3, 1.6),)))
    wide = supply.peek("mirror", fits=lambda i: i.size_m[1] > 2.0)
    if wide is not None and not tops:
        run = _under_mirror(supply, cells, wide)
        if not line_up(f, [run], front_m=0.7):
            return
        supply.back()
        return _worktop_apart(f)
    supply.give_back(line_up(f, cells, front_m=0.7, gap_m=0.04))
    return None


def _worktop_apart(f: Furnisher) -> None:
    """Basins that hang on the wall one by one."""
    for basin in f.pool(*_BASINS):
        line_up(f, [Group((_hung(basin, 0.0, 0.0, _WORKTOP_M),))], front_m=0.7)


def _urinals(f: Furnisher) -> None:
    """Urinals in a row with screens between them when there are any."""
    supply = Supply(f)
    cells = []
    for urinal in f.pool("urinal"):
        supply.draw("urinal", fits=lambda i: i == urinal)  # noqa: B023
        z_center = 0.62 + urinal.size_m[2] / 2 - 0.25 if urinal.size_m[2] < 0.7 else 0.06 + urinal.size_m[2] / 2
        part = _hung(urinal, 0.0, 0.0, max(z_center, urinal.size_m[2] / 2 + 0.02))
        clear = ((urinal.size_m[0] + 0.005, -0.3, 0.06, urinal.size_m[0] + 0.55, 0.3, 1.6),)
        cells.append(Group((part,), clear))
    supply.give_back(line_up(f, cells, front_m=0.6, gap_m=0.32))


def _beside_sinks(f: Furnisher) -> None:
    """Dryers and towels on the wall near the sinks, bins under or beside them."""
    sinks = [p.box.center_m for p in f.space.placed if p.item.category in (*_SINKS, *_BASINS)]
    if not sinks:
        return
    for category in _DRY:
        for item in f.pool(category):
            r = rule(category)
            if f.at_wall(pairs.hung(item, None, r["z_center"], r.get("up")), f.near(sinks, 0.1)):
                f.take([item])
    for item in f.pool("trash_can", "public_trash_can"):
        if f.at_wall(standing(item, f.settings.wall_gap_m), f.near(sinks, 0.3)):
            f.take([item])


# --- changing rooms ------------------------------------------------------------------------------------------------


def changing(f: Furnisher) -> None:
    """Lockers in runs along the walls (on their plinths), benches in the middle."""
    lockers(f)
    bench_rows(f)


def lockers(f: Furnisher) -> None:
    """Lockers side by side along the walls, in runs as long as the wall allows; on plinths where there are any."""
    supply = Supply(f)
    cells: list[Group] = []
    for plinth in sorted(f.pool("pedestal"), key=lambda i: -i.size_m[1]):
        if plinth.size_m[2] > 0.25 or not supply.count("locker"):
            continue
        supply.draw("pedestal", fits=lambda i: i == plinth)  # noqa: B023
        parts = [Part(plinth, f.settings.wall_gap_m + plinth.size_m[0] / 2, 0.0)]
        locker = supply.peek("locker")
        assert locker is not None
        count = min(supply.count("locker"), int((plinth.size_m[1] + 0.02) / locker.size_m[1]))
        for k in range(count):
            one = supply.draw("locker")
            assert one is not None
            y = (k - (count - 1) / 2) * one.size_m[1]
            x = f.settings.wall_gap_m + one.size_m[0] / 2
            parts.append(Part(one, x, y, plinth.size_m[2], support=0))
        cells.append(Group(tuple(parts)))
    left = line_up(f, cells, front_m=0.7, gap_m=0.004)
    supply.give_back(left)
    pool = sorted(f.pool("locker"), key=lambda i: (-i.size_m[2], i.model))
    left = [standing(i, f.settings.wall_gap_m) for i in pool]
    for least in (5, 3, 1):  # a locker alone looks forgotten
        left = line_up(f, left, front_m=0.7, least=least)


def bench_rows(f: Furnisher) -> None:
    """Benches in rows over the middle of the floor, along the longer side; those with backs at the walls."""
    benches = f.pool("bench")
    if not benches:
        return
    x0, y0, x1, y1 = f.space.rect
    turn = 1 if x1 - x0 >= y1 - y0 else 0
    high = [b for b in benches if b.size_m[2] > 1.0]
    line_up(f, [standing(b, f.settings.wall_gap_m) for b in high], front_m=0.5, gap_m=0.02)
    groups = [Group((Part(b, 0.0, 0.0),)) for b in f.pool("bench") if b.size_m[2] <= 1.0]
    pairs_of = [_back_to_back(groups[k : k + 2]) for k in range(0, len(groups), 2)]
    rect = inner_rect(f, 1.15)
    left = in_rows(f, pairs_of, rect, turn, (0.9, 0.9))
    for group in left:
        for part in group.parts:
            if part.item in f.left:
                line_up(f, [standing(part.item, f.settings.wall_gap_m)], front_m=0.4)


def _back_to_back(groups: Sequence[Group]) -> Group:
    """Two benches end to end, as one row."""
    if len(groups) == 1:
        return groups[0]
    a, b = groups
    return merged([a, moved(b, 0.0, extent(a)[3] - extent(b)[1] + 0.01)])
