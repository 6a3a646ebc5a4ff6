"""Degrees or radians: the unit that a document gives an angle that is returned, against what makes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.checks._angles import returned_angle
from reflexion_core.checks._function_trees import FunctionTrees
from reflexion_core.checks._said_places import place_within
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import ParameterClaim, Place, ProseClaim, ReturnClaim
from reflexion_core.records import Verdict
from reflexion_core.source.facts import Fact, FunctionFact

_UNIT = re.compile(r"\bin\s+(?P<unit>degrees|radians)\b(?!\s+per\b)|\((?P<bracketed>degrees|radians)\)")
_OPENING = re.compile(r"[\s*_>-]*(?:Returns?|The|An?|[Aa]ngle|[Dd]irection|[Bb]earing|[Hh]eading|[Pp]hase)\b")
_ANGLE = re.compile(r"\b(?:angles?|direction|bearing|heading|phase|azimuth|tilt|slope|rotation|orientation)\b", re.I)
_SENTENCE = re.compile(r"[^.;]+(?:\.(?!\s)[^.;]*)*")
_TAKES = re.compile(r"\b(?:takes?|given|accepts?|expects?|if|when|per|not|convert\w*|input|argument)\b", re.I)


@CHECKS.register("angles")
class AnglesCheck(Check):
    """Looks at "the angle in degrees" where a function returns what `atan2` and the like give."""

    name = "angles"
    summary = "an angle that is said to be returned in degrees and comes in radians, or the other way round"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        if not _UNIT.search(paper.document):
            return
        trees = FunctionTrees(paper)
        for place, unit, function in _stated(paper):
            tree = trees.get(function)
            found = returned_angle(tree) if tree is not None else None
            subject = f"{function.qualname}: unit of the angle"
            if found is None:
                continue
            actual, line = found
            fact = Fact(line=line, end_line=line)
            if actual == unit:
                yield self.right(place, subject, fact)
                continue
            mistake = Mistake(
                f"Line {place.line} says that `{function.qualname}` returns an angle in {unit};"
                f" the source returns it in {actual} (line {line})",
                expected=actual,
                replacement=(place, actual),
            )
            yield self.wrong(place, subject, mistake, owner=function.qualname, fact=fact)


def _stated(paper: Paper) -> Iterator[tuple[Place, str, FunctionFact]]:
    """Yield each unit that is given for a result."""
    seen: set[int] = set()
    claims: list[ReturnClaim | ProseClaim] = [*paper.claims.returns, *paper.claims.prose]
    for claim in claims:
        owner = paper.owner(claim.owner)
        function = owner.symbol if owner is not None else None
        if not isinstance(function, FunctionFact) or function.is_wrapped or function.flavour != "plain":
            continue
        if isinstance(claim, ProseClaim) and any(_overlaps(claim, one) for one in paper.claims.parameters):
            continue
        for sentence in _SENTENCE.finditer(claim.text):
            units = list(_UNIT.finditer(sentence[0]))
            if len(units) == 1 and _is_of_result(claim, sentence[0], units[0], function):
                group = "unit" if units[0]["unit"] else "bracketed"
                start, end = (sentence.start() + offset for offset in units[0].span(group))
                place = place_within(claim.place, start, end)
                if place.start not in seen:
                    seen.add(place.start)
                    yield place, units[0][group], function


def _is_of_result(claim: ProseClaim | ReturnClaim, sentence: str, unit: re.Match[str], function: FunctionFact) -> bool:
    """Say whether a sentence gives the unit of what is returned, and not of what is taken."""
    before = sentence[: unit.start()]
    words = set(re.findall(r"\w+", before.lower()))
    if _TAKES.search(before) or words & {parameter.name.lower() for parameter in function.parameters}:
        return False
    is_opening = isinstance(claim, ReturnClaim) or _OPENING.match(sentence) is not None
    return is_opening and _ANGLE.search(before) is not None


def _overlaps(claim: ProseClaim, other: ParameterClaim) -> bool:
    return claim.place.start < other.place.end and other.place.start < claim.place.end
