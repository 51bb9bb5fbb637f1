"""Run a checked request so that every failure becomes one line and an exit status."""

from __future__ import annotations

import errno
import sys
import traceback
from pathlib import Path

from gstgen.config import Settings
from gstgen.errors import RequestError, RunError
from gstgen.stages.runner import run


def run_guarded(settings: Settings) -> tuple[int, str | None]:
    """(exit status, the line that was printed): 0 done, 1 a run failed, 2 a wrong request, 130 stopped."""
    try:
        run(settings)
        return 0, None
    except RequestError as error:
        return fail(error, 2, settings.debug)
    except RunError as error:
        return fail(error, 1, settings.debug)
    except KeyboardInterrupt:
        line = "stopped; the same command goes on where it was"
        print(f"gstgen: {line}", file=sys.stderr)
        return 130, line
    except OSError as error:
        # numpy reports a full disk without its errno.
        if error.errno in (errno.ENOSPC, errno.EDQUOT) or "Not enough free space" in str(error):
            return fail(f"no space left while writing {error.filename or settings.output}; free some and repeat", 1)
        return _unexpected(error, settings.debug)
    except MemoryError as error:
        text = f"not enough memory ({error or 'no details'}); use coarser settings or fewer workers (workers=1)"
        return fail(RunError(text), 1, settings.debug)
    except Exception as error:
        return _unexpected(error, settings.debug)


def fail(error: object, status: int, debug: bool = False) -> tuple[int, str]:
    """Print an error as one line (with its traceback before it in debug runs); returns status and line."""
    if debug and isinstance(error, BaseException):
        traceback.print_exception(error)
    line = " ".join(str(error).split())
    print(f"gstgen: error: {line}", file=sys.stderr)
    return status, line


def _unexpected(error: BaseException, debug: bool) -> tuple[int, str]:
    where = traceback.extract_tb(error.__traceback__)[-1]
    text = (
        f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno}); debug=true shows the traceback"
    )
    if debug:
        traceback.print_exception(error)
    return fail(text, 1)
