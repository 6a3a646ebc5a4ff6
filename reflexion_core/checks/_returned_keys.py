"""The keys of a returned dict, or the fields of a returned instance, as the source has them."""

from __future__ import annotations

from dataclasses import dataclass

from reflexion_core.checks._results import typed_keys
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts


@dataclass(frozen=True)
class ActualKeys:
    """What can be read from a result by name."""

    names: tuple[str, ...]
    is_whole: bool = False
    """Whether there are no others."""
    always: tuple[str, ...] = ()
    """Those that a list of all keys has to have."""


def keys_of(facts: ModuleFacts, function: FunctionFact) -> ActualKeys:
    """Return the keys of what a function returns; of an instance of the file's classes, its attributes and methods."""
    returns = function.returns
    typed = typed_keys(facts, returns.annotation)
    if typed is not None:
        return ActualKeys(typed, is_whole=True, always=typed)
    kind = _class_of(facts, function)
    if kind is None:
        return ActualKeys(returns.all_keys, returns.has_all_keys, returns.keys or ())
    names = [attribute.name for attribute in kind.attributes] + [method.name for method in kind.all_methods]
    return ActualKeys(tuple(name for name in names if not name.startswith("_")), not _is_open(kind))


def _class_of(facts: ModuleFacts, function: FunctionFact) -> ClassFact | None:
    """Return the class of the file of which every result is an instance."""
    annotated = facts.class_((function.returns.annotation or "").strip("\"'"))
    if annotated is not None:
        return annotated
    names = {shape.type for shape in function.returns.shapes if shape.kind == "instance"}
    is_same = len(names) == 1 and all(shape.kind == "instance" for shape in function.returns.shapes)
    return facts.class_(str(names.pop())) if is_same else None


def _is_open(kind: ClassFact) -> bool:
    return kind.may_have_more or kind.has_unknown_base or kind.method("__getattr__") is not None
