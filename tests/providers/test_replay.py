"""The replaying provider."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.errors import Cancelled, ModelNotInstalled, ProviderError, ScriptExhausted
from reflexion_core.events import CallFinished, Event
from reflexion_core.progress import Progress
from reflexion_core.providers.base import ChatRequest, Completion, Message
from reflexion_core.providers.replay import RecordedCall, Recording, ReplayProvider
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import ModelRef, RunState, Source, Usage
from reflexion_core.run_options import RoleOptions
from reflexion_core.runs import ProviderPool, RunRequest, execute
from reflexion_core.stopping import Stop
from tests.running import MODULE, PROMPTS, Outcome, Script, draft, run, run_options, source, verdict


def question(content: str = "Write.") -> ChatRequest:
    return ChatRequest(
        model="", messages=(Message(role="user", content=content),), temperature=0, seed=1,
        max_output_tokens=100, context_tokens=1000,
    )  # fmt: skip


def write(folder: Path, recording: Recording) -> str:
    path = folder / "recording.json"
    path.write_text(recording.model_dump_json(), encoding="utf-8")
    return str(path)


def one_call(folder: Path) -> str:
    completion = Completion(text="written", finish_reason="length", usage=Usage(output_tokens=3), thinking="hm")
    call = RecordedCall(request_sha256=question().sha256, completion=completion)
    return write(folder, Recording(context_tokens=2048, calls=(call,)))


def ask(model: str, content: str = "Write.") -> tuple[Completion, list[str]]:
    pieces: list[str] = []
    request = question(content).model_copy(update={"model": model})
    return ReplayProvider().complete(request, pieces.append, Stop()), pieces


def test_a_recorded_question_gets_its_recorded_answer(tmp_path: Path) -> None:
    completion, pieces = ask(one_call(tmp_path))
    assert pieces == ["written"]
    assert (completion.text, completion.finish_reason, completion.usage.output_tokens) == ("written", "length", 3)


def test_of_an_answer_that_was_cut_and_asked_for_again_the_whole_one_is_given(tmp_path: Path) -> None:
    asked = question()
    answers = [Completion(text="writ", finish_reason="length"), Completion(text="written", finish_reason="stop")]
    calls = tuple(RecordedCall(request_sha256=asked.sha256, completion=answer) for answer in answers)
    completion, _ = ask(write(tmp_path, Recording(context_tokens=2048, calls=calls)))
    assert (completion.text, completion.finish_reason) == ("written", "stop")


def test_a_question_that_was_not_recorded_is_an_error_and_never_a_guess(tmp_path: Path) -> None:
    with pytest.raises(ScriptExhausted, match="was not recorded"):
        ask(one_call(tmp_path), "Read.")


def test_a_recording_knows_the_window_that_its_model_had(tmp_path: Path) -> None:
    assert ReplayProvider().describe(one_call(tmp_path)).context_tokens == 2048


def test_a_recording_that_is_not_there_is_a_model_that_is_not_installed(tmp_path: Path) -> None:
    with pytest.raises(ModelNotInstalled, match="gone"):
        ReplayProvider().describe(str(tmp_path / "gone.json"))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"context_tokens": 0, "calls": []}'])
def test_a_file_that_is_no_recording_is_refused_by_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "recording.json").write_text(text, encoding="utf-8")
    with pytest.raises(ProviderError, match=r"recording\.json: not a recording"):
        ReplayProvider().describe(str(tmp_path / "recording.json"))


def test_a_stop_that_was_given_asks_nothing(tmp_path: Path) -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Cancelled):
        ReplayProvider().complete(question().model_copy(update={"model": one_call(tmp_path)}), print, stop)


def record(outcome: Outcome) -> Recording:
    calls = tuple(
        RecordedCall(
            request_sha256=event.request_sha256,
            completion=Completion(text=event.text, finish_reason=event.finish_reason, usage=event.usage),
        )
        for event in outcome.events
        if isinstance(event, CallFinished)
    )
    windows = [model.context_tokens for model in outcome.progress.models]
    return Recording(context_tokens=max(windows), calls=calls)


def replay(folder: Path, outcome: Outcome, of: Source) -> Progress:
    role = RoleOptions(model=ModelRef(provider="replay", name=write(folder, record(outcome))), temperature=0)
    options = run_options(generator=role, critic=role, adjudicator=role)
    events: list[Event] = []
    return execute(RunRequest(of, options), ProviderPool({}), PROMPTS, events.append, Stop())


SCRIPT = ([draft(1), draft(2)], [verdict(50, fix="State the default."), verdict(96)])


def test_a_whole_run_can_be_replayed_to_the_same_document(tmp_path: Path) -> None:
    outcome = run(Script(*SCRIPT))
    again = replay(tmp_path, outcome, source())
    assert again.document == outcome.progress.document
    assert [item.score for item in again.rounds] == [50, 96]


class ThriftyProvider(ScriptedProvider):
    """Counts fewer tokens than the cautious estimate, as real tokenizers do."""

    def count_tokens(self, model: str, text: str) -> int:
        return len(text) // 4


def test_a_run_of_a_model_with_its_own_tokenizer_can_be_replayed(tmp_path: Path) -> None:
    long = source(MODULE + "\n".join(f"LENGTH_{number} = {number}" for number in range(1000)))
    outcome = run(ThriftyProvider(replies=Script(*SCRIPT)), of=long)
    again = replay(tmp_path, outcome, long)
    assert again.failure is None
    assert again.state is RunState.FINISHED
