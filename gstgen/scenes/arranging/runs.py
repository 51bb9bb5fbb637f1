"""Things in a line: side by side along the walls of a room, and in straight rows over its floor."""

from __future__ import annotations

from collections.abc import Sequence

from gstgen.scenes.arranging.frame import Frame, Span, depth_of, extent, frames, merged, moved, width_of
from gstgen.scenes.box_index import Box
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part, Pose, row_origins
from gstgen.scenes.rectilinear import Rect
from gstgen.scenes.rules import rule

_WALL_SIDE_M = 0.02  # between the end of a run and what stands there already


def standing(
    item: InventoryItem, gap_m: float, *, long: bool | None = None, pose: bool = True, front_m: float | None = None
) -> Group:
    """One thing with its back to the wall, origin at the wall; `long` turns its longer side along the wall.

    Without `long` and `front_m` the table's rule for the category decides.
    """
    r = rule(item.category)
    sx, sy, sz = item.size_m
    turned = (r.get("long", False) if long is None else long) and sx > sy
    part = Part(item, 0.0, 0.0, yaw_deg=90.0 if turned else 0.0)
    depth, width = float(part.extent_m[0]), float(part.extent_m[1])
    front = r.get("front", 0.0) if front_m is None else front_m
    clear: tuple[Box, ...] = ()
    if front > 0:
        x = gap_m + depth
        clear = ((x + 0.005, -width / 2 + 0.03, 0.06, x + front, width / 2 - 0.03, min(sz, 1.6)),)
    return Group((Part(item, gap_m + depth / 2, 0.0, yaw_deg=part.yaw_deg),), clear)


def line_up(
    f: Furnisher,
    groups: Sequence[Group],
    *,
    walls: Sequence[Frame] | None = None,
    front_m: float = 0.6,
    gap_m: float = 0.0,
    least: int = 1,
    most: int | None = None,
    middle: bool = False,
) -> list[Group]:
    """Place groups side by side along walls, in order, the longest free stretch first; takes their things.

    Groups have their back at x = 0. `front_m` is kept free before them; a stretch that holds fewer than `least` of
    them is left out, one that could hold more than `most` gets so many at first; `middle` centres a run on its stretch.
    Returns the groups that found no place.
    """
    left = list(groups)
    walls = list(walls) if walls is not None else frames(f.space)
    tried: set[tuple[int, int]] = set()
    fronts = True
    while left:
        stretch = _longest(f, left, walls, front_m, tried, fronts)
        if stretch is None:
            if not fronts:
                return left
            fronts, tried = False, set()  # better before other furniture than nowhere
            continue
        wall, span = stretch
        poses, used = _fill(wall, span, left[:most], gap_m, middle)
        if len(poses) < min(least, len(left)):
            continue
        done = f.space.place_many(poses)
        placed = [used[k] for k, ok in enumerate(done) if ok]
        for group in placed:
            f.take(group.items)
        taken = {id(g) for g in placed}
        left = [g for g in left if id(g) not in taken]
    return left


def _longest(
    f: Furnisher,
    groups: Sequence[Group],
    walls: Sequence[Frame],
    front_m: float,
    tried: set[tuple[int, int]],
    fronts: bool,
) -> tuple[Frame, Span] | None:
    """The longest free stretch of the walls for groups that was not tried yet."""
    boxes = [g.bounds for g in groups]
    depth = max(float(b[:, 3].max()) for b in boxes)
    low = min(float(b[:, 2].min()) for b in boxes)
    high = max(float(b[:, 5].max()) for b in boxes)
    best: tuple[float, int, Span] | None = None
    for number, wall in enumerate(walls):
        free = wall.free_spans(f.space, (0.0, depth), (low, high), _WALL_SIDE_M, fronts)
        if front_m > 0:
            ahead = wall.free_spans(f.space, (depth, min(depth + front_m, wall.depth_m)), (0.05, 1.6), 0.0)
            free = [(max(a, c), min(b, d)) for a, b in free for c, d in ahead if min(b, d) - max(a, c) > _WALL_SIDE_M]
        for span in free:
            key = (number, round(1e3 * span[0]))
            if key not in tried and (best is None or span[1] - span[0] > best[0] + 1e-6):
                best = (span[1] - span[0], number, span)
    if best is None:
        return None
    tried.add((best[1], round(1e3 * best[2][0])))
    return walls[best[1]], best[2]


def _fill(
    wall: Frame, span: Span, groups: Sequence[Group], gap_m: float, middle: bool
) -> tuple[list[Pose], list[Group]]:
    """Places of the groups that fit side by side into a stretch of a wall."""
    y, end = span[0] + _WALL_SIDE_M, span[1] - _WALL_SIDE_M
    chosen: list[tuple[Group, float]] = []
    for group in groups:
        _, low, _, high = extent(group)
        if y + high - low > end + 1e-9:
            continue
        chosen.append((group, y - low))
        y += high - low + gap_m
    shift = (end - (y - gap_m)) / 2 if middle and chosen else 0.0
    poses: list[Pose] = [(g, wall.point(0.0, at + shift), wall.turn) for g, at in chosen]
    return poses, [g for g, _ in chosen]


def inner_rect(f: Furnisher, margin_m: float) -> Rect:
    """The room's bounds less a margin (never turned inside out)."""
    x0, y0, x1, y1 = f.space.rect
    mx, my = min(margin_m, (x1 - x0) / 2 - 0.01), min(margin_m, (y1 - y0) / 2 - 0.01)
    return (x0 + mx, y0 + my, x1 - mx, y1 - my)


def in_rows(
    f: Furnisher,
    groups: Sequence[Group],
    rect: Rect,
    turn: int,
    gap_m: tuple[float, float],
    *,
    stretch: float = 2.2,
) -> list[Group]:
    """Place groups in rows that fill a rectangle evenly; takes their things and returns the groups left over.

    Rows run across the direction that `turn` faces. `gap_m` is the least free width between neighbours in a row and
    between rows; where there is more room both grow up to `stretch` times.
    """
    left = list(groups)
    if not left:
        return left
    widest = max(left, key=lambda g: (extent(g)[3] - extent(g)[1]) * (extent(g)[2] - extent(g)[0]))
    x0, y0, x1, y1 = extent(widest)
    deep, wide = x1 - x0, y1 - y0
    size = (rect[2] - rect[0], rect[3] - rect[1])
    ahead_m, along_m = (size[0], size[1]) if turn % 2 == 0 else (size[1], size[0])
    per_row = int((along_m + gap_m[0] + 1e-9) / (wide + gap_m[0]))
    rows = int((ahead_m + gap_m[1] + 1e-9) / (deep + gap_m[1]))
    if per_row < 1 or rows < 1:
        return left
    need_rows = min(rows, -(-len(left) // per_row))
    # As many rows as make the block about as long as wide in free space, never more than fit.
    while need_rows < rows and -(-len(left) // need_rows) * (wide + gap_m[0]) > 1.35 * need_rows * (deep + gap_m[1]) * (
        along_m / max(ahead_m, 0.1)
    ):
        need_rows += 1
    columns = min(per_row, -(-len(left) // need_rows))
    across = _grown(along_m, wide, columns, gap_m[0], stretch)
    between = _grown(ahead_m, deep, need_rows, gap_m[1], stretch)
    spots = row_origins(widest, rect, turn, (across, between), 4 * len(left) + 64, columns)
    while left and len(spots):
        poses: list[Pose] = [(g, tuple(s), turn) for g, s in zip(left, spots, strict=False)]
        spots = spots[len(poses) :]
        done = f.space.place_many(poses)
        for (group, _, _), ok in zip(poses, done, strict=True):
            if ok:
                f.take(group.items)
        left = [g for (g, _, _), ok in zip(poses, done, strict=True) if not ok] + left[len(poses) :]
    return left


def _grown(length: float, size: float, count: int, gap: float, stretch: float) -> float:
    """The gap between `count` things that fill a length, at most `stretch` times the least one."""
    if count < 2:
        return gap
    return float(min(gap * stretch, max(gap, (length - count * size) / (count - 1) - 1e-6)))


def side_by_side(groups: Sequence[Group], gap_m: float = 0.0) -> Group:
    """Groups of one frame next to each other along y, as one; centred on y = 0."""
    out, y = [], 0.0
    for group in groups:
        _, low, _, high = extent(group)
        out.append(moved(group, 0.0, y - low))
        y += high - low + gap_m
    return moved(merged(out), 0.0, -(y - gap_m) / 2)


def pack_rows(
    f: Furnisher,
    groups: Sequence[Group],
    rect: Rect,
    turn: int,
    gap_m: tuple[float, float],
    *,
    stretch: float = 2.0,
) -> list[Group]:
    """Like `in_rows` for groups of different sizes: deep ones share rows, shallow ones have rows of their own."""
    size = (rect[2] - rect[0], rect[3] - rect[1])
    across, along = (size[0], size[1]) if turn % 2 == 0 else (size[1], size[0])
    rows: list[list[Group]] = []
    left: list[Group] = []
    used = 0.0
    lengths: list[float] = []
    for group in sorted(groups, key=lambda g: (-round(depth_of(g), 2), -round(width_of(g), 2))):
        row = next((k for k, n in enumerate(lengths) if n + gap_m[0] + width_of(group) <= along + 1e-6), None)
        if row is not None and depth_of(group) > 0.6 * depth_of(rows[row][0]):
            rows[row].append(group)
            lengths[row] += gap_m[0] + width_of(group)
        elif width_of(group) <= along and used + depth_of(group) <= across + 1e-6:
            rows.append([group])
            lengths.append(width_of(group))
            used += depth_of(group) + gap_m[1]
        else:
            left.append(group)
    if not rows:
        return left
    between = _filled(across, [depth_of(r[0]) for r in rows], gap_m[1], stretch)
    v = (across - sum(depth_of(r[0]) for r in rows) - between * (len(rows) - 1)) / 2
    for line in rows:
        gap = _filled(along, [width_of(g) for g in line], gap_m[0], stretch)
        u = (along - sum(width_of(g) for g in line) - gap * (len(line) - 1)) / 2
        poses: list[Pose] = []
        for group in line:
            at = (v + depth_of(line[0]) / 2, u + width_of(group) / 2)
            poses.append((_centred(group), _spot(rect, turn, at), turn))
            u += width_of(group) + gap
        for (group, _, _), original, ok in zip(poses, line, f.space.place_many(poses), strict=True):
            if ok:
                f.take(group.items)
            else:
                left.append(original)
        v += depth_of(line[0]) + between
    return left


def _centred(group: Group) -> Group:
    x0, y0, x1, y1 = extent(group)
    return moved(group, -(x0 + x1) / 2, -(y0 + y1) / 2)


def _filled(length: float, sizes: Sequence[float], gap: float, stretch: float) -> float:
    """The gap between things that fill a length, at most `stretch` times the least one."""
    if len(sizes) < 2:
        return gap
    return float(min(gap * stretch, max(gap, (length - sum(sizes)) / (len(sizes) - 1) - 1e-6)))


def _spot(rect: Rect, turn: int, at: tuple[float, float]) -> tuple[float, float]:
    """World point at a depth behind the front side of a rectangle (the one `turn` faces) and a way along it."""
    v, u = at
    if turn % 4 == 0:
        return rect[2] - v, rect[1] + u
    if turn % 4 == 1:
        return rect[0] + u, rect[3] - v
    if turn % 4 == 2:
        return rect[0] + v, rect[1] + u
    return rect[0] + u, rect[1] + v
