"""The members of a returned tuple that a document names, against the tuples in the `return` statements."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflexion_core.checks.base import Mistake
from reflexion_core.document.claims import Place, ReturnClaim
from reflexion_core.source.facts import FunctionFact, ShapeFact

_NAME = re.compile(r"(?:[^\W\d]\w*\.)*(?P<last>[^\W\d]\w*)")
_CONVERTED = re.compile(
    r"^(?:(?:int|float|str|bool|list|tuple|set|dict|sorted|round)\((?P<inner>[\w.]+)\)"
    r"|(?P<base>[\w.]+)\.(?:strip|lower|upper|casefold|title|copy|decode|encode)\(\))$"
)


def members_of(claim: ReturnClaim, function: FunctionFact) -> tuple[ShapeFact, ...]:
    """Return what is returned, or yielded, beside None."""
    returns = function.returns
    if function.is_generator:
        return returns.yields if claim.subject == "yield" else ()
    return returns.shapes


def wrong_members(claim: ReturnClaim, function: FunctionFact) -> Mistake | None:
    """Judge the number and the names of a returned tuple's members; None where nothing is wrong or can be told."""
    shapes = members_of(claim, function)
    lengths = {shape.length for shape in shapes if shape.kind == "tuple"}
    if not shapes or any(shape.kind != "tuple" for shape in shapes) or None in lengths:
        return None
    first = shapes[0]
    does = "yields" if claim.subject == "yield" else "returns"
    if claim.length is not None and claim.length not in lengths:
        return Mistake(
            f"Line {claim.line} says that `{function.qualname}` {does} {claim.length} values;"
            f" the source {does} `{first.text}` (line {first.line})",
            expected=str(first.length),
        )
    if claim.elements and all(_is_turned(claim.elements, shape) for shape in shapes):
        return Mistake(
            f"Line {claim.line} names what `{function.qualname}` {does} in the order {', '.join(claim.elements)};"
            f" the source {does} `{first.text}` (line {first.line})",
            expected=first.text,
            replacement=_put_right(claim, first) if len(shapes) == 1 else None,
        )
    return None


def _put_right(claim: ReturnClaim, shape: ShapeFact) -> tuple[Place, str] | None:
    """Return the stated names in the source's order, where at most one has to be told by what is left."""
    labels = [_label(element.text) for element in shape.elements or ()]
    named = {_plain(name): name for name in claim.elements}
    left = [name for plain, name in named.items() if plain not in labels]
    place = claim.elements_place
    if place is None or len(labels) != len(claim.elements) or len(left) > 1:
        return None
    return place, ", ".join(named.get(label) or left[0] for label in labels)


def _is_turned(stated: Sequence[str], shape: ShapeFact) -> bool:
    """Say whether at least two of the names are members' own, and these stand elsewhere or in another order.

    What is computed in place has no name: it neither confirms nor refutes one.
    """
    labels = [_label(element.text) for element in shape.elements or ()]
    if len({label for label in labels if label}) < len([label for label in labels if label]):
        return False
    places = [(index, labels.index(name)) for index, name in enumerate(map(_plain, stated)) if name in labels]
    if len(places) < 2 or all(index == actual for index, actual in places):
        return False
    found = [actual for _, actual in places]
    is_displaced = len(stated) == len(labels) and all(index != actual for index, actual in places)
    return found != sorted(found) or is_displaced


def _label(text: str) -> str:
    """Return the name that a member goes by: `self.count` by `count`, `key.strip()` by `key`; else nothing."""
    match = _NAME.fullmatch(_CONVERTED.sub(lambda found: found["inner"] or found["base"], text))
    return match["last"].strip("_").lower() if match else ""


def _plain(name: str) -> str:
    return name.strip("`_ ").replace(" ", "_").lower()
