import pytest

from reflexion_core.checks.defaults import DefaultsCheck
from reflexion_core.checks.parameters import ParametersCheck
from reflexion_core.checks.signature import SignatureCheck
from tests.checks.papers import case_findings, false_alarms, findings, mended, verdicts

SOURCE = """from typing import overload


def image(f, name=None, *, is_injective=True):
    return f


async def fetch(url: str, /, timeout: float = 1.5, *parts: str, retries: int = 3, **options) -> bytes:
    return b""


class Sheet:
    def __init__(self, width: int, height: int = 2):
        self.width = width

    def arc(self, start, end, fill=None):
        return start

    @property
    def size(self):
        return 1


@overload
def pick(x: int) -> int: ...
@overload
def pick(x: str, y: str) -> str: ...
def pick(x, y=None):
    return x
"""

IMAGE = "image(f, name=None, *, is_injective=True)"


def outcomes(document):
    return [verdict.outcome for verdict in verdicts(SignatureCheck, document, SOURCE)]


@pytest.mark.parametrize(
    ("wrong", "difference"),
    [
        ("image(f, name, is_injective=None)", "`is_injective` is keyword only, `name` has the default `None`"),
        ("image(f, name=None)", "`is_injective` is left out"),
        ("image(f, title=None, *, is_injective=True)", "it has no `title`, `name` is left out"),
        ("image(name=None, f=1, *, is_injective=True)", "`f` comes before `name`"),
        ("image(f, name=None, *, is_injective=False)", "`is_injective` has the default `True`"),
        ("image(f=None, name=None, *, is_injective=True)", "`f` has no default"),
        ("image(f, name=None, is_injective=True)", "`is_injective` is keyword only"),
        ("image(f, name=None, *, is_injective=True, strict=False)", "it has no `strict`"),
    ],
)
@pytest.mark.parametrize("written", ["## `{}`\n\nIt.\n", "## image\n\n```python\n{}\n```\n"])
def test_a_wrong_signature_is_found_and_mended(wrong, difference, written):
    document = written.format(wrong)
    [finding] = findings(SignatureCheck, document, SOURCE)

    assert finding.doc_text == wrong
    assert finding.source_line == 4
    assert difference in finding.message
    assert finding.message.startswith(f"Line {finding.doc_line} shows `{wrong}`; the source has `{IMAGE}` (line 4): ")
    assert mended(document, [finding]) == written.format(IMAGE)
    assert outcomes(written.format(IMAGE)) == ["right"]


def test_a_heading_without_code_keeps_its_escapes():
    wrong, true = r"## image(f, \*, is_injective=True)", r"## image(f, name=None, \*, is_injective=True)"

    [finding] = findings(SignatureCheck, wrong + "\n", SOURCE)

    assert mended(wrong, [finding]) == true


def test_a_definition_in_a_fence_is_mended_in_its_own_style():
    fence = "## fetch\n\n```python\n{}\n```\n"
    parameters = "url: str, /, timeout: float = {}, *parts: str, retries: int = 3, **options"
    wrong = fence.format(f"def fetch({parameters.format(2.5)}) -> str")

    [finding] = findings(SignatureCheck, wrong, SOURCE)

    assert "it is `async def`" in finding.message
    assert "it returns `bytes`" in finding.message
    assert mended(wrong, [finding]) == fence.format(f"async def fetch({parameters.format(1.5)}) -> bytes")


def test_a_signature_over_several_lines_stays_on_several():
    wrong = "## image\n\n```python\ndef image(\n    f,\n    name=1,\n    *,\n    is_injective=True,\n):\n```\n"

    [finding] = findings(SignatureCheck, wrong, SOURCE)

    assert mended(wrong, [finding]) == wrong.replace("name=1", "name=None")


@pytest.mark.parametrize(
    "signature",
    [
        "image(f, name=None, *, is_injective=True)",
        "image(f, name, *, is_injective)",
        "image(f, ...)",
        "image(f, name=..., *, is_injective=True)",
        "def image(f, name: str = None, *, is_injective: bool = True)",
        "fetch(url, /, timeout=1.5, *parts, retries=3, **options)",
        "fetch(url: str, /, timeout: float = 1.5, *parts: str, retries: int = 3, **options) -> bytes",
        "async fetch(url, /, timeout=1.5, *parts, retries=3, **options)",
        "Sheet(width, height=2)",
        "class Sheet(width: int, height: int = 2)",
        "Sheet.arc(self, start, end, fill=None)",
        "Sheet.arc(start, end, fill=None)",
        "pick(x: int) -> int",
        "pick(x: str, y: str) -> str",
        "pick(x, y=None)",
    ],
)
def test_a_true_signature_has_no_finding(signature):
    assert findings(SignatureCheck, f"## `{signature}`\n\nIt.\n", SOURCE) == []


def test_async_said_of_what_is_not_is_found():
    [finding] = findings(SignatureCheck, "## image\n\n```python\nasync def " + IMAGE + ": ...\n```\n", SOURCE)

    assert "it is not `async`" in finding.message
    assert finding.replacement is not None
    assert finding.replacement.text == f"def {IMAGE}"


def test_a_wrong_annotation_is_found():
    [finding] = findings(SignatureCheck, "## `Sheet(width: str, height: int = 2)`\n", SOURCE)

    assert "`width` is annotated `int`" in finding.message


def test_another_name_behind_stars_is_a_small_fault():
    document = "## `fetch(url, /, timeout=1.5, *parts, retries=3, **kwargs)`\n"

    [finding] = findings(SignatureCheck, document, SOURCE)

    assert finding.severity == "low"
    assert "`kwargs` is `**options`" in finding.message


def test_what_a_signature_says_is_not_reported_again():
    document = "## `image(f, title=3, *, is_injective=True)`\n\nIt.\n"

    assert len(findings(SignatureCheck, document, SOURCE)) == 1
    assert findings(ParametersCheck, document, SOURCE) == []
    assert findings(DefaultsCheck, document, SOURCE) == []


def test_empty_parentheses_only_say_that_it_is_called():
    assert findings(SignatureCheck, "## `image()`\n\nIt.\n", SOURCE) == []


def test_an_example_of_a_call_is_no_signature():
    document = "## image\n\n```python\nimage(is_injective=False)\n```\n"

    assert findings(SignatureCheck, document, SOURCE) == []


def test_code_that_a_reader_is_to_write_is_no_signature():
    document = "## image\n\n```python\ndef square(x):\n    ...\n```\n"

    assert findings(SignatureCheck, document, SOURCE) == []


def test_an_optional_parameter_of_a_private_name_may_be_left_out():
    source = "def f(a, _cache=None):\n    return a\n"

    assert findings(SignatureCheck, "## `f(a)`\n", source) == []


def test_a_decorator_from_elsewhere_leaves_the_parameters_open():
    source = "from other import inject\n\n@inject\ndef f(a, db):\n    return a\n"

    assert findings(SignatureCheck, "## `f(a)`\n", source) == []


def test_true_cases_have_no_finding():
    assert false_alarms(SignatureCheck) == []


@pytest.mark.parametrize(("case", "line"), [("40-shifted-default", 6), ("42-key-left-out", 4), ("53-real-name", 4)])
def test_a_case_is_found_at_its_line(case, line):
    assert [finding.doc_line for finding in case_findings(SignatureCheck, case)] == [line]


OVERLOADED = """from typing import overload


@overload
def double(value: int) -> int: ...
@overload
def double(value: str) -> str: ...
def double(value):
    return value * 2
"""


@pytest.mark.parametrize(
    ("second", "count"), [("double(value: str) -> str", 0), ("double(value: str) -> int", 1), ("double(value)", 0)]
)
def test_each_typed_signature_is_one_of_the_overloads(second, count):
    document = f"# double\n\nTwice.\n\n```python\ndouble(value: int) -> int\n{second}\n```\n"
    found = findings(SignatureCheck, document, OVERLOADED)
    assert [one.expected for one in found] == ["double(value: str) -> str"] * count


def test_a_class_title_with_its_bases_is_no_call():
    source = "class Shape:\n    pass\n\n\nclass Disc(Shape):\n    def __init__(self, radius=1): ...\n"
    for title in ("## class `Disc(Shape)`\n", "## `Disc(Shape)`\n", "## Class `Disc(radius=1)`\n"):
        assert findings(SignatureCheck, title, source) == []
    assert findings(SignatureCheck, "## class `Disc(Round)`\n", source)


@pytest.mark.parametrize(("shown", "is_right"), [("path, *, sep=';'", True), ("path", False)])
def test_options_that_are_spelled_out_stand_for_the_parameter_with_two_stars(shown, is_right):
    source = "def read(path, **options):\n    return open(path, **options)\n"
    assert (findings(SignatureCheck, f"# `read({shown})`\n\nReads.\n", source) == []) is is_right
