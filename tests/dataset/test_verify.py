from __future__ import annotations

import json
import os
import shutil
import signal

import cv2
import numpy as np
import pytest
import synthetic_home as home

from gstgen.dataset.records import Record, record_line
from gstgen.dataset.store import read_json, write_json, write_npz
from gstgen.dataset.verify import verify_dataset
from gstgen.dataset.verify_media import Media
from gstgen.dataset.verify_pixels import PixelChecks
from gstgen.dataset.verify_shapes import convex_hull, hull_share, outside_by
from gstgen.errors import RunError
from gstgen.media.encoder import read_frames
from gstgen.questions.tasks import BY_NAME
from gstgen.stages.base import Ticker


def findings(one, workers=1):
    return verify_dataset(one.root, [one.scene], home.verify_settings(), Ticker(), workers)


def rows(one):
    return [json.loads(line) for line in (one.qa / "qa.jsonl").read_text().splitlines()]


def only(one, short, change, variant="global"):
    """Keep one record of a task, change its plain values, and verify."""
    data = next(r for r in rows(one) if BY_NAME[r["task"]].short == short and r["variant"] == variant)
    changed = change(data) or data
    (one.qa / "qa.jsonl").write_text(json.dumps(changed) + "\n")
    return changed, {m["check"]: m["numbers"] for m in findings(one).mismatches}


def test_a_sound_dataset_has_no_mismatch(finished):
    found = findings(finished)
    assert found.mismatches == []
    assert found.questions == len(rows(finished))
    assert set(found.checks) == {
        "answer on the map",
        "answer recomputed",
        "camera of the view",
        "difficulty numbers",
        "drawn paths",
        "filmed path",
        "frames like the view",
        "map of the scene",
        "media exist",
        "name is unique",
        "no duplicate",
        "place of the view",
        "option pictures",
        "picture of the view",
        "red box in the video",
        "schema",
        "target is the scene's",
        "target's box on the map",
        "target's pixels in the video",
        "target's pixels in the view",
        "uid is unique",
        "video of the evidence",
        "video plays",
        "video's building",
        "words about the target",
    }


def flip_angle(data):
    data["answer_value"] = -data["answer_value"]
    data["answer"] = str(data["answer_value"])


@pytest.mark.parametrize("short", ["ED_v", "ED_s", "Ori"])
def test_a_flipped_sign_is_caught(copy, short):
    def change(data):
        for other in rows(copy):
            if BY_NAME[other["task"]].short == short and abs(other["answer_value"]) not in (0, 180):
                flip_angle(other)
                return other
        raise AssertionError("no angle to flip")

    assert "answer recomputed" in only(copy, short, change)[1]


@pytest.mark.parametrize("short", ["Pos", "GP_v"])
def test_swapped_coordinates_are_caught(copy, short):
    def change(data):
        x, y = data["answer_value"]
        data["answer_value"], data["answer"] = [y, x], f"<point>{y} {x}</point>"

    wrong = set(only(copy, short, change)[1])
    assert "answer recomputed" in wrong
    # A swapped place of the camera may be free floor as well.
    assert short == "Pos" or "answer on the map" in wrong


@pytest.mark.parametrize("short", ["TDS_M", "Traj"])
def test_a_letter_off_by_one_is_caught(copy, short):
    def change(data):
        data["answer"] = data["answer_value"] = "ABCD"["ABCD".index(data["answer"]) - 1]

    assert "answer recomputed" in only(copy, short, change)[1]


@pytest.mark.parametrize("short", ["EDist_v", "EDist_s"])
def test_a_distance_off_by_a_decimal_is_caught(copy, short):
    def change(data):
        data["answer"] = data["answer_value"] = round(data["answer"] + 0.1, 1)

    assert set(only(copy, short, change)[1]) == {"answer recomputed"}


def shifted(data, offset):
    data["geometry"]["target"]["center_m"] = (np.array(data["geometry"]["target"]["center_m"]) + offset).tolist()


@pytest.mark.parametrize("offset", [(0.3, 0, 0), (0, -0.3, 0), (0, 0, 0.3)])
@pytest.mark.parametrize("short", ["GP_v", "ED_s"])
def test_a_box_shifted_by_30_cm_is_caught_by_the_pixels(copy, short, offset):
    _, wrong = only(copy, short, lambda data: shifted(data, offset))
    assert {"target is the scene's", "target's pixels in the video"} <= set(wrong)


def test_a_box_that_is_wrong_everywhere_is_caught_by_the_pixels_alone(copy):
    """Scene, record and answer agree with one another; the pictures do not."""
    path = copy.root / "scenes" / copy.scene / "scene" / "scene.json"
    scene = read_json(path)

    def change(data):
        shifted(data, (0.3, 0.0, 0.0))
        target = data["geometry"]["target"]
        for item in scene["objects"]:
            if item["id"] == target["id"]:
                item["center_m"] = target["center_m"]
        m = np.array(data["geometry"]["map"]["world_to_image"])
        pixel = (m @ [*target["center_m"][:2], 1.0])[:2] / (home.MAP_SIZE) * 1000
        data["answer_value"] = np.floor(pixel).astype(int).tolist()
        data["answer"] = "<point>{} {}</point>".format(*data["answer_value"])
        write_json(path, scene)

    assert set(only(copy, "GP_s", change)[1]) == {"target's pixels in the video", "target's box on the map"}


def test_a_wrong_instance_is_caught(copy):
    def change(data):
        item = home.make_scene(home.MAIN).objects[9]
        old = data["geometry"]["target"]["id"]
        assert item.id != old
        data["geometry"]["target"]["id"] = item.id
        data["uid"] = data["uid"].replace(old, item.id)

    wrong = only(copy, "GP_v", change)[1]
    assert {"target is the scene's", "target's pixels in the video", "red box in the video"} <= set(wrong)


def test_the_annotated_video_of_another_object_is_caught(copy):
    folder = copy.root / "scenes" / copy.scene / "video"

    def change(data):
        own = copy.root / data["video"]
        other = next(p for p in sorted((folder / "annotated").iterdir()) if p != own and p.name[:13] == own.name[:13])
        shutil.copyfile(other, own)

    assert set(only(copy, "ED_v", change)[1]) == {"red box in the video"}


def test_the_plain_video_in_a_visual_task_is_caught(copy):
    def change(data):
        data["video"] = data["evidence"]["video"]

    assert set(only(copy, "GP_v", change)[1]) == {"red box in the video", "video of the evidence"}


def test_a_visible_target_is_caught_in_either_layer(copy):
    def change(data):
        path = (copy.root / data["evidence"]["view"]).with_suffix(".ids.npz")
        with np.load(path) as archive:
            arrays = {k: archive[k] for k in archive.files}
        arrays["glass"][5, 7] = arrays["names"].tolist().index(data["geometry"]["target"]["id"])
        write_npz(path, arrays)

    assert set(only(copy, "EDist_v", change)[1]) == {"target's pixels in the view"}


def test_a_camera_that_is_not_the_views_is_caught(copy):
    def change(data):
        pose = data["geometry"]["camera"]["T_world_camera"]
        pose[0][3] += 0.05

    assert "camera of the view" in only(copy, "Ori", change)[1]


def test_a_turned_camera_is_caught_by_the_pixels(copy):
    """The pose is wrong in views.json and in the record alike."""
    path = copy.root / "scenes" / copy.scene / "current_view" / "views.json"

    def change(data):
        views = read_json(path)
        c, s = np.cos(np.radians(3)), np.sin(np.radians(3))
        turn = np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])
        for view in views["views"]:
            if data["evidence"]["view"].endswith(view["file"]):
                old = np.array(view["camera"]["T_world_camera"])
                new = old.copy()
                new[:3, :3] = turn[:3, :3] @ old[:3, :3]
                view["camera"]["T_world_camera"] = data["geometry"]["camera"]["T_world_camera"] = new.tolist()
        write_json(path, views)

    wrong = only(copy, "Pos", change)[1]
    assert set(wrong) == {"camera of the view"}
    assert "projected box" in wrong["camera of the view"]


def test_a_shifted_map_is_caught(copy):
    def change(data):
        data["geometry"]["map"]["world_to_image"][0][2] += 3.0

    assert "map of the scene" in only(copy, "Pos", change)[1]


def test_a_camera_inside_furniture_is_caught(copy):
    path = copy.root / "scenes" / copy.scene / "topdown" / "medium.png"
    picture = cv2.imread(str(path))
    cv2.imwrite(str(path), np.zeros_like(picture))
    assert set(only(copy, "Pos", lambda data: None)[1]) == {"answer on the map"}


@pytest.mark.parametrize("short", ["TDS_E", "TDS_M", "Traj"])
def test_exchanged_option_pictures_are_caught(copy, short):
    def change(data):
        a, b = copy.root / data["images"][0], copy.root / data["images"][1]
        first = a.read_bytes()
        a.write_bytes(b.read_bytes())
        b.write_bytes(first)

    assert set(only(copy, short, change)[1]) == {"drawn paths" if short == "Traj" else "option pictures"}


def test_an_option_that_is_mirrored_without_saying_so_is_caught(copy):
    def change(data):
        path = copy.root / data["images"][2]
        cv2.imwrite(str(path), cv2.imread(str(path), cv2.IMREAD_UNCHANGED)[:, ::-1])

    assert set(only(copy, "TDS_H", change)[1]) == {"option pictures"}


def test_a_path_that_was_not_filmed_is_caught(copy):
    def change(data):
        wrong = next(o for o in data["geometry"]["options"] if o["letter"] != data["answer"])
        data["geometry"]["truth"] = {"trajectory": wrong["trajectory"], "points_m": wrong["points_m"]}
        data["answer"] = data["answer_value"] = wrong["letter"]

    assert "filmed path" in only(copy, "Traj", change)[1]


def test_a_path_filmed_backwards_is_caught(copy):
    def change(data):
        path = (copy.root / data["video"]).with_suffix(".json")
        video = read_json(path)
        video["T_world_camera"] = video["T_world_camera"][::-1]
        write_json(path, video)

    assert set(only(copy, "Traj", change)[1]) == {"filmed path"}


@pytest.mark.parametrize("how", ["plain", "elsewhere", "inside"])
def test_a_wrong_box_on_the_current_view_is_caught(copy, how):
    def change(data):
        path = copy.root / data["images"][0]
        plain = cv2.imread(str(copy.root / data["evidence"]["view"]))
        picture = cv2.imread(str(path))
        if how == "elsewhere":
            picture = plain.copy()
            picture[3:40, 3:5] = (0, 0, 255)
        elif how == "inside":
            ys, xs = np.nonzero((picture != plain).any(2))
            picture[int(ys.mean()), int(xs.mean())] ^= 255
        cv2.imwrite(str(path), plain if how == "plain" else picture)

    wrong = only(copy, "ED_v", change, "local_image")[1]
    assert set(wrong) == {"picture of the view"}


def test_missing_media_broken_records_and_copies_are_listed(copy):
    path = copy.qa / "qa.jsonl"
    data = rows(copy)
    twin = json.loads(json.dumps(data[0]))
    twin["uid"] += "_b"
    data[1]["answer"] = "north"
    lost = next(r for r in data if r["options"])
    (copy.root / lost["images"][3]).unlink()
    path.write_text("".join(json.dumps(r) + "\n" for r in [*data, twin, data[2]]))
    found = findings(copy)
    by_check = {m["check"]: m for m in found.mismatches}
    assert by_check["schema"]["uid"] == data[1]["uid"]
    assert by_check["media exist"]["uid"] == lost["uid"]
    assert by_check["no duplicate"]["uid"] in (twin["uid"], data[2]["uid"])
    assert by_check["uid is unique"]["uid"] == data[2]["uid"]


def test_a_file_that_cannot_be_read_is_a_mismatch_not_a_crash(copy):
    def change(data):
        (copy.root / data["evidence"]["video"]).with_suffix(".ids.npz").write_bytes(b"junk")

    wrong = only(copy, "GP_s", change)[1]
    assert "could not be checked" in wrong["target's pixels in the video"]


def test_seeking_finds_the_same_frames_as_decoding_from_the_start(finished):
    media, path = Media(finished.root), f"scenes/{finished.scene}/video/exploration_1.mp4"
    frames = list(read_frames(finished.root / path))
    for index in (0, 9, 10, 17, 29, 3, 2, 29, 0):
        assert np.array_equal(media.frame(path, index), frames[index])


def test_one_look_serves_all_records_of_a_target(finished, monkeypatch):
    looks = []
    original = PixelChecks._target_in_video
    monkeypatch.setattr(PixelChecks, "_target_in_video", lambda self, *a: looks.append(a) or original(self, *a))
    found = findings(finished)
    assert len(looks) < found.checks["target's pixels in the video"] / 1.5


def test_each_picture_and_group_of_ids_is_decoded_once(finished, monkeypatch):
    read = []
    for name in ("_picture", "_view_layers", "_read_group"):
        original = getattr(Media, name)
        monkeypatch.setattr(Media, name, lambda self, *a, _o=original: read.append(a) or _o(self, *a))
    findings(finished)
    often = {a: read.count(a) for a in read if "/topdown/" not in a[0] and read.count(a) > 1}
    # The id image of a view is looked at with the view, and once more for the frames that are like it.
    assert all("/current_view/" in a[0] and n == 2 for a, n in often.items())


def spoil(one):
    """Several records with something wrong, of several checks."""
    data = rows(one)
    for number, record in enumerate(data):
        target = record["geometry"].get("target")
        if number % 3 == 0 and target:
            target["center_m"][0] += 0.4
        elif number % 5 == 0 and isinstance(record["answer_value"], int):
            flip_angle(record)
    lost = next(r for r in data if r["options"])
    (one.root / lost["images"][1]).unlink()
    (one.root / data[-1]["images"][0]).write_bytes(b"junk")
    data[4]["answer"] = "north"
    (one.qa / "qa.jsonl").write_text("".join(json.dumps(r) + "\n" for r in [*data, data[7]]))


@pytest.mark.parametrize("workers", [2, 5])
def test_the_findings_do_not_depend_on_the_number_of_workers(copy, workers):
    spoil(copy)
    alone = findings(copy)
    kinds = {m["check"] for m in alone.mismatches}
    assert {"schema", "media exist", "uid is unique", "answer recomputed", "target is the scene's"} <= kinds
    order = [r["uid"] for r in rows(copy)]
    listed = [m["uid"] for m in alone.mismatches if m["uid"] != order[-1]]  # the last record is there twice
    assert listed == sorted(listed, key=order.index)
    assert json.dumps(findings(copy, workers).to_json()) == json.dumps(alone.to_json())


@pytest.mark.parametrize(("how", "words"), [("killed", "signal 9"), ("left", "status 3")])
def test_a_worker_that_dies_ends_the_run(finished, monkeypatch, how, words):
    parent = os.getpid()

    def die(self, record):
        assert os.getpid() != parent
        if how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        os._exit(3)

    monkeypatch.setattr(PixelChecks, "camera_of_view", die)
    with pytest.raises(RunError, match=words):
        findings(finished, 2)


def test_a_fault_in_a_worker_is_raised_with_its_trace(finished, monkeypatch):
    def fail(self, record):
        raise TypeError("a programming error")

    monkeypatch.setattr(PixelChecks, "camera_of_view", fail)
    with pytest.raises(RuntimeError, match="a programming error"):
        findings(finished, 2)


@pytest.mark.parametrize("seed", range(8))
def test_the_share_in_a_hull_is_that_of_its_pixels_one_by_one(seed):
    rng = np.random.default_rng(seed)
    mask = rng.random((60, 80)) < 0.7
    mask[: rng.integers(0, 30)] = False
    corners = rng.uniform((-40.3, -30.3), (120.3, 90.3), (rng.integers(3, 9), 2))
    if seed == 0:
        corners = np.array([(10.0, 8.0), (50.0, 8.0), (50.0, 40.0), (10.0, 40.0)])
    hull = convex_hull(corners)
    ys, xs = np.nonzero(mask)
    for margin in (0.0, 0.75, 6.0):
        one_by_one = (outside_by(hull, np.stack([xs + 0.5, ys + 0.5], -1)) <= margin).mean()
        assert hull_share(mask, hull, margin) == pytest.approx(one_by_one, abs=1e-12)
    assert hull_share(mask, np.zeros((0, 2)), 5.0) == 0.0


def test_records_rewritten_by_the_model_verify_too(copy):
    lines = [record_line(Record.model_validate(r)) for r in rows(copy)]
    (copy.qa / "qa.jsonl").write_text("\n".join(lines) + "\n")
    assert findings(copy).mismatches == []


DAMAGED = [
    "video/exploration_0.mp4", "video/exploration_0.ids.npz", "video/exploration_0.json", "video/clip_0.mp4",
    "current_view/views.json", "current_view/view_000.ids.npz", "current_view/view_000.png", "topdown/medium.png",
    "topdown/topdown.json", "scene/scene.json",
]  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("damage", ["missing", "empty", "truncated", "rubbish", "other JSON"])
def test_a_damaged_file_is_a_mismatch_of_its_questions(copy, name, damage):
    path = copy.root / "scenes" / copy.scene / name
    data = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(
            {"empty": b"", "truncated": data[: len(data) // 3], "rubbish": b"\x00\xff" * 99}.get(damage, b"[]")
        )
    kept = [r for r in rows(copy) if name.split("/")[-1].split(".")[0] in json.dumps(r)] or rows(copy)
    (copy.qa / "qa.jsonl").write_text("".join(json.dumps(r) + "\n" for r in kept[::9]))
    found = findings(copy).mismatches
    assert found
    assert {m["uid"] for m in found} <= {r["uid"] for r in kept}
    assert any(path.name in m["numbers"] for m in found)
