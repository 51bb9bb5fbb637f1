"""From furnished rooms to the scene's objects: ids, supports, meshes, added panels and ceiling lamps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes.assets import library
from gstgen.scenes.inventory import InventoryItem, Size
from gstgen.scenes.layout import Home
from gstgen.scenes.model import SceneObject
from gstgen.scenes.placement import Placed
from gstgen.scenes.scene_lights import LAMP_SIZE_M, lamp_places
from gstgen.scenes.tops import carries_inside

SUPPORT_PANEL = "support_panel"
_PANEL_M = 0.03
_PANEL_DEPTH_SHARE = 0.85  # of the worktop's depth
_PANEL_GAP_M = 0.02  # from the worktop's back and ends: clears skirting boards
_CARRIED_SHARE = 0.5  # of a panel's footprint must lie on what carries it
# What carries a panel; seats and small things do not.
_CARRIERS = re.compile(r"bottom_cabinet|bookcase|dishwasher|oven|washer|clothes_dryer|desk|.*_table|cedar_chest")


def build_objects(home: Home, seed: int, sources: tuple[str, ...]) -> tuple[SceneObject, ...]:
    """All objects of a building, room by room, then what was added. Ids are `category_model_index`."""
    maker = _Maker(seed, sources, _carriers_on_top(home))
    out: list[SceneObject] = []
    for room in home.rooms:
        out += maker.room(room.spec.id, room.placed)
    out += _support_panels(out, maker)
    for room in home.rooms:
        for x, y in lamp_places(room):
            item = InventoryItem("room_light", "generated", LAMP_SIZE_M)
            box = OrientedBox.create((x, y, room.height_m - LAMP_SIZE_M[2] / 2), LAMP_SIZE_M)
            out.append(maker.added(item, box, room.spec.id, "ceiling"))
    return tuple(out)


def approximated(objects: Sequence[SceneObject]) -> dict[str, int]:
    """How many objects of each category have a stand-in's mesh, since nothing builds the category itself."""
    counts = Counter(o.category for o in objects if o.asset.get("approximated"))
    return dict(sorted(counts.items()))


class _Maker:
    def __init__(self, seed: int, sources: tuple[str, ...], on_top: frozenset[tuple[str, str]]) -> None:
        """`on_top`: (category, model) of what carries things on its top anywhere; each looks the same everywhere."""
        self.seed, self.sources, self.on_top = seed, sources, on_top
        self._counts: Counter[tuple[str, str]] = Counter()
        self._assets: dict[tuple[str, str, Size, bool, bool], dict[str, Any]] = {}

    def id(self, item: InventoryItem) -> str:
        key = (item.category, item.model)
        self._counts[key] += 1
        return f"{item.category}_{item.model}_{self._counts[key] - 1}"

    def asset(self, item: InventoryItem, sources: tuple[str, ...], carries_inside: bool = False) -> dict[str, Any]:
        key = (item.category, item.model, item.size_m, bool(sources), carries_inside)
        if key not in self._assets:
            self._assets[key] = library.choose_asset(
                item.category,
                item.model,
                item.size_m,
                self.seed,
                sources,
                carries_inside=carries_inside,
                carries_on_top=(item.category, item.model) in self.on_top,
            )
        return dict(self._assets[key])

    def room(self, room: str, placed: Sequence[Placed]) -> list[SceneObject]:
        """The objects of one room; supports given as indices become ids."""
        ids = [self.id(p.item) for p in placed]
        inside = carries_inside(placed)
        out = []
        for index, (object_id, p) in enumerate(zip(ids, placed, strict=True)):
            support = ids[p.support] if isinstance(p.support, int) else p.support
            asset = self.asset(p.item, self.sources, index in inside)
            out.append(SceneObject(object_id, p.item.category, p.item.model, p.box, room, support, asset))
        return out

    def added(self, item: InventoryItem, box: OrientedBox, room: str | None, support: str) -> SceneObject:
        """An object that the inventory does not list; its mesh is built in code."""
        return SceneObject(self.id(item), item.category, item.model, box, room, support, self.asset(item, ()))


def _carriers_on_top(home: Home) -> frozenset[tuple[str, str]]:
    """(category, model) of the things on whose top other things stand."""
    carriers = [room.placed[p.support].item for room in home.rooms for p in room.placed if isinstance(p.support, int)]
    return frozenset((item.category, item.model) for item in carriers)


def _support_panels(objects: Sequence[SceneObject], maker: _Maker) -> list[SceneObject]:
    """Upright panels at both ends of worktops hung on a wall: on the floor, or on the cabinet that stands there."""
    tops = [o for o in objects if o.category == "countertop" and o.support == "wall"]
    if not tops:
        return []
    bounds = np.array([o.box.bounds_m for o in objects])
    room_of = np.array([o.room for o in objects])
    out: list[SceneObject] = []
    for top in tops:
        depth, width = top.box.size_m[0] * _PANEL_DEPTH_SHARE, top.box.size_m[1]
        bottom = float(top.box.center_m[2] - top.box.size_m[2] / 2)
        for side in (-1.0, 1.0):
            back, aside = (top.box.size_m[0] - depth) / 2 - _PANEL_GAP_M, (width - _PANEL_M) / 2 - _PANEL_GAP_M
            place = top.box.to_world((-back, side * aside, 0.0))[:2]
            foot = OrientedBox.create((*place, 0.0), (depth, _PANEL_M, 1.0), top.box.yaw_deg)
            outline = shapely.Polygon(foot.footprint_m)
            x0, y0, x1, y1 = outline.bounds
            near = (room_of == top.room) & (bounds[:, 0, 2] < bottom - 1e-6)
            near &= (bounds[:, 0, 0] < x1) & (bounds[:, 1, 0] > x0) & (bounds[:, 0, 1] < y1) & (bounds[:, 1, 1] > y0)
            # (top, share of the panel's footprint, id) of what stands where the panel would.
            below = [
                (float(bounds[i, 1, 2]), _common(objects[i], outline), objects[i].id)
                for i in np.flatnonzero(near).tolist()
            ]
            base, carried, carrier = max([b for b in below if b[1] > 1e-6], default=(0.0, outline.area, "floor"))
            steady = carrier == "floor" or _CARRIERS.match(carrier)
            if bottom - base < 2 * _PANEL_M or carried < _CARRIED_SHARE * outline.area or not steady:
                continue
            item = InventoryItem(SUPPORT_PANEL, "generated", (depth, _PANEL_M, bottom - base))
            box = OrientedBox.create((*place, (base + bottom) / 2), item.size_m, top.box.yaw_deg)
            out.append(maker.added(item, box, top.room, carrier))
    return out


def _common(obj: SceneObject, outline: shapely.Polygon) -> float:
    return float(shapely.Polygon(obj.box.footprint_m).intersection(outline).area)
