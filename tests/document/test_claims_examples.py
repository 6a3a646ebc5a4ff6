from __future__ import annotations

import pytest

from reflexion_core.document.claims import ExampleClaim, StatedOutput
from reflexion_core.document.find_claims import find_claims


def examples(document: str) -> list[ExampleClaim]:
    return list(find_claims(document, ["grow", "Sheet"]).examples)


def outputs(code: str, after: str = "", tag: str = "python") -> list[tuple[str, str]]:
    (example,) = examples(f"# x\n\n```{tag}\n{code}\n```\n{after}")
    return [(output.kind, output.text) for output in example.outputs]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("print(grow(1))  # Output: 0.5", ("printed", "0.5")),
        ("print(grow(1))  # output: 0.5", ("printed", "0.5")),
        ("print(grow(1))  # prints 0.5", ("printed", "0.5")),
        ("print(grow(1))  # Prints: 0.5", ("printed", "0.5")),
        ("print(grow(1))  # => 0.5", ("printed", "0.5")),
        ("print(grow(1))  # -> 0.5", ("printed", "0.5")),
        ("print(grow(1))  #> 0.5", ("printed", "0.5")),
        ("print(grow(1))\n#> 0.5", ("printed", "0.5")),
        ("print(grow(1))\n# Output: 0.5", ("printed", "0.5")),
        ("print(grow(1))\n# 0.5", ("printed", "0.5")),
        ("print(grow(1))  # 0.5", ("printed", "0.5")),
        ("print(grow(1))  # Expected output: 0.5", ("printed", "0.5")),
        ("print(grow(1))\n# Output:\n# 0.5\n# 0.7", ("printed", "0.5\n0.7")),
        ("print(grow(1))  # Output: hello world", ("printed", "hello world")),
        ("grow(1)  # 0.5", ("value", "0.5")),
        ("grow(1)  # => 0.5", ("value", "0.5")),
        ("grow(1)  # returns 0.5", ("value", "0.5")),
        ("grow(1)  # Returns: 0.5", ("value", "0.5")),
        ("grow(1)  # {'a': 1}", ("value", "{'a': 1}")),
        ("x = grow(1)  # => 0.5", ("value", "0.5")),
        ("grow(\n    1,\n)  # -> 0.5", ("value", "0.5")),
        ("grow(-1)  # raises ValueError: no", ("raises", "ValueError: no")),
        ("grow(-1)  # Raises ValueError", ("raises", "ValueError")),
        ("# Raises ValueError\ngrow(-1)", ("raises", "ValueError")),
        ("try:\n    grow(-1)\nexcept ValueError as error:\n    print(error)  # Output: no", ("printed", "no")),
        ("for x in [1]:\n    print(x)  # => 1", ("printed", "1")),
    ],
)
def test_each_way_of_writing_an_output_is_read(code: str, expected: tuple[str, str]) -> None:
    assert outputs(code) == [expected]


@pytest.mark.parametrize(
    "code",
    [
        "x = grow(1)  # 5 years",
        "timeout = 5  # 5",
        "grow(1)  # the usual case",
        "grow(1)  # prints the sum",
        "grow(1)  # returns the sum",
        "print('# Output: 5')",
        "# Output follows\n\ngrow(1)",
        "# raises a flag\ngrow(1)",
        "grow(1)  # see below",
    ],
)
def test_a_remark_is_no_output(code: str) -> None:
    assert outputs(code) == []


@pytest.mark.parametrize(
    "after",
    [
        "\n```\n0.5\n```\n",
        "\n```text\n0.5\n```\n",
        "\n```output\n0.5\n```\n",
        "\nOutput:\n\n```\n0.5\n```\n",
        "\n**Output:**\n\n```text\n0.5\n```\n",
        "\nThis prints:\n\n```\n0.5\n```\n",
    ],
)
def test_a_block_behind_an_example_is_its_output(after: str) -> None:
    assert outputs("print(grow(1))", after) == [("block", "0.5")]


@pytest.mark.parametrize(
    "after", ["\n```bash\nls\n```\n", '\n```json\n{"a": 1}\n```\n', "\n## More\n\n```\n0.5\n```\n"]
)
def test_another_block_is_no_output(after: str) -> None:
    assert outputs("print(grow(1))", after) == []


@pytest.mark.parametrize("tag", ["python", "py", "pycon", "doctest", "python3", "Python", "", "{.python}"])
def test_a_session_is_read_by_its_prompts(tag: str) -> None:
    code = ">>> x = grow(1)\n>>> x\n0.5\n>>> for i in range(2):\n...     print(i)\n0\n1"
    assert outputs(code, tag=tag) == [("doctest", "0.5"), ("doctest", "0\n1")]


def test_a_traceback_in_a_session_is_an_exception() -> None:
    code = (
        ">>> grow(-1)  # doctest: +IGNORE_EXCEPTION_DETAIL\nTraceback (most recent call last):\n  ...\nValueError: no"
    )
    (example,) = examples(f"```python\n{code}\n```\n")
    (output,) = example.outputs
    assert (output.kind, output.text, output.ignores_detail) == ("raises", "ValueError: no", True)
    assert (output.place.line, output.place.text) == (5, "ValueError: no")


@pytest.mark.parametrize(
    ("fence", "count"),
    [
        ("```python\ngrow(1)\n```", 1),
        ("```py\ngrow(1)\n```", 1),
        ("~~~python\ngrow(1)\n~~~", 1),
        ("```\nfrom a import grow\ngrow(1)\n```", 1),
        ("```\nprint(grow(1))\n```", 1),
        ("- item\n\n  ```python\n  grow(1)\n  ```", 1),
        ("    >>> grow(1)\n    0.5", 1),
        ("```bash\npython x.py\n```", 0),
        ("```json\n{}\n```", 0),
        ("```text\nprint(1)\n```", 0),
        ("```\njust words\n```", 0),
        ("```\n{'a': 1}\n```", 0),
        ("    indented text", 0),
        ("```python\n```", 0),
    ],
)
def test_what_is_an_example(fence: str, count: int) -> None:
    assert len(examples(f"# x\n\n{fence}\n")) == count


@pytest.mark.parametrize(
    ("code", "is_runnable"),
    [
        ("grow(1)", True),
        ("grow(...)", False),
        ("x = ...", False),
        ("...\ngrow(1)", False),
        ("grow(", False),
        ("def f():\n    ...\n\nf()", True),
    ],
)
def test_a_fragment_cannot_be_run(code: str, is_runnable: bool) -> None:
    (example,) = examples(f"```python\n{code}\n```\n")
    assert example.is_runnable is is_runnable


def test_an_example_knows_whether_it_goes_on_from_another() -> None:
    first, second = examples("```python\nfrom m import grow\n```\n\n```python\ngrow(1)\n```\n")
    assert (first.is_fresh, second.is_fresh) == (True, False)


def test_the_output_alone_can_be_replaced() -> None:
    document = "# x\n\n```python\nprint('a')\nprint(grow(1))  # prints 0.5\n```\n"
    (example,) = examples(document)
    output: StatedOutput = example.outputs[0]
    assert document[: output.place.start] + "0.7" + document[output.place.end :] == document.replace("0.5", "0.7")
    assert (output.place.line, output.statement_line) == (5, 2)


@pytest.mark.parametrize(
    ("sentence", "code", "text"),
    [
        ("Example: `grow('1MB')` returns `1048576`.", "grow('1MB')", "1048576"),
        ("So `grow(1, x=True)` gives `[1, 2]`.", "grow(1, x=True)", "[1, 2]"),
        ("`grow(2)` → `4`", "grow(2)", "4"),
        ("`grow(2)` == `4`", "grow(2)", "4"),
    ],
)
def test_a_call_in_a_sentence_with_its_result_is_an_example(sentence: str, code: str, text: str) -> None:
    (example,) = examples(f"# x\n\n{sentence}\n")
    assert (example.code, example.outputs[0].text, example.form) == (code, text, "inline")


@pytest.mark.parametrize(
    "sentence", ["`grow(rate)` returns `rate`.", "`grow(1)` returns the sum.", "`grow` returns `4`."]
)
def test_a_sentence_without_a_call_of_values_is_no_example(sentence: str) -> None:
    assert examples(f"# x\n\n{sentence}\n") == []


def test_imports_are_read_with_their_places() -> None:
    document = "```python\nimport os.path\nfrom m.n import a, b as c\n```\n\nWrite `from m import z` or so.\n"
    imports = find_claims(document).imports
    assert [(claim.module, claim.name, claim.text, claim.line) for claim in imports] == [
        ("os.path", None, "os.path", 2),
        ("m.n", None, "m.n", 3),
        ("m.n", "a", "a", 3),
        ("m.n", "b", "b", 3),
        ("m", None, "m", 6),
        ("m", "z", "z", 6),
    ]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Call `grow()` or `Sheet.arc(1)`.", [("grow", True), ("Sheet.arc", True)]),
        ("See `os.path` for it.", [("os.path", False)]),
        ("The file `config.json` and `x` and `1.5`.", []),
    ],
)
def test_dotted_names_and_calls_in_code_spans_are_names(words: str, names: list[tuple[str, bool]]) -> None:
    assert [(claim.name, claim.is_call) for claim in find_claims(words).names] == names


@pytest.mark.parametrize("words", ["Output:", "**Output**", "This prints:", "It will output:", "The output is:"])
def test_what_is_said_to_be_the_output_is_no_signature_and_no_example(words: str) -> None:
    shown = "```\nPoint(x=1, y=2)\n```\n"
    document = f"## `Point(x, y)`\n\n```python\nfrom m import Point\nprint(Point(1, 2))\n```\n\n{words}\n\n{shown}"
    claims = find_claims(document, frozenset({"Point"}))
    assert [[output.text for output in example.outputs] for example in claims.examples] == [["Point(x=1, y=2)"]]
    assert [claim.form for claim in claims.symbols] == ["heading"]
