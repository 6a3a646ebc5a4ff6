"""What an entry states between brackets or commas: "int, optional, default 3"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from reflexion_core.document.claim_defaults import DefaultPhrase, read_value
from reflexion_core.document.claim_entry_names import EntryName
from reflexion_core.document.claim_signatures import split_outside
from reflexion_core.document.claims import ParameterKind
from reflexion_core.document.passages import Passage
from reflexion_core.document.type_words import is_type_word

_KIND = re.compile(r"(?P<which>keyword|positional)(?:[- ]| arguments? )only(?: argument)?\b", re.IGNORECASE)


_OPTIONAL = re.compile(r"[*_(]*(?P<word>optional|required|mandatory)[*_)]*", re.IGNORECASE)


_DEFAULT = re.compile(
    r"[*_]*(?:by )?default(?:s|ing)?(?:[*_]*\s*(?:value\b|is\b|are\b|to\b|of\b|[:=]))*[*_]*\s*(?P<value>\S.*)",
    re.IGNORECASE | re.DOTALL,
)


_BY_DEFAULT = re.compile(r"(?P<value>\S.*?)\s+(?:by default|\(default\))", re.IGNORECASE | re.DOTALL)


_OPTIONAL_WITH = re.compile(r"optional[:]?\s*\((?P<inner>[^()]*)\)", re.IGNORECASE)


_NO_DEFAULT = re.compile(r"no default(?: value)?", re.IGNORECASE)


_HUNDREDS = re.compile(r"\d{3}(?:\.\d+)?\s*")


LITERAL = re.compile(r"`[^`]+`|[+-]?[\d.][\w.,+-]*|None|True|False|\"[^\"]*\"|'[^']*'|\[\]|\{\}|\(\)")


@dataclass
class Entry:
    """What an entry states, with offsets into its passage."""

    names: list[EntryName]
    types: list[tuple[int, int]] = field(default_factory=list)
    defaults: list[DefaultPhrase] = field(default_factory=list)
    kind: ParameterKind | None = None
    is_optional: bool | None = None
    rest: int = 0
    """Where its description starts."""
    has_separator: bool = False


def read_details(words: Passage, entry: Entry, start: int, end: int) -> None:
    """Read "int, optional, default 3" into an entry."""
    text = words.text[start:end]
    code = words.code_at(start + len(text) - len(text.lstrip()))
    if code is not None and code.end >= end - 1 and "," in code.text and "default" in code.text.lower():
        start, end = code.inner_start, code.inner_end
        text = words.text[start:end]
    types: list[tuple[int, int]] = []
    for first, last in _pieces(text):
        piece = words.cut(start + first, start + last)
        offset = piece.base - words.base
        if piece.text and not _detail(words, entry, piece.text, offset, has_type=bool(types)):
            types.append((offset, offset + len(piece.text)))
    if types:
        entry.types.append((types[0][0], types[-1][1]))


def _pieces(text: str) -> list[tuple[int, int]]:
    """Return the pieces between commas; one that parts thousands from hundreds is none."""
    pieces: list[tuple[int, int]] = []
    for start, end in split_outside(text):
        is_rest = bool(pieces) and text[start - 2 : start - 1].isdigit() and _HUNDREDS.fullmatch(text, start, end)
        pieces.append((pieces.pop()[0] if is_rest else start, end))
    return pieces


def _detail(words: Passage, entry: Entry, text: str, offset: int, *, has_type: bool) -> bool:
    """Read one piece between commas; say whether it was anything but a type."""
    if _is_word(entry, text):
        return True
    if _NO_DEFAULT.fullmatch(text):
        entry.defaults.append(DefaultPhrase(offset, offset + len(text), "", offset, offset + len(text)))
        return True
    stated = _DEFAULT.fullmatch(text) or _BY_DEFAULT.fullmatch(text)
    if stated is not None:
        add_default(words, entry, offset, offset + stated.end("value"), offset + stated.start("value"))
        return True
    if bracketed := _OPTIONAL_WITH.fullmatch(text):
        entry.is_optional = True
        read_details(words, entry, offset + bracketed.start("inner"), offset + bracketed.end("inner"))
        return True
    if (entry.is_optional or has_type) and LITERAL.fullmatch(text) and not is_type_word(text.strip("`")):
        if entry.is_optional:
            add_default(words, entry, offset, offset + len(text), offset)
        return entry.is_optional is True
    return _with_assignment(words, entry, text, offset)


def _is_word(entry: Entry, text: str) -> bool:
    """Read "optional", "required", "keyword-only"; say whether it was one of them."""
    if optional := _OPTIONAL.fullmatch(text):
        entry.is_optional = optional["word"].lower() == "optional"
    elif kind := _KIND.fullmatch(text):
        entry.kind = "keyword-only" if kind["which"].lower() == "keyword" else "positional-only"
    else:
        return False
    return True


def _with_assignment(words: Passage, entry: Entry, text: str, offset: int) -> bool:
    """Read "int = 3", also in backticks or as "`int` = `3`"."""
    code = words.code_at(offset)
    inner = offset
    if code is not None and code.end == offset + len(text):
        text, inner = words.text[code.inner_start : code.inner_end], code.inner_start
    pieces = list(split_outside(text, "="))
    if len(pieces) != 2 or not text[slice(*pieces[1])].strip():
        return False
    value = words.cut(inner + pieces[1][0], inner + pieces[1][1])
    if code is not None and inner != offset:
        start = value.base - words.base
        span = DefaultPhrase(offset, code.end, value.text, start, start + len(value.text), is_code=True)
        entry.defaults.append(span)
    else:
        add_default(words, entry, offset, offset + len(text), value.base - words.base)
    left = words.cut(inner + pieces[0][0], inner + pieces[0][1])
    if left.text:
        entry.types.append((left.base - words.base, left.base - words.base + len(left.text)))
    return True


def add_default(words: Passage, entry: Entry, start: int, end: int, value_start: int) -> None:
    value, first, last, is_code = read_value(words, value_start, end)
    entry.defaults.append(DefaultPhrase(start, end, value, first, last, is_code=is_code))
