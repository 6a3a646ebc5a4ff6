"""The conditions of an exception in words: `not 1 <= port <= 65535` → "`port` is not between 1 and 65535".

What has no plain words stays code: words must never say more than the test does.
"""

from __future__ import annotations

import ast
from functools import lru_cache

from reflexion_core.source.exception_facts import Condition, ExceptionFact
from reflexion_core.source.flat_code import flat_code, parse_expression

_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "equals",
    ast.NotEq: "does not equal",
    ast.Lt: "is less than",
    ast.LtE: "is at most",
    ast.Gt: "is greater than",
    ast.GtE: "is at least",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "is in",
    ast.NotIn: "is not in",
}
_DENIED: dict[type[ast.cmpop], str] = {
    ast.Eq: "does not equal",
    ast.NotEq: "equals",
    ast.Lt: "is not less than",
    ast.LtE: "is not at most",
    ast.Gt: "is not greater than",
    ast.GtE: "is not at least",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "is not in",
    ast.NotIn: "is in",
}
"""A denied "greater" is no "at most": NaN is neither."""
_FLAGS = ("all", "any", "bool", "callable", "hasattr", "issubclass")
_TELLING = ("if", "case", "except")
_LONGEST = 160
"""Characters of code that a reader still follows."""
_MOST_PASSED = 2
"""Earlier branches that were not taken; more of them say nothing to a reader."""


def say_conditions(fact: ExceptionFact) -> str:
    """Return what leads there, such as "if `rate` is at most `0`"; empty where nothing must hold or no words do."""
    tests = [condition for condition in fact.conditions if condition.kind in _TELLING]
    if not tests and not fact.via:
        passed = [condition for condition in fact.conditions if condition.kind == "not"]
        tests = passed if len(passed) <= _MOST_PASSED else []
    before = [_say_caught(condition.text) for condition in tests if condition.kind == "except"]
    plain = [condition for condition in tests if condition.kind != "except"]
    said = [_say(condition, is_alone=len(plain) == 1) for condition in plain]
    words = ", and ".join(dict.fromkeys(words for words in said if words))
    return ", ".join([*dict.fromkeys(part for part in before if part), *([f"if {words}"] if words else [])])


def _say_caught(text: str) -> str:
    """Return "after a `KeyError`" for what a handler has caught."""
    names = [name.strip() for name in flat_code(text).strip("()").split(",") if name.strip()]
    return f"after a {' or '.join(_code(name) for name in names)}" if names and "(" not in text.strip("()") else ""


def _say(condition: Condition, *, is_alone: bool) -> str:
    text = flat_code(condition.text)
    if len(text) > _LONGEST:
        return ""
    if condition.kind == "case" and text.endswith(" is _"):
        return f"{_code(text.removesuffix(' is _'))} is anything else"
    words = say_test(text)
    # "a, and b, or c" would not say what belongs together
    return words if is_alone or ", or " not in words else f"{_code(text)} holds"


@lru_cache(maxsize=1024)
def say_test(text: str) -> str:
    """Return a test in words; it is asked again for each claim that may tell of it."""
    node = parse_expression(text)
    return (_words(node, text) if node is not None else "") or f"{_code(text)} holds"


def _words(node: ast.expr, text: str) -> str:  # noqa: PLR0911 - one for each kind of test
    match node:
        case ast.BoolOp(op=op, values=values):
            return _joined(values, text, ", or " if isinstance(op, ast.Or) else ", and ")
        case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(ops=[first, second]) as inner) if _is_range(first, second):
            return _range(inner, text, "is not between")
        case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=left, ops=[op], comparators=[right])):
            return f"{_of(left, text)} {_DENIED[type(op)]} {_of(right, text)}"
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call() as call):
            return _call(call, text, is_negative=True)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name() | ast.Attribute() | ast.Subscript() as operand):
            return f"{_of(operand, text)} is {'false' if _is_flag(operand) else 'false or empty'}"
        case ast.Compare(ops=[first, second]) if _is_range(first, second):
            return _range(node, text, "is between")
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return f"{_of(left, text)} {_COMPARED[type(op)]} {_of(right, text)}"
        case ast.Call():
            return _call(node, text, is_negative=False)
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return f"{_of(node, text)} is {'true' if _is_flag(node) else 'true or not empty'}"
    return ""


def _joined(values: list[ast.expr], text: str, glue: str) -> str:
    if any(isinstance(value, ast.BoolOp) for value in values):
        return ""
    said = [_words(value, text) for value in values]
    return glue.join(said) if all(said) else ""


def _is_range(first: ast.cmpop, second: ast.cmpop) -> bool:
    return isinstance(first, ast.LtE) and isinstance(second, ast.LtE)


def _range(node: ast.Compare, text: str, verb: str) -> str:
    middle, high = node.comparators
    return f"{_of(middle, text)} {verb} {_of(node.left, text)} and {_of(high, text)}"


def _call(node: ast.Call, text: str, *, is_negative: bool) -> str:
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, ast.Name() | ast.Attribute() as kind], keywords=[]):
            verb = "is not an instance of" if is_negative else "is an instance of"
            return f"{_of(value, text)} {verb} {_of(kind, text)}"
    words = ("false", "true") if _is_flag(node) else ("false or empty", "true or not empty")
    return f"{_of(node, text)} is {words[not is_negative]}"


def _is_flag(node: ast.expr) -> bool:
    """Say whether a test reads as one that is true or false and nothing else."""
    match node:
        case ast.Call(func=func):
            return _is_flag(func) or (isinstance(func, ast.Name) and func.id in _FLAGS)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.lstrip("_").startswith(("is", "has_", "can_", "starts", "ends"))
    return False


def _of(node: ast.expr, text: str) -> str:
    return _code(ast.get_source_segment(text, node) or ast.unparse(node))


def _code(text: str) -> str:
    """Return a code span; one that has backticks in it gets a longer fence."""
    if "`" not in text:
        return f"`{text}`"
    fence = "``"
    while fence in text:
        fence += "`"
    return f"{fence} {text} {fence}"
