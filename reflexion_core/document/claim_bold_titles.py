"""Paragraphs that open a symbol's part as a heading would: "**`read(depth=0)`**", "**Method `read()`.** Do not …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.document.claim_entry_details import Entry
from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claim_roles import ENTRY_ROLES
from reflexion_core.document.claim_titles import TitleSymbol, read_title
from reflexion_core.document.docstring_blocks import strip_line
from reflexion_core.document.nodes import Heading, Paragraph
from reflexion_core.document.passages import Line, Passage, make_passage

BOLD_LEVEL = 20
"""Below every heading and every directive; a class's is one above its members'."""

_BOLD = re.compile(r"(?P<mark>\*\*|__)(?=\S)(?P<inner>[^\n]+?)(?<=\S)(?P=mark)(?![\w*])")
_RUN_ON = re.compile(r"\s*(?:$|[:–—(]|-{1,2}\s|->|→)")
"""What stands behind a title in its line; anything else goes on a sentence."""
_CALL = re.compile(r"[\w.`]+`?\\?\(")
_CONSTANT = re.compile(r"(?:\w+\.)*_?[A-Z][A-Z\d_]+")
_RESULT = re.compile(r"\s*(?:->|→)\s*\S[^\n]*")


@dataclass(frozen=True)
class BoldTitle:
    """A line's bold words that name a symbol."""

    words: Passage
    """What is bold, and the result type behind it."""
    symbol: TitleSymbol
    line: Line
    end: int
    """Offset in the line at which its other words start."""
    is_alone: bool


def split_bold_titles(document: str, paragraph: Paragraph, context: Context) -> Iterator[Heading | Paragraph]:
    """Yield a paragraph in pieces: each line that opens a symbol's part as a heading, what follows as a paragraph."""
    own: list[Line] = []
    is_whole = True
    for line in paragraph.lines:
        title = _read_title(document, line, context) if line.text.lstrip(" >")[:2] in ("**", "__") else None
        if title is None:
            own.append(line)
            continue
        is_whole = False
        if own:
            yield _paragraph(document, own)
        is_class = title.symbol.kind in ("class", "exception") or context.names.is_class(title.symbol.name)
        level = BOLD_LEVEL + (not is_class)
        own = [_rest(title)] if not title.is_alone else []
        yield Heading(level, title.words, False, line.number, line.number)
    if own:
        yield paragraph if is_whole else _paragraph(document, own)


def is_own_entry(entry: Entry, words: Passage, context: Context) -> bool:
    """Say whether a paragraph that starts with a bold name describes one parameter or attribute of its symbol."""
    is_bold = words.text.startswith(("**", "__"))
    is_stated = bool(entry.types or entry.defaults)
    return is_bold and bool(context.owner) and len(entry.names) == 1 and entry.names[0].is_marked and is_stated


def _read_title(document: str, line: Line, context: Context) -> BoldTitle | None:
    lead = len(line.text) - len(line.text.lstrip(" \t>"))
    words = make_passage(document, [Line(line.number, line.start + lead, line.text[lead:].rstrip())])
    match = _BOLD.match(words.text)
    if match is None:
        return None
    inner = words.cut(*match.span("inner"))
    has_stop = inner.text.endswith((".", ":"))
    title = inner.cut(0, len(inner.text.rstrip(" .:")))
    symbols = read_title(title)
    rest = words.text[match.end() :]
    if len(symbols) != 1 or not (has_stop or _RUN_ON.match(rest)) or not _is_symbol(title, symbols[0], rest, context):
        return None
    end = match.end()
    if symbols[0].signature is not None and symbols[0].signature.returns is None and _RESULT.fullmatch(rest):
        title, end = words, len(words.text)
    after = words.text[end:].lstrip(" :–—-")
    return BoldTitle(title, symbols[0], line, lead + len(words.text) - len(after), not after)


def _is_symbol(title: Passage, symbol: TitleSymbol, rest: str, context: Context) -> bool:
    """Say whether bold words name a symbol, and are no parameter's name and no label."""
    names = context.names
    is_known = names.knows(symbol.name, context.scope)
    if symbol.signature is not None:
        is_written = _CALL.search(title.text) is not None
        is_new = not names or bool(context.scope) or not symbol.signature.is_plain
        return is_written and (is_known or is_new)
    if symbol.name in context.stated.get(context.owner, ()) or not is_known:
        return False
    is_told = bool(rest.strip(" :"))
    if is_told and symbol.name.isupper():
        return False  # a constant, of which the line gives the value
    is_exception = context.role == "raises" and names.is_class(names.resolve(symbol.name, context.scope))
    if is_told and _CONSTANT.fullmatch(symbol.name) and not names.is_class(names.resolve(symbol.name, context.scope)):
        return False  # a constant with its value
    if context.role in ENTRY_ROLES and symbol.kind is None and (is_told or is_exception):
        return False  # an entry of that part
    return bool(title.codes) or symbol.kind is not None or not is_told


def _rest(title: BoldTitle) -> Line:
    """Return what stands behind a title in its line."""
    text = title.line.text
    return Line(title.line.number, title.line.start + title.end, text[title.end :])


def _paragraph(document: str, lines: list[Line]) -> Paragraph:
    words = make_passage(document, [strip_line(line) for line in lines])
    return Paragraph(words, tuple(lines))
