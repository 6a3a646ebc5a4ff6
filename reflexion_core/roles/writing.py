"""What the roles share that write documents: single parts, seeds, clean-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache

from reflexion_core.document.cleanup import clean_document
from reflexion_core.document.repetition import without_repetition
from reflexion_core.errors import BudgetSpent
from reflexion_core.providers.base import Completion
from reflexion_core.records import Source
from reflexion_core.roles.base import Role
from reflexion_core.source.excerpts import Excerpt, Reading
from reflexion_core.source.symbols import used_names
from reflexion_core.usual_length import longest_revision

PART_TOKENS = 1024
"""The longest part of a document: the one of a class or function with a long list of parameters and an example."""
_SEEDS_A_ROUND = 100
"""How far the seeds of a round's parts are apart, so that none is another round's."""
_SEEDS_A_RUN = 1_000_003
"""How far the seed of a second try is from all others of a run."""


class Writer(Role):
    """A role that writes documents and parts of them."""

    def write_part(self, source: Reading, subject: str, heading: str, *, turn: tuple[int, int]) -> Completion:
        """Write the part of a document that it lacks.

        Args:
            source: What the document is about, or the part of it that the model reads.
            subject: Qualified name of the symbol that the part documents.
            heading: The line that the part begins with.
            turn: The round, and the number of the part in it, from 0.

        Returns:
            The reply, its text cleaned.
        """
        return self._write_part(source, subject, {"subject": subject, "heading": heading}, turn)

    def revise_part(
        self, source: Reading, title: str, part: str, fixes: Sequence[str], *, turn: tuple[int, int]
    ) -> Completion:
        """Write one part of a document again with corrections.

        Args:
            source: What the document is about, or the part of it that the model reads.
            title: The part's heading; empty for what stands before the first one.
            part: The part as it is.
            fixes: What was found wrong in it.
            turn: The round, and the number of the part in it, from 0.

        Returns:
            The reply, its text cleaned.
        """
        subject = f"“{title}”" if title else "its beginning"
        values: dict[str, object] = {"subject": subject, "part": part.strip(), "fixes": list(fixes)}
        return self._write_part(source, title, values, turn, before=part)

    def _write_part(
        self, source: Reading, label: str, values: dict[str, object], turn: tuple[int, int], *, before: str = ""
    ) -> Completion:
        values = {"part": "", "fixes": [], "heading": "", "language": self._seat.language} | values
        return self._write(
            source, self._seat.prompts["generator/part"].render(**values), *turn, label=label, before=before
        )

    def _write(
        self,
        source: Reading,
        task: str,
        round_number: int,
        number: int = 0,
        *,
        label: str = "",
        before: str = "",
        most: int = PART_TOKENS,
    ) -> Completion:
        """Ask for a document or a part of one.

        Args:
            source: What it is about, or the part of it that the model reads.
            task: The prompt.
            round_number: The round.
            number: The number of the part in the round, from 0.
            label: The part's symbol or title; empty for the whole.
            before: The text that is revised; empty where there is none.
            most: The longest part in tokens.
        """
        # Each round, and each part, has a seed of its own: the same one would tend to the same words.
        seed = self._seat.seed + round_number - 1 + _SEEDS_A_ROUND * number

        def ask(longest: int, seed: int) -> Completion:
            return self._ask(source, task, round_number=round_number, seed=seed, max_output_tokens=longest, part=label)

        full = min(most, self._seat.max_output_tokens) if label else self._seat.max_output_tokens
        completion = self._ask_patiently(ask, seed, full, min(full, self._usual(label, before) or full))
        whole = source.source if isinstance(source, Excerpt) else source
        text = clean_document(completion.text, source_names=_names(whole))
        return completion.model_copy(update={"text": text})

    def _ask_patiently(self, ask: Callable[[int, int], Completion], seed: int, full: int, longest: int) -> Completion:
        """Ask, and once more where the answer repeats itself, or was cut before the longest that it may have."""
        completion = ask(longest, seed)
        with suppress(BudgetSpent):  # the answer that there is stays
            if completion.finish_reason == "repetition":
                first, seed = completion, seed + _SEEDS_A_RUN
                completion = ask(longest, seed)
                if completion.finish_reason == "repetition":
                    completion = max(first, completion, key=lambda one: len(without_repetition(one.text)))
            if completion.finish_reason == "length" and longest < full:
                completion = ask(full, seed)
        if completion.finish_reason == "repetition":
            return completion.model_copy(update={"text": without_repetition(completion.text)})
        return completion

    def _usual(self, label: str, before: str) -> int | None:
        """Return how many tokens an answer may have before it is surely too long; None where that cannot be told."""
        if self._seat.longest_answer is None:
            return None
        of_facts = self._seat.longest_answer(label)
        of_text = longest_revision(before) if before else None
        return max((limit for limit in (of_facts, of_text) if limit is not None), default=None)


@lru_cache(maxsize=4)
def _names(source: Source) -> frozenset[str]:
    """Return what `used_names` does, which of a large source takes as long as all else between two parts of it."""
    return used_names(source)
