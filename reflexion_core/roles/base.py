"""What the roles share: a prompt and a model, asked with retries, every step told as an event."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, ClassVar

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)
from tenacity.nap import sleep_using_event

from reflexion_core.document.repetition import RepetitionWatch
from reflexion_core.errors import Cancelled, ContextTooSmall, ProviderError
from reflexion_core.events import CallFinished, CallRetried, CallStarted, Emit, TextStreamed
from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import CHARACTERS_PER_TOKEN, ChatRequest, Completion, Message, Provider
from reflexion_core.records import RoleName, Source, Usage
from reflexion_core.rubrics import Rubric
from reflexion_core.run_options import CriticMode, Language, RoleOptions
from reflexion_core.source.excerpts import Excerpt, Reading
from reflexion_core.stopping import Stop

MAX_RETRIES = 3
FIRST_WAIT_SECONDS = 1.0
"""Waits before the retries are 1, 2 and 4 seconds, each with up to half a second more."""
_JITTER = 0.5
"""Part of the first wait that may be added to each."""
_STREAM_SECONDS = 0.1
"""Pieces of text are told together at most this often; readers see no difference, the store does."""


TEMPLATE_TOKENS = 96
"""What chat templates add around two messages."""


@contextmanager
def nothing_beside() -> Iterator[Callable[[str], None]]:
    """Give what takes the pieces of a document and does nothing with them."""
    yield lambda _: None


@dataclass(frozen=True)
class Seat:
    """Where a role works: its model and what the run gives it."""

    provider: Provider
    options: RoleOptions
    prompts: PromptSet
    seed: int
    max_output_tokens: int
    """Room for the longest answer of the role."""
    context_tokens: int
    """The window of the model in this run."""
    emit: Emit
    stop: Stop
    rubric: Rubric
    """What the critic judges by."""
    facts: str = ""
    """What code knows of the source; empty under the policy `model`."""
    shares_model: bool = False
    """Whether the model plays other roles too and is to read the source once for all: the source comes first then, and
    what the role is comes after it. Else the role comes first, and the facts are for the generator alone."""
    critic_mode: CriticMode = "deduction"
    language: Language = "English"
    """The language of the document."""
    lessons: tuple[str, ...] = ()
    """What earlier runs had to mend, for the first draft."""
    first_wait_seconds: float = FIRST_WAIT_SECONDS
    before_call: Callable[[], None] = lambda: None
    """Called before the model is asked; raises `BudgetSpent` where it may not be asked any more."""
    longest_answer: Callable[[str], int | None] | None = None
    """How many tokens the text on a symbol, or with an empty name the document, may have before it is surely too long,
    None for something else; None for no such limit."""
    stops_repetition: bool = False
    """Whether an answer in free text is ended that says the same over and over."""
    beside: Callable[[], AbstractContextManager[Callable[[str], None]]] = nothing_beside
    """Gives what takes the pieces of a document as they come, to work on them beside the model."""


class Role(ABC):
    """One role at its seat."""

    name: ClassVar[RoleName]

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    @abstractmethod
    def _instructions(self) -> str:
        """Return what the role is and how it works, the same in all its calls."""

    def _fitting(self, reading: Reading, task: str, answer_tokens: int) -> tuple[Message, Message]:
        """Return the messages; of an excerpt as much as fits the window with the answer.

        Raises:
            ContextTooSmall: not even the facts of the excerpt fit.
        """
        if isinstance(reading, Source):
            return self._messages(reading, task)
        room, tokens = self._seat.context_tokens - answer_tokens - TEMPLATE_TOKENS, 0
        for form in reading.forms():
            messages = self._excerpt_messages(form, task)
            tokens = sum(self._count(message.content) for message in messages)
            if tokens <= room:
                return messages
        model = str(self._seat.options.model)
        window = self._seat.context_tokens
        hint = "raise max_context_tokens, or take a model with a larger window"
        raise ContextTooSmall(model, prompt_tokens=tokens, answer_tokens=answer_tokens, window_tokens=window, hint=hint)

    def _count(self, text: str) -> int:
        return self._seat.provider.count_tokens(self._seat.options.model.name, text)

    def _excerpt_messages(self, excerpt: Excerpt, task: str) -> tuple[Message, Message]:
        """Return the messages about a part of a source: what the role is stays the same from part to part."""
        whole = source_values(excerpt.source)
        head = self._seat.prompts["shared/excerpt"].render(
            module=whole["module"],
            file_name=whole["file_name"],
            source=fenced(excerpt.text, "python"),
            facts=excerpt.facts,
            outline=excerpt.outline,
        )
        return Message(role="system", content=self._instructions()), Message(role="user", content=f"{head}\n{task}")

    def _messages(self, source: Source, task: str) -> tuple[Message, Message]:
        """Return the system's and the user's message, with what stays the same first."""
        seat, role = self._seat, self._instructions()
        has_facts = seat.shares_model or self.name is RoleName.GENERATOR
        values = source_values(source) | {"facts": seat.facts if has_facts else ""}
        head = seat.prompts["shared/source"].render(**values)
        if not seat.shares_model:
            return Message(role="system", content=role), Message(role="user", content=f"{head}\n{task}")
        system = seat.prompts["shared/system"].render()
        return Message(role="system", content=system), Message(role="user", content=f"{head}\n{role}\n{task}")

    def _ask(
        self,
        source: Reading,
        task: str,
        *,
        round_number: int,
        seed: int,
        schema: dict[str, Any] | None = None,
        max_output_tokens: int | None = None,
        part: str = "",
    ) -> Completion:
        """Ask the model for one thing about a source, trying again where that can help.

        Raises:
            BudgetSpent: the run may not ask any more.
            Cancelled: the stop was given.
            ContextTooSmall: not even the facts of a part of the source fit the window.
            ProviderError: the provider refused, or stayed unreachable after three more tries.
        """
        seat = self._seat
        seat.before_call()
        longest = max_output_tokens or seat.max_output_tokens
        request = ChatRequest(
            model=seat.options.model.name,
            messages=self._fitting(source, task, longest),
            temperature=seat.options.temperature,
            seed=seed,
            max_output_tokens=longest,
            context_tokens=seat.context_tokens,
            answer_schema=schema,
            role=self.name.value,
            round=round_number,
        )
        seat.emit(CallStarted(role=self.name, model=seat.options.model, round=round_number, part=part))
        started = time.monotonic()
        completion = self._complete(request)
        seat.emit(
            CallFinished(
                role=self.name,
                model=seat.options.model,
                round=round_number,
                request_sha256=request.sha256,
                text=completion.text,
                finish_reason=completion.finish_reason,
                usage=completion.usage,
                seconds=time.monotonic() - started,
            )
        )
        return completion

    def _complete(self, request: ChatRequest) -> Completion:
        seat, first = self._seat, self._seat.first_wait_seconds
        retrying = Retrying(
            stop=stop_after_attempt(1 + MAX_RETRIES),
            wait=wait_exponential(first) + wait_random(0, first * _JITTER),
            retry=retry_if_exception(lambda error: isinstance(error, ProviderError) and error.retryable),
            sleep=sleep_using_event(seat.stop.event),
            before_sleep=self._tell_retry,
            reraise=True,
        )
        return retrying(self._try_once, request)

    def _try_once(self, request: ChatRequest) -> Completion:
        seat, is_document = self._seat, request.answer_schema is None
        stream = _Stream(lambda text: seat.emit(TextStreamed(role=self.name, text=text)))
        watch = RepetitionWatch() if is_document and seat.stops_repetition else None
        beside = seat.beside if is_document else nothing_beside
        own_stop = Stop()

        def take(piece: str) -> None:
            stream.take(piece)
            work(piece)
            if watch is not None and watch.take(piece) is not None:
                own_stop.set()

        with seat.stop.calling(own_stop.set), beside() as work:
            try:
                completion = seat.provider.complete(request, take, own_stop)
            except Cancelled:
                seat.stop.raise_if_set()
                if watch is None:
                    raise
                completion = _ended(request, watch.text)
        stream.flush()
        return completion

    def _tell_retry(self, state: RetryCallState) -> None:
        error = state.outcome.exception() if state.outcome is not None else None
        wait = state.next_action.sleep if state.next_action is not None else 0.0
        self._seat.emit(CallRetried(role=self.name, reason=str(error), wait_seconds=wait))


def _ended(request: ChatRequest, text: str) -> Completion:
    """Return an answer that we ended; no provider counts its tokens, so they are estimated."""
    asked = sum(len(message.content) for message in request.messages)
    usage = Usage(
        prompt_tokens=int(asked / CHARACTERS_PER_TOKEN) + 1, output_tokens=int(len(text) / CHARACTERS_PER_TOKEN) + 1
    )
    return Completion(text=text, finish_reason="repetition", usage=usage)


class _Stream:
    """Joins pieces that come faster than anyone can read."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._pieces: list[str] = []
        self._told_at = 0.0

    def take(self, piece: str) -> None:
        self._pieces.append(piece)
        if time.monotonic() - self._told_at >= _STREAM_SECONDS:
            self.flush()

    def flush(self) -> None:
        text = "".join(self._pieces)
        self._pieces.clear()
        self._told_at = time.monotonic()
        if text:
            self._tell(text)


def source_values(source: Source) -> dict[str, object]:
    """Return what every prompt says about the source: `module`, `file_name` and the fenced `source`."""
    return {
        "module": PurePath(source.name).stem,
        "file_name": source.name,
        "source": fenced(source.text, "python"),
    }


def fenced(text: str, language: str) -> str:
    """Return a text as a code block whose fence no line of the text can close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
