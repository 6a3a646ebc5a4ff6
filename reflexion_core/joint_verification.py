"""One document against several sources: a statement is wrong only where no source bears it out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.records import Finding, Verdict
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.stopping import Stop
from reflexion_core.verification import Verification, Verifier

_SHARED_CHECKS = frozenset({"names", "invented", "leftovers"})
"""Checks that ask whether something is anywhere at all: every source must agree that it is not."""


@dataclass(frozen=True)
class _Said:
    """What one source says of a claim."""

    source: int
    verdict: Verdict


class JointVerifier:
    """Checks documents about one or more modules.

    What is said of a symbol is judged by the source that has it; what is said of none, or of one that no source has,
    is wrong only if all sources find it wrong.

    Args:
        verifiers: One for each source.
    """

    def __init__(self, verifiers: Sequence[Verifier]) -> None:
        self._verifiers = tuple(verifiers)
        self._sources: dict[Finding, int] = {}
        self._deciding: dict[Verdict, int] = {}

    def verify(self, document: str, stop: Stop | None = None) -> Verification:
        """Check a document.

        Raises:
            Cancelled: the stop was given while examples ran.
        """
        done = [verifier.verify(document, stop) for verifier in self._verifiers]
        if len(done) == 1:
            return done[0]
        groups: defaultdict[tuple[str, int, int, str], list[_Said]] = defaultdict(list)
        for number, verification in enumerate(done):
            for verdict in verification.verdicts:
                key = (verdict.check, verdict.start, verdict.end, verdict.subject)
                groups[key].append(_Said(number, verdict))
        chosen = [self._choose(group) for group in groups.values()]
        self._sources |= {said.verdict.finding: said.source for said in chosen if said.verdict.finding is not None}
        self._deciding = {said.verdict: said.source for said in chosen}
        verdicts = sorted((said.verdict for said in chosen), key=lambda item: (item.start, item.end, item.check))
        return _with_examples(tuple(verdicts), done)

    def source_of(self, finding: Finding) -> int | None:
        """Return which source a finding is about that this verifier made; None where it is all of them."""
        if len(self._verifiers) == 1:
            return 0
        number = self._sources.get(finding)
        return number if number is not None and self._has(number, finding.owner) else None

    def deciding_source(self, verdict: Verdict) -> int | None:
        """Return which source a verdict of the last verification rests on; None where it is none or all of them."""
        if verdict.source_line is None:
            return None
        if verdict.finding is not None:
            return self.source_of(verdict.finding)
        return 0 if len(self._verifiers) == 1 else self._deciding.get(verdict)

    def _has(self, number: int, owner: str) -> bool:
        return bool(owner) and _knows(self._verifiers[number].facts, owner)

    def _choose(self, group: Sequence[_Said]) -> _Said:
        right = next((said for said in group if said.verdict.outcome == "right"), None)
        if right is not None:
            return right
        wrong = [said for said in group if said.verdict.finding is not None]
        owned = [said for said in wrong if self._is_owned(said)]
        if owned:
            return owned[0]
        if wrong and len(wrong) == len(self._verifiers):
            return wrong[0]
        unsure = next((said for said in group if said.verdict.finding is None), None)
        return unsure or _Said(group[0].source, _doubted(group[0].verdict))

    def _is_owned(self, said: _Said) -> bool:
        """Say whether a finding is about a symbol of its own source."""
        finding = said.verdict.finding
        is_shared = said.verdict.check in _SHARED_CHECKS
        return finding is not None and not is_shared and self._has(said.source, finding.owner)


def _knows(facts: ModuleFacts, owner: str) -> bool:
    """Say whether a symbol, or the class that it would be in, is the module's."""
    return facts.symbol(owner) is not None or facts.class_(owner.rpartition(".")[0]) is not None


def _doubted(verdict: Verdict) -> Verdict:
    """Return a verdict of one source as one that cannot be told, since other sources do not share it."""
    changes = {"outcome": "cannot_tell", "finding": None, "reason": "it may be about another of the sources"}
    return verdict.model_copy(update=changes)


def _with_examples(verdicts: tuple[Verdict, ...], done: Sequence[Verification]) -> Verification:
    outcomes: defaultdict[str, set[str]] = defaultdict(set)
    for verdict in verdicts:
        if verdict.check == "examples":
            outcomes[verdict.subject.partition(":")[0]].add(verdict.outcome)
    return Verification(
        verdicts,
        examples_run=max(item.examples_run for item in done),
        examples_failed=sum("wrong" in found for found in outcomes.values()),
        examples_unsure=sum("wrong" not in found and "cannot_tell" in found for found in outcomes.values()),
    )
