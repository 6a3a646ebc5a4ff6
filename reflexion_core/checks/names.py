"""Functions, classes, members, imports and modules that a document names, against what the source has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeGuard

from reflexion_core.checks._denied_names import is_denied
from reflexion_core.checks._example_names import find_uses
from reflexion_core.checks._imports import ImportJudge
from reflexion_core.checks._members import judge_member
from reflexion_core.checks._near import are_near
from reflexion_core.checks._standing import Names, Standing, fact_of, snake_case
from reflexion_core.checks._traits import Fit, fit_kind, fit_trait
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import (
    ExampleClaim,
    ImportClaim,
    MemberClaim,
    NameClaim,
    ParameterClaim,
    Place,
    SymbolClaim,
)
from reflexion_core.records import Verdict
from reflexion_core.source.facts import Fact, FunctionFact, Symbol

_SAID = {
    "read-only": "read-only property",
    "settable": "property that can be set",
    "synchronous": "synchronous function",
}
"""What a sentence says of a symbol with one word."""
_ADJECTIVES = ("async", "abstract")
_PLAIN_KINDS = ("property", "method", "function", "class", "class method", "static method")
"""What a symbol is called by one word, of which each fits behind "a"."""


@CHECKS.register("names")
class NamesCheck(Check):
    """A word in backticks may be anything: only what can be nothing else is taken for a name of the source."""

    name = "names"
    summary = "a function, class, member, module or import that does not exist, or is something else than stated"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        names = Names(paper.facts, paper.source_text)
        judged: set[int] = set()
        for symbol in paper.claims.symbols:
            found = self._symbol(names, symbol)
            for verdict in found if symbol.form == "heading" else self._undenied(paper, found):
                judged.add(symbol.name_place.start)
                yield verdict
        for member in paper.claims.members:
            if member.place.start not in judged:
                for verdict in self._undenied(paper, self._member(names, member)):
                    judged.add(member.place.start)
                    yield verdict
        for verdict in self._shown_as_calls(paper):
            judged.add(verdict.start)
            yield verdict
        for claim in paper.claims.names:
            if claim.place.start not in judged:
                yield from self._undenied(paper, self._name(paper, names, claim))
        for parameter in paper.claims.parameters:
            if parameter.subject in ("attribute", "constant") and parameter.name_place.start not in judged:
                yield from self._attribute(names, parameter)
        yield from self._imports(paper, names)
        yield from self._examples(paper, names)

    def _undenied(self, paper: Paper, verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
        """Yield verdicts; a name that is not there is right where the sentence says just that."""
        for verdict in verdicts:
            if verdict.finding is not None and " has no `" in verdict.finding.message:
                place = Place(
                    verdict.doc_line, verdict.doc_end_line, verdict.start, verdict.end, verdict.finding.doc_text
                )
                yield self.right(place, f"{verdict.subject}: none") if is_denied(paper.document, place) else verdict
            else:
                yield verdict

    # Symbols that are described

    def _symbol(self, names: Names, claim: SymbolClaim) -> Iterator[Verdict]:
        if claim.form == "prose":
            standing = names.standing(claim.name, claim.owner.rpartition(".")[0])
        else:
            standing = names.standing(claim.owner or claim.name)
        if _tail(claim.name) != _tail(claim.owner or claim.name):
            yield from self._other_name(names, claim)
        elif standing.state == "there":
            yield from self._kind(names, claim, standing)
        elif claim.form != "heading":
            yield from self._slip(names, claim, standing)
        else:
            yield self._described(names, claim, standing)

    def _described(self, names: Names, claim: SymbolClaim, standing: Standing) -> Verdict:
        """Judge a heading or a signature that shows what the source does not have."""
        subject = f"{claim.owner or claim.name}: name"
        if standing.state == "unsure":
            return self.unsure(claim.name_place, subject, standing.reason, standing.holder)
        return self._missing(names, claim.name_place, claim.owner or claim.name, standing)

    def _other_name(self, names: Names, claim: SymbolClaim) -> Iterator[Verdict]:
        """Judge code below a heading that defines something else: often what a reader is to write."""
        standing = names.standing(claim.owner)
        tail, meant = _tail(claim.name), _tail(claim.owner)
        if standing.symbol is not None and are_near(tail, meant) and not names.is_word_of_source(tail):
            slip = Standing("missing", near=(meant,))
            yield self._missing(names, claim.name_place, claim.name, slip)

    def _slip(self, names: Names, claim: SymbolClaim, standing: Standing) -> Iterator[Verdict]:
        """Judge a name in running text, which is taken for the source's only where it looks like one of its names."""
        is_written = _tail(claim.name) in claim.text  # "it is a property" says nothing of a name
        if is_written and _is_slip(claim.name, standing) and not names.is_word_of_source(claim.name):
            yield self._missing(names, claim.name_place, claim.name, standing)

    def _kind(self, names: Names, claim: SymbolClaim, standing: Standing) -> Iterator[Verdict]:
        subject = f"{claim.owner or claim.name}: kind"
        symbol = standing.symbol
        if symbol is None:
            return
        is_named = claim.form == "prose" and claim.name in claim.text  # "it is a coroutine" is said of the owner alone
        others = names.all_called(claim.name) if is_named else ()
        is_ambiguous = is_named and "." not in claim.name and names.is_other_value(claim.name)
        is_ambiguous = is_ambiguous and "class attribute" not in claim.traits
        fits = [_worst_fit(names, item, claim) for item in (symbol, *others)]
        fit = next((fit for fit in fits if fit.outcome is not False), fits[0])
        if fit.outcome is False and not is_ambiguous:
            yield self._wrong_kind(claim, symbol, fit, subject)
        elif fit.outcome is False or fit.outcome is None:
            yield self.unsure(claim.name_place, subject, "what it is cannot be told", fact_of(symbol))
        else:
            yield self.right(claim.name_place, subject, fact_of(symbol))

    def _wrong_kind(self, claim: SymbolClaim, symbol: Symbol, fit: Fit, subject: str) -> Verdict:
        fact = fact_of(symbol)
        said = ", ".join(_SAID.get(trait, trait) for trait in sorted(claim.traits)) or claim.kind or ""
        article = "" if said in _ADJECTIVES else "an " if said[:1] in "aeiou" else "a "
        mistake = Mistake(
            f"Line {claim.line} calls `{claim.name}` {article}{said}; in the source it is {fit.actual}"
            + (f" (line {fact.line})" if fact else ""),
            expected=fit.actual,
            replacement=_right_word(claim, fit.actual),
        )
        return self.wrong(claim.place, subject, mistake, owner=claim.owner, fact=fact)

    def _member(self, names: Names, claim: MemberClaim) -> Iterator[Verdict]:
        standing = judge_member(names, claim)
        name = f"{claim.owner}.{claim.name}".lstrip(".")
        subject = f"{name}: name"
        if standing.state == "missing":
            yield self._missing(names, claim.place, name, standing)
        elif standing.state == "unsure":
            yield self.unsure(claim.place, subject, standing.reason, standing.holder)
        elif standing.state == "there" and standing.symbol is not None:
            yield self.right(claim.place, subject, fact_of(standing.symbol))

    # Names in code spans

    def _name(self, paper: Paper, names: Names, claim: NameClaim) -> Iterator[Verdict]:
        standing = self._standing(names, claim)
        subject = f"{claim.name}: name"
        if standing.state == "there":
            if standing.symbol is not None:
                yield self._called(paper, claim, standing.symbol, subject)
        elif standing.state == "missing":
            yield self._missing(names, claim.place, claim.name, standing)
        elif standing.state == "unsure" and standing.holder is not None:
            yield self.unsure(claim.place, subject, standing.reason, standing.holder)
        elif claim.is_call and "." not in claim.name and _is_slip(claim.name, standing):
            if any(snake_case(kind.name) == claim.name for kind in names.facts.all_classes()):
                yield self.unsure(claim.place, subject, "it may be called on an instance of the class", None)
                return
            yield self._missing(names, claim.place, claim.name, standing)

    def _standing(self, names: Names, claim: NameClaim) -> Standing:
        standing = names.standing(claim.name, claim.owner)
        root, _, member = claim.name.partition(".")
        if standing.state != "foreign" or not member or "." in member or names.is_other_value(root):
            return standing
        kinds = [kind for kind in names.facts.all_classes() if snake_case(kind.name) == root]
        return names.member(kinds[0], member) if len(kinds) == 1 and claim.is_call else standing

    def _called(self, paper: Paper, claim: NameClaim, symbol: Symbol, subject: str) -> Verdict:
        is_property = isinstance(symbol, FunctionFact) and symbol.is_property
        fact = fact_of(symbol)
        if not claim.is_call or not is_property or claim.arguments.strip():
            return self.right(claim.place, subject, fact)
        if isinstance(symbol, FunctionFact) and _may_be_callable(symbol):
            return self.unsure(claim.place, subject, "what the property gives may be a function", fact)
        return self._property_called(paper, claim.place, claim.name, symbol)

    def _shown_as_calls(self, paper: Paper) -> Iterator[Verdict]:
        """Judge properties that a heading, a list or a table shows with parentheses."""
        said = {claim.name_place.start for claim in paper.claims.symbols if claim.kind in ("property", "attribute")}
        for claim in paper.claims.signatures:
            symbol = paper.facts.symbol(claim.owner)
            name = claim.name.rpartition(".")[2]
            if not _is_plain_property(symbol) or symbol.name != name or claim.parameters or claim.has_receiver:
                continue
            if claim.text.startswith(claim.name) and claim.place.start not in said:
                start, end = claim.place.start, claim.place.start + len(claim.name)
                place = Place(claim.line, claim.line, start, end, claim.name)
                yield self._property_called(paper, place, claim.name, symbol)

    def _property_called(self, paper: Paper, place: Place, name: str, symbol: Symbol) -> Verdict:
        fact = fact_of(symbol)
        whole = _with_parentheses(paper, place)
        mistake = Mistake(
            f"Line {place.line} calls `{name}()`; in the source `{name}` is a property"
            + (f" (line {fact.line})" if fact else ""),
            expected=name,
            replacement=(whole, place.text),
        )
        return self.wrong(whole, f"{name}: name", mistake, owner=name, fact=fact)

    # Attributes and constants in lists

    def _attribute(self, names: Names, claim: ParameterClaim) -> Iterator[Verdict]:
        subject = f"{claim.owner}.{claim.name}: {claim.subject}" if claim.owner else f"{claim.name}: {claim.subject}"
        kind = names.facts.class_(claim.owner)
        if claim.subject == "constant":
            has = names.facts.has_name(claim.name) or (kind.has_member(claim.name) if kind is not None else False)
            standing = names.standing(claim.name, claim.owner)
            if has is False and standing.state == "foreign":
                yield self._missing(names, claim.name_place, claim.name, standing)
            elif standing.state == "there":
                yield self.right(claim.name_place, subject, fact_of(standing.symbol))
            return
        if kind is None or claim.name == kind.name:
            return  # of its own name, a class has its constructor
        standing = names.member(kind, claim.name)
        if standing.state == "there":
            yield self.right(claim.name_place, subject, fact_of(standing.symbol, kind))
        elif standing.state == "unsure" or any(p.name == claim.name for p in kind.constructor or ()):
            reason = standing.reason or f"`{claim.name}` is a parameter, and may be kept in a way that is not seen"
            yield self.unsure(claim.name_place, subject, reason, kind)
        else:
            yield self._missing(names, claim.name_place, f"{kind.qualname}.{claim.name}", standing)

    # Imports

    def _imports(self, paper: Paper, names: Names) -> Iterator[Verdict]:
        judge = ImportJudge(paper, names)
        for claim in paper.claims.imports:
            yield from self._import(judge, claim)

    def _import(self, judge: ImportJudge, claim: ImportClaim) -> Iterator[Verdict]:
        subject = f"{claim.module}.{claim.name}: import" if claim.name else f"{claim.module}: import"
        judgement = judge.judge(claim)
        if judgement is None:
            return
        if judgement.mistake is not None:
            yield self.wrong(judgement.place, subject, judgement.mistake, fact=judgement.fact)
        elif judgement.reason:
            yield self.unsure(claim.place, subject, judgement.reason)
        else:
            yield self.right(claim.place, subject, judgement.fact)

    # Examples that were not run, or not all of them

    def _examples(self, paper: Paper, names: Names) -> Iterator[Verdict]:
        for use in find_uses(names, (claim for claim in paper.claims.examples if not _was_run(paper, claim))):
            symbol = use.standing.symbol
            if use.standing.state == "missing":
                yield self._missing(names, use.place, use.written, use.standing)
            elif use.is_call and _is_plain_property(symbol):
                yield self._property_called(paper, use.place, use.written, symbol)

    def _missing(self, names: Names, place: Place, name: str, standing: Standing) -> Verdict:
        """Return the verdict that the source has no such name."""
        holder = standing.holder
        tail = name.rpartition(".")[2]
        where = f"class `{holder.qualname}` (line {holder.line})" if holder is not None else "the source"
        message = f"Line {place.line} names `{name}`; {where} has no `{tail}`"
        fact: Fact | None = Fact(line=holder.line, end_line=holder.line) if holder is not None else None
        if len(standing.near) != 1:
            return self.wrong(place, f"{name}: name", Mistake(message), owner=name, fact=fact)
        near = standing.near[0]
        symbol = names.member(holder, near).symbol if holder is not None else names.standing(near).symbol
        fact = fact_of(symbol, fact)
        line = f" (line {fact.line})" if fact is not None else ""
        mistake = Mistake(f"{message}, but `{near}`{line}", expected=near, replacement=_last_part(place, tail, near))
        return self.wrong(place, f"{name}: name", mistake, owner=name, fact=fact)


def _was_run(paper: Paper, example: ExampleClaim) -> bool:
    """Say whether an example was run to its end, all of it."""
    return example in paper.results and paper.results[example].is_telling and not example.skipped_lines


def _worst_fit(names: Names, symbol: Symbol, claim: SymbolClaim) -> Fit:
    fits = [fit_kind(symbol, claim.kind)] if claim.kind is not None else []
    fits += [fit_trait(symbol, trait, names.inert) for trait in sorted(claim.traits)]
    order = {False: 0, None: 1, True: 2}
    return min(fits, key=lambda fit: order[fit.outcome], default=Fit(True))


def _right_word(claim: SymbolClaim, actual: str) -> tuple[Place, str] | None:
    """Return what mends "the `size()` method" where `size` is a property, "the property `close`", "a class method"."""
    words = [word for word in (*claim.traits, claim.kind) if word and word in claim.text]
    right = actual.removeprefix("a ")
    if claim.form != "prose" or right not in _PLAIN_KINDS or not words:
        return None
    word = max(words, key=len)
    if word not in _PLAIN_KINDS or len(re.findall(rf"\b{word}\b", claim.text)) != 1:
        return None
    text = re.sub(rf"\b{word}\b", right, claim.text)
    return claim.place, text.replace(f"{claim.name}()", claim.name) if right == "property" else text


def _is_plain_property(symbol: Symbol | None) -> TypeGuard[FunctionFact]:
    """Say whether a symbol is a property whose value cannot be called."""
    return isinstance(symbol, FunctionFact) and symbol.is_property and not _may_be_callable(symbol)


def _may_be_callable(function: FunctionFact) -> bool:
    annotation = function.returns.annotation
    if annotation:
        return "Callable" in annotation or annotation.partition("[")[0] in ("Any", "object", "type")
    return not all(shape.type is not None or shape.kind == "expression" for shape in function.returns.returns)


def _tail(name: str) -> str:
    return name.rpartition(".")[2]


def _is_slip(name: str, standing: Standing) -> bool:
    """Say whether a name can hardly be anything but one of the source's, misspelt."""
    if standing.state not in ("foreign", "missing") or len(standing.near) != 1:
        return False
    name, near = _tail(name), standing.near[0]
    if name.lower() == near.lower():
        return True
    return min(len(name), len(near)) >= 5 and are_near(name, near) and not near.startswith(name)


def _last_part(place: Place, tail: str, near: str) -> tuple[Place, str] | None:
    if not place.text.endswith(tail):
        return None
    start = place.end - len(tail)
    return Place(place.end_line, place.end_line, start, place.end, tail), near


def _with_parentheses(paper: Paper, place: Place) -> Place:
    after = re.compile(r"\(\s*\)").match(paper.document, place.end)
    if after is None:
        return place
    return Place(place.line, place.end_line, place.start, after.end(), paper.document[place.start : after.end()])
