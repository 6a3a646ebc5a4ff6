"""The options that functions take by `**kwargs`, for claims about one function and for a section about several."""

from __future__ import annotations

from collections.abc import Iterator

from reflexion_core.checks._owners import Owner
from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import DefaultClaim
from reflexion_core.source.facts import ClassFact, KeywordOptions, ParameterFact


def options_of(paper: Paper, owner: Owner) -> KeywordOptions | None:
    """Return what a function, or a class's constructor, reads of other keywords; None where it takes none."""
    name = f"{owner.qualname}.__init__" if isinstance(owner.symbol, ClassFact) else owner.qualname
    function = paper.facts.function(name)
    return function.keyword_options if function is not None else None


def shared_options(paper: Paper, claim: DefaultClaim) -> tuple[ParameterFact, ...]:
    """Return the option that a section about no one function means, as each function has it.

    There is none if the words are no entry, or if another function has a parameter of that name.
    """
    if claim.owner or claim.form in ("prose", "inline", "heading"):
        return ()
    functions = list(paper.facts.all_functions())
    if any(function.parameter(claim.name) is not None for function in functions if function.is_public):
        return ()
    return tuple(_options(functions_options=(one.keyword_options for one in functions), name=claim.name))


def _options(functions_options: Iterator[KeywordOptions | None], name: str) -> Iterator[ParameterFact]:
    for options in functions_options:
        option = options.get(name) if options is not None else None
        if option is not None:
            yield option
