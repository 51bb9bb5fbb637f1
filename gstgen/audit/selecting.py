"""From all questions to those a dataset keeps: fill the quota, prune what blind guessers profit from, fill again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gstgen.audit import quota
from gstgen.audit.report import Auditor, Items, groups, prune
from gstgen.dataset.records import Record
from gstgen.evaluation.items import Question
from gstgen.questions.settings import BalanceSettings

TWIN = "its local twin was taken out"


@dataclass(frozen=True)
class Selected:
    """Audit rows of what stays, {uid: reason} of what pruning took out, what no quota had room for, the accounts."""

    rows: tuple[dict[str, Any], ...]
    pruned: Mapping[str, str]
    left: frozenset[str]
    accounts: tuple[dict[str, Any], ...]


def select(
    auditor: Auditor,
    questions: Sequence[Question],
    records: Sequence[Record],
    balance: BalanceSettings,
    note: Callable[[str], None],
    track: Callable[[Sequence[Items]], Iterable[Items]],
) -> Selected:
    """Choose, judge and prune until nothing has to go or the rounds are used up (`audit.quota.refill_rounds`)."""
    settings = auditor.settings
    every = quota.pools(records, balance)
    twins = _twins(records)
    pruned: dict[str, str] = {}
    judged: dict[tuple[str, ...], dict[str, Any]] = {}
    for _ in range(1 + settings.quota.refill_rounds):
        choice = quota.choose(every, settings.quota, balance, auditor.seed, pruned)
        fresh: dict[str, str] = {}
        for items in track(_kept(questions, records, choice.kept)):
            if items.uids in judged:
                continue
            row, taken = prune(auditor, items, note) if settings.prune else (auditor.row(items), {})
            judged[items.without(taken).uids] = row
            fresh |= taken
        fresh |= {twin: TWIN for uid in fresh for twin in twins[uid] if twin not in fresh}
        pruned |= fresh
        if not fresh:
            break
    kept = choice.kept - pruned.keys()
    rows = []
    for items in _kept(questions, records, kept):
        # Only a task that lost twins in the last round was not judged as it is now.
        row = judged[items.uids] if items.uids in judged else auditor.row(items)
        rows.append(row)
    return Selected(tuple(rows), pruned, choice.left, choice.accounts)


def _kept(questions: Sequence[Question], records: Sequence[Record], kept: Iterable[str]) -> list[Items]:
    wanted = set(kept)
    return groups([q for q in questions if q.uid in wanted], [r for r in records if r.uid in wanted])


def _twins(records: Sequence[Record]) -> dict[str, tuple[str, ...]]:
    """uid -> the uids of the other local question about the same item."""
    by_stem: dict[str, list[str]] = {}
    for record in records:
        if record.variant != "global":
            by_stem.setdefault(quota.stem(record), []).append(record.uid)
    return {
        r.uid: tuple(u for u in by_stem.get(quota.stem(r), ()) if u != r.uid) if r.variant != "global" else ()
        for r in records
    }
