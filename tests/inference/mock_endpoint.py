"""A local server that speaks the chat completions API: scripted faults first, then an answer to every question."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], str]


class MockEndpoint:
    """`faults`: what the first requests get, one each: (status, body, headers), or "hang up"."""

    def __init__(self, answer: Answer, faults: list[Any] | None = None) -> None:
        self.answer, self.faults = answer, list(faults or [])
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.times: list[float] = []
        self.lock = threading.Lock()
        self.flying = self.most_flying = 0
        self.delay_s = 0.0

    @contextmanager
    def serve(self) -> Iterator[str]:
        """The base URL while the server runs."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            server.server_close()


def _handler(mock: MockEndpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with mock.lock:
                mock.requests.append(body)
                mock.headers.append(dict(self.headers))
                mock.times.append(time.monotonic())
                fault = mock.faults.pop(0) if mock.faults else None
                mock.flying += 1
                mock.most_flying = max(mock.most_flying, mock.flying)
            time.sleep(mock.delay_s)
            with mock.lock:
                mock.flying -= 1
            if fault == "hang up":
                self.connection.close()
                return
            if fault is not None:
                status, text, headers = fault
            else:
                message = {"role": "assistant", "content": mock.answer(body)}
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                usage = {"prompt_tokens": 1000, "completion_tokens": 5, "total_tokens": 1005}
                reply = {
                    "id": "x",
                    "object": "chat.completion",
                    "created": 0,
                    "model": "m",
                    "choices": [choice],
                    "usage": usage,
                }
                status, text, headers = 200, json.dumps(reply), {}
            self.send_response(status)
            for key, value in {"Content-Type": "application/json", **headers}.items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: Any) -> None:
            pass

    return Handler
