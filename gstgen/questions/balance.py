"""An even spread of answers, objects, views and videos: the greedy choice among candidates, and its account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeVar

import numpy as np

from gstgen.dataset.records import LETTERS
from gstgen.geometry.angles import wrap_deg
from gstgen.geometry.maps import POINT_SCALE
from gstgen.questions.settings import BalanceSettings

ANSWER, ITEM = "answer", "item"


class Binned(Protocol):
    """What can be balanced: bins by property; `answer` and `item` (what is asked from where) weigh more than others."""

    @property
    def uid(self) -> str: ...

    @property
    def bins(self) -> Mapping[str, str]: ...


C = TypeVar("C", bound=Binned)


def angle_bin(angle_deg: float, settings: BalanceSettings) -> str:
    """Name of the sector an angle falls in: its middle in degrees."""
    step = 360.0 / settings.angle_sectors
    index = int(np.floor(angle_deg / step + 0.5)) % settings.angle_sectors
    return f"{float(wrap_deg(index * step)):g} deg"


def angle_bins(settings: BalanceSettings) -> list[str]:
    """All sectors."""
    return [angle_bin(i * 360.0 / settings.angle_sectors, settings) for i in range(settings.angle_sectors)]


def distance_bin(distance_m: float, settings: BalanceSettings) -> str:
    """Name of the bin a distance falls in: its bounds in metres."""
    return distance_bins(settings)[int(np.searchsorted(settings.distance_edges_m, distance_m, side="right"))]


def distance_bins(settings: BalanceSettings) -> list[str]:
    """All distance bins."""
    edges = settings.distance_edges_m
    inner = [f"{a:g}-{b:g} m" for a, b in pairwise(edges)]
    return [f"<{edges[0]:g} m", *inner, f">={edges[-1]:g} m"]


def cell_bin(point: tuple[int, int], settings: BalanceSettings) -> str:
    """Name of the map cell of a normalised point: column, row from the upper left."""
    return f"cell {point[0] * settings.map_cells // POINT_SCALE},{point[1] * settings.map_cells // POINT_SCALE}"


def choose(candidates: Sequence[C], count: int, settings: BalanceSettings, generator: np.random.Generator) -> list[C]:
    """Up to `count` candidates, each time the one whose bins were used least; ties fall by the generator.

    The order of the input does not matter: candidates are sorted by uid first.
    """
    pool = sorted(candidates, key=lambda c: c.uid)
    pool = [pool[i] for i in generator.permutation(len(pool))]
    if not pool:
        return []
    cost = np.zeros(len(pool))
    codes: list[tuple[float, Any]] = []
    for name in sorted({key for c in pool for key in c.bins}):
        weight = {ANSWER: settings.answer_weight, ITEM: settings.item_weight}.get(name, settings.spread_weight)
        codes.append((weight, np.unique([c.bins.get(name, "") for c in pool], return_inverse=True)[1]))
    chosen: list[C] = []
    for _ in range(min(count, len(pool))):
        best = int(np.argmin(cost))
        chosen.append(pool[best])
        for weight, code in codes:
            cost[code == code[best]] += weight
        cost[best] = np.inf
    return chosen


def letters(count: int, generator: np.random.Generator) -> list[str]:
    """Right letters for a task's questions: every letter once before any comes again, each round in a new order."""
    rounds = [[LETTERS[i] for i in generator.permutation(len(LETTERS))] for _ in range(-(-count // len(LETTERS)))]
    return [letter for one in rounds for letter in one][:count]


def account(
    candidates: Sequence[C], chosen: Sequence[C], wanted: int, possible: Sequence[str] | None
) -> dict[str, Any]:
    """What the choice reached: counts a bin, and which bins stayed empty and why.

    `possible` lists all answer bins (None where they are not countable, such as letters that are dealt later).
    """
    have = Counter(c.bins[ANSWER] for c in candidates if ANSWER in c.bins)
    used = Counter(c.bins[ANSWER] for c in chosen if ANSWER in c.bins)
    names = list(possible) if possible is not None else sorted(have)
    unfilled = {n: "no candidate" if not have[n] else "more bins than questions" for n in names if not used[n]}
    facts: dict[str, Any] = {
        "wanted": wanted,
        "candidates": len(candidates),
        "chosen": len(chosen),
        "answer_bins": {n: {"chosen": used[n], "candidates": have[n]} for n in names if have[n]},
        "unfilled_bins": unfilled,
    }
    if len(chosen) < wanted:
        facts["short"] = f"{wanted - len(chosen)} fewer than wanted: no more candidates passed the filters"
    return facts
