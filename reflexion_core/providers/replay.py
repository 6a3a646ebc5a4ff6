"""A model that answers with the recorded replies of an earlier run.

The recording is a JSON file, named as the model (`replay:path/to/recording.json`), as `reflexion show RUN
--recording` writes it. A request that the recording does not hold is an error, never a guess.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

from pydantic import Field, ValidationError

from reflexion_core.errors import ModelNotInstalled, ProviderError, ScriptExhausted
from reflexion_core.providers.base import (
    PROVIDERS,
    ChatRequest,
    Completion,
    OnText,
    Provider,
    ProviderStatus,
)
from reflexion_core.records import ModelInfo, ModelRef, Record
from reflexion_core.stopping import Stop


class RecordedCall(Record):
    """A request's question and what was answered."""

    request_sha256: str
    """`ChatRequest.sha256` of the question."""
    completion: Completion


class Recording(Record):
    """The calls of a run."""

    context_tokens: int = Field(ge=1)
    calls: tuple[RecordedCall, ...]


class ReplayOptions(Record):
    """Nothing to tell: a recording is named as the model."""


@PROVIDERS.register("replay")
class ReplayProvider(Provider):
    """Answers from recordings, at once."""

    name: ClassVar[str] = "replay"
    is_double: ClassVar[bool] = True
    Options = ReplayOptions

    def __init__(self, options: ReplayOptions | None = None) -> None:
        self._options = options or ReplayOptions()

    def complete(self, request: ChatRequest, on_text: OnText, stop: Stop) -> Completion:
        stop.raise_if_set()
        recording = read_recording(request.model)
        asked = request.sha256
        for call in reversed(recording.calls):  # an answer that was cut was asked for again with more room
            if call.request_sha256 == asked:
                on_text(call.completion.text)
                return call.completion
        raise ScriptExhausted(
            f"{request.model}: this question was not recorded (source, prompts, settings or model differ)",
            hint="record the run again",
        )

    def status(self) -> ProviderStatus:
        return ProviderStatus(is_ready=True, place="recorded runs")

    def list_models(self) -> tuple[ModelInfo, ...]:
        return ()

    def describe(self, model: str) -> ModelInfo:
        recording = read_recording(model)
        return ModelInfo(
            ref=ModelRef(provider=self.name, name=model),
            context_tokens=recording.context_tokens,
            parameters="a recording",
        )


def read_recording(name: str) -> Recording:
    """Read a recording from a file.

    Raises:
        ModelNotInstalled: there is no such file.
        ProviderError: the file is not a recording.
    """
    path = Path(name)
    if not path.is_file():
        raise ModelNotInstalled(name, "the disk", hint="name a JSON file with a recording")
    try:
        return Recording.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as exc:
        raise ProviderError(f"{path}: not a recording: {exc}") from exc
