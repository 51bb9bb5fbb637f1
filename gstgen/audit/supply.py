"""How many candidates of all scenes each level of difficulty has, and which numbers keep it from having more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gstgen.dataset.store import read_done
from gstgen.questions.difficulty import LEVELS, DifficultyLevel, Ranges
from gstgen.questions.tasks import TASKS

Supply = dict[str, dict[str, int]]


def difficulty_supply(
    root: Path, scenes: Iterable[str], levels: Mapping[DifficultyLevel, Ranges]
) -> tuple[Supply, list[str]]:
    """{task: {level: candidates}} of all scenes before stage qa chose among them, and a line for each empty cell.

    A candidate may fit several levels. Each line names the ranges that most candidates lie out of.
    """
    total: dict[str, Counter[str]] = {}
    numbers: Counter[str] = Counter()
    outside: dict[tuple[str, str], Counter[str]] = {}
    for scene in scenes:
        facts: dict[str, Any] = (read_done(root / "scenes" / scene / "qa") or {}).get("facts", {})
        for task, counts in facts.get("difficulty_supply", {}).items():
            total.setdefault(task, Counter()).update(counts)
        for task, found in facts.get("difficulty_limits", {}).items():
            numbers[task] += found["candidates"]
            for level, names in found["outside"].items():
                outside.setdefault((task, level), Counter()).update(names)
    tasks = [task.short for task in TASKS if task.short in total]
    supply: Supply = {task: {level: total[task][level] for level in LEVELS} for task in tasks}
    return supply, [
        _why(task, level, numbers[task], outside[task, level], levels[level])
        for task in tasks
        for level in LEVELS
        if not supply[task][level] and (task, level) in outside
    ]


def _why(task: str, level: DifficultyLevel, candidates: int, outside: Counter[str], ranges: Ranges) -> str:
    """`TDS_E extreme: of 66 candidates 66 are out of video_length_s [300, open], ...`, the worst three first."""
    worst = sorted(outside.items(), key=lambda item: (-item[1], item[0]))[:3]
    parts = [f"{count} are out of {name} {_range(ranges, name)}" for name, count in worst]
    return f"{task} {level}: of {candidates} candidates " + ", ".join(parts)


def _range(ranges: Ranges, name: str) -> str:
    low, high = ranges[name] or (None, None)
    return f"[{'open' if low is None else f'{low:g}'}, {'open' if high is None else f'{high:g}'}]"
