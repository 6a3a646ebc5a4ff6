"""What a document says comes back, against the `return` and `yield` statements and the annotation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.checks._apart_results import cannot_come_back
from reflexion_core.checks._class_names import distinct_classes
from reflexion_core.checks._failing_lookups import FailingLookup, failing_lookup, has_another
from reflexion_core.checks._flags import find_flag_claims, wrong_flag
from reflexion_core.checks._function_trees import FunctionTrees
from reflexion_core.checks._owners import Owner
from reflexion_core.checks._places import fits_place
from reflexion_core.checks._raisers import is_replaceable
from reflexion_core.checks._result_manner import judge_manner
from reflexion_core.checks._results import Result, numbers_widened, results_of
from reflexion_core.checks._returned import (
    is_whole_list,
    key_meant,
    may_return,
    only_constant,
)
from reflexion_core.checks._returned_keys import keys_of
from reflexion_core.checks._returned_members import members_of, wrong_members
from reflexion_core.checks._signature_places import SignaturePlaces
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place, ReturnClaim, StatedKey, TypeClaim
from reflexion_core.document.type_words import same_type
from reflexion_core.records import Verdict
from reflexion_core.source.facts import Fact, FunctionFact

_WRAPPED = "a decorator from elsewhere may change what comes back"


@dataclass(frozen=True)
class _Said:
    """The claims on what one function gives back."""

    owner: Owner
    function: FunctionFact
    claims: tuple[ReturnClaim, ...]
    is_overwritten: bool
    """Whether a star import may put another function in its place."""

    @property
    def name(self) -> str:
        return self.owner.qualname

    @property
    def is_sure(self) -> bool:
        """Whether there is one definition, and calling it gives what it returns."""
        return (
            self.owner.is_certain
            and not self.is_overwritten
            and not self.function.alternatives
            and self.function.flavour != "unknown"
        )


@CHECKS.register("returns")
class ReturnsCheck(Check):
    """Looks at types, constants, keys and members of what is returned; stated outputs are the examples check's."""

    name = "returns"
    summary = "a returned type, key, constant or number of values that is not the source's"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        classes = distinct_classes(paper.facts)
        for said in _said(paper):
            for claim in said.claims:
                yield from self._claim(paper, said, claim, classes)
            yield from self._missing_keys(paper, said)
        yield from self._types(paper, classes)
        for flag in find_flag_claims(paper):
            mistake = wrong_flag(flag)
            if mistake is not None:
                subject = f"{flag.function.qualname}.{flag.parameter}: what it makes of the result"
                fact = Fact(line=flag.guard_line, end_line=flag.guard_line)
                yield self.wrong(flag.place, subject, mistake, owner=flag.function.qualname, fact=fact)

    def _claim(self, paper: Paper, said: _Said, claim: ReturnClaim, classes: frozenset[str]) -> Iterator[Verdict]:
        if claim.is_negative:
            yield self._nothing(said, claim)
        if claim.type and not claim.elements and claim.length is None:
            yield self._type(paper, said.owner, claim, classes)
        elif claim.elements or claim.length is not None:
            yield self._members(said, claim)
        if claim.constant is not None:
            yield self._constant(paper, said, claim)
        if claim.manner:
            yield self._manner(paper, said, claim)
        for key in claim.keys:
            yield self._key(paper, said, key)

    def _manner(self, paper: Paper, said: _Said, claim: ReturnClaim) -> Verdict:
        """Judge "returns itself", "returns the number of", "returns whether", "yields one by one"."""
        subject = f"{said.name}: {claim.subject}s {claim.manner}"
        function = said.function
        is_sure = said.is_sure and function.flavour in ("plain", "coroutine")
        if not is_sure or is_replaceable(paper.facts, function):
            return self.unsure(claim.place, subject, "what comes back cannot be told", function)
        results = list(results_of(said.owner, "return"))
        actual = judge_manner(claim, function, results, FunctionTrees(paper).get(function))
        if not actual:
            sure = self.right(claim.place, subject, function)
            return (
                sure if actual == "" else self.unsure(claim.place, subject, "what comes back cannot be told", function)
            )
        does = {"self": "returns the object itself", "one by one": "yields"}.get(claim.manner, "")
        mistake = Mistake(
            f"Line {claim.line} says that `{said.name}` {does or f'returns a {claim.manner}'};"
            f" the source returns {actual} (line {_first(function).line})",
            expected=actual.strip("`"),
        )
        return self.wrong(claim.place, subject, mistake, owner=said.name, fact=_first(function))

    def _types(self, paper: Paper, classes: frozenset[str]) -> Iterator[Verdict]:
        """Judge types of results that stand apart from the words on them."""
        signatures = SignaturePlaces(paper.claims)
        for claim in paper.claims.types:
            owner = paper.owner(claim.owner) if claim.subject in ("return", "yield") else None
            if owner is not None and isinstance(owner.symbol, FunctionFact) and not signatures.hold(claim.place):
                yield self._type(paper, owner, claim, classes)

    def _type(self, paper: Paper, owner: Owner, claim: ReturnClaim | TypeClaim, classes: frozenset[str]) -> Verdict:
        place = claim.type_place if isinstance(claim, ReturnClaim) and claim.type_place else claim.place
        subject = f"{owner.qualname}: {claim.subject} type"
        results = results_of(owner, claim.subject)
        if not results:
            return self.unsure(place, subject, _why_untold(owner), owner.symbol)
        same = [_compare(claim.type, result, classes) for result in results]
        if True in same:
            return self.right(place, subject, _line(results[same.index(True)].line))
        first = results[0]
        doubt = _doubt(paper, owner, claim, first)
        if doubt:
            return self.unsure(place, subject, doubt, _line(first.line))
        if None in same:
            return self.unsure(place, subject, f"whether that is `{first.type}` cannot be told", _line(first.line))
        does = "yields" if claim.subject == "yield" else "returns"
        mistake = Mistake(
            f"Line {place.line} says that `{owner.qualname}` {does} `{claim.type}`; {_actual(owner, first)}",
            expected=first.type,
            replacement=_type_replacement(paper, claim, first),
            severity="high" if first.type == "None" or _is_kind_fault(owner) else "medium",
        )
        return self.wrong(place, subject, mistake, owner=owner.qualname, fact=_line(first.line))

    def _members(self, said: _Said, claim: ReturnClaim) -> Verdict:
        subject = f"{said.name}: returned members"
        mistake = wrong_members(claim, said.function) if said.is_sure else None
        if mistake is not None:
            return self.wrong(claim.place, subject, mistake, owner=said.name, fact=_first(said.function))
        shapes = members_of(claim, said.function)
        if shapes and claim.length is not None and all(shape.length == claim.length for shape in shapes):
            return self.right(claim.place, subject, _first(said.function))
        return self.unsure(claim.place, subject, "what the members are cannot be told", said.function)

    def _nothing(self, said: _Said, claim: ReturnClaim) -> Verdict:
        """Judge "returns nothing"."""
        subject = f"{said.name}: returns nothing"
        function = said.function
        if function.returns.is_nothing and not function.returns.yields:
            return self.right(claim.place, subject, function)
        given = [shape for shape in function.returns.shapes if shape.type not in (None, "NoneType")]
        if not given or not said.is_sure or function.flavour not in ("plain", "coroutine"):
            return self.unsure(claim.place, subject, "what it returns cannot be told", function)
        mistake = Mistake(
            f"Line {claim.line} says that `{said.name}` returns nothing;"
            f" the source returns `{given[0].text}` (line {given[0].line})",
            expected=given[0].text,
        )
        return self.wrong(claim.place, subject, mistake, owner=said.name, fact=given[0])

    def _constant(self, paper: Paper, said: _Said, claim: ReturnClaim) -> Verdict:
        constant, place = claim.constant or "", claim.constant_place or claim.place
        subject = f"{said.name}: returns {constant}"
        function = said.function
        result = may_return(function, constant)
        if claim.subject == "yield" or not said.is_sure or function.flavour not in ("plain", "coroutine"):
            return self.unsure(place, subject, "what comes out of it one by one is not compared", function)
        if result is None and (
            cannot_come_back(paper.document, claim, said.claims, function)
            or has_another(paper, said.function, claim, said.claims)
        ):
            result = False
        if result is None and (lookup := failing_lookup(paper, claim, function)) is not None:
            return self._failing(said, claim, lookup)
        if result is not False:
            fact = _first(function)
            return self.right(place, subject, fact) if result else self.unsure(place, subject, "it may", fact)
        meant = only_constant(function, said.claims)
        first = function.returns.returns[0]
        texts = [shape.text for shape in function.returns.returns[:4]]
        texts += [] if function.returns.every_path_returns or "None" in texts else ["None"]
        actual = f"`{meant}`" if meant else " or ".join(f"`{text}`" for text in texts)
        mistake = Mistake(
            f"Line {place.line} says that `{said.name}` returns `{constant}`; the source returns {actual}"
            f" (line {_line_of(function, meant) or first.line})",
            expected=meant,
            replacement=(place, meant) if meant and fits_place(paper.document, place, meant) else None,
        )
        return self.wrong(place, subject, mistake, owner=said.name, fact=first)

    def _failing(self, said: _Said, claim: ReturnClaim, lookup: FailingLookup) -> Verdict:
        place = claim.constant_place or claim.place
        mistake = Mistake(
            f"Line {place.line} says that `{said.name}` returns `{claim.constant}` {' '.join(claim.condition.split())};"
            f" `{lookup.text}` raises `KeyError` then (line {lookup.line})",
            expected="KeyError",
        )
        subject = f"{said.name}: returns {claim.constant}"
        return self.wrong(place, subject, mistake, owner=said.name, fact=_line(lookup.line))

    def _key(self, paper: Paper, said: _Said, key: StatedKey) -> Verdict:
        subject = f"{said.name}: key {key.name}"
        keys = keys_of(paper.facts, said.function)
        actual, is_whole = keys.names, keys.is_whole
        if key.name in actual:
            return self.right(key.place, subject, _first(said.function))
        stated = [one.name for claim in said.claims for one in claim.keys]
        meant = key_meant(key, stated, actual)
        if not is_whole or not said.is_sure or not (meant or set(stated) & set(actual)):
            return self.unsure(key.place, subject, "what keys there are cannot be told", said.function)
        names = f"`{meant}`" if meant else ", ".join(f"`{name}`" for name in actual)
        mistake = Mistake(
            f"Line {key.place.line} gives what `{said.name}` returns the key `{key.name}`;"
            f" the source has {names} (line {_first(said.function).line})",
            expected=meant or ", ".join(actual),
            replacement=(key.place, meant) if meant else None,
        )
        return self.wrong(key.place, subject, mistake, owner=said.name, fact=_first(said.function))

    def _missing_keys(self, paper: Paper, said: _Said) -> Iterator[Verdict]:
        claims = [claim for claim in said.claims if claim.keys]
        stated = [key.name for claim in claims for key in claim.keys]
        keys = keys_of(paper.facts, said.function)
        actual, is_whole = keys.names, keys.is_whole
        if (
            len(stated) < 2
            or not is_whole
            or not said.is_sure
            or not is_whole_list(claims)
            or not set(stated) & set(actual)
        ):
            return
        meant = {key_meant(key, stated, actual) for claim in claims for key in claim.keys if key.name not in actual}
        for name in keys.always:
            if name not in stated and name not in meant:
                place = claims[0].place
                mistake = Mistake(
                    f"Line {place.line} lists the keys of what `{said.name}` returns without `{name}`;"
                    f" the source has it (line {_first(said.function).line})",
                    expected=name,
                    dimension="completeness",
                )
                subject = f"{said.name}: key {name}"
                yield self.wrong(place, subject, mistake, owner=said.name, fact=_first(said.function))


def _said(paper: Paper) -> Iterator[_Said]:
    signatures = SignaturePlaces(paper.claims)
    claims: dict[str, list[ReturnClaim]] = {}
    owners: dict[str, Owner] = {}
    for claim in paper.claims.returns:
        owner = paper.owner(claim.owner)
        if owner is not None and isinstance(owner.symbol, FunctionFact) and not signatures.hold(claim.place):
            owners[owner.qualname] = owner
            claims.setdefault(owner.qualname, []).append(claim)
    for name, owner in owners.items():
        if isinstance(owner.symbol, FunctionFact):
            yield _Said(owner, owner.symbol, tuple(claims[name]), bool(paper.facts.star_imports))


def _compare(stated: str, result: Result, classes: frozenset[str]) -> bool | None:
    actual = result.type if result.is_annotated else numbers_widened(stated, result.type)
    return same_type(stated, actual, classes)


def _actual(owner: Owner, result: Result) -> str:
    if result.is_annotated:
        return f"the source has `{result.type}` (line {result.line})"
    if _is_kind_fault(owner):
        return f"it is a generator: the source yields (line {result.line})"
    return f"the source returns `{result.type}` (line {result.line})"


def _doubt(paper: Paper, owner: Owner, claim: ReturnClaim | TypeClaim, result: Result) -> str:
    """Return why a type that is not the source's may be meant well; empty where it cannot."""
    function = owner.symbol
    if not isinstance(function, FunctionFact) or result.is_annotated:
        return ""
    if result.type == "None" and is_replaceable(paper.facts, function):
        return "it is there to be replaced by a class below"
    if (
        result.type.startswith("tuple")
        and claim.form == "prose"
        and "tuple" not in claim.type
        and "`" not in claim.text
    ):
        return "the words may be about one of the values"
    return ""


def _is_kind_fault(owner: Owner) -> bool:
    return isinstance(owner.symbol, FunctionFact) and owner.symbol.is_generator


def _type_replacement(paper: Paper, claim: ReturnClaim | TypeClaim, result: Result) -> tuple[Place, str] | None:
    """Return what mends a wrong type that is one word of code."""
    place = claim.type_place if isinstance(claim, ReturnClaim) else None
    if place is None or place.text != claim.type or " " in claim.type or _is_vague(result):
        return None
    text = result.type.replace("|", "\\|") if claim.form == "table" else result.type
    return (place, text) if fits_place(paper.document, place, text) else None


def _is_vague(result: Result) -> bool:
    return not result.is_annotated and ("Any" in result.type or "Iterator" in result.type)


def _why_untold(owner: Owner) -> str:
    function = owner.symbol
    if isinstance(function, FunctionFact) and (function.is_wrapped or function.flavour == "unknown"):
        return _WRAPPED
    return "the source annotates no type, and what is returned is known only when it runs"


def _line(number: int) -> Fact:
    return Fact(line=number, end_line=number)


def _first(function: FunctionFact) -> Fact:
    shapes: Sequence[Fact] = function.returns.shapes or function.returns.returns
    return shapes[0] if shapes else function


def _line_of(function: FunctionFact, constant: str) -> int:
    return next((shape.line for shape in function.returns.returns if shape.text == constant), 0) if constant else 0
