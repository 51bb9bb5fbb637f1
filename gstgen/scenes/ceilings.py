"""What hangs from the ceiling: lamps, sprinklers and fans in rows that cover the room, pendants over tables."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import shapely

from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Array, Group, Part
from gstgen.scenes.rules import rule, rule_of

_EDGE_M = 0.05  # to walls
_PENDANT_M = 0.5  # longer things like to hang over a table
_FALLBACK_SPOTS = 400
_TABLES = ("breakfast_table", "pedestal_table", "conference_table", "coffee_table", "bar", "pool_table")


def hang(f: Furnisher) -> None:
    """Hang what is left for the ceiling, kind by kind, the largest first; under the sky it goes elsewhere."""
    if not np.isfinite(f.space.height_m):
        return
    items = [i for i in f.left if rule_of(i)["place"] == "ceiling"]
    items.sort(key=lambda i: (-i.size_m[0] * i.size_m[1], i.category, i.model))
    for _, run in groupby(items, key=lambda i: (i.category, i.model)):
        _hang_kind(f, list(run))


def row_spots(polygon: shapely.Polygon, count: int) -> Array:
    """Spots (count, 2) in straight rows along the room's longer side that cover a polygon evenly."""
    x0, y0, x1, y1 = polygon.bounds
    along_x = x1 - x0 >= y1 - y0
    short = (y1 - y0) if along_x else (x1 - x0)
    pitch = float(np.sqrt(polygon.area / count))
    rows = max(1, min(count, round(short / pitch)))
    spans: list[tuple[float, float, float]] = []  # line, start, end
    inside = polygon.buffer(-_EDGE_M, join_style="mitre")
    for k in range(rows):
        v = (y0 if along_x else x0) + (k + 0.5) * short / rows
        line = [(x0, v), (x1, v)] if along_x else [(v, y0), (v, y1)]
        for piece in shapely.get_parts(inside.intersection(shapely.LineString(line))):
            b = piece.bounds
            if piece.length > _EDGE_M:
                spans.append((v, b[0], b[2]) if along_x else (v, b[1], b[3]))
    lengths = np.array([e - s for _, s, e in spans])
    share = count * lengths / lengths.sum()
    each = np.floor(share).astype(int)
    for k in np.argsort(-(share - each), kind="stable")[: count - int(each.sum())]:
        each[k] += 1
    out = []
    for (v, start, end), n in zip(spans, each, strict=True):
        u = start + (np.arange(n) + 0.5) * (end - start) / max(n, 1)
        line_v = np.full(n, v)
        out.append(np.stack([u, line_v] if along_x else [line_v, u], 1))
    return np.concatenate(out)


def _hang_kind(f: Furnisher, items: list[InventoryItem]) -> None:
    item = items[0]
    sx, sy, sz = item.size_m
    space = f.space
    x0, y0, x1, y1 = space.rect
    turn = 1 if (sy > sx) == (x1 - x0 > y1 - y0) and abs(sx - sy) > 0.1 else 0
    left = list(items)
    if sz > _PENDANT_M or space.height_m - sz < rule(item.category).get("low", 0.0):
        left = _over_tables(f, left, turn)
    if not left:
        return
    spots = row_spots(space.polygon, len(left))
    z = space.height_m - sz
    poses = [(Group((Part(i, 0.0, 0.0, z, support="ceiling"),)), s, turn) for i, s in zip(left, spots, strict=True)]
    placed = space.place_many(poses) if z >= 0 else [False] * len(poses)
    f.take([i for i, ok in zip(left, placed, strict=True) if ok])
    missing = [(i, s) for i, s, ok in zip(left, spots, placed, strict=True) if not ok]
    if not missing:
        return
    others = _other_spots(f)
    for thing, wanted in missing:
        near = others[np.argsort(np.linalg.norm(others - wanted, axis=1), kind="stable")]
        if not f.on_ceiling(thing, near, turn) and not f.on_ceiling(thing, near[:100], 1 - turn):
            _elsewhere(f, thing)


def _over_tables(f: Furnisher, items: list[InventoryItem], turn: int) -> list[InventoryItem]:
    """Hang pendants over the middles of tables; returns what is left."""
    left = list(items)
    tables = [p.box.center_m[:2] for p in f.space.placed if p.item.category in _TABLES]
    for spot in tables:
        if left and f.on_ceiling(left[0], spot[None], turn):
            left.pop(0)
    return left


def _other_spots(f: Furnisher) -> Array:
    x0, y0, x1, y1 = f.space.rect
    spots: Array = f.space.random.uniform((x0, y0), (x1, y1), (_FALLBACK_SPOTS, 2))
    return spots


def _elsewhere(f: Furnisher, item: InventoryItem) -> None:
    """What finds no place under the ceiling hangs on a wall if its rule says so."""
    if rule(item.category).get("else") != "hung":
        f.fail(item, "no free place under the ceiling")
