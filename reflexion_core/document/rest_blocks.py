"""reST in a document: directives with what is indented below them, underlined titles, sessions outside of fences.

A reST file is read as Markdown where the two agree, which is mostly so; here is what Markdown would take for quotes,
code or plain words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from reflexion_core.document.nodes import Fence, Heading
from reflexion_core.document.passages import Line, Passage, make_passage
from reflexion_core.document.python_code import parse_code

_DIRECTIVE = re.compile(r"(?P<indent> {0,3})\.\.[ \t]+(?P<name>[\w:-]+)::(?:[ \t]+(?P<head>\S.*)|[ \t]*)$")
_MARKED = re.compile(r"^ {0,3}\.\.[ \t]+[\w:-]+::|^>>> ", re.MULTILINE)
_DESCRIBES = re.compile(r"^ {0,3}\.\.[ \t]+(?:py:)?(?:function|class|method|module|currentmodule|data)::", re.MULTILINE)
_OPTION = re.compile(r"[ \t]*:(?P<name>[\w-]+):(?:[ \t]+(?P<value>\S.*))?$")
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})")
_ADORNED = re.compile(r"(?P<mark>[=\-~^\"'*+#:._])(?P=mark){2,}")
_LEVELS = {"=": 1, "#": 1, "*": 1, "-": 2, "~": 3, '"': 4, "^": 4, "'": 4, "+": 5}
_SAID = {
    "function": "",
    "class": "class",
    "exception": "exception",
    "method": "method",
    "staticmethod": "static method",
    "classmethod": "class method",
    "property": "property",
    "attribute": "attribute",
    "data": "",
    "decorator": "",
    "decoratormethod": "method",
}
"""What the directives that describe a symbol call it."""
_SAID_BY_OPTION = {
    "async": "async",
    "staticmethod": "static method",
    "classmethod": "class method",
    "abstractmethod": "abstract method",
    "abstract": "abstract",
    "property": "property",
}
_OPTIONS = frozenset(_SAID_BY_OPTION) | {
    *("type", "value", "canonical", "module", "final", "noindex", "no-index", "noindexentry", "no-index-entry"),
    *("nocontentsentry", "no-contents-entry", "single-line-parameter-list", "no-typesetting", "annotation"),
    *("linenos", "caption", "name", "emphasize-lines", "hide", "options", "lineno-start", "class"),
}
_CODE = frozenset({"code-block", "code", "sourcecode", "ipython", "doctest", "testcode", "parsed-literal"})
_PROSE = frozenset(
    {"note", "warning", "tip", "important", "hint", "caution", "danger", "attention", "seealso", "admonition"}
    | {"deprecated", "versionadded", "versionchanged", "rubric", "topic"}
)


@dataclass(frozen=True)
class Piece:
    """Some lines that are Markdown."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Directive:
    """`.. name:: head` with what is indented below it."""

    name: str
    """Without the language's prefix: `function` for `py:function`."""
    head: Line | None
    options: tuple[Line, ...]
    body: tuple[Line, ...]
    """Without the indentation that it has in common."""
    line: int
    end_line: int

    @property
    def is_prose(self) -> bool:
        return self.name in _PROSE

    @property
    def words(self) -> tuple[Line, ...]:
        """A note's words, which may start behind its name."""
        return (self.head, *self.body) if self.head is not None else self.body

    @cached_property
    def _given(self) -> dict[str, Line]:
        """The options by name, each with the line of its value."""
        found: dict[str, Line] = {}
        for line in self.options:
            match = _OPTION.fullmatch(line.text)
            if match is not None:
                start = match.start("value") if match["value"] else len(line.text)
                found[match["name"]] = Line(line.number, line.start + start, line.text[start:].rstrip())
        return found

    def heading(self, document: str, level: int) -> Heading | None:
        """Return a described symbol as a heading; None where the directive describes none."""
        if self.name not in _SAID or self.head is None:
            return None
        said = " ".join(word for option, word in _SAID_BY_OPTION.items() if option in self._given)
        if not said or said == "async":
            said = f"{said} {_SAID[self.name]}".strip()
        return Heading(
            level=level,
            words=make_passage(document, [self.head]),
            is_underlined=False,
            line=self.line,
            end_line=self.head.number,
            said=said or "symbol",
            type=self._option(document, "type"),
            value=self._option(document, "value"),
        )

    def _option(self, document: str, name: str) -> Passage | None:
        line = self._given.get(name)
        return make_passage(document, [line]) if line is not None and line.text else None

    def fence(self, document: str) -> Fence | None:
        """Return the fence that a block of code is; None where the directive shows none."""
        lines = self.body
        if self.name not in _CODE or not lines:
            return None
        info = self.head.text if self.head is not None else "python" if self.name in ("testcode", "doctest") else ""
        return _fence(document, lines, info, self.line, self.end_line)


def is_rest(document: str) -> bool:
    """Say in a hurry whether there may be anything here that Markdown does not have."""
    return ("::" in document or ">>> " in document) and _MARKED.search(document) is not None


def split_pieces(document: str, lines: Sequence[Line]) -> Iterator[Piece | Directive | Heading | Fence]:
    """Yield directives, titles and sessions that Markdown does not have, and what stands between them."""
    return _Splitter(document, lines, has_titles=_DESCRIBES.search(document) is not None).pieces()


class _Splitter:
    def __init__(self, document: str, lines: Sequence[Line], *, has_titles: bool) -> None:
        self.document = document
        self.lines = lines
        self.has_titles = has_titles
        """Whether a title may be underlined with other marks than Markdown has."""
        self.position = 0
        self.plain: list[Line] = []
        self.fence = ""

    def pieces(self) -> Iterator[Piece | Directive | Heading | Fence]:
        while self.position < len(self.lines):
            found = None if self._is_fenced() else self._title() or self._session() or self._directive()
            if found is None:
                self.plain.append(self.lines[self.position])
                self.position += 1
                continue
            yield from self._flush()
            yield found
        yield from self._flush()

    def _flush(self) -> Iterator[Piece]:
        if any(line.text.strip() for line in self.plain):
            yield Piece(tuple(self.plain))
        self.plain = []

    def _is_fenced(self) -> bool:
        """Say whether the line at hand belongs to a fence."""
        text = self.lines[self.position].text
        match = _FENCE.match(text)
        if self.fence:
            if match is not None and match["marks"].startswith(self.fence) and not text[match.end() :].strip("`~ "):
                self.fence = ""
            return True
        if match is not None and not (self.has_titles and match["marks"][0] == "~"):
            self.fence = match["marks"]
        return match is not None and bool(self.fence)

    def _title(self) -> Heading | None:
        """Return the title that the line at hand is, if Markdown would not see it as one."""
        if not self.has_titles:
            return None
        marks = _ADORNED.fullmatch(self._text(0).rstrip())
        is_over = marks is not None and self._text(2).rstrip() == self._text(0).rstrip() and bool(self._text(1).strip())
        words = self._text(1) if is_over else self._text(0)
        below = marks if is_over else _ADORNED.fullmatch(self._text(1).rstrip())
        if below is None or not words.strip() or (not is_over and (below["mark"] in "=-" or self._goes_on(words))):
            return None
        if len(below[0]) < len(words.strip()):
            return None
        line = self.lines[self.position + is_over]
        self.position += 3 if is_over else 2
        title = make_passage(self.document, [_dedented(line, 99)])
        return Heading(_LEVELS.get(below["mark"], 6), title, False, line.number, line.number)

    def _session(self) -> Fence | None:
        """Return the session that starts at the line at hand, up to the next blank line."""
        if not self._text(0).startswith(">>> ") or self._goes_on(self._text(0)):
            return None
        end = self.position
        while end < len(self.lines) and self.lines[end].text.strip():
            end += 1
        lines = tuple(self.lines[self.position : end])
        code = "\n".join(line.text[4:] for line in lines if line.text.startswith((">>>", "...")))
        if parse_code(code) is None:
            return None
        self.position = end
        return _fence(self.document, lines, "", lines[0].number, lines[-1].number)

    def _directive(self) -> Directive | None:
        """Return the directive that starts at the line at hand, with all that is indented deeper."""
        first = self.lines[self.position]
        match = _DIRECTIVE.fullmatch(first.text)
        if match is None:
            return None
        end = self.position + 1
        while end < len(self.lines) and _depth(self.lines[end], blank=99) > len(match["indent"]):
            end += 1
        while not self.lines[end - 1].text.strip():
            end -= 1
        below = self.lines[self.position + 1 : end]
        base = min((_depth(line, blank=99) for line in below), default=0)
        own = [_dedented(line, base) for line in below]
        count = next((index for index, line in enumerate(own) if not _is_option(line)), len(own))
        head = None
        if match["head"]:
            head = Line(first.number, first.start + match.start("head"), match["head"].rstrip())
        self.position = end
        name = match["name"].rpartition(":")[2]
        last = self.lines[end - 1].number
        return Directive(name, head, tuple(own[:count]), tuple(own[count:]), first.number, last)

    def _goes_on(self, words: str) -> bool:
        """Say whether the line at hand goes on from the one before, or is no plain words."""
        before = self.lines[self.position - 1].text if self.position else ""
        return bool(before.strip()) or words[:1].isspace()

    def _text(self, ahead: int) -> str:
        index = self.position + ahead
        return self.lines[index].text if index < len(self.lines) else ""


def _fence(document: str, lines: Sequence[Line], info: str, line: int, end_line: int) -> Fence:
    lines = tuple(lines)
    while lines and not lines[0].text.strip():
        lines = lines[1:]
    code = "".join(f"{one.text}\n" for one in lines)
    return Fence(info, code, lines, document, line, end_line, is_indented=not info, is_closed=True)


def _is_option(line: Line) -> bool:
    match = _OPTION.fullmatch(line.text)
    return match is not None and match["name"] in _OPTIONS


def _depth(line: Line, *, blank: int) -> int:
    """Return how far a line is indented; a blank one belongs to what is around it."""
    return len(line.text) - len(line.text.lstrip(" \t")) if line.text.strip() else blank


def _dedented(line: Line, depth: int) -> Line:
    lead = min(depth, len(line.text) - len(line.text.lstrip(" \t")))
    return Line(line.number, line.start + lead, line.text[lead:])
