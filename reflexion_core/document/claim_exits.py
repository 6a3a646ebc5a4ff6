"""Words that say with which code the program ends: "exits with status 2", "the exit code is `3`"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claims import ExitClaim
from reflexion_core.document.passages import FILLER, Passage
from reflexion_core.document.values import normalize_value

_CODE = rf"(?P<code>`+{FILLER}+`+|\d{{1,3}}(?![\w.]\w)|\b(?:zero|one|two|three)\b)"
_EXIT = re.compile(
    r"\b(?:exit(?:s|ed|ing)?|quits?|ends?|terminates?|stops?)\b[^.;:`\n]{0,30}?\bwith\s+(?:an?\s+|the\s+)?"
    rf"(?:exit\s+|return\s+)?(?:status|code)(?:\s+of)?\s+{_CODE}"
    rf"|\b[Ee]xits\s+with\s+(?!`)(?P<bare>\d{{1,3}})(?![\w.]\w)"
    rf"|\bexit\s+(?:status|code)\s+(?:is\s+|of\s+|will be\s+)?(?P<last>{_CODE.replace('?P<code>', '?:')})",
    re.IGNORECASE,
)
_SPEAKS = re.compile(r"\b[Ee]xit|\bstatus\b|\bcode\b")


def find_exits(words: Passage, owner: str) -> Iterator[ExitClaim]:
    """Yield the exit codes that sentences state."""
    if not words.has_any(("exit", "status", "code")) or not _SPEAKS.search(words.masked):
        return
    for match in _EXIT.finditer(words.masked):
        group = next(name for name in ("code", "bare", "last") if match[name])
        start, end = match.span(group)
        code = words.code_at(start)
        start, end = (code.inner_start, code.inner_end) if code is not None else (start, end)
        value = normalize_value(words.text[start:end])
        if value is not None and value.kind == "number" and isinstance(value.value, int):
            yield ExitClaim(
                place=words.place(*match.span()), owner=owner, code=value.value, code_place=words.place(start, end)
            )
