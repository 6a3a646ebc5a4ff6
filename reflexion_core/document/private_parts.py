"""Takes out the parts of a document that are about private symbols, which no reader of an API can use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import groupby
from operator import itemgetter

from reflexion_core.document.blocks import split_lines
from reflexion_core.document.claim_roles import ENTRY_ROLES, role_of_title
from reflexion_core.document.emptied_parts import widen
from reflexion_core.document.parts import Part, split_parts

_ABOUT_A_SYMBOL = (*ENTRY_ROLES, "examples", "output")


def without_private_parts(document: str, symbols: Set[str], wanted: str = "") -> tuple[str, tuple[str, ...]]:
    """Return a document without the parts whose headings name private symbols, and these symbols.

    A document that has parts on private symbols alone stays as it is.

    Args:
        document: The text.
        symbols: Qualified names of the source's symbols, private ones included.
        wanted: What a person asked for; what it names stays.
    """
    parts = split_parts(document, symbols)
    owners = [part.owner for part in parts if part.owner]
    private = {owner for owner in owners if is_private(owner) and owner.rpartition(".")[2] not in wanted}
    if private.issuperset(owners):
        return document, ()
    lines = split_lines(document)
    runs = [(is_out, list(run)) for is_out, run in groupby(_marked(parts, private), itemgetter(0))]
    for is_out, run in reversed(runs):
        if is_out:
            first, last = widen("".join(lines), run[0][1].line, run[-1][1].end_line)
            del lines[first - 1 : last]
    return "".join(lines), tuple(dict.fromkeys(owner for owner in owners if owner in private))


def _marked(parts: Sequence[Part], private: Set[str]) -> Iterator[tuple[bool, Part]]:
    """Yield each part with whether it goes; "Parameters" beside a private symbol's heading is about that symbol."""
    is_out, level = False, 0
    for part in parts:
        goes_on = not part.owner and part.level >= level and role_of_title(part.title) in _ABOUT_A_SYMBOL
        is_out = part.owner in private or (is_out and goes_on)
        level = part.level if part.owner else level
        yield is_out, part


def is_private(qualname: str) -> bool:
    """Say whether a name, or one that it is in, begins with an underscore and is not one of Python's own."""
    return any(name.startswith("_") and not name.endswith("__") for name in qualname.split("."))
