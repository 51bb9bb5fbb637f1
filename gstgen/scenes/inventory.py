"""Inventories of the BEHAVIOR-1K scenes: rooms, the objects of each room and their native sizes.

Read from the JSON files of the installed `bddl` package, whose code is never imported (its knowledge base takes
minutes to load).
"""

from __future__ import annotations

import importlib.util
import json
import statistics
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from gstgen.errors import RequestError

Size = tuple[float, float, float]


@dataclass(frozen=True)
class InventoryItem:
    """One piece of a room: category, model and native size in metres along its front, left and up axes."""

    category: str
    model: str
    size_m: Size


@dataclass(frozen=True)
class InventoryRoom:
    """A room of an inventory: id `<type>_<n>`, the size of its floor model if known, its pieces in listed order."""

    id: str
    type: str
    floor_m: tuple[float, float] | None
    items: tuple[InventoryItem, ...]


@dataclass(frozen=True)
class Inventory:
    """All rooms of a scene; `notes` says which sizes had to be guessed."""

    scene: str
    rooms: tuple[InventoryRoom, ...]
    notes: tuple[str, ...]


def load_inventory(scene: str) -> Inventory:
    """Rooms and pieces of a scene. RequestError when `bddl` is missing or does not list the scene."""
    scenes, sizes, medians = _data()
    if scene not in scenes:
        raise RequestError(f"the installed bddl package lists no scene {scene!r}; install bddl 3.6")
    notes: list[str] = []
    rooms = []
    for room_id, listed in sorted(scenes[scene].items()):
        floor = None
        items: list[InventoryItem] = []
        for key, count in sorted(listed.items()):
            category, model = key.rsplit("-", 1)
            if category == "floors":
                floor = (sizes[model][0], sizes[model][1]) if model in sizes else None
            if category in ("floors", "ceilings", "walls"):
                continue
            size = sizes.get(model)
            if size is None:
                size = medians.get(category)
                if size is None:
                    notes.append(f"{count} {key} in {room_id} left out: no size known for the category")
                    continue
                notes.append(f"size of {key} in {room_id} guessed: median of its category")
            items += [InventoryItem(category, model, size)] * count
        rooms.append(InventoryRoom(room_id, room_id.rsplit("_", 1)[0], floor, tuple(items)))
    return Inventory(scene, tuple(rooms), tuple(notes))


@cache
def models_by_category() -> dict[str, tuple[tuple[str, Size], ...]]:
    """Every model of bddl that has a size (name, size in metres) by category, sorted by name."""
    _, sizes, keys = _read()
    out: dict[str, list[tuple[str, Size]]] = {}
    for key in keys:
        category, _, model = key.rpartition("-")
        if model in sizes:
            out.setdefault(category, []).append((model, sizes[model]))
    return {category: tuple(sorted(models)) for category, models in out.items()}


@cache
def _data() -> tuple[dict[str, Any], dict[str, Size], dict[str, Size]]:
    """Room lists by scene, sizes by model, median sizes by category."""
    listed, sizes, _ = _read()
    medians = {
        category: (
            statistics.median(s[0] for _, s in models),
            statistics.median(s[1] for _, s in models),
            statistics.median(s[2] for _, s in models),
        )
        for category, models in models_by_category().items()
    }
    return listed, sizes, medians


def _read() -> tuple[dict[str, Any], dict[str, Size], list[str]]:
    """Room lists by scene, sizes by model, `category-model` keys of all models."""
    spec = importlib.util.find_spec("bddl")
    if spec is None or not spec.submodule_search_locations:
        raise RequestError(
            "the bddl package is missing, which lists the objects of the scenes: pip install 'bddl>=3.5,<4'"
        )
    folder = Path(next(iter(spec.submodule_search_locations))) / "generated_data"
    try:
        listed = json.loads((folder / "combined_room_object_list.json").read_text(encoding="utf-8"))["scenes"]
        objects = json.loads((folder / "object_inventory.json").read_text(encoding="utf-8"))
        boxes, providers = objects["bounding_box_sizes"], objects["providers"]
    except (OSError, ValueError, KeyError) as error:
        raise RequestError(
            f"the data of the bddl package in {folder} cannot be read ({error}); reinstall bddl 3.6"
        ) from error
    sizes = {model: (float(s[0]), float(s[1]), float(s[2])) for model, s in boxes.items()}
    return listed, sizes, [str(key) for key in providers]
