"""Headings and other words that name a symbol: "## `grow(principal, rate)`", "class `Sheet`", "`value` (property)"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from reflexion_core.document.claim_signatures import NAME, Signature, read_signature, unescape
from reflexion_core.document.claims import SymbolKind, Trait
from reflexion_core.document.passages import FILLER, Code, Passage

_KINDS: dict[str, SymbolKind] = {
    "function": "function",
    "def": "function",
    "method": "method",
    "class": "class",
    "dataclass": "class",
    "property": "property",
    "attribute": "attribute",
    "constant": "constant",
    "exception": "exception",
    "coroutine": "function",
    "constructor": "method",
    "generator": "function",
}
_TRAITS: dict[str, Trait] = {
    "async": "async",
    "asynchronous": "async",
    "coroutine": "coroutine",
    "generator": "generator",
    "property": "property",
    "static": "static method",
    "staticmethod": "static method",
    "classmethod": "class method",
    "abstract": "abstract",
    "context": "context manager",
    "iterator": "iterator",
}
_KIND_WORDS = (
    r"(?:the|an?|public|new|read-?only|cached|async|asynchronous|static|class|abstract|module|instance|helper|data|"
    r"function|def|method|dataclass|property|attribute|constant|exception|coroutine|constructor|generator|"
    r"staticmethod|classmethod|iterator|context manager)"
)
_SPECIAL = (
    r"(?:init|new|call|enter|exit|aenter|aexit|iter|next|aiter|anext|len|eq|ne|lt|le|gt|ge|hash|bool|repr|str|bytes"
    r"|format|getitem|setitem|delitem|contains|getattr|setattr|delattr|add|sub|mul|truediv|and|or|neg|post_init|del|await)"
)
"""Methods whose underscores are theirs and no emphasis."""
_PREFIX = re.compile(
    rf"\W*(?:\d+(?:\.\d+)*[.)]?\s+)?(?:[^\w`(]+\s*)?(?P<words>(?:{_KIND_WORDS}\b[\s:–—-]*)*)"
    rf"(?:\*|_(?!_?{_SPECIAL}__)(?<!__(?={_SPECIAL}__)))*",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    rf"[*_]*\s*(?:[(\[*_]*(?P<words>{_KIND_WORDS}(?:[\s,]+{_KIND_WORDS})*)[)\]*_]*)?\s*[:.]?\s*(?:(?:[—–]|--?\s).*)?",
    re.IGNORECASE | re.DOTALL,
)
_MARKED_KINDS = re.compile(
    rf"(?:(?P<mark>\*{{1,3}}|_{{1,2}}|`|\(|\[){_KIND_WORDS}(?:\s+{_KIND_WORDS})*(?:(?P=mark)|[)\]])\s+)+(?=\S)",
    re.IGNORECASE,
)
_DOTTED = re.compile(NAME)
_WITHOUT_CALL = re.compile(rf"(?P<word>class |def |async def |async )?(?P<name>{NAME})(?P<rest>\s*(?:[:=].*)?)")
_JOINED = re.compile(rf"(?:\s*(?:,|/|and|or|&)+\s*`{FILLER}+`)+\s*(?:{_KIND_WORDS}s?)?[:]?")


@dataclass(frozen=True)
class TitleSymbol:
    """A symbol that some words name, with offsets into their passage."""

    name: str
    start: int
    """Of the name."""
    end: int
    kind: SymbolKind | None = None
    traits: frozenset[Trait] = field(default_factory=frozenset)
    signature: Signature | None = None
    offset: int | None = None
    """Where the text that holds the signature starts; None if it has escapes and offsets do not count."""
    text_end: int = 0
    """End of the words that hold the signature."""
    is_marked: bool = True
    """Whether backticks, parentheses or a word such as "class" show that it is a symbol."""
    is_bare: bool = False
    """Whether it is one plain word and nothing else."""


def read_title(words: Passage) -> tuple[TitleSymbol, ...]:
    """Return the symbols that a heading names; none if it is a title in English."""
    words = _without_marks(words)
    if words.codes:
        return _coded(words)
    symbol = _plain(words)
    return (symbol,) if symbol else ()


def _without_marks(words: Passage) -> Passage:
    """Return a title with blanks for the marks around its kind words: "*classmethod* `parse`", "`async` fetch()"."""
    if words.text[:1] not in "*_`([":
        return words
    match = _MARKED_KINDS.match(words.text)
    if match is None:
        return words
    text = re.sub(r"[*_`()\[\]]", " ", match[0]) + words.text[match.end() :]
    return Passage(text, words.root, words.base, words.is_cell)


def read_described(words: Passage, said: str) -> tuple[TitleSymbol, ...]:
    """Return the symbol that a directive describes: `name(args)`, or what its brackets leave of it.

    Args:
        words: What stands behind the directive.
        said: What it calls the symbol, such as "static method".
    """
    symbol = _plain(words) or _plain(words.cut(0, len(words.text.partition("(")[0])))
    return (_with_words(symbol, said),) if symbol is not None else ()


def read_code_symbol(code: Code) -> TitleSymbol | None:
    """Return the symbol that a code span is: `name`, `a.b`, `name(args)`, `async def name(args) -> T`, `class X`."""
    text = code.text.strip()
    lead = code.text.find(text)
    signature = read_signature(text)
    if signature is not None and signature.end >= len(text.rstrip(" :")):
        start = code.inner_start + lead + text.find(signature.name, signature.start)
        kind: SymbolKind | None = "class" if signature.is_class else None
        traits: frozenset[Trait] = frozenset({"async"} if signature.is_async else ())
        return TitleSymbol(
            name=signature.name,
            start=start,
            end=start + len(signature.name),
            kind=kind,
            traits=traits,
            signature=None if signature.has_bases else signature,
            offset=code.inner_start + lead,
            text_end=code.inner_start + lead + signature.end,
        )
    word = _WITHOUT_CALL.fullmatch(text)
    if word is None or (word["rest"].strip() and not re.match(r"\s*[:=]\s*\S", word["rest"])):
        return None
    start = code.inner_start + lead + word.start("name")
    return TitleSymbol(word["name"], start, start + len(word["name"]), "class" if word["word"] == "class " else None)


def _coded(words: Passage) -> tuple[TitleSymbol, ...]:
    first = words.codes[0]
    prefix = _PREFIX.fullmatch(words.masked[: first.start])
    if prefix is None:
        return ()
    symbols = [symbol for symbol in map(read_code_symbol, words.codes) if symbol]
    if not symbols:
        return ()
    rest = words.masked[first.end :]
    joined = _JOINED.fullmatch(rest)
    if joined and len(symbols) == len(words.codes):
        return tuple(symbols)
    if rest.startswith(("(", "\\(")) and symbols[0].signature is None:
        return _split_call(words, symbols[0], prefix["words"])
    suffix = _SUFFIX.fullmatch(rest)
    if suffix is None:
        return ()
    return (_with_words(symbols[0], f"{prefix['words']} {suffix['words'] or ''}"),)


def _split_call(words: Passage, symbol: TitleSymbol, prefix: str) -> tuple[TitleSymbol, ...]:
    """Read "`name`(args)"; the backticks and escapes in it leave no exact places."""
    text = unescape(words.text[words.codes[0].start :]).replace("`", "").replace("*", "*")
    signature = read_signature(text)
    if signature is None:
        return (_with_words(symbol, prefix),)
    whole = TitleSymbol(
        symbol.name, symbol.start, symbol.end, symbol.kind, symbol.traits, signature, None, len(words.text)
    )
    return (_with_words(whole, prefix),)


def _plain(words: Passage) -> TitleSymbol | None:
    text = words.text
    prefix = _PREFIX.match(text)
    start = prefix.end() if prefix else 0
    said = prefix["words"] if prefix else ""
    raw = text[start:].rstrip("*_: ") if not re.search(r"__\W*$", text) else text[start:]
    plain = unescape(raw)
    name = _DOTTED.match(plain)
    if name is None:
        return None
    name_start = start + raw.find(name[0].split("_")[0])
    name_end = name_start + len(name[0]) if raw.startswith(name[0]) else start + len(raw)
    if plain[name.end() : name.end() + 1] == "(":
        return _plain_call(plain, raw, start, said, (name_start, name_end))
    suffix = _SUFFIX.fullmatch(plain[name.end() :])
    if suffix is None:
        return None
    suffix_words = suffix["words"] or ""
    has_more = bool(plain[name.end() :].strip())
    if has_more and not suffix_words and not said:
        return None
    symbol = TitleSymbol(name[0], name_start, name_end, is_marked=False, is_bare=not has_more and not said.strip())
    is_named = re.search(
        r"\b(?:class|function|method|def|property|exception|constant|attribute)\b", f"{said} {suffix_words}"
    )
    return _with_words(symbol, f"{said} {suffix_words}", is_marked=bool(is_named))


def _plain_call(plain: str, raw: str, start: int, said: str, span: tuple[int, int]) -> TitleSymbol | None:
    is_class = bool(re.search(r"\bclass\b", said, re.IGNORECASE)) and "method" not in said.lower()
    signature = read_signature(f"class {plain}" if is_class else plain)
    if signature is None:
        return None
    shift = len("class ") if is_class else 0
    rest = plain[signature.end - shift :]
    suffix = _SUFFIX.fullmatch(rest)
    if suffix is None:
        return None
    is_exact = raw == plain
    symbol = TitleSymbol(
        name=signature.name,
        start=span[0],
        end=span[1],
        signature=None if signature.has_bases else signature,
        offset=start - shift if is_exact else None,
        text_end=start + signature.end - shift if is_exact else start + len(raw),
    )
    return _with_words(symbol, f"{said} {suffix['words'] or ''}")


def _with_words(symbol: TitleSymbol, words: str, *, is_marked: bool = True) -> TitleSymbol:
    """Add what words such as "async method" say of a symbol."""
    lower = words.lower().replace("static method", "staticmethod").replace("class method", "classmethod")
    found = re.findall(r"[a-z]+", lower)
    kind = next((_KINDS[word] for word in found if word in _KINDS), None)
    if "staticmethod" in found or "classmethod" in found:
        kind = "method"
    traits = {_TRAITS[word] for word in found if word in _TRAITS} | symbol.traits
    if "read" in found and kind is None:
        kind = "property"
    return TitleSymbol(
        symbol.name,
        symbol.start,
        symbol.end,
        kind or symbol.kind,
        frozenset(traits),
        symbol.signature,
        symbol.offset,
        symbol.text_end,
        is_marked,
        symbol.is_bare,
    )
