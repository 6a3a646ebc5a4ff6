"""What a lesson says: one sentence for each kind of fault, and which facts make a later file one where it matters.

A check that is not named here has a lesson too: its own summary, for whatever is true of the symbol.
"""

from __future__ import annotations

from reflexion_core.checks.base import CHECKS
from reflexion_core.learning.traits import Trait
from reflexion_core.lesson_records import FaultForm

_ADVICE: dict[tuple[str, FaultForm], str] = {
    ("coverage", "left_out"): "Give every public function, class, method and property a section of its own.",
    ("copied", "left_out"): "Say in words what a function does; never show its body.",
    ("defaults", "wrong"): "Copy every default exactly as it stands in the signature.",
    ("defaults", "invented"): "A parameter that has no default in the signature is required: state none for it.",
    ("examples", "wrong"): "State as the output of an example only what running it really prints; call each function "
    "the way its signature says, and compute numbers step by step.",
    ("examples", "invented"): "State no output for a line of an example that prints nothing.",
    ("exceptions", "wrong"): "Copy the type and the message of every exception word for word from its `raise`, with "
    "what stands in braces, and say when it is raised.",
    ("exceptions", "left_out"): "List every exception that can come out, an entry for each `raise`, those in functions "
    "that are called included, with type, message and condition.",
    ("exceptions", "invented"): "Name no exception that the source does not raise.",
    ("invented", "invented"): "Leave out versions, requirements, installation, authors and figures that the source "
    "does not state.",
    ("leftovers", "wrong"): "Write nothing but the document: no greeting, no remark on your work, no placeholder.",
    ("leftovers", "left_out"): "Leave no section empty and no placeholder in the text.",
    ("names", "wrong"): "Call functions, classes and members by their exact names, and each what it is: property, "
    "method, generator or coroutine.",
    ("names", "invented"): "Name no function, member or import that the source does not have.",
    ("parameters", "wrong"): "Give parameters their exact names, order and kinds.",
    ("parameters", "left_out"): "List every parameter of every function and method, the last ones too.",
    ("parameters", "invented"): "Describe no parameter that the signature does not have.",
    ("repeats", "wrong"): "Say each thing once: write no entry, list or section a second time.",
    ("returns", "wrong"): "Say what is returned as the source has it: type, keys, and whether it is yielded.",
    ("returns", "left_out"): "Name every key of what is returned.",
    ("returns", "invented"): "Name no returned key or value that the source does not have.",
    ("signature", "wrong"): "Copy each signature from the source letter by letter, with `*`, `/`, types and defaults.",
    ("types", "wrong"): "State types as the source annotates them.",
}

_OF_PARAMETERS = {
    Trait.DEFAULTS,
    Trait.KEYWORD_ONLY,
    Trait.POSITIONAL_ONLY,
    Trait.ANY_POSITIONAL,
    Trait.ANY_KEYWORD,
}
_OF_CALLS = {Trait.PROPERTY, Trait.GENERATOR, Trait.COROUTINE, Trait.CONTEXT_MANAGER}
_OF_EXCEPTIONS = {Trait.RAISES, Trait.FILLED_MESSAGE, Trait.SEVERAL_RAISES, Trait.RAISES_THROUGH}
_OF_RETURNS = {Trait.RETURNS_DICT, Trait.RETURNS_TUPLE, Trait.RETURNS_NOTHING}
_OF_KINDS = {
    Trait.FUNCTION,
    Trait.METHOD,
    Trait.PROPERTY,
    Trait.CLASS,
    Trait.DATACLASS,
    Trait.ENUM,
    Trait.EXCEPTION_CLASS,
}
_TELLING: dict[str, set[Trait]] = {
    "bases": _OF_KINDS,
    "command_line": set(),
    "copied": set(),
    "coverage": _OF_KINDS,
    "environment": set(),
    "examples": _OF_CALLS | {Trait.KEYWORD_ONLY},
    "exceptions": _OF_EXCEPTIONS,
    "invented": set(),
    "leftovers": set(),
    "names": _OF_CALLS,
    "repeats": set(),
    "returns": _OF_RETURNS | _OF_CALLS,
    **dict.fromkeys(("choices", "defaults", "parameters", "ranges", "signature", "types", "units"), _OF_PARAMETERS),
}
"""What of a symbol matters for the faults that a check finds; everything where a check is not named."""


def advise(check: str, form: FaultForm) -> str:
    """Return what a writer should mind so that a fault does not come again."""
    if (check, form) in _ADVICE:
        return _ADVICE[check, form]
    summary = CHECKS[check].summary if check in CHECKS else check.replace("_", " ")
    return f"Mind what went wrong before: {summary[:1].lower()}{summary[1:].rstrip('.')}."


def telling_traits(check: str, traits: frozenset[str]) -> frozenset[str]:
    """Return those of a symbol's traits that matter for the faults of a check."""
    telling = _TELLING.get(check)
    return traits if telling is None else traits & telling
