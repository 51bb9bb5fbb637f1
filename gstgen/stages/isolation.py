"""Run a stage in a child process, so that what it opens (an OpenGL context) never lives in the parent.

A parent without graphics can go on forking workers, which share the scene that it has loaded.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from pathlib import Path

from gstgen.errors import RunError
from gstgen.stages.base import Report, Stage, StageContext


def run_in_child(stage: Stage, context: StageContext, out: Path) -> Report:
    """`stage.run(context, out)` in a forked child; its error is raised here, its times are added to the ticker."""
    forking = multiprocessing.get_context("fork")
    receiver, sender = forking.Pipe(duplex=False)
    child = forking.Process(target=_serve, args=(stage, context, out, sender))
    child.start()
    sender.close()
    try:
        outcome = receiver.recv()
    except EOFError:
        child.join()
        raise RunError(
            f"the process of a stage of {context.scene} ended without a result (status {child.exitcode}); "
            "the same command tries again"
        ) from None
    except BaseException:
        child.terminate()
        child.join()
        raise
    child.join()
    if isinstance(outcome, BaseException):
        raise outcome
    report, seconds = outcome
    context.ticker.seconds.update(seconds)
    assert isinstance(report, Report)
    return report


def _serve(stage: Stage, context: StageContext, out: Path, sender: Connection) -> None:
    try:
        report = stage.run(context, out)
        sender.send((report, dict(context.ticker.seconds)))
    except KeyboardInterrupt:
        return
    except BaseException as error:
        error.__traceback__ = None
        sender.send(error)
