"""Cases of an exception that are told by a range which stands elsewhere in the part: "if `share` is out of range"."""

from __future__ import annotations

import re

from reflexion_core.checks._bounds import actual_bounds
from reflexion_core.checks._parts import has_word
from reflexion_core.checks._raise_groups import RaiseGroup
from reflexion_core.source.exception_facts import ExceptionFact

_OUTSIDE = (
    r"[`*]*\s+(?:(?:is|are|was|lies|lie|falls?|goes)\s+)?(?:out of|outside|beyond|not (?:with)?in)\s+(?:of\s+)?"
    r"(?:(?:its|their|the|this|that|these|those|valid|allowed|permitted|given|stated)\s+)*"
    r"(?:range|limits?|bounds?|interval)\b"
)
_WORDS = {0: "zero", 1: "one", 2: "two", 10: "ten"}


def is_told_by_range(group: RaiseGroup, fact: ExceptionFact) -> bool:
    """Say whether a part tells of a case as a parameter out of its range, and gives that range in another line."""
    return any(_is_told(group, fact, name) for name in group.raiser.parameters)


def _is_told(group: RaiseGroup, fact: ExceptionFact, name: str) -> bool:
    bounds = actual_bounds([fact], name)
    if not bounds:
        return False
    told = re.compile(rf"(?<![\w.]){re.escape(name)}{_OUTSIDE}", re.IGNORECASE)
    lines = [line for part in group.own_parts for line in part.prose.split("\n") if has_word(line, name)]
    numbers = [bound.number for bound in bounds]
    is_given = any(all(_has_number(line, number) for number in numbers) for line in lines if not told.search(line))
    return is_given and any(told.search(part.prose) for part in group.own_parts)


def _has_number(text: str, number: float) -> bool:
    written = re.escape(f"{number:g}")
    word = _WORDS.get(int(number)) if number == int(number) else None
    return re.search(rf"(?<![\w.-]){written}(?:\.0+)?(?![\w]|\.\d)", text) is not None or (
        word is not None and has_word(text.lower(), word)
    )
