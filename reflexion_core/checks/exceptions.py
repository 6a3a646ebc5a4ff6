"""The exceptions that a document names, against those that leave the function in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reflexion_core.checks._borrowed_messages import lender_of
from reflexion_core.checks._bounds import Bound, actual_bounds, facing, same_bound, stated_bounds
from reflexion_core.checks._denied_cases import is_denied_case
from reflexion_core.checks._exit_codes import wrong_exit
from reflexion_core.checks._left_out import Judged, find_left_out
from reflexion_core.checks._messages import nearness, same_message, says_nothing
from reflexion_core.checks._near import are_near
from reflexion_core.checks._other_cases import OtherCase, find_gathering, find_other_cases
from reflexion_core.checks._parts import has_word
from reflexion_core.checks._places import fits_place
from reflexion_core.checks._raise_groups import RaiseGroup, find_groups, shown_type
from reflexion_core.checks._said_messages import SaidMessage, judge_message
from reflexion_core.checks._shown_messages import ShownMessage, find_shown_messages
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import ExitClaim, Place, RaisesClaim
from reflexion_core.records import Verdict
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.facts import ClassFact, Fact, ParameterFact

_LONGEST_CASE = 80
"""Characters of a condition that is said again in a message."""
_LIKELY = 0.5
"""Share of common words from which on a stated message is taken for one of the source's own."""
_CONDITION = re.compile(r"(?:if|when|unless|for|on|where|in case|once|after|while|until)\b", re.IGNORECASE)
_CONDITION_BEFORE = re.compile(r"\b(?:if|when|unless|with|where|once|as long as|given)\b[^.]{0,200}\Z", re.IGNORECASE)
"""A condition earlier in the sentence, which limits what is denied."""
_AFTER = re.compile(
    r"\b(?:after|from|instead of|unlike|catch\w*)\s+(?:an?\s+)?(?:`[^`]*`(?:,|,? or|,? and)\s+(?:an?\s+)?)*`?$"
)
_OF_GENERATORS = ("GeneratorExit", "StopIteration", "StopAsyncIteration")
_CLEARLY = 0.15
"""By how much one message must be nearer to the stated one than the next, to be put in its place."""


@CHECKS.register("exceptions")
class ExceptionsCheck(Check):
    """Looks at what is said of one symbol's exceptions together: a wrong type and a missing one may be one fault."""

    name = "exceptions"
    summary = "an exception of the wrong type or message, one that is left out, and one that cannot be raised"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        for group in find_groups(paper):
            judged = Judged()
            for claim in group.claims:
                if claim.is_negative:
                    yield self._denied(paper, group, claim)
                elif claim.type:
                    yield from self._stated(paper, group, claim, judged)
            for found in find_left_out(paper, group, judged):
                subject = f"{group.owner}: raises {found.mistake.expected}"
                yield self.wrong(found.place, subject, found.mistake, owner=group.owner, fact=_lines(found.fact))
        for shown in find_shown_messages(paper):
            yield self._shown(shown)
        beside = [claim.message_place for claim in paper.claims.raises if claim.message_place is not None]
        for said in paper.claims.messages:
            if not any(place.start < said.place.end and said.place.start < place.end for place in beside):
                yield self._said(judge_message(paper, said))

        for stated in paper.claims.exits:
            yield self._exit(paper, stated)

    def _exit(self, paper: Paper, claim: ExitClaim) -> Verdict:
        """Judge an exit code."""
        subject = f"{claim.owner or 'the file'}: exit code {claim.code}"
        judged = wrong_exit(paper, claim)
        if judged is None:
            return self.unsure(claim.place, subject, "the code may come from elsewhere")
        mistake, fact = judged
        if mistake is None:
            return self.right(claim.place, subject, _lines(fact))
        return self.wrong(claim.place, subject, mistake, owner=claim.owner, fact=_lines(fact))

    def _said(self, said: SaidMessage) -> Verdict:
        """Judge a message that stands without an exception."""
        place, owner = said.claim.place, said.claim.owner
        subject = f"{owner or 'the file'}: message {said.claim.message}"
        fact = _lines(said.fact) if said.fact is not None else None
        if said.mistake is not None:
            return self.wrong(place, subject, said.mistake, owner=owner, fact=fact)
        return self.unsure(place, subject, said.reason) if said.reason else self.right(place, subject, fact)

    def _stated(self, paper: Paper, group: RaiseGroup, claim: RaisesClaim, judged: Judged) -> Iterator[Verdict]:
        facts = group.raiser.of_type(group.resolve(claim))
        if not facts:
            yield self._stranger(paper, group, claim, judged)
            return
        if (other := _type_of_message(group, claim, facts)) is not None:
            judged.meant.append(other)
            yield self._other_type(group, claim, other)
            return
        yield self.right(claim.type_place or claim.place, _subject(group, claim), _lines(facts[0]))
        if claim.message is not None and claim.message_place is not None:
            yield self._message(paper, group, claim, facts)
        yield from self._condition(group, claim, facts)
        for case in find_other_cases(paper, group, claim):
            judged.meant.append(case.fact)
            subject = f"{group.owner}: case of {claim.type.rpartition('.')[2]}"
            yield self.wrong(
                claim.place, subject, _other_case(group, claim, case), owner=group.owner, fact=_lines(case.fact)
            )
        if claim.is_only:
            yield self._only(group, claim)

    def _stranger(self, paper: Paper, group: RaiseGroup, claim: RaisesClaim, judged: Judged) -> Verdict:
        """Judge a type that no statement raises: another one may be meant, or it may come from elsewhere."""
        place, subject = claim.type_place or claim.place, _subject(group, claim)
        if (lender := lender_of(paper, group, claim)) is not None:
            return self.wrong(
                place, subject, _borrowed(group, claim, *lender), owner=group.owner, fact=_lines(lender[1])
            )
        if (gathering := find_gathering(group, claim)) is not None:
            mistake = _no_such_case(group, claim, gathering)
            return self.wrong(place, subject, mistake, owner=group.owner, fact=gathering)
        reason = _doubt(paper, group, claim)
        is_before = _is_before(paper, claim)
        fact = None if is_before else group.told_by(claim) or _misspelt(group, claim)
        if fact is None:
            left = [one for one in group.unnamed if one.type not in judged.types]
            same = [one for one in left if group.is_same_case(claim, one)] or _same_cases(group, claim, judged)
            if reason and (is_before or len(same) != 1):
                judged.doubted.append(claim)
                return self.unsure(place, subject, reason)
            same = same or [one for one in left if group.shares_condition(claim, one)]
            fact = next(iter(same if len(same) == 1 else left), None) if len(left) == 1 or len(same) == 1 else None
        if fact is None:
            return self.wrong(place, subject, _cannot_raise(group, claim), owner=group.owner, fact=_whole(group))
        judged.meant.append(fact)
        return self._other_type(group, claim, fact)

    def _other_type(self, group: RaiseGroup, claim: RaisesClaim, fact: ExceptionFact) -> Verdict:
        """Return the verdict that another type is raised."""
        place = claim.type_place or claim.place
        mistake = Mistake(
            f"Line {place.line} says that `{group.owner}` raises `{claim.type}`;"
            f" the source raises `{shown_type(fact)}` (line {fact.line})",
            expected=shown_type(fact),
            replacement=(place, shown_type(fact)) if place.text == claim.type else None,
        )
        return self.wrong(place, _subject(group, claim), mistake, owner=group.owner, fact=_lines(fact))

    def _message(self, paper: Paper, group: RaiseGroup, claim: RaisesClaim, facts: Sequence[ExceptionFact]) -> Verdict:
        stated, place = claim.message or "", claim.message_place or claim.place
        subject = f"{group.owner}: message of {claim.type.rpartition('.')[2]}"
        known = [fact for fact in facts if fact.message is not None]
        results = [same_message(stated, fact.message) for fact in known if fact.message is not None]
        if True in results:
            return self.right(place, subject, _lines(known[results.index(True)]))
        near = max((nearness(stated, fact.message) for fact in known if fact.message is not None), default=0.0)
        if says_nothing(stated):
            return self.unsure(place, subject, "the stated message is all placeholders")
        if None in results or len(known) < len(facts):
            return self.unsure(place, subject, "the message is put together when it is raised", _lines(facts[0]))
        is_own = group.resolve(claim) in group.raiser.types.bases
        is_sure = is_own or near >= _LIKELY or any(group.is_same_case(claim, fact) for fact in known)
        if not is_sure and (reason := group.raiser.other_source(group.resolve(claim), f"{claim.condition} {stated}")):
            return self.unsure(place, subject, reason)
        return self.wrong(
            place, subject, _other_message(paper, group, claim, known), owner=group.owner, fact=_lines(known[0])
        )

    def _condition(self, group: RaiseGroup, claim: RaisesClaim, facts: Sequence[ExceptionFact]) -> Iterator[Verdict]:
        stated = stated_bounds(claim.condition, group.raiser.parameters)
        if claim.message is not None:
            told = [fact for fact in facts if fact.message is not None and same_message(claim.message, fact.message)]
            facts = told or facts
        for bound in stated:
            actual = actual_bounds(facts, bound.name)
            tested = facing(bound, actual) if actual else None
            if actual is None or tested is None:
                continue
            fact = next((one for one in facts if tested in (actual_bounds([one], bound.name) or ())), facts[0])
            same = same_bound(bound, tested, is_whole=_is_whole(group, bound.name))
            subject = f"{group.owner}: when {claim.type.rpartition('.')[2]} for {bound.name}"
            if same:
                yield self.right(claim.place, subject, _lines(fact))
            elif same is None:
                yield self.unsure(claim.place, subject, f"it hangs on whether `{bound.name}` is whole", _lines(fact))
            else:
                mistake = _other_bound(claim, bound, tested, fact)
                yield self.wrong(claim.place, subject, mistake, owner=group.owner, fact=_lines(fact))

    def _shown(self, shown: ShownMessage) -> Verdict:
        """Judge the message of a traceback that doctest does not compare."""
        subject = f"{shown.example.owner}: shown message of {shown.raised.type} in {shown.stated}"
        if shown.is_right:
            return self.right(shown.place, subject, _lines(shown.fact))
        mistake = Mistake(
            f"Line {shown.place.line} shows the message `{shown.stated}`;"
            f" running the example raises `{shown.raised.message}` (line {shown.fact.line})",
            expected=shown.raised.message,
            replacement=(shown.place, shown.raised.message) if "\n" not in shown.raised.message else None,
        )
        return self.wrong(shown.place, subject, mistake, owner=shown.example.owner, fact=_lines(shown.fact))

    def _denied(self, paper: Paper, group: RaiseGroup, claim: RaisesClaim) -> Verdict:
        """Judge "does not raise", of one type or of any."""
        name = group.resolve(claim) if claim.type else "BaseException"
        subject = f"{group.owner}: never raises {claim.type or 'anything'}"
        facts = group.raiser.of_type(name) if claim.type else group.raiser.own
        certain = [fact for fact in facts if fact.certainty == "certain" and fact.origin == "raise"]
        if _CONDITION.match(claim.condition):
            parameters = group.raiser.parameters
            certain = [fact for fact in certain if is_denied_case(claim.condition, fact, parameters)]
            certain = [] if _CONDITION_BEFORE.search(paper.document, 0, claim.place.start) else certain
        if certain and not isinstance(group.raiser.symbol, ClassFact):
            fact = certain[0]
            mistake = Mistake(
                f"Line {claim.line} says that `{group.owner}` does not raise {_named(claim)}{_in_case(claim)};"
                f" the source raises `{shown_type(fact)}` (line {fact.line})",
                expected=shown_type(fact),
            )
            return self.wrong(claim.place, subject, mistake, owner=group.owner, fact=_lines(fact))
        if facts:
            return self.unsure(claim.place, subject, "it is raised in some cases only", _lines(facts[0]))
        reason = group.raiser.other_source(name)
        if reason and claim.type:
            return self.unsure(claim.place, subject, reason)
        return self.right(claim.place, subject, _whole(group))

    def _only(self, group: RaiseGroup, claim: RaisesClaim) -> Verdict:
        subject = f"{group.owner}: only {claim.type.rpartition('.')[2]}"
        others = [fact for fact in group.expected if not any(group.covers(one, fact) for one in group.stated)]
        if not others:
            return self.unsure(claim.place, subject, "Python and what it calls may raise others")
        mistake = Mistake(
            f"Line {claim.line} says that `{group.owner}` raises only `{claim.type}`;"
            f" the source raises `{shown_type(others[0])}` too (line {others[0].line})",
            expected=shown_type(others[0]),
        )
        return self.wrong(claim.place, subject, mistake, owner=group.owner, fact=_lines(others[0]))


def _type_of_message(group: RaiseGroup, claim: RaisesClaim, facts: Sequence[ExceptionFact]) -> ExceptionFact | None:
    """Return the exception of another type whose very message a claim states, where none of its own type has it."""
    if claim.message is None or any(fact.message is None for fact in facts):
        return None
    if any(same_message(claim.message, fact.message) is not False for fact in facts if fact.message is not None):
        return None
    other = group.told_by(claim)
    return other if other is not None and not group.covers(claim, other) else None


def _subject(group: RaiseGroup, claim: RaisesClaim) -> str:
    return f"{group.owner}: raises {claim.type.rpartition('.')[2]}"


def _lines(fact: ExceptionFact) -> Fact:
    return Fact(line=fact.line, end_line=fact.end_line)


def _whole(group: RaiseGroup) -> Fact:
    return Fact(line=group.raiser.symbol.line, end_line=group.raiser.symbol.end_line)


def _in_case(claim: RaisesClaim) -> str:
    condition = " ".join(claim.condition.split())
    return f" {condition}" if _CONDITION.match(condition) and len(condition) <= _LONGEST_CASE else ""


def _named(claim: RaisesClaim) -> str:
    return f"`{claim.type}`" if claim.type else "anything"


def _doubt(paper: Paper, group: RaiseGroup, claim: RaisesClaim) -> str:
    """Return why a type that no statement raises may come out all the same; empty where it cannot."""
    name = group.resolve(claim)
    types = group.raiser.types
    if _is_before(paper, claim):
        return f"`{claim.type}` may be what was raised before"
    if name in _OF_GENERATORS:
        return f"`{name}` is raised where a generator is closed or ends"
    if types.is_subclass(name, "Warning"):
        return "a warning is given and not raised"
    if claim.form == "prose" and name not in types.bases and not types.is_known(name):
        return f"what `{claim.type}` is cannot be told"
    return group.raiser.other_source(name, f"{claim.condition} {claim.message or ''}")


def _is_before(paper: Paper, claim: RaisesClaim) -> bool:
    """Say whether a type may be named for what was raised before: "after a `KeyError`"."""
    place = claim.type_place or claim.place
    line = paper.document[paper.document.rfind("\n", 0, place.start) + 1 : place.start]
    return has_word(claim.condition, claim.type) or _AFTER.search(line) is not None


def _same_cases(group: RaiseGroup, claim: RaisesClaim, judged: Judged) -> list[ExceptionFact]:
    """Return the exceptions that a claim is about by its condition, and that no claim of their type is about."""
    facts = [fact for fact in group.expected if not any(fact is one for one in judged.meant)]
    free = [f for f in facts if not any(group.covers(c, f) and group.is_same_case(c, f) for c in group.stated)]
    return [fact for fact in free if group.is_same_case(claim, fact)][:1]


def _misspelt(group: RaiseGroup, claim: RaisesClaim) -> ExceptionFact | None:
    """Return the exception whose type a claim misspells: one that has no other meaning as it is written."""
    name = group.resolve(claim)
    if name in group.raiser.types.bases or group.raiser.types.is_known(name):
        return None
    return next((f for f in group.raiser.raises if f.name and are_near(claim.type.rpartition(".")[2], f.name)), None)


def _cannot_raise(group: RaiseGroup, claim: RaisesClaim) -> Mistake:
    types = dict.fromkeys(shown_type(fact) for fact in group.raiser.raises if fact.type is not None)
    actual = ", ".join(f"`{name}`" for name in types) or "no exception"
    return Mistake(
        f"Line {(claim.type_place or claim.place).line} says that `{group.owner}` raises `{claim.type}`;"
        f" nothing in it can: the source raises {actual} there (line {group.raiser.symbol.line})",
        expected=", ".join(types),
        severity="medium" if claim.form == "prose" else None,  # a sentence may be about another call
    )


def _borrowed(group: RaiseGroup, claim: RaisesClaim, lender: str, fact: ExceptionFact) -> Mistake:
    return Mistake(
        f"Line {claim.place.line} gives `{group.owner}` a message that it never raises;"
        f" the source raises it in `{lender}` (line {fact.line})",
        expected=", ".join(dict.fromkeys(shown_type(one) for one in group.raiser.raises if one.type is not None)),
    )


def _other_message(paper: Paper, group: RaiseGroup, claim: RaisesClaim, facts: Sequence[ExceptionFact]) -> Mistake:
    """Say which message is meant: one that no other claim states, the one with the most words in common."""
    stated = claim.message or ""
    others = [one.message for one in group.stated if one.message is not None and one is not claim]
    free = [f for f in facts if f.message and not any(same_message(other, f.message) for other in others)] or facts
    ranked = sorted(free, key=lambda f: nearness(stated, f.message) if f.message else 0, reverse=True)
    best = ranked[0]
    texts = {str(fact.message) for fact in free}
    scores = [
        nearness(stated, fact.message) for fact in ranked if fact.message and str(fact.message) != str(best.message)
    ]
    is_clear = len(texts) == 1 or nearness(stated, best.message) > max(scores, default=0) + _CLEARLY
    text, place = str(best.message), claim.message_place or claim.place
    shown = f"`{text}`" if text else "no message"
    if not is_clear:
        shown = " or ".join(f"`{other}`" for other in sorted(texts))
    return Mistake(
        f"Line {place.line} gives the message `{' '.join(stated.split())}`;"
        f" the source raises {shown} (line {best.line})",
        expected=text,
        replacement=_replacement(paper, claim, place, text) if is_clear else None,
        severity="medium" if _is_cut(stated, text) else None,
    )


def _is_cut(stated: str, actual: str) -> bool:
    """Say whether a stated message is right as far as it goes."""
    return bool(stated.strip()) and actual.lower().startswith(" ".join(stated.split()).rstrip(". ").lower())


def _replacement(paper: Paper, claim: RaisesClaim, place: Place, text: str) -> tuple[Place, str] | None:
    if claim.form == "table":
        text = text.replace("|", "\\|")
    return (place, text) if text and fits_place(paper.document, place, text) else None


def _other_bound(claim: RaisesClaim, stated: Bound, actual: Bound, fact: ExceptionFact) -> Mistake:
    return Mistake(
        f"Line {claim.line} says that `{claim.type}` is raised if `{stated}`;"
        f" the source raises it if `{actual}` (line {fact.line})",
        expected=str(actual),
    )


def _no_such_case(group: RaiseGroup, claim: RaisesClaim, gathering: ParameterFact) -> Mistake:
    """Say that what gathers arguments is always of its kind."""
    kind, stars = ("a dict", "**") if gathering.kind == "var_keyword" else ("a tuple", "*")
    return Mistake(
        f"Line {(claim.type_place or claim.place).line} says that `{group.owner}` raises `{claim.type}`"
        f" {claim.condition[:1].lower()}{claim.condition[1:]}; `{stars}{gathering.name}` always is {kind}:"
        f" it gathers the arguments (line {gathering.line})"
    )


def _other_case(group: RaiseGroup, claim: RaisesClaim, case: OtherCase) -> Mistake:
    """Say which exception a part of a condition belongs to, and what becomes of it."""
    place, actual = claim.type_place or claim.place, shown_type(case.fact)
    told = f"for `{case.name}`" if case.name else "then"
    if case.caught:
        instead = f" and returns `{case.result}`" if case.result else ""
        caught = f", which `{group.owner}` catches (line {case.caught}){instead}"
    else:
        caught = ""
    return Mistake(
        f"Line {place.line} says that `{group.owner}` raises `{claim.type}` {case.words};"
        f" what the source raises {told} is `{actual}` (line {case.fact.line}){caught}",
        expected=case.result if case.caught else actual,
        replacement=(place, actual) if case.is_whole and not case.caught and place.text == claim.type else None,
    )


def _is_whole(group: RaiseGroup, name: str) -> bool:
    """Say whether a parameter is annotated to be a whole number."""
    symbol = group.raiser.symbol
    given = (symbol.constructor or ()) if isinstance(symbol, ClassFact) else symbol.parameters
    return any(parameter.name == name and parameter.annotation == "int" for parameter in given)
