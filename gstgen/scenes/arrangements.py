"""Furniture that stands together in a room: kitchen runs, beds, seats, bathrooms, desks, dining tables, bars."""

from __future__ import annotations

import itertools

import numpy as np

from gstgen.scenes import groups
from gstgen.scenes.furnisher import Furnisher, Items
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Array, Group, Part, Placed
from gstgen.scenes.rules import rule

_UNITS = ("bottom_cabinet_no_top", "bottom_cabinet", "dishwasher", "oven")
_SINKS = ("furniture_sink", "pedestal_sink", "wall_mounted_sink", "multi_station_furniture_sink")
_PRIVATE = ("bedroom", "childs_room", "private_office")
_DESK_M = (0.6, 0.95)  # heights of tables at which one person works
_KITCHEN = ("countertop", "oven", "stove", "fridge", "dishwasher")


def arrange(f: Furnisher) -> None:
    """Place the groups that the room's things make up, the largest first."""
    if f.pool(*_KITCHEN):
        _kitchen(f)
    _beds(f)
    _sofas(f)
    _bathroom(f)
    _desks(f)
    _dining(f)
    _bars(f)


def _kitchen(f: Furnisher) -> None:
    gap, s = f.settings.wall_gap_m, f.settings
    anchors: list[Array] = []

    def beside(group: Group) -> bool:
        score = f.near(anchors, 0.05) if anchors else f.corner_first()
        return f.at_wall(group, score)

    def remember() -> None:
        anchors.append(f.space.placed[-1].box.center_m)

    hoods = f.pool("range_hood")
    for stove in f.pool("stove"):
        variants = (
            [(groups.hooded(stove, hoods[0], gap, rule("range_hood")["z"]), [stove, hoods.pop(0)])] if hoods else []
        )
        if f.first([*variants, (groups.single(stove, gap, 0.55), [stove])], beside):
            remember()
    if f.pool("countertop"):
        for sink in f.pool("furniture_sink"):
            if f.first([(groups.single(sink, gap, 0.55), [sink])], beside):
                remember()
    for top in f.pool("countertop"):
        if f.pool("straight_chair") and not f.pool(*_UNITS[2:], "furniture_sink", "top_cabinet"):
            break  # a bar in a living room
        low = [u for c in _UNITS for u in f.pool(c) if u.size_m[2] < 0.98]
        if f.first(groups.worktop_groups(top, low, s.worktop_m, gap), beside):
            remember()
    for fridge in f.pool("fridge", "oven", "dishwasher"):
        if f.first([(groups.single(fridge, gap, 0.55), [fridge])], beside):
            remember()
    for cabinet in f.pool("bottom_cabinet_no_top"):
        if f.first([(groups.single(cabinet, gap, 0.35), [cabinet])], beside):
            remember()
    for cabinet in f.pool("top_cabinet"):
        if f.first([(groups.hung(cabinet, rule("top_cabinet")["z"], None, None), [cabinet])], beside):
            continue


def _beds(f: Furnisher) -> None:
    gap = f.settings.wall_gap_m
    for bed in f.pool("bed", "crib"):
        stands = [
            c for c in f.pool("nightstand", "bottom_cabinet", "stand") if c.size_m[2] <= 0.75 and c.size_m[1] <= 0.75
        ]
        stands.sort(key=lambda c: (c.category != "nightstand", abs(c.size_m[2] - 0.5), c.model))
        variants = groups.bed_groups(bed, stands if bed.category == "bed" else [], f.pool("table_lamp"), gap)
        score = f.middle_first()
        f.first(variants, lambda group, score=score: f.at_wall(group, score))  # type: ignore[misc]


def _sofas(f: Furnisher) -> None:
    gap = f.settings.wall_gap_m
    for sofa in sorted(f.pool("sofa"), key=lambda i: -i.size_m[1]):
        tables = sorted(f.pool("coffee_table"), key=lambda i: -i.size_m[1])
        rugs = f.pool("carpet")
        variants = list(
            groups.seat_groups(sofa, tables[0] if tables else None, rugs[0] if rugs else None, f.pool("armchair"), gap)
        )
        if tables:
            variants += list(groups.seat_groups(sofa, None, None, [], gap))
        score = f.middle_first()
        first = len(f.space.placed)
        if f.first(variants, lambda group, score=score: f.at_wall(group, score)):  # type: ignore[misc]
            _television(f, f.space.placed[first])


def _television(f: Furnisher, seat: Placed) -> None:
    """A stand with the television on it, or a wall-hung one, opposite a seat."""
    gap = f.settings.wall_gap_m
    for tv in f.pool("wall_mounted_tv")[:1]:
        r = rule("wall_mounted_tv")
        if f.at_wall(groups.hung(tv, None, r["z_center"], None), f.facing(seat)):
            f.take([tv])
            _keep_sight(f, seat, f.space.placed[-1])
    for tv in f.pool("standing_tv")[:1]:
        r = rule("standing_tv")
        for category in r["supports"]:
            stands = [s for s in f.pool(category) if 0.2 <= s.size_m[2] <= 0.8 and s.size_m[0] >= tv.size_m[0]]
            stands = [s for s in stands if s.size_m[1] + 2 * r["overhang"] >= tv.size_m[1]]
            for stand in sorted(stands, key=lambda s: (-s.size_m[1], s.model))[:1]:
                base = groups.single(stand, gap, 0.6)
                top = Part(tv, base.parts[0].x_m, 0.0, stand.size_m[2], support=0)
                if f.at_wall(Group((*base.parts, top), base.clear), f.facing(seat)):
                    f.take([stand, tv])
                    _keep_sight(f, seat, f.space.placed[-1])
                    return


def _keep_sight(f: Furnisher, seat: Placed, tv: Placed) -> None:
    """Nothing that is higher than a coffee table goes between a seat and its television if it can be helped."""
    a, b = seat.box.center_m[:2], tv.box.center_m[:2]
    if float(np.dot(seat.box.rotation[:2, 0], tv.box.rotation[:2, 0])) > -0.9:
        return
    low, high = np.minimum(a, b), np.maximum(a, b)
    across = np.abs(seat.box.rotation[:2, 1])
    middle, half = (low + high) / 2, np.where(across > 0.5, 0.4, (high - low) / 2)
    f.space.fronts.append((*(middle - half), 0.5, *(middle + half), 1.6))


def _bathroom(f: Furnisher) -> None:
    gap = f.settings.wall_gap_m
    order = ("bathtub", "shower_stall", "shower", "toilet", *_SINKS)
    for category in order:
        for item in f.pool(category):
            r = rule(category)
            group = groups.single(item, gap, r.get("front", 0.0), r.get("long", False))
            if not f.at_wall(group, f.corner_first()):
                f.fail(item, "no wall space with room before it")
                continue
            f.take([item])
            mirrors = f.pool("mirror")
            if category in _SINKS and mirrors:
                _mirror(f, mirrors[0], f.space.placed[-1])


def _mirror(f: Furnisher, mirror: InventoryItem, sink: Placed) -> None:
    height = max(1.5, float(sink.box.bounds_m[1][2]) + 0.05 + mirror.size_m[2] / 2)
    group = groups.hung(mirror, None, height, None)
    group = Group(group.parts)
    if f.at_wall(group, f.near([sink.box.center_m - 0.3 * sink.box.rotation[:, 0]], 0.0)):
        f.take([mirror])


def _desks(f: Furnisher) -> None:
    gap = f.settings.wall_gap_m
    chairs = f.pool("swivel_chair")
    chairs += [c for c in f.pool("eames_chair", "straight_chair", "taboret")][
        : max(0, len(f.pool("desk")) - len(chairs))
    ]
    for chair in chairs:
        desks = f.pool("desk")
        if chair.category == "swivel_chair":
            desks += [*f.pool("breakfast_table"), *f.pool("console_table")]
        for desk in desks[:1]:
            group = groups.desk_group(desk, chair, gap, f.space.random)
            if f.at_wall(group, f.corner_first()):
                f.take([desk, chair])


def _dining(f: Furnisher) -> None:
    gap = f.settings.wall_gap_m
    tables = f.pool("breakfast_table", "pedestal_table", "conference_table", "coffee_table")
    for table in sorted(tables, key=lambda t: (-t.size_m[0] * t.size_m[1], t.category, t.model)):
        chairs = _chairs(f, table)
        if not chairs:
            return
        if f.room_type in _PRIVATE and _as_desk(f, table, chairs[0]):
            continue
        wall_first = bool(f.space.random.random() < 0.4)
        score = f.corner_first()
        for against, random in itertools.product((wall_first, not wall_first), (f.space.random, None)):
            place = (lambda g: f.at_wall(g, score)) if against else f.anywhere  # noqa: B023
            if f.first(groups.dining_groups(table, chairs, against, gap, random), place):
                break


def _as_desk(f: Furnisher, table: InventoryItem, chair: InventoryItem) -> bool:
    """In a private room a table stands at the wall with one chair before it."""
    if not _DESK_M[0] <= table.size_m[2] <= _DESK_M[1]:
        return False
    group = groups.desk_group(table, chair, f.settings.wall_gap_m, f.space.random)
    if not f.at_wall(group, f.corner_first()):
        return False
    f.take(group.items)
    return True


def _chairs(f: Furnisher, table: InventoryItem) -> Items:
    """Chairs of one model for a table: of the model with most chairs, so that others stay for another table."""
    pool = f.pool("straight_chair") or f.pool("eames_chair", "taboret") or f.pool("armchair")
    if f.pool("countertop") and not f.pool(*_UNITS[2:]) and len(pool) > 2:
        models = sorted({c.model for c in pool}, key=lambda m: (sum(c.model == m for c in pool), m))
        if len(models) > 1:
            pool = [c for c in pool if c.model != models[0]]
    if pool and pool[0].category == "armchair" and max(pool[0].size_m[:2]) > 0.65:
        return []
    return sorted(pool, key=lambda c: c.model)


def _bars(f: Furnisher) -> None:
    for top in f.pool("countertop"):
        chairs = f.pool("straight_chair")[:2]
        for count in range(len(chairs), -1, -1):
            if f.at_wall(groups.bar_group(top, chairs[:count], f.settings.worktop_m), f.middle_first()):
                f.take([top, *chairs[:count]])
                break
        else:
            f.fail(top, "no free wall for a worktop")
