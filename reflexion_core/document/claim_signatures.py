"""`name(args) -> T` as documents write it → its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from reflexion_core.document.claims import ParameterKind, StatedParameter
from reflexion_core.document.passages import Passage
from reflexion_core.document.python_code import parse_expression

NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"

_HEAD = re.compile(
    rf"(?P<async>async\s+)?(?P<word>def\s+|class\s+|function\s+|method\s+)?(?P<name>{NAME})\s*(?P<open>\()", re.ASCII
)
_TAIL = re.compile(
    r"\s*(?:(?:->|→)[ \t]*(?P<returns>[^\n#]+?)(?=\s*(?::\s*(?:\.\.\.|pass)?\s*)?(?:\n|$|#|\s[—–-]\s|\s\()))?"
    r"\s*(?P<colon>:)?"
)
_PARAMETER = re.compile(
    r"(?P<stars>\*{0,2})\s*(?P<name>[^\W\d]\w*)\s*(?::\s*(?P<annotation>(?:[^=]|==)+?))?\s*(?:=\s*(?P<default>.+))?",
    re.DOTALL,
)
_MARKS = re.compile(r"[\"'()\[\]{}\\]")
_OPENERS = {"(": ")", "[": "]", "{": "}"}
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])")
_MAX_SIGNATURE = 5000
"""Characters; what is longer is no signature."""


@dataclass(frozen=True)
class Signature:
    """A call as it is stated, with offsets into the text that was read."""

    name: str
    start: int
    end: int
    parameters: tuple[StatedParameter, ...]
    spans: tuple[tuple[int, int], ...]
    """Where each parameter stands in the text."""
    returns: str | None = None
    is_async: bool = False
    is_partial: bool = False
    has_receiver: bool = False
    is_class: bool = False
    """Whether the word `class` stands in front."""
    has_bases: bool = False
    """Whether what is in parentheses are a class's bases, and nothing is said about its call."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing but its shape tells it from a call: it has no default, annotation or star."""
        marks = any(item.default or item.annotation or "var" in item.kind for item in self.parameters)
        return not (marks or self.returns or self.is_async or self.is_class)


def split_outside(text: str, separator: str = ",") -> Iterator[tuple[int, int]]:
    """Yield the start and end of each piece between separators that stand in no bracket, quote or code span."""
    start = 0
    for position in _outside(text, separator) if separator in text else ():
        yield start, position
        start = position + 1
    yield start, len(text)


def unescape(text: str) -> str:
    """Return a text without Markdown's backslashes in front of marks."""
    return _ESCAPE.sub(r"\1", text)


def read_signature(text: str) -> Signature | None:
    """Return the signature that a text starts with; None if it is none, or a call with values in it."""
    head = _HEAD.match(text[:_MAX_SIGNATURE])
    if head is None:
        return None
    close = _closing(text, head.start("open"))
    if close is None:
        return None
    tail = _TAIL.match(text, close + 1)
    end = close + 1 if tail is None else (tail.end("returns") if tail["returns"] else close + 1)
    is_class = (head["word"] or "").startswith("class")
    signature = Signature(
        name=head["name"],
        start=head.start(),
        end=end,
        parameters=(),
        spans=(),
        returns=tail["returns"].strip() if tail and tail["returns"] else None,
        is_async=bool(head["async"]),
        is_class=is_class,
    )
    inside = text[head.end() : close]
    if is_class and _are_bases(inside, bool(tail and tail["colon"])):
        return replace(signature, has_bases=True)
    return _with_parameters(signature, inside, head.end())


def signature_places(signature: Signature, words: Passage, offset: int) -> tuple[StatedParameter, ...]:
    """Return the parameters with their places, for a text that stands in a passage at an offset."""
    return tuple(
        replace(parameter, place=words.place(offset + start, offset + end))
        for parameter, (start, end) in zip(signature.parameters, signature.spans, strict=True)
    )


def read_parameter(text: str) -> StatedParameter | None:
    """Return `name`, `*name`, `name: T = v` as a parameter; its kind tells only stars."""
    match = _PARAMETER.fullmatch(text.strip())
    if match is None:
        return None
    kinds: dict[str, ParameterKind] = {"*": "var-positional", "**": "var-keyword"}
    annotation, default = match["annotation"], match["default"]
    return StatedParameter(
        name=match["name"],
        kind=kinds.get(match["stars"], "positional-or-keyword"),
        annotation=annotation.strip() if annotation else None,
        default=default.strip() if default else None,
    )


def _with_parameters(signature: Signature, inside: str, offset: int) -> Signature | None:
    parameters: list[StatedParameter] = []
    spans: list[tuple[int, int]] = []
    is_keyword_only = is_partial = False
    for start, end in split_outside(inside) if inside.strip() else ():
        piece = inside[start:end]
        match piece.strip():
            case "/":
                parameters = [replace(parameter, kind="positional-only") for parameter in parameters]
            case "*":
                is_keyword_only = True
            case "..." | "…":
                is_partial = True
            case "" if end == len(inside):
                continue
            case stripped:
                parameter = read_parameter(stripped)
                if parameter is None or not _is_sound(parameter):
                    return None
                if is_keyword_only and parameter.kind == "positional-or-keyword":
                    parameter = replace(parameter, kind="keyword-only")
                is_keyword_only = is_keyword_only or parameter.kind == "var-positional"
                parameters.append(parameter)
                lead = len(piece) - len(piece.lstrip())
                spans.append((offset + start + lead, offset + start + lead + len(stripped)))
    has_receiver = bool(parameters) and parameters[0].name in ("self", "cls") and not parameters[0].default
    return replace(
        signature,
        parameters=tuple(parameters[has_receiver:]),
        spans=tuple(spans[has_receiver:]),
        is_partial=is_partial,
        has_receiver=has_receiver,
    )


def _is_sound(parameter: StatedParameter) -> bool:
    """Say whether a parameter is one, and no value: `None` and `True` are names by their letters only."""
    if parameter.name in ("None", "True", "False", "lambda", "not", "await"):
        return False
    if parameter.default and parameter.default not in ("...", "…"):
        return parse_expression(parameter.default) is not None or parameter.default.startswith("<")
    return True


def _are_bases(inside: str, has_colon: bool) -> bool:
    names = [inside[start:end].strip() for start, end in split_outside(inside)]
    if has_colon or not inside.strip():
        return True
    return all(re.fullmatch(r"(?:\w+\.)*[A-Z]\w*(?:\[.*\])?|metaclass\s*=.*|object", name) for name in names)


def _closing(text: str, opening: int) -> int | None:
    """Return where the parenthesis that opens at a position closes."""
    limit = text[: opening + _MAX_SIGNATURE]
    depth = 0
    quote = ""
    escaped = -1
    for match in _MARKS.finditer(limit, opening):
        position, character = match.start(), match[0]
        if position == escaped:
            continue
        if quote:
            if character == "\\":
                escaped = position + 1
            elif character == quote:
                quote = ""
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                return position
    return None


def _outside(text: str, separator: str) -> Iterator[int]:
    """Yield the separators in no bracket, quote or code span; an apostrophe opens no quote."""
    closers: list[str] = []
    quote = ""
    escaped = -1
    for match in re.finditer(rf"[\"'`()\[\]{{}}\\{separator}]", text):
        position, character = match.start(), match[0]
        if position == escaped:
            continue
        if quote:
            if character == "\\" and quote != "`":
                escaped = position + 1
            elif character == quote:
                quote = ""
        elif character in '"`' or (character == "'" and not text[position - 1 : position].isalnum()):
            # A quote that is never closed is none.
            quote = character if character in text[position + 1 :] else ""
        elif character in _OPENERS:
            closers.append(_OPENERS[character])
        elif closers and character == closers[-1]:
            closers.pop()
        elif character == separator and not closers:
            yield position
