"""Generated scenes and floor plans, made once a session."""

from __future__ import annotations

from functools import cache

import yaml

from gstgen.resources import resource_folder
from gstgen.scenes import catalogue
from gstgen.scenes.layout import place_openings
from gstgen.scenes.model import Scene
from gstgen.scenes.plan import FloorPlan, PlanParameters, make_plan
from gstgen.scenes.programme import room_specs
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.sources import procedural
from gstgen.scenes.walls import wall_segments


@cache
def default_settings() -> SourceSettings:
    text = (resource_folder("conf") / "source" / "default.yaml").read_text(encoding="utf-8")
    return SourceSettings.model_validate(yaml.safe_load(text)).model_copy(update={"assets": ()})


@cache
def make_scene(name: str, seed: int) -> Scene:
    return procedural.generate(name, seed, default_settings())


@cache
def plan_of(name: str, seed: int):
    """Kind, room specifications and a quickly searched floor plan of a scene."""
    entry = catalogue.find(name)
    settings = default_settings()
    specs = room_specs(catalogue.inventory_of(entry, seed), entry.kind, seed)
    parameters = PlanParameters(settings.wall_m, 1.15, 120, 3)
    plan = make_plan(specs, entry.kind, parameters, seed, name)
    assert plan is not None
    return entry.kind, specs, plan


def open_plan(kind: str, specs, plan: FloorPlan, seed: int):
    """Walls and openings of a plan."""
    settings = default_settings()
    walls = wall_segments(plan, settings.wall_m)
    found = place_openings(specs, plan, walls, settings, kind, seed, "test")
    assert found is not None
    return walls, found
