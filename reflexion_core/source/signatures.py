"""Parameters of functions, read from the syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.facts import ParameterFact, ParameterKind, SignatureFact
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.segments import unparse
from reflexion_core.source.statements import Function


def read_signature(index: ModuleIndex, function: FunctionNode) -> SignatureFact:
    """Read the parameters and the return annotation of a function."""
    node = function.node
    return SignatureFact(
        line=node.lineno,
        end_line=signature_end(node),
        parameters=tuple(_parameters(index, function)),
        returns=index.text.segment(node.returns) if node.returns is not None else None,
    )


def signature_end(node: Function) -> int:
    """Return the last line of a function's head."""
    args = node.args
    ends = [arg.end_lineno or arg.lineno for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    ends += [arg.end_lineno or arg.lineno for arg in (args.vararg, args.kwarg) if arg is not None]
    ends += [default.end_lineno or default.lineno for default in (*args.defaults, *args.kw_defaults) if default]
    ends += [node.returns.end_lineno or node.returns.lineno] if node.returns is not None else []
    return max([node.lineno, *ends])


def _parameters(index: ModuleIndex, function: FunctionNode) -> Iterator[ParameterFact]:
    stand_ins = find_stand_ins(index, function)
    for arg, kind, default in _arguments(function.node.args):
        yield ParameterFact(
            line=arg.lineno,
            end_line=(default or arg).end_lineno or arg.lineno,
            name=arg.arg,
            kind=kind,
            annotation=index.text.segment(arg.annotation) if arg.annotation is not None else None,
            default=index.text.segment(default) if default is not None else None,
            default_value=index.value(default) if default is not None else None,
            is_self=arg.arg == function.self_name and kind in ("positional_only", "positional_or_keyword"),
            stand_ins=stand_ins.get(arg.arg, ()),
        )


def _arguments(args: ast.arguments) -> Iterator[tuple[ast.arg, ParameterKind, ast.expr | None]]:
    positional = [*args.posonlyargs, *args.args]
    missing: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults))
    for place, (arg, default) in enumerate(zip(positional, [*missing, *args.defaults], strict=True)):
        yield arg, "positional_only" if place < len(args.posonlyargs) else "positional_or_keyword", default
    if args.vararg is not None:
        yield args.vararg, "var_positional", None
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield arg, "keyword_only", default
    if args.kwarg is not None:
        yield args.kwarg, "var_keyword", None


def find_stand_ins(index: ModuleIndex, function: FunctionNode) -> dict[str, tuple[str, ...]]:
    """Return what the body takes in place of a parameter that is None or empty: `x or 3`, `3 if x is None else x`."""
    found: dict[str, list[str]] = {}

    def note(name: str | None, value: ast.expr) -> None:
        if name in function.parameters and not _is_no_value(value, name):
            found.setdefault(name, []).append(index.text.segment(value) if _has_place(value) else unparse(value))

    for node in function.own_nodes_of(ast.If, ast.BoolOp, ast.IfExp, ast.Compare):
        match node:
            case ast.If(test=test, body=inner_body):
                name = _absent_name(test)
                for inner in inner_body if name is not None else ():
                    if isinstance(inner, ast.Assign | ast.AnnAssign) and inner.value is not None:
                        note(name if name in _target_names(inner) else None, inner.value)
            case ast.BoolOp(op=ast.Or(), values=[ast.Name(id=name), value]):
                note(name, value)
            case ast.IfExp(test=test, body=body, orelse=other):
                note(_absent_name(test) if _is_of(other, _absent_name(test)) else None, body)
                note(_present_name(test) if _is_of(body, _present_name(test)) else None, other)
            case ast.Compare(left=ast.Name(id=name), ops=[ast.In()], comparators=[ast.Tuple() | ast.Set() as group]):
                if any(isinstance(item, ast.Constant) and item.value is None for item in group.elts):
                    for item in group.elts:  # what is treated like None
                        if not (isinstance(item, ast.Constant) and item.value is None):
                            note(name, item)
    return {name: tuple(dict.fromkeys(values)) for name, values in found.items()}


def _is_no_value(node: ast.expr, name: str | None) -> bool:
    """Say whether an expression stands for nothing new: the name itself, None, or one part of a condition."""
    match node:
        case ast.Name(id=other):
            return other == name
        case ast.Constant(value=None) | ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return True
    return False


def _is_of(node: ast.expr, name: str | None) -> bool:
    """Say whether an expression is made from a name: the name, or a call that is given it."""
    match node:
        case ast.Name(id=other):
            return other == name
        case ast.Call(args=[ast.Name(id=other), *_]):
            return other == name
    return False


def _has_place(node: ast.expr) -> bool:
    return node.end_col_offset is not None


def _target_names(statement: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _absent_name(test: ast.expr) -> str | None:
    """Return the name that a test finds None or empty."""
    match test:
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(value=None)]):
            return name
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)):
            return name
    return None


def _present_name(test: ast.expr) -> str | None:
    """Return the name that a test finds there."""
    match test:
        case ast.Compare(left=ast.Name(id=name), ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return name
        case ast.Name(id=name):
            return name
    return None
