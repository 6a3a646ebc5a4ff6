"""Source text on one line, as a heading, a table or a prompt needs it."""

from __future__ import annotations

import ast

from reflexion_core.source.facts import ClassFact, FunctionFact, ParameterFact, show_parameters
from reflexion_core.syntax_trees import NO_PYTHON, parse_python, parse_value

_WRAP_AT = 88
"""Characters; a longer signature has one parameter a line."""


def flat_code(code: str) -> str:
    """Return an expression on one line, as it is written where that is one already."""
    if "\n" not in code:
        return code
    node = parse_expression(f"({code}\n)")
    return ast.unparse(node) if node is not None else " ".join(code.split())


def parse_expression(code: str) -> ast.expr | None:
    """Return the tree of an expression; None where it is none, or Python would warn of what is escaped in it."""
    if "\\" in code:
        return None
    try:
        return parse_value(code)
    except NO_PYTHON:
        return None


def flat_signature(symbol: FunctionFact | ClassFact) -> str:
    """Return `name(a, b=1) -> int` on one line, without `self`; the name alone where the call is not known."""
    before, parameters, after = _parts(symbol)
    if parameters is None:
        return symbol.name
    text = f"{before}({show_parameters(parameters)}){after}"
    return text if "\n" not in text else _unparsed(text)


def wrapped_signature(symbol: FunctionFact | ClassFact, lead: str = "") -> str:
    """Return a signature behind a word such as `def `, with one parameter a line where it is long."""
    flat = lead + flat_signature(symbol)
    before, parameters, after = _parts(symbol)
    if len(flat) <= _WRAP_AT or not parameters or any("\n" in str(parameter) for parameter in parameters):
        return flat
    pieces = _pieces(parameters)
    return "\n".join([f"{lead}{before}(", *(f"    {piece}," for piece in pieces), f"){after}"])


def _parts(symbol: FunctionFact | ClassFact) -> tuple[str, tuple[ParameterFact, ...] | None, str]:
    if isinstance(symbol, ClassFact):
        return symbol.name, symbol.constructor, ""
    annotation = symbol.returns.annotation
    return symbol.name, symbol.signature_parameters, f" -> {annotation}" if annotation else ""


def _pieces(parameters: tuple[ParameterFact, ...]) -> list[str]:
    """Return what stands between a signature's commas, its `/` and `*` included."""
    shown: list[str] = []
    for place in range(len(parameters)):
        before = show_parameters(parameters[:place])
        here = show_parameters(parameters[: place + 1]).removesuffix(", /")
        own = str(parameters[place])
        between = here.removesuffix(own).removeprefix(before.removesuffix(", /")).strip(", ")
        shown += [mark for mark in between.split(", ") if mark] + [own]
    return [*shown, "/"] if parameters[-1].kind == "positional_only" else shown


def _unparsed(signature: str) -> str:
    try:
        tree = parse_python(f"def {signature}: pass")
    except NO_PYTHON:
        return " ".join(signature.split())
    return ast.unparse(tree).partition("\n")[0].removeprefix("def ").removesuffix(":")
