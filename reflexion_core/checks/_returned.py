"""Keys, members and constants that a document says are returned, against the `return` statements."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflexion_core.checks._near import near_names
from reflexion_core.checks.base import Mistake
from reflexion_core.document.claims import ReturnClaim, StatedKey
from reflexion_core.document.type_words import same_type
from reflexion_core.document.values import normalize_value, same_value
from reflexion_core.source.facts import FunctionFact, ShapeFact

_OPEN_LIST = re.compile(
    r"\b(?:such as|including|includes?|e\.g\.|for example|among others?|at least|like|etc)\b|\.\.\.|…"
)
_KINDS = {"list": "list", "tuple": "tuple", "set": "set", "dict": "dict", "string": "str", "bytes": "bytes"}


def constant_type(text: str) -> str:
    """Return the type of a stated constant; empty where it cannot be told."""
    value = normalize_value(text)
    if value is None or value.kind == "name":
        return ""
    return "None" if value.value is None else _KINDS.get(value.kind, type(value.value).__name__)


def may_return(function: FunctionFact, constant: str) -> bool | None:
    """Say whether a function has a `return` of a constant; None where one of its returns may be any value."""
    kind = constant_type(constant)
    if kind == "None" and not function.returns.every_path_returns:
        return True
    results = [_may_be(shape, constant, kind) for shape in function.returns.returns]
    if True in results:
        return True
    return None if None in results or not results else False


def _may_be(shape: ShapeFact, constant: str, kind: str) -> bool | None:
    if shape.value is not None or shape.kind == "constant":
        same = same_value(constant, shape.text)
        # `True` may be said of 1, and `False` of None or 0
        return None if same is False and kind == "bool" and _is_alike(constant, shape) else same
    if shape.kind in ("tuple", "dict", "list"):
        return None  # it may be said of a member
    if shape.type is None or not kind:
        return None
    actual = "None" if shape.type == "NoneType" else shape.type
    if kind == "int" and actual == "float":
        return None  # 0 for 0.0
    return False if same_type(kind, actual) is False else None


def _is_alike(constant: str, shape: ShapeFact) -> bool:
    return shape.value is not None and shape.type != "bool" and bool(shape.value.value) == (constant.lower() == "true")


def only_constant(function: FunctionFact, claims: Sequence[ReturnClaim]) -> str:
    """Return the one constant that a function returns and no claim states; empty where there is no such one."""
    texts = [shape.text for shape in function.returns.returns if shape.value is not None or shape.kind == "constant"]
    stated = [claim.constant for claim in claims if claim.constant is not None]
    free = [text for text in dict.fromkeys(texts) if not any(same_value(one, text) for one in stated)]
    return free[0] if len(free) == 1 else ""


def wrong_members(claim: ReturnClaim, function: FunctionFact) -> Mistake | None:
    """Judge the number and the names of a returned tuple's members; None where nothing is wrong or can be told."""
    shapes = function.returns.shapes
    lengths = {shape.length for shape in shapes if shape.kind == "tuple"}
    if not shapes or any(shape.kind != "tuple" for shape in shapes) or None in lengths:
        return None
    first = shapes[0]
    if claim.length is not None and claim.length not in lengths:
        return Mistake(
            f"Line {claim.line} says that `{function.qualname}` returns {claim.length} values;"
            f" the source returns `{first.text}` (line {first.line})",
            expected=str(first.length),
        )
    if claim.elements and len(shapes) == 1 and _is_turned(claim.elements, first):
        return Mistake(
            f"Line {claim.line} names what `{function.qualname}` returns in the order {', '.join(claim.elements)};"
            f" the source returns `{first.text}` (line {first.line})",
            expected=first.text,
        )
    return None


def _is_turned(stated: Sequence[str], shape: ShapeFact) -> bool:
    """Say whether the names are those of the members, in another order."""
    actual = [element.text.rpartition(".")[2].strip("_").lower() for element in shape.elements or ()]
    names = [name.strip("`_ ").replace(" ", "_").lower() for name in stated]
    return names != actual and sorted(names) == sorted(actual) and len(set(actual)) == len(actual)


def is_whole_list(claims: Sequence[ReturnClaim]) -> bool:
    """Say whether a list of keys reads as if it were all of them."""
    return not any(_OPEN_LIST.search(claim.text) for claim in claims)


def key_meant(key: StatedKey, stated: Sequence[str], actual: Sequence[str]) -> str:
    """Return the key that a wrong one stands for: one that looks like it, or the only one that is left."""
    left = [name for name in actual if name not in stated]
    near = near_names(key.name, left)
    strangers = [name for name in stated if name not in actual]
    if len(near) == 1:
        return near[0]
    return left[0] if len(left) == 1 and len(strangers) == 1 else ""
