"""The names that an entry of a parameter list starts with, in their many spellings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reflexion_core.document.claim_signatures import read_parameter
from reflexion_core.document.passages import Passage

_PLAIN_NAME = r"(?:\\?\*){0,2}[^\W\d](?:\w|\\_)*"


_BOLD = re.compile(r"(\*{1,3})(?=\S)(?P<inner>[^*\n]{1,80}|\\?\*{1,2}[\w`]+|(?:\\\*){1,2}\w+)(?<=\S)\1(?!\*)")


_UNDERLINED = re.compile(r"(?P<mark>__?)(?P<inner>[^\W\d](?:\w*[^\W_])?)(?P=mark)(?!\w)")


_NAME = re.compile(_PLAIN_NAME)


_GLUE = re.compile(r"\s*(?:,\s*(?:and\s+|or\s+)?|/|&|\band\b|\bor\b)\s*")


_NAME_GOES_ON = re.compile(r"\s*(?:[*(:,\[=]|[—–-]|$)")


@dataclass(frozen=True)
class EntryName:
    name: str
    stars: str
    start: int
    """Offset of the bare name in the passage."""
    end: int
    is_marked: bool
    """Whether it is in backticks or emphasised."""


def read_names(words: Passage) -> tuple[list[EntryName], int]:
    """Return the names that an entry starts with, and where they end."""
    names: list[EntryName] = []
    position = end = 0
    while True:
        name, after = _one_name(words, position)
        if name is None:
            return names, end
        names.append(name)
        end = after
        glue = _GLUE.match(words.text, end)
        if glue is None or (glue[0].strip() in ("and", "or", "&", "") and not name.is_marked):
            return names, end
        position = glue.end()


def _one_name(words: Passage, position: int) -> tuple[EntryName | None, int]:
    text = words.text
    if bold := _BOLD.match(text, position):
        return _emphasised(words, bold)
    code = words.code_at(position)
    if code is not None:
        name = _coded(code.text, code.inner_start)
        return name, code.end
    if underlined := _UNDERLINED.match(text, position):
        start, end = underlined.span("inner")
        return EntryName(underlined["inner"], "", start, end, True), underlined.end()
    plain = _NAME.match(text, position)
    if plain is None:
        return None, position
    return _bare(plain[0], plain.start(), False), plain.end()


def _emphasised(words: Passage, bold: re.Match[str]) -> tuple[EntryName | None, int]:
    """Return the name in an emphasis; what else is in it ("**name (int):**") is read on from there."""
    start = bold.start("inner")
    code = words.code_at(start)
    if code is not None and code.end <= bold.end():
        name = _coded(code.text, code.inner_start)
        return name, bold.end() if code.end == bold.end("inner") else code.end
    plain = _NAME.match(words.text, start)
    if plain is None or not _NAME_GOES_ON.match(words.text, plain.end()):
        return None, start
    name = _bare(plain[0], plain.start(), True)
    return name, bold.end() if plain.end() == bold.end("inner") else plain.end()


def _coded(text: str, start: int) -> EntryName | None:
    """Return the name that a code span's content starts with: `x`, `*args`, `x: int = 3`, `x=3`."""
    parameter = read_parameter(text.strip())
    if parameter is None:
        pair = _NAME.match(text)
        if pair is None or not re.fullmatch(r"\s*\([^()]*\)", text[pair.end() :]) or text.endswith("()"):
            return None
        return _bare(pair[0], start, True) if " " in text[pair.end() : pair.end() + 1] else None
    offset = text.index(parameter.name)
    stars = {"var-positional": "*", "var-keyword": "**"}.get(parameter.kind, "")
    return EntryName(parameter.name, stars, start + offset, start + offset + len(parameter.name), True)


def _bare(text: str, start: int, is_marked: bool) -> EntryName:
    name = text.lstrip("\\*")
    offset = len(text) - len(name)
    return EntryName(
        name.replace("\\", ""), "*" * text[:offset].count("*"), start + offset, start + len(text), is_marked
    )
