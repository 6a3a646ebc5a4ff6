"""What a document consists of: headings, paragraphs, lists, tables, fences."""

from __future__ import annotations

from dataclasses import dataclass

from reflexion_core.document.passages import Line, Passage


@dataclass(frozen=True)
class Heading:
    level: int
    words: Passage
    is_underlined: bool
    """Whether it is written with a line of `=` or `-` below, as NumPy's sections are."""
    line: int
    end_line: int
    said: str = ""
    """What a directive in front of the words calls the symbol: "static method"; empty for a plain heading."""
    type: Passage | None = None
    """What the directive gives as the symbol's type."""
    value: Passage | None = None


@dataclass(frozen=True)
class Paragraph:
    words: Passage
    """With lines stripped."""
    lines: tuple[Line, ...]
    """As indented in the document."""

    @property
    def line(self) -> int:
        return self.lines[0].number

    @property
    def end_line(self) -> int:
        return self.lines[-1].number


@dataclass(frozen=True)
class Item:
    words: Passage | None
    """Its first paragraph."""
    children: tuple[Node, ...]
    """What else stands in it."""
    line: int
    end_line: int


@dataclass(frozen=True)
class ItemList:
    items: tuple[Item, ...]
    is_numbered: bool
    line: int
    end_line: int


@dataclass(frozen=True)
class Table:
    header: tuple[Passage, ...]
    rows: tuple[tuple[Passage, ...], ...]
    line: int
    end_line: int


@dataclass(frozen=True)
class Fence:
    info: str
    code: str
    lines: tuple[Line, ...]
    """The document's lines of the code, as indented there."""
    document: str
    line: int
    """Of its opening marks, or of the first line of indented code."""
    end_line: int
    is_indented: bool
    is_closed: bool


@dataclass(frozen=True)
class Html:
    words: Passage
    line: int
    end_line: int


@dataclass(frozen=True)
class Leave:
    """What belonged to a directive ends in front of this line."""

    level: int
    line: int
    end_line: int


Node = Heading | Paragraph | ItemList | Table | Fence | Html | Leave
