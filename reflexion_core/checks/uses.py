"""What a symbol is said to be built on, against what it and all of the file that it calls make use of."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from reflexion_core.checks._parts import has_word
from reflexion_core.checks._reached_code import ReachedCode, has_name
from reflexion_core.checks._said_places import place_within
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place, ProseClaim
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ImportFact
from reflexion_core.source.parsing import parse_tree

_HINT = re.compile(
    r"\b(?:uses|using|relies|built|based|implemented|use\s+of|depends|employs|stores|keeps|holds|module|library)\b"
)
_SENTENCE = re.compile(r"\S(?:[^.!?]|[.!?](?!\s))*[.!?]?")
_KIND = r"(?:class|function|method|property|exception|decorator|implementation|generator|coroutine)"
_SUBJECT = (
    rf"(?:It|This(?:\s+{_KIND})?|(?:The\s+)?(?:{_KIND}\s+)?`(?P<subject>[\w.]+)(?:\([^`]*\))?`(?:\s+{_KIND})?)\s+"
)
_ACTS = (
    "calculates|checks|compares|computes|converts|counts|creates|decodes|encodes|formats|generates|hashes|loads|"
    "measures|parses|reads|serialises|serializes|signs|splits|stores|tracks|verifies|writes"
)
_USES = (
    r"(?:(?:internally|also|itself)\s+)?(?:uses|relies\s+on|is\s+(?:built|based)\s+on|is\s+built\s+around|"
    r"is\s+implemented\s+(?:with|using)|makes\s+use\s+of|depends\s+on|employs|"
    r"(?:stores|keeps|holds)\s+[^.,;:`]{1,60}?\s+in)\s+"
)
_NAME = (
    r"(?:(?:an?|the|its|one|Python's|standard|library's|built-in|internal)\s+){0,4}"
    r"(?:`(?P<code>[A-Za-z_][\w.]*)(?:\(\))?`|(?P<plain>[A-Za-z_]\w*))(?![\w(`-]|\.\w)"
    r"(?P<kind>\s+(?:module|library|package))?"
    r"(?!\s+(?:syntax|formats?|styles?|objects?|semantics|values?|instances?|strings?|rules|of)\b)"
)
_SAYS = (
    re.compile(rf"{_SUBJECT}(?P<said>{_USES}{_NAME})"),
    re.compile(rf"(?:{_SUBJECT}|(?=[A-Z]))(?i:{_ACTS})\b[^.;:]*?\b(?P<said>using\s+{_NAME})"),
    re.compile(rf"(?:{_SUBJECT}|(?=[A-Z]))(?i:{_ACTS})\b[^.;:]*?\b(?P<said>with\s+{_NAME}(?<=module|ibrary))"),
)
_OPENS = re.compile(_SUBJECT)
_LIMITED = re.compile(
    r"(?i)\b(?:not|no|never|nor|without|unless|if|when|may|might|can|could|should|would|must|caller|callers|you|your|"
    r"instead|rather|unlike|like|similar|subclass(?:es)?|optional(?:ly)?)\b|n't\b"
)
_OF_OTHERS = re.compile(r"\b(?:that|which|who|whose|made|built|to be|\w+(?:ed|en))\b")
_PLAIN = frozenset({"asyncio", "defaultdict", "deque", "functools", "hashlib", "heapq", "hmac", "itertools"})
"""Names of the library that are no words of English, nor of data such as `json`."""
_INNER_CAPITAL = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+|Decimal")


@dataclass(frozen=True)
class _Said:
    """That a symbol uses something."""

    claim: ProseClaim
    place: Place
    name: str
    """As written, perhaps dotted."""
    is_module: bool
    """Whether it is called a module, or can be nothing else."""


@CHECKS.register("uses")
class UsesCheck(Check):
    """Looks at "It uses a `deque`" and "relies on the `re` module"."""

    name = "uses"
    summary = "something of Python's library that a symbol is said to use and does not"
    severity = "medium"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        source = _Source(paper)
        for claim in paper.claims.prose:
            if _HINT.search(claim.text) and claim.owner.partition(".")[0] in paper.top_level:
                for said in _said(claim):
                    yield from self._judge(source, said)

    def _judge(self, source: _Source, said: _Said) -> Iterator[Verdict]:
        imports = source.imports_of(said.name)
        subject = f"{said.claim.owner}: uses {said.name}"
        if imports:
            yield from self._imported(source, said, imports, subject)
        elif said.is_module and source.is_unheard(said.name.partition(".")[0]):
            mistake = Mistake(f"{_says(said)}; the source imports nothing of that name")
            yield self.wrong(said.place, subject, mistake, owner=said.claim.owner)

    def _imported(self, source: _Source, said: _Said, imports: list[ImportFact], subject: str) -> Iterator[Verdict]:
        names = frozenset(one.name for one in imports)
        users = source.code.users(names)
        if not users or source.is_other_value(names):
            return
        top, _, member = said.claim.owner.partition(".")
        reached = source.code.reach(top)
        if reached is None or has_name(source.code.loose, names):
            yield self.unsure(said.place, subject, "what it calls cannot be told", imports[0])
        elif has_name(reached, names):
            if not member and has_name(source.code.surely(top), names):
                yield self.right(said.place, subject, imports[0])
            else:
                yield self.unsure(said.place, subject, "something that it may call uses it", imports[0])
        else:
            line, used_by = imports[0].line, ", ".join(f"`{one}`" for one in users)
            mistake = Mistake(
                f"{_says(said)}; neither it nor what it calls does: the source imports it (line {line}) for {used_by}"
            )
            yield self.wrong(said.place, subject, mistake, owner=said.claim.owner, fact=imports[0])


class _Source:
    """What is asked of one source, found at the first question."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper

    @cached_property
    def code(self) -> ReachedCode:
        return ReachedCode(self._paper.facts, self._tree)

    @cached_property
    def _tree(self) -> ast.Module:
        return parse_tree(self._paper.source_text)

    def imports_of(self, written: str) -> list[ImportFact]:
        """Return the imports of Python's library that a name in the document can mean."""
        imports = [one for one in self._paper.facts.imports if not one.is_typing_only]
        return [one for one in imports if _is_library(one.target) and _is_meant(one, written)]

    def is_other_value(self, names: frozenset[str]) -> bool:
        """Say whether the source calls something else by one of some names: a parameter, an attribute, a variable."""
        for node in ast.walk(self._tree):
            match node:
                case ast.arg(arg=name) | ast.keyword(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                    if name in names:
                        return True
                case ast.Attribute(attr=name, value=ast.Name(id="self" | "cls")) if name in names:
                    return True
        return False

    def is_unheard(self, module: str) -> bool:
        """Say whether a source can have nothing to do with a module."""
        facts, text = self._paper.facts, self._paper.source_text
        if facts.star_imports or module == facts.name or has_word(text, module):
            return False
        if module == "asyncio" and (has_word(text, "async") or has_word(text, "await")):
            return False
        roots = {alias.name for node in ast.walk(self._tree) if isinstance(node, ast.Import) for alias in node.names}
        froms = [node for node in ast.walk(self._tree) if isinstance(node, ast.ImportFrom)]
        roots |= {"." if node.level else node.module or "" for node in froms}
        return all(_is_library(root) for root in roots) and "import_module" not in text and "__import__" not in text


def _said(claim: ProseClaim) -> Iterator[_Said]:
    """Yield what sentences about a symbol say that it uses; "it" is the symbol as long as all are about it."""
    for sentence in _SENTENCE.finditer(claim.text):
        text = sentence[0]
        match = next((found for pattern in _SAYS if (found := pattern.match(text))), None)
        if match is not None and _is_of(claim, match["subject"]) and _is_plain_statement(text, match):
            name = match["code"] or match["plain"]
            place = place_within(claim.place, *(sentence.start() + at for at in match.span("said")))
            is_module = bool(match["kind"]) or name.partition(".")[0] in _PLAIN & sys.stdlib_module_names
            yield _Said(claim, place, name, is_module)
        opening = _OPENS.match(text)
        if opening is None or not _is_of(claim, opening["subject"]):
            return


def _is_of(claim: ProseClaim, subject: str | None) -> bool:
    return subject is None or subject == claim.owner or subject == claim.owner.rpartition(".")[2]


def _is_plain_statement(text: str, match: re.Match[str]) -> bool:
    """Say whether a sentence states a use without condition, and of the symbol itself."""
    plain = match["plain"]
    if plain and not (plain in _PLAIN or _INNER_CAPITAL.fullmatch(plain)):
        return False
    is_joined = match["said"].startswith(("using", "with"))
    return not _LIMITED.search(text) and not (is_joined and _OF_OTHERS.search(text[: match.start("said")]))


def _is_meant(imported: ImportFact, written: str) -> bool:
    """Say whether a name in a document means what an import brings: itself, its module or something of it."""
    if written == imported.name or written.startswith(f"{imported.name}."):
        return True
    target = imported.target
    return f"{target}.".startswith(f"{written}.") or f".{target}".endswith(f".{written}")


def _is_library(target: str) -> bool:
    return target.partition(".")[0] in sys.stdlib_module_names


def _says(said: _Said) -> str:
    return f"Line {said.place.line} says that `{said.claim.owner}` uses `{said.name}`"
