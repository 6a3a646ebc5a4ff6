"""The classes that differ from every other type, so that naming another one is wrong."""

from __future__ import annotations

from reflexion_core.source.facts import ClassFact, ModuleFacts

_KNOWN = {
    "argparse.ArgumentParser",
    "argparse.Namespace",
    "datetime.date",
    "datetime.datetime",
    "datetime.time",
    "datetime.timedelta",
    "decimal.Decimal",
    "fractions.Fraction",
    "logging.Logger",
    "pathlib.Path",
    "random.Random",
    "re.Match",
    "re.Pattern",
    "types.ModuleType",
    "uuid.UUID",
}
"""Classes of Python's library that are no base and no kind of a built-in type."""
_KINDS = {"datetime": "date"}
"""Of these, a class and the one that it is a kind of."""


def distinct_classes(facts: ModuleFacts) -> frozenset[str]:
    """Return the names of classes that inherit from nothing, and that nothing in the source inherits from."""
    kinds = list(facts.all_classes())
    parents = {ancestor for kind in kinds for ancestor in kind.ancestors}
    own = {kind.name for kind in kinds if _is_apart(kind) and kind.name not in parents}
    imported = {item.name for item in facts.imports if item.target in _KNOWN and item.name not in parents}
    return frozenset(own | (imported - {base for kind, base in _KINDS.items() if kind in imported}))


def _is_apart(kind: ClassFact) -> bool:
    is_plain = kind.kind in ("class", "dataclass") and not kind.has_unknown_base
    return is_plain and not set(kind.ancestors) - {"object", "Generic", "typing.Generic"}
