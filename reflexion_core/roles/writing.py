"""What the roles share that write documents: single parts, seeds, clean-up."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.document.cleanup import clean_document
from reflexion_core.providers.base import Completion
from reflexion_core.records import Source
from reflexion_core.roles.base import Role
from reflexion_core.source.symbols import used_names

PART_TOKENS = 1024
"""The longest part of a document: the one of a class or function with a long list of parameters and an example."""
_SEEDS_A_ROUND = 100
"""How far the seeds of a round's parts are apart, so that none is another round's."""


class Writer(Role):
    """A role that writes documents and parts of them."""

    def write_part(self, source: Source, subject: str, heading: str, *, turn: tuple[int, int]) -> Completion:
        """Write the part of a document that it lacks.

        Args:
            source: What the document is about.
            subject: Qualified name of the symbol that the part documents.
            heading: The line that the part begins with.
            turn: The round, and the number of the part in it, from 0.

        Returns:
            The reply, its text cleaned.
        """
        return self._write_part(source, subject, {"subject": subject, "heading": heading}, turn)

    def revise_part(
        self, source: Source, title: str, part: str, fixes: Sequence[str], *, turn: tuple[int, int]
    ) -> Completion:
        """Write one part of a document again with corrections.

        Args:
            source: What the document is about.
            title: The part's heading; empty for what stands before the first one.
            part: The part as it is.
            fixes: What was found wrong in it.
            turn: The round, and the number of the part in it, from 0.

        Returns:
            The reply, its text cleaned.
        """
        subject = f"“{title}”" if title else "its beginning"
        values: dict[str, object] = {"subject": subject, "part": part.strip(), "fixes": list(fixes)}
        return self._write_part(source, title, values, turn)

    def _write_part(self, source: Source, label: str, values: dict[str, object], turn: tuple[int, int]) -> Completion:
        values = {"part": "", "fixes": [], "heading": "", "language": self._seat.language} | values
        return self._write(source, self._seat.prompts["generator/part"].render(**values), *turn, label=label)

    def _write(self, source: Source, task: str, round_number: int, number: int = 0, *, label: str = "") -> Completion:
        # Each round, and each part, has a seed of its own: the same one would tend to the same words.
        seed = self._seat.seed + round_number - 1 + _SEEDS_A_ROUND * number
        longest = min(PART_TOKENS, self._seat.max_output_tokens) if label else self._seat.max_output_tokens
        completion = self._ask(
            source, task, round_number=round_number, seed=seed, max_output_tokens=longest, part=label
        )
        return completion.model_copy(update={"text": clean_document(completion.text, source_names=used_names(source))})
