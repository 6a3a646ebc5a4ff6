"""Sentences that say what a symbol is: "the `size` property", "A generator of …", "`run` is a coroutine"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claims import SymbolClaim, SymbolKind, Trait
from reflexion_core.document.passages import FILLER, Passage

_CODE = rf"`{FILLER}+`"
_WORDS = (
    r"async(?:hronous)?\s+(?:generator|iterator|context manager|function|method)"
    r"|(?:non-?async|synchronous) (?:function|method)|generator|coroutine|context manager|"
    r"static\s?method|class\s?method|abstract method|abstract (?:base )?class|class attribute|instance attribute|"
    r"data\s?class|enum(?:eration)?|named\s?tuple|protocol|property|method|function|class|exception|attribute|constant"
)
_WHAT = rf"(?:(?P<only>read-?only)\s+)?(?P<what>{_WORDS})"
_SHORT = rf"(?:(?P<only>read-?only)\s+)?(?P<what>{_WORDS}|async|abstract|static|read-?only|iterator)"
_MANNER = r"(?:(?:lazy|plain|simple|ordinary|regular|cached),?\s+)?"
_NAMED = re.compile(rf"\b[Tt]he\s+(?P<name>{_CODE})\s+{_WHAT}\b(?!\s*[-/])", re.IGNORECASE)
_BEFORE = re.compile(rf"\b(?:[Tt]he|[Ii]ts)\s+{_WHAT}\s+(?P<name>{_CODE})(?!\s+(?:of|on|in|from)\b)", re.IGNORECASE)
_BRACKETED = re.compile(rf"(?P<name>{_CODE})[*_]{{0,2}}\s+[*_]{{0,2}}\({_SHORT}\)", re.IGNORECASE)
_DASHED = re.compile(
    rf"^[*_]*(?P<name>{_CODE})[*_]*\s*(?::|[—–]|--?(?=\s))\s*[*_]*(?:an?\s+)?{_SHORT}[*_]*(?=\s*(?:[.;,:)—–]|$))",
    re.IGNORECASE,
)
_BESIDE = re.compile(rf"(?P<name>{_CODE}),\s+an?\s+{_WHAT}(?=[,.;)]|\s+(?:that|which|with)\b)", re.IGNORECASE)
_IS = re.compile(
    rf"(?P<name>{_CODE}|\b[Tt]his(?: (?:function|method))?|\b[Ii]t)\s+is\s+(?:also\s+)?an?\s+{_MANNER}{_WHAT}\b(?!\s+"
    rf"(?:(?:of|for|from)\s+an?|only|if|when|in)\b)",
    re.IGNORECASE,
)
_PATTERNS = (_NAMED, _BEFORE, _BRACKETED, _DASHED, _BESIDE, _IS)
_SPEAKS = (
    *("async", "synchronous", "generator", "iterator", "coroutine", "context", "static", "class", "abstract", "read"),
    *("attribute", "enum", "tuple", "protocol", "property", "method", "function", "exception", "constant"),
)
"""What stands in all words on a kind."""
_AWAITED = re.compile(r"await\s+(?P<name>[^\W\d][\w.]*)\(.*\)", re.DOTALL)
_WHOLE = re.compile(
    rf"\s*(?:An?\s+)?{_MANNER}{_WHAT}(?:\s+(?:function|method)\b)?\s*"
    r"(?:[.;:]|$|that\b|which\b|and\s+(?:must|has|should|needs)\b)",
    re.IGNORECASE,
)
"""A sentence that says what the owner is and hardly anything else."""
_OPENING = re.compile(
    rf"\s*(?:(?:An?|The)\s+{_MANNER}{_WHAT}\s+(?:of|that|which|yielding|over|for|to|returning|producing)\b"
    rf"|(?:read-?only\s+)?{_MANNER}(?P<bare>{_WORDS})\s+(?:that|which|yielding|returning)\b)",
    re.IGNORECASE,
)
_KINDS: dict[str, tuple[SymbolKind | None, Trait | None]] = {
    "generator": (None, "generator"),
    "async generator": (None, "async generator"),
    "async iterator": (None, "async generator"),
    "async function": (None, "async"),
    "async method": ("method", "async"),
    "async context manager": (None, "context manager"),
    "coroutine": (None, "coroutine"),
    "context manager": (None, "context manager"),
    "synchronous function": (None, "synchronous"),
    "synchronous method": (None, "synchronous"),
    "static method": ("method", "static method"),
    "class method": ("method", "class method"),
    "abstract method": ("method", "abstract"),
    "abstract class": ("class", "abstract class"),
    "abstract base class": ("class", "abstract class"),
    "class attribute": ("attribute", "class attribute"),
    "instance attribute": ("attribute", "instance attribute"),
    "dataclass": ("class", "dataclass"),
    "enum": ("class", "enum"),
    "named tuple": ("class", "named tuple"),
    "protocol": ("class", "protocol"),
    "property": ("property", "property"),
    "method": ("method", None),
    "function": ("function", None),
    "class": ("class", None),
    "exception": ("exception", None),
    "attribute": ("attribute", None),
    "constant": ("constant", None),
}
_SHORT_KINDS: dict[str, tuple[SymbolKind | None, Trait | None]] = {
    "async": (None, "async"),
    "abstract": (None, "abstract"),
    "read-only": (None, "read-only"),
    "static": ("method", "static method"),
    "iterator": (None, "iterator"),
    "async coroutine": (None, "coroutine"),
}
_SAID_OF_IT = frozenset(
    {"generator", "async generator", "async iterator", "async function", "async method", "async context manager"}
    | {"coroutine", "context manager", "static method", "class method", "abstract method", "property"}
    | {"synchronous function", "synchronous method"}
)
"""What "it is a …" may be taken to say of the symbol; other words are said of things as often."""
_CONDITION = re.compile(r"\b(?:if|when|whether|unless|where)\s*$", re.IGNORECASE)
_SPELLINGS = {
    "staticmethod": "static method",
    "classmethod": "class method",
    "data class": "dataclass",
    "enumeration": "enum",
    "namedtuple": "named tuple",
    "readonly": "read-only",
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
_WHOLE_KINDS = (
    *_OPENING_KINDS,
    "method",
    "async function",
    "async method",
    "synchronous function",
    "synchronous method",
    "abstract method",
    "async context manager",
)
_OPENING_SENTENCES = 3
_NAME = re.compile(r"(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)(?P<call>\(.*\))?", re.DOTALL)


_ACCESS: tuple[tuple[Trait, re.Pattern[str]], ...] = (
    ("read-only", re.compile(r"\s*(?:(?:It|This)(?: property)? is )?[Rr]ead[- ]only\s*(?:[.;:]|$)")),
    (
        "settable",
        re.compile(
            r"\s*(?:(?:It|This)(?: property)? )?(?:(?:[Cc]an|[Mm]ay) be (?:set|assigned(?: to)?|changed|written)"
            r"|(?:is )?(?:[Ss]ettable|[Ww]rit(?:e?able)|[Rr]ead[/-]write))\b(?! (?:in|by|via|through|with|once|only))"
        ),
    ),
)
_SPEAKS_OF_ACCESS = ("read", "writ", "set", "assigned", "changed")


def find_access(words: Passage, owner: str) -> Iterator[SymbolClaim]:
    """Yield sentences that say whether a property can be set: "Read-only.", "Can be set, which …"."""
    if not owner or not words.has_any(_SPEAKS_OF_ACCESS):
        return
    for start, end in words.sentences:
        for trait, pattern in _ACCESS:
            match = pattern.match(words.masked, start, end)
            if match is not None:
                yield SymbolClaim(
                    place=words.place(match.start(), match.end()),
                    owner=owner,
                    name=owner.rpartition(".")[2],
                    traits=frozenset({trait}),
                    form="prose",
                    name_place=words.place(match.start(), match.end()),
                )


def find_kinds(words: Passage, owner: str, context: Context) -> Iterator[SymbolClaim]:
    """Yield what a passage says that symbols are; only names in backticks and the owner itself count."""
    taken: set[int] = set()
    for pattern in _PATTERNS if words.has_any(_SPEAKS) else ():
        for match in pattern.finditer(words.masked):
            claim = _claim(words, match, owner, context)
            if claim is not None and match.start("what") not in taken:
                taken.add(match.start("what"))
                yield claim
    yield from _awaited(words, context)


def _awaited(words: Passage, context: Context) -> Iterator[SymbolClaim]:
    """Yield that what "`await store.flush()`" shows is async."""
    for code in words.codes:
        call = _AWAITED.fullmatch(code.text.strip())
        owner = _receiver_class(call["name"], context) if call is not None else ""
        if call is not None and owner:
            start = code.inner_start + code.text.find(call["name"])
            place = words.place(start, start + len(call["name"]))
            name, traits = owner.rpartition(".")[2], frozenset[Trait]({"async"})
            yield SymbolClaim(place=place, owner=owner, name=name, traits=traits, form="prose", name_place=place)


def _receiver_class(written: str, context: Context) -> str:
    """Return the function or method that a call means: `store.flush` is `Store.flush`; empty where it is unclear."""
    receiver, _, name = written.rpartition(".")
    owner = context.resolve(name)
    holder = owner.rpartition(".")[0].rpartition(".")[2]
    is_same = receiver.rpartition(".")[2].replace("_", "").lower() == holder.lower()
    return owner if is_same and context.names.knows(owner) else ""


def read_kind_words(text: str) -> tuple[SymbolKind | None, Trait | None] | None:
    """Return what a table's cell says that a symbol is; None if it says something else."""
    what = _normal(text.strip("*_` ()."))
    return _KINDS.get(what) or _SHORT_KINDS.get(what)


def find_opening_kind(words: Passage, owner: str) -> Iterator[SymbolClaim]:
    """Yield what the first sentences under a heading say that the symbol is: "A generator of …", "A coroutine."."""
    for start, end in list(words.sentences)[:_OPENING_SENTENCES] if owner else ():
        opening = _OPENING.match(words.masked, start, end) if not start else None
        match = opening or _WHOLE.match(words.masked, start, end)
        what = _normal(match["what"] or match.groupdict().get("bare") or "") if match else ""
        if opening and what == "generator" and opening[0].endswith("for"):
            return  # a thing that generates something
        if match is None or what not in (_OPENING_KINDS if opening else _WHOLE_KINDS):
            return
        kind, trait = _KINDS[what]
        yield _symbol(words, match, owner, owner.rpartition(".")[2], kind, trait)


def _claim(words: Passage, match: re.Match[str], owner: str, context: Context) -> SymbolClaim | None:
    what = _normal(match["what"])
    kind, trait = _KINDS.get(what) or _SHORT_KINDS.get(what) or (None, None)
    if match.groupdict().get("only") and kind in ("property", "attribute"):
        trait = "read-only"
    code = words.code_at(match.start("name"))
    if code is None:
        is_telling = trait is not None and bool(owner) and what in _SAID_OF_IT
        is_telling = is_telling and not _CONDITION.search(words.masked, 0, match.start())
        return _symbol(words, match, owner, owner.rpartition(".")[2], kind, trait) if is_telling else None
    name = _NAME.fullmatch(code.text.strip())
    if name is None or (kind is None and trait is None):
        return None
    if (what == "attribute" or what in _SHORT_KINDS) and not context.names.knows(name["name"], context.scope):
        return None
    return _symbol(words, match, context.resolve(name["name"]), name["name"], kind, trait)


def _symbol(
    words: Passage, match: re.Match[str], owner: str, name: str, kind: SymbolKind | None, trait: Trait | None
) -> SymbolClaim:
    groups = match.groupdict()
    code = words.code_at(match.start("name")) if groups.get("name") else None
    what = "what" if match["what"] else "bare"
    start = code.inner_start if code else match.start(what)
    end = start + len(name) if code else match.end(what)
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
    what = " ".join(what.lower().split())
    what = re.sub(r"^non-?async\b", "synchronous", re.sub(r"^asynchronous\b", "async", what))
    return _SPELLINGS.get(what, what)
