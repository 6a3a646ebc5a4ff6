"""Answers that are ended early, and asked for again, so that nothing is lost."""

from __future__ import annotations

from typing import Any

from reflexion_core.events import CallFinished
from reflexion_core.progress import Progress
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedReply
from reflexion_core.records import RunState
from reflexion_core.run_options import Budget, Savings
from reflexion_core.source.read_facts import read_facts
from reflexion_core.stopping import Stop
from reflexion_core.usual_length import longest_answer, longest_revision
from tests.running import MODULE, TRUE_PAGE, Outcome, Script, draft, run, source, verdict
from tests.strategies.test_never_worse import play as play_grounded
from tests.strategies.test_part_revision import INVENTED, play

RUNAWAY = draft(1) + "- and so on, as was said before\n" * 400
OFF = Savings(limit_answers=False, stop_repetition=False, check_ahead=False, load_ahead=False)


def repeating(*later: str, **changes: Any) -> Outcome:
    """Run with a generator whose first answer repeats itself."""
    answers = iter([RUNAWAY, *later])
    return run(lambda request: next(answers) if request.role == "generator" else verdict(100), **changes)


def test_an_answer_that_repeats_itself_is_ended_and_asked_for_with_another_seed() -> None:
    outcome = repeating(draft(2), adjudicate="never")
    first, second = outcome.asked("generator")
    assert first.seed != second.seed
    assert first.messages == second.messages
    ended, whole = [event for event in outcome.events if isinstance(event, CallFinished) and event.role == "generator"]
    assert (ended.finish_reason, whole.finish_reason) == ("repetition", "stop")
    assert len(ended.text) < len(draft(1)) + 800
    assert ended.usage.output_tokens
    assert outcome.progress.rounds[0].draft == draft(2)
    assert not outcome.progress.rounds[0].is_cut


def test_where_the_second_answer_repeats_itself_too_it_is_kept_without_the_repetition() -> None:
    outcome = repeating(RUNAWAY, adjudicate="never")
    assert len(outcome.asked("generator")) == 2
    assert outcome.progress.rounds[0].draft == draft(1) + "- and so on, as was said before\n"
    assert outcome.progress.rounds[0].is_cut


def test_a_second_answer_is_a_call_of_the_budget() -> None:
    outcome = repeating(draft(2), budget=Budget(calls=1))
    assert len(outcome.provider.requests) == 1
    assert outcome.progress.rounds[0].draft.startswith(draft(1).rstrip())


def test_repetition_can_be_let_go_on() -> None:
    outcome = repeating(savings=OFF, adjudicate="never")
    assert len(outcome.asked("generator")) == 1
    assert outcome.progress.rounds[0].draft == RUNAWAY


def test_a_users_stop_is_no_repetition() -> None:
    stop = Stop()
    outcome = run(Script(on_request=lambda _: stop.set()), stop=stop)
    assert outcome.progress.state is RunState.CANCELLED


def test_a_critics_answer_is_never_ended_for_it_is_read_as_it_is() -> None:
    again = verdict(50, fix="Say more of it. " * 60)
    assert run(Script([draft(1)], [again]), max_attempts=1).asked("critic")[0].answer_schema is not None
    assert len(run(Script([draft(1)], [again]), max_attempts=1).asked("critic")) == 1


def cut_at_first(asked: list[int]) -> Any:
    """Answer with a cut text wherever there is less than the full room."""

    def reply(request: ChatRequest) -> ScriptedReply | str:
        if request.role != "generator":
            return verdict(100)
        asked.append(request.max_output_tokens)
        is_cut = request.max_output_tokens < 2048
        return ScriptedReply(
            text=TRUE_PAGE[:200] if is_cut else TRUE_PAGE, finish_reason="length" if is_cut else "stop"
        )

    return reply


def test_an_answer_that_the_usual_length_cuts_is_asked_for_again_with_all_the_room() -> None:
    asked: list[int] = []
    progress = play_with(cut_at_first(asked))
    assert asked == [longest_answer(read_facts(source()), ""), 2048]
    assert progress.rounds[0].draft == TRUE_PAGE
    assert not progress.rounds[0].is_cut


def play_with(reply: Any, **changes: object) -> Progress:
    """Run under the policy `grounded` with one function for all answers."""
    return play_grounded(reply, changes)[0]


def test_the_usual_length_can_be_left_out_of_it() -> None:
    asked: list[int] = []
    play_with(cut_at_first(asked), savings=OFF)
    assert asked == [2048]


def test_a_part_has_the_usual_length_of_its_symbol_and_never_less_than_what_is_revised() -> None:
    facts = read_facts(source())
    part = longest_answer(facts, "area")
    assert part is not None
    assert part < 1024
    assert longest_answer(facts, "Usage") is None
    assert longest_revision("x" * 3000) > 2000
    _, provider = play(INVENTED, [])
    revised = [request for request in provider.requests if request.role == "generator" and request.round == 2]
    assert {request.max_output_tokens for request in revised} < set(range(300, 1024))


def test_more_symbols_parameters_and_exceptions_make_a_longer_document() -> None:
    small = longest_answer(read_facts(source("def f(): ...\n")), "")
    more = longest_answer(read_facts(source("def f(a, b):\n    raise ValueError('x')\n")), "")
    most = longest_answer(read_facts(source(MODULE)), "")
    assert small is not None
    assert more is not None
    assert most is not None
    assert small < more < most
