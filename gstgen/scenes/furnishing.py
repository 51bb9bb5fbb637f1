"""Furnish a room: what goes first, which things belong together, and where the rest finds a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from gstgen.scenes import arrangements, groups
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import Array, Candidates, Group, Part, Placed
from gstgen.scenes.rules import furnishing_table, rule


def furnish(f: Furnisher) -> None:
    """Place everything: fixtures, groups, single things by size, then what stands on or hangs beside them."""
    known = furnishing_table()["categories"]
    f.notes += [
        f"{c} has no placing rule: stands in a corner" for c in sorted({i.category for i in f.left} - set(known))
    ]
    _switches(f)
    arrangements.arrange(f)
    _singles(f)
    _tops(f)
    _hung(f)
    _rugs(f)


def _switches(f: Furnisher) -> None:
    for item in f.pool("electric_switch"):
        group = groups.hung(item, None, rule("electric_switch")["z_center"], None)
        spots = f.switch_places or None
        done = False
        if spots:
            targets = [np.array(s[:2]) for s in spots]
            done = f.at_wall(group, f.near(targets, 0.0))
            if done:
                here = f.space.placed[-1].box.center_m[:2]
                nearest = min(range(len(spots)), key=lambda k: float(np.linalg.norm(np.array(spots[k][:2]) - here)))
                f.switch_places.pop(nearest)
        if not done and not f.at_wall(group, f.corner_first()):
            f.fail(item, "no free wall for a switch")
            continue
        f.take([item])


def _singles(f: Furnisher) -> None:
    floor = [i for i in f.left if rule(i.category)["place"] in ("wall", "corner", "free") and not _likes_top(f, i)]
    for item in sorted(floor, key=lambda i: (-i.size_m[0] * i.size_m[1], i.model)):
        _single(f, item, rule(item.category)["place"])


def _likes_top(f: Furnisher, item: InventoryItem) -> bool:
    return item.category == "pot_plant" and item.size_m[2] <= furnishing_table()["small_plant_m"]


def _single(f: Furnisher, item: InventoryItem, place: str) -> bool:
    r = rule(item.category)
    group = groups.single(item, f.settings.wall_gap_m, r.get("front", 0.0), r.get("long", False))
    bare = groups.single(item, f.settings.wall_gap_m, 0.0, r.get("long", False))
    sideways = groups.single(item, f.settings.wall_gap_m, 0.0, True)
    turned = float(f.space.random.choice((0.0, 12.0, -15.0, 30.0))) if place == "free" and "around" not in r else 0.0
    middle = Group((Part(item, 0.0, 0.0, yaw_deg=turned),))
    seats = [
        p.box.center_m for c in ("coffee_table", "sofa", "armchair") for p in f.space.placed if p.item.category == c
    ]
    near = seats[0] if seats and "around" not in r else None
    tries: list[Callable[[], bool]] = [lambda: f.anywhere(middle, 0.8, near)] if place == "free" else []
    if r.get("diagonal") and f.space.random.random() < 0.7:
        tries.append(lambda: _in_corner(f, item))
    score = f.middle_first() if place == "wall" else f.corner_first()
    tries += [lambda: f.at_wall(g, score) for g in (group, bare, sideways)]  # noqa: B023
    tries += [] if place == "free" else [lambda: f.anywhere(middle, -0.4)]
    if any(attempt() for attempt in tries):
        f.take([item])
        return True
    f.fail(item, "no floor space that leaves the room walkable")
    return False


def _in_corner(f: Furnisher, item: InventoryItem) -> bool:
    """Across a corner of the room, facing its middle."""
    part = Part(item, 0.0, 0.0, yaw_deg=45.0)
    reach = float(part.extent_m[0]) / 2 + f.settings.wall_gap_m
    group = Group((Part(item, reach, reach, yaw_deg=45.0),))
    x0, y0, x1, y1 = f.space.rect
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return f.space.place(group, Candidates(corners, np.arange(4), np.full(4, -1), f.noise(4, 1.0)))


def _tops(f: Furnisher) -> None:
    low, high = furnishing_table()["flat_top_m"]
    tops = [i for i in f.left if rule(i.category)["place"] == "top" or _likes_top(f, i)]
    for item in sorted(tops, key=lambda i: (-i.size_m[0] * i.size_m[1], i.model)):
        r = rule(item.category)
        supports = r.get("supports") or [
            "coffee_table",
            "console_table",
            "bottom_cabinet",
            "breakfast_table",
            "desk",
            "bookcase",
        ]
        if not _on_top(f, item, supports, r.get("overhang", 0.0), low, high):
            f.notes.append(f"{item.category}-{item.model} stands on the floor: nothing near carries it")
            _single(f, item, r.get("else", "corner"))


def _on_top(
    f: Furnisher, item: InventoryItem, supports: Sequence[str], overhang: float, low: float, high: float
) -> bool:
    space = f.space
    ranked = sorted(
        (supports.index(p.item.category), k) for k, p in enumerate(space.placed) if p.item.category in supports
    )
    for _, k in ranked:
        base = space.placed[k]
        top = float(base.box.bounds_m[1][2])
        if not low <= top <= high:
            continue
        if _stand_on(f, item, base, k, top, overhang):
            return True
    return False


def _stand_on(f: Furnisher, item: InventoryItem, base: Placed, index: int, top: float, overhang: float) -> bool:
    """Try places on a top, its middle and back preferred, facing the way the support faces."""
    sx, sy = base.box.size_m[0], base.box.size_m[1]
    turn = round(base.box.yaw_deg / 90.0) % 4
    for flip in (0, 1):
        ix, iy = (item.size_m[0], item.size_m[1]) if not flip else (item.size_m[1], item.size_m[0])
        dx, dy = (sx - ix) / 2, (sy + 2 * overhang - iy) / 2
        if dx < 0 or dy < 0:
            continue
        x, y = np.meshgrid(np.linspace(-dx, dx, 5), np.linspace(-dy, dy, 9))
        points = base.box.to_world(np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], 1))[:, :2]
        group = Group((Part(item, 0.0, 0.0, top, support="floor"),))
        score = f.noise(len(points), 0.4) + 0.3 * np.abs(x.ravel()) + 0.1 * np.abs(y.ravel())
        turns = np.full(len(points), (turn + flip) % 4, np.int64)
        if f.space.place(group, Candidates(points, turns, np.full(len(points), -1), score)):
            last = f.space.placed[-1]
            f.space.placed[-1] = Placed(last.item, last.box, index)
            f.take([item])
            return True
    return False


def _hung(f: Furnisher) -> None:
    hung = [i for i in f.left if rule(i.category)["place"] == "hung"]
    for item in sorted(hung, key=lambda i: (-max(i.size_m), i.category, i.model)):
        r = rule(item.category)
        score = f.middle_first()
        heights = [r.get("z_center")] if "z_center" in r else [None]
        if "z_center" in r:
            heights += [r["z_center"] + 0.3, r["z_center"] - 0.25]
        for height in heights:
            group = groups.hung(item, r.get("z"), height, r.get("up"))
            if f.at_wall(group, score) or f.at_wall(Group(group.parts), score):
                f.take([item])
                break
        else:
            f.fail(item, "no free wall space at its height")


def _rugs(f: Furnisher) -> None:
    for rug in f.pool("carpet"):
        x0, y0, x1, y1 = f.space.rect
        spots = [p.box.center_m[:2] for p in f.space.placed if p.item.category == "carpet"]
        center = np.array([(x0 + x1) / 2, (y0 + y1) / 2])

        def score(origin: Array, turn: NDArray[np.int64]) -> Array:
            far: Array = 0.5 * np.linalg.norm(origin - center, axis=1) + f.noise(len(turn), 0.3)  # noqa: B023
            for spot in spots:  # noqa: B023
                far += np.maximum(0.0, 2.0 - np.linalg.norm(origin - spot, axis=1))
            return far

        if f.space.place(Group((Part(rug, 0.0, 0.0),)), f.space.free_candidates(score)):
            f.take([rug])
        else:
            f.fail(rug, "no free floor for a rug")
    for item in list(f.left):
        f.fail(item, f"no rule places a {item.category} here")
