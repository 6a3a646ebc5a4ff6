"""Environment variables: in lists and tables under their title, in sentences, and as a shell session sets them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reflexion_core.document.claim_defaults import find_defaults, read_value
from reflexion_core.document.claim_options import SHELLS
from reflexion_core.document.claims import Place, VariableClaim
from reflexion_core.document.layout import Fence, ItemList, Table
from reflexion_core.document.passages import Code, Passage, make_passage

_VARIABLE = re.compile(r"\$?\{?(?P<name>[A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\}?(?:=.*)?")
_SETS = re.compile(r"^\s*(?:[$>%]\s+)?(?:(?:export|set|setx)\s+)?(?P<name>[A-Z][A-Z\d]*(?:_[A-Z\d]+)+)=")
_ENVIRONMENT = re.compile(r"\benvironment\b|\benv(?:ironment)? var", re.IGNORECASE)


@dataclass(frozen=True)
class _Named:
    name: str
    place: Place


def find_tabled_variables(table: Table, title: str) -> Iterator[VariableClaim]:
    """Yield the variables that a table's first column names, where its header or the heading speaks of them."""
    titles = [cell.text.strip("*_` ?:").lower() for cell in table.header]
    is_said = bool(_ENVIRONMENT.search(" ".join([title, *titles[:1]])))
    if is_said or titles[:1] in (["variable"], ["variables"]):
        yield from _tabled_variables([row for row in table.rows if row], titles, is_said=is_said)


def find_listed_variables(items: ItemList, title: str) -> Iterator[VariableClaim]:
    """Yield the variables that the entries of a list start with, where the heading speaks of them."""
    if _ENVIRONMENT.search(title):
        yield from _listed_variables([item.words for item in items.items if item.words is not None])


def find_mentioned_variables(words: Passage, title: str) -> Iterator[VariableClaim]:
    """Yield the variables that running text calls so, or writes with a dollar sign."""
    for code in words.codes:
        yield from _mentioned_variable(words, code, title)


def find_shell_variables(fence: Fence) -> Iterator[VariableClaim]:
    """Yield the variables that a shell session sets."""
    if fence.info.partition(" ")[0].lower() not in SHELLS:
        return
    for line in fence.lines:
        if variable := _SETS.match(line.text):
            place = make_passage(fence.document, [line]).place(*variable.span("name"))
            yield VariableClaim(place=place, name=variable["name"], form="fence")


def _listed_variables(entries: Sequence[Passage]) -> Iterator[VariableClaim]:
    names = [(words, _variable(words, words.code_at(0) or words.code_at(2))) for words in entries]
    known = [(words, named) for words, named in names if named is not None]
    for words, named in known:
        others = tuple(other.name for _, other in known if other.name != named.name)
        phrase = next(iter(find_defaults(words)), None)
        claim = VariableClaim(place=named.place, name=named.name, siblings=others, is_said=True, form="list")
        yield _with_default(claim, words, (phrase.value_start, phrase.value_end) if phrase else None)


def _tabled_variables(
    rows: Sequence[tuple[Passage, ...]], titles: Sequence[str], *, is_said: bool
) -> Iterator[VariableClaim]:
    found = [(row, named) for row in rows if (named := _variable(row[0], row[0].code_at(0)))]
    column = next((index for index, title in enumerate(titles) if title.startswith("default")), None)
    for row, named in found:
        others = tuple(other.name for _, other in found if other.name != named.name)
        claim = VariableClaim(place=named.place, name=named.name, siblings=others, is_said=is_said, form="table")
        cell = row[column] if column is not None and column < len(row) and row[column].text.strip("—–- ") else None
        yield _with_default(claim, cell, (0, len(cell.text))) if cell is not None else claim


def _mentioned_variable(words: Passage, code: Code, title: str) -> Iterator[VariableClaim]:
    named = _variable(words, code)
    if named is None:
        return
    start, end = next((pair for pair in words.sentences if pair[0] <= code.start < pair[1]), (0, len(words.text)))
    is_said = code.text.startswith("$") or bool(_ENVIRONMENT.search(words.masked[start:end]))
    if is_said or _ENVIRONMENT.search(title):
        yield VariableClaim(place=named.place, name=named.name, is_said=is_said, form="prose")


def _variable(words: Passage, code: Code | None) -> _Named | None:
    match = _VARIABLE.fullmatch(code.text.strip()) if code is not None else None
    if match is None or code is None:
        return None
    start = code.inner_start + code.text.index(match["name"])
    return _Named(match["name"], words.place(start, start + len(match["name"])))


def _with_default(claim: VariableClaim, words: Passage, span: tuple[int, int] | None) -> VariableClaim:
    if span is None:
        return claim
    code = words.code_at(span[0])
    value, start, end, is_code = read_value(words, *span)
    if code is None and span[0] and words.text[span[0] - 1] == "`":
        is_code = True
    return replace(claim, default=value, default_place=words.place(start, end), is_default_code=is_code)
