"""Examples against what running them gives, in a real sandbox."""

from __future__ import annotations

import pytest

from reflexion_core.records import Finding
from reflexion_core.repair import repair
from reflexion_core.sandbox.base import Sandbox
from reflexion_core.source.reading import read_source
from reflexion_core.verification import Verification, Verifier

SOURCE = '''\
"""Shares."""


def share(part: float, whole: float) -> float:
    """Return a share."""
    if whole == 0:
        raise ValueError("whole must not be zero")
    return part / whole


def pair(a, b):
    return {"a": a, "b": b}
'''


def verify(sandbox: Sandbox, code: str, *, after: str = "") -> Verification:
    source = read_source("shares.py", SOURCE.encode(), max_bytes=10_000)
    document = f"# shares\n\n```python\n{code}\n```\n{after}"
    return Verifier(source, sandbox).verify(document)


def example_findings(verification: Verification) -> list[Finding]:
    return [finding for finding in verification.findings if finding.check == "examples"]


@pytest.mark.parametrize(
    "code",
    [
        "from shares import share\nprint(share(1, 2))  # prints 0.5",
        "from shares import share\nprint(share(1, 3))  # Output: 0.33",
        "from shares import share\nshare(1, 2)  # => 0.5",
        "from shares import pair\nprint(pair(1, 2))  # {'b': 2, 'a': 1}",
        ">>> from shares import share\n>>> share(1, 4)\n0.25",
        "from shares import share\nshare(1, 0)  # raises ValueError: whole must not be zero",
        "from shares import share\nresult = share(1, 2)\nassert result == 0.5",
        "import random\nprint(random.random())  # prints 0.123",
    ],
)
def test_an_example_that_does_what_is_stated_is_not_wrong(sandbox: Sandbox, code: str) -> None:
    assert example_findings(verify(sandbox, code)) == []


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "from shares import share\nprint(share(1, 2))  # prints 0.75",
            "Line 5 says the example prints `0.75`; running it prints `0.5`",
        ),
        ("from shares import share\nshare(1, 2)  # => 0.75", "Line 5 says the example returns `0.75`"),
        (
            "from shares import share\nshare(1, 0)  # => 0.0",
            "Line 5 says the example gives `0.0`; running it raises `ValueError: whole must not be zero`",
        ),
        ("from shares import share\nshare(1, 0)", "Line 5: running the example fails here with `ValueError"),
        (
            "from shares import share\nshare(1, 2)  # raises ValueError",
            "Line 5 says the example raises `ValueError`; running it raises nothing",
        ),
        (
            "from shares import share\nshare(1, 0)  # raises ValueError: whole is zero",
            "running it raises `ValueError: whole must not be zero`",
        ),
        (">>> from shares import share\n>>> share(1, 4)\n0.5", "returns `0.5`; running it returns `0.25`"),
    ],
)
def test_an_example_that_does_something_else_is_a_finding(sandbox: Sandbox, code: str, message: str) -> None:
    (finding,) = example_findings(verify(sandbox, code))
    assert message in finding.message
    assert (finding.severity, finding.dimension) == ("high", "technical_accuracy")


def test_a_stated_output_has_an_exact_replacement(sandbox: Sandbox) -> None:
    verification = verify(sandbox, "from shares import share\nprint(share(1, 2))  # prints 0.75")
    (finding,) = example_findings(verification)
    assert finding.replacement is not None
    assert finding.replacement.text == "0.5"


def test_an_output_block_of_its_own_is_compared(sandbox: Sandbox) -> None:
    code = "from shares import share\nprint(share(1, 2))"
    assert example_findings(verify(sandbox, code, after="\nOutput:\n\n```text\n0.5\n```\n")) == []
    (finding,) = example_findings(verify(sandbox, code, after="\nOutput:\n\n```text\n0.6\n```\n"))
    assert "prints `0.6`; running it prints `0.5`" in finding.message


def test_the_counts_tell_run_failed_and_unsure_examples_apart(sandbox: Sandbox) -> None:
    wrong = verify(sandbox, "from shares import share\nprint(share(1, 2))  # prints 0.75")
    assert (wrong.examples_run, wrong.examples_failed, wrong.examples_unsure) == (1, 1, 0)
    unsure = verify(sandbox, "import not_there_at_all")
    assert (unsure.examples_run, unsure.examples_failed, unsure.examples_unsure) == (1, 0, 1)


def test_a_wrong_import_is_left_to_the_check_of_names(sandbox: Sandbox) -> None:
    verification = verify(sandbox, "from shares import shares")
    assert example_findings(verification) == []
    assert "names" in [finding.check for finding in verification.findings]


def test_without_a_sandbox_an_example_cannot_be_told() -> None:
    source = read_source("shares.py", SOURCE.encode(), max_bytes=10_000)
    document = "# shares\n\n```python\nfrom shares import share\nprint(share(1, 2))  # prints 0.75\n```\n"
    verdicts = [v for v in Verifier(source, None, "no sandbox here").verify(document).verdicts if v.check == "examples"]
    assert [(verdict.outcome, verdict.reason) for verdict in verdicts] == [("cannot_tell", "no sandbox here")]


def _lines(verification: Verification) -> list[tuple[int, int]]:
    return [(finding.doc_line, finding.doc_end_line) for finding in example_findings(verification)]


def test_a_wrong_output_is_shown_from_the_statement_that_it_belongs_to(sandbox: Sandbox) -> None:
    code = ">>> from shares import share\n>>> for part in (1, 2):\n...     print(share(part, 2))\n0.5\n0.75"
    assert _lines(verify(sandbox, code)) == [(5, 8)]


def test_a_wrong_block_of_output_is_shown_from_the_statement_that_printed_its_first_wrong_line(
    sandbox: Sandbox,
) -> None:
    code = "from shares import share\nprint(share(1, 2))\nprint(share(1, 4))"
    assert _lines(verify(sandbox, code, after="\nOutput:\n\n```\n0.5\n0.75\n```\n")) == [(6, 13)]


@pytest.mark.parametrize(
    "code",
    [
        "share(1, 0)  # ValueError: whole must not be zero",
        "share(1, 0)\n# ValueError: whole must not be zero",
        "share(1, 0)  # -> ValueError",
        "share(1, 0)  # raises ValueError",
        "share(1, 0)  # fails: nothing can be shared by zero",
        "share(1, 0)  # ValueError, as there is no whole",
        "# a ValueError\nshare(1, 0)",
        "try:\n    share(1, 0)  # ValueError: whole must not be zero\nexcept ValueError:\n    pass",
    ],
)
def test_a_failure_that_a_comment_announces_is_no_fault(sandbox: Sandbox, code: str) -> None:
    assert example_findings(verify(sandbox, f"from shares import share\n{code}")) == []


def test_a_failure_that_the_sentence_above_announces_is_no_fault(sandbox: Sandbox) -> None:
    source = read_source("shares.py", SOURCE.encode(), max_bytes=10_000)
    fence = "```python\nfrom shares import share\nshare(1, 0)\n```\n"
    assert example_findings(Verifier(source, sandbox).verify(f"It raises `ValueError` for nothing:\n\n{fence}")) == []
    assert len(example_findings(Verifier(source, sandbox).verify(f"It gives a number:\n\n{fence}"))) == 1


@pytest.mark.parametrize(
    "code",
    [
        "share(1, 2)  # ValueError: whole must not be zero",
        "share(1, 2)  # -> ValueError",
        "share(1, 0)  # ValueError: whole must be positive",
        "share(1, 0)  # TypeError",
        "share(1, 0)  # this does not fail",
    ],
)
def test_an_announced_failure_that_is_another_or_none_is_a_fault(sandbox: Sandbox, code: str) -> None:
    assert len(example_findings(verify(sandbox, f"from shares import share\n{code}"))) == 1


def test_what_fails_only_because_a_statement_before_it_failed_is_no_finding_of_its_own(sandbox: Sandbox) -> None:
    code = "from shares import share\nresult = share(1, 0)\nhalf = result / 2\nprint(half)  # Output: 0.25"
    verification = verify(sandbox, code)
    assert [finding.doc_line for finding in example_findings(verification)] == [5]
    unsure = [one for one in verification.verdicts if one.check == "examples" and one.outcome == "cannot_tell"]
    assert [(one.doc_line, one.reason.split(",")[0]) for one in unsure] == [(7, "a statement before it failed")]


def test_a_name_that_a_failed_example_would_have_set_is_missing_in_the_next_as_well(sandbox: Sandbox) -> None:
    after = "\n```python\nprint(result)  # Output: 0.5\n```\n"
    verification = verify(sandbox, "from shares import share\nresult = share(1, 0)", after=after)
    assert [finding.doc_line for finding in example_findings(verification)] == [5]


def test_a_name_that_nothing_would_have_set_is_a_finding(sandbox: Sandbox) -> None:
    code = "from shares import share\nresult = share(1, 0)\nprint(outcome)  # Output: 0.25"
    assert [finding.doc_line for finding in example_findings(verify(sandbox, code))] == [5, 6]


def test_a_name_that_is_set_after_all_is_not_lost(sandbox: Sandbox) -> None:
    code = (
        "from shares import share\nresult = share(1, 0)\nresult = share(1, 2)\nprint(result)  # Output: 0.75\n"
        "print(result.nothing)  # Output: 1"
    )
    assert [finding.doc_line for finding in example_findings(verify(sandbox, code))] == [5, 7, 8]


def mended_code(sandbox: Sandbox, code: str, source: str = SOURCE) -> str:
    """Return an example after repair."""
    document = f"# shares\n\n```python\n{code}\n```\n"
    verifier = Verifier(read_source("shares.py", source.encode(), max_bytes=10_000), sandbox)
    return repair(document, verifier.verify(document), verifier.verify)[0].text.split("```")[1].removeprefix("python\n")


def test_a_module_of_the_library_that_is_not_imported_is_mended(sandbox: Sandbox) -> None:
    code = "from shares import share\nprint(share(math.floor(1.5), 2))  # Output: 0.5"
    assert mended_code(sandbox, code) == f"import math\n{code}\n"


def test_a_name_is_imported_as_the_source_imports_it(sandbox: Sandbox) -> None:
    source = f"from pathlib import Path as File\n\n{SOURCE}\n\ndef read(path: File) -> str:\n    return str(path)\n"
    code = 'from shares import read\nprint(read(File("a")))  # a'
    assert mended_code(sandbox, code, source) == f"from pathlib import Path as File\n{code}\n"


def test_a_session_gets_its_import_behind_a_prompt(sandbox: Sandbox) -> None:
    code = ">>> from shares import share\n>>> share(math.floor(1.5), 2)\n0.5"
    assert mended_code(sandbox, code) == f">>> import math\n{code}\n"


def test_a_name_of_which_nothing_is_known_is_not_imported(sandbox: Sandbox) -> None:
    code = "from shares import share\nprint(share(time, 2))  # Output: 0.5"
    assert mended_code(sandbox, code) == f"{code}\n"


SHAPES = '''\
"""Shapes."""
from abc import ABC, abstractmethod


class Shape(ABC):
    @abstractmethod
    def area(self) -> float:
        """Return the area."""


class Square(Shape):
    def __init__(self, side: float) -> None:
        self.side = side

    def area(self) -> float:
        """Return the area."""
        return self.side**2


def scaled(shape: Shape, factor: float) -> float:
    """Return a scaled area."""
    return shape.area() * factor
'''


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("Shape()", "`Shape` is abstract: make a `Square(side: float)` instead"),
        ("Square()", "the source has `Square(side: float)` (line 11)"),
        ("scaled(Square(2), by=3)", "the source has `scaled(shape: Shape, factor: float) -> float` (line 20)"),
        ("Square(2).area(1)", "the source has `area() -> float` (line 15)"),
        ("Square(2).size", "`Square` has `area`"),
        ("print(Square())  # prints 4", "the source has `Square(side: float)` (line 11)"),
    ],
)
def test_a_use_that_the_source_does_not_have_is_told_with_what_it_has(sandbox: Sandbox, code: str, words: str) -> None:
    source = read_source("shapes.py", SHAPES.encode(), max_bytes=10_000)
    document = f"# shapes\n\n```python\nfrom shapes import Shape, Square, scaled\n{code}\n```\n"
    [finding] = example_findings(Verifier(source, sandbox).verify(document))
    assert finding.message.endswith(f"; {words}")


def test_a_whole_output_is_wrong_where_a_statement_fails_and_others_only_follow(sandbox: Sandbox) -> None:
    source = "from datetime import date\n\ndef age(born: date) -> int:\n    return 2000 - born.year\n"
    code = "from ages import age\nborn = date(1970, 1, 1)\nprint(age(born))\n"
    document = f"# ages\n\n```python\n{code}```\nOutput:\n```\n31\n```\n"
    verifier = Verifier(read_source("ages.py", source.encode(), max_bytes=10_000), sandbox)
    [finding] = example_findings(verifier.verify(document))
    assert "name 'date' is not defined" in finding.message
    mended, after = repair(document, verifier.verify(document), verifier.verify)
    assert "from datetime import date\nfrom ages import age\n" in mended.text
    assert "```\n30\n```" in mended.text
    assert after.findings == ()


READING = '''\
"""Settings."""
from pathlib import Path


class SettingsError(Exception):
    """They cannot be read."""


def load(path: str) -> str:
    """Return a file's text."""
    if not Path(path).exists():
        raise SettingsError(f"{path} does not exist")
    return Path(path).read_text()
'''


def test_an_example_that_reads_a_file_is_told_to_write_it_first(sandbox: Sandbox) -> None:
    source = read_source("settings.py", READING.encode(), max_bytes=10_000)
    wrong = "# settings\n\n```python\nfrom settings import load\n\nprint(load('app.ini'))\n```\n"
    [finding] = example_findings(Verifier(source, sandbox).verify(wrong))
    assert finding.message.endswith(
        "`settings.SettingsError: app.ini does not exist`; the example runs in an empty folder: let it write the file"
        ' first, `Path("app.ini").write_text(...)` with what belongs in it, or show what needs no file'
    )
    written = wrong.replace("print", "from pathlib import Path\n\nPath('app.ini').write_text('[a]')\nprint")
    assert example_findings(Verifier(source, sandbox).verify(written)) == []


def test_a_failure_of_another_kind_gets_no_words_on_the_right_use(sandbox: Sandbox) -> None:
    [finding] = example_findings(verify(sandbox, "from shares import share\nshare('a', 2)"))
    assert finding.message.endswith("'str' and 'int'`")


SKIPPING = ">>> from shares import pair, share\n>>> half = share(1, 2)\n>>> pair(1, 2)  # doctest: +SKIP\n{'c': 1}"


def test_a_session_runs_all_statements_but_those_that_are_to_be_skipped(sandbox: Sandbox) -> None:
    findings = example_findings(verify(sandbox, f"{SKIPPING}\n>>> half\n0.25"))
    assert [(finding.doc_line, finding.expected) for finding in findings] == [(8, "0.5")]


def test_what_a_session_sets_beside_a_skipped_statement_is_there_in_the_next(sandbox: Sandbox) -> None:
    for value, lines in (("0.5", []), ("0.25", [11])):
        after = f"\n```python\n>>> half  # doctest: +ELLIPSIS\n{value}\n```\n"
        assert [one.doc_line for one in example_findings(verify(sandbox, SKIPPING, after=after))] == lines


@pytest.mark.parametrize(
    "skipped",
    [
        ">>> total = share(1, 3)  # doctest: +SKIP",
        ">>> import nowhere as total  # doctest: +ELLIPSIS, +SKIP",
        ">>> for total in range(3):  # doctest: +SKIP\n...     share(total, 1)",
        ">>> def total():  # doctest: +SKIP\n...     return 1",
    ],
)
@pytest.mark.parametrize("head", [">>> from shares import share\n", ""])
def test_what_a_skipped_statement_would_have_set_is_no_finding_where_it_is_missing(
    sandbox: Sandbox, skipped: str, head: str
) -> None:
    after = "\n```python\n>>> total + 1\n2\n>>> share(other, 1)\n2\n```\n"
    found = example_findings(verify(sandbox, head + skipped, after=after))
    assert ["other" in finding.message for finding in found] == [True]


def test_a_member_that_there_is_not_is_found_in_a_skipped_statement(sandbox: Sandbox) -> None:
    code = ">>> import shares\n>>> shares.share(1, 2)\n0.5\n>>> shares.nothing(1)  # doctest: +SKIP"
    assert [finding.doc_line for finding in verify(sandbox, code).findings if finding.check == "names"] == [7]
