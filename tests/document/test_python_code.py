"""Expressions that documents state, as syntax trees."""

from __future__ import annotations

import ast

import pytest

from reflexion_core.document.python_code import parse_expression


@pytest.mark.parametrize("text", ["name", "  name ", "None", "lambda", "a b", "größe", "x.y", "3", "Dict[str, int]"])
def test_an_expression_is_read_as_pythons_parser_reads_it(text: str) -> None:
    found = parse_expression(text)
    try:
        wanted = ast.dump(ast.parse(text.strip(), mode="eval").body, include_attributes=True)
    except SyntaxError:
        assert found is None
    else:
        assert found is not None
        assert ast.dump(found, include_attributes=True) == wanted
