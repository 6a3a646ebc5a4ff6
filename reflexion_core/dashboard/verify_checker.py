"""Checks a document as often as it changes, without ever waiting for its examples."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.checks.coverage import DOCUMENTED
from reflexion_core.dashboard.verify_examples import ExampleRuns, RememberedExamples
from reflexion_core.joint_verification import JointVerifier
from reflexion_core.records import Source, Verdict
from reflexion_core.repair import Repaired, repair
from reflexion_core.sandbox.base import ExampleRequest
from reflexion_core.source.fact_sheet import public_top_level
from reflexion_core.verification import Verification, Verifier

_REMEMBERED = 4
"""How many documents the checker of some sources knows the checks of: two that are compared, and the next ones."""


@dataclass(frozen=True)
class Check:
    """What the checks say of one state of a document."""

    document: str
    verification: Verification
    deciding: tuple[int | None, ...]
    """For each verdict, the number of the source that it rests on."""
    seconds: float
    """How long the checks took, examples left aside."""
    running: tuple[ExampleRequest, ...] = ()
    """Examples that are being run, so that more will be known soon."""


class DocumentChecker:
    """Checks documents against some sources; safe to use from several threads.

    Args:
        sources: At least one.
        examples: Where examples run; None where they are not run.
        not_run: Why they are not run, in plain words.

    Raises:
        SourceError: a source does not parse.
    """

    def __init__(self, sources: Sequence[Source], examples: ExampleRuns | None, not_run: str) -> None:
        self.sources = tuple(sources)
        self._examples = examples
        self._sandbox = RememberedExamples(examples) if examples is not None else None
        self._verifiers = [Verifier(source, self._sandbox, not_run) for source in sources]
        self._joint = JointVerifier(self._verifiers)
        self._lock = threading.Lock()
        self._latest: OrderedDict[str, Check] = OrderedDict()

    def check(self, document: str, owner: str) -> Check:
        """Check a document with what is known of its examples, and have the rest of them run.

        Args:
            document: The text.
            owner: Who asks; what the same one asked for before is not run any more.
        """
        with self._lock:
            known = self._latest.get(document)
            if known is None or self._is_outdated(known):
                known = self._latest[document] = self._check(document)
            if self._examples is not None:
                # Also where nothing is new: another text may have been asked about since.
                self._examples.want(owner, known.running)
            self._latest.move_to_end(document)
            while len(self._latest) > _REMEMBERED:
                self._latest.popitem(last=False)
            return known

    def repair(self, document: str, owner: str) -> Repaired:
        """Mend what can be mended exactly, by what is known of the examples so far."""
        verification = self.check(document, owner).verification
        with self._lock:
            return repair(document, verification, self._joint.verify)[0]

    def public_symbols(self) -> list[tuple[int, str, int]]:
        """Return the public top level of every source: number of the source, name, line."""
        return [
            (number, symbol.name, symbol.line)
            for number, verifier in enumerate(self._verifiers)
            for symbol in public_top_level(verifier.facts)
        ]

    def _is_outdated(self, known: Check) -> bool:
        """Say whether more is known by now of the examples."""
        if not known.running or self._examples is None:
            return False
        return all(self._examples.known(request) is not None for request in known.running)

    def _check(self, document: str) -> Check:
        started = time.perf_counter()
        if self._sandbox is not None:
            self._sandbox.missing.clear()
        verification = self._joint.verify(document)
        deciding = tuple(self._joint.deciding_source(verdict) for verdict in verification.verdicts)
        seconds = time.perf_counter() - started
        missing = tuple(self._sandbox.missing) if self._sandbox is not None else ()
        return Check(document, verification, deciding, seconds, missing)


def is_left_out(verdict: Verdict) -> bool:
    """Say whether a verdict is that a public symbol is not in the document, so that no words there are wrong."""
    return verdict.check == "coverage" and verdict.outcome == "wrong" and verdict.subject.endswith(DOCUMENTED)
