"""A document against its source: every check, every claim, and what running the examples showed."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from reflexion_core.checks.base import CHECKS, Paper
from reflexion_core.checks.coverage import DOCUMENTED, ONLY_MENTIONED, ONLY_SHOWN
from reflexion_core.document.claims import ExampleClaim
from reflexion_core.document.find_claims import find_claims
from reflexion_core.records import CheckReport, Finding, Outcome, Source, Verdict
from reflexion_core.remembered_examples import RememberedExamples
from reflexion_core.sandbox.base import (
    BlockResult,
    ExampleBlock,
    ExampleRequest,
    Sandbox,
)
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.source.read_facts import read_facts
from reflexion_core.stopping import Stop


@dataclass(frozen=True)
class Verification:
    """What all checks say of a document."""

    verdicts: tuple[Verdict, ...]
    """In document order."""
    examples_run: int = 0
    examples_failed: int = 0
    examples_unsure: int = 0
    """Examples of which it cannot be told whether they are right."""

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong, in document order."""
        return tuple(verdict.finding for verdict in self.verdicts if verdict.finding is not None)

    @property
    def has_read_claims(self) -> bool:
        """Whether there was anything to check: what is missing from a document is no statement of it."""
        return any(verdict.check != "coverage" for verdict in self.verdicts)

    def count(self, outcome: Outcome) -> int:
        """Return how many claims are right, wrong, or cannot be told."""
        return sum(1 for verdict in self.verdicts if verdict.outcome == outcome)

    @cached_property
    def report(self) -> CheckReport:
        """What is kept of it with a run."""
        right = [verdict.subject for verdict in self.verdicts if verdict.outcome == "right"]
        return CheckReport(
            findings=self.findings,
            right=tuple(dict.fromkeys(right)),
            cannot_tell=self.count("cannot_tell"),
            unexplained=tuple(
                verdict.subject.removesuffix(DOCUMENTED)
                for verdict in sorted(self.verdicts, key=lambda verdict: verdict.source_line or 0)
                if verdict.reason in {ONLY_MENTIONED, ONLY_SHOWN}
            ),
            examples_run=self.examples_run,
            examples_failed=self.examples_failed,
        )


@contextmanager
def collection_paused() -> Iterator[None]:
    """Keep Python from looking for garbage among the many small objects that reading makes, all of which stay.

    Threads may be in here together: whoever leaves first turns it on for all, which costs time and nothing else.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Verifier:
    """Checks documents against one source, whose facts are read once.

    Args:
        source: The source.
        sandbox: Where examples run; None where they are not run.
        not_run: Why they are not run, in plain words.

    Raises:
        SourceError: the source does not parse.
    """

    def __init__(self, source: Source, sandbox: Sandbox | None = None, not_run: str = "examples were not run") -> None:
        self.source = source
        with collection_paused():
            self.facts: ModuleFacts = read_facts(source)
        self._examples = RememberedExamples(sandbox) if sandbox is not None else None
        self._not_run = "" if sandbox is not None else not_run

    def verify(self, document: str, stop: Stop | None = None) -> Verification:
        """Check a document.

        Raises:
            Cancelled: the stop was given while examples ran.
        """
        paper = self._read(document)
        results = self._run_examples(paper, stop or Stop())
        if results:
            paper = replace(paper, results=results)
        with collection_paused():
            verdicts = [verdict for name in CHECKS for verdict in CHECKS[name]().run(paper)]
        verdicts.sort(key=lambda verdict: (verdict.start, verdict.end, verdict.check))
        return _with_examples(tuple(verdicts), results)

    def run_examples(self, document: str, stop: Stop) -> None:
        """Run the examples of a document, so that checking one that has them finds it done.

        Raises:
            Cancelled: the stop was given.
        """
        if self._examples is not None:
            self._run_examples(self._read(document), stop)

    def _read(self, document: str) -> Paper:
        with collection_paused():
            claims = find_claims(document, self.facts.symbol_names, self.facts.parameter_names)
        return Paper(document, claims, self.facts, self.source.text, not_run=self._not_run)

    def _run_examples(self, paper: Paper, stop: Stop) -> dict[ExampleClaim, BlockResult]:
        if self._examples is None or not paper.runnable_examples:
            return {}
        runnable = paper.runnable_examples
        blocks = tuple(
            ExampleBlock(
                code=example.run_code,
                continues=number > 0 and not example.is_fresh,
                is_session=example.form == "doctest",
            )
            for number, example in enumerate(runnable)
        )
        request = ExampleRequest(module_name=self.facts.name, module_text=self.source.text, blocks=blocks)
        return dict(zip(runnable, self._examples.run(request, stop), strict=True))


def _with_examples(verdicts: tuple[Verdict, ...], results: dict[ExampleClaim, BlockResult]) -> Verification:
    outcomes: dict[str, set[Outcome]] = {}
    for verdict in verdicts:
        if verdict.check == "examples":
            outcomes.setdefault(verdict.subject.partition(":")[0], set()).add(verdict.outcome)
    return Verification(
        verdicts,
        examples_run=len(results),
        examples_failed=sum("wrong" in seen for seen in outcomes.values()),
        examples_unsure=sum("wrong" not in seen and "cannot_tell" in seen for seen in outcomes.values()),
    )
