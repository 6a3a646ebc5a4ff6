"""The generator writes the first draft, and rewrites a draft with one correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.providers.base import Completion
from reflexion_core.records import RoleName, Source
from reflexion_core.roles.base import source_values
from reflexion_core.roles.writing import Writer
from reflexion_core.source.excerpts import Excerpt


@dataclass(frozen=True)
class SectionTask:
    """What is to be written of a document that is worked section by section."""

    title: str
    """What the section is on, in a few words."""
    headings: tuple[str, ...]
    """The line with which each part begins; none for the beginning of the document."""
    has_constants: bool = False
    """Whether the beginning of the document has constants to list."""
    draft: str = ""
    """What is written already and must be corrected; empty for the first draft."""
    fixes: tuple[str, ...] = ()
    """What was found wrong in it, or is missing."""


class Generator(Writer):
    """Writes drafts."""

    name = RoleName.GENERATOR

    def _instructions(self) -> str:
        return self._seat.prompts["generator/system"].render(language=self._seat.language)

    def draft(self, source: Source, *, round_number: int) -> Completion:
        """Write a document from the source, and from what earlier runs had to mend.

        Returns:
            The reply, its text cleaned.
        """
        values = {"module": source_values(source)["module"], "language": self._seat.language}
        task = self._seat.prompts["generator/draft"].render(**values)
        return self._write(source, f"{self._told()}{task}", round_number)

    def _told(self) -> str:
        """Return what earlier runs had to mend, as a first draft is told it."""
        lessons = list(self._seat.lessons)
        return f"{self._seat.prompts['generator/lessons'].render(lessons=lessons)}\n" if lessons else ""

    def revise(self, source: Source, draft: str, fixes: Sequence[str], *, round_number: int) -> Completion:
        """Write a draft again with corrections.

        Args:
            source: What the document is about.
            draft: The best draft so far.
            fixes: The required fix, then whatever else was found wrong by code.
            round_number: The round that the new draft is for.

        Returns:
            The reply, its text cleaned.
        """
        task = self._seat.prompts["generator/revise"].render(
            draft=draft.strip(), fixes=list(fixes), language=self._seat.language
        )
        return self._write(source, task, round_number, before=draft)

    def write_section(self, excerpt: Excerpt, task: SectionTask, *, turn: tuple[int, int]) -> Completion:
        """Write a section of a document, told what earlier runs had to mend, or write it again with corrections.

        Args:
            excerpt: The section's part of the source, with the signatures of the rest.
            task: What is to be written.
            turn: The round, and the number of the call in it, from 0.

        Returns:
            The reply, its text cleaned.
        """
        rendered = self._seat.prompts["generator/section"].render(
            module=source_values(excerpt.source)["module"],
            headings=list(task.headings),
            has_constants=task.has_constants,
            draft=task.draft.strip(),
            fixes=list(task.fixes),
            language=self._seat.language,
        )
        told = self._told() if not task.draft else ""
        return self._write(excerpt, f"{told}{rendered}", *turn, label=task.title, most=self._seat.max_output_tokens)
