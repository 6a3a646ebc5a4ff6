"""Keys, members and constants that a document says are returned, against the `return` statements."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflexion_core.checks._near import near_names
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
    if shape.text == "self":
        return False
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


def is_whole_list(claims: Sequence[ReturnClaim]) -> bool:
    """Say whether a list of keys reads as if it were all of them: "a dict with `a` and `b`" may leave some out."""
    return not any(_OPEN_LIST.search(claim.text) or _is_in_passing(claim) for claim in claims)


def _is_in_passing(claim: ReturnClaim) -> bool:
    return claim.form == "prose" and not re.search(r"\b(?:keys?|fields|entries)\b|\{", claim.text)


def key_meant(key: StatedKey, stated: Sequence[str], actual: Sequence[str]) -> str:
    """Return the key that a wrong one stands for: one that looks like it, or the only one that is left."""
    left = [name for name in actual if name not in stated]
    near = near_names(key.name, left)
    strangers = [name for name in stated if name not in actual]
    if len(near) == 1:
        return near[0]
    return left[0] if len(left) == 1 and len(strangers) == 1 else ""
