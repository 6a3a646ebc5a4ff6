"""A run in a test: a small source, roles that answer by a script, and the events that come of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from reflexion_core.events import Event, RunQueued, RunStarted
from reflexion_core.progress import Progress
from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedProvider, ScriptedReply
from reflexion_core.records import ModelRef, Source
from reflexion_core.rubrics import read_rubric
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.runs import ProviderPool, RunRequest, execute
from reflexion_core.settings import rubric_files, shipped_folder
from reflexion_core.source.reading import read_source
from reflexion_core.stopping import Stop

MODULE = '''\
"""Shapes."""


def area(width: float, height: float = 2.0) -> float:
    """Return the area of a rectangle."""
    if width < 0:
        raise ValueError(f"width must not be negative, got {width}")
    return width * height


class Box:
    def volume(self) -> float:
        return 8.0
'''

TRUE_PAGE = """\
# shapes

Shapes.

## `area(width: float, height: float = 2.0) -> float`

Return the area of a rectangle.

- `width` (`float`): the width.
- `height` (`float`, default `2.0`): the height.

**Raises** `ValueError`: `width must not be negative, got {width}` when `width` is negative.

## `Box`

A box.

### `volume() -> float`

Return the volume of a box.
"""
"""A document of the module in which every statement is true."""

Reply = ScriptedReply | str | Exception
PROMPTS = PromptSet(shipped_folder() / "config" / "prompts")
CLASSIC, FULL = (read_rubric(rubric_files()[name]) for name in ("classic", "full"))


def source(text: str = MODULE, name: str = "shapes.py") -> Source:
    return read_source(name, text.encode(), max_bytes=1_000_000)


def draft(take: int = 1) -> str:
    """Return a clean document of the module that differs from take to take."""
    return (
        f"# shapes\n\nShapes, take {take}.\n\n## `area(width, height=1.0)`\n\n"
        "Return the area. Raises `ValueError` when `width` is negative.\n\n"
        "## `Box`\n\n### `volume()`\n\nReturn the volume of a box, always 8.0.\n"
    )


FINAL = draft(99)


def issue(quote: str = "height=1.0", severity: str = "medium", **changes: str) -> dict[str, str]:
    return {
        "dimension": "technical_accuracy",
        "problem": "the default in the source is 2.0",
        "quote": quote,
        "severity": severity,
        "suggestion": "height=2.0",
    } | changes


def verdict(accuracy: float, completeness: float | None = None, *, fix: str = "", issues: Sequence[object] = ()) -> str:
    """Return a critic's reply; one number serves both dimensions."""
    return json.dumps(
        {
            "issues": list(issues),
            "score_completeness": accuracy if completeness is None else completeness,
            "score_technical_accuracy": accuracy,
            "single_critical_fix": fix,
        }
    )


UNREADABLE = "I think it is quite good."


@dataclass
class Script:
    """Replies by role and round; the last one serves all later rounds.

    A critic's entry may be a pair: the reply, and the one to being asked again.
    """

    drafts: Sequence[Reply] = (draft(),)
    verdicts: Sequence[Reply | tuple[Reply, Reply]] = (verdict(100),)
    final: Reply = FINAL
    on_request: Callable[[ChatRequest], None] | None = None
    _asked: Counter[tuple[str, int]] = field(default_factory=Counter)

    def __call__(self, request: ChatRequest) -> Any:
        if self.on_request is not None:
            self.on_request(request)
        self._asked[request.role, request.round] += 1
        if request.role == "adjudicator":
            return self.final
        replies = self.drafts if request.role == "generator" else self.verdicts
        reply = replies[min(request.round, len(replies)) - 1]
        if isinstance(reply, tuple):
            return reply[min(self._asked[request.role, request.round], 2) - 1]
        return reply


def run_options(**changes: Any) -> RunOptions:
    role = RoleOptions(model=ModelRef(provider="scripted", name="test"), temperature=0.0)
    roles = {"generator": role, "critic": role, "adjudicator": role}
    return RunOptions(**({"policy": "model"} | roles | changes))


@dataclass(frozen=True)
class Outcome:
    """What became of a run."""

    progress: Progress
    events: list[Event]
    provider: ScriptedProvider

    def asked(self, role: str) -> list[ChatRequest]:
        return [request for request in self.provider.requests if request.role == role]

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    @property
    def final_text(self) -> str:
        assert self.progress.document is not None
        return self.progress.document.text


def run(replies: Any, *, of: Source | None = None, stop: Stop | None = None, **changes: Any) -> Outcome:
    """Execute a run from its source to its end."""
    provider = replies if isinstance(replies, ScriptedProvider) else ScriptedProvider(replies=replies)
    pool = ProviderPool({})
    pool.add(provider)
    events: list[Event] = []
    request = RunRequest(of or source(), run_options(**changes))
    progress = execute(request, pool, PROMPTS, events.append, stop or Stop())
    return Outcome(progress, events, provider)


QUEUED = RunQueued(source=source(), options=run_options(), notice="note")
STARTED = RunStarted(prompts=(), models=())
"""How every run begins."""
