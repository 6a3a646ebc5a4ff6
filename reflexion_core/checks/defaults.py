"""The defaults and constants that a document states, against the source's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reflexion_core.checks._default_judgement import Judgement, Reach, judge_default, judge_value, spell_out
from reflexion_core.checks._default_values import (
    is_definite,
    quote_alike,
    shown_default,
    split_unit,
)
from reflexion_core.checks._implied_defaults import must_mean
from reflexion_core.checks._keyword_options import options_of, shared_options
from reflexion_core.checks._owners import Owner
from reflexion_core.checks._passed_on import find_stand_ins
from reflexion_core.checks._signature_places import SignaturePlaces
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claim_nested_details import NO_DEFAULT
from reflexion_core.document.claims import DefaultClaim, Place
from reflexion_core.document.values import same_value
from reflexion_core.records import Verdict
from reflexion_core.source.facts import (
    AttributeFact,
    ClassFact,
    ConstantFact,
    Fact,
    FunctionFact,
    ParameterFact,
    Symbol,
)

_LONGEST = 60
"""Characters of a value that is put into a document."""
_WORD = re.compile(r"[^\W\d]\w*")


@CHECKS.register("defaults")
class DefaultsCheck(Check):
    """Looks at lists, tables and sentences; what a signature says is the signature check's."""

    name = "defaults"
    summary = "a default or a constant's value that is not the source's"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        signatures = SignaturePlaces(paper.claims)
        right: set[tuple[str, str, str]] = set()
        constants: set[tuple[str, int]] = set()
        stated = (claim for claim in paper.claims.defaults if not signatures.hold(claim.value_place))
        for claim in (_with_groups(claim, paper.document) for claim in stated):
            said = (claim.owner, claim.name, claim.form)
            place = (claim.name, claim.value_place.start)
            if claim.subject == "constant" and place in constants:
                continue
            constants.add(place)
            for verdict in self._judge(paper, claim):
                if verdict.outcome == "wrong" and said in right and claim.form != "table":
                    yield self.unsure(claim.value_place, verdict.subject, "the default has been given before")
                else:
                    yield verdict
                if verdict.outcome == "right":
                    right.add(said)

        yield from self._counts(paper)

    def _judge(self, paper: Paper, claim: DefaultClaim) -> Iterator[Verdict]:
        if claim.subject == "constant":
            yield from self._constant(paper, claim)
        elif claim.subject == "attribute" or _is_setting(paper, claim):
            yield from self._attribute(paper, claim)
        elif claim.subject in ("parameter", "option"):
            yield from self._parameter(paper, claim)

    def _parameter(self, paper: Paper, claim: DefaultClaim) -> Iterator[Verdict]:
        owner = paper.owner(claim.owner)
        if owner is None:
            if shared := shared_options(paper, claim):
                everywhere = Reach(paper.source_text, paper.source_text)
                judged = [(judge_default(claim, fact, everywhere), fact) for fact in shared]
                yield self._sum_up(claim, f"{claim.name}: default", "", judged)
            return
        subject = f"{owner.qualname}.{claim.name}: default"
        facts = list(owner.all_of(claim.name))
        if isinstance(owner.symbol, ClassFact) and owner.symbol.kind == "typed_dict":
            yield self.unsure(claim.value_place, subject, "what a missing key stands for is not in the source")
            return
        options = options_of(paper, owner)
        if not facts and options is not None and (option := options.get(claim.name)) is not None:
            facts = [option]
        if not facts:
            if claim.subject == "option" or owner.is_open or owner.doubt:
                yield self.unsure(claim.value_place, subject, "it is not in the signature")
            return  # the parameters check has said that there is no such parameter
        claim = spell_out(claim, facts, paper.facts)
        if len(facts) == 1 and paper.facts.function(facts[0].default or "") and is_definite(claim.value):
            judgement = Judgement(False, shown_default(facts[0]))
            yield self._sum_up(claim, subject, owner.qualname, [(judgement, facts[0])])
            return
        is_open = any(fact.default == "None" for fact in facts)
        reach = Reach(paper.source_text, _own_source(paper, owner.symbol) if is_open else "")
        judged = [(judge_default(claim, fact, reach), fact) for fact in facts]
        more: tuple[str, ...] = ()
        if not any(judgement.outcome for judgement, _ in judged) and is_open:
            more = _stand_ins(paper, owner, claim.name)  # it takes the source's tree, which is rarely needed
            judged = [(judge_default(claim, fact, reach, more), fact) for fact in facts]
        verdict = self._sum_up(claim, subject, owner.qualname, judged)
        if verdict.outcome == "wrong" and claim.is_implied and not must_mean(claim, facts, owner, more):
            verdict = self.unsure(claim.value_place, subject, "the value may be another one's", facts[0])
        yield verdict

    def _attribute(self, paper: Paper, claim: DefaultClaim) -> Iterator[Verdict]:
        kind = _holder(paper, claim)
        attribute = kind.attribute(claim.name) if kind is not None else None
        if kind is None or attribute is None:
            return
        subject = f"{kind.qualname}.{claim.name}: default"
        if parameter := _field(kind, claim.name):
            is_open = shown_default(parameter) == "None"
            reach = Reach(paper.source_text, _own_source(paper, kind) if is_open else "")
            judged: list[tuple[Judgement, Fact]] = [(judge_default(claim, parameter, reach), parameter)]
        else:
            judgement = judge_value(claim, attribute)
            if not judgement.outcome and (doubt := _may_change(paper, attribute, kind)):
                judgement = replace(judgement, outcome=None, reason=doubt)
            judged = [(judgement, attribute)]
        yield self._sum_up(claim, subject, kind.qualname, judged)

    def _constant(self, paper: Paper, claim: DefaultClaim) -> Iterator[Verdict]:
        fact = paper.facts.symbol(claim.name) or paper.facts.symbol(f"{claim.owner}.{claim.name}")
        if not isinstance(fact, ConstantFact | AttributeFact):
            return
        judgement = judge_value(claim, fact)
        holder = paper.facts.class_(claim.name.rpartition(".")[0] or claim.owner)
        if not judgement.outcome and (doubt := _may_change(paper, fact, holder)):
            judgement = replace(judgement, outcome=None, reason=doubt)
        yield self._sum_up(claim, f"{claim.name}: value", claim.name, [(judgement, fact)])

    def _counts(self, paper: Paper) -> Iterator[Verdict]:
        for claim in paper.claims.counts:
            fact = paper.facts.symbol(claim.name)
            actual = _number_of_items(fact)
            if fact is None or actual is None:
                continue
            subject = f"{claim.name}: number of items"
            if actual == claim.count:
                yield self.right(claim.place, subject, fact)
                continue
            message = f"Line {claim.line} gives `{claim.name}` {claim.count} items; the source has {actual}"
            mistake = Mistake(f"{message} (line {fact.line})", expected=str(actual))
            yield self.wrong(claim.place, subject, mistake, owner=claim.name, fact=fact)

    def _sum_up(
        self, claim: DefaultClaim, subject: str, owner: str, judged: Sequence[tuple[Judgement, Fact]]
    ) -> Verdict:
        """Return the best that one of several definitions makes of a claim."""
        for judgement, fact in judged:
            if judgement.outcome:
                return self.right(claim.value_place, subject, fact)
        for judgement, fact in judged:
            if judgement.outcome is None:
                return self.unsure(claim.value_place, subject, judgement.reason, fact)
        judgement, fact = judged[0]
        mistake = _mistake(claim, judgement, fact)
        return self.wrong(claim.value_place, subject, mistake, owner=owner, fact=fact)


def _is_setting(paper: Paper, claim: DefaultClaim) -> bool:
    """Say whether an option of a class is its attribute and no parameter: "Settings are class attributes"."""
    kind = paper.facts.class_(claim.owner) if claim.subject == "option" else None
    if kind is None or any(parameter.name == claim.name for parameter in kind.constructor or ()):
        return False
    attribute = kind.attribute(claim.name)
    return attribute is not None and attribute.value is not None


def _holder(paper: Paper, claim: DefaultClaim) -> ClassFact | None:
    """Return the class whose attribute is meant; where the place names none, the only one that has it."""
    if claim.owner:
        return paper.facts.class_(claim.owner)
    holders = [kind for kind in paper.facts.all_classes() if kind.attribute(claim.name) is not None]
    return holders[0] if len(holders) == 1 else None


def _may_change(paper: Paper, fact: ConstantFact | AttributeFact, holder: ClassFact | None) -> str:
    """Return why what a name is first set to may not be its value; empty where it is."""
    if isinstance(fact, ConstantFact):
        return "the source sets it more than once, or by an expression" if fact.literal is None else ""
    if fact.is_member:
        return ""
    is_field = holder is not None and holder.kind in ("dataclass", "named_tuple") and fact.annotation is not None
    is_set_again = re.search(rf"\.{fact.name}\s*[-+*/|&]?=(?!=)", paper.source_text)
    return "it may differ between instances" if is_set_again or (fact.is_instance and not is_field) else ""


def _number_of_items(fact: Symbol | None) -> int | None:
    if isinstance(fact, ClassFact):
        return len(fact.members) if fact.kind == "enum" and not fact.may_have_more else None
    literal = fact.literal.value if isinstance(fact, ConstantFact) and fact.literal is not None else None
    return len(literal) if isinstance(literal, list | tuple | set | frozenset | dict) else None


def _mistake(claim: DefaultClaim, judgement: Judgement, fact: Fact) -> Mistake:
    line = claim.value_place.line
    has = f"`{judgement.actual}` (line {fact.line})"
    if claim.subject == "constant":
        return Mistake(
            f"Line {line} gives `{claim.name}` the value `{claim.value}`; the source has {has}",
            expected=judgement.actual,
            replacement=_replacement(claim, judgement.actual),
        )
    if not judgement.actual:
        message = f"Line {line} gives `{claim.name}` the default `{claim.value}`; the source has none: it is required"
        replacement = (claim.place, NO_DEFAULT) if claim.form == "detail" else None
        return Mistake(f"{message} (line {fact.line})", expected=NO_DEFAULT, replacement=replacement)
    if not claim.value or claim.says_required:
        says = "required" if claim.says_required else "without a default"
        is_cell = claim.form == "table" and claim.value_place.text != claim.name
        replacement = (claim.value_place, f"`{judgement.actual}`") if is_cell else None
        return Mistake(
            f"Line {line} calls `{claim.name}` {says}; the source has the default {has}",
            expected=judgement.actual,
            replacement=_if_it_fits(replacement),
            severity="medium",
        )
    stands = f", which stands for `{judgement.in_effect}`" if judgement.in_effect else ""
    actual = judgement.in_effect or judgement.actual
    return Mistake(
        f"Line {line} gives `{claim.name}` the default `{claim.value}`; the source has {has}{stands}",
        expected=actual,
        replacement=_replacement(claim, actual),
    )


def _replacement(claim: DefaultClaim, actual: str) -> tuple[Place, str] | None:
    """Return what mends a wrong value, written as the document writes it."""
    place = _without_full_stop(claim.value_place)
    unit = split_unit(claim.value).unit
    if unit:
        first = place.text.find(split_unit(claim.value).value)
        if first < 0 or same_value(actual, "1") or same_value(split_unit(claim.value).value, "1"):
            return None
        last = first + len(split_unit(claim.value).value)
        place = Place(place.line, place.end_line, place.start + first, place.start + last, place.text[first:last])
    if place.line != place.end_line:
        return None
    text = quote_alike(place.text.strip("`"), actual)
    if claim.form == "table":
        text = text.replace("|", "\\|")
    needs_code = not claim.is_code and re.search(r"[*_<\[`]|\w\(", text) and "`" not in place.text
    return _if_it_fits((place, f"`{text}`" if needs_code and claim.form != "docstring" else text))


def _without_full_stop(place: Place) -> Place:
    """Return a number's place without the full stop that ends its sentence."""
    if not re.fullmatch(r"[\d,_]+\.", place.text):
        return place
    return Place(place.line, place.end_line, place.start, place.end - 1, place.text[:-1])


def _if_it_fits(replacement: tuple[Place, str] | None) -> tuple[Place, str] | None:
    if replacement is None or len(replacement[1]) > _LONGEST or "\n" in replacement[1]:
        return None
    return replacement


def _field(kind: ClassFact, name: str) -> ParameterFact | None:
    """Return the parameter that fills a dataclass's field."""
    if kind.kind not in ("dataclass", "named_tuple"):
        return None
    return next((parameter for parameter in kind.constructor or () if parameter.name == name), None)


def _stand_ins(paper: Paper, owner: Owner, name: str) -> tuple[str, ...]:
    symbol = owner.symbol
    if isinstance(symbol, ClassFact):
        made = paper.facts.function(f"{symbol.qualname}.__init__")
        return find_stand_ins(paper.facts, paper.source_text, made, name) if made is not None else ()
    return find_stand_ins(paper.facts, paper.source_text, symbol, name)


def _own_source(paper: Paper, symbol: FunctionFact | ClassFact) -> str:
    """Return the source of a function with all that it may call in the same file, or of its whole class."""
    holder: FunctionFact | ClassFact = paper.facts.class_(symbol.qualname.rpartition(".")[0]) or symbol
    seen = {holder.qualname}
    texts: list[str] = []
    waiting = [holder]
    while waiting:
        one = waiting.pop()
        texts.append("\n".join(paper.source_lines[one.line - 1 : one.end_line]))
        words = dict.fromkeys(_WORD.findall(texts[-1]))
        used = (paper.top_level[word] for word in words if word in paper.top_level)
        for other in used:
            if other.qualname not in seen:
                seen.add(other.qualname)
                waiting.append(other)
    return "\n".join(texts)


def _with_groups(claim: DefaultClaim, document: str) -> DefaultClaim:
    """Return a claim with the rest of its number where a comma between its digits was taken for an end: `100,000`."""
    place = claim.value_place
    more = re.compile(r"(?:,\d{3})+(?!\d)").match(document, place.end)
    if more is None or not re.fullmatch(r"\d{1,3}", claim.value) or place.text != claim.value:
        return claim
    whole = Place(place.line, place.end_line, place.start, more.end(), document[place.start : more.end()])
    return replace(claim, value=whole.text, value_place=whole)
