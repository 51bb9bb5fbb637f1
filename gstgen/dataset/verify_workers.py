"""Run numbered jobs in forked processes. Jobs are inherited, so only their results have to travel.

A worker that dies (killed for its memory, a crash in a decoder) ends the run with a `RunError` instead of a hang.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import cv2

from gstgen.errors import RunError

Job = TypeVar("Job")
Result = TypeVar("Result")
STOP_TIMEOUT_S = 5.0


@dataclass
class _Worker:
    """The parent's view of a process: the number of its job, None when it was told to end."""

    process: BaseProcess
    connection: Connection
    job: int | None


def map_forked(function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[tuple[int, Result]]:
    """Yield (number of the job, result) in the order in which the jobs finish; they start in the order given.

    With one worker the jobs run here. Raises RunError when a worker dies, RuntimeError for an exception of a job.
    """
    if workers < 2 or len(jobs) < 2:
        for number, job in enumerate(jobs):
            yield number, function(job)
        return
    pool: list[_Worker] = []
    threads = cv2.getNumThreads()
    # A forked OpenCV must not own threads: they exist in the parent only, and the child would wait for them.
    cv2.setNumThreads(1)
    try:
        context = multiprocessing.get_context("fork")
        for first in range(min(workers, len(jobs))):
            ours, theirs = context.Pipe()
            # A forked worker that keeps copies of the parent's ends would not notice that the parent died.
            inherited = [ours, *(w.connection for w in pool)]
            process = context.Process(target=_serve, args=(theirs, inherited, function, jobs))
            process.start()
            theirs.close()
            pool.append(_Worker(process, ours, first))
            _send(pool[-1], first)
        following = len(pool)
        while any(w.job is not None for w in pool):
            busy = {w.connection: w for w in pool if w.job is not None}
            for connection in wait(list(busy)):
                worker = busy[connection]  # type: ignore[index]
                done = worker.job
                assert done is not None
                result = _receive(worker)
                worker.job = following if following < len(jobs) else None
                following += 1
                _send(worker, worker.job)
                yield done, result
    finally:
        for worker in pool:
            if worker.job is not None:
                worker.process.terminate()
        for worker in pool:
            worker.process.join(STOP_TIMEOUT_S)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.connection.close()
            worker.process.close()
        cv2.setNumThreads(threads)


def _send(worker: _Worker, job: int | None) -> None:
    try:
        worker.connection.send(job)
    except (BrokenPipeError, ConnectionResetError):
        if job is not None:
            raise _death(worker) from None


def _receive(worker: _Worker) -> Any:
    # The pipe of a worker that died is closed, because no other process has its end.
    try:
        failed, value = worker.connection.recv()
    except (EOFError, ConnectionResetError):
        raise _death(worker) from None
    if failed:
        raise RuntimeError(f"a verify worker failed:\n{value}")
    return value


def _death(worker: _Worker) -> RunError:
    worker.process.join(STOP_TIMEOUT_S)
    code = worker.process.exitcode
    how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with status {code}"
    return RunError(
        f"verify worker (process {worker.process.pid}) {how}; if the machine is short of memory, repeat with workers=1"
    )


def _serve(
    connection: Connection, inherited: Sequence[Connection], function: Callable[[Job], Any], jobs: Sequence[Job]
) -> None:
    """Life of a worker: does the jobs whose numbers it is sent until it is sent None or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the workers
    for other in inherited:
        other.close()
    try:
        while (number := connection.recv()) is not None:
            try:
                answer = (False, function(jobs[number]))
            except Exception:
                answer = (True, traceback.format_exc())
            connection.send(answer)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
