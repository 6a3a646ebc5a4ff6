"""The message of one function's exception that a document gives to another function."""

from __future__ import annotations

import re

from reflexion_core.checks._messages import same_message, says_nothing
from reflexion_core.checks._raise_groups import RaiseGroup
from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import RaisesClaim
from reflexion_core.source.exception_facts import ExceptionFact

_LEAST_WORDS = 3
"""A shorter message may be that of something outside the file as well."""


def lender_of(paper: Paper, group: RaiseGroup, claim: RaisesClaim) -> tuple[str, ExceptionFact] | None:
    """Return which function has the message that is claimed of a symbol, where the symbol never calls one that has it.

    Args:
        paper: The document and its source.
        group: What is claimed of the symbol's exceptions.
        claim: One of a type that no statement of the symbol raises.
    """
    message = claim.message
    if message is None or says_nothing(message) or len(message.split()) < _LEAST_WORDS:
        return None
    if group.resolve(claim) == group.owner:
        return None  # an exception's own part tells of those who raise it
    lenders = {
        function.qualname: fact
        for function in paper.facts.all_functions()
        for fact in function.raises
        if fact.message is not None
        and same_message(message, fact.message)
        and group.raiser.is_a(fact, group.resolve(claim))
    }
    names = {part for qualname in lenders for part in qualname.split(".")}
    if not lenders or any(re.search(rf"\b{re.escape(name)}\b", group.raiser.body) for name in names):
        return None
    return min(lenders.items(), key=lambda item: len(item[1].via))
