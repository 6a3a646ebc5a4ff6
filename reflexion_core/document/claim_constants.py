"""Values of constants in running text: "`EXIT_CRASH` (70)", "`MAX_TRIES` is 3", "`Level.HIGH` = 5"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from reflexion_core.document.claim_defaults import DefaultPhrase, read_value, value_end
from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claims import Claim, CountClaim, DefaultClaim, Form, Place
from reflexion_core.document.layout import Fence, Table
from reflexion_core.document.passages import FILLER, Passage, make_passage
from reflexion_core.document.values import normalize_value
from reflexion_core.syntax_trees import NO_PYTHON, parse_python

_CODE = rf"`{FILLER}+`"
_QUOTED = r"\"[^\"\n]*\"|“[^”\n]*”"
_NUMBER = r"(?<![\w.])[+-]?\d[\d_,]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w%])"
_VALUE = rf"(?P<value>{_CODE}|{_QUOTED}|{_NUMBER}|\b(?:None|True|False)\b)(?P<unit>\s[a-zA-Zµ]+)?"
_NAME = rf"[*_]{{0,2}}(?P<name>{_CODE})[*_]{{0,2}}"
_END = r"(?=\s*(?:[.;,)–—]|\.?$|\n|\band\b|\bby default\b|\bunless\b|\(|\s-\s))"
_HEDGE = r"(?:(?:currently|default|default:|now|value|value:|=|:|which is|set to|i\.e\.)\s+)?"
_BRACKETED = re.compile(rf"{_NAME}\s+\({_HEDGE}{_VALUE}(?:\s+by default)?(?=[),;])")
_INSIDE = re.compile(rf"\({_NAME},\s+{_HEDGE}{_VALUE}\)")
_BEFORE = re.compile(rf"(?P<value>{_NUMBER})(?P<unit>\s[a-zA-Zµ]+)?\s+\({_NAME}\)")
_IS = re.compile(
    rf"{_NAME}(?:,\s+which)?\s+(?:is(?:\s+set\s+to|\s+currently|\s+equal\s+to|\s+always)?|equals|has\s+the\s+value|=)\s+{_VALUE}{_END}"
)
_VALUE_OF = re.compile(rf"\bvalue\s+of\s+(?:the\s+constant\s+)?{_NAME}\s+is\s+{_VALUE}{_END}")
_ENTRY = re.compile(rf"^{_NAME}\s*(?::|=|[–—]|--?(?=\s))\s*{_VALUE}(?=\s*(?:[.;,:(–—]|-\s|$))")
_ALONE = re.compile(rf"^{_VALUE}(?=\s*(?:[.;,–—]|$))")
_SENTENCE = re.compile(rf"\s*(?P<value>{_CODE})\s*\.?\s*")
_LAST = re.compile(rf":\s+{_VALUE}\s*\.?\s*$")
_PATTERNS = (_BRACKETED, _INSIDE, _BEFORE, _IS, _VALUE_OF, _ENTRY)
_CONDITION = re.compile(
    r"\b(?:if|when|unless|whether|where|until|once|while|suppose|assume|assuming|say|example|e\.g\.|after|before|instead"
    r"|than|not|longer|was|were|used to|formerly)\b[^;:]*$",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"^\s*(?:after|when|once|if|until|while|during|in (?:this|that|the) (?:case|example))\b", re.IGNORECASE
)
_CONSTANT = re.compile(r"(?:(?:\w+\.)*[A-Z]\w*\.)?_?[A-Z][A-Z\d_]*")
_FIELD = re.compile(r"(?:\w+\.)*[A-Z]\w*\.[a-z_]\w*")
_ASSIGNED = re.compile(r"(?P<name>[\w.]+)\s*(?::\s*(?P<type>[^=]+?)\s*)?=\s*(?P<value>.+)", re.DOTALL)
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNT = re.compile(
    rf"(?P<name>{_CODE})\s+(?:(?:lists|holds|contains|consists of|names|comprises)(?P<any>)|has|defines)\s+"
    rf"(?:exactly\s+)?(?P<number>{'|'.join(_WORDS)}|\d+)\s+(?:\w+\s+)?"
    r"(?:members|values|items|entries|elements|keys|(?(any)[a-z]+s|(?!)))\b",
    re.IGNORECASE,
)


def find_constants(words: Passage, owner: str, context: Context, form: Form) -> Iterator[Claim]:
    """Yield the values that a passage gives to constants; what is said under a condition is none of them."""
    if all(code.text == code.text.lower() for code in words.codes):  # a constant has a capital letter
        yield from _counts(words, owner, context)
        return
    taken: set[int] = set()
    for pattern in _PATTERNS:
        for match in pattern.finditer(words.masked):
            name = _constant_at(words, match, context, owner)
            is_free = match.start("name") not in taken and not _is_conditional(words, match)
            if name and is_free and _is_value(words, match):
                taken.add(match.start("name"))
                yield _claim(words, match, name, owner, form)
    yield from _assignments(words, owner, context, form)
    yield from _counts(words, owner, context)


def find_alone(words: Passage, owner: str, form: Form) -> Iterator[DefaultClaim]:
    """Yield the value that the first words under a constant's heading give: "`3`. How often it is tried."."""
    match = _ALONE.match(words.masked)
    if match is not None and _CONSTANT.fullmatch(owner) and _is_value(words, match):
        yield _claim(words, match, owner, owner, form)


def find_own_sentence(words: Passage, start: int) -> DefaultPhrase | None:
    """Return the value that is a sentence of its own in an entry: "How deep lists may be nested. `64`."."""
    for first, last in words.sentences:
        match = _SENTENCE.fullmatch(words.masked, max(first, start), last)
        if match is not None and _is_value(words, match):
            value, inner, end, is_code = read_value(words, *match.span("value"))
            return DefaultPhrase(*match.span("value"), value, inner, end, is_code=is_code)
    return None


def find_last_value(words: Passage, start: int) -> DefaultPhrase | None:
    """Return the value that an entry's only sentence ends with behind a colon: "How deep lists may be nested: 64."."""
    match = _LAST.search(words.masked, start)
    sentences = [first for first, last in words.sentences if last > start]
    if (
        match is None
        or len(sentences) > 1
        or not _is_value(words, match)
        or _CONDITION.search(words.masked[start : match.start()])
    ):
        return None
    value, inner, end, is_code = read_value(words, *match.span("value"))
    return DefaultPhrase(*match.span("value"), value, inner, end, is_code=is_code)


def find_tabled_constants(table: Table, owner: str, context: Context) -> Iterator[DefaultClaim]:
    """Yield the values of a table with the columns of a name and a value, whatever else the name is called."""
    titles = [cell.text.strip("*_` ?:").lower() for cell in table.header]
    column = next((index for index, title in enumerate(titles) if title in ("value", "values", "number", "code")), None)
    if column is None or titles[0] in ("constant", "constants") or column == 0:
        return
    for row in table.rows:
        code = row[0].code_at(0) if row else None
        if code is None or column >= len(row) or not row[column].text or not _is_constant(code.text, context, owner):
            continue
        cell = row[column]
        value, start, end, is_code = read_value(cell, 0, value_end(cell))
        if _is_definite(value):
            place = cell.place(start, end)
            yield _default(cell.place(), owner, code.text, value, place, is_code=is_code, form="table")


def find_fenced_constants(fence: Fence, owner: str, context: Context) -> Iterator[DefaultClaim]:
    """Yield the values that a block of plain assignments shows, where each name is a constant of the source."""
    try:
        body = parse_python(fence.code).body
    except NO_PYTHON:
        return
    for statement in body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        target = statement.target if isinstance(statement, ast.AnnAssign) else target
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        if not isinstance(target, ast.Name) or value is None or value.lineno != value.end_lineno:
            return
        if not _CONSTANT.fullmatch(target.id) or not context.names.knows(target.id):
            return
    for statement in body:
        yield from _fenced(fence, statement, owner)


def _fenced(fence: Fence, statement: ast.stmt, owner: str) -> Iterator[DefaultClaim]:
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    line = fence.lines[statement.lineno - 1] if statement.lineno <= len(fence.lines) else None
    if value is None or line is None:
        return
    text = ast.get_source_segment(fence.code, value) or ""
    words = make_passage(fence.document, [line])
    start = words.text.find(text, words.text.find("=")) if text else -1
    name = words.text.strip().partition("=")[0].partition(":")[0].strip()
    if start >= 0 and _is_definite(text):
        place = words.place(start, start + len(text))
        yield _default(words.place(), owner, name, text, place, is_code=True, form="fence")


def _constant_at(words: Passage, match: re.Match[str], context: Context, owner: str) -> str:
    code = words.code_at(match.start("name"))
    return code.text if code is not None and _is_constant(code.text, context, owner) else ""


def _is_constant(name: str, context: Context, owner: str) -> bool:
    """Say whether a name can be the source's constant: its spelling, and its place where it stands alone."""
    if _FIELD.fullmatch(name):
        return context.names.is_class(name.rpartition(".")[0]) and context.names.knows(name.rpartition(".")[0])
    if not _CONSTANT.fullmatch(name):
        return False
    holder = name.rpartition(".")[0]
    if holder:
        return context.names.knows(holder)
    return context.names.knows(name) or (bool(owner) and context.names.is_class(owner))


def _is_conditional(words: Passage, match: re.Match[str]) -> bool:
    start = next((start for start, end in words.sentences if start <= match.start() < end), 0)
    before, after = words.masked[start : match.start()], words.masked[match.end() :]
    return bool(_CONDITION.search(before)) or bool(_LATER.match(after))


def _is_value(words: Passage, match: re.Match[str]) -> bool:
    value = read_value(words, *match.span("value"))[0]
    return _is_definite(value)


def _is_definite(value: str) -> bool:
    found = normalize_value(value.strip("“”"))
    return found is not None and found.kind != "name"


def _claim(words: Passage, match: re.Match[str], name: str, owner: str, form: Form) -> DefaultClaim:
    start, end = match.span("value")
    if match["unit"] and not words.code_at(start):
        end = match.end("unit")
    value, first, last, is_code = read_value(words, start, end)
    place = words.place(match.start(), match.end())
    return _default(place, owner, name, value, words.place(first, last), is_code=is_code, form=form)


def _default(
    place: Place, owner: str, name: str, value: str, value_place: Place, *, is_code: bool, form: Form
) -> DefaultClaim:
    return DefaultClaim(
        place=place,
        owner=owner,
        name=name,
        subject="constant",
        value=value,
        value_place=value_place,
        is_code=is_code,
        form=form,
    )


def _assignments(words: Passage, owner: str, context: Context, form: Form) -> Iterator[DefaultClaim]:
    """Read "`MAX_TRIES = 3` limits it" where a sentence starts with it: elsewhere it may be what a reader is to set."""
    starts = {start + len(words.text[start:]) - len(words.text[start:].lstrip("*_ \n")) for start, _ in words.sentences}
    for code in words.codes:
        match = _ASSIGNED.fullmatch(code.text)
        if match is None or code.start not in starts or not _is_constant(match["name"], context, owner):
            continue
        if _is_definite(match["value"]) and "==" not in code.text:
            start = code.inner_start + match.start("value")
            place = words.place(start, code.inner_start + match.end("value"))
            whole = words.place(code.start, code.end)
            yield _default(whole, owner, match["name"], match["value"], place, is_code=True, form=form)


def _counts(words: Passage, owner: str, context: Context) -> Iterator[CountClaim]:
    for match in _COUNT.finditer(words.masked) if words.codes else ():
        code = words.code_at(match.start("name"))
        name = code.text.strip() if code else ""
        if code is None or not context.names.knows(name) or _is_conditional(words, match):
            continue
        number = match["number"].lower()
        count = int(number) if number.isdigit() else _WORDS.index(number) + 2
        place = words.place(match.start("number"), match.end("number"))
        yield CountClaim(place=place, owner=owner, name=name, count=count)
