"""One entry of a parameter list: "`name` (`int`, default `3`): what it is" in its many spellings."""

from __future__ import annotations

import re
from typing import Literal

from reflexion_core.document.claim_defaults import DefaultPhrase
from reflexion_core.document.claim_entry_details import LITERAL, Entry, add_default, read_details
from reflexion_core.document.claim_entry_names import EntryName, read_names
from reflexion_core.document.claim_signatures import read_parameter
from reflexion_core.document.passages import Passage
from reflexion_core.document.type_words import is_type_word

Style = Literal["list", "google", "numpy"]


_SEPARATOR = re.compile(r"\s*(?::|[—–]|--?(?=\s|$)|=>|→)\s*")


_BLANK = re.compile(r"[*_\s]*")


_ITALIC_TYPE = re.compile(r"[*_]{1,2}(?P<type>[^*_\n(][^*\n]*?)[*_]{1,2}(?=\s|[:,.]|$)")


_KIND_IN_PROSE = re.compile(
    r"(?:^|[.;,(–—:]|\b(?:is|as|is a|an?))\s*[*_]*(?P<which>keyword|positional)[- ]only\b[*_]*(?=\s*"
    r"(?:[.;,):–—]|$|arguments?\b|parameters?\b))",
    re.IGNORECASE,
)


_NEED_FIRST = re.compile(r"\W*(?P<word>optional|required)\b\s*[.;,:—–-]", re.IGNORECASE)
_NEED_LATER = re.compile(r"[.;(—–]\s*(?P<word>optional|required)\b\s*(?:[.,;)]|$)", re.IGNORECASE)


_TYPE_END = re.compile(r"\s*(?:[,.;:)]|[—–]|-\s|\(|$|\n)")


_OF_TYPE = re.compile(r"\b(?:is|are|must be) of (?:the )?type\s+`")


_LONGEST_META = 400


def read_entry(words: Passage, style: Style = "list") -> Entry | None:
    """Return the entry that a passage is, or None."""
    names, position = read_names(words)
    if not names:
        return None
    entry = Entry(names)
    position = _code_details(words, entry, position)
    if style == "numpy":
        return _numpy(words, entry, position)
    position = _BLANK.match(words.text, position).end()  # type: ignore[union-attr]
    position = _brackets(words, entry, position)
    if separator := _SEPARATOR.match(words.text, position):
        entry.has_separator = True
        position = _typed(words, entry, _skip_emphasis(words.text, separator.end()))
    elif italic := _ITALIC_TYPE.match(words.text, position):
        read_details(words, entry, *italic.span("type"))
        position = italic.end()
    elif words.text[position : position + 1] == "=":
        position = _assigned(words, entry, position)
    elif not _ends(words, names, position):
        return None
    entry.rest = position
    _prose_details(words, entry)
    return entry


def _code_details(words: Passage, entry: Entry, position: int) -> int:
    """Read what a name's own code span adds: a type, a default."""
    if len(entry.names) > 1:
        return position
    code = next((code for code in words.codes[:1] if code.inner_start <= entry.names[0].start < code.inner_end), None)
    parameter = read_parameter(code.text.strip()) if code else None
    if code is None or parameter is None:
        return position
    inner = words.text[code.inner_start : code.inner_end]
    if parameter.annotation and parameter.annotation in inner:
        start = code.inner_start + inner.index(parameter.annotation, inner.index(":"))
        entry.types.append((start, start + len(parameter.annotation)))
    if parameter.default and parameter.default in inner:
        start = code.inner_start + inner.rindex(parameter.default)
        end = start + len(parameter.default)
        entry.defaults.append(DefaultPhrase(start, end, parameter.default, start, end, is_code=True))
    return position


def _brackets(words: Passage, entry: Entry, position: int) -> int:
    """Read "(int, optional)" or "[int]" behind a name."""
    opener = words.text[position : position + 1]
    if opener not in ("(", "[") or not opener:
        return position
    closer = _close(words.masked, position)
    if closer is None:
        return position
    read_details(words, entry, position + 1, closer)
    return _skip_emphasis(words.text, closer + 1)


def _close(text: str, position: int) -> int | None:
    depth = 0
    for index in range(position, min(len(text), position + _LONGEST_META)):
        if text[index] in "([{":
            depth += 1
        elif text[index] in ")]}":
            depth -= 1
            if not depth:
                return index
    return None


def _numpy(words: Passage, entry: Entry, position: int) -> Entry | None:
    """Read "name : type, default=3" or a name alone, whose description stands on the next lines."""
    head_end = words.text.find("\n", position)
    blank_end = _BLANK.match(words.text, position).end()  # type: ignore[union-attr]
    if head_end < 0 or blank_end < head_end:
        position = _brackets(words, entry, blank_end)
    line_end = words.text.find("\n", position)
    line_end = len(words.text) if line_end < 0 else line_end
    entry.rest = line_end
    if separator := _SEPARATOR.match(words.text, position):
        entry.has_separator = True
        read_details(words, entry, min(separator.end(), line_end), line_end)
    elif words.text[position:line_end].strip():
        return None
    _prose_details(words, entry)
    return entry


def _typed(words: Passage, entry: Entry, position: int) -> int:
    """Read a type in front of the description: "`int`, default 3 – …", "int - …", "(int) …"."""
    if words.text[position : position + 1] == "(" and not entry.types:
        end = _brackets(words, entry, position)
        after = _SEPARATOR.match(words.text, end)
        return after.end() if after else end
    start = position
    italic = _ITALIC_TYPE.match(words.text, position)
    code = words.code_at(position)
    if italic and is_type_word(italic["type"].strip("`")):
        read_details(words, entry, *italic.span("type"))
        position = italic.end()
    elif code and is_type_word(code.text) and _TYPE_END.match(words.text, code.end):
        position = code.end
    elif word := _plain_type(words.text, position):
        position = word
    else:
        return start
    position = _more_details(words, position)
    if not italic or position != italic.end():
        read_details(words, entry, start if not italic else italic.end(), position)
    position = _brackets(words, entry, _BLANK.match(words.text, position).end())  # type: ignore[union-attr]
    after = _SEPARATOR.match(words.text, position)
    return after.end() if after else position


def _plain_type(text: str, position: int) -> int | None:
    match = re.compile(r"[A-Za-z][\w.]*(?:\[[\w\[\], .|]*\])?(?: (?:or|\|) [\w.\[\]]+)*").match(text, position)
    if match and is_type_word(match[0]) and _TYPE_END.match(text, match.end()) and text[match.end() : match.end() + 1]:
        return match.end()
    return None


_DETAIL_WORDS = re.compile(
    r",\s*(?:optional|required|keyword[- ]only|default[^,;\n—–()]*?)(?=\s*(?:[,;).\n]|[—–]|-\s|:|$))"
)


def _more_details(words: Passage, position: int) -> int:
    while match := _DETAIL_WORDS.match(words.masked, position):
        position = match.end()
    return position


def _assigned(words: Passage, entry: Entry, position: int) -> int:
    """Read "`name` = `3`: …"."""
    start = position + 1 + len(words.text[position + 1 :]) - len(words.text[position + 1 :].lstrip())
    code = words.code_at(start)
    literal = None if code else LITERAL.match(words.text, start)
    end = code.end if code else literal.end() if literal else start
    if end > start:
        add_default(words, entry, position, end, start)
    after = _SEPARATOR.match(words.text, end)
    return after.end() if after else end


def _ends(words: Passage, names: list[EntryName], position: int) -> bool:
    """Say whether the names may stand without a separator: marked ones, or all that there is."""
    return all(name.is_marked for name in names) or not words.text[position:].strip()


def _skip_emphasis(text: str, position: int) -> int:
    """Step over the end of an emphasis, and blanks behind it."""
    match = re.compile(r"[*_]{1,3}(?=[\s:,.]|$)\s*").match(text, position)
    return match.end() if match else position


def _prose_details(words: Passage, entry: Entry) -> None:
    """Read what the description says of type, kind and need: "of type `int`", "keyword only", "Optional."."""
    typed = _OF_TYPE.search(words.masked, entry.rest) if not entry.types and words.has_any(("type",)) else None
    if typed is not None and (code := words.code_at(typed.end() - 1)) and is_type_word(code.text):
        entry.types.append((code.start, code.end))
    for kind in _KIND_IN_PROSE.finditer(words.masked, entry.rest) if words.has_any(("only",)) else ():
        entry.kind = entry.kind or ("keyword-only" if kind["which"].lower() == "keyword" else "positional-only")
    if entry.is_optional is not None or not words.has_any(("optional", "required")):
        return
    if match := _NEED_FIRST.match(words.masked, entry.rest) or _NEED_LATER.search(words.masked, entry.rest):
        entry.is_optional = match["word"].lower() == "optional"
