"""Sports: machines in rows, weights on racks, mats in piles and fields; baths with pools and benches."""

from __future__ import annotations

from gstgen.scenes.arranging.frame import extent, main_frames
from gstgen.scenes.arranging.runs import inner_rect, line_up, pack_rows, side_by_side, standing
from gstgen.scenes.arranging.shelves import hang_shelves
from gstgen.scenes.arranging.stocking import bases_of, by_kind, fill
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part

_RUNNING = ("treadmill", "elliptical_machine", "exercise_bike", "rowing_machine")
_LIFTING = ("bench_press_machine", "flat_bench")
_APPARATUS = ("parallel_bars", "pommel_horse")
_AISLE_M = 1.0
_PILE_M = 0.9  # height of a pile of mats


def gym(f: Furnisher) -> None:
    """Machines in a row that faces a wall or window, lifting places before the racks; a sports hall with its field."""
    _stands(f)
    _running(f)
    _racks(f)
    _lifting(f)
    _mats(f)
    _field(f)


def _running(f: Furnisher) -> None:
    """Machines side by side whose users look at the wall, far enough from it to step on."""
    machines = [i for c in _RUNNING for i in f.pool(c)]
    if not machines:
        return
    deep = max(m.size_m[0] for m in machines)
    cells = [Group((Part(m, 0.35 + deep - m.size_m[0] / 2, 0.0, yaw_deg=180.0),)) for m in machines]
    run = side_by_side(cells, 0.55)
    for wall in main_frames(f.space):
        _, y0, x1, y1 = extent(run)
        spans = wall.free_spans(f.space, (0.0, x1 + 0.8), (0.0, 1.6), 0.4)
        for a, b in sorted(spans, key=lambda s: s[0] - s[1]):
            if b - a >= y1 - y0 and f.space.place_at(run, wall.point(0.0, (a + b) / 2 - (y0 + y1) / 2), wall.turn):
                f.take(run.items)
                return
    line_up(f, [standing(m, f.settings.wall_gap_m) for m in machines], front_m=0.7, gap_m=0.5)


def _racks(f: Furnisher) -> None:
    """Racks at a wall with the weights on their boards; what they cannot hold leans beside them in piles."""
    line_up(f, [standing(i, f.settings.wall_gap_m) for i in f.pool("free_weight_rack")], front_m=1.0, gap_m=0.2)
    fill(f, bases_of(f, "free_weight_rack"), by_kind(f.pool("free_weight")))
    pool = sorted(f.pool("free_weight"), key=lambda i: (-i.size_m[0], i.model))
    flat = [i for i in pool if i.size_m[2] < 0.15]
    for start in range(0, len(flat), 6):
        _pile(f, flat[start : start + 6])
    line_up(f, [standing(i, f.settings.wall_gap_m) for i in pool if i.size_m[2] >= 0.15], front_m=0.5, gap_m=0.05)
    for bar in f.pool("weight_bar"):
        line_up(f, [standing(bar, f.settings.wall_gap_m, long=False)], front_m=0.4)


def _pile(f: Furnisher, items: list[InventoryItem]) -> bool:
    """Equal flat things on top of one another at a wall, the largest below."""
    parts, z = [], 0.0
    for k, item in enumerate(sorted(items, key=lambda i: -i.size_m[0] * i.size_m[1])):
        x = f.settings.wall_gap_m + items[0].size_m[0] / 2
        parts.append(Part(item, x, 0.0, z, support="floor" if k == 0 else k - 1))
        z += item.size_m[2]
    return not line_up(f, [Group(tuple(parts))], front_m=0.5)


def _lifting(f: Furnisher) -> None:
    """Places to lift in rows over the floor."""
    cells = [Group((Part(i, 0.0, 0.0),)) for c in _LIFTING for i in f.pool(c)]
    if not cells:
        return
    x0, y0, x1, y1 = f.space.rect
    turn = 0 if x1 - x0 >= y1 - y0 else 1
    for group in pack_rows(f, cells, inner_rect(f, 1.4), turn, (_AISLE_M, _AISLE_M), stretch=2.5):
        if f.anywhere(group, 0.2):
            f.take(group.items)


def _stands(f: Furnisher) -> None:
    """Stands for spectators along the long walls, their front to the field."""
    stands = sorted(f.pool("stadium_stand"), key=lambda i: (-i.size_m[1], i.model))
    walls = main_frames(f.space)[:2]
    for number, stand in enumerate(stands):
        wall = walls[number % len(walls)]
        group = standing(stand, f.settings.wall_gap_m)
        if line_up(f, [group], walls=[wall], front_m=1.0, middle=len(stands) <= 2):
            line_up(f, [group], front_m=1.0)


def _mats(f: Furnisher) -> None:
    """Thin mats joined to a floor for gymnastics, thick ones in piles at the wall."""
    mats = sorted(f.pool("gym_mat"), key=lambda i: (-i.size_m[2], i.model))
    if not mats:
        return
    thin = [m for m in mats if m.size_m[2] <= 0.05]
    thick = [m for m in mats if m.size_m[2] > 0.05]
    field = thin[: max(8, len(thin) // 2)] if thin else thick[:8]
    for model in sorted({m.model for m in field}):
        same = [m for m in field if m.model == model]
        columns = max(1, round((len(same) * same[0].size_m[0] / same[0].size_m[1]) ** 0.5))
        rows = [same[k : k + columns] for k in range(0, len(same), columns)]
        sx, sy, _ = same[0].size_m
        parts = [
            Part(m, (r - (len(rows) - 1) / 2) * (sx + 0.002), (c - (columns - 1) / 2) * (sy + 0.002))
            for r, row in enumerate(rows)
            for c, m in enumerate(row)
        ]
        group = Group(tuple(parts))
        if f.anywhere(group, 0.1):
            f.take(group.items)
    rest = sorted(f.pool("gym_mat"), key=lambda i: (-i.size_m[0] * i.size_m[1], i.model))
    while rest:
        first = rest[0]
        count = max(1, int(_PILE_M / first.size_m[2]))
        pile = [m for m in rest if m.model == first.model][:count]
        _pile(f, pile)
        for mat in pile:
            rest.remove(mat)


def _field(f: Furnisher) -> None:
    """A net across the middle of the hall, apparatus beside it."""
    x0, y0, x1, y1 = f.space.rect
    long_x = x1 - x0 >= y1 - y0
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    for net in f.pool("volleyball_net"):
        across = net.size_m[1] >= net.size_m[0]
        turn = (0 if long_x else 1) if across else (1 if long_x else 0)
        group = Group((Part(net, 0.0, 0.0),))
        for shift in (0.0, 2.0, -2.0, 4.0, -4.0):
            at = (middle[0] + shift, middle[1]) if long_x else (middle[0], middle[1] + shift)
            if f.space.place_at(group, at, turn):
                f.take([net])
                break
    for category in _APPARATUS:
        for item in f.pool(category):
            if f.anywhere(Group((Part(item, 0.0, 0.0),)), -0.1):
                f.take([item])


# --- baths ----------------------------------------------------------------------------------------------------------


def spa(f: Furnisher) -> None:
    """Pools away from the walls, tubs in corners, beds and loungers in a row, plants along the walls."""
    for pool in sorted(f.pool("swimming_pool", "hot_tub"), key=lambda i: -i.size_m[0] * i.size_m[1]):
        group = standing(pool, max(f.settings.wall_gap_m, 0.75 if pool.category == "swimming_pool" else 0.02))
        if line_up(f, [group], front_m=0.9) and f.anywhere(Group((Part(pool, 0.0, 0.0),)), 0.3):
            f.take([pool])
    beds = f.pool("massage_bed")
    line_up(f, [standing(b, f.settings.wall_gap_m) for b in beds], front_m=0.7, gap_m=0.7)
    for item in sorted(f.pool("sauna_bench", "hammam_bench"), key=lambda i: -i.size_m[0] * i.size_m[1]):
        line_up(f, [standing(item, f.settings.wall_gap_m)], front_m=0.6)
    for sofa in f.pool("sofa"):
        line_up(f, [standing(sofa, f.settings.wall_gap_m)], front_m=0.8)
    line_up(f, [standing(t, 0.05) for t in f.pool("tree", "pot_plant") if t.size_m[2] > 0.8], front_m=0.6, gap_m=1.0)
    hang_shelves(f)
