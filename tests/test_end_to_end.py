"""The whole chain on small settings, its outputs checked pixel by pixel; then killed, resumed and compared."""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from gstgen.questions.tasks import TASKS

SCENE = "scenes/Rs_int"


def _command(output: Path, *overrides: str) -> list[str]:
    return [sys.executable, "-m", "gstgen", "pipeline=smoke", f"output={output}", *overrides]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("smoke") / "data"
    done = subprocess.run(_command(output, "workers=2"), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "0 mismatches" in done.stderr
    return output


@pytest.fixture(scope="module")
def records(root: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / SCENE / "qa/qa.jsonl").read_text().splitlines()]


def _json(path: Path) -> Any:
    return json.loads(path.read_text())


def _videos(root: Path) -> list[dict[str, Any]]:
    return [_json(root / SCENE / "video" / f"{n}.json") for n in _json(root / SCENE / "video/videos.json")["videos"]]


def test_every_task_has_questions_and_both_local_variants(records: list[dict[str, Any]]) -> None:
    counts = Counter(r["task"] for r in records if r["variant"] == "global")
    assert set(counts) == {task.name for task in TASKS}
    assert min(counts.values()) >= 2
    local = Counter((r["variant"], "Distance" in r["task"]) for r in records if r["variant"] != "global")
    assert set(local) == {(v, d) for v in ("local_video", "local_image") for d in (True, False)}


def test_outputs_say_that_the_scene_is_generated(root: Path, records: list[dict[str, Any]]) -> None:
    scene = _json(root / SCENE / "scene/scene.json")
    assert (scene["source"], scene["inventory"]) == ("procedural", "bddl/Rs_int")
    assert all("procedural" in json.dumps(r["provenance"]) for r in records)
    assert "generated" in (root / "README.md").read_text().lower()


def test_videos_decode_at_their_size_and_rate(root: Path) -> None:
    for video in _videos(root):
        path = root / SCENE / "video" / video["file"]
        capture = cv2.VideoCapture(str(path))
        assert capture.get(cv2.CAP_PROP_FPS) == pytest.approx(video["fps"]) == 5
        count = 0
        while True:
            good, frame = capture.read()
            if not good:
                break
            count += 1
            assert frame.shape == (512, 640, 3)
            assert frame.mean() > 8, f"{video['name']} frame {count} is black"
        assert count == video["frames"] == len(video["T_world_camera"])
        raw = path.read_bytes()
        assert b"Lavf" not in raw
        assert b"x264 - core" not in raw


def _ids(root: Path, video: dict[str, Any]) -> tuple[list[str], np.ndarray[Any, Any]]:
    data = np.load(root / SCENE / "video" / f"{video['name']}.ids.npz")
    frames = np.concatenate([data[k] for k in sorted(data.files) if k.startswith("gop_")])
    return [str(n) for n in data["names"]], frames


def test_instance_tracks_recount_from_the_id_images(root: Path) -> None:
    for video in _videos(root):
        names, frames = _ids(root, video)
        assert frames.dtype == np.uint32
        assert len(frames) == video["frames"]
        assert frames.max() < len(names)
        for name, record in video["instances"].items():
            number = names.index(name)
            rows = {int(row[0]): row[1:] for row in record["track"]}
            for f in range(0, len(frames), 7):
                ys, xs = np.nonzero(frames[f] == number)
                if f in rows and rows[f][4] == len(xs):
                    assert rows[f] == [xs.min(), ys.min(), xs.max() + 1, ys.max() + 1, len(xs)]
                elif f in rows:
                    # Glass of the instance counts too; the opaque part must lie inside.
                    assert rows[f][4] > len(xs)
                else:
                    assert len(xs) == 0


def test_no_frame_of_bare_wall(root: Path) -> None:
    scene = _json(root / SCENE / "scene/scene.json")
    structure = {s["id"] for s in scene["structure"]}
    for video in _videos(root):
        names, frames = _ids(root, video)
        for f, frame in enumerate(frames):
            counts = np.bincount(frame.ravel(), minlength=len(names)) / frame.size
            top = int(counts.argmax())
            others = np.delete(counts, [0, top] if top else [0])
            bare = counts[top] >= 0.9 and others.max() < 0.01 and (top == 0 or names[top] in structure)
            assert not bare, f"{video['name']} frame {f} shows {names[top]} alone"


def test_answers_recompute_from_the_records_alone(records: list[dict[str, Any]]) -> None:
    seen = Counter()
    for record in records:
        geometry, answer = record["geometry"], record["answer_value"]
        if "camera" in geometry:
            pose = np.array(geometry["camera"]["T_world_camera"])
            eye, forward = pose[:3, 3], pose[:3, 2]
        if "Egocentric_Direction" in record["task"]:
            delta = np.array(geometry["target"]["center_m"]) - eye
            left = forward[0] * delta[1] - forward[1] * delta[0]
            angle = math.degrees(math.atan2(left, forward[0] * delta[0] + forward[1] * delta[1]))
            assert abs((angle - answer + 180) % 360 - 180) <= 0.5 + 1e-9
        elif "Egocentric_Distance" in record["task"]:
            assert abs(math.dist(geometry["target"]["center_m"], eye) - answer) <= 0.05 + 1e-9
        elif "Position" in record["task"]:
            level = geometry["map"]
            place = geometry["target"]["center_m"] if "target" in geometry else eye
            u, v, _ = np.array(level["world_to_image"]) @ [place[0], place[1], 1.0]
            assert answer == [math.floor(u / level["width"] * 1000), math.floor(v / level["height"] * 1000)]
        elif "Orientation" in record["task"]:
            angle = math.degrees(math.atan2(-forward[0], forward[1]))
            assert abs((angle - answer + 180) % 360 - 180) <= 0.5 + 1e-9
        else:
            continue
        seen[record["task"]] += 1
    assert len(seen) == 8


def test_target_is_absent_from_the_view_and_present_in_local_ones(root: Path, records: list[dict[str, Any]]) -> None:
    views = _json(root / SCENE / "current_view/views.json")["views"]
    checked = Counter()
    for record in records:
        if "target" not in record["geometry"] or "camera" not in record["geometry"]:
            continue
        pose = np.array(record["geometry"]["camera"]["T_world_camera"])
        view = next(v for v in views if np.allclose(v["camera"]["T_world_camera"], pose))
        data = np.load(root / SCENE / "current_view" / view["ids_file"])
        number = [str(n) for n in data["names"]].index(record["geometry"]["target"]["id"])
        pixels = int((data["instance"] == number).sum() + (data["glass"] == number).sum())
        assert (pixels == 0) == (record["variant"] == "global")
        checked[record["variant"]] += 1
    assert min(checked.values()) >= 2
    assert len(checked) == 3


def test_annotated_videos_draw_red_only_around_the_target(root: Path) -> None:
    listed = _json(root / SCENE / "video/videos.json")["targets"]
    assert listed
    for target in listed[:3]:
        video = _json(root / SCENE / "video" / f"{target['video']}.json")
        plain = cv2.VideoCapture(str(root / SCENE / "video" / video["file"]))
        boxed = cv2.VideoCapture(str(root / SCENE / "video" / target["annotated"]))
        track = {row[0]: row[1:5] for row in video["instances"][target["object"]]["track"]}
        evidence = set(target["evidence_frames"])
        for f in range(video["frames"]):
            (_, a), (_, b) = plain.read(), boxed.read()
            if f in evidence:
                x1, y1, x2, y2 = track[f]
                changed = np.abs(a.astype(int) - b).max(2) > 60
                ys, xs = np.nonzero(changed)
                assert len(xs) > 100
                assert abs(xs.min() - x1) <= 8
                assert abs(xs.max() + 1 - x2) <= 8
                assert abs(ys.min() - y1) <= 8
                assert abs(ys.max() + 1 - y2) <= 8


def test_maps_have_the_published_sizes_and_share_their_centre(root: Path) -> None:
    levels = _json(root / SCENE / "topdown/topdown.json")["levels"]
    centres = []
    for name, size in (("easy", (1080, 1920)), ("medium", (512, 640)), ("hard", (512, 640))):
        picture = cv2.imread(str(root / SCENE / "topdown" / levels[name]["file"]))
        assert picture.shape[:2] == size
        matrix = np.array(levels[name]["world_to_image"])
        assert np.linalg.det(matrix[:2, :2]) < 0
        centres.append(np.linalg.inv(matrix) @ [size[1] / 2, size[0] / 2, 1])
        if name != "easy":
            assert set(np.unique(picture)) == {0, 255}
    assert np.allclose(centres, centres[0], atol=1e-6)


def test_shards_hold_every_record_with_its_media(root: Path, records: list[dict[str, Any]]) -> None:
    names: list[str] = []
    for shard in sorted((root / "shards").glob("*.tar")):
        with tarfile.open(shard) as archive:
            members = archive.getmembers()
            assert all(m.mtime == 0 for m in members)
            names += [m.name for m in members]
    assert len(names) == len(set(names))
    assert sum(n.endswith(".json") for n in names) == len(records)


def _written(root: Path) -> dict[Path, int]:
    """When each file was written, but for the locks, which name who held them last."""
    return {p: p.stat().st_mtime_ns for p in root.rglob("*") if p.is_file() and p.name != ".lock"}


def test_repeating_the_command_does_nothing(root: Path) -> None:
    before = _written(root)
    done = subprocess.run(_command(root), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    after = _written(root)
    assert after == before


def test_tampering_fails_verification_and_names_the_place(root: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(root, copy)
    questions = copy / SCENE / "qa/qa.jsonl"
    lines = questions.read_text().splitlines()
    index = next(i for i, line in enumerate(lines) if "Egocentric_Direction_visual" in line)
    record = json.loads(lines[index])
    flipped = {**record, "answer": str(-int(record["answer"]) + 7), "answer_value": -record["answer_value"] + 7}
    shard = next((copy / "shards").glob("*.tar"))
    data = bytearray(shard.read_bytes())
    data[5000] ^= 1
    tampered = {
        record["uid"]: (questions, "\n".join([*lines[:index], json.dumps(flipped), *lines[index + 1 :]]).encode()),
        "qa.jsonl": (questions, "\n".join(lines[:-1]).encode() + b"\n"),
        shard.name: (shard, bytes(data)),
    }
    for named, (path, content) in tampered.items():
        original = path.read_bytes()
        path.write_bytes(content)
        command = [sys.executable, "-m", "gstgen", "stage=verify", f"output={copy}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        path.write_bytes(original)
        assert done.returncode == 1, f"{named} went unnoticed"
        assert named in done.stderr
        assert "Traceback" not in done.stderr


def test_killed_run_resumes_with_other_workers_to_the_same_bytes(root: Path, tmp_path: Path) -> None:
    output = tmp_path / "again"
    folder = output / SCENE
    with subprocess.Popen(_command(output, "workers=1"), stderr=subprocess.DEVNULL, start_new_session=True) as process:
        deadline = time.monotonic() + 600
        while not (folder / "trajectory").is_dir() and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.1)
        time.sleep(2.0)
        os.killpg(process.pid, signal.SIGKILL)
    assert not (folder / "video").exists()
    done = subprocess.run(_command(output, "workers=1"), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert not list(output.rglob(".partial-*"))
    assert (output / "manifest.json").read_bytes() == (root / "manifest.json").read_bytes()
