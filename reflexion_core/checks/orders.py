"""The order in which things come: a document that says it is the given one, against a source that sorts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from reflexion_core.checks._function_trees import FunctionTrees
from reflexion_core.checks._said_places import place_within
from reflexion_core.checks._sorted_results import sorted_iteration, sorted_result
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place, ProseClaim, ReturnClaim
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ClassFact, Fact, FunctionFact

_GIVEN = re.compile(
    r"\bin\s+(?:the\s+order\s+(?:in\s+which\s+(?:they|these|the\s+\w+)\s+(?:were|was|are|have\s+been)\s+"
    r"(?:given|added|inserted|passed|put)\b|given\b|of\s+(?:their\s+)?insertion\b)|insertion\s+order\b"
    r"|(?:their|the)\s+(?:original|given)\s+order\b)"
)
_SENTENCE = re.compile(r"[^.;]+")
_RESULT = re.compile(r"[\s*_>-]*(?:Returns?|The|All|An?|Every)\b")
_ITERATION = re.compile(r"\b(?:[Ii]terati(?:on|ng)|iterates?|iterated)\b")
_DOUBT = re.compile(r"\b(?:sort\w*|not|takes?|expects?|must|if|when|unless|before|same)\b")


@CHECKS.register("orders")
class OrdersCheck(Check):
    """Looks at "in the order in which they were added" on a result that is sorted, or an iteration that is."""

    name = "orders"
    summary = "a result that is said to keep the order given, and is sorted"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        trees = FunctionTrees(paper)
        claims: list[ReturnClaim | ProseClaim] = [*paper.claims.returns, *paper.claims.prose]
        seen: set[int] = set()
        for claim in claims:
            owner = paper.owner(claim.owner) if " order" in claim.text.replace("\n", " ") else None
            symbol = owner.symbol if owner is not None else None
            for place in _places(claim, symbol):
                found = _sorts(paper, symbol, trees)
                if found is not None and symbol is not None and place.start not in seen:
                    seen.add(place.start)
                    yield self._wrong(place, symbol, found)

    def _wrong(self, place: Place, symbol: FunctionFact | ClassFact, found: ast.expr) -> Verdict:
        fact = Fact(line=found.lineno, end_line=found.end_lineno or found.lineno)
        words = " ".join(place.text.split())
        mistake = Mistake(
            f"Line {place.line} says that what comes from `{symbol.qualname}` is {words};"
            f" the source sorts it: `{ast.unparse(found)}` (line {found.lineno})",
            expected="sorted",
        )
        return self.wrong(place, f"{symbol.qualname}: order", mistake, owner=symbol.qualname, fact=fact)


def _places(claim: ReturnClaim | ProseClaim, symbol: FunctionFact | ClassFact | None) -> Iterator[Place]:
    """Yield where the order given is said to be that of what a function returns, or of iterating over a class."""
    for sentence in _SENTENCE.finditer(claim.text):
        match = _GIVEN.search(sentence[0])
        if match is None or _DOUBT.search(sentence[0]):
            continue
        is_result = isinstance(claim, ReturnClaim) or _RESULT.match(sentence[0])
        is_meant = _ITERATION.search(sentence[0]) if isinstance(symbol, ClassFact) else is_result
        if is_meant:
            yield place_within(claim.place, sentence.start() + match.start(), sentence.start() + match.end())


def _sorts(paper: Paper, symbol: FunctionFact | ClassFact | None, trees: FunctionTrees) -> ast.expr | None:
    if isinstance(symbol, ClassFact):
        own = [
            method for method in symbol.methods if paper.facts.function(f"{symbol.qualname}.{method.name}") is method
        ]
        return sorted_iteration([tree for method in own if (tree := trees.get(method)) is not None])
    if symbol is None or symbol.is_wrapped or symbol.alternatives or symbol.flavour not in ("plain", "coroutine"):
        return None
    tree = trees.get(symbol)
    return sorted_result(tree) if tree is not None else None
