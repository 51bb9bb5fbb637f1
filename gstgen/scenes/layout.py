"""A furnished building from an inventory: plans are tried until every room holds its things."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import shapely

from gstgen.errors import RunError
from gstgen.randomness import rng
from gstgen.scenes.annealing import Draft
from gstgen.scenes.doors import DoorPlacer
from gstgen.scenes.furnisher import Furnisher
from gstgen.scenes.furnishing import furnish
from gstgen.scenes.inventory import Inventory, InventoryItem
from gstgen.scenes.openings import Facade, Openings
from gstgen.scenes.placement import Placed
from gstgen.scenes.plan import FloorPlan, PlanParameters, make_plan
from gstgen.scenes.programme import RoomSpec, kind_rules, room_specs
from gstgen.scenes.settings import SourceSettings
from gstgen.scenes.sites import Site
from gstgen.scenes.walls import WallSegment, wall_segments
from gstgen.scenes.windows import place_windows

_FIRST_TOLERANCE = 0.2  # share of the things that may stay out which the first plans may leave out
_PATIENCE = 0.4  # share of the attempts after which all of them may stay out
_FRESH_EVERY = 3  # attempts with one draft
_RETRY_ITEMS = 120  # rooms with no more things are furnished again in another way before they grow
_CROWDED = 4.0  # a draft whose faults grow by more than this with its rooms is given up


@dataclass(frozen=True)
class FurnishedRoom:
    """A room's specification, its inner floor polygon (metres), its height and what stands in it.

    The height of an outdoor room is that of the tallest thing in it.
    """

    spec: RoomSpec
    polygon: shapely.Polygon
    height_m: float
    placed: tuple[Placed, ...]
    failed: tuple[tuple[InventoryItem, str], ...]
    notes: tuple[str, ...]

    @property
    def outdoor(self) -> bool:
        """Whether it is open to the sky."""
        return self.spec.outdoor


@dataclass(frozen=True)
class Home:
    """Plan, walls, openings and furnished rooms of one building; `height_m` is that of its walls."""

    plan: FloorPlan
    walls: tuple[WallSegment, ...]
    openings: Openings
    rooms: tuple[FurnishedRoom, ...]
    height_m: float

    @property
    def missing(self) -> int:
        """How many listed things found no place."""
        return sum(len(r.failed) for r in self.rooms) + len(self.openings.unplaced)


def furnish_home(inventory: Inventory, settings: SourceSettings, seed: int, kind: str = "home") -> Home:
    """The best of several attempts; rooms that could not hold their things grow from one to the next.

    RunError when even the best leaves more than `1 - min_placed_share` of the inventory unplaced.
    """
    return _Layout(inventory, settings, seed, kind).run()


def place_openings(
    specs: Sequence[RoomSpec],
    plan: FloorPlan,
    walls: Sequence[WallSegment],
    settings: SourceSettings,
    kind: str,
    seed: int,
    name: str,
) -> Openings | None:
    """Doors, passages and windows of a plan; None when some room cannot be joined to the others."""
    rules = kind_rules(kind)
    facade = Facade(specs, walls, settings)
    doors = DoorPlacer(facade, specs, plan, kind, rules, rng(seed, "openings", name))
    if not doors.place_ways():
        return None
    doors.place_closed()
    place_windows(facade, specs, rules)
    doors.place_exits()
    return facade.out


class _Layout:
    """Attempts at one inventory: a draft of a plan is kept while its rooms grow, then another one is tried."""

    def __init__(self, inventory: Inventory, settings: SourceSettings, seed: int, kind: str) -> None:
        self.inventory, self.settings, self.seed, self.kind = inventory, settings, seed, kind
        self.specs = room_specs(inventory, kind, seed, settings.area_factor)
        self.total = sum(len(r.items) for r in inventory.rooms)
        self.allowed = (1.0 - settings.min_placed_share) * self.total
        rules, s = kind_rules(kind), settings
        door = rules.door_clear + s.door_leaf_m + 2 * s.door_frame_m + 2 * s.corner_m
        self.parameters = PlanParameters(s.wall_m, door, s.plan_steps_per_room, s.plan_rounds)
        self.indoor_height_m = max((x.height_m for x in self.specs if not x.outdoor), default=2.6)

    def run(self) -> Home:
        """Try until an attempt leaves out few enough things; the later, the more may stay out."""
        base = self.specs
        best: Home | None = None
        failing: list[int] = []
        draft: Draft | None = None
        fresh = kept = 0
        faults = 0.0
        for attempt in range(self.settings.attempts):
            share = _FIRST_TOLERANCE + (1.0 - _FIRST_TOLERANCE) * attempt / (_PATIENCE * self.settings.attempts)
            tolerance = math.floor(min(1.0, share) * self.allowed)
            plan = make_plan(
                self.specs, self.kind, self.parameters, self.seed, f"{self.inventory.scene}/{fresh}", draft
            )
            if plan is None:
                draft, kept, fresh = None, 0, fresh + 1
                continue
            faults = plan.faults if draft is None else faults
            last = attempt == self.settings.attempts - 1
            home, lacking = self._attempt(plan, failing, tolerance if best is not None and not last else self.total)
            if home is not None and (best is None or home.missing < best.missing):
                best = home
            if home is not None and home.missing <= tolerance:
                break
            failing = sorted(lacking, key=lambda i: -lacking[i])
            kept += 1
            draft = plan.draft
            stuck = any(self.specs[i].width_m for i in lacking)  # only another draft makes a corridor longer
            if not lacking or stuck or kept >= _FRESH_EVERY or plan.faults > faults + _CROWDED:
                draft, kept, fresh = None, 0, fresh + 1
                # What did not fail shrinks back.
                self.specs = tuple(s if i in lacking else base[i] for i, s in enumerate(self.specs))
            self.specs = tuple(self._grown(s, lacking.get(i, 0)) for i, s in enumerate(self.specs))
        if best is None or best.missing > self.allowed:
            lost = (
                "no plan joined all rooms" if best is None else f"{best.missing} of {self.total} things found no place"
            )
            raise RunError(
                f"no layout for {self.inventory.scene} with seed {self.seed} ({lost}); "
                "try another seed or raise source.area_factor"
            )
        return best

    def _grown(self, spec: RoomSpec, lacking: int) -> RoomSpec:
        if not lacking:
            return spec
        more = min(1.0, lacking / max(4.0, 0.25 * len(spec.items)))
        return spec.grown(1.0 + (self.settings.grow_factor - 1.0) * (0.6 + more))

    def _attempt(self, plan: FloorPlan, failing: Sequence[int], limit: int) -> tuple[Home | None, dict[int, int]]:
        """Furnish a plan, the rooms that failed before first; stop when more than `limit` things stay out.

        Returns the home (None when it is not complete) and how many things each room lacks.
        """
        walls = wall_segments(plan, self.settings.wall_m)
        name = self.inventory.scene
        openings = place_openings(self.specs, plan, walls, self.settings, self.kind, self.seed, name)
        if openings is None:
            return None, {}
        lacking: dict[int, int] = {}
        index = {s.id: i for i, s in enumerate(self.specs)}
        for row in openings.unplaced:
            room_index = index[row["room"]]
            if not self.specs[room_index].width_m:  # no growth gives a corridor more outer wall
                lacking[room_index] = lacking.get(room_index, 0) + 1
        lost = len(openings.unplaced)
        rooms: dict[int, FurnishedRoom] = {}
        order = [*failing, *[i for i in range(len(self.specs)) if i not in failing]]
        for i in order:
            spec = self.specs[i]
            site = Site(spec, plan.rooms[spec.id], walls, openings.openings, self.settings)
            room = self._furnish(site)
            if room is None:
                return None, {i: 1}
            rooms[i] = room
            if room.failed:
                lacking[i] = lacking.get(i, 0) + len(room.failed)
                lost += len(room.failed)
            if lost > limit:
                return None, lacking
        ordered = tuple(rooms[i] for i in range(len(self.specs)))
        return Home(plan, walls, openings, ordered, self.indoor_height_m), lacking

    def _furnish(self, site: Site) -> FurnishedRoom | None:
        """The best of a few ways to furnish a room."""
        spec = site.spec
        tries = self.settings.room_tries if len(spec.items) <= _RETRY_ITEMS else 1
        best: FurnishedRoom | None = None
        for number in range(tries):
            space = site.space(rng(self.seed, "furnish", self.inventory.scene, spec.id, number))
            if space is None:
                return None
            furnisher = Furnisher(
                space, spec.items, self.settings, site.switch_places(), site.windows(), spec.type, self.kind
            )
            furnish(furnisher)
            height = max([self.indoor_height_m, *(float(p.box.bounds_m[1][2]) + 0.5 for p in space.placed)])
            room = FurnishedRoom(
                spec,
                site.polygon,
                round(height, 2) if spec.outdoor else spec.height_m,
                tuple(space.placed),
                tuple(furnisher.failed),
                tuple(furnisher.notes),
            )
            if best is None or len(room.failed) < len(best.failed):
                best = room
            if not best.failed:
                break
        return best
