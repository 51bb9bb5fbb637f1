"""Ask every question once: answers are appended as they come, so that a stopped run goes on where it was."""

from __future__ import annotations

import itertools
import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from gstgen.dataset.records import Record
from gstgen.dataset.store import hash_json, read_json, write_json
from gstgen.errors import RequestError, RunError
from gstgen.inference.routes import Failure, Reply, Route
from gstgen.inference.settings import InferSettings
from gstgen.stages.base import Ticker

ANSWERS, FAILURES, RUN = "predictions.jsonl", "failures.json", "run.json"
# Settings that change what the model is asked or how; the others may change between resumed runs.
_DECIDING = ("route", "model", "base_url", "callable", "system", "frames", "frame_side_px", "image_side_px",
             "jpeg_quality", "temperature", "max_tokens")  # fmt: skip


def run_name(settings: InferSettings) -> str:
    """The run's folder name: given, or made from the model or callable."""
    if settings.name:
        return settings.name
    raw = settings.model if settings.route == "endpoint" else settings.callable
    return "".join(c if c.isalnum() or c in "._-" else "-" for c in raw or "model").strip("-.") or "model"


def ask_all(
    records: Sequence[Record], questions_sha256: str, route: Route, settings: InferSettings, out: Path, ticker: Ticker
) -> dict[str, Any]:
    """Ask what is not answered yet; returns counts, tokens and cost. Writes into `out`, one line an answer.

    RequestError when the folder holds answers to other questions or settings; RunError when `max_failures` questions
    in a row got no answer, or when some got none at the end (they are asked again by the same command).
    """
    out.mkdir(parents=True, exist_ok=True)
    mark = {
        "settings": {key: getattr(settings, key) for key in _DECIDING},
        "questions": questions_sha256,
    }
    _check_same_run(out, mark)
    write_json(out / RUN, {**mark, "fingerprint": hash_json(mark)})
    done = _answered(out / ANSWERS)
    todo = [r for r in records[: settings.limit] if r.uid not in done]
    failures: dict[str, str] = {}
    in_a_row = 0
    started = time.perf_counter()
    with (out / ANSWERS).open("a", encoding="utf-8") as file:
        results = ticker.track(_replies(route, todo), len(todo), "questions")
        for record, reply, why in results:
            if reply is None:
                failures[record.uid] = why
                in_a_row += 1
                if in_a_row >= settings.max_failures:
                    write_json(out / FAILURES, failures)
                    raise RunError(
                        f"{in_a_row} questions in a row got no answer (last: {why}); the same command goes on"
                    )
                continue
            in_a_row = 0
            line = {"uid": record.uid, "task": record.task, "pred": reply.text,
                    "prompt_tokens": reply.prompt_tokens, "answer_tokens": reply.answer_tokens}  # fmt: skip
            file.write(json.dumps(line, sort_keys=True) + "\n")
            file.flush()
            os.fsync(file.fileno())
    write_json(out / FAILURES, failures)
    facts = _usage(out / ANSWERS, settings)
    facts |= {"asked": len(todo), "already_answered": len(done), "failed": len(failures)}
    facts["seconds"] = round(time.perf_counter() - started, 1)
    write_json(out / "usage.json", facts)
    if failures:
        uid, why = next(iter(failures.items()))
        raise RunError(
            f"{len(failures)} of {len(todo)} questions got no answer ({uid}: {why}); the same command asks them again"
        )
    return facts


def _replies(route: Route, records: Sequence[Record]) -> Iterator[tuple[Record, Reply | None, str]]:
    """Replies as they come, with at most two questions a worker in the air; a hopeless error ends the run."""
    stop = threading.Event()

    def ask(record: Record) -> Reply:
        if stop.is_set():
            raise Failure("not asked: the run was ending")
        return route.ask(record)

    queue = iter(records)
    with ThreadPoolExecutor(route.workers) as pool:
        flying: dict[Future[Reply], Record] = {}
        try:
            while True:
                for record in itertools.islice(queue, 2 * route.workers - len(flying)):
                    flying[pool.submit(ask, record)] = record
                if not flying:
                    return
                finished, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in sorted(finished, key=lambda f: flying[f].uid):
                    record = flying.pop(future)
                    try:
                        yield record, future.result(), ""
                    except Failure as failure:
                        yield record, None, str(failure)
        finally:
            stop.set()


def _check_same_run(out: Path, mark: dict[str, Any]) -> None:
    path = out / RUN
    if not path.exists():
        return
    old = read_json(path)
    differs = [k for k, v in mark["settings"].items() if old.get("settings", {}).get(k) != v]
    if old.get("questions") != mark["questions"]:
        differs.append("the questions")
    if differs:
        raise RequestError(
            f"{out} holds answers of another run ({', '.join(differs)} differ); choose another infer.name or remove it"
        )


def _answered(path: Path) -> set[str]:
    """Uids with an answer; a last line that was cut off by a kill is removed from the file."""
    if not path.exists():
        return set()
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return {str(json.loads(line)["uid"]) for line in whole.splitlines() if line.strip()}


def _usage(path: Path, settings: InferSettings) -> dict[str, Any]:
    """Token sums over all answers, how many did not say, and the cost where a price is given."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    prompt = [line["prompt_tokens"] for line in lines]
    answer = [line["answer_tokens"] for line in lines]
    facts: dict[str, Any] = {
        "answers": len(lines),
        "prompt_tokens": sum(t for t in prompt if t is not None),
        "answer_tokens": sum(t for t in answer if t is not None),
        "answers_without_token_count": sum(p is None or a is None for p, a in zip(prompt, answer, strict=True)),
        "cost_usd": None,
    }
    prices = settings.usd_per_million_prompt_tokens, settings.usd_per_million_answer_tokens
    if None not in prices:
        cost = facts["prompt_tokens"] * (prices[0] or 0.0) + facts["answer_tokens"] * (prices[1] or 0.0)
        facts["cost_usd"] = round(cost / 1e6, 6)
    return facts
