"""One model in several roles reads the source once: what all its prompts begin with is the same."""

from __future__ import annotations

import pytest

from reflexion_core.providers.base import ChatRequest
from reflexion_core.records import ModelRef
from reflexion_core.run_options import RoleOptions
from tests.running import MODULE, Outcome, Script, draft, run, verdict


def texts(outcome: Outcome) -> list[str]:
    return ["\0".join(message.content for message in request.messages) for request in outcome.provider.requests]


def three_roles(**changes: object) -> Outcome:
    return run(Script([draft(1), draft(2)], [verdict(50), verdict(96)]), **changes)


def test_all_roles_of_one_model_begin_with_the_same_source() -> None:
    outcome = three_roles()
    assert {request.role for request in outcome.provider.requests} == {"generator", "critic", "adjudicator"}
    first, *others = texts(outcome)
    shared = first[: first.index(MODULE.strip()) + len(MODULE.strip())]
    assert all(text.startswith(shared) for text in others)


def test_what_the_role_is_comes_after_the_source() -> None:
    for request in three_roles().provider.requests:
        content = request.messages[1].content
        assert content.index(MODULE.strip()) < content.index(_sign(request))


def test_without_a_shared_prefix_the_role_comes_first() -> None:
    for request in three_roles(share_prefix=False).provider.requests:
        assert _sign(request) in request.messages[0].content
        assert _sign(request) not in request.messages[1].content


@pytest.mark.parametrize("role", ["generator", "critic", "adjudicator"])
def test_a_model_that_plays_one_role_gets_its_role_first(role: str) -> None:
    other = RoleOptions(model=ModelRef(provider="scripted", name="other"), temperature=0.0)
    outcome = three_roles(**{role: other})
    for request in outcome.asked(role):
        assert _sign(request) in request.messages[0].content


def _sign(request: ChatRequest) -> str:
    return {
        "generator": "You write API documentation",
        "critic": "You review API documentation",
        "adjudicator": "You give the final word",
    }[request.role]
