"""What takes the place of a None default further down, in the functions of the file that the parameter is passed to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from reflexion_core.checks._function_trees import function_trees
from reflexion_core.source.facts import FunctionFact, ModuleFacts, ParameterFact

_MAX_DEPTH = 3
"""Functions through which a parameter is followed."""


def find_stand_ins(facts: ModuleFacts, source_text: str, function: FunctionFact, name: str) -> tuple[str, ...]:
    """Return the expressions that a parameter's None stands for, in the function or in what it passes it on to."""
    return tuple(dict.fromkeys(_stand_ins(facts, source_text, function, name, _MAX_DEPTH)))


def _stand_ins(facts: ModuleFacts, text: str, function: FunctionFact, name: str, depth: int) -> Iterator[str]:
    parameter = function.parameter(name)
    if parameter is None or parameter.default not in ("None", None):
        return  # another default is what counts there
    yield from parameter.stand_ins
    node = _definitions(text).get(function.line)
    for call in ast.walk(node) if node is not None and depth else ():
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            callee = facts.function(call.func.id)
            for given in _given_as(call, name, callee.signature_parameters) if callee is not None else ():
                if callee is not None and callee is not function:
                    yield from _stand_ins(facts, text, callee, given, depth - 1)


def _given_as(call: ast.Call, name: str, parameters: tuple[ParameterFact, ...]) -> Iterator[str]:
    """Yield the callee's parameters that a name is given for."""
    for place, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            return
        if isinstance(argument, ast.Name) and argument.id == name and place < len(parameters):
            yield parameters[place].name
    for keyword in call.keywords:
        if keyword.arg is not None and isinstance(keyword.value, ast.Name) and keyword.value.id == name:
            yield keyword.arg


@lru_cache(maxsize=4)
def _definitions(text: str) -> dict[int, ast.AST]:
    """Return the functions of a source by their line."""
    return {node.lineno: node for node in function_trees(text)}
