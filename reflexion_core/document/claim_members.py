"""Lists, tables and enumerations of a class's members: "It has these methods:", "**Methods**: `put`, `get`"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reflexion_core.document.claim_kinds import read_kind_words
from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claims import Claim, Form, MemberClaim, Role, SymbolClaim, SymbolKind
from reflexion_core.document.layout import ItemList, Table
from reflexion_core.document.passages import FILLER, Passage

_CODE = rf"[*_]{{0,2}}`{FILLER}+`[*_]{{0,2}}"
_NOTED = rf"{_CODE}(?:\s+\([^()]*\))?"
_ENUM = rf"(?P<names>{_NOTED}(?:\s*(?:,\s*(?:and\s+|or\s+)?|/|&|\band\b|\bor\b)\s*{_NOTED})*)"
_WHAT = r"(?P<what>methods?|functions?|propert(?:y|ies)|attributes?|fields?|members?|constants?|class(?:es)?)"
_HAS = r"\b(?:has|have|offers?|provides?|defines?|exposes?|supports?|with)\b"
_LABELLED = re.compile(
    rf"[*_]*(?:(?:inherited|own|public|further|other|additional)\s+)?{_WHAT}[*_]*\s*:[*_]*\s*{_ENUM}", re.IGNORECASE
)
_SUBJECT = re.compile(
    rf"(?P<holder>{_CODE}|^\s*(?:It|The class|This class)\b)[^.;:`]{{0,40}}?{_HAS}[^.;:`]{{0,30}}?\b{_WHAT}:?\s+{_ENUM}"
)
_OBJECT = re.compile(
    rf"\b[Tt]he\s+(?:\w+\s+)?{_WHAT}\s+{_ENUM}\s+(?:of|in|on)\s+(?:the\s+)?(?:class\s+|protocol\s+|enum\s+)?"
    rf"(?P<holder>{_CODE})"
)
_SPEAKS = ("method", "function", "propert", "attribute", "field", "member", "constant", "class")
_LEAD = re.compile(rf"\b{_WHAT}\b", re.IGNORECASE)
_ENTRY = re.compile(r"(?P<name>[^\W\d]\w*)(?P<call>\(.*\)(?:\s*->.*)?)?", re.DOTALL)
_MODIFIERS = re.compile(r"(?:async\s+)?(?:def\s+)?")
_BOLD_CALL = re.compile(r"(?P<mark>\*\*|__)(?P<name>[^\W\d]\w*)\((?:[^*\n]|\\\*)*\)(?P=mark)")
_BARE_CALL = re.compile(r"(?P<name>[^\W\d]\w*)\([^()\n]*\)(?=\s*(?:$|\n|:|[–—]|-\s))")
_KINDS: dict[str, SymbolKind] = {
    "method": "method",
    "propert": "property",
    "attribut": "attribute",
    "field": "attribute",
}
_ROLES: tuple[Role, ...] = ("", "members", "attributes", "constants", "other")


@dataclass(frozen=True)
class MemberLead:
    """What a sentence or title says of the list below it."""

    holder: str | None
    """The class whose members are listed, empty for the one that the place is about; None if it is unknown."""
    kind: SymbolKind | None


@dataclass(frozen=True)
class _Entry:
    name: str
    is_call: bool
    words: Passage
    start: int
    end: int
    rest: int
    """Where its description starts."""
    said: str = ""
    """Its description."""


def read_member_lead(sentence: Passage, context: Context) -> MemberLead | None:
    """Read "It has these methods:", "The methods of the protocol `Storage`:"."""
    what = _LEAD.search(sentence.masked)
    if what is None:
        return None
    holders = [_class_named(code.text, context) for code in sentence.codes]
    if None in holders or len(set(holders)) > 1:
        return MemberLead(None, None)
    return MemberLead(holders[0] or "" if holders else "", _only_kind(sentence.masked))


def find_listed_members(items: ItemList, lead: MemberLead | None, role: Role, context: Context) -> Iterator[Claim]:
    """Yield a list's entries as members of the class that it is about."""
    words = [item.words for item in items.items if item.words is not None]
    entries = [_list_entry(passage) for passage in words]
    if len(words) == len(items.items) and all(entries):
        yield from _members([entry for entry in entries if entry], lead, role, context, "list")


def find_tabled_members(table: Table, lead: MemberLead | None, role: Role, context: Context) -> Iterator[Claim]:
    """Yield a table's rows as members of the class that it is about, and what a column says of their kind."""
    titles = [cell.text.strip("*_` ?:").lower() for cell in table.header]
    if not titles or not re.fullmatch(rf"names?|symbol|api|{_WHAT}(?: name)?", titles[0], re.IGNORECASE):
        return
    rows = [row for row in table.rows if row and row[0].text]
    entries = [_list_entry(row[0]) for row in rows]
    if not all(entries):
        return
    found = [
        replace(entry, said=" ".join(cell.text for cell in row[1:]))
        for row, entry in zip(rows, entries, strict=True)
        if entry is not None
    ]
    said = _LEAD.fullmatch(titles[0])
    if said and lead is None:
        lead = MemberLead("", _kind(said["what"]))
    yield from _members(found, lead, role, context, "table")
    column = next((index for index, title in enumerate(titles) if title in ("kind", "type", "what")), None)
    for row, entry in zip(rows, found, strict=True):
        if column is not None and column < len(row):
            yield from _kind_of_cell(row[column], entry, context)


def find_enumerated_members(words: Passage, context: Context) -> Iterator[Claim]:
    """Yield the members that running text counts up: "`Color` has the members `RED` and `GREEN`"."""
    if not words.codes or not words.has_any(_SPEAKS):
        return
    if label := _LABELLED.match(words.masked):
        yield from _enumerated(words, label, "", context)
        return
    for pattern in (_SUBJECT, _OBJECT):
        for match in pattern.finditer(words.masked):
            code = words.code_at(match.start("holder") + len(match["holder"]) - len(match["holder"].lstrip("*_")))
            holder = _class_named(code.text, context) if code else ""
            if holder is not None:
                yield from _enumerated(words, match, holder, context)


def _enumerated(words: Passage, match: re.Match[str], holder: str, context: Context) -> Iterator[Claim]:
    codes = words.codes_between(*match.span("names"))
    entries = [_entry(words, code.inner_start, code.inner_end, code.text, code.end) for code in codes]
    named = [entry for entry in entries if entry and _is_top_level(words, match.start("names"), entry.start)]
    if len([e for e in entries if e is None]) == 0 and named:
        lead = MemberLead(holder, _kind(match["what"]))
        yield from _members(named, lead, "members", context, "prose")


def _is_top_level(words: Passage, start: int, position: int) -> bool:
    """Say whether a code span of an enumeration stands outside of brackets."""
    before = words.masked[start:position]
    return before.count("(") == before.count(")")


def _members(
    entries: Sequence[_Entry], lead: MemberLead | None, role: Role, context: Context, form: Form
) -> Iterator[Claim]:
    holder = _holder(lead, context)
    if role not in _ROLES or holder is None or (not holder and lead is None and role != "members"):
        return
    names = tuple(entry.name for entry in entries)
    for entry in entries:
        place = entry.words.place(entry.start, entry.end)
        yield MemberClaim(
            place=place,
            owner=holder,
            name=entry.name,
            is_call=entry.is_call,
            is_said=lead is not None or role in ("members", "attributes"),
            is_holder_named=lead is not None and bool(lead.holder),
            siblings=tuple(name for name in names if name != entry.name),
            form=form,
        )
        is_known = bool(holder) and context.names.knows(f"{holder}.{entry.name}")
        if lead is not None and lead.kind is not None and is_known and not _says_other(entry, lead.kind):
            yield _said(place, f"{holder}.{entry.name}", entry.name, lead.kind)


def _says_other(entry: _Entry, kind: SymbolKind) -> bool:
    """Say whether an entry itself tells what it is, which outweighs the words above the list."""
    if entry.is_call and kind in ("attribute", "property"):
        return True
    return any(_kind(match["what"]) not in (None, kind) for match in _LEAD.finditer(entry.said))


def _holder(lead: MemberLead | None, context: Context) -> str | None:
    if lead is not None and lead.holder is None:
        return None
    if lead is not None and lead.holder:
        return lead.holder
    if not context.owner:
        return ""
    is_class = context.names.knows(context.owner) and context.names.is_class(context.owner)
    return context.owner if is_class else None


def _said(place: object, owner: str, name: str, kind: SymbolKind) -> SymbolClaim:
    return SymbolClaim(place=place, owner=owner, name=name, kind=kind, form="prose", name_place=place)  # type: ignore[arg-type]


def _kind_of_cell(cell: Passage, entry: _Entry, context: Context) -> Iterator[SymbolClaim]:
    said = read_kind_words(cell.text)
    owner = context.resolve(entry.name)
    if said is None or not context.names.knows(owner):
        return
    kind, trait = said
    yield SymbolClaim(
        place=cell.place(),
        owner=owner,
        name=entry.name,
        kind=kind,
        traits=frozenset({trait} if trait else ()),
        form="prose",
        name_place=entry.words.place(entry.start, entry.end),
    )


def _list_entry(words: Passage) -> _Entry | None:
    lead = re.match(r"[*_]*", words.text)
    code = words.code_at(lead.end()) if lead else None
    if code is not None:
        entry = _entry(words, code.inner_start, code.inner_end, code.text, code.end)
        return entry and replace(entry, said=words.text[entry.rest :])
    bold = _BOLD_CALL.match(words.text) or _BARE_CALL.match(words.text)
    if bold is None:
        return None
    return _Entry(bold["name"], True, words, bold.start("name"), bold.end("name"), bold.end(), words.text[bold.end() :])


def _entry(words: Passage, start: int, end: int, text: str, rest: int) -> _Entry | None:
    text = words.text[start:end]
    skipped = _MODIFIERS.match(text)
    offset = skipped.end() if skipped else 0
    match = _ENTRY.fullmatch(text.rstrip(), offset)
    if match is None:
        return None
    first = start + match.start("name")
    last = first + len(match["name"])
    return _Entry(match["name"], match["call"] is not None, words, first, last, rest)


def _class_named(text: str, context: Context) -> str | None:
    """Return the class that a code span names; None if it is none of the source's."""
    name = text.strip().partition("(")[0]
    qualname = context.resolve(name)
    is_class = context.names.knows(qualname) and context.names.is_class(qualname)
    return qualname if is_class else None


def _only_kind(words: str) -> SymbolKind | None:
    """Return what a sentence calls the members; None where it calls them several things."""
    kinds = {_kind(match["what"]) for match in _LEAD.finditer(words)}
    return kinds.pop() if len(kinds) == 1 else None


def _kind(what: str) -> SymbolKind | None:
    return next((kind for start, kind in _KINDS.items() if what.lower().startswith(start)), None)
