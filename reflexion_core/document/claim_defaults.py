"""Words that state a default: "(default: `3`)", "Defaults to 3", "`None` by default"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from reflexion_core.document.passages import FILLER, Passage
from reflexion_core.document.type_words import BUILTIN_NAMES
from reflexion_core.document.values import normalize_value

_CODE = rf"`+{FILLER}*`+"
_QUOTED = r"\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)|“[^”\n]*”"
_NUMBER = r"(?<![\w.])[+-]?(?:\d[\d,_]*\d|\d)?(?:\.\d+)?(?:[eE][+-]?\d+)?(?:\*\*\d+)?(?<=\d)(?!\w)"
_PLAIN = r"None\b|True\b|False\b|none\b|true\b|false\b|null\b|\(\)|\[\]|\{\}"
_EXACT = rf"{_CODE}|{_QUOTED}|{_PLAIN}|{_NUMBER}"
_UNIT = (
    r"(?: (?!if\b|when\b|and\b|or\b|for\b|which\b|in\b|unless\b|but\b|so\b|as\b|on\b|to\b|means?\b|is\b"
    r"|by\b|items\b)[a-z]+)?"
)
_LOOSE = (
    r"(?!used\b|taken\b|applied\b|not\b|set\b|that\b|given\b|to\b)[^\s`\"'.,;:()|][^\n`,;()|]{0,60}?"
    r"(?=[,;()|\n`]|\.(?:\s|$)| if\b| when\b|$)"
)
_EMPHASIS = r"[*_]*"

_STATED = re.compile(
    rf"(?P<before>`{FILLER}+`\s+\(?)?(?<!\bby )(?<!\bBy )\b[Dd]efault(?:s|ed|ing)?\b(?:{_EMPHASIS}\s+value)?{_EMPHASIS}"
    rf"(?P<joined>(?:\s*(?:(?:is|are|was|to|of|being)\b|[:=])(?:{_EMPHASIS}))*)\s*"
    rf"(?:(?P<exact>{_EXACT})(?P<unit>{_UNIT})|(?P<loose>(?:(?:an?|the) )?{_LOOSE}))"
)
_AFTER = re.compile(
    rf"(?:(?P<name>`{FILLER}+`)\s+(?:is|=)\s+)?(?P<exact>{_EXACT})"
    rf"(?:,?\s+by\s+default\b|\s+\((?:the |by )?default\)|\s+is\s+the\s+default\b|,?\s+\*?(?:the )?default\*?"
    rf"(?=[,.;)]|$))"
)
_OPTIONAL = re.compile(rf"\b[Oo]ptional[,:]?\s+(?P<exact>{_EXACT})(?=\s*(?:[.,;)\n]|$))")
_BY = re.compile(
    rf"(?:^|(?<=[.;:,(]\s)|(?<=\())[Bb]y\s+default,?\s+(?P<exact>{_EXACT})(?P<unit>{_UNIT})(?=\s*(?:[.,;)]|$))"
)
_VALUE = re.compile(rf"\b[Vv]alue{_EMPHASIS}:{_EMPHASIS}\s*(?P<exact>{_EXACT})(?=\s*(?:[.,;)]|$))")
_NAMED = re.compile(
    rf"(?:[Bb]y\s+default,?\s+(?:the\s+)?(?P<first>`{FILLER}+`)\s+(?:is|equals)\s+(?:set\s+to\s+)?"
    rf"|[Dd]efault\s+(?:value\s+)?(?:of|for)\s+(?:the\s+)?(?P<second>`{FILLER}+`)\s+(?:is|=)\s+)"
    rf"(?:(?P<exact>{_EXACT})(?P<unit>{_UNIT})|(?P<loose>(?:(?:an?|the) )?{_LOOSE}))"
)
_NONE_AT_ALL = re.compile(r"\b(?:no default(?: value)?|has no default|without (?:a )?default)\b", re.IGNORECASE)
_REMARK = re.compile(r"\s*(?:[(=;,:—–]|-{1,2}\s|<br|\[\^)(?!\s*`)|\s+(?:means?|meaning|which|for|i\.e\.)\s")
"""What may stand behind a value in its cell without being another one."""
_BEFORE_REMARK = re.compile(rf"(?:{_QUOTED}|{_PLAIN}|{_NUMBER})(?=\s*(?:\(|=\s|;|—|–|<br))")
_SHOWN = re.compile(rf"\s*\((?P<value>{_CODE})\)")
_IDENTIFIER = re.compile(r"\*{0,2}[^\W\d]\w*")


@dataclass(frozen=True)
class DefaultPhrase:
    """A stated default, with offsets into the passage."""

    start: int
    end: int
    value: str
    """Empty where it is said that there is none."""
    value_start: int
    value_end: int
    name: str = ""
    """Whose default it is, if the phrase itself says so."""
    is_code: bool = False


def find_defaults(words: Passage, start: int = 0) -> Iterator[DefaultPhrase]:
    """Yield the defaults that a passage states from an offset on; none of them overlap."""
    if not words.has_any(("default", "optional")):
        return
    taken: list[tuple[int, int]] = []
    for phrase in (*_named(words, start), *_stated(words, start), *_after(words, start), *_absent(words, start)):
        if all(phrase.end <= first or phrase.start >= last for first, last in taken[-8:]):
            taken.append((phrase.start, phrase.end))
            yield phrase


def find_values(words: Passage, start: int = 0) -> Iterator[DefaultPhrase]:
    """Yield the value that an entry on an attribute or a constant gives it: "Value: `8`"."""
    match = _VALUE.search(words.masked, start)
    if match is not None:
        yield _phrase(words, match, "")


def read_value(words: Passage, start: int, end: int) -> tuple[str, int, int, bool]:
    """Return a stated value without backticks, its own offsets, and whether it is in backticks."""
    code = words.code_at(start)
    if code is not None and code.end == end:
        return code.text, code.inner_start, code.inner_end, True
    return words.text[start:end].strip(), start, end, False


def value_end(cell: Passage) -> int:
    """Return where a cell's value ends: a remark may stand behind it, "`10` (inherited)", "`None` = no limit"."""
    code = cell.code_at(0)
    if code is not None:
        return code.end if code.end < len(cell.text) and _REMARK.match(cell.masked, code.end) else len(cell.text)
    match = _BEFORE_REMARK.match(cell.masked)
    return match.end() if match is not None else len(cell.text)


def _named(words: Passage, start: int) -> Iterator[DefaultPhrase]:
    for match in _NAMED.finditer(words.masked, start):
        name = _name_at(words, match.start("first") if match["first"] else match.start("second"))
        if name:
            yield _phrase(words, match, name)


def _stated(words: Passage, start: int) -> Iterator[DefaultPhrase]:
    for match in _STATED.finditer(words.masked, start):
        if match["exact"] and not match["joined"] and not _stands_alone(words, match):
            continue
        if match["loose"] and not match["joined"].strip("*_ "):
            continue
        is_verb = match[0].lower().find("defaults to") >= 0
        name = _name_at(words, match.start("before")) if match["before"] and is_verb else ""
        yield _phrase(words, match, "" if name in BUILTIN_NAMES else name)


def _stands_alone(words: Passage, match: re.Match[str]) -> bool:
    """Say whether a value right behind "default" is one: "default `3`", not "the default `open` mode"."""
    value, _, _, is_code = read_value(words, match.start("exact"), match.end("exact"))
    if not is_code:
        return True
    after = words.masked[match.end("exact") :].lstrip("*_ ")[:1]
    found = normalize_value(value)
    return after in set(")],.;:|\n-–—") | {""} or (found is not None and found.kind != "name")


def _after(words: Passage, start: int) -> Iterator[DefaultPhrase]:
    for match in chain(*(pattern.finditer(words.masked, start) for pattern in (_AFTER, _OPTIONAL, _BY))):
        value = normalize_value(read_value(words, match.start("exact"), match.end("exact"))[0])
        if value is not None and value.kind != "name":
            yield _phrase(words, match, _name_at(words, match.start("name")) if match.groupdict().get("name") else "")


def _absent(words: Passage, start: int) -> Iterator[DefaultPhrase]:
    for match in _NONE_AT_ALL.finditer(words.masked, start):
        yield DefaultPhrase(match.start(), match.end(), "", match.start(), match.end())


def _phrase(words: Passage, match: re.Match[str], name: str) -> DefaultPhrase:
    groups = match.groupdict()
    kind = "exact" if groups["exact"] is not None else "loose"
    start, end = match.span(kind)
    if kind == "loose" and (shown := _SHOWN.match(words.masked, end)):
        start, end = shown.span("value")  # "a comma (`","`)"
    if groups.get("unit"):
        end = match.end("unit")
    value, value_start, value_end, is_code = read_value(words, start, end)
    if groups.get("unit") and words.code_at(start):
        value, value_start, value_end, is_code = read_value(words, start, match.end("exact"))
    return DefaultPhrase(match.start(), max(match.end(), end), value, value_start, value_end, name, is_code)


def _name_at(words: Passage, position: int) -> str:
    code = words.code_at(position)
    if code is None or not _IDENTIFIER.fullmatch(code.text):
        return ""
    return "" if code.text in ("None", "True", "False") else code.text.lstrip("*")
