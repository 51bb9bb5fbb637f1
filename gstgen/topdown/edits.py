"""Plans that are nearly a scene's: a door moved along its wall, a wall moved, a group of furniture moved.

An edit rearranges pixels of a black and white map and invents none, so that an edited plan looks as if it had been
drawn; and it can be undone by one of its own kind, so that no plan of a set gives itself away as the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from gstgen.topdown.edit_settings import EditSettings

Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]
Box = tuple[int, int, int, int]
MOVES_TRIED = 3  # distances of one move
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # columns, rows
EDGE_PX = 2  # beside what moves, the map must go on as it is for this long


@dataclass(frozen=True)
class Edit:
    """One change of a map: what it is, the half-open pixel box that holds it, and how far something moved."""

    kind: Literal["door", "wall", "furniture", "mirror"]
    box_px: Box
    moved_m: float
    shown: tuple[tuple[str, ...], ...]  # of each group a video must have shown one door, room or object, to tell

    def apply(self, picture: Picture) -> Picture:
        """The changed map, (H, W) or (H, W, C)."""
        raise NotImplementedError

    def holds(self, picture: Picture) -> bool:
        """Whether a map that another edit changed still has what this one moves."""
        raise NotImplementedError


@dataclass(frozen=True)
class DoorMove(Edit):
    """An opening and a piece of the same wall change places: pixels [first, first + width) and [other, ...)."""

    strip: tuple[int, int]  # across the wall, with the casing
    first: int
    other: int
    width: int
    upright: bool  # the wall runs down the picture

    def apply(self, picture: Picture) -> Picture:
        out = picture.copy()
        wall = (out.swapaxes(0, 1) if self.upright else out)[self.strip[0] : self.strip[1]]
        a, b = (slice(start, start + self.width) for start in (self.first, self.other))
        opening = wall[:, a].copy()
        wall[:, a] = wall[:, b]
        wall[:, b] = opening
        return out

    def holds(self, picture: Picture) -> bool:
        wall = (picture.swapaxes(0, 1) if self.upright else picture)[self.strip[0] : self.strip[1]]
        piece = wall[:, self.other : self.other + self.width]
        return bool((piece == piece[:, :1]).all() and not (piece > 127).all())


@dataclass(frozen=True)
class WallMove(Edit):
    """`width` equal columns (or rows) from `take` on are taken out, as many are put in at `put`: all between moves."""

    take: int
    put: int
    width: int
    rows: bool

    def apply(self, picture: Picture) -> Picture:
        axis = 0 if self.rows else 1
        index = np.arange(picture.shape[axis])
        kept = np.concatenate([index[: self.take], index[self.take + self.width :]])
        at = int(np.searchsorted(kept, self.put))
        order = np.concatenate([kept[:at], np.full(self.width, self.put), kept[at:]])
        return np.ascontiguousarray(np.take(picture, order, axis))

    def holds(self, picture: Picture) -> bool:
        lines = picture if self.rows else picture.swapaxes(0, 1)
        taken, beside = lines[self.take : self.take + self.width], lines[self.put - EDGE_PX : self.put + EDGE_PX + 1]
        return bool((taken == taken[:1]).all() and (beside == beside[:1]).all())


@dataclass(frozen=True)
class FurnitureMove(Edit):
    """What stands together moves by whole pixels (columns, rows); floor is left where it stood."""

    pixels: tuple[tuple[int, int], ...]  # row, column
    shift: tuple[int, int]

    def apply(self, picture: Picture) -> Picture:
        out = picture.copy()
        rows, columns = np.array(self.pixels).T
        out[rows, columns] = 255
        out[rows + self.shift[1], columns + self.shift[0]] = 0
        return out

    def holds(self, picture: Picture) -> bool:
        rows, columns = np.array(self.pixels).T
        inside = np.zeros(picture.shape[:2], bool)
        inside[rows, columns] = True
        moved = np.zeros_like(inside)
        moved[rows + self.shift[1], columns + self.shift[0]] = True
        return bool((picture[rows, columns] == 0).all() and (picture[moved & ~inside] == 255).all())


@dataclass(frozen=True)
class Mirror(Edit):
    """The whole map left to right."""

    def apply(self, picture: Picture) -> Picture:
        return np.ascontiguousarray(picture[:, ::-1])

    def holds(self, picture: Picture) -> bool:
        return True


def mirror(width: int, height: int) -> Mirror:
    """The mirror image of a map of this size."""
    return Mirror("mirror", (0, 0, width, height), 0.0, ())


@dataclass(frozen=True)
class Doorway:
    """A door between two rooms: its id and the pixel box of its opening."""

    id: str
    box_px: tuple[float, float, float, float]


def door_moves(floor: Mask, doors: Sequence[Doorway], m_per_px: float, settings: EditSettings) -> Iterator[DoorMove]:
    """Ways to move each doorway of a floor plan (H, W; true = floor) along its wall, the farthest to either side."""
    least, most = round(settings.min_move_m / m_per_px), round(settings.max_move_m / m_per_px)
    for door in doors:
        x1, y1, x2, y2 = door.box_px
        upright = x2 - x1 < y2 - y1
        plan = floor.T if upright else floor
        along, across = ((y1 + y2) / 2, (x1 + x2) / 2) if upright else ((x1 + x2) / 2, (y1 + y2) / 2)
        opening = _opening(plan, int(along), int(across))
        if opening is None:
            continue
        left, right, low, high = opening
        # The casing of a door stands out of the wall a little; it moves with the opening, up to a wall that meets it.
        around = max(EDGE_PX, round(settings.casing_m / m_per_px))
        rows = low - around, high + around
        if rows[0] < 0 or rows[1] > plan.shape[0]:
            continue
        first, last = _reach(plan, rows, left, -1, around), _reach(plan, rows, right - 1, 1, around) + 1
        width = last - first
        width = last - first
        for side in (1, -1):
            shifts = [
                shift
                for shift in range(max(least, width), max(most, width) + 1)
                if _plain_wall(plan, rows, first + side * shift, first + side * shift + width)
            ]
            for shift in _from_the_middle(shifts)[:MOVES_TRIED]:
                other = first + side * shift
                low, high = min(first, other), max(first, other) + width
                box = _turned((low, rows[0], high, rows[1]), upright)
                move = DoorMove("door", box, shift * m_per_px, ((door.id,),), rows, first, other, width, upright)
                # No room may lose its only door.
                if _pieces(move.apply(floor.astype(np.uint8) * 255) > 127, m_per_px) <= _pieces(floor, m_per_px):
                    yield move
                    break


def _from_the_middle(shifts: list[int]) -> list[int]:
    """The same distances, the middle one first: what moves as far as it can would show."""
    middle = len(shifts) // 2
    return sorted(shifts, key=lambda shift: (abs(shifts.index(shift) - middle), shift))


def _reach(plan: Mask, rows: tuple[int, int], edge: int, step: int, most: int) -> int:
    """The last column beside an opening's edge that its casing reaches, before a wall that meets the wall there."""
    at = edge
    while abs(at + step - edge) <= most:
        column = plan[rows[0] : rows[1], at + step] if 0 <= at + step < plan.shape[1] else np.zeros(1, bool)
        if not (column[0] and column[-1]):
            break
        at += step
    return at


def _opening(plan: Mask, along: int, across: int) -> Box | None:
    """First and last (half-open) pixel of an opening along a wall, and of the wall's thickness across it."""
    if not (0 <= across < plan.shape[0] and 0 <= along < plan.shape[1]) or not plan[across, along]:
        return None
    line = plan[across]
    left, right = along, along
    while left > 0 and line[left - 1]:
        left -= 1
    while right < len(line) and line[right]:
        right += 1
    if left == 0 or right == len(line):
        return None
    jamb = plan[:, right]
    low, high = across, across + 1
    while low > 0 and not jamb[low - 1]:
        low -= 1
    while high < len(jamb) and not jamb[high]:
        high += 1
    return left, right, low, high


def _plain_wall(plan: Mask, rows: tuple[int, int], start: int, end: int) -> bool:
    """Whether [start, end) and a little beyond is a piece of straight wall that nothing meets, with floor beside it."""
    if start < EDGE_PX or end + EDGE_PX > plan.shape[1]:
        return False
    piece = plan[rows[0] : rows[1], start - EDGE_PX : end + EDGE_PX]
    return bool((piece == piece[:, :1]).all() and piece[0, 0] and piece[-1, 0] and not piece[:, 0].all())


def wall_moves(
    plan_of_floor: Mask,
    doors: Sequence[Doorway],
    rooms: Sequence[tuple[str, Mask]],
    m_per_px: float,
    settings: EditSettings,
) -> Iterator[WallMove]:
    """Ways to make the rooms on one side of some walls longer and those on the other side shorter, either way."""
    least, most = round(settings.min_move_m / m_per_px), round(settings.max_move_m / m_per_px)
    keep = round(settings.min_room_m / m_per_px)
    for rows in (False, True):
        plan = plan_of_floor.T if rows else plan_of_floor
        runs = [r for r in _equal_runs(plan, doors, rows) if plan[:, r[0]].any()]
        for take_first, take_end in runs:
            room = take_end - take_first - keep
            if room < least:
                continue
            width = min(room, most)
            take = take_first + (take_end - take_first - width) // 2
            for put_first, put_end in runs:
                # Lines along a wall, across its doorways, are equal as well: only a stretch of room may grow.
                if put_first == take_first or put_end - put_first < max(keep // 2, 2 * EDGE_PX + 1):
                    continue
                put = (put_first + put_end) // 2
                low, high = min(take, put), max(take + width, put + 1)
                names = [tuple(n for n, m in rooms if (m.T if rows else m)[:, i].any()) for i in (take, put)]
                box = (low, 0, high, plan.shape[0])
                yield WallMove("wall", _turned(box, rows), width * m_per_px, tuple(names), take, put, width,
                               rows)  # fmt: skip


def _equal_runs(plan: Mask, doors: Sequence[Doorway], rows: bool) -> list[tuple[int, int]]:
    """Runs [first, end) of equal columns, without those that cut an opening."""
    change = np.flatnonzero((plan[:, 1:] != plan[:, :-1]).any(0)) + 1
    edges = [0, *(int(c) for c in change), plan.shape[1]]
    spans = [(d.box_px[1], d.box_px[3]) if rows else (d.box_px[0], d.box_px[2]) for d in doors]
    wide = [(d.box_px[3] - d.box_px[1] >= d.box_px[2] - d.box_px[0]) == rows for d in doors]
    runs = []
    for first, end in pairwise(edges):
        cut = any(w and a < end and b > first for (a, b), w in zip(spans, wide, strict=True))
        if not cut:
            runs.append((first, end))
    return runs


def furniture_moves(
    floor: Mask,
    free: Mask,
    doors: Sequence[Doorway],
    footprints: Sequence[tuple[str, Mask]],
    m_per_px: float,
    settings: EditSettings,
) -> Iterator[FurnitureMove]:
    """Ways to slide what stands together, along the wall it touches where it touches one."""
    covered = floor & ~free
    labels, _ = ndimage.label(covered, np.ones((3, 3), int))
    way = np.zeros_like(floor)
    for door in doors:
        x1, y1, x2, y2 = door.box_px
        reach = settings.door_clearance_m / m_per_px
        way[max(0, int(y1 - reach)) : int(y2 + reach) + 1, max(0, int(x1 - reach)) : int(x2 + reach) + 1] = True
    pieces = _pieces(free, m_per_px)
    for number, piece in enumerate(ndimage.find_objects(labels), start=1):
        mask = np.zeros_like(floor)
        mask[piece] = labels[piece] == number
        ids = tuple(name for name, foot in footprints if (foot & mask).sum() > 0.4 * foot.sum())
        if mask.sum() * m_per_px**2 < settings.min_furniture_m2 or not ids or (mask & way).any():
            continue
        if (mask & ~np.logical_or.reduce([foot for name, foot in footprints if name in ids])).sum() > 0.2 * mask.sum():
            continue  # something else hangs on to it, a door leaf maybe
        yield from _slides(mask, floor, covered & ~mask, way, pieces, ids, m_per_px, settings)


def _slides(
    mask: Mask,
    floor: Mask,
    others: Mask,
    way: Mask,
    pieces: int,
    ids: tuple[str, ...],
    m_per_px: float,
    settings: EditSettings,
) -> Iterator[FurnitureMove]:
    """A slide in each of the four directions in which there is one."""
    least, most = round(settings.min_slide_m / m_per_px), round(settings.max_move_m / m_per_px)
    near = ndimage.binary_dilation(others, iterations=max(1, round(settings.furniture_gap_m / m_per_px))) | way
    rows, columns = np.nonzero(mask)
    at = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
    room = np.array([at[0], at[1], mask.shape[1] - at[2], mask.shape[0] - at[3]]) - 1
    contact = [int((~floor[rows + dy, columns + dx]).sum()) for dx, dy in NEIGHBOURS]
    for dx, dy in NEIGHBOURS:
        beside = (2, 3) if dx else (0, 1)
        # Along a wall: what touches one beside its way keeps to it, what touches one ahead or behind does not slide.
        if any(contact[k] > sum(contact[b] for b in beside) for k in range(4) if k not in beside):
            continue
        reach = int(room[{(1, 0): 2, (-1, 0): 0, (0, 1): 3, (0, -1): 1}[dx, dy]])
        allowed = []
        for distance in range(1, min(most, reach) + 1):
            r, c = rows + dy * distance, columns + dx * distance
            if not floor[r, c].all():
                break  # a wall: another room lies behind it
            after = [int((~floor[r + y, c + x]).sum()) for x, y in NEIGHBOURS]
            keeps = all(abs(after[k] - contact[k]) <= 0.1 * contact[k] + 1 for k in beside)
            if distance >= least and keeps and not near[r, c].any():
                allowed.append(distance)
        for distance in _from_the_middle(allowed)[:MOVES_TRIED]:
            moved = np.zeros_like(mask)
            moved[rows + dy * distance, columns + dx * distance] = True
            if _pieces(floor & ~others & ~moved, m_per_px) <= pieces:
                x, y = dx * distance, dy * distance
                box = (at[0] + min(x, 0), at[1] + min(y, 0), at[2] + max(x, 0), at[3] + max(y, 0))
                pixels = tuple(zip(rows.tolist(), columns.tolist(), strict=True))
                shown = tuple((i,) for i in ids)
                yield FurnitureMove("furniture", box, distance * m_per_px, shown, pixels, (x, y))
                break


def _pieces(free: Mask, m_per_px: float) -> int:
    """Connected pieces of free floor of half a square metre and more."""
    labels, _ = ndimage.label(free)
    return int((np.bincount(labels.ravel())[1:] * m_per_px**2 >= 0.5).sum())


def _turned(box: Box, turned: bool) -> Box:
    """A box of the transposed picture as one of the picture."""
    return (box[1], box[0], box[3], box[2]) if turned else box
