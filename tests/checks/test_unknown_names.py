"""Names that an example uses where running it does not come by, and that nothing in it sets or imports."""

from __future__ import annotations

import pytest

from reflexion_core.records import Finding
from reflexion_core.repair import repair
from reflexion_core.sandbox.base import Sandbox
from reflexion_core.source.reading import read_source
from reflexion_core.verification import Verifier

SOURCE = """\
import json
from json import JSONDecodeError


class StoreError(Exception):
    pass


class Busy(StoreError):
    pass


def load(text):
    return json.loads(text)


def save(value):
    return json.dumps(value)
"""
USE = "try:\n    load('1')\nexcept {} as error:\n    print(error)"


def check(sandbox: Sandbox | None, *codes: str) -> list[Finding]:
    document = "# store\n\n" + "\n\n".join(f"```python\n{code}\n```" for code in codes) + "\n"
    found = Verifier(read_source("store.py", SOURCE.encode(), max_bytes=10_000), sandbox).verify(document)
    return [finding for finding in found.findings if finding.check == "examples"]


def mend(sandbox: Sandbox, code: str) -> str:
    verifier = Verifier(read_source("store.py", SOURCE.encode(), max_bytes=10_000), sandbox)
    document = f"```python\n{code}\n```\n"
    return repair(document, verifier.verify(document), verifier.verify)[0].text


def test_an_exception_of_the_source_that_is_caught_and_not_imported_is_a_finding(sandbox: Sandbox) -> None:
    (finding,) = check(sandbox, "from store import load\n" + USE.format("StoreError"))
    assert (finding.severity, finding.doc_line, finding.doc_text) == ("high", 7, "StoreError")
    assert finding.message == (
        "Line 7: the example uses `StoreError`, which it does not import; the source has it (line 5)"
    )
    assert finding.expected == "from store import StoreError"


def test_the_import_of_the_source_gets_the_name_that_it_lacks(sandbox: Sandbox) -> None:
    mended = mend(sandbox, "from store import load\n" + USE.format("(StoreError, Busy)"))
    assert (
        mended == "```python\nfrom store import load, StoreError, Busy\n" + USE.format("(StoreError, Busy)") + "\n```\n"
    )


def test_an_import_over_several_lines_gets_another_one_above_it(sandbox: Sandbox) -> None:
    code = "from store import (\n    load,\n)\n" + USE.format("StoreError")
    assert mend(sandbox, code) == f"```python\nfrom store import StoreError\n{code}\n```\n"


def test_a_session_gets_its_import_as_well(sandbox: Sandbox) -> None:
    code = ">>> from store import load\n>>> try:\n...     load('1')\n... except StoreError:\n...     pass\n1"
    assert ">>> from store import load, StoreError\n" in mend(sandbox, code)


def test_an_exception_that_the_source_imports_itself_is_imported_from_where_it_is(sandbox: Sandbox) -> None:
    code = "from store import load\n" + USE.format("JSONDecodeError")
    assert mend(sandbox, code).startswith("```python\nfrom json import JSONDecodeError\nfrom store import load\n")


@pytest.mark.parametrize("name", ["Unheard", "requests.HTTPError", "(ValueError, Unheard)", "json.JSONDecodeError"])
def test_an_exception_that_nothing_sets_is_a_finding(sandbox: Sandbox, name: str) -> None:
    (finding,) = check(sandbox, "from store import load\n" + USE.format(name))
    assert finding.doc_line == 7


def test_the_name_is_found_without_running_the_example() -> None:
    assert len(check(None, "from store import load\n" + USE.format("StoreError"))) == 1


def test_a_name_that_running_comes_by_is_reported_once(sandbox: Sandbox) -> None:
    code = "from store import load\ntry:\n    load('x')\nexcept Unheard:\n    pass"
    assert len(check(sandbox, code)) == 1


def test_a_function_that_is_called_nowhere_still_needs_the_imports_of_the_source(sandbox: Sandbox) -> None:
    (finding,) = check(sandbox, "from store import load\n\ndef copy(text):\n    return save(load(text))")
    assert "`save`" in finding.message


def test_an_example_that_imports_again_what_an_earlier_one_has_stands_alone(sandbox: Sandbox) -> None:
    usage = "from store import load, StoreError"
    assert len(check(sandbox, usage, "import time\nfrom store import load\n" + USE.format("StoreError"))) == 1


@pytest.mark.parametrize(
    "codes",
    [
        ("from store import load, StoreError\n" + USE.format("StoreError"),),
        ("from store import StoreError, load\nload('1')", USE.format("StoreError")),
        ("from store import StoreError", "from store import load\n" + USE.format("StoreError")),
        ("from store import *\n" + USE.format("StoreError"),),
        (USE.format("StoreError"),),
        ("import time\n" + USE.format("StoreError"),),
        ("import store\n" + USE.replace("load", "store.load").format("store.StoreError"),),
        ("from store import load\n" + USE.format("(KeyError, ValueError)"),),
        ("from store import load\nfaults = (KeyError,)\n" + USE.format("faults"),),
        ("from store import load\nclass Mine(Exception):\n    pass\n\n" + USE.format("Mine"),),
        ("from store import load\n\ndef keep():\n    return database.put(load('1'))",),
        (USE.format("Unheard"),),
        ("# noqa: example\nfrom store import load\n" + USE.format("StoreError"),),
        (
            "from store import load\nfor fault in (KeyError, OSError):\n    "
            + USE.replace("\n", "\n    ").format("fault"),
        ),
    ],
)
def test_a_name_that_a_reader_has_is_not_missing(sandbox: Sandbox, codes: tuple[str, ...]) -> None:
    assert check(sandbox, *codes) == []
