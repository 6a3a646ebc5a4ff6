"""Words that list the keys or fields of a result: in a sentence, or line by line below "Returns"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reflexion_core.document.claims import StatedKey
from reflexion_core.document.passages import FILLER, Line, Passage, make_passage
from reflexion_core.document.type_words import is_type_word

_CODE = rf"`+{FILLER}+`+"
KEY = re.compile(rf"(?P<code>{_CODE})|\"(?P<quoted>[^\"\n]+)\"|'(?P<single>\w+)'")
_ENTRY = re.compile(rf"[*_]{{0,2}}(?:{KEY.pattern}|(?P<plain>[^\W\d]\w*)(?=\s*(?:[:(—–*]|-\s|$)))")
_SEPARATED = r"(?:\s*\([^()]*\))?(?:\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*/\s*)"
_ONE = rf"{_CODE}|\"[^\"\n]+\"|'\w+'"
_LISTED = re.compile(rf"(?:{_ONE})(?:{_SEPARATED}(?:{_ONE}))+(?!\s+(?:keys?|values?|objects?|instances?)\b)")
_HOLDS = re.compile(
    r"\b(?:dict(?:ionary)?s?|mapping|record|object|named ?tuple|dataclass)`?\s+"
    r"(?:with|containing|holding|of|that (?:has|holds|contains))\s+(?:(?:the|two|three|four|five)\s+)*(?=[`\"'])"
    r"|\bas\s+an?\s+dict(?:ionary)?:\s+(?=[`\"'])",
    re.IGNORECASE,
)
_FIELDS = re.compile(r"\b(?:attributes|fields|entries)\b(?:\s+(?:are|is|named|called))?:?\s*(?=[`\"'])", re.IGNORECASE)
_RESULT_HAS = re.compile(
    r"\W*(?:the|this)\s+(?:result|returned \w+|return value|resulting \w+|dict(?:ionary)?)\s+"
    r"(?:has|contains|holds|consists of|includes)\b"
    r"|[^.`]*\bas\s+an?\s+dict(?:ionary)?:\s",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"\b(?:dict(?:ionary)?s?|keys?|mapping|fields|contain(?:s|ing)?|with)\b[^.]{0,80}:\s*$", re.IGNORECASE
)
_TYPES = ("str", "int", "float", "bool", "list", "dict", "tuple", "set", "bytes", "object", "None", "True", "False")
_LINE = re.compile(
    r"(?P<bullet>[-*+•]\s+)?(?P<key>[*_]{0,2}(?:`[^`\n]+`|\"[^\"\n]+\"|'[^'\n]+'|[^\W\d]\w*)[*_]{0,2})"
    r"(?:\s*\([^()\n]*\))?(?:\s*[:—–]|\s+-\s|\s*$)"
)


def find_listed_keys(words: Passage, start: int, end: int) -> tuple[StatedKey, ...]:
    """Return the keys of "a dict with `rows` and `errors`" or "the fields `x` and `y`"."""
    for lead in (*_HOLDS.finditer(words.masked, start, end), *_FIELDS.finditer(words.masked, start, end)):
        listed = _LISTED.match(words.masked, lead.end(), end)
        if listed is None:
            continue
        found = [
            read_key(words.cut(match.start(), listed.end())) for match in KEY.finditer(words.masked, *listed.span())
        ]
        keys = tuple(key for key in found if key is not None)
        if len(keys) == len(found) and not any(key.name in _TYPES for key in keys):
            return keys
    return ()


def is_about_result(words: Passage, start: int, end: int) -> bool:
    """Say whether a sentence tells what is in a result: "The result has two keys: …"."""
    return _RESULT_HAS.match(words.masked, start, end) is not None


def read_key(words: Passage) -> StatedKey | None:
    """Return the key that a list's entry or a table's cell starts with: "`total` (`int`): …"."""
    match = _ENTRY.match(words.masked)
    if match is None:
        return None
    if match["code"]:
        code = words.code_at(match.start("code"))
        inner = re.fullmatch(r"(?P<quote>[\"']?)(?P<name>[\w .-]+)(?P=quote)", code.text) if code is not None else None
        if code is None or inner is None:
            return None
        name, start = inner["name"], code.inner_start + inner.start("name")
    else:
        group = next(group for group in ("quoted", "single", "plain") if match[group] is not None)
        name, start = match[group], match.start(group)
    kind = re.compile(r"[*_\s]*\((?P<type>[^()]*)\)").match(words.text, match.end())
    stated = kind["type"].strip("`* ") if kind else ""
    return StatedKey(name, words.place(start, start + len(name)), stated if is_type_word(stated) else "")


def read_key_lines(document: str, lines: Sequence[Line], *, has_lead: bool = False) -> tuple[StatedKey, ...]:
    """Return the keys that lines give one by one, below a line that says that what follows is in a dict.

    Args:
        document: The document.
        lines: The lines, each without its indentation.
        has_lead: Whether that line stands in front of them.
    """
    for index, line in enumerate(lines):
        if has_lead or (_OPENS.search(line.text) and index + 1 < len(lines)):
            return _keys_of(document, list(lines[index if has_lead else index + 1 :]))
    return ()


def _keys_of(document: str, lines: list[Line]) -> tuple[StatedKey, ...]:
    """Return the keys of the lines that are least indented; none if one of them has none."""
    lines = [line for line in lines if line.text.strip()]
    columns = [_column(document, line) for line in lines]
    heads = [line for line, column in zip(lines, columns, strict=True) if column == min(columns)]
    matches = [_LINE.match(line.text.strip()) for line in heads]
    if len(heads) < 2 or not all(matches):
        return ()
    return tuple(key for line in heads if (key := read_key(_without_bullet(document, line))) is not None)


def _without_bullet(document: str, line: Line) -> Passage:
    words = make_passage(document, [line])
    bullet = re.compile(r"\s*[-*+•]\s+").match(words.text)
    return words.cut(bullet.end()) if bullet else words.cut(0)


def _column(document: str, line: Line) -> int:
    start = document.rfind("\n", 0, line.start) + 1
    return line.start - start + len(line.text) - len(line.text.lstrip())


def read_inline_keys(words: Passage, start: int, end: int) -> Iterator[StatedKey]:
    """Yield the keys of the outermost dict in a stretch of code."""
    depth = 0
    for match in re.finditer(
        r"[{\[(]|[}\])]|(?P<quote>[\"'])(?P<key>[^\"'\n]*)(?P=quote)(?P<colon>\s*:)?", words.text[start:end]
    ):
        if match["key"] is not None:
            if match["colon"] and depth == 1:
                yield StatedKey(match["key"], words.place(start + match.start("key"), start + match.end("key")))
        else:
            depth += 1 if match[0] in "{[(" else -1
