"""What nobody can know from the source, and what was never meant for the document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reflexion_core.faults.base import FAULTS, Fault, FaultKind, Sheet
from reflexion_core.true_page.page import Mark

_CLOSING_HISTORY = (
    "## Changelog\n\n- 1.1.0: Faster for large inputs.\n- 1.0.0: First release.",
    "## Version history\n\n- **v1.0** (2021-03-14): Initial version.\n- **v1.2** (2022-06-01): Bug fixes.",
    "*Last updated: 12 May 2023.*",
    "Version: 2.3.1",
    "Author: Jane Miller\n\nLicense: MIT",
)
_NOTED_HISTORY = (
    "Added in version 1.2.",
    "*New in version 0.4.*",
    "Deprecated since version 2.0; it will be removed in 3.0.",
    "Changed in version 1.5: the arguments are checked.",
    "**Since:** 1.3",
)
_OPENING_CHATTER = (
    "Sure! Here is the documentation for the module:",
    "Certainly, I have written the API documentation that you asked for.",
    "Here's the revised documentation with the requested changes:",
    "Okay, let me document this file step by step.",
    "As an AI language model, I have analysed the code and written the following.",
)
_CLOSING_CHATTER = (
    "I hope this helps! Let me know if you have any questions.",
    "Let me know if you would like me to add more examples.",
    "This documentation should now address all of the reviewer's feedback.",
    "Feel free to adapt this document to your needs.",
    "Note: I fixed the issue that the critic pointed out in the previous draft.",
)
_NOTED_CHATTER = (
    "[Insert description here]",
    "TODO: describe the edge cases.",
    "(The rest of the documentation stays unchanged.)",
    "*Description to be added.*",
    "Per the critic's suggestion, the default was corrected here.",
)


@FAULTS.register("version_history")
class VersionHistory(FaultKind):
    """Versions, dates, authors and licences that are nowhere in the source."""

    name = "version_history"
    summary = "A version, date, author or licence is stated that is nowhere in the source."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for text in _CLOSING_HISTORY:
            yield _closed(sheet, text)
        yield from _noted(sheet, _NOTED_HISTORY)


@FAULTS.register("leftover_chatter")
class LeftoverChatter(FaultKind):
    """Words of a model to its user or its critic, and places left to be filled in."""

    name = "leftover_chatter"
    summary = "A model's own words, or a place to be filled in, stand in the document."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for text in _OPENING_CHATTER:
            page = replace(sheet.page, opening=(text,))
            yield Fault(page, frozenset({Mark("", "added")}), "", f"added: {text}", text)
        for text in _CLOSING_CHATTER:
            yield _closed(sheet, text)
        yield from _noted(sheet, _NOTED_CHATTER)


def _closed(sheet: Sheet, text: str) -> Fault:
    page = replace(sheet.page, closing=(text,))
    return Fault(page, frozenset({Mark("", "added")}), "", f"added: {' '.join(text.split())}", text)


def _noted(sheet: Sheet, texts: tuple[str, ...]) -> Iterator[Fault]:
    if not sheet.page.entries:
        return
    for text in texts:
        entry = sheet.rng.choice(sheet.page.entries)
        page = sheet.page.with_entry(replace(entry, notes=(text,)))
        yield Fault(page, frozenset({Mark(entry.qualname, "added")}), entry.qualname, f"added: {text}", text)
