"""The floor plan of a scene before anything is furnished: what its layout starts from, at a small part of the cost."""

from __future__ import annotations

import shapely

from gstgen.scenes.inventory import Inventory
from gstgen.scenes.plan import PlanParameters, make_plan
from gstgen.scenes.programme import kind_rules, room_specs
from gstgen.scenes.settings import SourceSettings


def planned_areas_m2(inventory: Inventory, kind: str, seed: int, settings: SourceSettings) -> dict[str, float]:
    """Floor areas that a plan is asked for, by room."""
    return {s.id: s.area_m2 for s in room_specs(inventory, kind, seed, settings.area_factor)}


def first_rooms(
    inventory: Inventory, kind: str, seed: int, settings: SourceSettings
) -> dict[str, shapely.Polygon] | None:
    """Rooms on wall centre lines (metres) of the first sound plan that `furnish_home` tries; None without one."""
    specs = room_specs(inventory, kind, seed, settings.area_factor)
    door = kind_rules(kind).door_clear + settings.door_leaf_m + 2 * settings.door_frame_m + 2 * settings.corner_m
    parameters = PlanParameters(settings.wall_m, door, settings.plan_steps_per_room, settings.plan_rounds)
    for attempt in range(settings.attempts):
        plan = make_plan(specs, kind, parameters, seed, f"{inventory.scene}/{attempt}")
        if plan is not None:
            return {name: shapely.union_all([shapely.box(*r) for r in rects]) for name, rects in plan.rooms.items()}
    return None
