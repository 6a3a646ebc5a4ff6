"""By position or by keyword: how a document says that parameters can be given, against the signature."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reflexion_core.checks._owners import Owner
from reflexion_core.checks._said_places import place_within
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import ProseClaim
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ParameterFact
from reflexion_core.source.facts import ParameterKind as FactKind

_WORD = r"(?:an?\s+)?(?:keywords?|names?|named)(?:\s+(?:arguments?|parameters?))?"
_PLACE = r"(?:by\s+position|positionally|as\s+(?:an?\s+)?positional(?:\s+(?:arguments?|parameters?))?)"
_KEY = rf"(?:(?:by|as)\s+{_WORD})"
_NAMES = r"`\w+`(?:\s*(?:,|,?\s*\band\b|,?\s*\bor\b)\s*`\w+`)*"
_SAYS = re.compile(
    rf"(?P<who>{_NAMES}|\b(?P<scope>[Tt]he|[Ii]ts|[Aa]ll|[Bb]oth|[Ee]ach|[Ee]very)(?:\s+(?:of\s+)?(?:the|its|two|three))?"
    r"\s+(?:arguments?|parameters?))\s+(?:can|may)\s+(?:also\s+|all\s+|both\s+|each\s+|either\s+)?be\s+"
    r"(?:given|passed|specified|supplied)\s+(?:either\s+|both\s+|also\s+)?"
    rf"(?:(?P<both>{_PLACE}\s+(?:or|and)\s+(?:also\s+)?(?:{_KEY}|{_WORD})|{_KEY}\s+(?:or|and)\s+(?:{_PLACE}|position))"
    rf"|(?P<key>{_KEY})|(?P<place>{_PLACE}))\b(?!\s+only\b)"
)
_SHOWN = {"positional_only": "positional-only", "keyword_only": "keyword-only"}


@CHECKS.register("passing")
class PassingCheck(Check):
    """Looks at "can be given by position or keyword" in running text."""

    name = "passing"
    summary = "a parameter that is said to be given by keyword or by position, and cannot be"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        for claim in paper.claims.prose:
            for match in _SAYS.finditer(claim.text) if " be " in claim.text.replace("\n", " ") else ():
                owner = paper.owner(claim.owner)
                if owner is not None:
                    yield from self._judge(owner, claim, match)

    def _judge(self, owner: Owner, claim: ProseClaim, match: re.Match[str]) -> Iterator[Verdict]:
        place = place_within(claim.place, *match.span())
        subject = f"{owner.qualname}: how parameters are given"
        if not owner.is_certain or len(owner.calls) != 1 or owner.is_open:
            yield self.unsure(place, subject, "it may be called in several ways", owner.symbol)
            return
        meant = _meant(owner, match)
        refused = [parameter for parameter in meant if parameter.kind in _refuted(match)]
        is_loose = (match["scope"] or "").lower() in ("the", "its")
        if not meant or (is_loose and refused and len(refused) < len(meant)):
            return
        if not refused:
            yield self.right(place, subject, meant[0])
            return
        names = ", ".join(f"`{parameter.name}`" for parameter in refused)
        kind = _SHOWN[refused[0].kind]
        words = " ".join(match[0][len(match["who"]) :].split())
        is_kind = f"{'it is' if len(refused) == 1 else 'they are'} {kind}"
        mistake = Mistake(
            f"Line {place.line} says that {names} {words}; in the source {is_kind} (line {refused[0].line})",
            expected=kind,
        )
        yield self.wrong(place, subject, mistake, owner=owner.qualname, fact=refused[0])


def _refuted(match: re.Match[str]) -> Sequence[FactKind]:
    """Return the kinds of parameters that cannot be given as the words say."""
    if match["both"]:
        return ("positional_only", "keyword_only")
    return ("positional_only",) if match["key"] else ("keyword_only",)


def _meant(owner: Owner, match: re.Match[str]) -> list[ParameterFact]:
    """Return the parameters that are spoken of; none where a name is no parameter."""
    taken = [parameter for parameter in owner.calls[0].parameters if not parameter.is_variadic]
    if match["scope"]:
        return taken
    found = [owner.parameter(name) for name in re.findall(r"`(\w+)`", match["who"])]
    known = [parameter for parameter in found if parameter is not None and not parameter.is_variadic]
    return known if len(known) == len(found) else []
