"""A stated signature beside one way in which the source lets a symbol be called: what differs, and what cannot be told.

What a signature leaves out altogether, annotations or defaults, it does not deny; a parameter left out it denies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reflexion_core.checks._default_values import compare_default
from reflexion_core.checks._owners import Call
from reflexion_core.document.claims import SignatureClaim, StatedParameter
from reflexion_core.document.type_words import same_type
from reflexion_core.source.facts import ParameterFact

RECEIVERS = ("self", "cls")
_VARIADIC = ("var_positional", "var_keyword")
_WORDS = {
    "positional_only": "is positional only",
    "keyword_only": "is keyword only",
    "positional_or_keyword": "can be given by position or by keyword",
    "var_positional": "takes any number of positional arguments",
    "var_keyword": "takes any number of keyword arguments",
}
_WRAPPERS = ("Coroutine", "Awaitable", "ContextManager", "Iterator", "Generator")
"""Names of results that a decorator or `async` puts around what is annotated, or that it takes away."""


@dataclass(frozen=True)
class Difference:
    """One thing in which a stated signature is not, or may not be, the source's."""

    words: str
    """What the source has, to be read after its signature."""
    is_certain: bool = True
    is_minor: bool = False
    """Whether no caller can notice it: the name behind stars."""
    is_left_out: bool = False
    is_strange: bool = False
    """Whether it is about a parameter that the source does not have."""


def find_differences(claim: SignatureClaim, call: Call, classes: Collection[str]) -> tuple[Difference, ...]:
    """Return how a stated signature differs from a call."""
    pairs = list(_pairs(claim.parameters, call))
    return (
        *_strangers(call, pairs),
        *_left_out(claim, call, pairs),
        *_turned(call, [fact for _, fact in pairs if fact is not None]),
        *_kinds(pairs),
        *_defaults(pairs),
        *_annotations(pairs, classes),
        *_result(claim, call, classes),
    )


_Pair = tuple[StatedParameter, ParameterFact | None]


def _pairs(stated: Sequence[StatedParameter], call: Call) -> Iterator[_Pair]:
    """Pair what is stated with the source's: by name, and what has stars by its stars."""
    for parameter in stated:
        fact = call.parameter(parameter.name)
        kind = parameter.kind.replace("-", "_")
        if fact is None and kind in _VARIADIC:
            fact = next((other for other in call.parameters if other.kind == kind), None)
        yield parameter, fact


def _strangers(call: Call, pairs: Sequence[_Pair]) -> Iterator[Difference]:
    for stated, fact in pairs:
        if fact is None:
            is_certain = not call.is_open or stated.kind.startswith("var")
            yield Difference(f"it has no `{stated.name}`", is_certain, is_strange=True)
        elif fact.name != stated.name:
            yield Difference(f"`{stated.name}` is `{fact.starred_name}`", is_minor=True)


def _left_out(claim: SignatureClaim, call: Call, pairs: Sequence[_Pair]) -> Iterator[Difference]:
    names = {fact.name for _, fact in pairs if fact is not None}
    spells_out = any(fact is None and stated.kind == "keyword-only" for stated, fact in pairs)
    for parameter in call.parameters:
        if parameter.kind == "var_keyword" and spells_out:
            continue  # what it takes stands there in its place
        is_private = parameter.name.startswith("_") and not parameter.is_required
        is_receiver = claim.has_receiver and parameter.name in RECEIVERS
        if parameter.name not in names and not is_private and not is_receiver and not claim.is_partial:
            yield Difference(f"`{parameter.starred_name}` is left out", is_left_out=True)


def _turned(call: Call, facts: Sequence[ParameterFact]) -> Iterator[Difference]:
    order = {parameter.name: index for index, parameter in enumerate(call.parameters)}
    placed = [fact for fact in facts if fact.kind != "keyword_only"]
    for before, after in pairwise(placed):
        if order[before.name] > order[after.name]:
            yield Difference(f"`{after.name}` comes before `{before.name}`")
            return


def _kinds(pairs: Sequence[_Pair]) -> Iterator[Difference]:
    for stated, fact in pairs:
        if fact is not None and stated.kind.replace("-", "_") != fact.kind:
            yield Difference(f"`{fact.name}` {_WORDS[fact.kind]}")


def _defaults(pairs: Sequence[_Pair]) -> Iterator[Difference]:
    if not any(stated.default for stated, _ in pairs):
        return
    for stated, fact in pairs:
        if fact is None or fact.is_variadic or stated.default in ("...", "…"):
            continue
        if fact.default is None and stated.default is not None:
            yield Difference(f"`{fact.name}` has no default")
        elif fact.default is not None and stated.default is None:
            yield Difference(f"`{fact.name}` has the default `{fact.default}`")
        elif fact.default is not None and stated.default is not None:
            yield from _compare_default(stated.default, fact)


def _compare_default(stated: str, fact: ParameterFact) -> Iterator[Difference]:
    same = None if stated.startswith("<") else compare_default(stated, fact)
    if not same:
        yield Difference(f"`{fact.name}` has the default `{fact.default}`", is_certain=same is False)


def _annotations(pairs: Sequence[_Pair], classes: Collection[str]) -> Iterator[Difference]:
    for stated, fact in pairs:
        if fact is None or stated.annotation is None or fact.annotation is None:
            continue
        same = same_type(stated.annotation, fact.annotation, classes)
        if not same:
            yield Difference(f"`{fact.name}` is annotated `{fact.annotation}`", is_certain=same is False)


def _result(claim: SignatureClaim, call: Call, classes: Collection[str]) -> Iterator[Difference]:
    is_definition = claim.text.startswith(("def ", "async "))
    if is_definition and claim.is_async != call.is_async:
        yield Difference("it is `async def`" if call.is_async else "it is not `async`")
    if claim.returns is None or call.returns is None:
        return
    same = same_type(claim.returns, call.returns, classes)
    is_wrapped = any(word in text for word in _WRAPPERS for text in (claim.returns, call.returns))
    if not same:
        yield Difference(f"it returns `{call.returns}`", is_certain=same is False and not is_wrapped)
