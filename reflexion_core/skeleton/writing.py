"""A document from facts alone, written without any model.

Signatures, parameters, exceptions and constants are the source's own. The words of docstrings and the examples are
somebody's claims: they stand only where the checks do not doubt them, and an example only where it ran as it says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from reflexion_core.skeleton.examples import FoundExample, asserted_examples, docstring_examples
from reflexion_core.skeleton.markdown import code, escaped, fenced, prose
from reflexion_core.skeleton.pieces import Piece, compose, line_spans
from reflexion_core.skeleton.symbols import SymbolWriter, values_table
from reflexion_core.source.fact_sheet import public_top_level
from reflexion_core.source.facts import AttributeFact, ClassFact, ConstantFact, FunctionFact, ModuleFacts
from reflexion_core.stopping import Stop
from reflexion_core.verification import Verification, Verifier

_MOST_PASSES = 4
_LONGEST_IMPORT = 88


def write_skeleton(verifier: Verifier, *, tests: str | None = None, stop: Stop | None = None) -> str:
    """Write a document of a module from what its source says.

    Args:
        verifier: Knows the source and checks the document; without a sandbox there are no examples in it.
        tests: The text of a test file, whose simple assertions become examples.
        stop: Ends the work early.

    Raises:
        SourceError: the tests do not parse.
        Cancelled: the stop was given while examples ran.
    """
    facts = verifier.facts
    found = [*docstring_examples(facts), *(asserted_examples(facts, tests) if tests is not None else ())]
    pieces = _settled(list(module_pieces(facts)), Verifier(verifier.source).verify)
    if not found:
        return compose(pieces)
    pieces = _with_examples(pieces, found)
    verification = verifier.verify(compose(pieces), stop)
    return compose(list(_without_doubted_examples(pieces, verification)))


def skeleton_section(
    facts: ModuleFacts, qualname: str, *, level: int | None = None, has_words: bool = True, has_members: bool = True
) -> str:
    """Write the part of one symbol.

    Args:
        facts: The source's facts.
        qualname: `function`, `Class`, `Class.method`, `CONSTANT`.
        level: The heading's; by default 2 for the top level and one more for each dot.
        has_words: Whether the docstrings' words are in it, which nobody has checked here.
        has_members: Whether a class's part holds those of its members.

    Raises:
        KeyError: the source has no such symbol.
    """
    symbol = facts.symbol(qualname)
    level = level if level is not None else min(2 + qualname.count("."), 6)
    match symbol:
        case FunctionFact() | ClassFact():
            pieces = [
                piece for piece in SymbolWriter(facts).pieces(symbol, level) if has_members or piece.owner == qualname
            ]
        case ConstantFact() | AttributeFact():
            pieces = [Piece(f"{'#' * level} {code(qualname)}"), values_table([symbol])]
        case _:
            raise KeyError(qualname)
    return compose(pieces if has_words else [piece.plain for piece in pieces])


def module_pieces(facts: ModuleFacts) -> Iterator[Piece]:
    """Yield the blocks of a whole document, without examples."""
    yield Piece(f"# {escaped(facts.file)}")
    for paragraph in prose(facts.docstring.body) if facts.docstring is not None else ():
        yield Piece(paragraph, fallback="")
    symbols = public_top_level(facts)
    if symbols:
        yield Piece(fenced(_import_lines(facts.name, [item.name for item in symbols])))
    constants = [item for item in facts.constants if facts.is_exported(item.name) and item.name != "__all__"]
    if constants:
        yield Piece("## Constants")
        yield values_table(constants)
    if not (symbols or constants):
        yield Piece("It defines no public function, class or constant.")
    writer = SymbolWriter(facts)
    for symbol in symbols:
        yield from writer.pieces(symbol, 2)


def _import_lines(module: str, names: Sequence[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= _LONGEST_IMPORT:
        return line
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in names), ")"])


def _settled(pieces: list[Piece], verify: Callable[[str], Verification]) -> list[Piece]:
    """Take out the words that the checks doubt: first their own blocks, then all of their symbol, then all."""
    for _ in range(_MOST_PASSES):
        findings = verify(compose(pieces)).findings
        if not findings or all(piece.fallback is None for piece in pieces):
            return pieces
        spans = line_spans(pieces)
        hit = {
            place
            for place, span in enumerate(spans)
            for finding in findings
            if finding.doc_line in span or finding.doc_end_line in span
        }
        owners = {pieces[place].owner for place in hit} | {finding.owner for finding in findings}
        if any(pieces[place].fallback is not None for place in hit):
            pieces = [piece.plain if place in hit else piece for place, piece in enumerate(pieces)]
        elif any(piece.fallback is not None for piece in pieces if piece.owner in owners):
            pieces = [piece.plain if piece.owner in owners else piece for piece in pieces]
        else:
            pieces = [piece.plain for piece in pieces]
    return [piece.plain for piece in pieces] if verify(compose(pieces)).findings else pieces


def _with_examples(pieces: Sequence[Piece], examples: Sequence[FoundExample]) -> list[Piece]:
    """Put each example behind the blocks of its symbol."""
    blocks: defaultdict[str, list[Piece]] = defaultdict(list)
    for example in examples:
        text = f"**Example**\n\n{fenced(example.code)}"
        blocks[example.owner].append(Piece(text, example.owner, fallback="", is_example=True))
    last = {piece.owner: place for place, piece in enumerate(pieces)}
    joined: list[Piece] = []
    for place, piece in enumerate(pieces):
        joined.append(piece)
        if last[piece.owner] == place:
            joined += blocks.pop(piece.owner, [])
    return joined


def _without_doubted_examples(pieces: Sequence[Piece], verification: Verification) -> Iterator[Piece]:
    """Yield the blocks, of the examples only those that ran and did what they say."""
    for piece, span in zip(pieces, line_spans(pieces), strict=True):
        verdicts = [item for item in verification.verdicts if item.doc_line in span]
        has_run = any(item.check == "examples" for item in verdicts)
        is_right = all(item.outcome == "right" for item in verdicts if item.check == "examples")
        if not piece.is_example or (has_run and is_right and not any(item.finding for item in verdicts)):
            yield piece
