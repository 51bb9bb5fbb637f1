"""Wrong requests: one clear line, exit status 2, nothing written. Every configuration composes."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gstgen import entry
from gstgen.config import STAGES, Settings, parse_settings
from gstgen.resources import resource_folder

PIPELINES = sorted(p.stem for p in resource_folder("pipelines").glob("*.yaml"))


def _values(*overrides: str) -> Settings:
    entry._register_pipelines()
    return parse_settings(entry._compose(list(overrides)))


@pytest.mark.parametrize("pipeline", [None, *PIPELINES])
def test_every_pipeline_composes_and_validates(pipeline: str | None) -> None:
    settings = _values(*([f"pipeline={pipeline}"] if pipeline else []))
    scene_stages = ("scene", "trajectory", "video", "topdown", "current_view", "qa")
    assert settings.stage[: len(scene_stages)] == scene_stages
    assert tuple(s for s in settings.stage if s in ("shard", "verify")) == ("shard", "verify")


def test_every_group_file_is_reachable() -> None:
    conf = resource_folder("conf")
    for path in sorted(conf.glob("*/*.yaml")):
        group = path.parent.name
        assert group in Settings.model_fields, f"{path} steers nothing"
        assert _values(f"{group}={path.stem}")


def test_stage_list_is_ordered_and_closed() -> None:
    assert _values("stage=[qa,topdown]").stage == ("topdown", "qa")


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        (["scene=Rs_itn"], ["Rs_itn", "Rs_int"]),
        (["scene=Rs_int", "stage=vide"], ["vide", "video"]),
        (["scene=Rs_int", "vidoe.fps=10"], ["vidoe", "video"]),
        (["scene=Rs_int", "video.fsp=10"], ["video.fsp", "video.fps"]),
        (["scene=Rs_int", "video.fps=-3"], ["video.fps", "-3", "greater"]),
        (["scene=Rs_int", "video.width=641"], ["video.width", "641", "even"]),
        (["scene=Rs_int", "simulator=omnigibbon"], ["omnigibbon", "embedded"]),
        (["scene=Rs_int", "split=train"], ["Rs_int", "bench"]),
        (["scene=Rs_int", "pipeline=smokes"], ["smokes", "smoke"]),
        (["scene=Rs_int", "seed=many"], ["seed", "many"]),
        (["stage=all"], ["scene=Rs_int"]),
        (["stage=evaluate"], ["predictions"]),
        (["stage=verify"], ["no finished scene", "stage=all"]),
        (["scene=[a,b"], ["quote"]),
        (["scene=Mary's room"], ["quote", shlex.quote('scene="Mary\'s room"')]),
        (["stage=null"], ["stage"]),
        (["scene=Rs_int", "+foo=3"], ["foo"]),
        (["scene=Rs_int", "source.grow_factor=0.9"], ["source.grow_factor", "greater than 1"]),
        (["scene=ai_001_001"], ["ai_001_001", "Rs_int"]),
        (["scene=Rs_int", "source.assets=[nothing]"], ["nothing", "sweethome3d-furniture"]),
        (["scene=Rs_int", "view.min_height_m=1.8"], ["view", "min_height_m"]),
        (["scene=Rs_int", "trajectory.usual_area_m2=inf"], ["trajectory.usual_area_m2=inf", "finite"]),
        (["scene=Rs_int", "trajectory.usual_area_m2='inf'"], ["trajectory.usual_area_m2=inf", "finite"]),
        (["scene=Rs_int", "trajectory.max_duration_s=1e9"], ["trajectory.max_duration_s", "7200"]),
        (["scene=Rs_int", "trajectory.motion.step_s=1e-9"], ["trajectory.motion.step_s", "0.02"]),
        (["scene=Rs_int", "trajectory.gaze.heading_step_deg=1e-4"], ["trajectory.gaze.heading_step_deg", "0.5"]),
        (["scene=Rs_int", "trajectory.sight.floor_cell_m=1e-9"], ["trajectory.sight.floor_cell_m", "0.05"]),
        (["scene=Rs_int", "trajectory.clips.max_length_m=1e9"], ["trajectory.clips.max_length_m", "1000"]),
        (["scene=Rs_int", "floor_map.resolution_m=1e-6"], ["floor_map.resolution_m", "0.01"]),
        (["scene=Rs_int", "trajectory.fps=0.001"], ["error: trajectory.fps=0.001", "set video.fps alone"]),
        (["scene=Rs_int", "questions.ranges.distance_m=[2,inf]"], ["questions.ranges.distance_m.1=inf", "finite"]),
    ],
)
def test_wrong_request_is_one_line_and_writes_nothing(
    overrides: list[str], words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out"
    status = entry.main([*overrides, f"output={output}"])
    text = capsys.readouterr().err
    assert status == 2
    assert text.count("\n") == 1, text
    for word in words:
        assert word in text
    assert not output.exists()


def test_foreign_folder_is_refused_untouched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    assert entry.main(["scene=Rs_int", f"output={tmp_path}"]) == 2
    assert "thesis.tex" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


def test_output_that_is_a_file_or_below_one_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert entry.main(["scene=Rs_int", f"output={file}"]) == 2
    assert entry.main(["scene=Rs_int", f"output={file}/below"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere; the check needs an ordinary user")
def test_folder_without_permission_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert entry.main(["scene=Rs_int", f"output={tmp_path}/out"]) == 2
    finally:
        tmp_path.chmod(0o700)


def test_sweep_with_one_wrong_scene_runs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out"
    assert entry.main(["-m", "scene=Rs_int,Rs_itn", f"output={output}"]) == 2
    assert "Rs_itn" in capsys.readouterr().err
    assert not output.exists()


def test_help_explains_itself() -> None:
    shown = subprocess.run([sys.executable, "-m", "gstgen", "--help"], capture_output=True, text=True, check=True)
    for word in ("stage=all scene=Rs_int", "current_view", "predictions", "verify"):
        assert word in shown.stdout
    listed = shown.stdout.partition("Stages, in order")[2]
    for stage in STAGES:
        assert re.search(rf"^ +{stage} +", listed, re.MULTILINE), f"--help does not list stage {stage}"
    for key in Settings.model_fields:
        assert re.search(rf"\b{key}\b", listed.partition("Keys\n")[2]), f"--help does not name {key}"


@pytest.mark.parametrize("content", [b"", b"{bad", b"\xff", b"[]"])
def test_a_damaged_marker_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    (tmp_path / "dataset.json").write_bytes(content)
    assert entry.main(["stage=verify", f"output={tmp_path}"]) == 2
    text = capsys.readouterr().err
    assert "dataset.json is damaged" in text
    assert text.count("\n") == 1
