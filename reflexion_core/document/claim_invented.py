"""Versions, authors, licences, dates, requirements and performance figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from reflexion_core.document.claims import InventedClaim
from reflexion_core.document.passages import Passage

Kind = Literal[
    "version", "history", "author", "licence", "date", "requirement", "package", "installation", "performance"
]

_VERSION = r"v?\d+(?:\.\d+)+(?:[a-z]+\d*)?"
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DATE = (
    rf"(?:\d{{4}}-\d{{2}}-\d{{2}}|{_MONTH} \d{{1,2}},? \d{{4}}|\d{{1,2}} {_MONTH} \d{{4}}|{_MONTH} \d{{4}}"
    rf"|\d{{1,2}}/\d{{1,2}}/\d{{4}})"
)
_LABEL_END = r"[*_]{0,2}\s*:\s*[*_]{0,2}\s*"
_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "history",
        re.compile(
            rf"\b(?P<value>(?:new|added|changed|deprecated|introduced|removed|available|fixed)\s+(?:in"
            rf"|since)\s+(?:version\s+)?{_VERSION}"
            rf"|(?:since|as of|prior to|before|from)\s+(?:version\s+|v(?=\d)){_VERSION}"
            rf"|version(?:added|changed)::\s*{_VERSION})",
            re.IGNORECASE,
        ),
    ),
    (
        "history",
        re.compile(
            rf"(?:^|[*_\n])(?P<value>(?:since|added|introduced|new|deprecated|changed|available)(?: (?:in|since))?"
            rf"{_LABEL_END}(?:version\s+)?`?{_VERSION}`?)",
            re.IGNORECASE,
        ),
    ),
    ("version", re.compile(rf"(?:^|[*_\n])version{_LABEL_END}(?P<value>`?{_VERSION}`?)", re.IGNORECASE)),
    (
        "author",
        re.compile(
            rf"(?:^|[*_\n])(?:authors?|maintainers?|maintained by|written by|created by"
            rf"|contributors?){_LABEL_END}(?P<value>\S[^\n]*)",
            re.IGNORECASE,
        ),
    ),
    (
        "licence",
        re.compile(
            r"(?P<value>\b(?:MIT|BSD(?:-\d-Clause)?|Apache(?: License)?,?(?: Version)?(?: |-)2\.0|(?:L|A)?GPL"
            r"(?:v\d)?|MPL(?: |-)2\.0|ISC)\b(?: [Ll]icen[sc]e)?"
            r"(?=[\s.,;)]|$)|\b(?:is|are) licen[sc]ed under [^\n.]+|(?:©|\([cC]\)|\b[Cc]opyright) ?(?:©"
            r"|\([cC]\))? ?\d{4}[^\n]*)",
        ),
    ),
    (
        "date",
        re.compile(
            rf"\b(?:last (?:updated|modified|revised|changed)|updated on|released? (?:on|date)|date"
            rf"|published)[*_]{{0,2}}\s*:?\s*[*_]{{0,2}}\s*(?:on\s+)?(?P<value>{_DATE})",
            re.IGNORECASE,
        ),
    ),
    (
        "requirement",
        re.compile(
            r"(?P<value>(?:\brequires?\b|\bneeds\b|\bsupports?\b|\bcompatible with\b|\bworks with\b|\btested "
            r"(?:on|with)\b|\brunning\b)[^.\n]{0,20}?\bPython\s*(?:>=?\s*)?(?:version\s*)?\d(?:\.\d+)*\+?"
            r"(?: or (?:later|newer|higher|above))?"
            r"|\bPython\s*(?:>=|≥|>)\s*\d(?:\.\d+)*|\bPython \d\.\d+\+|\bPython \d\.\d+ (?:or|and) (?:later"
            r"|newer|higher|above))",
            re.IGNORECASE,
        ),
    ),
    (
        "package",
        re.compile(
            r"\b(?:requires?|needs?|depends? on|requirement is)\s+(?:(?:only|the|third-party|Python)\s+)*"
            r"(?:`(?P<value>[A-Za-z][\w.-]*)`\s+(?:package|library|distribution)\b"
            r"|(?:package|library|distribution)\s+`(?P<other>[A-Za-z][\w.-]*)`)",
            re.IGNORECASE,
        ),
    ),
    ("installation", re.compile(r"(?P<value>\b(?:pip3?|conda|poetry|uv|pipx) (?:install|add)\s+[\w.\[\]=<>~-]+)")),
    (
        "performance",
        re.compile(
            r"(?P<value>(?<![\w])O\((?:1|[nmkNMVE](?:\s?[\^²+*·]\s?\w+|\s?log\s?\(?\w\)?)*|log\s?\(?\w\)?"
            r"|\w\s?[*+·×]\s?\w)\)"
            r"|\b\d+(?:\.\d+)?\s?(?:x|×|times|%|percent)\s+(?:faster|slower|quicker|less memory|more efficient"
            r"|speed-?up)"
            r"|\b(?:processes|handles|up to|over|more than)\s+[\d,.]+[kKM]?\s+(?:requests|items|records|rows"
            r"|operations|calls)\s+(?:per|a|/)\s*(?:second|minute)\b"
            r"|\bunder \d+(?:\.\d+)?\s?(?:ms|milliseconds|µs|microseconds)\b)"
        ),
    ),
)
_TITLES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "history",
        re.compile(
            r"change ?log|(?:version|release|revision|change) history|release notes|what['’]s new|history",
            re.IGNORECASE,
        ),
    ),
    ("author", re.compile(r"authors?|contributors?|maintainers?|credits", re.IGNORECASE)),
    ("licence", re.compile(r"licen[sc]e|licensing|copyright", re.IGNORECASE)),
    (
        "requirement",
        re.compile(r"requirements|dependencies|prerequisites|compatibility|supported versions", re.IGNORECASE),
    ),
    ("installation", re.compile(r"install(?:ation|ing)?", re.IGNORECASE)),
)
_REQUIREMENTS = re.compile(r"(?:\w+ )?(?:requirements|dependencies|prerequisites)", re.IGNORECASE)
_NUMBER = r"(?:(?:[<>=~!]=?|≥|version)\s*)+v?\d"
_REQUIRED = re.compile(
    rf"(?P<mark>[`*_]{{0,3}})(?P<name>(?!python\b)[A-Za-z][\w-]*(?:\.\w+)*)(?:\[[\w,]+\])?"
    rf"(?:(?<=(?P<end>[`]))|(?:\s*{_NUMBER})|(?=`)|(?=\s+\d+\.\d))",
    re.IGNORECASE,
)
_PROGRAM = re.compile(
    r"\b(?:PATH|command|program|binary|executable|tool|server|service|installed on|operating|system|running|file|env\w*"
    r"|account|key|token|optional\w*)\b|\$",
    re.IGNORECASE,
)
"""Words on what is required and is no package of Python, or is not required."""
_HINT = re.compile(
    r"\d|author|maintain|contributor|written by|created by|licen[sc]e|copyright|©|\b(?:mit|bsd|apache|l?gpl"
    r"|mpl|isc)\b|install|o\(|package|library|distribution"
)
"""For text in lower case, as the next ones: that is looked through much faster than text in any case."""
_TELLING: dict[Kind, re.Pattern[str]] = {
    "history": re.compile(r"\d\.\d"),
    "version": re.compile(r"\d\.\d"),
    "author": re.compile(r"author|maintain|contributor|(?:writ|creat)\w+ by"),
    "licence": re.compile(r"mit|bsd|apache|gpl|mpl|isc|licen[sc]e|copyright|©|\(c\)"),
    "date": re.compile(r"\d{4}"),
    "requirement": re.compile(r"python"),
    "package": re.compile(r"package|library|distribution"),
    "installation": re.compile(r"install|add"),
    "performance": re.compile(r"o\(|\d"),
}
"""What stands in all words of a kind; it is looked for first, as it is found much sooner."""


def find_invented(words: Passage, owner: str) -> Iterator[InventedClaim]:
    """Yield the words of a passage that name a version, an author and the like."""
    if not _HINT.search(words.lowered):
        return
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(words.text) if _TELLING[kind].search(words.lowered) else ():
            value = words.cut(*match.span("value" if match["value"] is not None else "other"))
            yield InventedClaim(place=words.place(*match.span()), owner=owner, kind=kind, value=value.text)


def find_required_package(words: Passage, owner: str, title: str) -> Iterator[InventedClaim]:
    """Yield the package that an entry below "Requirements" starts with, if it is marked or has a version."""
    if not _REQUIREMENTS.fullmatch(title.strip("*_: ").strip()):
        return
    match = _REQUIRED.match(words.text)
    if match is not None and not _PROGRAM.search(words.text):
        value = words.cut(*match.span("name"))
        place = words.place(*match.span("name"))
        yield InventedClaim(place=place, owner=owner, kind="package", value=value.text)


def find_invented_title(words: Passage, owner: str) -> Iterator[InventedClaim]:
    """Yield a heading such as "Changelog" or "License"."""
    title = words.text.strip("*_: ").strip()
    for kind, pattern in _TITLES:
        if pattern.fullmatch(title):
            yield InventedClaim(place=words.place(), owner=owner, kind=kind, value=title)
