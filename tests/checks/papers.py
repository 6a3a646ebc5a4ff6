"""A document beside its source, as the checks get them."""

import hashlib
from functools import lru_cache
from pathlib import Path

from reflexion_core.checks.base import Check, Paper
from reflexion_core.document.find_claims import find_claims
from reflexion_core.records import Finding, Source, Verdict
from reflexion_core.source.read_facts import read_facts

CASES = Path(__file__).parents[1] / "cases"
"""Real documentation faults, each with a true document beside it."""


@lru_cache(maxsize=128)
def make_paper(document: str, source_text: str, name: str = "m.py") -> Paper:
    """Read both; no example is run."""
    data = source_text.encode()
    source = Source(name=name, text=source_text, encoding="utf-8", sha256=hashlib.sha256(data).hexdigest())
    facts = read_facts(source)
    return Paper(
        document,
        find_claims(document, facts.symbol_names, facts.parameter_names),
        facts,
        source_text,
        not_run="not in this test",
    )


def verdicts(check: type[Check], document: str, source_text: str, name: str = "m.py") -> list[Verdict]:
    """Return what one check says of a document."""
    return list(check().run(make_paper(document, source_text, name)))


def findings(check: type[Check], document: str, source_text: str, name: str = "m.py") -> list[Finding]:
    """Return what one check finds wrong."""
    return [v.finding for v in verdicts(check, document, source_text, name) if v.finding is not None]


def mended(document: str, found: list[Finding]) -> str:
    """Apply the exact replacements, the last one first."""
    changes = [finding.replacement for finding in found if finding.replacement is not None]
    for change in sorted(changes, key=lambda change: change.start, reverse=True):
        document = document[: change.start] + change.text + document[change.end :]
    return document


def false_alarms(check: type[Check]) -> list[str]:
    """Return what a check finds in the true documents of the cases."""
    found = []
    for case in sorted(CASES.iterdir()):
        source = (case / "source.py").read_text(encoding="utf-8")
        document = (case / "doc_right.md").read_text(encoding="utf-8")
        found += [f"{case.name}: {one.message}" for one in findings(check, document, source, "source.py")]
    return found


def case_findings(check: type[Check], name: str) -> list[Finding]:
    """Return what a check finds in the faulty document of a case."""
    case = CASES / name
    document = (case / "doc_wrong.md").read_text(encoding="utf-8")
    return findings(check, document, (case / "source.py").read_text(encoding="utf-8"), "source.py")
