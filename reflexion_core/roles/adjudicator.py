"""The adjudicator gives the final word on the best draft."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.providers.base import Completion
from reflexion_core.records import RoleName, Source
from reflexion_core.roles.writing import Writer


class Adjudicator(Writer):
    """Writes the final document."""

    name = RoleName.ADJUDICATOR

    def _instructions(self) -> str:
        return self._seat.prompts["adjudicator/system"].render(language=self._seat.language)

    def finish(self, source: Source, draft: str, remarks: Sequence[str], *, round_number: int) -> Completion:
        """Write the final document from the best draft.

        Args:
            source: What the document is about.
            draft: The best draft.
            remarks: What the critic had to say of that draft.
            round_number: The round that the draft is from.

        Returns:
            The reply, its text cleaned.
        """
        task = self._seat.prompts["adjudicator/finish"].render(
            draft=draft.strip(), remarks=list(remarks), language=self._seat.language
        )
        return self._write(source, task, round_number, before=draft)
