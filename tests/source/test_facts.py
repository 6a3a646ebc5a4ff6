from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.errors import SourceError
from reflexion_core.records import Source
from reflexion_core.source.docstrings import DocstringFact
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts
from reflexion_core.source.literals import Value
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source


def facts(text: str, name: str = "module.py") -> ModuleFacts:
    return read_facts(read_source(name, dedent(text).encode(), max_bytes=1_000_000))


def function(text: str, qualname: str = "f") -> FunctionFact:
    found = facts(text).function(qualname)
    assert found is not None
    return found


def class_fact(text: str, qualname: str = "A") -> ClassFact:
    found = facts(text).class_(qualname)
    assert found is not None
    return found


def test_a_module_knows_its_name_docstring_constants_and_imports() -> None:
    module = facts(
        '''
        """Circles.

        More.
        """
        import os.path
        import json as j
        from math import pi as PI, sqrt
        from .errors import Fault

        LIMIT: int = 10**5
        """The largest circle."""
        NAMES = ("a", "b")
        _hidden = object()
        a = b = LIMIT * 2
        ''',
        name="circles.py",
    )
    assert (module.name, module.file) == ("circles", "circles.py")
    assert module.docstring is not None
    assert module.docstring.summary == "Circles."
    limit = module.constants[0]
    assert (limit.name, limit.annotation, limit.value) == ("LIMIT", "int", "10**5")
    assert (limit.literal, limit.docstring) == (Value(100_000), "The largest circle.")
    assert {c.name: c.literal for c in module.constants[1:]} == {
        "NAMES": Value(("a", "b")),
        "_hidden": None,
        "a": Value(200_000),
        "b": Value(200_000),
    }
    assert {i.name: i.target for i in module.imports} == {
        "os": "os",
        "j": "json",
        "PI": "math.pi",
        "sqrt": "math.sqrt",
        "Fault": ".errors.Fault",
    }


def test_names_are_those_that_an_import_of_the_module_gives() -> None:
    module = facts(
        """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from os import PathLike
        try:
            import fast
        except ImportError:
            fast = None
        for place in range(3):
            pass
        def f(): import inside
        class A: ...
        if __name__ == "__main__":
            started = True
        """
    )
    assert module.names == {"TYPE_CHECKING", "fast", "place", "f", "A"}
    assert module.has_name("PathLike") is False
    assert [i.name for i in module.imports if i.is_typing_only] == ["PathLike"]


def test_a_star_import_makes_every_other_name_uncertain() -> None:
    module = facts("from os import *\n")
    assert module.star_imports == ("os",)
    assert module.has_name("sep") is None


def test_all_decides_what_is_public() -> None:
    module = facts(
        """
        __all__ = ["_a", "B"]
        def _a(): ...
        def c(): ...
        class B:
            def f(self): ...
            def _g(self): ...
        """
    )
    assert module.exported == ("_a", "B")
    assert [found.qualname for found in module.public_callables()] == ["_a", "B.f"]


def test_lines_count_from_one_and_cover_the_definition() -> None:
    found = function('\n\n@deco(\n  1)\ndef f(a,\n      b=1):\n    """Doc."""\n    return a\n')
    assert (found.line, found.end_line, found.body_line) == (5, 8, 7)
    assert [(parameter.line, parameter.end_line) for parameter in found.parameters] == [(5, 5), (6, 6)]
    assert found.docstring is not None
    assert found.docstring.line == 7


def test_all_five_kinds_of_parameters_are_told_apart() -> None:
    found = function("def f(a, /, b, *args: int, c, d: str = 'x', **options): ...")
    assert [(p.name, p.kind) for p in found.parameters] == [
        ("a", "positional_only"),
        ("b", "positional_or_keyword"),
        ("args", "var_positional"),
        ("c", "keyword_only"),
        ("d", "keyword_only"),
        ("options", "var_keyword"),
    ]
    assert [p.name for p in found.parameters if p.is_required] == ["a", "b", "c"]
    assert found.signature == "f(a, /, b, *args: int, c, d: str = 'x', **options)"


@pytest.mark.parametrize(
    "signature",
    [
        "f(*, a)",
        "f(a, /)",
        "f(a, /, *, b=1)",
        "f(a=1, /, b=2)",
        "f(*args, b)",
        "f()",
        "f(a: int = 3) -> dict[str, int]",
    ],
)
def test_a_signature_is_shown_as_it_is_written(signature: str) -> None:
    assert function(f"def {signature}: ...").signature == signature


@pytest.mark.parametrize(
    ("default", "value"),
    [
        ("None", Value(None)),
        ("100_000", Value(100_000)),
        ("-1.5", Value(-1.5)),
        ("2 ** 10", Value(1024)),
        ("1024 * 1024 * 1024", Value(2**30)),
        ('"a" "b"', Value("ab")),
        ("(1, 'x', None)", Value((1, "x", None))),
        ("{'a': [1]}", Value({"a": [1]})),
        ("frozenset({1})", Value(frozenset({1}))),
        ("dict()", Value({})),
        ("LIMIT", Value(3)),
        ("LIMIT * 2", Value(6)),
        ("float('inf')", Value(float("inf"))),
        ("b'x'", Value(b"x")),
        ("object()", None),
        ("time.time()", None),
        ("MOVED", None),
        ("10 ** 10 ** 10", None),
        ("'x' * 10 ** 9", None),
        ("1 / 0", None),
        ("{**x}", None),
    ],
)
def test_a_default_has_its_text_and_its_value_where_that_can_be_told(default: str, value: Value | None) -> None:
    parameter = function(f"LIMIT = 3\nMOVED = 1\nMOVED = 2\ndef f(a={default}): ...").parameters[0]
    assert (parameter.default, parameter.default_value) == (default, value)


def test_a_constant_that_a_function_may_set_anew_has_no_known_value() -> None:
    module = facts("LEVEL = 1\ndef raise_it():\n    global LEVEL\n    LEVEL = 2\ndef f(a=LEVEL): ...")
    found = module.function("f")
    assert found is not None
    assert found.parameters[0].default_value is None
    assert module.constants[0].literal is None


def test_no_default_and_a_default_of_none_are_not_the_same() -> None:
    first, second = function("def f(a, b=None): ...").parameters
    assert (first.has_default, first.default_value) == (False, None)
    assert (second.has_default, second.default_value) == (True, Value(None))


def test_a_default_of_several_lines_is_put_on_one() -> None:
    assert function("def f(a=(1,\n   # first\n   2)): ...").parameters[0].default == "(1, 2)"


def test_a_default_in_a_line_with_accents_is_cut_at_characters() -> None:
    assert function("def f(á='é', b='ñ'): ...").parameters[1].default == "'ñ'"


def test_a_default_that_is_nested_deeply_is_still_a_default() -> None:
    parameter = function(f"def f(a={'+'.join(['1'] * 900)}): ...").parameters[0]
    assert parameter.has_default
    assert parameter.default_value is None


@pytest.mark.parametrize(
    ("body", "stand_ins"),
    [
        ("x = a or 3", ("3",)),
        ("x = 3 if a is None else a", ("3",)),
        ("x = a if a is not None else LIMIT", ("LIMIT",)),
        ("if a is None:\n        a = []", ("[]",)),
        ("if not a:\n        a = 'x'", ("'x'",)),
        ("if a in (None, 'K'):\n        pass", ("'K'",)),
        ("x = float(a) if a else 1.5", ("1.5",)),
        ("if a or b > 3:\n        pass", ()),
        ("x = f'for {a}' if a else ''", ()),
        ("x = None if a is None else a", ()),
    ],
)
def test_what_stands_in_for_none_is_the_default_in_effect(body: str, stand_ins: tuple[str, ...]) -> None:
    assert function(f"def f(a=None, b=1):\n    {body}\n").parameters[0].stand_ins == stand_ins


@pytest.mark.parametrize(
    ("text", "flavour", "is_async"),
    [
        ("def f(): return 1", "plain", False),
        ("def f(): yield 1", "generator", False),
        ("def f(): x = yield", "generator", False),
        ("def f(): yield from g()", "generator", False),
        ("def f():\n  def g(): yield\n  return lambda: (yield)", "plain", False),
        ("async def f(): await g()", "coroutine", True),
        ("async def f(): yield 1", "async_generator", True),
        ("from contextlib import contextmanager\n@contextmanager\ndef f(): yield", "context_manager", False),
        ("import contextlib\n@contextlib.contextmanager\ndef f(): yield", "context_manager", False),
        (
            "from contextlib import asynccontextmanager as acm\n@acm\nasync def f(): yield",
            "async_context_manager",
            True,
        ),
        ("import click\n@click.command()\ndef f(): return 1", "unknown", False),
        ("from functools import lru_cache\n@lru_cache(maxsize=None)\ndef f(): return 1", "plain", False),
        (
            "import functools\ndef d(g):\n  @functools.wraps(g)\n  async def w(*a): return g(*a)\n  return w\n"
            "@d\ndef f(): return 1",
            "coroutine",
            True,
        ),
        ("def d(g): return g\n@d\ndef f(): yield", "generator", False),
    ],
)
def test_a_function_knows_what_a_call_of_it_gives(text: str, flavour: str, is_async: bool) -> None:
    found = function(text)
    assert (found.flavour, found.is_async) == (flavour, is_async)


def test_the_kinds_of_methods_are_told_apart() -> None:
    module = facts(
        """
        import functools
        class A:
            def m(self, x): ...
            @classmethod
            def c(cls, x): ...
            @staticmethod
            def s(x): ...
            @property
            def p(self) -> int: ...
            @functools.cached_property
            def q(self): ...
            async def a(self): ...
        def f(self): ...
        """
    )
    kinds = {found.qualname: found.kind for found in module.all_functions()}
    assert kinds == {
        "f": "function",
        "A.m": "method",
        "A.c": "classmethod",
        "A.s": "staticmethod",
        "A.p": "property",
        "A.q": "property",
        "A.a": "method",
    }
    shown = {found.qualname: [p.name for p in found.signature_parameters] for found in module.all_functions()}
    assert (shown["A.m"], shown["A.c"], shown["A.s"], shown["f"]) == (["x"], ["x"], ["x"], ["self"])


def test_a_property_has_its_setter_and_deleter() -> None:
    found = class_fact(
        """
        class A:
            @property
            def size(self) -> int:
                return 1
            @size.setter
            def size(self, value: int) -> None: ...
            @size.deleter
            def size(self): ...
        """
    )
    (size,) = found.methods
    assert (size.kind, size.line, size.returns.annotation) == ("property", 4, "int")
    assert size.setter is not None
    assert [p.name for p in size.setter.parameters] == ["self", "value"]
    assert size.deleter is not None


def test_overloads_are_kept_beside_what_is_called() -> None:
    found = function(
        """
        from typing import overload
        @overload
        def f(a: int) -> int: ...
        @overload
        def f(a: str, b: int = ...) -> str: ...
        def f(a, b=3):
            return a
        """
    )
    assert (found.line, found.signature) == (7, "f(a, b=3)")
    assert [(o.returns, len(o.parameters)) for o in found.overloads] == [("int", 1), ("str", 2)]


def test_definitions_under_conditions_are_alternatives() -> None:
    found = function(
        """
        import sys
        if sys.platform == "win32":
            def f(a): ...
        else:
            def f(a, b): ...
        """
    )
    assert (found.signature, [other.signature for other in found.alternatives]) == ("f(a)", ["f(a, b)"])


def test_a_later_definition_replaces_an_earlier_one() -> None:
    found = function("def f(a): ...\ndef f(b): ...")
    assert (found.signature, found.alternatives) == ("f(b)", ())


def test_decorators_and_abstract_methods_are_noted() -> None:
    module = facts(
        """
        import abc
        class A(abc.ABC):
            @abc.abstractmethod
            def f(self): ...
            @property
            @abc.abstractmethod
            def p(self): ...
        class B(A):
            def f(self): ...
        class C(B):
            p = 3
        """
    )
    assert {kind.name: kind.is_abstract for kind in module.classes} == {"A": True, "B": True, "C": False}
    found = module.function("A.p")
    assert found is not None
    assert (found.decorators, found.is_abstract, found.kind) == (("property", "abc.abstractmethod"), True, "property")


def test_a_symbol_is_found_by_its_qualified_name() -> None:
    module = facts(
        """
        LIMIT = 3
        def f(): ...
        class A:
            size = 1
            class Inner:
                def g(self): ...
            def m(self): ...
        class B(A): ...
        """
    )
    found = {name: module.symbol(name) for name in ("LIMIT", "f", "A.m", "B.m", "A.size", "A.Inner.g", "A.none", "no")}
    assert {name: type(fact).__name__ for name, fact in found.items()} == {
        "LIMIT": "ConstantFact",
        "f": "FunctionFact",
        "A.m": "FunctionFact",
        "B.m": "FunctionFact",
        "A.size": "AttributeFact",
        "A.Inner.g": "FunctionFact",
        "A.none": "NoneType",
        "no": "NoneType",
    }


def test_inherited_members_come_in_the_order_in_which_python_looks() -> None:
    found = class_fact(
        """
        class Base:
            x = 1
            def f(self): "base"
            def g(self): ...
        class Left(Base):
            def f(self): "left"
        class Right(Base):
            def f(self): "right"
            def h(self): ...
        class A(Left, Right):
            def own(self): ...
        """
    )
    assert [method.qualname for method in found.inherited] == ["Left.f", "Right.h", "Base.g"]
    assert found.ancestors == ("Left", "Right", "Base")
    assert [attribute.name for attribute in found.attributes] == ["x"]


def test_attributes_come_from_the_body_and_from_methods() -> None:
    found = class_fact(
        """
        from typing import ClassVar
        class A:
            kinds: ClassVar[int] = 3
            declared: str
            def __init__(self, a, b=2):
                self.a, self.b = a, b
                self.first = self.second = 7
                self.total: int = a + b
            def later(self):
                self.late = []
        """
    )
    shown = {a.name: (a.annotation, a.value, a.literal, a.is_instance) for a in found.attributes}
    assert shown == {
        "kinds": ("ClassVar[int]", "3", Value(3), False),
        "declared": ("str", None, None, True),
        "a": (None, "a", None, True),
        "b": (None, "b", None, True),
        "first": (None, "7", Value(7), True),
        "second": (None, "7", Value(7), True),
        "total": ("int", "a + b", None, True),
        "late": (None, "[]", Value([]), True),
    }


def test_the_constructor_is_init_and_is_inherited() -> None:
    module = facts(
        """
        class A:
            def __init__(self, a: int, *, b: str = "x") -> None: ...
        class B(A): ...
        class C:
            pass
        class D(Imported): ...
        class E(Exception): ...
        class F:
            def __new__(cls, x): ...
        """
    )
    assert [kind.signature for kind in module.classes] == [
        'A(a: int, *, b: str = "x")',
        'B(a: int, *, b: str = "x")',
        "C()",
        None,
        None,
        "F(x)",
    ]
    assert [kind.constructor_line for kind in module.classes[:2]] == [3, 3]


def test_the_constructor_of_a_dataclass_is_made_of_its_fields() -> None:
    found = class_fact(
        """
        import dataclasses
        from dataclasses import dataclass, field, InitVar, KW_ONLY
        from typing import ClassVar
        @dataclass
        class Base:
            x: int
            y: int = 1
        @dataclasses.dataclass(frozen=True)
        class A(Base):
            kind: ClassVar[str] = "a"
            not_a_field = 3
            y: int = 5
            items: list[int] = field(default_factory=list)
            name: str = field(default="n", repr=False)
            hidden: int = field(init=False, default=0)
            seed: InitVar[int] = 7
            late: int = field(kw_only=True)
            _: KW_ONLY
            flag: bool = False
        """
    )
    assert found.kind == "dataclass"
    assert found.signature == (
        'A(x: int, y: int = 5, items: list[int] = list(), name: str = "n", seed: int = 7, '
        "*, late: int, flag: bool = False)"
    )
    assert found.constructor is not None
    assert found.constructor[2].default_value == Value([])
    assert [a.name for a in found.attributes][:3] == ["kind", "not_a_field", "y"]


@pytest.mark.parametrize(
    ("text", "signature"),
    [
        ("@dataclass(kw_only=True)\nclass A:\n  x: int\n  y: int = 2", "A(*, x: int, y: int = 2)"),
        ("@dataclass(init=False)\nclass A:\n  x: int", "A()"),
        ("@dataclass\nclass A(Imported):\n  x: int", None),
        ("@dataclass\nclass A:\n  x: int\n  def __init__(self): ...", "A()"),
        ("@unknown\nclass A:\n  def __init__(self): ...", None),
        ("class A(NamedTuple):\n  x: int\n  y: str = 'a'", "A(x: int, y: str = 'a')"),
        ("class A(TypedDict, total=False):\n  x: int\n  y: str", "A(*, x: int, y: str)"),
        ("class A(Enum):\n  x = 1", None),
        ("class A(Protocol):\n  def f(self): ...", "A()"),
        ("class A(Generic[T]):\n  def __init__(self, x: T): ...", "A(x: T)"),
        ("class A(BaseModel):\n  x: int", None),
    ],
)
def test_the_constructor_of_a_special_class(text: str, signature: str | None) -> None:
    head = (
        "from dataclasses import dataclass\nfrom enum import Enum\nfrom pydantic import BaseModel\n"
        "from typing import Generic, NamedTuple, Protocol, TypedDict, TypeVar\nT = TypeVar('T')\n"
    )
    assert class_fact(head + text).signature == signature


def test_an_enum_has_members_with_values() -> None:
    found = class_fact(
        """
        import enum
        class A(enum.StrEnum):
            RED = "red"
            BLUE = enum.auto()
            _ignore_ = []
            kind: int = 3
            def label(self): ...
        """
    )
    assert found.kind == "enum"
    assert [(member.name, member.value) for member in found.members] == [("RED", '"red"'), ("BLUE", "enum.auto()")]
    assert found.has_member("name") is True


def test_whether_a_class_has_a_member_is_unknown_below_an_unknown_base() -> None:
    module = facts(
        """
        from elsewhere import Base
        class A(Base): ...
        class B(ValueError):
            def f(self): ...
        class C:
            def __getattr__(self, name): ...
        """
    )
    known = {kind.name: [kind.has_member(name) for name in ("f", "args", "none")] for kind in module.classes}
    assert known == {"A": [None, None, None], "B": [True, True, False], "C": [None, None, None]}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("__slots__ = ('x', 'y')", True),
        ("__slots__ = 'x'", True),
        ("def __init__(self): object.__setattr__(self, 'x', 1)", True),
        ("def __init__(self): setattr(self, 'x', 1)", True),
        ("def __init__(self, names):\n        for n in names: setattr(self, n, 1)", None),
        ("def __init__(self, values): self.__dict__.update(values)", None),
        ("@classmethod\n    def make(cls):\n        self = object.__new__(cls)\n        self.x = 1", True),
        ("def __init_subclass__(cls): cls.x = 1", True),
        ("from os import x", True),
        ("@property\n    def x(self): ...", True),
        ("class x: ...", True),
        ("y = 1", False),
    ],
)
def test_whether_a_class_has_a_member(body: str, expected: bool | None) -> None:
    module = facts(f"class Base:\n    {body}\nclass A(Base): ...\n")
    assert [kind.has_member("x") for kind in module.classes] == [expected, expected]


@pytest.mark.parametrize(
    "head",
    [
        "@unknown\nclass A: ...",
        "class A(metaclass=Meta): ...",
        "class A: ...\nA.x = 1",
        "class A: ...\na = A()\na.x = 1",
    ],
)
def test_a_member_that_comes_from_outside_of_the_class_cannot_be_told(head: str) -> None:
    assert class_fact(head).has_member("x") is None


def test_deleted_names_and_names_set_through_global_are_known() -> None:
    module = facts("a = b = 1\ndel a\ndef f():\n    global c\n    c = 1\n")
    assert [module.has_name(name) for name in "abcd"] == [False, True, True, False]
    assert facts("globals()['x'] = 1").has_name("x") is None


def test_a_class_based_on_an_import_of_its_own_name_is_no_circle() -> None:
    module = facts("from base import A\nclass A(A):\n    def f(self): ...\nclass B(A): ...\n")
    assert module.classes[0].bases == ("A",)
    assert module.classes[0].has_unknown_base


def test_a_docstring_is_split_in_whatever_style_it_is() -> None:
    google = function(
        'def f(a):\n    """Do.\n\n    Args:\n        a: First.\n\n    Raises:\n        KeyError: No.\n    """'
    )
    numpy = function('def f(a):\n    """Do.\n\n    Parameters\n    ----------\n    a : int\n        First.\n    """')
    sphinx = function('def f(a):\n    """Do.\n\n    :param int a: First.\n    :raises KeyError: No.\n    """')
    for found, annotation in ((google, ""), (numpy, "int"), (sphinx, "int")):
        assert found.docstring is not None
        assert found.docstring.summary == "Do."
        (described,) = found.docstring.parameters
        assert (described.name, described.annotation, described.description) == ("a", annotation, "First.")
    for found in (google, sphinx):
        assert found.docstring is not None
        assert [(item.name, item.description) for item in found.docstring.raises] == [("KeyError", "No.")]


@given(st.text(max_size=200))
def test_no_docstring_stops_the_reading_of_its_sections(text: str) -> None:
    fact = DocstringFact(text=text, line=1, end_line=1)
    assert isinstance(fact.summary + fact.body, str)
    assert all(item.description is not None for item in (*fact.parameters, *fact.raises, *fact.returns))


def test_values_that_multiply_by_being_named_are_not_followed_to_the_end() -> None:
    lines = [f"K{n} = [{', '.join([f'K{n - 1}'] * 100)}]" for n in range(1, 8)]
    module = facts("\n".join(["K0 = 1", *lines, "def f(a=K7): raise ValueError(f'{K7} {K1:>9999999999}')"]))
    assert module.constants[-1].literal is None


def test_syntax_that_python_cannot_read_is_a_source_error() -> None:
    with pytest.raises(SourceError, match=r"module\.py, line 1"):
        read_facts(Source(name="module.py", text="def f(:\n", encoding="utf-8", sha256=""))


def test_a_chain_of_a_thousand_elif_is_read() -> None:
    branches = "".join(f"    elif x == {n}:\n        raise KeyError('{n}')\n" for n in range(900))
    found = function(f"def f(x):\n    if x is None:\n        return 0\n{branches}")
    assert len(found.raises) == 900
