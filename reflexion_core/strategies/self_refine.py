"""One model drafts, criticises its own draft and rewrites it: for what two models would be too much (Self-Refine)."""

from __future__ import annotations

from typing import ClassVar

from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.strategies.base import STRATEGIES
from reflexion_core.strategies.critic_loop import CriticLoop

MOST_ROUNDS = 3
"""A model that has not seen its own fault in two rounds does not see it in the fourth."""


@STRATEGIES.register("self_refine")
class SelfRefine(CriticLoop):
    """The loop with the generator's model in every role, short, and without an adjudicator."""

    name: ClassVar[str] = "self_refine"
    summary: ClassVar[str] = (
        f"One model drafts, criticises its own draft and rewrites it, at most {MOST_ROUNDS} rounds; no other is asked."
    )

    @classmethod
    def adapt(cls, options: RunOptions, rounds_before: int) -> RunOptions:
        own = options.generator.model
        roles = {
            "critic": RoleOptions(model=own, temperature=options.critic.temperature),
            "adjudicator": RoleOptions(model=own, temperature=options.adjudicator.temperature),
            "committee": (),
        }
        attempts = min(options.max_attempts, rounds_before + MOST_ROUNDS)
        return options.model_copy(update={**roles, "max_attempts": attempts, "adjudicate": "never"})
