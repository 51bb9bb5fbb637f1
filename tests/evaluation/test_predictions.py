import json

import pytest

from gstgen.errors import RequestError
from gstgen.evaluation.predictions import load_predictions

POINT_UID = "scene16_Self_Localization_Global_Position_0"
TRAJECTORY_UID = "scene16_Trajectory_Selection_0"
EASY_UID = "scene16_Topdown_Selection_Easy_0"


def write(path, records):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(record) for record in records))
    return path


def seen(predictions):
    return {name: len(where) for name, where in predictions.problems.seen.items()}


def test_jsonl_of_uid_and_pred(tmp_path, questions):
    path = write(tmp_path / "p.jsonl", [{"uid": q.uid, "pred": q.answer} for q in questions])
    predictions = load_predictions(path, questions)
    assert predictions.by_uid == {q.uid: q.answer for q in questions}
    assert seen(predictions) == {}
    assert predictions.source == "p.jsonl"


@pytest.mark.parametrize(
    "text",
    [
        '[{"uid": "UID", "pred": "C"}]',
        '{"uid": "UID", "pred": "C"}',
        '{"results": [{"uid": "UID", "prediction": "C"}]}',
        '{"UID": "C"}',
        '{"UID": {"pred": "C", "gt": null}}',
        '\ufeff{"uid": "UID", "pred": "C"}\r\n\r\n',
    ],
)
def test_other_shapes(tmp_path, questions, text):
    path = tmp_path / "p.json"
    path.write_text(text.replace("UID", TRAJECTORY_UID), encoding="utf-8")
    assert load_predictions(path, questions).by_uid == {TRAJECTORY_UID: "C"}


def test_a_prediction_that_is_an_object_stays_whole(tmp_path, questions):
    path = tmp_path / "p.json"
    path.write_text(json.dumps({POINT_UID: {"x": 1, "y": 2}}))
    assert load_predictions(path, questions).by_uid == {POINT_UID: {"x": 1, "y": 2}}


@pytest.mark.parametrize("folder", ["model/results", "model"])
def test_official_result_files_with_old_names(tmp_path, questions, folder):
    by_uid = {q.uid: q for q in questions}
    old = TRAJECTORY_UID.replace("Trajectory", "Trajection")
    results = {
        "Global_Structure_Understanding_Trajection_Selection": (old, TRAJECTORY_UID),
        "Scene_Structure_Understanding_Topdown_Selection_Easy": (EASY_UID, EASY_UID),
        "Self_Localization_Global_Position": (POINT_UID, POINT_UID),
    }
    for name, (uid, ours) in results.items():
        record = {"uid": uid, "task": name, "gt": by_uid[ours].answer, "pred": by_uid[ours].answer, "scene": "x"}
        path = tmp_path / folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([record]))
    predictions = load_predictions(tmp_path / "model", questions)
    assert set(predictions.by_uid) == {TRAJECTORY_UID, EASY_UID, POINT_UID}
    assert seen(predictions) == {"old_names": 3}  # a uid and its task, a task


def test_everything_odd_is_counted_and_named(tmp_path, questions):
    path = tmp_path / "p.jsonl"
    path.write_text(
        "\n".join(
            [
                json.dumps({"uid": TRAJECTORY_UID, "pred": "A"}),
                json.dumps({"uid": TRAJECTORY_UID, "pred": "B"}),
                json.dumps({"uid": "scene99_nothing", "pred": "A"}),
                json.dumps({"uid": POINT_UID, "pred": "(1, 2)", "gt": "<point>1000 1000</point>"}),
                json.dumps(
                    {"uid": EASY_UID, "pred": "A", "task": "Global_Structure_Understanding_Trajectory_Selection"}
                ),
                json.dumps({"uid": EASY_UID + "x", "pred": "A"}),
                json.dumps({"pred": "A"}),
                json.dumps({"uid": EASY_UID}),
                json.dumps({"uid": 3, "pred": "A"}),
                json.dumps({"uid": "scene16_Topdown_Selection_Hard_0", "pred": "A", "task": "Reading"}),
                '{"uid": "cut off',
                "[1, 2]",
            ]
        )
    )
    predictions = load_predictions(path, questions)
    assert predictions.by_uid[TRAJECTORY_UID] == "B"
    assert seen(predictions) == {
        "duplicates": 1,
        "unknown_uids": 2,
        "gt_differs": 1,
        "wrong_tasks": 1,
        "records_without_uid": 3,
        "records_without_pred": 1,
        "unknown_tasks": 1,
        "unreadable_lines": 1,
    }
    assert predictions.problems.seen["unreadable_lines"] == ["p.jsonl:11"]


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"[]", b"{}", b"null", b"[" * 5000, b"\xff\xfe\x00", b"uid,pred\na,b\n"]
)
def test_unusable_files_are_wrong_requests(tmp_path, questions, content):
    path = tmp_path / "p.json"
    path.write_bytes(content)
    with pytest.raises(RequestError, match=r"p\.json") as error:
        load_predictions(path, questions)
    assert "\n" not in str(error.value)


def test_missing_file_and_empty_folder_are_wrong_requests(tmp_path, questions):
    with pytest.raises(RequestError, match="does not exist"):
        load_predictions(tmp_path / "nowhere.jsonl", questions)
    with pytest.raises(RequestError, match=r"no \.json"):
        load_predictions(tmp_path, questions)
