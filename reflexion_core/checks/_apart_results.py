"""A constant that is said to come back in place of a container: "a tuple of both, or `False` if there is none"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflexion_core.checks._returned import constant_type
from reflexion_core.document.claims import ReturnClaim
from reflexion_core.document.values import same_value
from reflexion_core.source.facts import FunctionFact, ShapeFact

_FIRST = re.compile(r"(?:^|[.;:]\s+|\n\s*)(?:(?:It|This (?:function|method))\s+)?[*_]*[Rr]eturns[*_]*\s+`?$")
_OR = re.compile(r",\s+or\s+`?$")
_CONTAINER = re.compile(r"(?:tuple|list|dict|dictionary|set|pair)\b")
_LARGE = ("tuple", "list", "dict", "set", "frozenset", "str", "bytes")


def cannot_come_back(document: str, claim: ReturnClaim, claims: Sequence[ReturnClaim], function: FunctionFact) -> bool:
    """Say whether a constant is told of the whole result in some case, and no `return` can give it."""
    if not claim.condition or not _is_apart(document, claim, claims):
        return False
    returns = function.returns
    if re.search(r"\b(?:bool|Any|object)\b", returns.annotation or "") or not any(
        shape.type in _LARGE for shape in returns.returns
    ):
        return False
    kind = constant_type(claim.constant or "")
    if not kind or (kind == "None" and not returns.every_path_returns):
        return False
    return all(_is_other(shape, claim.constant or "", kind) for shape in returns.returns)


def _is_apart(document: str, claim: ReturnClaim, claims: Sequence[ReturnClaim]) -> bool:
    """Say whether a constant stands for the result as a whole, and not for a member of it."""
    start = (claim.constant_place or claim.place).start
    before = document[max(start - 60, 0) : start]
    if _FIRST.search(before):
        return True
    types = [one for one in claims if one.type and one.place.start <= start < one.place.end]
    return _OR.search(before) is not None and any(_CONTAINER.match(one.type) for one in types)


def _is_other(shape: ShapeFact, constant: str, kind: str) -> bool:
    """Say whether a `return` gives something else than a constant, and holds no such constant either."""
    if shape.value is not None:
        return same_value(constant, shape.text) is False
    if any(element.value is not None and same_value(constant, element.text) for element in shape.elements or ()):
        return False
    return shape.type in _LARGE and shape.type != kind
