"""Asking models: over real HTTP against a local server, and through a callable."""

from __future__ import annotations

import base64
import json
import sys
import types

import cv2
import numpy as np
import pytest
import yaml
from mock_endpoint import MockEndpoint

from gstgen.dataset.records import read_records
from gstgen.errors import RequestError, RunError
from gstgen.inference.chat import chat_parts, endpoint_messages, local_messages
from gstgen.inference.routes import open_route
from gstgen.inference.run import ask_all, run_name
from gstgen.inference.settings import InferSettings
from gstgen.media.encoder import spread_frames
from gstgen.resources import resource_folder
from gstgen.stages.base import Ticker

pytest.importorskip("openai")

RATE_LIMITED = (429, '{"error": {"message": "slow down"}}', {"Retry-After": "0.01"})
BROKEN = (500, "<html>oops</html>", {"Content-Type": "text/html", "Retry-After": "0.01"})


def settings(**changes):
    values = yaml.safe_load((resource_folder("conf") / "infer" / "default.yaml").read_text())
    return InferSettings.model_validate({**values, "model": "m", "frames": 4, **changes})


@pytest.fixture
def records(finished):
    return read_records(finished.qa / "qa.jsonl")


def run(records, root, out, **changes):
    s = settings(**changes)
    return ask_all(records, "hash", open_route(s, root), s, out, Ticker())


def lines(out):
    return [json.loads(line) for line in (out / "predictions.jsonl").read_text().splitlines()]


def text_of(body):
    return " ".join(p["text"] for p in body["messages"][-1]["content"] if p["type"] == "text")


def test_a_chat_interleaves_texts_and_media_in_the_records_order(records):
    record = next(r for r in records if r.video and len(r.images) == 4)
    parts = chat_parts(record)
    assert [p.kind for p in parts] == ["text", "video"] + ["text", "image"] * 4 + ["text"]
    assert [p.value for p in parts if p.kind == "image"] == list(record.images)
    assert [p.value for p in parts if p.kind == "text"] == list(record.texts)


def test_endpoint_messages_carry_the_pictures_themselves(records, finished):
    record = next(r for r in records if r.video and r.images)
    content = endpoint_messages(record, finished.root, settings(frame_side_px=64, image_side_px=80))[-1]["content"]
    urls = [p["image_url"]["url"] for p in content if p["type"] == "image_url"]
    assert len(urls) == 4 + len(record.images)
    sizes = []
    for url in urls:
        picture = cv2.imdecode(np.frombuffer(base64.b64decode(url.split(",", 1)[1]), np.uint8), cv2.IMREAD_COLOR)
        sizes.append(max(picture.shape[:2]))
    assert sizes == [64] * 4 + [80] * len(record.images)
    # Nothing of the record but its texts and pixels goes out: no path, no name of a scene, no answer.
    said = text_of({"messages": [{"content": content}]})
    assert record.scene not in said
    assert record.video not in said
    assert "[0.0 s]" in said


def test_frames_are_spread_from_first_to_last():
    assert spread_frames(100, 4) == [0, 33, 66, 99]
    assert spread_frames(3, 32) == [0, 1, 2]
    assert spread_frames(1, 5) == [0]


def test_every_question_is_answered_once_and_tokens_are_counted(records, finished, tmp_path):
    mock = MockEndpoint(lambda body: "42")
    with mock.serve() as url:
        facts = run(records, finished.root, tmp_path / "r", base_url=url, concurrency=3,
                    usd_per_million_prompt_tokens=2.0, usd_per_million_answer_tokens=10.0)  # fmt: skip
    assert sorted(x["uid"] for x in lines(tmp_path / "r")) == sorted(r.uid for r in records)
    assert facts["prompt_tokens"] == 1000 * len(records)
    assert facts["cost_usd"] == pytest.approx(len(records) * (1000 * 2.0 + 5 * 10.0) / 1e6)
    assert all(body["model"] == "m" and body["temperature"] == 0.0 for body in mock.requests)


def test_rate_limits_and_server_errors_are_tried_again(records, finished, tmp_path):
    mock = MockEndpoint(lambda body: "A", [RATE_LIMITED, BROKEN, "hang up", RATE_LIMITED])
    with mock.serve() as url:
        facts = run(records[:3], finished.root, tmp_path / "r", base_url=url, concurrency=1, retries=5)
    assert facts["failed"] == 0
    assert len(mock.requests) == 3 + 4


def test_a_question_without_an_answer_is_named_and_asked_again(records, finished, tmp_path):
    bad = (400, '{"error": {"message": "too many images"}}', {})
    mock = MockEndpoint(lambda body: "A", [bad])
    with mock.serve() as url:
        with pytest.raises(RunError, match=r"1 of 4 questions got no answer .*too many images"):
            run(records[:4], finished.root, tmp_path / "r", base_url=url, concurrency=1)
        assert len(lines(tmp_path / "r")) == 3
        facts = run(records[:4], finished.root, tmp_path / "r", base_url=url, concurrency=1)
    assert facts["asked"] == 1
    assert len(lines(tmp_path / "r")) == 4
    assert json.loads((tmp_path / "r" / "failures.json").read_text()) == {}


def test_a_wrong_key_ends_the_run_at_once(records, finished, tmp_path):
    mock = MockEndpoint(lambda body: "A", [(401, '{"error": {"message": "bad key"}}', {})] * 50)
    with mock.serve() as url, pytest.raises(RequestError, match=r"401.*bad key.*infer.base_url"):
        run(records, finished.root, tmp_path / "r", base_url=url, concurrency=2)
    assert len(mock.requests) <= 4


def test_a_dead_server_ends_after_some_failures(records, finished, tmp_path):
    with pytest.raises(RunError, match="3 questions in a row"):
        run(records, finished.root, tmp_path / "r", base_url="http://127.0.0.1:9/v1", retries=0, max_failures=3)


def test_a_run_that_was_killed_in_the_middle_of_a_line_goes_on(records, finished, tmp_path):
    mock = MockEndpoint(lambda body: "B")
    with mock.serve() as url:
        run(records[:2], finished.root, tmp_path / "r", base_url=url)
        path = tmp_path / "r" / "predictions.jsonl"
        path.write_bytes(path.read_bytes()[:-20])
        facts = run(records[:3], finished.root, tmp_path / "r", base_url=url)
    assert facts["asked"] == 2
    assert {x["uid"] for x in lines(tmp_path / "r")} == {r.uid for r in records[:3]}


def test_answers_of_another_run_are_not_mixed_in(records, finished, tmp_path):
    mock = MockEndpoint(lambda body: "B")
    with mock.serve() as url:
        run(records[:2], finished.root, tmp_path / "r", base_url=url)
        with pytest.raises(RequestError, match=r"another run \(frames differ\)"):
            run(records[:2], finished.root, tmp_path / "r", base_url=url, frames=9)


def test_concurrency_and_rate_are_kept(records, finished, tmp_path):
    mock = MockEndpoint(lambda body: "B")
    mock.delay_s = 0.05
    with mock.serve() as url:
        run(records[:6], finished.root, tmp_path / "r", base_url=url, concurrency=2, requests_per_minute=1200)
    assert mock.most_flying <= 2
    gaps = np.diff(sorted(mock.times))
    assert np.mean(gaps) > 0.04  # 1,200 a minute: one each 0.05 s


@pytest.mark.parametrize(
    "result",
    [
        "12",
        [{"generated_text": "12"}],
        [{"generated_text": [{"role": "user"}, {"role": "assistant", "content": "12"}]}],
    ],
)
def test_a_callable_is_called_like_a_pipeline(records, finished, tmp_path, monkeypatch, result):
    seen = []

    def model(messages, **options):
        seen.append((messages, options))
        return result

    monkeypatch.setitem(sys.modules, "my_model", types.SimpleNamespace(model=model))
    run(records[:2], finished.root, tmp_path / "r", route="callable", callable="my_model:model", max_tokens=7)
    assert [x["pred"] for x in lines(tmp_path / "r")] == ["12", "12"]
    messages, options = seen[0]
    assert messages == local_messages(records[0], finished.root, None)
    assert options == {"temperature": 0.0, "max_new_tokens": 7}
    videos = [p["video"] for p in messages[0]["content"] if p["type"] == "video"]
    assert all((finished.root / v).is_file() for v in videos)


def test_a_callable_that_fails_is_counted(records, finished, tmp_path, monkeypatch):
    def model(messages, **options):
        raise ValueError("out of memory")

    monkeypatch.setitem(sys.modules, "my_model", types.SimpleNamespace(model=model))
    with pytest.raises(RunError, match="ValueError: out of memory"):
        run(records[:2], finished.root, tmp_path / "r", route="callable", callable="my_model:model")


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"route": "callable"}, "needs infer.callable"),
        ({"route": "callable", "callable": "nothing"}, "module:function"),
        ({"route": "callable", "callable": "no_such_module:f"}, "cannot be imported"),
        ({"route": "callable", "callable": "json:nothing"}, "cannot be imported"),
        ({"route": "callable", "callable": "json:__name__"}, "not callable"),
        ({"model": None}, "needs infer.model"),
        ({"api_key_env": "GSTGEN_NO_SUCH_KEY"}, "GSTGEN_NO_SUCH_KEY is empty"),
    ],
)
def test_wrong_requests_are_one_line(finished, changes, match):
    with pytest.raises(RequestError, match=match):
        open_route(settings(**changes), finished.root)


def test_the_run_is_named_after_the_model():
    assert run_name(settings(model="org/Model-8B")) == "org-Model-8B"
    assert run_name(settings(route="callable", callable="a.b:c")) == "a.b-c"
    assert run_name(settings(name="mine")) == "mine"
