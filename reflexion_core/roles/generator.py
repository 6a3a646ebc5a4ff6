"""The generator writes the first draft, and rewrites a draft with one correction."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.document.cleanup import clean_document
from reflexion_core.providers.base import Completion
from reflexion_core.records import RoleName, Source
from reflexion_core.roles.base import Role, Seat, source_values
from reflexion_core.source.symbols import used_names


class Generator(Role):
    """Writes drafts."""

    name = RoleName.GENERATOR

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._system = seat.prompts["generator/system"].render()

    def draft(self, source: Source, *, round_number: int) -> Completion:
        """Write a document from the source alone.

        Returns:
            The reply, its text cleaned.
        """
        prompt = self._seat.prompts["generator/draft"].render(**source_values(source), facts=self._seat.facts)
        return self._write(source, prompt, round_number)

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
        values = source_values(source) | {"draft": draft.strip(), "fixes": list(fixes), "facts": self._seat.facts}
        prompt = self._seat.prompts["generator/revise"].render(**values)
        return self._write(source, prompt, round_number)

    def _write(self, source: Source, prompt: str, round_number: int) -> Completion:
        # Each round has a seed of its own: the same one would tend to the same words.
        seed = self._seat.seed + round_number - 1
        completion = self._ask(self._system, prompt, round_number=round_number, seed=seed)
        return completion.model_copy(update={"text": clean_document(completion.text, source_names=used_names(source))})
