"""Lessons: what earlier runs had to mend, in a sentence for later ones."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from reflexion_core.records import Record

DEFAULT_PROJECT = "default"
"""The project of files that come without a folder."""
MOST_CHARACTERS = 400
"""The longest lesson: three of them fit into the room that a draft's prompt leaves."""
MOST_GIVEN = 3
"""Most lessons in one prompt."""

FaultForm = Literal["wrong", "left_out", "invented"]
"""How a document was at fault: something else than the source, nothing, or what the source does not have."""
Helped = Literal["repair", "revision", "ending"]
"""What mended it: code, right in the draft; a revision; or the end of the run, where the adjudicator or code did."""
LessonText = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS)]


class LessonDraft(Record):
    """What one run had to mend, before it is put together with the same from other runs."""

    check: str
    """Name of the check that found the fault."""
    form: FaultForm
    traits: tuple[str, ...]
    """What is true of the symbol that it was about, as far as it matters for such a fault; in alphabetical order."""
    text: LessonText
    """What to mind, for the writer of the next draft."""
    helped: Helped


class Lesson(Record):
    """A lesson as it is kept."""

    id: int
    project: str
    check: str
    form: FaultForm
    traits: tuple[str, ...]
    text: LessonText
    is_on: bool = True
    """Whether it is offered to runs."""
    is_edited: bool = False
    """Whether a person has changed its text."""
    repaired: int = 0
    """In how many runs code mended it, right in the draft."""
    revised: int = 0
    """In how many runs a revision mended it."""
    ended: int = 0
    """In how many runs it was mended at the end, by the adjudicator or by code."""
    learnt_at: datetime
    """When the last of these runs ended."""

    @property
    def times(self) -> int:
        """In how many runs it was learnt."""
        return self.repaired + self.revised + self.ended


class GivenLesson(Record):
    """A lesson that a run was given, as it was then."""

    id: int
    text: str
    reason: str
    """Why it was chosen for this source, in a sentence."""
    times: int = Field(ge=0)
    """In how many runs it had been learnt."""
