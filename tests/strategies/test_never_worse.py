"""Whatever the models answer: a run ends no worse than its best draft, within its budget, for a reason with a name."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from reflexion_core.events import CallFinished, Event
from reflexion_core.progress import Progress
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import Replier, ScriptedProvider
from reflexion_core.records import CheckReport, ModelRef, RunState, StopReason
from reflexion_core.report.words import REASON_WORDS
from reflexion_core.run_options import Budget, RoleOptions, RunOptions
from reflexion_core.runs import ProviderPool, RunRequest, execute
from reflexion_core.stopping import Stop
from tests.running import PROMPTS, TRUE_PAGE, UNREADABLE, issue, source, verdict
from tests.strategies.test_part_revision import AREA, BOX, REFEREE

RUNS = 100
FAULTS = (
    ("default `2.0`", "default `1.0`"),
    ("(`float`, default `2.0`)", "(`float`)"),
    ("the height.\n", "the height.\n- `depth` (`float`): the depth.\n"),
    ("- `width` (`float`): the width.\n", ""),
    ("`width must not be negative, got {width}`", "`bad width`"),
    ("Return the area of a rectangle.", "Return the area. It is released under the MIT licence."),
    ("`ValueError`", "`KeyError`"),
    ("## `Box`\n\nA box.\n", ""),
    ("### `volume() -> float`\n\nReturn the volume of a box.\n", ""),
    ("A box.", "A box. Its author is Jane Doe, and it was added in version 1.2 on 2019-03-04."),
    ("# shapes\n\nShapes.\n", "Sure! Here is the documentation:\n\n# shapes\n\nShapes.\n\n## Notes\n\n"),
)
"""What can go wrong in a text: each puts something false in, or takes something true out."""


@dataclass(frozen=True)
class Answers:
    """What the models of a run say, over and over."""

    texts: tuple[str, ...]
    verdicts: tuple[str, ...]

    def __call__(self, request: ChatRequest) -> str:
        pick = request.round * 7 + request.seed
        if request.role == "critic":
            return self.verdicts[pick % len(self.verdicts)]
        return self.texts[pick % len(self.texts)]


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Draw a whole document or a part of it, true or with a few faults."""
    text = draw(st.sampled_from([TRUE_PAGE, TRUE_PAGE, TRUE_PAGE, AREA, BOX, ""]))
    for before, after in draw(st.lists(st.sampled_from(FAULTS), max_size=4)):
        text = text.replace(before, after)
    return text


VERDICTS = st.builds(
    lambda score, issues, fix: verdict(score, issues=issues, fix=fix),
    st.integers(0, 100),
    st.lists(
        st.builds(
            issue,
            st.sampled_from(["A box.", "the width.", "Return the area", "not there"]),
            st.sampled_from(["high", "medium", "low"]),
        ),
        max_size=2,
    ),
    st.sampled_from(["", "Say more of the height.", "None"]),
) | st.just(UNREADABLE)
ANSWERS = st.builds(
    lambda texts, verdicts: Answers(tuple(texts), tuple(verdicts)),
    st.lists(texts(), min_size=1, max_size=7),
    st.lists(VERDICTS, min_size=1, max_size=4),
)
OPTIONS = st.fixed_dictionaries(
    {
        "strategy": st.sampled_from(["critic_loop", "critic_loop", "critic_loop", "self_refine", "single_pass"]),
        "revise": st.sampled_from(["parts", "whole"]),
        "ask_critic": st.sampled_from(["when_needed", "always"]),
        "adjudicate": st.sampled_from(["when_needed", "always", "never"]),
        "repair": st.booleans(),
        "quality_score_bar": st.sampled_from([60, 95, 100]),
        "max_attempts": st.integers(1, 7),
        "patience": st.integers(1, 6),
        "budget": st.builds(
            Budget,
            calls=st.none() | st.integers(1, 12),
            tokens=st.none() | st.integers(1, 60_000),
            seconds=st.none() | st.just(1e-9),
        ),
    }
)


def play(answers: Replier, changes: dict[str, object]) -> tuple[Progress, list[Event]]:
    pool = ProviderPool({})
    pool.add(ScriptedProvider(replies=answers))
    role = RoleOptions(model=ModelRef(provider="scripted", name="test"), temperature=0.0)
    options = RunOptions.model_validate({"generator": role, "critic": role, "adjudicator": role} | changes)
    events: list[Event] = []
    progress = execute(RunRequest(source(), options), pool, PROMPTS, events.append, Stop(), REFEREE)
    assert progress.state is RunState.FINISHED, progress.failure
    return progress, events


@settings(max_examples=RUNS, deadline=None, phases=[Phase.generate])  # shrinking a run takes minutes
@given(ANSWERS, OPTIONS)
def test_a_run_ends_no_worse_than_its_best_draft_within_its_budget_and_says_why(
    answers: Answers, changes: dict[str, object]
) -> None:
    progress, events = play(answers, changes)
    assert_no_worse(progress)
    assert_within_budget(progress, events)
    assert_reason_is_said(progress)


def assert_no_worse(progress: Progress) -> None:
    assert progress.document is not None
    assert progress.best is not None
    final, best = progress.document.report, progress.best.report
    assert isinstance(final, CheckReport)
    assert isinstance(best, CheckReport)
    assert final.weight <= best.weight
    assert len(final.findings) <= len(best.findings)
    better = [item for item in progress.rounds if item.report and item.report.weight[:2] < best.weight[:2]]
    assert not better


def assert_within_budget(progress: Progress, events: list[Event]) -> None:
    assert progress.options is not None
    budget, calls = progress.options.budget, [event for event in events if isinstance(event, CallFinished)]
    assert budget.calls is None or len(calls) <= budget.calls
    assert budget.tokens is None or sum(call.usage.total_tokens for call in calls[:-1]) < budget.tokens
    assert budget.seconds is None or len(calls) == 1


def assert_reason_is_said(progress: Progress) -> None:
    decision = progress.rounds[-1].decision
    assert decision is not None
    assert decision.action == "stop"
    assert decision.reason == progress.reason
    assert decision.reason in set(StopReason) - {StopReason.CANCELLED}
    assert REASON_WORDS[decision.reason]
    assert all(item.decision is not None and item.decision.explanation.strip() for item in progress.rounds)
    if progress.options is not None and progress.options.strategy != "single_pass":
        assert progress.is_approved == (progress.reason is StopReason.APPROVED)
