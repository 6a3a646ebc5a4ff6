"""How long the documentation of a source usually is, from what the source has: far more than that is no document.

A small model that does not find the end writes until its limit. The limit that comes from the facts is generous, and an
answer that it cuts is asked for again with the full one, so it can cost time and nothing else.
"""

from __future__ import annotations

from reflexion_core.source.fact_sheet import public_top_level
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts, Symbol

_FACTOR = 2.0
"""How many times the usual length is still taken for a document. The longest draft of the examples that needed its
length had 1.6 times the usual."""
_CHARACTERS_PER_TOKEN = 3.0
_MODULE, _SYMBOL, _PARAMETER, _EXCEPTION, _VALUE = 300, 350, 120, 150, 100
"""Characters that a document has for each: heading, words and example; a line for each of the others."""


def longest_answer(facts: ModuleFacts, subject: str) -> int | None:
    """Return how many tokens a text may have before it is surely too long.

    Args:
        facts: What the source says.
        subject: The symbol that it documents; empty for the module.

    Returns:
        None for something else than a symbol of the source.
    """
    if not subject:
        constants = _VALUE * sum(facts.is_exported(item.name) for item in facts.constants)
        return _tokens(_MODULE + constants + sum(_characters(symbol) for symbol in public_top_level(facts)))
    symbol = facts.symbol(subject)
    return _tokens(_characters(symbol)) if symbol is not None else None


def longest_revision(text: str) -> int:
    """Return how many tokens a revision of a text may have before it is surely too long."""
    return _tokens(len(text) + _MODULE)


def _tokens(characters: int) -> int:
    return round(_FACTOR * characters / _CHARACTERS_PER_TOKEN)


def _characters(symbol: Symbol) -> int:
    if isinstance(symbol, FunctionFact):
        return _SYMBOL + _PARAMETER * len(symbol.parameters) + _EXCEPTION * len(symbol.raises)
    if isinstance(symbol, ClassFact):
        own = _SYMBOL + _PARAMETER * len(symbol.constructor or ()) + _VALUE * len(symbol.attributes)
        methods = sum(_characters(method) for method in symbol.methods if method.is_public)
        inner = sum(_characters(kind) for kind in symbol.classes if kind.is_public)
        return own + methods + inner
    return _VALUE
