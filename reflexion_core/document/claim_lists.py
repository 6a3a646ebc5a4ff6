"""Lists of parameters, exceptions, results and members."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflexion_core.document.claim_collector import Collector
from reflexion_core.document.claim_constants import find_last_value, find_own_sentence
from reflexion_core.document.claim_entries import read_entry
from reflexion_core.document.claim_entry_details import Entry
from reflexion_core.document.claim_exceptions import is_exception_name
from reflexion_core.document.claim_nested_details import read_nested_details
from reflexion_core.document.claim_raises import find_section_raises
from reflexion_core.document.claim_result_keys import read_key
from reflexion_core.document.claim_returns import find_section_returns, read_dict_block
from reflexion_core.document.claim_titles import TitleSymbol, read_code_symbol
from reflexion_core.document.claims import ReturnClaim, Role, Subject, TypeClaim
from reflexion_core.document.layout import Item, ItemList
from reflexion_core.document.passages import Line, Passage
from reflexion_core.document.type_words import is_type_word

SUBJECTS: dict[Role, Subject] = {
    "parameters": "parameter",
    "attributes": "attribute",
    "options": "option",
    "constants": "constant",
}


_IS_DICT = re.compile(r"\bkeys?\b|\bdict(?:ionary)?\b|\bfields\b|\bof the form\b|\bmapping\b", re.IGNORECASE)


_NO_PARAMETERS = re.compile(
    r"\W*(?:none|no (?:parameters|arguments)|takes no .*|n/a|this (?:function|method) takes no .*)\W*", re.IGNORECASE
)


_LABELS = ("note", "returns", "raises", "example", "default", "type", "warning", "none")


_PARAMETER_WORDS = re.compile(r"\b(?:of type|defaults? to|by default|default\s*[:=])", re.IGNORECASE)
"""What is said of a parameter, and of no key and no option of a choice."""


_LEADING_CODE = re.compile(r"[*_]{0,2}(?=`)")


def read_list(collector: Collector, items: ItemList, role: Role, *, is_ordered: bool, is_dict: bool) -> None:
    """Read a list by what its part is for."""
    match role:
        case "parameters" | "attributes" | "options" | "constants":
            read_parameter_list(collector, items, role, is_ordered=is_ordered)
        case "raises":
            for item in items.items:
                if item.words is not None:
                    collector.claims += find_section_raises(item.words, collector.where("list"))
                    collector.read_names(item.words)
        case "returns" | "yields":
            read_return_list(collector, items, role, is_dict=is_dict)
        case "members":
            for item in items.items:
                read_member(collector, item)
        case _:
            for item in items.items:
                read_member(collector, item, is_certain=False)


def read_parameter_list(collector: Collector, items: ItemList, role: Role, *, is_ordered: bool) -> None:
    entries: list[tuple[Passage, Entry]] = []
    for item in items.items:
        if item.words is None or _NO_PARAMETERS.fullmatch(item.words.text):
            continue
        entry = read_entry(item.words)
        if entry is None or is_label_like(collector, item.words, entry):
            collector.read_prose(item.words, "list")
            continue
        if role != "parameters" and not entry.defaults and (value := find_own_sentence(item.words, entry.rest)):
            entry.defaults.append(value)
        if role == "constants" and not entry.defaults and (value := find_last_value(item.words, entry.rest)):
            entry.defaults.append(value)
        entries.append((item.words, entry))
        collector.read_prose(item.words, "list", has_raises=_speaks_of_raising(item.words))
        for nested in read_nested_details(item, entry):
            collector.add_details(nested.words, nested.entry, SUBJECTS[role], "detail")
    collector.add_entries(entries, SUBJECTS[role], "list", is_ordered=is_ordered or items.is_numbered)


def read_return_list(collector: Collector, items: ItemList, role: Role, *, is_dict: bool) -> None:
    """Read what is returned: the keys of a dict if the words before it say so, else a statement per item."""
    context = collector.context
    words = [item.words for item in items.items if item.words is not None]
    keys = [read_key(passage) for passage in words]
    if is_dict and words and all(keys):
        stated = tuple(key for key in keys if key)
        place = words[0].place()
        collector.claims.append(ReturnClaim(place=place, owner=context.owner, keys=stated, form="list"))
    elif words:
        for passage in words:
            if read_code_key(passage) is None:
                subject: Subject = "yield" if role == "yields" else "return"
                collector.claims += find_section_returns(passage, context.owner, "list", subject)  # type: ignore[arg-type]
    for item in items.items:
        if item.words is None:
            continue
        collector.read_names(item.words)
        for child in item.children:
            if isinstance(child, ItemList) and not is_dict and _IS_DICT.search(item.words.text):
                read_return_list(collector, child, role, is_dict=True)


def read_code_key(words: Passage) -> str | None:
    """Return the lower-case name that an entry of an unclear list starts with: it may be a key, it is no type."""
    match = _LEADING_CODE.match(words.text)
    code = words.code_at(match.end()) if match else None
    if code is None or not code.text.strip("\"'").isidentifier() or is_type_word(code.text):
        return None
    return code.text


def read_member(collector: Collector, item: Item, *, is_certain: bool = True) -> None:
    """Read an entry that may name a symbol, "`get(name)`: …", and what it says of it."""
    if item.words is None:
        return
    owner: str | None = None
    symbol = _leading_symbol(item.words)
    if symbol is not None:
        qualname = collector.context.resolve(symbol.name)
        is_call = symbol.signature is not None
        is_known = collector.context.names.knows(symbol.name, collector.context.scope)
        if is_known or (is_certain and not is_exception_name(symbol.name, collector.context.names)):
            if is_certain or is_call:
                collector.add_symbol(item.words, symbol, "list", qualname)
            owner = qualname
        elif is_call:
            owner = qualname
    collector.read_prose(item.words, "list", owner)


def item_owner(collector: Collector, item: Item) -> str:
    """Return the known symbol whose signature an entry starts with: what stands in the entry is about it.

    A dotted name does where the entry is nothing else: "**`Sheet.arc`**" above its parameters.
    """
    symbol = _leading_symbol(item.words) if item.words is not None else None
    context = collector.context
    if symbol is None or item.words is None:
        return ""
    if symbol.signature is None and (
        "." not in symbol.name or item.words.text.strip("*_`: ") != symbol.name.strip("_")
    ):
        return ""
    if context.names.knows(symbol.name, context.scope):
        return context.resolve(symbol.name)
    holder, _, last = symbol.name.rpartition(".")
    is_constructor = last == "__init__" and context.names.knows(holder) and context.names.is_class(holder)
    return f"{context.names.resolve(holder)}.{last}" if is_constructor else ""


def is_parameter_list(collector: Collector, items: ItemList) -> bool:
    """Say whether most entries of an untitled list are parameters of the signature that document or source give."""
    taken = collector.known_parameters
    if collector.has_parameters or not (taken or collector.is_known_owner):
        return False
    entries = [(item.words, read_entry(item.words)) for item in items.items if item.words is not None]
    if not all(entry is not None for _, entry in entries) or len(entries) != len(items.items):
        return False
    named = [name.name for _, entry in entries if entry for name in entry.names]
    matching = sum(name in taken for name in named)
    is_told = len(named) <= len(taken) + 1 and all(_PARAMETER_WORDS.search(words.text) for words, _ in entries)
    if collector.context.names.is_class(collector.context.owner):
        return is_told or matching == len(named)  # a class's attributes are often called as its parameters
    return is_told or 2 * matching >= max(len(named), 1)


def is_bare_list(items: ItemList) -> bool:
    """Say whether a list has names alone: below a list of parameters it is one of something else."""
    entries = [read_entry(item.words) for item in items.items if item.words is not None]
    return all(entry is not None and not entry.has_separator and not entry.types for entry in entries)


def read_dict(collector: Collector, document: str, lines: Sequence[Line]) -> None:
    """Read the keys of a dict that a fence in a "Returns" part shows."""
    keys = read_dict_block(document, lines)
    if keys:
        collector.claims.append(
            ReturnClaim(place=keys[0].place, owner=collector.context.owner, keys=keys, form="fence")
        )


def is_label_like(collector: Collector, words: Passage, entry: Entry) -> bool:
    """Say whether an entry's name is a word such as "Note" that opens a remark, and not a parameter called so."""
    name = entry.names[0].name
    if name.lower() not in _LABELS:
        return False
    is_coded = words.code_at(entry.names[0].start - 1) is not None
    return not is_coded and not entry.types and name not in collector.known_parameters


def _speaks_of_raising(words: Passage) -> bool:
    return "raise" in words.masked


def _leading_symbol(words: Passage) -> TitleSymbol | None:
    match = _LEADING_CODE.match(words.text)
    code = words.code_at(match.end()) if match else None
    return read_code_symbol(code) if code else None


def add_type_line(collector: Collector, words: Passage, subject: Subject = "return") -> None:
    """Read "`str`. The text shown." under a property's heading."""
    code = words.code_at(0)
    if code is not None and is_type_word(code.text) and words.text[code.end : code.end + 1] in (".", ":", ",", ""):
        collector.claims.append(
            TypeClaim(
                place=words.place(code.inner_start, code.inner_end),
                owner=collector.context.owner,
                subject=subject,
                type=code.text,
                form="prose",
            )
        )
