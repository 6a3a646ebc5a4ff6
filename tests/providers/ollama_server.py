"""An Ollama server for tests, on the wire: real HTTP, and no model.

It answers as the recordings in `tests/data/ollama` do and writes down what it received. It notices when a
client leaves and stops writing, as the real server does, so that a test can count what came after a stop.

    python -m tests.providers.ollama_server --port 11434 --delay 0.05 --model qwen2.5-coder:1.5b
"""

from __future__ import annotations

import argparse
import json
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat
from types import TracebackType
from typing import Any, Literal

from tests.providers.ollama_answers import (
    TEXT,
    Answer,
    AnswerTo,
    Body,
    Model,
    downloads,
    dump,
    not_found,
    now,
    refuses,
    says,
    whole,
    writes,
    writes_something,
)

VERSION = "0.33.0"


@dataclass
class Received:
    """One request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    """The names in lower case."""
    body: Body


@dataclass
class Generation:
    """What became of one answer to a chat or a download."""

    body: Body
    lines_written: int = 0
    last_line: str = ""
    state: Literal["reading", "writing", "finished", "stopped"] = "reading"
    """`stopped`: the client left before the end."""
    ended_at: float | None = None
    """In the clock of `time.monotonic`."""


class OllamaServer:
    """A server on a port of its own, from `with` to the end of its block.

    Args:
        answer: What a chat gets.
        models: What is installed.
        port: 0 takes any free one.
    """

    def __init__(self, answer: AnswerTo | None = None, *, models: Iterable[Model] = (), port: int = 0) -> None:
        self.answer: AnswerTo = answer or writes("Hello", "!")
        self.pull: AnswerTo = downloads()
        self.models = list(models) or [Model("qwen2.5-coder:1.5b")]
        self.replaced: dict[str, Answer] = {}
        """What to answer on a path instead of the usual."""
        self.is_stuck_after_stop = False
        """Whether a chat that follows a stopped one waits until the model is unloaded."""
        self.received: list[Received] = []
        self.generations: list[Generation] = []
        self.faults: list[str] = []
        """Errors of the server's own, such as an answer that could not be made."""
        self.loaded: list[Model] = []
        self._stuck: set[str] = set()
        self._http = _Listener(("127.0.0.1", port), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> OllamaServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.end_connections()
        self._http.server_close()
        self._thread.join()
        assert self.faults == [], "the server itself failed"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def chats(self) -> list[Body]:
        """The bodies of the chats received, in order."""
        return [one.body for one in self.received if one.path == "/api/chat"]

    def wait_for(self, is_so: Callable[[OllamaServer], object], seconds: float = 5.0) -> None:
        """Wait until something is so, or fail."""
        end = time.monotonic() + seconds
        while not is_so(self):
            assert time.monotonic() < end, "it did not come to be so"
            time.sleep(0.005)

    def respond(self, method: str, path: str, body: Body) -> Answer:
        """Return the answer to a request."""
        if path in self.replaced:
            return self.replaced[path]
        known = _ROUTES.get(path)
        if known is None:
            return Answer(["404 page not found"], 404, TEXT)
        if known[0] != method:
            return Answer(["405 method not allowed"], 405, TEXT)
        return known[1](self, body)

    def find(self, name: object) -> Model | None:
        wanted = str(name) if ":" in str(name) else f"{name}:latest"
        return next((model for model in self.models if model.name == wanted), None)

    def show(self, body: Body) -> Answer:
        model = self.find(body.get("model"))
        return says(model.show) if model else refuses(404, not_found(body))

    def chat(self, body: Body) -> Answer:
        if not body.get("model"):
            return refuses(400, "model is required")
        model = self.find(body["model"])
        if model is None:
            return refuses(404, not_found(body))
        if not body.get("messages"):
            return self._load(model, body)
        self._keep_loaded(model)
        if body["model"] in self._stuck:
            return Answer(ending="hang")
        answer = self.answer(body)
        if body.get("stream", True) or not answer.is_streamed:
            return answer
        return says(whole([json.loads(line) for line in answer.lines]))

    def _keep_loaded(self, model: Model) -> None:
        if model not in self.loaded:
            self.loaded.append(model)

    def _load(self, model: Model, body: Body) -> Answer:
        reason = "load"
        if body.get("keep_alive") == 0:
            reason = "unload"
            self._stuck.discard(body["model"])
            self.loaded = [other for other in self.loaded if other != model]
        else:
            self._keep_loaded(model)
        empty = {"role": "assistant", "content": ""}
        line = {"model": body["model"], "created_at": now(), "message": empty}
        return says(line | {"done": True, "done_reason": reason})

    def note_pulled(self, name: str) -> None:
        if self.find(name) is None:
            self.models.append(Model(name if ":" in name else f"{name}:latest"))

    def note_stopped(self, generation: Generation) -> None:
        generation.state = "stopped"
        if self.is_stuck_after_stop:
            self._stuck.add(generation.body["model"])


_ROUTES: dict[str, tuple[str, Callable[[OllamaServer, Body], Answer]]] = {
    "/": ("GET", lambda _, __: Answer(["Ollama is running"], content_type=TEXT)),
    "/api/version": ("GET", lambda _, __: says({"version": VERSION})),
    "/api/tags": ("GET", lambda server, _: says({"models": [model.tag for model in server.models]})),
    "/api/ps": ("GET", lambda server, _: says({"models": [model.loaded(2048) for model in server.loaded]})),
    "/api/show": ("POST", OllamaServer.show),
    "/api/chat": ("POST", OllamaServer.chat),
    "/api/pull": ("POST", lambda server, body: server.pull(body)),
}


class _Listener(ThreadingHTTPServer):
    """Accepts connections, and can end those that are open."""

    daemon_threads = False
    owner: OllamaServer

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.is_ending = False
        self._open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exc_info()[1]
        if not isinstance(error, ConnectionError):  # a client may leave at any time
            self.owner.faults.append(repr(error))

    def end_connections(self) -> None:
        self.is_ending = True
        for connection in list(self._open):
            _break_off(connection)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Listener

    def do_GET(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent."""

    def _handle(self) -> None:
        owner = self.server.owner
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.loads(raw) if raw else {}
        headers = {name.lower(): value for name, value in self.headers.items()}
        owner.received.append(Received(self.command, self.path, headers, body))
        answer = owner.respond(self.command, self.path, body)
        try:
            if answer.is_streamed:
                self._stream(answer, body)
            else:
                self._send(answer)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _send(self, answer: Answer) -> None:
        if not self._client_stays(answer.first_delay):
            return
        data = "\n".join(answer.lines).encode()
        self.send_response(answer.status)
        if answer.content_type:
            self.send_header("Content-Type", answer.content_type)
        for name, value in answer.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, answer: Answer, body: Body) -> None:
        generation = Generation(body)
        self.server.owner.generations.append(generation)
        try:
            self._write_lines(answer, generation)
        except (BrokenPipeError, ConnectionResetError):
            self.server.owner.note_stopped(generation)
            self.close_connection = True
        generation.ended_at = time.monotonic()
        if generation.last_line == dump({"status": "success"}):
            self.server.owner.note_pulled(str(body.get("model")))

    def _write_lines(self, answer: Answer, generation: Generation) -> None:
        """Send a stream; the headers go with its first line, as the real server's do."""
        delays = chain([answer.first_delay], repeat(answer.delay))
        for line, delay in zip(answer.lines, delays, strict=False):
            if not self._client_stays(delay):
                raise BrokenPipeError
            if generation.state == "reading":
                self._start_stream(answer)
                generation.state = "writing"
            data = f"{line}\n".encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            generation.lines_written += 1
            generation.last_line = line
        if answer.ending == "hang" and not self._client_stays(3600):
            raise BrokenPipeError
        if answer.ending == "drop":
            self.close_connection = True
            _break_off(self.connection)
        else:
            if generation.state == "reading":
                self._start_stream(answer)
            self.wfile.write(b"0\r\n\r\n")
        generation.state = "finished"

    def _start_stream(self, answer: Answer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _client_stays(self, seconds: float) -> bool:
        """Wait, and tell whether the client is still there afterwards; returns at once when it leaves."""
        readable, _, _ = select.select([self.connection], [], [], seconds)
        if not readable:
            return not self.server.is_ending
        try:
            is_there = self.connection.recv(1, socket.MSG_PEEK) != b""
        except ConnectionResetError:
            is_there = False
        if not is_there:
            self.close_connection = True
        return is_there


def _break_off(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def main() -> None:
    parser = argparse.ArgumentParser(description="An Ollama server without a model, for trying by hand.")
    parser.add_argument("--port", type=int, default=11434)
    parser.add_argument("--delay", type=float, default=0.02, help="seconds before each piece")
    parser.add_argument("--model", action="append", help="a model's name; may be given several times")
    given = parser.parse_args()
    models = [Model(name) for name in given.model or ()]
    with OllamaServer(writes_something(given.delay), models=models, port=given.port) as server:
        print(f"answers on {server.address}", flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
