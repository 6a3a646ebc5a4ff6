"""Tables of parameters, exceptions, results and members, their columns in any order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from reflexion_core.document.claim_collector import Collector
from reflexion_core.document.claim_defaults import DefaultPhrase, find_defaults, read_value, value_end
from reflexion_core.document.claim_entries import read_entry
from reflexion_core.document.claim_entry_details import Entry, read_details
from reflexion_core.document.claim_lists import SUBJECTS
from reflexion_core.document.claim_messages import message_span, read_message
from reflexion_core.document.claim_raises import read_exception
from reflexion_core.document.claim_result_keys import read_key
from reflexion_core.document.claim_returns import find_section_returns
from reflexion_core.document.claim_said_messages import make_message_claim
from reflexion_core.document.claim_titles import read_title
from reflexion_core.document.claims import Claim, DefaultClaim, ParameterKind, ReturnClaim, Role, TypeClaim
from reflexion_core.document.layout import Table
from reflexion_core.document.passages import Passage
from reflexion_core.document.values import normalize_value

Column = Literal[
    "name",
    "type",
    "default",
    "required",
    "passed",
    "words",
    "exception",
    "message",
    "key",
    "member",
    "value",
    "returns",
]

_COLUMNS: tuple[tuple[Column, Role, re.Pattern[str]], ...] = (
    ("name", "parameters", re.compile(r"(?:keyword )?(?:parameters?|params?|arguments?|args?|inputs?)(?: name)?")),
    (
        "name",
        "attributes",
        re.compile(
            r"(?:(?:class|instance|data|public) )?attributes?(?: name)?|property|properties|fields?(?: name)?|variable"
            r"|data member"
        ),
    ),
    ("name", "options", re.compile(r"(?:\w+ )?options?(?: name)?|settings?(?: name)?")),
    ("name", "constants", re.compile(r"constants?")),
    ("name", "", re.compile(r"names?")),
    ("exception", "raises", re.compile(r"exceptions?(?: type| class)?|errors?(?: type| class)?|raises?|raised")),
    ("member", "members", re.compile(r"methods?|functions?|class(?:es)?|members?|api|symbol|calls?")),
    ("key", "returns", re.compile(r"keys?|returned key")),
    (
        "returns",
        "returns",
        re.compile(
            r"returns?|return(?:ed)? (?:type|value)|type of (?:the )?(?:result|return value)|results?(?: type)?|gives"
        ),
    ),
    ("type", "", re.compile(r"(?:data ?)?types?|annotation|type hint")),
    ("default", "", re.compile(r"(?:(?:by|the) )?defaults?(?: values?)?|default setting|initial(?:ly| values?)?")),
    ("value", "", re.compile(r"(?:current |class )?values?|set to")),
    ("required", "", re.compile(r"required\??|optional\??|mandatory\??|required\s*/\s*optional")),
    ("passed", "", re.compile(r"kind|passed(?: as| by)?|how(?: passed| to pass)?|passing")),
    ("message", "", re.compile(r"(?:error |exception )?messages?|text")),
)
_NOTHING = re.compile(
    r"[\s—–\-*_]*|[*_]*(?:n/?a|\(?required\)?|no default|none \(required\)|\(none\)|mandatory|positional)[*_]*",
    re.IGNORECASE,
)
_PASSED: tuple[tuple[ParameterKind, re.Pattern[str]], ...] = (
    ("positional-or-keyword", re.compile(r"\bposition(?:al)? (?:or|and) (?:by )?(?:keyword|name)\b", re.IGNORECASE)),
    ("keyword-only", re.compile(r"\bkeyword[- ]only\b|\bonly (?:by|as) (?:keyword|name)\b", re.IGNORECASE)),
    ("positional-only", re.compile(r"\bposition(?:al)?[- ]only\b|\bonly by position\b", re.IGNORECASE)),
)
_SPEAKS = re.compile(r"raise|return", re.IGNORECASE)
_NEED = re.compile(r"[`*_]*(?P<word>optional|required|mandatory)[`*_.]*", re.IGNORECASE)
_YES = re.compile(r"\W*(?:yes|true|required|y|✓|✔|✅|x)\W*", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|false|optional|n|✗|❌)\W*", re.IGNORECASE)


def read_table(collector: Collector, table: Table, role: Role, *, is_dict: bool) -> None:
    """Read a table by its header, and by what its part is for where the header leaves that open."""
    columns = [_column(cell) for cell in table.header]
    kind = _kind(columns, role, collector, table)
    readers: dict[Role, Callable[[], None]] = {
        "raises": lambda: _read_raises(collector, table, columns),
        "members": lambda: _read_members(collector, table, columns),
        "constants": lambda: _read_constants(collector, table, columns),
    }
    if kind in readers:
        readers[kind]()
    elif kind in ("returns", "yields"):
        _read_returns(collector, table, columns, is_dict=is_dict)
    elif kind in SUBJECTS:
        _read_parameters(collector, table, columns, kind)
    if kind != "raises":
        _read_messages(collector, table, columns)
    for row in table.rows:
        for cell in row:
            first = len(collector.claims)
            speaks = kind != "raises" and cell.has_any(("raise", "return")) and _SPEAKS.search(cell.masked) is not None
            collector.read_prose(cell, "table", has_raises=speaks)
            if cell is not row[0]:
                collector.claims[first:] = [_in_case(claim, row[0].text) for claim in collector.claims[first:]]


def _read_messages(collector: Collector, table: Table, columns: list[tuple[Column, Role]]) -> None:
    """Read a column of messages in a table that names no exceptions."""
    for row in table.rows:
        cell = _cells(columns, row, "message")
        code = cell.code_at(0) if cell is not None else None
        if cell is not None and code is not None and code.end == len(cell.text) and " " in code.text.strip():
            span = message_span(cell, 0, code.end) or (code.inner_start, code.inner_end)
            collector.claims.append(make_message_claim(cell, span, collector.context.owner, "table"))


def _in_case(claim: Claim, case: str) -> Claim:
    """Return what a cell says of a constant result as said of the case that its row is about."""
    is_bare = isinstance(claim, ReturnClaim) and claim.constant is not None and not claim.condition
    return replace(claim, condition=f"for {case}") if isinstance(claim, ReturnClaim) and is_bare else claim


def _column(cell: Passage) -> tuple[Column, Role]:
    title = cell.text.strip("*_` :").lower()
    return next(((column, role) for column, role, pattern in _COLUMNS if pattern.fullmatch(title)), ("words", ""))


def _kind(columns: list[tuple[Column, Role]], role: Role, collector: Collector, table: Table) -> Role:
    """Return what a table is about."""
    said: Role = next(
        (said for column, said in columns if said and column in ("name", "exception", "key", "returns", "member")), ""
    )
    if said == "attributes" and role in ("returns", "yields", "parameters", "options"):
        return role
    if said == "parameters" and role in ("options", "attributes"):
        return role
    if said:
        return said
    if role:
        return role
    has_names = any(column == "name" for column, _ in columns) and _names_are_stated(collector, table, columns)
    return "parameters" if has_names or _has_passed(columns, table) else ""


def _has_passed(columns: list[tuple[Column, Role]], table: Table) -> bool:
    """Say whether a column tells how arguments are passed, as only parameters have it."""
    cells = [cell for row in table.rows if (cell := _cells(columns, row, "passed")) is not None]
    kinds = [any(pattern.search(cell.text) for _, pattern in _PASSED) for cell in cells]
    return any(kinds) or (bool(cells) and all(_NEED.fullmatch(cell.text) for cell in cells))


def _names_are_stated(collector: Collector, table: Table, columns: list[tuple[Column, Role]]) -> bool:
    stated = collector.context.stated.get(collector.context.owner, ())
    index = next(index for index, (column, _) in enumerate(columns) if column == "name")
    cells = [row[index].text.strip("`*_ ") for row in table.rows if index < len(row)]
    return any(cell in stated for cell in cells)


def _cells(columns: list[tuple[Column, Role]], row: tuple[Passage, ...], wanted: Column) -> Passage | None:
    """Return a row's cell of a column, the first column standing in for a name that no header gives."""
    for (column, _), cell in zip(columns, row, strict=False):
        if column == wanted:
            return cell
    return None


def _read_parameters(collector: Collector, table: Table, columns: list[tuple[Column, Role]], role: Role) -> None:
    entries: list[tuple[Passage, Entry]] = []
    rows: list[tuple[Passage, ...]] = []
    for row in table.rows:
        name = _cells(columns, row, "name") or (row[0] if row and columns and columns[0][0] == "words" else None)
        entry = read_entry(name) if name is not None else None
        if name is None or entry is None:
            continue
        required = _cells(columns, row, "required")
        if required is not None and required.text:
            _read_need(entry, required, table, columns)
        _read_kind(entry, row, columns)
        entries.append((name, entry))
        rows.append(row)
    collector.add_entries(entries, SUBJECTS[role], "table")
    for row, (_, entry) in zip(rows, entries, strict=True):
        _read_type_cell(collector, row, columns, entry, role)
        _read_default_cell(collector, row, columns, entry, role)
        _read_words_cells(collector, row, columns, entry, role)


def _read_kind(entry: Entry, row: tuple[Passage, ...], columns: list[tuple[Column, Role]]) -> None:
    """Read "keyword-only", "by position or keyword", "required" in a cell of its own or before a type."""
    for wanted in ("passed", "type", "required"):
        cell = _cells(columns, row, wanted)
        said = next((kind for kind, pattern in _PASSED if cell and pattern.search(cell.text)), None)
        entry.kind = entry.kind or said
    passed = _cells(columns, row, "passed")
    need = _NEED.fullmatch(passed.text) if passed else None
    if need is not None and entry.is_optional is None:
        entry.is_optional = need["word"].lower() == "optional"


def _read_need(entry: Entry, cell: Passage, table: Table, columns: list[tuple[Column, Role]]) -> None:
    index = next(index for index, (column, _) in enumerate(columns) if column == "required")
    is_optional_column = (
        "optional" in table.header[index].text.lower() and "required" not in table.header[index].text.lower()
    )
    word = cell.text.strip("`*_ ").lower()
    if word in ("optional", "required"):
        entry.is_optional = word == "optional"
    elif _YES.fullmatch(cell.text):
        entry.is_optional = is_optional_column
    elif _NO.fullmatch(cell.text):
        entry.is_optional = not is_optional_column


def _read_type_cell(
    collector: Collector, row: tuple[Passage, ...], columns: list[tuple[Column, Role]], entry: Entry, role: Role
) -> None:
    cell = _cells(columns, row, "type")
    if cell is None or not cell.text.strip("-–— "):
        return
    details = Entry(entry.names)
    read_details(cell, details, 0, len(cell.text))
    for name in entry.names:
        for start, end in details.types:
            collector.add_type(cell, name.name, start, end, SUBJECTS[role], "table")
    details.types = []
    collector.add_defaults(
        cell, Entry(entry.names, defaults=details.defaults, rest=len(cell.text)), SUBJECTS[role], "table"
    )


def _read_default_cell(
    collector: Collector, row: tuple[Passage, ...], columns: list[tuple[Column, Role]], entry: Entry, role: Role
) -> None:
    cell = _cells(columns, row, "default")
    if cell is None and role in ("attributes", "options"):
        cell = _definite(_cells(columns, row, "value"))
    if cell is None or not cell.text.strip():
        return
    phrase = next(find_defaults(cell), None)
    is_nothing = bool(_NOTHING.fullmatch(cell.text)) and (cell.text.strip("`") != "None")
    if phrase is None or phrase.value == "":
        value, start, end, is_code = read_value(cell, 0, value_end(cell))
        phrase = DefaultPhrase(0, len(cell.text), "" if is_nothing else value, start, end, is_code=is_code)
    if is_nothing and not re.search(r"[a-z]", cell.text.lower()):
        return
    for name in entry.names:
        collector.claims.append(
            DefaultClaim(
                place=cell.place(),
                owner=collector.context.owner,
                name=name.name,
                subject=SUBJECTS[role],
                value=phrase.value.replace("\\|", "|"),
                value_place=cell.place(phrase.value_start, phrase.value_end),
                is_code=phrase.is_code,
                says_required=is_nothing,
                is_ambiguous=cell.text.strip("*_ ").lower() == "none",
                form="table",
            )
        )


def _definite(cell: Passage | None) -> Passage | None:
    """Return a cell under "Value" if one value stands in it, and no words on what may stand there."""
    if cell is None:
        return None
    value = normalize_value(read_value(cell, 0, value_end(cell))[0])
    return cell if value is not None and value.kind != "name" else None


def _read_words_cells(
    collector: Collector, row: tuple[Passage, ...], columns: list[tuple[Column, Role]], entry: Entry, role: Role
) -> None:
    """Read a default in the description, where no column of its own gives one."""
    has_column = bool((cell := _cells(columns, row, "default")) and cell.text.strip())
    for (column, _), words in zip(columns, row, strict=False):
        if column == "words" and not has_column:
            found = Entry(entry.names, defaults=list(find_defaults(words)), rest=len(words.text))
            collector.add_defaults(words, found, SUBJECTS[role], "table")


def _read_raises(collector: Collector, table: Table, columns: list[tuple[Column, Role]]) -> None:
    for row in table.rows:
        named = _cells(columns, row, "exception") or _cells(columns, row, "type") or (row[0] if row else None)
        if named is None:
            continue
        others = [cell for cell in row if cell is not named]
        stated = _cells(columns, row, "message")
        message = read_message(stated) if stated is not None else None
        if stated is not None and message is None and stated.text.strip("`*_ -—"):
            code = stated.code_at(0)
            inner = (code.inner_start, code.inner_end) if code else (0, len(stated.text))
            message = (stated.text[slice(*inner)], stated.place(*inner))
        if message is None:
            message = next((found for found in map(read_message, others) if found), None)
        condition = next((cell.text for cell in others if cell is not stated and cell.text), "")
        for claim in read_exception(named, collector.where("table")):
            text, place = message or (None, None)
            collector.claims.append(replace(claim, message=text, message_place=place, condition=condition))


def _read_returns(collector: Collector, table: Table, columns: list[tuple[Column, Role]], *, is_dict: bool) -> None:
    owner = collector.context.owner
    has_key = any(column in ("key",) or (column == "name" and (is_dict or len(columns) > 1)) for column, _ in columns)
    keys = []
    for row in table.rows:
        key_cell = _cells(columns, row, "key") or _cells(columns, row, "name")
        type_cell = _cells(columns, row, "type")
        if has_key and key_cell is not None:
            key = read_key(key_cell)
            keys += [replace(key, type=type_cell.text.strip("`") if type_cell else key.type)] if key else []
        elif not has_key and row:
            stated = type_cell or row[0]
            collector.claims += find_section_returns(stated, owner, "table")
    if keys:
        collector.claims.append(ReturnClaim(place=keys[0].place, owner=owner, keys=tuple(keys), form="table"))


def _read_members(collector: Collector, table: Table, columns: list[tuple[Column, Role]]) -> None:
    for row in table.rows:
        symbols = read_title(row[0]) if row and row[0].codes else ()
        result = _cells(columns, row, "returns")
        for symbol in symbols:
            owner = collector.context.resolve(symbol.name)
            collector.add_symbol(row[0], symbol, "table", owner)
            code = result.code_at(0) if result is not None else None
            is_type = code is not None and result is not None and code.end == len(result.text)
            if is_type and result is not None and len(symbols) == 1 and collector.context.names.knows(owner):
                collector.claims += find_section_returns(result, owner, "table")


def _read_constants(collector: Collector, table: Table, columns: list[tuple[Column, Role]]) -> None:
    for row in table.rows:
        name = _cells(columns, row, "name") or (row[0] if row else None)
        value = _cells(columns, row, "value") or _cells(columns, row, "default")
        kind = _cells(columns, row, "type")
        entry = read_entry(name) if name is not None else None
        if name is None or entry is None:
            continue
        collector.add_entry(name, entry, "constant", "table")
        if value is not None and value.text:
            text, start, end, is_code = read_value(value, 0, value_end(value))
            collector.claims.append(
                DefaultClaim(
                    place=value.place(),
                    owner=collector.context.owner,
                    name=entry.names[0].name,
                    subject="constant",
                    value=text,
                    value_place=value.place(start, end),
                    is_code=is_code,
                    form="table",
                )
            )
        if kind is not None and kind.text:
            collector.claims.append(
                TypeClaim(
                    place=kind.place(),
                    owner=collector.context.owner,
                    name=entry.names[0].name,
                    subject="constant",
                    type=kind.text.strip("`"),
                    form="table",
                )
            )
