"""A message that is stated without its exception, against all that the symbol or the file can build."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reflexion_core.checks._messages import nearness, same_message, says_nothing
from reflexion_core.checks._places import fits_place
from reflexion_core.checks._raisers import Raiser, find_raiser
from reflexion_core.checks.base import Mistake, Paper
from reflexion_core.document.claims import MessageClaim
from reflexion_core.source.exception_facts import ExceptionFact

_NEAR, _NEARER = 0.25, 0.33
"""Share of common words from which on a stated message is taken for one of the source's: said plainly, or not."""
_CLEARLY = 0.1


@dataclass(frozen=True)
class SaidMessage:
    """A stated message and what came of comparing it."""

    claim: MessageClaim
    fact: ExceptionFact | None = None
    """The exception that has it, or whose message is meant."""
    mistake: Mistake | None = None
    reason: str = ""
    """Why it cannot be told, if it cannot."""


def judge_message(paper: Paper, claim: MessageClaim) -> SaidMessage:
    """Compare a message with those of its symbol; where no symbol is known, with all of the file."""
    raiser = find_raiser(paper, claim.owner) if claim.owner else None
    own = raiser.raises if raiser is not None else _all(paper)
    known = [fact for fact in own if fact.message is not None]
    for fact in known:
        if fact.message is not None and same_message(claim.message, fact.message):
            return SaidMessage(claim, fact)
    reason = _doubt(paper, claim, own)
    ranked = sorted(known, key=lambda fact: _near(claim, fact), reverse=True)
    if reason or not ranked or not _is_meant(claim, ranked, raiser):
        return SaidMessage(claim, reason=reason or "it may be the message of something else")
    free = [fact for fact in ranked if str(fact.message) not in paper.document] or ranked
    best = free[0]
    others = {_near(claim, fact) for fact in free if str(fact.message) != str(best.message)}
    is_clear = _near(claim, best) > max(others, default=0) + _CLEARLY or not others
    return SaidMessage(claim, best, _mistake(paper, claim, best, is_clear=is_clear))


def _all(paper: Paper) -> tuple[ExceptionFact, ...]:
    return tuple(fact for function in paper.facts.all_functions() for fact in function.raises)


def _near(claim: MessageClaim, fact: ExceptionFact) -> float:
    return nearness(claim.message, fact.message) if fact.message is not None else 0.0


def _doubt(paper: Paper, claim: MessageClaim, own: tuple[ExceptionFact, ...]) -> str:
    """Return why a message that no exception of the symbol has may come all the same."""
    if says_nothing(claim.message):
        return "the stated message is all placeholders"
    if any(fact.message is None or same_message(claim.message, fact.message) is None for fact in own):
        return "the message is put together when it is raised"
    if any(fact.message is not None and same_message(claim.message, fact.message) for fact in _all(paper)):
        return "it is the message of another function"
    text = re.sub(r"\s+", " ", claim.message)
    return "the source has these words elsewhere" if text in re.sub(r"\s+", " ", paper.source_text) else ""


def _is_meant(claim: MessageClaim, ranked: list[ExceptionFact], raiser: Raiser | None) -> bool:
    """Say whether one of the symbol's messages must be meant: a like one, or any one where nothing else can come."""
    near = _near(claim, ranked[0])
    if near >= (_NEAR if claim.is_sure and raiser is not None else _NEARER):
        return True
    return raiser is not None and claim.is_sure and near > 0 and not raiser.calls and not raiser.doubt


def _mistake(paper: Paper, claim: MessageClaim, fact: ExceptionFact, *, is_clear: bool) -> Mistake:
    text = str(fact.message)
    has_holes = fact.message is None or not fact.message.is_literal
    can_replace = is_clear and not has_holes and fits_place(paper.document, claim.place, text)
    like = "" if is_clear else ", among others"
    return Mistake(
        f"Line {claim.line} gives the message `{' '.join(claim.message.split())}`;"
        f" the source raises `{text}`{like} (line {fact.line})",
        expected=text if is_clear else "",
        replacement=(claim.place, text) if can_replace else None,
    )
