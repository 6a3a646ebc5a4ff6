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
    yield from _class_values(facts, function, parameter, node)
    for constant in facts.constants:
        if constant.name in parameter.stand_ins and constant.literal is not None and constant.value is not None:
            yield constant.value
    for call in ast.walk(node) if node is not None and depth else ():
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            callee = facts.function(call.func.id)
            for given in _given_as(call, name, callee.signature_parameters) if callee is not None else ():
                if callee is not None and callee is not function:
                    yield from _stand_ins(facts, text, callee, given, depth - 1)


def _class_values(
    facts: ModuleFacts, function: FunctionFact, parameter: ParameterFact, node: ast.AST | None
) -> Iterator[str]:
    """Yield the class attribute that stays in place where the parameter is None, by its value."""
    holder = facts.class_(function.qualname.rpartition(".")[0])
    names = [text.removeprefix("self.") for text in parameter.stand_ins if text.startswith("self.")]
    for one in node.body if isinstance(node, ast.FunctionDef) and function.name == "__init__" else ():
        match one:
            case ast.If(
                test=ast.Compare(left=ast.Name(id=name), ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]),
                body=[ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)])],
                orelse=[],
            ) if name == parameter.name:
                names.append(attribute)
    for name in names:
        attribute_fact = holder.attribute(name) if holder is not None else None
        if attribute_fact is not None and attribute_fact.literal is not None and attribute_fact.value is not None:
            yield attribute_fact.value


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
