"""A source that is too large for a window is worked section by section, and nothing of it is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest

from reflexion_core.document.parts import split_parts
from reflexion_core.events import CallStarted, PlanMade, RunContinued, SectionReady, SectionStarted
from reflexion_core.forecast import EarlierRun
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedReply
from reflexion_core.records import ModelRef, RunState, StopReason
from reflexion_core.run_options import Budget
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.symbols import public_symbols
from reflexion_core.stopping import Stop
from reflexion_core.storage.store import RunStore
from tests.large_sources import WINDOW, LargeRun, Reply, large_source, run_large, small_source, task_of
from tests.running import run, source
from tests.strategies.test_lessons import WRONG
from tests.strategies.test_lessons import play as learn

SECTIONED = {"strategy": "plan_and_solve"}
MODULE = large_source(300)
"""Two topics: too much for one section, little enough for a quick test."""


def documented(result: LargeRun) -> list[str]:
    """Return the symbols that have a part of their own in the final document, in its order."""
    names = read_facts(result.progress.source).symbol_names if result.progress.source is not None else frozenset()
    return [part.owner for part in split_parts(result.document, names) if part.owner]


def is_about(request: ChatRequest, words: str) -> bool:
    """Whether a request is to write what these words name."""
    return words in task_of(request.messages[-1].content)


def with_lie(text: str) -> str:
    """Add a parameter that the source does not have to the first table of parameters, if there is one."""
    row = "| --- | --- | --- | --- |\n"
    return text.replace(row, f"{row}| `invented` | `int` | required | Nothing. |\n", 1)


def test_a_module_of_3000_lines_gives_a_whole_document_and_no_prompt_exceeds_the_window() -> None:
    of = large_source(3000)
    assert of.line_count > 3000
    result = run_large(of)
    assert result.progress.state is RunState.FINISHED, result.progress.failure
    assert documented(result) == list(public_symbols(of))
    assert result.script.most_tokens <= WINDOW
    assert result.progress.document is not None
    assert result.progress.document.report is not None
    assert not result.progress.document.report.findings


def test_a_source_that_does_not_fit_is_worked_in_sections_and_the_run_says_why() -> None:
    result = run_large(large_source(600), max_context_tokens=6000, strategy="critic_loop")
    [made] = [event for event in result.events if isinstance(event, PlanMade)]
    assert made.reason == "too large for the window of scripted:test (6,000 tokens): worked section by section"
    assert result.progress.options is not None
    assert result.progress.options.strategy == "plan_and_solve"
    assert result.progress.state is RunState.FINISHED


def test_a_source_that_fits_is_worked_as_it_was_asked_for() -> None:
    result = run_large(source(), strategy="single_pass")
    assert result.progress.plan is None


def test_a_large_source_is_worked_in_sections_also_where_the_strategy_was_to_be_chosen() -> None:
    result = run_large(large_source(600), max_context_tokens=6000, strategy="auto")
    assert result.progress.state is RunState.FINISHED
    assert result.progress.choice is None
    assert result.progress.plan is not None


def test_no_critic_of_a_committee_is_asked_about_sections() -> None:
    critics = {"committee": (ModelRef(provider="scripted", name="eve"),)}
    for changes in (SECTIONED, {"max_context_tokens": 6000}):
        result = run_large(large_source(600), **critics, **changes)
        assert result.progress.state is RunState.FINISHED, result.progress.failure
        assert {item.ref.name for item in result.progress.models} == {"test"}


def test_runs_of_small_sources_do_not_tell_how_long_a_large_one_takes() -> None:
    earlier = (EarlierRun(2, 60.0),)
    assert run_large(MODULE, earlier=earlier, **SECTIONED).progress.forecast is not None
    assert run_large(large_source(600), earlier=earlier, max_context_tokens=6000).progress.forecast is None


def test_a_section_is_told_what_earlier_runs_had_to_mend_in_its_first_draft(store: RunStore) -> None:
    learn(store, [WRONG])
    result = run_large(MODULE, lambda _request, text: with_lie(text), book=store.lessons, lessons=True, **SECTIONED)
    assert result.progress.lessons
    asked = [request.messages[-1].content for request in result.script.requests if request.role == "generator"]
    told = [result.progress.lessons[0].text in prompt for prompt in asked]
    assert told == ["must be corrected" not in prompt for prompt in asked]
    assert len(set(told)) == 2


def test_under_the_policy_of_the_critics_numbers_a_large_source_is_still_refused() -> None:
    outcome = run(["never asked"], of=large_source(600), max_context_tokens=6000)
    assert outcome.progress.failure is not None
    assert outcome.progress.failure.kind == "ContextTooSmall"


def test_a_window_that_holds_no_section_is_refused_with_the_numbers() -> None:
    result = run_large(MODULE, max_context_tokens=2000, **SECTIONED)
    assert result.progress.failure is not None
    assert "not even a section of stock.py fits" in result.progress.failure.hint


def test_the_run_tells_where_it_is() -> None:
    result = run_large(MODULE, **SECTIONED)
    plan = result.progress.plan
    assert plan is not None
    steps = [event for event in result.events if isinstance(event, SectionStarted | SectionReady | CallStarted)]
    assert [type(event).__name__ for event in steps[:3]] == ["SectionStarted", "CallStarted", "SectionReady"]
    assert plan.done == len(plan.sections)


def test_every_section_is_asked_for_once_where_nothing_is_wrong() -> None:
    result = run_large(MODULE, **SECTIONED)
    assert result.progress.plan is not None
    assert len(result.script.requests) == len(result.progress.plan.sections)


def test_a_section_is_drafted_once_more_with_what_is_wrong_in_it() -> None:
    def lie_once(request: ChatRequest, text: str) -> Reply:
        is_first = is_about(request, "`load_bin(") and "must be corrected" not in request.messages[-1].content
        return with_lie(text) if is_first else text

    result = run_large(MODULE, lie_once, **SECTIONED)
    assert result.progress.plan is not None
    again = [item for item in result.progress.plan.results if item.is_redrafted]
    assert [item.symbols for item in again] == [("load_bin",)]
    assert "invented" not in result.document


def test_what_stays_wrong_is_settled_by_code_in_the_end() -> None:
    def lie(request: ChatRequest, text: str) -> Reply:
        return with_lie(text) if is_about(request, "`load_bin(") else text

    result = run_large(MODULE, lie, adjudicate="never", **SECTIONED)
    assert "invented" not in result.document
    assert result.progress.document is not None
    assert result.progress.document.settled


def test_the_adjudicator_is_asked_about_the_section_alone_that_needs_it() -> None:
    def lie(request: ChatRequest, text: str) -> Reply:
        is_lie = request.role == "generator" and is_about(request, "`load_bin(")
        return with_lie(text) if is_lie else text

    result = run_large(MODULE, lie, **SECTIONED)
    asked = [request for request in result.script.requests if request.role == "adjudicator"]
    assert asked
    assert all("def load_bin" in request.messages[-1].content for request in asked)


def test_a_part_that_is_left_out_is_asked_for_again() -> None:
    def forget_once(request: ChatRequest, text: str) -> Reply:
        is_first = "is missing" not in request.messages[-1].content
        return text.split("## `measure_bin`", maxsplit=1)[0] if is_first else text

    result = run_large(MODULE, forget_once, **SECTIONED)
    assert documented(result) == list(public_symbols(MODULE))


def test_a_part_that_never_comes_is_written_by_code() -> None:
    result = run_large(MODULE, lambda _request, text: text.split("## `measure_bin`")[0], **SECTIONED)
    assert set(documented(result)) == set(public_symbols(MODULE))


def test_without_any_usable_reply_the_document_still_has_every_symbol() -> None:
    result = run_large(MODULE, lambda _request, _text: "", **SECTIONED)
    assert set(documented(result)) == set(public_symbols(MODULE))


def test_a_section_that_breaks_off_is_written_again() -> None:
    def break_off(request: ChatRequest, text: str) -> Reply:
        is_first = "breaks off" not in request.messages[-1].content
        return ScriptedReply(text=text[: len(text) // 2], finish_reason="length") if is_first else text

    result = run_large(MODULE, break_off, **SECTIONED)
    assert documented(result) == list(public_symbols(MODULE))


HUGE = "def huge(value: int) -> int:\n" + '    """Count up."""\n' + "    value += 1  # once more\n" * 5000
HUGE += '    if value > 9:\n        raise ValueError("too much")\n    return value\n'


def test_a_function_larger_than_the_window_is_shown_by_its_head_and_its_facts() -> None:
    result = run_large(small_source(HUGE))
    assert result.progress.state is RunState.FINISHED, result.progress.failure
    assert result.progress.plan is not None
    assert result.progress.plan.sections[-1].shortened == ("huge",)
    prompt = result.script.requests[-1].messages[-1].content
    assert "Count up." in prompt
    assert "# ... the rest is left out" in prompt
    assert "raises `ValueError` with the message `too much`" in prompt
    assert "too much" in result.document


def test_a_spent_budget_leaves_the_rest_to_code_and_the_document_whole() -> None:
    result = run_large(MODULE, budget=Budget(calls=2), **SECTIONED)
    assert result.progress.reason is StopReason.BUDGET
    assert len(result.script.requests) == 2
    assert documented(result) == list(public_symbols(MODULE))
    assert result.progress.plan is not None
    origins = [item.origin for item in result.progress.plan.results]
    assert origins == ["model", "model", *["code"] * (len(origins) - 2)]


def stopped(after: int) -> LargeRun:
    """Return a run that is stopped after so many sections."""
    stop, done = Stop(), [0]

    def count(event: object) -> None:
        done[0] += isinstance(event, SectionReady)
        if done[0] == after:
            stop.set()

    return run_large(MODULE, stop=stop, on_event=count, **SECTIONED)


def go_on(first: LargeRun, fix: str = "", **changes: object) -> LargeRun:
    """Let a run go on that has ended."""
    options = first.progress.options
    assert options is not None
    first.progress.apply(RunContinued(options=options.model_copy(update=changes), fix=fix))
    return run_large(MODULE, so_far=first.progress, **SECTIONED, **changes)


def test_a_run_that_was_stopped_keeps_its_sections_and_goes_on_from_them() -> None:
    first = stopped(after=2)
    assert first.progress.state is RunState.CANCELLED
    assert first.progress.plan is not None
    assert first.progress.plan.done == 2
    sections = len(first.progress.plan.sections)
    second = go_on(first)
    assert len(second.script.requests) == sections - 2
    assert documented(second) == list(public_symbols(MODULE))


def test_going_on_after_a_spent_budget_writes_what_code_stood_in_for() -> None:
    first = run_large(MODULE, budget=Budget(calls=2), **SECTIONED)
    assert first.progress.plan is not None
    sections = len(first.progress.plan.sections)
    second = go_on(first, budget=Budget())
    assert len(second.script.requests) == sections - 2
    assert second.progress.plan is not None
    assert {item.origin for item in second.progress.plan.results} == {"model"}


def test_a_persons_request_is_for_the_part_that_it_names() -> None:
    second = go_on(run_large(MODULE, **SECTIONED), fix="Say more of `load_bin`.")
    assert [request.role for request in second.script.requests] == ["generator"] * len(second.script.requests)
    assert second.script.requests
    assert all("Say more of `load_bin`." in request.messages[-1].content for request in second.script.requests)


def test_a_person_may_have_a_fact_taken_out_of_a_section() -> None:
    first = run_large(MODULE, **SECTIONED)
    options = first.progress.options
    assert options is not None
    first.progress.apply(RunContinued(options=options, fix="Shorten `load_bin`."))
    default, without = '| `str` | `","` |', "| `str` |  |"
    second = run_large(MODULE, lambda _, text: text.replace(default, without), so_far=first.progress, **SECTIONED)
    assert len(second.script.requests) == 1
    before, after = (item.draft for item in second.progress.rounds)
    assert after != before
    assert after == before.replace(default, without, 1)


def test_draft_and_redraft_of_a_section_begin_with_the_same_words() -> None:
    result = run_large(MODULE, lambda _request, text: with_lie(text), **SECTIONED)
    asked = [request.messages[-1].content for request in result.script.requests if request.role == "generator"]
    pairs = [(one, two) for one, two in pairwise(asked) if "must be corrected" in two]
    assert pairs
    for one, two in pairs:
        head = one.removesuffix(task_of(one))
        assert two.startswith(head)


@pytest.mark.parametrize("language", ["English", "German"])
def test_a_section_is_asked_for_in_the_language_of_the_run(language: str) -> None:
    result = run_large(MODULE, language=language, **SECTIONED)
    asked = result.script.requests[1].messages[-1].content
    assert ("in German" in asked) == (language == "German")
