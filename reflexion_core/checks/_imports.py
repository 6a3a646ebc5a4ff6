"""Imports in a document: from the uploaded module under its own name, or from one that is not there."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cached_property

from reflexion_core.checks._near import NearNames, are_near
from reflexion_core.checks._standing import Names, fact_of
from reflexion_core.checks.base import Mistake, Paper
from reflexion_core.document.claims import ImportClaim, Place
from reflexion_core.source.facts import Fact


@dataclass(frozen=True)
class ImportJudgement:
    """What can be said of an import: wrong with a mistake, not to be told with a reason, else right."""

    place: Place
    mistake: Mistake | None = None
    reason: str = ""
    fact: Fact | None = None


class ImportJudge:
    """Judges the imports of one document."""

    def __init__(self, paper: Paper, names: Names) -> None:
        self._paper = paper
        self._names = names
        self._facts = paper.facts
        self._used: dict[str, list[str]] = {}
        """For each module, what the document takes from it behind a dot."""
        self._imported: dict[tuple[str, int], list[str]] = {}
        """For each module and line, what is imported from it."""
        for claim in paper.claims.imports:
            if claim.name is not None:
                self._imported.setdefault((claim.module, claim.line), []).append(claim.name)

    def judge(self, claim: ImportClaim) -> ImportJudgement | None:
        """Return what can be said, None where the import has nothing to do with the source."""
        if self._is_module(claim.module):
            return self._from_module(claim)
        if self._is_known_elsewhere(claim.module):
            return None
        if claim.name is None:
            return self._whole_module(claim)
        return None

    def _is_module(self, module: str) -> bool:
        is_own = module.rpartition(".")[2] == self._facts.name
        return is_own and not (module == self._facts.name and module in self._imported_roots)

    def _from_module(self, claim: ImportClaim) -> ImportJudgement:
        if claim.name is None or claim.name == "*":
            return ImportJudgement(claim.place)
        has = self._facts.has_name(claim.name)
        if has:
            return ImportJudgement(claim.place, fact=fact_of(self._facts.symbol(claim.name)))
        if has is None:
            return ImportJudgement(claim.place, reason="another module may bring the name")
        return ImportJudgement(claim.place, self._no_such_name(claim), fact=self._holder(claim))

    def _no_such_name(self, claim: ImportClaim) -> Mistake:
        name = claim.name or ""
        says = f"Line {claim.line} imports `{name}` from `{claim.module}`; the source has no such name"
        holders = [kind.qualname for kind in self._facts.all_classes() if kind.method(name)]
        if holders:
            return Mistake(f"{says}: it is a member of `{holders[0]}`")
        near = self._importable.find(name)
        if len(near) != 1:
            return Mistake(says)
        fact = fact_of(self._facts.symbol(near[0]))
        line = f" (line {fact.line})" if fact is not None else ""
        return Mistake(f"{says}, but `{near[0]}`{line}", expected=near[0], replacement=(claim.place, near[0]))

    def _holder(self, claim: ImportClaim) -> Fact | None:
        near = self._importable.find(claim.name or "")
        return fact_of(self._facts.symbol(near[0])) if len(near) == 1 else None

    def _whole_module(self, claim: ImportClaim) -> ImportJudgement | None:
        """Judge an import of, or from, a module of another name."""
        imported = self._imported.get((claim.module, claim.line), [])
        own = [name for name in imported if self._facts.symbol(name) is not None]
        is_from = bool(imported)
        if is_from and not own:
            return None
        if not is_from and not self._is_used_as_own(claim.module):
            return None
        if self._is_in_package:
            return ImportJudgement(claim.place, reason="the source belongs to a package, whose name it does not say")
        return ImportJudgement(claim.place, self._other_module(claim, is_from=is_from))

    def _is_used_as_own(self, module: str) -> bool:
        """Say whether a document takes from a module what the source has: `metrics_utils.mean(...)`."""
        used = self._uses(module)
        own = [name for name in used if self._facts.symbol(name) is not None]
        return bool(own) or (not used and are_near(module, self._facts.name))

    def _uses(self, module: str) -> list[str]:
        if module not in self._used:
            pattern = rf"(?<![\w.]){re.escape(module)}\.([^\W\d]\w*)"
            self._used[module] = re.findall(pattern, self._paper.document)
        return self._used[module]

    def _other_module(self, claim: ImportClaim, *, is_from: bool) -> Mistake:
        name = self._facts.name
        text = name
        after = self._paper.document[claim.place.end : claim.place.end + 4]
        if not is_from and self._uses(claim.module) and after != " as ":
            text = f"{name} as {claim.module}" if "." not in claim.module else ""
        verb = "imports from" if is_from else "imports"
        return Mistake(
            f"Line {claim.line} {verb} `{claim.module}`; the module is called `{name}`",
            expected=name,
            replacement=(claim.place, text) if text else None,
        )

    def _is_known_elsewhere(self, module: str) -> bool:
        """Say whether a module is Python's own, or one that the source itself uses."""
        root = module.lstrip(".").partition(".")[0]
        if root in sys.stdlib_module_names:
            return True
        return root in self._imported_roots and module.lstrip(".") != self._facts.name

    @cached_property
    def _imported_roots(self) -> frozenset[str]:
        return frozenset(item.target.partition(".")[0] for item in self._facts.imports)

    @cached_property
    def _is_in_package(self) -> bool:
        """Whether the source imports from its own package, or is one."""
        is_relative = any(item.target.startswith(".") for item in self._facts.imports)
        return is_relative or self._facts.name == "__init__" or any(m.startswith(".") for m in self._facts.star_imports)

    @cached_property
    def _importable(self) -> NearNames:
        facts = self._facts
        public = [item.name for item in facts.functions if item.is_public]
        public += [item.name for item in facts.classes if item.is_public]
        return NearNames((*public, *(constant.name for constant in facts.constants if constant.is_public)))
