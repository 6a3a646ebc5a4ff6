"""Can it raise that? The answer to a claim about exceptions, from the facts."""

from __future__ import annotations

from typing import Literal

from reflexion_core.source.exception_facts import ExceptionFact, UnknownCall
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts

Verdict = Literal["raises", "language", "cannot_tell", "never"]
"""`raises`: a statement raises it, or a kind of it; `language`: Python itself could; `never`: nothing could."""

_ANYTIME = frozenset({"KeyboardInterrupt", "MemoryError", "RecursionError", "SystemError", "GeneratorExit"})
_TOO_WIDE = frozenset({"Exception", "BaseException"})


def may_raise(module: ModuleFacts, subject: FunctionFact | ClassFact, name: str) -> Verdict:
    """Say whether a call can end in an exception of that type.

    Args:
        module: The facts of the module.
        subject: A function, or a class for the making of an instance.
        name: The type as the file or a document about it writes it, with or without its module.
    """
    kind = module.exception_types.resolve(name)
    if matching(module, subject, name):
        return "raises"
    if any(fact.type is not None and _may_be(module, fact.type, kind) for fact in subject.raises):
        return "cannot_tell"
    if any(module.exception_types.is_subclass(fault.type, kind) for fault in subject.language_faults):
        return "language"
    if kind in _ANYTIME or kind in _TOO_WIDE:
        return "cannot_tell"
    unknown = [fact.caught for fact in subject.raises if fact.type is None]
    unknown += [call.caught for call in subject.unknown_calls if _can_bring(module, call, kind)]
    if any(not _is_caught(module, kind, caught) for caught in unknown):
        return "cannot_tell"
    return "never"


def matching(module: ModuleFacts, subject: FunctionFact | ClassFact, name: str) -> tuple[ExceptionFact, ...]:
    """Return the facts whose type is the one named, or a kind of it."""
    kind = module.exception_types.resolve(name)
    types = module.exception_types
    return tuple(fact for fact in subject.raises if fact.type is not None and types.is_subclass(fact.type, kind))


def _may_be(module: ModuleFacts, raised: str, claimed: str) -> bool:
    """Say whether what is raised may turn out to be of the type claimed after all."""
    if module.exception_types.is_subclass(raised, claimed) is None:
        return True
    # OSError(2, …) makes a FileNotFoundError
    return raised == "OSError" and bool(module.exception_types.is_subclass(claimed, "OSError"))


def _is_caught(module: ModuleFacts, kind: str, caught: tuple[str, ...]) -> bool:
    return any(module.exception_types.is_subclass(kind, base) for base in caught)


def _can_bring(module: ModuleFacts, call: UnknownCall, kind: str) -> bool:
    """Say whether an unknown call can bring an exception of that type.

    Another module knows nothing of the exceptions of this file; a value that somebody hands in may be anything; a
    method of such a value may be one of this file, if there is one of that name that can be called so.
    """
    if kind not in module.exception_types.bases or call.kind == "given":
        return True
    return call.kind == "method" and any(
        method.name == call.name and _takes(method, call.arguments) and _raises(module, method, kind)
        for owner in module.all_classes()
        for method in owner.methods
    )


def _raises(module: ModuleFacts, method: FunctionFact, kind: str) -> bool:
    types = module.exception_types
    return any(fact.type is None or types.is_subclass(fact.type, kind) for fact in method.raises)


def _takes(method: FunctionFact, count: int | None) -> bool:
    parameters = method.signature_parameters
    if count is None or any(parameter.is_variadic for parameter in parameters):
        return True
    required = sum(parameter.is_required for parameter in parameters)
    return required <= count <= len(parameters)
