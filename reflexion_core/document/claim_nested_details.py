"""What a list under a parameter's entry states of it: "- **Type**: `int`", "- **Default**: `3`", "- Required: yes"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from reflexion_core.document.claim_entry_details import Entry, add_default, read_details
from reflexion_core.document.nodes import Item, ItemList
from reflexion_core.document.passages import Passage

_DETAIL = re.compile(
    r"[*_]{0,2}(?:(?P<type>(?:data )?type)|(?P<default>default(?: value)?)|(?P<required>required|mandatory)"
    r"|(?P<optional>optional))(?:\s*:[*_]{1,2}|[*_]{0,2}\s*(?::|[—–]|-(?=\s)))\s*(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
NO_DEFAULT = "none, it is required"
"""What such a line says of a parameter without a default."""
_NO_VALUE = re.compile(
    rf"[*_(]*(?:{NO_DEFAULT}|no default(?: value)?|there is none|n/?a|not applicable|required|mandatory|[-—–])[*_).]*",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"[*_`]*(?:(?P<yes>yes|true)|no|false)\b", re.IGNORECASE)


@dataclass(frozen=True)
class NestedEntry:
    """What one line under an entry adds to it."""

    words: Passage
    entry: Entry
    """Its names are those of the entry above, at the place of the line's own title."""


def read_nested_details(item: Item, entry: Entry) -> Iterator[NestedEntry]:
    """Yield what the lists in an entry's item state of its type, its default, and whether it has to be given."""
    for child in item.children:
        for inner in child.items if isinstance(child, ItemList) else ():
            match = _DETAIL.fullmatch(inner.words.text) if inner.words is not None else None
            if inner.words is not None and match is not None:
                yield NestedEntry(inner.words, _read(inner.words, entry, match))


def _read(words: Passage, above: Entry, match: re.Match[str]) -> Entry:
    start, end = match.span("rest")
    names = [replace(name, start=match.start(match.lastgroup or 0), end=start) for name in above.names]
    found = Entry(names, rest=end)
    if match["type"]:
        read_details(words, found, start, end)
    elif match["default"]:
        if _NO_VALUE.fullmatch(match["rest"]):
            found.is_optional = False
        else:
            add_default(words, found, start, end, start)
    elif answer := _YES_OR_NO.match(match["rest"]):
        found.is_optional = bool(answer["yes"]) == bool(match["optional"])
    return found
