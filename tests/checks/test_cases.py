"""Real documentation faults, re-created small from public reports: each is found at its place, and nothing else is."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from reflexion_core.records import Finding, Source
from reflexion_core.sandbox.base import Sandbox, choose_sandbox
from reflexion_core.verification import Verifier

CASES = Path(__file__).parents[1] / "cases"
KNOWN_MISSES = {
    "50-assumed-one": "what is assumed of a missing attribute is said in a sentence, its exception elsewhere",
}
"""Cases that can be decided without a model and that no check finds, with the reason."""
SHARE = 0.9
"""Of the cases that can be decided without a model, at least so many are found."""


@dataclass(frozen=True)
class Case:
    """A source with a true document and, unless it is clean, one with a known fault."""

    name: str
    source: str
    right: str
    wrong: str
    where: str
    """The faulty text in the wrong document, or where something is left out of it."""
    is_decidable: bool
    needs_execution: bool

    @property
    def faulty_lines(self) -> range:
        """The lines of the faulty text, or of the place where something is left out."""
        first = self.wrong.count("\n", 0, self.wrong.index(self.where)) + 1
        return range(first, first + self.where.rstrip("\n").count("\n") + 1)


def _read_case(folder: Path) -> Case:
    about = json.loads((folder / "case.json").read_text())
    wrong = folder / "doc_wrong.md"
    return Case(
        name=folder.name,
        source=(folder / "source.py").read_text(),
        right=(folder / "doc_right.md").read_text(),
        wrong=wrong.read_text() if wrong.exists() else "",
        where=about.get("where", ""),
        is_decidable=not about.get("undecidable_without_model", False),
        needs_execution=about.get("needs_execution", False),
    )


ALL = [_read_case(folder) for folder in sorted(CASES.iterdir()) if folder.is_dir()]
DECIDABLE = [case for case in ALL if case.wrong and case.is_decidable]


@cache
def _sandbox() -> Sandbox | None:
    return choose_sandbox(is_limited_allowed=True)[0]


def _findings(case: Case, document: str) -> tuple[Finding, ...]:
    data = case.source.encode()
    source = Source(name="source.py", text=case.source, encoding="utf-8", sha256=hashlib.sha256(data).hexdigest())
    return Verifier(source, _sandbox()).verify(document).findings


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    reason = KNOWN_MISSES.get(case.name)
    return [pytest.mark.xfail(strict=True, reason=reason)] if reason else []


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in ALL])
def test_a_true_document_has_no_finding(case):
    assert [finding.message for finding in _findings(case, case.right)] == []


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name, marks=_marks(case)) for case in DECIDABLE])
def test_a_fault_is_found_at_its_line(case):
    found = _findings(case, case.wrong)
    if not found and case.needs_execution and _sandbox() is None:
        pytest.skip("this machine offers no sandbox to run the example in")
    lines = case.faulty_lines
    assert any(finding.doc_line <= lines[-1] and finding.doc_end_line >= lines[0] for finding in found)


def test_enough_of_the_faults_are_found():
    assert set(KNOWN_MISSES) <= {case.name for case in DECIDABLE}
    assert 1 - len(KNOWN_MISSES) / len(DECIDABLE) >= SHARE
