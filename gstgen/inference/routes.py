"""The two ways to a model: an OpenAI-compatible server over HTTP, and a Python callable in this process."""

from __future__ import annotations

import importlib
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from gstgen.dataset.records import Record
from gstgen.errors import RequestError
from gstgen.inference.chat import endpoint_messages, local_messages
from gstgen.inference.settings import InferSettings

# Statuses that will be the same for every question: the run ends at once.
HOPELESS_STATUSES = (401, 403, 404)


@dataclass(frozen=True)
class Reply:
    """A model's answer and the tokens it was billed for (None where the model does not say)."""

    text: str
    prompt_tokens: int | None = None
    answer_tokens: int | None = None


class Failure(Exception):
    """A question that the model did not answer; the run goes on with the next one."""


class Route(Protocol):
    """Something that answers a record. `workers`: how many questions it takes at a time."""

    workers: int

    def ask(self, record: Record) -> Reply:
        """The model's reply; Failure when this question got none, RequestError when none can get one."""


class RateLimit:
    """At most so many starts a minute over all threads, evenly spaced."""

    def __init__(self, per_minute: float | None) -> None:
        self._gap_s = 60.0 / per_minute if per_minute else 0.0
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self) -> None:
        """Return when the next request may start."""
        if not self._gap_s:
            return
        with self._lock:
            now = time.monotonic()
            start = max(now, self._next)
            self._next = start + self._gap_s
        time.sleep(start - now)


class EndpointRoute:
    """Chat completions over HTTP. The client library retries with backoff and honours `Retry-After`."""

    def __init__(self, settings: InferSettings, root: Path) -> None:
        if not settings.model:
            raise RequestError(
                "infer.route=endpoint needs infer.model=NAME (and infer.base_url=... for your own server)"
            )
        try:
            import openai  # noqa: PLC0415 - an optional install
        except ImportError as error:
            raise RequestError("infer.route=endpoint needs the openai package: pip install 'gstgen[infer]'") from error
        key = os.environ.get(settings.api_key_env)
        if not key and settings.base_url is None:
            raise RequestError(
                f"the environment variable {settings.api_key_env} is empty; set it to your key, or name your own "
                "server with infer.base_url=http://localhost:8000/v1"
            )
        self._errors = openai
        self._client = openai.OpenAI(
            api_key=key or "none",
            base_url=settings.base_url,
            timeout=settings.timeout_s,
            max_retries=settings.retries,
        )
        self._settings, self._root = settings, root
        self._limit = RateLimit(settings.requests_per_minute)
        self.workers = settings.concurrency

    def ask(self, record: Record) -> Reply:
        s = self._settings
        messages: Any = endpoint_messages(record, self._root, s)
        options: dict[str, Any] = {"temperature": s.temperature, "max_tokens": s.max_tokens}
        self._limit.wait()
        try:
            answer = self._client.chat.completions.create(
                model=s.model or "", messages=messages, **{k: v for k, v in options.items() if v is not None}
            )
        except self._errors.APIStatusError as error:
            detail = f"the server answered {error.status_code}: {_line(error.message)}"
            if error.status_code in HOPELESS_STATUSES:
                raise RequestError(f"{detail}; check infer.base_url, infer.model and {s.api_key_env}") from error
            raise Failure(detail) from error
        except self._errors.APIError as error:
            raise Failure(f"{type(error).__name__}: {_line(str(error))}") from error
        text = answer.choices[0].message.content if answer.choices else None
        if text is None:
            raise Failure("the reply holds no text")
        usage = answer.usage
        return Reply(text, usage.prompt_tokens if usage else None, usage.completion_tokens if usage else None)


class CallableRoute:
    """A function `f(messages, **options)` as `transformers` pipelines are called; one question at a time."""

    workers = 1

    def __init__(self, settings: InferSettings, root: Path) -> None:
        if not settings.callable:
            raise RequestError("infer.route=callable needs infer.callable=module:function")
        self._function = _load(settings.callable)
        self._settings, self._root = settings, root

    def ask(self, record: Record) -> Reply:
        options = {"temperature": self._settings.temperature, "max_new_tokens": self._settings.max_tokens}
        messages = local_messages(record, self._root, self._settings.system)
        try:
            result = self._function(messages, **{k: v for k, v in options.items() if v is not None})
        except Exception as error:
            raise Failure(f"{type(error).__name__}: {_line(str(error))}") from error
        return Reply(_text(result))


def open_route(settings: InferSettings, root: Path) -> Route:
    """The route the settings ask for; RequestError in one line when it cannot work."""
    return EndpointRoute(settings, root) if settings.route == "endpoint" else CallableRoute(settings, root)


def _load(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise RequestError(f"infer.callable={name} is not of the form module:function")
    try:
        found = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise RequestError(
            f"infer.callable={name} cannot be imported ({error}); is its folder on PYTHONPATH?"
        ) from error
    if not callable(found):
        raise RequestError(f"infer.callable={name} is not callable")
    return found


def _text(result: Any) -> str:
    """The text of a function's or a pipeline's result: str, [{"generated_text": str or messages}]."""
    if isinstance(result, str):
        return result
    if isinstance(result, list) and len(result) == 1:
        return _text(result[0])
    if isinstance(result, dict) and "generated_text" in result:
        generated = result["generated_text"]
        return _text(generated[-1] if isinstance(generated, list) and generated else generated)
    if isinstance(result, dict) and "content" in result:
        return _text(result["content"])
    if isinstance(result, dict) and isinstance(result.get("text"), str):
        return str(result["text"])
    raise Failure(f"the callable returned {type(result).__name__}, not a text")


def _line(text: str) -> str:
    return " ".join(text.split())[:300]
