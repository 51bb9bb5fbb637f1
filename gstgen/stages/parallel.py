"""Independent jobs over worker processes, with progress; results come as they are finished."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from gstgen.errors import RunError
from gstgen.stages.base import Ticker

Job = TypeVar("Job")
Result = TypeVar("Result")


def run_jobs(
    work: Callable[[Job], Result], jobs: Sequence[Job], workers: int, ticker: Ticker, label: str
) -> Iterator[tuple[Job, Result]]:
    """Yield each job with its result, in the order in which they finish. RunError when a worker dies.

    An exception of a job ends the run; the caller keeps what was yielded before.
    """
    if not jobs:
        return
    if workers == 1 or len(jobs) == 1:
        for job in ticker.track(jobs, len(jobs), label):
            yield job, work(job)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context) as pool:
        waiting = {pool.submit(work, job): job for job in jobs}
        try:
            for future in ticker.track(as_completed(waiting), len(jobs), label):
                yield waiting[future], future.result()
        except BrokenProcessPool as error:
            raise RunError(
                "a worker process died (out of memory?); the same command goes on where it was, workers=1 needs less"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
