"""The stream of a run's text: its frames, where it goes on, whom it answers, and how it ends."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from reflexion_core.dashboard import live_stream
from reflexion_core.dashboard.background import BackgroundRuns
from reflexion_core.dashboard.live_stream import PATH, LiveStreams
from reflexion_core.dashboard.passes import Passes
from reflexion_core.errors import StorageError
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedProvider, ScriptedReply
from reflexion_core.runs import ProviderPool, RunRequest
from reflexion_core.storage.store import RunStore
from tests.running import PROMPTS, Script, draft, run_options, source


def answer(request: ChatRequest) -> ScriptedReply:
    return ScriptedReply(text=Script()(request), seconds_between=0.02)


def slowly(request: ChatRequest) -> ScriptedReply:
    return ScriptedReply(text=draft(), seconds_between=60.0)


@pytest.fixture
def runs(store: RunStore) -> Iterator[BackgroundRuns]:
    made = BackgroundRuns(ProviderPool({}), PROMPTS, store)
    made.pool.add(ScriptedProvider(replies=answer))
    yield made
    for view in made.live():
        made.stop(view.id)
    while made.live():
        threading.Event().wait(0.01)


def start(runs: BackgroundRuns) -> str:
    (run_id,) = runs.start([RunRequest(source(), run_options(max_attempts=1))])
    return run_id


@dataclass(frozen=True)
class Frame:
    kind: str
    place: str
    data: dict[str, Any]


def get(
    runs: BackgroundRuns, path: str, *, method: str = "GET", passes: Passes | None = None, **headers: str
) -> httpx.Response:
    """Ask for a stream and read it to its end."""

    async def fetch() -> httpx.Response:
        app = Starlette(routes=[LiveStreams(lambda: runs, lambda: passes).route])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            return await client.request(method, path, headers=names)

    return asyncio.run(fetch())


def read(response: httpx.Response) -> list[Frame]:
    blocks = [block for block in response.text.split("\n\n") if "event:" in block]
    fields = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]
    return [Frame(each["event"], each.get("id", ""), json.loads(each["data"])) for each in fields]


def texts(frames: list[Frame]) -> list[Frame]:
    return [frame for frame in frames if frame.kind == "text"]


def test_the_text_comes_in_pieces_that_make_the_reply(runs: BackgroundRuns):
    response = get(runs, PATH + start(runs))
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in response.headers
    by_call: dict[str, str] = {}
    for frame in texts(read(response)):
        before = "" if frame.data["is_whole"] else by_call[frame.data["call"]]
        assert len(before) == frame.data["at"]
        by_call[frame.data["call"]] = before + frame.data["text"]
    assert Script().final in by_call.values()
    assert sum(1 for frame in texts(read(response)) if frame.data["text"]) > 5


def test_the_stream_ends_with_the_run(runs: BackgroundRuns):
    frames = read(get(runs, PATH + start(runs)))
    assert [frame.kind for frame in frames].count("end") == 1
    assert (frames[-1].kind, frames[-1].data) == ("end", {"state": "finished"})


def test_the_stream_of_a_stopped_run_ends(runs: BackgroundRuns):
    runs.pool.add(ScriptedProvider(replies=slowly))
    run_id = start(runs)
    threading.Timer(0.3, runs.stop, [run_id]).start()
    assert read(get(runs, PATH + run_id))[-1].data == {"state": "cancelled"}


def test_a_reader_who_comes_back_gets_the_rest_alone(runs: BackgroundRuns):
    run_id = start(runs)
    frames = texts(read(get(runs, PATH + run_id)))
    last_call = frames[-1].data["call"]
    middle = [frame for frame in frames if frame.data["call"] == last_call and frame.data["text"]][1]
    had = middle.data["at"] + len(middle.data["text"])
    for rest in (
        get(runs, PATH + run_id, last_event_id=middle.place),
        get(runs, f"{PATH}{run_id}?after={middle.place}"),
    ):
        (piece,) = texts(read(rest))
        assert (piece.data["at"], piece.data["is_whole"]) == (had, False)
        assert Script().final[had:] == piece.data["text"]


def test_a_reader_who_has_everything_gets_no_text_again(runs: BackgroundRuns):
    run_id = start(runs)
    last = read(get(runs, PATH + run_id))[-1].place
    assert "".join(frame.data["text"] for frame in texts(read(get(runs, PATH + run_id, last_event_id=last)))) == ""


@pytest.mark.parametrize("place", ["nonsense", "1-0.3.00000000"])
def test_a_place_that_is_not_in_the_text_gives_the_whole(runs: BackgroundRuns, place: str):
    run_id = start(runs)
    get(runs, PATH + run_id)
    (piece,) = texts(read(get(runs, PATH + run_id, last_event_id=place)))
    assert piece.data["is_whole"]
    assert piece.data["text"] == Script().final


def test_a_quiet_model_is_told_from_a_dead_line_by_beats(runs: BackgroundRuns, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live_stream, "_BEAT_SECONDS", 0.1)
    runs.pool.add(ScriptedProvider(replies=slowly))
    run_id = start(runs)
    threading.Timer(0.8, runs.stop, [run_id]).start()
    kinds = [frame.kind for frame in read(get(runs, PATH + run_id))]
    assert kinds.count("beat") >= 2


def test_a_beat_does_not_move_the_place(runs: BackgroundRuns, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live_stream, "_BEAT_SECONDS", 0.0)
    beats = [frame for frame in read(get(runs, PATH + start(runs))) if frame.kind == "beat"]
    assert beats
    assert {frame.place for frame in beats} == {""}


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8501", "0.0.0.0", ""])
def test_a_foreign_host_name_is_refused(runs: BackgroundRuns, host: str):
    response = get(runs, PATH + start(runs), host=host)
    assert response.status_code == 403
    assert "shapes" not in response.text


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_site_is_refused(runs: BackgroundRuns, site: str):
    assert get(runs, PATH + start(runs), sec_fetch_site=site).status_code == 403


@pytest.mark.parametrize("name", ["0123456789abcdef", "x", "ABCDEF0123456789", "..%2f..%2fetc"])
def test_a_run_that_is_not_known_is_not_found(runs: BackgroundRuns, name: str):
    assert get(runs, PATH + name).status_code == 404


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_but_get_is_answered(runs: BackgroundRuns, method: str):
    response = get(runs, PATH + start(runs), method=method)
    assert response.status_code == 405
    assert "access-control-allow-origin" not in response.headers


def test_where_several_people_come_a_stream_needs_the_pass_of_its_page(runs: BackgroundRuns):
    passes = Passes()
    run_id = start(runs.for_person("ada"))
    own = passes.issue(run_id, "ada")
    assert get(runs, PATH + run_id, passes=passes).status_code == 403
    assert get(runs, f"{PATH}{run_id}?pass={own}x", passes=passes).status_code == 403
    assert read(get(runs, f"{PATH}{run_id}?pass={own}", passes=passes))[-1].kind == "end"


def test_a_pass_of_somebody_else_opens_a_shared_run_alone(runs: BackgroundRuns):
    passes = Passes()
    ada = runs.for_person("ada")
    run_id = start(ada)
    path = f"{PATH}{run_id}?pass={passes.issue(run_id, 'bob')}"
    assert get(runs, path, passes=passes).status_code == 404
    ada.share(run_id, is_shared=True)
    assert read(get(runs, path, passes=passes))[-1].kind == "end"


def test_a_stream_ends_when_its_run_is_shared_no_more(runs: BackgroundRuns):
    runs.pool.add(ScriptedProvider(replies=slowly))
    passes, ada = Passes(), runs.for_person("ada")
    run_id = start(ada)
    ada.share(run_id, is_shared=True)
    threading.Timer(0.4, lambda: ada.share(run_id, is_shared=False)).start()
    frames = read(get(runs, f"{PATH}{run_id}?pass={passes.issue(run_id, 'bob')}", passes=passes))
    assert frames
    assert "end" not in {frame.kind for frame in frames}
    assert runs.live()


class _Broken(BackgroundRuns):
    def view(self, run_id: str) -> Any:
        raise StorageError("the disk is gone")


def test_a_store_that_cannot_be_read_is_said_to_be_so(store: RunStore):
    broken = _Broken(ProviderPool({}), PROMPTS, store)
    assert get(broken, PATH + "0123456789abcdef").status_code == 503


def test_streams_end_when_the_process_is_told_to_end(runs: BackgroundRuns):
    runs.pool.add(ScriptedProvider(replies=slowly))
    run_id = start(runs)
    told: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _frame: told.append(number))
    try:
        streams = LiveStreams(lambda: runs)
        with streams.end_with_server():
            threading.Timer(0.3, signal.raise_signal, [signal.SIGTERM]).start()
            frames = asyncio.run(asyncio.wait_for(_first_frames(streams, run_id), 10))
        assert not any(frame.startswith("event: end") for frame in frames)
        assert told == [signal.SIGTERM]
        signal.raise_signal(signal.SIGTERM)
        assert told == [signal.SIGTERM] * 2
    finally:
        signal.signal(signal.SIGTERM, before)
    assert runs.live()


async def _first_frames(streams: LiveStreams, run_id: str) -> list[str]:
    """Read a stream until the server ends it."""
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(Starlette(routes=[streams.route])), base_url="http://localhost"
    ) as client:
        return (await client.get(PATH + run_id)).text.split("\n\n")
