"""The catalogue of known scenes: official numbers, kind, split, size; and the choice of distractor scenes."""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

import yaml

from gstgen.errors import RequestError
from gstgen.randomness import rng
from gstgen.resources import resource_folder

SceneKind = Literal["home", "office", "school", "restaurant", "grocery", "hotel", "hall", "gym", "garden"]


@dataclass(frozen=True)
class CatalogueEntry:
    """A known scene; `number` is the official GST-Bench one, `area_m2` the floor area of its inventory."""

    name: str
    number: int
    kind: SceneKind
    indoor: bool
    split: Literal["bench", "train"]
    generator: bool  # whether the procedural source can make it
    rooms: int
    area_m2: float


@cache
def entries() -> dict[str, CatalogueEntry]:
    """All known scenes by name, in the catalogue's order."""
    path = resource_folder("scenes") / "catalogue.yaml"
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))["scenes"]
    return {row["name"]: CatalogueEntry(**row) for row in rows}


def find(name: str) -> CatalogueEntry:
    """The entry of a scene name; RequestError with near names for an unknown one."""
    known = entries()
    if name in known:
        return known[name]
    folded = {n.lower(): n for n in known}
    near = [folded[n] for n in difflib.get_close_matches(str(name).lower(), folded, n=3, cutoff=0.4)]
    hint = f"near names: {', '.join(near)}" if near else f"for example {', '.join(generated()[:3])}"
    raise RequestError(f"unknown scene {name!r}; {hint}")


def generated() -> list[str]:
    """Names of the scenes that the procedural source can make."""
    return [entry.name for entry in entries().values() if entry.generator]


def find_generated(name: str) -> CatalogueEntry:
    """Like `find`, and RequestError for a known scene that the procedural source cannot make."""
    entry = find(name)
    if not entry.generator:
        raise RequestError(
            f"scene {name!r} is known (number {entry.number}, kind {entry.kind}) but the procedural source does not "
            f"make it; scenes/catalogue.yaml marks the {len(generated())} it makes, such as "
            f"{', '.join(generated()[-3:])}"
        )
    return entry


def distractors(name: str, count: int, seed: int) -> list[str]:
    """Other scenes of the same split, kind and similar size that can be made: a choice by seed.

    The pool is the `2 * count` scenes nearest in size (log ratio of areas and of room counts), so that size alone
    does not tell the options apart. Raises RequestError when the catalogue has too few.
    """
    own = find(name)
    pool = [
        entry
        for entry in entries().values()
        if entry.name != own.name and entry.generator and (entry.split, entry.kind) == (own.split, own.kind)
    ]
    if len(pool) < count:
        raise RequestError(
            f"scene {name!r} has only {len(pool)} possible distractor scenes (split {own.split}, kind {own.kind}); "
            f"{count} are needed"
        )

    def distance(entry: CatalogueEntry) -> float:
        return abs(math.log(entry.area_m2 / own.area_m2)) + abs(math.log(entry.rooms / own.rooms))

    nearest = sorted(pool, key=lambda entry: (distance(entry), entry.number))[: 2 * count]
    chosen = rng(seed, "distractors", name).choice(len(nearest), size=count, replace=False)
    return [nearest[int(i)].name for i in chosen]
