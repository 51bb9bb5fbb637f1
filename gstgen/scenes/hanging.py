"""What hangs on walls: switches by doors, blinds at windows, pictures above furniture, fittings near fixtures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.angles import rotation_z
from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes import groups
from gstgen.scenes.furnisher import Furnisher, Score
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Array, Group, Placed
from gstgen.scenes.rules import furnishing_table, rule, rule_of

_BLIND_GAP_M = 0.002  # a blind hangs clear of the window's casing
_MAX_SHIFT_M = 0.9  # how far a hung thing may leave its usual height


def hang_switches(f: Furnisher) -> None:
    """Light switches beside the doors, else near a corner."""
    for item in f.pool("electric_switch"):
        group = groups.hung(item, None, rule("electric_switch")["z_center"], None)
        spots = f.switch_places
        done = bool(spots) and f.at_wall(group, f.near([np.array(s[:2]) for s in spots], 0.0))
        if done:
            here = f.space.placed[-1].box.center_m[:2]
            spots.pop(min(range(len(spots)), key=lambda k: float(np.linalg.norm(np.array(spots[k][:2]) - here))))
        if done or f.at_wall(group, f.corner_first()):
            f.take([item])
        else:
            f.fail(item, "no free wall for a switch")


def hang_blinds(f: Furnisher) -> None:
    """Blinds and curtains before windows, one at each; without a window on a free wall."""
    free = list(f.windows)
    blinds = sorted((i for i in f.left if rule_of(i)["place"] == "window"), key=lambda i: (-i.size_m[1], i.model))
    for item in blinds:
        for window in sorted(free, key=lambda w: abs(w.width_m - item.size_m[1])):
            depth = item.size_m[0]
            into = np.array(((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[window.side])
            top = min(window.z1_m + 0.1, f.space.height_m - 0.01)
            x, y = np.array([window.x_m, window.y_m]) + into * depth / 2
            z = max(top - item.size_m[2] / 2, item.size_m[2] / 2 + 0.01)
            box = OrientedBox(np.array([x, y, z]), np.asarray(item.size_m, float), rotation_z(90.0 * window.side))
            if f.space.hang_before_window(Placed(item, box, "wall")):
                f.take([item])
                free.remove(window)
                break
        else:
            hang_one(f, item)


def hang_on_walls(f: Furnisher) -> None:
    """All that is left for the walls, the largest first."""
    left = [i for i in f.left if rule_of(i)["place"] == "hung"]
    left += [i for i in f.left if rule_of(i)["place"] == "ceiling" and rule_of(i).get("else") == "hung"]
    above = _above(f)
    for item in sorted(left, key=lambda i: (-max(i.size_m), i.category, i.model)):
        wanted = item.category in furnishing_table()["above_furniture"]
        if not hang_one(f, item, above if wanted and above else None):
            f.fail(item, "no free wall space at its height")


def hang_one(f: Furnisher, item: InventoryItem, above: list[Array] | None = None) -> bool:
    """Hang a thing at its height, near what it belongs to, above furniture that waits for a picture, or where it fits.

    The height gives way when the walls are full. Takes the thing.
    """
    r = rule_of(item)
    anchors = f.anchors(item.category)
    score = f.near(above, 0.05) if above else f.near(anchors, 0.1) if anchors else _apart(f, item)
    height = float(np.abs(_pose_extent(item, r)[2]))
    usual = float(r["z"]) + height / 2 if "z" in r else float(r.get("z_center", 1.5))
    low, high = height / 2 + 0.02, f.space.height_m - height / 2 - 0.02
    if low > high:
        low = high = f.space.height_m / 2
    tried: list[float] = []
    for shift in (0.0, 0.3, -0.25, 0.6, -0.5, _MAX_SHIFT_M):
        center = float(np.clip(usual + shift, low, high))
        if any(abs(center - t) < 0.05 for t in tried):
            continue
        tried.append(center)
        group = groups.hung(item, None, center, r.get("up"))
        if f.at_wall(group, score) or f.at_wall(Group(group.parts), score):
            f.take([item])
            if above:
                here = f.space.placed[-1].box.center_m[:2]
                nearest = min(range(len(above)), key=lambda k: float(np.linalg.norm(above[k][:2] - here)))
                above.pop(nearest)
            return True
    return False


def _pose_extent(item: InventoryItem, r: dict[str, object]) -> Array:
    part = groups.hung(item, 0.0, None, r.get("up")).parts[0]  # type: ignore[arg-type]
    return part.extent_m


def _above(f: Furnisher) -> list[Array]:
    """Points on the wall behind furniture over which a picture hangs, one for each."""
    out = []
    for category in furnishing_table()["picture_above"]:
        for p in f.space.placed:
            if p.item.category == category and p.support == "floor":
                out.append(p.box.center_m - p.box.rotation[:, 0] * p.item.size_m[0] / 2)
    return out


def _apart(f: Furnisher, item: InventoryItem) -> Score:
    """At the middle of a wall, away from things of the same kind."""
    same = [p.box.center_m[:2] for p in f.space.placed if p.item.category == item.category]
    base = f.middle_first()

    def score(origin: Array, wall: NDArray[np.int64], corner: Array, middle: Array) -> Array:
        cost = base(origin, wall, corner, middle)
        if same:
            gap = np.linalg.norm(origin[:, None] - np.array(same)[None], axis=-1).min(1)
            cost = cost + 0.8 * np.maximum(0.0, 1.5 - gap)
        return cost

    return score
