"""Docstrings, split into their sections.

`griffe` knows the three styles that are in use. The structure of a module is read with `ast` instead: griffe keeps
one of several definitions under `if`, writes defaults anew (`100_000` becomes `100000`), drops those that are nested
deeply, and does not hand out the nodes that exceptions and returns are read from.
"""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass
from functools import cached_property

import griffe

from reflexion_core.syntax_trees import parsing


@dataclass(frozen=True, slots=True)
class DescribedName:
    """A name that a docstring describes."""

    name: str
    """A parameter, or an exception as written; empty for a return without one."""
    annotation: str
    """The type that the docstring gives; empty where it gives none."""
    description: str


@dataclass(frozen=True)
class DocstringFact:
    """A docstring; its sections are read when they are asked for."""

    text: str
    """Without the indentation."""
    line: int
    end_line: int

    @property
    def summary(self) -> str:
        """The first paragraph on one line."""
        return " ".join(self.text.strip().partition("\n\n")[0].split())

    @property
    def body(self) -> str:
        """The text outside of sections."""
        texts = [str(section.value) for section in self._sections if section.kind is griffe.DocstringSectionKind.text]
        return "\n\n".join(texts).strip()

    @property
    def parameters(self) -> tuple[DescribedName, ...]:
        kinds = griffe.DocstringSectionKind
        return self._described(kinds.parameters) + self._described(kinds.other_parameters)

    @property
    def returns(self) -> tuple[DescribedName, ...]:
        return self._described(griffe.DocstringSectionKind.returns)

    @property
    def yields(self) -> tuple[DescribedName, ...]:
        return self._described(griffe.DocstringSectionKind.yields)

    @property
    def raises(self) -> tuple[DescribedName, ...]:
        found = self._described(griffe.DocstringSectionKind.raises)
        return tuple(DescribedName(item.name or item.annotation, "", item.description) for item in found)

    @property
    def attributes(self) -> tuple[DescribedName, ...]:
        return self._described(griffe.DocstringSectionKind.attributes)

    @cached_property
    def _sections(self) -> list[griffe.DocstringSection]:
        docstring = griffe.Docstring(self.text, lineno=self.line, endlineno=self.end_line)
        styles: list[griffe.DocstringStyle] = ["google", "numpy", "sphinx"]
        # each parser gives one text section back where it finds nothing of its own
        with parsing():
            found = [griffe.parse(docstring, style, warnings=False) for style in styles]
        return max(found, key=lambda sections: sum(s.kind is not griffe.DocstringSectionKind.text for s in sections))

    def _described(self, kind: griffe.DocstringSectionKind) -> tuple[DescribedName, ...]:
        return tuple(
            DescribedName(str(getattr(item, "name", "") or ""), str(item.annotation or ""), item.description)
            for section in self._sections
            if section.kind is kind
            for item in section.value
        )


def read_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> DocstringFact | None:
    """Return the docstring of a definition, None where there is none."""
    match node.body:
        case [ast.Expr(value=ast.Constant(value=str(text), lineno=line, end_lineno=end_line)), *_]:
            return DocstringFact(text=inspect.cleandoc(text), line=line, end_line=end_line or line)
    return None
