"""The critic judges a draft and names what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from reflexion_core.records import Critique, RoleName, Source
from reflexion_core.roles._critic_reply import (
    MAX_ISSUES,
    UnreadableReply,
    answer_schema,
    read_critique,
    score_keys,
)
from reflexion_core.roles.base import Role
from reflexion_core.roles.critic_modes import MODES, Mode
from reflexion_core.source.symbols import public_symbols

ANSWER_TOKENS = 1000
"""Enough for the longest answer that the schema allows, so that a cut answer is a runaway."""


@dataclass(frozen=True)
class Verdict:
    """A critic's answer, or why there is none."""

    critique: Critique | None
    problem: str = ""
    """What made the last answer unreadable; empty where there is a critique."""


class Critic(Role):
    """Reviews drafts."""

    name = RoleName.CRITIC

    def _instructions(self) -> str:
        seat = self._seat
        values = {"max_issues": MAX_ISSUES, "language": seat.language, "rubric": seat.rubric.dimensions}
        values |= self._mode.values
        return self._seat.prompts[self._mode.prompt].render(**values)

    @property
    def _mode(self) -> Mode:
        return MODES[self._seat.critic_mode]

    def review(self, source: Source, draft: str, *, round_number: int) -> Verdict:
        """Judge a draft.

        An answer that cannot be read, also after mending its JSON, or that names fewer problems than it must, is asked
        for once more with another seed; a second one gives no verdict.
        """
        names = self._seat.rubric.names
        task = self._seat.prompts["critic/review"].render(
            draft=draft.strip(),
            dimensions=", ".join(f'"{name}"' for name in names),
            score_keys=score_keys(names),
            least_issues=self._mode.least_issues,
        )
        try:
            return Verdict(self._answer(source, draft, task, round_number, self._seat.seed))
        except UnreadableReply as exc:
            again = self._seat.prompts["critic/ask_again"].render(problem=str(exc))
        try:
            return Verdict(self._answer(source, draft, f"{task}\n{again}", round_number, self._seat.seed + 1))
        except UnreadableReply as exc:
            return Verdict(None, str(exc))

    def _answer(self, source: Source, draft: str, task: str, round_number: int, seed: int) -> Critique:
        names, least = self._seat.rubric.names, self._mode.least_issues
        schema = answer_schema(names, least_issues=least)
        completion = self._ask(source, task, round_number=round_number, seed=seed, schema=schema)
        critique = read_critique(completion.text, names, needs_severity=least > 0)
        return self._mode.hold(critique, draft, public_symbols(source))
