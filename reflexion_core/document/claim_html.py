"""Tables and definition lists that are written in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_collector import Collector
from reflexion_core.document.claim_defaults import find_defaults
from reflexion_core.document.claim_entries import read_entry
from reflexion_core.document.claim_entry_details import Entry
from reflexion_core.document.claim_lists import SUBJECTS
from reflexion_core.document.claim_raises import read_exception
from reflexion_core.document.claims import DefaultClaim, Role
from reflexion_core.document.layout import Html, Table
from reflexion_core.document.passages import Passage

_ROW = re.compile(r"<tr\b[^>]*>(?P<inside>.*?)(?=</tr\s*>|<tr\b|</table\s*>|$)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(r"<t[hd]\b[^>]*>(?P<inside>.*?)(?=</t[hd]\s*>|<t[hd]\b|$)", re.IGNORECASE | re.DOTALL)
_PAIR = re.compile(
    r"<dt\b[^>]*>(?P<term>.*?)(?:</dt\s*>)?\s*<dd\b[^>]*>(?P<words>.*?)(?=</dd\s*>|<d[td]\b|</dl\s*>|$)",
    re.IGNORECASE | re.DOTALL,
)
_AROUND = re.compile(
    r"\s*(?:<(?:code|b|strong|em|i|tt|p)\b[^>]*>\s*)*(?P<inside>.*?)(?:\s*</(?:code|b|strong|em|i|tt|p)\s*>)*\s*",
    re.IGNORECASE | re.DOTALL,
)


def read_html_table(html: Html) -> Table | None:
    """Return the table that an HTML block is, the first row being its header."""
    words = html.words
    rows = [tuple(_cells(words, *row.span("inside"))) for row in _ROW.finditer(words.text)]
    if len(rows) < 2 or not all(rows):
        return None
    return Table(header=rows[0], rows=tuple(rows[1:]), line=html.line, end_line=html.end_line)


def read_definitions(collector: Collector, html: Html, role: Role) -> None:
    """Read a definition list of parameters or exceptions."""
    pairs = [
        (_inner(html.words, *pair.span("term")), _inner(html.words, *pair.span("words")))
        for pair in _PAIR.finditer(html.words.text)
    ]
    if role in SUBJECTS:
        _read_parameters(collector, pairs, role)
    for term, words in pairs:
        if role == "raises":
            collector.claims += read_exception(term, collector.where("list"))
        collector.read_names(words)


def _read_parameters(collector: Collector, pairs: list[tuple[Passage, Passage]], role: Role) -> None:
    entries: list[tuple[Passage, Entry]] = []
    for term, words in pairs:
        entry = read_entry(term)
        if entry is None:
            continue
        entries.append((term, entry))
        for phrase in find_defaults(words):
            collector.claims.append(
                DefaultClaim(
                    place=words.place(phrase.start, phrase.end),
                    owner=collector.context.owner,
                    name=entry.names[0].name,
                    subject=SUBJECTS[role],
                    value=phrase.value,
                    value_place=words.place(phrase.value_start, phrase.value_end),
                    is_code=phrase.is_code,
                    form="list",
                )
            )
    collector.add_entries(entries, SUBJECTS[role], "list")


def _cells(words: Passage, start: int, end: int) -> Iterator[Passage]:
    for cell in _CELL.finditer(words.text, start, end):
        yield _inner(words, *cell.span("inside"))


def _inner(words: Passage, start: int, end: int) -> Passage:
    """Return a piece without blanks and marks such as `<code>` around all of it."""
    match = _AROUND.fullmatch(words.text, start, end)
    return words.cut(*match.span("inside")) if match else words.cut(start, end)
