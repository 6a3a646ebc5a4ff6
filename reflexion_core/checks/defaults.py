"""The defaults and constants that a document states, against the source's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reflexion_core.checks._default_values import (
    compare_default,
    compare_value,
    is_definite,
    quote_alike,
    shown_default,
    split_unit,
)
from reflexion_core.checks._owners import Owner, find_owner
from reflexion_core.checks._passed_on import find_stand_ins
from reflexion_core.checks._signature_places import SignaturePlaces
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import DefaultClaim, Place
from reflexion_core.document.values import normalize_value, same_value
from reflexion_core.records import Verdict
from reflexion_core.source.facts import AttributeFact, ClassFact, ConstantFact, Fact, ModuleFacts, ParameterFact

_NOT_A_VALUE = re.compile(r"[-–—./ ]*|n/?a|required|mandatory|none given", re.IGNORECASE)
_LONGEST = 60
"""Characters of a value that is put into a document."""


@dataclass(frozen=True)
class _Judgement:
    """What can be said of one claim against one fact."""

    outcome: bool | None
    actual: str = ""
    """What the source says, for the message and the repair; empty where it has no default."""
    reason: str = ""
    in_effect: str = ""
    """What the source takes where the default is None, if it differs from what is stated."""


@CHECKS.register("defaults")
class DefaultsCheck(Check):
    """Looks at lists, tables and sentences; what a signature says is the signature check's."""

    name = "defaults"
    summary = "a default or a constant's value that is not the source's"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        signatures = SignaturePlaces(paper.claims)
        right: set[tuple[str, str, str]] = set()
        stated = (claim for claim in paper.claims.defaults if not signatures.hold(claim.value_place))
        for claim in (_with_groups(claim, paper.document) for claim in stated):
            said = (claim.owner, claim.name, claim.form)
            for verdict in self._judge(paper, claim):
                if verdict.outcome == "wrong" and said in right:
                    yield self.unsure(claim.value_place, verdict.subject, "the default has been given before")
                else:
                    yield verdict
                if verdict.outcome == "right":
                    right.add(said)

    def _judge(self, paper: Paper, claim: DefaultClaim) -> Iterator[Verdict]:
        if claim.subject == "constant":
            yield from self._constant(paper, claim)
        elif claim.subject == "attribute":
            yield from self._attribute(paper, claim)
        elif claim.subject in ("parameter", "option"):
            yield from self._parameter(paper, claim)

    def _parameter(self, paper: Paper, claim: DefaultClaim) -> Iterator[Verdict]:
        owner = find_owner(paper.facts, claim.owner)
        if owner is None:
            return
        subject = f"{owner.qualname}.{claim.name}: default"
        facts = list(owner.all_of(claim.name))
        if isinstance(owner.symbol, ClassFact) and owner.symbol.kind == "typed_dict":
            yield self.unsure(claim.value_place, subject, "what a missing key stands for is not in the source")
            return
        if not facts:
            if claim.subject == "option" or owner.is_open or owner.doubt:
                yield self.unsure(claim.value_place, subject, "it is not in the signature")
            return  # the parameters check has said that there is no such parameter
        claim = _spelt_out(claim, facts, paper.facts)
        judged = [(_judge(claim, fact, paper.source_text), fact) for fact in facts]
        if not any(judgement.outcome for judgement, _ in judged) and any(fact.default == "None" for fact in facts):
            more = _stand_ins(paper, owner, claim.name)  # it takes the source's tree, which is rarely needed
            judged = [(_judge(claim, fact, paper.source_text, more), fact) for fact in facts]
        yield self._sum_up(claim, subject, owner.qualname, judged)

    def _attribute(self, paper: Paper, claim: DefaultClaim) -> Iterator[Verdict]:
        kind = paper.facts.class_(claim.owner)
        attribute = kind.attribute(claim.name) if kind is not None else None
        if kind is None or attribute is None:
            return
        subject = f"{kind.qualname}.{claim.name}: default"
        if parameter := _field(kind, claim.name):
            judged: list[tuple[_Judgement, Fact]] = [(_judge(claim, parameter, paper.source_text), parameter)]
        else:
            judged = [(_judge_value(claim, attribute), attribute)]
        yield self._sum_up(claim, subject, kind.qualname, judged)

    def _constant(self, paper: Paper, claim: DefaultClaim) -> Iterator[Verdict]:
        fact = paper.facts.symbol(claim.name) or paper.facts.symbol(f"{claim.owner}.{claim.name}")
        if isinstance(fact, ConstantFact | AttributeFact):
            yield self._sum_up(claim, f"{claim.name}: value", claim.name, [(_judge_value(claim, fact), fact)])

    def _sum_up(
        self, claim: DefaultClaim, subject: str, owner: str, judged: Sequence[tuple[_Judgement, Fact]]
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


def _judge(claim: DefaultClaim, fact: ParameterFact, text: str, stand_ins: tuple[str, ...] = ()) -> _Judgement:
    """Judge a stated default, or the statement that there is none.

    Args:
        claim: The claim.
        fact: The parameter.
        text: The source, in which a default in effect may stand.
        stand_ins: What functions that the parameter is passed on to take in place of None.
    """
    is_absent = not claim.value or bool(_NOT_A_VALUE.fullmatch(claim.value))
    if fact.is_variadic:
        return _Judgement(None, reason=f"`{fact.starred_name}` takes any number of arguments")
    if not fact.has_default:
        return _judge_required(claim, is_absent=is_absent)
    actual = shown_default(fact)
    if is_absent:
        return _judge_absent(claim, actual)
    same = compare_default(claim.value, fact, stand_ins)
    if same is None and _cannot_be(claim, fact, text, stand_ins):
        same = False
    if same is not False:
        return _Judgement(same, actual, f"whether that is `{actual}` cannot be told")
    if actual == "None" and not fact.stand_ins and not stand_ins and _may_be_in_effect(claim, text):
        return _Judgement(None, actual, "the default is None, and the value may be what is taken in its place")
    in_effect = [text for text in (*fact.stand_ins, *stand_ins) if is_definite(text)]
    return _Judgement(False, actual, in_effect=in_effect[0] if actual == "None" and in_effect else "")


def _cannot_be(claim: DefaultClaim, fact: ParameterFact, text: str, stand_ins: tuple[str, ...]) -> bool:
    """Say whether a value that cannot be compared is another one all the same."""
    actual = shown_default(fact)
    if claim.is_code and _is_bare_string(claim.value, actual, text):
        return True
    if actual == "None":  # a value that the source never names can only be made by a call
        is_made = any("(" in expression for expression in (*fact.stand_ins, *stand_ins))
        return is_definite(claim.value) and not is_made and not _may_be_in_effect(claim, text)
    return False


def _spelt_out(claim: DefaultClaim, facts: Sequence[ParameterFact], module: ModuleFacts) -> DefaultClaim:
    """Return a claim with the value of the constant that it names, unless the source names it too."""
    constant = module.symbol(claim.value)
    if not isinstance(constant, ConstantFact) or constant.literal is None:
        return claim
    if any(fact.default is None or claim.value in fact.default for fact in facts):
        return claim
    return replace(claim, value=repr(constant.literal.value))


def _is_bare_string(stated: str, actual: str, text: str) -> bool:
    """Say whether a word in code can only be a string without its quotes: it names nothing in the source."""
    value = normalize_value(actual)
    is_word = bool(re.fullmatch(r"[A-Za-z][\w-]*", stated))
    return is_word and value is not None and value.kind == "string" and not _stands_in(stated, text)


def _judge_required(claim: DefaultClaim, *, is_absent: bool) -> _Judgement:
    if is_absent or claim.is_ambiguous:
        return _Judgement(True)
    is_sure = claim.is_code or is_definite(claim.value)
    return _Judgement(False if is_sure else None, reason="the words may not mean a default")


def _judge_absent(claim: DefaultClaim, actual: str) -> _Judgement:
    """Judge "no default", a blank or "required" for a parameter that has a default."""
    if claim.value and not claim.says_required:
        return _Judgement(None, actual, "a dash may mean many things")
    if actual == "None":
        return _Judgement(None, actual, "the default is None, which may be what is meant")
    return _Judgement(False, actual)


def _judge_value(claim: DefaultClaim, fact: AttributeFact | ConstantFact) -> _Judgement:
    if not claim.value or "..." in claim.value or "…" in claim.value:
        return _Judgement(None, reason="the value is not given in full")
    same = compare_value(claim.value, fact.value, fact.literal)
    return _Judgement(same, fact.value or "", "the value cannot be told without running the source")


def _mistake(claim: DefaultClaim, judgement: _Judgement, fact: Fact) -> Mistake:
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
        return Mistake(f"{message} (line {fact.line})")
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


def _may_be_in_effect(claim: DefaultClaim, text: str) -> bool:
    """Say whether a value may be what is taken in place of None, somewhere that the facts do not reach."""
    if not claim.is_code and claim.form != "table":
        return True
    return _stands_in(split_unit(claim.value).value.strip("`\"'"), text)


def _stands_in(word: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", text))


def _with_groups(claim: DefaultClaim, document: str) -> DefaultClaim:
    """Return a claim with the rest of its number where a comma between its digits was taken for an end: `100,000`."""
    place = claim.value_place
    more = re.compile(r"(?:,\d{3})+(?!\d)").match(document, place.end)
    if more is None or not re.fullmatch(r"\d{1,3}", claim.value) or place.text != claim.value:
        return claim
    whole = Place(place.line, place.end_line, place.start, more.end(), document[place.start : more.end()])
    return replace(claim, value=whole.text, value_place=whole)
