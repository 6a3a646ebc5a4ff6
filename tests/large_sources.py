"""Runs of sources that are too large for a window: models that write what they are asked for, and count prompts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from reflexion_core.events import Event
from reflexion_core.forecast import EarlierRun
from reflexion_core.progress import Progress
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedProvider, ScriptedReply
from reflexion_core.records import ModelRef, Source
from reflexion_core.rubric_choice import open_rubrics
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.runs import ProviderPool, Referee, RunRequest, execute
from reflexion_core.skeleton import skeleton_section
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source
from reflexion_core.stopping import Stop
from reflexion_core.storage.lessons import LessonBook
from tests.bench.generated_pair import write_pair
from tests.running import PROMPTS

WINDOW = 8192
_HEADING = re.compile(r"^#{2,6} `([\w.]+)", re.MULTILINE)
_PART = re.compile(r"^One part of its documentation, “`([\w.]+)", re.MULTILINE)
Reply = ScriptedReply | str | Exception


def large_source(lines: int = 3000) -> Source:
    return read_source("stock.py", write_pair(lines).source.encode(), max_bytes=10_000_000)


def small_source(text: str, name: str = "shapes.py") -> Source:
    return read_source(name, text.encode(), max_bytes=10_000_000)


def task_of(prompt: str) -> str:
    """Return what a prompt asks for, without the source and the draft that it shows."""
    return prompt[prompt.rindex("Write ") :]


@dataclass
class SectionScript:
    """A model that writes every part that it is asked for from the facts, and refuses a prompt that does not fit."""

    facts: ModuleFacts
    change: Callable[[ChatRequest, str], Reply] = lambda _request, text: text
    """What becomes of the true answer."""
    requests: list[ChatRequest] = field(default_factory=list)
    most_tokens: int = 0
    """Of a prompt with the room for its answer."""

    def __call__(self, request: ChatRequest) -> Reply:
        prompt = sum(ScriptedProvider().count_tokens("test", message.content) for message in request.messages)
        self.most_tokens = max(self.most_tokens, prompt + (request.max_output_tokens or 0))
        assert self.most_tokens <= request.context_tokens, "the prompt and its answer do not fit the window"
        self.requests.append(request)
        return self.change(request, self._answer(request.messages[-1].content))

    def _answer(self, prompt: str) -> str:
        asked = task_of(prompt)
        names = list(dict.fromkeys([*_PART.findall(prompt), *_HEADING.findall(asked)]))
        if not names:
            return f"# {self.facts.name}\n\nKeeps what it is given.\n"
        return "\n\n".join(skeleton_section(self.facts, name, has_members=False) for name in names)


@dataclass(frozen=True)
class LargeRun:
    """What became of a run."""

    progress: Progress
    events: list[Event]
    script: SectionScript

    @property
    def document(self) -> str:
        assert self.progress.document is not None
        return self.progress.document.text


def run_large(
    of: Source,
    change: Callable[[ChatRequest, str], Reply] = lambda _request, text: text,
    *,
    stop: Stop | None = None,
    so_far: Progress | None = None,
    on_event: Callable[[Event], None] = lambda _event: None,
    earlier: tuple[EarlierRun, ...] = (),
    book: LessonBook | None = None,
    **changes: object,
) -> LargeRun:
    """Run a source on a model with a window of 8,192 tokens."""
    script = SectionScript(read_facts(of), change)
    provider = ScriptedProvider(replies=script)
    pool = ProviderPool({})
    pool.add(provider)
    role = RoleOptions(model=ModelRef(provider="scripted", name="test"), temperature=0.0)
    roles = {"generator": role, "critic": role, "adjudicator": role}
    options = RunOptions.model_validate(roles | {"max_context_tokens": WINDOW} | changes)
    events: list[Event] = []

    def sink(event: Event) -> None:
        events.append(event)
        on_event(event)

    referee = Referee(open_rubrics(), None)
    progress = execute(
        RunRequest(of, options, earlier=earlier), pool, PROMPTS, sink, stop or Stop(), referee, so_far, book
    )
    return LargeRun(progress, events, script)
