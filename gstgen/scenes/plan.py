"""Floor plans: rooms as rectangles, or Ls of two, that tile the outline of a building but for its notches.

Rectangles run along wall centre lines, on a 5 cm grid. A garden lies around the building.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gstgen.randomness import rng
from gstgen.scenes.annealing import Draft, Measured, Planner
from gstgen.scenes.grounds import lay_grounds
from gstgen.scenes.programme import RoomSpec
from gstgen.scenes.rectilinear import Rect
from gstgen.scenes.slicing import GRID_M
from gstgen.scenes.templates import first_drafts

__all__ = ["GRID_M", "FloorPlan", "PlanParameters", "make_plan"]

_LARGE_ROOMS, _LONGEST = 10, 1.6  # buildings with more rooms are searched longer, up to this factor
_GOOD_FAULTS = 0.5  # a plan with no more than these is good enough to stop looking


@dataclass(frozen=True)
class FloorPlan:
    """Rooms (by id, each a union of rectangles) and notches on wall centre lines, metres, and what made them."""

    rooms: dict[str, tuple[Rect, ...]]
    notches: tuple[Rect, ...]
    draft: Draft | None
    cost: float
    faults: float = 0.0  # the part of the cost that a better plan would not have


@dataclass(frozen=True)
class PlanParameters:
    """What the plan must leave room for, metres, and how long to look for one."""

    wall_m: float  # wall thickness
    door_m: float  # shared inner wall that a door needs
    steps_per_room: int  # of the annealing
    rounds: int  # drafts tried


def make_plan(
    specs: Sequence[RoomSpec],
    kind: str,
    parameters: PlanParameters,
    seed: int,
    name: str,
    draft: Draft | None = None,
) -> FloorPlan | None:
    """Find a plan whose rooms have the inner areas of their specifications; a `draft` is only measured out anew.

    None when the search ended in a plan with a room too narrow to stand in.
    """
    inner, outdoor = [s for s in specs if not s.outdoor], [s for s in specs if s.outdoor]
    random = rng(seed, "plan", name)
    bent = [bool(random.random() < s.bend_share) for s in inner]
    planner = Planner(inner, kind, parameters.wall_m, parameters.door_m, bent)
    best: tuple[Draft, Measured] | None = None
    if draft is not None:
        best = draft, planner.measure(draft)
    else:
        longer = min(max(1.0, len(inner) / _LARGE_ROOMS), _LONGEST)
        steps = round(parameters.steps_per_room * len(inner) * longer)
        for start in first_drafts(inner, kind, random, parameters.rounds, notched=not outdoor):
            found, _ = planner.search(start, steps, random)
            measured = planner.measure(found)
            if best is None or measured.cost < best[1].cost:
                best = found, measured
            if best[1].faults <= _GOOD_FAULTS:
                break
    assert best is not None
    found, measured = best
    if not measured.is_sound:
        return None
    rooms = {s.id: tuple(r) for s, r in zip(inner, measured.rooms, strict=True)}
    if outdoor:
        rooms = lay_grounds(
            inner, rooms, outdoor, kind, parameters.door_m + parameters.wall_m, rng(seed, "grounds", name)
        )
    return FloorPlan(rooms, tuple(measured.notches), found, measured.cost, measured.faults)
