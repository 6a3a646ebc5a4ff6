from dataclasses import replace

import pytest

from reflexion_core.checks.names import NamesCheck
from reflexion_core.sandbox.base import BlockResult
from tests.checks.papers import case_findings, false_alarms, findings, make_paper, mended, verdicts

SOURCE = """import json
from contextlib import contextmanager

LIMIT = 5


def parse_size(text):
    return int(text)


def walk(tree):
    for leaf in tree:
        yield leaf


async def fetch(url):
    return url


@contextmanager
def opened(path):
    yield path


class Outcome:
    def __init__(self, target=None):
        self.target = target
        self.count = 0

    @property
    def is_success(self):
        return not self.target

    @staticmethod
    def empty():
        return Outcome()

    def reason(self, field):
        return [field]


class SizeError(ValueError):
    pass
"""


def outcomes(document):
    return [verdict.outcome for verdict in verdicts(NamesCheck, document, SOURCE, "sizes.py")]


def found(document):
    return findings(NamesCheck, document, SOURCE, "sizes.py")


def test_a_heading_of_a_function_that_does_not_exist_is_found():
    [finding] = found("# Sizes\n\n## `compress(data)`\n\nPacks it.\n")

    assert (finding.doc_line, finding.severity, finding.doc_text) == (3, "high", "compress")
    assert finding.message == "Line 3 names `compress`; the source has no `compress`"
    assert finding.replacement is None


def test_a_misspelt_heading_is_mended():
    document = "# Sizes\n\n## `parse_sizes(text)`\n\nReads it.\n"

    [finding] = found(document)

    assert finding.message == "Line 3 names `parse_sizes`; the source has no `parse_sizes`, but `parse_size` (line 7)"
    assert mended(document, [finding]) == document.replace("parse_sizes", "parse_size")


def test_a_method_that_its_class_lacks_is_found():
    document = "# class Outcome\n\n## `reasons(field)`\n\nThem.\n\n## `retry()`\n\nAgain.\n"

    first, second = found(document)

    assert (first.doc_line, first.expected) == (3, "reason")
    assert second.message == "Line 7 names `Outcome.retry`; class `Outcome` (line 25) has no `retry`"


@pytest.mark.parametrize(
    ("words", "line_has"),
    [
        ("Use `Outcome.reasons()` then.", "no `reasons`, but `reason` (line 38)"),
        ("Use `Outcome.retry()` then.", "class `Outcome` (line 25) has no `retry`"),
        ("Use `outcome.retry()` then.", "class `Outcome` (line 25) has no `retry`"),
        ("Use `sizes.parse_sizes(text)` then.", "but `parse_size` (line 7)"),
        ("Use `parse_sizes(text)` then.", "but `parse_size` (line 7)"),
    ],
)
def test_a_name_in_code_that_can_only_be_the_source_s_is_found(words, line_has):
    [finding] = found(f"# Sizes\n\n{words}\n")

    assert finding.doc_line == 3
    assert line_has in finding.message


@pytest.mark.parametrize(
    "words",
    [
        "Use `json.loads(text)` before.",
        "Use `len(text)` before.",
        "Use `response.json()` before.",
        "Use `pandas.DataFrame.melt` before.",
        "Use `compress(data)` before.",
        "Use `self.target` or `outcome.target`.",
        "See `sizes.md` and `config.yaml`.",
        "Of `Outcome.__init__` and `Outcome.__repr__`.",
        "The `key` function and the `GET` method are others'.",
        "The text goes to `os.path.join` and `text.strip()`.",
    ],
)
def test_a_name_that_may_be_another_s_is_left_alone(words):
    assert found(f"# Sizes\n\n{words}\n") == []


def test_members_of_an_unknown_base_cannot_be_told():
    source = "from other import Base\n\nclass Box(Base):\n    pass\n"

    assert findings(NamesCheck, "# class Box\n\n## `put(item)`\n\nIt.\n\nUse `Box.take()`.\n", source) == []


def test_a_member_that_a_subclass_brings_cannot_be_told():
    source = "class Base:\n    pass\n\nclass Box(Base):\n    def put(self): ...\n"

    assert findings(NamesCheck, "# Boxes\n\nUse `Base.put()`.\n", source) == []


def test_an_import_from_a_module_of_another_name_is_mended():
    document = "# Sizes\n\n```python\nfrom size_utils import parse_size, Outcome\n\nparse_size('1')\n```\n"

    [finding] = found(document)

    assert finding.message == "Line 4 imports from `size_utils`; the module is called `sizes`"
    assert mended(document, [finding]) == document.replace("size_utils", "sizes")


def test_an_import_of_a_module_of_another_name_is_mended_where_it_is_used():
    document = "# Sizes\n\n```python\nimport size_utils\n\nsize_utils.parse_size('1')\n```\n"

    [finding] = found(document)

    assert mended(document, [finding]) == document.replace("import size_utils", "import sizes as size_utils")


def test_an_import_of_a_name_that_does_not_exist_is_found():
    document = "# Sizes\n\n```python\nfrom sizes import parse_sizes, compress\n```\n"

    near, unknown = found(document)

    assert mended(document, [near]) == document.replace("parse_sizes", "parse_size")
    assert unknown.message == "Line 4 imports `compress` from `sizes`; the source has no such name"


@pytest.mark.parametrize(
    "line",
    [
        "from sizes import parse_size, Outcome, LIMIT",
        "import sizes",
        "import sizes as s",
        "from package.sizes import walk",
        "from json import loads",
        "import numpy as np",
        "from numpy import array",
    ],
)
def test_a_true_or_foreign_import_has_no_finding(line):
    assert found(f"# Sizes\n\n```python\n{line}\n```\n") == []


def test_the_package_of_a_source_with_relative_imports_cannot_be_told():
    source = "from .errors import Fault\n\ndef f(x):\n    return x\n"

    assert findings(NamesCheck, "# M\n\n```python\nfrom package import f\n```\n", source) == []


@pytest.mark.parametrize(
    ("document", "actual"),
    [
        ("# class Outcome\n\nThe `is_success()` method says so.\n", "a property"),
        ("# class Outcome\n\n## `is_success` (method)\n\nIt.\n", "a property"),
        ("# class Outcome\n\n## `reason` (property)\n\nIt.\n", "a method"),
        ("# class Outcome\n\n## static method `reason(field)`\n\nIt.\n", "a method"),
        ("# Sizes\n\n## async function `parse_size(text)`\n\nIt.\n", "not async"),
        ("# Sizes\n\n## class `parse_size`\n\nIt.\n", "a function"),
        ("# Sizes\n\n## Function `Outcome`\n\nIt.\n", "a class"),
        ("# Sizes\n\n## `parse_size(text)`\n\nThe `parse_size` generator gives it.\n", "a function"),
        ("# Sizes\n\n## `parse_size(text)`\n\nThe `parse_size` coroutine gives it.\n", "not async"),
    ],
)
def test_a_symbol_that_is_something_else_is_found(document, actual):
    [finding] = found(document)

    assert finding.expected == actual
    assert f"in the source it is {actual} (line " in finding.message


@pytest.mark.parametrize(
    "document",
    [
        "# class Outcome\n\nThe `is_success` property says so.\n",
        "# class Outcome\n\nThe `target` attribute and the `count` attribute.\n",
        "# class Outcome\n\n## static method `empty()`\n\nIt.\n",
        "# Sizes\n\n## async function `fetch(url)`\n\nThis is a coroutine.\n",
        "# Sizes\n\n## `walk(tree)`\n\nA generator of leaves.\n",
        "# Sizes\n\n## `opened(path)`\n\nThe `opened` context manager.\n",
        "# Sizes\n\n## exception `SizeError`\n\nIt.\n",
        "# Sizes\n\n## class `SizeError`\n\nIt.\n",
        "# Sizes\n\n## Constant `LIMIT`\n\nIt.\n",
    ],
)
def test_a_symbol_that_is_what_it_is_called_has_no_finding(document):
    assert found(document) == []
    assert "right" in outcomes(document)


def test_a_called_property_is_mended():
    document = "# class Outcome\n\nIf all went well, `outcome.is_success()` holds.\n"

    [finding] = found(document)

    assert mended(document, [finding]) == document.replace("is_success()", "is_success")


def test_an_attribute_that_a_class_lacks_is_found():
    document = "# class Outcome\n\n**Attributes**\n\n- `target`: it.\n- `reasons`: them.\n- `colour`: it.\n"

    near, unknown = found(document)

    assert (near.doc_line, near.expected) == (6, "reason")
    assert (unknown.doc_line, unknown.expected) == (7, "")


def test_an_example_that_was_not_run_is_read():
    document = (
        "# class Outcome\n\n```python\n>>> from sizes import Outcome\n>>> made = Outcome(3)\n>>> made.retry()\n"
        ">>> made.extra = 1\n>>> made.extra\n1\n>>> made.is_success()\nFalse\n```\n"
    )

    missing, called = found(document)

    assert (missing.doc_line, missing.doc_text) == (6, "retry")
    assert (called.doc_line, called.doc_text) == (10, "is_success()")
    assert mended(document, [called]) == document.replace("made.is_success()", "made.is_success")


def test_a_variable_that_is_bound_anew_is_no_instance():
    document = (
        "# class Outcome\n\n```python\nfrom sizes import Outcome\nmade = Outcome(3)\nmade = str(made)\nmade.upper()\n"
        "for made in [1]:\n    made.bit_length()\n```\n"
    )

    assert found(document) == []


def test_an_example_that_was_run_is_left_to_the_examples_check():
    document = "# class Outcome\n\n```python\nfrom sizes import Outcome\nOutcome(3).retry()\n```\n"
    paper = make_paper(document, SOURCE, "sizes.py")
    results = {paper.claims.examples[0]: BlockResult(status="raised")}

    assert [v for v in NamesCheck().run(replace(paper, results=results)) if v.finding] == []
    assert [v.doc_line for v in NamesCheck().run(paper) if v.finding] == [5]


def test_true_cases_have_no_finding():
    assert false_alarms(NamesCheck) == []


@pytest.mark.parametrize(("case", "line"), [("35-api-all", 18), ("39-success-call", 7)])
def test_a_case_is_found_at_its_line(case, line):
    assert [finding.doc_line for finding in case_findings(NamesCheck, case)] == [line]


KINDS = """class Probe:
    def __init__(self):
        self._celsius = 20.0

    @property
    def celsius(self) -> float:
        return self._celsius

    @property
    def kelvin(self) -> float:
        return self._celsius + 273.15

    @kelvin.setter
    def kelvin(self, value: float) -> None:
        self._celsius = value - 273.15

    @classmethod
    def parse(cls, text: str) -> "Probe":
        return cls()

    def copy(self) -> "Probe":
        return self

    def walk(self) -> "Trail":
        return Trail()


class Trail:
    def __iter__(self):
        return iter(())
"""


@pytest.mark.parametrize(
    ("name", "words", "actual"),
    [
        ("celsius", "A method. Degrees.", "a property"),
        ("celsius", "Property. Can be set.", "a read-only property"),
        ("kelvin", "Read-only.", "a property that can be set"),
        ("copy", "A read-only property.", "a method"),
        ("copy", "A coroutine.", "not async"),
        ("copy", "This is a coroutine and must be awaited.", "not async"),
        ("copy", "An asynchronous method; `await` its result.", "not async"),
        ("copy", "It is a lazy generator.", "a method"),
        ("parse", "Static method. Reads it.", "a class method"),
        ("parse", "A class method. A generator.", "a class method"),
    ],
)
def test_what_the_first_sentences_call_a_symbol_is_compared_with_what_it_is(name, words, actual):
    document = f"# Probe\n\nA probe.\n\n## `Probe.{name}`\n\n{words}\n"
    assert [one.expected for one in findings(NamesCheck, document, KINDS)] == [actual]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("celsius", "A read-only property."),
        ("kelvin", "Property. Can be set, which changes `celsius` too."),
        ("kelvin", "Can be set only once."),
        ("copy", "A method. It copies."),
        ("parse", "Class method. Reads it."),
        ("walk", "A generator."),
        ("copy", "A generator for passwords can use it."),
    ],
)
def test_what_the_first_sentences_say_rightly_or_cannot_be_told_is_no_finding(name, words):
    document = f"# Probe\n\nA probe.\n\n## `Probe.{name}`\n\n{words}\n"
    assert findings(NamesCheck, document, KINDS) == []


def test_a_coroutine_is_no_synchronous_function():
    source = "async def fetch(url: str) -> str:\n    return url\n"
    document = "# `fetch(url)`\n\nThis is a regular, non-async function.\n"
    assert [one.expected for one in findings(NamesCheck, document, source)] == ["a coroutine"]


@pytest.mark.parametrize(
    "sentence",
    [
        "There is no `Sheet.refresh()`.",
        "A sheet has no `Sheet.refresh`.",
        "Unlike other classes it lacks `Sheet.refresh()`.",
        "`Sheet.refresh()` does not exist.",
        "Not supported: renewing (`Sheet.refresh()` does not exist).",
        "`Sheet.refresh` was removed.",
        "Use `Sheet.close()` instead of the old `Sheet.refresh()`.",
        "It does not have `Sheet.refresh()` or `Sheet.renew()`.",
    ],
)
def test_a_name_that_a_sentence_denies_is_right_where_it_does_not_exist(sentence: str) -> None:
    source = "class Sheet:\n    def close(self):\n        return 1\n"
    document = f"## `Sheet`\n\nA sheet. {sentence}\n"
    assert findings(NamesCheck, document, source) == []
    assert "Sheet.refresh: name: none" in {verdict.subject for verdict in verdicts(NamesCheck, document, source)}


@pytest.mark.parametrize(
    "sentence",
    [
        "Call `Sheet.refresh()`.",
        "There is no need to call `Sheet.close()`. Call `Sheet.refresh()`.",
        "It has no size. `Sheet.refresh()` is called.",
    ],
)
def test_a_name_beside_a_denial_of_something_else_is_not_denied(sentence: str) -> None:
    source = "class Sheet:\n    def close(self):\n        return 1\n"
    assert len(findings(NamesCheck, f"## `Sheet`\n\nA sheet. {sentence}\n", source)) == 1


@pytest.mark.parametrize("value", ["f'{name}!' if loud else other(name)", "'a' + str(name)", "[name]"])
def test_what_gives_a_plain_value_in_one_case_is_no_coroutine(value: str) -> None:
    source = f"class Bell:\n    def ring(self, name, loud=True):\n        return {value}\n"
    document = "# `Bell`\n\nA bell.\n\n**`ring(name, loud=True)`**\n: Coroutine, to be awaited. Rings.\n"
    assert [one.expected for one in findings(NamesCheck, document, source)] == ["not async"]
    assert findings(NamesCheck, document, source.replace(value, "other(name)")) == []
    assert findings(NamesCheck, document, source.replace("    def ring", "    async def ring")) == []


METER = """
class Meter:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, value):
        return value * self.scale
"""


def test_a_call_of_an_instance_that_is_named_like_its_class_is_no_slip_of_the_name():
    document = "# Meter\n\nA `Meter` can be called: `meter(value)` gives the scaled value.\n"
    assert findings(NamesCheck, document, METER) == []


def test_a_constructor_in_bold_below_its_class_is_the_class():
    document = "# Meter\n\n**Meter(scale)** makes one.\n\n**Meter(scale)**\n\nMakes one.\n"
    assert findings(NamesCheck, document, METER) == []
