"""Words that name the members of a returned tuple: "`(low, high)`", "a pair of x and y"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reflexion_core.document.passages import FILLER, Passage
from reflexion_core.document.type_words import is_type_word

_CODE = rf"`+{FILLER}+`+"
_KIND = r"`?(?:named ?tuple|\d-tuple|tuple|pair|triple)`?"
_COUNTED = re.compile(
    r"(?:(?:an?|the)\s+)?`?tuple`?(?::\s+an?\s+tuple)? of (?P<count>two|three|four|five|six|\d) (?:\w+ ?){1,2}"
    r"(?:\s*[-—–:(]+\s*(?P<names>[\w`, ]+?))?(?=[.)\n;]|$)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    rf"(?:(?:an?|the|this)\s+)?(?:(?:\w+\s+)?{_KIND}(?:\s*:\s*|\s+)"
    r"(?:(?:of|with|containing|consisting of|in the form|:)\s+)?)?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\(\s*\w+(?:\s*,\s*\w+)+\s*\)")
_ITEM = rf"(?:(?:the|an?)\s+)?(?:{_CODE}|[a-z]\w*(?: [a-z]\w*)?)"
_ITEMS = rf"{_ITEM}(?:,\s*{_ITEM})*,?\s+and\s+{_ITEM}"
_NAMED = re.compile(rf"(?P<names>{_ITEMS})(?=\s*(?:[.,;:)\n–—]|$))")
_AS_TUPLE = re.compile(rf"(?P<names>{_ITEMS})(?:,)?\s+as\s+(?:an?\s+{_KIND}|(?:two|three|four|separate)\s)")
_WORD_LIST = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_JOINED = re.compile(r"[^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)+,?")


@dataclass(frozen=True)
class Members:
    """What is said of a tuple's members."""

    length: int | None = None
    names: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    """Where the names stand that a comma alone separates, without brackets."""


def find_members(words: Passage, start: int, end: int) -> Members:
    """Return the number of a returned tuple's members and their names, as far as the words at a place state them."""
    if counted := _COUNTED.match(words.masked, start, end):
        count = _COUNTS.get(counted["count"].lower()) or int(counted["count"])
        names = split_names(words.text[slice(*counted.span("names"))]) if counted["names"] else ()
        return Members(count, names if len(names) == count else ())
    lead = _LEAD.match(words.masked, start, end)
    first = lead.end() if lead else start
    has_kind = lead is not None and re.search(_KIND, lead[0]) is not None
    bracketed = _in_brackets(words, first, end, has_kind=has_kind)
    if bracketed is not None:
        return bracketed
    listed = (_NAMED.match(words.masked, first, end) if has_kind else None) or _AS_TUPLE.match(words.masked, start, end)
    return Members(names=split_names(words.text[slice(*listed.span("names"))])) if listed else Members()


def _in_brackets(words: Passage, start: int, end: int, *, has_kind: bool) -> Members | None:
    """Return the names in "`(a, b)`", "`a, b`" or, behind a word for it, "(a, b)"."""
    code = words.code_at(start)
    if code is not None and code.end <= end:
        first, inner = code.inner_start, code.text
        is_list = bool(_BRACKETED.fullmatch(inner.strip()) or _JOINED.fullmatch(inner.strip()))
    else:
        plain = _BRACKETED.match(words.masked, start, end)
        if (
            plain
            and not has_kind
            and words.masked[plain.end() : end].lstrip()[:1] not in ("", ",", ".", ";", ":", "–", "—")
        ):
            plain = None
        first, inner, is_list = start, plain[0] if plain else "", plain is not None
    names = split_names(inner.strip().strip("()")) if is_list else ()
    if len(names) < 2 or not all(name.isidentifier() and not is_type_word(name) for name in names):
        return None
    first += len(inner) - len(inner.lstrip(" ("))
    return Members(len(names), names, (first, first + len(inner.strip(" ()"))))


def split_names(text: str) -> tuple[str, ...]:
    """Split "`a`, the `b` and c" into its names."""
    pieces = [re.sub(r"^(?:the|an?)\s+", "", piece.strip()) for piece in _WORD_LIST.split(text.strip())]
    return tuple(piece.strip("` ") for piece in pieces if piece.strip("` "))
