"""Results behind an arrow: "`encode(payload)` → `bytes`"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from reflexion_core.document.claim_examples import is_result_type
from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claim_titles import read_code_symbol
from reflexion_core.document.claims import ReturnClaim
from reflexion_core.document.passages import Passage

_ARROW = re.compile(r"[*_]*\s*(?:→|->|⇒)\s*[*_]*")


def find_arrow_results(words: Passage, context: Context) -> Iterator[ReturnClaim]:
    """Yield the types that a passage gives behind calls of functions that the source has."""
    if "→" not in words.text and "->" not in words.text and "⇒" not in words.text:
        return
    for code, following in pairwise(words.codes):
        if not _ARROW.fullmatch(words.text, code.end, following.start) or not is_result_type(following.text):
            continue
        symbol = read_code_symbol(code)
        if symbol is None or symbol.signature is None or symbol.signature.returns is not None:
            continue
        owner = context.resolve(symbol.name)
        if context.names.knows(owner) and not context.names.is_class(owner):
            place = words.place(following.inner_start, following.inner_end)
            yield ReturnClaim(place=place, owner=owner, type=following.text, type_place=place)
