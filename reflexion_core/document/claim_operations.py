"""Operations that stand for a class's special methods: "`card[name]`: the first value, or `None` if …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claim_returns import find_section_returns
from reflexion_core.document.claims import Form, ReturnClaim
from reflexion_core.document.layout import ItemList, Table
from reflexion_core.document.passages import Code, Passage

_NAME = r"(?P<object>[a-z_]\w*)"
_OPERATIONS = (
    ("__getitem__", re.compile(rf"{_NAME}\[[^\]:]+\]")),
    ("__contains__", re.compile(rf"[\w.\"']+ in {_NAME}")),
    ("__len__", re.compile(rf"len\({_NAME}\)")),
    ("__bool__", re.compile(rf"bool\({_NAME}\)")),
)
_ANY_OBJECT = ("self", "obj", "object", "instance")


def find_tabled_operations(table: Table, context: Context) -> Iterator[ReturnClaim]:
    """Yield the constants that rows say come back in some case, where the first cell is an operation alone."""
    for row in table.rows:
        code = row[0].code_at(0) if row else None
        owner = _method(code, context) if code is not None and code.end == len(row[0].text) else ""
        for cell in row[1:] if owner else ():
            yield from _constants(cell, owner, "table")


def find_listed_operations(items: ItemList, context: Context) -> Iterator[ReturnClaim]:
    """Yield the constants that entries say come back in some case, where they start with an operation."""
    for item in items.items:
        code = item.words.code_at(0) if item.words is not None else None
        owner = _method(code, context) if code is not None else ""
        lead = re.compile(r"\s*[:–—-]+\s+").match(item.words.text, code.end) if item.words and code and owner else None
        if item.words is not None and lead is not None:
            yield from _constants(item.words.cut(lead.end()), owner, "list")


def _constants(words: Passage, owner: str, form: Form) -> Iterator[ReturnClaim]:
    found = find_section_returns(words, owner, form)
    yield from (claim for claim in found if claim.constant is not None and claim.condition)


def _method(code: Code | None, context: Context) -> str:
    """Return the method that an operation calls; empty where it is not plain which one that is."""
    for name, pattern in _OPERATIONS:
        match = pattern.fullmatch(code.text.strip()) if code is not None else None
        kind = context.scope or context.owner
        if match is not None and context.names.is_class(kind) and context.names.knows(f"{kind}.{name}"):
            is_meant = match["object"] in _ANY_OBJECT or _is_named_after(match["object"], kind)
            return f"{kind}.{name}" if is_meant else ""
    return ""


def _is_named_after(name: str, kind: str) -> bool:
    """Say whether a variable is called as its class, or as the end of its class's name: `table`, a `FrozenTable`."""
    return len(name) > 1 and kind.rpartition(".")[2].lower().endswith(name.replace("_", ""))
