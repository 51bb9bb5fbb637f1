"""How hard a question is: named levels as ranges of its difficulty numbers, and what can be supplied at each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from gstgen.dataset.records import DifficultyPart
from gstgen.questions.tasks import Task

DifficultyLevel = Literal["easy", "medium", "hard", "extreme"]
LEVELS: tuple[DifficultyLevel, ...] = ("easy", "medium", "hard", "extreme")
NAMED_FIRST: tuple[DifficultyLevel, ...] = ("extreme", "hard", "easy", "medium")
NUMBERS = tuple(name for name in DifficultyPart.model_fields if name != "level")
Range = tuple[float | None, float | None]
Ranges = Mapping[str, Range | None]  # None: no limit


class Rated(Protocol):
    """A question with its numbers."""

    @property
    def task(self) -> Task: ...

    @property
    def difficulty(self) -> DifficultyPart: ...


def fits(numbers: DifficultyPart, ranges: Ranges) -> bool:
    """Whether every number that the question has lies in its range (ends belong to it; None = open)."""
    return next(outside(numbers, ranges), None) is None


def outside(numbers: DifficultyPart, ranges: Ranges) -> Iterator[str]:
    """Names of the numbers that the question has and that lie out of their ranges."""
    for name, limits in ranges.items():
        low, high = limits or (None, None)
        value = getattr(numbers, name)
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            yield name


def level_of(numbers: DifficultyPart, levels: Mapping[DifficultyLevel, Ranges]) -> DifficultyLevel | None:
    """Extreme or hard where their ranges hold, else easy, else medium (which is wider than easy); None without any."""
    return next((level for level in NAMED_FIRST if fits(numbers, levels[level])), None)


def supply(candidates: Sequence[Rated], levels: Mapping[DifficultyLevel, Ranges]) -> dict[str, dict[str, int]]:
    """How many candidates each task has that fit each level; one may fit several."""
    counts: dict[str, dict[str, int]] = {}
    for candidate in candidates:
        row = counts.setdefault(candidate.task.short, dict.fromkeys(LEVELS, 0))
        for level in LEVELS:
            row[level] += fits(candidate.difficulty, levels[level])
    return counts


def limits(candidates: Sequence[Rated], levels: Mapping[DifficultyLevel, Ranges]) -> dict[str, dict[str, Any]]:
    """Why a level has few: each task's number of candidates, and for each level how many lie out of each range.

    {task: {"candidates": n, "outside": {level: {number: n}}}}
    """
    found: dict[str, dict[str, Any]] = {}
    for candidate in candidates:
        empty: dict[str, Any] = {"candidates": 0, "outside": {level: Counter() for level in LEVELS}}
        row = found.setdefault(candidate.task.short, empty)
        row["candidates"] += 1
        for level in LEVELS:
            row["outside"][level].update(outside(candidate.difficulty, levels[level]))
    return found
