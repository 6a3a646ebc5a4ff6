"""The skeleton of a module of the standard library, checked against that module."""

from __future__ import annotations

import pytest

from reflexion_core.errors import SourceError
from reflexion_core.records import Source
from reflexion_core.skeleton import write_skeleton
from reflexion_core.source.reading import read_source_file
from reflexion_core.verification import Verifier
from tests.library import FOLDER, IS_FULL, library_modules

PARTS = 8
KNOWN_FAULTS = {
    "test/dtracedata/instance.py": "it deletes its classes at its end: they cannot be imported",
}
"""Modules whose skeletons have findings, with the reason."""
SHARE = 0.95
"""Of the modules, at least so many have skeletons without a finding."""


def sources(part: int) -> dict[str, Source]:
    found: dict[str, Source] = {}
    for path in library_modules(step=16, step_of_tests=64)[part::PARTS]:
        try:
            found[str(path.relative_to(FOLDER))] = read_source_file(path, max_bytes=10_000_000)
        except SourceError:
            continue  # the library has files that are wrong on purpose, or empty
    return found


def has_finding(source: Source) -> bool:
    verifier = Verifier(source)
    return bool(verifier.verify(write_skeleton(verifier)).findings)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.timeout(1200)
def test_the_skeletons_of_the_standard_library_have_no_finding_but_those_listed(part: int) -> None:
    read = sources(part)
    assert len(read) > 5
    faulty = {name for name, source in read.items() if has_finding(source)}
    assert faulty == set(KNOWN_FAULTS) & set(read)


@pytest.mark.skipif(not IS_FULL, reason="counts all modules: TEST_ALL_STDLIB=1")
def test_the_list_of_known_faults_is_short() -> None:
    modules = {str(path.relative_to(FOLDER)) for path in library_modules(step=1, step_of_tests=1)}
    assert set(KNOWN_FAULTS) <= modules
    assert 1 - len(KNOWN_FAULTS) / len(modules) >= SHARE
