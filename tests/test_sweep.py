"""Sweeps: which scenes they name, statuses of jobs that fail or die, the table at the end."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from gstgen import entry, guard, sweep
from gstgen.config import parse_settings
from gstgen.dataset.store import read_json
from gstgen.entry import _compose, _register_pipelines
from gstgen.errors import RequestError, RunError


def settings(*overrides: str):
    _register_pipelines()
    return parse_settings(_compose(list(overrides)))


def job(tmp_path: Path, scene: str = "Rs_int") -> SimpleNamespace:
    return SimpleNamespace(scene=scene, output=tmp_path, debug=False)


def test_the_benchmark_is_the_fifty_official_scenes():
    names = sweep.scenes_of(settings("pipeline=gst_bench"))
    assert len(names) == len(set(names)) == 50
    assert "Rs_int" in names
    assert "gates_bedroom" not in names
    assert len(sweep.scenes_of(settings("sweep=bench"))) == 51


def test_training_scenes_are_all_different_and_none_is_held_out():
    names = sweep.scenes_of(settings("pipeline=gst_train", "train.scenes=40", "train.first=7"))
    assert len(set(names)) == 40
    assert "home_000007" in names
    assert not set(names) & set(sweep.scenes_of(settings("sweep=bench")))


def test_a_sweep_with_one_scene_is_a_wrong_request():
    with pytest.raises(RequestError, match="leave scene=Rs_int out"):
        sweep.require_sweep(settings("sweep=bench", "scene=Rs_int"))


@pytest.mark.parametrize("in_child", [True, False])
def test_a_failing_job_leaves_its_reason(tmp_path, monkeypatch, in_child):
    def run(_):
        raise RunError("no space in the attic")

    monkeypatch.setattr(guard, "run", run)
    sweep.prepare([job(tmp_path)])
    assert sweep.run_job(job(tmp_path), tmp_path / "logs" / "sweep" / "0", in_child) == 1
    status = read_json(tmp_path / "logs" / "sweep" / "0" / "status.json")
    assert status["error"] == "no space in the attic"
    assert status["scene"] == "Rs_int"


def test_a_job_that_dies_leaves_a_status_and_the_others_go_on(tmp_path, monkeypatch):
    def run(current):
        if current.scene == "Rs_int":
            os._exit(9)

    monkeypatch.setattr(guard, "run", run)
    jobs = [job(tmp_path), job(tmp_path, "Merom_1_int")]
    sweep.prepare(jobs)
    folder = tmp_path / "logs" / "sweep"
    assert [sweep.run_job(j, folder / str(k), in_child=True) for k, j in enumerate(jobs)] == [1, 0]
    out = io.StringIO()
    assert sweep.report(jobs, Console(file=out, width=120)) == 1
    text = out.getvalue()
    assert "scene=Rs_int (status 1): the job's process ended (status 9)" in text
    assert "1 of 2 jobs done" in text


def test_jobs_that_left_nothing_are_counted(tmp_path):
    jobs = [job(tmp_path), job(tmp_path, "Merom_1_int")]
    sweep.prepare(jobs)
    out = io.StringIO()
    assert sweep.report(jobs, Console(file=out, width=120)) == 1
    assert "2 jobs left no status" in out.getvalue()


def test_statuses_of_an_earlier_sweep_do_not_count(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "run", lambda _: None)
    jobs = [job(tmp_path)]
    sweep.prepare(jobs)
    sweep.run_job(jobs[0], tmp_path / "logs" / "sweep" / "5", in_child=False)
    sweep.prepare(jobs)
    out = io.StringIO()
    assert sweep.report(jobs, Console(file=out)) == 1


@pytest.mark.parametrize("overrides", [["sweep=bench", "stage=scenes"], ["sweep=train", "stage=selftest"]])
def test_a_sweep_without_work_is_a_wrong_request(overrides):
    with pytest.raises(RequestError, match="nothing to do"):
        sweep.require_sweep(settings(*overrides))


def test_progress_is_a_table_that_grows_by_a_row_a_job(tmp_path, monkeypatch, capsys):
    def run(current):
        if current.scene == "Rs_int":
            raise RunError("no")

    monkeypatch.setattr(guard, "run", run)
    jobs = [job(tmp_path), job(tmp_path, "Merom_1_int")]
    sweep.prepare(jobs)
    for number, one in enumerate(jobs):
        sweep.run_job(one, tmp_path / "logs" / "sweep" / str(number), in_child=False)
    lines = [line.split() for line in capsys.readouterr().err.splitlines() if "/2" in line or "scene" in line]
    assert lines[0][:3] == ["job", "scene", "status"]
    assert lines[1][:3] == ["1/2", "Rs_int", "failed"]
    assert lines[2][:3] == ["2/2", "Merom_1_int", "done"]


STAND_IN = """
import sys, time
from pathlib import Path
from types import SimpleNamespace
from rich.console import Console
from gstgen import guard, sweep

output, released = Path(sys.argv[1]), Path(sys.argv[2])

def run(settings):
    folder = output / "scenes" / settings.scene
    folder.mkdir(parents=True, exist_ok=True)
    if settings.scene == "waits" and not released.exists():
        (folder / "begun").touch()
        try:
            time.sleep(100)
        finally:
            (folder / "cleaned_up").touch()
    if settings.scene == "fails":
        raise RuntimeError("a scene that fails")
    (folder / "finished").touch()

guard.run = run
names = ("fails", "first", "waits", "last")
jobs = [SimpleNamespace(scene=name, output=output, debug=False) for name in names]
sweep.prepare(jobs)
try:
    for number, job in enumerate(jobs):
        sweep.run_job(job, sweep.folder_of(output) / str(number), in_child=True)
except KeyboardInterrupt:
    sweep.report(jobs, Console(stderr=True))
    sys.exit(130)
sys.exit(sweep.report(jobs, Console(stderr=True)))
"""


def test_a_stopped_sweep_ends_its_job_in_order_and_goes_on_later(tmp_path):
    script, output, released = tmp_path / "run.py", tmp_path / "out", tmp_path / "released"
    script.write_text(STAND_IN)
    arguments = [sys.executable, str(script), str(output), str(released)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=environment)
    begun = output / "scenes" / "waits" / "begun"
    deadline = time.monotonic() + 200
    while not begun.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    text = process.communicate(timeout=100)[1]
    assert process.returncode == 130, text
    assert (output / "scenes" / "waits" / "cleaned_up").exists()
    assert not (output / "scenes" / "last").exists()
    assert "stopped" in text
    assert "1 jobs left no status" in text
    assert "Traceback" not in text
    released.touch()
    again = subprocess.run(arguments, stderr=subprocess.PIPE, text=True, env=environment, timeout=200, check=False)
    assert again.returncode == 1  # one scene fails, the others are done all the same
    assert {p.parent.name for p in output.glob("scenes/*/finished")} == {"first", "waits", "last"}
    assert "scene=fails (status 1): RuntimeError: a scene that fails" in again.stderr
    assert "3 of 4 jobs done" in again.stderr


def test_a_stopped_sweep_is_reported_and_ends_like_a_stopped_run(tmp_path, monkeypatch, capsys):
    def stop(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "_hydra_main", stop)
    arguments = ["-m", "stage=scene", "scene=Rs_int", f"output={tmp_path}", "split=bench"]
    assert entry._sweep(arguments) == 130
    text = capsys.readouterr().err
    assert "0 of 1 jobs done" in text
    assert "the same command goes on where it was" in text
