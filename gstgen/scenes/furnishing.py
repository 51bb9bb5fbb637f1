"""Furnish a room: what goes first, which things belong together, and where the rest finds a place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gstgen.geometry.angles import heading_vector
from gstgen.scenes import arrangements, arranging, ceilings, groups, hanging, small_things
from gstgen.scenes.arranging import shelves
from gstgen.scenes.box_index import Box
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.inventory import InventoryItem
from gstgen.scenes.placement import HUNG_X_UP, HUNG_Y_UP, Array, Candidates, Group, Part
from gstgen.scenes.rules import furnishing_table, is_known, rule_of

_NOWHERE = "nothing in the room carries it and the floor has no place for it"
_FLOOR = ("wall", "corner", "free")
# Scenes whose rooms are furnished like a home's, but for rooms of these types.
_HOMES = ("home", "hotel")
_NEVER_HOMELY = ("garden", "gym", "sauna", "spa", "hammam", "lobby")


def furnish(f: Furnisher) -> None:
    """Place everything: fixtures, groups, single things by size, then what stands on, hangs beside or above them."""
    f.notes += [
        f"{c} has no placing rule: placed by its size and shape"
        for c in sorted({i.category for i in f.left if not is_known(i.category)})
    ]
    ground = [i for i in f.left if rule_of(i)["place"] == "ground"]
    f.take(ground)
    f.ground += ground
    hanging.hang_switches(f)
    if f.kind not in _HOMES or f.room_type in _NEVER_HOMELY:
        arranging.arrange(f, f.room_type)
    arrangements.arrange(f)
    shelves.hang_shelves(f)
    _floor(f)
    small_things.stand_things(f)
    hanging.hang_blinds(f)
    ceilings.hang(f)
    hanging.hang_on_walls(f)
    _rugs(f)
    _last_resort(f)
    if f.ground:
        kinds = ", ".join(sorted({i.category for i in f.ground}))
        f.notes.append(f"{len(f.ground)} listed parts of the ground ({kinds}) are made with the ground outside")


def _floor(f: Furnisher) -> None:
    """Single things that stand on the floor, the largest first."""
    floor = [i for i in f.left if rule_of(i)["place"] in _FLOOR and not small_things.likes_top(i)]
    for item in sorted(floor, key=lambda i: (-i.size_m[0] * i.size_m[1], i.category, i.model)):
        if not stand_on_floor(f, item, rule_of(item)["place"]):
            f.fail(item, "no floor space that leaves the room walkable")


def stand_on_floor(f: Furnisher, item: InventoryItem, place: str) -> bool:
    """Stand one thing on the floor the way its rule says, then in any other way; takes it."""
    r = rule_of(item)
    pose = {"x": HUNG_X_UP, "y": HUNG_Y_UP}.get(r.get("stand", ""))
    gap = f.settings.wall_gap_m
    if pose is not None:
        depth = float(Part(item, 0.0, 0.0, pose=pose).extent_m[0])
        upright = Group((Part(item, gap + depth / 2, 0.0, pose=pose),))
        walls = [upright]
        middle = Group((Part(item, 0.0, 0.0, pose=pose),))
    else:
        long = r.get("long", False)
        walls = [groups.single(item, gap, r.get("front", 0.0), long), groups.single(item, gap, 0.0, long)]
        walls.append(groups.single(item, gap, 0.0, True))
        turned = (
            float(f.space.random.choice((0.0, 12.0, -15.0, 30.0))) if place == "free" and "around" not in r else 0.0
        )
        middle = Group((Part(item, 0.0, 0.0, yaw_deg=turned),))
    ringed = Group(middle.parts, _ring(middle, float(r["around"]))) if "around" in r else middle
    anchors = f.anchors(item.category)
    tries: list[Callable[[], bool]] = []
    if place == "free":
        near = anchors[0] if anchors and "around" not in r else None
        tries.append(lambda: f.anywhere(ringed, 0.8, near))
    if r.get("diagonal") and f.space.random.random() < 0.7:
        tries.append(lambda: _in_corner(f, item))
    score = f.near(anchors) if anchors else f.middle_first() if place == "wall" else f.corner_first()
    tries += [lambda g=g: f.at_wall(g, score) for g in walls]  # type: ignore[misc]
    if place != "free":
        tries.append(lambda: f.anywhere(middle, -0.4))
    if any(attempt() for attempt in tries):
        f.take([item])
        return True
    return False


def _ring(group: Group, width_m: float) -> tuple[Box, ...]:
    """Four boxes around a group."""
    b = group.bounds
    x0, y0, x1, y1 = (float(v) for v in (b[:, 0].min(), b[:, 1].min(), b[:, 3].max(), b[:, 4].max()))
    w, g = width_m, 0.005
    return (
        (x1 + g, y0, 0.06, x1 + w, y1, 1.6),
        (x0 - w, y0, 0.06, x0 - g, y1, 1.6),
        (x0, y1 + g, 0.06, x1, y1 + w, 1.6),
        (x0, y0 - w, 0.06, x1, y0 - g, 1.6),
    )


def _in_corner(f: Furnisher, item: InventoryItem) -> bool:
    """Across a corner of the room, facing its middle."""
    part = Part(item, 0.0, 0.0, yaw_deg=45.0)
    reach = float(part.extent_m[0]) / 2 + f.settings.wall_gap_m
    group = Group((Part(item, reach, reach, yaw_deg=45.0),))
    x0, y0, x1, y1 = f.space.rect
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return f.space.place(group, Candidates(corners, np.arange(4), np.full(4, -1), f.noise(4, 1.0)))


def _rugs(f: Furnisher) -> None:
    """Flat things on free floor, before what they belong to, away from one another."""
    rugs = [i for i in f.left if rule_of(i)["place"] == "rug"]
    for rug in sorted(rugs, key=lambda i: (-i.size_m[0] * i.size_m[1], i.model)):
        if f.space.place(Group((Part(rug, 0.0, 0.0),)), f.space.free_candidates(_rug_score(f, rug))):
            f.take([rug])
        else:
            f.fail(rug, "no free floor for it")


def _rug_score(f: Furnisher, rug: InventoryItem) -> Callable[[Array, NDArray[np.int64]], Array]:
    x0, y0, x1, y1 = f.space.rect
    same = [p.box.center_m[:2] for p in f.space.placed if p.item.category == rug.category]
    wanted = [
        p.box.center_m[:2] + heading_vector(p.box.yaw_deg) * (p.item.size_m[0] + rug.size_m[0]) / 2
        for c in furnishing_table()["rug_before"]
        for p in f.space.placed
        if p.item.category == c
    ] or [np.array([(x0 + x1) / 2, (y0 + y1) / 2])]

    def score(origin: Array, turn: NDArray[np.int64]) -> Array:
        gap = np.linalg.norm(origin[:, None] - np.array(wanted)[None], axis=-1).min(1)
        cost: Array = 0.5 * gap + f.noise(len(turn), 0.3)
        for spot in same:
            cost = cost + np.maximum(0.0, 2.0 - np.linalg.norm(origin - spot, axis=1))
        return cost

    return score


def _last_resort(f: Furnisher) -> None:
    """What found no place where it belongs goes wherever it can: on anything, on a wall, on the floor."""
    hopeless: set[InventoryItem] = set()
    for item in sorted(f.left, key=lambda i: (-i.size_m[0] * i.size_m[1], i.category, i.model)):
        r = rule_of(item)
        wanted = r["place"]
        name = f"{item.category}-{item.model}"
        if wanted not in ("hung", "ceiling") and small_things.likes_top(item):
            if item in hopeless:
                f.fail(item, _NOWHERE)
                continue
            if r.get("else") == "hung" and hanging.hang_one(f, item):
                continue
            if stand_on_floor(f, item, r["else"] if r.get("else") in _FLOOR else "corner"):
                f.notes.append(f"{name} stands on the floor: nothing near carries it")
                continue
            hopeless.add(item)
            f.fail(item, _NOWHERE)
            continue
        f.fail(item, {"ceiling": "no free place under the ceiling"}.get(wanted, "no free wall space at its height"))
