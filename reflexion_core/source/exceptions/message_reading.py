"""Expressions that make a text → the text's template."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable
from dataclasses import dataclass

from reflexion_core.source.literals import Value
from reflexion_core.source.messages import Hole, Message, Part, make_message
from reflexion_core.source.segments import unparse
from reflexion_core.source.statements import dotted_name

_MAX_DEPTH = 40
_MAX_PARTS = 200
_WIDE = re.compile(r"\d{4}")
"""A format that would fill memory with blanks."""
_TRANSLATORS = frozenset({"_", "gettext", "gettext_lazy", "ugettext", "N_"})
_CONVERSIONS: dict[str, Callable[[object], str]] = {"r": repr, "s": str, "a": ascii}
_PERCENT = re.compile(r"%(?:\((?P<key>[^)]*)\))?(?P<spec>[-+ #0]*(?:\*|\d*)(?:\.(?:\*|\d+))?)[hlL]?(?P<type>[a-zA-Z%])")


@dataclass(frozen=True)
class Text:
    """What an expression gives when it is turned into text."""

    parts: tuple[Part, ...]
    value: Value | None = None
    """The value itself where it is known."""

    @property
    def is_telling(self) -> bool:
        """Whether more is known than an expression."""
        return self.value is not None or any(isinstance(part, str) for part in self.parts)


Resolve = Callable[[str], Text | None]
"""From a plain or dotted name to what is known of it; None where nothing is."""


def read_text(node: ast.expr, resolve: Resolve, depth: int = 0) -> Text:
    """Return what an expression gives as text; what cannot be told is a hole."""
    read = _READERS.get(type(node))
    found = read(node, resolve, depth + 1) if read is not None and depth < _MAX_DEPTH else None
    return found if found is not None and len(found.parts) <= _MAX_PARTS else _hole(node)


def message_of(text: Text) -> Message:
    return make_message(text.parts)


def _hole(node: ast.expr) -> Text:
    return Text((Hole(unparse(node) or "…"),))


def _literal(value: object) -> Text:
    return Text((str(value),), Value(value))


def _read_constant(node: ast.Constant, _resolve: Resolve, _depth: int) -> Text:
    return _literal(node.value)


def _read_name(node: ast.Name | ast.Attribute, resolve: Resolve, _depth: int) -> Text | None:
    name = dotted_name(node)
    return resolve(name) if name is not None else None


def _read_f_string(node: ast.JoinedStr, resolve: Resolve, depth: int) -> Text:
    parts: list[Part] = []
    for value in node.values:
        if isinstance(value, ast.FormattedValue):
            conversion = chr(value.conversion) if value.conversion > 0 else ""
            parts += _fill(value.value, conversion, _spec_of(value), resolve, depth)
        else:
            parts += read_text(value, resolve, depth).parts
    return _join(parts)


def _spec_of(node: ast.FormattedValue) -> str:
    if not isinstance(node.format_spec, ast.JoinedStr):
        return ""
    written = [
        str(value.value) if isinstance(value, ast.Constant) else unparse(value)[2:-1]
        for value in node.format_spec.values
    ]
    return "".join(written)


def _fill(node: ast.expr, conversion: str, spec: str, resolve: Resolve, depth: int) -> tuple[Part, ...]:
    """Return what an expression gives inside a format, written out where its value is known."""
    inner = read_text(node, resolve, depth)
    if inner.value is not None and "{" not in spec and not _WIDE.search(spec):
        written = _format(inner.value.value, conversion, spec)
        if written is not None:
            return (written,)
    if not conversion and not spec:
        return inner.parts
    match inner.parts:
        case (Hole(expression=expression, conversion="", format_spec=""),):
            return (Hole(expression, conversion, spec),)
    return (Hole(unparse(node) or "…", conversion, spec),)


def _format(value: object, conversion: str, spec: str) -> str | None:
    try:
        return format(_CONVERSIONS[conversion](value) if conversion else value, spec)
    except (ValueError, TypeError):
        return None


def _join(parts: list[Part]) -> Text:
    message = make_message(parts)
    return Text(message.parts, Value(str(message)) if message.is_literal else None)


def _read_operation(node: ast.BinOp, resolve: Resolve, depth: int) -> Text | None:
    left = read_text(node.left, resolve, depth)
    if isinstance(node.op, ast.Add):
        right = read_text(node.right, resolve, depth)
        if _is_number(left) or _is_number(right):
            return None
        return _join([*left.parts, *right.parts])
    if isinstance(node.op, ast.Mod) and left.value is not None and isinstance(left.value.value, str):
        return _percent(left.value.value, node.right, resolve, depth)
    return None


def _is_number(text: Text) -> bool:
    return text.value is not None and not isinstance(text.value.value, str)


def _percent(template: str, argument: ast.expr, resolve: Resolve, depth: int) -> Text | None:
    """Read `"%s of %d" % (a, b)`."""
    positional = list(argument.elts) if isinstance(argument, ast.Tuple) else [argument]
    named: dict[str, ast.expr] = {}
    if isinstance(argument, ast.Dict):
        pairs = zip(argument.keys, argument.values, strict=True)
        named = {str(key.value): value for key, value in pairs if isinstance(key, ast.Constant)}
    parts: list[Part] = []
    end = 0
    for match in _PERCENT.finditer(template):
        parts.append(template[end : match.start()])
        end = match.end()
        key, spec, kind = match["key"], match["spec"], match["type"]
        if kind == "%":
            parts.append("%")
        elif key is not None:
            node = named.get(key) or ast.Name(id=key)
            parts += _fill_percent(node, spec, kind, resolve, depth)
        elif positional and "*" not in spec:
            parts += _fill_percent(positional.pop(0), spec, kind, resolve, depth)
        else:
            return None
    return _join([*parts, template[end:]])


def _fill_percent(node: ast.expr, spec: str, kind: str, resolve: Resolve, depth: int) -> tuple[Part, ...]:
    conversion = kind if kind in "ra" else ""
    format_spec = spec if kind in "rsa" else spec + ("d" if kind in "iu" else kind)
    return _fill(node, conversion, "" if format_spec == "d" else format_spec, resolve, depth)


def _read_call(node: ast.Call, resolve: Resolve, depth: int) -> Text | None:
    match node:
        case ast.Call(func=ast.Attribute(value=template, attr="format")):
            found = read_text(template, resolve, depth)
            if found.value is not None and isinstance(found.value.value, str):
                return _formatted(found.value.value, node, resolve, depth)
        case ast.Call(func=ast.Name(id="str"), args=[value], keywords=[]):
            return _join(list(_fill(value, "", "", resolve, depth)))
        case ast.Call(func=ast.Name(id="repr"), args=[value], keywords=[]):
            return _join(list(_fill(value, "r", "", resolve, depth)))
        case ast.Call(func=ast.Name(id=name), args=[value], keywords=[]) if name in _TRANSLATORS:
            return read_text(value, resolve, depth)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(glue)), attr="join"), args=[ast.List() as items]):
            return _joined(glue, items, resolve, depth)
    return None


def _joined(glue: str, items: ast.List, resolve: Resolve, depth: int) -> Text | None:
    if any(isinstance(item, ast.Starred) for item in items.elts):
        return None
    parts: list[Part] = []
    for place, item in enumerate(items.elts):
        parts += [glue] if place else []
        parts += read_text(item, resolve, depth).parts
    return _join(parts)


def _formatted(template: str, call: ast.Call, resolve: Resolve, depth: int) -> Text | None:
    """Read `"{} of {total}".format(a, total=b)`."""
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    parts: list[Part] = []
    automatic = 0
    try:
        pieces = list(string.Formatter().parse(template))
    except ValueError:
        return None
    for before, field, spec, conversion in pieces:
        parts.append(before)
        if field is None:
            continue
        head = re.split(r"[.\[]", field, maxsplit=1)[0]
        rest = field[len(head) :]
        if not head:
            head, automatic = str(automatic), automatic + 1
        node = _argument(head, call.args, named)
        if node is None or rest:
            written = f"{unparse(node)}{rest}" if node is not None else field or head
            parts.append(Hole(written, conversion or "", spec or ""))
        else:
            parts += _fill(node, conversion or "", spec or "", resolve, depth)
    return _join(parts)


def _argument(head: str, positional: list[ast.expr], named: dict[str, ast.expr]) -> ast.expr | None:
    if not head.isdecimal():
        return named.get(head)
    place = int(head) if len(head) < 6 else len(positional)
    before = positional[: place + 1]
    if len(before) <= place or any(isinstance(node, ast.Starred) for node in before):
        return None
    return before[place]


def _read_alternatives(node: ast.BoolOp, resolve: Resolve, depth: int) -> Text | None:
    """Read `message or "default"` where it is known which of them is taken."""
    if not isinstance(node.op, ast.Or):
        return None
    for value in node.values:
        found = read_text(value, resolve, depth)
        if found.value is None and not any(isinstance(part, str) for part in found.parts):
            return None
        if found.value is None or found.value.value:
            return found
    return found


def _read_choice(node: ast.IfExp, resolve: Resolve, depth: int) -> Text | None:
    """Read `x if x is not None else "default"` where it is known which of them is taken."""
    match node.test:
        case ast.Compare(left=tested, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
            found = read_text(tested, resolve, depth)
            if not found.is_telling:
                return None
            is_none = found.value is not None and found.value.value is None
            return read_text(node.body if is_none == isinstance(op, ast.Is) else node.orelse, resolve, depth)
    return None


_READERS: dict[type[ast.expr], Callable[..., Text | None]] = {
    ast.Constant: _read_constant,
    ast.Name: _read_name,
    ast.Attribute: _read_name,
    ast.JoinedStr: _read_f_string,
    ast.BinOp: _read_operation,
    ast.Call: _read_call,
    ast.BoolOp: _read_alternatives,
    ast.IfExp: _read_choice,
}
