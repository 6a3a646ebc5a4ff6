"""What classes are said to inherit from, against what the source says."""

from __future__ import annotations

import builtins
import enum
from collections.abc import Iterable, Iterator

from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import BaseClaim
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ClassFact, Fact, ModuleFacts

_MADE_OF = {"named_tuple": ("tuple", "NamedTuple"), "typed_dict": ("dict", "TypedDict"), "enum": ("Enum",)}
_ERROR_ENDINGS = ("Error", "Exception", "Warning")


@CHECKS.register("bases")
class BasesCheck(Check):
    """Looks at sentences, tables and heads of classes; a base from elsewhere may have any base of its own."""

    name = "bases"
    summary = "a base class that is not the source's"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        for claim in paper.claims.bases:
            kind = paper.facts.class_(claim.owner)
            outcome = judge_base(paper.facts, kind, claim, paper.source_text) if kind is not None else None
            if kind is None:
                continue
            subject, head = f"{kind.qualname}: bases", Fact(line=kind.line, end_line=kind.line)
            if outcome:
                yield self.right(claim.place, subject, head)
            elif outcome is None:
                yield self.unsure(claim.place, subject, "what it inherits from cannot be told", head)
            else:
                yield self._wrong_base(claim, kind, subject, head)

    def _wrong_base(self, claim: BaseClaim, kind: ClassFact, subject: str, head: Fact) -> Verdict:
        bases = ", ".join(f"`{base}`" for base in kind.bases)
        actual = f"it inherits from {bases}" if bases else "it has no base class"
        is_exact = len(kind.bases) == 1 and claim.is_alone
        mistake = Mistake(
            f"Line {claim.line} says that `{kind.name}` inherits from `{claim.base}`;"
            f" in the source {actual} (line {head.line})",
            expected=", ".join(kind.bases),
            replacement=(claim.place, kind.bases[0]) if is_exact else None,
        )
        return self.wrong(claim.place, subject, mistake, owner=kind.qualname, fact=head)


def judge_base(facts: ModuleFacts, kind: ClassFact, claim: BaseClaim, source_text: str) -> bool | None:
    """Say whether a class has a base; None where that cannot be told, or where it may be said of something else.

    Args:
        facts: The module.
        kind: The class.
        claim: What is said.
        source_text: The source, in which a class may be registered with another.
    """
    base = _tail(claim.base)
    tails = {_tail(name.partition("[")[0]) for name in (*kind.ancestors, *kind.bases)}
    if base in tails or base in ("object", *_MADE_OF.get(kind.kind, ())) or _is_enum_of(tails, base):
        return True
    if any(_is_builtin_of(tail, base) for tail in tails):
        return True
    if kind.has_unknown_base or kind.decorators or ".register(" in source_text:
        return None
    other = facts.class_(claim.base)
    if other is not None and other.kind == "protocol":
        return None
    if claim.is_loose and not _is_certain_kind(kind, base, other):
        return None
    is_known = other is not None or isinstance(getattr(builtins, base, None), type) or _enum_class(base) is not None
    return False if is_known else None


def _is_certain_kind(kind: ClassFact, base: str, other: ClassFact | None) -> bool:
    """Say whether "a `Y`" can only mean the class: of exceptions and enums it does."""
    is_error = base.endswith(_ERROR_ENDINGS) or (other is not None and other.is_exception)
    return (kind.is_exception and is_error) or _enum_class(base) is not None


def _is_builtin_of(name: str, base: str) -> bool:
    """Say whether one built-in class is another, as `IOError` is `OSError`, or inherits from it."""
    one, other = getattr(builtins, name, None), getattr(builtins, base, None)
    return isinstance(one, type) and isinstance(other, type) and issubclass(one, other)


def _is_enum_of(tails: Iterable[str], base: str) -> bool:
    wanted = _enum_class(base)
    found = [_enum_class(tail) for tail in tails]
    return wanted is not None and any(one is not None and issubclass(one, wanted) for one in found)


def _enum_class(name: str) -> type | None:
    found = getattr(enum, name, None)
    return found if isinstance(found, type) and issubclass(found, enum.Enum) else None


def _tail(name: str) -> str:
    return name.rpartition(".")[2]
