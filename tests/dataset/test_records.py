from __future__ import annotations

import copy as copying
import json

import pytest
from pydantic import ValidationError

from gstgen.dataset.records import Record, flat_question, iter_raw, read_records, record_line, uid_text
from gstgen.errors import RunError
from gstgen.questions.tasks import BY_NAME


@pytest.fixture(scope="module")
def rows(finished):
    """One plain record a task and variant, by short name."""
    found = {}
    for _, data in iter_raw(finished.qa / "qa.jsonl"):
        suffix = "" if data["variant"] == "global" else f" {data['variant']}"
        found.setdefault(BY_NAME[data["task"]].short + suffix, data)
    return found


def spoiled(data, **changes):
    data = copying.deepcopy(data)
    for path, value in changes.items():
        *parents, last = path.split("__")
        part = data
        for name in parents:
            part = part[name]
        if value is None:
            part.pop(last)
        else:
            part[last] = value
    return data


def test_records_survive_the_round_trip(finished):
    for record in read_records(finished.qa / "qa.jsonl"):
        assert Record.model_validate(json.loads(record_line(record))) == record


def test_absent_parts_are_absent(rows):
    assert set(rows["Pos"]["geometry"]) == {"camera", "map"}
    assert set(rows["Ori"]["geometry"]) == {"camera", "map", "definitions"}
    assert set(rows["ED_v"]["geometry"]) == {"camera", "target", "definitions"}
    assert set(rows["GP_s"]["geometry"]) == {"target", "map"}
    assert set(rows["TDS_E"]["geometry"]) == {"options", "truth"}
    assert set(rows["Traj"]["geometry"]) == {"map", "options", "truth"}


def test_media_interleave_as_published(rows):
    assert flat_question(["a", "b", "c"], True) == "a\n<video>\nb\n<image>\nc"
    assert rows["Pos"]["question"].count("<image>") == 2
    assert rows["TDS_H"]["question"].count("<image>") == 4
    assert rows["ED_v local_image"]["question"].count("<video>") == 0
    assert rows["TDS_E"]["texts"][2:5] == ["B:", "C:", "D:"]


@pytest.mark.parametrize(
    ("short", "changes"),
    [
        ("ED_v", {"extra": 1}),
        ("ED_v", {"geometry__extra": 1}),
        ("ED_v", {"task": "Trajection_Selection"}),
        ("ED_v", {"answer": "190", "answer_value": 190}),
        ("ED_v", {"answer": "-180", "answer_value": -180}),
        ("ED_v", {"answer": 12, "answer_value": 12}),
        ("ED_v", {"answer": "12", "answer_value": 13}),
        ("ED_v", {"geometry__camera": None}),
        ("ED_v", {"geometry__target__rotation": [[1, 0, 0], [0, -1, 0], [0, 0, 1]]}),
        ("ED_v", {"uid": "scene16_Object_Localization_Egocentric_Direction_visual_pos_1"}),
        ("ED_v", {"uid": "a/b"}),
        ("ED_v", {"video": "/data/x.mp4"}),
        ("ED_v", {"video": "scenes/../x.mp4"}),
        ("ED_v", {"video": "C:\\x.mp4"}),
        ("ED_v", {"split": "test"}),
        ("EDist_v", {"answer": 2.55, "answer_value": 2.55}),
        ("EDist_v", {"answer": -1.0, "answer_value": -1.0}),
        ("EDist_v", {"answer": "2.5", "answer_value": 2.5}),
        ("Pos", {"answer": "<point>1000 3</point>", "answer_value": [1000, 3]}),
        ("Pos", {"answer": "<point>3, 4</point>", "answer_value": [3, 4]}),
        ("Pos", {"images": ["a.png"]}),
        ("Pos", {"geometry__map__world_to_image": [[10, 0, 0], [0, 10, 0], [0, 0, 1]]}),
        ("Pos", {"variant": "local_video"}),
        ("TDS_E", {"answer": "E", "answer_value": "E"}),
        ("TDS_E", {"options": ["A", "B", "C"]}),
        ("TDS_E", {"geometry__truth": {"scene": "Rs_int"}}),
        ("GP_v", {"texts": ["a", "b", "c", "d"]}),
        ("GP_v", {"question": "<video> where?"}),
        ("GP_v", {"texts": ["a<image>", "b", "c"]}),
        ("ED_s local_image", {"video": "x.mp4"}),
        ("ED_s local_image", {"variant": "local_video"}),
    ],
)
def test_a_wrong_record_is_refused(rows, short, changes):
    Record.model_validate(rows[short])
    with pytest.raises(ValidationError):
        Record.model_validate(spoiled(rows[short], **changes))


def test_a_broken_file_is_named_with_its_line(tmp_path, rows):
    path = tmp_path / "qa.jsonl"
    path.write_text(json.dumps(rows["Pos"]) + "\n{not json\n")
    with pytest.raises(RunError, match=r"qa\.jsonl line 2 is not JSON"):
        read_records(path)
    path.write_text(json.dumps(spoiled(rows["Pos"], answer="7")) + "\n")
    with pytest.raises(RunError, match="line 1"):
        read_records(path)


def test_uids_hold_plain_letters():
    assert uid_text("artvip/kitchen 2.b") == "artvip-kitchen-2-b"
