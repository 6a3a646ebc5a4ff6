"""The signatures that a document shows, against the source's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from reflexion_core.checks._class_names import distinct_classes
from reflexion_core.checks._default_values import compare_default
from reflexion_core.checks._owners import Call, Owner
from reflexion_core.checks._signature_faults import Difference, find_differences
from reflexion_core.checks._signature_text import shown, write_replacement, write_signature
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import SignatureClaim
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ClassFact

_CONSTRUCTORS = ("__init__", "__new__", "constructor")
_LOOSE_FORMS = ("prose", "list", "table")
"""Where a call that names nothing but its arguments may be an example, or short for the signature."""


@CHECKS.register("signature")
class SignatureCheck(Check):
    """Looks at signatures in headings, fences and sentences; a name that is not there is the names check's."""

    name = "signature"
    summary = "a signature that is not the source's"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        classes = distinct_classes(paper.facts)
        for claim in paper.claims.signatures:
            owner = paper.owner(claim.owner)
            if owner is None or (owner.doubt and not owner.calls and not isinstance(owner.symbol, ClassFact)):
                continue
            if claim.name.rpartition(".")[2] not in (owner.name, *_CONSTRUCTORS):
                continue  # code that a reader is to write, or a slip of the pen that the names check finds
            subject = f"{owner.qualname}: signature"
            if owner.doubt:
                yield self.unsure(claim.place, subject, owner.doubt, owner.symbol)
            elif _shows_bases(claim, owner):
                yield self.right(claim.place, subject, owner.calls[0].head)
            else:
                yield self._judge(paper, claim, owner, classes)

    def _judge(self, paper: Paper, claim: SignatureClaim, owner: Owner, classes: Collection[str]) -> Verdict:
        subject = f"{owner.qualname}: signature"
        found = [(find_differences(claim, call, classes), call) for call in _candidates(claim, owner)]
        differences, call = min(found, key=lambda pair: _weight(pair[0]))
        if not differences:
            return self.right(claim.place, subject, call.head)
        certain = [one for one in differences if one.is_certain]
        if not certain:
            return self.unsure(claim.place, subject, f"the source has {_words(differences)}", call.head)
        if reason := _doubt(claim, owner, certain, call):
            return self.unsure(claim.place, subject, reason, call.head)
        mistake = Mistake(
            f"Line {claim.line} shows `{shown(claim)}`; the source has `{write_signature(claim, call)}`"
            f" (line {call.head.line}): {_words(certain)}",
            expected=write_signature(claim, call),
            replacement=(claim.place, write_replacement(claim, call, paper.document)),
            severity="low" if all(one.is_minor for one in certain) else None,
        )
        return self.wrong(claim.place, subject, mistake, owner=owner.qualname, fact=call.head)


def _candidates(claim: SignatureClaim, owner: Owner) -> Sequence[Call]:
    """Return the calls that may bear out a signature: types are told by the overloads alone."""
    is_typed = claim.returns is not None or any(parameter.annotation for parameter in claim.parameters)
    first = owner.calls[0]
    is_bare = first.returns is None and not any(parameter.annotation for parameter in first.parameters)
    return owner.calls[1:] if is_typed and is_bare and len(owner.calls) > 1 else owner.calls


def _weight(differences: Sequence[Difference]) -> tuple[int, int, int]:
    """Return how far a call is from what is stated; of two overloads the one that takes the same is meant."""
    is_taken = sum(not one.words.startswith("it returns") for one in differences)
    return sum(one.is_certain for one in differences), len(differences), is_taken


def _words(differences: Sequence[Difference]) -> str:
    return ", ".join(one.words for one in differences)


def _shows_bases(claim: SignatureClaim, owner: Owner) -> bool:
    """Say whether `class Name(Base)` or `Name(Base)` is shown, which says nothing of a call."""
    if not isinstance(owner.symbol, ClassFact) or claim.returns is not None:
        return False
    bases = {base.rpartition(".")[2] for base in owner.symbol.bases}
    return bool(claim.parameters) and all(
        parameter.name in bases and not parameter.default and not parameter.annotation for parameter in claim.parameters
    )


def _doubt(claim: SignatureClaim, owner: Owner, differences: Sequence[Difference], call: Call) -> str:
    """Return why what looks like a wrong signature may be none; empty where it is one."""
    if not owner.is_certain and any(one.is_strange or one.is_left_out for one in differences):
        return "a decorator from elsewhere may give it other parameters"
    if claim.text.startswith(("def ", "async ")) or claim.returns is not None:
        return ""
    if not claim.parameters and claim.form != "fence":
        return "empty parentheses may only mean that it is called"
    judge = _may_be_call if claim.form == "fence" else _is_short
    return "it may be an example of a call" if judge(claim, call, differences) else ""


def _is_short(claim: SignatureClaim, call: Call, differences: Sequence[Difference]) -> bool:
    """Say whether words in a sentence, a list or a table may be a call that leaves out what it does not need."""
    if claim.form not in _LOOSE_FORMS:
        return False
    if not any(parameter.default or parameter.annotation for parameter in claim.parameters):
        return not _is_too_long(claim, call, differences)
    return any(one.is_left_out for one in differences) and not _passes_unknown_keyword(claim, call)


def _is_too_long(claim: SignatureClaim, call: Call, differences: Sequence[Difference]) -> bool:
    """Say whether a call gives more arguments than there are, one of them under a name that the source lacks."""
    is_variadic = any(parameter.is_variadic for parameter in call.parameters)
    is_too_long = len(claim.parameters) > len(call.parameters) and not is_variadic
    return is_too_long and any(one.is_strange for one in differences)


def _may_be_call(claim: SignatureClaim, call: Call, differences: Sequence[Difference]) -> bool:
    """Say whether a line of code without `def` gives values of its own: by keyword alone, or under other names."""
    stated = claim.parameters
    if any(parameter.annotation or parameter.kind.startswith("var") for parameter in stated):
        return False
    facts = [(parameter, call.parameter(parameter.name)) for parameter in stated]
    has_own_default = any(p.default and fact and fact.default and compare_default(p.default, fact) for p, fact in facts)
    if all(parameter.default for parameter in stated):
        return not has_own_default
    strangers = sum(one.is_strange for one in differences)
    return not any(parameter.default for parameter in stated) and 2 * strangers >= len(stated)


def _passes_unknown_keyword(claim: SignatureClaim, call: Call) -> bool:
    names = {parameter.name for parameter in call.parameters}
    return any(stated.default and stated.name not in names for stated in claim.parameters) and not call.is_open
