"""The files between the two processes: requests, answers, frames and progress in one temporary folder.

Files and not pipes, because Isaac Sim writes to every stream, ends with status 0 after errors and with a crash after
success: what counts is what lies on disk. A file appears whole or not at all.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

JOB = "job.json"
PROGRESS = "progress"
LOG = "worker.log"
READY = 0  # the number of the answer that says the scene is loaded


def write_json(path: Path, data: Any) -> None:
    """Write JSON atomically."""
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(data), encoding="utf-8")
    os.replace(partial, path)


def read_json(path: Path) -> Any:
    """Read JSON that `write_json` wrote."""
    return json.loads(path.read_text(encoding="utf-8"))


def request_path(folder: Path, number: int) -> Path:
    """Where request `number` lies."""
    return folder / f"request_{number:06d}.json"


def answer_path(folder: Path, number: int) -> Path:
    """Where the answer to request `number` lies."""
    return folder / f"answer_{number:06d}.json"


def frame_path(folder: Path, number: int, index: int) -> Path:
    """Where frame `index` of request `number` lies."""
    return folder / f"frame_{number:06d}_{index:04d}.npz"


def write_arrays(path: Path, arrays: dict[str, NDArray[Any]]) -> None:
    """Write arrays atomically, without compression."""
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    os.replace(partial, path)


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read what `write_arrays` wrote."""
    with np.load(path, allow_pickle=False) as data:
        return {name: data[name] for name in data.files}


def say_progress(folder: Path, step: str) -> None:
    """Note what the worker does; the time of the note is what the watchdog looks at."""
    write_text(folder / PROGRESS, step)


def write_text(path: Path, text: str) -> None:
    """Write text atomically."""
    partial = path.with_suffix(".partial")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)
