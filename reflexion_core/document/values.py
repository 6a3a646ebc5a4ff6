"""Values and types as documents write them, compared by meaning and not by letters."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reflexion_core.document.python_code import dotted_name, parse_expression
from reflexion_core.document.type_words import same_type

__all__ = ["Value", "normalize_value", "same_type", "same_value"]

ValueKind = Literal["number", "string", "bytes", "constant", "list", "tuple", "set", "dict", "name"]

_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_WORDS: dict[str, Value] = {}
_GROUPED = re.compile(r"([+-]?\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3})+)(\.\d+)?")
_CURLY = re.compile(r"[“”](?P<double>[^“”\"]*)[“”]|[‘’](?P<single>[^‘’']*)[‘’]")
_EMPTY = re.compile(r"(?:(?:an?|the) )?empty (?P<what>string|str|list|dict|dictionary|tuple|set|bytes)")
_EMPTY_KINDS: dict[str, ValueKind] = {"str": "string", "dictionary": "dict"}
_MAX_BITS = 4096
"""A stated power is worked out up to about this size."""


@dataclass(frozen=True)
class Value:
    """A value by what it is."""

    kind: ValueKind
    value: object
    """A number, string or bytes; True, False, None or `...`; a tuple of values; a dotted name."""


@lru_cache(maxsize=1024)
def normalize_value(text: str) -> Value | None:
    """Return the value that a text states, in Python or in words, or None if it cannot be told.

    A dotted name comes back as a name: what it stands for is not known.
    """
    text = _strip(text)
    words = " ".join(text.lower().split())
    if words in _WORDS:
        return _WORDS[words]
    if empty := _EMPTY.fullmatch(words):
        return _empty(empty["what"])
    if grouped := _GROUPED.fullmatch(text):
        return Value("number", _number(re.sub(r"[^\d+-]", "", grouped[1]) + (grouped[2] or "")))
    if curly := _CURLY.fullmatch(text):
        return Value("string", curly["double"] if curly["double"] is not None else curly["single"])
    node = parse_expression(text)
    try:
        return _evaluate(node) if node is not None else None
    except RecursionError:
        return None


def same_value(stated: str, actual: str) -> bool | None:
    """Say whether two texts state the same value; None if it cannot be told.

    Args:
        stated: As the document has it; a string may lack its quotes.
        actual: As the source has it.
    """
    if _strip(stated) == _strip(actual):
        return True
    first, second = normalize_value(stated), normalize_value(actual)
    if first is None or second is None:
        return True if _is_unquoted(stated, second) or _is_unquoted(actual, first) else None
    if first.kind == "name" or second.kind == "name":
        return True if _is_unquoted(stated, second) or _is_same_name(first, second) else None
    return _are_equal(first, second)


def _are_equal(first: Value, second: Value) -> bool | None:
    if first.kind != second.kind:
        return False
    if not isinstance(first.value, tuple) or not isinstance(second.value, tuple):
        return (_is_nan(first) and _is_nan(second)) or first.value == second.value
    if first.kind in ("set", "dict"):
        return set(map(repr, first.value)) == set(map(repr, second.value))
    if len(first.value) != len(second.value):
        return False
    results = [_are_equal(a, b) for a, b in zip(first.value, second.value, strict=True)]
    return all(results)


def _is_nan(value: Value) -> bool:
    return isinstance(value.value, float) and math.isnan(value.value)


def _is_unquoted(text: str, value: Value | None) -> bool:
    """Say whether a text is a string's content without the quotes."""
    return value is not None and value.kind == "string" and _strip(text) == value.value


def _is_same_name(first: Value, second: Value) -> bool:
    """Say whether two dotted names end alike: `sys.stdout` is `stdout`."""
    if first.kind != second.kind:
        return False
    shorter, longer = sorted((str(first.value), str(second.value)), key=len)
    return longer == shorter or longer.endswith(f".{shorter}")


def _strip(text: str) -> str:
    text = text.strip()
    if text.startswith("`") and text.endswith("`"):
        text = text.strip("`").strip()
    if not text.endswith("..."):
        text = text.rstrip(".;,") if not re.fullmatch(r"\d+\.", text) else text
    return text.strip()


def _empty(what: str) -> Value:
    kind = _EMPTY_KINDS.get(what, what)
    content: object = {"string": "", "bytes": b""}.get(what if what == "bytes" else kind, ())
    return Value(kind, content)  # type: ignore[arg-type]


def _number(text: str) -> float:
    number = float(text)
    return int(text) if "." not in text else number


def _evaluate(node: ast.expr) -> Value | None:  # noqa: PLR0911 - one for each kind of node
    """Return what an expression of constants is worth, or None."""
    match node:
        case ast.Constant(value=value):
            return _constant(value)
        case ast.UnaryOp() | ast.BinOp():
            number = _arithmetic(node)
            return None if number is None else Value("number", number)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            kind: ValueKind = {ast.List: "list", ast.Tuple: "tuple"}.get(type(node), "set")  # type: ignore[assignment]
            return _container(kind, elements)
        case ast.Dict(keys=keys, values=values):
            pairs = [ast.Tuple(elts=[key, value]) for key, value in zip(keys, values, strict=True) if key is not None]
            return _container("dict", pairs) if len(pairs) == len(keys) else None
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]):
            return _constructor(name)
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))], keywords=[]):
            return _WORDS.get(text.lower().lstrip("+"))
        case ast.Name() | ast.Attribute():
            return _name(dotted_name(node))
    return None


def _constant(value: object) -> Value | None:
    if value is None or value is Ellipsis or isinstance(value, bool):
        return Value("constant", value)
    if isinstance(value, int | float | complex):
        return Value("number", value)
    if isinstance(value, str):
        return Value("string", value)
    return Value("bytes", value) if isinstance(value, bytes) else None


def _container(kind: ValueKind, elements: list[ast.expr] | list[ast.Tuple]) -> Value | None:
    values = [_evaluate(element) for element in elements]
    if any(value is None for value in values):
        return None
    return Value(kind, tuple(values))


def _constructor(name: str) -> Value | None:
    match name:
        case "list" | "tuple" | "set" | "dict":
            return Value(name, ())
        case "frozenset":
            return Value("set", ())
        case "str":
            return Value("string", "")
        case "bytes":
            return Value("bytes", b"")
    return None


def _name(name: str) -> Value | None:
    if name in ("math.inf", "np.inf", "numpy.inf", "math.nan", "np.nan", "numpy.nan"):
        return _WORDS[name.rpartition(".")[2]]
    return Value("name", name) if name else None


_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def _arithmetic(node: ast.expr) -> float | None:
    """Work out numbers joined by operators, as in `60 * 60` or `10**5`."""
    try:
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return number
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                value = _arithmetic(operand)
                return value if value is None or isinstance(sign, ast.UAdd) else -value
            case ast.BinOp(left=left, op=op, right=right):
                first, second = _arithmetic(left), _arithmetic(right)
                return None if first is None or second is None else _apply(op, first, second)
            case ast.Name() | ast.Attribute() | ast.Call():
                value_of = _evaluate(node)
                is_number = value_of is not None and isinstance(value_of.value, float)
                return value_of.value if is_number else None  # type: ignore[union-attr,return-value]
    except (ArithmeticError, ValueError):
        return None
    return None


def _apply(op: ast.operator, first: float, second: float) -> float | None:
    if isinstance(op, ast.Pow | ast.LShift):
        if not isinstance(second, int) or not 0 <= second <= _MAX_BITS:
            return None
        size = second if isinstance(op, ast.LShift) else second * max(int(abs(first)).bit_length(), 1)
        if size > _MAX_BITS or (isinstance(op, ast.LShift) and not isinstance(first, int)):
            return None
        return first**second if isinstance(op, ast.Pow) else int(first) << second
    function = _OPERATORS.get(type(op))
    return function(first, second) if function else None


_WORDS |= {word: Value("number", number) for number, word in enumerate(_NUMBERS)}
_WORDS |= {
    f"{tens}": Value("number", 10 * count)
    for count, tens in enumerate(["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 3)
}
_WORDS |= {word: Value("constant", None) for word in ("none", "null", "nil")}
_WORDS |= {"true": Value("constant", True), "false": Value("constant", False)}
_WORDS |= {word: Value("number", math.inf) for word in ("inf", "infinity")}
_WORDS |= {"-inf": Value("number", -math.inf), "nan": Value("number", math.nan)}
_WORDS |= {"hundred": Value("number", 100), "one hundred": Value("number", 100), "a hundred": Value("number", 100)}
_WORDS |= {
    "thousand": Value("number", 1000),
    "one thousand": Value("number", 1000),
    "a thousand": Value("number", 1000),
}
