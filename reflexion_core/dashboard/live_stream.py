"""The route from which a browser reads the text of a run as it is written, as server-sent events.

It only tells: it changes nothing, answers to no foreign host name or page, and sends what the page of the run shows
anyway. While nothing happens it sends a beat, so that a browser can tell a quiet model from a dead line.
"""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from reflexion_core.dashboard.access import Door
from reflexion_core.dashboard.background import BackgroundRuns, RunView
from reflexion_core.dashboard.live_text import piece_after, place_at_end, read_place
from reflexion_core.dashboard.passes import Passes
from reflexion_core.dashboard.security import REFUSAL, is_allowed_host
from reflexion_core.errors import ReflexionError, StorageError
from reflexion_core.storage.store import is_run_id

PATH = "/watch/"
"""Where the route is; the name of a run follows."""

_PAUSE_SECONDS = 0.08
_STORED_PAUSE_SECONDS = 1.0
"""Between two looks at a run that another process holds: each reads the database."""
_BEAT_SECONDS = 2.0
_RETRY_MILLISECONDS = 1500
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class LiveStreams:
    """The streams of one server.

    Args:
        find_runs: Returns the runs of the server.
        find_passes: Returns what reads passes, or None where everybody may read every run.
        find_door: Returns who is let in.
    """

    def __init__(
        self,
        find_runs: Callable[[], BackgroundRuns],
        find_passes: Callable[[], Passes | None] = lambda: None,
        find_door: Callable[[], Door] = Door,
    ) -> None:
        self._find_runs = find_runs
        self._find_passes = find_passes
        self._find_door = find_door
        self._is_ending = threading.Event()

    @property
    def route(self) -> Route:
        """What answers the browser."""
        return Route(f"{PATH}{{run_id}}", self._answer, methods=["GET"])

    @contextmanager
    def end_with_server(self) -> Iterator[None]:
        """End the streams when the process is told to end, for a server waits until its answers are complete."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        for number, handler in kept.items():
            if callable(handler):
                signal.signal(number, self._before(handler))
        try:
            yield
        finally:
            self._is_ending.set()
            for number, handler in kept.items():
                signal.signal(number, handler)

    def _before(self, handler: Callable[[int, FrameType | None], Any]) -> Callable[[int, FrameType | None], Any]:
        def handle(number: int, frame: FrameType | None) -> None:
            self._is_ending.set()
            handler(number, frame)

        return handle

    async def _answer(self, request: Request) -> Response:
        refusal = _refuse(request, self._find_door())
        if refusal is not None:
            return refusal
        run_id = request.path_params["run_id"]
        try:
            runs = await asyncio.to_thread(self._find_runs)
            passes = self._find_passes()
            if passes is not None:
                person = passes.read(run_id, request.query_params.get("pass", ""))
                if person is None:
                    return PlainTextResponse("Open the page of this run to read it.\n", status_code=403)
                runs = runs.for_person(person)
            view = await asyncio.to_thread(runs.view, run_id)
        except ReflexionError:
            return PlainTextResponse("The runs cannot be read now.\n", status_code=503)
        if view is None:
            return PlainTextResponse("This run is not known here.\n", status_code=404)
        place = request.headers.get("last-event-id") or request.query_params.get("after", "")
        return StreamingResponse(self._tell(runs, view, place), media_type="text/event-stream", headers=_HEADERS)

    async def _tell(self, runs: BackgroundRuns, first: RunView, place: str) -> AsyncIterator[str]:
        """Yield a run's text from a place on, until the run has ended."""
        at = read_place(place)
        view: RunView | None = first
        told: tuple[str, str, bool] | None = None
        told_at = time.monotonic()
        yield f"retry: {_RETRY_MILLISECONDS}\n\n"
        while view is not None and not self._is_ending.is_set():
            piece = piece_after(at, view.progress)
            at = place_at_end(view.progress)
            if piece.text or told != (piece.call, piece.title, piece.is_writing):
                told, told_at = (piece.call, piece.title, piece.is_writing), time.monotonic()
                yield _frame("text", piece.data, place=str(at))
            if not view.progress.state.is_live:
                yield _frame("end", {"state": view.progress.state.value}, place=str(at))
                return
            if time.monotonic() - told_at >= _BEAT_SECONDS:
                told_at = time.monotonic()
                yield _frame("beat", {})
            await asyncio.sleep(_PAUSE_SECONDS if view.is_here else _STORED_PAUSE_SECONDS)
            view = await _look(runs, view.id)


async def _look(runs: BackgroundRuns, run_id: str) -> RunView | None:
    """Return a run as it stands; None ends the stream, and the browser asks again."""
    try:
        return await asyncio.to_thread(runs.view, run_id)
    except StorageError:
        return None


def _refuse(request: Request, door: Door) -> Response | None:
    """Return why a request is not answered, or None."""
    if not is_allowed_host(request.headers, door):
        return PlainTextResponse(REFUSAL, status_code=403)
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return PlainTextResponse("This is for the dashboard's own pages.\n", status_code=403)
    if request.method != "GET":
        return PlainTextResponse("Only GET is answered.\n", status_code=405, headers={"allow": "GET"})
    if not is_run_id(request.path_params["run_id"]):
        return PlainTextResponse("This run is not known here.\n", status_code=404)
    return None


def _frame(kind: str, data: Mapping[str, Any], *, place: str = "") -> str:
    identity = f"id: {place}\n" if place else ""
    # JSON holds no line ends, which would end the frame.
    return f"{identity}event: {kind}\ndata: {json.dumps(data)}\n\n"
