"""Jobs on several copies of a simulator, one a process; results come in the order of the jobs.

What a job computes may not depend on the worker that runs it, so that the number of workers never changes a byte.
A worker that dies (killed for its memory, a crash in the driver) or loses its graphics is replaced once, and its job
done again from the start; the second time ends the run with a `RunError` instead of a hang.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import cv2

from gstgen.errors import RequestError, RunError
from gstgen.scenes.model import Scene
from gstgen.simulators.protocol import GraphicsLostError, Simulator

Job = TypeVar("Job")
Result = TypeVar("Result")
Factory = Callable[[], Simulator]
Loader = Callable[[], tuple[Simulator, Scene]]
Function = Callable[[Simulator, Scene, Job], Result]

# Results that wait for an earlier one are held in memory: at most this many for each worker.
WINDOW_PER_WORKER = 3
STOP_TIMEOUT_S = 5.0


@dataclass(frozen=True)
class _Failure:
    """An exception of a worker: itself if it can travel, its one-line text and its traceback."""

    error: BaseException | None
    text: str
    trace: str


@dataclass(frozen=True)
class _Success:
    value: Any


@dataclass
class _Worker:
    """The parent's view of one process: idle, or busy with the job of an index (`task`: its function and content)."""

    number: int
    process: BaseProcess
    connection: Connection
    job: int | None = None
    task: tuple[Any, Any] | None = None
    second: bool = False  # stands in for one that died

    @property
    def name(self) -> str:
        return f"render worker {self.number} (process {self.process.pid})"


class RemoteTraceback(Exception):
    """Carries the traceback text of a worker as the cause of the error that is raised in the parent."""


class SimulatorPool:
    """`workers` copies of a simulator that loaded the scene in `scene_folder`; a context manager.

    `factory` makes a simulator without a scene; with several workers it must be picklable. The scene is loaded here,
    once, at the first job: what loading caches (a bake) is made once, and forked workers share its memory. Loading may
    open no graphics context, which would not survive a fork; where this process opened one earlier, the workers start
    afresh and load for themselves. With one worker the jobs run here. `replaced` has a line for each worker that was
    replaced.
    """

    def __init__(self, factory: Factory, scene_folder: Path, workers: int) -> None:
        if workers < 1:
            raise ValueError(f"a pool needs at least one worker, not {workers}")
        self._factory = factory
        self._scene_folder = scene_folder
        self._count = workers
        self._workers: list[_Worker] = []
        self._local: tuple[Simulator, Scene] | None = None
        self._mapping = False
        self.replaced: list[str] = []

    def __enter__(self) -> SimulatorPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def map(self, function: Function[Job, Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield `function(simulator, scene, job)` for every job, in order; the jobs are consumed as they are needed.

        Function, jobs and results must be picklable. An error of a job is raised here: a RequestError or RunError
        as it is, any other with the worker's traceback as its cause. Afterwards the pool must be closed.
        """
        if self._count == 1:
            yield from self._map_here(function, jobs)
            return
        if self._mapping:
            raise RuntimeError("the pool is already mapping; finish that iteration first")
        self._mapping = True
        try:
            yield from self._map_workers(function, enumerate(jobs))
        except GeneratorExit:
            # The rest of the results is not wanted; workers in the middle of a job cannot be reused.
            self.close()
            raise
        finally:
            self._mapping = False

    def close(self) -> None:
        """Stop all workers and free the simulators; safe to call twice."""
        if self._local is not None:
            self._local[0].close()
            self._local = None
        for worker in self._workers:
            if worker.job is not None or not _try_send(worker.connection, None):
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join(STOP_TIMEOUT_S)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.connection.close()
            worker.process.close()
        self._workers = []

    def _map_here(self, function: Function[Job, Result], jobs: Iterable[Job]) -> Iterator[Result]:
        if self._local is None:
            self._local = _load(self._factory, self._scene_folder)
        for job in jobs:
            try:
                result = function(*self._local, job)
            except GraphicsLostError as error:
                if self.replaced:
                    raise
                self._note(str(error))
                self._local[0].close()
                self._local = _load(self._factory, self._scene_folder)
                result = function(*self._local, job)
            yield result

    def _map_workers(self, function: Function[Job, Result], jobs: Iterator[tuple[int, Job]]) -> Iterator[Result]:
        if not self._workers:
            self._start_workers()
        done: dict[int, Any] = {}
        following = 0  # index of the next result to yield
        waiting: deque[tuple[int, Job]] = deque()
        exhausted = False
        while True:
            # First of all: what is yielded opens the window for the job that waits, and no worker may be left without.
            while following in done:
                yield done.pop(following)
                following += 1
            for worker in list(self._workers):
                if worker.job is not None:
                    continue
                if not waiting and not exhausted:
                    item = next(jobs, None)
                    exhausted = item is None
                    if item is not None:
                        waiting.append(item)
                if waiting and waiting[0][0] < following + WINDOW_PER_WORKER * self._count:
                    index, job = waiting.popleft()
                    worker.job, worker.task = index, (function, job)
                    if not _try_send(worker.connection, worker.task):
                        self._replace(worker, self._death(worker))
            if exhausted and not waiting and not done and all(w.job is None for w in self._workers):
                return
            self._receive(done)

    def _receive(self, done: dict[int, Any]) -> None:
        """Wait for at least one worker to say something and take it in."""
        by_handle: dict[Any, _Worker] = {}
        for worker in self._workers:
            by_handle[worker.connection] = worker
            by_handle[worker.process.sentinel] = worker
        ready = {by_handle[handle].number for handle in wait(list(by_handle))}
        for worker in [w for w in self._workers if w.number in ready]:
            try:
                message = worker.connection.recv() if worker.connection.poll() else None
            except (EOFError, ConnectionResetError):
                message = None
            if message is None:
                self._replace(worker, self._death(worker))
            elif isinstance(message, _Failure):
                error = _as_error(message, worker.name)
                if not isinstance(error, GraphicsLostError):
                    raise error
                self._replace(worker, error)
            elif worker.job is not None:
                done[worker.job] = message.value
                worker.job = worker.task = None

    def _start_workers(self) -> None:
        # A forked OpenCV must not own threads: they exist in the parent only, and the child would wait for them.
        cv2.setNumThreads(1)
        simulator, scene = _load(self._factory, self._scene_folder)
        afresh = _graphics_open()
        context = multiprocessing.get_context("spawn" if afresh else "fork")
        loader: Loader = partial(_load, self._factory, self._scene_folder) if afresh else lambda: (simulator, scene)
        for number in range(self._count):
            # A forked worker that keeps copies of the parent's ends would not notice that the parent died.
            inherited = [] if afresh else [w.connection for w in self._workers]
            self._workers.append(_start(context, number, inherited, loader))
        simulator.close()

    def _replace(self, worker: _Worker, error: RunError) -> None:
        """Let a new process take over a worker's place and job; raises the error where that was done before."""
        if worker.second:
            raise error
        self._note(str(error))
        worker.process.kill()
        worker.process.join()
        worker.connection.close()
        # Afresh: by now this process may hold what does not survive a fork.
        context = multiprocessing.get_context("spawn")
        new = _start(context, worker.number, [], partial(_load, self._factory, self._scene_folder))
        new.job, new.task, new.second = worker.job, worker.task, True
        self._workers[self._workers.index(worker)] = new
        if new.task is not None and not _try_send(new.connection, new.task):
            raise self._death(new)

    def _note(self, cause: str) -> None:
        """Remember and say that jobs go on in another process or context."""
        self.replaced.append(cause)
        print(f"replaced once, going on: {cause}", file=sys.stderr, flush=True)

    def _death(self, worker: _Worker) -> RunError:
        worker.process.join(STOP_TIMEOUT_S)
        code = worker.process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with status {code}"
        doing = "while it waited" if worker.job is None else f"during job {worker.job}"
        return RunError(
            f"{worker.name} {how} {doing} (scene {self._scene_folder.parent.name}); "
            "if the machine is short of memory, repeat with fewer workers (workers=1)"
        )


def _start(context: Any, number: int, inherited: Sequence[Connection], loader: Loader) -> _Worker:
    """A new process that waits for jobs; a forked one closes `inherited` and its copy of the parent's end."""
    ours, theirs = context.Pipe()
    closed = [ours, *inherited] if context.get_start_method() == "fork" else []
    process = context.Process(target=_serve, args=(theirs, closed, loader), name=f"gstgen-render-{number}")
    process.start()
    theirs.close()
    return _Worker(number, process, ours)


def _graphics_open() -> bool:
    """Whether this process loaded a graphics driver: neither its contexts nor its locks survive a fork."""
    maps = Path("/proc/self/maps")
    return maps.exists() and "libEGL" in maps.read_text()


def _load(factory: Factory, scene_folder: Path) -> tuple[Simulator, Scene]:
    simulator = factory()
    try:
        return simulator, simulator.load(scene_folder)
    except BaseException:
        simulator.close()
        raise


def _serve(connection: Connection, inherited: Sequence[Connection], loader: Loader) -> None:
    """Life of a worker process."""
    for other in inherited:
        other.close()
    # Ctrl-C reaches the whole group of processes; the parent decides and closes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    try:
        simulator, scene = loader()
    except Exception as error:
        connection.send(_failure(error))
        return
    while True:
        try:
            message = connection.recv()
        except EOFError:
            os._exit(1)
        if message is None:
            break
        function, job = message
        try:
            answer: _Success | _Failure = _Success(function(simulator, scene, job))
        except Exception as error:
            answer = _failure(error)
        connection.send(answer)
    simulator.close()


def _failure(error: Exception) -> _Failure:
    """Pack an exception; one that does not survive pickling travels as text."""
    try:
        carried: BaseException | None = pickle.loads(pickle.dumps(error))
    except Exception:  # any class may break its own pickling
        carried = None
    return _Failure(carried, f"{type(error).__name__}: {error}", traceback.format_exc())


def _as_error(failure: _Failure, worker: str) -> BaseException:
    error = failure.error if failure.error is not None else RunError(f"{worker} failed: {failure.text}")
    if not isinstance(error, (RequestError, RunError)):
        error.__cause__ = RemoteTraceback(f"in {worker}:\n{failure.trace}")
    return error


def _try_send(connection: Connection, message: Any) -> bool:
    """Send, unless the other side is gone."""
    try:
        connection.send(message)
    except (BrokenPipeError, ConnectionResetError):
        return False
    return True
