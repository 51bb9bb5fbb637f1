"""The catalogue of known scenes: sources, numbers, kinds, splits, sizes; and the choice of distractor scenes."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np
import yaml

from gstgen.errors import RequestError
from gstgen.randomness import rng
from gstgen.resources import resource_folder
from gstgen.scenes.families import (
    KINDS,
    FamilyName,
    SceneKind,
    family_inventory,
    family_programme,
    has_upper_level,
    parse_family_name,
)
from gstgen.scenes.families.names import MAX_NUMBER
from gstgen.scenes.inventory import Inventory, load_inventory

__all__ = ["CatalogueEntry", "DistractorChoice", "SceneKind", "canonical_name", "choose_distractors", "distractors",
           "entries", "find", "find_generated", "generated", "inventory_of", "source"]  # fmt: skip
Split = Literal["bench", "train"]
_HYPERSIM = re.compile(r"ai_(\d{3})_(\d{3})")
_FILE = re.compile(r".*\.(usd[acz]?|glb|gltf|obj|ply|sh3d|xml|json)", re.IGNORECASE)
_FAMILY_SAMPLE = 64  # family members looked at for each distractor


@dataclass(frozen=True)
class Source:
    """Where scenes come from; `missing` says what gstgen lacks to make them, None when it can."""

    name: str
    title: str
    licence: str
    split: Split
    missing: str | None = None
    mark: str | None = None


@dataclass(frozen=True)
class CatalogueEntry:
    """A known scene. `name` is its id: it names folders and records.

    `number` is the official GST-Bench one (None without), `area_m2` the floor area of its inventory, `level` the storey
    of a house whose storeys are scenes of their own; rooms and area are None where nothing is known before loading.
    """

    name: str
    number: int | None
    kind: SceneKind | Literal["other"]
    indoor: bool
    split: Split
    generator: bool  # whether gstgen can make it
    rooms: int | None
    area_m2: float | None
    source: str = "behavior"
    licence: str = ""
    level: Literal["single", "lower", "upper"] = "single"
    where: str | None = None  # folder or file inside the source
    levels: int = 1  # how many a file has
    family: FamilyName | None = None

    @property
    def title(self) -> str:
        """The name as a person would type it: `home/000123` for `home_000123`."""
        if self.family is None:
            return self.name
        return f"{self.family.kind}/{self.family.number:06d}{'_upper' * self.family.upper}"


@dataclass(frozen=True)
class DistractorChoice:
    """Chosen scenes, and the ones among them that are of another kind because the own kind has too few."""

    names: tuple[str, ...]
    widened: tuple[str, ...]


@cache
def _table() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((resource_folder("scenes") / "catalogue.yaml").read_text(encoding="utf-8"))
    return data


@cache
def source(name: str) -> Source:
    """A source of scenes by its name."""
    return Source(name=name, **_table()["sources"][name])


@cache
def entries() -> dict[str, CatalogueEntry]:
    """All scenes that are listed by name, in the catalogue's order (families and HyperSim have too many to list)."""
    out = {}
    for row in _table()["scenes"]:
        behavior = source("behavior")
        out[row["name"]] = CatalogueEntry(split=behavior.split, licence=behavior.licence, **row)
    for row in _table()["others"]:
        origin = source(row["source"])
        defaults = {"number": None, "indoor": True, "rooms": None, "area_m2": None}
        out[row["name"]] = CatalogueEntry(
            split=origin.split, licence=origin.licence, generator=origin.missing is None, **{**defaults, **row}
        )
    return out


def canonical_name(name: str) -> str:
    """The id of a scene in any spelling (`home/7` -> `home_000007`); other names are returned as they are."""
    family = parse_family_name(name)
    return name if family is None else family.id


def find(name: str) -> CatalogueEntry:
    """The entry of a scene name in any spelling; RequestError with near names for an unknown one."""
    known = entries()
    if name in known:
        return known[name]
    family = parse_family_name(str(name))
    if family is not None:
        return _family_entry(family)
    if _HYPERSIM.fullmatch(str(name)):
        return _hypersim_entry(name)
    if _FILE.fullmatch(str(name)):
        raise RequestError(f"scene {name!r} is a file, for which gstgen has no loader; {_what_works()}")
    folded = {n.lower(): n for n in [*known, *(f"{kind}/{n:06d}" for kind in KINDS for n in (0, 123))]}
    near = [folded[n] for n in difflib.get_close_matches(str(name).lower(), folded, n=3, cutoff=0.5)]
    hint = f"near names: {', '.join(near)}" if near else _what_works()
    raise RequestError(f"unknown scene {name!r}; {hint}")


@lru_cache(maxsize=65536)
def _family_entry(family: FamilyName) -> CatalogueEntry:
    if family.upper and not has_upper_level(family.kind, family.number):
        ways = [f"{family.kind}/{n:06d}_upper" for n in range(200) if has_upper_level(family.kind, n)]
        hint = f"others have: {', '.join(ways[:3])}" if ways else f"as all of kind {family.kind}"
        raise RequestError(f"scene {family.id!r}: {family.kind}/{family.number:06d} has one level only ({hint})")
    programme = family_programme(family)
    origin = source("family")
    return CatalogueEntry(
        name=family.id,
        number=None,
        kind=family.kind,
        indoor=family.kind != "garden",
        split=origin.split,
        generator=family.kind in _generated_kinds(),
        rooms=len(programme.rooms),
        area_m2=round(programme.area_m2, 1),
        source=origin.name,
        licence=origin.licence,
        level=programme.level,
        family=family,
    )


def _hypersim_entry(name: str) -> CatalogueEntry:
    origin = source("hypersim")
    return CatalogueEntry(
        name, None, "other", True, origin.split, origin.missing is None, None, None, origin.name, origin.licence
    )


@cache
def _generated_kinds() -> frozenset[str]:
    """Kinds of which the procedural source makes at least one listed scene: it makes their families too."""
    return frozenset(e.kind for e in entries().values() if e.source == "behavior" and e.generator)


def generated() -> list[str]:
    """Names of the listed scenes that gstgen can make."""
    return [entry.name for entry in entries().values() if entry.generator]


def _what_works() -> str:
    return f"what works: the BEHAVIOR names (Rs_int, ...) and families such as {KINDS[0]}/000000 to {MAX_NUMBER:06d}"


def find_generated(name: str) -> CatalogueEntry:
    """Like `find`, and RequestError for a known scene that gstgen cannot make: what is missing, and what works."""
    entry = find(name)
    if not entry.generator:
        origin = source(entry.source)
        lack = origin.missing or f"a generator for the kind {entry.kind}"
        place = f", {entry.where}" if entry.where else ""
        raise RequestError(
            f"scene {entry.title!r} is known ({origin.title}{place}), but {lack} is missing; {_what_works()}"
        )
    return entry


def inventory_of(entry: CatalogueEntry, seed: int) -> Inventory:
    """Rooms and things of a generated scene: bddl's list, or a sample for a family member (the seed chooses it).

    RequestError when bddl is missing or does not list the scene.
    """
    return load_inventory(entry.name) if entry.family is None else family_inventory(entry.family, seed)


def distractors(name: str, count: int, seed: int, exclude: Sequence[str] = ()) -> list[str]:
    """Other scenes of the same split, kind and similar size that can be made: a choice by seed."""
    return list(choose_distractors(name, count, seed, exclude).names)


def choose_distractors(name: str, count: int, seed: int, exclude: Sequence[str] = ()) -> DistractorChoice:
    """Other scenes of the same split and similar size that can be made: a choice by seed.

    Scenes of the same kind come first. The pool is the `2 * count` scenes nearest in size (log ratio of areas and of
    room counts), so that size alone does not tell the options apart. A benchmark kind with too few others is filled up
    with the benchmark scenes nearest in size; a benchmark scene is never an option for a training scene or the other
    way round. `exclude`: benchmark scenes that are left out. RequestError when there are too few.
    """
    own = find(name)
    random = rng(seed, "distractors", own.name)
    if own.family is not None:
        pool = _family_pool(own, own.family, count, random)
        others: list[CatalogueEntry] = []
    else:
        same_split = [
            e for e in entries().values()
            if e.name != own.name and e.generator and e.split == own.split and e.name not in exclude
        ]  # fmt: skip
        pool = [e for e in same_split if e.kind == own.kind]
        others = [e for e in same_split if e.kind != own.kind]
    chosen = _nearest(own, pool, count, random)
    widened = _nearest(own, others, count - len(chosen), random)
    if len(chosen) + len(widened) < count:
        found = len(chosen) + len(widened)
        raise RequestError(
            f"scene {own.title!r} has only {found} possible distractor scenes (split {own.split}); {count} are needed"
        )
    return DistractorChoice(tuple(e.name for e in [*chosen, *widened]), tuple(e.name for e in widened))


def _nearest(
    own: CatalogueEntry, pool: list[CatalogueEntry], count: int, random: np.random.Generator
) -> list[CatalogueEntry]:
    """Up to `count` of the `2 * count` entries nearest in size, by chance; indoor and outdoor scenes do not mix."""

    def distance(entry: CatalogueEntry) -> float:
        return (
            abs(math.log((entry.area_m2 or 1.0) / (own.area_m2 or 1.0)))
            + abs(math.log((entry.rooms or 1) / (own.rooms or 1)))
            + 10.0 * (entry.indoor != own.indoor)
        )

    if count <= 0:
        return []
    nearest = sorted(pool, key=lambda entry: (distance(entry), entry.name))[: 2 * count]
    picked = random.choice(len(nearest), size=min(count, len(nearest)), replace=False)
    return [nearest[int(i)] for i in picked]


def _family_pool(
    own: CatalogueEntry, family: FamilyName, count: int, random: np.random.Generator
) -> list[CatalogueEntry]:
    """Random other members of the same family on the same level."""
    numbers = random.choice(MAX_NUMBER + 1, size=_FAMILY_SAMPLE * (count + 1), replace=False)
    pool: list[CatalogueEntry] = []
    for number in numbers:
        if int(number) == family.number or len(pool) >= 6 * count:
            continue
        if own.level == "single" or has_upper_level(family.kind, int(number)):
            entry = _family_entry(FamilyName(family.kind, int(number), family.upper))
            if entry.level == own.level:
                pool.append(entry)
    return pool
