"""Dotted names, calls and imports in code spans."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_examples import read_imports
from reflexion_core.document.claims import Claim, NameClaim
from reflexion_core.document.passages import Code, Passage

_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
_CALL = re.compile(r"(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)\((?P<arguments>.*)\)", re.DOTALL)
_IMPORT = re.compile(r"\s*(?:from\s+[\w.]+\s+import\s|import\s+\w)")
_FILE_ENDING = re.compile(
    r"\.(?:py|pyi|json|ya?ml|toml|txt|md|rst|csv|cfg|ini|log|html?|xml|sh|db|png|jpe?g|com|org|io|net)$"
)


def find_names(words: Passage, owner: str) -> Iterator[Claim]:
    """Yield the names of a passage; plain words in backticks are left out, as they may be anything."""
    for code in words.codes:
        if _IMPORT.match(code.text):
            yield from read_imports(words, words.text[code.inner_start : code.inner_end], owner, code.inner_start)
        else:
            yield from _name(words, code, owner)


def _name(words: Passage, code: Code, owner: str) -> Iterator[NameClaim]:
    text = code.text.strip()
    start = code.inner_start + code.text.find(text)
    if call := _CALL.fullmatch(text):
        place = words.place(start, start + len(call["name"]))
        yield NameClaim(place=place, owner=owner, name=call["name"], is_call=True, arguments=call["arguments"])
    elif _DOTTED.fullmatch(text) and not _FILE_ENDING.search(text):
        yield NameClaim(place=words.place(start, start + len(text)), owner=owner, name=text)
