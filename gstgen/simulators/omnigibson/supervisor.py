"""The parent's side of a worker: starts it, asks it, watches it, kills it, and says how it ended."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Literal

import gstgen
from gstgen.errors import RequestError
from gstgen.simulators.omnigibson import exchange

POLL_S = 0.01
STOP_S = 10.0
LOG_TAIL = 20_000

FailureKind = Literal["crash", "hang", "black", "error"]


class WorkerFailure(Exception):
    """A worker that did not deliver: `kind` says how, `step` what it did last, `log` the end of what it printed."""

    def __init__(self, kind: FailureKind, text: str, step: str, log: str) -> None:
        super().__init__(f"{kind}: {text} (last step: {step})")
        self.kind, self.text, self.step, self.log = kind, text, step, log

    def to_json(self) -> dict[str, str]:
        """For reports."""
        return {"kind": self.kind, "text": self.text, "step": self.step}


class Worker:
    """One process with one loaded scene, in a process group of its own."""

    def __init__(self, python: str, job: dict[str, Any], environment: dict[str, str], start_s: float, step_s: float):
        self.pid_of_owner = os.getpid()
        self._start_s, self._step_s = start_s, step_s
        self._folder = Path(tempfile.mkdtemp(prefix="gstgen-omnigibson-"))
        self._number = exchange.READY
        exchange.write_json(self._folder / exchange.JOB, job)
        exchange.say_progress(self._folder, "starting Python")
        root = str(Path(gstgen.__file__).resolve().parents[1])
        path = [root, *filter(None, [environment.get("PYTHONPATH", "")])]
        self._log = (self._folder / exchange.LOG).open("wb")
        try:
            self._process = subprocess.Popen(
                [python, "-m", "gstgen.simulators.omnigibson.worker", str(self._folder)],
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env={**environment, "PYTHONPATH": os.pathsep.join(path), "PYTHONUNBUFFERED": "1"},
            )
        except OSError as error:
            self._log.close()
            shutil.rmtree(self._folder, ignore_errors=True)
            text = f"the interpreter {python} cannot be run: correct simulator.omnigibson.python"
            raise RequestError(text) from error
        atexit.register(self.kill)
        self.facts: dict[str, Any] = {}

    def wait_ready(self) -> None:
        """Until the scene is loaded; WorkerFailure when that does not happen."""
        try:
            self.facts = self._await(exchange.READY, self._start_s)["facts"]
        except WorkerFailure:
            self.kill()
            raise

    def ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], int]:
        """Send a request and wait; returns the answer and the request's number. WorkerFailure ends the worker."""
        self._number += 1
        exchange.write_json(exchange.request_path(self._folder, self._number), request)
        try:
            return self._await(self._number, self._step_s), self._number
        except WorkerFailure:
            self.kill()
            raise

    def take_frame(self, number: int, index: int) -> dict[str, Any]:
        """Read a frame and delete its file; FileNotFoundError when it was never written."""
        path = exchange.frame_path(self._folder, number, index)
        arrays = exchange.read_arrays(path)
        path.unlink()
        return arrays

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Ask it to end, wait a little, then kill what is left."""
        if self.alive:
            self._number += 1
            exchange.write_json(exchange.request_path(self._folder, self._number), {"do": "stop"})
            deadline = time.monotonic() + STOP_S
            while self.alive and time.monotonic() < deadline:
                time.sleep(POLL_S)
        self.kill()

    def kill(self) -> None:
        """End the whole group at once and remove its folder; safe to repeat, and for the owner alone."""
        if os.getpid() != self.pid_of_owner:
            return
        atexit.unregister(self.kill)
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _await(self, number: int, timeout_s: float) -> dict[str, Any]:
        """The answer to a request. Success is a file that exists, whatever the process's status says later."""
        path, progress = exchange.answer_path(self._folder, number), self._folder / exchange.PROGRESS
        while True:
            ended = not self.alive  # asked before the file: an answer written just before the end counts
            if path.exists():
                answer: dict[str, Any] = exchange.read_json(path)
                if answer["status"] != "ok":
                    raise self._failure(answer["status"], answer["text"])
                return answer
            if ended:
                raise self._failure("crash", f"the worker {_how(self._process.returncode)}")
            if time.time() - progress.stat().st_mtime > timeout_s:
                raise self._failure("hang", f"no progress for {timeout_s:g} s")
            time.sleep(POLL_S)

    def _failure(self, kind: FailureKind, text: str) -> WorkerFailure:
        step = (self._folder / exchange.PROGRESS).read_text(encoding="utf-8")
        log = (self._folder / exchange.LOG).read_text(encoding="utf-8", errors="replace")[-LOG_TAIL:]
        return WorkerFailure(kind, text, step, log)


def worker_environment(data_path: Path | None) -> dict[str, str]:
    """This process's environment with what OmniGibson needs to run without a display, and where its data lie.

    The EULA's variable is set here because the preflight has seen the explicit acceptance (`accept_nvidia_eula`).
    """
    out = {**os.environ, "OMNIGIBSON_HEADLESS": "1", "OMNIGIBSON_NO_OMNI_LOGS": "1", "OMNI_KIT_ACCEPT_EULA": "YES"}
    return out | data_variables(data_path)


def data_variables(data_path: Path | None) -> dict[str, str]:
    """Environment variables of both versions for one data folder; none where OmniGibson's own are to be used."""
    if data_path is None:
        return {}
    return {
        "OMNIGIBSON_DATA_PATH": str(data_path),
        "OMNIGIBSON_DATASET_PATH": str(data_path / "og_dataset"),
        "OMNIGIBSON_ASSET_PATH": str(data_path / "assets"),
        "OMNIGIBSON_KEY_PATH": str(data_path / "omnigibson.key"),
    }


def interpreter(python: Path | None) -> str:
    """The Python that has OmniGibson."""
    return sys.executable if python is None else str(python)


def _how(status: int | None) -> str:
    if status is not None and status < 0:
        return f"was killed by {signal.Signals(-status).name}"
    return f"ended with status {status} before it answered"
