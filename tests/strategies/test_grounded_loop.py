"""The loop under the policy `grounded`: facts decide, models advise. Examples run in a real sandbox."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reflexion_core.progress import Progress
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import ModelRef, Source, StopReason
from reflexion_core.report.data import run_report
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.runs import ProviderPool, Referee, RunRequest, execute, open_referee
from reflexion_core.settings import Settings
from reflexion_core.stopping import Stop
from tests.running import PROMPTS, source, verdict

TRUE = """\
# shapes

Shapes.

## `area(width: float, height: float = 2.0) -> float`

Return the area of a rectangle.

- `width` (`float`): the width.
- `height` (`float`, default `2.0`): the height.

**Returns** `float`: the area.

**Raises** `ValueError`: `width must not be negative, got {width}` when `width` is negative.

```python
from shapes import area

print(area(3.0))  # prints 6.0
```

## `Box`

A box.

### `volume() -> float`

Return the volume of a box.
"""
WRONG_DEFAULT = TRUE.replace("default `2.0`", "default `1.0`")
WRONG_OUTPUT = TRUE.replace("prints 6.0", "prints 3.0")
FAILING = TRUE.replace("print(area(3.0))  # prints 6.0", "print(area('x', None))")
MISSING = TRUE[: TRUE.index("## `Box`")]
NO_RAISES = TRUE.replace(
    "**Raises** `ValueError`: `width must not be negative, got {width}` when `width` is negative.\n\n", ""
)


@pytest.fixture(scope="module")
def referee() -> Referee:
    found = open_referee(Settings())
    if found.sandbox is None:
        pytest.skip(f"NO SANDBOX: {found.not_run}")
    return found


def play(
    referee: Referee,
    drafts: list[str],
    *,
    final: str = TRUE,
    critic: Callable[[ChatRequest], str] = lambda _: verdict(100),
    of: Source | None = None,
    **changes: object,
) -> tuple[Progress, list[str], ScriptedProvider]:
    """Run the loop on drafts given round by round."""

    def reply(request: ChatRequest) -> str:
        if request.role == "critic":
            return critic(request)
        return final if request.role == "adjudicator" else drafts[min(request.round, len(drafts)) - 1]

    provider = ScriptedProvider(replies=reply)
    pool = ProviderPool({})
    pool.add(provider)
    role = RoleOptions(model=ModelRef(provider="scripted", name="test"), temperature=0.0)
    options = RunOptions.model_validate({"generator": role, "critic": role, "adjudicator": role} | changes)
    request = RunRequest(of or source(), options)
    kinds: list[str] = []
    progress = execute(request, pool, PROMPTS, lambda event: kinds.append(event.kind), Stop(), referee)
    assert progress.failure is None
    return progress, kinds, provider


def test_a_true_draft_is_approved_with_no_finding(referee: Referee) -> None:
    progress, kinds, _ = play(referee, [TRUE])
    assert progress.reason is StopReason.APPROVED
    assert progress.document is not None
    assert progress.document.text == TRUE
    assert progress.document.report is not None
    assert progress.document.report.findings == ()
    assert "draft_repaired" not in kinds


def test_a_wrong_draft_that_the_critic_praises_is_not_approved_as_it_is(referee: Referee) -> None:
    progress, _, _ = play(referee, [FAILING], final=FAILING, max_attempts=2, repair=False)
    assert not progress.is_approved
    assert progress.rounds[0].score == 85


def test_a_part_on_a_private_function_is_left_out_of_a_draft_and_of_the_final_text(referee: Referee) -> None:
    private = "## `_clamp(x)`\n\nReturn x.\n\n```python\nfrom shapes import _clamp\n\n_clamp()\n```\n"
    of = source(f"{source().text}\n\ndef _clamp(x):\n    return x\n")
    progress, _, _ = play(
        referee, [f"{WRONG_DEFAULT}\n{private}"], final=f"{TRUE}\n{private}", of=of, adjudicate="always"
    )
    assert progress.rounds[0].left_out == ("_clamp",)
    assert progress.rounds[0].draft == f"{TRUE}\n"
    assert progress.document is not None
    assert progress.document.text == f"{TRUE}\n"


def test_what_code_can_mend_is_mended_before_the_critic_sees_it(referee: Referee) -> None:
    progress, kinds, provider = play(referee, [WRONG_DEFAULT])
    first = progress.rounds[0]
    assert kinds.index("findings_ready") < kinds.index("draft_repaired") < kinds.index("critique_ready")
    assert (first.draft, first.written) == (TRUE, WRONG_DEFAULT)
    assert [(item.before, item.after) for item in first.repairs] == [("1.0", "2.0")]
    asked = next(request for request in provider.requests if request.role == "critic")
    assert "default `2.0`" in asked.messages[-1].content


def test_a_wrong_output_is_mended_by_running_the_example(referee: Referee) -> None:
    progress, _, _ = play(referee, [WRONG_OUTPUT])
    assert progress.rounds[0].draft == TRUE


def test_the_fix_is_in_codes_own_words(referee: Referee) -> None:
    progress, _, provider = play(referee, [FAILING, TRUE])
    fix = progress.rounds[0].decision.fix if progress.rounds[0].decision is not None else None
    assert fix is not None
    assert fix.origin == "finding"
    assert "running the example fails here with `TypeError" in fix.text
    asked = [request for request in provider.requests if request.role == "generator"][1]
    assert fix.text in asked.messages[-1].content
    assert progress.reason is StopReason.APPROVED


def test_the_generator_is_given_the_facts_from_the_first_prompt_on(referee: Referee) -> None:
    _, _, provider = play(referee, [TRUE])
    first = provider.requests[0].messages[-1].content
    assert "`area(width: float, height: float = 2.0) -> float`" in first
    assert "`width must not be negative, got {width}`" in first


def test_a_critic_that_disputes_what_is_right_changes_nothing(referee: Referee) -> None:
    def dispute(_: ChatRequest) -> str:
        return verdict(20, issues=[{
            "quote": "default `2.0`", "problem": "the default is 1.0", "suggestion": "1.0",
            "severity": "high", "dimension": "technical_accuracy",
        }])  # fmt: skip

    progress, _, _ = play(referee, [TRUE], critic=dispute)
    critique = progress.rounds[0].critique
    assert critique is not None
    assert critique.issues[0].is_refuted
    assert progress.rounds[0].score == 100


def test_an_unreadable_critic_leaves_the_score_to_the_facts(referee: Referee) -> None:
    progress, _, _ = play(referee, [TRUE], critic=lambda _: "no idea")
    assert progress.rounds[0].critique is None
    assert progress.rounds[0].score == 100


def test_an_adjudicator_that_makes_it_worse_is_not_followed(referee: Referee) -> None:
    progress, _, _ = play(referee, [TRUE], final=FAILING, adjudicate="always")
    assert progress.document is not None
    assert progress.document.origin == "draft"
    assert progress.document.text == TRUE
    assert "findings of severity high" in progress.document.note


def test_what_is_still_wrong_in_the_end_is_settled_and_listed(referee: Referee) -> None:
    progress, _, _ = play(referee, [FAILING], final=FAILING, max_attempts=2)
    document = progress.document
    assert document is not None
    assert document.report is not None
    assert document.report.findings == ()
    assert "area('x', None)" not in document.text
    assert [item.scope for item in document.settled] == ["example"]
    assert "`width must not be negative, got {width}`" in document.text


def test_a_symbol_that_nobody_documented_is_put_in_from_the_facts(referee: Referee) -> None:
    progress, _, _ = play(referee, [MISSING], final=MISSING, max_attempts=1, revise="whole")
    document = progress.document
    assert document is not None
    assert document.report is not None
    assert document.report.count("high") == document.report.count("medium") == 0
    assert "Box" in document.text
    assert any(item.scope == "missing" for item in document.settled)


def test_an_exception_that_nobody_mentions_is_settled(referee: Referee) -> None:
    progress, _, _ = play(referee, [NO_RAISES], final=NO_RAISES, max_attempts=1)
    document = progress.document
    assert document is not None
    assert document.report is not None
    assert document.report.count("high") == 0
    assert "width must not be negative, got {width}" in document.text


def test_without_repair_nothing_is_changed_and_the_findings_are_told(referee: Referee) -> None:
    progress, kinds, _ = play(referee, [WRONG_DEFAULT], final=WRONG_DEFAULT, max_attempts=1, repair=False)
    assert "draft_repaired" not in kinds
    document = progress.document
    assert document is not None
    assert document.text == WRONG_DEFAULT
    assert document.settled == ()
    assert document.report is not None
    assert [finding.check for finding in document.report.findings] == ["defaults"]


def test_a_single_pass_is_checked_and_settled_as_well(referee: Referee) -> None:
    progress, _, _ = play(referee, [FAILING], strategy="single_pass")
    assert progress.document is not None
    assert progress.document.report is not None
    assert progress.document.report.findings == ()


def test_an_approved_draft_with_nothing_wrong_is_final_without_the_adjudicator(referee: Referee) -> None:
    progress, _, provider = play(referee, [TRUE])
    assert progress.document is not None
    assert (progress.document.text, progress.document.origin) == (TRUE, "draft")
    assert "without the adjudicator" in progress.document.note
    assert all(request.role != "adjudicator" for request in provider.requests)


def test_a_draft_that_is_not_approved_goes_to_the_adjudicator(referee: Referee) -> None:
    _, kinds, _ = play(referee, [FAILING], max_attempts=1)
    assert "adjudication_ready" in kinds


def test_an_approved_draft_with_a_slight_fault_goes_to_the_adjudicator(referee: Referee) -> None:
    _, kinds, _ = play(referee, [f"{TRUE}\n## Notes\n"], repair=False)
    assert "adjudication_ready" in kinds


def test_the_adjudicator_is_never_asked_where_the_user_wants_none(referee: Referee) -> None:
    progress, _, provider = play(referee, [FAILING], max_attempts=1, adjudicate="never")
    assert progress.document is not None
    assert progress.document.report is not None
    assert progress.document.report.findings == ()
    assert all(request.role != "adjudicator" for request in provider.requests)


def test_the_report_of_a_run_tells_each_repair_with_before_and_after(referee: Referee) -> None:
    progress, _, _ = play(referee, [WRONG_DEFAULT])
    [repair] = run_report(progress, "run")["rounds"][0]["repairs"]
    assert (repair["before"], repair["after"]) == ("1.0", "2.0")
    assert "`height`" in repair["message"]


def asked(provider: ScriptedProvider, role: str) -> list[int]:
    """Return the rounds in which a role was asked."""
    return [request.round for request in provider.requests if request.role == role]


def test_the_critic_is_not_asked_where_code_alone_keeps_a_draft_below_the_bar(referee: Referee) -> None:
    progress, kinds, provider = play(referee, [FAILING, TRUE], revise="whole")
    assert asked(provider, "critic") == [2]
    first = progress.rounds[0]
    assert (first.is_critic_left_out, first.critique, first.score) == (True, None, 85)
    assert kinds.index("critic_left_out") < kinds.index("round_scored")


def test_the_last_round_gets_its_critic_although_code_keeps_it_below_the_bar(referee: Referee) -> None:
    progress, _, provider = play(referee, [FAILING, f"{FAILING}\nMore.\n"], revise="whole", max_attempts=2)
    assert asked(provider, "critic") == [2]
    assert not progress.rounds[1].is_critic_left_out
    assert progress.reason is StopReason.ATTEMPTS


def test_a_draft_that_comes_again_gets_its_critic_in_the_end(referee: Referee) -> None:
    progress, _, provider = play(referee, [FAILING, FAILING], revise="whole")
    assert progress.reason is StopReason.UNCHANGED
    assert asked(provider, "critic") == [2]


def test_with_findings_that_leave_it_above_the_bar_the_critic_is_asked(referee: Referee) -> None:
    _, _, provider = play(referee, [NO_RAISES], quality_score_bar=40, max_attempts=1)
    assert asked(provider, "critic") == [1]


def test_the_critic_can_be_asked_about_every_draft(referee: Referee) -> None:
    _, kinds, provider = play(referee, [FAILING, TRUE], revise="whole", ask_critic="always")
    assert asked(provider, "critic") == [1, 2]
    assert "critic_left_out" not in kinds


NOTHING_SAID = """\
# shapes

Shapes.

```python
from shapes import Box, area

print(area(3.0))  # prints 6.0
print(Box().volume())  # prints 8.0
```
"""


def test_a_draft_that_only_uses_the_symbols_is_not_approved(referee: Referee) -> None:
    progress, _, _ = play(referee, [NOTHING_SAID], revise="whole", max_attempts=1)
    first = progress.rounds[0]
    assert first.report is not None
    assert (first.report.findings, first.report.unexplained) == ((), ("area", "Box"))
    assert not progress.is_approved
    assert first.score == 96


def test_a_draft_that_only_imports_the_symbols_has_findings(referee: Referee) -> None:
    draft = "# shapes\n\nShapes.\n\n```python\nfrom shapes import Box, area\n```\n"
    progress, _, _ = play(referee, [draft], revise="whole", max_attempts=1, repair=False)
    report = progress.rounds[0].report
    assert report is not None
    assert {finding.owner for finding in report.findings if finding.severity == "high"} == {"area", "Box"}


def test_symbols_that_a_draft_only_uses_get_parts_of_their_own(referee: Referee) -> None:
    part = TRUE[TRUE.index("## `area") : TRUE.index("## `Box`")]
    progress, _, provider = play(referee, [NOTHING_SAID, part], max_attempts=2)
    assert [request.role for request in provider.requests].count("generator") > 1
    assert progress.rounds[1].report is not None
    assert "area" not in progress.rounds[1].report.unexplained


def test_an_adjudicator_that_loses_a_right_fact_is_not_followed(referee: Referee) -> None:
    flat = TRUE.replace(" (`float`, default `2.0`)", " (`float`)")
    progress, _, _ = play(referee, [TRUE], final=flat, adjudicate="always")
    assert progress.document is not None
    assert (progress.document.origin, progress.document.text) == ("draft", TRUE)
    assert "lost what the best draft says rightly (area.height: default)" in progress.document.note
