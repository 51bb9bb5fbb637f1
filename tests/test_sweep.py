"""Sweeps: which scenes they name, statuses of jobs that fail or die, the table at the end."""

from __future__ import annotations

import io
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from gstgen import guard, sweep
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
