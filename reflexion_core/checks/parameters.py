"""The parameters that a document lists, against those that the source has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reflexion_core.checks._described import Described
from reflexion_core.checks._inherited import described_by_bases
from reflexion_core.checks._keyword_options import options_of
from reflexion_core.checks._near import near_names
from reflexion_core.checks._owners import Owner
from reflexion_core.checks._signature_places import SignaturePlaces
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import (
    ParameterClaim,
    ParameterCountClaim,
    ParameterListClaim,
    SignatureClaim,
    SymbolClaim,
)
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ClassFact, FunctionFact, KeywordOptions, ParameterFact

_KINDS = {
    "positional_only": "positional only",
    "keyword_only": "keyword only",
    "positional_or_keyword": "positional or keyword",
    "var_positional": "any number of positional arguments",
    "var_keyword": "any number of keyword arguments",
}
_FEW = 2
"""Parameters that a complete list may lack by mistake, however short it is."""
_STARS = {"*": "var_positional", "**": "var_keyword"}


@CHECKS.register("parameters")
class ParametersCheck(Check):
    """Looks at lists, tables and sentences; what a signature says is the signature check's."""

    name = "parameters"
    summary = "a parameter that is left out, invented, misspelt, in the wrong order or of the wrong kind"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        yield from self._mentions(paper)
        yield from self._counts(paper)
        settled = {(claim.name, claim.line) for claim in paper.claims.defaults}
        for described in _described(paper):
            options = options_of(paper, described.owner)
            for claim in described.entries:
                if options is not None and described.owner.parameter(claim.name) is None:
                    yield self._option(described, claim, options)
                elif described.is_titled(claim.line) and _takes_nothing(described.owner):
                    yield self._of_property(described.owner, claim)
                elif described.owner.doubt:
                    yield self.unsure(claim.place, _subject(described.owner, claim.name), described.owner.doubt)
                else:
                    yield self._entry(described, claim, has_default=(claim.name, claim.line) in settled)
            if not described.owner.doubt:
                for one in described.lists:
                    yield from self._list(described, one)

    def _mentions(self, paper: Paper) -> Iterator[Verdict]:
        """Judge what running text says of names, those of them that are parameters."""
        for claim in paper.claims.parameters:
            owner = paper.owner(claim.owner) if claim.is_mention else None
            facts = list(owner.all_of(claim.name)) if owner is not None and not owner.doubt else []
            if owner is None or not facts:
                continue
            subject = _subject(owner, claim.name)
            mistakes = [_misdescribed(claim, fact, has_default=False) for fact in facts]
            if None in mistakes or not owner.is_certain:
                yield self.right(claim.place, subject, facts[0])
            else:
                mistake = mistakes[0] or Mistake("")
                yield self.wrong(claim.place, subject, mistake, owner=owner.qualname, fact=facts[0])

    def _counts(self, paper: Paper) -> Iterator[Verdict]:
        for claim in paper.claims.parameter_counts:
            owner = paper.owner(claim.owner)
            if owner is None or owner.doubt or not owner.calls:
                continue
            subject, call = f"{owner.qualname}: number of parameters", owner.calls[0]
            if not owner.is_certain or any(_takes(one.parameters, claim) for one in owner.calls):
                yield self.right(claim.place, subject, call.head)
                continue
            actual = ", ".join(f"`{parameter}`" for parameter in call.parameters) or "no parameters"
            mistake = Mistake(f"Line {claim.line} says `{claim.text}`; the source has {actual} (line {call.head.line})")
            yield self.wrong(claim.place, subject, mistake, owner=owner.qualname, fact=call.head)

    def _entry(self, described: Described, claim: ParameterClaim, *, has_default: bool) -> Verdict:
        owner = described.owner
        facts = list(owner.all_of(claim.name))
        if not facts:
            return self._stranger(described, claim)
        subject = _subject(owner, claim.name)
        mistakes = [_misdescribed(claim, fact, has_default=has_default) for fact in facts]
        for mistake, fact in zip(mistakes, facts, strict=True):
            if mistake is None:
                return self.right(claim.place, subject, fact)
        return self.wrong(claim.place, subject, mistakes[0] or Mistake(""), owner=owner.qualname, fact=facts[0])

    def _option(self, described: Described, claim: ParameterClaim, options: KeywordOptions) -> Verdict:
        """Judge a name that may be one of the keywords that the owner takes without naming them."""
        owner = described.owner
        subject = _subject(owner, claim.name)
        if claim.name in options.names:
            return self.right(claim.name_place, subject, options.get(claim.name))
        is_sure = options.is_complete and owner.is_certain and (claim.subject == "option" or claim.form == "table")
        if not is_sure and not (options.is_complete and described.is_of_parameters(claim)):
            return self._stranger(described, claim)
        near = near_names(claim.name, options.names)
        names = ", ".join(f"`{name}`" for name in sorted(options.names))
        mistake = Mistake(
            f"Line {claim.name_place.line} describes an option `{claim.name}` of `{owner.qualname}`;"
            f" the source takes only {names} (line {owner.symbol.line})",
            expected=near[0] if len(near) == 1 else names.replace("`", ""),
            replacement=(claim.name_place, near[0]) if len(near) == 1 else None,
        )
        return self.wrong(claim.name_place, subject, mistake, owner=owner.qualname, fact=owner.symbol)

    def _of_property(self, owner: Owner, claim: ParameterClaim) -> Verdict:
        if claim.name == "self":
            return self.right(claim.place, _subject(owner, claim.name), owner.symbol)
        mistake = Mistake(
            f"Line {claim.line} describes a parameter `{claim.name}` of `{owner.qualname}`; that is a property,"
            f" and takes none (line {owner.symbol.line})",
            severity="medium",
        )
        subject = _subject(owner, claim.name)
        return self.wrong(claim.place, subject, mistake, owner=owner.qualname, fact=owner.symbol)

    def _stranger(self, described: Described, claim: ParameterClaim) -> Verdict:
        """Judge a parameter that the source does not have."""
        owner = described.owner
        subject = _subject(owner, claim.name)
        head = owner.calls[0].head
        if claim.name in ("self", "cls"):
            return self.right(claim.name_place, subject, head)
        meant = described.meant.get(claim.name)
        doubt = _stranger_doubt(owner, claim, meant)
        if not doubt and not described.is_of_parameters(claim):
            doubt = "it may be a list of something else"
        if doubt:
            return self.unsure(claim.name_place, subject, doubt, head)
        says = f"Line {claim.name_place.line} describes a parameter `{claim.stars}{claim.name}` of `{owner.qualname}`"
        if meant is None:
            mistake = Mistake(f"{says}; the source has no such parameter (line {head.line})")
            return self.wrong(claim.name_place, subject, mistake, owner=owner.qualname, fact=head)
        mistake = Mistake(
            f"{says}; the source calls it `{meant.starred_name}` (line {meant.line})",
            expected=meant.name,
            replacement=(claim.name_place, meant.name),
            severity="low" if meant.is_variadic else None,
        )
        return self.wrong(claim.name_place, subject, mistake, owner=owner.qualname, fact=meant)

    def _list(self, described: Described, one: ParameterListClaim) -> Iterator[Verdict]:
        owner = described.owner
        subject = f"{owner.qualname}: parameters"
        head = owner.calls[0].head
        missing = described.left_out(one)
        turned = _turned(owner, one) if one.is_ordered else None
        doubt = _list_doubt(described, one, missing) if missing else ""
        if doubt:
            yield self.unsure(one.place, subject, doubt, head)
        elif missing:
            for parameter in missing:
                yield self._left_out(described, one, parameter)
        elif turned is not None:
            yield self._out_of_order(owner, one, *turned)
        elif all(described.knows(name) for name in one.names):
            yield self.right(one.place, subject, head)

    def _left_out(self, described: Described, one: ParameterListClaim, parameter: ParameterFact) -> Verdict:
        owner = described.owner
        mistake = Mistake(
            f"{_lines(one)} the parameters of `{owner.qualname}` without `{parameter.name}`;"
            f" the source has `{parameter}` (line {parameter.line})",
            expected=str(parameter),
            dimension="completeness",
            lines=(described.start_of(one), one.end_line),
        )
        subject = _subject(owner, parameter.name)
        return self.wrong(one.place, subject, mistake, owner=owner.qualname, fact=parameter)

    def _out_of_order(
        self, owner: Owner, one: ParameterListClaim, first: ParameterFact, second: ParameterFact
    ) -> Verdict:
        order = ", ".join(f"`{parameter.name}`" for parameter in owner.calls[0].parameters)
        mistake = Mistake(
            f"{_lines(one)} `{second.name}` before `{first.name}` as parameters of `{owner.qualname}`;"
            f" in the source the order is {order} (line {first.line})",
            expected=order.replace("`", ""),
        )
        return self.wrong(one.place, f"{owner.qualname}: order", mistake, owner=owner.qualname, fact=first)


def _described(paper: Paper) -> Iterator[Described]:
    """Yield what is said of each owner that the source has."""
    signatures = SignaturePlaces(paper.claims)
    owners: dict[str, Owner] = {}
    entries: dict[str, list[ParameterClaim]] = {}
    lists: dict[str, list[ParameterListClaim]] = {}
    for claim in paper.claims.parameters:
        if claim.subject not in ("parameter", "option") or claim.is_mention or signatures.hold(claim.place):
            continue
        if owner := paper.owner(claim.owner):
            owners[owner.qualname] = owner
            entries.setdefault(owner.qualname, []).append(claim)
    for one in paper.claims.parameter_lists:
        if one.subject == "parameter" and (owner := paper.owner(one.owner)):
            owners[owner.qualname] = owner
            lists.setdefault(owner.qualname, []).append(one)
    starts: dict[str, list[int]] = defaultdict(list)
    heads: list[SymbolClaim | SignatureClaim] = [*paper.claims.symbols, *paper.claims.signatures]
    for start in heads:
        if start.form in ("heading", "fence") and (found := paper.owner(start.owner)):
            starts[found.qualname].append(start.line)
    parts = tuple((part.line, part.part_end_line) for part in paper.claims.parts if part.role == "parameters")
    for name, owner in owners.items():
        own = entries.get(name, ())
        lines = {claim.line for claim in own}
        around, inherited = _around(parts, lines), described_by_bases(paper, owner)
        yield Described(owner, tuple(own), tuple(lists.get(name, ())), around, tuple(starts[name]), inherited)


def _around(parts: tuple[tuple[int, int], ...], lines: set[int]) -> tuple[tuple[int, int], ...]:
    """Return the parts that hold one of some lines."""
    first, last = min(lines, default=0), max(lines, default=0)
    near = [part for part in parts if part[0] <= last and part[1] >= first]
    return tuple(part for part in near if any(part[0] <= line <= part[1] for line in lines))


def _subject(owner: Owner, name: str) -> str:
    return f"{owner.qualname}.{name}: parameter"


def _lines(one: ParameterListClaim) -> str:
    if one.line == one.end_line:
        return f"Line {one.line} lists"
    return f"Lines {one.line} to {one.end_line} list"


def _list_doubt(described: Described, one: ParameterListClaim, missing: Sequence[ParameterFact]) -> str:
    """Return why a list that leaves parameters out may be right all the same; empty where it is not."""
    if not described.owner.is_certain:
        return "a decorator from elsewhere may give it other parameters"
    if len(missing) > max(_FEW, len(one.names)):
        return "it may be a choice from many parameters"
    is_field_list = one.text.startswith(":")
    if one.form == "docstring" and not is_field_list and not described.is_titled(one.line):
        return "it has no title, and may be about some of the parameters"
    return ""


def _takes_nothing(owner: Owner) -> bool:
    """Say whether an owner is a property that is only read: what is assigned to one may be called a parameter."""
    symbol = owner.symbol
    return isinstance(symbol, FunctionFact) and symbol.is_property and symbol.setter is None and owner.is_certain


def _stranger_doubt(owner: Owner, claim: ParameterClaim, meant: ParameterFact | None) -> str:
    """Return why a name that the source does not list may still be a parameter; empty where it cannot."""
    if claim.subject == "option":
        return f"`{claim.name}` is described as an option; which options there are is not in the signature"
    if not owner.is_certain:
        return "a decorator from elsewhere may give it other parameters"
    if meant is None and claim.name[:1].isupper():
        return "parameters seldom have a capital: it may be a value or a word"
    if isinstance(owner.symbol, ClassFact) and owner.symbol.has_member(claim.name):
        return f"`{claim.name}` is a member of `{owner.qualname}`, not a parameter"
    is_misspelt = meant is not None and not meant.is_variadic
    if owner.is_open and not claim.stars and not is_misspelt:
        return f"`{owner.qualname}` takes keywords that it does not name"
    return ""


def _misdescribed(claim: ParameterClaim, fact: ParameterFact, *, has_default: bool) -> Mistake | None:
    """Return what is wrong with the words on a parameter; whether it is needed, a stated default settles."""
    need = None if has_default else _wrong_need(claim, fact)
    return _wrong_stars(claim, fact) or _wrong_kind(claim, fact) or need


def _takes(parameters: Sequence[ParameterFact], claim: ParameterCountClaim) -> bool:
    """Say whether so many arguments may be what is meant: all, the required, or those given by position."""
    required = [parameter for parameter in parameters if parameter.is_required]
    least = len([parameter for parameter in required if parameter.kind != "keyword_only"])
    if claim.is_required:
        return claim.count in (least, len(required))
    return claim.count >= least and (claim.count <= len(parameters) or any(p.is_variadic for p in parameters))


def _says(claim: ParameterClaim) -> str:
    return f"Line {claim.line} calls `{claim.stars}{claim.name}`"


def _wrong_stars(claim: ParameterClaim, fact: ParameterFact) -> Mistake | None:
    kind = _STARS.get(claim.stars)
    if kind is None or kind == fact.kind:
        return None
    return Mistake(
        f"Line {claim.line} describes `{claim.stars}{claim.name}`;"
        f" the source has `{fact.starred_name}` (line {fact.line})",
        expected=fact.starred_name,
    )


def _wrong_kind(claim: ParameterClaim, fact: ParameterFact) -> Mistake | None:
    stated = (claim.kind or "").replace("-", "_")
    if stated not in ("positional_only", "keyword_only", "positional_or_keyword") or stated == fact.kind:
        return None
    actual = _KINDS[fact.kind]
    return Mistake(f"{_says(claim)} {_KINDS[stated]}; in the source it is {actual} (line {fact.line})", expected=actual)


def _wrong_need(claim: ParameterClaim, fact: ParameterFact) -> Mistake | None:
    """Judge "optional" and "required"."""
    if claim.is_optional is None or fact.is_variadic or claim.is_optional != fact.is_required:
        return None
    if claim.is_optional:
        if _takes_none(fact.annotation or ""):
            return None  # "optional" may be said of the type
        message = f"{_says(claim)} optional; in the source it has no default: it is required (line {fact.line})"
        return Mistake(message, expected="required", severity="medium")
    if fact.default == "None":
        return None  # what is refused when it is None must be given all the same
    message = f"{_says(claim)} required; in the source it has the default `{fact.default}` (line {fact.line})"
    return Mistake(message, expected=f"optional, default {fact.default}", severity="medium")


def _takes_none(annotation: str) -> bool:
    return "Optional" in annotation or "None" in annotation or "Any" in annotation


def _turned(owner: Owner, one: ParameterListClaim) -> tuple[ParameterFact, ParameterFact] | None:
    """Return two parameters, in the order of the source, that a list has the other way round."""
    if any(not list(_swaps(call.parameters, one.names)) for call in owner.calls):
        return None
    return next(_swaps(owner.calls[0].parameters, one.names), None)


def _swaps(
    parameters: tuple[ParameterFact, ...], names: tuple[str, ...]
) -> Iterator[tuple[ParameterFact, ParameterFact]]:
    """Yield neighbours in a list that are in the wrong order; of keyword-only parameters the order is free."""
    order = {parameter.name: index for index, parameter in enumerate(parameters)}
    placed = [order[name] for name in names if name in order and parameters[order[name]].kind != "keyword_only"]
    for before, after in pairwise(placed):
        if before > after:
            yield parameters[after], parameters[before]
