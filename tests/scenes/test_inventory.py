"""Inventories: what bddl lists, without importing its code."""

from __future__ import annotations

import importlib.util
import sys

import pytest

from gstgen.errors import RequestError
from gstgen.scenes import catalogue, inventory


def test_rs_int_is_the_published_inventory():
    found = inventory.load_inventory("Rs_int")
    rooms = {r.id: r for r in found.rooms}
    assert sorted(rooms) == ["bathroom_0", "bedroom_0", "entryway_0", "kitchen_0", "living_room_0"]
    assert [len(rooms[r].items) for r in sorted(rooms)] == [9, 6, 3, 16, 32]
    sofa = next(i for i in rooms["living_room_0"].items if i.category == "sofa")
    assert sofa.model == "mnfbbh"
    assert sofa.size_m == pytest.approx((1.04, 2.23, 0.88), abs=0.01)
    assert found.notes == ()


def test_every_home_of_the_catalogue_is_listed():
    for name in catalogue.generated():
        assert inventory.load_inventory(name).rooms


def test_knowledge_base_stays_unimported():
    inventory.load_inventory("Rs_int")
    assert "bddl.knowledge_base" not in sys.modules


def test_unknown_scene_and_missing_package(monkeypatch):
    with pytest.raises(RequestError, match=r"lists no scene 'Nowhere_int'"):
        inventory.load_inventory("Nowhere_int")
    inventory._data.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RequestError, match=r"bddl package is missing.*pip install"):
        inventory.load_inventory("Rs_int")
    monkeypatch.undo()
    inventory._data.cache_clear()


def test_a_model_without_a_size_gets_its_categorys_median(monkeypatch):
    listed, sizes, medians = inventory._data()
    scenes = {"X_int": {"bedroom_0": {"bed-nosuch": 2, "gizmo-nosuch": 1}}}
    monkeypatch.setattr(inventory, "_data", lambda: (scenes, sizes, medians))
    found = inventory.load_inventory("X_int")
    assert [i.size_m for i in found.rooms[0].items] == [medians["bed"]] * 2
    assert len(found.notes) == 2
    assert "gizmo" in " ".join(found.notes)
    assert "left out" in " ".join(found.notes)
    assert listed
