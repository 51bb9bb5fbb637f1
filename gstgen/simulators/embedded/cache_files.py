"""Files of the renderer's cache: named by a hash of all they depend on, written atomically, made by one process."""

from __future__ import annotations

import fcntl
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# What reading a file can raise that was cut short, written over or is of another format.
DAMAGE = (OSError, ValueError, LookupError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error, struct.error)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one process at a time make the entry at `path`; the others wait."""
    with path.with_suffix(".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def write_arrays(path: Path, arrays: Mapping[str, NDArray[np.generic]]) -> None:
    """Write an .npz that appears whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            np.savez(stream, allow_pickle=False, **arrays)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
