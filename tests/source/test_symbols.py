from __future__ import annotations

from textwrap import dedent

import pytest

from reflexion_core.source.reading import read_source
from reflexion_core.source.symbols import public_symbols


def symbols(text: str) -> tuple[str, ...]:
    return public_symbols(read_source("module.py", dedent(text).encode(), max_bytes=100_000))


def test_functions_classes_and_methods_come_in_source_order() -> None:
    text = """
        def zebra(): ...
        class Ant:
            size = 1
            def walk(self): ...
            @property
            def legs(self): ...
            async def fly(self): ...
        async def bee(): ...
    """
    assert symbols(text) == ("zebra", "Ant", "Ant.walk", "Ant.legs", "Ant.fly", "bee")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def _a(): ...\ndef b(): ...", ("b",)),
        ("class _A:\n  def f(self): ...\nclass B: ...", ("B",)),
        ("class A:\n  def __init__(self): ...\n  def _f(self): ...\n  def __len__(self): ...", ("A",)),
        ("def a():\n  def inner(): ...\n  class Local: ...", ("a",)),
        ("x = 1", ()),
        ("def main(): ...\nif __name__ == '__main__':\n  def later(): ...\n  main()", ("main",)),
    ],
    ids=["private-function", "private-class", "private-methods", "local", "no-definition", "main-guard"],
)
def test_what_is_private_or_local_is_not_listed(text: str, expected: tuple[str, ...]) -> None:
    assert symbols(text) == expected


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("__all__ = ['b', '_c']", ("b", "_c")),
        ("__all__ = ('a',)", ("a",)),
        ("__all__: list[str] = ['a']", ("a",)),
        ("__all__ = ['a']\n__all__ += ['b']", ("a", "b")),
        ("__all__ = []", ()),
        ("__all__ = ['imported_elsewhere', 'a']", ("a",)),
        ("__all__ = [name for name in dir()]", ("a", "b")),
        ("__all__ = ['a'] + ['_c']", ("a", "b")),
        ("__all__ = ['a']\n__all__ += other.__all__", ("a", "b")),
    ],
    ids=[
        "list",
        "tuple",
        "annotated",
        "extended",
        "empty",
        "foreign",
        "computed",
        "sum",
        "extended-unknown",
    ],
)
def test_a_literal_all_decides_what_is_public(declaration: str, expected: tuple[str, ...]) -> None:
    text = f"{declaration}\ndef a(): ...\ndef b(): ...\ndef _c(): ...\n"
    assert symbols(text) == expected


def test_methods_of_a_class_in_all_are_listed_without_the_private_ones() -> None:
    text = "__all__ = ['_A']\nclass _A:\n  def f(self): ...\n  def _g(self): ...\n"
    assert symbols(text) == ("_A", "_A.f")


def test_a_property_and_its_setter_are_one_symbol() -> None:
    text = """
        class Box:
            @property
            def size(self): ...
            @size.setter
            def size(self, value): ...
    """
    assert symbols(text) == ("Box", "Box.size")


def test_definitions_under_conditions_are_found_once() -> None:
    text = """
        import sys
        if sys.platform == "win32":
            def beep(): ...
        else:
            def beep(): ...
        try:
            from fast import parse
        except ImportError:
            def parse(text): ...
    """
    assert symbols(text) == ("beep", "parse")
