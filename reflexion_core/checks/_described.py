"""What a document says of one owner's parameters, taken together, beside what the source has.

A renamed parameter looks like two faults, one name too many and one too few; here the two are paired, so that it is
reported once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from reflexion_core.checks._near import near_names
from reflexion_core.checks._owners import Call, Owner
from reflexion_core.document.claims import ParameterClaim, ParameterListClaim
from reflexion_core.source.facts import ParameterFact

_RECEIVERS = ("self", "cls")


@dataclass(frozen=True)
class Described:
    """The claims on the parameters of one owner."""

    owner: Owner
    entries: tuple[ParameterClaim, ...]
    lists: tuple[ParameterListClaim, ...]
    parts: tuple[tuple[int, int], ...] = ()
    """First and last line of each part of the document that is titled as one of parameters."""
    starts: tuple[int, ...] = ()
    """Lines of the headings and signatures that a list of its parameters may stand below."""
    inherited: frozenset[str] = frozenset()
    """Parameters that the document describes with a base of the class."""

    def is_of_parameters(self, claim: ParameterClaim) -> bool:
        """Say whether an entry stands among parameters, and not in a list of something else."""
        if claim.form == "table" or claim.text.startswith(":") or self.is_titled(claim.line):
            return True
        if claim.form == "docstring":
            return False
        beside = [one for one in self.lists if one.place.start <= claim.place.start < one.place.end]
        names = [name for one in beside for name in one.names] or [entry.name for entry in self.entries]
        return any(self.owner.parameter(name) is not None or name in self.meant for name in names)

    def is_titled(self, line: int) -> bool:
        """Say whether a line stands under a title such as "Parameters"."""
        return any(first <= line <= last for first, last in self.parts)

    def knows(self, name: str) -> bool:
        """Say whether the source has such a parameter."""
        return name in _RECEIVERS or self.owner.parameter(name) is not None

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The names that the source does not have, in document order."""
        names = (claim.name for claim in self.entries if claim.subject == "parameter")
        return tuple(dict.fromkeys(name for name in names if not self.knows(name)))

    @cached_property
    def meant(self) -> dict[str, ParameterFact]:
        """From an unknown name to the one parameter that nobody else describes and that it looks like."""
        free = [p for call in self.owner.calls[:1] for p in call.parameters if p.name not in self._all_names]
        found: dict[str, ParameterFact] = {}
        for name in self.unknown:
            near = near_names(name, (parameter.name for parameter in free if parameter.name not in _taken(found)))
            if len(near) == 1:
                found[name] = next(parameter for parameter in free if parameter.name == near[0])
        return found | self._in_place_of(found)

    @cached_property
    def _all_names(self) -> frozenset[str]:
        return frozenset(claim.name for claim in self.entries) | {name for one in self.lists for name in one.names}

    def _in_place_of(self, found: dict[str, ParameterFact]) -> dict[str, ParameterFact]:
        """Return the pair of the one unknown name and the one parameter left, where they stand at the same place."""
        for one in self.lists:
            for call in self.owner.calls[:1]:
                stated, actual = _without_receiver(one.names), [parameter.name for parameter in call.parameters]
                apart = [index for index, pair in enumerate(zip(stated, actual, strict=False)) if pair[0] != pair[1]]
                if len(stated) != len(actual) or len(apart) != 1 or stated[apart[0]] not in self.unknown:
                    continue
                if actual[apart[0]] not in self._all_names and stated[apart[0]] not in found:
                    return {stated[apart[0]]: call.parameters[apart[0]]}
        return {}

    def start_of(self, one: ParameterListClaim) -> int:
        """Return the line from which on a reader compares a list with the call: the signature above it."""
        return max((line for line in self.starts if line <= one.line), default=one.line)

    def left_out(self, one: ParameterListClaim) -> tuple[ParameterFact, ...]:
        """Return the parameters that a list, with those lists that go on from it, leaves out."""
        if self._is_continued(one):
            return ()
        names = set(one.names) | {claim.name for claim in self.entries if claim.form in ("prose", "inline")}
        for other in self.lists:
            if not set(other.names) & set(one.names):
                names |= set(other.names)
        names |= {parameter.name for name, parameter in self.meant.items() if name in names}
        if not names & self.inherited:  # else it is no list of what the class adds
            names |= self.inherited
        missing = [tuple(_missing(call, names)) for call in self.owner.calls]
        return missing[0] if missing and all(missing) else ()

    def _is_continued(self, one: ParameterListClaim) -> bool:
        """Say whether a list is a part of another, or not the first of several that complete each other."""
        if one.is_partial:
            return True
        others = [other for other in self.lists if not set(other.names) & set(one.names)]
        if any(other.is_partial or other.place.start < one.place.start for other in others):
            return True
        return any(set(one.names) < set(other.names) for other in self.lists)


def _taken(found: dict[str, ParameterFact]) -> set[str]:
    return {parameter.name for parameter in found.values()}


def _without_receiver(names: tuple[str, ...]) -> list[str]:
    return list(names[1:] if names[:1] and names[0] in _RECEIVERS else names)


def _missing(call: Call, names: Iterable[str]) -> Iterator[ParameterFact]:
    for parameter in call.parameters:
        if parameter.name not in names and not parameter.is_variadic and not parameter.name.startswith("_"):
            yield parameter
