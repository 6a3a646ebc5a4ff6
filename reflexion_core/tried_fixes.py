"""Which fixes were asked for in vain, so that a run does not ask for them for ever."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from reflexion_core.records import Round

MOST_TRIES = 3
"""How often in a row a fix is asked for; after that it is given up."""
_LINE_NUMBER = re.compile(r"\blines? \d+", re.IGNORECASE)


def fix_key(text: str) -> str:
    """Return what tells a fix from others: its words, without the numbers of lines, which move from draft to draft."""
    return " ".join(_LINE_NUMBER.sub("line", text).casefold().split())


def given_up(rounds: Sequence[Round]) -> frozenset[str]:
    """Return the keys of the fixes that were asked for three times in a row, and stay given up.

    Args:
        rounds: In order. What was asked for after the last one is not counted: it has not been tried yet.
    """
    decisions = [item.decision for item in rounds[:-1]]
    asked = [
        fix_key(decision.fix.text) if decision is not None and decision.action == "revise" and decision.fix else ""
        for decision in decisions
    ]
    return frozenset(key for key, times in groupby(asked) if key and len(list(times)) >= MOST_TRIES)
