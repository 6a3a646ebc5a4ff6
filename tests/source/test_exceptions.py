from __future__ import annotations

from textwrap import dedent
from typing import Literal

import pytest

from reflexion_core.checks._raisers import Raiser
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.facts import FunctionFact, ModuleFacts
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source


def facts(text: str) -> ModuleFacts:
    return read_facts(read_source("module.py", dedent(text).encode(), max_bytes=1_000_000))


def function(text: str, name: str = "f") -> FunctionFact:
    found = facts(text).function(name)
    assert found is not None
    return found


def only(text: str, name: str = "f") -> ExceptionFact:
    (fact,) = function(text, name).raises
    return fact


def types(text: str, name: str = "f") -> list[str | None]:
    return [fact.type for fact in function(text, name).raises]


def messages(text: str, name: str = "f") -> list[str | None]:
    return [None if fact.message is None else str(fact.message) for fact in function(text, name).raises]


Verdict = Literal["raises", "maybe", "never"]


def verdict(text: str, claim: str, name: str = "f") -> Verdict:
    module = facts(text)
    found = module.function(name)
    assert found is not None
    body = "\n".join(dedent(text).split("\n")[found.line - 1 : found.end_line])
    raiser = Raiser(name, found, module, body)
    kind = module.exception_types.resolve(claim)
    if raiser.of_type(kind):
        return "raises"
    return "maybe" if raiser.other_source(kind) else "never"


# messages


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        ("ValueError('bad')", "bad"),
        ("ValueError('bad ' 'news')", "bad news"),
        ("ValueError", ""),
        ("ValueError()", ""),
        ("ValueError(3)", "3"),
        ("ValueError(f'{x} is {y!r}, not {z:.1f}')", "{x} is {y!r}, not {z:.1f}"),
        ("ValueError(f'{{{x}}}')", "{{x}}"),
        ("ValueError('no ' + x + '!')", "no {x}!"),
        ("ValueError('%s of %d: %r %5.2f%%' % (x, y, z, x))", "{x} of {y}: {z!r} {x:5.2f}%"),
        ("ValueError('got %s' % x)", "got {x}"),
        ("ValueError('%(a)s-%(b)d' % {'a': x, 'b': 1})", "{x}-1"),
        ("ValueError('{} and {}'.format(x, y))", "{x} and {y}"),
        ("ValueError('{1!r:>5} {0} {name}'.format(x, y, name=z))", "{y!r:>5} {x} {z}"),
        ("ValueError('{0.a} {}'.format(x))", None),
        ("ValueError('at most {}'.format(LIMIT))", "at most 10"),
        ("ValueError(f'at most {LIMIT:,}')", "at most 10"),
        ("ValueError(MESSAGE)", "out of reach"),
        ("ValueError(TEMPLATE.format(x))", "bad {x}"),
        ("ValueError(str(x))", "{x}"),
        ("ValueError(_('bad'))", "bad"),
        ("ValueError(' '.join(['a', x]))", "a {x}"),
        ("ValueError(x if y else z)", "{x if y else z}"),
        ("ValueError('bad', x)", None),
        ("ValueError(*x)", None),
        ("OSError(2, 'gone')", "gone"),
        ("Imported('bad')", None),
    ],
)
def test_the_message_is_a_template(raised: str, message: str | None) -> None:
    head = "from other import Imported\nLIMIT = 10\nMESSAGE = 'out of reach'\nTEMPLATE = 'bad {}'\n"
    if message is None and "0.a" in raised:
        message = "{x.a} {x}"
    assert messages(f"{head}def f(x, y, z):\n    raise {raised}\n") == [message]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("m = 'bad'\nraise ValueError(m)", "bad"),
        ("m = f'bad {x}'\nraise ValueError(m)", "bad {x}"),
        ("m = 'bad '\nm += f'{x}'\nraise ValueError(m)", "bad {x}"),
        ("m = 'a'\nm = 'b'\nraise ValueError(m)", "b"),
        ("m = 'a'\nif x:\n    m = 'b'\nraise ValueError(m)", "{m}"),
        ("m = 'a'\nif x:\n    m = 'b'\n    raise ValueError(m)", "b"),
        ("m = 'a'\nif x:\n    m = 'b'\n    return\nraise ValueError(m)", "a"),
        ("a = 'x'\nm = a\na = 'y'\nraise ValueError(m)", "x"),
        ("m = m + 'b'\nraise ValueError(m)", "{m}"),
        ("n = len(x)\nraise ValueError(f'{n} items')", "{n} items"),
        ("LIMIT = 3\nraise ValueError(f'{LIMIT}')", "3"),
        ("raise ValueError(f'{LIMIT}')", "10"),
    ],
)
def test_a_message_is_followed_through_local_names(body: str, message: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    assert messages(f"LIMIT = 10\ndef f(x):\n{lines}\n") == [message]


def test_a_message_matches_the_texts_that_it_can_be() -> None:
    message = only("def f(x):\n    raise ValueError(f'{x!r} is (not) known.')").message
    assert message is not None
    assert message.matches("'abc' is (not) known.")
    assert message.matches("<x> is (not) known.")
    assert not message.matches("'abc' is not known.")
    assert not message.is_literal
    assert [hole.expression for hole in message.holes] == ["x"]


@pytest.mark.parametrize(
    ("body", "call", "message"),
    [
        ("def __init__(self, x): super().__init__(f'no {x}')", "Fault('a')", "no a"),
        ("def __init__(self, x): super().__init__(f'no {x}')", "Fault(x=y)", "no {y}"),
        ("def __init__(self, x, n=3): super().__init__(f'{x}: {n}')", "Fault(y)", "{y}: 3"),
        ("def __init__(self, x): Exception.__init__(self, 'no ' + x)", "Fault('a')", "no a"),
        ("def __init__(self, *args): super().__init__(*args)", "Fault('a')", "a"),
        ("def __init__(self, message, code): super().__init__(message)", "Fault('a', 3)", "a"),
        ("def __init__(self, x): self.x = x", "Fault('a')", "a"),
        ("def __init__(self, x):\n        m = f'no {x}'\n        super().__init__(m)", "Fault('a')", "no a"),
        ("def __init__(self, m=None):\n        super().__init__(m or 'none')", "Fault()", "none"),
        ("def __init__(self, m=None):\n        super().__init__(m or 'none')", "Fault('a')", "a"),
        (
            "def __init__(self, m=None):\n        if m is None:\n            m = 'none'\n        super().__init__(m)",
            "Fault()",
            "none",
        ),
        ("text = 'fixed'\n    def __init__(self): super().__init__(self.text)", "Fault()", "fixed"),
        ("def __init__(self, x): self.x = x\n    def __str__(self): return f'no {self.x}'", "Fault('a')", "no a"),
        ("def __str__(self): return compute(self)", "Fault('a')", None),
        ("def __init__(self, x): super().__init__(x, 2)", "Fault('a')", None),
        ("pass", "Fault('a')", "a"),
        ("pass", "Fault", ""),
    ],
)
def test_a_class_of_the_file_makes_its_own_message(body: str, call: str, message: str | None) -> None:
    text = f"class Fault(Exception):\n    {body}\ndef f(y):\n    raise {call}\n"
    assert messages(text) == [message]


def test_a_message_is_made_by_the_init_of_a_base_in_the_file() -> None:
    text = """
        class Base(Exception):
            def __init__(self, name, reason):
                super().__init__(f"{name}: {reason}")
        class Fault(Base):
            def __init__(self, name):
                super().__init__(name, "is gone")
        class Other(Fault): ...
        def f(n):
            raise Other(n)
    """
    assert messages(text) == ["{n}: is gone"]


def test_the_message_of_a_class_below_an_imported_one_cannot_be_told() -> None:
    assert messages("from other import Base\nclass Fault(Base): ...\ndef f():\n    raise Fault('a')") == [None]


# types


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        ("ValueError()", ["ValueError"]),
        ("IOError()", ["OSError"]),
        ("Alias('x')", ["KeyError"]),
        ("json.JSONDecodeError('a', 'b', 0)", ["json.JSONDecodeError"]),
        ("Renamed('a')", ["queue.Empty"]),
        ("Fault()", ["Fault"]),
        ("Fault.Inner()", ["Fault.Inner"]),
        ("Fault().with_traceback(None)", ["Fault"]),
        ("make(x)", ["KeyError", "Fault"]),
        ("Fault() if x else KeyError()", ["Fault", "KeyError"]),
        ("x or Fault()", [None, "Fault"]),
        ("KINDS[x](x)", ["ValueError", "Fault"]),
        ("KINDS.get(x, OSError)(x)", ["ValueError", "Fault", "OSError"]),
        ("x", [None]),
        ("unknown(x)", [None]),
        ("getattr(x, 'Error')()", [None]),
    ],
)
def test_the_type_is_resolved(raised: str, expected: list[str | None]) -> None:
    text = f"""
import json
from queue import Empty as Renamed
from other import unknown
Alias = KeyError
class Fault(Exception):
    class Inner(Exception): ...
KINDS = {{1: ValueError, 2: Fault}}
def make(code):
    if code:
        return KeyError(code)
    return Fault()
def f(x):
    raise {raised}
"""
    assert types(text) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("e = KeyError(x)\nraise e", ["KeyError"]),
        ("e = None\nif x:\n    e = KeyError(x)\nif e:\n    raise e", ["KeyError"]),
        ("if x:\n    e = KeyError(x)\nelse:\n    e = ValueError(x)\nraise e", ["KeyError", "ValueError"]),
        ("kind = KeyError if x else ValueError\nraise kind(x)", ["KeyError", "ValueError"]),
    ],
)
def test_a_type_is_followed_through_local_names(body: str, expected: list[str]) -> None:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    assert types(f"def f(x):\n{lines}\n") == expected


def test_an_annotated_parameter_tells_the_type_of_what_is_raised() -> None:
    fact = only("def f(e: KeyError):\n    raise e")
    assert (fact.type, fact.certainty) == ("KeyError", "possible")


def test_a_class_attribute_tells_the_type_of_what_is_raised() -> None:
    text = """
        class A:
            fault = KeyError
            def f(self):
                raise self.fault("x")
    """
    assert types(text, "A.f") == ["KeyError"]


def test_an_exception_that_another_method_keeps_is_possible() -> None:
    text = """
        class A:
            def g(self, step):
                try:
                    step()
                except ArithmeticError as err:
                    self._last = err
            def f(self):
                last, self._last = self._last, None
                if last is not None:
                    raise last
    """
    fact = only(text, "A.f")
    assert (fact.type, fact.certainty) == ("ArithmeticError", "possible")


def test_assert_and_exit_raise_as_well() -> None:
    found = function(
        """
        import sys
        def f(x):
            assert x > 0, f"{x} is too small"
            if x == 1:
                sys.exit(2)
            if x == 2:
                exit()
            raise SystemExit("stop")
        """
    ).raises
    assert [(fact.type, fact.origin) for fact in found] == [
        ("AssertionError", "assert"),
        ("SystemExit", "exit"),
        ("SystemExit", "exit"),
        ("SystemExit", "raise"),
    ]
    assert [str(fact.message) if fact.message else None for fact in found] == ["{x} is too small", "2", None, "stop"]
    assert found[0].condition == "x <= 0"


# conditions


@pytest.mark.parametrize(
    ("body", "condition"),
    [
        ("if x < 0:\n    raise KeyError", "x < 0"),
        ("if x:\n    pass\nelse:\n    raise KeyError", "not x"),
        ("if x < 0 or y:\n    if y:\n        raise KeyError", "(x < 0 or y) and y"),
        ("if not x:\n    return\nraise KeyError", "x"),
        ("if x is None:\n    return\nraise KeyError", "x is not None"),
        ("if x:\n    return\nif y:\n    raise KeyError", "y"),
        ("if x:\n    return 1\nelif y:\n    return 2\nraise KeyError", "not x and not y"),
        ("for k in x:\n    raise KeyError", "for k in x"),
        ("for k in x:\n    if k:\n        raise KeyError", "k"),
        ("for k in x:\n    if k:\n        continue\n    raise KeyError", "not k"),
        ("while x:\n    raise KeyError", "while x"),
        ("while True:\n    if y:\n        raise KeyError", "y"),
        ("match x:\n    case [1, *_]:\n        raise KeyError", "x is [1, *_]"),
        ("try:\n    g()\nexcept ValueError:\n    raise KeyError from None", "except ValueError"),
        (
            "try:\n    g()\nexcept ValueError:\n    if y:\n        return\n    raise KeyError",
            "except ValueError and not y",
        ),
        ("raise KeyError", ""),
    ],
)
def test_the_condition_is_what_leads_there(body: str, condition: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    facts_found = [fact for fact in function(f"def f(x, y):\n{lines}\n").raises if fact.type == "KeyError"]
    assert [fact.condition for fact in facts_found] == [condition]


@pytest.mark.parametrize(
    "body",
    [
        "return\nraise KeyError",
        "raise ValueError\nraise KeyError",
        "if False:\n    raise KeyError",
        "while True:\n    pass\nraise KeyError",
        "if x:\n    return\nelse:\n    return\nraise KeyError",
        "import sys\nsys.exit()\nraise KeyError",
        "never()\nraise KeyError",
        "try:\n    raise KeyError\nfinally:\n    return",
        "def g():\n    raise KeyError\nreturn g",
        "lambda: g.throw(KeyError)",
    ],
)
def test_what_cannot_be_reached_is_not_raised(body: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    head = "from typing import NoReturn\ndef never() -> NoReturn:\n    raise RuntimeError\n"
    assert "KeyError" not in types(f"{head}def f(x):\n{lines}\n")


# handlers


@pytest.mark.parametrize(
    ("raised", "handler", "escapes"),
    [
        ("KeyError", "except KeyError:", False),
        ("KeyError", "except LookupError:", False),
        ("KeyError", "except (ValueError, LookupError):", False),
        ("KeyError", "except Exception:", False),
        ("KeyError", "except:", False),
        ("KeyError", "except ALL:", False),
        ("KeyError", "except IndexError:", True),
        ("LookupError", "except KeyError:", True),
        ("SystemExit", "except Exception:", True),
        ("SystemExit", "except BaseException:", False),
        ("Own", "except ValueError:", False),
        ("Own", "except Other:", True),
        ("json.JSONDecodeError", "except ValueError:", False),
        ("IOError", "except EnvironmentError:", False),
    ],
)
def test_what_a_handler_catches_does_not_escape(raised: str, handler: str, escapes: bool) -> None:
    text = f"""
import json
ALL = (KeyError, TypeError)
class Own(ValueError): ...
class Other(Own): ...
def f():
    try:
        raise {raised}
    {handler}
        pass
"""
    assert bool(types(text)) is escapes


def test_only_the_body_of_a_try_is_guarded() -> None:
    text = """
        def f(x):
            try:
                raise KeyError("body")
            except KeyError:
                raise KeyError("handler")
            else:
                raise KeyError("else")
            finally:
                if x:
                    raise KeyError("finally")
    """
    assert messages(text) == ["handler", "finally"]
    assert messages("def f():\n  try:\n    pass\n  except KeyError:\n    pass\n  else:\n    raise KeyError('e')") == [
        "e"
    ]


@pytest.mark.parametrize(
    "again", ["raise", "raise err", "raise err from None", "raise err.with_traceback(None)", "x = err\n        raise x"]
)
def test_what_is_raised_again_escapes_with_its_message(again: str) -> None:
    text = f"""
def f():
    try:
        raise KeyError("lost")
    except LookupError as err:
        {again}
"""
    assert (types(text), messages(text)) == (["KeyError"], ["lost"])


def test_what_is_raised_again_later_escapes() -> None:
    text = """
        def f(steps):
            last = None
            for step in steps:
                try:
                    step()
                except OSError as err:
                    last = err
            if last:
                raise last
    """
    fact = only(text)
    assert (fact.type, fact.origin, fact.certainty) == ("OSError", "reraise", "possible")


def test_a_handler_that_raises_again_says_its_own_type_when_the_body_is_unknown() -> None:
    text = """
        def f(path):
            try:
                return open(path).read()
            except (FileNotFoundError, PermissionError):
                raise
    """
    assert types(text) == ["FileNotFoundError", "PermissionError"]
    assert {fact.origin for fact in function(text).raises} == {"reraise"}


def test_a_handler_for_everything_that_raises_again_adds_no_type() -> None:
    text = "def f(g):\n    try:\n        g()\n    except Exception:\n        raise\n"
    assert types(text) == []
    assert verdict(text, "KeyError") == "maybe"


def test_translation_replaces_the_exception() -> None:
    text = """
        class Fault(Exception): ...
        def f(d, k):
            try:
                return int(d[k])
            except KeyError as exc:
                raise Fault(f"no {k}") from exc
            except (ValueError, TypeError):
                raise Fault("no number") from None
    """
    assert messages(text) == ["no {k}", "no number"]
    assert verdict(text, "KeyError") == "never"
    assert verdict(text, "ValueError") == "never"
    assert verdict(text, "IndexError") == "maybe"


def test_a_handler_whose_type_is_unknown_makes_the_exception_possible() -> None:
    fact = only("def f(kinds):\n    try:\n        raise KeyError\n    except kinds:\n        pass\n")
    assert (fact.type, fact.certainty) == ("KeyError", "possible")


def test_except_star_is_a_handler() -> None:
    assert types("def f():\n    try:\n        raise KeyError\n    except* KeyError:\n        pass\n") == []


def test_suppress_catches() -> None:
    text = """
        import contextlib
        from contextlib import suppress
        def f(x):
            with suppress(KeyError, ValueError):
                raise KeyError
            with contextlib.suppress(OSError):
                raise TypeError
    """
    assert types(text) == ["TypeError"]


def test_a_context_manager_of_the_file_translates() -> None:
    text = """
        from contextlib import contextmanager
        class Fault(Exception): ...
        @contextmanager
        def translating(name):
            if not name:
                raise ValueError("no name")
            try:
                yield
            except KeyError as exc:
                raise Fault(f"{name} failed") from exc
        def f(d):
            with translating("x"):
                if d:
                    raise KeyError("k")
                raise OSError("o")
    """
    found = {fact.type: fact for fact in function(text).raises}
    assert set(found) == {"Fault", "OSError"}  # "x" is no empty name
    assert found["Fault"].via == ("translating",)
    assert found["OSError"].via == ()
    assert [fact.when for fact in function(text, "translating").raises] == ["entered", "entered"]
    assert verdict(text, "KeyError") == "never"


def test_an_exit_that_may_swallow_makes_the_exception_possible() -> None:
    text = """
        class Guard:
            def __enter__(self): return self
            def __exit__(self, kind, error, traceback):
                {}
        def f():
            with Guard():
                raise KeyError
    """
    assert only(text.format("return kind is KeyError")).certainty == "possible"
    assert only(text.format("return None")).certainty == "certain"


# calls within the file


def test_an_exception_comes_through_helpers() -> None:
    text = """
        def f(x):
            if x:
                return _first(x)
        def _first(x):
            return _second(x)
        def _second(x):
            if x < 0:
                raise ValueError(f"{x} is negative")
    """
    fact = only(text)
    assert (fact.type, str(fact.message), fact.via) == ("ValueError", "{x} is negative", ("_first", "_second"))
    assert (fact.line, fact.call_line, fact.certainty) == (9, 4, "certain")
    assert fact.condition == "x and x < 0"


def test_a_caller_may_catch_what_a_helper_raises() -> None:
    text = """
        def g(): raise KeyError
        def f():
            try:
                g()
            except LookupError:
                return None
    """
    assert types(text) == []


def test_a_circle_of_calls_ends() -> None:
    text = """
        def f(x):
            if x > 9:
                raise ValueError("f")
            return g(x)
        def g(x):
            if x > 8:
                raise KeyError("g")
            return h(x)
        def h(x):
            return f(x) + h(x)
    """
    assert {name: set(types(text, name)) for name in "fgh"} == {name: {"ValueError", "KeyError"} for name in "fgh"}


@pytest.mark.parametrize(
    "call",
    [
        "self.g()",
        "A.g(self)",
        "self.size",
        "self.size = 1",
        "self[1]",
        "self()",
        "A.s()",
        "self.c()",
        "super().inherited()",
        "self.inherited()",
        "self.part.work()",
        "A(1)",
        "other = A(1)",
        "list(map(self.g, [1]))",
        "with self:\n            pass",
    ],
)
def test_an_exception_comes_through_methods(call: str) -> None:
    text = f"""
class Part:
    def work(self): raise KeyError
class Base:
    def inherited(self): raise KeyError
class A(Base):
    def __init__(self, x=None):
        self.part = Part()
        if x: raise KeyError
    def g(self): raise KeyError
    @classmethod
    def c(cls): raise KeyError
    @staticmethod
    def s(): raise KeyError
    @property
    def size(self): raise KeyError
    @size.setter
    def size(self, value): raise KeyError
    def __getitem__(self, key): raise KeyError
    def __call__(self): raise KeyError
    def __enter__(self): raise KeyError
    def f(self):
        {call}
"""
    assert types(text, "A.f") == ["KeyError"]


def test_a_method_of_a_parameter_of_a_class_of_the_file_is_followed() -> None:
    text = """
        class A:
            def g(self): raise KeyError
        def f(a: A, b: "A"):
            a.g()
    """
    assert types(text) == ["KeyError"]


def test_a_method_looked_up_in_a_subclass_comes_first() -> None:
    text = """
        class Base:
            def g(self): raise KeyError
        class A(Base):
            def g(self): raise ValueError
            def f(self): self.g()
            def h(self): super().g()
    """
    assert (types(text, "A.f"), types(text, "A.h")) == (["ValueError"], ["KeyError"])


def test_a_method_that_a_subclass_replaces_may_raise_what_that_one_does() -> None:
    text = """
        class A:
            def run(self): self.step()
            def step(self): raise NotImplementedError
        class B(A):
            def step(self): raise KeyError
    """
    found = function(text, "A.run").raises
    assert {fact.type: fact.certainty for fact in found} == {"NotImplementedError": "possible", "KeyError": "possible"}


def test_a_method_called_on_its_class_takes_the_instance_first() -> None:
    text = """
        class A:
            def g(self, strict=False, loud=True):
                if strict:
                    raise KeyError
        def f(a):
            A.g(a, True)
    """
    assert types(text) == ["KeyError"]


def test_what_a_helper_raises_for_other_arguments_is_left_out() -> None:
    text = """
        import enum
        class Mode(enum.Enum):
            READ = 1
            WRITE = 2
        def g(x, mode, strict=False, limit=None):
            if mode is Mode.WRITE and x is None:
                raise ValueError("nothing to write")
            if strict:
                raise KeyError("strict")
            if limit is not None and x > limit:
                raise OverflowError("too many")
            if x < 0:
                raise ArithmeticError("negative")
        def f(x):
            g(x, Mode.READ)
        def h(x, s):
            g(x, Mode.WRITE, s, limit=3)
    """
    assert types(text) == ["ArithmeticError"]
    assert types(text, "h") == ["ValueError", "KeyError", "OverflowError", "ArithmeticError"]


def test_a_function_that_is_only_handed_on_is_possible() -> None:
    fact = only("def g(x): raise KeyError\ndef f(xs): return sorted(xs, key=g)")
    assert (fact.type, fact.certainty, fact.via) == ("KeyError", "possible", ("g",))


def test_an_inner_function_raises_when_it_is_called() -> None:
    text = "def f(x):\n    def g():\n        raise KeyError\n    {}\n"
    assert types(text.format("g()")) == ["KeyError"]
    assert types(text.format("return g")) == []


def test_a_decorator_of_the_file_may_catch_and_translate() -> None:
    text = """
        import functools
        class Fault(Exception): ...
        def translating(function):
            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                try:
                    return function(*args, **kwargs)
                except KeyError as exc:
                    raise Fault("no") from exc
            return wrapper
        @translating
        def f(x):
            if x:
                raise KeyError(x)
            raise ValueError("v")
        def g(x):
            return f(x)
    """
    assert set(types(text)) == {"Fault", "ValueError"}
    assert set(types(text, "g")) == {"Fault", "ValueError"}


def test_a_decorator_factory_of_the_file_is_followed() -> None:
    text = """
        def retry(times):
            def decorate(function):
                def wrapper(*args):
                    for _ in range(times):
                        try:
                            return function(*args)
                        except OSError:
                            pass
                    raise TimeoutError("gave up")
                return wrapper
            return decorate
        @retry(3)
        def f():
            raise FileNotFoundError
    """
    assert types(text) == ["TimeoutError"]


def test_below_an_unknown_decorator_everything_is_only_possible() -> None:
    text = "import other\n@other.guard\ndef f():\n    raise KeyError\n"
    found = function(text)
    assert (found.is_wrapped, found.raises[0].certainty) == (True, "possible")
    assert verdict(text, "ValueError") == "maybe"


def test_a_generator_raises_when_it_is_iterated() -> None:
    text = """
        def gen(x):
            if x:
                raise KeyError
            yield x
        def f(x): return gen(x)
        def g(x): return list(gen(x))
        def h(x):
            for item in gen(x):
                print(item)
        async def coro(): raise KeyError
        async def waits(): await coro()
        def hands_on(): return coro()
    """
    when = {name: only(text, name).when for name in ("gen", "f", "g", "h", "coro", "waits", "hands_on")}
    assert when == {
        "gen": "iterated",
        "f": "iterated",
        "g": "called",
        "h": "called",
        "coro": "awaited",
        "waits": "awaited",
        "hands_on": "awaited",
    }


def test_making_an_instance_raises_what_init_raises() -> None:
    module = facts(
        """
        from dataclasses import dataclass
        class A:
            def __init__(self, x):
                if not x:
                    raise ValueError("no x")
        @dataclass
        class B:
            x: int
            def __post_init__(self):
                raise TypeError("no")
        class C(A): ...
        def f(): return B(1)
        """
    )
    assert {kind.name: [fact.type for fact in kind.raises] for kind in module.classes} == {
        "A": ["ValueError"],
        "B": ["TypeError"],
        "C": ["ValueError"],
    }
    assert [fact.type for fact in module.escapes("f")] == ["TypeError"]
    assert [fact.type for fact in module.escapes("A")] == ["ValueError"]


# verdicts


@pytest.mark.parametrize(
    ("body", "claim", "expected"),
    [
        ("raise KeyError", "KeyError", "raises"),
        ("raise KeyError", "LookupError", "raises"),
        ("raise LookupError", "KeyError", "never"),
        ("raise OSError(x)", "FileNotFoundError", "never"),
        ("raise OSError(x, 'gone')", "FileNotFoundError", "maybe"),
        ("raise OSError(x, 'gone')", "KeyError", "never"),
        ("return x", "ValueError", "never"),
        ("return x[0]", "KeyError", "maybe"),
        ("return x[0]", "IndexError", "maybe"),
        ("return x[0]", "ValueError", "never"),
        ("return int(x)", "ValueError", "maybe"),
        ("return 1 / x", "ZeroDivisionError", "maybe"),
        ("return 1 + x", "ZeroDivisionError", "never"),
        ("return open(x)", "FileNotFoundError", "maybe"),
        ("return open(x)", "OSError", "maybe"),
        ("return next(x)", "StopIteration", "maybe"),
        ("return json.loads(x)", "JSONDecodeError", "maybe"),
        ("return json.loads(x)", "json.JSONDecodeError", "maybe"),
        ("return json.loads(x)", "ValueError", "maybe"),
        ("return json.loads(x)", "KeyError", "never"),
        ("return isinstance(x, str)", "ValueError", "never"),
        ("return x.strip().split(',')", "KeyError", "never"),
        ("a, b = x", "ValueError", "maybe"),
        ("return x()", "ValueError", "maybe"),
        ("return x()", "Own", "maybe"),
        ("return x.run()", "ValueError", "maybe"),
        ("return x.run()", "Own", "never"),
        ("return x.read(1)", "Own", "maybe"),
        ("return x.read()", "Own", "never"),
        ("return other.go(x)", "ValueError", "maybe"),
        ("return other.go(x)", "Own", "never"),
        ("raise x", "ValueError", "maybe"),
        ("return x", "Exception", "never"),
        ("return x", "KeyboardInterrupt", "maybe"),
        ("import fast", "ImportError", "maybe"),
        ("raise Below", "other.Base", "raises"),
        ("raise Below", "ValueError", "maybe"),
        ("try:\n        x()\n    except Exception:\n        pass", "ValueError", "never"),
        ("try:\n        x()\n    except LookupError:\n        pass", "KeyError", "never"),
        ("try:\n        x()\n    except LookupError:\n        pass", "ValueError", "maybe"),
        ("kind = {1: KeyError}.get(x, OSError)\n    return kind(x)", "ValueError", "never"),
    ],
)
def test_whether_a_claimed_exception_can_come(body: str, claim: str, expected: Verdict) -> None:
    text = f"""
import json
import other
class Own(Exception): ...
class Below(other.Base): ...
class Reader:
    def read(self, size):
        raise Own
def f(x):
    {body}
"""
    assert verdict(text, claim) == expected


def test_builtin_methods_of_known_types_bring_nothing_unknown() -> None:
    found = function(
        """
        def f(a: str, b: dict[str, int], *rest):
            parts = a.split(",")
            parts.append(b.get("x"))
            b.pop("y")
            rest.count(1)
            return "".join(parts).upper()
        """
    )
    assert not found.calls_unknown
    assert "KeyError" in {fault.type for fault in found.language_faults}


def test_unknown_calls_say_what_kind_they_are() -> None:
    found = function("import other\ndef f(a):\n    other.go()\n    a()\n    a.run(1, k=2)\n    a.run(*[])\n")
    assert [(call.callee, call.kind, call.arguments, call.line) for call in found.unknown_calls] == [
        ("other.go", "imported", 0, 3),
        ("a", "given", 0, 4),
        ("a.run", "method", 2, 5),
        ("a.run", "method", None, 6),
    ]


def test_exceptions_inherit_as_the_file_says() -> None:
    known = facts(
        "from other import Base\nclass A(ValueError): ...\nclass B(A, KeyError): ...\nclass C(Base): ...\n"
    ).exception_types
    assert known.is_subclass("B", "LookupError") is True
    assert known.is_subclass("A", "KeyError") is False
    assert known.is_subclass("C", "ValueError") is None
    assert known.is_subclass("C", "A") is False
    assert known.resolve("Base") == "other.Base"
    assert known.resolve("JSONDecodeError") == "json.JSONDecodeError"
    assert known.resolve("module.A") == "A"


def test_a_name_that_several_functions_give_a_class_stands_for_none_of_them() -> None:
    text = """
        def f():
            class Done(Exception): ...
            raise Done
        def g():
            class Done(Exception): ...
            raise Done
    """
    assert facts(text).exception_types.resolve("Done") == "Done"
    assert verdict(text, "Done", "f") == "raises"
    assert verdict(text, "Done", "g") == "raises"
