"""Questions that were taken out stay out of shards and evaluation, until the question changes."""

from __future__ import annotations

import json
import math
import re

import pytest

from gstgen.dataset import shards
from gstgen.dataset.records import iter_raw, read_records
from gstgen.dataset.selection import is_removed, read_removed, record_hash, write_removed
from gstgen.errors import RequestError, RunError
from gstgen.evaluation.items import read_questions
from gstgen.stages.verify import selection_problem


def test_a_record_and_its_line_have_one_hash(finished):
    path = finished.qa / "qa.jsonl"
    raw = [data for _, data in iter_raw(path)]
    assert [record_hash(d) for d in raw] == [record_hash(r.to_json()) for r in read_records(path)]


def test_what_was_taken_out_is_not_evaluated_or_sharded(copy, tmp_path):
    records = read_records(copy.qa / "qa.jsonl")
    gone = records[0].uid
    write_removed(copy.root, "audit", {gone: "guessed"}, [r.to_json() for r in records])
    uids = {q.uid for q in read_questions(copy.root, None).questions}
    assert uids == {r.uid for r in records} - {gone}
    assert gone in {q.uid for q in read_questions(copy.root, None, ignore_removed_by=("audit",)).questions}
    assert gone not in json.dumps([s for s in shards.read_removed(copy.root) if s != gone])


def test_a_question_that_changed_is_back(copy):
    records = read_records(copy.qa / "qa.jsonl")
    data = records[0].to_json()
    write_removed(copy.root, "audit", {data["uid"]: "guessed"}, [data])
    removed = read_removed(copy.root)
    assert is_removed(removed, data)
    assert not is_removed(removed, {**data, "answer": "another"})


def test_each_remover_replaces_only_its_own(copy):
    data = [r.to_json() for r in read_records(copy.qa / "qa.jsonl")]
    a, b = data[0]["uid"], data[1]["uid"]
    write_removed(copy.root, "audit", {a: "x"}, data)
    write_removed(copy.root, "select", {b: "y"}, data)
    assert set(read_removed(copy.root)) == {a, b}
    write_removed(copy.root, "audit", {}, data)
    assert set(read_removed(copy.root)) == {b}
    write_removed(copy.root, "select", {}, data)
    assert not (copy.root / "selection.json").exists()


def test_a_damaged_selection_is_one_line(copy):
    (copy.root / "selection.json").write_text('{"removed": [1]}')
    with pytest.raises(RequestError, match=r"selection\.json cannot be read"):
        read_removed(copy.root)


@pytest.mark.parametrize("place", ["geometry", "difficulty"])
def test_a_number_that_is_none_names_file_line_and_uid(copy, place):
    path = copy.qa / "qa.jsonl"
    lines = path.read_text().splitlines()
    data = json.loads(lines[1])
    data[place]["odd"] = math.nan
    path.write_text("\n".join([lines[0], json.dumps(data), *lines[2:]]) + "\n")
    with pytest.raises(
        RequestError, match=rf"qa\.jsonl line 2 is not a question \({data['uid']}: .*; run stage=qa again"
    ):
        read_questions(copy.root, None)
    with pytest.raises(RunError, match=rf"qa\.jsonl line 2: {data['uid']}: {place}\.odd"):
        read_records(path)


@pytest.mark.parametrize(
    ("selection", "problem"),
    [
        ("", "cannot be read"),
        ('{"removed": 3}', "cannot be read"),
        ('{"removed": {"gone": {"by": "audit", "reason": "x", "record": "y"}}}', "1 uids are of no question.*gone"),
    ],
)
def test_a_selection_that_is_damaged_or_stale_is_a_mismatch(copy, selection, problem):
    (copy.root / "selection.json").write_text(selection)
    assert re.search(problem, selection_problem(copy.root, [copy.scene]) or "")
    (copy.root / "selection.json").unlink()
    assert selection_problem(copy.root, [copy.scene]) is None
