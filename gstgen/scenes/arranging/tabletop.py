"""What lies before a seat at a table or desk: place settings and work places, as parts of the table's group.

The seat's frame: x from the table's edge before the sitter inwards, y to the sitter's left, 0 at the middle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from gstgen.scenes.arranging.supply import Supply
from gstgen.scenes.assets.levels import Level, levels
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Part

_EDGE_M = 0.01
_GAP_M = 0.012
_REACH_M = 1.25  # nobody sits at a higher top


def seat_level(item: InventoryItem, z_m: float = 0.0) -> Level | None:
    """The largest open surface of a table, its bottom at `z_m`, at which one can sit or stand; None without one."""
    found = levels(item.category, item.size_m)
    open_ = [v for v in found if v.clear_m == math.inf and 0.25 <= z_m + v.z_m <= _REACH_M]
    return max(open_, key=lambda v: ((v.x1_m - v.x0_m) * (v.y1_m - v.y0_m), v.z_m), default=None)


@dataclass(frozen=True)
class Seat:
    """A place at a table: a point of its edge, the sitter's heading (multiple of 90 degrees), free width and depth."""

    x_m: float
    y_m: float
    yaw_deg: int
    width_m: float
    depth_m: float


@dataclass
class TableTop:
    """Collects the parts that lie on a carrying part before one seat, without overlaps."""

    seat: Seat
    z_m: float
    base: int  # number of the part that carries them
    parts: list[Part] = field(default_factory=list)
    first: int = 0  # number of the first of `parts` in the group
    _taken: list[tuple[float, float, float, float]] = field(default_factory=list)

    def put(self, item: InventoryItem, x_m: float, y_m: float, yaw_deg: int = 180, on: int | None = None) -> int | None:
        """Put an item with its middle at a point of the seat's frame; its number in the group, None if no room.

        `yaw_deg` 180 faces the sitter; `on` is the number of a flat part that carries it, wholly under it.
        """
        ex, ey = self._extent(item, yaw_deg)
        box = (x_m - ex, y_m - ey, x_m + ex, y_m + ey)
        if on is None:
            inside = box[0] >= 0.0 and box[2] <= self.seat.depth_m + 1e-6
            inside = inside and box[1] >= -self.seat.width_m / 2 - 1e-6 and box[3] <= self.seat.width_m / 2 + 1e-6
            if not inside or any(_overlap(box, t) for t in self._taken):
                return None
            z, support = self.z_m, self.base
            self._taken.append(box)
        else:
            carrier = self.parts[on - self.first]
            z, support = carrier.z_m + float(carrier.extent_m[2]), on
        wx, wy = self._world(x_m, y_m)
        self.parts.append(Part(item, wx, wy, z, float((self.seat.yaw_deg + yaw_deg) % 360), support))
        return self.first + len(self.parts) - 1

    def put_first(self, item: InventoryItem, places: Sequence[tuple[float, float]], yaw_deg: int = 180) -> int | None:
        """Put an item at the first place that has room."""
        for x_m, y_m in places:
            number = self.put(item, x_m, y_m, yaw_deg)
            if number is not None:
                return number
        return None

    def somewhere(self, item: InventoryItem, yaw_deg: int = 180, from_back: bool = False) -> int | None:
        """Put an item anywhere on the top, from the middle outwards, near the sitter or at the back first."""
        ex, ey = self._extent(item, yaw_deg)
        deep, wide = self.seat.depth_m - 2 * ex, self.seat.width_m / 2 - ey
        if deep < 0 or wide < 0:
            return None
        xs = [ex + deep * k / 4 for k in range(5)]
        ys = [s * wide * k / 4 for k in range(5) for s in ((1, -1) if k else (1,))]
        order = sorted(xs, reverse=from_back)
        return self.put_first(item, [(x, y) for x in order for y in ys], yaw_deg)

    def _extent(self, item: InventoryItem, yaw_deg: int) -> tuple[float, float]:
        x, y = item.size_m[0] / 2, item.size_m[1] / 2
        return (x, y) if yaw_deg % 180 == 0 else (y, x)

    def _world(self, x_m: float, y_m: float) -> tuple[float, float]:
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[(self.seat.yaw_deg // 90) % 4]
        return self.seat.x_m + cos * x_m - sin * y_m, self.seat.y_m + sin * x_m + cos * y_m


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    g = 0.004
    return a[0] < b[2] + g and b[0] < a[2] + g and a[1] < b[3] + g and b[1] < a[3] + g


def lay_place(top: TableTop, supply: Supply) -> None:
    """A place setting: mat, plate, cutlery, napkin, glasses, as far as the supply and the table go."""
    mat = _across(top, supply, "place_mat")
    x = _EDGE_M
    centre_y = 0.0
    plate = supply.peek("plate", "bowl", "newspaper", "menu")
    far = x
    half = 0.09
    if plate is not None:
        yaw = 90 if plate.size_m[0] > plate.size_m[1] + 0.02 else 180
        depth, width = (plate.size_m[1], plate.size_m[0]) if yaw == 90 else (plate.size_m[0], plate.size_m[1])
        centre = max(_EDGE_M + depth / 2, _middle(top, mat))
        on = mat if mat is not None and _holds(top, mat, depth, width) else None
        number = None if on is None and mat is not None else top.put(plate, centre, centre_y, yaw, on)
        if number is not None:
            supply.draw(plate.category)
            far, half = centre + depth / 2, width / 2
            _on_plate(top, supply, number, plate, centre)
    if mat is not None:
        matting = top.parts[mat - top.first]
        seat_along_x = top.seat.yaw_deg % 180 == 0
        deep, wide = (matting.extent_m[0], matting.extent_m[1]) if seat_along_x else matting.extent_m[1::-1]
        _beside(top, supply, _middle(top, mat), half, float(wide) / 2, mat)
        far = max(far, _EDGE_M + float(deep))
        half = max(half, float(wide) / 2)
    else:
        _beside(top, supply, max(_EDGE_M + 0.12, (far - 2 * half + far) / 2), half, top.seat.width_m / 2, None)
    _glasses(top, supply, far, half)


def _across(top: TableTop, supply: Supply, category: str) -> int | None:
    """Lay a flat thing before the sitter, its longer side across."""
    item = supply.peek(category)
    if item is None:
        return None
    yaw = 90 if item.size_m[0] > item.size_m[1] else 180
    depth = item.size_m[1] if yaw == 90 else item.size_m[0]
    number = top.put(item, _EDGE_M + depth / 2, 0.0, yaw)
    if number is not None:
        supply.draw(category)
    return number


def _middle(top: TableTop, mat: int | None) -> float:
    if mat is None:
        return 0.0
    part = top.parts[mat - top.first]
    return _EDGE_M + float(part.extent_m[0 if top.seat.yaw_deg % 180 == 0 else 1]) / 2


def _holds(top: TableTop, mat: int, depth: float, width: float) -> bool:
    e = top.parts[mat - top.first].extent_m
    deep, wide = (e[0], e[1]) if top.seat.yaw_deg % 180 == 0 else (e[1], e[0])
    return bool(depth <= deep + 0.02 and width <= wide + 0.02)


def _on_plate(top: TableTop, supply: Supply, number: int, plate: InventoryItem, x: float) -> None:
    if plate.category != "plate":
        return
    room = min(plate.size_m[:2])
    for category in ("bowl", "dinner_napkin"):
        item = supply.peek(category, fits=lambda i: max(i.size_m[:2]) <= room + 0.01)
        if item is not None:
            supply.draw(category, fits=lambda i: i == item)  # noqa: B023
            top.put(item, x, 0.0, 180, on=number)
            return


def _beside(top: TableTop, supply: Supply, x: float, half: float, limit: float, mat: int | None) -> None:
    """Cutlery beside the plate: forks and napkin left, knives, spoons and sticks right."""
    rows: tuple[tuple[int, Sequence[str]], ...] = (
        (1, ("tablefork", "dinner_napkin")),
        (-1, ("table_knife", "tablespoon", "teaspoon", "chopstick")),
    )
    for side, categories in rows:
        y = half + _GAP_M
        for category in categories:
            item = supply.peek(category)
            if item is None:
                continue
            yaw = 180 if item.size_m[0] >= item.size_m[1] - 0.05 else 90
            depth, width = (item.size_m[0], item.size_m[1]) if yaw == 180 else (item.size_m[1], item.size_m[0])
            centre = max(x, _EDGE_M + depth / 2)
            on = mat if mat is not None and y + width <= limit and depth <= 2 * x else None
            if mat is not None and on is None:
                y = max(y, limit + _GAP_M)
            number = top.put(item, centre, side * (y + width / 2), yaw, on)
            if number is not None:
                supply.draw(category)
                y += width + _GAP_M


def _glasses(top: TableTop, supply: Supply, far: float, half: float) -> None:
    """Glasses and cups behind the plate, those of one kind to the right; a coaster or saucer under the first."""
    shares = (
        ("coaster", "water_glass"),
        ("saucer", "coffee_cup"),
        ("saucer", "teacup"),
        ("", "wineglass"),
        ("", "mug"),
    )
    y = -half * 0.6
    for under, category in shares:
        item = supply.peek(category)
        if item is None:
            continue
        flat = supply.peek(under) if under else None
        wide = max(item.size_m[1], flat.size_m[1] if flat else 0.0)
        deep = max(item.size_m[0], flat.size_m[0] if flat else 0.0)
        places = [(far + _GAP_M + deep / 2, y + wide / 2 + k * 0.05) for k in range(-1, 6)]
        if flat is not None:
            number = top.put_first(flat, places)
            if number is None:
                continue
            supply.draw(under)
            part = top.parts[-1]
            supply.draw(category)
            top.parts.append(Part(item, part.x_m, part.y_m, part.z_m + float(part.extent_m[2]), part.yaw_deg, number))
        elif top.put_first(item, places) is not None:
            supply.draw(category)
        else:
            continue
        y += wide + 0.02


def lay_work(top: TableTop, supply: Supply) -> None:
    """A work place: screen at the back, keyboard and mouse before it, telephone, lamp, papers around them."""
    deep = top.seat.depth_m
    pad = supply.peek("mousepad")
    on = None
    if pad is not None:
        yaw = 90 if pad.size_m[0] > pad.size_m[1] else 180
        on = top.put(pad, _EDGE_M + min(pad.size_m[:2]) / 2, 0.0, yaw)
        if on is not None:
            supply.draw("mousepad")
    screen = supply.peek("monitor", "laptop")
    if screen is not None:
        back = deep - screen.size_m[0] / 2 - 0.02
        laptop = screen.category == "laptop"
        spots = [(0.12 + screen.size_m[0] / 2 if laptop else back - k * 0.05, 0.0) for k in range(8)]
        spots += [(x, s * 0.2) for x, _ in spots for s in (1, -1)]
        if top.put_first(screen, spots) is not None:
            supply.draw(screen.category)
    keys = supply.peek("keyboard")
    near = 0.06
    if keys is not None:
        x = near + keys.size_m[0] / 2
        placed = top.put(keys, x, 0.04, 180, on) if on is not None else top.put(keys, x, 0.04)
        if placed is None:
            placed = top.put(keys, x, 0.0)
        if placed is not None:
            supply.draw("keyboard")
            mouse = supply.peek("mouse")
            y = 0.04 - keys.size_m[1] / 2 - 0.05
            if mouse is not None and top.put(mouse, x, y - mouse.size_m[1] / 2, 180, on) is not None:
                supply.draw("mouse")
    _corner(top, supply, "desk_phone", 1)
    _corner(top, supply, "table_lamp", -1)
    _corner(top, supply, "pencil_holder", 1)
    _corner(top, supply, "gooseneck_microphone", 0)


def _corner(top: TableTop, supply: Supply, category: str, side: int) -> None:
    """Put one thing at the back corner of a side (1 left, -1 right, 0 middle), or wherever there is room."""
    item = supply.peek(category)
    if item is None:
        return
    for yaw in (180, 270):
        ex, ey = top._extent(item, yaw)
        x, y = top.seat.depth_m - ex - 0.02, side * (top.seat.width_m / 2 - ey - 0.02)
        if top.put_first(item, [(x - k * 0.06, y) for k in range(6)], yaw) is not None:
            supply.draw(category)
            return
    if top.somewhere(item, from_back=True) is not None:
        supply.draw(category)


def lay_papers(top: TableTop, supply: Supply, shares: dict[str, int]) -> None:
    """Papers, books and pens of some categories before a sitter, so many of each."""
    for category, count in shares.items():
        for _ in range(count):
            item = supply.peek(category)
            if item is None:
                break
            yaw = 180 if item.size_m[0] <= item.size_m[1] or item.size_m[1] < 0.05 else 90
            if top.somewhere(item, yaw) is None:
                break
            supply.draw(category)
