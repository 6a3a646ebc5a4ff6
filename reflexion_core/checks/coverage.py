"""Public functions, classes and methods that a document leaves out.

Something is documented where it has a heading, a signature, a list item or a table row of its own. A name that is only
mentioned in passing, or used in an example, counts as half: it is neither right nor wrong. One that is only imported is
left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.checks._parts import Parts, has_word, line_place
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ClassFact, FunctionFact

_DOT = re.compile(r"\.")
ONLY_MENTIONED, ONLY_SHOWN = "it is only mentioned in passing", "only an example shows it"
"""Why it cannot be told whether a symbol is documented: nothing in the document is its own."""
_IMPORT = re.compile(r"(?m)^[ \t]*(?:>>> |\.\.\. )?(?:from\s+[\w.]+\s+)?import\s+(?:\([^)]*\)|[^\n]*)")
DOCUMENTED = ": documented"
"""How the subject of a verdict on whether a symbol is documented ends, behind its qualified name."""
_MARKED = re.compile(r"`[^`\n]+`|\*\*[^*\n]+\*\*|(?<!\w)__[^\n]+?__(?!\w)|(?<!\w)[^\W\d]\w*(?=\()")
"""Words that are set apart as names: in code, in bold, or called."""
_PLAIN_WORD = re.compile(r"[a-z]+")
_LEAST_LETTERS = re.compile(r"[^\W\d_]{3}")
"""What a part must have besides its heading and its signature to say anything."""


@CHECKS.register("coverage")
class CoverageCheck(Check):
    """Looks for every public name of the source in the document."""

    name = "coverage"
    summary = "a public function, class or method that is not documented"
    severity = "high"
    dimension = "completeness"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        if not paper.document.strip():
            return
        parts = paper.parts
        documented = _documented(paper)
        for function in paper.facts.functions:
            if paper.facts.is_exported(function.name) and function.is_public:
                yield from self._symbol(paper, parts, documented, function)
        for kind in paper.facts.public_classes():
            yield from self._symbol(paper, parts, documented, kind)
            if kind.qualname in documented or parts.get(kind.qualname):
                for method in kind.methods:
                    if method.is_public and not method.name.startswith("_"):
                        yield from self._symbol(paper, parts, documented, method)
        yield from self._bare(paper, parts)

    def _symbol(
        self, paper: Paper, parts: Parts, documented: dict[str, Place], symbol: FunctionFact | ClassFact
    ) -> Iterator[Verdict]:
        subject = f"{symbol.qualname}{DOCUMENTED}"
        place = documented.get(symbol.qualname)
        if place is not None:
            yield self.right(place, subject, symbol)
        elif isinstance(symbol, ClassFact) and symbol.is_exception and _is_raised(paper, symbol):
            yield self.unsure(paper.whole, subject, "it is named where it is raised, or has to be", symbol)
        elif place := _mention(paper, parts, symbol):
            yield self.unsure(place, subject, ONLY_MENTIONED, symbol)
        elif place := _use(paper, symbol):
            yield self.unsure(place, subject, ONLY_SHOWN, symbol)
        else:
            yield self._left_out(paper, parts, symbol)

    def _left_out(self, paper: Paper, parts: Parts, symbol: FunctionFact | ClassFact) -> Verdict:
        holder, _, name = symbol.qualname.rpartition(".")
        around = parts.get(holder)
        last = len(paper.document.rstrip().split("\n"))
        place = line_place(paper, around.last_line if around is not None else last)
        where = f"The part on `{holder}`" if around is not None else "The document"
        what = _kind_of(symbol)
        mistake = Mistake(
            f"{where} does not document the {what} `{name}`; the source has it (line {symbol.line})",
            expected=(symbol.signature or symbol.name),
            severity="medium" if holder else None,
        )
        return self.wrong(place, f"{symbol.qualname}{DOCUMENTED}", mistake, owner=symbol.qualname, fact=symbol)

    def _bare(self, paper: Paper, parts: Parts) -> Iterator[Verdict]:
        """Yield the symbols of which there is a heading and a signature, and nothing else."""
        empty = {claim.line for claim in paper.claims.leftovers if claim.kind == "empty section"}
        shown = {claim.owner for claim in paper.claims.examples}
        holders = {owner[: match.start()] for owner in parts.by_owner for match in _DOT.finditer(owner)}
        for owner, part in parts.by_owner.items():
            symbol = paper.facts.symbol(owner)
            if not isinstance(symbol, FunctionFact | ClassFact) or part.symbol.form != "heading":
                continue
            lines = paper.lines[part.symbol.end_line : part.last_line]
            words = part.prose.split("\n", 1)[1] if "\n" in part.prose else ""
            if (
                owner in holders
                or part.symbol.line in empty
                or _LEAST_LETTERS.search(words)
                or not any(s.strip() for s in lines)
            ):
                continue
            if owner in shown:
                continue
            mistake = Mistake(
                f"The part on `{owner}` (line {part.symbol.line}) does not say what it is for",
                expected="a description",
                severity="low",
            )
            yield self.wrong(part.symbol.place, f"{owner}: described", mistake, owner=owner, fact=symbol)


def _documented(paper: Paper) -> dict[str, Place]:
    """Return the symbols that have something of their own in the document, with the first place of each."""
    found: dict[str, Place] = {}
    claims = paper.claims
    for symbol in claims.symbols:
        found.setdefault(symbol.owner, symbol.place)
    for signature in claims.signatures:
        found.setdefault(signature.owner, signature.place)
    for parameter in claims.parameters:
        if parameter.subject == "attribute":
            found.setdefault(f"{parameter.owner}.{parameter.name}", parameter.place)
    for raised in claims.raises:
        if raised.type and raised.type_place is not None:
            found.setdefault(paper.facts.exception_types.resolve(raised.type), raised.type_place)
    return found


def _mention(paper: Paper, parts: Parts, symbol: FunctionFact | ClassFact) -> Place | None:
    """Return the first line outside of fenced code that names a symbol.

    A class may be spoken of in a sentence's own words, as in "the connection". A function may not: that a page says
    "convert" tells nothing of `convert`; it counts in code, in bold, called, or where its name is no word of English.
    """
    holder, _, name = symbol.qualname.rpartition(".")
    spans = "\n".join(_MARKED.findall(parts.prose))
    is_plain_word = isinstance(symbol, FunctionFact) and _PLAIN_WORD.fullmatch(name) is not None
    for text in (spans, *(() if is_plain_word else _texts(parts, holder))):
        if has_word(text, name) or (isinstance(symbol, ClassFact) and has_word(text.lower(), name.lower())):
            number = next((n for n, line in enumerate(paper.lines, 1) if has_word(line, name)), 1)
            return line_place(paper, number)
    return None


def _use(paper: Paper, symbol: FunctionFact | ClassFact) -> Place | None:
    """Return the first example that calls a function, or that names a class, be it in what it prints."""
    name = re.escape(symbol.qualname.rpartition(".")[2])
    is_named = isinstance(symbol, ClassFact) or symbol.is_property
    used = re.compile(rf"(?<!\w){name}\b" if is_named else rf"(?<!\w){name}\s*\(")
    example = next((one for one in paper.claims.examples if used.search(_IMPORT.sub("", one.text))), None)
    return example.place if example is not None else None


def _is_raised(paper: Paper, kind: ClassFact) -> bool:
    return any(fact.type == kind.qualname for function in paper.facts.all_functions() for fact in function.raises)


def _texts(parts: Parts, holder: str) -> Iterator[str]:
    if not holder:
        yield parts.prose
        return
    yield parts.rest
    for owner, part in parts.by_owner.items():
        if owner == holder or owner.startswith(f"{holder}."):
            yield part.prose
    yield "\n".join(line for line in parts.prose.split("\n") if has_word(line, holder.rpartition(".")[2]))


def _kind_of(symbol: FunctionFact | ClassFact) -> str:
    if isinstance(symbol, ClassFact):
        return "exception" if symbol.is_exception else "class"
    if symbol.is_property:
        return "property"
    return "method" if "." in symbol.qualname else "function"
