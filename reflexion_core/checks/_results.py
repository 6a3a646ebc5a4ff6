"""What a call gives back, as a type that can be compared with a stated one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks._owners import Owner
from reflexion_core.source.facts import FunctionFact, ModuleFacts, ReturnsFact, ShapeFact

_LAZY = {"generator": "Iterator", "async_generator": "AsyncIterator"}
_ANY = "Any"


@dataclass(frozen=True)
class Result:
    """One way in which the source says what comes back."""

    type: str
    """An annotation, or what the returned expressions are."""
    line: int
    is_annotated: bool
    """Whether the source says it in so many words."""


def results_of(owner: Owner, subject: str) -> list[Result]:
    """Return what the definitions of a function say that it returns or yields; nothing where they do not tell.

    Args:
        owner: The function, method or property.
        subject: `return`, or `yield` for one element of what is iterated over.
    """
    function = owner.symbol
    if not isinstance(function, FunctionFact) or function.is_wrapped or function.flavour == "unknown":
        return []
    if subject == "yield":
        return list(_yielded(function))
    annotated = [Result(call.returns, call.head.line, True) for call in owner.calls if call.returns]
    if function.is_property and function.returns.annotation:
        annotated = [Result(function.returns.annotation, function.line, True)]
    if function.flavour in _LAZY:
        return annotated or [Result(_LAZY[function.flavour], _first_yield(function), False)]
    if function.flavour in ("context_manager", "async_context_manager"):
        return []
    if annotated:
        return annotated
    text = _inferred(function.returns)
    return [Result(text, _first_return(function), False)] if text else []


def _yielded(function: FunctionFact) -> Iterator[Result]:
    shapes = function.returns.yields
    types = [_shape_type(shape) for shape in shapes if shape.kind != "expression" or shape.type]
    if function.is_generator and len(types) == len(shapes) and types and None not in types:
        yield Result(" | ".join(dict.fromkeys(str(name) for name in types)), shapes[0].line, False)


def _inferred(returns: ReturnsFact) -> str:
    """Return the union of what the returned expressions are; empty where one of them cannot be told."""
    types = [_shape_type(shape) for shape in returns.returns]
    if None in types:
        return ""
    names = [str(name) for name in types] + ([] if returns.every_path_returns else ["None"])
    return " | ".join(dict.fromkeys(names))


def _shape_type(shape: ShapeFact) -> str | None:
    if shape.type is None:
        return None
    if shape.type == "NoneType":
        return "None"
    if shape.kind == "tuple" and shape.elements and shape.length is not None:
        return f"tuple[{', '.join(_shape_type(element) or _ANY for element in shape.elements)}]"
    return shape.type


def _first_return(function: FunctionFact) -> int:
    shapes = function.returns.shapes or function.returns.returns
    return shapes[0].line if shapes else function.line


def _first_yield(function: FunctionFact) -> int:
    return function.returns.yields[0].line if function.returns.yields else function.line


def numbers_widened(stated: str, actual: str) -> str:
    """Leave `int` out of an inferred `int | float`: whoever says "float" means both."""
    names = actual.split(" | ")
    return " | ".join(name for name in names if name != "int") if "float" in names and "float" in stated else actual


def typed_keys(facts: ModuleFacts, annotation: str | None) -> tuple[str, ...] | None:
    """Return the keys of a `TypedDict` of the file that a function is annotated to return."""
    kind = facts.class_((annotation or "").strip("\"'"))
    if kind is None or kind.kind != "typed_dict" or kind.has_unknown_base:
        return None
    return tuple(attribute.name for attribute in kind.attributes)
