"""Entries of Google's, NumPy's and Sphinx's blocks → claims."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from reflexion_core.document.claim_collector import Collector
from reflexion_core.document.claim_entries import Style, read_entry
from reflexion_core.document.claim_entry_details import Entry, read_details
from reflexion_core.document.claim_exceptions import is_exception_name
from reflexion_core.document.claim_lists import SUBJECTS, is_label_like
from reflexion_core.document.claim_raises import find_section_raises
from reflexion_core.document.claim_returns import find_section_returns
from reflexion_core.document.claim_signatures import NAME
from reflexion_core.document.claims import DefaultClaim, Form, ReturnClaim, Role, Subject
from reflexion_core.document.docstring_blocks import Field, group_entries
from reflexion_core.document.passages import Line, Passage, make_passage
from reflexion_core.document.type_words import is_type_word

_KIND = re.compile(
    r"(?:an? )?(?:new |sorted )?(?:list|dict|dictionary|set|generator|iterator)"
    r"(?=\s+(?:of|with|that|mapping)\b|\s*[,.;]|$)"
)
"""Words of `:returns:` that name a type, where `:rtype:` is for types."""


def read_block(collector: Collector, document: str, lines: Sequence[Line], role: Role, style: Style) -> bool:
    """Read the indented entries below a label or an underlined title; say whether there were any."""
    passages = group_entries(document, lines)
    form: Form = "docstring"
    if role in SUBJECTS:
        return _read_parameter_block(collector, passages, role, style)
    if role == "raises":
        for words in _join_groups(
            passages, lambda words: bool(list(find_section_raises(words, collector.where(form))))
        ):
            collector.claims += find_section_raises(words, collector.where(form))
            collector.read_names(words)
        return bool(passages)
    if role in ("returns", "yields") and passages:
        whole = _whole(passages)
        subject: Subject = "yield" if role == "yields" else "return"
        if style == "numpy" and len(passages) > 1 and (names := _numpy_names(passages)):
            collector.claims.append(
                ReturnClaim(
                    place=whole.place(),
                    owner=collector.context.owner,
                    subject=subject,
                    elements=names,
                    length=len(names),
                    form=form,
                )
            )
        elif style == "numpy":
            _read_numpy_return(collector, whole, subject)
        else:
            collector.claims += find_section_returns(whole, collector.context.owner, form, subject)  # type: ignore[arg-type]
        collector.read_names(whole)
        return True
    return False


def read_fields(collector: Collector, fields: Sequence[Field]) -> None:
    """Read a Sphinx block."""
    entries: list[tuple[Passage, Entry]] = []
    types: dict[str, Passage] = {}
    for item in fields:
        match item.name:
            case "param" | "parameter" | "arg" | "argument" | "key" | "keyword" | "kwarg":
                entry = _field_entry(item)
                if entry is not None:
                    entries.append((item.whole, entry))
            case "type" if item.argument is not None:
                types[item.argument.text.lstrip("\\*")] = item.body
            case "raises" | "raise" | "except" | "exception":
                _read_raises_field(collector, item)
            case "returns" | "return" | "rtype" | "yields" | "yield" | "ytype":
                _read_return_field(collector, item)
        collector.read_names(item.body)
    collector.add_entries(entries, "parameter", "docstring")
    for name, body in types.items():
        _read_type_field(collector, name, body)


def _read_parameter_block(collector: Collector, passages: list[Passage], role: Role, style: Style) -> bool:
    def is_entry(words: Passage) -> bool:
        entry = read_entry(words, style)
        return (
            entry is not None
            and not is_label_like(collector, words, entry)
            and (entry.has_separator or not is_exception_name(entry.names[0].name, collector.context.names))
            and (style == "numpy" or entry.has_separator or all(name.is_marked for name in entry.names))
        )

    entries: list[tuple[Passage, Entry]] = []
    for words in _join_groups(passages, is_entry):
        entry = read_entry(words, style)
        if entry is not None and is_entry(words):
            entries.append((words, entry))
            collector.read_names(words)
    collector.add_entries(entries, SUBJECTS[role], "docstring")
    return bool(entries)


def _join_groups(passages: list[Passage], is_start: Callable[[Passage], bool]) -> list[Passage]:
    """Join what starts no entry of its own with the entry before it."""
    joined: list[list[Passage]] = []
    for words in passages:
        if not joined or is_start(words):
            joined.append([words])
        else:
            joined[-1].append(words)
    return [_whole(group) for group in joined]


def _whole(passages: list[Passage]) -> Passage:
    if len(passages) == 1:
        return passages[0]
    from_lines = [line for words in passages for line in words.root.lines]

    return make_passage(passages[0].root.document, from_lines)


def _read_numpy_return(collector: Collector, words: Passage, subject: Subject) -> None:
    """Read "float" or "name : float" with its description on the lines below."""
    line_end = words.text.find("\n")
    head = words.cut(0, line_end if line_end >= 0 else len(words.text))
    named = re.match(rf"{NAME}\s*:\s*(?=\S)", head.text)
    stated = head.cut(named.end()) if named else head
    cut = stated.text.partition(", shape")[0].partition(", optional")[0]
    is_type = is_type_word(cut) or is_type_word(cut.split(" of ")[0])
    if is_type and cut not in ("None",):
        place = stated.place(0, len(cut))
        collector.claims.append(
            ReturnClaim(
                place=words.place(),
                owner=collector.context.owner,
                subject=subject,
                type=cut.replace("`", ""),
                type_place=place,
                form="docstring",
            )
        )
    elif cut == "None":
        collector.claims += find_section_returns(stated, collector.context.owner, "docstring")
    rest = words.cut(line_end) if line_end >= 0 else None
    if rest is not None and rest.text:
        found = find_section_returns(rest, collector.context.owner, "docstring")
        collector.claims += (
            claim for claim in found if claim.keys or claim.elements or (claim.constant and not is_type)
        )


def _numpy_names(passages: list[Passage]) -> tuple[str, ...]:
    """Return the names of several results, "mean : float" and "spread : float"; none unless all have one."""
    heads = [re.match(rf"(?P<name>{NAME})\s*:\s*\S", words.text) for words in passages]
    return tuple(head["name"] for head in heads if head) if all(heads) else ()


def _field_entry(item: Field) -> Entry | None:
    """Read the argument of `:param int x:` and the defaults in its body."""
    if item.argument is None:
        return None
    words = item.whole
    start = item.argument.base - words.base
    pieces = item.argument.text.split()
    name = pieces[-1]
    entry = read_entry(words.cut(start + item.argument.text.rfind(name), start + len(item.argument.text)))
    if entry is None:
        return None
    shift = start + item.argument.text.rfind(name)
    entry.names = [
        type(found)(found.name, found.stars, found.start + shift, found.end + shift, found.is_marked)
        for found in entry.names
    ]
    if len(pieces) > 1:
        entry.types = [(start, start + len(item.argument.text[: item.argument.text.rfind(name)].rstrip()))]
    entry.rest = item.body.base - words.base
    return entry


def _read_type_field(collector: Collector, name: str, body: Passage) -> None:
    entry = Entry([])

    read_details(body, entry, 0, len(body.text))
    for start, end in entry.types:
        collector.add_type(body, name, start, end, "parameter", "docstring")
    for phrase in entry.defaults:
        collector.claims.append(
            DefaultClaim(
                place=body.place(phrase.start, phrase.end),
                owner=collector.context.owner,
                name=name,
                value=phrase.value,
                value_place=body.place(phrase.value_start, phrase.value_end),
                is_code=phrase.is_code,
                says_required=not phrase.value,
                form="docstring",
            )
        )


def _read_raises_field(collector: Collector, item: Field) -> None:
    if item.argument is None:
        return
    lead = item.argument.base - item.whole.base
    entry = item.whole.cut(lead)
    collector.claims += find_section_raises(entry, collector.where("docstring"))


def _read_return_field(collector: Collector, item: Field) -> None:
    context = collector.context
    if item.name in ("rtype", "ytype"):
        collector.claims.append(
            ReturnClaim(
                place=item.whole.place(),
                owner=context.owner,
                subject="yield" if item.name == "ytype" else "return",
                type=item.body.text.replace("`", "").replace("\n", " "),
                type_place=item.body.place(),
                form="docstring",
            )
        )
        return
    found = find_section_returns(item.body, context.owner, "docstring")
    is_kind = _KIND.match(item.body.text) is not None
    collector.claims += (
        claim
        for claim in found
        if claim.keys or claim.constant or claim.is_negative or claim.elements or (is_kind and claim.type)
    )
