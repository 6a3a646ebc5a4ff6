"""A server that speaks OpenAI's chat protocol on the wire, for tests: real HTTP, and no model."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

END = "[DONE]"


def piece(content: str | None = None, *, finish: str | None = None, **delta: str) -> dict[str, Any]:
    """Return one event's data with a piece of text."""
    words = delta | ({} if content is None else {"content": content})
    return {"choices": [{"index": 0, "delta": words, "finish_reason": finish}]}


@dataclass
class Reply:
    """What the server answers: a body, or events one after the other."""

    events: Sequence[object] = ()
    """Data of each event; what is no text is written as JSON."""
    status: int = 200
    body: bytes | None = None
    """Sent instead of events."""
    content_type: str = "text/event-stream"
    headers: dict[str, str] = field(default_factory=dict)
    seconds_between: float = 0.0
    is_dropped: bool = False
    """Whether the connection breaks after the events, within a chunk."""


class SseServer:
    """Answers every request with `reply`, and keeps what it was asked."""

    def __init__(self) -> None:
        self.reply = Reply()
        self.bodies: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.left_at: float | None = None
        """When a client was found to have gone before the end."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1/"

    def __enter__(self) -> SseServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                outer.bodies.append(json.loads(self.rfile.read(length)))
                outer.paths.append(self.path)
                try:
                    self.answer(outer.reply)
                except OSError:
                    outer.left_at = time.monotonic()

            def answer(self, reply: Reply) -> None:
                self.close_connection = True
                self.send_response(reply.status)
                self.send_header("Content-Type", reply.content_type)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                if reply.body is not None:
                    self.send_header("Content-Length", str(len(reply.body)))
                    self.end_headers()
                    self.wfile.write(reply.body)
                    return
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for event in reply.events:
                    data = event if isinstance(event, str) else json.dumps(event)
                    self.write_chunk(f"data: {data}\n\n".encode())
                    time.sleep(reply.seconds_between)
                self.wfile.write(b"5\r\nda" if reply.is_dropped else b"0\r\n\r\n")

            def write_chunk(self, data: bytes) -> None:
                self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
                self.wfile.flush()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Handler
