"""Sentences that say what a symbol is: "the `size` property", "A generator of …", "`run` is a coroutine"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claims import SymbolClaim, SymbolKind, Trait
from reflexion_core.document.passages import FILLER, Passage

_CODE = rf"`{FILLER}+`"
_WHAT = (
    r"(?:read-?only\s+)?(?P<what>async(?:hronous)?\s+(?:generator|iterator|context manager|function|method)"
    r"|generator|coroutine|context manager|"
    r"static\s?method|class\s?method|abstract method|property|method|function|class|exception|attribute|constant)"
)
_NAMED = re.compile(rf"\b[Tt]he\s+(?P<name>{_CODE})\s+{_WHAT}\b(?!\s*[-/])", re.IGNORECASE)
_BRACKETED = re.compile(rf"(?P<name>{_CODE})\s+\({_WHAT}\)", re.IGNORECASE)
_IS = re.compile(
    rf"(?P<name>{_CODE}|\b[Tt]his(?: (?:function|method))?|\b[Ii]t)\s+is\s+(?:also\s+)?an?\s+{_WHAT}\b(?!\s+"
    rf"(?:of|for|from)\s+an?\b)",
    re.IGNORECASE,
)
_OPENING = re.compile(rf"\s*(?:An?|The)\s+{_WHAT}\s+(?:of|that|which|yielding|over|for|to|returning|producing)\b")
_KINDS: dict[str, tuple[SymbolKind | None, Trait | None]] = {
    "generator": (None, "generator"),
    "async generator": (None, "async generator"),
    "async iterator": (None, "async generator"),
    "async function": (None, "async"),
    "async method": ("method", "async"),
    "async context manager": (None, "context manager"),
    "coroutine": (None, "coroutine"),
    "context manager": (None, "context manager"),
    "static method": ("method", "static method"),
    "class method": ("method", "class method"),
    "abstract method": ("method", "abstract"),
    "property": ("property", "property"),
    "method": ("method", None),
    "function": ("function", None),
    "class": ("class", None),
    "exception": ("exception", None),
    "attribute": ("attribute", None),
    "constant": ("constant", None),
}
_OPENING_KINDS = (
    "generator",
    "async generator",
    "coroutine",
    "context manager",
    "property",
    "static method",
    "class method",
)
_NAME = re.compile(r"(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)(?P<call>\(.*\))?", re.DOTALL)


def find_kinds(words: Passage, owner: str, context: Context) -> Iterator[SymbolClaim]:
    """Yield what a passage says that symbols are; only names in backticks and the owner itself count."""
    taken: set[int] = set()
    for pattern in (_NAMED, _BRACKETED, _IS):
        for match in pattern.finditer(words.masked):
            claim = _claim(words, match, owner, context)
            if claim is not None and match.start("what") not in taken:
                taken.add(match.start("what"))
                yield claim


def find_opening_kind(words: Passage, owner: str) -> Iterator[SymbolClaim]:
    """Yield what the first sentence under a heading says that the symbol is: "A generator of …"."""
    match = _OPENING.match(words.masked)
    what = _normal(match["what"]) if match else ""
    if match is None or not owner or what not in _OPENING_KINDS:
        return
    kind, trait = _KINDS[what]
    yield _symbol(words, match, owner, owner.rpartition(".")[2], kind, trait)


def _claim(words: Passage, match: re.Match[str], owner: str, context: Context) -> SymbolClaim | None:
    kind, trait = _KINDS.get(_normal(match["what"]), (None, None))
    code = words.code_at(match.start("name"))
    if code is None:
        is_telling = trait is not None and bool(owner)
        return _symbol(words, match, owner, owner.rpartition(".")[2], kind, trait) if is_telling else None
    name = _NAME.fullmatch(code.text.strip())
    if name is None or (kind is None and trait is None):
        return None
    if kind == "attribute" and not context.names.knows(name["name"], context.scope):
        return None
    return _symbol(words, match, context.resolve(name["name"]), name["name"], kind, trait)


def _symbol(
    words: Passage, match: re.Match[str], owner: str, name: str, kind: SymbolKind | None, trait: Trait | None
) -> SymbolClaim:
    groups = match.groupdict()
    code = words.code_at(match.start("name")) if groups.get("name") else None
    start = code.inner_start if code else match.start("what")
    end = start + len(name) if code else match.end("what")
    return SymbolClaim(
        place=words.place(match.start(), match.end()),
        owner=owner,
        name=name,
        kind=kind,
        traits=frozenset({trait} if trait else ()),
        form="prose",
        name_place=words.place(start, end),
    )


def _normal(what: str) -> str:
    what = " ".join(what.lower().split()).replace("asynchronous", "async")
    return what.replace("staticmethod", "static method").replace("classmethod", "class method")
