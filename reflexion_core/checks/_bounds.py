"""A stated comparison of a parameter with a number against the one in the source's test."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from reflexion_core.document.values import normalize_value
from reflexion_core.source.exception_facts import Condition, ExceptionFact
from reflexion_core.syntax_trees import NO_PYTHON, parse_value

Operator = Literal["<", "<=", ">", ">=", "=="]

_WORDS: tuple[tuple[Operator, str], ...] = (
    ("<=", r"(?:less|smaller|lower|fewer) than or equal to|at most|(?:no|not) (?:more|greater|larger) than|<=|≤"),
    (">=", r"(?:greater|more|larger|higher) than or equal to|at least|(?:no|not) (?:less|fewer|smaller) than|>=|≥"),
    ("<", r"(?:less|smaller|lower|fewer) than|below|under|<"),
    (">", r"(?:greater|more|larger|higher) than|above|exceeds|over|>"),
)
_SIGNS: tuple[tuple[Operator, str], ...] = (
    ("<=", r"(?:zero|0) or (?:negative|less|below)|negative or (?:zero|0)|non-?positive|not (?:strictly )?positive"),
    (">=", r"non-?negative|not negative|(?:zero|0) or (?:positive|more|greater)"),
    ("<", r"negative|less than zero"),
    (">", r"(?:strictly )?positive"),
)
_NUMBER = r"-?(?:\d[\d_,]*(?:\.\d+)?(?:e-?\d+)?|zero|one|two|three|ten)\b(?!\s*(?:%|percent|times))"
_LINK = r"\s*(?:(?:is|are|was|be|being|argument|parameter|value)\s+)*"
_OPPOSITE: dict[Operator, Operator] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_MIRROR: dict[Operator, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}
_SYMBOLS: dict[type[ast.cmpop], Operator] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "=="}


@dataclass(frozen=True)
class Bound:
    """A comparison of a name with a number."""

    name: str
    operator: Operator
    number: float

    def __str__(self) -> str:
        return f"{self.name} {self.operator} {self.number:g}"


def stated_bounds(text: str, names: Collection[str]) -> tuple[Bound, ...]:
    """Return the comparisons that the words of a condition make, or nothing if they may say more than can be read."""
    text = " ".join(re.sub(r"[`*]", "", text).split())
    if re.search(r"\b(?:unless|until|except|between|range|not in|otherwise|while|and)\b|\bnot\s*[(\d]", text):
        return ()
    return tuple(bound for name in names for bound in _of_name(text, name))


def _of_name(text: str, name: str) -> Iterator[Bound]:
    if name not in text:
        return
    start = rf"(?<![\w.]){re.escape(name)}{_LINK}"
    for operator, words in _WORDS:
        match = re.search(rf"{start}(?:{words})\s*(?P<number>{_NUMBER})(?![.\w]*\w|\s*[-+*/<>%|&^])", text)
        value = normalize_value(match["number"]) if match else None
        if match is not None and value is not None and isinstance(value.value, int | float):
            yield Bound(name, operator, value.value)
            yield from _joined(text, match.end(), name)
            return
    for operator, words in _SIGNS:
        if re.search(rf"{start}(?:{words})(?:\s+(?:number|integer|value))?(?=[,.;)]|$|\s+(?:or|when|if)\b)", text):
            yield Bound(name, operator, 0)
            return


def _joined(text: str, position: int, name: str) -> Iterator[Bound]:
    """Yield what follows on "less than 0": "or greater than 6"."""
    for operator, words in _WORDS:
        match = re.compile(rf",?\s+or\s+(?:{words})\s*(?P<number>{_NUMBER})(?![.\w]*\w|\s*[-+*/<>%|&^])").match(
            text, position
        )
        value = normalize_value(match["number"]) if match else None
        if value is not None and isinstance(value.value, int | float):
            yield Bound(name, operator, value.value)
            return


def actual_bounds(facts: Iterable[ExceptionFact], name: str) -> tuple[Bound, ...] | None:
    """Return the comparisons of a name that lead to some exceptions; None if it is tested in another way too."""
    found: dict[Bound, None] = {}
    for fact in facts:
        for condition in fact.conditions:
            bounds = _of_condition(condition, name)
            if bounds is None or (bounds and fact.via):
                return None
            found |= dict.fromkeys(bounds)
    return tuple(found)


def _of_condition(condition: Condition, name: str) -> list[Bound] | None:
    if name not in condition.text or not re.search(rf"(?<![\w.]){re.escape(name)}\b", condition.text):
        return []
    if condition.kind == "not":
        return []  # what an earlier test let through
    if condition.kind != "if":
        return None
    try:
        test = parse_value(condition.text)
    except NO_PYTHON:
        return None
    tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]
    bounds: list[Bound] = []
    for one in tests:
        if not any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(one)):
            continue
        outside = _outside(one, name)
        bound = None if outside else _of_test(one, name)
        if bound is None and not outside:
            return None
        bounds += outside or ([bound] if bound else [])
    return bounds


def _outside(test: ast.expr, name: str) -> list[Bound]:
    """Return the two bounds of `not 0 <= share <= 1`; nothing for another test."""
    match test:
        case ast.UnaryOp(
            op=ast.Not(), operand=ast.Compare(left=low, ops=[first, second], comparators=[ast.Name(id=middle), high])
        ) if middle == name:
            inside = [_bound(name, first, low, is_mirrored=True), _bound(name, second, high, is_mirrored=False)]
            return [Bound(name, _OPPOSITE[one.operator], one.number) for one in inside if one and one.operator != "=="]
    return []


def _of_test(test: ast.expr, name: str) -> Bound | None:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _of_test(operand, name)
            return Bound(name, _OPPOSITE[inner.operator], inner.number) if inner and inner.operator != "==" else None
        case ast.Compare(left=ast.Name(id=left), ops=[op], comparators=[right]) if left == name:
            return _bound(name, op, right, is_mirrored=False)
        case ast.Compare(left=left_node, ops=[op], comparators=[ast.Name(id=right_name)]) if right_name == name:
            return _bound(name, op, left_node, is_mirrored=True)
    return None


def _bound(name: str, op: ast.cmpop, number: ast.expr, *, is_mirrored: bool) -> Bound | None:
    operator = _SYMBOLS.get(type(op))
    value = normalize_value(ast.unparse(number))
    if operator is None or value is None or value.kind != "number" or not isinstance(value.value, int | float):
        return None
    return Bound(name, _MIRROR[operator] if is_mirrored else operator, value.value)


def facing(stated: Bound, actual: tuple[Bound, ...]) -> Bound | None:
    """Return the one comparison that is on the same side as a stated one: the lower or the upper end."""
    if len(actual) == 1:
        return actual[0]
    same = [bound for bound in actual if bound.operator[0] == stated.operator[0] != "="]
    return same[0] if len(same) == 1 else None


def same_bound(stated: Bound, actual: Bound, *, is_whole: bool) -> bool | None:
    """Say whether two comparisons hold for the same numbers; None where that hangs on what numbers are given.

    Args:
        stated: What the document says.
        actual: What the source tests.
        is_whole: Whether only whole numbers are given.
    """
    if stated == actual:
        return True
    if _whole(stated) == _whole(actual):
        return True if is_whole else None
    return False


def _whole(bound: Bound) -> tuple[str, float]:
    """Return a comparison as one with `<=` or `>=`, as if only whole numbers were compared."""
    if bound.operator == "<" and float(bound.number).is_integer():
        return "<=", bound.number - 1
    if bound.operator == ">" and float(bound.number).is_integer():
        return ">=", bound.number + 1
    return bound.operator, bound.number
