"""From a critique to the scores of a round, and to what of it counts."""

from __future__ import annotations

import re

from reflexion_core.records import CriticIssue, Critique, DimensionScore, Scores

DIMENSIONS: tuple[str, ...] = ("technical_accuracy", "completeness")
"""What is scored, from 0 to 100 each."""

_MIN_QUOTE_CHARACTERS = 3


def score_by_model(critique: Critique | None) -> Scores | None:
    """Score a round by the critic's own numbers: the policy `model`, as the classic loop does.

    Returns:
        None where there is no critique: no verdict is neither a pass nor a zero.
    """
    if critique is None:
        return None
    values = critique.dimensions
    return Scores(dimensions=tuple(DimensionScore(dimension=name, value=values[name]) for name in DIMENSIONS))


def ground_issues(critique: Critique, draft: str, symbols: tuple[str, ...]) -> Critique:
    """Mark which issues point at something that can be found.

    An issue is grounded when its quote stands in the draft, whatever its white space and Markdown marks,
    or names a public symbol of the source that the draft leaves out.

    Args:
        critique: The critic's reply.
        draft: The draft that it is about.
        symbols: The source's public symbols, `Class.member` for members.
    """
    issues = tuple(
        issue.model_copy(update={"is_grounded": _is_grounded(issue, draft, symbols)}) for issue in critique.issues
    )
    return critique.model_copy(update={"issues": issues})


def _is_grounded(issue: CriticIssue, draft: str, symbols: tuple[str, ...]) -> bool:
    quote = _plain(issue.quote)
    if len(quote) < _MIN_QUOTE_CHARACTERS:
        return False
    if quote in _plain(draft):
        return True
    name = issue.quote.strip().strip("`").removesuffix("()")
    left_out = {symbol for symbol in symbols if not mentions(draft, symbol)}
    return any(name in (symbol, symbol.rpartition(".")[2]) for symbol in left_out)


def mentions(draft: str, symbol: str) -> bool:
    """Whether a draft names a symbol; of a member its own name is enough."""
    name = re.escape(symbol.rpartition(".")[2])
    return re.search(rf"(?<!\w){name}(?!\w)", draft.replace("\\_", "_")) is not None


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[`*_\\]", "", text).split()).casefold()
