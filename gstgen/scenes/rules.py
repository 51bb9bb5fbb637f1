"""Where each category of things goes: the tables `scenes/furnishing*.yaml`, and what to do with unknown ones."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from gstgen.resources import resource_folder
from gstgen.scenes.inventory import InventoryItem

_TABLES = ("furnishing_public.yaml", "furnishing.yaml")  # the later one overrules
_SMALL_M, _LOW_M = 0.5, 0.6  # unknown things no larger stand on something
_FLAT_M, _FLAT_SHARE = 0.06, 0.12  # unknown things as thin as this hang on a wall


@cache
def furnishing_table() -> dict[str, Any]:
    """Both tables as one: `categories` by name, and the home table's other entries."""
    merged: dict[str, Any] = {"categories": {}}
    for name in _TABLES:
        path = resource_folder("scenes") / name
        data: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        categories = {**merged["categories"], **data.pop("categories")}
        merged = {**merged, **data, "categories": categories}
    return merged


def is_known(category: str) -> bool:
    """Whether a table says where a category goes."""
    return category in furnishing_table()["categories"]


def rule(category: str) -> dict[str, Any]:
    """How a category is placed; one that no table knows stands in a corner (`rule_of` looks at its size too)."""
    found: dict[str, Any] = furnishing_table()["categories"].get(category, {"place": "corner"})
    return found


def rule_of(item: InventoryItem) -> dict[str, Any]:
    """How a thing is placed: by its category, else by its size and shape."""
    if is_known(item.category):
        return rule(item.category)
    sx, sy, sz = item.size_m
    if max(sx, sy) <= _SMALL_M and sz <= _LOW_M:
        return {"place": "top"}
    thin = min(item.size_m)
    if thin <= _FLAT_M and thin <= _FLAT_SHARE * max(item.size_m):
        return {"place": "hung", "z_center": 1.5}
    return {"place": "corner"}
