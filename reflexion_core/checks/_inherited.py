"""Parameters of a class that the part of the document on a base of it describes."""

from __future__ import annotations

from reflexion_core.checks._owners import Owner
from reflexion_core.checks._parts import Part, has_word
from reflexion_core.checks.base import Paper
from reflexion_core.source.facts import ClassFact


def described_by_bases(paper: Paper, owner: Owner) -> frozenset[str]:
    """Return the names that the constructors of an owner's bases take too and the words on those bases speak of."""
    bases = [paper.facts.class_(name) for name in owner.symbol.ancestors] if isinstance(owner.symbol, ClassFact) else []
    found: set[str] = set()
    for base in bases:
        part = paper.parts.get(base.qualname) if base is not None else None
        if base is not None and part is not None and part.is_full:
            words = _words(part)
            found |= {one.name for one in base.constructor or () if has_word(words, one.name)}
    return frozenset(found)


def _words(part: Part) -> str:
    """Return a part's words without its heading: a signature names its parameters and describes none."""
    return part.prose.partition("\n")[2] if part.symbol.form == "heading" else part.prose
