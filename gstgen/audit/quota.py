"""A quota a task over all scenes: which questions a dataset keeps so that answers, categories and scenes spread evenly.

    records -> units (a question, or a pair of local twins) -> greedy choice, then exchanges -> account

A property's even share is the quota over its bins; using a bin costs its weight for each even share that it already
has. The choice depends on content and seed alone, never on the order of the records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gstgen.audit.settings import QuotaSettings
from gstgen.dataset.records import Record
from gstgen.questions.balance import ANSWER, angle_bin, angle_bins, cell_bin, distance_bin, distance_bins
from gstgen.questions.settings import BalanceSettings
from gstgen.questions.tasks import TASKS, Task
from gstgen.randomness import rng

TWINS = {"local_video": "_local_video", "local_image": "_local_image"}
# An answer may follow from the category in each of them alone: spread both together.
CATEGORY_ANSWER = "category_answer"


@dataclass(frozen=True)
class Unit:
    """What is chosen or left together: one question, or the local-video and local-image question about one item."""

    uid: str
    uids: tuple[str, ...]
    bins: Mapping[str, str]


@dataclass(frozen=True)
class Pool:
    """The candidates of one task, `kind` being `global` or `local` (pairs)."""

    task: Task
    kind: str
    units: tuple[Unit, ...]

    @property
    def name(self) -> str:
        """Short name of the task and kind."""
        return self.task.short if self.kind == "global" else f"{self.task.short} local"


@dataclass(frozen=True)
class Choice:
    """What a quota keeps and what it reached."""

    kept: frozenset[str]
    left: frozenset[str]
    accounts: tuple[dict[str, Any], ...]


def stem(record: Record) -> str:
    """The uid without the mark of a local variant: equal for twins."""
    return record.uid.removesuffix(TWINS.get(record.variant, ""))


def pools(records: Iterable[Record], balance: BalanceSettings) -> list[Pool]:
    """Candidates by task, in the leaderboard's order, global ones before local pairs."""
    grouped: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        kind = "global" if record.variant == "global" else "local"
        grouped.setdefault((record.task, kind, stem(record)), []).append(record)
    by_task: dict[tuple[str, str], list[Unit]] = {}
    for (task, kind, name), members in grouped.items():
        first = min(members, key=lambda r: r.uid)
        unit = Unit(name, tuple(sorted(r.uid for r in members)), bins_of(first, balance))
        by_task.setdefault((task, kind), []).append(unit)
    out = []
    for task_ in TASKS:
        for kind in ("global", "local"):
            units = by_task.get((task_.name, kind))
            if units:
                out.append(Pool(task_, kind, tuple(sorted(units, key=lambda u: u.uid))))
    return out


def bins_of(record: Record, balance: BalanceSettings) -> dict[str, str]:
    """The bin of every property that a quota spreads."""
    answer, g = answer_bin(record, balance), record.geometry
    bins = {ANSWER: answer, "scene": record.scene}
    if record.evidence.video:
        bins["video"] = record.evidence.video
    if record.evidence.view:
        bins["view"] = record.evidence.view
    if record.difficulty.level:
        bins["level"] = record.difficulty.level
    if g.target is not None:
        bins |= {"category": g.target.category, "object": f"{record.scene} {g.target.id}"}
        bins[CATEGORY_ANSWER] = f"{g.target.category}: {answer}"
    if g.truth is not None and g.truth.scene is not None and g.options is not None:
        bins["options"] = " ".join(sorted(o.transform for o in g.options))
    return bins


def answer_bin(record: Record, balance: BalanceSettings) -> str:
    """The angle's sector, the distance's bin, the point's cell of the map or the letter."""
    value = record.answer_value
    metric = record.official.metric
    if metric == "point":
        assert isinstance(value, tuple)
        return cell_bin(value, balance)
    if metric == "choice":
        return str(value)
    assert isinstance(value, (int, float))
    return angle_bin(value, balance) if metric == "angle" else distance_bin(value, balance)


def possible_answers(task: Task, balance: BalanceSettings) -> list[str] | None:
    """All answer bins of a task where they are few and known (None: cells of maps, which furniture leaves empty)."""
    known = {"angle": angle_bins(balance), "mra": distance_bins(balance), "choice": list("ABCD")}
    return known.get(task.metric)


def choose(
    every: Sequence[Pool], settings: QuotaSettings, balance: BalanceSettings, seed: int, banned: Iterable[str] = ()
) -> Choice:
    """Fill the quota of each task from its pool without the banned uids; a null quota keeps all of them."""
    out = frozenset(banned)
    kept: set[str] = set()
    accounts = []
    for pool in every:
        units = [u for u in pool.units if not out.intersection(u.uids)]
        limit = settings.per_task if pool.kind == "global" else settings.local_per_task
        wanted = len(units) if limit is None else limit
        chosen = pick(units, wanted, settings, rng(seed, "quota", pool.task.name, pool.kind))
        kept.update(uid for u in chosen for uid in u.uids)
        accounts.append(account(pool, units, chosen, wanted, balance))
    left = {uid for pool in every for u in pool.units for uid in u.uids} - kept - out
    return Choice(frozenset(kept), frozenset(left), tuple(accounts))


def pick(units: Sequence[Unit], count: int, settings: QuotaSettings, generator: np.random.Generator) -> list[Unit]:
    """Up to `count` units, spread evenly; ties fall by the generator."""
    pool = [units[int(i)] for i in generator.permutation(len(units))]
    if count >= len(pool):
        return sorted(pool, key=lambda u: u.uid)
    if count == 0:
        return []
    spread = _Spread(pool, count, settings)
    chosen = np.zeros(len(pool), bool)
    for _ in range(count):
        best = int(np.argmin(np.where(chosen, np.inf, spread.costs())))
        chosen[best] = True
        spread.count(best, 1)
    for _ in range(settings.exchange_rounds):
        if not _exchange(spread, chosen):
            break
    return sorted((u for u, c in zip(pool, chosen, strict=True) if c), key=lambda u: u.uid)


def _exchange(spread: _Spread, chosen: NDArray[np.bool_]) -> bool:
    """Give each chosen unit's place to the best one left, where that is cheaper; whether any place changed."""
    changed = False
    for index in np.flatnonzero(chosen):
        spread.count(int(index), -1)
        chosen[index] = False
        costs = np.where(chosen, np.inf, spread.costs())
        best = int(np.argmin(costs))
        if costs[best] > costs[index] - 1e-9:
            best = int(index)
        chosen[best] = True
        spread.count(best, 1)
        changed |= best != int(index)
    return changed


class _Spread:
    """How often the chosen units use each bin, and what one more use of each unit's bins would cost."""

    def __init__(self, pool: Sequence[Unit], count: int, settings: QuotaSettings) -> None:
        self._parts: list[tuple[float, NDArray[np.int64], NDArray[np.int64]]] = []
        for name in sorted({key for u in pool for key in u.bins}):
            codes = np.unique([u.bins.get(name, "") for u in pool], return_inverse=True)[1].astype(np.int64)
            bins = int(codes.max()) + 1
            weight = settings.weight(name)
            if bins > 1 and weight > 0:
                self._parts.append((weight / max(1.0, count / bins), codes, np.zeros(bins, np.int64)))
        self._size = len(pool)

    def count(self, index: int, change: int) -> None:
        """A unit enters (1) or leaves (-1) the choice."""
        for _, codes, used in self._parts:
            used[codes[index]] += change

    def costs(self) -> NDArray[np.float64]:
        """(N) cost of one more use of each unit's bins."""
        total = np.zeros(self._size)
        for weight, codes, used in self._parts:
            total += weight * used[codes]
        return total


def even_shares(have: Mapping[str, int], count: int) -> dict[str, int]:
    """What each bin would give if all gave alike until their supply ends (the rest goes to the first by name)."""
    shares = dict.fromkeys(sorted(have), 0)
    left = min(count, sum(have.values()))
    while left:
        open_bins = [n for n in shares if shares[n] < have[n]]
        step = max(1, min(left // len(open_bins), *(have[n] - shares[n] for n in open_bins)))
        for name in open_bins[: left // step]:
            shares[name] += step
            left -= step
    return shares


def account(
    pool: Pool, units: Sequence[Unit], chosen: Sequence[Unit], wanted: int, balance: BalanceSettings
) -> dict[str, Any]:
    """What a quota reached: counts by answer bin, and what it could not fill and why."""
    have = Counter(u.bins[ANSWER] for u in units)
    used = Counter(u.bins[ANSWER] for u in chosen)
    names = possible_answers(pool.task, balance) or sorted(have)
    even = wanted / len(names)
    shares = even_shares(have, len(chosen))
    unfilled = {}
    for name in names:
        if used[name] + 1 > even:
            continue
        if have[name] <= used[name]:
            why = "the supply ends" if have[name] else "no question has this answer"
        elif used[name] + 1 > shares.get(name, 0):
            why = "fewer questions than the quota"
        else:
            why = "other properties would spread less evenly"
        unfilled[name] = {"wanted": int(even), "supply": have[name], "chosen": used[name], "why": why}
    facts: dict[str, Any] = {
        "task": pool.task.name,
        "short": pool.name,
        "kind": pool.kind,
        "wanted": wanted,
        "supply": len(units),
        "chosen": len(chosen),
        "answer_bins": {n: {"chosen": used[n], "supply": have[n]} for n in names},
        "unfilled": unfilled,
    }
    for name in ("scene", "category", "object", "level", "options"):
        counts = Counter(u.bins[name] for u in chosen if name in u.bins)
        if counts:
            supply = len({u.bins[name] for u in units if name in u.bins})
            facts[f"by_{name}"] = {"used": len(counts), "of": supply, "most": max(counts.values())}
    if len(chosen) < wanted:
        facts["short_of"] = f"{wanted - len(chosen)} fewer than wanted: the scenes hold no more questions of this task"
    return facts


def why_unfilled(facts: Mapping[str, Any]) -> str:
    """One line on what a quota could not fill."""
    parts = [facts["short_of"]] if "short_of" in facts else []
    by_reason: dict[str, list[str]] = {}
    for name, item in facts["unfilled"].items():
        by_reason.setdefault(item["why"], []).append(f"{name} {item['chosen']} of {item['wanted']}")
    parts += [f"{', '.join(names)}: {why}" for why, names in by_reason.items()]
    return "; ".join(parts)
