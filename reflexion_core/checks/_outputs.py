"""Whether a stated output is what running the example gave.

Spacing and the order of dicts and sets do not matter; floats compare at the digits stated; addresses of objects
never match, so they cannot be told.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from reflexion_core.document.claims import StatedOutput
from reflexion_core.sandbox.base import BlockResult, StatementResult

_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")
_ELLIPSES = ("...", "…")


@dataclass(frozen=True)
class Comparison:
    """What comparing a stated output with the real one came to."""

    is_same: bool | None
    """None where it cannot be told."""
    actual: str = ""
    """What running it gave, in the form in which it is stated."""
    is_value: bool = False
    """Whether it is the value of an expression, and not printed."""
    reason: str = ""


def compare_output(output: StatedOutput, statements: Sequence[StatementResult], result: BlockResult) -> Comparison:
    """Compare a stated output with what its statements printed, or with the value of the last one.

    Args:
        output: What the document says.
        statements: Those that it is said of, none of which raised.
        result: What the whole block did.
    """
    printed = result.stdout if output.kind == "block" else "".join(s.stdout for s in statements)
    value = next((s.value for s in reversed(statements) if s.value is not None), None)
    if output.kind == "doctest":
        printed = "".join(s.stdout if s.session is None else s.session for s in statements)
    candidates = _candidates(output, printed.rstrip("\n"), value)
    if not candidates:
        return Comparison(None, reason="there is no value to compare: nothing is printed or returned")
    for actual, is_value in candidates:
        if _ADDRESS.search(actual) or _ADDRESS.search(output.text):
            return Comparison(None, reason="an object's address is never the same")
        if output.kind != "doctest" and _stands_for_nothing(output.text, actual):
            return Comparison(False, actual, is_value)
        if is_same_text(output.text, actual):
            return Comparison(True, actual, is_value)
    if any(mark in output.text for mark in _ELLIPSES):
        return Comparison(None, reason="the stated output is shortened")
    actual, is_value = candidates[0]
    return Comparison(False, actual, is_value)


def _candidates(output: StatedOutput, printed: str, value: str | None) -> list[tuple[str, bool]]:
    """Return what the stated text could mean, the likeliest first."""
    if output.kind == "doctest":
        shown = "\n".join(part for part in (printed, value) if part)
        return [(shown, value is not None and not printed)]
    found: list[tuple[str, bool]] = []
    if printed:
        found.append((printed, False))
    if value is not None:
        found.append((value, True))
        unquoted = _string(value)
        if unquoted is not None:
            found.append((unquoted, True))
    if not found and output.kind in ("printed", "block"):
        found.append(("", False))
    return found


def _string(value: str) -> str | None:
    try:
        literal = ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return literal if isinstance(literal, str) else None


def is_same_text(stated: str, actual: str) -> bool:
    """Whether a stated text is the actual one, by the rules of this module."""
    if stated.split() == actual.split():
        return True
    if _is_elided_match(stated, actual):
        return True
    stated_value, actual_value = _literal(stated), _literal(actual)
    if stated_value is not None and actual_value is not None:
        return _same_value(stated_value[0], actual_value[0], stated)
    return _same_but_digits(stated, actual)


def _is_elided_match(stated: str, actual: str) -> bool:
    parts = re.split(r"\.\.\.|…", " ".join(stated.split()))
    if len(parts) < 2 or not any(part.strip() for part in parts):
        return False
    pattern = ".*".join(re.escape(part.strip()) for part in parts)
    return re.fullmatch(pattern, " ".join(actual.split()), re.DOTALL) is not None


def _stands_for_nothing(stated: str, actual: str) -> bool:
    """Say whether all of an output is stated, and dots behind it: a reader takes them for printed."""
    whole = next((stated.rstrip().removesuffix(mark) for mark in _ELLIPSES if stated.rstrip().endswith(mark)), "")
    return bool(whole) and whole.split() == actual.split() and not actual.rstrip().endswith(_ELLIPSES)


def _literal(text: str) -> tuple[object] | None:
    try:
        return (ast.literal_eval(text.strip()),)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _same_value(stated: object, actual: object, text: str) -> bool:
    if isinstance(stated, bool) or isinstance(actual, bool):
        return stated is actual
    if isinstance(stated, float) and isinstance(actual, int | float):
        return _same_number(stated, actual, text)
    if isinstance(stated, dict) and isinstance(actual, dict):
        return stated.keys() == actual.keys() and all(_same_value(stated[k], actual[k], text) for k in stated)
    if isinstance(stated, list | tuple) and type(stated) is type(actual):
        others = list(actual) if isinstance(actual, list | tuple) else []
        return len(stated) == len(others) and all(_same_value(a, b, text) for a, b in zip(stated, others, strict=True))
    return type(stated) is type(actual) and stated == actual


def _same_number(stated: float, actual: float, text: str) -> bool:
    """Compare at the digits stated: the number must be what rounding the real one to them gives."""
    if math.isnan(stated) or math.isnan(actual):
        return math.isnan(stated) and math.isnan(actual)
    if stated == actual or math.isinf(stated) or math.isinf(actual):
        return stated == actual
    written = [number for number in _NUMBER.findall(text) if _is_number(number, stated)]
    digits = max((_fraction_digits(number) for number in written), default=0)
    return digits > 0 and round(actual, digits) == stated


def _is_number(text: str, value: float) -> bool:
    try:
        return float(text.replace("_", "")) == value
    except ValueError:
        return False


def _fraction_digits(text: str) -> int:
    try:
        exponent = Decimal(text.replace("_", "")).as_tuple().exponent
    except InvalidOperation:
        return 0
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0


def _same_but_digits(stated: str, actual: str) -> bool:
    """Compare texts with numbers in them: the words must be the same, the floats at the digits stated."""
    stated_words, actual_words = " ".join(stated.split()), " ".join(actual.split())
    if _NUMBER.sub("#", stated_words) != _NUMBER.sub("#", actual_words):
        return False
    pairs = list(zip(_NUMBER.findall(stated_words), _NUMBER.findall(actual_words), strict=True))
    return bool(pairs) and all(_same_written(first, second) for first, second in pairs)


def _same_written(stated: str, actual: str) -> bool:
    if stated == actual:
        return True
    if "." not in stated:
        return False
    return _same_number(float(stated.replace("_", "")), float(actual.replace("_", "")), stated)
