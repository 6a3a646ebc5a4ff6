"""A revision that rewrites the faulty parts of a draft and adds the missing ones."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.events import CallStarted, Emit, Event, RunContinued
from reflexion_core.progress import Progress
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import ModelRef, Source, StopReason
from reflexion_core.rubric_choice import open_rubrics
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.runs import ProviderPool, Referee, RunRequest, execute
from reflexion_core.sandbox.base import Sandbox
from reflexion_core.stopping import Stop
from tests.running import PROMPTS, TRUE_PAGE, issue, source, verdict

BOX = TRUE_PAGE[TRUE_PAGE.index("## `Box`") :]
AREA = TRUE_PAGE[TRUE_PAGE.index("## `area") : TRUE_PAGE.index("## `Box`")]
INVENTED = TRUE_PAGE.replace("the height.\n", "the height.\n- `depth` (`float`): the depth.\n")
"""A parameter that code cannot mend: whether to take it out or to rename it is a writer's choice."""
WITHOUT_BOX = TRUE_PAGE.replace(BOX, "").rstrip() + "\n"
REFEREE = Referee(open_rubrics(), None)
WITHOUT_VOLUME = TRUE_PAGE[: TRUE_PAGE.index("### `volume")].rstrip() + "\n"


def play(
    first: str,
    parts: Sequence[str],
    critic: str = verdict(100),
    tell: Emit = lambda _: None,
    of: Source | None = None,
    last: Sequence[str] = (),
    sandbox: Sandbox | None = None,
    **changes: object,
) -> tuple[Progress, ScriptedProvider]:
    """Run the loop: the first draft, then the replies to each request for a part, one after the other.

    The adjudicator gives the replies of `last` in turn, and without any a true document.
    """
    left, words = list(parts), list(last)

    def reply(request: ChatRequest) -> str:
        if request.role == "critic":
            return critic
        if request.role == "adjudicator":
            return words.pop(0) if words else TRUE_PAGE
        if request.round == 1:
            return first
        return left.pop(0) if left else ""

    provider = ScriptedProvider(replies=reply)
    pool = ProviderPool({})
    pool.add(provider)
    role = RoleOptions(model=ModelRef(provider="scripted", name="test"), temperature=0.0)
    roles = {"generator": role, "critic": role, "adjudicator": role}
    options = RunOptions.model_validate(roles | {"max_attempts": 2} | changes)
    referee = Referee(open_rubrics(), sandbox)
    progress = execute(RunRequest(of or source(), options), pool, PROMPTS, tell, Stop(), referee)
    assert progress.failure is None
    return progress, provider


def asked(provider: ScriptedProvider) -> list[str]:
    """Return what the generator was asked in round 2."""
    return [r.messages[-1].content for r in provider.requests if r.role == "generator" and r.round > 1]


def test_only_the_faulty_part_is_written_again_and_the_rest_stays() -> None:
    progress, provider = play(INVENTED, [AREA.replace("the height.", "how high it is.")])
    assert progress.rounds[1].draft == TRUE_PAGE.replace("the height.", "how high it is.")
    assert len(asked(provider)) == 1
    assert "A box." not in asked(provider)[0].split("==========")[1]


def test_a_call_for_a_part_says_which() -> None:
    told: list[Event] = []
    play(WITHOUT_VOLUME, ["The volume.\n"], tell=told.append)
    parts = [event.part for event in told if isinstance(event, CallStarted) and event.role == "generator"]
    assert parts == ["", "Box.volume"]


def test_the_model_is_told_what_is_wrong_in_the_part() -> None:
    _, provider = play(INVENTED, [AREA])
    assert "describes a parameter `depth` of `area`" in asked(provider)[0]


def test_a_symbol_that_is_left_out_gets_a_part_of_its_own_with_its_members() -> None:
    progress, provider = play(WITHOUT_BOX, ["## `Box`\n\nA box.\n", "### `volume() -> float`\n\nThe volume.\n"])
    assert progress.rounds[1].draft == f"{WITHOUT_BOX}\n## `Box`\n\nA box.\n\n### `volume() -> float`\n\nThe volume.\n"
    assert [text.count("lacks a part on") for text in asked(provider)] == [1, 1]


def test_a_missing_member_is_put_into_its_class() -> None:
    page = WITHOUT_VOLUME + "\n## Notes\n\nNothing else.\n"
    progress, _ = play(page, ["The volume, always 8.0.\n"])
    part = "### `volume() -> float`\n\nThe volume, always 8.0.\n\n"
    assert progress.rounds[1].draft == page.replace("## Notes", f"{part}## Notes")


def test_of_an_answer_with_the_whole_document_the_part_is_taken() -> None:
    changed = TRUE_PAGE.replace("Return the area", "Compute the area").replace("A box.", "Some box.")
    progress, _ = play(INVENTED, [changed])
    assert progress.rounds[1].draft == TRUE_PAGE.replace("Return the area", "Compute the area")


def test_a_part_that_comes_back_worse_is_not_placed() -> None:
    worse = AREA.replace("the height.\n", "the height.\n- `depth` (`float`): the depth.\n- `age` (`int`): the age.\n")
    progress, _ = play(INVENTED, [worse])
    assert progress.rounds[1].draft == INVENTED


def test_an_empty_answer_leaves_the_part_as_it_was() -> None:
    progress, _ = play(INVENTED, [""])
    assert progress.rounds[1].draft == INVENTED


def test_an_issue_of_the_critic_is_mended_in_the_part_that_it_quotes() -> None:
    critic = verdict(80, issues=[issue(quote="Return the area of a rectangle.", severity="high")])
    progress, provider = play(TRUE_PAGE, [AREA.replace("Return", "Compute")], critic, quality_score_bar=100)
    assert "Where the draft says “Return the area of a rectangle.”" in asked(provider)[0]
    assert progress.rounds[1].draft == TRUE_PAGE.replace("Return the area", "Compute the area")


def test_a_fix_without_a_place_is_for_the_whole_document() -> None:
    critic = verdict(80, fix="Explain in each part what the units of the numbers are.")
    _, provider = play(TRUE_PAGE, [TRUE_PAGE], critic, quality_score_bar=100, policy="grounded")
    assert all("Write the whole document again" in text for text in asked(provider))


def test_whole_documents_are_revised_where_the_user_wants_it() -> None:
    progress, provider = play(INVENTED, [TRUE_PAGE], revise="whole")
    assert "Write the whole document again" in asked(provider)[0]
    assert progress.rounds[1].draft == TRUE_PAGE


def test_a_part_is_asked_for_again_with_another_seed_where_the_first_answer_is_worse() -> None:
    progress, provider = play(WITHOUT_VOLUME, ["", "The volume.\n"])
    assert "### `volume() -> float`\n\nThe volume.\n" in progress.rounds[1].draft
    seeds = [request.seed for request in provider.requests if request.role == "generator" and request.round == 2]
    assert len(seeds) == len(set(seeds)) == 2


def test_a_part_that_comes_back_worse_is_corrected_with_what_is_wrong_in_it() -> None:
    first = "The volume.\n\n**Parameters**\n\n- `depth` (`float`): how deep.\n- `age` (`int`): how old.\n"
    progress, provider = play(WITHOUT_VOLUME, [first, "### `volume() -> float`\n\nThe volume.\n"])
    again = asked(provider)[1]
    assert "- `depth` (`float`): how deep." in again
    assert "These things must be corrected in it" in again
    assert "### `volume() -> float`\n\nThe volume.\n" in progress.rounds[1].draft
    assert "depth" not in progress.rounds[1].draft


def test_the_second_try_is_shown_the_first_as_code_mends_it() -> None:
    worse = INVENTED.replace("default `2.0`", "default `1.0`").replace(
        "the depth.", "the depth.\n- `age` (`int`): the age."
    )
    _, provider = play(INVENTED, [worse, AREA])
    first, again = asked(provider)
    assert "`age`" in again
    assert "default `1.0`" not in again
    assert "`age`" not in first


def test_an_example_that_fails_in_a_part_that_was_missing_is_left_out_at_once(sandbox: Sandbox) -> None:
    failing = "```python\nfrom shapes import Box\n\nBox(3).volume()\n```\n"
    good = "```python\nfrom shapes import Box\n\nprint(Box().volume())  # prints 8.0\n```\n"
    answer = (
        f"### `volume() -> float`\n\nThe volume.\n\n#### Example\n\n{failing}\nAgain:\n\n{failing}\nOr else:\n\n{good}"
    )
    progress, provider = play(WITHOUT_VOLUME, [answer], sandbox=sandbox)
    assert len(asked(provider)) == 1
    assert "Box(3)" not in progress.rounds[1].draft
    assert good in progress.rounds[1].draft


def test_what_code_mends_in_a_new_part_is_kept_as_a_repair() -> None:
    progress, _ = play(INVENTED, [AREA.replace("default `2.0`", "default `1.0`")])
    assert progress.rounds[1].draft == TRUE_PAGE
    assert [(item.before, item.after) for item in progress.rounds[1].repairs] == [("1.0", "2.0")]


LONG = (
    """
def climb(total: int) -> int:
    \"\"\"Climb.\"\"\"
"""
    + "".join(f"    total += {number}\n" for number in range(10))
    + "    return total\n"
)


def test_a_part_that_copies_the_implementation_is_written_without_showing_it_again() -> None:
    draft = f"# hill\n\nA hill.\n\n## `climb(total: int) -> int`\n\nClimb.\n\n```python\n{LONG}\ntotal = 3\n```\n"
    new = "Climbs ten steps, and returns the total.\n"
    progress, provider = play(draft, [new], of=source(LONG, "hill.py"))
    assert progress.rounds[1].draft == f"# hill\n\nA hill.\n\n## `climb(total: int) -> int`\n\n{new}"
    assert "One part of its documentation" not in asked(provider)[0]


def test_a_symbol_that_only_an_example_shows_gets_a_part_too() -> None:
    shown = "## Example\n\n```python\nfrom shapes import Box\n\nBox().volume()\n```\n"
    first = INVENTED.replace(BOX, shown)
    progress, provider = play(first, [AREA, "A box.\n", "The volume.\n"])
    assert [part for text in asked(provider) if (part := text.partition("lacks a part on `")[2].partition("`")[0])] == [
        "Box",
        "Box.volume",
    ]
    assert "## `Box`\n\nA box.\n\n### `volume() -> float`\n\nThe volume.\n" in progress.rounds[1].draft


def test_the_adjudicator_writes_only_the_parts_that_something_is_wrong_with() -> None:
    progress, provider = play(INVENTED, [], last=[AREA], max_attempts=1)
    [asked] = [request for request in provider.requests if request.role == "adjudicator"]
    assert "One part of its documentation" in asked.messages[-1].content
    assert BOX not in asked.messages[-1].content
    assert progress.document is not None
    assert (progress.document.origin, progress.document.text) == ("adjudicator", TRUE_PAGE)
    assert progress.document.settled == ()


def test_the_adjudicators_part_is_not_placed_where_it_is_no_better() -> None:
    worse = AREA.replace("the height.\n", "the height.\n- `weight` (`int`): it.\n- `colour` (`str`): one.\n")
    progress, _ = play(INVENTED, [], last=[worse, worse], max_attempts=1)
    assert progress.document is not None
    assert "weight" not in progress.document.text
    assert progress.document.settled


def test_an_issue_of_the_critic_has_its_part_written_by_the_adjudicator() -> None:
    critic = verdict(40, issues=[issue("Return the volume of a box.", severity="high", problem="it is 8.0 always")])
    last = ["### `volume() -> float`\n\nReturn the volume of a box, which is always 8.0."]
    progress, provider = play(TRUE_PAGE, [], critic, last=last, max_attempts=1, quality_score_bar=99)
    [asked] = [request for request in provider.requests if request.role == "adjudicator"]
    assert "it is 8.0 always" in asked.messages[-1].content
    assert progress.document is not None
    assert "which is always 8.0" in progress.document.text


def test_asked_for_the_whole_the_adjudicator_writes_the_whole() -> None:
    _, provider = play(INVENTED, [], max_attempts=1, revise="whole")
    [asked] = [request for request in provider.requests if request.role == "adjudicator"]
    assert "Write the finished document" in asked.messages[-1].content


AREA_DEFAULT = "(`float`, default `2.0`)"
FLAT = AREA.replace(AREA_DEFAULT, "(`float`)")
"""The part with what is wrong in it mended, and with a default that is not said any more."""


def test_a_part_that_loses_what_was_right_is_not_placed_and_is_asked_for_again_by_what_it_dropped() -> None:
    critic = verdict(80, issues=[issue(quote="Return the area of a rectangle.", severity="high")])
    changed = AREA.replace("Return", "Compute")
    progress, provider = play(
        TRUE_PAGE, [changed.replace(AREA_DEFAULT, "(`float`)"), changed], critic, quality_score_bar=100
    )
    assert progress.rounds[1].draft == TRUE_PAGE.replace(AREA, changed)
    first, second = asked(provider)
    assert "The last version dropped" not in first
    assert "dropped: area.height: default (2.0); this is right and has to stay." in second


def test_a_loss_is_borne_for_a_worse_fault_where_a_second_answer_does_no_better() -> None:
    progress, provider = play(INVENTED, [FLAT, FLAT])
    assert len(asked(provider)) == 2
    assert progress.rounds[1].draft == TRUE_PAGE.replace(AREA, FLAT)
    progress, _ = play(INVENTED, [FLAT, AREA])
    assert progress.rounds[1].draft == TRUE_PAGE


def test_what_the_best_draft_itself_dropped_is_to_be_put_back() -> None:
    twice = INVENTED.replace("A box.\n", "A box. It is released under the MIT licence.\n")
    progress, provider = play(twice, [FLAT, FLAT, "", "", AREA], max_attempts=3)
    assert "dropped: area.height: default (2.0); put it back." in asked(provider)[4]
    assert "default `2.0`" in progress.rounds[2].draft


def test_a_person_may_have_a_fact_taken_out() -> None:
    told: list[Event] = []
    done, _ = play(TRUE_PAGE, [], tell=told.append, max_attempts=1)
    assert done.source is not None
    assert done.options is not None
    options = done.options.model_copy(update={"max_attempts": 2})
    request = RunRequest(done.source, options)
    wish = RunContinued(options=options, fix="Shorten `area`.")
    provider = ScriptedProvider(replies=[FLAT, verdict(100)])
    pool = ProviderPool({})
    pool.add(provider)
    so_far = Progress.of([request.queued, *told, wish])
    after = execute(request, pool, PROMPTS, lambda _: None, Stop(), REFEREE, so_far)
    assert after.rounds[1].draft == TRUE_PAGE.replace(AREA, FLAT)


def test_a_revision_of_the_whole_is_told_what_the_last_one_dropped() -> None:
    slight = TRUE_PAGE.replace("A box.\n", "A box. It is released under the MIT licence.\n")
    _, provider = play(slight, [slight.replace(AREA, FLAT), TRUE_PAGE], revise="whole", max_attempts=3)
    assert "dropped: area.height: default (2.0); this is right and has to stay." in asked(provider)[1]


def test_a_draft_that_reaches_the_bar_and_has_lost_a_right_fact_is_not_approved() -> None:
    critic = verdict(80, issues=[issue(quote="Return the area of a rectangle.", severity="high")])
    flat = TRUE_PAGE.replace(AREA, FLAT.replace("Return", "Compute"))
    progress, _ = play(TRUE_PAGE, [flat], critic, revise="whole", quality_score_bar=99, last=[flat])
    assert (progress.rounds[1].score, progress.reason, progress.is_approved) == (100, StopReason.ATTEMPTS, False)
    assert progress.best is not None
    assert progress.best.number == 1


def test_a_part_that_came_out_worse_is_corrected_with_what_it_dropped_as_well() -> None:
    invented = "the height.\n- `depth` (`float`): how deep it is.\n- `colour` (`str`): its colour.\n"
    progress, provider = play(INVENTED, [FLAT.replace("the height.\n", invented), AREA])
    second = asked(provider)[1]
    assert "how deep it is." in second
    assert "dropped: area.height: default (2.0); put it back." in second
    assert progress.rounds[1].draft == TRUE_PAGE
