"""Runs in every state for tests of what pages show, and what a reader sees of HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from reflexion_core import events
from reflexion_core.dashboard.background import RunView
from reflexion_core.progress import Progress
from reflexion_core.records import ModelRef, RoleName, Usage
from tests.running import draft, run, run_options, source

HOSTILE = "<img src=http://evil.example/x onerror=alert(1)><script>alert(1)</script>\"'&amp;</div>"
MODEL = ModelRef(provider="scripted", name="test")


class Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.depth = 0
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1

    def handle_data(self, data: str) -> None:
        self.text += data


def view(*more: Any, **changes: Any) -> RunView:
    queued = events.RunQueued(source=source(name=changes.pop("name", "shapes.py")), options=run_options(**changes))
    return RunView("0123456789abcdef", Progress.of([queued, *more]))


def started(*more: Any, **changes: Any) -> RunView:
    return view(events.RunStarted(prompts=(), models=()), events.RoundStarted(round=1), *more, **changes)


def call(role: RoleName) -> events.CallStarted:
    return events.CallStarted(role=role, model=MODEL, round=1)


def finished(role: RoleName, seconds: float = 2.0, **usage: int) -> events.CallFinished:
    return events.CallFinished(
        role=role, model=MODEL, round=1, request_sha256="", text="", finish_reason="stop",
        usage=Usage(**usage), seconds=seconds,
    )  # fmt: skip


def ended(replies: Any, **changes: Any) -> RunView:
    return RunView("0123456789abcdef", run(replies, **changes).progress)


def critic_says(*verdicts: str) -> Any:
    replies = iter(verdicts)
    return lambda request: next(replies) if request.role == "critic" else draft(request.round)
