"""What classes are said to inherit from: "`Closed` is a subclass of `ValueError`", "Bases: `Storage`"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claims import BaseClaim, Place
from reflexion_core.document.layout import Table
from reflexion_core.document.passages import FILLER, Code, Passage

_CODE = rf"`{FILLER}+`"
_ENUM = rf"(?P<bases>{_CODE}(?:\s*(?:,\s*(?:and\s+)?|\band\b|&)\s*{_CODE})*)(?!\s*(?:,\s*)?or\b)"
_OF = (
    r"(?:(?:(?:is|are)\s+)?(?:an?\s+|the\s+)?(?:direct\s+)?(?:subclass|child class|subtype|sub-class|kind)(?:es)?\s+of"
    r"|(?:inherits|derives|is derived|descends)\s+from|extends|subclasses)"
)
_SAID = re.compile(
    rf"(?P<name>{_CODE})[*_]*,?\s+\(?{_OF}\s+(?:the\s+)?(?:built-?in\s+|class\s+)?{_ENUM}", re.IGNORECASE
)
_BRACKETED = re.compile(rf"(?P<name>{_CODE})\s+\((?P<loose>an?)\s+{_ENUM}\)", re.IGNORECASE)
_IS = re.compile(
    rf"(?P<name>{_CODE})(?:,|\s+is)\s+(?P<loose>an?)\s+{_ENUM}(?!\s+(?:of|for|when|if|by|instance|object|subclass)\b)",
    re.IGNORECASE,
)
_OWN = re.compile(
    rf"^(?:(?:It|This class|This exception|The class)\s+)?(?:{_OF}|[*_]*(?:bases?|base class(?:es)?|inherits from"
    rf"|parent(?: class)?|superclass)[*_]*:[*_]*)\s+(?:the\s+)?{_ENUM}",
    re.IGNORECASE,
)
_BASE_OF = re.compile(
    rf"(?P<base>{_CODE})\s+is\s+(?:the|a)\s+(?:common\s+)?(?:base(?: class)?|parent(?: class)?|superclass)\s+of\s+"
    rf"(?:all\s+|both\s+)?{_ENUM}",
    re.IGNORECASE,
)
_ALL = re.compile(
    rf"\b(?:all|both)\b[^.;:`]*\b(?:derive|inherit)\s+from\s+(?P<base>{_CODE})(?::|\s*\()\s*{_ENUM}", re.IGNORECASE
)
_SPEAKS = ("subclass", "child", "subtype", "sub-class", "kind", "inherit", "deriv", "descend", "extends")
_SPEAKS_OF_BASE = ("base", "parent", "superclass")
_HEAD = re.compile(r"\bclass\s+`?(?P<name>[^\W\d]\w*)\((?P<bases>[A-Z][\w.]*(?:,\s*[A-Z][\w.]*)*)\)")
_COLUMN = re.compile(
    r"(?:direct )?(?:bases?|parents?|superclass|subclass of|inherits(?: from)?|derives from|extends)(?: class)?"
)
_NAME = re.compile(r"[^\W\d][\w.]*")


def find_bases(words: Passage, owner: str, context: Context) -> Iterator[BaseClaim]:
    """Yield what a passage says that classes of the source inherit from."""
    if words.codes:
        yield from _said(words, owner, context)
    yield from _heads(words, context)


def _said(words: Passage, owner: str, context: Context) -> Iterator[BaseClaim]:
    speaks = words.has_any((*_SPEAKS, *_SPEAKS_OF_BASE))
    if not speaks and len(words.codes) < 2:
        return
    for pattern in (_SAID, _BRACKETED, _IS) if speaks else (_BRACKETED, _IS):
        for match in pattern.finditer(words.masked):
            code = words.code_at(match.start("name"))
            name = _class(code, context)
            if name:
                is_loose = bool(match.groupdict().get("loose"))
                yield from _claims(words, name, words.codes_between(*match.span("bases")), is_loose=is_loose)
    if not speaks:
        return
    own = _OWN.match(words.masked)
    if own is not None and owner and context.names.is_class(owner):
        yield from _claims(words, owner, words.codes_between(*own.span("bases")))
    for pattern in (_BASE_OF, _ALL):
        for match in pattern.finditer(words.masked):
            base = words.code_at(match.start("base"))
            for code in words.codes_between(*match.span("bases")) if base is not None else ():
                if base is not None and (name := _class(code, context)):
                    place = words.place(code.inner_start, code.inner_end)
                    yield BaseClaim(place=place, owner=name, base=base.text.strip(), is_turned=True)


def find_tabled_bases(table: Table, context: Context) -> Iterator[BaseClaim]:
    """Yield what a column such as "Base" says of the classes in the first one."""
    titles = [cell.text.strip("*_` ?:").lower() for cell in table.header]
    column = next((index for index, title in enumerate(titles) if index and _COLUMN.fullmatch(title)), None)
    for row in table.rows if column is not None else ():
        name = _class(row[0].code_at(0), context) if row else ""
        if name and column is not None and column < len(row):
            yield from _claims(row[column], name, row[column].codes)


def _heads(words: Passage, context: Context) -> Iterator[BaseClaim]:
    """Yield the bases of "class `Closed(ValueError)`"."""
    for match in _HEAD.finditer(words.text) if "class" in words.text else ():
        if not context.names.knows(match["name"]):
            continue
        for base in re.finditer(r"[\w.]+", match["bases"]):
            start = match.start("bases") + base.start()
            place = words.place(start, start + len(base[0]))
            yield BaseClaim(place=place, owner=match["name"], base=base[0])


def _claims(words: Passage, name: str, codes: tuple[Code, ...], *, is_loose: bool = False) -> Iterator[BaseClaim]:
    for code in codes:
        base = code.text.strip()
        if _NAME.fullmatch(base) and base != name:
            place: Place = words.place(code.inner_start, code.inner_end)
            yield BaseClaim(place=place, owner=name, base=base, is_loose=is_loose, is_alone=len(codes) == 1)


def _class(code: Code | None, context: Context) -> str:
    """Return the class of the source that a code span names; empty if it is none."""
    if code is None or not _NAME.fullmatch(code.text.strip()):
        return ""
    qualname = context.resolve(code.text.strip())
    return qualname if context.names.knows(qualname) and context.names.is_class(qualname) else ""
