"""The unit that a document gives a parameter, against its name and what the source does with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks._angles import angles_taken
from reflexion_core.checks._function_trees import FunctionTree, FunctionTrees, entry_text
from reflexion_core.checks._time_use import TimeUnit, times_used, unit_in_name
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import ParameterClaim, Place
from reflexion_core.records import Verdict
from reflexion_core.source.facts import Fact, FunctionFact, ParameterFact

_WORDS: dict[str, TimeUnit] = {
    "microseconds": "microseconds",
    "milliseconds": "milliseconds",
    "ms": "milliseconds",
    "millis": "milliseconds",
    "seconds": "seconds",
    "secs": "seconds",
    "minutes": "minutes",
    "hours": "hours",
    "days": "days",
    "bytes": "bytes",
    "kilobytes": "kilobytes",
    "kibibytes": "kilobytes",
    "KB": "kilobytes",
    "KiB": "kilobytes",
    "megabytes": "megabytes",
    "mebibytes": "megabytes",
    "MB": "megabytes",
    "MiB": "megabytes",
    "gigabytes": "gigabytes",
    "gibibytes": "gigabytes",
    "GB": "gigabytes",
    "GiB": "gigabytes",
    "degrees": "degrees",
    "radians": "radians",
}
_TIMES = ("microseconds", "milliseconds", "seconds", "minutes", "hours", "days")
_BY_LOWER = {word.lower(): unit for word, unit in _WORDS.items()}
_UNIT = "|".join(_WORDS)
_IN_UNIT = re.compile(
    rf"\b(?:in|number of|as|how many)\s+(?:whole\s+)?(?P<unit>{_UNIT})\b|\((?P<bracketed>{_UNIT})\)", re.IGNORECASE
)
_ALSO = re.compile(r"\b(?:or|and|converted|per|not in)\b")


@dataclass(frozen=True)
class _Stated:
    """A parameter with the unit that its entry gives."""

    claim: ParameterClaim
    word: str
    unit: TimeUnit
    place: Place


@CHECKS.register("units")
class UnitsCheck(Check):
    """Looks at entries such as "timeout in milliseconds" and "limit in bytes".

    The unit in a parameter's name decides (`limit_kib`), else what the source does: it sleeps, waits, counts time.
    """

    name = "units"
    summary = "a parameter's unit that is not the one in which the source takes it"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        trees = FunctionTrees(paper)
        for claim in paper.claims.parameters:
            stated = _stated(paper, claim)
            owner = paper.owner(claim.owner) if stated is not None else None
            parameter = owner.parameter(claim.name) if owner is not None else None
            if stated is not None and owner is not None and parameter is not None:
                yield self._judge(stated, owner.symbol, parameter, trees)

    def _judge(self, stated: _Stated, symbol: Fact, parameter: ParameterFact, trees: FunctionTrees) -> Verdict:
        claim = stated.claim
        subject = f"{claim.owner}.{claim.name}: unit"
        tree = trees.get(symbol) if isinstance(symbol, FunctionFact) else None
        uses = _uses(tree, claim.name) if tree is not None else {}
        named = unit_in_name(claim.name)
        if named is not None:
            uses = {named: parameter.line}
        if len(uses) != 1:
            return self.unsure(stated.place, subject, "the source does not show the unit", parameter)
        actual, line = next(iter(uses.items()))
        fact = Fact(line=line, end_line=line)
        if actual == stated.unit:
            return self.right(stated.place, subject, fact)
        mistake = Mistake(
            f"Line {stated.place.line} gives `{claim.name}` in {stated.unit};"
            f" the source takes it in {actual} (line {line})",
            expected=actual,
            replacement=(stated.place, actual) if stated.word.lower() == stated.unit and actual in _TIMES else None,
        )
        return self.wrong(stated.place, subject, mistake, owner=claim.owner, fact=fact)


def _uses(tree: FunctionTree, name: str) -> dict[TimeUnit, int]:
    """Return each unit in which a parameter is used, with the first line that shows it."""
    found = times_used(tree, name)
    for unit, line in angles_taken(tree, name).items():
        found.setdefault(unit, line)
    return found


def _stated(paper: Paper, claim: ParameterClaim) -> _Stated | None:
    """Return the unit of an entry that gives one and no other."""
    text = entry_text(paper, claim.line, claim.end_line)
    matches = list(_IN_UNIT.finditer(text))
    if len(matches) != 1 or _ALSO.match(text[matches[0].end() :].lstrip()):
        return None
    word = matches[0]["unit"] or matches[0]["bracketed"]
    start, end = paper.line_starts[claim.line - 1], paper.line_starts[claim.end_line]
    found = re.compile(rf"\b{word}\b").search(paper.document, start, end)
    if found is None:
        return None
    first = found.start()
    line = paper.document.count("\n", 0, first) + 1
    return _Stated(claim, word, _BY_LOWER[word.lower()], Place(line, line, first, first + len(word), word))
