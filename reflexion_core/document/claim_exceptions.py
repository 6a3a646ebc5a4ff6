"""Exceptions by name: what in a passage is one."""

from __future__ import annotations

import builtins
import re
from dataclasses import dataclass

from reflexion_core.document.claim_owners import Names
from reflexion_core.document.claims import Form, Place
from reflexion_core.document.passages import FILLER, Passage

EXCEPTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)


_EXCEPTION_WORD = re.compile(
    r"(?:\w+\.)*\w*(?:Error|Exception|Warning|Fault|Failure|Failed|Exit|Interrupt|Iteration|Timeout|NotFound"
    r"|Invalid|Missing"
    r"|Denied|Exceeded|Violation)"
)


CODE = rf"(?::\w+:)?`+{FILLER}+`+"


TYPE = rf"[*_]{{0,2}}(?:{CODE}|(?:\w+\.)*[A-Z]\w+(?:\.[A-Z]\w+)*)[*_]{{0,2}}"


ARTICLE = r"(?:(?:an?|the|either)\s+)?"


TYPES = (
    rf"{ARTICLE}(?P<types>{TYPE}(?:\s*(?:,(?!\s*(?:an?|the)\s)|/|\||,?\s*\b(?:or|and)\b\s*{ARTICLE})\s*"
    rf"(?::\w+:)?[*_]{{0,2}}(?:{CODE}|(?:\w+\.)*[A-Z]\w+)[*_]{{0,2}})*)"
)


_CALL = re.compile(r"(?P<type>[\w.]+)\((?P<inside>.*)\)", re.DOTALL)


_STRING = re.compile(r"[frbu]{0,2}(?P<quote>[\"'])(?P<inside>(?:(?!(?P=quote)).)+)(?P=quote)", re.DOTALL)


@dataclass(frozen=True)
class NamedException:
    """An exception's name in a passage."""

    name: str
    start: int
    end: int
    """After its marks."""
    place: Place
    message: tuple[int, int] | None = None
    """Where the message stands that is written with the name: `ValueError("…")`."""


@dataclass(frozen=True)
class Where:
    """What is known of a passage before it is read."""

    owner: str
    names: Names
    scope: str = ""
    form: Form = "prose"
    parameters: tuple[str, ...] = ()
    """What the owner takes, as far as the document has said."""


def is_exception_name(name: str, names: Names, scope: str = "") -> bool:
    """Say whether a name is by its own look one of an exception."""
    tail = name.rpartition(".")[2]
    return (
        tail in EXCEPTIONS or bool(_EXCEPTION_WORD.fullmatch(tail)) or (tail[:1].isupper() and names.knows(name, scope))
    )


def read_exceptions(words: Passage, start: int, end: int, where: Where, *, in_section: bool) -> list[NamedException]:
    offsets = [match.span() for match in re.finditer(TYPE, words.masked[start:end])]
    found = [read_exception_name(words, start + a, start + b, where, in_section=in_section) for a, b in offsets]
    return [named for named in found if named is not None]


def read_exception_name(
    words: Passage, start: int, end: int, where: Where, *, in_section: bool
) -> NamedException | None:
    lead = re.compile(r"[*_]*(?::\w+:)?[*_]*").match(words.masked, start)
    code = words.code_at(lead.end()) if lead else None
    message = None
    if code is not None:
        text, first = code.text.strip(), code.inner_start
        if call := _CALL.fullmatch(text):
            text = call["type"]
            message = quoted_span(words, code.inner_start, code.inner_end)
        text = text.lstrip("~")
        first = words.text.find(text, code.inner_start)
    else:
        text = words.text[start:end].strip("*_")
        first = words.text.find(text, start)
    is_dotted_name = bool(re.fullmatch(r"(?:[^\W\d]\w*\.)*[A-Z]\w*", text))
    is_sure = is_exception_name(text, where.names, where.scope) or (is_dotted_name and code is not None)
    if not (is_dotted_name or text.rpartition(".")[2] in EXCEPTIONS) or text in ("None", "True", "False"):
        return None
    if not is_sure and not (in_section and code is None and _looks_like_class(text)):
        return None
    return NamedException(text, start, end, words.place(first, first + len(text)), message)


def _looks_like_class(text: str) -> bool:
    """Say whether a word without backticks is written like a class: two capitals, with small letters between."""
    return bool(re.search(r"[a-z]", text)) and len(re.findall(r"[A-Z]", text)) > 1


def quoted_span(words: Passage, start: int, end: int, *, whole: bool = False) -> tuple[int, int] | None:
    """Return the content of the string in some code: its first one, or the one that it is as a whole."""
    match = _STRING.fullmatch(words.text, start, end) if whole else _STRING.search(words.text, start, end)
    return match.span("inside") if match else None
