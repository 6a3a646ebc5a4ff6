"""The blocks of a document that code writes, each with what is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """One block of Markdown."""

    text: str
    """Without an empty line at its end."""
    owner: str = ""
    """Qualified name of the symbol that it is about; empty for the module."""
    fallback: str | None = None
    """What stands there instead when the checks doubt the block: a shorter block, or nothing at all (empty). None
    where every word is the facts' own."""
    is_example: bool = False
    """Whether it only stands where running it has shown it right."""

    @property
    def plain(self) -> Piece:
        """The block without what can be doubted."""
        return self if self.fallback is None else Piece(self.fallback, self.owner)


def compose(pieces: Sequence[Piece]) -> str:
    """Join blocks to a document."""
    return "\n\n".join(piece.text for piece in pieces if piece.text) + "\n"


def line_spans(pieces: Sequence[Piece]) -> list[range]:
    """Return the lines, counted from 1, of each block in the joined document; none for an empty one."""
    spans: list[range] = []
    line = 1
    for piece in pieces:
        count = piece.text.count("\n") + 1 if piece.text else 0
        spans.append(range(line, line + count))
        line += count + 1 if count else 0
    return spans
