"""Many scenes with one command: each a job of its own, a line a job, a table and the failures at the end."""

from __future__ import annotations

import multiprocessing
import multiprocessing.process
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from gstgen.config import DATASET_STAGES, SCENE_STAGES, Settings
from gstgen.dataset.store import read_done, read_json, write_json
from gstgen.errors import RequestError
from gstgen.guard import run_guarded
from gstgen.scenes import catalogue

STATUS, PLAN = "status.json", "plan.json"
STOP_TIMEOUT_S = 20.0
STOPPED = 130
_interruptible: set[int] = set()  # processes in which SIGTERM is a KeyboardInterrupt


def scenes_of(settings: Settings) -> list[str]:
    """The scenes that `sweep=bench` or `sweep=train` stands for, in order."""
    if settings.sweep == "bench":
        return [
            e.name for e in catalogue.entries().values() if e.split == "bench" and e.name not in settings.bench.exclude
        ]
    train = settings.train
    following = dict.fromkeys(train.kinds, train.first)
    names = []
    for index in range(train.scenes):
        kind = train.kinds[index % len(train.kinds)]
        names.append(catalogue.canonical_name(f"{kind}/{following[kind]:06d}"))
        following[kind] += 1
    return names


def folder_of(output: Path) -> Path:
    """Where the jobs of a sweep leave their logs and statuses."""
    return output / "logs" / "sweep"


def prepare(jobs: Sequence[Settings]) -> None:
    """Forget earlier statuses and note how many jobs there will be."""
    for folder in {folder_of(job.output) for job in jobs}:
        for old in folder.glob(f"*/{STATUS}"):
            old.unlink()
        count = sum(folder_of(job.output) == folder for job in jobs)
        write_json(folder / PLAN, {"jobs": count, "started": time.time()})


def run_job(settings: Settings, folder: Path, in_child: bool) -> int:
    """Run one job and leave its status in `folder`; a job that dies leaves one too.

    With `in_child` it runs in a forked process: what it leaks or breaks ends with it. Ctrl-C and SIGTERM stop that
    process in order (what it has not finished is made again by the same command) and raise KeyboardInterrupt here.
    """
    started = time.perf_counter()
    if in_child:
        child = multiprocessing.get_context("fork").Process(target=_job, args=(settings, folder, started))
        with _stopping_on_sigterm():
            try:
                child.start()
                child.join()
            except KeyboardInterrupt:
                _stop(child)
                raise
        if not (folder / STATUS).exists():
            _write_status(settings, folder, 1, f"the job's process ended (status {child.exitcode})", started)
    else:
        _job(settings, folder, started)
    status = read_json(folder / STATUS)
    _print_progress(folder, status)
    return int(status["status"])


@contextmanager
def _stopping_on_sigterm() -> Iterator[None]:
    """SIGTERM becomes a KeyboardInterrupt, here and in the job's process; workers of the job keep the usual end."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may set a handler
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    _interruptible.add(os.getpid())
    try:
        yield
    finally:
        _interruptible.discard(os.getpid())
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: object) -> None:
    if os.getpid() in _interruptible:
        raise KeyboardInterrupt
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _stop(child: multiprocessing.process.BaseProcess) -> None:
    """Let a job end by itself, as after Ctrl-C; kill it when it does not."""
    if child.pid is not None and child.is_alive():
        child.terminate()
        child.join(STOP_TIMEOUT_S)
        if child.is_alive():
            child.kill()
            child.join()


def report(jobs: Sequence[Settings], console: Console) -> int:
    """Print the table of all jobs and the failures; 1 when any failed or left no status."""
    folders = sorted({folder_of(job.output) for job in jobs})
    statuses = [read_json(path) for folder in folders for path in sorted(folder.glob(f"*/{STATUS}"), key=_number)]
    failed = [s for s in statuses if s["status"]]
    table = Table(title="the sweep", title_justify="left")
    for column in ("scene", "status", "seconds", "questions"):
        table.add_column(column, justify="right" if column in ("seconds", "questions") else "left")
    for s in statuses:
        word = "stopped" if s["status"] == STOPPED else "failed" if s["status"] else "done"
        table.add_row(
            str(s["scene"]), word, f"{s['seconds']:.0f}", "" if s["questions"] is None else str(s["questions"])
        )
    console.print(table)
    for s in failed:
        console.print(f"gstgen: failed: scene={s['scene']} (status {s['status']}): {s['error']}", highlight=False)
    if len(statuses) < len(jobs):
        console.print(f"gstgen: failed: {len(jobs) - len(statuses)} jobs left no status", highlight=False)
    console.print(f"gstgen: {len(statuses) - len(failed)} of {len(jobs)} jobs done", highlight=False)
    return 1 if failed or len(statuses) < len(jobs) else 0


def require_sweep(settings: Settings) -> None:
    """RequestError when a sweep is asked for together with one scene, without a stage to run, or over no scene."""
    if settings.sweep is not None and not set(settings.stage) & {*SCENE_STAGES, *DATASET_STAGES}:
        raise RequestError(
            f"sweep={settings.sweep} has nothing to do in stage={','.join(settings.stage)}; leave it out"
        )
    if settings.sweep is not None and not scenes_of(settings):
        raise RequestError(f"sweep={settings.sweep} is left without a scene; shorten bench.exclude")
    if settings.sweep is not None and settings.scene is not None:
        raise RequestError(f"sweep={settings.sweep} names its scenes itself; leave scene={settings.scene} out")


def _job(settings: Settings, folder: Path, started: float) -> None:
    _interruptible.add(os.getpid())
    status, line = run_guarded(settings)
    _write_status(settings, folder, status, line, started)


def _write_status(settings: Settings, folder: Path, status: int, line: str | None, started: float) -> None:
    data: dict[str, Any] = {
        "scene": settings.scene,
        "status": status,
        "error": line,
        "seconds": round(time.perf_counter() - started, 1),
        "questions": None,
    }
    if settings.scene is not None:
        done = read_done(settings.output / "scenes" / settings.scene / "qa")
        data["questions"] = done["facts"].get("questions") if done else None
    write_json(folder / STATUS, data)


def _print_progress(folder: Path, status: dict[str, Any]) -> None:
    """A row a finished job, of a table that grows: how it went, how many have failed, about how long the rest takes."""
    plan = folder.parent / PLAN
    if not plan.exists():
        return
    data = read_json(plan)
    others = [read_json(path) for path in folder.parent.glob(f"*/{STATUS}")]
    left_s = (time.time() - data["started"]) / len(others) * (data["jobs"] - len(others))
    console = Console(stderr=True)
    if len(others) == 1:
        _print_row(console, "job", "scene", "status", "seconds", "questions", "failed", "min left")
    word = "failed" if status["status"] else "done"
    failed = sum(bool(s["status"]) for s in others)
    cells = (status["scene"], word, f"{status['seconds']:.0f}", status["questions"] or 0, failed, f"{left_s / 60:.0f}")
    _print_row(console, f"{len(others)}/{data['jobs']}", *cells)


def _print_row(console: Console, job: str, scene: object, status: object, *numbers: object) -> None:
    line = f"{job:>8}  {scene!s:<32}{status!s:<8}" + "".join(f"{n!s:>10}" for n in numbers)
    console.print(line, highlight=False, markup=False, soft_wrap=True)


def _number(path: Path) -> tuple[int, str]:
    name = path.parent.name
    return (int(name) if name.isdigit() else -1, name)
