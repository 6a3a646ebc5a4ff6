"""The forms in which people and models write the parts of a document, each part in several."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from reflexion_core.skeleton.markdown import cell, code, escaped
from reflexion_core.source.facts import show_parameters
from reflexion_core.true_page.page import Block, Entry, Line, Mark, ParameterRow, RaiseRow, StatedSignature

_PLAIN = re.compile(r"[\w .,:;=/-]+")
"""What Markdown leaves alone."""


def full_signature(signature: StatedSignature) -> str:
    """Return `name(a: int, b: int = 1) -> int`."""
    returns = f" -> {signature.returns}" if signature.returns else ""
    return f"{signature.name}({show_parameters(signature.parameters)}){returns}"


def short_signature(signature: StatedSignature) -> str:
    """Return `name(a, b=1)`."""
    bare = tuple(replace(parameter, annotation=None) for parameter in signature.parameters)
    return f"{signature.name}({show_parameters(bare)})"


def named_heading(entry: Entry) -> Line:
    """`### Class.method`."""
    return _heading(entry, escaped(entry.qualname))


def code_heading(entry: Entry) -> Line:
    """### `method` below the heading of its class."""
    return _heading(entry, f"class {code(entry.name)}" if entry.kind == "class" else code(entry.name))


def called_heading(entry: Entry) -> Line:
    """### `Class.method()`."""
    return _heading(entry, code(entry.qualname if entry.signature is None else f"{entry.qualname}()"))


def signature_heading(entry: Entry) -> Line:
    """### `Class.method(a, b=1)`."""
    if entry.signature is None:
        return _heading(entry, code(entry.qualname))
    owner = entry.qualname.removesuffix(entry.name)
    return _heading(entry, code(owner + short_signature(entry.signature).replace("\n", " ")))


def _heading(entry: Entry, text: str) -> Line:
    return Line(f"{'#' * entry.level} {text}", Mark(entry.qualname, "heading"))


def no_signature(_entry: Entry) -> Block:
    """Nothing: it stands in the heading, or nowhere."""
    return []


def fenced_signature(entry: Entry) -> Block:
    """A block of code."""
    if entry.signature is None:
        return []
    mark = Mark(entry.qualname, "signature")
    text = f"{entry.signature.lead}{full_signature(entry.signature)}"
    return [Line("```python", mark), *(Line(line, mark) for line in text.split("\n")), Line("```", mark)]


def inline_signature(entry: Entry) -> Block:
    """A line of code in the text."""
    if entry.signature is None or "\n" in full_signature(entry.signature):
        return []
    lead = "async " if entry.signature.lead.startswith("async") else ""
    return [Line(code(lead + full_signature(entry.signature)), Mark(entry.qualname, "signature"))]


def listed_parameters(entry: Entry) -> list[Block]:
    """- `by` (`int`, default `2`): The by."""

    def details(row: ParameterRow) -> str:
        parts = [code(row.type)] if row.type else []
        parts += [f"default {code(row.default)}"] if row.default is not None else []
        return f" ({', '.join(parts)})" if parts else ""

    rows = [_row(entry, row, f"- {code(row.name)}{details(row)}: {row.words}") for row in entry.parameters]
    return _titled("**Parameters**", rows)


def tabled_parameters(entry: Entry) -> list[Block]:
    """A table with a row for each."""
    if not entry.parameters:
        return []
    head = [Line("| Parameter | Type | Default | Description |"), Line("| --- | --- | --- | --- |")]
    return _titled("**Parameters**", [*head, *(_row(entry, row, _table_row(row)) for row in entry.parameters)])


def _table_row(row: ParameterRow) -> str:
    default = code(row.default) if row.default is not None else "–" if row.name.startswith("*") else "required"
    cells = (code(row.name), code(row.type) if row.type else "", default, row.words)
    return f"| {' | '.join(cell(text) for text in cells)} |"


def google_parameters(entry: Entry) -> list[Block]:
    """`Args:` with indented lines, as in a docstring."""

    def text(row: ParameterRow) -> str:
        details = f" ({escaped(row.type)})" if row.type else ""
        default = f" Defaults to {_plain_or_code(row.default)}." if row.default is not None else ""
        return f"    {escaped(row.name)}{details}: {row.words}{default}"

    rows = [_row(entry, row, text(row)) for row in entry.parameters]
    return [[Line("Args:"), *rows]] if rows else []


def dashed_parameters(entry: Entry) -> list[Block]:
    """- **by** (int, optional, defaults to 2) – The by."""

    def text(row: ParameterRow) -> str:
        parts = [escaped(row.type)] if row.type else []
        parts += ["optional", f"defaults to {_plain_or_code(row.default)}"] if row.default is not None else []
        details = f" ({', '.join(parts)})" if parts else ""
        return f"- **{escaped(row.name)}**{details} – {row.words}"

    rows = [_row(entry, row, text(row)) for row in entry.parameters]
    return _titled(f"{'#' * (entry.level + 1)} Parameters", rows)


def told_parameters(entry: Entry) -> list[Block]:
    """Sentences: "- `by`: The by. It is an `int` and defaults to `2`."."""

    def text(row: ParameterRow) -> str:
        parts = [f"is of type {code(row.type)}"] if row.type else []
        parts += [f"defaults to {code(row.default)}"] if row.default is not None else []
        more = f" It {' and '.join(parts)}." if parts else ""
        return f"- {code(row.name)}: {row.words}{more}"

    return [rows] if (rows := [_row(entry, row, text(row)) for row in entry.parameters]) else []


def _row(entry: Entry, row: ParameterRow, text: str) -> Line:
    return Line(text, Mark(entry.qualname, "parameter", row.name))


def titled_returns(entry: Entry) -> list[Block]:
    """**Returns** `int`, with keys in a list."""
    if entry.returns is None:
        return []
    shown = f"**Returns** {code(entry.returns)}"
    keys = [Line(f"- {code(key)}", Mark(entry.qualname, "key", key)) for key in entry.keys]
    first = [Line(f"{shown} with the keys:" if keys else f"{shown}.", Mark(entry.qualname, "returns"))]
    return [first, keys] if keys else [first]


def google_returns(entry: Entry) -> list[Block]:
    """`Returns:` with an indented line."""
    if entry.returns is None:
        return []
    keys = f": A dict with the keys {', '.join(code(key) for key in entry.keys)}." if entry.keys else ""
    return [[Line("Returns:"), Line(f"    {escaped(entry.returns)}{keys}", Mark(entry.qualname, "returns"))]]


def told_returns(entry: Entry) -> list[Block]:
    """A sentence."""
    if entry.returns is None:
        return []
    keys = f", a dict with the keys {', '.join(code(key) for key in entry.keys)}" if entry.keys else ""
    return [[Line(f"It returns {code(entry.returns)}{keys}.", Mark(entry.qualname, "returns"))]]


def listed_raises(entry: Entry) -> list[Block]:
    """- `ValueError`: if … . Message: `…`."""

    def text(row: RaiseRow) -> str:
        when = f": {row.words}." if row.words else "."
        return f"- {code(row.type)}{when}" + (f" Message: {code(row.message)}." if row.message else "")

    return _titled("**Raises**", _raise_rows(entry, text))


def tabled_raises(entry: Entry) -> list[Block]:
    """A table with a row for each."""

    def text(row: RaiseRow) -> str:
        cells = (code(row.type), row.words, code(row.message) if row.message else "")
        return f"| {' | '.join(cell(part) for part in cells)} |"

    rows = _raise_rows(entry, text)
    head = [Line("| Exception | When | Message |"), Line("| --- | --- | --- |")]
    return _titled("**Raises**", [*head, *rows]) if rows else []


def google_raises(entry: Entry) -> list[Block]:
    """`Raises:` with indented lines."""

    def text(row: RaiseRow) -> str:
        message = f" The message is {_quoted(row.message)}." if row.message else ""
        return f"    {row.type}: {_capital(row.words) or 'Always'}.{message}"

    rows = _raise_rows(entry, text)
    return [[Line("Raises:"), *rows]] if rows else []


def told_raises(entry: Entry) -> list[Block]:
    """Sentences: "Raises a `ValueError` with the message "…" if … ."."""

    def text(row: RaiseRow) -> str:
        filled = re.sub(r"\{(\w+)(?:![rsa])?\}", r"<\1>", row.message or "")
        message = f" with the message {_quoted(filled)}" if filled else ""
        return f"Raises {code(row.type)}{message}{f' {row.words}' if row.words else ''}."

    return [[line] for line in _raise_rows(entry, text)]


def passive_raises(entry: Entry) -> list[Block]:
    """Sentences: "`ValueError` is raised if … (`…`)."."""

    def text(row: RaiseRow) -> str:
        when = f" {row.words}" if row.words else ""
        message = f", with the message {code(row.message)}" if row.message else ""
        return f"{code(row.type)} is raised{when}{message}."

    rows = _raise_rows(entry, text)
    return [rows] if rows else []


def _raise_rows(entry: Entry, text: Callable[[RaiseRow], str]) -> Block:
    return [Line(text(row), Mark(entry.qualname, "raise", str(number))) for number, row in enumerate(entry.raises)]


def _titled(title: str, rows: Block) -> list[Block]:
    return [[Line(title)], rows] if rows else []


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _plain_or_code(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else code(text)


def _quoted(message: str) -> str:
    return f'"{message}"' if _PLAIN.fullmatch(message) else code(message)
