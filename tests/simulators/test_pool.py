"""The pool: order, equal results for any number of workers, errors, dead workers, bounded memory."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gstgen.errors import RequestError, RunError
from gstgen.scenes.model import Scene
from gstgen.simulators.pool import WINDOW_PER_WORKER, RemoteTraceback, SimulatorPool
from gstgen.simulators.protocol import Frame, GraphicsLostError


class CountingSimulator:
    """Notes in a folder when it loads and closes; renders frames that hold a pose's number."""

    name = "counting"

    def __init__(self, log: Path) -> None:
        self.log = log

    @property
    def version(self) -> dict[str, Any]:
        return {}

    def load(self, scene_folder: Path) -> Scene:
        if (scene_folder / "broken").exists():
            raise RequestError("the scene is broken")
        (self.log / f"load_{os.getpid()}").touch()
        return Scene("s", "procedural", None, "home", (), (), (), (), 0.0, "CC0", ())

    def render(self, camera: Any, poses: Iterable[Any], modalities: Iterable[str]) -> Iterator[Frame]:
        for pose in poses:
            yield Frame(instance=np.full((4, 4), pose, np.uint32))

    def hide(self, ids: Iterable[str]) -> None: ...

    def show(self) -> None: ...

    def close(self) -> None:
        (self.log / f"close_{os.getpid()}").touch()


def paint(simulator: CountingSimulator, scene: Scene, job: int) -> bytes:
    time.sleep(0.01 * (job % 3))
    (frame,) = simulator.render(None, [job], ["instance"])
    assert frame.instance is not None
    return frame.instance.tobytes() * 3000  # more than a pipe holds


def process_of(simulator: CountingSimulator, scene: Scene, job: int) -> int:
    time.sleep(0.05)
    return os.getpid()


def fail(simulator: CountingSimulator, scene: Scene, job: int) -> int:
    if job == 2:
        raise ValueError("two is too much")
    if job == 5:
        raise RunError("five is a run error")
    return job


def die(simulator: CountingSimulator, scene: Scene, job: int) -> int:
    if job == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return job


def once(path: Path) -> bool:
    """Whether nobody asked before, in any process."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def die_once(simulator: CountingSimulator, scene: Scene, job: int) -> bytes:
    if job == 3 and once(simulator.log / "died"):
        os.kill(os.getpid(), signal.SIGKILL)
    return paint(simulator, scene, job)


def lose_graphics_once(simulator: CountingSimulator, scene: Scene, job: int) -> bytes:
    if job == 3 and once(simulator.log / "lost"):
        raise GraphicsLostError("the driver is gone; repeat the command")
    return paint(simulator, scene, job)


def lose_graphics(simulator: CountingSimulator, scene: Scene, job: int) -> bytes:
    if job == 3:
        raise GraphicsLostError("the driver is gone; repeat the command")
    return paint(simulator, scene, job)


@pytest.fixture(autouse=True)
def no_graphics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests of this process may have opened graphics; the painted simulator here survives a fork all the same."""
    monkeypatch.setattr("gstgen.simulators.pool._graphics_open", lambda: False)


def pool(tmp_path: Path, workers: int) -> SimulatorPool:
    return SimulatorPool(partial(CountingSimulator, tmp_path), tmp_path / "scene", workers)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_come_in_order_and_do_not_depend_on_workers(tmp_path: Path, workers: int) -> None:
    expected = [np.full((4, 4), job, np.uint32).tobytes() * 3000 for job in range(11)]
    with pool(tmp_path, workers) as p:
        assert list(p.map(paint, range(11))) == expected
        assert list(p.map(paint, range(4))) == expected[:4]
        assert list(p.map(paint, [])) == []
    assert len(list(tmp_path.glob("load_*"))) == 1
    assert len(list(tmp_path.glob("close_*"))) == (workers + 1 if workers > 1 else 1)
    assert not multiprocessing.active_children()


def test_one_worker_runs_here_several_run_elsewhere(tmp_path: Path) -> None:
    with pool(tmp_path, 1) as p:
        assert set(p.map(process_of, range(2))) == {os.getpid()}
    with pool(tmp_path, 2) as p:
        pids = set(p.map(process_of, range(8)))
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_workers_start_afresh_after_graphics_were_opened_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gstgen.simulators.pool._graphics_open", lambda: True)
    with pool(tmp_path, 2) as p:
        assert list(p.map(paint, range(5))) == [np.full((4, 4), job, np.uint32).tobytes() * 3000 for job in range(5)]
    assert len(list(tmp_path.glob("load_*"))) == 3
    assert not multiprocessing.active_children()


def test_jobs_are_taken_as_they_are_needed(tmp_path: Path) -> None:
    taken = []

    def jobs() -> Iterator[int]:
        for job in range(100):
            taken.append(job)
            yield job

    with pool(tmp_path, 2) as p:
        results = p.map(paint, jobs())
        next(results)
        time.sleep(0.2)
        assert len(taken) <= 2 * WINDOW_PER_WORKER + 2
        results.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("workers", [1, 2])
def test_errors_of_jobs_reach_the_caller(tmp_path: Path, workers: int) -> None:
    with pool(tmp_path, workers) as p, pytest.raises(ValueError, match="two is too much") as caught:
        list(p.map(fail, range(4)))
    if workers > 1:
        assert isinstance(caught.value.__cause__, RemoteTraceback)
        assert "in fail" in str(caught.value.__cause__)
    with pool(tmp_path, workers) as p, pytest.raises(RunError, match="five is a run error"):
        list(p.map(fail, [5]))
    (tmp_path / "scene").mkdir()
    (tmp_path / "scene" / "broken").touch()
    with pool(tmp_path, workers) as p, pytest.raises(RequestError, match="broken"):
        list(p.map(fail, [0]))
    assert not multiprocessing.active_children()


def test_killed_worker_ends_the_run_with_its_name(tmp_path: Path) -> None:
    start = time.monotonic()
    with (
        pool(tmp_path, 2) as p,
        pytest.raises(RunError, match=r"render worker \d \(process \d+\) was killed by signal 9"),
    ):
        list(p.map(die, range(20)))
    assert time.monotonic() - start < 15
    assert not multiprocessing.active_children()


def test_a_worker_killed_between_maps_is_replaced(tmp_path: Path) -> None:
    with pool(tmp_path, 2) as p:
        pids = sorted(set(p.map(process_of, range(8))))
        os.kill(pids[0], signal.SIGKILL)
        assert pids[0] not in set(p.map(process_of, range(8)))
        assert len(p.replaced) == 1
        assert "killed by signal 9" in p.replaced[0]
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("workers", [1, 2])
def test_lost_graphics_are_replaced_once_and_the_bytes_stay(
    tmp_path: Path, workers: int, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = [np.full((4, 4), job, np.uint32).tobytes() * 3000 for job in range(8)]
    with pool(tmp_path, workers) as p:
        assert list(p.map(lose_graphics_once, range(8))) == expected
        assert p.replaced == ["the driver is gone; repeat the command"]
    assert "replaced once, going on: the driver is gone" in capsys.readouterr().err
    with pool(tmp_path, workers) as p, pytest.raises(GraphicsLostError, match="the driver is gone; repeat"):
        list(p.map(lose_graphics, range(8)))
    assert not multiprocessing.active_children()


def test_a_worker_killed_once_is_replaced_and_the_bytes_stay(tmp_path: Path) -> None:
    expected = [np.full((4, 4), job, np.uint32).tobytes() * 3000 for job in range(8)]
    with pool(tmp_path, 2) as p:
        assert list(p.map(die_once, range(8))) == expected
        assert len(p.replaced) == 1
    assert not multiprocessing.active_children()


def test_workers_end_when_the_parent_is_killed(tmp_path: Path) -> None:
    """Without its parent a worker must not live on and hold memory."""
    reader, writer = multiprocessing.get_context("fork").Pipe(duplex=False)

    def parent() -> None:
        with pool(tmp_path, 2) as p:
            writer.send(sorted(set(p.map(process_of, range(8)))))
            time.sleep(60)

    process = multiprocessing.get_context("fork").Process(target=parent)
    process.start()
    pids = reader.recv()
    process.kill()
    process.join()
    deadline = time.monotonic() + 5
    while any(_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_alive(pid) for pid in pids)


def _alive(pid: int) -> bool:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return text.rsplit(")", 1)[1].split()[0] != "Z"


def test_jobs_that_cannot_be_pickled_are_named_by_their_error(tmp_path: Path) -> None:
    with pool(tmp_path, 2) as p, pytest.raises(Exception, match="pickle"):
        list(p.map(process_of, [lambda: 0]))  # type: ignore[list-item]
    assert not multiprocessing.active_children()
