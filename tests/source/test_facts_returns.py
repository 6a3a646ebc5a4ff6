from __future__ import annotations

from textwrap import dedent, indent

import pytest

from reflexion_core.source.facts import ReturnsFact
from reflexion_core.source.literals import Value
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source

CLASSES = """
LIMIT = 3
OPTIONS = {"width": 1, "fill": "."}
class Box:
    def __init__(self, x): self.x = x
    def twin(self): return Box(self.x)
class Odd:
    def __new__(cls): return 3
"""


def returns(body: str, head: str = "def f(a, b=1, **options):") -> ReturnsFact:
    text = f"{CLASSES}\n{head}\n{indent(dedent(body).strip(), '    ')}\n"
    found = read_facts(read_source("module.py", text.encode(), max_bytes=100_000)).function("f")
    assert found is not None
    return found.returns


@pytest.mark.parametrize(
    ("body", "sure", "optional", "is_complete"),
    [
        ('return {"a": 1, "b": 2}', ("a", "b"), (), True),
        ('return dict(a=1, b=2)', ("a", "b"), (), True),
        ('d = {"a": 1}\nd["b"] = 2\nreturn d', ("a", "b"), (), True),
        ('d = {}\nif a:\n    d["b"] = 2\nreturn d', (), ("b",), True),
        ('d = {}\nif a:\n    d["b"] = 2\nelse:\n    d["b"] = 3\nreturn d', ("b",), (), True),
        ('d = {}\nif a:\n    d["b"] = 2\nelse:\n    raise ValueError\nreturn d', ("b",), (), True),
        ('d = {"x": 1}\nfor k in a:\n    d["b"] = k\nreturn d', ("x",), ("b",), True),
        ('d = {"x": 1}\nd.update(y=2)\nd.update({"z": 3})\nreturn d', ("x", "y", "z"), (), True),
        ('d = {"x": 1}\nd |= {"y": 2}\nreturn d', ("x", "y"), (), True),
        ('d = {"x": 1}\nd.setdefault("y", 2)\nreturn d', ("x", "y"), (), True),
        ('d = {"x": 1}\nd[a] = 2\nreturn d', ("x",), (), False),
        ('d = {"x": 1}\nfill(d)\nreturn d', ("x",), (), False),
        ('d = {"x": 1}\nprint(d)\nreturn d', ("x",), (), True),
        ('return {"x": 1, **a}', ("x",), (), False),
        ('return {**OPTIONS, "x": 1}', ("width", "fill", "x"), (), True),
        ('d = {"x": 1, "y": 2}\ndel d["y"]\nreturn d', (), ("x", "y"), True),
        ('if a:\n    return {"x": 1, "y": 2}\nreturn {"x": 3}', ("x",), ("y",), True),
        ('if a:\n    return None\nreturn {"x": 3}', ("x",), (), True),
        ('with a:\n    d = {"x": 1}\n    d["y"] = 2\nreturn d', ("x", "y"), (), True),
    ],
)  # fmt: skip
def test_the_keys_of_a_returned_dict(
    body: str, sure: tuple[str, ...], optional: tuple[str, ...], is_complete: bool
) -> None:
    found = returns(body)
    assert found.keys == sure
    assert set(found.all_keys) == {*sure, *optional}
    assert found.has_all_keys is is_complete


@pytest.mark.parametrize(
    "body",
    [
        "return a",
        "return make(a)",
        "return {k: 1 for k in a}",
        "a = {'x': 1}\nreturn a",
        "return dict(a)",
        "return {**a}",
    ],
)
def test_the_keys_of_what_may_be_any_dict_cannot_be_told(body: str) -> None:
    assert returns(body).keys is None


@pytest.mark.parametrize(
    ("body", "types"),
    [
        ("return 1", ("int",)),
        ("return f'{a}'", ("str",)),
        ("return not a", ("bool",)),
        ("return a is None", ("bool",)),
        ("return a == b", None),
        ("return [x for x in a]", ("list",)),
        ("return (x for x in a)", ("generator",)),
        ("return Box(1)", ("Box",)),
        ("return Odd()", None),
        ("return Box(1).twin()", ("Box",)),
        ("x = Box(1)\nreturn x", ("Box",)),
        ("x = 1\nif a:\n    x = 'y'\nreturn x", None),
        ("return len(a)", ("int",)),
        ("return sorted(a)", ("list",)),
        ("return 'a,b'.split(',')", ("list",)),
        ("return 'x' if a else 'y'", ("str",)),
        ("return 'x' if a else None", None),
        ("return 1.5 * 2", ("float",)),
        ("return 1 / 2", ("float",)),
        ("return options", ("dict",)),
        ("return a", None),
        ("if a:\n    return 1", ("int", "NoneType")),
        ("if a:\n    return 1\nreturn None", ("int", "NoneType")),
        ("pass", ("NoneType",)),
        ("return", ("NoneType",)),
        ("raise ValueError", ()),
    ],
)
def test_the_types_that_come_back(body: str, types: tuple[str, ...] | None) -> None:
    assert returns(body).types == types


def test_a_builtin_that_is_given_another_meaning_has_no_known_type() -> None:
    assert returns("return len(a)", head="def f(a, len):").types is None


@pytest.mark.parametrize(
    ("body", "every_path"),
    [
        ("return 1", True),
        ("if a:\n    return 1", False),
        ("if a:\n    return 1\nelse:\n    return 2", True),
        ("if a:\n    return 1\nelif b:\n    return 2\nelse:\n    raise KeyError", True),
        ("while True:\n    if a:\n        return 1", True),
        ("while True:\n    if a:\n        break", False),
        ("while True:\n    for x in a:\n        break", True),
        ("for x in a:\n    return x", False),
        ("try:\n    return 1\nexcept KeyError:\n    return 2", True),
        ("try:\n    return 1\nexcept KeyError:\n    pass", False),
        ("try:\n    go()\nfinally:\n    return 1", True),
        ("with a:\n    return 1", True),
        ("match a:\n    case 1:\n        return 1\n    case _:\n        return 2", True),
        ("match a:\n    case 1:\n        return 1", False),
        ("import sys\nsys.exit(1)", True),
    ],
)
def test_whether_every_path_returns(body: str, every_path: bool) -> None:
    assert returns(body).every_path_returns is every_path


def test_a_function_that_gives_nothing_back_says_so() -> None:
    assert returns("a.append(1)").is_nothing
    assert returns("if a:\n    return\na.append(1)").is_nothing
    assert not returns("return a").is_nothing
    assert not returns("raise ValueError").is_nothing


def test_a_tuple_has_a_length_and_typed_elements() -> None:
    (shape,) = returns("sealed = bytes(a)\nreturn sealed, Box(1), None").returns
    assert (shape.kind, shape.length) == ("tuple", 3)
    assert shape.elements is not None
    assert [(e.text, e.type) for e in shape.elements] == [("sealed", "bytes"), ("Box(1)", "Box"), ("None", "NoneType")]


def test_a_tuple_with_stars_has_no_known_length() -> None:
    (shape,) = returns("return 1, *a").returns
    assert (shape.length, shape.is_open) == (None, True)


def test_constants_have_values_unless_a_local_name_hides_them() -> None:
    assert [shape.value for shape in returns("if a:\n    return True\nreturn -1").returns] == [Value(True), Value(-1)]
    assert returns("return LIMIT").returns[0].value == Value(3)
    assert returns("LIMIT = a\nreturn LIMIT").returns[0].value is None
    assert returns("return OPTIONS").returns[0].value is None  # it may have been changed in place


def test_yields_are_shapes_with_their_lines() -> None:
    found = returns("yield 1, 2\nx = yield\nyield from a")
    assert [(shape.text, shape.kind) for shape in found.yields] == [
        ("1, 2", "tuple"),
        ("None", "constant"),
        ("*a", "expression"),
    ]
    assert found.yields[0].line == 11


def test_what_an_inner_function_returns_is_not_what_the_outer_one_does() -> None:
    found = returns("def g():\n    return 1\nreturn 'x', lambda: 2")
    assert [shape.text for shape in found.returns] == ["'x', lambda: 2"]
