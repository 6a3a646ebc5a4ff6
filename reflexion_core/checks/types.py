"""The types that a document gives parameters, attributes and constants, against the source's annotations."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks._class_names import distinct_classes
from reflexion_core.checks._signature_places import SignaturePlaces
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place, TypeClaim
from reflexion_core.document.python_code import parse_expression
from reflexion_core.document.type_words import same_type
from reflexion_core.records import Verdict
from reflexion_core.source.facts import AttributeFact, ClassFact, ConstantFact, Fact, FunctionFact

_LEAST_UNION = 2
_WHOLE = re.compile(
    r"tuple|list|dict|sequence|iterable|mapping|\*|(?:str|string|int|integer|float|number|bool|value|object)s\b",
    re.IGNORECASE,
)
"""What may be said of all that a variadic parameter takes."""
_LONGEST = 40
"""Characters of an annotation that is put into a document."""


@dataclass(frozen=True)
class _Typed:
    """What the source says of something's type."""

    fact: Fact
    type: str | None
    is_variadic: bool = False
    may_be_left_out: bool = False
    """Whether None is its default, so that naming None among its types adds nothing."""


@CHECKS.register("types")
class TypesCheck(Check):
    """Looks at lists, tables and sentences; results are the returns check's, signatures the signature check's."""

    name = "types"
    summary = "a type that is stated otherwise than it is annotated in the source"
    severity = "medium"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        signatures = SignaturePlaces(paper.claims)
        classes = distinct_classes(paper.facts)
        for claim in paper.claims.types:
            if claim.subject in ("return", "yield", "option") or signatures.hold(claim.place):
                continue
            typed = list(_typed(paper, claim))
            if typed:
                yield self._judge(claim, typed, classes)

    def _judge(self, claim: TypeClaim, typed: list[_Typed], classes: frozenset[str]) -> Verdict:
        name = f"{claim.owner}.{claim.name}" if claim.owner and claim.subject != "constant" else claim.name
        subject = f"{name}: type"
        results = [_compare(claim.type, one, classes) for one in typed]
        for result, one in zip(results, typed, strict=True):
            if result:
                return self.right(claim.place, subject, one.fact)
        first = typed[0]
        if None in results:
            annotated = [one.type for one in typed if one.type]
            reason = f"whether that is `{annotated[0]}` cannot be told" if annotated else "the source annotates no type"
            return self.unsure(claim.place, subject, reason, first.fact)
        mistake = Mistake(
            f"Line {claim.line} gives `{claim.name}` the type `{claim.type}`;"
            f" the source has `{first.type}` (line {first.fact.line})",
            expected=first.type or "",
            replacement=_replacement(claim, first),
        )
        return self.wrong(claim.place, subject, mistake, owner=claim.owner, fact=first.fact)


def _typed(paper: Paper, claim: TypeClaim) -> Iterator[_Typed]:
    """Yield what the source says, once for each definition; nothing for what it does not have."""
    if claim.subject == "constant":
        symbol = paper.facts.symbol(claim.name) or paper.facts.symbol(f"{claim.owner}.{claim.name}")
        yield from _value_types(symbol)
    elif claim.subject == "attribute":
        kind = paper.facts.class_(claim.owner)
        if kind is not None:
            yield from _attribute_types(kind, claim.name)
    elif owner := paper.owner(claim.owner):
        facts = list(owner.all_of(claim.name))
        for fact in facts:
            annotation = _spelt_out(paper, fact.annotation, claim.type)
            yield _Typed(fact, annotation, fact.is_variadic, may_be_left_out=fact.default == "None")
        if not facts and isinstance(owner.symbol, ClassFact):
            yield from _attribute_types(owner.symbol, claim.name)


def _spelt_out(paper: Paper, annotation: str | None, stated: str) -> str | None:
    """Return what an annotation's name stands for where the source says so: `Clock = Callable[[], float]`."""
    if annotation is None or annotation in stated:
        return annotation
    alias = paper.facts.symbol(annotation)
    is_alias = isinstance(alias, ConstantFact) and alias.literal is None and (alias.value or "").find("[") > 0
    return alias.value if is_alias and isinstance(alias, ConstantFact) else annotation


def _attribute_types(kind: ClassFact, name: str) -> Iterator[_Typed]:
    method = kind.method(name)
    attribute = kind.attribute(name)
    if isinstance(method, FunctionFact) and method.is_property:
        yield _Typed(method, method.returns.annotation)
    elif attribute is not None:
        yield _Typed(attribute, attribute.annotation)


def _value_types(symbol: object) -> Iterator[_Typed]:
    """Yield a constant's annotation, or the type of its value: nothing else is ever assigned to it."""
    if isinstance(symbol, ConstantFact):
        known = symbol.literal.type_name if symbol.literal is not None else None
        yield _Typed(symbol, symbol.annotation or known)
    elif isinstance(symbol, AttributeFact):
        yield _Typed(symbol, symbol.annotation)


def _compare(stated: str, typed: _Typed, classes: frozenset[str]) -> bool | None:
    if typed.type is None:
        return None
    same = same_type(f"{stated}, optional" if typed.may_be_left_out else stated, typed.type, classes)
    # of `*names: str` a document may say "str" as well as "tuple of str"; and a part of a union is not false
    is_whole = typed.is_variadic and _WHOLE.search(stated) is not None
    is_excused = same is False and (is_whole or _is_part(stated, typed.type, classes))
    return None if is_excused else same


def _is_part(stated: str, actual: str, classes: frozenset[str]) -> bool:
    """Say whether all that is stated is among the alternatives of a union."""
    members = _alternatives(actual)
    if len(members) < _LEAST_UNION:
        return False
    parts = [part for part in re.split(r"\s+or\s+|\||,\s*(?![^\[(]*[\])])", stated.strip("`")) if part.strip()]
    return all(any(same_type(part, member, classes) for member in members) for part in parts)


def _alternatives(annotation: str) -> list[str]:
    """Return the members of a union in source text."""
    node = parse_expression(annotation)
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _alternatives(ast.unparse(left)) + _alternatives(ast.unparse(right))
        case ast.Subscript(value=ast.Name(id="Union") | ast.Attribute(attr="Union"), slice=ast.Tuple(elts=members)):
            return [part for member in members for part in _alternatives(ast.unparse(member))]
        case ast.Constant(value=str(text)) if text != annotation:
            return _alternatives(text)
    return [annotation]


def _replacement(claim: TypeClaim, typed: _Typed) -> tuple[Place, str] | None:
    """Return what mends a wrong type, where the words of the type stand for themselves."""
    place, text = claim.place, typed.type or ""
    bare = place.text.strip("`")
    first = place.text.find(claim.type)
    is_alone = first >= 0 and place.text.count(claim.type) == 1 and bare == claim.type
    if not is_alone or len(text) > _LONGEST or place.line != place.end_line or isinstance(typed.fact, ConstantFact):
        return None
    if claim.form == "table":
        text = text.replace("|", "\\|")
    start = place.start + first
    return Place(place.line, place.end_line, start, start + len(claim.type), claim.type), text
