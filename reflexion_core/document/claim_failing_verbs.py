"""Other words than "raises" by which a sentence says that an exception comes: "fails with", "you get a"."""

from __future__ import annotations

import re

from reflexion_core.document.claim_exceptions import EXCEPTIONS, TYPES, NamedException

_SURE = (
    r"[Ff]ail(?:s|ed|ing)?\s+with|(?:is|are|gets?)\s+(?:refused|rejected|answered|met)\s+(?:with|by)"
    r"|[Rr]ejects?\s+\w+\s+with|[Rr]efuses?\s+\w+\s+with|(?:[Aa]borts|[Ss]tops)\s+with"
    r"|(?:is|are)\s+(?:signalled|reported)\s+(?:by|as|with)|[Ss]ignals"
)
_LOOSE = (
    r"[Yy]ou(?:['’]ll|\s+will)?\s+(?:get|see|receive)|[Ee]nds\s+(?:in|with)|[Rr]esults\s+in|[Ll]eads\s+to"
    r"|[Gg]ives(?:\s+you)?|[Cc]auses|[Tt]riggers|[Pp]roduces|[Yy]ields|is\s+turned\s+into"
)
FAILING = re.compile(rf"\b(?P<verb>(?P<sure>{_SURE})|(?:{_LOOSE}))\s+{TYPES}")
IS_ONE = re.compile(
    rf"(?<![\w`])(?P<sure>)(?:An?|Any|Anything|Asking|Passing|Giving|Calling|Using)\b[^.;:\n]{{2,100}}?"
    rf"\s(?P<verb>is)\s+(?=an?\s){TYPES}(?=\s*(?:[,.;–—\n]|-\s|$))"
)
SPEAKS = re.compile(
    r"[Rr]ais|[Tt]hrow|[Ff]ail|\b[Yy]ou\b|refuse|reject|answered|met\s|[Aa]bort|[Ss]top|[Ss]ignal|report|[Ee]nds\s"
    r"|[Rr]esults\s|[Ll]eads\s|[Gg]ives\s|[Cc]auses\s|[Tt]riggers\s|[Pp]roduces\s|[Yy]ields\s|turned\s|\bis\s+an?\s"
)
SPEAKS_OF_FAILING = (
    *("fail", "refuse", "reject", "answered", "met", "abort", "stop", "signal", "report", "you", "ends", "results"),
    *("leads", "gives", "causes", "triggers", "produces", "yields", "turned"),
)
_LOOKS = re.compile(r"\w*(?:Error|Exception|Exceeded|Interrupt|NotFound|Denied|Timeout|Failure)")


def is_meant(match: re.Match[str], named: list[NamedException]) -> bool:
    """Say whether what a verb is about is an exception: "gives a `Report`" is about none."""
    if match.re is not FAILING and match.re is not IS_ONE:
        return True
    if match["sure"]:
        return True
    tails = [one.name.rpartition(".")[2] for one in named]
    return all(tail in EXCEPTIONS or _LOOKS.fullmatch(tail) for tail in tails)
