"""The generator writes the first draft, and rewrites a draft with one correction."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.providers.base import Completion
from reflexion_core.records import RoleName, Source
from reflexion_core.roles.base import source_values
from reflexion_core.roles.writing import Writer


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
        prompts, lessons = self._seat.prompts, list(self._seat.lessons)
        told = f"{prompts['generator/lessons'].render(lessons=lessons)}\n" if lessons else ""
        values = {"module": source_values(source)["module"], "language": self._seat.language}
        return self._write(source, f"{told}{prompts['generator/draft'].render(**values)}", round_number)

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
