from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest

from reflexion_core.errors import SourceError
from reflexion_core.source.facts import ClassFact, ModuleFacts
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source_file
from tests.library import library_modules

PARTS = 8
KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional_only",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional_or_keyword",
    inspect.Parameter.VAR_POSITIONAL: "var_positional",
    inspect.Parameter.KEYWORD_ONLY: "keyword_only",
    inspect.Parameter.VAR_KEYWORD: "var_keyword",
}


def shown_by_python(symbol: object) -> list[tuple[str, str, bool]]:
    parameters = inspect.signature(symbol).parameters.values()  # type: ignore[arg-type]
    return [(p.name, KINDS[p.kind], p.default is not inspect.Parameter.empty) for p in parameters]


@pytest.mark.parametrize(
    "name",
    ["argparse", "calendar", "configparser", "difflib", "shlex", "statistics", "textwrap", "zipfile"],
)
def test_signatures_are_those_that_python_shows(name: str) -> None:
    module = importlib.import_module(name)
    facts = read_facts(read_source_file(Path(str(module.__file__)), max_bytes=10_000_000))
    compared = 0
    for fact in (*facts.functions, *facts.classes):
        parameters = fact.constructor if isinstance(fact, ClassFact) else fact.signature_parameters
        symbol = getattr(module, fact.name)
        if parameters is not None and symbol.__module__ == name:
            assert [(p.name, p.kind, p.has_default) for p in parameters] == shown_by_python(symbol), fact.qualname
            compared += 1
    assert compared > 1


def check(module: ModuleFacts, line_count: int) -> None:
    for found in module.all_functions():
        assert 1 <= found.line <= found.end_line <= line_count
        assert found.signature.startswith(found.name)
        assert all(1 <= fact.line <= line_count for fact in found.raises)
        assert module.symbol(found.qualname) is not None
        assert found.docstring is None or found.docstring.parameters is not None
    for kind in module.all_classes():
        assert all(kind.method(method.name) for method in kind.all_methods)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.timeout(600)
def test_every_module_of_the_standard_library_is_read(part: int) -> None:
    read = 0
    for path in library_modules(step=4, step_of_tests=16)[part::PARTS]:
        try:
            source = read_source_file(path, max_bytes=10_000_000)
        except SourceError:
            continue  # the library has files that are wrong on purpose, or empty
        check(read_facts.__wrapped__(source), source.line_count)
        read += 1
    assert read > 10
