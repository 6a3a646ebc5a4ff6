"""What a document says, before anybody has chosen how it looks.

A fault is planted here, so that it is known exactly what is wrong, and by the marks on the rendered lines also where,
without asking the code that is to find it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from reflexion_core.source.facts import ParameterFact

Part = Literal[
    "import", "constant", "heading", "signature", "nature", "parameter", "returns", "key", "raise", "example", "added"
]
EntryKind = Literal["function", "method", "property", "class"]


@dataclass(frozen=True)
class Mark:
    """What a line of a rendered page is about."""

    owner: str
    """Qualified name of the symbol; empty for the module."""
    part: Part
    name: str = ""
    """A parameter's name, or the number of an exception or an example, counted from 0."""


@dataclass(frozen=True)
class ParameterRow:
    """A parameter as a document describes it."""

    name: str
    """With its stars."""
    type: str | None
    default: str | None
    words: str


@dataclass(frozen=True)
class RaiseRow:
    """An exception as a document describes it."""

    type: str
    message: str | None
    """None where it is not said."""
    words: str
    """When it comes: "if `rate` is at most `0`"; empty where nothing must hold."""


@dataclass(frozen=True)
class ShownCall:
    """An example: one call, and what running it gave."""

    imports: tuple[str, ...]
    setup: tuple[str, ...]
    target: str
    """What is called or read: `grow`, `booking.nights`."""
    arguments: tuple[str, ...] | None
    """None for what is only read."""
    is_listed: bool = False
    """Whether `list()` stands around it."""
    value: str = ""
    """The `repr` of what came back."""
    printed: str = ""
    """What `print` made of it."""
    error: str = ""
    """The exception's name and message, where it raised."""

    @property
    def expression(self) -> str:
        call = self.target if self.arguments is None else f"{self.target}({', '.join(self.arguments)})"
        return f"list({call})" if self.is_listed else call


@dataclass(frozen=True)
class StatedSignature:
    """A signature as a document shows it."""

    name: str
    parameters: tuple[ParameterFact, ...]
    returns: str | None
    lead: str
    """`def `, `async def ` or `class `."""


@dataclass(frozen=True)
class Entry:
    """What a document says of one symbol."""

    qualname: str
    kind: EntryKind
    summary: str
    signature: StatedSignature | None = None
    nature: tuple[str, ...] = ()
    """Sentences on what it is: "A coroutine."."""
    parameters: tuple[ParameterRow, ...] = ()
    values: tuple[str, ...] = ()
    """Lines on members and attributes."""
    returns: str | None = None
    """The type of what comes back."""
    keys: tuple[str, ...] = ()
    """The keys of a returned dict."""
    raises: tuple[RaiseRow, ...] = ()
    examples: tuple[ShownCall, ...] = ()
    notes: tuple[str, ...] = ()
    """Paragraphs at its end."""

    @property
    def name(self) -> str:
        return self.qualname.rpartition(".")[2]

    @property
    def level(self) -> int:
        """Of its heading: 2 for the top level, one more for each dot."""
        return 2 + self.qualname.count(".")


@dataclass(frozen=True)
class Page:
    """What a document says."""

    module: str
    title: str
    imports: tuple[str, ...]
    """The import statement's lines."""
    entries: tuple[Entry, ...]
    intro: str = ""
    constants: tuple[tuple[str, str], ...] = ()
    """Names and values."""
    opening: tuple[str, ...] = ()
    """Paragraphs before the title."""
    closing: tuple[str, ...] = ()
    """Paragraphs at the end."""

    def entry(self, qualname: str) -> Entry:
        """Return the entry of a symbol.

        Raises:
            KeyError: there is none.
        """
        found = next((entry for entry in self.entries if entry.qualname == qualname), None)
        if found is None:
            raise KeyError(qualname)
        return found

    def with_entry(self, new: Entry) -> Page:
        """Return the page with another entry for a symbol."""
        entries = tuple(new if entry.qualname == new.qualname else entry for entry in self.entries)
        return replace(self, entries=entries)


@dataclass(frozen=True)
class Line:
    """One line of a rendered page."""

    text: str
    mark: Mark | None = None


Block = list[Line]
"""Lines without an empty one between them."""


def text_of(lines: list[Line]) -> str:
    """Return rendered lines as a document."""
    return "".join(f"{line.text}\n" for line in lines)
