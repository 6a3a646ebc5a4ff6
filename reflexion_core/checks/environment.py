"""Environment variables that a document names, against those that the source reads."""

from __future__ import annotations

from collections.abc import Iterator

from reflexion_core.checks._near import near_names
from reflexion_core.checks._outside_defaults import judge_default, once
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import VariableClaim
from reflexion_core.records import Verdict
from reflexion_core.source.environment import Environment, read_environment

_OF_OTHERS = frozenset(
    {"ALL", "ANTHROPIC", "AWS", "AZURE", "CI", "CUDA", "DJANGO", "DOCKER", "FORCE", "GCP", "GH", "GIT", "GITHUB"}
    | {"GITLAB", "GOOGLE", "HF", "HTTP", "HTTPS", "LC", "MKL", "NO", "NPM", "OMP", "OPENAI", "PG", "PIP", "POSTGRES"}
    | {"PYTEST", "PYTHON", "REDIS", "REQUESTS", "SSH", "SSL", "TERM", "TORCH", "UV", "XDG"}
)
"""What variables that well-known programs and libraries read start with."""


@CHECKS.register("environment")
class EnvironmentCheck(Check):
    """A variable that the source does not read is wrong only where the source spells out all that it reads."""

    name = "environment"
    summary = "an environment variable that the source does not read, or that has another default"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        if not paper.claims.variables:
            return
        known = read_environment(paper.source_text)
        for claim in once(paper.claims.variables) if known.variables else ():
            yield from self._variable(paper, known, claim)

    def _variable(self, paper: Paper, known: Environment, claim: VariableClaim) -> Iterator[Verdict]:
        subject = f"{claim.name}: variable"
        fact = known.variable(claim.name)
        if fact is not None:
            yield self.right(claim.place, subject, fact)
            if claim.default_place is not None:
                yield judge_default(self, claim, fact)
            return
        imported = {item.target.partition(".")[0].upper() for item in paper.facts.imports}
        if not _is_own_variable(known, claim, _OF_OTHERS | imported):
            return
        if not known.is_complete or claim.name in paper.source_text:
            yield self.unsure(claim.place, subject, "the source may read variables that it does not spell out")
            return
        message = f"Line {claim.place.line} names the environment variable `{claim.name}`; the source does not read it"
        near = near_names(claim.name, (one.name for one in known.variables if one.name not in claim.siblings))
        meant = known.variable(near[0]) if len(near) == 1 else None
        if meant is None:
            yield self.wrong(claim.place, subject, Mistake(message))
            return
        mistake = Mistake(
            f"{message}, but `{meant.name}` (line {meant.line})",
            expected=meant.name,
            replacement=(claim.place, meant.name),
        )
        yield self.wrong(claim.place, subject, mistake, fact=meant)


def _is_own_variable(known: Environment, claim: VariableClaim, others: frozenset[str]) -> bool:
    """Say whether a variable would have to be the source's: it starts as one of the source's own does.

    Args:
        known: What the source reads.
        claim: What the document names.
        others: First parts of names that libraries read by themselves.
    """
    prefix = claim.name.partition("_")[0]
    is_alike = prefix not in others and any(variable.name.startswith(f"{prefix}_") for variable in known.variables)
    return is_alike and (claim.is_said or claim.form == "fence" or _is_among_known(known, claim))


def _is_among_known(known: Environment, claim: VariableClaim) -> bool:
    """Say whether most of a table or list that a variable stands in are variables that the source reads."""
    read = [name for name in claim.siblings if known.variable(name) is not None]
    return len(read) > 1 and 2 * len(read) > len(claim.siblings)
