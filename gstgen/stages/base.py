"""What every stage gets and gives: its context, the funnel of rejections, the report."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gstgen.dataset.store import write_json
from gstgen.errors import RequestError

if TYPE_CHECKING:
    from gstgen.config import Settings

T = TypeVar("T")

ROOT_MARKER = "dataset.json"
ROOT_FORMAT = {"format": "gstgen dataset", "layout": 1}


def make_root(root: Path) -> None:
    """Make the dataset root and mark it as ours; RequestError when it cannot be made."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        if not (root / ROOT_MARKER).exists():
            write_json(root / ROOT_MARKER, ROOT_FORMAT)
    except (FileNotFoundError, PermissionError, NotADirectoryError) as error:
        raise RequestError(f"output={root} cannot be made ({error.strerror}); choose another folder") from error


@dataclass
class Funnel:
    """Counts of candidates: per step, how many were accepted and how many dropped for which reason.

    A rejection is a value, never an exception. `to_json()` is {step: {"accepted": n, "dropped": {reason: n}}}.
    """

    steps: dict[str, dict[str, Any]] = field(default_factory=dict)

    def _step(self, step: str) -> dict[str, Any]:
        return self.steps.setdefault(step, {"accepted": 0, "dropped": {}})

    def accept(self, step: str, count: int = 1) -> None:
        """Count candidates that passed a step."""
        self._step(step)["accepted"] += count

    def drop(self, step: str, reason: str, count: int = 1) -> None:
        """Count candidates dropped at a step, by the name of the threshold or rule."""
        dropped = self._step(step)["dropped"]
        dropped[reason] = dropped.get(reason, 0) + count

    def to_json(self) -> dict[str, Any]:
        return {step: {"accepted": v["accepted"], "dropped": dict(v["dropped"])} for step, v in self.steps.items()}


@dataclass
class Report:
    """What a stage says of its work; `facts` are deterministic numbers and notes (they go into `_done.json`)."""

    funnel: Funnel = field(default_factory=Funnel)
    facts: dict[str, Any] = field(default_factory=dict)


class Ticker:
    """Progress on long work: a bar on a terminal, silence elsewhere. Also keeps a table of where the time went."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._console = Console(stderr=True)
        self._quiet = not sys.stderr.isatty()

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Add the wall seconds of a block to a named part."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - start

    def track(self, items: Iterable[T], total: int, label: str) -> Iterator[T]:
        """Yield the items with a progress bar (quiet when standard error is not a terminal)."""
        if self._quiet:
            yield from items
            return
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self._console, transient=True) as progress:
            task = progress.add_task(label, total=total)
            for item in items:
                yield item
                progress.advance(task)


@dataclass(frozen=True)
class StageContext:
    """Inputs of a stage: all settings, the scene's id, the dataset root and what records say of their origin."""

    settings: Settings
    scene: str
    root: Path
    ticker: Ticker
    distractors: tuple[str, ...] = ()  # other scenes whose maps may be options; only stage qa has them
    provenance: dict[str, Any] = field(default_factory=dict)  # settings fingerprint, code version, split ...

    def folder(self, stage: str, scene: str | None = None) -> Path:
        """The folder of a finished stage of this (or another) scene: `scenes/<id>/<stage>`."""
        return self.root / "scenes" / (scene or self.scene) / stage

    @property
    def cache(self) -> Path:
        """Content-addressed caches (bakes, converted models); never part of the dataset."""
        return self.root / "cache"


class Stage(Protocol):
    """A stage module: `run` writes files into the (temporary) folder `out` and returns its report."""

    def run(self, context: StageContext, out: Path) -> Report:
        """Do the work; raise only for faults, count rejections in the report's funnel."""
