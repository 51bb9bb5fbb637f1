"""Tables and desks with their chairs, as groups whose frame has its origin at the table's middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gstgen.scenes.arranging.supply import Supply
from gstgen.scenes.arranging.tabletop import Seat, TableTop, seat_level
from gstgen.scenes.assets.levels import Level
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Group, Part

CHAIR_GAP_M = 0.05  # between a chair and the table
BESIDE_M = 0.08  # between two chairs at one side
SEATS = ("straight_chair", "armchair", "swivel_chair", "eames_chair", "taboret", "music_stool", "rocking_chair")
_OPPOSITE = {"front": "back", "back": "front", "left": "right", "right": "left"}
_END_M = 0.3  # depth of the places at the ends of a long table
_SIDES, _ENDS = frozenset({"front", "back"}), frozenset({"left", "right"})
_HEADING = {"front": 180, "back": 0, "left": 270, "right": 90}
Lay = Callable[[TableTop, Supply], None]


@dataclass(frozen=True)
class Place:
    """A place at a table: its side, the offset along it and the length of edge it has."""

    side: str
    along_m: float
    width_m: float


def capacity(length_m: float, chair_width_m: float) -> int:
    """How many chairs fit along an edge."""
    return max(1, int((length_m + BESIDE_M + 0.06) / (chair_width_m + BESIDE_M)))


def places_around(
    dx_m: float,
    dy_m: float,
    chair_width_m: float,
    count: int,
    sides: Sequence[str] = ("front", "back", "left", "right"),
) -> list[Place]:
    """At most `count` places at a table of an extent (dx, dy): opposite long sides first, then the ends.

    `sides` are those that may be used; front and back lie at +x and -x, left and right at +y and -y.
    """
    length = {"front": dy_m, "back": dy_m, "left": dx_m, "right": dx_m}
    pairs = [[s for s in pair if s in sides] for pair in (("front", "back"), ("left", "right"))]
    pairs.sort(key=lambda pair: -length[pair[0]] if pair else 0.0)
    room = {s: capacity(length[s], chair_width_m) for s in sides}
    taken = dict.fromkeys(sides, 0)
    left = count
    for pair in pairs:
        while left and any(taken[s] < room[s] for s in pair):
            side = min(pair, key=lambda s: (taken[s] >= room[s], taken[s]))
            taken[side] += 1
            left -= 1
    found = []
    for side in sides:
        n = taken[side]
        pitch = max(length[side] / max(n, 1), chair_width_m + BESIDE_M)
        if n > 1 and pitch * n > length[side]:
            pitch = (length[side] + 0.06 - chair_width_m) / (n - 1) if n > 1 else length[side]
            pitch = max(pitch, chair_width_m + 0.01)
        found += [Place(side, (k - (n - 1) / 2) * pitch, min(pitch, length[side])) for k in range(n)]
    return found


def chair_part(chair: InventoryItem, place: Place, dx_m: float, dy_m: float) -> Part:
    """A chair at a place of a table in the middle of the frame, facing it."""
    reach = CHAIR_GAP_M + chair.size_m[0] / 2
    x, y = {
        "front": (dx_m / 2 + reach, place.along_m),
        "back": (-dx_m / 2 - reach, place.along_m),
        "left": (place.along_m, dy_m / 2 + reach),
        "right": (place.along_m, -dy_m / 2 - reach),
    }[place.side]
    return Part(chair, x, y, yaw_deg=float(_HEADING[place.side]))


def table_group(
    table: InventoryItem,
    chairs: Sequence[InventoryItem],
    supply: Supply | None = None,
    lay: Lay | None = None,
    sides: Sequence[str] = ("front", "back", "left", "right"),
    across: bool = False,
    lay_at: Sequence[Place] = (),
) -> Group:
    """A table with its chairs and, with `lay`, what lies before each of them.

    `across` turns the table by 90 degrees. `lay_at` are further places that get something without a chair.
    Chairs that find no place at the table are left out.
    """
    sx, sy, _ = table.size_m
    dx, dy = (sy, sx) if across else (sx, sy)
    parts = [Part(table, 0.0, 0.0, yaw_deg=90.0 if across else 0.0)]
    width = max((c.size_m[1] for c in chairs), default=0.5)
    places = places_around(dx, dy, width, len(chairs), sides) if chairs else []
    parts += [chair_part(c, p, dx, dy) for c, p in zip(chairs, places, strict=False)]
    if supply is not None and lay is not None:
        lay_table(parts, 0, [*places, *lay_at], supply, lay)
    return Group(tuple(parts))


def lay_table(parts: list[Part], number: int, places: Sequence[Place], supply: Supply, lay: Lay) -> None:
    """Lay something before places of a table among the parts; offsets of places count from the table's middle.

    Adds to `parts`. Tables may be turned by quarter turns.
    """
    table = parts[number]
    level = seat_level(table.item, table.z_m)
    if level is None:
        return
    x0, y0, x1, y1 = _level_bounds(table, level)
    share = _Shared(places, x1 - x0, y1 - y0)
    for place in places:
        long = place.side in _SIDES
        found = share.span(place.side, *((y0, y1) if long else (x0, x1)))
        if found is None:
            continue
        low, high, depth = found
        # A round top and what the neighbours keep leave each sitter less of the edge.
        scale = min(1.0, (high - low) / float(table.extent_m[1 if long else 0]))
        width = min(place.width_m * scale, high - low)
        along = max(low + width / 2, min(high - width / 2, (low + high) / 2 + place.along_m * scale))
        x, y = {"front": (x1, along), "back": (x0, along), "left": (along, y1), "right": (along, y0)}[place.side]
        seat = Seat(x, y, _HEADING[place.side], width, depth)
        top = TableTop(seat, table.z_m + level.z_m, number, first=len(parts))
        lay(top, supply)
        parts += top.parts


class _Shared:
    """How those at the longer sides of a table and those at its ends share the top without overlaps."""

    def __init__(self, places: Sequence[Place], dx_m: float, dy_m: float) -> None:
        self._used = {p.side for p in places}
        self._size = (dx_m, dy_m)
        self._first = _SIDES if dy_m >= dx_m else _ENDS
        mixed = bool(self._used & _SIDES and self._used & _ENDS)
        length, across = max(dx_m, dy_m), min(dx_m, dy_m)
        most = max((sum(p.side == s for p in places) for s in self._used), default=0)
        roomy = length - 2 * _END_M >= 0.5 * most
        self._inset_m = _END_M if mixed and roomy else 0.0  # what the longer sides leave to the ends
        # One at each side of a small table: four places like the blades of a windmill.
        self._blade_m = max(0.24, 0.42 * across) if mixed and not roomy and most == 1 else 0.0
        self._ends_idle = mixed and not roomy and most > 1

    def span(self, side: str, low: float, high: float) -> tuple[float, float, float] | None:
        """Range along a side (of the range given) and depth that belong to who sits there; None for nothing."""
        depth = self._size[0] if side in _SIDES else self._size[1]
        if self._blade_m:
            if side in ("front", "right"):
                return low, high - self._blade_m, self._blade_m
            return low + self._blade_m, high, self._blade_m
        first = side in self._first
        if self._ends_idle and not first:
            return None
        if _OPPOSITE[side] in self._used:
            depth /= 2
        if first and self._inset_m:
            before, after = ("right", "left") if side in _SIDES else ("back", "front")
            low += self._inset_m if before in self._used else 0.0
            high -= self._inset_m if after in self._used else 0.0
        elif self._inset_m:
            depth = min(depth, self._inset_m)
        return low, high, depth


def _level_bounds(table: Part, level: Level) -> tuple[float, float, float, float]:
    """Bounds (x0, y0, x1, y1) of a level of a part in the group's frame."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[round(table.yaw_deg / 90.0) % 4]
    xs = [cos * x - sin * y for x, y in ((level.x0_m, level.y0_m), (level.x1_m, level.y1_m))]
    ys = [sin * x + cos * y for x, y in ((level.x0_m, level.y0_m), (level.x1_m, level.y1_m))]
    return min(xs) + table.x_m, min(ys) + table.y_m, max(xs) + table.x_m, max(ys) + table.y_m


def chairs_of_one_model(supply: Supply, count: int, categories: Sequence[str] = SEATS) -> list[InventoryItem]:
    """Draw up to `count` chairs, of one model as long as there are."""
    first = supply.draw(*categories) if count > 0 else None
    if first is None:
        return []
    chairs = [first]
    while len(chairs) < count:
        model = chairs[-1].model
        chair = supply.draw(first.category, fits=lambda i: i.model == model)  # noqa: B023
        chair = chair or supply.draw(*categories)
        if chair is None:
            break
        chairs.append(chair)
    return chairs
