"""The two kinds of error a person sees as one line."""

from __future__ import annotations


class RequestError(Exception):
    """A wrong request (unknown scene, bad value, missing system library): exit code 2, nothing written.

    The message is one line that names the thing, the cause and the way out.
    """


class RunError(Exception):
    """A run that could not finish (no free space, disk full, a mismatch in verify): exit code 1."""
