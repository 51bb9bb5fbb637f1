"""The whole stage with a painted home: files, records, boxes, equal bytes for any number of workers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import yaml
from painted_home import Painter, write_scene, write_trajectories

from gstgen.dataset.store import files_of, read_json
from gstgen.errors import RunError
from gstgen.media.encoder import read_frames
from gstgen.media.id_video import IdVideo
from gstgen.media.settings import VideoSettings
from gstgen.perception.instances import frame_statistics
from gstgen.stages import video as stage
from gstgen.stages.base import Report, StageContext, Ticker

CONF = Path(__file__).parents[2] / "conf" / "video" / "default.yaml"
GOP = 10


def small_settings(**changes: Any) -> VideoSettings:
    values = yaml.safe_load(CONF.read_text())
    values |= {"width": 160, "height": 128, "gop": GOP, "annotate_min_px": 20, **changes}
    values["targets"] |= {
        "min_best_px": 100,
        "min_frame_px": 20,
        "max_angular_speed_deg_s": 90.0,
        "evidence_gap_s": 0.5,
    }
    return VideoSettings.model_validate(values)


def run_stage(root: Path, workers: int, settings: VideoSettings) -> tuple[Path, Report]:
    context: Any = StageContext(_settings(settings, workers), "s", root, Ticker())  # type: ignore[arg-type]
    out = root / f"video_{workers}"
    out.mkdir()
    return out, stage.run(context, out)


def _settings(video: Any, workers: int) -> SimpleNamespace:
    """What the stage reads of the whole settings tree."""
    return SimpleNamespace(video=video, workers=workers, simulator=SimpleNamespace(omnigibson=None))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    write_scene(folder / "scenes" / "s" / "scene")
    write_trajectories(folder / "scenes" / "s" / "trajectory")
    return folder


@pytest.fixture(scope="module", autouse=True)
def painter() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage, "simulator_factory", lambda context: Painter)
        yield


@pytest.fixture(scope="module")
def filmed(root: Path) -> tuple[Path, Report]:
    return run_stage(root, 1, small_settings())


def test_files_and_facts(filmed: tuple[Path, Report]) -> None:
    out, report = filmed
    videos = read_json(out / "videos.json")
    assert videos["videos"] == ["exploration_0", "clip_0"]
    objects = [t["object"] for t in videos["targets"]]
    assert sorted(objects) == ["chair_a_0", "sofa_b_0", "table_c_0"]
    names = {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()}
    plain = {f"{v}{end}" for v in videos["videos"] for end in (".mp4", ".ids.npz", ".json")}
    assert names == plain | {"videos.json"} | {f"annotated/exploration_0_obj_{o}.mp4" for o in objects}
    assert report.facts["frames"] == 52
    assert report.facts["frame_checks"] == {"clip_0": {"bare": [0, 1]}}
    assert report.funnel.to_json()["frames"] == {"accepted": 50, "dropped": {"bare": 2}}
    assert report.funnel.to_json()["targets"] == {"accepted": 3, "dropped": {"excluded_categories": 1}}


def test_record_follows_from_the_stored_id_images(filmed: tuple[Path, Report]) -> None:
    out, _ = filmed
    for name in ("exploration_0", "clip_0"):
        record = read_json(out / f"{name}.json")
        ids = IdVideo(out / f"{name}.ids.npz")
        recounted: dict[str, list[list[int]]] = {}
        for frame in range(record["frames"]):
            for number, (pixels, box) in frame_statistics(*ids.frame(frame, GOP)).as_dict().items():
                recounted.setdefault(ids.names[number], []).append([frame, *box, pixels])
        structure = {"wall_0", "window_0"}
        assert {k: v["track"] for k, v in record["instances"].items()} == {
            k: v for k, v in recounted.items() if k not in structure
        }
        assert (record["kind"], record["fps"]) == (name.split("_")[0], 10)
        assert np.array(record["T_world_camera"]).shape == (record["frames"], 4, 4)


def test_red_box_is_on_the_target_in_every_frame_that_shows_it(filmed: tuple[Path, Report]) -> None:
    out, _ = filmed
    record = read_json(out / "exploration_0.json")
    plain = list(read_frames(out / "exploration_0.mp4"))
    for target in read_json(out / "videos.json")["targets"]:
        track = {row[0]: row[1:] for row in record["instances"][target["object"]]["track"]}
        frames = list(read_frames(out / target["annotated"]))
        assert len(frames) == len(plain) == 45
        for index, frame in enumerate(frames):
            red = frame[:, :, 0].astype(int) - frame[:, :, 1:].max(2) > 90
            if index not in track or track[index][4] < 20:
                assert not red.any()
                continue
            x1, y1, x2, y2, _ = track[index]
            ys, xs = np.nonzero(red)
            found = np.array([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1])
            expected = np.array([max(x1 - 3, 0), max(y1 - 3, 0), min(x2 + 3, 160), min(y2 + 3, 128)])
            assert np.abs(found - expected).max() <= 1, (target["object"], index)
        touched = {i // GOP for i, row in track.items() if row[4] >= 20}
        for index in range(45):
            if index // GOP not in touched:
                assert np.array_equal(frames[index], plain[index])


def test_targets_carry_their_numbers(filmed: tuple[Path, Report]) -> None:
    out, _ = filmed
    videos = read_json(out / "videos.json")
    for target in videos["targets"]:
        numbers = target["numbers"]
        assert target["evidence_frames"][0] == numbers["best_frame"]
        assert len(target["evidence_frames"]) > 1
        assert all(0.75 <= e["visible_ratio"] <= 1 for e in numbers["evidence"])
        assert numbers["best_px"] == max(e["pixels"] for e in numbers["evidence"])
    recognisable = [{k: v for k, v in t.items() if k != "annotated"} for t in videos["targets"]]
    assert sorted(recognisable, key=str) == sorted(videos["recognisable"], key=str)


def test_workers_change_no_byte(filmed: tuple[Path, Report], root: Path) -> None:
    out, report = filmed
    other, other_report = run_stage(root, 2, small_settings())
    assert files_of(other) == files_of(out)
    assert other_report.facts == report.facts


def test_limit_of_targets_is_counted(root: Path) -> None:
    out = root / "limited"
    out.mkdir()
    context: Any = StageContext(
        _settings(small_settings(targets_per_video=1), 1),  # type: ignore[arg-type]
        "s",
        root,
        Ticker(),
    )
    report = stage.run(context, out)
    assert len(read_json(out / "videos.json")["targets"]) == 1
    assert len(read_json(out / "videos.json")["recognisable"]) == 3
    assert report.funnel.to_json()["targets"]["dropped"]["targets_per_video"] == 2


def test_another_frame_rate_is_refused(root: Path) -> None:
    with pytest.raises(RunError, match="10 poses a second"):
        run_stage(root, 3, small_settings(fps=12))
